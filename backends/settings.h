/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file settings.h
 * @brief The EMUQ_* environment variables: one table (settings.def), read once, checked strictly.
 */
#ifndef EMUQ_SETTINGS_H
#define EMUQ_SETTINGS_H

#include <stdint.h>

#include "base/settings.h"

/** The settings, EMUQ_SETTING_ and the identifier of their row in settings.def. */
typedef enum emuq_setting {
/** One row of settings.def. */
#define EMUQ_SETTING(id, name, type, def, values, help) EMUQ_SETTING_##id,
#include "backends/settings.def"
#undef EMUQ_SETTING
    EMUQ_SETTINGS
} emuq_setting_t;

/** The row of @p id (0 <= id < EMUQ_SETTINGS). */
const emuq_setting_info_t *emuq_setting_info(emuq_setting_t id);

/**
 * Reads a value of a setting, from wherever it comes.
 * @param number gets what emuq_setting_number() would give for it; unchanged for a TEXT setting. May be NULL.
 * @return 0, or -EINVAL without a message: not a value of this setting. Thread-safe.
 */
int emuq_setting_parse(emuq_setting_t id, const char *text, uint64_t *number);

/**
 * Reads the environment again and checks it: a bad value of a setting, and a variable whose name begins with
 * EMUQ_ but is in no row, is reported on standard error (one line each, with the nearest name for a typing
 * error).
 * @return 0, or -EINVAL when something was reported; the settings then keep their former values.
 * Not thread-safe against the getters; called at the start of a job. The getters call it once themselves.
 */
int emuq_settings_load(void);

/** Value of a COUNT (the number) or SIZE (bytes) setting, or the index of a CHOICE's word (or range) in its
 * values; 0 for a TEXT setting. Thread-safe. */
uint64_t emuq_setting_number(emuq_setting_t id);

/** Value of any setting as text. Thread-safe; valid until the next emuq_settings_load(). */
const char *emuq_setting_text(emuq_setting_t id);

/** Whether the environment gives the setting, as opposed to its default. */
int emuq_setting_is_set(emuq_setting_t id);

#endif /* EMUQ_SETTINGS_H */
