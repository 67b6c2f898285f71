/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file atomic.h
 * @brief Atomic operations of libatomic_ops, and a few more; test points between them.
 *
 * Names of AO_ operations contain size (none: 64 bits, _int: 32, _char: 8) and order (none: relaxed).
 */
#ifndef EMUQ_BASE_ATOMIC_H
#define EMUQ_BASE_ATOMIC_H

#include <atomic_ops.h>
#include <stdint.h>

#if UINTPTR_MAX != UINT64_MAX
#error "a register and a pointer share one word: a 64-bit platform is required"
#endif

/** @name Exchange and OR, with acquire and release. @return the previous value */
/**@{*/
static inline uint64_t emuq_exchange(volatile uint64_t *word, uint64_t value)
{
    return __atomic_exchange_n(word, value, __ATOMIC_ACQ_REL);
}

static inline unsigned emuq_int_exchange(volatile unsigned *word, unsigned value)
{
    return __atomic_exchange_n(word, value, __ATOMIC_ACQ_REL);
}

static inline uint64_t emuq_or(volatile uint64_t *word, uint64_t bits)
{
    return __atomic_fetch_or(word, bits, __ATOMIC_ACQ_REL);
}
/**@}*/

/** Release store before later ordered loads. ThreadSanitizer does not support AO_store_full(). */
#define emuq_store_ordered(p, v) __atomic_store_n((p), (v), __ATOMIC_SEQ_CST)

/** @name Pointers */
/**@{*/
#define emuq_pointer_load(p)             __atomic_load_n((p), __ATOMIC_RELAXED)
#define emuq_pointer_load_acquire(p)     __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define emuq_pointer_load_ordered(p)     emuq_load_ordered(p)
#define emuq_pointer_store(p, v)         __atomic_store_n((p), (v), __ATOMIC_RELAXED)
#define emuq_pointer_store_release(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#define emuq_pointer_exchange(p, v)      __atomic_exchange_n((p), (v), __ATOMIC_ACQ_REL)
/**@}*/

/** @param order memory order of success; failure is relaxed @return success, never false spuriously */
#define emuq_compare_exchange(p, old, desired, order)                                                        \
    __extension__({                                                                                          \
        __typeof__(__atomic_load_n((p), __ATOMIC_RELAXED)) emuq_expected_ = (old); /* unqualified */         \
        __atomic_compare_exchange_n((p), &emuq_expected_, (desired), 0, (order), __ATOMIC_RELAXED);          \
    })

/** Acquire load, ordered after earlier full operations. AO_load_full() has a needless barrier. */
#define emuq_load_ordered(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)

/** @name Flags of type bool. */
/**@{*/
#define emuq_flag_load(p)             (AO_char_load((const volatile unsigned char *)(p)) != 0)
#define emuq_flag_load_acquire(p)     (AO_char_load_acquire((const volatile unsigned char *)(p)) != 0)
#define emuq_flag_store(p, v)         AO_char_store((volatile unsigned char *)(p), (v) != 0)
#define emuq_flag_store_release(p, v) AO_char_store_release((volatile unsigned char *)(p), (v) != 0)
#define emuq_flag_exchange(p, v)                                                                             \
    (__atomic_exchange_n((volatile unsigned char *)(p), (v) != 0, __ATOMIC_ACQ_REL) != 0)
/**@}*/

/** @name ThreadSanitizer sees only one process: these calls declare transfers of memory between
 * processes as ordered. */
/**@{*/
#if defined(__has_feature)
#define EMUQ_HAS_FEATURE(feature) __has_feature(feature)
#else
#define EMUQ_HAS_FEATURE(feature) 0
#endif
#if defined(__SANITIZE_THREAD__) || EMUQ_HAS_FEATURE(thread_sanitizer)
#define EMUQ_TSAN 1
#else
#define EMUQ_TSAN 0
#endif

#if EMUQ_TSAN
#include <sanitizer/tsan_interface.h>
#include <stdbool.h>

__attribute__((weak)) bool emuq_tsan_shares;

static inline void emuq_tsan_share(void)
{
    emuq_tsan_shares = true;
}

/** Declares a transfer. Call before memory passes to another process, and after it was received. */
static inline void emuq_tsan_passes(void)
{
    if (emuq_tsan_shares) {
        __tsan_acquire(&emuq_tsan_shares);
        __tsan_release(&emuq_tsan_shares);
    }
}
#else
static inline void emuq_tsan_share(void) {}
static inline void emuq_tsan_passes(void) {}
#endif
/**@}*/

/** @name Points where a test stops a thread (tests/support/points.h). Only the CMake target emuq_points has
 * them. Names are `file_window`, unique in the repository. */
/**@{*/
#ifdef EMUQ_TEST_POINTS

/** May be NULL. Set before the threads start. */
__attribute__((weak)) void (*emuq_test_point_reached)(const char *name);

#define EMUQ_TEST_POINT(name)                                                                                \
    do {                                                                                                     \
        if (emuq_test_point_reached)                                                                         \
            emuq_test_point_reached(#name);                                                                  \
    } while (0)

#else

#define EMUQ_TEST_POINT(name)                                                                                \
    do {                                                                                                     \
    } while (0)

#endif /* EMUQ_TEST_POINTS */
/**@}*/

#endif /* EMUQ_BASE_ATOMIC_H */
