/* SPDX-License-Identifier: BSD-3-Clause */
/* Creating and destroying clients, geometries, regions and types repeatedly does not grow the memory of a
 * job. */
#include "coll_support.h"

#include <malloc.h>
#include <unistd.h>
#if MU_SANITIZED
/* From the sanitizers' allocator_interface.h, not installed by gcc. */
size_t __sanitizer_get_current_allocated_bytes(void);
#endif

enum {
    WARM = 12,
    PERIODS = 6,
    ROUNDS = 100, /* of a period */
    BLOCK = 16,   /* bytes: no block of the heap is smaller */
    PAGES = 32    /* tolerance for mappings of the C library */
};

/* Bytes in use in the heap of the process, or of the sanitizer. */
static size_t heap(void)
{
#if MU_SANITIZED
    return __sanitizer_get_current_allocated_bytes();
#else
    struct mallinfo2 m = mallinfo2();
    return m.uordblks + m.hblkhd;
#endif
}

/* Pages mapped by the process. */
static size_t mapped(void)
{
    size_t pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    CHECK(f != NULL && fscanf(f, "%zu", &pages) == 1);
    fclose(f);
    return pages;
}

typedef struct use {
    size_t heap, mapped;
} use_t;

/* Memory in use while no rank works. The pages are read separately from the heap, because reading their file
 * allocates a buffer. */
static use_t measure(mu_rank_t *me)
{
    use_t u;
    mu_barrier(me);
    u.heap = heap();
    mu_barrier(me);
    u.mapped = mapped();
    mu_barrier(me);
    return u;
}

/* Rounds of @p make_and_destroy leave the memory unchanged. Caches have a limit, so one of several periods
 * adds less than a block per round; a leak adds more in each period. Ranks that are threads share the heap:
 * each rank measures the sum, and all ranks get the same result. */
static void keeps_memory(mu_rank_t *me, const char *what, void (*make_and_destroy)(mu_rank_t *me, void *),
                         void *argument)
{
    for (int i = 0; i < WARM; i++)
        make_and_destroy(me, argument);
    use_t first = measure(me), last = first;
    int growing = 0;
    for (int period = 0; period < PERIODS; period++) {
        use_t before = last;
        for (int i = 0; i < ROUNDS; i++)
            make_and_destroy(me, argument);
        last = measure(me);
        growing += last.heap >= before.heap + (size_t)ROUNDS * BLOCK;
    }
    /* Sanitizers keep freed blocks for a while, and so map more. */
    bool grows =
        growing == PERIODS || (!MU_SANITIZED && last.mapped > first.mapped + (size_t)PERIODS * PAGES);
    if (grows)
        fprintf(stderr, "%s: %d rounds: heap %zu -> %zu bytes, mapped %zu -> %zu pages\n", what,
                PERIODS * ROUNDS, first.heap, last.heap, first.mapped, last.mapped);
    CHECK(!grows);
}

static void client(mu_rank_t *me, void *argument)
{
    kit_t kit;
    (void)argument;
    kit_open_named(&kit, me, "GROWTH", 2);
    kit_barrier(&kit);
    kit_close(&kit);
    mu_barrier(me); /* a client is made again when all tasks have destroyed theirs */
}

static void clients_body(mu_rank_t *me)
{
    kit_give_back_entries(me);
    keeps_memory(me, "clients", client, NULL);
}

static void geometry(mu_rank_t *me, void *argument)
{
    kit_t *kit = argument;
    (void)me;
    static const coll_kind_t kinds[] = {COLL_REVERSED, COLL_SPLIT_PARENT, COLL_CONTEXTS, COLL_OPTIMIZED,
                                        COLL_UPDATED};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        coll_t c;
        coll_open(&c, kit, kinds[i]);
        coll_barrier(&c);
        coll_close(&c);
    }
    kit_barrier(kit);
}

static void geometries_body(mu_rank_t *me)
{
    kit_t kit;
    kit_open(&kit, me, 2);
    keeps_memory(me, "geometries", geometry, &kit);
    kit_close(&kit);
}

static void region_and_type(mu_rank_t *me, void *argument)
{
    kit_t *kit = argument;
    (void)me;
    for (int i = 0; i < 50; i++) {
        pami_memregion_t region;
        pami_type_t type;
        size_t bytes = 0, length = (size_t)4096 << i % 8;
        void *memory = malloc(length);
        CHECK_EQUAL(PAMI_Memregion_create(kit->context[0], memory, length, &bytes, &region), PAMI_SUCCESS);
        CHECK_EQUAL(PAMI_Memregion_destroy(kit->context[0], &region), PAMI_SUCCESS);
        free(memory);
        CHECK_EQUAL(PAMI_Type_create(&type), PAMI_SUCCESS);
        CHECK_EQUAL(PAMI_Type_add_simple(type, 8, 0, 3, 16), PAMI_SUCCESS);
        CHECK_EQUAL(PAMI_Type_complete(type, 8), PAMI_SUCCESS);
        CHECK_EQUAL(PAMI_Type_destroy(&type), PAMI_SUCCESS);
        (void)kit_endpoint(kit, kit->task, 1);
    }
}

static void regions_body(mu_rank_t *me)
{
    kit_t kit;
    kit_open(&kit, me, 2);
    keeps_memory(me, "regions and types", region_and_type, &kit);
    kit_close(&kit);
}

static void clients(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), clients_body);
}

static void geometries(void)
{
    mu_run(MU_NODES(2, 2, 1, 1, 1), geometries_body);
}

static void regions(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), regions_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"clients", clients}, {"geometries", geometries}, {"regions", regions}, {NULL, NULL}};
    return emuq_test_main("PAMI growth", tests);
}
