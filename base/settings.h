/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file settings.h
 * @brief Tables of environment variables.
 *
 * Each invalid value, or unknown variable with the prefix of a table, prevents the start of a job.
 */
#ifndef EMUQ_BASE_SETTINGS_H
#define EMUQ_BASE_SETTINGS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum emuq_setting_type {
    EMUQ_SETTING_TYPE_COUNT,
    EMUQ_SETTING_TYPE_SIZE,   /**< bytes, with suffix K, M or G */
    EMUQ_SETTING_TYPE_CHOICE, /**< one of several words, or a number in a range */
    EMUQ_SETTING_TYPE_TEXT    /**< any string, checked by its reader */
} emuq_setting_type_t;

typedef struct emuq_setting_info {
    const char *name;
    emuq_setting_type_t type;
    const char *def;
    const char *values; /**< "low..high"; words, ranges, "name:low..high" joined by '|'; note for TYPE_TEXT */
    const char *help;
} emuq_setting_info_t;

typedef struct emuq_setting_value {
    uint64_t number; /**< CHOICE: index of the word or range */
    const char *text;
    bool is_set; /**< from the environment: @c text is allocated */
} emuq_setting_value_t;

/** The members are private to settings.c. */
typedef struct emuq_settings {
    const char *name;
    const char *prefix; /**< rejects unknown variables with this prefix; NULL: no check */
    const emuq_setting_info_t *row;
    emuq_setting_value_t *value;
    unsigned rows;
    bool loaded;
    pthread_mutex_t lock; /**< held while the environment is first read */
    struct emuq_settings *next;
} emuq_settings_t;

/** @param rows,values arrays of equal length */
#define EMUQ_SETTINGS_TABLE(name, prefix, rows, values)                                                      \
    {                                                                                                        \
        (name), (prefix), (rows), (values), sizeof(rows) / sizeof(rows)[0], false,                           \
            PTHREAD_MUTEX_INITIALIZER, NULL                                                                  \
    }

/** Priority of constructors that register tables: before all users of settings. */
#define EMUQ_SETTINGS_PRIORITY 101

/** Not thread-safe. */
void emuq_settings_register(emuq_settings_t *table);

/** @param table NULL: returns the first table @return NULL at the end */
emuq_settings_t *emuq_settings_next(const emuq_settings_t *table);

/** Reads the environment again; strings of earlier values become invalid. Not thread-safe with
 * emuq_settings_value(). @return 0, or -EINVAL after printing errors: previous values or defaults stay */
int emuq_settings_read(emuq_settings_t *table);

/** Reads the environment at the first call. Thread-safe. @return value of row @p i */
const emuq_setting_value_t *emuq_settings_value(emuq_settings_t *table, unsigned i);

/** Thread-safe. @param number unchanged for a TEXT setting; may be NULL @return 0 or -EINVAL */
int emuq_setting_info_parse(const emuq_setting_info_t *row, const char *text, uint64_t *number);

#endif /* EMUQ_BASE_SETTINGS_H */
