/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file record_message.h
 * @brief Records of messages (backends/record.h). Called only while emuq_the_recording is not NULL.
 */
#ifndef EMUQ_EMULATOR_RECORD_MESSAGE_H
#define EMUQ_EMULATOR_RECORD_MESSAGE_H

#include "backends/emulator/core/fifo_space.h"
#include "backends/emulator/core/header_view.h"
#include "backends/emulator/core/node.h"
#include "backends/record.h"

/** Records what there is of the payload of the message that has just been recorded. */
void emuq_record_payload(emuq_record_ring_t *ring, const emuq_inj_t *f, const MUHWI_Descriptor_t *d);

/* Writes the record of a message that has gone all the way. */
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

/** As emuq_record_message(), also of how long it has taken. */
void emuq_record_measured(emuq_record_ring_t *ring, const emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                          uint64_t begun, uint64_t position);

/* The record of a message that has gone all the way. What is seldom comes last, or instead: nothing has to be
 * kept beyond a call. */
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

/** Records those of emuq_record_sent(). */
void emuq_record_row(emuq_record_ring_t *ring, const emuq_inj_t *f, const MUHWI_Descriptor_t *d, unsigned n,
                     uint64_t begun, uint64_t position);

/** The messages of @p n descriptors in a row, the first of which is at the FIFO's head, have gone all the
 * way, together. Under the claim; the descriptors are still there, and not counted yet. @param begun clock
 * before the first was looked at @param position where the last packet ends in its reception FIFO, one packet
 * of each message and all of one length; 0: they are no packets */
static inline void emuq_record_sent(emuq_record_ring_t *ring, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                                    unsigned n, uint64_t begun, uint64_t position)
{
    f->recorded = emuq_load(&f->regs->desc_count) + n;
    if (!emuq_record_wants(ring, EMUQ_RECORD_SEND))
        return;
    if (n == 1)
        emuq_record_message(ring, f, d, begun, position);
    else
        emuq_record_row(ring, f, d, n, begun, position);
}

/** The descriptors of an injection FIFO that wait there are recorded, each once. Under its claim. */
void emuq_record_injected(emuq_record_ring_t *ring, emuq_inj_t *f);

/** As emuq_record_overtaken(), which has found some. */
void emuq_record_up_to_count(emuq_record_ring_t *ring, emuq_inj_t *f);

/** The same of those that are complete already: another thread runs the FIFO, too, and may find the tail
 * before the doorbell rings. Under its claim. */
static inline void emuq_record_overtaken(emuq_record_ring_t *ring, emuq_inj_t *f)
{
    if (__builtin_expect(emuq_load(&f->regs->desc_count) > f->recorded, 0))
        emuq_record_up_to_count(ring, f);
}

/** Whether the injection of the head message is recorded. Under the claim. */
bool emuq_record_knows_head(emuq_inj_t *f);

/** The FIFO has been run; @p before its count of complete descriptors before that. Recorded if some of them
 * had to wait. @param ring NULL: nothing is recorded */
void emuq_record_run(emuq_record_ring_t *ring, const emuq_inj_t *f, uint64_t before);

/** Packets with @p bytes of payload have been put into a FIFO, since @p begun. @param position where they end
 */
void emuq_record_delivered(const emuq_rec_t *to, emuq_record_origin_t origin, uint64_t begun, uint64_t bytes,
                           uint64_t position);

/** A message of @p from waits for room in a FIFO, or goes on. @param kind EMUQ_RECORD_PARK or _RESUME */
void emuq_record_parked(emuq_record_kind_t kind, const emuq_inj_t *from, const emuq_blocker_t *target);

#endif /* EMUQ_EMULATOR_RECORD_MESSAGE_H */
