/* SPDX-License-Identifier: BSD-3-Clause */
/** @file explain.h  Where the time of one packet goes. */
#ifndef EMUQ_NET_EXPLAIN_H
#define EMUQ_NET_EXPLAIN_H

#include "network/network.h"
#include "tools/emuq-net/parameters.h"

/**
 * Sends one message of one packet on an empty machine, and prints the parts of its time: what the constants
 * say, next to when the network did it; and the constants with their provenance.
 * @param message source and destination differ
 * @return 0; -EINVAL with the reason in @p why; another negative errno
 */
int traffic_explain(const emuq_net_constants_t *p, const emuq_net_shape_t *shape,
                    const emuq_net_message_t *message, FILE *out, emuq_text_t *why);

#endif /* EMUQ_NET_EXPLAIN_H */
