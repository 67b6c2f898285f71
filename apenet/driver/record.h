/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file record.h
 * @brief What the driver notes in a recorded job (backends/record.h): messages that begin, events that
 * programs take, waits, and what is refused.
 *
 * A job that is not recorded runs nothing of it. In one that is, each message goes through the ring
 * (`short_most`), and is noted when it is put there.
 */
#ifndef APENET_DRIVER_RECORD_H
#define APENET_DRIVER_RECORD_H

#include "apenet/driver/post.h"
#include "backends/record.h"

/** A message that is being posted. */
typedef struct apenet_start {
    uint64_t begun;   /**< emuq_record_clock() */
    uint64_t message; /**< number of its last packet */
} apenet_start_t;

/** A message of @p packets packets will be put in the ring, whose lock the caller has. */
apenet_start_t apenet_record_begin(apenet_host_t *h, uint32_t packets);

/** It has been. @param operation its magic; 0: it has none */
void apenet_record_start(const apenet_card_t *card, const apenet_start_t *start, const apenet_post_t *post,
                         uint64_t operation);

/** The program takes an event. @param number of the event at its card */
void apenet_record_take(const apenet_card_t *card, uint32_t number, const apenet_event_t *event);

/** A thread begins to wait. @param what EMUQ_RECORD_WAIT_EVENT or _SLOT @param which as of emuq_record_wait_t
 * @return its ring, for the end; NULL: nothing is noted */
emuq_record_ring_t *apenet_record_wait(const apenet_card_t *card, emuq_record_wait_t what, unsigned which);

/** The wait is over. @param ring apenet_record_wait(), or NULL */
void apenet_record_wait_end(emuq_record_ring_t *ring);

/** A call refuses what is asked: that of a put, send or get, or apenet_wait_event(). @return @p rc */
int apenet_refused(const apenet_card_t *card, const char *call, int rc);

/** The card of a ring has refused a descriptor. @param why in words; cut off */
void apenet_record_refusal(uint32_t node, unsigned slot, const char *why);

#endif /* APENET_DRIVER_RECORD_H */
