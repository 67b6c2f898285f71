/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-device/files.h"

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
#include "tools/emuq-device/say.h"

#define DEFAULT_MEMORY (UINT64_C(1) << 30)
#define APERTURE_PA    (UINT64_C(1) << 35)

struct emuq_files {
    const char *pattern;
    uint32_t made; /* the first so many exist */
    bool has_said; /* why it cannot be */
    emuq_device_t *device;
};

static bool is_for_each_node(const char *pattern)
{
    return strstr(pattern, "%n") != NULL;
}

/* Path of the file of a node. @return false: it is too long. */
static bool path_of(const char *pattern, uint32_t node, char path[PATH_MAX])
{
    const char *at = strstr(pattern, "%n");
    int length = at != NULL ? snprintf(path, PATH_MAX, "%.*s%u%s", (int)(at - pattern), pattern, node, at + 2)
                            : snprintf(path, PATH_MAX, "%s", pattern);
    return length >= 0 && length < PATH_MAX;
}

/* Whether a file may be overwritten: it is empty, or a device has left it. */
static bool is_left_over(int fd)
{
    struct stat status;
    uint64_t magic = 0;
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || flock(fd, LOCK_EX | LOCK_NB) != 0)
        return false;
    return status.st_size == 0 ||
           (pread(fd, &magic, sizeof magic, 0) == (ssize_t)sizeof magic && magic == EMUQ_DEVICE_MAGIC);
}

static int open_file(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    if (fd < 0 && errno == EEXIST && (fd = open(path, O_RDWR | O_CLOEXEC)) >= 0 && !is_left_over(fd)) {
        close(fd);
        errno = EEXIST;
        return -1;
    }
    return fd;
}

static int make_file(const emuq_region_t *region, void *context)
{
    emuq_files_t *files = context;
    char path[PATH_MAX];
    if (!path_of(files->pattern, region->first_node, path)) {
        emuq_say("the path %s is too long", files->pattern);
        files->has_said = true;
        return -ENAMETOOLONG;
    }
    int fd = open_file(path);
    int rc = fd < 0 ? -errno : 0;
    if (fd >= 0) {
        files->made++;
        rc = emuq_file_resize(fd, 0);
        if (rc == 0)
            rc = emuq_file_resize(fd, region->layout.region_bytes);
        if (rc != 0)
            close(fd);
    }
    if (rc != 0)
        emuq_say("cannot write %s: %s", path,
                 rc == -EEXIST ? "the file is something else's" : emuq_reason(rc));
    files->has_said = rc != 0;
    return rc != 0 ? rc : fd;
}

static int plan_for(const emuq_device_options_t *o, emuq_plan_t *plan)
{
    char reason[112];
    uint64_t memory = o->memory != 0 ? o->memory : DEFAULT_MEMORY, all = memory;
    *plan = (emuq_plan_t){.geometry = {.torus = 0x1f & ~o->mesh},
                          .ppn = o->ppn,
                          .aperture_bytes = memory,
                          .aperture_pa = APERTURE_PA};
    memcpy(plan->geometry.size, o->size, sizeof o->size);
    if (o->separate && !is_for_each_node(o->file)) {
        plan->aperture_bytes =
            memory / emuq_geometry_nodes(&plan->geometry) / EMUQ_GRANULE_BYTES * EMUQ_GRANULE_BYTES;
        plan->aperture_stride = plan->aperture_bytes;
        all = plan->aperture_stride * emuq_geometry_nodes(&plan->geometry);
    }
    int rc = emuq_plan_check(plan, all, reason, sizeof reason);
    if (rc != 0)
        emuq_say("%s", plan->aperture_bytes == 0 ? "--memory must give each node 64M" : reason);
    return rc;
}

/* Handler of SIGBUS: a program has made a file of the device shorter. */
static void truncated(int signal)
{
    static const char text[] = "emuq-device: a file of the device has been truncated\n";
    (void)signal;
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(EMUQ_STATUS_FAILED);
    _exit(EMUQ_STATUS_FAILED);
}

int emuq_files_open(const emuq_device_options_t *o, emuq_files_t **files)
{
    emuq_plan_t plan;
    int rc = plan_for(o, &plan);
    if (rc != 0)
        return rc;
    emuq_files_t *f = calloc(1, sizeof *f);
    if (f == NULL)
        return -ENOMEM;
    struct sigaction action = {.sa_handler = truncated};
    sigaction(SIGBUS, &action, NULL);
    f->pattern = o->file;
    uint32_t regions = is_for_each_node(o->file) ? emuq_geometry_nodes(&plan.geometry) : 1;
    rc = emuq_device_open(&plan, regions, NULL, make_file, f, &f->device);
    if (rc != 0) {
        if (!f->has_said)
            emuq_say("cannot offer %s: %s", o->file, emuq_reason(rc));
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
    for (uint32_t i = 0; i < f->made; i++)
        if (path_of(f->pattern, i, path))
            unlink(path);
    free(f);
}
