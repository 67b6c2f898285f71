/* SPDX-License-Identifier: BSD-3-Clause */
/* Settings of the prefetcher: stored without effect (l2-atomics-wakeup-l1p 7). */
#include <stdlib.h>

#include "base/atomic.h"
#include "hwi/include/common/emuq_wait.h"
#include "spi/include/kernel/cnk/emuq_process_data.h"
#include "spi/include/kernel/location.h"
#include "spi/include/kernel/memory.h"
#include "spi/include/l1p/pprefetch.h"
#include "spi/include/l1p/sprefetch.h"

#define CORES          17
#define LIST_ALIGNMENT 64u
#define LEAST_LIST     256u /* bytes */

/* Each setting is stored as the difference from its initial value: a new process finds zeros. */
typedef struct {
    uint32_t adaptive;
    uint32_t policy;
    uint32_t depth;
    uint32_t total_depth;
} stream_t;

enum { START_ADAPTIVE = 1, START_POLICY = L1P_confirmed_or_dcbt, START_DEPTH = 2, START_TOTAL_DEPTH = 16 };

typedef struct {
    emuq_l1p_patterns_t patterns; /* first member: pprefetch.h reads the pointer */
    stream_t stream[CORES];
} l1p_t;

_Static_assert(sizeof(l1p_t) <= EMUQ_SLOT_BYTES_L1P, "the slot is too small");

static stream_t *l1p_stream(void)
{
    l1p_t *l1p = emuq_process_slot(EMUQ_SLOT_L1P);
    return &l1p->stream[Kernel_ProcessorCoreID()];
}

/* Stores a setting. Each setting is a separate word, because threads of a core read and write settings
 * concurrently. */
static int l1p_store_setting(uint32_t *word, int64_t value, int32_t start, int32_t least, int32_t most)
{
    if (value < least || value > most)
        return L1P_PARMRANGE;
    AO_int_store(word, (uint32_t)(value - start));
    return 0;
}

/* Loads a setting. @param to an integer or enumeration of 32 bits */
static int l1p_load_setting(void *to, const uint32_t *word, int32_t start)
{
    if (to == NULL)
        return L1P_PARMRANGE;
    *(uint32_t *)to = AO_int_load(word) + (uint32_t)start;
    return 0;
}

int L1P_GetStreamAdaptiveMode(int *adaptiveState)
{
    return l1p_load_setting(adaptiveState, &l1p_stream()->adaptive, START_ADAPTIVE);
}

int L1P_SetStreamAdaptiveMode(int enable)
{
    return l1p_store_setting(&l1p_stream()->adaptive, enable != 0, START_ADAPTIVE, 0, 1);
}

int L1P_GetStreamPolicy(L1P_StreamPolicy_t *policy)
{
    return l1p_load_setting(policy, &l1p_stream()->policy, START_POLICY);
}

int L1P_SetStreamPolicy(L1P_StreamPolicy_t policy)
{
    return l1p_store_setting(&l1p_stream()->policy, policy, START_POLICY, L1P_stream_optimistic,
                             L1P_stream_disable);
}

int L1P_GetStreamDepth(uint32_t *depth)
{
    return l1p_load_setting(depth, &l1p_stream()->depth, START_DEPTH);
}

int L1P_SetStreamDepth(uint32_t depth)
{
    return l1p_store_setting(&l1p_stream()->depth, depth, START_DEPTH, 1, 8);
}

int L1P_GetStreamTotalDepth(uint32_t *depth)
{
    return l1p_load_setting(depth, &l1p_stream()->total_depth, START_TOTAL_DEPTH);
}

int L1P_SetStreamTotalDepth(uint32_t depth)
{
    return l1p_store_setting(&l1p_stream()->total_depth, depth, START_TOTAL_DEPTH, 1, 16);
}

/* Software threads may share a hardware thread: a free and an allocation of a pattern can be concurrent. */
static void l1p_lock(L1P_SPIContext *c)
{
    unsigned turns = 0;
    /* Acquire: pairs with the release in l1p_unlock(). */
    while (emuq_int_exchange(&c->criticalatom, 1) != 0)
        emuq_relax(&turns);
}

static void l1p_unlock(L1P_SPIContext *c)
{
    AO_int_store_release(&c->criticalatom, 0);
}

/* Returns the calling thread's context. Takes its lock. */
static L1P_SPIContext *l1p_enter(void)
{
    L1P_SPIContext *c = &_L1P_Context[Kernel_ProcessorID()];
    l1p_lock(c);
    return c;
}

static int l1p_leave(L1P_SPIContext *c, int rc)
{
    l1p_unlock(c);
    return rc;
}

static L1P_Pattern_t **l1p_current_pattern(L1P_SPIContext *c)
{
    return &emuq_l1p_patterns()->current[c - _L1P_Context];
}

static int l1p_allocate_lists(uint64_t n, L1P_Pattern_t *pattern)
{
    if (n > SIZE_MAX / L1P_MISSLISTENTRYSIZE - LIST_ALIGNMENT)
        return L1P_NOMEMORY;
    size_t bytes = n * L1P_MISSLISTENTRYSIZE;
    bytes = bytes < LEAST_LIST ? LEAST_LIST : (bytes + LIST_ALIGNMENT - 1) / LIST_ALIGNMENT * LIST_ALIGNMENT;
    void *read = aligned_alloc(LIST_ALIGNMENT, bytes);
    void *write = aligned_alloc(LIST_ALIGNMENT, bytes);
    if (read == NULL || write == NULL) {
        free(read);
        free(write);
        return L1P_NOMEMORY;
    }
    *pattern = (L1P_Pattern_t){bytes, read, write};
    (void)AO_fetch_and_add(&_L1P_PatternCount, 1);
    return 0;
}

static void l1p_free_lists(L1P_Pattern_t *pattern)
{
    free(pattern->ReadPattern);
    free(pattern->WritePattern);
    *pattern = (L1P_Pattern_t){0, NULL, NULL};
    (void)AO_fetch_and_sub1(&_L1P_PatternCount);
}

/* Removes the context's pattern. Caller holds the context's lock. */
static void l1p_drop_pattern(L1P_SPIContext *c)
{
    if (c->implicitPatternAllocate)
        l1p_free_lists(&c->currentPattern);
    c->valid = c->implicitPatternAllocate = c->nestDepth = 0;
    *l1p_current_pattern(c) = NULL;
}

int L1P_PatternConfigure(uint64_t n)
{
    L1P_SPIContext *c = l1p_enter();
    if (c->valid)
        return l1p_leave(c, L1P_ALREADYCONFIGURED);
    int rc = l1p_allocate_lists(n, &c->currentPattern);
    if (rc != 0)
        return l1p_leave(c, rc);
    L1P_Pattern_t *p = &c->currentPattern;
    rc = (int)Kernel_L1pSetPatternAddress(p->ReadPattern, p->WritePattern, p->size);
    if (rc != 0) {
        l1p_free_lists(p);
        return l1p_leave(c, rc);
    }
    c->valid = c->implicitPatternAllocate = 1;
    return l1p_leave(c, 0);
}

int L1P_PatternUnconfigure(void)
{
    L1P_SPIContext *c = l1p_enter();
    if (!c->valid)
        return l1p_leave(c, L1P_NOTCONFIGURED);
    int rc = (int)Kernel_L1pSetPatternAddress(NULL, NULL, 0);
    if (rc == 0)
        l1p_drop_pattern(c);
    return l1p_leave(c, rc);
}

int L1P_PatternStart(int record)
{
    (void)record;
    L1P_SPIContext *c = l1p_enter();
    if (!c->valid)
        return l1p_leave(c, L1P_NOTCONFIGURED);
    if (c->nestDepth != 0 && c->nestPolicy == L1P_NestingError)
        return l1p_leave(c, L1P_PATTERNACTIVE);
    c->nestDepth++;
    return l1p_leave(c, 0);
}

int L1P_PatternStop(void)
{
    L1P_SPIContext *c = l1p_enter();
    if (!c->valid)
        return l1p_leave(c, L1P_NOTCONFIGURED);
    c->nestDepth -= c->nestDepth != 0;
    return l1p_leave(c, 0);
}

/* Pause and resume store nothing: no getter returns the state. */
static int l1p_need_pattern(void)
{
    L1P_SPIContext *c = l1p_enter();
    return l1p_leave(c, c->valid ? 0 : L1P_NOTCONFIGURED);
}

int L1P_PatternPause(void)
{
    return l1p_need_pattern();
}

int L1P_PatternResume(void)
{
    return l1p_need_pattern();
}

int L1P_PatternStatus(L1P_Status_t *status)
{
    if (status == NULL)
        return L1P_PARMRANGE;
    status->status = 0;
    status->s.finished = 1;
    return 0;
}

int L1P_PatternGetCurrentDepth(uint64_t *fetch_depth, uint64_t *generate_depth)
{
    if (fetch_depth == NULL || generate_depth == NULL)
        return L1P_PARMRANGE;
    *fetch_depth = *generate_depth = 0;
    return 0;
}

int L1P_PatternGetNestingMode(L1P_PatternNest_t *mode)
{
    if (mode == NULL)
        return L1P_PARMRANGE;
    L1P_SPIContext *c = l1p_enter();
    *mode = c->nestPolicy != 0 ? c->nestPolicy : L1P_NestingSaveContext;
    return l1p_leave(c, 0);
}

int L1P_PatternSetNestingMode(L1P_PatternNest_t mode)
{
    if ((int)mode < L1P_NestingSaveContext || (int)mode > L1P_NestingError)
        return L1P_PARMRANGE;
    L1P_SPIContext *c = l1p_enter();
    c->nestPolicy = mode;
    return l1p_leave(c, 0);
}

int L1P_PatternSetAbandonThreshold(uint64_t n)
{
    L1P_SPIContext *c = l1p_enter();
    emuq_l1p_patterns()->abandonment[c - _L1P_Context] = n;
    return l1p_leave(c, 0);
}

int L1P_PatternGetAbandonThreshold(uint64_t *n)
{
    if (n == NULL)
        return L1P_PARMRANGE;
    L1P_SPIContext *c = l1p_enter();
    *n = emuq_l1p_patterns()->abandonment[c - _L1P_Context];
    return l1p_leave(c, 0);
}

int L1P_PatternSetEnable(int enable)
{
    L1P_SPIContext *c = l1p_enter();
    c->ignorePatternActions = enable == 0;
    return l1p_leave(c, 0);
}

int L1P_PatternGetEnable(int *enable)
{
    if (enable == NULL)
        return L1P_PARMRANGE;
    L1P_SPIContext *c = l1p_enter();
    *enable = !c->ignorePatternActions;
    return l1p_leave(c, 0);
}

int L1P_PatternSetPatternLimit(L1P_PatternLimitPolicy_t policy, uint64_t numactivepatterns)
{
    if ((int)policy < L1P_PatternLimit_Disable || (int)policy > L1P_PatternLimit_Prune)
        return L1P_PARMRANGE;
    AO_int_store(&_L1P_PatternLimitMode, policy);
    AO_store(&_L1P_PatternLimit, numactivepatterns);
    return 0;
}

int L1P_PatternGetPatternLimit(L1P_PatternLimitPolicy_t *policy, uint64_t *numactivepatterns)
{
    if (policy == NULL || numactivepatterns == NULL)
        return L1P_PARMRANGE;
    L1P_PatternLimitPolicy_t set_policy = AO_int_load(&_L1P_PatternLimitMode);
    *policy = set_policy != 0 ? set_policy : L1P_PatternLimit_Disable;
    *numactivepatterns = AO_load(&_L1P_PatternLimit);
    return 0;
}

int L1P_AllocatePattern(uint64_t n, L1P_Pattern_t **handle)
{
    L1P_Pattern_t *pattern = handle != NULL ? malloc(sizeof *pattern) : NULL;
    if (pattern == NULL)
        return L1P_NOMEMORY;
    int rc = l1p_allocate_lists(n, pattern);
    if (rc != 0)
        free(pattern);
    else
        *handle = pattern;
    return rc;
}

/* True if @p pattern belongs to a thread of the process. */
static int l1p_is_active_pattern(const L1P_Pattern_t *pattern)
{
    int active = 0;
    for (int i = 0; i < EMUQ_L1P_THREADS && !active; i++) {
        L1P_SPIContext *c = &_L1P_Context[i];
        l1p_lock(c);
        active = c->valid && (pattern == &c->currentPattern || pattern == *l1p_current_pattern(c));
        l1p_unlock(c);
    }
    return active;
}

int L1P_DeallocatePattern(L1P_Pattern_t *ptr)
{
    int rc = L1P_DestroyPattern(ptr);
    if (rc == 0)
        free(ptr);
    return rc;
}

int L1P_SetPattern(L1P_Pattern_t *ptr)
{
    if (ptr == NULL)
        return L1P_PARMRANGE;
    if (ptr->ReadPattern == NULL || ptr->WritePattern == NULL)
        return L1P_NOTAPATTERN;
    L1P_SPIContext *c = l1p_enter();
    if (c->valid && ptr == &c->currentPattern)
        return l1p_leave(c, 0);
    int rc = (int)Kernel_L1pSetPatternAddress(ptr->ReadPattern, ptr->WritePattern, ptr->size);
    if (rc != 0)
        return l1p_leave(c, rc);
    l1p_drop_pattern(c);
    c->currentPattern = *ptr;
    *l1p_current_pattern(c) = ptr;
    c->valid = 1;
    return l1p_leave(c, 0);
}

int L1P_GetPattern(L1P_Pattern_t **handle)
{
    if (handle == NULL)
        return L1P_PARMRANGE;
    L1P_SPIContext *c = l1p_enter();
    if (!c->valid)
        return l1p_leave(c, L1P_NOTCONFIGURED);
    *handle = *l1p_current_pattern(c) != NULL ? *l1p_current_pattern(c) : &c->currentPattern;
    return l1p_leave(c, 0);
}

int L1P_SetupPattern(uint64_t n, L1P_Pattern_t *ptr)
{
    return ptr != NULL ? l1p_allocate_lists(n, ptr) : L1P_PARMRANGE;
}

int L1P_DestroyPattern(L1P_Pattern_t *ptr)
{
    if (ptr == NULL)
        return L1P_PARMRANGE;
    if (ptr->ReadPattern == NULL || ptr->WritePattern == NULL)
        return L1P_NOTAPATTERN;
    if (l1p_is_active_pattern(ptr))
        return L1P_PATTERNACTIVE;
    l1p_free_lists(ptr);
    return 0;
}
