/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync/claim.h. Three threads request something each (a store), and try the claim; its holder looks at all
 * requests. In the end all have been seen, and no two threads held the claim at a time.
 *
 * @config try
 * @config leave -DLEAVE         the first thread gives the claim back in between, and takes it again
 * @config owners -DOWNERS       claims with owners; the first thread may die with the claim, and is replaced
 *
 * @mutant FAILED_CAS try        a note is left by compare-and-swap, which stores nothing if there is one already
 * @mutant RELAXED_NOTE try      a note does not release the request
 * @mutant BLIND_RELEASE try     the holder stores 0, notes or not
 * @mutant EARLY_LOOK try        the holder looks again before it has taken the note (no acquire)
 * @mutant NOTE_KEPT try         a thread whose note found the claim free leaves
 * @mutant NO_LOOK leave         the thread that takes the claim again does not look
 * @mutant ANY_OWNER owners      a holder is replaced that lives
 * @mutant NO_FLAG owners        a dead holder is not replaced if the flag is set
 * @mutant REPLACED_ONLY owners  the thread that replaces a dead holder does not look
 * @mutant RELAXED_FLAG owners   setting the flag does not release the request
 * @mutant OWNER_LOST owners     setting the flag removes the owner
 */
#define PROCESSES 3
#define WORDS     4
#define CLAIM     3 /* requests: words 0, 1, 2 */

#include "weak.pml"

bool seen[3];
byte holders, ended;

inline look()
{
    d_step {
        holders++;
        assert(holders == 1)
    }
    early[0] = LOAD(p, 0);
    early[1] = LOAD(p, 1);
    early[2] = LOAD(p, 2)
}

inline looked()
{
    d_step {
        if
        :: early[0] != 0 -> seen[0] = true
        :: else
        fi;
        if
        :: early[1] != 0 -> seen[1] = true
        :: else
        fi;
        if
        :: early[2] != 0 -> seen[2] = true
        :: else
        fi;
        holders--;
        early[0] = 0;
        early[1] = 0;
        early[2] = 0
    }
}

/* Look, release; look again while there are notes. */
inline look_and_release()
{
    look();
    looked();
    do
    ::
#ifdef MUTANT_BLIND_RELEASE
        exchange(p, CLAIM, 0, old);
        break;
#endif
        cas(p, CLAIM, 1, 0, done);
        if
        :: done -> break
        :: else
        fi;
#ifdef MUTANT_EARLY_LOOK
        look();
        exchange(p, CLAIM, 1, old);
        looked()
#else
        exchange(p, CLAIM, 1, old);
        look();
        looked()
#endif
    od
}

#ifdef OWNERS
/* The owner is the thread plus one; 4 is the flag. */
bool died, exited;

inline try_owned()
{
    cas_acquire(p, CLAIM, 0, p + 1, done);
    do
    :: done -> break
    :: else ->
        old = LOAD(p, CLAIM);
        if
        :: old == 0 ->
            cas_acquire(p, CLAIM, 0, p + 1, done)
        :: else ->
#ifdef MUTANT_OWNER_LOST
            cas(p, CLAIM, old, 4, done);
#elif defined(MUTANT_RELAXED_FLAG)
            cas_acquire(p, CLAIM, old, (old | 4), done);
#else
            cas(p, CLAIM, old, (old | 4), done);
#endif
            if
            :: done -> done = false; break
            :: else
            fi
        fi
    od
}

/* Replaces the first thread after its death. */
inline replace()
{
    done = false;
#ifdef MUTANT_ANY_OWNER
    skip;
#else
    exited;
    if
    :: died ->
#endif
        do
        ::  old = LOAD(p, CLAIM);
            if
#ifdef MUTANT_NO_FLAG
            :: old == 1 ->
#else
            :: (old & 3) == 1 ->
#endif
                cas_acquire(p, CLAIM, old, p + 1, done);
                if
                :: done -> break
                :: else
                fi
            :: else -> break
            fi
        od
#ifndef MUTANT_ANY_OWNER
    :: else
    fi
#endif
}

inline look_and_release_owned()
{
    look();
    if
    :: p == 0 -> /* dies */
        d_step {
            holders--;
            died = true
        }
        goto out
    :: true ->
        looked()
    fi;
    do
    ::  cas(p, CLAIM, p + 1, 0, done);
        if
        :: done -> break
        :: else
        fi;
        exchange(p, CLAIM, p + 1, old);
        look();
        looked()
    od
}

active [3] proctype worker()
{
    byte p = _pid - 1;
    byte old, early[3];
    bool done;
    store_relaxed(p, p, 1);
    try_owned();
    if
    :: done -> look_and_release_owned()
    :: else
    fi;
    if
    :: p != 0 ->
        replace();
        if
        :: done ->
#ifdef MUTANT_REPLACED_ONLY
            exchange(p, CLAIM, 0, old)
#else
            look_and_release_owned()
#endif
        :: else
        fi
    :: else
    fi;
out:
    skip;
    d_step {
        DRAINED(p);
        ended++;
        if
        :: p == 0 -> exited = true
        :: else
        fi;
        if
        :: ended == 3 -> assert((seen[0] || died) && seen[1] && seen[2] && mem[CLAIM] == 0)
        :: else
        fi
    }
}
#else
active [3] proctype worker()
{
    byte p = _pid - 1;
    byte old, early[3];
    bool done;
    store_relaxed(p, p, 1);
    cas_acquire(p, CLAIM, 0, 1, done);
    if
    :: done
    :: else ->
#ifdef MUTANT_FAILED_CAS
        do
        ::  d_step {
                old = mem[CLAIM];
                if
                :: old == 1 && DRAINED(p) -> mem[CLAIM] = 2; done = true
                :: else -> done = (old == 2)
                fi
            }
            if
            :: done -> done = false; break
            :: else
            fi;
            cas_acquire(p, CLAIM, 0, 1, done);
            if
            :: done -> break
            :: else
            fi
        od
#else
#ifdef MUTANT_RELAXED_NOTE
        exchange_relaxed(p, CLAIM, 2, old);
#else
        exchange(p, CLAIM, 2, old);
#endif
#ifndef MUTANT_NOTE_KEPT
        if
        :: old == 0 ->
            exchange(p, CLAIM, 1, old);
            done = true
        :: else
        fi
#endif
#endif
    fi;
    if
    :: done ->
#ifdef LEAVE
        if
        :: p == 0 ->
            look();
            looked();
            exchange(p, CLAIM, 0, old);
            done = false;
            d_step {
                mem[CLAIM] == 0;
                mem[CLAIM] = 1
            }
#ifdef MUTANT_NO_LOOK
            cas(p, CLAIM, 1, 0, done);
            if
            :: done -> goto out
            :: else -> exchange(p, CLAIM, 1, old)
            fi
#endif
        :: else
        fi;
#endif
        look_and_release()
    :: else
    fi;
out:
    skip;
    d_step {
        DRAINED(p);
        ended++;
        if
        :: ended == 3 -> assert(seen[0] && seen[1] && seen[2] && mem[CLAIM] == 0)
        :: else
        fi
    }
}
#endif
