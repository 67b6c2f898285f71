/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-trace/command.h"

#include <string.h>

#include "base/number.h"
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

static bool read_kinds(const char *list, uint32_t *kinds)
{
    char text[256], *rest = text;
    snprintf(text, sizeof text, "%s", list);
    *kinds = 0;
    for (const char *word; (word = strsep(&rest, ",")) != NULL;) {
        emuq_record_kind_t kind = emuq_record_kind_of(word);
        if (kind == EMUQ_RECORD_KINDS) {
            trace_say("\"%s\" is no kind of record", word);
            return false;
        }
        *kinds |= UINT32_C(1) << kind;
    }
    return true;
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
    if (!has_value || **at == NULL) {
        trace_say(has_value ? "%s needs a value" : "unknown option %s", option);
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

bool trace_command_read(trace_command_t *c, char **argv)
{
    *c = (trace_command_t){.filter = {-1, -1, UINT32_MAX}};
    if (argv[1] == NULL)
        return false;
    c->what = argv[1];
    c->files = argv + 1;
    static const char *const commands[] = {"dump", "stats", "convert", "report"};
    bool is_command = false;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        is_command |= strcmp(c->what, commands[i]) == 0;
    if (!is_command)
        return false;
    for (char **at = argv + 2; *at != NULL;) {
        if ((*at)[0] == '-') {
            if (!read_option(c, &at))
                return false;
        } else {
            c->files[c->count++] = *at++;
        }
    }
    if (c->ctf && c->output == NULL) {
        trace_say("--ctf needs -o and a directory");
        return false;
    }
    return c->count != 0 && (strcmp(c->what, "convert") != 0 || (c->convert != NULL) != c->ctf);
}
