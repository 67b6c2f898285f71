/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file program_data.h
 * @brief Where the writable static data of the main program are.
 */
#ifndef EMUQ_BASE_PROGRAM_DATA_H
#define EMUQ_BASE_PROGRAM_DATA_H

#include <stdbool.h>
#include <stdint.h>

/** Whole pages, one after the other. */
typedef struct emuq_program_data {
    uintptr_t begin;  /**< of the first page */
    uintptr_t end;    /**< of the last one; equal: there are none */
    int protection;   /**< PROT_* */
    bool has_library; /**< the program is linked statically: the C library's data are among them */
} emuq_program_data_t;

/** Finds the longest piece of writable segments without what the dynamic linker has made read-only. Gaps that
 * the alignment of objects leaves between segments become memory. Calls no malloc(). The first call is not
 * thread-safe. */
emuq_program_data_t emuq_program_data_find(void);

#endif /* EMUQ_BASE_PROGRAM_DATA_H */
