/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/trace/record.h"

#define SLOT ((uint64_t)BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES)

/* Begins a record for the caller to complete. @return NULL: not recorded */
static emuq_record_t *record_next(emuq_record_ring_t *ring, emuq_record_kind_t kind, uint32_t node,
                                  uint32_t fifo, uint64_t position)
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
        return; /* the payload is not accessible, or its load is an atomic operation */
    for (uint64_t at = 0; at < end; at += EMUQ_RECORD_DATA_BYTES) {
        emuq_record_t *r = record_next(ring, EMUQ_RECORD_PAYLOAD, EMUQ_RECORD_NO_NODE, 0, 0);
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

/* Records the injection of one descriptor, without contents if it is not accessible. */
static void record_inject(emuq_record_ring_t *ring, const emuq_inj_t *f, uint64_t pa, uint64_t number)
{
    const emuq_address_space_t *space = emuq_owner_of(&f->owner).space;
    const MUHWI_Descriptor_t *d = space != NULL ? emuq_translate(space->memory, pa, sizeof *d) : NULL;
    emuq_record_t *r = record_next(ring, EMUQ_RECORD_INJECT, f->node->number, f->id, number);
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

/* Records injections up to number @p last. Slots of complete descriptors are valid until the program injects
 * again, or a remote-get FIFO has wrapped around. */
static void record_inject_up_to(emuq_record_ring_t *ring, emuq_inj_t *f, uint64_t last)
{
    const emuq_inj_regs_t *r = f->regs;
    uint64_t start = AO_load(&r->start), slots = (AO_load(&r->size_1) + 1) / SLOT;
    uint64_t head = (AO_load(&r->head) - start) / SLOT, count = AO_load(&r->desc_count);
    if (ring == NULL || head >= slots)
        return;
    if (f->recorded > last)
        f->recorded = count; /* the FIFO has been initialised again */
    if (last - f->recorded >= slots)
        f->recorded = last - (slots - 1);
    for (uint64_t number = f->recorded + 1; number <= last; number++)
        record_inject(ring, f, start + (head + slots + number - count - 1) % slots * SLOT, number);
    if (f->recorded < last)
        AO_store(&f->injected, last);
    f->recorded = last;
}

/* @return number of the last injected descriptor; 0: invalid registers */
static uint64_t record_last_injected(const emuq_inj_t *f)
{
    const emuq_inj_regs_t *r = f->regs;
    uint64_t size = AO_load(&r->size_1) + 1, head = AO_load(&r->head);
    uint64_t waiting = AO_load_acquire(&r->tail) - head;
    if ((int64_t)waiting < 0)
        waiting += size;
    return waiting < size ? AO_load(&r->desc_count) + waiting / SLOT : 0;
}

void emuq_record_injected(emuq_record_ring_t *ring, emuq_inj_t *f)
{
    uint64_t last = record_last_injected(f);
    if (last != 0)
        record_inject_up_to(ring, f, last);
}

bool emuq_record_knows_head(emuq_inj_t *f)
{
    if (AO_load(&f->regs->desc_count) >= f->recorded)
        return false;
    return f->recorded <= record_last_injected(f); /* otherwise the FIFO has been initialised again */
}

void emuq_record_up_to_count(emuq_record_ring_t *ring, emuq_inj_t *f)
{
    record_inject_up_to(ring, f, AO_load(&f->regs->desc_count));
}

void emuq_record_run(emuq_record_ring_t *ring, const emuq_inj_t *f, uint64_t before)
{
    uint64_t count = AO_load_acquire(&f->regs->desc_count);
    if (count != before && AO_load(&f->injected) > before &&
        record_next(ring, EMUQ_RECORD_COMPLETE, f->node->number, f->id, count) != NULL)
        emuq_record_add(ring);
}

void emuq_record_delivered(const emuq_rec_t *to, emuq_record_origin_t origin, uint64_t begun, uint64_t bytes,
                           uint64_t position)
{
    emuq_record_ring_t *ring = emuq_record_ring();
    emuq_record_t *r = record_next(ring, EMUQ_RECORD_DELIVER, to->node->number, to->id, position);
    if (r == NULL)
        return;
    r->ticks = begun;
    r->lasted = emuq_record_lasted(begun);
    r->bytes = bytes;
    r->origin = origin;
    emuq_record_add(ring);
}

void emuq_record_parked(emuq_record_kind_t kind, const emuq_inj_t *from, const emuq_space_queue_t *target)
{
    emuq_record_ring_t *ring = emuq_record_ring();
    uint64_t where = target->rec != NULL ? (uint64_t)target->rec->node->number << 16 | target->rec->id
                                         : (uint64_t)target->inj->node->number << 16 | target->inj->id;
    emuq_record_t *r = record_next(ring, kind, from != NULL ? from->node->number : EMUQ_RECORD_NO_NODE,
                                   from != NULL ? from->id : 0, where);
    if (r == NULL)
        return;
    r->detail = target->rec != NULL;
    emuq_record_add(ring);
}

/* ---- Waits ---- */

#define SAME_WAIT_TICKS 100000 /* about 10 microseconds */

/* @param[out] id number of the FIFO or route */
static emuq_record_wait_t record_wait_of(const emuq_reg_place_t *p, uint16_t *id)
{
    uint32_t in = p->in_page;
    *id = 0;
    if (in < EMUQ_REG_REC) {
        /* The start register of FIFO 0, which no program polls, stands for memory of the node. */
        if (in == 0 && p->subgroup == 0)
            return EMUQ_RECORD_WAIT_MEMORY;
        *id = (uint16_t)(p->subgroup * 8 + in / 64);
        return (in % 64) / 8 == 4 ? EMUQ_RECORD_WAIT_COMPLETION : EMUQ_RECORD_WAIT_ROOM;
    }
    if (in < EMUQ_REG_IS_ENABLED) {
        *id = (uint16_t)(p->subgroup * 4 + (in - EMUQ_REG_REC) / 64);
        return EMUQ_RECORD_WAIT_PACKETS;
    }
    if (in >= EMUQ_REG_GI_CONTROL && in < EMUQ_REG_GI_STATUS + 16 * 8) {
        *id = (uint16_t)((in - EMUQ_REG_GI_CONTROL) / 8 % 16);
        return EMUQ_RECORD_WAIT_INTERRUPT;
    }
    return EMUQ_RECORD_WAIT_OTHER;
}

/* Attributes a wait on several registers to packets that have arrived. */
static void record_name_wait(emuq_record_ring_t *ring, const emuq_reg_place_t *p)
{
    if (ring->waits_for != NULL && ring->waiting.detail != EMUQ_RECORD_WAIT_INTERRUPT)
        ring->waiting.detail = (uint8_t)record_wait_of(p, &ring->waiting.fifo);
}

static void record_begin_wait(emuq_record_ring_t *ring, const volatile uint64_t *reg)
{
    emuq_reg_place_t p;
    emuq_record_polls_end(ring);
    if (!emuq_place_of(reg, &p))
        return;
    uint16_t id;
    emuq_record_wait_t what = record_wait_of(&p, &id);
    uint64_t now = emuq_record_clock();
    ring->waits_for = reg;
    ring->polls = 0;
    emuq_record_write(&ring->waiting,
                      (emuq_record_note_t){.ticks = now,
                                           .position = now,
                                           .kind = EMUQ_RECORD_WAIT,
                                           .detail = (uint8_t)what,
                                           .fifo = id,
                                           .node = p.node->number},
                      NULL);
}

/* Polls of several registers are a single wait, unless the thread works in between. */
void emuq_record_wait(emuq_record_ring_t *ring, const volatile uint64_t *reg)
{
    uint64_t now = emuq_record_clock();
    if (ring->waits_for == NULL || now - ring->waiting.position > SAME_WAIT_TICKS) {
        record_begin_wait(ring, reg);
    } else {
        ring->waits_for = reg;
        ring->waiting.position = now;
    }
}

void emuq_record_poll(const volatile uint64_t *reg)
{
    emuq_record_poll_of(emuq_record_ring(), reg);
}

void emuq_record_polled(void)
{
    emuq_record_ring_t *ring = emuq_record_ring();
    if (ring != NULL)
        ring->waiting.position = emuq_record_clock();
}

/* ---- Stores ---- */

/* Position (sync/byte_ring.h) of a head moved to @p offset. Reads the senders' cache line only if the
 * position is unknown. */
static uint64_t record_head_position(emuq_rec_t *rec, uint64_t offset)
{
    uint64_t before = AO_load(&rec->taken), now;
    if (before == 0) { /* last position with this offset up to the published end */
        before = AO_load_acquire(&rec->ring.commit);
        now = before - emuq_byte_ring_offset(before) + offset;
        now -= offset > emuq_byte_ring_offset(before) ? EMUQ_BYTE_RING_LAP : 0;
    } else { /* the head never moves by a whole lap */
        now = before - emuq_byte_ring_offset(before) + offset;
        now += offset < emuq_byte_ring_offset(before) ? EMUQ_BYTE_RING_LAP : 0;
    }
    AO_store(&rec->taken, now);
    return now;
}

/* The kernel also stores the head before the FIFO is enabled. */
static void record_receive(emuq_record_ring_t *ring, emuq_rec_t *rec, uint64_t head)
{
    if (rec->regs == NULL || AO_load(&rec->enabled) == 0 || !emuq_record_wants(ring, EMUQ_RECORD_RECEIVE))
        return;
    uint64_t before = AO_load(&rec->taken);
    uint64_t position = record_head_position(rec, head - AO_load(&rec->regs->start));
    if (position == before)
        return;
    emuq_record_write(emuq_record_next(ring),
                      (emuq_record_note_t){.ticks = emuq_record_clock_after(),
                                           .kind = EMUQ_RECORD_RECEIVE,
                                           .fifo = (uint16_t)rec->id,
                                           .node = rec->node->number,
                                           .position = position},
                      NULL);
    emuq_record_add(ring);
}

static bool record_is_reception_head(const emuq_reg_place_t *p)
{
    return p->in_page >= EMUQ_REG_REC && p->in_page < EMUQ_REG_IS_ENABLED && (p->in_page & 0x38) == 2 * 8;
}

void emuq_record_store(emuq_record_ring_t *ring, const emuq_reg_place_t *p, uint64_t value)
{
    if (record_is_reception_head(p))
        record_name_wait(ring, p);
    emuq_record_polls_end(ring);
    if (record_is_reception_head(p))
        record_receive(ring, &p->node->rec[p->subgroup * 4 + (p->in_page - EMUQ_REG_REC) / 64], value);
    else if (p->in_page >= EMUQ_REG_GI_CONTROL && p->in_page < EMUQ_REG_GI_STATUS &&
             record_next(ring, EMUQ_RECORD_INTERRUPT, p->node->number, (p->in_page - EMUQ_REG_GI_CONTROL) / 8,
                         value) != NULL)
        emuq_record_add(ring);
}
