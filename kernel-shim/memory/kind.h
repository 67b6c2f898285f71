/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file kind.h
 * @brief What a piece of this Linux process's memory is, for messages about memory that is not shared.
 */
#ifndef EMUQ_MEMORY_KIND_H
#define EMUQ_MEMORY_KIND_H

#include <stddef.h>
#include <stdint.h>

/** Kinds of memory that may lie in no window. */
typedef enum emuq_memory_kind {
    EMUQ_MEMORY_STATIC,
    EMUQ_MEMORY_HEAP,
    EMUQ_MEMORY_STACK,
    EMUQ_MEMORY_FILE,  /**< a mapping of a file or a library */
    EMUQ_MEMORY_OTHER, /**< a mapping without a name, or the stack of another thread */
    EMUQ_MEMORY_KINDS
} emuq_memory_kind_t;

/** Finds out what memory at @p va is. @param name gets the name of its mapping, empty if it has none.
 *  Thread-safe; reads /proc/self/maps. */
emuq_memory_kind_t emuq_memory_kind(uintptr_t va, char *name, size_t bytes);

#endif /* EMUQ_MEMORY_KIND_H */
