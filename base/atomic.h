/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file atomic.h
 * @brief Atomic operations of libatomic_ops, and the few operations missing there.
 *
 * A shared word is a plain integer or pointer. Internal code accesses it by AO_
 * operations, whose names carry the order: AO_load_acquire(), AO_store_release(), AO_fetch_and_add_full() for
 * 64 bits, AO_int_ for 32, AO_char_ for 8. Operations without an order (AO_load()) are relaxed. The comment
 * at the declaration of a word names its writers and the load that pairs with each store.
 */
#ifndef EMUQ_BASE_ATOMIC_H
#define EMUQ_BASE_ATOMIC_H

#include <atomic_ops.h>
#include <stdint.h>

#if UINTPTR_MAX != UINT64_MAX
#error "a register and a pointer share one word: a 64-bit platform is required"
#endif

/** @name Exchange: stores a value and returns the previous value, with acquire and release order. */
/**@{*/
static inline uint64_t emuq_exchange(volatile uint64_t *word, uint64_t value)
{
    return __atomic_exchange_n(word, value, __ATOMIC_ACQ_REL);
}

static inline unsigned emuq_int_exchange(volatile unsigned *word, unsigned value)
{
    return __atomic_exchange_n(word, value, __ATOMIC_ACQ_REL);
}
/**@}*/

/** Sets bits. @return the previous value. Acquire and release order. */
static inline uint64_t emuq_or(volatile uint64_t *word, uint64_t bits)
{
    return __atomic_fetch_or(word, bits, __ATOMIC_ACQ_REL);
}

/** Store to a word of any type, ordered before later ordered loads of the caller (Dekker's pattern). Release.
 *  ThreadSanitizer does not support the barrier of AO_store_full(). */
#define emuq_store_ordered(p, v) __atomic_store_n((p), (v), __ATOMIC_SEQ_CST)

/** @name Pointers: libatomic_ops has integers only. The macros keep the type of the pointer. */
/**@{*/
#define emuq_pointer_load(p)             __atomic_load_n((p), __ATOMIC_RELAXED)
#define emuq_pointer_load_acquire(p)     __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define emuq_pointer_load_ordered(p)     emuq_load_ordered(p)
#define emuq_pointer_store(p, v)         __atomic_store_n((p), (v), __ATOMIC_RELAXED)
#define emuq_pointer_store_release(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#define emuq_pointer_exchange(p, v)      __atomic_exchange_n((p), (v), __ATOMIC_ACQ_REL)
/**@}*/

/** Compare and exchange by value. @param order of success; failure is relaxed. @return whether the word had
 *  the value @p old and has the value @p desired now; never fails spuriously */
#define emuq_compare_exchange(p, old, desired, order)                                                        \
    __extension__({                                                                                          \
        __typeof__(1 ? *(p) : *(p)) emuq_expected_ = (old);                                                  \
        __atomic_compare_exchange_n((p), &emuq_expected_, (desired), 0, (order), __ATOMIC_RELAXED);          \
    })

/** Load of an integer, ordered after an earlier full operation of the caller (Dekker's pattern), without the
 *  extra barrier of AO_load_full(). Acquire. */
#define emuq_load_ordered(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)

/** @name Flags (bool), accessed as bytes by AO_char_ operations. */
/**@{*/
#define emuq_flag_load(p)             (AO_char_load((const volatile unsigned char *)(p)) != 0)
#define emuq_flag_load_acquire(p)     (AO_char_load_acquire((const volatile unsigned char *)(p)) != 0)
#define emuq_flag_store(p, v)         AO_char_store((volatile unsigned char *)(p), (v) != 0)
#define emuq_flag_store_release(p, v) AO_char_store_release((volatile unsigned char *)(p), (v) != 0)
#define emuq_flag_exchange(p, v)                                                                             \
    (__atomic_exchange_n((volatile unsigned char *)(p), (v) != 0, __ATOMIC_ACQ_REL) != 0)
/**@}*/

/** @name ThreadSanitizer
 * ThreadSanitizer sees only one process. A thread may receive data released by another process, so every
 * transfer of shared memory between processes is declared as ordered; races between threads of a process are
 * reported only between two such calls. */
/**@{*/
#if defined(__has_feature)
#define EMUQ_HAS_FEATURE(feature) __has_feature(feature) /**< feature test of clang */
#else
#define EMUQ_HAS_FEATURE(feature) 0 /**< the compiler is not clang */
#endif
/** 1: the code is compiled for ThreadSanitizer. */
#if defined(__SANITIZE_THREAD__) || EMUQ_HAS_FEATURE(thread_sanitizer)
#define EMUQ_TSAN 1
#else
#define EMUQ_TSAN 0
#endif

#if EMUQ_TSAN
#include <sanitizer/tsan_interface.h>
#include <stdbool.h>

/** The process shares memory with its peers. Weak: each including file defines the flag, the linker keeps a
 * single copy. */
__attribute__((weak)) bool emuq_tsan_shares;

/** Declares that the process shares memory with its peers, from now on. */
static inline void emuq_tsan_share(void)
{
    emuq_tsan_shares = true;
}

/** Declares that shared memory may be passed to or received from another process. */
static inline void emuq_tsan_passes(void)
{
    if (emuq_tsan_shares) {
        __tsan_acquire(&emuq_tsan_shares);
        __tsan_release(&emuq_tsan_shares);
    }
}
#else
/** No effect without ThreadSanitizer. */
static inline void emuq_tsan_share(void) {}
/** No effect without ThreadSanitizer. */
static inline void emuq_tsan_passes(void) {}
#endif
/**@}*/

#endif /* EMUQ_BASE_ATOMIC_H */
