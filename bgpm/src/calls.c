/* SPDX-License-Identifier: BSD-3-Clause */
/* Begin and end of public functions, errors (bgpm 3), and debug output (bgpm 10). */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/lock.h"
#include "base/text.h"
#include "bgpm/src/private.h"
#include "hwi/include/common/uci.h"

__thread bgpm_thread_t bgpm_self __attribute__((tls_model("initial-exec")));

/* clang-format off */
static const BgpmErrTblRec calls_error_texts[] = {
    {BGPM_EOK, "operation successful"},
    {BGPM_EINTERNAL, "internal error of the library"},
    {BGPM_ENOTIMPL, "not implemented"},
    {BGPM_EINV_EVENT, "invalid event number"},
    {BGPM_EINV_PARM, "invalid argument"},
    {BGPM_ENOT_INIT, "the calling thread is not initialised"},
    {BGPM_ERESERVED, "the counter unit is in use"},
    {BGPM_ESIGRESERVED, "no free signal between the event and a counter"},
    {BGPM_ECTRRESERVED, "no free counter"},
    {BGPM_EL1PMODERESERVED, "the prefetcher counts in a different mode"},
    {BGPM_ETHRDCORE_MISMATCH, "the hardware thread belongs to a different core"},
    {BGPM_ESYSCALL_DATASIZE, "wrong data size of a kernel call"},
    {BGPM_ESYSCALL_NOTIMPL, "kernel call not implemented"},
    {BGPM_ESYSCALL_INVALID, "invalid kernel call"},
    {BGPM_ESYSCALL_RETRY, "kernel call to be repeated"},
    {BGPM_EMODE_MISMATCH, "counter mode differs from the node's"},
    {BGPM_EMODE_MISMATCH_UNIT, "counter mode differs from the unit's"},
    {BGPM_EINV_EVT_IDX, "invalid index of an event"},
    {BGPM_EINV_OVF, "invalid overflow period"},
    {BGPM_ERESERVED1, "reserved"},
    {BGPM_EINV_OPCTRMODE, "operation not possible in this counter mode"},
    {BGPM_EINV_UKVER_MISMATCH, "library and kernel have different versions"},
    {BGPM_ETHD_CTRS_RSV, "counters of the hardware thread are in use"},
    {BGPM_ECSEVT_REQALLTHDS, "an event of the whole core needs all its hardware threads"},
    {BGPM_EINITED, "the thread is already initialised: call Bgpm_Init() once per thread"},
    {BGPM_EHWINITED, "the counters of the node are already initialised"},
    {BGPM_ECONF_MODE, "the node runs in a different mode: use the same mode in all threads of the node"},
    {BGPM_ENOMEM, "out of memory"},
    {BGPM_EINV_SET_HANDLE, "invalid handle of an event set"},
    {BGPM_EEVT_SET_UNASSIGNED, "the event set has no events"},
    {BGPM_ECONF_UNIT, "the event's unit differs from the event set's unit"},
    {BGPM_EXHAUSTED, "no free counter"},
    {BGPM_EINV_ATTRIB, "invalid attribute"},
    {BGPM_EINV_ATTRIB_VAL, "invalid value of an attribute"},
    {BGPM_EUNSUP_ATTRIB, "the event or event set does not have this attribute"},
    {BGPM_EUNSUP_OVERFLOW, "no overflow in this mode or for this event"},
    {BGPM_ENO_OVERFLOW, "the event has no overflow period"},
    {BGPM_EARRAY_TOO_SMALL, "the array is too small: its length argument now has the required size"},
    {BGPM_ENOT_MUXED, "the event set is not multiplexed"},
    {BGPM_ECONF_L2_COMBINE, "the event needs a different mode (slices or combined) of the node's L2 counters"},
    {BGPM_ENO_CONFIG, "the event set is not configured"},
    {BGPM_ENOT_MASK_EVENT, "the event has no mask"},
    {BGPM_ENOT_QFPU_INST_EVENT, "the event does not count instructions of the floating-point unit"},
    {BGPM_ENOT_EMPTY, "the event set already has events"},
    {BGPM_EUNREC_EVTID, "unknown event number"},
    {BGPM_EINV_OP, "operation not available for the unit of the event set in this mode"},
    {BGPM_ESHM_OPEN_ERR, "cannot open the node's shared memory"},
    {BGPM_ESWTHD_MOVED, "the thread has moved to a different hardware thread"},
    {BGPM_ENOT_APPLIED, "the event set is not applied: call Bgpm_Apply() first"},
    {BGPM_EINV_L2_SLICE, "invalid slice of the L2 cache (0 to 15)"},
    {BGPM_ETHD_COUNTS_RSV, "the counters of the hardware thread are in use"},
    {BGPM_EINV_SUBNODE, "the job has fewer than 16 cores of a node"},
    {BGPM_EPRERSV_EXISTS, "counters are already reserved"},
    {BGPM_ECTX_MISMATCH, "conflict with an event set of the core: different context"},
    {BGPM_EEVT_CTX_MISMATCH, "the event cannot be restricted to a context: see Bgpm_AllowMixedContext()"},
    {BGPM_EES_FROZEN, "the event set is applied or attached and cannot be changed"},
    {BGPM_EQFPU_RSV_MISMATCH, "conflict with an event set of the core: different match of floating-point instructions"},
    {BGPM_EXU_RSV_MISMATCH, "conflict with an event set of the core: different match of instructions"},
    {BGPM_ESQRT_SCALE_MISMATCH, "conflict with an event set of the core: different scale of square roots"},
    {BGPM_EDIV_SCALE_MISMATCH, "conflict with an event set of the core: different scale of divisions"},
    {BGPM_ETHRES_MISMATCH, "conflict with an event set of the node: different overflow period"},
    {BGPM_ENOT_CONTROL_THREAD, "permitted only for the creating thread of the event set"},
    {BGPM_EUPDATE_DISALLOWED, "the event set is running: stop the event set first"},
    {BGPM_EMAX_EVTSETS, "too many event sets: increase BGPM_SETS_PER_THREAD"},
    {BGPM_ECTRS_IN_USE, "a different event set is attached to the hardware thread"},
    {BGPM_ELINK_CTRS_INCOMPAT, "conflict with an event set on the link: different virtual channels"},
    {BGPM_ELONGDESC_CORRUPT, "the file of event descriptions is damaged"},
    {BGPM_EINV_WRT2OVF, "an event with an overflow period cannot be written"},
    {BGPM_WALREADY_ATTACHED, "an event set is already attached"},
    {BGPM_WNOT_ATTACHED, "the event set is not attached"},
    {BGPM_WALREADY_STARTED, "the event set is already running"},
    {BGPM_WALREADY_STOPPED, "the event set is not running"},
    {BGPM_WEVTSET_STILL_USED, "the event set is still in use"},
    {BGPM_WNOT_LINK_CTL, "the event set does not control a link"},
};
/* clang-format on */

static void calls_init_switches(void)
{
    if (bgpm_self.has_switches)
        return;
    bgpm_self.has_switches = true;
    bgpm_self.print = getenv("BGPM_NO_PRINT_ON_ERR") == NULL;
    bgpm_self.exit = getenv("BGPM_NO_EXIT_ON_ERR") == NULL;
    bgpm_self.dump = getenv("BGPM_DUMP_ON_ERR") != NULL;
}

static unsigned short calls_set_switch(unsigned short *which, unsigned short value)
{
    calls_init_switches();
    unsigned short former = *which;
    *which = value != 0;
    return former;
}

unsigned short Bgpm_PrintOnError(unsigned short val)
{
    return calls_set_switch(&bgpm_self.print, val);
}

unsigned short Bgpm_ExitOnError(unsigned short val)
{
    return calls_set_switch(&bgpm_self.exit, val);
}

unsigned short Bgpm_DumpOnError(unsigned short val)
{
    return calls_set_switch(&bgpm_self.dump, val);
}

int Bgpm_LastErr(void)
{
    return bgpm_self.last_error;
}

const char *Bgpm_LastErrStrg(void)
{
    return Bgpm_ErrStrg(bgpm_self.last_error);
}

const char *Bgpm_ErrStrg(int errnum)
{
    for (size_t i = 0; i < sizeof calls_error_texts / sizeof calls_error_texts[0]; i++)
        if (calls_error_texts[i].errNum == errnum)
            return calls_error_texts[i].desc;
    if (errnum < 0 && errnum > -1000)
        snprintf(bgpm_self.text, sizeof bgpm_self.text, "%s", strerror(-errnum));
    else
        snprintf(bgpm_self.text, sizeof bgpm_self.text, "unknown code %d", errnum);
    return bgpm_self.text;
}

/* Formats node and hardware thread of the caller, as in the messages of the machine. */
static void calls_format_location(char *text, size_t bytes)
{
    Personality_t personality;
    char node[EMUQ_UCI_LENGTH] = "node";
    if (Kernel_GetPersonality(&personality, sizeof personality) == 0)
        (void)bg_uci_toString(personality.Kernel_Config.UCI, node);
    snprintf(text, bytes, "%s:%02u", node, (unsigned)Kernel_ProcessorID());
}

int bgpm_report(int code, const char *function, const char *file, int line)
{
    if (code >= 0)
        return code;
    bgpm_self.last_error = code;
    calls_init_switches();
    if (bgpm_self.print) {
        char where[EMUQ_UCI_LENGTH + 8];
        const char *slash = strrchr(file, '/');
        calls_format_location(where, sizeof where);
        fprintf(stderr, "%s(%s) Error at %s:%d: err=%d; %s.\n", function, where,
                slash != NULL ? slash + 1 : file, line, code, Bgpm_ErrStrg(code));
    }
    if (bgpm_self.dump)
        abort();
    if (bgpm_self.exit)
        exit(code);
    return code;
}

/* ---- begin and end of public functions ---- */

/* Not emuq_shared_lock(), which uses mutexes of the host: a holder that reads the time base passes control
 * in modelled time, so threads must wait for the lock in modelled time. */
void bgpm_lock(void)
{
    bgpm_self.depth++;
    AO_compiler_barrier();
    emuq_critical_begin();
    (void)pthread_mutex_lock(&emuq_process_self()->node->bgpm_lock);
    emuq_tsan_passes();
}

int bgpm_signal(void)
{
    const char *text = getenv("BGPM_SIGNAL");
    int number = text != NULL ? atoi(text) : 0;
    return number > 0 && number <= SIGRTMAX ? number : UPCI_DEFAULT_PM_SIGNAL;
}

void bgpm_unlock(void)
{
    emuq_tsan_passes();
    (void)pthread_mutex_unlock(&emuq_process_self()->node->bgpm_lock);
    emuq_critical_end();
    AO_compiler_barrier();
    bgpm_self.depth--;
    AO_compiler_barrier();
    if (__builtin_expect(bgpm_self.postponed, 0) && bgpm_self.depth == 0) {
        bgpm_self.postponed = false;
        (void)syscall(SYS_tgkill, getpid(), bgpm_self.tid, bgpm_signal());
    }
}

bgpm_node_t *bgpm_node(void)
{
    return emuq_process_self()->node->bgpm;
}

void *bgpm_alloc(size_t bytes)
{
    return emuq_arena_alloc(emuq_process_self()->node->partition->arena, bytes, 64);
}

void bgpm_free(void *memory, size_t bytes)
{
    emuq_arena_free(emuq_process_self()->node->partition->arena, memory, bytes);
}

bgpm_process_t *bgpm_process_known(void)
{
    const bgpm_node_t *node = bgpm_node();
    return node != NULL ? node->process[emuq_process_self()->t] : NULL;
}

bool bgpm_is_initialised(void)
{
    return bgpm_self.process != NULL && bgpm_self.process == bgpm_process_known();
}

bgpm_call_t bgpm_enter(void)
{
    bgpm_call_t call = {.locked = true};
    bgpm_lock();
    if (!bgpm_is_initialised())
        call.rc = BGPM_ENOT_INIT;
    return call;
}

bool bgpm_check(bgpm_call_t *call, bool condition, int error)
{
    if (call->rc == 0 && !condition)
        call->rc = error;
    return call->rc == 0;
}

/* Set and event of calls with an error, so that conditions of bgpm_check() need not test for the error. */
static const UPC_EvtTableRec_t calls_no_record;
static bgpm_event_t calls_no_event = {.record = &calls_no_record};
static bgpm_set_t calls_no_set;

bgpm_call_t bgpm_enter_set(unsigned handle, unsigned needs)
{
    bgpm_call_t call = bgpm_enter();
    call.set = &calls_no_set;
    call.event = &calls_no_event;
    if (call.rc != 0)
        return call;
    bgpm_set_t *set = handle < bgpm_self.process->capacity ? bgpm_self.process->set[handle] : NULL;
    if (!bgpm_check(&call, set != NULL, BGPM_EINV_SET_HANDLE))
        return call;
    call.set = set;
    bgpm_check(&call, !(needs & BGPM_CONTROL) || set->owner == &bgpm_self, BGPM_ENOT_CONTROL_THREAD);
    bgpm_check(&call, !(needs & BGPM_UNIT) || set->unit != BGPMUnitType_UNDEF, BGPM_EEVT_SET_UNASSIGNED);
    bgpm_check(&call, !(needs & BGPM_PUNIT) || set->unit == BGPMUnitType_PUNIT, BGPM_EUNSUP_ATTRIB);
    bgpm_check(&call, !(needs & BGPM_CHANGE) || !set->frozen, BGPM_EES_FROZEN);
    return call;
}

bgpm_call_t bgpm_enter_event(unsigned handle, unsigned index, unsigned needs)
{
    bgpm_call_t call = bgpm_enter_set(handle, needs & ~(unsigned)BGPM_CHANGE);
    if (bgpm_check(&call, index < call.set->events, BGPM_EINV_EVT_IDX))
        call.event = &call.set->event[index];
    bgpm_check(&call, !(needs & BGPM_CHANGE) || !call.set->frozen, BGPM_EES_FROZEN);
    return call;
}

int bgpm_leave(bgpm_call_t *call, const char *function, const char *file, int line)
{
    if (call->locked)
        bgpm_unlock();
    call->locked = false;
    if (__builtin_expect(bgpm_self.traces, 0))
        fprintf(stderr, "BGPM: rank %u: %s() = %d\n", (unsigned)Kernel_GetRank(), function, call->rc);
    return bgpm_report(call->rc, function, file, line);
}

/* ---- debug output ---- */

enum { FEEDBACK_NONE, FEEDBACK_NODE, FEEDBACK_PROCESS, FEEDBACK_ALWAYS };

int Bgpm_SetPreReserved(unsigned hEvtSet);

static void calls_describe_set(const bgpm_set_t *set, unsigned indent, emuq_text_t *text)
{
    static const char *const units[] = {"no unit", "core", "L2", "I/O", "network", "kernel"};
    emuq_text_add(text, "%*sevent set %u: %s, %u events, %s\n", (int)indent, "", set->handle,
                  units[set->unit], set->events,
                  set->runs                        ? "runs"
                  : set->frozen || set->links != 0 ? "ready"
                                                   : "not applied");
    for (unsigned i = 0; i < set->events; i++)
        emuq_text_add(text, "%*s%3u: %s\n", (int)indent + 2, "", i, set->event[i].record->label);
}

/* Prints without the stream's lock: the thread may hold the node's lock. */
static void calls_print(const char *text)
{
    ssize_t rc = write(STDERR_FILENO, text, strlen(text));
    (void)rc;
}

static void calls_print_set(const bgpm_set_t *set, unsigned indent)
{
    char buffer[BGPM_FEEDBACK_BUFSIZE];
    emuq_text_t text = emuq_text(buffer, sizeof buffer);
    calls_describe_set(set, indent, &text);
    calls_print(buffer);
}

/* Tests if a failure is to be reported: each, or the first of the node or of the process. */
static bool calls_is_reported_failure(void)
{
    const char *variable = getenv("BGPM_EVT_FEEDBACK");
    int level = variable != NULL ? atoi(variable) : FEEDBACK_NODE;
    bool *before = level == FEEDBACK_PROCESS ? &bgpm_self.process->reported : &bgpm_node()->reported;
    if (level == FEEDBACK_NONE || (level != FEEDBACK_ALWAYS && *before))
        return false;
    *before = true;
    return true;
}

void bgpm_feedback(const bgpm_set_t *set, unsigned event, int error)
{
    if ((error != BGPM_ECTRRESERVED && error != BGPM_ESIGRESERVED && error != BGPM_EXHAUSTED) ||
        !calls_is_reported_failure())
        return;
    char buffer[BGPM_FEEDBACK_BUFSIZE];
    emuq_text_t text = emuq_text(buffer, sizeof buffer);
    emuq_text_add(&text, "BGPM: no counter for %s in\n", Upci_GetEventLabel(event));
    calls_describe_set(set, 2, &text);
    if (bgpm_self.feedback != NULL && bgpm_self.feedback_bytes > 0)
        snprintf(bgpm_self.feedback, (size_t)bgpm_self.feedback_bytes, "%s", buffer);
    else
        calls_print(buffer);
}

int Bgpm_SetThreadFeedbackBuffer(unsigned level, char *pBuff, int size)
{
    (void)level;
    bgpm_call_t call = {.rc = pBuff == NULL || size > 0 ? 0 : BGPM_EINV_PARM};
    if (call.rc == 0) {
        bgpm_self.feedback = pBuff;
        bgpm_self.feedback_bytes = size;
        if (pBuff != NULL)
            pBuff[0] = '\0';
    }
    return BGPM_LEAVE(call);
}

int Bgpm_PrintFeedbackBuffer(const char *pBuff, int size)
{
    bgpm_call_t call = {.rc = pBuff != NULL && size >= 0 ? 0 : BGPM_EINV_PARM};
    if (call.rc == 0)
        fprintf(stderr, "%.*s", size, pBuff);
    return BGPM_LEAVE(call);
}

int Bgpm_PrintCurrentPunitReservations(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_UNIT | BGPM_PUNIT);
    if (call.rc == 0)
        calls_print_set(call.set, 0);
    return BGPM_LEAVE(call);
}

int Bgpm_DumpEvtSet(unsigned hEvtSet, unsigned indentLvl)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, 0);
    if (call.rc == 0)
        calls_print_set(call.set, 2 * indentLvl);
    return BGPM_LEAVE(call);
}

int Bgpm_DumpEvtSetList(unsigned indentLvl)
{
    bgpm_call_t call = bgpm_enter();
    for (unsigned i = 0; call.rc == 0 && i < bgpm_self.process->capacity; i++)
        if (bgpm_self.process->set[i] != NULL)
            calls_print_set(bgpm_self.process->set[i], 2 * indentLvl);
    return BGPM_LEAVE(call);
}

int Bgpm_SetPreReserved(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL);
    return BGPM_LEAVE(call);
}

void Bgpm_DebugDumpShrMem(void)
{
    char buffer[BGPM_FEEDBACK_BUFSIZE];
    emuq_text_t text = emuq_text(buffer, sizeof buffer);
    bgpm_lock();
    const bgpm_node_t *node = bgpm_node();
    emuq_text_add(&text, "BGPM: %u processes of the node, mode %d\n", node != NULL ? node->users : 0,
                  node != NULL ? (int)node->mode : 0);
    for (unsigned i = 0; node != NULL && i < UPC_NW_NUM_LINKS; i++)
        emuq_text_add(&text, "  link %u: %s\n", i, node->link[i].owner != NULL ? "controlled" : "free");
    bgpm_unlock();
    calls_print(buffer);
}

void Bgpm_DumpUPCPState(void) {}

void Bgpm_EnableTracePrint(void)
{
    bgpm_self.traces = true;
}

void Bgpm_DisableTracePrint(void)
{
    bgpm_self.traces = false;
}
