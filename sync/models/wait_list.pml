/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync/wait_list.h. Two senders find no room, and wait in the list; the receiver makes room (stores the head) and
 * looks whether there are waiters. A waiter that is forgotten is an invalid end state. The list has a lock, so a
 * put or take is one step; `count` is a word of the memory, and so is the room.
 *
 * @config room
 * @config give_up -DGIVE_UP     room for one; the first sender does not use it
 * @config closed -DCLOSE        there is never room, and the FIFO is deallocated
 *
 * @mutant NO_SECOND_LOOK room   a sender does not look for room after the put
 * @mutant NO_HEAVY room         it does, but without a barrier of the receiver
 * @mutant LOOK_FIRST room       the receiver looks for waiters before it makes room
 * @mutant ONE_ONLY room         the receiver takes one waiter although two fit
 * @mutant NOT_PASSED_ON give_up a waiter that does not use the room says so to none
 * @mutant STAYS_OPEN closed     a closed list takes waiters
 */
#define PROCESSES 3
#define WORDS     2
#define ROOM      0
#define COUNT     1

#include "weak.pml"

chan list = [2] of { byte };
bool go[2], closed;

/* Takes as many as fit. */
inline take(p)
{
    atomic {
        DRAINED(p);
        room = LOAD(p, ROOM);
        do
        :: nempty(list) && room > 0 ->
            list ? w;
            mem[COUNT] = mem[COUNT] - 1;
            room--;
            go[w] = true;
#ifdef MUTANT_ONE_ONLY
            break
#endif
        :: empty(list) || room == 0 -> break
        od;
        room = 0;
        w = 0
    }
}

inline use_room(used)
{
    d_step {
        used = (mem[ROOM] > 0);
        if
        :: used -> mem[ROOM] = mem[ROOM] - 1
        :: else
        fi
    }
}

active [2] proctype sender()
{
    byte p = _pid - 1;
    byte room, w;
    bool used, refused;
    do
    ::
        use_room(used);
        if
        :: used -> break
        :: else
        fi;
        atomic {
            DRAINED(p);
#ifndef MUTANT_STAYS_OPEN
            refused = closed;
#endif
            if
            :: refused
            :: else ->
                list ! p;
                mem[COUNT] = mem[COUNT] + 1
            fi
        }
        if
        :: refused -> break
        :: else
        fi;
#ifndef MUTANT_NO_HEAVY
        heavy_fence();
#endif
#ifndef MUTANT_NO_SECOND_LOOK
        take(p);
#endif
        atomic {
            go[p];
            go[p] = false
        }
#ifdef CLOSE
        break
#endif
#ifdef GIVE_UP
        if
        :: p == 0 ->
#ifndef MUTANT_NOT_PASSED_ON
            take(p);
#endif
            break
        :: else
        fi
#endif
    od
#ifdef GIVE_UP
    ;
    if
    :: used -> /* the receiver reads what has been sent */
        d_step { mem[ROOM] = mem[ROOM] + 1 }
        take(p)
    :: else
    fi
#endif
}

active proctype receiver()
{
    byte p = _pid - 1;
    byte room, w, waiters;
#ifdef CLOSE
    atomic {
        closed = true;
        do
        :: list ? w -> go[w] = true
        :: empty(list) -> break
        od;
        mem[COUNT] = 0
    }
#else
#ifdef MUTANT_LOOK_FIRST
    waiters = LOAD(p, COUNT);
#endif
#ifdef GIVE_UP
    store_release(p, ROOM, 1);
#else
    store_release(p, ROOM, 2);
#endif
#ifndef MUTANT_LOOK_FIRST
    waiters = LOAD(p, COUNT);
#endif
    if
    :: waiters != 0 -> take(p)
    :: else
    fi
#endif
}
