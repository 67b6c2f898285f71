/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fault_plan.h
 * @brief What is to go wrong in a job on purpose (EMUQ_FAULTS): the text of the setting, and random choices.
 *
 * Choices depend on the seed and on what is chosen for (node, injection FIFO, number of the message), never
 * on time: the same seed gives the same faults.
 */
#ifndef EMUQ_FAULT_PLAN_H
#define EMUQ_FAULT_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EMUQ_FAULTS_SLOW_MOST 8       /**< injection FIFOs that can be slow */
#define EMUQ_FAULTS_LONGEST   1000000 /**< microseconds that anything may be late */

/** Kinds of faults, as a mask. */
enum {
    EMUQ_FAULT_LATE = 1,
    EMUQ_FAULT_SLOW = 2,
    EMUQ_FAULT_DEATH = 4,
    EMUQ_FAULT_MEMORY = 8,
    EMUQ_FAULT_BIT_ERRORS = 16,
    EMUQ_FAULT_LINK_DOWN = 32,
    EMUQ_FAULTS_ALL = 63
};

/** An injection FIFO that takes long. */
typedef struct emuq_slow_fifo {
    uint32_t node; /**< whose it is */
    uint32_t fifo; /**< 0..543 */
    uint64_t ns;   /**< for each descriptor */
} emuq_slow_fifo_t;

/** The faults of a job. Zeros are none. */
typedef struct emuq_fault_plan {
    bool is_on;
    bool has_seed; /**< the text gives one */
    uint64_t seed;
    uint64_t late_ns; /**< packets are late by less than that */
    emuq_slow_fifo_t slow[EMUQ_FAULTS_SLOW_MOST];
    uint32_t slows;
    uint32_t kinds; /**< mask of EMUQ_FAULT_ */
    uint32_t dying_rank;
    uint64_t last_packet; /**< with which that rank dies, from 1 */
    uint64_t memory;      /**< number of the allocation that fails in each process, from 1; 0: none does */
    uint32_t bit_errors;  /**< of 10^12 bits on a link */
    uint32_t down_node;   /**< a link of this node goes down ... */
    uint32_t down_link;   /**< ... 0 A-, 1 A+, ... 9 E+ ... */
    uint64_t down_packet; /**< ... with the packet of this number that the node sends on it, from 1 */
} emuq_fault_plan_t;

/** What emuq_backend_t::open() is to do wrong, in the process that calls it. Written by the kernel before. */
extern emuq_fault_plan_t emuq_planned_faults;

/**
 * Reads the text of the setting.
 * @param plan set; off if the text is empty
 * @param what gets what is wrong with the text, if anything is
 * @return 0 or -EINVAL. Thread-safe.
 */
int emuq_fault_plan_parse(const char *text, emuq_fault_plan_t *plan, char *what, size_t bytes);

/** A number below @p limit (0 for limit 0), by chance. @param choice number of the choice for the message */
uint64_t emuq_fault_plan_draw(const emuq_fault_plan_t *plan, uint32_t node, uint32_t fifo, uint64_t message,
                              uint64_t choice, uint64_t limit);

/** Names the kinds of a mask in @p text: "late, slow and die". */
void emuq_fault_kinds(uint32_t kinds, char *text, size_t bytes);

/** Whether messages have faults: more is planned than an allocation that fails. */
bool emuq_fault_plan_has_messages(const emuq_fault_plan_t *plan);

/** Nanoseconds that an injection FIFO takes for a descriptor. */
uint64_t emuq_fault_plan_slow(const emuq_fault_plan_t *plan, uint32_t node, uint32_t fifo);

#endif /* EMUQ_FAULT_PLAN_H */
