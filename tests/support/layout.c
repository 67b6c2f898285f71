/* SPDX-License-Identifier: BSD-3-Clause */
#include "layout.h"

#include <stdio.h>

#include "golden.h"

struct search {
    const layout_type_t *types;
    size_t count;
    size_t found;
};

/* Compares a bit-field with its unit as an integer; all bits outside the unit must be zero. */
static int check_bits(const layout_type_t *type, const char *name, json_t *member, const layout_member_t *is)
{
    uint8_t expected[LAYOUT_IMAGE_BYTES] = {0};
    uint64_t offset = golden_u64(member, "unit_offset");
    uint64_t bytes = golden_u64(member, "unit_bytes");
    uint64_t mask = (~UINT64_C(0) >> (64 - golden_u64(member, "width"))) << golden_u64(member, "lsb");
    for (uint64_t i = 0; i < bytes; i++) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        expected[offset + i] = (uint8_t)(mask >> 8 * (bytes - 1 - i));
#else
        expected[offset + i] = (uint8_t)(mask >> 8 * i);
#endif
    }
    return golden_equal_bytes(name, is->image, expected, type->size);
}

static int check_member(const layout_type_t *type, json_t *member)
{
    const char *name = golden_string(member, "name");
    layout_member_t is = {0};
    if (!type->probe(name, &is))
        return golden_differs("%s has no member %s", type->name, name);
    if (is.bits != golden_has(member, "lsb"))
        return golden_differs("%s.%s is %s bit-field", type->name, name, is.bits ? "a" : "no");
    if (is.bits)
        return check_bits(type, name, member, &is);
    return golden_equal(name, is.offset, golden_u64(member, "offset")) +
           golden_equal(name, is.size, golden_u64(member, "size"));
}

static const layout_type_t *find_type(const struct search *search, const char *name)
{
    for (size_t i = 0; i < search->count; i++) {
        const layout_type_t *type = &search->types[i];
        if (strcmp(name, type->name) == 0 || strcmp(name, type->tagged) == 0)
            return type;
    }
    return NULL;
}

static int check_type(json_t *in, json_t *out, void *arg)
{
    struct search *search = arg;
    const layout_type_t *type = find_type(search, golden_string(in, "type"));
    if (type == NULL)
        return 0;
    search->found++;
    int bad = golden_equal("size", type->size, golden_u64(out, "sizeof")) +
              golden_equal("alignment", type->alignment, golden_u64(out, "alignof"));
    if (golden_has(out, "tag") && strcmp(golden_string(out, "tag"), type->tagged) != 0)
        bad += golden_differs("%s has the tag %s", type->name, type->tagged);
    size_t index;
    json_t *member;
    json_array_foreach(golden_get(out, "members"), index, member) bad += check_member(type, member);
    return bad;
}

int layout_compare(const layout_type_t *types, size_t count)
{
    struct search search = {types, count, 0};
    int failed = golden_each("sizes", "layout", check_type, &search);
    printf("%zu of %zu structures have a golden layout\n", search.found, count);
    return failed + (int)(count - search.found);
}
