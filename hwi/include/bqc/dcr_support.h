/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file dcr_support.h
 * @brief Reading and writing device control registers (core-inlines 7).
 *
 * Registers have numbers: MU_DCR(), ND_500_DCR(), ND_X2_DCR(), ND_RESE_DCR(). Kernel functions for the
 * calling thread's node. Thread-safe.
 */
#ifndef _DCR_SUPPORT_H_
#define _DCR_SUPPORT_H_

#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/PhysicalMap.h>

__BEGIN_DECLS

/** Writes @p v to register @p dcr: performance counters only; any other register ends the job with signal
 * 38. */
void DCRWriteUser(uint64_t dcr, uint64_t v);

/** Contents of register @p dcr. */
uint64_t DCRReadUser(uint64_t dcr);

/** Writes @p v to register @p dcr with kernel privilege. */
void DCRWritePriv(uint64_t dcr, uint64_t v);

/** Contents of register @p dcr, with kernel privilege. */
uint64_t DCRReadPriv(uint64_t dcr);

__END_DECLS

#endif /* _DCR_SUPPORT_H_ */
