/* SPDX-License-Identifier: BSD-3-Clause */
/* Words and numbers of a line of text; errors with line and column. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mix.h"
#include "tools/apenet-link/wire.h"

#define LINE_BLANKS " \t\r"

bool wire_line_next(wire_line_t *l)
{
    l->at += strspn(l->at, LINE_BLANKS);
    l->word = l->at;
    l->length = *l->at != '#' ? strcspn(l->at, LINE_BLANKS "\n") : 0;
    l->at += l->length;
    snprintf(l->copy, sizeof l->copy, "%.*s",
             (int)(l->length < sizeof l->copy ? l->length : sizeof l->copy - 1), l->word);
    return l->length != 0;
}

bool wire_line_is(const wire_line_t *l, const char *word)
{
    return l->length == strlen(word) && strncmp(l->word, word, l->length) == 0;
}

bool wire_line_reject(const wire_line_t *l, const char *what, const char *expected)
{
    unsigned column = (unsigned)(l->word - l->text) + 1;
    if (l->length == 0)
        return wire_error("%s:%u:%u: %s: missing (expected %s)", l->file, l->number, column, what, expected);
    return wire_error("%s:%u:%u: %s: invalid value '%s%s' (expected %s)", l->file, l->number, column, what,
                      l->copy, l->length >= sizeof l->copy ? "..." : "", expected);
}

/* A number at @p at, decimal or with 0x. @param[out] at behind it */
static bool line_scan(const char **at, uint64_t most, uint64_t *number)
{
    char *end;
    bool is_hex = (*at)[0] == '0' && ((*at)[1] == 'x' || (*at)[1] == 'X');
    const char *digits = *at + (is_hex ? 2 : 0), *known = is_hex ? "0123456789abcdefABCDEF" : "0123456789";
    if (strspn(digits, known) == 0)
        return false;
    errno = 0;
    *number = strtoull(digits, &end, is_hex ? 16 : 10);
    *at = end;
    return errno == 0 && *number <= most;
}

bool wire_line_number(wire_line_t *l, const char *what, uint64_t most, uint64_t *number)
{
    char expected[64];
    (void)wire_line_next(l);
    const char *at = l->word;
    if (l->length != 0 && line_scan(&at, most, number) && at == l->at)
        return true;
    snprintf(expected, sizeof expected, most > 0xffffff ? "a number up to 0x%llx" : "a number up to %llu",
             (unsigned long long)most);
    return wire_line_reject(l, what, expected);
}

bool wire_line_two(wire_line_t *l, const char *what, uint64_t most, uint64_t number[2])
{
    char expected[64];
    (void)wire_line_next(l);
    const char *at = l->word;
    if (l->length != 0 && line_scan(&at, most, &number[0]) && *at++ == ',' &&
        line_scan(&at, most, &number[1]) && at == l->at)
        return true;
    snprintf(expected, sizeof expected, "two numbers up to %llu with a comma", (unsigned long long)most);
    return wire_line_reject(l, what, expected);
}

/* Value of a hexadecimal digit, or -1. */
static int line_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
        return (c | 0x20) - 'a' + 10;
    return -1;
}

bool wire_line_word(wire_line_t *l, const char *what, apenet_word_t *word)
{
    (void)wire_line_next(l);
    memset(word, 0, sizeof *word);
    bool is_good = l->length == 32;
    for (unsigned i = 0; is_good && i < 32; i++) {
        int digit = line_digit(l->word[i]);
        is_good = digit >= 0;
        word->w[3 - i / 8] = word->w[3 - i / 8] << 4 | (uint32_t)(digit & 15);
    }
    return is_good || wire_line_reject(l, what, "a word of 32 hexadecimal digits");
}

/* Bytes of random data: the payload word @p i. */
static apenet_word_t line_random(uint64_t seed, uint32_t i)
{
    apenet_word_t word;
    uint64_t low = emuq_mix_in(seed, 2 * (uint64_t)i), high = emuq_mix_in(seed, 2 * (uint64_t)i + 1);
    memcpy(&word.w[0], &low, sizeof low);
    memcpy(&word.w[2], &high, sizeof high);
    return word;
}

/* Data of a kind and a number of bytes: zeros:N, random:N, magic:N. @return false: another kind */
static bool line_make_data(const wire_line_t *l, const char *kind, const apenet_word_t *magic, uint32_t bytes,
                           apenet_word_t *data)
{
    bool is_zeros = strcmp(kind, "zeros") == 0, is_magic = strcmp(kind, "magic") == 0;
    if (!is_zeros && !is_magic && strcmp(kind, "random") != 0)
        return false;
    for (uint32_t i = 0; i < (bytes + 15) / 16 && !is_zeros; i++) {
        data[i] = line_random(l->seed, i);
        if (is_magic && (emuq_mix(data[i].w[0]) & 1) != 0)
            data[i] = *magic;
    }
    if (bytes % 16 != 0)
        memset((char *)data + bytes, 0, 16 - bytes % 16);
    return true;
}

bool wire_line_data(wire_line_t *l, const apenet_word_t *magic, apenet_word_t *data, uint32_t *bytes)
{
    static const char form[] = "1 to 4096 bytes as hexadecimal digits, zeros:N, random:N or magic:N";
    (void)wire_line_next(l);
    memset(data, 0, APENET_PAYLOAD_BYTES);
    const char *colon = memchr(l->word, ':', l->length);
    uint64_t number = 0;
    if (colon != NULL) {
        char kind[8];
        const char *at = colon + 1;
        snprintf(kind, sizeof kind, "%.*s", (int)(colon - l->word < 8 ? colon - l->word : 7), l->word);
        *bytes = 0;
        if (line_scan(&at, APENET_PAYLOAD_BYTES, &number) && at == l->at)
            *bytes = (uint32_t)number;
        return (*bytes != 0 && line_make_data(l, kind, magic, *bytes, data)) ||
               wire_line_reject(l, "data", form);
    }
    *bytes = (uint32_t)(l->length / 2);
    bool is_good = l->length != 0 && l->length % 2 == 0 && l->length <= 2 * APENET_PAYLOAD_BYTES;
    for (size_t i = 0; is_good && i < l->length; i++) {
        int digit = line_digit(l->word[i]);
        is_good = digit >= 0;
        ((unsigned char *)data)[i / 2] |= (unsigned char)((digit & 15) << (i % 2 == 0 ? 4 : 0));
    }
    return is_good || wire_line_reject(l, "data", form);
}
