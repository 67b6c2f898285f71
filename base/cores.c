/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/cores.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

#define MASK_WORDS 1024u /* more processors than Linux can have */

bool emuq_affinity_is_known(void)
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
