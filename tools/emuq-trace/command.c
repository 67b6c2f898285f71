/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-trace/command.h"

#include <string.h>

#include "base/text.h"
#include "tools/emuq-trace/pcapng.h"
#include "tools/emuq-trace/perfetto.h"

static bool read_number(const char *text, int64_t *number)
{
    uint64_t value;
    if (emuq_number_parse(text, EMUQ_NUMBER_COUNT, 0, INT32_MAX, &value) != 0) {
        trace_say("\"%s\" is no number", text);
        return false;
    }
    *number = (int64_t)value;
    return true;
}

/* Says what is wrong with a word, and which name is meant. @param format of the word
 * @param otherwise follows if none is near. @return false */
static bool refuse_name(const emuq_nearest_t *search, const char *format, const char *otherwise)
{
    char text[160];
    snprintf(text, sizeof text, format, search->word);
    if (search->name != NULL)
        trace_say("%s; did you mean %s?", text, search->name);
    else
        trace_say("%s%s", text, otherwise);
    return false;
}

static bool read_kinds(const char *list, uint32_t *kinds)
{
    char text[256], *rest = text;
    snprintf(text, sizeof text, "%s", list);
    *kinds = 0;
    for (const char *word; (word = strsep(&rest, ",")) != NULL;) {
        emuq_record_kind_t kind = emuq_record_kind_of(word);
        if (kind == EMUQ_RECORD_KINDS) {
            emuq_nearest_t search = emuq_record_kind_nearest(word);
            return refuse_name(&search, "\"%s\" is no kind of record", "; see emuq-trace(1)");
        }
        *kinds |= UINT32_C(1) << kind;
    }
    return true;
}

/* The option is none, or none of the command. @return false */
static bool refuse_option(const trace_command_t *c, const char *option)
{
    static const char *const names[] = {"--rank",     "--fifo",   "--kinds", "--json",
                                        "--perfetto", "--pcapng", "--ctf",   "-o"};
    emuq_nearest_t search = emuq_nearest(option, strlen(option));
    emuq_nearest_of(&search, names, sizeof names / sizeof names[0]);
    if (search.distance == 0) {
        trace_say("%s takes no option %s", c->what, option);
        return false;
    }
    if (option[1] != '-')
        search.name = NULL;
    return refuse_name(&search, "unknown option %s", "");
}

/* Reads an option of the command, and its value. @return false after a message */
static bool read_option(trace_command_t *c, char ***at)
{
    const char *option = *(*at)++;
    bool is_dump = strcmp(c->what, "dump") == 0, is_convert = strcmp(c->what, "convert") == 0;
    if (strcmp(c->what, "stats") == 0 && strcmp(option, "--json") == 0)
        return c->json = true;
    if (is_convert && (strcmp(option, "--perfetto") == 0 || strcmp(option, "--pcapng") == 0)) {
        c->convert = strcmp(option, "--perfetto") == 0 ? trace_perfetto : trace_pcapng;
        return true;
    }
    if (is_convert && strcmp(option, "--ctf") == 0)
        return c->ctf = true;
    bool has_value = is_dump ? strcmp(option, "--rank") == 0 || strcmp(option, "--fifo") == 0 ||
                                   strcmp(option, "--kinds") == 0
                             : strcmp(option, "-o") == 0;
    if (!has_value)
        return refuse_option(c, option);
    if (**at == NULL) {
        trace_say("%s needs a value", option);
        return false;
    }
    const char *value = *(*at)++;
    if (strcmp(option, "-o") == 0) {
        c->output = value;
        return true;
    }
    if (strcmp(option, "--kinds") == 0)
        return read_kinds(value, &c->filter.kinds);
    return read_number(value, strcmp(option, "--rank") == 0 ? &c->filter.rank : &c->filter.fifo);
}

/* Whether the first word is a command. @return false after a message */
static bool read_what(trace_command_t *c)
{
    static const char *const commands[] = {"dump", "stats", "convert", "report"};
    emuq_nearest_t search = emuq_nearest(c->what, strlen(c->what));
    emuq_nearest_of(&search, commands, sizeof commands / sizeof commands[0]);
    return search.distance == 0 || refuse_name(&search, "there is no command %s", "");
}

/* Whether all is there that the command needs. @return false after a message */
static bool is_whole(const trace_command_t *c)
{
    bool is_convert = strcmp(c->what, "convert") == 0;
    const char *lacks = c->ctf && c->output == NULL ? "--ctf needs -o and a directory" : NULL;
    if (is_convert && (c->convert != NULL) == c->ctf)
        lacks = "convert needs one of --perfetto, --pcapng and --ctf";
    if (lacks != NULL)
        trace_say("%s", lacks);
    else if (c->count == 0)
        trace_say("%s needs the file of a recording; emuq-run --trace makes one", c->what);
    return lacks == NULL && c->count != 0;
}

bool trace_command_read(trace_command_t *c, char **argv)
{
    *c = (trace_command_t){.filter = {-1, -1, UINT32_MAX}};
    if (argv[1] == NULL)
        return false;
    c->what = argv[1];
    c->files = argv + 1;
    if (!read_what(c))
        return false;
    for (char **at = argv + 2; *at != NULL;) {
        if ((*at)[0] == '-') {
            if (!read_option(c, &at))
                return false;
        } else {
            c->files[c->count++] = *at++;
        }
    }
    return is_whole(c);
}
