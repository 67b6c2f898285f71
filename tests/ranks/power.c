/* SPDX-License-Identifier: BSD-3-Clause */
/* Power of a board: the figures of the specification (envmon-power 5) in both modes, and no monitor. */
#define EMON_DEFINE_GLOBALS
#define EMON2_DEFINE_GLOBALS
#include <spi/include/emon/emon.h>
#include <spi/include/emon/emon2.h>

#include <math.h>

#include "backends/settings.h"
#include "emuq/partition.h"
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
    CU_ASSERT_EQUAL(EMON2_SetupPower(), EMON2_ERR_ENVIF);
    unsetenv("EMUQ_POWER");
    emuq_settings_load();
}

static void energy(void)
{
    static const double watts[EMON_DCA_N_DOMAINS] = {1088, 403.2, 60, 30.096, 99.84, 60, 80.064};
    const uint32_t adjustment[EMON_DCA_N_DOMAINS] = {0, 255}, too_large[EMON_DCA_N_DOMAINS] = {0, 256};
    EMON2_measurement_data_t first, second;
    EMON2_parsed_data_t p;
    CU_ASSERT_EQUAL(EMON2_SetupPower(), 0);
    CU_ASSERT(EMON2_context.is_leader && EMON2_context.dom_set == 0x1F && EMON2_context.mode == 1);
    CU_ASSERT_EQUAL(EMON2_GetMeasurementData(&first), 0);
    CU_ASSERT_EQUAL(EMON2_GetMeasurementData(&second), 0);
    second.api_ctime = first.api_ctime + 3200000000;
    CU_ASSERT_EQUAL(EMON2_ParseData(&first, &second, &p), 0);
    CU_ASSERT(fabs(p.total_energy - 2 * 1821.2) < 1e-3 && p.period[0] == 2 && p.period[1] == 2);
    for (int d = 0; d < EMON_DCA_N_DOMAINS; d++)
        CU_ASSERT(fabs(p.domain_energy[d] - 2 * watts[d]) < 1e-3);
    CU_ASSERT_EQUAL(EMON2_SetTargets(EMON2_DOM_8, EMON2_MODE_TOTAL, 0), 0);
    CU_ASSERT_EQUAL(EMON2_ParseData(&first, &second, &p), 0);
    CU_ASSERT(fabs(p.total_energy - 2 * (1088 + 403.2 + 60)) < 1e-3 && p.domain_energy[0] == 0);
    CU_ASSERT_EQUAL(EMON2_ParseData(&second, &first, &p), EMON2_ERR_SYNC);
    CU_ASSERT_EQUAL(EMON2_SetTargets(EMON2_DOM_ALL, EMON2_MODE_MAX, 0), EMON2_ERR_MODE);
    CU_ASSERT_EQUAL(EMON2_SetCurrentAdjustment(adjustment), 0);
    CU_ASSERT_EQUAL(EMON2_SetCurrentAdjustment(too_large), EMON2_ERR_ADJUSTMENT);
    CU_ASSERT_EQUAL(EMON2_Report(&first, NULL), EMON2_ERR_LIB);
    CU_ASSERT(EMON2_ERR_LIB == -1 - EMON2_ERR_LIB_NEG && EMON2_ERR_SYNC == -1 - EMON2_ERR_SYNC_NEG);
    CU_ASSERT_STRING_NOT_EQUAL(EMON2_GetErrorMessage(EMON2_ERR_LIB), EMON2_GetErrorMessage(-10));
    CU_ASSERT_EQUAL(EMON2_CleanUp(), 0);
    CU_ASSERT_EQUAL(EMON2_GetMeasurementData(&first), EMON2_ERR_LEADER);
}

/*
 * The last node of a line of two has no child. Ranks are threads and share EMON2_context: a single rank
 * measures.
 */
static int not_the_leader(int argc, char **argv)
{
    EMON2_measurement_data_t m;
    (void)argc, (void)argv;
    if (Kernel_GetRank() == 0)
        return 0;
    return EMON2_SetupPower() == 0 && EMON2_GetMeasurementData(&m) == EMON2_ERR_LEADER ? 0 : 1;
}

static void leader(void)
{
    static const emuq_job_t job = {.shape = {1, 1, 2, 1, 1}};
    CU_ASSERT_EQUAL(emuq_run_threads(&job, not_the_leader, 0, NULL), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"domains", domains},
                                        {"bus voltages", bus_voltages},
                                        {"kernel calls", kernel_calls},
                                        {"no monitor", no_monitor},
                                        {"energy", energy},
                                        {"leader", leader},
                                        {NULL, NULL}};
    return emuq_test_main("power", tests);
}
