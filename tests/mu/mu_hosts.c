/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "mu_hosts.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

uint32_t mu_hosts(void)
{
    const char *hosts = getenv("MU_HOSTS");
    uint32_t n = hosts != NULL ? (uint32_t)strtoul(hosts, NULL, 10) : 1;
    return n > EMUQ_LOCAL_HOSTS ? EMUQ_LOCAL_HOSTS : n;
}

int mu_hosts_run(const emuq_job_t *job, uint32_t nodes, int (*host)(const emuq_job_t *, mu_host_t *))
{
    uint32_t hosts = mu_hosts() < nodes ? mu_hosts() : nodes;
    int worst = 0, state;
    mu_host_t self = {.spread = {.hosts = hosts}};
    if (emuq_local_connect(&self.local, hosts) != 0)
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
