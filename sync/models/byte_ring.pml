/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync/byte_ring.h with room for two packets of one unit: full at the beginning. One sender has two packets, another
 * has one; the receiver takes five in all. A position is a number that grows, its offset is position modulo SIZE;
 * registers hold offsets. What is written at a position is the position plus 1, so the receiver knows what it has
 * to find. Neither may a sender write at an offset before the receiver has read what is there.
 *
 * @config ring
 * @config lap -DLAP             the first sender has three packets: it can go round once
 *
 * @mutant SEEN_OFFSET ring      the seen head is an offset: an old one may look like a new one
 * @mutant RESERVE_OFFSET lap    the compare-and-swap of `reserve` compares offsets
 * @mutant RELAXED_TAIL ring     the tail may be seen before the packets
 * @mutant RELAXED_COMMIT ring   `commit` may be seen before the tail
 * @mutant NO_TURN ring          a sender does not wait for those that have reserved before it
 * @mutant EARLY_HEAD ring       the receiver stores the head before it has read the packets
 * @mutant NO_GAP ring           a full ring has no unused unit: its registers look empty
 */
#define PROCESSES 3
#define SIZE      3
#define RESERVE   0
#define COMMIT    1
#define SEEN      2
#define HEAD      3
#define TAIL      4
#define CELL      5 /* SIZE of them */
#define WORDS     8
#ifdef LAP
#define PACKETS 6
#else
#define PACKETS 5
#endif

#ifdef MUTANT_NO_GAP
#define MOST SIZE
#else
#define MOST (SIZE - 1)
#endif

#define BEGIN                                                                                                \
    mem[RESERVE] = 2;                                                                                        \
    mem[COMMIT] = 2;                                                                                         \
    mem[TAIL] = 2;                                                                                           \
    mem[CELL] = 1;                                                                                           \
    mem[CELL + 1] = 2;

#include "weak.pml"

byte taken; /* packets that the receiver has read */

/* Free units behind `begin`, if the head is at position `at`; 0 if it does not belong to it. */
#define FREE(begin, at) ((at) <= (begin) && (begin) - (at) <= MOST -> MOST - ((begin) - (at)) : 0)

/* The last position up to `begin` with the offset `at`. */
#define BEFORE(begin, at) ((begin) - (((begin) + SIZE - (at)) % SIZE))

inline send(p)
{
    do
    ::
        begin = LOAD(p, RESERVE);
        /* cached head */
        head = LOAD(p, SEEN);
#ifdef MUTANT_SEEN_OFFSET
        head = BEFORE(begin, head);
#endif
        if
        :: FREE(begin, head) == 0 ->
            head = LOAD(p, HEAD);
#ifdef MUTANT_SEEN_OFFSET
            store_release(p, SEEN, head);
            head = BEFORE(begin, head)
#else
            head = BEFORE(begin, head);
            store_release(p, SEEN, head)
#endif
        :: else
        fi;
        if
        :: FREE(begin, head) != 0 ->
#ifdef MUTANT_RESERVE_OFFSET
            d_step {
                DRAINED(p);
                done = (mem[RESERVE] % SIZE == begin % SIZE);
                if
                :: done -> begin = mem[RESERVE]; mem[RESERVE] = begin + 1
                :: else
                fi
            }
#else
            cas(p, RESERVE, begin, begin + 1, done);
#endif
            if
            :: done -> break
            :: else
            fi
        :: else -> /* again when something has changed */
            mem[HEAD] != head % SIZE || mem[RESERVE] != begin
        fi
    od;
    done = false;
    head = 0;
    assert(begin < taken + SIZE); /* what was there has been read */
    store_relaxed(p, CELL + begin % SIZE, begin + 1);
#ifndef MUTANT_NO_TURN
    LOAD(p, COMMIT) == begin;
#endif
#ifdef MUTANT_RELAXED_TAIL
    store_relaxed(p, TAIL, (begin + 1) % SIZE);
#else
    store_release(p, TAIL, (begin + 1) % SIZE);
#endif
#ifdef MUTANT_RELAXED_COMMIT
    store_relaxed(p, COMMIT, begin + 1);
#else
    store_release(p, COMMIT, begin + 1);
#endif
    begin = 0
}

active [2] proctype sender()
{
    byte p = _pid - 1;
    byte begin, head;
    bool done;
    begun;
    send(p);
    if
    :: p == 0 ->
        send(p);
#ifdef LAP
        send(p)
#endif
    :: else
    fi
}

inline read_packet()
{
    d_step {
        assert(LOAD(2, CELL + taken % SIZE) == taken + 1);
        taken++
    }
}

active proctype receiver()
{
    byte at, tail;
    begun;
    do
    :: at < PACKETS ->
        tail = LOAD(2, TAIL);
        if
        :: tail == at % SIZE ->
#ifdef MUTANT_EARLY_HEAD
            do
            :: taken < at -> read_packet()
            :: else -> break
            od;
#endif
            mem[TAIL] != tail
        :: else ->
#ifdef MUTANT_EARLY_HEAD
            store_release(2, HEAD, (at + 1) % SIZE);
#else
            read_packet();
            store_release(2, HEAD, (at + 1) % SIZE);
#endif
            at++
        fi
    :: else -> break
    od
}
