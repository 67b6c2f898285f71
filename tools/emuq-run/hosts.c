/* SPDX-License-Identifier: BSD-3-Clause */
/* Hosts of a job (--hosts, --hostfile), and the nodes and ranks on each. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <sys/random.h>

#include <emuq_components.h>

#include "base/text.h"
#include "kernel-shim/partition/partition.h"

#define SLOTS_MOST UINT64_C(0xffffffff)

/* ---- reading ---- */

static bool hosts_is_name(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-@";
    size_t length = strlen(name);
    return length < EMUQ_HOST_NAME_BYTES && isalnum((unsigned char)*name) && strspn(name, letters) == length;
}

static bool hosts_is_count(const char *text, uint64_t *count)
{
    return emuq_number_parse(text, EMUQ_NUMBER_COUNT, 1, SLOTS_MOST, count) == 0;
}

static emuq_listed_t *hosts_find(emuq_hostlist_t *list, const char *name)
{
    for (uint32_t i = 0; i < list->hosts; i++)
        if (strcmp(list->host[i].name, name) == 0)
            return &list->host[i];
    return NULL;
}

/* Adds a host. @param where prefix of messages @param slots 0: not given @return 0, or -EINVAL after printing
 * an error */
static int hosts_add(emuq_hostlist_t *list, const char *where, const char *name, uint64_t slots)
{
    emuq_listed_t *host = hosts_find(list, name);
    if (!hosts_is_name(name)) {
        emuq_run_message("%s: invalid name of a host '%s'", where, name);
        return -EINVAL;
    }
    if (host == NULL) {
        if (list->hosts == EMUQ_HOSTS_MOST) {
            emuq_run_message("%s: too many hosts (at most %u)", where, EMUQ_HOSTS_MOST);
            return -EINVAL;
        }
        list->host = emuq_need(realloc(list->host, (list->hosts + 1) * sizeof(*list->host)));
        host = &list->host[list->hosts++];
        *host = (emuq_listed_t){.slots = slots, .has_count = slots != 0};
        strcpy(host->name, name);
        return 0;
    }
    if (host->has_count != (slots != 0)) {
        emuq_run_message("%s: host %s is named with a number of slots and without; give both or none", where,
                         host->name);
        return -EINVAL;
    }
    if (slots == 0) { /* each mention of the name is a slot */
        slots = host->mentions ? 1 : 2;
        host->mentions = true;
    }
    host->slots += slots;
    return 0;
}

/* Reads "n1" or "n1:8". */
static int hosts_add_word(emuq_hostlist_t *list, const char *where, char *word)
{
    char *colon = strchr(word, ':');
    uint64_t slots = 0;
    if (colon != NULL)
        *colon = '\0';
    if (colon != NULL && hosts_is_name(word) && !hosts_is_count(colon + 1, &slots)) {
        emuq_run_message("%s: invalid value '%s:%s' (expected HOST:NODES, NODES a number from 1)", where,
                         word, colon + 1);
        return -EINVAL;
    }
    return hosts_add(list, where, word, slots);
}

int emuq_hostlist_add(emuq_hostlist_t *list, const char *text)
{
    char *words = emuq_need(strdup(text)), *rest = words, *word;
    int rc = 0;
    while (rc == 0 && (word = strsep(&rest, ",")) != NULL)
        rc = hosts_add_word(list, "--hosts", word);
    free(words);
    return rc;
}

/* Reads "n1", "n1:8" or "n1 slots=8". */
static int hosts_add_line(emuq_hostlist_t *list, const char *where, char *line)
{
    static const char blanks[] = " \t\r\n";
    char *rest = NULL, *word, *slots, *more;
    uint64_t count = 0;
    line[strcspn(line, "#")] = '\0';
    word = strtok_r(line, blanks, &rest);
    if (word == NULL)
        return 0;
    slots = strtok_r(NULL, blanks, &rest);
    more = strtok_r(NULL, blanks, &rest);
    if (slots == NULL)
        return hosts_add_word(list, where, word);
    if (more != NULL || strncmp(slots, "slots=", 6) != 0 || !hosts_is_count(slots + 6, &count)) {
        emuq_run_message("%s: invalid word '%s' (expected HOST, HOST:NODES or HOST slots=NODES)", where,
                         more != NULL ? more : slots);
        return -EINVAL;
    }
    return hosts_add(list, where, word, count);
}

int emuq_hostlist_read(emuq_hostlist_t *list, const char *path)
{
    FILE *file = fopen(path, "re");
    char *line = NULL;
    size_t room = 0;
    int rc = 0, number = 0;
    if (file == NULL) {
        emuq_run_message("cannot read the hosts in %s: %s", path, strerror(errno));
        return -EINVAL;
    }
    errno = 0;
    while (rc == 0 && getline(&line, &room, file) >= 0) {
        char *where = emuq_format("%s, line %d", path, ++number);
        rc = hosts_add_line(list, where, line);
        free(where);
        errno = 0;
    }
    if (rc == 0 && ferror(file)) {
        emuq_run_message("cannot read the hosts in %s: %s", path, strerror(errno));
        rc = -EINVAL;
    } else if (rc == 0 && list->hosts == 0) {
        emuq_run_message("%s names no host", path);
        rc = -EINVAL;
    }
    free(line);
    fclose(file);
    return rc;
}

/* ---- placement ---- */

int emuq_hostlist_place(emuq_hostlist_t *list, uint64_t nodes)
{
    uint32_t sharing = 0, shares = 0, used = 0;
    uint64_t left = nodes; /* nodes for hosts without a number of slots */
    for (uint32_t i = 0; i < list->hosts; i++) {
        uint64_t slots = list->host[i].slots;
        sharing += slots == 0;
        left -= slots < left ? slots : left;
    }
    uint64_t counted = nodes - left;
    if (left != 0 && sharing == 0) {
        emuq_run_message("the hosts have %llu slots; the partition has %llu nodes, each of which needs one",
                         (unsigned long long)counted, (unsigned long long)nodes);
        return -EINVAL;
    }
    for (uint32_t i = 0; i < list->hosts; i++) {
        emuq_listed_t *host = &list->host[i];
        if (host->slots != 0) {
            host->nodes = (uint32_t)(host->slots < counted ? host->slots : counted);
            counted -= host->nodes;
        } else {
            host->nodes = (uint32_t)(left * (shares + 1) / sharing - left * shares / sharing);
            shares++;
        }
        if (host->nodes != 0)
            list->host[used++] = *host;
    }
    list->hosts = used;
    return 0;
}

void emuq_hostlist_free(emuq_hostlist_t *list)
{
    free(list->host);
    *list = (emuq_hostlist_t){0};
}

/* ---- plan ---- */

#define PAIRS_MOST 16u /* maximum number of hosts with a line for the links of each pair */

static void plan_simulate(emuq_hostlist_t *list, uint32_t hosts)
{
    list->host = emuq_need(calloc(hosts, sizeof(*list->host)));
    list->hosts = hosts;
    for (uint32_t i = 0; i < hosts; i++)
        snprintf(list->host[i].name, sizeof(list->host[i].name), "host %u", i);
}

/* Reads the placement of the ranks from an unused partition. */
static void plan_survey(emuq_host_plan_t *plan, const emuq_launch_t *launch)
{
    uint32_t node = 0, nodes = 0;
    for (uint32_t host = 0; host < plan->hosts.hosts; host++)
        nodes += plan->nodes[host];
    plan->host_of_node = emuq_need(calloc(nodes, sizeof(*plan->host_of_node)));
    for (uint32_t host = 0; host < plan->hosts.hosts; host++)
        for (uint32_t end = node + plan->nodes[host]; node < end; node++)
            plan->host_of_node[node] = (uint16_t)host;
    plan->ranks = emuq_launch_ranks(launch);
    plan->host_of_rank = emuq_need(calloc(plan->ranks, sizeof(*plan->host_of_rank)));
    for (uint32_t rank = 0; rank < plan->ranks; rank++)
        plan->host_of_rank[rank] = plan->host_of_node[emuq_launch_node(launch, rank)];
}

/* Boots the partition once, so that errors of the job are reported here. */
static int plan_check(emuq_host_plan_t *plan, const emuq_run_command_t *command)
{
    const emuq_launch_job_hosts_t spread = {
        .hosts = plan->hosts.hosts, .nodes = plan->nodes, .job_id = plan->job_id};
    emuq_launch_t *launch;
    if (EMUQ_HAVE_TRACE)
        emuq_job_recording_keep(true); /* the hosts write the recordings */
    int rc = emuq_launch_open(&command->job, plan->hosts.hosts > 1 ? &spread : NULL, &launch);
    if (EMUQ_HAVE_TRACE)
        emuq_job_recording_keep(false);
    if (rc != 0)
        return rc == -EINVAL ? EMUQ_STATUS_USAGE : EMUQ_STATUS_FAILED;
    plan_survey(plan, launch);
    plan->job = *emuq_launch_job(launch);
    int status = 0;
    if (command->input_rank >= plan->ranks) {
        emuq_run_message("--stdinrank: invalid rank %u (the job has %u ranks)", command->input_rank,
                         plan->ranks);
        status = EMUQ_STATUS_USAGE;
    } else if (command->verbose) {
        emuq_report_job(launch);
    }
    emuq_launch_close(launch);
    return status;
}

int emuq_host_plan_make(emuq_host_plan_t *plan, const emuq_run_command_t *command, uint32_t simulated)
{
    uint64_t nodes = 1;
    *plan = (emuq_host_plan_t){0};
    for (int d = 0; d < 5; d++)
        if (__builtin_mul_overflow(nodes, command->job.shape[d] != 0 ? command->job.shape[d] : 1, &nodes))
            nodes = UINT64_MAX;
    if (simulated != 0)
        plan_simulate(&plan->hosts, simulated);
    else if ((command->hosts != NULL && emuq_hostlist_add(&plan->hosts, command->hosts) != 0) ||
             (command->hostfile != NULL && emuq_hostlist_read(&plan->hosts, command->hostfile) != 0))
        return EMUQ_STATUS_USAGE;
    if (emuq_hostlist_place(&plan->hosts, nodes) != 0)
        return EMUQ_STATUS_USAGE;
    if (getrandom(&plan->job_id, sizeof(plan->job_id), 0) != sizeof(plan->job_id)) {
        emuq_run_message("cannot make a number for the job: %s", strerror(errno));
        return EMUQ_STATUS_FAILED;
    }
    plan->job_id |= 1; /* not 0 */
    plan->nodes = emuq_need(calloc(plan->hosts.hosts, sizeof(*plan->nodes)));
    for (uint32_t i = 0; i < plan->hosts.hosts; i++)
        plan->nodes[i] = plan->hosts.host[i].nodes;
    return plan_check(plan, command);
}

void emuq_host_plan_free(emuq_host_plan_t *plan)
{
    free(plan->nodes);
    emuq_hostlist_free(&plan->hosts);
    free(plan->host_of_node);
    free(plan->host_of_rank);
}

/* ---- output ---- */

typedef struct plan_group {
    const emuq_host_plan_t *plan;
    uint32_t host;
} plan_group_t;

static bool plan_is_on_host(const void *group, uint32_t rank)
{
    const plan_group_t *g = group;
    return g->plan->host_of_rank[rank] == g->host;
}

char *emuq_host_plan_ranks(const emuq_host_plan_t *plan, uint32_t host)
{
    char *text;
    FILE *out = emuq_text_open(&text);
    /* The mapping may scatter neighbouring ranks. */
    emuq_report_ranks(out, plan->ranks, plan_is_on_host, &(plan_group_t){plan, host}, 200);
    fclose(out);
    return emuq_need(text);
}

/* Counts the torus links between hosts, each at the lower end. A mesh has no wrap-around links. */
static void plan_count_links(const emuq_host_plan_t *plan, uint64_t *links, uint64_t *of_pair)
{
    const emuq_job_t *job = &plan->job;
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
            uint32_t a = plan->host_of_node[node], b = plan->host_of_node[next];
            if (a == b)
                continue;
            ++*links;
            if (of_pair != NULL)
                of_pair[(a < b ? a : b) * hosts + (a < b ? b : a)]++;
        }
    }
}

static void plan_print_links(const emuq_host_plan_t *plan)
{
    uint32_t hosts = plan->hosts.hosts;
    uint64_t links = 0, *of_pair = NULL;
    if (hosts <= PAIRS_MOST)
        of_pair = emuq_need(calloc((size_t)hosts * hosts, sizeof(*of_pair)));
    plan_count_links(plan, &links, of_pair);
    emuq_run_message("%" PRIu64 " links of the torus are between hosts", links);
    for (uint32_t a = 0; a < hosts && of_pair != NULL; a++)
        for (uint32_t b = a + 1; b < hosts; b++)
            if (of_pair[a * hosts + b] != 0)
                emuq_run_message("%" PRIu64 " links between %s and %s", of_pair[a * hosts + b],
                                 plan->hosts.host[a].name, plan->hosts.host[b].name);
    free(of_pair);
}

void emuq_host_plan_print(const emuq_host_plan_t *plan)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < plan->hosts.hosts; i++) {
        char *ranks = emuq_host_plan_ranks(plan, i);
        emuq_run_message("host %u of %u: nodes %u to %u on %s: %s", i, plan->hosts.hosts, first,
                         first + plan->nodes[i] - 1, plan->hosts.host[i].name, ranks);
        free(ranks);
        first += plan->nodes[i];
    }
    if (plan->hosts.hosts > 1)
        plan_print_links(plan);
}
