/* SPDX-License-Identifier: BSD-3-Clause */
/* Handles the frames of remote engines. Every frame is checked before use. */
#include "backends/emulator/remote/remote.h"

#include <errno.h>
#include <stdlib.h>

#include "backends/emulator/collective/collective.h"
#include "backends/emulator/core/machine.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/fault/fault.h"

/* Received segments of a value or of a request, whose frames arrive consecutively. */
typedef struct assembly {
    struct assembly *next;
    uint32_t host, from, to;
    uint16_t fifo;
    emuq_request_kind_t request_kind;
    uint32_t value;
    uint32_t route; /* routes with equal words have equal tree ids */
    uint64_t tree;
    uint64_t length;             /* bytes of the message */
    uint64_t begin, have, bytes; /* first byte, end of the received bytes, capacity */
    char *whole;                 /* received bytes, in the arena */
} assembly_t;

static assembly_t *assemblies;

static bool receive_is_countable(const emuq_machine_t *m, uint32_t host, const emuq_remote_request_t *req)
{
    return emuq_host_of_node(m, req->from) == host &&
           (emuq_is_collective(&req->header) ||
            emuq_destination_node(&m->geometry, emuq_destination(&req->header)) != UINT32_MAX);
}

static bool receive_is_for_tree(const emuq_machine_t *m, uint32_t host, const emuq_remote_request_t *req,
                                size_t segment)
{
    if (req->request_kind == EMUQ_FOR_NODE)
        return !req->failed;
    return req->request_kind <= EMUQ_FOR_RECEIVERS && !req->completes &&
           emuq_host_of_node(m, req->from) == host && emuq_is_collective(&req->header) &&
           (!req->failed || (req->request_kind == EMUQ_FOR_TREE && segment == 0 && req->frame.token != 0 &&
                             emuq_collective_kind(&req->header) != EMUQ_BROADCAST));
}

/* The target is checked at delivery. */
static bool receive_is_request(const emuq_machine_t *m, uint32_t host, const emuq_remote_request_t *req,
                               size_t bytes)
{
    size_t segment = bytes - sizeof *req;
    const char *advice;
    return bytes >= sizeof *req && segment <= EMUQ_REMOTE_SEGMENT && req->to < m->nodes &&
           m->node[req->to].is_here && req->from < m->nodes && req->length <= EMUQ_PA_MASK &&
           req->begin <= req->length && segment <= req->length - req->begin &&
           emuq_check_header(&req->header, req->length, true, &advice) == NULL &&
           (req->frame.token != 0 ||
            (segment != 0 && segment < req->length - req->begin && !req->completes)) &&
           (!req->completes || receive_is_countable(m, host, req)) &&
           receive_is_for_tree(m, host, req, segment);
}

static uint32_t receive_route_of(const emuq_remote_request_t *req)
{
    return req->request_kind == EMUQ_FOR_TREE ? req->header.NetworkHeader.collective.Byte2.Class_Route : 0;
}

static assembly_t **receive_assembly_find(uint32_t host, const emuq_remote_request_t *req)
{
    assembly_t **link = &assemblies;
    for (const assembly_t *a; (a = *link) != NULL; link = &(*link)->next)
        if (a->host == host && a->from == req->from && a->to == req->to && a->fifo == req->fifo &&
            a->request_kind == req->request_kind && a->value == req->value && a->tree == req->tree &&
            a->route == receive_route_of(req))
            break;
    return link;
}

static int receive_assembly_create(emuq_machine_t *m, assembly_t **link, uint32_t host,
                                   const emuq_remote_request_t *req)
{
    bool is_value = req->request_kind == EMUQ_FOR_TREE;
    if (is_value && req->begin != 0)
        return -EPROTO;
    uint64_t bytes = req->length - req->begin;
    if (!is_value && bytes > EMUQ_REMOTE_REQUEST_MAX)
        bytes = EMUQ_REMOTE_REQUEST_MAX;
    assembly_t *a = malloc(sizeof *a);
    char *whole = a != NULL ? emuq_arena_alloc_uncleared(m->arena, bytes, 64) : NULL;
    if (whole == NULL) {
        free(a);
        return -ENOMEM;
    }
    *a = (assembly_t){.host = host,
                      .from = req->from,
                      .to = req->to,
                      .fifo = req->fifo,
                      .request_kind = req->request_kind,
                      .value = req->value,
                      .route = receive_route_of(req),
                      .tree = req->tree,
                      .length = req->length,
                      .begin = req->begin,
                      .have = req->begin,
                      .bytes = bytes,
                      .whole = whole};
    *link = a;
    return 0;
}

static int receive_assemble(emuq_machine_t *m, assembly_t **link, uint32_t host,
                            const emuq_remote_request_t *req, size_t segment)
{
    int rc = *link == NULL ? receive_assembly_create(m, link, host, req) : 0;
    if (rc != 0)
        return rc;
    assembly_t *a = *link;
    uint64_t done = a->have - a->begin;
    if (a->have != req->begin || a->length != req->length || segment > a->bytes - done)
        return -EPROTO;
    memcpy(a->whole + done, req + 1, segment);
    a->have += segment;
    return 0;
}

/* @param req the last frame @param a NULL: the frame has the whole payload */
static int receive_deliver(emuq_machine_t *m, uint32_t host, const emuq_remote_request_t *req, size_t segment,
                           const assembly_t *a)
{
    size_t inside = a == NULL ? segment : 0;
    emuq_proxy_request_t *c = emuq_arena_alloc_uncleared(m->arena, sizeof *c + inside, 64);
    if (c == NULL)
        return -ENOMEM;
    uint64_t begin = a == NULL ? req->begin : a->begin;
    *c = (emuq_proxy_request_t){.waiter.state = EMUQ_REQUESTED,
                                .machine = m,
                                .host = host,
                                .token = req->frame.token,
                                .from = req->from,
                                .whole = a != NULL ? a->whole : NULL,
                                .whole_bytes = a != NULL ? a->bytes : 0,
                                .request = {.request_kind = req->request_kind,
                                            .to = &m->node[req->to],
                                            .from = &m->node[req->from],
                                            .tree = req->tree,
                                            .value = req->value,
                                            .failed = req->failed != 0,
                                            .origin = req->from,
                                            .member = m->engine,
                                            .header = req->header,
                                            .payload = a == NULL ? c->payload : a->whole,
                                            .length = req->length,
                                            .begin = begin,
                                            .sent = begin,
                                            .end = req->begin + segment,
                                            .interrupt = req->interrupt != 0,
                                            .system = req->system != 0}};
    if (req->completes) {
        /* Before the delivery: a receiver may read the counters. */
        c->tally = emuq_tally_of(&req->header, req->length);
        emuq_count_direct(m, req->from, &c->tally, 1);
    }
    memcpy(c->payload, req + 1, inside);
    c->waiter.request = &c->request;
    c->request.progress = &c->request.sent;
    if (req->request_kind == EMUQ_FOR_TREE)
        emuq_remote_value_add(c);
    emuq_work_t work;
    emuq_work_begin(&work);
    emuq_work_resume(&work, &c->waiter);
    emuq_work_run(&work);
    return 0;
}

static int receive_request(emuq_machine_t *m, uint32_t host, const emuq_remote_request_t *req, size_t bytes)
{
    size_t segment = bytes - sizeof *req;
    if (!receive_is_request(m, host, req, bytes))
        return -EPROTO;
    assembly_t **link = receive_assembly_find(host, req), *a = *link;
    bool is_all = req->request_kind != EMUQ_FOR_TREE || segment == req->length || req->failed;
    if (a == NULL && req->frame.token != 0 && is_all)
        return receive_deliver(m, host, req, segment, NULL);
    int rc = receive_assemble(m, link, host, req, segment);
    if (rc != 0 || req->frame.token == 0)
        return rc;
    a = *link;
    if (a->request_kind == EMUQ_FOR_TREE && a->have < a->length) {
        const emuq_remote_reply_t more = {.frame = {EMUQ_REMOTE_REPLY, req->frame.token}};
        return emuq_remote_send(host, &more, sizeof more);
    }
    *link = a->next;
    rc = receive_deliver(m, host, req, segment, a);
    free(a);
    return rc;
}

static int receive_reply(uint32_t host, const emuq_remote_reply_t *a, size_t bytes)
{
    uint32_t left;
    bool is_answer = bytes == sizeof *a && memchr(a->what, '\0', sizeof a->what) != NULL &&
                     memchr(a->advice, '\0', sizeof a->advice) != NULL;
    emuq_waiter_t *w = is_answer ? emuq_remote_token_reply(a->frame.token, host, true, &left) : NULL;
    if (w == NULL)
        return -EPROTO;
    emuq_work_t work;
    emuq_work_begin(&work);
    if (a->is_refused) {
        emuq_reject(&work, a->advice, "%s", a->what);
        emuq_request_reject(&work, w);
    } else {
        w->request->is_unknown = a->is_unknown != 0;
        emuq_request_done(&work, w);
    }
    emuq_work_run(&work);
    return 0;
}

static int receive_ack(uint32_t host, const emuq_remote_update_ack_t *h, size_t bytes)
{
    uint32_t left;
    struct emuq_update *update =
        bytes == sizeof *h ? emuq_remote_token_reply(h->frame.token, host, false, &left) : NULL;
    if (update == NULL)
        return -EPROTO;
    emuq_remote_update_acked(update, h->value, left == 0);
    return 0;
}

static int receive_update(emuq_machine_t *m, uint32_t host, const emuq_remote_update_t *update, size_t bytes)
{
    if (bytes != sizeof *update || update->node >= m->nodes || emuq_host_of_node(m, update->node) != host)
        return -EPROTO;
    emuq_mu_node_t *n = &m->node[update->node];
    emuq_remote_update_ack_t h = {.frame = {EMUQ_REMOTE_UPDATE_ACK, update->frame.token}};
    emuq_work_t work;
    int rc = 0;
    emuq_work_begin(&work);
    if (update->what == EMUQ_UPDATE_DCR && emuq_dcr_is_route(update->index)) {
        (void)emuq_dcr_write(m, n->number, update->index, update->value);
        emuq_remote_withdraw_all();
        emuq_remote_gi_renew(&work, m);
        emuq_routes_resume(&work, m);
    } else if (update->what == EMUQ_UPDATE_CREDIT_REQUEST) {
        emuq_remote_posts_report(m, n->number);
    } else if (update->what == EMUQ_UPDATE_LINK_PACKETS && m->faults != NULL) {
        if (m->node[m->faults->plan.down_node].is_here)
            emuq_fault_ops->link_packets(m, update->value);
    } else if (update->what != EMUQ_UPDATE_COUNT_REQUEST ||
               emuq_count_here(&work, m, n->number, update->index, &h.value) != 0) {
        rc = -EPROTO;
    }
    emuq_work_run(&work);
    if (rc == 0 && update->frame.token != 0)
        (void)emuq_remote_send(host, &h, sizeof h);
    return rc;
}

static emuq_inj_t *receive_fifo_of(const emuq_machine_t *m, uint32_t node, uint32_t fifo)
{
    bool is_one = node < m->nodes && m->node[node].is_here && fifo < EMUQ_INJ_FIFOS &&
                  m->node[node].inj[fifo].regs != NULL;
    return is_one ? &m->node[node].inj[fifo] : NULL;
}

static int receive_credit(emuq_work_t *work, const emuq_machine_t *m, const emuq_remote_credit_t *t,
                          size_t bytes)
{
    emuq_inj_t *f = bytes == sizeof *t ? receive_fifo_of(m, t->from, t->fifo) : NULL;
    return f != NULL ? emuq_remote_post_credit(work, f, t->pieces, t->bytes) : -EPROTO;
}

/* Stops the FIFO of a rejected message and reports the error. The descriptor of the message is already
 * complete. */
static int receive_reject(emuq_work_t *work, const emuq_machine_t *m, const emuq_remote_reject_t *r,
                          size_t bytes)
{
    bool is_whole = bytes == sizeof *r && memchr(r->what, '\0', sizeof r->what) != NULL &&
                    memchr(r->advice, '\0', sizeof r->advice) != NULL;
    emuq_inj_t *f = is_whole ? receive_fifo_of(m, r->from, r->fifo) : NULL;
    if (f == NULL)
        return -EPROTO;
    MUHWI_Descriptor_t d = {.Message_Length = r->length & EMUQ_PA_MASK, .PacketHeader = r->header};
    emuq_claim_wait(&f->claim);
    AO_store(&f->state, AO_load(&f->state) | EMUQ_FIFO_STOPPED);
    f->is_idle = false;
    emuq_reject(work, r->advice, "%s", r->what);
    emuq_rejected_by(work, f, &d);
    work->error.number = r->number;
    emuq_inj_release(work, f);
    return 0;
}

static int receive_event(emuq_work_t *work, emuq_machine_t *m, uint32_t host, const void *frame, size_t bytes)
{
    switch (((const emuq_remote_frame_t *)frame)->kind) {
    case EMUQ_REMOTE_POSTS:
        return emuq_remote_posts_arrived(work, m, host, frame, bytes);
    case EMUQ_REMOTE_CREDIT:
        return receive_credit(work, m, frame, bytes);
    case EMUQ_REMOTE_REJECT:
        return receive_reject(work, m, frame, bytes);
    case EMUQ_REMOTE_GI:
        return bytes == sizeof(emuq_remote_gi_t) ? emuq_remote_gi_arrived(work, m, host, frame) : -EPROTO;
    case EMUQ_REMOTE_WITHDRAW:
        return emuq_remote_withdrawn(work, m, host, frame, bytes);
    case EMUQ_REMOTE_CHANNEL:
        return emuq_remote_channel_arrived(m, host, frame, bytes);
    case EMUQ_REMOTE_CHANNEL_CREDIT:
        return emuq_remote_channel_credit(m, host, frame, bytes);
    default:
        return -EPROTO;
    }
}

static int receive_frame(emuq_machine_t *m, uint32_t host, const void *frame, size_t bytes)
{
    if (bytes < sizeof(emuq_remote_frame_t) || host >= m->placement.hosts || host == m->placement.host)
        return -EPROTO;
    switch (((const emuq_remote_frame_t *)frame)->kind) {
    case EMUQ_REMOTE_REQUEST:
        return receive_request(m, host, frame, bytes);
    case EMUQ_REMOTE_REPLY:
        return receive_reply(host, frame, bytes);
    case EMUQ_REMOTE_UPDATE:
        return receive_update(m, host, frame, bytes);
    case EMUQ_REMOTE_UPDATE_ACK:
        return receive_ack(host, frame, bytes);
    default:
        break;
    }
    emuq_work_t work;
    emuq_work_begin(&work);
    int rc = receive_event(&work, m, host, frame, bytes);
    emuq_work_run(&work);
    return rc;
}

int emuq_remote_receive(emuq_machine_t *m, uint32_t host, const void *frame, size_t bytes)
{
    bool before = emuq_serve_hosts(true);
    int rc = receive_frame(m, host, frame, bytes);
    (void)emuq_serve_hosts(before);
    return rc;
}
