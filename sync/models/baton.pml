/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync/baton.h. Three threads hand the baton around, to any of the others, and advance a word that only its holder
 * looks at. Only one has it, each sees what the ones before have stored, and a thread that has been given it does not
 * sleep on: a lost wake-up is an invalid end state.
 *
 * @config hand
 *
 * @mutant RELAXED_GIVE hand     the turn may be seen before what its giver has stored
 * @mutant EARLY_WAKE hand       the sleeper is woken before the turn is stored
 * @mutant NO_WAKE hand          nobody is woken
 * @mutant SLEEP_BLIND hand      the seat's thread sleeps whatever its word says
 * @mutant TAKE_LATE hand        the turn is cleared after the baton has been given on
 */
#define PROCESSES 3
#define WORDS     4
#define GUARDED   3 /* turns: words 0, 1, 2 */
#define HANDS     4 /* times that the baton is given to any other; then once round, to end */
#define BEGIN     mem[0] = 1;

#include "weak.pml"

bool asleep[3];
byte inside, had; /* threads that have the baton now; times that one had it */

/* futex(2): the comparison with the memory and the sleep are one step. */
inline sleep(p)
{
    d_step {
        DRAINED(p);
#ifdef MUTANT_SLEEP_BLIND
        asleep[p] = true
#else
        asleep[p] = (mem[p] == 0)
#endif
    }
    !asleep[p]
}

inline wake(p, other)
{
    d_step {
        DRAINED(p);
        asleep[other] = false
    }
}

inline give(p, other)
{
#ifdef MUTANT_EARLY_WAKE
    wake(p, other);
#endif
#ifdef MUTANT_RELAXED_GIVE
    store_relaxed(p, other, 1);
#else
    store_release(p, other, 1);
#endif
#if !defined(MUTANT_EARLY_WAKE) && !defined(MUTANT_NO_WAKE)
    wake(p, other);
#endif
}

inline await(p)
{
    do
    :: LOAD(p, p) != 0 -> break
    :: else -> sleep(p)
    od;
#ifndef MUTANT_TAKE_LATE
    store_relaxed(p, p, 0)
#endif
}

/* What only the holder does. */
inline hold(p)
{
    inside++;
    assert(inside == 1);
    assert(LOAD(p, GUARDED) == had);
    had++;
    store_relaxed(p, GUARDED, had);
    inside--
}

active [3] proctype thread()
{
    byte p = _pid - 1; /* process 0 is the memory */
    bool ends;
    begun;
    do
    ::
        await(p);
        hold(p);
        ends = (had > HANDS);
        if
        :: had == HANDS + 3 -> break /* the last one */
        :: had != HANDS + 3 -> give(p, (p + 1) % 3)
        :: !ends -> give(p, (p + 2) % 3)
        fi;
#ifdef MUTANT_TAKE_LATE
        store_relaxed(p, p, 0);
#endif
        if
        :: ends -> break
        :: else
        fi
    od
}
