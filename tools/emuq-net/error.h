/* SPDX-License-Identifier: BSD-3-Clause */
/** @file error.h  The first error of what the network calls, in any of its threads. */
#ifndef EMUQ_NET_TRAFFIC_ERROR_H
#define EMUQ_NET_TRAFFIC_ERROR_H

#include <stdbool.h>

/** Notes an error, if it is the first one. @param error 0 at first @param rc negative errno. Thread-safe. */
static inline void traffic_error_note(int *error, int rc)
{
    int none = 0; /* relaxed: read after the threads have met */
    __atomic_compare_exchange_n(error, &none, rc, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/** The first error, or 0: none. To be called while the network does not run. */
static inline int traffic_error_first(const int *error)
{
    return __atomic_load_n(error, __ATOMIC_RELAXED);
}

#endif /* EMUQ_NET_TRAFFIC_ERROR_H */
