/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emuq_mmio.h
 * @brief The only way in which the SPI reaches a device register.
 *
 * A register of the Message Unit is an aligned 64-bit word. On a memory-mapped device a load or a store
 * of that word is the whole access, and all hooks below are NULL. A software Message Unit installs hooks:
 * a store then *rings the doorbell*, that is, tells the unit which register has just changed, and a poll
 * that found nothing tells it which register the thread is waiting for.
 *
 * Ordering, in terms of the C11 memory model:
 *  - emuq_mmio_store() is a release: everything that the thread wrote before (descriptor, payload) is
 *    visible to a Message Unit that reads the new value with acquire order.
 *  - emuq_mmio_load() is an acquire: it pairs with the release with which the unit changes a register, so
 *    what the unit wrote before (packet, payload) is visible after the load.
 */
#ifndef _EMUQ_MMIO_H_
#define _EMUQ_MMIO_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Hooks of a software Message Unit; process-wide; every member may be NULL. */
typedef struct emuq_mmio_hooks {
    /** Called after each register store, in the storing thread, with the register and the stored value.
     *  The register need not belong to any Message Unit: the hook must ignore addresses it does not know. */
    void (*doorbell)(volatile uint64_t *reg, uint64_t value);
    /** Called when a poll of @p reg found the value @p seen and nothing to do. May yield or sleep, but
     *  returns within about a millisecond whether or not the register has changed. */
    void (*idle)(const volatile uint64_t *reg, uint64_t seen);
    /** Gives the register of the caller's node for a user-view physical address of the MU space
     *  (0x3fdfe000000 ... 0x3fdfe1fffff), or NULL if the caller belongs to no node. */
    volatile uint64_t *(*map)(uint64_t physical_address);
} emuq_mmio_hooks_t;

/** The hooks in force. Written while no other thread uses a register (start and end of a partition). */
extern emuq_mmio_hooks_t emuq_mmio;

/** Loads a register (acquire). */
static inline uint64_t emuq_mmio_load(const volatile uint64_t *reg)
{
    return __atomic_load_n(reg, __ATOMIC_ACQUIRE);
}

/** Stores to a register (release) and rings the doorbell. */
static inline void emuq_mmio_store(volatile uint64_t *reg, uint64_t value)
{
    __atomic_store_n(reg, value, __ATOMIC_RELEASE);
    if (__builtin_expect(emuq_mmio.doorbell != 0, 1))
        emuq_mmio.doorbell(reg, value);
}

/** Says that a poll of @p reg found the value @p seen and nothing to do. */
static inline void emuq_mmio_idle(const volatile uint64_t *reg, uint64_t seen)
{
    if (emuq_mmio.idle != 0)
        emuq_mmio.idle(reg, seen);
}

/** Register of the caller's node at a user-view physical address of the MU space. Without a hook the
 *  physical address is its own virtual address, as on the machine. */
static inline volatile uint64_t *emuq_mmio_register(uint64_t physical_address)
{
    volatile uint64_t *reg = 0;
    if (emuq_mmio.map != 0)
        reg = emuq_mmio.map(physical_address);
    return reg != 0 ? reg : (volatile uint64_t *)(uintptr_t)physical_address;
}

#ifdef __cplusplus
}
#endif

#endif /* _EMUQ_MMIO_H_ */
