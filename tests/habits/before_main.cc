/* SPDX-License-Identifier: BSD-3-Clause */
/* A barrier and a complete exchange in static constructors, before main() and before MPI_Init(). */
#include "common.h"

namespace
{

class World
{
  public:
    World()
    {
        MUSPI_GIBarrier_t b;
        MUSPI_GIBarrierInit(&b, 0);
        status = MUSPI_GIBarrierEnterAndWaitWithTimeout(&b, 1600000000ULL * 60);
        rank = Kernel_GetRank();
        Kernel_GetPersonality(&personality, sizeof(personality));
    }
    int status;
    uint32_t rank;
    Personality_t personality;
};

struct Memory {
    MUHWI_Descriptor_t fifo[16];
    uint64_t from, to;
    volatile uint64_t counter;
};

class Exchange
{
  public:
    Exchange()
    {
        neighbour_t next = next_node();
        memory = static_cast<Memory *>(calloc(1, sizeof(Memory)));
        uint64_t pa = pa_of(memory, sizeof(Memory));
        MUSPI_InjFifo_t *fifo = open_injection(&group, 0, 0, memory->fifo, sizeof(memory->fifo));
        set_base(0, 0, pa);
        set_base(0, 1, MUSPI_GetAtomicAddress(pa, MUHWI_ATOMIC_OPCODE_STORE_ADD));
        memory->from = 5 + Kernel_GetRank();
        memory->counter = 8;
        barrier();
        MUHWI_Descriptor_t d;
        describe_put(&d, &next, pa_of(&memory->from, 8), 8, offset(&memory->to), offset(&memory->counter));
        MUSPI_InjFifoInject(fifo, &d);
        while (memory->counter != 0)
            ;
        sender = static_cast<uint32_t>(memory->to - 5);
        expected = (Kernel_GetRank() + next.nodes - 1) % next.nodes;
        barrier();
    }
    uint32_t sender, expected;

  private:
    uint64_t offset(const volatile void *p) const
    {
        return reinterpret_cast<uint64_t>(p) - reinterpret_cast<uint64_t>(memory);
    }
    Memory *memory;
    MUSPI_InjFifoSubGroup_t group;
};

World world;
Exchange exchange;

} // namespace

int main()
{
    EXPECT(world.status == 0);
    EXPECT(world.rank == Kernel_GetRank());
    EXPECT(world.personality.Network_Config.Anodes >= 1);
    EXPECT(exchange.sender == exchange.expected);
    barrier();
    return 0;
}
