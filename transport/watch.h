/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file watch.h
 * @brief Private to the kernel shim: ranks of this host that end without a word, under a launcher that says
 * nothing of that.
 */
#ifndef EMUQ_HOSTS_WATCH_H
#define EMUQ_HOSTS_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel-shim/partition/state.h"

/** What one thread has seen; zero at first. */
typedef struct emuq_watch {
    uint64_t looked; /**< ns; last look */
    uint64_t since;  /**< ns; when the process of the rank was first found gone; 0: there is none */
    uint32_t rank;
} emuq_watch_t;

/** Looks, a few times in a second, whether the process of a rank that has joined is gone though the rank has
 *  not ended: it was killed, or has called _exit(). Only says so after a while: a launcher that ends the job
 *  for that does it at once, and knows more.
 *  @return whether there is such a rank, watch->rank */
bool emuq_watch_finds(emuq_watch_t *watch, const emuq_partition_t *partition);

#endif /* EMUQ_HOSTS_WATCH_H */
