/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mmio.h
 * @brief Private interface of the backend for memory-mapped devices.
 *
 * Reading order: device.h (contract), connect.c, region.c, control.c, machine.c. Each file calls only earlier
 * files.
 *
 * The machine lies in the arena. Each process maps the regions of the device over reserved arena memory, so
 * register pointers are valid in every process. Connections and the listener are static data of a process.
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
#include "base/test_point.h"
#include "hwi/include/bqc/MU_Fifo.h"

#define EMUQ_MMIO_PATH_BYTES 200 /**< with the zero */

/** Kinds of EMUQ_DEVICE. */
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
    /* atomic; claimed events, see emuq_take_t */
    uint64_t raised[BGQ_MU_NUM_FIFO_GROUPS], gi_raised[BGQ_MU_NUM_GI_CLASSES], errors;
    uint32_t owner[BGQ_MU_NUM_INJ_FIFOS]; /**< member that owns the injection FIFO, plus 1; 0: none */
} emuq_mmio_node_t;

typedef struct emuq_mmio_member {
    uint32_t node;    /**< UINT32_MAX: all */
    int32_t rank;     /**< atomic; -1: unknown */
    bool is_live;     /**< atomic; attached and not detached */
    bool is_notified; /**< atomic; a notification is pending */
} emuq_mmio_member_t;

struct emuq_machine {
    emuq_geometry_t geometry;
    uint32_t nodes, members;
    bool is_shared;
    emuq_mmio_location_t location;
    uint64_t partition;      /**< number from a device behind a socket */
    emuq_device_info_t info; /**< of the first region; all have the same layout */
    char *base;              /**< mapping of the first region */
    uint64_t front_bytes;    /**< mapped bytes of each region: all but the aperture */
    emuq_backoff_policy_t wait;
    uint64_t lost; /**< atomic; lost members already reported */
    emuq_mmio_node_t *node;
    emuq_mmio_member_t *member;
};

extern emuq_machine_t *emuq_mmio_machine;
extern emuq_kernel_callbacks_t emuq_mmio_kernel;

/** Prints one line on standard error. @return @p rc. */
int emuq_mmio_error(int rc, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* region.c and connect.c: functions return 0, or a negative errno after printing an error, unless noted */
/** Parses EMUQ_DEVICE. */
int emuq_mmio_locate(emuq_mmio_location_t *location);
/** Opens a UIO device, of which a read waits for the next interrupt. @return -1: no such device. */
int emuq_mmio_open_uio(const emuq_mmio_location_t *location);

/** Requirements of a program for a region. */
typedef struct emuq_region_requirements {
    const char *path;
    uint64_t bytes;
    const emuq_geometry_t *geometry; /**< NULL: any */
    uint32_t ppn;                    /**< 0: any */
    uint32_t first_node, nodes;      /**< nodes 0: any */
} emuq_region_requirements_t;
/** Checks an information page. */
int emuq_region_check(const emuq_device_info_t *info, const emuq_region_requirements_t *needs);
/** Reads and checks the information page of a file. */
int emuq_region_read(int fd, emuq_device_info_t *info, const emuq_region_requirements_t *needs);

/** Requests memory for later partitions. @param backing gets path and offset. */
int emuq_connect_memory(const emuq_mmio_location_t *location, bool threads, uint64_t bytes,
                        emuq_backing_t *backing);
/** Requests a partition. @return the region file. */
int emuq_connect_open(emuq_machine_t *m, const emuq_backing_t *backing);
void emuq_connect_close(emuq_machine_t *m);
/** Joins as emuq_my_member. @return as emuq_connect_open(). */
int emuq_connect_join(emuq_machine_t *m, uint32_t node);
void emuq_connect_leave(void);
/** Gets event file and connection of this member; -1: none. */
void emuq_connect_fds(int *event, int *socket);
/** Whether the device has closed a connection. */
bool emuq_connect_is_closed(void);

int emuq_mmio_memory(const emuq_memory_plan_t *plan, emuq_backing_t *backing);

uint32_t emuq_mmio_regions(const emuq_machine_t *m);
/** Computes emuq_machine_t::front_bytes. */
uint64_t emuq_mmio_front_bytes(const emuq_device_info_t *info);
/** Checks a region. @param fd -1: opens the file. @return the descriptor. */
int emuq_mmio_open_region(const emuq_machine_t *m, uint32_t region, int fd, emuq_device_info_t *info);
/** Maps a region at its address common to all processes; closes @p fd. */
int emuq_mmio_map_region(const emuq_machine_t *m, uint32_t region, int fd);
/** Initialises the table of mapped regions; keeps the mappings of @p m. @return 0 or -ENOMEM. */
int emuq_mmio_begin_mapping(const emuq_machine_t *m);
void emuq_mmio_end_mapping(void);
/** Control block and registers of a node. The first use maps the region; a failure ends the process. */
emuq_device_control_t *emuq_mmio_control(const emuq_machine_t *m, uint32_t node);
char *emuq_mmio_registers(const emuq_machine_t *m, uint32_t node);
emuq_device_info_t *emuq_mmio_info(const emuq_machine_t *m, uint32_t node);
/** Node of a register, or UINT32_MAX for other addresses. */
uint32_t emuq_mmio_node_of(const emuq_machine_t *m, const volatile uint64_t *reg);

/* control.c: device loss */
void emuq_mmio_lost_reset(void);
bool emuq_mmio_is_lost(void);
/** Reports a recorded loss to the kernel, once. Called without locks; may not return. */
void emuq_mmio_report_lost(emuq_machine_t *m);

/* control.c: commands */
/** Executes a command and waits for the reply. @param value gets the result; may be NULL. @return the status
 * of the device; -ENODEV after a loss, which is recorded. */
int emuq_mmio_command(emuq_machine_t *m, uint32_t node, emuq_device_command_t command,
                      const uint64_t argument[4], uint64_t *value);
void emuq_mmio_flush_node(emuq_machine_t *m, uint32_t node);
void emuq_mmio_wake_device(const emuq_machine_t *m, uint32_t node);

/* control.c: events */
int emuq_mmio_listen(emuq_machine_t *m);
void emuq_mmio_stop_listening(void);
/** Reports software errors of a node if this process is the reporter of their rank. */
void emuq_mmio_poll_errors(emuq_machine_t *m, uint32_t node);

/* control.c: waiting */
void emuq_mmio_wait_policy(emuq_machine_t *m, uint32_t threads);
void emuq_mmio_wait(const volatile uint64_t *reg, uint64_t seen);

/* control.c: claims of events */
/**
 * Claimable events: numbers `from` + 1 to `to`.
 *
 * The device increments `made` (release) and notifies the processes of the node. The process that advances
 * their shared counter `taken` by compare-and-swap handles the events:
 * @code
 * if (emuq_take_begin(&made, &taken, &take)) {
 *     copy = record_of_the_device;
 *     if (emuq_take_end(&taken, &take))
 *         handle(copy);
 * }
 * @endcode
 * A preempted process with an old `made` claims nothing. The copy is consistent when emuq_take_end() returns
 * true if the device writes the next record only after the claim. A process that dies after emuq_take_end()
 * loses the event.
 */
typedef struct emuq_take {
    uint64_t from, to;
} emuq_take_t;

/** @return whether unclaimed events exist. */
static inline bool emuq_take_begin(const uint64_t *made, const uint64_t *taken, emuq_take_t *take)
{
    /* Acquire: pairs with the release of the device; the record was written before. */
    take->to = AO_load_acquire(made);
    EMUQ_TEST_POINT(take_made_loaded);
    take->from = AO_load(taken); /* checked by emuq_take_end() */
    return (int64_t)(take->to - take->from) > 0;
}

/** @return whether the caller has claimed the events. */
static inline bool emuq_take_end(uint64_t *taken, const emuq_take_t *take)
{
    /* Release: the record was copied before the claim is visible. */
    return AO_compare_and_swap_full(taken, take->from, take->to);
}

#endif /* EMUQ_MMIO_H */
