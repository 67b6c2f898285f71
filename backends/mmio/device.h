/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file device.h
 * @brief Contract between a memory-mapped Message Unit (the device) and the backend mmio; see docs/device.md.
 *
 * A device is one mappable *region*. A region holds the information page at offset 0, written before a
 * program attaches (later only the doorbell changes), and the control blocks, register files and apertures of
 * consecutive nodes.
 *
 * The device sees a store to a register with a delay. Consequences:
 *  - *Write-one registers* (enable, disable, clearInterruptStatus) read as zero after the device has
 * processed the store. A second store before then would overwrite the first, so the SPI and the kernel
 * *flush* after such a store (EMUQ_DEVICE_FLUSH).
 *  - freeSpace, isEnabled and all computed registers are up to date after a flush.
 *  - The device reads the GI registers of group 0, subgroup 0 only.
 *
 * Physical address aperture_pa + x of node i of the region is byte x of the node's aperture, which begins at
 * aperture_offset + i * aperture_stride. Other addresses are software errors.
 *
 * A device that sees the value of a register store also sees all earlier stores of the program, and vice
 * versa.
 */
#ifndef EMUQ_MMIO_DEVICE_H
#define EMUQ_MMIO_DEVICE_H

#include <stdint.h>

#include "hwi/include/bqc/MU_Descriptor.h"
#include "hwi/include/bqc/MU_Macros.h"
#include "sync/event_count.h"

#define EMUQ_DEVICE_MAGIC   UINT64_C(0x0055e5514d455551)
#define EMUQ_DEVICE_VERSION 2u

/** Sizes and offsets in bytes; offsets are multiples of 4096. */
typedef struct emuq_device_info {
    uint64_t magic; /**< stored last, with release */
    uint32_t version;
    uint32_t info_bytes;
    uint64_t region_bytes;
    uint32_t size[5];    /**< nodes of the partition per dimension */
    uint32_t torus;      /**< bit (0x10 >> d) set: dimension d wraps around */
    uint32_t ppn;        /**< processes per node; 0: any */
    uint32_t first_node; /**< number in the partition */
    uint32_t nodes;
    uint32_t features;
    uint64_t control_offset, control_stride, control_bytes; /**< at least sizeof(emuq_device_control_t) */
    uint64_t registers_offset, registers_stride, registers_bytes; /**< at least EMUQ_DEVICE_REGISTER_BYTES */
    uint64_t aperture_offset;                                     /**< in the region or the separate file */
    uint64_t aperture_stride, aperture_bytes, aperture_pa;        /**< stride 0: all nodes share one memory */
    /** EMUQ_DEVICE_HAS_DOORBELL: a program wakes a sleeping device (sync/event_count.h, full flavour) after
     * register stores and changes of `request`. A program may die at any point or corrupt both words, so the
     * device bounds its sleep. */
    emuq_event_count_t bell;
} emuq_device_info_t;

enum { EMUQ_DEVICE_HAS_DOORBELL = 1, EMUQ_DEVICE_HAS_SEPARATE_MEMORY = 2 };

#define EMUQ_DEVICE_REGISTER_BYTES UINT64_C(0x110000) /**< 17 groups of 64 KiB */

/** Commands, with the numbers of their arguments. One at a time per node. */
typedef enum emuq_device_command {
    EMUQ_DEVICE_FLUSH = 1, /**< process every changed register of the node */
    EMUQ_DEVICE_DCR_READ,  /**< 0: DCR number; result in `value` */
    EMUQ_DEVICE_DCR_WRITE, /**< 0: DCR number, 1: value; flushes before and after */
    EMUQ_DEVICE_ASSIGN, /**< 0: emuq_resource_t, 1: id, 2: member or ~0 (none), 3: rank or ~0. After the reply
                           to a withdrawal no message uses the resource. -ESRCH: no such member */
    EMUQ_DEVICE_COUNT,  /**< 0: emuq_count_t, 1: link, 2: virtual channel; result in `value` */
    EMUQ_DEVICE_NOTIFY, /**< 0: member, whose event file is signalled */
    EMUQ_DEVICE_RESET   /**< resets all nodes of the device and drops messages; keeps memory. Used before a
                           partition begins. -EPERM behind a socket, where EMUQ_DEVICE_OPEN resets */
} emuq_device_command_t;

typedef struct emuq_device_error {
    int32_t rank;     /**< -1: unknown */
    int32_t inj_fifo; /**< -1: none */
    uint64_t descriptor_number;
    uint64_t reg; /**< user-view address, or 0 */
    uint32_t has_descriptor, unused;
    MUHWI_Descriptor_t descriptor;
    char what[232], advice[168]; /**< zero-terminated strings */
} emuq_device_error_t;

typedef struct emuq_device_control {
    /* Command. Writer: the holder of the node's lock. `request` is stored last, with release, and loaded with
     * acquire. */
    uint64_t command, argument[4];
    uint64_t request; /**< incremented for each command */
    /* Reply. Writer: the device. `answer` is stored last, with release, and then equals `request`. */
    uint64_t answer;
    int64_t status; /**< 0 or a negative errno */
    uint64_t value;
    /* Events. The device increments a counter with release, then signals the event files of the node. */
    uint64_t raised[BGQ_MU_NUM_FIFO_GROUPS];   /**< rises of a group's interruptStatus bits */
    uint64_t gi_raised[BGQ_MU_NUM_GI_CLASSES]; /**< rises of enabled GI interrupts */
    uint64_t errors;                           /**< number of errors; `error` is the last one */
    uint64_t errors_taken; /**< errors taken by programs; the device writes the next error when the two are
                              equal */
    emuq_device_error_t error;
    uint64_t lost;      /**< members that ended without EMUQ_DEVICE_LEAVE; equal on all nodes */
    uint64_t lost_last; /**< last lost member: number in bits 0 to 31, process id above */
} emuq_device_control_t;

/**
 * @name A device behind a socket
 * A process that serves partitions over AF_UNIX, SOCK_SEQPACKET, one at a time. A partition ends with the
 * connection that opened it. Every member joins with a separate connection. If a connection closes without
 * EMUQ_DEVICE_LEAVE, the member has died: the device disables its FIFOs and notifies all nodes (`lost`).
 * @{
 */
enum {
    /** Once per connection. The reply carries a memory file, the aperture of later partitions. */
    EMUQ_DEVICE_MEMORY = 1,
    EMUQ_DEVICE_OPEN, /**< The reply carries the region file and `partition` */
    EMUQ_DEVICE_CLOSE,
    EMUQ_DEVICE_JOIN, /**< The reply carries region, memory and event file, in this order. The event file is
                         readable after events */
    EMUQ_DEVICE_LEAVE
};

typedef struct emuq_device_request {
    uint32_t what, version;
    uint64_t bytes;               /**< EMUQ_DEVICE_MEMORY: size of the memory file */
    uint32_t size[5], torus, ppn; /**< EMUQ_DEVICE_OPEN: shape of the partition */
    uint32_t member, node, pid;   /**< EMUQ_DEVICE_JOIN; node ~0: all nodes */
    /** EMUQ_DEVICE_OPEN: per node, in multiples of 64 MiB */
    uint64_t aperture_bytes, aperture_stride, aperture_pa;
    uint64_t partition; /**< EMUQ_DEVICE_JOIN: partition to join */
} emuq_device_request_t;

/** Files are attached as SCM_RIGHTS. */
typedef struct emuq_device_reply {
    int32_t status; /**< 0 or a negative errno */
    uint32_t version;
    uint64_t partition;
    char reason[112]; /**< one sentence if status is not 0 */
} emuq_device_reply_t;
/** @} */

#endif /* EMUQ_MMIO_DEVICE_H */
