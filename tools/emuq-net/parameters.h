/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file parameters.h
 * @brief The constants of a run, and where each has its value from: a preset, a file, the command line.
 */
#ifndef EMUQ_NET_PARAMETERS_H
#define EMUQ_NET_PARAMETERS_H

#include <stdint.h>
#include <stdio.h>

#include "base/text.h"
#include "network/parameters.h"

#define TRAFFIC_SOURCE 128 /**< most bytes of a provenance, with the terminating zero */

/** Constants with their provenance. */
typedef struct traffic_parameters {
    emuq_net_parameters_t value;
    char name[64];                  /**< of the preset, or what the file says */
    char (*source)[TRAFFIC_SOURCE]; /**< per row: "" as in the preset, else who changed it */
} traffic_parameters_t;

/** Nanoseconds that some cycles of the network take. */
static inline double traffic_ns(const traffic_parameters_t *p, double cycles)
{
    return cycles * p->value.clock.cycle * EMUQ_NET_TICK_PS / 1000;
}

/** Nanoseconds of software for one message, as in published latencies: inject it, look for it, loop. */
static inline double traffic_software_ns(const traffic_parameters_t *p)
{
    return (double)(p->value.cpu.inject + p->value.cpu.poll + p->value.cpu.loop) * p->value.clock.cpu *
           EMUQ_NET_TICK_PS / 1000;
}

/** Packets of a message of so many bytes; one without payload is one. */
static inline uint32_t traffic_packets(const traffic_parameters_t *p, uint32_t bytes)
{
    return bytes > 0 ? (bytes + p->value.mu.payload - 1) / p->value.mu.payload : 1;
}

/** Makes the constants of a preset. @return 0 or -ENOMEM; undone by traffic_parameters_free() */
int traffic_parameters_open(traffic_parameters_t *p);

void traffic_parameters_free(traffic_parameters_t *p);

/**
 * Takes a preset, or reads a parameter file over preset bgq (or the one that its first line, model.preset,
 * names).
 * @param name of a preset, or path of a file
 * @return 0 or -EINVAL with the reason in @p why
 */
int traffic_parameters_read(traffic_parameters_t *p, const char *name, emuq_text_t *why);

/** Reads the text of a parameter file; as traffic_parameters_read(). @param file its name, for provenance */
int traffic_parameters_parse(traffic_parameters_t *p, const char *text, const char *file, emuq_text_t *why);

/**
 * Sets one constant.
 * @param assignment "key=value". A value is a whole number in the unit of the row, one of its words, or a
 * time such as 44ns, which is rounded to the unit, half up; of a zone ("zone.0"): groups of dimensions,
 * AB,CD,E.
 * @param who        provenance
 * @return 0 or -EINVAL with the reason in @p why
 */
int traffic_parameters_set(traffic_parameters_t *p, const char *assignment, const char *who,
                           emuq_text_t *why);

/** Checks that the values go together. @return 0 or -EINVAL with the reason in @p why */
int traffic_parameters_check(const traffic_parameters_t *p, emuq_text_t *why);

/** Whether there is a parameter, or another thing, of this name.
 *  @param also name of the other thing, NULL: none
 *  @return 0 or -EINVAL with the nearest name in @p why */
int traffic_parameters_name(const char *key, const char *also, emuq_text_t *why);

/** Prints all constants: value, unit, tag, range, source. */
void traffic_parameters_print(const traffic_parameters_t *p, FILE *out);

/** Prints one of them in the same way. @param key of a row */
void traffic_parameters_print_one(const traffic_parameters_t *p, const char *key, FILE *out);

/** Prints them as a JSON object. @param indent blanks before each line */
void traffic_parameters_json(const traffic_parameters_t *p, FILE *out, int indent);

/** A digest of all values: equal for equal constants. */
uint64_t traffic_parameters_digest(const traffic_parameters_t *p);

#endif /* EMUQ_NET_PARAMETERS_H */
