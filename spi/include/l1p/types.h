/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file types.h
 * @brief Types of the L1P prefetch unit (l2-atomics-wakeup-l1p 7).
 *
 * The unit prefetches lines for the four hardware threads of a core. Results of a program do not depend on
 * the unit. Here the unit does nothing: the calls check their arguments and store the settings.
 */
#ifndef _L1P_TYPES_H_
#define _L1P_TYPES_H_

#include <stddef.h>
#include <stdint.h>

#include "hwi/include/common/compiler_support.h"

__BEGIN_DECLS

#define L1P_CACHELINESIZE     128 /**< Bytes of a line of the prefetch buffer. */
#define L1P_MISSLISTENTRYSIZE 4   /**< Bytes of a recorded miss. */

#ifndef DD1_L1P_Workaround
#define DD1_L1P_Workaround 0 /**< 1: work around faults of the first chip; none here. */
#endif

/** Start condition of a linear prefetch stream. */
typedef enum {
    L1P_stream_optimistic = 1, /**< prefetches at the first miss */
    L1P_stream_confirmed,      /**< prefetches at the second miss in order */
    L1P_confirmed_or_dcbt,     /**< prefetches at the second miss in order or at a touch instruction */
    L1P_stream_disable         /**< never */
} L1P_StreamPolicy_t;

/** Effect of a nested start on the outer pattern. */
typedef enum {
    L1P_NestingSaveContext = 1, /**< the outer pattern is suspended until the inner pattern stops */
    L1P_NestingIgnore,          /**< the outer pattern continues, the inner pattern has no effect */
    L1P_NestingFlat,            /**< the outer pattern ends */
    L1P_NestingError            /**< the inner pattern is rejected */
} L1P_PatternNest_t;

/** Policy if the number of patterns exceeds the limit. */
typedef enum {
    L1P_PatternLimit_Disable = 1, /**< nothing: there is no limit */
    L1P_PatternLimit_Error,       /**< the call fails */
    L1P_PatternLimit_Assert,      /**< the program ends */
    L1P_PatternLimit_Prune        /**< an old pattern is dropped */
} L1P_PatternLimitPolicy_t;

/** Errors of the calls; 0 is success. */
typedef enum {
    L1P_NOMEMORY = 1,      /**< no memory for lists */
    L1P_PARMRANGE,         /**< argument NULL or out of range */
    L1P_PATTERNACTIVE,     /**< the pattern is in use */
    L1P_NOTAPATTERN,       /**< the structure holds no lists */
    L1P_ALREADYCONFIGURED, /**< the thread has a pattern */
    L1P_NOTCONFIGURED      /**< the thread has no pattern */
} L1P_ErrorCode;

/** A pattern: two lists of misses, for playback and for concurrent recording. */
typedef struct {
    size_t size;        /**< bytes of each list */
    void *ReadPattern;  /**< list for playback */
    void *WritePattern; /**< list for recording */
} L1P_Pattern_t;

/** Status of a thread's pattern. */
typedef union {
    uint64_t status; /**< all bits */
    /** Status bits: the list has been played to its end; the list was abandoned after too many misses outside
     * the list; the recorded list is full; the end of the list was reached. */
    struct {
        EMUQ_BITS_5(uint64_t pad : 60, uint64_t finished : 1, uint64_t abandoned : 1, uint64_t maximum : 1,
                    uint64_t endoflist : 1);
    } s;
} L1P_Status_t;

/** Control register of a thread's list prefetcher (L1P_PP_CTRL), from the top: lines ahead, searched list
 * entries, playback enable, never abandon; start, load, pause. */
typedef struct {
    /** @cond */
    EMUQ_BITS_2(EMUQ_BITS_8(uint64_t pad : 52, uint64_t ctrl_prefetchdepth : 3, uint64_t ctrl_maxlistaddr : 3,
                            uint64_t ctrl_inhibitlist : 1, uint64_t ctrl_ignoremaxtol : 1,
                            uint64_t ctrl_start : 1, uint64_t ctrl_load : 1, uint64_t ctrl_pause : 1),
                uint64_t : 1);
    /** @endcond */
} L1P_MMIO_t;

/** Library state of a hardware thread's list prefetcher. */
typedef struct {
    volatile uint32_t criticalatom;   /**< 1 while a thread executes a call */
    unsigned valid;                   /**< 1 if there is a current pattern */
    unsigned ignorePatternActions;    /**< 1 if L1P_PatternSetEnable() has switched patterns off */
    unsigned nestDepth;               /**< number of starts without a matching stop */
    L1P_PatternNest_t nestPolicy;     /**< 0 counts as L1P_NestingSaveContext */
    unsigned implicitPatternAllocate; /**< 1 if L1P_PatternConfigure() has made the pattern */
    L1P_Pattern_t currentPattern;     /**< valid if valid is 1 */
    void *nestedContext; /**< not used (NULL): the contexts of nested starts are not saved here */
} L1P_SPIContext;

/** Registers of speculative execution. */
typedef struct {
    volatile uint64_t speculationIdSelf;   /**< speculation id of the reading thread */
    volatile uint64_t reserved[3];         /**< not used */
    volatile uint64_t speculationIdTid[4]; /**< speculation id of each thread of the core */
} L1P_THR_SPECULATION_t;

__END_DECLS

#endif /* _L1P_TYPES_H_ */
