/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_common.h
 * @brief Basic types and helper macros of the counter headers (bgpm 1, 2; internal-headers 5).
 */
#ifndef _UPCI_UPC_COMMON_H_
#define _UPCI_UPC_COMMON_H_

#include <assert.h>
#include <memory.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "firmware/include/personality.h"
#include "hwi/include/bqc/A2_core.h"
#include "hwi/include/bqc/A2_inlines.h"
#include "hwi/include/common/bgq_bitnumbers.h"
#include "hwi/include/common/compiler_support.h"
#include "spi/include/kernel/cnk/kernel_impl.h"
#include "spi/include/kernel/location.h"
#include "spi/include/kernel/process.h"

#ifndef STRINGIFY
/** The argument as a string. */
#define STRINGIFY(x) #x
#endif
#ifndef TOSTRING
/** The value of the argument, a macro, as a string. */
#define TOSTRING(x) STRINGIFY(x)
#endif
#ifndef _AT_
/** File and line as a string. */
#define _AT_ __FILE__ ":" TOSTRING(__LINE__)
#endif
#ifndef LIKELY
/** Truth value of @p x, expected true. */
#define LIKELY(x) __builtin_expect(!!(x), 1)
#endif
#ifndef UNLIKELY
/** Truth value of @p x, expected false. */
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#endif
#ifndef UPCI_MIN
/** The smaller argument. Evaluates the result twice. */
#define UPCI_MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef UPCI_MAX
/** The larger argument. Evaluates the result twice. */
#define UPCI_MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

/** Asserts also with NDEBUG. */
#define UPC_Assert(e) ((e) ? (void)0 : (fprintf(stderr, "%s: assertion failed: %s\n", _AT_, #e), abort()))

/** A truth value; the machine's headers call the type ushort. */
typedef unsigned short UpciBool_t;
enum { UpciFalse = 0, UpciTrue = 1 }; /**< Values of UpciBool_t. */

/** How the counters of the node are controlled. */
typedef enum UPC_Ctr_Mode {
    UPC_CM_NO_INIT = 0, /**< not initialised */
    UPC_CM_DISCON = 1,  /**< disconnected */
    UPC_CM_INDEP = 2,   /**< each unit separately */
    UPC_CM_SYNC = 3     /**< all units together */
} UPC_Ctr_Mode_t;

/** Mask of an application hardware thread, 0..63; 0 for system threads. */
#define UPC_APP_HWTID_MASK(t) ((t) < 64 ? (uint64_t)1 << (63 - (t)) : 0)
/** Mask of a hardware thread of the last core, 64..67; 0 below. */
#define UPC_AGENT_HWTID_MASK(t) ((t) < 64 ? 0 : (uint64_t)1 << (63 - ((t)&63)))

/** @return 1 if the personality of the node has all bits of @p mask (PERS_ENABLE_...), else 0. */
static inline int Is_Pers_Enabled(uint64_t mask)
{
    Personality_t personality;
    return Kernel_GetPersonality(&personality, sizeof personality) == 0 &&
           (personality.Kernel_Config.NodeConfig & mask) == mask;
}

#endif /* _UPCI_UPC_COMMON_H_ */
