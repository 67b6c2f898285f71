/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file health.h
 * @brief Health of the nodes of a job, LO|FA|MO (apenet 8.6).
 *
 * Cards publish a word of 24 bits per node. The launcher is their supervisor: it samples the words.
 */
#ifndef EMUQ_TOOLS_HEALTH_H
#define EMUQ_TOOLS_HEALTH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "kernel-shim/partition/launch.h"

/** Lowest bits of the fields of a word HEALTH. States of host, card and links: 0 normal or up, 1 sick or
 * errors, 2 alarm or retrying, 3 failed or down. */
enum {
    EMUQ_HEALTH_HOST_AT = 0,
    EMUQ_HEALTH_CARD_AT = 2,
    EMUQ_HEALTH_LINK_AT = 4, /**< two bits for each port: X+, Y+, Z+, X-, Y-, Z- */
    EMUQ_HEALTH_TEMPERATURE_AT = 16,
    EMUQ_HEALTH_SERVICE_AT = 18 /**< one bit: the service network is not available */
};

#define EMUQ_HEALTH_TEXT 256 /**< bytes of a description, with the terminating zero */

/** @return '-' not valid, '.' normal; else the most severe: 'X' host failed, 'c' card, 'h' host, 'L' link
 * down, 'l' link, 't' temperature, 's' service network */
char emuq_health_letter(uint32_t word);
bool emuq_health_is_bad(uint32_t word);
/** @return a valid word with the more severe state of each field of two words; invalid: neither is valid */
uint32_t emuq_health_worst(uint32_t a, uint32_t b);
/** @return text: "host failed, link X+ is down"; empty: normal, or not valid */
const char *emuq_health_describe(uint32_t word, char text[EMUQ_HEALTH_TEXT]);
/** Writes a lattice: lines for each y, with a block for each z, with a letter for each x.
 * @param word [x][y][z] @param before string before each line */
void emuq_health_map(FILE *out, const uint32_t size[3], const uint32_t *word, const char *before);
/** Lists nodes that are not normal. @param most nodes to list @return number of these nodes */
uint32_t emuq_health_list(FILE *out, const uint32_t size[3], const uint32_t *word, uint32_t most,
                          const char *separator);

/** Samples of the health of a job. */
typedef struct emuq_health {
    uint32_t size[3], nodes;
    uint32_t *now;    /**< [nodes] last sample */
    uint32_t *seen;   /**< [nodes] worst of all samples */
    bool is_known;    /**< words are published */
    uint64_t begun;   /**< milliseconds: time of emuq_health_open() */
    uint64_t sampled; /**< milliseconds: time of the last sample */
} emuq_health_t;

void emuq_health_open(emuq_health_t *h, const uint32_t shape[5]);
void emuq_health_close(emuq_health_t *h);
/** @return milliseconds until the next sample */
uint64_t emuq_health_due(const emuq_health_t *h);
/** Takes a sample. No effect after the end of the last rank, whose watchdog then stands. */
void emuq_health_sample(emuq_health_t *h, const emuq_launch_t *launch);
/** Prints map and list as messages, if a node is not normal. @param was_seen during the job; false: now */
void emuq_health_report(const emuq_health_t *h, bool was_seen);

#endif /* EMUQ_TOOLS_HEALTH_H */
