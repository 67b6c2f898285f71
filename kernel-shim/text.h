/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file text.h
 * @brief Text that is put together in a buffer, to be written in one piece.
 */
#ifndef EMUQ_TEXT_H
#define EMUQ_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/** A text under construction; what does not fit is cut off. */
typedef struct emuq_text {
    char *buffer;
    size_t size;
    size_t length; /**< without the terminating zero; less than size */
} emuq_text_t;

/** An empty text in @p buffer of @p size bytes, at least 1. */
static inline emuq_text_t emuq_text(char *buffer, size_t size)
{
    buffer[0] = '\0';
    return (emuq_text_t){buffer, size, 0};
}

/** Adds to the text, as printf() would. */
static inline void __attribute__((format(printf, 2, 3)))
emuq_text_add(emuq_text_t *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int wanted = vsnprintf(text->buffer + text->length, text->size - text->length, format, list);
    va_end(list);
    if (wanted < 0)
        return;
    size_t room = text->size - text->length - 1;
    text->length += (size_t)wanted < room ? (size_t)wanted : room;
}

#endif /* EMUQ_TEXT_H */
