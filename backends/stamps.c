/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/stamps.h"

#include <stddef.h>

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
