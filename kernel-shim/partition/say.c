/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/partition/say.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"

void emuq_job_say(const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    fprintf(stderr, "emuq: %s\n", emuq_printable(line, true));
}
