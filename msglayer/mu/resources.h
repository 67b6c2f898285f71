/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file resources.h
 * @brief Client resource set: what a client has of its node's Message Unit, and how it finds that of the same
 * client in other tasks.
 *
 * FIFOs and base-address-table entries are given out by one rule in all processes, so the ids of a task's
 * resources follow from its T coordinate and from the number of the client's resource set: no task has to be
 * asked. Everything is taken from the upper end of the process's subgroups; programs that use the SPI beside
 * PAMI begin at the lower end.
 *
 * A process has up to EMUQ_PAMI_RESOURCE_SETS resource sets, for clients at the same time. All of them are
 * made by the first client (process.h) and stay until the job has ended, when clients are destroyed and made
 * again: a packet that is still in flight finds a FIFO.
 */
#ifndef EMUQ_PAMI_MU_RESOURCES_H
#define EMUQ_PAMI_MU_RESOURCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <hwi/include/bqc/MU_Descriptor.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>

/** Most contexts of all clients of a process; the field of an endpoint has 6 bits. */
#define EMUQ_PAMI_CONTEXTS_MAX 64

/** Most clients of a process at the same time. */
#define EMUQ_PAMI_RESOURCE_SETS 4u

/** Table entries of a process, counted from the upper end. The last two are flags: taken or not. */
typedef enum emuq_pami_bat {
    EMUQ_PAMI_BAT_ZERO,  /**< base 0: a put through it finds a complete physical address */
    EMUQ_PAMI_BAT_OWN,   /**< base is the physical address of the process's emuq_pami_own_t (mu/own.h) */
    EMUQ_PAMI_BAT_READY, /**< the process's FIFOs are ready */
    EMUQ_PAMI_BAT_GO     /**< all processes' are; taken by the first process of the node */
} emuq_pami_bat_t;

/** An injection FIFO of a process's own. */
typedef struct emuq_pami_inj_resource {
    MUSPI_InjFifoSubGroup_t group; /**< holds this FIFO only */
    uint32_t id;                   /**< in the subgroup */
    bool is_taken;                 /**< it has been allocated */
} emuq_pami_inj_resource_t;

/** A reception FIFO. */
typedef struct emuq_pami_rec_resource {
    MUSPI_RecFifoSubGroup_t group; /**< holds this FIFO only */
    uint32_t id;                   /**< in the subgroup */
    bool is_taken;                 /**< it has been allocated */
} emuq_pami_rec_resource_t;

/** Where a task is. */
typedef struct emuq_pami_place {
    MUHWI_Destination_t node; /**< absolute coordinates */
    uint32_t t;               /**< process on the node */
} emuq_pami_place_t;

/** A client's share of its process's Message Unit. What is above `busy` does not change. */
typedef struct emuq_pami_resources {
    struct emuq_pami_process *process;
    uint32_t task, tasks;
    uint32_t t, ppn;
    uint32_t contexts;              /**< that may be created; 0: the process has no such resources */
    uint32_t first_context;         /**< contexts of the resource sets before this one */
    uint32_t first_inj;             /**< number of its first injection FIFO in the process */
    uint32_t send_fifos;            /**< of a context */
    bool has_network;               /**< its client may use class routes, and there is a FIFO for that */
    uint32_t end_inj;               /**< number of the process's first injection FIFO that is the program's */
    const emuq_pami_place_t *place; /**< [tasks] */
    emuq_pami_rec_resource_t *rec;  /**< [contexts] */
    bool is_for_one;                /**< for clients of `name` alone */
    bool busy;                      /**< a client has it; processes' lock */
    uint64_t name;                  /**< hash of the name of the client that has it, or had it last */
    uint32_t clients;               /**< that have had it; processes' lock */
    uint32_t agreements_led; /**< agreements that this task has led (coll/agreement.c); its client's lock */
    struct emuq_pami_client *client; /**< __atomic: that has it, or NULL; the end of the process reads it */
    struct emuq_pami_device
        *device[EMUQ_PAMI_CONTEXTS_MAX];        /**< opened so far; they stay as long as the resources */
    struct emuq_pami_combiner *combiner;        /**< mu/combiner.h; of the thread of context 0 */
    struct emuq_pami_combiner *spare_combiners; /**< lock in mu/combiner.c */
    uint32_t next_inj; /**< number of the next injection FIFO that no context has; the same lock */
} emuq_pami_resources_t;

/** Most FIFOs of a kind that a process has. @param ppn processes on a node. */
uint32_t emuq_pami_fifos(uint32_t ppn, uint32_t per_subgroup);

/** Injection FIFOs of a context: for remote gets, for messages, and one for puts and gets. */
static inline uint32_t emuq_pami_inj_per_context(const emuq_pami_resources_t *resources)
{
    return 1 + resources->send_fifos + 1;
}

/** Node-global id of the reception FIFO of a context. @param t T coordinate of the process. */
uint32_t emuq_pami_rec_id(const emuq_pami_resources_t *resources, uint32_t t, uint32_t context);

/** Node-global id of the injection FIFO that takes remote gets for a context. */
uint32_t emuq_pami_rget_id(const emuq_pami_resources_t *resources, uint32_t t, uint32_t context);

/** Node-global id of a table entry. */
uint32_t emuq_pami_bat_id(const emuq_pami_resources_t *resources, uint32_t t, emuq_pami_bat_t entry);

/** Allocates injection FIFO number @p index of @p context: 0 takes remote gets, the rest are the context's
 * own.
 *  @return false: it is not free. */
bool emuq_pami_inj_allocate(const emuq_pami_resources_t *resources, uint32_t context, uint32_t index,
                            bool remote_get, emuq_pami_inj_resource_t *inj);

/** Allocates the injection FIFO behind those of all contexts, for the collective network. @return false:
 * there is none, or it is not free */
bool emuq_pami_inj_allocate_last(const emuq_pami_resources_t *resources, emuq_pami_inj_resource_t *inj);

/** Allocates an injection FIFO that no context has and that is not left to the program. @return false: all
 * are in use */
bool emuq_pami_inj_allocate_spare(emuq_pami_resources_t *resources, emuq_pami_inj_resource_t *inj);

/** Gives an allocated injection FIFO its memory and starts it. @param va 64-byte aligned, in @p region. */
void emuq_pami_inj_start(emuq_pami_inj_resource_t *inj, Kernel_MemoryRegion_t *region, void *va,
                         uint64_t bytes);

/** Stops an injection FIFO and gives it back, if it has been allocated. */
void emuq_pami_inj_free(emuq_pami_inj_resource_t *inj);

/** Allocates the reception FIFO of a context, and enables it. @return false: it is not free. */
bool emuq_pami_rec_start(const emuq_pami_resources_t *resources, uint32_t context,
                         Kernel_MemoryRegion_t *region, void *va, uint64_t bytes);

/** Gives a reception FIFO back, if it has been allocated. */
void emuq_pami_rec_free(emuq_pami_rec_resource_t *rec);

#endif /* EMUQ_PAMI_MU_RESOURCES_H */
