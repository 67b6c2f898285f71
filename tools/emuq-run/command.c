/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/command.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/nearest.h"
#include "kernel-shim/partition/job.h"
#include "tools/emuq-run/options.h"

#define TIMEOUT_MAX 1e9 /* seconds */

/* A command line that is being read. */
typedef struct reader {
    emuq_command_t *command;
    char **word; /* the next one */
    const char *program;
    emuq_words_t arguments;
    const char *directory; /* where the ranks run */
    bool shape_given;
} reader_t;

static int bad_option(const emuq_option_t *option, const char *value, const char *wanted)
{
    emuq_say("%s %s is not possible; it takes %s", option->name, value, wanted);
    return -EINVAL;
}

/* ---- what options do ---- */

static int set_variable(emuq_command_t *command, const emuq_option_t *option, const char *text)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text || isdigit((unsigned char)*text) || isblank((unsigned char)*text))
        return bad_option(option, text, "NAME=VALUE");
    char *name = emuq_need(strndup(text, (size_t)(equals - text)));
    emuq_setting_t by_launcher[] = {EMUQ_SETTING_PARTITION, EMUQ_SETTING_RANK};
    int rc = 0;
    for (int i = 0; i < 2 && rc == 0; i++)
        if (strcmp(name, emuq_setting_info(by_launcher[i])->name) == 0)
            rc = bad_option(option, text, "another name; this one is set for each rank");
    if (rc == 0 && setenv(name, equals + 1, 1) != 0)
        emuq_need(NULL);
    if (rc == 0)
        emuq_words_add(&command->envs, text, strlen(text));
    free(name);
    return rc;
}

static int set_timeout(emuq_command_t *command, const emuq_option_t *option, const char *text)
{
    char *end;
    double seconds = strtod(text, &end);
    if (!isdigit((unsigned char)*text) || text[strspn(text, "0123456789.")] != '\0' || *end != '\0' ||
        seconds < 0.001 || seconds > TIMEOUT_MAX)
        return bad_option(option, text, "seconds, more than 0");
    command->timeout = (uint64_t)(seconds * 1000.0);
    return 0;
}

/* Sets a setting: the launcher reads it later, and the ranks inherit it. */
static int set_setting(emuq_setting_t id, const emuq_option_t *option, const char *text)
{
    uint64_t number;
    if (emuq_setting_parse(id, text, &number) != 0)
        return bad_option(option, text, option->argument);
    if (setenv(emuq_setting_info(id)->name, text, 1) != 0)
        emuq_need(NULL);
    return 0;
}

static int set_rank(uint32_t *number, const emuq_option_t *option, const char *text)
{
    uint64_t rank;
    if (emuq_setting_parse(EMUQ_SETTING_RANK, text, &rank) != 0)
        return bad_option(option, text, "a rank");
    *number = (uint32_t)rank;
    return 0;
}

/* Finds @p text among words like "none|short|long". @return its index, or -1. */
static int word_index(const char *words, const char *text)
{
    for (int index = 0;; index++) {
        size_t length = strcspn(words, "|");
        if (strlen(text) == length && strncmp(words, text, length) == 0)
            return index;
        if (words[length] == '\0')
            return -1;
        words += length + 1;
    }
}

/* Does what an option says. @p value is NULL if none is given. */
static int act(reader_t *reader, const emuq_option_t *option, const char *value)
{
    emuq_command_t *command = reader->command;
    switch (option->action) {
    case EMUQ_ACTION_JOB:
        reader->shape_given |= strcmp(option->job_option, "--shape") == 0;
        emuq_words_add(&command->job_words, option->job_option, strlen(option->job_option));
        emuq_words_add(&command->job_words, value, strlen(value));
        return 0;
    case EMUQ_ACTION_ENVS:
        return set_variable(command, option, value);
    case EMUQ_ACTION_LABEL:
        command->label = value != NULL ? (emuq_label_t)word_index(option->argument, value) : EMUQ_LABEL_SHORT;
        return 0;
    case EMUQ_ACTION_TIMEOUT:
        return set_timeout(command, option, value);
    case EMUQ_ACTION_BAD_EXIT:
        return set_setting(EMUQ_SETTING_KILL_ON_BAD_EXIT, option, value);
    case EMUQ_ACTION_STACK:
        return set_setting(EMUQ_SETTING_STACK_SIZE, option, value);
    case EMUQ_ACTION_BIND:
        command->bind = value;
        return 0;
    case EMUQ_ACTION_VERBOSE:
        command->verbose = value == NULL || strcmp(value, "0") != 0;
        return 0;
    case EMUQ_ACTION_TIMED:
        command->timed = true;
        return 0;
    case EMUQ_ACTION_WATCH:
        command->watch = true;
        return 0;
    case EMUQ_ACTION_COUNTERS:
        command->counters = true;
        return 0;
    case EMUQ_ACTION_TRACE:
        return set_setting(EMUQ_SETTING_TRACE, option, value);
    case EMUQ_ACTION_BACKTRACE:
        command->backtrace = true;
        return 0;
    case EMUQ_ACTION_DEBUGGER:
        command->debugger = value;
        return 0;
    case EMUQ_ACTION_DEBUG_RANK:
        command->has_debug_rank = true;
        return set_rank(&command->debug_rank, option, value);
    case EMUQ_ACTION_INPUT_RANK:
        return set_rank(&command->input_rank, option, value);
    case EMUQ_ACTION_HOSTS:
        command->hosts = value;
        return 0;
    case EMUQ_ACTION_HOSTFILE:
        command->hostfile = value;
        return 0;
    case EMUQ_ACTION_AGENT:
        command->agent = value;
        return 0;
    case EMUQ_ACTION_REMOTE_PATH:
        command->remote_path = value;
        return 0;
    case EMUQ_ACTION_CWD:
        reader->directory = value;
        return 0;
    case EMUQ_ACTION_PROGRAM:
        reader->program = value;
        return 0;
    case EMUQ_ACTION_ARGUMENTS:
        emuq_words_add(&reader->arguments, value, strlen(value));
        return 0;
    case EMUQ_ACTION_HELP:
        emuq_print_help(stdout);
        return 1;
    case EMUQ_ACTION_VERSION:
        puts(EMUQ_VERSION);
        return 1;
    case EMUQ_ACTION_NOTHING:
        break;
    }
    return 0;
}

/* ---- reading ---- */

/* Finds the option of a word. @param value set to what follows "=" in it, or NULL. */
static const emuq_option_t *find_option(const char *word, const char **value)
{
    *value = NULL;
    for (const emuq_option_t *option = emuq_options(); option->name != NULL; option++) {
        size_t length = strlen(option->name);
        if (option->letter != 0 && word[1] == option->letter && word[2] == '\0')
            return option;
        if (strncmp(word, option->name, length) == 0 && (word[length] == '\0' || word[length] == '=')) {
            *value = word[length] == '=' ? word + length + 1 : NULL;
            return option;
        }
    }
    return NULL;
}

/* Whether @p word can be a further value of an option with many. */
static bool is_value(const char *word)
{
    return word != NULL && *word != '-' && strcmp(word, ":") != 0;
}

/* Reads the values that follow an option as words of their own, and does what it says. */
static int read_values(reader_t *reader, const emuq_option_t *option)
{
    const char *next = *reader->word;
    bool has_value = next != NULL;
    if (option->values == EMUQ_VALUES_NONE || option->values == EMUQ_VALUES_MAYBE)
        has_value =
            has_value && option->values == EMUQ_VALUES_MAYBE && word_index(option->argument, next) >= 0;
    else if (!has_value || strcmp(next, ":") == 0) {
        emuq_say("option %s needs a value: %s", option->name, option->argument);
        return -EINVAL;
    }
    if (option->values == EMUQ_VALUES_MAYBE && !has_value && is_value(next))
        reader->command->doubt = option;
    int rc = act(reader, option, has_value ? next : NULL);
    reader->word += has_value;
    while (rc == 0 && option->values == EMUQ_VALUES_MANY && is_value(*reader->word))
        rc = act(reader, option, *reader->word++);
    return rc;
}

void emuq_command_doubt(const emuq_command_t *command)
{
    const emuq_option_t *option = command->doubt;
    char meant[64] = "";
    if (option == NULL)
        return;
    emuq_nearest_t search = emuq_nearest(command->program.word[0], strlen(command->program.word[0]));
    char *words = emuq_need(strdup(option->argument)), *rest;
    for (const char *word = strtok_r(words, "|", &rest); word != NULL; word = strtok_r(NULL, "|", &rest))
        emuq_nearest_try(&search, word);
    if (search.name != NULL)
        snprintf(meant, sizeof meant, "; did you mean %s=%s?", option->name, search.name);
    emuq_say("%s is taken for the program, as %s has no such value: it takes %s%s", command->program.word[0],
             option->name, option->argument, meant);
    free(words);
}

/* Says that a word is no option, and which one is meant. */
static int refuse_option(const char *word)
{
    size_t length = strcspn(word, "=");
    emuq_nearest_t search = emuq_nearest(word, length);
    for (const emuq_option_t *option = emuq_options(); option->name != NULL; option++)
        emuq_nearest_try(&search, option->name);
    if (search.name != NULL && word[0] == '-' && word[1] == '-')
        emuq_say("unknown option %.*s; did you mean %s?", (int)length, word, search.name);
    else
        emuq_say("unknown option %s; try %s --help", word, emuq_launcher_name);
    return -EINVAL;
}

/* Reads an option and its values. */
static int read_option(reader_t *reader)
{
    const char *word = *reader->word++, *value;
    const emuq_option_t *option = find_option(word, &value);
    if (option == NULL)
        return refuse_option(word);
    if (value == NULL)
        return read_values(reader, option);
    if (option->values == EMUQ_VALUES_NONE) {
        emuq_say("option %s takes no value", option->name);
        return -EINVAL;
    }
    if (option->values == EMUQ_VALUES_MAYBE && word_index(option->argument, value) < 0)
        return bad_option(option, value, option->argument);
    return act(reader, option, value);
}

/* Reads the options. Behind them are the program and its arguments. */
static int read_options(reader_t *reader)
{
    int rc = 0;
    while (rc == 0 && *reader->word != NULL && **reader->word == '-' && strcmp(*reader->word, "--") != 0)
        rc = read_option(reader);
    return rc;
}

/* Takes a RUNJOB_ variable as if it were an option. */
static int read_variable(reader_t *reader, const emuq_option_t *option)
{
    char name[64] = "RUNJOB_";
    size_t length = strlen(name);
    for (const char *c = option->name + 2; *c != '\0' && length + 1 < sizeof(name); c++)
        name[length++] = *c == '-' ? '_' : (char)toupper((unsigned char)*c);
    name[length] = '\0';
    const char *value = getenv(name);
    if (value == NULL)
        return 0;
    if (option->values == EMUQ_VALUES_NONE)
        return act(reader, option, NULL);
    if (option->values == EMUQ_VALUES_MAYBE && word_index(option->argument, value) < 0)
        return bad_option(option, value, option->argument);
    if (option->values != EMUQ_VALUES_MANY)
        return act(reader, option, value);
    emuq_words_t words = {0};
    for (value += strspn(value, " \t"); *value != '\0'; value += strspn(value, " \t")) {
        size_t end = strcspn(value, " \t");
        emuq_words_add(&words, value, end);
        value += end;
    }
    int rc = 0;
    for (int i = 0; i < words.count && rc == 0; i++)
        rc = act(reader, option, words.word[i]);
    emuq_words_free(&words);
    return rc;
}

static int read_variables(reader_t *reader)
{
    int rc = 0;
    for (const emuq_option_t *option = emuq_options(); option->name != NULL && rc == 0; option++)
        if (option->action != EMUQ_ACTION_HELP && option->action != EMUQ_ACTION_VERSION)
            rc = read_variable(reader, option);
    return rc;
}

/* Takes the program and its arguments from the words behind the options. */
static int read_program(reader_t *reader)
{
    char **word = reader->word;
    const char *divider = emuq_is_runjob() ? ":" : "--";
    if (*word != NULL && strcmp(*word, divider) == 0) {
        word++;
    } else if (*word != NULL && (emuq_is_runjob() || **word == '-')) {
        emuq_say("unexpected word %s; the program follows \"%s\"", *word, divider);
        return -EINVAL;
    }
    if (*word != NULL)
        reader->program = *word++;
    if (reader->program == NULL) {
        emuq_say("no program; try %s --help", emuq_launcher_name);
        return -EINVAL;
    }
    emuq_words_t *program = &reader->command->program;
    emuq_words_add(program, reader->program, strlen(reader->program));
    for (int i = 0; i < reader->arguments.count; i++)
        emuq_words_add(program, reader->arguments.word[i], strlen(reader->arguments.word[i]));
    for (; *word != NULL; word++)
        emuq_words_add(program, *word, strlen(*word));
    return 0;
}

/* Looks at options that need or exclude each other. A relative path of a file of hosts begins where emuq-run
 * was called. */
static int check_together(const emuq_command_t *command)
{
    bool has_hosts = command->hosts != NULL || command->hostfile != NULL;
    if (command->hosts != NULL && command->hostfile != NULL)
        emuq_say("--hosts and --hostfile are not possible together");
    else if (!has_hosts && (command->agent != NULL || command->remote_path != NULL))
        emuq_say("%s needs --hosts or --hostfile", command->agent != NULL ? "--agent" : "--remote-path");
    else if (command->has_debug_rank && command->debugger == NULL)
        emuq_say("--rank needs --debugger");
    else
        return 0;
    return -EINVAL;
}

uint64_t emuq_command_ranks(const emuq_job_t *job)
{
    uint64_t slots = job->ppn != 0 ? job->ppn : 1;
    for (int d = 0; d < 5; d++)
        if (job->shape[d] != 0 && __builtin_mul_overflow(slots, job->shape[d], &slots))
            return job->np;
    return job->np != 0 ? job->np : slots;
}

/* Finds a shape for a job that has none. */
static int choose_shape(emuq_job_t *job)
{
    uint64_t ppn = job->ppn != 0 ? job->ppn : 1, np = job->np != 0 ? job->np : ppn;
    if (emuq_default_shape((np + ppn - 1) / ppn, job->shape) == 0)
        return 0;
    emuq_say("%u ranks do not fit: a partition has up to 33554432 nodes, with %u ranks per node", job->np,
             (unsigned)ppn);
    return -EINVAL;
}

/* Finds out what job to run. */
static int read_job(reader_t *reader)
{
    emuq_command_t *command = reader->command;
    /* emuq_job_options() removes what it has read. */
    int count = command->job_words.count;
    size_t bytes = ((size_t)count + 1) * sizeof(char *);
    char **word = memcpy(emuq_need(malloc(bytes)), command->job_words.word, bytes);
    int rc = emuq_job_options(&command->job, &count, word);
    free(word);
    if (rc == 0 && !reader->shape_given && !emuq_setting_is_set(EMUQ_SETTING_SHAPE))
        rc = choose_shape(&command->job);
    return rc;
}

int emuq_command_read(emuq_command_t *command, int argc, char **argv)
{
    *command = (emuq_command_t){0};
    reader_t reader = {.command = command, .word = argv + (argc > 0)};
    /* This process may be a rank of another job; its ranks are none of that one. */
    unsetenv(emuq_setting_info(EMUQ_SETTING_PARTITION)->name);
    unsetenv(emuq_setting_info(EMUQ_SETTING_RANK)->name);
    emuq_words_add(&command->job_words, emuq_launcher_name, strlen(emuq_launcher_name));
    int rc = emuq_is_runjob() ? read_variables(&reader) : 0;
    if (rc == 0)
        rc = read_options(&reader);
    if (rc == 0)
        rc = read_program(&reader);
    if (rc == 0)
        rc = check_together(command);
    if (rc == 0 && reader.directory != NULL && chdir(reader.directory) != 0) {
        emuq_say("cannot run in %s: %s", reader.directory, strerror(errno));
        rc = -EINVAL;
    }
    if (rc == 0)
        rc = read_job(&reader);
    emuq_words_free(&reader.arguments);
    return rc;
}

void emuq_command_free(emuq_command_t *command)
{
    emuq_words_free(&command->program);
    emuq_words_free(&command->envs);
    emuq_words_free(&command->job_words);
}
