/* SPDX-License-Identifier: BSD-3-Clause */
/* Channels (backends/channel.h): windows, messages to and from remote hosts.
 *
 * | word                   | stored by                               | order   | pairs with             |
 * |------------------------|-----------------------------------------|---------|------------------------|
 * | `in_flight`, `is_full` | posting thread; engine, after credit    | lock    | lock                   |
 * | `posted`               | posting thread, before sending          | full    | acquire: end of a rank |
 * | `sent`                 | engine, after the frame                 | release | acquire: end of a rank |
 * | `returned`             | reader, before `queued` is set          | full    | sync/queued.h          |
 * | `credited`             | engine, before sending the credit       | relaxed | none: a hint           |
 *
 * An old `credited` makes a reader request credit too early, never too late. The host engine sends credit for
 * at least CREDIT_BYTES. Returned messages without credit are always less, so a full window that is read gets
 * space.
 *
 * Messages are sent in the order in which they enter the mailbox. So the first N sent messages include each
 * message that was in the mailbox when `posted` was N.
 */
#include "backends/emulator/remote/remote.h"

#include <errno.h>

#define COPIED_BYTES 4096u /* larger frames are lent to the connection */
#define CREDIT_BYTES (EMUQ_CHANNEL_WINDOW / 4)

_Static_assert(EMUQ_CHANNEL_WINDOW / 4 >= sizeof(emuq_channel_message_t) + EMUQ_CHANNEL_BYTES + 64,
               "the longest message fits into the free half of a window, beside messages without credit");

/* The channel from and to one remote host. Zero: unused. */
typedef struct channel_peer {
    emuq_lock_t lock;
    bool is_full;       /* a message was rejected; guarded by the lock */
    uint32_t in_flight; /* posted bytes without credit; guarded by the lock */
    uint64_t stored;    /* bytes of received messages; host engine only */
    uint64_t returned;  /* bytes of returned messages; atomic */
    uint64_t credited;  /* bytes of reported messages; atomic */
    /* Reports returned messages to the host engine; owned as in sync/queued.h. */
    emuq_queued_t queued;
    emuq_waiter_t waiter;
    uint32_t number, host; /* constant */
} __attribute__((aligned(64))) channel_peer_t;

typedef struct channel {
    emuq_channel_t shared;
    emuq_machine_t *machine;
    uint32_t number;
    emuq_mailbox_t arrived __attribute__((aligned(64))); /* never closed */
    uint64_t posted __attribute__((aligned(64)));        /* messages; atomic */
    uint64_t sent;                                       /* messages; atomic */
    channel_peer_t peer[];                               /* [hosts] */
} channel_t;

/* A message in the mailbox of the host engine, as a complete frame. */
typedef struct channel_item {
    emuq_waiter_t waiter;
    uint32_t host;
    char margin[EMUQ_FRAME_MARGIN];
    emuq_remote_channel_t frame __attribute__((aligned(EMUQ_FRAME_ALIGN)));
    char payload[];
} channel_item_t;

_Static_assert(offsetof(channel_item_t, payload) ==
                   offsetof(channel_item_t, frame) + sizeof(emuq_remote_channel_t),
               "an item contains a complete frame");

static channel_t *channel_of(emuq_channel_t *channel)
{
    return EMUQ_LINKED(channel, channel_t, shared);
}

static size_t channel_item_bytes(uint32_t bytes)
{
    return sizeof(channel_item_t) + bytes + EMUQ_FRAME_MARGIN;
}

int emuq_remote_channels_make(emuq_machine_t *m)
{
    for (uint32_t i = 0; i < EMUQ_CHANNELS; i++) {
        channel_t *c =
            emuq_arena_alloc(m->arena, sizeof *c + m->placement.hosts * sizeof(channel_peer_t), 64);
        if (c == NULL)
            return -ENOMEM;
        c->machine = m;
        c->number = i;
        for (uint32_t host = 0; host < m->placement.hosts; host++) {
            c->peer[host].waiter.state = EMUQ_CHANNEL_RETURNED;
            c->peer[host].number = i;
            c->peer[host].host = host;
        }
        m->channel[i] = &c->shared;
    }
    return 0;
}

int emuq_remote_channel_open(emuq_machine_t *m, uint32_t number, emuq_channel_t **channel)
{
    if (number >= EMUQ_CHANNELS)
        return -EINVAL;
    if (!emuq_is_distributed(m))
        return -ENOTSUP;
    *channel = m->channel[number];
    return 0;
}

/* ---- sender: ranks ---- */

static bool channel_reserve(channel_peer_t *p, uint32_t cost)
{
    emuq_lock(&p->lock);
    bool fits = p->in_flight + cost <= EMUQ_CHANNEL_WINDOW;
    if (fits)
        p->in_flight += cost;
    else
        p->is_full = true;
    emuq_unlock(&p->lock);
    return fits;
}

/* Returns window space, and notifies waiting threads if half of a full window is free. @return false: more
 * than is in flight */
static bool channel_free(channel_t *c, channel_peer_t *p, uint32_t cost)
{
    emuq_lock(&p->lock);
    bool fits = cost <= p->in_flight, notifies = false;
    if (fits) {
        p->in_flight -= cost;
        notifies = p->is_full && p->in_flight <= EMUQ_CHANNEL_WINDOW / 2;
        if (notifies)
            p->is_full = false;
    }
    emuq_unlock(&p->lock);
    if (notifies) {
        /* Release: pairs with the acquire of posting threads. */
        (void)AO_fetch_and_add1_full(&c->shared.credits);
        emuq_event_notify(&c->shared.event, EMUQ_EVENT_ALL);
    }
    return fits;
}

/* Bytes of all parts, or more than EMUQ_CHANNEL_BYTES. */
static uint32_t channel_parts_bytes(const struct iovec *part, int parts)
{
    size_t bytes = 0;
    for (int i = 0; i < parts && bytes <= EMUQ_CHANNEL_BYTES; i++)
        bytes = part[i].iov_len <= EMUQ_CHANNEL_BYTES ? bytes + part[i].iov_len : EMUQ_CHANNEL_BYTES + 1;
    return (uint32_t)bytes;
}

static channel_item_t *channel_item_create(const channel_t *c, uint32_t host, uint32_t bytes,
                                           const struct iovec *part, int parts)
{
    channel_item_t *item =
        emuq_arena_alloc_uncleared(c->machine->arena, channel_item_bytes(bytes), EMUQ_FRAME_ALIGN);
    if (item == NULL)
        return NULL;
    item->waiter = (emuq_waiter_t){.state = EMUQ_CHANNEL_POSTED};
    item->host = host;
    item->frame = (emuq_remote_channel_t){{EMUQ_REMOTE_CHANNEL, 0}, c->number, bytes};
    char *to = item->payload;
    for (int i = 0; i < parts; i++) {
        if (part[i].iov_len != 0)
            memcpy(to, part[i].iov_base, part[i].iov_len);
        to += part[i].iov_len;
    }
    return item;
}

/* Frees a message. Called when the connection has sent the frame. */
static void channel_item_free(void *frame)
{
    channel_item_t *item = EMUQ_LINKED((emuq_remote_channel_t *)frame, channel_item_t, frame);
    emuq_arena_free_uncleared(emuq_the_machine->arena, item, channel_item_bytes(item->frame.bytes));
}

/* @return 0; -ENOMEM; -ESHUTDOWN */
static int channel_send(channel_t *c, uint32_t host, uint32_t bytes, const struct iovec *part, int parts)
{
    channel_item_t *item = channel_item_create(c, host, bytes, part, parts);
    if (item == NULL)
        return -ENOMEM;
    (void)AO_fetch_and_add1_full(&c->posted);
    if (emuq_request_send(c->machine, c->machine->engine, &item->waiter))
        return 0;
    (void)AO_fetch_and_sub1_full(&c->posted);
    channel_item_free(&item->frame);
    return -ESHUTDOWN;
}

static __thread bool channel_is_batch __attribute__((tls_model("initial-exec")));

/* Runs a host engine in this process, or, in a critical section, wakes its thread. */
static void channel_run_engine(void)
{
    if (channel_is_batch)
        return;
    if (emuq_engine_pending && emuq_critical_depth != 0)
        emuq_release_engine();
    emuq_run_pending_engine();
}

bool emuq_remote_channel_batch(bool begins)
{
    bool before = channel_is_batch;
    channel_is_batch = begins;
    channel_run_engine();
    return before;
}

int emuq_remote_channel_post(emuq_channel_t *channel, uint32_t host, const struct iovec *part, int parts)
{
    channel_t *c = channel_of(channel);
    const emuq_placement_t *placement = &c->machine->placement;
    uint32_t bytes = channel_parts_bytes(part, parts);
    if (host >= placement->hosts || host == placement->host || bytes > EMUQ_CHANNEL_BYTES)
        return -EINVAL;
    uint32_t cost = emuq_channel_cost(bytes);
    int rc = -EAGAIN;
    emuq_critical_begin();
    if (channel_reserve(&c->peer[host], cost)) {
        rc = channel_send(c, host, bytes, part, parts);
        if (rc != 0)
            (void)channel_free(c, &c->peer[host], cost);
    }
    emuq_critical_end();
    channel_run_engine();
    return rc;
}

/* ---- sender: host engine ---- */

void emuq_remote_channel_send(emuq_waiter_t *w)
{
    channel_item_t *item = EMUQ_LINKED(w, channel_item_t, waiter);
    channel_t *c = channel_of(emuq_the_machine->channel[item->frame.channel]);
    size_t bytes = sizeof item->frame + item->frame.bytes;
    if (bytes <= COPIED_BYTES) {
        (void)emuq_remote_send(item->host, &item->frame, bytes);
        channel_item_free(&item->frame);
    } else {
        (void)emuq_the_kernel.hosts.lend(emuq_the_kernel.context, item->host, &item->frame, bytes,
                                         channel_item_free);
    }
    /* Release: pairs with the acquire in emuq_remote_channels_are_sent(). */
    AO_store_release(&c->sent, c->sent + 1);
}

void emuq_remote_channels_posted(const emuq_machine_t *m, uint64_t posted[EMUQ_CHANNELS])
{
    for (uint32_t i = 0; i < EMUQ_CHANNELS; i++)
        /* Acquire: pairs with channel_send(). */
        posted[i] = AO_load_acquire(&channel_of(m->channel[i])->posted);
}

bool emuq_remote_channels_are_sent(const emuq_machine_t *m, const uint64_t posted[EMUQ_CHANNELS])
{
    for (uint32_t i = 0; i < EMUQ_CHANNELS; i++)
        /* Acquire: pairs with emuq_remote_channel_send(). */
        if (AO_load_acquire(&channel_of(m->channel[i])->sent) < posted[i])
            return false;
    return true;
}

/* ---- receiver: host engine ---- */

/* @return NULL: malformed */
static channel_t *channel_of_frame(const emuq_machine_t *m, const emuq_remote_channel_t *f, size_t bytes)
{
    return bytes >= sizeof *f && f->channel < EMUQ_CHANNELS ? channel_of(m->channel[f->channel]) : NULL;
}

int emuq_remote_channel_arrived(emuq_machine_t *m, uint32_t host, const emuq_remote_channel_t *f,
                                size_t bytes)
{
    channel_t *c = channel_of_frame(m, f, bytes);
    if (c == NULL || f->bytes > EMUQ_CHANNEL_BYTES || f->bytes != bytes - sizeof *f)
        return -EPROTO;
    channel_peer_t *p = &c->peer[host];
    uint32_t cost = emuq_channel_cost(f->bytes);
    if (p->stored + cost - p->credited > EMUQ_CHANNEL_WINDOW) /* the sender has no window space */
        return -EPROTO;
    emuq_channel_message_t *message = emuq_arena_alloc_uncleared(m->arena, sizeof *message + f->bytes, 64);
    if (message == NULL)
        return -ENOMEM;
    message->host = host;
    message->bytes = f->bytes;
    memcpy(message->data, f + 1, f->bytes);
    p->stored += cost;
    (void)emuq_mailbox_put(&c->arrived, &message->link);
    /* Release: pairs with the acquire of readers. */
    AO_store_release(&c->shared.arrivals, c->shared.arrivals + 1);
    emuq_event_notify(&c->shared.event, EMUQ_EVENT_ALL);
    return 0;
}

int emuq_remote_channel_credit(emuq_machine_t *m, uint32_t host, const emuq_remote_channel_t *f, size_t bytes)
{
    channel_t *c = bytes == sizeof *f ? channel_of_frame(m, f, bytes) : NULL;
    return c != NULL && channel_free(c, &c->peer[host], f->bytes) ? 0 : -EPROTO;
}

void emuq_remote_channel_report(emuq_waiter_t *w)
{
    channel_peer_t *p = EMUQ_LINKED(w, channel_peer_t, waiter);
    emuq_queued_clear(&p->queued);
    /* The clear orders this load after the stores of the requests. */
    uint64_t returned = AO_load(&p->returned);
    const emuq_remote_channel_t credit = {
        {EMUQ_REMOTE_CHANNEL_CREDIT, 0}, p->number, (uint32_t)(returned - p->credited)};
    if (credit.bytes < CREDIT_BYTES) /* an earlier report has included the request */
        return;
    AO_store(&p->credited, returned);
    (void)emuq_remote_send(p->host, &credit, sizeof credit); /* a lost host needs no credit */
}

/* ---- receiver: ranks ---- */

emuq_channel_message_t *emuq_remote_channel_next(emuq_channel_t *channel)
{
    emuq_mailbox_t *arrived = &channel_of(channel)->arrived;
    if (emuq_mailbox_is_empty(arrived))
        return NULL;
    emuq_critical_begin();
    emuq_link_t *link = emuq_mailbox_take(arrived);
    emuq_critical_end();
    return link != NULL ? EMUQ_LINKED(link, emuq_channel_message_t, link) : NULL;
}

static void channel_request_report(const channel_t *c, channel_peer_t *p)
{
    if (emuq_queued_set(&p->queued))
        (void)emuq_request_send(c->machine, c->machine->engine,
                                &p->waiter); /* fails only at the end of the job */
}

void emuq_remote_channel_done(emuq_channel_t *channel, emuq_channel_message_t *message)
{
    channel_t *c = channel_of(channel);
    channel_peer_t *p = &c->peer[message->host];
    uint32_t bytes = message->bytes, cost = emuq_channel_cost(bytes);
    emuq_critical_begin();
    emuq_arena_free_uncleared(c->machine->arena, message, sizeof *message + bytes);
    uint64_t returned = AO_fetch_and_add_full(&p->returned, cost) + cost;
    /* Relaxed: an old value requests a needless report. */
    if (returned - AO_load(&p->credited) >= CREDIT_BYTES)
        channel_request_report(c, p);
    emuq_critical_end();
    channel_run_engine();
}

int emuq_remote_channel_wait(emuq_channel_t *channel, emuq_ticket_t ticket, uint64_t ns)
{
    emuq_release_engine();
    return emuq_event_wait(&channel->event, ticket, ns);
}
