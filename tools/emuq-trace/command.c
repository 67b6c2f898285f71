/* SPDX-License-Identifier: BSD-3-Clause */
/* The command line of emuq-trace: a command, its options, and the files of a recording. */
#include <string.h>

#include "base/text.h"
#include "tools/common/options.h"
#include "tools/emuq-trace/trace.h"

/* An option; --help prints the rows in this order. */
typedef struct command_option {
    char letter; /* value of getopt_long() */
    const char *name, *argument, *help;
} command_option_t;

static const command_option_t command_options[] = {
    {'r', "rank", "N", "print records of this rank only"},
    {'f', "fifo", "N", "print records of FIFOs and routes of this number only"},
    {'k', "kinds", "KIND,...", "print these kinds of records only; emuq-trace(1) lists the kinds"},
    {'j', "json", NULL, "print all numbers of the report as a JSON object"},
    {'p', "perfetto", NULL, "write trace events for ui.perfetto.dev and chrome://tracing"},
    {'c', "pcapng", NULL, "write the packets as a capture for Wireshark"},
    {'t', "ctf", NULL, "write a trace in the Common Trace Format into a new directory"},
    {'o', "output", "FILE", "write to this file, or directory with --ctf; default: standard output"},
    {'v', "version", NULL, "print the version of EMUQ"},
    {'h', "help", NULL, "print this text; COMMAND --help: the options of the command"},
};

#define COMMAND_OPTIONS (sizeof command_options / sizeof command_options[0])

/* The commands, and the letters of their options. */
static const struct {
    const char *name, *options, *arguments, *help;
} commands[] = {
    {"dump", "rfkvh", "FILE... [--rank N] [--fifo N] [--kinds KIND,...]", "print a line for each record"},
    {"stats", "jvh", "FILE... [--json]", "print sums: messages, times, waits, the critical path"},
    {"convert", "pctovh", "FILE... --perfetto|--pcapng|--ctf [-o FILE]",
     "write the records in the format of another tool"},
    {"report", "ovh", "FILE... [-o FILE]", "write an HTML page with the numbers and pictures of a job"},
};

#define COMMANDS (sizeof commands / sizeof commands[0])

/* ---- help ---- */

/* @param letters options to print, or NULL: all */
static void command_print_options(const char *letters)
{
    puts("\noptions:");
    for (const command_option_t *o = command_options; o < command_options + COMMAND_OPTIONS; o++) {
        char left[48];
        if (letters != NULL && strchr(letters, o->letter) == NULL)
            continue;
        snprintf(left, sizeof left, "%s--%s%s%s", o->letter == 'o' ? "-o, " : "", o->name,
                 o->argument != NULL ? " " : "", o->argument != NULL ? o->argument : "");
        printf("  %-20s  %s\n", left, o->help);
    }
}

/* @param command index, or COMMANDS: all */
static void command_print_help(size_t command)
{
    if (command < COMMANDS) {
        printf("usage: emuq-trace %s %s\n  %s\n", commands[command].name, commands[command].arguments,
               commands[command].help);
        command_print_options(commands[command].options);
        return;
    }
    puts("usage: emuq-trace COMMAND FILE... [OPTION]...\n"
         "  Evaluates recordings of emuq-run --trace FILE; a job on several hosts has one file per host.\n\n"
         "commands:");
    for (size_t i = 0; i < COMMANDS; i++)
        printf("  %-8s %s\n", commands[i].name, commands[i].help);
    command_print_options(NULL);
    puts("\nexit status: 0, 1 if a file cannot be read or written, 2 for a wrong command line");
}

/* ---- options ---- */

/* @param nearest suggestion, or NULL. @return false */
static bool command_reject_name(const char *what, const emuq_nearest_t *search, const char *hint)
{
    if (search->name != NULL)
        trace_error("%s %s; did you mean %s?", what, search->word, search->name);
    else
        trace_error("%s %s; %s", what, search->word, hint);
    return false;
}

static bool command_read_number(const char *option, const char *text, int64_t *number)
{
    uint64_t value;
    if (emuq_number_parse(text, EMUQ_NUMBER_COUNT, 0, INT32_MAX, &value) != 0) {
        trace_error("--%s: invalid value '%s' (expected a number from 0 to %d)", option, text, INT32_MAX);
        return false;
    }
    *number = (int64_t)value;
    return true;
}

static bool command_read_kinds(const char *list, uint32_t *kinds)
{
    char text[256], *rest = text;
    snprintf(text, sizeof text, "%s", list);
    *kinds = 0;
    for (const char *word; (word = strsep(&rest, ",")) != NULL;) {
        emuq_record_kind_t kind = emuq_record_kind_of(word);
        if (kind == EMUQ_RECORD_KINDS) {
            emuq_nearest_t search = emuq_record_kind_nearest(word);
            return command_reject_name("--kinds: unknown kind of record", &search,
                                       "emuq-trace(1) lists the kinds");
        }
        *kinds |= UINT32_C(1) << kind;
    }
    return true;
}

static bool command_read_option(trace_command_t *c, int option)
{
    switch (option) {
    case 'r':
        return command_read_number("rank", optarg, &c->filter.rank);
    case 'f':
        return command_read_number("fifo", optarg, &c->filter.fifo);
    case 'k':
        return command_read_kinds(optarg, &c->filter.kinds);
    case 'j':
        return c->json = true;
    case 'p':
    case 'c':
        c->convert = option == 'p' ? trace_perfetto : trace_pcapng;
        return true;
    case 't':
        return c->ctf = true;
    default:
        c->output = optarg;
        return true;
    }
}

/* Finds a command. @return its index, or COMMANDS after printing an error */
static size_t command_find(const char *name)
{
    emuq_nearest_t search = emuq_nearest(name, strlen(name));
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0)
            return i;
        emuq_nearest_try(&search, commands[i].name);
    }
    command_reject_name("unknown command", &search, "expected dump, stats, convert or report");
    return COMMANDS;
}

static bool command_check(const trace_command_t *c)
{
    bool is_convert = strcmp(c->name, "convert") == 0;
    const char *error = c->ctf && c->output == NULL ? "--ctf needs -o DIRECTORY" : NULL;
    if (is_convert && (c->convert != NULL) == c->ctf)
        error = "convert needs one of --perfetto, --pcapng and --ctf";
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->files[i][0] == '-')
            error = "names of recordings must not begin with '-'; write ./-NAME";
        if (c->output != NULL && emuq_is_same_file(c->files[i], c->output)) {
            trace_error("--output: '%s' is a recording that is read; name a different file", c->output);
            return false;
        }
    }
    if (error != NULL)
        trace_error("%s", error);
    else if (c->count == 0)
        trace_error("%s needs the file of a recording; emuq-run --trace creates one", c->name);
    return error == NULL && c->count != 0;
}

/* Rejects an option of a different command. */
static int command_reject_option(const trace_command_t *c, int letter)
{
    const command_option_t *o = command_options;
    while (o->letter != letter)
        o++;
    trace_error("%s takes no option --%s", c->name, o->name);
    return TRACE_STATUS_USAGE;
}

/* Prints the version or the help. @return exit status */
static int command_inform(int letter, size_t command)
{
    if (letter == 'v')
        puts(EMUQ_VERSION);
    else
        command_print_help(command);
    return 0;
}

/* Reads the options of a command. @param command index, or COMMANDS: only --version and --help */
static int command_read_options(trace_command_t *c, size_t command, int argc, char **argv)
{
    struct option known[COMMAND_OPTIONS + 1] = {{.name = NULL}};
    const emuq_tool_options_t line = {.tool = "emuq-trace", .shorts = "o:", .longs = known};
    for (size_t i = 0; i < COMMAND_OPTIONS; i++)
        known[i] = (struct option){command_options[i].name,
                                   command_options[i].argument != NULL ? required_argument : no_argument,
                                   NULL, command_options[i].letter};
    optind = 0;
    for (int letter; (letter = emuq_tool_option(&line, argc, argv)) != -1;) {
        if (letter == '?')
            return TRACE_STATUS_USAGE;
        if (letter == 'v' || letter == 'h')
            return command_inform(letter, command);
        if (command == COMMANDS)
            break;
        if (strchr(commands[command].options, letter) == NULL)
            return command_reject_option(c, letter);
        if (!command_read_option(c, letter))
            return TRACE_STATUS_USAGE;
    }
    return -1;
}

int trace_command_read(trace_command_t *c, int argc, char **argv)
{
    *c = (trace_command_t){.filter = {-1, -1, UINT32_MAX}};
    if (argc < 2 || argv[1][0] == '-') {
        int status = command_read_options(c, COMMANDS, argc, argv);
        if (status < 0)
            trace_error("no command (expected dump, stats, convert or report); see emuq-trace --help");
        return status < 0 ? TRACE_STATUS_USAGE : status;
    }
    size_t command = command_find(argv[1]);
    if (command == COMMANDS)
        return TRACE_STATUS_USAGE;
    c->name = commands[command].name;
    argv++;
    argc--;
    int status = command_read_options(c, command, argc, argv);
    if (status >= 0)
        return status;
    c->files = argv + optind;
    c->count = (uint32_t)(argc - optind);
    return command_check(c) ? -1 : TRACE_STATUS_USAGE;
}
