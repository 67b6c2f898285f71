/* SPDX-License-Identifier: BSD-3-Clause */
#include "team.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

team_t *team;
uint32_t team_self;

/* The test program itself is no rank. */
extern const int emuq_is_no_rank;
const int emuq_is_no_rank = 1;

unsigned team_run(uint32_t size, void (*run)(void))
{
    static unsigned teams;
    unsigned failed = 0;
    pthread_barrierattr_t shared;
    team = mmap(NULL, sizeof *team, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (team == MAP_FAILED)
        return size;
    team->size = size;
    snprintf(team->name, sizeof team->name, "test-%ld-%u", (long)getpid(), teams++);
    pthread_barrierattr_init(&shared);
    pthread_barrierattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(&team->barrier, &shared, size);
    for (uint32_t i = 0; i < size; i++) {
        pid_t pid = team->process[i] = fork();
        if (pid == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            team_self = i;
            team->process[i] = getpid();
            run();
            exit(0);
        }
        failed += pid < 0;
    }
    for (int status; wait(&status) > 0;) {
        failed += status != 0;
        for (uint32_t i = 0; WIFEXITED(status) && status != 0 && i < size; i++)
            kill(team->process[i], SIGKILL); /* the barrier is incomplete */
    }
    munmap(team, sizeof *team);
    return failed;
}

void team_meet(void)
{
    pthread_barrier_wait(&team->barrier);
}

int team_exchange(void *argument, const void *mine, void *all, size_t bytes)
{
    (void)argument;
    if (bytes > TEAM_BYTES)
        return -1;
    memcpy(team->text + team_self * bytes, mine, bytes);
    team_meet();
    memcpy(all, team->text, team->size * bytes);
    team_meet();
    return 0;
}

int team_join(uint32_t rank, uint32_t ranks)
{
    return emuq_join(&(emuq_join_t){.rank = rank, .ranks = ranks, .name = team->name});
}
