/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/request.h"

void emuq_request_reject(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_request_t *r = w->request;
    emuq_unrefuse(work, r->what, sizeof r->what, r->advice, sizeof r->advice);
    w->state = EMUQ_REJECTED;
    emuq_work_resume(work, w);
}

void emuq_request_done(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_request_t *r = w->request;
    if (r->completes && r->to->is_here) { /* without the claim: not in the sum of the FIFO */
        emuq_traffic_t t = {r->tally.key, 1, r->tally.packets, r->tally.chunks};
        emuq_traffic_flush(r->to->machine, w->inj->node->number, &t);
    }
    *r->progress = r->end;
    w->state = r->completes ? EMUQ_LOCAL : EMUQ_COMPLETED;
    w->collected = r->completes;
    emuq_work_resume(work, w);
}
