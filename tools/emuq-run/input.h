/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file input.h
 * @brief Standard input of the launcher, for the one rank that reads it.
 *
 * A file or pipe is handed over. A terminal cannot be: a rank is in a process group of its own, and would be
 * stopped when it reads. The launcher reads it while it is in the foreground: one line, and the next when the
 * rank has read all of that. So what no rank reads stays in the terminal for its next reader, but for one
 * line.
 */
#ifndef EMUQ_INPUT_H
#define EMUQ_INPUT_H

#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct emuq_input {
    int to;              /**< pipe to the rank, of one page; -1: nothing to pass on */
    int given;           /**< what the rank gets as its standard input; -1: it has been closed */
    char text[PIPE_BUF]; /**< the latest line, or part of a line */
    size_t length;       /**< of text */
    bool is_kept;        /**< the pipe has had no space for text */
    bool is_terminal;
    size_t credit; /**< bytes that may be read */
} emuq_input_t;

/** Bytes on their way to a rank on another host: less than a pipe holds, as mpiexec.hydra ends a job whose
 * rank reads more slowly than the input comes. */
#define EMUQ_INPUT_WINDOW (32u << 10)

/** @param credit bytes to read at first; SIZE_MAX: no limit @param pumps do not hand over files and pipes
 * either
 *  @return 0, or a negative errno. */
int emuq_input_open(emuq_input_t *input, size_t credit, bool pumps);
/** More may be read. */
void emuq_input_add_credit(emuq_input_t *input, size_t bytes);
/** The rank has been started. */
void emuq_input_given(emuq_input_t *input);
/** Reports a line that the rank has not read. */
void emuq_input_close(emuq_input_t *input);
/** Drops what the rank has not read, as a terminal does at an interrupt. */
void emuq_input_drop(emuq_input_t *input);

/** Sets what the launcher has to wait for. @return whether there is something. */
bool emuq_input_poll(const emuq_input_t *input, struct pollfd *poll);

/** Passes on what can be passed on without waiting, after poll() said so. */
void emuq_input_move(emuq_input_t *input);

#endif /* EMUQ_INPUT_H */
