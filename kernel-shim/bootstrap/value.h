/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file value.h
 * @brief Private to the methods with PMI: texts as values of its key-value space, which are not empty and
 * have neither blanks nor any of "=;".
 */
#ifndef EMUQ_BOOTSTRAP_VALUE_H
#define EMUQ_BOOTSTRAP_VALUE_H

#include <stddef.h>

/** Writes a text as an x and its characters, of which all but letters, digits and "-._:/+@," become a '%' and
 *  two hexadecimal digits. @param bytes room of @p value with its zero
 *  @return 0, or -EMSGSIZE without a message */
int emuq_value_encode(const char *text, char *value, size_t bytes);

/** The reverse. @return 0, or without a message: -EPROTO, it is no such value; -EMSGSIZE, it is too long for
 *  @p bytes */
int emuq_value_decode(const char *value, char *text, size_t bytes);

#endif /* EMUQ_BOOTSTRAP_VALUE_H */
