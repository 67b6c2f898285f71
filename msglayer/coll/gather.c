/* SPDX-License-Identifier: BSD-3-Clause */
/* Gather and scatter, with their vector forms. */
#include "msglayer/coll/blocks.h"

/* Blocks up to this length travel along a binomial tree, in which a member speaks for all those below it;
 * longer ones, and blocks whose lengths only the root knows, go straight. */
#define SHORT ((size_t)2 * 1024)
#define FEW   4u /* members for which a tree is no use */

/* One member's part in a gather or a scatter. */
typedef struct part {
    uint32_t root;
    char *buffer; /* own block, as the client has it */
    pami_type_t type;
    size_t count;
    emuq_pami_blocks_t all; /* at the root */
} part_t;

static bool is_root(const emuq_pami_schedule_t *p, const part_t *g)
{
    return p->member->rank == g->root;
}

static size_t own_bytes(const part_t *g)
{
    return g->count != 0 ? g->count * emuq_pami_type_size(g->type) : 0;
}

static pami_result_t check(const emuq_pami_schedule_t *p, part_t *g, pami_endpoint_t root)
{
    if (!emuq_pami_geometry_rank(p->member->geometry, root, &g->root))
        return PAMI_INVAL;
    pami_result_t rc = emuq_pami_buffer_check(g->type, g->count, PAMI_DATA_COPY);
    if (rc == PAMI_SUCCESS && is_root(p, g))
        rc = emuq_pami_blocks_check(&g->all, p->member->geometry->size);
    return rc;
}

/* Copies a block between the client's buffer and its place among all blocks. */
static void copy_own(emuq_pami_schedule_t *p, const part_t *g, bool to_all)
{
    char *place = emuq_pami_blocks_memory(&g->all, g->root);
    if (to_all)
        emuq_pami_add_copy(p, place, emuq_pami_schedule_source(p, g->buffer, g->type, g->count),
                           own_bytes(g));
    else
        emuq_pami_add_unpack(p, g->buffer, g->type, g->count, place);
}

/* ---- straight ---- */

static void gather_straight(emuq_pami_schedule_t *p, part_t *g)
{
    uint32_t n = p->member->geometry->size;
    if (!is_root(p, g)) {
        if (own_bytes(g) != 0)
            emuq_pami_add_send(p, g->root, emuq_pami_schedule_source(p, g->buffer, g->type, g->count),
                               own_bytes(g));
        return;
    }
    emuq_pami_blocks_open(&g->all, p, n, false, false);
    if (p->failed)
        return;
    copy_own(p, g, true);
    for (uint32_t i = 0; i < n; i++) {
        size_t bytes = emuq_pami_blocks_bytes(&g->all, i);
        if (i != g->root && bytes != 0)
            emuq_pami_add_receive(p, i, emuq_pami_blocks_memory(&g->all, i), bytes);
    }
    emuq_pami_add_wait(p);
    emuq_pami_blocks_unpack(&g->all, p, n);
}

static void scatter_straight(emuq_pami_schedule_t *p, part_t *g)
{
    uint32_t n = p->member->geometry->size;
    if (!is_root(p, g)) {
        char *to = emuq_pami_schedule_target(p, g->buffer, g->type, g->count);
        if (own_bytes(g) != 0)
            emuq_pami_add_receive(p, g->root, to, own_bytes(g));
        emuq_pami_add_wait(p);
        emuq_pami_add_unpack(p, g->buffer, g->type, g->count, to);
        return;
    }
    emuq_pami_blocks_open(&g->all, p, n, true, false);
    if (p->failed)
        return;
    for (uint32_t i = 0; i < n; i++) {
        size_t bytes = emuq_pami_blocks_bytes(&g->all, i);
        if (i != g->root && bytes != 0)
            emuq_pami_add_send(p, i, emuq_pami_blocks_memory(&g->all, i), bytes);
    }
    copy_own(p, g, false);
}

/* ---- along a tree ---- */

/* Position in the binomial tree, where the root has 0, and how many positions from there on are below it. */
static uint32_t position(const emuq_pami_schedule_t *p, const part_t *g, uint32_t *below)
{
    uint32_t n = p->member->geometry->size, at = (p->member->rank + n - g->root) % n;
    uint32_t span = at != 0 ? at & -at : n;
    *below = at + span <= n ? span : n - at;
    return at;
}

static uint32_t rank_at(const emuq_pami_schedule_t *p, const part_t *g, uint32_t position)
{
    return (position + g->root) % p->member->geometry->size;
}

static void gather_along_tree(emuq_pami_schedule_t *p, part_t *g)
{
    uint32_t n = p->member->geometry->size, below, at = position(p, g, &below);
    size_t bytes = own_bytes(g);
    const char *own = emuq_pami_schedule_source(p, g->buffer, g->type, g->count);
    char *memory = below > 1 ? emuq_pami_schedule_scratch(p, below * bytes) : (char *)(uintptr_t)own;
    if (p->failed)
        return;
    emuq_pami_add_copy(p, memory, own, bytes);
    for (uint32_t bit = 1; bit < below; bit *= 2)
        emuq_pami_add_receive(p, rank_at(p, g, at + bit), memory + bit * bytes,
                              (bit < below - bit ? bit : below - bit) * bytes);
    emuq_pami_add_wait(p);
    if (at != 0)
        emuq_pami_add_send(p, rank_at(p, g, at & (at - 1)), memory, below * bytes);
    for (uint32_t i = 0; at == 0 && i < n; i++)
        emuq_pami_add_unpack(p, emuq_pami_blocks_place(&g->all, rank_at(p, g, i)), g->all.type, g->all.each,
                             memory + i * bytes);
}

static void scatter_along_tree(emuq_pami_schedule_t *p, part_t *g)
{
    uint32_t n = p->member->geometry->size, below, at = position(p, g, &below);
    size_t bytes = own_bytes(g);
    char *memory = below > 1 ? emuq_pami_schedule_scratch(p, below * bytes)
                             : emuq_pami_schedule_target(p, g->buffer, g->type, g->count);
    if (p->failed)
        return;
    for (uint32_t i = 0; at == 0 && i < n; i++)
        emuq_pami_type_pack(g->all.type, emuq_pami_blocks_place(&g->all, rank_at(p, g, i)), 0,
                            memory + i * bytes, bytes, PAMI_DATA_COPY, NULL);
    if (at != 0)
        emuq_pami_add_receive(p, rank_at(p, g, at & (at - 1)), memory, below * bytes);
    emuq_pami_add_wait(p);
    uint32_t bit = 1;
    while (bit < below)
        bit *= 2;
    for (bit /= 2; bit != 0; bit /= 2)
        emuq_pami_add_send(p, rank_at(p, g, at + bit), memory + bit * bytes,
                           (bit < below - bit ? bit : below - bit) * bytes);
    emuq_pami_add_unpack(p, g->buffer, g->type, g->count, memory);
}

/* ---- the collectives ---- */

static bool use_tree(const emuq_pami_schedule_t *p, const part_t *g)
{
    return own_bytes(g) <= SHORT && p->member->geometry->size > FEW;
}

static pami_result_t gather(emuq_pami_schedule_t *p, part_t *g, pami_endpoint_t root, bool equal)
{
    if (check(p, g, root) != PAMI_SUCCESS)
        return PAMI_INVAL;
    if (equal && own_bytes(g) == 0)
        return PAMI_SUCCESS;
    if (equal && use_tree(p, g))
        gather_along_tree(p, g);
    else
        gather_straight(p, g);
    return PAMI_SUCCESS;
}

static pami_result_t scatter(emuq_pami_schedule_t *p, part_t *g, pami_endpoint_t root, bool equal)
{
    if (check(p, g, root) != PAMI_SUCCESS)
        return PAMI_INVAL;
    if (equal && own_bytes(g) == 0)
        return PAMI_SUCCESS;
    if (equal && use_tree(p, g))
        scatter_along_tree(p, g);
    else
        scatter_straight(p, g);
    return PAMI_SUCCESS;
}

EMUQ_PAMI_WRITE(emuq_pami_write_gather)
{
    const pami_gather_t *a = &arguments->xfer_gather;
    part_t g = {.buffer = a->sndbuf,
                .type = a->stype,
                .count = a->stypecount,
                .all = {.base = a->rcvbuf, .type = a->rtype, .each = a->rtypecount}};
    return gather(schedule, &g, a->root, true);
}

EMUQ_PAMI_WRITE(emuq_pami_write_gatherv)
{
    const pami_gatherv_t *a = &arguments->xfer_gatherv;
    part_t g = {.buffer = a->sndbuf,
                .type = a->stype,
                .count = a->stypecount,
                .all = {.base = a->rcvbuf, .type = a->rtype, .counts = a->rtypecounts, .displs = a->rdispls}};
    return gather(schedule, &g, a->root, false);
}

EMUQ_PAMI_WRITE(emuq_pami_write_gatherv_int)
{
    const pami_gatherv_int_t *a = &arguments->xfer_gatherv_int;
    part_t g = {
        .buffer = a->sndbuf,
        .type = a->stype,
        .count = (size_t)a->stypecount,
        .all = {.base = a->rcvbuf, .type = a->rtype, .icounts = a->rtypecounts, .idispls = a->rdispls}};
    return a->stypecount >= 0 ? gather(schedule, &g, a->root, false) : PAMI_INVAL;
}

EMUQ_PAMI_WRITE(emuq_pami_write_scatter)
{
    const pami_scatter_t *a = &arguments->xfer_scatter;
    part_t g = {.buffer = a->rcvbuf,
                .type = a->rtype,
                .count = a->rtypecount,
                .all = {.base = a->sndbuf, .type = a->stype, .each = a->stypecount}};
    return scatter(schedule, &g, a->root, true);
}

EMUQ_PAMI_WRITE(emuq_pami_write_scatterv)
{
    const pami_scatterv_t *a = &arguments->xfer_scatterv;
    part_t g = {.buffer = a->rcvbuf,
                .type = a->rtype,
                .count = a->rtypecount,
                .all = {.base = a->sndbuf, .type = a->stype, .counts = a->stypecounts, .displs = a->sdispls}};
    return scatter(schedule, &g, a->root, false);
}

EMUQ_PAMI_WRITE(emuq_pami_write_scatterv_int)
{
    const pami_scatterv_int_t *a = &arguments->xfer_scatterv_int;
    part_t g = {
        .buffer = a->rcvbuf,
        .type = a->rtype,
        .count = (size_t)a->rtypecount,
        .all = {.base = a->sndbuf, .type = a->stype, .icounts = a->stypecounts, .idispls = a->sdispls}};
    return a->rtypecount >= 0 ? scatter(schedule, &g, a->root, false) : PAMI_INVAL;
}
