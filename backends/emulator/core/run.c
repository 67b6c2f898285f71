/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/run.h"

#include "backends/emulator/collective/collective.h"
#include "backends/emulator/core/delivery.h"
#include "backends/emulator/remote/remote.h"
#include "backends/emulator/core/fifo_space.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/fault/fault.h"
#include "backends/emulator/core/park.h"
#include "backends/emulator/trace/record_message.h"
#include "backends/emulator/core/request.h"
#include "backends/emulator/collective/tree.h"

/* The node of a FIFO that others wait for. */
static emuq_mu_node_t *node_of(const emuq_blocker_t *b)
{
    return b->rec != NULL ? b->rec->node : b->inj->node;
}

static void resume_fifo(emuq_work_t *work, emuq_waiter_t *w)
{
    if (emuq_the_recording == NULL) {
        emuq_inj_resume(work, w);
        return;
    }
    const emuq_inj_t *f = w->inj;
    uint64_t before = emuq_load(&f->regs->desc_count);
    if (w->blocker != NULL)
        emuq_record_parked(EMUQ_RECORD_RESUME, f, w->blocker);
    emuq_inj_resume(work, w);
    emuq_record_run(emuq_record_ring(), f, before);
}

static void resume(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_blocker_t *blocker = w->blocker;
    if (w->state == EMUQ_REQUESTED && emuq_is_for_tree(w->request))
        emuq_collective_request(work, w);
    else if (w->state == EMUQ_REQUESTED) /* for this process, or the next one */
        emuq_request_handle(work, w);
    else if (w->tree != NULL)
        emuq_collective_resume(work, w);
    else if (w->inj != NULL)
        resume_fifo(work, w);
    else if (w->flies)
        emuq_delay_queue_resume(w);
    else if (w->state == EMUQ_LEVEL)
        emuq_remote_gi_requested(work, w);
    else
        emuq_remote_resume(work, w);
    if (blocker != NULL && emuq_is_waited_for(blocker)) /* it may have left room for the next one */
        emuq_unpark(work, node_of(blocker), blocker);
}

/* Runs a FIFO whose descriptors have come from others. */
static void run_recorded(emuq_work_t *work, emuq_inj_t *f)
{
    emuq_record_ring_t *ring = emuq_record_ring();
    uint64_t before = emuq_load(&f->regs->desc_count);
    emuq_inj_try_run(work, f, EMUQ_FOREIGN);
    emuq_record_run(ring, f, before);
}

static inline __attribute__((always_inline)) void execute(emuq_work_t *work, bool is_recorded)
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
            if (is_recorded)
                run_recorded(work, f);
            else
                emuq_inj_try_run(work, f, EMUQ_FOREIGN);
        }
    }
}

void emuq_work_execute(emuq_work_t *work)
{
    execute(work, false);
}

void emuq_work_execute_recorded(emuq_work_t *work)
{
    execute(work, true);
}

bool emuq_node_resume(emuq_work_t *work, emuq_mu_node_t *n)
{
    emuq_routes_resume(work, n->machine);
    if (__atomic_load_n(&n->parked_now, __ATOMIC_RELAXED) == 0)
        return false;
    emuq_unpark_all(work, n);
    return true;
}
