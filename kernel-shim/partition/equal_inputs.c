/* SPDX-License-Identifier: BSD-3-Clause */
/* Inputs of a job that must be equal on all hosts: hashes for the comparison, values for messages. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/settings.h"
#include "base/mix.h"
#include "base/text.h"
#include "kernel-shim/partition/job.h"
#include "kernel-shim/partition/launch.h"
#include "kernel-shim/partition/partition.h"

#define DIGITS 8 /* hexadecimal digits per hash */

static uint32_t equal_hash_map_file(void)
{
    const char *mapping = emuq_setting_text(EMUQ_SETTING_MAPPING);
    FILE *file = emuq_mapping_is_file(mapping) ? fopen(mapping, "re") : NULL;
    uint32_t state = EMUQ_FNV_BASIS;
    char part[4096];
    size_t count;
    if (file == NULL)
        return 0; /* no file, or reported later */
    while ((count = fread(part, 1, sizeof(part), file)) > 0)
        state = emuq_fnv(state, part, count);
    fclose(file);
    return state;
}

static uint32_t equal_hash_build(void)
{
    uint64_t layout = emuq_partition_layout();
    return emuq_fnv(EMUQ_FNV_BASIS, &layout, sizeof(layout));
}

static const char *equal_thread_layout(void)
{
    const char *layout = getenv("BG_THREADLAYOUT");
    return layout != NULL ? layout : "";
}

typedef struct input {
    const char *name;
    uint32_t (*hash)(void);    /* hash of data without a text; or NULL */
    const char *(*text)(void); /* text of a variable that is no setting; or NULL */
    emuq_setting_t setting;
    const char *by_default; /* value of an unset setting on several hosts; NULL: the setting's default */
} input_t;

#define SETTING(id)             .name = "EMUQ_" #id, .setting = EMUQ_SETTING_##id
#define SETTING_OR(id, default) SETTING(id), .by_default = (default)

static const input_t inputs[EMUQ_EQUAL_INPUTS] = {
    [EMUQ_EQUAL_BUILD] = {.name = "the build of EMUQ", .hash = equal_hash_build},
    {SETTING(BACKEND)},
    {SETTING_OR(SHAPE, "")}, /* a shape that fits */
    {SETTING(PPN)},
    {SETTING(MAPPING)},
    {.name = "the map file of EMUQ_MAPPING", .hash = equal_hash_map_file},
    {SETTING(MESH)},
    {SETTING(IO_RATIO)},
    {.name = "BG_THREADLAYOUT", .text = equal_thread_layout},
    {SETTING(HOST_MAC)},
    /* A host sends heartbeats at its interval, and is judged by the interval of its peers. */
    {SETTING(HEARTBEAT)},
    /* Cards of two hosts are the ends of one link, and nodes of one network (apenet/driver/cards.c). */
    {SETTING_OR(APENET_NET, "packet")},
    {SETTING_OR(APENET_LINK, "hosts")},
    {SETTING(APENET_FAULTS)},
    {SETTING(APENET_WATCHDOG)},
    {SETTING(APENET_NOBUF)},
};

_Static_assert(EMUQ_EQUAL_INPUTS *DIGITS < EMUQ_DIGEST_BYTES, "a digest has a hash of each input");

static const char *equal_text(const input_t *input)
{
    if (input->text != NULL)
        return input->text();
    return input->by_default != NULL && !emuq_setting_is_set(input->setting)
               ? input->by_default
               : emuq_setting_text(input->setting);
}

static uint32_t equal_hash_of(const input_t *input)
{
    if (input->hash != NULL)
        return input->hash();
    const char *text = equal_text(input);
    return emuq_fnv(EMUQ_FNV_BASIS, text, strlen(text));
}

void emuq_job_digest(char digest[EMUQ_DIGEST_BYTES])
{
    for (size_t i = 0; i < EMUQ_EQUAL_INPUTS; i++)
        snprintf(digest + i * DIGITS, DIGITS + 1, "%08" PRIx32, equal_hash_of(&inputs[i]));
}

int emuq_job_difference(const char *a, const char *b)
{
    if (strlen(a) != strlen(b) || strlen(a) != (size_t)EMUQ_EQUAL_INPUTS * DIGITS)
        return EMUQ_EQUAL_BUILD;
    for (int i = 0; i < EMUQ_EQUAL_INPUTS; i++)
        if (strncmp(a + i * DIGITS, b + i * DIGITS, DIGITS) != 0)
            return i;
    return -1;
}

const char *emuq_job_input_name(int input)
{
    return input >= 0 && input < EMUQ_EQUAL_INPUTS ? inputs[input].name : "EMUQ";
}

void emuq_job_input_value(int input, char value[EMUQ_INPUT_BYTES])
{
    const input_t *i = input >= 0 && input < EMUQ_EQUAL_INPUTS ? &inputs[input] : &inputs[EMUQ_EQUAL_BUILD];
    emuq_text_t out = emuq_text(value, EMUQ_INPUT_BYTES);
    if (i->hash != NULL) {
        emuq_text_add(&out, "of checksum %08" PRIx32, i->hash());
        return;
    }
    emuq_text_add(&out, "'%.200s'", equal_text(i));
    if (i->text == NULL && !emuq_setting_is_set(i->setting))
        emuq_text_add(&out, " (not set)");
    emuq_printable(value, false);
}
