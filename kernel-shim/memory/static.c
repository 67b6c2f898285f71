/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves the writable static data of the main program into a shared file. Between the copy and the mapping no
 * variable may change, so what runs there is system calls and a loop: no stdio, no allocation. System calls
 * go by number also because a sanitizer's functions of these names look at memory between variables.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backends/address_space.h"
#include "base/process.h"
#include "kernel-shim/memory/share.h"
#include "kernel-shim/memory/snapshot.h"

/* ThreadSanitizer has a thread of its own, which may store into the program's data at any time. */
extern void __tsan_init(void) __attribute__((weak));

__attribute__((no_sanitize("address"), noinline)) static bool is_zero(uintptr_t page, size_t bytes)
{
    const volatile unsigned long *word = (const volatile unsigned long *)page;
    for (size_t i = 0; i < bytes / sizeof(*word); i++)
        if (word[i] != 0)
            return false;
    return true;
}

static int store(int fd, uint64_t offset, uintptr_t from, uintptr_t end)
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

/** Copies all pages that are not zero: a large .bss costs no memory before it is used. */
static int copy_data(int fd, uint64_t offset, const emuq_program_data_t *data, size_t page)
{
    for (uintptr_t at = data->begin; at < data->end;) {
        uintptr_t from = at;
        while (at < data->end && !is_zero(at, page))
            at += page;
        int status = store(fd, offset + (from - data->begin), from, at);
        if (status != 0)
            return status;
        while (at < data->end && is_zero(at, page))
            at += page;
    }
    return 0;
}

/** Copies and maps. Nothing has happened if it fails. */
static int move_data(int fd, uint64_t offset, const emuq_program_data_t *data)
{
    size_t bytes = data->end - data->begin;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    /* Whatever the file held there: pages that are not copied must be zero. */
    if (syscall(SYS_fallocate, fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)offset, bytes) != 0)
        return -errno;
    int status = copy_data(fd, offset, data, page);
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
        status = move_data(fd, offset + skip, &data);
    if (status != 0)
        return status;
    emuq_snapshot_add(
        &(emuq_snapshot_range_t){fd, offset + skip, (char *)data.begin, length, data.protection});
    *range = (emuq_shared_range_t){data.begin, length, (uintptr_t)window + skip};
    return 0;
}
