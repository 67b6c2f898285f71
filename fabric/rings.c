/* SPDX-License-Identifier: BSD-3-Clause */
#include "fabric/rings.h"

#include <errno.h>

#include "base/text.h"
#include "emuq/join.h"

#define RINGS 64u /* most of a process */
#define PAGES 4u  /* of a ring */

emuq_fi_ring_shape_t emuq_fi_rings_shape;
bool emuq_fi_rings_are_due;

/* Guarded by the lock of the card. */
static struct {
    apenet_card_t *card;
    apenet_address_t lattice;
    char *memory;           /* [RINGS] rings, registered; NULL: not allocated */
    emuq_fi_grant_t *grant; /* [RINGS], sources of puts */
    uint32_t used;
    emuq_fi_ring_t ring[RINGS];
} rings;

uint32_t emuq_fi_rings_processes(void)
{
    const apenet_address_t *l = &rings.lattice;
    return (uint32_t)(l->x * l->y * l->z * l->pid);
}

uint32_t emuq_fi_rings_number_of(apenet_address_t p)
{
    const apenet_address_t *l = &rings.lattice;
    return (uint32_t)(((p.x * l->y + p.y) * l->z + p.z) * l->pid + p.pid);
}

int emuq_fi_rings_open(apenet_card_t *card)
{
    int rc = apenet_whoami(card, NULL, &rings.lattice);
    uint32_t processes = emuq_fi_rings_processes();
    rings.card = card;
    emuq_fi_rings_shape =
        emuq_fi_ring_choose(PAGES, processes < RINGS ? processes : RINGS, rings.lattice.pid);
    return rc;
}

/* ---- puts to senders ---- */

/* Puts the address of a ring and the position behind the packets that have been read. */
static void rings_put(emuq_fi_ring_t *r)
{
    uint32_t number = (uint32_t)(r - rings.ring);
    /* Acquire: pairs with the release of the thread that has read the packet. */
    uint64_t end = emuq_fi_ring_read(r->consumed, AO_load_acquire(&r->reading));
    emuq_fi_grant_t *g = &rings.grant[number];
    /* Relaxed: a put that has not started may copy a later, larger value. */
    AO_store(&g->returned, end);
    AO_store(&g->ring, (uintptr_t)rings.memory + (uint64_t)number * emuq_fi_rings_shape.bytes);
    int rc = apenet_rdma_put(rings.card, r->sender, g, sizeof *g, r->tail, 0, APENET_SILENT | APENET_NOWAIT);
    r->is_due = rc == -EAGAIN;
    emuq_fi_rings_are_due |= r->is_due;
    if (!r->is_due) /* a sender that has ended needs no space */
        AO_store(&r->returned, end);
}

void emuq_fi_rings_return(emuq_fi_ring_t *r)
{
    if (__builtin_expect(emuq_fi_ring_is_due(emuq_fi_rings_shape, r->consumed, r->returned), 0))
        rings_put(r);
}

void emuq_fi_rings_repeat(void)
{
    emuq_fi_rings_are_due = false;
    for (uint32_t i = 0; i < rings.used; i++)
        if (rings.ring[i].is_due)
            rings_put(&rings.ring[i]);
}

/* ---- rings ---- */

/* @return false: no memory */
static bool rings_allocate(void)
{
    const size_t bytes = (size_t)RINGS * emuq_fi_rings_shape.bytes, all = bytes + RINGS * sizeof *rings.grant;
    apenet_buffer_t registered;
    char *memory = emuq_message_memory(all, EMUQ_FI_RING_PAGE);
    int rc = memory != NULL
                 ? apenet_register_buffer(rings.card, memory, all, 0, EMUQ_FI_RINGS_CONTEXT, &registered)
                 : -ENOMEM;
    if (rc != 0)
        return false;
    rings.grant = (emuq_fi_grant_t *)(void *)(memory + bytes);
    rings.memory = memory;
    return true;
}

void emuq_fi_rings_grant(apenet_address_t sender, uint64_t tail)
{
    if (rings.used == RINGS || (rings.memory == NULL && !rings_allocate())) {
        rings.used = RINGS; /* all packets are sends */
        return;
    }
    emuq_fi_ring_t *r = &rings.ring[rings.used++];
    *r = (emuq_fi_ring_t){.tail = tail, .sender = sender};
    rings_put(r);
}

emuq_fi_ring_t *emuq_fi_rings_arrived(const apenet_event_t *e, uint64_t *at)
{
    const emuq_fi_ring_shape_t shape = emuq_fi_rings_shape;
    size_t offset = (size_t)((char *)e->address - rings.memory);
    if (offset / shape.bytes >= rings.used)
        return NULL;
    emuq_fi_ring_t *r = &rings.ring[offset / shape.bytes];
    *at = emuq_fi_ring_position(r->consumed, e->bytes);
    if (emuq_fi_ring_offset(shape, offset) != emuq_fi_ring_offset(shape, *at))
        return NULL;
    AO_store(&r->consumed, emuq_fi_ring_end(shape, *at, e->bytes));
    return r;
}
