/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives that move data, their blocks, and PAMI_IN_PLACE. */
#include "msglayer/coll/schedule.h"

static size_t blocks_count(const emuq_pami_blocks_t *b, uint32_t rank)
{
    if (b->counts != NULL)
        return b->counts[rank];
    if (b->icounts != NULL)
        return (size_t)b->icounts[rank];
    return b->each;
}

static size_t blocks_bytes(const emuq_pami_blocks_t *b, uint32_t rank)
{
    size_t count = blocks_count(b, rank);
    return count != 0 ? count * emuq_pami_type_size(b->type) : 0;
}

char *emuq_pami_blocks_address(const emuq_pami_blocks_t *b, uint32_t rank)
{
    ptrdiff_t displacement;
    if (b->displs != NULL)
        displacement = (ptrdiff_t)b->displs[rank];
    else if (b->idispls != NULL)
        displacement = b->idispls[rank];
    else
        displacement = (ptrdiff_t)(rank * b->each);
    if (blocks_count(b, rank) == 0)
        return b->base;
    return (char *)((uintptr_t)b->base + (uintptr_t)(displacement * emuq_pami_type_extent(b->type)));
}

static char *blocks_memory(const emuq_pami_blocks_t *b, uint32_t rank)
{
    return b->packed != NULL ? b->packed + b->at[rank] : emuq_pami_blocks_address(b, rank);
}

pami_result_t emuq_pami_buffer_check(pami_type_t type, size_t count, pami_data_function fn)
{
    if (count == 0)
        return PAMI_SUCCESS;
    if (!emuq_pami_type_is_complete(type))
        return emuq_pami_invalid("the type of %zu elements is null or incomplete (PAMI_Type_complete)",
                                 count);
    return emuq_pami_type_check(type, 0, count * emuq_pami_type_size(type), fn);
}

static pami_result_t blocks_check(const emuq_pami_blocks_t *b, uint32_t ranks)
{
    bool arrays = (b->counts != NULL && b->displs != NULL) || (b->icounts != NULL && b->idispls != NULL);
    bool none = b->counts == NULL && b->displs == NULL && b->icounts == NULL && b->idispls == NULL;
    if (!arrays && !none)
        return emuq_pami_invalid("an array of counts or displacements is null");
    for (uint32_t i = 0; i < ranks; i++) {
        if (b->icounts != NULL && b->icounts[i] < 0)
            return emuq_pami_invalid("count %u is negative: %d", i, b->icounts[i]);
        if (blocks_count(b, i) != 0 && !emuq_pami_type_is_complete(b->type))
            return emuq_pami_invalid("the type of block %u is null or incomplete (PAMI_Type_complete)", i);
    }
    return PAMI_SUCCESS;
}

static bool blocks_is_contiguous(const emuq_pami_blocks_t *b, uint32_t ranks)
{
    for (uint32_t i = 0; i < ranks; i++)
        if (blocks_count(b, i) != 0)
            return emuq_pami_type_is_contiguous(b->type);
    return true;
}

/* Allocates contiguous memory unless the blocks are contiguous and @p always is false. @param load copy the
 * data there */
static void blocks_open(emuq_pami_blocks_t *b, emuq_pami_schedule_t *p, uint32_t ranks, bool load,
                        bool always)
{
    if (!always && blocks_is_contiguous(b, ranks))
        return;
    size_t *at = emuq_pami_schedule_scratch(p, (ranks + 1) * sizeof *at), total = 0;
    for (uint32_t i = 0; at != NULL && i < ranks; i++) {
        at[i] = total;
        total += blocks_bytes(b, i);
    }
    char *packed = at != NULL ? emuq_pami_schedule_scratch(p, total) : NULL;
    if (packed == NULL)
        return;
    at[ranks] = total;
    b->at = at;
    b->packed = packed;
    for (uint32_t i = 0; load && i < ranks; i++)
        if (at[i + 1] != at[i])
            emuq_pami_type_pack(b->type, emuq_pami_blocks_address(b, i), 0, packed + at[i], at[i + 1] - at[i],
                                PAMI_DATA_COPY, NULL);
}

static void blocks_unpack(const emuq_pami_blocks_t *b, emuq_pami_schedule_t *p, uint32_t ranks)
{
    if (b->packed == NULL)
        return;
    for (uint32_t i = 0; i < ranks; i++)
        emuq_pami_add_unpack(p, emuq_pami_blocks_address(b, i), b->type, blocks_count(b, i),
                             b->packed + b->at[i]);
}

/* Sets *first and *end (exclusive) of contiguous blocks. @return false: no data */
static bool blocks_span(const emuq_pami_blocks_t *b, uint32_t ranks, uintptr_t *first, uintptr_t *end)
{
    *first = UINTPTR_MAX;
    *end = 0;
    for (uint32_t i = 0; i < ranks; i++) {
        size_t bytes = blocks_bytes(b, i);
        uintptr_t at = (uintptr_t)emuq_pami_blocks_address(b, i);
        if (bytes != 0 && at < *first)
            *first = at;
        if (bytes != 0 && at + bytes > *end)
            *end = at + bytes;
    }
    return *end != 0;
}

static bool blocks_overlap(const emuq_pami_blocks_t *a, const emuq_pami_blocks_t *b, uint32_t ranks)
{
    uintptr_t a_first, a_end, b_first, b_end;
    if (!blocks_is_contiguous(a, ranks) || !blocks_is_contiguous(b, ranks))
        return false; /* non-contiguous blocks are copied anyway */
    return blocks_span(a, ranks, &a_first, &a_end) && blocks_span(b, ranks, &b_first, &b_end) &&
           a_first < b_end && b_first < a_end;
}

/* ---- arguments and PAMI_IN_PLACE ---- */

/* Which buffer may be PAMI_IN_PLACE, as in MPI. */
typedef enum in_place_role {
    NOT_IN_PLACE = 0,
    SENDERS,      /* the send buffer of every member */
    ROOT_SENDER,  /* the send buffer of the root */
    ROOT_RECEIVER /* the receive buffer of the root */
} in_place_role_t;

/* Structure members that follow a buffer's address and type. */
typedef enum blocks_layout {
    FIXED,     /* size_t count */
    FIXED_INT, /* int count */
    VECTOR,    /* size_t arrays of counts and displacements */
    VECTOR_INT /* int arrays of counts and displacements */
} blocks_layout_t;

typedef struct blocks_row {
    uint8_t role, send, receive; /* send, receive: byte offsets of the buffers */
    uint8_t send_layout, receive_layout;
} blocks_row_t;

#define ROW(TYPE, type, role, send_layout, receive_layout)                                                   \
    [PAMI_XFER_##TYPE] = {role, offsetof(pami_##type##_t, sndbuf), offsetof(pami_##type##_t, rcvbuf),        \
                          send_layout, receive_layout}

static const blocks_row_t blocks_rows[PAMI_XFER_COUNT] = {
    [PAMI_XFER_BROADCAST] = {NOT_IN_PLACE, offsetof(pami_broadcast_t, buf), offsetof(pami_broadcast_t, buf),
                             FIXED, FIXED},
    ROW(ALLREDUCE, allreduce, SENDERS, FIXED, FIXED),
    ROW(REDUCE, reduce, ROOT_SENDER, FIXED, FIXED),
    ROW(ALLGATHER, allgather, SENDERS, FIXED, FIXED),
    ROW(ALLGATHERV, allgatherv, SENDERS, FIXED, VECTOR),
    ROW(ALLGATHERV_INT, allgatherv_int, SENDERS, FIXED_INT, VECTOR_INT),
    ROW(SCATTER, scatter, ROOT_RECEIVER, FIXED, FIXED),
    ROW(SCATTERV, scatterv, ROOT_RECEIVER, VECTOR, FIXED),
    ROW(SCATTERV_INT, scatterv_int, ROOT_RECEIVER, VECTOR_INT, FIXED_INT),
    ROW(GATHER, gather, ROOT_SENDER, FIXED, FIXED),
    ROW(GATHERV, gatherv, ROOT_SENDER, FIXED, VECTOR),
    ROW(GATHERV_INT, gatherv_int, ROOT_SENDER, FIXED_INT, VECTOR_INT),
    ROW(ALLTOALL, alltoall, SENDERS, FIXED, FIXED),
    ROW(ALLTOALLV, alltoallv, SENDERS, VECTOR, VECTOR),
    ROW(ALLTOALLV_INT, alltoallv_int, SENDERS, VECTOR_INT, VECTOR_INT),
    ROW(SCAN, scan, SENDERS, FIXED, FIXED),
    ROW(REDUCE_SCATTER, reduce_scatter, SENDERS, FIXED, VECTOR),
};

/* Members of a buffer in all argument structures. */
typedef struct blocks_fixed {
    char *buffer;
    pami_type_t type;
    size_t count;
} blocks_fixed_t;
typedef struct blocks_vector {
    char *buffer;
    pami_type_t type;
    void *counts, *displs;
} blocks_vector_t;

_Static_assert(sizeof(pami_alltoall_t) == 2 * sizeof(blocks_fixed_t) &&
                   sizeof(pami_alltoallv_t) == 2 * sizeof(blocks_vector_t) &&
                   offsetof(pami_allgatherv_int_t, stypecount) == offsetof(blocks_fixed_t, count),
               "layouts of buffers in argument structures");
_Static_assert(offsetof(pami_reduce_t, root) == 0 && offsetof(pami_gather_t, root) == 0 &&
                   offsetof(pami_gatherv_t, root) == 0 && offsetof(pami_gatherv_int_t, root) == 0 &&
                   offsetof(pami_scatter_t, root) == 0 && offsetof(pami_scatterv_t, root) == 0 &&
                   offsetof(pami_scatterv_int_t, root) == 0,
               "all structures with a root begin with it");

/* Reads the send or receive buffer of a collective. @return false: negative count */
static bool blocks_read(emuq_pami_blocks_t *b, pami_xfer_type_t type, const pami_collective_t *arguments,
                        bool receive)
{
    const blocks_row_t *row = &blocks_rows[type];
    const char *at = (const char *)arguments + (receive ? row->receive : row->send);
    unsigned layout = receive ? row->receive_layout : row->send_layout;
    if (layout == FIXED || layout == FIXED_INT) {
        blocks_fixed_t fixed = {0};
        memcpy(&fixed, at, layout == FIXED ? sizeof fixed : offsetof(blocks_fixed_t, count) + sizeof(int));
        *b = (emuq_pami_blocks_t){.base = fixed.buffer, .type = fixed.type, .each = fixed.count};
        if (layout == FIXED || (int)fixed.count >= 0) /* little-endian */
            return true;
        (void)emuq_pami_invalid("the count is negative: %d", (int)fixed.count);
        return false;
    }
    blocks_vector_t vector;
    memcpy(&vector, at, sizeof vector);
    *b = (emuq_pami_blocks_t){.base = vector.buffer, .type = vector.type};
    if (layout == VECTOR) {
        b->counts = vector.counts;
        b->displs = vector.displs;
    } else {
        b->icounts = vector.counts;
        b->idispls = vector.displs;
    }
    return true;
}

static bool in_place_is_named(const pami_collective_t *a, size_t offset)
{
    void *buffer;
    memcpy(&buffer, (const char *)a + offset, sizeof buffer);
    return buffer == PAMI_IN_PLACE;
}

/* Replaces the send buffer of a reduce-scatter by the receive buffer with all blocks. */
static bool in_place_reduce_scatter(const emuq_pami_member_t *m, pami_reduce_scatter_t *r)
{
    if (r->rcounts == NULL)
        return false;
    r->sndbuf = r->rcvbuf;
    r->stype = r->rtype;
    r->stypecount = 0;
    for (uint32_t i = 0; i < m->geometry->size; i++)
        r->stypecount += r->rcounts[i];
    return true;
}

/* Sets a buffer of one block to the member's block in the opposite buffer. @return false: invalid blocks */
static bool in_place_set_block(const emuq_pami_member_t *m, pami_xfer_type_t type, pami_collective_t *c,
                               bool receive)
{
    emuq_pami_blocks_t all;
    if (!blocks_read(&all, type, c, !receive) || blocks_check(&all, m->geometry->size) != PAMI_SUCCESS)
        return false;
    const blocks_row_t *row = &blocks_rows[type];
    bool is_int = (receive ? row->receive_layout : row->send_layout) == FIXED_INT;
    blocks_fixed_t fixed = {emuq_pami_blocks_address(&all, m->rank), all.type, blocks_count(&all, m->rank)};
    memcpy((char *)c + (receive ? row->receive : row->send), &fixed,
           is_int ? offsetof(blocks_fixed_t, count) + sizeof(int) : sizeof fixed); /* little-endian */
    return true;
}

static bool in_place_resolve(const emuq_pami_member_t *m, pami_xfer_type_t type, pami_collective_t *c)
{
    const blocks_row_t *row = &blocks_rows[type];
    switch (type) {
    case PAMI_XFER_ALLREDUCE:
    case PAMI_XFER_REDUCE:
    case PAMI_XFER_SCAN:
    case PAMI_XFER_ALLTOALL:
    case PAMI_XFER_ALLTOALLV:
    case PAMI_XFER_ALLTOALLV_INT: /* both buffers have the same layout */
        memcpy((char *)c + row->send, (const char *)c + row->receive,
               row->send_layout == FIXED ? sizeof(blocks_fixed_t) : sizeof(blocks_vector_t));
        return true;
    case PAMI_XFER_REDUCE_SCATTER:
        return in_place_reduce_scatter(m, &c->xfer_reduce_scatter);
    default:
        return in_place_set_block(m, type, c, row->role == ROOT_RECEIVER);
    }
}

const pami_collective_t *emuq_pami_in_place(const emuq_pami_member_t *member, pami_xfer_type_t type,
                                            const pami_collective_t *arguments, pami_collective_t *copy)
{
    const blocks_row_t *row = &blocks_rows[type];
    if (type == PAMI_XFER_BARRIER)
        return arguments;
    bool sends = in_place_is_named(arguments, row->send),
         receives = in_place_is_named(arguments, row->receive);
    if (!sends && !receives)
        return arguments;
    if (row->role == ROOT_SENDER || row->role == ROOT_RECEIVER) {
        bool ignored = row->role == ROOT_SENDER ? receives : sends,
             own = row->role == ROOT_SENDER ? sends : receives;
        pami_endpoint_t root;
        memcpy(&root, arguments, sizeof root);
        if (member->geometry->endpoint[member->rank] != root)
            return ignored && !own ? arguments : NULL; /* only the root uses the ignored buffer */
        if (ignored)
            return NULL;
    } else if (row->role == NOT_IN_PLACE || receives) {
        return NULL;
    }
    *copy = *arguments;
    return in_place_resolve(member, type, copy) ? copy : NULL;
}

/* ---- barrier ---- */

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

/* Bytes. Data up to this length is sent down a binomial tree in one message, longer data down a binary tree
 * in pipelined segments. */
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
    if (emuq_pami_buffer_check(b->type, b->typecount, PAMI_DATA_COPY) != PAMI_SUCCESS)
        return PAMI_INVAL;
    if (!emuq_pami_geometry_rank(schedule->member->geometry, b->root, &root))
        return emuq_pami_geometry_no_root(schedule->member->geometry, b->root);
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

static void move_send(emuq_pami_schedule_t *p, uint32_t to, const emuq_pami_blocks_t *b, uint32_t rank)
{
    size_t bytes = blocks_bytes(b, rank);
    if (bytes != 0)
        emuq_pami_add_send(p, to, blocks_memory(b, rank), bytes);
}

static void move_receive(emuq_pami_schedule_t *p, uint32_t from, const emuq_pami_blocks_t *b, uint32_t rank)
{
    size_t bytes = blocks_bytes(b, rank);
    if (bytes != 0)
        emuq_pami_add_receive(p, from, blocks_memory(b, rank), bytes);
}

void emuq_pami_add_exchange(emuq_pami_schedule_t *p, const emuq_pami_blocks_t *out,
                            const emuq_pami_blocks_t *in)
{
    uint32_t n = p->member->geometry->size, rank = p->member->rank;
    emuq_pami_add_copy(p, blocks_memory(in, rank), blocks_memory(out, rank), blocks_bytes(in, rank));
    for (uint32_t i = 1; i < n; i++) {
        uint32_t to = (uint32_t)(((uint64_t)rank + i) % n), from = (rank + n - i) % n;
        move_receive(p, from, in, from);
        move_send(p, to, out, to);
        if (i % EMUQ_PAMI_MAX_PEERS == 0)
            emuq_pami_add_wait(p);
    }
    emuq_pami_add_wait(p);
}

/* Bytes. Up to this total length, an allgather minimises messages, above it bytes. */
#define SHORT_ALLGATHER ((size_t)32 * 1024)

/* ---- allgather ---- */

/* Whether a vector collective has no array of counts. */
static bool move_lacks_counts(const emuq_pami_schedule_t *p, const emuq_pami_blocks_t *b)
{
    if (p->type == PAMI_XFER_ALLGATHER || p->type == PAMI_XFER_ALLTOALL || b->counts != NULL ||
        b->icounts != NULL)
        return false;
    (void)emuq_pami_invalid("the array of counts is null");
    return true;
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

/* Bruck algorithm: in each round, each rank doubles its blocks, starting with its own block. */
static void move_write_doubling(emuq_pami_schedule_t *p, const emuq_pami_blocks_t *b)
{
    uint32_t n = p->member->geometry->size, rank = p->member->rank;
    size_t *at = emuq_pami_schedule_scratch(p, (2 * (size_t)n + 1) * sizeof *at);
    if (at == NULL)
        return;
    at[0] = 0; /* at[i]: bytes of the blocks rank .. rank + i - 1 */
    for (uint32_t i = 0; i < 2 * n; i++)
        at[i + 1] = at[i] + blocks_bytes(b, (uint32_t)(((uint64_t)rank + i) % n));
    char *memory = emuq_pami_schedule_scratch(p, at[n]);
    if (memory == NULL)
        return;
    emuq_pami_add_copy(p, memory, blocks_memory(b, rank), at[1]);
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
        emuq_pami_add_copy(p, blocks_memory(b, (uint32_t)(((uint64_t)rank + i) % n)), memory + at[i],
                           at[i + 1] - at[i]);
}

EMUQ_PAMI_WRITE(emuq_pami_write_allgather)
{
    uint32_t n = schedule->member->geometry->size, rank = schedule->member->rank;
    size_t total = 0;
    emuq_pami_blocks_t one, all;
    if (!blocks_read(&one, schedule->type, arguments, false) ||
        !blocks_read(&all, schedule->type, arguments, true) || move_lacks_counts(schedule, &all) ||
        emuq_pami_buffer_check(one.type, one.each, PAMI_DATA_COPY) != PAMI_SUCCESS ||
        blocks_check(&all, n) != PAMI_SUCCESS)
        return PAMI_INVAL;
    for (uint32_t i = 0; i < n; i++)
        total += blocks_bytes(&all, i);
    const char *source = emuq_pami_schedule_source(schedule, one.base, one.type, one.each);
    blocks_open(&all, schedule, n, false, false);
    if (schedule->failed)
        return PAMI_SUCCESS;
    emuq_pami_add_copy(schedule, blocks_memory(&all, rank), source, blocks_bytes(&all, rank));
    if (total <= SHORT_ALLGATHER)
        move_write_doubling(schedule, &all);
    else
        move_write_ring(schedule, &all);
    blocks_unpack(&all, schedule, n);
    return PAMI_SUCCESS;
}

/* ---- alltoall ---- */

EMUQ_PAMI_WRITE(emuq_pami_write_alltoall)
{
    emuq_pami_schedule_t *p = schedule;
    uint32_t n = p->member->geometry->size;
    emuq_pami_blocks_t out, in;
    blocks_read(&out, p->type, arguments, false);
    blocks_read(&in, p->type, arguments, true);
    if (move_lacks_counts(p, &out) || move_lacks_counts(p, &in) || blocks_check(&out, n) != PAMI_SUCCESS ||
        blocks_check(&in, n) != PAMI_SUCCESS)
        return PAMI_INVAL;
    blocks_open(&out, p, n, true, blocks_overlap(&out, &in, n));
    blocks_open(&in, p, n, false, false);
    if (p->failed)
        return PAMI_SUCCESS;
    emuq_pami_add_exchange(p, &out, &in);
    blocks_unpack(&in, p, n);
    return PAMI_SUCCESS;
}

/* ---- gather and scatter ---- */

/* Bytes. Equal blocks up to this length use a binomial tree; longer or unequal blocks are sent directly. */
#define SHORT_BLOCK ((size_t)2 * 1024)
#define FEW_MEMBERS 4u /* largest size for which a tree does not pay */

typedef struct move_rooted {
    uint32_t root;
    size_t bytes;                /* size of this member's block */
    emuq_pami_blocks_t one, all; /* one: block of this member; all: at the root, blocks of all ranks */
} move_rooted_t;

static const char *move_source(emuq_pami_schedule_t *p, const move_rooted_t *g)
{
    return emuq_pami_schedule_source(p, g->one.base, g->one.type, g->one.each);
}

/* Sends or receives all blocks at the root. */
static void move_straight(emuq_pami_schedule_t *p, move_rooted_t *g, bool gathers)
{
    uint32_t n = p->member->geometry->size;
    blocks_open(&g->all, p, n, !gathers, false);
    if (p->failed)
        return;
    char *mine = blocks_memory(&g->all, g->root);
    if (gathers)
        emuq_pami_add_copy(p, mine, move_source(p, g), g->bytes);
    for (uint32_t i = 0; i < n; i++)
        if (i != g->root)
            (gathers ? move_receive : move_send)(p, i, &g->all, i);
    if (gathers) {
        emuq_pami_add_wait(p);
        blocks_unpack(&g->all, p, n);
    } else {
        emuq_pami_add_unpack(p, g->one.base, g->one.type, g->one.each, mine);
    }
}

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

/* Number of members in the subtree at a position of the binomial tree. */
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
    if (!emuq_pami_geometry_rank(p->member->geometry, root, &g.root))
        return emuq_pami_geometry_no_root(p->member->geometry, root);
    if (!blocks_read(&g.one, p->type, arguments, !gathers) ||
        emuq_pami_buffer_check(g.one.type, g.one.each, PAMI_DATA_COPY) != PAMI_SUCCESS)
        return PAMI_INVAL;
    blocks_read(&g.all, p->type, arguments, gathers);
    bool is_root = p->member->rank == g.root;
    if (is_root && blocks_check(&g.all, n) != PAMI_SUCCESS)
        return PAMI_INVAL;
    g.bytes = blocks_bytes(&g.one, 0);
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
