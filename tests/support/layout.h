/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file layout.h
 * @brief Compares structures with the golden layouts ("sizes").
 *
 * A list of structures (as tests/hwi/layout.def) becomes probe functions and a table of them:
 * @code
 * #define TYPE   LAYOUT_PROBE_TYPE
 * #define MEMBER LAYOUT_PROBE_MEMBER
 * #define BITS   LAYOUT_PROBE_BITS
 * #define END    LAYOUT_PROBE_END
 * #include "layout.def"
 *
 * static const layout_type_t types[] = {
 * #define TYPE   LAYOUT_TABLE_TYPE
 * #define MEMBER LAYOUT_TABLE_MEMBER
 * #define BITS   LAYOUT_TABLE_BITS
 * #define END    LAYOUT_TABLE_END
 * #include "layout.def"
 * };
 * @endcode
 */
#ifndef EMUQ_LAYOUT_H
#define EMUQ_LAYOUT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** Maximum size of a structure with bit-fields. */
#define LAYOUT_IMAGE_BYTES 256

/** Layout of a member. */
typedef struct layout_member {
    int bits;                          /**< 1: a bit-field; only image is valid. */
    size_t offset;                     /**< Bytes from the start of the structure. */
    size_t size;                       /**< Size in bytes. */
    uint8_t image[LAYOUT_IMAGE_BYTES]; /**< The structure with only the bits of this field set. */
} layout_member_t;

/** Layout of a structure. */
typedef struct layout_type {
    const char *name;   /**< The typedef. */
    const char *tagged; /**< The name with the tag; same as name if untagged. */
    size_t size;
    size_t alignment;
    int (*probe)(const char *member, layout_member_t *found); /**< @return 1; 0: unknown member. */
} layout_type_t;

/* clang-format off */
#define LAYOUT_PROBE_TYPE(type, tagged, bytes, align)                      \
    static int probe_##type(const char *member, layout_member_t *found)   \
    {                                                                     \
        uint64_t all = ~UINT64_C(0);                                      \
        (void)all;
#define LAYOUT_PROBE_MEMBER(type, path, at, bytes)                         \
        if (strcmp(member, #path) == 0) {                                 \
            found->bits = 0;                                              \
            found->offset = offsetof(type, path);                         \
            found->size = sizeof(((type *)0)->path);                      \
            return 1;                                                     \
        }
#define LAYOUT_PROBE_BITS(type, path)                                      \
        if (strcmp(member, #path) == 0) {                                 \
            type object;                                                  \
            memset(&object, 0, sizeof object);                            \
            object.path = all;                                            \
            found->bits = 1;                                              \
            memcpy(found->image, &object, sizeof object);                 \
            return 1;                                                     \
        }
#define LAYOUT_PROBE_END                                                   \
        return 0;                                                         \
    }

#define LAYOUT_TABLE_TYPE(type, tagged, bytes, align) {#type, #tagged, sizeof(type), __alignof__(type), probe_##type},
#define LAYOUT_TABLE_MEMBER(type, path, at, bytes)
#define LAYOUT_TABLE_BITS(type, path)
#define LAYOUT_TABLE_END
/* clang-format on */

/** Compares the golden layouts of @p count structures; ignores golden layouts of further structures.
 * @return number of structures with differences or without a golden layout */
int layout_compare(const layout_type_t *types, size_t count);

#endif /* EMUQ_LAYOUT_H */
