/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "validate.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 32, PRINTED = 5 };

static unsigned *failures; /* failures of the running test; shared by its processes, atomic */

typedef struct worker {
    void (*work)(void *shared, unsigned number);
    void *shared;
    unsigned number;
} worker_t;

static void *map(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) {
        perror("validate: mmap");
        exit(1);
    }
    return p;
}

__attribute__((constructor)) static void make_failures(void)
{
    failures = map(sizeof *failures);
}

bool validate_check(bool holds, const char *condition, const char *file, int line)
{
    if (!holds && __atomic_fetch_add(failures, 1, __ATOMIC_RELAXED) < PRINTED)
        fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    return holds;
}

void *validate_shared(size_t bytes)
{
    return map(bytes);
}

static void *run(void *argument)
{
    const worker_t *w = argument;
    w->work(w->shared, w->number);
    return NULL;
}

static void run_threads(unsigned workers, worker_t *w)
{
    pthread_t thread[MOST];
    for (unsigned i = 0; i < workers; i++)
        if (!VALIDATE(pthread_create(&thread[i], NULL, run, &w[i]) == 0))
            exit(1);
    for (unsigned i = 0; i < workers; i++)
        pthread_join(thread[i], NULL);
}

static void run_processes(unsigned workers, worker_t *w)
{
    pid_t child[MOST];
    for (unsigned i = 0; i < workers; i++) {
        child[i] = fork();
        if (child[i] == 0) {
            run(&w[i]);
            _exit(0);
        }
        if (!VALIDATE(child[i] > 0))
            exit(1);
    }
    for (unsigned i = 0; i < workers; i++) {
        int status = -1;
        VALIDATE(waitpid(child[i], &status, 0) == child[i] && status == 0);
    }
}

void validate_run(bool processes, unsigned workers, void (*work)(void *shared, unsigned number), void *shared)
{
    worker_t w[MOST];
    for (unsigned i = 0; i < workers; i++)
        w[i] = (worker_t){work, shared, i};
    points_yield_randomly(workers + 1);
    fflush(NULL);
    (processes ? run_processes : run_threads)(workers, w);
    points_yield_randomly(0);
}

void validate_end(void *shared, size_t bytes)
{
    CU_ASSERT_EQUAL(__atomic_exchange_n(failures, 0, __ATOMIC_RELAXED), 0);
    munmap(shared, bytes);
}

uint64_t validate_random(uint64_t *state, uint64_t limit)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (*state >> 11) % limit;
}
