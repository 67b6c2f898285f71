/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/remote/far_withdraw.h"

#include <errno.h>

#include "backends/emulator/remote/far_table.h"
#include "backends/emulator/collective/tree.h"

static emuq_carrier_t *values; /* that have come and are not answered */

void emuq_far_value_came(emuq_carrier_t *value)
{
    value->next = values;
    values = value;
}

void emuq_far_value_done(const emuq_carrier_t *value)
{
    emuq_carrier_t **link = &values;
    while (*link != value)
        link = &(*link)->next;
    *link = value->next;
}

/* The tree has an errand out, whose answer this thread has not handled: it is running, so its memory does not
 * become another tree, and its id stays what it is. */
void emuq_far_withdraw(emuq_tree_t *t, uint32_t host, uint32_t token)
{
    emuq_frame_withdrawn_t frame = {.frame = {EMUQ_FRAME_WITHDRAWN, token}, .tree = t->id};
    emuq_lock(&t->lock);
    bool is_given_up = t->given_up;
    emuq_unlock(&t->lock);
    if (is_given_up)
        (void)emuq_far_send(host, &frame, sizeof frame); /* a lost host ends the job */
}

void emuq_far_withdraw_all(void)
{
    uint32_t host;
    const emuq_waiter_t *w;
    for (uint32_t token = 1; emuq_far_noted(token, &host, (void **)(uintptr_t)&w); token++)
        if (w != NULL && w->tree != NULL && w->request->request_kind == EMUQ_FOR_TREE)
            emuq_far_withdraw(w->tree, host, token);
}

int emuq_far_withdrawn(emuq_work_t *work, emuq_machine_t *m, uint32_t host,
                       const emuq_frame_withdrawn_t *frame, size_t bytes)
{
    bool is_known = false;
    if (bytes != sizeof *frame)
        return -EPROTO;
    for (emuq_carrier_t *c = values; c != NULL && !is_known; c = c->next) {
        is_known = c->host == host && c->token == frame->frame.token && c->request.tree == frame->tree;
        if (is_known)
            emuq_routes_withdraw(m, &c->request);
    }
    if (is_known) /* otherwise its answer is on its way, or not all of it has come */
        emuq_routes_resume(work, m);
    return 0;
}
