/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file settings.h
 * @brief Settings: tables of environment variables, read and checked uniformly.
 *
 * A component registers a table of its settings.def in a constructor. Each invalid value, or unknown variable
 * with the prefix of a table, is reported on standard error and prevents the start of a job.
 */
#ifndef EMUQ_BASE_SETTINGS_H
#define EMUQ_BASE_SETTINGS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum emuq_setting_type {
    EMUQ_SETTING_TYPE_COUNT,
    EMUQ_SETTING_TYPE_SIZE,   /**< bytes, with suffix K, M or G (powers of 1024) */
    EMUQ_SETTING_TYPE_CHOICE, /**< a word of several, or a number in a range */
    EMUQ_SETTING_TYPE_TEXT    /**< any text; checked by its user */
} emuq_setting_type_t;

typedef struct emuq_setting_info {
    const char *name;
    emuq_setting_type_t type;
    const char *def;
    const char *values; /**< "low..high"; words of a choice separated by '|', where a range accepts a number
                           and "name:low..high" a number with up to three decimals; or a note for a text */
    const char *help;
} emuq_setting_info_t;

typedef struct emuq_setting_value {
    uint64_t number;  /**< CHOICE: index of the word or range */
    const char *text; /**< as in the environment or the row */
    bool is_set;      /**< from the environment; @c text is a copy */
} emuq_setting_value_t;

/** The members are private to settings.c. */
typedef struct emuq_settings {
    const char *name;
    const char *prefix; /**< every variable with this prefix must be a setting; NULL: no check */
    const emuq_setting_info_t *row;
    emuq_setting_value_t *value;
    unsigned rows;
    bool loaded;                /**< values are valid; release store pairs with acquire load */
    pthread_mutex_t lock;       /**< serialises the first reading */
    struct emuq_settings *next; /**< next table by name */
} emuq_settings_t;

/** @param rows,values arrays of equal length */
#define EMUQ_SETTINGS_TABLE(name, prefix, rows, values)                                                      \
    {                                                                                                        \
        (name), (prefix), (rows), (values), sizeof(rows) / sizeof(rows)[0], false,                           \
            PTHREAD_MUTEX_INITIALIZER, NULL                                                                  \
    }

/** Priority of constructors of tables: before all users of settings. */
#define EMUQ_SETTINGS_PRIORITY 101

/** Call in a constructor of EMUQ_SETTINGS_PRIORITY. Not thread-safe. */
void emuq_settings_register(emuq_settings_t *table);

/** @param table NULL: returns the first table @return NULL at the end */
emuq_settings_t *emuq_settings_next(const emuq_settings_t *table);

/** Reads the environment again, and reports errors. Invalidates texts of this table; not thread-safe with
 * emuq_settings_value(). @return 0; -EINVAL after a report: the previous values stay, or the defaults */
int emuq_settings_read(emuq_settings_t *table);

/** Returns the value of row @p i, valid until the next emuq_settings_read(). Reads the environment at the
 * first call. Thread-safe. */
const emuq_setting_value_t *emuq_settings_value(emuq_settings_t *table, unsigned i);

/** Parses a value without a message. @param number unchanged for a TEXT setting; may be NULL @return 0 or
 * -EINVAL */
int emuq_setting_info_parse(const emuq_setting_info_t *row, const char *text, uint64_t *number);

#endif /* EMUQ_BASE_SETTINGS_H */
