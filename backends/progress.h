/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file progress.h
 * @brief What a job of the timed backend shows of itself while it runs: a file that the launcher makes, whose
 * name the setting EMUQ_TIME_PROGRESS has, and that both map.
 *
 * The program stores words one by one (relaxed), so who reads (relaxed) may see some that are older than
 * others.
 */
#ifndef EMUQ_PROGRESS_H
#define EMUQ_PROGRESS_H

#include <stdint.h>

/** The file. */
typedef struct emuq_progress {
    uint64_t tick;       /**< modelled time since the clocks began */
    uint64_t packets;    /**< that have entered the network */
    uint64_t hand_overs; /**< from a thread to another one */
    int32_t rank;        /**< whose thread runs, or ran last */
    uint32_t has_begun;  /**< 1: the clocks run; stored (release) after rank, which is loaded after it
                            (acquire) */
    uint32_t stops; /**< 1: the program stops (SIGSTOP) before it ends by an error; stored before it starts */
    uint32_t has_stopped; /**< 1: it does so now; stored (release) by the program before, and loaded (acquire)
                             by who has learnt that it has stopped */
    int32_t launcher; /**< its process: only a child of it stops, as it looks at no other; stored before the
                         program starts */
} emuq_progress_t;

#endif /* EMUQ_PROGRESS_H */
