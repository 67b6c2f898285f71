/* SPDX-License-Identifier: BSD-3-Clause */
/* What a host engine does with the frames of the others. Whatever they say is checked first. */
#include <errno.h>
#include <stdlib.h>

#include "backends/emulator/fault/bad_links.h"
#include "backends/emulator/core/header.h"
#include "backends/emulator/collective/collective_piece.h"
#include "backends/emulator/core/machine.h"
#include "backends/emulator/core/register.h"
#include "backends/emulator/remote/far_frame.h"
#include "backends/emulator/remote/far_levels.h"
#include "backends/emulator/remote/far_post.h"
#include "backends/emulator/remote/far_stream.h"
#include "backends/emulator/remote/far_table.h"
#include "backends/emulator/remote/far_withdraw.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/core/deliver.h"
#include "backends/emulator/collective/tree.h"

/* Of a value, which is taken whole, or of an ask, what has come so far. A host sends the frames of an ask one
 * after the other. Only the thread that handles frames uses them. */
typedef struct assembly {
    struct assembly *next;
    uint32_t host, from, to;
    uint16_t fifo;
    emuq_request_kind_t request_kind;
    uint32_t value;
    uint32_t route; /* with the tree: routes of equal words have trees of one number */
    uint64_t tree;
    uint64_t length;             /* of the message */
    uint64_t begin, have, bytes; /* where it begins, how far it has come, and for how much it has room */
    char *whole;                 /* in the arena */
} assembly_t;

static assembly_t *assemblies;

/* Whether what is asked for can be counted: it comes from a node of that host, and leads to a node. */
static bool is_countable(const emuq_machine_t *m, uint32_t host, const emuq_frame_ask_t *ask)
{
    return emuq_far_host(m, ask->from) == host &&
           (emuq_is_collective(&ask->header) ||
            emuq_destination_node(&m->geometry, emuq_destination(&ask->header)) != UINT32_MAX);
}

/* Whether it is right as far as trees of collectives are concerned. */
static bool is_for_tree(const emuq_machine_t *m, uint32_t host, const emuq_frame_ask_t *ask, size_t piece)
{
    if (ask->request_kind == EMUQ_FOR_NODE)
        return !ask->failed;
    return ask->request_kind <= EMUQ_FOR_RECEIVERS && !ask->completes && emuq_far_host(m, ask->from) == host &&
           emuq_is_collective(&ask->header) &&
           (!ask->failed || (ask->request_kind == EMUQ_FOR_TREE && piece == 0 && ask->frame.token != 0 &&
                             emuq_collective_kind(&ask->header) != EMUQ_BROADCAST));
}

/* Whether a frame asks for what the unit of a host can have asked for. Whether there is such a target is
 * found out as for any message. */
static bool is_ask(const emuq_machine_t *m, uint32_t host, const emuq_frame_ask_t *ask, size_t bytes)
{
    size_t piece = bytes - sizeof *ask;
    const char *advice;
    return bytes >= sizeof *ask && piece <= EMUQ_FAR_PIECE && ask->to < m->nodes &&
           m->node[ask->to].is_here && ask->from < m->nodes && ask->length <= EMUQ_PA_MASK &&
           ask->begin <= ask->length && piece <= ask->length - ask->begin &&
           emuq_check_header(&ask->header, ask->length, true, &advice) == NULL &&
           (ask->frame.token != 0 || (piece != 0 && piece < ask->length - ask->begin && !ask->completes)) &&
           (!ask->completes || is_countable(m, host, ask)) && is_for_tree(m, host, ask, piece);
}

/* The class route of a value; for others 0. */
static uint32_t route_of(const emuq_frame_ask_t *ask)
{
    return ask->request_kind == EMUQ_FOR_TREE ? ask->header.NetworkHeader.collective.Byte2.Class_Route : 0;
}

/* The place of the assembly that a frame continues, or of none. */
static assembly_t **assembly_of(uint32_t host, const emuq_frame_ask_t *ask)
{
    assembly_t **place = &assemblies;
    for (const assembly_t *a; (a = *place) != NULL; place = &(*place)->next)
        if (a->host == host && a->from == ask->from && a->to == ask->to && a->fifo == ask->fifo &&
            a->request_kind == ask->request_kind && a->value == ask->value && a->tree == ask->tree &&
            a->route == route_of(ask))
            break;
    return place;
}

static int begin_assembly(emuq_machine_t *m, assembly_t **place, uint32_t host, const emuq_frame_ask_t *ask)
{
    bool is_value = ask->request_kind == EMUQ_FOR_TREE;
    if (is_value && ask->begin != 0)
        return -EPROTO;
    uint64_t bytes = ask->length - ask->begin;
    if (!is_value && bytes > EMUQ_FAR_ASK)
        bytes = EMUQ_FAR_ASK;
    assembly_t *a = malloc(sizeof *a);
    char *whole = a != NULL ? emuq_arena_alloc_uncleared(m->arena, bytes, 64) : NULL;
    if (whole == NULL) {
        free(a);
        return -ENOMEM;
    }
    *a = (assembly_t){.host = host,
                      .from = ask->from,
                      .to = ask->to,
                      .fifo = ask->fifo,
                      .request_kind = ask->request_kind,
                      .value = ask->value,
                      .route = route_of(ask),
                      .tree = ask->tree,
                      .length = ask->length,
                      .begin = ask->begin,
                      .have = ask->begin,
                      .bytes = bytes,
                      .whole = whole};
    *place = a;
    return 0;
}

/* Adds a piece to its assembly, the first one to a new one. */
static int assemble(emuq_machine_t *m, assembly_t **place, uint32_t host, const emuq_frame_ask_t *ask,
                    size_t piece)
{
    int rc = *place == NULL ? begin_assembly(m, place, host, ask) : 0;
    if (rc != 0)
        return rc;
    assembly_t *a = *place;
    uint64_t done = a->have - a->begin;
    if (a->have != ask->begin || a->length != ask->length || piece > a->bytes - done)
        return -EPROTO;
    memcpy(a->whole + done, ask + 1, piece);
    a->have += piece;
    return 0;
}

/* Takes what frames have asked for as a waiter of this host. @param ask the last one of them
 *  @param a what they have brought, or NULL: the one frame has it */
static int take(emuq_machine_t *m, uint32_t host, const emuq_frame_ask_t *ask, size_t piece,
                const assembly_t *a)
{
    size_t inside = a == NULL ? piece : 0;
    emuq_carrier_t *c = emuq_arena_alloc_uncleared(m->arena, sizeof *c + inside, 64);
    if (c == NULL)
        return -ENOMEM;
    uint64_t begin = a == NULL ? ask->begin : a->begin;
    *c = (emuq_carrier_t){.waiter.state = EMUQ_REQUESTED,
                          .machine = m,
                          .host = host,
                          .token = ask->frame.token,
                          .from = ask->from,
                          .whole = a != NULL ? a->whole : NULL,
                          .whole_bytes = a != NULL ? a->bytes : 0,
                          .request = {.request_kind = ask->request_kind,
                                      .to = &m->node[ask->to],
                                      .from = &m->node[ask->from],
                                      .tree = ask->tree,
                                      .value = ask->value,
                                      .failed = ask->failed != 0,
                                      .origin = ask->from,
                                      .member = m->engine,
                                      .header = ask->header,
                                      .payload = a == NULL ? c->payload : a->whole,
                                      .length = ask->length,
                                      .begin = begin,
                                      .sent = begin,
                                      .end = ask->begin + piece,
                                      .interrupt = ask->interrupt != 0,
                                      .system = ask->system != 0}};
    if (ask->completes) {
        c->tally = emuq_tally_of(
            &ask->header, ask->length); /* before it is delivered: who receives it may look at the counters */
        emuq_count_direct(m, ask->from, &c->tally, 1);
    }
    memcpy(c->payload, ask + 1, inside);
    c->waiter.request = &c->request;
    c->request.progress = &c->request.sent;
    if (ask->request_kind == EMUQ_FOR_TREE)
        emuq_far_value_came(c);
    emuq_work_t work;
    emuq_work_begin(&work);
    emuq_work_resume(&work, &c->waiter);
    emuq_work_run(&work);
    return 0;
}

static int asked(emuq_machine_t *m, uint32_t host, const emuq_frame_ask_t *ask, size_t bytes)
{
    size_t piece = bytes - sizeof *ask;
    if (!is_ask(m, host, ask, bytes))
        return -EPROTO;
    assembly_t **place = assembly_of(host, ask), *a = *place;
    bool is_all = ask->request_kind != EMUQ_FOR_TREE || piece == ask->length || ask->failed;
    if (a == NULL && ask->frame.token != 0 && is_all)
        return take(m, host, ask, piece, NULL);
    int rc = assemble(m, place, host, ask, piece);
    if (rc != 0 || ask->frame.token == 0)
        return rc;
    a = *place;
    if (a->request_kind == EMUQ_FOR_TREE && a->have < a->length) {
        const emuq_frame_answer_t more = {.frame = {EMUQ_FRAME_ANSWER, ask->frame.token}};
        return emuq_far_send(host, &more, sizeof more);
    }
    *place = a->next;
    rc = take(m, host, ask, piece, a);
    free(a);
    return rc;
}

static int answered(uint32_t host, const emuq_frame_answer_t *a, size_t bytes)
{
    uint32_t left;
    bool is_answer = bytes == sizeof *a && memchr(a->what, '\0', sizeof a->what) != NULL &&
                     memchr(a->advice, '\0', sizeof a->advice) != NULL;
    emuq_waiter_t *w = is_answer ? emuq_far_answered(a->frame.token, host, true, &left) : NULL;
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

static int heard(uint32_t host, const emuq_frame_heard_t *h, size_t bytes)
{
    uint32_t left;
    struct emuq_news *news =
        bytes == sizeof *h ? emuq_far_answered(h->frame.token, host, false, &left) : NULL;
    if (news == NULL)
        return -EPROTO;
    emuq_far_heard(news, h->value, left == 0);
    return 0;
}

/* Does to a mirror what has been done to its node. */
static int told(emuq_machine_t *m, uint32_t host, const emuq_frame_news_t *news, size_t bytes)
{
    if (bytes != sizeof *news || news->node >= m->nodes || emuq_far_host(m, news->node) != host)
        return -EPROTO;
    emuq_mu_node_t *n = &m->node[news->node];
    emuq_frame_heard_t h = {.frame = {EMUQ_FRAME_HEARD, news->frame.token}};
    emuq_work_t work;
    int rc = 0;
    emuq_work_begin(&work);
    if (news->what == EMUQ_TOLD_DCR && emuq_dcr_is_route(news->index)) {
        (void)emuq_dcr_write(m, n->number, news->index, news->value);
        emuq_far_withdraw_all();
        emuq_far_levels_renew(&work, m);
        emuq_routes_resume(&work, m);
    } else if (news->what == EMUQ_TOLD_URGE) {
        emuq_far_urge(m, n->number);
    } else if (news->what == EMUQ_TOLD_CROSSED && m->faults != NULL) {
        if (m->node[m->faults->plan.down_node].is_here)
            emuq_bad_links_crossed(m, news->value);
    } else if (news->what != EMUQ_ASKED_COUNT ||
               emuq_count_here(&work, m, n->number, news->index, &h.value) != 0) {
        rc = -EPROTO;
    }
    emuq_work_run(&work);
    if (rc == 0 && news->frame.token != 0)
        (void)emuq_far_send(host, &h, sizeof h);
    return rc;
}

/* The injection FIFO of a node of this host that may have posted something, or NULL. */
static emuq_inj_t *fifo_of(const emuq_machine_t *m, uint32_t node, uint32_t fifo)
{
    bool is_one = node < m->nodes && m->node[node].is_here && fifo < EMUQ_INJ_FIFOS &&
                  m->node[node].inj[fifo].regs != NULL;
    return is_one ? &m->node[node].inj[fifo] : NULL;
}

static int taken(emuq_work_t *work, const emuq_machine_t *m, const emuq_frame_taken_t *t, size_t bytes)
{
    emuq_inj_t *f = bytes == sizeof *t ? fifo_of(m, t->from, t->fifo) : NULL;
    return f != NULL ? emuq_far_taken(work, f, t->pieces, t->bytes) : -EPROTO;
}

/* A message was refused after its descriptor was complete: its FIFO stops where it is. */
static int refused(emuq_work_t *work, const emuq_machine_t *m, const emuq_frame_refused_t *r, size_t bytes)
{
    bool is_whole = bytes == sizeof *r && memchr(r->what, '\0', sizeof r->what) != NULL &&
                    memchr(r->advice, '\0', sizeof r->advice) != NULL;
    emuq_inj_t *f = is_whole ? fifo_of(m, r->from, r->fifo) : NULL;
    if (f == NULL)
        return -EPROTO;
    MUHWI_Descriptor_t d = {.Message_Length = r->length & EMUQ_PA_MASK, .PacketHeader = r->header};
    emuq_claim_wait(&f->claim);
    __atomic_store_n(&f->state, __atomic_load_n(&f->state, __ATOMIC_RELAXED) | EMUQ_FIFO_STOPPED,
                     __ATOMIC_RELAXED);
    f->is_idle = false;
    emuq_reject(work, r->advice, "%s", r->what);
    emuq_rejected_by(work, f, &d);
    work->error.number = r->number;
    emuq_inj_release(work, f);
    return 0;
}

/* A frame that gives something to do. */
static int acted(emuq_work_t *work, emuq_machine_t *m, uint32_t host, const void *frame, size_t bytes)
{
    switch (((const emuq_frame_t *)frame)->kind) {
    case EMUQ_FRAME_POSTS:
        return emuq_far_posts(work, m, host, frame, bytes);
    case EMUQ_FRAME_TAKEN:
        return taken(work, m, frame, bytes);
    case EMUQ_FRAME_REFUSED:
        return refused(work, m, frame, bytes);
    case EMUQ_FRAME_LEVEL:
        return bytes == sizeof(emuq_frame_level_t) ? emuq_far_levels_arrived(work, m, host, frame) : -EPROTO;
    case EMUQ_FRAME_WITHDRAWN:
        return emuq_far_withdrawn(work, m, host, frame, bytes);
    default:
        return -EPROTO;
    }
}

static int arrived(emuq_machine_t *m, uint32_t host, const void *frame, size_t bytes)
{
    if (bytes < sizeof(emuq_frame_t) || host >= m->placement.hosts || host == m->placement.host)
        return -EPROTO;
    switch (((const emuq_frame_t *)frame)->kind) {
    case EMUQ_FRAME_ASK:
        return asked(m, host, frame, bytes);
    case EMUQ_FRAME_ANSWER:
        return answered(host, frame, bytes);
    case EMUQ_FRAME_NEWS:
        return told(m, host, frame, bytes);
    case EMUQ_FRAME_HEARD:
        return heard(host, frame, bytes);
    default:
        break;
    }
    emuq_work_t work;
    emuq_work_begin(&work);
    int rc = acted(&work, m, host, frame, bytes);
    emuq_work_run(&work);
    return rc;
}

int emuq_far_arrived(emuq_machine_t *m, uint32_t host, const void *frame, size_t bytes)
{
    bool before = emuq_serve_hosts(true);
    int rc = arrived(m, host, frame, bytes);
    (void)emuq_serve_hosts(before);
    return rc;
}
