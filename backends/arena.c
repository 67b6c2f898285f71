/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>

#include "backends/address_space.h"
#include "backends/settings.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/lock.h"

#define MAGIC         UINT64_C(0x35616e6572616d65)
#define PRIVATE_BYTES (UINT64_C(1) << 34)
#define COMMON_LEAST  (UINT64_C(1) << 24)
#if EMUQ_TSAN
#define SHARED_BYTES  (UINT64_C(1) << 37) /* ThreadSanitizer leaves less */
#define WINDOWS_BYTES (UINT64_C(1) << 37)
#else
#define SHARED_BYTES  (UINT64_C(1) << 40) /* maximum of the common part, before the windows */
#define WINDOWS_BYTES (UINT64_C(1) << 44) /* maximum of all windows, without gaps */
#endif
#define WINDOW_MOST  (UINT64_C(1) << 35) /* half of the physical addresses */
#define WINDOW_USUAL (UINT64_C(1) << 33) /* minimum without a limit */
#define HOST_LEAST   (UINT64_C(1) << 34) /* assumed memory of a host */
#define SLOT_BYTES   (UINT64_C(1) << 28) /* bytes per slot for registers and memory of GPUs */

/* Freed blocks are kept in size classes, four per power of two. */
#define LEAST_BLOCK  64 /* bytes; also the least alignment */
#define CLASSES      256
#define DROPPED_SIZE 65536 /* pages of larger blocks return to the system */

/* The rest of a block is zero in the list of cleared blocks. */
typedef struct arena_block {
    struct arena_block *next;
} arena_block_t;

#define OBJECTS    4
#define NAME_BYTES 16

typedef struct arena_object {
    char name[NAME_BYTES];
    void *at; /* NULL: free entry */
} arena_object_t;

struct emuq_arena {
    uint64_t magic;
    uint64_t layout;
    uint64_t job_id;
    uintptr_t base; /* address in all processes, if shared */
    uint32_t slots;
    uint64_t bytes;
    uint64_t common_bytes;  /* before the windows */
    uint64_t window_bytes;  /* 0: no windows */
    uint64_t next;          /* atomic: first offset never allocated */
    uint64_t reserved;      /* atomic: first offset never reserved */
    void *root;             /* atomic */
    emuq_backing_t backing; /* path empty: none */
    uint64_t used;          /* atomic: bytes in use */
    pthread_mutex_t lock;   /* guards the lists; their heads are atomic */
    arena_block_t *cleared[CLASSES], *uncleared[CLASSES];
    pthread_mutex_t object_lock; /* taken before `lock` */
    arena_object_t object[OBJECTS];
};

static int arena_file = -1;
static uintptr_t arena_base = EMUQ_ARENA_BASE; /* of an arena to be created */

void emuq_arena_move(uintptr_t base)
{
    arena_base = base;
}

/* Returns the start of the reserved addresses, the second half of the common part. */
static uint64_t arena_reserved_from(uint64_t common)
{
    return common / 2 & ~(EMUQ_GRANULE_BYTES / 1024 - 1);
}

static uint64_t arena_reserve_begin(const emuq_arena_t *a)
{
    return a->slots != 0 ? arena_reserved_from(a->common_bytes) : a->common_bytes;
}

/* Not a power of two: otherwise the aliases of equal data would conflict in first-level caches. */
static uint64_t arena_stride(uint64_t window_bytes)
{
    return window_bytes != 0 ? window_bytes + EMUQ_GRANULE_BYTES : 0;
}

typedef struct arena_plan {
    uint64_t common, window, all;
} arena_plan_t;

static uint64_t arena_min(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Returns a power of two up to @p window, such that all windows fit into @p bytes; 0: too small. */
static uint64_t arena_window_size(uint64_t window, uint64_t bytes, uint32_t slots)
{
    while (window >= EMUQ_GRANULE_BYTES && arena_stride(window) * slots > bytes)
        window /= 2;
    return window >= EMUQ_GRANULE_BYTES ? window : 0;
}

/* Half of the address space limit, because a process maps its window twice. */
static uint64_t arena_limit(bool is_shared)
{
    uint64_t wanted = emuq_setting_number(EMUQ_SETTING_ARENA), most = wanted != 0 ? wanted : UINT64_MAX;
    uint64_t space = emuq_soft_limit(RLIMIT_AS);
    if (space != UINT64_MAX)
        most = arena_min(most, space / 2);
    return is_shared ? arena_min(most, emuq_soft_limit(RLIMIT_FSIZE)) : most;
}

static arena_plan_t arena_plan_of(uint64_t common, uint64_t window, uint32_t slots)
{
    return (arena_plan_t){.common = common, .window = window, .all = common + arena_stride(window) * slots};
}

/* Memory and swap space, rounded up to a power of two. */
static uint64_t arena_host_memory(void)
{
    struct sysinfo info;
    uint64_t bytes = HOST_LEAST;
    if (sysinfo(&info) != 0)
        return SHARED_BYTES;
    while (bytes < ((uint64_t)info.totalram + info.totalswap) * info.mem_unit && bytes < SHARED_BYTES)
        bytes *= 2;
    return bytes;
}

/* A common part of twice the memory of the host and of all nodes; windows of four times the memory of the
 * host. */
static arena_plan_t arena_default_plan(uint32_t slots, bool has_windows)
{
    uint64_t memory = arena_host_memory(), window = WINDOW_MOST;
    /* Not a power of two: arena_stride(). */
    uint64_t nodes = (slots * SLOT_BYTES + UINT32_MAX) & ~(uint64_t)UINT32_MAX;
    while (window > WINDOW_USUAL && window / 2 >= 4 * memory / slots)
        window /= 2;
    window = has_windows ? arena_window_size(window, WINDOWS_BYTES + slots * EMUQ_GRANULE_BYTES, slots) : 0;
    return arena_plan_of(arena_min(SHARED_BYTES, 2 * (memory + nodes)), window, slots);
}

/* With a limit or EMUQ_ARENA, the common part is a quarter. */
static arena_plan_t arena_make_plan(uint32_t slots, bool has_windows)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), most = arena_limit(slots != 0) & ~(page - 1);
    if (slots == 0)
        return arena_plan_of(arena_min(PRIVATE_BYTES, most), 0, 0);
    arena_plan_t p = arena_default_plan(slots, has_windows);
    if (p.all <= most && emuq_setting_number(EMUQ_SETTING_ARENA) == 0)
        return p;
    uint64_t common = arena_min(SHARED_BYTES, most / 4 & ~(EMUQ_GRANULE_BYTES - 1));
    uint64_t window = has_windows && common != 0 ? arena_window_size(WINDOW_MOST, most - common, slots) : 0;
    return window != 0 ? arena_plan_of(common, window, slots)
                       : arena_plan_of(arena_min(SHARED_BYTES, most), 0, slots);
}

#define NO_ACCESS (MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE)

/* Does not map the addresses for reservation. */
static int arena_map_file(int fd, uintptr_t base, uint64_t bytes, uint64_t common, emuq_arena_t **arena)
{
    void *wanted = (void *)base;
    void *got =
        mmap(wanted, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, fd, 0);
    if (got == MAP_FAILED)
        return -errno;
    if (got != wanted) { /* kernels before 4.17 treat the address as a hint */
        munmap(got, bytes);
        return -EEXIST;
    }
    uint64_t reserved = arena_reserved_from(common);
    if (mmap((char *)got + reserved, common - reserved, PROT_NONE, NO_ACCESS | MAP_FIXED, -1, 0) ==
        MAP_FAILED) {
        int rc = -errno;
        munmap(got, bytes);
        return rc;
    }
    /* Core files would contain the memory of all ranks. */
    madvise(got, bytes, MADV_DONTDUMP);
    emuq_memcheck_reserve(got, bytes);
    emuq_memcheck_allocate(got, sizeof **arena);
    *arena = got;
    emuq_tsan_share();
    return 0;
}

static int arena_create_file(uint64_t job_id, uint64_t bytes, uint64_t common, emuq_arena_t **arena)
{
    char name[32];
    snprintf(name, sizeof name, EMUQ_ARENA_NAME "%llx", (unsigned long long)job_id);
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd < 0)
        return -errno;
    int rc = emuq_file_resize(fd, bytes);
    if (rc == 0)
        rc = arena_map_file(fd, arena_base, bytes, common, arena);
    if (rc == 0)
        arena_file = fd;
    else
        close(fd);
    return rc;
}

uint64_t emuq_arena_capacity(uint32_t slots, bool has_backing)
{
    return arena_make_plan(slots, !has_backing).common;
}

int emuq_arena_create(uint32_t slots, const emuq_backing_t *backing, uint64_t job_id, uint64_t layout,
                      emuq_arena_t **arena)
{
    arena_plan_t p = arena_make_plan(slots, backing == NULL);
    emuq_arena_t *a = NULL;
    if (p.common < COMMON_LEAST)
        return slots != 0 && emuq_soft_limit(RLIMIT_FSIZE) < COMMON_LEAST ? -EFBIG : -ENOMEM;
    if (slots != 0) {
        int rc = arena_file >= 0 ? -EBUSY : arena_create_file(job_id, p.all, p.common, &a);
        if (rc != 0)
            return rc;
    } else {
        a = mmap(NULL, p.all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (a == MAP_FAILED)
            return -errno;
        emuq_memcheck_reserve(a, p.all);
        emuq_memcheck_allocate(a, sizeof *a);
    }
    *a = (emuq_arena_t){.magic = MAGIC,
                        .layout = layout,
                        .job_id = job_id,
                        .base = arena_base,
                        .slots = slots,
                        .bytes = p.all,
                        .common_bytes = p.common,
                        .window_bytes = p.window,
                        .next = (sizeof *a + LEAST_BLOCK - 1) & ~(uint64_t)(LEAST_BLOCK - 1)};
    a->reserved = arena_reserve_begin(a);
    if (backing != NULL)
        a->backing = *backing;
    emuq_arena_mutex_init(a, &a->lock);
    emuq_arena_mutex_init(a, &a->object_lock);
    *arena = a;
    return 0;
}

/* Reads @p head. @return whether the file is an arena of this build */
static bool arena_is_valid(int fd, uint64_t layout, emuq_arena_t *head)
{
    struct stat is;
    return pread(fd, head, sizeof *head, 0) == (ssize_t)sizeof *head && head->magic == MAGIC &&
           head->layout == layout && head->bytes >= sizeof *head && fstat(fd, &is) == 0 &&
           head->bytes <= (uint64_t)is.st_size && head->common_bytes <= head->bytes;
}

void emuq_arena_give(const emuq_arena_t *arena)
{
    (void)arena;
    (void)fcntl(arena_file, F_SETFD, 0);
}

/* False if @p path exists and is not the file of @p fd. */
static bool arena_may_be_at(const char *path, int fd)
{
    struct stat there, here;
    return stat(path, &there) != 0 ||
           (fstat(fd, &here) == 0 && here.st_dev == there.st_dev && here.st_ino == there.st_ino);
}

/* Returns the inherited descriptor, or -1. Works without /proc and across containers. */
static int arena_inherited(const char *path, uint64_t layout, emuq_arena_t *head)
{
    const char *number = strstr(path, "/fd/");
    int fd = number != NULL ? atoi(number + strlen("/fd/")) : -1;
    if (fd < 3 || !arena_is_valid(fd, layout, head) || !arena_may_be_at(path, fd))
        return -1;
    return fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 ? fd : -1;
}

static int arena_open(const char *path, uint64_t layout, emuq_arena_t *head)
{
    int fd = arena_inherited(path, layout, head);
    if (fd >= 0)
        return fd;
    fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0 || arena_is_valid(fd, layout, head))
        return fd >= 0 ? fd : -errno;
    close(fd);
    return -EPROTO;
}

int emuq_arena_attach(const char *path, uint64_t layout, emuq_arena_t **arena)
{
    emuq_arena_t head;
    if (arena_file >= 0)
        return -EBUSY;
    int fd = arena_open(path, layout, &head);
    int rc = fd >= 0 ? arena_map_file(fd, head.base, head.bytes, head.common_bytes, arena) : fd;
    if (rc == 0) {
        arena_file = fd;
        /* Memcheck does not see allocations of other processes. */
        emuq_memcheck_allocate(*arena, AO_load(&(*arena)->next));
    } else if (fd >= 0) {
        close(fd);
    }
    return rc;
}

void emuq_arena_close(emuq_arena_t *arena)
{
    if (arena == NULL)
        return;
    bool shared = emuq_arena_is_shared(arena);
    munmap(arena, arena->bytes);
    if (shared) {
        close(arena_file);
        arena_file = -1;
    }
}

static unsigned arena_class(uint64_t bytes, uint64_t *size)
{
    if (bytes <= LEAST_BLOCK) {
        *size = LEAST_BLOCK;
        return 0;
    }
    unsigned power = 63 - (unsigned)__builtin_clzll(bytes - 1); /* 2^power < bytes <= 2^(power + 1) */
    uint64_t quarter = (UINT64_C(1) << power) / 4;
    uint64_t quarters = (bytes + quarter - 1) / quarter; /* 5 to 8 */
    *size = quarters * quarter;
    return 4 * (power - 6) + (unsigned)(quarters - 4);
}

static void *arena_take(emuq_arena_t *arena, arena_block_t **list, size_t align)
{
    if (emuq_pointer_load(list) == NULL)
        return NULL;
    emuq_shared_lock(&arena->lock);
    arena_block_t **at = list;
    while (*at != NULL && (uintptr_t)*at % align != 0)
        at = &(*at)->next;
    arena_block_t *block = *at;
    if (block != NULL) {
        emuq_pointer_store(at, block->next);
        block->next = NULL;
    }
    emuq_shared_unlock(&arena->lock);
    return block;
}

/* Takes unused addresses from *first, or returns NULL. */
static void *arena_take_fresh(emuq_arena_t *arena, uint64_t *first, uint64_t end, uint64_t bytes,
                              size_t align)
{
    /* Relaxed: unused memory needs no order. */
    uint64_t next, begin;
    do {
        next = AO_load(first);
        begin = (next + align - 1) & ~(uint64_t)(align - 1);
        if (begin > end || bytes > end - begin)
            return NULL;
    } while (!AO_compare_and_swap(first, next, begin + bytes));
    return (char *)arena + begin;
}

static void arena_clear(const emuq_arena_t *arena, char *block, size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *first = (char *)(((uintptr_t)block + page - 1) & ~(page - 1));
    char *end = (char *)((uintptr_t)(block + bytes) & ~(page - 1));
    int advice = emuq_arena_is_shared(arena) ? MADV_REMOVE : MADV_DONTNEED;
    if (bytes < DROPPED_SIZE || madvise(first, (size_t)(end - first), advice) != 0) {
        memset(block, 0, bytes);
        return;
    }
    memset(block, 0, (size_t)(first - block));
    memset(end, 0, (size_t)(block + bytes - end));
}

static void arena_push(emuq_arena_t *arena, arena_block_t **list, void *p)
{
    arena_block_t *block = p;
    emuq_shared_lock(&arena->lock);
    block->next = *list;
    emuq_pointer_store(list, block);
    emuq_shared_unlock(&arena->lock);
}

static void *arena_allocate(emuq_arena_t *arena, size_t bytes, size_t align, bool is_cleared)
{
    uint64_t size;
    if (bytes > arena->common_bytes)
        return NULL;
    unsigned class = arena_class(bytes, &size);
    align = align > LEAST_BLOCK ? align : LEAST_BLOCK;
    void *block = is_cleared ? NULL : arena_take(arena, &arena->uncleared[class], align);
    if (block == NULL)
        block = arena_take(arena, &arena->cleared[class], align);
    if (block == NULL)
        block = arena_take_fresh(arena, &arena->next, arena_reserve_begin(arena), size, align);
    if (block == NULL && is_cleared) {
        block = arena_take(arena, &arena->uncleared[class], align);
        if (block != NULL)
            arena_clear(arena, block, size);
    }
    if (block != NULL) {
        emuq_memcheck_allocate(block, size);
        (void)AO_fetch_and_add(&arena->used, size);
    }
    return block;
}

static void arena_release_block(emuq_arena_t *arena, void *p, size_t bytes, bool is_cleared)
{
    uint64_t size;
    if (p == NULL)
        return;
    emuq_tsan_passes(); /* another process may have passed the block on without a lock */
    unsigned class = arena_class(bytes, &size);
    if (is_cleared)
        arena_clear(arena, p, size);
    arena_push(arena, is_cleared ? &arena->cleared[class] : &arena->uncleared[class], p);
    (void)AO_fetch_and_add(&arena->used, -size);
}

void *emuq_arena_alloc(emuq_arena_t *arena, size_t bytes, size_t align)
{
    return arena_allocate(arena, bytes, align, true);
}

void *emuq_arena_alloc_uncleared(emuq_arena_t *arena, size_t bytes, size_t align)
{
    return arena_allocate(arena, bytes, align, false);
}

void emuq_arena_free(emuq_arena_t *arena, void *p, size_t bytes)
{
    arena_release_block(arena, p, bytes, true);
}

void emuq_arena_free_uncleared(emuq_arena_t *arena, void *p, size_t bytes)
{
    arena_release_block(arena, p, bytes, false);
}

uint64_t emuq_arena_used(const emuq_arena_t *arena)
{
    return AO_load(&arena->used);
}

bool emuq_arena_reached_by_all(const emuq_arena_t *arena, const void *p, size_t bytes)
{
    const uint64_t reserve = arena_reserve_begin(arena), windows = arena->common_bytes;
    uintptr_t offset = (uintptr_t)p - (uintptr_t)arena;
    if (arena->slots == 0)
        return true;
    if (offset < reserve)
        return bytes <= reserve - offset;
    return offset >= windows && offset < arena->bytes && bytes <= arena->bytes - offset;
}

void *emuq_arena_reserve(emuq_arena_t *arena, size_t bytes, size_t align)
{
    return arena_take_fresh(arena, &arena->reserved, arena->common_bytes, bytes, align);
}

int emuq_arena_release(void *p, size_t bytes, bool is_mapped)
{
    void *got = mmap(p, bytes, PROT_NONE, NO_ACCESS | (is_mapped ? MAP_FIXED : MAP_FIXED_NOREPLACE), -1, 0);
    if (got == MAP_FAILED)
        return -errno;
    if (got == p)
        return 0;
    munmap(got, bytes);
    return -EEXIST;
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
    int length = snprintf(path, bytes, "/proc/%ld/fd/%d", (long)getpid(), arena_file);
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
    if (arena->window_bytes == 0)
        return -ENOSPC;
    uint64_t offset = arena->common_bytes + EMUQ_GRANULE_BYTES + slot * arena_stride(arena->window_bytes);
    *window = (emuq_backed_window_t){
        .fd = arena_file, .offset = offset, .va = (char *)arena + offset, .bytes = arena->window_bytes};
    return 0;
}

void emuq_arena_set_root(emuq_arena_t *arena, void *root)
{
    /* Release: pairs with the acquire in emuq_arena_root(). */
    emuq_pointer_store_release(&arena->root, root);
}

void *emuq_arena_root(const emuq_arena_t *arena)
{
    return emuq_pointer_load_acquire(&arena->root);
}

int emuq_backing_path(const char *path, uint32_t node, char *text, size_t bytes)
{
    const char *number = strstr(path, "%n");
    int length = number == NULL
                     ? snprintf(text, bytes, "%s", path)
                     : snprintf(text, bytes, "%.*s%u%s", (int)(number - path), path, node, number + 2);
    return length >= 0 && (size_t)length < bytes ? length : -ENAMETOOLONG;
}

/* Reserves addresses such that address @p offset is aligned to a granule. */
static char *backing_reserve(size_t bytes, uint64_t offset)
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

static int backing_map_file(bool from_start, emuq_backed_window_t *w)
{
    uint64_t front = from_start ? w->offset : 0;
    char *place = backing_reserve(front + w->bytes, front);
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
    rc = backing_map_file(b->from_start, &w);
    if (rc != 0) {
        close(w.fd);
        return rc;
    }
    madvise(w.va, w.bytes, MADV_DONTDUMP);
    *window = w;
    return 0;
}

/* Returns a free entry if the object does not exist; NULL: the table is full. Caller holds object_lock. */
static arena_object_t *arena_find_object(emuq_arena_t *arena, const char *name)
{
    for (int i = 0; i < OBJECTS; i++)
        if (arena->object[i].at == NULL || strncmp(arena->object[i].name, name, NAME_BYTES) == 0)
            return &arena->object[i];
    return NULL;
}

static int arena_make_object(emuq_arena_t *arena, arena_object_t *o, const char *name, size_t bytes,
                             int (*make)(void *object, void *argument), void *argument)
{
    void *at = emuq_arena_alloc(arena, bytes, 64);
    int rc = at != NULL ? make(at, argument) : -ENOMEM;
    if (rc != 0) {
        emuq_arena_free(arena, at, bytes);
        return rc;
    }
    snprintf(o->name, sizeof o->name, "%s", name);
    o->at = at;
    return 0;
}

int emuq_arena_object(emuq_arena_t *arena, const char *name, size_t bytes,
                      int (*make)(void *object, void *argument), void *argument, void **object)
{
    emuq_shared_lock(&arena->object_lock);
    arena_object_t *o = arena_find_object(arena, name);
    int rc = o != NULL ? 0 : -ENOSPC;
    if (rc == 0 && o->at == NULL)
        rc = arena_make_object(arena, o, name, bytes, make, argument);
    if (rc == 0)
        *object = o->at;
    emuq_shared_unlock(&arena->object_lock);
    return rc;
}
