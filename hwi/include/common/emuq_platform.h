/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emuq_platform.h
 * @brief What the platform provides for the inline functions of hwi.
 *
 * All external references of hwi, except to string functions, are to this file (tests/layers).
 * backends/platform.c defines the hooks and the waiting loops, the kernel shim the wakeup unit and the
 * special purpose registers.
 */
#ifndef _EMUQ_PLATFORM_H_
#define _EMUQ_PLATFORM_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Hooks at register accesses. */
typedef struct emuq_mmio_access_hooks {
    /** Called after each register store, in the storing thread, with the register and the stored value. The
     *  hook must ignore addresses outside the Message Unit. */
    void (*doorbell)(volatile uint64_t *reg, uint64_t value);
    /** Returns the register of the caller's node for a user-view physical address of the MU space
     *  (0x3fdfe000000 ... 0x3fdfe1fffff), or NULL if the caller is not on a node. */
    volatile uint64_t *(*map)(uint64_t physical_address);
    /** Waits until the unit has processed all earlier stores of the caller to registers of the node of @p
     * reg. NULL if the doorbell is synchronous. */
    void (*flush)(const volatile uint64_t *reg);
} emuq_mmio_access_hooks_t;

/** Hooks of waiting threads. */
typedef struct emuq_mmio_wait_hooks {
    /** Called after an empty poll of @p reg with value @p seen. May yield. If threads share cores, may sleep
     * for at most 32 milliseconds, until the unit changes a register or memory of the node or
     * emuq_mmio_wake() is called. Sleeps only on a repeated call with the same register and value: the caller
     * has polled all its conditions between the calls. */
    void (*idle)(const volatile uint64_t *reg, uint64_t seen);
    /** Wakes the threads sleeping at registers of the node of @p reg after a change of a polled condition.
     * For any thread. NULL: sleeps are limited to a millisecond. */
    void (*wake)(const volatile uint64_t *reg);
    /** Prepares a sleep of the thread. @return the ticket for `sleep`. */
    uint64_t (*prepare)(const volatile uint64_t *reg);
    /** Sleeps until an event (as in `idle`) after `prepare` returned @p ticket, for at most @p ns
     * nanoseconds. The thread polls all its conditions between `prepare` and `sleep`. */
    void (*sleep)(const volatile uint64_t *reg, uint64_t ticket, uint64_t ns);
    /** Polls for messages of remote hosts, if this process does so. Called before a waiting thread yields.
     * @return not 0: poll again instead of yielding */
    int (*poll)(void);
} emuq_mmio_wait_hooks_t;

/** Hooks of units with modelled time. NULL: host time. */
typedef struct emuq_mmio_time_hooks {
    /** Time base in cycles of 0.625 ns. */
    uint64_t (*timebase)(void);
    /** An iteration of a waiting loop. @param where polled address, or an address in the loop @param seen
     * value of the poll, or 0 @param begins not 0: first iteration @return 0: the caller has no modelled time
     * and must wait by itself */
    int (*relax)(const volatile void *where, uint64_t seen, int begins);
    /** Lets @p cycles of the time base pass. @return 0: as `relax` */
    int (*advance)(uint64_t cycles);
    /** Accounts an atomic operation of the L2 cache. @param changes 0: before the operation reads its word
     * (takes time); not 0: the operation changes the word */
    void (*atomic)(int changes);
} emuq_mmio_time_hooks_t;

/** Hooks of a software Message Unit; process-wide; every function may be NULL. */
typedef struct emuq_mmio_hooks {
    emuq_mmio_access_hooks_t access; /**< register accesses */
    emuq_mmio_wait_hooks_t wait;     /**< waiting threads */
    emuq_mmio_time_hooks_t time;     /**< modelled time */
} emuq_mmio_hooks_t;

/** The active hooks. Written only at start and end of a partition, while no thread accesses registers. */
extern emuq_mmio_hooks_t emuq_mmio;

/** @name Waiting loops (emuq_wait.h); thread-safe
 *  @{ */

/** Slow path of emuq_relax(): first yields, then sleeps 20 microseconds, doubled per iteration up to 1
 *  millisecond or the limit set by emuq_relax_shared(). */
void emuq_relax_slow(unsigned *turns);

/** Yields the core once. */
void emuq_relax_yield(void);

/** Sets the number of waiting threads per core. More threads get longer sleeps, 125 microseconds per thread
 *  up to 40 milliseconds: wakeups must not crowd out the awaited thread. */
void emuq_relax_shared(unsigned threads);

/** True if threads share cores, by the last emuq_relax_shared(): a spinning thread may block the awaited
 * thread. */
int emuq_relax_is_shared(void);

/** Number of yields and sleeps of the calling thread in these functions. Async-signal-safe. */
uint64_t emuq_relax_yields(void);
/** @} */

/** A point in time of the host. */
struct emuq_host_time {
    int64_t seconds;
    int64_t nanoseconds;
};

/** clock_gettime() of 64-bit Linux; its header hides the declaration in some language modes. */
int emuq_clock_gettime(int clock, struct emuq_host_time *now) __asm__("clock_gettime");

/** Implements ppc_wait(): sleeps until a wakeup-unit event of the calling thread is pending. May return
 * spuriously. No barrier. Thread-safe. */
void emuq_wakeup_wait(void);

/**
 * Implements mfspr(): contents of a special purpose register other than the time base (core-inlines 6).
 * Thread-safe.
 *  - SPRN_SPRG7RO: the kernel's word for the calling thread (kernel-location-process-memory 6).
 *  - SPRN_AXUCR0: as Kernel_GetAXUCR0().
 *  - SPRN_XER, SPRN_CTR, SPRN_VRSAVE: the calling thread's last mtspr() value, initially 0.
 *  - All other registers: 0, with a message once per process and register.
 */
uint64_t emuq_special_register(unsigned number);

/** Implements mtspr(): stores to SPRN_XER, SPRN_CTR or SPRN_VRSAVE of the calling thread. Stores to other
 * registers are ignored, with a message once per process and register. Thread-safe. */
void emuq_set_special_register(unsigned number, uint64_t value);

#ifdef __cplusplus
}
#endif

#endif /* _EMUQ_PLATFORM_H_ */
