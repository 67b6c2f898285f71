/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file err.h
 * @brief Error codes of the counter units; BGPM has the same with its prefix (bgpm 3).
 */
#ifndef _UPCI_ERR_H_
#define _UPCI_ERR_H_

/** Error codes. */
enum {
    UPCI_MIN_ERRNO = -1000,                 /**< the first */
    UPCI_EINTERNAL = -1000,                 /**< internal error of the library */
    UPCI_ENOTIMPL = -1001,                  /**< not implemented */
    UPCI_EINV_EVENT = -1002,                /**< invalid event number */
    UPCI_EINV_PARM = -1003,                 /**< invalid argument */
    UPCI_ENOT_INIT = -1004,                 /**< the calling thread is not initialised */
    UPCI_ERESERVED = -1005,                 /**< the counter unit is in use */
    UPCI_ESIGRESERVED = -1006,              /**< no free signal between the event and a counter */
    UPCI_ECTRRESERVED = -1007,              /**< no free counter */
    UPCI_EL1PMODERESERVED = -1008,          /**< the prefetcher counts in a different mode */
    UPCI_ETHRDCORE_MISMATCH = -1009,        /**< the hardware thread belongs to another core */
    UPCI_ESYSCALL_DATASIZE = -1010,         /**< wrong size of the data of a kernel call */
    UPCI_ESYSCALL_NOTIMPL = -1011,          /**< kernel call not implemented */
    UPCI_ESYSCALL_INVALID = -1012,          /**< invalid kernel call */
    UPCI_ESYSCALL_RETRY = -1013,            /**< kernel call to be repeated */
    UPCI_EMODE_MISMATCH = -1014,            /**< counter mode differs from the node's */
    UPCI_EMODE_MISMATCH_UNIT = -1015,       /**< counter mode differs from the unit's */
    UPCI_EINV_EVT_IDX = -1016,              /**< invalid index of an event */
    UPCI_EINV_OVF = -1017,                  /**< invalid overflow period */
    UPCI_ERESERVED1 = -1018,                /**< reserved */
    UPCI_EINV_OPCTRMODE = -1019,            /**< operation not possible in this counter mode */
    UPCI_EINV_UKVER_MISMATCH = -1020,       /**< library and kernel have different versions */
    UPCI_ETHD_CTRS_RSV = -1021,             /**< counters of the hardware thread are in use */
    UPCI_ECSEVT_REQALLTHDS = -1022,         /**< an event of the whole core needs all its hardware threads */
    UPCI_MAX_ERRNO = UPCI_ECSEVT_REQALLTHDS /**< the last */
};

#endif /* _UPCI_ERR_H_ */
