/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pprefetch.h
 * @brief List-based prefetching from recorded misses: settings of the caller's hardware thread
 * (l2-atomics-wakeup-l1p 7).
 *
 * Hints: nothing is recorded or prefetched here. The calls check arguments and call order and allocate
 * lists; the getters return the stored settings. All calls return 0, an L1P_ErrorCode, or an errno of the
 * kernel call for the lists. State is per process and hardware thread. Thread-safe.
 */
#ifndef _L1P_PPREFETCH_H_
#define _L1P_PPREFETCH_H_

#include "spi/include/kernel/cnk/emuq_process_data.h"
#include "spi/include/kernel/location.h"
#include "spi/include/kernel/memory.h"
#include "spi/include/l1p/types.h"

__BEGIN_DECLS

/** Flag of sigaction(): pause the prefetcher around the handler. Without effect here. */
#define SA_BGQ_PP_PAUSE 0x00010000

/** Hardware threads of a node. */
#define EMUQ_L1P_THREADS 68

/** Per-process state of list prefetching. */
typedef struct emuq_l1p_patterns {
    L1P_SPIContext context[EMUQ_L1P_THREADS]; /**< indexed by processor id */
    L1P_Pattern_t *current[EMUQ_L1P_THREADS]; /**< the pattern set by the caller; NULL for a pattern of
                                                 L1P_PatternConfigure() */
    uint64_t abandonment[EMUQ_L1P_THREADS];   /**< abandon threshold, in misses */
    L1P_PatternLimitPolicy_t limit_policy;    /**< 0 counts as L1P_PatternLimit_Disable */
    uint64_t limit;                           /**< maximum number of patterns */
    uint64_t count;                           /**< current number of patterns */
} emuq_l1p_patterns_t;

/** @return the list-prefetching state of the calling thread's process */
static inline emuq_l1p_patterns_t *emuq_l1p_patterns(void)
{
    return (emuq_l1p_patterns_t *)emuq_process_slot(EMUQ_SLOT_L1P);
}

/** Policy of the limit on patterns: a variable of the process. */
#define _L1P_PatternLimitMode (emuq_l1p_patterns()->limit_policy)
/** Limit on patterns: a variable of the process. */
#define _L1P_PatternLimit (emuq_l1p_patterns()->limit)
/** Number of patterns: a variable of the process. */
#define _L1P_PatternCount (emuq_l1p_patterns()->count)
/** State by processor id: array of 68 entries, one array per process. */
#define _L1P_Context (emuq_l1p_patterns()->context)

/** Creates the thread's pattern. @param n capacity of a list, in misses. @return L1P_ALREADYCONFIGURED if the
 * thread has a pattern, L1P_NOMEMORY. */
int L1P_PatternConfigure(uint64_t n);

/** Removes the thread's pattern; frees a pattern of L1P_PatternConfigure(). @return L1P_NOTCONFIGURED without
 * a pattern. */
int L1P_PatternUnconfigure(void);

/** Starts playback, and recording if @p record is not 0. May be nested (L1P_PatternSetNestingMode()).
 *  @return L1P_NOTCONFIGURED; L1P_PATTERNACTIVE inside another start if the mode is L1P_NestingError. */
int L1P_PatternStart(int record);

/** Ends the innermost start, if any. @return L1P_NOTCONFIGURED. */
int L1P_PatternStop(void);

/** Pauses the prefetcher. @return L1P_NOTCONFIGURED. */
int L1P_PatternPause(void);

/** Ends a pause. @return L1P_NOTCONFIGURED. */
int L1P_PatternResume(void);

/** @param status set to "finished": no list is played here. @return L1P_PARMRANGE for NULL. */
int L1P_PatternStatus(L1P_Status_t *status);

/** @param fetch_depth,generate_depth set to the positions in the lists: 0. @return L1P_PARMRANGE for NULL. */
int L1P_PatternGetCurrentDepth(uint64_t *fetch_depth, uint64_t *generate_depth);

/** @param mode set to the mode; L1P_NestingSaveContext at the start. @return L1P_PARMRANGE for NULL. */
int L1P_PatternGetNestingMode(L1P_PatternNest_t *mode);

/** @param mode one of the four modes. @return L1P_PARMRANGE for an undefined value. */
int L1P_PatternSetNestingMode(L1P_PatternNest_t mode);

/** @param n limit of misses outside the list before the list is abandoned. */
int L1P_PatternSetAbandonThreshold(uint64_t n);

/** @param n set to the threshold; 0 at the start. @return L1P_PARMRANGE for NULL. */
int L1P_PatternGetAbandonThreshold(uint64_t *n);

/** @param enable 0: patterns have no effect until re-enabled. */
int L1P_PatternSetEnable(int enable);

/** @param enable set to 1 if patterns are enabled, as at start, else 0. @return L1P_PARMRANGE for NULL. */
int L1P_PatternGetEnable(int *enable);

/** Sets the limit on patterns of the process; stored, not enforced. @param policy one of the four policies.
 * @param numactivepatterns the limit. @return L1P_PARMRANGE for an undefined policy. */
int L1P_PatternSetPatternLimit(L1P_PatternLimitPolicy_t policy, uint64_t numactivepatterns);

/** Gets the limit on patterns. @param policy,numactivepatterns set to the values of the last
 * L1P_PatternSetPatternLimit(); initially L1P_PatternLimit_Disable and 0. @return L1P_PARMRANGE for NULL. */
int L1P_PatternGetPatternLimit(L1P_PatternLimitPolicy_t *policy, uint64_t *numactivepatterns);

/** Creates a pattern. @param n capacity of a list, in misses. @param[out] handle the pattern.
 *  @return 0; L1P_NOMEMORY: out of memory, or @p handle is NULL. */
int L1P_AllocatePattern(uint64_t n, L1P_Pattern_t **handle);

/** Frees a pattern of L1P_AllocatePattern().
 *  @return L1P_PARMRANGE for NULL; L1P_PATTERNACTIVE if in use by a thread. */
int L1P_DeallocatePattern(L1P_Pattern_t *ptr);

/** Sets the thread's pattern, replacing any previous pattern. @return L1P_PARMRANGE for NULL; L1P_NOTAPATTERN
 * without lists. */
int L1P_SetPattern(L1P_Pattern_t *ptr);

/** @param handle set to the pattern of the thread. @return L1P_PARMRANGE for NULL; L1P_NOTCONFIGURED. */
int L1P_GetPattern(L1P_Pattern_t **handle);

/** Creates lists for the caller's structure @p ptr. @param n capacity of a list, in misses.
 *  @return L1P_PARMRANGE for NULL; L1P_NOMEMORY. */
int L1P_SetupPattern(uint64_t n, L1P_Pattern_t *ptr);

/** Frees the lists of the caller's structure @p ptr. @return L1P_PARMRANGE for NULL; L1P_NOTAPATTERN without
 * lists; L1P_PATTERNACTIVE if in use by a thread. */
int L1P_DestroyPattern(L1P_Pattern_t *ptr);

__END_DECLS

#endif /* _L1P_PPREFETCH_H_ */
