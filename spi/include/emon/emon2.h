/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emon2.h
 * @brief Energy of the caller's node board in joules (envmon-power 3).
 *
 * Exactly one file of a program defines EMON2_DEFINE_GLOBALS before including this header, to define the
 * functions and EMON2_context. Functions that return int: 0 or an EMON2_ERR_ code. A board has 32 nodes;
 * the leader, the node with all coordinates even, measures. The emulation cannot measure energy: the result
 * is the constant power of envmon.h multiplied by the time base.
 */
#ifndef _SPI_EMON2_H_
#define _SPI_EMON2_H_

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/bqc/PhysicalMap.h>
#include <hwi/include/bqc/dcr_support.h>
#include <hwi/include/common/bgq_bitnumbers.h>
#include <spi/include/kernel/envmon.h>
#include <spi/include/kernel/location.h>

/** Index of an error code: -code - 1. */
enum {
    EMON2_ERR_SYNC_NEG,
    EMON2_ERR_ENVIF_NEG,
    EMON2_ERR_PERS_NEG,
    EMON2_ERR_MODE_NEG,
    EMON2_ERR_LEADER_NEG,
    EMON2_ERR_I2C_NEG,
    EMON2_ERR_I2CREAD_NEG,
    EMON2_ERR_ADJUSTMENT_NEG,
    EMON2_ERR_LIB_NEG
};

/** Error codes. */
enum {
    EMON2_ERR_SYNC = -1,       /**< the measurements are not consecutive */
    EMON2_ERR_ENVIF = -2,      /**< the board has no monitor (EMUQ_POWER=absent) */
    EMON2_ERR_PERS = -3,       /**< no personality */
    EMON2_ERR_MODE = -4,       /**< wrong domains or mode */
    EMON2_ERR_LEADER = -5,     /**< the node is not its board's leader */
    EMON2_ERR_I2C = -6,        /**< the monitor's bus failed */
    EMON2_ERR_I2CREAD = -7,    /**< a read from the monitor failed */
    EMON2_ERR_ADJUSTMENT = -8, /**< an adjustment is out of range */
    EMON2_ERR_LIB = -9         /**< an argument is missing */
};

/** @name Sets of domains; domains 1 and 2 are in each
 *  @{ */
#define EMON2_DOM_3   0x01
#define EMON2_DOM_4   0x02
#define EMON2_DOM_6   0x04
#define EMON2_DOM_8   0x08
#define EMON2_DOM_7   0x10
#define EMON2_DOM_ALL 0x1F
/** @} */

/** @name Modes
 *  @{ */
#define EMON2_MODE_TOTAL    0 /**< the sum of the domains */
#define EMON2_MODE_EACH_DOM 1 /**< each domain, and the sum */
#define EMON2_MODE_EACH_VA  2 /**< each domain, and the sum, from volts and amperes */
#define EMON2_MODE_MAX      3 /**< number of modes */
/** @} */

/** @name Options of EMON2_Report(): additional lines
 *  @{ */
#define EMON2_OPT_SRATE 1 /**< samples a second */
#define EMON2_OPT_TDIFF 2 /**< difference of the two periods */
/** @} */

/** State of a process. */
typedef struct {
    uint8_t is_leader;                      /**< the node measures */
    uint8_t tx_magic;                       /**< number of the next measurement */
    uint8_t dom_set;                        /**< EMON2_DOM_... */
    uint8_t mode;                           /**< EMON2_MODE_... */
    uint32_t i2c_rdata_size;                /**< 0: there is no bus */
    uint32_t i2c_rdend;                     /**< 0: there is no bus */
    uint8_t adjustment[EMON_DCA_N_DOMAINS]; /**< adjustment of currents in mA; stored, without effect */
    int options;                            /**< EMON2_OPT_... */
    uint32_t rank_id;                       /**< rank of the process */
} EMON2_context_t;

/** A measurement. */
typedef struct {
    uint64_t api_ctime;               /**< time base */
    double watts[EMON_DCA_N_DOMAINS]; /**< private */
    uint8_t tx_magic;                 /**< private */
} EMON2_measurement_data_t;

/** Result of two measurements. */
typedef struct {
    double period[2];                         /**< seconds between the measurements, for each supply (DCA) */
    double total_energy;                      /**< joules of the chosen domains */
    double domain_energy[EMON_DCA_N_DOMAINS]; /**< joules by domain index; 0 in EMON2_MODE_TOTAL */
    uint16_t sample_count[2]; /**< samples of each supply, one per millisecond, modulo 65536 */
} EMON2_parsed_data_t;

/** Starts all domains in EMON2_MODE_EACH_DOM. Returns 0 on non-leader nodes, too. */
int EMON2_SetupPower(void);
/** Selects the domains and quantities to measure. @param dom_set EMON2_DOM_... @param mode EMON2_MODE_...
 * @param options EMON2_OPT_... */
int EMON2_SetTargets(uint8_t dom_set, int mode, int options);
/** Sets adjustments of currents. @param adjustment 7 values in mA, up to 255. */
int EMON2_SetCurrentAdjustment(const uint32_t adjustment[]);
/** Measures the selected domains. */
int EMON2_GetMeasurementData(EMON2_measurement_data_t *m);
/** Computes the difference of two measurements. @param p set to the result. */
int EMON2_ParseData(EMON2_measurement_data_t *m1, EMON2_measurement_data_t *m2, EMON2_parsed_data_t *p);
/** Prints the difference of two measurements on standard output. */
int EMON2_Report(EMON2_measurement_data_t *m1, EMON2_measurement_data_t *m2);
/** Ends measuring; EMON2_SetupPower() may follow. */
int EMON2_CleanUp(void);
/** @return a description of an error code, also of 0 and of unknown ones. */
char *EMON2_GetErrorMessage(int error_code);

#ifndef EMON2_DEFINE_GLOBALS
extern EMON2_context_t EMON2_context; /**< state of the process */
#else
EMON2_context_t EMON2_context;

int EMON2_SetupPower(void)
{
    Personality_t personality;
    const Personality_Networks_t *net = &personality.Network_Config;
    memset(&EMON2_context, 0, sizeof EMON2_context);
    if (Kernel_GetPersonality(&personality, sizeof personality) != 0)
        return EMON2_ERR_PERS;
    EMON2_context.is_leader =
        ((net->Acoord | net->Bcoord | net->Ccoord | net->Dcoord | net->Ecoord) & 1) == 0;
    EMON2_context.dom_set = EMON2_DOM_ALL;
    EMON2_context.mode = EMON2_MODE_EACH_DOM;
    EMON2_context.rank_id = Kernel_GetRank();
    return Kernel_GetRawEnvmonPowerData(0, NULL, NULL, NULL) == 0 ? 0 : EMON2_ERR_ENVIF;
}

int EMON2_SetTargets(uint8_t dom_set, int mode, int options)
{
    if (!EMON2_context.is_leader)
        return EMON2_ERR_LEADER;
    if (dom_set > EMON2_DOM_ALL || mode < 0 || mode >= EMON2_MODE_MAX)
        return EMON2_ERR_MODE;
    EMON2_context.dom_set = dom_set;
    EMON2_context.mode = (uint8_t)mode;
    EMON2_context.options = options;
    return 0;
}

int EMON2_SetCurrentAdjustment(const uint32_t adjustment[])
{
    int d;
    if (!EMON2_context.is_leader)
        return EMON2_ERR_LEADER;
    if (adjustment == NULL)
        return EMON2_ERR_LIB;
    for (d = 0; d < EMON_DCA_N_DOMAINS; d++)
        if (adjustment[d] > UINT8_MAX)
            return EMON2_ERR_ADJUSTMENT;
    for (d = 0; d < EMON_DCA_N_DOMAINS; d++)
        EMON2_context.adjustment[d] = (uint8_t)adjustment[d];
    return 0;
}

int EMON2_GetMeasurementData(EMON2_measurement_data_t *m)
{
    static const unsigned k[EMON_DCA_N_DOMAINS] = {40, 32, 16, 12, 32, 40, 32};
    uint64_t v[2 * EMON_DCA_N_DOMAINS], a[2 * EMON_DCA_N_DOMAINS];
    int d;
    if (!EMON2_context.is_leader)
        return EMON2_ERR_LEADER;
    if (m == NULL)
        return EMON2_ERR_LIB;
    if (Kernel_GetRawEnvmonPowerData(0, NULL, v, a) != 0)
        return EMON2_ERR_ENVIF;
    for (d = 0; d < EMON_DCA_N_DOMAINS; d++)
        m->watts[d] = (double)(v[2 * d] * a[2 * d] + v[2 * d + 1] * a[2 * d + 1]) * k[d] / 1e6;
    m->api_ctime = GetTimeBase();
    m->tx_magic = EMON2_context.tx_magic++;
    return 0;
}

int EMON2_ParseData(EMON2_measurement_data_t *m1, EMON2_measurement_data_t *m2, EMON2_parsed_data_t *p)
{
    double seconds;
    int d;
    if (!EMON2_context.is_leader)
        return EMON2_ERR_LEADER;
    if (m1 == NULL || m2 == NULL || p == NULL)
        return EMON2_ERR_LIB;
    if (m2->api_ctime < m1->api_ctime)
        return EMON2_ERR_SYNC;
    seconds = (double)(m2->api_ctime - m1->api_ctime) / 1.6e9;
    memset(p, 0, sizeof *p);
    p->period[0] = p->period[1] = seconds;
    p->sample_count[0] = p->sample_count[1] = (uint16_t)(uint64_t)(seconds * 1000);
    for (d = 0; d < EMON_DCA_N_DOMAINS; d++) {
        if (d >= 2 && (EMON2_context.dom_set >> (d - 2) & 1) == 0)
            continue;
        p->total_energy += m1->watts[d] * seconds;
        if (EMON2_context.mode != EMON2_MODE_TOTAL)
            p->domain_energy[d] = m1->watts[d] * seconds;
    }
    return 0;
}

int EMON2_Report(EMON2_measurement_data_t *m1, EMON2_measurement_data_t *m2)
{
    static const unsigned id[EMON_DCA_N_DOMAINS] = {1, 2, 3, 4, 6, 8, 7};
    EMON2_parsed_data_t p;
    int d, rc = EMON2_ParseData(m1, m2, &p);
    if (rc != 0)
        return rc;
    for (d = 0; d < EMON_DCA_N_DOMAINS && EMON2_context.mode != EMON2_MODE_TOTAL; d++)
        if (d < 2 || (EMON2_context.dom_set >> (d - 2) & 1) != 0)
            printf("domain %u: %12.3f J\n", id[d], p.domain_energy[d]);
    printf("board: %15.3f J in %.6f s\n", p.total_energy, p.period[0]);
    if (EMON2_context.options & EMON2_OPT_SRATE)
        printf("samples: %u and %u\n", p.sample_count[0], p.sample_count[1]);
    if (EMON2_context.options & EMON2_OPT_TDIFF)
        printf("difference of periods: %.6f s\n", p.period[1] - p.period[0]);
    return 0;
}

int EMON2_CleanUp(void)
{
    memset(&EMON2_context, 0, sizeof EMON2_context);
    return 0;
}

char *EMON2_GetErrorMessage(int error_code)
{
    static char text[][40] = {"success",
                              "measurements are out of order",
                              "the board has no power monitor",
                              "no personality",
                              "wrong domains or mode",
                              "the node is not its board's leader",
                              "the monitor's bus failed",
                              "a read from the monitor failed",
                              "an adjustment is out of range",
                              "an argument is missing",
                              "unknown error"};
    return text[error_code <= 0 && error_code >= EMON2_ERR_LIB ? -error_code : 10];
}
#endif /* EMON2_DEFINE_GLOBALS */

#endif /* _SPI_EMON2_H_ */
