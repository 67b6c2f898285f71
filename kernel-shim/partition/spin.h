/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file spin.h
 * @brief Private to the kernel shim: a rank that waits by looking at plain memory gives its core to others.
 *
 * Such a wait calls nothing, so nothing but the end of its time slice takes the core from it. Where a job has
 * more threads than cores, each of them has an alarm (alarm.h), whose handler waits in the thread's
 * place, for a limited time, until something is delivered to the thread's node.
 *
 * A thread that is seen to wait (loop.h) naps: for 2 ms at most if messages end its waits, and otherwise,
 * since nothing tells of a plain store, for a 32nd of the time that it has waited, or longer where very many
 * ranks share a core.
 *
 * Other threads may wait or compute. They wait only while they share their core in fact, and each wait in
 * which nothing arrived doubles the processor time until the next one. At the alarms between two waits they
 * yield, until so many waits have been in vain that they must be taken to compute.
 *
 * Threads that poll by calls of EMUQ give up their cores there. Their alarms rest (watch.h), as all do at
 * first.
 */
#ifndef EMUQ_SPIN_H
#define EMUQ_SPIN_H

#include <stdbool.h>

#include "kernel-shim/partition/state.h"

/** Whether threads of the job's ranks are to have alarms: the setting EMUQ_SPIN allows it, there are more
 * threads than processors if each rank has @p threads, and the backend can say when something arrives.
 * Thread-safe. */
bool emuq_spin_wanted(const emuq_partition_t *partition, uint32_t threads);

/** Notes the calling thread, a member of @p process, which has @p threads of them now. If alarms are wanted,
 * this thread and those that have entered before get theirs, if the host allows it; the process notes whether
 * it does. Thread-safe. */
void emuq_spin_enter(emuq_process_t *process, uint32_t threads);
/** Takes back the calling thread's alarm, if it has one. */
void emuq_spin_leave(void);

/** What the calling thread's alarm has done, for tests. */
typedef struct emuq_spin_counts {
    uint64_t alarms;   /**< times that it has rung */
    uint64_t early;    /**< signals for nothing: the alarm had gone off in its own handler, or under a lock */
    uint64_t waits;    /**< times that the thread has waited ... */
    uint64_t arrivals; /**< ... and something arrived */
    uint64_t naps;     /**< waits of a thread that was seen to wait */
    uint64_t yields;   /**< times that it has yielded instead */
    uint64_t rests;    /**< times that it was closed, because the thread polled */
} emuq_spin_counts_t;
/** @return the counts since the thread has entered. */
emuq_spin_counts_t emuq_spin_counts(void);

#endif /* EMUQ_SPIN_H */
