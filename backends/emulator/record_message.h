/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file record_message.h
 * @brief Records of messages (backends/record.h). Called only while emuq_the_recording is not NULL.
 */
#ifndef EMUQ_EMULATOR_RECORD_MESSAGE_H
#define EMUQ_EMULATOR_RECORD_MESSAGE_H

#include "backends/emulator/fifo_space.h"
#include "backends/emulator/node.h"
#include "backends/record.h"

/** Records what there is of the payload of the message that has just been recorded. */
void emuq_record_payload(emuq_record_ring_t *ring, const emuq_inj_t *f, const MUHWI_Descriptor_t *d);

/** The head message has gone all the way. Under the claim; the descriptor is still there. @param begun clock
 * before it was looked at @param position where a packet ends in its reception FIFO */
static inline void emuq_record_sent(emuq_record_ring_t *ring, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                                    uint64_t begun, uint64_t position)
{
    f->recorded = emuq_load(&f->regs->desc_count) + 1; /* it is not counted yet */
    if (!emuq_record_wants(ring, EMUQ_RECORD_SEND))
        return;
    bool is_measured = ring->stream.written % EMUQ_RECORD_MEASURED == 0;
    emuq_record_write(emuq_record_next(ring),
                      (emuq_record_note_t){.ticks = begun,
                                           .bytes = d->Message_Length & EMUQ_PA_MASK,
                                           .lasted = is_measured ? emuq_record_lasted(begun) : 0,
                                           .kind = EMUQ_RECORD_SEND,
                                           .fifo = (uint16_t)f->id,
                                           .node = f->node->number,
                                           .position = position},
                      &d->PacketHeader);
    emuq_record_add(ring);
    if (__builtin_expect(ring->payload != 0, 0))
        emuq_record_payload(ring, f, d);
}

/** The descriptors of an injection FIFO that wait there are recorded, each once. Under its claim. */
void emuq_record_injected(emuq_record_ring_t *ring, emuq_inj_t *f);

/** The same of those that are complete already: another thread runs the FIFO, too, and may find the tail
 * before the doorbell rings. Under its claim. */
void emuq_record_overtaken(emuq_record_ring_t *ring, emuq_inj_t *f);

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
