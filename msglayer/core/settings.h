/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file settings.h
 * @brief Environment variables of the message layer, from the table settings.def.
 */
#ifndef EMUQ_PAMI_CORE_SETTINGS_H
#define EMUQ_PAMI_CORE_SETTINGS_H

#include "base/settings.h"

/** Settings: EMUQ_PAMI_ and the identifier of the row. */
typedef enum emuq_pami_setting {
#define EMUQ_PAMI_SETTING(id, name, type, def, values, help) EMUQ_PAMI_##id,
#include "msglayer/settings.def"
#undef EMUQ_PAMI_SETTING
    EMUQ_PAMI_SETTINGS
} emuq_pami_setting_t;

/** Reads the environment once and reports invalid values on standard error. Thread-safe. @return 0; -EINVAL,
 * at each call: a value is invalid */
int emuq_pami_settings_load(void);
/** Value of a setting, after emuq_pami_settings_load(). Thread-safe. */
uint64_t emuq_pami_setting(emuq_pami_setting_t id);
/** Number, text and origin of a setting. */
const emuq_setting_value_t *emuq_pami_setting_value(emuq_pami_setting_t id);

#endif /* EMUQ_PAMI_CORE_SETTINGS_H */
