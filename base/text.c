/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/text.h"

#include <stdio.h>

void emuq_text_vadd(emuq_text_t *text, const char *format, va_list list)
{
    size_t room = text->size - text->length; /* with the terminating zero */
    int wanted = vsnprintf(text->buffer + text->length, room, format, list);
    if (wanted < 0)
        text->buffer[text->length] = '\0';
    else
        text->length += (size_t)wanted < room ? (size_t)wanted : room - 1;
}

void emuq_text_add(emuq_text_t *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    emuq_text_vadd(text, format, list);
    va_end(list);
}
