/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/run.h"

#include "backends/emulator/collective.h"
#include "backends/emulator/delivery.h"
#include "backends/emulator/far.h"
#include "backends/emulator/inject.h"
#include "backends/emulator/park.h"
#include "backends/emulator/request.h"
#include "backends/emulator/tree.h"

/* The node of a FIFO that others wait for. */
static emuq_mu_node_t *node_of(const emuq_blocker_t *b)
{
    return b->rec != NULL ? b->rec->node : b->inj->node;
}

static void resume(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_blocker_t *blocker = w->blocker;
    if (w->state == EMUQ_REQUESTED && emuq_is_for_tree(w->request))
        emuq_collective_request(work, w);
    else if (w->state == EMUQ_REQUESTED) /* for this process, or the next one */
        emuq_request_handle(work, w);
    else if (w->tree != NULL)
        emuq_collective_resume(work, w->tree);
    else if (w->inj != NULL)
        emuq_inj_resume(work, w);
    else
        emuq_far_resume(work, w);
    if (blocker != NULL && emuq_is_waited_for(blocker)) /* it may have left room for the next one */
        emuq_unpark(work, node_of(blocker), blocker);
}

void emuq_work_execute(emuq_work_t *work)
{
    while (work->resumed != NULL || work->scheduled != NULL) {
        emuq_waiter_t *w = work->resumed;
        emuq_inj_t *f = work->scheduled;
        if (w != NULL) {
            work->resumed = w->next;
            resume(work, w);
        } else {
            work->scheduled = f->next_scheduled;
            emuq_queued_clear(&f->scheduled);
            emuq_inj_try_run(work, f, EMUQ_FOREIGN);
        }
    }
}

bool emuq_node_resume(emuq_work_t *work, emuq_mu_node_t *n)
{
    emuq_routes_resume(work, n->machine);
    if (__atomic_load_n(&n->parked_now, __ATOMIC_RELAXED) == 0)
        return false;
    emuq_unpark_all(work, n);
    return true;
}
