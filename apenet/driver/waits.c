/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/driver/waits.h"

#include <sched.h>

#include "apenet/driver/events.h"
#include "apenet/driver/ring_lock.h"
#include "base/host_calls.h"
#include "base/lock.h"
#include "base/text.h"

/* A yield that takes longer than this has let another thread run. */
#define SHARED_NS  2000
#define LOOKS_MOST 1024    /* before a yield */
#define FEWER_MOST 64      /* where ranks share processors, LOOKS_MOST is divided by this at most */
#define BLIND_NS   1000000 /* longest sleep where the bell may be missed */

/* __atomic; the same whichever rank of the process has stored them */
static emuq_fence_t fence;
static unsigned fewer_most = FEWER_MOST;

static _Thread_local unsigned fewer = 1; /* LOOKS_MOST is divided by this */

void apenet_waits_open(const emuq_partition_t *p)
{
    bool is_roomy = p->processors != 0 && p->nodes * p->job.ppn <= p->processors;
    __atomic_store_n(&fence, emuq_fence_open(p->is_shared), __ATOMIC_RELAXED);
    __atomic_store_n(&fewer_most, is_roomy ? 1 : FEWER_MOST, __ATOMIC_RELAXED);
}

static void look_less(void)
{
    if (fewer < __atomic_load_n(&fewer_most, __ATOMIC_RELAXED))
        fewer *= 2;
}

/* The core that the thread is on. */
static emuq_core_use_t *turns_here(const apenet_card_t *card)
{
    return emuq_core_here(card->host->device->machine->turns);
}

bool apenet_rather_sleeps(const apenet_card_t *card)
{
    return emuq_core_is_busy(turns_here(card), emuq_now_ns());
}

static void yield(const apenet_card_t *card)
{
    uint64_t begun = emuq_now_ns();
    emuq_core_yield_begin(turns_here(card), begun);
    sched_yield();
    uint64_t now = emuq_now_ns();
    emuq_core_yield_end(turns_here(card), begun, now);
    if (now - begun <= SHARED_NS)
        fewer -= fewer / 2;
    else
        look_less();
}

void apenet_pause(const apenet_card_t *card, uint32_t arrived, bool looks)
{
    for (unsigned n = 0; looks && n < LOOKS_MOST / fewer; n++) {
        if (apenet_has_entries(card->host) || __atomic_load_n(&card->arrived, __ATOMIC_RELAXED) != arrived) {
            fewer -= fewer / 2;
            return;
        }
        emuq_pause();
    }
    if (!apenet_rather_sleeps(card))
        yield(card);
    else
        look_less();
}

apenet_bell_t apenet_listen(apenet_host_t *h, bool for_long)
{
    apenet_bell_t bell = {.ticket = emuq_event_prepare(&h->device->bell)};
    bell.is_exact = for_long && emuq_fence_heavy(__atomic_load_n(&fence, __ATOMIC_RELAXED));
    return bell;
}

static void describe_kinds(emuq_text_t *t, unsigned kinds)
{
    static const char *const name[] = {
        [APENET_EVENT_SENT] = "SENT",         [APENET_EVENT_RECEIVED] = "RECEIVED",
        [APENET_EVENT_GET_DONE] = "GET_DONE", [APENET_EVENT_CMD_DONE] = "CMD_DONE",
        [APENET_EVENT_ERROR] = "ERROR",       [APENET_EVENT_HEALTH] = "HEALTH"};
    if (kinds == APENET_ANY) {
        emuq_text_add(t, " of any kind");
        return;
    }
    const char *before = " of kind ";
    for (unsigned i = 0; i < sizeof name / sizeof *name; i++)
        if (name[i] != NULL && (kinds & APENET_KIND(i)) != 0) {
            emuq_text_add(t, "%s%s", before, name[i]);
            before = " or ";
        }
}

static uint32_t events_of(const apenet_card_t *card)
{
    uint32_t events = 0;
    for (const apenet_note_t *note = card->first; note != NULL; note = note->next)
        events++;
    return events;
}

/* The ring's next packet, if there is one. The caller has the ring's lock, so the slot is not filled again
 * meanwhile. */
static void describe_packet(emuq_text_t *t, const apenet_host_t *h, const char *before)
{
    static const char *const name[] = {"loopback", "put", "send", "get"};
    uint32_t pointers = apenet_reg_load(h->device->reg, APENET_REG_TX_RB_NEXT_PTR),
             slot = apenet_get(&pointers, APENET_PTR_CARD);
    if (slot == apenet_get(&pointers, APENET_PTR_DRIVER))
        return;
    const apenet_header_t *header = &h->ring[slot].header;
    apenet_address_t to = apenet_destination(header);
    bool is_stream = apenet_header_address(header) == 0;
    emuq_text_add(t, "%s next packet, a %s to (%u,%u,%u) pid %u, waits for %sroom in an event queue", before,
                  name[apenet_get(header->w, APENET_HEADER_CMD)], to.x, to.y, to.z, to.pid,
                  is_stream ? "a streaming buffer or " : "");
}

/* What holds up the ring behind whose packets those of the caller may be. The ring's lock is free soon: who
 * has it for longer waits for room, and says this. */
static void describe_ring(emuq_text_t *t, const apenet_card_t *card)
{
    const apenet_host_t *h = card->host;
    uint32_t pointers = apenet_reg_load(h->device->reg, APENET_REG_TX_RB_NEXT_PTR);
    if (apenet_get(&pointers, APENET_PTR_CARD) == apenet_get(&pointers, APENET_PTR_DRIVER) ||
        !apenet_try_ring(card))
        return;
    describe_packet(t, h, "; in its TX ring the");
    emuq_light_unlock(&card->host->ring_lock);
}

/* The caller has the card's lock. */
static void describe(apenet_card_t *card, unsigned kinds)
{
    emuq_text_t t = emuq_text(card->wait_text, sizeof card->wait_text);
    uint32_t open = __atomic_load_n(&card->open_operations, __ATOMIC_RELAXED);
    if (kinds == 0) {
        emuq_text_add(&t, "room in the TX ring of its APEnet+ card");
        describe_packet(&t, card->host, ", whose");
    } else {
        emuq_text_add(&t, "an event of its APEnet+ card");
        describe_kinds(&t, kinds);
    }
    emuq_text_add(&t, "; operations not complete: %u; events of other kinds: %u", open, events_of(card));
    if (kinds != 0 && open != 0)
        describe_ring(&t, card);
}

static void begin(apenet_card_t *card, unsigned kinds)
{
    emuq_light_lock(&card->lock);
    if (card->waiters++ == 0) {
        describe(card, kinds);
        /* Release: pairs with the acquire of emuq-run; the text is there. */
        __atomic_store_n(&card->process->waits_for, card->wait_text, __ATOMIC_RELEASE);
    }
    emuq_light_unlock(&card->lock);
}

static void end(apenet_card_t *card)
{
    emuq_light_lock(&card->lock);
    if (--card->waiters == 0)
        __atomic_store_n(&card->process->waits_for, NULL, __ATOMIC_RELAXED);
    emuq_light_unlock(&card->lock);
}

void apenet_sleep(apenet_card_t *card, unsigned kinds, apenet_bell_t bell, uint64_t ns)
{
    if (!bell.is_exact && ns > BLIND_NS)
        ns = BLIND_NS;
    begin(card, kinds);
    emuq_core_yield_begin(turns_here(card), emuq_now_ns());
    (void)emuq_event_wait(&card->host->device->bell, bell.ticket, ns);
    end(card);
}
