/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives that move data: barrier, broadcast, allgather, alltoall, gather, scatter. */
#include "msglayer/coll/schedule.h"

/* Dissemination barrier: in round k each rank sends to the rank 2^k above. */
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

/* Up to this length, data is sent down a binomial tree in one message; longer data down a binary tree in
 * pipelined segments. */
#define SEGMENT ((size_t)64 * 1024)

/* Position of this rank in a tree with the root at position 0. */
static uint32_t move_position(const emuq_pami_schedule_t *p, uint32_t root)
{
    uint32_t n = p->member->geometry->size;
    return (p->member->rank + n - root) % n;
}

static uint32_t move_rank(const emuq_pami_schedule_t *p, uint32_t root, uint32_t position)
{
    return (position + root) % p->member->geometry->size;
}

static void move_write_binomial(emuq_pami_schedule_t *p, uint32_t root, char *data, size_t bytes)
{
    uint32_t n = p->member->geometry->size, at = move_position(p, root), bit = 1;
    while (bit < n && !(at & bit))
        bit *= 2;
    if (at != 0) {
        emuq_pami_add_receive(p, move_rank(p, root, at - bit), data, bytes);
        emuq_pami_add_wait(p);
    }
    for (bit /= 2; bit != 0; bit /= 2)
        if (at + bit < n)
            emuq_pami_add_send(p, move_rank(p, root, at + bit), data, bytes);
}

static void move_write_segments(emuq_pami_schedule_t *p, uint32_t root, char *data, size_t bytes)
{
    uint32_t n = p->member->geometry->size, at = move_position(p, root);
    size_t segments = (bytes + SEGMENT - 1) / SEGMENT;
    for (size_t i = 0; i <= segments; i++) {
        if (i < segments && at != 0)
            emuq_pami_add_receive(p, move_rank(p, root, (at - 1) / 2), data + i * SEGMENT,
                                  i + 1 < segments ? SEGMENT : bytes - i * SEGMENT);
        for (uint32_t child = 2 * at + 1; i != 0 && child <= 2 * at + 2 && child < n; child++)
            emuq_pami_add_send(p, move_rank(p, root, child), data + (i - 1) * SEGMENT,
                               i < segments ? SEGMENT : bytes - (i - 1) * SEGMENT);
        emuq_pami_add_wait(p);
    }
}

EMUQ_PAMI_WRITE(emuq_pami_write_broadcast)
{
    const pami_broadcast_t *b = &arguments->xfer_broadcast;
    uint32_t n = schedule->member->geometry->size, root;
    if (emuq_pami_buffer_check(b->type, b->typecount, PAMI_DATA_COPY) != PAMI_SUCCESS ||
        !emuq_pami_geometry_rank(schedule->member->geometry, b->root, &root))
        return PAMI_INVAL;
    bool is_root = schedule->member->rank == root;
    size_t bytes = b->typecount != 0 ? b->typecount * emuq_pami_type_size(b->type) : 0;
    if (bytes == 0 || n == 1)
        return PAMI_SUCCESS;
    char *data = NULL;
    if (is_root)
        data = (char *)(uintptr_t)emuq_pami_schedule_source(schedule, b->buf, b->type, b->typecount);
    else
        data = emuq_pami_schedule_target(schedule, b->buf, b->type, b->typecount);
    if (bytes <= SEGMENT || n == 2)
        move_write_binomial(schedule, root, data, bytes);
    else
        move_write_segments(schedule, root, data, bytes);
    if (!is_root)
        emuq_pami_add_unpack(schedule, b->buf, b->type, b->typecount, data);
    return PAMI_SUCCESS;
}

/* ---- blocks ---- */

/* Sends a block unless it is empty. */
static void move_send(emuq_pami_schedule_t *p, uint32_t to, const emuq_pami_blocks_t *b, uint32_t rank)
{
    size_t bytes = emuq_pami_blocks_bytes(b, rank);
    if (bytes != 0)
        emuq_pami_add_send(p, to, emuq_pami_blocks_memory(b, rank), bytes);
}

static void move_receive(emuq_pami_schedule_t *p, uint32_t from, const emuq_pami_blocks_t *b, uint32_t rank)
{
    size_t bytes = emuq_pami_blocks_bytes(b, rank);
    if (bytes != 0)
        emuq_pami_add_receive(p, from, emuq_pami_blocks_memory(b, rank), bytes);
}

void emuq_pami_add_exchange(emuq_pami_schedule_t *p, const emuq_pami_blocks_t *out,
                            const emuq_pami_blocks_t *in)
{
    uint32_t n = p->member->geometry->size, rank = p->member->rank;
    emuq_pami_add_copy(p, emuq_pami_blocks_memory(in, rank), emuq_pami_blocks_memory(out, rank),
                       emuq_pami_blocks_bytes(in, rank));
    for (uint32_t i = 1; i < n; i++) {
        uint32_t to = (uint32_t)(((uint64_t)rank + i) % n), from = (rank + n - i) % n;
        move_receive(p, from, in, from);
        move_send(p, to, out, to);
        if (i % EMUQ_PAMI_MAX_PEERS == 0)
            emuq_pami_add_wait(p);
    }
    emuq_pami_add_wait(p);
}

/* Up to this total length, an allgather minimises messages, above it bytes. */
#define SHORT_ALLGATHER ((size_t)32 * 1024)

/* ---- allgather ---- */

/* Whether a vector form has no array of counts. */
static bool move_lacks_counts(const emuq_pami_schedule_t *p, const emuq_pami_blocks_t *b)
{
    return p->type != PAMI_XFER_ALLGATHER && p->type != PAMI_XFER_ALLTOALL && b->counts == NULL &&
           b->icounts == NULL;
}

/* Ring: each rank forwards the block received last to the next rank. */
static void move_write_ring(emuq_pami_schedule_t *p, const emuq_pami_blocks_t *b)
{
    uint32_t n = p->member->geometry->size, rank = p->member->rank;
    for (uint32_t i = 0; i + 1 < n; i++) {
        move_send(p, (uint32_t)(((uint64_t)rank + 1) % n), b, (rank + n - i) % n);
        move_receive(p, (rank + n - 1) % n, b, (rank + n - i - 1) % n);
        emuq_pami_add_wait(p);
    }
}

/* Bruck algorithm: each rank doubles its blocks, from its own on, in each round. The memory begins with the
 * rank's own block. */
static void move_write_doubling(emuq_pami_schedule_t *p, const emuq_pami_blocks_t *b)
{
    uint32_t n = p->member->geometry->size, rank = p->member->rank;
    size_t *at = emuq_pami_schedule_scratch(p, (2 * (size_t)n + 1) * sizeof *at);
    if (at == NULL)
        return;
    at[0] = 0; /* bytes of the blocks rank .. rank + i - 1 */
    for (uint32_t i = 0; i < 2 * n; i++)
        at[i + 1] = at[i] + emuq_pami_blocks_bytes(b, (uint32_t)(((uint64_t)rank + i) % n));
    char *memory = emuq_pami_schedule_scratch(p, at[n]);
    if (memory == NULL)
        return;
    emuq_pami_add_copy(p, memory, emuq_pami_blocks_memory(b, rank), at[1]);
    for (uint32_t have = 1; have < n; have *= 2) {
        uint32_t more = have < n - have ? have : n - have;
        if (at[more] != 0)
            emuq_pami_add_send(p, (rank + n - have) % n, memory, at[more]);
        if (at[have + more] != at[have])
            emuq_pami_add_receive(p, (uint32_t)(((uint64_t)rank + have) % n), memory + at[have],
                                  at[have + more] - at[have]);
        emuq_pami_add_wait(p);
    }
    for (uint32_t i = 1; i < n; i++)
        emuq_pami_add_copy(p, emuq_pami_blocks_memory(b, (uint32_t)(((uint64_t)rank + i) % n)),
                           memory + at[i], at[i + 1] - at[i]);
}

EMUQ_PAMI_WRITE(emuq_pami_write_allgather)
{
    uint32_t n = schedule->member->geometry->size, rank = schedule->member->rank;
    size_t total = 0;
    emuq_pami_blocks_t one, all;
    if (!emuq_pami_blocks_read(&one, schedule->type, arguments, false) ||
        !emuq_pami_blocks_read(&all, schedule->type, arguments, true) || move_lacks_counts(schedule, &all) ||
        emuq_pami_buffer_check(one.type, one.each, PAMI_DATA_COPY) != PAMI_SUCCESS ||
        emuq_pami_blocks_check(&all, n) != PAMI_SUCCESS)
        return PAMI_INVAL;
    for (uint32_t i = 0; i < n; i++)
        total += emuq_pami_blocks_bytes(&all, i);
    const char *source = emuq_pami_schedule_source(schedule, one.base, one.type, one.each);
    emuq_pami_blocks_open(&all, schedule, n, false, false);
    if (schedule->failed)
        return PAMI_SUCCESS;
    emuq_pami_add_copy(schedule, emuq_pami_blocks_memory(&all, rank), source,
                       emuq_pami_blocks_bytes(&all, rank));
    if (total <= SHORT_ALLGATHER)
        move_write_doubling(schedule, &all);
    else
        move_write_ring(schedule, &all);
    emuq_pami_blocks_unpack(&all, schedule, n);
    return PAMI_SUCCESS;
}

/* ---- alltoall ---- */

EMUQ_PAMI_WRITE(emuq_pami_write_alltoall)
{
    emuq_pami_schedule_t *p = schedule;
    uint32_t n = p->member->geometry->size;
    emuq_pami_blocks_t out, in;
    emuq_pami_blocks_read(&out, p->type, arguments, false);
    emuq_pami_blocks_read(&in, p->type, arguments, true);
    if (move_lacks_counts(p, &out) || move_lacks_counts(p, &in) ||
        emuq_pami_blocks_check(&out, n) != PAMI_SUCCESS || emuq_pami_blocks_check(&in, n) != PAMI_SUCCESS)
        return PAMI_INVAL;
    emuq_pami_blocks_open(&out, p, n, true, emuq_pami_blocks_overlap(&out, &in, n));
    emuq_pami_blocks_open(&in, p, n, false, false);
    if (p->failed)
        return PAMI_SUCCESS;
    emuq_pami_add_exchange(p, &out, &in);
    emuq_pami_blocks_unpack(&in, p, n);
    return PAMI_SUCCESS;
}

/* ---- gather and scatter ---- */

/* Equal blocks up to this length use a binomial tree; longer or unequal blocks are sent directly. */
#define SHORT_BLOCK ((size_t)2 * 1024)
#define FEW_MEMBERS 4u /* a tree does not pay up to this size */

/* Arguments of a gather or scatter. */
typedef struct move_rooted {
    uint32_t root;
    size_t bytes;                /* size of this member's block */
    emuq_pami_blocks_t one, all; /* block of this member; at the root, blocks of all ranks */
} move_rooted_t;

static const char *move_source(emuq_pami_schedule_t *p, const move_rooted_t *g)
{
    return emuq_pami_schedule_source(p, g->one.base, g->one.type, g->one.each);
}

/* Sends or receives all blocks at the root. */
static void move_straight(emuq_pami_schedule_t *p, move_rooted_t *g, bool gathers)
{
    uint32_t n = p->member->geometry->size;
    emuq_pami_blocks_open(&g->all, p, n, !gathers, false);
    if (p->failed)
        return;
    char *mine = emuq_pami_blocks_memory(&g->all, g->root);
    if (gathers)
        emuq_pami_add_copy(p, mine, move_source(p, g), g->bytes);
    for (uint32_t i = 0; i < n; i++)
        if (i != g->root)
            (gathers ? move_receive : move_send)(p, i, &g->all, i);
    if (gathers) {
        emuq_pami_add_wait(p);
        emuq_pami_blocks_unpack(&g->all, p, n);
    } else {
        emuq_pami_add_unpack(p, g->one.base, g->one.type, g->one.each, mine);
    }
}

/* Sends or receives the block of a member that is not the root. */
static void move_straight_one(emuq_pami_schedule_t *p, const move_rooted_t *g, bool gathers)
{
    if (gathers) {
        if (g->bytes != 0)
            emuq_pami_add_send(p, g->root, move_source(p, g), g->bytes);
        return;
    }
    char *to = emuq_pami_schedule_target(p, g->one.base, g->one.type, g->one.each);
    if (g->bytes != 0)
        emuq_pami_add_receive(p, g->root, to, g->bytes);
    emuq_pami_add_wait(p);
    emuq_pami_add_unpack(p, g->one.base, g->one.type, g->one.each, to);
}

/* Members of the subtree at a position of the binomial tree. */
static uint32_t move_subtree(const emuq_pami_schedule_t *p, uint32_t at)
{
    uint32_t n = p->member->geometry->size, span = at != 0 ? at & -at : n;
    return at + span <= n ? span : n - at;
}

static void move_gather_along_tree(emuq_pami_schedule_t *p, const move_rooted_t *g)
{
    uint32_t n = p->member->geometry->size, at = move_position(p, g->root), below = move_subtree(p, at);
    size_t bytes = g->bytes;
    const char *own = move_source(p, g);
    char *memory = below > 1 ? emuq_pami_schedule_scratch(p, below * bytes) : (char *)(uintptr_t)own;
    if (p->failed)
        return;
    emuq_pami_add_copy(p, memory, own, bytes);
    for (uint32_t bit = 1; bit < below; bit *= 2)
        emuq_pami_add_receive(p, move_rank(p, g->root, at + bit), memory + bit * bytes,
                              (bit < below - bit ? bit : below - bit) * bytes);
    emuq_pami_add_wait(p);
    if (at != 0)
        emuq_pami_add_send(p, move_rank(p, g->root, at & (at - 1)), memory, below * bytes);
    for (uint32_t i = 0; at == 0 && i < n; i++)
        emuq_pami_add_unpack(p, emuq_pami_blocks_address(&g->all, move_rank(p, g->root, i)), g->all.type,
                             g->all.each, memory + i * bytes);
}

static void move_scatter_along_tree(emuq_pami_schedule_t *p, const move_rooted_t *g)
{
    uint32_t n = p->member->geometry->size, at = move_position(p, g->root), below = move_subtree(p, at);
    size_t bytes = g->bytes;
    char *memory = below > 1 ? emuq_pami_schedule_scratch(p, below * bytes)
                             : emuq_pami_schedule_target(p, g->one.base, g->one.type, g->one.each);
    if (p->failed)
        return;
    for (uint32_t i = 0; at == 0 && i < n; i++)
        emuq_pami_type_pack(g->all.type, emuq_pami_blocks_address(&g->all, move_rank(p, g->root, i)), 0,
                            memory + i * bytes, bytes, PAMI_DATA_COPY, NULL);
    if (at != 0)
        emuq_pami_add_receive(p, move_rank(p, g->root, at & (at - 1)), memory, below * bytes);
    emuq_pami_add_wait(p);
    uint32_t bit = 1;
    while (bit < below)
        bit *= 2;
    for (bit /= 2; bit != 0; bit /= 2)
        emuq_pami_add_send(p, move_rank(p, g->root, at + bit), memory + bit * bytes,
                           (bit < below - bit ? bit : below - bit) * bytes);
    emuq_pami_add_unpack(p, g->one.base, g->one.type, g->one.each, memory);
}

/* Writes a gather or scatter. @param equal all blocks have the same size */
static pami_result_t move_write_rooted(emuq_pami_schedule_t *p, const pami_collective_t *arguments,
                                       bool gathers, bool equal)
{
    uint32_t n = p->member->geometry->size;
    move_rooted_t g;
    pami_endpoint_t root;
    memcpy(&root, arguments, sizeof root); /* all structures with a root begin with it */
    if (!emuq_pami_blocks_read(&g.one, p->type, arguments, !gathers) ||
        !emuq_pami_geometry_rank(p->member->geometry, root, &g.root) ||
        emuq_pami_buffer_check(g.one.type, g.one.each, PAMI_DATA_COPY) != PAMI_SUCCESS)
        return PAMI_INVAL;
    emuq_pami_blocks_read(&g.all, p->type, arguments, gathers);
    bool is_root = p->member->rank == g.root;
    if (is_root && emuq_pami_blocks_check(&g.all, n) != PAMI_SUCCESS)
        return PAMI_INVAL;
    g.bytes = emuq_pami_blocks_bytes(&g.one, 0);
    if (equal && g.bytes == 0)
        return PAMI_SUCCESS;
    if (equal && g.bytes <= SHORT_BLOCK && n > FEW_MEMBERS)
        (gathers ? move_gather_along_tree : move_scatter_along_tree)(p, &g);
    else if (is_root)
        move_straight(p, &g, gathers);
    else
        move_straight_one(p, &g, gathers);
    return PAMI_SUCCESS;
}

EMUQ_PAMI_WRITE(emuq_pami_write_gather)
{
    return move_write_rooted(schedule, arguments, true, schedule->type == PAMI_XFER_GATHER);
}

EMUQ_PAMI_WRITE(emuq_pami_write_scatter)
{
    return move_write_rooted(schedule, arguments, false, schedule->type == PAMI_XFER_SCATTER);
}
