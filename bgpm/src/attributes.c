/* SPDX-License-Identifier: BSD-3-Clause */
/* Attributes of core sets and their events (bgpm 6). Counts do not depend on attributes. */
#include "bgpm/src/private.h"

enum { LARGEST_SCALE = 3 };

/* ---- attributes common to the sets of a core ---- */

/* Tests if another set of the core has a different value. */
static bool attributes_conflict(const bgpm_set_t *set, bgpm_core_attribute_t which, uint64_t value)
{
    const bgpm_process_t *process = bgpm_self.process;
    for (unsigned i = 0; i < process->capacity; i++) {
        const bgpm_set_t *s = process->set[i];
        if (s != NULL && s != set && s->processor / EMUQ_CORE_THREADS == set->processor / EMUQ_CORE_THREADS &&
            s->core[which].set && s->core[which].value != value)
            return true;
    }
    return false;
}

static void attributes_core_store(bgpm_call_t *call, bgpm_core_attribute_t which, uint64_t value)
{
    static const int mismatch[BGPM_CORE_ATTRIBUTES] = {
        [BGPM_CORE_CONTEXT] = BGPM_ECTX_MISMATCH,        [BGPM_CORE_SQUARE_ROOT] = BGPM_ESQRT_SCALE_MISMATCH,
        [BGPM_CORE_DIVISION] = BGPM_EDIV_SCALE_MISMATCH, [BGPM_CORE_QFPU_MATCH] = BGPM_EQFPU_RSV_MISMATCH,
        [BGPM_CORE_XU_MATCH] = BGPM_EXU_RSV_MISMATCH,
    };
    if (bgpm_check(call, call->rc != 0 || !attributes_conflict(call->set, which, value), mismatch[which])) {
        call->set->core[which].set = true;
        call->set->core[which].value = value;
    }
}

static uint64_t attributes_core_load(const bgpm_set_t *set, bgpm_core_attribute_t which, uint64_t otherwise)
{
    return set->core[which].set ? set->core[which].value : otherwise;
}

/* bgpm_enter_set() for an unfrozen core set, or a set without a unit. */
static bgpm_call_t attributes_enter_context(unsigned handle)
{
    bgpm_call_t call = bgpm_enter_set(handle, BGPM_CONTROL | BGPM_CHANGE);
    bgpm_check(&call, call.set->unit == BGPMUnitType_UNDEF || call.set->unit == BGPMUnitType_PUNIT,
               BGPM_EUNSUP_ATTRIB);
    return call;
}

/* Tests for events that cannot be restricted to a privilege level. */
static bool attributes_has_unrestricted(const bgpm_set_t *set)
{
    for (unsigned i = 0; i < set->events; i++)
        if (!Upci_IsA2Event(set->event[i].record->evtId))
            return true;
    return false;
}

int Bgpm_SetContext(unsigned hEvtSet, Bgpm_Context ctx)
{
    bgpm_call_t call = attributes_enter_context(hEvtSet);
    bgpm_check(&call, (unsigned)ctx <= BGPM_CTX_BOTH, BGPM_EINV_PARM);
    if (ctx == BGPM_CTX_DEFAULT)
        ctx = BGPM_CTX_BOTH;
    bgpm_check(&call,
               ctx == BGPM_CTX_BOTH || call.set->mixed_context || !attributes_has_unrestricted(call.set),
               BGPM_EEVT_CTX_MISMATCH);
    attributes_core_store(&call, BGPM_CORE_CONTEXT, ctx);
    if (call.rc == 0)
        call.set->unit = BGPMUnitType_PUNIT;
    return BGPM_LEAVE(call);
}

int Bgpm_GetContext(unsigned hEvtSet, Bgpm_Context *pCtx)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_UNIT | BGPM_PUNIT);
    if (bgpm_check(&call, pCtx != NULL, BGPM_EINV_PARM))
        *pCtx = (Bgpm_Context)attributes_core_load(call.set, BGPM_CORE_CONTEXT, BGPM_CTX_BOTH);
    return BGPM_LEAVE(call);
}

int Bgpm_AllowMixedContext(unsigned hEvtSet)
{
    bgpm_call_t call = attributes_enter_context(hEvtSet);
    if (call.rc == 0) {
        call.set->unit = BGPMUnitType_PUNIT;
        call.set->mixed_context = true;
    }
    return BGPM_LEAVE(call);
}

int Bgpm_GetL1pMode(unsigned hEvtSet, Bgpml1pModes *pMode)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_UNIT | BGPM_PUNIT);
    if (bgpm_check(&call, pMode != NULL, BGPM_EINV_PARM))
        *pMode = call.set->l1p_mode;
    return BGPM_LEAVE(call);
}

static int attributes_scale_store(unsigned handle, bgpm_core_attribute_t which, unsigned short scale,
                                  const char *function)
{
    bgpm_call_t call = bgpm_enter_set(handle, BGPM_CONTROL | BGPM_UNIT | BGPM_PUNIT | BGPM_CHANGE);
    bgpm_check(&call, scale <= LARGEST_SCALE, BGPM_EINV_PARM);
    attributes_core_store(&call, which, scale);
    return bgpm_leave(&call, function, __FILE__, __LINE__);
}

static int attributes_scale_load(unsigned handle, bgpm_core_attribute_t which, unsigned short *scale,
                                 const char *function)
{
    bgpm_call_t call = bgpm_enter_set(handle, BGPM_UNIT | BGPM_PUNIT);
    if (bgpm_check(&call, scale != NULL, BGPM_EINV_PARM))
        *scale = (unsigned short)attributes_core_load(call.set, which, LARGEST_SCALE);
    return bgpm_leave(&call, function, __FILE__, __LINE__);
}

int Bgpm_SetFpSqrScale(unsigned hEvtSet, unsigned short fpScale)
{
    return attributes_scale_store(hEvtSet, BGPM_CORE_SQUARE_ROOT, fpScale, __func__);
}

int Bgpm_GetFpSqrScale(unsigned hEvtSet, unsigned short *pFpScale)
{
    return attributes_scale_load(hEvtSet, BGPM_CORE_SQUARE_ROOT, pFpScale, __func__);
}

int Bgpm_SetFpDivScale(unsigned hEvtSet, unsigned short fpScale)
{
    return attributes_scale_store(hEvtSet, BGPM_CORE_DIVISION, fpScale, __func__);
}

int Bgpm_GetFpDivScale(unsigned hEvtSet, unsigned short *pFpScale)
{
    return attributes_scale_load(hEvtSet, BGPM_CORE_DIVISION, pFpScale, __func__);
}

/* ---- attributes of events ---- */

#define CHANGES (BGPM_CONTROL | BGPM_UNIT | BGPM_PUNIT | BGPM_CHANGE)
#define READS   (BGPM_UNIT | BGPM_PUNIT)

/* Enters a call for an event. The call fails (BGPM_EUNSUP_ATTRIB) unless the event's number is @p id. */
static bgpm_call_t attributes_enter_event(unsigned handle, unsigned index, unsigned needs, unsigned id)
{
    bgpm_call_t call = bgpm_enter_event(handle, index, needs);
    bgpm_check(&call, call.event->record->evtId == id, BGPM_EUNSUP_ATTRIB);
    return call;
}

static int attributes_mask_store(unsigned handle, unsigned index, unsigned id, uint64_t mask,
                                 const char *function)
{
    bgpm_call_t call = attributes_enter_event(handle, index, CHANGES, id);
    if (call.rc == 0)
        call.event->group_mask = mask;
    return bgpm_leave(&call, function, __FILE__, __LINE__);
}

static int attributes_mask_load(unsigned handle, unsigned index, unsigned id, uint64_t *mask,
                                const char *function)
{
    bgpm_call_t call = attributes_enter_event(handle, index, READS, id);
    if (bgpm_check(&call, mask != NULL, BGPM_EINV_PARM))
        *mask = call.event->group_mask;
    return bgpm_leave(&call, function, __FILE__, __LINE__);
}

int Bgpm_SetQfpuGrpMask(unsigned hEvtSet, unsigned evtIdx, uint64_t mask)
{
    return attributes_mask_store(hEvtSet, evtIdx, PEVT_INST_QFPU_GRP_MASK, mask, __func__);
}

int Bgpm_GetQfpuGrpMask(unsigned hEvtSet, unsigned evtIdx, uint64_t *pMask)
{
    return attributes_mask_load(hEvtSet, evtIdx, PEVT_INST_QFPU_GRP_MASK, pMask, __func__);
}

int Bgpm_SetXuGrpMask(unsigned hEvtSet, unsigned evtIdx, uint64_t mask)
{
    return attributes_mask_store(hEvtSet, evtIdx, PEVT_INST_XU_GRP_MASK, mask, __func__);
}

int Bgpm_GetXuGrpMask(unsigned hEvtSet, unsigned evtIdx, uint64_t *pMask)
{
    return attributes_mask_load(hEvtSet, evtIdx, PEVT_INST_XU_GRP_MASK, pMask, __func__);
}

static bool attributes_is_qfpu(const bgpm_event_t *event)
{
    return event->record->srcType == UPC_ES_OP_AXU;
}

int Bgpm_SetQfpuFp(unsigned hEvtSet, unsigned evtIdx, unsigned short countFp)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, CHANGES);
    if (bgpm_check(&call, attributes_is_qfpu(call.event), BGPM_EUNSUP_ATTRIB))
        call.event->count_fp = countFp != 0;
    return BGPM_LEAVE(call);
}

int Bgpm_GetQfpuFp(unsigned hEvtSet, unsigned evtIdx, unsigned short *pCountFp)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, READS);
    bgpm_check(&call, pCountFp != NULL, BGPM_EINV_PARM);
    if (bgpm_check(&call, attributes_is_qfpu(call.event), BGPM_EUNSUP_ATTRIB))
        *pCountFp = call.event->count_fp;
    return BGPM_LEAVE(call);
}

static void attributes_match_store(bgpm_call_t *call, bgpm_core_attribute_t which, uint16_t match,
                                   uint16_t mask, unsigned short scale)
{
    attributes_core_store(call, which, (uint64_t)match << 32 | (uint64_t)mask << 16 | scale);
    if (call->rc == 0) {
        call->event->match = match;
        call->event->match_mask = mask;
        call->event->fp_scale = scale;
    }
}

int Bgpm_SetQfpuMatch(unsigned hEvtSet, unsigned evtIdx, uint16_t match, uint16_t mask,
                      unsigned short fpScale)
{
    bgpm_call_t call = attributes_enter_event(hEvtSet, evtIdx, CHANGES, PEVT_INST_QFPU_MATCH);
    bgpm_check(&call, fpScale <= LARGEST_SCALE, BGPM_EINV_PARM);
    attributes_match_store(&call, BGPM_CORE_QFPU_MATCH, match, mask, fpScale);
    return BGPM_LEAVE(call);
}

int Bgpm_GetQfpuMatch(unsigned hEvtSet, unsigned evtIdx, uint16_t *pMatch, uint16_t *pMask,
                      unsigned short *pFpScale)
{
    bgpm_call_t call = attributes_enter_event(hEvtSet, evtIdx, READS, PEVT_INST_QFPU_MATCH);
    if (bgpm_check(&call, pMatch != NULL && pMask != NULL && pFpScale != NULL, BGPM_EINV_PARM)) {
        *pMatch = call.event->match;
        *pMask = call.event->match_mask;
        *pFpScale = call.event->fp_scale;
    }
    return BGPM_LEAVE(call);
}

int Bgpm_SetXuMatch(unsigned hEvtSet, unsigned evtIdx, uint16_t match, uint16_t mask)
{
    bgpm_call_t call = attributes_enter_event(hEvtSet, evtIdx, CHANGES, PEVT_INST_XU_MATCH);
    attributes_match_store(&call, BGPM_CORE_XU_MATCH, match, mask, 0);
    return BGPM_LEAVE(call);
}

int Bgpm_GetXuMatch(unsigned hEvtSet, unsigned evtIdx, uint16_t *pMatch, uint16_t *pMask)
{
    bgpm_call_t call = attributes_enter_event(hEvtSet, evtIdx, READS, PEVT_INST_XU_MATCH);
    if (bgpm_check(&call, pMatch != NULL && pMask != NULL, BGPM_EINV_PARM)) {
        *pMatch = call.event->match;
        *pMask = call.event->match_mask;
    }
    return BGPM_LEAVE(call);
}

/* Tests if an event has the attributes edge and invert: only events of A2 and L1P. */
static bool attributes_has_edge(const bgpm_event_t *event)
{
    UPC_EventSources_t source = event->record->srcType;
    return source >= UPC_ES_A2_MMU && source <= UPC_ES_L1P_LIST;
}

int Bgpm_SetEventEdge(unsigned hEvtSet, unsigned evtIdx, unsigned short edge)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, CHANGES);
    if (bgpm_check(&call, attributes_has_edge(call.event), BGPM_EUNSUP_ATTRIB))
        call.event->edge = edge != 0;
    return BGPM_LEAVE(call);
}

int Bgpm_GetEventEdge(unsigned hEvtSet, unsigned evtIdx, unsigned short *pEdge)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, BGPM_UNIT);
    if (bgpm_check(&call, pEdge != NULL, BGPM_EINV_PARM))
        *pEdge = attributes_has_edge(call.event) ? call.event->edge : 0;
    return BGPM_LEAVE(call);
}

int Bgpm_SetEventInvert(unsigned hEvtSet, unsigned evtIdx, unsigned short invert)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, CHANGES);
    if (bgpm_check(&call, attributes_has_edge(call.event), BGPM_EUNSUP_ATTRIB))
        call.event->invert = invert != 0;
    return BGPM_LEAVE(call);
}

int Bgpm_GetEventInvert(unsigned hEvtSet, unsigned evtIdx, unsigned short *pInvert)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, BGPM_UNIT);
    if (bgpm_check(&call, pInvert != NULL, BGPM_EINV_PARM))
        *pInvert = attributes_has_edge(call.event) ? call.event->invert : 0;
    return BGPM_LEAVE(call);
}
