/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file arrivals.h
 * @brief Records the packets of messages of equal length.
 */
#ifndef FAULTS_ARRIVALS_H
#define FAULTS_ARRIVALS_H

#include "mu_support.h"

/** Packets, and number of packets out of order. */
typedef struct arrivals {
    uint64_t packets, out_of_order;
} arrivals_t;

/** Records a packet of a message of @p packets packets of 512 bytes. @return its index in the message */
static inline uint64_t arrivals_note(arrivals_t *a, const MUHWI_PacketHeader_t *h, uint64_t packets)
{
    uint64_t offset = mu_put_offset(h);
    a->out_of_order += offset != a->packets++ % packets * 512;
    return offset / 512;
}

#endif /* FAULTS_ARRIVALS_H */
