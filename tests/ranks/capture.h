/* SPDX-License-Identifier: BSD-3-Clause */
/** @file capture.h @brief Captures standard error of a call, for tests of messages. One thread at a time. */
#ifndef EMUQ_TESTS_CAPTURE_H
#define EMUQ_TESTS_CAPTURE_H

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct capture {
    char text[4096]; /**< captured text, after capture_end() */
    FILE *file;
    int saved;
} capture_t;

static inline void capture_begin(capture_t *c)
{
    fflush(stderr);
    c->file = tmpfile();
    c->saved = dup(STDERR_FILENO);
    dup2(fileno(c->file), STDERR_FILENO);
}

/** @return the text. */
static inline const char *capture_end(capture_t *c)
{
    fflush(stderr);
    dup2(c->saved, STDERR_FILENO);
    close(c->saved);
    rewind(c->file);
    size_t length = fread(c->text, 1, sizeof(c->text) - 1, c->file);
    c->text[length] = '\0';
    fclose(c->file);
    return c->text;
}

/** Lines of a text. */
static inline int capture_lines(const capture_t *c)
{
    int lines = 0;
    for (const char *at = c->text; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    return lines;
}

#endif /* EMUQ_TESTS_CAPTURE_H */
