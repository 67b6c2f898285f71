/* SPDX-License-Identifier: BSD-3-Clause */
/* Headers below BGPM: locks, event lists of a core, kernel calls of the counter units (internal-headers 4,
 * 5). */
#include <errno.h>
#include <pthread.h>
#include <string.h>

#include <spi/include/upci/upci.h>

#include "emuq_test.h"

#define THREADS 3
#define ROUNDS  200

_Static_assert(sizeof(Upci_Punit_EventH_t) == 8, "as on the machine");
_Static_assert(sizeof(PerfCountItem_t) == 16, "as on the machine");

static UPC_Lock_t lock;
static UPC_Barrier_t barrier;
static UPC_Atomic_Int_t arrived;
static int guarded; /* guarded by the lock */
static int unequal; /* guarded by the lock: rounds in which a thread passed the barrier too early */

static void *synchronise(void *unused)
{
    for (int round = 1; round <= ROUNDS; round++) {
        UPC_Lock(&lock);
        guarded++;
        UPC_Unlock(&lock);
        UPC_Barrier(&barrier, THREADS, 0);
        UPC_Lock(&lock);
        unequal += guarded != round * THREADS;
        UPC_Unlock(&lock);
        UPC_Barrier(&barrier, THREADS, 0);
    }
    UPC_Atomic_Decr(&arrived);
    return unused;
}

static void locks_and_barriers(void)
{
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++)
        CU_ASSERT_EQUAL(UPC_Atomic_Incr(&arrived), i + 1);
    for (int i = 0; i < THREADS; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&thread[i], NULL, synchronise, NULL), 0);
    UPC_Atomic_WaitTillZero(&arrived);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    CU_ASSERT(guarded == ROUNDS * THREADS && unequal == 0 && lock == 0);
    CU_ASSERT(UPC_Lock_woBlock(&lock) == 1 && UPC_Lock_woBlock(&lock) == 0);
    UPC_Unlock_Any(&lock);
    CU_ASSERT_EQUAL(lock, 0);
    CU_ASSERT_EQUAL(UPC_Barrier(&barrier, 2, 1600), -1); /* times out: no second thread arrives */
    CU_ASSERT_EQUAL((uint32_t)barrier, 0);               /* the first thread's arrival is undone */
    CU_ASSERT(Upci_GetLockID() != 0 && Upci_GetLockID() == (uint64_t)upci_gettid());
}

static void leader(void)
{
    UPC_Barrier_t latch = 0;
    volatile uint64_t status = 1, wanted = 3;
    CU_ASSERT_EQUAL(LeaderLatch(&latch, &status, 1), LLATCH_CONTINUE);
    CU_ASSERT_EQUAL(LeaderLatch2(&latch, &status, &wanted), LLATCH_LEADER);
    status = 3;
    LeaderUnLatch(&latch);
    CU_ASSERT_EQUAL(LeaderLatch2(&latch, &status, &wanted), LLATCH_CONTINUE);
    uint64_t before = Set_ThreadPriority_Low();
    CU_ASSERT(Set_ThreadPriority_Medium() != before);
    Restore_ThreadPriority(before);
    uint64_t start = GetTimeBase();
    Upci_Delay(16000);
    CU_ASSERT(GetTimeBase() - start >= 16000);
}

static void bits(void)
{
    CU_ASSERT(upc_cntlz8(0) == 8 && upc_cntlz8(1) == 7 && upc_cntlz16(0x8000) == 0 &&
              upc_cntlz32(0xff) == 24);
    CU_ASSERT(upc_cntlz64(0) == 64 && upc_cntlz64(UINT64_MAX) == 0 && upc_popcnt32(0xf0f) == 8);
    CU_ASSERT_EQUAL(upc_popcnt64(UINT64_MAX), 64);
    CU_ASSERT(UPCI_PERIOD2THRES(1) == UINT64_MAX && UPCI_THRES2PERIOD(UPCI_PERIOD2THRES(1000)) == 1000);
    CU_ASSERT(UPC_P_NUM_COUNTERS == 24 && UPC_IO_Counter_Range == 64 && UPC_MAX_TRACE_RECS == 1536 &&
              UPC_SYNC_START_DELAY == 800 && UPCI_CFG_VERSION == 0x00020005 && UPC_L2_NUM_COUNTERS == 16);
}

static void node(void)
{
    Personality_t personality;
    Upci_Mode_t mode;
    const Upci_Node_Parms_t *parms = Upci_GetNodeParms();
    CU_ASSERT_EQUAL(Kernel_GetPersonality(&personality, sizeof(personality)), 0);
    CU_ASSERT(parms->cpuSpeed == 1600 && parms->nwSpeed == 500 && parms->cycleRatio == 3.2);
    CU_ASSERT_EQUAL(parms->nodeConfig, personality.Kernel_Config.NodeConfig);
    CU_ASSERT_EQUAL(Upci_Mode_Init(&mode, 0, UPC_CM_INDEP, 0), 0);
    CU_ASSERT(mode.ctrMode == UPC_CM_INDEP && mode.pNodeParms->cpuSpeed == 1600);
    CU_ASSERT_EQUAL(Upci_Mode_Init(&mode, 0, (UPC_Ctr_Mode_t)4, 0), UPCI_EINV_PARM);
    Upci_Mode_Free();
    CU_ASSERT(UPC_L2_ReadCtr(0, UPC_L2_CTR_MISSES) == 0 && UPC_P_Addr(UPC_LOCAL_UNIT) == NULL &&
              upc_c == NULL);
}

static void kernel_calls(void)
{
    PerfCountItem_t items[CNK_HWTPERFCOUNT_NUM + 1];
    Upci_KDebug_t debug = UPCI_KDEBUG_INIT;
    memset(items, 0xff, sizeof(items));
    CU_ASSERT_EQUAL(Kernel_Upci_GetCNKCounts(CNKCtrHWT, items, CNK_HWTPERFCOUNT_NUM), 0);
    CU_ASSERT(items[0].id == CNK_HWTPERFCOUNT_SYSCALL && items[26].id == CNK_HWTPERFCOUNT_LRATE);
    CU_ASSERT(items[26].value == 0 && CNK_HWTPERFCOUNT_LRATE == PEVT_CNKHWT_LRATE - PEVT_CNKHWT_SYSCALL);
    CU_ASSERT_EQUAL(Kernel_Upci_GetCNKCounts(CNKCtrHWT, items, CNK_HWTPERFCOUNT_NUM + 1), UPCI_EINV_PARM);
    CU_ASSERT_EQUAL(Kernel_Upci_GetCNKCounts(CNKCtrNode, items, CNK_NODEPERFCOUNT_NUM), 0);
    CU_ASSERT_EQUAL(Kernel_Upci_GetCNKCounts((Upci_CNKCtrType_t)3, items, 1), UPCI_EINV_PARM);
    CU_ASSERT(Kernel_Upci_GetKDebug(&debug) == 0 && debug.jobid == Kernel_GetJobID());
    CU_ASSERT(Kernel_Upci_SetPmSig(UPCI_DEFAULT_PM_SIGNAL) == 0 && Kernel_Upci_SetPmSig(0) == -EINVAL);
    CU_ASSERT(Kernel_Upci_ResetInts(0) == 0 && Kernel_Upci_SetBgpmThread() == 0 &&
              Kernel_Upci_ClearBgpmThread() == 0 && Kernel_Upci_Wait4MailboxEmpty() == 0);
    CU_ASSERT_EQUAL(Kernel_Upci_GetNodeParms(NULL), -EFAULT);
    CU_ASSERT_EQUAL(Kernel_Upci_Raw_Syscall(UCPI_KOP_GETKDEBUG, 0, NULL, sizeof(debug)), EFAULT);
    CU_ASSERT_EQUAL(Kernel_Upci_Raw_Syscall(UCPI_KOP_GETKDEBUG, 0, &debug, 1), UPCI_ESYSCALL_DATASIZE);
    CU_ASSERT_EQUAL(Kernel_Upci_Raw_Syscall(UPCI_KOP_UNDEF, 0, NULL, 0), UPCI_ESYSCALL_INVALID);
    CU_ASSERT_EQUAL(Kernel_Upci_Raw_Syscall_FixRC(15, 0, NULL, 0), UPCI_ESYSCALL_INVALID);
}

static void signals_of_a_core(void)
{
    Upci_A2PC_t chosen;
    Upci_A2PC_Val_t seen;
    short unit = 0, thread = 0, event = 0;
    Init_A2_Counting(CESR_COUNT_USR_EVENTS);
    get_cesr_event(3, &unit);
    get_iu_event(3, &thread, &event);
    CU_ASSERT(unit == -1 && event == -1);
    set_cesr_event(3, CESR_LSU_EVENT);
    set_lsu_event(3, 2, 17);
    set_lsu_event(8, 1, 1); /* invalid signal number */
    Upci_A2PC_GetRegs(&seen);
    CU_ASSERT(seen.unit[3] == CESR_LSU_EVENT && seen.select[CESR_LSU_EVENT][3].event == 17);
    CU_ASSERT_EQUAL(seen.cesrMode, CESR_COUNT_USR_EVENTS);
    Upci_A2PC_Init(&chosen);
    Upci_A2PC_SetXuEvent(&chosen, 0, 1, 5);
    CU_ASSERT_EQUAL(Kernel_Upci_A2PC_ApplyRegs(&chosen), 0);
    get_xu_event(0, &thread, &event);
    CU_ASSERT(thread == 1 && event == 5);
    Clear_A2_Events();
    CU_ASSERT_EQUAL(Kernel_Upci_A2PC_GetRegs(&seen), 0);
    CU_ASSERT_EQUAL(seen.select[CESR_XU_EVENT][0].event, -1);
}

static void reservation(void)
{
    static Upci_Punit_t list;
    Upci_Mode_t mode;
    Upci_Punit_EventH_t h;
    CU_ASSERT(Upci_Rsv_SiblingThread(0) == 1 && Upci_Rsv_SiblingThread(1) == 0);
    CU_ASSERT(Upci_Rsv_SiblingThread(2) == 3 && Upci_Rsv_SiblingThread(3) == 2);
    Upci_Mode_Init(&mode, 0, UPC_CM_INDEP, 5);
    Upci_Punit_Init(&list, &mode, 5);
    CU_ASSERT_EQUAL(Upci_Punit_AddEvent(&list, PEVT_MU_PKT_INJ, 0, &h), UPCI_EINV_EVENT);
    CU_ASSERT_EQUAL(Upci_Punit_AddEvent(&list, PEVT_UNDEF, 0, &h), UPCI_EINV_EVENT);
    CU_ASSERT_EQUAL(Upci_Punit_AddEvent(&list, PEVT_INST_ALL, 4 * 5 + 4, &h), UPCI_ETHRDCORE_MISMATCH);
    CU_ASSERT_EQUAL(Upci_Punit_AddEventAtIdx(&list, PEVT_INST_ALL, 4 * 5 + 3, 24, 0, 0, &h),
                    UPCI_EINV_EVT_IDX);
    CU_ASSERT_EQUAL(Upci_Punit_AddEventAtIdx(&list, PEVT_INST_ALL, 21, 2, 77, 1 << 2, &h), 0);
    CU_ASSERT(h.valid == 1 && h.evtIdx == 2 && h.ctrGrp == 2 && h.ctr == 12);
    CU_ASSERT(Upci_Punit_GetCkRefIdx(&list, 2) == 77 &&
              Upci_Punit_GetCkRefIdx(&list, 1) == UPCI_EINV_EVT_IDX);
    CU_ASSERT_EQUAL(Upci_Punit_GetIntMask(&list, 2), 1 << 12);
    Upci_Punit_SkipCtrs(&list, 0, 3);
    CU_ASSERT_EQUAL(Upci_Punit_GetUsedCtrMask(&list), 1 << 12 | 3);
    CU_ASSERT_EQUAL(Upci_Punit_AddEvent(&list, PEVT_INST_ALL, 0, &h), 0);
    CU_ASSERT(h.evtIdx == 3 && h.ctr == 2);
    for (int i = 0; i < 20; i++)
        CU_ASSERT_EQUAL(Upci_Punit_AddEvent(&list, PEVT_INST_ALL, 0, NULL), 0);
    CU_ASSERT_EQUAL(Upci_Punit_AddEvent(&list, PEVT_INST_ALL, 0, NULL), UPCI_ECTRRESERVED);
    CU_ASSERT(list.numEvts == 22 && list.maxEvtIdx == 23);
    unsigned refs[2], length = 2;
    CU_ASSERT_EQUAL(Upci_Punit_GetOvfBackRefs(&list, 1 << 12, refs, &length), 0);
    CU_ASSERT(length == 1 && refs[0] == 77);
    CU_ASSERT_EQUAL(Upci_Punit_GetOvfBackRefs(&list, UINT64_MAX, refs, &length), UPCI_EINV_PARM);
    CU_ASSERT_EQUAL(length, 22);
}

static void counting(void)
{
    static Upci_Punit_t list;
    Upci_Mode_t mode;
    Upci_Punit_EventH_t cycles, stores;
    Upci_Mode_Init(&mode, 0, UPC_CM_INDEP, (unsigned)UPC_LOCAL_UNIT);
    Upci_Punit_Init(&list, &mode, (unsigned)UPC_LOCAL_UNIT);
    CU_ASSERT_EQUAL(Upci_Punit_AddEvent(&list, PEVT_CYCLES, 0, &cycles), 0);
    CU_ASSERT_EQUAL(Upci_Punit_AddEvent(&list, PEVT_AXU_INSTR_COMMIT, 0, &stores), 0);
    CU_ASSERT_STRING_EQUAL(Upci_Punit_GetEventLabel(&list, cycles), "PEVT_CYCLES");
    CU_ASSERT(Upci_Punit_GetEventIdIdx(&list, 0) == PEVT_CYCLES && Upci_Punit_GetLLCtlMask(&list, 0) == 3);
    Upci_Punit_Start(&list, UPCI_CTL_DEF); /* ignored: the list is not applied */
    Upci_Delay(1600);
    CU_ASSERT_EQUAL(Upci_Punit_Event_Read(&list, cycles), 0);
    CU_ASSERT_EQUAL(Upci_Punit_Apply(&list), 0);
    uint64_t start = GetTimeBase();
    Upci_Punit_Start(&list, UPCI_CTL_DEF);
    CU_ASSERT_EQUAL(list.status, UPCI_UnitStatus_Running | UPCI_UnitStatus_Applied);
    Upci_Delay(1600);
    uint64_t value = Upci_Punit_Event_Read(&list, cycles);
    CU_ASSERT(value >= 1600 && value <= GetTimeBase() - start);
    Upci_Punit_StopN_Snapshot_Counts(&list);
    value = Upci_Punit_Event_ReadIdx(&list, 0);
    Upci_Delay(1600);
    CU_ASSERT(value == Upci_Punit_Event_ReadIdx(&list, 0) &&
              value == Upci_Punit_Event_ReadSnapShot(&list, 0));
    Upci_Punit_Start(&list, UPCI_CTL_DEF); /* continues counting */
    CU_ASSERT(Upci_Punit_Event_Read(&list, cycles) >= value);
    Upci_Punit_Stop(&list, UPCI_CTL_DEF);
    Upci_Punit_Event_Write(&list, stores, 12);
    CU_ASSERT_EQUAL(Upci_Punit_Event_Read(&list, stores), 12);
    Upci_Punit_Reset_Stopped_Counters(&list, 0);
    CU_ASSERT(Upci_Punit_Event_Read(&list, stores) == 0 && Upci_Punit_Event_Read(&list, cycles) == 0);
    CU_ASSERT(Upci_Punit_UnApply(&list) == 0 && list.status == 0);
}

static void properties(void)
{
    static Upci_Punit_t list;
    Upci_Mode_t mode;
    Upci_Mode_Init(&mode, 0, UPC_CM_INDEP, 0);
    Upci_Punit_Init(&list, &mode, 0);
    CU_ASSERT_EQUAL(Upci_Punit_AddEvent(&list, PEVT_INST_XU_GRP_MASK, 0, NULL), 0);
    CU_ASSERT_EQUAL(Upci_Punit_Event_SetThreshold(&list, 0, UPCI_PERIOD2THRES(9)), 0);
    CU_ASSERT_EQUAL(UPCI_THRES2PERIOD(Upci_Punit_Event_GetThreshold(&list, 0)), 9);
    CU_ASSERT_EQUAL(Upci_Punit_Event_SetThreshold(&list, 1, 0), UPCI_EINV_EVT_IDX);
    Upci_Punit_Set_OpcodeGrpMask(&list, 0, UPC_P_XU_OGRP_LD);
    Upci_Punit_Set_OpsNotFlops(&list, 0, UpciTrue);
    CU_ASSERT(Upci_Punit_Get_OpcodeGrpMask(&list, 0) == UPC_P_XU_OGRP_LD &&
              Upci_Punit_Get_OpsNotFlops(&list, 0));
    CU_ASSERT(Upci_Punit_Set_Edge(&list, 0, UpciTrue) == UpciFalse &&
              Upci_Punit_Get_Edge(&list, 0) == UpciTrue);
    CU_ASSERT(Upci_Punit_Set_Invert(&list, 0, UpciTrue) == UpciFalse && Upci_Punit_Get_Invert(&list, 0));
    CU_ASSERT(Upci_Punit_Get_Edge(&list, 24) == 0 && Upci_Punit_LLPCtr_Ovf(0x8000) &&
              !Upci_Punit_LLPCtr_Ovf(1));
}

/* The events of kcounters.h as strings (second inclusion of the list). */
static const char *const names[] = {
#define HWTPERFCOUNTER(name) #name,
#include <cnk/include/kcounters.h>
};

static void names_of_kernel_counters(void)
{
    CU_ASSERT_EQUAL(sizeof(names) / sizeof(names[0]), CNK_HWTPERFCOUNT_NUM);
    for (unsigned i = 0; i < CNK_HWTPERFCOUNT_NUM; i++)
        CU_ASSERT_STRING_EQUAL(names[i],
                               Upci_GetEventLabel(PEVT_CNKHWT_SYSCALL + i) + strlen("PEVT_CNKHWT_"));
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"locks and barriers", locks_and_barriers},
        {"leader", leader},
        {"bits", bits},
        {"node", node},
        {"kernel calls", kernel_calls},
        {"signals of a core", signals_of_a_core},
        {"reservation", reservation},
        {"counting", counting},
        {"properties", properties},
        {"names of kernel counters", names_of_kernel_counters},
        {NULL, NULL},
    };
    return emuq_test_main("counter units", tests);
}
