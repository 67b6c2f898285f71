/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file marked.h
 * @brief What the ranks of a timed job write. They are threads of one process, whose two pipes hold marks
 * that say which rank has written what follows (backends/timed/marks.h).
 */
#ifndef EMUQ_MARKED_H
#define EMUQ_MARKED_H

#include <stdint.h>
#include <sys/types.h>

#include "tools/emuq-run/output.h"

#define EMUQ_MARK_BYTES 32 /**< for the text of a mark */

/** Standard output or error of the process. */
typedef struct emuq_marked {
    int fd;     /**< where the launcher reads; -1: closed */
    int number; /**< of the launcher's, where it goes: 1 or 2 */
    const char *mark;
    const char *label;
    emuq_stream_t **stream; /**< by rank + 1; the first is of no rank */
    uint32_t streams;
    emuq_stream_t *writer;           /**< who writes */
    char kept[EMUQ_MARK_BYTES + 10]; /**< what may be the beginning of a mark */
    size_t length;                   /**< of it */
} emuq_marked_t;

/** Opens it. @param mark the text of a mark, shorter than EMUQ_MARK_BYTES
 *  @param label of a rank, as printf() takes it with an unsigned number
 *  @param write_end where the process writes
 *  @return 0 or a negative errno */
int emuq_marked_open(emuq_marked_t *m, int number, const char *mark, const char *label, int *write_end);

/** Takes what is there. */
void emuq_marked_read(emuq_marked_t *m);

/** Takes the rest, and closes it. */
void emuq_marked_close(emuq_marked_t *m);

#endif /* EMUQ_MARKED_H */
