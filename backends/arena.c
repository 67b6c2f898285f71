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
#define SHARED_BYTES  (UINT64_C(1) << 40) /* most, in front of the windows */
#define WINDOWS_BYTES (UINT64_C(1) << 44) /* most of all windows together, without what is between them */
#endif
#define WINDOW_MOST  (UINT64_C(1) << 35) /* of one: half of what a process has physical addresses for */
#define WINDOW_USUAL (UINT64_C(1) << 33) /* of one, without a limit: at least */
#define HOST_LEAST   (UINT64_C(1) << 34) /* memory that a host is assumed to have */
#define SLOT_BYTES   (UINT64_C(1) << 28) /* for one, in front of the windows: registers, memory of GPUs */

/* Blocks that are given back are kept by their size: four classes for each power of two, so that a block is
 * at most a quarter larger than what is asked for. */
#define LEAST_BLOCK  64 /* bytes; also the least alignment */
#define CLASSES      256
#define DROPPED_SIZE 65536 /* of larger blocks the pages go back to the system */

/* A block that has been given back. The rest of it is zero in the list of cleared ones. */
typedef struct block {
    struct block *next;
} block_t;

#define OBJECTS    4
#define NAME_BYTES 16

/* An object that is found by its name. */
typedef struct object {
    char name[NAME_BYTES];
    void *at; /* NULL: there is none */
} object_t;

struct emuq_arena {
    uint64_t magic;
    uint64_t layout;
    uint64_t job_id;
    uint32_t slots;
    uint64_t bytes;         /* of the mapping */
    uint64_t common_bytes;  /* in front of the windows */
    uint64_t window_bytes;  /* of each window; 0: there are none */
    uint64_t next;          /* __atomic: first byte that has not been handed out */
    uint64_t reserved;      /* __atomic: first address that has not been reserved */
    void *root;             /* __atomic */
    emuq_backing_t backing; /* of the windows; path empty: none */
    uint64_t used;          /* __atomic: bytes of blocks that are in use */
    pthread_mutex_t lock;   /* for the lists */
    /* Under the lock; the heads are looked at without it (__atomic). */
    block_t *cleared[CLASSES], *uncleared[CLASSES];
    pthread_mutex_t object_lock; /* before `lock` */
    object_t object[OBJECTS];    /* under object_lock */
};

static int file = -1; /* of the shared arena of this process */

static uint64_t common_bytes(const emuq_arena_t *a)
{
    return a->common_bytes;
}

/* Where the addresses of a shared arena begin that can be reserved: the second half of what is in front of
 * the windows. */
static uint64_t reserved_from(uint64_t common)
{
    return common / 2 & ~(EMUQ_GRANULE_BYTES / 1024 - 1);
}

static uint64_t reserve_begin(const emuq_arena_t *a)
{
    return a->slots != 0 ? reserved_from(common_bytes(a)) : common_bytes(a);
}

/* Distance of windows. A program has the same thing at the same address in all ranks; so at equal distances
 * that are powers of two, a line and that of another rank differ in high bits of their addresses alone.
 * Processors that choose a way of the first cache by a hash of the lower bits hold only one of two such lines
 * at a time. With these distances no window is like one of the next 62 in its low 32 bits, or, of the first
 * 63, like the program's own addresses. */
static uint64_t stride(uint64_t window_bytes)
{
    return window_bytes != 0 ? window_bytes + EMUQ_GRANULE_BYTES : 0;
}

/* Sizes of the parts of an arena. */
typedef struct plan {
    uint64_t common, window, all;
} plan_t;

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The largest power of two, up to @p window, with which all windows fit into @p bytes; 0 if it is less than a
 * granule. */
static uint64_t window_size(uint64_t window, uint64_t bytes, uint32_t slots)
{
    while (window >= EMUQ_GRANULE_BYTES && stride(window) * slots > bytes)
        window /= 2;
    return window >= EMUQ_GRANULE_BYTES ? window : 0;
}

/* The most bytes that an arena may have. A process maps its window a second time, and needs address space for
 * the program: half of the limit. */
static uint64_t limit(bool is_shared)
{
    uint64_t wanted = emuq_setting_number(EMUQ_SETTING_ARENA), most = wanted != 0 ? wanted : UINT64_MAX;
    uint64_t space = emuq_soft_limit(RLIMIT_AS);
    if (space != UINT64_MAX)
        most = least(most, space / 2);
    return is_shared ? least(most, emuq_soft_limit(RLIMIT_FSIZE)) : most;
}

/* The parts of a shared arena with windows of one size; each window lies behind a gap of a granule. */
static plan_t plan_of(uint64_t common, uint64_t window, uint32_t slots)
{
    return (plan_t){.common = common, .window = window, .all = common + stride(window) * slots};
}

/* Memory of this host with its swap space, rounded up to a power of two. */
static uint64_t host_memory(void)
{
    struct sysinfo info;
    uint64_t bytes = HOST_LEAST;
    if (sysinfo(&info) != 0)
        return SHARED_BYTES;
    while (bytes < ((uint64_t)info.totalram + info.totalswap) * info.mem_unit && bytes < SHARED_BYTES)
        bytes *= 2;
    return bytes;
}

/* Without EMUQ_ARENA: twice the memory of the host and what nodes take, which may be on other hosts, in front
 * of the windows, half of it to be reserved; and windows that hold four times that memory together. More
 * address space costs time where it is scanned. */
static plan_t usual_plan(uint32_t slots, bool has_windows)
{
    uint64_t memory = host_memory(), window = WINDOW_MOST;
    uint64_t nodes = (slots * SLOT_BYTES + UINT32_MAX) & ~(uint64_t)UINT32_MAX; /* as in stride() */
    while (window > WINDOW_USUAL && window / 2 >= 4 * memory / slots)
        window /= 2;
    window = has_windows ? window_size(window, WINDOWS_BYTES + slots * EMUQ_GRANULE_BYTES, slots) : 0;
    return plan_of(least(SHARED_BYTES, 2 * (memory + nodes)), window, slots);
}

/* Under a limit, or with EMUQ_ARENA, the common part is a quarter, and windows take the rest. */
static plan_t plan(uint32_t slots, bool has_windows)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), most = limit(slots != 0) & ~(page - 1);
    if (slots == 0)
        return plan_of(least(PRIVATE_BYTES, most), 0, 0);
    plan_t p = usual_plan(slots, has_windows);
    if (p.all <= most && emuq_setting_number(EMUQ_SETTING_ARENA) == 0)
        return p;
    uint64_t common = least(SHARED_BYTES, most / 4 & ~(EMUQ_GRANULE_BYTES - 1));
    uint64_t window = has_windows && common != 0 ? window_size(WINDOW_MOST, most - common, slots) : 0;
    return window != 0 ? plan_of(common, window, slots) : plan_of(least(SHARED_BYTES, most), 0, slots);
}

#define NO_ACCESS (MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE)

/* Maps the file where every process has it, but for the addresses that can be reserved. */
static int map_file(int fd, uint64_t bytes, uint64_t common, emuq_arena_t **arena)
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
    uint64_t reserved = reserved_from(common);
    if (mmap((char *)got + reserved, common - reserved, PROT_NONE, NO_ACCESS | MAP_FIXED, -1, 0) ==
        MAP_FAILED) {
        int rc = -errno;
        munmap(got, bytes);
        return rc;
    }
    /* Core files would hold the memory of all ranks, once for each rank that ends. */
    madvise(got, bytes, MADV_DONTDUMP);
    emuq_memcheck_reserve(got, bytes);
    emuq_memcheck_allocate(got, sizeof **arena);
    *arena = got;
    emuq_tsan_share();
    return 0;
}

static int create_file(uint64_t job_id, uint64_t bytes, uint64_t common, emuq_arena_t **arena)
{
    char name[32];
    snprintf(name, sizeof name, "emuq-%llx", (unsigned long long)job_id);
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd < 0)
        return -errno;
    int rc = emuq_file_resize(fd, bytes);
    if (rc == 0)
        rc = map_file(fd, bytes, common, arena);
    if (rc == 0)
        file = fd;
    else
        close(fd);
    return rc;
}

int emuq_arena_create(uint32_t slots, const emuq_backing_t *backing, uint64_t job_id, uint64_t layout,
                      emuq_arena_t **arena)
{
    plan_t p = plan(slots, backing == NULL);
    emuq_arena_t *a = NULL;
    if (p.common < COMMON_LEAST)
        return slots != 0 && emuq_soft_limit(RLIMIT_FSIZE) < COMMON_LEAST ? -EFBIG : -ENOMEM;
    if (slots != 0) {
        int rc = file >= 0 ? -EBUSY : create_file(job_id, p.all, p.common, &a);
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
                        .slots = slots,
                        .bytes = p.all,
                        .common_bytes = p.common,
                        .window_bytes = p.window,
                        .next = (sizeof *a + LEAST_BLOCK - 1) & ~(uint64_t)(LEAST_BLOCK - 1)};
    a->reserved = reserve_begin(a);
    if (backing != NULL)
        a->backing = *backing;
    emuq_arena_mutex_init(a, &a->lock);
    emuq_arena_mutex_init(a, &a->object_lock);
    *arena = a;
    return 0;
}

/* Whether a file is an arena of this build, as long as its head says. @param head set */
static bool is_arena(int fd, uint64_t layout, emuq_arena_t *head)
{
    struct stat is;
    return pread(fd, head, sizeof *head, 0) == (ssize_t)sizeof *head && head->magic == MAGIC &&
           head->layout == layout && head->bytes >= sizeof *head && fstat(fd, &is) == 0 &&
           head->bytes <= (uint64_t)is.st_size && head->common_bytes <= head->bytes;
}

void emuq_arena_give(const emuq_arena_t *arena)
{
    (void)arena;
    (void)fcntl(file, F_SETFD, 0);
}

/* Whether the file at @p path, if this process sees one there, is that of a descriptor. */
static bool may_be_at(const char *path, int fd)
{
    struct stat there, here;
    return stat(path, &there) != 0 ||
           (fstat(fd, &here) == 0 && here.st_dev == there.st_dev && here.st_ino == there.st_ino);
}

/* The descriptor of the arena at @p path that this process has inherited: it needs neither /proc nor the
 * permission to open a file of a process in another container. @return it, or -1 */
static int inherited(const char *path, uint64_t layout, emuq_arena_t *head)
{
    const char *number = strstr(path, "/fd/");
    int fd = number != NULL ? atoi(number + strlen("/fd/")) : -1;
    if (fd < 3 || !is_arena(fd, layout, head) || !may_be_at(path, fd))
        return -1;
    return fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 ? fd : -1;
}

/* @return its descriptor, or a negative errno */
static int open_arena(const char *path, uint64_t layout, emuq_arena_t *head)
{
    int fd = inherited(path, layout, head);
    if (fd >= 0)
        return fd;
    fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0 || is_arena(fd, layout, head))
        return fd >= 0 ? fd : -errno;
    close(fd);
    return -EPROTO;
}

int emuq_arena_attach(const char *path, uint64_t layout, emuq_arena_t **arena)
{
    emuq_arena_t head;
    if (file >= 0)
        return -EBUSY;
    int fd = open_arena(path, layout, &head);
    int rc = fd >= 0 ? map_file(fd, head.bytes, head.common_bytes, arena) : fd;
    if (rc == 0) {
        file = fd;
        /* Memcheck does not see what other processes allocate. */
        emuq_memcheck_allocate(*arena, __atomic_load_n(&(*arena)->next, __ATOMIC_RELAXED));
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
        close(file);
        file = -1;
    }
}

/* ---- blocks ---- */

/* The class of blocks for @p bytes bytes (1 or more), and their size. */
static unsigned class_of(uint64_t bytes, uint64_t *size)
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

/* Takes a block of a list if it has the alignment, or returns NULL. */
static void *take(emuq_arena_t *arena, block_t **list, size_t align)
{
    if (__atomic_load_n(list, __ATOMIC_RELAXED) == NULL)
        return NULL;
    emuq_shared_lock(&arena->lock);
    block_t **at = list;
    while (*at != NULL && (uintptr_t)*at % align != 0)
        at = &(*at)->next;
    block_t *block = *at;
    if (block != NULL) {
        __atomic_store_n(at, block->next, __ATOMIC_RELAXED);
        block->next = NULL;
    }
    emuq_shared_unlock(&arena->lock);
    return block;
}

/* Takes addresses that have never been used, from *first, before @p end, or returns NULL. */
static void *take_fresh(emuq_arena_t *arena, uint64_t *first, uint64_t end, uint64_t bytes, size_t align)
{
    /* Relaxed: memory that no thread has written needs no order. */
    uint64_t next = __atomic_load_n(first, __ATOMIC_RELAXED), begin;
    do {
        begin = (next + align - 1) & ~(uint64_t)(align - 1);
        if (begin > end || bytes > end - begin)
            return NULL;
    } while (
        !__atomic_compare_exchange_n(first, &next, begin + bytes, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return (char *)arena + begin;
}

/* Zeroes a block; the whole pages of a large one go back to the system. */
static void clear(const emuq_arena_t *arena, char *block, size_t bytes)
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

/* Puts a block in front of a list. */
static void give(emuq_arena_t *arena, block_t **list, void *p)
{
    block_t *block = p;
    emuq_shared_lock(&arena->lock);
    block->next = *list;
    __atomic_store_n(list, block, __ATOMIC_RELAXED);
    emuq_shared_unlock(&arena->lock);
}

static void *allocate(emuq_arena_t *arena, size_t bytes, size_t align, bool is_cleared)
{
    uint64_t size;
    if (bytes > common_bytes(arena))
        return NULL;
    unsigned class = class_of(bytes, &size);
    align = align > LEAST_BLOCK ? align : LEAST_BLOCK;
    void *block = is_cleared ? NULL : take(arena, &arena->uncleared[class], align);
    if (block == NULL)
        block = take(arena, &arena->cleared[class], align);
    if (block == NULL)
        block = take_fresh(arena, &arena->next, reserve_begin(arena), size, align);
    if (block == NULL && is_cleared) {
        block = take(arena, &arena->uncleared[class], align);
        if (block != NULL)
            clear(arena, block, size);
    }
    if (block != NULL) {
        emuq_memcheck_allocate(block, size);
        __atomic_fetch_add(&arena->used, size, __ATOMIC_RELAXED);
    }
    return block;
}

static void give_back(emuq_arena_t *arena, void *p, size_t bytes, bool is_cleared)
{
    uint64_t size;
    if (p == NULL)
        return;
    emuq_tsan_passes(); /* another process may have given it away without a lock */
    unsigned class = class_of(bytes, &size);
    if (is_cleared)
        clear(arena, p, size);
    give(arena, is_cleared ? &arena->cleared[class] : &arena->uncleared[class], p);
    __atomic_fetch_sub(&arena->used, size, __ATOMIC_RELAXED);
}

void *emuq_arena_alloc(emuq_arena_t *arena, size_t bytes, size_t align)
{
    return allocate(arena, bytes, align, true);
}

void *emuq_arena_alloc_uncleared(emuq_arena_t *arena, size_t bytes, size_t align)
{
    return allocate(arena, bytes, align, false);
}

void emuq_arena_free(emuq_arena_t *arena, void *p, size_t bytes)
{
    give_back(arena, p, bytes, true);
}

void emuq_arena_free_uncleared(emuq_arena_t *arena, void *p, size_t bytes)
{
    give_back(arena, p, bytes, false);
}

uint64_t emuq_arena_used(const emuq_arena_t *arena)
{
    return __atomic_load_n(&arena->used, __ATOMIC_RELAXED);
}

bool emuq_arena_reached_by_all(const emuq_arena_t *arena, const void *p, size_t bytes)
{
    const uint64_t reserve = reserve_begin(arena), windows = common_bytes(arena);
    uintptr_t offset = (uintptr_t)p - (uintptr_t)arena;
    if (arena->slots == 0)
        return true;
    if (offset < reserve)
        return bytes <= reserve - offset;
    return offset >= windows && offset < arena->bytes && bytes <= arena->bytes - offset;
}

void *emuq_arena_reserve(emuq_arena_t *arena, size_t bytes, size_t align)
{
    return take_fresh(arena, &arena->reserved, common_bytes(arena), bytes, align);
}

int emuq_arena_release(void *p, size_t bytes, bool is_mapped)
{
    void *got = mmap(p, bytes, PROT_NONE, NO_ACCESS | (is_mapped ? MAP_FIXED : MAP_FIXED_NOREPLACE), -1, 0);
    if (got == MAP_FAILED)
        return -errno;
    if (got == p)
        return 0;
    munmap(got, bytes); /* kernels before 4.17 take the address for a hint */
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
    if (arena->window_bytes == 0)
        return -ENOSPC;
    uint64_t offset = common_bytes(arena) + EMUQ_GRANULE_BYTES + slot * stride(arena->window_bytes);
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

/* ---- objects ---- */

/* The object of a name, or the first place that is free, or NULL; object_lock. */
static object_t *find_object(emuq_arena_t *arena, const char *name)
{
    for (int i = 0; i < OBJECTS; i++)
        if (arena->object[i].at == NULL || strncmp(arena->object[i].name, name, NAME_BYTES) == 0)
            return &arena->object[i];
    return NULL;
}

static int make_object(emuq_arena_t *arena, object_t *o, const char *name, size_t bytes,
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
    object_t *o = find_object(arena, name);
    int rc = o != NULL ? 0 : -ENOSPC;
    if (rc == 0 && o->at == NULL)
        rc = make_object(arena, o, name, bytes, make, argument);
    if (rc == 0)
        *object = o->at;
    emuq_shared_unlock(&arena->object_lock);
    return rc;
}
