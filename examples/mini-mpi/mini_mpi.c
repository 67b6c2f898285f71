/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Matching: on_message() searches the posted receives, start_receive() the unexpected messages; without a
 * match each enqueues for the opposite side. PAMI dispatches messages between two tasks in the order of their
 * sends. Short messages arrive complete; for longer ones the dispatch function names the target, which is the
 * user's buffer if the receive was posted.
 *
 * A production MPI would leave a long unexpected message at the sender until the receive gets it by
 * PAMI_Rget; here the message is copied to the receiver immediately.
 */
#include "mini_mpi.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/queue.h>

#include "pami_world.h"

#define ID_MESSAGE 0

/* Header of each message. */
typedef struct envelope {
    int tag;
} envelope_t;

struct mm_request {
    bool done;
    MM_Status status;
    envelope_t envelope; /* sends: PAMI reads it until completion */
    int source, tag;     /* receives: matching criteria and target */
    char *buffer;
    size_t capacity;
    TAILQ_ENTRY(mm_request) link;
};

/* An unexpected message. */
typedef struct mm_message {
    int source, tag;
    size_t bytes;
    bool has_arrived;           /* completely arrived */
    struct mm_request *receive; /* receive that matched before the data arrived */
    TAILQ_ENTRY(mm_message) link;
    char data[];
} mm_message_t;

/* State of a rank. Thread-local, because ranks may be threads of one process. */
static _Thread_local struct rank {
    world_t world;
    size_t immediate;                            /* maximum size for PAMI_Send_immediate() */
    TAILQ_HEAD(receives, mm_request) posted;     /* oldest first */
    TAILQ_HEAD(messages, mm_message) unexpected; /* oldest first */
} mm;

static struct mm_request sent = {.done = true}; /* the request of all sends that complete immediately */

static void *memory(size_t bytes)
{
    void *p = malloc(bytes);
    if (p == NULL) {
        fprintf(stderr, "mini-mpi: rank %u: out of memory for %zu bytes\n", mm.world.task, bytes);
        exit(1);
    }
    return p;
}

/* ---- matching ---- */

static bool matches(int wanted_source, int wanted_tag, int source, int tag)
{
    return (wanted_source == MM_ANY_SOURCE || wanted_source == source) &&
           (wanted_tag == MM_ANY_TAG || wanted_tag == tag);
}

static struct mm_request *take_posted(int source, int tag)
{
    struct mm_request *r;
    TAILQ_FOREACH(r, &mm.posted, link)
    if (matches(r->source, r->tag, source, tag)) {
        TAILQ_REMOVE(&mm.posted, r, link);
        return r;
    }
    return NULL;
}

static mm_message_t *find_unexpected(int source, int tag)
{
    mm_message_t *m;
    TAILQ_FOREACH(m, &mm.unexpected, link)
    if (matches(source, tag, m->source, m->tag))
        return m;
    return NULL;
}

static void set_status(struct mm_request *r, int source, int tag, size_t bytes)
{
    bool fits = bytes <= r->capacity;
    r->status = (MM_Status){source, tag, fits ? MM_SUCCESS : MM_ERR_TRUNCATE, fits ? bytes : r->capacity};
}

/* ---- arriving messages ---- */

static void deliver(struct mm_request *r, int source, int tag, const void *data, size_t bytes)
{
    set_status(r, source, tag, bytes);
    if (r->status.bytes != 0)
        memcpy(r->buffer, data, r->status.bytes);
    r->done = true;
}

static mm_message_t *new_message(int source, int tag, size_t bytes)
{
    mm_message_t *m = memory(sizeof *m + bytes);
    *m = (mm_message_t){.source = source, .tag = tag, .bytes = bytes};
    return m;
}

/* The data of an unexpected message arrived. */
static void on_unexpected_data(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context;
    mm_message_t *m = cookie;
    world_must(result, "a message");
    m->has_arrived = true;
    if (m->receive == NULL)
        return;
    deliver(m->receive, m->source, m->tag, m->data, m->bytes);
    free(m);
}

/* Completion of a send, or of a receive into the user's buffer. */
static void on_complete(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context;
    struct mm_request *r = cookie;
    world_must(result, "a message");
    r->done = true;
}

static void on_message(pami_context_t context, void *cookie, const void *header, size_t header_size,
                       const void *pipe, size_t bytes, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)cookie, (void)header_size;
    int source = (int)world_task(origin), tag = ((const envelope_t *)header)->tag;
    struct mm_request *r = take_posted(source, tag);
    if (r != NULL && pipe != NULL) {
        deliver(r, source, tag, pipe, bytes);
        return;
    }
    if (r != NULL && bytes <= r->capacity) {
        set_status(r, source, tag, bytes);
        recv->addr = r->buffer;
        recv->cookie = r;
        recv->local_fn = on_complete;
        return;
    }
    mm_message_t *m = new_message(source, tag, bytes);
    m->receive = r; /* buffer too short: PAMI delivers all data, so use a temporary one */
    if (r == NULL)
        TAILQ_INSERT_TAIL(&mm.unexpected, m, link);
    if (pipe != NULL) {
        memcpy(m->data, pipe, bytes);
        m->has_arrived = true;
        return;
    }
    recv->addr = m->data;
    recv->cookie = m;
    recv->local_fn = on_unexpected_data;
}

/* ---- starting sends and receives ---- */

static void start_receive(struct mm_request *r)
{
    mm_message_t *m = find_unexpected(r->source, r->tag);
    if (m == NULL) {
        TAILQ_INSERT_TAIL(&mm.posted, r, link);
        return;
    }
    TAILQ_REMOVE(&mm.unexpected, m, link);
    m->receive = r;
    if (m->has_arrived) {
        deliver(r, m->source, m->tag, m->data, m->bytes);
        free(m);
    }
}

static pami_send_immediate_t parameters(const void *buffer, size_t bytes, int dest, envelope_t *envelope)
{
    pami_send_immediate_t p;
    memset(&p, 0, sizeof p);
    p.dispatch = ID_MESSAGE;
    p.dest = world_endpoint(&mm.world, (pami_task_t)dest);
    p.header = (struct iovec){envelope, sizeof *envelope};
    p.data = (struct iovec){(void *)(size_t)buffer, bytes};
    return p;
}

/* @return false if the message is too long */
static bool send_immediately(const void *buffer, size_t bytes, int dest, int tag)
{
    envelope_t envelope = {tag};
    pami_send_immediate_t p = parameters(buffer, bytes, dest, &envelope);
    if (bytes + sizeof envelope > mm.immediate)
        return false;
    world_must(PAMI_Send_immediate(mm.world.context, &p), "PAMI_Send_immediate");
    return true;
}

static void start_send(struct mm_request *r, const void *buffer, size_t bytes, int dest, int tag)
{
    *r = (struct mm_request){.envelope = {tag}};
    pami_send_t send = {.send = parameters(buffer, bytes, dest, &r->envelope),
                        .events = {.cookie = r, .local_fn = on_complete}};
    world_must(PAMI_Send(mm.world.context, &send), "PAMI_Send");
}

/* @return error code of the request */
static int finish(struct mm_request *r, MM_Status *status)
{
    while (!r->done)
        world_advance(&mm.world);
    if (status != MM_STATUS_IGNORE)
        *status = r->status;
    return r->status.MM_ERROR;
}

/* ---- types and operations ---- */

/* PAMI handles are variables with values known at run time, hence pointers. */
static const struct {
    size_t bytes;
    pami_type_t *type;
} types[] = {[MM_BYTE] = {1, &PAMI_TYPE_BYTE},
             [MM_INT] = {sizeof(int), &PAMI_TYPE_SIGNED_INT},
             [MM_LONG] = {sizeof(long), &PAMI_TYPE_SIGNED_LONG},
             [MM_FLOAT] = {sizeof(float), &PAMI_TYPE_FLOAT},
             [MM_DOUBLE] = {sizeof(double), &PAMI_TYPE_DOUBLE}};

static pami_data_function *const operations[] = {[MM_SUM] = &PAMI_DATA_SUM,
                                                 [MM_PROD] = &PAMI_DATA_PROD,
                                                 [MM_MIN] = &PAMI_DATA_MIN,
                                                 [MM_MAX] = &PAMI_DATA_MAX};

static bool is_type(int count, MM_Datatype type, MM_Comm comm)
{
    return comm == MM_COMM_WORLD && count >= 0 && (unsigned)type <= MM_DOUBLE;
}

static bool is_rank(int rank)
{
    return rank >= 0 && (pami_task_t)rank < mm.world.tasks;
}

static bool is_send(int count, MM_Datatype type, int dest, int tag, MM_Comm comm)
{
    return is_type(count, type, comm) && is_rank(dest) && tag >= 0;
}

static bool is_receive(int count, MM_Datatype type, int source, int tag, MM_Comm comm)
{
    return is_type(count, type, comm) && (source == MM_ANY_SOURCE || is_rank(source)) && tag >= MM_ANY_TAG;
}

/* ---- the interface ---- */

int MM_Init(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    pami_dispatch_hint_t hints;
    TAILQ_INIT(&mm.posted);
    TAILQ_INIT(&mm.unexpected);
    world_open(&mm.world, "MINI-MPI");
    memset(&hints, 0, sizeof hints);
    hints.consistency = PAMI_HINT_ENABLE; /* order of dispatch is order of sends, as MPI requires */
    hints.recv_contiguous = PAMI_HINT_ENABLE;
    hints.recv_copy = PAMI_HINT_ENABLE;
    world_dispatch(&mm.world, ID_MESSAGE, on_message, NULL, hints);
    pami_configuration_t most = {.name = PAMI_DISPATCH_SEND_IMMEDIATE_MAX};
    world_must(PAMI_Dispatch_query(mm.world.context, ID_MESSAGE, &most, 1), "PAMI_Dispatch_query");
    mm.immediate = most.value.intval;
    return MM_SUCCESS;
}

int MM_Finalize(void)
{
    mm_message_t *m;
    world_close(&mm.world);
    while ((m = TAILQ_FIRST(&mm.unexpected)) != NULL) { /* never received */
        TAILQ_REMOVE(&mm.unexpected, m, link);
        free(m);
    }
    return MM_SUCCESS;
}

int MM_Comm_rank(MM_Comm comm, int *rank)
{
    *rank = (int)mm.world.task;
    return comm == MM_COMM_WORLD ? MM_SUCCESS : MM_ERR_ARG;
}

int MM_Comm_size(MM_Comm comm, int *size)
{
    *size = (int)mm.world.tasks;
    return comm == MM_COMM_WORLD ? MM_SUCCESS : MM_ERR_ARG;
}

double MM_Wtime(void)
{
    return PAMI_Wtime(mm.world.client);
}

int MM_Send(const void *buffer, int count, MM_Datatype type, int dest, int tag, MM_Comm comm)
{
    struct mm_request r;
    if (!is_send(count, type, dest, tag, comm))
        return MM_ERR_ARG;
    size_t bytes = (size_t)count * types[type].bytes;
    if (send_immediately(buffer, bytes, dest, tag))
        return MM_SUCCESS;
    start_send(&r, buffer, bytes, dest, tag);
    return finish(&r, MM_STATUS_IGNORE);
}

int MM_Isend(const void *buffer, int count, MM_Datatype type, int dest, int tag, MM_Comm comm,
             MM_Request *request)
{
    if (!is_send(count, type, dest, tag, comm))
        return MM_ERR_ARG;
    size_t bytes = (size_t)count * types[type].bytes;
    *request = &sent;
    if (!send_immediately(buffer, bytes, dest, tag)) {
        *request = memory(sizeof **request);
        start_send(*request, buffer, bytes, dest, tag);
    }
    return MM_SUCCESS;
}

int MM_Recv(void *buffer, int count, MM_Datatype type, int source, int tag, MM_Comm comm, MM_Status *status)
{
    if (!is_receive(count, type, source, tag, comm))
        return MM_ERR_ARG;
    struct mm_request r = {
        .source = source, .tag = tag, .buffer = buffer, .capacity = (size_t)count * types[type].bytes};
    start_receive(&r);
    return finish(&r, status);
}

int MM_Irecv(void *buffer, int count, MM_Datatype type, int source, int tag, MM_Comm comm,
             MM_Request *request)
{
    if (!is_receive(count, type, source, tag, comm))
        return MM_ERR_ARG;
    *request = memory(sizeof **request);
    **request = (struct mm_request){
        .source = source, .tag = tag, .buffer = buffer, .capacity = (size_t)count * types[type].bytes};
    start_receive(*request);
    return MM_SUCCESS;
}

int MM_Probe(int source, int tag, MM_Comm comm, MM_Status *status)
{
    const mm_message_t *m;
    if (!is_receive(0, MM_BYTE, source, tag, comm))
        return MM_ERR_ARG;
    while ((m = find_unexpected(source, tag)) == NULL)
        world_advance(&mm.world);
    if (status != MM_STATUS_IGNORE)
        *status = (MM_Status){m->source, m->tag, MM_SUCCESS, m->bytes};
    return MM_SUCCESS;
}

int MM_Wait(MM_Request *request, MM_Status *status)
{
    if (*request == MM_REQUEST_NULL) {
        if (status != MM_STATUS_IGNORE)
            *status = (MM_Status){MM_ANY_SOURCE, MM_ANY_TAG, MM_SUCCESS, 0};
        return MM_SUCCESS;
    }
    int error = finish(*request, status);
    if (*request != &sent)
        free(*request);
    *request = MM_REQUEST_NULL;
    return error;
}

int MM_Waitall(int count, MM_Request requests[], MM_Status statuses[])
{
    int result = MM_SUCCESS;
    for (int i = 0; i < count; i++)
        if (MM_Wait(&requests[i], statuses != MM_STATUSES_IGNORE ? &statuses[i] : NULL) != MM_SUCCESS)
            result = MM_ERR_IN_STATUS;
    return result;
}

int MM_Get_count(const MM_Status *status, MM_Datatype type, int *count)
{
    if (!is_type(0, type, MM_COMM_WORLD) || status->bytes / types[type].bytes > INT_MAX)
        return MM_ERR_ARG;
    *count = (int)(status->bytes / types[type].bytes);
    return MM_SUCCESS;
}

int MM_Barrier(MM_Comm comm)
{
    if (comm != MM_COMM_WORLD)
        return MM_ERR_ARG;
    world_barrier(&mm.world);
    return MM_SUCCESS;
}

int MM_Bcast(void *buffer, int count, MM_Datatype type, int root, MM_Comm comm)
{
    pami_xfer_t xfer;
    if (!is_type(count, type, comm) || !is_rank(root))
        return MM_ERR_ARG;
    memset(&xfer, 0, sizeof xfer);
    xfer.cmd.xfer_broadcast = (pami_broadcast_t){.root = world_endpoint(&mm.world, (pami_task_t)root),
                                                 .buf = buffer,
                                                 .type = *types[type].type,
                                                 .typecount = (size_t)count};
    world_collective(&mm.world, PAMI_XFER_BROADCAST, &xfer);
    return MM_SUCCESS;
}

int MM_Allreduce(const void *from, void *to, int count, MM_Datatype type, MM_Op op, MM_Comm comm)
{
    pami_xfer_t xfer;
    if (!is_type(count, type, comm) || (unsigned)op > MM_MAX || type == MM_BYTE)
        return MM_ERR_ARG;
    memset(&xfer, 0, sizeof xfer);
    xfer.cmd.xfer_allreduce = (pami_allreduce_t){.sndbuf = (char *)(size_t)from,
                                                 .stype = *types[type].type,
                                                 .stypecount = (size_t)count,
                                                 .rcvbuf = to,
                                                 .rtype = *types[type].type,
                                                 .rtypecount = (size_t)count,
                                                 .op = *operations[op],
                                                 .commutative = 1};
    world_collective(&mm.world, PAMI_XFER_ALLREDUCE, &xfer);
    return MM_SUCCESS;
}
