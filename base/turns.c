/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/turns.h"

#include <sched.h>

emuq_turns_t *emuq_turns_here(emuq_turns_t *turns)
{
    int core = sched_getcpu();
    return &turns[core < 0 ? 0 : (unsigned)core % EMUQ_TURNS_CORES];
}
