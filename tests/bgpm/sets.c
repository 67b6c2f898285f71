/* SPDX-License-Identifier: BSD-3-Clause */
/* Life of threads and event sets, units and modes of BGPM, in a process without traffic. */
#include <pthread.h>
#include <stdlib.h>

#include "quiet.h"

static uint64_t value;

static int add_new(unsigned event)
{
    int set = Bgpm_CreateEventSet();
    CU_ASSERT(set >= 0);
    CU_ASSERT_EQUAL(Bgpm_AddEvent((unsigned)set, event), 0);
    return set;
}

/* The sequence of the specification. */
static void sequence(void)
{
    unsigned list[] = {354, 363, 372, 384};
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_SWDISTRIB), 0);
    CU_ASSERT_EQUAL(Bgpm_CreateEventSet(), 0);
    CU_ASSERT_EQUAL(Bgpm_AddEventList(0, list, 4), 0);
    CU_ASSERT_EQUAL(Bgpm_NumEvents(0), 4);
    value = 1;
    CU_ASSERT(Bgpm_ReadEvent(0, 0, &value) == BGPM_WNOT_ATTACHED && value == 0);
    CU_ASSERT_EQUAL(Bgpm_Start(0), BGPM_WNOT_LINK_CTL);
    CU_ASSERT_EQUAL(Bgpm_Attach(0, 0xFFE0, 0), 0);
    CU_ASSERT_EQUAL(Bgpm_NumTargets(0), 11);
    CU_ASSERT_EQUAL(Bgpm_Start(0), 0);
    CU_ASSERT_EQUAL(Bgpm_Start(0), BGPM_WALREADY_STARTED);
    for (unsigned i = 0; i < 3; i++)
        CU_ASSERT(Bgpm_ReadEvent(0, i, &value) == 0 && value == 0);
    DelayTimeBase(10000);
    CU_ASSERT(Bgpm_ReadEvent(0, 3, &value) == 0 && value > 0);
    CU_ASSERT_EQUAL(Bgpm_Stop(0), 0);
    CU_ASSERT_EQUAL(Bgpm_Stop(0), BGPM_WALREADY_STOPPED);
    CU_ASSERT_EQUAL(Bgpm_CreateEventSet(), 1);
    CU_ASSERT_EQUAL(Bgpm_AddEvent(1, PEVT_CYCLES), 0);
    CU_ASSERT_EQUAL(Bgpm_AddEvent(1, 354), BGPM_ECONF_UNIT);
    CU_ASSERT_EQUAL(Bgpm_Start(1), BGPM_ENOT_APPLIED);
    CU_ASSERT_EQUAL(Bgpm_Apply(1), 0);
    CU_ASSERT_EQUAL(Bgpm_Start(1), 0);
    CU_ASSERT_EQUAL(Bgpm_Reset(1), BGPM_EUPDATE_DISALLOWED);
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
    CU_ASSERT_EQUAL(Bgpm_Disable(), BGPM_ENOT_INIT);
}

static void modes(void)
{
    CU_ASSERT_EQUAL(Bgpm_Init((Bgpm_Modes)7), BGPM_ENOTIMPL);
    setenv("BGPM_MODE", "1", 1);
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_DEFAULT), 0);
    unsetenv("BGPM_MODE");
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_LLDISTRIB), BGPM_EINITED);
    Bgpm_Punit_LLHandles_t ll;
    Bgpm_Punit_Handles_t handles;
    unsigned set = (unsigned)add_new(PEVT_CYCLES);
    CU_ASSERT_EQUAL(Bgpm_SetOverflow(set, 0, 1000), BGPM_EUNSUP_OVERFLOW);
    CU_ASSERT_EQUAL(Bgpm_Punit_GetHandles(set, &handles), BGPM_EINV_OP);
    CU_ASSERT_EQUAL(Bgpm_Apply(set), 0);
    CU_ASSERT_EQUAL(Bgpm_Punit_GetLLHandles(set, &ll), 0);
    CU_ASSERT(ll.numCtrs == 1 && ll.allCtrMask == 1);
    Bgpm_Punit_LLResetStart(ll.allCtrMask);
    DelayTimeBase(40000);
    Bgpm_Punit_LLStop(ll.allCtrMask);
    value = Bgpm_Punit_LLRead(ll.hCtr[0]);
    CU_ASSERT(BGPM_LLCOUNT_OVERFLOW(value) && Bgpm_Punit_LLRead(ll.hCtr[0]) == value);
    Bgpm_Punit_LLWrite(ll.hCtr[0], 5);
    CU_ASSERT_EQUAL(Bgpm_Punit_LLRead(ll.hCtr[0]), 5);
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
}

static void handles(void)
{
    Bgpm_Punit_Handles_t handle;
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_DEFAULT), 0);
    unsigned set = (unsigned)add_new(PEVT_CYCLES);
    CU_ASSERT_EQUAL(Bgpm_AddEvent(set, PEVT_INST_ALL), 0);
    CU_ASSERT_EQUAL(Bgpm_Punit_GetHandles(set, &handle), 0);
    CU_ASSERT(handle.numCtrs == 2 && handle.allCtrMask == 3);
    CU_ASSERT_EQUAL(Bgpm_AddEvent(set, PEVT_CYCLES), BGPM_EES_FROZEN);
    Bgpm_Punit_Start(1);
    DelayTimeBase(10000);
    Bgpm_Punit_Stop(1);
    value = Bgpm_Punit_Read(handle.hCtr[0]);
    CU_ASSERT(value >= 10000 && *(uint64_t *)(uintptr_t)handle.hCtr[0] == value);
    CU_ASSERT_EQUAL(Bgpm_Punit_Read(handle.hCtr[1]), 0); /* not started */
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
}

static void punit(void)
{
    unsigned events[24], length = 1;
    uint64_t list[2];
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_SWDISTRIB), 0);
    unsigned set = (unsigned)add_new(PEVT_CYCLES);
    CU_ASSERT(Bgpm_AddEvent(set, PEVT_CYCLES) == 0 && Bgpm_NumEvents(set) == 2);
    CU_ASSERT_EQUAL(Bgpm_ReadEvent(set, 0, &value), BGPM_ENOT_APPLIED);
    CU_ASSERT_EQUAL(Bgpm_Attach(set, 1, 0), BGPM_EINV_OP);
    CU_ASSERT_EQUAL(Bgpm_Apply(set), 0);
    CU_ASSERT_EQUAL(Bgpm_AddEvent(set, PEVT_CYCLES), BGPM_EES_FROZEN);
    CU_ASSERT_EQUAL(Bgpm_WriteEvent(set, 0, 1000000), 0);
    CU_ASSERT_EQUAL(Bgpm_Stop(set), BGPM_WALREADY_STOPPED);
    uint64_t start = GetTimeBase();
    CU_ASSERT_EQUAL(Bgpm_Start(set), 0);
    CU_ASSERT_EQUAL(Bgpm_WriteEvent(set, 0, 0), BGPM_EUPDATE_DISALLOWED);
    DelayTimeBase(16000);
    CU_ASSERT_EQUAL(Bgpm_Stop(set), 0);
    uint64_t elapsed = GetTimeBase() - start;
    CU_ASSERT_EQUAL(Bgpm_ReadEventList(set, list, &length), BGPM_EARRAY_TOO_SMALL);
    CU_ASSERT_EQUAL(length, 2);
    CU_ASSERT_EQUAL(Bgpm_ReadEventList(set, list, &length), 0);
    CU_ASSERT(list[1] >= 16000 && list[1] <= elapsed && list[0] >= list[1] + 1000000 - elapsed);
    CU_ASSERT(Bgpm_ReadEvent(set, 1, &value) == 0 && value == list[1]); /* stopped */
    CU_ASSERT(Bgpm_Reset(set) == 0 && Bgpm_ReadEvent(set, 0, &value) == 0 && value == 0);
    CU_ASSERT(Bgpm_NumTargets(set) == 1 && Bgpm_GetUnitType(set) == BGPMUnitType_PUNIT);
    CU_ASSERT_EQUAL(Bgpm_ReadThreadEvent(set, 0, 1, 0, &value), BGPM_EINV_OP);
    for (unsigned i = 0; i < 24; i++)
        events[i] = PEVT_INST_XU_FLD;
    set = (unsigned)Bgpm_CreateEventSet();
    setenv("BGPM_EVT_FEEDBACK", "0", 1);
    CU_ASSERT_EQUAL(Bgpm_AddEventList(set, events, 24), 0);
    CU_ASSERT_EQUAL(Bgpm_AddEvent(set, PEVT_CYCLES), BGPM_ECTRRESERVED);
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
}

static void misuse(void)
{
    unsigned list[] = {PEVT_CYCLES, 354};
    CU_ASSERT_EQUAL(Bgpm_Start(0), BGPM_ENOT_INIT);
    CU_ASSERT_EQUAL(Bgpm_NumEvents(0), BGPM_ENOT_INIT);
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_SWDISTRIB), 0);
    CU_ASSERT_EQUAL(Bgpm_Start(0), BGPM_EINV_SET_HANDLE);
    CU_ASSERT_EQUAL(Bgpm_NumEvents(0), 0);
    CU_ASSERT_EQUAL(Bgpm_CreateEventSet(), 0);
    CU_ASSERT_EQUAL(Bgpm_Start(0), BGPM_EEVT_SET_UNASSIGNED);
    CU_ASSERT(Bgpm_GetUnitType(0) == BGPMUnitType_UNDEF && Bgpm_NumEvents(0) == 0);
    CU_ASSERT_EQUAL(Bgpm_AddEvent(0, 415), BGPM_EUNREC_EVTID);
    CU_ASSERT_EQUAL(Bgpm_AddEvent(0, 0), BGPM_EINV_EVENT);
    CU_ASSERT_EQUAL(Bgpm_AddEventList(0, list, 2), BGPM_ECONF_UNIT);
    CU_ASSERT_EQUAL(Bgpm_NumEvents(0), 0); /* none has been added */
    CU_ASSERT_EQUAL(Bgpm_AddEventList(0, NULL, 1), BGPM_EINV_PARM);
    CU_ASSERT_EQUAL(Bgpm_AddEventList(0, list, 0), BGPM_EINV_PARM);
    CU_ASSERT_EQUAL(Bgpm_AddEventList(0, list, 1), 0);
    CU_ASSERT_EQUAL(Bgpm_AddEvent(0, 415), BGPM_EINV_EVENT);
    CU_ASSERT_EQUAL(Bgpm_GetEventId(0, 0), PEVT_CYCLES);
    CU_ASSERT_EQUAL(Bgpm_GetEventId(0, 1), BGPM_EINV_EVT_IDX);
    CU_ASSERT_STRING_EQUAL(Bgpm_GetEventLabel(0, 0), "PEVT_CYCLES");
    CU_ASSERT(Bgpm_GetEventLabel(0, 1) == NULL && Bgpm_LastErr() == BGPM_EINV_EVT_IDX);
    CU_ASSERT(Bgpm_GetEventIndex(0, PEVT_CYCLES, 0) == 0 && Bgpm_GetEventIndex(0, PEVT_INST_ALL, 0) == 1);
    CU_ASSERT_EQUAL(Bgpm_GetEventIndex(0, 354, 0), BGPM_ECONF_UNIT);
    CU_ASSERT_EQUAL(Bgpm_GetEventIndex(0, PEVT_CYCLES, 1), BGPM_EINV_EVT_IDX);
    CU_ASSERT_EQUAL(Bgpm_ReadEvent(0, 0, NULL), BGPM_EINV_PARM);
    CU_ASSERT_EQUAL(Bgpm_NW_ReadLinkEvent(0, 0, UPC_NW_LINK_A, &value), BGPM_EINV_OP);
    CU_ASSERT_EQUAL(Bgpm_DeleteEventSet(0), 0);
    CU_ASSERT_EQUAL(Bgpm_CreateEventSet(), 0); /* the lowest free number */
    for (int i = 1; i < 640; i++)
        CU_ASSERT_EQUAL(Bgpm_CreateEventSet(), i);
    CU_ASSERT_EQUAL(Bgpm_CreateEventSet(), BGPM_EMAX_EVTSETS);
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
}

static void units(void)
{
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_SWDISTRIB), 0);
    unsigned io = (unsigned)add_new(PEVT_MU_PORT0_16B_WRT), l2 = (unsigned)add_new(PEVT_L2_HITS_SLICE);
    unsigned other = (unsigned)Bgpm_CreateEventSet(), kernel = (unsigned)add_new(PEVT_CNKHWT_SYSCALL);
    UpciBool_t combined = UpciTrue;
    CU_ASSERT_EQUAL(Bgpm_AddEvent(other, PEVT_L2_HITS), BGPM_ECONF_L2_COMBINE);
    CU_ASSERT_EQUAL(Bgpm_Attach(io, 1, 0), BGPM_EINV_OP);
    CU_ASSERT_EQUAL(Bgpm_Start(io), BGPM_ENOT_APPLIED);
    CU_ASSERT(Bgpm_Apply(io) == 0 && Bgpm_Start(io) == 0 && Bgpm_Start(io) == 0);
    CU_ASSERT(Bgpm_WriteEvent(io, 0, 7) == 0 && Bgpm_ReadEvent(io, 0, &value) == 0 && value == 7);
    CU_ASSERT(Bgpm_Reset(io) == 0 && Bgpm_ReadEvent(io, 0, &value) == 0 && value == 0);
    CU_ASSERT(Bgpm_Stop(io) == 0 && Bgpm_Stop(io) == 0 && Bgpm_NumTargets(io) == 1);
    CU_ASSERT(Bgpm_Apply(l2) == 0 && Bgpm_GetL2Combine(l2, &combined) == 0 && !combined);
    CU_ASSERT_EQUAL(Bgpm_WriteEvent(l2, 0, 1), BGPM_EINV_OP);
    CU_ASSERT(Bgpm_L2_WriteEvent(l2, 3, 0, 5) == 0 && Bgpm_L2_WriteEvent(l2, 15, 0, 6) == 0);
    CU_ASSERT(Bgpm_L2_ReadEvent(l2, 3, 0, &value) == 0 && value == 5);
    CU_ASSERT(Bgpm_ReadEvent(l2, 0, &value) == 0 && value == 11);
    CU_ASSERT_EQUAL(Bgpm_L2_ReadEvent(l2, 16, 0, &value), BGPM_EINV_L2_SLICE);
    CU_ASSERT_EQUAL(Bgpm_GetL2Combine(io, &combined), BGPM_EUNSUP_ATTRIB);
    CU_ASSERT_EQUAL(Bgpm_GetUnitType(kernel), BGPMUnitType_CNK);
    CU_ASSERT(Bgpm_Start(kernel) == 0 && Bgpm_Start(kernel) == BGPM_WALREADY_STARTED);
    CU_ASSERT(Bgpm_WriteEvent(kernel, 0, 9) == 0 && Bgpm_ReadEvent(kernel, 0, &value) == 0 && value == 9);
    CU_ASSERT(Bgpm_Stop(kernel) == 0 && Bgpm_Stop(kernel) == BGPM_WALREADY_STOPPED);
    CU_ASSERT(Bgpm_Reset(kernel) == 0 && Bgpm_ReadEvent(kernel, 0, &value) == 0 && value == 0);
    CU_ASSERT(Bgpm_CNK_SampleEvent(kernel, 0, &value) == 0 &&
              Bgpm_CNK_SampleEvent(io, 0, &value) == BGPM_EINV_OP);
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
}

static void network(void)
{
    UPC_NW_Vchannels channels = UPC_NW_VC_ALL;
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_SWDISTRIB), 0);
    unsigned set = (unsigned)add_new(PEVT_NW_SENT), same = (unsigned)add_new(PEVT_NW_SENT);
    unsigned other = (unsigned)add_new(PEVT_NW_SYS_PP_SENT);
    setenv("BGPM_EVT_FEEDBACK", "0", 1);
    for (unsigned i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(Bgpm_AddEvent(other, PEVT_NW_SYS_PP_SENT), 0);
    CU_ASSERT_EQUAL(Bgpm_AddEvent(other, PEVT_NW_SYS_PP_SENT), BGPM_ECTRRESERVED);
    CU_ASSERT_EQUAL(Bgpm_AddEvent(other, PEVT_NW_RECV), 0);
    CU_ASSERT_EQUAL(Bgpm_AddEvent(other, PEVT_NW_USER_PP_RECV), BGPM_ECTRRESERVED);
    CU_ASSERT(Bgpm_GetEventVirtChannels(set, 0, &channels) == 0 && channels == 0);
    CU_ASSERT_EQUAL(Bgpm_SetEventVirtChannels(other, 0, UPC_NW_VC_ALL), BGPM_EUNSUP_ATTRIB);
    CU_ASSERT_EQUAL(Bgpm_SetEventVirtChannels(set, 0, UPC_NW_VC_SYSTEM), 0);
    CU_ASSERT_EQUAL(Bgpm_SetEventVirtChannels(same, 0, UPC_NW_VC_SYSTEM), 0);
    CU_ASSERT_EQUAL(Bgpm_Apply(set), BGPM_EINV_OP);
    CU_ASSERT_EQUAL(Bgpm_Detach(set), BGPM_WNOT_LINK_CTL);
    CU_ASSERT_EQUAL(Bgpm_Attach(set, 1, 0), BGPM_EINV_PARM);
    CU_ASSERT_EQUAL(Bgpm_Attach(set, UPC_NW_LINK_A, 0), 0);
    CU_ASSERT_EQUAL(Bgpm_Attach(same, UPC_NW_LINK_A, 0), 0); /* as reader */
    CU_ASSERT_EQUAL(Bgpm_Attach(same, UPC_NW_LINK_B, 0), 0); /* as controller */
    CU_ASSERT_EQUAL(Bgpm_NumTargets(same), 4);
    CU_ASSERT_EQUAL(Bgpm_Attach(other, UPC_NW_LINK_A, 0), BGPM_ELINK_CTRS_INCOMPAT);
    CU_ASSERT_EQUAL(Bgpm_NW_ReadLinkEvent(set, 0, UPC_NW_LINK_B, &value), BGPM_WNOT_ATTACHED);
    CU_ASSERT(Bgpm_Start(set) == 0 && Bgpm_Reset(set) == 0 && Bgpm_ResetStart(set) == 0);
    CU_ASSERT_EQUAL(Bgpm_WriteEvent(set, 0, 1), BGPM_EINV_OP);
    CU_ASSERT(Bgpm_Detach(set) == 0 && Bgpm_Start(set) == BGPM_WNOT_LINK_CTL);
    CU_ASSERT_EQUAL(Bgpm_Attach(other, UPC_NW_LINK_A, 0), 0);
    CU_ASSERT_EQUAL(Bgpm_Start(same), 0); /* only the controlled links */
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
}

/* The second thread may read but not control. */
static void *other_thread(void *argument)
{
    int *rc = argument;
    bgpm_quiet();
    rc[0] = Bgpm_ReadEvent(0, 0, &value);
    rc[1] = Bgpm_Init(BGPM_MODE_HWDISTRIB);
    rc[2] = Bgpm_Init(BGPM_MODE_SWDISTRIB);
    rc[3] = Bgpm_Stop(0);
    rc[4] = Bgpm_ReadEvent(0, 0, &value);
    rc[5] = Bgpm_IsController(0);
    rc[6] = Bgpm_CreateEventSet();
    rc[7] = Bgpm_Disable();
    return NULL;
}

static void threads(void)
{
    static const int expected[] = {BGPM_ENOT_INIT, BGPM_ECONF_MODE, 0, BGPM_ENOT_CONTROL_THREAD, 0, 0, 1, 0};
    int rc[8];
    pthread_t thread;
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_SWDISTRIB), 0);
    unsigned set = (unsigned)add_new(PEVT_CYCLES);
    CU_ASSERT(Bgpm_Apply(set) == 0 && Bgpm_Start(set) == 0);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, other_thread, rc), 0);
    pthread_join(thread, NULL);
    for (unsigned i = 0; i < 8; i++)
        CU_ASSERT_EQUAL(rc[i], expected[i]);
    CU_ASSERT_EQUAL(Bgpm_IsController(set), 1);
    CU_ASSERT_EQUAL(Bgpm_DeleteEventSet(1), BGPM_EINV_SET_HANDLE); /* went with its thread */
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
}

static void *ending_thread(void *argument)
{
    int *rc = argument;
    bgpm_quiet();
    rc[0] = Bgpm_Init(BGPM_MODE_SWDISTRIB);
    rc[1] = Bgpm_CreateEventSet();
    rc[2] = Bgpm_AddEvent((unsigned)rc[1], PEVT_NW_CYCLES);
    rc[3] = Bgpm_Attach((unsigned)rc[1], UPC_NW_ALL_LINKS, 0);
    return NULL;
}

/* The end of a thread without Bgpm_Disable() frees its sets, links and mode. */
static void ended_thread(void)
{
    int rc[4];
    pthread_t thread;
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_SWDISTRIB), 0);
    unsigned set = (unsigned)add_new(PEVT_NW_CYCLES);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, ending_thread, rc), 0);
    pthread_join(thread, NULL);
    CU_ASSERT(rc[0] == 0 && rc[1] == 1 && rc[2] == 0 && rc[3] == 0);
    CU_ASSERT_EQUAL(Bgpm_GetUnitType(1), BGPM_EINV_SET_HANDLE);
    CU_ASSERT(Bgpm_Attach(set, UPC_NW_ALL_LINKS, 0) == 0 && Bgpm_Start(set) == 0);
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, ending_thread, rc), 0);
    pthread_join(thread, NULL);
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_HWDISTRIB), 0);
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
}

static void hardware_mode(void)
{
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_HWDISTRIB), 0);
    unsigned set = (unsigned)add_new(PEVT_CYCLES), other = (unsigned)add_new(PEVT_CYCLES);
    uint64_t own = UPC_APP_HWTID_MASK(Kernel_ProcessorID()),
             next = UPC_APP_HWTID_MASK(Kernel_ProcessorID() ^ 1u);
    uint64_t sum, each;
    CU_ASSERT_EQUAL(Bgpm_Attach(set, 0, 0), BGPM_EINV_PARM);
    CU_ASSERT_EQUAL(Bgpm_Attach(set, own | next, UPC_AGENT_HWTID_MASK(65)), 0);
    CU_ASSERT_EQUAL(Bgpm_NumTargets(set), 3);
    CU_ASSERT_EQUAL(Bgpm_Attach(other, own, 0), BGPM_ECTRS_IN_USE);
    CU_ASSERT_EQUAL(Bgpm_Apply(other), BGPM_WALREADY_ATTACHED);
    CU_ASSERT_EQUAL(Bgpm_Attach(other, UPC_APP_HWTID_MASK(9), 0), 0);
    CU_ASSERT_EQUAL(Bgpm_Start(other), BGPM_ENOT_APPLIED); /* without its owner's thread */
    CU_ASSERT_EQUAL(Bgpm_Start(set), 0);
    DelayTimeBase(5000);
    CU_ASSERT_EQUAL(Bgpm_Stop(set), 0);
    CU_ASSERT(Bgpm_ReadEvent(set, 0, &sum) == 0 && sum >= 3 * 5000);
    CU_ASSERT(Bgpm_ReadThreadEvent(set, 0, next, 0, &each) == 0 && each >= 5000 && each < sum);
    CU_ASSERT_EQUAL(Bgpm_ReadThreadEvent(set, 0, UPC_APP_HWTID_MASK(9), 0, &each), BGPM_WNOT_ATTACHED);
    CU_ASSERT(Bgpm_ReadEvent(other, 0, &each) == 0 && each >= 5000); /* started with the remaining sets */
    CU_ASSERT(Bgpm_WriteEvent(set, 0, 4) == 0 && Bgpm_ReadEvent(set, 0, &sum) == 0 && sum == 3 * 4);
    CU_ASSERT(Bgpm_Detach(set) == 0 && Bgpm_Attach(other, own, 0) == 0);
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"sequence", sequence},
        {"modes", modes},
        {"handles", handles},
        {"core sets", punit},
        {"misuse", misuse},
        {"L2, I/O and kernel sets", units},
        {"network", network},
        {"threads", threads},
        {"ended thread", ended_thread},
        {"hardware mode", hardware_mode},
        {NULL, NULL},
    };
    bgpm_quiet();
    return emuq_test_main("BGPM: event sets", tests);
}
