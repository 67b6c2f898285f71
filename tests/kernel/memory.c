/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory regions, physical addresses and memory sizes (kernel-location-process-memory 5). */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "emuq_test.h"
#include "fake.h"
#include "spi/include/kernel/memory.h"

static emuq_partition_t *p;

static void begin(void)
{
    static const uint32_t one[5] = {1, 1, 1, 1, 1};
    p = fake_open(one, 2, 0);
    fake_enter(&p->process[0]);
}

static void end(void)
{
    fake_leave();
    fake_close(p);
}

static uint64_t pa_of(const Kernel_MemoryRegion_t *region, const void *va)
{
    return (uint64_t)(uintptr_t)region->BasePa + ((uintptr_t)va - (uintptr_t)region->BaseVa);
}

/** Makes a region of a buffer, and translates its first and last byte back as the Message Unit does. */
static Kernel_MemoryRegion_t check_region(void *va, size_t bytes)
{
    Kernel_MemoryRegion_t region;
    CU_ASSERT_EQUAL_FATAL(Kernel_CreateMemoryRegion(&region, va, bytes), 0);
    CU_ASSERT((uintptr_t)region.BaseVa <= (uintptr_t)va);
    CU_ASSERT((uintptr_t)va + bytes <= (uintptr_t)region.BaseVa + region.Bytes);
    CU_ASSERT(pa_of(&region, va) != 0 && pa_of(&region, (char *)va + bytes - 1) >> 36 == 0);
    CU_ASSERT_PTR_EQUAL(emuq_translate(p->process[0].space->memory, pa_of(&region, va), bytes), va);
    return region;
}

static char in_data[100] = "data";
static char in_bss[100000];

static void all_kinds_of_memory(void)
{
    char on_stack[64];
    begin();
    check_region(on_stack, sizeof(on_stack));
    check_region(in_data, sizeof(in_data));
    check_region(in_bss, sizeof(in_bss));
    char *heap = malloc(1000);
    check_region(heap, 1000);
    free(heap);
    void *aligned = NULL;
    CU_ASSERT_EQUAL(posix_memalign(&aligned, 1 << 20, 256 << 20), 0);
    check_region(aligned, 256 << 20);
    check_region((char *)aligned + (100 << 20) + 3, 7);
    free(aligned);
    char *mapped =
        mmap(NULL, 256 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    check_region(mapped, 256 << 20);
    munmap(mapped, 256 << 20);
    end();
}

static void a_region_may_be_created_again(void)
{
    begin();
    Kernel_MemoryRegion_t a = check_region(in_bss, 100), b = check_region(in_bss, 100);
    CU_ASSERT_EQUAL(memcmp(&a, &b, sizeof(a)), 0);
    /* A byte shorter, and from inside: the same addresses. */
    Kernel_MemoryRegion_t c = check_region(in_bss + 31, 68);
    CU_ASSERT_EQUAL(pa_of(&a, in_bss + 50), pa_of(&c, in_bss + 50));
    CU_ASSERT_EQUAL(Kernel_CreateMemoryRegion(&c, in_bss, 0), 0);
    CU_ASSERT_EQUAL(pa_of(&a, in_bss), pa_of(&c, in_bss));
    end();
}

static void a_thousand_buffers(void)
{
    enum { BUFFERS = 1000 };
    char *buffer[BUFFERS];
    unsigned seed = 1;
    begin();
    for (int i = 0; i < BUFFERS; i++) {
        size_t bytes = 1 + (size_t)rand_r(&seed) % (i % 10 == 0 ? 1000000 : 3000);
        buffer[i] = malloc(bytes);
        check_region(buffer[i] + (size_t)rand_r(&seed) % bytes, 1);
        check_region(buffer[i], bytes);
    }
    for (int i = 0; i < BUFFERS; i++)
        free(buffer[i]);
    end();
}

static void errors(void)
{
    Kernel_MemoryRegion_t region;
    char *hole = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    begin();
    munmap(hole + (1 << 19), 1 << 19);
    CU_ASSERT_EQUAL(Kernel_CreateMemoryRegion(NULL, in_bss, 1), EFAULT);
    CU_ASSERT_EQUAL(Kernel_CreateMemoryRegion((Kernel_MemoryRegion_t *)8, in_bss, 1), EFAULT);
    CU_ASSERT_EQUAL(Kernel_CreateMemoryRegion(&region, NULL, 1), EINVAL);
    CU_ASSERT_EQUAL(Kernel_CreateMemoryRegion(&region, hole + (1 << 19), 1), EINVAL);
    /* Also inside an existing region. */
    check_region(hole, 1 << 19);
    CU_ASSERT_EQUAL(Kernel_CreateMemoryRegion(&region, hole + (1 << 19), 1), EINVAL);
    /* A request without enough windows is truncated. */
    CU_ASSERT_EQUAL(Kernel_CreateMemoryRegion(&region, hole, SIZE_MAX), 0);
    CU_ASSERT((uintptr_t)region.BaseVa + region.Bytes > (uintptr_t)hole);
    munmap(hole, 1 << 19);
    end();
}

static void region_calls(void)
{
    void *base = NULL;
    size_t bytes = 0;
    begin();
    Kernel_MemoryRegion_t region = check_region(in_bss, sizeof(in_bss)), global;
    CU_ASSERT_EQUAL(Kernel_QueryMemoryRegion(&region, &base, &bytes), 0);
    CU_ASSERT(base == region.BaseVa && bytes == region.Bytes);
    CU_ASSERT_EQUAL(Kernel_QueryMemoryRegion(&region, NULL, &bytes), EFAULT);
    CU_ASSERT_EQUAL(Kernel_CreateGlobalMemoryRegion(&region, &global), 0);
    CU_ASSERT(global.BasePa == region.BasePa && global.Bytes == region.Bytes);
    CU_ASSERT_PTR_EQUAL(global.BaseVa, region.BaseVa); /* ranks are threads */
    CU_ASSERT_EQUAL(Kernel_CreateGlobalMemoryRegion(NULL, &global), EFAULT);
    CU_ASSERT_EQUAL(Kernel_Physical2GlobalVirtual((void *)pa_of(&region, in_bss), &base), 0);
    CU_ASSERT_PTR_EQUAL(base, in_bss);
    CU_ASSERT_EQUAL(Kernel_Physical2GlobalVirtual((void *)0x1000, &base), ENOENT);
    CU_ASSERT_EQUAL(Kernel_Physical2GlobalVirtual((void *)0x1000, NULL), EFAULT);
    CU_ASSERT_EQUAL(Kernel_DestroyMemoryRegion(&region), 0);
    CU_ASSERT_PTR_EQUAL(emuq_translate(p->process[0].space->memory, pa_of(&region, in_bss), 1), in_bss);
    end();
}

static void errno_stays(void)
{
    Kernel_MemoryRegion_t region;
    uint64_t size;
    begin();
    errno = 77;
    Kernel_CreateMemoryRegion(&region, in_bss, 1);
    Kernel_CreateMemoryRegion(&region, (void *)8, 1);
    Kernel_CreateMemoryRegion(&region, in_bss, SIZE_MAX);
    Kernel_L2AtomicsAllocate((void *)8, 8);
    Kernel_GetMemorySize(KERNEL_MEMSIZE_STACK, &size);
    Kernel_GetMemorySize(KERNEL_MEMSIZE_HEAP, NULL);
    CU_ASSERT_EQUAL(errno, 77);
    end();
}

static void only_created_regions_translate(void)
{
    void *va = NULL;
    begin();
    Kernel_MemoryRegion_t region = check_region(in_bss, sizeof(in_bss));
    CU_ASSERT_EQUAL(Kernel_Physical2Virtual((void *)(uintptr_t)pa_of(&region, in_bss + 77), &va), 0);
    CU_ASSERT_PTR_EQUAL(va, in_bss + 77);
    CU_ASSERT_EQUAL(Kernel_Physical2Virtual((void *)(uintptr_t)pa_of(&region, in_bss + 77), NULL), EFAULT);
    CU_ASSERT_EQUAL(Kernel_Physical2Virtual((void *)(((uintptr_t)1 << 36) + 8), &va), ENOENT);
    /* Not created by this process. */
    fake_leave();
    fake_enter(&p->process[1]);
    CU_ASSERT_EQUAL(Kernel_Physical2Virtual((void *)(uintptr_t)pa_of(&region, in_bss + 77), &va), ENOENT);
    end();
}

static void the_cache(void)
{
    enum { WINDOWS = 8 };
    char *far[WINDOWS];
    uint64_t pa[WINDOWS];
    begin();
    CU_ASSERT_EQUAL(_cnkspi_MemoryRegionCacheNumElements, 0);
    /* Windows that cannot grow together: pages at a distance of four granules. */
    const size_t distance = 4 * EMUQ_GRANULE_BYTES;
    char *reserved =
        mmap(NULL, WINDOWS * distance, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CU_ASSERT_PTR_NOT_EQUAL_FATAL(reserved, MAP_FAILED);
    for (size_t i = 0; i < WINDOWS; i++) {
        far[i] = reserved + i * distance + distance / 2;
        mprotect(far[i], 4096, PROT_READ | PROT_WRITE);
    }
    for (int i = 0; i < WINDOWS; i++) {
        Kernel_MemoryRegion_t region = check_region(far[i], 4096);
        pa[i] = pa_of(&region, far[i]);
    }
    CU_ASSERT(_cnkspi_MemoryRegionCacheNumElements <= CNKSPI_MAX_NUM_CACHED_MEMORY_REGIONS);
    const CNKSPI_MemoryRegionCacheElement_t *first = &_cnkspi_MemoryRegionCache[0];
    CU_ASSERT((char *)first->startPtr <= far[0] && far[0] <= (char *)first->endPtr);
    CU_ASSERT_EQUAL((uintptr_t)first->endPtr - (uintptr_t)first->startPtr + 1, first->bytes);
    CU_ASSERT_EQUAL((uintptr_t)first->PA + (uintptr_t)(far[0] - (char *)first->startPtr), pa[0]);
    check_region(far[1], 8);
    CU_ASSERT_EQUAL(_cnkspi_MemoryRegionCacheLastAccessedElementNumber, 1);
    CU_ASSERT_EQUAL(_cnkspi_MemoryRegionCacheLock, 0);
    for (int i = 0; i < WINDOWS; i++) {
        void *va = NULL;
        CU_ASSERT_EQUAL(Kernel_Physical2Virtual((void *)(uintptr_t)pa[i], &va), 0);
        CU_ASSERT_PTR_EQUAL(va, far[i]);
    }
    munmap(reserved, WINDOWS * distance);
    end();
}

static void l2_atomics(void)
{
    char *m = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint64_t word = 5;
    begin();
    CU_ASSERT_EQUAL(Kernel_L2AtomicsAllocate(&word, sizeof(word)), 0);
    CU_ASSERT_EQUAL(Kernel_L2AtomicsAllocate(&word, sizeof(word)), 0);
    CU_ASSERT_EQUAL(word, 5);
    CU_ASSERT_EQUAL(Kernel_L2AtomicsAllocate(m, 8192), 0);
    munmap(m + 4096, 4096);
    CU_ASSERT_EQUAL(Kernel_L2AtomicsAllocate(m, 8192), EFAULT);
    CU_ASSERT_EQUAL(Kernel_L2AtomicsAllocate(m + 4090, 8), EFAULT);
    CU_ASSERT_EQUAL(Kernel_L2AtomicsAllocate(m, 4096), 0);
    CU_ASSERT_EQUAL(Kernel_L2AtomicsAllocate(NULL, 8), EFAULT);
    CU_ASSERT_EQUAL(Kernel_L2AtomicsAllocate(m, SIZE_MAX), EFAULT);
    munmap(m, 4096);
    end();
}

static void constants(void)
{
    begin();
    CU_ASSERT_EQUAL(Kernel_L1pBaseAddress(), 0x3FDE8000000);
    CU_ASSERT_EQUAL(Kernel_FastL1pBaseAddress(), 0x5000001500000);
    CU_ASSERT_EQUAL(Kernel_FastL2BaseAddress(), 0x5000001600000);
    CU_ASSERT_EQUAL(Kernel_L2AtomicsBaseAddress(), 0x4000000000000);
    CU_ASSERT_EQUAL(Kernel_FirstThreadWakeupWAC(), 0);
    CU_ASSERT_EQUAL(Kernel_GetPrivilegeMode(), 0);
    CU_ASSERT_EQUAL(Kernel_SetRollbackIndicator(NULL), 0);
    CU_ASSERT_EQUAL(Kernel_SetLocalFSWindow(sizeof(in_bss), in_bss), 0);
    CU_ASSERT_EQUAL(Kernel_SetLocalFSWindow(10, NULL), EFAULT);
    CU_ASSERT_EQUAL(KERNEL_MEMSIZE_SHARED, 200);
    CU_ASSERT_EQUAL(KERNEL_MEMSIZE_MMAP, 211);
    end();
}

static void prefetch_lists(void)
{
    static char lists[2][1024] __attribute__((aligned(64)));
    void *r = NULL, *w = NULL;
    begin();
    CU_ASSERT_EQUAL(Kernel_L1pSetPatternAddress(lists[0], lists[1], 127), EINVAL);
    CU_ASSERT_EQUAL(Kernel_L1pSetPatternAddress(NULL, lists[1], 1024), EFAULT);
    CU_ASSERT_EQUAL(Kernel_L1pSetPatternAddress(lists[0] + 1, lists[1], 900), 0);
    CU_ASSERT_EQUAL(Kernel_L1pGetCurrentPatternAddress(&r, &w), 0);
    CU_ASSERT_PTR_EQUAL(r, lists[0] + 64);
    CU_ASSERT_PTR_EQUAL(w, lists[1]);
    CU_ASSERT_EQUAL(Kernel_L1pSetCurrentPatternAddress(lists[0] + 128, lists[1] + 64), 0);
    CU_ASSERT_EQUAL(Kernel_L1pGetCurrentPatternAddress(&r, &w), 0);
    CU_ASSERT(r == lists[0] + 128 && w == lists[1] + 64);
    CU_ASSERT_EQUAL(Kernel_L1pSetCurrentPatternAddress(lists[0], lists[1]), EINVAL);
    CU_ASSERT_EQUAL(Kernel_L1pSetCurrentPatternAddress(lists[0] + 128, lists[1] + 1000), EINVAL);
    CU_ASSERT_EQUAL(Kernel_L1pSetCurrentPatternAddress(NULL, lists[1]), EFAULT);
    CU_ASSERT_EQUAL(Kernel_L1pGetCurrentPatternAddress(NULL, &w), EFAULT);
    CU_ASSERT_EQUAL(Kernel_L1pSetPatternAddress(NULL, NULL, 0), 0);
    CU_ASSERT_EQUAL(Kernel_L1pGetCurrentPatternAddress(&r, &w), 0);
    CU_ASSERT(r == NULL && w == NULL);
    end();
}

static uint64_t size_of(enum KERNEL_MEMSIZETYPE type)
{
    uint64_t size = 99;
    CU_ASSERT_EQUAL(Kernel_GetMemorySize(type, &size), 0);
    return size;
}

static void *not_the_main_thread(void *unused)
{
    uint64_t size;
    uintptr_t bad = 0;
    bad += Kernel_GetMemorySize(KERNEL_MEMSIZE_HEAPAVAIL, &size) != EINVAL;
    bad += Kernel_GetMemorySize(KERNEL_MEMSIZE_STACKAVAIL, &size) != EINVAL;
    bad += Kernel_GetMemorySize(KERNEL_MEMSIZE_STACK, &size) != EINVAL;
    bad += Kernel_GetMemorySize(KERNEL_MEMSIZE_ESTHEAPAVAIL, &size) != 0;
    bad += Kernel_GetMemorySize(KERNEL_MEMSIZE_ESTSTACK, &size) != 0;
    bad += Kernel_GetMemorySize(KERNEL_MEMSIZE_HEAP, &size) != 0;
    (void)unused;
    return (void *)bad;
}

static void memory_sizes(void)
{
    uint64_t size;
    pthread_t thread;
    void *bad = NULL;
    begin();
    CU_ASSERT_EQUAL(Kernel_GetMemorySize(KERNEL_MEMSIZE_HEAP, NULL), EFAULT);
    CU_ASSERT_EQUAL(Kernel_GetMemorySize((enum KERNEL_MEMSIZETYPE)199, &size), EINVAL);
    CU_ASSERT_EQUAL(Kernel_GetMemorySize((enum KERNEL_MEMSIZETYPE)212, &size), EINVAL);
    unsetenv("BG_SHAREDMEMSIZE");
    CU_ASSERT_EQUAL(size_of(KERNEL_MEMSIZE_SHARED), 64 << 20);
    setenv("BG_SHAREDMEMSIZE", "+16", 1);
    CU_ASSERT_EQUAL(size_of(KERNEL_MEMSIZE_SHARED), 80 << 20);
    setenv("BG_SHAREDMEMSIZE", "16", 1);
    CU_ASSERT_EQUAL(size_of(KERNEL_MEMSIZE_SHARED), 16 << 20);
    unsetenv("BG_SHAREDMEMSIZE");
    CU_ASSERT_EQUAL(size_of(KERNEL_MEMSIZE_PERSIST), 0);
    CU_ASSERT(size_of(KERNEL_MEMSIZE_HEAPAVAIL) > 0 && size_of(KERNEL_MEMSIZE_HEAPAVAIL) <= UINT64_C(8192)
                                                                                                << 20);
    CU_ASSERT(size_of(KERNEL_MEMSIZE_STACKAVAIL) > 0);
    CU_ASSERT(size_of(KERNEL_MEMSIZE_STACK) > 0 && size_of(KERNEL_MEMSIZE_STACK) < 8 << 20);
    CU_ASSERT(size_of(KERNEL_MEMSIZE_HEAPMAX) >= size_of(KERNEL_MEMSIZE_HEAP));
    CU_ASSERT(size_of(KERNEL_MEMSIZE_GUARD) > 0);
    size_of(KERNEL_MEMSIZE_MMAP);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, not_the_main_thread, NULL), 0);
    pthread_join(thread, &bad);
    CU_ASSERT_PTR_NULL(bad);
    end();
}

static void persistent_memory(void)
{
    char name[] = "emuq-no-such-name";
    begin();
    errno = 0;
    CU_ASSERT_EQUAL(persist_open(name, 0, 0600), -1);
    CU_ASSERT_EQUAL(errno, ENOENT);
    end();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"all kinds of memory", all_kinds_of_memory},
        {"a region may be created again", a_region_may_be_created_again},
        {"a thousand buffers", a_thousand_buffers},
        {"errors", errors},
        {"region calls", region_calls},
        {"errno stays", errno_stays},
        {"only created regions translate", only_created_regions_translate},
        {"the cache", the_cache},
        {"L2 atomics", l2_atomics},
        {"constants", constants},
        {"prefetch lists", prefetch_lists},
        {"memory sizes", memory_sizes},
        {"persistent memory", persistent_memory},
        {NULL, NULL},
    };
    return emuq_test_main("memory", tests);
}
