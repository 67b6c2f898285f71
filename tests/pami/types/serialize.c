/* SPDX-License-Identifier: BSD-3-Clause */
/* Types as bytes: there and back, damaged, shared. */
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"
#include "model.h"
#include "msglayer/types/type.h"

static void image_of(pami_type_t type, void **image, size_t *bytes)
{
    CU_ASSERT_EQUAL_FATAL(PAMI_Type_serialize(type, image, bytes), PAMI_SUCCESS);
    void *again;
    size_t as_much;
    CU_ASSERT_EQUAL(PAMI_Type_serialize(type, &again, &as_much),
                    PAMI_SUCCESS); /* constant during the life of the type */
    CU_ASSERT_PTR_EQUAL(again, *image);
    CU_ASSERT_EQUAL(as_much, *bytes);
}

static unsigned differences(const model_t *model, pami_type_t copy)
{
    unsigned wrong = emuq_pami_type_size(copy) != model->size || emuq_pami_type_extent(copy) != model->extent;
    for (size_t at = 0; at < 2 * model->size && wrong == 0; at++) {
        ptrdiff_t here, there;
        size_t bytes, as_many;
        emuq_pami_type_run(model->type, at, &here, &bytes);
        emuq_pami_type_run(copy, at, &there, &as_many);
        wrong += here != there || bytes != as_many || here != model_at(model, at);
    }
    return wrong;
}

static void there_and_back(void)
{
    uint64_t state = 11;
    for (unsigned i = 0; i < 300; i++) {
        model_t *model = model_random_type(&state, i % 5, 4, i % 3 == 0 ? PAMI_TYPE_FLOAT : PAMI_TYPE_NULL);
        void *image;
        size_t bytes;
        image_of(model->type, &image, &bytes);
        char *sent = malloc(bytes + 1); /* at any address */
        memcpy(sent + 1, image, bytes);
        pami_type_t copy;
        CU_ASSERT_EQUAL_FATAL(PAMI_Type_deserialize(&copy, sent + 1, bytes), PAMI_SUCCESS);
        memset(sent, 0xee, bytes + 1); /* independent of the image ... */
        free(sent);
        CU_ASSERT_EQUAL(differences(model, copy), 0);
        CU_ASSERT_EQUAL(emuq_pami_type_unit(copy, PAMI_DATA_SUM), i % 3 == 0 ? 4 : 1);
        pami_configuration_t c = {.name = PAMI_TYPE_ATOM_SIZE};
        CU_ASSERT_EQUAL(PAMI_Type_query(copy, &c, 1), PAMI_SUCCESS);
        CU_ASSERT_EQUAL(c.value.intval, 4);
        void *second;
        size_t second_bytes;
        image_of(copy, &second, &second_bytes);
        CU_ASSERT_EQUAL(second_bytes, bytes);
        CU_ASSERT_EQUAL(memcmp(second, image, bytes), 0);
        model_free(model); /* ... and of the type */
        CU_ASSERT(emuq_pami_type_size(copy) != 0);
        CU_ASSERT_EQUAL(PAMI_Type_destroy(&copy), PAMI_SUCCESS);
    }
}

static void predefined(void)
{
    void *image;
    size_t bytes;
    image_of(PAMI_TYPE_DOUBLE, &image, &bytes);
    pami_type_t copy;
    CU_ASSERT_EQUAL(PAMI_Type_deserialize(&copy, image, bytes), PAMI_SUCCESS);
    CU_ASSERT_TRUE(emuq_pami_type_is_contiguous(copy));
    double from = 1.5, to = 2;
    CU_ASSERT_EQUAL(
        PAMI_Type_transform_data(&from, copy, 0, &to, PAMI_TYPE_DOUBLE, 0, sizeof from, PAMI_DATA_SUM, NULL),
        PAMI_SUCCESS);
    CU_ASSERT_EQUAL(to, 3.5);
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&copy), PAMI_SUCCESS);
}

/* Deserialised types can be subtypes. */
static void copies_are_types(void)
{
    model_t *model = model_new();
    model_add_simple(model, 6, 0, 3, 10);
    model_complete(model, 2);
    void *image;
    size_t bytes;
    image_of(model->type, &image, &bytes);
    pami_type_t copy, user;
    CU_ASSERT_EQUAL(PAMI_Type_deserialize(&copy, image, bytes), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_create(&user), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(user, copy, 0, 2, 7), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(user, 12), PAMI_INVAL); /* the blocks are known */
    CU_ASSERT_EQUAL(PAMI_Type_complete(user, 6), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_add_simple(copy, 1, 0, 1, 1), PAMI_INVAL); /* complete */
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&copy), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&user), PAMI_SUCCESS);
    model_free(model);
}

static void damage(void)
{
    uint64_t state = 12;
    for (unsigned i = 0; i < 8; i++) {
        model_t *model = model_random_type(&state, 3, 1, PAMI_TYPE_NULL);
        void *image;
        size_t bytes;
        image_of(model->type, &image, &bytes);
        unsigned taken = 0;
        for (size_t at = 0; at < bytes; at++) { /* any byte */
            unsigned char *bad = malloc(bytes);
            memcpy(bad, image, bytes);
            bad[at] ^= (unsigned char)(1 + model_random(&state, 255));
            pami_type_t copy = &copy;
            taken += PAMI_Type_deserialize(&copy, bad, bytes) != PAMI_INVAL || copy != &copy;
            free(bad);
        }
        for (size_t less = 0; less < bytes; less += 1 + less / 64) { /* any part */
            unsigned char *bad = malloc(less + 1);
            memcpy(bad, image, less);
            pami_type_t copy;
            taken += PAMI_Type_deserialize(&copy, bad, less) != PAMI_INVAL;
            free(bad);
        }
        unsigned char *more = calloc(1, bytes + 8);
        memcpy(more, image, bytes);
        pami_type_t copy;
        taken += PAMI_Type_deserialize(&copy, more, bytes + 8) != PAMI_INVAL;
        free(more);
        CU_ASSERT_EQUAL(taken, 0);
        model_free(model);
    }
    pami_type_t type;
    char nothing[256] = {0};
    CU_ASSERT_EQUAL(PAMI_Type_deserialize(&type, nothing, sizeof nothing), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_deserialize(&type, NULL, 64), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_deserialize(NULL, nothing, 64), PAMI_INVAL);
}

/* Computes the checksum as the library, to write invalid images with a valid checksum. */
static void sign(uint64_t *image, size_t bytes)
{
    image[4] = 0;
    uint64_t sum = UINT64_C(0x31657079546d6150);
    for (size_t i = 0; i < bytes / 8; i++) {
        sum = (sum ^ image[i]) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 29;
    }
    image[4] = sum;
}

/* Images with a valid checksum and any word replaced: rejected, or valid types without harm. */
static void forgery(void)
{
    static const uint64_t values[] = {
        0, 1, 2, 3, 7, 8, 255, 256, UINT64_C(1) << 32, UINT64_C(1) << 63, UINT64_MAX};
    uint64_t state = 13;
    unsigned refused = 0, accepted = 0;
    for (unsigned i = 0; i < 6; i++) {
        model_t *model =
            model_random_type(&state, 3, 2, i % 2 == 0 ? PAMI_TYPE_SIGNED_SHORT : PAMI_TYPE_NULL);
        void *image;
        size_t bytes;
        image_of(model->type, &image, &bytes);
        uint64_t *bad = malloc(bytes);
        memcpy(bad, image, bytes);
        sign(bad, bytes);
        CU_ASSERT_EQUAL(memcmp(bad, image, bytes), 0); /* proves the checksum */
        for (size_t word = 0; word < bytes / 8; word++) {
            for (size_t v = 0; v < sizeof values / sizeof values[0]; v++) {
                memcpy(bad, image, bytes);
                bad[word] = values[v];
                sign(bad, bytes);
                pami_type_t copy;
                if (PAMI_Type_deserialize(&copy, bad, bytes) != PAMI_SUCCESS) {
                    refused++;
                    continue;
                }
                accepted++;
                ptrdiff_t at;
                size_t n = 1;
                if (emuq_pami_type_size(copy) != 0)
                    emuq_pami_type_run(copy, emuq_pami_type_size(copy) - 1, &at, &n);
                CU_ASSERT(n != 0);
                PAMI_Type_destroy(&copy);
            }
        }
        free(bad);
        model_free(model);
    }
    CU_ASSERT(refused > 100);
    CU_ASSERT(accepted > 100); /* different displacements give valid types, too */
}

/* Makes a type of ten irregular blocks, and a type of two repetitions: the image has two types and eleven
 * items. */
static pami_type_t nested(void)
{
    pami_type_t sub, user;
    CU_ASSERT_EQUAL(PAMI_Type_create(&sub), PAMI_SUCCESS);
    for (unsigned i = 0; i < 10; i++)
        CU_ASSERT_EQUAL(PAMI_Type_add_simple(sub, 1 + i, 0, 1, 2 + i * i * i), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(sub, 1), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_create(&user), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(user, sub, 0, 2, 9000), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(user, 1), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&sub), PAMI_SUCCESS);
    return user;
}

/* Invalid images are rejected in spite of a valid checksum. */
static void nonsense(void)
{
    enum { HEADER = 0, SUB = 5, USER = 9, SUB_ITEM = 13, USER_ITEM = 63, WORDS = 68 };
    const uint64_t atom = UINT64_C(1) << 32;
    const struct {
        size_t word;
        uint64_t value;
    } cases[] = {{HEADER + 0, 0},
                 {HEADER + 1, 8 * WORDS + 8},
                 {HEADER + 2, 1},
                 {HEADER + 2, 0},
                 {HEADER + 3, 10},
                 {SUB + 1, 0},                               /* no divisor of the block sizes */
                 {SUB + 1, 2},                               /* not a divisor of the block sizes */
                 {SUB + 2, 9},                               /* items */
                 {SUB + 2, 12},                              /* more than there are */
                 {SUB + 3, 0},                               /* no atom */
                 {SUB + 3, 129 * atom},                      /* too large an atom */
                 {SUB + 3, 2 * atom},                        /* atom does not divide the blocks */
                 {SUB + 3, atom | 255},                      /* elements out of range */
                 {SUB + 3, atom | EMUQ_PAMI_ELEMENT_DOUBLE}, /* larger than blocks */
                 {USER + 1, 2},                              /* not a divisor for its subtype */
                 {USER + 3, atom | EMUQ_PAMI_ELEMENT_BYTE},  /* different from the subtype's elements */
                 {SUB_ITEM + 0, 0},                          /* no bytes */
                 {SUB_ITEM + 1, 0},                          /* no blocks */
                 {SUB_ITEM + 1, UINT64_MAX},                 /* too many */
                 {SUB_ITEM + 4, 1},                          /* itself */
                 {USER_ITEM + 0, 54},                        /* not the size of its subtype */
                 {USER_ITEM + 4, 2},
                 {USER_ITEM + 4, 3},
                 {USER_ITEM + 4, UINT64_MAX}};
    pami_type_t user = nested(), copy;
    void *image;
    size_t bytes;
    image_of(user, &image, &bytes);
    CU_ASSERT_EQUAL_FATAL(bytes, 8 * WORDS);
    CU_ASSERT_EQUAL(((uint64_t *)image)[USER_ITEM], 55);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t bad[WORDS];
        memcpy(bad, image, bytes);
        bad[cases[i].word] = cases[i].value;
        sign(bad, bytes);
        CU_ASSERT_EQUAL(PAMI_Type_deserialize(&copy, bad, bytes), PAMI_INVAL);
    }
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&user), PAMI_SUCCESS);
}

/* The same for a single row of blocks of 258 bytes, and for nothing at all. */
static void nonsense_of_one_row(void)
{
    enum { ATOM = 8, BYTES = 9, WORDS = 14 };
    const uint64_t atoms[] = {2, 129, 256, 258};
    model_t *model = model_new();
    model_add_simple(model, 258, 0, 3, 300);
    model_complete(model, 2);
    void *image;
    size_t bytes;
    image_of(model->type, &image, &bytes);
    CU_ASSERT_EQUAL_FATAL(bytes, 8 * WORDS);
    uint64_t bad[WORDS];
    pami_type_t copy;
    for (size_t i = 0; i < sizeof atoms / sizeof atoms[0]; i++) {
        memcpy(bad, image, bytes);
        bad[ATOM] = atoms[i] << 32;
        sign(bad, bytes);
        CU_ASSERT_EQUAL(PAMI_Type_deserialize(&copy, bad, bytes), i == 0 ? PAMI_SUCCESS : PAMI_INVAL);
        if (i == 0)
            CU_ASSERT_EQUAL(PAMI_Type_destroy(&copy), PAMI_SUCCESS);
    }
    memcpy(bad, image, bytes);
    bad[BYTES] = 0;
    sign(bad, bytes);
    CU_ASSERT_EQUAL(PAMI_Type_deserialize(&copy, bad, bytes), PAMI_INVAL);
    memcpy(bad, image, bytes);
    bad[1] = 40; /* a header alone */
    bad[2] = bad[3] = 0;
    sign(bad, 40);
    CU_ASSERT_EQUAL(PAMI_Type_deserialize(&copy, bad, 40), PAMI_INVAL);
    model_free(model);
}

/* Shared subtypes are serialised once. */
static void sharing(void)
{
    pami_type_t type;
    CU_ASSERT_EQUAL(PAMI_Type_create(&type), PAMI_SUCCESS);
    for (unsigned i = 0; i < 10; i++)
        CU_ASSERT_EQUAL(PAMI_Type_add_simple(type, 1, 0, 1, 2 + i), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(type, 1), PAMI_SUCCESS);
    for (unsigned i = 0; i < 26; i++) { /* more than 2 to the 52nd blocks */
        pami_type_t next;
        CU_ASSERT_EQUAL(PAMI_Type_create(&next), PAMI_SUCCESS);
        CU_ASSERT_EQUAL(PAMI_Type_add_typed(next, type, 1, 2, 3), PAMI_SUCCESS);
        CU_ASSERT_EQUAL(PAMI_Type_add_typed(next, type, 5, 2, 9), PAMI_SUCCESS);
        for (unsigned j = 0; j < 8; j++)
            CU_ASSERT_EQUAL(PAMI_Type_add_simple(next, 1, j * j, 1, 1), PAMI_SUCCESS);
        CU_ASSERT_EQUAL(PAMI_Type_complete(next, 1), PAMI_SUCCESS);
        CU_ASSERT_EQUAL(PAMI_Type_destroy(&type), PAMI_SUCCESS);
        type = next;
    }
    void *image;
    size_t bytes;
    image_of(type, &image, &bytes);
    CU_ASSERT(bytes < 20000);
    pami_type_t copy;
    CU_ASSERT_EQUAL(PAMI_Type_deserialize(&copy, image, bytes), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(emuq_pami_type_size(copy), emuq_pami_type_size(type));
    uint64_t state = 14;
    unsigned wrong = 0;
    for (unsigned i = 0; i < 1000; i++) {
        size_t at = ((size_t)model_random(&state, 1u << 30) << 22) % emuq_pami_type_size(type), a, b;
        ptrdiff_t here, there;
        emuq_pami_type_run(type, at, &here, &a);
        emuq_pami_type_run(copy, at, &there, &b);
        wrong += here != there || a != b;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&copy), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&type), PAMI_SUCCESS);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"there and back", there_and_back},
                                        {"predefined types", predefined},
                                        {"copies are types", copies_are_types},
                                        {"damage", damage},
                                        {"forgery", forgery},
                                        {"nonsense", nonsense},
                                        {"nonsense of one row", nonsense_of_one_row},
                                        {"sharing", sharing},
                                        {NULL, NULL}};
    return emuq_test_main("pami_types_serialize", tests);
}
