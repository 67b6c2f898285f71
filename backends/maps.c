/* SPDX-License-Identifier: BSD-3-Clause */
/* Mappings of this process: by the ioctl PROCMAP_QUERY if available, otherwise from /proc/self/maps. */
#define _GNU_SOURCE
#include "backends/address_space.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

typedef struct maps_reader {
    int file;
    int error; /* negative errno of a failed read */
    ssize_t length, at;
    char buffer[4096];
} maps_reader_t;

/* Returns -1 at the end. */
static int maps_next(maps_reader_t *r)
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

static uintptr_t maps_read_address(maps_reader_t *r)
{
    uintptr_t address = 0;
    for (int c = maps_next(r);; c = maps_next(r)) {
        if (c >= '0' && c <= '9')
            address = address << 4 | (uintptr_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            address = address << 4 | (uintptr_t)(c - 'a' + 10);
        else
            return address;
    }
}

/* Reads "low-high rwxp offset ...". Returns false at the end. */
static bool maps_read_line(maps_reader_t *r, emuq_mapped_t *mapped)
{
    mapped->low = maps_read_address(r);
    mapped->high = maps_read_address(r);
    mapped->is_readable = maps_next(r) == 'r';
    mapped->is_writable = maps_next(r) == 'w';
    for (int c = maps_next(r); c != '\n'; c = maps_next(r))
        if (c < 0)
            return false;
    return true;
}

int emuq_maps_each(emuq_maps_visit_t visit, void *argument)
{
    int kept = errno;
    maps_reader_t r = {.file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)};
    int rc = r.file < 0 ? -errno : 0;
    emuq_mapped_t mapped;
    while (r.file >= 0 && maps_read_line(&r, &mapped) && visit(argument, &mapped))
        continue;
    if (r.file >= 0) {
        rc = r.error;
        close(r.file);
    }
    errno = kept;
    return rc;
}

/* Argument of PROCMAP_QUERY (Linux 6.11), which older headers lack. */
typedef struct query {
    uint64_t size, flags, address;                   /* in: size of the structure, what to find, where */
    uint64_t low, high, rights, page, offset, inode; /* out */
    uint32_t major, minor, name_size, build_id_size;
    uint64_t name, build_id;
} query_t;

#define QUERY           _IOWR('f', 17, query_t)
#define QUERY_READABLE  1u
#define QUERY_WRITABLE  2u
#define MOST_NEIGHBOURS 64 /* maximum in each direction */

/* Returns 0; -ENOENT: no mapping; -ENOTTY: the kernel lacks the ioctl. */
static int maps_query(int file, uintptr_t va, emuq_mapped_t *mapped)
{
    query_t q = {.size = sizeof(q), .address = va};
    if (ioctl(file, QUERY, &q) != 0)
        return errno == ENOENT ? -ENOENT : -ENOTTY;
    *mapped =
        (emuq_mapped_t){q.low, q.high, (q.rights & QUERY_READABLE) != 0, (q.rights & QUERY_WRITABLE) != 0};
    return 0;
}

static bool maps_fits(const emuq_mapped_t *mapped, bool is_writable)
{
    return mapped->is_readable && (!is_writable || mapped->is_writable);
}

/* Finds the accessible mapping of @p va, extended by adjacent accessible ones. @return 0; -EFAULT: none;
 * -ENOTTY: the kernel lacks the ioctl */
static int maps_query_run(uintptr_t va, bool is_writable, emuq_mapped_t *run)
{
    emuq_mapped_t neighbour;
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    int rc = file >= 0 ? maps_query(file, va, run) : -ENOTTY;
    if (rc == -ENOENT || (rc == 0 && !maps_fits(run, is_writable)))
        rc = -EFAULT;
    for (int i = 0; rc == 0 && i < MOST_NEIGHBOURS; i++) {
        if (maps_query(file, run->high, &neighbour) != 0 || !maps_fits(&neighbour, is_writable))
            break;
        run->high = neighbour.high;
    }
    for (int i = 0; rc == 0 && i < MOST_NEIGHBOURS; i++) {
        if (maps_query(file, run->low - 1, &neighbour) != 0 || !maps_fits(&neighbour, is_writable))
            break;
        run->low = neighbour.low;
    }
    if (file >= 0)
        close(file);
    return rc;
}

typedef struct maps_search {
    uintptr_t va;
    bool is_writable;
    emuq_mapped_t run;
} maps_search_t;

static bool maps_search(void *argument, const emuq_mapped_t *mapped)
{
    maps_search_t *s = argument;
    bool has_passed = mapped->low > s->va;
    if (!maps_fits(mapped, s->is_writable))
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
    int kept = errno, rc = maps_query_run(va, is_writable, run);
    if (rc == -ENOTTY) {
        maps_search_t s = {.va = va, .is_writable = is_writable};
        emuq_maps_each(maps_search, &s);
        *run = s.run;
        rc = va >= run->low && va < run->high ? 0 : -EFAULT;
    }
    errno = kept;
    return rc;
}
