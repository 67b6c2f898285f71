/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emuq_mmio.h
 * @brief The only way in which the SPI reaches a device register.
 *
 * A register of the Message Unit is an aligned 64-bit word. On a memory-mapped device a load or a store
 * of that word is the whole access. A software Message Unit in the program installs a *doorbell* too: it is
 * told which register has just changed, and acts at once. A device acts later; where a program may rely on
 * what follows from its store, the SPI asks for a *flush*. A poll that found nothing says which register the
 * thread is waiting for. Hooks that are not needed are NULL.
 *
 * Ordering, in terms of the C11 memory model:
 *  - emuq_mmio_store() is a release: everything that the thread wrote before (descriptor, payload) is
 *    visible to a Message Unit that reads the new value with acquire order.
 *  - emuq_mmio_load() is an acquire: it pairs with the release with which the unit changes a register, so
 *    what the unit wrote before (packet, payload) is visible after the load.
 * A device need not take part in the coherence of the processors' caches as a thread does: see
 * emuq_mmio_before_store() and emuq_mmio_after_load().
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
    /** Called when a poll of @p reg found the value @p seen and nothing to do. May yield. May sleep where
     *  threads share cores: until the unit changes a register or memory of the node, or emuq_mmio_wake() is
     *  called, but not longer than 32 milliseconds (and what the system takes to run the thread again),
     *  whatever has happened. It does not sleep before the thread has called it for the same register and
     *  value again, so everything that the thread looks at between two such calls can be what it waits for.
     */
    void (*idle)(const volatile uint64_t *reg, uint64_t seen);
    /** Wakes the threads that sleep at registers of the node of @p reg: something that they look at has
     *  changed. For any thread. NULL: no sleep is longer than a millisecond. */
    void (*wake)(const volatile uint64_t *reg);
    /** Announces a thread that will sleep by its own decision. @return the ticket for `sleep`. */
    uint64_t (*announce)(const volatile uint64_t *reg);
    /** Sleeps until something happens, as in `idle`, that has not happened before `announce` returned
     *  @p ticket, for @p ns nanoseconds at most. The thread looks at all that it waits for in between. */
    void (*sleep)(const volatile uint64_t *reg, uint64_t ticket, uint64_t ns);
    /** Gives the register of the caller's node for a user-view physical address of the MU space
     *  (0x3fdfe000000 ... 0x3fdfe1fffff), or NULL if the caller belongs to no node. */
    volatile uint64_t *(*map)(uint64_t physical_address);
    /** Returns when the unit has acted on all stores to registers of the node of @p reg that the caller has
     *  made before. NULL if the doorbell has done that already. */
    void (*flush)(const volatile uint64_t *reg);
    /** The next four are of a unit that has the time of the machine. NULL: time is the host's.
     *  The time base, in cycles of 0.625 ns. */
    uint64_t (*timebase)(void);
    /** One turn of a loop that waits for another thread.
     *  @param where  what it looks at, or an address in the loop
     *  @param seen   what it saw there, or 0
     *  @param begins not 0: it is known that the loop begins
     *  @return 0: the caller has no time, and waits by its own means */
    int (*relax)(const volatile void *where, uint64_t seen, int begins);
    /** Lets @p cycles of the time base pass. @return 0 as above */
    int (*advance)(uint64_t cycles);
    /** An atomic operation of the L2 cache.
     *  @param changes 0: it is about to look at its word, and takes its time; not 0: it has changed the word,
     *  or is about to */
    void (*atomic)(int changes);
    /** The thread is about to give up its core because it waits: does what is to be done for messages of
     *  other hosts, if the process does that itself. @return not 0: the thread keeps its core and looks again
     *  at what it waits for */
    int (*look)(void);
} emuq_mmio_hooks_t;

/** The hooks in force. Written while no other thread uses a register (start and end of a partition). */
extern emuq_mmio_hooks_t emuq_mmio;

/** Makes what the thread has written visible to a device before a register store that follows.
 *  - x86-64: stores to write-back and to uncached memory are seen in program order, so the order of the
 *    release store is enough. (Memory mapped write-combining would need sfence; registers never are.)
 *  - aarch64: a release store orders for the inner shareable domain, which is the processors'; a device is
 *    in the outer one. */
static inline void emuq_mmio_before_store(void)
{
#if defined(__aarch64__)
    __asm__ volatile("dmb oshst" ::: "memory");
#endif
}

/** Keeps loads that follow from being done before the register load: what the device wrote before it changed
 *  the register is then seen.
 *  - x86-64: loads are done in program order.
 *  - aarch64: as above, of loads. */
static inline void emuq_mmio_after_load(void)
{
#if defined(__aarch64__)
    __asm__ volatile("dmb oshld" ::: "memory");
#endif
}

/** Lets the time of an atomic operation of the L2 cache pass, if time is the machine's; see
 *  emuq_mmio_hooks_t. */
static inline void emuq_mmio_atomic(int changes)
{
    if (__builtin_expect(emuq_mmio.atomic != 0, 0))
        emuq_mmio.atomic(changes);
}

/** Loads a register (acquire). */
static inline uint64_t emuq_mmio_load(const volatile uint64_t *reg)
{
    uint64_t value = __atomic_load_n(reg, __ATOMIC_ACQUIRE);
    emuq_mmio_after_load();
    return value;
}

/** Stores to a register (release) and rings the doorbell. */
static inline void emuq_mmio_store(volatile uint64_t *reg, uint64_t value)
{
    emuq_mmio_before_store();
    __atomic_store_n(reg, value, __ATOMIC_RELEASE);
    if (__builtin_expect(emuq_mmio.doorbell != 0, 1))
        emuq_mmio.doorbell(reg, value);
}

/** Has the unit act on what has been stored to registers of the node of @p reg: after a register of which
 *  each bit written is an order (enable, disable, clearInterruptStatus), and before a register is relied on
 *  that the unit computes from others (free space). */
static inline void emuq_mmio_flush(const volatile uint64_t *reg)
{
    if (__builtin_expect(emuq_mmio.flush != 0, 0))
        emuq_mmio.flush(reg);
}

/** Says that a poll of @p reg found the value @p seen and nothing to do. */
static inline void emuq_mmio_idle(const volatile uint64_t *reg, uint64_t seen)
{
    if (emuq_mmio.idle != 0)
        emuq_mmio.idle(reg, seen);
}

/** Says that something has changed that threads look at which idle at registers of the node of @p reg. */
static inline void emuq_mmio_wake(const volatile uint64_t *reg)
{
    if (emuq_mmio.wake != 0)
        emuq_mmio.wake(reg);
}

/** Announces that the caller is about to sleep at @p reg. Then it looks at all that it waits for, and sleeps
 *  if there is nothing. @return for emuq_mmio_sleep() */
static inline uint64_t emuq_mmio_announce(const volatile uint64_t *reg)
{
    return emuq_mmio.announce != 0 ? emuq_mmio.announce(reg) : 0;
}

/** Sleeps until something has happened at the node of @p reg since the announcement, or for @p ns
 *  nanoseconds. @return 0: the unit has no such sleep, and the caller has not slept */
static inline int emuq_mmio_sleep(const volatile uint64_t *reg, uint64_t ticket, uint64_t ns)
{
    if (emuq_mmio.sleep == 0)
        return 0;
    emuq_mmio.sleep(reg, ticket, ns);
    return 1;
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
