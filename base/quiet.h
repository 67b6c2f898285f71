/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file quiet.h
 * @brief Threads of our own take no signal that is meant for the program.
 */
#ifndef EMUQ_BASE_QUIET_H
#define EMUQ_BASE_QUIET_H

#include <pthread.h>
#include <signal.h>

/** pthread_create() of a thread with the default attributes in which every signal is blocked, except those
 * that the thread's own instructions raise: Linux ends a process that blocks them, whatever handler it has.
 *  @return 0 or an errno. */
static inline int emuq_quiet_thread(pthread_t *thread, void *(*start)(void *), void *argument)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    sigset_t all, before;
    sigfillset(&all);
    for (unsigned i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        sigdelset(&all, own[i]);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int rc = pthread_create(thread, NULL, start, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return rc;
}

#endif /* EMUQ_BASE_QUIET_H */
