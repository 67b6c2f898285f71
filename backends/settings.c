/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/settings.h"

#include <emuq_components.h>

/* The words after "emulator", in the order of emuq_backends[]. */
#if EMUQ_HAVE_MMIO && EMUQ_HAVE_TIMED
#define EMUQ_BACKEND_WORDS "|mmio|timed"
#elif EMUQ_HAVE_MMIO
#define EMUQ_BACKEND_WORDS "|mmio"
#elif EMUQ_HAVE_TIMED
#define EMUQ_BACKEND_WORDS "|timed"
#else
#define EMUQ_BACKEND_WORDS ""
#endif

#if EMUQ_HAVE_SPIN
#define EMUQ_SPIN_DEFAULT "auto"
#define EMUQ_SPIN_WORDS   "auto|off"
#define EMUQ_SPIN_HELP    "yield the core in busy-wait loops on memory if threads outnumber cores"
#else
#define EMUQ_SPIN_DEFAULT "off"
#define EMUQ_SPIN_WORDS   "off"
#define EMUQ_SPIN_HELP    "this build has no spin timers; configure EMUQ with -DEMUQ_SPIN=ON"
#endif

static const emuq_setting_info_t rows[EMUQ_SETTINGS] = {
#define EMUQ_SETTING(id, name, type, def, values, help) {name, EMUQ_SETTING_TYPE_##type, def, values, help},
#include "backends/settings.def"
#undef EMUQ_SETTING
};

static emuq_setting_value_t values[EMUQ_SETTINGS];
static emuq_settings_t table = EMUQ_SETTINGS_TABLE("emuq", "EMUQ_", rows, values);

__attribute__((constructor(EMUQ_SETTINGS_PRIORITY))) static void settings_declare(void)
{
    emuq_settings_register(&table);
}

const emuq_setting_info_t *emuq_setting_info(emuq_setting_t id)
{
    return &rows[id];
}

int emuq_setting_parse(emuq_setting_t id, const char *text, uint64_t *number)
{
    return emuq_setting_info_parse(&rows[id], text, number);
}

int emuq_settings_load(void)
{
    return emuq_settings_read(&table);
}

uint64_t emuq_setting_number(emuq_setting_t id)
{
    return emuq_settings_value(&table, id)->number;
}

const char *emuq_setting_text(emuq_setting_t id)
{
    return emuq_settings_value(&table, id)->text;
}

int emuq_setting_is_set(emuq_setting_t id)
{
    return emuq_settings_value(&table, id)->is_set;
}
