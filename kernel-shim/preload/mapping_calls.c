/* SPDX-License-Identifier: BSD-3-Clause */
/* mmap(), shm_open() and their relatives. Private memory comes from the shared window of the process;
 * segments of a node have fixed addresses; the kernel maps all else. Internal mappings of the C library,
 * such as stacks of threads, bypass these functions. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel-shim/memory/partition_memory.h"
#include "kernel-shim/memory/memory.h"
#include "base/text.h"
#include "spi/include/kernel/memory.h"

extern const int emuq_mapping_calls;
const int emuq_mapping_calls = 1;

/* ThreadSanitizer calls these functions before instrumented code can run; its programs share no memory. */
#if !defined(__SANITIZE_THREAD__)

/* Interceptors of a sanitizer, which tracks mappings */
extern void *__interceptor_mmap(void *, size_t, int, int, int, off_t) __attribute__((weak));
extern int __interceptor_munmap(void *, size_t) __attribute__((weak));

static void *mapping_map_kernel(void *address, size_t bytes, int protection, int flags, int fd, off_t offset)
{
    if (__interceptor_mmap != NULL)
        return __interceptor_mmap(address, bytes, protection, flags, fd, offset);
    return (void *)syscall(SYS_mmap, address, bytes, protection, flags, fd, offset);
}

static int mapping_unmap_kernel(void *address, size_t bytes)
{
    if (__interceptor_munmap != NULL)
        return __interceptor_munmap(address, bytes);
    return (int)syscall(SYS_munmap, address, bytes);
}

static int mapping_result(int rc)
{
    if (rc != 0)
        errno = -rc;
    return rc == 0 ? 0 : -1;
}

static bool mapping_is_private(int protection, int flags)
{
    return (flags & MAP_ANONYMOUS) != 0 && (flags & MAP_TYPE) == MAP_PRIVATE &&
           (protection & PROT_EXEC) == 0 && (flags & (MAP_HUGETLB | MAP_GROWSDOWN)) == 0;
}

/* Reads a file like a private mapping; bytes behind its end stay zero. */
static int mapping_read_file(char *to, size_t bytes, int fd, off_t offset)
{
    while (bytes > 0) {
        ssize_t got = pread(fd, to, bytes, offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0 ? 0 : -errno;
        to += got;
        offset += got;
        bytes -= (size_t)got;
    }
    return 0;
}

/* Excludes covered memory from sharing: this process then copies messages for the new mapping. */
static void mapping_hide(uintptr_t at, size_t bytes)
{
    static bool reported;
    int rc = 0;
    bytes = emuq_page_round_up(bytes);
    for (int i = 0; i < EMUQ_SHARED_RANGES; i++) {
        const emuq_shared_range_t *r = &emuq_local_memory.range[i];
        uintptr_t begin = at > r->va ? at : r->va,
                  end = at + bytes < r->va + r->bytes ? at + bytes : r->va + r->bytes;
        if (begin < end && rc == 0)
            rc = emuq_memory_hide((const void *)begin, end - begin);
    }
    if (rc != 0 && !emuq_flag_exchange(&reported, true))
        emuq_log(
            "mmap() with MAP_FIXED at %p over shared memory: messages will still access the old pages%s; "
            "reserve the addresses with PROT_NONE first, or set EMUQ_SHARE=none",
            (void *)at, rc == -ENOSPC ? " (too many such mappings)" : "");
}

/* Maps memory of the kernel over the window. */
static int mapping_cover(char *at, size_t bytes, int protection, int flags, int fd, off_t offset)
{
    int noted = emuq_mappings_cover(at, bytes);
    if (noted < 0)
        return noted;
    if (mapping_map_kernel(at, bytes, protection, flags, fd, offset) != MAP_FAILED) {
        mapping_hide((uintptr_t)at, bytes);
        return 0;
    }
    int rc = -errno;
    if (noted == 0)
        emuq_mappings_uncover(at, bytes);
    return rc;
}

/* Handles MAP_FIXED over memory of the window. */
static void *mapping_replace(char *at, size_t bytes, int protection, int flags, int fd, off_t offset)
{
    int rc;
    if (mapping_is_private(protection, flags)) {
        rc = emuq_mappings_replace(at, bytes, protection);
    } else if ((flags & MAP_TYPE) == MAP_PRIVATE && (protection & PROT_EXEC) == 0) {
        rc = emuq_mappings_replace(at, bytes, PROT_READ | PROT_WRITE);
        if (rc == 0)
            rc = mapping_read_file(at, bytes, fd, offset);
        if (rc == 0 && mprotect(at, bytes, protection) != 0)
            rc = -errno;
    } else {
        rc = mapping_cover(at, bytes, protection, flags, fd, offset);
    }
    return mapping_result(rc) == 0 ? at : MAP_FAILED;
}

static bool mapping_is_page_aligned(const void *address)
{
    return ((uintptr_t)address & ((uintptr_t)sysconf(_SC_PAGESIZE) - 1)) == 0;
}

/* MAP_FIXED over private memory of ranks: zeroes the calling rank's memory */
static void *mapping_replace_rank(char *at, size_t bytes, int protection, int flags)
{
    static bool reported;
    size_t whole = emuq_page_round_up(bytes);
    if (mapping_is_private(protection, flags) && protection == (PROT_READ | PROT_WRITE) &&
        mapping_is_page_aligned(at) && emuq_rank_copies_hold(at, whole))
        return memset(at, 0, whole);
    if (!emuq_flag_exchange(&reported, true))
        emuq_log("mmap() at %p, over static data or heap of a rank, is not possible where ranks are threads; "
                 "let the system choose the address, or run the ranks as processes",
                 (void *)at);
    errno = EOPNOTSUPP;
    return MAP_FAILED;
}

void *mmap(void *address, size_t bytes, int protection, int flags, int fd, off_t offset)
{
    const int fixed = MAP_FIXED | MAP_FIXED_NOREPLACE;
    void *at = NULL;
    if ((flags & MAP_FIXED) != 0 && emuq_rank_copies_overlap(address, bytes))
        return mapping_replace_rank(address, bytes, protection, flags);
    if ((flags & MAP_FIXED) != 0 && bytes != 0 && emuq_mappings_hold(address, bytes))
        return mapping_replace(address, bytes, protection, flags, fd, offset);
    if (address == NULL && bytes != 0 && protection != PROT_NONE && (flags & fixed) == 0 &&
        mapping_is_private(protection, flags))
        at = emuq_mappings_map(bytes, protection);
    if (at != NULL)
        return at;
    emuq_node_t *node = address == NULL && fd >= 0 && (flags & MAP_SHARED) != 0 ? emuq_shm_node() : NULL;
    void *place = node != NULL ? emuq_shm_map_address(node, fd, bytes, offset) : NULL;
    if (place == NULL) {
        at = mapping_map_kernel(address, bytes, protection, flags, fd, offset);
        if ((flags & MAP_FIXED) != 0 && at != MAP_FAILED)
            mapping_hide((uintptr_t)at, bytes);
        return at;
    }
    at = mapping_map_kernel(place, bytes, protection, flags | MAP_FIXED, fd, offset);
    if (at == MAP_FAILED)
        emuq_shm_unmapped(place, bytes);
    return at;
}

void *mmap64(void *address, size_t bytes, int protection, int flags, int fd, off64_t offset)
{
    return mmap(address, bytes, protection, flags, fd, offset);
}

int munmap(void *address, size_t bytes)
{
    if (emuq_mappings_hold(address, bytes) && bytes != 0)
        return mapping_result(mapping_is_page_aligned(address) ? emuq_mappings_unmap(address, bytes)
                                                               : -EINVAL);
    if (emuq_mappings_touch(address, bytes))
        return mapping_result(-EINVAL); /* mappings lie inside or outside of the range */
    if (mapping_is_page_aligned(address) && emuq_shm_unmap(address, bytes))
        return 0;
    int rc = mapping_unmap_kernel(address, bytes);
    if (rc == 0)
        emuq_shm_unmapped(address, bytes);
    return rc;
}

static void mapping_unmapped(char *address, size_t bytes)
{
    if (emuq_mappings_hold(address, bytes))
        (void)emuq_mappings_unmap(address, bytes);
    else
        emuq_shm_unmapped(address, bytes);
}

/* Moves memory of the window to @p to, or to free addresses. */
static void *mapping_move(void *from, size_t bytes, size_t longer, void *to)
{
    const int private_memory = MAP_PRIVATE | MAP_ANONYMOUS;
    void *at = mmap(to, longer, PROT_READ | PROT_WRITE, private_memory | (to != NULL ? MAP_FIXED : 0), -1, 0);
    if (at == MAP_FAILED)
        return at;
    mprotect(from, bytes, PROT_READ | PROT_WRITE);
    memcpy(at, from, bytes < longer ? bytes : longer);
    emuq_mappings_unmap(from, bytes);
    return at;
}

/* Handles mremap() of a mapping outside of the window. */
static void *mapping_move_kernel(char *address, size_t bytes, size_t longer, int flags, char *to)
{
    bool is_over = to != NULL && longer != 0 && emuq_mappings_hold(to, longer);
    int noted = is_over ? emuq_mappings_cover(to, longer) : 1;
    if (noted < 0) {
        errno = -noted;
        return MAP_FAILED;
    }
    char *at = (char *)syscall(SYS_mremap, address, bytes, longer, flags, to);
    if (at == MAP_FAILED) {
        if (noted == 0)
            emuq_mappings_uncover(to, longer);
        return at;
    }
    size_t left = at == address && longer < bytes ? longer : 0;
    if (to != NULL)
        mapping_hide((uintptr_t)at, longer);
    if (bytes != 0 && (flags & MREMAP_DONTUNMAP) == 0 && (at != address || left != 0))
        mapping_unmapped(address + left, bytes - left);
    return at;
}

void *mremap(void *address, size_t bytes, size_t longer, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    void *to = (flags & MREMAP_FIXED) != 0 ? va_arg(arguments, void *) : NULL;
    va_end(arguments);
    if (bytes == 0 || !emuq_mappings_hold(address, bytes) || emuq_mappings_are_covered(address, bytes))
        return mapping_move_kernel(address, bytes, longer, flags, to);
    bool can_move = (flags & MREMAP_MAYMOVE) != 0;
    if (!mapping_is_page_aligned(address) || longer == 0 || (flags & ~(MREMAP_MAYMOVE | MREMAP_FIXED)) != 0 ||
        (to != NULL && (!can_move || !mapping_is_page_aligned(to)))) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    if (to != NULL)
        return mapping_move(address, bytes, longer, to);
    size_t kept = emuq_page_round_up(longer), had = emuq_page_round_up(bytes);
    if (kept < had)
        return munmap((char *)address + kept, had - kept) == 0 ? address : MAP_FAILED;
    if (kept == had || emuq_mappings_extend(address, bytes, longer, PROT_READ | PROT_WRITE))
        return address;
    if (can_move)
        return mapping_move(address, bytes, longer, NULL);
    errno = ENOMEM;
    return MAP_FAILED;
}

int madvise(void *address, size_t bytes, int advice)
{
    if (bytes != 0 && emuq_mappings_hold(address, bytes) && !emuq_mappings_are_covered(address, bytes)) {
        if (advice == MADV_DONTNEED)
            return mapping_result(emuq_mappings_forget(address, bytes));
        if (advice == MADV_FREE) /* a hint */
            return 0;
    }
    return (int)syscall(SYS_madvise, address, bytes, advice);
}

#endif

/* ---- shared memory of a node ---- */

int shm_open(const char *name, int flags, mode_t mode)
{
    emuq_node_t *node = emuq_shm_node();
    __typeof__(shm_open) *host = (__typeof__(host))dlsym(RTLD_NEXT, "shm_open");
    return node != NULL ? emuq_shm_open(node, name, flags, mode) : host(name, flags, mode);
}

int shm_unlink(const char *name)
{
    emuq_node_t *node = emuq_shm_node();
    __typeof__(shm_unlink) *host = (__typeof__(host))dlsym(RTLD_NEXT, "shm_unlink");
    return node != NULL ? emuq_shm_unlink(node, name) : host(name);
}

/* FIOBGQATOMIC enables L2 atomics, which all memory supports here. */
int ioctl(int fd, unsigned long request, ...)
{
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    emuq_node_t *node = request == FIOBGQATOMIC ? emuq_shm_node() : NULL;
    if (node != NULL && emuq_shm_is_segment(node, fd))
        return 0;
    return (int)syscall(SYS_ioctl, fd, request, argument);
}
