/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An injection FIFO runs its descriptors.
 *
 * The claim word: 0 free, 1 claimed, 2 claimed and somebody has asked for another look. A thread that wants a
 * look and must find exact registers (the doorbell of the FIFO's own user) waits for 0 -> 1; everybody else
 * turns 1 into 2 and leaves. Compare-and-swap 0 -> 1 is an acquire and pairs with the release 1 -> 0, so the
 * "claim" members of emuq_inj_t pass from holder to holder.
 *
 * The registers of the FIFO are the truth: every look starts from head and tail as they stand, so a program
 * may rewrite them while the FIFO is disabled.
 */
#include "backends/emulator/emulator.h"

#include <string.h>

#include "hwi/include/common/emuq_atomic.h"

/* How much a thread does for FIFOs that it does not own before it leaves the rest to an engine. */
#define FOREIGN_DESCRIPTORS 64

typedef enum run_mode {
    OWNER,   /* the doorbell's thread: everything, but long messages only if no engine would begin at once */
    FOREIGN, /* a thread that made room: a bounded amount, and no long messages */
    ENGINE   /* everything */
} run_mode_t;

/* What this thread has kicked and resumed and not yet run. */
static __thread emuq_inj_t *kicked, **kicked_end;
static __thread emuq_waiter_t *resumed, **resumed_end;

static void run_claimed(emuq_inj_t *f, run_mode_t mode);

void emuq_claim(emuq_inj_t *f)
{
    unsigned rounds = 0;
    while (!AO_compare_and_swap_acquire(&f->claim, 0, 1))
        emuq_spin(&rounds);
}

/* @return whether the caller holds the claim now; if not, the holder will look again. */
static bool try_claim(emuq_inj_t *f)
{
    for (;;) {
        if (AO_compare_and_swap_acquire(&f->claim, 0, 1))
            return true;
        AO_t seen = AO_fetch_compare_and_swap_full(&f->claim, 1, 2);
        if (seen != 0)
            return false;
    }
}

static void unclaim(emuq_inj_t *f, run_mode_t mode)
{
    while (!AO_compare_and_swap_release(&f->claim, 1, 0)) {
        /* Asked to look again while we held it. */
        AO_compare_and_swap_full(&f->claim, 2, 1);
        run_claimed(f, mode);
    }
}

void emuq_unclaim(emuq_inj_t *f)
{
    unclaim(f, FOREIGN);
}

/* Free slots: one of them always stays unused. */
static AO_t free_slots(const emuq_inj_regs_t *r, AO_t head, AO_t tail)
{
    AO_t size = AO_load(&r->size_1) + 1;
    AO_t used = tail >= head ? tail - head : size - (head - tail);
    AO_t start = AO_load(&r->start);
    if (head - start >= size || tail - start >= size)
        return 0; /* registers in the middle of being rewritten */
    return size / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES - 1 - used / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES;
}

/* Brings the free-space register up to date. In a remote-get FIFO arrivals change it too, under `arrive`. */
static void publish_free_space(emuq_inj_t *f, bool rget)
{
    emuq_inj_regs_t *r = f->regs;
    if (rget)
        emuq_lock(&f->arrive);
    AO_t before = AO_load(&r->free_space);
    AO_t now = free_slots(r, AO_load(&r->head), AO_load_acquire(&r->tail));
    if (now != before)
        AO_store_release(&r->free_space, now);
    if (rget)
        emuq_unlock(&f->arrive);
    if (now > before && !rget)
        emuq_inj_threshold(f->node, f->id, false, before, now);
}

/* The head descriptor is done. Head and free space first, the count last: a client that sees the count
 * (acquire, in MUSPI_CheckDescComplete) may reuse the source, and finds the slot free as well. */
static void complete(emuq_inj_t *f, AO_t head, bool rget)
{
    emuq_inj_regs_t *r = f->regs;
    AO_t next = head + BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES;
    AO_t start = AO_load(&r->start);
    if (next > start + AO_load(&r->size_1))
        next = start;
    f->sent = 0;
    f->hop = 0;
    f->has_fetched = false;
    emuq_copy_forget(f);
    f->at_rest = AO_load(&f->hold) == 0 && !f->collected && f->waiter.state == EMUQ_HERE;
    AO_store_release(&r->head, next);
    publish_free_space(f, rget);
    AO_store_release(&r->desc_count, AO_load(&r->desc_count) + 1);
    if (rget && AO_load(&f->waiting) != 0)
        emuq_unpark(f->node, f, &f->waiting);
    emuq_wake(f->node);
}

static bool registers_are_sound(const emuq_inj_regs_t *r, AO_t head, AO_t tail)
{
    AO_t start = AO_load(&r->start), size_1 = AO_load(&r->size_1);
    return ((start | head | tail) & 63) == 0 && (size_1 & 63) == 63 && size_1 >= 127 &&
           head - start <= size_1 && tail - start <= size_1 && (start + size_1) >> EMUQ_PA_BITS == 0;
}

/* The bytes of the message: memory, or the value of an atomic load that is performed exactly once. */
static const char *fetch_payload(emuq_inj_t *f, const MUHWI_Descriptor_t *d, uint64_t length)
{
    uint64_t pa = d->Pa_Payload & EMUQ_PA_MASK;
    if (!(pa & EMUQ_ATOMIC))
        return emuq_translate(f->space, pa, length);
    if (!f->has_fetched) {
        volatile uint64_t *word = emuq_translate(f->space, pa & ~EMUQ_ATOMIC & ~UINT64_C(7), 8);
        if (word == NULL)
            return NULL;
        f->fetched = emuq_atomic_load_op(word, (unsigned)(pa & 7));
        f->has_fetched = true;
    }
    return (const char *)&f->fetched;
}

/* Nothing looks at the descriptor after the delivery: its FIFO's memory may be gone with it. */
static emuq_outcome_t point_to_point(emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_message_t *m)
{
    emuq_mu_node_t *n = f->node;
    const emuq_geometry_t *g = &n->machine->geometry;
    const MUHWI_Pt2PtNetworkHeader_t *h = &d->PacketHeader.NetworkHeader.pt2pt;
    uint32_t word = h->Destination.Destination.Destination;
    uint32_t to[5] = {word >> 24 & 63, word >> 18 & 63, word >> 12 & 63, word >> 6 & 63, word & 63};
    for (int i = 0; i < 5; i++)
        if (to[i] >= g->size[i])
            return emuq_refuse(
                "destinations are absolute: corner of the job plus a coordinate below its shape",
                "destination (%u,%u,%u,%u,%u) is outside the partition", to[0], to[1], to[2], to[3], to[4]);
    uint32_t target = emuq_geometry_node(g, to);
    uint32_t hints = (uint32_t)h->Hints << 8 | (h->Byte2.Byte2 & 0xc0);
    emuq_tally_t tally = emuq_tally(d);

    if (!h->Byte2.Deposit) {
        emuq_flow_t flow;
        const char *wrong = hints != 0 ? emuq_route_check(g, n->number, target, hints) : NULL;
        if (wrong != NULL)
            return emuq_refuse("set hints that lead to the destination, or none at all", "%s", wrong);
        emuq_flow_describe(f, d, &n->machine->node[target], NULL, &flow);
        emuq_outcome_t outcome = emuq_deliver(&n->machine->node[target], m, m->length);
        if (outcome == EMUQ_DONE) {
            emuq_count(f, &tally);
            emuq_flow_learn(f, &flow);
        }
        return outcome;
    }
    /* The first call of emuq_line_node() says how long the line is. */
    for (uint32_t count = f->hop + 1; f->hop < count; f->hop++, f->sent = 0) {
        const char *wrong = NULL;
        uint32_t next = emuq_line_node(g, n->number, target, hints, f->hop, &count, &wrong);
        if (wrong != NULL)
            return emuq_refuse("a deposit message travels along one dimension to the last node of a line",
                               "%s", wrong);
        m->descriptor = f->hop + 1 == count ? d : NULL;
        emuq_outcome_t outcome = emuq_deliver(&n->machine->node[next], m, m->length);
        if (outcome != EMUQ_DONE)
            return outcome;
    }
    emuq_count(f, &tally);
    return EMUQ_DONE;
}

/* The message of the descriptor, from where it stopped. */
static emuq_outcome_t send_message(emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    const char *advice = NULL;
    bool system = (AO_load(&f->attributes) & EMUQ_INJ_SYSTEM) != 0;
    const char *wrong = emuq_check_descriptor(d, system, &advice);
    if (wrong != NULL)
        return emuq_refuse(advice, "%s", wrong);
    emuq_stamp(EMUQ_STAMP_DECODED);

    uint64_t length = d->Message_Length & EMUQ_PA_MASK;
    const char *payload = NULL;
    if (length != 0) {
        payload = fetch_payload(f, d, length);
        if (payload == NULL && emuq_is_elsewhere(f->space))
            return emuq_hand_over(f);
        if (payload == NULL)
            return emuq_refuse("create a memory region that holds the whole payload",
                               "payload 0x%llx of %llu bytes is outside the windows of the rank",
                               (unsigned long long)d->Pa_Payload, (unsigned long long)length);
    }
    if (d->Half_Word0.Prefetch_Only)
        return EMUQ_DONE;

    const MUHWI_Pt2PtNetworkHeader_t *h = &d->PacketHeader.NetworkHeader.pt2pt;
    if (h->Data_Packet_Type == MUHWI_COLLECTIVE_DATA_PACKET_TYPE)
        return emuq_contribute(f, d, payload, length);
    emuq_message_t m = {.header = &d->PacketHeader,
                        .payload = payload,
                        .length = length,
                        .sent = &f->sent,
                        .waiter = &f->waiter,
                        .interrupt = d->Half_Word1.Interrupt,
                        .system = h->Byte3.Virtual_channel == 3,
                        .descriptor = d};
    return point_to_point(f, d, &m);
}

/* Moves a long message with the claim released, so that the FIFO's user does not wait for it. */
static emuq_outcome_t send_busy(emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    AO_store(&f->hold, EMUQ_HOLD_BUSY);
    AO_store_release(&f->claim,
                     0); /* pairs with the acquire in emuq_claim(); requests are void: we look again */
    emuq_outcome_t outcome;
    do {
        outcome = send_message(f, d);
        emuq_claim(f);
        AO_t hold = AO_load(&f->hold);
        AO_store(&f->hold, 0);
        if (f->collected) { /* another process has brought it meanwhile */
            f->collected = false;
            return EMUQ_DONE;
        }
        if (outcome != EMUQ_PARKED || !(hold & EMUQ_HOLD_RESUMED))
            break;
        AO_store(&f->hold, EMUQ_HOLD_BUSY);
        AO_store_release(&f->claim, 0);
    } while (true);
    return outcome;
}

static bool is_long(const emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    return (d->Message_Length & EMUQ_PA_MASK) > f->node->machine->inline_bytes &&
           d->PacketHeader.NetworkHeader.pt2pt.Data_Packet_Type == MUHWI_PT2PT_DATA_PACKET_TYPE;
}

/* Whether this process can read the message; if not, another one can, or nobody. */
static bool is_here(const emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    return !emuq_is_elsewhere(f->space) ||
           emuq_translate(f->space, d->Pa_Payload & EMUQ_PA_MASK, d->Message_Length & EMUQ_PA_MASK) != NULL;
}

/* @return whether the head descriptor is complete. */
static bool run_head(emuq_inj_t *f, const MUHWI_Descriptor_t *d, run_mode_t mode)
{
    emuq_outcome_t outcome;
    bool at_rest = f->at_rest;
    f->at_rest = false;
    if (!is_long(f, d))
        outcome = at_rest && emuq_flow_send(f, d) ? EMUQ_DONE : send_message(f, d);
    else if ((mode == OWNER && emuq_engine_offer(f)) || (mode == FOREIGN && emuq_engine_queue(f)))
        return false;
    else
        outcome = is_here(f, d) ? send_busy(f, d) : emuq_hand_over(f);

    if (outcome == EMUQ_PARKED)
        AO_store(&f->hold, AO_load(&f->hold) | EMUQ_HOLD_PARKED);
    if (outcome == EMUQ_REFUSED) {
        AO_store(&f->hold, AO_load(&f->hold) | EMUQ_HOLD_STOPPED);
        emuq_refused_by(f, d);
    }
    return outcome == EMUQ_DONE;
}

/* A program has stored to the disable register without a doorbell, before it rewrote the registers that the
 * caller has just read: the FIFO is disabled, although no scan has come by yet. */
static bool is_being_disabled(const emuq_inj_t *f)
{
    return AO_load_acquire(f->disable) >> (31 - f->id % 32) & 1;
}

/* The registers are sound: notes where the FIFO's memory is, if that is the same for all processes. */
static void note_memory(emuq_inj_t *f)
{
    f->start = AO_load(&f->regs->start);
    f->size_1 = AO_load(&f->regs->size_1);
    emuq_range_t range = emuq_range_around(f->space, f->start);
    f->memory = emuq_range_holds(&range, f->start, f->size_1 + 1) ? emuq_range_at(&range, f->start) : NULL;
}

/* The head descriptor of a device's FIFO, from the beginning of its message to the end. */
static const MUHWI_Descriptor_t *keep_copy(emuq_inj_t *f, const MUHWI_Descriptor_t *d, AO_t head)
{
    emuq_descriptor_copy_t *copy = f->copy;
    if (!copy->is_valid || copy->head != head) {
        memcpy(&copy->descriptor, d, sizeof *d);
        copy->head = head;
        copy->is_valid = true;
        f->sent = f->hop = 0; /* of a message that was given up */
        f->has_fetched = false;
    }
    return &copy->descriptor;
}

static void run_claimed(emuq_inj_t *f, run_mode_t mode)
{
    emuq_inj_regs_t *r = f->regs;
    AO_t attributes = AO_load_acquire(&f->attributes);
    bool rget = (attributes & EMUQ_INJ_RGET) != 0;
    unsigned done = 0;
    bool exact = false; /* complete() has brought the free space up to date */
    while ((attributes & EMUQ_INJ_ENABLED) && AO_load(&f->hold) == 0) {
        /* Acquire: pairs with the release store of the tail; the descriptors behind it are visible. */
        AO_t tail = AO_load_acquire(&r->tail), head = AO_load(&r->head);
        if (head == tail || is_being_disabled(f))
            break;
        if (f->collected) {
            /* Delivered while it was parked. The FIFO's memory may be gone with the message. */
            f->collected = f->at_rest = false;
            complete(f, head, rget);
            exact = true;
            continue;
        }
        const MUHWI_Descriptor_t *d = NULL;
        if (!registers_are_sound(r, head, tail))
            emuq_refuse(
                "start, head and tail are multiples of 64 inside the FIFO; size_1 is its size minus 1",
                "registers of the injection FIFO: start 0x%lx, size_1 0x%lx, head 0x%lx, tail 0x%lx",
                AO_load(&r->start), AO_load(&r->size_1), head, tail);
        else if ((d = emuq_translate(f->space, head, sizeof *d)) == NULL) {
            f->at_rest = false;
            if (emuq_is_elsewhere(f->space) && emuq_hand_over(f) == EMUQ_PARKED) {
                AO_store(&f->hold, EMUQ_HOLD_PARKED);
                break;
            }
            emuq_refuse("initialise the FIFO with a memory region of its own memory",
                        "the FIFO's memory at 0x%lx is outside the windows of the rank", head);
        }
        if (d == NULL) {
            f->at_rest = false;
            AO_store(&f->hold, EMUQ_HOLD_STOPPED);
            emuq_refused_by(f, NULL);
            break;
        }
        if (mode == FOREIGN && ++done > FOREIGN_DESCRIPTORS && emuq_engine_queue(f))
            break;
        if (f->copy != NULL)
            d = keep_copy(f, d, head);
        else if (f->memory == NULL || f->start != AO_load(&r->start) || f->size_1 != AO_load(&r->size_1))
            note_memory(f);
        if (!run_head(f, d, mode))
            break;
        complete(f, head, rget);
        exact = true;
        attributes = AO_load_acquire(&f->attributes);
    }
    if (!exact)
        publish_free_space(f, rget);
}

/* Lists of the thread: FIFOs to look at, and waiters that may go on. */

void emuq_inj_kick(emuq_inj_t *f)
{
    /* Acquire pairs with the release in drain: only one list at a time owns next_listed. */
    if (!AO_compare_and_swap_acquire(&f->listed, 0, 1))
        return;
    f->next_listed = NULL;
    if (kicked == NULL)
        kicked_end = &kicked;
    *kicked_end = f;
    kicked_end = &f->next_listed;
}

void emuq_resume_later(emuq_waiter_t *w)
{
    w->next = NULL;
    if (resumed == NULL)
        resumed_end = &resumed;
    *resumed_end = w;
    resumed_end = &w->next;
}

static void run_foreign(emuq_inj_t *f)
{
    if (try_claim(f)) {
        run_claimed(f, FOREIGN);
        unclaim(f, FOREIGN);
    }
}

void emuq_resume(emuq_waiter_t *w)
{
    if (w->state == EMUQ_ASKED) { /* room for a message that another process brings */
        emuq_serve(w);
        return;
    }
    if (w->tree != NULL) {
        emuq_collective_resume(w->tree);
        return;
    }
    emuq_inj_t *f = w->inj;
    emuq_claim(f);
    AO_t hold = AO_load(&f->hold);
    if (hold & EMUQ_HOLD_BUSY)
        hold |= EMUQ_HOLD_RESUMED;
    AO_store(&f->hold, hold & ~(AO_t)EMUQ_HOLD_PARKED);
    if (w->collected)
        f->collected = true;
    w->collected = false;
    run_claimed(f, FOREIGN);
    unclaim(f, FOREIGN);
}

void emuq_inj_drain(void)
{
    while (resumed != NULL || kicked != NULL) {
        emuq_waiter_t *w = resumed;
        emuq_inj_t *f = kicked;
        if (w != NULL) {
            resumed = w->next;
            emuq_resume(w);
        } else {
            kicked = f->next_listed;
            AO_store_release(&f->listed, 0);
            run_foreign(f);
        }
        emuq_report_refused();
    }
}

void emuq_inj_run(emuq_inj_t *f)
{
    bool others = false;
    emuq_claim(f);
    emuq_stamp(EMUQ_STAMP_CLAIMED);
    if (f->at_rest && emuq_flow_run(f, &others) && AO_compare_and_swap_release(&f->claim, 1, 0)) {
        if (!others)
            return; /* nobody has asked for another look, and nothing is left to drain or to report */
    } else {
        run_claimed(f, OWNER);
        unclaim(f, OWNER);
    }
    emuq_report_refused();
    emuq_inj_drain();
}

void emuq_inj_run_long(emuq_inj_t *f)
{
    if (try_claim(f)) {
        run_claimed(f, ENGINE);
        unclaim(f, ENGINE);
    }
    emuq_report_refused();
    emuq_inj_drain();
}
