/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file reference_operations.h
 * @brief Arithmetic of the reference on bytes: atomic operations and operands of collectives.
 */
#ifndef REFERENCE_OPERATIONS_H
#define REFERENCE_OPERATIONS_H

#include <stdint.h>
#include <string.h>

static inline uint16_t get16(const uint8_t *p)
{
    uint16_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline uint32_t get32(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline uint64_t get64(const uint8_t *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void put16(uint8_t *p, uint16_t v)
{
    memcpy(p, &v, sizeof v);
}

static inline void put32(uint8_t *p, uint32_t v)
{
    memcpy(p, &v, sizeof v);
}

static inline void put64(uint8_t *p, uint64_t v)
{
    memcpy(p, &v, sizeof v);
}

/** Atomic load @p op (0..7) at word @p p; may read the neighbouring words. @return the result */
uint64_t ref_atomic_load(uint8_t *p, unsigned op);

/** Atomic store @p op (0..7) of operand @p d. */
void ref_atomic_store(uint8_t *p, unsigned op, uint64_t d);

/** a = a op b for little-endian integers of @p word bytes; op as in collective headers. */
void ref_combine_integers(uint8_t *a, const uint8_t *b, uint32_t word, unsigned op);

/** Same as ref_combine_integers(), for doubles. */
void ref_combine_doubles(uint8_t *a, const uint8_t *b, unsigned op);

#endif /* REFERENCE_OPERATIONS_H */
