/* SPDX-License-Identifier: BSD-3-Clause */
/* Active-message collectives. A broadcast uses a binomial tree; in the rest, the root exchanges messages with
 * each member and combines the replies of a gather or reduction. A message is received completely before the
 * client's function is called, because members forward it. */
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "msglayer/coll/schedule.h"

struct emuq_pami_am_handler {
    struct emuq_pami_am_handler *next;
    pami_xfer_type_t type;
    uint32_t dispatch;
    pami_dispatch_callback_function fn;
    void *cookie;
};

/* Header of a message; the client's header follows. */
typedef struct am_header {
    uint64_t key;
    uint32_t type;   /* pami_xfer_type_t, or REPLY */
    uint32_t root;   /* rank; REPLY: of the sender */
    uint32_t number; /* number among the root's collectives */
    uint32_t dispatch;
    uint64_t bytes; /* bytes of one rank's block */
} am_header_t;

#define REPLY ((uint32_t)PAMI_XFER_COUNT)

/* A message to a member; lives as long as the collective. */
typedef struct sending {
    struct sending *next;
    uint32_t rank;
    const void *data;
    size_t data_size, header_size;
    char header[]; /* am_header_t, then the client's header */
} sending_t;

typedef struct emuq_pami_am {
    struct emuq_pami_am *next; /* link of the member's list, oldest first */
    emuq_pami_member_t *member;
    am_header_t h;
    char *header; /* malloc'ed header of the client */
    size_t header_size;
    char *data; /* contiguous; malloc'ed if owns_data */
    bool owns_data;
    bool is_complete; /* received; the client's function is not called yet */
    uint32_t left;    /* outstanding messages, plus 1 until all have started */
    pami_event_function fn;
    void *cookie;
    emuq_pami_blocks_t blocks; /* root of a gather or reduction: destination; references the type */
    pami_type_t op_type;       /* root of a reduction: type of its contribution, referenced */
    pami_data_function op;
    void *op_cookie;
    sending_t *sending, *to_send,
        **last;       /* sending: list; to_send: first that has not started; last: last link */
    pami_work_t work; /* starts the rest when memory is available */
} am_t;

/* ---- objects ---- */

static am_t *am_new(emuq_pami_member_t *member)
{
    am_t *am = emuq_calloc(1, sizeof *am);
    if (am == NULL)
        return NULL;
    am->member = member;
    am->left = 1;
    am->last = &am->sending;
    am_t **at = &member->ams;
    while (*at != NULL)
        at = &(*at)->next;
    *at = am;
    member->busy++;
    return am;
}

/* Adds a reference to a type. @return NULL: not complete */
static pami_type_t am_retain_type(pami_type_t type)
{
    if (!emuq_pami_type_is_complete(type))
        return NULL;
    emuq_pami_type_retain(type);
    return type;
}

static void am_free_one(am_t *am)
{
    EMUQ_PAMI_FREE_ALL(am->sending);
    free(am->header);
    if (am->owns_data)
        free(am->data);
    emuq_pami_type_release(am->blocks.type);
    emuq_pami_type_release(am->op_type);
    free(am);
}

/* Removes a collective from the member's list and frees it. */
static void am_drop(am_t *am)
{
    emuq_pami_member_t *member = am->member;
    EMUQ_PAMI_UNLINK(member->ams, am);
    am_free_one(am);
    emuq_pami_member_done(member);
}

static void am_move(emuq_pami_member_t *to, emuq_pami_member_t *from)
{
    to->ams = from->ams;
    from->ams = NULL;
    for (am_t *am = to->ams; am != NULL; am = am->next)
        am->member = to;
}

static void am_free(emuq_pami_member_t *member)
{
    while (member->ams != NULL) {
        am_t *am = member->ams;
        member->ams = am->next;
        am_free_one(am);
    }
    EMUQ_PAMI_FREE_ALL(member->handlers);
}

static void am_combine(void *cookie, uint32_t left, uint32_t right)
{
    const am_t *am = cookie;
    size_t bytes = am->h.bytes;
    emuq_pami_type_combine(am->op_type, am->op, am->op_cookie, am->data + left * bytes,
                           am->data + right * bytes, bytes);
}

static pami_result_t am_reduce(am_t *am)
{
    if (am->h.bytes == 0)
        return PAMI_SUCCESS;
    if (am->op_type == NULL || emuq_pami_type_check(am->op_type, 0, am->h.bytes, am->op) != PAMI_SUCCESS)
        return PAMI_INVAL;
    emuq_pami_combine_in_order(am->member->geometry->size, am_combine, am);
    emuq_pami_type_unpack(am->blocks.type, am->blocks.base, 0, am->data, am->h.bytes, PAMI_DATA_COPY, NULL);
    return PAMI_SUCCESS;
}

/* Counts down outstanding messages; the last completes the collective. */
static void am_release_one(am_t *am, bool in_call)
{
    if (--am->left != 0)
        return;
    emuq_pami_context_t *context = am->member->context;
    pami_event_function fn = am->fn;
    void *cookie = am->cookie;
    pami_result_t result = PAMI_SUCCESS;
    if (am->h.type == PAMI_XFER_AMREDUCE && am->data != NULL)
        result = am_reduce(am);
    if (result != PAMI_SUCCESS)
        (void)emuq_pami_failed("", result); /* for PAMI_Error_text() in the completion function */
    am_drop(am);
    if (fn != NULL && result != PAMI_SUCCESS)
        fn(context, cookie, result);
    else
        emuq_pami_coll_notify(context, fn, cookie, in_call);
}

/* ---- messages ---- */

static void am_sent(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, (void)result;
    am_release_one(cookie, false);
}

/* Adds a message to a member. @return false: out of memory */
static bool am_add_message(am_t *am, uint32_t rank, const am_header_t *h, const void *header,
                           size_t header_size, const void *data, size_t data_size)
{
    sending_t *s = emuq_malloc(sizeof *s + sizeof *h + header_size);
    if (s == NULL)
        return false;
    *s = (sending_t){
        .rank = rank, .data = data, .data_size = data_size, .header_size = sizeof *h + header_size};
    memcpy(s->header, h, sizeof *h);
    if (header_size != 0)
        memcpy(s->header + sizeof *h, header, header_size);
    *am->last = s;
    am->last = &s->next;
    if (am->to_send == NULL)
        am->to_send = s;
    am->left++;
    return true;
}

/* @return false: no memory for all messages */
static bool am_send_some(am_t *am)
{
    for (; am->to_send != NULL; am->to_send = am->to_send->next) {
        const sending_t *s = am->to_send;
        emuq_pami_message_t m = {.dest = am->member->geometry->endpoint[s->rank],
                                 .id = EMUQ_PAMI_ID_AM,
                                 .header = s->header,
                                 .header_size = s->header_size,
                                 .data = s->data,
                                 .data_size = s->data_size,
                                 .local_fn = am_sent,
                                 .cookie = am};
        if (emuq_pami_coll_send(am->member->context, &m) != PAMI_SUCCESS)
            return false;
    }
    return true;
}

static pami_result_t am_send_later(pami_context_t context, void *cookie)
{
    am_t *am = cookie;
    (void)context;
    if (!am_send_some(am))
        return PAMI_EAGAIN;
    am_release_one(am, false);
    return PAMI_SUCCESS;
}

/* Starts all messages, now or when memory is available: the collective cannot be undone. */
static void am_send_all(am_t *am)
{
    if (am_send_some(am))
        return;
    am->left++;
    PAMI_Context_post(am->member->context, &am->work, am_send_later, am);
}

/* Appends the messages to the children in the tree. @return false: out of memory */
static bool am_add_children(am_t *am, const void *header, size_t header_size)
{
    uint32_t n = am->member->geometry->size, at = (am->member->rank + n - am->h.root) % n;
    uint32_t span = at != 0 ? at & -at : n, bit = 1;
    bool done = true;
    while (bit < span)
        bit *= 2;
    for (bit /= 2; done && bit != 0; bit /= 2)
        if (at + bit < n)
            done = am_add_message(am, (at + bit + am->h.root) % n, &am->h, header, header_size, am->data,
                                  am->h.bytes);
    return done;
}

/* ---- the client's functions ---- */

static struct emuq_pami_am_handler *am_find_handler(const emuq_pami_member_t *member, pami_xfer_type_t type,
                                                    uint32_t dispatch)
{
    struct emuq_pami_am_handler *h = member->handlers;
    while (h != NULL && (h->type != type || h->dispatch != dispatch))
        h = h->next;
    return h;
}

/* Calls the client's function. @return false: none is set */
static bool am_call_handler(const am_t *am, const void *header, size_t header_size, pami_recv_t *recv,
                            pami_data_function *op)
{
    const emuq_pami_member_t *member = am->member;
    const struct emuq_pami_am_handler *h =
        am_find_handler(member, (pami_xfer_type_t)am->h.type, am->h.dispatch);
    pami_endpoint_t origin = member->geometry->endpoint[am->h.root];
    emuq_pami_target_defaults(recv);
    if (h == NULL) {
        fprintf(stderr,
                "pami: task %u: received an active-message collective for id %u, not set with "
                "PAMI_AMCollective_dispatch_set()\n",
                emuq_pami_task(member->context->endpoint), am->h.dispatch);
        return false;
    }
    if (am->h.type == PAMI_XFER_AMBROADCAST || am->h.type == PAMI_XFER_AMSCATTER) /* equal function types */
        h->fn.ambroadcast(member->context, h->cookie, header, header_size, NULL, am->h.bytes, origin,
                          member->geometry, recv);
    else if (am->h.type == PAMI_XFER_AMGATHER)
        h->fn.amgather(member->context, h->cookie, header, header_size, am->h.bytes, origin, member->geometry,
                       recv);
    else
        h->fn.amreduce(member->context, h->cookie, header, header_size, am->h.bytes, origin, member->geometry,
                       op, recv);
    return true;
}

static void am_deliver(const pami_recv_t *recv, const void *data, size_t bytes)
{
    emuq_pami_target_t target;
    emuq_pami_target_open(&target, recv, bytes, false, false);
    emuq_pami_target_put(&target, 0, data, bytes);
    emuq_pami_target_close(&target);
}

static void am_collect(const pami_recv_t *from, void *data, size_t bytes)
{
    if (from->addr == NULL || !emuq_pami_type_is_complete(from->type))
        memset(data, 0, bytes);
    else
        emuq_pami_type_pack(from->type, from->addr, from->offset, data, bytes, from->data_fn,
                            from->data_cookie);
}

static void am_reply_received(am_t *am_reply)
{
    emuq_pami_member_t *member = am_reply->member;
    am_t *am = member->ams;
    while (am != NULL && (am == am_reply || am->is_complete || am->h.number != am_reply->h.number ||
                          am->h.root != member->rank || am->h.type == REPLY))
        am = am->next;
    if (am != NULL && am_reply->h.bytes == am->h.bytes && am->h.bytes != 0) {
        uint32_t rank = am_reply->h.root;
        if (am->h.type == PAMI_XFER_AMREDUCE)
            memcpy(am->data + rank * am->h.bytes, am_reply->data, am->h.bytes);
        else
            emuq_pami_type_unpack(am->blocks.type, emuq_pami_blocks_address(&am->blocks, rank), 0,
                                  am_reply->data, am->h.bytes, PAMI_DATA_COPY, NULL);
    }
    am_drop(am_reply);
    if (am != NULL)
        am_release_one(am, false);
}

static void am_reply(am_t *am, const pami_recv_t *from)
{
    am_header_t h = am->h;
    h.type = REPLY;
    h.root = am->member->rank;
    if (h.bytes != 0) {
        am->data = emuq_pami_coll_require(emuq_realloc(am->data, h.bytes));
        am_collect(from, am->data, h.bytes);
    }
    am->fn = from->local_fn;
    am->cookie = from->cookie;
    uint32_t root = am->h.root;
    am->h.type = REPLY;
    if (!am_add_message(am, root, &h, NULL, 0, am->data, h.bytes))
        emuq_pami_coll_require(NULL); /* a collective of a remote member cannot be rejected */
    am_send_all(am);
}

static void am_handle(am_t *am)
{
    pami_recv_t recv;
    pami_data_function op = PAMI_DATA_COPY;
    am->is_complete = false;
    if (am->h.type == REPLY) {
        am_reply_received(am);
        return;
    }
    if (am->h.type == PAMI_XFER_AMBROADCAST) {
        if (!am_add_children(am, am->header, am->header_size))
            emuq_pami_coll_require(NULL);
        am_send_all(am);
    }
    bool is_handled = am_call_handler(am, am->header, am->header_size, &recv, &op);
    if (am->h.type == PAMI_XFER_AMGATHER || am->h.type == PAMI_XFER_AMREDUCE) {
        am_reply(am, &recv);
    } else if (is_handled) {
        am_deliver(&recv, am->data, am->h.bytes);
        if (recv.local_fn != NULL)
            recv.local_fn(am->member->context, recv.cookie, PAMI_SUCCESS);
    }
    am_release_one(am, false);
}

static void am_release(emuq_pami_member_t *member)
{
    for (am_t *am = member->ams; am != NULL;) {
        if (!am->is_complete) {
            am = am->next;
            continue;
        }
        am_handle(am);
        am = member->ams; /* the client may have changed the list */
    }
}

static void am_received(am_t *am)
{
    am->is_complete = true;
    if (am->member->geometry != NULL)
        am_handle(am);
}

static void am_message_received(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, (void)result;
    am_received(cookie);
}

void emuq_pami_am_message(pami_context_t context, void *cookie, const void *header, size_t header_size,
                          const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)origin;
    am_header_t h;
    memcpy(&h, header, sizeof h);
    am_t *am = emuq_pami_coll_require(am_new(emuq_pami_member_find(context, h.key)));
    am->h = h;
    am->header_size = header_size - sizeof h;
    am->header = emuq_pami_coll_require(emuq_malloc(am->header_size + 1));
    memcpy(am->header, (const char *)header + sizeof h, am->header_size);
    am->owns_data = true;
    am->data = data_size != 0 ? emuq_pami_coll_require(emuq_malloc(data_size)) : NULL;
    if (recv != NULL) {
        recv->addr = am->data;
        recv->local_fn = am_message_received;
        recv->cookie = am;
        return;
    }
    if (data_size != 0)
        memcpy(am->data, data, data_size);
    am_received(am);
}

typedef struct am_arguments {
    size_t dispatch;
    char *headers;
    size_t header_size, next_header; /* distance to the next rank's header */
    char *buffer;
    pami_type_t type;
    size_t count;
} am_arguments_t;

/* Adds all messages of the root. @return false: out of memory */
static bool am_add_messages(am_t *am, const am_arguments_t *a)
{
    uint32_t rank = am->member->rank;
    bool scatters = am->h.type == PAMI_XFER_AMSCATTER, done = true;
    if (am->h.type == PAMI_XFER_AMBROADCAST)
        return am_add_children(am, a->headers, a->header_size);
    for (uint32_t i = 0; done && i < am->member->geometry->size; i++)
        if (i != rank)
            done = am_add_message(am, i, &am->h, a->headers + i * a->next_header, a->header_size,
                                  scatters ? am->data + i * am->h.bytes : NULL, scatters ? am->h.bytes : 0);
    return done;
}

static void am_start_scatter(am_t *am, const am_arguments_t *a)
{
    uint32_t rank = am->member->rank;
    pami_recv_t recv;
    if (!am_call_handler(am, a->headers + rank * a->next_header, a->header_size, &recv, NULL))
        return;
    am_deliver(&recv, am->data + rank * am->h.bytes, am->h.bytes);
    am->fn = recv.local_fn;
    am->cookie = recv.cookie;
}

static void am_start_gather(am_t *am, const am_arguments_t *a)
{
    uint32_t rank = am->member->rank;
    pami_recv_t from;
    am->left += am->member->geometry->size - 1; /* replies */
    if (!am_call_handler(am, a->headers + rank * a->next_header, a->header_size, &from, &am->op))
        return;
    am->fn = from.local_fn;
    am->cookie = from.cookie;
    if (am->h.bytes == 0)
        return;
    bool reduces = am->h.type == PAMI_XFER_AMREDUCE;
    if (reduces)
        am->op_type = am_retain_type(from.type);
    am_collect(&from, am->data + (reduces ? rank * am->h.bytes : 0), am->h.bytes);
    if (!reduces)
        emuq_pami_type_unpack(a->type, emuq_pami_blocks_address(&am->blocks, rank), 0, am->data, am->h.bytes,
                              PAMI_DATA_COPY, NULL);
}

/* Allocates contiguous memory for the data to send, for all blocks to combine, or for the root's block.
 * @return false: out of memory */
static bool am_get_memory(am_t *am, const am_arguments_t *a)
{
    bool one = am->h.type == PAMI_XFER_AMBROADCAST || am->h.type == PAMI_XFER_AMGATHER;
    size_t blocks = one ? 1 : am->member->geometry->size;
    bool sends = am->h.type == PAMI_XFER_AMBROADCAST || am->h.type == PAMI_XFER_AMSCATTER;
    if (am->h.bytes == 0)
        return true;
    if (sends && emuq_pami_type_is_contiguous(a->type)) {
        am->data = a->buffer;
        return true;
    }
    am->data = emuq_malloc(blocks * am->h.bytes);
    am->owns_data = true;
    if (am->data != NULL && sends)
        emuq_pami_type_pack(a->type, a->buffer, 0, am->data, blocks * am->h.bytes, PAMI_DATA_COPY, NULL);
    return am->data != NULL;
}

pami_result_t emuq_pami_am_start(emuq_pami_member_t *member, pami_xfer_type_t type, const pami_xfer_t *cmd)
{
    /* All four structures are equal up to the count. */
    const pami_ambroadcast_t *c = &cmd->cmd.xfer_ambroadcast;
    bool has_headers = type == PAMI_XFER_AMSCATTER || type == PAMI_XFER_AMGATHER;
    am_arguments_t a = {c->dispatch, c->user_header, c->headerlen, has_headers ? c->headerlen : 0,
                        c->sndbuf,   c->stype,       c->stypecount};
    if (a.dispatch > EMUQ_PAMI_DISPATCH_MAX)
        return emuq_pami_invalid("dispatch id %zu is out of range (0 to %u)", (size_t)a.dispatch,
                                 EMUQ_PAMI_DISPATCH_MAX);
    if (a.buffer == PAMI_IN_PLACE)
        return emuq_pami_invalid("PAMI_IN_PLACE is not possible in a collective of active messages");
    pami_result_t rc = emuq_pami_buffer_check(a.type, a.count, PAMI_DATA_COPY);
    if (rc != PAMI_SUCCESS)
        return rc;
    if (type != PAMI_XFER_AMBROADCAST && am_find_handler(member, type, (uint32_t)a.dispatch) == NULL)
        return emuq_pami_invalid("dispatch id %zu is not set for this geometry and collective "
                                 "(PAMI_AMCollective_dispatch_set)",
                                 (size_t)a.dispatch);
    emuq_pami_member_open(member);
    am_t *am = am_new(member);
    if (am == NULL)
        return PAMI_ENOMEM;
    am->h = (am_header_t){member->key,          type,
                          member->rank,         member->am_number++,
                          (uint32_t)a.dispatch, a.count != 0 ? a.count * emuq_pami_type_size(a.type) : 0};
    am->blocks = (emuq_pami_blocks_t){.base = a.buffer, .type = am_retain_type(a.type), .each = a.count};
    am->op_cookie = cmd->cmd.xfer_amreduce.data_cookie;
    if (!am_get_memory(am, &a) || !am_add_messages(am, &a)) {
        am_drop(am);
        return PAMI_ENOMEM;
    }
    am_send_all(am);
    if (type == PAMI_XFER_AMBROADCAST) {
        am->fn = cmd->cb_done;
        am->cookie = cmd->cookie;
    } else if (type == PAMI_XFER_AMSCATTER) {
        am_start_scatter(am, &a);
    } else {
        am_start_gather(am, &a);
    }
    am_release_one(am, true);
    return PAMI_SUCCESS;
}

pami_result_t emuq_pami_am_set(emuq_pami_member_t *member, pami_xfer_type_t type, uint32_t dispatch,
                               pami_dispatch_callback_function fn, void *cookie)
{
    struct emuq_pami_am_handler *h = am_find_handler(member, type, dispatch);
    if (h == NULL) {
        h = emuq_malloc(sizeof *h);
        if (h == NULL)
            return PAMI_ENOMEM;
        h->next = member->handlers;
        member->handlers = h;
    }
    h->type = type;
    h->dispatch = dispatch;
    h->fn = fn;
    h->cookie = cookie;
    return PAMI_SUCCESS;
}

const emuq_pami_member_part_t emuq_pami_am_part = {.inherit = am_move, .opened = am_release, .free = am_free};
