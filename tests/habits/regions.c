/* SPDX-License-Identifier: BSD-3-Clause */
/* Buffers on the stack of main, in static data, in the heap, in a block of 256 MiB, and in mmap() memory;
 * regions that overlap, exist twice, or are smaller than the message. */
#include <malloc.h>
#include <sys/mman.h>

#include "common.h"

#define BYTES 5000

static char data[3][BYTES];
static char fifo_memory[64 * 64] __attribute__((aligned(64)));

static MUSPI_InjFifoSubGroup_t group;
static MUSPI_BaseAddressTableSubGroup_t bat;
static volatile uint64_t counter;
static neighbour_t next;

/* Every node puts BYTES from @p from to the next node's @p to. The sizes are the lengths of the regions. */
static void exchange(char *from, size_t from_size, char *to, size_t to_size)
{
    static unsigned char seed;
    Kernel_MemoryRegion_t source, again, target;
    MUHWI_Descriptor_t d;
    uint64_t from_pa, to_pa;
    int i;

    EXPECT(Kernel_CreateMemoryRegion(&source, from, from_size) == 0);
    EXPECT(Kernel_CreateMemoryRegion(&again, from, from_size) == 0);
    EXPECT(Kernel_CreateMemoryRegion(&target, to, to_size) == 0);
    from_pa = (uint64_t)source.BasePa + ((uint64_t)from - (uint64_t)source.BaseVa);
    EXPECT(from_pa == (uint64_t)again.BasePa + ((uint64_t)from - (uint64_t)again.BaseVa));
    to_pa = (uint64_t)target.BasePa + ((uint64_t)to - (uint64_t)target.BaseVa);

    seed++;
    for (i = 0; i < BYTES; i++) {
        from[i] = (char)(i + seed);
        to[i] = 0;
    }
    counter = BYTES;
    MUSPI_SetBaseAddress(&bat, 0, to_pa);
    barrier();
    describe_put(&d, &next, from_pa, BYTES, 0, 0);
    EXPECT(MUSPI_InjFifoInject(&group._injfifos[0], &d) != (uint64_t)-1);
    while (counter != 0)
        ;
    for (i = 0; i < BYTES; i++)
        EXPECT(to[i] == (char)(i + seed));
    barrier();
}

int main(void)
{
    enum { BIG = 256 * 1024 * 1024, PAGES = 1024 * 1024 };
    char stack[2][BYTES];
    char *heap = malloc(3 * BYTES), *big = memalign(4096, BIG);
    char *map = mmap(NULL, PAGES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint32_t ids[2] = {0, 1};

    EXPECT(heap != NULL && big != NULL && map != MAP_FAILED);
    next = next_node();
    open_injection(&group, 0, 0, fifo_memory, sizeof fifo_memory);
    EXPECT(Kernel_AllocateBaseAddressTable(0, &bat, 2, ids, 0) == 0);
    MUSPI_SetBaseAddress(&bat, 1, MUSPI_GetAtomicAddress(pa_of(&counter, 8), MUHWI_ATOMIC_OPCODE_STORE_ADD));

    exchange(stack[0], BYTES, stack[1], BYTES);
    exchange(data[0], BYTES, data[1], BYTES);
    exchange(data[0], BYTES - 1, data[2], 1); /* smaller than the message */
    exchange(heap, BYTES, heap + 2 * BYTES, BYTES);
    exchange(heap + 1, BYTES, heap + 2 * BYTES - 7, BYTES);
    exchange(big, BIG, big + BIG - BYTES, BYTES);
    exchange(big + BIG / 2 - 300, BIG / 2, big + BIG / 4 - 100, BIG / 2); /* overlap */
    exchange(map, PAGES, map + PAGES - BYTES, BYTES);
    exchange(stack[0], BYTES, data[0], BYTES);
    exchange(map + 17, BYTES, stack[1], BYTES);
    return 0;
}
