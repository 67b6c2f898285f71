/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file blocks.h
 * @brief Basic blocks that a program counts itself, because emuqcc --time-blocks has compiled it: each begins
 * with a call of what kernel-shim/preload/blocks.c defines.
 */
#ifndef EMUQ_BLOCKS_H
#define EMUQ_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

/** What the calling thread has executed since a backend has set it to 0 last. */
extern __thread uint64_t emuq_blocks;

/** When @ref emuq_blocks_full is called: when a thread has come to so many. 0: never. __atomic: stored with
 * release behind @ref emuq_blocks_full, loaded with acquire. */
extern uint64_t emuq_blocks_most;

/** What a thread calls that has come to @ref emuq_blocks_most; it sets @ref emuq_blocks to less. */
extern void (*emuq_blocks_full)(void);

/** The program counts blocks. Set before main(). */
extern bool emuq_blocks_are_counted;

#endif /* EMUQ_BLOCKS_H */
