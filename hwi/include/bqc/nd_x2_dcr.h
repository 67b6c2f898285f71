/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file nd_x2_dcr.h
 * @brief Device control registers of the network's FIFOs on the side of the Message Unit (core-inlines 7).
 *
 * dcr/nd_x2.h has the names of registers and fields.
 */
#ifndef _ND_X2_DCR_H_
#define _ND_X2_DCR_H_

#include <hwi/include/bqc/dcr/nd_x2.h>
#include <hwi/include/bqc/dcr_support.h>

/** Number of the unit's first register. */
#define ND_X2_DCR_base 0x198000
/** Number of register @p reg. */
#define ND_X2_DCR(reg) (ND_X2_DCR_base + ND_X2_DCR__##reg##_offset)

#endif /* _ND_X2_DCR_H_ */
