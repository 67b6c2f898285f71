/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file text.h
 * @brief Text in buffers of fixed size, numbers, the nearest name.
 */
#ifndef EMUQ_BASE_TEXT_H
#define EMUQ_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Zero-terminated, truncated at the size of the buffer. */
typedef struct emuq_text {
    char *buffer;
    size_t size;
    size_t length; /**< less than size */
} emuq_text_t;

/** @param size at least 1 */
static inline emuq_text_t emuq_text(char *buffer, size_t size)
{
    buffer[0] = '\0';
    return (emuq_text_t){buffer, size, 0};
}

void emuq_text_add(emuq_text_t *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

void emuq_text_vadd(emuq_text_t *text, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));

/** Replaces control characters except tabs by '?'. @param has_lines keeps line ends @return @p text */
static inline char *emuq_printable(char *text, bool has_lines)
{
    for (unsigned char *c = (unsigned char *)text; *c != '\0'; c++) {
        bool is_allowed = *c == '\t' || (has_lines && *c == '\n');
        if ((*c < 0x20 && !is_allowed) || *c == 0x7f)
            *c = '?';
        else if (c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
            c[0] = c[1] = '?';
    }
    return text;
}

/* ---- numbers: decimal digits, without sign, blank or 0x ---- */

typedef enum emuq_number_kind {
    EMUQ_NUMBER_COUNT,
    EMUQ_NUMBER_SIZE,       /**< optional suffix K, M or G in either case (powers of 1024) */
    EMUQ_NUMBER_THOUSANDTHS /**< up to three decimals; the value of 2.5 is 2500 */
} emuq_number_kind_t;

/** Reads a number at the start of @p text. Stores nothing on errors. @return 0; -EINVAL; -ERANGE */
int emuq_number_scan(const char *text, emuq_number_kind_t kind, uint64_t *number, const char **end);

/** Reads words separated by commas. @param read reads a word; returns NULL, or a message that ends the list
 * @param what set to the wrong word and the message @return 0 or -EINVAL */
int emuq_list_read(const char *text, const char *(*read)(const char *word, void *state), void *state,
                   char *what, size_t bytes);

/** Reads the whole of @p text. Stores nothing on errors. @param most inclusive @return 0; -EINVAL; -ERANGE */
int emuq_number_parse(const char *text, emuq_number_kind_t kind, uint64_t least, uint64_t most,
                      uint64_t *number);

#define EMUQ_NEAREST_LIMIT 4 /**< names with this many different letters are not suggested */

/** Words and names above 63 letters never match. */
typedef struct emuq_nearest {
    const char *word; /**< need not end with a zero byte */
    size_t length;
    const char *name;  /**< nearest name, memory of the caller; NULL: none */
    unsigned distance; /**< letters to insert, delete or replace */
} emuq_nearest_t;

static inline emuq_nearest_t emuq_nearest(const char *word, size_t length)
{
    return (emuq_nearest_t){word, length, NULL, EMUQ_NEAREST_LIMIT};
}

/** @param name must outlive @p search */
void emuq_nearest_try(emuq_nearest_t *search, const char *name);

void emuq_nearest_of(emuq_nearest_t *search, const char *const *name, size_t count);

/* ---- Messages to the user on standard error ---- */

/** Prints a line with one call: lines of several processes do not mix. Truncates at 511 bytes;
 * control characters become '?'. Thread-safe. */
void emuq_log_line(const char *program, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

void emuq_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif /* EMUQ_BASE_TEXT_H */
