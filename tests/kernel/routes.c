/* SPDX-License-Identifier: BSD-3-Clause */
/* Class routes, call by call, and the routes programmed before main() (kernel-classroutes, kernel-gi). */
#include <errno.h>
#include <string.h>

#include "emuq_test.h"
#include "fake.h"
#include "kernel-shim/partition/job.h"
#include "hwi/include/bqc/MU_Macros.h"
#include "hwi/include/bqc/mu_dcr.h"
#include "hwi/include/bqc/nd_500_dcr.h"
#include "spi/include/kernel/collective.h"
#include "spi/include/kernel/gi.h"

static emuq_partition_t *p;

/** A 2x2x2x2x2 partition after boot, the caller on node 0. @param np active ranks; 0: all. */
static void begin(uint32_t np)
{
    static const uint32_t shape[5] = {2, 2, 2, 2, 2};
    p = fake_open(shape, 1, np);
    CU_ASSERT_EQUAL_FATAL(emuq_job_boot_routes(p), 0);
    fake_enter(&p->process[0]);
}

static void end(void)
{
    fake_leave();
    fake_close(p);
}

static uint32_t collective_word(uint32_t node, uint32_t id)
{
    return (uint32_t)(fake_dcr(p, node, ND_500_DCR(CTRL_COLL_CLASS_00_01) + id / 2) >> (id % 2 ? 0 : 32));
}

static uint32_t gi_word(uint32_t node, uint32_t id)
{
    return (uint32_t)(fake_dcr(p, node, ND_500_DCR(CTRL_GI_CLASS_00_01) + id / 2) >> (id % 2 ? 0 : 32));
}

static ClassRoute_t route(unsigned input, unsigned output)
{
    ClassRoute_t cr;
    cr.input = (uint16_t)input;
    cr.output = (uint16_t)output;
    return cr;
}

static void free_lists_at_job_start(void)
{
    uint32_t n, ids[16];
    begin(0);
    CU_ASSERT_EQUAL(Kernel_QueryCollectiveClassRoutes(&n, ids, sizeof(ids)), 0);
    CU_ASSERT_EQUAL(n, 13);
    for (uint32_t i = 0; i < n; i++)
        CU_ASSERT_EQUAL(ids[i], i + 1);
    CU_ASSERT_EQUAL(Kernel_QueryGlobalInterruptClassRoutes(&n, ids, sizeof(ids)), 0);
    CU_ASSERT_EQUAL(n, 13);
    CU_ASSERT_EQUAL(ids[0], 1);
    CU_ASSERT_EQUAL(ids[12], 13);
    /* As many as fit. */
    ids[2] = 77;
    CU_ASSERT_EQUAL(Kernel_QueryCollectiveClassRoutes(&n, ids, 11), 0);
    CU_ASSERT_EQUAL(n, 2);
    CU_ASSERT_EQUAL(ids[2], 77);
    CU_ASSERT_EQUAL(Kernel_QueryGlobalInterruptClassRoutes(&n, ids, 3), 0);
    CU_ASSERT_EQUAL(n, 0);
    CU_ASSERT_EQUAL(Kernel_QueryCollectiveClassRoutes(NULL, ids, sizeof(ids)), EFAULT);
    CU_ASSERT_EQUAL(Kernel_QueryGlobalInterruptClassRoutes(&n, NULL, sizeof(ids)), EFAULT);
    end();
}

static void routes_before_main(void)
{
    begin(0);
    for (uint32_t node = 0; node < p->nodes; node++) {
        uint32_t job = collective_word(node, 0), all = gi_word(node, 0);
        const struct PrimordialClassRoute *block =
            &p->node[node].personality.Network_Config.PrimordialClassRoute;
        CU_ASSERT_EQUAL(job >> 16 & BGQ_CLASS_INPUT_VC_MASK, BGQ_CLASS_INPUT_VC_SUBCOMM);
        CU_ASSERT_EQUAL(job & ~((uint32_t)BGQ_CLASS_INPUT_VC_MASK << 16), all);
        CU_ASSERT_EQUAL(collective_word(node, 14), all | (uint32_t)BGQ_CLASS_INPUT_VC_SYSTEM << 16);
        CU_ASSERT_EQUAL(collective_word(node, 15), (uint32_t)block->CollectiveTypeAndUpPortInputs << 16 |
                                                       block->CollectiveUpPortOutputs);
        CU_ASSERT_EQUAL(gi_word(node, 14), all);
        CU_ASSERT_EQUAL(gi_word(node, 15),
                        (uint32_t)block->GlobIntUpPortInputs << 16 | block->GlobIntUpPortOutputs);
        CU_ASSERT_EQUAL(collective_word(node, 13), 0);
        CU_ASSERT_EQUAL(gi_word(node, 13), 0);
        CU_ASSERT_EQUAL(fake_dcr(p, node, MU_DCR(SYS_BARRIER)), 0x7fff);
        for (uint64_t id = 0; id < 16; id++)
            CU_ASSERT_EQUAL(*fake_register(p, node, BGQ_MU_GI_CONTROL_OFFSET(0, id)),
                            id == 0 || id >= 14 ? 4 : 0);
    }
    CU_ASSERT_EQUAL(fake_doorbells(), 3 * p->nodes);
    end();
}

/* Eleven ranks on 32 nodes: 21 nodes without. */
static void nodes_without_ranks(void)
{
    begin(11);
    uint32_t in_tree = 0;
    for (uint32_t node = 0; node < p->nodes; node++) {
        bool active = node < 11;
        in_tree += (collective_word(node, 0) >> 16 & BGQ_CLASS_INPUT_LINK_LOCAL) != 0;
        CU_ASSERT_EQUAL(collective_word(node, 0) >> 16 & BGQ_CLASS_INPUT_LINK_LOCAL, active);
        CU_ASSERT_EQUAL(gi_word(node, 0) >> 16 & BGQ_CLASS_INPUT_LINK_LOCAL, active);
        CU_ASSERT_EQUAL(gi_word(node, 0) | (uint32_t)BGQ_CLASS_INPUT_LINK_LOCAL << 16, gi_word(node, 14));
        CU_ASSERT_NOT_EQUAL(collective_word(node, 0), 0); /* never free */
        CU_ASSERT_EQUAL(gi_word(node, 15) >> 16 & BGQ_CLASS_INPUT_LINK_LOCAL, 1);
    }
    CU_ASSERT_EQUAL(in_tree, 11);
    end();
}

static void collective_allocation(void)
{
    begin(0);
    CU_ASSERT_EQUAL(Kernel_AllocateCollectiveClassRoute(16), EINVAL);
    CU_ASSERT_EQUAL(Kernel_AllocateCollectiveClassRoute(0), EAGAIN);
    CU_ASSERT_EQUAL(Kernel_AllocateCollectiveClassRoute(5), 0);
    CU_ASSERT_EQUAL(collective_word(0, 5), 0x30000000);
    CU_ASSERT_EQUAL(Kernel_AllocateCollectiveClassRoute(5), EAGAIN);
    CU_ASSERT_EQUAL(Kernel_DeallocateCollectiveClassRoute(5), 0);
    CU_ASSERT_EQUAL(Kernel_DeallocateCollectiveClassRoute(5), 0);
    CU_ASSERT_EQUAL(Kernel_DeallocateCollectiveClassRoute(16), EINVAL);
    CU_ASSERT_EQUAL(collective_word(0, 5), 0);
    /* The second half of the register stays. */
    CU_ASSERT_EQUAL(Kernel_AllocateCollectiveClassRoute(4), 0);
    CU_ASSERT_EQUAL(Kernel_AllocateCollectiveClassRoute(5), 0);
    CU_ASSERT_EQUAL(Kernel_DeallocateCollectiveClassRoute(4), 0);
    CU_ASSERT_EQUAL(collective_word(0, 5), 0x30000000);
    end();
}

static int32_t set_collective(uint32_t id, unsigned input, unsigned output)
{
    ClassRoute_t cr = route(input, output);
    return Kernel_SetCollectiveClassRoute(id, &cr);
}

static void collective_checks(void)
{
    const unsigned local = BGQ_CLASS_INPUT_LINK_LOCAL, subcomm = BGQ_CLASS_INPUT_VC_SUBCOMM;
    begin(0);
    CU_ASSERT_EQUAL(Kernel_SetCollectiveClassRoute(1, NULL), EFAULT);
    CU_ASSERT_EQUAL(set_collective(16, local, 0), EINVAL);
    CU_ASSERT_EQUAL(set_collective(1, local | subcomm, BGQ_CLASS_LINK_AM | BGQ_CLASS_LINK_BP), 1);
    CU_ASSERT_EQUAL(set_collective(1, 0, BGQ_CLASS_LINK_AM | local), 1);
    CU_ASSERT_EQUAL(set_collective(1, local | subcomm, local), 2);
    CU_ASSERT_EQUAL(set_collective(1, BGQ_CLASS_LINK_AM | subcomm, 0), 3);
    CU_ASSERT_EQUAL(set_collective(1, local | BGQ_CLASS_LINK_AM | subcomm, BGQ_CLASS_LINK_AM), 4);
    CU_ASSERT_EQUAL(set_collective(1, local | BGQ_CLASS_LINK_IO | subcomm, BGQ_CLASS_LINK_IO), 4);
    CU_ASSERT_EQUAL(collective_word(0, 1), 0);

    /* Node 0 is a leaf of the job tree: its routes 14 and 15 use link E+, forbidden for type USER. */
    CU_ASSERT_EQUAL(collective_word(0, 14) & 0xffff, BGQ_CLASS_LINK_EP);
    CU_ASSERT_EQUAL(set_collective(1, local, BGQ_CLASS_LINK_EP), 5);
    CU_ASSERT_EQUAL(set_collective(1, local | BGQ_CLASS_LINK_EP, 0), 5);
    CU_ASSERT_EQUAL(set_collective(1, local | BGQ_CLASS_LINK_AM, BGQ_CLASS_LINK_AP), 0);
    CU_ASSERT_EQUAL(set_collective(2, local | BGQ_CLASS_INPUT_VC_SYSTEM, BGQ_CLASS_LINK_AP), 5);
    CU_ASSERT_EQUAL(set_collective(2, local | BGQ_CLASS_INPUT_VC_SYSTEM, BGQ_CLASS_LINK_BP), 0);
    CU_ASSERT_EQUAL(set_collective(3, local, BGQ_CLASS_LINK_AP), 0);
    /* A route is not checked against its former word; type SUBCOMM is never checked. */
    CU_ASSERT_EQUAL(set_collective(2, local, BGQ_CLASS_LINK_BP), 0);
    CU_ASSERT_EQUAL(set_collective(4, local | subcomm | BGQ_CLASS_LINK_AP, BGQ_CLASS_LINK_EP), 0);
    CU_ASSERT_EQUAL(collective_word(0, 4), (local | subcomm | BGQ_CLASS_LINK_AP) << 16 | BGQ_CLASS_LINK_EP);
    /* An allocated route without links conflicts with no route. */
    CU_ASSERT_EQUAL(Kernel_AllocateCollectiveClassRoute(7), 0);
    CU_ASSERT_EQUAL(set_collective(8, local, BGQ_CLASS_LINK_CP), 0);
    end();
}

static void checksums(void)
{
    uint64_t sum = 99;
    begin(0);
    CU_ASSERT_EQUAL(emuq_backend->unit->dcr_write(p->machine, 0, 0x194063, 1234), 0);
    CU_ASSERT_EQUAL(Kernel_GetInjectionChecksum(3, &sum), 0);
    CU_ASSERT_EQUAL(sum, 1234);
    CU_ASSERT_EQUAL(Kernel_ClearInjectionChecksum(3), 0);
    CU_ASSERT_EQUAL(Kernel_GetInjectionChecksum(3, &sum), 0);
    CU_ASSERT_EQUAL(sum, 0);
    CU_ASSERT_EQUAL(Kernel_ClearInjectionChecksum(16), -1);
    CU_ASSERT_EQUAL(Kernel_GetInjectionChecksum(16, &sum), EINVAL);
    CU_ASSERT_EQUAL(Kernel_GetInjectionChecksum(0, NULL), EFAULT);
    end();
}

static void gi_allocation(void)
{
    Kernel_GlobalInterruptClassRouteAttributes_t system = {1}, user = {0};
    uint32_t id = 99;
    begin(0);
    CU_ASSERT_EQUAL(Kernel_AllocateGlobalInterruptClassRoute(16, NULL), EINVAL);
    CU_ASSERT_EQUAL(Kernel_AllocateGlobalInterruptClassRoute(0, &system), EACCES);
    CU_ASSERT_EQUAL(Kernel_AllocateGlobalInterruptClassRoute(0, &user), EAGAIN);
    CU_ASSERT_EQUAL(
        Kernel_AllocateGlobalInterruptClassRoute(1, (Kernel_GlobalInterruptClassRouteAttributes_t *)1),
        EFAULT);
    CU_ASSERT_EQUAL(Kernel_AllocateGlobalInterruptClassRoute(1, NULL), 0);
    CU_ASSERT_EQUAL(Kernel_AllocateGlobalInterruptClassRoute(3, &user), 0);
    CU_ASSERT_EQUAL(gi_word(0, 1), (uint32_t)BGQ_CLASS_INPUT_LINK_LOCAL << 16);
    CU_ASSERT_EQUAL(fake_dcr(p, 0, MU_DCR(SYS_BARRIER)), 0x7fff & ~0x5000);
    CU_ASSERT_EQUAL(Kernel_DeallocateGlobalInterruptClassRoute(1), 0);
    CU_ASSERT_EQUAL(Kernel_DeallocateGlobalInterruptClassRoute(-1), EINVAL);
    CU_ASSERT_EQUAL(gi_word(0, 1), 0);
    CU_ASSERT_EQUAL(fake_dcr(p, 0, MU_DCR(SYS_BARRIER)), 0x7fff & ~0x1000);
    CU_ASSERT_EQUAL(Kernel_GetGlobalBarrierUserClassRouteId(&id), 0);
    CU_ASSERT_EQUAL(id, 0);
    CU_ASSERT_EQUAL(Kernel_GetGlobalBarrierUserClassRouteId(NULL), EFAULT);
    end();
}

static int32_t set_gi(int32_t id, unsigned input, unsigned output)
{
    ClassRoute_t cr = route(input, output);
    uint32_t before = id >= 0 && id < 16 ? gi_word(0, (uint32_t)id) : 0;
    int32_t checked = Kernel_CheckGlobalInterruptClassRoute(id, &cr);
    if (id >= 0 && id < 16)
        CU_ASSERT_EQUAL(gi_word(0, (uint32_t)id), before);
    int32_t set = Kernel_SetGlobalInterruptClassRoute(id, &cr);
    CU_ASSERT_EQUAL(set, checked);
    if (set == 0)
        CU_ASSERT_EQUAL(gi_word(0, (uint32_t)id), input << 16 | output);
    return set;
}

static void gi_checks(void)
{
    const unsigned local = BGQ_CLASS_INPUT_LINK_LOCAL;
    unsigned all = _KERNEL_GI_CLASS_ROUTE_A_E_IO_BITS CU_ASSERT_EQUAL(all, 0xffe);
    begin(0);
    CU_ASSERT_EQUAL(Kernel_SetGlobalInterruptClassRoute(1, NULL), EFAULT);
    CU_ASSERT_EQUAL(Kernel_CheckGlobalInterruptClassRoute(1, NULL), EFAULT);
    CU_ASSERT_EQUAL(set_gi(16, local, 0), EINVAL);
    CU_ASSERT_EQUAL(set_gi(-1, local, 0), EINVAL);
    CU_ASSERT_EQUAL(set_gi(1, local, BGQ_CLASS_LINK_AM | local), 1);
    CU_ASSERT_EQUAL(set_gi(1, local, local), 2);
    CU_ASSERT_EQUAL(set_gi(1, BGQ_CLASS_LINK_AM, BGQ_CLASS_LINK_AM), 3);
    CU_ASSERT_EQUAL(set_gi(1, BGQ_CLASS_LINK_AM, BGQ_CLASS_LINK_AP), 0); /* a relay */
    /* Routes i and i + 8, both ways round, inputs against outputs. */
    CU_ASSERT_EQUAL(set_gi(9, local | BGQ_CLASS_LINK_AP, 0), 4);
    CU_ASSERT_EQUAL(set_gi(9, local, BGQ_CLASS_LINK_AM), 4);
    CU_ASSERT_EQUAL(set_gi(9, local, BGQ_CLASS_LINK_BM), 0);
    CU_ASSERT_EQUAL(set_gi(1, local, BGQ_CLASS_LINK_BM), 4);
    CU_ASSERT_EQUAL(set_gi(2, local, BGQ_CLASS_LINK_BM), 0);
    /* The job tree uses E+ here: routes 8, 6 and 7 cannot. */
    CU_ASSERT_EQUAL(set_gi(8, local, BGQ_CLASS_LINK_EP), 4);
    CU_ASSERT_EQUAL(set_gi(6, local, BGQ_CLASS_LINK_EP), 4);
    CU_ASSERT_EQUAL(set_gi(7, local, BGQ_CLASS_LINK_EP), 4);
    CU_ASSERT_EQUAL(set_gi(5, local, BGQ_CLASS_LINK_EP), 0);
    /* Emptied, the links are free for a second route. */
    CU_ASSERT_EQUAL(Kernel_SetEmptyGlobalInterruptClassRoute(9), 0);
    CU_ASSERT_EQUAL(gi_word(0, 9), local << 16);
    CU_ASSERT_EQUAL(set_gi(1, local, BGQ_CLASS_LINK_BM), 0);
    CU_ASSERT_EQUAL(Kernel_SetEmptyGlobalInterruptClassRoute(16), EINVAL);
    end();
}

static void gi_interrupt_enables(void)
{
    begin(0);
    CU_ASSERT_EQUAL(Kernel_ConfigureGIInterrupts(0, 0, KERNEL_GI_INTERRUPT_FLAG_ENABLE), 0);
    CU_ASSERT_EQUAL(fake_dcr(p, 0, MU_DCR(BARRIER_INT_EN)), UINT64_C(0x4) << 60);
    CU_ASSERT_EQUAL(Kernel_ConfigureGIInterrupts(15, 2, KERNEL_GI_INTERRUPT_FLAG_ENABLE), 0);
    CU_ASSERT_EQUAL(Kernel_ConfigureGIInterrupts(1, 1, KERNEL_GI_INTERRUPT_FLAG_ENABLE), 0);
    CU_ASSERT_EQUAL(fake_dcr(p, 0, MU_DCR(BARRIER_INT_EN)), UINT64_C(0x42) << 56 | 1);
    CU_ASSERT_EQUAL(Kernel_ConfigureGIInterrupts(0, 0, KERNEL_GI_INTERRUPT_FLAG_DISABLE), 0);
    CU_ASSERT_EQUAL(fake_dcr(p, 0, MU_DCR(BARRIER_INT_EN)), UINT64_C(0x2) << 56 | 1);
    CU_ASSERT_EQUAL(Kernel_ConfigureGIInterrupts(16, 0, KERNEL_GI_INTERRUPT_FLAG_ENABLE), EINVAL);
    CU_ASSERT_EQUAL(Kernel_ConfigureGIInterrupts(0, 3, KERNEL_GI_INTERRUPT_FLAG_ENABLE), EINVAL);
    end();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"free lists at job start", free_lists_at_job_start},
        {"routes before main()", routes_before_main},
        {"nodes without ranks", nodes_without_ranks},
        {"collective allocation", collective_allocation},
        {"collective checks", collective_checks},
        {"checksums", checksums},
        {"global-interrupt allocation", gi_allocation},
        {"global-interrupt checks", gi_checks},
        {"global-interrupt enables", gi_interrupt_enables},
        {NULL, NULL},
    };
    return emuq_test_main("class routes", tests);
}
