/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the device is: what EMUQ_DEVICE may name. */
#define _GNU_SOURCE
#include "backends/mmio/mmio.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backends/settings.h"

int emuq_mmio_say(int rc, const char *format, ...)
{
    char line[600];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof(line), format, list);
    va_end(list);
    fprintf(stderr, "emuq: %s\n", line);
    return rc;
}

/* Number of a user-space I/O device, or -1: it cannot be mapped from the middle, because the offset of a
 * mapping says which of its maps is meant. */
static int uio_number(const char *path)
{
    int number;
    char rest;
    return sscanf(path, "/dev/uio%d%c", &number, &rest) == 1 ? number : -1;
}

int emuq_place_find(emuq_place_t *place)
{
    const char *path = emuq_setting_text(EMUQ_SETTING_DEVICE);
    struct stat status;
    if (path[0] == '\0')
        return emuq_mmio_say(
            -EINVAL, "EMUQ_BACKEND=mmio needs a device: set EMUQ_DEVICE to its socket or file, or start the "
                     "program by emuq-device --run");
    if (strlen(path) >= sizeof(place->path))
        return emuq_mmio_say(-ENAMETOOLONG, "EMUQ_DEVICE is longer than %zu bytes", sizeof(place->path) - 1);
    *place = (emuq_place_t){.kind = EMUQ_PLACE_FILE, .from_start = uio_number(path) >= 0};
    strcpy(place->path, path);
    if (path[0] == '@')
        place->kind = EMUQ_PLACE_SOCKET;
    else if (strstr(path, "%n") != NULL)
        place->kind = EMUQ_PLACE_FILE_EACH;
    else if (stat(path, &status) != 0)
        return emuq_mmio_say(-errno, "no device at %s (EMUQ_DEVICE): %s; is emuq-device running?", path,
                             strerror(errno));
    else if (S_ISSOCK(status.st_mode))
        place->kind = EMUQ_PLACE_SOCKET;
    return 0;
}

/* Size of what can be mapped. */
static int size_of(int fd, const char *path, uint64_t *bytes)
{
    struct stat status;
    char name[64];
    unsigned long long size;
    int uio = uio_number(path);
    if (uio < 0) {
        if (fstat(fd, &status) != 0)
            return -errno;
        *bytes = (uint64_t)status.st_size;
        return 0;
    }
    snprintf(name, sizeof(name), "/sys/class/uio/uio%d/maps/map0/size", uio);
    FILE *file = fopen(name, "re");
    if (file == NULL)
        return -errno;
    int rc = fscanf(file, "%llx", &size) == 1 ? 0 : -EPROTO;
    fclose(file);
    *bytes = size;
    return rc;
}

int emuq_place_open(const emuq_place_t *place, uint32_t node, char *path, uint64_t *bytes)
{
    int rc = emuq_backing_path(place->path, node, path, PATH_MAX);
    if (rc < 0)
        return emuq_mmio_say(rc, "the path %s is too long", place->path);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return emuq_mmio_say(-errno, "cannot open the device %s of node %u: %s", path, node, strerror(errno));
    rc = size_of(fd, path, bytes);
    if (rc == 0)
        return fd;
    close(fd);
    return emuq_mmio_say(rc, "cannot find out the size of the device %s: %s", path, strerror(-rc));
}

int emuq_place_uio(const emuq_place_t *place)
{
    return uio_number(place->path) >= 0 ? open(place->path, O_RDWR | O_CLOEXEC) : -1;
}
