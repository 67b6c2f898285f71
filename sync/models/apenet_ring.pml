/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * TX ring and event queue of an APEnet+ card (docs/apenet.md), of two slots and two entries: one is always free. The
 * driver fills the ring and rings; each packet makes an event; the reader of the events makes room. The card has no
 * thread: who rings, or makes room, runs its ring under the claim (claim.pml). In the end all messages have been
 * seen, in their order. After a long run (here: any), who rings is an heir: it waits until the claim is left to it.
 *
 * @config ring
 * @config heir -DHEIR
 *
 * @mutant RELAXED_FILL ring     the driver's pointer does not release the descriptor
 * @mutant RELAXED_PHASE ring    the phase does not release the entry
 * @mutant EARLY_SLOT ring       the slot is given back before its descriptor has been read
 * @mutant EARLY_LOOK ring       the card looks for room before it has the lock under which it parks
 * @mutant EARLY_UNPARK ring     the reader takes the parked ring before it makes room
 * @mutant NO_NOTE ring          who makes room and finds the ring claimed leaves no note
 * @mutant NO_HEIR heir          an heir does not wait for the claim
 */
#define PROCESSES 2
#define WORDS     13
#define FILLED    0 /* next slot of the driver */
#define TAKEN     1 /* next slot of the card */
#define SLOT      2 /* two descriptors */
#define ENTRY     4 /* two entries */
#define PHASE     6 /* of each */
#define READ      8 /* next entry of the reader */
#define CLAIM     9
#define LOCK      10 /* of the card */
#define PARKED    11
#define HEIRS     12
#define MESSAGES  3

#include "weak.pml"

byte next_entry; /* of the card; under the lock */
byte phase = 1;
byte holders;

inline lock()
{
    do
    ::  cas_acquire(p, LOCK, 0, 1, done);
        if
        :: done -> break
        :: else
        fi
    od
}

#define unlock() store_release(p, LOCK, 0)

/* The first packet, with its event. stop: the ring is empty, or has been parked. */
inline step()
{
    filled = LOAD(p, FILLED);
    taken = LOAD(p, TAKEN);
    stop = (filled == taken);
    if
    :: stop
    :: else ->
#ifdef MUTANT_EARLY_SLOT
        store_release(p, TAKEN, 1 - taken);
#endif
        value = LOAD(p, SLOT + taken);
#ifdef MUTANT_EARLY_LOOK
        at = LOAD(p, READ);
        lock();
#else
        lock();
        at = LOAD(p, READ);
#endif
        if
        :: 1 - next_entry == at ->
            store_relaxed(p, PARKED, 1);
            stop = true
        :: else ->
            store_relaxed(p, ENTRY + next_entry, value);
#ifdef MUTANT_RELAXED_PHASE
            store_relaxed(p, PHASE + next_entry, phase);
#else
            store_release(p, PHASE + next_entry, phase);
#endif
            next_entry = 1 - next_entry;
            phase = (next_entry == 0 -> 1 - phase : phase)
        fi;
        unlock();
#ifndef MUTANT_EARLY_SLOT
        if
        :: stop
        :: else -> store_release(p, TAKEN, 1 - taken)
        fi
#endif
    fi
}

/* Waits for the claim, to run the ring in the place of who has it. */
inline inherit()
{
    exchange_relaxed(p, HEIRS, 1, old);
#ifndef MUTANT_NO_HEIR
    do
    ::  cas_acquire(p, CLAIM, 0, 1, done);
        if
        :: done -> break
        :: else
        fi
    od;
    exchange_relaxed(p, HEIRS, 0, old)
#endif
}

/* Runs the ring, or leaves that to the holder of the claim. */
inline transmit(leaves_note)
{
    cas_acquire(p, CLAIM, 0, 1, done);
    if
    :: !done && leaves_note ->
        exchange(p, CLAIM, 2, old);
        done = (old == 0);
        if
        :: done -> exchange(p, CLAIM, 1, old)
        :: else
        fi
    :: else
    fi;
#ifdef HEIR
    if
    :: !done && p == 0 -> inherit()
    :: true /* the run is not long */
    fi;
#endif
    do
    :: !done -> break
    :: else ->
        do
        ::  step();
            if
            :: stop -> break
            :: !stop && LOAD(p, HEIRS) != 0 ->
                exchange(p, CLAIM, 0, old);
                done = false;
                break
            :: else
            fi
        od;
        if
        :: !done
        :: else ->
            cas(p, CLAIM, 1, 0, done);
            if
            :: done -> break
            :: else -> exchange(p, CLAIM, 1, old)
            fi;
            done = true
        fi
    od;
    done = false
}

active proctype driver()
{
    byte p = 0;
    byte sent, slot, filled, taken, value, at, old;
    bool done, stop;
    do
    :: sent == MESSAGES -> break
    :: else ->
        LOAD(p, TAKEN) != 1 - slot; /* there is a free slot */
        sent++;
        store_relaxed(p, SLOT + slot, sent);
        slot = 1 - slot;
#ifdef MUTANT_RELAXED_FILL
        store_relaxed(p, FILLED, slot);
#else
        store_release(p, FILLED, slot);
#endif
        transmit(true)
    od
}

active proctype reader()
{
    byte p = 1;
    byte seen, entry, filled, taken, value, at, old;
    byte expected = 1;
    bool done, stop, is_parked;
    do
    :: seen == MESSAGES -> break
    :: else ->
        LOAD(p, PHASE + entry) == expected;
        value = LOAD(p, ENTRY + entry);
        seen++;
        assert(value == seen);
#ifdef MUTANT_EARLY_UNPARK
        lock();
        is_parked = LOAD(p, PARKED);
        store_relaxed(p, PARKED, 0);
        unlock();
#endif
        lock();
        store_release(p, READ, 1 - entry);
        unlock();
        entry = 1 - entry;
        expected = (entry == 0 -> 1 - expected : expected);
#ifndef MUTANT_EARLY_UNPARK
        lock();
        is_parked = LOAD(p, PARKED);
        store_relaxed(p, PARKED, 0);
        unlock();
#endif
        if
        :: is_parked ->
#ifdef MUTANT_NO_NOTE
            transmit(false)
#else
            transmit(true)
#endif
        :: else
        fi
    od
}
