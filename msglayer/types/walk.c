/* SPDX-License-Identifier: BSD-3-Clause */
/* Locating and moving the data of a type. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "msglayer/core/context.h"
#include "msglayer/types/type.h"

typedef struct walk_row {
    ptrdiff_t at; /* displacement of the first block */
    size_t bytes; /* size of each block */
    size_t count; /* SIZE_MAX: without end */
    ptrdiff_t stride;
} walk_row_t;

static const emuq_pami_item_t *walk_find_item(const emuq_pami_type_t *type, size_t at)
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

/* Rest of a row whose first block has displacement @p base. */
static inline walk_row_t walk_rest_of_row(const emuq_pami_item_t *item, size_t at, size_t base, size_t count)
{
    size_t block = at / item->bytes, into = at % item->bytes;
    walk_row_t row = {(ptrdiff_t)(base + block * (size_t)item->stride + into), item->bytes - into, 1,
                      item->stride};
    if (into == 0)
        row.count = count == SIZE_MAX ? SIZE_MAX : count - block;
    return row;
}

static walk_row_t walk_row_at(const emuq_pami_type_t *type, size_t at)
{
    const emuq_pami_item_t *item = type->items;
    if (type->is_uniform) {
        if (item->stride == (ptrdiff_t)item->bytes)
            return (walk_row_t){(ptrdiff_t)((size_t)item->at + at), SIZE_MAX, 1, 0};
        return walk_rest_of_row(item, at, (size_t)item->at, SIZE_MAX);
    }
    if (type->size == 0) {
        fprintf(stderr, "pami: cannot move data of an empty type\n");
        abort();
    }
    size_t base = at / type->size * (size_t)type->extent;
    at %= type->size;
    for (;;) {
        item = walk_find_item(type, at);
        at -= item->start;
        base += (size_t)item->at;
        if (item->subtype == NULL)
            return walk_rest_of_row(item, at, base, item->count);
        base += at / item->bytes * (size_t)item->stride;
        at %= item->bytes;
        type = item->subtype;
    }
}

void emuq_pami_type_run(pami_type_t type, size_t at, ptrdiff_t *displacement, size_t *bytes)
{
    walk_row_t row = walk_row_at(type, at);
    *displacement = row.at;
    *bytes = row.bytes;
}

/* ---- moving ---- */

static inline __attribute__((always_inline)) void walk_copy_blocks(char *to, ptrdiff_t to_stride,
                                                                   const char *from, ptrdiff_t from_stride,
                                                                   size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        memcpy(to, from, bytes);
        to += to_stride;
        from += from_stride;
    }
}

static void walk_copy_row(char *to, ptrdiff_t to_stride, const char *from, ptrdiff_t from_stride,
                          size_t bytes, size_t count)
{
    switch (bytes) { /* constant sizes avoid a call per block */
    case 4:
        walk_copy_blocks(to, to_stride, from, from_stride, 4, count);
        break;
    case 8:
        walk_copy_blocks(to, to_stride, from, from_stride, 8, count);
        break;
    case 16:
        walk_copy_blocks(to, to_stride, from, from_stride, 16, count);
        break;
    default:
        walk_copy_blocks(to, to_stride, from, from_stride, bytes, count);
        break;
    }
}

typedef struct walk_op {
    pami_data_function fn; /* client function; NULL: copy, or `kernel` */
    void *cookie;
    emuq_pami_kernel_t kernel;
    size_t element; /* bytes of an element */
} walk_op_t;

static pami_result_t walk_choose_op(walk_op_t *c, const emuq_pami_type_t *type, pami_data_function fn,
                                    void *cookie)
{
    *c = (walk_op_t){.cookie = cookie};
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

static void walk_combine_row(const walk_op_t *c, char *to, ptrdiff_t to_stride, const char *from,
                             ptrdiff_t from_stride, size_t bytes, size_t count)
{
    if (c->fn == NULL && c->kernel == NULL) {
        walk_copy_row(to, to_stride, from, from_stride, bytes, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (c->fn != NULL)
            c->fn(to, (void *)(uintptr_t)from, bytes, c->cookie);
        else
            c->kernel(to, from, bytes / c->element);
        to += to_stride;
        from += from_stride;
    }
}

/* Next blocks of a row, at most @p left bytes. */
static walk_row_t walk_next_row(const emuq_pami_type_t *type, size_t at, size_t left)
{
    walk_row_t row = walk_row_at(type, at);
    if (row.bytes > left)
        row.bytes = left;
    if (row.count > left / row.bytes)
        row.count = left / row.bytes;
    return row;
}

pami_result_t emuq_pami_type_combine(pami_type_t type, pami_data_function fn, void *cookie, void *target,
                                     const void *source, size_t bytes)
{
    walk_op_t c;
    if (emuq_pami_function(fn) == EMUQ_PAMI_NOOP || bytes == 0)
        return PAMI_SUCCESS;
    if (walk_choose_op(&c, type, fn, cookie) != PAMI_SUCCESS)
        return PAMI_INVAL;
    walk_combine_row(&c, target, 0, source, 0, bytes, 1);
    return PAMI_SUCCESS;
}

/* Packs or unpacks a segment; inlined for both directions. */
static inline __attribute__((always_inline)) pami_result_t walk_segment(const emuq_pami_type_t *type,
                                                                        char *base, size_t at, char *data,
                                                                        size_t bytes, pami_data_function fn,
                                                                        void *cookie, bool packs)
{
    walk_op_t op;
    if (emuq_pami_function(fn) == EMUQ_PAMI_NOOP)
        return PAMI_SUCCESS;
    if (walk_choose_op(&op, type, fn, cookie) != PAMI_SUCCESS)
        return PAMI_INVAL;
    while (bytes != 0) {
        walk_row_t row = walk_next_row(type, at, bytes);
        size_t all = row.bytes * row.count;
        if (packs)
            walk_combine_row(&op, data, (ptrdiff_t)row.bytes, base + row.at, row.stride, row.bytes,
                             row.count);
        else
            walk_combine_row(&op, base + row.at, row.stride, data, (ptrdiff_t)row.bytes, row.bytes,
                             row.count);
        data += all;
        at += all;
        bytes -= all;
    }
    return PAMI_SUCCESS;
}

pami_result_t emuq_pami_type_pack(pami_type_t type, const void *base, size_t at, void *data, size_t bytes,
                                  pami_data_function fn, void *cookie)
{
    return walk_segment(type, (char *)(uintptr_t)base, at, data, bytes, fn, cookie, true);
}

pami_result_t emuq_pami_type_unpack(pami_type_t type, void *base, size_t at, const void *data, size_t bytes,
                                    pami_data_function fn, void *cookie)
{
    return walk_segment(type, base, at, (char *)(uintptr_t)data, bytes, fn, cookie, false);
}

typedef struct walk_stream {
    emuq_pami_type_t *type;
    char *base;
    size_t at;
} walk_stream_t;

/* Whether segments are whole units wherever the opposite stream is split. */
static bool walk_keeps_whole(const walk_stream_t *stream, size_t unit)
{
    return stream->type->is_contiguous || (stream->type->grain % unit == 0 && stream->at % unit == 0);
}

/* Unit of segments of both types. @return 0: the function does not apply */
static size_t walk_common_unit(const emuq_pami_type_t *from, const emuq_pami_type_t *to,
                               pami_data_function fn)
{
    if (emuq_pami_function(fn) == EMUQ_PAMI_FUNCTIONS)
        return (size_t)from->atom / emuq_pami_gcd(from->atom, to->atom) * to->atom;
    emuq_pami_kernel_t kernel = emuq_pami_element_kernel((emuq_pami_element_t)to->element, fn);
    if (kernel == NULL ||
        (from->element != EMUQ_PAMI_ELEMENT_NONE && from->element != EMUQ_PAMI_ELEMENT_BYTE &&
         emuq_pami_element_kernel((emuq_pami_element_t)from->element, fn) != kernel))
        return 0;
    return emuq_pami_element_size((emuq_pami_element_t)to->element);
}

static pami_result_t walk_transform(const walk_stream_t *from, const walk_stream_t *to, size_t bytes,
                                    pami_data_function fn, void *cookie)
{
    if (bytes != 0 && (from->type->size == 0 || to->type->size == 0))
        return emuq_pami_invalid("%s has no data for %zu bytes",
                                 from->type->size == 0 ? "src_type" : "dst_type", bytes);
    emuq_pami_function_t function = emuq_pami_function(fn);
    if (function == EMUQ_PAMI_NOOP || bytes == 0)
        return PAMI_SUCCESS;
    if (function == EMUQ_PAMI_COPY && from->type->is_contiguous)
        return emuq_pami_type_unpack(to->type, to->base, to->at, from->base + from->at, bytes, fn, cookie);
    if (function == EMUQ_PAMI_COPY && to->type->is_contiguous)
        return emuq_pami_type_pack(from->type, from->base, from->at, to->base + to->at, bytes, fn, cookie);
    if (function != EMUQ_PAMI_COPY) {
        size_t unit = walk_common_unit(from->type, to->type, fn);
        if (unit == 0)
            return emuq_pami_invalid("the operation is not possible for elements of src_type and dst_type");
        if (bytes % unit != 0 || !walk_keeps_whole(from, unit) || !walk_keeps_whole(to, unit))
            return emuq_pami_invalid("%zu bytes at src_offset %zu and dst_offset %zu divide elements of %zu "
                                     "bytes",
                                     bytes, from->at, to->at, unit);
    }
    walk_op_t c;
    if (walk_choose_op(&c, to->type, fn, cookie) != PAMI_SUCCESS)
        return PAMI_INVAL;
    for (size_t done = 0; done < bytes;) {
        walk_row_t source = walk_next_row(from->type, from->at + done, bytes - done);
        walk_row_t target = walk_next_row(to->type, to->at + done, source.bytes);
        walk_combine_row(&c, to->base + target.at, 0, from->base + source.at, 0, target.bytes, 1);
        done += target.bytes;
    }
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Type_transform_data(void *src_addr, pami_type_t src_type, size_t src_offset,
                                       void *dst_addr, pami_type_t dst_type, size_t dst_offset, size_t size,
                                       pami_data_function data_fn, void *cookie)
{
    bool has_source = emuq_pami_type_is_complete(src_type);
    if (!has_source || !emuq_pami_type_is_complete(dst_type))
        return emuq_pami_result(emuq_pami_invalid("%s is null or incomplete (PAMI_Type_complete)",
                                                  has_source ? "dst_type" : "src_type"));
    walk_stream_t from = {src_type, src_addr, src_offset}, to = {dst_type, dst_addr, dst_offset};
    return emuq_pami_result(walk_transform(&from, &to, size, data_fn, cookie));
}
