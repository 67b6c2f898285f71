/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/backing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int emuq_backing_path(const char *path, uint32_t node, char *text, size_t bytes)
{
    const char *number = strstr(path, "%n");
    int length = number == NULL
                     ? snprintf(text, bytes, "%s", path)
                     : snprintf(text, bytes, "%.*s%u%s", (int)(number - path), path, node, number + 2);
    return length >= 0 && (size_t)length < bytes ? length : -ENAMETOOLONG;
}

/* Finds and keeps a place for @p bytes bytes whose byte @p offset begins a granule. @return it, or NULL. */
static char *find_place(size_t bytes, uint64_t offset)
{
    const size_t slack = EMUQ_WINDOW_ALIGNMENT;
    char *all = mmap(NULL, bytes + slack, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED)
        return NULL;
    size_t before = -((uintptr_t)all + offset) & (slack - 1);
    if (before != 0)
        munmap(all, before);
    munmap(all + before + bytes, slack - before);
    return all + before;
}

/* Maps the window, with all that is in front of it in the file if that has to be. */
static int map(bool from_start, emuq_backed_window_t *w)
{
    uint64_t front = from_start ? w->offset : 0;
    char *place = find_place(front + w->bytes, front);
    if (place == NULL)
        return -ENOMEM;
    void *got = mmap(place, front + w->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_NORESERVE,
                     w->fd, (off_t)(w->offset - front));
    w->va = place + front;
    return got != MAP_FAILED ? 0 : -errno;
}

int emuq_backing_map(const emuq_backing_t *b, uint32_t slot, emuq_backed_window_t *window)
{
    uint32_t node = b->ppn != 0 ? slot / b->ppn : 0;
    bool own_file = strstr(b->path, "%n") != NULL;
    uint64_t number = b->stride != 0 || own_file ? slot - node * b->ppn : slot;
    char path[sizeof(b->path)];
    int rc = emuq_backing_path(b->path, node, path, sizeof(path));
    if (rc < 0)
        return rc;
    emuq_backed_window_t w = {.fd = open(path, O_RDWR | O_CLOEXEC),
                              .offset =
                                  b->offset + (own_file ? 0 : node * b->stride) + number * b->window_bytes,
                              .bytes = b->window_bytes,
                              .pa = b->pa + number * b->window_bytes};
    if (w.fd < 0)
        return -errno;
    rc = map(b->from_start, &w);
    if (rc != 0) {
        close(w.fd);
        return rc;
    }
    /* Core files would hold the memory of all ranks, once for each rank that ends. */
    madvise(w.va, w.bytes, MADV_DONTDUMP);
    *window = w;
    return 0;
}
