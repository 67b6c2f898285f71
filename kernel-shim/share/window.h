/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file window.h
 * @brief What of a Linux process's memory lies in its window, and who can reach it there.
 */
#ifndef EMUQ_SHARE_WINDOW_H
#define EMUQ_SHARE_WINDOW_H

#include "backends/address_space.h"
#include "backends/backend.h"

/** The shared memory of a Linux process. */
typedef struct emuq_shared_memory {
    emuq_shared_range_t range[EMUQ_SHARED_RANGES];
    emuq_aperture_t
        aperture;     /**< of a Message Unit that reaches nothing else; bytes 0: it reaches everything */
    int share_static; /**< 0, or the negative errno why static data is not shared */
    int share_heap;   /**< the same for the heap */
    char *stacks;     /**< memory for stacks, the last part of the heap's range */
    size_t stacks_bytes;
} emuq_shared_memory_t;

/** Puts static data and heap into a window, as far as the setting EMUQ_SHARE wants it. Called by the only
 * thread.
 *  @param is_aperture whether the Message Unit reaches only what is there. @param with_stacks whether the
 * process runs ranks as threads, whose stacks shall lie there too. */
void emuq_window_share(const emuq_backed_window_t *window, bool is_aperture, bool with_stacks,
                       emuq_shared_memory_t *memory);

/** Has an address space know what is shared. */
void emuq_window_describe(const emuq_shared_memory_t *memory, emuq_address_space_t *space);

/**
 * For a process that runs ranks as threads, if the backend's Message Units cannot reach all memory: puts what
 * it can into its only window, at the first call. Better called before main(), when nothing has been
 * allocated.
 * @param backing gets where the window is; its path is empty if the Message Units reach everything.
 * @return 0, or a negative errno after a message.
 */
int emuq_window_of_threads(const emuq_backend_t *backend, emuq_backing_t *backing);

/** The memory that it has found; aperture.bytes is 0 before, and if the Message Units reach everything. */
extern emuq_shared_memory_t emuq_threads_memory;

/** Stack number @p number, of @p bytes bytes, in the window, with a page in front of it that cannot be
 * touched; NULL if there is no room. Stacks of one number are the same memory. A rank on such a stack cannot
 * fork(). */
void *emuq_window_stack(uint32_t number, size_t bytes);

#endif /* EMUQ_SHARE_WINDOW_H */
