/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file input.h
 * @brief Standard input of the launcher, for the one rank that reads it.
 *
 * A file or pipe is handed over. A terminal cannot be: a rank is in a process group of its own, and would be
 * stopped when it reads. The launcher reads it while it is in the foreground.
 */
#ifndef EMUQ_INPUT_H
#define EMUQ_INPUT_H

#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct emuq_input {
    int to;    /**< pipe to the rank; -1: nothing to pass on */
    int given; /**< what the rank gets as its standard input; -1: it has been closed */
    char text[PIPE_BUF];
    size_t length; /**< of what the pipe has had no room for */
} emuq_input_t;

/** @return 0, or a negative errno. */
int emuq_input_open(emuq_input_t *input);
/** The rank has been started. */
void emuq_input_given(emuq_input_t *input);
void emuq_input_close(emuq_input_t *input);

/** Sets what the launcher has to wait for. @return whether there is something. */
bool emuq_input_poll(const emuq_input_t *input, struct pollfd *poll);

/** Passes on what can be passed on without waiting, after poll() said so. */
void emuq_input_move(emuq_input_t *input);

#endif /* EMUQ_INPUT_H */
