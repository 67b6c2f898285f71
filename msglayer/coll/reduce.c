/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions. All of them combine in one order, which depends on nothing but the number of members:
 * neighbours first, then pairs, then fours, lower ranks to the left. (If the number is no power of 2, the
 * first members join in pairs before.) So results of floating-point operations can be reproduced, and are the
 * same for short data, where partners exchange all they have, and long data, where they exchange halves of
 * halves.
 */
#include "msglayer/coll/blocks.h"

/* Data from this length on is divided. */
#define LONG ((size_t)8 * 1024)

#define LEVELS 32u

typedef struct reduction {
    emuq_pami_schedule_t *p;
    uint32_t n, rank;
    uint32_t groups, pairs; /* power of 2 up to n; members that join a neighbour first */
    uint32_t group;         /* own number, if there is one */
    bool has_group;
    char *have, *other; /* what has been combined so far, and memory for what comes */
    size_t bytes, unit;
    size_t from[LEVELS + 1], to[LEVELS + 1]; /* own part of the data after each halving */
} reduction_t;

/* The rank that speaks for a group. */
static uint32_t rank_of(const reduction_t *r, uint32_t group)
{
    return group < r->pairs ? 2 * group + 1 : group + r->pairs;
}

static void start_reduction(reduction_t *r, emuq_pami_schedule_t *p, size_t bytes, size_t unit)
{
    memset(r, 0, sizeof *r);
    r->p = p;
    r->n = p->member->geometry->size;
    r->rank = p->member->rank;
    r->groups = 1;
    while (r->groups <= r->n / 2)
        r->groups *= 2;
    r->pairs = r->n - r->groups;
    r->has_group = r->rank >= 2 * r->pairs || r->rank % 2 == 1;
    r->group = r->rank >= 2 * r->pairs ? r->rank - r->pairs : r->rank / 2;
    r->bytes = bytes;
    r->unit = unit;
}

/* Combines what has come with what is there, in [from, to); the higher ranks' comes last. */
static void join(reduction_t *r, bool other_is_lower, size_t from, size_t to)
{
    if (other_is_lower) {
        emuq_pami_add_combine(r->p, r->other + from, r->have + from, to - from);
        char *have = r->have;
        r->have = r->other;
        r->other = have;
    } else {
        emuq_pami_add_combine(r->p, r->have + from, r->other + from, to - from);
    }
}

/* The first members join in pairs. */
static void join_pairs(reduction_t *r)
{
    if (!r->has_group) {
        emuq_pami_add_send(r->p, r->rank + 1, r->have, r->bytes);
        emuq_pami_add_wait(r->p);
    } else if (r->rank < 2 * r->pairs) {
        emuq_pami_add_receive(r->p, r->rank - 1, r->other, r->bytes);
        emuq_pami_add_wait(r->p);
        join(r, true, 0, r->bytes);
    }
}

/* ---- exchange of everything ---- */

static void double_groups(reduction_t *r)
{
    for (uint32_t bit = 1; bit < r->groups; bit *= 2) {
        uint32_t partner = rank_of(r, r->group ^ bit);
        emuq_pami_add_send(r->p, partner, r->have, r->bytes);
        emuq_pami_add_receive(r->p, partner, r->other, r->bytes);
        emuq_pami_add_wait(r->p);
        join(r, (r->group & bit) != 0, 0, r->bytes);
    }
}

/* ---- exchange of halves ---- */

static size_t middle(const reduction_t *r, size_t from, size_t to)
{
    return from + (to - from) / r->unit / 2 * r->unit;
}

/* The part of the data that a group has at the end. */
static void part_of(const reduction_t *r, uint32_t group, size_t *from, size_t *to)
{
    *from = 0;
    *to = r->bytes;
    for (uint32_t bit = 1; bit < r->groups; bit *= 2) {
        size_t half = middle(r, *from, *to);
        if (group & bit)
            *from = half;
        else
            *to = half;
    }
}

static void halve(reduction_t *r)
{
    size_t from = 0, to = r->bytes;
    uint32_t level = 0;
    r->from[0] = 0;
    r->to[0] = r->bytes;
    for (uint32_t bit = 1; bit < r->groups; bit *= 2) {
        uint32_t partner = rank_of(r, r->group ^ bit);
        size_t half = middle(r, from, to);
        bool upper = (r->group & bit) != 0;
        emuq_pami_add_send(r->p, partner, r->have + (upper ? from : half), upper ? half - from : to - half);
        from = upper ? half : from;
        to = upper ? to : half;
        emuq_pami_add_receive(r->p, partner, r->other + from, to - from);
        emuq_pami_add_wait(r->p);
        join(r, upper, from, to);
        level++;
        r->from[level] = from;
        r->to[level] = to;
    }
}

/* The way back: partners exchange what they have, until all have all, at `result`. */
static void collect(reduction_t *r, char *result)
{
    uint32_t level = 0, groups = r->groups;
    while (groups > 1) {
        level++;
        groups /= 2;
    }
    emuq_pami_add_copy(r->p, result + r->from[level], r->have + r->from[level],
                       r->to[level] - r->from[level]);
    for (uint32_t bit = r->groups / 2; bit != 0; bit /= 2, level--) {
        uint32_t partner = rank_of(r, r->group ^ bit);
        size_t half = middle(r, r->from[level - 1], r->to[level - 1]);
        bool upper = (r->group & bit) != 0;
        size_t from = upper ? r->from[level - 1] : half, to = upper ? half : r->to[level - 1];
        emuq_pami_add_send(r->p, partner, result + r->from[level], r->to[level] - r->from[level]);
        emuq_pami_add_receive(r->p, partner, result + from, to - from);
        emuq_pami_add_wait(r->p);
    }
}

/* ---- the collectives ---- */

pami_result_t emuq_pami_set_op(emuq_pami_schedule_t *p, pami_type_t type, size_t count, pami_data_function op,
                               void *cookie)
{
    pami_result_t rc = emuq_pami_buffer_check(type, count, op);
    if (rc != PAMI_SUCCESS || count == 0)
        return rc;
    p->op = op;
    p->op_cookie = cookie;
    p->op_type = type;
    emuq_pami_type_retain(type);
    return PAMI_SUCCESS;
}

/* What belongs together for a user's function may be more here than elsewhere, so its data is never divided.
 */
static bool is_long(const reduction_t *r)
{
    return r->bytes >= LONG && r->bytes / r->unit >= r->groups && r->groups > 1 &&
           emuq_pami_function_is_predefined(r->p->op);
}

EMUQ_PAMI_WRITE(emuq_pami_write_allreduce)
{
    const pami_allreduce_t *a = &arguments->xfer_allreduce;
    pami_result_t rc = emuq_pami_set_op(schedule, a->stype, a->stypecount, a->op, a->data_cookie);
    if (rc == PAMI_SUCCESS)
        rc = emuq_pami_buffer_check(a->rtype, a->rtypecount, PAMI_DATA_COPY);
    if (rc != PAMI_SUCCESS || a->stypecount == 0)
        return rc;
    reduction_t r;
    start_reduction(&r, schedule, a->stypecount * emuq_pami_type_size(a->stype),
                    emuq_pami_type_unit(a->stype, a->op));
    const char *source = emuq_pami_schedule_source(schedule, a->sndbuf, a->stype, a->stypecount);
    char *result = emuq_pami_schedule_target(schedule, a->rcvbuf, a->rtype, a->rtypecount);
    r.have = result;
    r.other = r.n > 1 ? emuq_pami_schedule_scratch(schedule, r.bytes) : NULL;
    if (schedule->failed)
        return PAMI_SUCCESS;
    emuq_pami_add_copy(schedule, r.have, source, r.bytes);
    join_pairs(&r);
    if (!r.has_group) {
        emuq_pami_add_receive(schedule, r.rank + 1, result, r.bytes);
        emuq_pami_add_wait(schedule);
    } else if (is_long(&r)) {
        halve(&r);
        collect(&r, result);
    } else {
        double_groups(&r);
        emuq_pami_add_copy(schedule, result, r.have, r.bytes);
    }
    if (r.has_group && r.rank < 2 * r.pairs)
        emuq_pami_add_send(schedule, r.rank - 1, result, r.bytes);
    emuq_pami_add_wait(schedule);
    emuq_pami_add_unpack(schedule, a->rcvbuf, a->rtype, a->rtypecount, result);
    return PAMI_SUCCESS;
}

/* Groups hand all they have to the one half as many groups below. @return whether this one has the result */
static bool climb(reduction_t *r)
{
    for (uint32_t bit = 1; bit < r->groups; bit *= 2) {
        if (r->group & bit) {
            emuq_pami_add_send(r->p, rank_of(r, r->group - bit), r->have, r->bytes);
            emuq_pami_add_wait(r->p);
            return false;
        }
        emuq_pami_add_receive(r->p, rank_of(r, r->group + bit), r->other, r->bytes);
        emuq_pami_add_wait(r->p);
        join(r, false, 0, r->bytes);
    }
    return true;
}

/* The root gets the parts of all groups. */
static void gather_parts(reduction_t *r, uint32_t root, char *result)
{
    size_t from, to;
    if (r->has_group) {
        part_of(r, r->group, &from, &to);
        if (r->rank == root)
            emuq_pami_add_copy(r->p, result + from, r->have + from, to - from);
        else
            emuq_pami_add_send(r->p, root, r->have + from, to - from);
    }
    for (uint32_t g = 0; r->rank == root && g < r->groups; g++) {
        part_of(r, g, &from, &to);
        if (rank_of(r, g) != root)
            emuq_pami_add_receive(r->p, rank_of(r, g), result + from, to - from);
    }
    emuq_pami_add_wait(r->p);
}

static void write_reduce(reduction_t *r, uint32_t root, char *result)
{
    bool has_all = false;
    join_pairs(r);
    if (is_long(r)) {
        if (r->has_group)
            halve(r);
        gather_parts(r, root, result);
        return;
    }
    if (r->has_group)
        has_all = climb(r);
    uint32_t last = rank_of(r, 0);
    if (has_all && r->rank != root)
        emuq_pami_add_send(r->p, root, r->have, r->bytes);
    else if (r->rank == root && r->rank != last)
        emuq_pami_add_receive(r->p, last, result, r->bytes);
    else if (r->rank == root)
        emuq_pami_add_copy(r->p, result, r->have, r->bytes);
    emuq_pami_add_wait(r->p);
}

EMUQ_PAMI_WRITE(emuq_pami_write_reduce)
{
    const pami_reduce_t *a = &arguments->xfer_reduce;
    uint32_t root;
    pami_result_t rc = emuq_pami_set_op(schedule, a->stype, a->stypecount, a->op, a->data_cookie);
    if (rc != PAMI_SUCCESS || !emuq_pami_geometry_rank(schedule->member->geometry, a->root, &root))
        return PAMI_INVAL;
    bool is_root = root == schedule->member->rank;
    if (is_root && emuq_pami_buffer_check(a->rtype, a->rtypecount, PAMI_DATA_COPY) != PAMI_SUCCESS)
        return PAMI_INVAL;
    if (a->stypecount == 0)
        return PAMI_SUCCESS;
    reduction_t r;
    start_reduction(&r, schedule, a->stypecount * emuq_pami_type_size(a->stype),
                    emuq_pami_type_unit(a->stype, a->op));
    const char *source = emuq_pami_schedule_source(schedule, a->sndbuf, a->stype, a->stypecount);
    char *result = is_root ? emuq_pami_schedule_target(schedule, a->rcvbuf, a->rtype, a->rtypecount) : NULL;
    r.have = is_root ? result : emuq_pami_schedule_scratch(schedule, r.bytes);
    r.other = r.n > 1 ? emuq_pami_schedule_scratch(schedule, r.bytes) : NULL;
    if (schedule->failed)
        return PAMI_SUCCESS;
    emuq_pami_add_copy(schedule, r.have, source, r.bytes);
    write_reduce(&r, root, result);
    if (is_root)
        emuq_pami_add_unpack(schedule, a->rcvbuf, a->rtype, a->rtypecount, result);
    return PAMI_SUCCESS;
}
