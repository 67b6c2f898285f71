/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file settings.h
 * @brief Environment variables of the message layer, from the table settings.def.
 */
#ifndef EMUQ_PAMI_CORE_SETTINGS_H
#define EMUQ_PAMI_CORE_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

/** Identifiers of the settings: EMUQ_PAMI_ and the identifier of the row. */
typedef enum emuq_pami_setting {
/** One row of settings.def. */
#define EMUQ_PAMI_SETTING(id, name, type, def, values, help) EMUQ_PAMI_##id,
#include "msglayer/settings.def"
#undef EMUQ_PAMI_SETTING
    EMUQ_PAMI_SETTINGS
} emuq_pami_setting_t;

/** Reads the environment at the first call in the program and reports each invalid value in one line on
 * standard error. Thread-safe. @return 0; -EINVAL, at each call: a value is invalid */
int emuq_pami_settings_load(void);
/** Value of a setting. Thread-safe. Call emuq_pami_settings_load() first. */
uint64_t emuq_pami_setting(emuq_pami_setting_t id);
/** Whether the environment sets a setting. */
bool emuq_pami_setting_is_set(emuq_pami_setting_t id);
/** Text of a setting. Thread-safe. Call emuq_pami_settings_load() first. */
const char *emuq_pami_setting_text(emuq_pami_setting_t id);

#endif /* EMUQ_PAMI_CORE_SETTINGS_H */
