/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file device.h
 * @brief A partition that is played: the emulator, the regions that programs have mapped, and the members.
 *
 * Threads: one thread *scans* registers and commands (scan.c); the emulator's engines move long messages;
 * the thread of main() opens, closes, and lets members come and go. The first two call the kernel's functions
 * of events.c.
 */
#ifndef EMUQ_DEVICE_DEVICE_H
#define EMUQ_DEVICE_DEVICE_H

#include <pthread.h>
#include <stdbool.h>

#include "hwi/include/bqc/MU_Macros.h"
#include "tools/emuq-device/region.h"

#define EMUQ_NO_MEMBER    UINT32_MAX /**< no member; in JOIN also: no certain node */
#define EMUQ_ERRORS_KEPT  8u         /**< errors of a node that wait until programs have taken those before */
#define EMUQ_NODE_OWNABLE (BGQ_MU_NUM_INJ_FIFOS + BGQ_MU_NUM_REC_FIFOS + BGQ_MU_NUM_INJ_FIFOS)

/** A process that has joined. */
typedef struct emuq_device_member {
    struct emuq_device_member *next;
    uint32_t number;
    uint32_t node; /**< EMUQ_NO_MEMBER: all */
    int32_t pid;
    int signal; /**< the device's end of a socket */
    int event;  /**< the member's end, its event file; -1: the member has it */
} emuq_device_member_t;

/** A node. */
typedef struct emuq_device_node {
    emuq_device_control_t *control; /**< in the region: whatever programs write */
    uint64_t request;               /**< last command; of the scanning thread */
    const emuq_address_space_t *space;
    uint32_t owner[EMUQ_NODE_OWNABLE]; /**< members, of owners.c; under emuq_device_t::owners_lock */

    pthread_mutex_t lock; /**< leaf; guards the members below */
    uint64_t errors;      /**< written to the control block */
    uint32_t first, count;
    emuq_device_error_t error[EMUQ_ERRORS_KEPT];
} emuq_device_node_t;

/** A partition that is played. */
typedef struct emuq_device {
    emuq_plan_t plan;
    uint32_t nodes;
    emuq_device_node_t *node;
    emuq_region_t *region;
    uint32_t regions;
    char *registers;                         /**< register files of all nodes, one behind the other */
    emuq_memory_t *memory;                   /**< what `space` is made of */
    emuq_address_space_t *space, *no_memory; /**< `no_memory`: nothing is found in it */
    uint32_t spaces;
    bool has_members;             /**< programs come by a socket: the partition is as old as the device */
    pthread_mutex_t machine_lock; /**< held while the members below change, and by a thread that is not the
                                     scanning one */
    emuq_arena_t *arena;
    emuq_machine_t *machine;
    bool is_attached;
    pthread_mutex_t owners_lock; /**< held while a resource changes hands; the locks below, those of a node
                                     and of the emulator may be taken under it */
    bool is_scanning;
    pthread_t scanner;
    bool stop;                    /**< __atomic; set once, with release, and read by the scanning thread */
    uint32_t errors_waiting;      /**< __atomic; in all nodes */
    pthread_mutex_t members_lock; /**< leaf; guards the list */
    emuq_device_member_t *members;
} emuq_device_t;

/** Where a region's file comes from: makes or opens the file of a region that has been laid out.
 *  @return the descriptor or a negative errno */
typedef int (*emuq_region_file_t)(const emuq_region_t *region, void *context);

/**
 * Begins to play a partition, which has been checked.
 * @param regions how many regions: 1, or as many as nodes
 * @param memory  the memory file where the apertures are; NULL: they are in the regions
 * @return 0, or a negative errno with nothing left behind
 */
int emuq_device_open(const emuq_plan_t *plan, uint32_t regions, const emuq_mapping_t *memory,
                     emuq_region_file_t file, void *context, emuq_device_t **device);

/** Ends a partition, whatever its programs do. NULL is allowed. */
void emuq_device_close(emuq_device_t *device);

/** Takes a member in. @return it, or NULL and a negative errno in *status. */
emuq_device_member_t *emuq_device_join(emuq_device_t *device, uint32_t number, uint32_t node, int32_t pid,
                                       int *status);

/** The member has got its event file: closes the device's descriptor of it. */
void emuq_device_event_given(emuq_device_member_t *member);

/** Removes a member and takes its resources from it. @param lost it has ended without EMUQ_DEVICE_LEAVE: all
 * nodes are told. */
void emuq_device_part(emuq_device_t *device, emuq_device_member_t *member, bool lost);

/* unit.c */
/** Makes the partition's Message Units, in reset state. @return 0 or a negative errno; emuq_unit_off() then,
 * too. */
int emuq_unit_on(emuq_device_t *device);
/** Ends them; nothing is done if there are none. */
void emuq_unit_off(emuq_device_t *device);
/** Called by the scanning thread: brings all nodes into their reset state. @return 0 or a negative errno:
 * there is no unit any more that could do anything. */
int emuq_unit_reset(emuq_device_t *device);

/* owners.c */
/** A resource that is to change hands, as a program asks for it: its numbers may be any. */
typedef struct emuq_assignment {
    uint64_t kind, id; /**< emuq_resource_t, and number on the node */
    uint32_t member;   /**< EMUQ_NO_MEMBER: no member has it any more */
    int32_t rank;      /**< -1: unknown */
} emuq_assignment_t;

/** Gives a resource of a node to a member. @return 0; -EINVAL: there is no such resource; -ESRCH: there is no
 * such member of the node (any more). */
int emuq_owners_assign(emuq_device_t *device, uint32_t node, const emuq_assignment_t *assignment);
/** Takes all resources of a node from a member that has been removed from the list: it gets no more. */
void emuq_owners_revoke(emuq_device_t *device, uint32_t node, uint32_t member);

/* command.c */
/** Carries out the command of a node's control block, if there is one. @return whether there was. */
bool emuq_command(emuq_device_t *device, uint32_t node);

/* scan.c */
/** Thread: scans all nodes until device->stop is set. */
void *emuq_scan_thread(void *device);
/** Wakes it. */
void emuq_scan_wake(emuq_device_t *device);

/* events.c */
/** The kernel's functions: tell the programs. */
emuq_kernel_callbacks_t emuq_event_callbacks(emuq_device_t *device);
/** Hands the next waiting error over, if programs have taken the one before. */
void emuq_event_errors(emuq_device_t *device, uint32_t node);
/** Signals the event files of a node's members. */
void emuq_event_signal(emuq_device_t *device, uint32_t node);
/** Whether there is such a member, which is of the node. */
bool emuq_event_has_member(emuq_device_t *device, uint32_t node, uint32_t member);
/** Signals one member's. @return 0, or -ESRCH. */
int emuq_event_poke(emuq_device_t *device, uint32_t member);
/** Tells all nodes that a member is lost. */
void emuq_event_lost(emuq_device_t *device, const emuq_device_member_t *member);

#endif /* EMUQ_DEVICE_DEVICE_H */
