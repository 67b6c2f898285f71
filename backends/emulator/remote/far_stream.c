/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/remote/far_stream.h"

#include <errno.h>
#include <stdlib.h>

#include "backends/emulator/core/header.h"

#define MANY_PIECES 16u /* that have been taken are reported although more are queued */
#define MANY_BYTES  EMUQ_FAR_PIECE

/* What comes from one injection FIFO. */
typedef struct stream {
    emuq_carrier_t *busy;         /* is being delivered, or waits; NULL: none */
    emuq_carrier_t *first, *last; /* behind it */
    uint32_t pieces, bytes;       /* taken, and not reported */
    bool urged;                   /* to report them */
    bool drops;                   /* the rest of a message that was refused */
} stream_t;

static stream_t **streams; /* [nodes][EMUQ_INJ_FIFOS], made when first needed */

/* The stream of a FIFO. NULL without memory. */
static stream_t *stream_of(const emuq_machine_t *m, const emuq_post_t *p)
{
    if (streams == NULL)
        streams = calloc(m->nodes, sizeof *streams);
    stream_t **of_node = streams != NULL ? &streams[p->from] : NULL;
    if (of_node != NULL && *of_node == NULL)
        *of_node = calloc(EMUQ_INJ_FIFOS, sizeof **of_node);
    return of_node != NULL && *of_node != NULL ? &(*of_node)[p->fifo] : NULL;
}

/* Whether the unit of a host can have posted this. Whether there is such a target is found out as for any
 * message. */
static bool is_post(const emuq_machine_t *m, uint32_t host, const emuq_post_t *p, size_t bytes)
{
    const char *advice;
    return bytes >= sizeof *p && p->bytes <= bytes - sizeof *p && p->bytes <= EMUQ_FAR_PIECE &&
           p->to < m->nodes && m->node[p->to].is_here && p->from < m->nodes &&
           emuq_far_host(m, p->from) == host && p->fifo < EMUQ_INJ_FIFOS && p->length <= EMUQ_PA_MASK &&
           p->begin <= p->length && p->bytes <= p->length - p->begin && !emuq_is_collective(&p->header) &&
           emuq_check_header(&p->header, p->length, true, &advice) == NULL &&
           (!p->completes || emuq_destination_node(&m->geometry, emuq_destination(&p->header)) != UINT32_MAX);
}

/* Its payload is in the frame, until the frame has been handled. */
static emuq_carrier_t *carrier_of(emuq_machine_t *m, uint32_t host, const emuq_post_t *p)
{
    emuq_carrier_t *c = emuq_arena_alloc_uncleared(m->arena, sizeof *c + p->bytes, 64);
    if (c == NULL)
        return NULL;
    *c = (emuq_carrier_t){.waiter.state = EMUQ_REQUESTED,
                          .machine = m,
                          .host = host,
                          .from = p->from,
                          .is_post = true,
                          .post = *p,
                          .request = {.to = &m->node[p->to],
                                      .origin = p->from,
                                      .fifo = p->fifo,
                                      .number = p->number,
                                      .member = m->engine,
                                      .header = p->header,
                                      .payload = (const char *)(p + 1),
                                      .room = c->payload,
                                      .length = p->length,
                                      .begin = p->begin,
                                      .sent = p->begin,
                                      .end = p->begin + p->bytes,
                                      .interrupt = p->interrupt != 0,
                                      .system = p->system != 0}};
    c->waiter.request = &c->request;
    c->request.progress = &c->request.sent;
    return c;
}

/* Counts a post. @param sign -1: it is not delivered after all */
static void count(const emuq_carrier_t *c, int sign)
{
    if (c->post.completes)
        emuq_count_direct(c->machine, c->from, &c->tally, sign);
}

static void refuse(const emuq_carrier_t *c)
{
    emuq_frame_refused_t r = {.frame = {EMUQ_FRAME_REFUSED, 0},
                              .from = c->from,
                              .fifo = c->post.fifo,
                              .number = c->post.number,
                              .length = c->post.length,
                              .header = c->post.header};
    memcpy(r.what, c->request.what, sizeof r.what);
    memcpy(r.advice, c->request.advice, sizeof r.advice);
    count(c, -1);
    (void)emuq_far_send(c->host, &r, sizeof r);
}

/* Notes that a post has been taken. @return whether the sender is to be told */
static bool note(stream_t *s, const emuq_post_t *p)
{
    s->pieces++;
    s->bytes += p->bytes;
    s->urged |= p->urges;
    return s->urged && (s->first == NULL || s->pieces >= MANY_PIECES || s->bytes >= MANY_BYTES);
}

static void report(stream_t *s, uint32_t host, uint32_t from, uint16_t fifo)
{
    emuq_frame_taken_t t = {{EMUQ_FRAME_TAKEN, 0}, from, fifo, s->pieces, s->bytes};
    s->pieces = s->bytes = 0;
    s->urged = false;
    (void)emuq_far_send(host, &t, sizeof t); /* a host that is lost does not wait for it */
}

/* The next post of a stream that is to be delivered; those of a refused message are taken as they are. */
static emuq_carrier_t *next_of(stream_t *s)
{
    for (emuq_carrier_t *c; (c = s->first) != NULL;) {
        s->first = c->next;
        s->drops = s->drops && c->post.begin != 0;
        if (!s->drops)
            return c;
        if (note(s, &c->post))
            report(s, c->host, c->from, c->post.fifo);
        count(c, -1);
        emuq_arena_free_uncleared(c->machine->arena, c, sizeof *c + c->post.bytes);
    }
    return NULL;
}

void emuq_far_urge(const emuq_machine_t *m, uint32_t node)
{
    stream_t *s = streams != NULL ? streams[node] : NULL;
    for (uint32_t fifo = 0; s != NULL && fifo < EMUQ_INJ_FIFOS; fifo++, s++) {
        if (s->busy != NULL)
            s->urged = true;
        else if (s->pieces != 0)
            report(s, emuq_far_host(m, node), node, (uint16_t)fifo);
    }
}

void emuq_far_settle(emuq_work_t *work, emuq_carrier_t *c)
{
    bool is_refused = c->waiter.state == EMUQ_REJECTED;
    if (is_refused)
        refuse(c);
    stream_t *s = stream_of(c->machine, &c->post);
    s->drops = is_refused;
    if (note(s, &c->post))
        report(s, c->host, c->from, c->post.fifo);
    s->busy = next_of(s);
    emuq_carrier_t *next = s->busy;
    emuq_arena_free_uncleared(c->machine->arena, c, sizeof *c + c->post.bytes);
    if (next != NULL)
        emuq_work_resume(work, &next->waiter);
}

/* @return 0 or -ENOMEM */
static int take(emuq_work_t *work, emuq_machine_t *m, uint32_t host, const emuq_post_t *p)
{
    emuq_carrier_t *c = carrier_of(m, host, p), *next = NULL;
    if (c == NULL)
        return -ENOMEM;
    /* Before it is delivered: who receives it may look at the counters. And although it may have to wait: its
     * descriptor is complete. */
    c->tally = emuq_tally_of(&p->header, p->length);
    count(c, 1);
    stream_t *s = stream_of(m, p);
    if (s != NULL) {
        if (s->first != NULL)
            s->last->next = c;
        else
            s->first = c;
        s->last = c;
        if (s->busy != NULL)
            emuq_request_keep(&c->request);
        else
            next = s->busy = next_of(s);
    }
    if (next != NULL)
        emuq_work_resume(work, &next->waiter);
    return s != NULL ? 0 : -ENOMEM;
}

int emuq_far_posts(emuq_work_t *work, emuq_machine_t *m, uint32_t host, const emuq_frame_posts_t *posts,
                   size_t bytes)
{
    const char *at = (const char *)(posts + 1);
    if (bytes < sizeof *posts)
        return -EPROTO;
    size_t left = bytes - sizeof *posts;
    for (uint32_t i = 0; i < posts->posts; i++) {
        const emuq_post_t *p = (const emuq_post_t *)(const void *)at;
        if (!is_post(m, host, p, left))
            return -EPROTO;
        int rc = take(work, m, host, p);
        if (rc != 0)
            return rc;
        size_t size = (sizeof *p + p->bytes + EMUQ_POST_ALIGN - 1) / EMUQ_POST_ALIGN * EMUQ_POST_ALIGN;
        size = size < left ? size : left;
        at += size;
        left -= size;
    }
    return 0;
}
