/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NEAREST_LONGEST 63

void emuq_text_vadd(emuq_text_t *text, const char *format, va_list list)
{
    size_t space = text->size - text->length;
    int wanted = vsnprintf(text->buffer + text->length, space, format, list);
    if (wanted < 0)
        text->buffer[text->length] = '\0';
    else
        text->length += (size_t)wanted < space ? (size_t)wanted : space - 1;
}

void emuq_text_add(emuq_text_t *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    emuq_text_vadd(text, format, list);
    va_end(list);
}

/* @return binary logarithm of the factor; 0: not a suffix */
static unsigned number_shift(char suffix)
{
    static const char suffixes[] = "KkMmGg";
    const char *found = suffix != '\0' ? strchr(suffixes, suffix) : NULL;
    return found != NULL ? 10 + (unsigned)(found - suffixes) / 2 * 10 : 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int number_append(uint64_t *n, unsigned digit)
{
    return __builtin_mul_overflow(*n, 10, n) || __builtin_add_overflow(*n, digit, n) ? -ERANGE : 0;
}

/* Converts *n to thousandths. @return 0 or -ERANGE */
static int number_read_fraction(const char **text, uint64_t *n)
{
    const char *c = *text + (**text == '.' && is_digit((*text)[1]));
    bool has_point = c != *text;
    for (unsigned digit = 0; digit < 3; digit++) {
        bool has_digit = has_point && is_digit(*c);
        if (number_append(n, has_digit ? (unsigned)(*c - '0') : 0) != 0)
            return -ERANGE;
        c += has_digit;
    }
    *text = c;
    return 0;
}

int emuq_number_scan(const char *text, emuq_number_kind_t kind, uint64_t *number, const char **end)
{
    uint64_t n = 0;
    if (!is_digit(*text))
        return -EINVAL;
    for (; is_digit(*text); text++)
        if (number_append(&n, (unsigned)(*text - '0')) != 0)
            return -ERANGE;
    if (kind == EMUQ_NUMBER_THOUSANDTHS && number_read_fraction(&text, &n) != 0)
        return -ERANGE;
    unsigned shift = kind == EMUQ_NUMBER_SIZE ? number_shift(*text) : 0;
    if (n > UINT64_MAX >> shift)
        return -ERANGE;
    *number = n << shift;
    *end = text + (shift != 0);
    return 0;
}

int emuq_list_read(const char *text, const char *(*read)(const char *word, void *state), void *state,
                   char *what, size_t bytes)
{
    size_t length;
    for (bool is_more = *text != '\0'; is_more; text += length + 1) {
        char word[80];
        length = strcspn(text, ",");
        is_more = text[length] != '\0';
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word), text);
        const char *wrong = read(word, state);
        if (wrong != NULL) {
            snprintf(what, bytes, "\"%s\": %s", word, wrong);
            return -EINVAL;
        }
    }
    return 0;
}

int emuq_number_parse(const char *text, emuq_number_kind_t kind, uint64_t least, uint64_t most,
                      uint64_t *number)
{
    uint64_t n;
    const char *end;
    int rc = emuq_number_scan(text, kind, &n, &end);
    if (rc != 0)
        return rc;
    if (*end != '\0')
        return -EINVAL;
    if (n < least || n > most)
        return -ERANGE;
    *number = n;
    return 0;
}

static unsigned nearest_min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned nearest_distance(const char *a, size_t a_length, const char *b)
{
    unsigned row[NEAREST_LONGEST + 1];
    size_t b_length = strlen(b);
    for (size_t j = 0; j <= b_length; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= a_length; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            unsigned replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = nearest_min(replaced, nearest_min(row[j], row[j - 1]) + 1);
        }
    }
    return row[b_length];
}

void emuq_nearest_try(emuq_nearest_t *search, const char *name)
{
    if (search->length > NEAREST_LONGEST || strlen(name) > NEAREST_LONGEST)
        return;
    unsigned d = nearest_distance(search->word, search->length, name);
    if (d >= search->distance)
        return;
    search->distance = d;
    search->name = name;
}

void emuq_nearest_of(emuq_nearest_t *search, const char *const *name, size_t count)
{
    for (size_t i = 0; i < count; i++)
        emuq_nearest_try(search, name[i]);
}

/* ---- messages ---- */

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
