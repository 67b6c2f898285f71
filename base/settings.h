/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file settings.h
 * @brief Environment variables that are settings: tables that rooms declare, one strict way to read them.
 *
 * A room keeps one file of rows (settings.def) and makes three things of it: an enumeration for its own use,
 * the rows, and a place for the values. It registers the table before main(), so that emuq-info can print it:
 *
 * @code
 * static const emuq_setting_info_t rows[] = {
 * #define EMUQ_ROOM_SETTING(id, name, type, def, values, help) {name, EMUQ_SETTING_TYPE_##type, def, values,
 * help}, #include "room/settings.def" #undef EMUQ_ROOM_SETTING
 * };
 * static emuq_setting_value_t values[EMUQ_ROOM_SETTINGS];
 * static emuq_settings_t table = EMUQ_SETTINGS_TABLE("room", NULL, rows, values);
 *
 * __attribute__((constructor(EMUQ_SETTINGS_PRIORITY))) static void declare(void)
 * {
 *     emuq_settings_register(&table);
 * }
 *
 * uint64_t emuq_room_setting(emuq_room_setting_t id)
 * {
 *     return emuq_settings_value(&table, id)->number;
 * }
 * @endcode
 *
 * Policy, the same for all tables: the environment is read once, at the first use of a value, or when
 * emuq_settings_read() says so. A value that is not in the range of its row is an error: it gets one line on
 * standard error, and a job does not start with it. So is a variable that begins with the prefix of a table
 * and is in no row of any table.
 */
#ifndef EMUQ_BASE_SETTINGS_H
#define EMUQ_BASE_SETTINGS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/** What the value of a setting is. */
typedef enum emuq_setting_type {
    EMUQ_SETTING_TYPE_COUNT,  /**< decimal number */
    EMUQ_SETTING_TYPE_SIZE,   /**< bytes, with suffix K, M or G (powers of 1024) */
    EMUQ_SETTING_TYPE_CHOICE, /**< one of some words, or of some words and numbers */
    EMUQ_SETTING_TYPE_TEXT    /**< anything: the code that uses it checks it */
} emuq_setting_type_t;

/** One row of a table. */
typedef struct emuq_setting_info {
    const char *name;         /**< of the environment variable */
    emuq_setting_type_t type; /**< decides what the value may be */
    const char *def;          /**< default, as text; a value of the setting */
    const char *values; /**< "low..high", the words of a choice separated by '|' (a range among them stands
                           for a number in it, also with up to three decimals in a word "name:low..high"),
                           or for a text a note */
    const char *help;   /**< one line without a full stop */
} emuq_setting_info_t;

/** The value of one setting. */
typedef struct emuq_setting_value {
    uint64_t number;  /**< COUNT: the number; SIZE: bytes; CHOICE: index of the word (or range); TEXT: 0 */
    const char *text; /**< as it is in the environment or, by default, in the row */
    bool is_set;      /**< the environment gives it; @c text is a copy */
} emuq_setting_value_t;

/** A table of settings. Made with EMUQ_SETTINGS_TABLE(); its members are for settings.c only. */
typedef struct emuq_settings {
    const char *name;   /**< of the table; begins the messages about it */
    const char *prefix; /**< variables that begin with it must be settings; NULL: they may be anything */
    const emuq_setting_info_t *row;
    emuq_setting_value_t *value;
    unsigned rows;
    bool loaded;                /**< stored with release after the values, loaded with acquire before them */
    pthread_mutex_t lock;       /**< for the first reading */
    struct emuq_settings *next; /**< registered before this one */
} emuq_settings_t;

/** Initial value of a table. @param rows,values arrays of one length, of emuq_setting_info_t and
 *  emuq_setting_value_t */
#define EMUQ_SETTINGS_TABLE(name, prefix, rows, values)                                                      \
    {                                                                                                        \
        (name), (prefix), (rows), (values), sizeof(rows) / sizeof(rows)[0], false,                           \
            PTHREAD_MUTEX_INITIALIZER, NULL                                                                  \
    }

/** Priority of the constructors that register tables: before all others, which may read settings. */
#define EMUQ_SETTINGS_PRIORITY 101

/** Makes the table known to emuq_settings_next() and to the search for unknown names. Once, from a
 * constructor of EMUQ_SETTINGS_PRIORITY: not thread-safe. */
void emuq_settings_register(emuq_settings_t *table);

/** The registered tables in the order of their names: the one behind @p table (NULL: the first), or NULL. */
emuq_settings_t *emuq_settings_next(const emuq_settings_t *table);

/**
 * Reads the environment again and checks it, reporting each error in one line on standard error (with the
 * nearest name for a typing error).
 * @return 0, or -EINVAL when something was reported; the values then stay as they were (defaults if there
 * were none). Not thread-safe against emuq_settings_value(): texts that it returned for this table become
 * invalid.
 */
int emuq_settings_read(emuq_settings_t *table);

/** The value of row @p i. Reads the environment if that has not been done. Thread-safe; valid until the next
 * emuq_settings_read(). */
const emuq_setting_value_t *emuq_settings_value(emuq_settings_t *table, unsigned i);

/**
 * Reads a value of a setting, from wherever it comes.
 * @param number gets what emuq_setting_value_t says; unchanged for a TEXT setting. May be NULL.
 * @return 0, or -EINVAL without a message: not a value of this setting. Thread-safe.
 */
int emuq_setting_info_parse(const emuq_setting_info_t *row, const char *text, uint64_t *number);

#endif /* EMUQ_BASE_SETTINGS_H */
