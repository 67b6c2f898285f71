/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests and updates that a host engine sends to other hosts: tokens, sending, withdrawal. */
#include "backends/emulator/remote/remote.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "backends/emulator/collective/tree.h"
#include "base/host_calls.h"

#define FIRST_CAPACITY 64u
#define NONE           UINT32_MAX

/* A free slot has thing NULL. */
typedef struct token_slot {
    void *thing;
    uint32_t host, /* UINT32_MAX: all hosts */
        left;      /* missing replies */
    uint32_t next; /* next free slot */
} token_slot_t;

static struct {
    token_slot_t *slot;
    uint32_t capacity, free;
} table = {.free = NONE};

static int token_table_grow(void)
{
    uint32_t capacity = table.capacity != 0 ? 2 * table.capacity : FIRST_CAPACITY;
    token_slot_t *larger = realloc(table.slot, capacity * sizeof(*larger));
    if (larger == NULL)
        return -1;
    for (uint32_t i = table.capacity; i < capacity; i++)
        larger[i] = (token_slot_t){.next = i + 1 < capacity ? i + 1 : NONE};
    table.free = table.capacity;
    table.slot = larger;
    table.capacity = capacity;
    return 0;
}

uint32_t emuq_remote_token_add(void *thing, uint32_t host, uint32_t count)
{
    uint32_t token = 0;
    if (table.free != NONE || token_table_grow() == 0) {
        token = table.free + 1;
        token_slot_t *p = &table.slot[table.free];
        table.free = p->next;
        *p = (token_slot_t){.thing = thing, .host = host, .left = count};
    }
    return token;
}

void *emuq_remote_token_reply(uint32_t token, uint32_t host, bool is_alone, uint32_t *left)
{
    void *thing = NULL;
    token_slot_t *p = token - 1 < table.capacity ? &table.slot[token - 1] : NULL;
    if (p != NULL && p->thing != NULL && p->host == (is_alone ? host : NONE)) {
        thing = p->thing;
        *left = --p->left;
        if (*left == 0) {
            *p = (token_slot_t){.next = table.free};
            table.free = token - 1;
        }
    }
    return thing;
}

/* @param thing NULL: free, or sent to all hosts @return false: beyond the table */
static bool remote_token_find(uint32_t token, uint32_t *host, void **thing)
{
    bool is_token = token - 1 < table.capacity;
    if (is_token) {
        *host = table.slot[token - 1].host;
        *thing = *host != NONE ? table.slot[token - 1].thing : NULL;
    }
    return is_token;
}

/* ---- values of collectives ---- */

static emuq_proxy_request_t *values; /* from remote hosts, without a reply yet */

void emuq_remote_value_add(emuq_proxy_request_t *value)
{
    value->next = values;
    values = value;
}

static void remote_value_remove(const emuq_proxy_request_t *value)
{
    emuq_proxy_request_t **link = &values;
    while (*link != value)
        link = &(*link)->next;
    *link = value->next;
}

/* Withdraws the value sent with a token, if its tree is retired. A pending request keeps the tree running, so
 * its memory and id stay. */
static void remote_withdraw(emuq_tree_t *t, uint32_t host, uint32_t token)
{
    emuq_remote_withdraw_t frame = {.frame = {EMUQ_REMOTE_WITHDRAW, token}, .tree = t->id};
    emuq_lock(&t->lock);
    bool is_given_up = t->given_up;
    emuq_unlock(&t->lock);
    if (is_given_up)
        (void)emuq_remote_send(host, &frame, sizeof frame);
}

/* ---- requests ---- */

#define ENGINE_CHECK_NS UINT64_C(20000000)

/* An update of a node's replicas. Owned by the host engine until the last acknowledgement, then by the
 * waiting thread, if any. */
struct emuq_update {
    emuq_waiter_t waiter; /* in the mailbox of the host engine; state EMUQ_TOLD */
    emuq_machine_t *machine;
    uint32_t node, index;
    emuq_update_kind_t what;
    uint64_t value;
    bool waits;
    uint64_t sum; /* sum of the replies */
    /* 1: acknowledgements are missing. Stored with release by the host engine, loaded with acquire. */
    unsigned open;
};

int emuq_remote_place(emuq_machine_t *m, const emuq_placement_t *placement)
{
    size_t bytes = m->nodes * sizeof *placement->of_node;
    uint16_t *of_node = emuq_arena_alloc(m->arena, bytes, 64);
    if (of_node == NULL)
        return -ENOMEM;
    memcpy(of_node, placement->of_node, bytes);
    m->placement = (emuq_placement_t){placement->hosts, placement->host, of_node};
    m->carries_levels = placement->hosts > 1;
    m->engine = m->members - 1;
    for (uint32_t i = 0; i < m->nodes; i++)
        m->node[i].is_here = emuq_host_of_node(m, i) == placement->host;
    return placement->hosts > 1 ? emuq_remote_channels_make(m) : 0;
}

static size_t remote_request_fill(emuq_remote_request_t *req, const emuq_request_t *r, uint64_t begin,
                                  uint32_t token)
{
    uint64_t bytes = r->end - begin < EMUQ_REMOTE_SEGMENT ? r->end - begin : EMUQ_REMOTE_SEGMENT;
    bool is_last = begin + bytes == r->end;
    *req = (emuq_remote_request_t){.frame = {EMUQ_REMOTE_REQUEST, is_last ? token : 0},
                                   .from = r->origin,
                                   .to = r->to->number,
                                   .fifo = r->fifo,
                                   .request_kind = (uint8_t)r->request_kind,
                                   .failed = r->failed,
                                   .value = r->value,
                                   .tree = r->tree,
                                   .completes = is_last && r->completes,
                                   .interrupt = r->interrupt,
                                   .system = r->system,
                                   .length = r->length,
                                   .begin = begin,
                                   .header = r->header};
    if (bytes != 0)
        memcpy(req + 1, r->payload + (begin - r->begin), bytes);
    return sizeof *req + bytes;
}

void emuq_remote_request_send(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_remote_flush(); /* earlier posts of the FIFO must arrive before the request */
    const emuq_request_t *r = w->request;
    uint32_t host = emuq_host_of_node(r->to->machine, r->to->number), left;
    uint64_t at = r->begin, end = r->end;
    size_t frame_bytes =
        sizeof(emuq_remote_request_t) + (end - at < EMUQ_REMOTE_SEGMENT ? end - at : EMUQ_REMOTE_SEGMENT);
    frame_bytes = (frame_bytes + EMUQ_FRAME_ALIGN - 1) / EMUQ_FRAME_ALIGN * EMUQ_FRAME_ALIGN;
    emuq_remote_request_t *req = aligned_alloc(EMUQ_FRAME_ALIGN, frame_bytes);
    uint32_t token = req != NULL ? emuq_remote_token_add(w, host, 1) : 0;
    if (token == 0) { /* the job is over */
        free(req);
        emuq_the_kernel.hosts.exhausted(emuq_the_kernel.context);
        return;
    }
    emuq_tree_t *t = r->request_kind == EMUQ_FOR_TREE && end == r->length ? w->tree : NULL;
    int rc;
    do {
        size_t bytes = remote_request_fill(req, r, at, token);
        at += bytes - sizeof *req;
        rc = emuq_remote_send(host, req, bytes);
    } while (rc == 0 && at < end);
    free(req);
    if (rc == -ENOMEM) /* send() has ended the job */
        return;
    /* This thread also handles replies (engine_serve() in kernel-shim/partition/engine.c): waiter and tree
     * are unchanged. */
    if (rc != 0 && emuq_remote_token_reply(token, host, true, &left) != NULL) {
        emuq_reject(work, "check the first error message of that host", "host %u with node %u is lost", host,
                    r->to->number);
        emuq_request_reject(work, w);
    } else if (t != NULL) { /* a thread that changes a route from now on withdraws the value itself */
        remote_withdraw(t, host, token);
    }
}

static void remote_reply(emuq_proxy_request_t *c)
{
    emuq_remote_reply_t a = {.frame = {EMUQ_REMOTE_REPLY, c->token}, .is_unknown = c->request.is_unknown};
    if (c->request.request_kind == EMUQ_FOR_TREE)
        remote_value_remove(c);
    if (c->waiter.state == EMUQ_REJECTED) {
        a.is_refused = 1;
        memcpy(a.what, c->request.what, sizeof a.what);
        memcpy(a.advice, c->request.advice, sizeof a.advice);
        emuq_count_direct(c->machine, c->from, &c->tally, -1);
    }
    /* a lost host needs no reply */
    (void)emuq_remote_send(c->host, &a, sizeof a);
    size_t segment = c->whole == NULL ? (size_t)(c->request.end - c->request.begin) : 0;
    if (c->whole != NULL)
        emuq_arena_free_uncleared(c->machine->arena, c->whole, c->whole_bytes);
    emuq_arena_free_uncleared(c->machine->arena, c, sizeof *c + segment);
}

/* ---- updates ---- */

struct emuq_update *emuq_remote_update_send(emuq_mu_node_t *n, emuq_update_kind_t what, uint32_t index,
                                            uint64_t value, bool waits)
{
    emuq_machine_t *m = n->machine;
    struct emuq_update *update = emuq_arena_alloc(m->arena, sizeof *update, 64);
    if (update == NULL)
        return NULL;
    *update = (struct emuq_update){.waiter.state = EMUQ_TOLD,
                                   .machine = m,
                                   .node = n->number,
                                   .index = index,
                                   .what = what,
                                   .value = value,
                                   .waits = waits,
                                   .open = waits};
    if (emuq_request_send(m, m->engine, &update->waiter)) {
        emuq_release_engine();
        return update;
    }
    emuq_arena_free(m->arena, update, sizeof *update);
    return NULL;
}

bool emuq_remote_is_over(emuq_machine_t *m)
{
    emuq_mailbox_t *box = &m->member[m->engine].mailbox;
    emuq_lock(&box->lock);
    bool closed = box->closed;
    emuq_unlock(&box->lock);
    return closed;
}

uint64_t emuq_remote_update_wait(struct emuq_update *update)
{
    while (AO_int_load_acquire(&update->open) != 0) {
        /* The job is over or lost. The update stays allocated, as the engine may still use it. */
        if (emuq_futex_wait(&update->open, 1, ENGINE_CHECK_NS) == -ETIMEDOUT &&
            emuq_remote_is_over(update->machine))
            return 0;
    }
    uint64_t sum = update->sum;
    emuq_arena_free(update->machine->arena, update, sizeof *update);
    return sum;
}

void emuq_remote_update_acked(struct emuq_update *update, uint64_t value, bool by_all)
{
    update->sum += value;
    if (by_all)
        emuq_futex_store_wake(&update->open, 0);
}

static void remote_update_broadcast(struct emuq_update *update)
{
    emuq_remote_flush(); /* earlier messages must arrive before the update */
    const emuq_placement_t *p = &update->machine->placement;
    uint32_t token = update->waits ? emuq_remote_token_add(update, UINT32_MAX, p->hosts - 1) : 0;
    emuq_remote_update_t frame = {.frame = {EMUQ_REMOTE_UPDATE, token},
                                  .node = update->node,
                                  .what = update->what,
                                  .index = update->index,
                                  .value = update->value};
    bool is_change = update->what == EMUQ_UPDATE_DCR;
    bool waits = update->waits; /* if set, the waiting thread may free the update */
    if (waits && token == 0) {
        /* The job ends, and the wait. */
        emuq_the_kernel.hosts.exhausted(emuq_the_kernel.context);
        return;
    }
    if (!waits)
        emuq_arena_free(update->machine->arena, update, sizeof *update);
    for (uint32_t host = 0; host < p->hosts; host++)
        if (host != p->host)
            (void)emuq_remote_send(host, &frame, sizeof frame);
    if (is_change)
        emuq_remote_withdraw_all();
}

void emuq_remote_resume(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_machine_t *m = emuq_the_machine;
    if (!emuq_serves_hosts)
        (void)emuq_request_send(m, m->engine, w); /* fails only at the end of the job */
    else if (w->state == EMUQ_TOLD)
        remote_update_broadcast(EMUQ_LINKED(w, struct emuq_update, waiter));
    else if (w->state == EMUQ_POSTED)
        emuq_remote_post_pack(m, w);
    else if (w->state == EMUQ_CHANNEL_POSTED)
        emuq_remote_channel_send(w);
    else if (w->state == EMUQ_CHANNEL_RETURNED)
        emuq_remote_channel_report(w);
    else if (EMUQ_LINKED(w, emuq_proxy_request_t, waiter)->is_post)
        emuq_remote_post_done(work, EMUQ_LINKED(w, emuq_proxy_request_t, waiter));
    else
        remote_reply(EMUQ_LINKED(w, emuq_proxy_request_t, waiter));
}

void emuq_remote_withdraw_all(void)
{
    uint32_t host;
    const emuq_waiter_t *w;
    for (uint32_t token = 1; remote_token_find(token, &host, (void **)(uintptr_t)&w); token++)
        if (w != NULL && w->tree != NULL && w->request->request_kind == EMUQ_FOR_TREE)
            remote_withdraw(w->tree, host, token);
}

int emuq_remote_withdrawn(emuq_work_t *work, emuq_machine_t *m, uint32_t host,
                          const emuq_remote_withdraw_t *frame, size_t bytes)
{
    bool is_known = false;
    if (bytes != sizeof *frame)
        return -EPROTO;
    for (emuq_proxy_request_t *c = values; c != NULL && !is_known; c = c->next) {
        is_known = c->host == host && c->token == frame->frame.token && c->request.tree == frame->tree;
        if (is_known)
            emuq_routes_withdraw(m, &c->request);
    }
    if (is_known) /* otherwise the reply is in flight, or segments are missing */
        emuq_routes_resume(work, m);
    return 0;
}

/* ---- the end of a rank ---- */

static uint64_t drain_delivered(emuq_inj_t *f, uint64_t *posted)
{
    emuq_lock(&f->window.lock);
    *posted = f->window.posted;
    uint64_t taken = *posted - f->window.pieces;
    emuq_unlock(&f->window.lock);
    return taken;
}

static bool drain_snapshot(emuq_mu_node_t *n, uint64_t posted[EMUQ_INJ_FIFOS])
{
    bool any = false;
    for (uint32_t id = 0; id < EMUQ_INJ_FIFOS; id++) {
        posted[id] = 0;
        if (emuq_is_used(n, id / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP))
            any |= drain_delivered(&n->inj[id], &posted[id]) < posted[id];
    }
    return any;
}

static bool drain_is_delivered(emuq_mu_node_t *n, const uint64_t posted[EMUQ_INJ_FIFOS])
{
    uint64_t now;
    for (uint32_t id = 0; id < EMUQ_INJ_FIFOS; id++)
        if (posted[id] != 0 && drain_delivered(&n->inj[id], &now) < posted[id])
            return false;
    return true;
}

static void drain_node(emuq_machine_t *m, uint32_t node, uint64_t end)
{
    uint64_t posted[EMUQ_INJ_FIFOS];
    emuq_mu_node_t *n = &m->node[node];
    if (!drain_snapshot(n, posted))
        return;
    (void)emuq_remote_update_send(n, EMUQ_UPDATE_CREDIT_REQUEST, 0, 0, false);
    while (!drain_is_delivered(n, posted) && emuq_host_now_ns() < end && !emuq_remote_is_over(m))
        usleep(100);
}

void emuq_remote_drain(emuq_machine_t *m, uint32_t node, uint64_t end)
{
    uint64_t posted[EMUQ_CHANNELS];
    emuq_remote_channels_posted(m, posted);
    drain_node(m, node, end);
    while (!emuq_remote_channels_are_sent(m, posted) && emuq_host_now_ns() < end && !emuq_remote_is_over(m)) {
        emuq_release_engine();
        usleep(100);
    }
}
