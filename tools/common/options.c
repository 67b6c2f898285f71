/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* asprintf() */
#include "tools/common/options.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- command lines ---- */

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

/* ---- standard output ---- */

static const char *stdout_tool;
static pid_t stdout_owner;

/* Whether standard output is a pipe without a reader. A reader that ends early is no error. The errno of an
 * earlier write is not available. */
static bool stdout_reader_has_gone(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

static void stdout_flush(void)
{
    if (getpid() != stdout_owner) /* a child has a copy of the buffer */
        return;
    bool failed = ferror(stdout) != 0;
    errno = 0;
    if (fflush(stdout) == 0 && !failed)
        return;
    if (errno != EPIPE && !stdout_reader_has_gone())
        fprintf(stderr, "%s: cannot write standard output: %s\n", stdout_tool,
                errno != 0 ? strerror(errno) : "an earlier write has failed");
    _exit(EXIT_FAILURE);
}

void emuq_stdout_guard(const char *tool)
{
    stdout_tool = tool;
    stdout_owner = getpid();
    atexit(stdout_flush);
}

/* ---- names of files ---- */

/* A name with a resolved directory. @return freed by the caller; NULL: no such directory, or no memory */
static char *file_resolve(const char *name)
{
    const char *slash = strrchr(name, '/'), *last = slash != NULL ? slash + 1 : name;
    char *directory = strndup(name, (size_t)(last - name)), *path = NULL;
    char *resolved = directory != NULL ? realpath(*directory != '\0' ? directory : ".", NULL) : NULL;
    if (resolved != NULL && asprintf(&path, "%s/%s", resolved, last) < 0)
        path = NULL;
    free(directory);
    free(resolved);
    return path;
}

bool emuq_is_same_file(const char *a, const char *b)
{
    struct stat x, y;
    bool has_a = stat(a, &x) == 0, has_b = stat(b, &y) == 0;
    if (has_a || has_b)
        return has_a && has_b && x.st_dev == y.st_dev && x.st_ino == y.st_ino && S_ISREG(x.st_mode);
    char *path = file_resolve(a), *other = file_resolve(b);
    bool is_same = path != NULL && other != NULL && strcmp(path, other) == 0;
    free(path);
    free(other);
    return is_same;
}

/* ---- UTF-8, JSON ---- */

static bool utf8_is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

int emuq_utf8_length(const char *c)
{
    unsigned char first = (unsigned char)*c;
    int length = first >= 0xc2 && first < 0xe0   ? 2
                 : first >= 0xe0 && first < 0xf0 ? 3
                 : first >= 0xf0 && first < 0xf5 ? 4
                                                 : 0;
    for (int i = 1; i < length; i++)
        if (!utf8_is_continuation(c[i]))
            return 0;
    unsigned char second = length != 0 ? (unsigned char)c[1] : 0;
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ||
        (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90))
        return 0;
    return length;
}

void emuq_json_string(FILE *out, const char *text)
{
    putc('"', out);
    for (const char *c = text; *c != '\0'; c++) {
        int length = emuq_utf8_length(c);
        if (length != 0) {
            fwrite(c, 1, (size_t)length, out);
            c += length - 1;
        } else if (*c == '"' || *c == '\\') {
            fprintf(out, "\\%c", *c);
        } else if ((unsigned char)*c < 0x20 || (unsigned char)*c >= 0x80) {
            fprintf(out, "\\u%04x", (unsigned)(unsigned char)*c);
        } else {
            putc(*c, out);
        }
    }
    putc('"', out);
}
