/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A rank ends while one of its threads holds a resource that another rank needs: the claim of a FIFO, or
 * the lock of a node's kernel. The thread is suspended only after it has released the resource.
 */
#include <pthread.h>
#include <sched.h>

#include "backends/emulator/core/inject.h"
#include "backends/emulator/core/machine.h"
#include "gate.h"
#include "kernel-shim/partition/registers.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/rank_exit.h"
#include "mu_support.h"
#include "points.h"

enum { SHORT = 64, LONG = 1 << 16, WINDOW_MS = 100, GIVEN_BACK_MS = 10000 };

typedef struct injection {
    mu_inj_t *inj;
    MUHWI_Descriptor_t d;
    unsigned has_left; /* atomic */
} injection_t;

static void *inject(void *argument)
{
    injection_t *i = argument;
    mu_inject(i->inj, &i->d);
    __atomic_store_n(&i->has_left, 1, __ATOMIC_RELEASE);
    return NULL;
}

/* @return true if the FIFO is idle, or becomes idle within GIVEN_BACK_MS */
static bool becomes_idle(const mu_rank_t *me, const mu_inj_t *inj)
{
    static const unsigned never;
    const emuq_inj_t *f = &emuq_the_machine->node[me->node].inj[inj->global];
    for (unsigned ms = 0; ms < GIVEN_BACK_MS; ms++) {
        if (!emuq_claim_is_held(&f->claim) &&
            (__atomic_load_n(&f->state, __ATOMIC_RELAXED) & EMUQ_FIFO_BUSY) == 0)
            return true;
        becomes_set(&never, 1);
    }
    return false;
}

/* The rank ends while the thread is at @p point with a message of @p bytes. */
static void end_at(mu_rank_t *me, mu_kit_t *kit, const char *point, uint32_t bytes)
{
    injection_t i = {.inj = mu_inj(me, 16, 0)};
    pthread_t thread;
    i.d = mu_describe(me, mu_put(me, kit, 0, 0, 0, bytes, 0));
    points_stop(point, 1);
    CHECK_EQUAL(pthread_create(&thread, NULL, inject, &i), 0);
    points_wait(point);
    emuq_threads_suspend(); /* as exit() does */
    points_release(point);
    CHECK(becomes_idle(me, i.inj));
    CHECK(!becomes_set(&i.has_left, WINDOW_MS));
    emuq_threads_resume();
    pthread_join(thread, NULL);
    mu_wait_counter(&kit->counter[0], -(uint64_t)bytes);
}

static void with_the_claim(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, LONG);
    end_at(me, &kit, "claim_release", SHORT);
}

static void in_a_long_copy(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, LONG);
    end_at(me, &kit, "inject_busy", LONG);
}

typedef struct kernel_call {
    emuq_node_t *node;
    unsigned has_lock, may_go, has_left; /* atomic */
} kernel_call_t;

static void *call_kernel(void *argument)
{
    kernel_call_t *call = argument;
    emuq_node_lock(call->node);
    __atomic_store_n(&call->has_lock, 1, __ATOMIC_RELEASE);
    while (!__atomic_load_n(&call->may_go, __ATOMIC_ACQUIRE))
        sched_yield();
    emuq_node_unlock(call->node);
    __atomic_store_n(&call->has_left, 1, __ATOMIC_RELEASE);
    return NULL;
}

/* @return true if the lock of the node is free, or becomes free within a short time */
static bool becomes_free(emuq_node_t *node)
{
    static const unsigned never;
    for (unsigned ms = 0; ms < GIVEN_BACK_MS; ms++) {
        if (pthread_mutex_trylock(&node->lock) == 0) {
            pthread_mutex_unlock(&node->lock);
            return true;
        }
        becomes_set(&never, 1);
    }
    return false;
}

static void in_a_kernel_call(mu_rank_t *me)
{
    (void)me;
    kernel_call_t call = {.node = emuq_process_self()->node};
    pthread_t thread;
    CHECK_EQUAL(pthread_create(&thread, NULL, call_kernel, &call), 0);
    while (!__atomic_load_n(&call.has_lock, __ATOMIC_ACQUIRE))
        sched_yield();
    emuq_threads_suspend();
    __atomic_store_n(&call.may_go, 1, __ATOMIC_RELEASE);
    CHECK(becomes_free(call.node));
    CHECK(!becomes_set(&call.has_left, WINDOW_MS));
    emuq_threads_resume();
    pthread_join(thread, NULL);
}

static void run(mu_body_t body)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), body);
    points_clear();
}

static void a_claim_is_given_back(void)
{
    run(with_the_claim);
}

static void a_long_copy_ends(void)
{
    run(in_a_long_copy);
}

static void the_lock_of_a_node_is_given_back(void)
{
    run(in_a_kernel_call);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a claim is given back", a_claim_is_given_back},
        {"a long copy ends", a_long_copy_ends},
        {"the lock of a node is given back", the_lock_of_a_node_is_given_back},
        {NULL, NULL}};
    setenv("EMUQ_ENGINES", "0", 1);
    setenv("EMUQ_INLINE_BYTES", "4096", 1);
    return emuq_test_main("a rank ends while a thread of it has what other ranks wait for", tests);
}
