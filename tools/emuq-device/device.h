/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file device.h
 * @brief emuq-device: a process that emulates a memory-mapped Message Unit (backends/mmio/device.h).
 *
 * Threads: the scanning thread polls registers and executes commands; the emulator's engines transfer long
 * messages; the main thread opens and closes partitions and manages members. Scanning thread and engines call
 * the kernel callbacks of unit.c.
 */
#ifndef EMUQ_DEVICE_DEVICE_H
#define EMUQ_DEVICE_DEVICE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backends/backend.h"
#include "backends/mmio/device.h"
#include "hwi/include/bqc/MU_Macros.h"

#define EMUQ_DEVICE_FAILED 1 /**< exit status: a file, socket or partition could not be created */
#define EMUQ_DEVICE_USAGE  2 /**< exit status: invalid command line */

/** Prints a line "emuq-device: ..." on standard error. */
void emuq_device_message(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Bytes of the reason of a rejection. */
#define EMUQ_REASON_BYTES sizeof(((emuq_device_reply_t *)0)->reason)

/** Sets the reason of a rejection, one sentence. @return @p status */
int emuq_device_reject(char reason[EMUQ_REASON_BYTES], int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Describes a negative errno of a file operation. */
const char *emuq_device_reason(int rc);

/* ---- options.c ---- */

/** The command line. Pointers are NULL, and numbers are 0, for options that are not given. */
typedef struct emuq_device_options {
    const char *socket; /**< path, or @NAME */
    const char *file;   /**< path, with %n for the node number */
    bool has_shape;
    uint32_t size[5];
    uint32_t mesh; /**< bit (0x10 >> d): dimension d does not wrap around */
    uint32_t ppn;
    uint64_t memory; /**< bytes of a file's aperture */
    bool separate;   /**< each node of a file has separate memory */
    char **command;  /**< command to run */
} emuq_device_options_t;

/** @return 0, 1 after --help or --version, or -EINVAL after printing an error */
int emuq_device_options(int argc, char **argv, emuq_device_options_t *options);

/* ---- region.c: plans, memory files, regions ---- */

#define EMUQ_DEVICE_NODES_MOST  4096u               /**< maximum nodes of a partition, about 1 MiB each */
#define EMUQ_DEVICE_MEMORY_MOST (UINT64_C(1) << 45) /**< maximum bytes of a memory file */

/** Nodes of a partition and the position of their apertures in the memory file. */
typedef struct emuq_device_plan {
    emuq_geometry_t geometry;
    uint32_t ppn;                                          /**< 0: chosen by the program */
    uint64_t aperture_bytes, aperture_stride, aperture_pa; /**< see emuq_device_info_t */
} emuq_device_plan_t;

/** Checks a plan with arbitrary numbers. @param memory_bytes size of the memory file
 *  @param reason set if the plan is rejected @return 0 or -EINVAL */
int emuq_plan_check(const emuq_device_plan_t *plan, uint64_t memory_bytes, char reason[EMUQ_REASON_BYTES]);

/** A mapped part of a file. The device checks addresses that it computes from registers, but programs may
 *  change a register between two loads. Such an access ends at most 4 GiB after the checked memory. The part
 * is therefore mapped repeatedly over this distance. */
typedef struct emuq_mapping {
    char *va;       /**< NULL: not mapped */
    uint64_t bytes; /**< usable bytes */
    uint64_t mapped;
} emuq_mapping_t;

/** Creates an anonymous file of a sealed size. @return descriptor or negative errno */
int emuq_memory_file(const char *name, uint64_t bytes);

/** Maps @p bytes bytes, a multiple of 4096, and the guard mappings. @return 0 or negative errno */
int emuq_memory_map(emuq_mapping_t *mapping, int fd, uint64_t offset, uint64_t bytes);

/** Unmaps. An all-zero mapping has no effect. */
void emuq_memory_unmap(emuq_mapping_t *mapping);

/** A file mapped by programs: information page, control blocks, registers, perhaps apertures. */
typedef struct emuq_region {
    int fd;
    emuq_device_info_t layout; /**< information page without magic and bell */
    char *head;                /**< mapped information page and control blocks */
    emuq_mapping_t aperture;   /**< mapped apertures, if they are in the region */
} emuq_region_t;

/** Computes the layout of a region with @p nodes nodes, starting with node @p first.
 *  @param separate_memory the apertures are in a memory file */
void emuq_region_layout(emuq_region_t *region, const emuq_device_plan_t *plan, uint32_t first, uint32_t nodes,
                        bool separate_memory);

/** Maps a region after emuq_region_layout(). The caller calls emuq_region_close(), also after an error.
 *  @param fd zero-filled file of layout.region_bytes bytes; the region owns it
 *  @param registers target address of the register files: nodes * EMUQ_REGISTER_FILE_BYTES
 *  @return 0 or a negative errno */
int emuq_region_map(emuq_region_t *region, int fd, char *registers);

/** Writes the information page. Programs may attach from now on. */
void emuq_region_publish(emuq_region_t *region);

/** Invalidates the information page and unmaps all but the register files. */
void emuq_region_close(emuq_region_t *region);

/** The information page. */
static inline emuq_device_info_t *emuq_region_info(const emuq_region_t *region)
{
    return (emuq_device_info_t *)region->head;
}

/** Control block of node @p i of the region. */
static inline emuq_device_control_t *emuq_region_control(const emuq_region_t *region, uint32_t i)
{
    return (emuq_device_control_t *)(region->head + region->layout.control_offset +
                                     i * region->layout.control_stride);
}

/* ---- device.c: a partition ---- */

#define EMUQ_NO_MEMBER    UINT32_MAX /**< no member; as the node of a member: all nodes */
#define EMUQ_ERRORS_KEPT  8u         /**< maximum unconsumed errors of a node */
#define EMUQ_NODE_OWNABLE (BGQ_MU_NUM_INJ_FIFOS + BGQ_MU_NUM_REC_FIFOS + BGQ_MU_NUM_INJ_FIFOS)

/** A joined process. */
typedef struct emuq_device_member {
    struct emuq_device_member *next;
    uint32_t number;
    uint32_t node; /**< EMUQ_NO_MEMBER: all nodes */
    int32_t pid;
    int signal; /**< the device's end of the event socket */
    int event;  /**< the member's end; -1: already sent to the member */
} emuq_device_member_t;

typedef struct emuq_device_node {
    emuq_device_control_t *control; /**< control page in the region; programs may write any values */
    uint64_t request;               /**< last command; used by the scanning thread */
    const emuq_address_space_t *space;
    uint32_t owner[EMUQ_NODE_OWNABLE]; /**< owning members; guarded by emuq_device_t::owners_lock */

    pthread_mutex_t lock; /**< leaf lock; guards the members below */
    uint64_t errors;      /**< number of errors written to the control block */
    uint32_t first, count;
    emuq_device_error_t error[EMUQ_ERRORS_KEPT];
} emuq_device_node_t;

typedef struct emuq_device {
    emuq_device_plan_t plan;
    uint32_t nodes;
    emuq_device_node_t *node;
    emuq_region_t *region;
    uint32_t regions;
    char *registers;                         /**< consecutive register files of all nodes */
    emuq_memory_t *memory;                   /**< [spaces] storage for `space` */
    emuq_address_space_t *space, *no_memory; /**< `no_memory`: an empty address space */
    uint32_t spaces;
    bool has_members;             /**< programs join through a socket */
    pthread_mutex_t machine_lock; /**< held while the members below change, and by users of the machine other
                                     than the scanning thread */
    emuq_arena_t *arena;
    emuq_machine_t *machine;
    bool is_attached;
    pthread_mutex_t owners_lock; /**< held while a resource changes its owner; taken before the locks of
                                    nodes, of the emulator, and `members_lock` */
    bool is_scanning;
    pthread_t scanner;
    bool stop;                    /**< atomic; set once with release, read by the scanning thread */
    uint32_t errors_waiting;      /**< atomic; unpublished errors of all nodes */
    pthread_mutex_t members_lock; /**< leaf lock; guards the list */
    emuq_device_member_t *members;
} emuq_device_t;

/** Creates or opens the file of a region after emuq_region_layout(). @return descriptor or negative errno */
typedef int (*emuq_region_file_t)(const emuq_region_t *region, void *context);

/** Opens a partition for a plan accepted by emuq_plan_check().
 *  @param regions number of regions: 1, or the number of nodes
 *  @param memory memory file with the apertures; NULL: the apertures are in the regions
 *  @return 0, or a negative errno without side effects */
int emuq_device_open(const emuq_device_plan_t *plan, uint32_t regions, const emuq_mapping_t *memory,
                     emuq_region_file_t file, void *context, emuq_device_t **device);

/** Closes a partition, independent of the state of its programs. NULL does nothing. */
void emuq_device_close(emuq_device_t *device);

/** Adds a member. @return the member, or NULL and a negative errno in *status */
emuq_device_member_t *emuq_device_join(emuq_device_t *device, uint32_t number, uint32_t node, int32_t pid,
                                       int *status);

/** Closes the member's end of the event socket in the device, after it was sent to the member. */
void emuq_device_event_sent(emuq_device_member_t *member);

/** Removes a member and revokes its resources. @param lost the member has not requested this: notify all
 * nodes */
void emuq_device_leave(emuq_device_t *device, emuq_device_member_t *member, bool lost);

void emuq_scan_wake(emuq_device_t *device);

/* ---- unit.c: Message Units, owners of resources, events ---- */

/** Creates the Message Units in reset state. The caller calls emuq_unit_off(), also after an error.
 *  @return 0 or a negative errno */
int emuq_unit_on(emuq_device_t *device);
void emuq_unit_off(emuq_device_t *device);
/** Resets all nodes, in the scanning thread. @return 0, or a negative errno: the partition has no Message
 * Units any more, and the scanning thread ends */
int emuq_unit_reset(emuq_device_t *device);

/** Requested owner of a resource. All numbers are unchecked. */
typedef struct emuq_assignment {
    uint64_t kind, id; /**< emuq_resource_t, and number on the node */
    uint32_t member;   /**< EMUQ_NO_MEMBER: release the resource */
    int32_t rank;      /**< -1: unknown */
} emuq_assignment_t;

/** Assigns a resource to a member. @return 0; -EINVAL: no such resource; -ESRCH: no such member */
int emuq_owners_assign(emuq_device_t *device, uint32_t node, const emuq_assignment_t *assignment);
/** Revokes all resources of a node from a removed member. */
void emuq_owners_revoke(emuq_device_t *device, uint32_t node, uint32_t member);

/** Publishes the next error of a node, if programs have consumed the previous one. */
void emuq_event_errors(emuq_device_t *device, uint32_t node);
/** True if the member exists and belongs to the node. */
bool emuq_event_has_member(emuq_device_t *device, uint32_t node, uint32_t member);
/** Signals the event socket of a member. @return 0, or -ESRCH */
int emuq_event_signal_member(emuq_device_t *device, uint32_t member);
/** Reports a lost member to all nodes. */
void emuq_event_lost(emuq_device_t *device, const emuq_device_member_t *member);

/* ---- files.c: a partition in files, without a socket ---- */

typedef struct emuq_files emuq_files_t; /**< The files and their partition. */

/** Creates the files and opens the partition.
 *  @return 0, or a negative errno after printing an error; -EINVAL: invalid options */
int emuq_files_open(const emuq_device_options_t *options, emuq_files_t **files);

/** Closes the partition and removes the files. NULL does nothing. */
void emuq_files_close(emuq_files_t *files);

/* ---- server.c: the socket protocol, for any number of connections in one thread ---- */

typedef struct emuq_server emuq_server_t; /**< A listening socket and its connections. */

/** Restrictions of a server. */
typedef struct emuq_device_offer {
    bool has_shape; /**< accept this shape only */
    uint32_t size[5];
    uint32_t ppn; /**< 0: any; used with has_shape */
} emuq_device_offer_t;

/** Starts to listen. @param where path, or @NAME for an abstract name; must stay valid
 *  @return 0, or a negative errno after printing an error */
int emuq_server_open(const char *where, const emuq_device_offer_t *offer, emuq_server_t **server);

/** A descriptor that is readable when emuq_server_poll() has work. */
int emuq_server_fd(const emuq_server_t *server);

/** Processes connections and requests without waiting. */
void emuq_server_poll(emuq_server_t *server);

/** Closes connections and partition, and removes the socket. NULL does nothing. */
void emuq_server_close(emuq_server_t *server);

#endif /* EMUQ_DEVICE_DEVICE_H */
