/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mmio.h
 * @brief Private interface of the backend for memory-mapped devices.
 *
 * Each process maps the regions of the device over reserved arena memory, so register pointers are valid in
 * every process. Functions return 0, or a negative errno after printing an error, unless noted.
 */
#ifndef EMUQ_MMIO_H
#define EMUQ_MMIO_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backends/backend.h"
#include "backends/mmio/device.h"
#include "base/atomic.h"
#include "base/backoff.h"
#include "hwi/include/bqc/MU_Fifo.h"

#define EMUQ_MMIO_PATH_BYTES 200

typedef enum emuq_mmio_location_kind {
    EMUQ_MMIO_SOCKET, /**< a process that serves partitions */
    EMUQ_MMIO_FILE,   /**< one region for all nodes */
    EMUQ_MMIO_FILE_EACH
} emuq_mmio_location_kind_t;

typedef struct emuq_mmio_location {
    emuq_mmio_location_kind_t kind;
    bool from_start; /**< only mappable from the first byte (UIO) */
    char path[EMUQ_MMIO_PATH_BYTES];
} emuq_mmio_location_t;

typedef struct emuq_mmio_node {
    pthread_mutex_t lock; /**< serialises commands of the control block; robust */
    /* atomic: claimed events */
    uint64_t raised[BGQ_MU_NUM_FIFO_GROUPS], gi_raised[BGQ_MU_NUM_GI_CLASSES], errors;
    uint32_t owner[BGQ_MU_NUM_INJ_FIFOS]; /**< member plus 1; 0: none */
} emuq_mmio_node_t;

typedef struct emuq_mmio_member {
    uint32_t node;    /**< node of the process; UINT32_MAX: all */
    int32_t rank;     /**< atomic; -1: unknown */
    bool is_live;     /**< atomic */
    bool is_notified; /**< atomic */
} emuq_mmio_member_t;

struct emuq_machine {
    emuq_geometry_t geometry;
    uint32_t nodes, members;
    bool is_shared;
    emuq_mmio_location_t location;
    uint64_t partition;      /**< number from a device behind a socket */
    emuq_device_info_t info; /**< layout of every region; other values are of the first */
    char *base;              /**< address of the first region */
    uint64_t front_bytes;    /**< mapped bytes of a region: all but the aperture */
    emuq_backoff_policy_t wait;
    uint64_t lost; /**< atomic; lost members already reported */
    emuq_mmio_node_t *node;
    emuq_mmio_member_t *member;
};

extern emuq_machine_t *emuq_mmio_machine;
extern emuq_kernel_callbacks_t emuq_mmio_kernel;

/** Prints an error. @return @p rc */
int emuq_mmio_error(int rc, const char *format, ...) __attribute__((format(printf, 2, 3)));

int emuq_mmio_locate(emuq_mmio_location_t *location);
/** A read of the file waits for the next interrupt. @return -1: no such device */
int emuq_mmio_open_uio(const emuq_mmio_location_t *location);

typedef struct emuq_region_requirements {
    const char *path;
    uint64_t bytes;
    const emuq_geometry_t *geometry; /**< NULL: any */
    uint32_t ppn;                    /**< 0: any */
    uint32_t first_node, nodes;      /**< nodes 0: any */
} emuq_region_requirements_t;
int emuq_region_check(const emuq_device_info_t *info, const emuq_region_requirements_t *needs);
int emuq_region_read(int fd, emuq_device_info_t *info, const emuq_region_requirements_t *needs);

/** Requests memory for later partitions. Sets path and offset of @p backing. */
int emuq_connect_memory(const emuq_mmio_location_t *location, bool threads, uint64_t bytes,
                        emuq_backing_t *backing);
/** @return the region file */
int emuq_connect_open(emuq_machine_t *m, const emuq_backing_t *backing);
void emuq_connect_close(emuq_machine_t *m);
/** Joins as emuq_my_member. @return the region file */
int emuq_connect_join(emuq_machine_t *m, uint32_t node);
void emuq_connect_leave(void);
/** Sets the descriptors of the connection; -1: none. */
void emuq_connect_fds(int *event, int *socket);
bool emuq_connect_is_closed(void);

int emuq_mmio_memory(const emuq_memory_plan_t *plan, emuq_backing_t *backing);

uint32_t emuq_mmio_regions(const emuq_machine_t *m);
uint64_t emuq_mmio_front_bytes(const emuq_device_info_t *info);
/** Checks a region. @param fd -1: opens the file. @return the descriptor */
int emuq_mmio_open_region(const emuq_machine_t *m, uint32_t region, int fd, emuq_device_info_t *info);
/** Maps a region at an address common to all processes; closes @p fd. */
int emuq_mmio_map_region(const emuq_machine_t *m, uint32_t region, int fd);
/** Prepares mappings of @p m; existing mappings stay. @return 0 or -ENOMEM */
int emuq_mmio_begin_mapping(const emuq_machine_t *m);
void emuq_mmio_end_mapping(void);
/** The first use maps the region; a failure ends the process. */
emuq_device_control_t *emuq_mmio_control(const emuq_machine_t *m, uint32_t node);
char *emuq_mmio_registers(const emuq_machine_t *m, uint32_t node);
emuq_device_info_t *emuq_mmio_info(const emuq_machine_t *m, uint32_t node);
/** @return UINT32_MAX: not a register */
uint32_t emuq_mmio_node_of(const emuq_machine_t *m, const volatile uint64_t *reg);

/* control.c: device loss */
void emuq_mmio_lost_reset(void);
bool emuq_mmio_is_lost(void);
/** Reports a recorded loss to the kernel, once. Caller holds no lock; may not return. */
void emuq_mmio_report_lost(emuq_machine_t *m);

/** Waits for the reply. @param value result; may be NULL. @return the status of the device; -ENODEV after a
 * loss */
int emuq_mmio_command(emuq_machine_t *m, uint32_t node, emuq_device_command_t command,
                      const uint64_t argument[4], uint64_t *value);
void emuq_mmio_flush_node(emuq_machine_t *m, uint32_t node);
void emuq_mmio_wake_device(const emuq_machine_t *m, uint32_t node);

int emuq_mmio_listen(emuq_machine_t *m);
void emuq_mmio_stop_listening(void);
/** Reports software errors of a node if this process reports for their rank. */
void emuq_mmio_poll_errors(emuq_machine_t *m, uint32_t node);

void emuq_mmio_wait_policy(emuq_machine_t *m, uint32_t threads);
void emuq_mmio_wait(const volatile uint64_t *reg, uint64_t seen);

/**
 * Claimable events: numbers `from` + 1 to `to`.
 *
 * The device increments `made` (release) and notifies the processes of the node. The process that advances
 * their shared counter `taken` handles the events: it copies the device's record between emuq_take_begin()
 * and emuq_take_end(), and uses the copy if both return true. The copy is consistent if the device writes the
 * next record only after the claim. A process that dies after emuq_take_end() loses the event.
 */
typedef struct emuq_take {
    uint64_t from, to;
} emuq_take_t;

/** Loads the counters. @return whether unclaimed events exist */
static inline bool emuq_take_begin(const uint64_t *made, const uint64_t *taken, emuq_take_t *take)
{
    /* Acquire: pairs with the release of the device, which follows the record. */
    take->to = AO_load_acquire(made);
    EMUQ_TEST_POINT(take_made_loaded);
    take->from = AO_load(taken); /* checked by emuq_take_end() */
    return (int64_t)(take->to - take->from) > 0;
}

/** Claims the events. @return success */
static inline bool emuq_take_end(uint64_t *taken, const emuq_take_t *take)
{
    /* Release: the record was copied before the claim is visible. */
    return AO_compare_and_swap_full(taken, take->from, take->to);
}

#endif /* EMUQ_MMIO_H */
