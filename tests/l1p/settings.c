/* SPDX-License-Identifier: BSD-3-Clause */
/* Prefetcher calls accept and reject the same values as the hardware, and store the settings. */
#include <stddef.h>
#include <string.h>

#include "emuq_test.h"
#include "spi/include/l1p/flush.h"
#include "spi/include/l1p/pprefetch.h"
#include "spi/include/l1p/sprefetch.h"

static void values(void)
{
    CU_ASSERT(L1P_stream_optimistic == 1 && L1P_stream_confirmed == 2);
    CU_ASSERT(L1P_confirmed_or_dcbt == 3 && L1P_stream_disable == 4);
    CU_ASSERT(L1P_NestingSaveContext == 1 && L1P_NestingIgnore == 2);
    CU_ASSERT(L1P_NestingFlat == 3 && L1P_NestingError == 4);
    CU_ASSERT(L1P_PatternLimit_Disable == 1 && L1P_PatternLimit_Error == 2);
    CU_ASSERT(L1P_PatternLimit_Assert == 3 && L1P_PatternLimit_Prune == 4);
    CU_ASSERT(L1P_NOMEMORY == 1 && L1P_PARMRANGE == 2 && L1P_PATTERNACTIVE == 3);
    CU_ASSERT(L1P_NOTAPATTERN == 4 && L1P_ALREADYCONFIGURED == 5 && L1P_NOTCONFIGURED == 6);
    CU_ASSERT(L1P_CACHELINESIZE == 128 && L1P_MISSLISTENTRYSIZE == 4 && DD1_L1P_Workaround == 0);
    CU_ASSERT(L1P_CFG_PF_USR_ADJUST == 0x108 && SA_BGQ_PP_PAUSE == 0x00010000);
}

static void layouts(void)
{
    CU_ASSERT(sizeof(L1P_Pattern_t) == 24 && offsetof(L1P_Pattern_t, WritePattern) == 16);
    CU_ASSERT(sizeof(L1P_SPIContext) == 56 && offsetof(L1P_SPIContext, nestPolicy) == 16);
    CU_ASSERT(offsetof(L1P_SPIContext, implicitPatternAllocate) == 20);
    CU_ASSERT(offsetof(L1P_SPIContext, currentPattern) == 24 &&
              offsetof(L1P_SPIContext, nestedContext) == 48);
    CU_ASSERT(sizeof(L1P_THR_SPECULATION_t) == 64 && offsetof(L1P_THR_SPECULATION_t, speculationIdTid) == 32);
    CU_ASSERT(sizeof _L1P_Context / sizeof _L1P_Context[0] == 68);

    L1P_Status_t s = {0};
    s.s.endoflist = 1;
    CU_ASSERT_EQUAL(s.status, 1);
    s.s.maximum = 1;
    CU_ASSERT_EQUAL(s.status, 3);
    s.s.abandoned = 1;
    CU_ASSERT_EQUAL(s.status, 7);
    s.status = 8;
    CU_ASSERT(s.s.finished == 1 && s.s.abandoned == 0 && s.s.pad == 0);

    union {
        L1P_MMIO_t bits;
        uint64_t word;
    } m;
    CU_ASSERT_EQUAL(sizeof m, 8);
    m.word = UINT64_C(5) << 9 | UINT64_C(3) << 6 | 1 << 5 | 1 << 3 | 1 << 1;
    CU_ASSERT(m.bits.pad == 0 && m.bits.ctrl_prefetchdepth == 5 && m.bits.ctrl_maxlistaddr == 3);
    CU_ASSERT(m.bits.ctrl_inhibitlist == 1 && m.bits.ctrl_ignoremaxtol == 0 && m.bits.ctrl_start == 1);
    CU_ASSERT(m.bits.ctrl_load == 0 && m.bits.ctrl_pause == 1);
}

static void streams(void)
{
    int adaptive = -1;
    L1P_StreamPolicy_t policy;
    uint32_t depth = 0;
    CU_ASSERT(L1P_GetStreamAdaptiveMode(&adaptive) == 0 && adaptive == 1);
    CU_ASSERT(L1P_SetStreamAdaptiveMode(0) == 0);
    CU_ASSERT(L1P_GetStreamAdaptiveMode(&adaptive) == 0 && adaptive == 0);
    CU_ASSERT(L1P_GetStreamPolicy(&policy) == 0 && policy == L1P_confirmed_or_dcbt);
    CU_ASSERT(L1P_SetStreamPolicy(L1P_stream_disable) == 0);
    CU_ASSERT(L1P_GetStreamPolicy(&policy) == 0 && policy == L1P_stream_disable);
    CU_ASSERT(L1P_SetStreamDepth(8) == 0 && L1P_SetStreamTotalDepth(1) == 0);
    CU_ASSERT(L1P_SetStreamDepth(0) == L1P_PARMRANGE && L1P_SetStreamDepth(9) == L1P_PARMRANGE);
    CU_ASSERT(L1P_SetStreamTotalDepth(0) == L1P_PARMRANGE && L1P_SetStreamTotalDepth(17) == L1P_PARMRANGE);
    CU_ASSERT(L1P_SetStreamDepth(UINT32_MAX) == L1P_PARMRANGE);
    CU_ASSERT(L1P_SetStreamPolicy((L1P_StreamPolicy_t)0) == L1P_PARMRANGE);
    CU_ASSERT(L1P_SetStreamPolicy((L1P_StreamPolicy_t)5) == L1P_PARMRANGE);
    CU_ASSERT(L1P_GetStreamDepth(&depth) == 0 && depth == 8);
    CU_ASSERT(L1P_GetStreamTotalDepth(&depth) == 0 && depth == 1);
    CU_ASSERT(L1P_GetStreamAdaptiveMode(NULL) == L1P_PARMRANGE && L1P_GetStreamPolicy(NULL) == L1P_PARMRANGE);
    CU_ASSERT(L1P_GetStreamDepth(NULL) == L1P_PARMRANGE && L1P_GetStreamTotalDepth(NULL) == L1P_PARMRANGE);
}

static void not_configured(void)
{
    L1P_Pattern_t *p;
    CU_ASSERT(L1P_PatternStart(1) == L1P_NOTCONFIGURED && L1P_PatternStop() == L1P_NOTCONFIGURED);
    CU_ASSERT(L1P_PatternPause() == L1P_NOTCONFIGURED && L1P_PatternResume() == L1P_NOTCONFIGURED);
    CU_ASSERT(L1P_GetPattern(&p) == L1P_NOTCONFIGURED && L1P_PatternUnconfigure() == L1P_NOTCONFIGURED);
}

static void configured(void)
{
    L1P_Pattern_t *p = NULL;
    CU_ASSERT(L1P_PatternConfigure(100) == 0 && L1P_PatternConfigure(100) == L1P_ALREADYCONFIGURED);
    CU_ASSERT(L1P_GetPattern(&p) == 0 && p != NULL && p->size == 448); /* 400 bytes, rounded up */
    CU_ASSERT(_L1P_PatternCount == 1);
    CU_ASSERT(L1P_PatternStart(1) == 0 && L1P_PatternPause() == 0 && L1P_PatternResume() == 0);
    CU_ASSERT(L1P_PatternStart(0) == 0 && L1P_PatternStop() == 0 && L1P_PatternStop() == 0);
    CU_ASSERT(L1P_PatternSetNestingMode(L1P_NestingError) == 0);
    CU_ASSERT(L1P_PatternStart(0) == 0 && L1P_PatternStart(0) == L1P_PATTERNACTIVE && L1P_PatternStop() == 0);
    CU_ASSERT(L1P_DestroyPattern(p) == L1P_PATTERNACTIVE);
    CU_ASSERT(L1P_PatternUnconfigure() == 0 && L1P_PatternStart(1) == L1P_NOTCONFIGURED);
    CU_ASSERT(_L1P_PatternCount == 0);
    CU_ASSERT(L1P_PatternConfigure(UINT64_MAX) == L1P_NOMEMORY && L1P_PatternStop() == L1P_NOTCONFIGURED);
}

static void getters(void)
{
    L1P_Status_t status = {0};
    uint64_t a = 1, b = 1;
    int enable = 0;
    L1P_PatternNest_t mode;
    L1P_PatternLimitPolicy_t policy;
    CU_ASSERT(L1P_PatternStatus(&status) == 0 && status.status == 8);
    CU_ASSERT(L1P_PatternGetCurrentDepth(&a, &b) == 0 && a == 0 && b == 0);
    CU_ASSERT(L1P_PatternSetAbandonThreshold(7) == 0 && L1P_PatternGetAbandonThreshold(&a) == 0 && a == 7);
    CU_ASSERT(L1P_PatternGetEnable(&enable) == 0 && enable == 1);
    CU_ASSERT(L1P_PatternSetEnable(0) == 0 && L1P_PatternGetEnable(&enable) == 0 && enable == 0);
    CU_ASSERT(L1P_PatternGetPatternLimit(&policy, &a) == 0 && policy == L1P_PatternLimit_Disable && a == 0);
    CU_ASSERT(L1P_PatternSetPatternLimit(L1P_PatternLimit_Prune, 5) == 0);
    CU_ASSERT(L1P_PatternGetPatternLimit(&policy, &a) == 0 && policy == L1P_PatternLimit_Prune && a == 5);
    CU_ASSERT(_L1P_PatternLimitMode == L1P_PatternLimit_Prune && _L1P_PatternLimit == 5);
    CU_ASSERT(L1P_PatternSetPatternLimit((L1P_PatternLimitPolicy_t)9, 5) == L1P_PARMRANGE);
    CU_ASSERT(L1P_PatternSetNestingMode(L1P_NestingFlat) == 0);
    CU_ASSERT(L1P_PatternGetNestingMode(&mode) == 0 && mode == L1P_NestingFlat);
    CU_ASSERT(L1P_PatternSetNestingMode((L1P_PatternNest_t)0) == L1P_PARMRANGE);
    CU_ASSERT(L1P_PatternStatus(NULL) == L1P_PARMRANGE && L1P_PatternGetNestingMode(NULL) == L1P_PARMRANGE);
    CU_ASSERT(L1P_PatternGetCurrentDepth(&a, NULL) == L1P_PARMRANGE);
    CU_ASSERT(L1P_PatternGetAbandonThreshold(NULL) == L1P_PARMRANGE);
    CU_ASSERT(L1P_PatternGetEnable(NULL) == L1P_PARMRANGE && L1P_GetPattern(NULL) == L1P_PARMRANGE);
    CU_ASSERT(L1P_PatternGetPatternLimit(NULL, &a) == L1P_PARMRANGE);
}

static void own_patterns(void)
{
    L1P_Pattern_t *made = NULL, *current = NULL, mine, nothing;
    memset(&nothing, 0, sizeof nothing);
    CU_ASSERT(L1P_AllocatePattern(1, NULL) == L1P_NOMEMORY);
    CU_ASSERT(L1P_AllocatePattern(1, &made) == 0 && made->size == 256);
    CU_ASSERT(L1P_SetupPattern(65, &mine) == 0 && mine.size == 320 && _L1P_PatternCount == 2);
    CU_ASSERT(((uintptr_t)mine.ReadPattern | (uintptr_t)mine.WritePattern) % 64 == 0);
    CU_ASSERT(L1P_PatternConfigure(1) == 0 && L1P_SetPattern(made) == 0);
    CU_ASSERT(_L1P_PatternCount == 2); /* the pattern of L1P_PatternConfigure() is freed */
    CU_ASSERT(L1P_GetPattern(&current) == 0 && current == made);
    CU_ASSERT(L1P_DeallocatePattern(made) == L1P_PATTERNACTIVE);
    CU_ASSERT(L1P_SetPattern(&mine) == 0 && L1P_DeallocatePattern(made) == 0);
    CU_ASSERT(L1P_PatternUnconfigure() == 0 && L1P_DestroyPattern(&mine) == 0);
    CU_ASSERT(L1P_DestroyPattern(&mine) == L1P_NOTAPATTERN && L1P_SetPattern(&nothing) == L1P_NOTAPATTERN);
    CU_ASSERT(L1P_SetPattern(NULL) == L1P_PARMRANGE && L1P_SetupPattern(1, NULL) == L1P_PARMRANGE);
    CU_ASSERT(L1P_DestroyPattern(NULL) == L1P_PARMRANGE && L1P_DeallocatePattern(NULL) == L1P_PARMRANGE);
    CU_ASSERT(_L1P_PatternCount == 0);
    L1P_FlushRequests();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"values", values},
        {"layouts", layouts},
        {"streams", streams},
        {"patterns: not configured", not_configured},
        {"patterns: configured", configured},
        {"patterns: getters", getters},
        {"patterns of one's own", own_patterns},
        {NULL, NULL},
    };
    return emuq_test_main("L1P prefetcher", tests);
}
