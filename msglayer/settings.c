/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/settings.h"

#include <pthread.h>

#include "base/settings.h"

static const emuq_setting_info_t rows[EMUQ_PAMI_SETTINGS] = {
#define EMUQ_PAMI_SETTING(id, name, type, def, values, help)                                                 \
    {name, EMUQ_SETTING_TYPE_##type, def, values, help},
#include "msglayer/settings.def"
#undef EMUQ_PAMI_SETTING
};

static emuq_setting_value_t values[EMUQ_PAMI_SETTINGS];

/* Variables that begin with PAMI_ and are none of these belong to programs and to other libraries. */
static emuq_settings_t table = EMUQ_SETTINGS_TABLE("pami", NULL, rows, values);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int result; /* of reading; constant afterwards */

__attribute__((constructor(EMUQ_SETTINGS_PRIORITY))) static void declare(void)
{
    emuq_settings_register(&table);
}

static void load(void)
{
    result = emuq_settings_read(&table);
}

int emuq_pami_settings_load(void)
{
    pthread_once(&once, load);
    return result;
}

uint64_t emuq_pami_setting(emuq_pami_setting_t id)
{
    return emuq_settings_value(&table, id)->number;
}

bool emuq_pami_setting_is_set(emuq_pami_setting_t id)
{
    return emuq_settings_value(&table, id)->is_set;
}

const char *emuq_pami_setting_text(emuq_pami_setting_t id)
{
    return emuq_settings_value(&table, id)->text;
}
