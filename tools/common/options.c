/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/common/options.h"

#include <stdio.h>
#include <string.h>

/* The long option with exactly the name of @p word, or NULL. */
static const struct option *options_find(const emuq_tool_options_t *o, const char *word)
{
    size_t length = strcspn(word, "=");
    for (const struct option *l = o->longs; length > 2 && l->name != NULL; l++)
        if (strlen(l->name) == length - 2 && strncmp(l->name, word + 2, length - 2) == 0)
            return l;
    return NULL;
}

static void options_report_unknown(const emuq_tool_options_t *o, const char *word)
{
    size_t length = strcspn(word, "=");
    bool is_long = strncmp(word, "--", 2) == 0;
    emuq_nearest_t search = emuq_nearest(word + 2, is_long ? length - 2 : 0);
    emuq_nearest_t more = emuq_nearest(word, length);
    for (const struct option *l = o->longs; is_long && l->name != NULL; l++)
        emuq_nearest_try(&search, l->name);
    if (is_long && o->more_names != NULL)
        o->more_names(&more);
    fprintf(stderr, "%s: unknown option %.*s; ", o->tool, (int)length, word);
    if (more.distance < search.distance)
        fprintf(stderr, "did you mean %s?\n", more.name);
    else if (search.name != NULL)
        fprintf(stderr, "did you mean --%s?\n", search.name);
    else
        fprintf(stderr, "see %s --help\n", o->tool);
}

int emuq_tool_option(const emuq_tool_options_t *o, int argc, char **argv)
{
    char shorts[64], letter[3] = "-";
    bool is_ordered = o->shorts[0] == '+';
    int index = -1;
    snprintf(shorts, sizeof shorts, "%s:%s", is_ordered ? "+" : "", o->shorts + is_ordered);
    opterr = 0;
    int option = getopt_long(argc, argv, shorts, o->longs, &index);
    const char *word = option != -1 && optind > 1 ? argv[optind - 1] : "";
    if (option != -1 && optarg != NULL && optarg == word && optind > 2)
        word = argv[optind - 2];
    if (option == -1 || (option != '?' && option != ':' && (index < 0 || options_find(o, word) != NULL)))
        return option;
    if (o->is_quiet)
        return '?';
    const struct option *known = options_find(o, word);
    letter[1] = (char)optopt;
    if (option == ':')
        fprintf(stderr, "%s: option %s needs a value; see %s --help\n", o->tool, word, o->tool);
    else if (option == '?' && optopt != 0 && known != NULL && strchr(word, '=') != NULL)
        fprintf(stderr, "%s: option --%s takes no value\n", o->tool, known->name);
    else
        options_report_unknown(o, option != '?' || optopt == 0 ? word : letter);
    return '?';
}
