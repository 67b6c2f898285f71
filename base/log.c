/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/log.h"

#include <stdio.h>

#include "base/text.h"

void emuq_log_line(const char *program, const char *format, va_list arguments)
{
    char line[512];
    vsnprintf(line, sizeof(line), format, arguments);
    fprintf(stderr, "%s: %s\n", program, emuq_printable(line, true));
}

void emuq_log(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    emuq_log_line("emuq", format, arguments);
    va_end(arguments);
}
