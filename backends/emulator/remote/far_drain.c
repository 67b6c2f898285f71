/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/remote/far_drain.h"

#include <stdbool.h>
#include <unistd.h>

#include "backends/emulator/remote/far.h"
#include "base/host_calls.h"

/* Pieces that a FIFO has ever posted, and of these what has been taken. */
static uint64_t taken_of(emuq_inj_t *f, uint64_t *posted)
{
    emuq_lock(&f->window.lock);
    *posted = f->window.posted;
    uint64_t taken = *posted - f->window.pieces;
    emuq_unlock(&f->window.lock);
    return taken;
}

/* Notes what the FIFOs of a node have posted. @return whether some of it has not been taken */
static bool note_posted(emuq_mu_node_t *n, uint64_t posted[EMUQ_INJ_FIFOS])
{
    bool any = false;
    for (uint32_t id = 0; id < EMUQ_INJ_FIFOS; id++) {
        posted[id] = 0;
        if (emuq_is_used(n, id / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP))
            any |= taken_of(&n->inj[id], &posted[id]) < posted[id];
    }
    return any;
}

static bool is_taken(emuq_mu_node_t *n, const uint64_t posted[EMUQ_INJ_FIFOS])
{
    uint64_t now;
    for (uint32_t id = 0; id < EMUQ_INJ_FIFOS; id++)
        if (posted[id] != 0 && taken_of(&n->inj[id], &now) < posted[id])
            return false;
    return true;
}

void emuq_far_drain(emuq_machine_t *m, uint32_t node, uint64_t end)
{
    uint64_t posted[EMUQ_INJ_FIFOS];
    emuq_mu_node_t *n = &m->node[node];
    if (!note_posted(n, posted))
        return;
    (void)emuq_far_tell(n, EMUQ_TOLD_URGE, 0, 0, false);
    while (!is_taken(n, posted) && emuq_host_now_ns() < end && !emuq_far_is_over(m))
        usleep(100);
}
