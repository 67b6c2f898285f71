/* SPDX-License-Identifier: BSD-3-Clause */
/* Command lines of emuq-run and runjob. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <ctype.h>
#include <errno.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/text.h"
#include "kernel-shim/partition/job.h"

/* ---- words ---- */

void emuq_words_add(emuq_words_t *words, const char *text)
{
    words->word = emuq_need(realloc(words->word, ((size_t)words->count + 2) * sizeof(*words->word)));
    words->word[words->count++] = emuq_need(strdup(text));
    words->word[words->count] = NULL;
}

void emuq_words_free(emuq_words_t *words)
{
    for (int i = 0; i < words->count; i++)
        free(words->word[i]);
    free(words->word);
    *words = (emuq_words_t){0};
}

/* ---- the table of options ---- */

/** Action of an option. Stored values go to a member of emuq_run_command_t. */
typedef enum option_action {
    EMUQ_ACTION_JOB, /**< part of the job: read by emuq_job_options() */
    EMUQ_ACTION_ENVS,
    EMUQ_ACTION_LABEL,
    EMUQ_ACTION_TIMEOUT,
    EMUQ_ACTION_SETTING, /**< set in the environment of this process and of the ranks */
    EMUQ_ACTION_TEXT,    /**< stored as const char * */
    EMUQ_ACTION_FLAG,    /**< stored as bool */
    EMUQ_ACTION_VERBOSE,
    EMUQ_ACTION_RANK, /**< stored as uint32_t */
    EMUQ_ACTION_LAUNCHER,
    EMUQ_ACTION_MPI,
    EMUQ_ACTION_OUTPUT,
    EMUQ_ACTION_ARGUMENTS,
    EMUQ_ACTION_NOTHING, /**< accepted for compatibility, without effect */
    EMUQ_ACTION_HELP,
    EMUQ_ACTION_VERSION
} option_action_t;

typedef enum option_values {
    EMUQ_VALUES_NONE,
    EMUQ_VALUES_MAYBE, /**< optional: one of the words of the table */
    EMUQ_VALUES_ONE,
    EMUQ_VALUES_MANY /**< one or more words, up to an option or ":" */
} option_values_t;

typedef struct option_row {
    const char *name;
    char letter; /**< 0: none */
    option_values_t values;
    option_action_t action;
    size_t target;        /**< offset in emuq_run_command_t, or for EMUQ_ACTION_SETTING an emuq_setting_t */
    const char *argument; /**< value in the help; for EMUQ_VALUES_MAYBE the accepted words */
    const char *help;
} option_t;

/* clang-format off */
/* Options of emuq-run and runjob. */
#define OPTIONS_OF_BOTH \
    {"--shape", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_JOB, 0, "AxBxCxDxE", \
     "nodes per dimension, A to D up to 64, E up to 2; default: the smallest that fits --np"}, \
    {"--np", 'n', EMUQ_VALUES_ONE, EMUQ_ACTION_JOB, 0, "N", \
     "number of ranks; default: all processes of all nodes"}, \
    {"--mapping", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_JOB, 0, "ABCDET|FILE", \
     "order in which ranks fill the partition, last letter fastest, or a map file"}, \
    {"--label", 0, EMUQ_VALUES_MAYBE, EMUQ_ACTION_LABEL, 0, "none|short|long", \
     "prefix each line with the rank: short (default) \"3: \", long \"stdout[3]: \""}, \
    {"--output", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_OUTPUT, 0, "FILE", \
     "file for standard output and error of the ranks; %r in its name is the rank, %n the node, %h the host, %% is %"}, \
    {"--timeout", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_TIMEOUT, 0, "SECONDS", \
     "end the job after this time, and print what each rank waits for"}, \
    {"--kill-on-bad-exit", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_SETTING, EMUQ_SETTING_KILL_ON_BAD_EXIT, "machine|any|none", \
     "exit statuses of a rank that end the job: 1 as on the machine (default), any but 0, or none"}, \
    {"--stack", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_SETTING, EMUQ_SETTING_STACK_SIZE, "SIZE", \
     "limit of the stack of a rank's main thread, as in 64M; default: the hard limit (ulimit -Hs)"}, \
    {"--bind", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_TEXT, offsetof(emuq_run_command_t, bind), "core|none|LIST", \
     "processors of a rank: a share of the cores if there are enough (default), all, or one of a list such as 0,2-3"}, \
    {"--watch", 0, EMUQ_VALUES_NONE, EMUQ_ACTION_FLAG, offsetof(emuq_run_command_t, watch), NULL, \
     "print state of the ranks, rates, busiest links and fullest FIFOs once a second"}, \
    {"--counters", 0, EMUQ_VALUES_NONE, EMUQ_ACTION_FLAG, offsetof(emuq_run_command_t, counters), NULL, \
     "print the counters of Message Units and links at the end"}, \
    {"--heat", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_TEXT, offsetof(emuq_run_command_t, heat), "FILE", \
     "draw the traffic of all links at the end, SVG: of APEnet+ cards in packet mode, else of the Message Units"}, \
    {"--trace", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_SETTING, EMUQ_SETTING_TRACE, "FILE", \
     "record the use of the Message Units, for emuq-trace"}, \
    {"--backtrace", 0, EMUQ_VALUES_NONE, EMUQ_ACTION_FLAG, offsetof(emuq_run_command_t, backtrace), NULL, \
     "print the stacks of all running ranks before a rank or the time limit ends the job (gdb)"}, \
    {"--debugger", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_TEXT, offsetof(emuq_run_command_t, debugger), "COMMAND", \
     "let a rank wait at its start for a debugger: COMMAND -p PROCESS, in a window of tmux or by hand"}, \
    {"--rank", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_RANK, offsetof(emuq_run_command_t, debug_rank), "RANK", "rank for the debugger; default 0"}, \
    {"--stdinrank", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_RANK, offsetof(emuq_run_command_t, input_rank), "RANK", \
     "rank that reads standard input; default 0"}, \
    {"--cwd", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_TEXT, offsetof(emuq_run_command_t, directory), "DIRECTORY", "directory in which the ranks run"}, \
    {"--hosts", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_TEXT, offsetof(emuq_run_command_t, hosts), "HOST[:NODES],...", \
     "hosts of the nodes: the given number on each, or equal shares of the rest"}, \
    {"--hostfile", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_TEXT, offsetof(emuq_run_command_t, hostfile), "FILE", \
     "the same from a file with lines HOST, HOST:NODES or HOST slots=NODES"}, \
    {"--launcher", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_LAUNCHER, 0, "hydra|prte|srun|auto", \
     "process manager that starts emuq-run on the hosts; default auto: srun in an allocation, else mpiexec.hydra, else Open MPI"}, \
    {"--agent", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_TEXT, offsetof(emuq_run_command_t, agent), "COMMAND", \
     "command that runs a command on a host, instead of ssh; the host and the command follow"}, \
    {"--remote-path", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_TEXT, offsetof(emuq_run_command_t, remote_path), "PATH", \
     "path of emuq-run on the hosts; default: that of this one"}, \
    {"--version", 0, EMUQ_VALUES_NONE, EMUQ_ACTION_VERSION, 0, NULL, "print the version of EMUQ"}, \
    {"--help", 'h', EMUQ_VALUES_NONE, EMUQ_ACTION_HELP, 0, NULL, "print this text"}, \
    {NULL, 0, EMUQ_VALUES_NONE, EMUQ_ACTION_NOTHING, 0, NULL, NULL}

static const option_t own[] = {
    {"--ppn", 'p', EMUQ_VALUES_ONE, EMUQ_ACTION_JOB, 0, "N",
     "processes per node: 1, 2, 4, ... 64; default 1"},
    {"--mesh", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_JOB, 0, "ABCDE",
     "dimensions that do not wrap around; default: none"},
    {"--envs", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_ENVS, 0, "NAME=VALUE",
     "variable for the ranks, in addition to inherited ones; may be repeated"},
    {"--verbose", 'v', EMUQ_VALUES_NONE, EMUQ_ACTION_VERBOSE, 0, NULL,
     "print job, backend, and how memory of other ranks is reached"},
    {"--timed", 0, EMUQ_VALUES_NONE, EMUQ_ACTION_FLAG, offsetof(emuq_run_command_t, timed), NULL,
     "run the ranks as threads in modelled time (EMUQ_BACKEND=timed)"},
    {"--mpi", 0, EMUQ_VALUES_MAYBE, EMUQ_ACTION_MPI, 0, "mu|apenet|btl",
     "run an unmodified program of Open MPI over Message Units (mu, default) or APEnet+ cards: by the provider of libfabric (apenet) or by a component of Open MPI (btl)"},
    OPTIONS_OF_BOTH,
};

static const option_t runjob[] = {
    {"--ranks-per-node", 'p', EMUQ_VALUES_ONE, EMUQ_ACTION_JOB, 0, "N",
     "processes per node: 1, 2, 4, ... 64; default 1"},
    {"--envs", 0, EMUQ_VALUES_MANY, EMUQ_ACTION_ENVS, 0, "NAME=VALUE...",
     "variables for the ranks, in addition to inherited ones; may be repeated"},
    {"--exe", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_TEXT, offsetof(emuq_run_command_t, exe), "PROGRAM", "program, if none follows a colon"},
    {"--args", 0, EMUQ_VALUES_MANY, EMUQ_ACTION_ARGUMENTS, 0, "ARGUMENT...",
     "its arguments; may be repeated"},
    {"--verbose", 'v', EMUQ_VALUES_MAYBE, EMUQ_ACTION_VERBOSE, 0, "0|1|2|3|4|5|6|7",
     "unless 0: print job, backend, and how memory of other ranks is reached"},
    {"--block", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_NOTHING, 0, "NAME",
     "no effect: each job gets a partition"},
    {"--exp-env", 0, EMUQ_VALUES_ONE, EMUQ_ACTION_NOTHING, 0, "NAME",
     "no effect: the ranks inherit all variables"},
    {"--env-all", 0, EMUQ_VALUES_NONE, EMUQ_ACTION_NOTHING, 0, NULL,
     "no effect: the ranks inherit all variables"},
    OPTIONS_OF_BOTH,
};
/* clang-format on */

static const char about_own[] =
    "usage: emuq-run [OPTION]... [--] PROGRAM [ARGUMENT]...\n"
    "  Boots a partition of emulated nodes and runs PROGRAM on it, one process per rank.\n\n"
    "    emuq-run --np 16 ./program              16 nodes, a rank on each\n"
    "    emuq-run --shape 2x2x2x2x2 --ppn 4 ./program    32 nodes, 128 ranks\n"
    "    emuq-run --np 16 --hosts n1,n2 ./program        8 nodes on each of two hosts\n";

static const char about_runjob[] =
    "usage: runjob [OPTION]... : PROGRAM [ARGUMENT]...\n"
    "       runjob [OPTION]... --exe PROGRAM [--args ARGUMENT...]\n"
    "  Boots a partition of emulated nodes and runs PROGRAM on it, one process per rank: emuq-run, with the\n"
    "  options of the machine's launcher. Variables RUNJOB_NP, RUNJOB_RANKS_PER_NODE and so on supply "
    "options\n"
    "  that the command line does not give.\n\n"
    "    runjob --np 128 --ranks-per-node 4 --envs NAME=VALUE : ./program\n";

static const char about_both[] =
    "Settings EMUQ_SHAPE, EMUQ_PPN, EMUQ_NP, EMUQ_MAPPING and EMUQ_MESH supply "
    "defaults of options; emuq-info\n"
    "lists all settings. Lines of the ranks come through whole.\n"
    "Exit status: the first of a rank that is not 0; 128 and the signal if a rank or the "
    "job is ended by one; 124 after the\n"
    "time limit; 127 or 126 if PROGRAM is not found or cannot be executed; 2 "
    "for an invalid command.\n"
    "At SIGUSR1 emuq-run prints what each rank waits for.\n";

static bool options_is_runjob(void)
{
    return strcmp(emuq_launcher_name, "runjob") == 0;
}

static const option_t *options_table(void)
{
    return options_is_runjob() ? runjob : own;
}

static void options_print_help(FILE *out)
{
    fprintf(out, "%s\n", options_is_runjob() ? about_runjob : about_own);
    for (const option_t *option = options_table(); option->name != NULL; option++) {
        char left[64], letter[8] = "    ";
        const char *argument = option->argument != NULL ? option->argument : "";
        if (option->letter != 0)
            snprintf(letter, sizeof(letter), "-%c, ", option->letter);
        snprintf(left, sizeof(left), option->values == EMUQ_VALUES_MAYBE ? "%s%s [%s]" : "%s%s %s", letter,
                 option->name, argument);
        fprintf(out, "  %-30s  %s\n", left, option->help);
    }
    fprintf(out, "\n%s", about_both);
}

#define TIMEOUT_MAX 1e9 /* seconds */

/* State of the parser. */
typedef struct reader {
    emuq_run_command_t *command;
    char **word; /* next word */
    emuq_words_t arguments;
    bool shape_given;
} reader_t;

static int command_bad_value(const option_t *option, const char *value, const char *wanted)
{
    emuq_run_message("%s: invalid value '%s' (expected %s)", option->name, value, wanted);
    return -EINVAL;
}

/* ---- actions ---- */

static int command_set_variable(const option_t *option, const char *text)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text || isdigit((unsigned char)*text) || isblank((unsigned char)*text))
        return command_bad_value(option, text, "NAME=VALUE");
    char *name = emuq_need(strndup(text, (size_t)(equals - text)));
    emuq_setting_t by_launcher[] = {EMUQ_SETTING_PARTITION, EMUQ_SETTING_RANK};
    int rc = 0;
    for (int i = 0; i < 2 && rc == 0; i++)
        if (strcmp(name, emuq_setting_info(by_launcher[i])->name) == 0)
            rc = command_bad_value(option, text, "another name; this one is set for each rank");
    if (rc == 0)
        emuq_setenv(name, equals + 1);
    free(name);
    return rc;
}

static int command_set_timeout(emuq_run_command_t *command, const option_t *option, const char *text)
{
    char *end;
    double seconds = strtod(text, &end);
    if (!isdigit((unsigned char)*text) || text[strspn(text, "0123456789.")] != '\0' || *end != '\0' ||
        seconds < 0.001 || seconds > TIMEOUT_MAX)
        return command_bad_value(option, text, "seconds, more than 0");
    command->timeout = (uint64_t)(seconds * 1000.0);
    return 0;
}

static int command_set_setting(emuq_setting_t id, const option_t *option, const char *text)
{
    uint64_t number;
    if (emuq_setting_parse(id, text, &number) != 0)
        return command_bad_value(option, text,
                                 id == EMUQ_SETTING_STACK_SIZE ? "a size such as 64M" : option->argument);
    emuq_setenv(emuq_setting_info(id)->name, text);
    return 0;
}

static int command_set_rank(uint32_t *number, const option_t *option, const char *text)
{
    uint64_t rank;
    if (emuq_setting_parse(EMUQ_SETTING_RANK, text, &rank) != 0)
        return command_bad_value(option, text, "a rank");
    *number = (uint32_t)rank;
    return 0;
}

/* Finds @p text in a list such as "none|short|long". @return index, or -1 */
static int command_word_index(const char *words, const char *text)
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

/* Applies an option. @param value NULL: none; an optional word defaults to the second of its list
 * @return 0, 1 after help or version, or -EINVAL after printing an error */
static int command_apply(reader_t *reader, const option_t *option, const char *value)
{
    emuq_run_command_t *command = reader->command;
    void *target = (char *)command + option->target;
    int word = value != NULL ? command_word_index(option->argument, value) : 1;
    if (word < 0 && (option->values == EMUQ_VALUES_MAYBE || option->action == EMUQ_ACTION_LAUNCHER))
        return command_bad_value(option, value, option->argument);
    switch (option->action) {
    case EMUQ_ACTION_JOB:
        reader->shape_given |= strcmp(option->name, "--shape") == 0;
        emuq_words_add(&command->job_words,
                       strcmp(option->name, "--ranks-per-node") == 0 ? "--ppn" : option->name);
        emuq_words_add(&command->job_words, value);
        return 0;
    case EMUQ_ACTION_ENVS:
        return command_set_variable(option, value);
    case EMUQ_ACTION_LABEL:
        command->label = (emuq_label_t)word;
        return 0;
    case EMUQ_ACTION_TIMEOUT:
        return command_set_timeout(command, option, value);
    case EMUQ_ACTION_SETTING:
        return command_set_setting((emuq_setting_t)option->target, option, value);
    case EMUQ_ACTION_TEXT:
        *(const char **)target = value;
        return 0;
    case EMUQ_ACTION_FLAG:
        *(bool *)target = true;
        return 0;
    case EMUQ_ACTION_VERBOSE:
        command->verbose = word != 0;
        return 0;
    case EMUQ_ACTION_RANK:
        return command_set_rank(target, option, value);
    case EMUQ_ACTION_LAUNCHER:
        command->manager = (emuq_manager_kind_t)word;
        return 0;
    case EMUQ_ACTION_MPI:
        command->mpi = value != NULL ? (emuq_mpi_kind_t)(EMUQ_MPI_MU + word) : EMUQ_MPI_DEFAULT;
        return 0;
    case EMUQ_ACTION_OUTPUT:
        command->output = value;
        return emuq_output_name_check(value);
    case EMUQ_ACTION_ARGUMENTS:
        emuq_words_add(&reader->arguments, value);
        return 0;
    case EMUQ_ACTION_HELP:
        options_print_help(stdout);
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

/* Finds the option of a word. @param value set to the string after "=", or NULL */
static const option_t *command_find_option(const char *word, const char **value)
{
    *value = NULL;
    for (const option_t *option = options_table(); option->name != NULL; option++) {
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

/* Whether @p word can be a further value of an option with several values. */
static bool command_is_value(const char *word)
{
    return word != NULL && *word != '-' && strcmp(word, ":") != 0;
}

/* Reads the values of an option from the next words. */
static int command_read_values(reader_t *reader, const option_t *option)
{
    const char *next = *reader->word;
    bool has_value = next != NULL;
    if (option->values == EMUQ_VALUES_NONE || option->values == EMUQ_VALUES_MAYBE)
        has_value = has_value && option->values == EMUQ_VALUES_MAYBE &&
                    command_word_index(option->argument, next) >= 0;
    else if (!has_value || strcmp(next, ":") == 0) {
        emuq_run_message("option %s needs a value: %s", option->name, option->argument);
        return -EINVAL;
    }
    if (option->values == EMUQ_VALUES_MAYBE && !has_value && command_is_value(next))
        reader->command->suspect = option;
    int rc = command_apply(reader, option, has_value ? next : NULL);
    reader->word += has_value;
    while (rc == 0 && option->values == EMUQ_VALUES_MANY && command_is_value(*reader->word))
        rc = command_apply(reader, option, *reader->word++);
    return rc;
}

void emuq_run_command_suggest(const emuq_run_command_t *command)
{
    const option_t *option = command->suspect;
    char meant[64] = "";
    if (option == NULL)
        return;
    emuq_nearest_t search = emuq_nearest(command->program.word[0], strlen(command->program.word[0]));
    char *words = emuq_need(strdup(option->argument)), *rest;
    for (const char *word = strtok_r(words, "|", &rest); word != NULL; word = strtok_r(NULL, "|", &rest))
        emuq_nearest_try(&search, word);
    if (search.name != NULL)
        snprintf(meant, sizeof meant, "; did you mean %s=%s?", option->name, search.name);
    emuq_run_message("%s is taken for the program, as %s has no such value: it takes %s%s",
                     command->program.word[0], option->name, option->argument, meant);
    free(words);
}

/* Reports an unknown option, and a similar known option. */
static int command_unknown_option(const char *word)
{
    size_t length = strcspn(word, "=");
    emuq_nearest_t search = emuq_nearest(word, length);
    for (const option_t *option = options_table(); option->name != NULL; option++)
        emuq_nearest_try(&search, option->name);
    if (search.name != NULL && word[0] == '-' && word[1] == '-')
        emuq_run_message("unknown option %.*s; did you mean %s?", (int)length, word, search.name);
    else
        emuq_run_message("unknown option %s; try %s --help", word, emuq_launcher_name);
    return -EINVAL;
}

static int command_read_option(reader_t *reader)
{
    const char *word = *reader->word++, *value;
    const option_t *option = command_find_option(word, &value);
    if (option == NULL)
        return command_unknown_option(word);
    if (value == NULL)
        return command_read_values(reader, option);
    if (option->values == EMUQ_VALUES_NONE) {
        emuq_run_message("option %s takes no value", option->name);
        return -EINVAL;
    }
    return command_apply(reader, option, value);
}

/* Applies a RUNJOB_ variable as an option. */
static int command_read_variable(reader_t *reader, const option_t *option)
{
    char name[64] = "RUNJOB_";
    size_t length = strlen(name);
    for (const char *c = option->name + 2; *c != '\0' && length + 1 < sizeof(name); c++)
        name[length++] = *c == '-' ? '_' : (char)toupper((unsigned char)*c);
    name[length] = '\0';
    const char *value = getenv(name);
    if (value == NULL)
        return 0;
    if (option->values != EMUQ_VALUES_MANY)
        return command_apply(reader, option, option->values != EMUQ_VALUES_NONE ? value : NULL);
    int rc = 0;
    char *words = emuq_need(strdup(value)), *rest;
    for (char *word = strtok_r(words, " \t", &rest); word != NULL && rc == 0;
         word = strtok_r(NULL, " \t", &rest))
        rc = command_apply(reader, option, word);
    free(words);
    return rc;
}

/* Reads the program and its arguments. */
static int command_read_program(reader_t *reader)
{
    char **word = reader->word;
    const char *divider = options_is_runjob() ? ":" : "--";
    if (*word != NULL && strcmp(*word, divider) == 0) {
        word++;
    } else if (*word != NULL && (options_is_runjob() || **word == '-')) {
        emuq_run_message("unexpected word %s; the program follows \"%s\"", *word, divider);
        return -EINVAL;
    }
    const char *name = *word != NULL ? *word++ : reader->command->exe;
    if (name == NULL) {
        emuq_run_message("no program; try %s --help", emuq_launcher_name);
        return -EINVAL;
    }
    emuq_words_t *program = &reader->command->program;
    emuq_words_add(program, name);
    for (int i = 0; i < reader->arguments.count; i++)
        emuq_words_add(program, reader->arguments.word[i]);
    for (; *word != NULL; word++)
        emuq_words_add(program, *word);
    return 0;
}

/* Checks dependencies and conflicts of options. Call before --cwd is applied. */
static int command_check(const emuq_run_command_t *command)
{
    bool has_hosts = command->hosts != NULL || command->hostfile != NULL;
    if (command->hosts != NULL && command->hostfile != NULL)
        emuq_run_message("--hosts and --hostfile cannot be combined; use one of them");
    else if (!has_hosts && (command->agent != NULL || command->remote_path != NULL ||
                            command->manager != EMUQ_MANAGER_AUTO))
        emuq_run_message("%s needs --hosts or --hostfile", command->agent != NULL         ? "--agent"
                                                           : command->remote_path != NULL ? "--remote-path"
                                                                                          : "--launcher");
    else if (command->debug_rank != UINT32_MAX && command->debugger == NULL)
        emuq_run_message("--rank needs --debugger");
    else
        return 0;
    return -EINVAL;
}

static void command_export(emuq_setting_t id, const char *text)
{
    emuq_setenv(emuq_setting_info(id)->name, text);
}

void emuq_run_command_export(const emuq_job_t *job)
{
    char text[64], mesh[6], *letter = mesh;
    snprintf(text, sizeof(text), "%ux%ux%ux%ux%u", job->shape[0], job->shape[1], job->shape[2], job->shape[3],
             job->shape[4]);
    command_export(EMUQ_SETTING_SHAPE, text);
    snprintf(text, sizeof(text), "%u", job->ppn != 0 ? job->ppn : 1);
    command_export(EMUQ_SETTING_PPN, text);
    snprintf(text, sizeof(text), "%u", job->np);
    command_export(EMUQ_SETTING_NP, text);
    if (job->mapping != NULL)
        command_export(EMUQ_SETTING_MAPPING, job->mapping);
    for (int d = 0; d < 5; d++)
        if (job->mesh >> (4 - d) & 1)
            *letter++ = (char)('A' + d);
    *letter = '\0';
    command_export(EMUQ_SETTING_MESH, mesh);
}

uint64_t emuq_run_command_ranks(const emuq_job_t *job)
{
    uint64_t slots = job->ppn != 0 ? job->ppn : 1;
    for (int d = 0; d < 5; d++)
        if (job->shape[d] != 0 && __builtin_mul_overflow(slots, job->shape[d], &slots))
            return job->np;
    return job->np != 0 ? job->np : slots;
}

bool emuq_run_command_has_cards(const emuq_run_command_t *command)
{
    return command->mpi == EMUQ_MPI_APENET || command->mpi == EMUQ_MPI_BTL ||
           (command->mpi == EMUQ_MPI_DEFAULT && emuq_setting_number(EMUQ_SETTING_FABRIC_DOMAIN) != 0);
}

/* Chooses the shape of a job without a shape. @param has_cards a torus AxBxC */
static int command_choose_shape(emuq_job_t *job, bool has_cards)
{
    uint64_t ppn = job->ppn != 0 ? job->ppn : 1, np = job->np != 0 ? job->np : ppn;
    uint64_t nodes = (np + ppn - 1) / ppn;
    if ((has_cards ? emuq_default_torus : emuq_default_shape)(nodes, job->shape) == 0)
        return 0;
    emuq_run_message("%u ranks do not fit: a partition has up to %u nodes, with %u ranks per node", job->np,
                     has_cards ? EMUQ_TORUS_MOST * EMUQ_TORUS_MOST * EMUQ_TORUS_MOST : 33554432u,
                     (unsigned)ppn);
    return -EINVAL;
}

/* Reads the job from options and settings. */
static int command_read_job(reader_t *reader)
{
    emuq_run_command_t *command = reader->command;
    /* emuq_job_options() removes the options of the job from the vector. */
    int count = command->job_words.count;
    size_t bytes = ((size_t)count + 1) * sizeof(char *);
    char **word = memcpy(emuq_need(malloc(bytes)), command->job_words.word, bytes);
    int rc = emuq_job_options(&command->job, &count, word);
    free(word);
    if (rc == 0 && !reader->shape_given && !emuq_setting_is_set(EMUQ_SETTING_SHAPE))
        rc = command_choose_shape(&command->job, emuq_run_command_has_cards(command));
    return rc;
}

int emuq_run_command_read(emuq_run_command_t *command, int argc, char **argv)
{
    char **word = argv + (argc > 0);
    *command = (emuq_run_command_t){
        .manager = EMUQ_MANAGER_AUTO, .debug_rank = UINT32_MAX, .word = word, .words = argc - (argc > 0)};
    reader_t reader = {.command = command, .word = word};
    int rc = 0;
    /* This process may be a rank of a surrounding job; the new ranks are not. */
    unsetenv(emuq_setting_info(EMUQ_SETTING_PARTITION)->name);
    unsetenv(emuq_setting_info(EMUQ_SETTING_RANK)->name);
    emuq_words_add(&command->job_words, emuq_launcher_name);
    for (const option_t *o = options_table(); options_is_runjob() && o->name != NULL && rc == 0; o++)
        if (o->action != EMUQ_ACTION_HELP && o->action != EMUQ_ACTION_VERSION)
            rc = command_read_variable(&reader, o);
    while (rc == 0 && *reader.word != NULL && **reader.word == '-' && strcmp(*reader.word, "--") != 0)
        rc = command_read_option(&reader);
    if (rc == 0)
        rc = command_read_program(&reader);
    if (rc == 0)
        rc = command_check(command);
    if (command->debug_rank == UINT32_MAX)
        command->debug_rank = 0;
    /* For a member, the front end has applied --cwd. */
    if (rc == 0 && command->directory != NULL && !emuq_is_member && chdir(command->directory) != 0) {
        emuq_run_message("cannot run in %s: %s", command->directory, strerror(errno));
        rc = -EINVAL;
    }
    if (rc == 0)
        rc = command_read_job(&reader);
    emuq_words_free(&reader.arguments);
    return rc;
}

void emuq_run_command_free(emuq_run_command_t *command)
{
    emuq_words_free(&command->program);
    emuq_words_free(&command->job_words);
}
