/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync/or_tree.h. Four places, 0 to 3: 1 and 2 are children of 0, 3 of 2. Each begins at some time, before
 * which messages to it are lost, and is in barriers of three states (gi-barrier): in state s it has said bit
 * s, and enters by saying the next bit instead. No place is out of a barrier before all have entered it; all
 * come to the end; at last place 3 raises another bit, and then all see the last status.
 *
 * @config barriers
 * @config late -DLATE          places begin at different times
 *
 * @mutant EARLY late           told before all children have told something
 * @mutant MUTE late            a place that is asked does not tell again
 * @mutant UNASKED late         a place that begins does not ask its children
 * @mutant SPLIT barriers       a change is told in two messages, first what it drops
 * @mutant OVERWRITES barriers  a place tells what it has heard last, not the OR
 * @mutant FORGETS barriers     what is owed is not told later
 * @mutant KEEPS barriers       a place does not pass the status on
 */
#define PLACES 4
#ifdef LATE
#define ROUNDS 2
#else
#define ROUNDS 3
#endif
#define LENGTH 6

chan up[PLACES] = [LENGTH] of { byte };   /* from place i to its parent */
chan down[PLACES] = [LENGTH] of { byte }; /* from the parent to place i; ASK or a status */
#define ASK 255

byte own[PLACES], entered[PLACES], told[PLACES], status[PLACES];
byte below[PLACES]; /* what place i has told its parent, as the parent knows it */
bool heard[PLACES], has_told[PLACES], known[PLACES], begun[PLACES], owes[PLACES];
byte bits;
#define BIT(round) (1 << ((round) % 3))
#define NEXT(round) BIT((round) + 1)

#define HEARD_ALL(p) ((p != 0 || (heard[1] && heard[2])) && (p != 2 || heard[3]))

inline sum(p)
{
    bits = own[p];
    if
    :: p == 0 -> bits = bits | below[1] | below[2]
    :: p == 2 -> bits = bits | below[3]
    :: else
    fi
}

/* What place p tells: to its parent, or as the root. */
inline tell(p, what)
{
    if
    :: p == 0 ->
        status[0] = what;
        known[0] = true;
        down[1] ! what;
        down[2] ! what
    :: else -> up[p] ! what
    fi
}

inline step(p, at_once)
{
    sum(p);
    if
#ifndef MUTANT_EARLY
    :: !HEARD_ALL(p)
#endif
#ifdef MUTANT_EARLY
    :: has_told[p] && bits == told[p]
#else
    :: HEARD_ALL(p) && has_told[p] && bits == told[p]
#endif
    :: HEARD_ALL(p) && has_told[p] && bits != told[p] && !at_once && (told[p] & ~bits) == 0 -> owes[p] = true
    :: else ->
#ifdef MUTANT_SPLIT
        if
        :: has_told[p] && (told[p] & bits) != told[p] && (told[p] & bits) != bits -> tell(p, told[p] & bits)
        :: else
        fi;
#endif
        told[p] = bits;
        has_told[p] = true;
        owes[p] = false;
        tell(p, bits)
    fi
}

inline begin(p)
{
    begun[p] = true;
#ifndef MUTANT_UNASKED
    if
    :: p == 0 ->
        down[1] ! ASK;
        down[2] ! ASK
    :: p == 2 -> down[3] ! ASK
    :: else
    fi;
#endif
    step(p, false)
}

inline from_child(p, child)
{
    up[child] ? bits;
    if
    :: begun[p] ->
#ifdef MUTANT_OVERWRITES
        below[1] = bits;
        below[2] = bits;
        below[3] = bits;
#else
        below[child] = bits;
#endif
        heard[child] = true;
        step(p, false)
    :: else
    fi
}

inline from_parent(p)
{
    down[p] ? bits;
    if
    :: !begun[p] -> assert(bits == ASK)
    :: begun[p] && bits == ASK ->
#ifndef MUTANT_MUTE
        if
        :: has_told[p] -> up[p] ! told[p]
        :: else
        fi
#else
        skip
#endif
    :: begun[p] && bits != ASK ->
        status[p] = bits;
        known[p] = true;
#ifndef MUTANT_KEEPS
        if
        :: p == 2 -> down[3] ! bits
        :: else
        fi
#endif
    fi
}

/* Round r is entered with bit r; it is complete when the bit of round r - 1 is gone. */
#define COMPLETE(p) (entered[p] == 0 || (known[p] && (status[p] & BIT(entered[p] - 1)) == 0))
#define ALL_ENTERED(r) (entered[0] >= r && entered[1] >= r && entered[2] >= r && entered[3] >= r)

#define EXTRA 8
#define DONE(p) (entered[p] == ROUNDS && known[p] && status[p] == (BIT(ROUNDS) | EXTRA))

proctype place(byte p)
{
    do
    :: atomic { !begun[p] -> begin(p) }
    :: atomic {
            begun[p] && entered[p] < ROUNDS && COMPLETE(p) ->
            assert(ALL_ENTERED(entered[p]));
            entered[p]++;
            own[p] = BIT(entered[p]);
            step(p, false)
        }
    :: atomic {
            p == 3 && begun[p] && entered[p] == ROUNDS && own[p] == BIT(ROUNDS) ->
            own[p] = own[p] | EXTRA;
            step(p, false)
        }
#ifndef MUTANT_FORGETS
    :: atomic { owes[p] -> owes[p] = false; step(p, true) }
#endif
    :: atomic { p == 0 && nempty(up[1]) -> from_child(0, 1) }
    :: atomic { p == 0 && nempty(up[2]) -> from_child(0, 2) }
    :: atomic { p == 2 && nempty(up[3]) -> from_child(2, 3) }
    :: atomic { p != 0 && nempty(down[p]) -> from_parent(p) }
    :: atomic {
            DONE(0) && DONE(1) && DONE(2) && DONE(3) && empty(up[1]) && empty(up[2]) && empty(up[3]) &&
            empty(down[1]) && empty(down[2]) && empty(down[3]) -> break
        }
    od
}

init {
    byte i;
    atomic {
        i = 0;
        do
        :: i < PLACES ->
            own[i] = BIT(0);
#ifndef LATE
            begun[i] = true;
            has_told[i] = true;
            known[i] = true;
            heard[i] = true;
            told[i] = BIT(0);
            below[i] = BIT(0);
            status[i] = BIT(0);
#endif
            i++
        :: else -> break
        od;
        run place(0);
        run place(1);
        run place(2);
        run place(3)
    }
}
