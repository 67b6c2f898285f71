/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync/mailbox.h. Three threads put a request each; the owner takes some, closes the box at some time, and ends
 * what is handed back. Each request has exactly one end: taken, handed back or refused. The lock makes each call
 * one step, except for what a mutant does outside of it.
 *
 * @config close
 *
 * @mutant FORGETS close         what is in the box when it is closed stays there
 * @mutant STAYS_OPEN close      a closed box takes requests
 * @mutant EARLY_TEST close      whether the box is closed is tested before the lock is acquired
 */
#define REQUESTS 3

chan box = [REQUESTS] of { byte };
bool closed;
byte ends[REQUESTS], put;

active [REQUESTS] proctype putter()
{
    bool is_closed;
#ifdef MUTANT_EARLY_TEST
    is_closed = closed;
#endif
    atomic {
#ifdef MUTANT_STAYS_OPEN
        is_closed = false;
#elif !defined(MUTANT_EARLY_TEST)
        is_closed = closed;
#endif
        if
        :: is_closed -> ends[_pid]++
        :: else -> box ! _pid
        fi;
        put++
    }
}

active proctype owner()
{
    byte first;
    do
    :: nempty(box) ->
        atomic {
            box ? first;
            ends[first]++
        }
    :: break
    od;
    atomic {
        closed = true;
#ifndef MUTANT_FORGETS
        do
        :: box ? first -> ends[first]++
        :: empty(box) -> break
        od
#endif
    }
}

active proctype end_of_all()
{
    put == REQUESTS && closed;
    assert(ends[0] == 1 && ends[1] == 1 && ends[2] == 1)
}
