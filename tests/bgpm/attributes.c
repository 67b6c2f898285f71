/* SPDX-License-Identifier: BSD-3-Clause */
/* Attributes, user data, multiplexing and debugging functions of BGPM. */
#include <stdlib.h>
#include <string.h>

#include "quiet.h"

static unsigned set_of(unsigned event)
{
    unsigned set = (unsigned)Bgpm_CreateEventSet();
    CU_ASSERT_EQUAL(Bgpm_AddEvent(set, event), 0);
    return set;
}

static void open_library(void)
{
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_SWDISTRIB), 0);
}

static void close_library(void)
{
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
}

static void context(void)
{
    Bgpm_Context ctx = BGPM_CTX_DEFAULT;
    Bgpml1pModes mode = BGPMl1pMode_UNDEF;
    open_library();
    unsigned set = (unsigned)Bgpm_CreateEventSet(), other = set_of(PEVT_AXU_IDLE);
    CU_ASSERT_EQUAL(Bgpm_GetContext(set, &ctx), BGPM_EEVT_SET_UNASSIGNED);
    CU_ASSERT_EQUAL(Bgpm_SetContext(set, (Bgpm_Context)4), BGPM_EINV_PARM);
    CU_ASSERT_EQUAL(Bgpm_GetUnitType(set), BGPMUnitType_UNDEF);
    CU_ASSERT_EQUAL(Bgpm_SetContext(set, BGPM_CTX_USER), 0);
    CU_ASSERT_EQUAL(Bgpm_GetUnitType(set), BGPMUnitType_PUNIT); /* the set is now a core set */
    CU_ASSERT_EQUAL(Bgpm_AddEvent(set, PEVT_CYCLES), BGPM_EEVT_CTX_MISMATCH);
    CU_ASSERT(Bgpm_AddEvent(set, PEVT_AXU_IDLE) == 0 && Bgpm_AllowMixedContext(set) == 0);
    CU_ASSERT_EQUAL(Bgpm_AddEvent(set, PEVT_CYCLES), 0);
    CU_ASSERT_EQUAL(Bgpm_SetContext(other, BGPM_CTX_KERNEL), BGPM_ECTX_MISMATCH);
    CU_ASSERT(Bgpm_GetContext(set, &ctx) == 0 && ctx == BGPM_CTX_USER);
    CU_ASSERT(Bgpm_GetContext(other, &ctx) == 0 && ctx == BGPM_CTX_BOTH);
    CU_ASSERT_EQUAL(Bgpm_AddEvent(other, PEVT_L1P_LIST_CMP), 0);
    CU_ASSERT(Bgpm_GetL1pMode(other, &mode) == 0 && mode == BGPMl1pMode_LIST);
    CU_ASSERT_EQUAL(Bgpm_SetContext(set_of(PEVT_MU_PKT_INJ), BGPM_CTX_USER), BGPM_EUNSUP_ATTRIB);
    close_library();
}

static void events(void)
{
    uint64_t mask = 0;
    uint16_t match = 0, bits = 0;
    unsigned short scale = 0, flag = 9;
    open_library();
    unsigned set = set_of(PEVT_INST_QFPU_GRP_MASK), other = set_of(PEVT_INST_QFPU_MATCH);
    CU_ASSERT(Bgpm_AddEvent(set, PEVT_INST_QFPU_MATCH) == 0 && Bgpm_AddEvent(set, PEVT_INST_XU_MATCH) == 0);
    CU_ASSERT(Bgpm_AddEvent(set, PEVT_INST_XU_GRP_MASK) == 0 && Bgpm_AddEvent(set, PEVT_IU_IL1_MISS) == 0);
    CU_ASSERT(Bgpm_SetQfpuGrpMask(set, 0, UPC_P_AXU_OGRP_FPGRP1) == 0 && Bgpm_SetXuGrpMask(set, 3, 8) == 0);
    CU_ASSERT(Bgpm_GetQfpuGrpMask(set, 0, &mask) == 0 && mask == UPC_P_AXU_OGRP_FPGRP1);
    CU_ASSERT(Bgpm_GetXuGrpMask(set, 3, &mask) == 0 && mask == 8);
    CU_ASSERT_EQUAL(Bgpm_SetXuGrpMask(set, 0, 1), BGPM_EUNSUP_ATTRIB);
    CU_ASSERT(Bgpm_SetQfpuFp(set, 0, 1) == 0 && Bgpm_GetQfpuFp(set, 0, &flag) == 0 && flag == 1);
    CU_ASSERT_EQUAL(Bgpm_SetQfpuFp(set, 2, 1), BGPM_EUNSUP_ATTRIB);
    CU_ASSERT_EQUAL(Bgpm_SetQfpuMatch(set, 1, 1, 2, 4), BGPM_EINV_PARM);
    CU_ASSERT_EQUAL(Bgpm_SetQfpuMatch(set, 1, 1, 2, 3), 0);
    CU_ASSERT(Bgpm_GetQfpuMatch(set, 1, &match, &bits, &scale) == 0 && match == 1 && bits == 2 && scale == 3);
    CU_ASSERT_EQUAL(Bgpm_SetQfpuMatch(other, 0, 1, 2, 1), BGPM_EQFPU_RSV_MISMATCH);
    CU_ASSERT(Bgpm_SetXuMatch(set, 2, 5, 6) == 0 && Bgpm_GetXuMatch(set, 2, &match, &bits) == 0);
    CU_ASSERT(match == 5 && bits == 6);
    CU_ASSERT(Bgpm_GetEventEdge(set, 4, &flag) == 0 && flag == 1 && Bgpm_SetEventEdge(set, 4, 0) == 0);
    CU_ASSERT(Bgpm_GetEventEdge(set, 4, &flag) == 0 && flag == 0);
    CU_ASSERT(Bgpm_SetEventInvert(set, 4, 1) == 0 && Bgpm_GetEventInvert(set, 4, &flag) == 0 && flag == 1);
    CU_ASSERT(Bgpm_SetEventEdge(set, 0, 1) == BGPM_EUNSUP_ATTRIB && Bgpm_GetEventInvert(set, 0, &flag) == 0 &&
              flag == 0);
    CU_ASSERT(Bgpm_GetFpSqrScale(set, &scale) == 0 && scale == 3 &&
              Bgpm_SetFpSqrScale(set, 4) == BGPM_EINV_PARM);
    CU_ASSERT(Bgpm_SetFpSqrScale(set, 0) == 0 && Bgpm_SetFpSqrScale(other, 1) == BGPM_ESQRT_SCALE_MISMATCH);
    CU_ASSERT(Bgpm_SetFpDivScale(set, 1) == 0 && Bgpm_GetFpDivScale(set, &scale) == 0 && scale == 1);
    CU_ASSERT(Bgpm_Apply(set) == 0 && Bgpm_SetFpDivScale(set, 1) == BGPM_EES_FROZEN);
    CU_ASSERT_EQUAL(Bgpm_SetXuGrpMask(set, 3, 1), BGPM_EES_FROZEN);
    close_library();
}

static void user_data(void)
{
    uint64_t value = 9;
    open_library();
    unsigned set = (unsigned)Bgpm_CreateEventSet();
    CU_ASSERT(Bgpm_GetEventSetUser2(set, &value) == 0 && value == 0);
    CU_ASSERT(Bgpm_SetEventSetUser1(set, 1) == 0 && Bgpm_SetEventSetUser2(set, 2) == 0);
    CU_ASSERT_EQUAL(Bgpm_AddEvent(set, PEVT_CYCLES), 0);
    CU_ASSERT(Bgpm_GetEventSetUser1(set, &value) == 0 && value == 1);
    CU_ASSERT(Bgpm_GetEventSetUser2(set, &value) == 0 && value == 2);
    CU_ASSERT(Bgpm_SetEventUser1(set, 0, 3) == 0 && Bgpm_SetEventUser2(set, 0, 4) == 0);
    CU_ASSERT(Bgpm_GetEventUser1(set, 0, &value) == 0 && value == 3);
    CU_ASSERT(Bgpm_GetEventUser2(set, 0, &value) == 0 && value == 4);
    CU_ASSERT_EQUAL(Bgpm_GetEventUser2(set, 1, &value), BGPM_EINV_EVT_IDX);
    close_library();
}

static void multiplexing(void)
{
    unsigned many[30];
    Bgpm_MuxStats_t stats;
    open_library();
    unsigned set = (unsigned)Bgpm_CreateEventSet(), plain = set_of(PEVT_CYCLES);
    CU_ASSERT_EQUAL(Bgpm_SetMultiplex(plain, 0, BGPM_NORMAL), BGPM_ENOT_EMPTY);
    CU_ASSERT_EQUAL(Bgpm_GetMultiplex(set, &stats), BGPM_EEVT_SET_UNASSIGNED);
    CU_ASSERT_EQUAL(Bgpm_SetMultiplex(set, 0, 2), BGPM_EINV_PARM);
    CU_ASSERT_EQUAL(Bgpm_SetMultiplex2(set, 0, BGPM_NORMAL, (RsvMuxCtrs)7), BGPM_EINV_PARM);
    CU_ASSERT_EQUAL(Bgpm_SetMultiplex2(set, 0, BGPM_NORMAL, BGPMMuxMedEvts), 0);
    for (unsigned i = 0; i < 30; i++)
        many[i] = PEVT_CYCLES;
    CU_ASSERT_EQUAL(Bgpm_AddEventList(set, many, 30), 0); /* more than a core has counters */
    CU_ASSERT(Bgpm_GetMuxGroups(set) == 3 && Bgpm_GetMuxGroups(plain) == 1);
    CU_ASSERT_EQUAL(Bgpm_GetMuxGroups(set_of(PEVT_MU_PKT_INJ)), 0);
    CU_ASSERT(Bgpm_Apply(set) == 0 && Bgpm_Start(set) == 0);
    DelayTimeBase(1000);
    CU_ASSERT(Bgpm_SwitchMux(set) == 0 && Bgpm_SwitchMux(plain) == BGPM_ENOT_MUXED);
    CU_ASSERT(Bgpm_Stop(set) == 0 && Bgpm_GetMultiplex(set, &stats) == 0);
    CU_ASSERT(stats.active == 1 && stats.numGrps == 3 && stats.maxEvtsPerGrp == 11 && stats.numSwitches == 1);
    CU_ASSERT(stats.elapsedCycles >= 1000 && stats.normalize == 1);
    CU_ASSERT_EQUAL(Bgpm_GetMuxElapsedCycles(set, 2), stats.elapsedCycles);
    CU_ASSERT_EQUAL(Bgpm_GetMuxEventElapsedCycles(set, 29), stats.elapsedCycles);
    CU_ASSERT_EQUAL(Bgpm_GetMuxElapsedCycles(set, 3), (uint64_t)BGPM_EINV_PARM);
    CU_ASSERT(Bgpm_GetMultiplex(plain, &stats) == 0 && stats.active == 0);
    close_library();
}

static void feedback(void)
{
    static char buffer[BGPM_FEEDBACK_BUFSIZE];
    open_library();
    unsigned set = set_of(PEVT_NW_RECV);
    CU_ASSERT_EQUAL(Bgpm_SetThreadFeedbackBuffer(1, buffer, sizeof buffer), 0);
    CU_ASSERT_EQUAL(Bgpm_AddEvent(set, PEVT_NW_SYS_PP_RECV), BGPM_ECTRRESERVED);
    CU_ASSERT(strstr(buffer, "PEVT_NW_SYS_PP_RECV") != NULL && strstr(buffer, "PEVT_NW_RECV\n") != NULL);
    CU_ASSERT_EQUAL(Bgpm_SetThreadFeedbackBuffer(0, NULL, 0), 0);
    CU_ASSERT(Bgpm_DumpEvtSetList(0) == 0 && Bgpm_DumpEvtSet(set, 1) == 0 && Bgpm_DumpEvtSet(5, 0) < 0);
    close_library();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"context", context},           {"attributes of events", events}, {"user data", user_data},
        {"multiplexing", multiplexing}, {"feedback", feedback},           {NULL, NULL},
    };
    bgpm_quiet();
    return emuq_test_main("BGPM: attributes", tests);
}
