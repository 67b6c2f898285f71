/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file faults.h
 * @brief Damage of words on links, EMUQ_APENET_FAULTS (apenet 8.4).
 *
 * A pure function of the seed, the line and the number of the word: the same words are damaged in each run,
 * however the words are read.
 */
#ifndef APENET_NET_FAULTS_H
#define APENET_NET_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "apenet/link.h"

#define APENET_FAULTS_BURST_MOST 4096u /**< bits */

/** Measured bit error rates (apenet 8.5). */
/** @{ */
#define APENET_FAULTS_OPTICAL 2.36e-14 /**< 10 m of optical fibre at 11.3 Gb/s */
#define APENET_FAULTS_COPPER  1.10e-13 /**< 1 m of copper at 10 Gb/s */
/** @} */

/** Faults of a job. */
typedef struct apenet_fault_plan {
    bool is_on;
    bool has_cut;
    uint64_t seed;
    double bit_rate;    /**< errors per bit, 0..1e-3 */
    uint32_t burst;     /**< bits that an error inverts, 1..APENET_FAULTS_BURST_MOST */
    double header_rate; /**< damaged headers per packet, 0..1 */
    uint8_t cut_node[3];
    uint8_t cut_port;
    double lost, doubled, late; /**< parts of the datagrams, 0..0.9 each */
    uint64_t cut_packet;        /**< number of the packet, from 1, with which the link is cut */
} apenet_fault_plan_t;

/** One direction of a link. Zeros are no state: see apenet_fault_line_init(). */
typedef struct apenet_fault_line {
    uint64_t key;
    uint64_t words;                    /**< that have passed */
    uint64_t packets;                  /**< that have begun */
    uint64_t damaged;                  /**< inverted bits */
    uint64_t cut;                      /**< number of the packet with which the line is cut; 0: none */
    uint64_t word_limit, header_limit; /**< bounds of random numbers: an error */
    uint32_t burst, left;              /**< bits of a burst: all, and the rest for the next word */
    uint8_t behind;                    /**< 1: the last word was MAGIC; 2: MAGIC and START */
    bool is_cut;
} apenet_fault_line_t;

/** Fates of a datagram (apenet 8.8). */
enum {
    APENET_DATAGRAM_SENT,
    APENET_DATAGRAM_LOST,
    APENET_DATAGRAM_DOUBLE,
    APENET_DATAGRAM_LATE /**< sent behind the next one */
};

/** Parses EMUQ_APENET_FAULTS: seed:S, ber:B, burst:N, header:P, link:X.Y.Z.PORT@PACKET, lose:P, double:P,
 * reorder:P, separated by commas. B is a number, `optical` or `copper`.
 * @param[out] what message, if the text is wrong
 * @return 0, or -EINVAL: @p plan is unchanged */
int apenet_fault_plan_parse(const char *text, apenet_fault_plan_t *plan, char *what, size_t bytes);

/** Initialises a line. @param node number of the sending node @param port its port @param is_cut the plan
 * cuts this link */
void apenet_fault_line_init(apenet_fault_line_t *line, const apenet_fault_plan_t *plan, uint32_t node,
                            unsigned port, bool is_cut);

/** Damages the next words of a line.
 * @return number of words that pass; the others are lost, as is all that follows */
uint32_t apenet_fault_line_pass(apenet_fault_line_t *line, apenet_word_t *words, uint32_t count);

/** Fate of the datagram of a link whose first word has a number: the same in each run. */
unsigned apenet_fault_datagram(const apenet_fault_plan_t *plan, uint32_t node, unsigned port,
                               uint64_t number);

#endif /* APENET_NET_FAULTS_H */
