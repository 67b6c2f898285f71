/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync/queued.h. Two threads request something of one thing (a store each) and queue it, unless it is queued; a
 * third takes it out of the queue and looks at it. In the end both requests have been seen. The queue has a lock,
 * so it is a channel: a put releases, a take acquires.
 *
 * @config queue
 *
 * @mutant LOAD_FIRST queue      the flag is loaded, and set only if it is clear
 * @mutant RELAXED_SET queue     to set the flag does not release the request
 * @mutant CLEAR_LATE queue      the flag is cleared after the look
 * @mutant CLEAR_STORE queue     the flag is cleared with a store, which may come after the look
 */
#define PROCESSES 3
#define WORDS     3
#define QUEUED    2 /* requests: words 0, 1 */

#include "weak.pml"

chan queue = [2] of { bit };
bool seen[2];
byte ended;

active [2] proctype requester()
{
    byte p = _pid - 1;
    byte old;
    store_relaxed(p, p, 1);
#ifdef MUTANT_LOAD_FIRST
    old = LOAD(p, QUEUED);
    if
    :: old == 0 -> exchange(p, QUEUED, 1, old)
    :: else
    fi;
#elif defined(MUTANT_RELAXED_SET)
    exchange_relaxed(p, QUEUED, 1, old);
#else
    exchange(p, QUEUED, 1, old);
#endif
    if
    :: old == 0 ->
        atomic {
            DRAINED(p);
            assert(nfull(queue)); /* it is queued once */
            queue ! 1
        }
    :: else
    fi;
    ended++
}

active proctype server()
{
    byte p = _pid - 1;
    byte old;
    do
    :: queue ? _ ->
#if !defined(MUTANT_CLEAR_LATE) && !defined(MUTANT_CLEAR_STORE)
        exchange(p, QUEUED, 0, old);
#endif
#ifdef MUTANT_CLEAR_STORE
        store_release(p, QUEUED, 0);
#endif
        if
        :: LOAD(p, 0) != 0 -> seen[0] = true
        :: else
        fi;
        if
        :: LOAD(p, 1) != 0 -> seen[1] = true
        :: else
        fi;
#ifdef MUTANT_CLEAR_LATE
        exchange(p, QUEUED, 0, old);
#endif
    :: ended == 2 && empty(queue) -> break
    od;
    DRAINED(0) && DRAINED(1);
    assert(seen[0] && seen[1])
}
