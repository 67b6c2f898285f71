/* SPDX-License-Identifier: BSD-3-Clause */
/** @file window.h
 *  @brief A window for the test programs, in use before main() as it is for a rank. */
#ifndef WINDOW_H
#define WINDOW_H

#include <stdbool.h>
#include <stddef.h>

#include "base/thread_sanitizer.h"
#include "kernel-shim/memory/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED_HEAP 1 /* it has an allocator of its own */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED_HEAP 1
#endif
#endif
#ifndef SANITIZED_HEAP
#define SANITIZED_HEAP 0
#endif

#define SANITIZED_DATA EMUQ_TSAN /* it has a thread of its own */

#define STATIC_BYTES ((size_t)1 << 30) /* first part of the window; the heap follows */

typedef struct window {
    int fd;
    char *base;
    size_t bytes;
    char *peer; /* the same file, mapped where another process might see it */
    emuq_shared_range_t data;
    int data_status, heap_status;
} window_t;

/** Set by a constructor. */
extern window_t window;

/** Whether the heap's part of the window holds it. */
bool in_heap(const void *memory);
/** Where a peer sees this byte, of static data or of the heap; NULL if it does not. */
char *peer_of(const volatile void *memory);

#ifdef __cplusplus
}
#endif

#endif /* WINDOW_H */
