/* SPDX-License-Identifier: BSD-3-Clause */
/* Moves the writable static data of the main program, and its heap, into a shared file. No variable may
 * change between the copy and the mapping: only system calls and loops run there. System calls go by number,
 * because a sanitizer's wrappers check memory between variables. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/process.h"
#include "kernel-shim/memory/memory.h"

/* The background thread of ThreadSanitizer may store into the program's data at any time. */
extern void __tsan_init(void) __attribute__((weak));

__attribute__((no_sanitize("address"), noinline)) static bool static_data_is_zero(uintptr_t page,
                                                                                  size_t bytes)
{
    const volatile unsigned long *word = (const volatile unsigned long *)page;
    for (size_t i = 0; i < bytes / sizeof(*word); i++)
        if (word[i] != 0)
            return false;
    return true;
}

static int static_data_write(int fd, uint64_t offset, uintptr_t from, uintptr_t end)
{
    while (from < end) {
        long done = syscall(SYS_pwrite64, fd, from, end - from, (off_t)offset);
        if (done < 0)
            return -errno;
        from += (uintptr_t)done;
        offset += (uint64_t)done;
    }
    return 0;
}

/* Copies nonzero pages only, so an unused .bss costs no memory. */
static int static_data_copy(int fd, uint64_t offset, const emuq_program_data_t *data, size_t page)
{
    int status = 0;
    for (uintptr_t at = data->begin; at < data->end && status == 0; at += page)
        if (!static_data_is_zero(at, page))
            status = static_data_write(fd, offset + (at - data->begin), at, at + page);
    return status;
}

/* Moves the data, or has no effect on errors. */
static int static_data_move(int fd, uint64_t offset, const emuq_program_data_t *data)
{
    size_t bytes = data->end - data->begin;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    /* Pages that are not copied must be zero. */
    if (syscall(SYS_fallocate, fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)offset, bytes) != 0)
        return -errno;
    int status = static_data_copy(fd, offset, data, page);
    if (status != 0)
        return status;
    long at =
        syscall(SYS_mmap, data->begin, bytes, data->protection, MAP_SHARED | MAP_FIXED, fd, (off_t)offset);
    return at == (long)data->begin ? 0 : -errno;
}

int emuq_share_static(int fd, uint64_t offset, char *window, size_t bytes, size_t unit,
                      emuq_shared_range_t *range)
{
    emuq_program_data_t data = emuq_program_data_find();
    *range = (emuq_shared_range_t){0, 0, 0};
    if (__tsan_init != NULL)
        return -ENOTSUP;
    size_t length = data.end - data.begin;
    if (length == 0)
        return 0;
    bool is_in_place = unit == EMUQ_GRANULE_BYTES && data.begin < bytes && length <= bytes - data.begin;
    size_t skip = is_in_place ? data.begin : (data.begin - (uintptr_t)window) % unit;
    if (skip > bytes || length > bytes - skip)
        return -ENOMEM;
    int status = emuq_snapshot_prepare();
    if (status == 0)
        status = static_data_move(fd, offset + skip, &data);
    if (status != 0)
        return status;
    emuq_snapshot_add(
        &(emuq_snapshot_range_t){fd, offset + skip, (char *)data.begin, length, data.protection});
    *range = (emuq_shared_range_t){data.begin, length, (uintptr_t)window + skip};
    return 0;
}

/* ---- heap ---- */

#pragma weak emuq_malloc_use

static emuq_malloc_use_t *heap_allocator(void)
{
    if (emuq_malloc_use != NULL)
        return emuq_malloc_use;
    /* The linker resolved the weak symbol to NULL; a preloaded allocator is found by name. */
    return (emuq_malloc_use_t *)dlsym(RTLD_DEFAULT, "emuq_malloc_use");
}

/* Whether the memory was never written, so that calloc() need not clear it */
static bool heap_is_hole(int fd, uint64_t offset, size_t bytes)
{
    off_t data = lseek(fd, (off_t)offset, SEEK_DATA);
    return data < 0 ? errno == ENXIO : (uint64_t)data >= offset + bytes;
}

int emuq_share_heap(int fd, uint64_t offset, char *heap, size_t bytes, bool is_zero)
{
    emuq_malloc_use_t *use = heap_allocator();
    if (use == NULL)
        return -ENOTSUP;
    int status = emuq_snapshot_prepare();
    emuq_memcheck_reserve(heap, bytes); /* memcheck replaces the allocator */
    if (status == 0)
        status = use(heap, bytes, is_zero || heap_is_hole(fd, offset, bytes));
    if (status == 0)
        emuq_snapshot_add(&(emuq_snapshot_range_t){fd, offset, heap, bytes, PROT_READ | PROT_WRITE});
    return status;
}
