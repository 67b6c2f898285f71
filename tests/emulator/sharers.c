/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks that count as sharing the processors of this host. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>

#include "backends/emulator/core/unit.h"
#include "emuq_test.h"
#include "kernel-shim/partition/partition.h"

enum { HOSTS = 8, PPN = 4 };

/* Host 0 has one node, the last host all further nodes. */
static int place_unevenly(const emuq_job_hosts_t *spread, const emuq_partition_t *p, uint16_t *of_node)
{
    for (uint32_t node = 0; node < p->nodes; node++)
        of_node[node] = (uint16_t)(node == 0 ? 0 : spread->hosts - 1);
    return 0;
}

/* Opens the partition of a host, and checks the number of sharers. */
static void expect(const emuq_job_t *job, const emuq_job_hosts_t *spread, uint32_t sharers)
{
    emuq_partition_t *p;
    CU_ASSERT_EQUAL_FATAL(emuq_partition_make(job, true, spread, &p), 0);
    CU_ASSERT_EQUAL(p->processors, 1);
    CU_ASSERT_EQUAL(p->sharers, sharers);
    uint32_t members = sharers + (spread != NULL); /* plus the host engine */
    CU_ASSERT_EQUAL(p->machine->share, members);
    CU_ASSERT_EQUAL(p->machine->wait.sleeps_if_shared, members <= 1);
    emuq_partition_close(p);
}

static void one_host(void)
{
    expect(&(const emuq_job_t){.shape = {HOSTS, 1, 1, 1, 1}, .ppn = PPN}, NULL, HOSTS * PPN);
    expect(&(const emuq_job_t){.shape = {HOSTS, 1, 1, 1, 1}, .np = 3}, NULL, 3);
    expect(&(const emuq_job_t){.shape = {1, 1, 1, 1, 1}}, NULL, 1);
}

static void ranks_of_other_hosts_do_not_count(void)
{
    const emuq_job_t one = {.shape = {HOSTS, 1, 1, 1, 1}}, many = {.shape = {HOSTS, 1, 1, 1, 1}, .ppn = PPN};
    const emuq_job_t few = {.shape = {HOSTS, 1, 1, 1, 1}, .np = 3};
    expect(&one, &(const emuq_job_hosts_t){.hosts = HOSTS, .host = 5}, 1);
    expect(&many, &(const emuq_job_hosts_t){.hosts = HOSTS, .host = 5}, PPN);
    expect(&few, &(const emuq_job_hosts_t){.hosts = 2, .host = 0}, 3);
    expect(&few, &(const emuq_job_hosts_t){.hosts = 2, .host = 1}, 0);
    expect(&many, &(const emuq_job_hosts_t){.hosts = 2, .host = 0, .place = place_unevenly}, PPN);
    expect(&many, &(const emuq_job_hosts_t){.hosts = 2, .host = 1, .place = place_unevenly},
           (HOSTS - 1) * PPN);
}

static void ranks_of_pretended_hosts_count(void)
{
    const emuq_job_t many = {.shape = {HOSTS, 1, 1, 1, 1}, .ppn = PPN};
    expect(&many, &(const emuq_job_hosts_t){.hosts = HOSTS, .host = 5, .is_simulated = true}, HOSTS * PPN);
    expect(&many,
           &(const emuq_job_hosts_t){.hosts = 2, .host = 0, .place = place_unevenly, .is_simulated = true},
           HOSTS * PPN);
}

/* Restricts the process to one processor. */
static void use_one_processor(void)
{
    cpu_set_t allowed, one;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        exit(77);
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++)
        if (CPU_ISSET(i, &allowed))
            CPU_SET(i, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0)
        exit(77);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"one host", one_host},
        {"ranks of other hosts do not count", ranks_of_other_hosts_do_not_count},
        {"ranks of pretended hosts count", ranks_of_pretended_hosts_count},
        {NULL, NULL}};
    use_one_processor();
    return emuq_test_main("ranks that share processors", tests);
}
