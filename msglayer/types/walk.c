/* SPDX-License-Identifier: BSD-3-Clause */
/* Finding the data of a type in memory, and moving it. */
#include "msglayer/types/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row of equal blocks, from some position of a stream on. */
typedef struct row {
    ptrdiff_t at; /* of the first */
    size_t bytes; /* of each */
    size_t count; /* SIZE_MAX: it does not end */
    ptrdiff_t stride;
} row_t;

/* The item that has position @p at. */
static const emuq_pami_item_t *find(const emuq_pami_type_t *type, size_t at)
{
    size_t low = 0, high = type->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (type->items[middle].start <= at)
            low = middle;
        else
            high = middle;
    }
    return &type->items[low];
}

/* The rest of a row whose first block begins at displacement @p base. */
static inline row_t rest_of_row(const emuq_pami_item_t *item, size_t at, size_t base, size_t count)
{
    size_t block = at / item->bytes, into = at % item->bytes;
    row_t row = {(ptrdiff_t)(base + block * (size_t)item->stride + into), item->bytes - into, 1,
                 item->stride};
    if (into == 0)
        row.count = count == SIZE_MAX ? SIZE_MAX : count - block;
    return row;
}

static row_t row_at(const emuq_pami_type_t *type, size_t at)
{
    const emuq_pami_item_t *item = type->items;
    if (type->is_uniform) {
        if (item->stride == (ptrdiff_t)item->bytes)
            return (row_t){(ptrdiff_t)((size_t)item->at + at), SIZE_MAX, 1, 0};
        return rest_of_row(item, at, (size_t)item->at, SIZE_MAX);
    }
    if (type->size == 0) {
        fprintf(stderr, "pami: data is to be moved along a type that has none\n");
        abort();
    }
    size_t base = at / type->size * (size_t)type->extent;
    at %= type->size;
    for (;;) {
        item = find(type, at);
        at -= item->start;
        base += (size_t)item->at;
        if (item->subtype == NULL)
            return rest_of_row(item, at, base, item->count);
        base += at / item->bytes * (size_t)item->stride;
        at %= item->bytes;
        type = item->subtype;
    }
}

void emuq_pami_type_run(pami_type_t type, size_t at, ptrdiff_t *displacement, size_t *bytes)
{
    row_t row = row_at(type, at);
    *displacement = row.at;
    *bytes = row.bytes;
}

/* ---- moving ---- */

/* Two strides, so that it packs and unpacks. */
static inline __attribute__((always_inline)) void copy_blocks(char *to, ptrdiff_t to_stride, const char *from,
                                                              ptrdiff_t from_stride, size_t bytes,
                                                              size_t count)
{
    for (size_t i = 0; i < count; i++) {
        memcpy(to, from, bytes);
        to += to_stride;
        from += from_stride;
    }
}

static void copy_row(char *to, ptrdiff_t to_stride, const char *from, ptrdiff_t from_stride, size_t bytes,
                     size_t count)
{
    switch (bytes) { /* small blocks, without a call for each */
    case 4:
        copy_blocks(to, to_stride, from, from_stride, 4, count);
        break;
    case 8:
        copy_blocks(to, to_stride, from, from_stride, 8, count);
        break;
    case 16:
        copy_blocks(to, to_stride, from, from_stride, 16, count);
        break;
    default:
        copy_blocks(to, to_stride, from, from_stride, bytes, count);
        break;
    }
}

/* How to combine one element or piece with another. */
typedef struct combiner {
    pami_data_function fn; /* NULL: copy, or the kernel */
    void *cookie;
    emuq_pami_kernel_t kernel;
    size_t element; /* bytes */
} combiner_t;

static pami_result_t choose(combiner_t *c, const emuq_pami_type_t *type, pami_data_function fn, void *cookie)
{
    *c = (combiner_t){.cookie = cookie};
    if (emuq_pami_function(fn) == EMUQ_PAMI_FUNCTIONS) {
        c->fn = fn;
    } else if (emuq_pami_function(fn) != EMUQ_PAMI_COPY) {
        c->kernel = emuq_pami_element_kernel((emuq_pami_element_t)type->element, fn);
        if (c->kernel == NULL)
            return PAMI_INVAL;
        c->element = emuq_pami_element_size((emuq_pami_element_t)type->element);
    }
    return PAMI_SUCCESS;
}

static void combine(const combiner_t *c, void *target, const void *source, size_t bytes)
{
    if (c->fn != NULL)
        c->fn(target, (void *)(uintptr_t)source, bytes, c->cookie);
    else
        c->kernel(target, source, bytes / c->element);
}

static void combine_row(const combiner_t *c, char *to, ptrdiff_t to_stride, const char *from,
                        ptrdiff_t from_stride, size_t bytes, size_t count)
{
    if (c->fn == NULL && c->kernel == NULL) {
        copy_row(to, to_stride, from, from_stride, bytes, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        combine(c, to, from, bytes);
        to += to_stride;
        from += from_stride;
    }
}

/* The next blocks of a row, no more than @p left bytes. */
static row_t next_row(const emuq_pami_type_t *type, size_t at, size_t left)
{
    row_t row = row_at(type, at);
    if (row.bytes > left)
        row.bytes = left;
    if (row.count > left / row.bytes)
        row.count = left / row.bytes;
    return row;
}

pami_result_t emuq_pami_type_combine(pami_type_t type, pami_data_function fn, void *cookie, void *target,
                                     const void *source, size_t bytes)
{
    combiner_t c;
    if (emuq_pami_function(fn) == EMUQ_PAMI_NOOP || bytes == 0)
        return PAMI_SUCCESS;
    if (choose(&c, type, fn, cookie) != PAMI_SUCCESS)
        return PAMI_INVAL;
    combine_row(&c, target, 0, source, 0, bytes, 1);
    return PAMI_SUCCESS;
}

pami_result_t emuq_pami_type_pack(pami_type_t type, const void *base, size_t at, void *data, size_t bytes,
                                  pami_data_function fn, void *cookie)
{
    combiner_t c;
    if (emuq_pami_function(fn) == EMUQ_PAMI_NOOP)
        return PAMI_SUCCESS;
    if (choose(&c, type, fn, cookie) != PAMI_SUCCESS)
        return PAMI_INVAL;
    char *to = data;
    while (bytes != 0) {
        row_t row = next_row(type, at, bytes);
        size_t all = row.bytes * row.count;
        combine_row(&c, to, (ptrdiff_t)row.bytes, (const char *)base + row.at, row.stride, row.bytes,
                    row.count);
        to += all;
        at += all;
        bytes -= all;
    }
    return PAMI_SUCCESS;
}

pami_result_t emuq_pami_type_unpack(pami_type_t type, void *base, size_t at, const void *data, size_t bytes,
                                    pami_data_function fn, void *cookie)
{
    combiner_t c;
    if (emuq_pami_function(fn) == EMUQ_PAMI_NOOP)
        return PAMI_SUCCESS;
    if (choose(&c, type, fn, cookie) != PAMI_SUCCESS)
        return PAMI_INVAL;
    const char *from = data;
    while (bytes != 0) {
        row_t row = next_row(type, at, bytes);
        size_t all = row.bytes * row.count;
        combine_row(&c, (char *)base + row.at, row.stride, from, (ptrdiff_t)row.bytes, row.bytes, row.count);
        from += all;
        at += all;
        bytes -= all;
    }
    return PAMI_SUCCESS;
}

/* ---- what is allowed ---- */

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
        return PAMI_INVAL;
    emuq_pami_function_t function = emuq_pami_function(fn);
    if (function <= EMUQ_PAMI_NOOP || function == EMUQ_PAMI_FUNCTIONS || bytes == 0)
        return PAMI_SUCCESS;
    if (emuq_pami_element_kernel((emuq_pami_element_t)type->element, fn) == NULL)
        return PAMI_INVAL;
    size_t unit = emuq_pami_type_unit(handle, fn);
    return at % unit == 0 && bytes % unit == 0 ? PAMI_SUCCESS : PAMI_INVAL;
}

/* ---- from one layout to another ---- */

/* Whether pieces on this side are whole units wherever the other side is cut. */
static bool keeps_whole(const emuq_pami_stream_t *stream, size_t unit)
{
    return stream->type->is_contiguous || (stream->type->grain % unit == 0 && stream->at % unit == 0);
}

/* Whether the data may be elements of any sort. */
static bool is_untyped(const emuq_pami_type_t *type)
{
    return type->element == EMUQ_PAMI_ELEMENT_NONE || type->element == EMUQ_PAMI_ELEMENT_BYTE;
}

/* What pieces have to be multiples of. 0: the function is not for these types. */
static size_t common_unit(const emuq_pami_type_t *from, const emuq_pami_type_t *to, pami_data_function fn)
{
    if (emuq_pami_function(fn) == EMUQ_PAMI_FUNCTIONS)
        return (size_t)from->atom / emuq_pami_gcd(from->atom, to->atom) * to->atom;
    emuq_pami_kernel_t kernel = emuq_pami_element_kernel((emuq_pami_element_t)to->element, fn);
    if (kernel == NULL ||
        (!is_untyped(from) && emuq_pami_element_kernel((emuq_pami_element_t)from->element, fn) != kernel))
        return 0;
    return emuq_pami_element_size((emuq_pami_element_t)to->element);
}

pami_result_t emuq_pami_type_transform(const emuq_pami_stream_t *from, const emuq_pami_stream_t *to,
                                       size_t bytes, pami_data_function fn, void *cookie)
{
    if (bytes != 0 && (from->type->size == 0 || to->type->size == 0))
        return PAMI_INVAL;
    emuq_pami_function_t function = emuq_pami_function(fn);
    if (function == EMUQ_PAMI_NOOP || bytes == 0)
        return PAMI_SUCCESS;
    if (function == EMUQ_PAMI_COPY && from->type->is_contiguous)
        return emuq_pami_type_unpack(to->type, to->base, to->at, from->base + from->at, bytes, fn, cookie);
    if (function == EMUQ_PAMI_COPY && to->type->is_contiguous)
        return emuq_pami_type_pack(from->type, from->base, from->at, to->base + to->at, bytes, fn, cookie);
    if (function != EMUQ_PAMI_COPY) {
        size_t unit = common_unit(from->type, to->type, fn);
        if (unit == 0 || bytes % unit != 0 || !keeps_whole(from, unit) || !keeps_whole(to, unit))
            return PAMI_INVAL;
    }
    combiner_t c;
    if (choose(&c, to->type, fn, cookie) != PAMI_SUCCESS)
        return PAMI_INVAL;
    for (size_t done = 0; done < bytes;) {
        row_t source = next_row(from->type, from->at + done, bytes - done);
        row_t target = next_row(to->type, to->at + done, source.bytes);
        combine_row(&c, to->base + target.at, 0, from->base + source.at, 0, target.bytes, 1);
        done += target.bytes;
    }
    return PAMI_SUCCESS;
}
