/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file site.h
 * @brief What a process has of its node's Message Unit, and where all other processes have theirs.
 *
 * FIFOs and base-address-table entries are given out by one rule in all processes, so the ids of a task's
 * resources follow from its T coordinate: nobody has to ask. Everything is taken from the upper end of the
 * process's subgroups; programs that use the SPI beside PAMI begin at the lower end.
 *
 * A site is made by the first client of a process and stays until its job has ended, clients come and go:
 * whatever is still on its way to the process finds a FIFO. All processes of the job make theirs together, so
 * when emuq_pami_site() returns, messages may be sent to all contexts of all tasks.
 */
#ifndef EMUQ_PAMI_MU_SITE_H
#define EMUQ_PAMI_MU_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <hwi/include/bqc/MU_Descriptor.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>

/** Most contexts of a process; the field of an endpoint has 6 bits. */
#define EMUQ_PAMI_CONTEXTS_MAX 64

/** An injection FIFO of a process's own. */
typedef struct emuq_pami_inj_resource {
    MUSPI_InjFifoSubGroup_t group; /**< holds this FIFO only */
    uint32_t id;                   /**< in the subgroup */
    uint32_t global;               /**< in the node */
} emuq_pami_inj_resource_t;

/** A reception FIFO. */
typedef struct emuq_pami_rec_resource {
    MUSPI_RecFifoSubGroup_t group; /**< holds this FIFO only */
    uint32_t id;                   /**< in the subgroup */
} emuq_pami_rec_resource_t;

/** Where a task is. */
typedef struct emuq_pami_place {
    MUHWI_Destination_t node; /**< absolute coordinates */
    uint32_t t;               /**< process on the node */
} emuq_pami_place_t;

/** The process's share of the Message Unit. Constant after emuq_pami_site(), but for `busy`. */
typedef struct emuq_pami_site {
    struct emuq_pami_site *next; /**< list of all sites of this Linux process */
    uint64_t job;                /**< Kernel_GetJobID(): a site of another job is of no use */
    uint32_t task, tasks;
    uint32_t t, ppn;
    uint32_t contexts;        /**< that may be created */
    uint32_t send_fifos;      /**< of a context */
    emuq_pami_place_t *place; /**< [tasks] */
    uint32_t clients;         /**< that have had it; sites' lock */
    uint32_t led;             /**< meetings that this task has led (coll/meeting.c); its client's lock */
    bool busy;                /**< a client has it; sites' lock */
    struct emuq_pami_client *client; /**< that has it, or NULL; of the threads of the process */
    uint64_t *sink; /**< counter of all puts into this process: counts nothing that anybody reads */
    MUSPI_BaseAddressTableSubGroup_t bat;
    emuq_pami_rec_resource_t *rec;  /**< [contexts] */
    emuq_pami_inj_resource_t *rget; /**< [contexts]: the Message Unit's own, for remote gets */
    void *memory;                   /**< of these FIFOs */
    struct emuq_pami_device
        *device[EMUQ_PAMI_CONTEXTS_MAX]; /**< opened so far; they stay as long as the site */
    emuq_pami_inj_resource_t wake;       /**< for packets that end the doze of a context's thread */
    uint32_t wake_lock;                  /**< __atomic: serialises the users of `wake` */
    struct emuq_pami_combiner *combiner; /**< mu/combiner.h; of the thread of context 0 */
} emuq_pami_site_t;

/**
 * The site of the calling process, made if there is none; then waits for all processes of the job to make
 * theirs.
 * @return NULL: a client has it, or there is no memory, or others have taken the FIFOs.
 */
emuq_pami_site_t *emuq_pami_site_take(void);

/** The site of the calling process if there is one, or NULL. */
emuq_pami_site_t *emuq_pami_site_find(void);

/** Ends the use of a site by its client. */
void emuq_pami_site_release(emuq_pami_site_t *site);

/** Node-global id of the reception FIFO of a context. @param t T coordinate of the process. */
uint32_t emuq_pami_rec_id(const emuq_pami_site_t *site, uint32_t t, uint32_t context);

/** Node-global id of the injection FIFO that takes remote gets for a context. */
uint32_t emuq_pami_rget_id(const emuq_pami_site_t *site, uint32_t t, uint32_t context);

/** Node-global id of the table entry with the base 0, through which a put finds a complete physical address.
 */
uint32_t emuq_pami_zero_bat(const emuq_pami_site_t *site, uint32_t t);

/** Node-global id of the table entry whose base is the atomic address of the process's sink. */
uint32_t emuq_pami_sink_bat(const emuq_pami_site_t *site, uint32_t t);

/** Allocates injection FIFO number @p index of @p context: 0 takes remote gets, the others are the context's
 * own.
 *  @return false: it is not free. */
bool emuq_pami_inj_allocate(const emuq_pami_site_t *site, uint32_t context, uint32_t index, bool remote_get,
                            emuq_pami_inj_resource_t *inj);

/** Allocates the injection FIFO behind those of all contexts. @return false: there is none, or it is not free
 */
bool emuq_pami_inj_allocate_last(const emuq_pami_site_t *site, emuq_pami_inj_resource_t *inj);

/** Sends a packet without payload to a context of the same process, from any thread: its thread is awake
 * then.
 *  @param packet complete but for nothing: memory FIFO, length 0. */
void emuq_pami_wake(emuq_pami_site_t *site, MUHWI_Descriptor_t *packet);

/** Gives an allocated injection FIFO its memory and starts it. @param va 64-byte aligned, in @p region. */
void emuq_pami_inj_start(emuq_pami_inj_resource_t *inj, Kernel_MemoryRegion_t *region, void *va,
                         uint64_t bytes);

#endif /* EMUQ_PAMI_MU_SITE_H */
