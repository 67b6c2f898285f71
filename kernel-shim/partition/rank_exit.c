/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * exit() is defined here, in front of that of the C library. On the main thread of a rank it ends the rank,
 * as a return from main() would: it goes back to the frame in which the rank began, and functions registered
 * with atexit() run when the whole program ends. On another thread of a rank it records the status and ends
 * that thread; the rank ends when its main function does. Outside ranks, and in a child that a rank has
 * forked, it is exit(). The status of the first exit() of a rank stands.
 */
#define _GNU_SOURCE
#include "kernel-shim/partition/rank_exit.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "kernel-shim/partition/thread.h"

bool emuq_bad_exit_ends_process;

void emuq_rank_exit_with(emuq_rank_exit_t *rank, int status)
{
    int none = EMUQ_NO_STATUS;
    __atomic_compare_exchange_n(&rank->status, &none, status & 0xff, false, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
}

static void __attribute__((noreturn)) real_exit(int status)
{
    void (*next)(int) = NULL;
    *(void **)&next = dlsym(RTLD_NEXT, "exit");
    if (next != NULL)
        next(status);
    _exit(status);
}

/* @return NULL outside of ranks that are threads, and in their children */
static emuq_rank_exit_t *rank_of_caller(void)
{
    const emuq_process_t *process = emuq_thread_self.process;
    emuq_rank_exit_t *rank = process != NULL ? process->main_exit : NULL;
    return rank != NULL && rank->pid == getpid() ? rank : NULL;
}

static void __attribute__((noreturn)) end_rank(emuq_rank_exit_t *rank, int status)
{
    emuq_rank_exit_with(rank, status);
    if (emuq_thread_self.is_main)
        longjmp(rank->start, 1);
    pthread_exit(NULL);
}

void exit(int status)
{
    emuq_rank_exit_t *rank = rank_of_caller();
    if (rank == NULL)
        real_exit(status);
    end_rank(rank, status);
}

void emuq_rank_exit_early(void)
{
    emuq_rank_exit_t *rank = rank_of_caller();
    if (rank != NULL)
        end_rank(rank, 0);
}
