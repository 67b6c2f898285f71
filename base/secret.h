/* SPDX-License-Identifier: BSD-3-Clause */
/** @file secret.h @brief Memory that has held the key of a job. */
#ifndef EMUQ_BASE_SECRET_H
#define EMUQ_BASE_SECRET_H

#include <stdlib.h>
#include <string.h>

/** Erases @p bytes bytes and frees them; NULL is allowed. */
static inline void emuq_secret_free(void *secret, size_t bytes)
{
    if (secret != NULL)
        explicit_bzero(secret, bytes);
    free(secret);
}

#endif /* EMUQ_BASE_SECRET_H */
