/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_evttbl.h
 * @brief The table of performance events: names, descriptions and properties (bgpm 2, internal-headers 5).
 */
#ifndef _UPCI_UPC_EVTTBL_H_
#define _UPCI_UPC_EVTTBL_H_

#include <cnk/include/kcounters.h>

#include "spi/include/upci/events.h"
#include "spi/include/upci/upc_atomic.h"
#include "spi/include/upci/upc_common.h"
#include "spi/include/upci/upc_p.h"

__BEGIN_DECLS

/** Source unit of an event: UPC_ES_Undef = 0, then the units of upc_evtsrcs.h. */
typedef enum UPC_EventSources {
/* clang-format off */
/** Generates an enumerator for a source. */
#define UPC_EVTSRC(name, mnemonic, text) UPC_ES_##name,
#include "spi/include/upci/upc_evtsrcs.h"
    /* clang-format on */
    UPC_ES_NUMSRCS /**< number of sources */
} UPC_EventSources_t;

/** Part of the node counted by an event. */
typedef enum UPC_EventScope {
    UPC_SCOPE_UNDEF = 0,      /**< undefined */
    UPC_SCOPE_THREAD = 1,     /**< a hardware thread */
    UPC_SCOPE_CORE = 2,       /**< a core */
    UPC_SCOPE_CORESHARED = 3, /**< a core, counted for each of its threads */
    UPC_SCOPE_NODESHARED = 4, /**< the node, control is shared */
    UPC_SCOPE_NODE = 5,       /**< the node */
    UPC_SCOPE_EXCLUSIVE = 6,  /**< the node, controlled by a single thread */
    UPC_SCOPE_SAMPLED = 7     /**< sampled */
} UPC_EventScope_t;

/** Meaning of a count. */
typedef enum UPC_EventMetric {
    UPC_METRIC_UNDEF = 0,   /**< undefined */
    UPC_METRIC_BEVENTS = 1, /**< beginnings of a state */
    UPC_METRIC_BCYCLES = 2, /**< cycles in a state */
    UPC_METRIC_EVENTS = 3,  /**< events */
    UPC_METRIC_CYCLES = 4,  /**< cycles */
    UPC_METRIC_SINGLE = 5,  /**< not consecutive */
    UPC_METRIC_CONSEQ = 6   /**< up to one per cycle */
} UPC_EventMetric_t;

/** Source of an event's count in the emulation (docs/bgpm.md). */
typedef enum emuq_event_emulation {
    EMUQ_EVENT_ZERO,        /**< nothing: reads 0 */
    EMUQ_EVENT_CLOCK,       /**< time base */
    EMUQ_EVENT_MU,          /**< Message Unit */
    EMUQ_EVENT_MU_OPT,      /**< register accesses of the Message Unit: 0 */
    EMUQ_EVENT_NET,         /**< network links */
    EMUQ_EVENT_NET_TIMED,   /**< receiver FIFOs of the network links: 0 */
    EMUQ_EVENT_PERF_INSTR,  /**< instructions of the host's processor */
    EMUQ_EVENT_PERF_BRANCH, /**< branches of the host's processor */
    EMUQ_EVENT_PERF_CACHE,  /**< last-level cache of the host's processor */
    EMUQ_EVENT_PERF_OPT     /**< L1 caches and TLBs of the host's processor */
} emuq_event_emulation_t;

/** An event. A single type for all units; the machine has a type per unit. */
typedef struct UPC_EvtTableRec {
    unsigned evtId;                   /**< event number */
    const char *label;                /**< name of the enumerator */
    const char *desc;                 /**< a short description */
    unsigned unit;                    /**< BgpmUnitTypes */
    UPC_EventSources_t srcType;       /**< unit of the hardware */
    UPC_EventScope_t scope;           /**< part of the node counted */
    UPC_EventMetric_t metric;         /**< meaning of the count */
    UpciBool_t edge;                  /**< counts edges */
    UpciBool_t inverted;              /**< counts the inverted signal */
    emuq_event_emulation_t emulation; /**< source of the count */
    uint8_t channels;                 /**< UPC_NW_VC_...; 0: chosen by the user, or none */
} UPC_EvtTableRec_t;

typedef UPC_EvtTableRec_t UPC_PunitEvtTableRec_t;   /**< An event of a core. */
typedef UPC_EvtTableRec_t UPC_L2unitEvtTableRec_t;  /**< An event of the L2 cache. */
typedef UPC_EvtTableRec_t UPC_IOunitEvtTableRec_t;  /**< An event of the Message Unit or other I/O. */
typedef UPC_EvtTableRec_t UPC_NWunitEvtTableRec_t;  /**< An event of the network links. */
typedef UPC_EvtTableRec_t UPC_CNKunitEvtTableRec_t; /**< An event of the kernel. */

/** @return the event, NULL above PEVT_LAST_EVENT. */
const UPC_EvtTableRec_t *emuq_event_record(unsigned evtId);

/** @return the event of a core, NULL for events of other units. */
const UPC_PunitEvtTableRec_t *Upci_GetPunitEventRec(unsigned evtId);
/** @return the event of the L2 cache, NULL for events of other units. */
const UPC_L2unitEvtTableRec_t *Upci_GetL2EventRec(unsigned evtId);
/** @return the event of I/O, NULL for events of other units. */
const UPC_IOunitEvtTableRec_t *Upci_GetIOEventRec(unsigned evtId);
/** @return the event of the links, NULL for events of other units. */
const UPC_NWunitEvtTableRec_t *Upci_GetNWEventRec(unsigned evtId);
/** @return the event of the kernel, NULL for events of other units. */
const UPC_CNKunitEvtTableRec_t *Upci_GetCNKEventRec(unsigned evtId);

/** @return the name of a metric. */
const char *Upci_GetMetricText(UPC_EventMetric_t m);
/** @return the name of an event, NULL above PEVT_LAST_EVENT. */
const char *Upci_GetEventLabel(unsigned evtId);
/** @return a short description of an event, NULL above PEVT_LAST_EVENT. */
const char *Upci_GetEventDesc(unsigned evtId);
/** @return the source of an event, UPC_ES_Undef above PEVT_LAST_EVENT. */
UPC_EventSources_t Upci_GetEventSrc(unsigned evtId);
/** @return the name of the source of an event, NULL above PEVT_LAST_EVENT. */
const char *Upci_GetEventSrcName(unsigned evtId);
/** @return UpciTrue for an event of the five units inside the core. */
UpciBool_t Upci_IsA2Event(unsigned evtId);

__END_DECLS

#endif /* _UPCI_UPC_EVTTBL_H_ */
