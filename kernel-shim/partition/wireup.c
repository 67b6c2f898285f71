/* SPDX-License-Identifier: BSD-3-Clause */
/* Wire-up of the ranks of an external launcher. Round 1: rank 0 makes its partition and sends the path to all
 * ranks, which suffices on a single host. Round 2: leaders of remote hosts with equal settings make their
 * partitions, and all leaders exchange addresses of engines; a rank reads only the message of its leader. A
 * leader with a different setting sends its value instead, and rank 0 reports the difference.
 * Round 3: leaders connect their engines, and report to rank 0. Round 4: rank 0 reports to all. An empty
 * message means that a leader has failed: all ranks fail after the last round. The message of rank 0 contains
 * the key of the job, so copies are erased. */
#include "kernel-shim/partition/join.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/text.h"
#include "base/memory.h"
#include "kernel-shim/partition/job.h"
#include "kernel-shim/partition/launch.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/rank_engine.h"

static void place_report_split(const emuq_partition_t *p, const uint32_t *host, uint32_t a, uint32_t b,
                               uint32_t node)
{
    emuq_log("node %u has ranks on two hosts: rank %u on host %u and rank %u on host %u (that of rank 0 "
             "is host 0); all %u ranks of a node have to be on one: start ranks in multiples of %u "
             "on each host (srun --ntasks-per-node, mpirun -ppn or --npernode) in the order of EMUQ_MAPPING "
             "(srun -m block), or set EMUQ_PPN=1",
             node, a, host[a], b, host[b], p->job.ppn, p->job.ppn);
}

/* emuq_job_hosts_t::place by the hosts of ranks, the argument. A node without ranks is on the host of the
 * node before. Only host 0 prints. */
static int wireup_place_nodes(const emuq_job_hosts_t *hosts, const emuq_partition_t *p, uint16_t *of_node)
{
    const uint32_t *host = hosts->argument;
    uint16_t before = 0;
    for (uint32_t node = 0; node < p->nodes; node++) {
        const emuq_process_t *first = NULL, *process = &p->process[node * p->job.ppn];
        for (const emuq_process_t *end = process + p->job.ppn; process < end; process++) {
            if (process->rank == UINT32_MAX)
                continue;
            if (first == NULL)
                first = process;
            if (host[process->rank] == host[first->rank])
                continue;
            if (hosts->host == 0)
                place_report_split(p, host, first->rank, process->rank, node);
            return -EINVAL;
        }
        if (first != NULL)
            before = (uint16_t)host[first->rank];
        of_node[node] = before;
    }
    return 0;
}

#define KEY_DIGITS (2 * EMUQ_KEY_BYTES)

typedef char text_t[EMUQ_GATHER_BYTES];

typedef struct round {
    const emuq_bootstrap_t *method;
    uint32_t rank, ranks, host, hosts;
    uint32_t *host_of_rank; /* [ranks] */
    uint32_t *leader;       /* [hosts] leader of each host */
    text_t *text;           /* [hosts] messages of leaders in the current round */
    text_t first;           /* message of rank 0, from round 1 */
    int lost;               /* error of gather(): no further rounds */
    emuq_wireup_t *found;
} round_t;

#define DIFFERS "differs=" /* begins the message of a leader with a different input of the job */

static bool wireup_differs(const char *text)
{
    return strncmp(text, DIFFERS, sizeof(DIFFERS) - 1) == 0;
}

/* Finds "name=value" in a string. Values end at a blank; the values of "path" and "value" end with the
 * string. @return whether the value exists and fits */
static bool wireup_value(const char *text, const char *name, char *value, size_t bytes)
{
    const size_t length = strlen(name);
    for (const char *word = text; word != NULL; word = strchr(word, ' ')) {
        word += *word == ' ';
        if (strncmp(word, name, length) != 0 || word[length] != '=')
            continue;
        word += length + 1;
        bool is_last = strcmp(name, "path") == 0 || strcmp(name, "value") == 0;
        size_t count = is_last ? strlen(word) : strcspn(word, " ");
        if (count >= bytes)
            return false;
        memcpy(value, word, count);
        value[count] = '\0';
        return true;
    }
    return false;
}

/* ---- leaders ---- */

static int wireup_make_partition(round_t *r, emuq_host_text_t *engine)
{
    const emuq_job_hosts_t hosts = {
        .hosts = r->hosts, .host = r->host, .place = wireup_place_nodes, .argument = r->host_of_rank};
    emuq_partition_t *p = NULL;
    emuq_job_t job;
    int rc = emuq_job_of_ranks(&job, r->ranks, r->found->dimensions);
    if (rc == 0)
        rc = emuq_partition_make(&job, true, r->hosts > 1 ? &hosts : NULL, &p);
    if (rc != 0)
        return rc;
    r->found->made = p;
    emuq_arena_set_root(p->arena, p);
    rc = emuq_arena_path(p->arena, r->found->path, sizeof(r->found->path));
    if (rc < 0) {
        emuq_log("rank %u: cannot find the path of the partition: %s", r->rank, strerror(-rc));
        return rc;
    }
    if (!EMUQ_HAVE_HOSTS || r->hosts == 1)
        return 0;
    return emuq_rank_engine_suits(p) ? emuq_rank_engine_open(p, NULL, engine)
                                     : emuq_engine_start(p, NULL, true, -1, &r->found->engine, engine);
}

static int wireup_make_key(char key[KEY_DIGITS + 1])
{
    unsigned char byte[EMUQ_KEY_BYTES];
    if (getrandom(byte, sizeof(byte), 0) != (ssize_t)sizeof(byte)) {
        emuq_log("no random numbers for the key of the job: %s", strerror(errno));
        return -EIO;
    }
    for (size_t i = 0; i < sizeof(byte); i++)
        snprintf(key + 2 * i, 3, "%02x", byte[i]);
    explicit_bzero(byte, sizeof(byte));
    return 0;
}

static int wireup_report_long_path(const round_t *r)
{
    emuq_log("rank %u: the path of the partition, %s, is too long", r->rank, r->found->path);
    return -ENAMETOOLONG;
}

static int wireup_text_of_rank_0(round_t *r, text_t text)
{
    emuq_host_text_t engine = {"-"};
    char key[KEY_DIGITS + 1] = "-", digest[EMUQ_DIGEST_BYTES] = "-";
    int rc = wireup_make_partition(r, &engine);
    if (rc == 0 && r->hosts > 1)
        rc = wireup_make_key(key);
    if (rc != 0)
        return rc;
    if (r->hosts > 1)
        emuq_job_digest(digest);
    int length = snprintf(text, sizeof(text_t), "engine=%s key=%s job=%" PRIx64 " settings=%s path=%s",
                          engine.text, key, r->found->made->job_id, digest, r->found->path);
    explicit_bzero(key, sizeof(key));
    return length < (int)sizeof(text_t) ? 0 : wireup_report_long_path(r);
}

/* Compares the inputs of the job. @param text set to the difference, which rank 0 reports */
static int wireup_compare(const round_t *r, text_t text)
{
    char first[EMUQ_DIGEST_BYTES], local[EMUQ_DIGEST_BYTES], name[HOST_NAME_MAX + 1] = "",
                                                                                  value[EMUQ_INPUT_BYTES];
    emuq_job_digest(local);
    int input = wireup_value(r->first, "settings", first, sizeof(first)) ? emuq_job_difference(first, local)
                                                                         : EMUQ_EQUAL_BUILD;
    if (input < 0)
        return 0;
    gethostname(name, sizeof(name) - 1);
    if (input == EMUQ_EQUAL_BUILD) { /* rank 0 may not understand the message */
        emuq_log("host %s, rank %u: %s is not the same as on the host of rank 0; install the same on all "
                 "hosts",
                 name, r->rank, emuq_job_input_name(input));
        return -EINVAL;
    }
    emuq_job_input_value(input, value);
    snprintf(text, sizeof(text_t), "%s%d rank=%u host=%.64s value=%s", DIFFERS, input, r->rank, name, value);
    return -EINVAL;
}

/* Reports the first difference of a host. */
static void wireup_report_difference(const round_t *r)
{
    for (uint32_t host = 1; host < r->hosts; host++) {
        char input[12], rank[12], there[65], value[EMUQ_INPUT_BYTES], local[EMUQ_INPUT_BYTES],
            name[HOST_NAME_MAX + 1] = "";
        const char *text = r->text[host];
        if (!wireup_differs(text) || !wireup_value(text, "differs", input, sizeof(input)) ||
            !wireup_value(text, "rank", rank, sizeof(rank)) ||
            !wireup_value(text, "host", there, sizeof(there)) ||
            !wireup_value(text, "value", value, sizeof(value)))
            continue;
        gethostname(name, sizeof(name) - 1);
        emuq_job_input_value(atoi(input), local);
        emuq_log("host %s, rank %s: %s is %s, but %s on host %s, rank 0; make it the same for all ranks "
                 "(variables: mpirun -x NAME, mpirun -genv NAME VALUE, or srun --export)",
                 there, rank, emuq_job_input_name(atoi(input)), value, local, name);
        return;
    }
}

static int wireup_text_of_leader(round_t *r, text_t text)
{
    emuq_host_text_t engine;
    char job[17];
    int rc = wireup_compare(r, text);
    if (rc == 0)
        rc = wireup_make_partition(r, &engine);
    if (rc != 0)
        return rc;
    if (wireup_value(r->first, "job", job, sizeof(job)))
        r->found->made->job_id = strtoull(job, NULL, 16);
    int length = snprintf(text, sizeof(text_t), "engine=%s path=%s", engine.text, r->found->path);
    return length < (int)sizeof(text_t) ? 0 : wireup_report_long_path(r);
}

static int wireup_connect_engine(round_t *r)
{
    char key[KEY_DIGITS + 1];
    unsigned char byte[EMUQ_KEY_BYTES];
    emuq_host_text_t *engine = emuq_calloc(r->hosts, sizeof(*engine));
    int rc = engine != NULL ? 0 : -ENOMEM;
    for (uint32_t host = 0; host < r->hosts && rc == 0; host++)
        if (!wireup_value(r->text[host], "engine", engine[host].text, sizeof(engine[host].text)))
            rc = -EPROTO;
    if (rc == 0 && (!wireup_value(r->first, "key", key, sizeof(key)) || strlen(key) != KEY_DIGITS))
        rc = -EPROTO;
    for (size_t i = 0; i < sizeof(byte) && rc == 0; i++)
        byte[i] = (unsigned char)strtoul((const char[]){key[2 * i], key[2 * i + 1], '\0'}, NULL, 16);
    if (rc != 0)
        emuq_log("rank %u: malformed addresses of host engines: %s", r->rank, strerror(-rc));
    else if (!EMUQ_HAVE_HOSTS)
        rc = -ENOTSUP;
    else if (emuq_rank_engine_is_open())
        rc = emuq_rank_engine_connect(engine, byte);
    else
        rc = emuq_engine_connect(&r->found->engine, engine, byte);
    explicit_bzero(key, sizeof(key));
    explicit_bzero(byte, sizeof(byte));
    free(engine);
    return rc;
}

/* ---- all ranks ---- */

/* Distributes the messages of the first @p givers leaders. @param first,end range of received messages @param
 * goes_on all ranks call again @param rc nonzero: this leader has failed and sends its difference or an empty
 * message @return 0, or a negative errno: this rank or a sender has failed */
static int wireup_gather(round_t *r, uint32_t givers, uint32_t first, uint32_t end, bool goes_on, int rc)
{
    emuq_gather_t what = {givers, r->leader, r->text[0], sizeof(text_t), first, end, goes_on};
    if (rc != 0 && !wireup_differs(r->text[r->host]))
        r->text[r->host][0] = '\0';
    if (r->lost == 0)
        r->lost = r->method->gather(&what);
    if (r->lost != 0 || rc != 0)
        return r->lost != 0 ? r->lost : rc;
    for (uint32_t host = first; host < end; host++)
        if (r->text[host][0] == '\0' || wireup_differs(r->text[host]))
            return -ECANCELED;
    return 0;
}

static int wireup_find_hosts(round_t *r)
{
    r->host_of_rank = emuq_calloc(r->ranks, sizeof(*r->host_of_rank));
    if (r->host_of_rank == NULL)
        return -ENOMEM;
    int rc = emuq_bootstrap_hosts(r->method, r->rank, r->ranks, r->host_of_rank, &r->hosts);
    if (rc != 0)
        return rc;
    r->leader = emuq_calloc(r->hosts, sizeof(*r->leader));
    r->text = emuq_calloc(r->hosts, sizeof(*r->text));
    if (r->leader == NULL || r->text == NULL)
        return -ENOMEM;
    for (uint32_t rank = r->ranks; rank-- > 0;)
        r->leader[r->host_of_rank[rank]] = rank;
    r->host = r->host_of_rank[r->rank];
    return 0;
}

static int wireup_take_path(round_t *r)
{
    if (wireup_value(r->text[r->host], "path", r->found->path, sizeof(r->found->path)))
        return 0;
    emuq_log("rank %u: the leader of its host, rank %u, sent no path of the partition; use the same build of "
             "EMUQ for all ranks",
             r->rank, r->leader[r->host]);
    return -EPROTO;
}

static int wireup_hosts(round_t *r)
{
    bool leads = r->leader[r->host] == r->rank;
    int rc = leads && r->host != 0 ? wireup_text_of_leader(r, r->text[r->host]) : 0;
    rc = wireup_gather(r, r->hosts, leads ? 0 : r->host, leads ? r->hosts : r->host + 1, true, rc);
    if (r->rank == 0 && r->lost == 0)
        wireup_report_difference(r);
    if (rc == 0)
        rc = wireup_take_path(r);
    if (rc == 0 && leads)
        rc = wireup_connect_engine(r);
    snprintf(r->text[r->host], sizeof(text_t), "ready");
    rc = wireup_gather(r, r->hosts, 0, r->rank == 0 ? r->hosts : 0, true, rc);
    return wireup_gather(r, 1, 0, 1, false, rc);
}

static int wireup_run(round_t *r)
{
    int rc = wireup_find_hosts(r);
    if (rc == -ENOMEM)
        emuq_log("rank %u: no memory for a job of %u ranks", r->rank, r->ranks);
    if (rc != 0)
        return rc;
    if (r->rank == 0)
        rc = wireup_text_of_rank_0(r, r->text[0]);
    rc = wireup_gather(r, 1, 0, 1, r->hosts > 1, rc);
    if (rc != 0)
        return rc;
    memcpy(r->first, r->text[0], sizeof(r->first));
    return r->hosts > 1 ? wireup_hosts(r) : wireup_take_path(r);
}

int emuq_wireup(const emuq_bootstrap_t *method, uint32_t rank, uint32_t ranks, emuq_wireup_t *wireup)
{
    round_t r = {.method = method, .rank = rank, .ranks = ranks, .found = wireup};
    emuq_backend = emuq_backends[emuq_setting_number(EMUQ_SETTING_BACKEND)];
    int rc = wireup_run(&r);
    if (EMUQ_HAVE_HOSTS && rc != 0 && wireup->engine.pid != 0)
        (void)emuq_engine_await(&wireup->engine, 0);
    free(r.host_of_rank);
    free(r.leader);
    emuq_secret_free(r.text, r.hosts * sizeof(*r.text));
    explicit_bzero(r.first, sizeof(r.first));
    return rc;
}
