/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file method.h
 * @brief Private to the methods of bootstrap.h: what they have in common.
 */
#ifndef EMUQ_BOOTSTRAP_METHOD_H
#define EMUQ_BOOTSTRAP_METHOD_H

#include "kernel-shim/bootstrap/bootstrap.h"
#include "base/log.h"

/** Seconds that open() and gather() wait for an answer, or for a rank that does not come: 60. A variable for
 *  the sake of tests. */
extern unsigned emuq_bootstrap_seconds;

/** Reads a decimal number of 32 bits from the environment.
 *  @return 0, or -EINVAL after a message: there is no such variable, or it is no number. */
int emuq_bootstrap_number(const char *variable, uint32_t *value);

/** Where a text of what is gathered lies. */
static inline char *emuq_gather_text(const emuq_gather_t *what, uint32_t giver)
{
    return what->text + (size_t)giver * what->bytes;
}

#endif /* EMUQ_BOOTSTRAP_METHOD_H */
