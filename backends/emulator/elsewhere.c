/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory that only its own process can reach: stacks, foreign mappings, everything if nothing is shared. Who
 * meets such memory *asks* the process that has it, by putting a waiter into that process's list and ringing
 * its bell; an engine there, asleep until then, does it.
 *
 *  - Source: the whole injection FIFO is handed over; the owner's engine goes on with it.
 *  - Target: the message's bytes go into memory that all processes see, and the target's engine delivers them
 * from there, by the same code as always. The FIFO (or collective) is parked meanwhile and goes on, in
 * whatever process answers, with the next piece.
 *
 * A waiter belongs to one party at a time: who parked it, the list, the engine that took it off. The list's
 * lock passes it on, with everything in it.
 */
#include "backends/emulator/tree.h"

#include <string.h>

#define STAGING_LEAST UINT64_C(4096)
#define PIECE         (UINT64_C(1) << 16) /* bytes that are copied at a time */

/* What is asked, and where the bytes are. */
typedef struct emuq_request {
    emuq_mu_node_t *to;
    uint32_t member; /* who is asked */
    MUHWI_PacketHeader_t header;
    const char *payload; /* byte number `begin` of the message */
    uint64_t length, begin, sent, end;
    uint64_t *progress; /* of the message */
    bool interrupt, system;
    bool completes;              /* with this piece the message ... */
    emuq_tally_t tally;          /* ... which is counted then */
    char what[200], advice[160]; /* why it was refused */
    char *staging;               /* memory that all processes see; grows, and stays */
    uint64_t staging_bytes;
} emuq_request_t;

static __thread uint32_t elsewhere; /* the process that emuq_elsewhere() has just found */

emuq_outcome_t emuq_elsewhere(const emuq_address_space_t *space, int32_t rank)
{
    if (__atomic_load_n(&space->ended, __ATOMIC_ACQUIRE))
        return emuq_refuse("send to a rank only while it runs: let ranks meet at a barrier before one ends",
                           "rank %d has ended, and its memory is gone", rank);
    if (space->member == emuq_my_member)
        return EMUQ_DONE;
    elsewhere = space->member;
    return EMUQ_ELSEWHERE;
}

/* @return false if the process has ended. */
static bool post(emuq_machine_t *m, uint32_t number, emuq_waiter_t *w)
{
    emuq_member_t *member = &m->member[number];
    w->next = NULL;
    emuq_lock(&member->lock);
    bool open = !member->ended;
    if (open) {
        if (member->first == NULL)
            member->first = w;
        else
            member->last->next = w;
        member->last = w;
    }
    emuq_unlock(&member->lock);
    if (open)
        emuq_ring(member);
    return open;
}

emuq_outcome_t emuq_hand_over(emuq_inj_t *f)
{
    if (post(f->node->machine, f->space->member, &f->waiter))
        return EMUQ_PARKED;
    return emuq_refuse("let a rank end only after its messages are complete",
                       "rank %d has ended, and the source of its message is gone", f->rank);
}

static emuq_request_t *request_of(emuq_machine_t *m, emuq_waiter_t *w)
{
    if (w->request == NULL)
        w->request = emuq_arena_alloc(m->arena, sizeof *w->request, 64);
    return w->request;
}

const char *emuq_stage(emuq_machine_t *m, emuq_waiter_t *w, const char *data, uint64_t bytes)
{
    if (!m->is_shared || emuq_arena_holds(m->arena, data, bytes))
        return data;
    emuq_request_t *r = request_of(m, w);
    if (r == NULL)
        return NULL;
    if (r->staging_bytes < bytes) {
        uint64_t size = STAGING_LEAST;
        while (size < bytes)
            size *= 2;
        char *staging = emuq_arena_alloc(m->arena, size, 64);
        if (staging == NULL)
            return NULL;
        r->staging = staging;
        r->staging_bytes = size;
    }
    return memcpy(r->staging, data, bytes);
}

/* How many of the message's next bytes are handed over at once: whole packets. */
static uint64_t piece(const emuq_machine_t *machine, const emuq_message_t *m, const char *payload,
                      uint64_t bytes)
{
    if (bytes <= PIECE || emuq_arena_holds(machine->arena, payload, bytes))
        return bytes;
    uint64_t packet = m->header->NetworkHeader.pt2pt.Byte8.Size * UINT64_C(32);
    return packet != 0 ? PIECE / packet * packet : PIECE;
}

static emuq_outcome_t ask(emuq_mu_node_t *to, const emuq_message_t *m, uint64_t end)
{
    emuq_machine_t *machine = to->machine;
    emuq_request_t *r = request_of(machine, m->waiter);
    const char *payload = m->payload + (*m->sent - m->base);
    uint64_t bytes = piece(machine, m, payload, end - *m->sent);
    if (r != NULL)
        payload = bytes != 0 ? emuq_stage(machine, m->waiter, payload, bytes) : NULL;
    if (r == NULL || (payload == NULL && bytes != 0))
        return emuq_refuse("share the memory of the ranks, or use fewer FIFOs",
                           "no memory to pass a message of %llu bytes to another process",
                           (unsigned long long)m->length);
    r->to = to;
    r->member = elsewhere;
    r->header = *m->header;
    r->payload = payload;
    r->length = m->length;
    r->begin = r->sent = *m->sent;
    r->end = *m->sent + bytes;
    r->progress = m->sent;
    r->interrupt = m->interrupt;
    r->system = m->system;
    r->completes = m->descriptor != NULL && r->end == m->length;
    if (r->completes)
        r->tally = emuq_tally(m->descriptor);
    m->waiter->state = EMUQ_ASKED;
    if (post(machine, elsewhere, m->waiter))
        return EMUQ_PARKED;
    m->waiter->state = EMUQ_HERE;
    return emuq_refuse("send to a rank only while it runs: let ranks meet at a barrier before one ends",
                       "the rank that a message is for has ended");
}

emuq_outcome_t emuq_deliver(emuq_mu_node_t *to, const emuq_message_t *m, uint64_t end)
{
    emuq_waiter_t *w = m->waiter;
    if (__builtin_expect(w->state != EMUQ_HERE, 0)) {
        bool refused = w->state == EMUQ_REJECTED;
        w->state = EMUQ_HERE;
        if (refused)
            return emuq_refuse(w->request->advice, "%s", w->request->what);
        if (*m->sent >= end)
            return EMUQ_DONE;
    }
    emuq_outcome_t outcome = emuq_deliver_here(to, m, end);
    return __builtin_expect(outcome == EMUQ_ELSEWHERE, 0) ? ask(to, m, end) : outcome;
}

/* In the process that was asked. */
static void answer(emuq_waiter_t *w)
{
    emuq_request_t *r = w->request;
    emuq_message_t m = {.header = &r->header,
                        .payload = r->payload,
                        .base = r->begin,
                        .length = r->length,
                        .sent = &r->sent,
                        .waiter = w,
                        .interrupt = r->interrupt,
                        .system = r->system};
    emuq_outcome_t outcome = emuq_deliver_here(r->to, &m, r->end);
    if (outcome == EMUQ_PARKED)
        return;
    if (outcome == EMUQ_ELSEWHERE)
        outcome =
            emuq_refuse("keep a put's counter and its target in memory of one rank, or in shared memory",
                        "a put has its target and its counter in the private memory of two ranks");
    if (outcome == EMUQ_REFUSED) {
        emuq_unrefuse(r->what, sizeof r->what, r->advice, sizeof r->advice);
        w->state = EMUQ_REJECTED;
    } else {
        if (r->completes) { /* without the claim: not in the sum of the FIFO */
            emuq_traffic_t t = {r->tally.key, 1, r->tally.packets, r->tally.chunks};
            emuq_traffic_flush(emuq_the_machine, w->inj->node->number, &t);
        }
        *r->progress = r->end;
        w->state = r->completes ? EMUQ_HERE : EMUQ_ANSWERED;
        w->collected = r->completes;
    }
    emuq_resume(w);
}

void emuq_serve(emuq_waiter_t *w)
{
    if (w->state != EMUQ_ASKED) {
        emuq_resume(w);
    } else if (w->request->member == emuq_my_member) {
        answer(w);
    } else if (!post(emuq_the_machine, w->request->member, w)) {
        emuq_refuse("send to a rank only while it runs: let ranks meet at a barrier before one ends",
                    "the rank that a message is for has ended");
        emuq_unrefuse(w->request->what, sizeof w->request->what, w->request->advice,
                      sizeof w->request->advice);
        w->state = EMUQ_REJECTED;
        emuq_resume(w);
    }
}

void emuq_serve_no_more(emuq_machine_t *m, uint32_t number)
{
    emuq_member_t *member = &m->member[number];
    emuq_lock(&member->lock);
    emuq_waiter_t *w = member->first;
    member->first = NULL;
    member->ended = true;
    emuq_unlock(&member->lock);
    while (w != NULL) {
        emuq_waiter_t *next = w->next;
        if (w->state == EMUQ_ASKED)
            emuq_serve(w);
        w = next;
    }
    emuq_inj_drain();
}
