/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file number.h
 * @brief Numbers in text: on command lines, in environment variables, in tables of settings.
 *
 * A number is decimal digits only: no sign, no blank, no 0x. A size may end with K, M or G (or k, m, g),
 * which multiplies it by 2^10, 2^20 or 2^30. Thousandths are read exactly: 2.5 is 2500.
 */
#ifndef EMUQ_BASE_NUMBER_H
#define EMUQ_BASE_NUMBER_H

#include <stdint.h>

/** What a number may look like. */
typedef enum emuq_number_kind {
    EMUQ_NUMBER_COUNT,      /**< digits */
    EMUQ_NUMBER_SIZE,       /**< digits, and perhaps a suffix */
    EMUQ_NUMBER_THOUSANDTHS /**< digits, and perhaps a point and one to three more; the number is that of
                               thousandths */
} emuq_number_kind_t;

/**
 * Reads a number at the start of @p text.
 * @param end gets the first character behind it.
 * @return 0, -EINVAL if there is none, or -ERANGE if it is 2^64 or more; nothing is stored then. Thread-safe.
 */
int emuq_number_scan(const char *text, emuq_number_kind_t kind, uint64_t *number, const char **end);

/**
 * Reads a number that is all of @p text.
 * @param least,most its range, both included.
 * @return 0, -EINVAL if the text is not a number, or -ERANGE if it is outside; nothing is stored then.
 * Thread-safe.
 */
int emuq_number_parse(const char *text, emuq_number_kind_t kind, uint64_t least, uint64_t most,
                      uint64_t *number);

#endif /* EMUQ_BASE_NUMBER_H */
