/* SPDX-License-Identifier: BSD-3-Clause */
/* Usage of real programs, documented or not. Each test is named after the habit. */
#include <sys/mman.h>

#include "mu_support.h"

enum { BYTES = 1000 };

/* Exchanges bytes with the peer node (or itself). */
static void swap_bytes(mu_rank_t *me, mu_kit_t *kit, mu_inj_t *inj, mu_message_t m, void *source,
                       void *landing, volatile uint64_t *counter)
{
    static uint64_t seed[8];
    uint64_t own = ++seed[me->node];
    mu_fill(source, BYTES, own, me->node);
    memset(landing, 0, BYTES);
    *counter = BYTES;
    mu_barrier(me);
    mu_send(me, inj, m);
    mu_wait_counter(counter, 0);
    CHECK_EQUAL(mu_same(landing, BYTES, own, me->nodes - 1 - me->node), BYTES);
    mu_barrier(me);
    (void)kit;
}

static uint32_t other(const mu_rank_t *me)
{
    return me->nodes - 1 - me->node;
}

/* ---- Sizes and regions ---- */

/* 512 B, 2 KiB, 64 KiB and 512 KiB of descriptors, given as size - 1; 64 injection FIFOs in one process. */
static void sizes_body(mu_rank_t *me)
{
    static const uint32_t slots[] = {512 / 64, 2048 / 64, 65536 / 64, 524288 / 64};
    mu_kit_t kit = mu_kit(me, 65536, 8192);
    for (uint32_t i = 0; i < 63; i++) {
        mu_inj_t *inj = mu_inj(me, slots[i % (i < 8 ? 4 : 3)], 0);
        CHECK_EQUAL(MUSPI_getSize(&inj->fifo->_fifo), inj->memory.bytes - 1);
        CHECK_EQUAL(MUSPI_getHwSize(&inj->fifo->_fifo), inj->memory.bytes - 1);
        if (i % 9 == 0)
            swap_bytes(me, &kit, inj, mu_put(me, &kit, other(me), 0, 0, BYTES, 0), kit.source.va,
                       kit.window.va, &kit.counter[0]);
    }
    static const size_t rec_sizes[] = {65536, 1 << 20, 8 << 20};
    for (int i = 0; i < 3; i++) {
        mu_rec_t *rec = mu_rec(me, rec_sizes[i]);
        CHECK_EQUAL(MUSPI_getHwSize(&rec->fifo->_fifo), rec_sizes[i] - 1);
        CHECK(MUSPI_getEndVa(&rec->fifo->_fifo) == rec->memory.va + rec_sizes[i]);
    }
}

static void fifo_sizes_of_all_kinds(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), sizes_body);
}

/* Puts between two segments of memory, in regions of the given sizes. */
static void region_swap(mu_rank_t *me, mu_kit_t *kit, char *source, size_t source_size, char *landing,
                        size_t landing_size)
{
    Kernel_MemoryRegion_t from, to, again;
    CHECK_EQUAL(Kernel_CreateMemoryRegion(&from, source, source_size), 0);
    CHECK_EQUAL(Kernel_CreateMemoryRegion(&again, source, source_size), 0);
    CHECK_EQUAL(Kernel_CreateMemoryRegion(&to, landing, landing_size), 0);
    uint64_t from_pa = (uint64_t)from.BasePa + ((uint64_t)source - (uint64_t)from.BaseVa);
    CHECK_EQUAL((uint64_t)again.BasePa + ((uint64_t)source - (uint64_t)again.BaseVa), from_pa);
    mu_bat(me, 5, (uint64_t)to.BasePa + ((uint64_t)landing - (uint64_t)to.BaseVa));
    mu_message_t m = mu_put(me, kit, other(me), 0, 0, BYTES, 0);
    m.pa = from_pa;
    m.payload_bat = mu_bat_id(me, 0, 5);
    swap_bytes(me, kit, kit->inj, m, source, landing, &kit->counter[0]);
}

static char static_memory[2][4][BYTES]; /* by node */

/* Skips memory that a device cannot reach. */
static bool left_out(const char *what)
{
    return emuq_test_left_out_on_device(what);
}

static void regions_body(mu_rank_t *me)
{
    enum { BIG = 256 << 20 };
    mu_kit_t kit = mu_kit(me, 4096, 8192);
    char stack[2][BYTES], (*data)[BYTES] = static_memory[me->node];
    region_swap(me, &kit, data[0], BYTES, data[1], BYTES);
    region_swap(me, &kit, data[0], BYTES - 1, data[2], 1); /* smaller than the message */
    region_swap(me, &kit, data[3], BYTES, data[1], BYTES);
    if (!mu_in_processes() ||
        !left_out("memory regions on the stack of a process that emuqcc has not linked"))
        region_swap(me, &kit, stack[0], BYTES, stack[1], BYTES);
    char *heap = malloc(3 * BYTES);
    region_swap(me, &kit, heap, BYTES, heap + 2 * BYTES, BYTES);
    region_swap(me, &kit, heap + 1, BYTES, heap + 2 * BYTES - 7, BYTES); /* overlapping regions */
    void *big = NULL;
    if (CHECK_EQUAL(posix_memalign(&big, 4096, BIG), 0)) {
        char *b = big;
        region_swap(me, &kit, b, BIG, b + BIG - BYTES, BYTES);
        region_swap(me, &kit, b + BIG / 2 - 500, BIG / 2, b + BIG / 4 - 100, BIG / 2);
    }
    char *map = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (CHECK(map != MAP_FAILED) && !left_out("memory regions in mappings of the program's own"))
        region_swap(me, &kit, map, 1 << 20, map + (1 << 20) - BYTES, BYTES);
    mu_barrier(me);
    free(heap);
    free(big);
    munmap(map, 1 << 20);
}

static void regions_anywhere(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), regions_body);
}

/* A FIFO in a region that is a byte too small. */
static void short_region_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 8192);
    mu_memory_t memory = mu_memory(me, 4096);
    Kernel_MemoryRegion_t region;
    MUSPI_InjFifoSubGroup_t group;
    Kernel_InjFifoAttributes_t attributes = {0, 0, 0};
    uint32_t id = 3;
    CHECK_EQUAL(Kernel_CreateMemoryRegion(&region, memory.va, 4095), 0);
    CHECK_EQUAL(Kernel_AllocateInjFifos(me->subgroup, &group, 1, &id, &attributes), 0);
    CHECK_EQUAL(Kernel_InjFifoInit(&group, id, &region, (uint64_t)memory.va - (uint64_t)region.BaseVa, 4095),
                0);
    CHECK_EQUAL(Kernel_InjFifoActivate(&group, 1, &id, KERNEL_INJ_FIFO_ACTIVATE), 0);
    MUHWI_Descriptor_t d = mu_describe(me, mu_put(me, &kit, other(me), 0, 0, 8, 0));
    for (int i = 0; i < 100; i++) /* past the end and around */
        MU_WAIT(MUSPI_InjFifoInject(&group._injfifos[id], &d) != (uint64_t)-1);
    mu_wait_counter(&kit.counter[0], -(uint64_t)800);
}

static void a_region_one_byte_too_small(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), short_region_body);
}

/* ---- Structures ---- */

/* The structures of the set-up are freed afterwards; a different call has allocated in the same subgroup. */
static void set_up(mu_rank_t *me, uint64_t base)
{
    MUSPI_BaseAddressTableSubGroup_t first, second;
    uint32_t id[2] = {2, 3}, later = 6;
    memset(&first, 0xcc, sizeof first);
    memset(&second, 0xcc, sizeof second);
    CHECK_EQUAL(Kernel_AllocateBaseAddressTable(me->subgroup + 1, &first, 2, id, 0), 0);
    CHECK_EQUAL(Kernel_AllocateBaseAddressTable(me->subgroup + 1, &second, 1, &later, 0), 0);
    CHECK_EQUAL(MUSPI_SetBaseAddress(&second, 6, base + 64), 0);
    CHECK_EQUAL(MUSPI_SetBaseAddress(&first, 3, base), 0);
    memset(&first, 0xcc, sizeof first);
}

static void structures_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 8192);
    set_up(me, kit.window.pa);
    mu_barrier(me);
    mu_message_t m = mu_put(me, &kit, other(me), 0, 200, BYTES, 0);
    m.payload_bat = (uint16_t)((me->subgroup + 1) * 8 + 3);
    swap_bytes(me, &kit, kit.inj, m, kit.source.va, kit.window.va + 200, &kit.counter[0]);
    m.payload_bat = (uint16_t)((me->subgroup + 1) * 8 + 6);
    swap_bytes(me, &kit, kit.inj, m, kit.source.va, kit.window.va + 264, &kit.counter[0]);
    /* The software FIFO is the first member of both structures. */
    CHECK((void *)kit.inj->fifo == (void *)&kit.inj->fifo->_fifo);
    CHECK((void *)kit.rec->fifo == (void *)&kit.rec->fifo->_fifo);
    CHECK_EQUAL(MUSPI_getHwHead((MUSPI_Fifo_t *)kit.inj->fifo),
                in64((uint64_t *)(uintptr_t)&kit.inj->fifo->_fifo.hwfifo->pa_head));
}

static void structures_that_die_after_set_up(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), structures_body);
}

static void ids_body(mu_rank_t *me)
{
    (void)me;
    for (uint32_t subgroup = 0; subgroup < 68; subgroup++) {
        uint32_t count = 99, ids[8];
        CHECK_EQUAL(Kernel_QueryInjFifos(subgroup, &count, ids), 0);
        CHECK(count <= 8);
        CHECK_EQUAL(Kernel_QueryRecFifos(subgroup, &count, ids), 0);
        CHECK(count <= 4);
        CHECK_EQUAL(Kernel_QueryBaseAddressTable(subgroup, &count, ids), 0);
        CHECK(count <= 8);
    }
    uint32_t count = 0, routes[16];
    CHECK_EQUAL(Kernel_QueryGlobalInterruptClassRoutes(&count, routes, sizeof routes), 0);
    CHECK(count > 0 && routes[0] == 1);
    CHECK_EQUAL(Kernel_QueryCollectiveClassRoutes(&count, routes, sizeof routes), 0);
    CHECK(count >= 11 && routes[0] == 1);
}

static void ids_of_all_subgroups(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), ids_body);
}

/* ---- Descriptors ---- */

/* A descriptor is built once, by setters in the FIFO itself, and edited for each message. */
static void edits_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 65536);
    MUHWI_Descriptor_t model;
    void *slot;
    mu_fill(kit.source.va, 40000, 3, 0);
    MUSPI_DescriptorZeroOut(&model);
    model.Half_Word0.Prefetch_Only = MUHWI_DESCRIPTOR_PRE_FETCH_ONLY_NO;
    model.Half_Word1.Interrupt = MUHWI_DESCRIPTOR_DO_NOT_INTERRUPT_ON_PACKET_ARRIVAL;
    model.Torus_FIFO_Map = other(me) == me->node ? MU_LOCAL : MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EP;
    model.PacketHeader.NetworkHeader.pt2pt.Data_Packet_Type = MUHWI_PT2PT_DATA_PACKET_TYPE;
    model.PacketHeader.NetworkHeader.pt2pt.Destination = mu_destination(me, other(me));
    model.PacketHeader.NetworkHeader.pt2pt.Byte3.Virtual_channel = 1;
    model.PacketHeader.NetworkHeader.pt2pt.Byte8.Packet_Type = 1;
    model.PacketHeader.NetworkHeader.pt2pt.Byte8.Size = 16;
    model.PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Rec_Payload_Base_Address_Id = MU_WINDOW;
    model.PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Rec_Counter_Base_Address_Id = MU_COUNTERS;
    uint64_t total = 0;
    for (uint64_t i = 0; i < 40; i++) {
        model.Pa_Payload = kit.source.pa + i * 1000;
        model.Message_Length = 900 + i;
        model.PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Counter_Offset = mu_counter(i % 4 * 8);
        total += 900 + i;
        MU_WAIT(MUSPI_InjFifoNextDesc(kit.inj->fifo, &slot) != (uint64_t)-1);
        memcpy(slot, &model, sizeof model);
        MUHWI_Descriptor_t *d = slot;
        if (i % 2 == 0)
            MUSPI_SetRecPayloadBaseAddressInfo(d, MU_WINDOW, i * 1000);
        else
            d->PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Put_Offset_LSB = (uint32_t)i * 1000;
        MUSPI_InjFifoAdvanceDesc(kit.inj->fifo);
    }
    MU_WAIT(total + in64((uint64_t *)kit.counters.va) + in64((uint64_t *)kit.counters.va + 1) +
                in64((uint64_t *)kit.counters.va + 2) + in64((uint64_t *)kit.counters.va + 3) ==
            0);
    for (uint64_t i = 0; i < 40; i++) {
        CHECK_EQUAL(mu_same(kit.window.va + i * 1000, 900 + i, 3, i * 1000), 900 + i);
        CHECK(mu_all(kit.window.va + i * 1000 + 900 + i, 100 - i, 0));
    }
}

static void descriptors_edited_in_place(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), edits_body);
}

/* The coordinate word of a rank becomes a destination word: t removed, e shifted. */
static void words_body(mu_rank_t *me)
{
    static BG_CoordinateMapping_t maps[2][24];
    BG_CoordinateMapping_t *map = maps[me->node == 0];
    uint64_t ranks = 0;
    if (me->node > 1) /* two ranks are enough */
        return;
    CHECK_EQUAL(Kernel_RanksToCoords(sizeof maps[0], map, &ranks), 0);
    CHECK_EQUAL(ranks, me->ranks);
    for (uint32_t rank = 0; rank < me->ranks; rank++) {
        uint32_t word;
        memcpy(&word, &map[rank], sizeof word);
        MUHWI_Destination_t to;
        to.Destination.Destination = (word & 0x3fffffc0) | word >> 31;
        CHECK_EQUAL(to.Destination.Destination, mu_destination(me, rank).Destination.Destination);
        CHECK_EQUAL(to.Destination.A_Destination, map[rank].a);
        CHECK_EQUAL(to.Destination.E_Destination, map[rank].e);
    }
}

static void raw_words_as_destinations(void)
{
    mu_run(MU_NODES(3, 2, 1, 2, 2), words_body);
}

/* A program's own word at byte 12 of the message-unit header, the function id at byte 6. */
static int callback(void *argument, MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    uint32_t word, *expected = argument;
    memcpy(&word, (const char *)&h->messageUnitHeader + 12, sizeof word);
    CHECK_EQUAL(word, 0xdead0000 + *expected);
    CHECK_EQUAL(bytes, *expected % 2 ? 32 + 128 : 32);
    ++*expected;
    return -1;
}

static void software_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 8192);
    uint32_t next = 0;
    for (int i = 0; i < 3; i++) /* ids are assigned in order, the same on all nodes */
        CHECK_EQUAL(MUSPI_RegisterReceiveFunction(callback, &next), i);
    mu_barrier(me);
    for (uint32_t i = 0; i < 20; i++) {
        mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                          .to = other(me),
                          .pa = kit.source.pa,
                          .bytes = i % 2 ? 97 : 0,
                          .rec_fifo = mu_rec_id(me, 0, 0)};
        MUHWI_Descriptor_t d = mu_describe(me, m);
        char *header = (char *)&d.PacketHeader.messageUnitHeader;
        uint32_t word = 0xdead0000 + i;
        header[6] = (char)(i % 3);
        memcpy(header + 12, &word, sizeof word);
        mu_inject(kit.inj, &d);
    }
    uint32_t taken = 0;
    MU_WAIT((taken += MUSPI_RecFifoPoll(kit.rec->fifo, 1000)) >= 20);
    CHECK_EQUAL(next, 20);
    for (uint32_t i = 0; i < 3; i++)
        CHECK_EQUAL(MUSPI_DeRegisterReceiveFunction(i), 0);
}

static void words_of_ones_own_in_the_header(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), software_body);
}

/* ---- Routing ---- */

/* Every combination of FIFO map, zone, channel and dynamic bit delivers, to peers and to the sender. */
static void combinations_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 8192);
    uint64_t expected = 0;
    for (uint32_t to = 0; to < me->nodes; to++)
        for (int fifo = 6; fifo < 16; fifo++)
            for (int how = 0; how < 8; how++) {
                bool dynamic = how & 1;
                mu_message_t m = mu_put(me, &kit, to, 0, me->node * 64, 40, 0);
                m.map = UINT64_C(1) << fifo | (how & 2 ? MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CP : 0);
                m.misc1 = dynamic ? MUHWI_PACKET_USE_DYNAMIC_ROUTING : 0;
                m.misc2 = (uint8_t)((dynamic ? MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC
                                             : MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC) |
                                    (fifo % 4) << 3 | (how & 4 ? MUHWI_PACKET_STAY_ON_BUBBLE : 0));
                mu_send(me, kit.inj, m);
                expected += 40; /* a peer sends as many messages here */
            }
    mu_wait_counter(&kit.counter[0], -expected);
}

static void every_combination_of_routing_bits(void)
{
    mu_run(MU_NODES(2, 1, 3, 1, 2), combinations_body);
}

/* ---- Completion ---- */

static void completion_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 8192);
    MUSPI_InjFifo_t *fifo = kit.inj->fifo;
    for (int way = 0; way < 5; way++) {
        for (int i = 0; i < 10; i++)
            mu_send(me, kit.inj, mu_put(me, &kit, other(me), 0, 0, BYTES, 0));
        if (way == 0)
            MU_WAIT(MUSPI_CheckDescComplete(fifo, 10));
        else if (way == 1)
            MU_WAIT(in64((uint64_t *)(uintptr_t)&fifo->hw_injfifo->descCount) == fifo->numInjected);
        else if (way == 2)
            MU_WAIT(in64((uint64_t *)(uintptr_t)&fifo->_fifo.hwfifo->pa_head) ==
                    in64((uint64_t *)(uintptr_t)&fifo->_fifo.hwfifo->pa_tail));
        else if (way == 3)
            MU_WAIT(in64((uint64_t *)(uintptr_t)&fifo->hw_injfifo->freeSpace) == 63);
    }
    MU_WAIT((int64_t)in64((uint64_t *)kit.counters.va) <= -50 * BYTES);
    CHECK_EQUAL(in64((uint64_t *)kit.counters.va), -(uint64_t)(50 * BYTES));
}

static void completion_tested_in_five_ways(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), completion_body);
}

/* ---- The end ---- */

/* Rank 3 exits after a barrier; the other ranks continue. */
static int leaving_rank(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    MUSPI_GIBarrier_t barrier;
    MUSPI_GIBarrierInit(&barrier, 0);
    MUSPI_GIBarrierEnterAndWait(&barrier);
    uint32_t rank = Kernel_GetRank();
    if (rank == 3)
        exit(0);
    MUSPI_InjFifoSubGroup_t group;
    MUSPI_BaseAddressTableSubGroup_t bat;
    Kernel_InjFifoAttributes_t attributes = {0, 0, 0};
    Kernel_MemoryRegion_t region;
    MUHWI_Destination_t to;
    struct memory {
        char fifo[4096], source[BYTES], landing[BYTES];
        uint64_t counter;
    } *memory = NULL;
    uint32_t id = 0;
    if (posix_memalign((void **)&memory, 64, sizeof *memory) != 0 ||
        Kernel_CreateMemoryRegion(&region, memory, sizeof *memory) != 0 ||
        Kernel_AllocateInjFifos(0, &group, 1, &id, &attributes) != 0 ||
        Kernel_InjFifoInit(&group, 0, &region, (uint64_t)memory->fifo - (uint64_t)region.BaseVa, 4095) != 0 ||
        Kernel_AllocateBaseAddressTable(0, &bat, 1, &id, 0) != 0)
        return 1;
    memset(memory, 0, sizeof *memory);
    memory->counter = 100 * BYTES;
    MUSPI_SetBaseAddress(&bat, 0, (uint64_t)region.BasePa + ((uint64_t)memory - (uint64_t)region.BaseVa));
    Kernel_InjFifoActivate(&group, 1, &id, KERNEL_INJ_FIFO_ACTIVATE);
    /* Rank 3 is a leaf of the barrier's tree, which is not used any more: wait for memory. */
    static int ready; /* atomic; used by one job only */
    __atomic_fetch_add(&ready, 1, __ATOMIC_RELEASE);
    MU_WAIT(__atomic_load_n(&ready, __ATOMIC_ACQUIRE) >= 3);
    MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
    memset(&info, 0, sizeof info);
    MUSPI_SetUpDestination(&to, (rank + 1) % 3, 0, 0, 0, 0);
    info.Base.Dest = to;
    info.Base.Payload_Address =
        (uint64_t)region.BasePa + ((uint64_t)memory->source - (uint64_t)region.BaseVa);
    info.Base.Message_Length = BYTES;
    info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
    info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    info.DirectPut.Rec_Payload_Offset = offsetof(struct memory, landing);
    info.DirectPut.Rec_Counter_Offset = mu_counter(offsetof(struct memory, counter));
    MUHWI_Descriptor_t d;
    MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info);
    for (int i = 0; i < 100; i++)
        MU_WAIT(MUSPI_InjFifoInject(&group._injfifos[0], &d) != (uint64_t)-1);
    mu_wait_counter(&memory->counter, 0);
    MU_WAIT(MUSPI_CheckDescComplete(&group._injfifos[0], 100));
    __atomic_fetch_add(&ready, 1, __ATOMIC_RELEASE);
    MU_WAIT(__atomic_load_n(&ready, __ATOMIC_ACQUIRE) >= 6);
    free(memory);
    return 0;
}

static void some_ranks_exit_after_a_barrier(void)
{
    char name[] = "leaving", *argv[] = {name, NULL};
    emuq_job_t job = MU_NODES(4, 1, 1, 1, 1);
    CU_ASSERT_EQUAL(emuq_run_threads(&job, leaving_rank, 1, argv), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"FIFO sizes of all kinds", fifo_sizes_of_all_kinds},
        {"regions anywhere", regions_anywhere},
        {"a region one byte too small", a_region_one_byte_too_small},
        {"structures that die after set-up", structures_that_die_after_set_up},
        {"ids of all subgroups", ids_of_all_subgroups},
        {"descriptors edited in place", descriptors_edited_in_place},
        {"raw words as destinations", raw_words_as_destinations},
        {"words of one's own in the header", words_of_ones_own_in_the_header},
        {"every combination of routing bits", every_combination_of_routing_bits},
        {"completion tested in five ways", completion_tested_in_five_ways},
        {"some ranks exit after a barrier", some_ranks_exit_after_a_barrier},
        {NULL, NULL},
    };
    return emuq_test_main("habits of real programs", tests);
}
