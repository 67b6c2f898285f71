/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file window.h
 * @brief What of a Linux process's memory lies in its window, and who can reach it there.
 */
#ifndef EMUQ_SHARE_WINDOW_H
#define EMUQ_SHARE_WINDOW_H

#include "backends/address_space.h"
#include "backends/backend.h"

/** The shared memory of this Linux process. */
typedef struct emuq_shared_memory {
    emuq_shared_range_t range[EMUQ_SHARED_RANGES];
    emuq_aperture_t aperture; /**< of Message Units that reach nothing else; bytes 0: they reach everything,
                               * or nothing is known yet
                               */
    uintptr_t window;    /**< where the window begins for all processes; 0: there is none, or an aperture */
    int share_static;    /**< 0, or the negative errno why static data is not shared */
    int share_heap;      /**< the same for the heap */
    uintptr_t mappings;  /**< from here on the heap's range is for mmap(); 0: it is not */
    char *stacks;        /**< memory for stacks, the last part of the heap's range */
    size_t stacks_bytes; /**< 0: stacks lie where they always do */
} emuq_shared_memory_t;

extern emuq_shared_memory_t emuq_local_memory;

/** Puts static data and heap into a window, as far as the setting EMUQ_SHARE wants it, and sets
 * emuq_local_memory. Called by the only thread. @param is_aperture whether the Message Units reach only what is
 * there: then there is room for stacks too. */
void emuq_window_share(const emuq_backed_window_t *window, bool is_aperture);

/** Whether BG_MAPCOMMONHEAP asks that the heaps of a node's processes lie in one range of addresses that all
 *  of them can read and write (rank-mapping 7). */
bool emuq_window_wants_common_heap(void);

/** Has an address space know what is shared. */
void emuq_window_describe(emuq_address_space_t *space);

/**
 * For a process that runs ranks as threads, if the backend's Message Units cannot reach all memory: puts what
 * it can into its only window, at the first call. Better called before main(), when nothing has been
 * allocated.
 * @param backing gets where the window is; its path is empty if the Message Units reach everything.
 * @return 0, or a negative errno after a message.
 */
int emuq_window_of_threads(const emuq_backend_t *backend, emuq_backing_t *backing);

/** Bytes of a rank's stack, by the setting. */
size_t emuq_stack_bytes(void);

/** Stack number @p number in the window, of emuq_stack_bytes(), behind a page that cannot be touched; NULL if
 * there is no room. Stacks of one number are the same memory. A thread on such a stack cannot fork(). */
void *emuq_window_stack(uint32_t number);

#endif /* EMUQ_SHARE_WINDOW_H */
