/* SPDX-License-Identifier: BSD-3-Clause */
/* Available memory: of the machine, and of a control group and its parents, in a tree of files. */
#define _GNU_SOURCE
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/process.h"
#include "emuq_test.h"

#define MIB (UINT64_C(1) << 20)

static char root[] = "/tmp/emuq-memory-XXXXXX";

/* Makes a file with its directories. */
static void write_file(const char *name, const char *text)
{
    char path[PATH_MAX];
    CU_ASSERT_FATAL(snprintf(path, sizeof path, "%s/%s", root, name) < (int)sizeof path);
    for (char *at = path + sizeof root; (at = strchr(at, '/')) != NULL; at++) {
        *at = '\0';
        (void)mkdir(path, 0700);
        *at = '/';
    }
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT(fputs(text, file) >= 0);
    CU_ASSERT_EQUAL(fclose(file), 0);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    return remove(path);
}

/* Begins a tree: a machine with 1000 MiB of memory and 24 MiB of swap space. */
static void begin(const char *group)
{
    memcpy(root + sizeof root - 7, "XXXXXX", 6);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(root));
    write_file("proc/meminfo", "MemTotal: 4096000 kB\nMemFree: 1 kB\nMemAvailable: 1024000 kB\n"
                               "SwapTotal: 99999 kB\nSwapFree: 24576 kB\n");
    write_file("proc/self/cgroup", group);
}

static uint64_t end(void)
{
    uint64_t bytes = emuq_available_memory(root);
    CU_ASSERT_EQUAL(nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
    return bytes;
}

static void machine_without_limits(void)
{
    begin("0::/\n");
    CU_ASSERT_EQUAL(end(), 1024 * MIB);
    begin("0::/job\n");
    write_file("sys/fs/cgroup/job/memory.max", "max\n");
    write_file("sys/fs/cgroup/job/memory.current", "1048576\n");
    CU_ASSERT_EQUAL(end(), 1024 * MIB);
    begin("4:memory:/job\n");
    CU_ASSERT_EQUAL(end(), 1024 * MIB);
}

static void limits_of_parents(void)
{
    begin("0::/a/job\n");
    write_file("sys/fs/cgroup/a/job/memory.max", "524288000\n");
    write_file("sys/fs/cgroup/a/job/memory.current", "0\n");
    CU_ASSERT_EQUAL(end(), 524 * MIB);
    begin("0::/a/job\n");
    write_file("sys/fs/cgroup/a/job/memory.max", "524288000\n");
    write_file("sys/fs/cgroup/a/job/memory.current", "0\n");
    write_file("sys/fs/cgroup/a/memory.max", "104857600\n");
    write_file("sys/fs/cgroup/a/memory.current", "209715200\n");
    CU_ASSERT_EQUAL(end(), 24 * MIB);
    begin("0::/\n"); /* a container has the files in its root */
    write_file("sys/fs/cgroup/memory.max", "104857600\n");
    write_file("sys/fs/cgroup/memory.current", "52428800\n");
    CU_ASSERT_EQUAL(end(), 74 * MIB);
}

static void cached_files_are_available(void)
{
    begin("0::/job\n");
    write_file("sys/fs/cgroup/job/memory.max", "104857600\n");
    write_file("sys/fs/cgroup/job/memory.current", "104857600\n");
    write_file("sys/fs/cgroup/job/memory.stat", "anon 9437184\nfile 99999999\nshmem 5242880\n"
                                                "inactive_anon 1\nactive_anon 1\ninactive_file 31457280\n"
                                                "active_file 20971520\nslab_reclaimable 1048576\n");
    write_file("sys/fs/cgroup/job/memory.swap.max", "0\n");
    write_file("sys/fs/cgroup/job/memory.swap.current", "0\n");
    CU_ASSERT_EQUAL(end(), 51 * MIB);
}

static void nothing_is_known(void)
{
    CU_ASSERT_EQUAL(emuq_available_memory("/nonexistent"), UINT64_MAX);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"machine without limits", machine_without_limits},
                                        {"limits of parents", limits_of_parents},
                                        {"cached files are available", cached_files_are_available},
                                        {"nothing is known", nothing_is_known},
                                        {NULL, NULL}};
    return emuq_test_main("available memory", tests);
}
