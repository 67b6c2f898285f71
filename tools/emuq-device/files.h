/* SPDX-License-Identifier: BSD-3-Clause */
/** @file files.h @brief A partition in files, for programs that map them: no socket, one partition. */
#ifndef EMUQ_DEVICE_FILES_H
#define EMUQ_DEVICE_FILES_H

#include "tools/emuq-device/device.h"
#include "tools/emuq-device/options.h"

typedef struct emuq_files emuq_files_t; /**< The files, and the partition in them. */

/** Writes the files and begins to play. @return 0, or a negative errno after a message: -EINVAL: the options
 * are not possible. */
int emuq_files_open(const emuq_device_options_t *options, emuq_files_t **files);

/** Ends the partition and removes the files. NULL is allowed. */
void emuq_files_close(emuq_files_t *files);

#endif /* EMUQ_DEVICE_FILES_H */
