/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file memory.h
 * @brief Memory that a process shares with its partition.
 *
 * A process has a *window* of the arena (backends/arena.h), its share of the node's physical memory, at one
 * address in all processes. Pages of the window are mapped over the program's static data. The heap uses
 * pages at an address that is equal in all ranks of a program; mmap() of private memory uses the second half
 * of the heap's range.
 */
#ifndef EMUQ_MEMORY_H
#define EMUQ_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "backends/address_space.h"
#include "backends/arena.h"
#include "backends/backend.h"

/* ---- identity of the calling thread, and globals of this Linux process ---- */

typedef struct emuq_process emuq_process_t; /* partition/state.h */

/** Membership of a thread, which inherits it from the creating thread. */
typedef struct emuq_thread {
    emuq_process_t *process; /**< NULL: no member */
    uint32_t processor;      /**< 0..67 */
    bool is_main;            /**< main thread of its process */
} emuq_thread_t;

extern __thread emuq_thread_t emuq_thread_self;

/** The process that this Linux process has joined; NULL: none. Written once, before a second thread
 * exists. */
extern emuq_process_t *emuq_joined_process;

/** The process has joined in emuq_join(): signals and threads of the program are not EMUQ's. */
extern bool emuq_joined_late;

extern const emuq_backend_t *emuq_backend;

/** Called before a software error ends this process; NULL: nothing. Set with the partition */
extern void (*emuq_before_end)(void);

static inline size_t emuq_page_round_up(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (bytes + page - 1) & ~(page - 1);
}

/* ---- window.c: the window of this process ---- */

typedef struct emuq_shared_memory {
    emuq_shared_range_t range[EMUQ_SHARED_RANGES]; /**< static data and heap */
    emuq_aperture_t aperture; /**< the memory that Message Units reach; bytes 0: all memory, or unknown */
    uintptr_t window;         /**< equal in all processes; 0: no window, or an aperture */
    int share_static;         /**< 0 or a negative errno of sharing static data */
    int share_heap;           /**< 0 or a negative errno of sharing the heap */
    uintptr_t mappings;       /**< start of the range for mmap(); 0: none */
    char *stacks;             /**< memory for stacks, at the end of the heap's range */
    size_t stacks_bytes;      /**< 0: no stacks in the window */
} emuq_shared_memory_t;

extern emuq_shared_memory_t emuq_local_memory;

/** Moves static data and heap into a window by EMUQ_SHARE, and stacks if @p is_aperture: Message Units reach
 * nothing else. Call before a second thread exists. */
void emuq_window_share(const emuq_backed_window_t *window, bool is_aperture);
/** Whether BG_MAPCOMMONHEAP requests one address range for the heaps of a node's processes
 * (rank-mapping 7). */
bool emuq_window_wants_common_heap(void);
void emuq_window_describe(emuq_address_space_t *space);
/** Shares the window itself, at its address, and no memory of the program. */
void emuq_window_describe_alone(emuq_address_space_t *space, const emuq_backed_window_t *window);
/** For ranks as threads whose Message Units reach limited memory: the first call moves static data and heap
 * into the only window. @param backing set; an empty path: all memory is reached @return 0, or a negative
 * errno after printing an error */
int emuq_window_of_threads(const emuq_backend_t *backend, emuq_backing_t *backing);
size_t emuq_stack_bytes(void);
/** @return stack @p number in the window, with a guard page, or NULL. Its thread must not fork() */
void *emuq_window_stack(uint32_t number);
/** Runs main() of a rank's process, on stack 0 of the window if possible. @return the result of @p entry */
int emuq_run_main(int (*entry)(int argc, char **argv, char **envp), int argc, char **argv, char **envp);
/** Maps the windows of a node's processes, from number @p first_member on, read-only at CONFIG_GLOBAL_BASE +
 * PA. */
void emuq_global_map(const emuq_memory_t *memory, const emuq_arena_t *arena, uint32_t first_member);
/** @return address of the shared bytes [pa, pa + bytes) in all processes of the node, or NULL. Thread-safe */
void *emuq_global_address(const emuq_address_space_t *own, uint64_t pa, uint64_t bytes);
/** Maps memory at the user addresses of device registers, for programs. Not thread-safe */
void emuq_user_registers_map(void);
void emuq_user_registers_unmap(void);

/* ---- static data and heap ---- */

/** Moves the writable static data of the main program, without its RELRO part, into the window. Call once,
 * before main() and before a second thread exists. @param offset of the window in the file, a multiple of the
 * page size @param window mapped shared, aligned to EMUQ_GRANULE_BYTES @param unit granularity of the alias's
 * distance: the page size, or a granule: the data then have their address as offset in the window if possible
 * @param range set; 0 bytes: no static data, or an error @return 0, or a negative errno without effect */
int emuq_share_static(int fd, uint64_t offset, char *window, size_t bytes, size_t unit,
                      emuq_shared_range_t *range);

/** Makes malloc() and its relatives use [heap, heap + bytes). Older blocks stay in place. @param heap aligned
 * to 32 MiB @param is_zero false: unknown @return 0; -ENOTSUP: another allocator; -ENOMEM */
int emuq_share_heap(int fd, uint64_t offset, char *heap, size_t bytes, bool is_zero);

/** Makes the allocator, linked or preloaded, use [heap, heap + bytes), in multiples of 32 MiB. Call at most
 * once, before a second thread exists. @return 0; -ENOTSUP: another malloc(), or no private mimalloc;
 * -ENOMEM: too small */
typedef int emuq_malloc_use_t(char *heap, size_t bytes, bool zeroed);
extern emuq_malloc_use_t emuq_malloc_use;

/** @return a block of the running rank's heap for operator new; NULL: @p caller is not the program, no heap,
 * or full */
void *emuq_malloc_of_rank(const void *caller, size_t alignment, size_t bytes);

/* ---- fork_copies.c: fork() with shared memory ---- */

/* The parent copies shared ranges before fork(), the child installs the copies: a private mapping would show
 * later stores of the parent. vfork() and posix_spawn() need no copies. */

/** A shared mapping of a file. */
typedef struct emuq_snapshot_range {
    int fd;
    uint64_t offset;
    char *start; /**< page boundary, like the end */
    size_t bytes;
    int protection;
} emuq_snapshot_range_t;

/** Maximum: static data, heap and mappings; or two parts of static data, and heap. */
#define EMUQ_SNAPSHOT_RANGES 3

/** Installs the fork handlers, once. Call before the first range is mapped and before a second thread exists.
 * @return 0 or -ENOMEM */
int emuq_snapshot_prepare(void);
void emuq_snapshot_add(const emuq_snapshot_range_t *range);
/** Replaces all ranges by the forking rank's memory (backends/rank_memory.h). Call before ranks run. @return
 * 0 or -ENOMEM */
int emuq_rank_copies_open(void);
/** Whether the range overlaps static data or heap of ranks: a mapping there is lost when ranks switch */
bool emuq_rank_copies_overlap(const void *start, size_t bytes);
/** Whether the range lies in a rank's static data or in its heap */
bool emuq_rank_copies_hold(const void *start, size_t bytes);

/* ---- shared_mappings.c: memory for mmap() ---- */

/* A range of the window, inaccessible at first; a mapping is a part with access. Unmapping frees the pages,
 * so later mappings are zero. A child of fork() maps nothing here. Thread-safe. [at, at + bytes) must lie in
 * the range. Functions of type int return 0 or a negative errno. */

/** Sets the range, mapped with PROT_NONE, and its accessible alias. Call once, before a second thread
 * exists */
int emuq_mappings_open(char *start, size_t bytes, char *alias);
/** Whether any byte of [p, p + bytes) lies in the range */
bool emuq_mappings_touch(const void *p, size_t bytes);
/** Whether all bytes lie in the range */
bool emuq_mappings_hold(const void *p, size_t bytes);
/** Notes that the caller maps over [at, at + bytes); later operations restore the window's memory. @return 1:
 * noted before */
int emuq_mappings_cover(char *at, size_t bytes);
/** Cancels emuq_mappings_cover() with result 0. */
void emuq_mappings_uncover(const char *at, size_t bytes);
bool emuq_mappings_are_covered(const void *p, size_t bytes);
/** Maps zeroed memory, 1 byte or more. @return NULL if the range is full */
void *emuq_mappings_map(size_t bytes, int protection);
int emuq_mappings_replace(char *at, size_t bytes, int protection);
int emuq_mappings_unmap(char *at, size_t bytes);
/** Extends a mapping in place by zeroed memory. @return false if the next addresses are in use */
bool emuq_mappings_extend(char *at, size_t bytes, size_t longer, int protection);
/** Zeroes and frees pages, like MADV_DONTNEED for private memory. */
int emuq_mappings_forget(char *at, size_t bytes);

#endif /* EMUQ_MEMORY_H */
