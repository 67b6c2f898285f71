/* SPDX-License-Identifier: BSD-3-Clause */
/* A window of 64 MiB for the heap: further blocks come from the C library. */
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"
#include "window.h"

#define BLOCKS 200

static void falls_back(size_t bytes)
{
    static char *blocks[BLOCKS];
    unsigned inside = 0;
    for (unsigned i = 0; i < BLOCKS; i++) {
        blocks[i] = malloc(bytes);
        CU_ASSERT_PTR_NOT_NULL_FATAL(blocks[i]);
        CU_ASSERT_EQUAL((uintptr_t)blocks[i] % 64, 0);
        memset(blocks[i], (int)i, 1000);
        inside += in_heap(blocks[i]);
    }
    CU_ASSERT(inside > 0);
    CU_ASSERT(inside < BLOCKS);
    for (unsigned i = 0; i < BLOCKS; i++) {
        if (i % 3 == 0)
            blocks[i] = realloc(blocks[i], bytes * 2);
        CU_ASSERT(blocks[i][0] == (char)i && blocks[i][999] == (char)i);
        free(blocks[i]);
    }
}

static void medium_blocks(void)
{
    falls_back(1 << 20);
}

static void large_blocks(void)
{
    falls_back(20 << 20);
}

static void many_small_blocks(void)
{
    enum { COUNT = 400000 };
    char **blocks = calloc(COUNT, sizeof(*blocks));
    unsigned inside = 0;
    for (unsigned i = 0; i < COUNT; i++) {
        blocks[i] = calloc(1, 400);
        inside += in_heap(blocks[i]);
        CU_ASSERT_FATAL(blocks[i] != NULL && blocks[i][399] == 0);
    }
    CU_ASSERT(inside > COUNT / 10 && inside < COUNT);
    for (unsigned i = 0; i < COUNT; i++)
        free(blocks[i]);
    free(blocks);
}

/** The range is used again when space is free. */
static void recovers(void)
{
    char *blocks[3000];
    for (unsigned i = 0; i < 3000; i++)
        blocks[i] = malloc(100);
    CU_ASSERT(in_heap(blocks[2999]));
    for (unsigned i = 0; i < 3000; i++)
        free(blocks[i]);
    char *large = malloc(40 << 20);
    CU_ASSERT_PTR_NOT_NULL(large);
    free(large);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"medium blocks", medium_blocks},
                                        {"large blocks", large_blocks},
                                        {"many small blocks", many_small_blocks},
                                        {"recovers", recovers},
                                        {NULL, NULL}};
    return SANITIZED_HEAP ? EMUQ_TEST_SKIPPED : emuq_test_main("exhausted heap", tests);
}
