/* SPDX-License-Identifier: BSD-3-Clause */
/* Building types. Rows are joined when added: a layout described block by block is as fast as one row. */
#include <stdlib.h>

#include "base/memory.h"
#include "msglayer/core/context.h"
#include "msglayer/types/type.h"

/* A subtype with at most this many items is copied, a larger one referenced. */
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

/* ---- creating and freeing ---- */

emuq_pami_type_t *emuq_pami_type_new(void)
{
    emuq_pami_type_t *type = emuq_calloc(1, sizeof *type);
    if (type != NULL)
        type->references = 1;
    return type;
}

pami_result_t PAMI_Type_create(pami_type_t *type)
{
    emuq_pami_type_t *made = type != NULL ? emuq_pami_type_new() : NULL;
    if (made == NULL)
        return emuq_pami_result(type == NULL ? emuq_pami_invalid("type is null") : PAMI_ENOMEM);
    *type = made;
    return PAMI_SUCCESS;
}

void emuq_pami_type_retain(pami_type_t handle)
{
    emuq_pami_type_t *type = handle;
    if (!type->is_predefined)
        (void)AO_int_fetch_and_add(&type->references, 1); /* the caller holds a reference */
}

/* Drops a reference. @return true: the last one. Release: uses have finished; acquire: before freeing. */
static bool type_drop(emuq_pami_type_t *type)
{
    return !type->is_predefined && AO_int_fetch_and_sub1_full(&type->references) == 1;
}

void emuq_pami_type_release(pami_type_t handle)
{
    emuq_pami_type_t *list = handle;
    if (list == NULL || !type_drop(list))
        return;
    list->next = NULL;
    while (list != NULL) { /* no recursion: types may be deeply nested */
        emuq_pami_type_t *type = list;
        list = type->next;
        for (size_t i = 0; i < type->count; i++) {
            emuq_pami_type_t *subtype = type->items[i].subtype;
            if (subtype != NULL && type_drop(subtype)) {
                subtype->next = list;
                list = subtype;
            }
        }
        free(type->items);
        free(type->image);
        free(type);
    }
}

pami_result_t PAMI_Type_destroy(pami_type_t *type)
{
    if (type == NULL || *type == NULL || ((const emuq_pami_type_t *)*type)->is_predefined)
        return emuq_pami_result(
            emuq_pami_invalid("type is %s", type == NULL || *type == NULL ? "null" : "predefined"));
    emuq_pami_type_release(*type);
    *type = PAMI_TYPE_NULL;
    return PAMI_SUCCESS;
}

/* ---- items ---- */

bool emuq_pami_type_reserve(emuq_pami_type_t *type, size_t more)
{
    if (type->capacity - type->count >= more)
        return true;
    size_t capacity = type->count + (more > type->count ? more : type->count);
    emuq_pami_item_t *items = emuq_realloc(type->items, capacity * sizeof *items);
    if (items == NULL)
        return false;
    type->items = items;
    type->capacity = capacity;
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

/* Displacements wrap like the client's size_t. */
static ptrdiff_t type_offset_sum(ptrdiff_t a, ptrdiff_t b)
{
    return (ptrdiff_t)((size_t)a + (size_t)b);
}

static ptrdiff_t type_offset_product(size_t count, ptrdiff_t stride)
{
    return (ptrdiff_t)(count * (size_t)stride);
}

/* Joins @p item to the row @p last if possible. @return whether it was joined */
static bool type_join(emuq_pami_item_t *last, const emuq_pami_item_t *item)
{
    if (last->subtype != NULL || item->subtype != NULL)
        return false;
    if (last->count == 1 && item->count == 1 &&
        type_offset_sum(last->at, (ptrdiff_t)last->bytes) == item->at) {
        last->bytes += item->bytes;
        return true;
    }
    if (last->bytes != item->bytes)
        return false;
    ptrdiff_t stride = last->count == 1 ? (ptrdiff_t)((size_t)item->at - (size_t)last->at) : last->stride;
    if (type_offset_sum(last->at, type_offset_product(last->count, stride)) != item->at ||
        (item->count != 1 && item->stride != stride))
        return false;
    last->stride = stride;
    last->count += item->count;
    return true;
}

static void type_append(emuq_pami_type_t *type, emuq_pami_item_t item)
{
    if (item.subtype == NULL && item.stride == (ptrdiff_t)item.bytes) {
        item.bytes *= item.count;
        item.count = 1;
    }
    if (item.count == 1)
        item.stride = 0;
    if (type->count != 0 && type_join(&type->items[type->count - 1], &item))
        type->size += item.bytes * item.count;
    else
        emuq_pami_type_push(type, &item);
}

/* ---- adding blocks ---- */

static bool type_overflows(const emuq_pami_type_t *type, size_t bytes, size_t count)
{
    size_t all;
    return __builtin_mul_overflow(bytes, count, &all) || __builtin_add_overflow(type->size, all, &all);
}

/* Sets the kind of element; different kinds make the type mixed. */
static void type_add_element(emuq_pami_type_t *type, emuq_pami_element_t element, size_t grain)
{
    if (type->size == 0)
        type->element = element;
    else if (type->element != element)
        type->element = EMUQ_PAMI_ELEMENT_NONE;
    type->grain = emuq_pami_gcd(type->grain, grain);
}

static void type_move_cursor(emuq_pami_type_t *type, size_t offset, size_t count, size_t stride)
{
    type->extent = (ptrdiff_t)((size_t)type->extent + offset + count * stride);
}

/* Reports why a type gets no items. @return PAMI_INVAL */
static pami_result_t type_no_addition(const emuq_pami_type_t *type, size_t bytes, size_t count)
{
    if (type == NULL || type->is_complete)
        return emuq_pami_invalid("type is %s", type == NULL ? "null" : "already complete");
    return emuq_pami_invalid("%zu items of %zu bytes exceed the largest size of a type", count, bytes);
}

pami_result_t PAMI_Type_add_simple(pami_type_t handle, size_t bytes, size_t offset, size_t count,
                                   size_t stride)
{
    emuq_pami_type_t *type = handle;
    if (type == NULL || type->is_complete || type_overflows(type, bytes, count))
        return emuq_pami_result(type_no_addition(type, bytes, count));
    if (bytes != 0 && count != 0) {
        if (!emuq_pami_type_reserve(type, 1))
            return emuq_pami_result(PAMI_ENOMEM);
        type_add_element(type, EMUQ_PAMI_ELEMENT_NONE, bytes);
        type_append(type, (emuq_pami_item_t){.bytes = bytes,
                                             .count = count,
                                             .at = type_offset_sum(type->extent, (ptrdiff_t)offset),
                                             .stride = (ptrdiff_t)stride});
    }
    type_move_cursor(type, offset, count, stride);
    return PAMI_SUCCESS;
}

/* Appends @p count repetitions of a subtype of one row as one row. @return false: not one row */
static bool type_append_row(emuq_pami_type_t *type, const emuq_pami_item_t *row, ptrdiff_t at, size_t count,
                            ptrdiff_t stride)
{
    emuq_pami_item_t item = *row;
    item.at = type_offset_sum(at, row->at);
    if (row->count == 1) {
        item.count = count;
        item.stride = stride;
    } else if (stride == type_offset_product(row->count, row->stride)) {
        item.count *= count;
    } else if (count != 1) {
        return false;
    }
    type_append(type, item);
    return true;
}

static void type_append_typed(emuq_pami_type_t *type, emuq_pami_type_t *subtype, ptrdiff_t at, size_t count,
                              ptrdiff_t stride)
{
    if (subtype->count == 1 && subtype->items[0].subtype == NULL &&
        type_append_row(type, &subtype->items[0], at, count, stride))
        return;
    if (count == 1 && subtype->count <= INLINE_ITEMS) {
        for (size_t i = 0; i < subtype->count; i++) {
            emuq_pami_item_t item = subtype->items[i];
            item.at = type_offset_sum(at, item.at);
            type_append(type, item);
        }
        return;
    }
    type_append(type,
                (emuq_pami_item_t){
                    .subtype = subtype, .bytes = subtype->size, .count = count, .at = at, .stride = stride});
}

pami_result_t PAMI_Type_add_typed(pami_type_t handle, pami_type_t subhandle, size_t offset, size_t count,
                                  size_t stride)
{
    emuq_pami_type_t *type = handle, *subtype = subhandle;
    if (type == NULL || subtype == NULL || type->is_complete || !subtype->is_complete ||
        type_overflows(type, subtype->size, count))
        return emuq_pami_result(
            subtype == NULL || !subtype->is_complete
                ? emuq_pami_invalid("subtype is %s",
                                    subtype == NULL ? "null" : "incomplete (PAMI_Type_complete)")
                : type_no_addition(type, subtype->size, count));
    if (subtype->size != 0 && count != 0) {
        if (!emuq_pami_type_reserve(type, INLINE_ITEMS))
            return emuq_pami_result(PAMI_ENOMEM);
        type_add_element(type, (emuq_pami_element_t)subtype->element, subtype->grain);
        type_append_typed(type, subtype, type_offset_sum(type->extent, (ptrdiff_t)offset), count,
                          (ptrdiff_t)stride);
    }
    type_move_cursor(type, offset, count, stride);
    return PAMI_SUCCESS;
}

/* ---- completion ---- */

/* Whether the type is one row that continues in the next repetition. */
static bool type_is_endless(const emuq_pami_type_t *type)
{
    const emuq_pami_item_t *row = type->items;
    return type->count == 1 && row->subtype == NULL &&
           (row->count == 1 || type->extent == type_offset_product(row->count, row->stride));
}

void emuq_pami_type_seal(emuq_pami_type_t *type, size_t atom)
{
    type->atom = (uint8_t)atom;
    type->is_uniform = type_is_endless(type);
    if (type->is_uniform) {
        emuq_pami_item_t *row = type->items;
        if (row->count == 1)
            row->stride = type->extent;
        type->is_contiguous = row->at == 0 && row->stride == (ptrdiff_t)row->bytes;
    }
    type->is_complete = true;
}

pami_result_t PAMI_Type_complete(pami_type_t handle, size_t atom_size)
{
    emuq_pami_type_t *type = handle;
    if (type == NULL || type->is_complete)
        return emuq_pami_result(emuq_pami_invalid("type is %s", type == NULL ? "null" : "already complete"));
    if (atom_size == 0 || atom_size > EMUQ_PAMI_ATOM_MAX || type->grain % atom_size != 0)
        return emuq_pami_result(
            emuq_pami_invalid("atom_size %zu: expected 1 to %u, and a divisor of all items (of %zu bytes)",
                              atom_size, (unsigned)EMUQ_PAMI_ATOM_MAX, (size_t)type->grain));
    emuq_pami_type_seal(type, atom_size);
    return PAMI_SUCCESS;
}

/* ---- queries and checks ---- */

size_t emuq_pami_type_unit(pami_type_t handle, pami_data_function fn)
{
    const emuq_pami_type_t *type = handle;
    emuq_pami_function_t function = emuq_pami_function(fn);
    if (function == EMUQ_PAMI_FUNCTIONS)
        return type->atom;
    if (function <= EMUQ_PAMI_NOOP || type->element == EMUQ_PAMI_ELEMENT_NONE)
        return 1;
    return emuq_pami_element_size((emuq_pami_element_t)type->element);
}

pami_result_t emuq_pami_type_check(pami_type_t handle, size_t at, size_t bytes, pami_data_function fn)
{
    const emuq_pami_type_t *type = handle;
    if (!emuq_pami_type_is_complete(handle) || (bytes != 0 && type->size == 0))
        return emuq_pami_invalid("a type is null, incomplete or has no %zu bytes", bytes);
    emuq_pami_function_t function = emuq_pami_function(fn);
    if (function <= EMUQ_PAMI_NOOP || function == EMUQ_PAMI_FUNCTIONS || bytes == 0)
        return PAMI_SUCCESS;
    if (emuq_pami_element_kernel((emuq_pami_element_t)type->element, fn) == NULL)
        return emuq_pami_invalid("the operation is not possible for elements of the type");
    size_t unit = emuq_pami_type_unit(handle, fn);
    if (at % unit != 0 || bytes % unit != 0)
        return emuq_pami_invalid("%zu bytes at offset %zu are no multiple of elements of %zu bytes", bytes,
                                 at, unit);
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Type_query(pami_type_t handle, pami_configuration_t configuration[], size_t num_configs)
{
    const emuq_pami_type_t *type = handle;
    if (!emuq_pami_type_is_complete(handle) || (configuration == NULL && num_configs != 0))
        return emuq_pami_result(
            emuq_pami_invalid("the type is null or incomplete, or configuration is null"));
    pami_result_t rc = PAMI_SUCCESS;
    for (size_t i = 0; i < num_configs; i++) {
        pami_attribute_value_t *value = &configuration[i].value;
        switch (configuration[i].name) {
        case PAMI_TYPE_DATA_SIZE:
            value->intval = type->size;
            break;
        case PAMI_TYPE_DATA_EXTENT:
            value->intval = (size_t)type->extent;
            break;
        case PAMI_TYPE_ATOM_SIZE:
            value->intval = type->atom;
            break;
        default:
            rc = emuq_pami_invalid("attribute %d of a type cannot be queried", (int)configuration[i].name);
            break;
        }
    }
    return emuq_pami_result(rc);
}
