/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies of injection-FIFO messages to remote hosts (posts): the sender packs them into frames, the receiver
 * delivers each stream in order (remote.h). */
#include "backends/emulator/remote/remote.h"

#include <errno.h>
#include <stdlib.h>

#define FRAME_BYTES  16384u /* bytes of a frame with a batch */
#define PACKED_BYTES 4096u  /* larger posts are sent alone */

/* A segment in the engine's mailbox, as a complete frame. */
typedef struct post_item {
    emuq_waiter_t waiter;
    size_t bytes; /* bytes of the frame below */
    char margin[EMUQ_FRAME_MARGIN];
    emuq_remote_posts_t frame __attribute__((aligned(EMUQ_FRAME_ALIGN)));
    emuq_post_t post;
    char payload[];
} post_item_t;

_Static_assert(offsetof(post_item_t, post) == offsetof(post_item_t, frame) + sizeof(emuq_remote_posts_t) &&
                   offsetof(post_item_t, payload) == offsetof(post_item_t, post) + sizeof(emuq_post_t),
               "a post item contains a complete frame");

/* The frame of one host, while posts are added. */
typedef struct post_batch {
    size_t bytes;   /* 0: empty */
    bool is_listed; /* in the list of batches to send */
    uint32_t next;  /* host of the list, or UINT32_MAX */
    char frame[FRAME_BYTES] __attribute__((aligned(EMUQ_FRAME_ALIGN)));
} post_batch_t;

static struct {
    post_batch_t **host; /* [hosts]; NULL: no post yet */
    uint32_t hosts;
    uint32_t first; /* first host of the list, or UINT32_MAX */
} batches = {.first = UINT32_MAX};

static size_t post_align(size_t bytes)
{
    return (bytes + EMUQ_POST_ALIGN - 1) / EMUQ_POST_ALIGN * EMUQ_POST_ALIGN;
}

static size_t post_item_bytes(uint32_t segment)
{
    return post_align(sizeof(post_item_t) + segment) + EMUQ_FRAME_MARGIN;
}

/* ---- sender: ranks ---- */

/* Reserves window space. @return false: none left, park the FIFO */
static bool post_reserve_window(emuq_remote_window_t *window, uint32_t bytes, uint8_t *requests_credit)
{
    emuq_lock(&window->lock);
    bool fits = window->pieces < EMUQ_WINDOW_SEGMENTS && window->bytes + bytes <= EMUQ_WINDOW_BYTES;
    if (fits) {
        window->pieces++;
        window->posted++;
        window->bytes += bytes;
    } else {
        emuq_flag_store(&window->is_full, true);
    }
    *requests_credit = window->pieces >= EMUQ_WINDOW_SEGMENTS / 2 || window->bytes >= EMUQ_WINDOW_BYTES / 2;
    emuq_unlock(&window->lock);
    return fits;
}

/* Segments end at packet boundaries. */
static uint32_t post_next_segment(const emuq_message_t *m, uint64_t end)
{
    uint64_t bytes = end - *m->sent, packet = emuq_packet_limit(m->header);
    if (bytes > EMUQ_REMOTE_SEGMENT)
        bytes = packet != 0 ? EMUQ_REMOTE_SEGMENT / packet * packet : EMUQ_REMOTE_SEGMENT;
    return (uint32_t)bytes;
}

static void post_fill(emuq_post_t *p, const emuq_mu_node_t *to, const emuq_message_t *m, uint32_t bytes,
                      uint64_t end)
{
    const emuq_inj_t *f = m->waiter->inj;
    *p = (emuq_post_t){.from = f->node->number,
                       .to = to->number,
                       .bytes = bytes,
                       .fifo = (uint16_t)f->id,
                       .interrupt = m->interrupt,
                       .system = m->system,
                       .completes = m->descriptor != NULL && end == m->length,
                       .number = AO_load(&f->regs->desc_count) + 1,
                       .length = m->length,
                       .begin = *m->sent,
                       .header = *m->header};
}

emuq_outcome_t emuq_remote_post(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end)
{
    emuq_machine_t *machine = to->machine;
    emuq_remote_window_t *window = &m->waiter->inj->window;
    do {
        uint32_t bytes = post_next_segment(m, end);
        uint8_t requests_credit;
        post_item_t *p = emuq_arena_alloc_uncleared(machine->arena, post_item_bytes(bytes), EMUQ_FRAME_ALIGN);
        if (p == NULL)
            return emuq_reject(m->work, "give the job more memory, or use fewer FIFOs",
                               "no memory to pass a message of %llu bytes to another host",
                               (unsigned long long)m->length);
        if (!post_reserve_window(window, bytes, &requests_credit)) { /* the FIFO may be resumed already */
            emuq_arena_free_uncleared(machine->arena, p, post_item_bytes(bytes));
            return EMUQ_PARKED;
        }
        p->waiter = (emuq_waiter_t){.state = EMUQ_POSTED};
        p->bytes = sizeof p->frame + post_align(sizeof p->post + bytes);
        p->frame = (emuq_remote_posts_t){.frame = {EMUQ_REMOTE_POSTS, 0}, .posts = 1};
        post_fill(&p->post, to, m, bytes, *m->sent + bytes);
        p->post.requests_credit = requests_credit;
        if (bytes != 0)
            memcpy(p->payload, m->payload + (*m->sent - m->base), bytes);
        *m->sent += bytes;
        if (!emuq_request_send(machine, machine->engine, &p->waiter)) /* the job is over */
            emuq_arena_free_uncleared(machine->arena, p, post_item_bytes(bytes));
    } while (*m->sent < end);
    return EMUQ_DONE;
}

/* ---- sender: host engine ---- */

static bool post_grow_hosts(uint32_t hosts)
{
    if (hosts <= batches.hosts)
        return true;
    post_batch_t **host = realloc(batches.host, hosts * sizeof(post_batch_t *));
    if (host == NULL)
        return false;
    memset(host + batches.hosts, 0, (hosts - batches.hosts) * sizeof(post_batch_t *));
    batches.host = host;
    batches.hosts = hosts;
    return true;
}

static post_batch_t *post_batch_of(uint32_t host)
{
    return host < batches.hosts ? batches.host[host] : NULL;
}

static post_batch_t *post_batch_create(const emuq_machine_t *m, uint32_t host)
{
    post_batch_t *k = post_batch_of(host);
    if (k != NULL || !post_grow_hosts(m->placement.hosts))
        return k;
    k = aligned_alloc(EMUQ_FRAME_ALIGN, sizeof *k);
    if (k == NULL)
        return NULL;
    k->bytes = 0;
    k->is_listed = false;
    batches.host[host] = k;
    return k;
}

static void post_batch_send(uint32_t host)
{
    post_batch_t *k = post_batch_of(host);
    if (k == NULL || k->bytes == 0)
        return;
    (void)emuq_remote_send(host, k->frame, k->bytes);
    k->bytes = 0;
}

/* @return false: send the post alone */
static bool post_batch_append(const emuq_machine_t *m, uint32_t host, const post_item_t *p)
{
    size_t bytes = p->bytes - sizeof p->frame;
    post_batch_t *k = bytes <= PACKED_BYTES ? post_batch_create(m, host) : NULL;
    if (k == NULL)
        return false;
    if (k->bytes + bytes > FRAME_BYTES)
        post_batch_send(host);
    emuq_remote_posts_t *posts = (emuq_remote_posts_t *)(void *)k->frame;
    if (k->bytes == 0) {
        *posts = p->frame;
        posts->posts = 0;
        k->bytes = sizeof *posts;
    }
    memcpy(k->frame + k->bytes, &p->post, bytes);
    k->bytes += bytes;
    posts->posts++;
    if (!k->is_listed) {
        k->is_listed = true;
        k->next = batches.first;
        batches.first = host;
    }
    return true;
}

/* Frees a post. Called when the connection has sent the frame. */
static void post_item_free(void *frame)
{
    post_item_t *p = EMUQ_LINKED((emuq_remote_posts_t *)frame, post_item_t, frame);
    emuq_arena_free_uncleared(emuq_the_machine->arena, p, post_item_bytes(p->post.bytes));
}

void emuq_remote_post_pack(emuq_machine_t *m, emuq_waiter_t *post)
{
    post_item_t *p = EMUQ_LINKED(post, post_item_t, waiter);
    uint32_t host = emuq_host_of_node(m, p->post.to);
    if (post_batch_append(m, host, p)) {
        post_item_free(&p->frame);
        return;
    }
    post_batch_send(host);

    (void)emuq_the_kernel.hosts.lend(emuq_the_kernel.context, host, &p->frame, p->bytes, post_item_free);
}

bool emuq_remote_flush(void)
{
    if (batches.first == UINT32_MAX)
        return false;
    while (batches.first != UINT32_MAX) {
        uint32_t host = batches.first;
        batches.first = batches.host[host]->next;
        batches.host[host]->is_listed = false;
        post_batch_send(host);
    }
    return true;
}

int emuq_remote_post_credit(emuq_work_t *work, emuq_inj_t *f, uint32_t pieces, uint32_t bytes)
{
    emuq_remote_window_t *window = &f->window;
    emuq_lock(&window->lock);
    bool fits = pieces <= window->pieces && bytes <= window->bytes, resumes = false;
    if (fits) {
        window->pieces -= pieces;
        window->bytes -= bytes;
        resumes = window->is_full && window->pieces <= EMUQ_WINDOW_SEGMENTS / 2 &&
                  window->bytes <= EMUQ_WINDOW_BYTES / 2;
        if (resumes)
            emuq_flag_store(&window->is_full, false);
    }
    emuq_unlock(&window->lock);
    if (resumes)
        emuq_work_resume(work, &f->waiter);
    return fits ? 0 : -EPROTO;
}

/* ---- receiver: streams ---- */

#define CREDIT_SEGMENTS 16u /* unreported segments that are reported although more are queued */
#define CREDIT_BYTES    EMUQ_REMOTE_SEGMENT

typedef struct post_stream {
    emuq_proxy_request_t *busy;         /* post in progress or waiting; NULL: none */
    emuq_proxy_request_t *first, *last; /* posts queued behind `busy` */
    uint32_t pieces, bytes;             /* delivered segments and bytes, not reported yet */
    bool credit_requested;              /* report as soon as possible */
    bool drops;                         /* drop the rest of a rejected message */
} post_stream_t;

static post_stream_t **streams; /* allocated on first use */

static post_stream_t *stream_find(const emuq_machine_t *m, const emuq_post_t *p)
{
    if (streams == NULL)
        streams = calloc(m->nodes, sizeof *streams);
    post_stream_t **of_node = streams != NULL ? &streams[p->from] : NULL;
    if (of_node != NULL && *of_node == NULL)
        *of_node = calloc(EMUQ_INJ_FIFOS, sizeof **of_node);
    return of_node != NULL && *of_node != NULL ? &(*of_node)[p->fifo] : NULL;
}

/* The target is checked at delivery. */
static bool stream_is_valid(const emuq_machine_t *m, uint32_t host, const emuq_post_t *p, size_t bytes)
{
    const char *advice;
    return bytes >= sizeof *p && p->bytes <= bytes - sizeof *p && p->bytes <= EMUQ_REMOTE_SEGMENT &&
           p->to < m->nodes && m->node[p->to].is_here && p->from < m->nodes &&
           emuq_host_of_node(m, p->from) == host && p->fifo < EMUQ_INJ_FIFOS && p->length <= EMUQ_PA_MASK &&
           p->begin <= p->length && p->bytes <= p->length - p->begin && !emuq_is_collective(&p->header) &&
           emuq_check_header(&p->header, p->length, true, &advice) == NULL &&
           (!p->completes || emuq_destination_node(&m->geometry, emuq_destination(&p->header)) != UINT32_MAX);
}

/* Creates the request of a post. Its payload stays in the frame at first. */
static emuq_proxy_request_t *stream_proxy_create(emuq_machine_t *m, uint32_t host, const emuq_post_t *p)
{
    emuq_proxy_request_t *c = emuq_arena_alloc_uncleared(m->arena, sizeof *c + p->bytes, 64);
    if (c == NULL)
        return NULL;
    *c = (emuq_proxy_request_t){.waiter.state = EMUQ_REQUESTED,
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

/* @param sign -1: the post is not delivered after all */
static void stream_count(const emuq_proxy_request_t *c, int sign)
{
    if (c->post.completes)
        emuq_count_direct(c->machine, c->from, &c->tally, sign);
}

static void stream_reject(const emuq_proxy_request_t *c)
{
    emuq_remote_reject_t r = {.frame = {EMUQ_REMOTE_REJECT, 0},
                              .from = c->from,
                              .fifo = c->post.fifo,
                              .number = c->post.number,
                              .length = c->post.length,
                              .header = c->post.header};
    memcpy(r.what, c->request.what, sizeof r.what);
    memcpy(r.advice, c->request.advice, sizeof r.advice);
    stream_count(c, -1);
    (void)emuq_remote_send(c->host, &r, sizeof r);
}

static bool stream_note_delivered(post_stream_t *s, const emuq_post_t *p)
{
    s->pieces++;
    s->bytes += p->bytes;
    s->credit_requested |= p->requests_credit;
    return s->credit_requested &&
           (s->first == NULL || s->pieces >= CREDIT_SEGMENTS || s->bytes >= CREDIT_BYTES);
}

static void stream_send_credit(post_stream_t *s, uint32_t host, uint32_t from, uint16_t fifo)
{
    emuq_remote_credit_t t = {{EMUQ_REMOTE_CREDIT, 0}, from, fifo, s->pieces, s->bytes};
    s->pieces = s->bytes = 0;
    s->credit_requested = false;
    (void)emuq_remote_send(host, &t, sizeof t); /* a lost host needs no credit */
}

/* Takes the next post. Posts of a rejected message count as delivered. */
static emuq_proxy_request_t *stream_next(post_stream_t *s)
{
    for (emuq_proxy_request_t *c; (c = s->first) != NULL;) {
        s->first = c->next;
        s->drops = s->drops && c->post.begin != 0;
        if (!s->drops)
            return c;
        if (stream_note_delivered(s, &c->post))
            stream_send_credit(s, c->host, c->from, c->post.fifo);
        stream_count(c, -1);
        emuq_arena_free_uncleared(c->machine->arena, c, sizeof *c + c->post.bytes);
    }
    return NULL;
}

void emuq_remote_posts_report(const emuq_machine_t *m, uint32_t node)
{
    post_stream_t *s = streams != NULL ? streams[node] : NULL;
    for (uint32_t fifo = 0; s != NULL && fifo < EMUQ_INJ_FIFOS; fifo++, s++) {
        if (s->busy != NULL)
            s->credit_requested = true;
        else if (s->pieces != 0)
            stream_send_credit(s, emuq_host_of_node(m, node), node, (uint16_t)fifo);
    }
}

void emuq_remote_post_done(emuq_work_t *work, emuq_proxy_request_t *c)
{
    bool is_refused = c->waiter.state == EMUQ_REJECTED;
    if (is_refused)
        stream_reject(c);
    post_stream_t *s = stream_find(c->machine, &c->post);
    s->drops = is_refused;
    if (stream_note_delivered(s, &c->post))
        stream_send_credit(s, c->host, c->from, c->post.fifo);
    s->busy = stream_next(s);
    emuq_proxy_request_t *next = s->busy;
    emuq_arena_free_uncleared(c->machine->arena, c, sizeof *c + c->post.bytes);
    if (next != NULL)
        emuq_work_resume(work, &next->waiter);
}

static int stream_enqueue(emuq_work_t *work, emuq_machine_t *m, uint32_t host, const emuq_post_t *p)
{
    emuq_proxy_request_t *c = stream_proxy_create(m, host, p), *next = NULL;
    if (c == NULL)
        return -ENOMEM;
    /* Before delivery, as a receiver may read the counters; and even if delivery has to wait. */
    c->tally = emuq_tally_of(&p->header, p->length);
    stream_count(c, 1);
    post_stream_t *s = stream_find(m, p);
    if (s != NULL) {
        if (s->first != NULL)
            s->last->next = c;
        else
            s->first = c;
        s->last = c;
        if (s->busy != NULL)
            emuq_request_keep(&c->request);
        else
            next = s->busy = stream_next(s);
    }
    if (next != NULL)
        emuq_work_resume(work, &next->waiter);
    return s != NULL ? 0 : -ENOMEM;
}

int emuq_remote_posts_arrived(emuq_work_t *work, emuq_machine_t *m, uint32_t host,
                              const emuq_remote_posts_t *posts, size_t bytes)
{
    const char *at = (const char *)(posts + 1);
    if (bytes < sizeof *posts)
        return -EPROTO;
    size_t left = bytes - sizeof *posts;
    for (uint32_t i = 0; i < posts->posts; i++) {
        const emuq_post_t *p = (const emuq_post_t *)(const void *)at;
        if (!stream_is_valid(m, host, p, left))
            return -EPROTO;
        int rc = stream_enqueue(work, m, host, p);
        if (rc != 0)
            return rc;
        size_t size = post_align(sizeof *p + p->bytes);
        size = size < left ? size : left;
        at += size;
        left -= size;
    }
    return 0;
}
