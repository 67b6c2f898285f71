/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file printable.h
 * @brief The filter for text that a terminal may get and that has parts of files or arguments.
 */
#ifndef EMUQ_BASE_PRINTABLE_H
#define EMUQ_BASE_PRINTABLE_H

#include <stdbool.h>

/** Replaces control characters, also those of two bytes (UTF-8), by '?'. Tabs stay.
 *  @param has_lines line ends stay, too. @return @p text */
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

#endif /* EMUQ_BASE_PRINTABLE_H */
