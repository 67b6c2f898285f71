/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file thread.h
 * @brief Private to the kernel shim: what the calling thread, and this Linux process, are.
 */
#ifndef EMUQ_THREAD_H
#define EMUQ_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel-shim/partition/process.h"

/** What a thread is. Inherited, with a new hardware thread, by the threads that it creates. */
typedef struct emuq_thread {
    emuq_process_t *process; /**< NULL: not (yet) a member of a process */
    uint32_t processor;      /**< hardware thread it is placed on, 0..67 */
    bool is_main;            /**< main thread of its process */
} emuq_thread_t;

extern __thread emuq_thread_t emuq_thread_self;

/** The process of the partition that this Linux process has joined before main(), or NULL: it has joined
 *  none. Written once, by the only thread, in emuq_member_join(). */
extern emuq_process_t *emuq_joined_process;

#endif /* EMUQ_THREAD_H */
