/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file toml.h
 * @brief Reads parameter files, a subset of TOML: [tables], key = value, comments.
 *
 * A value is a number, a "text" (escapes: \" and \\), or a list of these on one line. Several assignments may
 * stand on a line, separated by blanks. Keys are bare (letters, digits, _ - .) or quoted.
 */
#ifndef EMUQ_NET_TOML_H
#define EMUQ_NET_TOML_H

#include <stdbool.h>

#include "base/text.h"

#define EMUQ_NET_TOML_ITEMS 8   /**< most items of a list */
#define EMUQ_NET_TOML_TEXT  256 /**< most bytes of a value, with the terminating zero */

/** One assignment. */
typedef struct emuq_net_toml {
    unsigned line;                                      /**< from 1 */
    char table[64];                                     /**< empty before the first table */
    char key[64];                                       /**< without its table */
    unsigned items;                                     /**< 1 if it is none */
    bool quoted[EMUQ_NET_TOML_ITEMS];                   /**< the item is a text, not a number */
    char item[EMUQ_NET_TOML_ITEMS][EMUQ_NET_TOML_TEXT]; /**< text, or the number as written */
} emuq_net_toml_t;

/** What is called for each assignment. @return 0, or an error with its reason in @p why, without the line */
typedef int (*emuq_net_toml_use_t)(void *context, const emuq_net_toml_t *assignment, emuq_text_t *why);

/**
 * Reads a text.
 * @param name of the file, for messages
 * @param why  gets "NAME:LINE: what is wrong"
 * @return 0, -EINVAL, or what @p use returned. Thread-safe.
 */
int emuq_net_toml_parse(const char *text, const char *name, emuq_net_toml_use_t use, void *context,
                        emuq_text_t *why);

#endif /* EMUQ_NET_TOML_H */
