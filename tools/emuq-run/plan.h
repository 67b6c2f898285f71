/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file plan.h
 * @brief What the head of a job on several hosts knows before it starts anything: nodes, ranks, links.
 */
#ifndef EMUQ_PLAN_H
#define EMUQ_PLAN_H

#include "tools/emuq-run/hostlist.h"
#include "tools/emuq-run/order.h"

typedef struct emuq_plan {
    emuq_hostlist_t hosts;
    emuq_order_t order; /**< for all hosts; number and names are set for each */
    uint32_t ranks;
    uint32_t *host_of_rank; /**< [ranks] */
} emuq_plan_t;

/** Checks the job as a launcher would, and places it on the hosts. @param pretended as of emuq_head_run()
 *  @param plan set, to be freed whatever happens. @return 0, or the exit status after a message. */
int emuq_plan_make(emuq_plan_t *plan, const emuq_command_t *command, uint32_t pretended);
/** Says which nodes and ranks are on which host, and how many links of the torus are between hosts. */
void emuq_plan_say(const emuq_plan_t *plan);
/** The ranks of a host, as in "rank 3" or "ranks 0-5,7"; to be freed. */
char *emuq_plan_ranks(const emuq_plan_t *plan, uint32_t host);
void emuq_plan_free(emuq_plan_t *plan);

#endif /* EMUQ_PLAN_H */
