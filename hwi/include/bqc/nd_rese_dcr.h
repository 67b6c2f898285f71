/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file nd_rese_dcr.h
 * @brief Device control registers of the links, a unit per link (core-inlines 7).
 *
 * Links: 0 A-, 1 A+, 2 B-, ... 9 E+, 10 the link to the I/O node. dcr/nd_rese.h has the names of registers
 * and fields.
 */
#ifndef _ND_RESE_DCR_H_
#define _ND_RESE_DCR_H_

#include <hwi/include/bqc/dcr/nd_rese.h>
#include <hwi/include/bqc/dcr_support.h>

/** Number of the first register of link 0. */
#define ND_RESE_DCR_base 0x168000
/** Distance between the first registers of two links. */
#define ND_RESE_DCR_range 0x4000
/** Number of links. */
#define ND_RESE_DCR_num 11
/** Number of register @p reg of link @p link (0..10). */
#define ND_RESE_DCR(link, reg) (ND_RESE_DCR_base + (link)*ND_RESE_DCR_range + ND_RESE_DCR__##reg##_offset)

#endif /* _ND_RESE_DCR_H_ */
