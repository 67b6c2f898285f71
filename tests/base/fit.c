/* SPDX-License-Identifier: BSD-3-Clause */
/* The range allocator keeps block contents, merges free neighbours and is deterministic: equal calls give
 * equal blocks. */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"

#define BYTES  (8u << 20)
#define BLOCKS 200
#define STEPS  20000

static void *range(void)
{
    void *memory =
        aligned_alloc(65536, BYTES); /* alignment above any block's: equal calls then give equal offsets */
    CU_ASSERT_FATAL(memory != NULL);
    return memset(memory, 0, BYTES);
}

static uint32_t next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* @return true if all bytes equal @p value */
static bool is_full_of(const unsigned char *block, size_t bytes, unsigned char value)
{
    for (size_t i = 0; i < bytes; i++)
        if (block[i] != value)
            return false;
    return true;
}

/* Random allocations and frees. @return the sum of the offsets of all blocks */
static uint64_t random_calls(void *memory)
{
    struct {
        unsigned char *at;
        size_t bytes;
    } block[BLOCKS] = {{0}};
    emuq_fit_t *fit = emuq_fit_open(memory, BYTES);
    uint32_t state = 5;
    uint64_t sum = 0;
    bool good = true;
    for (unsigned step = 0; step < STEPS && good; step++) {
        unsigned i = next(&state) % BLOCKS;
        if (block[i].at != NULL) {
            good =
                is_full_of(block[i].at, block[i].bytes, (unsigned char)i) && emuq_fit_free(fit, block[i].at);
            block[i].at = NULL;
            continue;
        }
        size_t alignment = (size_t)64 << next(&state) % 8,
               bytes = next(&state) % (next(&state) % 16 == 0 ? 300000 : 900);
        bool zeroed = next(&state) % 2 == 0;
        block[i].at =
            zeroed ? emuq_fit_zalloc(fit, alignment, bytes) : emuq_fit_malloc(fit, alignment, bytes);
        if (block[i].at == NULL)
            continue;
        block[i].bytes = bytes;
        sum = sum * 31 + (uint64_t)(block[i].at - (unsigned char *)memory);
        good = (uintptr_t)block[i].at % alignment == 0 && emuq_fit_usable(block[i].at) >= bytes &&
               (!zeroed || is_full_of(block[i].at, bytes, 0)) && emuq_fit_used(fit) <= BYTES;
        memset(block[i].at, (int)i, emuq_fit_usable(block[i].at));
        block[i].bytes = emuq_fit_usable(block[i].at);
    }
    CU_ASSERT(good);
    for (unsigned i = 0; i < BLOCKS; i++)
        if (block[i].at != NULL)
            CU_ASSERT(emuq_fit_free(fit, block[i].at));
    void *most = emuq_fit_malloc(fit, 64, BYTES - (128u << 10) * 5); /* all free blocks are merged */
    CU_ASSERT_PTR_NOT_NULL(most);
    return sum;
}

static void blocks_keep_their_bytes(void)
{
    char *one = range(), *other = range();
    CU_ASSERT_EQUAL(random_calls(one), random_calls(other));
    free(one);
    free(other);
}

static void errors(void)
{
    char *memory = range();
    emuq_fit_t *fit = emuq_fit_open(memory, BYTES);
    char *block = emuq_fit_malloc(fit, 64, 1000), *behind = emuq_fit_malloc(fit, 64, 1000);
    CU_ASSERT_PTR_NULL(emuq_fit_malloc(fit, 64, BYTES));
    CU_ASSERT_PTR_NULL(emuq_fit_malloc(fit, 64, SIZE_MAX));
    CU_ASSERT(emuq_fit_free(fit, block));
    CU_ASSERT(!emuq_fit_free(fit, block));
    CU_ASSERT(!emuq_fit_free(fit, behind + 8));
    free(memory);
}

static void a_shorter_range(void)
{
    char *memory = range();
    emuq_fit_t *fit = emuq_fit_open(memory, BYTES);
    char *block = emuq_fit_malloc(fit, 64, BYTES / 4);
    CU_ASSERT(!emuq_fit_shrink(fit, BYTES / 8));
    CU_ASSERT(emuq_fit_shrink(fit, BYTES / 2));
    CU_ASSERT_PTR_NULL(emuq_fit_malloc(fit, 64, BYTES / 4));
    char *other = emuq_fit_malloc(fit, 64, BYTES / 8);
    CU_ASSERT(other > block && other + BYTES / 8 <= memory + BYTES / 2);
    memset(memory, 0, BYTES);
    fit = emuq_fit_open(memory, BYTES);
    block = emuq_fit_malloc(fit, 64, BYTES / 4);
    CU_ASSERT(emuq_fit_free(fit, block));
    CU_ASSERT(!emuq_fit_shrink(fit, BYTES / 8)); /* the bytes behind the new end need not be zero */
    free(memory);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"blocks keep their bytes", blocks_keep_their_bytes},
        {"errors", errors},
        {"a shorter range", a_shorter_range},
        {NULL, NULL},
    };
    return emuq_test_main("allocator in a range", tests);
}
