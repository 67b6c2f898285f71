/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/coll/blocks.h"

size_t emuq_pami_blocks_count(const emuq_pami_blocks_t *b, uint32_t rank)
{
    if (b->counts != NULL)
        return b->counts[rank];
    if (b->icounts != NULL)
        return (size_t)b->icounts[rank];
    return b->each;
}

size_t emuq_pami_blocks_bytes(const emuq_pami_blocks_t *b, uint32_t rank)
{
    size_t count = emuq_pami_blocks_count(b, rank);
    return count != 0 ? count * emuq_pami_type_size(b->type) : 0;
}

char *emuq_pami_blocks_place(const emuq_pami_blocks_t *b, uint32_t rank)
{
    ptrdiff_t displacement;
    if (b->displs != NULL)
        displacement = (ptrdiff_t)b->displs[rank];
    else if (b->idispls != NULL)
        displacement = b->idispls[rank];
    else
        displacement = (ptrdiff_t)(rank * b->each);
    if (emuq_pami_blocks_count(b, rank) == 0)
        return b->base;
    return (char *)((uintptr_t)b->base + (uintptr_t)(displacement * emuq_pami_type_extent(b->type)));
}

char *emuq_pami_blocks_memory(const emuq_pami_blocks_t *b, uint32_t rank)
{
    return b->packed != NULL ? b->packed + b->at[rank] : emuq_pami_blocks_place(b, rank);
}

pami_result_t emuq_pami_buffer_check(pami_type_t type, size_t count, pami_data_function fn)
{
    if (count == 0)
        return PAMI_SUCCESS;
    if (!emuq_pami_type_is_complete(type))
        return PAMI_INVAL;
    return emuq_pami_type_check(type, 0, count * emuq_pami_type_size(type), fn);
}

pami_result_t emuq_pami_blocks_check(const emuq_pami_blocks_t *b, uint32_t ranks)
{
    bool arrays = (b->counts != NULL && b->displs != NULL) || (b->icounts != NULL && b->idispls != NULL);
    bool none = b->counts == NULL && b->displs == NULL && b->icounts == NULL && b->idispls == NULL;
    if (!arrays && !none)
        return PAMI_INVAL;
    for (uint32_t i = 0; i < ranks; i++) {
        if (b->icounts != NULL && b->icounts[i] < 0)
            return PAMI_INVAL;
        if (emuq_pami_blocks_count(b, i) != 0 && !emuq_pami_type_is_complete(b->type))
            return PAMI_INVAL;
    }
    return PAMI_SUCCESS;
}

static bool is_contiguous(const emuq_pami_blocks_t *b, uint32_t ranks)
{
    for (uint32_t i = 0; i < ranks; i++)
        if (emuq_pami_blocks_count(b, i) != 0)
            return emuq_pami_type_is_contiguous(b->type);
    return true;
}

void emuq_pami_blocks_open(emuq_pami_blocks_t *b, emuq_pami_schedule_t *p, uint32_t ranks, bool load,
                           bool always)
{
    if (!always && is_contiguous(b, ranks))
        return;
    size_t *at = emuq_pami_schedule_scratch(p, (ranks + 1) * sizeof *at), total = 0;
    for (uint32_t i = 0; at != NULL && i < ranks; i++) {
        at[i] = total;
        total += emuq_pami_blocks_bytes(b, i);
    }
    char *packed = at != NULL ? emuq_pami_schedule_scratch(p, total) : NULL;
    if (packed == NULL)
        return;
    at[ranks] = total;
    b->at = at;
    b->packed = packed;
    for (uint32_t i = 0; load && i < ranks; i++)
        if (at[i + 1] != at[i])
            emuq_pami_type_pack(b->type, emuq_pami_blocks_place(b, i), 0, packed + at[i], at[i + 1] - at[i],
                                PAMI_DATA_COPY, NULL);
}

void emuq_pami_blocks_unpack(const emuq_pami_blocks_t *b, emuq_pami_schedule_t *p, uint32_t ranks)
{
    if (b->packed == NULL)
        return;
    for (uint32_t i = 0; i < ranks; i++)
        emuq_pami_add_unpack(p, emuq_pami_blocks_place(b, i), b->type, emuq_pami_blocks_count(b, i),
                             b->packed + b->at[i]);
}

/* First byte, and first byte behind, of contiguous blocks. */
static bool span(const emuq_pami_blocks_t *b, uint32_t ranks, uintptr_t *first, uintptr_t *end)
{
    *first = UINTPTR_MAX;
    *end = 0;
    for (uint32_t i = 0; i < ranks; i++) {
        size_t bytes = emuq_pami_blocks_bytes(b, i);
        uintptr_t at = (uintptr_t)emuq_pami_blocks_place(b, i);
        if (bytes != 0 && at < *first)
            *first = at;
        if (bytes != 0 && at + bytes > *end)
            *end = at + bytes;
    }
    return *end != 0;
}

bool emuq_pami_blocks_overlap(const emuq_pami_blocks_t *a, const emuq_pami_blocks_t *b, uint32_t ranks)
{
    uintptr_t a_first, a_end, b_first, b_end;
    if (!is_contiguous(a, ranks) || !is_contiguous(b, ranks))
        return false; /* what is not contiguous is copied anyway */
    return span(a, ranks, &a_first, &a_end) && span(b, ranks, &b_first, &b_end) && a_first < b_end &&
           b_first < a_end;
}
