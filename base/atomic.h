/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file atomic.h
 * @brief Atomic operations: the compiler's __atomic builtins on plain objects, and what they lack.
 *
 * The project has one dialect of atomics. A word that several threads share is a plain integer or pointer,
 * accessed by __atomic_load_n(), __atomic_store_n() and so on with an order written at the call; the
 * declaration of the word says who writes it and which load pairs with which store.
 */
#ifndef EMUQ_BASE_ATOMIC_H
#define EMUQ_BASE_ATOMIC_H

#include <stdint.h>

#if UINTPTR_MAX != UINT64_MAX
#error "a register and a pointer share one word: a 64-bit platform is required"
#endif

/**
 * Compare and exchange with values instead of a pointer to the expected value.
 * @param p       the word
 * @param old     the value it must have
 * @param desired the value it gets
 * @param order   of success; failure is relaxed
 * @return whether the word had the value and has the new one now. Never fails spuriously.
 */
#define emuq_compare_exchange(p, old, desired, order)                                                        \
    __extension__({                                                                                          \
        __typeof__(*(p) + 0) emuq_expected_ = (old);                                                         \
        __atomic_compare_exchange_n((p), &emuq_expected_, (desired), 0, (order), __ATOMIC_RELAXED);          \
    })

#endif /* EMUQ_BASE_ATOMIC_H */
