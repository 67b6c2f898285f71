/* SPDX-License-Identifier: BSD-3-Clause */
/* Offers: each operation is executed once, by the initiator or the target, with its operand; late requests of
 * earlier offers of the word have no effect. */
#include <pthread.h>
#include <stdlib.h>

#include "base/host_calls.h"
#include "base/lock.h"
#include "sync/offer.h"
#include "validate.h"

enum { MOST = 8, OPERATIONS = 2000 };

/* Worker 0 is the target; each further worker is an initiator. Requests are relaxed, so what the target reads
 * is ordered by the offer alone. */
typedef struct initiator {
    emuq_offer_t offer;
    uint64_t request[OPERATIONS]; /* atomic, relaxed: tickets; 0: not sent */
    uint64_t replied;             /* atomic, released by the target: operations with a reply */
    /* Guarded by the offer; not atomic, for checks by ThreadSanitizer: */
    uint64_t operand, sum, executed, by_target;
} initiator_t;

typedef struct shared {
    unsigned initiators;
    initiator_t of[MOST];
} shared_t;

static void execute(initiator_t *i, uint64_t number)
{
    VALIDATE(i->executed == number && i->operand == 3 * number + 1);
    i->executed++;
    EMUQ_TEST_POINT(offer_test_execute);
    i->sum += i->operand;
}

static void await_reply(initiator_t *i, uint64_t number)
{
    uint64_t since = emuq_now_ns();
    unsigned rounds = 0;
    while (AO_load_acquire(&i->replied) != number + 1) {
        emuq_spin(&rounds);
        if (!VALIDATE(emuq_now_ns() - since < 60 * EMUQ_NS_PER_S))
            _Exit(1);
    }
}

static void initiate(initiator_t *i, uint64_t *chance)
{
    for (uint64_t number = 0; number < OPERATIONS; number++) {
        unsigned rounds = 0;
        i->operand = 3 * number + 1;
        uint64_t ticket = emuq_offer_open(&i->offer);
        AO_store(&i->request[number], ticket);
        for (uint64_t patience = validate_random(chance, 40); patience > 0; patience--)
            emuq_spin(&rounds);
        if (emuq_offer_claim(&i->offer, ticket))
            execute(i, number);
        else
            await_reply(i, number);
    }
}

/* Takes requests in order, some of them late. */
static void serve(shared_t *s, uint64_t *chance)
{
    uint64_t taken[MOST] = {0}, left = s->initiators * OPERATIONS;
    unsigned rounds = 0;
    while (left != 0) {
        emuq_spin(&rounds);
        initiator_t *i = &s->of[validate_random(chance, s->initiators)];
        uint64_t *number = &taken[i - s->of], ticket;
        for (; *number < OPERATIONS && (ticket = AO_load(&i->request[*number])) != 0; ++*number, left--)
            if (emuq_offer_claim(&i->offer, ticket)) {
                execute(i, *number);
                i->by_target++;
                AO_store_release(&i->replied, *number + 1);
            }
    }
}

static void work(void *shared, unsigned number)
{
    shared_t *s = shared;
    uint64_t chance = number + 5;
    if (number == 0)
        serve(s, &chance);
    else
        initiate(&s->of[number - 1], &chance);
}

static void run(bool processes, unsigned initiators)
{
    shared_t *s = validate_shared(sizeof *s);
    s->initiators = initiators;
    validate_run(processes, initiators + 1, work, s);
    for (unsigned i = 0; i < initiators; i++) {
        VALIDATE(s->of[i].executed == OPERATIONS && s->of[i].by_target <= OPERATIONS);
        VALIDATE(s->of[i].sum == (uint64_t)OPERATIONS * (3 * OPERATIONS - 1) / 2);
        VALIDATE(s->of[i].offer == 2 * OPERATIONS);
    }
    validate_end(s, sizeof *s);
}

static void threads(void)
{
    run(false, 1);
    run(false, 3);
    run(false, MOST);
}

static void processes(void)
{
    run(true, 1);
    run(true, 4);
}

/* Each offer has one claim; tickets do not repeat; other numbers claim nothing. */
static void tickets(void)
{
    emuq_offer_t offer = 0;
    uint64_t before = 0;
    CU_ASSERT(!emuq_offer_claim(&offer, 0));
    for (unsigned i = 0; i < 100; i++) {
        uint64_t ticket = emuq_offer_open(&offer);
        CU_ASSERT(ticket > before);
        CU_ASSERT(!emuq_offer_claim(&offer, before));
        CU_ASSERT(!emuq_offer_claim(&offer, ticket + 1));
        CU_ASSERT(!emuq_offer_claim(&offer, ticket + 2));
        CU_ASSERT(emuq_offer_claim(&offer, ticket));
        CU_ASSERT(!emuq_offer_claim(&offer, ticket));
        CU_ASSERT(!emuq_offer_claim(&offer, ticket + 1)); /* the word itself, which is no ticket */
        before = ticket;
    }
}

typedef struct late {
    emuq_offer_t offer;
    uint64_t ticket;
    bool is_claimed;
} late_t;

static void *claim_late(void *argument)
{
    late_t *l = argument;
    l->is_claimed = emuq_offer_claim(&l->offer, l->ticket);
    return NULL;
}

/* The target stops before its claim; meanwhile the initiator takes the offer back, and opens the word again.
 */
static void late_requests(void)
{
    late_t late = {0};
    pthread_t target;
    late.ticket = emuq_offer_open(&late.offer);
    points_stop("offer_claim", 1);
    pthread_create(&target, NULL, claim_late, &late);
    points_wait("offer_claim");
    CU_ASSERT(emuq_offer_claim(&late.offer, late.ticket));
    uint64_t ticket = emuq_offer_open(&late.offer);
    points_release("offer_claim");
    pthread_join(target, NULL);
    CU_ASSERT(!late.is_claimed);
    CU_ASSERT(emuq_offer_claim(&late.offer, ticket));
    points_clear();
}

int main(void)
{
    static const emuq_test_t tests[] = {{"tickets", tickets},
                                        {"late requests", late_requests},
                                        {"threads", threads},
                                        {"processes", processes},
                                        {NULL, NULL}};
    return emuq_test_main("offer", tests);
}
