/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file linger.h
 * @brief Private to the kernel shim: ranks that have ended while others of their job have not.
 *
 * Memory and FIFOs of a rank stay until all ranks have ended: late messages are no error. A rank that is a
 * Linux process *lingers* for that, at its exit().
 */
#ifndef EMUQ_LINGER_H
#define EMUQ_LINGER_H

#include "kernel-shim/partition/state.h"

/** A rank has ended with an exit status, in good order or not: it is not waited for any more. Once per rank;
 *  more calls do nothing. Thread-safe, and may be called in the launcher. */
void emuq_rank_end(emuq_process_t *process, int status);

/** The calling process, whose rank has ended, stays as it is until every rank of the job has ended. Its other
 *  threads stop meanwhile; of the signals only those that end a job act, as in a program that handles none.
 *  @param is_launched ranks are started and noticed by our own launcher
 *  @param has_engine the process runs its host engine, whose connections stay open */
void emuq_linger(emuq_partition_t *partition, bool is_launched, bool has_engine);

#endif /* EMUQ_LINGER_H */
