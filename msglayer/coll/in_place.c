/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/coll/in_place.h"

#include "msglayer/coll/blocks.h"

/* Who may be in place: as in MPI, a sender, where it also receives; but a receiver where a root sends. */
typedef enum role {
    NO_SIDE = 0,
    SENDERS,     /* all members send and receive */
    ROOT_SENDER, /* a root receives; only its own block can be in place */
    ROOT_RECEIVER
} role_t;

/* Where the structures have their buffers. */
typedef struct row {
    uint8_t role, send, receive;
} row_t;

#define ROW(TYPE, type, role)                                                                                \
    [PAMI_XFER_##TYPE] = {role, offsetof(pami_##type##_t, sndbuf), offsetof(pami_##type##_t, rcvbuf)}

static const row_t rows[PAMI_XFER_COUNT] = {
    [PAMI_XFER_BROADCAST] = {NO_SIDE, offsetof(pami_broadcast_t, buf), offsetof(pami_broadcast_t, buf)},
    ROW(ALLREDUCE, allreduce, SENDERS),
    ROW(REDUCE, reduce, ROOT_SENDER),
    ROW(ALLGATHER, allgather, SENDERS),
    ROW(ALLGATHERV, allgatherv, SENDERS),
    ROW(ALLGATHERV_INT, allgatherv_int, SENDERS),
    ROW(SCATTER, scatter, ROOT_RECEIVER),
    ROW(SCATTERV, scatterv, ROOT_RECEIVER),
    ROW(SCATTERV_INT, scatterv_int, ROOT_RECEIVER),
    ROW(GATHER, gather, ROOT_SENDER),
    ROW(GATHERV, gatherv, ROOT_SENDER),
    ROW(GATHERV_INT, gatherv_int, ROOT_SENDER),
    ROW(ALLTOALL, alltoall, SENDERS),
    ROW(ALLTOALLV, alltoallv, SENDERS),
    ROW(ALLTOALLV_INT, alltoallv_int, SENDERS),
    ROW(SCAN, scan, SENDERS),
    ROW(REDUCE_SCATTER, reduce_scatter, SENDERS),
};

_Static_assert(offsetof(pami_reduce_t, root) == 0 && offsetof(pami_gather_t, root) == 0 &&
                   offsetof(pami_gatherv_t, root) == 0 && offsetof(pami_gatherv_int_t, root) == 0 &&
                   offsetof(pami_scatter_t, root) == 0 && offsetof(pami_scatterv_t, root) == 0 &&
                   offsetof(pami_scatterv_int_t, root) == 0,
               "all structures with a root begin with it");

static bool is_named(const pami_collective_t *a, size_t offset)
{
    void *buffer;
    memcpy(&buffer, (const char *)a + offset, sizeof buffer);
    return buffer == PAMI_IN_PLACE;
}

static bool is_root(const emuq_pami_member_t *member, const pami_collective_t *a)
{
    pami_endpoint_t root;
    memcpy(&root, a, sizeof root);
    return member->geometry->endpoint[member->rank] == root;
}

/* The member's own block among those of all ranks. @return false: they are no good */
static bool own_block(const emuq_pami_member_t *m, const emuq_pami_blocks_t *all, char **buffer,
                      pami_type_t *type, size_t *count)
{
    if (emuq_pami_blocks_check(all, m->geometry->size) != PAMI_SUCCESS)
        return false;
    *buffer = emuq_pami_blocks_place(all, m->rank);
    *type = all->type;
    *count = emuq_pami_blocks_count(all, m->rank);
    return true;
}

/* The same for the structures with int counts. */
static bool own_iblock(const emuq_pami_member_t *m, const emuq_pami_blocks_t *all, char **buffer,
                       pami_type_t *type, int *count)
{
    size_t elements;
    if (!own_block(m, all, buffer, type, &elements))
        return false;
    *count = (int)elements;
    return true;
}

/* ---- members whose own block is one of many: gather, scatter, allgather ---- */

static bool gather_from_own(const emuq_pami_member_t *m, pami_xfer_type_t type, pami_collective_t *c)
{
    if (type == PAMI_XFER_GATHER) {
        pami_gather_t *g = &c->xfer_gather;
        emuq_pami_blocks_t all = {.base = g->rcvbuf, .type = g->rtype, .each = g->rtypecount};
        return own_block(m, &all, &g->sndbuf, &g->stype, &g->stypecount);
    }
    if (type == PAMI_XFER_GATHERV) {
        pami_gatherv_t *g = &c->xfer_gatherv;
        emuq_pami_blocks_t all = {
            .base = g->rcvbuf, .type = g->rtype, .counts = g->rtypecounts, .displs = g->rdispls};
        return own_block(m, &all, &g->sndbuf, &g->stype, &g->stypecount);
    }
    pami_gatherv_int_t *g = &c->xfer_gatherv_int;
    emuq_pami_blocks_t all = {
        .base = g->rcvbuf, .type = g->rtype, .icounts = g->rtypecounts, .idispls = g->rdispls};
    return own_iblock(m, &all, &g->sndbuf, &g->stype, &g->stypecount);
}

static bool scatter_to_own(const emuq_pami_member_t *m, pami_xfer_type_t type, pami_collective_t *c)
{
    if (type == PAMI_XFER_SCATTER) {
        pami_scatter_t *s = &c->xfer_scatter;
        emuq_pami_blocks_t all = {.base = s->sndbuf, .type = s->stype, .each = s->stypecount};
        return own_block(m, &all, &s->rcvbuf, &s->rtype, &s->rtypecount);
    }
    if (type == PAMI_XFER_SCATTERV) {
        pami_scatterv_t *s = &c->xfer_scatterv;
        emuq_pami_blocks_t all = {
            .base = s->sndbuf, .type = s->stype, .counts = s->stypecounts, .displs = s->sdispls};
        return own_block(m, &all, &s->rcvbuf, &s->rtype, &s->rtypecount);
    }
    pami_scatterv_int_t *s = &c->xfer_scatterv_int;
    emuq_pami_blocks_t all = {
        .base = s->sndbuf, .type = s->stype, .icounts = s->stypecounts, .idispls = s->sdispls};
    return own_iblock(m, &all, &s->rcvbuf, &s->rtype, &s->rtypecount);
}

static bool allgather_from_own(const emuq_pami_member_t *m, pami_xfer_type_t type, pami_collective_t *c)
{
    if (type == PAMI_XFER_ALLGATHER) {
        pami_allgather_t *g = &c->xfer_allgather;
        emuq_pami_blocks_t all = {.base = g->rcvbuf, .type = g->rtype, .each = g->rtypecount};
        return own_block(m, &all, &g->sndbuf, &g->stype, &g->stypecount);
    }
    if (type == PAMI_XFER_ALLGATHERV) {
        pami_allgatherv_t *g = &c->xfer_allgatherv;
        emuq_pami_blocks_t all = {
            .base = g->rcvbuf, .type = g->rtype, .counts = g->rtypecounts, .displs = g->rdispls};
        return own_block(m, &all, &g->sndbuf, &g->stype, &g->stypecount);
    }
    pami_allgatherv_int_t *g = &c->xfer_allgatherv_int;
    emuq_pami_blocks_t all = {
        .base = g->rcvbuf, .type = g->rtype, .icounts = g->rtypecounts, .idispls = g->rdispls};
    return own_iblock(m, &all, &g->sndbuf, &g->stype, &g->stypecount);
}

/* ---- members that send all that they receive ---- */

static void alltoall_from_all(pami_xfer_type_t type, pami_collective_t *c)
{
    if (type == PAMI_XFER_ALLTOALL) {
        pami_alltoall_t *a = &c->xfer_alltoall;
        *a = (pami_alltoall_t){a->rcvbuf, a->rtype, a->rtypecount, a->rcvbuf, a->rtype, a->rtypecount};
    } else if (type == PAMI_XFER_ALLTOALLV) {
        pami_alltoallv_t *a = &c->xfer_alltoallv;
        *a = (pami_alltoallv_t){a->rcvbuf, a->rtype, a->rtypecounts, a->rdispls,
                                a->rcvbuf, a->rtype, a->rtypecounts, a->rdispls};
    } else {
        pami_alltoallv_int_t *a = &c->xfer_alltoallv_int;
        *a = (pami_alltoallv_int_t){a->rcvbuf, a->rtype, a->rtypecounts, a->rdispls,
                                    a->rcvbuf, a->rtype, a->rtypecounts, a->rdispls};
    }
}

/* The data of a reduce-scatter are as many elements as all blocks of its result. */
static bool reduce_scatter_from_all(const emuq_pami_member_t *m, pami_reduce_scatter_t *r)
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

static bool resolve(const emuq_pami_member_t *m, pami_xfer_type_t type, pami_collective_t *c)
{
    switch (type) {
    case PAMI_XFER_ALLREDUCE:
        c->xfer_allreduce.sndbuf = c->xfer_allreduce.rcvbuf;
        c->xfer_allreduce.stype = c->xfer_allreduce.rtype;
        c->xfer_allreduce.stypecount = c->xfer_allreduce.rtypecount;
        return true;
    case PAMI_XFER_REDUCE:
        c->xfer_reduce.sndbuf = c->xfer_reduce.rcvbuf;
        c->xfer_reduce.stype = c->xfer_reduce.rtype;
        c->xfer_reduce.stypecount = c->xfer_reduce.rtypecount;
        return true;
    case PAMI_XFER_SCAN:
        c->xfer_scan.sndbuf = c->xfer_scan.rcvbuf;
        c->xfer_scan.stype = c->xfer_scan.rtype;
        c->xfer_scan.stypecount = c->xfer_scan.rtypecount;
        return true;
    case PAMI_XFER_REDUCE_SCATTER:
        return reduce_scatter_from_all(m, &c->xfer_reduce_scatter);
    case PAMI_XFER_ALLTOALL:
    case PAMI_XFER_ALLTOALLV:
    case PAMI_XFER_ALLTOALLV_INT:
        alltoall_from_all(type, c);
        return true;
    case PAMI_XFER_ALLGATHER:
    case PAMI_XFER_ALLGATHERV:
    case PAMI_XFER_ALLGATHERV_INT:
        return allgather_from_own(m, type, c);
    case PAMI_XFER_GATHER:
    case PAMI_XFER_GATHERV:
    case PAMI_XFER_GATHERV_INT:
        return gather_from_own(m, type, c);
    default:
        return scatter_to_own(m, type, c);
    }
}

const pami_collective_t *emuq_pami_in_place(const emuq_pami_member_t *member, pami_xfer_type_t type,
                                            const pami_collective_t *arguments, pami_collective_t *copy)
{
    const row_t *row = &rows[type];
    if (type == PAMI_XFER_BARRIER)
        return arguments;
    bool sends = is_named(arguments, row->send), receives = is_named(arguments, row->receive);
    if (!sends && !receives)
        return arguments;
    if (row->role == ROOT_SENDER || row->role == ROOT_RECEIVER) {
        bool junk = row->role == ROOT_SENDER ? receives : sends,
             own = row->role == ROOT_SENDER ? sends : receives;
        if (!is_root(member, arguments))
            return junk && !own ? arguments : NULL; /* the other side is the root's affair */
        if (junk)
            return NULL;
    } else if (row->role == NO_SIDE || receives) {
        return NULL;
    }
    *copy = *arguments;
    return resolve(member, type, copy) ? copy : NULL;
}
