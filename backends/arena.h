/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file arena.h
 * @brief The memory of a partition: a memfd that every process of a job maps at one address.
 *
 * Behind the arena lies one *window* per process slot for shared static data and heap. Functions return 0 or
 * a negative errno unless noted.
 */
#ifndef EMUQ_ARENA_H
#define EMUQ_ARENA_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/atomic.h"

/* A device reaches *apertures*: parts of files, with a window for each process. */

#define EMUQ_WINDOW_ALIGNMENT (UINT64_C(1) << 26) /**< alignment of window addresses, in bytes */

typedef struct emuq_backing {
    char path[256];  /**< "%n" is the number of a node; empty: no windows */
    uint64_t offset; /**< offset of the first aperture */
    uint64_t stride; /**< bytes between the apertures of nodes; 0: one for all */
    uint64_t window_bytes;
    uint64_t pa;     /**< PA of an aperture; window k is at pa + k * window_bytes */
    uint32_t ppn;    /**< windows per node; 0: one for all */
    bool from_start; /**< the file cannot be mapped from an offset */
} emuq_backing_t;

typedef struct emuq_backed_window {
    int fd; /**< file of the window; stays open */
    uint64_t offset;
    char *va;
    size_t bytes;
    uint64_t pa;
} emuq_backed_window_t;

/** Replaces "%n" in @p path by @p node. @return the length, or -ENAMETOOLONG */
int emuq_backing_path(const char *path, uint32_t node, char *text, size_t bytes);
/** Maps the window of process @p slot. */
int emuq_backing_map(const emuq_backing_t *backing, uint32_t slot, emuq_backed_window_t *window);

/* ---- arenas ---- */

/** The address of the arena: between programs and libraries, outside of sanitizers' shadows, or below
 * CONFIG_GLOBAL_BASE. */
#if EMUQ_TSAN
#define EMUQ_ARENA_BASE ((uintptr_t)0x2000000000)
#else
#define EMUQ_ARENA_BASE ((uintptr_t)0x200000000000)
#endif
/** The address of arenas of emuq_join(): a program that is a rank may load a plugin that joins another
 * partition. */
#define EMUQ_ARENA_SECOND (2 * EMUQ_ARENA_BASE)

/** Start of the names of the files of arenas. */
#define EMUQ_ARENA_NAME "emuq-"

typedef struct emuq_arena emuq_arena_t;

/**
 * Creates an arena; one at a time in a process.
 * @param slots   number of windows; 0: private memory for ranks that are threads
 * @param backing location of the windows, copied; NULL: in the arena's file
 */
int emuq_arena_create(uint32_t slots, const emuq_backing_t *backing, uint64_t job_id, uint64_t layout,
                      emuq_arena_t **arena);

/** @return size of the common part of an arena that emuq_arena_create() would make */
uint64_t emuq_arena_capacity(uint32_t slots, bool has_backing);

/** Moves later arenas of this process to an address. An attached arena has the address of its creation. */
void emuq_arena_move(uintptr_t base);

/** Lets a forked process's program inherit the arena. */
void emuq_arena_give(const emuq_arena_t *arena);
/** Maps an existing arena by an inherited descriptor or by @p path. @return -EPROTO: the layout differs */
int emuq_arena_attach(const char *path, uint64_t layout, emuq_arena_t **arena);
/** Unmaps the arena. NULL does nothing. */
void emuq_arena_close(emuq_arena_t *arena);
/** Allocates zeroed memory, aligned to 64 and to @p align, a power of two. Functions on blocks are
 * thread-safe in all processes. @return NULL if the arena is full */
void *emuq_arena_alloc(emuq_arena_t *arena, size_t bytes, size_t align);
/** Frees a block of @p bytes bytes. NULL does nothing. */
void emuq_arena_free(emuq_arena_t *arena, void *p, size_t bytes);
void *emuq_arena_alloc_uncleared(emuq_arena_t *arena, size_t bytes, size_t align);
/** Does not zero the block, which is reused only when the arena is full. */
void emuq_arena_free_uncleared(emuq_arena_t *arena, void *p, size_t bytes);
uint64_t emuq_arena_used(const emuq_arena_t *arena);

/**
 * Whether every process of the arena may dereference [p, p + bytes): always if ranks are threads.
 *
 * This holds for blocks of the arena, for windows, and for reserved addresses where the process has mapped a
 * segment: every process maps the whole file before it receives a pointer, and later mappings change only
 * reserved addresses.
 */
bool emuq_arena_reached_by_all(const emuq_arena_t *arena, const void *p, size_t bytes);

/** Reserves addresses in all processes for mappings of segments. Thread-safe. @return NULL if none are left,
 * or the arena is private */
void *emuq_arena_reserve(emuq_arena_t *arena, size_t bytes, size_t align);
/** Makes reserved addresses inaccessible in this process, even after emuq_arena_close(). @p is_mapped true:
 * replaces a mapping; false: fills a hole. @return -EEXIST: the hole is in use */
int emuq_arena_release(void *p, size_t bytes, bool is_mapped);
void emuq_arena_mutex_init(const emuq_arena_t *arena, pthread_mutex_t *mutex);
/** Uses the monotonic clock. */
void emuq_arena_cond_init(const emuq_arena_t *arena, pthread_cond_t *cond);
bool emuq_arena_is_shared(const emuq_arena_t *arena);
/** Stores the path of the file for processes of this user, valid while this process lives. @return the
 * length, or -ENOSPC */
int emuq_arena_path(const emuq_arena_t *arena, char *path, size_t bytes);
const emuq_backing_t *emuq_arena_backing(const emuq_arena_t *arena);
/** Maps the window of a slot. Without a backing: at one address in all processes, aligned to a granule, with
 * pa 0. */
int emuq_arena_window(const emuq_arena_t *arena, uint32_t slot, emuq_backed_window_t *window);

/**
 * Finds or creates a named object, which lives as long as the arena. Thread-safe in all processes.
 * @param name up to 15 characters
 * @param make initialises the zeroed object before publication; an error cancels
 * the creation
 * @return the error of @p make; -ENOMEM; -ENOSPC: there are 4 objects already
 */
int emuq_arena_object(emuq_arena_t *arena, const char *name, size_t bytes,
                      int (*make)(void *object, void *argument), void *argument, void **object);

/** Stores with release order. */
void emuq_arena_set_root(emuq_arena_t *arena, void *root);
/** Loads with acquire order. */
void *emuq_arena_root(const emuq_arena_t *arena);

#endif /* EMUQ_ARENA_H */
