/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic addresses in every position: as payload source, as counter offset, as base address of puts at index
 * * 8, as complete physical address of the destination in the offset; a ticket taken by a remote get. */
#include "common.h"

#define ADD (MUHWI_ATOMIC_ADDRESS_INDICATOR | MUHWI_ATOMIC_OPCODE_STORE_ADD)

typedef struct {
    uint64_t fifo[64 * 8] __attribute__((aligned(64)));
    uint64_t get_fifo[64 * 16] __attribute__((aligned(64)));
    MUHWI_Descriptor_t order;   /* remote get: descriptor to be run on the neighbour */
    volatile uint64_t words[8]; /* targets of atomic additions */
    volatile uint64_t ticket;   /* incremented by the neighbour's remote gets */
    volatile uint64_t drawn;    /* the ticket from the neighbour, plus 100 */
    volatile uint64_t counter;
    uint64_t source[8], target[8];
} memory_t;

static memory_t *m;
static uint64_t pa;
static neighbour_t next;
static MUSPI_InjFifo_t *fifo;

static uint64_t at(const volatile void *va)
{
    return pa + ((uint64_t)va - (uint64_t)m);
}

static void send(MUHWI_Descriptor_t *d)
{
    uint64_t number = MUSPI_InjFifoInject(fifo, d);
    EXPECT(number != (uint64_t)-1);
    while (!MUSPI_CheckDescComplete(fifo, number))
        ;
}

/* Base address 2 is atomic: a put at index * 8 adds to a word. */
static void add_by_base(void)
{
    MUHWI_Descriptor_t d;
    int i;
    m->counter = 8 * 8;
    barrier();
    for (i = 0; i < 8; i++) {
        m->source[i] = (uint64_t)i + 5;
        describe_put(&d, &next, at(&m->source[i]), 8, (uint64_t)i * 8,
                     (uint64_t)&m->counter - (uint64_t)m + ADD);
        MUSPI_SetRecPayloadBaseAddressInfo(&d, 2, (uint64_t)i * 8);
        send(&d);
    }
    while (m->counter != 0)
        ;
    for (i = 0; i < 8; i++)
        EXPECT(m->words[i] == (uint64_t)i + 5);
    barrier();
}

/* Base address 3 is 0: the offset is a complete address on the neighbour, with or without the atomic flag. */
static void address_in_offset(uint64_t theirs)
{
    MUHWI_Descriptor_t d;
    m->counter = 8 + 8;
    m->target[0] = 0;
    m->words[0] = 40;
    m->source[0] = 2;
    barrier();
    describe_put(&d, &next, at(&m->source[0]), 8, 0, 0);
    MUSPI_SetRecPayloadBaseAddressInfo(&d, 3, theirs + offsetof(memory_t, target));
    MUSPI_SetRecCounterBaseAddressInfo(
        &d, 3, MUSPI_GetAtomicAddress(theirs + offsetof(memory_t, counter), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    send(&d);
    MUSPI_SetRecPayloadBaseAddressInfo(
        &d, 3, MUSPI_GetAtomicAddress(theirs + offsetof(memory_t, words), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    send(&d);
    while ((int64_t)m->counter > 0)
        ;
    EXPECT(m->target[0] == 2 && m->words[0] == 42);
    barrier();
}

/* The source is an atomic load: each message reads the word and leaves zero. */
static void take_and_clear(void)
{
    MUHWI_Descriptor_t d;
    m->source[1] = 7;
    m->target[1] = m->target[2] = 9;
    m->counter = 16;
    barrier();
    describe_put(&d, &next, MUSPI_GetAtomicAddress(at(&m->source[1]), MUHWI_ATOMIC_OPCODE_LOAD_CLEAR), 8,
                 (uint64_t)&m->target[1] - (uint64_t)m, (uint64_t)&m->counter - (uint64_t)m + ADD);
    send(&d);
    MUSPI_SetRecPayloadBaseAddressInfo(&d, 0, (uint64_t)&m->target[2] - (uint64_t)m);
    send(&d);
    while (m->counter != 0)
        ;
    EXPECT(m->target[1] == 7 && m->target[2] == 0 && m->source[1] == 0);
    barrier();
}

/* The descriptor of a remote get loads and increments the neighbour's ticket and adds the loaded value to a
 * word of the caller. */
static void draw_ticket(int round, uint64_t theirs)
{
    MUSPI_Pt2PtRemoteGetDescriptorInfo_t info;
    MUHWI_Descriptor_t d;
    neighbour_t me = next;
    Personality_t p;
    EXPECT(Kernel_GetPersonality(&p, sizeof p) == 0);
    MUSPI_SetUpDestination(&me.destination, p.Network_Config.Acoord, p.Network_Config.Bcoord,
                           p.Network_Config.Ccoord, p.Network_Config.Dcoord, p.Network_Config.Ecoord);
    m->drawn = 100;
    m->counter = 8;
    /* Runs on the neighbour, as if injected there. */
    describe_put(
        &m->order, &me,
        MUSPI_GetAtomicAddress(theirs + offsetof(memory_t, ticket), MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT), 8, 0,
        (uint64_t)&m->counter - (uint64_t)m + ADD);
    MUSPI_SetRecPayloadBaseAddressInfo(&m->order, 0, ADD + ((uint64_t)&m->drawn - (uint64_t)m));
    barrier();
    memset(&info, 0, sizeof info);
    info.Base.Payload_Address = at(&m->order);
    info.Base.Message_Length = sizeof m->order;
    info.Base.Torus_FIFO_Map = next.map;
    info.Base.Dest = next.destination;
    info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    info.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
    info.RemoteGet.Rget_Inj_FIFO_Id = 0 * 8 + 1;
    MUSPI_CreatePt2PtRemoteGetDescriptor(&d, &info);
    send(&d);
    while (m->counter != 0)
        ;
    EXPECT(m->drawn == 100 + 1000 + (uint64_t)round);
    barrier();
    EXPECT(m->ticket == 1000 + (uint64_t)round + 1);
    barrier();
}

/* @return the physical address of the memory of the next node. All nodes pass addresses around the ring until
 * each node has the address of its successor. */
static uint64_t ask_address(void)
{
    MUHWI_Descriptor_t d;
    uint32_t i;
    m->source[2] = pa;
    for (i = 1; i < next.nodes; i++) {
        m->counter = 8;
        barrier();
        describe_put(&d, &next, at(&m->source[2]), 8, offsetof(memory_t, target) + 3 * 8,
                     offsetof(memory_t, counter) + ADD);
        send(&d);
        while (m->counter != 0)
            ;
        barrier();
        m->source[2] = m->target[3];
    }
    return m->source[2];
}

int main(void)
{
    static MUSPI_InjFifoSubGroup_t inj, get;
    Kernel_InjFifoAttributes_t attributes = {1, 0, 0};
    Kernel_MemoryRegion_t region;
    uint32_t id = 1;
    uint64_t theirs;
    int i;
    m = malloc(sizeof *m);
    memset(m, 0, sizeof *m);
    pa = pa_of(m, sizeof *m);
    m->ticket = 1000;
    next = next_node();
    fifo = open_injection(&inj, 0, 0, m->fifo, sizeof m->fifo);
    EXPECT(Kernel_AllocateInjFifos(0, &get, 1, &id, &attributes) == 0);
    EXPECT(Kernel_CreateMemoryRegion(&region, m, sizeof *m) == 0);
    EXPECT(Kernel_InjFifoInit(&get, 1, &region, (uint64_t)m->get_fifo - (uint64_t)region.BaseVa,
                              sizeof m->get_fifo - 1) == 0);
    EXPECT(Kernel_InjFifoActivate(&get, 1, &id, KERNEL_INJ_FIFO_ACTIVATE) == 0);
    set_base(0, 0, pa);
    set_base(0, 1, pa);
    set_base(0, 2, MUSPI_GetAtomicAddress(at(m->words), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    set_base(0, 3, 0);

    add_by_base();
    take_and_clear();
    theirs = ask_address();
    address_in_offset(theirs);
    for (i = 0; i < 3; i++)
        draw_ticket(i, theirs);
    return 0;
}
