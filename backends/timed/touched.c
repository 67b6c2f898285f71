/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/timed/timed.h"

#include <stdlib.h>
#include <string.h>

#define MIN_CAPACITY 64u /* pages */

/* Returns the slot of a page, or a free slot. */
static emuq_touched_page_t *touched_find(emuq_touched_page_t *table, size_t capacity, uint64_t number)
{
    size_t i = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (capacity - 1);
    while (table[i].number != 0 && table[i].number != number)
        i = (i + 1) & (capacity - 1);
    return &table[i];
}

static bool touched_is_fresh(const emuq_touched_t *s, const emuq_touched_page_t *p)
{
    return p->number != 0 && p->round + 1 >= s->round;
}

/* Drops outdated pages; the new table is at most half full. */
static bool touched_grow(emuq_touched_t *s)
{
    size_t fresh = 0, capacity = MIN_CAPACITY;
    for (size_t i = 0; i < s->capacity; i++)
        fresh += touched_is_fresh(s, &s->page[i]);
    while (capacity < 4 * fresh)
        capacity *= 2;
    emuq_touched_page_t *table = calloc(capacity, sizeof *table);
    if (table == NULL)
        return false;
    for (size_t i = 0; i < s->capacity; i++)
        if (touched_is_fresh(s, &s->page[i]))
            *touched_find(table, capacity, s->page[i].number) = s->page[i];
    free(s->page);
    s->page = table;
    s->capacity = capacity;
    s->pages = fresh;
    return true;
}

/* Updates the rounds of a page. Returns NULL if out of memory. */
static emuq_touched_page_t *touched_page_of(emuq_touched_t *s, uint64_t number)
{
    if (2 * (s->pages + 1) > s->capacity && !touched_grow(s))
        return NULL;
    emuq_touched_page_t *p = touched_find(s->page, s->capacity, number);
    if (p->number == 0) {
        *p = (emuq_touched_page_t){.number = number, .round = s->round};
        s->pages++;
    } else if (p->round != s->round) {
        if (p->round + 1 == s->round)
            memcpy(p->before, p->now, sizeof p->before);
        else
            memset(p->before, 0, sizeof p->before);
        memset(p->now, 0, sizeof p->now);
        p->round = s->round;
    }
    return p;
}

static bool touched_add_units(emuq_touched_t *s, uint64_t first, uint64_t last)
{
    emuq_touched_page_t *p = touched_page_of(s, first / (64 * EMUQ_TOUCHED_WORDS) + 1);
    if (p == NULL)
        return false;
    while (first <= last) {
        uint64_t word = first / 64, end = last / 64 == word ? last % 64 : 63, at = word % EMUQ_TOUCHED_WORDS;
        uint64_t bits = (UINT64_MAX >> (63 - end)) & (UINT64_MAX << first % 64);
        uint64_t fresh = bits & ~p->now[at];
        s->now += EMUQ_TOUCHED_UNIT * (uint64_t)__builtin_popcountll(fresh);
        s->both += EMUQ_TOUCHED_UNIT * (uint64_t)__builtin_popcountll(fresh & ~p->before[at]);
        p->now[at] |= bits;
        first = (word + 1) * 64;
    }
    return true;
}

bool emuq_touched_add(emuq_touched_t *s, const void *data, size_t bytes)
{
    uint64_t unit = (uintptr_t)data / EMUQ_TOUCHED_UNIT;
    if (bytes == 0)
        return true;
    for (uint64_t last = ((uintptr_t)data + bytes - 1) / EMUQ_TOUCHED_UNIT, next; unit <= last; unit = next) {
        next = (unit / (64 * EMUQ_TOUCHED_WORDS) + 1) * (64 * EMUQ_TOUCHED_WORDS);
        if (!touched_add_units(s, unit, next <= last ? next - 1 : last))
            return false;
    }
    return true;
}

void emuq_touched_next_round(emuq_touched_t *s)
{
    s->round++;
    s->both = s->now;
    s->now = 0;
}

void emuq_touched_free(emuq_touched_t *s)
{
    free(s->page);
    *s = (emuq_touched_t){.page = NULL};
}
