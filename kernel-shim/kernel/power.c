/* SPDX-License-Identifier: BSD-3-Clause */
/* Power of a node board (envmon-power 1, 5): fixed figures, since an emulation cannot measure it. */
#include <errno.h>
#include <math.h>

#include "backends/settings.h"
#include "kernel-shim/kernel/pointer.h"

/* A program may define the variables of the header itself; these are for the others. */
#pragma weak fpga_version
#pragma weak emon_mode
#pragma weak domain_info
#define EMON_DEFINE_GLOBALS
#include "spi/include/emon/emon.h"

#define SUPPLIES   2u
#define BUS_RATIO  (52 / 2.1) /* V of the bus for each V that is measured there */
#define IDLES_MOST 126u

enum { FIXED, ABSENT }; /* words of EMUQ_POWER */

/* A domain: what each of its supplies shows, and the factor from there to the domain's current. */
static const struct {
    unsigned millivolts, milliamperes, factor;
} domains[EMON_DCA_N_DOMAINS] = {{800, 17000, 40}, {1400, 4500, 32}, {2500, 750, 16}, {3300, 380, 12},
                                 {1500, 1040, 32}, {1000, 750, 40},  {900, 1390, 32}};

/* The bus in front of the regulators carries the domain's power with the measured current. */
static uint64_t raw_voltage(unsigned domain, int mode)
{
    if ((mode & EMON_DCA_USE_VOINTBUS) == 0)
        return domains[domain].millivolts;
    return (uint64_t)lrint(domains[domain].millivolts * domains[domain].factor / BUS_RATIO);
}

uint64_t Kernel_GetRawEnvmonPowerData(int mode, uint8_t *fpga_version_p, uint64_t raw_v_data[14],
                                      uint64_t raw_a_data[14])
{
    if ((fpga_version_p != NULL && emuq_bad(fpga_version_p)) ||
        (raw_v_data != NULL && emuq_bad(raw_v_data)) || (raw_a_data != NULL && emuq_bad(raw_a_data)))
        return EFAULT;
    if (emuq_setting_number(EMUQ_SETTING_POWER) == ABSENT)
        return ENODEV;
    if (fpga_version_p != NULL)
        *fpga_version_p = EMON_DCA_FV_LONG;
    for (unsigned i = 0; i < SUPPLIES * EMON_DCA_N_DOMAINS; i++) {
        if (raw_v_data != NULL)
            raw_v_data[i] = raw_voltage(i / SUPPLIES, mode);
        if (raw_a_data != NULL)
            raw_a_data[i] = domains[i / SUPPLIES].milliamperes;
    }
    return 0;
}

uint64_t Kernel_SetPowerConsumptionParam(uint64_t param, uint64_t value)
{
    return param == DDR_IDLES_PER_ACCESS && value <= IDLES_MOST ? 0 : EINVAL;
}

uint64_t Kernel_ExecEnvmon2Command(uint64_t command)
{
    (void)command;
    return EIO;
}
