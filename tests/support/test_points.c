/* SPDX-License-Identifier: BSD-3-Clause */
/* Test points: a stop affects only the specified arrivals, in child processes as well. */
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/lock.h"
#include "emuq_test.h"
#include "points.h"

static unsigned passed; /* number of threads past the point; atomic */
static emuq_lock_t lock;
static unsigned under_lock;

static void *pass(void *unused)
{
    EMUQ_TEST_POINT(test_points_gate);
    __atomic_fetch_add(&passed, 1, __ATOMIC_RELAXED);
    return unused;
}

static void await_passed(unsigned n)
{
    unsigned rounds = 0;
    while (__atomic_load_n(&passed, __ATOMIC_RELAXED) != n)
        emuq_spin(&rounds);
}

static void the_second_thread_stops(void)
{
    pthread_t thread[3];
    passed = 0;
    points_stop("test_points_gate", 2);
    pthread_create(&thread[0], NULL, pass, NULL);
    await_passed(1);
    CU_ASSERT_FALSE(points_is_stopped("test_points_gate"));
    pthread_create(&thread[1], NULL, pass, NULL);
    points_wait("test_points_gate");
    pthread_create(&thread[2], NULL, pass, NULL);
    await_passed(2);
    CU_ASSERT_EQUAL(points_count("test_points_gate"), 3);
    CU_ASSERT_TRUE(points_is_stopped("test_points_gate"));
    points_release("test_points_gate");
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    CU_ASSERT_EQUAL(passed, 3);
    points_clear();
}

static void a_child_stops(void)
{
    unsigned *gone = mmap(NULL, sizeof *gone, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    points_stop("test_points_child", 1);
    pid_t child = fork();
    if (child == 0) {
        EMUQ_TEST_POINT(test_points_child);
        __atomic_store_n(gone, 1, __ATOMIC_RELEASE);
        _exit(0);
    }
    points_wait("test_points_child");
    CU_ASSERT_EQUAL(__atomic_load_n(gone, __ATOMIC_ACQUIRE), 0);
    points_clear();
    int status = -1;
    waitpid(child, &status, 0);
    CU_ASSERT_EQUAL(status, 0);
    CU_ASSERT_EQUAL(__atomic_load_n(gone, __ATOMIC_ACQUIRE), 1);
    munmap(gone, sizeof *gone);
}

static void *count_under_lock(void *unused)
{
    for (int i = 0; i < 2000; i++) {
        emuq_lock(&lock);
        unsigned n = under_lock;
        EMUQ_TEST_POINT(test_points_lock_held);
        under_lock = n + 1;
        emuq_unlock(&lock);
    }
    return unused;
}

static void the_lock_excludes(void)
{
    pthread_t thread[4];
    points_yield_randomly(1);
    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], NULL, count_under_lock, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    points_clear();
    CU_ASSERT_EQUAL(under_lock, 8000);
    CU_ASSERT_TRUE(emuq_try_lock(&lock));
    CU_ASSERT_FALSE(emuq_try_lock(&lock));
    emuq_unlock(&lock);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"the second thread stops", the_second_thread_stops},
                                        {"a child stops", a_child_stops},
                                        {"the lock excludes", the_lock_excludes},
                                        {NULL, NULL}};
    return emuq_test_main("test points", tests);
}
