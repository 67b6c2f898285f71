/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file waits.h
 * @brief Threads that wait for each other's locks, conditions, semaphores and barriers: queues in modelled
 * time.
 */
#ifndef EMUQ_TIMED_WAITS_H
#define EMUQ_TIMED_WAITS_H

#include "backends/timed/timed.h"
#include "backends/modelled_time.h"

/** What emuq_waits is where this backend is attached. */
extern const emuq_waits_t emuq_timed_waits;

/** See emuq_mmio_hooks_t::atomic. */
void emuq_timed_atomic(int changes);

#endif /* EMUQ_TIMED_WAITS_H */
