/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rdma_names.h
 * @brief The six function names of the publications, for the first card.
 */
#ifndef APENET_RDMA_NAMES_H
#define APENET_RDMA_NAMES_H

#include "apenet/rdma.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Opens the first card at the first call and never closes it. @return 0 or as apenet_open() */
int apenet_default_card(apenet_card_t **out);

/** apenet_register_buffer() of the first card. @return as apenet_register_buffer(), or as apenet_open() */
static inline int register_buffer(void *address, size_t bytes, unsigned flags, uint64_t context,
                                  apenet_buffer_t *out)
{
    apenet_card_t *card;
    int rc = apenet_default_card(&card);
    return rc != 0 ? rc : apenet_register_buffer(card, address, bytes, flags, context, out);
}

/** apenet_unregister_buffer() of the first card. @return as apenet_unregister_buffer(), or as apenet_open()
 */
static inline int unregister_buffer(apenet_buffer_t buffer)
{
    apenet_card_t *card;
    int rc = apenet_default_card(&card);
    return rc != 0 ? rc : apenet_unregister_buffer(card, buffer);
}

/** apenet_rdma_put() of the first card. @return as apenet_rdma_put(), or as apenet_open() */
static inline int rdma_put(apenet_address_t to, const void *local, size_t bytes, uint64_t remote_va,
                           uint64_t tag, unsigned flags)
{
    apenet_card_t *card;
    int rc = apenet_default_card(&card);
    return rc != 0 ? rc : apenet_rdma_put(card, to, local, bytes, remote_va, tag, flags);
}

/** apenet_rdma_get() of the first card. @return as apenet_rdma_get(), or as apenet_open() */
static inline int rdma_get(apenet_address_t from, void *local, size_t bytes, uint64_t remote_va, uint64_t tag,
                           unsigned flags)
{
    apenet_card_t *card;
    int rc = apenet_default_card(&card);
    return rc != 0 ? rc : apenet_rdma_get(card, from, local, bytes, remote_va, tag, flags);
}

/** apenet_rdma_send() of the first card. @return as apenet_rdma_send(), or as apenet_open() */
static inline int rdma_send(apenet_address_t to, const void *local, size_t bytes, uint64_t tag,
                            unsigned flags)
{
    apenet_card_t *card;
    int rc = apenet_default_card(&card);
    return rc != 0 ? rc : apenet_rdma_send(card, to, local, bytes, tag, flags);
}

/** apenet_wait_event() of the first card. @return as apenet_wait_event(), or as apenet_open() */
static inline int wait_event(unsigned kinds, int timeout_ms, apenet_event_t *out)
{
    apenet_card_t *card;
    int rc = apenet_default_card(&card);
    return rc != 0 ? rc : apenet_wait_event(card, kinds, timeout_ms, out);
}

#ifdef __cplusplus
}
#endif

#endif /* APENET_RDMA_NAMES_H */
