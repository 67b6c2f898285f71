/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-perf/shared.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lock.h"
#include "base/process.h"

#define PAGE_ROUND(bytes) (((bytes) + 0xffff) & ~(uint64_t)0xffff)

/* ---- memory ---- */

static void *map(int fd, size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

perf_shared_t *perf_shared_make(const perf_needs_t *needs, perf_place_t *place)
{
    uint64_t blocks = PAGE_ROUND(sizeof(perf_shared_t) + needs->pairs * sizeof(perf_pair_t));
    uint64_t block_bytes = PAGE_ROUND(needs->block_bytes);
    uint64_t face_bytes = (needs->face_bytes + PERF_LINE - 1) / PERF_LINE * PERF_LINE;
    uint64_t faces = blocks + 2 * needs->pairs * block_bytes;
    uint64_t ways = face_bytes != 0 ? (uint64_t)needs->ranks * PERF_WAYS : 0;
    uint64_t bytes = faces + ways * (sizeof(perf_word_t) + 2 * face_bytes);
    int fd = memfd_create("emuq-perf", MFD_CLOEXEC);
    if (fd < 0)
        return NULL;
    int rc = emuq_file_resize(fd, bytes);
    perf_shared_t *s = rc == 0 ? map(fd, bytes) : NULL;
    if (s == NULL) {
        rc = rc != 0 ? -rc : errno;
        close(fd);
        errno = rc;
        return NULL;
    }
    s->pairs = needs->pairs;
    s->block_bytes = block_bytes;
    s->blocks = blocks;
    s->bytes = bytes;
    s->face_bytes = face_bytes;
    s->faces = faces;
    *place = (perf_place_t){(uint64_t)getpid(), (uint64_t)fd, (uint64_t)(uintptr_t)s};
    return s;
}

perf_shared_t *perf_shared_map(const perf_place_t *place)
{
    char path[64];
    struct stat status;
    if (place->process == (uint64_t)getpid()) /* ranks are threads */
        return (perf_shared_t *)(uintptr_t)place->address;
    snprintf(path, sizeof path, "/proc/%llu/fd/%llu", (unsigned long long)place->process,
             (unsigned long long)place->descriptor);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    perf_shared_t *s = fstat(fd, &status) == 0 ? map(fd, (size_t)status.st_size) : NULL;
    close(fd);
    return s;
}

void perf_shared_unmap(perf_shared_t *s, const perf_place_t *place, bool maker)
{
    if (maker)
        close((int)place->descriptor);
    if (maker || place->process != (uint64_t)getpid())
        munmap(s, s->bytes);
}

/* ---- waiting ---- */

void perf_relax(uint64_t *turns, uint64_t patience)
{
    if (++*turns > patience)
        sched_yield();
}

void perf_barrier(perf_barrier_t *b, uint64_t members, uint64_t patience)
{
    uint64_t turns = 0, generation = __atomic_load_n(&b->generation.value, __ATOMIC_RELAXED);
    /* Each arrival is released to the last one, which releases all of them to everybody. */
    if (__atomic_add_fetch(&b->arrived.value, 1, __ATOMIC_ACQ_REL) == members) {
        __atomic_store_n(&b->arrived.value, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&b->generation.value, generation + 1, __ATOMIC_RELEASE);
        return;
    }
    while (__atomic_load_n(&b->generation.value, __ATOMIC_ACQUIRE) == generation)
        perf_relax(&turns, patience);
}

void perf_futex_wait(uint32_t *word, uint32_t value)
{
    while (__atomic_load_n(word, __ATOMIC_ACQUIRE) ==
           value) /* pairs with the release of the store that changes it */
        emuq_futex_wait(word, value, EMUQ_FUTEX_FOREVER);
}

void perf_futex_wake(uint32_t *word)
{
    emuq_futex_wake(word, EMUQ_FUTEX_ALL);
}
