/* SPDX-License-Identifier: BSD-3-Clause */
/* Rejected devices and EMUQ_DEVICE values: each mismatch has a message. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "backends/mmio/mmio.h"
#include "backends/settings.h"
#include "emuq_test.h"

#define PAGE UINT64_C(4096)

static char path[64]; /* file of the simulated device */
static char said[4096];
static const emuq_geometry_t four = {.size = {4, 1, 1, 1, 1}, .torus = 0x1f};

/* A valid information page for four nodes with 256 MiB each. */
static emuq_device_info_t good_page(void)
{
    emuq_device_info_t i = {.magic = EMUQ_DEVICE_MAGIC,
                            .version = EMUQ_DEVICE_VERSION,
                            .info_bytes = sizeof(i),
                            .size = {4, 1, 1, 1, 1},
                            .torus = 0x1f,
                            .nodes = 4,
                            .control_offset = PAGE,
                            .control_stride = PAGE,
                            .control_bytes = sizeof(emuq_device_control_t),
                            .registers_offset = 8 * PAGE,
                            .registers_stride = 0x200000,
                            .registers_bytes = EMUQ_DEVICE_REGISTER_BYTES,
                            .aperture_offset = UINT64_C(1) << 26,
                            .aperture_stride = UINT64_C(1) << 28,
                            .aperture_bytes = UINT64_C(1) << 28,
                            .aperture_pa = UINT64_C(1) << 35};
    i.region_bytes = i.aperture_offset + 4 * i.aperture_stride;
    return i;
}

/* Calls @p act with standard error captured in `said`. */
static int listen_to(int (*act)(void *), void *argument)
{
    FILE *file = tmpfile();
    int before = dup(STDERR_FILENO);
    fflush(stderr);
    dup2(fileno(file), STDERR_FILENO);
    int rc = act(argument);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    said[fread(said, 1, sizeof(said) - 1, file)] = '\0';
    fclose(file);
    return rc;
}

static emuq_region_requirements_t wish;

static int check(void *info)
{
    return emuq_region_check(info, &wish);
}

/* Expects error @p rc and a message with @p words. */
static void refused(emuq_device_info_t info, int rc, const char *words)
{
    int got = listen_to(check, &info);
    CU_ASSERT_EQUAL(got, rc);
    bool found = strstr(said, words) != NULL && strstr(said, "/dev/a") != NULL &&
                 strchr(said, '\n') == strrchr(said, '\n');
    CU_ASSERT(found);
    if (got != rc || !found)
        fprintf(stderr, "wanted %d and \"%s\", got %d and %s\n", rc, words, got, said);
}

static void wish_for_four(void)
{
    wish = (emuq_region_requirements_t){
        .path = "/dev/a", .bytes = UINT64_MAX, .geometry = &four, .ppn = 2, .first_node = 0, .nodes = 4};
}

static void test_good(void)
{
    emuq_device_info_t i = good_page();
    wish_for_four();
    CU_ASSERT_EQUAL(listen_to(check, &i), 0);
    CU_ASSERT_STRING_EQUAL(said, "");
    i.torus = 0x10; /* a dimension of one node has no ends */
    CU_ASSERT_EQUAL(listen_to(check, &i), 0);
    i.ppn = 2;
    CU_ASSERT_EQUAL(listen_to(check, &i), 0);
}

static void test_layout(void)
{
    emuq_device_info_t i = good_page();
    wish_for_four();
    i.magic = 0x1234;
    refused(i, -EPROTO, "is no device: it begins with 0x1234");
    i = good_page();
    i.version = 99;
    refused(i, -EPROTO, "has version 99 of the interface");
    i = good_page();
    i.info_bytes = 16;
    refused(i, -EPROTO, "16 bytes of information");
    i = good_page();
    wish.bytes = 1 << 20;
    refused(i, -EPROTO, "was the file cut off?");
    wish.bytes = UINT64_MAX;
    i.nodes = 0;
    refused(i, -EPROTO, "has no nodes");
}

static void test_pieces(void)
{
    emuq_device_info_t i = good_page();
    wish_for_four();
    i.control_bytes = 8;
    refused(i, -EPROTO, "the control blocks");
    i = good_page();
    i.control_offset += 8;
    refused(i, -EPROTO, "the control blocks");
    i = good_page();
    i.registers_stride = PAGE;
    refused(i, -EPROTO, "the register files");
    i = good_page();
    i.registers_stride = UINT64_MAX - PAGE + 1;
    refused(i, -EPROTO, "the register files");
    i = good_page();
    i.registers_offset = UINT64_MAX - PAGE + 1;
    refused(i, -EPROTO, "the register files");
    i = good_page();
    i.aperture_bytes = UINT64_C(1) << 35;
    refused(i, -EPROTO, "the apertures");
    i = good_page();
    i.aperture_pa = (UINT64_C(1) << 36) - PAGE;
    refused(i, -EPROTO, "the apertures");
}

static void test_job(void)
{
    emuq_device_info_t i = good_page();
    wish_for_four();
    i.size[1] = 2;
    refused(i, -EINVAL, "is a partition of 4x2x1x1x1, the job needs 4x1x1x1x1");
    i = good_page();
    i.torus = 0x0f;
    refused(i, -EINVAL, "4x1x1x1x1 with mesh A, the job needs 4x1x1x1x1;");
    i = good_page();
    i.ppn = 4;
    refused(i, -EINVAL, "accepts 4 processes per node, the job has 2");
    i = good_page();
    i.first_node = 4;
    refused(i, -EINVAL, "has 4 nodes from number 4, the job needs 4 from number 0");
}

/* ---- EMUQ_DEVICE ---- */

static int ask_for_memory(void *plan)
{
    emuq_backing_t backing;
    return emuq_backend_mmio.machine->memory(plan, &backing);
}

/* Expects EMUQ_DEVICE=@p device to fail with @p rc and a message with @p words. */
static void unusable(const char *device, int rc, const char *words)
{
    emuq_memory_plan_t plan = {4, 1};
    setenv("EMUQ_DEVICE", device, 1);
    CU_ASSERT_EQUAL_FATAL(emuq_settings_load(), 0);
    int got = listen_to(ask_for_memory, &plan);
    CU_ASSERT_EQUAL(got, rc);
    CU_ASSERT(strstr(said, words) != NULL);
    if (strstr(said, words) == NULL || got != rc)
        fprintf(stderr, "%s: wanted %d and \"%s\", got %d and %s\n", device, rc, words, got, said);
}

static void test_places(void)
{
    char text[300];
    unusable("", -EINVAL, "needs a device");
    unusable("/nowhere/at/all", -ENOENT, "no device at /nowhere/at/all");
    unusable("@emuq-nobody-listens-here", -ECONNREFUSED,
             "cannot reach the device at @emuq-nobody-listens-here");
    unusable("/nowhere/%n", -ENOENT, "cannot open the device /nowhere/0 of node 0");
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    unusable(text, -ENAMETOOLONG, "EMUQ_DEVICE is longer than");
    text[150] = '\0';
    text[0] = '@';
    unusable(text, -ENAMETOOLONG, "too long for a socket");
}

/* Writes the first page of a device. */
static void write_page(const emuq_device_info_t *i, uint64_t bytes)
{
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    CU_ASSERT_FATAL(fd >= 0);
    CU_ASSERT_EQUAL(ftruncate(fd, (off_t)bytes), 0);
    CU_ASSERT_EQUAL(pwrite(fd, i, sizeof(*i), 0), (ssize_t)sizeof(*i));
    close(fd);
}

static void test_files(void)
{
    emuq_memory_plan_t plan = {4, 1};
    emuq_backing_t b;
    emuq_device_info_t i = good_page();
    write_page(&i, i.region_bytes);
    setenv("EMUQ_DEVICE", path, 1);
    CU_ASSERT_EQUAL_FATAL(emuq_settings_load(), 0);
    CU_ASSERT_EQUAL(emuq_backend_mmio.machine->memory(&plan, &b), 0);
    CU_ASSERT_EQUAL(b.window_bytes, UINT64_C(1) << 28);
    CU_ASSERT_EQUAL(b.stride, UINT64_C(1) << 28);
    CU_ASSERT_EQUAL(b.pa, UINT64_C(1) << 35);
    plan.ppn = 2;
    CU_ASSERT_EQUAL(emuq_backend_mmio.machine->memory(&plan, &b), 0);
    CU_ASSERT_EQUAL(b.window_bytes, UINT64_C(1) << 27);
    plan.ppn = 8;
    CU_ASSERT_EQUAL(listen_to(ask_for_memory, &plan), -ENOMEM);
    CU_ASSERT(strstr(said, "256 MiB of device memory are too little for 8 processes") != NULL);
    plan = (emuq_memory_plan_t){0, 0}; /* threads see one memory */
    CU_ASSERT_EQUAL(listen_to(ask_for_memory, &plan), -EINVAL);
    CU_ASSERT(strstr(said, "start them by emuq-run") != NULL);
    i.aperture_stride = 0;
    write_page(&i, i.region_bytes);
    CU_ASSERT_EQUAL(emuq_backend_mmio.machine->memory(&plan, &b), 0);
    CU_ASSERT_EQUAL(b.window_bytes, UINT64_C(1) << 28);
    write_page(&i, 10);
    unusable(path, -EPROTO, "is no device: it has");
    write_page(&i, PAGE);
    unusable(path, -EPROTO, "was the file cut off?");
    unlink(path);
}

/* Windows of processes are consecutive, in one file per node if each node has a file. */
static void test_windows(void)
{
    emuq_backing_t b = {
        .offset = 1 << 20, .stride = 1 << 24, .window_bytes = 1 << 22, .pa = 1 << 30, .ppn = 2};
    emuq_backed_window_t w;
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    CU_ASSERT_FATAL(fd >= 0);
    CU_ASSERT_EQUAL(ftruncate(fd, 1 << 26), 0);
    strcpy(b.path, path);
    CU_ASSERT_EQUAL_FATAL(emuq_backing_map(&b, 5, &w), 0);
    CU_ASSERT_EQUAL(w.offset, (1 << 20) + 2 * (1 << 24) + (1 << 22));
    CU_ASSERT_EQUAL(w.pa, (1 << 30) + (1 << 22));
    CU_ASSERT_EQUAL(pwrite(fd, "abc", 3, (off_t)w.offset), 3);
    CU_ASSERT_EQUAL(memcmp(w.va, "abc", 3), 0);
    munmap(w.va, w.bytes);
    close(w.fd);
    b.stride = 0;
    CU_ASSERT_EQUAL_FATAL(emuq_backing_map(&b, 5, &w), 0);
    CU_ASSERT_EQUAL(w.offset, (1 << 20) + 5 * (1 << 22));
    CU_ASSERT_EQUAL(w.pa, (1 << 30) + 5 * (1 << 22));
    munmap(w.va, w.bytes);
    close(w.fd);
    b.from_start = true;
    CU_ASSERT_EQUAL_FATAL(emuq_backing_map(&b, 5, &w), 0);
    CU_ASSERT_EQUAL((uintptr_t)w.va % EMUQ_WINDOW_ALIGNMENT, 0);
    CU_ASSERT_EQUAL(pwrite(fd, "def", 3, (off_t)w.offset), 3);
    CU_ASSERT_EQUAL(memcmp(w.va, "def", 3), 0);
    CU_ASSERT_EQUAL(pwrite(fd, "ghi", 3, 0), 3);
    CU_ASSERT_EQUAL(memcmp(w.va - w.offset, "ghi", 3), 0);
    munmap(w.va - w.offset, w.offset + w.bytes);
    close(w.fd);
    char text[8];
    CU_ASSERT_EQUAL(emuq_backing_path("/d/%n.bar", 17, text, sizeof(text)), -ENAMETOOLONG);
    char longer[16];
    CU_ASSERT_EQUAL(emuq_backing_path("/d/%n.bar", 17, longer, sizeof(longer)), 9);
    CU_ASSERT_STRING_EQUAL(longer, "/d/17.bar");
    close(fd);
    unlink(path);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"a device that fits", test_good},
                                        {"other versions and sizes", test_layout},
                                        {"pieces out of place", test_pieces},
                                        {"other partitions", test_job},
                                        {"what EMUQ_DEVICE names", test_places},
                                        {"files", test_files},
                                        {"windows", test_windows},
                                        {NULL, NULL}};
    snprintf(path, sizeof(path), "/tmp/emuq-mmio-%ld", (long)getpid());
    return emuq_test_main("mmio_region", tests);
}
