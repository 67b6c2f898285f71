/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file audit.h
 * @brief Invariants of a machine between two cycles.
 */
#ifndef EMUQ_NETWORK_AUDIT_H
#define EMUQ_NETWORK_AUDIT_H

#include "network/network.h"

/** Checks that tokens and free space add up to the sizes of buffers and FIFOs, that no packet is lost, and
 * that no packet waits although it could start. Not from a callback. Time and memory are proportional to
 * the machine.
 * @return NULL, or the violated invariant */
const char *emuq_net_audit(const emuq_net_t *net);

#endif /* EMUQ_NETWORK_AUDIT_H */
