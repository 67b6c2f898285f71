/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fake.h @brief A partition on a backend that only stores: registers in an array, device control
 * registers in a table. Tests of kernel calls read the registers, and change them in place of the hardware.
 * One partition at a time.
 */
#ifndef TESTS_KERNEL_FAKE_H
#define TESTS_KERNEL_FAKE_H

#include "kernel-shim/partition/state.h"

/** Owner of a resource, as assigned by the kernel. */
typedef struct fake_owner {
    const emuq_address_space_t *space;
    int32_t rank;
    unsigned assigned; /**< number of assignments */
} fake_owner_t;

/**
 * Makes a partition after a reset: nodes, processes with ranks in node order, interrupts; without the
 * kernel's state after boot. @param np 0: all. Failures end the program.
 */
emuq_partition_t *fake_open(const uint32_t shape[5], uint32_t ppn, uint32_t np);
void fake_close(emuq_partition_t *partition);

/** Makes the calling thread the main thread of a process, and undoes this. */
void fake_enter(emuq_process_t *process);
void fake_leave(void);

/** Owner of a resource of node 0. */
const fake_owner_t *fake_owner(emuq_partition_t *partition, emuq_resource_t kind, uint32_t id);

/** The register of a node at a kernel-view address. */
volatile uint64_t *fake_register(emuq_partition_t *partition, uint32_t node, uint64_t address);

/** Doorbells since fake_open(). */
unsigned fake_doorbells(void);

/** Calls of resume() by the kernel. */
typedef struct fake_resumes {
    unsigned calls;
    unsigned locked;  /**< node locks held during a call */
    unsigned changes; /**< changes of device control registers and owners since the last call */
} fake_resumes_t;

/** Counts since fake_open() or the last call. */
fake_resumes_t fake_resumes(void);

/** Value of a device control register, read without the kernel. */
uint64_t fake_dcr(emuq_partition_t *partition, uint32_t node, uint32_t dcr);

/** Raises bits of a group's interrupt status, as the Message Unit does: all pages of the group, then the
 * kernel. */
void fake_interrupt(emuq_partition_t *partition, uint32_t node, uint32_t group, uint64_t status);

/** Clears bits of a group's interrupt status. */
void fake_clear_interrupt(emuq_partition_t *partition, uint32_t node, uint32_t group, uint64_t status);

#endif /* TESTS_KERNEL_FAKE_H */
