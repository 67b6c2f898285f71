/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file cores.h
 * @brief How many processors there are for a thread.
 */
#ifndef EMUQ_BASE_CORES_H
#define EMUQ_BASE_CORES_H

#include <stdint.h>

/** Processors on which the calling thread may run: its affinity mask, whatever the host has besides.
 *  @return 1 or more. Thread-safe. */
uint32_t emuq_allowed_cores(void);

#endif /* EMUQ_BASE_CORES_H */
