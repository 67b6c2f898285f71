/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file space.h
 * @brief Private to the methods with PMI: what is gathered goes through the key-value space of the launcher.
 */
#ifndef EMUQ_BOOTSTRAP_SPACE_H
#define EMUQ_BOOTSTRAP_SPACE_H

#include "kernel-shim/bootstrap/bootstrap.h"
#include "kernel-shim/bootstrap/wire.h"

#define EMUQ_SPACE_VALUE 4096u /**< room for a value; more than any launcher has, with the zero */
#define EMUQ_SPACE_KEY   32u   /**< room for a key, with the zero */

/** How a protocol asks. All return 0, or a negative errno after a message. */
typedef struct emuq_space {
    int (*put)(const char *doing, const char *key, const char *value);
    int (*get)(const char *doing, const char *key, char value[EMUQ_SPACE_VALUE]);
    int (*barrier)(
        const char *doing); /**< returns when all ranks have called it, and know what has been put */
} emuq_space_t;

/** See gather() of emuq_bootstrap_t. @param value_bytes that the launcher takes in a value, with the zero
 *  @param number of the call: keys are not used again */
int emuq_space_gather(emuq_wire_t *wire, const emuq_space_t *space, size_t value_bytes, unsigned number,
                      const emuq_gather_t *what);

#endif /* EMUQ_BOOTSTRAP_SPACE_H */
