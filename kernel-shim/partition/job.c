/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/partition/job.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <emuq_components.h>

#include "backends/fault_plan.h"
#include "backends/settings.h"
#include "base/host_calls.h"
#include "base/text.h"
#include "base/memory.h"
#include "kernel-shim/partition/partition.h"

static const struct {
    const char *name;
    emuq_setting_t setting;
} options[] = {
    {"--shape", EMUQ_SETTING_SHAPE},     {"--ppn", EMUQ_SETTING_PPN},   {"--np", EMUQ_SETTING_NP},
    {"--mapping", EMUQ_SETTING_MAPPING}, {"--mesh", EMUQ_SETTING_MESH},
};

#define OPTIONS ((int)(sizeof(options) / sizeof(options[0])))

void emuq_job_options_try(emuq_nearest_t *search)
{
    for (int i = 0; i < OPTIONS; i++)
        emuq_nearest_try(search, options[i].name);
}

int emuq_parse_shape(const char *text, uint32_t shape[5])
{
    uint32_t size[5] = {1, 1, 1, 1, 1};
    for (int d = 0; d < 5; d++) {
        char *end;
        if (*text < '1' || *text > '9')
            return -EINVAL;
        errno = 0;
        unsigned long n = strtoul(text, &end, 10);
        if (errno != 0 || n > UINT32_MAX)
            return -EINVAL;
        size[d] = (uint32_t)n;
        if (*end == '\0') {
            memcpy(shape, size, sizeof(size));
            return 0;
        }
        if (*end != 'x')
            return -EINVAL;
        text = end + 1;
    }
    return -EINVAL;
}

/* Bit 0x10 is dimension A. */
static int job_parse_mesh(const char *text, uint32_t *mesh)
{
    static const char names[] = "ABCDE";
    uint32_t bits = 0;
    for (; *text != '\0'; text++) {
        const char *name = strchr(names, *text);
        if (name == NULL)
            return -EINVAL;
        bits |= 0x10u >> (name - names);
    }
    *mesh = bits;
    return 0;
}

static int job_parse_count(emuq_setting_t setting, const char *text, uint32_t *count)
{
    uint64_t number;
    int rc = emuq_setting_parse(setting, text, &number);
    if (rc == 0)
        *count = (uint32_t)number;
    return rc;
}

/* @return 0; -EINVAL without a message */
static int job_set(emuq_job_t *job, emuq_setting_t setting, const char *text)
{
    switch (setting) {
    case EMUQ_SETTING_SHAPE:
        return emuq_parse_shape(text, job->shape);
    case EMUQ_SETTING_PPN:
        return job_parse_count(setting, text, &job->ppn);
    case EMUQ_SETTING_NP:
        return job_parse_count(setting, text, &job->np);
    case EMUQ_SETTING_MESH:
        return job_parse_mesh(text, &job->mesh);
    default:
        job->mapping = text;
        return *text != '\0' ? 0 : -EINVAL;
    }
}

static int job_reject(const char *name, emuq_setting_t setting, const char *text)
{
    const emuq_setting_info_t *info = emuq_setting_info(setting);
    emuq_log("%s: invalid value '%s' (expected %s: %s)", name, text, info->values, info->help);
    return -EINVAL;
}

static int job_apply_settings(emuq_job_t *job)
{
    for (int i = 0; i < OPTIONS; i++) {
        const char *text = emuq_setting_text(options[i].setting);
        if (job_set(job, options[i].setting, text) != 0)
            return job_reject(emuq_setting_info(options[i].setting)->name, options[i].setting, text);
    }
    return 0;
}

/* Matches argv[*i] with the options. Advances *i to the option's last word. @return the index of the option,
 * or -1. @param value set; NULL: missing */
static int job_find_option(char **argv, int *i, const char **value)
{
    const char *word = argv[*i];
    for (int o = 0; o < OPTIONS; o++) {
        size_t length = strlen(options[o].name);
        if (strncmp(word, options[o].name, length) != 0)
            continue;
        if (word[length] == '=') {
            *value = word + length + 1;
            return o;
        }
        if (word[length] == '\0') {
            *value = argv[*i + 1];
            *i += *value != NULL;
            return o;
        }
    }
    return -1;
}

/* @param rest set to the words that are not options @return their number, or -EINVAL */
static int job_parse_words(emuq_job_t *job, int argc, char **argv, char **rest)
{
    int kept = 0, i = 0;
    if (argc > 0)
        rest[kept++] = argv[i++];
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *value;
        int o = job_find_option(argv, &i, &value);
        if (o < 0) {
            rest[kept++] = argv[i];
        } else if (value == NULL) {
            emuq_log("%s: missing value (expected %s)", options[o].name,
                     emuq_setting_info(options[o].setting)->values);
            return -EINVAL;
        } else if (job_set(job, options[o].setting, value) != 0) {
            return job_reject(options[o].name, options[o].setting, value);
        }
    }
    for (; i < argc; i++)
        rest[kept++] = argv[i];
    return kept;
}

int emuq_job_options(emuq_job_t *job, int *argc, char **argv)
{
    emuq_job_t read = {0};
    if (emuq_settings_load() != 0 || job_apply_settings(&read) != 0)
        return -EINVAL;
    char **rest = emuq_calloc((size_t)*argc + 1, sizeof(*rest));
    if (rest == NULL) {
        emuq_log("no memory for %d arguments", *argc);
        return -EINVAL;
    }
    int kept = job_parse_words(&read, *argc, argv, rest);
    if (kept >= 0) {
        memcpy(argv, rest, (size_t)kept * sizeof(*argv));
        argv[kept] = NULL;
        *argc = kept;
        *job = read;
    }
    free(rest);
    return kept < 0 ? -EINVAL : 0;
}

bool emuq_torus_of(uint64_t nodes, uint32_t size[3])
{
    uint32_t best = UINT32_MAX;
    for (uint32_t a = 1; a <= EMUQ_TORUS_MOST; a++)
        for (uint32_t b = 1; b <= a && nodes % a == 0; b++) {
            uint64_t c = nodes / a / b;
            if (nodes / a % b != 0 || c > b || a + b + c >= best)
                continue;
            best = a + b + (uint32_t)c;
            size[0] = a;
            size[1] = b;
            size[2] = (uint32_t)c;
        }
    return best != UINT32_MAX;
}

int emuq_default_torus(uint64_t nodes, uint32_t shape[5])
{
    const uint64_t most = EMUQ_TORUS_MOST * EMUQ_TORUS_MOST * EMUQ_TORUS_MOST;
    shape[3] = shape[4] = 1;
    while (nodes <= most && !emuq_torus_of(nodes, shape))
        nodes++;
    return nodes <= most ? 0 : -ERANGE;
}

int emuq_job_of_ranks(emuq_job_t *job, uint32_t ranks, uint32_t dimensions)
{
    *job = (emuq_job_t){0};
    int rc = job_apply_settings(job);
    if (rc != 0)
        return rc;
    job->np = ranks;
    uint32_t ppn = job->ppn != 0 ? job->ppn : 1;
    uint64_t nodes = (ranks + (uint64_t)ppn - 1) / ppn;
    rc = emuq_setting_is_set(EMUQ_SETTING_SHAPE) ? 0
         : dimensions == 3                       ? emuq_default_torus(nodes, job->shape)
                                                 : emuq_default_shape(nodes, job->shape);
    if (rc != 0) {
        emuq_log("%u ranks are too many for a partition; start fewer ranks, or set EMUQ_SHAPE", ranks);
        return -EINVAL;
    }
    return 0;
}

#define A_TO_D_MAX 64u
#define NODES_MAX  (UINT64_C(2) * A_TO_D_MAX * A_TO_D_MAX * A_TO_D_MAX * A_TO_D_MAX)

/* Best candidate. The smallest sum has the shortest paths through a torus */
typedef struct choice {
    uint32_t size[4];
    uint32_t sum; /* 0: none */
} choice_t;

/* Tries all sizes of dimensions @p d to 3. */
static void shape_try_sizes(uint32_t product, int d, uint32_t *size, choice_t *best)
{
    uint32_t most = d == 0 ? A_TO_D_MAX : size[d - 1];
    if (d == 3) {
        uint32_t sum = size[0] + size[1] + size[2] + product;
        if (product > most || (best->sum != 0 && sum >= best->sum))
            return;
        size[3] = product;
        memcpy(best->size, size, sizeof(best->size));
        best->sum = sum;
        return;
    }
    for (size[d] = 1; size[d] <= most; size[d]++)
        if (product % size[d] == 0)
            shape_try_sizes(product / size[d], d + 1, size, best);
}

static bool shape_factorise(uint32_t nodes, uint32_t shape[5])
{
    uint32_t e = nodes % 2 == 0 ? 2 : 1, size[4];
    choice_t best = {.sum = 0};
    shape_try_sizes(nodes / e, 0, size, &best);
    if (best.sum == 0)
        return false;
    memcpy(shape, best.size, sizeof(best.size));
    shape[4] = e;
    return true;
}

int emuq_default_shape(uint64_t nodes, uint32_t shape[5])
{
    if (nodes < 1 || nodes > NODES_MAX)
        return -ERANGE;
    while (!shape_factorise((uint32_t)nodes, shape))
        nodes++;
    return 0;
}

#if EMUQ_HAVE_FAULTS
/* @return 0, or -EINVAL after printing an error */
static int faults_check_kinds(const emuq_fault_plan_t *plan)
{
    uint32_t has = emuq_backend->faults;
    char missing[80], supported[80];
    if (has != 0 && (plan->kinds & ~has) == 0)
        return 0;
    emuq_fault_kinds(plan->kinds & ~has, missing, sizeof(missing));
    emuq_fault_kinds(has, supported, sizeof(supported));
    if (has == 0)
        emuq_log("EMUQ_FAULTS: backend %s injects no faults; use EMUQ_BACKEND=emulator", emuq_backend->name);
    else
        emuq_log("EMUQ_FAULTS: backend %s has no %s, only %s; use EMUQ_BACKEND=emulator", emuq_backend->name,
                 missing, supported);
    return -EINVAL;
}

static int faults_check(const char *what, const char *kind, uint32_t number, uint32_t count)
{
    if (number < count)
        return 0;
    emuq_log("EMUQ_FAULTS: %s: no %s %u in the job (expected 0 to %u)", what, kind, number, count - 1);
    return -EINVAL;
}

static int faults_check_all(const emuq_partition_t *p, const emuq_fault_plan_t *plan)
{
    int rc = 0;
    for (uint32_t i = 0; i < plan->slows && rc == 0; i++)
        rc = faults_check("slow", "node", plan->slow[i].node, p->nodes);
    if (rc == 0 && plan->down_packet != 0)
        rc = faults_check("down", "node", plan->down_node, p->nodes);
    if (rc == 0 && plan->last_packet != 0)
        rc = faults_check("die", "rank", plan->dying_rank, p->job.np);
    return rc;
}

/* Announces injected faults, once per job. @return 0; -EINVAL after printing an error: hosts without a common
 * seed */
static int faults_announce(emuq_fault_plan_t *plan, const char *text, const emuq_job_hosts_t *hosts)
{
    bool is_distributed = hosts != NULL && hosts->hosts > 1;
    char seed[32] = "";
    if (!plan->has_seed) {
        plan->seed = (emuq_host_now_ns() ^ (uint64_t)getpid() << 20) % 1000000; /* small enough to be typed */
        snprintf(seed, sizeof(seed), "seed=%llu,", (unsigned long long)plan->seed);
    }
    if (is_distributed && !plan->has_seed) {
        emuq_log("EMUQ_FAULTS: all hosts need the same seed; set EMUQ_FAULTS=%s%s", seed, text);
        return -EINVAL;
    }
    if (!is_distributed || (hosts->host == 0 && !hosts->is_planned))
        emuq_log("injecting faults; EMUQ_FAULTS=%s%s repeats this run", seed, text);
    return 0;
}

int emuq_job_faults_plan(emuq_partition_t *p, const emuq_job_hosts_t *hosts)
{
    const char *text = emuq_setting_text(EMUQ_SETTING_FAULTS);
    emuq_fault_plan_t plan;
    char what[160];
    emuq_planned_faults = (emuq_fault_plan_t){.is_on = false};
    emuq_memory_fail(0);
    if (emuq_fault_plan_parse(text, &plan, what, sizeof(what)) != 0) {
        emuq_log("EMUQ_FAULTS: %s", what);
        return -EINVAL;
    }
    if (!plan.is_on)
        return 0;
    if (faults_check_kinds(&plan) != 0 || faults_check_all(p, &plan) != 0 ||
        faults_announce(&plan, text, hosts) != 0)
        return -EINVAL;
    emuq_planned_faults = plan;
    p->failing_allocation = plan.memory;
    if (!p->is_shared)
        emuq_memory_fail(plan.memory);
    return 0;
}

#else
int emuq_job_faults_plan(emuq_partition_t *p, const emuq_job_hosts_t *hosts)
{
    (void)p, (void)hosts;
    if (*emuq_setting_text(EMUQ_SETTING_FAULTS) == '\0')
        return 0;
    emuq_log("EMUQ_FAULTS: this build has no fault injection; configure EMUQ with -DEMUQ_FAULTS=ON");
    return -EINVAL;
}
#endif
