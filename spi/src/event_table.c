/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of performance events, made of emuq_events.def. */
#include "spi/include/upci/upc_evttbl.h"

/* Values of BgpmUnitTypes (bgpm/include/types.h). */
enum { UNIT_UNDEF, UNIT_PUNIT, UNIT_L2, UNIT_IO, UNIT_NW, UNIT_CNK };

static const UPC_EvtTableRec_t events[] = {
#define EMUQ_EVENT(number, name, description, unit, metric, source, scope, edge, inverted, emulation,        \
                   channels)                                                                                 \
    [number] = {number,                                                                                      \
                #name,                                                                                       \
                description,                                                                                 \
                UNIT_##unit,                                                                                 \
                UPC_ES_##source,                                                                             \
                UPC_SCOPE_##scope,                                                                           \
                UPC_METRIC_##metric,                                                                         \
                edge,                                                                                        \
                inverted,                                                                                    \
                EMUQ_EVENT_##emulation,                                                                      \
                channels},
#include "spi/include/upci/emuq_events.def"
#undef EMUQ_EVENT
};

_Static_assert(sizeof events / sizeof events[0] == PEVT_LAST_EVENT + 1, "every event has a record");

const UPC_EvtTableRec_t *emuq_event_record(unsigned evtId)
{
    return evtId <= PEVT_LAST_EVENT ? &events[evtId] : NULL;
}

static const UPC_EvtTableRec_t *event_table_get(unsigned evtId, unsigned unit)
{
    const UPC_EvtTableRec_t *record = emuq_event_record(evtId);
    return record != NULL && record->unit == unit ? record : NULL;
}

const UPC_PunitEvtTableRec_t *Upci_GetPunitEventRec(unsigned evtId)
{
    return event_table_get(evtId, UNIT_PUNIT);
}

const UPC_L2unitEvtTableRec_t *Upci_GetL2EventRec(unsigned evtId)
{
    return event_table_get(evtId, UNIT_L2);
}

const UPC_IOunitEvtTableRec_t *Upci_GetIOEventRec(unsigned evtId)
{
    return event_table_get(evtId, UNIT_IO);
}

const UPC_NWunitEvtTableRec_t *Upci_GetNWEventRec(unsigned evtId)
{
    return event_table_get(evtId, UNIT_NW);
}

const UPC_CNKunitEvtTableRec_t *Upci_GetCNKEventRec(unsigned evtId)
{
    return event_table_get(evtId, UNIT_CNK);
}

const char *Upci_GetMetricText(UPC_EventMetric_t m)
{
    static const char *const text[] = {"undefined", "beginnings", "cycles of a state", "events",
                                       "cycles",    "single",     "consecutive"};
    return (unsigned)m < sizeof text / sizeof text[0] ? text[m] : text[0];
}

const char *Upci_GetEventLabel(unsigned evtId)
{
    return evtId <= PEVT_LAST_EVENT ? events[evtId].label : NULL;
}

const char *Upci_GetEventDesc(unsigned evtId)
{
    return evtId <= PEVT_LAST_EVENT ? events[evtId].desc : NULL;
}

UPC_EventSources_t Upci_GetEventSrc(unsigned evtId)
{
    return evtId <= PEVT_LAST_EVENT ? events[evtId].srcType : UPC_ES_Undef;
}

const char *Upci_GetEventSrcName(unsigned evtId)
{
    static const char *const name[] = {
#define UPC_EVTSRC(source, mnemonic, text) text,
#include "spi/include/upci/upc_evtsrcs.h"
    };
    return evtId <= PEVT_LAST_EVENT ? name[events[evtId].srcType] : NULL;
}

UpciBool_t Upci_IsA2Event(unsigned evtId)
{
    UPC_EventSources_t source = Upci_GetEventSrc(evtId);
    return source >= UPC_ES_A2_MMU && source <= UPC_ES_A2_XU;
}
