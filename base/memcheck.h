/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file memcheck.h
 * @brief Requests to memcheck of valgrind; without effect outside of it.
 *
 * Reservations of memory are large and sparse. A leak check reads all memory that it takes for accessible,
 * which would also allocate the pages of a file.
 */
#ifndef EMUQ_BASE_MEMCHECK_H
#define EMUQ_BASE_MEMCHECK_H

#include <stddef.h>

#if defined(__has_include)
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#endif
#endif

/** Excludes a reservation from leak checks. Other processes may allocate in it, so accesses are not reported.
 *  Thread-safe. */
static inline void emuq_memcheck_reserve(const void *p, size_t bytes)
{
    (void)p;
    (void)bytes;
#ifdef VALGRIND_DISABLE_ADDR_ERROR_REPORTING_IN_RANGE
    if (RUNNING_ON_VALGRIND) {
        (void)VALGRIND_DISABLE_ADDR_ERROR_REPORTING_IN_RANGE(p, bytes);
        (void)VALGRIND_MAKE_MEM_NOACCESS(p, bytes);
    }
#endif
}

/** Memory of a reservation that this process allocates: a leak check finds pointers in it. Thread-safe. */
static inline void emuq_memcheck_allocate(const void *p, size_t bytes)
{
    (void)p;
    (void)bytes;
#ifdef VALGRIND_MAKE_MEM_DEFINED
    (void)VALGRIND_MAKE_MEM_DEFINED(p, bytes);
#endif
}

#endif /* EMUQ_BASE_MEMCHECK_H */
