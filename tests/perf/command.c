/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static char directory[] = "/tmp/emuq-perf-test-XXXXXX";

int command_setup(void)
{
    if (mkdtemp(directory) == NULL)
        return -1;
    setenv("PERF", PERF, 1);
    setenv("RUN", RUN, 1);
    setenv("FILES", directory, 1);
    return 0;
}

void command_teardown(void)
{
    if (system("rm -r \"$FILES\"") != 0)
        fprintf(stderr, "%s is left\n", directory);
}

const char *command_file(const char *name)
{
    static char path[sizeof directory + 64];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

static char *contents(const char *name)
{
    char *text = NULL;
    size_t room = 0;
    FILE *f = fopen(command_file(name), "r");
    if (f == NULL || getdelim(&text, &room, '\0', f) < 0) {
        free(text);
        text = strdup("");
    }
    if (f != NULL)
        fclose(f);
    return text;
}

command_t command_run(const char *script)
{
    char *whole;
    command_t c = {.status = -1};
    if (asprintf(&whole, "{ %s ; } >\"$FILES/out\" 2>\"$FILES/err\"", script) < 0)
        abort();
    int status = system(whole);
    free(whole);
    c.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    c.out = contents("out");
    c.err = contents("err");
    for (const char *p = c.err; *p != '\0'; p++)
        c.err_lines += *p == '\n';
    return c;
}

void command_free(command_t *c)
{
    free(c->out);
    free(c->err);
}
