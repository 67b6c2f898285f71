/* SPDX-License-Identifier: BSD-3-Clause */
/* Serialised types. An image has a header, a record for each distinct type (subtypes first), and the items of
 * all types. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "msglayer/core/context.h"
#include "msglayer/types/type.h"

#define MAGIC UINT64_C(0x31657079546d6150)

/* In host format: all tasks run on equal hosts. */
typedef struct serialize_header {
    uint64_t magic, bytes; /* bytes of the image */
    uint64_t types, items;
    uint64_t checksum; /* checksum of the image with 0 here */
} serialize_header_t;

typedef struct serialize_type {
    uint64_t extent, grain, items;
    uint32_t element, atom;
} serialize_type_t;

typedef struct serialize_item {
    uint64_t bytes, count, at, stride;
    uint64_t subtype; /* index of the type plus one; 0: blocks of bytes */
} serialize_item_t;

/* Each step is a permutation, so every change of a single word changes the sum. */
static uint64_t serialize_checksum(const uint64_t *words, size_t bytes)
{
    uint64_t sum = MAGIC;
    for (size_t i = 0; i < bytes / sizeof *words; i++) {
        sum = (sum ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 29;
    }
    return sum;
}

/* A set of types, in order of insertion until sorted. */
typedef struct serialize_set {
    emuq_pami_type_t **types;
    size_t count, capacity;
    size_t *slots; /* hash table of 2 * capacity indices plus one; 0: free */
} serialize_set_t;

static size_t *serialize_slot_of(const serialize_set_t *set, const emuq_pami_type_t *type)
{
    size_t slots = 2 * set->capacity;
    uint64_t hash = (uint64_t)(uintptr_t)type * UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = (size_t)(hash >> 32) % slots;; i = (i + 1) % slots)
        if (set->slots[i] == 0 || set->types[set->slots[i] - 1] == type)
            return &set->slots[i];
}

static void serialize_index_set(serialize_set_t *set)
{
    memset(set->slots, 0, 2 * set->capacity * sizeof *set->slots);
    for (size_t i = 0; i < set->count; i++)
        *serialize_slot_of(set, set->types[i]) = i + 1;
}

static bool serialize_grow(serialize_set_t *set)
{
    size_t capacity = set->capacity != 0 ? 2 * set->capacity : 8;
    emuq_pami_type_t **types = emuq_realloc(set->types, capacity * sizeof *types);
    if (types == NULL)
        return false;
    set->types = types;
    size_t *slots = emuq_realloc(set->slots, 2 * capacity * sizeof *slots);
    if (slots == NULL)
        return false;
    set->slots = slots;
    set->capacity = capacity;
    serialize_index_set(set);
    return true;
}

static bool serialize_add(serialize_set_t *set, emuq_pami_type_t *type)
{
    if (set->count == set->capacity && !serialize_grow(set))
        return false;
    size_t *slot = serialize_slot_of(set, type);
    if (*slot == 0) {
        set->types[set->count++] = type;
        *slot = set->count;
    }
    return true;
}

static int serialize_by_height(const void *a, const void *b)
{
    const emuq_pami_type_t *const *left = a, *const *right = b;
    return ((*left)->height > (*right)->height) - ((*left)->height < (*right)->height);
}

/* Adds a type and all its subtypes, subtypes first. @return false: out of memory */
static bool serialize_collect(serialize_set_t *set, emuq_pami_type_t *type)
{
    if (!serialize_add(set, type))
        return false;
    for (size_t next = 0; next < set->count; next++) {
        const emuq_pami_type_t *user = set->types[next];
        for (size_t i = 0; i < user->count; i++)
            if (user->items[i].subtype != NULL && !serialize_add(set, user->items[i].subtype))
                return false;
    }
    qsort(set->types, set->count, sizeof *set->types, serialize_by_height);
    serialize_index_set(set);
    return true;
}

/* ---- writing ---- */

static serialize_header_t *serialize_image_of(const serialize_set_t *set)
{
    serialize_header_t header = {.magic = MAGIC, .types = set->count};
    for (size_t i = 0; i < set->count; i++)
        header.items += set->types[i]->count;
    header.bytes =
        sizeof header + header.types * sizeof(serialize_type_t) + header.items * sizeof(serialize_item_t);
    serialize_header_t *image = emuq_malloc(header.bytes);
    if (image == NULL)
        return NULL;
    *image = header;
    serialize_type_t *record = (serialize_type_t *)(image + 1);
    serialize_item_t *item = (serialize_item_t *)(record + header.types);
    for (size_t i = 0; i < set->count; i++) {
        const emuq_pami_type_t *type = set->types[i];
        *record++ =
            (serialize_type_t){(uint64_t)type->extent, type->grain, type->count, type->element, type->atom};
        for (size_t j = 0; j < type->count; j++) {
            const emuq_pami_item_t *from = &type->items[j];
            *item++ = (serialize_item_t){from->bytes, from->count, (uint64_t)from->at, (uint64_t)from->stride,
                                         from->subtype != NULL ? *serialize_slot_of(set, from->subtype) : 0};
        }
    }
    image->checksum = serialize_checksum((const uint64_t *)image, image->bytes);
    return image;
}

pami_result_t PAMI_Type_serialize(pami_type_t handle, void **address, size_t *size)
{
    emuq_pami_type_t *type = handle;
    if (!emuq_pami_type_is_complete(type))
        return emuq_pami_result(emuq_pami_invalid("type is null or incomplete (PAMI_Type_complete)"));
    if (address == NULL || size == NULL)
        return emuq_pami_result(emuq_pami_invalid("%s is null", address == NULL ? "address" : "size"));
    void *image = emuq_pointer_load_acquire(&type->image); /* pairs with the release below */
    if (image == NULL) {
        serialize_set_t set = {0};
        image = serialize_collect(&set, type) ? serialize_image_of(&set) : NULL;
        free(set.types);
        free(set.slots);
        if (image == NULL)
            return emuq_pami_result(PAMI_ENOMEM);
        /* Release: publishes the image. Acquire: another thread has published its image first. */
        if (!emuq_compare_exchange(&type->image, NULL, image, __ATOMIC_ACQ_REL)) {
            free(image);
            image = emuq_pointer_load_acquire(&type->image);
        }
    }
    *address = image;
    *size = ((const serialize_header_t *)image)->bytes;
    return PAMI_SUCCESS;
}

/* ---- reading ---- */

/* Checks an aligned image with at least a header; clears its checksum. */
static bool serialize_is_whole(serialize_header_t *image, size_t size)
{
    serialize_header_t header = *image;
    if (header.magic != MAGIC || header.bytes != size || header.types == 0 || header.types > size ||
        header.items > size)
        return false;
    if (size !=
        sizeof header + header.types * sizeof(serialize_type_t) + header.items * sizeof(serialize_item_t))
        return false;
    image->checksum = 0;
    return serialize_checksum((const uint64_t *)image, size) == header.checksum;
}

/* Whether an item is valid for @p type. */
static bool serialize_fits(const emuq_pami_type_t *type, const serialize_item_t *item,
                           const emuq_pami_type_t *subtype)
{
    size_t all;
    if (item->bytes == 0 || item->count == 0 || __builtin_mul_overflow(item->bytes, item->count, &all) ||
        __builtin_add_overflow(all, type->size, &all))
        return false;
    if (subtype == NULL)
        return item->bytes % type->grain == 0;
    return item->bytes == subtype->size && subtype->grain % type->grain == 0 &&
           (type->element == EMUQ_PAMI_ELEMENT_NONE || type->element == subtype->element);
}

static bool serialize_is_possible(const serialize_type_t *record)
{
    if (record->element >= EMUQ_PAMI_ELEMENTS || record->atom == 0 || record->atom > EMUQ_PAMI_ATOM_MAX ||
        record->grain % record->atom != 0 || (record->grain == 0) != (record->items == 0))
        return false;
    return record->element == EMUQ_PAMI_ELEMENT_NONE ||
           record->grain % emuq_pami_element_size((emuq_pami_element_t)record->element) == 0;
}

/* Fills a type. @param types the @p known preceding types */
static pami_result_t serialize_fill(emuq_pami_type_t *type, const serialize_type_t *record,
                                    const serialize_item_t *item, emuq_pami_type_t *const *types,
                                    size_t known)
{
    if (!emuq_pami_type_reserve(type, record->items))
        return PAMI_ENOMEM;
    type->extent = (ptrdiff_t)record->extent;
    type->grain = record->grain;
    type->element = (uint8_t)record->element;
    for (uint64_t i = 0; i < record->items; i++, item++) {
        if (item->subtype > known)
            return PAMI_INVAL;
        emuq_pami_type_t *subtype = item->subtype != 0 ? types[item->subtype - 1] : NULL;
        if (!serialize_fits(type, item, subtype))
            return PAMI_INVAL;
        emuq_pami_type_push(type, &(emuq_pami_item_t){.subtype = subtype,
                                                      .bytes = item->bytes,
                                                      .count = item->count,
                                                      .at = (ptrdiff_t)item->at,
                                                      .stride = (ptrdiff_t)item->stride});
    }
    emuq_pami_type_seal(type, record->atom);
    return PAMI_SUCCESS;
}

/* Makes all types of an image. @param made receives their number, also on failure; the last type is the
 * result */
static pami_result_t serialize_make_types(const serialize_header_t *image, emuq_pami_type_t **types,
                                          size_t *made)
{
    const serialize_type_t *record = (const serialize_type_t *)(image + 1);
    const serialize_item_t *item = (const serialize_item_t *)(record + image->types);
    uint64_t items = image->items;
    for (*made = 0; *made < image->types; record++) {
        if (!serialize_is_possible(record) || record->items > items)
            return PAMI_INVAL;
        emuq_pami_type_t *type = emuq_pami_type_new();
        if (type == NULL)
            return PAMI_ENOMEM;
        types[(*made)++] = type;
        pami_result_t rc = serialize_fill(type, record, item, types, *made - 1);
        if (rc != PAMI_SUCCESS)
            return rc;
        item += record->items;
        items -= record->items;
    }
    return items == 0 ? PAMI_SUCCESS : PAMI_INVAL;
}

pami_result_t PAMI_Type_deserialize(pami_type_t *type, void *address, size_t size)
{
    if (type == NULL || address == NULL)
        return emuq_pami_result(emuq_pami_invalid("%s is null", type == NULL ? "type" : "address"));
    if (size < sizeof(serialize_header_t))
        return emuq_pami_result(
            emuq_pami_invalid("size %zu: a type of PAMI_Type_serialize() has at least %zu "
                              "bytes",
                              size, sizeof(serialize_header_t)));
    serialize_header_t *image = emuq_malloc(size); /* aligned private copy */
    if (image == NULL)
        return emuq_pami_result(PAMI_ENOMEM);
    memcpy(image, address, size);
    if (!serialize_is_whole(image, size)) {
        free(image);
        return emuq_pami_result(
            emuq_pami_invalid("the %zu bytes at %p are not those of PAMI_Type_serialize() "
                              "(header, size or checksum)",
                              size, address));
    }
    pami_result_t rc = PAMI_ENOMEM;
    size_t made = 0;
    emuq_pami_type_t **types = emuq_malloc(image->types * sizeof *types);
    if (types != NULL)
        rc = serialize_make_types(image, types, &made);
    if (rc == PAMI_INVAL)
        (void)emuq_pami_invalid("the %zu bytes at %p describe impossible types", size, address);
    if (rc == PAMI_SUCCESS)
        *type = types[--made]; /* references the rest */
    while (made != 0)
        emuq_pami_type_release(types[--made]);
    free(types);
    free(image);
    return emuq_pami_result(rc);
}
