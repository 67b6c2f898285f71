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

/** Between the launcher of a host and the front end of a job on several: each line begins with EMUQ_MARK and
 * one of these characters. A line without is of the process manager. */
#define EMUQ_MARK        "\036\037"
#define EMUQ_MARK_LENGTH 3u
enum {
    EMUQ_MARK_NONE = 0,
    EMUQ_MARK_LINE = 'l',      /**< output of a rank, or a message */
    EMUQ_MARK_ENGINE = 'm',    /**< message of a host engine */
    EMUQ_MARK_BEGIN = 'b',     /**< HOST: its launcher runs */
    EMUQ_MARK_CONNECTED = 'r', /**< HOST: its engine is connected with all others */
    EMUQ_MARK_CAUSE = 'c',     /**< HOST STATUS IS_CONSEQUENCE TEXT: why the job ends */
    EMUQ_MARK_LOST = 'x',      /**< HOST OTHER: an engine has lost another host */
    EMUQ_MARK_INPUT = 'i',     /**< HOST BYTES: so much of standard input has been read */
    EMUQ_MARK_AGENT = 'a',     /**< STATUS WORDS: the agent with these arguments has ended */
    EMUQ_MARK_TIMEOUT = 'w',   /**< HOST: the time limit is over; descriptions of its ranks follow */
    EMUQ_MARK_DESCRIBED = 'd', /**< HOST: end of the descriptions */
    EMUQ_MARK_OVER = 's',      /**< HOST STATUS: no rank runs there any more */
    EMUQ_MARK_ENDED = 't'      /**< HOST: the same, because of a signal */
};

/** Takes a line, or part of a line that is longer than 64 KiB or has not ended. */
typedef void (*emuq_line_function_t)(void *argument, const char *text, size_t length);

/** What a rank writes to one of its two descriptors. */
typedef struct emuq_stream {
    int fd; /**< where the launcher reads; -1: closed */
    struct emuq_sink *sink;
    emuq_line_function_t take; /**< instead of the sink; or NULL */
    void *argument;            /**< of take */
    char label[80];            /**< in front of each line */
    char *line;                /**< the beginning of a line that has not ended */
    size_t length;             /**< of it */
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

/** Opens a stream for the messages of the host engine. */
int emuq_stream_open_messages(emuq_stream_t *stream, int *write_end);

/** In the launcher of one of several hosts: marks all lines from now on. */
void emuq_output_mark(void);
/** Writes a line with a mark to standard error. */
void emuq_output_report(char mark, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** Adds text of an owner to standard output (@p number 1) or error (2), without a label. */
void emuq_output_put(int number, const void *owner, const char *text, size_t length);

/** Opens a stream without a pipe, for text that comes by emuq_stream_take(). */
void emuq_stream_open_plain(emuq_stream_t *stream, int number);

/** Takes text as if a rank had written it. */
void emuq_stream_take(emuq_stream_t *stream, const char *text, size_t length);

/** Moves all that is in the pipe now. */
void emuq_stream_drain(emuq_stream_t *stream);

/** Drains and closes a stream; one that is closed (or all zero but for fd -1) stays so. */
void emuq_stream_close(emuq_stream_t *stream);

#endif /* EMUQ_OUTPUT_H */
