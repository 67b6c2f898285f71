/* SPDX-License-Identifier: BSD-3-Clause */
/* Power of a board: the figures of the specification (envmon-power 5) in both modes, and no monitor. */
#define EMON_DEFINE_GLOBALS
#include <spi/include/emon/emon.h>

#include <math.h>

#include "backends/settings.h"
#include "emuq_test.h"

static double power_of_domain(const double volt[], const double amps[], int d)
{
    return (volt[2 * d] * amps[2 * d] + volt[2 * d + 1] * amps[2 * d + 1]) * domain_info[d].k_const;
}

static void domains(void)
{
    static const double watts[EMON_DCA_N_DOMAINS] = {1088, 403.2, 60, 30.096, 99.84, 60, 80.064};
    static const unsigned ids[EMON_DCA_N_DOMAINS] = {1, 2, 3, 4, 6, 8, 7};
    double volt[14], amps[14];
    CU_ASSERT_EQUAL(EMON_SetupPowerMeasurement(), 0);
    CU_ASSERT_EQUAL(fpga_version, EMON_DCA_FV_LONG);
    CU_ASSERT(fabs(EMON_GetPower() - 1821.2) < 1e-3);
    CU_ASSERT(fabs(EMON_GetPower_impl(volt, amps) - 1821.2) < 1e-3);
    for (int d = 0; d < EMON_DCA_N_DOMAINS; d++) {
        CU_ASSERT(fabs(power_of_domain(volt, amps, d) - watts[d]) < 1e-3);
        CU_ASSERT_EQUAL(domain_info[d].domain_id, ids[d]);
    }
    CU_ASSERT_EQUAL(INT_PART(30.096), 30);
    CU_ASSERT_EQUAL(FRC_PART(30.5), 500);
}

static void bus_voltages(void)
{
    CU_ASSERT_EQUAL(EMON_SetupPowerMeasurement2(EMON_DCA_USE_VOINTBUS), 0);
    CU_ASSERT(USE_VOINTBUS);
    CU_ASSERT(fabs(EMON_GetPower() / 1821.2 - 1) < 1e-2);
    EMON_SetupPowerMeasurement();
}

static void kernel_calls(void)
{
    uint64_t raw[14];
    CU_ASSERT_EQUAL(Kernel_GetRawEnvmonPowerData(0, NULL, NULL, NULL), 0);
    CU_ASSERT_EQUAL(Kernel_GetRawEnvmonPowerData(0, NULL, raw, NULL), 0);
    CU_ASSERT_EQUAL(raw[EMON_DCA_N_DOMAINS * 2 - 1], 900);
    CU_ASSERT_EQUAL(Kernel_SetPowerConsumptionParam(DDR_IDLES_PER_ACCESS, 126), 0);
    CU_ASSERT_EQUAL(Kernel_SetPowerConsumptionParam(DDR_IDLES_PER_ACCESS, 127), EINVAL);
    CU_ASSERT_EQUAL(Kernel_SetPowerConsumptionParam(0, 0), EINVAL);
    CU_ASSERT_EQUAL(Kernel_ExecEnvmon2Command(0), EIO);
    CU_ASSERT_EQUAL(EMON_DCA_DATID_IMONX(5), EMON_DCA_DATID_DCA1_IMON3);
    CU_ASSERT_EQUAL(EMON_DCA_DATID_VO_INTBUSPX(4), EMON_DCA_DATID_DCA0_VO_INTBUSP3);
    CU_ASSERT_EQUAL(EMON_DCA_DATID_TO_DCAID(EMON_DCA_DATID_DCA1_IMON8), 1);
}

static void no_monitor(void)
{
    double volt[14], amps[14];
    setenv("EMUQ_POWER", "absent", 1);
    CU_ASSERT_EQUAL_FATAL(emuq_settings_load(), 0);
    fpga_version = EMON_DCA_FV_INVALID;
    CU_ASSERT_EQUAL(Kernel_GetRawEnvmonPowerData(0, NULL, NULL, NULL), ENODEV);
    CU_ASSERT_EQUAL(EMON_SetupPowerMeasurement(), -1);
    CU_ASSERT(EMON_GetPower() < 0 && EMON_GetPower_impl(volt, amps) < 0 && EMON_ReportPower() < 0);
    unsetenv("EMUQ_POWER");
    emuq_settings_load();
}

int main(void)
{
    static const emuq_test_t tests[] = {{"domains", domains},
                                        {"bus voltages", bus_voltages},
                                        {"kernel calls", kernel_calls},
                                        {"no monitor", no_monitor},
                                        {NULL, NULL}};
    return emuq_test_main("power", tests);
}
