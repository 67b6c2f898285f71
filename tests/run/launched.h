/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file launched.h
 * @brief A launcher under test: started, watched from outside, and waited for, all in bounded time.
 */
#ifndef EMUQ_LAUNCHED_H
#define EMUQ_LAUNCHED_H

#include <stdbool.h>
#include <sys/types.h>

/** Limit of all waits in seconds. */
#define EMUQ_PATIENCE 60

typedef struct launched {
    pid_t pid;
    int out, err;   /* pipes of the output */
    char *out_text; /* text read until now; never NULL */
    char *err_text;
} launched_t;

/** Becomes the parent of all orphans. The launcher is LAUNCHER. */
void launched_setup(void);

/** Starts the launcher: words up to NULL, then a shell script for each rank. */
void launched_start(launched_t *l, const char *script, ...) __attribute__((sentinel));

/** Reads until @p text has appeared @p times times on standard output (1) or error (2). @return whether it
 * has. */
bool launched_await(launched_t *l, int stream, const char *text, int times);

/** How often @p text is in @p all. */
int launched_count(const char *all, const char *text);

/** Reads the rest. @return the launcher's exit status; 1000 and the signal if one has ended it; -1: it does
 * not end. */
int launched_end(launched_t *l);

/** Frees the texts. */
void launched_free(launched_t *l);

/** The process that rank @p rank has printed as "<rank> is <pid>" in a text; 0: none. */
pid_t launched_rank(const char *text, int rank);

/** Waits until a process has ended. @return success */
bool launched_is_gone(pid_t pid);

/** Waits until none of the processes printed as "is <pid>" in a text runs any more. @return their number, or
 * -1. */
int launched_all_gone(const char *text);

#endif /* EMUQ_LAUNCHED_H */
