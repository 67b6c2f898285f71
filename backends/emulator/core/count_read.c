/* SPDX-License-Identifier: BSD-3-Clause */
/* Reading event counts. */
#include "backends/emulator/core/count_read.h"

#include <errno.h>
#include <string.h>

#include "backends/emulator/core/count.h"
#include "backends/emulator/remote/remote.h"
#include "backends/emulator/core/fifo_space.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/core/run.h"
#include "backends/emulator/core/torus.h"
#include "backends/emulator/collective/tree.h"

static void flush_subgroup(emuq_work_t *work, emuq_mu_node_t *n, uint32_t subgroup)
{
    for (uint32_t i = 0; i < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP; i++) {
        emuq_inj_t *f = &n->inj[subgroup * BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP + i];
        if (!(__atomic_load_n(&f->attributes, __ATOMIC_ACQUIRE) & EMUQ_INJ_ENABLED))
            continue; /* counted when it was disabled */
        emuq_claim_wait(&f->claim);
        if (!(__atomic_load_n(&f->hold, __ATOMIC_RELAXED) & EMUQ_HOLD_BUSY))
            emuq_count_flush(f);
        emuq_inj_release(work, f);
    }
}

/* Adds the sums of a node's injection FIFOs to the counters of the nodes on their routes. */
static void flush_node(emuq_work_t *work, emuq_mu_node_t *n)
{
    for (uint32_t w = 0; w < 2; w++) {
        /* Acquire: pairs with the release in machine.c, which has filled in the FIFOs before. */
        uint64_t used = __atomic_load_n(&n->used[w], __ATOMIC_ACQUIRE);
        for (; used != 0; used &= used - 1)
            flush_subgroup(work, n, w * 64 + (uint32_t)__builtin_ctzll(used));
    }
}

uint64_t emuq_count_moves(emuq_machine_t *m, uint32_t node)
{
    const emuq_mu_node_t *n = &m->node[node];
    uint64_t completed = 0;
    for (uint32_t w = 0; w < 2; w++) {
        /* Acquire: pairs with the release in machine.c, which has filled in the FIFOs before. */
        uint64_t used = __atomic_load_n(&n->used[w], __ATOMIC_ACQUIRE);
        for (; used != 0; used &= used - 1) {
            uint32_t first = (w * 64 + (uint32_t)__builtin_ctzll(used)) * 8;
            for (uint32_t i = 0; i < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP; i++) {
                const emuq_inj_t *f = &n->inj[first + i];
                /* Acquire: pairs with the release with which the FIFO is first enabled. */
                if (__atomic_load_n(&f->attributes, __ATOMIC_ACQUIRE) & EMUQ_INJ_ENABLED)
                    completed += emuq_load(&f->regs->desc_count);
            }
        }
    }
    return completed;
}

/* A counter, as a number that goes to other hosts: of an event, or of packets that a link has damaged. */
#define EVENT_SHIFT 16
#define LINK_SHIFT  8
enum { SENT_AGAIN = EMUQ_COUNT_LINK_PACKETS_RECEIVED + 1, RECEIVED_DAMAGED };

/* Both ends of a link have what the sender's end counts. */
static uint64_t damaged_here(const emuq_machine_t *m, uint32_t node, uint32_t link, bool received)
{
    if (received) {
        node = emuq_neighbour(&m->geometry, node, link);
        link ^= 1;
    }
    return node == UINT32_MAX ? 0 : __atomic_load_n(&m->node[node].resent[link], __ATOMIC_RELAXED);
}

int emuq_count_here(emuq_work_t *work, emuq_machine_t *m, uint32_t node, uint32_t counter, uint64_t *value)
{
    uint32_t event = counter >> EVENT_SHIFT, link = counter >> LINK_SHIFT & 0xff, vc = counter & 0xff;
    if (node >= m->nodes || link > EMUQ_LINKS || vc >= EMUQ_VCS || event > RECEIVED_DAMAGED)
        return -EINVAL;
    if (event >= SENT_AGAIN) {
        *value = link < EMUQ_LINKS ? damaged_here(m, node, link, event == RECEIVED_DAMAGED) : 0;
        return 0;
    }
    for (uint32_t i = 0; i < m->nodes; i++)
        if (m->node[i].is_here) /* what others have sent is in the sums of their hosts, or in no sum */
            flush_node(work, &m->node[i]);
    const emuq_mu_node_t *n = &m->node[node];
    bool is_link = event > EMUQ_COUNT_MU_PUT_PACKETS_RECEIVED, sent = event == EMUQ_COUNT_LINK_CHUNKS_SENT;
    if (!is_link) {
        *value = __atomic_load_n(&n->count[event], __ATOMIC_RELAXED);
        for (uint32_t type = 0; type < 3; type++)
            if (event == (uint32_t)emuq_received_event(type))
                *value += emuq_tree_count_received(n, type);
    } else if (link == EMUQ_LINKS) {
        *value = 0; /* no I/O link */
    } else {
        *value = __atomic_load_n(sent ? &n->chunks_sent[link][vc] : &n->packets_received[link][vc],
                                 __ATOMIC_RELAXED) +
                 emuq_tree_count_link(n, link, vc, sent);
    }
    return 0;
}

/* The sum of what all hosts have counted. */
static int count_everywhere(emuq_machine_t *m, uint32_t node, uint32_t counter, uint64_t *value)
{
    emuq_work_t work;
    emuq_work_begin(&work);
    int rc = emuq_count_here(&work, m, node, counter, value);
    emuq_work_run(&work);
    if (rc != 0 || !emuq_is_distributed(m) || !m->node[node].is_here)
        return rc;
    struct emuq_update *question = emuq_remote_update_send(&m->node[node], EMUQ_UPDATE_COUNT_REQUEST, counter, 0, true);
    if (question == NULL)
        return -ENOMEM;
    *value += emuq_remote_update_wait(question);
    return 0;
}

int emuq_count_read(emuq_machine_t *m, uint32_t node, emuq_count_t event, uint32_t link, uint32_t vc,
                    uint64_t *value)
{
    if (link > EMUQ_LINKS || vc >= EMUQ_VCS || event > EMUQ_COUNT_LINK_PACKETS_RECEIVED)
        return -EINVAL;
    return count_everywhere(m, node, (uint32_t)event << EVENT_SHIFT | link << LINK_SHIFT | vc, value);
}

int emuq_count_read_damaged(emuq_machine_t *m, uint32_t node, uint32_t link, bool received, uint64_t *value)
{
    return count_everywhere(
        m, node, (uint32_t)(received ? RECEIVED_DAMAGED : SENT_AGAIN) << EVENT_SHIFT | link << LINK_SHIFT,
        value);
}

/* Adds the sums of the node's injection FIFOs. None is claimed: its owner may have been killed. */
static void settle_node(emuq_mu_node_t *n)
{
    for (uint32_t s = 0; s < EMUQ_SUBGROUPS; s++)
        for (uint32_t i = 0; i < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP && emuq_is_used(n, s); i++) {
            emuq_inj_t *f = &n->inj[s * BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP + i];
            if (__atomic_load_n(&f->attributes, __ATOMIC_RELAXED) & EMUQ_INJ_ENABLED)
                emuq_count_flush(f);
        }
}

void emuq_count_settle(emuq_machine_t *m, emuq_node_counts_t *counts)
{
    for (uint32_t i = 0; i < m->nodes; i++)
        settle_node(&m->node[i]);
    emuq_trees_settle(m);
    for (uint32_t i = 0; i < m->nodes; i++) {
        const emuq_mu_node_t *n = &m->node[i];
        memcpy(counts[i].mu, n->count, sizeof n->count);
        memcpy(counts[i].chunks_sent, n->chunks_sent, sizeof n->chunks_sent);
        memcpy(counts[i].packets_received, n->packets_received, sizeof n->packets_received);
        memcpy(counts[i].resent, n->resent, sizeof n->resent);
    }
}

_Static_assert(sizeof(emuq_node_counts_t) == sizeof(((emuq_mu_node_t *)0)->count) +
                                                 2 * sizeof(((emuq_mu_node_t *)0)->chunks_sent) +
                                                 sizeof(((emuq_mu_node_t *)0)->resent),
               "the backend's table has other counters");
