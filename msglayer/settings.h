/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file settings.h
 * @brief The environment variables of the message layer: one table, settings.def.
 */
#ifndef EMUQ_PAMI_SETTINGS_H
#define EMUQ_PAMI_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

/** The settings, EMUQ_PAMI_ and the identifier of their row. */
typedef enum emuq_pami_setting {
/** One row of settings.def. */
#define EMUQ_PAMI_SETTING(id, name, type, def, values, help) EMUQ_PAMI_##id,
#include "msglayer/settings.def"
#undef EMUQ_PAMI_SETTING
    EMUQ_PAMI_SETTINGS
} emuq_pami_setting_t;

/** Reads the environment, at the first call in the program, and reports each value that is not in its range
 * in one line on standard error. Thread-safe. @return 0, or -EINVAL if there was such a value, at each call
 */
int emuq_pami_settings_load(void);

/** Value of a setting, after emuq_pami_settings_load() has returned 0. Thread-safe. */
uint64_t emuq_pami_setting(emuq_pami_setting_t id);

/** Whether the environment gives a setting. */
bool emuq_pami_setting_is_set(emuq_pami_setting_t id);

/** Text of a setting, after emuq_pami_settings_load() has returned 0. Thread-safe. */
const char *emuq_pami_setting_text(emuq_pami_setting_t id);

#endif /* EMUQ_PAMI_SETTINGS_H */
