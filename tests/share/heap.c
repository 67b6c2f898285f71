/* SPDX-License-Identifier: BSD-3-Clause */
/* The heap in the window: every kind of block comes from the window and is visible to a peer. With
 * HEAP_UNUSED, blocks come from the C library. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emuq_test.h"
#include "window.h"

#ifndef HEAP_REFUSED /* 1: the program has a different allocator */
#define HEAP_REFUSED 0
#endif

static char *old_small, *old_large, *old_aligned, *old_grown;

__attribute__((constructor(200))) static void early(void)
{
    old_small = strdup("from before");
    old_large = calloc(5, 1 << 20);
    old_aligned = aligned_alloc(4096, 8192);
    old_grown = malloc(100);
    memset(old_grown, 'o', 100);
}

#ifdef HEAP_UNUSED
#define SHARED false
#else
#define SHARED true
#endif

static void is_in_use(void)
{
    CU_ASSERT_EQUAL_FATAL(window.heap_status == 0, SHARED);
}

/** A block is in the window, aligned, and visible to the peer. */
static void check(void *memory, size_t bytes, size_t alignment)
{
    char *block = memory;
    CU_ASSERT_PTR_NOT_NULL_FATAL(block);
    CU_ASSERT_EQUAL(in_heap(block), SHARED);
    CU_ASSERT(bytes == 0 || in_heap(block + bytes - 1) == SHARED);
    CU_ASSERT_EQUAL((uintptr_t)block % alignment, 0);
    CU_ASSERT(malloc_usable_size(block) >= bytes);
    if (bytes != 0) {
        block[0] = 17;
        block[bytes - 1] = 18;
    }
    if (bytes != 0 && SHARED) {
        CU_ASSERT_EQUAL(*peer_of(block), bytes == 1 ? 18 : 17);
        CU_ASSERT_EQUAL(*peer_of(block + bytes - 1), 18);
    }
}

static const size_t sizes[] = {0,
                               1,
                               8,
                               24,
                               63,
                               64,
                               65,
                               100,
                               128,
                               129,
                               200,
                               1000,
                               1024,
                               4000,
                               4096,
                               10000,
                               65536,
                               100000,
                               1 << 20,
                               5 << 20,
                               15 << 20,
                               16 << 20,
                               17 << 20,
                               31 << 20,
                               33 << 20,
                               100 << 20,
                               (size_t)1 << 30,
                               (size_t)3 << 30};
#define SIZES (sizeof(sizes) / sizeof(*sizes))

static void blocks_of_all_sizes(void)
{
    for (unsigned i = 0; i < SIZES; i++) {
        void *two[] = {malloc(sizes[i]), malloc(sizes[i] < (1u << 30) ? sizes[i] : 1)};
        check(two[0], sizes[i], 64);
        check(two[1], sizes[i] < (1u << 30) ? sizes[i] : 1, 64);
        CU_ASSERT_PTR_NOT_EQUAL(two[0], two[1]);
        free(two[0]);
        free(two[1]);
    }
}

static bool all_zero(const char *block, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (block[i] != 0)
            return false;
    return true;
}

static void cleared_blocks(void)
{
    for (unsigned round = 0; round < 3; round++)
        for (unsigned i = 0; i < SIZES && sizes[i] <= 100 << 20; i++) {
            char *block = malloc(sizes[i]);
            memset(block, 0xff, sizes[i]);
            free(block);
            block = calloc(sizes[i], 1);
            CU_ASSERT(all_zero(block, sizes[i]));
            check(block, sizes[i], 64);
            free(block);
        }
    volatile size_t huge = SIZE_MAX / 2;
    void *volatile block = calloc(huge, 4); /* prevents elimination by the compiler */
    CU_ASSERT_PTR_NULL(block);
    block = malloc(huge + 1);
    CU_ASSERT_PTR_NULL(block);
    CU_ASSERT_EQUAL(errno, ENOMEM);
}

static void aligned_blocks(void)
{
    for (size_t alignment = 8; alignment <= 8 << 20; alignment *= 2)
        for (unsigned i = 0; i < SIZES && sizes[i] <= 100 << 20; i += 3) {
            void *block = NULL;
            CU_ASSERT_EQUAL(posix_memalign(&block, alignment, sizes[i]), 0);
            check(block, sizes[i], alignment);
            free(block);
            block = aligned_alloc(alignment, sizes[i]);
            check(block, sizes[i], alignment);
            free(block);
            block = memalign(alignment, sizes[i]);
            check(block, sizes[i], alignment);
            free(block);
        }
    void *page = valloc(100), *pages = pvalloc(5000);
    check(page, 100, 4096);
    check(pages, 8192, 4096);
    free(page);
    free(pages);
    CU_ASSERT_EQUAL(posix_memalign(&page, 3, 100), EINVAL);
    CU_ASSERT_EQUAL(posix_memalign(&page, 4, 100), EINVAL);
}

static void library_functions(void)
{
    char *text = strdup("text"), *printed = NULL, *line = NULL;
    size_t room = 0;
    check(text, 5, 64);
    CU_ASSERT_EQUAL(asprintf(&printed, "%d", 4711), 4);
    CU_ASSERT_EQUAL(in_heap(printed), SHARED);
    FILE *file = tmpfile();
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fprintf(file, "%0300d\n", 1);
    rewind(file);
    CU_ASSERT_EQUAL(getline(&line, &room, file), 301);
    CU_ASSERT_EQUAL(in_heap(line), SHARED);
    fclose(file);
    char *array = reallocarray(NULL, 10, 100);
    check(array, 1000, 64);
    free(text);
    free(printed);
    free(line);
    free(array);
}

static void growing_and_shrinking(void)
{
    char *block = NULL;
    size_t had = 0;
    for (unsigned i = 1; i < SIZES && sizes[i] <= 100 << 20; i++) {
        block = realloc(block, sizes[i]);
        for (size_t j = 0; j < had; j += 13)
            CU_ASSERT_EQUAL_FATAL(block[j], (char)(j / 13));
        check(block, sizes[i], 64);
        had = sizes[i];
        for (size_t j = 0; j < had; j += 13)
            block[j] = (char)(j / 13);
    }
    for (unsigned i = SIZES - 3; i > 0; i--) {
        block = realloc(block, sizes[i]);
        for (size_t j = 0; j < sizes[i] && j < 1000; j += 13)
            CU_ASSERT_EQUAL_FATAL(block[j], (char)(j / 13));
        CU_ASSERT_EQUAL(in_heap(block), SHARED);
    }
    CU_ASSERT_PTR_NULL(realloc(block, 0));
}

static void blocks_from_before(void)
{
    CU_ASSERT_FALSE(in_heap(old_small));
    CU_ASSERT_STRING_EQUAL(old_small, "from before");
    CU_ASSERT(malloc_usable_size(old_small) >= 12);
    CU_ASSERT(all_zero(old_large, 5 << 20));
    CU_ASSERT_EQUAL((uintptr_t)old_aligned % 4096, 0);
    old_grown = realloc(old_grown, 100000);
    CU_ASSERT_EQUAL(in_heap(old_grown), SHARED);
    CU_ASSERT(old_grown[0] == 'o' && old_grown[99] == 'o');
    free(old_small);
    free(old_large);
    free(old_aligned);
    free(old_grown);
}

#define THREADS 200
#define BLOCKS  200

static char *passed_on[THREADS][BLOCKS];

/** Allocates, and frees half; a second thread frees the rest. Returns the number of errors. */
static void *one_of_many(void *argument)
{
    char **mine = argument;
    size_t wrong = 0;
    for (unsigned i = 0; i < BLOCKS; i++) {
        size_t bytes = 1 + (i * 977) % 20000;
        mine[i] = malloc(bytes);
        wrong += in_heap(mine[i]) != SHARED || (uintptr_t)mine[i] % 64 != 0;
        memset(mine[i], (int)i, bytes);
        if (i % 2 != 0) {
            wrong += mine[i][0] != (char)i || mine[i][bytes - 1] != (char)i;
            free(mine[i]);
        }
    }
    return (void *)wrong;
}

static void many_threads(void)
{
    static pthread_t threads[THREADS];
    for (unsigned t = 0; t < THREADS; t++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[t], NULL, one_of_many, passed_on[t]), 0);
    for (unsigned t = 0; t < THREADS; t++) {
        void *wrong = (void *)1;
        pthread_join(threads[t], &wrong);
        CU_ASSERT_PTR_NULL(wrong);
        for (unsigned i = 0; i < BLOCKS; i += 2) {
            CU_ASSERT(passed_on[t][i][0] == (char)i);
            free(passed_on[t][i]);
        }
    }
}

/** Freed small blocks leave space for large blocks. */
static void large_after_small(void)
{
    static void *small[4000];
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < 4000; i++)
            small[i] = malloc(1 << 20);
        for (unsigned i = 0; i < 4000; i++) {
            CU_ASSERT_EQUAL(in_heap(small[i]), SHARED);
            free(small[i]);
        }
        void *large = malloc((size_t)5 << 30);
        check(large, (size_t)5 << 30, 64);
        free(large);
    }
}

static void refused(void)
{
    CU_ASSERT_EQUAL(window.heap_status, -ENOTSUP);
    char *block = realloc(old_grown, 200);
    CU_ASSERT(!in_heap(block) && block[99] == 'o');
    free(block);
    free(old_small);
    free(old_large);
    free(old_aligned);
}

int main(void)
{
    static const emuq_test_t shared[] = {{"is in use", is_in_use},
                                         {"blocks of all sizes", blocks_of_all_sizes},
                                         {"cleared blocks", cleared_blocks},
                                         {"aligned blocks", aligned_blocks},
                                         {"library functions", library_functions},
                                         {"growing and shrinking", growing_and_shrinking},
                                         {"blocks from before", blocks_from_before},
                                         {"many threads", many_threads},
                                         {"large after small", large_after_small},
                                         {NULL, NULL}};
    static const emuq_test_t private[] = {{"refused", refused}, {NULL, NULL}};
    return emuq_test_main("shared heap", SANITIZED_HEAP || HEAP_REFUSED ? private : shared);
}
