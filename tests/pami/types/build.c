/* SPDX-License-Identifier: BSD-3-Clause */
/* Building types: rejected calls, counts, recognised rows. */
#include <limits.h>
#include <string.h>

#include "emuq_test.h"
#include "model.h"
#include "msglayer/types/type.h"

static size_t ask(pami_type_t type, pami_attribute_name_t name)
{
    pami_configuration_t c = {.name = name};
    CU_ASSERT_EQUAL(PAMI_Type_query(type, &c, 1), PAMI_SUCCESS);
    return c.value.intval;
}

static pami_type_t fresh(void)
{
    pami_type_t type = PAMI_TYPE_NULL;
    CU_ASSERT_EQUAL(PAMI_Type_create(&type), PAMI_SUCCESS);
    CU_ASSERT_PTR_NOT_NULL(type);
    return type;
}

static pami_type_t rows(size_t bytes, size_t count, size_t stride, size_t atom)
{
    pami_type_t type = fresh();
    CU_ASSERT_EQUAL(PAMI_Type_add_simple(type, bytes, 0, count, stride), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(type, atom), PAMI_SUCCESS);
    return type;
}

static void end(pami_type_t type)
{
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&type), PAMI_SUCCESS);
    CU_ASSERT_PTR_NULL(type);
}

static void sizes(void)
{
    pami_type_t type = fresh();
    CU_ASSERT_EQUAL(PAMI_Type_add_simple(type, 8, 16, 3, 32), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_add_simple(type, 4, (size_t)-8, 1, 4), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_add_simple(type, 100, 7, 0, 1000), PAMI_SUCCESS); /* count 0: only the offset */
    CU_ASSERT_EQUAL(PAMI_Type_add_simple(type, 0, 0, 5, 1), PAMI_SUCCESS);      /* blocks without bytes */
    CU_ASSERT_EQUAL(PAMI_Type_complete(type, 4), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(ask(type, PAMI_TYPE_DATA_SIZE), 28);
    CU_ASSERT_EQUAL(ask(type, PAMI_TYPE_DATA_EXTENT), 16 + 96 - 8 + 4 + 7 + 5);
    CU_ASSERT_EQUAL(ask(type, PAMI_TYPE_ATOM_SIZE), 4);
    end(type);
}

static void queries(void)
{
    pami_type_t type = rows(8, 2, 24, 8);
    pami_configuration_t c[] = {
        {.name = PAMI_TYPE_DATA_SIZE}, {.name = PAMI_CLIENT_TASK_ID}, {.name = PAMI_TYPE_DATA_EXTENT}};
    CU_ASSERT_EQUAL(PAMI_Type_query(type, c, 3), PAMI_INVAL);
    CU_ASSERT_EQUAL(c[0].value.intval, 16); /* known attributes are answered */
    CU_ASSERT_EQUAL(c[2].value.intval, 48);
    CU_ASSERT_EQUAL(PAMI_Type_query(type, NULL, 0), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_query(PAMI_TYPE_NULL, c, 1), PAMI_INVAL);
    end(type);
    type = fresh();
    CU_ASSERT_EQUAL(PAMI_Type_query(type, c, 1), PAMI_INVAL);
    end(type);
}

static void refusals(void)
{
    pami_type_t type = fresh(), other = fresh();
    char memory[8] = {0};
    void *image;
    size_t bytes;
    CU_ASSERT_EQUAL(PAMI_Type_create(NULL), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(type, other, 0, 1, 0), PAMI_INVAL); /* incomplete */
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(type, type, 0, 1, 0), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(type, PAMI_TYPE_NULL, 0, 1, 0), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_add_simple(PAMI_TYPE_NULL, 1, 0, 1, 0), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_serialize(type, &image, &bytes), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_transform_data(memory, type, 0, memory, PAMI_TYPE_BYTE, 0, 1, NULL, NULL),
                    PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_transform_data(memory, PAMI_TYPE_BYTE, 0, memory, type, 0, 1, NULL, NULL),
                    PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_complete(type, 1), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(type, 1), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_add_simple(type, 1, 0, 1, 0), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(type, PAMI_TYPE_BYTE, 0, 1, 0), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_complete(PAMI_TYPE_NULL, 1), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_complete(PAMI_TYPE_BYTE, 1), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_add_simple(PAMI_TYPE_SIGNED_INT, 1, 0, 1, 0), PAMI_INVAL);
    end(type);
    end(other);
    type = PAMI_TYPE_NULL;
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&type), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_destroy(NULL), PAMI_INVAL);
    type = PAMI_TYPE_DOUBLE;
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&type), PAMI_INVAL);
    CU_ASSERT_PTR_EQUAL(type, PAMI_TYPE_DOUBLE);
}

static void sizes_that_overflow(void)
{
    pami_type_t type = fresh();
    CU_ASSERT_EQUAL(PAMI_Type_add_simple(type, SIZE_MAX / 2, 0, 3, 0), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_add_simple(type, SIZE_MAX - 4, 0, 1, 0), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_add_simple(type, 5, 0, 1, 0), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(type, PAMI_TYPE_DOUBLE, 0, 1, 0), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_add_simple(type, 4, 0, 1, 0), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(type, 1), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(ask(type, PAMI_TYPE_DATA_SIZE), SIZE_MAX);
    end(type);
}

static void atoms(void)
{
    const struct {
        size_t first, second, atom;
        pami_result_t rc;
    } cases[] = {{8, 12, 4, PAMI_SUCCESS},      {8, 12, 2, PAMI_SUCCESS},
                 {8, 12, 1, PAMI_SUCCESS},      {8, 12, 8, PAMI_INVAL},
                 {8, 12, 0, PAMI_INVAL},        {9, 3, 3, PAMI_SUCCESS},
                 {128, 256, 128, PAMI_SUCCESS}, {256, 256, 256, PAMI_INVAL},
                 {129, 258, 129, PAMI_INVAL},   {1, 3, 4, PAMI_INVAL} /* adjoining blocks are still two */,
                 {4, 0, 4, PAMI_SUCCESS}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pami_type_t type = fresh();
        PAMI_Type_add_simple(type, cases[i].first, 0, 1, cases[i].first);
        PAMI_Type_add_simple(type, cases[i].second, 0, 1, 0);
        CU_ASSERT_EQUAL(PAMI_Type_complete(type, cases[i].atom), cases[i].rc);
        end(type);
    }
    pami_type_t sub = rows(12, 2, 12, 4), type = fresh();
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(type, sub, 0, 2, 24), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(type, 24), PAMI_INVAL); /* the subtype's blocks count */
    CU_ASSERT_EQUAL(PAMI_Type_complete(type, 12), PAMI_SUCCESS);
    end(type);
    end(sub);
}

static void empty_types(void)
{
    pami_type_t empty = fresh(), user = fresh();
    char memory[4] = "abc";
    void *image;
    size_t bytes;
    CU_ASSERT_EQUAL(PAMI_Type_complete(empty, 16), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(ask(empty, PAMI_TYPE_DATA_SIZE), 0);
    CU_ASSERT_EQUAL(PAMI_Type_transform_data(memory, empty, 0, memory, empty, 0, 0, NULL, NULL),
                    PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_transform_data(memory, empty, 0, memory, PAMI_TYPE_BYTE, 0, 1, NULL, NULL),
                    PAMI_INVAL);
    CU_ASSERT_EQUAL(emuq_pami_type_check(empty, 0, 0, NULL), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(emuq_pami_type_check(empty, 0, 1, NULL), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(user, empty, 3, 2, 10), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(user, 1), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(ask(user, PAMI_TYPE_DATA_EXTENT), 23);
    CU_ASSERT_EQUAL(PAMI_Type_serialize(user, &image, &bytes), PAMI_SUCCESS);
    end(empty);
    CU_ASSERT_EQUAL(PAMI_Type_deserialize(&empty, image, bytes), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(ask(empty, PAMI_TYPE_DATA_EXTENT), 23);
    end(empty);
    end(user);
}

static void contiguous(void)
{
    CU_ASSERT_TRUE(emuq_pami_type_is_contiguous(PAMI_TYPE_DOUBLE));
    pami_type_t type = rows(8, 10, 8, 8);
    CU_ASSERT_TRUE(emuq_pami_type_is_contiguous(type));
    pami_type_t user = fresh();
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(user, type, 0, 3, 80), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(user, 8), PAMI_SUCCESS);
    CU_ASSERT_TRUE(emuq_pami_type_is_contiguous(user));
    end(user);
    end(type);
    user = fresh(); /* block by block */
    for (unsigned i = 0; i < 100; i++)
        CU_ASSERT_EQUAL(PAMI_Type_add_typed(user, PAMI_TYPE_DOUBLE, 0, 1, 8), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(user, 8), PAMI_SUCCESS);
    CU_ASSERT_TRUE(emuq_pami_type_is_contiguous(user));
    end(user);
    user = rows(8, 2, 16, 8); /* holes */
    CU_ASSERT_FALSE(emuq_pami_type_is_contiguous(user));
    end(user);
    user = rows(8, 1, 16, 8); /* a hole at the end */
    CU_ASSERT_FALSE(emuq_pami_type_is_contiguous(user));
    end(user);
    user = fresh(); /* not from the start */
    CU_ASSERT_EQUAL(PAMI_Type_add_simple(user, 8, 8, 1, 0), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(user, 8), PAMI_SUCCESS);
    CU_ASSERT_FALSE(emuq_pami_type_is_contiguous(user));
    end(user);
}

/* A row is one item for every description, so all descriptions are equally fast. */
static void rows_are_joined(void)
{
    pami_type_t one = rows(8, 50, 24, 8), many = fresh(), typed = fresh();
    for (unsigned i = 0; i < 50; i++) {
        CU_ASSERT_EQUAL(PAMI_Type_add_simple(many, 4, 0, 1, 4), PAMI_SUCCESS);
        CU_ASSERT_EQUAL(PAMI_Type_add_simple(many, 4, 0, 1, 20), PAMI_SUCCESS);
    }
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(typed, one, 0, 10, 50 * 24), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(many, 4), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(typed, 8), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(((emuq_pami_type_t *)one)->count, 1);
    CU_ASSERT_TRUE(((emuq_pami_type_t *)one)->is_uniform);
    CU_ASSERT_EQUAL(((emuq_pami_type_t *)typed)->count, 1);
    CU_ASSERT_TRUE(((emuq_pami_type_t *)typed)->is_uniform);
    CU_ASSERT(((emuq_pami_type_t *)many)->count <= 100);
    end(one);
    end(many);
    end(typed);
}

static void subtypes_live_on(void)
{
    pami_type_t sub = fresh(), type = fresh();
    for (unsigned i = 1; i < 20; i++) /* more than is copied into its user */
        CU_ASSERT_EQUAL(PAMI_Type_add_simple(sub, i, 0, 1, i + i * i), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(sub, 1), PAMI_SUCCESS);
    ptrdiff_t extent = emuq_pami_type_extent(sub), at;
    size_t size = emuq_pami_type_size(sub), bytes;
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(type, sub, 0, 4, (size_t)extent), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(type, 1), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(((emuq_pami_type_t *)sub)->references, 2);
    end(sub);
    emuq_pami_type_run(type, 3 * size + 1, &at, &bytes);
    CU_ASSERT_EQUAL(at, 3 * extent + 2);
    CU_ASSERT_EQUAL(bytes, 2);
    emuq_pami_type_retain(type); /* as a transfer does */
    pami_type_t mine = type;
    end(type);
    CU_ASSERT_EQUAL(emuq_pami_type_size(mine), 4 * size);
    emuq_pami_type_release(mine);
}

/* Deep nesting wants no stack. */
static void deep(void)
{
    enum { LEVELS = 20000 };
    pami_type_t type = fresh();
    CU_ASSERT_EQUAL(PAMI_Type_add_simple(type, 3, 7, 1, 0), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(type, 1), PAMI_SUCCESS);
    for (unsigned i = 0; i < LEVELS; i++) {
        pami_type_t next = fresh();
        CU_ASSERT_EQUAL_FATAL(PAMI_Type_add_typed(next, type, 1, 1, 0), PAMI_SUCCESS);
        for (unsigned j = 0; j < 24; j++) /* too many items to be copied */
            CU_ASSERT_EQUAL_FATAL(PAMI_Type_add_simple(next, 1, j * j, 1, 0), PAMI_SUCCESS);
        CU_ASSERT_EQUAL_FATAL(PAMI_Type_complete(next, 1), PAMI_SUCCESS);
        PAMI_Type_destroy(&type);
        type = next;
    }
    CU_ASSERT(((emuq_pami_type_t *)type)->height >= LEVELS - 1);
    ptrdiff_t at;
    size_t bytes;
    emuq_pami_type_run(type, 1, &at, &bytes);
    CU_ASSERT_EQUAL(at, LEVELS + 8);
    CU_ASSERT_EQUAL(bytes, 2);
    void *image;
    CU_ASSERT_EQUAL(PAMI_Type_serialize(type, &image, &bytes), PAMI_SUCCESS);
    pami_type_t copy;
    CU_ASSERT_EQUAL(PAMI_Type_deserialize(&copy, image, bytes), PAMI_SUCCESS);
    end(type);
    end(copy);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"sizes", sizes},
                                        {"queries", queries},
                                        {"refusals", refusals},
                                        {"sizes that overflow", sizes_that_overflow},
                                        {"atoms", atoms},
                                        {"empty types", empty_types},
                                        {"contiguous types are known", contiguous},
                                        {"rows are joined", rows_are_joined},
                                        {"subtypes live on", subtypes_live_on},
                                        {"deep types", deep},
                                        {NULL, NULL}};
    return emuq_test_main("pami_types_build", tests);
}
