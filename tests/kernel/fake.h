/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fake.h
 * @brief A partition on a backend that only stores: registers in an array, device control registers in a
 * table.
 *
 * Tests of kernel calls look at what a call has put into the registers, and play the hardware's part by
 * changing them. One partition at a time.
 */
#ifndef TESTS_KERNEL_FAKE_H
#define TESTS_KERNEL_FAKE_H

#include "kernel-shim/partition/state.h"

/** Owner of a resource, as the kernel has told the backend. */
typedef struct fake_owner {
    const emuq_address_space_t *space;
    int32_t rank;
    unsigned assigned; /**< times that it has been told */
} fake_owner_t;

/**
 * Makes a partition after a reset: nodes, processes with ranks in the order of the nodes, interrupts; nothing
 * of what the kernel programs at boot.
 * @param np 0: all. Ends the program on failure.
 */
emuq_partition_t *fake_open(const uint32_t shape[5], uint32_t ppn, uint32_t np);
void fake_close(emuq_partition_t *partition);

/** Makes the calling thread the main thread of a process, and afterwards of none. */
void fake_enter(emuq_process_t *process);
void fake_leave(void);

/** Owner of a resource of node 0. */
const fake_owner_t *fake_owner(emuq_partition_t *partition, emuq_resource_t kind, uint32_t id);

/** The register of a node at a kernel-view address. */
volatile uint64_t *fake_register(emuq_partition_t *partition, uint32_t node, uint64_t address);

/** Doorbells that have been rung since fake_open(). */
unsigned fake_doorbells(void);

/** How the kernel has called resume(). */
typedef struct fake_resumes {
    unsigned calls;
    unsigned locked;  /**< node locks that were held in such a call */
    unsigned changes; /**< of device control registers and owners, since the last call */
} fake_resumes_t;

/** Since fake_open() or the last call of this. */
fake_resumes_t fake_resumes(void);

/** Value of a device control register, without the kernel's help. */
uint64_t fake_dcr(emuq_partition_t *partition, uint32_t node, uint32_t dcr);

/** Raises bits of a group's interrupt status, as the Message Unit does: all pages of the group, then the
 * kernel. */
void fake_interrupt(emuq_partition_t *partition, uint32_t node, uint32_t group, uint64_t status);

/** Clears bits of a group's interrupt status. */
void fake_clear_interrupt(emuq_partition_t *partition, uint32_t node, uint32_t group, uint64_t status);

#endif /* TESTS_KERNEL_FAKE_H */
