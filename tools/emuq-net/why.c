/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/why.h"

int traffic_refuse(emuq_text_t *why, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    why->length = 0;
    emuq_text_vadd(why, format, list);
    va_end(list);
    return -EINVAL;
}
