/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/glance.h"

#include <string.h>

#include "backends/emulator/core/count.h"
#include "backends/emulator/core/fifo_space.h"

/* ---- counts ---- */

static void copy(uint64_t *to, const uint64_t *from, size_t bytes)
{
    for (size_t i = 0; i < bytes / sizeof *to; i++)
        to[i] = __atomic_load_n(&from[i], __ATOMIC_RELAXED);
}

/* What the FIFOs of a node have not added to the counters yet. */
static void add_sums(emuq_machine_t *m, const emuq_mu_node_t *n, emuq_node_counts_t *counts)
{
    for (uint32_t i = 0; i < EMUQ_INJ_FIFOS; i++) {
        const emuq_inj_t *f = &n->inj[i];
        /* Acquire: pairs with the release with which the FIFO is first enabled. */
        if (!emuq_is_used(n, i / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP) ||
            !(__atomic_load_n(&f->attributes, __ATOMIC_ACQUIRE) & EMUQ_INJ_ENABLED))
            continue;
        emuq_traffic_glance(m, n->number, &f->traffic, counts);
        for (uint32_t r = 0; r < EMUQ_CACHED_ROUTES; r++)
            emuq_traffic_glance(m, n->number, &f->route[r].traffic, counts);
    }
}

void emuq_glance(emuq_machine_t *m, emuq_node_counts_t *counts)
{
    for (uint32_t i = 0; i < m->nodes; i++) {
        const emuq_mu_node_t *n = &m->node[i];
        copy(counts[i].mu, n->count, sizeof n->count);
        copy(counts[i].chunks_sent[0], n->chunks_sent[0], sizeof n->chunks_sent);
        copy(counts[i].packets_received[0], n->packets_received[0], sizeof n->packets_received);
        copy(counts[i].resent, n->resent, sizeof n->resent);
    }
    for (uint32_t i = 0; i < m->nodes; i++)
        add_sums(m, &m->node[i], counts);
}

/* ---- FIFOs ---- */

/* Puts a FIFO at its place among @p count; of equal ones the first counts. @return how many there are then */
static uint32_t rank_fifo(emuq_fifo_fill_t *fill, uint32_t count, uint32_t most, const emuq_fifo_fill_t *fifo)
{
    uint32_t place = count;
    while (place > 0 && (double)fill[place - 1].used / (double)fill[place - 1].bytes <
                            (double)fifo->used / (double)fifo->bytes)
        place--;
    if (place == most)
        return count;
    count += count < most;
    memmove(&fill[place + 1], &fill[place], (count - 1 - place) * sizeof *fill);
    fill[place] = *fifo;
    return count;
}

/* The fill of a FIFO by its registers. @return false: it is empty, or its registers are being rewritten */
static bool is_filled(emuq_fifo_fill_t *fifo, uint64_t size_1, uint64_t head, uint64_t tail)
{
    fifo->bytes = size_1 + 1;
    if (fifo->bytes == 0)
        return false;
    fifo->used = emuq_ring_used(fifo->bytes, head, tail);
    return fifo->used != 0 && fifo->used <= fifo->bytes;
}

static uint32_t add_injection(const emuq_mu_node_t *n, emuq_fifo_fill_t *fill, uint32_t count, uint32_t most)
{
    for (uint32_t i = 0; i < EMUQ_INJ_FIFOS; i++) {
        if (!emuq_is_used(n, i / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP) || n->inj[i].regs == NULL)
            continue;
        const emuq_inj_regs_t *r = n->inj[i].regs;
        emuq_fifo_fill_t fifo = {.node = n->number, .fifo = i};
        uint64_t head = emuq_load(&r->head); /* first: it never passes the tail */
        if (is_filled(&fifo, emuq_load(&r->size_1), head, emuq_load(&r->tail)))
            count = rank_fifo(fill, count, most, &fifo);
    }
    return count;
}

static uint32_t add_reception(const emuq_mu_node_t *n, emuq_fifo_fill_t *fill, uint32_t count, uint32_t most)
{
    for (uint32_t i = 0; i < EMUQ_REC_FIFOS; i++) {
        if (!emuq_is_used(n, i / BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP) || n->rec[i].regs == NULL)
            continue;
        const emuq_rec_regs_t *r = n->rec[i].regs;
        emuq_fifo_fill_t fifo = {.node = n->number, .fifo = i, .is_reception = true};
        uint64_t head = emuq_load(&r->head);
        if (is_filled(&fifo, emuq_load(&r->size_1), head, emuq_load(&r->tail)))
            count = rank_fifo(fill, count, most, &fifo);
    }
    return count;
}

uint32_t emuq_fullest(const emuq_machine_t *m, emuq_fifo_fill_t *fill, uint32_t most)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->nodes && most != 0; i++) {
        count = add_injection(&m->node[i], fill, count, most);
        count = add_reception(&m->node[i], fill, count, most);
    }
    return count;
}
