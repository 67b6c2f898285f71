/* SPDX-License-Identifier: BSD-3-Clause */
/* Properties of events and of the events of a set (bgpm 5). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bgpm/src/private.h"

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

/* Copies a text if the buffer is large enough. @return 0 or an error. */
static int text_copy(const char *text, size_t length, char *buffer, int *bytes)
{
    bool fits = *bytes > 0 && length < (size_t)*bytes;
    *bytes = fits ? (int)length : (int)length + 1;
    if (!fits)
        return BGPM_EARRAY_TOO_SMALL;
    memcpy(buffer, text, length);
    buffer[length] = '\0';
    return 0;
}

/* The record of an event: an index of 16 bytes for each event has offset and length; the record begins with
 * the number in four digits and a blank. */
static int text_read(FILE *file, unsigned event, char *buffer, int *bytes)
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
        rc = text_copy(text + 5, (size_t)length - 5, buffer, bytes);
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
        call.rc = text_read(file, evtId, pBuff, pLen);
        fclose(file);
    } else {
        call.rc = path != NULL ? -errno : text_copy(text, strlen(text), pBuff, pLen);
    }
    return BGPM_LEAVE(call);
}

/* ---- user data ---- */

static int user_store(unsigned handle, unsigned index, unsigned word, uint64_t value, const char *function)
{
    bgpm_call_t call = bgpm_enter_event(handle, index, BGPM_CONTROL);
    if (call.rc == 0)
        call.event->user[word] = value;
    return bgpm_leave(&call, function, __FILE__, __LINE__);
}

static int user_load(unsigned handle, unsigned index, unsigned word, uint64_t *value, const char *function)
{
    bgpm_call_t call = bgpm_enter_event(handle, index, 0);
    if (bgpm_check(&call, value != NULL, BGPM_EINV_PARM))
        *value = call.event->user[word];
    return bgpm_leave(&call, function, __FILE__, __LINE__);
}

int Bgpm_SetEventUser1(unsigned hEvtSet, unsigned evtIdx, uint64_t value)
{
    return user_store(hEvtSet, evtIdx, 0, value, __func__);
}

int Bgpm_SetEventUser2(unsigned hEvtSet, unsigned evtIdx, uint64_t value)
{
    return user_store(hEvtSet, evtIdx, 1, value, __func__);
}

int Bgpm_GetEventUser1(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue)
{
    return user_load(hEvtSet, evtIdx, 0, pValue, __func__);
}

int Bgpm_GetEventUser2(unsigned hEvtSet, unsigned evtIdx, uint64_t *pValue)
{
    return user_load(hEvtSet, evtIdx, 1, pValue, __func__);
}
