/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file target.h
 * @brief Where the data of a message goes: what a dispatch function has said in a pami_recv_t.
 */
#ifndef EMUQ_PAMI_P2P_TARGET_H
#define EMUQ_PAMI_P2P_TARGET_H

#include <stdbool.h>
#include <stddef.h>

#include <pami.h>

/** A place for a stream of bytes. */
typedef struct emuq_pami_target {
    char *to; /**< contiguous memory; NULL: as the members below say */
    char *addr;
    pami_type_t type;
    size_t offset; /**< of the stream's first byte in the repeated type */
    pami_data_function data_fn;
    void *data_cookie;
    bool whole;           /**< the data may be put only as a whole: pieces could cut atoms of the type */
    pami_result_t result; /**< other than PAMI_SUCCESS: the data is discarded */
} emuq_pami_target_t;

/** What is in a pami_recv_t that a dispatch function gets. */
void emuq_pami_target_defaults(pami_recv_t *recv);

/** Begins a stream of @p bytes bytes.
 *  @param contiguous, copy  the client has promised so; the members of @p recv are not set */
void emuq_pami_target_open(emuq_pami_target_t *target, const pami_recv_t *recv, size_t bytes, bool contiguous,
                           bool copy);

/** Puts bytes of the stream where they belong. @param at their position in the stream. */
void emuq_pami_target_put(emuq_pami_target_t *target, size_t at, const void *data, size_t bytes);

/** The memory, if it is contiguous and no function has to see the data; or NULL. */
char *emuq_pami_target_memory(const emuq_pami_target_t *target);

/** Ends the stream. @return the result for the client. */
pami_result_t emuq_pami_target_close(emuq_pami_target_t *target);

#endif /* EMUQ_PAMI_P2P_TARGET_H */
