/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/maps.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* The file as a stream of characters. */
typedef struct reader {
    int file;
    int error; /* negative errno of a read that failed */
    ssize_t length, at;
    char buffer[4096];
} reader_t;

/* @return the next character, or -1 at the end. */
static int next(reader_t *r)
{
    while (r->at == r->length) {
        r->at = 0;
        r->length = read(r->file, r->buffer, sizeof(r->buffer));
        if (r->length < 0 && errno == EINTR)
            r->length = 0;
        else if (r->length <= 0) {
            r->error = r->length < 0 ? -errno : 0;
            r->length = 0;
            return -1;
        }
    }
    return (unsigned char)r->buffer[r->at++];
}

/* Reads a hexadecimal number and the character behind it. */
static uintptr_t read_address(reader_t *r)
{
    uintptr_t address = 0;
    for (int c = next(r);; c = next(r)) {
        if (c >= '0' && c <= '9')
            address = address << 4 | (uintptr_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            address = address << 4 | (uintptr_t)(c - 'a' + 10);
        else
            return address;
    }
}

/* Reads a line: "low-high rwxp offset ...". @return whether there was one. */
static bool read_line(reader_t *r, emuq_mapped_t *mapped)
{
    mapped->low = read_address(r);
    mapped->high = read_address(r);
    mapped->is_readable = next(r) == 'r';
    mapped->is_writable = next(r) == 'w';
    for (int c = next(r); c != '\n'; c = next(r))
        if (c < 0)
            return false;
    return true;
}

int emuq_maps_each(emuq_maps_visit_t visit, void *argument)
{
    int kept = errno;
    reader_t r = {.file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)};
    int rc = r.file < 0 ? -errno : 0;
    emuq_mapped_t mapped;
    while (r.file >= 0 && read_line(&r, &mapped) && visit(argument, &mapped))
        continue;
    if (r.file >= 0) {
        rc = r.error;
        close(r.file);
    }
    errno = kept;
    return rc;
}
