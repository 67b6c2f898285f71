/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file layout.h
 * @brief What messages want from data types: the runs of contiguous bytes.
 */
#ifndef EMUQ_PAMI_P2P_LAYOUT_H
#define EMUQ_PAMI_P2P_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <pami.h>

#include "msglayer/types/type.h"

/** Whether the function only copies. NULL does too. */
static inline bool emuq_pami_only_copies(pami_data_function fn)
{
    return fn == NULL || fn == PAMI_DATA_COPY;
}

/** A place in the stream of a repeated type. */
typedef struct emuq_pami_cursor {
    pami_type_t type;
    char *base;
    size_t at; /**< position in the stream */
} emuq_pami_cursor_t;

/** Whether a layout has @p bytes bytes. */
static inline bool emuq_pami_has_bytes(pami_type_t type, size_t bytes)
{
    return emuq_pami_type_check(type, 0, bytes, NULL) == PAMI_SUCCESS;
}

/** Memory of the next bytes, at most @p most of them, and steps over them. @param bytes set to their number.
 */
static inline char *emuq_pami_cursor_next(emuq_pami_cursor_t *c, size_t most, size_t *bytes)
{
    ptrdiff_t displacement = 0;
    emuq_pami_type_run(c->type, c->at, &displacement, bytes);
    if (*bytes > most)
        *bytes = most;
    c->at += *bytes;
    return c->base + displacement;
}

#endif /* EMUQ_PAMI_P2P_LAYOUT_H */
