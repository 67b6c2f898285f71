/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file atomic.h
 * @brief Atomic operations: a packet to the target, which executes the operation when it makes progress, and
 * replies.
 *
 * An operation on elements of up to 8 bytes, aligned, is also atomic to instructions of the target's
 * processors. Operations of an endpoint to a peer are executed in the order of calls.
 */
#ifndef EMUQ_FABRIC_ATOMIC_H
#define EMUQ_FABRIC_ATOMIC_H

#include "fabric/provider.h"

typedef enum emuq_fi_atomic_class {
    EMUQ_FI_ATOMIC_BASE,
    EMUQ_FI_ATOMIC_FETCH,
    EMUQ_FI_ATOMIC_COMPARE
} emuq_fi_atomic_class_t;

#define EMUQ_FI_ATOMIC_BYTES 384u  /**< most bytes of operands, with compared values */
#define EMUQ_FI_ATOMICS      1024u /**< most operations of an endpoint in progress */

typedef struct emuq_fi_atomic_target {
    uint64_t address, key;
    uint64_t count;
} emuq_fi_atomic_target_t;

/** Payload of ATOMIC, followed by operands and compared values. HAS_DATA: data of the completion */
struct emuq_fi_atomic_request {
    uint64_t id, data;
    uint8_t type, op, class, targets;
    uint32_t count; /**< elements of all targets */
    emuq_fi_atomic_target_t target[EMUQ_FI_IOV];
};

_Static_assert(sizeof(emuq_fi_atomic_request_t) + EMUQ_FI_ATOMIC_BYTES <= EMUQ_FI_PACKET, "a packet");

/** @return bytes of an element; 0: there is no such operation of this class and datatype */
size_t emuq_fi_atomic_size(enum fi_datatype type, enum fi_op op, emuq_fi_atomic_class_t class);

/** Executes an operation, which emuq_fi_atomic_size() knows. @param operand NULL: of FI_ATOMIC_READ
 * @param compare NULL: of other classes @param result set to the elements before; NULL: not wanted */
void emuq_fi_atomic_apply(enum fi_datatype type, enum fi_op op, char *target, size_t count,
                          const char *operand, const char *compare, char *result);

#endif /* EMUQ_FABRIC_ATOMIC_H */
