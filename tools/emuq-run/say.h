/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file say.h
 * @brief Messages of the launcher, and what it does when it has no memory for itself.
 */
#ifndef EMUQ_SAY_H
#define EMUQ_SAY_H

/** Name by which the launcher was called: "emuq-run" or "runjob". */
extern const char *emuq_launcher_name;

/** Prints one line, the launcher's name and the message, on standard error; never inside a line of a rank. */
void emuq_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** @return @p memory if it is not NULL; else ends the launcher after a message, and the ranks with it. */
void *emuq_need(void *memory);

#endif /* EMUQ_SAY_H */
