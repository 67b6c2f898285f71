/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file modelled.h
 * @brief What a job in modelled time shows of itself (backends/modelled_time.h): a line a second (--watch), and
 * that it has stopped because an error ends it (--backtrace).
 */
#ifndef EMUQ_MODELLED_H
#define EMUQ_MODELLED_H

#include <stdbool.h>
#include <stdint.h>

#include "backends/modelled_time.h"

/** What is shown, and what has been said of it. */
typedef struct emuq_modelled {
    int file;               /**< that the program opens by its name */
    emuq_progress_t *shown; /**< NULL: nothing is shown */
    uint64_t begun_ns;
    uint64_t next_ns; /**< when the next line is due; UINT64_MAX: never */
    uint64_t tick;    /**< modelled time of the last line */
} emuq_modelled_t;

/** Makes the file. The setting tells the program of it. @param watch lines are wanted @param stops the
 * program is to stop before it ends by an error @return 0 or a negative errno */
int emuq_modelled_open(emuq_modelled_t *m, bool watch, bool stops);
void emuq_modelled_close(emuq_modelled_t *m);

/** Says a line if it is due. */
void emuq_modelled_say(emuq_modelled_t *m, uint64_t now_ns);

/** Whether the program, which is stopped, has stopped itself. It is asked once for each time. */
bool emuq_modelled_has_stopped(const emuq_modelled_t *m);

#endif /* EMUQ_MODELLED_H */
