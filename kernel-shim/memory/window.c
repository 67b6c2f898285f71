/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/memory/window.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/futex.h"
#include "kernel-shim/partition/say.h"
#include "kernel-shim/memory/shared_mappings.h"
#include "kernel-shim/memory/share.h"
#include "kernel-shim/memory/snapshot.h"

enum { SHARE_ALL, SHARE_STATIC, SHARE_NOTHING }; /* words of EMUQ_SHARE */

#define STACKS_PART 8u                 /* of the heap's range */
#define HEAP_UNIT   ((size_t)32 << 20) /* a whole piece of the allocator's */
#define BREAK_MOST  ((size_t)1 << 30)  /* how far behind a program's data the kernel may have put its break */
#define LOW_END     ((uintptr_t)1 << 35) /* programs that are not position-independent lie below */

emuq_shared_memory_t emuq_local_memory;

static size_t align_up(size_t bytes, size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

/* Where the heap is to be in this process: behind static data, and behind the break that the kernel has put
 * somewhere in the gigabyte after them. Equal in all ranks that run this program. */
static size_t heap_address(const emuq_shared_range_t *data)
{
    size_t end = data->va + data->bytes < LOW_END ? data->va + data->bytes : 0;
    return align_up(end + BREAK_MOST, EMUQ_GRANULE_BYTES);
}

/* Where the heap begins in the window: at its own address if there is room, or else behind static data, in a
 * granule of its own if aliases are looked up by granules. */
static size_t heap_offset(const emuq_shared_memory_t *m, const emuq_backed_window_t *w)
{
    const emuq_shared_range_t *data = &m->range[0];
    size_t end = data->bytes != 0 ? data->alias + data->bytes - (uintptr_t)w->va : 0;
    if (m->aperture.bytes != 0)
        return align_up(end, HEAP_UNIT);
    return heap_address(data) >= end && heap_address(data) <= w->bytes / 2
               ? heap_address(data)
               : align_up(end, EMUQ_GRANULE_BYTES);
}

bool emuq_window_wants_common_heap(void)
{
    const char *value = getenv("BG_MAPCOMMONHEAP");
    return value != NULL && strtoul(value, NULL, 0) != 0;
}

/* Maps the heap's part of a window at its address, or returns its alias if something else is there. */
static char *map_heap(const emuq_backed_window_t *w, size_t place, size_t bytes, size_t address)
{
    void *wanted = (void *)(uintptr_t)address;
    void *got = mmap(wanted, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
                     w->fd, (off_t)(w->offset + place));
    if (got == wanted)
        return got;
    if (got != MAP_FAILED) /* kernels before 4.17 take the address for a hint */
        munmap(got, bytes);
    return w->va + place;
}

/* How much of the heap's range is for stacks. */
static size_t stacks_of(size_t bytes)
{
    size_t part = bytes / STACKS_PART > HEAP_UNIT ? bytes / STACKS_PART : HEAP_UNIT;
    return bytes >= 2 * HEAP_UNIT ? part / HEAP_UNIT * HEAP_UNIT : 0;
}

/* Whether the kernel can wait at addresses of the window, as it does for who joins a thread, in the thread's
 * stack. It cannot in memory of a PCI device. */
static bool can_hold_stacks(const emuq_backed_window_t *w)
{
    return emuq_futex_wake((const unsigned *)(const void *)w->va, 1) >= 0;
}

/* How much of the heap's range is for mmap(). */
static size_t mappings_of(size_t bytes)
{
    return bytes >= 2 * HEAP_UNIT ? bytes / 2 / HEAP_UNIT * HEAP_UNIT : 0;
}

/* Without it mappings are the kernel's, as anywhere. */
static void share_mappings(const emuq_backed_window_t *w, emuq_shared_memory_t *m, size_t place, char *at,
                           size_t bytes)
{
    if (mprotect(at, bytes, PROT_NONE) != 0 || emuq_mappings_open(at, bytes, w->va + place) != 0)
        return;
    emuq_snapshot_add(&(emuq_snapshot_range_t){w->fd, w->offset + place, at, bytes, PROT_READ | PROT_WRITE});
    m->mappings = (uintptr_t)at;
}

static void share_heap(const emuq_backed_window_t *w, emuq_shared_memory_t *m)
{
    size_t heap = heap_offset(m, w);
    if (heap >= w->bytes) {
        m->share_heap = -ENOMEM;
        return;
    }
    size_t bytes = w->bytes - heap;
    size_t stacks = m->aperture.bytes != 0 && can_hold_stacks(w) ? stacks_of(bytes) : 0;
    uintptr_t alias = (uintptr_t)w->va + heap;
    /* All processes of a host have all windows mapped: at its alias a heap has one address in all of them. */
    bool at_alias = m->aperture.bytes != 0 || emuq_window_wants_common_heap();
    char *at = at_alias ? w->va + heap : map_heap(w, heap, bytes, heap_address(&m->range[0]));
    size_t mappings = m->aperture.bytes != 0 ? 0 : mappings_of(bytes);
    m->share_heap =
        emuq_share_heap(w->fd, w->offset + heap, at, bytes - stacks - mappings, m->aperture.bytes != 0);
    if (m->share_heap == 0 && mappings != 0)
        share_mappings(w, m, heap + bytes - mappings, at + bytes - mappings, mappings);
    if (m->share_heap != 0 && (uintptr_t)at != alias)
        munmap(at, bytes);
    m->stacks = w->va + w->bytes - stacks;
    m->stacks_bytes = stacks;
    if (m->share_heap == 0)
        m->range[1] = (emuq_shared_range_t){(uintptr_t)at, bytes, alias};
    else if (stacks != 0)
        m->range[1] = (emuq_shared_range_t){(uintptr_t)m->stacks, stacks, (uintptr_t)m->stacks};
}

/* The child would run on the stack that its parent goes on using. */
static void before_fork(void)
{
    const emuq_shared_memory_t *m = &emuq_local_memory;
    if ((uintptr_t)__builtin_frame_address(0) - (uintptr_t)m->stacks >= m->stacks_bytes)
        return;
    emuq_job_say(
        "a rank cannot fork() while its device reaches its stack; posix_spawn(), system() and vfork() work");
    _exit(EXIT_FAILURE);
}

/* A file outlives the jobs that use it: what they have left is gone, as allocators expect of fresh memory. */
static void clear(const emuq_backed_window_t *w)
{
    if (fallocate(w->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)w->offset, (off_t)w->bytes) != 0)
        memset(w->va, 0, w->bytes);
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
    if (is_aperture)
        clear(w);
    m->share_static =
        emuq_share_static(w->fd, w->offset, w->va, w->bytes / 2,
                          is_aperture ? (size_t)sysconf(_SC_PAGESIZE) : EMUQ_GRANULE_BYTES, &m->range[0]);
    if (wanted == SHARE_ALL)
        share_heap(w, m);
    if (m->stacks_bytes != 0 && pthread_atfork(before_fork, NULL, NULL) != 0)
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

/* Threads of this process. */
static unsigned count_threads(void)
{
    unsigned count = 0;
    DIR *tasks = opendir("/proc/self/task");
    for (const struct dirent *d; tasks != NULL && (d = readdir(tasks)) != NULL;)
        count += d->d_name[0] != '.';
    if (tasks != NULL)
        closedir(tasks);
    return count;
}

static int open_window(const emuq_backing_t *backing)
{
    emuq_backed_window_t w;
    int rc = emuq_backing_map(backing, 0, &w);
    if (rc != 0) {
        emuq_job_say("cannot map the memory that the device reaches, %s: %s", backing->path, strerror(-rc));
        return rc;
    }
    if (count_threads() > 1) { /* they may use what would be moved */
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
    if (backend->memory != NULL && found.path[0] == '\0') {
        emuq_backing_t fresh = {.path = ""};
        int rc = backend->memory(&(emuq_memory_plan_t){0, 0}, &fresh);
        if (rc == 0)
            rc = open_window(&fresh);
        if (rc != 0)
            return rc;
        found = fresh;
    }
    *backing = backend->memory != NULL ? found : (emuq_backing_t){.path = ""};
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
    size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = (emuq_stack_bytes() + page - 1) & ~(page - 1);
    if (m->stacks_bytes / (bytes + page) <= number)
        return NULL;
    char *stack = m->stacks + number * (bytes + page);
    return mprotect(stack, page, PROT_NONE) == 0 && mprotect(stack + page, bytes, PROT_READ | PROT_WRITE) == 0
               ? stack + page
               : NULL;
}
