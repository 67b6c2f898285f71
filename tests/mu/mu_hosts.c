/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "mu_hosts.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel-shim/partition/rank_engine.h"

uint32_t mu_hosts(void)
{
    if (!EMUQ_HAVE_HOSTS)
        return 1;
    const char *hosts = getenv("MU_HOSTS");
    uint32_t n = hosts != NULL ? (uint32_t)strtoul(hosts, NULL, 10) : 1;
    return n > EMUQ_LOCAL_HOSTS ? EMUQ_LOCAL_HOSTS : n;
}

#if EMUQ_HAVE_HOSTS

static mu_meeting_t *make_meeting(uint32_t hosts)
{
    pthread_barrierattr_t shared;
    const char *fabric = getenv("MU_FABRIC");
    if (fabric == NULL || fabric[0] == '0')
        return NULL;
    mu_meeting_t *meeting =
        mmap(NULL, sizeof *meeting, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (meeting == MAP_FAILED)
        abort();
    pthread_barrierattr_init(&shared);
    pthread_barrierattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(&meeting->barrier, &shared, hosts);
    pthread_barrierattr_destroy(&shared);
    return meeting;
}

static const unsigned char key[EMUQ_KEY_BYTES] = "the mu tests' ke";

/* Waits until the engines of all hosts have published their addresses, or (@p rc) failed. @return 0, or a
 * negative errno */
static int meet(mu_meeting_t *m, int rc)
{
    if (rc != 0)
        __atomic_store_n(&m->has_failed, true, __ATOMIC_RELAXED); /* ordered by the barrier */
    pthread_barrier_wait(&m->barrier);
    return rc == 0 && __atomic_load_n(&m->has_failed, __ATOMIC_RELAXED) ? -ECANCELED : rc;
}

int mu_host_meet(mu_host_t *host, emuq_partition_t *partition)
{
    mu_meeting_t *m = host->meeting;
    host->is_in_rank = m != NULL && emuq_rank_engine_suits(partition);
    if (m == NULL || host->is_in_rank)
        return 0;
    int rc = meet(
        m, emuq_engine_start(partition, "127.0.0.1", false, -1, &host->engine, &m->texts[host->spread.host]));
    return rc != 0 ? rc : emuq_engine_connect(&host->engine, m->texts, key);
}

int mu_rank_meet(mu_host_t *host, emuq_partition_t *partition)
{
    mu_meeting_t *m = host->meeting;
    if (!host->is_in_rank)
        return 0;
    int rc = meet(m, emuq_rank_engine_open(partition, "127.0.0.1", &m->texts[host->spread.host]));
    return rc != 0 ? rc : emuq_rank_engine_connect(m->texts, key);
}

int mu_hosts_run(const emuq_job_t *job, uint32_t nodes, int (*host)(const emuq_job_t *, mu_host_t *))
{
    uint32_t hosts = mu_hosts() < nodes ? mu_hosts() : nodes;
    int worst = 0, state;
    mu_host_t self = {.spread = {.hosts = hosts, .is_simulated = true}, .meeting = make_meeting(hosts)};
    if (emuq_local_connect(&self.local, hosts, false) != 0)
        abort();
    fflush(NULL);
    for (uint32_t h = 0; h < hosts; h++)
        if (fork() == 0) {
            self.spread.host = h;
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            exit(host(job, &self));
        }
    emuq_local_close(&self.local, UINT32_MAX);
    for (uint32_t left = hosts; left > 0; left--) {
        wait(&state);
        int status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
        worst = worst == 0 ? status : worst;
    }
    return worst;
}

#endif /* EMUQ_HAVE_HOSTS */
