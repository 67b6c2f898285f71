/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/driver/waits.h"

#include <sched.h>

#include "base/clock.h"
#include "base/text.h"

#define COMPUTES_NS 250000 /* a yield that takes longer */
#define SLEEPS      64     /* that follow one */

static _Thread_local unsigned sleeps; /* that are left */

bool apenet_rather_sleeps(void)
{
    sleeps -= sleeps != 0;
    return sleeps != 0;
}

void apenet_yield(void)
{
    uint64_t begun = emuq_now_ns();
    sched_yield();
    if (emuq_now_ns() - begun > COMPUTES_NS)
        sleeps = SLEEPS;
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

/* The caller has the ring's lock, so the slot is not filled again meanwhile. */
static void describe_ring(emuq_text_t *t, const apenet_host_t *h)
{
    static const char *const name[] = {"loopback", "put", "send", "get"};
    uint32_t pointers = apenet_reg_load(h->device->reg, APENET_REG_TX_RB_NEXT_PTR),
             slot = apenet_get(&pointers, APENET_PTR_CARD);
    const apenet_header_t *header = &h->ring[slot].header;
    apenet_address_t to = apenet_destination(header);
    bool is_stream = apenet_header_address(header) == 0;
    emuq_text_add(t, "room in the TX ring of its APEnet+ card");
    if (slot != apenet_get(&pointers, APENET_PTR_DRIVER))
        emuq_text_add(t, ", whose next packet, a %s to (%u,%u,%u) pid %u, waits for %sroom in an event queue",
                      name[apenet_get(header->w, APENET_HEADER_CMD)], to.x, to.y, to.z, to.pid,
                      is_stream ? "a streaming buffer or " : "");
}

/* The caller has the card's lock. */
static void describe(apenet_card_t *card, unsigned kinds)
{
    emuq_text_t t = emuq_text(card->wait_text, sizeof card->wait_text);
    if (kinds == 0)
        describe_ring(&t, card->host);
    else {
        emuq_text_add(&t, "an event of its APEnet+ card");
        describe_kinds(&t, kinds);
    }
    emuq_text_add(&t, "; operations not complete: %u; events of other kinds: %u",
                  __atomic_load_n(&card->open_operations, __ATOMIC_RELAXED), events_of(card));
}

static void begin(apenet_card_t *card, unsigned kinds)
{
    emuq_shared_lock(&card->lock);
    if (card->waiters++ == 0) {
        describe(card, kinds);
        /* Release: pairs with the acquire of emuq-run; the text is there. */
        __atomic_store_n(&card->process->waits_for, card->wait_text, __ATOMIC_RELEASE);
    }
    emuq_shared_unlock(&card->lock);
}

static void end(apenet_card_t *card)
{
    emuq_shared_lock(&card->lock);
    if (--card->waiters == 0)
        __atomic_store_n(&card->process->waits_for, NULL, __ATOMIC_RELAXED);
    emuq_shared_unlock(&card->lock);
}

void apenet_sleep(apenet_card_t *card, unsigned kinds, emuq_ticket_t ticket, uint64_t ns)
{
    begin(card, kinds);
    (void)emuq_event_wait(&card->host->device->bell, ticket, ns);
    end(card);
}
