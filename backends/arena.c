/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "backends/address_space.h"

#define MAGIC         UINT64_C(0x32616e6572616d65)
#define PRIVATE_BYTES (UINT64_C(1) << 34)
#define SHARED_BYTES  (UINT64_C(1) << 40) /* in front of the windows */
#define WINDOWS_BYTES (UINT64_C(1) << 44) /* of all windows together */
#define WINDOW_MOST   (UINT64_C(1) << 35) /* of one: half of what a process has physical addresses for */

struct emuq_arena {
    uint64_t magic;
    uint64_t layout;
    uint64_t job_id;
    uint32_t slots;
    uint64_t bytes;         /* of the mapping */
    uint64_t window_bytes;  /* of each window */
    uint64_t next;          /* __atomic: first byte that has not been handed out */
    void *root;             /* __atomic */
    emuq_backing_t backing; /* of the windows; path empty: none */
};

static int file = -1; /* of the shared arena of this process */

static uint64_t common_bytes(const emuq_arena_t *a)
{
    return a->slots != 0 ? SHARED_BYTES : PRIVATE_BYTES;
}

/* The largest power of two with which all windows fit. */
static uint64_t window_size(uint32_t slots)
{
    uint64_t bytes = WINDOW_MOST;
    while (bytes > EMUQ_GRANULE_BYTES && bytes * slots > WINDOWS_BYTES)
        bytes /= 2;
    return slots != 0 ? bytes : 0;
}

/* Maps the file where every process has it. */
static int map_file(int fd, uint64_t bytes, emuq_arena_t **arena)
{
    void *wanted = (void *)EMUQ_ARENA_BASE;
    void *got =
        mmap(wanted, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, fd, 0);
    if (got == MAP_FAILED)
        return -errno;
    if (got != wanted) { /* kernels before 4.17 take the address for a hint */
        munmap(got, bytes);
        return -EEXIST;
    }
    /* A core file of every rank with everybody's memory helps nobody. */
    madvise(got, bytes, MADV_DONTDUMP);
    *arena = got;
    return 0;
}

static int create_file(uint64_t job_id, uint64_t bytes, emuq_arena_t **arena)
{
    char name[32];
    snprintf(name, sizeof name, "emuq-%llx", (unsigned long long)job_id);
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd < 0)
        return -errno;
    int rc = ftruncate(fd, (off_t)bytes) != 0 ? -errno : map_file(fd, bytes, arena);
    if (rc == 0)
        file = fd;
    else
        close(fd);
    return rc;
}

int emuq_arena_create(uint32_t slots, const emuq_backing_t *backing, uint64_t job_id, uint64_t layout,
                      emuq_arena_t **arena)
{
    uint64_t window = backing == NULL ? window_size(slots) : 0;
    uint64_t bytes = slots != 0 ? SHARED_BYTES + window * slots : PRIVATE_BYTES;
    emuq_arena_t *a = NULL;
    if (slots != 0) {
        int rc = file >= 0 ? -EBUSY : create_file(job_id, bytes, &a);
        if (rc != 0)
            return rc;
    } else {
        a = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (a == MAP_FAILED)
            return -errno;
    }
    *a = (emuq_arena_t){.magic = MAGIC,
                        .layout = layout,
                        .job_id = job_id,
                        .slots = slots,
                        .bytes = bytes,
                        .window_bytes = window,
                        .next = sizeof *a};
    if (backing != NULL)
        a->backing = *backing;
    *arena = a;
    return 0;
}

int emuq_arena_attach(const char *path, uint64_t layout, emuq_arena_t **arena)
{
    if (file >= 0)
        return -EBUSY;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    emuq_arena_t head;
    int rc = 0;
    if (pread(fd, &head, sizeof head, 0) != (ssize_t)sizeof head || head.magic != MAGIC ||
        head.layout != layout)
        rc = -EPROTO;
    if (rc == 0)
        rc = map_file(fd, head.bytes, arena);
    if (rc == 0)
        file = fd;
    else
        close(fd);
    return rc;
}

void emuq_arena_close(emuq_arena_t *arena)
{
    if (arena == NULL)
        return;
    bool shared = emuq_arena_is_shared(arena);
    munmap(arena, arena->bytes);
    if (shared) {
        close(file);
        file = -1;
    }
}

void *emuq_arena_alloc(emuq_arena_t *arena, size_t bytes, size_t align)
{
    uint64_t next = __atomic_load_n(&arena->next, __ATOMIC_RELAXED), begin;
    do {
        begin = (next + align - 1) & ~(uint64_t)(align - 1);
        if (bytes > common_bytes(arena) - begin)
            return NULL;
    } while (!__atomic_compare_exchange_n(&arena->next, &next, begin + bytes, true, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    return (char *)arena + begin;
}

bool emuq_arena_holds(const emuq_arena_t *arena, const void *p, size_t bytes)
{
    uintptr_t offset = (uintptr_t)p - (uintptr_t)arena;
    return offset < arena->bytes && bytes <= arena->bytes - offset;
}

void emuq_arena_mutex_init(const emuq_arena_t *arena, pthread_mutex_t *mutex)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    if (emuq_arena_is_shared(arena))
        pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

void emuq_arena_cond_init(const emuq_arena_t *arena, pthread_cond_t *cond)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    if (emuq_arena_is_shared(arena))
        pthread_condattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(cond, &attributes);
    pthread_condattr_destroy(&attributes);
}

bool emuq_arena_is_shared(const emuq_arena_t *arena)
{
    return arena->slots != 0;
}

int emuq_arena_path(const emuq_arena_t *arena, char *path, size_t bytes)
{
    (void)arena;
    int length = snprintf(path, bytes, "/proc/%ld/fd/%d", (long)getpid(), file);
    return (size_t)length < bytes ? length : -ENOSPC;
}

const emuq_backing_t *emuq_arena_backing(const emuq_arena_t *arena)
{
    return arena->backing.path[0] != '\0' ? &arena->backing : NULL;
}

int emuq_arena_window(const emuq_arena_t *arena, uint32_t slot, emuq_backed_window_t *window)
{
    if (emuq_arena_backing(arena) != NULL)
        return emuq_backing_map(&arena->backing, slot, window);
    uint64_t offset = common_bytes(arena) + slot * arena->window_bytes;
    *window = (emuq_backed_window_t){
        .fd = file, .offset = offset, .va = (char *)arena + offset, .bytes = arena->window_bytes};
    return 0;
}

void emuq_arena_set_root(emuq_arena_t *arena, void *root)
{
    /* Release: pairs with the acquire in emuq_arena_root(). */
    __atomic_store_n(&arena->root, root, __ATOMIC_RELEASE);
}

void *emuq_arena_root(const emuq_arena_t *arena)
{
    return __atomic_load_n(&arena->root, __ATOMIC_ACQUIRE);
}
