/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file sink.h
 * @brief Standard output or error of the launcher: lines wait in it until they can be written.
 */
#ifndef EMUQ_SINK_H
#define EMUQ_SINK_H

#include <stdbool.h>
#include <stddef.h>

typedef struct emuq_sink {
    int fd;
    bool is_file; /**< writing never waits long */
    int error;    /**< errno of the write that failed; all later text is discarded. 0: none */
    int sources;  /**< epoll of the streams that lead here */
    char *text;   /**< what has not been written: [start, start + length) */
    size_t start, length, room;
    bool in_line;      /**< the last byte put was not the end of a line */
    const void *owner; /**< who has put it */
    unsigned shown;    /**< lines at the end that the next text replaces */
} emuq_sink_t;

/** @return 0, or a negative errno. */
int emuq_sink_open(emuq_sink_t *sink, int fd);
void emuq_sink_close(emuq_sink_t *sink);

/**
 * Adds text of @p owner. If it begins a line, @p label comes first. Another's line that has not ended gets an
 * end of line.
 */
void emuq_sink_put(emuq_sink_t *sink, const void *owner, const char *label, const char *text, size_t length);

/** Of a terminal: replaces the lines that were shown last by others, until something is put.
 *  @param lines each with its end; nothing is shown while earlier text waits for the terminal */
void emuq_sink_show(emuq_sink_t *sink, const char *lines);

/** Writes as much as can be written without waiting; all if @p wait. */
void emuq_sink_write(emuq_sink_t *sink, bool wait);

/** Whether its streams should wait. */
bool emuq_sink_is_full(const emuq_sink_t *sink);

#endif /* EMUQ_SINK_H */
