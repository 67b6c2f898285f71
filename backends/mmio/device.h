/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file device.h
 * @brief What a memory-mapped Message Unit shows to a program: the contract between a device and
 * backends/mmio.
 *
 * A device is one *region* of memory that can be mapped: a file, a memfd, a PCI BAR, a UIO map. It holds the
 * units of one or more nodes that follow one another:
 *
 *  - the information page, at offset 0: written by the device before a program attaches, and constant
 *    afterwards, but for the bell;
 *  - a control block for each node, at emuq_device_info_t::control_offset: see emuq_device_control_t;
 *  - a register file for each node, at emuq_device_info_t::registers_offset: as hwi-registers says;
 *  - the DMA aperture, at emuq_device_info_t::aperture_offset or in a file of its own: written by programs
 * and the device.
 *
 * **Registers** have the layout of the machine (hwi-registers section 3). The device sees a store some time
 * after it has been made, not at once. What follows from that is the whole difference to the machine:
 *  - *Write-one registers* (enable, disable, clearInterruptStatus) read as zero when the device has acted on
 * them; a second store before that would hide the first. The SPI and the kernel *flush* after such a store
 * (the command EMUQ_DEVICE_FLUSH, by emuq_mmio_flush()).
 *  - freeSpace, isEnabled and the other registers that hardware computes are exact after a flush, or soon.
 *  - The GI registers are those of group 0, subgroup 0; the other copies are not looked at.
 *
 * **Device control registers** have no memory. They are read and written by *commands* through the node's
 * control block, one at a time for each node; so is everything else that only a kernel does.
 *
 * **Addresses**: physical address aperture_pa + x of node i of the region is byte x of the node's aperture.
 * All other addresses are software errors. The aperture of a node begins at aperture_offset + i *
 * aperture_stride; a stride of 0 means that all nodes see the same memory.
 *
 * **Order.** Whatever a program has stored before it stores to a register (payload, descriptor), the device
 * sees when it sees the register's value; whatever the device has stored before it changes a register or a
 * counter, the program sees when it sees the change (emuq_mmio.h has the barriers).
 */
#ifndef EMUQ_MMIO_DEVICE_H
#define EMUQ_MMIO_DEVICE_H

#include <stdint.h>

#include "hwi/include/bqc/MU_Descriptor.h"
#include "hwi/include/bqc/MU_Macros.h"
#include "sync/event_count.h"

#define EMUQ_DEVICE_MAGIC   UINT64_C(0x0055e5514d455551) /**< first word of a region */
#define EMUQ_DEVICE_VERSION 2u                           /**< of everything in this file */

/** The information page. Sizes and offsets in bytes; offsets are multiples of 4096. */
typedef struct emuq_device_info {
    uint64_t magic;      /**< EMUQ_DEVICE_MAGIC; stored last, with release */
    uint32_t version;    /**< EMUQ_DEVICE_VERSION */
    uint32_t info_bytes; /**< sizeof(emuq_device_info_t) */
    uint64_t region_bytes;
    uint32_t size[5];    /**< nodes of the whole partition per dimension, A..E */
    uint32_t torus;      /**< bit (0x10 >> d) set: dimension d wraps around */
    uint32_t ppn;        /**< processes per node; 0: as many as the program wants */
    uint32_t first_node; /**< number of the first node of the region, E fastest */
    uint32_t nodes;      /**< in the region */
    uint32_t features;   /**< EMUQ_DEVICE_HAS_* */
    uint64_t control_offset, control_stride,
        control_bytes; /**< of the control blocks: sizeof(emuq_device_control_t) */
    uint64_t registers_offset, registers_stride, registers_bytes; /**< EMUQ_DEVICE_REGISTER_BYTES */
    uint64_t aperture_offset; /**< in the region, or in a file of its own (EMUQ_DEVICE_HAS_OWN_MEMORY) */
    uint64_t aperture_stride, aperture_bytes, aperture_pa;
    /** The bell: a device that polls may sleep when nothing happens, and a program that waits for it wakes
     * it. sync/event_count.h says how (full flavour): the condition is what programs store to registers and
     * `request`, the device's scan looks at it. A program may end anywhere in this, or write nonsense to both
     * words: the device limits its sleep. Only with EMUQ_DEVICE_HAS_BELL. */
    emuq_event_count_t bell;
} emuq_device_info_t;

enum {
    EMUQ_DEVICE_HAS_BELL = 1,      /**< `bell` is used */
    EMUQ_DEVICE_HAS_OWN_MEMORY = 2 /**< the aperture is a file of its own */
};

#define EMUQ_DEVICE_REGISTER_BYTES UINT64_C(0x110000) /**< 17 groups of 64 KiB */

/** Commands of a control block. Arguments that are not named are ignored. */
typedef enum emuq_device_command {
    EMUQ_DEVICE_FLUSH = 1, /**< act on every register of the node that has changed; no arguments */
    EMUQ_DEVICE_DCR_READ,  /**< argument 0: number; `value` is the result */
    EMUQ_DEVICE_DCR_WRITE, /**< argument 0: number, 1: value; acts as a flush before and after */
    EMUQ_DEVICE_ASSIGN,    /**< argument 0: emuq_resource_t, 1: id, 2: member or ~0 (none), 3: rank or ~0.
                              When a resource that has been taken back is answered, no message uses it;
                              -ESRCH: no such member of the node has joined (any more) */
    EMUQ_DEVICE_COUNT, /**< argument 0: emuq_count_t, 1: link, 2: virtual channel; `value` is the result */
    EMUQ_DEVICE_POKE,  /**< argument 0: member, whose event file is signalled; the member then also
                         takes what other members have left for it */
    EMUQ_DEVICE_RESET  /**< no arguments: all nodes of the device are as when they were switched on, and what
                          was under way is lost; memory stays. For a device without a socket, before a
                          partition begins: by the control block of any node. Behind a socket: -EPERM; there,
                          EMUQ_DEVICE_OPEN does it */
} emuq_device_command_t;

/** A software error that the device has found: emuq_mu_error_t without pointers. */
typedef struct emuq_device_error {
    int32_t rank;     /**< -1: unknown */
    int32_t inj_fifo; /**< -1: none */
    uint64_t descriptor_number;
    uint64_t reg; /**< user-view address of a register, or 0 */
    uint32_t has_descriptor, unused;
    MUHWI_Descriptor_t descriptor;
    char what[232], advice[168]; /**< text, with a zero at the end */
} emuq_device_error_t;

/** The control block of a node. */
typedef struct emuq_device_control {
    /* A command. Written by the one program that has the node's turn (a lock among programs); `request` last,
     * with release; the device reads it with acquire. */
    uint64_t command, argument[4];
    uint64_t request; /**< advanced by one for each command */
    /* The answer. Written by the device; `answer` last, with release: it is equal to `request` then. */
    uint64_t answer;
    int64_t status; /**< 0 or a negative errno */
    uint64_t value;
    /* Events. Advanced by the device, with release, before it signals the event files of the node's members.
     */
    uint64_t raised[BGQ_MU_NUM_FIFO_GROUPS]; /**< times that bits of a group's interruptStatus were raised */
    uint64_t gi_raised[BGQ_MU_NUM_GI_CLASSES]; /**< times that an enabled GI interrupt was raised */
    uint64_t errors;       /**< software errors found so far; the last of them is `error` */
    uint64_t errors_taken; /**< by programs: the device writes the next error when equal */
    emuq_device_error_t error;
    uint64_t lost;      /**< members that have gone without leave: the last of them is ... */
    uint64_t lost_last; /**< ... this: its number in bits 0 to 31, its process id in the upper 32;
                           the same on all nodes. One word, so both are of one member */
} emuq_device_control_t;

/**
 * @name A device behind a socket
 * A device may be a process that is asked for a partition through a stream of packets (AF_UNIX,
 * SOCK_SEQPACKET). One partition at a time: it belongs to the connection that has opened it and ends with it.
 * Every member joins by a connection of its own; one that is closed without EMUQ_DEVICE_LEAVE is a member
 * that has died: its FIFOs are disabled, and all nodes are told (`lost`).
 * @{ */
enum {
    EMUQ_DEVICE_MEMORY = 1, /**< bytes; the answer brings a memory file of that size: the aperture of
                               partitions to come. Once, on a connection that will open partitions. */
    EMUQ_DEVICE_OPEN,       /**< size, torus, ppn, nodes' aperture; the answer brings the region file and
                               `partition` */
    EMUQ_DEVICE_CLOSE,      /**< the partition that the connection has opened */
    EMUQ_DEVICE_JOIN, /**< partition, member, node (~0: all), pid; the answer brings the region file, the
                         memory file and an event file, in this order: one that can be read when there have
                         been events; the bytes themselves say nothing */
    EMUQ_DEVICE_LEAVE /**< the member ends as it should */
};

/** A request. */
typedef struct emuq_device_request {
    uint32_t what, version;                                /**< EMUQ_DEVICE_VERSION */
    uint64_t bytes;                                        /**< MEMORY */
    uint32_t size[5], torus, ppn;                          /**< OPEN */
    uint32_t member, node, pid;                            /**< JOIN */
    uint64_t aperture_bytes, aperture_stride, aperture_pa; /**< OPEN: of each node; multiples of 64 MiB */
    uint64_t partition;                                    /**< JOIN */
} emuq_device_request_t;

/** An answer. Files come with it as SCM_RIGHTS. */
typedef struct emuq_device_reply {
    int32_t status;   /**< 0 or a negative errno */
    uint32_t version; /**< of the device */
    uint64_t partition;
    char reason[112]; /**< one sentence if status is not 0 */
} emuq_device_reply_t;
/** @} */

#endif /* EMUQ_MMIO_DEVICE_H */
