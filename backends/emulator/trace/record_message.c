/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/trace/record_message.h"

#include "backends/emulator/core/fifo_space.h"

#define SLOT ((uint64_t)BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES)

/* A record of @p kind, in which only what the caller has given remains to be set; NULL: not wanted. */
static emuq_record_t *next(emuq_record_ring_t *ring, emuq_record_kind_t kind, uint32_t node, uint32_t fifo,
                           uint64_t position)
{
    if (ring == NULL || !emuq_record_wants(ring, kind))
        return NULL;
    emuq_record_t *r = emuq_record_next(ring);
    emuq_record_write(r,
                      (emuq_record_note_t){.ticks = emuq_record_clock(),
                                           .kind = (uint8_t)kind,
                                           .fifo = (uint16_t)fifo,
                                           .node = node,
                                           .position = position},
                      NULL);
    return r;
}

void emuq_record_payload(emuq_record_ring_t *ring, const emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    const emuq_address_space_t *space = emuq_owner_of(&f->owner).space;
    uint64_t pa = d->Pa_Payload & EMUQ_PA_MASK, end = d->Message_Length & EMUQ_PA_MASK;
    end = end < ring->payload ? end : ring->payload;
    const char *payload = space != NULL && end != 0 ? emuq_translate(space->memory, pa, end) : NULL;
    if (payload == NULL || (pa & EMUQ_ATOMIC) != 0 || emuq_record_is_lost(ring))
        return; /* out of reach, or no memory: to load it again has an effect */
    for (uint64_t at = 0; at < end; at += EMUQ_RECORD_DATA_BYTES) {
        emuq_record_t *r = next(ring, EMUQ_RECORD_PAYLOAD, EMUQ_RECORD_NO_NODE, 0, 0);
        if (r == NULL)
            return;
        r->bytes = end - at < EMUQ_RECORD_DATA_BYTES ? end - at : EMUQ_RECORD_DATA_BYTES;
        memcpy(r->data, payload + at, r->bytes);
        emuq_record_add(ring);
    }
}

void emuq_record_measured(emuq_record_ring_t *ring, const emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                          uint64_t begun, uint64_t position)
{
    emuq_record_write_message(
        ring, f, d,
        (emuq_record_note_t){.ticks = begun, .lasted = emuq_record_lasted(begun), .position = position});
    if (ring->payload != 0)
        emuq_record_payload(ring, f, d);
}

void emuq_record_row(emuq_record_ring_t *ring, const emuq_inj_t *f, const MUHWI_Descriptor_t *d, unsigned n,
                     uint64_t begun, uint64_t position)
{
    uint64_t bytes = d->Message_Length & EMUQ_PA_MASK, packet = 0;
    if (position != 0)
        packet = MUHWI_PACKET_HEADER_SIZE_IN_BYTES + (bytes + EMUQ_CHUNK - 1) / EMUQ_CHUNK * EMUQ_CHUNK;
    position -= (n - 1) * packet;
    for (unsigned i = 0; i < n; i++)
        emuq_record_message(ring, f, &d[i], begun, position + i * packet);
}

/* Records one descriptor. Its memory may be out of reach: then nothing is known of it but that there is one.
 */
static void inject(emuq_record_ring_t *ring, const emuq_inj_t *f, uint64_t pa, uint64_t number)
{
    const emuq_address_space_t *space = emuq_owner_of(&f->owner).space;
    const MUHWI_Descriptor_t *d = space != NULL ? emuq_translate(space->memory, pa, sizeof *d) : NULL;
    emuq_record_t *r = next(ring, EMUQ_RECORD_INJECT, f->node->number, f->id, number);
    if (r == NULL)
        return;
    if (d != NULL) {
        r->bytes = d->Message_Length & EMUQ_PA_MASK;
        memcpy(r->header, &d->PacketHeader, sizeof r->header);
    }
    emuq_record_add(ring);
    if (d != NULL && ring->payload != 0)
        emuq_record_payload(ring, f, d);
}

/* Records descriptors up to number @p last. Slots of complete ones are what they were: until the program
 * injects again, or in a remote-get FIFO, until so many descriptors have come as there are slots. */
static void inject_up_to(emuq_record_ring_t *ring, emuq_inj_t *f, uint64_t last)
{
    const emuq_inj_regs_t *r = f->regs;
    uint64_t start = emuq_load(&r->start), slots = (emuq_load(&r->size_1) + 1) / SLOT;
    uint64_t head = (emuq_load(&r->head) - start) / SLOT, count = emuq_load(&r->desc_count);
    if (ring == NULL || head >= slots)
        return;
    if (f->recorded > last)
        f->recorded = count; /* the FIFO has been initialised anew */
    if (last - f->recorded >= slots)
        f->recorded = last - (slots - 1);
    for (uint64_t number = f->recorded + 1; number <= last; number++)
        inject(ring, f, start + (head + slots + number - count - 1) % slots * SLOT, number);
    if (f->recorded < last)
        __atomic_store_n(&f->injected, last, __ATOMIC_RELAXED);
    f->recorded = last;
}

/* Number of the last descriptor that has been injected; of a FIFO whose registers say nothing, 0. */
static uint64_t last_injected(const emuq_inj_t *f)
{
    const emuq_inj_regs_t *r = f->regs;
    uint64_t size = emuq_load(&r->size_1) + 1, head = emuq_load(&r->head);
    uint64_t waiting = emuq_load_acquire(&r->tail) - head;
    if ((int64_t)waiting < 0)
        waiting += size;
    return waiting < size ? emuq_load(&r->desc_count) + waiting / SLOT : 0;
}

void emuq_record_injected(emuq_record_ring_t *ring, emuq_inj_t *f)
{
    uint64_t last = last_injected(f);
    if (last != 0)
        inject_up_to(ring, f, last);
}

bool emuq_record_knows_head(emuq_inj_t *f)
{
    if (emuq_load(&f->regs->desc_count) >= f->recorded)
        return false;
    return f->recorded <= last_injected(f); /* otherwise the FIFO has been initialised anew */
}

void emuq_record_up_to_count(emuq_record_ring_t *ring, emuq_inj_t *f)
{
    inject_up_to(ring, f, emuq_load(&f->regs->desc_count));
}

void emuq_record_run(emuq_record_ring_t *ring, const emuq_inj_t *f, uint64_t before)
{
    uint64_t count = emuq_load_acquire(&f->regs->desc_count);
    if (count != before && __atomic_load_n(&f->injected, __ATOMIC_RELAXED) > before &&
        next(ring, EMUQ_RECORD_COMPLETE, f->node->number, f->id, count) != NULL)
        emuq_record_add(ring);
}

void emuq_record_delivered(const emuq_rec_t *to, emuq_record_origin_t origin, uint64_t begun, uint64_t bytes,
                           uint64_t position)
{
    emuq_record_ring_t *ring = emuq_record_ring();
    emuq_record_t *r = next(ring, EMUQ_RECORD_DELIVER, to->node->number, to->id, position);
    if (r == NULL)
        return;
    r->ticks = begun;
    r->lasted = emuq_record_lasted(begun);
    r->bytes = bytes;
    r->origin = origin;
    emuq_record_add(ring);
}

void emuq_record_parked(emuq_record_kind_t kind, const emuq_inj_t *from, const emuq_blocker_t *target)
{
    emuq_record_ring_t *ring = emuq_record_ring();
    uint64_t where = target->rec != NULL ? (uint64_t)target->rec->node->number << 16 | target->rec->id
                                         : (uint64_t)target->inj->node->number << 16 | target->inj->id;
    emuq_record_t *r = next(ring, kind, from != NULL ? from->node->number : EMUQ_RECORD_NO_NODE,
                            from != NULL ? from->id : 0, where);
    if (r == NULL)
        return;
    r->detail = target->rec != NULL;
    emuq_record_add(ring);
}
