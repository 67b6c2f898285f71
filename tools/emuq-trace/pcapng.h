/* SPDX-License-Identifier: BSD-3-Clause */
/** @file pcapng.h @brief The packets of a recording as a capture file, for Wireshark. */
#ifndef EMUQ_TRACE_PCAPNG_H
#define EMUQ_TRACE_PCAPNG_H

#include <stdio.h>

#include "tools/emuq-trace/events.h"

/** The link type of the captures, reserved for private use: LINKTYPE_USER0. tools/wireshark/emuq.lua dissects
 * it. */
#define TRACE_PCAPNG_LINK 147

/** The link type of global interrupts: LINKTYPE_USER1. */
#define TRACE_PCAPNG_INTERRUPTS 148

/** Packets of a message that are written. What is recorded of a payload is in the first ones. */
#define TRACE_PCAPNG_PACKETS 16384u

/** Writes a packet block for each packet of each message, up to TRACE_PCAPNG_PACKETS: 32 bytes of header, as
 * the receiver has it, and what is recorded of the payload (EMUQ_TRACE_PAYLOAD). Each node that has sent is
 * an interface. So is each that has stored to the control register of a global interrupt: two bytes of route,
 * and eight of the register. Reports on standard error how many messages have more packets. */
void trace_pcapng(const trace_events_t *events, FILE *out);

#endif /* EMUQ_TRACE_PCAPNG_H */
