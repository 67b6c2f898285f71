/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/files/toml.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "network/files/why.h"

static bool bare(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '.';
}

static const char *blanks(const char *at)
{
    return at + strspn(at, " \t\r");
}

static bool line_ends(const char *at)
{
    return *at == '\0' || *at == '\n' || *at == '#';
}

/* Takes a word of bare letters. @return 0 or -EINVAL */
static int word(const char **at, char *to, size_t size, emuq_text_t *why)
{
    size_t length = 0;
    while (bare((*at)[length]))
        length++;
    if (length == 0 || length >= size)
        return emuq_net_refuse(
            why, length == 0 ? "a name or a number is missing at '%.20s'" : "'%.20s' is too long", *at);
    memcpy(to, *at, length);
    to[length] = '\0';
    *at += length;
    return 0;
}

/* Takes a text in quotes. @return 0 or -EINVAL */
static int quoted(const char **at, char *to, size_t size, emuq_text_t *why)
{
    size_t length = 0;
    const char *c = *at + 1;
    for (; *c != '"'; c++) {
        if (*c == '\\' && (c[1] == '"' || c[1] == '\\'))
            c++;
        else if (*c == '\0' || *c == '\n' || *c == '\\')
            return emuq_net_refuse(why, *c == '\\' ? "only \\\" and \\\\ are escapes"
                                                   : "a quote is missing at the end of a text");
        if (length + 1 == size)
            return emuq_net_refuse(why, "a text has more than %zu letters", size - 1);
        to[length++] = *c;
    }
    to[length] = '\0';
    *at = c + 1;
    return 0;
}

static int one_item(const char **at, emuq_net_toml_t *a, emuq_text_t *why)
{
    unsigned i = a->items;
    if (i == EMUQ_NET_TOML_ITEMS)
        return emuq_net_refuse(why, "a list has more than %d items", EMUQ_NET_TOML_ITEMS);
    a->items++;
    a->quoted[i] = **at == '"';
    return a->quoted[i] ? quoted(at, a->item[i], sizeof a->item[i], why)
                        : word(at, a->item[i], sizeof a->item[i], why);
}

static int value(const char **at, emuq_net_toml_t *a, emuq_text_t *why)
{
    a->items = 0;
    if (**at != '[')
        return one_item(at, a, why);
    for (*at = blanks(*at + 1); **at != ']';) {
        int rc = one_item(at, a, why);
        if (rc != 0)
            return rc;
        *at = blanks(*at);
        if (**at == ',')
            *at = blanks(*at + 1);
        else if (**at != ']')
            return emuq_net_refuse(why, "a ] is missing: a list ends on its line");
    }
    ++*at;
    return 0;
}

static int table(const char **at, emuq_net_toml_t *a, emuq_text_t *why)
{
    *at = blanks(*at + 1);
    int rc = word(at, a->table, sizeof a->table, why);
    if (rc != 0)
        return rc;
    *at = blanks(*at);
    if (**at != ']')
        return emuq_net_refuse(why, "a ] is missing behind the table '%s'", a->table);
    ++*at;
    return 0;
}

static int assignment(const char **at, emuq_net_toml_t *a, emuq_text_t *why)
{
    int rc = **at == '"' ? quoted(at, a->key, sizeof a->key, why) : word(at, a->key, sizeof a->key, why);
    if (rc != 0)
        return rc;
    *at = blanks(*at);
    if (**at != '=')
        return emuq_net_refuse(why, "an = is missing behind '%s'", a->key);
    *at = blanks(*at + 1);
    return value(at, a, why);
}

/* Takes one line: a table and assignments. */
static int line(const char **at, emuq_net_toml_t *a, emuq_net_toml_use_t use, void *context, emuq_text_t *why)
{
    int rc = 0;
    *at = blanks(*at);
    if (**at == '[')
        rc = table(at, a, why);
    while (rc == 0 && !line_ends(*at = blanks(*at))) {
        rc = assignment(at, a, why);
        if (rc == 0)
            rc = use(context, a, why);
    }
    return rc;
}

int emuq_net_toml_parse(const char *text, const char *name, emuq_net_toml_use_t use, void *context,
                        emuq_text_t *why)
{
    emuq_net_toml_t a = {.line = 1};
    char reason[512];
    emuq_text_t inner = emuq_text(reason, sizeof reason);
    for (const char *at = text; *at != '\0'; a.line++) {
        int rc = line(&at, &a, use, context, &inner);
        if (rc != 0) {
            emuq_net_refuse(why, "%s:%u: %s", name, a.line, reason);
            return rc;
        }
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return 0;
}
