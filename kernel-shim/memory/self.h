/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file self.h
 * @brief Private to the kernel shim: the identity of the calling thread, and globals of this Linux process.
 */
#ifndef EMUQ_SELF_H
#define EMUQ_SELF_H

#include <stdbool.h>
#include <stdint.h>

#include "backends/backend.h"

typedef struct emuq_process emuq_process_t; /* partition/state.h */

/** Membership of a thread. Threads that a member creates inherit it, each on a hardware thread of its own. */
typedef struct emuq_thread {
    emuq_process_t *process; /**< NULL: not (yet) a member of a process */
    uint32_t processor;      /**< hardware thread, 0..67 */
    bool is_main;            /**< main thread of its process */
} emuq_thread_t;

extern __thread emuq_thread_t emuq_thread_self;

/** The process of the partition that this Linux process has joined before main(); NULL: none. Written once,
 * by the only thread, in emuq_member_join(). */
extern emuq_process_t *emuq_joined_process;

/** The backend that this Linux process uses. Set with the partition. */
extern const emuq_backend_t *emuq_backend;

/** Called when a software error is about to end this process. NULL: nothing. Set with the partition. */
extern void (*emuq_before_end)(void);

#endif /* EMUQ_SELF_H */
