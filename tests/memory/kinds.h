/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file kinds.h
 * @brief The kinds of memory that a program may give to a Message Unit.
 */
#ifndef TESTS_MEMORY_KINDS_H
#define TESTS_MEMORY_KINDS_H

#include <stddef.h>

enum {
    KIND_HEAP,
    KIND_ALIGNED, /**< posix_memalign() */
    KIND_HUGE,    /**< the middle of a large block */
    KIND_STATIC,
    KIND_TLS,
    KIND_STACK,
    KIND_THREAD_STACK, /**< stack of a second thread */
    KIND_PRIVATE,      /**< mmap() */
    KIND_SHARED,       /**< mmap(MAP_SHARED | MAP_ANONYMOUS) */
    KIND_FILE_PRIVATE,
    KIND_FILE_SHARED,
    KIND_SYSV,
    KIND_BREAK,
    KIND_SEGMENT,                   /**< shm_open(), mapped by all processes of the node */
    KIND_SEGMENT_ALONE,             /**< mapped by one process */
    KIND_SEGMENT_SECOND,            /**< the second mapping of a segment in a process */
    KIND_SEGMENT_OVER,              /**< MAP_FIXED over a private mapping */
    KIND_WRITABLE,                  /**< kinds before can be targets */
    KIND_READ_ONLY = KIND_WRITABLE, /**< mprotect(); kind_protect() does it */
    KIND_CONST,
    KINDS
};

enum { KIND_BYTES = 0xc0000 };

/** By number. */
extern const char *const kind_name[KINDS];

/** Zeroed memory of a kind, KIND_BYTES bytes aligned to 64; KIND_CONST is not zeroed. Ends the program if out
 * of memory.
 * @param which  0 or 1: each kind has two
 * @param rank   of the caller, 0 or 1 on its node
 * @param stack  KIND_BYTES bytes of the caller's stack for each */
char *kind_make(int kind, int which, int rank, char *stack);

/** Removes write access to memory of kind KIND_READ_ONLY. */
void kind_protect(char *memory);

#endif /* TESTS_MEMORY_KINDS_H */
