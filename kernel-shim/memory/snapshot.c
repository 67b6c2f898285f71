/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies of the shared ranges for a forked child: made in the parent before, put into place in the child. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel-shim/memory/snapshot.h"

#include "base/host_calls.h"

typedef struct snapshot {
    emuq_snapshot_range_t range;
    dev_t device; /* with the number of the file: whether the program has closed fd and got it back for
                     another */
    ino_t file;
    char *copy; /* NULL if there is none */
} snapshot_t;

/* In private memory: until it has its copy the child sees the parent's data, which the parent goes on
 * changing.
 */
struct snapshots {
    pthread_mutex_t forking;
    const emuq_snapshot_source_t *source;
    unsigned count;
    snapshot_t each[EMUQ_SNAPSHOT_RANGES];
};

static struct snapshots *snapshots;

/** Reads [from, to) of the range's file into the copy. */
static bool read_file(const snapshot_t *s, size_t from, size_t to)
{
    while (from < to) {
        ssize_t got = pread(s->range.fd, s->copy + from, to - from, (off_t)(s->range.offset + from));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        from += (size_t)got;
    }
    return true;
}

/** The parts of the file that hold something. */
static bool copy_from_file(const snapshot_t *s)
{
    off_t start = (off_t)s->range.offset;
    off_t end = start + (off_t)s->range.bytes;
    for (off_t at = start; at < end;) {
        off_t data = lseek(s->range.fd, at, SEEK_DATA);
        if (data < 0)
            return errno == ENXIO;
        if (data >= end)
            return true;
        off_t hole = lseek(s->range.fd, data, SEEK_HOLE);
        if (hole < 0)
            return false;
        at = hole < end ? hole : end;
        if (!read_file(s, (size_t)(data - start), (size_t)(at - start)))
            return false;
    }
    return true;
}

/** The same if the program has closed the file: fills its holes, but that is all there is. What lies between
 * variables may be forbidden ground for a sanitizer's memcpy(). */
__attribute__((no_sanitize("address"), noinline)) static void copy_from_memory(const snapshot_t *s)
{
    const volatile unsigned long *from = (const volatile unsigned long *)s->range.start;
    unsigned long *to = (unsigned long *)s->copy;
    for (size_t i = 0; i < s->range.bytes / sizeof(*to); i++) {
        unsigned long word = from[i];
        if (to[i] != word)
            to[i] = word;
    }
}

/* mmap() of the kernel: the program's may be ours, which gives memory of the ranges. */
static char *kernel_map(void *at, size_t bytes, int protection, int flags, int fd, uint64_t offset)
{
    long got = syscall(SYS_mmap, at, bytes, protection, flags, fd, (off_t)offset);
    return got != -1 ? (char *)got : NULL;
}

static void copy_make(snapshot_t *s)
{
    struct stat file;
    s->copy = kernel_map(NULL, s->range.bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (s->copy == NULL)
        return;
    bool open = fstat(s->range.fd, &file) == 0 && file.st_dev == s->device && file.st_ino == s->file;
    if (!open || !copy_from_file(s))
        copy_from_memory(s);
}

static void list_ranges(void)
{
    emuq_snapshot_range_t range[EMUQ_SNAPSHOT_RANGES];
    unsigned count = snapshots->source->list(range);
    snapshots->count = 0;
    for (unsigned i = 0; i < count; i++)
        emuq_snapshot_add(&range[i]);
}

static void before_fork(void)
{
    int error = errno;
    emuq_host_mutex_lock(&snapshots->forking);
    if (snapshots->source != NULL)
        list_ranges();
    for (unsigned i = 0; i < snapshots->count; i++)
        copy_make(&snapshots->each[i]);
    errno = error;
}

static void after_fork_in_parent(void)
{
    for (unsigned i = 0; i < snapshots->count; i++) {
        if (snapshots->each[i].copy != NULL)
            munmap(snapshots->each[i].copy, snapshots->each[i].range.bytes);
        snapshots->each[i].copy = NULL;
    }
    emuq_host_mutex_unlock(&snapshots->forking);
}

static bool copy_place(const snapshot_t *s)
{
    const emuq_snapshot_range_t *r = &s->range;
    if (s->copy != NULL)
        return mremap(s->copy, r->bytes, r->bytes, MREMAP_MAYMOVE | MREMAP_FIXED, r->start) == r->start &&
               (r->protection == (PROT_READ | PROT_WRITE) ||
                mprotect(r->start, r->bytes, r->protection) == 0);
    /* Too little memory for a copy: at least the parent is safe from the child. */
    return kernel_map(r->start, r->bytes, r->protection, MAP_PRIVATE | MAP_FIXED, r->fd, r->offset) ==
           r->start;
}

static bool place_all(void)
{
    for (unsigned i = 0; i < snapshots->count; i++)
        if (!copy_place(&snapshots->each[i]))
            return false;
    return snapshots->source == NULL || snapshots->source->placed();
}

static void after_fork_in_child(void)
{
    static const char sorry[] = "emuq: a forked child cannot get a copy of the memory that its parent shares "
                                "with other ranks: too little memory. It ends.\n";
    if (!place_all()) {
        if (write(STDERR_FILENO, sorry, sizeof(sorry) - 1) < 0)
            _exit(EXIT_FAILURE);
        _exit(EXIT_FAILURE);
    }
    snapshots->count = 0;
    snapshots->source = NULL;
    emuq_host_mutex_unlock(&snapshots->forking);
}

int emuq_snapshot_prepare(void)
{
    if (snapshots != NULL)
        return 0;
    struct snapshots *made =
        mmap(NULL, sizeof(*made), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED)
        return -ENOMEM;
    pthread_mutex_init(&made->forking, NULL);
    if (pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child) != 0) {
        munmap(made, sizeof(*made));
        return -ENOMEM;
    }
    snapshots = made;
    return 0;
}

void emuq_snapshot_use(const emuq_snapshot_source_t *source)
{
    snapshots->source = source;
    snapshots->count = 0;
}

void emuq_snapshot_add(const emuq_snapshot_range_t *range)
{
    struct stat file = {0};
    snapshot_t *s = &snapshots->each[snapshots->count++];
    *s = (snapshot_t){.range = *range};
    if (fstat(range->fd, &file) == 0) {
        s->device = file.st_dev;
        s->file = file.st_ino;
    }
}
