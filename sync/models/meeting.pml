/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync/meeting.h. Three threads meet, round after round. Before each meeting a thread advances a word of its own, and
 * behind it the words of the others are as far: at that round, or one on if the other one has gone ahead. A thread that
 * is left behind is an invalid end state.
 *
 * @config meet
 *
 * @mutant RELAXED_ROUND meet    the round may be seen before what the last thread has stored
 * @mutant RELAXED_CAME meet     a thread may be counted before what it has stored is seen
 * @mutant LATE_CLEAR meet       the count is cleared after the round has been advanced
 * @mutant EARLY_WAKE meet       sleepers are woken before the round is stored
 * @mutant NO_WAKE meet          nobody is woken
 * @mutant WAKE_ONE meet         one sleeper is woken
 * @mutant SLEEP_BLIND meet      a thread sleeps whatever the round is
 * @mutant LATE_ROUND meet       a thread loads the round after it has come
 */
#define PROCESSES 3
#define WORDS     5
#define CAME      3 /* words of the threads: 0, 1, 2 */
#define ROUND     4
#define ROUNDS    2

#include "weak.pml"

bool asleep[3];

/* futex(2): the comparison with the memory and the sleep are one step. */
inline sleep(p, seen)
{
    d_step {
        DRAINED(p);
#ifdef MUTANT_SLEEP_BLIND
        asleep[p] = true
#else
        asleep[p] = (mem[ROUND] == seen)
#endif
    }
    !asleep[p]
}

inline wake(p)
{
    d_step {
        DRAINED(p);
#ifdef MUTANT_WAKE_ONE
        if
        :: asleep[0] -> asleep[0] = false
        :: !asleep[0] && asleep[1] -> asleep[1] = false
        :: else -> asleep[2] = false
        fi
#else
        asleep[0] = false;
        asleep[1] = false;
        asleep[2] = false
#endif
    }
}

inline come(p, all)
{
    d_step {
#ifdef MUTANT_RELAXED_CAME
        HAS_NO_STORE(p, CAME);
#else
        DRAINED(p);
#endif
        mem[CAME] = mem[CAME] + 1;
        all = (mem[CAME] == 3)
    }
}

inline advance(p, seen)
{
#ifndef MUTANT_LATE_CLEAR
    store_relaxed(p, CAME, 0);
#endif
#ifdef MUTANT_EARLY_WAKE
    wake(p);
#endif
#ifdef MUTANT_RELAXED_ROUND
    store_relaxed(p, ROUND, seen + 1);
#else
    store_release(p, ROUND, seen + 1);
#endif
#ifdef MUTANT_LATE_CLEAR
    store_relaxed(p, CAME, 0);
#endif
#if !defined(MUTANT_EARLY_WAKE) && !defined(MUTANT_NO_WAKE)
    wake(p);
#endif
}

inline meet(p)
{
#ifndef MUTANT_LATE_ROUND
    seen = LOAD(p, ROUND);
#endif
    come(p, all);
#ifdef MUTANT_LATE_ROUND
    seen = LOAD(p, ROUND);
#endif
    if
    :: all -> advance(p, seen)
    :: else ->
        do
        :: LOAD(p, ROUND) != seen -> break
        :: else -> sleep(p, seen)
        od
    fi
}

inline look(p, other)
{
    assert(LOAD(p, other) == done || LOAD(p, other) == done + 1)
}

active [3] proctype thread()
{
    byte p = _pid - 1; /* process 0 is the memory */
    byte done, seen;
    bool all;
    do
    :: done < ROUNDS ->
        done++;
        store_relaxed(p, p, done);
        meet(p);
        look(p, 0);
        look(p, 1);
        look(p, 2)
    :: else -> break
    od
}
