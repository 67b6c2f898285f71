/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file text.h
 * @brief Text that is put together in a buffer of fixed size, to be written in one piece.
 */
#ifndef EMUQ_BASE_TEXT_H
#define EMUQ_BASE_TEXT_H

#include <stdarg.h>
#include <stddef.h>

/** A text under construction. What does not fit is cut off; the text always ends with a zero. */
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

/** Adds to the text, as printf() would. Not thread-safe for one text. */
void emuq_text_add(emuq_text_t *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Adds to the text, as vprintf() would. */
void emuq_text_vadd(emuq_text_t *text, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));

#endif /* EMUQ_BASE_TEXT_H */
