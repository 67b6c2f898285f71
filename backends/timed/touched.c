/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/timed/touched.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_ROOM 64u /* pages */

/* Where a page is, or the free place for it. The table has one. */
static emuq_touched_page_t *find(emuq_touched_page_t *table, size_t room, uint64_t number)
{
    size_t i = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (room - 1);
    while (table[i].number != 0 && table[i].number != number)
        i = (i + 1) & (room - 1);
    return &table[i];
}

/* Whether a page has units of this round or the one before. */
static bool is_fresh(const emuq_touched_t *s, const emuq_touched_page_t *p)
{
    return p->number != 0 && p->round + 1 >= s->round;
}

/* A table that is half full at most, without what is forgotten. */
static bool make_room(emuq_touched_t *s)
{
    size_t fresh = 0, room = LEAST_ROOM;
    for (size_t i = 0; i < s->room; i++)
        fresh += is_fresh(s, &s->page[i]);
    while (room < 4 * fresh)
        room *= 2;
    emuq_touched_page_t *table = calloc(room, sizeof *table);
    if (table == NULL)
        return false;
    for (size_t i = 0; i < s->room; i++)
        if (is_fresh(s, &s->page[i]))
            *find(table, room, s->page[i].number) = s->page[i];
    free(s->page);
    s->page = table;
    s->room = room;
    s->pages = fresh;
    return true;
}

/* The page with this number, with the units of this round and the one before. NULL: no memory */
static emuq_touched_page_t *page_of(emuq_touched_t *s, uint64_t number)
{
    if (2 * (s->pages + 1) > s->room && !make_room(s))
        return NULL;
    emuq_touched_page_t *p = find(s->page, s->room, number);
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

/* Units first to last, of the same page. */
static bool add(emuq_touched_t *s, uint64_t first, uint64_t last)
{
    emuq_touched_page_t *p = page_of(s, first / (64 * EMUQ_TOUCHED_WORDS) + 1);
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
        if (!add(s, unit, next <= last ? next - 1 : last))
            return false;
    }
    return true;
}

void emuq_touched_turn(emuq_touched_t *s)
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
