/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions. The order of combination depends on the number of members only: neighbours first, then pairs,
 * then fours, lower ranks to the left; if the number is not a power of two, the first members combine in
 * pairs beforehand. So floating-point results are reproducible, and equal for recursive doubling (short data)
 * and halving (long data). */
#include "msglayer/coll/schedule.h"

/* Bytes. Data of at least this length is halved. */
#define LONG_DATA ((size_t)8 * 1024)

typedef struct reduce {
    emuq_pami_schedule_t *p;
    uint32_t n, rank;
    uint32_t groups, pairs; /* groups: largest power of two up to n; pairs: groups of two members */
    uint32_t group;
    bool has_group;
    char *have, *other; /* partial result; receive buffer */
    size_t bytes, unit;
} reduce_t;

/* Rank that represents a group. */
static uint32_t reduce_rank(const reduce_t *r, uint32_t group)
{
    return group < r->pairs ? 2 * group + 1 : group + r->pairs;
}

static void reduce_start(reduce_t *r, emuq_pami_schedule_t *p, const pami_allreduce_t *a)
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
    r->bytes = a->stypecount * emuq_pami_type_size(a->stype);
    r->unit = emuq_pami_type_unit(a->stype, a->op);
}

/* Combines received data with the partial result in bytes [from, to); the higher ranks' data is the right
 * operand. */
static void reduce_join(reduce_t *r, bool other_is_lower, size_t from, size_t to)
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

static void reduce_join_pairs(reduce_t *r)
{
    if (!r->has_group) {
        emuq_pami_add_send(r->p, r->rank + 1, r->have, r->bytes);
        emuq_pami_add_wait(r->p);
    } else if (r->rank < 2 * r->pairs) {
        emuq_pami_add_receive(r->p, r->rank - 1, r->other, r->bytes);
        emuq_pami_add_wait(r->p);
        reduce_join(r, true, 0, r->bytes);
    }
}

/* ---- recursive doubling ---- */

static void reduce_doubling(reduce_t *r)
{
    for (uint32_t bit = 1; bit < r->groups; bit *= 2) {
        uint32_t partner = reduce_rank(r, r->group ^ bit);
        emuq_pami_add_send(r->p, partner, r->have, r->bytes);
        emuq_pami_add_receive(r->p, partner, r->other, r->bytes);
        emuq_pami_add_wait(r->p);
        reduce_join(r, (r->group & bit) != 0, 0, r->bytes);
    }
}

/* ---- recursive halving ---- */

/* Bytes [*from, *to) of a group after the halvings with bits below @p end. */
static void reduce_part_of(const reduce_t *r, uint32_t group, uint32_t end, size_t *from, size_t *to)
{
    *from = 0;
    *to = r->bytes;
    for (uint32_t bit = 1; bit < end; bit *= 2) {
        size_t middle = *from + (*to - *from) / r->unit / 2 * r->unit;
        if (group & bit)
            *from = middle;
        else
            *to = middle;
    }
}

static void reduce_halves(reduce_t *r)
{
    for (uint32_t bit = 1; bit < r->groups; bit *= 2) {
        uint32_t partner = reduce_rank(r, r->group ^ bit);
        size_t from, to, out, out_end;
        reduce_part_of(r, r->group ^ bit, 2 * bit, &out, &out_end);
        reduce_part_of(r, r->group, 2 * bit, &from, &to);
        emuq_pami_add_send(r->p, partner, r->have + out, out_end - out);
        emuq_pami_add_receive(r->p, partner, r->other + from, to - from);
        emuq_pami_add_wait(r->p);
        reduce_join(r, (r->group & bit) != 0, from, to);
    }
}

static void reduce_allgather(reduce_t *r, char *result)
{
    size_t from, to, in, in_end;
    reduce_part_of(r, r->group, r->groups, &from, &to);
    emuq_pami_add_copy(r->p, result + from, r->have + from, to - from);
    for (uint32_t bit = r->groups / 2; bit != 0; bit /= 2) {
        uint32_t partner = reduce_rank(r, r->group ^ bit);
        reduce_part_of(r, r->group, 2 * bit, &from, &to);
        reduce_part_of(r, r->group ^ bit, 2 * bit, &in, &in_end);
        emuq_pami_add_send(r->p, partner, result + from, to - from);
        emuq_pami_add_receive(r->p, partner, result + in, in_end - in);
        emuq_pami_add_wait(r->p);
    }
}

/* ---- the collectives ---- */

/* Sets the operation of combine steps, for @p count elements of @p type. */
static pami_result_t reduce_set_op(emuq_pami_schedule_t *p, pami_type_t type, size_t count,
                                   pami_data_function op, void *cookie)
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

pami_result_t emuq_pami_reduction_check(emuq_pami_schedule_t *p, const pami_allreduce_t *a, bool receives)
{
    pami_result_t rc = reduce_set_op(p, a->stype, a->stypecount, a->op, a->data_cookie);
    return rc == PAMI_SUCCESS && receives ? emuq_pami_buffer_check(a->rtype, a->rtypecount, PAMI_DATA_COPY)
                                          : rc;
}

/* Client functions may need larger units: their data is never divided. */
static bool reduce_is_long(const reduce_t *r)
{
    return r->bytes >= LONG_DATA && r->bytes / r->unit >= r->groups && r->groups > 1 &&
           emuq_pami_function_is_predefined(r->p->op);
}

/* Combines at all groups, then sends the result to the ranks without a group. */
static void reduce_to_all(reduce_t *r, char *result)
{
    if (!r->has_group) {
        emuq_pami_add_receive(r->p, r->rank + 1, result, r->bytes);
        emuq_pami_add_wait(r->p);
    } else if (reduce_is_long(r)) {
        reduce_halves(r);
        reduce_allgather(r, result);
    } else {
        reduce_doubling(r);
        emuq_pami_add_copy(r->p, result, r->have, r->bytes);
    }
    if (r->has_group && r->rank < 2 * r->pairs)
        emuq_pami_add_send(r->p, r->rank - 1, result, r->bytes);
    emuq_pami_add_wait(r->p);
}

/* Sends partial results to the lowest group. @return whether this rank has the result */
static bool reduce_to_lowest(reduce_t *r)
{
    for (uint32_t bit = 1; bit < r->groups; bit *= 2) {
        if (r->group & bit) {
            emuq_pami_add_send(r->p, reduce_rank(r, r->group - bit), r->have, r->bytes);
            emuq_pami_add_wait(r->p);
            return false;
        }
        emuq_pami_add_receive(r->p, reduce_rank(r, r->group + bit), r->other, r->bytes);
        emuq_pami_add_wait(r->p);
        reduce_join(r, false, 0, r->bytes);
    }
    return true;
}

static void reduce_gather_parts(reduce_t *r, uint32_t root, char *result)
{
    size_t from, to;
    if (r->has_group) {
        reduce_part_of(r, r->group, r->groups, &from, &to);
        if (r->rank == root)
            emuq_pami_add_copy(r->p, result + from, r->have + from, to - from);
        else
            emuq_pami_add_send(r->p, root, r->have + from, to - from);
    }
    for (uint32_t g = 0; r->rank == root && g < r->groups; g++) {
        reduce_part_of(r, g, r->groups, &from, &to);
        if (reduce_rank(r, g) != root)
            emuq_pami_add_receive(r->p, reduce_rank(r, g), result + from, to - from);
    }
    emuq_pami_add_wait(r->p);
}

static void reduce_to_root(reduce_t *r, uint32_t root, char *result)
{
    bool has_all = false;
    if (reduce_is_long(r)) {
        if (r->has_group)
            reduce_halves(r);
        reduce_gather_parts(r, root, result);
        return;
    }
    if (r->has_group)
        has_all = reduce_to_lowest(r);
    uint32_t last = reduce_rank(r, 0);
    if (has_all && r->rank != root)
        emuq_pami_add_send(r->p, root, r->have, r->bytes);
    else if (r->rank == root && r->rank != last)
        emuq_pami_add_receive(r->p, last, result, r->bytes);
    else if (r->rank == root)
        emuq_pami_add_copy(r->p, result, r->have, r->bytes);
    emuq_pami_add_wait(r->p);
}

pami_result_t emuq_pami_write_reduction(emuq_pami_schedule_t *p, const pami_allreduce_t *a, uint32_t root)
{
    bool receives = emuq_pami_receives(p, root);
    pami_result_t rc = emuq_pami_reduction_check(p, a, receives);
    if (rc != PAMI_SUCCESS || a->stypecount == 0)
        return rc;
    reduce_t r;
    reduce_start(&r, p, a);
    const char *source = emuq_pami_schedule_source(p, a->sndbuf, a->stype, a->stypecount);
    char *result = receives ? emuq_pami_schedule_target(p, a->rcvbuf, a->rtype, a->rtypecount) : NULL;
    r.have = receives ? result : emuq_pami_schedule_scratch(p, r.bytes);
    r.other = r.n > 1 ? emuq_pami_schedule_scratch(p, r.bytes) : NULL;
    if (p->failed)
        return PAMI_SUCCESS;
    emuq_pami_add_copy(p, r.have, source, r.bytes);
    reduce_join_pairs(&r);
    if (root == EMUQ_PAMI_ALL_RANKS)
        reduce_to_all(&r, result);
    else
        reduce_to_root(&r, root, result);
    if (receives)
        emuq_pami_add_unpack(p, a->rcvbuf, a->rtype, a->rtypecount, result);
    return PAMI_SUCCESS;
}

EMUQ_PAMI_WRITE(emuq_pami_write_allreduce)
{
    return emuq_pami_write_reduction(schedule, &arguments->xfer_allreduce, EMUQ_PAMI_ALL_RANKS);
}

_Static_assert(sizeof(pami_reduce_t) == offsetof(pami_reduce_t, sndbuf) + sizeof(pami_allreduce_t) &&
                   sizeof(pami_scan_t) == sizeof(pami_allreduce_t),
               "a reduce has the members of an allreduce behind the root, a scan has them, too");

bool emuq_pami_read_reduce(const emuq_pami_schedule_t *p, const pami_collective_t *arguments,
                           pami_allreduce_t *a, uint32_t *root)
{
    memcpy(a, &arguments->xfer_reduce.sndbuf, sizeof *a);
    return emuq_pami_geometry_rank(p->member->geometry, arguments->xfer_reduce.root, root);
}

EMUQ_PAMI_WRITE(emuq_pami_write_reduce)
{
    pami_allreduce_t a;
    uint32_t root;
    return emuq_pami_read_reduce(schedule, arguments, &a, &root)
               ? emuq_pami_write_reduction(schedule, &a, root)
               : emuq_pami_geometry_no_root(schedule->member->geometry, arguments->xfer_reduce.root);
}

/* ---- scan and reduce-scatter ---- */

static void scan_write_first(emuq_pami_schedule_t *p, const char *source, size_t bytes)
{
    uint32_t n = p->member->geometry->size;
    for (uint32_t distance = 1; distance < n; distance *= 2)
        emuq_pami_add_send(p, distance, source, bytes);
    if (n > 1)
        emuq_pami_add_send(p, 1, source, bytes);
}

/* In round k each rank sends the partial result of 2^k ranks to the rank 2^k above. An exclusive scan then
 * shifts by one rank. */
EMUQ_PAMI_WRITE(emuq_pami_write_scan)
{
    const pami_scan_t *a = &arguments->xfer_scan;
    uint32_t n = schedule->member->geometry->size, rank = schedule->member->rank;
    pami_result_t rc = emuq_pami_reduction_check(schedule, &arguments->xfer_allreduce, true);
    if (rc != PAMI_SUCCESS || a->stypecount == 0)
        return rc;
    size_t bytes = a->stypecount * emuq_pami_type_size(a->stype);
    const char *source = emuq_pami_schedule_source(schedule, a->sndbuf, a->stype, a->stypecount);
    if (a->exclusive && rank == 0) {
        scan_write_first(schedule, source, bytes);
        return PAMI_SUCCESS;
    }
    char *result = emuq_pami_schedule_target(schedule, a->rcvbuf, a->rtype, a->rtypecount);
    char *have = result, *other = emuq_pami_schedule_scratch(schedule, bytes);
    if (schedule->failed)
        return PAMI_SUCCESS;
    emuq_pami_add_copy(schedule, have, source, bytes);
    for (uint32_t distance = 1; distance < n; distance *= 2) {
        if (rank + distance < n)
            emuq_pami_add_send(schedule, rank + distance, have, bytes);
        if (rank >= distance)
            emuq_pami_add_receive(schedule, rank - distance, other, bytes);
        emuq_pami_add_wait(schedule);
        if (rank >= distance) {
            emuq_pami_add_combine(schedule, other, have, bytes);
            char *sum = other;
            other = have;
            have = sum;
        }
    }
    if (a->exclusive) {
        if (rank + 1 < n)
            emuq_pami_add_send(schedule, rank + 1, have, bytes);
        emuq_pami_add_receive(schedule, rank - 1, other, bytes);
        emuq_pami_add_wait(schedule);
        have = other;
    }
    emuq_pami_add_copy(schedule, result, have, bytes);
    emuq_pami_add_unpack(schedule, a->rcvbuf, a->rtype, a->rtypecount, result);
    return PAMI_SUCCESS;
}

/* Combines in the order of reductions. */
void emuq_pami_combine_in_order(uint32_t segments,
                                void (*scan_join)(void *cookie, uint32_t left, uint32_t right), void *cookie)
{
    uint32_t groups = 1;
    while (groups <= segments / 2)
        groups *= 2;
    uint32_t pairs = segments - groups;
    for (uint32_t i = 0; i < pairs; i++)
        scan_join(cookie, 2 * i, 2 * i + 1);
    for (uint32_t bit = 1; bit < groups; bit *= 2)
        for (uint32_t g = 0; g < groups; g += 2 * bit) {
            uint32_t left = g < pairs ? 2 * g : g + pairs, right = g + bit;
            scan_join(cookie, left, right < pairs ? 2 * right : right + pairs);
        }
}

typedef struct scan_segments {
    emuq_pami_schedule_t *schedule;
    char *at;
    size_t bytes;
} scan_segments_t;

static void scan_join(void *cookie, uint32_t left, uint32_t right)
{
    const scan_segments_t *p = cookie;
    emuq_pami_add_combine(p->schedule, p->at + left * p->bytes, p->at + right * p->bytes, p->bytes);
}

/* Each rank receives its block from all ranks and combines. */
EMUQ_PAMI_WRITE(emuq_pami_write_reduce_scatter)
{
    const pami_reduce_scatter_t *a = &arguments->xfer_reduce_scatter;
    uint32_t n = schedule->member->geometry->size, rank = schedule->member->rank;
    pami_result_t rc = reduce_set_op(schedule, a->stype, a->stypecount, a->op, a->data_cookie);
    if (rc == PAMI_SUCCESS && a->rcounts == NULL)
        return emuq_pami_invalid("rcounts is null");
    if (rc != PAMI_SUCCESS ||
        emuq_pami_buffer_check(a->rtype, a->rcounts[rank], PAMI_DATA_COPY) != PAMI_SUCCESS)
        return PAMI_INVAL;
    const char *source = emuq_pami_schedule_source(schedule, a->sndbuf, a->stype, a->stypecount);
    size_t *at = emuq_pami_schedule_scratch(schedule, (n + 1) * sizeof *at);
    if (schedule->failed)
        return PAMI_SUCCESS;
    at[0] = 0;
    for (uint32_t i = 0; i < n; i++)
        at[i + 1] = at[i] + (a->rcounts[i] != 0 ? a->rcounts[i] * emuq_pami_type_size(a->rtype) : 0);
    size_t bytes = at[rank + 1] - at[rank];
    char *segments = emuq_pami_schedule_scratch(schedule, n * bytes);
    if (segments == NULL)
        return PAMI_SUCCESS;
    scan_segments_t p = {schedule, segments, bytes};
    emuq_pami_blocks_t in = {.base = segments, .type = PAMI_TYPE_BYTE, .each = bytes};
    emuq_pami_blocks_t out = {
        .type = a->rtype, .counts = a->rcounts, .packed = (char *)(uintptr_t)source, .at = at};
    emuq_pami_add_exchange(schedule, &out, &in);
    emuq_pami_combine_in_order(n, scan_join, &p);
    emuq_pami_add_unpack(schedule, a->rcvbuf, a->rtype, a->rcounts[rank], segments);
    return PAMI_SUCCESS;
}
