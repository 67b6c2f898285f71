/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/remote/far_post.h"

#include <errno.h>
#include <stdlib.h>

#include "backends/emulator/core/work.h"
#include "backends/emulator/remote/far_frame.h"

#define FRAME_BYTES  16384u /* of a frame with many posts */
#define PACKED_BYTES 4096u  /* a larger post is a frame of its own, and is not copied again */

/* A piece on its way to the host engine, as the frame that it is if it is sent alone. */
typedef struct parcel {
    emuq_waiter_t waiter; /* state EMUQ_POSTED */
    size_t bytes;         /* of the frame below, which has margins */
    char margin[EMUQ_FRAME_MARGIN];
    emuq_frame_posts_t frame __attribute__((aligned(EMUQ_FRAME_ALIGN)));
    emuq_post_t post;
    char payload[];
} parcel_t;

_Static_assert(offsetof(parcel_t, post) == offsetof(parcel_t, frame) + sizeof(emuq_frame_posts_t) &&
                   offsetof(parcel_t, payload) == offsetof(parcel_t, post) + sizeof(emuq_post_t),
               "a parcel is a frame");

/* A frame for a host that is being packed. */
typedef struct pack {
    size_t bytes;   /* 0: nothing */
    bool is_listed; /* among those that may have something */
    uint32_t next;  /* host after this one in that list; UINT32_MAX: none */
    char frame[FRAME_BYTES] __attribute__((aligned(EMUQ_FRAME_ALIGN)));
} pack_t;

/* Of the host engine's thread: the frames of the hosts to which it has packed anything. */
static struct {
    pack_t **host; /* [hosts], NULL: nothing has been packed for it */
    uint32_t hosts;
    uint32_t first; /* of the list */
} packed = {.first = UINT32_MAX};

static size_t aligned(size_t bytes)
{
    return (bytes + EMUQ_POST_ALIGN - 1) / EMUQ_POST_ALIGN * EMUQ_POST_ALIGN;
}

static size_t parcel_bytes(uint32_t piece)
{
    return aligned(sizeof(parcel_t) + piece) + EMUQ_FRAME_MARGIN;
}

/* ---- ranks ---- */

/* Takes room for a piece. @return false: there is none, and the FIFO is to be parked */
static bool open_window(emuq_far_window_t *window, uint32_t bytes, uint8_t *urges)
{
    emuq_lock(&window->lock);
    bool fits = window->pieces < EMUQ_WINDOW_PIECES && window->bytes + bytes <= EMUQ_WINDOW_BYTES;
    if (fits) {
        window->pieces++;
        window->posted++;
        window->bytes += bytes;
    } else {
        __atomic_store_n(&window->is_full, true, __ATOMIC_RELAXED);
    }
    *urges = window->pieces >= EMUQ_WINDOW_PIECES / 2 || window->bytes >= EMUQ_WINDOW_BYTES / 2;
    emuq_unlock(&window->lock);
    return fits;
}

/* Bytes of the next piece: whole packets. */
static uint32_t next_piece(const emuq_message_t *m, uint64_t end)
{
    uint64_t bytes = end - *m->sent, packet = emuq_packet_limit(m->header);
    if (bytes > EMUQ_FAR_PIECE)
        bytes = packet != 0 ? EMUQ_FAR_PIECE / packet * packet : EMUQ_FAR_PIECE;
    return (uint32_t)bytes;
}

static emuq_outcome_t no_memory(emuq_message_t *m)
{
    return emuq_reject(m->work, "give the job more memory, or use fewer FIFOs",
                       "no memory to pass a message of %llu bytes to another host",
                       (unsigned long long)m->length);
}

static void fill_post(emuq_post_t *p, const emuq_mu_node_t *to, const emuq_message_t *m, uint32_t bytes,
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
                       .number = __atomic_load_n(&f->regs->desc_count, __ATOMIC_RELAXED) + 1,
                       .length = m->length,
                       .begin = *m->sent,
                       .header = *m->header};
}

emuq_outcome_t emuq_far_post(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end)
{
    emuq_machine_t *machine = to->machine;
    emuq_far_window_t *window = &m->waiter->inj->window;
    do {
        uint32_t bytes = next_piece(m, end);
        uint8_t urges;
        parcel_t *p = emuq_arena_alloc_uncleared(machine->arena, parcel_bytes(bytes), EMUQ_FRAME_ALIGN);
        if (p == NULL)
            return no_memory(m);
        if (!open_window(window, bytes, &urges)) { /* the FIFO may be another thread's already */
            emuq_arena_free_uncleared(machine->arena, p, parcel_bytes(bytes));
            return EMUQ_PARKED;
        }
        p->waiter = (emuq_waiter_t){.state = EMUQ_POSTED};
        p->bytes = sizeof p->frame + aligned(sizeof p->post + bytes);
        p->frame = (emuq_frame_posts_t){.frame = {EMUQ_FRAME_POSTS, 0}, .posts = 1};
        fill_post(&p->post, to, m, bytes, *m->sent + bytes);
        p->post.urges = urges;
        if (bytes != 0)
            memcpy(p->payload, m->payload + (*m->sent - m->base), bytes);
        *m->sent += bytes;
        if (!emuq_request_send(machine, machine->engine, &p->waiter)) /* the job is over */
            emuq_arena_free_uncleared(machine->arena, p, parcel_bytes(bytes));
    } while (*m->sent < end);
    return EMUQ_DONE;
}

/* ---- the host engine ---- */

/* Makes room for the frames of all hosts. @return false: no memory */
static bool know_hosts(uint32_t hosts)
{
    if (hosts <= packed.hosts)
        return true;
    pack_t **host = realloc(packed.host, hosts * sizeof(pack_t *));
    if (host == NULL)
        return false;
    memset(host + packed.hosts, 0, (hosts - packed.hosts) * sizeof(pack_t *));
    packed.host = host;
    packed.hosts = hosts;
    return true;
}

/* @return what is packed for a host, or NULL: nothing ever */
static pack_t *pack_of(uint32_t host)
{
    return host < packed.hosts ? packed.host[host] : NULL;
}

/* The same, made if there is none. @return NULL: no memory */
static pack_t *make_pack(const emuq_machine_t *m, uint32_t host)
{
    pack_t *k = pack_of(host);
    if (k != NULL || !know_hosts(m->placement.hosts))
        return k;
    k = aligned_alloc(EMUQ_FRAME_ALIGN, sizeof *k);
    if (k == NULL)
        return NULL;
    k->bytes = 0;
    k->is_listed = false;
    packed.host[host] = k;
    return k;
}

static void send_packed(uint32_t host)
{
    pack_t *k = pack_of(host);
    if (k == NULL || k->bytes == 0)
        return;
    (void)emuq_far_send(host, k->frame, k->bytes); /* a lost host ends the job */
    k->bytes = 0;
}

static void list(pack_t *k, uint32_t host)
{
    if (k->is_listed)
        return;
    k->is_listed = true;
    k->next = packed.first;
    packed.first = host;
}

/* Packs a small post. @return false: it is to be sent alone */
static bool pack(const emuq_machine_t *m, uint32_t host, const parcel_t *p)
{
    size_t bytes = p->bytes - sizeof p->frame;
    pack_t *k = bytes <= PACKED_BYTES ? make_pack(m, host) : NULL;
    if (k == NULL)
        return false;
    if (k->bytes + bytes > FRAME_BYTES)
        send_packed(host);
    emuq_frame_posts_t *posts = (emuq_frame_posts_t *)(void *)k->frame;
    if (k->bytes == 0) {
        *posts = p->frame;
        posts->posts = 0;
        k->bytes = sizeof *posts;
    }
    memcpy(k->frame + k->bytes, &p->post, bytes);
    k->bytes += bytes;
    posts->posts++;
    list(k, host);
    return true;
}

/* The lanes do not need the frame of a parcel any more. */
static void shipped(void *frame)
{
    parcel_t *p = EMUQ_LINKED((emuq_frame_posts_t *)frame, parcel_t, frame);
    emuq_arena_free_uncleared(emuq_the_machine->arena, p, parcel_bytes(p->post.bytes));
}

void emuq_far_ship(emuq_machine_t *m, emuq_waiter_t *post)
{
    parcel_t *p = EMUQ_LINKED(post, parcel_t, waiter);
    uint32_t host = emuq_far_host(m, p->post.to);
    if (pack(m, host, p)) {
        shipped(&p->frame);
        return;
    }
    send_packed(host);
    /* A host that is lost ends the job. */
    (void)emuq_the_kernel.lend(emuq_the_kernel.context, host, &p->frame, p->bytes, shipped);
}

bool emuq_far_flush(void)
{
    if (packed.first == UINT32_MAX) /* nothing but the one thread of a host engine ever packs */
        return false;
    while (packed.first != UINT32_MAX) {
        uint32_t host = packed.first;
        packed.first = packed.host[host]->next;
        packed.host[host]->is_listed = false;
        send_packed(host);
    }
    return true;
}

int emuq_far_taken(emuq_work_t *work, emuq_inj_t *f, uint32_t pieces, uint32_t bytes)
{
    emuq_far_window_t *window = &f->window;
    emuq_lock(&window->lock);
    bool fits = pieces <= window->pieces && bytes <= window->bytes, resumes = false;
    if (fits) {
        window->pieces -= pieces;
        window->bytes -= bytes;
        resumes = window->is_full && window->pieces <= EMUQ_WINDOW_PIECES / 2 &&
                  window->bytes <= EMUQ_WINDOW_BYTES / 2;
        if (resumes)
            __atomic_store_n(&window->is_full, false, __ATOMIC_RELAXED);
    }
    emuq_unlock(&window->lock);
    if (resumes)
        emuq_work_resume(work, &f->waiter);
    return fits ? 0 : -EPROTO;
}
