/* SPDX-License-Identifier: BSD-3-Clause */
/* Settings of the message layer. */
#include <pthread.h>

#include "base/settings.h"
#include "msglayer/core/settings.h"

static const emuq_setting_info_t settings_rows[EMUQ_PAMI_SETTINGS] = {
#define EMUQ_PAMI_SETTING(id, name, type, def, settings_values, help)                                        \
    {name, EMUQ_SETTING_TYPE_##type, def, settings_values, help},
#include "msglayer/settings.def"
#undef EMUQ_PAMI_SETTING
};

static emuq_setting_value_t settings_values[EMUQ_PAMI_SETTINGS];

/* Unknown PAMI_ variables are ignored: programs and libraries use the prefix, too. */
static emuq_settings_t settings_table = EMUQ_SETTINGS_TABLE("pami", NULL, settings_rows, settings_values);

static pthread_once_t settings_once = PTHREAD_ONCE_INIT;
static int settings_result;

__attribute__((constructor(EMUQ_SETTINGS_PRIORITY))) static void settings_declare(void)
{
    emuq_settings_register(&settings_table);
}

static void settings_load(void)
{
    settings_result = emuq_settings_read(&settings_table);
}

int emuq_pami_settings_load(void)
{
    pthread_once(&settings_once, settings_load);
    return settings_result;
}

uint64_t emuq_pami_setting(emuq_pami_setting_t id)
{
    return emuq_settings_value(&settings_table, id)->number;
}

bool emuq_pami_setting_is_set(emuq_pami_setting_t id)
{
    return emuq_settings_value(&settings_table, id)->is_set;
}

const char *emuq_pami_setting_text(emuq_pami_setting_t id)
{
    return emuq_settings_value(&settings_table, id)->text;
}
