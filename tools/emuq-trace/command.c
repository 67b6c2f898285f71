/* SPDX-License-Identifier: BSD-3-Clause */
/* The command line of emuq-trace: a command, its options, and the files of a recording. */
#include <string.h>

#include "base/text.h"
#include "tools/common/options.h"
#include "tools/emuq-trace/trace.h"

static const struct option command_options[] = {
    {"rank", required_argument, NULL, 'r'},  {"fifo", required_argument, NULL, 'f'},
    {"kinds", required_argument, NULL, 'k'}, {"json", no_argument, NULL, 'j'},
    {"perfetto", no_argument, NULL, 'p'},    {"pcapng", no_argument, NULL, 'c'},
    {"ctf", no_argument, NULL, 't'},         {0},
};

/* Options that each command takes, by their letters above; 'o' is -o. */
static const struct {
    const char *name, *options;
} commands[] = {{"dump", "rfk"}, {"stats", "j"}, {"convert", "pcto"}, {"report", "o"}};

#define COMMANDS (sizeof commands / sizeof commands[0])

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

/* Reads the name of the command. @return the options that it takes, or NULL after printing an error */
static const char *command_read_name(const char *name)
{
    emuq_nearest_t search = emuq_nearest(name, strlen(name));
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0)
            return commands[i].options;
        emuq_nearest_try(&search, commands[i].name);
    }
    command_reject_name("unknown command", &search, "expected dump, stats, convert or report");
    return NULL;
}

static bool command_check(const trace_command_t *c)
{
    bool is_convert = strcmp(c->name, "convert") == 0;
    const char *error = c->ctf && c->output == NULL ? "--ctf needs -o DIRECTORY" : NULL;
    if (is_convert && (c->convert != NULL) == c->ctf)
        error = "convert needs one of --perfetto, --pcapng and --ctf";
    for (uint32_t i = 0; i < c->count; i++)
        if (c->files[i][0] == '-')
            error = "names of recordings must not begin with '-'; write ./-NAME";
    if (error != NULL)
        trace_error("%s", error);
    else if (c->count == 0)
        trace_error("%s needs the file of a recording; emuq-run --trace creates one", c->name);
    return error == NULL && c->count != 0;
}

bool trace_command_read(trace_command_t *c, int argc, char **argv)
{
    static const emuq_tool_options_t line = {.tool = "emuq-trace", .shorts = "o:", .longs = command_options};
    *c = (trace_command_t){.filter = {-1, -1, UINT32_MAX}};
    const char *allowed = argc > 1 ? command_read_name(argv[1]) : NULL;
    if (allowed == NULL)
        return false;
    c->name = *++argv;
    argc--;
    optind = 0;
    for (int option; (option = emuq_tool_option(&line, argc, argv)) != -1;) {
        if (option == '?')
            return false;
        if (strchr(allowed, option) == NULL) {
            const struct option *o = command_options;
            while (o->name != NULL && o->val != option)
                o++;
            trace_error("%s takes no option %s%s", c->name, o->name != NULL ? "--" : "-",
                        o->name != NULL ? o->name : "o");
            return false;
        }
        if (!command_read_option(c, option))
            return false;
    }
    c->files = argv + optind;
    c->count = (uint32_t)(argc - optind);
    return command_check(c);
}
