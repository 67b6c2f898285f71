/* SPDX-License-Identifier: BSD-3-Clause */
/* Table of this build's backends. */
#include "backends/backend.h"
#include "backends/fault_plan.h"
#include "backends/modelled_time.h"
#include "backends/record.h"

const emuq_backend_t *const emuq_backends[EMUQ_BACKENDS] = {
    &emuq_backend_emulator,
#if EMUQ_HAVE_MMIO
    &emuq_backend_mmio,
#endif
#if EMUQ_HAVE_TIMED
    &emuq_backend_timed,
#endif
};

emuq_fault_plan_t emuq_planned_faults;
const emuq_waits_t *emuq_waits;
__thread uint64_t emuq_blocks;
uint64_t emuq_blocks_most;
void (*emuq_blocks_full)(void);
bool emuq_blocks_are_counted;

#ifdef EMUQ_TIME_STAMPS

__thread uint64_t emuq_thread_stamps[EMUQ_STAMPS];

uint64_t *emuq_stamps(void)
{
    return emuq_thread_stamps;
}

#else

uint64_t *emuq_stamps(void)
{
    return NULL;
}

#endif
