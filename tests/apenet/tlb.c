/* SPDX-License-Identifier: BSD-3-Clause */
/* The TLB of a card against an LRU list of pages: equal hits, misses and addresses. */
#include "apenet/card/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"

#define PAGE   ((uint64_t)APENET_PAGE_BYTES)
#define MOST   70u /* entries */
#define PAGES  90u /* pages per table */
#define TABLES 2u
#define STEPS  200000u

/* A page of a table; number 0: none. */
typedef struct page {
    unsigned table;
    uint64_t number;
} page_t;

static apenet_tlb_t tlb;
static page_t list[MOST]; /* most recently used first */
static unsigned entries;
static uint64_t hits, misses;
static uint32_t longest; /* length of a run */

static uint64_t below(uint64_t n)
{
    return (uint64_t)rand() % n;
}

/* Bus addresses: pages of a table are consecutive except for a gap before each multiple of 16. */
static uint64_t bus_of(page_t p)
{
    return (p.table * 1000 + p.number + p.number / 16 * 5) * PAGE;
}

static unsigned place_of(page_t p)
{
    unsigned i = 0;
    while (i < entries && (list[i].number != p.number || list[i].table != p.table))
        i++;
    return i;
}

/* Moves the page at an index to the front and stores a page there. */
static void to_front(unsigned place, page_t p)
{
    memmove(&list[1], &list[0], place * sizeof *list);
    list[0] = p;
}

static bool is_hit(page_t p)
{
    unsigned place = place_of(p);
    if (place == entries)
        return false;
    to_front(place, p);
    hits++;
    return true;
}

/* Translation of a card: lookup, insert after a miss. */
static void find(page_t p)
{
    uint64_t bus = 0;
    bool is_there = is_hit(p);
    CU_ASSERT_EQUAL(apenet_tlb_find(&tlb, p.table, p.number * PAGE, &bus), is_there);
    if (is_there) {
        CU_ASSERT_EQUAL(bus, bus_of(p));
        return;
    }
    misses++;
    apenet_tlb_note(&tlb, p.table, p.number * PAGE, bus_of(p));
    if (entries != 0)
        to_front(entries - 1, p);
}

static void find_run(page_t p, uint32_t pages, uint64_t bus)
{
    bool begins = pages != 0 && bus_of(p) == bus && place_of(p) != entries;
    apenet_tlb_run_t run = apenet_tlb_find_run(&tlb, p.table, p.number * PAGE, pages, bus);
    uint32_t found = run.pages;
    CU_ASSERT_EQUAL(found != 0, begins);
    CU_ASSERT(found <= pages);
    if (found != 0 && below(4) == 0) { /* only some pages of the run are used */
        found = (uint32_t)below(found + 1);
        run = apenet_tlb_find_run(&tlb, p.table, p.number * PAGE, found, bus);
        CU_ASSERT_EQUAL(run.pages, found);
    }
    apenet_tlb_use_run(&tlb, &run);
    for (uint32_t n = 0; n < found; n++, p.number++)
        CU_ASSERT(bus_of(p) == bus + n * PAGE && is_hit(p));
    longest = found > longest ? found : longest;
}

static void forget(page_t p)
{
    unsigned place = place_of(p);
    apenet_tlb_forget(&tlb, p.table, p.number * PAGE);
    if (place == entries)
        return;
    memmove(&list[place], &list[place + 1], (entries - 1 - place) * sizeof *list);
    list[entries - 1].number = 0;
}

static void forget_table(unsigned table)
{
    apenet_tlb_forget_table(&tlb, table);
    for (unsigned i = entries; i-- > 0;)
        if (list[i].number != 0 && list[i].table == table) {
            memmove(&list[i], &list[i + 1], (entries - 1 - i) * sizeof *list);
            list[entries - 1].number = 0;
        }
}

static void step(void)
{
    page_t p = {(unsigned)below(TABLES), 1 + below(PAGES)};
    uint32_t pages = (uint32_t)below(PAGES + 2 - p.number);
    switch (below(8)) {
    case 0:
        find(p);
        break;
    case 1:
    case 2: /* a message: consecutive pages */
        for (uint32_t n = 0; n < pages; n++)
            find((page_t){p.table, p.number + n});
        break;
    case 3:
        if (below(10) == 0)
            forget(p);
        break;
    case 4:
        if (below(100) == 0)
            forget_table(p.table);
        break;
    case 5:
        find_run(p, pages, bus_of(p) + (below(4) == 0 ? PAGE : 0));
        break;
    default:
        find_run(p, pages, bus_of(p));
    }
}

static void as_a_list(void)
{
    static const unsigned sizes[] = {0, 1, 2, 3, 7, 33, MOST};
    unsigned seed = 11;
    printf("(seed %u) ", seed);
    srand(seed);
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        entries = sizes[s];
        void *memory = calloc(1, apenet_tlb_bytes(entries));
        CU_ASSERT_PTR_NOT_NULL_FATAL(memory);
        memset(&tlb, 0, sizeof tlb);
        memset(list, 0, sizeof list);
        hits = misses = 0;
        longest = 0;
        apenet_tlb_init(&tlb, entries, memory);
        for (unsigned n = 0; n < STEPS / (sizeof sizes / sizeof *sizes); n++)
            step();
        CU_ASSERT_EQUAL(tlb.hits, hits);
        CU_ASSERT_EQUAL(tlb.misses, misses);
        CU_ASSERT_EQUAL(hits != 0, entries != 0);
        CU_ASSERT(entries < 33 || longest >= 15);
        free(memory);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {{"as a list of pages", as_a_list}, {NULL, NULL}};
    return emuq_test_main("TLB of a card", tests);
}
