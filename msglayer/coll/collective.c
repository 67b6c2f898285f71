/* SPDX-License-Identifier: BSD-3-Clause */
/* Algorithms, their metadata, and the start of a collective. */
#include <stdlib.h>

#include "msglayer/coll/am.h"
#include "msglayer/coll/in_place.h"
#include "msglayer/coll/routes.h"
#include "msglayer/coll/schedule.h"
#include "msglayer/core/record.h"

/* Where an algorithm is offered. */
typedef enum kind { SOFTWARE, ALONE, SHARED } kind_t;

typedef struct row {
    pami_xfer_type_t type;
    emuq_pami_write_fn write;
    kind_t kind;
    char *name;
} row_t;

/* Names are not const in the interface; clients may not change them. */
#define EMUQ_PAMI_ALGORITHM(id, type, write, kind, name) static char name_##id[] = name;
#include "msglayer/coll/algorithms.def"
#undef EMUQ_PAMI_ALGORITHM

static const row_t rows[] = {
#define EMUQ_PAMI_ALGORITHM(id, type, write, kind, name) {PAMI_XFER_##type, write, kind, name_##id},
#include "msglayer/coll/algorithms.def"
#undef EMUQ_PAMI_ALGORITHM
};

pami_xfer_type_t emuq_pami_algorithm_type(uint32_t id)
{
    return rows[id].type;
}

static bool is_offered(const emuq_pami_geometry_t *g, const row_t *row)
{
    return row->kind == SOFTWARE || (g->network != NULL && g->network->is_shared == (row->kind == SHARED));
}

static void describe(const row_t *row, pami_metadata_t *m)
{
    memset(m, 0, sizeof *m);
    m->name = row->name;
    m->version = 1;
    m->range_hi = SIZE_MAX;
    m->send_min_align = m->recv_min_align = 1;
    m->check_correct.values.sendminalign = m->check_correct.values.recvminalign = 1;
    m->check_correct.values.alldtop = 1;
    m->check_correct.values.inplace = 1;
    m->check_perf.values.hw_accel = row->kind != SOFTWARE;
    m->range_hi_perf = SIZE_MAX;
    m->min_align_perf = 1;
}

pami_result_t PAMI_Geometry_algorithms_num(pami_geometry_t geometry, pami_xfer_type_t coll_type,
                                           size_t *lists_lengths)
{
    const emuq_pami_geometry_t *g = geometry;
    if (g == NULL || lists_lengths == NULL || (unsigned)coll_type >= PAMI_XFER_COUNT)
        return emuq_pami_result(PAMI_INVAL);
    lists_lengths[0] = lists_lengths[1] = 0;
    for (uint32_t i = 0; i < EMUQ_PAMI_ALGORITHMS; i++)
        lists_lengths[0] += rows[i].type == coll_type && is_offered(g, &rows[i]);
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Geometry_algorithms_query(pami_geometry_t geometry, pami_xfer_type_t colltype,
                                             pami_algorithm_t *algs0, pami_metadata_t *mdata0, size_t num0,
                                             pami_algorithm_t *algs1, pami_metadata_t *mdata1, size_t num1)
{
    emuq_pami_geometry_t *g = geometry;
    (void)algs1, (void)mdata1, (void)num1; /* all of them always work */
    if (g == NULL || (unsigned)colltype >= PAMI_XFER_COUNT)
        return emuq_pami_result(PAMI_INVAL);
    size_t n = 0;
    for (uint32_t i = 0; i < EMUQ_PAMI_ALGORITHMS && n < num0; i++) {
        if (rows[i].type != colltype || !is_offered(g, &rows[i]))
            continue;
        if (algs0 != NULL)
            algs0[n] = (pami_algorithm_t)&g->algorithm[i];
        if (mdata0 != NULL)
            describe(&rows[i], &mdata0[n]);
        n++;
    }
    return PAMI_SUCCESS;
}

/* The member that a context has in an algorithm's geometry. @return NULL: none */
static emuq_pami_member_t *member_of(const emuq_pami_context_t *context,
                                     const emuq_pami_algorithm_t *algorithm)
{
    if (context == NULL || algorithm == NULL || algorithm->geometry->client != context->client)
        return NULL;
    return algorithm->geometry->member[context->offset];
}

pami_result_t PAMI_Collective(pami_context_t context, pami_xfer_t *cmd)
{
    const emuq_pami_algorithm_t *algorithm =
        cmd != NULL ? (const emuq_pami_algorithm_t *)cmd->algorithm : NULL;
    emuq_pami_member_t *member = member_of(context, algorithm);
    if (member == NULL || !is_offered(algorithm->geometry, &rows[algorithm->id]))
        return emuq_pami_result(PAMI_INVAL);
    if (rows[algorithm->id].write == NULL)
        return emuq_pami_result(emuq_pami_am_start(member, rows[algorithm->id].type, cmd));
    pami_collective_t copy;
    const pami_collective_t *arguments =
        emuq_pami_in_place(member, rows[algorithm->id].type, &cmd->cmd, &copy);
    if (arguments == NULL)
        return emuq_pami_result(PAMI_INVAL);
    pami_event_function done = cmd->cb_done;
    void *cookie = cmd->cookie;
    emuq_pami_record_operation(rows[algorithm->id].name, &done, &cookie);
    emuq_pami_schedule_t *schedule = emuq_pami_schedule_new(member, done, cookie);
    pami_result_t rc = schedule != NULL ? rows[algorithm->id].write(schedule, arguments) : PAMI_ENOMEM;
    if (rc == PAMI_SUCCESS)
        rc = emuq_pami_schedule_start(schedule);
    else if (schedule != NULL)
        emuq_pami_schedule_free(schedule);
    if (rc != PAMI_SUCCESS)
        emuq_pami_record_refused(done, cookie);
    return emuq_pami_result(rc);
}

pami_result_t PAMI_AMCollective_dispatch_set(pami_context_t context, pami_algorithm_t algorithm,
                                             size_t dispatch, pami_dispatch_callback_function fn,
                                             void *cookie, pami_collective_hint_t options)
{
    EMUQ_PAMI_CALL();
    (void)options;
    const emuq_pami_algorithm_t *a = (const emuq_pami_algorithm_t *)algorithm;
    emuq_pami_member_t *member = member_of(context, a);
    if (member == NULL || dispatch > EMUQ_PAMI_DISPATCH_MAX || rows[a->id].write != NULL || fn.p2p == NULL)
        return emuq_pami_result(PAMI_INVAL);
    return emuq_pami_result(emuq_pami_am_set(member, rows[a->id].type, (uint32_t)dispatch, fn, cookie));
}
