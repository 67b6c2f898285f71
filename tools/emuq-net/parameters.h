/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file parameters.h
 * @brief The constants of a run: what times and packets they make, and lists of them.
 */
#ifndef TRAFFIC_PARAMETERS_H
#define TRAFFIC_PARAMETERS_H

#include <stdint.h>
#include <stdio.h>

#include "network/files/files.h"

/** Nanoseconds that some cycles of the network take. */
static inline double traffic_ns(const emuq_net_constants_t *p, double cycles)
{
    return cycles * p->value.clock.cycle * EMUQ_NET_TICK_PS / 1000;
}

/** Nanoseconds of software for one message, as in published latencies: inject it, look for it, loop. */
static inline double traffic_software_ns(const emuq_net_constants_t *p)
{
    return (double)(p->value.cpu.inject + p->value.cpu.poll + p->value.cpu.loop) * p->value.clock.cpu *
           EMUQ_NET_TICK_PS / 1000;
}

/** Packets of a message of so many bytes; one without payload is one. */
static inline uint32_t traffic_packets(const emuq_net_constants_t *p, uint32_t bytes)
{
    return bytes > 0 ? (bytes + p->value.mu.payload - 1) / p->value.mu.payload : 1;
}

/** Prints all constants: value, unit, tag, range, source. */
void traffic_parameters_print(const emuq_net_constants_t *p, FILE *out);

/** Prints one of them in the same way. @param key of a row */
void traffic_parameters_print_one(const emuq_net_constants_t *p, const char *key, FILE *out);

/** Prints them as a JSON object. @param indent blanks before each line */
void traffic_parameters_json(const emuq_net_constants_t *p, FILE *out, int indent);

/** A digest of all values: equal for equal constants. */
uint64_t traffic_parameters_digest(const emuq_net_constants_t *p);

#endif /* TRAFFIC_PARAMETERS_H */
