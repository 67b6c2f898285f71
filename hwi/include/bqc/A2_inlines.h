/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file A2_inlines.h
 * @brief User-level instructions of the machine's core (core-inlines 4).
 *
 * Implemented with host instructions; unsupported hints do nothing. All functions are thread-safe.
 * Kernel-level instructions (core-inlines 5) are not declared. For the processor id call
 * Kernel_ProcessorID().
 */
#ifndef _A2_INLINES_H_
#define _A2_INLINES_H_

#include <hwi/include/common/compiler_support.h>
#include <hwi/include/common/emuq_platform.h>
#include <hwi/include/common/emuq_wait.h>
#include <hwi/include/bqc/A2_core.h>

__BEGIN_DECLS

/** @name Ordering and waiting
 *  @{ */

#if defined(__SANITIZE_THREAD__)
#define EMUQ_FENCE_WORD 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define EMUQ_FENCE_WORD 1
#endif
#endif

#ifdef EMUQ_FENCE_WORD
/** ThreadSanitizer does not model fences: a fence is then an access to this word. */
__attribute__((__weak__)) unsigned char emuq_fence_word;
/** A fence of order @p order (__ATOMIC_...). */
#define EMUQ_FENCE(order) ((void)__atomic_exchange_n(&emuq_fence_word, 0, order))
#else
#define EMUQ_FENCE(order) __atomic_thread_fence(order)
#endif

/** Context synchronisation; an acquire fence for earlier loads of the thread. */
__INLINE__ void isync(void)
{
    EMUQ_FENCE(__ATOMIC_ACQ_REL);
}

/** Full barrier for all earlier and later loads and stores, towards all threads and the Message Unit. */
__INLINE__ void ppc_msync(void)
{
    EMUQ_FENCE(__ATOMIC_SEQ_CST);
}

/** The same as ppc_msync(). */
__INLINE__ void mbar(void)
{
    ppc_msync();
}

/** Sleeps until a wakeup-unit event of the thread is pending (l2-atomics-wakeup-l1p 6). May return
 * spuriously. No barrier. */
__INLINE__ void ppc_wait(void)
{
    emuq_wakeup_wait();
}

/** Yields the core once. */
__INLINE__ void ppc_waitimpl(void)
{
    unsigned turns = EMUQ_RELAX_SPINS;
    emuq_relax_slow(&turns);
}

/** Waits until the reservation of LoadReserved() may have been lost. Not detectable here: yields once. */
__INLINE__ void ppc_waitrsv(void)
{
    ppc_waitimpl();
}

/* Old names. The last name refers to a function missing on the machine, too. */
#define bgq_wait_bit9    ppc_waitimpl
#define bgq_wait_bit10   ppc_waitrsv
#define bgq_wait_bit9_10 ppc_waitimplrsv
/** @} */

/** @name Time
 *  @{ */

/** The time base: ticks of 0.625 ns (1.6 GHz), the same for all threads of the host. Monotonic. With the
 * timed backend, modelled time. */
__INLINE__ uint64_t GetTimeBase(void)
{
    struct emuq_host_time now;
    if (__builtin_expect(emuq_mmio.time.timebase != 0, 0))
        return emuq_mmio.time.timebase();
    (void)emuq_clock_gettime(1 /* CLOCK_MONOTONIC */, &now);
    return (uint64_t)now.seconds * 1600000000u + (uint64_t)now.nanoseconds * 8 / 5;
}

/** Spins for @p tb_delta ticks of the time base. */
__INLINE__ void DelayTimeBase(uint64_t tb_delta)
{
    uint64_t start = GetTimeBase();
    if (emuq_mmio.time.advance != 0 && emuq_mmio.time.advance(tb_delta))
        return;
    while (GetTimeBase() - start < tb_delta)
        emuq_relax_core();
}

/** Runs @p pclks iterations of an empty loop. */
__INLINE__ void Delay(uint64_t pclks)
{
    for (; pclks != 0; pclks--)
        __asm__ volatile("");
}

/** Spins for about @p nsecs nanoseconds on a core of @p core_freq MHz, by Delay(). */
__INLINE__ void Delay_ns(uint64_t nsecs, uint64_t core_freq)
{
    Delay(nsecs * core_freq / 1000);
}
/** @} */

/** @name Atomic primitives
 *  @{ */

/** Reservation of LoadReserved(): address and loaded value. */
struct emuq_reservation {
    const volatile void *address;
    uint64_t value;
};

/** The calling thread's reservation. */
__attribute__((__weak__)) __thread struct emuq_reservation emuq_reservation;

/** Loads a word and sets the thread's only reservation. Acquire, as for a lock acquisition. */
__INLINE__ uint64_t LoadReserved(volatile uint64_t *pVar)
{
    emuq_reservation.address = pVar;
    emuq_reservation.value = __atomic_load_n(pVar, __ATOMIC_ACQUIRE);
    return emuq_reservation.value;
}

/** LoadReserved() of 32 bits. */
__INLINE__ uint32_t LoadReserved32(volatile uint32_t *pVar)
{
    emuq_reservation.address = pVar;
    emuq_reservation.value = __atomic_load_n(pVar, __ATOMIC_ACQUIRE);
    return (uint32_t)emuq_reservation.value;
}

/** Stores @p Val if the word's reservation is valid: here, if the word has the loaded value. (ABA: unlike on
 * the machine, a restored value keeps the reservation.)
 * @return 1 stored, 0 not; clears the reservation. */
__INLINE__ int StoreConditional(volatile uint64_t *pVar, uint64_t Val)
{
    uint64_t seen = emuq_reservation.value;
    int reserved = emuq_reservation.address == pVar;
    emuq_reservation.address = 0;
    return reserved && __atomic_compare_exchange_n(pVar, &seen, Val, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/** StoreConditional() of 32 bits. */
__INLINE__ int StoreConditional32(volatile uint32_t *pVar, uint32_t Val)
{
    uint32_t seen = (uint32_t)emuq_reservation.value;
    int reserved = emuq_reservation.address == pVar;
    emuq_reservation.address = 0;
    return reserved && __atomic_compare_exchange_n(pVar, &seen, Val, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/** Compare and swap on @p var. Clients add barriers. @return 1, or 0 with the value of @p var in @p
 * pOldValue. */
__INLINE__ int Compare_and_Swap(uint64_t *var, uint64_t *pOldValue, uint64_t NewValue)
{
    return __atomic_compare_exchange_n(var, pOldValue, NewValue, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/** Compare_and_Swap() of 32 bits. */
__INLINE__ int Compare_and_Swap32(volatile uint32_t *var, uint32_t *pOldValue, uint32_t NewValue)
{
    return __atomic_compare_exchange_n(var, pOldValue, NewValue, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/** Adds @p value (release). @return the previous value. */
__INLINE__ uint64_t Fetch_and_Add(uint64_t *pVar, uint64_t value)
{
    ppc_msync();
    return __atomic_fetch_add(pVar, value, __ATOMIC_ACQ_REL);
}
/** @} */

/** @name Memory access: a single load or store of a word
 *  @{ */
/** Stores 32 bits (release). */
__INLINE__ void out32(uint32_t *vaddr, uint32_t value)
{
    __atomic_store_n((volatile uint32_t *)vaddr, value, __ATOMIC_RELEASE);
}

/** Stores 64 bits (release). */
__INLINE__ void out64(uint64_t *vaddr, uint64_t value)
{
    __atomic_store_n((volatile uint64_t *)vaddr, value, __ATOMIC_RELEASE);
}

/** out32(), then a barrier. */
__INLINE__ void out32_sync(uint32_t *vaddr, uint32_t value)
{
    out32(vaddr, value);
    mbar();
}

/** out64(), then a barrier. */
__INLINE__ void out64_sync(uint64_t *vaddr, uint64_t value)
{
    out64(vaddr, value);
    mbar();
}

/** Loads 32 bits (acquire). */
__INLINE__ uint32_t in32(uint32_t *vaddr)
{
    return __atomic_load_n((volatile uint32_t *)vaddr, __ATOMIC_ACQUIRE);
}

/** Loads 64 bits (acquire). */
__INLINE__ uint64_t in64(uint64_t *vaddr)
{
    return __atomic_load_n((volatile uint64_t *)vaddr, __ATOMIC_ACQUIRE);
}

/** A barrier, then in32(). */
__INLINE__ uint32_t in32_sync(uint32_t *vaddr)
{
    mbar();
    return in32(vaddr);
}

/** A barrier, then in64(). */
__INLINE__ uint64_t in64_sync(uint64_t *vaddr)
{
    mbar();
    return in64(vaddr);
}
/** @} */

/** @name Bits
 *  @{ */

/** Leading zero bits of @p v; 32 for 0. */
__INLINE__ uint64_t cntlz32(uint32_t v)
{
    return v == 0 ? 32 : (uint64_t)__builtin_clz(v);
}

/** Leading zero bits of @p v; 64 for 0. */
__INLINE__ uint64_t cntlz64(uint64_t v)
{
    return v == 0 ? 64 : (uint64_t)__builtin_clzll(v);
}

/** Number of set bits of @p v. */
__INLINE__ uint64_t popcnt64(uint64_t v)
{
    return (uint64_t)__builtin_popcountll(v);
}

/** @p v rotated left by @p n bits; n modulo 64. */
__INLINE__ uint64_t emuq_rotate(uint64_t v, unsigned n)
{
    return v << (n & 63) | v >> (-n & 63);
}

/** Mask of IBM bits @p first to @p last, around the end if first > last. */
__INLINE__ uint64_t emuq_mask(unsigned first, unsigned last)
{
    uint64_t from = ~(uint64_t)0 >> first;
    uint64_t to = ~(uint64_t)0 << (63 - last);
    return first <= last ? from & to : from | to;
}

/** Inserts @p rs, rotated left by @p sh, into the variable @p ra, at IBM bits @p mb to 63 - sh. */
#define RLIMI64(ra, rs, sh, mb)                                                                              \
    ((ra) = ((ra) & ~emuq_mask(mb, 63 - (sh))) | (emuq_rotate(rs, sh) & emuq_mask(mb, 63 - (sh))))

/** Sets the variable @p ra to @p rs, rotated left by @p rb, with IBM bits 0 to @p mb - 1 cleared. */
#define RLDCL64(ra, rs, rb, mb) ((ra) = emuq_rotate(rs, (unsigned)(rb)) & emuq_mask(mb, 63))
/** @} */

/** @name Caches: hints, except dcache_block_zero(). Here caches are coherent and cannot be locked.
 *  @{ */

/** Fetches a line into the data cache. */
__INLINE__ void dcache_block_touch(void *vaddr)
{
    __builtin_prefetch(vaddr, 0, 3);
}

/** Fetches a line into the instruction cache. */
__INLINE__ void icache_block_touch(void *vaddr)
{
    __builtin_prefetch(vaddr, 0, 3);
}

/** Fetches a line into the second-level cache. */
__INLINE__ void dcbt_l2(void *vaddr)
{
    __builtin_prefetch(vaddr, 0, 2);
}

/** Sets the aligned block of L1D_CACHE_LINE_SIZE bytes around @p vaddr to zero. */
__INLINE__ void dcache_block_zero(void *vaddr)
{
    char *block = (char *)vaddr - (uintptr_t)vaddr % L1D_CACHE_LINE_SIZE;
    __builtin_memset(block, 0, L1D_CACHE_LINE_SIZE);
}

/** Privileged on the machine (discards a line's changes); does nothing. */
__INLINE__ void dcache_block_inval(void *vaddr)
{
    (void)vaddr;
}

/** Invalidates an instruction-cache line on the machine; does nothing. */
__INLINE__ void icache_block_inval(void *vaddr)
{
    (void)vaddr;
}

/* ct = 0: first level, 2: second level */
#define DCBT_CT(vaddr, ct)     __builtin_prefetch((const void *)(vaddr), 0, 3)
#define DCBTST_CT(vaddr, ct)   __builtin_prefetch((const void *)(vaddr), 1, 3)
#define DCBTLS_CT(vaddr, ct)   DCBT_CT(vaddr, ct)
#define DCBTSTLS_CT(vaddr, ct) DCBTST_CT(vaddr, ct)
#define DCBLC_CT(vaddr, ct)    ((void)(vaddr), (void)(ct))
#define DCBF_CT(vaddr, ct)     ((void)(vaddr), (void)(ct))
#define ICBT_CT(vaddr, ct)     DCBT_CT(vaddr, ct)
#define ICBTLS_CT(vaddr, ct)   DCBT_CT(vaddr, ct)
#define ICBLC_CT(vaddr, ct)    ((void)(vaddr), (void)(ct))
/** @} */

/** @name Issue priority of the thread: a hint, without effect on hosts
 *  @{ */
/** Lowers the thread's priority. */
__INLINE__ void ThreadPriority_Low(void) {}

/** Lets busier threads of the core go first. */
__INLINE__ void ThreadPriority_MediumLow(void) {}

/** Highest user priority. */
__INLINE__ void ThreadPriority_Medium(void) {}

/* Old names of the functions above. */
#define Kernel_ThreadPriority_High   ThreadPriority_Medium
#define Kernel_ThreadPriority_Medium ThreadPriority_MediumLow
#define Kernel_ThreadPriority_Low    ThreadPriority_Low
#define Kernel_GetTimeBase           GetTimeBase
/** @} */

/** @name Code addresses
 *  @{ */

/** Return address of the call. */
static __attribute__((__noinline__, __unused__)) uint64_t emuq_instruction_address(void)
{
    return (uint64_t)(uintptr_t)__builtin_return_address(0);
}

/** Address of an instruction at the macro's expansion. */
#define CurrentInstAddress() emuq_instruction_address()
/** Address of the stack frame of the enclosing function. */
#define CurrentStackAddress() ((uint64_t)(uintptr_t)__builtin_frame_address(0))
/** 0: hosts have no table of contents. */
#define CurrentTOCAddress() ((uint64_t)0)
/** @} */

/** @name Special purpose registers
 *  @{ */

/** Implements mfspr(). */
__INLINE__ uint64_t emuq_mfspr(unsigned number)
{
    switch (number) {
    case SPRN_TBRO:
        return GetTimeBase();
    case SPRN_TBURO:
        return GetTimeBase() >> 32;
    default:
        return emuq_special_register(number);
    }
}

/** Contents of register @p SPRN (uint64_t): time base, return address, or see emuq_special_register(). */
#define mfspr(SPRN) ((SPRN) == SPRN_LR ? (uint64_t)(uintptr_t)__builtin_return_address(0) : emuq_mfspr(SPRN))
/** See emuq_set_special_register(). */
#define mtspr(SPRN, value) emuq_set_special_register(SPRN, value)
/** @} */

__END_DECLS

#endif /* _A2_INLINES_H_ */
