/* SPDX-License-Identifier: BSD-3-Clause */
/** @file async.h
 *  @brief Extension EXT_async_progress: a thread that advances contexts. */
#ifndef EMUQ_PAMI_EXTENSIONS_ASYNC_H
#define EMUQ_PAMI_EXTENSIONS_ASYNC_H

#include "msglayer/core/context.h"

/** Ends the registration of a context. Returns when the thread does not advance the context any more. */
void emuq_pami_async_forget(emuq_pami_context_t *context);

/** Ends the thread of a client, whose contexts have been forgotten. */
void emuq_pami_async_end(emuq_pami_client_t *client);

/** A symbol of the extension. @return NULL: unknown. */
void *emuq_pami_async_symbol(const char *name);

#endif /* EMUQ_PAMI_EXTENSIONS_ASYNC_H */
