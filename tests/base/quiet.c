/* SPDX-License-Identifier: BSD-3-Clause */
/* Internal threads block the program's signals, but a fault in an internal thread reaches the program's
 * handler. */
#define _GNU_SOURCE
#include "base/process.h"

#include <setjmp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emuq_test.h"

static sigjmp_buf before_fault;

static void leave_fault(int signal)
{
    siglongjmp(before_fault, signal);
}

static void *look(void *mask)
{
    pthread_sigmask(SIG_SETMASK, NULL, mask);
    return NULL;
}

static void signals_of_the_program_are_blocked(void)
{
    static const int theirs[] = {SIGINT, SIGTERM, SIGUSR1, SIGALRM, SIGCHLD};
    pthread_t thread;
    sigset_t mask, before, after;
    pthread_sigmask(SIG_SETMASK, NULL, &before);
    CU_ASSERT_EQUAL_FATAL(emuq_internal_thread(&thread, look, &mask), 0);
    pthread_join(thread, NULL);
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    for (size_t i = 0; i < sizeof(theirs) / sizeof(theirs[0]); i++) {
        CU_ASSERT(sigismember(&mask, theirs[i]));
        CU_ASSERT_EQUAL(sigismember(&after, theirs[i]), sigismember(&before, theirs[i]));
    }
}

static void *fault(void *page)
{
    int signal = sigsetjmp(before_fault, 1);
    if (signal == 0)
        *(volatile char *)page = 1;
    return (void *)(intptr_t)signal;
}

static void a_fault_reaches_its_handler(void)
{
    const struct sigaction action = {.sa_handler = leave_fault};
    struct sigaction before;
    pthread_t thread;
    void *signal = NULL;
    void *page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CU_ASSERT_PTR_NOT_EQUAL_FATAL(page, MAP_FAILED);
    sigaction(SIGSEGV, &action, &before);
    CU_ASSERT_EQUAL_FATAL(emuq_internal_thread(&thread, fault, page), 0);
    pthread_join(thread, &signal);
    sigaction(SIGSEGV, &before, NULL);
    CU_ASSERT_EQUAL((intptr_t)signal, SIGSEGV);
    munmap(page, (size_t)sysconf(_SC_PAGESIZE));
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"signals of the program are blocked", signals_of_the_program_are_blocked},
        {"a fault reaches its handler", a_fault_reaches_its_handler},
        {NULL, NULL},
    };
    return emuq_test_main("quiet threads", tests);
}
