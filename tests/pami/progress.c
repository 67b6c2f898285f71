/* SPDX-License-Identifier: BSD-3-Clause */
/* Posted work, locks, results of advances. */
#define _GNU_SOURCE
#include "pami_support.h"

#include <sched.h>
#include <unistd.h>

#include "hwi/include/common/emuq_wait.h"
#include "msglayer/core/context.h"
#include <spi/include/l2/atomic.h>

enum { POSTERS = 4, POSTS = 2000 };

typedef struct item {
    pami_work_t work;
    struct state *s;
    unsigned poster, number, again;
} item_t;

typedef struct state {
    kit_t kit;
    unsigned next[POSTERS], run;
    uint64_t total;
    pthread_t advancer;
} state_t;

typedef struct poster {
    state_t *s;
    unsigned number, posts;
    pthread_t thread;
} poster_t;

static pami_result_t work(pami_context_t context, void *cookie)
{
    item_t *i = cookie;
    state_t *s = i->s;
    CHECK(context == s->kit.context[0]);
    CHECK(pthread_equal(pthread_self(), s->advancer));
    if (i->again != 0) {
        i->again--;
        return PAMI_EAGAIN;
    }
    if (i->number % 7 != 6) { /* items with PAMI_EAGAIN run after their successors */
        CHECK(i->number >= s->next[i->poster]);
        s->next[i->poster] = i->number + 1;
    }
    s->run++;
    memset(i, 0xee, sizeof *i); /* the library has released the item */
    free(i);
    return PAMI_SUCCESS;
}

static void *post_all(void *argument)
{
    poster_t *p = argument;
    uint64_t random = p->number;
    for (unsigned i = 0; i < p->posts; i++) {
        item_t *item = malloc(sizeof *item);
        memset(item, 0xab, sizeof *item);
        item->s = p->s;
        item->poster = p->number;
        item->number = i;
        item->again = i % 7 == 6 ? 3 : 0;
        CHECK_EQUAL(PAMI_Context_post(p->s->kit.context[0], &item->work, work, item), PAMI_SUCCESS);
        if (i % 512 == 511)
            mu_dawdle(&random, 3000); /* long enough for the remote side to sleep */
    }
    return NULL;
}

static void post_body(mu_rank_t *me)
{
    state_t *s = calloc(1, sizeof *s);
    poster_t posters[POSTERS];
    unsigned posts = MU_ROUNDS(POSTS);
    kit_open(&s->kit, me, 1);
    s->advancer = pthread_self();
    for (unsigned i = 0; i < POSTERS; i++) {
        posters[i] = (poster_t){.s = s, .number = i, .posts = posts};
        pthread_create(&posters[i].thread, NULL, post_all, &posters[i]);
    }
    KIT_WAIT(&s->kit, s->run == posts * POSTERS);
    for (unsigned i = 0; i < POSTERS; i++)
        pthread_join(posters[i].thread, NULL);
    CHECK_EQUAL(PAMI_Context_post(NULL, &(pami_work_t){0}, work, NULL), PAMI_INVAL);
    CHECK_EQUAL(PAMI_Context_post(s->kit.context[0], &(pami_work_t){0}, NULL, NULL), PAMI_INVAL);
    kit_close(&s->kit);
    free(s);
}

static void posts(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), post_body);
    mu_run(MU_NODES(2, 1, 1, 1, 1), post_body);
}

/* A post wakes a thread after many empty advances. */
static pami_result_t stamp(pami_context_t context, void *cookie)
{
    (void)context;
    *(uint64_t *)cookie = mu_microseconds() - *(uint64_t *)cookie;
    return PAMI_SUCCESS;
}

typedef struct late_post {
    pami_context_t context;
    pami_work_t work;
    uint64_t time;
} late_post_t;

static void *post_late(void *argument)
{
    late_post_t *l = argument;
    usleep(300000);
    l->time = mu_microseconds();
    PAMI_Context_post(l->context, &l->work, stamp, &l->time);
    return NULL;
}

static void wake_body(mu_rank_t *me)
{
    kit_t kit;
    late_post_t l;
    pthread_t thread;
    kit_open(&kit, me, 1);
    l.context = kit.context[0];
    pthread_create(&thread, NULL, post_late, &l);
    CHECK_EQUAL(PAMI_Context_advance(kit.context[0], (size_t)-1), PAMI_SUCCESS);
    KIT_WAIT(&kit, pthread_tryjoin_np(thread, NULL) == 0);
    kit_turn(&kit);
    kit_turn(&kit);
    CHECK(l.time < 1000000); /* without a wake-up, the sleep would not end */
    kit_close(&kit);
}

static void wakes(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), wake_body);
}

static pami_result_t again_once(pami_context_t context, void *cookie)
{
    (void)context;
    return ++*(unsigned *)cookie < 3 ? PAMI_EAGAIN : PAMI_SUCCESS;
}

/* Result of an advance without events. */
static pami_result_t nothing(void)
{
    const char *setting = getenv("PAMI_ADVANCE_RESULT");
    return setting != NULL && strcmp(setting, "eagain") == 0 ? PAMI_EAGAIN : PAMI_SUCCESS;
}

/* Handles the packets in flight since the creation of the client. */
static void calm_down(kit_t *kit)
{
    for (int i = 0; i < 100; i++)
        kit_turn(kit);
}

static void result_body(mu_rank_t *me)
{
    kit_t kit;
    pami_work_t w;
    unsigned calls = 0;
    kit_open(&kit, me, 2);
    calm_down(&kit);
    for (int i = 0; i < 100; i++) {
        CHECK_EQUAL(PAMI_Context_advance(kit.context[0], 1), nothing());
        CHECK_EQUAL(PAMI_Context_advancev(kit.context, 2, 10), nothing());
        CHECK_EQUAL(PAMI_Context_trylock_advancev(kit.context, 2, 1), nothing());
    }
    CHECK_EQUAL(PAMI_Context_advance(NULL, 1), PAMI_INVAL);
    for (unsigned i = 1; i <= 3; i++) { /* one call per round */
        if (i == 1)
            PAMI_Context_post(kit.context[0], &w, again_once, &calls);
        CHECK_EQUAL(PAMI_Context_advance(kit.context[0], 1), PAMI_SUCCESS);
        CHECK_EQUAL(calls, i);
    }
    CHECK_EQUAL(PAMI_Context_lock(kit.context[0]), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Context_trylock(kit.context[0]), PAMI_EAGAIN);
    CHECK_EQUAL(PAMI_Context_trylock(kit.context[1]), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Context_unlock(kit.context[1]), PAMI_SUCCESS);
    calls = 2;
    PAMI_Context_post(kit.context[0], &w, again_once, &calls);
    CHECK_EQUAL(PAMI_Context_trylock_advancev(kit.context, 2, 3), nothing()); /* context 0 is skipped */
    CHECK_EQUAL(calls, 2);
    CHECK_EQUAL(PAMI_Context_unlock(kit.context[0]), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Context_trylock_advancev(kit.context, 2, 3), PAMI_SUCCESS);
    CHECK_EQUAL(calls, 3);
    CHECK_EQUAL(PAMI_Context_lock(NULL), PAMI_INVAL);
    kit_close(&kit);
}

/* A thread that takes the lock repeatedly yields while a waiter has no core. The waiter never runs here. */
static void yield_body(mu_rank_t *me)
{
    kit_t kit;
    kit_open(&kit, me, 1);
    emuq_pami_context_t *context = kit.context[0];
    uint64_t yields = emuq_relax_yields();
    for (int waiter = 0; waiter < 2; waiter++) {
        __atomic_fetch_add(&context->shared.waiters, (uint32_t)waiter, __ATOMIC_RELAXED);
        CHECK_EQUAL(PAMI_Context_lock(context), PAMI_SUCCESS);
        CHECK_EQUAL(PAMI_Context_unlock(context), PAMI_SUCCESS);
        CHECK_EQUAL(emuq_relax_yields() - yields, (uint64_t)waiter);
        __atomic_fetch_sub(&context->shared.waiters, (uint32_t)waiter, __ATOMIC_RELAXED);
    }
    kit_close(&kit);
}

static void results(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), result_body);
}

static void yields(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), yield_body);
}

/* Threads that share a context under its lock. */
typedef struct sharer {
    pami_context_t context;
    uint64_t *counter;
    unsigned rounds;
    pthread_t thread;
} sharer_t;

static void *share(void *argument)
{
    sharer_t *p = argument;
    for (unsigned i = 0; i < p->rounds; i++) {
        PAMI_Context_lock(p->context);
        ++*p->counter;
        PAMI_Context_advance(p->context, 1);
        PAMI_Context_unlock(p->context);
    }
    return NULL;
}

static void lock_body(mu_rank_t *me)
{
    kit_t kit;
    sharer_t sharers[3];
    uint64_t counter = 0;
    unsigned rounds = MU_ROUNDS(500);
    kit_open(&kit, me, 1);
    for (int i = 0; i < 3; i++) {
        sharers[i] = (sharer_t){.context = kit.context[0], .counter = &counter, .rounds = rounds};
        pthread_create(&sharers[i].thread, NULL, share, &sharers[i]);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(sharers[i].thread, NULL);
    CHECK_EQUAL(counter, 3 * rounds);
    kit_close(&kit);
}

static void locks(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), lock_body);
}

/* A thread that makes progress under the lock, with long calls without events. */
typedef struct keeper {
    pami_context_t context;
    int way;
    bool stop; /* __atomic */
    pthread_t thread;
} keeper_t;

static void *keep(void *argument)
{
    keeper_t *k = argument;
    while (!__atomic_load_n(&k->stop, __ATOMIC_RELAXED)) {
        if (k->way != 0) {
            PAMI_Context_trylock_advancev(&k->context, 1, 100);
            continue;
        }
        PAMI_Context_lock(k->context);
        PAMI_Context_advance(k->context, 100);
        PAMI_Context_unlock(k->context);
    }
    return NULL;
}

/* Waiting threads get the lock without an event. */
static void handover_body(mu_rank_t *me)
{
    kit_t kit;
    kit_open(&kit, me, 1);
    for (int way = 0; way < 4; way++) {
        keeper_t k = {.context = kit.context[0], .way = way & 1};
        pthread_create(&k.thread, NULL, keep, &k);
        for (int i = 0; i < 5; i++) {
            usleep(100000); /* the owner sleeps */
            uint64_t since = mu_microseconds();
            if (way < 2)
                CHECK_EQUAL(PAMI_Context_lock(k.context), PAMI_SUCCESS);
            while (way >= 2 && PAMI_Context_trylock(k.context) != PAMI_SUCCESS)
                kit_patience(since, "the lock", __FILE__, __LINE__);
            CHECK(mu_microseconds() - since < 5000000);
            CHECK_EQUAL(PAMI_Context_unlock(k.context), PAMI_SUCCESS);
        }
        __atomic_store_n(&k.stop, true, __ATOMIC_RELAXED);
        pthread_join(k.thread, NULL);
    }
    kit_close(&kit);
}

static void handovers(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), handover_body);
}

/* A call without events ends for any maximum: its caller may have further work. */
static void maximum_body(mu_rank_t *me)
{
    kit_t kit;
    kit_open(&kit, me, 2);
    calm_down(&kit);
    uint64_t since = mu_microseconds();
    for (int i = 0; i < 20; i++) {
        CHECK_EQUAL(PAMI_Context_advance(kit.context[0], 10000), nothing());
        CHECK_EQUAL(PAMI_Context_advancev(kit.context, 2, 10000), nothing());
        CHECK_EQUAL(PAMI_Context_trylock_advancev(kit.context, 1, 10000), nothing());
    }
    CHECK(mu_microseconds() - since < 30000000);
    CHECK_EQUAL(PAMI_Context_advancev(NULL, 0, 10000), nothing());
    kit_close(&kit);
}

static void maxima(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), maximum_body);
}

static pami_result_t again_until(pami_context_t context, void *cookie)
{
    (void)context;
    return *(const bool *)cookie ? PAMI_SUCCESS : PAMI_EAGAIN;
}

/* Calls of one round do not sleep: their callers poll elsewhere in between. A sleep of 64 milliseconds in
 * each call would take more than a minute. */
static void call_often(kit_t *kit, int way)
{
    enum { CALLS = 1500, LIMIT_US = 5000000 };
    uint64_t since = mu_microseconds();
    for (int i = 0; i < CALLS && mu_microseconds() - since < LIMIT_US; i++)
        if (way == 0)
            PAMI_Context_advance(kit->context[0], 1);
        else if (way == 1)
            PAMI_Context_advancev(kit->context, 2, 1);
        else
            PAMI_Context_trylock_advancev(kit->context, 1, 1);
    CHECK(mu_microseconds() - since < LIMIT_US);
}

static void short_call_body(mu_rank_t *me)
{
    kit_t kit;
    pami_work_t w;
    bool end = false;
    kit_open(&kit, me, 2);
    calm_down(&kit);
    for (int way = 0; way < 3; way++)
        call_often(&kit, way);
    /* Called in each round, and no event. */
    CHECK_EQUAL(PAMI_Context_post(kit.context[0], &w, again_until, &end), PAMI_SUCCESS);
    call_often(&kit, 0);
    end = true;
    calm_down(&kit);
    kit_close(&kit);
}

static void short_calls(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), short_call_body);
}

/* ---- a lock of L2 atomics under which a second thread of the task polls ---- */

enum { TURNS = 200 };

typedef struct l2_lock {
    uint64_t word, bound;
    kit_t *kit;
    bool stop;      /* __atomic */
    unsigned polls; /* __atomic; stored under the lock */
} __attribute__((aligned(32))) l2_lock_t;

static void l2_take(l2_lock_t *l)
{
    while (L2_AtomicLoadIncrementBounded(&l->word) == UINT64_C(1) << 63)
        ;
}

static void *poll_under_lock(void *argument)
{
    l2_lock_t *l = argument;
    for (l2_take(l); !__atomic_load_n(&l->stop, __ATOMIC_RELAXED); l2_take(l)) {
        PAMI_Context_advance(l->kit->context[0], 1);
        __atomic_store_n(&l->polls, l->polls + 1, __ATOMIC_RELAXED);
        L2_AtomicStore(&l->word, 0);
    }
    L2_AtomicStore(&l->word, 0);
    return NULL;
}

/* Both threads on one core: the poller keeps the core between a release and the next acquisition. */
static void stay_here(void)
{
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET((size_t)sched_getcpu(), &here);
    sched_setaffinity(0, sizeof here, &here);
}

static void rejected_body(mu_rank_t *me)
{
    kit_t kit;
    cpu_set_t before;
    pthread_t thread;
    static l2_lock_t l;
    l = (l2_lock_t){.bound = 1, .kit = &kit};
    kit_open(&kit, me, 1);
    sched_getaffinity(0, sizeof before, &before);
    stay_here();
    CHECK_EQUAL(pthread_create(&thread, NULL, poll_under_lock, &l), 0);
    unsigned most = 0, seen = 0;
    for (unsigned i = 0; i < TURNS; i++) {
        l2_take(&l);
        most = i > 0 && l.polls - seen > most ? l.polls - seen : most;
        seen = l.polls;
        L2_AtomicStore(&l.word, 0);
        while (i % 2 == 0 && __atomic_load_n(&l.polls, __ATOMIC_RELAXED) == seen)
            sched_yield(); /* the poller has the lock again */
    }
    CHECK(most < 10000);
    __atomic_store_n(&l.stop, true, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    sched_setaffinity(0, sizeof before, &before);
    kit_close(&kit);
}

static void rejected_thread_goes_first(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), rejected_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"posts", posts},
        {"wakes", wakes},
        {"results", results},
        {"locks", locks},
        {"handovers", handovers},
        {"yields", yields},
        {"maxima", maxima},
        {"short calls", short_calls},
        {"rejected thread goes first", rejected_thread_goes_first},
        {NULL, NULL},
    };
    return emuq_test_main("PAMI progress", tests);
}
