/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file files.h
 * @brief Parameter files: constants with their provenance, a subset of TOML, quantities, error messages.
 *
 * Table [model] names the model and its preset, table [provenance] the origin of values. Error messages are
 * one line.
 */
#ifndef EMUQ_NET_FILES_H
#define EMUQ_NET_FILES_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "network/parameters.h"

/** Replaces @p why by an error message. @return -EINVAL */
int emuq_net_error(emuq_text_t *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Reports an unknown name. @param what such as "unknown pattern" @param list printed without a suggestion */
int emuq_net_error_name(emuq_text_t *why, const char *what, const emuq_nearest_t *search, const char *list);

/** Parses a decimal number exactly. @param value set to the number times 10^decimals
 * @return 0, -EINVAL (no number, or too many decimals), -ERANGE (2^63 or more) */
int emuq_net_decimal(const char *text, unsigned decimals, uint64_t *value, const char **end);

/** Parses a time in ns or us, rounded half up to @p unit_ps picoseconds. @return 0, -EINVAL, -ERANGE */
int emuq_net_time(const char *text, uint64_t unit_ps, uint64_t *value);

/** Reads a text file of at most 1 GiB. @return the text, freed by the caller, or NULL */
char *emuq_net_file_read(const char *name, emuq_text_t *why);

/** Checks whether a file is likely writable. @return 0 or -EINVAL */
int emuq_net_file_writable(const char *name, emuq_text_t *why);

#define EMUQ_NET_TOML_ITEMS 8   /**< maximum items of a list */
#define EMUQ_NET_TOML_TEXT  256 /**< maximum bytes of a value, including the zero */

typedef struct emuq_net_toml {
    unsigned line;  /**< line number, from 1 */
    char table[64]; /**< empty before the first table */
    char key[64];
    unsigned items;                                     /**< 1 if not a list */
    bool quoted[EMUQ_NET_TOML_ITEMS];                   /**< quoted string */
    char item[EMUQ_NET_TOML_ITEMS][EMUQ_NET_TOML_TEXT]; /**< string, or number as written */
} emuq_net_toml_t;

/** Handles an assignment. @return 0, or an error with a reason */
typedef int (*emuq_net_toml_use_t)(void *context, const emuq_net_toml_t *assignment, emuq_text_t *why);

/** Parses [tables], key = value and comments. A value is a number, a quoted string, or a list of these on one
 * line. @param why set to "NAME:LINE: reason" @return 0, -EINVAL, or the result of @p use */
int emuq_net_toml_parse(const char *text, const char *name, emuq_net_toml_use_t use, void *context,
                        emuq_text_t *why);

#define EMUQ_NET_SOURCE 128 /**< maximum bytes of a provenance, including the zero */

typedef struct emuq_net_constants {
    emuq_net_parameters_t value;
    char name[64];                   /**< name of the preset or file */
    char (*source)[EMUQ_NET_SOURCE]; /**< [rows] provenance; "": preset value */
} emuq_net_constants_t;

/** Creates the constants of preset bgq. @return 0 or -ENOMEM */
int emuq_net_constants_open(emuq_net_constants_t *p);

void emuq_net_constants_free(emuq_net_constants_t *p);

/** Loads a preset or a parameter file. @return 0 or -EINVAL */
int emuq_net_constants_read(emuq_net_constants_t *p, const char *name, emuq_text_t *why);

/** Loads a parameter file from memory. @param file name for provenance */
int emuq_net_constants_parse(emuq_net_constants_t *p, const char *text, const char *file, emuq_text_t *why);

/** Sets a constant.
 * @param assignment "key=value": an integer in the unit of the row, a word, or a time such as 44ns;
 *   zones: AB,CD,E
 * @return 0 or -EINVAL */
int emuq_net_constants_set(emuq_net_constants_t *p, const char *assignment, const char *source,
                           emuq_text_t *why);

/** Checks consistency. @return 0 or -EINVAL */
int emuq_net_constants_check(const emuq_net_constants_t *p, emuq_text_t *why);

/** Checks whether a parameter exists. @param also a further valid name, or NULL @return 0 or -EINVAL */
int emuq_net_constants_name(const char *key, const char *also, emuq_text_t *why);

#endif /* EMUQ_NET_FILES_H */
