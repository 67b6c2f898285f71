/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file output.h
 * @brief Brings what the ranks write to the launcher's standard output and error, line by line.
 *
 * Each rank writes into two pipes, its *streams*. The launcher has two *sinks*, or one if its standard output
 * and error are the same file. A sink takes a line only as a whole, and waits for its reader by itself:
 * nobody else waits, except the ranks whose streams lead to it, once it holds much.
 */
#ifndef EMUQ_OUTPUT_H
#define EMUQ_OUTPUT_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

/** Most descriptors that emuq_output_polls() sets. */
#define EMUQ_OUTPUT_POLLS 4

struct emuq_sink;

/** What a rank writes to one of its two descriptors. */
typedef struct emuq_stream {
    int fd; /**< where the launcher reads; -1: closed */
    struct emuq_sink *sink;
    char label[80]; /**< in front of each line */
    char *line;     /**< the beginning of a line that has not ended */
    size_t length;  /**< of it */
    size_t room;
} emuq_stream_t;

/** Makes the sinks. @return 0, or a negative errno. */
int emuq_output_open(void);

/** Writes what the sinks hold, however long their readers take, and frees them. */
int emuq_output_close(void);

/** Of standard error on a terminal: shows lines below all others, in place of those that were shown before.
 *  @param lines each with its end, no wider than the terminal; or none */
void emuq_output_show(const char *lines);

/** Sets what the launcher has to wait for. @return the number of descriptors set. */
int emuq_output_polls(struct pollfd polls[EMUQ_OUTPUT_POLLS]);

/** Moves what can be moved without waiting; @p polls as set by emuq_output_polls(), after poll(). */
void emuq_output_move(const struct pollfd *polls, int count);

/** Whether so much waits for a reader that those who write should wait, too. */
bool emuq_output_is_full(void);

/** In a forked process that is no launcher: forgets what waits, and writes nothing of it. */
void emuq_output_forget(void);

/** Whether nobody reads the launcher's standard output or error any more. */
bool emuq_output_is_broken(void);

/** errno with which standard output or error cannot be written; 0: they can, or their reader has closed. */
int emuq_output_error(void);

/** After emuq_output_is_broken(): reports a write error, such as a full disk. @return exit status of the job:
 *  128 and SIGPIPE if the reader has closed, else 1. */
int emuq_output_failed(void);

/**
 * Opens a stream to standard output (@p number 1) or error (2). @p write_end is where the rank writes.
 * The stream must stay where it is until it is closed.
 * @return 0, or a negative errno.
 */
int emuq_stream_open(emuq_stream_t *stream, int number, const char *label, int *write_end);

/** Opens a stream without a pipe, for text that comes by emuq_stream_take(). */
void emuq_stream_open_plain(emuq_stream_t *stream, int number);

/** Takes text as if a rank had written it. */
void emuq_stream_take(emuq_stream_t *stream, const char *text, size_t length);

/** Moves all that is in the pipe now. */
void emuq_stream_drain(emuq_stream_t *stream);

/** Drains and closes a stream; one that is closed (or all zero but for fd -1) stays so. */
void emuq_stream_close(emuq_stream_t *stream);

#endif /* EMUQ_OUTPUT_H */
