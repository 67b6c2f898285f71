/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file current.h
 * @brief Private to the kernel shim: which partition this Linux process uses, and which process the calling
 * thread belongs to. Every kernel call begins with emuq_process_self().
 */
#ifndef EMUQ_CURRENT_H
#define EMUQ_CURRENT_H

#include "kernel-shim/partition/state.h"
#include "kernel-shim/partition/thread.h"

/** The process of the calling thread. A thread outside any job becomes a member of the only process of a
 *  one-node partition, made on first use; never NULL (ends the program with a message if that fails).
 *  Thread-safe. */
emuq_process_t *emuq_process_self(void);

/**
 * Prepares for a job: closes what former jobs and threads outside any job have left, and refuses a second
 * job and further such threads from now on.
 * @return 0; -EBUSY: there is a job, or threads are left (said on standard error).
 */
int emuq_job_begin(void);

/** The job is over. Closes @p partition (NULL: there is none), or keeps it until its last thread has gone. */
void emuq_job_end(emuq_partition_t *partition);

#endif /* EMUQ_CURRENT_H */
