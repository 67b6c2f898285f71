/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rank 0 of two ends, and rank 1 continues. First argument, the check in rank 1:
 *     put       a put is delivered to memory of the ended rank, and a get reads it
 *     stack     as put, in the stack of a thread
 *     frame     as put, in the stack of the main thread; threads mode
 *     send      more messages are accepted than the reception FIFO can store
 *     answer    rank 0 has sent messages with remote completions, and has not waited for them
 *     settle    rank 0 destroys its client, without calls of functions for pending remote completions
 *     threads   threads of the ended rank are suspended
 *     pipe FIFO files of the ended rank are closed: FIFO is a named pipe
 *     alarm     timers of the ended rank have no effect
 *     time      the ended rank uses almost no processor time
 *     kill      the ended rank may be killed
 *     status    rank 0 exits with status 3, rank 1 with status 5
 * Prints "found" on success.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <pami.h>

enum { MESSAGES = 4000, ANSWERS = 40, MAGIC = 4711 };

/* State of a rank; ranks may be threads. */
typedef struct state {
    const char *how, *name;
    pami_client_t client;
    pami_context_t context;
    size_t task;
    volatile uint64_t word, *target; /* memory accessed by the peer */
    pami_memregion_t mine, theirs;
    volatile int got, left;
    volatile uint64_t pid, count; /* count: of an endless thread */
} state_t;

static bool is(const state_t *s, const char *how)
{
    return strcmp(s->how, how) == 0;
}

static void need(int ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "ended: %s\n", what);
        exit(2);
    }
}

static void on_message(pami_context_t context, void *cookie, const void *header, size_t header_size,
                       const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *receive)
{
    state_t *s = cookie;
    (void)context, (void)data, (void)data_size, (void)origin, (void)receive;
    if (header_size == sizeof(s->theirs))
        memcpy(&s->theirs, header, header_size);
    s->got++;
}

static void done(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, (void)result;
    ((state_t *)cookie)->left--;
}

static pami_endpoint_t other(const state_t *s)
{
    pami_endpoint_t endpoint;
    PAMI_Endpoint_create(s->client, (pami_task_t)!s->task, 0, &endpoint);
    return endpoint;
}

static void await_messages(state_t *s, int wanted)
{
    while (s->got < wanted)
        PAMI_Context_advance(s->context, 100);
}

static void await_done(state_t *s)
{
    while (s->left != 0)
        PAMI_Context_advance(s->context, 100);
}

static void send(state_t *s, const void *header, size_t bytes, pami_event_function remote)
{
    pami_send_t m = {.send = {.header = {(void *)(uintptr_t)header, bytes}, .dispatch = 1, .dest = other(s)},
                     .events = {.cookie = s, .remote_fn = remote}};
    need(PAMI_Send(s->context, &m) == PAMI_SUCCESS, "PAMI_Send");
}

static void open_client(state_t *s)
{
    pami_configuration_t query = {.name = PAMI_CLIENT_TASK_ID};
    pami_dispatch_hint_t none = {0};
    pami_dispatch_callback_function fn = {.p2p = on_message};
    need(PAMI_Client_create("ENDED", &s->client, NULL, 0) == PAMI_SUCCESS &&
             PAMI_Context_createv(s->client, NULL, 0, &s->context, 1) == PAMI_SUCCESS &&
             PAMI_Client_query(s->client, &query, 1) == PAMI_SUCCESS &&
             PAMI_Dispatch_set(s->context, 1, fn, s, none) == PAMI_SUCCESS,
         "no client");
    s->task = query.value.intval;
}

static void close_client(state_t *s)
{
    need(PAMI_Context_destroyv(&s->context, 1) == PAMI_SUCCESS &&
             PAMI_Client_destroy(&s->client) == PAMI_SUCCESS,
         "the client cannot be destroyed");
}

/* Exchanges the addresses of the memory: eight bytes at @p address. */
static void exchange(state_t *s, volatile void *address)
{
    size_t bytes;
    need(PAMI_Memregion_create(s->context, (void *)(uintptr_t)address, sizeof(uint64_t), &bytes, &s->mine) ==
             PAMI_SUCCESS,
         "PAMI_Memregion_create");
    send(s, &s->mine, sizeof(s->mine), NULL);
    await_messages(s, 1);
}

/* A word of rank 0. */
static uint64_t get(state_t *s)
{
    s->left = 1;
    pami_rget_simple_t g = {.rma = {.dest = other(s), .bytes = 8, .cookie = s, .done_fn = done},
                            .rdma = {.local = {&s->mine, 0}, .remote = {&s->theirs, 0}}};
    need(PAMI_Rget(s->context, &g) == PAMI_SUCCESS, "PAMI_Rget");
    await_done(s);
    return s->word;
}

static void put(state_t *s, uint64_t value)
{
    s->left = 1;
    s->word = value;
    pami_rput_simple_t p = {.rma = {.dest = other(s), .bytes = 8, .cookie = s},
                            .rdma = {.local = {&s->mine, 0}, .remote = {&s->theirs, 0}},
                            .put = {.rdone_fn = done}};
    need(PAMI_Rput(s->context, &p) == PAMI_SUCCESS, "PAMI_Rput");
    await_done(s);
}

/* ---- rank 0 ---- */

static void *count_for_ever(void *argument)
{
    state_t *s = argument;
    for (;;)
        s->count++;
    return NULL;
}

static void *stay(void *argument)
{
    state_t *s = argument;
    volatile uint64_t word = 0;
    s->target = &word;
    for (;;)
        pause();
    return NULL;
}

static void begin_thread(void *(*start)(void *), state_t *s)
{
    pthread_t thread;
    need(pthread_create(&thread, NULL, start, s) == 0, "no thread");
    pthread_detach(thread);
}

static int rank_0(state_t *s)
{
    volatile uint64_t local = 0;
    volatile void *address = is(s, "frame") ? &local : &s->word;
    s->pid = (uint64_t)getpid();
    if (is(s, "threads")) {
        begin_thread(count_for_ever, s);
        address = &s->count;
    } else if (is(s, "stack")) {
        begin_thread(stay, s);
        while (s->target == NULL)
            usleep(1000);
        address = s->target;
    } else if (is(s, "time") || is(s, "kill")) {
        address = &s->pid;
    } else if (is(s, "pipe")) {
        need(open(s->name, O_WRONLY) >= 0, "the pipe");
    }
    exchange(s, address);
    for (int i = 0; i < ANSWERS && (is(s, "answer") || is(s, "settle")); i++)
        send(s, "late", 4, done);
    alarm(is(s, "alarm"));
    int pending = s->left + ANSWERS; /* remote completions; the receiver sleeps */
    need(!is(s, "settle") || pending > 0, "no remote completion is open");
    close_client(s);
    if (is(s, "settle"))
        need(s->left + ANSWERS == pending, "a function has been called by the end of the client");
    return is(s, "status") ? 3 : 0;
}

/* ---- rank 1 ---- */

/* Processor time of a process in clock ticks, and state. */
static long ticks(uint64_t pid)
{
    char path[64];
    long user = 0, system = 0;
    snprintf(path, sizeof(path), "/proc/%llu/stat", (unsigned long long)pid);
    FILE *file = fopen(path, "r");
    need(file != NULL, "no such process");
    need(fscanf(file, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system) == 2,
         "its times");
    fclose(file);
    return user + system;
}

static bool takes_no_time(state_t *s)
{
    uint64_t pid = get(s);
    long before = ticks(pid);
    sleep(1);
    return ticks(pid) - before <= sysconf(_SC_CLK_TCK) / 5;
}

/* A running thread counts on within 10 ms, whenever scheduled. */
static bool stands_still(state_t *s)
{
    for (int i = 0; i < 200; i++) {
        uint64_t before = get(s);
        usleep(10000);
        if (get(s) == before)
            return true;
    }
    return false;
}

static bool is_closed(const state_t *s, int pipe)
{
    char byte;
    return s->name != NULL && read(pipe, &byte, 1) == 0;
}

static bool is_killed(state_t *s)
{
    pid_t pid = (pid_t)get(s);
    return kill(pid, SIGKILL) == 0;
}

static bool sends(state_t *s)
{
    char data[500] = "";
    for (int i = 0; i < MESSAGES; i++)
        send(s, data, sizeof(data), NULL);
    return true;
}

static bool finds(state_t *s, int pipe)
{
    if (is(s, "put") || is(s, "stack") || is(s, "frame")) {
        put(s, MAGIC);
        s->word = 0;
        return get(s) == MAGIC;
    }
    if (is(s, "send"))
        return sends(s);
    if (is(s, "answer") || is(s, "settle"))
        await_messages(s, 1 + ANSWERS);
    if (is(s, "threads"))
        return stands_still(s);
    if (is(s, "pipe"))
        return is_closed(s, pipe);
    if (is(s, "alarm"))
        sleep(1);
    if (is(s, "time"))
        return takes_no_time(s);
    return !is(s, "kill") || is_killed(s);
}

static int rank_1(state_t *s)
{
    int pipe = is(s, "pipe") ? open(s->name, O_RDONLY) : -1;
    exchange(s, &s->word);
    usleep(300000); /* rank 0 has ended, if scheduled */
    if (finds(s, pipe))
        puts("found");
    close_client(s);
    return is(s, "status") ? 5 : 0;
}

int main(int argc, char **argv)
{
    static state_t states[2]; /* threads mode */
    static unsigned taken;
    state_t *s = &states[__atomic_fetch_add(&taken, 1, __ATOMIC_RELAXED) % 2];
    need(argc >= 2, "needs an argument");
    s->how = argv[1];
    s->name = argv[2];
    open_client(s);
    return s->task == 0 ? rank_0(s) : rank_1(s);
}
