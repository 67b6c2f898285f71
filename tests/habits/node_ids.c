/* SPDX-License-Identifier: BSD-3-Clause */
/* Node-global ids: subgroup * 4 + id for reception FIFOs, subgroup * 8 + id for base addresses and injection
 * FIFOs of remote gets. Process p of a node uses the 64 / ppn subgroups from p * 64 / ppn. All 68 subgroups
 * can be queried. */
#include "common.h"

static int receive(void *seen, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    (void)header;
    (void)bytes;
    ++*(int *)seen;
    return 0;
}

int main(void)
{
    struct {
        MUHWI_Descriptor_t fifo[16], get_fifo[16];
        MUHWI_Descriptor_t order;
        uint64_t from, to;
        volatile uint64_t counter;
    } *m = malloc(sizeof *m);
    char *rec_memory = malloc(65536);
    uint32_t ppn = Kernel_ProcessCount(), t = Kernel_MyTcoord(), count, ids[8], id = 7, subgroup, i;
    uint32_t first = t * (64 / ppn), last = (t + 1) * (64 / ppn) - 1;
    MUSPI_InjFifoSubGroup_t inj, get;
    MUSPI_RecFifoSubGroup_t rec;
    Kernel_InjFifoAttributes_t attributes = {1, 0, 0};
    Kernel_MemoryRegion_t region;
    MUSPI_Pt2PtRemoteGetDescriptorInfo_t info;
    Personality_t p;
    MUHWI_Descriptor_t d;
    neighbour_t self;
    int seen = 0;

    for (subgroup = 0; subgroup < BGQ_MU_NUM_FIFO_SUBGROUPS_PER_NODE; subgroup++) {
        EXPECT(Kernel_QueryInjFifos(subgroup, &count, ids) == 0 && count <= 8);
        EXPECT(Kernel_QueryRecFifos(subgroup, &count, ids) == 0 && count <= 4);
        EXPECT(Kernel_QueryBaseAddressTable(subgroup, &count, ids) == 0 && count <= 8);
    }
    for (i = 0; i < 64 / ppn; i++) {
        EXPECT(Kernel_QueryInjFifos(first + i, &count, ids) == 0 && count == 8 && ids[7] == 7);
        EXPECT(Kernel_QueryRecFifos(first + i, &count, ids) == 0 && count == 4 && ids[3] == 3);
        EXPECT(Kernel_QueryBaseAddressTable(first + i, &count, ids) == 0 && count == 8);
    }

    /* All resources are in the last subgroup of the process. Messages to the same node name the resources by
     * their node-global ids. */
    memset(m, 0, sizeof *m);
    m->from = 1234 + t;
    m->counter = 8;
    EXPECT(Kernel_GetPersonality(&p, sizeof p) == 0);
    MUSPI_SetUpDestination(&self.destination, p.Network_Config.Acoord, p.Network_Config.Bcoord,
                           p.Network_Config.Ccoord, p.Network_Config.Dcoord, p.Network_Config.Ecoord);
    self.map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL1;
    MUSPI_InjFifo_t *fifo = open_injection(&inj, first, 0, m->fifo, sizeof m->fifo);
    MUSPI_RecFifo_t *packets = open_reception(&rec, last, 3, rec_memory, 65536);
    set_base(last, 5, pa_of(&m->to, 8));
    set_base(last, 6, MUSPI_GetAtomicAddress(pa_of(&m->counter, 8), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    EXPECT(Kernel_AllocateInjFifos(last, &get, 1, &id, &attributes) == 0);
    EXPECT(Kernel_CreateMemoryRegion(&region, m, sizeof *m) == 0);
    EXPECT(Kernel_InjFifoInit(&get, 7, &region, (uint64_t)m->get_fifo - (uint64_t)region.BaseVa,
                              sizeof m->get_fifo - 1) == 0);
    EXPECT(Kernel_InjFifoActivate(&get, 1, &id, KERNEL_INJ_FIFO_ACTIVATE) == 0);

    describe_packet(&d, &self, pa_of(m, 8), 8, (uint16_t)(last * 4 + 3),
                    (uint8_t)MUSPI_RegisterReceiveFunction(receive, &seen));
    EXPECT(MUSPI_InjFifoInject(fifo, &d) == 1);
    while (seen == 0)
        MUSPI_RecFifoPoll(packets, 1);

    describe_put(&m->order, &self, pa_of(&m->from, 8), 8, 0, 0);
    MUSPI_SetRecPayloadBaseAddressInfo(&m->order, (uint16_t)(last * 8 + 5), 0);
    MUSPI_SetRecCounterBaseAddressInfo(&m->order, (uint16_t)(last * 8 + 6), 0);
    memset(&info, 0, sizeof info);
    info.Base.Payload_Address = pa_of(&m->order, sizeof m->order);
    info.Base.Message_Length = sizeof m->order;
    info.Base.Torus_FIFO_Map = self.map;
    info.Base.Dest = self.destination;
    info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    info.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
    info.RemoteGet.Rget_Inj_FIFO_Id = (uint16_t)(last * 8 + 7);
    MUSPI_CreatePt2PtRemoteGetDescriptor(&d, &info);
    EXPECT(MUSPI_InjFifoInject(fifo, &d) == 2);
    while (m->counter)
        ;
    EXPECT(m->to == 1234 + t);
    return 0;
}
