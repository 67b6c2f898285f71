/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync/offer.h. An initiator offers three operations one after the other by one word, and takes each back at any
 * time, or never; the target takes the requests at any time. Each operation is executed once, with its operand, and
 * in order. Requests have no order with memory; replies have.
 *
 * @config offer
 *
 * @mutant NO_TICKET offer       a late request claims any open offer
 * @mutant STORE_BACK offer      the initiator takes an offer back by a load and a store
 * @mutant STORE_CLAIM offer     the target claims by a load and a store
 * @mutant IGNORES offer         the initiator executes an operation that the target has claimed
 * @mutant NO_WAIT offer         the initiator offers the next operation before the reply
 * @mutant RELAXED_OPEN offer    the offer may be seen before the operand
 * @mutant EARLY_OPERAND offer   the target loads the operand before its claim
 * @mutant RELAXED_REPLY offer   the reply may be seen before the results
 */
#define PROCESSES  2
#define WORDS      3
#define OFFER      0
#define OPERAND    1 /* stored by the initiator, before an offer */
#define RESULT     2 /* of the latest operation, stored by the party that has executed it */
#define OPERATIONS 3

#include "weak.pml"

chan requests = [OPERATIONS] of { byte, byte }; /* operation, ticket */
chan replies = [OPERATIONS] of { byte };
byte executed; /* operations */

/* Operation `number`, 1 to OPERATIONS. */
inline execute(p, number, operand)
{
    executed++;
    assert(executed == number && operand == number);
    assert(LOAD(p, RESULT) == number - 1);
    store_relaxed(p, RESULT, number)
}

inline claim(p, ticket, done)
{
    cas_acquire(p, OFFER, ticket, ticket + 1, done)
}

/* A claim without an exchange. */
inline claim_by_store(p, ticket, done)
{
    done = (LOAD(p, OFFER) == ticket);
    if
    :: done -> store_relaxed(p, OFFER, ticket + 1)
    :: else
    fi
}

inline await_reply(number, replied)
{
    replies ? replied;
    assert(replied == number)
}

/* Takes an offer back. */
inline take_back(number, ticket, operand, is_mine, replied)
{
#ifdef MUTANT_STORE_BACK
    claim_by_store(0, ticket, is_mine);
#else
    claim(0, ticket, is_mine);
#endif
#ifdef MUTANT_IGNORES
    is_mine = true;
#endif
    if
    :: is_mine ->
        operand = LOAD(0, OPERAND);
        execute(0, number, operand)
    :: else ->
#ifdef MUTANT_NO_WAIT
        skip
#else
        await_reply(number, replied)
#endif
    fi
}

active proctype initiator()
{
    byte number = 1, ticket, operand, replied;
    bool is_mine;
    do
    :: number <= OPERATIONS ->
        store_relaxed(0, OPERAND, number);
        ticket = LOAD(0, OFFER) + 1;
#ifdef MUTANT_RELAXED_OPEN
        store_relaxed(0, OFFER, ticket);
#else
        store_release(0, OFFER, ticket);
#endif
        requests ! number, ticket;
        if
        :: await_reply(number, replied)
        :: take_back(number, ticket, operand, is_mine, replied)
        fi;
        assert(LOAD(0, RESULT) == number);
        number++
    :: else -> break
    od;
    assert(executed == OPERATIONS)
}

inline arrived(number, ticket, operand, is_mine)
{
#ifdef MUTANT_EARLY_OPERAND
    operand = LOAD(1, OPERAND);
#endif
#ifdef MUTANT_NO_TICKET
    ticket = LOAD(1, OFFER);
    if
    :: ticket % 2 != 0 -> claim(1, ticket, is_mine)
    :: else -> is_mine = false
    fi;
#elif defined(MUTANT_STORE_CLAIM)
    claim_by_store(1, ticket, is_mine);
#else
    claim(1, ticket, is_mine);
#endif
    if
    :: is_mine ->
#ifndef MUTANT_EARLY_OPERAND
        operand = LOAD(1, OPERAND);
#endif
        execute(1, number, operand);
#ifndef MUTANT_RELAXED_REPLY
        DRAINED(1); /* a release */
#endif
        replies ! number
    :: else
    fi
}

active proctype target()
{
    byte number, ticket, operand;
    bool is_mine;
end:
    do
    :: requests ? number, ticket -> arrived(number, ticket, operand, is_mine)
    od
}
