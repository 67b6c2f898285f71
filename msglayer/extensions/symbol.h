/* SPDX-License-Identifier: BSD-3-Clause */
/** @file symbol.h
 *  @brief What the extensions have in common: symbols by name. */
#ifndef EMUQ_PAMI_EXTENSIONS_SYMBOL_H
#define EMUQ_PAMI_EXTENSIONS_SYMBOL_H

#include <stddef.h>
#include <stdint.h>

#include <pami.h>

/** A symbol. */
typedef struct emuq_pami_symbol {
    const char *name;
    void *value;
} emuq_pami_symbol_t;

/** The address of a function as a symbol's value. */
#define EMUQ_PAMI_FUNCTION(f) ((void *)(uintptr_t)(f))

/** Value of a symbol, whose name is compared without regard to case. @return NULL: not in the table. */
void *emuq_pami_find_symbol(const emuq_pami_symbol_t *symbols, size_t count, const char *name);

/** Finds out where all tasks are, for the three extensions below. */
pami_result_t emuq_pami_map_prepare(void);

/** Symbols of the extensions; NULL: unknown. */
void *emuq_pami_torus_symbol(const char *name);
void *emuq_pami_local_symbol(const char *name);
void *emuq_pami_mapping_symbol(const char *name);
void *emuq_pami_l2atomic_symbol(const char *name);
void *emuq_pami_test_symbol(const char *name);

#endif /* EMUQ_PAMI_EXTENSIONS_SYMBOL_H */
