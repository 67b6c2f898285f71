/* SPDX-License-Identifier: BSD-3-Clause */
/** @file put.h
 *  @brief Single messages on an empty machine. */
#ifndef EMUQ_TEST_NETWORK_PUT_H
#define EMUQ_TEST_NETWORK_PUT_H

#include "network/files/files.h"
#include "network/network.h"

/** A message, and when its descriptor is available. */
typedef struct traffic_put {
    uint64_t tick;
    emuq_net_message_t message;
} traffic_put_t;

/** Sends messages on a new machine and waits. @param last set to the tick of the last arrival
 *  @return 0, -EIO: a packet is missing, or an error of emuq_net_open() or emuq_net_send() */
int traffic_puts(const emuq_net_constants_t *p, const emuq_net_shape_t *shape, const traffic_put_t *put,
                 uint32_t count, uint64_t *last);

/** Closed form: cycles of a single message from the store of the tail to its visibility. */
uint64_t traffic_put_cycles(const emuq_net_constants_t *p, const emuq_net_shape_t *shape, uint32_t from,
                            uint32_t to, uint32_t bytes);

#endif /* EMUQ_TEST_NETWORK_PUT_H */
