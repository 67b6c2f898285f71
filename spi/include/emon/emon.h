/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emon.h
 * @brief Power of the caller's node board in watts (envmon-power 2).
 *
 * All functions are inline. Exactly one file of a program defines EMON_DEFINE_GLOBALS before including this
 * header. A board has 32 nodes: a single process measures.
 */
#ifndef _SPI_EMON_H_
#define _SPI_EMON_H_

#include <stdio.h>

#include <spi/include/kernel/envmon.h>

/** Factors of a power domain. */
struct domain_info {
    double imon_unit;      /**< A for each count of a current, older monitors */
    double vo_intbus_unit; /**< V for each count of a bus voltage, older monitors */
    double vbuf_unit;      /**< V for each count of a voltage, older monitors */
    unsigned vbuf_shift;   /**< shift of voltages of older monitors */
    unsigned domain_id;    /**< number of the domain */
    unsigned k_const;      /**< factor from the measured current to the domain's current */
};

/** Volts of a bus before the regulators, per measured volt. */
#define EMUQ_EMON_BUS_RATIO (52 / 2.1)

#ifdef EMON_DEFINE_GLOBALS
struct domain_info domain_info[EMON_DCA_N_DOMAINS] = {{0.128, 0.004 * EMUQ_EMON_BUS_RATIO, 0.002, 1, 1, 40},
                                                      {0.032, 0.004 * EMUQ_EMON_BUS_RATIO, 0.004, 0, 2, 32},
                                                      {0.016, 0.004 * EMUQ_EMON_BUS_RATIO, 0.004, 1, 3, 16},
                                                      {0.016, 0.004 * EMUQ_EMON_BUS_RATIO, 0.008, 0, 4, 12},
                                                      {0.016, 0.004 * EMUQ_EMON_BUS_RATIO, 0.004, 0, 6, 32},
                                                      {0.016, 0.004 * EMUQ_EMON_BUS_RATIO, 0.002, 1, 8, 40},
                                                      {0, 0, 0, 0, 7, 32}};
#else
extern struct domain_info domain_info[EMON_DCA_N_DOMAINS]; /**< indexed by domain index */
#endif

/** @name Whole part and thousandths of a non-negative number, for "%lu.%03lu"
 *  @{ */
#define INT_PART(X)  ((uint64_t)(X))
#define FRC_PART(X)  ((uint64_t)(((X) - (double)INT_PART(X)) * 1000))
#define BOTH_PART(X) INT_PART(X), FRC_PART(X)
/** @} */

/** Prepares for measurements. @param mode 0 or EMON_DCA_USE_VOINTBUS. @return 0, or -1 after printing an
 * error. */
static inline int EMON_SetupPowerMeasurement2(int mode)
{
    emon_mode = mode;
    if (fpga_version == EMON_DCA_FV_INVALID &&
        Kernel_GetRawEnvmonPowerData(mode, &fpga_version, NULL, NULL) != 0) {
        printf("EMON_SetupPowerMeasurement: the power monitor of the board does not reply\n");
        return -1;
    }
    return 0;
}

/** Prepares for measurements of the domains' voltages. */
#define EMON_SetupPowerMeasurement() EMON_SetupPowerMeasurement2(0)

/** Measures. @param volt set to volts by 2 * domain index + DCA: 14 values. @param amps set to amperes,
 * in the same order. @return watts of the board, or -1. */
static inline double EMON_GetPower_impl(double volt[], double amps[])
{
    uint64_t v[2 * EMON_DCA_N_DOMAINS], a[2 * EMON_DCA_N_DOMAINS];
    double watts = 0;
    int i;
    if (Kernel_GetRawEnvmonPowerData(emon_mode, NULL, v, a) != 0)
        return -1;
    for (i = 0; i < 2 * EMON_DCA_N_DOMAINS; i++) {
        volt[i] = (double)v[i] * 0.001 * (USE_VOINTBUS ? EMUQ_EMON_BUS_RATIO : 1);
        amps[i] = (double)a[i] * 0.001;
        watts += volt[i] * amps[i] * (USE_VOINTBUS ? 1 : domain_info[i / 2].k_const);
    }
    return watts;
}

/** @return watts of the board, or -1. */
static inline double EMON_GetPower(void)
{
    double volt[2 * EMON_DCA_N_DOMAINS], amps[2 * EMON_DCA_N_DOMAINS];
    return EMON_GetPower_impl(volt, amps);
}

/** Prints a line for each domain, and the sum. @return watts of the board, or -1. */
static inline double EMON_ReportPower(void)
{
    double volt[2 * EMON_DCA_N_DOMAINS], amps[2 * EMON_DCA_N_DOMAINS];
    double watts = EMON_GetPower_impl(volt, amps);
    int d;
    if (watts < 0)
        return watts;
    for (d = 0; d < EMON_DCA_N_DOMAINS; d++) {
        double k = USE_VOINTBUS ? 1 : domain_info[d].k_const;
        printf("domain %u: %8.3f V %10.3f W\n", domain_info[d].domain_id, volt[2 * d],
               (volt[2 * d] * amps[2 * d] + volt[2 * d + 1] * amps[2 * d + 1]) * k);
    }
    printf("board: %21.3f W\n", watts);
    return watts;
}

/** EMON_ReportPower() with the voltages of the bus. */
static inline double EMON_ReportPower_vointbus(void)
{
    double watts;
    int mode = emon_mode;
    emon_mode = EMON_DCA_USE_VOINTBUS;
    watts = EMON_ReportPower();
    emon_mode = mode;
    return watts;
}

#endif /* _SPI_EMON_H_ */
