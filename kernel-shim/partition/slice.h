/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file slice.h
 * @brief Private to the kernel shim: shorter time slices for ranks that have to share cores.
 *
 * A program that spins on memory of its own keeps its core until the end of its time slice. With more ranks
 * than cores, the rank that it waits for may be one that waits for this core.
 */
#ifndef EMUQ_SLICE_H
#define EMUQ_SLICE_H

#include <stdint.h>

/** The slice that the setting EMUQ_SLICE gives to the threads of a job.
 *  @param ranks of the job on this host; its host engine counts as one. @param processors that they share; a
 * rank may be bound to some of them.
 *  @return nanoseconds; 0: as the system has it, because there are as many processors as ranks, or because
 * the setting says so. Thread-safe. */
uint64_t emuq_slice_wanted(uint32_t ranks, uint32_t processors);

/** Asks for a time slice of @p ns nanoseconds (100000..100000000) for the calling thread, if its own is
 * longer. Policy and niceness stay.
 *  @return 0: the slice is as short; -ENOTSUP: the system has no such slices (Linux has them since 6.12), or
 * the thread is under another scheduling policy than the normal one; or another negative errno. */
int emuq_slice_shorten(uint64_t ns);

#endif /* EMUQ_SLICE_H */
