/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file TermCheck.h
 * @brief End-of-job check for an idle network; for kernels (spi-misc 4).
 *
 * Defines objects and functions: include this header in at most one translation unit. On this platform each
 * job has a new network: all state registers read as idle, their addresses as 0. The traversal of the tables
 * is the machine's.
 */
#ifndef _MUSPI_TERMCHECK__H_
#define _MUSPI_TERMCHECK__H_

#include <inttypes.h>
#include <stdio.h>

#include "firmware/include/personality.h"
#include "spi/include/kernel/MU.h"
#include "spi/include/kernel/process.h"
#include "spi/include/mu/GIBarrier.h"
#include "spi/include/mu/Util.h"

__BEGIN_DECLS

/** A row of a table: registers 0 to arrayLength - 1 of a kind. */
typedef struct MUSPI_TERMCHECK {
    uint64_t (*getAddress)(int i); /**< address, for messages */
    uint64_t (*getValueA)(int i);  /**< actual value */
    uint64_t (*getValueB)(int i);  /**< required value */
    uint64_t (*getMask)(int i);    /**< mask of the compared bits */
    uint32_t arrayLength;
} MUSPI_TERMCHECK_t;

/** A register with required value 0 under the mask. */
typedef struct MUSPI_TERMCHECK_REGLIST {
    uint64_t addr;
    uint64_t mask;
} MUSPI_TERMCHECK_REGLIST_t;

/** Numbers of registers. */
#define MUSPI_ND_DIR_IO                  10 /**< links 0..9 of the torus, 10 of I/O */
#define MUSPI_ND_500_NUM_FATAL_ERR_DCRs  6
#define MUSPI_ND_500_NUM_RCP_FIFO_P_DCRs 4
#define MUSPI_ND_500_NUM_INJ_FIFO_P_DCRs 2
#define MUSPI_ND_500_NUM_STAT_DCRs       10
#define ND_X2_NUM_STAT_DCRs              2

/** Maximum wait of MUSPI_ND_TermCheck() for remote nodes, in time-base ticks: five minutes. */
#define EMUQ_TERMCHECK_TIMEOUT (UINT64_C(5) * 60 * 1600 * 1000 * 1000)

/** The personality of the node, after MUSPI_TERMCHECK_LoadPersonality(). */
Personality_t _MUSPI_TERMCHECK_Personality;

/** Message Unit registers with counts of software errors. */
MUSPI_TERMCHECK_REGLIST_t _MUSPI_TERMCHECK_MU_SOFTWARE_ERRORS[] = {{0, ~(uint64_t)0}};

/** Defines a register accessor with constant result @p value. */
#define EMUQ_TERMCHECK_CONSTANT(name, value)                                                                 \
    uint64_t name(int i);                                                                                    \
    uint64_t name(int i)                                                                                     \
    {                                                                                                        \
        (void)i;                                                                                             \
        return value;                                                                                        \
    }
/** Accessor of an idle register: 0. */
#define EMUQ_TERMCHECK_IDLE(name) EMUQ_TERMCHECK_CONSTANT(name, 0)
/** Mask of a whole register. */
#define EMUQ_TERMCHECK_MASK(name) EMUQ_TERMCHECK_CONSTANT(name, ~(uint64_t)0)

/** @name Registers
 * Address, contents, expected contents (e) and mask (m) of register @e i of each kind.
 * @{ */
EMUQ_TERMCHECK_IDLE(getZero)
EMUQ_TERMCHECK_MASK(getAllBitsMask)

EMUQ_TERMCHECK_IDLE(getND500_FATAL_ERRn_Addr)
EMUQ_TERMCHECK_IDLE(getND500_FATAL_ERRn)
EMUQ_TERMCHECK_MASK(getND500_FATAL_ERR_Mask)
EMUQ_TERMCHECK_IDLE(getNDX2_FATAL_ERRn_Addr)
EMUQ_TERMCHECK_IDLE(getNDX2_FATAL_ERRn)
EMUQ_TERMCHECK_MASK(getNDX2_FATAL_ERR_Mask)
EMUQ_TERMCHECK_IDLE(getNDRESE_FATAL_ERRn_Addr)
EMUQ_TERMCHECK_IDLE(getNDRESE_FATAL_ERRn)
EMUQ_TERMCHECK_MASK(getNDRESE_FATAL_ERR_Mask)

EMUQ_TERMCHECK_IDLE(getND500_RCP_FIFO_Addr)
EMUQ_TERMCHECK_IDLE(getND500_RCP_FIFO_Head)
EMUQ_TERMCHECK_IDLE(getND500_RCP_FIFO_Tail)
EMUQ_TERMCHECK_MASK(getND500_RCP_FIFOm)
EMUQ_TERMCHECK_IDLE(getND500_INJ_FIFO_Addr)
EMUQ_TERMCHECK_IDLE(getND500_INJ_FIFO_Head)
EMUQ_TERMCHECK_IDLE(getND500_INJ_FIFO_Tail)
EMUQ_TERMCHECK_MASK(getND500_INJ_FIFOm)

EMUQ_TERMCHECK_IDLE(getMCSRAM_BD_FETCHING_DESC_Addr)
EMUQ_TERMCHECK_IDLE(getMCSRAM_BD_FETCHING_DESC)
EMUQ_TERMCHECK_MASK(getMCSRAM_BD_FETCHING_DESCm)
EMUQ_TERMCHECK_IDLE(getRME_STATE0_Addr)
EMUQ_TERMCHECK_IDLE(getRME_STATE0)
EMUQ_TERMCHECK_IDLE(getRME_STATE1_Addr)
EMUQ_TERMCHECK_IDLE(getRME_STATE1)
EMUQ_TERMCHECK_MASK(getRME_STATE1m)
EMUQ_TERMCHECK_IDLE(getIME_STATE_Addr)
EMUQ_TERMCHECK_IDLE(getIME_STATE)
EMUQ_TERMCHECK_MASK(getIME_STATEm)
EMUQ_TERMCHECK_IDLE(getIME_STATEe)
EMUQ_TERMCHECK_IDLE(getMU_SOFTWARE_ERRn_Addr)
EMUQ_TERMCHECK_IDLE(getMU_SOFTWARE_ERRn)
EMUQ_TERMCHECK_MASK(getMU_SOFTWARE_ERR_Mask)

EMUQ_TERMCHECK_IDLE(getND500_STAT_Addr)
EMUQ_TERMCHECK_IDLE(getND500_STATn)
EMUQ_TERMCHECK_IDLE(getND500_STATe)
EMUQ_TERMCHECK_MASK(getND500_STATm)
EMUQ_TERMCHECK_IDLE(getNDX2_STAT_Addr)
EMUQ_TERMCHECK_IDLE(getNDX2_STATn)
EMUQ_TERMCHECK_MASK(getNDX2_STATm)
EMUQ_TERMCHECK_IDLE(getNDRESE_INTERNAL_STATE_Addr)
EMUQ_TERMCHECK_IDLE(getNDRESE_INTERNAL_STATEn)
EMUQ_TERMCHECK_IDLE(getNDRESE_INTERNAL_STATEe)
EMUQ_TERMCHECK_MASK(getNDRESE_INTERNAL_STATEm)
EMUQ_TERMCHECK_IDLE(getNDRESE_RE_VC0_PKT_CNT_Addr)
EMUQ_TERMCHECK_IDLE(getNDRESE_RE_VC0_PKT_CNTn)
EMUQ_TERMCHECK_MASK(getNDRESE_RE_VC0_PKT_CNTm)

#define EMUQ_TERMCHECK_RE_STATE(vc)                                                                          \
    EMUQ_TERMCHECK_IDLE(getNDRESE_RE_VC##vc##_STATE_Addr)                                                    \
    EMUQ_TERMCHECK_IDLE(getNDRESE_RE_VC##vc##_STATEn)                                                        \
    EMUQ_TERMCHECK_IDLE(getNDRESE_RE_VC##vc##_STATEe)                                                        \
    EMUQ_TERMCHECK_MASK(getNDRESE_RE_VC##vc##_STATEm)
EMUQ_TERMCHECK_RE_STATE(0)
EMUQ_TERMCHECK_RE_STATE(1)
EMUQ_TERMCHECK_RE_STATE(2)
EMUQ_TERMCHECK_RE_STATE(3)
EMUQ_TERMCHECK_RE_STATE(4)
EMUQ_TERMCHECK_RE_STATE(5)

EMUQ_TERMCHECK_IDLE(getNDRESE_RE_VC0_HEAD_Addr)
EMUQ_TERMCHECK_IDLE(getNDRESE_RE_VC0_Head)
EMUQ_TERMCHECK_IDLE(getNDRESE_RE_VC0_Tail)
EMUQ_TERMCHECK_IDLE(getNDRESE_RE_VC5_Head)
EMUQ_TERMCHECK_IDLE(getNDRESE_RE_VC5_Tail)
EMUQ_TERMCHECK_IDLE(getNDRESE_SE_TOKENS_Addr)
EMUQ_TERMCHECK_IDLE(getNDRESE_SE_TOKENSn)
EMUQ_TERMCHECK_IDLE(getNDRESE_SE_TOKENSe)
EMUQ_TERMCHECK_MASK(getNDRESE_SE_TOKENSm)
/** @} */

#undef EMUQ_TERMCHECK_RE_STATE
#undef EMUQ_TERMCHECK_MASK
#undef EMUQ_TERMCHECK_IDLE
#undef EMUQ_TERMCHECK_CONSTANT

/** Fatal-error registers: all must be 0. */
MUSPI_TERMCHECK_t _MUSPI_ND_TERMCHECK_FATAL_ERRORS[] = {
    {getND500_FATAL_ERRn_Addr, getND500_FATAL_ERRn, getZero, getND500_FATAL_ERR_Mask,
     MUSPI_ND_500_NUM_FATAL_ERR_DCRs},
    {getNDX2_FATAL_ERRn_Addr, getNDX2_FATAL_ERRn, getZero, getNDX2_FATAL_ERR_Mask, 1},
    {getNDRESE_FATAL_ERRn_Addr, getNDRESE_FATAL_ERRn, getZero, getNDRESE_FATAL_ERR_Mask, MUSPI_ND_DIR_IO + 1},
    {getMU_SOFTWARE_ERRn_Addr, getMU_SOFTWARE_ERRn, getZero, getMU_SOFTWARE_ERR_Mask, 1},
};

/** Activity registers: queues must have equal head and tail, engines must be idle, and links must have all
 * their tokens. */
MUSPI_TERMCHECK_t _MUSPI_ND_TERMCHECK_STATE_MACHINE[] = {
    {getND500_RCP_FIFO_Addr, getND500_RCP_FIFO_Head, getND500_RCP_FIFO_Tail, getND500_RCP_FIFOm,
     MUSPI_ND_500_NUM_RCP_FIFO_P_DCRs},
    {getND500_INJ_FIFO_Addr, getND500_INJ_FIFO_Head, getND500_INJ_FIFO_Tail, getND500_INJ_FIFOm,
     MUSPI_ND_500_NUM_INJ_FIFO_P_DCRs},
    {getMCSRAM_BD_FETCHING_DESC_Addr, getMCSRAM_BD_FETCHING_DESC, getZero, getMCSRAM_BD_FETCHING_DESCm, 1},
    {getRME_STATE0_Addr, getRME_STATE0, getZero, getAllBitsMask, 1},
    {getRME_STATE1_Addr, getRME_STATE1, getZero, getRME_STATE1m, 1},
    {getIME_STATE_Addr, getIME_STATE, getIME_STATEe, getIME_STATEm, 1},
    {getND500_STAT_Addr, getND500_STATn, getND500_STATe, getND500_STATm, MUSPI_ND_500_NUM_STAT_DCRs},
    {getNDX2_STAT_Addr, getNDX2_STATn, getZero, getNDX2_STATm, ND_X2_NUM_STAT_DCRs},
    {getNDRESE_INTERNAL_STATE_Addr, getNDRESE_INTERNAL_STATEn, getNDRESE_INTERNAL_STATEe,
     getNDRESE_INTERNAL_STATEm, MUSPI_ND_DIR_IO + 1},
    {getNDRESE_RE_VC0_PKT_CNT_Addr, getNDRESE_RE_VC0_PKT_CNTn, getZero, getNDRESE_RE_VC0_PKT_CNTm,
     MUSPI_ND_DIR_IO + 1},
    {getNDRESE_RE_VC0_STATE_Addr, getNDRESE_RE_VC0_STATEn, getNDRESE_RE_VC0_STATEe, getNDRESE_RE_VC0_STATEm,
     MUSPI_ND_DIR_IO + 1},
    {getNDRESE_RE_VC1_STATE_Addr, getNDRESE_RE_VC1_STATEn, getNDRESE_RE_VC1_STATEe, getNDRESE_RE_VC1_STATEm,
     MUSPI_ND_DIR_IO + 1},
    {getNDRESE_RE_VC2_STATE_Addr, getNDRESE_RE_VC2_STATEn, getNDRESE_RE_VC2_STATEe, getNDRESE_RE_VC2_STATEm,
     MUSPI_ND_DIR_IO + 1},
    {getNDRESE_RE_VC3_STATE_Addr, getNDRESE_RE_VC3_STATEn, getNDRESE_RE_VC3_STATEe, getNDRESE_RE_VC3_STATEm,
     MUSPI_ND_DIR_IO + 1},
    {getNDRESE_RE_VC4_STATE_Addr, getNDRESE_RE_VC4_STATEn, getNDRESE_RE_VC4_STATEe, getNDRESE_RE_VC4_STATEm,
     MUSPI_ND_DIR_IO + 1},
    {getNDRESE_RE_VC5_STATE_Addr, getNDRESE_RE_VC5_STATEn, getNDRESE_RE_VC5_STATEe, getNDRESE_RE_VC5_STATEm,
     MUSPI_ND_DIR_IO + 1},
    {getNDRESE_RE_VC0_HEAD_Addr, getNDRESE_RE_VC0_Head, getNDRESE_RE_VC0_Tail, getAllBitsMask,
     MUSPI_ND_DIR_IO + 1},
    {getNDRESE_RE_VC0_HEAD_Addr, getNDRESE_RE_VC5_Head, getNDRESE_RE_VC5_Tail, getAllBitsMask,
     MUSPI_ND_DIR_IO + 1},
    {getNDRESE_SE_TOKENS_Addr, getNDRESE_SE_TOKENSn, getNDRESE_SE_TOKENSe, getNDRESE_SE_TOKENSm,
     MUSPI_ND_DIR_IO + 1},
};

int MUSPI_TERMCHECK_LoadPersonality(void);
int MUSPI_TERMCHECK_IsSenderEnabled(int i);
void MUSPI_ND_TERMCHECK_Miscompare(uint64_t actual, uint64_t expected, uint64_t dcrAddress, uint64_t mask);
int MUSPI_ND_TERMCHECK_step(MUSPI_TERMCHECK_t *term);
int32_t MUSPI_ND_TermCheck_FatalErrors(void);
int32_t MUSPI_ND_TermCheck_StateMachine(void);
int32_t MUSPI_ND_TermCheck(MUSPI_GIBarrier_t *barrier, int jobRc);

/** Reads the personality. @return 0, or a positive errno. */
int MUSPI_TERMCHECK_LoadPersonality(void)
{
    return Kernel_GetPersonality(&_MUSPI_TERMCHECK_Personality, sizeof(_MUSPI_TERMCHECK_Personality));
}

/** @return not 0 if link @p i (0..9 of the torus, 10 of I/O) exists. */
int MUSPI_TERMCHECK_IsSenderEnabled(int i)
{
    if (i == MUSPI_ND_DIR_IO)
        return ND_GET_ENABLE_ION_LINK(_MUSPI_TERMCHECK_Personality.Network_Config.NetFlags);
    return ND_GET_LINK_ENABLE(i / 2, i % 2, _MUSPI_TERMCHECK_Personality.Network_Config.NetFlags2) != 0;
}

/** Reports a register with a wrong value. */
void MUSPI_ND_TERMCHECK_Miscompare(uint64_t actual, uint64_t expected, uint64_t dcrAddress, uint64_t mask)
{
    fprintf(stderr,
            "termination check: register 0x%" PRIx64 " holds 0x%" PRIx64 ", expected 0x%" PRIx64
            " under mask 0x%" PRIx64 " (event 0xD0003)\n",
            dcrAddress, actual, expected, mask);
}

/** Checks a row of a table. @return number of registers with wrong values. */
int MUSPI_ND_TERMCHECK_step(MUSPI_TERMCHECK_t *term)
{
    int miscompares = 0;
    int i;
    for (i = 0; i < (int)term->arrayLength; i++) {
        uint64_t actual = term->getValueA(i);
        uint64_t expected = term->getValueB(i);
        if (((actual ^ expected) & term->getMask(i)) == 0)
            continue;
        MUSPI_ND_TERMCHECK_Miscompare(actual, expected, term->getAddress(i), term->getMask(i));
        miscompares++;
    }
    return miscompares;
}

/** Checks the fatal-error registers. @return number of wrong values. */
int32_t MUSPI_ND_TermCheck_FatalErrors(void)
{
    size_t rows = sizeof(_MUSPI_ND_TERMCHECK_FATAL_ERRORS) / sizeof(_MUSPI_ND_TERMCHECK_FATAL_ERRORS[0]);
    int32_t miscompares = 0;
    size_t i;
    for (i = 0; i < rows; i++)
        miscompares += MUSPI_ND_TERMCHECK_step(&_MUSPI_ND_TERMCHECK_FATAL_ERRORS[i]);
    return miscompares;
}

/** Checks the activity registers. @return number of wrong values. */
int32_t MUSPI_ND_TermCheck_StateMachine(void)
{
    size_t rows = sizeof(_MUSPI_ND_TERMCHECK_STATE_MACHINE) / sizeof(_MUSPI_ND_TERMCHECK_STATE_MACHINE[0]);
    int32_t miscompares = 0;
    size_t i;
    for (i = 0; i < rows; i++)
        miscompares += MUSPI_ND_TERMCHECK_step(&_MUSPI_ND_TERMCHECK_STATE_MACHINE[i]);
    return miscompares;
}

/** Waits up to five minutes for all nodes, then checks all registers. @param barrier a barrier over all
 * nodes. @param jobRc ignored. @return 0 if all values are correct. */
int32_t MUSPI_ND_TermCheck(MUSPI_GIBarrier_t *barrier, int jobRc)
{
    int32_t rc = MUSPI_TERMCHECK_LoadPersonality();
    (void)jobRc;
    if (rc == 0)
        rc = MUSPI_GIBarrierEnterAndWaitWithTimeout(barrier, EMUQ_TERMCHECK_TIMEOUT);
    if (rc == 0)
        rc = MUSPI_ND_TermCheck_FatalErrors() + MUSPI_ND_TermCheck_StateMachine();
    return rc;
}

__END_DECLS

#endif /* _MUSPI_TERMCHECK__H_ */
