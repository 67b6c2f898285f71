/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernel services for Message Unit resources, call by call (kernel-mu-resources). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"
#include "fake.h"
#include "kernel-shim/partition/registers.h"
#include "hwi/include/bqc/mu_dcr.h"
#include "spi/include/kernel/MU.h"
#include "spi/include/mu/Addressing_inlines.h"

#define BAT_FREE UINT64_C(0x1fffffffff)

static emuq_partition_t *p;

static void begin(void)
{
    static const uint32_t one[5] = {1, 1, 1, 1, 1};
    p = fake_open(one, 2, 0);
    fake_enter(&p->process[1]);
}

static void end(void)
{
    fake_leave();
    fake_close(p);
}

static uint64_t reg(uint64_t address)
{
    return *fake_register(p, 0, address);
}

static uint64_t dcr(uint32_t number)
{
    return fake_dcr(p, 0, number);
}

/** Unmapped memory. */
static void *nowhere(void)
{
    return (void *)(uintptr_t)0x1000;
}

static void at_job_start(void)
{
    begin();
    CU_ASSERT_EQUAL(emuq_mu_boot_resources(&p->node[0]), 0);
    for (uint32_t sg = 0; sg < 68; sg++) {
        uint32_t inj[8], rec[4], bat[8], n_inj = 99, n_rec = 99, n_bat = 99;
        uint32_t taken = sg >= 66;
        CU_ASSERT_EQUAL(Kernel_QueryInjFifos(sg, &n_inj, inj), 0);
        CU_ASSERT_EQUAL(Kernel_QueryRecFifos(sg, &n_rec, rec), 0);
        CU_ASSERT_EQUAL(Kernel_QueryBaseAddressTable(sg, &n_bat, bat), 0);
        CU_ASSERT_EQUAL(n_inj, 8 - taken);
        CU_ASSERT_EQUAL(n_rec, 4 - taken);
        CU_ASSERT_EQUAL(n_bat, taken ? 0 : 8);
        for (uint32_t i = 0; i < n_inj; i++)
            CU_ASSERT_EQUAL(inj[i], i + taken);
        for (uint32_t i = 0; i < n_rec; i++)
            CU_ASSERT_EQUAL(rec[i], i + taken);
        for (uint32_t i = 0; i < n_bat; i++)
            CU_ASSERT_EQUAL(bat[i], i);
    }
    /* The system's entries are system entries. */
    MUSPI_BaseAddressTableSubGroup_t bat;
    uint32_t id = 0;
    CU_ASSERT_EQUAL(Kernel_AllocateBaseAddressTable(66, &bat, 1, &id, 0), EAGAIN);
    end();
}

static void queries_check_their_arguments(void)
{
    uint32_t n, ids[8];
    begin();
    CU_ASSERT_EQUAL(Kernel_QueryInjFifos(0, NULL, ids), EFAULT);
    CU_ASSERT_EQUAL(Kernel_QueryRecFifos(0, &n, NULL), EFAULT);
    CU_ASSERT_EQUAL(Kernel_QueryBaseAddressTable(0, &n, nowhere()), EFAULT);
    CU_ASSERT_EQUAL(Kernel_QueryInjFifos(68, &n, ids), EINVAL);
    CU_ASSERT_EQUAL(Kernel_QueryRecFifos(UINT32_MAX, &n, ids), EINVAL);
    end();
}

static void injection_fifos_in_all_subgroups(void)
{
    begin();
    for (uint32_t sg = 0; sg < 68; sg++) {
        MUSPI_InjFifoSubGroup_t group;
        uint32_t ids[2] = {6, 1}, free[8], n;
        Kernel_InjFifoAttributes_t attributes[2] = {{1, 0, 0}, {0, 0, 1}};
        const uint64_t g = sg / 4, s = sg % 4;
        memset(&group, 0xa5, sizeof(group));
        /* Attributes left behind by a former owner. */
        emuq_backend->unit->dcr_write(p->machine, 0, MU_DCR(IMFIFO_RGET) + sg / 4,
                                      dcr(MU_DCR(IMFIFO_RGET) + sg / 4) | UINT64_C(1) << (31 - (8 * s + 1)));
        *fake_register(p, 0, BGQ_MU_iDMA_HIGH_PRIORITY_OFFSET(g, 0)) |= UINT64_C(1) << (31 - (8 * s + 6));
        CU_ASSERT_EQUAL_FATAL(Kernel_AllocateInjFifos(sg, &group, 2, ids, attributes), 0);
        CU_ASSERT_EQUAL(group.subgroupid, sg);
        CU_ASSERT_PTR_EQUAL(group.groupStatus, fake_register(p, 0, BGQ_MU_iDMA_IS_ENABLED_OFFSET(g, s)));
        for (uint32_t i = 0; i < 8; i++) {
            const MUSPI_InjFifo_t *fifo = &group._injfifos[i];
            bool mine = i == 6 || i == 1;
            CU_ASSERT_PTR_EQUAL(fifo->_fifo.hwfifo,
                                mine ? fake_register(p, 0, BGQ_MU_iDMA_START_OFFSET(g, s, i)) : NULL);
            CU_ASSERT_PTR_EQUAL(fifo->hw_injfifo,
                                mine ? fake_register(p, 0, BGQ_MU_iDMA_DESC_COUNTER_OFFSET(g, s, i)) : NULL);
            CU_ASSERT_EQUAL(fifo->numInjected + fifo->descCount + fifo->freeSpace, 0);
            CU_ASSERT_EQUAL(reg(BGQ_MU_iDMA_START_OFFSET(g, s, i)), mine ? 0x40 : 0);
        }
        uint64_t bit6 = UINT64_C(1) << (31 - (8 * s + 6)), bit1 = UINT64_C(1) << (31 - (8 * s + 1));
        CU_ASSERT_EQUAL(dcr(MU_DCR(IMFIFO_RGET) + sg / 4) & (bit6 | bit1), bit6);
        CU_ASSERT_EQUAL(dcr(MU_DCR(IMFIFO_SYSTEM) + sg / 4) & (bit6 | bit1), 0);
        for (uint64_t page = 0; page < 4; page++)
            CU_ASSERT_EQUAL(reg(BGQ_MU_iDMA_HIGH_PRIORITY_OFFSET(g, page)) & (bit6 | bit1), bit1);
        CU_ASSERT_PTR_EQUAL(fake_owner(p, EMUQ_RESOURCE_INJ_FIFO, sg * 8 + 6)->space, p->process[1].space);
        CU_ASSERT_EQUAL(fake_owner(p, EMUQ_RESOURCE_INJ_FIFO, sg * 8 + 6)->rank, 1);
        CU_ASSERT_EQUAL(Kernel_QueryInjFifos(sg, &n, free), 0);
        CU_ASSERT_EQUAL(n, 6);
        CU_ASSERT(free[0] == 0 && free[1] == 2 && free[5] == 7);
    }
    /* Exactly the listed bits, in every group. */
    for (uint32_t g = 0; g < 17; g++) {
        CU_ASSERT_EQUAL(dcr(MU_DCR(IMFIFO_RGET) + g), 0x02020202);
        CU_ASSERT_EQUAL(dcr(MU_DCR(IMFIFO_SYSTEM) + g), UINT32_MAX & ~UINT64_C(0x42424242));
    }
    CU_ASSERT_EQUAL(fake_doorbells(), 0);
    end();
}

static void injection_fifo_errors_in_order(void)
{
    MUSPI_InjFifoSubGroup_t group, before;
    uint32_t ids[9] = {0, 1, 2, 3, 4, 5, 6, 7, 0};
    Kernel_InjFifoAttributes_t user[9], system[9];
    begin();
    memset(user, 0, sizeof(user));
    memset(system, 0, sizeof(system));
    system[1].System = 1;
    memset(&group, 0x5a, sizeof(group));
    before = group;
    CU_ASSERT_EQUAL(Kernel_AllocateInjFifos(0, NULL, 1, ids, user), EFAULT);
    CU_ASSERT_EQUAL(Kernel_AllocateInjFifos(0, &group, 1, NULL, user), EFAULT);
    CU_ASSERT_EQUAL(Kernel_AllocateInjFifos(0, &group, 1, ids, nowhere()), EFAULT);
    CU_ASSERT_EQUAL(Kernel_AllocateInjFifos(68, &group, 1, ids, user), EINVAL);
    CU_ASSERT_EQUAL(Kernel_AllocateInjFifos(0, &group, 9, ids, user), EINVAL);
    ids[0] = 8;
    CU_ASSERT_EQUAL(Kernel_AllocateInjFifos(0, &group, 1, ids, user), EINVAL);
    ids[0] = 0;
    CU_ASSERT_EQUAL(Kernel_AllocateInjFifos(0, &group, 2, ids, system), EACCES);
    CU_ASSERT_EQUAL(memcmp(&group, &before, sizeof(group)), 0);
    CU_ASSERT_EQUAL(reg(BGQ_MU_iDMA_START_OFFSET(0, 0, 0)), 0);

    CU_ASSERT_EQUAL(Kernel_AllocateInjFifos(0, &before, 1, ids, user), 0);
    /* EACCES precedes EAGAIN; too many, and a requested resource in use. */
    CU_ASSERT_EQUAL(Kernel_AllocateInjFifos(0, &group, 2, ids, system), EACCES);
    CU_ASSERT_EQUAL(Kernel_AllocateInjFifos(0, &group, 8, ids, user), EAGAIN);
    ids[0] = 3;
    ids[1] = 0;
    CU_ASSERT_EQUAL(Kernel_AllocateInjFifos(0, &group, 2, ids, user), EAGAIN);
    CU_ASSERT_EQUAL(reg(BGQ_MU_iDMA_START_OFFSET(0, 0, 3)), 0);
    CU_ASSERT_EQUAL(fake_owner(p, EMUQ_RESOURCE_INJ_FIFO, 3)->assigned, 0);
    /* Two structures in one subgroup. */
    CU_ASSERT_EQUAL(Kernel_AllocateInjFifos(0, &group, 1, ids, user), 0);
    CU_ASSERT_PTR_NULL(group._injfifos[0]._fifo.hwfifo);
    CU_ASSERT_PTR_NOT_NULL(before._injfifos[0]._fifo.hwfifo);
    end();
}

static void injection_fifos_are_freed(void)
{
    MUSPI_InjFifoSubGroup_t group;
    uint32_t ids[2] = {2, 5}, one = 2;
    Kernel_InjFifoAttributes_t attributes[2] = {{1, 0, 1}, {1, 0, 1}};
    begin();
    CU_ASSERT_EQUAL_FATAL(Kernel_AllocateInjFifos(13, &group, 2, ids, attributes), 0);
    CU_ASSERT_EQUAL(Kernel_DeallocateInjFifos(NULL, 1, &one), EFAULT);
    CU_ASSERT_EQUAL(Kernel_DeallocateInjFifos(&group, 1, NULL), EFAULT);
    CU_ASSERT_EQUAL(Kernel_DeallocateInjFifos(&group, 1, &one), 0);
    uint64_t bit2 = UINT64_C(1) << (31 - (8 * 1 + 2)), bit5 = UINT64_C(1) << (31 - (8 * 1 + 5));
    CU_ASSERT_EQUAL(reg(BGQ_MU_iDMA_START_OFFSET(3, 1, 2)), 0);
    CU_ASSERT_EQUAL(reg(BGQ_MU_iDMA_START_OFFSET(3, 1, 5)), 0x40);
    CU_ASSERT_EQUAL(reg(BGQ_MU_iDMA_HIGH_PRIORITY_OFFSET(3, 0)), bit5);
    CU_ASSERT_EQUAL(dcr(MU_DCR(IMFIFO_RGET) + 3), bit5);
    CU_ASSERT_EQUAL(dcr(MU_DCR(IMFIFO_SYSTEM) + 3), UINT32_MAX & ~bit5);
    CU_ASSERT_PTR_NULL(fake_owner(p, EMUQ_RESOURCE_INJ_FIFO, 13 * 8 + 2)->space);
    CU_ASSERT_EQUAL(fake_owner(p, EMUQ_RESOURCE_INJ_FIFO, 13 * 8 + 2)->rank, -1);
    /* Deallocation succeeds for free resources, and permits a new allocation. */
    CU_ASSERT_EQUAL(Kernel_DeallocateInjFifos(&group, 1, &one), 0);
    CU_ASSERT_EQUAL(bit2 & dcr(MU_DCR(IMFIFO_SYSTEM) + 3), bit2);
    CU_ASSERT_EQUAL(Kernel_AllocateInjFifos(13, &group, 1, &one, attributes), 0);
    end();
}

static void injection_fifo_set_up(void)
{
    static char memory[4096] __attribute__((aligned(64)));
    MUSPI_InjFifoSubGroup_t group;
    uint32_t ids[3] = {0, 3, 7};
    Kernel_InjFifoAttributes_t attributes[3];
    Kernel_MemoryRegion_t region;
    begin();
    memset(attributes, 0, sizeof(attributes));
    region.Bytes = sizeof(memory);
    region.BaseVa = memory;
    region.BasePa = (void *)(uintptr_t)0x123400000;
    CU_ASSERT_EQUAL_FATAL(Kernel_AllocateInjFifos(6, &group, 3, ids, attributes), 0);
    CU_ASSERT_EQUAL(Kernel_InjFifoInit(&group, 3, &region, 128, 2 * 64 - 1), 0);
    const MUSPI_InjFifo_t *fifo = MUSPI_IdToInjFifo(3, &group);
    CU_ASSERT_PTR_EQUAL(fifo->_fifo.va_start, memory + 128);
    CU_ASSERT_PTR_EQUAL(fifo->_fifo.va_head, memory + 128);
    CU_ASSERT_PTR_EQUAL(fifo->_fifo.va_tail, memory + 128);
    CU_ASSERT_PTR_EQUAL(fifo->_fifo.va_end, memory + 256);
    CU_ASSERT_EQUAL(fifo->_fifo.size_1, 127);
    CU_ASSERT_EQUAL(fifo->_fifo.pa_start, 0x123400080);
    CU_ASSERT_EQUAL(fifo->freeSpace, 1);
    CU_ASSERT_EQUAL(reg(BGQ_MU_iDMA_START_OFFSET(1, 2, 3)), 0x123400080);
    CU_ASSERT_EQUAL(reg(BGQ_MU_iDMA_SIZE_OFFSET(1, 2, 3)), 127);
    CU_ASSERT_EQUAL(reg(BGQ_MU_iDMA_HEAD_OFFSET(1, 2, 3)), 0x123400080);
    CU_ASSERT_EQUAL(reg(BGQ_MU_iDMA_TAIL_OFFSET(1, 2, 3)), 0x123400080);
    CU_ASSERT_EQUAL(fake_doorbells(), 4);
    CU_ASSERT_EQUAL(Kernel_InjFifoActivate(&group, 3, ids, KERNEL_INJ_FIFO_ACTIVATE), 0);
    CU_ASSERT_EQUAL(fake_doorbells(), 5);
    uint64_t bits = UINT64_C(1) << (31 - 16) | UINT64_C(1) << (31 - 19) | UINT64_C(1) << (31 - 23);
    CU_ASSERT_EQUAL(reg(BGQ_MU_iDMA_ENABLE_OFFSET(1, 2)), bits);
    CU_ASSERT_EQUAL(reg(BGQ_MU_iDMA_DISABLE_OFFSET(1, 2)), 0);
    CU_ASSERT_EQUAL(Kernel_InjFifoActivate(&group, 1, &ids[1], KERNEL_INJ_FIFO_DEACTIVATE), 0);
    CU_ASSERT_EQUAL(reg(BGQ_MU_iDMA_DISABLE_OFFSET(1, 2)), UINT64_C(1) << (31 - 19));
    end();
}

static void reception_fifos_in_all_subgroups(void)
{
    begin();
    for (uint32_t sg = 0; sg < 68; sg++) {
        MUSPI_RecFifoSubGroup_t group;
        uint32_t ids[2] = {3, 0}, free[4], n;
        Kernel_RecFifoAttributes_t attributes[2] = {{0}, {0}};
        const uint64_t g = sg / 4, s = sg % 4;
        memset(&group, 0xa5, sizeof(group));
        CU_ASSERT_EQUAL_FATAL(Kernel_AllocateRecFifos(sg, &group, 2, ids, attributes), 0);
        CU_ASSERT_EQUAL(group.subgroupid, sg);
        CU_ASSERT_PTR_EQUAL(group.groupStatus, fake_register(p, 0, BGQ_MU_iDMA_IS_ENABLED_OFFSET(g, s)));
        for (uint32_t i = 0; i < 4; i++) {
            bool mine = i == 3 || i == 0;
            CU_ASSERT_PTR_EQUAL(group._recfifos[i]._fifo.hwfifo,
                                mine ? fake_register(p, 0, BGQ_MU_rDMA_START_OFFSET(g, s, i)) : NULL);
            CU_ASSERT_EQUAL(reg(BGQ_MU_rDMA_START_OFFSET(g, s, i)), mine ? 0x240 : 0);
        }
        uint64_t bits = UINT64_C(1) << (15 - (4 * s + 3)) | UINT64_C(1) << (15 - 4 * s);
        CU_ASSERT_EQUAL(dcr(MU_DCR(RMFIFO_SYSTEM) + sg / 4) & bits, 0);
        CU_ASSERT_EQUAL(dcr(MU_DCR(RMFIFO_EN) + sg / 4), 0);
        CU_ASSERT_EQUAL(fake_owner(p, EMUQ_RESOURCE_REC_FIFO, sg * 4 + 3)->rank, 1);
        CU_ASSERT_EQUAL(Kernel_QueryRecFifos(sg, &n, free), 0);
        CU_ASSERT(n == 2 && free[0] == 1 && free[1] == 2);
        uint32_t one = 3;
        CU_ASSERT_EQUAL(Kernel_DeallocateRecFifos(&group, 1, &one), 0);
        CU_ASSERT_EQUAL(reg(BGQ_MU_rDMA_START_OFFSET(g, s, 3)), 0);
        CU_ASSERT_EQUAL(dcr(MU_DCR(RMFIFO_SYSTEM) + sg / 4) & bits, UINT64_C(1) << (15 - (4 * s + 3)));
    }
    end();
}

static void reception_fifo_errors_in_order(void)
{
    MUSPI_RecFifoSubGroup_t group;
    uint32_t ids[5] = {0, 1, 2, 3, 0};
    Kernel_RecFifoAttributes_t user[5], system[5];
    begin();
    memset(user, 0, sizeof(user));
    memset(system, 0, sizeof(system));
    system[0].System = 1;
    CU_ASSERT_EQUAL(Kernel_AllocateRecFifos(0, NULL, 1, ids, user), EFAULT);
    CU_ASSERT_EQUAL(Kernel_AllocateRecFifos(0, &group, 1, NULL, user), EFAULT);
    CU_ASSERT_EQUAL(Kernel_AllocateRecFifos(0, &group, 1, ids, NULL), EFAULT);
    CU_ASSERT_EQUAL(Kernel_AllocateRecFifos(68, &group, 1, ids, user), EINVAL);
    CU_ASSERT_EQUAL(Kernel_AllocateRecFifos(0, &group, 5, ids, user), EINVAL);
    CU_ASSERT_EQUAL(Kernel_AllocateRecFifos(0, &group, 1, ids, system), EACCES);
    CU_ASSERT_EQUAL(Kernel_AllocateRecFifos(0, &group, 1, &ids[2], user), 0);
    CU_ASSERT_EQUAL(Kernel_AllocateRecFifos(0, &group, 4, ids, user), EAGAIN);
    /* A later id of the list may be in use too. */
    CU_ASSERT_EQUAL(Kernel_AllocateRecFifos(0, &group, 3, ids, user), EAGAIN);
    CU_ASSERT_EQUAL(reg(BGQ_MU_rDMA_START_OFFSET(0, 0, 0)), 0);
    CU_ASSERT_EQUAL(Kernel_DeallocateRecFifos(NULL, 1, ids), EFAULT);
    CU_ASSERT_EQUAL(Kernel_DeallocateRecFifos(&group, 1, NULL), EFAULT);
    end();
}

static void reception_fifo_set_up(void)
{
    static char memory[4096] __attribute__((aligned(64)));
    MUSPI_RecFifoSubGroup_t group;
    uint32_t id = 1;
    Kernel_RecFifoAttributes_t attributes = {0};
    Kernel_MemoryRegion_t region;
    begin();
    region.Bytes = sizeof(memory);
    region.BaseVa = memory;
    region.BasePa = (void *)(uintptr_t)0x123400000;
    CU_ASSERT_EQUAL_FATAL(Kernel_AllocateRecFifos(67, &group, 1, &id, &attributes), 0);
    CU_ASSERT_EQUAL(Kernel_RecFifoInit(&group, 1, &region, 32, 576 - 1), 0);
    const MUSPI_RecFifo_t *fifo = &group._recfifos[1];
    CU_ASSERT_PTR_EQUAL(fifo->_fifo.va_head, memory + 32);
    CU_ASSERT_PTR_EQUAL(fifo->_fifo.va_end, memory + 32 + 576);
    CU_ASSERT_EQUAL(reg(BGQ_MU_rDMA_START_OFFSET(16, 3, 1)), 0x123400020);
    CU_ASSERT_EQUAL(reg(BGQ_MU_rDMA_SIZE_OFFSET(16, 3, 1)), 575);
    CU_ASSERT_EQUAL(reg(BGQ_MU_rDMA_HEAD_OFFSET(16, 3, 1)), 0x123400020);
    CU_ASSERT_EQUAL(reg(BGQ_MU_rDMA_TAIL_OFFSET(16, 3, 1)), 0x123400020);

    CU_ASSERT_EQUAL(Kernel_RecFifoEnable(17, 1), EINVAL);
    CU_ASSERT_EQUAL(Kernel_RecFifoEnable(16, 0), EINVAL);
    CU_ASSERT_EQUAL(Kernel_RecFifoEnable(16, 0x10000), EINVAL);
    CU_ASSERT_EQUAL(Kernel_RecFifoEnable(16, 0x4), 0);
    CU_ASSERT_EQUAL(Kernel_RecFifoEnable(16, 0x8001), 0);
    CU_ASSERT_EQUAL(dcr(MU_DCR(RMFIFO_EN) + 16), 0x8005);
    CU_ASSERT_EQUAL(Kernel_RecFifoDisable(16, 0x8005), 0);
    CU_ASSERT_EQUAL(dcr(MU_DCR(RMFIFO_EN) + 16), 0x8005);
    end();
}

static void table_entries(void)
{
    begin();
    for (uint32_t sg = 0; sg < 68; sg++) {
        MUSPI_BaseAddressTableSubGroup_t bat, other;
        uint32_t ids[3] = {7, 0, 3}, one = 1, free[8], n;
        memset((void *)&bat, 0xa5, sizeof(bat));
        CU_ASSERT_EQUAL_FATAL(Kernel_AllocateBaseAddressTable(sg, &bat, 3, ids, 0), 0);
        CU_ASSERT_EQUAL(bat.subgrpid, sg);
        CU_ASSERT_EQUAL(bat.permissions, 0x80 >> 7 | 0x80 | 0x80 >> 3);
        CU_ASSERT_PTR_EQUAL(bat.hw_bat, fake_register(p, 0,
                                                      BGQ_MU_DATA_COUNTER_BASE_ADDRESS_OFFSET(
                                                          (uint64_t)sg / 4, (uint64_t)sg % 4, 0)));
        for (uint32_t i = 0; i < 8; i++) {
            bool mine = i == 7 || i == 0 || i == 3;
            CU_ASSERT_EQUAL(bat.sw_bat[i], mine ? 0 : UINT64_C(0xa5a5a5a5a5a5a5a5));
            CU_ASSERT_EQUAL(bat.hw_bat[i], mine ? 0 : BAT_FREE);
        }
        CU_ASSERT_EQUAL(fake_owner(p, EMUQ_RESOURCE_BAT, sg * 8 + 7)->rank, 1);
        CU_ASSERT_EQUAL(Kernel_QueryBaseAddressTable(sg, &n, free), 0);
        CU_ASSERT(n == 5 && free[0] == 1 && free[4] == 6);
        uint64_t bit = UINT64_C(1) << (63 - sg % 64);
        uint32_t property = sg < 64 ? MU_DCR(RPUTBASE_SYSTEM0) : MU_DCR(RPUTBASE_SYSTEM1);
        CU_ASSERT_EQUAL(dcr(property) & bit, 0);
        /* A second structure; then all are freed, and the property with the last entry. */
        CU_ASSERT_EQUAL(Kernel_AllocateBaseAddressTable(sg, &other, 1, &one, 0), 0);
        CU_ASSERT_EQUAL(other.permissions, 0x40);
        CU_ASSERT_EQUAL(MUSPI_SetBaseAddress(&bat, 3, 0x123456), 0);
        CU_ASSERT_EQUAL(bat.hw_bat[3], 0x123456);
        CU_ASSERT_EQUAL(Kernel_DeallocateBaseAddressTable(&bat, 3, ids), 0);
        CU_ASSERT_EQUAL(bat.permissions, 0);
        CU_ASSERT_EQUAL(bat.sw_bat[3], 0);
        CU_ASSERT_EQUAL(bat.hw_bat[3], BAT_FREE);
        CU_ASSERT_EQUAL(dcr(property) & bit, 0);
        CU_ASSERT_EQUAL(Kernel_DeallocateBaseAddressTable(&other, 1, &one), 0);
        CU_ASSERT_EQUAL(dcr(property) & bit, bit);
        CU_ASSERT_PTR_NULL(fake_owner(p, EMUQ_RESOURCE_BAT, sg * 8 + 7)->space);
    }
    end();
}

static void table_entry_errors_in_order(void)
{
    MUSPI_BaseAddressTableSubGroup_t bat;
    uint32_t ids[9] = {0, 1, 2, 3, 4, 5, 6, 7, 0};
    begin();
    CU_ASSERT_EQUAL(Kernel_AllocateBaseAddressTable(0, NULL, 1, ids, 1), EFAULT);
    CU_ASSERT_EQUAL(Kernel_AllocateBaseAddressTable(0, &bat, 1, NULL, 1), EFAULT);
    CU_ASSERT_EQUAL(Kernel_AllocateBaseAddressTable(68, &bat, 1, ids, 0), EINVAL);
    CU_ASSERT_EQUAL(Kernel_AllocateBaseAddressTable(0, &bat, 0, ids, 0), EINVAL);
    CU_ASSERT_EQUAL(Kernel_AllocateBaseAddressTable(0, &bat, 9, ids, 0), EINVAL);
    CU_ASSERT_EQUAL(Kernel_AllocateBaseAddressTable(0, &bat, 1, ids, 1), EACCES);
    CU_ASSERT_EQUAL(Kernel_AllocateBaseAddressTable(0, &bat, 1, ids, 0), 0);
    CU_ASSERT_EQUAL(Kernel_AllocateBaseAddressTable(0, &bat, 8, ids, 1), EACCES);
    CU_ASSERT_EQUAL(Kernel_AllocateBaseAddressTable(0, &bat, 8, ids, 0), EAGAIN);
    CU_ASSERT_EQUAL(Kernel_AllocateBaseAddressTable(0, &bat, 1, ids, 0), EAGAIN);
    /* A subgroup with a system entry, as the kernel's are: too many, the property, then the id. */
    *fake_register(p, 0, BGQ_MU_DATA_COUNTER_BASE_ADDRESS_OFFSET(0, 1, 0)) = 0;
    CU_ASSERT_EQUAL(Kernel_AllocateBaseAddressTable(1, &bat, 8, ids, 0), EAGAIN);
    CU_ASSERT_EQUAL(Kernel_AllocateBaseAddressTable(1, &bat, 1, &ids[1], 0), EACCES);
    CU_ASSERT_EQUAL(Kernel_AllocateBaseAddressTable(1, &bat, 1, &ids[0], 0), EACCES);
    CU_ASSERT_EQUAL(Kernel_DeallocateBaseAddressTable(NULL, 1, ids), EFAULT);
    CU_ASSERT_EQUAL(Kernel_DeallocateBaseAddressTable(&bat, 1, nowhere()), EFAULT);
    CU_ASSERT_EQUAL(Kernel_DeallocateBaseAddressTable(&bat, 0, ids), EINVAL);
    end();
}

static void interrupts_of_the_listed_fifos(void)
{
    MUSPI_InjFifoSubGroup_t inj;
    MUSPI_RecFifoSubGroup_t rec;
    uint32_t ids[2] = {1, 3};
    Kernel_InjFifoAttributes_t inj_attributes[2];
    Kernel_RecFifoAttributes_t rec_attributes[2];
    Kernel_InjFifoInterrupts_t inj_on[2] = {{1}, {1}}, inj_half[2] = {{0}, {1}};
    Kernel_RecFifoInterrupts_t rec_on[2] = {{1, 1}, {0, 1}}, rec_off = {0, 0};
    begin();
    memset(inj_attributes, 0, sizeof(inj_attributes));
    memset(rec_attributes, 0, sizeof(rec_attributes));
    CU_ASSERT_EQUAL_FATAL(Kernel_AllocateInjFifos(2, &inj, 2, ids, inj_attributes), 0);
    CU_ASSERT_EQUAL_FATAL(Kernel_AllocateRecFifos(2, &rec, 2, ids, rec_attributes), 0);
    CU_ASSERT_EQUAL(Kernel_ConfigureInjFifoInterrupts(&inj, 2, ids, NULL), EFAULT);
    CU_ASSERT_EQUAL(Kernel_ConfigureRecFifoInterrupts(NULL, 2, ids, rec_on), EFAULT);
    CU_ASSERT_EQUAL(Kernel_ConfigureInjFifoInterrupts(&inj, 2, ids, inj_on), 0);
    CU_ASSERT_EQUAL(dcr(MU_DCR(IMFIFO_THOLD_INT_EN)), UINT64_C(1) << (31 - 17) | UINT64_C(1) << (31 - 19));
    CU_ASSERT_EQUAL(Kernel_ConfigureInjFifoInterrupts(&inj, 2, ids, inj_half), 0);
    CU_ASSERT_EQUAL(dcr(MU_DCR(IMFIFO_THOLD_INT_EN)), UINT64_C(1) << (31 - 19));
    CU_ASSERT_EQUAL(Kernel_ConfigureRecFifoInterrupts(&rec, 2, ids, rec_on), 0);
    CU_ASSERT_EQUAL(dcr(MU_DCR(RMFIFO_THOLD_INT_EN)), UINT64_C(1) << (15 - 9));
    CU_ASSERT_EQUAL(dcr(MU_DCR(RMFIFO_PACKET_INT_EN)), UINT64_C(1) << (15 - 9) | UINT64_C(1) << (15 - 11));
    CU_ASSERT_EQUAL(Kernel_ConfigureRecFifoInterrupts(&rec, 1, ids, &rec_off), 0);
    CU_ASSERT_EQUAL(dcr(MU_DCR(RMFIFO_THOLD_INT_EN)), 0);
    CU_ASSERT_EQUAL(dcr(MU_DCR(RMFIFO_PACKET_INT_EN)), UINT64_C(1) << (15 - 11));

    CU_ASSERT_EQUAL(Kernel_Configure_MU_GEA(68, 1), EINVAL);
    CU_ASSERT_EQUAL(Kernel_Configure_MU_GEA(33, KERNEL_SUBGROUP_INTERRUPTS_GO_TO_GEA), 0);
    CU_ASSERT_EQUAL(Kernel_Configure_MU_GEA(67, KERNEL_SUBGROUP_INTERRUPTS_GO_TO_GEA), 0);
    CU_ASSERT_EQUAL(dcr(MU_DCR(GIP_INT_EN_8_15)), UINT64_C(1) << 30);
    CU_ASSERT_EQUAL(dcr(MU_DCR(GIP_INT_EN_16)), 1);
    CU_ASSERT_EQUAL(Kernel_Configure_MU_GEA(33, 2), 0);
    CU_ASSERT_EQUAL(dcr(MU_DCR(GIP_INT_EN_8_15)), 0);
    end();
}

static void thresholds(void)
{
    uint64_t normal = 99, rget = 99;
    begin();
    CU_ASSERT_EQUAL(Kernel_GetInjFifoThresholds(&normal, &rget), 0);
    CU_ASSERT(normal == 0 && rget == 0);
    normal = 5;
    CU_ASSERT_EQUAL(Kernel_ConfigureInjFifoThresholds(&normal, NULL), 0);
    rget = UINT64_MAX;
    CU_ASSERT_EQUAL(Kernel_ConfigureInjFifoThresholds(NULL, &rget), 0);
    normal = rget = 0;
    CU_ASSERT_EQUAL(Kernel_GetInjFifoThresholds(&normal, NULL), 0);
    CU_ASSERT_EQUAL(normal, 5);
    CU_ASSERT_EQUAL(Kernel_GetInjFifoThresholds(NULL, &rget), 0);
    CU_ASSERT_EQUAL(rget, (UINT64_C(1) << 30) - 1);
    CU_ASSERT_EQUAL(Kernel_GetInjFifoThresholds(NULL, NULL), 0);
    CU_ASSERT_EQUAL(Kernel_ConfigureInjFifoThresholds(nowhere(), NULL), EFAULT);
    CU_ASSERT_EQUAL(Kernel_ConfigureRecFifoThreshold(UINT64_MAX), 0);
    CU_ASSERT_EQUAL(Kernel_GetRecFifoThreshold(&normal), 0);
    CU_ASSERT_EQUAL(normal, (UINT64_C(1) << 31) - 1);
    CU_ASSERT_EQUAL(Kernel_GetRecFifoThreshold(NULL), EFAULT);
    CU_ASSERT_EQUAL(Kernel_DropPacketsOnLink(0, 1, 1), ENOSYS);
    CU_ASSERT_EQUAL(Kernel_EnableSenderAndDropPacketsOnLink(0, 1, 1), ENOSYS);
    end();
}

/** Tokens of an unused link. */
static void tokens(void)
{
    begin();
    for (uint32_t vc = 0; vc <= 7; vc++) {
        uint32_t count = 0;
        CU_ASSERT_EQUAL(Kernel_GetNDExpectedTokens(10, vc, &count), vc <= 6 ? 0 : 4);
        CU_ASSERT_EQUAL(count, vc == 0 ? 126 : vc <= 6 ? 7 : 0);
        CU_ASSERT_EQUAL(Kernel_GetNDExpectedTokens(11, vc, &count), 1);
    }
    uint64_t word = 0;
    CU_ASSERT_EQUAL(Kernel_GetNDExpectedTokensDCR(0, &word), 0);
    CU_ASSERT_EQUAL(word, 126 << 20 | 0x77777);
    CU_ASSERT_EQUAL(Kernel_GetNDExpectedTokensDCR(11, &word), 1);
    end();
}

/** Threads of a node that concurrently allocate and free a FIFO each. */
static void *allocate_and_free(void *argument)
{
    uint32_t id = (uint32_t)(uintptr_t)argument;
    uintptr_t bad = 0;
    fake_enter(&p->process[0]);
    for (int i = 0; i < 200; i++) {
        MUSPI_InjFifoSubGroup_t group;
        Kernel_InjFifoAttributes_t attributes = {1, 0, 1};
        bad += Kernel_AllocateInjFifos(9, &group, 1, &id, &attributes) != 0;
        bad += (dcr(MU_DCR(IMFIFO_RGET) + 2) >> (31 - 8 - id) & 1) != 1;
        bad += Kernel_DeallocateInjFifos(&group, 1, &id) != 0;
    }
    fake_leave();
    return (void *)bad;
}

static void calls_are_atomic(void)
{
    pthread_t thread[4];
    begin();
    for (uintptr_t i = 0; i < 4; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&thread[i], NULL, allocate_and_free, (void *)i), 0);
    for (int i = 0; i < 4; i++) {
        void *bad;
        pthread_join(thread[i], &bad);
        CU_ASSERT_PTR_NULL(bad);
    }
    CU_ASSERT_EQUAL(dcr(MU_DCR(IMFIFO_RGET) + 2), 0);
    CU_ASSERT_EQUAL(reg(BGQ_MU_iDMA_HIGH_PRIORITY_OFFSET(2, 0)), 0);
    end();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"at job start", at_job_start},
        {"queries check their arguments", queries_check_their_arguments},
        {"injection FIFOs in all subgroups", injection_fifos_in_all_subgroups},
        {"injection FIFO errors in order", injection_fifo_errors_in_order},
        {"injection FIFOs are freed", injection_fifos_are_freed},
        {"injection FIFO set-up", injection_fifo_set_up},
        {"reception FIFOs in all subgroups", reception_fifos_in_all_subgroups},
        {"reception FIFO errors in order", reception_fifo_errors_in_order},
        {"reception FIFO set-up", reception_fifo_set_up},
        {"table entries", table_entries},
        {"table entry errors in order", table_entry_errors_in_order},
        {"interrupts of the listed FIFOs", interrupts_of_the_listed_fifos},
        {"thresholds", thresholds},
        {"tokens", tokens},
        {"calls are atomic", calls_are_atomic},
        {NULL, NULL},
    };
    return emuq_test_main("Message Unit resources", tests);
}
