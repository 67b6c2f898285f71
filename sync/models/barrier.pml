/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync/barrier.h. Three threads pass a barrier, round after round. Before each round a thread advances its word. After the
 * barrier the words of the other threads are at that round, or one further if the thread has gone ahead. A thread that
 * never leaves the barrier is an invalid end state.
 *
 * @config barrier
 *
 * @mutant RELAXED_ROUND barrier   the round may be seen before the stores of the last thread
 * @mutant RELAXED_ARRIVED barrier    a thread may be counted before its stores are seen
 * @mutant LATE_CLEAR barrier      the count is cleared after the round has been advanced
 * @mutant EARLY_WAKE barrier      sleepers are woken before the round is stored
 * @mutant NO_WAKE barrier         no thread is woken
 * @mutant WAKE_ONE barrier        one sleeper is woken
 * @mutant SLEEP_BLIND barrier     a thread sleeps whatever the round is
 * @mutant LATE_ROUND barrier      a thread loads the round after its arrival
 */
#define PROCESSES 3
#define WORDS     5
#define ARRIVED      3 /* words 0 to 2 belong to the threads */
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

inline arrive(p, all)
{
    d_step {
#ifdef MUTANT_RELAXED_ARRIVED
        HAS_NO_STORE(p, ARRIVED);
#else
        DRAINED(p);
#endif
        mem[ARRIVED] = mem[ARRIVED] + 1;
        all = (mem[ARRIVED] == 3)
    }
}

inline advance(p, seen)
{
#ifndef MUTANT_LATE_CLEAR
    store_relaxed(p, ARRIVED, 0);
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
    store_relaxed(p, ARRIVED, 0);
#endif
#if !defined(MUTANT_EARLY_WAKE) && !defined(MUTANT_NO_WAKE)
    wake(p);
#endif
}

inline barrier(p)
{
#ifndef MUTANT_LATE_ROUND
    seen = LOAD(p, ROUND);
#endif
    arrive(p, all);
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

inline check(p, other)
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
        barrier(p);
        check(p, 0);
        check(p, 1);
        check(p, 2)
    :: else -> break
    od
}
