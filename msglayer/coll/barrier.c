/* SPDX-License-Identifier: BSD-3-Clause */
/* Barrier and broadcast. */
#include "msglayer/coll/blocks.h"

/* In round k each rank sends to the rank 2^k above: after the last round, each has received, directly or not,
 * from all. */
EMUQ_PAMI_WRITE(emuq_pami_write_barrier)
{
    (void)arguments;
    uint32_t n = schedule->member->geometry->size, rank = schedule->member->rank;
    for (uint32_t distance = 1; distance < n; distance *= 2) {
        emuq_pami_add_send(schedule, (uint32_t)(((uint64_t)rank + distance) % n), NULL, 0);
        emuq_pami_add_receive(schedule, (rank + n - distance) % n, NULL, 0);
        emuq_pami_add_wait(schedule);
    }
    return PAMI_SUCCESS;
}

/* ---- broadcast ---- */

/* Data up to this length goes down a binomial tree in one piece, longer data down a binary tree in pieces, of
 * which a member receives one while it hands on the one before. */
#define PIECE ((size_t)64 * 1024)

/* A tree in which the root has position 0. */
typedef struct tree {
    uint32_t n, root, position;
} tree_t;

static uint32_t rank_at(const tree_t *t, uint32_t position)
{
    return (position + t->root) % t->n;
}

static void write_binomial(emuq_pami_schedule_t *p, const tree_t *t, char *data, size_t bytes)
{
    uint32_t bit = 1;
    while (bit < t->n && !(t->position & bit))
        bit *= 2;
    if (t->position != 0) {
        emuq_pami_add_receive(p, rank_at(t, t->position - bit), data, bytes);
        emuq_pami_add_wait(p);
    }
    for (bit /= 2; bit != 0; bit /= 2)
        if (t->position + bit < t->n)
            emuq_pami_add_send(p, rank_at(t, t->position + bit), data, bytes);
}

static void write_pieces(emuq_pami_schedule_t *p, const tree_t *t, char *data, size_t bytes)
{
    size_t pieces = (bytes + PIECE - 1) / PIECE;
    for (size_t i = 0; i <= pieces; i++) {
        if (i < pieces && t->position != 0)
            emuq_pami_add_receive(p, rank_at(t, (t->position - 1) / 2), data + i * PIECE,
                                  i + 1 < pieces ? PIECE : bytes - i * PIECE);
        for (uint32_t child = 2 * t->position + 1; i != 0 && child <= 2 * t->position + 2 && child < t->n;
             child++)
            emuq_pami_add_send(p, rank_at(t, child), data + (i - 1) * PIECE,
                               i < pieces ? PIECE : bytes - (i - 1) * PIECE);
        emuq_pami_add_wait(p);
    }
}

EMUQ_PAMI_WRITE(emuq_pami_write_broadcast)
{
    const pami_broadcast_t *b = &arguments->xfer_broadcast;
    tree_t t = {.n = schedule->member->geometry->size};
    pami_result_t rc = emuq_pami_buffer_check(b->type, b->typecount, PAMI_DATA_COPY);
    if (rc != PAMI_SUCCESS || !emuq_pami_geometry_rank(schedule->member->geometry, b->root, &t.root))
        return PAMI_INVAL;
    t.position = (schedule->member->rank + t.n - t.root) % t.n;
    size_t bytes = b->typecount != 0 ? b->typecount * emuq_pami_type_size(b->type) : 0;
    if (bytes == 0 || t.n == 1)
        return PAMI_SUCCESS;
    char *data = NULL;
    if (t.position != 0)
        data = emuq_pami_schedule_target(schedule, b->buf, b->type, b->typecount);
    else
        data = (char *)(uintptr_t)emuq_pami_schedule_source(schedule, b->buf, b->type, b->typecount);
    if (bytes <= PIECE || t.n == 2)
        write_binomial(schedule, &t, data, bytes);
    else
        write_pieces(schedule, &t, data, bytes);
    if (t.position != 0)
        emuq_pami_add_unpack(schedule, b->buf, b->type, b->typecount, data);
    return PAMI_SUCCESS;
}
