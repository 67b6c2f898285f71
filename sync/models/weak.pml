/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory of a machine with weak ordering, for the models of this folder.
 *
 * Each process has a buffer of stores that no other process sees yet. The memory takes them out in any order, at
 * any time, except that
 *  - stores of one process to one word stay in order;
 *  - a release leaves the buffer after all that were stored before it (not before those stored after it).
 * A process sees its own stores at once. Read-modify-writes act on the memory itself: with release order when the
 * buffer is empty, otherwise when it has no store to that word. So a load may be performed before an earlier
 * store, and stores are seen out of order. Loads are performed in their order; where a protocol relies on an
 * acquire, a mutant loads early instead.
 *
 * A model defines PROCESSES (up to 4) and WORDS, and includes this file. BEGIN: statements that store
 * the words that are not 0 at the beginning. p is the number of the calling process.
 */
#define DEPTH 3 /* stores that a buffer holds */

typedef buffer_t {
    byte n;
    byte word[DEPTH], value[DEPTH];
    bool release[DEPTH]
};

byte mem[WORDS];
buffer_t buffer[PROCESSES];

/* A load, acquire or relaxed: the last of the own stores to the word, or the memory. */
#define OWN(p, i, w) (buffer[p].n > i && buffer[p].word[i] == (w))
#define LOAD(p, w)                                                                                           \
    (OWN(p, 2, w) -> buffer[p].value[2]                                                                      \
                  : (OWN(p, 1, w) -> buffer[p].value[1] : (OWN(p, 0, w) -> buffer[p].value[0] : mem[w])))

#define DRAINED(p)         (buffer[p].n == 0)
#define HAS_NO_STORE(p, w) (!OWN(p, 0, w) && !OWN(p, 1, w) && !OWN(p, 2, w))

inline store(me_, at_, val_, is_release)
{
    d_step {
        buffer[me_].n < DEPTH;
        buffer[me_].word[buffer[me_].n] = at_;
        buffer[me_].value[buffer[me_].n] = val_;
        buffer[me_].release[buffer[me_].n] = is_release;
        buffer[me_].n++
    }
}

#define store_relaxed(me_, at_, val_) store(me_, at_, val_, false)
#define store_release(me_, at_, val_) store(me_, at_, val_, true)

/* old_ gets the value before; release or acq_rel */
inline exchange(me_, at_, val_, old_)
{
    d_step {
        DRAINED(me_);
        old_ = mem[at_];
        mem[at_] = val_
    }
}

/* relaxed or acquire: earlier stores to other words may still be in the buffer */
inline exchange_relaxed(me_, at_, val_, old_)
{
    d_step {
        HAS_NO_STORE(me_, at_);
        old_ = mem[at_];
        mem[at_] = val_
    }
}

/* Compare-and-swap. done_: whether the word was `from_`. */
inline cas(me_, at_, from_, to_, done_)
{
    d_step {
        DRAINED(me_);
        done_ = (mem[at_] == from_);
        if
        :: done_ -> mem[at_] = to_
        :: else
        fi
    }
}

inline cas_acquire(me_, at_, from_, to_, done_)
{
    d_step {
        HAS_NO_STORE(me_, at_);
        done_ = (mem[at_] == from_);
        if
        :: done_ -> mem[at_] = to_
        :: else
        fi
    }
}

/* membarrier(2): each process executes a full barrier at some moment during the call. */
inline heavy_fence()
{
    DRAINED(0);
    DRAINED(1);
    DRAINED(PROCESSES - 2);
    DRAINED(PROCESSES - 1)
}

/* Store i of process p may leave the buffer. */
#define LEAVES_0(p) (buffer[p].n > 0)
#define LEAVES_1(p) (buffer[p].n > 1 && !buffer[p].release[1] && buffer[p].word[1] != buffer[p].word[0])
#define LEAVES_2(p)                                                                                          \
    (buffer[p].n > 2 && !buffer[p].release[2] && buffer[p].word[2] != buffer[p].word[0] &&                   \
     buffer[p].word[2] != buffer[p].word[1])

inline move(p, to, from)
{
    buffer[p].word[to] = buffer[p].word[from];
    buffer[p].value[to] = buffer[p].value[from];
    buffer[p].release[to] = buffer[p].release[from]
}

inline leave(p, i)
{
    mem[buffer[p].word[i]] = buffer[p].value[i];
    if
    :: i < 1 -> move(p, 0, 1)
    :: else
    fi;
    if
    :: i < 2 -> move(p, 1, 2)
    :: else
    fi;
    buffer[p].n--;
    /* equal states look equal */
    buffer[p].word[buffer[p].n] = 0;
    buffer[p].value[buffer[p].n] = 0;
    buffer[p].release[buffer[p].n] = false
}

#define ANY_LEAVES(p)                                                                                             \
    ::d_step{ LEAVES_0(p) -> leave(p, 0) }                                                                   \
    ::d_step{ LEAVES_1(p) -> leave(p, 1) }                                                                   \
    ::d_step{ LEAVES_2(p) -> leave(p, 2) }

#ifdef BEGIN
bool begun; /* processes wait for it */
#endif

active proctype memory()
{
#ifdef BEGIN
    d_step { BEGIN begun = true }
#endif
end:
    do
        ANY_LEAVES(0)
        ANY_LEAVES(1)
#if PROCESSES > 2
        ANY_LEAVES(2)
#endif
#if PROCESSES > 3
        ANY_LEAVES(3)
#endif
    od
}
