/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file log.h
 * @brief Messages to the user on standard error.
 */
#ifndef EMUQ_BASE_LOG_H
#define EMUQ_BASE_LOG_H

#include <stdarg.h>

/** Prints a line with one call: lines of several processes do not mix. Truncates at 511 bytes;
 * control characters become '?'. Thread-safe. */
void emuq_log_line(const char *program, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

void emuq_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif /* EMUQ_BASE_LOG_H */
