/* SPDX-License-Identifier: BSD-3-Clause */
/** @file lifetime.h
 *  @brief How contexts begin and end. */
#ifndef EMUQ_PAMI_CLIENT_LIFETIME_H
#define EMUQ_PAMI_CLIENT_LIFETIME_H

#include "msglayer/core/context.h"

/** Makes context @p offset of a client. @return NULL without memory or FIFOs. */
emuq_pami_context_t *emuq_pami_context_new(emuq_pami_client_t *client, uint32_t offset);

/** Ends a context; its device stays with the resources. */
void emuq_pami_context_free(emuq_pami_context_t *context);

/** Ends all contexts of a client. */
void emuq_pami_client_end_contexts(emuq_pami_client_t *client);

/** Frees all contexts of a client as they are. What other tasks have sent them waits for those made next. */
void emuq_pami_client_drop_contexts(emuq_pami_client_t *client);

/** Has the end of the process end the clients that have not been destroyed. */
void emuq_pami_client_watch_exit(void);

#endif /* EMUQ_PAMI_CLIENT_LIFETIME_H */
