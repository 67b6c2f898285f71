/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file node.h
 * @brief A node's registers, owners and class-route words; what every other file of the emulator may use.
 */
#ifndef EMUQ_EMULATOR_NODE_H
#define EMUQ_EMULATOR_NODE_H

#include <string.h>

#include "backends/emulator/core/layout.h"
#include "backends/record.h"

/** The machine in force, for the hooks; set while no other thread uses a register. */
extern emuq_machine_t *emuq_the_machine;
/** Of the machine in force: another one for each; set with it. */
extern uint64_t emuq_machine_number;
/** The kernel of this Linux process. */
extern emuq_kernel_callbacks_t emuq_the_kernel;
/** Node of the calling thread, UINT32_MAX for none (kernel, engines). */
extern __thread uint32_t emuq_my_node;
/** Whether the calling thread does the work of the host engine at this moment. What other hosts have asked
 * for, and what they are asked, is the engine's alone: another thread hands it over. */
extern __thread bool emuq_serves_hosts;
/** The thread has asked the host engine for something, which this process runs: it is to do that itself, when
 * it holds nothing. */
extern __thread bool emuq_has_asked_engine __attribute__((tls_model("initial-exec")));

/** The member for which the calling thread acts: its process, or the host engine. */
static inline uint32_t emuq_acting_member(const emuq_machine_t *m)
{
    return emuq_serves_hosts ? m->engine : emuq_my_member;
}

/** Has the calling thread act for the host engine, or not. @return what it did before, to be given back */
static inline bool emuq_serve_hosts(bool serves)
{
    bool before = emuq_serves_hosts;
    emuq_serves_hosts = serves;
    return before;
}

/** The calling thread is about to wait, perhaps under locks, for what the host engine does: if this process
 * runs it, another thread does the engine's work from now on. Async-signal-safe. */
static inline void emuq_leave_to_engine(void)
{
    if (emuq_the_kernel.serve_hosts != NULL)
        (void)emuq_the_kernel.serve_hosts(emuq_the_kernel.context, EMUQ_HOSTS_LEAVE);
}

/** What became of a message, or of a piece of it. */
typedef enum emuq_outcome {
    EMUQ_DONE,    /**< delivered; the descriptor is complete */
    EMUQ_PARKED,  /**< it waits, and its waiter will be resumed */
    EMUQ_REFUSED, /**< a software error, recorded by emuq_refuse() */
    EMUQ_REMOTE,  /**< nothing done: another process has the memory */
    EMUQ_OUTSIDE  /**< nothing done: the range is in no window of its owner */
} emuq_outcome_t;

/** A register of a node. @param subgroup 0..67 @param offset bytes in the subgroup's page, EMUQ_REG_* and
 * more */
static inline volatile uint64_t *emuq_reg(const emuq_mu_node_t *n, uint32_t subgroup, uint32_t offset)
{
    return (volatile uint64_t *)(n->registers + (size_t)(subgroup >> 2) * 0x10000 + (subgroup & 3) * 0x1000u +
                                 offset);
}

/** Address of a register as the user of the node sees it, for messages. */
static inline uint64_t emuq_register_address(const emuq_mu_node_t *n, const volatile void *reg)
{
    return (uint64_t)PHYMAP_MINADDR_MU + (uint64_t)((const volatile char *)reg - n->registers);
}

/** Whose a resource is at this moment. Acquire: pairs with the release in emuq_owner_set(). */
static inline emuq_owner_t emuq_owner_of(const emuq_owner_t *shared)
{
    emuq_owner_t owner = {.space = __atomic_load_n(&shared->space, __ATOMIC_ACQUIRE),
                          .rank = __atomic_load_n(&shared->rank, __ATOMIC_RELAXED)};
    return owner;
}

/** Rank of a resource that had an owner and has none. */
#define EMUQ_RANK_DEALLOCATED (-1)

/** Gives a resource to an owner; space NULL, rank EMUQ_RANK_DEALLOCATED: to none. */
static inline void emuq_owner_set(emuq_owner_t *shared, const emuq_address_space_t *space, int32_t rank)
{
    __atomic_store_n(&shared->rank, rank, __ATOMIC_RELAXED);
    __atomic_store_n(&shared->space, space, __ATOMIC_RELEASE);
}

/** Whether a resource has an owner whose process has not left the partition. */
static inline bool emuq_owner_is_alive(const emuq_owner_t *shared)
{
    const emuq_address_space_t *space = __atomic_load_n(&shared->space, __ATOMIC_ACQUIRE);
    return space != NULL && !__atomic_load_n(&space->ended, __ATOMIC_ACQUIRE);
}

/** Whether packets for a reception FIFO are dropped because its rank has ended. Acquire: pairs with the
 * release in machine.c. */
static inline bool emuq_is_retired(const emuq_rec_t *r)
{
    return __atomic_load_n(&r->retired, __ATOMIC_ACQUIRE) != 0;
}

/** What is known of messages may be void now. Release: pairs with the acquire in fast_path.c and put_route.h.
 */
static inline void emuq_settings_changed(emuq_mu_node_t *n)
{
    __atomic_fetch_add(&n->settings, 1, __ATOMIC_RELEASE);
}

/** The class-route word of a node: links and the local bit, inputs in the upper half. */
static inline uint32_t emuq_route_word(const emuq_mu_node_t *n, uint32_t route, bool gi)
{
    const uint64_t *words = gi ? n->dcr.gi_route : n->dcr.coll_route;
    return (uint32_t)(__atomic_load_n(&words[route / 2], __ATOMIC_ACQUIRE) >> (route % 2 ? 0 : 32));
}

/** Class-route word bit of a link (0 A-, ... 9 E+); the same in the input and the output half. */
static inline uint32_t emuq_link_bit(uint32_t link)
{
    return BGQ_CLASS_LINK_AM >> link;
}

/** Whether a class-route word has the local bit among its inputs. */
static inline bool emuq_is_participant(uint32_t word)
{
    return (word >> 16 & BGQ_CLASS_INPUT_LINK_LOCAL) != 0;
}

/** Whether a subgroup has ever had an allocated resource. Acquire: pairs with the release in machine.c, which
 * has filled in the resource before. */
static inline bool emuq_is_used(const emuq_mu_node_t *n, uint32_t subgroup)
{
    return __atomic_load_n(&n->used[subgroup / 64], __ATOMIC_ACQUIRE) >> (subgroup % 64) & 1;
}

/** Number of the node with the coordinates of a destination word (6 bits each, A first), or UINT32_MAX
 * outside. */
static inline uint32_t emuq_destination_node(const emuq_geometry_t *g, uint32_t word)
{
    uint32_t c[5] = {word >> 24 & 63, word >> 18 & 63, word >> 12 & 63, word >> 6 & 63, word & 63};
    for (int i = 0; i < 5; i++)
        if (c[i] >= g->size[i])
            return UINT32_MAX;
    return emuq_geometry_node(g, c);
}

#endif /* EMUQ_EMULATOR_NODE_H */
