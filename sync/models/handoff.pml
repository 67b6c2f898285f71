/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync/handoff.h. Three threads pass the token to each other in any order and advance a word that only the holder
 * accesses. One thread holds the token, each holder sees the stores of previous holders, and a thread with the token
 * does not sleep: a lost wake-up is an invalid end state.
 *
 * @config hand
 *
 * @mutant RELAXED_PASS hand     the token may be seen before the stores of the previous holder
 * @mutant EARLY_WAKE hand       the sleeper is woken before the turn is stored
 * @mutant NO_WAKE hand          no thread is woken
 * @mutant SLEEP_BLIND hand      a thread sleeps whatever its word is
 * @mutant TAKE_LATE hand        the word is cleared after the token was passed on
 */
#define PROCESSES 3
#define WORDS     4
#define GUARDED   3 /* words 0 to 2 are the slots */
#define HANDS     4 /* passes to any other thread; then one round, to end */
#define BEGIN     mem[0] = 1;

#include "weak.pml"

bool asleep[3];
byte inside, had; /* threads with the token now; number of holders so far */

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

inline pass(p, other)
{
#ifdef MUTANT_EARLY_WAKE
    wake(p, other);
#endif
#ifdef MUTANT_RELAXED_PASS
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
        :: had != HANDS + 3 -> pass(p, (p + 1) % 3)
        :: !ends -> pass(p, (p + 2) % 3)
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
