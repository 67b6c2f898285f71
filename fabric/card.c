/* SPDX-License-Identifier: BSD-3-Clause */
#include "fabric/card.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>

#include "apenet/driver/driver.h"
#include "apenet/rdma.h"
#include "backends/settings.h"
#include "base/lock.h"
#include "base/text.h"
#include "emuq/join.h"
#include "fabric/wait.h"

#define STREAMS     128u /* streaming buffers of a process */
#define REPORT_EACH 32u  /* every 32nd slot generates an event, which completes the slots before it, too */
#define POST_TRIES  8u   /* while another thread uses the ring of the node */
#define IDLE_MS     1000 /* the idle thread checks for its end, even if the wake-up packet was not sent */
#define DOMAIN_CARD 1u   /* emuq_fi_address_t::domain */
#define TAG_SLOT    (UINT64_C(1) << 63)
#define NOTHING     0x0fu /* kind of a packet without effect */
/* Slots that are not complete have their packets in that many pages, and the begin of another. The next
 * packet may cross the end of its page until its size is known. */
#define PAYLOAD_RING  ((EMUQ_FI_CARD_SLOTS + 2) * EMUQ_FI_CARD_PAGE)
#define PAYLOAD_END   (PAYLOAD_RING + EMUQ_FI_CARD_PAGE)
#define NOTHING_BYTES 64u
#define CACHED_BYTES  32768u /* a get of less costs less than the search of its target in the cache */
#define EVENTS                                                                                               \
    (APENET_KIND(APENET_EVENT_SENT) | APENET_KIND(APENET_EVENT_RECEIVED) |                                   \
     APENET_KIND(APENET_EVENT_GET_DONE) | APENET_KIND(APENET_EVENT_ERROR))

/* Begin of a packet. */
typedef struct card_header {
    emuq_fi_software_t s;
    uint8_t to;            /* endpoint */
    uint8_t requests_ring; /* the address of the tail is behind the payload */
    uint32_t size;
    uint32_t bytes; /* of the payload */
} card_header_t;

_Static_assert(sizeof(card_header_t) == EMUQ_FI_CARD_HEADER, "payload follows");

/* A packet in an inbox. */
struct emuq_fi_card_kept {
    emuq_fi_card_kept_t *next;
    char packet[];
};

/* A packet for the thread that polls an endpoint. */
typedef struct card_found {
    const char *packet;        /* NULL: none */
    emuq_fi_card_kept_t *kept; /* to be freed */
    emuq_fi_ring_t *ring;      /* emuq_fi_ring_t::reading is set */
    uint32_t stream;           /* to be armed again, without `kept` and `ring` */
} card_found_t;

/* The card of the process. */
static emuq_lock_t card_lock;      /* guards all of the following */
static apenet_card_t *card_handle; /* NULL: not open; constant once set */
static char *card_stream;          /* [STREAMS] pages */
static apenet_buffer_t card_buffer[STREAMS];
static emuq_fi_card_t *card_endpoint[EMUQ_FI_ENDPOINTS]; /* by number; kept after their end */

/* ---- addresses ---- */

bool emuq_fi_card_find_address(uint32_t rank, uint32_t endpoint, emuq_fi_address_t *address)
{
    BG_CoordinateMapping_t at;
    if (endpoint >= EMUQ_FI_ENDPOINTS || !emuq_fi_coordinates(rank, &at))
        return false;
    *address = (emuq_fi_address_t){.job = Kernel_GetJobID(),
                                   .rank = rank,
                                   .destination = (uint32_t)at.a | (uint32_t)at.b << 8 |
                                                  (uint32_t)at.c << 16 | (uint32_t)at.t << 24,
                                   .endpoint = (uint16_t)endpoint,
                                   .domain = DOMAIN_CARD};
    return true;
}

static apenet_address_t card_address_of(const uint8_t to[4])
{
    return (apenet_address_t){to[0], to[1], to[2], to[3]};
}

void emuq_fi_card_route(const emuq_fi_address_t *peer, emuq_fi_route_t *route)
{
    memset(route, 0, sizeof *route);
    route->packet.Torus_FIFO_Map = 1; /* made */
    for (unsigned i = 0; i < 4; i++)
        route->card.to[i] = (uint8_t)(peer->destination >> 8 * i);
    route->card.endpoint = (uint8_t)peer->endpoint;
    route->card.process = emuq_fi_rings_number_of(card_address_of(route->card.to));
}

/* ---- opening ---- */

static int card_add_streams(apenet_card_t *handle)
{
    card_stream = emuq_message_memory((size_t)STREAMS * EMUQ_FI_CARD_PAGE, EMUQ_FI_CARD_PAGE);
    int rc = card_stream != NULL ? 0 : -ENOMEM;
    for (uint32_t i = 0; i < STREAMS && rc == 0; i++)
        rc = apenet_register_buffer(handle, card_stream + (size_t)i * EMUQ_FI_CARD_PAGE, EMUQ_FI_CARD_PAGE,
                                    APENET_STREAMING, i, &card_buffer[i]);
    return rc;
}

static void card_exit(void);

int emuq_fi_card_prepare(void)
{
    apenet_card_t *handle = NULL;
    if (emuq_setting_number(EMUQ_SETTING_APENET_NOBUF) != 0) {
        emuq_log("EMUQ_APENET_NOBUF=drop: emuq-apenet would lose messages; unset it, or set it to wait");
        return -EINVAL;
    }
    emuq_lock(&card_lock);
    int rc = card_handle != NULL ? 0 : apenet_open(0, &handle);
    if (rc == 0 && handle != NULL) {
        rc = card_add_streams(handle);
        if (rc == 0)
            rc = emuq_fi_rings_open(handle);
        if (rc == 0) {
            card_handle = handle;
            (void)atexit(card_exit);
        } else
            (void)apenet_close(handle);
    }
    emuq_unlock(&card_lock);
    return rc;
}

apenet_card_t *emuq_fi_card_of_process(void)
{
    return card_handle;
}

static emuq_fi_card_t *card_new(uint32_t number)
{
    emuq_fi_card_t *c = calloc(1, sizeof *c);
    apenet_buffer_t registered;
    const size_t tails = emuq_fi_rings_processes() * sizeof *c->tail,
                 bytes = PAYLOAD_END + NOTHING_BYTES + tails;
    if (c == NULL)
        return NULL;
    c->payload = emuq_message_memory(bytes, EMUQ_FI_CARD_PAGE);
    c->inbox_end = &c->inbox;
    /* Registered, so that the driver knows the pages of the sources. */
    if (c->payload == NULL || !emuq_fi_card_find_address(Kernel_GetRank(), number, &c->address) ||
        apenet_register_buffer(card_handle, c->payload, bytes, 0, 0, &registered) != 0) {
        free(c);
        return NULL;
    }
    const card_header_t nothing = {
        .s = {.kind = NOTHING, .endpoint = (uint8_t)number, .rank = c->address.rank}, .to = (uint8_t)number};
    memcpy(c->payload + PAYLOAD_END, &nothing, sizeof nothing);
    c->tail = (emuq_fi_tail_t *)(void *)(c->payload + PAYLOAD_END + NOTHING_BYTES);
    memset(c->tail, 0, tails);
    return c;
}

static void card_empty_inbox(emuq_fi_card_t *c)
{
    for (emuq_fi_card_kept_t *k = c->inbox, *next; k != NULL; k = next) {
        next = k->next;
        free(k);
    }
    c->inbox = NULL;
    c->inbox_end = &c->inbox;
}

/* ---- a process without endpoints ---- */

static void card_dispatch(const apenet_event_t *e, emuq_fi_card_t *c, card_found_t *found);

/* A thread drops packets to a process whose endpoints are all closed: senders would wait for streaming
 * buffers. Guarded by idle_lock, but is_over by card_lock. */
static pthread_mutex_t idle_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    pthread_t thread;
    bool is_running, is_over;
    uint32_t endpoints; /* open */
} card_idle;

static void *card_idle_main(void *nothing)
{
    card_found_t none;
    for (bool is_over = false; !is_over;) {
        apenet_event_t e;
        int rc = apenet_wait_event(card_handle, EVENTS, IDLE_MS, &e);
        emuq_lock(&card_lock);
        if (rc == 0)
            card_dispatch(&e, NULL, &none);
        is_over = card_idle.is_over;
        emuq_unlock(&card_lock);
    }
    return nothing;
}

/* Caller holds idle_lock. */
static void card_idle_begin(void)
{
    card_idle.is_over = false;
    int rc = pthread_create(&card_idle.thread, NULL, card_idle_main, NULL);
    card_idle.is_running = rc == 0;
    if (rc != 0)
        emuq_log(
            "emuq-apenet: cannot create a thread (%s): peers that send to closed endpoints of this rank may "
            "wait; raise the limit of threads",
            strerror(rc));
}

/* Caller holds idle_lock. A packet to no endpoint wakes the thread. */
static void card_idle_end(void)
{
    static card_header_t wake = {.to = UINT8_MAX};
    apenet_address_t self;
    if (!card_idle.is_running)
        return;
    emuq_lock(&card_lock);
    card_idle.is_over = true;
    emuq_unlock(&card_lock);
    (void)apenet_whoami(card_handle, &self, NULL);
    (void)apenet_rdma_send(card_handle, self, &wake, sizeof wake, 0, APENET_SILENT);
    pthread_join(card_idle.thread, NULL);
    card_idle.is_running = false;
}

/* At the exit of the process, before it leaves the partition. */
static void card_exit(void)
{
    pthread_mutex_lock(&idle_lock);
    card_idle_end();
    pthread_mutex_unlock(&idle_lock);
}

/* @param change 1 or -1 */
static void card_count_endpoints(int change)
{
    pthread_mutex_lock(&idle_lock);
    card_idle.endpoints += (uint32_t)change;
    if (card_idle.endpoints == 0)
        card_idle_begin();
    else
        card_idle_end();
    pthread_mutex_unlock(&idle_lock);
}

/* ---- endpoints ---- */

static bool card_step(emuq_fi_card_t *c, card_found_t *found);

int emuq_fi_card_open(emuq_fi_card_t **out, uint32_t number)
{
    int rc = number < EMUQ_FI_ENDPOINTS ? emuq_fi_card_prepare() : -ENOSPC;
    if (rc != 0)
        return rc;
    emuq_fi_card_t *c = card_endpoint[number] != NULL ? card_endpoint[number] : card_new(number);
    if (c == NULL)
        return -ENOMEM;
    card_count_endpoints(1);
    emuq_lock(&card_lock);
    card_endpoint[number] = c;
    /* Packets that have arrived are for the previous endpoint of the number. */
    card_found_t none;
    while (card_step(NULL, &none))
        continue;
    card_empty_inbox(c);
    c->is_open = true;
    emuq_unlock(&card_lock);
    c->flushing = NULL;
    *out = c;
    return 0;
}

void emuq_fi_card_close(emuq_fi_card_t *c)
{
    emuq_lock(&card_lock);
    c->is_open = false;
    card_empty_inbox(c);
    emuq_unlock(&card_lock);
    card_count_endpoints(-1);
}

/* ---- packets and puts ---- */

/* Makes a slot a packet without effect, to this endpoint, with an event. */
static void card_fill_nothing(emuq_fi_card_t *c, uint32_t number)
{
    emuq_fi_card_slot_t *s = &c->slot[number % EMUQ_FI_CARD_SLOTS];
    emuq_fi_route_t self;
    emuq_fi_card_route(&c->address, &self);
    memcpy(s->to, self.card.to, sizeof s->to);
    s->process = self.card.process;
    s->is_put = s->is_silent = false;
    s->local = (uintptr_t)c->payload + PAYLOAD_END;
    s->bytes = sizeof(card_header_t);
}

static int card_post_slot(emuq_fi_card_t *c, uint32_t number)
{
    const emuq_fi_card_slot_t *s = &c->slot[number % EMUQ_FI_CARD_SLOTS];
    const apenet_address_t to = card_address_of(s->to);
    const void *data = (const void *)(uintptr_t)s->local;
    uint64_t tag = TAG_SLOT | (uint64_t)c->address.endpoint << 32 | number, end;
    unsigned flags = APENET_NOWAIT | (s->is_silent ? APENET_SILENT : 0);
    if (s->is_put)
        return apenet_rdma_put(card_handle, to, data, s->bytes, s->remote, tag, flags);
    emuq_fi_tail_t *tail = &c->tail[s->process];
    const size_t bytes = emuq_fi_ring_round(s->bytes);
    uint64_t target = emuq_fi_tail_find(tail, bytes, &end);
    if (__builtin_expect(target == 0, 0))
        return apenet_rdma_send(card_handle, to, data, s->bytes, tag, flags);
    int rc = apenet_rdma_put(card_handle, to, data, bytes, target, tag, flags);
    if (rc == 0)
        tail->sent = end;
    return rc;
}

/* Gives slots to the card. -EAGAIN: another thread uses the ring of the node, in most cases for a moment, or
 * the ring is full: then the next poll continues. A packet or put that the card rejects is dropped, because
 * its peer has ended. */
static void card_post(emuq_fi_card_t *c)
{
    for (unsigned tries = 0; c->posted != c->next;) {
        int rc = card_post_slot(c, c->posted);
        if (rc == -ENOMEM || (rc == -EAGAIN && ++tries == POST_TRIES))
            return;
        if (__builtin_expect(rc == -EAGAIN, 0))
            emuq_pause();
        else if (__builtin_expect(rc != 0, 0))
            card_fill_nothing(c, c->posted);
        else
            c->posted++;
    }
}

static emuq_fi_card_slot_t *card_fill(emuq_fi_card_t *c, const emuq_fi_route_t *route, size_t bytes,
                                      bool is_put)
{
    emuq_fi_card_slot_t *s = &c->slot[c->next % EMUQ_FI_CARD_SLOTS];
    memcpy(s->to, route->card.to, sizeof s->to);
    s->process = route->card.process;
    s->is_put = is_put;
    s->bytes = (uint32_t)bytes;
    s->is_silent = !is_put && c->silent + 1 < REPORT_EACH;
    c->silent = s->is_silent ? c->silent + 1 : 0;
    return s;
}

/* Moves a packet that would cross the end of a page to the next page. @return the packet */
static inline char *card_place(emuq_fi_card_t *c, size_t bytes)
{
    char *packet = c->payload + c->at;
    uint32_t at = (uint32_t)emuq_fi_ring_position(c->at, bytes);
    if (__builtin_expect(at != c->at, 0)) {
        at = at < PAYLOAD_RING ? at : 0;
        memmove(c->payload + at, packet, bytes);
        c->at = at;
        packet = c->payload + at;
    }
    return packet;
}

/* Ends the packet at c->at. The next one is expected to have the same size. */
static inline void card_place_next(emuq_fi_card_t *c, size_t bytes)
{
    const emuq_fi_ring_shape_t shape = {.step = EMUQ_FI_RING_STEP};
    uint64_t at = emuq_fi_ring_position(emuq_fi_ring_end(shape, c->at, bytes), bytes);
    c->at = at < PAYLOAD_RING ? (uint32_t)at : 0;
}

/* @return bytes of the request */
static __attribute__((noinline)) size_t card_request_ring(card_header_t *header, emuq_fi_tail_t *tail,
                                                          char *behind)
{
    const uint64_t address = (uintptr_t)tail;
    if (sizeof *header + header->bytes + sizeof address > EMUQ_FI_CARD_PAGE)
        return 0;
    memcpy(behind, &address, sizeof address);
    tail->is_requested = true;
    header->requests_ring = true;
    return sizeof address;
}

void emuq_fi_card_send_packet(emuq_fi_card_t *c, const emuq_fi_route_t *route, uint8_t kind, uint32_t size,
                              uint64_t word, size_t bytes)
{
    card_header_t header = {
        .s = {.kind = kind, .endpoint = (uint8_t)c->address.endpoint, .rank = c->address.rank, .word = word},
        .to = route->card.endpoint,
        .size = size,
        .bytes = (uint32_t)bytes};
    emuq_fi_tail_t *tail = &c->tail[route->card.process];
    size_t all = sizeof header + bytes;
    if (__builtin_expect(!tail->is_requested, 0))
        all += card_request_ring(&header, tail, emuq_fi_card_payload(c) + bytes);
    char *packet = card_place(c, emuq_fi_ring_round(all));
    memcpy(packet, &header, sizeof header);
    card_fill(c, route, all, false)->local = (uintptr_t)packet;
    card_place_next(c, emuq_fi_ring_round(all));
    c->next++;
    card_post(c);
}

void emuq_fi_card_put(emuq_fi_card_t *c, const emuq_fi_route_t *route, uint64_t remote, uint64_t local,
                      size_t bytes)
{
    emuq_fi_card_slot_t *s = card_fill(c, route, bytes, true);
    s->local = local;
    s->remote = remote;
    if (local == (uintptr_t)emuq_fi_card_payload(c))
        card_place_next(c, EMUQ_FI_CARD_HEADER + bytes);
    c->put = c->next++;
    card_post(c);
}

void emuq_fi_card_flush(emuq_fi_card_t *c, emuq_fi_get_t *get)
{
    AO_store(&get->left, 1);
    get->error = 0;
    get->put_number = c->put;
    get->flushing = c->flushing;
    c->flushing = get;
}

static void card_end_flushes(emuq_fi_card_t *c)
{
    uint32_t done = emuq_fi_card_done(c);
    for (emuq_fi_get_t **at = &c->flushing, *get; (get = *at) != NULL;)
        if ((int32_t)(done - get->put_number) > 0) {
            *at = get->flushing;
            AO_store(&get->left, 0);
        } else {
            at = &get->flushing;
        }
}

bool emuq_fi_card_has_sent(emuq_fi_card_t *c)
{
    if (c->silent != 0 && emuq_fi_card_has_space(c, 1)) {
        card_fill_nothing(c, c->next++);
        c->silent = 0;
    }
    card_post(c);
    return emuq_fi_card_done(c) == c->next;
}

/* ---- gets ---- */

#define GETS 64u /* of an allocation */

emuq_fi_get_t *emuq_fi_card_gets(void)
{
    emuq_fi_get_t *g = aligned_alloc(_Alignof(emuq_fi_get_t), GETS * sizeof *g);
    if (g == NULL)
        return NULL;
    memset(g, 0, GETS * sizeof *g);
    for (unsigned i = 0; i + 1 < GETS; i++)
        g[i].next = &g[i + 1];
    return g;
}

bool emuq_fi_card_get(const emuq_fi_route_t *route, emuq_fi_get_t *get, uint64_t remote, uint64_t local,
                      size_t bytes)
{
    uint64_t address;
    void *exposure = NULL;
    AO_store(&get->left, bytes);
    get->error = 0;
    if (bytes >= CACHED_BYTES)
        (void)emuq_fi_card_expose((const void *)local, bytes, &address, &exposure);
    int rc = apenet_rdma_get(card_handle, card_address_of(route->card.to), (void *)local, bytes, remote,
                             (uintptr_t)get, APENET_NOWAIT);
    if (exposure != NULL)
        emuq_fi_card_conceal(exposure); /* the get uses its pages until the end */
    if (rc == -EAGAIN || rc == -ENOMEM)
        return false;
    if (rc != 0) {
        get->error = -rc;
        AO_store(&get->left, 0);
    }
    return true;
}

/* ---- events ---- */

static void card_damaged(void)
{
    emuq_log("emuq-apenet: a link has damaged a message, which the cards do not repair; the process ends. "
             "Unset EMUQ_APENET_FAULTS, or use the domain emuq-mu");
    abort();
}

/* Caller holds the lock of the card. Copies a packet to an endpoint that another thread polls. */
static void card_keep(const char *packet)
{
    card_header_t header;
    memcpy(&header, packet, sizeof header);
    emuq_fi_card_t *c = header.to < EMUQ_FI_ENDPOINTS ? card_endpoint[header.to] : NULL;
    if (c == NULL || !c->is_open)
        return;
    size_t bytes = sizeof header + header.bytes;
    emuq_fi_card_kept_t *k = malloc(sizeof *k + bytes);
    if (k == NULL)
        abort();
    memcpy(k->packet, packet, bytes);
    k->next = NULL;
    *c->inbox_end = k;
    c->inbox_end = &k->next;
    emuq_fi_wait_signal_cards();
}

static void card_rearm(uint32_t stream)
{
    (void)apenet_rearm_buffer(card_handle, card_buffer[stream]);
}

static const char *card_packet_of(uint32_t stream)
{
    return card_stream + (size_t)stream * EMUQ_FI_CARD_PAGE;
}

/* Caller holds the lock of the card. @return whether an event is a packet in a streaming buffer */
static bool card_is_packet(const apenet_event_t *e)
{
    if ((e->kind != APENET_EVENT_RECEIVED && e->kind != APENET_EVENT_ERROR) || e->context >= STREAMS ||
        e->buffer.id != card_buffer[e->context].id)
        return false;
    if (e->status != 0)
        card_damaged();
    card_header_t header;
    const char *packet = card_packet_of((uint32_t)e->context);
    memcpy(&header, packet, sizeof header);
    if (__builtin_expect(header.requests_ring, 0)) {
        uint64_t tail;
        memcpy(&tail, packet + sizeof header + header.bytes, sizeof tail);
        emuq_fi_rings_grant(e->peer, tail);
    }
    return true;
}

static bool card_is_to(const emuq_fi_card_t *c, const char *packet)
{
    return c != NULL && (uint8_t)packet[offsetof(card_header_t, to)] == c->address.endpoint;
}

/* Caller holds the lock of the card. */
static void card_ring_packet(const apenet_event_t *e, emuq_fi_card_t *c, card_found_t *found)
{
    uint64_t at;
    emuq_fi_ring_t *ring = e->status == 0 ? emuq_fi_rings_arrived(e, &at) : NULL;
    if (__builtin_expect(ring == NULL, 0))
        card_damaged();
    if (__builtin_expect(card_is_to(c, e->address) && AO_load_acquire(&ring->reading) == 0, 1)) {
        found->packet = e->address;
        found->ring = ring;
        AO_store(&ring->reading, at + 1);
    } else {
        card_keep(e->address);
        emuq_fi_rings_return(ring);
    }
}

/* Caller holds the lock of the card. */
static void card_dispatch(const apenet_event_t *e, emuq_fi_card_t *c, card_found_t *found)
{
    if (e->context == EMUQ_FI_RINGS_CONTEXT) {
        card_ring_packet(e, c, found);
    } else if (card_is_packet(e)) {
        found->stream = (uint32_t)e->context;
        if (card_is_to(c, card_packet_of(found->stream))) {
            found->packet = card_packet_of(found->stream);
            return;
        }
        card_keep(card_packet_of(found->stream));
        card_rearm(found->stream);
    } else if (e->tag & TAG_SLOT) {
        /* Release, pairs with emuq_fi_card_done(): the card has read the slots before later stores to them.
         */
        AO_int_store_release(&card_endpoint[e->tag >> 32 & (EMUQ_FI_ENDPOINTS - 1)]->done,
                             (uint32_t)e->tag + 1);
    } else if (e->tag != 0) {
        emuq_fi_get_t *get = (emuq_fi_get_t *)(uintptr_t)e->tag;
        get->error = -e->status;
        AO_store_release(&get->left, 0); /* pairs with the thread that polls the get */
    }
}

/* Caller holds the lock of the card. Takes a packet from the inbox, or an event. @param c endpoint of the
 * caller; NULL: none @return false: no event */
static bool card_step(emuq_fi_card_t *c, card_found_t *found)
{
    apenet_event_t e;
    *found = (card_found_t){.packet = NULL};
    if (__builtin_expect(c != NULL && c->inbox != NULL, 0)) {
        found->kept = c->inbox;
        found->packet = found->kept->packet;
        c->inbox = c->inbox->next;
        if (c->inbox == NULL)
            c->inbox_end = &c->inbox;
        return true;
    }
    if (__builtin_expect(emuq_fi_rings_are_due, 0))
        emuq_fi_rings_repeat();
    if (apenet_wait_event(card_handle, EVENTS, 0, &e) != 0)
        return false;
    card_dispatch(&e, c, found);
    return true;
}

static void card_handle_packet(const char *packet, emuq_fi_card_handler_t *handle, void *context)
{
    card_header_t header;
    memcpy(&header, packet, sizeof header);
    handle(context, &header.s, header.size, packet + sizeof header);
}

/* Ends the reads of a packet in a ring. */
static inline void card_release(emuq_fi_ring_t *ring)
{
    AO_store_release(&ring->reading, 0); /* pairs with the thread that returns space */
    /* Relaxed: a hint. A thread that consumes more checks again. */
    if (__builtin_expect(
            emuq_fi_ring_is_due(emuq_fi_rings_shape, AO_load(&ring->consumed), AO_load(&ring->returned)),
            0)) {
        emuq_lock(&card_lock);
        emuq_fi_rings_return(ring);
        emuq_unlock(&card_lock);
    }
}

bool emuq_fi_card_take(emuq_fi_card_t *c, emuq_fi_card_handler_t *handle, void *context)
{
    card_found_t found;
    bool has_event, is_found = false;
    do {
        emuq_lock(&card_lock);
        has_event = card_step(c, &found);
        emuq_unlock(&card_lock);
        is_found |= has_event;
    } while (has_event && found.packet == NULL);
    if (has_event) {
        card_handle_packet(found.packet, handle, context);
        if (__builtin_expect(found.ring != NULL, 1))
            card_release(found.ring);
        else if (found.kept != NULL)
            free(found.kept);
        else
            card_rearm(found.stream);
    }
    if (__builtin_expect(c->posted != c->next, 0))
        card_post(c);
    if (c->flushing != NULL)
        card_end_flushes(c);
    c->is_empty = !has_event;
    return is_found;
}

bool emuq_fi_card_is_direct(void)
{
    return apenet_is_direct(card_handle);
}

int emuq_fi_card_event_fd(void)
{
    int fd = apenet_event_fd(card_handle);
    return fd < 0 ? -1 : fd;
}
