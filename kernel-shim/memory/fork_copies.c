/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backends/rank_memory.h"
#include "base/host_calls.h"
#include "kernel-shim/memory/memory.h"

typedef struct snapshot {
    emuq_snapshot_range_t range;
    dev_t device; /* device and inode detect an fd that the program has closed and reused */
    ino_t file;
    char *copy; /* copy of the range; NULL: none */
} snapshot_t;

/* In private memory: the child reads the parent's changing data until the copies are installed. */
static struct snapshots {
    pthread_mutex_t forking;
    bool has_ranks; /* the ranges are memory of the forking rank */
    unsigned count;
    snapshot_t each[EMUQ_SNAPSHOT_RANGES];
} * snapshots;

static bool snapshot_read_file(const snapshot_t *s, size_t from, size_t to)
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

static bool snapshot_copy_file(const snapshot_t *s)
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
        if (!snapshot_read_file(s, (size_t)(data - start), (size_t)(at - start)))
            return false;
    }
    return true;
}

/* Copies from memory, if the program has closed the file; fills holes of the file. Not by memcpy():
 * sanitizers poison memory between variables. */
__attribute__((no_sanitize("address"), noinline)) static void snapshot_copy_memory(const snapshot_t *s)
{
    const volatile unsigned long *from = (const volatile unsigned long *)s->range.start;
    unsigned long *to = (unsigned long *)s->copy;
    for (size_t i = 0; i < s->range.bytes / sizeof(*to); i++) {
        unsigned long word = from[i];
        if (to[i] != word)
            to[i] = word;
    }
}

/* A system call: the interposed mmap() would return memory of the ranges. */
static char *snapshot_mmap(void *at, size_t bytes, int protection, int flags, int fd, uint64_t offset)
{
    long got = syscall(SYS_mmap, at, bytes, protection, flags, fd, (off_t)offset);
    return got != -1 ? (char *)got : NULL;
}

static void snapshot_make(snapshot_t *s)
{
    struct stat file;
    s->copy = snapshot_mmap(NULL, s->range.bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (s->copy == NULL)
        return;
    bool open = fstat(s->range.fd, &file) == 0 && file.st_dev == s->device && file.st_ino == s->file;
    if (!open || !snapshot_copy_file(s))
        snapshot_copy_memory(s);
}

static emuq_rank_heap_part_t snapshot_heap;

static void snapshot_list_rank(void)
{
    const int access = PROT_READ | PROT_WRITE;
    emuq_rank_data_part_t part[EMUQ_RANK_DATA_PARTS];
    unsigned count = emuq_rank_data_parts(part);
    snapshots->count = 0;
    for (unsigned i = 0; i < count; i++)
        emuq_snapshot_add(
            &(emuq_snapshot_range_t){part[i].fd, part[i].offset, part[i].start, part[i].bytes, access});
    snapshot_heap = emuq_rank_heap_part();
    if (snapshot_heap.used != 0)
        emuq_snapshot_add(&(emuq_snapshot_range_t){snapshot_heap.fd, snapshot_heap.offset,
                                                   snapshot_heap.start, snapshot_heap.used, access});
}

static void snapshot_before_fork(void)
{
    int error = errno;
    emuq_host_mutex_lock(&snapshots->forking);
    if (snapshots->has_ranks)
        snapshot_list_rank();
    for (unsigned i = 0; i < snapshots->count; i++)
        snapshot_make(&snapshots->each[i]);
    errno = error;
}

static void snapshot_in_parent(void)
{
    for (unsigned i = 0; i < snapshots->count; i++) {
        if (snapshots->each[i].copy != NULL)
            munmap(snapshots->each[i].copy, snapshots->each[i].range.bytes);
        snapshots->each[i].copy = NULL;
    }
    emuq_host_mutex_unlock(&snapshots->forking);
}

static bool snapshot_install(const snapshot_t *s)
{
    const emuq_snapshot_range_t *r = &s->range;
    if (s->copy != NULL)
        return mremap(s->copy, r->bytes, r->bytes, MREMAP_MAYMOVE | MREMAP_FIXED, r->start) == r->start &&
               (r->protection == (PROT_READ | PROT_WRITE) ||
                mprotect(r->start, r->bytes, r->protection) == 0);
    /* Without memory for a copy, a private mapping protects the parent. */
    return snapshot_mmap(r->start, r->bytes, r->protection, MAP_PRIVATE | MAP_FIXED, r->fd, r->offset) ==
           r->start;
}

/* Maps fresh memory over the unused part of the heap, which has no copy. */
static bool snapshot_leave_ranks(void)
{
    emuq_rank_data_leave();
    emuq_rank_heap_leave();
    size_t rest = snapshot_heap.bytes - snapshot_heap.used;
    return snapshot_heap.used == 0 || rest == 0 ||
           mmap(snapshot_heap.start + snapshot_heap.used, rest, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) != MAP_FAILED;
}

static bool snapshot_install_all(void)
{
    for (unsigned i = 0; i < snapshots->count; i++)
        if (!snapshot_install(&snapshots->each[i]))
            return false;
    return !snapshots->has_ranks || snapshot_leave_ranks();
}

static void snapshot_in_child(void)
{
    static const char message[] =
        "emuq: no memory to copy the shared memory of a rank for its child (fork()); "
        "the child ends\n";
    if (!snapshot_install_all()) {
        if (write(STDERR_FILENO, message, sizeof(message) - 1) < 0)
            _exit(EXIT_FAILURE);
        _exit(EXIT_FAILURE);
    }
    snapshots->count = 0;
    snapshots->has_ranks = false;
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
    if (pthread_atfork(snapshot_before_fork, snapshot_in_parent, snapshot_in_child) != 0) {
        munmap(made, sizeof(*made));
        return -ENOMEM;
    }
    snapshots = made;
    return 0;
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

bool emuq_rank_copies_overlap(const void *start, size_t bytes)
{
    uintptr_t at = (uintptr_t)start, begin, end;
    emuq_rank_data_range(&begin, &end);
    if (at < end && bytes > 0 && at + (bytes - 1) >= begin)
        return true;
    emuq_rank_heap_range(&begin, &end);
    return at < end && bytes > 0 && at + (bytes - 1) >= begin && emuq_rank_heap_delta(0, begin) != 0;
}

bool emuq_rank_copies_hold(const void *start, size_t bytes)
{
    uintptr_t at = (uintptr_t)start, begin, end;
    emuq_rank_data_range(&begin, &end);
    if (at >= begin && at < end)
        return bytes <= end - at;
    emuq_rank_heap_range(&begin, &end);
    return at >= begin && at < end && bytes <= end - at;
}

int emuq_rank_copies_open(void)
{
    int rc = emuq_snapshot_prepare();
    if (rc == 0) {
        snapshots->has_ranks = true;
        snapshots->count = 0;
    }
    return rc;
}
