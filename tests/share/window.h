/* SPDX-License-Identifier: BSD-3-Clause */
/** @file window.h
 *  @brief A window for test programs, set up before main() as for a rank. */
#ifndef WINDOW_H
#define WINDOW_H

#include <stdbool.h>
#include <stddef.h>

#include "base/atomic.h"
#include "kernel-shim/memory/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED_HEAP 1 /* a private allocator */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED_HEAP 1
#endif
#endif
#ifndef SANITIZED_HEAP
#define SANITIZED_HEAP 0
#endif

#define SANITIZED_DATA EMUQ_TSAN /* a background thread */

#define STATIC_BYTES ((size_t)1 << 30) /* first part of the window; the heap follows */

typedef struct window {
    int fd;
    char *base;
    size_t bytes;
    char *peer; /* the same file, mapped as in a peer */
    emuq_shared_range_t data;
    int data_status, heap_status;
} window_t;

/** Set by a constructor. */
extern window_t window;

/** Whether an address lies in the heap's part of the window. */
bool in_heap(const void *memory);
/** The peer's address of a byte of static data or heap, or NULL. */
char *peer_of(const volatile void *memory);

#ifdef __cplusplus
}
#endif

#endif /* WINDOW_H */
