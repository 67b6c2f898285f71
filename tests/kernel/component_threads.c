/* SPDX-License-Identifier: BSD-3-Clause */
/* Internal threads of components: they end once, the last first, in the process that has created them. */
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/lock.h"
#include "emuq_test.h"
#include "kernel-shim/partition/partition.h"

enum { MOST = 4 };

static uint32_t go_on[MOST]; /* 0: the thread returns */
static uint32_t stopped[2 * MOST], stops;

static void *run(void *word)
{
    (void)emuq_futex_await(word, 1, EMUQ_FUTEX_FOREVER / 2);
    return NULL;
}

static void stop(uint32_t thread)
{
    stopped[stops++ % (2 * MOST)] = thread;
    emuq_futex_store_wake(&go_on[thread], 0);
}

static void stop_0(void)
{
    stop(0);
}

static void stop_1(void)
{
    stop(1);
}

static void stop_2(void)
{
    stop(2);
}

static void stop_3(void)
{
    stop(3);
}

static int create(uint32_t thread)
{
    static void (*const stop_of[MOST])(void) = {stop_0, stop_1, stop_2, stop_3};
    go_on[thread] = 1;
    return emuq_component_thread(run, &go_on[thread], stop_of[thread]);
}

static void the_last_thread_ends_first(void)
{
    stops = 0;
    for (uint32_t i = 0; i < MOST; i++)
        CU_ASSERT_EQUAL(create(i), 0);
    CU_ASSERT_EQUAL(emuq_component_thread(run, NULL, stop_0), -EAGAIN);
    emuq_component_threads_end();
    CU_ASSERT_EQUAL_FATAL(stops, MOST);
    for (uint32_t i = 0; i < MOST; i++)
        CU_ASSERT_EQUAL(stopped[i], MOST - 1 - i);
    emuq_component_threads_end();
    CU_ASSERT_EQUAL(stops, MOST);
}

/* In a forked child. @return 0: it has ended its threads, and no thread of its parent */
static int use_in_child(void)
{
    emuq_component_threads_end();
    if (stops != 0 || create(3) != 0)
        return 1;
    emuq_component_threads_end();
    return stops == 1 && stopped[0] == 3 ? 0 : 2;
}

static void a_child_has_no_threads_of_its_parent(void)
{
    int status = -1;
    stops = 0;
    CU_ASSERT_EQUAL(create(0), 0);
    pid_t child = fork();
    if (child == 0)
        _exit(use_in_child());
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    CU_ASSERT_EQUAL(status, 0);
    pid_t second = fork(); /* without an earlier end in the child */
    if (second == 0)
        _exit(create(3) == 0 ? (emuq_component_threads_end(), stops != 1) : 1);
    CU_ASSERT_EQUAL(waitpid(second, &status, 0), second);
    CU_ASSERT_EQUAL(status, 0);
    CU_ASSERT_EQUAL(stops, 0);
    emuq_component_threads_end();
    CU_ASSERT_EQUAL(stops, 1);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"the last thread ends first", the_last_thread_ends_first},
        {"a child has no threads of its parent", a_child_has_no_threads_of_its_parent},
        {NULL, NULL},
    };
    return emuq_test_main("threads of components", tests);
}
