/* SPDX-License-Identifier: BSD-3-Clause */
/* Devices in files: all data are in the mapping. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hwi/include/bqc/MU_Addressing.h"
#include "raw.h"

#define COUNTER 0x1000u
#define TARGET  0x2000u
#define SOURCE  0x3000u
#define FIFO    0x10000u

static char directory[] = "/tmp/emuq-device-XXXXXX";

/* Maps a file after the device wrote it. */
static bool map_file(raw_t *raw, const char *path)
{
    struct stat status;
    *raw = (raw_t){.owner = -1, .member = -1, .event = -1};
    for (int i = 0; i < 5000; i++, usleep(2000)) {
        int fd = open(path, O_RDWR | O_CLOEXEC);
        if (fd >= 0 && fstat(fd, &status) == 0 && status.st_size != 0) {
            raw->region_bytes = (uint64_t)status.st_size;
            raw->info = mmap(NULL, raw->region_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
            close(fd);
            CU_ASSERT(raw_await(&raw->info->magic, EMUQ_DEVICE_MAGIC));
            raw->memory = (char *)raw->info + raw->info->aperture_offset;
            return true;
        }
        if (fd >= 0)
            close(fd);
    }
    CU_FAIL("there is no file");
    return false;
}

/* A put from the first node of a region to node @p to, with the target in @p target's memory. */
static void put(const raw_t *from, const raw_t *target, uint32_t in_region, uint32_t to)
{
    volatile uint64_t *counter = (volatile uint64_t *)(raw_memory(target, in_region) + COUNTER);
    raw_inj(from, 0, 0, FIFO, 8);
    raw_bat(target, in_region, 0, RAW_PA + TARGET);
    raw_bat(target, in_region, 1,
            (RAW_PA + COUNTER) | MUHWI_ATOMIC_ADDRESS_INDICATOR | MUHWI_ATOMIC_OPCODE_STORE_ADD);
    *counter = 32;
    memset(raw_memory(from, 0) + SOURCE, 0x5a, 32);
    MUHWI_Descriptor_t d = raw_put(to, SOURCE, 32, 0);
    raw_inject(from, 0, 0, &d);
    CU_ASSERT(raw_await(counter, 0));
    CU_ASSERT_EQUAL(memcmp(raw_memory(target, in_region) + TARGET, raw_memory(from, 0) + SOURCE, 32), 0);
}

static void one_file(void)
{
    char path[128];
    raw_t raw;
    snprintf(path, sizeof path, "%s/one", directory);
    const char *const arguments[] = {"--file",     path,    "--shape", "2",      "--memory", "128M",
                                     "--separate", "--ppn", "2",       "--mesh", "A",        NULL};
    raw_device_t device = raw_start(path, arguments);
    if (map_file(&raw, path)) {
        CU_ASSERT_EQUAL(raw.info->features, EMUQ_DEVICE_HAS_DOORBELL);
        CU_ASSERT_EQUAL(raw.info->nodes, 2);
        CU_ASSERT_EQUAL(raw.info->ppn, 2);
        CU_ASSERT_EQUAL(raw.info->torus, 0xf);
        CU_ASSERT_EQUAL(raw.info->region_bytes, raw.region_bytes);
        CU_ASSERT_EQUAL(raw.info->aperture_bytes, RAW_APERTURE);
        CU_ASSERT_EQUAL(raw.info->aperture_stride, RAW_APERTURE);
        put(&raw, &raw, 1, 1);
        raw_close(&raw);
    }
    raw_stop(&device);
    CU_ASSERT_EQUAL(access(path, F_OK), -1);
}

static void all_nodes_see_the_same(void)
{
    char path[128];
    raw_t raw;
    snprintf(path, sizeof path, "%s/same", directory);
    const char *const arguments[] = {"--file", path, "--shape", "2", "--memory", "64M", NULL};
    raw_device_t device = raw_start(path, arguments);
    if (map_file(&raw, path)) {
        CU_ASSERT_EQUAL(raw.info->aperture_bytes, RAW_APERTURE);
        CU_ASSERT_EQUAL(raw.info->aperture_stride, 0);
        CU_ASSERT_EQUAL(raw.info->region_bytes, raw.info->aperture_offset + RAW_APERTURE);
        put(&raw, &raw, 1, 1);
        raw_close(&raw);
    }
    raw_stop(&device);
}

static void a_file_for_each_node(void)
{
    char pattern[64], path[2][64];
    raw_t raw[2];
    snprintf(pattern, sizeof pattern, "%s/node%%n.mu", directory);
    const char *const arguments[] = {"--file", pattern, "--shape", "2", "--memory", "64M", NULL};
    raw_device_t device = raw_start(pattern, arguments);
    for (uint32_t i = 0; i < 2; i++) {
        snprintf(path[i], sizeof path[i], "%s/node%u.mu", directory, i);
        CU_ASSERT_FATAL(map_file(&raw[i], path[i]));
        CU_ASSERT_EQUAL(raw[i].info->first_node, i);
        CU_ASSERT_EQUAL(raw[i].info->nodes, 1);
        CU_ASSERT_EQUAL(raw[i].info->size[0], 2);
        CU_ASSERT_EQUAL(raw[i].info->features, 0);
    }
    put(&raw[0], &raw[1], 0, 1);
    put(&raw[1], &raw[0], 0, 0);
    raw_close(&raw[0]);
    raw_close(&raw[1]);
    raw_stop(&device);
    CU_ASSERT_EQUAL(access(path[1], F_OK), -1);
}

/* A program finds a reset device after an earlier program. */
static void reset(void)
{
    char path[128];
    raw_t raw;
    snprintf(path, sizeof path, "%s/reset", directory);
    const char *const arguments[] = {"--file", path, "--shape", "2", "--memory", "64M", NULL};
    raw_device_t device = raw_start(path, arguments);
    CU_ASSERT_FATAL(map_file(&raw, path));
    for (int i = 0; i < 3; i++) {
        put(&raw, &raw, 1, 1);
        MUHWI_Descriptor_t bad = raw_put(1, RAW_APERTURE, 8, 0);
        raw_inject(&raw, 0, 0, &bad);
        CU_ASSERT(raw_await(&raw_control(&raw, 0)->errors, 1));
        CU_ASSERT_EQUAL(raw_command(&raw, 1, EMUQ_DEVICE_RESET, NULL, NULL), 0);
        CU_ASSERT_EQUAL(raw_load(&raw_control(&raw, 0)->errors), 0);
        CU_ASSERT_EQUAL(raw_load(raw_register(&raw, 0, 0, RAW_INJ(0) + RAW_START)), 0);
        CU_ASSERT_EQUAL(raw_load(raw_register(&raw, 0, 0, RAW_INJ(0) + RAW_SIZE)), 0x3f);
        CU_ASSERT_EQUAL(raw_load(raw_register(&raw, 0, 0, RAW_INJ(0) + RAW_DONE)), 0);
        CU_ASSERT_EQUAL(raw_load(raw_register(&raw, 0, 0, RAW_ENABLED)), 0);
        CU_ASSERT_EQUAL(raw_load(raw_register(&raw, 1, 0, RAW_BAT(0))), 0x1fffffffff);
        CU_ASSERT_EQUAL(raw_dcr(&raw, 0, MU_DCR(IMFIFO_SYSTEM)), UINT32_MAX);
    }
    raw_close(&raw);
    raw_stop(&device);
}

static void write_file(const char *path, const void *data, size_t bytes)
{
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_EQUAL(fwrite(data, 1, bytes, file), bytes);
    fclose(file);
}

/* A device replaces the files of a killed device, but no files of different origin. */
static void files_that_are_there(void)
{
    char path[128], back[8] = "";
    raw_t raw;
    uint64_t magic = EMUQ_DEVICE_MAGIC;
    snprintf(path, sizeof path, "%s/there", directory);
    const char *const arguments[] = {"--file", path, "--shape", "1", "--memory", "64M", NULL};
    write_file(path, &magic, sizeof magic);
    raw_device_t device = raw_start(path, arguments);
    for (int i = 0; i < 5000; i++, usleep(2000)) {
        struct stat status;
        if (stat(path, &status) == 0 && status.st_size > 4096)
            break;
    }
    CU_ASSERT(map_file(&raw, path));
    raw_device_t second = raw_start(path, arguments); /* the file belongs to a running device */
    CU_ASSERT_EQUAL(raw_end(&second), 1);
    CU_ASSERT_EQUAL(raw_flush(&raw, 0), 0);
    raw_close(&raw);
    raw_stop(&device);
    write_file(path, "poem", 4);
    second = raw_start(path, arguments);
    CU_ASSERT_EQUAL(raw_end(&second), 1);
    FILE *file = fopen(path, "r");
    CU_ASSERT_EQUAL(file != NULL ? fread(back, 1, sizeof back, file) : 0, 4);
    CU_ASSERT_STRING_EQUAL(back, "poem");
    if (file != NULL)
        fclose(file);
    unlink(path);
}

/* A program truncates the file: the device reports this and exits. */
static void truncated(void)
{
    char path[128];
    raw_t raw;
    snprintf(path, sizeof path, "%s/cut", directory);
    const char *const arguments[] = {"--file", path, "--shape", "1", "--memory", "64M", NULL};
    raw_device_t device = raw_start(path, arguments);
    CU_ASSERT_FATAL(map_file(&raw, path));
    CU_ASSERT_EQUAL(truncate(path, 0), 0);
    CU_ASSERT_EQUAL(raw_end(&device), 1);
    raw_close(&raw);
    unlink(path);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"one file", one_file},
        {"all nodes see the same", all_nodes_see_the_same},
        {"a file for each node", a_file_for_each_node},
        {"reset", reset},
        {"files that are there", files_that_are_there},
        {"truncated", truncated},
        {NULL, NULL},
    };
    if (mkdtemp(directory) == NULL)
        return 1;
    int status = emuq_test_main("device_files", tests);
    return rmdir(directory) == 0 ? status : 1;
}
