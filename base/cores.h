/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file cores.h
 * @brief How many processors there are for a thread.
 */
#ifndef EMUQ_BASE_CORES_H
#define EMUQ_BASE_CORES_H

#include <stdbool.h>
#include <stdint.h>

/** Processors on which the calling thread may run: its affinity mask, whatever the host has besides.
 *  @return 1 or more. Thread-safe. */
uint32_t emuq_allowed_cores(void);

/** Whether sched_getaffinity() works. If a filter of system calls rejects it, hwloc_topology_load() does not
 *  return. Thread-safe. */
bool emuq_affinity_is_known(void);

#endif /* EMUQ_BASE_CORES_H */
