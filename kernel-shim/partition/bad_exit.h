/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file bad_exit.h
 * @brief Which exit statuses of a rank end the job (rank-mapping 6): the setting EMUQ_KILL_ON_BAD_EXIT.
 */
#ifndef EMUQ_BAD_EXIT_H
#define EMUQ_BAD_EXIT_H

#include <stdbool.h>

#include "backends/settings.h"

/** Values of the setting, in the order of its words. */
typedef enum emuq_bad_exit {
    EMUQ_BAD_EXIT_MACHINE, /**< status 1, as the machine's control system has it */
    EMUQ_BAD_EXIT_ANY,     /**< every status but 0 */
    EMUQ_BAD_EXIT_NONE
} emuq_bad_exit_t;

/** Who says that a rank has exited with a status that ends the job: of those that do so at once, one. */
typedef enum emuq_bad_exit_said {
    EMUQ_BAD_EXIT_NOT_SAID,
    EMUQ_BAD_EXIT_IS_SAID, /**< now, by one rank of this host: the others wait */
    EMUQ_BAD_EXIT_SAID     /**< here or on another host */
} emuq_bad_exit_said_t;

/** Whether a rank that exits with @p status (of which eight bits count) ends the job. The settings have been
 * read. */
static inline bool emuq_exit_is_bad(int status)
{
    status &= 0xff;
    switch ((emuq_bad_exit_t)emuq_setting_number(EMUQ_SETTING_KILL_ON_BAD_EXIT)) {
    case EMUQ_BAD_EXIT_ANY:
        return status != 0;
    case EMUQ_BAD_EXIT_NONE:
        return false;
    case EMUQ_BAD_EXIT_MACHINE:
        break;
    }
    return status == 1;
}

#endif /* EMUQ_BAD_EXIT_H */
