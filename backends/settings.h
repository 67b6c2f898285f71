/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file settings.h
 * @brief The EMUQ_* environment variables: table settings.def, read once and validated.
 */
#ifndef EMUQ_SETTINGS_H
#define EMUQ_SETTINGS_H

#include <stdint.h>

#include "base/settings.h"

typedef enum emuq_setting {
#define EMUQ_SETTING(id, name, type, def, values, help) EMUQ_SETTING_##id,
#include "backends/settings.def"
#undef EMUQ_SETTING
    EMUQ_SETTINGS
} emuq_setting_t;

const emuq_setting_info_t *emuq_setting_info(emuq_setting_t id);

/** Thread-safe. @param number set to the value of a COUNT, bytes of a SIZE, index of a CHOICE; unchanged
 * for TEXT; may be NULL @return 0; -EINVAL without a message: invalid */
int emuq_setting_parse(emuq_setting_t id, const char *text, uint64_t *number);

/** Reads the environment; reports invalid values and unknown variables EMUQ_*. Not thread-safe: called at the
 * start of a job, and once by the getters. @return 0; -EINVAL: the settings are unchanged */
int emuq_settings_load(void);
/** @return the number of a COUNT, bytes of a SIZE, index of a CHOICE; 0 for TEXT. Thread-safe */
uint64_t emuq_setting_number(emuq_setting_t id);
/** @return string valid until the next emuq_settings_load(). Thread-safe */
const char *emuq_setting_text(emuq_setting_t id);
int emuq_setting_is_set(emuq_setting_t id);

#endif /* EMUQ_SETTINGS_H */
