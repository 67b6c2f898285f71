/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file waits.h
 * @brief Private to the kernel shim: calls of the C library that are defined in front of it, because threads
 * wait in them.
 *
 * A program has them if the linker takes the files that define them, also where a sanitizer has names of its
 * own for the same calls: who refers to these objects makes sure of that.
 */
#ifndef EMUQ_WAITS_H
#define EMUQ_WAITS_H

extern const int emuq_host_waits;    /**< sched_yield(), nanosleep(), usleep() */
extern const int emuq_host_barriers; /**< pthread_barrier_init(), ..._wait(), ..._destroy() */

#endif /* EMUQ_WAITS_H */
