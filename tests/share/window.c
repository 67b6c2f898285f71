/* SPDX-License-Identifier: BSD-3-Clause */
/* WINDOW_MEGABYTES is the size of the window. With HEAP_UNUSED the heap is not shared. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "window.h"

#define OFFSET ((size_t)1 << 20) /* of the window in its file */

window_t window;

bool in_heap(const void *memory)
{
    return (const char *)memory >= window.base + STATIC_BYTES &&
           (const char *)memory < window.base + window.bytes;
}

char *peer_of(const volatile void *memory)
{
    uintptr_t va = (uintptr_t)memory;
    if (va >= window.data.va && va < window.data.va + window.data.bytes)
        return window.peer + (window.data.alias - (uintptr_t)window.base) + (va - window.data.va);
    return in_heap((const void *)va) ? window.peer + (va - (uintptr_t)window.base) : NULL;
}

static void *map_or_die(void *where, int flags)
{
    void *at = mmap(where, window.bytes, PROT_READ | PROT_WRITE, flags, window.fd, OFFSET);
    if (at == MAP_FAILED) {
        perror("window");
        exit(EXIT_FAILURE);
    }
    return at;
}

__attribute__((constructor(300))) static void make_window(void)
{
    window.bytes = (size_t)WINDOW_MEGABYTES << 20;
    window.fd = memfd_create("window", 0); /* inherited by exec() */
    if (window.fd < 0 || ftruncate(window.fd, (off_t)(OFFSET + window.bytes)) != 0) {
        perror("memfd");
        exit(EXIT_FAILURE);
    }
    /* ThreadSanitizer rejects the address, and shares nothing. */
    window.base = map_or_die((void *)0x200000000000, MAP_SHARED | (SANITIZED_DATA ? 0 : MAP_FIXED_NOREPLACE));
    window.peer = map_or_die(NULL, MAP_SHARED);
    window.data_status =
        emuq_share_static(window.fd, OFFSET, window.base, STATIC_BYTES, EMUQ_GRANULE_BYTES, &window.data);
#ifdef HEAP_UNUSED
    window.heap_status = 1;
    return;
#endif
    window.heap_status = emuq_share_heap(window.fd, OFFSET + STATIC_BYTES, window.base + STATIC_BYTES,
                                         window.bytes - STATIC_BYTES, false);
}
