/* SPDX-License-Identifier: BSD-3-Clause */
/* Class routes (kernel-classroutes, kernel-gi) */
#include <errno.h>

#include "kernel-shim/kernel/calls.h"
#include "kernel-shim/partition/interrupts.h"
#include "spi/include/kernel/collective.h"
#include "spi/include/kernel/gi.h"

#define LINKS      0xffeu /**< torus links and the I/O link, in either half of a word */
#define LOCAL      ((uint32_t)BGQ_CLASS_INPUT_LINK_LOCAL)
#define TYPE_UNSET ((uint32_t)BGQ_CLASS_INPUT_VC_MASK << 16) /**< allocated route without links */

static uint32_t route_links(uint32_t word)
{
    return (word >> 16 | word) & LINKS;
}

static int32_t route_query(uint32_t kind, uint32_t *count, uint32_t *ids, size_t bytes)
{
    if (emuq_is_bad_pointer(count) || emuq_is_bad_pointer(ids))
        return EFAULT;
    emuq_node_t *node = emuq_node_lock_caller();
    *count = 0;
    for (uint32_t id = 0; id < EMUQ_NODE_ROUTES && *count < bytes / sizeof(*ids); id++)
        if (emuq_route_read(node, kind, id) == 0)
            ids[(*count)++] = id;
    emuq_node_unlock(node);
    return 0;
}

int32_t Kernel_QueryCollectiveClassRoutes(uint32_t *nClassRoutes, uint32_t *classRouteIds,
                                          size_t sizeOfClassRouteIds)
{
    return route_query(EMUQ_ROUTE_COLLECTIVE, nClassRoutes, classRouteIds, sizeOfClassRouteIds);
}

int32_t Kernel_QueryGlobalInterruptClassRoutes(uint32_t *nClassRoutes, uint32_t *classRouteIds,
                                               size_t sizeOfClassRouteIds)
{
    return route_query(EMUQ_ROUTE_GI, nClassRoutes, classRouteIds, sizeOfClassRouteIds);
}

static int32_t route_allocate(uint32_t kind, uint32_t id, uint32_t word)
{
    emuq_node_t *node = emuq_node_lock_caller();
    bool is_free = emuq_route_read(node, kind, id) == 0;
    if (is_free)
        emuq_route_write(node, kind, id, word);
    if (is_free && kind == EMUQ_ROUTE_GI)
        emuq_route_set_gi_system(node, id, false);
    emuq_node_unlock_resume(node);
    return is_free ? 0 : EAGAIN;
}

static int32_t route_deallocate(uint32_t kind, uint32_t id)
{
    if (id >= EMUQ_NODE_ROUTES)
        return EINVAL;
    emuq_node_t *node = emuq_node_lock_caller();
    emuq_route_write(node, kind, id, 0);
    if (kind == EMUQ_ROUTE_GI)
        emuq_route_set_gi_system(node, id, true);
    emuq_node_unlock_resume(node);
    return 0;
}

int32_t Kernel_AllocateCollectiveClassRoute(uint32_t id)
{
    EMUQ_KERNEL_CALL();
    return id < EMUQ_NODE_ROUTES ? route_allocate(EMUQ_ROUTE_COLLECTIVE, id, TYPE_UNSET) : EINVAL;
}

int32_t Kernel_DeallocateCollectiveClassRoute(uint32_t id)
{
    EMUQ_KERNEL_CALL();
    return route_deallocate(EMUQ_ROUTE_COLLECTIVE, id);
}

/** @return 0, or code 1 or 2, which both kinds of routes share */
static int32_t route_check_output(const ClassRoute_t *cr)
{
    if ((cr->output & (cr->output - 1)) != 0)
        return 1;
    return (cr->output & LOCAL) != 0 ? 2 : 0;
}

/** Whether a route of the opposite type, USER or SYSTEM, uses the same link. Caller holds the node's lock. */
static bool route_shares_link(const emuq_node_t *node, uint32_t id, const ClassRoute_t *cr)
{
    uint32_t type = cr->input & BGQ_CLASS_INPUT_VC_MASK;
    if (type != BGQ_CLASS_INPUT_VC_USER && type != BGQ_CLASS_INPUT_VC_SYSTEM)
        return false;
    uint32_t opposite = type ^ BGQ_CLASS_INPUT_VC_USER ^ BGQ_CLASS_INPUT_VC_SYSTEM;
    for (uint32_t i = 0; i < EMUQ_NODE_ROUTES; i++) {
        uint32_t word = emuq_route_read(node, EMUQ_ROUTE_COLLECTIVE, i);
        if (i != id && (word >> 16 & BGQ_CLASS_INPUT_VC_MASK) == opposite &&
            (route_links(word) & route_links(emuq_route_word_of(cr))) != 0)
            return true;
    }
    return false;
}

int32_t Kernel_SetCollectiveClassRoute(uint32_t id, ClassRoute_t *cr)
{
    EMUQ_KERNEL_CALL();
    if (emuq_is_bad_pointer(cr))
        return EFAULT;
    if (id >= EMUQ_NODE_ROUTES)
        return EINVAL;
    int32_t rc = route_check_output(cr);
    if (rc != 0)
        return rc;
    if ((cr->input & LOCAL) == 0)
        return 3;
    if ((cr->input & cr->output & LINKS) != 0)
        return 4;
    emuq_node_t *node = emuq_node_lock_caller();
    if (route_shares_link(node, id, cr))
        rc = 5;
    else
        emuq_route_write(node, EMUQ_ROUTE_COLLECTIVE, id, emuq_route_word_of(cr));
    emuq_node_unlock_resume(node);
    return rc;
}

int32_t Kernel_AllocateGlobalInterruptClassRoute(uint32_t id,
                                                 Kernel_GlobalInterruptClassRouteAttributes_t *attributes)
{
    EMUQ_KERNEL_CALL();
    if (attributes != NULL && emuq_is_bad_pointer(attributes))
        return EFAULT;
    if (id >= EMUQ_NODE_ROUTES)
        return EINVAL;
    if (attributes != NULL && attributes->System)
        return EACCES;
    return route_allocate(EMUQ_ROUTE_GI, id, LOCAL << 16);
}

int32_t Kernel_DeallocateGlobalInterruptClassRoute(int32_t id)
{
    EMUQ_KERNEL_CALL();
    return route_deallocate(EMUQ_ROUTE_GI, (uint32_t)id);
}

/** Caller holds the node's lock. @return 0, or code 1 to 4 */
static int32_t route_check_gi(const emuq_node_t *node, uint32_t id, const ClassRoute_t *cr)
{
    int32_t rc = route_check_output(cr);
    if (rc != 0)
        return rc;
    if ((cr->input & cr->output & LINKS) != 0)
        return 3;
    return (route_links(emuq_route_read(node, EMUQ_ROUTE_GI, (id + 8) % EMUQ_NODE_ROUTES)) &
            route_links(emuq_route_word_of(cr))) != 0
               ? 4
               : 0;
}

static int32_t route_check_and_set_gi(int32_t id, const ClassRoute_t *cr, bool program)
{
    if (emuq_is_bad_pointer(cr))
        return EFAULT;
    if (id < 0 || id >= (int32_t)EMUQ_NODE_ROUTES)
        return EINVAL;
    emuq_node_t *node = emuq_node_lock_caller();
    int32_t rc = route_check_gi(node, (uint32_t)id, cr);
    if (rc == 0 && program)
        emuq_route_write(node, EMUQ_ROUTE_GI, (uint32_t)id, emuq_route_word_of(cr));
    emuq_node_unlock(node);
    if (rc == 0 && program)
        emuq_node_resume(node);
    return rc;
}

int32_t Kernel_CheckGlobalInterruptClassRoute(int32_t id, ClassRoute_t *cr)
{
    EMUQ_KERNEL_CALL();
    return route_check_and_set_gi(id, cr, false);
}

int32_t Kernel_SetGlobalInterruptClassRoute(int32_t id, ClassRoute_t *cr)
{
    EMUQ_KERNEL_CALL();
    return route_check_and_set_gi(id, cr, true);
}

int32_t Kernel_SetEmptyGlobalInterruptClassRoute(int32_t id)
{
    EMUQ_KERNEL_CALL();
    const ClassRoute_t empty = {BGQ_CLASS_INPUT_LINK_LOCAL, 0};
    return route_check_and_set_gi(id, &empty, true);
}

int32_t Kernel_ConfigureGIInterrupts(uint32_t id, uint32_t giId, Kernel_GIInterruptFlag_t interruptFlag)
{
    EMUQ_KERNEL_CALL();
    if (id >= EMUQ_NODE_ROUTES || giId >= BGQ_GI_CLASS_MAX_GI_PER_CLASSROUTE)
        return EINVAL;
    /* Four bits per route, route 0 in the highest; the first bit of the four is unused. */
    uint64_t bit = UINT64_C(1) << (62 - 4 * id - giId);
    emuq_node_t *node = emuq_node_lock_caller();
    emuq_node_dcr_update(node, MU_DCR(BARRIER_INT_EN), bit,
                         interruptFlag == KERNEL_GI_INTERRUPT_FLAG_ENABLE ? bit : 0);
    emuq_node_unlock(node);
    /* The interrupt is level-triggered, and the signal may be 1 already. */
    uint64_t status = AO_load_acquire(emuq_node_register(node, BGQ_MU_GI_STATUS_OFFSET(0, (uint64_t)id)));
    uint32_t signal = 4u >> giId;
    if (interruptFlag == KERNEL_GI_INTERRUPT_FLAG_ENABLE && (status & signal) != 0)
        emuq_kernel_gi_interrupt(node->partition, node->number, id, signal);
    emuq_node_resume(node);
    return 0;
}

int32_t Kernel_GetGlobalBarrierUserClassRouteId(uint32_t *classRouteId)
{
    if (emuq_is_bad_pointer(classRouteId))
        return EFAULT;
    *classRouteId = EMUQ_JOB_ROUTE;
    return 0;
}
