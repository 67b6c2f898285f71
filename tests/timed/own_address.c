/* SPDX-License-Identifier: BSD-3-Clause */
/* Physical addresses belong to a node: a descriptor that the peer's Message Unit executes means the peer's
 * memory, also if the sender has computed the address from a variable or block of its own. In all nodes such
 * variables and blocks have equal addresses. Rank R exchanges with the rank of the same process number on the
 * other node. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>
#include <spi/include/mu/InjFifo.h>

enum { BYTES = 3000, FIFO_BYTES = 4096 };

typedef struct memory {
    char get_fifo[FIFO_BYTES], fifo[FIFO_BYTES];
    MUHWI_Descriptor_t get, answer;
    volatile uint64_t got, put; /* bytes that have not arrived */
    char source[BYTES], got_here[BYTES], put_here[BYTES];
} memory_t;

static memory_t variable __attribute__((aligned(64)));
static MUSPI_GIBarrier_t barrier;
static MUSPI_InjFifoSubGroup_t fifos;
static uint32_t subgroup, node;
static uint64_t *arrived; /* shared by the node */

static void must(int rc, const char *what)
{
    if (rc == 0)
        return;
    fprintf(stderr, "%s: %d\n", what, rc);
    exit(1);
}

static uint64_t physical(const void *va, size_t bytes)
{
    Kernel_MemoryRegion_t region;
    must((int)Kernel_CreateMemoryRegion(&region, (void *)va, bytes), "Kernel_CreateMemoryRegion");
    return (uint64_t)region.BasePa + ((uint64_t)va - (uint64_t)region.BaseVa);
}

/* FIFO 1 is for remote gets. */
static void open_fifos(memory_t *m)
{
    uint32_t ids[] = {0, 1};
    char *rings[] = {m->fifo, m->get_fifo};
    Kernel_InjFifoAttributes_t attributes[] = {{.RemoteGet = 0}, {.RemoteGet = 1}};
    must((int)Kernel_AllocateInjFifos(subgroup, &fifos, 2, ids, attributes), "Kernel_AllocateInjFifos");
    for (uint32_t i = 0; i < 2; i++) {
        Kernel_MemoryRegion_t region;
        must((int)Kernel_CreateMemoryRegion(&region, rings[i], FIFO_BYTES), "Kernel_CreateMemoryRegion");
        must((int)Kernel_InjFifoInit(&fifos, i, &region, (uint64_t)rings[i] - (uint64_t)region.BaseVa,
                                     FIFO_BYTES - 1),
             "Kernel_InjFifoInit");
    }
    must((int)Kernel_InjFifoActivate(&fifos, 2, ids, KERNEL_INJ_FIFO_ACTIVATE), "Kernel_InjFifoActivate");
}

static void close_fifos(void)
{
    uint32_t ids[] = {0, 1};
    must((int)Kernel_InjFifoActivate(&fifos, 2, ids, KERNEL_INJ_FIFO_DEACTIVATE), "Kernel_InjFifoActivate");
    must((int)Kernel_DeallocateInjFifos(&fifos, 2, ids), "Kernel_DeallocateInjFifos");
}

/* A put to @p to, for entry 0 of the base-address table, whose base is 0. */
static void describe_put(MUHWI_Descriptor_t *d, uint32_t to_node, uint64_t from, uint64_t to,
                         uint64_t counter)
{
    MUSPI_Pt2PtDirectPutDescriptorInfo_t put = {0};
    MUSPI_SetUpDestination(&put.Base.Dest, (uint8_t)to_node, 0, 0, 0, 0);
    put.Base.Payload_Address = from;
    put.Base.Message_Length = BYTES;
    put.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
    put.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
    put.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    put.DirectPut.Rec_Payload_Base_Address_Id = put.DirectPut.Rec_Counter_Base_Address_Id =
        (uint16_t)(subgroup * BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP);
    put.DirectPut.Rec_Payload_Offset = to;
    put.DirectPut.Rec_Counter_Offset = MUSPI_GetAtomicAddress(counter, MUHWI_ATOMIC_OPCODE_STORE_ADD);
    must(MUSPI_CreatePt2PtDirectPutDescriptor(d, &put), "MUSPI_CreatePt2PtDirectPutDescriptor");
}

static void describe_get(MUHWI_Descriptor_t *d, uint32_t to_node, uint64_t answer)
{
    MUSPI_Pt2PtRemoteGetDescriptorInfo_t get = {0};
    MUSPI_SetUpDestination(&get.Base.Dest, (uint8_t)to_node, 0, 0, 0, 0);
    get.Base.Payload_Address = answer;
    get.Base.Message_Length = sizeof(MUHWI_Descriptor_t);
    get.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
    get.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING;
    get.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    get.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
    get.RemoteGet.Rget_Inj_FIFO_Id = (uint16_t)(subgroup * BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP + 1);
    must(MUSPI_CreatePt2PtRemoteGetDescriptor(d, &get), "MUSPI_CreatePt2PtRemoteGetDescriptor");
}

/* Of the processes of a node. */
static void wait_for_node(void)
{
    static uint64_t target;
    target += Kernel_ProcessCount();
    __atomic_add_fetch(arrived, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(arrived, __ATOMIC_SEQ_CST) < target)
        (void)GetTimeBase();
}

/* A global interrupt counts nodes, not processes. */
static void wait_for_all(void)
{
    wait_for_node();
    if (Kernel_MyTcoord() == 0)
        MUSPI_GIBarrierEnterAndWait(&barrier);
    wait_for_node();
}

static void open_barrier(void)
{
    int fd = shm_open("/own_address", O_RDWR | O_CREAT, 0600);
    must(fd < 0 || ftruncate(fd, FIFO_BYTES), "shm_open");
    arrived = mmap(NULL, FIFO_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    must(arrived == MAP_FAILED, "mmap");
    if (Kernel_MyTcoord() == 0)
        must(MUSPI_GIBarrierInit(&barrier, 0), "MUSPI_GIBarrierInit");
}

static char wrong(const char *data, char wanted)
{
    for (int i = 0; i < BYTES; i++)
        if (data[i] != wanted)
            return data[i];
    return wanted;
}

static int exchange(memory_t *m, const char *kind)
{
    char here = (char)('a' + Kernel_GetRank()),
         there = (char)('a' + Kernel_GetRank() + (node == 0 ? 1 : -1) * Kernel_ProcessCount());
    uint64_t pa = physical(m, sizeof *m);
    uint32_t other = 1 - node;
    memset(m->source, here, BYTES);
    memset(m->got_here, '.', BYTES);
    memset(m->put_here, '.', BYTES);
    m->got = m->put = BYTES;
    open_fifos(m);
    describe_put(&m->answer, node, pa + offsetof(memory_t, source), pa + offsetof(memory_t, got_here),
                 pa + offsetof(memory_t, got));
    describe_get(&m->get, other, pa + offsetof(memory_t, answer));
    wait_for_all();
    MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &fifos), &m->get);
    describe_put(&m->get, other, pa + offsetof(memory_t, source), pa + offsetof(memory_t, put_here),
                 pa + offsetof(memory_t, put));
    MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &fifos), &m->get);
    while (m->got != 0 || m->put != 0)
        (void)GetTimeBase();
    char got = wrong(m->got_here, there), put = wrong(m->put_here, there);
    wait_for_all();
    close_fifos();
    if (got == there && put == there)
        return 0;
    fprintf(stderr, "rank %u, %s: a remote get brought '%c', a put '%c', not '%c'\n", Kernel_GetRank(), kind,
            got, put, there);
    return 1;
}

int main(void)
{
    Personality_t personality;
    MUSPI_BaseAddressTableSubGroup_t table;
    uint32_t entry = 0;
    must((int)Kernel_GetPersonality(&personality, sizeof personality), "Kernel_GetPersonality");
    node = personality.Network_Config.Acoord;
    subgroup = Kernel_MyTcoord() * (uint32_t)(BGQ_MU_NUM_FIFO_SUBGROUPS_PER_NODE / Kernel_ProcessCount());
    must((int)Kernel_AllocateBaseAddressTable(subgroup, &table, 1, &entry, 0),
         "Kernel_AllocateBaseAddressTable");
    MUSPI_SetBaseAddress(&table, 0, 0);
    open_barrier();
    int failed = exchange(&variable, "static data");
    memory_t *block = aligned_alloc(64, (sizeof *block + 63) / 64 * 64);
    failed |= exchange(block, "heap");
    free(block);
    if (failed == 0)
        puts("right");
    return failed;
}
