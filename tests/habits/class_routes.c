/* SPDX-License-Identifier: BSD-3-Clause */
/* Class route 0 is the world, for barriers and for collectives; class route 1 is the first free route. */
#include "common.h"

#include <spi/include/kernel/collective.h>
#include <spi/include/kernel/gi.h>

int main(void)
{
    struct {
        MUHWI_Descriptor_t fifo[16];
        double from[10], to[10];
        volatile uint64_t counter;
    } *m = malloc(sizeof *m);
    MUSPI_CollectiveDirectPutDescriptorInfo_t info;
    MUSPI_InjFifoSubGroup_t inj;
    MUHWI_Descriptor_t d;
    uint32_t ids[16], count = 0, route = 99, nodes = next_node().nodes;
    uint64_t pa = pa_of(m, sizeof *m);
    MUSPI_InjFifo_t *fifo;
    int i;

    EXPECT(Kernel_QueryGlobalInterruptClassRoutes(&count, ids, sizeof ids) == 0);
    EXPECT(count > 0 && ids[0] == 1);
    EXPECT(Kernel_QueryCollectiveClassRoutes(&count, ids, sizeof ids) == 0);
    EXPECT(count > 0 && ids[0] == 1);
    EXPECT(Kernel_GetGlobalBarrierUserClassRouteId(&route) == 0 && route == 0);

    memset(m, 0, sizeof *m);
    for (i = 0; i < 10; i++)
        m->from[i] = i + 0.5 * Kernel_GetRank();
    m->counter = sizeof m->to;
    fifo = open_injection(&inj, 0, 0, m->fifo, sizeof m->fifo);
    set_base(0, 0, pa);
    set_base(0, 1, MUSPI_GetAtomicAddress(pa, MUHWI_ATOMIC_OPCODE_STORE_ADD));
    memset(&info, 0, sizeof info);
    info.Base.Payload_Address = pa_of(m->from, sizeof m->from);
    info.Base.Message_Length = sizeof m->from;
    info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER;
    info.Collective.Op_Code = MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD;
    info.Collective.Word_Length = 8;
    info.Collective.Class_Route = 0;
    info.Collective.Misc = MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM | MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
    info.DirectPut.Rec_Payload_Base_Address_Id = 0;
    info.DirectPut.Rec_Payload_Offset = (uint64_t)m->to - (uint64_t)m;
    info.DirectPut.Rec_Counter_Base_Address_Id = 1;
    info.DirectPut.Rec_Counter_Offset = (uint64_t)&m->counter - (uint64_t)m;
    MUSPI_CreateCollectiveDirectPutDescriptor(&d, &info);
    barrier();
    EXPECT(MUSPI_InjFifoInject(fifo, &d) == 1);
    while (m->counter)
        ;
    for (i = 0; i < 10; i++)
        EXPECT(m->to[i] == nodes * i + 0.25 * nodes * (nodes - 1));
    barrier();
    return 0;
}
