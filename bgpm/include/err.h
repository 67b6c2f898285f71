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

/** Errors (negative) and warnings (positive); descriptions by Bgpm_ErrStrg(). */
enum {
    BGPM_EOK = 0,                                        /**< operation successful */
    BGPM_EINTERNAL = UPCI_EINTERNAL,                     /**< internal error of the library */
    BGPM_ENOTIMPL = UPCI_ENOTIMPL,                       /**< not implemented */
    BGPM_EINV_EVENT = UPCI_EINV_EVENT,                   /**< invalid event number */
    BGPM_EINV_PARM = UPCI_EINV_PARM,                     /**< invalid argument */
    BGPM_ENOT_INIT = UPCI_ENOT_INIT,                     /**< the calling thread is not initialised */
    BGPM_ERESERVED = UPCI_ERESERVED,                     /**< the counter unit is in use */
    BGPM_ESIGRESERVED = UPCI_ESIGRESERVED,               /**< no free signal from the event to a counter */
    BGPM_ECTRRESERVED = UPCI_ECTRRESERVED,               /**< no free counter */
    BGPM_EL1PMODERESERVED = UPCI_EL1PMODERESERVED,       /**< the prefetcher counts in a different mode */
    BGPM_ETHRDCORE_MISMATCH = UPCI_ETHRDCORE_MISMATCH,   /**< the hardware thread belongs to another core */
    BGPM_ESYSCALL_DATASIZE = UPCI_ESYSCALL_DATASIZE,     /**< wrong data size of a kernel call */
    BGPM_ESYSCALL_NOTIMPL = UPCI_ESYSCALL_NOTIMPL,       /**< kernel call not implemented */
    BGPM_ESYSCALL_INVALID = UPCI_ESYSCALL_INVALID,       /**< invalid kernel call */
    BGPM_ESYSCALL_RETRY = UPCI_ESYSCALL_RETRY,           /**< kernel call to be repeated */
    BGPM_EMODE_MISMATCH = UPCI_EMODE_MISMATCH,           /**< counter mode differs from the node's */
    BGPM_EMODE_MISMATCH_UNIT = UPCI_EMODE_MISMATCH_UNIT, /**< counter mode differs from the unit's */
    BGPM_EINV_EVT_IDX = UPCI_EINV_EVT_IDX,               /**< invalid index of an event */
    BGPM_EINV_OVF = UPCI_EINV_OVF,                       /**< invalid overflow period */
    BGPM_ERESERVED1 = UPCI_ERESERVED1,                   /**< reserved */
    BGPM_EINV_OPCTRMODE = UPCI_EINV_OPCTRMODE,           /**< not possible in this counter mode */
    BGPM_EINV_UKVER_MISMATCH = UPCI_EINV_UKVER_MISMATCH, /**< library and kernel have different versions */
    BGPM_ETHD_CTRS_RSV = UPCI_ETHD_CTRS_RSV,             /**< counters of the hardware thread are in use */
    BGPM_ECSEVT_REQALLTHDS = UPCI_ECSEVT_REQALLTHDS,     /**< needs all threads of the core */
    BGPM_EINITED = -2000,                                /**< the thread is already initialised */
    BGPM_EHWINITED = -2001,                       /**< the counters of the node are already initialised */
    BGPM_ECONF_MODE = -2002,                      /**< the node runs in a different mode */
    BGPM_ENOMEM = -2003,                          /**< out of memory */
    BGPM_EINV_SET_HANDLE = -2004,                 /**< invalid handle of an event set */
    BGPM_EEVT_SET_UNASSIGNED = -2005,             /**< the event set has no events */
    BGPM_ECONF_UNIT = -2006,                      /**< the event has a different unit */
    BGPM_EXHAUSTED = -2007,                       /**< no free counter */
    BGPM_EINV_ATTRIB = -2008,                     /**< invalid attribute */
    BGPM_EINV_ATTRIB_VAL = -2009,                 /**< invalid value of an attribute */
    BGPM_EUNSUP_ATTRIB = -2010,                   /**< the event or set has no such attribute */
    BGPM_EUNSUP_OVERFLOW = -2011,                 /**< no overflow in this mode or for this event */
    BGPM_ENO_OVERFLOW = -2012,                    /**< the event has no overflow period */
    BGPM_EARRAY_TOO_SMALL = -2013,                /**< array too short; length set to the required value */
    BGPM_ENOT_MUXED = -2014,                      /**< the event set is not multiplexed */
    BGPM_ECONF_L2_COMBINE = -2015,                /**< conflict of slices and combined counters */
    BGPM_ENO_CONFIG = -2016,                      /**< the event set is not configured */
    BGPM_ENOT_MASK_EVENT = -2017,                 /**< the event has no mask */
    BGPM_ENOT_QFPU_INST_EVENT = -2018,            /**< the event counts no floating-point instructions */
    BGPM_ENOT_EMPTY = -2019,                      /**< the event set already has events */
    BGPM_EUNREC_EVTID = -2020,                    /**< unknown event number */
    BGPM_EINV_OP = -2021,                         /**< not available for this unit in this mode */
    BGPM_ESHM_OPEN_ERR = -2022,                   /**< cannot open the node's shared memory */
    BGPM_ESWTHD_MOVED = -2023,                    /**< the thread has moved to another hardware thread */
    BGPM_ENOT_APPLIED = -2024,                    /**< the event set is not applied */
    BGPM_EINV_L2_SLICE = -2025,                   /**< no such slice (0 to 15) */
    BGPM_ETHD_COUNTS_RSV = -2026,                 /**< the counters of the hardware thread are in use */
    BGPM_EINV_SUBNODE = -2027,                    /**< fewer than 16 cores: never here */
    BGPM_EPRERSV_EXISTS = -2028,                  /**< counters are already reserved */
    BGPM_ECTX_MISMATCH = -2029,                   /**< conflict in the core: different contexts */
    BGPM_EEVT_CTX_MISMATCH = -2030,               /**< event of all contexts: Bgpm_AllowMixedContext() */
    BGPM_EES_FROZEN = -2031,                      /**< an applied set cannot be changed */
    BGPM_EQFPU_RSV_MISMATCH = -2032,              /**< conflict in the core: floating-point matches */
    BGPM_EXU_RSV_MISMATCH = -2033,                /**< conflict in the core: instruction matches */
    BGPM_ESQRT_SCALE_MISMATCH = -2034,            /**< conflict in the core: different scales */
    BGPM_EDIV_SCALE_MISMATCH = -2035,             /**< conflict in the core: different scales */
    BGPM_ETHRES_MISMATCH = -2036,                 /**< conflict in the node: different periods */
    BGPM_ENOT_CONTROL_THREAD = -2037,             /**< the calling thread has not created the set */
    BGPM_EUPDATE_DISALLOWED = -2038,              /**< the set is running */
    BGPM_EMAX_EVTSETS = -2039,                    /**< too many event sets */
    BGPM_ECTRS_IN_USE = -2040,                    /**< another event set is attached */
    BGPM_ELINK_CTRS_INCOMPAT = -2041,             /**< conflict on the link: different channels */
    BGPM_ELONGDESC_CORRUPT = -2042,               /**< the file of event descriptions is damaged */
    BGPM_EINV_WRT2OVF = -2043,                    /**< an event with a period cannot be written */
    BGPM_WALREADY_ATTACHED = 3000,                /**< an event set is already attached */
    BGPM_WNOT_ATTACHED = 3001,                    /**< the event set is not attached */
    BGPM_WALREADY_STARTED = 3002,                 /**< the event set is already running */
    BGPM_WALREADY_STOPPED = 3003,                 /**< the event set is not running */
    BGPM_WEVTSET_STILL_USED = 3004,               /**< the event set is still in use */
    BGPM_WNOT_LINK_CTL = 3005,                    /**< the event set does not control a link */
    BGPM_MIN_ERRNO = BGPM_EINITED,                /**< first error */
    BGPM_MAX_ERRNO = BGPM_EINV_WRT2OVF,           /**< last error */
    BGPM_MIN_WARNING_NO = BGPM_WALREADY_ATTACHED, /**< first warning */
    BGPM_MAX_WARNING_NO = BGPM_WNOT_LINK_CTL      /**< last warning */
};

/** A code and its description. */
typedef struct sBgpmErrTblRec {
    short errNum;     /**< the code */
    const char *desc; /**< description of the code */
} BgpmErrTblRec;

#endif /* _BGPM_ERR_H_ */
