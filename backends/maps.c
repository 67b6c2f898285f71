/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/maps.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
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

/* ---- one run ---- */

/* Argument of the ioctl PROCMAP_QUERY on /proc/self/maps: Linux 6.11 and later, whatever the headers are. */
typedef struct query {
    uint64_t size, flags, address;                   /* in: of this structure; what to find; where */
    uint64_t low, high, rights, page, offset, inode; /* out */
    uint32_t major, minor, name_size, build_id_size;
    uint64_t name, build_id;
} query_t;

#define QUERY           _IOWR('f', 17, query_t)
#define QUERY_READABLE  1u
#define QUERY_WRITABLE  2u
#define MOST_NEIGHBOURS 64 /* mappings that a run is followed over, each way */

/* Asks for the mapping that holds a byte. @return 0, -ENOENT: there is none, or -ENOTTY: the kernel cannot
 * say. */
static int ask(int file, uintptr_t va, emuq_mapped_t *mapped)
{
    query_t q = {.size = sizeof(q), .address = va};
    if (ioctl(file, QUERY, &q) != 0)
        return errno == ENOENT ? -ENOENT : -ENOTTY;
    *mapped =
        (emuq_mapped_t){q.low, q.high, (q.rights & QUERY_READABLE) != 0, (q.rights & QUERY_WRITABLE) != 0};
    return 0;
}

static bool fits(const emuq_mapped_t *mapped, bool is_writable)
{
    return mapped->is_readable && (!is_writable || mapped->is_writable);
}

/* @return 0, -EFAULT, or -ENOTTY: the kernel cannot say. */
static int ask_run(uintptr_t va, bool is_writable, emuq_mapped_t *run)
{
    emuq_mapped_t next;
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    int rc = file >= 0 ? ask(file, va, run) : -ENOTTY;
    if (rc == -ENOENT || (rc == 0 && !fits(run, is_writable)))
        rc = -EFAULT;
    for (int i = 0; rc == 0 && i < MOST_NEIGHBOURS; i++) {
        if (ask(file, run->high, &next) != 0 || !fits(&next, is_writable))
            break;
        run->high = next.high;
    }
    for (int i = 0; rc == 0 && i < MOST_NEIGHBOURS; i++) {
        if (ask(file, run->low - 1, &next) != 0 || !fits(&next, is_writable))
            break;
        run->low = next.low;
    }
    if (file >= 0)
        close(file);
    return rc;
}

/* While all mappings are read. */
typedef struct search {
    uintptr_t va;
    bool is_writable;
    emuq_mapped_t run; /* the last one so far */
} search_t;

static bool search(void *argument, const emuq_mapped_t *mapped)
{
    search_t *s = argument;
    bool has_passed = mapped->low > s->va;
    if (!fits(mapped, s->is_writable))
        return !has_passed;
    if (mapped->low == s->run.high) {
        s->run.high = mapped->high;
        return true;
    }
    if (!has_passed)
        s->run = *mapped;
    return !has_passed;
}

int emuq_maps_run(uintptr_t va, bool is_writable, emuq_mapped_t *run)
{
    int kept = errno, rc = ask_run(va, is_writable, run);
    if (rc == -ENOTTY) {
        search_t s = {.va = va, .is_writable = is_writable};
        emuq_maps_each(search, &s);
        *run = s.run;
        rc = va >= run->low && va < run->high ? 0 : -EFAULT;
    }
    errno = kept;
    return rc;
}
