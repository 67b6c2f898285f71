/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mmio.h
 * @brief Private to the backend of a memory-mapped device: the machine, and what its files offer each other.
 *
 * Reading order: device.h (the contract), place.c (where the device is: EMUQ_DEVICE), region.c (is it what we
 * need), connect.c (a device behind a socket), memory.c (what of the device's memory ranks get), mapped.c
 * (where the registers are), gone.c (the end of a device), command.c (what only a kernel asks for), events.c
 * (what the device has to say), wait.c (what waiting costs), describe.c, machine.c (life of a partition).
 * Each needs only files before it.
 *
 * The machine lies in the arena, at one address in all processes, and so do the mappings of the device's
 * regions: each process maps them for itself over memory of the arena that is there for that. Pointers to
 * registers mean the same everywhere. What belongs to one process (connections, the listener) is in static
 * data.
 */
#ifndef EMUQ_MMIO_H
#define EMUQ_MMIO_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backends/backend.h"
#include "backends/mmio/device.h"
#include "hwi/include/bqc/MU_Fifo.h"

#define EMUQ_PLACE_BYTES 200 /**< of the path of a device, with its zero */

/** What EMUQ_DEVICE names. */
typedef enum emuq_place_kind {
    EMUQ_PLACE_SOCKET,   /**< a process that is asked for a partition */
    EMUQ_PLACE_FILE,     /**< one region for all nodes */
    EMUQ_PLACE_FILE_EACH /**< a file for each node */
} emuq_place_kind_t;

/** Where a device is. */
typedef struct emuq_place {
    emuq_place_kind_t kind;
    bool from_start; /**< it can be mapped from its first byte only (UIO) */
    char path[EMUQ_PLACE_BYTES];
} emuq_place_t;

/** A node, as the programs see its device. */
typedef struct emuq_mmio_node {
    pthread_mutex_t turn; /**< whose turn it is to use the control block; robust */
    /* __atomic; what has been passed on to the kernel, see events.c */
    uint64_t raised[BGQ_MU_NUM_FIFO_GROUPS], gi_raised[BGQ_MU_NUM_GI_CLASSES], errors;
    uint32_t owner[BGQ_MU_NUM_INJ_FIFOS]; /**< member whose the injection FIFO is, plus 1 */
} emuq_mmio_node_t;

/** A Linux process of the partition. */
typedef struct emuq_mmio_member {
    uint32_t node; /**< its node, or UINT32_MAX for all */
    int32_t rank;  /**< __atomic; -1: unknown */
    bool is_live;  /**< __atomic; it has attached, and has not left */
    bool is_poked; /**< __atomic */
} emuq_mmio_member_t;

struct emuq_machine {
    emuq_geometry_t geometry;
    uint32_t nodes, members;
    bool is_shared;
    emuq_place_t place;
    uint64_t partition;      /**< of a device behind a socket */
    emuq_device_info_t info; /**< of the first region; the others are laid out in the same way */
    char *base;              /**< first byte of the first region's mapping */
    uint64_t front_bytes;    /**< of each region that are mapped there: without the aperture */
    uint32_t spins;          /**< polls before a thread yields */
    bool may_sleep, may_yield;
    uint64_t lost; /**< __atomic; members lost that have been reported */
    emuq_mmio_node_t *node;
    emuq_mmio_member_t *member;
};

/** The machine that this process has attached, and its kernel. */
extern emuq_machine_t *emuq_mmio_machine;
extern emuq_kernel_callbacks_t emuq_mmio_kernel;

/** Prints one line on standard error. @return @p rc. */
int emuq_mmio_say(int rc, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* place.c */
/** Finds out what EMUQ_DEVICE says. @return 0, or a negative errno after a message. */
int emuq_place_find(emuq_place_t *place);
/** Opens the file of node @p node. @param bytes gets its size. @return the descriptor, or a negative errno
 * after a message; text of PATH_MAX bytes gets the path. */
int emuq_place_open(const emuq_place_t *place, uint32_t node, char *path, uint64_t *bytes);
/** Opens a user-space I/O device for its interrupts: a read waits for the next one. @return -1: it is none */
int emuq_place_uio(const emuq_place_t *place);

/* region.c */
/** What a program needs of a region. */
typedef struct emuq_region_wish {
    const char *path;                /**< for messages */
    uint64_t bytes;                  /**< of the file */
    const emuq_geometry_t *geometry; /**< NULL: any */
    uint32_t ppn;                    /**< 0: any */
    uint32_t first_node, nodes;      /**< nodes 0: any */
} emuq_region_wish_t;
/** Checks an information page. @return 0, or a negative errno after a message. */
int emuq_region_check(const emuq_device_info_t *info, const emuq_region_wish_t *wish);
/** Reads the information page of a file and checks it. The same. */
int emuq_region_read(int fd, emuq_device_info_t *info, const emuq_region_wish_t *wish);

/* connect.c */
/** Asks the device for memory of partitions to come. @param backing whose path, offset are set. */
int emuq_connect_memory(const emuq_place_t *place, bool threads, uint64_t bytes, emuq_backing_t *backing);
/** Asks for a partition. @return the region file, or a negative errno after a message. */
int emuq_connect_open(emuq_machine_t *m, const emuq_backing_t *backing);
void emuq_connect_close(emuq_machine_t *m);
/** Joins as emuq_my_member. @return the region file, or a negative errno after a message. */
int emuq_connect_join(emuq_machine_t *m, uint32_t node);
void emuq_connect_leave(void);
/** What tells of events: an event file and the connection of this member, or -1. */
int emuq_connect_event_fd(void);
int emuq_connect_socket(void);
/** Whether the device at the other end has gone. */
bool emuq_connect_is_gone(void);

/* memory.c */
/** emuq_backend_t::memory. */
int emuq_mmio_memory(const emuq_memory_plan_t *plan, emuq_backing_t *backing);

/* mapped.c */
/** Regions of the machine: one, or one for each node. */
uint32_t emuq_mmio_regions(const emuq_machine_t *m);
/** Bytes from the start of a region to the end of what is no aperture. */
uint64_t emuq_mmio_front(const emuq_device_info_t *info);
/** Opens the file of a region, unless a socket has brought it, and checks it. @param brought the descriptor
 * then. @return the descriptor, or a negative errno after a message. */
int emuq_mmio_open_region(const emuq_machine_t *m, uint32_t region, int brought, emuq_device_info_t *info);
/** Maps a region where every process has it; closes @p fd. @return 0, or a negative errno after a message. */
int emuq_mmio_map_region(const emuq_machine_t *m, uint32_t region, int fd);
/** Begins with no region, unless some of this machine are mapped. @return 0 or -ENOMEM. */
int emuq_mmio_begin_mapping(const emuq_machine_t *m);
/** Forgets what is mapped. */
void emuq_mmio_end_mapping(void);
/** Control block and register file of a node; its region is mapped if it has not been. The process ends if
 * that fails. */
emuq_device_control_t *emuq_mmio_control(const emuq_machine_t *m, uint32_t node);
char *emuq_mmio_registers(const emuq_machine_t *m, uint32_t node);
/** The page with the node's bell. */
emuq_device_info_t *emuq_mmio_info(const emuq_machine_t *m, uint32_t node);
/** The node of a register, or UINT32_MAX: a structure of the program's own. */
uint32_t emuq_mmio_node_of(const emuq_machine_t *m, const volatile uint64_t *reg);

/* gone.c */
/** A new partition has a new device. */
void emuq_gone_forget(void);
/** Whether the device is known to have gone. */
bool emuq_gone(void);
/** The device has gone: says so, once. Under any lock. */
void emuq_gone_note(const emuq_machine_t *m, const char *why);
/** Reports it to the kernel, if it has been noted, once. Called with no lock held; may not return. */
void emuq_gone_report(emuq_machine_t *m);

/* command.c */
/** Has the device do something, and waits until it has. @param value gets the answer; may be NULL.
 * @return the device's status; -ENODEV if it is gone, which is noted. */
int emuq_mmio_command(emuq_machine_t *m, uint32_t node, emuq_device_command_t command,
                      const uint64_t argument[4], uint64_t *value);
void emuq_mmio_flush_node(emuq_machine_t *m, uint32_t node);
/** Wakes the device if it sleeps. */
void emuq_mmio_ring(const emuq_machine_t *m, uint32_t node);

/* events.c */
int emuq_mmio_listen(emuq_machine_t *m);
void emuq_mmio_listen_no_more(void);
/** Reports what software errors the device has found on a node, if it is for this process to report them. */
void emuq_mmio_poll_errors(emuq_machine_t *m, uint32_t node);

/* wait.c */
void emuq_mmio_wait_policy(emuq_machine_t *m, uint32_t threads);
void emuq_mmio_wait(const volatile uint64_t *reg, uint64_t seen);

/* describe.c */
void emuq_mmio_drain(emuq_machine_t *m, uint32_t node);
size_t emuq_mmio_describe(emuq_machine_t *m, uint32_t node, uint32_t member, int32_t rank, char *text,
                          size_t bytes);

#endif /* EMUQ_MMIO_H */
