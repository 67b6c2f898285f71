/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file resources.h
 * @brief FIFOs and table entries of the Message Unit that a process and its clients use.
 *
 * All processes number FIFOs and base-address-table entries by the same rule, from the upper end of a
 * process's subgroups: ids in a remote task follow from its T coordinate and the client's resource set.
 *
 * Resources live until the job ends, so a packet to a destroyed client still finds a FIFO. All tasks create
 * their clients in the same order (pami-core 6) and so choose the same set.
 */
#ifndef EMUQ_PAMI_CORE_RESOURCES_H
#define EMUQ_PAMI_CORE_RESOURCES_H

#include <hwi/include/bqc/MU_Descriptor.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "base/settings.h"

/** Maximum contexts of a process; the field in an endpoint has 6 bits. */
#define EMUQ_PAMI_CONTEXTS_MAX 64

#define EMUQ_PAMI_RESOURCE_SETS 4u

/** Base-address-table entries of a process, from the upper end. READY, GO: flags; allocated means set. */
typedef enum emuq_pami_bat {
    EMUQ_PAMI_BAT_ZERO,  /**< base 0: put offsets are physical addresses */
    EMUQ_PAMI_BAT_AREA,  /**< base of emuq_pami_put_area_t */
    EMUQ_PAMI_BAT_READY, /**< the process's FIFOs are ready */
    EMUQ_PAMI_BAT_GO     /**< all processes' FIFOs are ready; set by the node's first process */
} emuq_pami_bat_t;

typedef struct emuq_pami_inj_resource {
    MUSPI_InjFifoSubGroup_t group;
    uint32_t id;
    bool is_taken;
} emuq_pami_inj_resource_t;

typedef struct emuq_pami_rec_resource {
    MUSPI_RecFifoSubGroup_t group;
    uint32_t id;
    bool is_taken;
} emuq_pami_rec_resource_t;

typedef struct emuq_pami_location {
    MUHWI_Destination_t node;
    uint32_t t; /**< T coordinate: process on the node */
} emuq_pami_location_t;

/** Resource set of a client. Members above `busy` are constant. */
typedef struct emuq_pami_resources {
    struct emuq_pami_process *process;
    uint32_t task, tasks;
    uint32_t t, ppn;
    uint32_t contexts; /**< maximum contexts of the client; 0: no such set */
    uint32_t first_context;
    uint32_t first_inj;
    uint32_t send_fifos;
    bool has_network; /**< may use class routes: an injection FIFO is reserved */
    uint32_t end_inj; /**< first injection FIFO that is left to the program */
    const emuq_pami_location_t *location;
    emuq_pami_rec_resource_t *rec;
    bool is_named;                   /**< reserved for clients named `name` */
    bool busy;                       /**< in use; guarded by the process lock */
    uint64_t name;                   /**< hash of the name of the last client */
    uint32_t clients;                /**< clients so far; guarded by the process lock */
    uint32_t agreements_led;         /**< agreements led by this task; guarded by the collectives lock */
    struct emuq_pami_client *client; /**< atomic: current client or NULL; the exit handler reads it */
    struct emuq_pami_device *device[EMUQ_PAMI_CONTEXTS_MAX];
    struct emuq_pami_coll_fifo *coll_fifo;        /**< FIFO of the world geometry; used by context 0 only */
    struct emuq_pami_coll_fifo *spare_coll_fifos; /**< free list; guarded by the lock in device.c */
    uint32_t next_inj; /**< next unused injection FIFO; guarded by the lock in device.c */
} emuq_pami_resources_t;

/** Injection FIFOs of a context: remote gets; sends; puts and gets. */
static inline uint32_t emuq_pami_inj_per_context(const emuq_pami_resources_t *resources)
{
    return 1 + resources->send_fifos + 1;
}

/** FIFOs of a kind in a process; the 64 subgroups of a node are divided among @p ppn processes. */
static inline uint32_t emuq_pami_fifos(uint32_t ppn, uint32_t per_subgroup)
{
    return 64 / ppn * per_subgroup;
}

/** Allocates zeroed, cache-aligned memory. @return NULL: out of memory */
static inline void *emuq_pami_alloc(size_t bytes)
{
    void *memory;
    return emuq_posix_memalign(&memory, 64, bytes) == 0 ? memset(memory, 0, bytes) : NULL;
}
/** FNV-1a hash. */
uint64_t emuq_pami_hash(const void *data, size_t bytes);
/** A process of the job, constant except the resource sets. */
typedef struct emuq_pami_process {
    struct emuq_pami_process *next; /**< list of the ranks of this Linux process */
    uint64_t job;                   /**< Kernel_GetJobID() */
    emuq_pami_location_t *location;
    emuq_pami_resources_t set[EMUQ_PAMI_RESOURCE_SETS];
    struct emuq_pami_put_area *area;
    MUSPI_BaseAddressTableSubGroup_t bat;
    uint32_t contexts;
    emuq_pami_rec_resource_t *rec;
    emuq_pami_inj_resource_t *rget; /**< [contexts] FIFOs for remote gets, filled by the Message Unit */
    void *memory;
} emuq_pami_process_t;

/** Allocates a resource set. The first call creates all sets and waits for all processes of the job; then
 * messages may be sent to all contexts.
 * @return 0; -EINVAL: invalid setting, reported; -ENOMEM; -EBUSY: all sets for this name are in use; -EAGAIN:
 * the program has allocated the FIFOs
 */
int emuq_pami_resources_acquire(const char *name, emuq_pami_resources_t **resources);
void emuq_pami_resources_release(emuq_pami_resources_t *resources);
/** Releases the set of a client that could not be created, without counting the client: remote tasks may not
 * have created theirs. */
void emuq_pami_resources_return(emuq_pami_resources_t *resources);
/** The calling process; NULL before its first client. */
emuq_pami_process_t *emuq_pami_process_find(void);

/* ---- Environment variables of the message layer, from the table settings.def ---- */

/** Settings: EMUQ_PAMI_ and the identifier of the row. */
typedef enum emuq_pami_setting {
#define EMUQ_PAMI_SETTING(id, name, type, def, values, help) EMUQ_PAMI_##id,
#include "msglayer/settings.def"
#undef EMUQ_PAMI_SETTING
    EMUQ_PAMI_SETTINGS
} emuq_pami_setting_t;

/** Reads the environment once and reports invalid values on standard error. Thread-safe. @return 0; -EINVAL,
 * at each call: a value is invalid */
int emuq_pami_settings_load(void);
/** Value of a setting. Call emuq_pami_settings_load() first. Thread-safe. */
uint64_t emuq_pami_setting(emuq_pami_setting_t id);
/** Number, string and origin of a setting. */
const emuq_setting_value_t *emuq_pami_setting_value(emuq_pami_setting_t id);

#endif /* EMUQ_PAMI_CORE_RESOURCES_H */
