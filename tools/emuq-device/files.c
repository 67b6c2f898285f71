/* SPDX-License-Identifier: BSD-3-Clause */
/* A partition in files, for programs that map them. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"
#include "tools/emuq-device/device.h"

#define FILES_DEFAULT_MEMORY (UINT64_C(1) << 30)
#define FILES_APERTURE_PA    (UINT64_C(1) << 35)

struct emuq_files {
    const char *pattern;
    uint32_t created;
    bool has_reported; /* the reason of a failure has been printed */
    emuq_device_t *device;
};

static bool files_is_per_node(const char *pattern)
{
    return strstr(pattern, "%n") != NULL;
}

/* Formats the path of a node's file. @return false if it is too long */
static bool files_path(const char *pattern, uint32_t node, char path[PATH_MAX])
{
    const char *at = strstr(pattern, "%n");
    int length = at != NULL ? snprintf(path, PATH_MAX, "%.*s%u%s", (int)(at - pattern), pattern, node, at + 2)
                            : snprintf(path, PATH_MAX, "%s", pattern);
    return length >= 0 && length < PATH_MAX;
}

/* True if a file may be overwritten: it is empty, or an earlier device created it. */
static bool files_is_stale(int fd)
{
    struct stat status;
    uint64_t magic = 0;
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || flock(fd, LOCK_EX | LOCK_NB) != 0)
        return false;
    return status.st_size == 0 ||
           (pread(fd, &magic, sizeof magic, 0) == (ssize_t)sizeof magic && magic == EMUQ_DEVICE_MAGIC);
}

static int files_open_one(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    if (fd < 0 && errno == EEXIST && (fd = open(path, O_RDWR | O_CLOEXEC)) >= 0 && !files_is_stale(fd)) {
        close(fd);
        errno = EEXIST;
        return -1;
    }
    return fd;
}

static int files_create(const emuq_region_t *region, void *context)
{
    emuq_files_t *files = context;
    char path[PATH_MAX];
    files->has_reported = true;
    if (!files_path(files->pattern, region->layout.first_node, path)) {
        emuq_device_message("the path %s is too long", files->pattern);
        return -ENAMETOOLONG;
    }
    int fd = files_open_one(path);
    int rc = fd < 0 ? -errno : 0;
    files->created += fd >= 0;
    if (rc == 0)
        rc = emuq_file_resize(fd, 0);
    if (rc == 0)
        rc = emuq_file_resize(fd, region->layout.region_bytes);
    files->has_reported = rc != 0;
    if (rc == 0)
        return fd;
    emuq_device_message("cannot write %s: %s", path,
                        rc == -EEXIST ? "the file does not belong to a device" : emuq_device_reason(rc));
    if (fd >= 0)
        close(fd);
    return rc;
}

static int files_plan(const emuq_device_options_t *o, emuq_device_plan_t *plan)
{
    char reason[EMUQ_REASON_BYTES];
    uint64_t memory = o->memory != 0 ? o->memory : FILES_DEFAULT_MEMORY, all = memory;
    *plan = (emuq_device_plan_t){.geometry = {.torus = 0x1f & ~o->mesh},
                                 .ppn = o->ppn,
                                 .aperture_bytes = memory,
                                 .aperture_pa = FILES_APERTURE_PA};
    memcpy(plan->geometry.size, o->size, sizeof o->size);
    if (o->separate && !files_is_per_node(o->file)) {
        plan->aperture_bytes =
            memory / emuq_geometry_nodes(&plan->geometry) / EMUQ_GRANULE_BYTES * EMUQ_GRANULE_BYTES;
        plan->aperture_stride = plan->aperture_bytes;
        all = plan->aperture_stride * emuq_geometry_nodes(&plan->geometry);
    }
    int rc = emuq_plan_check(plan, all, reason);
    if (rc != 0)
        emuq_device_message("%s", plan->aperture_bytes == 0 ? "--memory must give each node 64M" : reason);
    return rc;
}

/* Handler of SIGBUS: a program truncated a file of the device. */
static void files_truncated(int signal)
{
    static const char text[] = "emuq-device: a file of the device has been truncated\n";
    (void)signal;
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(EMUQ_DEVICE_FAILED);
    _exit(EMUQ_DEVICE_FAILED);
}

int emuq_files_open(const emuq_device_options_t *o, emuq_files_t **files)
{
    emuq_device_plan_t plan;
    int rc = files_plan(o, &plan);
    if (rc != 0)
        return rc;
    emuq_files_t *f = calloc(1, sizeof *f);
    if (f == NULL)
        return -ENOMEM;
    struct sigaction action = {.sa_handler = files_truncated};
    sigaction(SIGBUS, &action, NULL);
    f->pattern = o->file;
    uint32_t regions = files_is_per_node(o->file) ? emuq_geometry_nodes(&plan.geometry) : 1;
    rc = emuq_device_open(&plan, regions, NULL, files_create, f, &f->device);
    if (rc != 0) {
        if (!f->has_reported)
            emuq_device_message("cannot offer %s: %s", o->file, emuq_device_reason(rc));
        emuq_files_close(f);
        return rc;
    }
    *files = f;
    return 0;
}

void emuq_files_close(emuq_files_t *f)
{
    char path[PATH_MAX];
    if (f == NULL)
        return;
    emuq_device_close(f->device);
    for (uint32_t i = 0; i < f->created; i++)
        if (files_path(f->pattern, i, path))
            unlink(path);
    free(f);
}
