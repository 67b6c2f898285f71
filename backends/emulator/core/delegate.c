/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/emulator/core/delegate.h"

#include <signal.h>

emuq_outcome_t emuq_reach_failed(emuq_work_t *w, const emuq_owner_t *owner, uint64_t pa, uint32_t *remote)
{
    const emuq_address_space_t *space = owner->space;
    if (space == NULL)
        return emuq_refuse(
            w, "allocate the resource, and keep it until all messages to it have arrived",
            "a message needs a resource that no process has allocated, or that was deallocated");
    if (__atomic_load_n(&space->ended, __ATOMIC_ACQUIRE))
        return emuq_refuse(w,
                           "send to a rank only while it runs: let ranks meet at a barrier before one ends",
                           "rank %d has ended, and its memory is gone", owner->rank);
    const emuq_address_space_t *elsewhere = emuq_exclusive_owner(space->memory, pa);
    if (elsewhere == NULL)
        return EMUQ_OUTSIDE;
    *remote = elsewhere->member;
    return EMUQ_REMOTE;
}

void emuq_ring(emuq_member_t *member)
{
    const emuq_machine_t *m = emuq_the_machine;
    if (emuq_the_kernel.serve_hosts != NULL && !emuq_serves_hosts && member == &m->member[m->engine])
        emuq_has_asked_engine = true;
    if (!emuq_event_is_announced(&member->bell))
        return;
    /* The announcement that has been seen carries the numbers. A process that has ended is sent nothing that
     * matters: the signal is ignored unless handled. */
    if (member->thread == 0)
        emuq_event_wake(&member->bell, 1);
    else if (emuq_event_take(&member->bell))
        (void)tgkill(member->process, member->thread, EMUQ_SERVE_SIGNAL);
}

bool emuq_request_send(emuq_machine_t *m, uint32_t number, emuq_waiter_t *w)
{
    emuq_member_t *member = &m->member[number];
    if (emuq_mailbox_put(&member->box, &w->link) != 0)
        return false;
    emuq_ring(member);
    return true;
}

emuq_waiter_t *emuq_request_take(emuq_member_t *member)
{
    emuq_link_t *link = emuq_mailbox_take(&member->box);
    return link != NULL ? EMUQ_LINKED(link, emuq_waiter_t, link) : NULL;
}

emuq_outcome_t emuq_delegate(emuq_work_t *w, emuq_inj_t *f, const emuq_owner_t *owner, uint32_t member)
{
    if (emuq_request_send(f->node->machine, member, &f->waiter))
        return EMUQ_PARKED;
    return emuq_refuse(w, "let a rank end only after its messages are complete",
                       "rank %d has ended, and the source of its message is gone", owner->rank);
}
