/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file thread_sanitizer.h
 * @brief Whether this is compiled for ThreadSanitizer, and what it has to be told.
 */
#ifndef EMUQ_BASE_THREAD_SANITIZER_H
#define EMUQ_BASE_THREAD_SANITIZER_H

#if defined(__has_feature)
#define EMUQ_HAS_FEATURE(feature) __has_feature(feature) /**< of clang */
#else
#define EMUQ_HAS_FEATURE(feature) 0 /**< of clang */
#endif

/** Whether it is. */
#if defined(__SANITIZE_THREAD__) || EMUQ_HAS_FEATURE(thread_sanitizer)
#define EMUQ_TSAN 1
#else
#define EMUQ_TSAN 0
#endif

#if EMUQ_TSAN

#include <sanitizer/tsan_interface.h>
#include <stdbool.h>

/** Whether this process shares memory with others; set before it does. Weak: each file that includes the
 * header defines it, and the linker keeps one. */
__attribute__((weak)) bool emuq_tsan_shares;

/** This process shares memory with others from now on. */
static inline void emuq_tsan_share(void)
{
    emuq_tsan_shares = true;
}

/** Shared memory may pass to, or from, another process. ThreadSanitizer does not see what that process does:
 * a thread of this one may get from it what another one has given away. All such hand-overs are taken to be
 * in order; so races of threads of this process, too, are seen only between two such calls. */
static inline void emuq_tsan_passes(void)
{
    if (emuq_tsan_shares) {
        __tsan_acquire(&emuq_tsan_shares);
        __tsan_release(&emuq_tsan_shares);
    }
}

#else

/** Nothing: this is not compiled for ThreadSanitizer. */
static inline void emuq_tsan_share(void) {}
/** Nothing. */
static inline void emuq_tsan_passes(void) {}

#endif /* EMUQ_TSAN */

#endif /* EMUQ_BASE_THREAD_SANITIZER_H */
