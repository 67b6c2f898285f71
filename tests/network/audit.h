/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file audit.h
 * @brief What holds in a machine between any two cycles, for tests.
 */
#ifndef EMUQ_NETWORK_AUDIT_H
#define EMUQ_NETWORK_AUDIT_H

#include "network/network.h"

/** Checks that tokens and room add up to the sizes of buffers and FIFOs, that no packet is lost, and that no
 *  packet waits that could go. Not from a client's call. Takes time and memory in proportion to the machine.
 *  @return NULL, or what does not hold */
const char *emuq_net_audit(const emuq_net_t *net);

#endif /* EMUQ_NETWORK_AUDIT_H */
