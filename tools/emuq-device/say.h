/* SPDX-License-Identifier: BSD-3-Clause */
/** @file say.h @brief Messages of emuq-device. */
#ifndef EMUQ_DEVICE_SAY_H
#define EMUQ_DEVICE_SAY_H

#define EMUQ_STATUS_FAILED 1 /**< exit status: something could not be made */
#define EMUQ_STATUS_USAGE  2 /**< exit status: the command is not possible */

/** Prints one line, the program's name and the message, on standard error. */
void emuq_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Text for a negative errno of a file that has been made. */
const char *emuq_reason(int rc);

#endif /* EMUQ_DEVICE_SAY_H */
