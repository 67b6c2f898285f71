/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/backoff.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

#define MASK_WORDS 1024u /* words of a CPU mask: 65536 processors, more than Linux supports */

emuq_core_use_t *emuq_core_here(emuq_core_use_t *cores)
{
    int core = sched_getcpu();
    return &cores[core < 0 ? 0 : (unsigned)core % EMUQ_CORE_SLOTS];
}

bool emuq_affinity_is_available(void)
{
    unsigned long mask[MASK_WORDS];
    return sched_getaffinity(0, sizeof mask, (cpu_set_t *)(void *)mask) == 0;
}

uint32_t emuq_allowed_cores(void)
{
    unsigned long mask[MASK_WORDS];
    memset(mask, 0, sizeof mask);
    if (sched_getaffinity(0, sizeof mask, (cpu_set_t *)(void *)mask) == 0)
        return (uint32_t)CPU_COUNT_S(sizeof mask, (cpu_set_t *)(void *)mask);
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return (uint32_t)(online > 0 ? online : 1);
}
