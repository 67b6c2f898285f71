/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file settings.h
 * @brief The environment variables of the message layer: one table, settings.def.
 */
#ifndef EMUQ_PAMI_SETTINGS_H
#define EMUQ_PAMI_SETTINGS_H

#include <stdint.h>

/** The settings, EMUQ_PAMI_ and the identifier of their row. */
typedef enum emuq_pami_setting {
/** One row of settings.def. */
#define EMUQ_PAMI_SETTING(id, name, def, least, most, help) EMUQ_PAMI_##id,
#include "msglayer/settings.def"
#undef EMUQ_PAMI_SETTING
    EMUQ_PAMI_SETTINGS
} emuq_pami_setting_t;

/** Value of a setting, from the environment as it is now. A value that cannot be used is reported on standard
 * error, and the default taken. */
uint64_t emuq_pami_setting(emuq_pami_setting_t id);

#endif /* EMUQ_PAMI_SETTINGS_H */
