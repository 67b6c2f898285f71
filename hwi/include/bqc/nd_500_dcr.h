/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file nd_500_dcr.h
 * @brief Device control registers of the network's central part (hwi-registers 6, core-inlines 7).
 *
 * dcr/nd_500.h has the names of registers and fields. A class route register (CTRL_GI_CLASS_..,
 * CTRL_COLL_CLASS_..) holds two routes, the even route in the upper half; each half is `input << 16 |
 * output` (classroute.h). Reset: no routes. INJ_FIFO_CHKSUM: checksums of injected traffic per injection
 * FIFO of the network, 0..9 torus, then the rest.
 */
#ifndef _ND_500_DCR_H_
#define _ND_500_DCR_H_

#include <hwi/include/bqc/dcr/nd_500.h>
#include <hwi/include/bqc/dcr_support.h>

/** Number of the unit's first register. */
#define ND_500_DCR_base 0x194000
/** Number of register @p reg. */
#define ND_500_DCR(reg) (ND_500_DCR_base + ND_500_DCR__##reg##_offset)

#endif /* _ND_500_DCR_H_ */
