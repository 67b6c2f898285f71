/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/plan.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "kernel-shim/partition/launch.h"
#include "tools/emuq-run/report.h"

#define STATUS_FAILED 1
#define PAIRS_MOST    16u /* hosts whose links are said for each pair */

/* ---- making ---- */

static void pretend(emuq_hostlist_t *list, uint32_t hosts)
{
    list->host = emuq_need(calloc(hosts, sizeof(*list->host)));
    list->hosts = hosts;
    for (uint32_t i = 0; i < hosts; i++)
        snprintf(list->host[i].name, sizeof(list->host[i].name), "host %u", i);
}

/* Learns where the ranks are from a partition that no process uses. */
static void survey(emuq_plan_t *plan, const emuq_launch_t *launch)
{
    uint32_t host = 0, end = 0, nodes = 0;
    for (uint32_t i = 0; i < plan->hosts.hosts; i++)
        nodes += plan->hosts.host[i].nodes;
    uint32_t *of_node = emuq_need(calloc(nodes, sizeof(*of_node)));
    for (uint32_t node = 0; node < nodes; node++) {
        while (node >= end + plan->hosts.host[host].nodes)
            end += plan->hosts.host[host++].nodes;
        of_node[node] = host;
    }
    plan->ranks = emuq_launch_ranks(launch);
    plan->host_of_rank = emuq_need(calloc(plan->ranks, sizeof(*plan->host_of_rank)));
    for (uint32_t rank = 0; rank < plan->ranks; rank++)
        plan->host_of_rank[rank] = of_node[emuq_launch_node(launch, rank)];
    free(of_node);
}

/* Boots the partition for a look at it: whatever is wrong with the job is said here, once. */
static int check(emuq_plan_t *plan, const emuq_command_t *command)
{
    uint32_t *nodes = emuq_need(calloc(plan->hosts.hosts, sizeof(*nodes)));
    const emuq_launch_job_hosts_t spread = {
        .hosts = plan->hosts.hosts, .nodes = nodes, .job_id = plan->order.job_id};
    emuq_launch_t *launch;
    for (uint32_t i = 0; i < plan->hosts.hosts; i++)
        nodes[i] = plan->hosts.host[i].nodes;
    int rc = emuq_launch_open(&command->job, plan->hosts.hosts > 1 ? &spread : NULL, &launch);
    if (rc != 0) {
        free(nodes);
        return rc == -EINVAL ? EMUQ_STATUS_USAGE : STATUS_FAILED;
    }
    survey(plan, launch);
    int status = 0;
    if (command->input_rank >= plan->ranks) {
        emuq_say("--stdinrank %u is not possible; there are %u ranks", command->input_rank, plan->ranks);
        status = EMUQ_STATUS_USAGE;
    }
    if (status == 0 && command->verbose)
        emuq_report_job(launch);
    emuq_command_t complete = *command;
    complete.job = *emuq_launch_job(launch);
    uint64_t id = plan->order.job_id;
    if (status == 0 && emuq_order_make(&plan->order, &complete) != 0)
        status = EMUQ_STATUS_USAGE;
    plan->order.job_id = id;
    plan->order.hosts = plan->hosts.hosts;
    plan->order.nodes = nodes;
    emuq_launch_close(launch);
    return status;
}

int emuq_plan_make(emuq_plan_t *plan, const emuq_command_t *command, uint32_t pretended)
{
    uint64_t nodes = 1;
    *plan = (emuq_plan_t){0};
    for (int d = 0; d < 5; d++)
        if (__builtin_mul_overflow(nodes, command->job.shape[d] != 0 ? command->job.shape[d] : 1, &nodes))
            nodes = UINT64_MAX;
    if (pretended != 0)
        pretend(&plan->hosts, pretended);
    else if ((command->hosts != NULL && emuq_hostlist_add(&plan->hosts, command->hosts) != 0) ||
             (command->hostfile != NULL && emuq_hostlist_read(&plan->hosts, command->hostfile) != 0))
        return EMUQ_STATUS_USAGE;
    if (emuq_hostlist_place(&plan->hosts, nodes) != 0)
        return EMUQ_STATUS_USAGE;
    if (getrandom(&plan->order.job_id, sizeof(plan->order.job_id), 0) != sizeof(plan->order.job_id)) {
        emuq_say("cannot make a number for the job: %s", strerror(errno));
        return STATUS_FAILED;
    }
    plan->order.job_id |= 1; /* not 0 */
    return check(plan, command);
}

void emuq_plan_free(emuq_plan_t *plan)
{
    plan->order.name = plan->order.near = NULL; /* of the hosts */
    emuq_order_free(&plan->order);
    emuq_hostlist_free(&plan->hosts);
    free(plan->host_of_rank);
}

/* ---- saying ---- */

char *emuq_plan_ranks(const emuq_plan_t *plan, uint32_t host)
{
    char *text = NULL;
    size_t length;
    uint32_t count = 0;
    const char *separator = "";
    FILE *out = emuq_need(open_memstream(&text, &length));
    for (uint32_t rank = 0; rank < plan->ranks; rank++)
        count += plan->host_of_rank[rank] == host;
    fprintf(out, count == 0 ? "no rank" : count == 1 ? "rank " : "ranks ");
    for (uint32_t first = 0, last; first < plan->ranks; first = last + 1) {
        last = first;
        if (plan->host_of_rank[first] != host)
            continue;
        while (last + 1 < plan->ranks && plan->host_of_rank[last + 1] == host)
            last++;
        if (ftell(out) > 200) { /* a mapping that spreads neighbours */
            fprintf(out, ",...: %u of them", count);
            break;
        }
        fprintf(out, last > first ? "%s%u-%u" : "%s%u", separator, first, last);
        separator = ",";
    }
    fclose(out);
    return emuq_need(text);
}

/* Counts the links of the torus that are between two hosts. A node has two links in each dimension; a
 * mesh lacks those that wrap around. Each is counted at the lower end. */
static void count_links(const emuq_plan_t *plan, const uint16_t *of_node, uint64_t *links, uint64_t *of_pair)
{
    const emuq_job_t *job = &plan->order.command.job;
    uint32_t nodes = 1, hosts = plan->hosts.hosts;
    for (int d = 0; d < 5; d++)
        nodes *= job->shape[d];
    for (uint32_t node = 0; node < nodes; node++) {
        uint32_t stride = 1;
        for (int d = 4; d >= 0; stride *= job->shape[d--]) {
            uint32_t size = job->shape[d], at = node / stride % size;
            bool wraps = at + 1 == size;
            if (size == 1 || (wraps && (job->mesh & (0x10u >> d))))
                continue;
            uint32_t next = wraps ? node - at * stride : node + stride;
            uint32_t a = of_node[node], b = of_node[next];
            if (a == b)
                continue;
            ++*links;
            if (of_pair != NULL)
                of_pair[(a < b ? a : b) * hosts + (a < b ? b : a)]++;
        }
    }
}

static void say_links(const emuq_plan_t *plan, const uint16_t *of_node)
{
    uint32_t hosts = plan->hosts.hosts;
    uint64_t links = 0, *of_pair = NULL;
    if (hosts <= PAIRS_MOST)
        of_pair = emuq_need(calloc((size_t)hosts * hosts, sizeof(*of_pair)));
    count_links(plan, of_node, &links, of_pair);
    emuq_say("%" PRIu64 " links of the torus are between hosts", links);
    for (uint32_t a = 0; a < hosts && of_pair != NULL; a++)
        for (uint32_t b = a + 1; b < hosts; b++)
            if (of_pair[a * hosts + b] != 0)
                emuq_say("%" PRIu64 " links between %s and %s", of_pair[a * hosts + b],
                         plan->hosts.host[a].name, plan->hosts.host[b].name);
    free(of_pair);
}

void emuq_plan_say(const emuq_plan_t *plan)
{
    uint32_t first = 0, nodes = 0;
    for (uint32_t i = 0; i < plan->hosts.hosts; i++)
        nodes += plan->hosts.host[i].nodes;
    uint16_t *of_node = emuq_need(calloc(nodes, sizeof(*of_node)));
    for (uint32_t i = 0; i < plan->hosts.hosts; i++) {
        uint32_t count = plan->hosts.host[i].nodes;
        char *ranks = emuq_plan_ranks(plan, i);
        emuq_say("host %u of %u: nodes %u to %u on %s: %s", i, plan->hosts.hosts, first, first + count - 1,
                 plan->hosts.host[i].name, ranks);
        free(ranks);
        for (uint32_t end = first + count; first < end; first++)
            of_node[first] = (uint16_t)i;
    }
    if (plan->hosts.hosts > 1)
        say_links(plan, of_node);
    free(of_node);
}
