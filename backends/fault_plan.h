/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fault_plan.h
 * @brief Fault injection (EMUQ_FAULTS).
 *
 * Choices depend on the seed and on node, injection FIFO and number of the message, never on time.
 */
#ifndef EMUQ_FAULT_PLAN_H
#define EMUQ_FAULT_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EMUQ_FAULTS_SLOW_MOST 8
#define EMUQ_FAULTS_LONGEST   1000000 /**< maximum delay in microseconds */

enum {
    EMUQ_FAULT_LATE = 1,
    EMUQ_FAULT_SLOW = 2,
    EMUQ_FAULT_DEATH = 4,
    EMUQ_FAULT_MEMORY = 8,
    EMUQ_FAULT_BIT_ERRORS = 16,
    EMUQ_FAULT_LINK_DOWN = 32,
    EMUQ_FAULTS_ALL = 63
};

typedef struct emuq_slow_fifo {
    uint32_t node;
    uint32_t fifo; /**< 0..543 */
    uint64_t ns;   /**< delay of each descriptor */
} emuq_slow_fifo_t;

typedef struct emuq_fault_plan {
    bool is_on;
    bool has_seed;
    uint64_t seed;
    uint64_t late_ns; /**< upper bound of packet delays */
    emuq_slow_fifo_t slow[EMUQ_FAULTS_SLOW_MOST];
    uint32_t slows;
    uint32_t kinds; /**< mask of EMUQ_FAULT_ */
    uint32_t dying_rank;
    uint64_t last_packet; /**< packet with which the rank dies, from 1 */
    uint64_t memory;      /**< failing allocation in each process, from 1; 0: none */
    uint32_t bit_errors;  /**< errors per 10^12 bits on a link */
    uint32_t down_node;
    uint32_t down_link;   /**< 0 A-, 1 A+, ... 9 E+ */
    uint64_t down_packet; /**< packet that takes the link down, from 1 */
} emuq_fault_plan_t;

/** Set by the kernel before the machine is opened. */
extern emuq_fault_plan_t emuq_planned_faults;
/** Parses EMUQ_FAULTS. Thread-safe. @return 0, or -EINVAL with a message in @p what */
int emuq_fault_plan_parse(const char *text, emuq_fault_plan_t *plan, char *what, size_t bytes);
/** Draws a number below @p limit; 0 for limit 0. */
uint64_t emuq_fault_plan_draw(const emuq_fault_plan_t *plan, uint32_t node, uint32_t fifo, uint64_t message,
                              uint64_t choice, uint64_t limit);
/** Formats a mask as "late, slow and die". */
void emuq_fault_kinds(uint32_t kinds, char *text, size_t bytes);
/** Whether the plan has other faults than a failing allocation. */
bool emuq_fault_plan_has_messages(const emuq_fault_plan_t *plan);
/** @return the delay of each descriptor, in ns */
uint64_t emuq_fault_plan_slow(const emuq_fault_plan_t *plan, uint32_t node, uint32_t fifo);

#endif /* EMUQ_FAULT_PLAN_H */
