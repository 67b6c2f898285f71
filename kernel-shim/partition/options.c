/* SPDX-License-Identifier: BSD-3-Clause */
/* What job to run: options of the command line, and settings for what it does not give. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "backends/settings.h"
#include "base/memory.h"
#include "base/log.h"
#include "kernel-shim/partition/job.h"
#include "kernel-shim/partition/options.h"
#include "kernel-shim/partition/shape.h"

/* The options, each with the setting that gives its default. */
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

/* Reads letters of dimensions. */
static int parse_mesh(const char *text, uint32_t *mesh)
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

static int parse_count(emuq_setting_t setting, const char *text, uint32_t *count)
{
    uint64_t number;
    int rc = emuq_setting_parse(setting, text, &number);
    if (rc == 0)
        *count = (uint32_t)number;
    return rc;
}

/* Puts a value into the job. @return 0, or -EINVAL without a message. */
static int set(emuq_job_t *job, emuq_setting_t setting, const char *text)
{
    switch (setting) {
    case EMUQ_SETTING_SHAPE:
        return emuq_parse_shape(text, job->shape);
    case EMUQ_SETTING_PPN:
        return parse_count(setting, text, &job->ppn);
    case EMUQ_SETTING_NP:
        return parse_count(setting, text, &job->np);
    case EMUQ_SETTING_MESH:
        return parse_mesh(text, &job->mesh);
    default:
        job->mapping = text;
        return *text != '\0' ? 0 : -EINVAL;
    }
}

/* Puts the settings into the job. */
static int set_from_settings(emuq_job_t *job)
{
    for (int i = 0; i < OPTIONS; i++) {
        const char *text = emuq_setting_text(options[i].setting);
        if (set(job, options[i].setting, text) != 0) {
            const emuq_setting_info_t *info = emuq_setting_info(options[i].setting);
            emuq_log("%s=%s is not a value of this setting; it takes %s (%s)", info->name, text,
                         info->values, info->help);
            return -EINVAL;
        }
    }
    return 0;
}

/* Looks for an option at argv[*i]. Moves *i to its last word.
 * @return its index, or -1: none of ours. *value is NULL if it should follow and does not. */
static int find_option(char **argv, int *i, const char **value)
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

/* Reads the options into the job and the other words into @p rest. @return their number, or -EINVAL. */
static int read_words(emuq_job_t *job, int argc, char **argv, char **rest)
{
    int kept = 0, i = 0;
    if (argc > 0)
        rest[kept++] = argv[i++];
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *value;
        int o = find_option(argv, &i, &value);
        if (o < 0) {
            rest[kept++] = argv[i];
        } else if (value == NULL) {
            emuq_log("option %s needs a value: %s", options[o].name,
                         emuq_setting_info(options[o].setting)->values);
            return -EINVAL;
        } else if (set(job, options[o].setting, value) != 0) {
            const emuq_setting_info_t *info = emuq_setting_info(options[o].setting);
            emuq_log("%s %s is not possible; it takes %s (%s)", options[o].name, value, info->values,
                         info->help);
            return -EINVAL;
        }
    }
    for (; i < argc; i++)
        rest[kept++] = argv[i];
    return kept;
}

int emuq_job_options(emuq_job_t *job, int *argc, char **argv)
{
    emuq_job_t read = {0};
    if (emuq_settings_load() != 0 || set_from_settings(&read) != 0)
        return -EINVAL;
    char **rest = emuq_calloc((size_t)*argc + 1, sizeof(*rest));
    if (rest == NULL) {
        emuq_log("no memory for %d arguments", *argc);
        return -EINVAL;
    }
    int kept = read_words(&read, *argc, argv, rest);
    if (kept >= 0) {
        memcpy(argv, rest, (size_t)kept * sizeof(*argv));
        argv[kept] = NULL;
        *argc = kept;
        *job = read;
    }
    free(rest);
    return kept < 0 ? -EINVAL : 0;
}

int emuq_job_of_ranks(emuq_job_t *job, uint32_t ranks)
{
    *job = (emuq_job_t){0};
    int rc = set_from_settings(job);
    if (rc != 0)
        return rc;
    job->np = ranks;
    uint32_t ppn = job->ppn != 0 ? job->ppn : 1;
    if (!emuq_setting_is_set(EMUQ_SETTING_SHAPE) &&
        emuq_default_shape((ranks + (uint64_t)ppn - 1) / ppn, job->shape) != 0) {
        emuq_log("no partition has room for %u ranks", ranks);
        return -EINVAL;
    }
    return 0;
}
