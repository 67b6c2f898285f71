/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/driver/events.h"

#include <string.h>

#include "apenet/driver/commands.h"
#include "apenet/driver/interrupts.h"
#include "apenet/driver/pins.h"
#include "apenet/driver/record.h"

#define QUEUE      APENET_QUEUE_DEFAULT
#define DRAIN_MOST QUEUE /* more than can be there when a thread begins to drain */
/* Entries that are read and not given back: the card seldom needs their room. */
#define KEPT_MOST (QUEUE / 8)

/* Whether the card has written the entry of a number. Each pass through the queue inverts the phase. */
static bool is_there(const apenet_host_t *h, uint32_t number)
{
    /* Acquire: pairs with the release of the card. */
    uint32_t phase = __atomic_load_n(&h->queue[number % QUEUE].phase, __ATOMIC_ACQUIRE) & 1;
    return phase != (number / QUEUE & 1);
}

/* In line for each event that is taken. */
static inline bool has_entries(const apenet_host_t *h)
{
    /* Relaxed: a thread that has drained meanwhile rings the bell, and sleepers look again. */
    return is_there(h, __atomic_load_n(&h->read, __ATOMIC_RELAXED));
}

bool apenet_has_entries(const apenet_host_t *h)
{
    return has_entries(h);
}

/* The event of an operation, which is complete with it. */
static void own_event(apenet_card_t *card, const apenet_entry_t *e, apenet_event_t *event)
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
    __atomic_store_n(&card->open_operations, card->open_operations - 1, __ATOMIC_RELAXED);
}

/* The event of a message that has come. */
static void other_event(const apenet_card_t *card, const apenet_entry_t *e, apenet_event_t *event)
{
    uint64_t magic = apenet_get64(&e->footer[2]);
    uint32_t number = apenet_magic_number(magic);
    event->peer = apenet_address_in(&e->head[1]);
    event->address = (void *)apenet_get64(&e->head[2]);
    const apenet_record_t *r = number < APENET_BUFFERS_MOST ? &card->record[number] : NULL;
    if (r == NULL || r->uses == 0 || r->generation != apenet_magic_generation(magic))
        return;
    event->context = r->context;
    event->buffer.id = magic;
}

static void append(apenet_card_t *card, apenet_note_t *note)
{
    note->next = NULL;
    if (card->first == NULL)
        card->end = &card->first;
    __atomic_store_n(card->end, note, __ATOMIC_RELAXED);
    card->end = &note->next;
    __atomic_store_n(&card->arrived, card->arrived + 1, __ATOMIC_RELAXED);
}

/* The caller has the lock of the process. */
static void make_event(apenet_card_t *card, const apenet_entry_t *e, bool is_own, apenet_event_t *event)
{
    memset(event, 0, sizeof *event);
    event->kind = (int)apenet_get(&e->what, APENET_ENTRY_KIND);
    uint32_t status = apenet_get(&e->what, APENET_ENTRY_STATUS);
    event->status = status == APENET_STATUS_OK ? 0 : apenet_status_errno(status);
    event->bytes = e->bytes;
    if (is_own)
        own_event(card, e, event);
    else
        other_event(card, e, event);
}

/* An event that waits, without one. NULL: there is no memory. */
static apenet_note_t *new_note(apenet_card_t *card)
{
    apenet_note_t *note = card->spare;
    if (note == NULL)
        return emuq_arena_alloc(card->host->device->machine->arena, sizeof *note, 64);
    card->spare = note->next;
    return note;
}

/* Keeps an event for its process. @return whether there is memory */
static bool keep(apenet_card_t *card, const apenet_entry_t *e, bool is_own)
{
    apenet_note_t *note = new_note(card);
    if (note == NULL)
        return false;
    make_event(card, e, is_own, &note->event);
    note->number = e->serial;
    append(card, note);
    if (apenet_has_fd(card))
        apenet_interrupts_show(card);
    return true;
}

/* What the thread that drains waits for itself. */
typedef struct wish {
    apenet_card_t *card;
    uint32_t kinds;
    apenet_event_t *out;
    bool is_met;     /* *out is the event ... */
    uint32_t number; /* ... of this entry of the queue */
} wish_t;

/* Whether an event that has just come is what the thread waits for: events that came before go first. */
static bool is_wish(const wish_t *wish, const apenet_card_t *card, const apenet_entry_t *e)
{
    return wish != NULL && card == wish->card && card->first == NULL &&
           (wish->kinds & APENET_KIND(apenet_get(&e->what, APENET_ENTRY_KIND))) != 0;
}

/* The process that an event of the driver's own descriptors, or a message, is for. */
static inline uint32_t pid_of(const apenet_entry_t *e, bool is_own)
{
    return is_own ? apenet_magic_pid(apenet_get64(e->head)) : apenet_get(e->head, APENET_HEADER_DEST_PID);
}

/* @param wish NULL: none, or it has not been met so far. @return false: there is no memory; the entry stays
 * where it is */
static bool hand_out(apenet_host_t *h, const apenet_entry_t *e, wish_t *wish)
{
    bool is_kept = true;
    bool is_own = apenet_entry_is_own(e);
    apenet_card_t *card = h->client[pid_of(e, is_own)];
    if (card == NULL) /* a descriptor that is not the driver's: nobody waits for its event */
        return true;
    emuq_light_lock(&card->lock);
    if (is_wish(wish, card, e)) {
        make_event(card, e, is_own, wish->out);
        wish->is_met = true;
        wish->number = e->serial;
    } else {
        is_kept = keep(card, e, is_own);
    }
    emuq_light_unlock(&card->lock);
    return is_kept;
}

/* Gives the entries that have been read back, when they are many. */
static inline void give_back(apenet_host_t *h)
{
    if (__builtin_expect(h->read - h->returned <= KEPT_MOST, 1))
        return;
    h->returned = h->read;
    apenet_reg_store(h->device->reg, APENET_REG_EQ_NEXT_PTR, h->read % QUEUE << 16);
}

/* Hands out up to @p most entries that are there, and gives them back when they are many. The one that is
 * wished is the last. @return how many; *is_stuck: the next one could not be handed out */
static uint32_t drain_some(apenet_host_t *h, uint32_t most, wish_t *wish, bool *is_stuck)
{
    uint32_t entries = 0;
    for (bool is_met = false; entries < most && !is_met && is_there(h, h->read); entries++) {
        *is_stuck = !hand_out(h, &h->queue[h->read % QUEUE], wish);
        if (*is_stuck)
            break;
        is_met = wish != NULL && wish->is_met;
        __atomic_store_n(&h->read, h->read + 1, __ATOMIC_RELAXED);
    }
    give_back(h);
    return entries;
}

static bool drain(apenet_host_t *h, wish_t *wish)
{
    uint32_t entries = 0, some;
    bool is_stuck = false;
    if (!has_entries(h))
        return true;
    emuq_light_lock(&h->queue_lock);
    do { /* room in the queue may have let more packets come */
        some = drain_some(h, DRAIN_MOST - entries, wish, &is_stuck);
        entries += some;
    } while (some != 0 && entries < DRAIN_MOST && (wish == NULL || !wish->is_met));
    emuq_light_unlock(&h->queue_lock);
    if (entries != 0) /* events, or room for operations, that threads may wait for */
        emuq_event_notify_light(&h->device->bell, EMUQ_EVENT_ALL);
    return !is_stuck;
}

bool apenet_drain(apenet_host_t *h)
{
    return drain(h, NULL);
}

/* What may be left, of events by what drain() has returned. */
static unsigned progress(apenet_host_t *h, bool is_drained)
{
    unsigned left = is_drained ? 0 : APENET_LEFT_EVENTS;
    if (!__atomic_load_n(&h->is_behind, __ATOMIC_RELAXED))
        return left; /* the card's registers are in a line that moves with each event */
    uint32_t pointers = apenet_reg_load(h->device->reg, APENET_REG_TX_RB_NEXT_PTR),
             slot = apenet_get(&pointers, APENET_PTR_CARD);
    if (slot == apenet_get(&pointers, APENET_PTR_DRIVER))
        return left;
    (void)apenet_drain(&h->all[__atomic_load_n(&h->target[slot], __ATOMIC_RELAXED)]);
    return left | APENET_LEFT_PACKETS;
}

unsigned apenet_progress(apenet_host_t *h)
{
    return progress(h, drain(h, NULL));
}

/* Takes the first event that is wished of those that have been handed out. */
static bool take(apenet_card_t *card, wish_t *wish)
{
    /* Relaxed: a hint. A thread that finds none here, and sleeps, is woken when one is handed out. */
    if (__atomic_load_n(&card->first, __ATOMIC_RELAXED) == NULL)
        return false;
    emuq_light_lock(&card->lock);
    apenet_note_t **at = &card->first, *note;
    while ((note = *at) != NULL && (wish->kinds & APENET_KIND(note->event.kind)) == 0)
        at = &note->next;
    if (note != NULL) {
        *wish->out = note->event;
        wish->number = note->number;
        __atomic_store_n(at, note->next, __ATOMIC_RELAXED);
        if (note->next == NULL)
            card->end = at;
        note->next = card->spare;
        card->spare = note;
    }
    emuq_light_unlock(&card->lock);
    return note != NULL;
}

static bool find_event(apenet_card_t *card, wish_t *wish, unsigned *left)
{
    *left = 0;
    if (take(card, wish))
        return true;
    bool is_drained = drain(card->host, wish);
    if (wish->is_met)
        return true;
    *left = progress(card->host, is_drained);
    return take(card, wish);
}

/* What drain() does where the first entry is what the thread waits for. The caller has queue_lock. */
static inline bool take_first(apenet_card_t *card, const wish_t *wish)
{
    apenet_host_t *h = card->host;
    const apenet_entry_t *e = &h->queue[h->read % QUEUE];
    if (!is_there(h, h->read))
        return false;
    bool is_own = apenet_entry_is_own(e);
    if (pid_of(e, is_own) != card->pid)
        return false;
    emuq_light_lock(&card->lock);
    bool is_met = is_wish(wish, card, e);
    if (is_met)
        make_event(card, e, is_own, wish->out);
    emuq_light_unlock(&card->lock);
    if (!is_met)
        return false;
    __atomic_store_n(&h->read, h->read + 1, __ATOMIC_RELAXED);
    give_back(h);
    return true;
}

bool apenet_take_at_once(apenet_card_t *card, uint32_t kinds, apenet_event_t *out)
{
    apenet_host_t *h = card->host;
    const wish_t wish = {.card = card, .kinds = kinds, .out = out};
    /* Relaxed: hints, as in take(). */
    if (card->is_recorded || __atomic_load_n(&card->first, __ATOMIC_RELAXED) != NULL || !has_entries(h))
        return false;
    emuq_light_lock(&h->queue_lock);
    bool is_met = take_first(card, &wish);
    emuq_light_unlock(&h->queue_lock);
    if (is_met)
        emuq_event_notify_light(&h->device->bell, EMUQ_EVENT_ALL);
    return is_met;
}

bool apenet_next_event(apenet_card_t *card, uint32_t kinds, apenet_event_t *out, unsigned *left)
{
    wish_t wish = {.card = card, .kinds = kinds, .out = out};
    *left = 0;
    if (apenet_take_at_once(card, kinds, out))
        return true;
    bool is_found = find_event(card, &wish, left);
    if (__builtin_expect(card->is_recorded, 0) && is_found)
        apenet_record_take(card, wish.number, out);
    return is_found;
}

void apenet_drop_events(apenet_card_t *card)
{
    while (card->first != NULL) {
        apenet_note_t *note = card->first;
        __atomic_store_n(&card->first, note->next, __ATOMIC_RELAXED);
        note->next = card->spare;
        card->spare = note;
    }
}
