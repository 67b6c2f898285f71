/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emuq_mmio.h
 * @brief Access of the SPI to device registers.
 *
 * A register of the Message Unit is an aligned 64-bit word. A software Message Unit installs a *doorbell*,
 * called after each store. A device acts asynchronously: the SPI calls *flush* before relying on the
 * effects of a store. Empty polls call *idle*. Unused hooks are NULL (emuq_platform.h).
 *
 * Ordering, in terms of the C11 memory model:
 *  - emuq_mmio_store() is a release: all earlier writes of the thread (descriptor, payload) are visible to
 *  a Message Unit after an acquire load of the new value.
 *  - emuq_mmio_load() is an acquire: pairs with the unit's release store of a register. All earlier writes
 * of the unit (packet, payload) are visible after the load. Devices may need stronger barriers than
 * threads: see emuq_mmio_before_store() and emuq_mmio_after_load().
 */
#ifndef _EMUQ_MMIO_H_
#define _EMUQ_MMIO_H_

#include <hwi/include/common/emuq_platform.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Makes earlier writes of the thread visible to a device before a following register store.
 *  - x86-64: stores are in program order (registers are not write-combining): the release store is
 *  sufficient.
 *  - aarch64: a release store orders for the inner shareable domain (processors); a device is in the outer
 *  shareable domain. */
static inline void emuq_mmio_before_store(void)
{
#if defined(__aarch64__)
    __asm__ volatile("dmb oshst" ::: "memory");
#endif
}

/** Orders a register load before following loads: earlier writes of the device are then visible. x86-64:
 * loads are in program order. */
static inline void emuq_mmio_after_load(void)
{
#if defined(__aarch64__)
    __asm__ volatile("dmb oshld" ::: "memory");
#endif
}

/** See emuq_mmio_time_hooks_t::atomic. */
static inline void emuq_mmio_atomic(int changes)
{
    if (__builtin_expect(emuq_mmio.time.atomic != 0, 0))
        emuq_mmio.time.atomic(changes);
}

/** Lets a backend with modelled time handle a loop iteration. @return 0: no such backend; not handled */
static inline int emuq_mmio_relax(const volatile void *where, uint64_t seen, int begins)
{
    return emuq_mmio.time.relax != 0 && emuq_mmio.time.relax(where, seen, begins);
}

/** Loads a register (acquire). */
static inline uint64_t emuq_mmio_load(const volatile uint64_t *reg)
{
    uint64_t value = __atomic_load_n(reg, __ATOMIC_ACQUIRE);
    emuq_mmio_after_load();
    return value;
}

/** Stores to a register (release) and calls the doorbell. */
static inline void emuq_mmio_store(volatile uint64_t *reg, uint64_t value)
{
    emuq_mmio_before_store();
    __atomic_store_n(reg, value, __ATOMIC_RELEASE);
    if (__builtin_expect(emuq_mmio.access.doorbell != 0, 1))
        emuq_mmio.access.doorbell(reg, value);
}

/** See emuq_mmio_access_hooks_t::flush. Needed after stores to command registers (enable, disable,
 * clearInterruptStatus) and before loads of computed registers (free space). */
static inline void emuq_mmio_flush(const volatile uint64_t *reg)
{
    if (__builtin_expect(emuq_mmio.access.flush != 0, 0))
        emuq_mmio.access.flush(reg);
}

/** Reports an empty poll of @p reg with value @p seen. */
static inline void emuq_mmio_idle(const volatile uint64_t *reg, uint64_t seen)
{
    if (emuq_mmio.wait.idle != 0)
        emuq_mmio.wait.idle(reg, seen);
}

/** See emuq_mmio_wait_hooks_t::wake. */
static inline void emuq_mmio_wake(const volatile uint64_t *reg)
{
    if (emuq_mmio.wait.wake != 0)
        emuq_mmio.wait.wake(reg);
}

/** See emuq_mmio_wait_hooks_t::prepare. @return ticket for emuq_mmio_sleep() */
static inline uint64_t emuq_mmio_prepare(const volatile uint64_t *reg)
{
    return emuq_mmio.wait.prepare != 0 ? emuq_mmio.wait.prepare(reg) : 0;
}

/** See emuq_mmio_wait_hooks_t::sleep. @return 0: not supported by the unit; the caller has not slept */
static inline int emuq_mmio_sleep(const volatile uint64_t *reg, uint64_t ticket, uint64_t ns)
{
    if (emuq_mmio.wait.sleep == 0)
        return 0;
    emuq_mmio.wait.sleep(reg, ticket, ns);
    return 1;
}

/** Register of the caller's node at a user-view physical address of the MU space. Without a hook: @p
 * physical_address, as on the machine. */
static inline volatile uint64_t *emuq_mmio_register(uint64_t physical_address)
{
    volatile uint64_t *reg = 0;
    if (emuq_mmio.access.map != 0)
        reg = emuq_mmio.access.map(physical_address);
    return reg != 0 ? reg : (volatile uint64_t *)(uintptr_t)physical_address;
}

#ifdef __cplusplus
}
#endif

#endif /* _EMUQ_MMIO_H_ */
