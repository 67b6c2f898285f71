/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks of ranks in the buffers of collectives, and PAMI_IN_PLACE. */
#include "msglayer/coll/schedule.h"

size_t emuq_pami_blocks_count(const emuq_pami_blocks_t *b, uint32_t rank)
{
    if (b->counts != NULL)
        return b->counts[rank];
    if (b->icounts != NULL)
        return (size_t)b->icounts[rank];
    return b->each;
}

size_t emuq_pami_blocks_bytes(const emuq_pami_blocks_t *b, uint32_t rank)
{
    size_t count = emuq_pami_blocks_count(b, rank);
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
    if (emuq_pami_blocks_count(b, rank) == 0)
        return b->base;
    return (char *)((uintptr_t)b->base + (uintptr_t)(displacement * emuq_pami_type_extent(b->type)));
}

char *emuq_pami_blocks_memory(const emuq_pami_blocks_t *b, uint32_t rank)
{
    return b->packed != NULL ? b->packed + b->at[rank] : emuq_pami_blocks_address(b, rank);
}

pami_result_t emuq_pami_buffer_check(pami_type_t type, size_t count, pami_data_function fn)
{
    if (count == 0)
        return PAMI_SUCCESS;
    if (!emuq_pami_type_is_complete(type))
        return PAMI_INVAL;
    return emuq_pami_type_check(type, 0, count * emuq_pami_type_size(type), fn);
}

pami_result_t emuq_pami_blocks_check(const emuq_pami_blocks_t *b, uint32_t ranks)
{
    bool arrays = (b->counts != NULL && b->displs != NULL) || (b->icounts != NULL && b->idispls != NULL);
    bool none = b->counts == NULL && b->displs == NULL && b->icounts == NULL && b->idispls == NULL;
    if (!arrays && !none)
        return PAMI_INVAL;
    for (uint32_t i = 0; i < ranks; i++) {
        if (b->icounts != NULL && b->icounts[i] < 0)
            return PAMI_INVAL;
        if (emuq_pami_blocks_count(b, i) != 0 && !emuq_pami_type_is_complete(b->type))
            return PAMI_INVAL;
    }
    return PAMI_SUCCESS;
}

static bool blocks_is_contiguous(const emuq_pami_blocks_t *b, uint32_t ranks)
{
    for (uint32_t i = 0; i < ranks; i++)
        if (emuq_pami_blocks_count(b, i) != 0)
            return emuq_pami_type_is_contiguous(b->type);
    return true;
}

void emuq_pami_blocks_open(emuq_pami_blocks_t *b, emuq_pami_schedule_t *p, uint32_t ranks, bool load,
                           bool always)
{
    if (!always && blocks_is_contiguous(b, ranks))
        return;
    size_t *at = emuq_pami_schedule_scratch(p, (ranks + 1) * sizeof *at), total = 0;
    for (uint32_t i = 0; at != NULL && i < ranks; i++) {
        at[i] = total;
        total += emuq_pami_blocks_bytes(b, i);
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

void emuq_pami_blocks_unpack(const emuq_pami_blocks_t *b, emuq_pami_schedule_t *p, uint32_t ranks)
{
    if (b->packed == NULL)
        return;
    for (uint32_t i = 0; i < ranks; i++)
        emuq_pami_add_unpack(p, emuq_pami_blocks_address(b, i), b->type, emuq_pami_blocks_count(b, i),
                             b->packed + b->at[i]);
}

/* First and last address + 1 of contiguous blocks. */
static bool blocks_span(const emuq_pami_blocks_t *b, uint32_t ranks, uintptr_t *first, uintptr_t *end)
{
    *first = UINTPTR_MAX;
    *end = 0;
    for (uint32_t i = 0; i < ranks; i++) {
        size_t bytes = emuq_pami_blocks_bytes(b, i);
        uintptr_t at = (uintptr_t)emuq_pami_blocks_address(b, i);
        if (bytes != 0 && at < *first)
            *first = at;
        if (bytes != 0 && at + bytes > *end)
            *end = at + bytes;
    }
    return *end != 0;
}

bool emuq_pami_blocks_overlap(const emuq_pami_blocks_t *a, const emuq_pami_blocks_t *b, uint32_t ranks)
{
    uintptr_t a_first, a_end, b_first, b_end;
    if (!blocks_is_contiguous(a, ranks) || !blocks_is_contiguous(b, ranks))
        return false; /* non-contiguous blocks are copied anyway */
    return blocks_span(a, ranks, &a_first, &a_end) && blocks_span(b, ranks, &b_first, &b_end) &&
           a_first < b_end && b_first < a_end;
}

/* ---- arguments and PAMI_IN_PLACE ---- */

/* Buffers that may be in place, as in MPI. */
typedef enum in_place_role {
    NOT_IN_PLACE = 0,
    SENDERS,      /* the send buffer of every member */
    ROOT_SENDER,  /* the send buffer of the root */
    ROOT_RECEIVER /* the receive buffer of the root */
} in_place_role_t;

/* Members of a buffer after address and type. */
typedef enum blocks_layout {
    FIXED,     /* size_t count */
    FIXED_INT, /* int count */
    VECTOR,    /* size_t arrays of counts and displacements */
    VECTOR_INT /* int arrays of counts and displacements */
} blocks_layout_t;

typedef struct blocks_row {
    uint8_t role, send, receive; /* role; offsets of the buffers */
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

bool emuq_pami_blocks_read(emuq_pami_blocks_t *b, pami_xfer_type_t type, const pami_collective_t *arguments,
                           bool receive)
{
    const blocks_row_t *row = &blocks_rows[type];
    const char *at = (const char *)arguments + (receive ? row->receive : row->send);
    unsigned layout = receive ? row->receive_layout : row->send_layout;
    if (layout == FIXED || layout == FIXED_INT) {
        blocks_fixed_t fixed = {0};
        memcpy(&fixed, at, layout == FIXED ? sizeof fixed : offsetof(blocks_fixed_t, count) + sizeof(int));
        *b = (emuq_pami_blocks_t){.base = fixed.buffer, .type = fixed.type, .each = fixed.count};
        return layout == FIXED || (int)fixed.count >= 0; /* little-endian */
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
    if (!emuq_pami_blocks_read(&all, type, c, !receive) ||
        emuq_pami_blocks_check(&all, m->geometry->size) != PAMI_SUCCESS)
        return false;
    const blocks_row_t *row = &blocks_rows[type];
    bool is_int = (receive ? row->receive_layout : row->send_layout) == FIXED_INT;
    blocks_fixed_t fixed = {emuq_pami_blocks_address(&all, m->rank), all.type,
                            emuq_pami_blocks_count(&all, m->rank)};
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
            return ignored && !own ? arguments : NULL; /* only the root uses that buffer */
        if (ignored)
            return NULL;
    } else if (row->role == NOT_IN_PLACE || receives) {
        return NULL;
    }
    *copy = *arguments;
    return in_place_resolve(member, type, copy) ? copy : NULL;
}
