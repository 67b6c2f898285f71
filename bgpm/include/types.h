/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file types.h
 * @brief Constants and types of BGPM (bgpm 2).
 */
#ifndef _BGPM_TYPES_H_
#define _BGPM_TYPES_H_

#include <ucontext.h>

#include "hwi/include/common/compiler_support.h"
#include "spi/include/upci/upci.h"

#define BGPM_TRUE      1 /**< true */
#define BGPM_FALSE     0 /**< false */
#define BGPM_NORMAL    1 /**< Bgpm_SetMultiplex(): scale the counts of groups. */
#define BGPM_NOTNORMAL 0 /**< Bgpm_SetMultiplex(): no scaling. */

/** Largest number of events with an overflow period in a set. */
#define BGPM_MAX_OVERFLOW_EVENTS UPC_P_NUM_COUNTERS
/** Capacity of Bgpm_Punit_Handles_t. */
#define BGPM_MAX_PUNIT_HANDLES 44
/** Obsolete: the period itself. */
#define BGPM_PERIOD2THRES(p) (p)
/** Size of the buffer of Bgpm_SetThreadFeedbackBuffer(), in bytes. */
#define BGPM_FEEDBACK_BUFSIZE 4100
/** File of the long descriptions, unless BGPM_EVTDESC_FILE is set. */
#define LONG_DESC_FILE "/bgsys/drivers/ppcfloor/bgpm/lib/Bgpm_EventDetails.txt"
/** True if a count of Bgpm_Punit_LLRead() has overflowed. */
#define BGPM_LLCOUNT_OVERFLOW(v) (((v) & ((uint64_t)1 << 15)) != 0)

/** How counters are distributed among the threads of a node. */
typedef enum eBgpm_Modes {
    BGPM_MODE_DEFAULT = 0,   /**< the value of BGPM_MODE, or BGPM_MODE_SWDISTRIB */
    BGPM_MODE_LLDISTRIB = 1, /**< each thread has its counters, 14 bits, low latency */
    BGPM_MODE_SWDISTRIB = 2, /**< each thread has its counters */
    BGPM_MODE_HWDISTRIB = 3, /**< a thread controls counters of all attached hardware threads */
    BGPM_MAX_MODES = 4       /**< number of modes */
} Bgpm_Modes;

/** Privilege level of counting. */
typedef enum eBgpm_Context {
    BGPM_CTX_DEFAULT = 0, /**< BGPM_CTX_BOTH */
    BGPM_CTX_KERNEL = 1,  /**< counts in the kernel only */
    BGPM_CTX_USER = 2,    /**< counts in the program only */
    BGPM_CTX_BOTH = 3     /**< kernel and program */
} Bgpm_Context;

/** Counting mode of the prefetcher. */
typedef enum eBgpml1pModes {
    BGPMl1pMode_UNDEF = 0,  /**< not chosen yet */
    BGPMl1pMode_STREAM = 1, /**< streams */
    BGPMl1pMode_SWITCH = 2, /**< switch interface */
    BGPMl1pMode_LIST = 3    /**< lists */
} Bgpml1pModes;

/** Unit of an event set and all its events. */
typedef enum eBgpmUnitTypes {
    BGPMUnitType_UNDEF = 0, /**< no event yet */
    BGPMUnitType_PUNIT = 1, /**< core */
    BGPMUnitType_L2 = 2,    /**< L2 cache */
    BGPMUnitType_IO = 3,    /**< Message Unit, PCI Express, device bus */
    BGPMUnitType_NW = 4,    /**< network links */
    BGPMUnitType_CNK = 5    /**< kernel */
} BgpmUnitTypes;

/** Events of a multiplex group, without its cycle counter. */
typedef enum eRsvMuxCtrs {
    BGPMMuxMinEvts = 5,  /**< 6 counters */
    BGPMMuxMedEvts = 11, /**< 12 counters */
    BGPMMuxMaxEvts = 23  /**< 24 counters */
} RsvMuxCtrs;

/** Counters of Bgpm_Punit_GetHandles(). */
typedef struct sBgpm_Punit_Handles {
    uint64_t allCtrMask; /**< mask of all counters, for Bgpm_Punit_Start() and Bgpm_Punit_Stop() */
    unsigned numCtrs;    /**< number of counters */
    uint64_t hCtr[BGPM_MAX_PUNIT_HANDLES]; /**< addresses of 64-bit counts, in the order of events */
} Bgpm_Punit_Handles_t;

/** Counters of Bgpm_Punit_GetLLHandles(). */
typedef struct sBgpm_Punit_LLHandles {
    uint64_t allCtrMask;               /**< mask of all counters, for Bgpm_Punit_LL...() */
    unsigned numCtrs;                  /**< number of counters */
    uint64_t hCtr[UPC_P_NUM_COUNTERS]; /**< counter handles for Bgpm_Punit_LLRead(), in the order of events */
} Bgpm_Punit_LLHandles_t;

/** Properties of an event. */
typedef struct sEventInfo {
    unsigned evtId;             /**< event number */
    const char *label;          /**< name of the enumerator */
    const char *desc;           /**< short description */
    BgpmUnitTypes unitType;     /**< unit of the event */
    UPC_EventSources_t srcType; /**< part of the unit */
    UPC_EventScope_t scope;     /**< part of the node counted */
    UPC_EventMetric_t metric;   /**< meaning of the count */
    unsigned short edge;        /**< counts edges */
    unsigned short inverted;    /**< counts the inverted signal */
    uint32_t selVal;            /**< selector of the hardware: 0 here */
} Bgpm_EventInfo_t;

/** State of a multiplexed event set. */
typedef struct sMuxStats {
    int active;             /**< the set is multiplexed */
    uint64_t period;        /**< cycles between two switches; 0: only Bgpm_SwitchMux() switches */
    int normalize;          /**< counts are scaled */
    unsigned numGrps;       /**< number of groups */
    unsigned maxEvtsPerGrp; /**< maximum events of a group */
    unsigned numSwitches;   /**< number of switches */
    uint64_t elapsedCycles; /**< counted cycles of the set */
} Bgpm_MuxStats_t;

/** Numbers of signals and overflows of a thread. The emulation counts numPmSignals, numFastOvfs and
 * numPmSigsWOInt; the other numbers stay 0. */
typedef struct sBgpmDebugThreadVars {
    unsigned short ovfEnabled;           /**< overflow signals are enabled */
    uint64_t numPmSignals;               /**< signals received */
    uint64_t numFastOvfs;                /**< overflows of event sets without multiplexing */
    uint64_t numMuxOvfs;                 /**< overflows with a switch of groups */
    uint64_t numSharedUpcpOvfs;          /**< overflows of core counters of another thread */
    uint64_t numSharedUpcpOvfsDelivered; /**< overflows of numSharedUpcpOvfs that were delivered */
    uint64_t numUpcCOvfs;                /**< overflows of L2 and I/O counters */
    uint64_t numUpcCOvfsDelivered;       /**< overflows of numUpcCOvfs that were delivered */
    uint64_t numPmSigsWOInt;             /**< signals without an overflow */
    uint64_t droppedSharedUpcPOvfs;      /**< overflows lost */
    uint64_t maxUpcPSharedQueLen;        /**< longest queue */
    uint64_t droppedSharedUpcCOvfs;      /**< overflows lost, L2 and I/O */
    uint64_t maxUpcCSharedQueLen;        /**< longest queue, L2 and I/O */
} BgpmDebugThreadVars_t;

/**
 * Called by the signal handler of the thread with the overflow; the set's counters are stopped during the
 * call.
 * @param hEvtSet the event set
 * @param address interrupted instruction
 * @param ovfVector for Bgpm_GetOverflowEventIndices()
 * @param pContext context of the signal, to be read only
 */
typedef void (*Bgpm_OverflowHandler_t)(int hEvtSet, uint64_t address, uint64_t ovfVector,
                                       const ucontext_t *pContext);

/** @name Opcodes for Bgpm_SetXuMatch() and Bgpm_SetQfpuMatch()
 *  The primary opcode and, for most forms, the extended opcode; the masks have all bits of a form.
 *  @{ */
#define BGPM_OCBITS(x)                    ((x) << 10)
#define BGPM_XOBITS(b, x, s)              (((x) & ((1 << (s)) - 1)) << (30 - (b)))
#define BGPM_XOBITS31(b, x, s)            ((((x) & ((1 << (s)) - 1)) >> 1) << (31 - (b)))
#define BGPM_INST_I_FORM_CODE(opcd)       BGPM_OCBITS(opcd)
#define BGPM_INST_I_FORM_MASK             BGPM_OCBITS(0x3F)
#define BGPM_INST_B_FORM_CODE(opcd)       BGPM_OCBITS(opcd)
#define BGPM_INST_B_FORM_MASK             BGPM_OCBITS(0x3F)
#define BGPM_INST_SC_FORM_CODE(opcd)      BGPM_OCBITS(opcd)
#define BGPM_INST_SC_FORM_MASK            BGPM_OCBITS(0x3F)
#define BGPM_INST_D_FORM_CODE(opcd)       BGPM_OCBITS(opcd)
#define BGPM_INST_D_FORM_MASK             BGPM_OCBITS(0x3F)
#define BGPM_INST_DQ_FORM_CODE(opcd)      BGPM_OCBITS(opcd)
#define BGPM_INST_DQ_FORM_MASK            BGPM_OCBITS(0x3F)
#define BGPM_INST_M_FORM_CODE(opcd)       BGPM_OCBITS(opcd)
#define BGPM_INST_M_FORM_MASK             BGPM_OCBITS(0x3F)
#define BGPM_INST_X_FORM_CODE(opcd, xo)   (BGPM_OCBITS(opcd) | BGPM_XOBITS(30, xo, 10))
#define BGPM_INST_X_FORM_MASK             (BGPM_OCBITS(0x3F) | BGPM_XOBITS(30, 0x7FF, 10))
#define BGPM_INST_XL_FORM_CODE(opcd, xo)  (BGPM_OCBITS(opcd) | BGPM_XOBITS(30, xo, 10))
#define BGPM_INST_XL_FORM_MASK            (BGPM_OCBITS(0x3F) | BGPM_XOBITS(30, 0x7FF, 10))
#define BGPM_INST_XFL_FORM_CODE(opcd, xo) (BGPM_OCBITS(opcd) | BGPM_XOBITS(30, xo, 10))
#define BGPM_INST_XFL_FORM_MASK           (BGPM_OCBITS(0x3F) | BGPM_XOBITS(30, 0x7FF, 10))
#define BGPM_INST_XFX_FORM_CODE(opcd, xo) (BGPM_OCBITS(opcd) | BGPM_XOBITS(30, xo, 10))
#define BGPM_INST_XFX_FORM_MASK           (BGPM_OCBITS(0x3F) | BGPM_XOBITS(30, 0x7FF, 10))
#define BGPM_INST_XS_FORM_CODE(opcd, xo)  (BGPM_OCBITS(opcd) | BGPM_XOBITS(29, xo, 9))
#define BGPM_INST_XS_FORM_MASK            (BGPM_OCBITS(0x3F) | BGPM_XOBITS(29, 0x7FF, 9))
#define BGPM_INST_XO_FORM_CODE(opcd, xo)  (BGPM_OCBITS(opcd) | BGPM_XOBITS(30, xo, 9))
#define BGPM_INST_XO_FORM_MASK            (BGPM_OCBITS(0x3F) | BGPM_XOBITS(30, 0x7FF, 9))
#define BGPM_INST_A_FORM_CODE(opcd, xo)   (BGPM_OCBITS(opcd) | BGPM_XOBITS(30, xo, 5))
#define BGPM_INST_A_FORM_MASK             (BGPM_OCBITS(0x3F) | BGPM_XOBITS(30, 0x7FF, 5))
#define BGPM_INST_MD_FORM_CODE(opcd, xo)  (BGPM_OCBITS(opcd) | BGPM_XOBITS(29, xo, 3))
#define BGPM_INST_MD_FORM_MASK            (BGPM_OCBITS(0x3F) | BGPM_XOBITS(29, 0x7FF, 3))
#define BGPM_INST_MDS_FORM_CODE(opcd, xo) (BGPM_OCBITS(opcd) | BGPM_XOBITS(30, xo, 4))
#define BGPM_INST_MDS_FORM_MASK           (BGPM_OCBITS(0x3F) | BGPM_XOBITS(30, 0x7FF, 4))
#define BGPM_INST_Z23_FORM_CODE(opcd, xo) (BGPM_OCBITS(opcd) | BGPM_XOBITS(30, xo, 8))
#define BGPM_INST_Z23_FORM_MASK           (BGPM_OCBITS(0x3F) | BGPM_XOBITS(30, 0x7FF, 8))
#define BGPM_INST_DS_FORM_CODE(opcd, xo)  (BGPM_OCBITS(opcd) | BGPM_XOBITS31(31, xo, 2))
#define BGPM_INST_DS_FORM_MASK            (BGPM_OCBITS(0x3F) | BGPM_XOBITS31(31, 0x7FF, 2))
#define BGPM_INST_EVX_FORM_CODE(opcd, xo) (BGPM_OCBITS(opcd) | BGPM_XOBITS31(31, xo, 11))
#define BGPM_INST_EVX_FORM_MASK           (BGPM_OCBITS(0x3F) | BGPM_XOBITS31(31, 0x7FF, 11))
/** @} */

#endif /* _BGPM_TYPES_H_ */
