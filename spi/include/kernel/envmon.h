/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file envmon.h
 * @brief Power of a node board and power limits of a node (envmon-power 1).
 *
 * An emulation cannot measure power: the figures are fixed, plausible and equal on all boards. With
 * EMUQ_POWER=absent there is no monitor.
 *
 * Exactly one file of a program defines EMON_DEFINE_GLOBALS before including this header, to define
 * fpga_version and emon_mode.
 */
#ifndef _SPI_KERNEL_ENVMON_H_
#define _SPI_KERNEL_ENVMON_H_

#include "spi/include/kernel/cnk/kernel_impl.h"

__BEGIN_DECLS

/** Contents of a board's monitor: currents and voltages of two supplies (DCA) by domain. */
enum {
    EMON_DCA_DATID_DCA0_IMON1 = 0,
    EMON_DCA_DATID_DCA0_VO_INTBUSP1 = 1,
    EMON_DCA_DATID_DCA1_IMON1 = 2,
    EMON_DCA_DATID_DCA1_VO_INTBUSP1 = 3,
    EMON_DCA_DATID_TOTAL_IMON1 = 4,
    EMON_DCA_DATID_DCA0_IMON2 = 5,
    EMON_DCA_DATID_DCA0_VO_INTBUSP2 = 6,
    EMON_DCA_DATID_DCA1_IMON2 = 7,
    EMON_DCA_DATID_DCA1_VO_INTBUSP2 = 8,
    EMON_DCA_DATID_TOTAL_IMON2 = 9,
    EMON_DCA_DATID_DCA0_IMON3 = 10,
    EMON_DCA_DATID_DCA0_VO_INTBUSP3 = 11,
    EMON_DCA_DATID_DCA1_IMON3 = 12,
    EMON_DCA_DATID_DCA1_VO_INTBUSP3 = 13,
    EMON_DCA_DATID_TOTAL_IMON3 = 14,
    EMON_DCA_DATID_DCA0_IMON4 = 15,
    EMON_DCA_DATID_DCA0_VO_INTBUSP4 = 16,
    EMON_DCA_DATID_DCA1_IMON4 = 17,
    EMON_DCA_DATID_DCA1_VO_INTBUSP4 = 18,
    EMON_DCA_DATID_TOTAL_IMON4 = 19,
    EMON_DCA_DATID_DCA0_IMON6 = 20,
    EMON_DCA_DATID_DCA0_VO_INTBUSP6 = 21,
    EMON_DCA_DATID_DCA1_IMON6 = 22,
    EMON_DCA_DATID_DCA1_VO_INTBUSP6 = 23,
    EMON_DCA_DATID_TOTAL_IMON6 = 24,
    EMON_DCA_DATID_DCA0_IMON8 = 25,
    EMON_DCA_DATID_DCA0_VO_INTBUSP8 = 26,
    EMON_DCA_DATID_DCA1_IMON8 = 27,
    EMON_DCA_DATID_DCA1_VO_INTBUSP8 = 28,
    EMON_DCA_DATID_TOTAL_IMON8 = 29,
    EMON_DCA_DATID_TOTAL_POWER_H = 30, /**< obsolete */
    EMON_DCA_DATID_TOTAL_POWER_L = 31, /**< obsolete */
    EMON_DCA_DATID_NUM_OLD = 32,
    EMON_DCA_DATID_DCA0_IMON7 = 30,
    EMON_DCA_DATID_DCA0_VBUF7 = 31,
    EMON_DCA_DATID_DCA1_IMON7 = 32,
    EMON_DCA_DATID_DCA1_VBUF7 = 33,
    EMON_DCA_DATID_TOTAL_IMON7 = 34,
    EMON_DCA_DATID_NUM = 35
};

/** @name Data ids of supply N: 2 * domain index + DCA
 *  @{ */
#define EMON_DCA_DATID_IMONX(N)       (((N) / 2) * 5 + ((N) % 2) * 2)
#define EMON_DCA_DATID_VO_INTBUSPX(N) (EMON_DCA_DATID_IMONX(N) + 1)
#define EMON_DCA_DATID_TO_DCAID(N)    (((N) % 5) / 2)
/** @} */

#define EMON_DCA_N_DOMAINS     7               /**< power domains */
#define EMON_DCA_N_DOMAINS_OLD 6               /**< number of domains of older monitors */
#define EMON_DCA_USE_VOINTBUS  1               /**< mode: voltages of the bus before the regulators */
#define USE_VOINTBUS           (emon_mode & 1) /**< true if emon_mode includes bus voltages */

/** @name Versions of the monitor
 *  @{ */
#define EMON_DCA_FV_CTRLONRX0 0
#define EMON_DCA_FV_CTRLONRX5 1
#define EMON_DCA_FV_LONG      2 /**< values are millivolts and milliamperes */
#define EMON_DCA_FV_INVALID   3 /**< not read yet */
/** @} */

#ifdef EMON_DEFINE_GLOBALS
uint8_t fpga_version =
    EMON_DCA_FV_INVALID; /**< version of the monitor, read by EMON_SetupPowerMeasurement() */
int emon_mode = 0;       /**< EMON_DCA_USE_VOINTBUS, or 0 */
#else
extern uint8_t fpga_version; /**< version of the monitor, read by EMON_SetupPowerMeasurement() */
extern int emon_mode;        /**< EMON_DCA_USE_VOINTBUS, or 0 */
#endif

/** Parameter: idle cycles after each memory access, 0..126. */
#define DDR_IDLES_PER_ACCESS 1

/** Reads the supplies of the caller's board. Each pointer may be NULL.
 * @param mode 0, or EMON_DCA_USE_VOINTBUS.
 * @param fpga_version_p set to EMON_DCA_FV_LONG.
 * @param raw_v_data set to millivolts by 2 * domain index + DCA.
 * @param raw_a_data set to milliamperes by 2 * domain index + DCA.
 * @return 0; EFAULT; ENODEV: there is no monitor (EMUQ_POWER=absent). */
uint64_t Kernel_GetRawEnvmonPowerData(int mode, uint8_t *fpga_version_p, uint64_t raw_v_data[14],
                                      uint64_t raw_a_data[14]);

/** Sets the power limit of a node. Accepted without effect. @param param DDR_IDLES_PER_ACCESS.
 *  @param value 0..126. @return 0, or EINVAL. */
uint64_t Kernel_SetPowerConsumptionParam(uint64_t param, uint64_t value);

/** Sends a command to the monitor of energy counters. @return EIO: no such monitor. */
uint64_t Kernel_ExecEnvmon2Command(uint64_t command);

__END_DECLS

#include "spi/include/kernel/cnk/envmon_impl.h"

#endif /* _SPI_KERNEL_ENVMON_H_ */
