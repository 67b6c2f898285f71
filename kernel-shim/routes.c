/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Class routes of a node (kernel-classroutes, kernel-gi). A route is a 32-bit word, input << 16 | output; two
 * share a device control register, the even one in the upper half. Word 0 is a free route.
 */
#include <stdlib.h>

#include "kernel-shim/mu_registers.h"
#include "spi/include/kernel/collective.h"
#include "spi/include/kernel/gi.h"
#include "spi/include/mu/GIBarrier.h"

#define ROUTES 16u
#define LINKS  0xffeu /**< the torus links and the one to I/O, in either half of a word */
#define LOCAL  ((uint32_t)BGQ_CLASS_INPUT_LINK_LOCAL)
#define TYPE_UNSET                                                                                           \
    ((uint32_t)BGQ_CLASS_INPUT_VC_MASK << 16) /**< word of an allocated route without links                  \
                                               */
#define JOB_ROUTE    0u
#define SYSTEM_ROUTE 14u
#define BLOCK_ROUTE  15u

static const uint32_t collective = ND_500_DCR(CTRL_COLL_CLASS_00_01);
static const uint32_t gi = ND_500_DCR(CTRL_GI_CLASS_00_01);

static uint32_t read_route(const emuq_node_t *node, uint32_t kind, uint32_t id)
{
    return (uint32_t)(emuq_node_dcr(node, kind + id / 2) >> (id % 2 == 0 ? 32 : 0));
}

static void write_route(const emuq_node_t *node, uint32_t kind, uint32_t id, uint32_t word)
{
    uint32_t shift = id % 2 == 0 ? 32 : 0;
    emuq_node_dcr_update(node, kind + id / 2, (uint64_t)UINT32_MAX << shift, (uint64_t)word << shift);
}

static uint32_t word_of(const ClassRoute_t *cr)
{
    return (uint32_t)cr->input << 16 | cr->output;
}

/** All links of a route, in either direction. */
static uint32_t links_of(uint32_t word)
{
    return (word >> 16 | word) & LINKS;
}

static int32_t query(uint32_t kind, uint32_t *count, uint32_t *ids, size_t bytes)
{
    if (emuq_bad(count) || emuq_bad(ids))
        return EFAULT;
    emuq_node_t *node = emuq_process_self()->node;
    pthread_mutex_lock(&node->lock);
    *count = 0;
    for (uint32_t id = 0; id < ROUTES && *count < bytes / sizeof(*ids); id++)
        if (read_route(node, kind, id) == 0)
            ids[(*count)++] = id;
    pthread_mutex_unlock(&node->lock);
    return 0;
}

int32_t Kernel_QueryCollectiveClassRoutes(uint32_t *nClassRoutes, uint32_t *classRouteIds,
                                          size_t sizeOfClassRouteIds)
{
    return query(collective, nClassRoutes, classRouteIds, sizeOfClassRouteIds);
}

int32_t Kernel_QueryGlobalInterruptClassRoutes(uint32_t *nClassRoutes, uint32_t *classRouteIds,
                                               size_t sizeOfClassRouteIds)
{
    return query(gi, nClassRoutes, classRouteIds, sizeOfClassRouteIds);
}

int32_t Kernel_AllocateCollectiveClassRoute(uint32_t id)
{
    if (id >= ROUTES)
        return EINVAL;
    emuq_node_t *node = emuq_process_self()->node;
    int32_t rc = EAGAIN;
    pthread_mutex_lock(&node->lock);
    if (read_route(node, collective, id) == 0) {
        write_route(node, collective, id, TYPE_UNSET);
        rc = 0;
    }
    pthread_mutex_unlock(&node->lock);
    return rc;
}

int32_t Kernel_DeallocateCollectiveClassRoute(uint32_t id)
{
    if (id >= ROUTES)
        return EINVAL;
    emuq_node_t *node = emuq_process_self()->node;
    pthread_mutex_lock(&node->lock);
    write_route(node, collective, id, 0);
    pthread_mutex_unlock(&node->lock);
    return 0;
}

/** Checks that both kinds of routes have in common: codes 1 and 2. */
static int32_t check_output(const ClassRoute_t *cr)
{
    if ((cr->output & (cr->output - 1)) != 0)
        return 1;
    return (cr->output & LOCAL) != 0 ? 2 : 0;
}

/** Whether another route of the opposite type, USER or SYSTEM, uses one of the links; lock. */
static bool shares_with_other_type(const emuq_node_t *node, uint32_t id, const ClassRoute_t *cr)
{
    uint32_t type = cr->input & BGQ_CLASS_INPUT_VC_MASK;
    if (type != BGQ_CLASS_INPUT_VC_USER && type != BGQ_CLASS_INPUT_VC_SYSTEM)
        return false;
    uint32_t opposite = type ^ BGQ_CLASS_INPUT_VC_USER ^ BGQ_CLASS_INPUT_VC_SYSTEM;
    for (uint32_t other = 0; other < ROUTES; other++) {
        uint32_t word = read_route(node, collective, other);
        if (other != id && (word >> 16 & BGQ_CLASS_INPUT_VC_MASK) == opposite &&
            (links_of(word) & links_of(word_of(cr))) != 0)
            return true;
    }
    return false;
}

int32_t Kernel_SetCollectiveClassRoute(uint32_t id, ClassRoute_t *cr)
{
    if (emuq_bad(cr))
        return EFAULT;
    if (id >= ROUTES)
        return EINVAL;
    int32_t rc = check_output(cr);
    if (rc != 0)
        return rc;
    if ((cr->input & LOCAL) == 0)
        return 3;
    if ((cr->input & cr->output & LINKS) != 0)
        return 4;
    emuq_node_t *node = emuq_process_self()->node;
    pthread_mutex_lock(&node->lock);
    if (shares_with_other_type(node, id, cr))
        rc = 5;
    else
        write_route(node, collective, id, word_of(cr));
    pthread_mutex_unlock(&node->lock);
    return rc;
}

#define CHECKSUM_DCR 0x194060u /**< checksum of link 0; one register a link (core-inlines 7) */
#define CHECKSUMS    16u

int32_t Kernel_ClearInjectionChecksum(uint64_t linkID)
{
    if (linkID >= CHECKSUMS)
        return -1;
    emuq_node_dcr_write(emuq_process_self()->node, CHECKSUM_DCR + (uint32_t)linkID, 0);
    return 0;
}

int32_t Kernel_GetInjectionChecksum(uint64_t linkID, uint64_t *checksum)
{
    if (emuq_bad(checksum))
        return EFAULT;
    if (linkID >= CHECKSUMS)
        return EINVAL;
    *checksum = emuq_node_dcr(emuq_process_self()->node, CHECKSUM_DCR + (uint32_t)linkID);
    return 0;
}

/** Sets the user/system bit of a GI route; lock. */
static void set_gi_system(const emuq_node_t *node, uint32_t id, bool system)
{
    uint64_t bit = UINT64_C(1) << (15 - id);
    emuq_node_dcr_update(node, MU_DCR(SYS_BARRIER), bit, system ? bit : 0);
}

int32_t Kernel_AllocateGlobalInterruptClassRoute(uint32_t id,
                                                 Kernel_GlobalInterruptClassRouteAttributes_t *attributes)
{
    if (attributes != NULL && emuq_bad(attributes))
        return EFAULT;
    if (id >= ROUTES)
        return EINVAL;
    if (attributes != NULL && attributes->System)
        return EACCES;
    emuq_node_t *node = emuq_process_self()->node;
    int32_t rc = EAGAIN;
    pthread_mutex_lock(&node->lock);
    if (read_route(node, gi, id) == 0) {
        write_route(node, gi, id, LOCAL << 16);
        set_gi_system(node, id, false);
        rc = 0;
    }
    pthread_mutex_unlock(&node->lock);
    return rc;
}

int32_t Kernel_DeallocateGlobalInterruptClassRoute(int32_t id)
{
    if (id < 0 || id >= (int32_t)ROUTES)
        return EINVAL;
    emuq_node_t *node = emuq_process_self()->node;
    pthread_mutex_lock(&node->lock);
    write_route(node, gi, (uint32_t)id, 0);
    set_gi_system(node, (uint32_t)id, true);
    pthread_mutex_unlock(&node->lock);
    return 0;
}

/** Codes 1 to 4; lock. */
static int32_t check_gi(const emuq_node_t *node, uint32_t id, const ClassRoute_t *cr)
{
    int32_t rc = check_output(cr);
    if (rc != 0)
        return rc;
    if ((cr->input & cr->output & LINKS) != 0)
        return 3;
    return (links_of(read_route(node, gi, (id + 8) % ROUTES)) & links_of(word_of(cr))) != 0 ? 4 : 0;
}

/** Checks a GI route, and programs it if @p program and all is well. */
static int32_t check_and_set_gi(int32_t id, const ClassRoute_t *cr, bool program)
{
    if (emuq_bad(cr))
        return EFAULT;
    if (id < 0 || id >= (int32_t)ROUTES)
        return EINVAL;
    emuq_node_t *node = emuq_process_self()->node;
    pthread_mutex_lock(&node->lock);
    int32_t rc = check_gi(node, (uint32_t)id, cr);
    if (rc == 0 && program)
        write_route(node, gi, (uint32_t)id, word_of(cr));
    pthread_mutex_unlock(&node->lock);
    return rc;
}

int32_t Kernel_CheckGlobalInterruptClassRoute(int32_t id, ClassRoute_t *cr)
{
    return check_and_set_gi(id, cr, false);
}

int32_t Kernel_SetGlobalInterruptClassRoute(int32_t id, ClassRoute_t *cr)
{
    return check_and_set_gi(id, cr, true);
}

int32_t Kernel_SetEmptyGlobalInterruptClassRoute(int32_t id)
{
    const ClassRoute_t empty = {BGQ_CLASS_INPUT_LINK_LOCAL, 0};
    return check_and_set_gi(id, &empty, true);
}

int32_t Kernel_ConfigureGIInterrupts(uint32_t id, uint32_t giId, Kernel_GIInterruptFlag_t interruptFlag)
{
    if (id >= ROUTES || giId >= BGQ_GI_CLASS_MAX_GI_PER_CLASSROUTE)
        return EINVAL;
    /* One nibble a route from the top; its first bit is unused. */
    uint64_t bit = UINT64_C(1) << (62 - 4 * id - giId);
    emuq_node_t *node = emuq_process_self()->node;
    pthread_mutex_lock(&node->lock);
    emuq_node_dcr_update(node, MU_DCR(BARRIER_INT_EN), bit,
                         interruptFlag == KERNEL_GI_INTERRUPT_FLAG_ENABLE ? bit : 0);
    pthread_mutex_unlock(&node->lock);
    /* The interrupt is a level: the wire may be up already. */
    uint64_t status =
        __atomic_load_n(emuq_node_register(node, BGQ_MU_GI_STATUS_OFFSET(0, (uint64_t)id)), __ATOMIC_ACQUIRE);
    uint32_t wire = 4u >> giId;
    if (interruptFlag == KERNEL_GI_INTERRUPT_FLAG_ENABLE && (status & wire) != 0)
        emuq_kernel_gi_interrupt(node->partition, node->number, id, wire);
    return 0;
}

int32_t Kernel_GetGlobalBarrierUserClassRouteId(uint32_t *classRouteId)
{
    if (emuq_bad(classRouteId))
        return EFAULT;
    *classRouteId = JOB_ROUTE;
    return 0;
}

/** What the firmware and the kernel program on one node: @p all and @p np are its parts of the job trees. */
static void boot_node(const emuq_partition_t *p, emuq_node_t *node, ClassRoute_t all, ClassRoute_t np)
{
    struct PrimordialClassRoute *block = &node->personality.Network_Config.PrimordialClassRoute;
    block->GlobIntUpPortInputs = all.input;
    block->GlobIntUpPortOutputs = all.output;
    block->CollectiveTypeAndUpPortInputs = (uint16_t)(BGQ_CLASS_INPUT_VC_SYSTEM | all.input);
    block->CollectiveUpPortOutputs = all.output;

    uint32_t system = (uint32_t)block->CollectiveTypeAndUpPortInputs << 16 | block->CollectiveUpPortOutputs;
    write_route(node, collective, JOB_ROUTE, (uint32_t)BGQ_CLASS_INPUT_VC_SUBCOMM << 16 | word_of(&np));
    write_route(node, collective, SYSTEM_ROUTE, system);
    write_route(node, collective, BLOCK_ROUTE, system);

    /* The job's barrier does not wait for a node without ranks. */
    uint32_t job = word_of(&all);
    if (!emuq_node_has_ranks(p, node->number))
        job &= ~(LOCAL << 16);
    write_route(node, gi, JOB_ROUTE, job);
    write_route(node, gi, SYSTEM_ROUTE, word_of(&all));
    write_route(node, gi, BLOCK_ROUTE, word_of(&all));
    set_gi_system(node, JOB_ROUTE, false);
}

/** Puts the control registers of a barrier route into the initial state on all nodes. */
static void boot_barrier(const emuq_partition_t *p, uint32_t id)
{
    uint64_t control = BGQ_MU_GI_CONTROL_OFFSET(0, (uint64_t)id);
    for (uint32_t i = 0; i < p->nodes; i++)
        emuq_register_store(emuq_node_register(&p->node[i], control), MUSPI_GIBARRIER_INITIAL_STATE);
    for (uint32_t i = 0; i < p->nodes && emuq_mmio.doorbell != NULL; i++)
        emuq_mmio.doorbell(emuq_node_register(&p->node[i], control), MUSPI_GIBARRIER_INITIAL_STATE);
    for (uint32_t i = 0; i < p->nodes && emuq_backend->flush != NULL; i++)
        emuq_backend->flush(p->machine, i);
}

int emuq_kernel_boot_routes(emuq_partition_t *partition)
{
    ClassRoute_t *all = calloc(partition->nodes, 2 * sizeof(*all));
    if (all == NULL)
        return -ENOMEM;
    ClassRoute_t *np = all + partition->nodes;
    int rc = emuq_job_trees(partition, all, np);
    if (rc == 0) {
        for (uint32_t i = 0; i < partition->nodes; i++)
            boot_node(partition, &partition->node[i], all[i], np[i]);
        boot_barrier(partition, JOB_ROUTE);
        boot_barrier(partition, SYSTEM_ROUTE);
        boot_barrier(partition, BLOCK_ROUTE);
    }
    free(all);
    return rc;
}
