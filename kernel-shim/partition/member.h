/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file member.h
 * @brief Process mode: this Linux process is a rank of a partition that it shares with the other ranks.
 */
#ifndef EMUQ_MEMBER_H
#define EMUQ_MEMBER_H

#include "kernel-shim/partition/state.h"

/** Makes the calling Linux process rank @p rank of a partition in a shared arena that it has mapped. Called
 * by its only thread, once; the process leaves at exit(). @return 0, or a negative errno after a message. */
int emuq_member_join(emuq_partition_t *partition, uint32_t rank);

/** What a Linux process does before main(): finds out how it has been started, and joins its partition if it
 *  is a rank. Called once, by the only thread.
 *  @return 1: it is a rank; 0: it is none by itself; or a negative errno after a message. */
int emuq_member_before_main(void);

#endif /* EMUQ_MEMBER_H */
