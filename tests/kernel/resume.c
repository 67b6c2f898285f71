/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A kernel call that changes registers resumes the Message Unit afterwards, once and without locks: a handler
 * of the program may run then and call the kernel.
 */
#include <string.h>

#include "emuq_test.h"
#include "fake.h"
#include "hwi/include/bqc/dcr_support.h"
#include "hwi/include/bqc/mu_dcr.h"
#include "spi/include/kernel/MU.h"
#include "spi/include/kernel/collective.h"
#include "spi/include/kernel/gi.h"

static emuq_partition_t *p;

static void begin(void)
{
    static const uint32_t pair[5] = {2, 1, 1, 1, 1};
    p = fake_open(pair, 1, 0);
    fake_enter(&p->process[0]);
    fake_resumes();
}

static void end(void)
{
    fake_leave();
    fake_close(p);
}

/* The Message Unit was resumed after the last change. */
static void check_resumed(const char *call)
{
    fake_resumes_t r = fake_resumes();
    if (r.calls != 1 || r.locked != 0 || r.changes != 0)
        fprintf(stderr, "%s: %u calls of resume(), %u locks held, %u changes not followed by one\n", call,
                r.calls, r.locked, r.changes);
    CU_ASSERT_EQUAL(r.calls, 1);
    CU_ASSERT_EQUAL(r.locked, 0);
    CU_ASSERT_EQUAL(r.changes, 0);
}

#define RESUMES(call)                                                                                        \
    do {                                                                                                     \
        CU_ASSERT_EQUAL(call, 0);                                                                            \
        check_resumed(#call);                                                                                \
    } while (0)

static void fifos_and_tables(void)
{
    MUSPI_InjFifoSubGroup_t inj;
    MUSPI_RecFifoSubGroup_t rec;
    MUSPI_BaseAddressTableSubGroup_t bat;
    Kernel_InjFifoAttributes_t inj_attributes[1];
    Kernel_RecFifoAttributes_t rec_attributes[1];
    uint32_t id[1] = {3};
    memset(inj_attributes, 0, sizeof(inj_attributes));
    memset(rec_attributes, 0, sizeof(rec_attributes));
    begin();
    RESUMES(Kernel_AllocateInjFifos(1, &inj, 1, id, inj_attributes));
    RESUMES(Kernel_DeallocateInjFifos(&inj, 1, id));
    RESUMES(Kernel_AllocateRecFifos(1, &rec, 1, id, rec_attributes));
    RESUMES(Kernel_RecFifoEnable(0, 1));
    RESUMES(Kernel_DeallocateRecFifos(&rec, 1, id));
    RESUMES(Kernel_AllocateBaseAddressTable(1, &bat, 1, id, 0));
    RESUMES(Kernel_DeallocateBaseAddressTable(&bat, 1, id));
    end();
}

static void interrupts_and_thresholds(void)
{
    MUSPI_InjFifoSubGroup_t inj;
    MUSPI_RecFifoSubGroup_t rec;
    Kernel_InjFifoInterrupts_t inj_interrupts[1];
    Kernel_RecFifoInterrupts_t rec_interrupts[1];
    uint32_t id[1] = {0};
    uint64_t threshold = 100;
    memset(&inj, 0, sizeof(inj));
    memset(&rec, 0, sizeof(rec));
    memset(inj_interrupts, 0, sizeof(inj_interrupts));
    memset(rec_interrupts, 0, sizeof(rec_interrupts));
    begin();
    RESUMES(Kernel_ConfigureInjFifoInterrupts(&inj, 1, id, inj_interrupts));
    RESUMES(Kernel_ConfigureRecFifoInterrupts(&rec, 1, id, rec_interrupts));
    RESUMES(Kernel_Configure_MU_GEA(5, KERNEL_SUBGROUP_INTERRUPTS_GO_TO_GEA));
    RESUMES(Kernel_ConfigureInjFifoThresholds(&threshold, &threshold));
    RESUMES(Kernel_ConfigureRecFifoThreshold(threshold));
    end();
}

static void class_routes(void)
{
    ClassRoute_t local = {BGQ_CLASS_INPUT_LINK_LOCAL | BGQ_CLASS_INPUT_VC_SUBCOMM, 0};
    ClassRoute_t wires = {BGQ_CLASS_INPUT_LINK_LOCAL, 0};
    begin();
    RESUMES(Kernel_AllocateCollectiveClassRoute(3));
    RESUMES(Kernel_SetCollectiveClassRoute(3, &local));
    RESUMES(Kernel_DeallocateCollectiveClassRoute(3));
    RESUMES(Kernel_AllocateGlobalInterruptClassRoute(3, NULL));
    RESUMES(Kernel_SetGlobalInterruptClassRoute(3, &wires));
    RESUMES(Kernel_SetEmptyGlobalInterruptClassRoute(3));
    RESUMES(Kernel_ConfigureGIInterrupts(3, 0, KERNEL_GI_INTERRUPT_FLAG_ENABLE));
    RESUMES(Kernel_DeallocateGlobalInterruptClassRoute(3));
    RESUMES(Kernel_ClearInjectionChecksum(2));
    end();
}

static void registers_by_number(void)
{
    begin();
    DCRWritePriv(MU_DCR(RMU_THOLD), 5);
    check_resumed("DCRWritePriv()");
    end();
}

/* A query changes nothing, and resumes nothing. */
static void questions(void)
{
    uint32_t n, ids[16];
    ClassRoute_t wires = {BGQ_CLASS_INPUT_LINK_LOCAL, 0};
    begin();
    CU_ASSERT_EQUAL(Kernel_QueryInjFifos(1, &n, ids), 0);
    CU_ASSERT_EQUAL(Kernel_QueryRecFifos(1, &n, ids), 0);
    CU_ASSERT_EQUAL(Kernel_QueryBaseAddressTable(1, &n, ids), 0);
    CU_ASSERT_EQUAL(Kernel_QueryCollectiveClassRoutes(&n, ids, sizeof(ids)), 0);
    CU_ASSERT_EQUAL(Kernel_QueryGlobalInterruptClassRoutes(&n, ids, sizeof(ids)), 0);
    CU_ASSERT_EQUAL(Kernel_CheckGlobalInterruptClassRoute(3, &wires), 0);
    CU_ASSERT_EQUAL(fake_resumes().calls, 0);
    end();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"FIFOs and tables", fifos_and_tables},
        {"interrupts and thresholds", interrupts_and_thresholds},
        {"class routes", class_routes},
        {"registers by number", registers_by_number},
        {"questions", questions},
        {NULL, NULL},
    };
    return emuq_test_main("the Message Unit goes on after kernel calls", tests);
}
