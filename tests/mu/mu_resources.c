/* SPDX-License-Identifier: BSD-3-Clause */
/* Resources of a rank: memory, FIFOs, base-address-table entries, class routes. */
#include "mu_support.h"

#define SUBGROUPS 64u /* of a node, for applications */
#define COUNTERS  512u

/* Memory freed at the end of a rank. */
typedef struct mu_block {
    struct mu_block *next;
    void *memory;
} mu_block_t;

uint32_t mu_subgroup(const mu_rank_t *me, uint32_t t)
{
    return t * SUBGROUPS / me->ppn;
}

static void *keep(mu_rank_t *me, size_t bytes)
{
    mu_block_t *b = malloc(sizeof *b);
    void *memory;
    if (b == NULL || posix_memalign(&memory, 128, (bytes + 127) / 128 * 128) != 0)
        abort();
    memset(memory, 0, bytes);
    *b = (mu_block_t){me->blocks, memory};
    me->blocks = b;
    return memory;
}

static uint64_t physical(const void *va, size_t bytes, Kernel_MemoryRegion_t *region)
{
    CHECK_EQUAL(Kernel_CreateMemoryRegion(region, (void *)(uintptr_t)va, bytes), 0);
    CHECK((char *)region->BaseVa + region->Bytes >= (const char *)va + bytes);
    return (uint64_t)region->BasePa + ((uint64_t)va - (uint64_t)region->BaseVa);
}

void mu_free(mu_rank_t *me)
{
    /* Engines still scan FIFOs with descriptors left by a test. */
    for (mu_inj_t *i = me->injs; i != NULL; i = i->next)
        Kernel_InjFifoActivate(&i->group, 1, &i->id, KERNEL_INJ_FIFO_DEACTIVATE); /* fails if deallocated */
    while (me->blocks != NULL) {
        mu_block_t *b = me->blocks;
        me->blocks = b->next;
        free(b->memory);
        free(b);
    }
}

mu_memory_t mu_memory(mu_rank_t *me, size_t bytes)
{
    Kernel_MemoryRegion_t region;
    mu_memory_t m = {keep(me, bytes), 0, bytes};
    m.pa = physical(m.va, bytes, &region);
    return m;
}

mu_inj_t *mu_inj(mu_rank_t *me, uint32_t slots, uint32_t flags)
{
    mu_inj_t *inj = keep(me, sizeof *inj);
    uint32_t k = me->inj_fifos++, subgroup = me->subgroup + k / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP;
    inj->id = k % BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP;
    inj->global = subgroup * BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP + inj->id;
    inj->memory = mu_memory(me, slots * sizeof(MUHWI_Descriptor_t));
    Kernel_InjFifoAttributes_t attributes = {.RemoteGet = (flags & MU_REMOTE_GET) != 0,
                                             .Priority = (flags & MU_PRIORITY) != 0};
    Kernel_MemoryRegion_t region;
    physical(inj->memory.va, inj->memory.bytes, &region);
    mu_node_lock(me);
    CHECK_EQUAL(Kernel_AllocateInjFifos(subgroup, &inj->group, 1, &inj->id, &attributes), 0);
    CHECK_EQUAL(Kernel_InjFifoInit(&inj->group, inj->id, &region,
                                   (uint64_t)inj->memory.va - (uint64_t)region.BaseVa, inj->memory.bytes - 1),
                0);
    inj->fifo = MUSPI_IdToInjFifo((int)inj->id, &inj->group);
    if (!(flags & MU_INACTIVE))
        mu_activate(inj, true);
    mu_node_unlock(me);
    inj->next = me->injs;
    me->injs = inj;
    return inj;
}

void mu_activate(mu_inj_t *inj, bool active)
{
    CHECK_EQUAL(Kernel_InjFifoActivate(&inj->group, 1, &inj->id,
                                       active ? KERNEL_INJ_FIFO_ACTIVATE : KERNEL_INJ_FIFO_DEACTIVATE),
                0);
}

mu_rec_t *mu_rec(mu_rank_t *me, size_t bytes)
{
    mu_rec_t *rec = keep(me, sizeof *rec);
    uint32_t k = me->rec_fifos++, subgroup = me->subgroup + k / BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP;
    rec->id = k % BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP;
    rec->global = subgroup * BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP + rec->id;
    rec->memory = mu_memory(me, bytes);
    Kernel_RecFifoAttributes_t attributes = {.System = 0};
    Kernel_MemoryRegion_t region;
    physical(rec->memory.va, bytes, &region);
    uint32_t in_group = rec->global % BGQ_MU_NUM_REC_FIFOS_PER_GROUP;
    mu_node_lock(me);
    CHECK_EQUAL(Kernel_AllocateRecFifos(subgroup, &rec->group, 1, &rec->id, &attributes), 0);
    CHECK_EQUAL(Kernel_RecFifoInit(&rec->group, rec->id, &region,
                                   (uint64_t)rec->memory.va - (uint64_t)region.BaseVa, bytes - 1),
                0);
    rec->fifo = MUSPI_IdToRecFifo((int)rec->id, &rec->group);
    CHECK_EQUAL(Kernel_RecFifoEnable(subgroup / BGQ_MU_NUM_FIFO_SUBGROUPS, UINT64_C(1) << (15 - in_group)),
                0);
    mu_node_unlock(me);
    return rec;
}

void mu_bat(mu_rank_t *me, uint32_t entry, uint64_t base)
{
    CHECK_EQUAL(MUSPI_SetBaseAddress(&me->bat, (uint8_t)entry, base), 0);
}

uint16_t mu_inj_id(const mu_rank_t *me, uint32_t t, uint32_t k)
{
    return (uint16_t)(mu_subgroup(me, t) * BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP + k);
}

uint16_t mu_rec_id(const mu_rank_t *me, uint32_t t, uint32_t k)
{
    return (uint16_t)(mu_subgroup(me, t) * BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP + k);
}

uint16_t mu_bat_id(const mu_rank_t *me, uint32_t t, uint32_t entry)
{
    return (uint16_t)(mu_subgroup(me, t) * BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP + entry);
}

/* ---- Class routes ---- */

mu_box_t mu_world(const mu_rank_t *me)
{
    mu_box_t world;
    for (int d = 0; d < 5; d++) {
        world.low[d] = 0;
        world.high[d] = me->size[d] - 1;
    }
    return world;
}

bool mu_inside(const mu_rank_t *me, const mu_box_t *box)
{
    for (int d = 0; d < 5; d++)
        if (me->at[d] < box->low[d] || me->at[d] > box->high[d])
            return false;
    return true;
}

uint32_t mu_box_nodes(const mu_box_t *box)
{
    uint32_t nodes = 1;
    for (int d = 0; d < 5; d++)
        nodes *= box->high[d] - box->low[d] + 1;
    return nodes;
}

/* Links of this node in the tree over @p box, and the local bit. */
static ClassRoute_t links(const mu_rank_t *me, const mu_box_t *box)
{
    mu_box_t all = mu_world(me);
    CR_RECT_T world, part;
    CR_COORD_T root, here;
    int primary = 0;
    for (int d = 0; d < 5; d++) {
        world.ll.coords[d] = all.low[d];
        world.ur.coords[d] = all.high[d];
        part.ll.coords[d] = box->low[d];
        part.ur.coords[d] = box->high[d];
        here.coords[d] = me->at[d];
    }
    ClassRoute_t route = {0, 0};
    MUSPI_PickWorldRoot(&world, NULL, &root, &primary);
    MUSPI_BuildNodeClassroute(&world, &root, &here, &part, NULL, primary, &route);
    route.input |= BGQ_CLASS_INPUT_LINK_LOCAL;
    return route;
}

void mu_collective_route(mu_rank_t *me, uint32_t id, const mu_box_t *box)
{
    ClassRoute_t route = links(me, box);
    SET_CR_ROUTE_VC(&route, BGQ_CLASS_INPUT_VC_SUBCOMM);
    mu_node_lock(me);
    CHECK_EQUAL(Kernel_AllocateCollectiveClassRoute(id), 0);
    CHECK_EQUAL(Kernel_SetCollectiveClassRoute(id, &route), 0);
    mu_node_unlock(me);
}

void mu_gi_route(mu_rank_t *me, uint32_t id, const mu_box_t *box)
{
    ClassRoute_t route = links(me, box);
    mu_node_lock(me);
    CHECK_EQUAL(Kernel_AllocateGlobalInterruptClassRoute(id, NULL), 0);
    CHECK_EQUAL(Kernel_SetGlobalInterruptClassRoute((int32_t)id, &route), 0);
    mu_node_unlock(me);
}

/* ---- Kit ---- */

mu_kit_t mu_kit(mu_rank_t *me, size_t rec_bytes, size_t bytes)
{
    mu_kit_t kit;
    kit.inj = mu_inj(me, 64, 0);
    kit.rec = mu_rec(me, rec_bytes);
    kit.source = mu_memory(me, bytes);
    kit.window = mu_memory(me, bytes);
    kit.counters = mu_memory(me, COUNTERS * sizeof(uint64_t));
    kit.counter = (volatile uint64_t *)kit.counters.va;
    mu_bat(me, MU_WINDOW, kit.window.pa);
    mu_bat(me, MU_COUNTERS, kit.counters.pa);
    mu_bat(me, MU_ZERO, 0);
    mu_barrier(me); /* peers may send now */
    return kit;
}

mu_message_t mu_put(const mu_rank_t *me, const mu_kit_t *kit, uint32_t to, uint64_t source_offset,
                    uint64_t offset, uint64_t bytes, uint32_t counter)
{
    return (mu_message_t){.type = MUHWI_PACKET_TYPE_PUT,
                          .to = to,
                          .pa = kit->source.pa + source_offset,
                          .bytes = bytes,
                          .payload_bat = mu_bat_id(me, 0, MU_WINDOW),
                          .put_offset = offset,
                          .counter_bat = mu_bat_id(me, 0, MU_COUNTERS),
                          .counter_offset = mu_counter(counter * sizeof(uint64_t))};
}
