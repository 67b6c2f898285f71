/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/partition/faults.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "backends/fault_plan.h"
#include "backends/settings.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/log.h"

/* A seed for a run that is given none: small enough to be typed. */
static uint64_t any_seed(void)
{
    return (emuq_host_now_ns() ^ (uint64_t)getpid() << 20) % 1000000;
}

/* @return 0, or -EINVAL after a message: the backend cannot have these faults */
static int check_kinds(const emuq_fault_plan_t *plan)
{
    uint32_t has = emuq_backend->faults;
    char missing[80], others[80];
    if (has != 0 && (plan->kinds & ~has) == 0)
        return 0;
    emuq_fault_kinds(plan->kinds & ~has, missing, sizeof(missing));
    emuq_fault_kinds(has, others, sizeof(others));
    if (has == 0)
        emuq_log("EMUQ_FAULTS: %s does nothing wrong on purpose; use the backend emulator",
                     emuq_backend->name);
    else
        emuq_log("EMUQ_FAULTS: %s has no %s, only %s; use the backend emulator", emuq_backend->name,
                     missing, others);
    return -EINVAL;
}

/* @return 0, or -EINVAL after a message: the job has no such node or rank */
static int check(const emuq_partition_t *p, const emuq_fault_plan_t *plan)
{
    for (uint32_t i = 0; i < plan->slows; i++)
        if (plan->slow[i].node >= p->nodes) {
            emuq_log("EMUQ_FAULTS: slow: the job has nodes 0 to %u, and no node %u", p->nodes - 1,
                         plan->slow[i].node);
            return -EINVAL;
        }
    if (plan->down_packet != 0 && plan->down_node >= p->nodes) {
        emuq_log("EMUQ_FAULTS: down: the job has nodes 0 to %u, and no node %u", p->nodes - 1,
                     plan->down_node);
        return -EINVAL;
    }
    if (plan->last_packet != 0 && plan->dying_rank >= p->job.np) {
        emuq_log("EMUQ_FAULTS: die: the job has ranks 0 to %u, and no rank %u", p->job.np - 1,
                     plan->dying_rank);
        return -EINVAL;
    }
    return 0;
}

/* Says what begins, once for the job. @return 0, or -EINVAL after a message: its hosts have no common seed */
static int say(emuq_fault_plan_t *plan, const char *text, const emuq_spread_t *spread)
{
    bool is_spread = spread != NULL && spread->hosts > 1;
    char seed[32] = "";
    if (!plan->has_seed) {
        plan->seed = any_seed();
        snprintf(seed, sizeof(seed), "seed=%llu,", (unsigned long long)plan->seed);
    }
    if (is_spread && !plan->has_seed) {
        emuq_log("EMUQ_FAULTS: the hosts of a job need one seed: EMUQ_FAULTS=%s%s", seed, text);
        return -EINVAL;
    }
    if (!is_spread || (spread->host == 0 && !spread->is_planned))
        emuq_log("faults on purpose; EMUQ_FAULTS=%s%s gives the same again", seed, text);
    return 0;
}

int emuq_job_faults_plan(const emuq_partition_t *p, const emuq_spread_t *spread)
{
    const char *text = emuq_setting_text(EMUQ_SETTING_FAULTS);
    emuq_fault_plan_t plan;
    char what[160];
    emuq_planned_faults = (emuq_fault_plan_t){.is_on = false};
    emuq_memory_fail(0);
    if (emuq_fault_plan_parse(text, &plan, what, sizeof(what)) != 0) {
        emuq_log("EMUQ_FAULTS: %s", what);
        return -EINVAL;
    }
    if (!plan.is_on)
        return 0;
    if (check_kinds(&plan) != 0 || check(p, &plan) != 0 || say(&plan, text, spread) != 0)
        return -EINVAL;
    emuq_planned_faults = plan;
    if (!p->is_shared)
        emuq_memory_fail(plan.memory);
    return 0;
}

void emuq_job_faults_join(void)
{
    emuq_fault_plan_t plan;
    char what[160];
    if (emuq_fault_plan_parse(emuq_setting_text(EMUQ_SETTING_FAULTS), &plan, what, sizeof(what)) == 0)
        emuq_memory_fail(plan.memory);
}
