/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file record.h
 * @brief Records of messages, stores and waits (backends/record.h), while emuq_the_recording is set.
 */
#ifndef EMUQ_EMULATOR_RECORD_H
#define EMUQ_EMULATOR_RECORD_H

#include "backends/emulator/core/unit.h"
#include "backends/record.h"

#if EMUQ_HAVE_TRACE

/** Records the payload of the last recorded message. */
void emuq_record_payload(emuq_record_ring_t *ring, const emuq_inj_t *f, const MUHWI_Descriptor_t *d);
/** Records a delivered message and its duration. */
void emuq_record_measured(emuq_record_ring_t *ring, const emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                          uint64_t begun, uint64_t position);
/** See emuq_record_sent(). */
void emuq_record_row(emuq_record_ring_t *ring, const emuq_inj_t *f, const MUHWI_Descriptor_t *d, unsigned n,
                     uint64_t begun, uint64_t position);
/** Records the injection of each waiting descriptor of a FIFO, once. Caller holds the claim. */
void emuq_record_injected(emuq_record_ring_t *ring, emuq_inj_t *f);
/** See emuq_record_overtaken(). */
void emuq_record_up_to_count(emuq_record_ring_t *ring, emuq_inj_t *f);
/** Whether the injection of the head message is recorded. Caller holds the claim. */
bool emuq_record_knows_head(emuq_inj_t *f);
/** Records the completion of waiting descriptors. @param ring NULL: no record @param before descriptor count
 * before the run */
void emuq_record_run(emuq_record_ring_t *ring, const emuq_inj_t *f, uint64_t before);
/** Records the arrival of packets. @param position end of the packets in the FIFO */
void emuq_record_delivered(const emuq_rec_t *to, emuq_record_origin_t origin, uint64_t begun, uint64_t bytes,
                           uint64_t position);
/** @param kind EMUQ_RECORD_PARK or _RESUME */
void emuq_record_parked(emuq_record_kind_t kind, const emuq_inj_t *from, const emuq_space_queue_t *target);
/** Begins a recorded wait, or continues it at a further register. */
void emuq_record_wait(emuq_record_ring_t *ring, const volatile uint64_t *reg);
void emuq_record_poll(const volatile uint64_t *reg);
/** Extends the wait to the current time, after an unsuccessful poll. */
void emuq_record_polled(void);
/** Records a store without an injection. */
void emuq_record_store(emuq_record_ring_t *ring, const emuq_reg_place_t *p, uint64_t value);

#else /* never called: emuq_the_recording is NULL */

static inline void emuq_record_payload(emuq_record_ring_t *ring, const emuq_inj_t *f,
                                       const MUHWI_Descriptor_t *d)
{
    (void)ring, (void)f, (void)d;
}
static inline void emuq_record_measured(emuq_record_ring_t *ring, const emuq_inj_t *f,
                                        const MUHWI_Descriptor_t *d, uint64_t begun, uint64_t position)
{
    (void)ring, (void)f, (void)d, (void)begun, (void)position;
}
static inline void emuq_record_row(emuq_record_ring_t *ring, const emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                                   unsigned n, uint64_t begun, uint64_t position)
{
    (void)ring, (void)f, (void)d, (void)n, (void)begun, (void)position;
}
static inline void emuq_record_injected(emuq_record_ring_t *ring, emuq_inj_t *f)
{
    (void)ring, (void)f;
}
static inline void emuq_record_up_to_count(emuq_record_ring_t *ring, emuq_inj_t *f)
{
    (void)ring, (void)f;
}
static inline bool emuq_record_knows_head(emuq_inj_t *f)
{
    (void)f;
    return false;
}
static inline void emuq_record_run(emuq_record_ring_t *ring, const emuq_inj_t *f, uint64_t before)
{
    (void)ring, (void)f, (void)before;
}
static inline void emuq_record_delivered(const emuq_rec_t *to, emuq_record_origin_t origin, uint64_t begun,
                                         uint64_t bytes, uint64_t position)
{
    (void)to, (void)origin, (void)begun, (void)bytes, (void)position;
}
static inline void emuq_record_parked(emuq_record_kind_t kind, const emuq_inj_t *from,
                                      const emuq_space_queue_t *target)
{
    (void)kind, (void)from, (void)target;
}
static inline void emuq_record_wait(emuq_record_ring_t *ring, const volatile uint64_t *reg)
{
    (void)ring, (void)reg;
}
static inline void emuq_record_poll(const volatile uint64_t *reg)
{
    (void)reg;
}
static inline void emuq_record_polled(void) {}
static inline void emuq_record_store(emuq_record_ring_t *ring, const emuq_reg_place_t *p, uint64_t value)
{
    (void)ring, (void)p, (void)value;
}

#endif

/* ---- Messages of the fast path ---- */

static inline void emuq_record_write_message(emuq_record_ring_t *ring, const emuq_inj_t *f,
                                             const MUHWI_Descriptor_t *d, emuq_record_note_t note)
{
    note.bytes = d->Message_Length & EMUQ_PA_MASK;
    note.kind = EMUQ_RECORD_SEND;
    note.fifo = (uint16_t)f->id;
    note.node = f->node->number;
    emuq_record_write(emuq_record_next(ring), note, &d->PacketHeader);
    emuq_record_add(ring);
}

/* Rare cases are tail calls: no register has to be saved. */
static inline void emuq_record_message(emuq_record_ring_t *ring, const emuq_inj_t *f,
                                       const MUHWI_Descriptor_t *d, uint64_t begun, uint64_t position)
{
    if (__builtin_expect(ring->stream.written % EMUQ_RECORD_MEASURED == 0, 0)) {
        emuq_record_measured(ring, f, d, begun, position);
        return;
    }
    emuq_record_write_message(ring, f, d, (emuq_record_note_t){.ticks = begun, .position = position});
    if (__builtin_expect(ring->payload != 0, 0))
        emuq_record_payload(ring, f, d);
}

/** Records @p n messages delivered together, the first at the FIFO's head. Caller holds the claim, and counts
 * the descriptors afterwards. @param begun clock before the delivery @param position end of the last packet
 * in its FIFO, one packet of equal length per message; 0: no packets */
static inline void emuq_record_sent(emuq_record_ring_t *ring, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                                    unsigned n, uint64_t begun, uint64_t position)
{
    f->recorded = AO_load(&f->regs->desc_count) + n;
    if (!emuq_record_wants(ring, EMUQ_RECORD_SEND))
        return;
    if (n == 1)
        emuq_record_message(ring, f, d, begun, position);
    else
        emuq_record_row(ring, f, d, n, begun, position);
}

/* ---- Messages of the slow path ---- */

/** Records descriptors completed without a record: a concurrent run may see the tail before the doorbell.
 * Caller holds the claim. */
static inline void emuq_record_overtaken(emuq_record_ring_t *ring, emuq_inj_t *f)
{
    if (__builtin_expect(AO_load(&f->regs->desc_count) > f->recorded, 0))
        emuq_record_up_to_count(ring, f);
}

/* ---- Waits and stores ---- */

/** @param ring NULL: no record */
static inline void emuq_record_poll_of(emuq_record_ring_t *ring, const volatile uint64_t *reg)
{
    if (ring != NULL && ring->waits_for != reg && emuq_record_wants(ring, EMUQ_RECORD_WAIT))
        emuq_record_wait(ring, reg);
}

#endif /* EMUQ_EMULATOR_RECORD_H */
