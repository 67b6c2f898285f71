/* SPDX-License-Identifier: BSD-3-Clause */
/* A typical program with all data in static memory: message buffers, locks, and the process state of the
 * C library. Each rank must see its own data. Usage: globals -a NUMBER */
#include <pami.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BYTES 3000
#define TURNS 10

static pami_client_t client;
static pami_context_t context;
static int task, tasks;
/* The linker places objects of large alignment in separate segments. */
static char out[BYTES] __attribute__((aligned(1 << 17))), in[3][BYTES];
static int initialised[3] __attribute__((aligned(1 << 16))) = {4711};
static pami_memregion_t sent, received, region[64];
static volatile int left;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static int is_others, turns;

static void done(pami_context_t of, void *cookie, pami_result_t result)
{
    (void)of;
    if (result == PAMI_SUCCESS)
        (*(volatile int *)cookie)--;
}

static void finish(pami_result_t result)
{
    if (result != PAMI_SUCCESS)
        exit(EXIT_FAILURE);
    while (left > 0)
        PAMI_Context_advance(context, 100);
}

static int query(pami_attribute_name_t name)
{
    pami_configuration_t c = {.name = name};
    PAMI_Client_query(client, &c, 1);
    return (int)c.value.intval;
}

static pami_xfer_t collective(pami_xfer_type_t type)
{
    pami_geometry_t world;
    pami_algorithm_t algorithm;
    pami_metadata_t metadata;
    PAMI_Geometry_world(client, &world);
    PAMI_Geometry_algorithms_query(world, type, &algorithm, &metadata, 1, NULL, NULL, 0);
    left = 1;
    return (pami_xfer_t){.cb_done = done, .cookie = (void *)&left, .algorithm = algorithm};
}

static void barrier(void)
{
    pami_xfer_t x = collective(PAMI_XFER_BARRIER);
    finish(PAMI_Collective(context, &x));
}

static void exchange_regions(void)
{
    pami_xfer_t x = collective(PAMI_XFER_ALLGATHER);
    x.cmd.xfer_allgather = (pami_allgather_t){.sndbuf = (char *)&received,
                                              .stype = PAMI_TYPE_BYTE,
                                              .stypecount = sizeof received,
                                              .rcvbuf = (char *)region,
                                              .rtype = PAMI_TYPE_BYTE,
                                              .rtypecount = sizeof received};
    finish(PAMI_Collective(context, &x));
}

/* Puts once by address (`in` has the same address in all ranks) and once by memory region. */
static void put(int to)
{
    pami_put_simple_t p = {.rma = {.bytes = BYTES, .cookie = (void *)&left, .done_fn = done},
                           .addr = {.local = out, .remote = in[0]},
                           .put = {.rdone_fn = done}};
    PAMI_Endpoint_create(client, (pami_task_t)to, 0, &p.rma.dest);
    left = 2;
    finish(PAMI_Put(context, &p));
    pami_rput_simple_t r = {.rma = p.rma,
                            .rdma = {.local = {.mr = &sent}, .remote = {.mr = &region[to], .offset = BYTES}},
                            .put = {.rdone_fn = done}};
    left = 2;
    finish(PAMI_Rput(context, &r));
}

static void get(int from)
{
    pami_rget_simple_t r = {.rma = {.bytes = BYTES, .cookie = (void *)&left, .done_fn = done},
                            .rdma = {.local = {.mr = &received, .offset = 2 * BYTES},
                                     .remote = {.mr = &region[from], .offset = 0}}};
    PAMI_Endpoint_create(client, (pami_task_t)from, 0, &r.rma.dest);
    left = 1;
    finish(PAMI_Rget(context, &r));
}

static void take_turns(int mine)
{
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < TURNS; i++) {
        while (is_others != mine)
            pthread_cond_wait(&moved, &mutex);
        is_others = !is_others;
        turns++;
        pthread_cond_broadcast(&moved);
    }
    pthread_mutex_unlock(&mutex);
}

static void *other(void *unused)
{
    take_turns(1);
    return unused;
}

static int is_of(const char *bytes, int from)
{
    for (int i = 0; i < BYTES; i++)
        if (bytes[i] != (char)(from + i))
            return 0;
    return 1;
}

static int check(const char *what, int is_right)
{
    if (!is_right)
        printf("rank %d: wrong: %s\n", task, what);
    return !is_right;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    size_t bytes;
    char number[16];
    int option = getopt(argc, argv, "a:"), given = option == 'a' ? atoi(optarg) : 0;
    if (PAMI_Client_create("GLOBALS", &client, NULL, 0) != PAMI_SUCCESS ||
        PAMI_Context_createv(client, NULL, 0, &context, 1) != PAMI_SUCCESS)
        return EXIT_FAILURE;
    task = query(PAMI_CLIENT_TASK_ID);
    tasks = query(PAMI_CLIENT_NUM_TASKS);
    snprintf(number, sizeof number, "%d", task);
    setenv("TEST_MINE", number, 1);
    initialised[1] = task;
    for (int i = 0; i < BYTES; i++)
        out[i] = (char)(task + i);
    PAMI_Memregion_create(context, out, sizeof out, &bytes, &sent);
    PAMI_Memregion_create(context, in, sizeof in, &bytes, &received);
    exchange_regions();
    put((task + 1) % tasks);
    barrier();
    get((task + 1) % tasks);
    if (pthread_create(&thread, NULL, other, NULL) != 0)
        return EXIT_FAILURE;
    take_turns(0);
    pthread_join(thread, NULL);
    barrier();
    int before = (task + tasks - 1) % tasks;
    int wrong = check("put", is_of(in[0], before)) + check("put by region", is_of(in[1], before)) +
                check("get", is_of(in[2], task)) + check("turns", turns == 2 * TURNS) +
                check("initialised", initialised[0] == 4711 && initialised[1] == task) +
                check("option", given == 7 && getopt(argc, argv, "a:") == -1) +
                check("environment", atoi(getenv("TEST_MINE")) == task);
    PAMI_Context_destroyv(&context, 1);
    PAMI_Client_destroy(&client);
    return wrong == 0 ? EXIT_SUCCESS : 3;
}
