/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync/stream.h. A writer writes five numbers into two slots, and a reader takes them. What is read is what was
 * written, in order; what is not there at the end was counted as lost.
 *
 * @config read
 *
 * @mutant EARLY_ADD read       `written` advances before the slot is written
 * @mutant RELAXED_ADD read     `written` is stored without release
 * @mutant EARLY_TAKE read      the slots are given back before they are read
 * @mutant NO_LIMIT read        the writer does not look for room
 * @mutant COUNTS_LOST read     what finds no room advances `written`, too
 */
#define PROCESSES 2
#define WORDS     4
#define WRITTEN   0
#define TAKEN     1
#define SLOT      2 /* and 3 */
#define SLOTS     2
#define WRITES    5

#include "weak.pml"

byte lost, read;
bool written_all;

active proctype writer()
{
    byte i, written, limit = SLOTS, step = 1;
    for (i : 1 .. WRITES) {
#ifndef MUTANT_NO_LIMIT
        if
        :: written == limit ->
            limit = LOAD(0, TAKEN) + SLOTS;
            step = (written != limit);
            lost = lost + (1 - step)
        :: else
        fi;
#endif
#ifdef MUTANT_COUNTS_LOST
        written++;
#else
        written = written + step;
#endif
#ifdef MUTANT_EARLY_ADD
        store_release(0, WRITTEN, written);
#endif
        if
        :: step == 1 -> store_relaxed(0, SLOT + (written - 1) % SLOTS, i)
        :: else
        fi;
#ifdef MUTANT_RELAXED_ADD
        store_relaxed(0, WRITTEN, written)
#elif !defined(MUTANT_EARLY_ADD)
        store_release(0, WRITTEN, written)
#endif
    }
    atomic {
        DRAINED(0);
        written_all = true
    }
}

active proctype reader()
{
    byte taken, end, value, last;
    bool is_last;
    do
    :: is_last -> break
    :: !is_last ->
        is_last = written_all;
        end = LOAD(1, WRITTEN);
        assert(end - taken <= SLOTS);
#ifdef MUTANT_EARLY_TAKE
        store_release(1, TAKEN, end);
#endif
        do
        :: taken < end ->
            value = LOAD(1, SLOT + taken % SLOTS);
            assert(value > last);
            last = value;
            read++;
            taken++
        :: else -> break
        od;
#ifndef MUTANT_EARLY_TAKE
        store_release(1, TAKEN, end)
#endif
    od;
    assert(read + lost == WRITES)
}
