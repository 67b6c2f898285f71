/* SPDX-License-Identifier: BSD-3-Clause */
/* Overflow of a clock event: the handler gets set, event and context, and stops by itself. */
#include <stdlib.h>

#include "base/lock.h"
#include "quiet.h"

enum { PERIOD = 160000 /* 100 us */, WANTED = 5 };

static volatile unsigned calls, wrong;
static uint64_t last;

static void handler(int set, uint64_t address, uint64_t vector, const ucontext_t *context)
{
    unsigned index[2] = {9, 9}, length = 0;
    uint64_t value = 0;
    if (Bgpm_GetOverflowEventIndices((unsigned)set, vector, index, &length) != BGPM_EARRAY_TOO_SMALL ||
        length != 1)
        wrong++;
    if (Bgpm_GetOverflowEventIndices((unsigned)set, vector, index, &length) != 0 || index[0] != 1)
        wrong++;
    if (Bgpm_ReadEvent((unsigned)set, 1, &value) != 0 || value / PERIOD <= last / PERIOD)
        wrong++;
    if (address == 0 || context == NULL || set != 0)
        wrong++;
    last = value;
    if (++calls == WANTED && Bgpm_Stop((unsigned)set) != 0)
        wrong++;
}

static void settings(void)
{
    Bgpm_OverflowHandler_t got = handler;
    uint64_t period = 1;
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_SWDISTRIB), 0);
    unsigned core = (unsigned)Bgpm_CreateEventSet(), io = (unsigned)Bgpm_CreateEventSet();
    unsigned links = (unsigned)Bgpm_CreateEventSet(), same = (unsigned)Bgpm_CreateEventSet();
    CU_ASSERT(Bgpm_AddEvent(core, PEVT_CYCLES) == 0 && Bgpm_AddEvent(io, PEVT_MU_PKT_INJ) == 0);
    CU_ASSERT(Bgpm_AddEvent(links, PEVT_NW_SENT) == 0 && Bgpm_AddEvent(same, PEVT_MU_PKT_INJ) == 0);
    CU_ASSERT(Bgpm_SetOverflow(core, 0, 0) == BGPM_EINV_OVF &&
              Bgpm_SetOverflow(core, 0, ~(uint64_t)0) == BGPM_EINV_OVF);
    CU_ASSERT(Bgpm_SetOverflow(core, 0, (uint64_t)1 << 63) == 0 &&
              Bgpm_SetOverflowHandler(core, handler) == 0);
    CU_ASSERT(Bgpm_GetOverflow(core, 0, &period, &got) == 0 && period == (uint64_t)1 << 63 && got == handler);
    CU_ASSERT(Bgpm_SetOverflow(io, 0, 10) == 0 && Bgpm_SetOverflow(same, 0, 11) == BGPM_ETHRES_MISMATCH);
    CU_ASSERT(Bgpm_SetOverflow(links, 0, 10) == BGPM_EINV_OP &&
              Bgpm_SetOverflowHandler(links, handler) == BGPM_EINV_OP);
    CU_ASSERT(Bgpm_GetOverflow(links, 0, &period, &got) == 0 && period == 0 && got == NULL);
    CU_ASSERT(Bgpm_Apply(core) == 0 && Bgpm_SetOverflow(core, 0, 10) == BGPM_EES_FROZEN);
    CU_ASSERT_EQUAL(Bgpm_WriteEvent(core, 0, 1), BGPM_EINV_WRT2OVF);
    CU_ASSERT(Bgpm_SetOverflow(io, 0, 12) == 0 && Bgpm_SetOverflow(same, 0, 12) == 0);
    CU_ASSERT_EQUAL(Bgpm_SetOverflow(io, 0, 11), BGPM_ETHRES_MISMATCH);
    CU_ASSERT_EQUAL(Bgpm_DeleteEventSet(io), 0);
    io = (unsigned)Bgpm_CreateEventSet();
    CU_ASSERT(Bgpm_AddEvent(io, PEVT_MU_PKT_INJ) == 0 && Bgpm_SetOverflow(io, 0, 11) == BGPM_ETHRES_MISMATCH);
    CU_ASSERT_EQUAL(Bgpm_SetOverflow(same, 0, 11), 0);
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
}

static void delivery(void)
{
    uint64_t value = 0;
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_SWDISTRIB), 0);
    unsigned set = (unsigned)Bgpm_CreateEventSet();
    CU_ASSERT(Bgpm_AddEvent(set, PEVT_CYCLES) == 0 && Bgpm_AddEvent(set, PEVT_CYCLES) == 0);
    CU_ASSERT(Bgpm_SetOverflow(set, 1, PERIOD) == 0 && Bgpm_SetOverflowHandler(set, handler) == 0);
    CU_ASSERT(Bgpm_Apply(set) == 0 && Bgpm_Start(set) == 0);
    while (calls < WANTED) /* loops until the signal arrives; ended by the test's time limit */
        CU_ASSERT_FATAL(Bgpm_ReadEvent(set, 0, &value) == 0); /* signals come within calls as well */
    CU_ASSERT(wrong == 0 && Bgpm_Stop(set) == BGPM_WALREADY_STOPPED);
    CU_ASSERT(Bgpm_ReadEvent(set, 1, &value) == 0 && value >= WANTED * (uint64_t)PERIOD);
    CU_ASSERT(Bgpm_DebugGetThreadVars()->numFastOvfs == WANTED);
    CU_ASSERT(Bgpm_DebugGetThreadVars()->numPmSignals >= WANTED);
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
}

static volatile unsigned overflows;

static void counting_handler(int set, uint64_t address, uint64_t vector, const ucontext_t *context)
{
    (void)set, (void)address, (void)vector, (void)context;
    overflows++;
}

/* A set with two cycle events; the second overflows. */
static unsigned set_of_two(void)
{
    unsigned set = (unsigned)Bgpm_CreateEventSet();
    CU_ASSERT(Bgpm_AddEvent(set, PEVT_CYCLES) == 0 && Bgpm_AddEvent(set, PEVT_CYCLES) == 0);
    CU_ASSERT(Bgpm_SetOverflow(set, 1, PERIOD) == 0 && Bgpm_SetOverflowHandler(set, counting_handler) == 0);
    overflows = 0;
    return set;
}

/* Only running counters overflow, and a handler starts no counters. */
static void single_counters(void)
{
    Bgpm_Punit_Handles_t handles;
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_SWDISTRIB), 0);
    CU_ASSERT_EQUAL(Bgpm_Punit_GetHandles(set_of_two(), &handles), 0);
    Bgpm_Punit_Start(1);
    DelayTimeBase(4 * PERIOD);
    CU_ASSERT(overflows == 0 && Bgpm_DebugGetThreadVars()->numPmSignals == 0);
    Bgpm_Punit_Stop(1);
    uint64_t first = Bgpm_Punit_Read(handles.hCtr[0]);
    Bgpm_Punit_Start(2);
    while (overflows == 0)
        continue;
    CU_ASSERT_EQUAL(Bgpm_Punit_Read(handles.hCtr[0]), first);
    Bgpm_Punit_Stop(2);
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
}

/* The signal waits until the thread has given back the locks of the library below. */
static void held(void)
{
    CU_ASSERT_EQUAL(Bgpm_Init(BGPM_MODE_SWDISTRIB), 0);
    unsigned set = set_of_two();
    CU_ASSERT_EQUAL(Bgpm_Apply(set), 0);
    emuq_critical_begin();
    CU_ASSERT_EQUAL(Bgpm_Start(set), 0);
    DelayTimeBase(4 * PERIOD);
    CU_ASSERT_EQUAL(overflows, 0);
    emuq_critical_end();
    while (overflows == 0)
        continue;
    CU_ASSERT_EQUAL(Bgpm_Disable(), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"settings", settings},
                                        {"delivery", delivery},
                                        {"single counters", single_counters},
                                        {"locks", held},
                                        {NULL, NULL}};
    bgpm_quiet();
    return emuq_test_main("BGPM: overflow", tests);
}
