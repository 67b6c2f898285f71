/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/partition/agree.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/settings.h"
#include "kernel-shim/partition/job.h"
#include "kernel-shim/partition/partition.h"

#define DIGITS 8 /* of each hash */

/* FNV-1a. */
#define FNV_BASIS UINT32_C(2166136261)
#define FNV_PRIME UINT32_C(16777619)

static uint32_t hash(uint32_t state, const void *bytes, size_t count)
{
    for (const unsigned char *byte = bytes; count > 0; count--)
        state = (state ^ *byte++) * FNV_PRIME;
    return state;
}

static uint32_t hash_text(const char *text)
{
    return hash(FNV_BASIS, text, strlen(text));
}

static uint32_t hash_setting(int setting)
{
    return hash_text(emuq_setting_text((emuq_setting_t)setting));
}

static uint32_t hash_map_file(int setting)
{
    const char *mapping = emuq_setting_text((emuq_setting_t)setting);
    FILE *file = emuq_mapping_is_file(mapping) ? fopen(mapping, "re") : NULL;
    uint32_t state = FNV_BASIS;
    char part[4096];
    size_t count;
    if (file == NULL)
        return 0; /* there is none, or it is missed later */
    while ((count = fread(part, 1, sizeof(part), file)) > 0)
        state = hash(state, part, count);
    fclose(file);
    return state;
}

static uint32_t hash_thread_layout(int unused)
{
    const char *layout = getenv("BG_THREADLAYOUT");
    (void)unused;
    return hash_text(layout != NULL ? layout : "");
}

static uint32_t hash_build(int unused)
{
    uint64_t layout = emuq_partition_layout();
    (void)unused;
    return hash(FNV_BASIS, &layout, sizeof(layout));
}

static const struct {
    const char *name;
    uint32_t (*hash)(int setting);
    int setting;
} parts[] = {
    {"the build of EMUQ", hash_build, 0},
    {"EMUQ_BACKEND", hash_setting, EMUQ_SETTING_BACKEND},
    {"EMUQ_SHAPE", hash_setting, EMUQ_SETTING_SHAPE},
    {"EMUQ_PPN", hash_setting, EMUQ_SETTING_PPN},
    {"EMUQ_MAPPING", hash_setting, EMUQ_SETTING_MAPPING},
    {"the map file of EMUQ_MAPPING", hash_map_file, EMUQ_SETTING_MAPPING},
    {"EMUQ_MESH", hash_setting, EMUQ_SETTING_MESH},
    {"EMUQ_IO_RATIO", hash_setting, EMUQ_SETTING_IO_RATIO},
    {"BG_THREADLAYOUT", hash_thread_layout, 0},
    {"EMUQ_HOST_MAC", hash_setting, EMUQ_SETTING_HOST_MAC},
    /* A host beats as often as its own value asks for, and is judged by that of the others. */
    {"EMUQ_HEARTBEAT", hash_setting, EMUQ_SETTING_HEARTBEAT},
};

#define PARTS (sizeof(parts) / sizeof(parts[0]))
_Static_assert(PARTS *DIGITS < EMUQ_DIGEST_BYTES, "a digest has a hash of each part");

void emuq_job_digest(char digest[EMUQ_DIGEST_BYTES])
{
    for (size_t i = 0; i < PARTS; i++)
        snprintf(digest + i * DIGITS, DIGITS + 1, "%08x", parts[i].hash(parts[i].setting));
}

const char *emuq_job_difference(const char *one, const char *other)
{
    if (strlen(one) != strlen(other))
        return parts[0].name;
    for (size_t i = 0; i < PARTS; i++)
        if (strncmp(one + i * DIGITS, other + i * DIGITS, DIGITS) != 0)
            return parts[i].name;
    return NULL;
}
