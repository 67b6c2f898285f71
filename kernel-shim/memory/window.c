/* SPDX-License-Identifier: BSD-3-Clause */
/* The window of a process: its static data, heap and stacks in a shared file. The node-wide view of all
 * windows, and memory at the addresses of device registers. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/lock.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/text.h"
#include "hwi/include/bqc/PhysicalMap.h"
#include "kernel-shim/memory/memory.h"
#include "spi/include/kernel/memory.h"

const emuq_backend_t *emuq_backend;
__thread emuq_thread_t emuq_thread_self;
emuq_process_t *emuq_joined_process;
bool emuq_joined_late;
void (*emuq_before_end)(void);

enum { SHARE_ALL, SHARE_STATIC, SHARE_NOTHING }; /* values of EMUQ_SHARE */

#define STACKS_PART 8u                 /* fraction of the heap's range */
#define HEAP_UNIT   ((size_t)32 << 20) /* unit of the allocator */
#define BREAK_MOST  ((size_t)1 << 30)
#define LOW_END     ((uintptr_t)1 << 35) /* static data below this address: the program is not PIE */

/* ---- static data of the main program, moved into a shared file. No variable may change between the copy and
 * the mapping: only system calls and loops run there. System calls go by number, because a sanitizer's
 * wrappers check memory between variables. ---- */

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

/* ---- the window of a process ---- */

emuq_shared_memory_t emuq_local_memory;

static size_t window_align_up(size_t bytes, size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

/* Chooses an address behind static data and the break, which the kernel places in the next gigabyte. */
static size_t window_heap_address(const emuq_shared_range_t *data)
{
    size_t end = data->va + data->bytes < LOW_END ? data->va + data->bytes : 0;
    return window_align_up(end + BREAK_MOST, EMUQ_GRANULE_BYTES);
}

/* The offset of the heap is its address if possible, else behind static data, in a separate granule without
 * an aperture. */
static size_t window_heap_offset(const emuq_shared_memory_t *m, const emuq_backed_window_t *w)
{
    const emuq_shared_range_t *data = &m->range[0];
    size_t end = data->bytes != 0 ? data->alias + data->bytes - (uintptr_t)w->va : 0;
    if (m->aperture.bytes != 0)
        return window_align_up(end, HEAP_UNIT);
    return window_heap_address(data) >= end && window_heap_address(data) <= w->bytes / 2
               ? window_heap_address(data)
               : window_align_up(end, EMUQ_GRANULE_BYTES);
}

bool emuq_window_wants_common_heap(void)
{
    const char *value = getenv("BG_MAPCOMMONHEAP");
    return value != NULL && strtoul(value, NULL, 0) != 0;
}

/* @return NULL if the addresses are in use */
static void *window_map_at(uintptr_t address, size_t bytes, int protection, int flags, int fd,
                           uint64_t offset)
{
    void *got = mmap((void *)address, bytes, protection, flags | MAP_NORESERVE | MAP_FIXED_NOREPLACE, fd,
                     (off_t)offset);
    if (got == (void *)address)
        return got;
    if (got != MAP_FAILED) /* kernels before 4.17 treat the address as a hint */
        munmap(got, bytes);
    return NULL;
}

/* Futexes, which pthread_join() needs in stacks, fail in memory of a PCI device. */
static size_t window_stacks_bytes(const emuq_backed_window_t *w, size_t bytes)
{
    size_t part = bytes / STACKS_PART > HEAP_UNIT ? bytes / STACKS_PART : HEAP_UNIT;
    bool has_futexes = emuq_futex_wake((const unsigned *)(const void *)w->va, 1) >= 0;
    return has_futexes && bytes >= 2 * HEAP_UNIT ? part / HEAP_UNIT * HEAP_UNIT : 0;
}

/* On errors, the kernel chooses the addresses of mappings. */
static void window_share_mappings(const emuq_backed_window_t *w, emuq_shared_memory_t *m, size_t place,
                                  char *at, size_t bytes)
{
    if (mprotect(at, bytes, PROT_NONE) != 0 || emuq_mappings_open(at, bytes, w->va + place) != 0)
        return;
    emuq_snapshot_add(&(emuq_snapshot_range_t){w->fd, w->offset + place, at, bytes, PROT_READ | PROT_WRITE});
    m->mappings = (uintptr_t)at;
}

static void window_share_heap(const emuq_backed_window_t *w, emuq_shared_memory_t *m)
{
    size_t heap = window_heap_offset(m, w);
    if (heap >= w->bytes) {
        m->share_heap = -ENOMEM;
        return;
    }
    bool has_aperture = m->aperture.bytes != 0;
    size_t bytes = w->bytes - heap, stacks = has_aperture ? window_stacks_bytes(w, bytes) : 0;
    size_t mappings = has_aperture || bytes < 2 * HEAP_UNIT ? 0 : bytes / 2 / HEAP_UNIT * HEAP_UNIT;
    char *alias = w->va + heap, *at = NULL;
    /* At its alias a heap has the same address in all processes. */
    if (!has_aperture && !emuq_window_wants_common_heap())
        at = window_map_at(window_heap_address(&m->range[0]), bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
                           w->fd, w->offset + heap);
    if (at == NULL)
        at = alias;
    m->share_heap = emuq_share_heap(w->fd, w->offset + heap, at, bytes - stacks - mappings, has_aperture);
    if (m->share_heap == 0 && mappings != 0)
        window_share_mappings(w, m, heap + bytes - mappings, at + bytes - mappings, mappings);
    if (m->share_heap != 0 && at != alias)
        munmap(at, bytes);
    m->stacks = w->va + w->bytes - stacks;
    m->stacks_bytes = stacks;
    if (m->share_heap == 0)
        m->range[1] = (emuq_shared_range_t){(uintptr_t)at, bytes, (uintptr_t)alias};
    else if (stacks != 0)
        m->range[1] = (emuq_shared_range_t){(uintptr_t)m->stacks, stacks, (uintptr_t)m->stacks};
}

/* Ends the process if the child would use the parent's stack. */
static void window_before_fork(void)
{
    const emuq_shared_memory_t *m = &emuq_local_memory;
    if ((uintptr_t)__builtin_frame_address(0) - (uintptr_t)m->stacks >= m->stacks_bytes)
        return;
    emuq_log("fork() is not possible while the device reaches the stack of the rank; use posix_spawn(), "
             "system() or vfork()");
    _exit(EXIT_FAILURE);
}

void emuq_window_share(const emuq_backed_window_t *w, bool is_aperture)
{
    emuq_shared_memory_t *m = &emuq_local_memory;
    uint64_t wanted = emuq_setting_number(EMUQ_SETTING_SHARE);
    *m = (emuq_shared_memory_t){.share_static = -ECANCELED, .share_heap = -ECANCELED};
    if (is_aperture)
        m->aperture = (emuq_aperture_t){w->pa, (uintptr_t)w->va, w->bytes};
    else
        m->window = (uintptr_t)w->va;
    if (wanted == SHARE_NOTHING)
        return;
    /* Data of former jobs: allocators expect zeroed memory. */
    if (is_aperture &&
        fallocate(w->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)w->offset, (off_t)w->bytes) != 0)
        memset(w->va, 0, w->bytes);
    m->share_static =
        emuq_share_static(w->fd, w->offset, w->va, w->bytes / 2,
                          is_aperture ? (size_t)sysconf(_SC_PAGESIZE) : EMUQ_GRANULE_BYTES, &m->range[0]);
    if (wanted == SHARE_ALL)
        window_share_heap(w, m);
    if (m->stacks_bytes != 0 && pthread_atfork(window_before_fork, NULL, NULL) != 0)
        m->stacks_bytes = 0;
}

void emuq_window_describe(emuq_address_space_t *space)
{
    memcpy(space->shared, emuq_local_memory.range, sizeof(space->shared));
    space->aperture = emuq_local_memory.aperture;
    space->window = emuq_local_memory.window;
    space->mappings = emuq_local_memory.mappings;
    space->is_private = true;
}

void emuq_window_describe_alone(emuq_address_space_t *space, const emuq_backed_window_t *w)
{
    emuq_local_memory = (emuq_shared_memory_t){
        .window = (uintptr_t)w->va, .share_static = -ECANCELED, .share_heap = -ECANCELED};
    emuq_local_memory.range[1] = (emuq_shared_range_t){(uintptr_t)w->va, w->bytes, (uintptr_t)w->va};
    emuq_window_describe(space);
}

static unsigned window_count_threads(void)
{
    unsigned count = 0;
    DIR *tasks = opendir("/proc/self/task");
    for (const struct dirent *d; tasks != NULL && (d = readdir(tasks)) != NULL;)
        count += d->d_name[0] != '.';
    if (tasks != NULL)
        closedir(tasks);
    return count;
}

static int window_open(const emuq_backing_t *backing)
{
    emuq_backed_window_t w;
    int rc = emuq_backing_map(backing, 0, &w);
    if (rc != 0) {
        emuq_log("cannot map the memory of the device, %s: %s", backing->path, strerror(-rc));
        return rc;
    }
    if (window_count_threads() > 1) { /* threads may be using the data */
        emuq_local_memory = (emuq_shared_memory_t){
            .aperture = {w.pa, (uintptr_t)w.va, w.bytes}, .share_static = -EBUSY, .share_heap = -EBUSY};
        return 0;
    }
    emuq_window_share(&w, true);
    return 0;
}

int emuq_window_of_threads(const emuq_backend_t *backend, emuq_backing_t *backing)
{
    static emuq_backing_t found;
    if (backend->machine->memory != NULL && found.path[0] == '\0') {
        emuq_backing_t fresh = {.path = ""};
        int rc = backend->machine->memory(&(emuq_memory_plan_t){0, 0}, &fresh);
        if (rc == 0)
            rc = window_open(&fresh);
        if (rc != 0)
            return rc;
        found = fresh;
    }
    *backing = backend->machine->memory != NULL ? found : (emuq_backing_t){.path = ""};
    return 0;
}

size_t emuq_stack_bytes(void)
{
    size_t wanted = (size_t)emuq_setting_number(EMUQ_SETTING_STACK_SIZE);
    long least = sysconf(_SC_THREAD_STACK_MIN);
    return least > 0 && wanted < (size_t)least ? (size_t)least : wanted;
}

void *emuq_window_stack(uint32_t number)
{
    const emuq_shared_memory_t *m = &emuq_local_memory;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = emuq_page_round_up(emuq_stack_bytes());
    if (m->stacks_bytes / (bytes + page) <= number)
        return NULL;
    char *stack = m->stacks + number * (bytes + page);
    return mprotect(stack, page, PROT_NONE) == 0 && mprotect(stack + page, bytes, PROT_READ | PROT_WRITE) == 0
               ? stack + page
               : NULL;
}

/* Arguments for the context, whose entry function takes integers only */
static struct {
    int (*entry)(int argc, char **argv, char **envp);
    int argc;
    char **argv, **envp;
    int status;
    ucontext_t before, inside;
} main_stack;

static void main_stack_entry(void)
{
    main_stack.status = main_stack.entry(main_stack.argc, main_stack.argv, main_stack.envp);
}

int emuq_run_main(int (*entry)(int argc, char **argv, char **envp), int argc, char **argv, char **envp)
{
    void *stack = emuq_window_stack(0);
    if (stack == NULL || getcontext(&main_stack.inside) != 0)
        return entry(argc, argv, envp);
    main_stack.entry = entry;
    main_stack.argc = argc;
    main_stack.argv = argv;
    main_stack.envp = envp;
    main_stack.inside.uc_stack.ss_sp = stack;
    main_stack.inside.uc_stack.ss_size = emuq_stack_bytes();
    main_stack.inside.uc_link = &main_stack.before;
    makecontext(&main_stack.inside, main_stack_entry, 0);
    return swapcontext(&main_stack.before, &main_stack.inside) == 0 ? main_stack.status
                                                                    : entry(argc, argv, envp);
}

/* ---- the node-wide view ---- */

static bool global_is_mapped;

static bool global_map_share(const emuq_arena_t *arena, const emuq_address_space_t *space, uint32_t member)
{
    emuq_backed_window_t w;
    uint64_t most = space->count << EMUQ_GRANULE_BITS;
    if (emuq_arena_window(arena, member, &w) != 0)
        return false;
    size_t bytes = w.bytes < most ? w.bytes : most;
    void *at = window_map_at(CONFIG_GLOBAL_BASE + (space->first << EMUQ_GRANULE_BITS), bytes, PROT_READ,
                             MAP_SHARED, w.fd, w.offset);
    if (at != NULL)
        madvise(at, bytes, MADV_DONTDUMP); /* core files would contain all processes of the node */
    return at != NULL;
}

void emuq_global_map(const emuq_memory_t *memory, const emuq_arena_t *arena, uint32_t first_member)
{
    global_is_mapped = true;
    for (uint32_t i = 0; i < EMUQ_SHARES_MOST && memory->space[i] != NULL && global_is_mapped; i++)
        global_is_mapped = global_map_share(arena, memory->space[i], first_member + i);
}

/* Decides by the position in the window, for granules without a VA. */
static bool global_will_be_shared(const emuq_address_space_t *space, uint64_t pa, uint64_t bytes)
{
    uint64_t first = pa - (space->first << EMUQ_GRANULE_BITS);
    for (int i = 0; i < EMUQ_SHARED_RANGES; i++) {
        const emuq_shared_range_t *r = &space->shared[i];
        uint64_t begin = r->alias - space->window;
        if (first < begin + r->bytes && first + bytes > begin)
            return true;
    }
    return false;
}

/* Unshared memory may have PAs that the heap does not use. */
static bool global_is_shared(const emuq_address_space_t *space, uint64_t pa, uint64_t bytes)
{
    for (uint64_t at = pa, next; at < pa + bytes; at = next) {
        const uint64_t slot = at >> EMUQ_GRANULE_BITS, offset = at & (EMUQ_GRANULE_BYTES - 1);
        const emuq_granule_t *g = &space->memory->granule[slot];
        next = (slot + 1) << EMUQ_GRANULE_BITS;
        uint64_t behind = offset + ((next < pa + bytes ? next : pa + bytes) - at);
        /* Acquire: pairs with the releases in address_space.c. */
        if (AO_load_acquire(&g->va) == 0) {
            if (global_will_be_shared(space, at, behind - offset))
                return true;
        } else if (offset < AO_int_load_acquire(&g->high) && behind > AO_int_load(&g->low) &&
                   g->alias == space->window + ((slot - space->first) << EMUQ_GRANULE_BITS)) {
            return true;
        }
    }
    return false;
}

void *emuq_global_address(const emuq_address_space_t *own, uint64_t pa, uint64_t bytes)
{
    if (!own->is_private)
        return emuq_translate_local(own, pa, bytes);
    const emuq_address_space_t *space = emuq_space_of(own->memory, pa);
    if (!global_is_mapped || space == NULL || !global_is_shared(space, pa, bytes))
        return NULL;
    return (void *)(uintptr_t)(CONFIG_GLOBAL_BASE + pa);
}

/* ---- device registers: some programs store to their fixed user addresses. The memory has no function:
 * programs reach the Message Unit through hwi/include/common/emuq_mmio.h. ---- */

/* ThreadSanitizer rejects mappings outside of its ranges. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define __SANITIZE_THREAD__ 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define MAY_MAP 0
#else
#define MAY_MAP 1
#endif

static const struct {
    uintptr_t address;
    size_t bytes;
} user_registers[] = {
    {(uintptr_t)PHYMAP_MINADDR_MU, (size_t)PHYMAP_SIZE_MU},
    {(uintptr_t)PHYMAP_MINADDR_L1P, (size_t)PHYMAP_SIZE_L1P},
    {(uintptr_t)PHYMAP_MINADDR_DCR, (size_t)PHYMAP_SIZE_DCR},
};

#define USER_REGISTERS (sizeof(user_registers) / sizeof(user_registers[0]))

static void *user_registers_at[USER_REGISTERS]; /* NULL: the addresses were in use */

void emuq_user_registers_map(void)
{
    for (unsigned i = 0; MAY_MAP && i < USER_REGISTERS; i++)
        user_registers_at[i] = window_map_at(user_registers[i].address, user_registers[i].bytes,
                                             PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

void emuq_user_registers_unmap(void)
{
    for (unsigned i = 0; i < USER_REGISTERS; i++) {
        if (user_registers_at[i] != NULL)
            munmap(user_registers_at[i], user_registers[i].bytes);
        user_registers_at[i] = NULL;
    }
}
