/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/inject.h"

#include "backends/emulator/core/check.h"
#include "backends/emulator/collective/collective.h"
#include "backends/emulator/core/count.h"
#include "backends/emulator/core/delegate.h"
#include "backends/emulator/core/delivery.h"
#include "backends/emulator/core/engine_queue.h"
#include "backends/emulator/core/fast_path.h"
#include "backends/emulator/core/fetch.h"
#include "backends/emulator/core/fifo_space.h"
#include "backends/emulator/core/interrupt.h"
#include "backends/emulator/core/network.h"
#include "backends/emulator/core/park.h"
#include "backends/emulator/trace/record_message.h"
#include "backends/emulator/core/torus.h"
#include "backends/emulator/core/wake.h"
#include "hwi/include/common/emuq_atomic.h"

/* How much a thread does for FIFOs that it does not own before it leaves the rest to an engine. */
#define FOREIGN_DESCRIPTORS 64

static void run_claimed(emuq_work_t *work, emuq_inj_t *f, emuq_run_mode_t mode);

static inline uint64_t hold_of(const emuq_inj_t *f)
{
    return __atomic_load_n(&f->hold, __ATOMIC_RELAXED);
}

static inline void set_hold(emuq_inj_t *f, uint64_t hold)
{
    __atomic_store_n(&f->hold, hold, __ATOMIC_RELAXED);
}

void emuq_inj_claim_idle(emuq_inj_t *f)
{
    unsigned rounds = 0;
    emuq_claim_wait(&f->claim);
    while (hold_of(f) & EMUQ_HOLD_BUSY) {
        emuq_claim_leave(&f->claim);
        emuq_spin(&rounds);
        emuq_claim_wait(&f->claim);
    }
}

static void release(emuq_work_t *work, emuq_inj_t *f, emuq_run_mode_t mode)
{
    while (!emuq_claim_release(&f->claim))
        run_claimed(work, f, mode);
}

void emuq_inj_release(emuq_work_t *work, emuq_inj_t *f)
{
    release(work, f, EMUQ_FOREIGN);
}

/* Brings the free-space register up to date. In a remote-get FIFO arrivals change it too, under `arrive`. */
static void publish_free_space(emuq_work_t *work, emuq_inj_t *f, bool rget)
{
    emuq_inj_regs_t *r = f->regs;
    if (rget)
        emuq_lock(&f->arrive);
    uint64_t before = emuq_load(&r->free_space);
    uint64_t now = emuq_free_slots(r, emuq_load(&r->head), emuq_load_acquire(&r->tail));
    if (now != before)
        __atomic_store_n(&r->free_space, now, __ATOMIC_RELEASE);
    if (rget)
        emuq_unlock(&f->arrive);
    if (now > before && !rget)
        emuq_inj_threshold(work, f->node, f->id, false, before, now);
}

/* The head message is done. Head and free space first, the count last: a client that sees the count
 * (acquire, in MUSPI_CheckDescComplete) may reuse the source, and finds the slot free as well. */
static void complete(emuq_work_t *work, emuq_inj_t *f, uint64_t head, bool rget)
{
    emuq_inj_regs_t *r = f->regs;
    uint64_t next = head + BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES, start = emuq_load(&r->start);
    bool is_at_head = !f->begun.is_begun || emuq_fetch_is_at_head(f);
    if (next > start + emuq_load(&r->size_1))
        next = start;
    emuq_fetch_end(f);
    f->is_idle = hold_of(f) == 0 && f->waiter.state == EMUQ_LOCAL;
    if (is_at_head) {
        __atomic_store_n(&r->head, next, __ATOMIC_RELEASE);
        publish_free_space(work, f, rget);
        __atomic_store_n(&r->desc_count, emuq_load(&r->desc_count) + 1, __ATOMIC_RELEASE);
        if (rget && emuq_is_waited_for(&f->blocker))
            emuq_unpark(work, f->node, &f->blocker);
    }
    emuq_wake(f->node);
}

/* Finds the bytes of the message: memory, or the value of an atomic load that is performed exactly once. */
static emuq_outcome_t fetch_payload(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                                    uint64_t length, const char **payload, uint32_t *remote)
{
    uint64_t pa = d->Pa_Payload & EMUQ_PA_MASK;
    bool atomic = (pa & EMUQ_ATOMIC) != 0;
    void *va = NULL;
    if (atomic && f->begun.has_value) {
        *payload = (const char *)&f->begun.value;
        return EMUQ_DONE;
    }
    emuq_outcome_t outcome = emuq_reach(work, &f->begun.owner, atomic ? pa & ~EMUQ_ATOMIC & ~UINT64_C(7) : pa,
                                        atomic ? 8 : length, &va, remote);
    if (outcome == EMUQ_OUTSIDE)
        return emuq_refuse(work, "create a memory region that holds the whole payload",
                           "payload 0x%llx of %llu bytes is outside the windows of the rank",
                           (unsigned long long)d->Pa_Payload, (unsigned long long)length);
    if (outcome != EMUQ_DONE)
        return outcome;
    *payload = va;
    if (atomic) {
        f->begun.value = emuq_atomic_load_op(va, (unsigned)(pa & 7));
        f->begun.has_value = true;
        *payload = (const char *)&f->begun.value;
    }
    return EMUQ_DONE;
}

/* Nothing reads the descriptor after the delivery: its FIFO's memory may be gone with it. */
static emuq_outcome_t send_to_one(emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_message_t *m,
                                  uint32_t target)
{
    emuq_mu_node_t *n = f->node, *to = &n->machine->node[target];
    uint32_t hints = emuq_hints(&d->PacketHeader);
    emuq_tally_t tally = emuq_tally(d);
    emuq_cached_route_t route;
    const char *wrong = hints != 0 ? emuq_route_check(&n->machine->geometry, n->number, target, hints) : NULL;
    if (wrong != NULL)
        return emuq_refuse(m->work, "set hints that lead to the destination, or none at all", "%s", wrong);
    if (__builtin_expect(emuq_the_network != NULL, 0))
        return emuq_the_network->post(m->work, f, target, 1);
    emuq_fast_describe(f, d, to, NULL, &route);
    emuq_outcome_t outcome = emuq_deliver(to, m, m->length);
    if (outcome == EMUQ_DONE && __builtin_expect(to->is_here, 1)) { /* otherwise counted where it arrives */
        emuq_count(f, &tally);
        emuq_fast_learn(f, &route);
    }
    return outcome;
}

static emuq_outcome_t send_to_line(emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_message_t *m,
                                   uint32_t target)
{
    emuq_mu_node_t *n = f->node;
    uint32_t hints = emuq_hints(&d->PacketHeader);
    emuq_tally_t tally = emuq_tally(d);
    bool is_here = true;
    /* The first call of emuq_line_node() says how long the line is. */
    for (uint32_t count = f->begun.hop + 1; f->begun.hop < count; f->begun.hop++, f->begun.sent = 0) {
        const char *wrong = NULL;
        uint32_t next =
            emuq_line_node(&n->machine->geometry, n->number, target, hints, f->begun.hop, &count, &wrong);
        if (wrong != NULL)
            return emuq_refuse(m->work,
                               "a deposit message travels along one dimension to the last node of a line",
                               "%s", wrong);
        if (__builtin_expect(emuq_the_network != NULL, 0))
            return emuq_the_network->post(m->work, f, target, count);
        m->descriptor = f->begun.hop + 1 == count ? d : NULL;
        is_here = n->machine->node[next].is_here;
        emuq_outcome_t outcome = emuq_deliver(&n->machine->node[next], m, m->length);
        if (outcome != EMUQ_DONE)
            return outcome;
    }
    if (is_here) /* the last node; otherwise counted where it arrives */
        emuq_count(f, &tally);
    return EMUQ_DONE;
}

static emuq_outcome_t point_to_point(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                                     const char *payload, uint64_t length)
{
    const MUHWI_PacketHeader_t *h = &d->PacketHeader;
    uint32_t word = emuq_destination(h), target = emuq_destination_node(&f->node->machine->geometry, word);
    emuq_message_t m = {.header = h,
                        .payload = payload,
                        .length = length,
                        .sent = &f->begun.sent,
                        .waiter = &f->waiter,
                        .work = work,
                        .interrupt = d->Half_Word1.Interrupt,
                        .system = emuq_virtual_channel(h) == 3,
                        .descriptor = d};
    if (target == UINT32_MAX)
        return emuq_refuse(work,
                           "destinations are absolute: corner of the job plus a coordinate below its shape",
                           "destination (%u,%u,%u,%u,%u) is outside the partition", word >> 24 & 63,
                           word >> 18 & 63, word >> 12 & 63, word >> 6 & 63, word & 63);
    return emuq_is_deposit(h) ? send_to_line(f, d, &m, target) : send_to_one(f, d, &m, target);
}

static emuq_outcome_t collective(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                                 const char *payload, uint64_t length)
{
    emuq_outcome_t outcome;
    emuq_cached_route_t route;
    do {
        emuq_tree_t *t;
        outcome = emuq_collective_find(work, f, d, &t);
        if (outcome != EMUQ_DONE)
            return outcome;
        if (__builtin_expect(emuq_the_network != NULL, 0)) {
            outcome = emuq_the_network->contribute(work, f, t);
            if (outcome != EMUQ_OUTSIDE)
                return outcome;
            continue;
        }
        emuq_fast_describe(f, d, f->node, t, &route);
        outcome = emuq_contribute(work, f, t, d, payload, length);
    } while (outcome == EMUQ_OUTSIDE); /* the tree has just been given up */
    if (outcome == EMUQ_DONE)
        emuq_fast_learn(f, &route);
    return outcome;
}

/* The message that has begun, from where it stopped. */
static emuq_outcome_t send_message(emuq_work_t *work, emuq_inj_t *f)
{
    const MUHWI_Descriptor_t *d = &f->begun.descriptor;
    const char *advice = NULL, *payload = NULL;
    bool system = (__atomic_load_n(&f->attributes, __ATOMIC_RELAXED) & EMUQ_INJ_SYSTEM) != 0;
    const char *wrong = emuq_check_descriptor(d, system, &advice);
    if (wrong != NULL)
        return emuq_refuse(work, advice, "%s", wrong);
    emuq_stamp(EMUQ_STAMP_DECODED);
    f->waiter.blocker = NULL;

    uint64_t length = d->Message_Length & EMUQ_PA_MASK;
    if (length != 0) {
        uint32_t remote;
        emuq_outcome_t outcome = fetch_payload(work, f, d, length, &payload, &remote);
        if (outcome == EMUQ_REMOTE)
            return emuq_delegate(work, f, &f->begun.owner, remote);
        if (outcome != EMUQ_DONE)
            return outcome;
    }
    if (d->Half_Word0.Prefetch_Only)
        return EMUQ_DONE;
    return emuq_is_collective(&d->PacketHeader) ? collective(work, f, d, payload, length)
                                                : point_to_point(work, f, d, payload, length);
}

/* Moves a long message with the claim released, so that the FIFO's user does not wait for it. */
static emuq_outcome_t send_busy(emuq_work_t *work, emuq_inj_t *f)
{
    for (;;) {
        set_hold(f, EMUQ_HOLD_BUSY | (hold_of(f) & EMUQ_HOLD_STOPPED));
        emuq_claim_leave(&f->claim); /* requests are void: this thread runs the FIFO again */
        EMUQ_TEST_POINT(inject_busy);
        emuq_outcome_t outcome = send_message(work, f);
        emuq_claim_wait(&f->claim);
        uint64_t hold = hold_of(f);
        set_hold(f, hold & EMUQ_HOLD_STOPPED); /* another host has refused an earlier message */
        if (f->begun.collected)                /* another process has completed it meanwhile */
            return EMUQ_DONE;
        if (outcome != EMUQ_PARKED || !(hold & EMUQ_HOLD_RESUMED))
            return outcome;
    }
}

static bool is_long(const emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    return (d->Message_Length & EMUQ_PA_MASK) > f->node->machine->inline_bytes &&
           !emuq_is_collective(&d->PacketHeader);
}

/* The process that has to read the message, or NULL: this one can. */
static const emuq_address_space_t *remote_source(const emuq_begun_t *begun)
{
    const MUHWI_Descriptor_t *d = &begun->descriptor;
    const emuq_address_space_t *space = begun->owner.space;
    uint64_t pa = d->Pa_Payload & EMUQ_PA_MASK;
    if (space == NULL || emuq_translate(space->memory, pa, d->Message_Length & EMUQ_PA_MASK) != NULL)
        return NULL;
    return emuq_exclusive_owner(space->memory, pa);
}

/* Runs the head message, whose descriptor is at @p d. @return whether it is complete. */
static bool run_head(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_run_mode_t mode)
{
    const emuq_address_space_t *elsewhere;
    emuq_outcome_t outcome;
    bool is_idle = f->is_idle, is_long_message = is_long(f, d);
    f->is_idle = false;
    if (f->begun.collected || (is_idle && !is_long_message && emuq_fast_send(work, f, d)))
        return true;
    if (__builtin_expect(emuq_the_recording != NULL, 0))
        emuq_record_injected(emuq_record_ring(), f);
    if (is_long_message && mode != EMUQ_ENGINE && emuq_engine_offer(f))
        return false;
    if (!f->begun.is_begun)
        emuq_fetch_begin(f, d);
    if (!is_long_message)
        outcome = send_message(work, f);
    else if ((elsewhere = remote_source(&f->begun)) != NULL)
        outcome = emuq_delegate(work, f, &f->begun.owner, elsewhere->member);
    else
        outcome = send_busy(work, f);

    if (outcome == EMUQ_PARKED)
        set_hold(f, hold_of(f) | EMUQ_HOLD_PARKED);
    if (outcome == EMUQ_REFUSED) {
        emuq_refused_by(work, f, &f->begun.descriptor);
        if (emuq_fetch_is_at_head(f))
            set_hold(f, hold_of(f) | EMUQ_HOLD_STOPPED);
        else
            emuq_work_schedule(work, f); /* what the FIFO holds now is not refused */
        emuq_fetch_end(f);
    }
    return outcome == EMUQ_DONE;
}

/* The head is not to be found: the FIFO waits, or stops. */
static void hold_without_head(emuq_work_t *work, emuq_inj_t *f, emuq_outcome_t outcome)
{
    f->is_idle = false;
    set_hold(f, outcome == EMUQ_PARKED ? EMUQ_HOLD_PARKED : EMUQ_HOLD_STOPPED);
    if (outcome != EMUQ_PARKED)
        emuq_refused_by(work, f, NULL);
}

static void run_claimed(emuq_work_t *work, emuq_inj_t *f, emuq_run_mode_t mode)
{
    emuq_inj_regs_t *r = f->regs;
    uint64_t attributes = __atomic_load_n(&f->attributes, __ATOMIC_ACQUIRE);
    bool rget = (attributes & EMUQ_INJ_RGET) != 0;
    unsigned done = 0;
    bool exact = false; /* complete() has brought the free space up to date */
    while (hold_of(f) == 0) {
        /* Acquire: pairs with the release store of the tail; the descriptors behind it are visible. */
        uint64_t tail = emuq_load_acquire(&r->tail), head = emuq_load(&r->head);
        const MUHWI_Descriptor_t *d = &f->begun.descriptor;
        if (!f->begun.is_begun) {
            if (!(attributes & EMUQ_INJ_ENABLED) || head == tail || emuq_fetch_is_disabled(f))
                break;
            emuq_outcome_t outcome = emuq_fetch(work, f, head, tail, &d);
            if (outcome != EMUQ_DONE) {
                hold_without_head(work, f, outcome);
                break;
            }
        }
        if (mode == EMUQ_FOREIGN && ++done > FOREIGN_DESCRIPTORS && emuq_engine_queue(f))
            break;
        if (!run_head(work, f, d, mode))
            break;
        complete(work, f, head, rget);
        exact = true;
        attributes = __atomic_load_n(&f->attributes, __ATOMIC_ACQUIRE);
    }
    if (!exact)
        publish_free_space(work, f, rget);
}

void emuq_inj_resume(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_inj_t *f = w->inj;
    emuq_claim_wait(&f->claim);
    uint64_t hold = hold_of(f);
    if (hold & EMUQ_HOLD_BUSY)
        hold |= EMUQ_HOLD_RESUMED;
    set_hold(f, hold & ~(uint64_t)EMUQ_HOLD_PARKED);
    if (w->collected)
        f->begun.collected = true;
    w->collected = false;
    run_claimed(work, f, EMUQ_FOREIGN);
    release(work, f, EMUQ_FOREIGN);
}

emuq_outcome_t emuq_inj_payload(emuq_work_t *work, emuq_inj_t *f, const char **payload)
{
    uint32_t remote;
    const MUHWI_Descriptor_t *d = &f->begun.descriptor;
    return fetch_payload(work, f, d, d->Message_Length & EMUQ_PA_MASK, payload, &remote);
}

void emuq_inj_sent(emuq_work_t *work, emuq_inj_t *f)
{
    emuq_tally_t tally = emuq_tally(&f->begun.descriptor);
    emuq_claim_wait(&f->claim);
    emuq_count(f, &tally);
    emuq_claim_leave(&f->claim);
    f->waiter.collected = true;
    emuq_inj_resume(work, &f->waiter);
}

void emuq_inj_try_run(emuq_work_t *work, emuq_inj_t *f, emuq_run_mode_t mode)
{
    if (emuq_claim_try(&f->claim)) {
        run_claimed(work, f, mode);
        release(work, f, mode);
    }
}

void emuq_inj_run_on(emuq_work_t *work, emuq_inj_t *f)
{
    run_claimed(work, f, EMUQ_OWNER);
    release(work, f, EMUQ_OWNER);
}

void emuq_inj_run(emuq_work_t *work, emuq_inj_t *f)
{
    emuq_claim_wait(&f->claim);
    emuq_inj_run_on(work, f);
}
