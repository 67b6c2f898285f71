/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/park.h"

#include "backends/emulator/core/fifo_space.h"
#include "backends/emulator/trace/record_message.h"
#include "backends/emulator/core/request.h"

uint64_t emuq_rec_room(emuq_rec_t *r)
{
    uint64_t begin = emuq_byte_ring_begin(&r->ring);
    uint64_t start = emuq_load(&r->regs->start), size = emuq_load(&r->regs->size_1) + 1;
    return emuq_byte_ring_space(&r->ring, begin, start, size, &r->regs->head, EMUQ_BYTE_RING_ALL);
}

uint64_t emuq_rget_room(const emuq_inj_t *f)
{
    return emuq_free_slots(f->regs, emuq_load_acquire(&f->regs->head), emuq_load_acquire(&f->regs->tail));
}

/* A FIFO without a living owner, or whose rank has ended, has room for everything: its waiters are to find
 * out.
 */
static uint64_t room_of(const emuq_blocker_t *b)
{
    const emuq_owner_t *owner = b->rec != NULL ? &b->rec->owner : &b->inj->owner;
    if (!emuq_owner_is_alive(owner))
        return UINT64_MAX;
    if (b->rec != NULL && emuq_is_retired(b->rec))
        return UINT64_MAX;
    if (b->rec != NULL)
        return __atomic_load_n(&b->rec->enabled, __ATOMIC_ACQUIRE) ? emuq_rec_room(b->rec) : UINT64_MAX;
    return emuq_rget_room(b->inj);
}

bool emuq_rec_has_room(emuq_rec_t *r, uint64_t bytes)
{
    return room_of(&r->blocker) >= bytes;
}

bool emuq_rget_has_room(const emuq_inj_t *f, uint64_t slots)
{
    return room_of(&f->blocker) >= slots;
}

void emuq_unpark(emuq_work_t *work, emuq_mu_node_t *to, emuq_blocker_t *b)
{
    uint64_t taken = 0;
    for (emuq_waiting_t *at = emuq_wait_list_take(&b->list, room_of(b)), *next; at != NULL; at = next) {
        emuq_waiter_t *w = EMUQ_LINKED(at, emuq_waiter_t, waiting);
        next = at->next;
        taken++;
        w->taken_from = b;
        EMUQ_TEST_POINT(park_resumed);
        emuq_work_resume(work, w);
    }
    if (taken == 0)
        return;
    __atomic_fetch_sub(&to->parked_now, taken, __ATOMIC_RELAXED);
    __atomic_fetch_sub(&to->machine->parked_now, taken, __ATOMIC_RELAXED);
}

void emuq_park(emuq_work_t *work, emuq_mu_node_t *to, emuq_waiter_t *w, emuq_blocker_t *b, uint64_t need)
{
    if (w->request != NULL)
        emuq_request_keep(w->request);
    __atomic_fetch_add(&to->parked_now, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&to->machine->parked_now, 1, __ATOMIC_RELAXED);
    w->blocker = b;
    w->waiting.need = need;
    if (emuq_the_recording != NULL)
        emuq_record_parked(EMUQ_RECORD_PARK, w->inj, b);
    /* The list is never closed: a FIFO without a living owner has room for everything. */
    if (w->taken_from == b)
        (void)emuq_wait_list_put_back(&b->list, &w->waiting);
    else
        (void)emuq_wait_list_put(&b->list, &w->waiting);
    emuq_lock(&to->park_lock);
    if (!b->is_listed) {
        b->is_listed = true;
        b->next = to->blocked;
        to->blocked = b;
    }
    emuq_unlock(&to->park_lock);
    emuq_unpark(work, to, b);
}

void emuq_unpark_all(emuq_work_t *work, emuq_mu_node_t *to)
{
    emuq_lock(&to->park_lock);
    for (emuq_blocker_t **link = &to->blocked; *link != NULL;) {
        emuq_blocker_t *b = *link;
        emuq_unpark(work, to, b);
        /* A waiter that comes after this look lists the FIFO again, once it gets the lock. */
        if (emuq_is_waited_for(b)) {
            link = &b->next;
        } else {
            *link = b->next;
            b->is_listed = false;
        }
    }
    emuq_unlock(&to->park_lock);
}
