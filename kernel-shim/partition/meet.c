/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The ranks of a foreign launcher meet in one round or four. Rank 0 makes its partition and tells all where
 * it is; on one host that is all. With several, the other leaders then make theirs, if their settings agree
 * with those of rank 0, and all leaders learn of all engines; other ranks take the text of their leader only.
 * Leaders connect the engines, and tell rank 0, which tells all. An empty text means that a leader has
 * failed, and has said why: then all ranks end, after the last round, in which all of them hear of it. The
 * text of rank 0 contains the key of the job: copies are erased.
 */
#include "kernel-shim/partition/meet.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/memory.h"
#include "backends/settings.h"
#include "base/secret.h"
#include "base/log.h"
#include "kernel-shim/partition/rank_engine.h"
#include "kernel-shim/partition/job.h"
#include "kernel-shim/partition/agree.h"
#include "kernel-shim/partition/spread.h"

#define KEY_DIGITS (2 * EMUQ_KEY_BYTES)
#define READY      "ready"

typedef char text_t[EMUQ_GATHER_BYTES];

/* What is known while the ranks meet. */
typedef struct round {
    const emuq_bootstrap_t *method;
    uint32_t rank, ranks, host, hosts;
    uint32_t *host_of_rank; /* [ranks] */
    uint32_t *leader;       /* [hosts] lowest rank of each */
    text_t *text;           /* [hosts] of the round */
    text_t first;           /* of rank 0, from the first round */
    int lost;               /* error of the method: nothing can be gathered any more */
    emuq_meeting_t *found;
} round_t;

/* Finds "name=value" in a text of ours; the value ends with a blank, but that of path at the end.
 * @return whether it is there and fits */
static bool value_of(const char *text, const char *name, char *value, size_t bytes)
{
    const size_t length = strlen(name);
    for (const char *word = text; word != NULL; word = strchr(word, ' ')) {
        word += *word == ' ';
        if (strncmp(word, name, length) != 0 || word[length] != '=')
            continue;
        word += length + 1;
        size_t count = strcmp(name, "path") == 0 ? strlen(word) : strcspn(word, " ");
        if (count >= bytes)
            return false;
        memcpy(value, word, count);
        value[count] = '\0';
        return true;
    }
    return false;
}

static bool is_leader(const round_t *r)
{
    return r->leader[r->host] == r->rank;
}

/* ---- what a leader does ---- */

/* Makes the partition of this host, and its engine. */
static int make(round_t *r, emuq_host_text_t *engine)
{
    const emuq_spread_t spread = {
        .hosts = r->hosts, .host = r->host, .place = emuq_place_by_ranks, .argument = r->host_of_rank};
    emuq_partition_t *p = NULL;
    emuq_job_t job;
    int rc = emuq_job_of_ranks(&job, r->ranks);
    if (rc == 0)
        rc = emuq_partition_make(&job, true, r->hosts > 1 ? &spread : NULL, &p);
    if (rc != 0)
        return rc;
    r->found->made = p;
    emuq_arena_set_root(p->arena, p);
    rc = emuq_arena_path(p->arena, r->found->path, sizeof(r->found->path));
    if (rc < 0) {
        emuq_log("rank %u: cannot tell where the partition is: %s", r->rank, strerror(-rc));
        return rc;
    }
    if (r->hosts == 1)
        return 0;
    return emuq_rank_engine_suits(p) ? emuq_rank_engine_open(p, NULL, engine)
                                     : emuq_engine_start(p, NULL, true, -1, &r->found->engine, engine);
}

static int make_key(char key[KEY_DIGITS + 1])
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

static int say_too_long(const round_t *r)
{
    emuq_log("rank %u: the path of the partition, %s, is too long", r->rank, r->found->path);
    return -ENAMETOOLONG;
}

/* The text of rank 0. */
static int lead_first(round_t *r, text_t text)
{
    emuq_host_text_t engine = {"-"};
    char key[KEY_DIGITS + 1] = "-", digest[EMUQ_DIGEST_BYTES] = "-";
    int rc = make(r, &engine);
    if (rc == 0 && r->hosts > 1)
        rc = make_key(key);
    if (rc != 0)
        return rc;
    if (r->hosts > 1)
        emuq_job_digest(digest);
    int length = snprintf(text, sizeof(text_t), "engine=%s key=%s job=%" PRIx64 " settings=%s path=%s",
                          engine.text, key, r->found->made->job_id, digest, r->found->path);
    explicit_bzero(key, sizeof(key));
    return length < (int)sizeof(text_t) ? 0 : say_too_long(r);
}

/* Whether this host would make the partition of rank 0. */
static int compare(const round_t *r)
{
    char first[EMUQ_DIGEST_BYTES], own[EMUQ_DIGEST_BYTES], name[HOST_NAME_MAX + 1] = "";
    emuq_job_digest(own);
    const char *difference =
        value_of(r->first, "settings", first, sizeof(first)) ? emuq_job_difference(first, own) : "EMUQ";
    if (difference == NULL)
        return 0;
    gethostname(name, sizeof(name) - 1);
    emuq_log(
        "host %s, rank %u: %s is not the same as on the host of rank 0; make it the same for all ranks "
        "(variables: mpirun -x NAME, mpirun -genv NAME VALUE, or srun --export)",
        name, r->rank, difference);
    return -EINVAL;
}

/* The text of another leader. */
static int lead_other(round_t *r, text_t text)
{
    emuq_host_text_t engine;
    char job[17];
    int rc = compare(r);
    if (rc == 0)
        rc = make(r, &engine);
    if (rc != 0)
        return rc;
    if (value_of(r->first, "job", job, sizeof(job)))
        r->found->made->job_id = strtoull(job, NULL, 16);
    int length = snprintf(text, sizeof(text_t), "engine=%s path=%s", engine.text, r->found->path);
    return length < (int)sizeof(text_t) ? 0 : say_too_long(r);
}

static int connect_engine(round_t *r)
{
    char key[KEY_DIGITS + 1];
    unsigned char byte[EMUQ_KEY_BYTES];
    emuq_host_text_t *engine = emuq_calloc(r->hosts, sizeof(*engine));
    int rc = engine != NULL ? 0 : -ENOMEM;
    for (uint32_t host = 0; host < r->hosts && rc == 0; host++)
        if (!value_of(r->text[host], "engine", engine[host].text, sizeof(engine[host].text)))
            rc = -EPROTO;
    if (rc == 0 && (!value_of(r->first, "key", key, sizeof(key)) || strlen(key) != KEY_DIGITS))
        rc = -EPROTO;
    for (size_t i = 0; i < sizeof(byte) && rc == 0; i++)
        byte[i] = (unsigned char)strtoul((const char[]){key[2 * i], key[2 * i + 1], '\0'}, NULL, 16);
    if (rc != 0)
        emuq_log("rank %u: cannot tell the host engine where the others are: %s", r->rank, strerror(-rc));
    else if (emuq_rank_engine_is_open())
        rc = emuq_rank_engine_connect(engine, byte);
    else
        rc = emuq_engine_connect(&r->found->engine, engine, byte);
    explicit_bzero(key, sizeof(key));
    explicit_bzero(byte, sizeof(byte));
    free(engine);
    return rc;
}

/* ---- what all ranks do ---- */

/* Gives the texts of the first @p givers leaders. @param first,end this rank takes those of these hosts
 * @param goes_on another round follows @param rc of this leader: its text is empty if it has failed
 * @return 0, or a negative errno: this rank has failed, or one whose text it has taken */
static int gather(round_t *r, uint32_t givers, uint32_t first, uint32_t end, bool goes_on, int rc)
{
    emuq_gather_t what = {givers, r->leader, r->text[0], sizeof(text_t), first, end, goes_on};
    if (rc != 0)
        r->text[r->host][0] = '\0';
    if (r->lost == 0)
        r->lost = r->method->gather(&what);
    if (r->lost != 0 || rc != 0)
        return r->lost != 0 ? r->lost : rc;
    for (uint32_t host = first; host < end; host++)
        if (r->text[host][0] == '\0')
            return -ECANCELED;
    return 0;
}

static int find_hosts(round_t *r)
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

/* Takes the path of this host's partition from the texts. */
static int take_path(round_t *r)
{
    if (value_of(r->text[r->host], "path", r->found->path, sizeof(r->found->path)))
        return 0;
    emuq_log(
        "rank %u: the leader of its host, rank %u, does not say where the partition is; all ranks need "
        "the same build of EMUQ",
        r->rank, r->leader[r->host]);
    return -EPROTO;
}

/* The last two rounds: rank 0 hears whether all leaders are ready, and tells all ranks. */
static int agree(round_t *r, int rc)
{
    snprintf(r->text[r->host], sizeof(text_t), READY);
    rc = gather(r, r->hosts, 0, r->rank == 0 ? r->hosts : 0, true, rc);
    return gather(r, 1, 0, 1, false, rc);
}

/* The rounds of several hosts, after the first. */
static int meet_hosts(round_t *r)
{
    bool leads = is_leader(r);
    int rc = leads && r->host != 0 ? lead_other(r, r->text[r->host]) : 0;
    rc = gather(r, r->hosts, leads ? 0 : r->host, leads ? r->hosts : r->host + 1, true, rc);
    if (rc == 0)
        rc = take_path(r);
    if (rc == 0 && leads)
        rc = connect_engine(r);
    return agree(r, rc);
}

static int meet(round_t *r)
{
    int rc = find_hosts(r);
    if (rc == -ENOMEM)
        emuq_log("rank %u: no memory for a job of %u ranks", r->rank, r->ranks);
    if (rc != 0)
        return rc;
    if (r->rank == 0)
        rc = lead_first(r, r->text[0]);
    rc = gather(r, 1, 0, 1, r->hosts > 1, rc);
    if (rc != 0)
        return rc;
    memcpy(r->first, r->text[0], sizeof(r->first));
    return r->hosts > 1 ? meet_hosts(r) : take_path(r);
}

int emuq_meet(const emuq_bootstrap_t *method, uint32_t rank, uint32_t ranks, emuq_meeting_t *meeting)
{
    round_t r = {.method = method, .rank = rank, .ranks = ranks, .found = meeting};
    emuq_backend = emuq_backends[emuq_setting_number(EMUQ_SETTING_BACKEND)];
    int rc = meet(&r);
    if (rc != 0 && meeting->engine.pid != 0)
        (void)emuq_engine_await(&meeting->engine, 0);
    free(r.host_of_rank);
    free(r.leader);
    emuq_secret_free(r.text, r.hosts * sizeof(*r.text));
    explicit_bzero(r.first, sizeof(r.first));
    return rc;
}
