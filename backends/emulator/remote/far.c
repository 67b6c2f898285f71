/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/remote/far.h"

#include <errno.h>
#include <stdlib.h>

#include "backends/emulator/core/work.h"
#include "backends/emulator/remote/far_frame.h"
#include "backends/emulator/remote/far_post.h"
#include "backends/emulator/remote/far_stream.h"
#include "backends/emulator/remote/far_table.h"
#include "backends/emulator/remote/far_withdraw.h"
#include "backends/emulator/core/deliver.h"
#include "base/futex.h"

#define LOOK_NS UINT64_C(20000000) /* between two looks whether the host engine has gone */

/* Something that the mirrors of a node are told. Belongs to the host engine until every host has heard it,
 * then to who waits for that, if anyone does. */
struct emuq_news {
    emuq_waiter_t waiter; /* its way to the host engine; state EMUQ_TOLD */
    emuq_machine_t *machine;
    uint32_t node, index;
    emuq_told_t what;
    uint64_t value;
    bool waits;
    uint64_t sum; /* of what the hosts have answered */
    /* 1: not all have heard it. Stored 0 (release) by the host engine, loaded (acquire) by who waits. */
    unsigned open;
};

int emuq_far_place(emuq_machine_t *m, const emuq_placement_t *placement)
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
        m->node[i].is_here = emuq_far_host(m, i) == placement->host;
    return 0;
}

/* ---- messages ---- */

/* Nothing can be sent there. */
static void unreachable(emuq_work_t *work, emuq_waiter_t *w, uint32_t host)
{
    emuq_reject(work, "look for the first error of that host", "host %u, with node %u, is gone", host,
                w->request->to->number);
    emuq_request_reject(work, w);
}

/* Fills the frame for bytes of a request that begin there. @return bytes of the frame */
static size_t fill_ask(emuq_frame_ask_t *ask, const emuq_request_t *r, uint64_t begin, uint32_t token)
{
    uint64_t bytes = r->end - begin < EMUQ_FAR_PIECE ? r->end - begin : EMUQ_FAR_PIECE;
    bool is_last = begin + bytes == r->end;
    *ask = (emuq_frame_ask_t){.frame = {EMUQ_FRAME_ASK, is_last ? token : 0},
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
        memcpy(ask + 1, r->payload + (begin - r->begin), bytes);
    return sizeof *ask + bytes;
}

void emuq_far_ask(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_far_flush(); /* what the FIFO has posted goes first */
    const emuq_request_t *r = w->request;
    uint32_t host = emuq_far_host(r->to->machine, r->to->number), left;
    uint64_t at = r->begin, end = r->end;
    size_t room = sizeof(emuq_frame_ask_t) + (end - at < EMUQ_FAR_PIECE ? end - at : EMUQ_FAR_PIECE);
    room = (room + EMUQ_FRAME_ALIGN - 1) / EMUQ_FRAME_ALIGN * EMUQ_FRAME_ALIGN;
    emuq_frame_ask_t *ask = aligned_alloc(EMUQ_FRAME_ALIGN, room);
    uint32_t token = ask != NULL ? emuq_far_note(w, host, 1) : 0;
    if (token == 0) { /* the job is over: nobody waits for an answer */
        free(ask);
        emuq_the_kernel.exhausted(emuq_the_kernel.context);
        return;
    }
    emuq_tree_t *t = r->request_kind == EMUQ_FOR_TREE && end == r->length ? w->tree : NULL;
    int rc;
    do {
        size_t bytes = fill_ask(ask, r, at, token);
        at += bytes - sizeof *ask;
        rc = emuq_far_send(host, ask, bytes);
    } while (rc == 0 && at < end);
    free(ask);
    if (rc == -ENOMEM) /* as above: carry() has ended the job */
        return;
    /* This thread handles the answer too (serve_here() in engine.c), so it has not come: the waiter, and the
     * tree whose errand is out, are what they are. */
    if (rc != 0 && emuq_far_answered(token, host, true, &left) != NULL)
        unreachable(work, w, host);
    else if (t != NULL) /* who changes a route after this, withdraws it */
        emuq_far_withdraw(t, host, token);
}

static void answer(emuq_carrier_t *c)
{
    emuq_frame_answer_t a = {.frame = {EMUQ_FRAME_ANSWER, c->token}, .is_unknown = c->request.is_unknown};
    if (c->request.request_kind == EMUQ_FOR_TREE)
        emuq_far_value_done(c);
    if (c->waiter.state == EMUQ_REJECTED) {
        a.is_refused = 1;
        memcpy(a.what, c->request.what, sizeof a.what);
        memcpy(a.advice, c->request.advice, sizeof a.advice);
        emuq_count_direct(c->machine, c->from, &c->tally, -1);
    }
    /* A host that is lost does not wait for it. */
    (void)emuq_far_send(c->host, &a, sizeof a);
    size_t piece = c->whole == NULL ? (size_t)(c->request.end - c->request.begin) : 0;
    if (c->whole != NULL)
        emuq_arena_free_uncleared(c->machine->arena, c->whole, c->whole_bytes);
    emuq_arena_free_uncleared(c->machine->arena, c, sizeof *c + piece);
}

/* ---- mirrors ---- */

struct emuq_news *emuq_far_tell(emuq_mu_node_t *n, emuq_told_t what, uint32_t index, uint64_t value,
                                bool waits)
{
    emuq_machine_t *m = n->machine;
    struct emuq_news *news = emuq_arena_alloc(m->arena, sizeof *news, 64);
    if (news == NULL)
        return NULL;
    *news = (struct emuq_news){.waiter.state = EMUQ_TOLD,
                               .machine = m,
                               .node = n->number,
                               .index = index,
                               .what = what,
                               .value = value,
                               .waits = waits,
                               .open = waits};
    if (emuq_request_send(m, m->engine, &news->waiter)) {
        emuq_release_engine();
        return news;
    }
    emuq_arena_free(m->arena, news, sizeof *news);
    return NULL;
}

bool emuq_far_is_over(emuq_machine_t *m)
{
    emuq_mailbox_t *box = &m->member[m->engine].mailbox;
    emuq_lock(&box->lock);
    bool closed = box->closed;
    emuq_unlock(&box->lock);
    return closed;
}

uint64_t emuq_far_wait(struct emuq_news *news)
{
    while (__atomic_load_n(&news->open, __ATOMIC_ACQUIRE) != 0) {
        /* Once its box is closed the host engine answers no more, and the job is over or lost. The news stay
         * with the arena: it may still have had them. */
        if (emuq_futex_wait(&news->open, 1, LOOK_NS) == -ETIMEDOUT && emuq_far_is_over(news->machine))
            return 0;
    }
    uint64_t sum = news->sum;
    emuq_arena_free(news->machine->arena, news, sizeof *news);
    return sum;
}

static void close_news(struct emuq_news *news)
{
    emuq_futex_tell(&news->open, 0);
}

void emuq_far_heard(struct emuq_news *news, uint64_t value, bool by_all)
{
    news->sum += value;
    if (by_all)
        close_news(news);
}

static void tell_all(struct emuq_news *news)
{
    emuq_far_flush(); /* who hears the news has heard of the messages before */
    const emuq_placement_t *p = &news->machine->placement;
    uint32_t token = news->waits ? emuq_far_note(news, UINT32_MAX, p->hosts - 1) : 0;
    emuq_frame_news_t frame = {.frame = {EMUQ_FRAME_NEWS, token},
                               .node = news->node,
                               .what = news->what,
                               .index = news->index,
                               .value = news->value};
    bool is_change = news->what == EMUQ_TOLD_DCR;
    bool waits = news->waits; /* if so, the news are another thread's once all have heard them */
    if (waits && token == 0) {
        emuq_the_kernel.exhausted(emuq_the_kernel.context); /* who waits finds that the job is over */
        return;
    }
    if (!waits)
        emuq_arena_free(news->machine->arena, news, sizeof *news);
    for (uint32_t host = 0; host < p->hosts; host++)
        if (host != p->host)
            (void)emuq_far_send(host, &frame, sizeof frame); /* a lost host ends the job */
    if (is_change)
        emuq_far_withdraw_all();
}

/* ---- both ---- */

/* What another host has asked for is done. */
static void carried(emuq_work_t *work, emuq_carrier_t *c)
{
    if (c->is_post)
        emuq_far_settle(work, c);
    else
        answer(c);
}

void emuq_far_resume(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_machine_t *m = emuq_the_machine;
    if (!emuq_serves_hosts)
        (void)emuq_request_send(m, m->engine, w); /* without its engine a host is lost */
    else if (w->state == EMUQ_TOLD)
        tell_all(EMUQ_LINKED(w, struct emuq_news, waiter));
    else if (w->state == EMUQ_POSTED)
        emuq_far_ship(m, w);
    else
        carried(work, EMUQ_LINKED(w, emuq_carrier_t, waiter));
}
