/* SPDX-License-Identifier: BSD-3-Clause */
/* Event sets and properties of their events (bgpm 4, 5). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bgpm/src/private.h"

enum { EVENTS_AT_FIRST = 32 };

int Bgpm_CreateEventSet(void)
{
    bgpm_call_t call = bgpm_enter();
    unsigned handle = 0;
    while (call.rc == 0 && handle < bgpm_self.process->capacity && bgpm_self.process->set[handle] != NULL)
        handle++;
    bgpm_check(&call, call.rc != 0 || handle < bgpm_self.process->capacity, BGPM_EMAX_EVTSETS);
    bgpm_set_t *set = call.rc == 0 ? bgpm_alloc(sizeof *set) : NULL;
    if (bgpm_check(&call, set != NULL, BGPM_ENOMEM)) {
        set->handle = handle;
        set->owner = &bgpm_self;
        set->tid = bgpm_self.tid;
        set->processor = bgpm_self.processor;
        bgpm_self.process->set[handle] = set;
        call.rc = (int)handle;
    }
    return BGPM_LEAVE(call);
}

void bgpm_set_free(bgpm_set_t *set)
{
    bgpm_process_t *process = bgpm_process_known();
    if (set->unit == BGPMUnitType_NW)
        (void)bgpm_nw_detach(set);
    else if (set->unit == BGPMUnitType_PUNIT)
        bgpm_punit_release(set);
    else if (bgpm_is_shared_unit(set))
        bgpm_unit_release(set);
    if (bgpm_self.fast == set)
        bgpm_self.fast = NULL;
    process->set[set->handle] = NULL;
    bgpm_free(set->event, set->capacity * sizeof(bgpm_event_t));
    bgpm_free(set, sizeof *set);
}

int Bgpm_DeleteEventSet(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL);
    if (call.rc == 0)
        bgpm_set_free(call.set);
    return BGPM_LEAVE(call);
}

/* ---- adding events ---- */

static Bgpml1pModes sets_l1p_mode(const UPC_EvtTableRec_t *record)
{
    switch (record->srcType) {
    case UPC_ES_L1P_STREAM:
        return BGPMl1pMode_STREAM;
    case UPC_ES_L1P_SWITCH:
        return BGPMl1pMode_SWITCH;
    case UPC_ES_L1P_LIST:
        return BGPMl1pMode_LIST;
    default:
        return BGPMl1pMode_UNDEF;
    }
}

/* Tests for a single privilege level. */
static bool sets_is_restricted(const bgpm_set_t *set)
{
    uint64_t context = set->core[BGPM_CORE_CONTEXT].value;
    return set->core[BGPM_CORE_CONTEXT].set && (context == BGPM_CTX_KERNEL || context == BGPM_CTX_USER);
}

static int sets_punit_check(const bgpm_set_t *set, const UPC_EvtTableRec_t *record)
{
    Bgpml1pModes mode = sets_l1p_mode(record);
    if (!set->mux.active && set->events >= UPC_P_NUM_COUNTERS)
        return BGPM_ECTRRESERVED;
    if (mode != BGPMl1pMode_UNDEF && set->l1p_mode != BGPMl1pMode_UNDEF && mode != set->l1p_mode)
        return BGPM_EL1PMODERESERVED;
    if (sets_is_restricted(set) && !set->mixed_context && !Upci_IsA2Event(record->evtId))
        return BGPM_EEVT_CTX_MISMATCH;
    return 0;
}

/* Checks for a valid event of the unit of the set. */
static int sets_event_check(const bgpm_set_t *set, unsigned id)
{
    if (id == PEVT_UNDEF)
        return BGPM_EINV_EVENT;
    if (id > PEVT_LAST_EVENT)
        return set->unit == BGPMUnitType_UNDEF ? BGPM_EUNREC_EVTID : BGPM_EINV_EVENT;
    if (set->unit != BGPMUnitType_UNDEF && emuq_event_record(id)->unit != set->unit)
        return BGPM_ECONF_UNIT;
    return 0;
}

static int sets_event_space(bgpm_set_t *set)
{
    if (set->events < set->capacity)
        return 0;
    unsigned capacity = set->capacity == 0 ? (unsigned)EVENTS_AT_FIRST : 2 * set->capacity;
    bgpm_event_t *event = bgpm_alloc(capacity * sizeof *event);
    if (event == NULL)
        return BGPM_ENOMEM;
    if (set->events != 0)
        memcpy(event, set->event, set->events * sizeof *event);
    bgpm_free(set->event, set->capacity * sizeof *event);
    set->event = event;
    set->capacity = capacity;
    return 0;
}

static int sets_event_add(bgpm_set_t *set, unsigned id)
{
    int rc = sets_event_check(set, id);
    if (rc == 0)
        rc = sets_event_space(set);
    if (rc != 0)
        return rc;
    const UPC_EvtTableRec_t *record = emuq_event_record(id);
    bgpm_event_t event = {.record = record,
                          .id = id,
                          .edge = record->edge,
                          .invert = record->inverted,
                          .channels = record->channels};
    if (record->unit == BGPMUnitType_PUNIT)
        rc = sets_punit_check(set, record);
    else if (record->unit == BGPMUnitType_NW)
        rc = bgpm_nw_assign(set, &event);
    else if (record->unit == BGPMUnitType_L2)
        rc = bgpm_unit_add(record);
    if (rc != 0)
        return rc;
    if (sets_l1p_mode(record) != BGPMl1pMode_UNDEF)
        set->l1p_mode = sets_l1p_mode(record);
    set->unit = (BgpmUnitTypes)record->unit;
    set->event[set->events++] = event;
    return 0;
}

/* Applied core, L2 and I/O sets take no events; kernel sets need no Bgpm_Apply(). */
static int sets_is_addable(const bgpm_set_t *set)
{
    return set->frozen && set->unit != BGPMUnitType_NW ? BGPM_EES_FROZEN : 0;
}

int Bgpm_AddEvent(unsigned hEvtSet, unsigned eventId)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL);
    if (call.rc == 0 && (call.rc = sets_is_addable(call.set)) == 0 &&
        (call.rc = sets_event_add(call.set, eventId)) != 0)
        bgpm_feedback(call.set, eventId, call.rc);
    return BGPM_LEAVE(call);
}

/* Checks that all events are of the unit of the set, or of the first event. */
static int sets_list_check(const bgpm_set_t *set, const unsigned *ids, unsigned num)
{
    bgpm_set_t like = {.unit = set->unit};
    for (unsigned i = 0; i < num; i++) {
        int rc = sets_event_check(&like, ids[i]);
        if (rc != 0)
            return rc;
        like.unit = (BgpmUnitTypes)emuq_event_record(ids[i])->unit;
    }
    return 0;
}

int Bgpm_AddEventList(unsigned hEvtSet, unsigned *eventIds, unsigned num)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL);
    bgpm_check(&call, eventIds != NULL && num != 0, BGPM_EINV_PARM);
    if (call.rc == 0 && (call.rc = sets_is_addable(call.set)) == 0)
        call.rc = sets_list_check(call.set, eventIds, num);
    for (unsigned i = 0; call.rc == 0 && i < num; i++) {
        call.rc = sets_event_add(call.set, eventIds[i]);
        if (call.rc != 0)
            bgpm_feedback(call.set, eventIds[i], call.rc);
    }
    return BGPM_LEAVE(call);
}

/* ---- properties of sets ---- */

int Bgpm_NumEvents(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, 0);
    if (call.rc == 0)
        call.rc = (int)call.set->events;
    else if (call.rc == BGPM_EINV_SET_HANDLE)
        call.rc = 0;
    return BGPM_LEAVE(call);
}

int Bgpm_NumTargets(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_UNIT);
    if (call.rc != 0)
        return BGPM_LEAVE(call);
    const bgpm_set_t *set = call.set;
    if (set->unit == BGPMUnitType_NW)
        call.rc = __builtin_popcount(set->links);
    else if (set->unit == BGPMUnitType_PUNIT && bgpm_node()->mode == BGPM_MODE_HWDISTRIB)
        call.rc = (int)set->targets;
    else
        call.rc = 1;
    return BGPM_LEAVE(call);
}

int Bgpm_IsController(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, 0);
    if (call.rc == 0)
        call.rc = call.set->owner == &bgpm_self;
    return BGPM_LEAVE(call);
}

int Bgpm_GetUnitType(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, 0);
    if (call.rc == 0)
        call.rc = (int)call.set->unit;
    return BGPM_LEAVE(call);
}

static int sets_user_store_set(unsigned handle, unsigned word, uint64_t value, const char *function)
{
    bgpm_call_t call = bgpm_enter_set(handle, BGPM_CONTROL);
    if (call.rc == 0)
        call.set->user[word] = value;
    return bgpm_leave(&call, function, __FILE__, __LINE__);
}

static int sets_user_load_set(unsigned handle, unsigned word, uint64_t *value, const char *function)
{
    bgpm_call_t call = bgpm_enter_set(handle, 0);
    if (bgpm_check(&call, value != NULL, BGPM_EINV_PARM))
        *value = call.set->user[word];
    return bgpm_leave(&call, function, __FILE__, __LINE__);
}

int Bgpm_SetEventSetUser1(unsigned hEvtSet, uint64_t value)
{
    return sets_user_store_set(hEvtSet, 0, value, __func__);
}

int Bgpm_SetEventSetUser2(unsigned hEvtSet, uint64_t value)
{
    return sets_user_store_set(hEvtSet, 1, value, __func__);
}

int Bgpm_GetEventSetUser1(unsigned hEvtSet, uint64_t *pValue)
{
    return sets_user_load_set(hEvtSet, 0, pValue, __func__);
}

int Bgpm_GetEventSetUser2(unsigned hEvtSet, uint64_t *pValue)
{
    return sets_user_load_set(hEvtSet, 1, pValue, __func__);
}

/* ---- properties of events ---- */

const char *Bgpm_GetEventLabel(unsigned hEvtSet, unsigned evtIdx)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, 0);
    const char *label = call.rc == 0 ? call.event->record->label : NULL;
    (void)BGPM_LEAVE(call);
    return label;
}

const char *Bgpm_GetEventIdLabel(unsigned evtId)
{
    return Upci_GetEventLabel(evtId);
}

int Bgpm_GetEventId(unsigned hEvtSet, unsigned evtIdx)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, 0);
    if (call.rc == 0)
        call.rc = (int)call.event->record->evtId;
    return BGPM_LEAVE(call);
}

int Bgpm_GetEventIdFromLabel(const char *evtLabel)
{
    bgpm_call_t call = {.rc = evtLabel != NULL ? 0 : BGPM_EINV_PARM};
    for (unsigned id = 1; call.rc == 0 && id <= PEVT_LAST_EVENT; id++)
        if (strcasecmp(Upci_GetEventLabel(id), evtLabel) == 0)
            return (int)id;
    return BGPM_LEAVE(call);
}

int Bgpm_GetEventIndex(unsigned hEvtSet, unsigned evtId, unsigned startIdx)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_UNIT);
    bgpm_check(&call, evtId != PEVT_UNDEF && evtId <= PEVT_LAST_EVENT, BGPM_EUNREC_EVTID);
    if (call.rc == 0) {
        const bgpm_set_t *set = call.set;
        bgpm_check(&call, emuq_event_record(evtId)->unit == set->unit, BGPM_ECONF_UNIT);
        bgpm_check(&call, startIdx < set->events, BGPM_EINV_EVT_IDX);
        unsigned i = startIdx;
        while (call.rc == 0 && i < set->events && set->event[i].record->evtId != evtId)
            i++;
        if (call.rc == 0)
            call.rc = (int)i;
    }
    return BGPM_LEAVE(call);
}

int Bgpm_GetEventIdInfo(unsigned evtId, Bgpm_EventInfo_t *pInfo)
{
    bgpm_call_t call = {.rc = evtId != 0 && evtId <= PEVT_LAST_EVENT ? 0 : BGPM_EUNREC_EVTID};
    if (bgpm_check(&call, pInfo != NULL, BGPM_EINV_PARM)) {
        const UPC_EvtTableRec_t *r = emuq_event_record(evtId);
        *pInfo = (Bgpm_EventInfo_t){evtId,       r->label, r->desc,   (BgpmUnitTypes)r->unit,
                                    r->srcType,  r->scope, r->metric, r->edge,
                                    r->inverted, 0};
    }
    return BGPM_LEAVE(call);
}

/* ---- long descriptions ---- */

/* @return 0; BGPM_EARRAY_TOO_SMALL */
static int sets_copy_text(const char *text, size_t length, char *buffer, int *bytes)
{
    bool fits = *bytes > 0 && length < (size_t)*bytes;
    *bytes = fits ? (int)length : (int)length + 1;
    if (!fits)
        return BGPM_EARRAY_TOO_SMALL;
    memcpy(buffer, text, length);
    buffer[length] = '\0';
    return 0;
}

/* Reads a description: an index of 16 bytes per event has offset and length; the record begins with the
 * number in four digits and a blank. */
static int sets_read_text(FILE *file, unsigned event, char *buffer, int *bytes)
{
    char index[17] = "", *text = NULL;
    long offset, length;
    if (fseek(file, (long)event * 16, SEEK_SET) != 0 || fread(index, 16, 1, file) != 1 ||
        sscanf(index, "%ld%ld", &offset, &length) != 2 || offset < 0 || length < 5 || length > 1 << 20)
        return BGPM_ELONGDESC_CORRUPT;
    text = malloc((size_t)length + 1);
    if (text == NULL)
        return BGPM_ENOMEM;
    int rc = BGPM_ELONGDESC_CORRUPT;
    char begin[16];
    snprintf(begin, sizeof begin, "%04u ", event);
    if (fseek(file, offset, SEEK_SET) == 0 && fread(text, (size_t)length, 1, file) == 1 &&
        memcmp(text, begin, 5) == 0)
        rc = sets_copy_text(text + 5, (size_t)length - 5, buffer, bytes);
    free(text);
    return rc;
}

int Bgpm_GetLongDesc(unsigned evtId, char *pBuff, int *pLen)
{
    bgpm_call_t call = {.rc = pBuff != NULL && pLen != NULL ? 0 : BGPM_EINV_PARM};
    if (!bgpm_check(&call, evtId != 0 && evtId <= PEVT_LAST_EVENT, BGPM_EUNREC_EVTID))
        return BGPM_LEAVE(call);
    const char *path = getenv("BGPM_EVTDESC_FILE"), *text = Upci_GetEventDesc(evtId);
    FILE *file = fopen(path != NULL ? path : LONG_DESC_FILE, "re");
    if (file != NULL) {
        call.rc = sets_read_text(file, evtId, pBuff, pLen);
        fclose(file);
    } else {
        call.rc = path != NULL ? -errno : sets_copy_text(text, strlen(text), pBuff, pLen);
    }
    return BGPM_LEAVE(call);
}

static int sets_user_store_event(unsigned handle, unsigned index, unsigned word, uint64_t value,
                                 const char *function)
{
    bgpm_call_t call = bgpm_enter_event(handle, index, BGPM_CONTROL);
    if (call.rc == 0)
        call.event->user[word] = value;
    return bgpm_leave(&call, function, __FILE__, __LINE__);
}

static int sets_user_load_event(unsigned handle, unsigned index, unsigned word, uint64_t *value,
                                const char *function)
{
    bgpm_call_t call = bgpm_enter_event(handle, index, 0);
    if (bgpm_check(&call, value != NULL, BGPM_EINV_PARM))
        *value = call.event->user[word];
    return bgpm_leave(&call, function, __FILE__, __LINE__);
}

int Bgpm_SetEventUser1(unsigned hEvtSet, unsigned evtIdx, uint64_t value)
{
    return sets_user_store_event(hEvtSet, evtIdx, 0, value, __func__);
}

int Bgpm_SetEventUser2(unsigned hEvtSet, unsigned evtIdx, uint64_t value)
{
    return sets_user_store_event(hEvtSet, evtIdx, 1, value, __func__);
}

int Bgpm_GetEventUser1(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue)
{
    return sets_user_load_event(hEvtSet, evtIdx, 0, pValue, __func__);
}

int Bgpm_GetEventUser2(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue)
{
    return sets_user_load_event(hEvtSet, evtIdx, 1, pValue, __func__);
}
