/* SPDX-License-Identifier: BSD-3-Clause */
/* PAMI: a barrier and a sum over all tasks, with algorithms of the world geometry. */
#include <err.h>
#include <pami.h>
#include <stdio.h>

static void must(pami_result_t result)
{
    char text[300];
    if (result != PAMI_SUCCESS && PAMI_Error_text(text, sizeof text) != 0)
        errx(1, "%s", text);
}

static void on_done(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, must(result);
    ++*(unsigned *)cookie;
}

/* The first algorithm of a collective. */
static pami_algorithm_t choose(pami_geometry_t world, pami_xfer_type_t type, size_t task)
{
    pami_algorithm_t algorithm;
    pami_metadata_t about;
    must(PAMI_Geometry_algorithms_query(world, type, &algorithm, &about, 1, NULL, NULL, 0));
    if (task == 0)
        printf("collective %d: %s\n", type, about.name);
    return algorithm;
}

int main(void)
{
    pami_client_t client;
    pami_context_t context;
    pami_geometry_t world;
    pami_configuration_t task = {.name = PAMI_CLIENT_TASK_ID};
    unsigned done = 0;
    must(PAMI_Client_create("TUTORIAL", &client, NULL, 0));
    must(PAMI_Client_query(client, &task, 1));
    must(PAMI_Context_createv(client, NULL, 0, &context, 1));
    must(PAMI_Geometry_world(client, &world));
    double part = 1.5 * task.value.intval, total = 0;
    pami_xfer_t barrier = {.cb_done = on_done, .cookie = &done}, reduce = barrier;
    barrier.algorithm = choose(world, PAMI_XFER_BARRIER, task.value.intval);
    reduce.algorithm = choose(world, PAMI_XFER_ALLREDUCE, task.value.intval);
    reduce.cmd.xfer_allreduce = (pami_allreduce_t){.sndbuf = (char *)&part,
                                                   .stype = PAMI_TYPE_DOUBLE,
                                                   .stypecount = 1,
                                                   .rcvbuf = (char *)&total,
                                                   .rtype = PAMI_TYPE_DOUBLE,
                                                   .rtypecount = 1,
                                                   .op = PAMI_DATA_SUM,
                                                   .commutative = 1};
    must(PAMI_Collective(context, &barrier));
    must(PAMI_Collective(context, &reduce));
    while (done < 2)
        must(PAMI_Context_advance(context, 1));
    printf("task %zu: the sum is %.1f\n", task.value.intval, total);
    must(PAMI_Client_destroy(&client));
}
