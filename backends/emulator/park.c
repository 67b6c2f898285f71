/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Back-pressure. A message that finds its target FIFO full is parked: its injection FIFO (or collective) goes
 * on the target node's list, and nobody waits in a thread. Whoever makes room takes the waiters of that FIFO
 * off the list and lets them try again.
 *
 * The sender sets `waiting` and then looks for room once more; the receiver moves the head and then looks at
 * `waiting`. A full barrier on both sides would make that exact; the receiver's would cost every poll. So a
 * wakeup can be missed, and the engine threads look at parked waiters every few milliseconds.
 */
#include "backends/emulator/emulator.h"

static bool has_room(const emuq_mu_node_t *n, const emuq_waiter_t *w)
{
    const emuq_rec_t *r = w->blocker;
    uint64_t room =
        r >= n->rec && r < n->rec + EMUQ_REC_FIFOS ? emuq_rec_room(r) : emuq_rget_room(w->blocker);
    return room >= w->need;
}

static volatile AO_t *waiting_word(emuq_mu_node_t *n, const void *blocker)
{
    const emuq_rec_t *r = blocker;
    if (r >= n->rec && r < n->rec + EMUQ_REC_FIFOS)
        return &n->rec[r - n->rec].waiting;
    return &n->inj[(const emuq_inj_t *)blocker - n->inj].waiting;
}

void emuq_park(emuq_mu_node_t *to, emuq_waiter_t *w, const void *blocker, volatile AO_t *waiting,
               uint64_t need)
{
    w->next = NULL;
    w->blocker = blocker;
    w->need = need;
    emuq_lock(&to->park_lock);
    emuq_waiter_t **end = &to->parked;
    while (*end != NULL)
        end = &(*end)->next;
    *end = w;
    AO_fetch_and_add_full(waiting, 1);
    AO_fetch_and_add_full(&to->parked_now, 1);
    bool missed = has_room(to, w);
    emuq_unlock(&to->park_lock);
    if (missed)
        emuq_unpark(to, blocker, waiting);
}

void emuq_unpark(emuq_mu_node_t *to, const void *blocker, volatile AO_t *waiting)
{
    emuq_lock(&to->park_lock);
    emuq_waiter_t **link = &to->parked;
    while (*link != NULL) {
        emuq_waiter_t *w = *link;
        if (w->blocker != blocker) {
            link = &w->next;
            continue;
        }
        *link = w->next;
        AO_fetch_and_add_full(waiting, (AO_t)-1);
        AO_fetch_and_add_full(&to->parked_now, (AO_t)-1);
        emuq_resume_later(w);
    }
    emuq_unlock(&to->park_lock);
}

void emuq_unpark_ended(emuq_mu_node_t *to, uint32_t member)
{
    for (uint32_t i = 0; i < EMUQ_REC_FIFOS; i++) {
        emuq_rec_t *r = &to->rec[i];
        if (AO_load_acquire(&r->waiting) != 0 && r->space->member == member)
            emuq_unpark(to, r, &r->waiting);
    }
    for (uint32_t i = 0; i < EMUQ_INJ_FIFOS; i++) {
        emuq_inj_t *f = &to->inj[i];
        if (AO_load_acquire(&f->waiting) != 0 && f->space->member == member)
            emuq_unpark(to, f, &f->waiting);
    }
}

void emuq_unpark_all(emuq_mu_node_t *to)
{
    const void *blockers[16];
    int count = 0;
    emuq_lock(&to->park_lock);
    for (const emuq_waiter_t *w = to->parked; w != NULL && count < 16; w = w->next)
        if (has_room(to, w))
            blockers[count++] = w->blocker;
    emuq_unlock(&to->park_lock);
    for (int i = 0; i < count; i++)
        emuq_unpark(to, blockers[i], waiting_word(to, blockers[i]));
}
