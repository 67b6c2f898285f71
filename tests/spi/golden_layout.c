/* SPDX-License-Identifier: BSD-3-Clause */
/* Sizes, alignments and offsets of the structures of the SPI against the real machine's. (Its constants are
 * in tests/hwi/constants_spi.def.) */
#include <mu/Addressing.h>
#include <mu/Classroute_inlines.h>
#include <mu/GI.h>
#include <mu/GIBarrier.h>
#include <mu/InjFifo.h>
#include <mu/RecFifo.h>
#include <mu/Reset.h>

#include "emuq_test.h"
#include "golden.h"

/** A structure, followed by its members. */
typedef struct layout {
    const char *name;
    size_t offset; /* of a member */
    size_t size;
    size_t alignment; /* of a structure; 0: a member */
} layout_t;

/* clang-format off */
#define T(type) {#type, 0, sizeof(type), _Alignof(type)}
#define M(type, member) {#member, offsetof(type, member), sizeof(((type *)NULL)->member), 0}
/* clang-format on */

static const layout_t layouts[] = {
    T(MUSPI_BaseDescriptorInfoFields_t),
    M(MUSPI_BaseDescriptorInfoFields_t, Pre_Fetch_Only),
    M(MUSPI_BaseDescriptorInfoFields_t, Payload_Address),
    M(MUSPI_BaseDescriptorInfoFields_t, Message_Length),
    M(MUSPI_BaseDescriptorInfoFields_t, Torus_FIFO_Map),
    M(MUSPI_BaseDescriptorInfoFields_t, Dest),
    T(MUSPI_Pt2PtDescriptorInfoFields_t),
    M(MUSPI_Pt2PtDescriptorInfoFields_t, Hints_ABCD),
    M(MUSPI_Pt2PtDescriptorInfoFields_t, Misc1),
    M(MUSPI_Pt2PtDescriptorInfoFields_t, Misc2),
    M(MUSPI_Pt2PtDescriptorInfoFields_t, Skip),
    T(MUSPI_CollectiveDescriptorInfoFields_t),
    M(MUSPI_CollectiveDescriptorInfoFields_t, Op_Code),
    M(MUSPI_CollectiveDescriptorInfoFields_t, Word_Length),
    M(MUSPI_CollectiveDescriptorInfoFields_t, Class_Route),
    M(MUSPI_CollectiveDescriptorInfoFields_t, Misc),
    M(MUSPI_CollectiveDescriptorInfoFields_t, Skip),
    T(MUSPI_MemoryFIFODescriptorInfoFields_t),
    M(MUSPI_MemoryFIFODescriptorInfoFields_t, Rec_FIFO_Id),
    M(MUSPI_MemoryFIFODescriptorInfoFields_t, Rec_Put_Offset),
    M(MUSPI_MemoryFIFODescriptorInfoFields_t, Interrupt),
    M(MUSPI_MemoryFIFODescriptorInfoFields_t, SoftwareBit),
    M(MUSPI_MemoryFIFODescriptorInfoFields_t, SoftwareBytes),
    T(MUSPI_DirectPutDescriptorInfoFields_t),
    M(MUSPI_DirectPutDescriptorInfoFields_t, Rec_Payload_Base_Address_Id),
    M(MUSPI_DirectPutDescriptorInfoFields_t, Rec_Payload_Offset),
    M(MUSPI_DirectPutDescriptorInfoFields_t, Rec_Counter_Base_Address_Id),
    M(MUSPI_DirectPutDescriptorInfoFields_t, Rec_Counter_Offset),
    M(MUSPI_DirectPutDescriptorInfoFields_t, Pacing),
    T(MUSPI_RemoteGetDescriptorInfoFields_t),
    M(MUSPI_RemoteGetDescriptorInfoFields_t, Type),
    M(MUSPI_RemoteGetDescriptorInfoFields_t, Rget_Inj_FIFO_Id),
    T(MUSPI_Pt2PtMemoryFIFODescriptorInfo_t),
    M(MUSPI_Pt2PtMemoryFIFODescriptorInfo_t, Base),
    M(MUSPI_Pt2PtMemoryFIFODescriptorInfo_t, Pt2Pt),
    M(MUSPI_Pt2PtMemoryFIFODescriptorInfo_t, MemFIFO),
    T(MUSPI_Pt2PtDirectPutDescriptorInfo_t),
    M(MUSPI_Pt2PtDirectPutDescriptorInfo_t, Base),
    M(MUSPI_Pt2PtDirectPutDescriptorInfo_t, Pt2Pt),
    M(MUSPI_Pt2PtDirectPutDescriptorInfo_t, DirectPut),
    T(MUSPI_Pt2PtRemoteGetDescriptorInfo_t),
    M(MUSPI_Pt2PtRemoteGetDescriptorInfo_t, Base),
    M(MUSPI_Pt2PtRemoteGetDescriptorInfo_t, Pt2Pt),
    M(MUSPI_Pt2PtRemoteGetDescriptorInfo_t, RemoteGet),
    T(MUSPI_CollectiveMemoryFIFODescriptorInfo_t),
    M(MUSPI_CollectiveMemoryFIFODescriptorInfo_t, Base),
    M(MUSPI_CollectiveMemoryFIFODescriptorInfo_t, Collective),
    M(MUSPI_CollectiveMemoryFIFODescriptorInfo_t, MemFIFO),
    T(MUSPI_CollectiveDirectPutDescriptorInfo_t),
    M(MUSPI_CollectiveDirectPutDescriptorInfo_t, Base),
    M(MUSPI_CollectiveDirectPutDescriptorInfo_t, Collective),
    M(MUSPI_CollectiveDirectPutDescriptorInfo_t, DirectPut),
    T(MUSPI_CollectiveRemoteGetDescriptorInfo_t),
    M(MUSPI_CollectiveRemoteGetDescriptorInfo_t, Base),
    M(MUSPI_CollectiveRemoteGetDescriptorInfo_t, Collective),
    M(MUSPI_CollectiveRemoteGetDescriptorInfo_t, RemoteGet),
    T(MUSPI_BaseAddressTableSubGroup_t),
    M(MUSPI_BaseAddressTableSubGroup_t, subgrpid),
    M(MUSPI_BaseAddressTableSubGroup_t, permissions),
    M(MUSPI_BaseAddressTableSubGroup_t, hw_bat),
    M(MUSPI_BaseAddressTableSubGroup_t, sw_bat),
    T(MUSPI_Fifo_t),
    M(MUSPI_Fifo_t, pa_start),
    M(MUSPI_Fifo_t, va_start),
    M(MUSPI_Fifo_t, size_1),
    M(MUSPI_Fifo_t, va_head),
    M(MUSPI_Fifo_t, va_tail),
    M(MUSPI_Fifo_t, va_end),
    M(MUSPI_Fifo_t, hwfifo),
    T(MUSPI_RecFifo_t),
    M(MUSPI_RecFifo_t, _fifo),
    M(MUSPI_RecFifo_t, numProcessed),
    M(MUSPI_RecFifo_t, _wrapBuf),
    T(MUSPI_RecFifoSubGroup_t),
    M(MUSPI_RecFifoSubGroup_t, _recfifos),
    M(MUSPI_RecFifoSubGroup_t, groupStatus),
    M(MUSPI_RecFifoSubGroup_t, subgroupid),
    T(MUSPI_RecvInfoElement_t),
    M(MUSPI_RecvInfoElement_t, recvFunction),
    M(MUSPI_RecvInfoElement_t, recvParam),
    T(MUSPI_RecvInfoTable_t),
    M(MUSPI_RecvInfoTable_t, table),
    T(MUSPI_InjFifo_t),
    M(MUSPI_InjFifo_t, _fifo),
    M(MUSPI_InjFifo_t, descCount),
    M(MUSPI_InjFifo_t, freeSpace),
    M(MUSPI_InjFifo_t, numInjected),
    M(MUSPI_InjFifo_t, hw_injfifo),
    T(MUSPI_InjFifoSubGroup_t),
    M(MUSPI_InjFifoSubGroup_t, _injfifos),
    M(MUSPI_InjFifoSubGroup_t, groupStatus),
    M(MUSPI_InjFifoSubGroup_t, subgroupid),
    T(MUSPI_GIBarrier_t),
    M(MUSPI_GIBarrier_t, classRouteId),
    M(MUSPI_GIBarrier_t, controlRegPtr),
    M(MUSPI_GIBarrier_t, statusRegPtr),
    M(MUSPI_GIBarrier_t, state),
    T(MUSPI_GI_t),
    M(MUSPI_GI_t, classRouteId),
    M(MUSPI_GI_t, controlRegPtr),
    M(MUSPI_GI_t, statusRegPtr),
    M(MUSPI_GI_t, mask),
    T(CR_COORD_T),
    M(CR_COORD_T, coords),
    T(CR_RECT_T),
    M(CR_RECT_T, ll),
    M(CR_RECT_T, ur),
    T(struct cr_allocation),
    M(struct cr_allocation, rect),
    M(struct cr_allocation, classid),
    M(struct cr_allocation, classroute),
    M(struct cr_allocation, cr_peer),
    T(struct cr_env),
    M(struct cr_env, isGI),
    M(struct cr_env, cr_alloc),
    T(MUSPI_RESET_t),
    M(MUSPI_RESET_t, sequence),
    M(MUSPI_RESET_t, old_classroutes),
    M(MUSPI_RESET_t, nd_linkmask),
    M(MUSPI_RESET_t, nd_holdreset),
    M(MUSPI_RESET_t, skip_collectives),
    M(MUSPI_RESET_t, clear_user),
    M(MUSPI_RESET_t, clear_system),
    M(MUSPI_RESET_t, clear_allsubgroups),
    M(MUSPI_RESET_t, clear_subgroup),
    M(MUSPI_RESET_t, lastSequenceID),
};

#define LAYOUTS (sizeof(layouts) / sizeof(layouts[0]))

static int check_layout(json_t *in, json_t *out, void *arg)
{
    const char *type = golden_string(in, "type");
    unsigned *seen = arg;
    size_t l = 0, m;
    json_t *member;
    int differences;
    while (l < LAYOUTS && (layouts[l].alignment == 0 || strcmp(layouts[l].name, type) != 0))
        l++;
    if (l == LAYOUTS)
        return 0; /* not of the SPI */
    ++*seen;
    differences = golden_equal("sizeof", layouts[l].size, golden_u64(out, "sizeof")) +
                  golden_equal("alignof", layouts[l].alignment, golden_u64(out, "alignof"));
    json_array_foreach(golden_get(out, "members"), m, member)
    {
        const layout_t *ours = &layouts[++l];
        if (l >= LAYOUTS || strcmp(ours->name, golden_string(member, "name")) != 0)
            return golden_differs("member %zu is another", m);
        differences += golden_equal(ours->name, ours->offset, golden_u64(member, "offset")) +
                       golden_equal(ours->name, ours->size, golden_u64(member, "size"));
    }
    return differences;
}

static void structures_are_the_machines(void)
{
    unsigned seen = 0, wanted = 0;
    for (size_t l = 0; l < LAYOUTS; l++)
        wanted += layouts[l].alignment != 0;
    CU_ASSERT_EQUAL(golden_each("sizes", "layout", check_layout, &seen), 0);
    CU_ASSERT_EQUAL(seen, wanted);
}

/** The structures by the tags used in programs. */
static void tags_name_the_same_types(void)
{
    CU_ASSERT_EQUAL(sizeof(struct MUSPI_InjFifoSubGroup), 720);
    CU_ASSERT_EQUAL(sizeof(struct MUSPI_RecFifoSubGroup), 2464);
    CU_ASSERT_EQUAL(sizeof(struct MUSPI_BaseAddressTableSubGroup), 80);
    CU_ASSERT_EQUAL(sizeof(struct MUSPI_GIBarrier), 32);
    CU_ASSERT_EQUAL(sizeof(struct MUSPI_GI), 32);
    CU_ASSERT_EQUAL(sizeof(struct MUSPI_RESET), 136);
    CU_ASSERT_EQUAL(sizeof(struct MUSPI_Pt2PtDirectPutDescriptorInfo), 88);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"structures are the machine's", structures_are_the_machines},
        {"tags name the same types", tags_name_the_same_types},
        {NULL, NULL},
    };
    return emuq_test_main("layout of the SPI", tests);
}
