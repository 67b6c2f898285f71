/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file arena.h
 * @brief The memory of a partition: one file of memory that every Linux process of a job maps at one address.
 *
 * Everything that the processes share lies here, so a pointer into the arena means the same in all of them:
 * registers, FIFO states, trees, kernel tables; and behind that one *window* for each process slot, which
 * holds what its program shares: static data and heap. The file has no name and goes with its last user.
 *
 * In threads mode the arena is ordinary private memory without windows.
 */
#ifndef EMUQ_ARENA_H
#define EMUQ_ARENA_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backends/backing.h"
#include "base/thread_sanitizer.h"

/** Where a shared arena lies: between programs and their libraries, above the shadow of AddressSanitizer.
 * Under ThreadSanitizer: in the low memory that it leaves to programs, below the window of
 * CONFIG_GLOBAL_BASE. */
#if EMUQ_TSAN
#define EMUQ_ARENA_BASE ((uintptr_t)0x2000000000)
#else
#define EMUQ_ARENA_BASE ((uintptr_t)0x200000000000)
#endif

typedef struct emuq_arena emuq_arena_t; /**< The first bytes of an arena. */

/**
 * Makes an arena. One at a time in a Linux process.
 * @param slots  0: private memory for threads mode; otherwise shared, with so many windows.
 * @param backing where its windows are, copied; NULL: in its own file.
 * @param layout a number that differs if anything in the arena is laid out differently.
 * @return 0 or a negative errno with nothing left behind.
 */
int emuq_arena_create(uint32_t slots, const emuq_backing_t *backing, uint64_t job_id, uint64_t layout,
                      emuq_arena_t **arena);

/** In a forked process, before exec: the program inherits the descriptor of the arena. */
void emuq_arena_give(const emuq_arena_t *arena);

/** Maps the arena that another process has made, by the inherited descriptor or by its path.
 *  @param path as emuq_arena_path() gives it there.
 *  @return 0, or a negative errno: -EPROTO if it has another layout: its maker is another build of this
 * library. */
int emuq_arena_attach(const char *path, uint64_t layout, emuq_arena_t **arena);

/** Unmaps it: no pointer into it may be used any more. NULL does nothing. */
void emuq_arena_close(emuq_arena_t *arena);

/** Zeroed memory, until it is freed or the arena ends; NULL if there is no more. Its address is a multiple of
 * 64 and of
 * @p align, a power of two. Thread-safe, in all processes; may take a lock, under which no other is taken. */
void *emuq_arena_alloc(emuq_arena_t *arena, size_t bytes, size_t align);

/**
 * Gives memory back, for later calls of emuq_arena_alloc() that ask for about as much; pages of large blocks
 * go back to the system. Any process of the arena may do it. The caller knows that no thread uses the memory
 * any more.
 * @param bytes as it was asked for. @param p NULL does nothing. Thread-safe, in all processes.
 */
void emuq_arena_free(emuq_arena_t *arena, void *p, size_t bytes);

/** As emuq_arena_alloc(), but the bytes may be any: for what is filled at once, used and freed often.
 *  Freed with emuq_arena_free() or emuq_arena_free_uncleared(). */
void *emuq_arena_alloc_uncleared(emuq_arena_t *arena, size_t bytes, size_t align);

/** As emuq_arena_free(), but for later calls of emuq_arena_alloc_uncleared(): no byte is cleared and no page
 * goes back to the system. emuq_arena_alloc() takes, and clears, such memory only when the arena has no
 * other.
 */
void emuq_arena_free_uncleared(emuq_arena_t *arena, void *p, size_t bytes);

/** Bytes of the arena that are in use: allocated and not freed, with what sizes are rounded up by. For tests
 * and reports: a program that makes and ends things for ever keeps it. Thread-safe. */
uint64_t emuq_arena_used(const emuq_arena_t *arena);

/**
 * Whether every process of the arena may dereference [p, p + bytes). A pointer to memory for which this is
 * false must not be given to another process: its bytes are staged (delivery.c), or the process that has the
 * memory does the work (delegate.c). The address alone decides, so the result never changes.
 *
 * Which process may dereference what, in a job whose ranks are processes:
 *
 *   address                                  by
 *   blocks of the arena                      every process
 *   windows of the arena                     every process: an alias of static data, heap, private mappings
 *   reserved ones (emuq_arena_reserve())     a process that has mapped a segment there
 *   anything else                            the process whose address it is
 *
 * Proof. Every process maps the whole file at EMUQ_ARENA_BASE, to read and write, in emuq_arena_create() or
 * emuq_arena_attach(), so before another process can give it a pointer, and keeps that mapping until it ends.
 * Three functions change mappings inside that range. map_file() takes out the addresses that can be reserved;
 * mmap() of preload/mapping_calls.c maps a segment at some of them, in one process; emuq_arena_release() unmaps
 * it. All three keep to these addresses, which are excluded here. What a process maps over its static
 * data, heap or private mappings is mapped at its own addresses of them, outside the arena, and not over
 * their alias; where it has them at the alias alone, emuq_address_space_hide() reports that messages miss it.
 *
 * Ranks that are threads have one address space: always true.
 */
bool emuq_arena_reached_by_all(const emuq_arena_t *arena, const void *p, size_t bytes);

/** Reserves addresses that are free in all processes, for as long as the arena exists: some of the processes
 * map one segment there. Without such a mapping an access faults. @param align a power of two.
 *  @return NULL if there are no more, or if the arena is not shared. Thread-safe, in all processes. */
void *emuq_arena_reserve(emuq_arena_t *arena, size_t bytes, size_t align);

/** Returns whole pages of reserved addresses to the state without access, in this process: the kernel maps
 * nothing else there. The arena may have been closed.
 * @param is_mapped whether they are mapped, and are unmapped by this; otherwise they have been unmapped.
 * @return 0 or a negative errno; -EEXIST: other memory has been mapped there since */
int emuq_arena_release(void *p, size_t bytes, bool is_mapped);

/** Makes a mutex, and a condition variable on the monotonic clock, that work for all processes of the arena.
 */
void emuq_arena_mutex_init(const emuq_arena_t *arena, pthread_mutex_t *mutex);

/** The same for a condition variable, on the monotonic clock. */
void emuq_arena_cond_init(const emuq_arena_t *arena, pthread_cond_t *cond);

/** Whether other Linux processes can map it. */
bool emuq_arena_is_shared(const emuq_arena_t *arena);

/** Path under which other processes of this user can open the file while this process lives.
 *  @return the length, or -ENOSPC. */
int emuq_arena_path(const emuq_arena_t *arena, char *path, size_t bytes);

/** What emuq_arena_create() was given, or NULL. */
const emuq_backing_t *emuq_arena_backing(const emuq_arena_t *arena);

/** Makes the window of a slot usable in this process. Without a backing it begins a granule, at the same
 * address in all processes, and its pa is 0. @return 0 or a negative errno. */
int emuq_arena_window(const emuq_arena_t *arena, uint32_t slot, emuq_backed_window_t *window);

/**
 * Finds an object of the arena by its name, and makes it first if there is none: state of rooms that the
 * partition's maker does not know. Thread-safe, in all processes.
 * @param name up to 15 characters. @param bytes of the object, which lives as long as the arena.
 * @param make fills the object, which is zeroed, before any other thread finds it; it may allocate in the
 * arena.
 *        @return 0 or a negative errno: then there is no object.
 * @return 0 and *object; what @p make has returned; -ENOMEM; or -ENOSPC: there are 4 objects already
 */
int emuq_arena_object(emuq_arena_t *arena, const char *name, size_t bytes,
                      int (*make)(void *object, void *argument), void *argument, void **object);

/** The one word by which processes find what the first of them has made: set once, with release; read with
 *  acquire. */
void emuq_arena_set_root(emuq_arena_t *arena, void *root);
/** The word that emuq_arena_set_root() has set, or NULL. */
void *emuq_arena_root(const emuq_arena_t *arena);

#endif /* EMUQ_ARENA_H */
