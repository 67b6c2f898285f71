/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Making types. A type is a list of items, each a row of equal blocks or of repetitions of another type. Rows
 * are joined as they come, so that what a client describes block by block is as fast as what it describes as
 * one row.
 */
#include "msglayer/types/inside.h"

#include <stdlib.h>
#include <string.h>

/* A subtype with at most so many items is copied into its user; a larger one is referred to. */
#define INLINE_ITEMS 8u

size_t emuq_pami_gcd(size_t a, size_t b)
{
    while (b != 0) {
        size_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* ---- life ---- */

emuq_pami_type_t *emuq_pami_type_new(void)
{
    emuq_pami_type_t *type = calloc(1, sizeof *type);
    if (type != NULL)
        type->references = 1;
    return type;
}

void emuq_pami_type_retain(pami_type_t handle)
{
    emuq_pami_type_t *type = handle;
    if (!type->is_predefined)
        __atomic_fetch_add(&type->references, 1, __ATOMIC_RELAXED); /* the caller has a reference already */
}

/* Whether that was the last reference. Release: the user has finished; acquire: pairs with it, before
 * freeing. */
static bool drop(emuq_pami_type_t *type)
{
    return !type->is_predefined && __atomic_sub_fetch(&type->references, 1, __ATOMIC_ACQ_REL) == 0;
}

void emuq_pami_type_release(pami_type_t handle)
{
    emuq_pami_type_t *list = handle;
    if (!drop(list))
        return;
    list->next = NULL;
    while (list != NULL) { /* a list, not a recursion: types may be nested deeply */
        emuq_pami_type_t *type = list;
        list = type->next;
        for (size_t i = 0; i < type->count; i++) {
            emuq_pami_type_t *subtype = type->items[i].subtype;
            if (subtype != NULL && drop(subtype)) {
                subtype->next = list;
                list = subtype;
            }
        }
        free(type->items);
        free(type->image);
        free(type);
    }
}

/* ---- items ---- */

bool emuq_pami_type_reserve(emuq_pami_type_t *type, size_t more)
{
    if (type->room - type->count >= more)
        return true;
    size_t room = type->count + (more > type->count ? more : type->count);
    emuq_pami_item_t *items = realloc(type->items, room * sizeof *items);
    if (items == NULL)
        return false;
    type->items = items;
    type->room = room;
    return true;
}

void emuq_pami_type_push(emuq_pami_type_t *type, const emuq_pami_item_t *item)
{
    emuq_pami_item_t *new = &type->items[type->count++];
    *new = *item;
    new->start = type->size;
    type->size += item->bytes * item->count;
    if (item->subtype != NULL) {
        emuq_pami_type_retain(item->subtype);
        if (type->height <= item->subtype->height)
            type->height = item->subtype->height + 1;
    }
}

/* Displacements wrap around like the client's size_t. */
static ptrdiff_t sum(ptrdiff_t a, ptrdiff_t b)
{
    return (ptrdiff_t)((size_t)a + (size_t)b);
}

static ptrdiff_t product(size_t count, ptrdiff_t stride)
{
    return (ptrdiff_t)(count * (size_t)stride);
}

/* Whether @p item continues the row @p last; then it has been joined to it. */
static bool join(emuq_pami_item_t *last, const emuq_pami_item_t *item)
{
    if (last->subtype != NULL || item->subtype != NULL)
        return false;
    if (last->count == 1 && item->count == 1 && sum(last->at, (ptrdiff_t)last->bytes) == item->at) {
        last->bytes += item->bytes;
        return true;
    }
    if (last->bytes != item->bytes)
        return false;
    ptrdiff_t stride = last->count == 1 ? (ptrdiff_t)((size_t)item->at - (size_t)last->at) : last->stride;
    if (sum(last->at, product(last->count, stride)) != item->at ||
        (item->count != 1 && item->stride != stride))
        return false;
    last->stride = stride;
    last->count += item->count;
    return true;
}

/* Appends a row, for which there is memory. */
static void append(emuq_pami_type_t *type, emuq_pami_item_t item)
{
    if (item.subtype == NULL && item.stride == (ptrdiff_t)item.bytes) {
        item.bytes *= item.count;
        item.count = 1;
    }
    if (item.count == 1)
        item.stride = 0;
    if (type->count != 0 && join(&type->items[type->count - 1], &item))
        type->size += item.bytes * item.count;
    else
        emuq_pami_type_push(type, &item);
}

/* ---- what clients add ---- */

/* Whether the size of the data overflows. */
static bool overflows(const emuq_pami_type_t *type, size_t bytes, size_t count)
{
    size_t all;
    return __builtin_mul_overflow(bytes, count, &all) || __builtin_add_overflow(type->size, all, &all);
}

/* The first element decides; a different one makes it a mixture. */
static void mix(emuq_pami_type_t *type, emuq_pami_element_t element, size_t grain)
{
    if (type->size == 0)
        type->element = element;
    else if (type->element != element)
        type->element = EMUQ_PAMI_ELEMENT_NONE;
    type->grain = emuq_pami_gcd(type->grain, grain);
}

static void move(emuq_pami_type_t *type, size_t offset, size_t count, size_t stride)
{
    type->extent = (ptrdiff_t)((size_t)type->extent + offset + count * stride);
}

pami_result_t emuq_pami_type_add_simple(emuq_pami_type_t *type, size_t bytes, size_t offset, size_t count,
                                        size_t stride)
{
    if (type->is_complete || overflows(type, bytes, count))
        return PAMI_INVAL;
    if (bytes != 0 && count != 0) {
        if (!emuq_pami_type_reserve(type, 1))
            return PAMI_ENOMEM;
        mix(type, EMUQ_PAMI_ELEMENT_NONE, bytes);
        append(type, (emuq_pami_item_t){.bytes = bytes,
                                        .count = count,
                                        .at = sum(type->extent, (ptrdiff_t)offset),
                                        .stride = (ptrdiff_t)stride});
    }
    move(type, offset, count, stride);
    return PAMI_SUCCESS;
}

/* Appends @p count repetitions of a subtype that is one row: again one row, if that can be. */
static bool append_row(emuq_pami_type_t *type, const emuq_pami_item_t *row, ptrdiff_t at, size_t count,
                       ptrdiff_t stride)
{
    emuq_pami_item_t item = *row;
    item.at = sum(at, row->at);
    if (row->count == 1) {
        item.count = count;
        item.stride = stride;
    } else if (stride == product(row->count, row->stride)) {
        item.count *= count;
    } else if (count != 1) {
        return false;
    }
    append(type, item);
    return true;
}

static void append_typed(emuq_pami_type_t *type, emuq_pami_type_t *subtype, ptrdiff_t at, size_t count,
                         ptrdiff_t stride)
{
    if (subtype->count == 1 && subtype->items[0].subtype == NULL &&
        append_row(type, &subtype->items[0], at, count, stride))
        return;
    if (count == 1 && subtype->count <= INLINE_ITEMS) {
        for (size_t i = 0; i < subtype->count; i++) {
            emuq_pami_item_t item = subtype->items[i];
            item.at = sum(at, item.at);
            append(type, item);
        }
        return;
    }
    append(type, (emuq_pami_item_t){
                     .subtype = subtype, .bytes = subtype->size, .count = count, .at = at, .stride = stride});
}

pami_result_t emuq_pami_type_add_typed(emuq_pami_type_t *type, emuq_pami_type_t *subtype, size_t offset,
                                       size_t count, size_t stride)
{
    if (type->is_complete || !subtype->is_complete || overflows(type, subtype->size, count))
        return PAMI_INVAL;
    if (subtype->size != 0 && count != 0) {
        if (!emuq_pami_type_reserve(type, INLINE_ITEMS))
            return PAMI_ENOMEM;
        mix(type, (emuq_pami_element_t)subtype->element, subtype->grain);
        append_typed(type, subtype, sum(type->extent, (ptrdiff_t)offset), count, (ptrdiff_t)stride);
    }
    move(type, offset, count, stride);
    return PAMI_SUCCESS;
}

/* ---- completion ---- */

/* A single row that goes on in the next repetition as if there were no seam. */
static bool is_endless(const emuq_pami_type_t *type)
{
    const emuq_pami_item_t *row = type->items;
    return type->count == 1 && row->subtype == NULL &&
           (row->count == 1 || type->extent == product(row->count, row->stride));
}

void emuq_pami_type_seal(emuq_pami_type_t *type, size_t atom)
{
    type->atom = (uint8_t)atom;
    type->is_uniform = is_endless(type);
    if (type->is_uniform) {
        emuq_pami_item_t *row = type->items;
        if (row->count == 1)
            row->stride = type->extent;
        type->is_contiguous = row->at == 0 && row->stride == (ptrdiff_t)row->bytes;
    }
    type->is_complete = true;
}

pami_result_t emuq_pami_type_complete(emuq_pami_type_t *type, size_t atom)
{
    if (type->is_complete || atom == 0 || atom > EMUQ_PAMI_ATOM_MAX || type->grain % atom != 0)
        return PAMI_INVAL;
    emuq_pami_type_seal(type, atom);
    return PAMI_SUCCESS;
}
