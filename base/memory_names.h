/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file memory_names.h
 * @brief Included before every file of the kernel and of the message layer: their allocations are those that
 * can fail on purpose (memory.h).
 */
#ifndef EMUQ_BASE_MEMORY_NAMES_H
#define EMUQ_BASE_MEMORY_NAMES_H

/** @name Functions of the C library, as memory.h has them. */
/**@{*/
#define malloc         emuq_malloc         /**< Can fail on purpose. */
#define calloc         emuq_calloc         /**< Can fail on purpose. */
#define realloc        emuq_realloc        /**< Can fail on purpose. */
#define aligned_alloc  emuq_aligned_alloc  /**< Can fail on purpose. */
#define posix_memalign emuq_posix_memalign /**< Can fail on purpose. */
#define strdup         emuq_strdup         /**< Can fail on purpose. */
/**@}*/

#endif /* EMUQ_BASE_MEMORY_NAMES_H */
