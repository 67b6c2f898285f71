/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes descriptors from mu_message_t. */
#include "mu_support.h"

static MUSPI_BaseDescriptorInfoFields_t base_fields(const mu_rank_t *me, const mu_message_t *m)
{
    uint64_t map = m->map;
    if (map == 0 && m->word != 0)
        map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER;
    else if (map == 0)
        map = m->to == me->node ? MU_LOCAL : MU_TORUS;
    MUSPI_BaseDescriptorInfoFields_t f;
    memset(&f, 0, sizeof f);
    f.Pre_Fetch_Only = m->prefetch;
    f.Payload_Address = m->pa;
    f.Message_Length = m->bytes;
    f.Torus_FIFO_Map = map;
    f.Dest = mu_destination(me, m->to);
    return f;
}

static MUSPI_Pt2PtDescriptorInfoFields_t pt2pt_fields(const mu_message_t *m)
{
    bool deterministic = (m->misc2 & 0xe0) == 0 && !(m->misc1 & MUHWI_PACKET_USE_DYNAMIC_ROUTING);
    MUSPI_Pt2PtDescriptorInfoFields_t f;
    memset(&f, 0, sizeof f);
    f.Hints_ABCD = m->hints;
    f.Misc1 = m->misc1;
    f.Misc2 = (uint8_t)(m->misc2 | (deterministic ? MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC : 0));
    return f;
}

static MUSPI_CollectiveDescriptorInfoFields_t collective_fields(const mu_message_t *m)
{
    MUSPI_CollectiveDescriptorInfoFields_t f;
    memset(&f, 0, sizeof f);
    f.Op_Code = m->op;
    f.Word_Length = m->word;
    f.Class_Route = m->route;
    f.Misc = (uint8_t)(m->collective | (m->vc != 0 ? m->vc : MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM));
    return f;
}

static MUSPI_MemoryFIFODescriptorInfoFields_t fifo_fields(const mu_message_t *m)
{
    MUSPI_MemoryFIFODescriptorInfoFields_t f;
    memset(&f, 0, sizeof f);
    f.Rec_FIFO_Id = m->rec_fifo;
    f.Rec_Put_Offset = m->put_offset;
    f.Interrupt = m->interrupt;
    f.SoftwareBit = m->software_bit;
    memcpy(f.SoftwareBytes, m->software, sizeof f.SoftwareBytes);
    return f;
}

static MUSPI_DirectPutDescriptorInfoFields_t put_fields(const mu_message_t *m)
{
    MUSPI_DirectPutDescriptorInfoFields_t f;
    memset(&f, 0, sizeof f);
    f.Rec_Payload_Base_Address_Id = m->payload_bat;
    f.Rec_Payload_Offset = m->put_offset;
    f.Rec_Counter_Base_Address_Id = m->counter_bat;
    f.Rec_Counter_Offset = m->counter_offset;
    f.Pacing = m->pacing;
    return f;
}

static void describe_pt2pt(MUHWI_Descriptor_t *d, const mu_rank_t *me, const mu_message_t *m)
{
    if (m->type == MUHWI_PACKET_TYPE_FIFO) {
        MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info = {base_fields(me, m), pt2pt_fields(m), fifo_fields(m)};
        MUSPI_CreatePt2PtMemoryFIFODescriptor(d, &info);
    } else if (m->type == MUHWI_PACKET_TYPE_PUT) {
        MUSPI_Pt2PtDirectPutDescriptorInfo_t info = {base_fields(me, m), pt2pt_fields(m), put_fields(m)};
        MUSPI_CreatePt2PtDirectPutDescriptor(d, &info);
    } else {
        MUSPI_Pt2PtRemoteGetDescriptorInfo_t info = {
            base_fields(me, m), pt2pt_fields(m), {.Type = m->type, .Rget_Inj_FIFO_Id = m->get_fifo}};
        MUSPI_CreatePt2PtRemoteGetDescriptor(d, &info);
    }
}

static void describe_collective(MUHWI_Descriptor_t *d, const mu_rank_t *me, const mu_message_t *m)
{
    if (m->type == MUHWI_PACKET_TYPE_FIFO) {
        MUSPI_CollectiveMemoryFIFODescriptorInfo_t info = {base_fields(me, m), collective_fields(m),
                                                           fifo_fields(m)};
        MUSPI_CreateCollectiveMemoryFIFODescriptor(d, &info);
    } else if (m->type == MUHWI_PACKET_TYPE_PUT) {
        MUSPI_CollectiveDirectPutDescriptorInfo_t info = {base_fields(me, m), collective_fields(m),
                                                          put_fields(m)};
        MUSPI_CreateCollectiveDirectPutDescriptor(d, &info);
    } else {
        MUSPI_CollectiveRemoteGetDescriptorInfo_t info = {
            base_fields(me, m), collective_fields(m), {.Type = m->type, .Rget_Inj_FIFO_Id = m->get_fifo}};
        MUSPI_CreateCollectiveRemoteGetDescriptor(d, &info);
    }
}

MUHWI_Descriptor_t mu_describe(const mu_rank_t *me, mu_message_t message)
{
    MUHWI_Descriptor_t d;
    if (message.word != 0)
        describe_collective(&d, me, &message);
    else
        describe_pt2pt(&d, me, &message);
    return d;
}
