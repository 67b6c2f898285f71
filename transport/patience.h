/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file patience.h
 * @brief Private to the kernel shim: how long a host engine looks for something to do before it sleeps, and
 * when it gives its core to other threads meanwhile.
 *
 * A sleep costs several system calls on either side, and a wakeup takes longer than a message: while messages
 * follow each other the engine looks again and again. Where other threads want its core one of them may be
 * the rank that the engine works for, so the core is given away after few looks that find nothing; where
 * none does, after many. Threads that compute keep a core that they are given for a whole time slice, but
 * give way to one that is woken: beside them the engine sleeps at once.
 *
 * Ranks decide by base/backoff.h, which knows what each core has been used for: they are many, wait on cores of
 * their own, and have a word in shared memory for each. An engine is one thread that the system moves about,
 * and weighs what its own offers have cost against what they have saved; neither rule has what the other
 * needs.
 *
 * All but emuq_patience_offer() is arithmetic: times are handed in, and nothing is waited for.
 */
#ifndef EMUQ_HOSTS_PATIENCE_H
#define EMUQ_HOSTS_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

/** ns; the longest time that a host engine looks before a sleep. */
#define EMUQ_PATIENCE_NS UINT64_C(100000)

/** Of one engine. */
typedef struct emuq_patience {
    uint64_t most, limit;  /**< ns; how long to look before a sleep, at most and now */
    uint64_t begun;        /**< ns; when the wait began */
    uint64_t computing;    /**< ns; until then the core is wanted by threads that compute */
    uint32_t looks, until; /**< vain looks since the core was offered; after so many it is again */
    uint64_t taken;        /**< ns; for so long the last offer was taken, if that was long; else 0 */
    uint64_t saved;        /**< ns; by news that were found without a sleep */
    uint32_t in_row;       /**< offers that were taken for long, since the last one that was not */
    uint32_t lengths;      /**< of the last offer that was harmful, for which there is no other */
} emuq_patience_t;

/** What to do after a look that has found nothing. */
typedef enum emuq_next {
    EMUQ_NEXT_LOOK,  /**< look again */
    EMUQ_NEXT_YIELD, /**< emuq_patience_offer() */
    EMUQ_NEXT_SLEEP
} emuq_next_t;

/** Nothing has happened yet. @param most  ns; the longest time to look before a sleep */
void emuq_patience_open(emuq_patience_t *p, uint64_t most);
/** A wait begins. */
void emuq_patience_begin(emuq_patience_t *p, uint64_t now);
/** A look has found nothing. @param most  ns; a sleep is due after so long in any case */
emuq_next_t emuq_patience_vain(emuq_patience_t *p, uint64_t now, uint64_t most);
/** The core was offered to others, which took so long. */
void emuq_patience_yielded(emuq_patience_t *p, uint64_t before, uint64_t now);
/** Offers the core to others now. */
void emuq_patience_offer(emuq_patience_t *p);
/** What a look has found. */
typedef enum emuq_found {
    EMUQ_FOUND_WORK, /**< what ranks of this host have asked for, or that it has been sent */
    EMUQ_FOUND_NEWS, /**< something from other hosts, too */
    EMUQ_FOUND_LATE  /**< either, after a sleep */
} emuq_found_t;
/** A look has found something.
 *  @return whether the core is to be offered when that is done: it is shared, and a rank may have got what it
 * waits for */
bool emuq_patience_found(emuq_patience_t *p, uint64_t now, emuq_found_t what);

#endif /* EMUQ_HOSTS_PATIENCE_H */
