/* SPDX-License-Identifier: BSD-3-Clause */
/* Freed memory of an arena is reused, zeroed, in all processes. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/arena.h"
#include "backends/settings.h"
#include "emuq_test.h"

static bool is_zero(const char *p, size_t bytes)
{
    return p[0] == 0 && memcmp(p, p + 1, bytes - 1) == 0;
}

static emuq_arena_t *make(uint32_t slots)
{
    emuq_arena_t *arena = NULL;
    CU_ASSERT_EQUAL_FATAL(emuq_arena_create(slots, NULL, 1, 1, &arena), 0);
    return arena;
}

/* Sizes around the bounds of classes, up to blocks whose pages are released. */
static void memory_comes_again(void)
{
    static const size_t sizes[] = {1,   63,   64,   65,    80,    81,      96,     128,
                                   129, 4096, 5000, 65536, 65537, 1000000, 8 << 20};
    for (uint32_t slots = 0; slots <= 1; slots++) {
        emuq_arena_t *arena = make(slots);
        uint64_t used = emuq_arena_used(arena);
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            char *first = emuq_arena_alloc(arena, sizes[i], 64);
            CU_ASSERT_PTR_NOT_NULL_FATAL(first);
            CU_ASSERT_TRUE(emuq_arena_used(arena) >= used + sizes[i]);
            CU_ASSERT_TRUE(emuq_arena_used(arena) <= used + sizes[i] + sizes[i] / 4 + 64);
            memset(first, 0x5a, sizes[i]);
            emuq_arena_free(arena, first, sizes[i]);
            CU_ASSERT_EQUAL(emuq_arena_used(arena), used);
            char *again = emuq_arena_alloc(arena, sizes[i], 64);
            CU_ASSERT_PTR_EQUAL(again, first);
            CU_ASSERT_TRUE(is_zero(again, sizes[i]));
            emuq_arena_free(arena, again, sizes[i]);
        }
        emuq_arena_close(arena);
    }
}

static void uncleared_memory_comes_again_as_it_is(void)
{
    static const size_t sizes[] = {100, 4096, 70000};
    for (uint32_t slots = 0; slots <= 1; slots++) {
        emuq_arena_t *arena = make(slots);
        uint64_t used = emuq_arena_used(arena);
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            char *first = emuq_arena_alloc_uncleared(arena, sizes[i], 64);
            CU_ASSERT_PTR_NOT_NULL_FATAL(first);
            memset(first, 0x5a, sizes[i]);
            emuq_arena_free_uncleared(arena, first, sizes[i]);
            CU_ASSERT_EQUAL(emuq_arena_used(arena), used);
            char *cleared = emuq_arena_alloc(arena, sizes[i], 64);
            CU_ASSERT_PTR_NOT_EQUAL(cleared, first);
            CU_ASSERT_TRUE(is_zero(cleared, sizes[i]));
            char *again = emuq_arena_alloc_uncleared(arena, sizes[i], 64);
            CU_ASSERT_PTR_EQUAL(again, first);
            CU_ASSERT_EQUAL(again[sizes[i] - 1], 0x5a);
            emuq_arena_free(arena, again, sizes[i]);
            emuq_arena_free(arena, cleared, sizes[i]);
            CU_ASSERT_EQUAL(emuq_arena_used(arena), used);
        }
        emuq_arena_close(arena);
    }
}

/* Blocks freed without clearing are available to callers that need cleared memory. */
static void uncleared_memory_is_cleared_when_there_is_no_other(void)
{
    const size_t large = (size_t)5 << 30; /* of the 16 GiB of a private arena */
    emuq_arena_t *arena = make(0);
    char *first = emuq_arena_alloc_uncleared(arena, large, 64), *second = NULL;
    CU_ASSERT_PTR_NOT_NULL_FATAL(first);
    first[0] = first[4096] = 0x5a;
    emuq_arena_free_uncleared(arena, first, large);
    for (int i = 0; i < 4 && second != first; i++)
        second = emuq_arena_alloc(arena, large, 64);
    CU_ASSERT_PTR_EQUAL_FATAL(second, first);
    CU_ASSERT_TRUE(first[0] == 0 && first[4096] == 0);
    emuq_arena_close(arena);
}

static void blocks_do_not_overlap(void)
{
    enum { BLOCKS = 200 };
    emuq_arena_t *arena = make(0);
    char *block[BLOCKS];
    size_t bytes[BLOCKS];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < BLOCKS; i++) {
            bytes[i] = (size_t)(i * 37 + 1);
            block[i] = emuq_arena_alloc(arena, bytes[i], 1);
            CU_ASSERT_PTR_NOT_NULL_FATAL(block[i]);
            CU_ASSERT_TRUE(is_zero(block[i], bytes[i]));
            memset(block[i], i, bytes[i]);
        }
        for (int i = 0; i < BLOCKS; i++) {
            CU_ASSERT_EQUAL(block[i][0], (char)i);
            CU_ASSERT_EQUAL(memcmp(block[i], block[i] + 1, bytes[i] - 1), 0);
            emuq_arena_free(arena, block[i], bytes[i]);
        }
        CU_ASSERT_EQUAL(emuq_arena_used(arena), 0);
    }
    emuq_arena_close(arena);
}

static void alignment_is_kept(void)
{
    emuq_arena_t *arena = make(0);
    for (size_t align = 1; align <= 4096; align *= 2) {
        void *small = emuq_arena_alloc(arena, 100, 1), *p = emuq_arena_alloc(arena, 100, align);
        CU_ASSERT_EQUAL((uintptr_t)p % align, 0);
        emuq_arena_free(arena, p, 100);
        emuq_arena_free(arena, small, 100); /* next candidate, maybe less aligned */
    }
    emuq_arena_close(arena);
}

static void too_much_is_refused(void)
{
    emuq_arena_t *arena = make(0);
    CU_ASSERT_PTR_NULL(emuq_arena_alloc(arena, SIZE_MAX, 64));
    CU_ASSERT_PTR_NULL(emuq_arena_alloc(arena, (size_t)1 << 34, 64));
    CU_ASSERT_EQUAL(emuq_arena_used(arena), 0);
    emuq_arena_free(arena, NULL, 100);
    emuq_arena_close(arena);
}

static void the_pages_of_a_large_block_go_back(void)
{
    const size_t bytes = 1 << 20, page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char present[256];
    for (uint32_t slots = 0; slots <= 1; slots++) {
        emuq_arena_t *arena = make(slots);
        char *p = emuq_arena_alloc(arena, bytes, 4096);
        memset(p, 1, bytes);
        emuq_arena_free(arena, p, bytes);
        CU_ASSERT_EQUAL_FATAL(mincore(p, bytes, present), 0);
        size_t kept = 0;
        for (size_t i = 0; i < bytes / page && i < sizeof present; i++)
            kept += present[i] & 1;
        CU_ASSERT_TRUE(kept <= 1); /* the first block contains the list */
        emuq_arena_close(arena);
    }
}

static void another_process_frees_what_this_one_uses(void)
{
    emuq_arena_t *arena = make(1);
    char *p = emuq_arena_alloc(arena, 1000, 64);
    memset(p, 1, 1000);
    pid_t child = fork();
    CU_ASSERT_FATAL(child >= 0);
    if (child == 0) {
        emuq_arena_free(arena, p, 1000);
        _exit(emuq_arena_used(arena) == 0 ? 0 : 1);
    }
    int status = -1;
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    CU_ASSERT_EQUAL(status, 0);
    CU_ASSERT_PTR_EQUAL(emuq_arena_alloc(arena, 1000, 64), p);
    CU_ASSERT_TRUE(is_zero(p, 1000));
    emuq_arena_close(arena);
}

#define THREADS 4
#define ROUNDS  2000

/* Each thread marks its blocks, which detects a block that two threads get. */
static void *make_and_free(void *argument)
{
    emuq_arena_t *arena = argument;
    uintptr_t bad = 0;
    for (uint64_t i = 0; i < ROUNDS; i++) {
        size_t bytes = 64 + i % 5 * 100;
        uint64_t *p = emuq_arena_alloc(arena, bytes, 64);
        if (p == NULL)
            return (void *)1;
        bad += p[0] != 0 || p[7] != 0;
        p[0] = p[7] = (uint64_t)(uintptr_t)&bad + i;
        bad += p[0] != (uint64_t)(uintptr_t)&bad + i || p[7] != p[0];
        emuq_arena_free(arena, p, bytes);
    }
    return (void *)bad;
}

static void threads_share_the_lists(void)
{
    emuq_arena_t *arena = make(0);
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&thread[i], NULL, make_and_free, arena), 0);
    for (int i = 0; i < THREADS; i++) {
        void *bad = NULL;
        pthread_join(thread[i], &bad);
        CU_ASSERT_PTR_NULL(bad);
    }
    CU_ASSERT_EQUAL(emuq_arena_used(arena), 0);
    emuq_arena_close(arena);
}

static int fill(void *object, void *number)
{
    *(int *)object += 1 + *(int *)number;
    return *(int *)number < 0 ? *(int *)number : 0;
}

static void objects_are_found_by_name(void)
{
    emuq_arena_t *arena = make(0);
    int bad = -5, one = 1, two = 2;
    void *first, *again, *second;
    CU_ASSERT_EQUAL(emuq_arena_object(arena, "first", sizeof(int), fill, &bad, &first), -5);
    CU_ASSERT_EQUAL(emuq_arena_object(arena, "first", sizeof(int), fill, &one, &first), 0);
    CU_ASSERT_EQUAL(emuq_arena_object(arena, "second", sizeof(int), fill, &two, &second), 0);
    CU_ASSERT_EQUAL(emuq_arena_object(arena, "first", sizeof(int), fill, &two, &again), 0);
    CU_ASSERT_PTR_EQUAL(first, again);
    CU_ASSERT_EQUAL(*(int *)first, 2);
    CU_ASSERT_EQUAL(*(int *)second, 3);
    CU_ASSERT_EQUAL(emuq_arena_object(arena, "third", sizeof(int), fill, &one, &first), 0);
    CU_ASSERT_EQUAL(emuq_arena_object(arena, "fourth", sizeof(int), fill, &one, &first), 0);
    CU_ASSERT_EQUAL(emuq_arena_object(arena, "fifth", sizeof(int), fill, &one, &first), -ENOSPC);
    emuq_arena_close(arena);
}

static void reserved_addresses_are_not_for_all(void)
{
    enum { BYTES = 1 << 20 };
    emuq_backed_window_t w;
    emuq_arena_t *arena = make(2);
    CU_ASSERT_EQUAL_FATAL(emuq_arena_window(arena, 1, &w), 0);
    char *block = emuq_arena_alloc(arena, BYTES, 64), *place = emuq_arena_reserve(arena, BYTES, 1 << 16),
         *next = emuq_arena_reserve(arena, BYTES, 1 << 16), local;
    CU_ASSERT_FATAL(block != NULL && place != NULL && next >= place + BYTES);
    CU_ASSERT_EQUAL((uintptr_t)place % (1 << 16), 0);
    CU_ASSERT_TRUE(emuq_arena_reached_by_all(arena, arena, 1));
    CU_ASSERT_TRUE(emuq_arena_reached_by_all(arena, block, BYTES));
    CU_ASSERT_TRUE(emuq_arena_reached_by_all(arena, w.va, w.bytes));
    CU_ASSERT_FALSE(emuq_arena_reached_by_all(arena, w.va, w.bytes + 1));
    CU_ASSERT_FALSE(emuq_arena_reached_by_all(arena, (char *)arena - 1, 2));
    CU_ASSERT_FALSE(emuq_arena_reached_by_all(arena, block, (size_t)(place - block) + 1));
    CU_ASSERT_FALSE(emuq_arena_reached_by_all(arena, place, 1));
    CU_ASSERT_FALSE(emuq_arena_reached_by_all(arena, next + BYTES - 1, 1));
    CU_ASSERT_FALSE(emuq_arena_reached_by_all(arena, &local, 1));
    /* Memory mapped there meanwhile stays. */
    CU_ASSERT_EQUAL(emuq_arena_release(place, BYTES, false), -EEXIST);
    /* Without a mapping there is no memory. */
    for (int round = 0; round < 2; round++) {
        CU_ASSERT_EQUAL(msync(place, BYTES, MS_ASYNC), 0);
        CU_ASSERT_PTR_EQUAL(
            mmap(place, BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0),
            MAP_FAILED);
        CU_ASSERT_PTR_EQUAL(mmap(place, BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0),
                            place);
        if (round == 0) {
            CU_ASSERT_EQUAL(munmap(place, BYTES), 0);
        }
        CU_ASSERT_EQUAL(emuq_arena_release(place, BYTES, round != 0), 0);
    }
    emuq_arena_close(arena);
    arena = make(0);
    CU_ASSERT_TRUE(emuq_arena_reached_by_all(arena, &local, 1));
    CU_ASSERT_PTR_NULL(emuq_arena_reserve(arena, 1, 64));
    emuq_arena_close(arena);
}

/* Each size gives an arena, without windows if space is short. */
static void small_arenas(void)
{
    static const char *const sizes[] = {"32M", "64M", "128M", "192M", "224M", "256M", "320M", "1G", "5G"};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        setenv("EMUQ_ARENA", sizes[i], 1);
        CU_ASSERT_EQUAL_FATAL(emuq_settings_load(), 0);
        for (uint32_t slots = 1; slots <= 64; slots *= 4) {
            emuq_backed_window_t w;
            emuq_arena_t *arena = make(slots);
            CU_ASSERT_PTR_NOT_NULL(emuq_arena_alloc(arena, 4 << 20, 64));
            CU_ASSERT_PTR_NOT_NULL(emuq_arena_reserve(arena, 4 << 20, 1 << 16));
            int rc = emuq_arena_window(arena, slots - 1, &w);
            CU_ASSERT(rc == -ENOSPC || (rc == 0 && (uintptr_t)w.va % EMUQ_WINDOW_ALIGNMENT == 0));
            CU_ASSERT(rc != 0 || emuq_arena_reached_by_all(arena, w.va, w.bytes));
            emuq_arena_close(arena);
        }
    }
    unsetenv("EMUQ_ARENA");
    emuq_settings_load();
}

#if !EMUQ_TSAN /* leaves too little memory for the arena */
/* Equal data have equal addresses in all ranks. */
static void windows_differ_in_the_low_bits_of_addresses(void)
{
    enum { SLOTS = 63 };
    const uintptr_t low = UINT32_MAX;
    emuq_backed_window_t w[SLOTS];
    emuq_arena_t *arena = make(SLOTS);
    for (uint32_t i = 0; i < SLOTS; i++) {
        CU_ASSERT_EQUAL_FATAL(emuq_arena_window(arena, i, &w[i]), 0);
        CU_ASSERT_EQUAL((uintptr_t)w[i].va % EMUQ_WINDOW_ALIGNMENT, 0);
        CU_ASSERT_NOT_EQUAL((uintptr_t)w[i].va & low, 0);
        CU_ASSERT_TRUE(emuq_arena_reached_by_all(arena, w[i].va, w[i].bytes));
        for (uint32_t k = 0; k < i; k++) {
            CU_ASSERT_NOT_EQUAL((uintptr_t)w[i].va & low, (uintptr_t)w[k].va & low);
            CU_ASSERT_TRUE(w[k].va + w[k].bytes <= w[i].va);
        }
    }
    emuq_arena_close(arena);
}
#endif

int main(void)
{
    static const emuq_test_t tests[] = {
        {"memory comes again", memory_comes_again},
        {"uncleared memory comes again as it is", uncleared_memory_comes_again_as_it_is},
        {"uncleared memory is cleared when there is no other",
         uncleared_memory_is_cleared_when_there_is_no_other},
        {"blocks do not overlap", blocks_do_not_overlap},
        {"alignment is kept", alignment_is_kept},
        {"too much is refused", too_much_is_refused},
        {"the pages of a large block go back", the_pages_of_a_large_block_go_back},
        {"another process frees what this one uses", another_process_frees_what_this_one_uses},
        {"threads share the lists", threads_share_the_lists},
        {"objects are found by name", objects_are_found_by_name},
        {"reserved addresses are not for all", reserved_addresses_are_not_for_all},
        {"small arenas", small_arenas},
#if !EMUQ_TSAN
        {"windows differ in the low bits of addresses", windows_differ_in_the_low_bits_of_addresses},
#endif
        {NULL, NULL},
    };
    return emuq_test_main("arena", tests);
}
