/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-device/say.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

void emuq_say(const char *format, ...)
{
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fprintf(stderr, "emuq-device: %s\n", emuq_printable(text, true));
}

const char *emuq_reason(int rc)
{
    return rc == -EFBIG ? "raise the limit of the size of files (ulimit -f)" : strerror(-rc);
}
