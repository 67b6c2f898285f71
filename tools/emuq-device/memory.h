/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file memory.h
 * @brief Files that programs map, as the device has them mapped.
 *
 * What the device computes from registers is checked, but a program may change a register between two loads
 * of it. The worst that comes of it are accesses up to 4 GiB behind the memory that was meant; behind a
 * memory file's mapping the same file is therefore mapped again, until that is covered.
 */
#ifndef EMUQ_DEVICE_MEMORY_H
#define EMUQ_DEVICE_MEMORY_H

#include <stdint.h>

/** A part of a file, mapped. */
typedef struct emuq_mapping {
    char *va;       /**< NULL: none */
    uint64_t bytes; /**< that may be used */
    uint64_t mapped;
} emuq_mapping_t;

/** Makes a file without a name whose size is sealed. @return the descriptor or a negative errno. */
int emuq_memory_file(const char *name, uint64_t bytes);

/** Maps @p bytes bytes (a multiple of 4096) from @p offset, and again and again behind them.
 *  @return 0 or a negative errno. */
int emuq_memory_map(emuq_mapping_t *mapping, int fd, uint64_t offset, uint64_t bytes);

/** Ends a mapping; one that has never been made is allowed. */
void emuq_memory_unmap(emuq_mapping_t *mapping);

#endif /* EMUQ_DEVICE_MEMORY_H */
