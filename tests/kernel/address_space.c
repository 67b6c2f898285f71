/* SPDX-License-Identifier: BSD-3-Clause */
/* Windows of physical addresses, without any partition. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "backends/address_space.h"
#include "emuq_test.h"

#define GRANULE EMUQ_GRANULE_BYTES

/**
 * Reserves @p granules aligned granules of memory, not writable: a window does not extend beyond the
 * requested bytes.
 */
static char *reserve(size_t granules)
{
    char *raw =
        mmap(NULL, (granules + 1) * GRANULE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (raw == MAP_FAILED)
        exit(EMUQ_TEST_SKIPPED);
    char *aligned = (char *)(((uintptr_t)raw + GRANULE - 1) & ~(uintptr_t)(GRANULE - 1));
    if (aligned > raw)
        munmap(raw, (size_t)(aligned - raw));
    munmap(aligned + granules * GRANULE, (size_t)(raw + GRANULE - aligned));
    return aligned;
}

static void check_window(emuq_address_space_t *space, const char *va, size_t bytes, emuq_window_t *w)
{
    CU_ASSERT_EQUAL_FATAL(emuq_address_space_map(space, va, bytes, w), 0);
    CU_ASSERT(w->va <= (uintptr_t)va && (uintptr_t)va + bytes <= w->va + w->bytes);
    CU_ASSERT(w->pa + w->bytes <= UINT64_C(1) << EMUQ_PA_BITS);
    uint64_t pa = w->pa + ((uintptr_t)va - w->va);
    CU_ASSERT_PTR_EQUAL(emuq_translate(space->memory, pa, 1), va);
    CU_ASSERT_PTR_EQUAL(emuq_translate(space->memory, pa, bytes), va);
    CU_ASSERT_PTR_EQUAL(emuq_translate(space->memory, pa + bytes - 1, 1), va + bytes - 1);
}

static void one_window(void)
{
    emuq_address_space_t *space = emuq_address_space_new();
    emuq_window_t w, again;
    char local[64];
    check_window(space, local, sizeof(local), &w);
    CU_ASSERT_EQUAL(w.pa % GRANULE, w.va % GRANULE);
    check_window(space, local + 7, 1, &again);
    CU_ASSERT_EQUAL(memcmp(&w, &again, sizeof(w)), 0);
    CU_ASSERT_EQUAL(emuq_address_space_map(space, local, 0, &again), 0);
    emuq_address_space_free(space);
}

static void windows_begin_at_the_top(void)
{
    emuq_address_space_t *space = emuq_address_space_new();
    char *high = reserve(8);
    emuq_window_t a, b;
    check_window(space, high, 1, &a);
    CU_ASSERT_EQUAL(a.pa, (UINT64_C(1) << EMUQ_PA_BITS) - GRANULE);
    check_window(space, high + 3 * GRANULE, 2 * GRANULE, &b);
    CU_ASSERT_EQUAL(b.pa, a.pa - 2 * GRANULE);
    CU_ASSERT_EQUAL(b.bytes, 2 * GRANULE);
    munmap(high, 8 * GRANULE);
    emuq_address_space_free(space);
}

/* Linux maps memory at descending addresses: windows grow downwards together. */
static void windows_grow(void)
{
    emuq_address_space_t *space = emuq_address_space_new();
    char *m = reserve(8);
    emuq_window_t w, grown, far, all;
    check_window(space, m + 5 * GRANULE, 100, &w);
    check_window(space, m + 4 * GRANULE + 5, GRANULE, &grown);
    CU_ASSERT_EQUAL(grown.pa, w.pa - GRANULE);
    CU_ASSERT_EQUAL(grown.bytes, 2 * GRANULE);
    /* A separate window, and then the granule between both. */
    check_window(space, m + 2 * GRANULE, 1, &far);
    CU_ASSERT_EQUAL(far.bytes, GRANULE);
    check_window(space, m + 2 * GRANULE, 4 * GRANULE, &all);
    CU_ASSERT(all.bytes >= 4 * GRANULE);
    /* Old addresses stay valid. */
    CU_ASSERT_PTR_EQUAL(emuq_translate(space->memory, w.pa + 17, 8), m + 5 * GRANULE + 17);
    CU_ASSERT_PTR_EQUAL(emuq_translate(space->memory, far.pa + 17, 8), m + 2 * GRANULE + 17);
    munmap(m, 8 * GRANULE);
    emuq_address_space_free(space);
}

/* A program that requests the first bytes of a buffer gets all of it, up to a limit. */
static void windows_extend_over_a_buffer(void)
{
    emuq_address_space_t *space = emuq_address_space_new();
    char *m = reserve(30);
    emuq_window_t w;
    CU_ASSERT_EQUAL_FATAL(mprotect(m + GRANULE, 4 * GRANULE, PROT_READ | PROT_WRITE), 0);
    check_window(space, m + GRANULE + 64, 64, &w);
    CU_ASSERT_EQUAL(w.va, (uintptr_t)m + GRANULE);
    CU_ASSERT_EQUAL(w.bytes, 4 * GRANULE);
    CU_ASSERT_PTR_EQUAL(emuq_translate(space->memory, w.pa + 2 * GRANULE - 8, 16), m + 3 * GRANULE - 8);
    CU_ASSERT_EQUAL_FATAL(mprotect(m + 6 * GRANULE, 24 * GRANULE, PROT_READ | PROT_WRITE), 0);
    check_window(space, m + 6 * GRANULE, 64, &w);
    CU_ASSERT(w.bytes > GRANULE && w.bytes < 24 * GRANULE);
    munmap(m, 30 * GRANULE);
    emuq_address_space_free(space);
}

static void ranges_over_granules(void)
{
    emuq_address_space_t *space = emuq_address_space_new();
    char *m = reserve(8);
    emuq_window_t up, down, both;
    check_window(space, m + 6 * GRANULE, 1, &up);
    check_window(space, m + 1 * GRANULE, 1, &down); /* the PA just below, of a different VA */
    CU_ASSERT_EQUAL(down.pa + GRANULE, up.pa);
    CU_ASSERT_PTR_NULL(emuq_translate(space->memory, up.pa - 4, 8));
    CU_ASSERT_PTR_NOT_NULL(emuq_translate(space->memory, up.pa - 4, 4));
    check_window(space, m + 2 * GRANULE - 4, 8, &both);
    CU_ASSERT_PTR_EQUAL(emuq_translate(space->memory, both.pa + GRANULE - 4, 8), m + 2 * GRANULE - 4);
    check_window(space, m + 3 * GRANULE, 3 * GRANULE, &both);
    munmap(m, 8 * GRANULE);
    emuq_address_space_free(space);
}

static void addresses_outside(void)
{
    emuq_address_space_t *space = emuq_address_space_new();
    char *m = reserve(2);
    emuq_window_t w;
    CU_ASSERT_PTR_NULL(emuq_translate(space->memory, UINT64_C(1) << 36, 1));
    CU_ASSERT_PTR_NULL(emuq_translate(space->memory, (UINT64_C(1) << 36) - 1, 2));
    if (!emuq_is_mapped((void *)(uintptr_t)((UINT64_C(1) << 36) - GRANULE), 1)) /* used by sanitizers */
        CU_ASSERT_PTR_NULL(emuq_translate(space->memory, (UINT64_C(1) << 36) - GRANULE, 1));
    CU_ASSERT_PTR_NULL(emuq_translate(space->memory, UINT64_MAX, 1));
    CU_ASSERT_PTR_NULL(emuq_translate(space->memory, 1, UINT64_MAX));
    CU_ASSERT_PTR_NULL(emuq_translate(space->memory, 0, 8));
    munmap(m + GRANULE, GRANULE);
    CU_ASSERT_EQUAL(emuq_address_space_map(space, m + GRANULE, 1, &w), -EINVAL);
    CU_ASSERT_EQUAL(emuq_address_space_map(space, NULL, 1, &w), -EINVAL);
    CU_ASSERT_EQUAL(emuq_address_space_map(space, m, SIZE_MAX, &w), -ENOSPC);
    CU_ASSERT_EQUAL(emuq_address_space_map(space, m, (size_t)1 << 37, &w), -ENOSPC);
    /* Only the first byte must be mapped. */
    CU_ASSERT_EQUAL(emuq_address_space_map(space, m + GRANULE - 8, 16, &w), 0);
    munmap(m, GRANULE);
    emuq_address_space_free(space);
}

/* Memory at a low address, like data of a program that is not position-independent. */
static char *low_memory(uintptr_t at, size_t bytes)
{
    char *m = mmap((void *)at, bytes, PROT_READ,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (m != MAP_FAILED && m != (char *)at) {
        munmap(m, bytes);
        return NULL;
    }
    return m == MAP_FAILED ? NULL : m;
}

#define LOW UINT64_C(0x100000000)

static void low_addresses_are_their_own(void)
{
    emuq_address_space_t *space = emuq_address_space_new();
    char *m = low_memory(LOW, 4 * GRANULE);
    emuq_window_t w;
    if (m == NULL) {
        emuq_address_space_free(space);
        return; /* reserved by the host */
    }
    check_window(space, m + GRANULE + 3, GRANULE, &w);
    CU_ASSERT_EQUAL(w.pa, w.va);
    CU_ASSERT_EQUAL(w.bytes, 2 * GRANULE);
    /* Without a region: an address that a program uses directly. */
    CU_ASSERT_PTR_EQUAL(emuq_translate(space->memory, LOW + 5, 8), m + 5);
    CU_ASSERT_PTR_EQUAL(emuq_translate(space->memory, LOW + 3 * GRANULE - 8, 16), m + 3 * GRANULE - 8);
    CU_ASSERT_PTR_NULL(emuq_translate(space->memory, LOW + 4 * GRANULE - 8, 16));
    CU_ASSERT_PTR_NULL(emuq_translate(space->memory, LOW - 8, 8));
    check_window(space, m, 1, &w);
    CU_ASSERT_EQUAL(w.bytes, 4 * GRANULE);
    munmap(m, 4 * GRANULE);
    emuq_address_space_free(space);
}

static void a_taken_identity_gets_another_window(void)
{
    emuq_address_space_t *space = emuq_address_space_new();
    char *low = low_memory((UINT64_C(1) << 36) - GRANULE, GRANULE), *high = reserve(1);
    emuq_window_t first, second;
    check_window(space, high, 1, &first); /* uses the highest PAs */
    if (low != NULL) {
        check_window(space, low, 1, &second);
        CU_ASSERT_EQUAL(second.pa, first.pa - GRANULE);
        munmap(low, GRANULE);
    }
    munmap(high, GRANULE);
    emuq_address_space_free(space);
}

static void all_windows_in_use(void)
{
    emuq_address_space_t *space = emuq_address_space_new();
    char *m = reserve(2 * EMUQ_GRANULES + 2);
    emuq_window_t w;
    uint32_t made = 0;
    /* Every second granule, so that no window can grow into its neighbour. */
    while (made < EMUQ_GRANULES && emuq_address_space_map(space, m + 2 * made * GRANULE, 1, &w) == 0)
        made++;
    CU_ASSERT_EQUAL(made, EMUQ_GRANULES);
    CU_ASSERT_EQUAL(emuq_address_space_map(space, m + 2 * made * GRANULE, 1, &w), -ENOSPC);
    check_window(space, m + 20 * GRANULE, 64, &w);
    munmap(m, (2 * EMUQ_GRANULES + 2) * GRANULE);
    emuq_address_space_free(space);
}

#define THREADS 4
#define ROUNDS  200

static emuq_address_space_t *shared;
static char *shared_memory;

static void *map_and_translate(void *argument)
{
    unsigned seed = (unsigned)(uintptr_t)argument;
    uintptr_t bad = 0;
    for (int i = 0; i < ROUNDS; i++) {
        char *va = shared_memory + (uint64_t)rand_r(&seed) % (30 * GRANULE);
        emuq_window_t w;
        if (emuq_address_space_map(shared, va, GRANULE / 2, &w) != 0 ||
            emuq_translate(shared->memory, w.pa + ((uintptr_t)va - w.va), GRANULE / 2) != va)
            bad++;
    }
    return (void *)bad;
}

static void threads_map_together(void)
{
    pthread_t thread[THREADS];
    shared = emuq_address_space_new();
    shared_memory = reserve(32);
    for (uintptr_t i = 0; i < THREADS; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&thread[i], NULL, map_and_translate, (void *)i), 0);
    for (int i = 0; i < THREADS; i++) {
        void *bad = NULL;
        pthread_join(thread[i], &bad);
        CU_ASSERT_PTR_NULL(bad);
    }
    munmap(shared_memory, 32 * GRANULE);
    emuq_address_space_free(shared);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"one window", one_window},
        {"windows begin at the top", windows_begin_at_the_top},
        {"windows grow", windows_grow},
        {"windows extend over a buffer", windows_extend_over_a_buffer},
        {"ranges over granules", ranges_over_granules},
        {"addresses outside", addresses_outside},
        {"low addresses are their own", low_addresses_are_their_own},
        {"a taken identity gets another window", a_taken_identity_gets_another_window},
        {"all windows in use", all_windows_in_use},
        {"threads map together", threads_map_together},
        {NULL, NULL},
    };
    return emuq_test_main("address space", tests);
}
