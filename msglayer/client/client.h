/* SPDX-License-Identifier: BSD-3-Clause */
/** @file client.h
 * @brief Life of contexts, progress, and extensions. */
#ifndef EMUQ_PAMI_CLIENT_CLIENT_H
#define EMUQ_PAMI_CLIENT_CLIENT_H

#include <stddef.h>
#include <stdint.h>
#include <strings.h>

#include <pami.h>

#include "msglayer/core/context.h"

/** Runs a round of progress. @return EMUQ_PAMI_ROUND_ bits */
unsigned emuq_pami_round(emuq_pami_context_t *context);
/** Result of an advance without events (PAMI_ADVANCE_RESULT). */
pami_result_t emuq_pami_idle_result(void);
/** Unregisters a context; the thread has stopped advancing it on return. */
void emuq_pami_async_unregister(emuq_pami_context_t *context);
/** Ends the thread of a client without registrations. */
void emuq_pami_async_end(emuq_pami_client_t *client);
/** Symbol of EXT_async_progress. @return NULL: unknown */
void *emuq_pami_async_symbol(const char *name);

typedef struct emuq_pami_symbol {
    const char *name;
    void *value;
} emuq_pami_symbol_t;

/** Function as value of a symbol. */
#define EMUQ_PAMI_FUNCTION(f) ((void *)(uintptr_t)(f))

/** Value of a symbol, in any case. @return NULL: unknown */
static inline void *emuq_pami_find_symbol(const emuq_pami_symbol_t *symbols, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcasecmp(symbols[i].name, name) == 0)
            return symbols[i].value;
    return NULL;
}

#endif /* EMUQ_PAMI_CLIENT_CLIENT_H */
