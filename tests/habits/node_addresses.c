/* SPDX-License-Identifier: BSD-3-Clause */
/* Physical addresses are node-wide: a process names memory of a second process in the offset of a put, in the
 * source of a message and in the node-wide window. Heaps begin at the same address in all processes. */
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <spi/include/l2/barrier.h>

#include "common.h"

#define LENGTH 4096

static MUHWI_Descriptor_t fifo_memory[32] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t group;
static char ours[LENGTH], gift[LENGTH], taken[LENGTH];
static volatile uint64_t given = LENGTH, got = LENGTH;

typedef struct {
    L2_Barrier_t barrier;
    struct {
        uint64_t ours, gift, given, heap_pa, heap_va;
    } of[64];
} shared_t;

static shared_t *open_shared(int t)
{
    char name[64];
    snprintf(name, sizeof name, "/addresses.%llu", (unsigned long long)Kernel_GetJobID());
    int fd = shm_open(name, O_CREAT | O_RDWR, 0600);
    EXPECT(fd >= 0 && ftruncate(fd, sizeof(shared_t)) == 0);
    shared_t *shared = (shared_t *)mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    EXPECT(shared != MAP_FAILED);
    close(fd);
    L2_Barrier(&shared->barrier, (int)Kernel_ProcessCount());
    if (t == 0)
        shm_unlink(name);
    return shared;
}

/* Reads memory of a process at its node-wide address. */
static void read_globally(uint64_t pa, char first)
{
    void *address;
    EXPECT(Kernel_Physical2GlobalVirtual((void *)pa, &address) == 0);
    EXPECT((uint64_t)address == pa + CONFIG_GLOBAL_BASE);
    EXPECT(*(volatile char *)address == first);
}

int main(void)
{
    int ppn = (int)Kernel_ProcessCount(), t = (int)Kernel_MyTcoord(), next = (t + 1) % ppn,
        last = (t + ppn - 1) % ppn, i;
    shared_t *shared = open_shared(t);
    MUSPI_InjFifo_t *fifo = open_injection(&group, t * (64 / ppn), 0, fifo_memory, sizeof fifo_memory);
    neighbour_t here = next_node();
    MUHWI_Descriptor_t d;
    Kernel_MemoryRegion_t region, global;
    char *heap = (char *)malloc(LENGTH);

    memset(ours, 'A' + t, LENGTH);
    memset(heap, 'a' + t, LENGTH);
    shared->of[t].ours = pa_of(ours, LENGTH);
    shared->of[t].gift = pa_of(gift, LENGTH);
    shared->of[t].given = pa_of(&given, 8);
    shared->of[t].heap_pa = pa_of(heap, LENGTH);
    shared->of[t].heap_va = (uint64_t)heap;
    if (t == 0) { /* one table entry for all processes of the node */
        set_base(0, 0, 0);
        set_base(0, 1, 0);
    }
    L2_Barrier(&shared->barrier, ppn);
    for (i = 0; i < ppn; i++) {
        EXPECT(shared->of[i].heap_va == (uint64_t)heap);
        EXPECT(i == t || shared->of[i].ours != shared->of[t].ours);
        EXPECT(i == t || shared->of[i].heap_pa != shared->of[t].heap_pa);
        read_globally(shared->of[i].ours, (char)('A' + i));
        read_globally(shared->of[i].heap_pa + LENGTH - 1, (char)('a' + i));
    }
    EXPECT(Kernel_CreateMemoryRegion(&region, ours, LENGTH) == 0);
    EXPECT(Kernel_CreateGlobalMemoryRegion(&region, &global) == 0);
    EXPECT((uint64_t)global.BaseVa == (uint64_t)region.BasePa + CONFIG_GLOBAL_BASE);

    /* Put to the next process, through an entry of process 0. */
    describe_put(&d, &here, shared->of[t].ours, LENGTH, shared->of[next].gift,
                 MUSPI_GetAtomicAddress(shared->of[next].given, MUHWI_ATOMIC_OPCODE_STORE_ADD));
    MUSPI_InjFifoInject(fifo, &d);
    /* Put from the heap of the next process. */
    describe_put(&d, &here, shared->of[next].heap_pa, LENGTH, pa_of(taken, LENGTH),
                 MUSPI_GetAtomicAddress(pa_of(&got, 8), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    MUSPI_InjFifoInject(fifo, &d);
    while (given != 0 || got != 0)
        ;
    for (i = 0; i < LENGTH; i++)
        EXPECT(gift[i] == 'A' + last && taken[i] == 'a' + next && ours[i] == 'A' + t && heap[i] == 'a' + t);
    L2_Barrier(&shared->barrier, ppn);
    return 0;
}
