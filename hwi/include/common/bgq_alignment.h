/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file bgq_alignment.h
 * @brief Line sizes and alignments of the machine (hwi-registers 9, core-inlines 2).
 *
 * In C the ALIGN_ names are attributes, in assembler powers of two for the .p2align directive.
 */
#ifndef _BGQ_ALIGNMENT_H_
#define _BGQ_ALIGNMENT_H_

#include <hwi/include/common/compiler_support.h>

/** Bytes in a line of the first-level caches. */
#define L1_CACHE_LINE_SIZE 64
/** Bytes in a line of the second-level cache. */
#define L2_CACHE_LINE_SIZE 128

/** @name Alignments: dirty-bit granule, vector, quadword, cache lines
 *  @{ */
#ifdef __ASSEMBLER__
#define ALIGN_L1_DIRTYBIT 4
#define ALIGN_QUADWORD    5
#define ALIGN_L1_CACHE    6
#define ALIGN_L1I_CACHE   6
#define ALIGN_L1D_CACHE   6
#define ALIGN_L2_CACHE    7
#else
#define ALIGN_L1_DIRTYBIT __attribute__((__aligned__(8)))
#define ALIGN_QPX_VECTOR  __attribute__((__aligned__(32)))
#define ALIGN_QUADWORD    __attribute__((__aligned__(32)))
#define ALIGN_L1_CACHE    __attribute__((__aligned__(64)))
#define ALIGN_L1I_CACHE   __attribute__((__aligned__(64)))
#define ALIGN_L1D_CACHE   __attribute__((__aligned__(64)))
#define ALIGN_L2_CACHE    __attribute__((__aligned__(128)))
#endif
/** @} */

#endif /* _BGQ_ALIGNMENT_H_ */
