/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file arena.h
 * @brief The memory of a partition: a memfd that every process of a job maps at one address.
 *
 * The arena contains all shared state; pointers into it are valid in all processes. Behind it lies one
 * *window* per process slot for shared static data and heap. The file ends with its last user. If ranks are
 * threads, the arena is private memory without windows.
 */
#ifndef EMUQ_ARENA_H
#define EMUQ_ARENA_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/atomic.h"

/* ---- windows of files: memory of a device ---- */

/* A device reaches *apertures*: parts of files, per node or one for all, with a window for each process. */

#define EMUQ_WINDOW_ALIGNMENT (UINT64_C(1) << 26) /**< of addresses: a granule */

typedef struct emuq_backing {
    char path[256];  /**< file; "%n" is the number of a node; empty: no windows */
    uint64_t offset; /**< first aperture in the file */
    uint64_t stride; /**< distance of the apertures of nodes; 0: one aperture for all nodes */
    uint64_t window_bytes;
    uint64_t pa;     /**< PA of an aperture; window k is at pa + k * window_bytes */
    uint32_t ppn;    /**< windows per node; 0: one window for all */
    bool from_start; /**< the file can only be mapped from its first byte on */
} emuq_backing_t;

typedef struct emuq_backed_window {
    int fd; /**< stays open */
    uint64_t offset;
    char *va;
    size_t bytes;
    uint64_t pa;
} emuq_backed_window_t;

/** Replaces "%n" in @p path by the number of a node. @return the length, or -ENAMETOOLONG */
int emuq_backing_path(const char *path, uint32_t node, char *text, size_t bytes);
/** Maps the window of process @p slot of the partition. @return 0, or a negative errno */
int emuq_backing_map(const emuq_backing_t *backing, uint32_t slot, emuq_backed_window_t *window);

/* ---- arenas ---- */

/** Address of a shared arena: between programs and libraries, outside of sanitizers' shadows, or below
 * CONFIG_GLOBAL_BASE. */
#if EMUQ_TSAN
#define EMUQ_ARENA_BASE ((uintptr_t)0x2000000000)
#else
#define EMUQ_ARENA_BASE ((uintptr_t)0x200000000000)
#endif

typedef struct emuq_arena emuq_arena_t;

/**
 * Creates an arena; one at a time in a process.
 * @param slots   number of windows of a shared arena; 0: private memory for ranks that are threads
 * @param backing location of the windows, copied; NULL: in the arena's file
 * @param layout identifies the layout of data in the arena
 * @return 0 or a negative errno */
int emuq_arena_create(uint32_t slots, const emuq_backing_t *backing, uint64_t job_id, uint64_t layout,
                      emuq_arena_t **arena);

/** Lets the program of a forked process inherit the arena. */
void emuq_arena_give(const emuq_arena_t *arena);
/** Maps an existing arena by an inherited descriptor or by @p path. @return 0; -EPROTO: the layout differs;
 * or another negative errno */
int emuq_arena_attach(const char *path, uint64_t layout, emuq_arena_t **arena);
/** Unmaps the arena; pointers into it become invalid. NULL does nothing. */
void emuq_arena_close(emuq_arena_t *arena);
/** Allocates zeroed memory, aligned to 64 and to @p align, a power of two. Functions on blocks are
 * thread-safe in all processes and may take a leaf lock. @return NULL if the arena is full */
void *emuq_arena_alloc(emuq_arena_t *arena, size_t bytes, size_t align);
/** Frees a block of @p bytes bytes, as allocated. NULL does nothing. */
void emuq_arena_free(emuq_arena_t *arena, void *p, size_t bytes);
void *emuq_arena_alloc_uncleared(emuq_arena_t *arena, size_t bytes, size_t align);
/** Frees without zeroing; emuq_arena_alloc() reuses such a block only when the arena is full. */
void emuq_arena_free_uncleared(emuq_arena_t *arena, void *p, size_t bytes);
uint64_t emuq_arena_used(const emuq_arena_t *arena);

/**
 * Whether every process of the arena may dereference [p, p + bytes); always true if ranks are threads.
 *
 * Every process may dereference blocks of the arena and windows, and reserved addresses
 * (emuq_arena_reserve()) where it has mapped a segment.
 *
 * Proof. Every process maps the whole file at EMUQ_ARENA_BASE before another process can pass a pointer.
 * Three functions change mappings there, only in the reserved addresses: arena_map_file() excludes these from
 * the mapping, mmap() of preload/mapping_calls.c maps a segment, and emuq_arena_release() unmaps it. Memory
 * that a process maps over its static data or heap lies outside of the arena; if the addresses are the alias,
 * emuq_address_space_hide() fails.
 */
bool emuq_arena_reached_by_all(const emuq_arena_t *arena, const void *p, size_t bytes);

/** Reserves addresses in all processes, aligned to @p align, a power of two, for mappings of segments.
 * Thread-safe. @return NULL if none are left, or the arena is private */
void *emuq_arena_reserve(emuq_arena_t *arena, size_t bytes, size_t align);
/** Makes reserved addresses inaccessible again in this process. @p is_mapped: replaces a mapping; false:
 * fills a hole. @return 0; -EEXIST: the hole is in use; or another negative errno */
int emuq_arena_release(void *p, size_t bytes, bool is_mapped);
void emuq_arena_mutex_init(const emuq_arena_t *arena, pthread_mutex_t *mutex);
/** Initialises a condition variable on the monotonic clock. */
void emuq_arena_cond_init(const emuq_arena_t *arena, pthread_cond_t *cond);
/** Whether several processes can map the arena. */
bool emuq_arena_is_shared(const emuq_arena_t *arena);
/** Stores the path of the file for processes of this user. @return the length, or -ENOSPC */
int emuq_arena_path(const emuq_arena_t *arena, char *path, size_t bytes);
const emuq_backing_t *emuq_arena_backing(const emuq_arena_t *arena);
/** Maps the window of a slot. Without a backing: at one address in all processes, aligned to a granule, with
 * pa 0. @return 0 or a negative errno */
int emuq_arena_window(const emuq_arena_t *arena, uint32_t slot, emuq_backed_window_t *window);

/**
 * Finds or creates a named object. Thread-safe, in all processes.
 * @param name     up to 15 characters
 * @param bytes    size of the object, which lives as long as the arena
 * @param make     initialises the zeroed object before publication; may allocate in the arena;
 * returns 0, or a negative errno to cancel the creation
 * @param argument of @p make
 * @param object   set on success
 * @return 0; the error of @p make; -ENOMEM; -ENOSPC: there are 4 objects already */
int emuq_arena_object(emuq_arena_t *arena, const char *name, size_t bytes,
                      int (*make)(void *object, void *argument), void *argument, void **object);

/** Publishes the root pointer with release order. */
void emuq_arena_set_root(emuq_arena_t *arena, void *root);
/** The root pointer, with acquire order, or NULL. */
void *emuq_arena_root(const emuq_arena_t *arena);

#endif /* EMUQ_ARENA_H */
