/* SPDX-License-Identifier: BSD-3-Clause */
/** @file arrivals.h
 *  @brief What has arrived of messages of equal length, packet by packet. */
#ifndef FAULTS_ARRIVALS_H
#define FAULTS_ARRIVALS_H

#include "mu_support.h"

/** Packets, and how many were not at their place in their message. */
typedef struct arrivals {
    uint64_t packets, out_of_order;
} arrivals_t;

/** Notes a packet of messages of @p packets packets of 512 bytes. @return its place in its message */
static inline uint64_t arrivals_note(arrivals_t *a, const MUHWI_PacketHeader_t *h, uint64_t packets)
{
    uint64_t offset = mu_put_offset(h);
    a->out_of_order += offset != a->packets++ % packets * 512;
    return offset / 512;
}

#endif /* FAULTS_ARRIVALS_H */
