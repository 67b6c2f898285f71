/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file settings.h
 * @brief Settings: tables of environment variables, read and checked uniformly.
 *
 * A component expands its settings.def into an enumeration and an array of rows, and registers a table in a
 * constructor. The environment is read once, at the first use of a value or by emuq_settings_read(). Each
 * invalid value, or unknown variable with the prefix of a table, is reported on standard error and prevents
 * the start of a job.
 */
#ifndef EMUQ_BASE_SETTINGS_H
#define EMUQ_BASE_SETTINGS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/** Type of a setting. */
typedef enum emuq_setting_type {
    EMUQ_SETTING_TYPE_COUNT,
    EMUQ_SETTING_TYPE_SIZE,   /**< bytes, with suffix K, M or G (powers of 1024) */
    EMUQ_SETTING_TYPE_CHOICE, /**< a word of several, or a number in a range */
    EMUQ_SETTING_TYPE_TEXT    /**< any text; checked by its user */
} emuq_setting_type_t;

/** Row of a table. */
typedef struct emuq_setting_info {
    const char *name; /**< environment variable */
    emuq_setting_type_t type;
    const char *def;    /**< default */
    const char *values; /**< "low..high"; words of a choice separated by '|', where a range accepts a number
                           and "name:low..high" a number with up to three decimals; or a note for a text */
    const char *help;   /**< a line without a full stop */
} emuq_setting_info_t;

/** Value of a setting. */
typedef struct emuq_setting_value {
    uint64_t number;  /**< COUNT, SIZE: the number; CHOICE: index of the word (or range) */
    const char *text; /**< as in the environment or the row */
    bool is_set;      /**< from the environment; @c text is a copy */
} emuq_setting_value_t;

/** A table, initialised by EMUQ_SETTINGS_TABLE(). The members are private to settings.c. */
typedef struct emuq_settings {
    const char *name;   /**< also the prefix of messages */
    const char *prefix; /**< every variable with this prefix must be a setting; NULL: no check */
    const emuq_setting_info_t *row;
    emuq_setting_value_t *value;
    unsigned rows;
    bool loaded;                /**< values are valid; release store pairs with acquire load */
    pthread_mutex_t lock;       /**< serialises the first reading */
    struct emuq_settings *next; /**< next table by name */
} emuq_settings_t;

/** Initial value of a table. @param rows,values arrays of equal length */
#define EMUQ_SETTINGS_TABLE(name, prefix, rows, values)                                                      \
    {                                                                                                        \
        (name), (prefix), (rows), (values), sizeof(rows) / sizeof(rows)[0], false,                           \
            PTHREAD_MUTEX_INITIALIZER, NULL                                                                  \
    }

/** Priority of constructors of tables: before all users of settings. */
#define EMUQ_SETTINGS_PRIORITY 101

/** Registers a table, from a constructor of EMUQ_SETTINGS_PRIORITY. Not thread-safe. */
void emuq_settings_register(emuq_settings_t *table);

/** Table after @p table by name; NULL: the first. @return NULL at the end */
emuq_settings_t *emuq_settings_next(const emuq_settings_t *table);

/** Reads the environment again. Reports each error in a line on standard error. Not thread-safe with
 * emuq_settings_value(): texts returned for this table become invalid. @return 0; -EINVAL after a report: the
 * previous values stay, or the defaults */
int emuq_settings_read(emuq_settings_t *table);

/** The value of row @p i, valid until the next emuq_settings_read(). Reads the environment at the first call.
 * Thread-safe. */
const emuq_setting_value_t *emuq_settings_value(emuq_settings_t *table, unsigned i);

/** Parses a value without a message. Thread-safe. @param number unchanged for a TEXT setting; may be NULL
 * @return 0; -EINVAL: not a value of this setting */
int emuq_setting_info_parse(const emuq_setting_info_t *row, const char *text, uint64_t *number);

#endif /* EMUQ_BASE_SETTINGS_H */
