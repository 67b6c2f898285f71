/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file verify.h
 * @brief What a card refuses to send.
 */
#ifndef APENET_CARD_VERIFY_H
#define APENET_CARD_VERIFY_H

#include "apenet/card/bus.h"

/** What is wrong with a descriptor. */
typedef struct apenet_verdict {
    apenet_status_t status; /**< OK: nothing */
    const char *what;       /**< one sentence */
} apenet_verdict_t;

/** Checks a descriptor that card @p d is to send. @param source gets where its payload is, if it is accepted.
 */
apenet_verdict_t apenet_verify(const apenet_device_t *d, const apenet_descriptor_t *descriptor,
                               apenet_place_t *source);

/** The same for a packet that comes behind one that has been accepted: what is the same in both is not
 * checked again. The tables of the destination are not changed meanwhile. */
apenet_verdict_t apenet_verify_next(const apenet_device_t *d, const apenet_descriptor_t *descriptor,
                                    const apenet_descriptor_t *before, apenet_place_t *source);

/** Checks the payload of a request to read. */
apenet_verdict_t apenet_verify_request(const apenet_device_t *d, const apenet_get_request_t *request);

/** Writes a report of several lines: the descriptor, decoded. @return its length */
size_t apenet_verdict_report(const apenet_device_t *d, const apenet_descriptor_t *descriptor, unsigned slot,
                             apenet_verdict_t verdict, char *text, size_t bytes);

#endif /* APENET_CARD_VERIFY_H */
