/* SPDX-License-Identifier: BSD-3-Clause */
/* Text files, TOML, quantities and error messages. */
#include "network/files/files.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int emuq_net_error(emuq_text_t *why, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    why->length = 0;
    emuq_text_vadd(why, format, list);
    va_end(list);
    return -EINVAL;
}

int emuq_net_error_name(emuq_text_t *why, const char *what, const emuq_nearest_t *search, const char *list)
{
    int length = (int)search->length;
    if (search->name != NULL)
        return emuq_net_error(why, "%s '%.*s'; did you mean %s?", what, length, search->word, search->name);
    return emuq_net_error(why, "%s '%.*s'; %s", what, length, search->word, list);
}

int emuq_net_decimal(const char *text, unsigned decimals, uint64_t *value, const char **end)
{
    uint64_t n = 0;
    unsigned behind = 0;
    const char *c = text, *point = NULL;
    for (;; c++) {
        if (*c == '.' && point == NULL) {
            point = c;
            continue;
        }
        if (!isdigit((unsigned char)*c))
            break;
        if (point != NULL && ++behind > decimals)
            return -EINVAL;
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, (uint64_t)(*c - '0'), &n))
            return -ERANGE;
    }
    if (!isdigit((unsigned char)*text) || (point != NULL && behind == 0))
        return -EINVAL;
    for (; behind < decimals; behind++)
        if (__builtin_mul_overflow(n, 10, &n))
            return -ERANGE;
    if (n >> 63 != 0)
        return -ERANGE;
    *value = n;
    *end = c;
    return 0;
}

int emuq_net_time(const char *text, uint64_t unit_ps, uint64_t *value)
{
    uint64_t fs; /* nanoseconds with six decimals */
    const char *end;
    int rc = emuq_net_decimal(text, 6, &fs, &end);
    if (rc != 0)
        return rc;
    if (strcmp(end, "us") == 0) {
        if (__builtin_mul_overflow(fs, 1000, &fs))
            return -ERANGE;
    } else if (strcmp(end, "ns") != 0) {
        return -EINVAL;
    }
    uint64_t unit = unit_ps * 1000;
    *value = fs / unit + (fs % unit >= unit - fs % unit);
    return 0;
}

#define MOST ((size_t)1 << 30)

/* @return the contents with a trailing zero, or NULL with errno set */
static char *file_read_all(FILE *in, size_t *length)
{
    size_t capacity = 1 << 16;
    char *text = malloc(capacity);
    for (*length = 0; text != NULL;) {
        *length += fread(text + *length, 1, capacity - *length - 1, in);
        if (*length < capacity - 1)
            break;
        char *more = capacity < MOST ? realloc(text, capacity *= 2) : NULL;
        if (more == NULL)
            free(text);
        text = more;
    }
    if (text != NULL && ferror(in)) {
        free(text);
        return NULL;
    }
    if (text != NULL)
        text[*length] = '\0';
    return text;
}

char *emuq_net_file_read(const char *name, emuq_text_t *why)
{
    FILE *in = fopen(name, "r");
    if (in == NULL) {
        emuq_net_error(why, "cannot read '%s': %s", name, strerror(errno));
        return NULL;
    }
    size_t length = 0;
    errno = ENOMEM;
    char *text = file_read_all(in, &length);
    if (text == NULL) {
        emuq_net_error(why, "cannot read '%s': %s", name, strerror(errno));
    } else if (strlen(text) != length) {
        emuq_net_error(why, "'%s' is not a text file (zero byte)", name);
        free(text);
        text = NULL;
    }
    fclose(in);
    return text;
}

int emuq_net_file_writable(const char *name, emuq_text_t *why)
{
    const char *slash = strrchr(name, '/'), *last = slash != NULL ? slash + 1 : name;
    struct stat is;
    int error = access(name, W_OK) != 0 ? errno : stat(name, &is) == 0 && S_ISDIR(is.st_mode) ? EISDIR : 0;
    if (error == ENOENT && *last != '\0') {
        char *directory = strndup(name, (size_t)(last - name));
        if (directory == NULL)
            error = ENOMEM;
        else
            error = access(*directory != '\0' ? directory : ".", W_OK | X_OK) == 0 ? 0 : errno;
        free(directory);
    }
    return error == 0 ? 0 : emuq_net_error(why, "cannot write '%s': %s", name, strerror(error));
}

static bool toml_is_bare(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '.';
}

static const char *toml_skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r");
}

static bool toml_line_ends(const char *at)
{
    return *at == '\0' || *at == '\n' || *at == '#';
}

static int toml_word(const char **at, char *to, size_t size, emuq_text_t *why)
{
    size_t length = 0;
    while (toml_is_bare((*at)[length]))
        length++;
    if (length == 0 || length >= size)
        return emuq_net_error(why, length == 0 ? "missing name or number at '%.20s'" : "'%.20s' is too long",
                              *at);
    memcpy(to, *at, length);
    to[length] = '\0';
    *at += length;
    return 0;
}

static int toml_quoted(const char **at, char *to, size_t size, emuq_text_t *why)
{
    size_t length = 0;
    const char *c = *at + 1;
    for (; *c != '"'; c++) {
        if (*c == '\\' && (c[1] == '"' || c[1] == '\\'))
            c++;
        else if (*c == '\0' || *c == '\n' || *c == '\\')
            return emuq_net_error(why, *c == '\\' ? "invalid escape (expected \\\" or \\\\)"
                                                  : "missing closing quote");
        if (length + 1 == size)
            return emuq_net_error(why, "text longer than %zu characters", size - 1);
        to[length++] = *c;
    }
    to[length] = '\0';
    *at = c + 1;
    return 0;
}

static int toml_item(const char **at, emuq_net_toml_t *a, emuq_text_t *why)
{
    unsigned i = a->items;
    if (i == EMUQ_NET_TOML_ITEMS)
        return emuq_net_error(why, "more than %d items in a list", EMUQ_NET_TOML_ITEMS);
    a->items++;
    a->quoted[i] = **at == '"';
    return a->quoted[i] ? toml_quoted(at, a->item[i], sizeof a->item[i], why)
                        : toml_word(at, a->item[i], sizeof a->item[i], why);
}

static int toml_value(const char **at, emuq_net_toml_t *a, emuq_text_t *why)
{
    a->items = 0;
    if (**at != '[')
        return toml_item(at, a, why);
    for (*at = toml_skip_blanks(*at + 1); **at != ']';) {
        int rc = toml_item(at, a, why);
        if (rc != 0)
            return rc;
        *at = toml_skip_blanks(*at);
        if (**at == ',')
            *at = toml_skip_blanks(*at + 1);
        else if (**at != ']')
            return emuq_net_error(why, "missing ] (a list ends on its line)");
    }
    ++*at;
    return 0;
}

static int toml_table(const char **at, emuq_net_toml_t *a, emuq_text_t *why)
{
    *at = toml_skip_blanks(*at + 1);
    int rc = toml_word(at, a->table, sizeof a->table, why);
    if (rc != 0)
        return rc;
    *at = toml_skip_blanks(*at);
    if (**at != ']')
        return emuq_net_error(why, "missing ] after table '%s'", a->table);
    ++*at;
    return 0;
}

static int toml_assignment(const char **at, emuq_net_toml_t *a, emuq_text_t *why)
{
    int rc =
        **at == '"' ? toml_quoted(at, a->key, sizeof a->key, why) : toml_word(at, a->key, sizeof a->key, why);
    if (rc != 0)
        return rc;
    *at = toml_skip_blanks(*at);
    if (**at != '=')
        return emuq_net_error(why, "missing = after '%s'", a->key);
    *at = toml_skip_blanks(*at + 1);
    return toml_value(at, a, why);
}

/* Parses a line: a table and assignments. */
static int toml_line(const char **at, emuq_net_toml_t *a, emuq_net_toml_use_t use, void *context,
                     emuq_text_t *why)
{
    int rc = 0;
    *at = toml_skip_blanks(*at);
    if (**at == '[')
        rc = toml_table(at, a, why);
    while (rc == 0 && !toml_line_ends(*at = toml_skip_blanks(*at))) {
        rc = toml_assignment(at, a, why);
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
        int rc = toml_line(&at, &a, use, context, &inner);
        if (rc != 0) {
            emuq_net_error(why, "%s:%u: %s", name, a.line, reason);
            return rc;
        }
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return 0;
}
