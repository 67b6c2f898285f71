/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Types as bytes. An image is a header, a record for each distinct type below and including the one that it
 * is of, and the items of all of them. Types come before those that use them, so references can only point
 * back.
 */
#include "msglayer/types/inside.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC UINT64_C(0x31657079546d6150)

/* All numbers are those of the host; all tasks of a job run on the same sort of host. */
typedef struct header {
    uint64_t magic, bytes; /* of the whole image */
    uint64_t types, items;
    uint64_t checksum; /* of the image, with 0 in this place */
} header_t;

typedef struct type_record {
    uint64_t extent, grain, items;
    uint32_t element, atom;
} type_record_t;

typedef struct item_record {
    uint64_t bytes, count, at, stride;
    uint64_t subtype; /* its place in the image plus one; 0: bytes */
} item_record_t;

/* Every single word that is changed changes it: each step is a permutation. */
static uint64_t checksum(const uint64_t *words, size_t bytes)
{
    uint64_t sum = MAGIC;
    for (size_t i = 0; i < bytes / sizeof *words; i++) {
        sum = (sum ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 29;
    }
    return sum;
}

/* ---- all types below a type ---- */

/* A set of types, in the order in which they were added until it is sorted. */
typedef struct set {
    emuq_pami_type_t **types;
    size_t count, room;
    size_t *slots; /* hash table of 2 * room places: index plus one; 0: free */
} set_t;

static size_t *slot_of(const set_t *set, const emuq_pami_type_t *type)
{
    size_t slots = 2 * set->room;
    uint64_t hash = (uint64_t)(uintptr_t)type * UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = (size_t)(hash >> 32) % slots;; i = (i + 1) % slots)
        if (set->slots[i] == 0 || set->types[set->slots[i] - 1] == type)
            return &set->slots[i];
}

static void index_set(set_t *set)
{
    memset(set->slots, 0, 2 * set->room * sizeof *set->slots);
    for (size_t i = 0; i < set->count; i++)
        *slot_of(set, set->types[i]) = i + 1;
}

static bool grow(set_t *set)
{
    size_t room = set->room != 0 ? 2 * set->room : 8;
    emuq_pami_type_t **types = realloc(set->types, room * sizeof *types);
    if (types == NULL)
        return false;
    set->types = types;
    size_t *slots = realloc(set->slots, 2 * room * sizeof *slots);
    if (slots == NULL)
        return false;
    set->slots = slots;
    set->room = room;
    index_set(set);
    return true;
}

static bool add(set_t *set, emuq_pami_type_t *type)
{
    if (set->count == set->room && !grow(set))
        return false;
    size_t *slot = slot_of(set, type);
    if (*slot == 0) {
        set->types[set->count++] = type;
        *slot = set->count;
    }
    return true;
}

static int by_height(const void *a, const void *b)
{
    const emuq_pami_type_t *const *left = a, *const *right = b;
    return ((*left)->height > (*right)->height) - ((*left)->height < (*right)->height);
}

/* A type and all below it, subtypes first. */
static bool collect(set_t *set, emuq_pami_type_t *type)
{
    if (!add(set, type))
        return false;
    for (size_t next = 0; next < set->count; next++) {
        const emuq_pami_type_t *user = set->types[next];
        for (size_t i = 0; i < user->count; i++)
            if (user->items[i].subtype != NULL && !add(set, user->items[i].subtype))
                return false;
    }
    qsort(set->types, set->count, sizeof *set->types, by_height);
    index_set(set);
    return true;
}

/* ---- to bytes ---- */

static header_t *image_of(const set_t *set)
{
    header_t header = {.magic = MAGIC, .types = set->count};
    for (size_t i = 0; i < set->count; i++)
        header.items += set->types[i]->count;
    header.bytes =
        sizeof header + header.types * sizeof(type_record_t) + header.items * sizeof(item_record_t);
    header_t *image = malloc(header.bytes);
    if (image == NULL)
        return NULL;
    *image = header;
    type_record_t *record = (type_record_t *)(image + 1);
    item_record_t *item = (item_record_t *)(record + header.types);
    for (size_t i = 0; i < set->count; i++) {
        const emuq_pami_type_t *type = set->types[i];
        *record++ =
            (type_record_t){(uint64_t)type->extent, type->grain, type->count, type->element, type->atom};
        for (size_t j = 0; j < type->count; j++) {
            const emuq_pami_item_t *from = &type->items[j];
            *item++ = (item_record_t){from->bytes, from->count, (uint64_t)from->at, (uint64_t)from->stride,
                                      from->subtype != NULL ? *slot_of(set, from->subtype) : 0};
        }
    }
    image->checksum = checksum((const uint64_t *)image, image->bytes);
    return image;
}

static header_t *make_image(emuq_pami_type_t *type)
{
    set_t set = {0};
    header_t *image = collect(&set, type) ? image_of(&set) : NULL;
    free(set.types);
    free(set.slots);
    return image;
}

pami_result_t emuq_pami_type_serialize(emuq_pami_type_t *type, void **address, size_t *size)
{
    void *image = __atomic_load_n(&type->image, __ATOMIC_ACQUIRE); /* pairs with the release below */
    if (image == NULL) {
        void *other = NULL;
        image = make_image(type);
        if (image == NULL)
            return PAMI_ENOMEM;
        /* Release: the image is written. Acquire: another thread's is there first, and is used. */
        if (!__atomic_compare_exchange_n(&type->image, &other, image, false, __ATOMIC_ACQ_REL,
                                         __ATOMIC_ACQUIRE)) {
            free(image);
            image = other;
        }
    }
    *address = image;
    *size = ((const header_t *)image)->bytes;
    return PAMI_SUCCESS;
}

/* ---- from bytes ---- */

/* Whether header, sizes and checksum are right; the image is aligned and has room for a header. */
static bool is_whole(header_t *image, size_t size)
{
    header_t header = *image;
    if (header.magic != MAGIC || header.bytes != size || header.types == 0 || header.types > size ||
        header.items > size)
        return false;
    if (size != sizeof header + header.types * sizeof(type_record_t) + header.items * sizeof(item_record_t))
        return false;
    image->checksum = 0;
    return checksum((const uint64_t *)image, size) == header.checksum;
}

/* Whether an item can be one of @p type, behind those that it has. */
static bool fits(const emuq_pami_type_t *type, const item_record_t *item, const emuq_pami_type_t *subtype)
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

static bool is_possible(const type_record_t *record)
{
    if (record->element >= EMUQ_PAMI_ELEMENTS || record->atom == 0 || record->atom > EMUQ_PAMI_ATOM_MAX ||
        record->grain % record->atom != 0 || (record->grain == 0) != (record->items == 0))
        return false;
    return record->element == EMUQ_PAMI_ELEMENT_NONE ||
           record->grain % emuq_pami_element_size((emuq_pami_element_t)record->element) == 0;
}

/* Fills a type from its record. @param types  those that came before, @param known  their number */
static pami_result_t fill(emuq_pami_type_t *type, const type_record_t *record, const item_record_t *item,
                          emuq_pami_type_t *const *types, size_t known)
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
        if (!fits(type, item, subtype))
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

/* Makes all types of an image. @param made receives them, also on failure; the last is the one that it is of
 */
static pami_result_t make_types(const header_t *image, emuq_pami_type_t **types, size_t *made)
{
    const type_record_t *record = (const type_record_t *)(image + 1);
    const item_record_t *item = (const item_record_t *)(record + image->types);
    uint64_t items = image->items;
    for (*made = 0; *made < image->types; record++) {
        if (!is_possible(record) || record->items > items)
            return PAMI_INVAL;
        emuq_pami_type_t *type = emuq_pami_type_new();
        if (type == NULL)
            return PAMI_ENOMEM;
        types[(*made)++] = type;
        pami_result_t rc = fill(type, record, item, types, *made - 1);
        if (rc != PAMI_SUCCESS)
            return rc;
        item += record->items;
        items -= record->items;
    }
    return items == 0 ? PAMI_SUCCESS : PAMI_INVAL;
}

pami_result_t emuq_pami_type_deserialize(emuq_pami_type_t **type, const void *address, size_t size)
{
    if (size < sizeof(header_t))
        return PAMI_INVAL;
    header_t *image = malloc(size); /* aligned, and constant */
    if (image == NULL)
        return PAMI_ENOMEM;
    memcpy(image, address, size);
    if (!is_whole(image, size)) {
        free(image);
        return PAMI_INVAL;
    }
    pami_result_t rc = PAMI_ENOMEM;
    size_t made = 0;
    emuq_pami_type_t **types = malloc(image->types * sizeof *types);
    if (types != NULL)
        rc = make_types(image, types, &made);
    if (rc == PAMI_SUCCESS)
        *type = types[--made]; /* it keeps references to the rest */
    while (made != 0)
        emuq_pami_type_release(types[--made]);
    free(types);
    free(image);
    return rc;
}
