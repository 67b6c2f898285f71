/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file err.h
 * @brief Error codes and warnings of BGPM (bgpm 3).
 *
 * Functions return 0, a negative error or a positive warning: -999 to -1 are negated errno values, -1022 to
 * -1000 are shared with spi/include/upci/err.h.
 */
#ifndef _BGPM_ERR_H_
#define _BGPM_ERR_H_

#include <stdio.h>
#include <unistd.h>

#include "spi/include/upci/err.h"
#include "spi/include/upci/upc_common.h"

/** Errors (negative) and warnings (positive). */
enum {
    BGPM_EOK = 0,                                      /**< operation successful */
    BGPM_EINTERNAL = UPCI_EINTERNAL,                   /**< internal error of the library */
    BGPM_ENOTIMPL = UPCI_ENOTIMPL,                     /**< not implemented */
    BGPM_EINV_EVENT = UPCI_EINV_EVENT,                 /**< invalid event number */
    BGPM_EINV_PARM = UPCI_EINV_PARM,                   /**< invalid argument */
    BGPM_ENOT_INIT = UPCI_ENOT_INIT,                   /**< the calling thread is not initialised */
    BGPM_ERESERVED = UPCI_ERESERVED,                   /**< the counter unit is in use */
    BGPM_ESIGRESERVED = UPCI_ESIGRESERVED,             /**< no free signal between the event and a counter */
    BGPM_ECTRRESERVED = UPCI_ECTRRESERVED,             /**< no free counter */
    BGPM_EL1PMODERESERVED = UPCI_EL1PMODERESERVED,     /**< the prefetcher counts in a different mode */
    BGPM_ETHRDCORE_MISMATCH = UPCI_ETHRDCORE_MISMATCH, /**< the hardware thread belongs to another core */
    BGPM_ESYSCALL_DATASIZE = UPCI_ESYSCALL_DATASIZE,   /**< wrong data size of a kernel call */
    BGPM_ESYSCALL_NOTIMPL = UPCI_ESYSCALL_NOTIMPL,     /**< kernel call not implemented */
    BGPM_ESYSCALL_INVALID = UPCI_ESYSCALL_INVALID,     /**< invalid kernel call */
    BGPM_ESYSCALL_RETRY = UPCI_ESYSCALL_RETRY,         /**< kernel call to be repeated */
    BGPM_EMODE_MISMATCH = UPCI_EMODE_MISMATCH,         /**< counter mode differs from the node's */
    BGPM_EMODE_MISMATCH_UNIT = UPCI_EMODE_MISMATCH_UNIT, /**< counter mode differs from the unit's */
    BGPM_EINV_EVT_IDX = UPCI_EINV_EVT_IDX,               /**< invalid index of an event */
    BGPM_EINV_OVF = UPCI_EINV_OVF,                       /**< invalid overflow period */
    BGPM_ERESERVED1 = UPCI_ERESERVED1,                   /**< reserved */
    BGPM_EINV_OPCTRMODE = UPCI_EINV_OPCTRMODE,           /**< operation not possible in this counter mode */
    BGPM_EINV_UKVER_MISMATCH = UPCI_EINV_UKVER_MISMATCH, /**< library and kernel have different versions */
    BGPM_ETHD_CTRS_RSV = UPCI_ETHD_CTRS_RSV,             /**< counters of the hardware thread are in use */
    BGPM_ECSEVT_REQALLTHDS =
        UPCI_ECSEVT_REQALLTHDS, /**< an event of the whole core needs all its hardware threads */
    BGPM_EINITED = -2000,       /**< the thread is already initialised: call Bgpm_Init() once per thread */
    BGPM_EHWINITED = -2001,     /**< the counters of the node are already initialised */
    BGPM_ECONF_MODE =
        -2002, /**< the node runs in a different mode: use the same mode in all threads of the node */
    BGPM_ENOMEM = -2003,              /**< out of memory */
    BGPM_EINV_SET_HANDLE = -2004,     /**< invalid handle of an event set */
    BGPM_EEVT_SET_UNASSIGNED = -2005, /**< the event set has no events */
    BGPM_ECONF_UNIT = -2006,          /**< the event's unit differs from the event set's unit */
    BGPM_EXHAUSTED = -2007,           /**< no free counter */
    BGPM_EINV_ATTRIB = -2008,         /**< invalid attribute */
    BGPM_EINV_ATTRIB_VAL = -2009,     /**< invalid value of an attribute */
    BGPM_EUNSUP_ATTRIB = -2010,       /**< the event or event set does not have this attribute */
    BGPM_EUNSUP_OVERFLOW = -2011,     /**< no overflow in this mode or for this event */
    BGPM_ENO_OVERFLOW = -2012,        /**< the event has no overflow period */
    BGPM_EARRAY_TOO_SMALL =
        -2013,               /**< the array is too small: its length argument now has the required size */
    BGPM_ENOT_MUXED = -2014, /**< the event set is not multiplexed */
    BGPM_ECONF_L2_COMBINE =
        -2015, /**< the event needs a different mode (slices or combined) of the node's L2 counters */
    BGPM_ENO_CONFIG = -2016,      /**< the event set is not configured */
    BGPM_ENOT_MASK_EVENT = -2017, /**< the event has no mask */
    BGPM_ENOT_QFPU_INST_EVENT =
        -2018,                    /**< the event does not count instructions of the floating-point unit */
    BGPM_ENOT_EMPTY = -2019,      /**< the event set already has events */
    BGPM_EUNREC_EVTID = -2020,    /**< unknown event number */
    BGPM_EINV_OP = -2021,         /**< operation not available for the unit of the event set in this mode */
    BGPM_ESHM_OPEN_ERR = -2022,   /**< cannot open the node's shared memory */
    BGPM_ESWTHD_MOVED = -2023,    /**< the thread has moved to a different hardware thread */
    BGPM_ENOT_APPLIED = -2024,    /**< the event set is not applied: call Bgpm_Apply() first */
    BGPM_EINV_L2_SLICE = -2025,   /**< invalid slice of the L2 cache (0 to 15) */
    BGPM_ETHD_COUNTS_RSV = -2026, /**< the counters of the hardware thread are in use */
    BGPM_EINV_SUBNODE = -2027,    /**< the job has fewer than 16 cores of a node: never here */
    BGPM_EPRERSV_EXISTS = -2028,  /**< counters are already reserved */
    BGPM_ECTX_MISMATCH = -2029,   /**< conflict with an event set of the core: different context */
    BGPM_EEVT_CTX_MISMATCH =
        -2030,               /**< the event cannot be restricted to a context: see Bgpm_AllowMixedContext() */
    BGPM_EES_FROZEN = -2031, /**< the event set is applied or attached and cannot be changed */
    BGPM_EQFPU_RSV_MISMATCH =
        -2032, /**< conflict with an event set of the core: different match of floating-point instructions */
    BGPM_EXU_RSV_MISMATCH =
        -2033, /**< conflict with an event set of the core: different match of instructions */
    BGPM_ESQRT_SCALE_MISMATCH =
        -2034, /**< conflict with an event set of the core: different scale of square roots */
    BGPM_EDIV_SCALE_MISMATCH =
        -2035,                    /**< conflict with an event set of the core: different scale of divisions */
    BGPM_ETHRES_MISMATCH = -2036, /**< conflict with an event set of the node: different overflow period */
    BGPM_ENOT_CONTROL_THREAD = -2037, /**< permitted only for the creating thread of the event set */
    BGPM_EUPDATE_DISALLOWED = -2038,  /**< the event set is running: stop the event set first */
    BGPM_EMAX_EVTSETS = -2039,        /**< too many event sets: increase BGPM_SETS_PER_THREAD */
    BGPM_ECTRS_IN_USE = -2040,        /**< another event set is attached to the hardware thread */
    BGPM_ELINK_CTRS_INCOMPAT =
        -2041,                      /**< conflict with an event set on the link: different virtual channels */
    BGPM_ELONGDESC_CORRUPT = -2042, /**< the file of event descriptions is damaged */
    BGPM_EINV_WRT2OVF = -2043,      /**< an event with an overflow period cannot be written */
    BGPM_WALREADY_ATTACHED = 3000,  /**< an event set is already attached */
    BGPM_WNOT_ATTACHED = 3001,      /**< the event set is not attached */
    BGPM_WALREADY_STARTED = 3002,   /**< the event set is already running */
    BGPM_WALREADY_STOPPED = 3003,   /**< the event set is not running */
    BGPM_WEVTSET_STILL_USED = 3004, /**< the event set is still in use */
    BGPM_WNOT_LINK_CTL = 3005,      /**< the event set does not control a link */
    BGPM_MIN_ERRNO = BGPM_EINITED,  /**< first error */
    BGPM_MAX_ERRNO = BGPM_EINV_WRT2OVF,           /**< last error */
    BGPM_MIN_WARNING_NO = BGPM_WALREADY_ATTACHED, /**< first warning */
    BGPM_MAX_WARNING_NO = BGPM_WNOT_LINK_CTL      /**< last warning */
};

/** A code and its text. */
typedef struct sBgpmErrTblRec {
    short errNum;     /**< the code */
    const char *desc; /**< its text */
} BgpmErrTblRec;

#endif /* _BGPM_ERR_H_ */
