/* SPDX-License-Identifier: BSD-3-Clause */
/** @file client.h
 * @brief Life of contexts, progress, and extensions. */
#ifndef EMUQ_PAMI_CLIENT_CLIENT_H
#define EMUQ_PAMI_CLIENT_CLIENT_H

#include <stddef.h>
#include <stdint.h>

#include <pami.h>

#include "msglayer/core/context.h"

/** Runs a round of progress. @return EMUQ_PAMI_ROUND_ bits */
unsigned emuq_pami_round(emuq_pami_context_t *context);
/** Result of an advance without events (PAMI_ADVANCE_RESULT). */
pami_result_t emuq_pami_idle_result(void);
/** Unregisters a context. On return the thread no longer advances it. */
void emuq_pami_async_unregister(emuq_pami_context_t *context);
/** Ends the thread of a client without registrations. */
void emuq_pami_async_end(emuq_pami_client_t *client);
typedef struct emuq_pami_symbol {
    const char *name;
    void *value;
} emuq_pami_symbol_t;

#define EMUQ_PAMI_FUNCTION(f) ((void *)(uintptr_t)(f))

/** Symbols of EXT_async_progress; the last name is NULL. */
extern const emuq_pami_symbol_t emuq_pami_async_symbols[];

#endif /* EMUQ_PAMI_CLIENT_CLIENT_H */
