/* SPDX-License-Identifier: BSD-3-Clause */
/* Hands the heap's part of the window to the program's allocator. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/memory.h"
#include "kernel-shim/memory/heap.h"
#include "kernel-shim/memory/share.h"
#include "kernel-shim/memory/snapshot.h"

#pragma weak emuq_malloc_use

static emuq_malloc_use_t *allocator(void)
{
    if (emuq_malloc_use != NULL)
        return emuq_malloc_use;
    /* The linker has settled that the program has none, so the name of a preloaded one has to be looked up.
     */
    return (emuq_malloc_use_t *)dlsym(RTLD_DEFAULT, "emuq_malloc_use");
}

/** Whether nothing has been stored there yet: calloc() need not clear such memory. */
static bool is_hole(int fd, uint64_t offset, size_t bytes)
{
    off_t data = lseek(fd, (off_t)offset, SEEK_DATA);
    return data < 0 ? errno == ENXIO : (uint64_t)data >= offset + bytes;
}

int emuq_share_heap(int fd, uint64_t offset, char *heap, size_t bytes, bool is_zero)
{
    emuq_malloc_use_t *use = allocator();
    if (use == NULL)
        return -ENOTSUP;
    int status = emuq_snapshot_prepare();
    emuq_memcheck_reserve(heap, bytes); /* memcheck replaces the allocator that would use it */
    if (status == 0)
        status = use(heap, bytes, is_zero || is_hole(fd, offset, bytes));
    if (status == 0)
        emuq_snapshot_add(&(emuq_snapshot_range_t){fd, offset, heap, bytes, PROT_READ | PROT_WRITE});
    return status;
}
