/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/emulator/core/inject.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backends/emulator/collective/collective.h"
#include "backends/emulator/core/deliver.h"
#include "backends/emulator/core/remote_ops.h"
#include "backends/emulator/trace/record.h"
#include "hwi/include/common/emuq_atomic.h"

#define INJECT_OTHER_DESCRIPTORS 64 /* per thread that frees space; engines run the rest */

/* ---- Fetch of a descriptor ---- */

/* Whether a program has disabled the FIFO by a plain store, on which no scan has acted yet, and may have
 * rewritten the registers. */
static inline bool inject_is_disabled(const emuq_inj_t *f)
{
    return AO_load_acquire(f->disable) >> (31 - f->id % 32) & 1;
}

static bool inject_registers_are_valid(const emuq_inj_regs_t *r, uint64_t head, uint64_t tail)
{
    uint64_t start = AO_load(&r->start), size_1 = AO_load(&r->size_1);
    return ((start | head | tail) & 63) == 0 && (size_1 & 63) == 63 && size_1 >= 127 &&
           head - start <= size_1 && tail - start <= size_1 && (start + size_1) >> EMUQ_PA_BITS == 0;
}

/* Caches the address of the FIFO's memory, if processes share it. The registers are valid. */
static void inject_find_memory(emuq_inj_t *f, const emuq_address_space_t *space)
{
    f->start = AO_load(&f->regs->start);
    f->size_1 = AO_load(&f->regs->size_1);
    emuq_range_t range = emuq_range_around(space->memory, f->start);
    f->memory = emuq_range_holds(&range, f->start, f->size_1 + 1) ? emuq_range_at(&range, f->start) : NULL;
    f->own = emuq_owner_view(space->memory, f->start);
    f->fast_settings = 0;
}

static void inject_begin(emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    emuq_current_t *b = &f->current;
    memcpy(&b->descriptor, d, sizeof *d);
    b->head = AO_load(&f->regs->head);
    b->count = AO_load(&f->regs->desc_count);
    b->owner = emuq_owner_of(&f->owner);
    b->was_disabled = b->is_detached = false;
    b->is_active = true;
}

/* Finds the descriptor at @p head. A device's descriptor is copied at once: programs may change it during its
 * execution. @return EMUQ_DONE, EMUQ_PARKED, EMUQ_DROPPED or EMUQ_FAILED */
static emuq_outcome_t inject_fetch(emuq_work_t *work, emuq_inj_t *f, uint64_t head, uint64_t tail,
                                   const MUHWI_Descriptor_t **d)
{
    emuq_inj_regs_t *r = f->regs;
    emuq_owner_t owner = emuq_owner_of(&f->owner);
    if (!inject_registers_are_valid(r, head, tail))
        return emuq_reject(
            work, "start, head and tail are multiples of 64 inside the FIFO; size_1 is its size minus 1",
            "registers of the injection FIFO: start 0x%llx, size_1 0x%llx, head 0x%llx, tail 0x%llx",
            (unsigned long long)AO_load(&r->start), (unsigned long long)AO_load(&r->size_1),
            (unsigned long long)head, (unsigned long long)tail);
    void *va;
    uint32_t remote;
    emuq_outcome_t outcome = emuq_reach(work, &owner, head, sizeof **d, &va, &remote);
    if (outcome == EMUQ_REMOTE)
        return emuq_delegate(work, f, &owner, remote);
    if (outcome == EMUQ_OUTSIDE)
        return emuq_reject(work, "initialise the FIFO with a memory region of its own memory",
                           "the FIFO's memory at 0x%llx is outside the windows of the rank",
                           (unsigned long long)head);
    if (outcome != EMUQ_DONE)
        return outcome;
    *d = va;
    if (f->node->machine->is_device) {
        inject_begin(f, va);
        *d = &f->current.descriptor;
    } else if (f->memory == NULL || f->start != AO_load(&r->start) || f->size_1 != AO_load(&r->size_1)) {
        inject_find_memory(f, owner.space);
    }
    return EMUQ_DONE;
}

/* Copies a descriptor from memory that the program may have unmapped: write() to a pipe fails where a load
 * would fault. The plain system call avoids checks of sanitizers. */
static bool inject_copy_if_mapped(MUHWI_Descriptor_t *to, const MUHWI_Descriptor_t *from)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        memcpy(to, from, sizeof *to);
        return true;
    }
    bool is_mapped = syscall(SYS_write, ends[1], from, sizeof *from) == (long)sizeof *from &&
                     read(ends[0], to, sizeof *to) == (ssize_t)sizeof *to;
    close(ends[0]);
    close(ends[1]);
    return is_mapped;
}

/* Whether the descriptor is unchanged in memory, which a program may reuse after disabling the FIFO. */
static bool inject_is_unchanged(const emuq_inj_t *f)
{
    const emuq_current_t *b = &f->current;
    const MUHWI_Descriptor_t *there = emuq_translate(b->owner.space->memory, b->head, sizeof *there);
    MUHWI_Descriptor_t now;
    if (b->head == AO_load_acquire(&f->regs->tail))
        return false;
    return there == NULL ||
           (inject_copy_if_mapped(&now, there) && memcmp(&now, &b->descriptor, sizeof now) == 0);
}

static bool inject_is_at_head(const emuq_inj_t *f)
{
    const emuq_current_t *b = &f->current;
    return !b->is_detached && AO_load(&f->regs->head) == b->head &&
           AO_load(&f->regs->desc_count) == b->count &&
           ((!b->was_disabled && !inject_is_disabled(f)) || inject_is_unchanged(f));
}

static inline void inject_end(emuq_inj_t *f)
{
    f->current.is_active = f->current.has_value = f->current.completed = false;
    f->current.hop = 0;
    f->current.sent = 0;
    f->waiter.last_awaited = NULL;
}

void emuq_inj_detach(emuq_inj_t *f, bool is_detached)
{
    emuq_current_t *b = &f->current;
    if (!b->is_active)
        return;
    if (AO_load(&f->state) == 0 && b->sent == 0 && b->hop == 0 && !b->has_value && !b->completed) {
        inject_end(f);
        return;
    }
    b->was_disabled = true;
    b->is_detached = is_detached || !inject_is_at_head(f);
}

/* ---- Execution of a FIFO ---- */

/* Updates the free-space register; of a remote-get FIFO under the arrival lock, as arrivals update it too. */
static void inject_publish_free_space(emuq_work_t *work, emuq_inj_t *f, bool rget)
{
    emuq_inj_regs_t *r = f->regs;
    if (rget)
        emuq_lock(&f->arrival_lock);
    uint64_t before = AO_load(&r->free_space);
    uint64_t now = emuq_free_slots(r, AO_load(&r->head), AO_load_acquire(&r->tail));
    if (now != before)
        AO_store_release(&r->free_space, now);
    if (rget)
        emuq_unlock(&f->arrival_lock);
    if (now > before && !rget)
        emuq_inj_threshold(work, f->node, f->id, false, before, now);
}

/* Completes the head message. The count last: a client that sees the count (acquire, in
 * MUSPI_CheckDescComplete) may reuse the source, and also finds the slot free. */
static void inject_complete(emuq_work_t *work, emuq_inj_t *f, uint64_t head, bool rget)
{
    emuq_inj_regs_t *r = f->regs;
    uint64_t next = head + BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES, start = AO_load(&r->start);
    bool is_at_head = !f->current.is_active || inject_is_at_head(f);
    if (next > start + AO_load(&r->size_1))
        next = start;
    inject_end(f);
    f->is_idle = AO_load(&f->state) == 0 && f->waiter.state == EMUQ_LOCAL;
    if (is_at_head) {
        AO_store_release(&r->head, next);
        inject_publish_free_space(work, f, rget);
        AO_store_release(&r->desc_count, AO_load(&r->desc_count) + 1);
        if (rget && emuq_has_waiters(&f->space_queue))
            emuq_unpark(work, f->node, &f->space_queue);
    }
    emuq_event_notify_light(&f->node->event, EMUQ_EVENT_ALL);
}

/* Finds the payload: memory, or the value of an atomic load, which is executed exactly once. */
static emuq_outcome_t inject_fetch_payload(emuq_work_t *work, emuq_inj_t *f, const char **payload,
                                           uint32_t *remote)
{
    const MUHWI_Descriptor_t *d = &f->current.descriptor;
    uint64_t pa = d->Pa_Payload & EMUQ_PA_MASK, length = d->Message_Length & EMUQ_PA_MASK;
    bool atomic = (pa & EMUQ_ATOMIC) != 0;
    void *va = NULL;
    if (atomic && f->current.has_value) {
        *payload = (const char *)&f->current.value;
        return EMUQ_DONE;
    }
    emuq_outcome_t outcome =
        emuq_reach(work, &f->current.owner, atomic ? pa & ~EMUQ_ATOMIC & ~UINT64_C(7) : pa,
                   atomic ? 8 : length, &va, remote);
    if (outcome == EMUQ_OUTSIDE)
        return emuq_reject(work, "create a memory region that holds the whole payload",
                           "payload 0x%llx of %llu bytes is outside the windows of the rank",
                           (unsigned long long)d->Pa_Payload, (unsigned long long)length);
    if (outcome != EMUQ_DONE)
        return outcome;
    *payload = va;
    if (atomic) {
        f->current.value = emuq_atomic_load_op(va, (unsigned)(pa & 7));
        f->current.has_value = true;
        *payload = (const char *)&f->current.value;
    }
    return EMUQ_DONE;
}

/* The descriptor is not read after the delivery: its memory may be unmapped then. */
static emuq_outcome_t inject_send_to_one(emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_message_t *m,
                                         uint32_t target)
{
    emuq_mu_node_t *n = f->node, *to = &n->machine->node[target];
    uint32_t hints = emuq_hints(&d->PacketHeader);
    emuq_tally_t tally = emuq_tally(d);
    emuq_cached_route_t route;
    const char *wrong = hints != 0 ? emuq_hints_check(&n->machine->geometry, n->number, target, hints) : NULL;
    if (wrong != NULL)
        return emuq_reject(m->work, "set hints that lead to the destination, or none at all", "%s", wrong);
    if (__builtin_expect(emuq_the_network != NULL, 0))
        return emuq_the_network->post(m->work, f, target, 1);
    emuq_fast_describe(f, d, to, NULL, &route);
    emuq_outcome_t outcome = emuq_deliver(to, m, m->length);
    if (outcome == EMUQ_DONE && __builtin_expect(to->is_here, 1)) { /* a remote host counts at arrival */
        emuq_count(f, &tally);
        emuq_fast_learn(f, &route);
    }
    return outcome;
}

static emuq_outcome_t inject_send_to_line(emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_message_t *m,
                                          uint32_t target)
{
    emuq_mu_node_t *n = f->node;
    uint32_t hints = emuq_hints(&d->PacketHeader);
    emuq_tally_t tally = emuq_tally(d);
    bool is_here = true;
    /* emuq_line_node() returns the length of the line */
    for (uint32_t count = f->current.hop + 1; f->current.hop < count; f->current.hop++, f->current.sent = 0) {
        const char *wrong = NULL;
        uint32_t next =
            emuq_line_node(&n->machine->geometry, n->number, target, hints, f->current.hop, &count, &wrong);
        if (wrong != NULL)
            return emuq_reject(m->work,
                               "a deposit message travels along one dimension to the last node of a line",
                               "%s", wrong);
        if (__builtin_expect(emuq_the_network != NULL, 0))
            return emuq_the_network->post(m->work, f, target, count);
        m->descriptor = f->current.hop + 1 == count ? d : NULL;
        is_here = n->machine->node[next].is_here;
        emuq_outcome_t outcome = emuq_deliver(&n->machine->node[next], m, m->length);
        if (outcome != EMUQ_DONE)
            return outcome;
    }
    if (is_here) /* counts at the last node; a remote host counts at arrival */
        emuq_count(f, &tally);
    return EMUQ_DONE;
}

static emuq_outcome_t inject_point_to_point(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                                            const char *payload, const emuq_elsewhere_t *elsewhere,
                                            uint64_t length)
{
    const MUHWI_PacketHeader_t *h = &d->PacketHeader;
    uint32_t word = emuq_destination(h), target = emuq_destination_node(&f->node->machine->geometry, word);
    emuq_message_t m = {.header = h,
                        .payload = payload,
                        .length = length,
                        .sent = &f->current.sent,
                        .waiter = &f->waiter,
                        .work = work,
                        .interrupt = d->Half_Word1.Interrupt,
                        .system = emuq_virtual_channel(h) == 3,
                        .elsewhere = elsewhere,
                        .descriptor = d};
    if (target == UINT32_MAX)
        return emuq_reject(work,
                           "destinations are absolute: corner of the job plus a coordinate below its shape",
                           "destination (%u,%u,%u,%u,%u) is outside the partition", word >> 24 & 63,
                           word >> 18 & 63, word >> 12 & 63, word >> 6 & 63, word & 63);
    return emuq_is_deposit(h) ? inject_send_to_line(f, d, &m, target) : inject_send_to_one(f, d, &m, target);
}

static emuq_outcome_t inject_collective(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
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
    } while (outcome == EMUQ_OUTSIDE); /* the tree was retired */
    if (outcome == EMUQ_DONE)
        emuq_fast_learn(f, &route);
    return outcome;
}

/* Finds the payload of a put in memory of another process, for a target on this host. */
static bool inject_find_elsewhere(const emuq_inj_t *f, uint64_t length, emuq_elsewhere_t *e)
{
    const MUHWI_Descriptor_t *d = &f->current.descriptor;
    const MUHWI_PacketHeader_t *h = &d->PacketHeader;
    const emuq_machine_t *m = f->node->machine;
    if (emuq_the_network != NULL || emuq_is_collective(h) || emuq_packet_type(h) != EMUQ_TYPE_PUT ||
        emuq_is_deposit(h) || d->Half_Word0.Prefetch_Only || (d->Pa_Payload & EMUQ_ATOMIC) != 0)
        return false;
    uint32_t target = emuq_destination_node(&m->geometry, emuq_destination(h));
    return target != UINT32_MAX && m->node[target].is_here &&
           emuq_elsewhere_find(f->current.owner.space->memory, d->Pa_Payload & EMUQ_PA_MASK, length, e);
}

static emuq_outcome_t inject_send_message(emuq_work_t *work, emuq_inj_t *f)
{
    const MUHWI_Descriptor_t *d = &f->current.descriptor;
    const char *advice = NULL, *payload = NULL;
    bool system = (AO_load(&f->attributes) & EMUQ_INJ_SYSTEM) != 0;
    const char *wrong = emuq_check_descriptor(d, system, &advice);
    if (wrong != NULL)
        return emuq_reject(work, advice, "%s", wrong);
    emuq_stamp(EMUQ_STAMP_DECODED);
    f->waiter.awaited = NULL;

    uint64_t length = d->Message_Length & EMUQ_PA_MASK;
    if (length != 0) {
        uint32_t remote;
        emuq_elsewhere_t elsewhere;
        emuq_outcome_t outcome = inject_fetch_payload(work, f, &payload, &remote);
        if (outcome == EMUQ_REMOTE && inject_find_elsewhere(f, length, &elsewhere)) {
            outcome = inject_point_to_point(work, f, d, NULL, &elsewhere, length);
            if (outcome != EMUQ_REMOTE)
                return outcome;
        }
        if (outcome == EMUQ_REMOTE)
            return emuq_delegate(work, f, &f->current.owner, remote);
        if (outcome != EMUQ_DONE)
            return outcome;
    }
    if (d->Half_Word0.Prefetch_Only)
        return EMUQ_DONE;
    return emuq_is_collective(&d->PacketHeader) ? inject_collective(work, f, d, payload, length)
                                                : inject_point_to_point(work, f, d, payload, NULL, length);
}

/* Sends a long message without the claim, so that the FIFO's user does not wait for the copy. */
static emuq_outcome_t inject_send_unclaimed(emuq_work_t *work, emuq_inj_t *f)
{
    for (;;) {
        AO_store(&f->state, EMUQ_FIFO_BUSY | (AO_load(&f->state) & EMUQ_FIFO_STOPPED));
        emuq_claim_leave(&f->claim); /* pending requests are void: this thread scans the FIFO again */
        EMUQ_TEST_POINT(inject_busy);
        emuq_outcome_t outcome = inject_send_message(work, f);
        emuq_claim_wait(&f->claim);
        uint64_t state = AO_load(&f->state);
        AO_store(&f->state, state & EMUQ_FIFO_STOPPED); /* a remote host has rejected a message */
        if (f->current.completed)                       /* a peer process has completed the message */
            return EMUQ_DONE;
        if (outcome != EMUQ_PARKED || !(state & EMUQ_FIFO_RETRY))
            return outcome;
    }
}

/* The process that must read the payload; NULL: the calling process can. */
static const emuq_address_space_t *inject_remote_source(const emuq_current_t *current)
{
    const MUHWI_Descriptor_t *d = &current->descriptor;
    const emuq_address_space_t *space = current->owner.space;
    uint64_t pa = d->Pa_Payload & EMUQ_PA_MASK;
    if (space == NULL || emuq_translate(space->memory, pa, d->Message_Length & EMUQ_PA_MASK) != NULL)
        return NULL;
    return emuq_exclusive_owner(space->memory, pa);
}

/* Starts or continues the head message. @return whether the message is complete */
static bool inject_run_head(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                            emuq_run_mode_t mode)
{
    const emuq_address_space_t *owner;
    emuq_elsewhere_t elsewhere;
    emuq_outcome_t outcome;
    bool is_idle = f->is_idle;
    bool is_long_message = (d->Message_Length & EMUQ_PA_MASK) > f->node->machine->inline_bytes &&
                           !emuq_is_collective(&d->PacketHeader);
    f->is_idle = false;
    if (f->current.completed || (is_idle && !is_long_message && emuq_fast_send(work, f, d)))
        return true;
    if (__builtin_expect(emuq_the_recording != NULL, 0))
        emuq_record_injected(emuq_record_ring(), f);
    if (is_long_message && mode != EMUQ_RUN_ENGINE && emuq_engine_offer(f))
        return false;
    if (!f->current.is_active)
        inject_begin(f, d);
    if (!is_long_message)
        outcome = inject_send_message(work, f);
    else if ((owner = inject_remote_source(&f->current)) != NULL)
        outcome = inject_find_elsewhere(f, d->Message_Length & EMUQ_PA_MASK, &elsewhere)
                      ? inject_send_message(work, f) /* delegates the FIFO if the kernel refuses */
                      : emuq_delegate(work, f, &f->current.owner, owner->member);
    else
        outcome = inject_send_unclaimed(work, f);

    if (outcome == EMUQ_PARKED)
        AO_store(&f->state, AO_load(&f->state) | EMUQ_FIFO_PARKED);
    if (outcome == EMUQ_DROPPED) { /* the owner of the FIFO has left */
        AO_store(&f->state, AO_load(&f->state) | EMUQ_FIFO_STOPPED);
        inject_end(f);
    }
    if (outcome == EMUQ_FAILED) {
        emuq_rejected_by(work, f, &f->current.descriptor);
        if (inject_is_at_head(f))
            AO_store(&f->state, AO_load(&f->state) | EMUQ_FIFO_STOPPED);
        else
            emuq_work_schedule(work, f); /* the rejection does not concern the new contents */
        inject_end(f);
    }
    return outcome == EMUQ_DONE;
}

static void inject_fail_fetch(emuq_work_t *work, emuq_inj_t *f, emuq_outcome_t outcome)
{
    f->is_idle = false;
    AO_store(&f->state, outcome == EMUQ_PARKED ? EMUQ_FIFO_PARKED : EMUQ_FIFO_STOPPED);
    if (outcome == EMUQ_FAILED)
        emuq_rejected_by(work, f, NULL);
}

static void inject_run_claimed(emuq_work_t *work, emuq_inj_t *f, emuq_run_mode_t mode)
{
    emuq_inj_regs_t *r = f->regs;
    uint64_t attributes = AO_load_acquire(&f->attributes);
    bool rget = (attributes & EMUQ_INJ_RGET) != 0;
    unsigned done = 0;
    bool exact = false;
    while (AO_load(&f->state) == 0) {
        /* Acquire: pairs with the release store of the tail. */
        uint64_t tail = AO_load_acquire(&r->tail), head = AO_load(&r->head);
        const MUHWI_Descriptor_t *d = &f->current.descriptor;
        if (!f->current.is_active) {
            if (!(attributes & EMUQ_INJ_ENABLED) || head == tail || inject_is_disabled(f))
                break;
            emuq_outcome_t outcome = inject_fetch(work, f, head, tail, &d);
            if (outcome != EMUQ_DONE) {
                inject_fail_fetch(work, f, outcome);
                break;
            }
        }
        if (mode == EMUQ_RUN_OTHER && ++done > INJECT_OTHER_DESCRIPTORS && emuq_engine_queue(f))
            break;
        if (!inject_run_head(work, f, d, mode))
            break;
        inject_complete(work, f, head, rget);
        exact = true;
        attributes = AO_load_acquire(&f->attributes);
    }
    if (!exact)
        inject_publish_free_space(work, f, rget);
}

void emuq_inj_claim_idle(emuq_inj_t *f)
{
    unsigned rounds = 0;
    emuq_claim_wait(&f->claim);
    while (AO_load(&f->state) & EMUQ_FIFO_BUSY) {
        emuq_claim_leave(&f->claim);
        emuq_spin(&rounds);
        emuq_claim_wait(&f->claim);
    }
}

static void inject_release(emuq_work_t *work, emuq_inj_t *f, emuq_run_mode_t mode)
{
    while (!emuq_claim_release(&f->claim))
        inject_run_claimed(work, f, mode);
}

void emuq_inj_release(emuq_work_t *work, emuq_inj_t *f)
{
    inject_release(work, f, EMUQ_RUN_OTHER);
}

static void inject_resume(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_inj_t *f = w->inj;
    emuq_claim_wait(&f->claim);
    uint64_t state = AO_load(&f->state);
    if (state & EMUQ_FIFO_BUSY)
        state |= EMUQ_FIFO_RETRY;
    AO_store(&f->state, state & ~(uint64_t)EMUQ_FIFO_PARKED);
    if (w->completed)
        f->current.completed = true;
    w->completed = false;
    inject_run_claimed(work, f, EMUQ_RUN_OTHER);
    inject_release(work, f, EMUQ_RUN_OTHER);
}

emuq_outcome_t emuq_inj_payload(emuq_work_t *work, emuq_inj_t *f, const char **payload)
{
    uint32_t remote;
    return inject_fetch_payload(work, f, payload, &remote);
}

void emuq_inj_sent(emuq_work_t *work, emuq_inj_t *f)
{
    emuq_tally_t tally = emuq_tally(&f->current.descriptor);
    emuq_claim_wait(&f->claim);
    emuq_count(f, &tally);
    emuq_claim_leave(&f->claim);
    f->waiter.completed = true;
    inject_resume(work, &f->waiter);
}

void emuq_inj_try_run(emuq_work_t *work, emuq_inj_t *f, emuq_run_mode_t mode)
{
    if (emuq_claim_try(&f->claim)) {
        inject_run_claimed(work, f, mode);
        inject_release(work, f, mode);
    }
}

void emuq_inj_run_on(emuq_work_t *work, emuq_inj_t *f)
{
    inject_run_claimed(work, f, EMUQ_RUN_OWNER);
    inject_release(work, f, EMUQ_RUN_OWNER);
}

void emuq_inj_run(emuq_work_t *work, emuq_inj_t *f)
{
    emuq_claim_wait(&f->claim);
    emuq_inj_run_on(work, f);
}

static void inject_resume_fifo(emuq_work_t *work, emuq_waiter_t *w)
{
    if (emuq_the_recording == NULL) {
        inject_resume(work, w);
        return;
    }
    const emuq_inj_t *f = w->inj;
    uint64_t before = AO_load(&f->regs->desc_count);
    if (w->awaited != NULL)
        emuq_record_parked(EMUQ_RECORD_RESUME, f, w->awaited);
    inject_resume(work, w);
    emuq_record_run(emuq_record_ring(), f, before);
}

static void inject_resume_waiter(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_space_queue_t *queue = w->awaited;
    if (w->state == EMUQ_REQUESTED && emuq_is_for_tree(w->request))
        emuq_collective_request(work, w);
    else if (w->state == EMUQ_REQUESTED) /* to this or a peer process */
        emuq_request_handle(work, w);
    else if (w->tree != NULL)
        emuq_collective_resume(work, w);
    else if (w->inj != NULL)
        inject_resume_fifo(work, w);
    else if (w->is_delayed)
        emuq_fault_ops->resume(w);
    else if (w->state == EMUQ_LEVEL)
        emuq_remote_ops->gi.requested(work, w);
    else
        emuq_remote_ops->resume(work, w);
    if (queue != NULL && emuq_has_waiters(queue)) /* space may be left for the next waiter */
        emuq_unpark(work, queue->rec != NULL ? queue->rec->node : queue->inj->node, queue);
}

void emuq_work_execute(emuq_work_t *work, bool is_recorded)
{
    while (work->resumed != NULL || work->scheduled != NULL) {
        emuq_waiter_t *w = work->resumed;
        emuq_inj_t *f = work->scheduled;
        if (w != NULL) {
            work->resumed = w->next;
            inject_resume_waiter(work, w);
            continue;
        }
        work->scheduled = f->next_scheduled;
        emuq_queued_clear(&f->scheduled);
        uint64_t before = is_recorded ? AO_load(&f->regs->desc_count) : 0;
        emuq_inj_try_run(work, f, EMUQ_RUN_OTHER);
        if (is_recorded)
            emuq_record_run(emuq_record_ring(), f, before);
    }
}

bool emuq_waiters_resume(emuq_work_t *work, emuq_mu_node_t *n)
{
    emuq_routes_resume(work, n->machine);
    if (AO_load(&n->parked_now) == 0)
        return false;
    emuq_unpark_all(work, n);
    return true;
}
