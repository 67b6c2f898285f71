/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file member.h
 * @brief Process mode: this Linux process is a rank of a partition that others have a part in too.
 */
#ifndef EMUQ_MEMBER_H
#define EMUQ_MEMBER_H

#include "kernel-shim/kernel.h"

/** The process of the partition that this Linux process has joined before main(), or NULL: it has joined
 * none. */
emuq_process_t *emuq_member_process(void);

/** Makes the calling Linux process rank @p rank of a partition in a shared arena that it has mapped. Called
 * by its only thread, once; the process leaves at exit(). @return 0, or a negative errno after a message. */
int emuq_member_join(emuq_partition_t *partition, uint32_t rank);

/** Number of a process in its partition, as the backend counts its members. */
static inline uint32_t emuq_member_number(const emuq_process_t *process)
{
    return (uint32_t)(process - process->node->partition->process);
}

#endif /* EMUQ_MEMBER_H */
