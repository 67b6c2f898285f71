/* SPDX-License-Identifier: BSD-3-Clause */
/* Recording, interrupts, and delivery of queue entries to processes. */
#include <errno.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "apenet/driver/driver.h"
#include "backends/backend.h"
#include "kernel-shim/partition/interrupts.h"

static void record_write(emuq_record_ring_t *ring, emuq_record_note_t what, const void *rest)
{
    emuq_record_write(emuq_record_next(ring), what, rest);
    emuq_record_add(ring);
}

/* The card numbers its packets; unsent ones follow. With an empty ring its number is exact: the ring lock
 * follows the acquire of post_store_pointer(), which pairs with the store after the last packet. */
apenet_start_t apenet_record_begin(apenet_host_t *h, uint32_t packets)
{
    if (!emuq_flag_load(&h->has_unread))
        h->packets = h->device->tx.serial;
    h->packets = (uint16_t)(h->packets + packets);
    return (apenet_start_t){emuq_record_clock(), (uint16_t)(h->packets - 1)};
}

static emuq_record_start_t record_start_of(apenet_rdma_cmd_t command)
{
    return command == APENET_CMD_PUT    ? EMUQ_RECORD_START_PUT
           : command == APENET_CMD_SEND ? EMUQ_RECORD_START_SEND
                                        : EMUQ_RECORD_START_GET;
}

void apenet_record_start(const apenet_card_t *card, const apenet_start_t *start, const apenet_post_t *post,
                         uint64_t operation)
{
    emuq_record_ring_t *ring = emuq_record_ring_for(EMUQ_RECORD_CARD_START);
    if (ring == NULL)
        return;
    const apenet_device_t *peer = apenet_device_at(card->host->device->machine, post->to);
    emuq_record_card_t rest = {.peer = peer != NULL ? peer->number : EMUQ_RECORD_NO_NODE,
                               .process = (uint16_t)card->pid,
                               .peer_process = post->to.pid,
                               .message = start->message,
                               .operation = operation,
                               .tag = post->tag};
    record_write(ring,
                 (emuq_record_note_t){.ticks = start->ticks,
                                      .bytes = post->bytes,
                                      .lasted = emuq_record_lasted(start->ticks),
                                      .kind = EMUQ_RECORD_CARD_START,
                                      .detail = (uint8_t)record_start_of(post->command),
                                      .fifo = (uint16_t)card->pid,
                                      .node = card->host->device->number,
                                      .position = post->address},
                 &rest);
}

static emuq_record_event_t record_event_of(const apenet_event_t *event)
{
    switch (event->kind) {
    case APENET_EVENT_RECEIVED:
        return EMUQ_RECORD_EVENT_RECEIVED;
    case APENET_EVENT_ERROR:
        return EMUQ_RECORD_EVENT_LOST;
    default:
        return event->status == 0 ? EMUQ_RECORD_EVENT_COMPLETED : EMUQ_RECORD_EVENT_FAILED;
    }
}

static void record_take(const apenet_card_t *card, uint32_t number, const apenet_event_t *event)
{
    emuq_record_ring_t *ring = emuq_record_ring_for(EMUQ_RECORD_CARD_TAKE);
    if (ring != NULL)
        record_write(ring,
                     (emuq_record_note_t){.ticks = emuq_record_clock_after(),
                                          .bytes = event->bytes,
                                          .kind = EMUQ_RECORD_CARD_TAKE,
                                          .detail = (uint8_t)record_event_of(event),
                                          .fifo = (uint16_t)card->pid,
                                          .node = card->host->device->number,
                                          .position = number},
                     NULL);
}

/* Ends the recorded polls of a Message Unit first. */
emuq_record_ring_t *apenet_record_wait(const apenet_card_t *card, emuq_record_wait_t what, unsigned which)
{
    emuq_record_ring_t *ring = emuq_record_ring_for(EMUQ_RECORD_WAIT);
    if (ring == NULL)
        return NULL;
    emuq_record_polls_end(ring);
    emuq_record_write(&ring->waiting,
                      (emuq_record_note_t){.ticks = emuq_record_clock(),
                                           .position = UINT64_MAX,
                                           .kind = EMUQ_RECORD_WAIT,
                                           .detail = (uint8_t)what,
                                           .fifo = (uint16_t)which,
                                           .node = card->host->device->number},
                      NULL);
    return ring;
}

void apenet_record_wait_end(emuq_record_ring_t *ring)
{
    if (ring == NULL)
        return;
    ring->waiting.position = emuq_record_clock_after();
    emuq_record_waited(ring);
}

static void record_write_rejection(emuq_record_refusal_t who, uint32_t node, uint64_t position,
                                   const char *why)
{
    emuq_record_ring_t *ring = emuq_record_ring_for(EMUQ_RECORD_CARD_REFUSE);
    char text[EMUQ_RECORD_HEADER_BYTES] = "";
    if (ring == NULL)
        return;
    memcpy(text, why, strnlen(why, sizeof text - 1));
    record_write(ring,
                 (emuq_record_note_t){.ticks = emuq_record_clock(),
                                      .kind = EMUQ_RECORD_CARD_REFUSE,
                                      .detail = (uint8_t)who,
                                      .node = node,
                                      .position = position},
                 text);
}

int apenet_record_rejected_call(const apenet_card_t *card, const char *call, int rc)
{
    record_write_rejection(EMUQ_RECORD_REFUSED_BY_CALL, card->host->device->number, (uint64_t)-rc, call);
    return rc;
}

void apenet_record_rejection(uint32_t node, unsigned slot, const char *why)
{
    record_write_rejection(EMUQ_RECORD_REFUSED_BY_CARD, node, slot, why);
}

#define BITS (APENET_IRQ_EVENT | APENET_IRQ_ERROR | APENET_IRQ_HEALTH)

/* Constant once set; stored with release. */
static apenet_host_t *all_hosts;
static emuq_partition_t *partition;
static apenet_card_t *self_card; /* this process if it is one rank with an eventfd */

/* Runs in the process of the eventfd. */
static void interrupts_signal_fd(apenet_card_t *card)
{
    const uint64_t one = 1;
    int saved_errno = errno;
    emuq_shared_lock(&card->fd_lock);
    /* a full counter is readable anyway */
    if (apenet_has_fd(card) && write(card->fd, &one, sizeof one) < 0)
        errno = saved_errno;
    emuq_shared_unlock(&card->fd_lock);
}

static void interrupts_notified(void)
{
    /* Acquire: pairs with the release in interrupts_open_fd(). */
    apenet_card_t *card = emuq_pointer_load_acquire(&self_card);
    if (card != NULL && emuq_flag_exchange(&card->is_requested, false))
        interrupts_signal_fd(card);
}

/* Signals a possible event on the eventfd of a process. */
static void interrupts_show(apenet_card_t *card)
{
    if (emuq_flag_exchange(&card->is_shown, true))
        return;
    const apenet_device_t *d = card->host->device;
    uint32_t member = d->number * d->machine->pids + card->pid;
    if (!d->machine->is_shared || member == emuq_my_member) {
        interrupts_signal_fd(card);
        return;
    }
    (void)emuq_flag_exchange(&card->is_requested, true);
    /* Acquire: pairs with the release in apenet_interrupts_connect(). */
    emuq_backend->unit->notify(emuq_pointer_load_acquire(&partition)->machine, member);
}

static void interrupts_handler(apenet_device_t *d)
{
    /* Acquire: pairs with the release in apenet_interrupts_connect(). */
    const apenet_host_t *h = &emuq_pointer_load_acquire(&all_hosts)[d->number];
    apenet_reg_store(d->reg, APENET_REG_IRQ_ENABLE, 0);
    for (uint32_t pid = 0; pid < d->machine->pids; pid++)
        if (apenet_has_fd(h->client[pid]))
            interrupts_show(h->client[pid]);
}

void apenet_interrupts_connect(apenet_host_t *hosts, emuq_partition_t *of)
{
    emuq_pointer_store_release(&partition, of);
    emuq_pointer_store_release(&all_hosts, hosts);
    emuq_pointer_store(&apenet_interrupt_hook, interrupts_handler);
}

emuq_partition_t *apenet_partition(void)
{
    /* Acquire: pairs with the release in apenet_interrupts_connect(). */
    return emuq_pointer_load_acquire(&partition);
}

/* Caller holds the process lock. */
static int interrupts_open_fd(apenet_card_t *card)
{
    int fd = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK); /* initially readable: events may be present */
    if (fd < 0)
        return -errno;
    card->fd = fd;
    card->is_shown = true;
    if (card->host->device->machine->is_shared) {
        emuq_pointer_store_release(&self_card, card);
        emuq_pointer_store_release(&emuq_component_notified, interrupts_notified);
    }
    emuq_flag_store_release(&card->has_fd, true);
    return fd;
}

int apenet_event_fd(apenet_card_t *card)
{
    apenet_client_lock(card);
    int fd = apenet_has_fd(card) ? card->fd : interrupts_open_fd(card);
    emuq_light_unlock(&card->lock);
    return fd;
}

void apenet_interrupts_reset(apenet_card_t *card)
{
    uint64_t count;
    int saved_errno = errno;
    if (read(card->fd, &count, sizeof count) < 0) /* not signalled */
        errno = saved_errno;
    (void)emuq_flag_exchange(&card->is_shown, false);
    apenet_reg_store(card->host->device->reg, APENET_REG_IRQ_STATUS, BITS);
}

void apenet_interrupts_enable(apenet_card_t *card)
{
    apenet_reg_store(card->host->device->reg, APENET_REG_IRQ_ENABLE, BITS);
}

void apenet_interrupts_end(apenet_card_t *card)
{
    emuq_shared_lock(&card->fd_lock);
    if (apenet_has_fd(card)) {
        emuq_flag_store(&card->has_fd, false);
        close(card->fd);
    }
    emuq_shared_unlock(&card->fd_lock);
}

#define QUEUE          APENET_QUEUE_DEFAULT
#define DRAIN_MAX      QUEUE /* more than the queue holds */
#define UNRETURNED_MAX (QUEUE / 8)

static void events_make_local(apenet_card_t *card, const apenet_entry_t *e, apenet_event_t *event)
{
    uint64_t magic = apenet_get64(e->head);
    uint32_t number = apenet_magic_number(magic);
    apenet_operation_t *o = number < APENET_OPERATIONS ? &card->operation[number] : NULL;
    if (o == NULL || !o->is_open || o->generation != apenet_magic_generation(magic))
        return;
    event->peer = o->peer;
    event->tag = o->tag;
    if (o->is_get) {
        event->address = (void *)o->local;
        apenet_unpin(card, o->local, o->bytes);
    }
    o->is_open = false;
    o->generation++;
    AO_int_store(&card->open_operations, card->open_operations - 1);
}

static void events_make_received(const apenet_card_t *card, const apenet_entry_t *e, apenet_event_t *event)
{
    uint64_t magic = apenet_get64(&e->footer[2]);
    uint32_t number = apenet_magic_number(magic);
    event->peer = apenet_address_in(&e->head[1]);
    event->address = (void *)apenet_get64(&e->head[2]);
    const apenet_record_t *r = number < APENET_BUFFERS_MAX ? &card->record[number] : NULL;
    if (r == NULL || r->uses == 0 || r->generation != apenet_magic_generation(magic))
        return;
    event->context = r->context;
    event->buffer.id = magic;
}

/* The dead process may have appended an event, or completed an operation, only in part. */
void apenet_client_repair(apenet_card_t *card)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < APENET_OPERATIONS; i++)
        open += card->operation[i].is_open;
    AO_int_store(&card->open_operations, open);
    for (card->end = &card->first; *card->end != NULL;)
        card->end = &(*card->end)->next;
}

/* Whether a process has kept an event, as its last one. */
static bool events_is_last(apenet_card_t *card, uint32_t number)
{
    bool is_last = false;
    apenet_client_lock(card);
    for (const apenet_pending_event_t *note = card->first; note != NULL; note = note->next)
        is_last = note->next == NULL && note->number == number;
    emuq_light_unlock(&card->lock);
    return is_last;
}

/* The dead process may have delivered an entry that it has not counted. */
void apenet_queue_repair(apenet_host_t *h)
{
    bool is_delivered = false;
    if (!apenet_has_entries(h))
        return;
    for (uint32_t pid = 0; pid < h->device->machine->pids; pid++)
        is_delivered |= events_is_last(h->client[pid], h->queue[h->read % QUEUE].serial);
    if (is_delivered)
        AO_int_store(&h->read, h->read + 1);
}

static void events_append(apenet_card_t *card, apenet_pending_event_t *note)
{
    note->next = NULL;
    if (card->first == NULL)
        card->end = &card->first;
    emuq_pointer_store(card->end, note);
    card->end = &note->next;
    AO_int_store(&card->arrived, card->arrived + 1);
}

/* Caller holds the process lock. */
static void events_make_event(apenet_card_t *card, const apenet_entry_t *e, bool is_own,
                              apenet_event_t *event)
{
    memset(event, 0, sizeof *event);
    event->kind = (int)apenet_get(&e->what, APENET_ENTRY_KIND);
    uint32_t status = apenet_get(&e->what, APENET_ENTRY_STATUS);
    event->status = status == APENET_STATUS_OK ? 0 : apenet_status_errno(status);
    event->bytes = e->bytes;
    if (is_own)
        events_make_local(card, e, event);
    else
        events_make_received(card, e, event);
}

/* @return NULL: out of memory */
static apenet_pending_event_t *events_new_note(apenet_card_t *card)
{
    apenet_pending_event_t *note = card->spare;
    if (note == NULL)
        return emuq_arena_alloc(card->host->device->machine->arena, sizeof *note, 64);
    card->spare = note->next;
    return note;
}

/* @return false: out of memory */
static bool events_keep(apenet_card_t *card, const apenet_entry_t *e, bool is_own)
{
    apenet_pending_event_t *note = events_new_note(card);
    if (note == NULL)
        return false;
    events_make_event(card, e, is_own, &note->event);
    note->number = e->serial;
    events_append(card, note);
    if (apenet_has_fd(card))
        interrupts_show(card);
    return true;
}

typedef struct events_filter {
    apenet_card_t *card;
    uint32_t kinds;
    apenet_event_t *out;
    bool is_matched; /* *out is set */
    uint32_t number; /* serial number of the event */
} events_filter_t;

/* Earlier events take precedence. */
static bool events_matches(const events_filter_t *filter, const apenet_card_t *card, const apenet_entry_t *e)
{
    return filter != NULL && card == filter->card && card->first == NULL &&
           (filter->kinds & APENET_KIND(apenet_get(&e->what, APENET_ENTRY_KIND))) != 0;
}

static inline uint32_t events_pid_of(const apenet_entry_t *e, bool is_own)
{
    return is_own ? apenet_magic_pid(apenet_get64(e->head)) : apenet_get(e->head, APENET_HEADER_DEST_PID);
}

/* @param filter unmatched filter, or NULL @return false: out of memory; the entry stays */
static bool events_dispatch(apenet_host_t *h, const apenet_entry_t *e, events_filter_t *filter)
{
    bool is_kept = true;
    bool is_own = apenet_entry_is_own(e);
    apenet_card_t *card = h->client[events_pid_of(e, is_own)];
    if (card == NULL) /* descriptor of another driver */
        return true;
    apenet_client_lock(card);
    if (events_matches(filter, card, e)) {
        events_make_event(card, e, is_own, filter->out);
        filter->is_matched = true;
        filter->number = e->serial;
    } else {
        is_kept = events_keep(card, e, is_own);
    }
    emuq_light_unlock(&card->lock);
    return is_kept;
}

/* Gives delivered entries back to the card in large steps. */
static inline void events_give_back(apenet_host_t *h)
{
    if (__builtin_expect(h->read - h->returned <= UNRETURNED_MAX, 1))
        return;
    h->returned = h->read;
    apenet_reg_store(h->device->reg, APENET_REG_EQ_NEXT_PTR, h->read % QUEUE << 16);
}

/* Delivers up to @p most entries or a match. @param is_stuck no memory for the next entry @return their
 * number */
static uint32_t events_drain_some(apenet_host_t *h, uint32_t most, events_filter_t *filter, bool *is_stuck)
{
    uint32_t entries = 0;
    for (bool is_matched = false; entries < most && !is_matched && apenet_entry_is_there(h, h->read);
         entries++) {
        *is_stuck = !events_dispatch(h, &h->queue[h->read % QUEUE], filter);
        if (*is_stuck)
            break;
        is_matched = filter != NULL && filter->is_matched;
        AO_int_store(&h->read, h->read + 1);
    }
    events_give_back(h);
    return entries;
}

static bool events_drain(apenet_host_t *h, events_filter_t *filter)
{
    uint32_t entries = 0, some;
    bool is_stuck = false;
    if (!apenet_has_entries(h))
        return true;
    apenet_queue_lock(h);
    do { /* free entries may have let more packets arrive */
        some = events_drain_some(h, DRAIN_MAX - entries, filter, &is_stuck);
        entries += some;
    } while (some != 0 && entries < DRAIN_MAX && (filter == NULL || !filter->is_matched));
    emuq_light_unlock(&h->queue_lock);
    if (entries != 0)
        emuq_event_notify_light(&h->device->wakeup, EMUQ_EVENT_ALL);
    return !is_stuck;
}

bool apenet_drain(apenet_host_t *h)
{
    return events_drain(h, NULL);
}

/* Runs the rings whose first packets may wait for space at a dead process: the card then drops the packets.
 * Critical section: the thread must not stop in a ring when its rank ends. */
static void events_drop_packets(apenet_device_t *to)
{
    bool is_dead = false;
    for (uint32_t pid = 0; pid < to->machine->pids; pid++)
        is_dead |= apenet_process_is_dead(to, pid);
    if (!is_dead)
        return;
    emuq_critical_begin();
    apenet_resume(to);
    emuq_critical_end();
}

/* @param is_drained result of events_drain() */
static unsigned events_progress(apenet_host_t *h, bool is_drained)
{
    unsigned left = is_drained ? 0 : APENET_LEFT_EVENTS;
    if (!emuq_flag_load(&h->has_unread))
        return left; /* avoids a load from a cache line that changes with each event */
    uint32_t pointers = apenet_reg_load(h->device->reg, APENET_REG_TX_RB_NEXT_PTR),
             slot = apenet_get(&pointers, APENET_PTR_CARD);
    if (slot == apenet_get(&pointers, APENET_PTR_DRIVER))
        return left;
    apenet_host_t *to = &h->all[AO_int_load(&h->target[slot])];
    (void)apenet_drain(to);
    events_drop_packets(to->device);
    return left | APENET_LEFT_PACKETS;
}

unsigned apenet_progress(apenet_host_t *h)
{
    return events_progress(h, events_drain(h, NULL));
}

static bool events_take_kept(apenet_card_t *card, events_filter_t *filter)
{
    /* Relaxed: a hint. A thread that goes to sleep after a miss is woken by the delivery. */
    if (emuq_pointer_load(&card->first) == NULL)
        return false;
    apenet_client_lock(card);
    apenet_pending_event_t **at = &card->first, *note;
    while ((note = *at) != NULL && (filter->kinds & APENET_KIND(note->event.kind)) == 0)
        at = &note->next;
    if (note != NULL) {
        *filter->out = note->event;
        filter->number = note->number;
        emuq_pointer_store(at, note->next);
        if (note->next == NULL)
            card->end = at;
        note->next = card->spare;
        card->spare = note;
    }
    emuq_light_unlock(&card->lock);
    return note != NULL;
}

static bool events_find_event(apenet_card_t *card, events_filter_t *filter, unsigned *left)
{
    *left = 0;
    if (events_take_kept(card, filter))
        return true;
    bool is_drained = events_drain(card->host, filter);
    if (filter->is_matched)
        return true;
    *left = events_progress(card->host, is_drained);
    return events_take_kept(card, filter);
}

/* Caller holds queue_lock. @return false: no match */
static inline bool events_take_first(apenet_card_t *card, const events_filter_t *filter)
{
    apenet_host_t *h = card->host;
    const apenet_entry_t *e = &h->queue[h->read % QUEUE];
    if (!apenet_entry_is_there(h, h->read))
        return false;
    bool is_own = apenet_entry_is_own(e);
    if (events_pid_of(e, is_own) != card->pid)
        return false;
    apenet_client_lock(card);
    bool is_matched = events_matches(filter, card, e);
    if (is_matched)
        events_make_event(card, e, is_own, filter->out);
    emuq_light_unlock(&card->lock);
    if (!is_matched)
        return false;
    AO_int_store(&h->read, h->read + 1);
    events_give_back(h);
    return true;
}

bool apenet_take_first_event(apenet_card_t *card, uint32_t kinds, apenet_event_t *out)
{
    apenet_host_t *h = card->host;
    const events_filter_t filter = {.card = card, .kinds = kinds, .out = out};
    apenet_queue_lock(h);
    bool is_matched = events_take_first(card, &filter);
    emuq_light_unlock(&h->queue_lock);
    if (is_matched)
        emuq_event_notify_light(&h->device->wakeup, EMUQ_EVENT_ALL);
    return is_matched;
}

bool apenet_next_event(apenet_card_t *card, uint32_t kinds, apenet_event_t *out, unsigned *left)
{
    events_filter_t filter = {.card = card, .kinds = kinds, .out = out};
    *left = 0;
    /* Relaxed: hints. A thread that goes to sleep after a miss is woken by the delivery. */
    if (!card->is_recorded && emuq_pointer_load(&card->first) == NULL && apenet_has_entries(card->host) &&
        apenet_take_first_event(card, kinds, out))
        return true;
    bool is_found = events_find_event(card, &filter, left);
    if (__builtin_expect(card->is_recorded, 0) && is_found)
        record_take(card, filter.number, out);
    return is_found;
}

void apenet_drop_events(apenet_card_t *card)
{
    while (card->first != NULL) {
        apenet_pending_event_t *note = card->first;
        emuq_pointer_store(&card->first, note->next);
        note->next = card->spare;
        card->spare = note;
    }
}
