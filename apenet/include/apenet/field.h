/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file field.h
 * @brief Bit fields of card structures: arrays of 32-bit little-endian words.
 */
#ifndef APENET_FIELD_H
#define APENET_FIELD_H

#include <stdint.h>

/** Field of @p width bits from bit @p lsb of word @p word. */
#define APENET_FIELD(word, lsb, width) ((word) << 16 | (lsb) << 8 | (width))

/** Rejects a false condition at compile time. @param name unique suffix of the type for C++98 */
#ifdef __cplusplus
#define APENET_STATIC_ASSERT(condition, name) typedef char apenet_assert_##name[(condition) ? 1 : -1]
#else
#define APENET_STATIC_ASSERT(condition, name) _Static_assert(condition, #name)
#endif

/** Mask of a field in its word. */
static inline uint32_t apenet_mask(unsigned field)
{
    return (uint32_t)((UINT64_C(1) << (field & 0xff)) - 1) << (field >> 8 & 0xff);
}

/** Value of a field. @param w first word of the structure */
static inline uint32_t apenet_get(const uint32_t *w, unsigned field)
{
    return (w[field >> 16] & apenet_mask(field)) >> (field >> 8 & 0xff);
}

/** A value in the position of a field of its word. The value must fit. */
static inline uint32_t apenet_bits(unsigned field, uint32_t value)
{
    return value << (field >> 8 & 0xff);
}

/** Stores a value in a field; drops excess bits. @param w first word of the structure */
static inline void apenet_set(uint32_t *w, unsigned field, uint32_t value)
{
    w[field >> 16] =
        (w[field >> 16] & ~apenet_mask(field)) | ((value << (field >> 8 & 0xff)) & apenet_mask(field));
}

/** Loads a 64-bit number, low word first. */
static inline uint64_t apenet_get64(const uint32_t *w)
{
    return (uint64_t)w[1] << 32 | w[0];
}

/** Stores a 64-bit number, low word first. */
static inline void apenet_set64(uint32_t *w, uint64_t value)
{
    w[0] = (uint32_t)value;
    w[1] = (uint32_t)(value >> 32);
}

#endif /* APENET_FIELD_H */
