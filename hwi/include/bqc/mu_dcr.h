/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mu_dcr.h
 * @brief Device control registers of the Message Unit (hwi-registers 6, core-inlines 7).
 *
 * dcr/mu.h has the names of registers and fields. "Per group": 17 registers. Bits count FIFOs from the top:
 * injection FIFO i is bit 1 << (31 - i), reception FIFO i is bit 1 << (15 - i).
 *
 * | register | contents |
 * |---|---|
 * | IMFIFO_THOLD_INT_EN | injection threshold interrupt enable, per group |
 * | IMFIFO_SYSTEM | system injection FIFOs, per group |
 * | IMFIFO_RGET | injection FIFOs for remote gets, per group |
 * | IMU_THOLD | injection threshold of the node, 30 bits, in descriptors |
 * | RGET_THOLD | remote-get threshold of the node, 30 bits, in 32-byte chunks |
 * | RMFIFO_EN | enabled reception FIFOs, per group |
 * | RMFIFO_THOLD_INT_EN | reception threshold interrupt enable, per group |
 * | RMFIFO_PACKET_INT_EN | packet arrival interrupt enable, per group |
 * | RMFIFO_SYSTEM | system reception FIFOs, per group |
 * | RMU_THOLD | reception threshold of the node, in 32-byte chunks |
 * | RPUTBASE_SYSTEM0, 1 | system table entries: subgroup s is `1 << (63 - s)`; 64..67: top four bits |
 * | SYS_BARRIER | system class routes of the global interrupts: route c is `1 << (15 - c)` |
 * | BARRIER_INT_EN | GI interrupt enable: a nibble per class route from the top, low bits for signals |
 * | MIN_USR_ADDR_RANGE, MAX_USR_ADDR_RANGE | user physical addresses: first and last byte, per range |
 * | USR_INJ_RANGE | ranges for injection only |
 * | RME_ENABLE | enabled reception engines |
 * | GIP_INT_EN_0_7, _8_15, _16 | direct interrupts to cores 0..7, 8..15 and 16, four bits per core |
 * | RESET | reset of the unit |
 */
#ifndef _MU_DCR_H_
#define _MU_DCR_H_

#include <hwi/include/bqc/dcr/mu.h>
#include <hwi/include/bqc/dcr_support.h>

/** Number of the unit's first register. */
#define MU_DCR_base 0x0E0000
/** Number of register @p reg. */
#define MU_DCR(reg) (MU_DCR_base + MU_DCR__##reg##_offset)

#endif /* _MU_DCR_H_ */
