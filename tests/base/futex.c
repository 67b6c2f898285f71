/* SPDX-License-Identifier: BSD-3-Clause */
/* Futex: a thread sleeps on a word until the value changes, in a process and between two processes. */
#include "base/lock.h"

#include <sys/mman.h>
#include <sys/wait.h>

#include "emuq_test.h"

#define PATIENCE_NS (20 * EMUQ_NS_PER_S)
#define WORDS_BYTES 4096u

static void a_word_that_differs_ends_the_wait(void)
{
    unsigned word = 1;
    errno = ENOTTY;
    CU_ASSERT_EQUAL(emuq_futex_wait(&word, 0, EMUQ_FUTEX_FOREVER), -EAGAIN);
    CU_ASSERT_EQUAL(errno, ENOTTY);
}

static void a_limit_ends_the_wait(void)
{
    unsigned word = 0;
    uint64_t begin = emuq_now_ns();
    CU_ASSERT_EQUAL(emuq_futex_wait(&word, 0, 2000000), -ETIMEDOUT);
    CU_ASSERT_TRUE(emuq_now_ns() - begin >= 2000000);
}

static void nothing_to_wake_is_no_error(void)
{
    unsigned word = 0;
    CU_ASSERT_EQUAL(emuq_futex_wake(&word, EMUQ_FUTEX_ALL), 0);
}

/* Words in memory shared by two processes. */
static unsigned *make_words(void)
{
    unsigned *word = mmap(NULL, WORDS_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CU_ASSERT_NOT_EQUAL_FATAL((void *)word, MAP_FAILED);
    return word;
}

static void expect_success(pid_t child)
{
    int status = -1;
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    CU_ASSERT_EQUAL(status, 0);
}

/* The child sleeps until the word is 1. The word never changes, so only a wake-up ends the sleep: the parent
 * repeats the wake-up until a thread is woken. */
static void another_process_is_woken(void)
{
    unsigned *word = make_words();
    pid_t child = fork();
    CU_ASSERT_FATAL(child >= 0);
    if (child == 0)
        _exit(emuq_futex_wait(word, 0, PATIENCE_NS) == 0 ? 0 : 1);
    int woken = 0;
    for (uint64_t end = emuq_now_ns() + PATIENCE_NS; woken == 0 && emuq_now_ns() < end;) {
        woken = emuq_futex_wake(word, 1);
        usleep(1000);
    }
    CU_ASSERT_EQUAL(woken, 1);
    expect_success(child);
    munmap(word, WORDS_BYTES);
}

/* A wake-up without a change does not end the child's wait. After the change the child sees the parent's
 * earlier stores. */
static void another_process_is_told(void)
{
    unsigned *word = make_words();
    pid_t child = fork();
    CU_ASSERT_FATAL(child >= 0);
    if (child == 0)
        _exit(emuq_futex_await(word, 0, PATIENCE_NS) && word[0] == 3 && word[1] == 7 ? 0 : 1);
    for (uint64_t end = emuq_now_ns() + PATIENCE_NS;
         emuq_futex_wake(word, EMUQ_FUTEX_ALL) == 0 && emuq_now_ns() < end;)
        usleep(1000);
    word[1] = 7;
    emuq_futex_store_wake(word, 3);
    expect_success(child);
    munmap(word, WORDS_BYTES);
}

static void a_change_is_awaited_up_to_a_limit(void)
{
    unsigned word = 0;
    uint64_t begin = emuq_now_ns();
    CU_ASSERT_FALSE(emuq_futex_await(&word, 0, 2000000));
    CU_ASSERT_TRUE(emuq_now_ns() - begin >= 2000000);
    CU_ASSERT_TRUE(emuq_futex_await(&word, 1, 0));
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a word that differs ends the wait", a_word_that_differs_ends_the_wait},
        {"a limit ends the wait", a_limit_ends_the_wait},
        {"nothing to wake is no error", nothing_to_wake_is_no_error},
        {"another process is woken", another_process_is_woken},
        {"another process is told", another_process_is_told},
        {"a change is awaited up to a limit", a_change_is_awaited_up_to_a_limit},
        {NULL, NULL}};
    return emuq_test_main("futex", tests);
}
