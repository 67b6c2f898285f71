/* SPDX-License-Identifier: BSD-3-Clause */
/* Rank 1 dies by a signal while rank 0 waits. argv[1] is segv, abort, ill, int3, stack (an overflow),
 * thread (a thread of the rank dies), handled (a handler of the program ends the rank with status 7),
 * chain (a handler calls the previous action), sent (another process sends SIGTERM), null (a call of
 * nothing), both (two threads die), smash (the stack is overwritten), nested (a handler dies), locked (a
 * second thread holds the lock of the list of libraries), left (a handler calls the previous action, and
 * ends the rank with status 7 if no timer for SIGALRM is left, else 8), or a signal number. */
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <spi/include/kernel/location.h>
#include <spi/include/mu/GIBarrier.h>

static struct sigaction former;

static __attribute__((noinline)) void segv(void)
{
    volatile int *volatile nowhere = (volatile int *)8;
    *nowhere = 1;
}

static __attribute__((noinline)) unsigned overflow(unsigned depth)
{
    volatile char frame[4096];
    frame[depth % sizeof frame] = (char)depth;
    return overflow(depth + 1) + (unsigned)frame[0];
}

static void *die_in_thread(void *nothing)
{
    segv();
    return nothing;
}

static void *die_together(void *barrier)
{
    pthread_barrier_wait(barrier);
    segv();
    return NULL;
}

static void die_in_two_threads(void)
{
    pthread_t thread;
    pthread_barrier_t barrier;
    if (pthread_barrier_init(&barrier, NULL, 2) == 0 &&
        pthread_create(&thread, NULL, die_together, &barrier) == 0)
        die_together(&barrier);
}

static __attribute__((noinline)) int call_nothing(void)
{
    int (*volatile nothing)(void) = NULL;
    return nothing() + 1;
}

/* Overwrites return addresses and saved registers, and dies. */
static __attribute__((noinline, no_stack_protector)) void smash(void)
{
    char frame[16];
    char *volatile at = frame;
    for (int i = 0; i < 512; i++)
        at[i] = (char)0xee;
    segv();
}

static void handle(int signal)
{
    (void)signal;
    _exit(7);
}

static void chain(int signal, siginfo_t *info, void *context)
{
    if ((former.sa_flags & SA_SIGINFO) != 0)
        former.sa_sigaction(signal, info, context);
}

static bool has_alarm_timer(void)
{
    char line[128];
    bool found = false;
    FILE *timers = fopen("/proc/self/timers", "re");
    while (timers != NULL && fgets(line, sizeof line, timers) != NULL)
        found |= strncmp(line, "signal: 14/", 11) == 0;
    if (timers != NULL)
        fclose(timers);
    return found;
}

static void chain_and_end(int signal, siginfo_t *info, void *context)
{
    chain(signal, info, context);
    _exit(has_alarm_timer() ? 8 : 7);
}

static void die_in_handler(int signal)
{
    segv();
    raise(signal); /* the call of segv() has a frame */
}

static sem_t is_locked, is_free;

static int wait_with_lock(struct dl_phdr_info *library, size_t size, void *nothing)
{
    (void)library, (void)size, (void)nothing;
    sem_post(&is_locked);
    return sem_wait(&is_free) + 1;
}

static void *lock_libraries(void *nothing)
{
    dl_iterate_phdr(wait_with_lock, nothing);
    return nothing;
}

static void die_without_lock(void)
{
    pthread_t thread;
    if (sem_init(&is_locked, 0, 0) == 0 && sem_init(&is_free, 0, 0) == 0 &&
        pthread_create(&thread, NULL, lock_libraries, NULL) == 0 && sem_wait(&is_locked) == 0)
        segv();
}

static void die(const char *how)
{
    pthread_t thread;
    if (strcmp(how, "handled") == 0)
        signal(SIGSEGV, handle);
    else if (strcmp(how, "chain") == 0)
        sigaction(SIGSEGV, &(struct sigaction){.sa_sigaction = chain, .sa_flags = SA_SIGINFO}, &former);
    else if (strcmp(how, "left") == 0)
        sigaction(SIGSEGV, &(struct sigaction){.sa_sigaction = chain_and_end, .sa_flags = SA_SIGINFO},
                  &former);
    else if (strcmp(how, "nested") == 0)
        signal(SIGUSR1, die_in_handler);
    if (strcmp(how, "abort") == 0)
        abort();
    else if (strcmp(how, "ill") == 0)
        __builtin_trap();
    else if (strcmp(how, "int3") == 0)
        raise(SIGTRAP);
    else if (strcmp(how, "stack") == 0)
        exit((int)overflow(0));
    else if (strcmp(how, "null") == 0)
        exit(call_nothing());
    else if (strcmp(how, "both") == 0)
        die_in_two_threads();
    else if (strcmp(how, "smash") == 0)
        smash();
    else if (strcmp(how, "nested") == 0)
        raise(SIGUSR1);
    else if (strcmp(how, "locked") == 0)
        die_without_lock();
    else if (strcmp(how, "sent") == 0)
        exit(system("kill -TERM $PPID; sleep 60"));
    else if (atoi(how) != 0)
        raise(atoi(how));
    else if (strcmp(how, "thread") == 0 && pthread_create(&thread, NULL, die_in_thread, NULL) == 0)
        pthread_join(thread, NULL);
    else
        segv();
}

int main(int argc, char **argv)
{
    MUSPI_GIBarrier_t barrier;
    if (MUSPI_GIBarrierInit(&barrier, 0) != 0)
        return 2;
    MUSPI_GIBarrierEnterAndWait(&barrier);
    if (Kernel_GetRank() == 1)
        die(argc > 1 ? argv[1] : "segv");
    MUSPI_GIBarrierEnterAndWait(&barrier);
    return 0;
}
