/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file kernel_variables.h
 * @brief Private to the kernel shim: the variables BG_... that the machine's kernel reads (rank-mapping 7).
 *
 * Honoured: BG_SHAREDMEMSIZE and BG_PERSISTMEMSIZE (kernel/memory_size.c), BG_THREADLAYOUT (partition/partition.c),
 * BG_MAPCOMMONHEAP (memory/window.c).
 */
#ifndef EMUQ_KERNEL_VARIABLES_H
#define EMUQ_KERNEL_VARIABLES_H

/** Prints one line that lists the variables of the kernel that are set and have no effect, if there are any.
 *  Called once for a job. */
void emuq_kernel_variables_report(void);

#endif /* EMUQ_KERNEL_VARIABLES_H */
