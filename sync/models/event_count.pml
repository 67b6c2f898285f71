/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync/event_count.h. Two threads wait, each for its own condition, or one that sleeps elsewhere (TAKE), for both; two
 * threads notify. A wake-up that is lost leaves a waiter asleep: an invalid end state.
 *
 * @config full
 * @config light -DLIGHT
 * @config one -DONE
 * @config take -DTAKE
 *
 * @mutant LATE_EVENT full       `event` is loaded after the sleeper has been announced
 * @mutant NO_RECHECK full       the condition is not looked at after the announcement
 * @mutant LOAD full             the notifier loads `sleepers`, as in the light flavour, and the waiter has no fence
 * @mutant STORE full            the waiter announces itself with a store
 * @mutant CLEAR_LATE full       the flag is cleared after `event` has advanced
 * @mutant NO_CLEAR_ORDER full   the flag is cleared with a store that may come late
 * @mutant NO_HEAVY light        the waiter executes no heavy fence
 * @mutant LATE_EVENT light      as above
 * @mutant NO_RECHECK take       as above
 * @mutant LOAD take             as above
 * @mutant STORE take            as above
 * @mutant UNSIGNALLED take      who takes the announcement does not wake the waiter
 * @mutant EARLY take            the notifier looks for the announcement before it changes the condition
 * @mutant ONE_CLEARS one        a notifier of one thread clears the flag first, and sets it again if one was woken
 */
#define PROCESSES 4
#define WORDS     4
#define SLEEPERS  0
#define EVENT     1
#define CONDITION 2 /* and 3 */

#include "weak.pml"

bool asleep[2];

/* futex(2): both calls are full barriers. */
inline futex_wait(p, ticket)
{
    d_step {
        DRAINED(p);
        asleep[p] = (mem[EVENT] == ticket)
    }
    !asleep[p]
}

inline futex_wake_all()
{
    d_step {
        asleep[0] = false;
        asleep[1] = false
    }
}

inline futex_wake_one(woken)
{
    atomic {
        if
        :: asleep[0] -> asleep[0] = false; woken = true
        :: asleep[1] -> asleep[1] = false; woken = true
        :: !asleep[0] && !asleep[1] -> woken = false
        fi
    }
}

inline advance(p)
{
    d_step {
        DRAINED(p);
        mem[EVENT] = mem[EVENT] + 1
    }
}

inline wake(p, one)
{
#ifdef MUTANT_ONE_CLEARS
    exchange_relaxed(p, SLEEPERS, 0, old);
    advance(p);
    if
    :: one ->
        futex_wake_one(woken);
        if
        :: woken -> exchange_relaxed(p, SLEEPERS, 1, old)
        :: else
        fi
    :: else -> futex_wake_all()
    fi
#else
    woken = false;
    if
    :: one ->
        advance(p);
        futex_wake_one(woken)
    :: else
    fi;
    if
    :: woken
    :: else ->
#ifdef MUTANT_CLEAR_LATE
        advance(p);
        exchange_relaxed(p, SLEEPERS, 0, old);
#elif defined(MUTANT_NO_CLEAR_ORDER)
        store_relaxed(p, SLEEPERS, 0);
        mem[EVENT] = mem[EVENT] + 1;
#else
        exchange_relaxed(p, SLEEPERS, 0, old);
        advance(p);
#endif
        futex_wake_all()
    fi
#endif
}

/* The waiter sleeps elsewhere, until it has a signal, which stays. */
bool signalled;

inline take(p)
{
    exchange(p, SLEEPERS, 0, old);
    if
#ifndef MUTANT_UNSIGNALLED
    :: old != 0 -> signalled = true
#endif
    :: else
    fi
}

inline notify(p, one)
{
#if defined(LIGHT) || defined(MUTANT_LOAD)
    old = LOAD(p, SLEEPERS);
#else
    d_step {
        DRAINED(p);
        old = mem[SLEEPERS]
    }
#endif
    if
#ifdef TAKE
    :: old != 0 -> take(p)
#else
    :: old != 0 -> wake(p, one)
#endif
    :: else
    fi
}

#ifdef TAKE
#define HOLDS(p)        (LOAD(p, CONDITION) != 0 && LOAD(p, CONDITION + 1) != 0)
#define SLEEP(p, ticket) d_step { signalled && DRAINED(p); signalled = false }
#else
#define HOLDS(p)        (LOAD(p, CONDITION + p) != 0)
#define SLEEP(p, ticket) futex_wait(p, ticket)
#endif

#ifdef TAKE
#define WAITERS 1 /* for both conditions */
#else
#define WAITERS 2
#endif

active [WAITERS] proctype waiter()
{
    byte p = _pid - 1; /* process 0 is the memory */
    byte ticket, old;
    do
    ::
#if !defined(MUTANT_LATE_EVENT)
        ticket = LOAD(p, EVENT);
#endif
#ifdef MUTANT_STORE
        store_release(p, SLEEPERS, 1);
#else
        exchange(p, SLEEPERS, 1, old);
#endif
#if defined(LIGHT) && !defined(MUTANT_NO_HEAVY)
        heavy_fence();
#endif
#ifdef MUTANT_LATE_EVENT
        ticket = LOAD(p, EVENT);
#endif
        old = 0;
#ifndef MUTANT_NO_RECHECK
        if
        :: HOLDS(p) -> break
        :: else
        fi;
#endif
        SLEEP(p, ticket);
        if
        :: HOLDS(p) -> break
        :: else
        fi
    od
}

active [2] proctype notifier()
{
    byte p = _pid - 1;
    byte old;
    bool woken;
#ifdef ONE
    /* Process 2 wakes one thread, for a reason of which neither has to know; process 3 has news for both. */
    if
    :: p == 2 -> notify(p, true)
    :: else ->
        store_relaxed(p, CONDITION, 1);
        store_relaxed(p, CONDITION + 1, 1);
        notify(p, false)
    fi
#elif defined(MUTANT_EARLY)
    notify(p, false);
    store_relaxed(p, CONDITION + p - WAITERS, 1)
#else
    store_relaxed(p, CONDITION + p - WAITERS, 1);
    notify(p, false)
#endif
}
