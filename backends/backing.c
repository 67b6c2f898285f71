/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/backing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ALIGNMENT (UINT64_C(64) << 20) /* of a window: what allocators and aliases like */

int emuq_backing_path(const char *path, uint32_t node, char *text, size_t bytes)
{
    const char *number = strstr(path, "%n");
    int length = number == NULL
                     ? snprintf(text, bytes, "%s", path)
                     : snprintf(text, bytes, "%.*s%u%s", (int)(number - path), path, node, number + 2);
    return length >= 0 && (size_t)length < bytes ? length : -ENAMETOOLONG;
}

/* Finds a place for @p bytes bytes that begins at a multiple of ALIGNMENT, and keeps it. */
static char *find_place(size_t bytes)
{
    char *all = mmap(NULL, bytes + ALIGNMENT, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED)
        return NULL;
    size_t before = -(uintptr_t)all & (ALIGNMENT - 1);
    if (before != 0)
        munmap(all, before);
    munmap(all + before + bytes, ALIGNMENT - before);
    return all + before;
}

static int map_at(int fd, uint64_t offset, emuq_backed_window_t *w)
{
    char *place = find_place(w->bytes);
    if (place == NULL)
        return -ENOMEM;
    char *va = mmap(place, w->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, fd,
                    (off_t)offset);
    if (va == MAP_FAILED)
        return -errno;
    w->va = va;
    return 0;
}

static int map_from_start(int fd, uint64_t offset, emuq_backed_window_t *w)
{
    char *all = mmap(NULL, offset + w->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (all == MAP_FAILED)
        return -errno;
    w->va = all + offset;
    return 0;
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
    rc = b->from_start ? map_from_start(w.fd, w.offset, &w) : map_at(w.fd, w.offset, &w);
    if (rc != 0) {
        close(w.fd);
        return rc;
    }
    /* A core file with everybody's memory helps nobody. */
    madvise(w.va, w.bytes, MADV_DONTDUMP);
    *window = w;
    return 0;
}
