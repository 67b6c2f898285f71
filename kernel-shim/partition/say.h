/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file say.h
 * @brief Private to the kernel shim: messages of one line to the person who runs a job.
 */
#ifndef EMUQ_SAY_H
#define EMUQ_SAY_H

/** Prints one line, "emuq: " and the message, on standard error, with one call, so that the lines of several
 *  ranks stay apart. Longer messages than 511 bytes are cut. Thread-safe. */
void emuq_job_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif /* EMUQ_SAY_H */
