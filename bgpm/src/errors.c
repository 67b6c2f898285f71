/* SPDX-License-Identifier: BSD-3-Clause */
/* Error texts, and the reactions to an error (bgpm 3). */
#include <stdlib.h>
#include <string.h>

#include "bgpm/src/private.h"
#include "hwi/include/common/uci.h"

__thread bgpm_thread_t bgpm_self __attribute__((tls_model("initial-exec")));

/* clang-format off */
static const BgpmErrTblRec texts[] = {
    {BGPM_EOK, "operation successful"},
    {BGPM_EINTERNAL, "an error inside of the library"},
    {BGPM_ENOTIMPL, "not implemented"},
    {BGPM_EINV_EVENT, "invalid event number"},
    {BGPM_EINV_PARM, "invalid argument"},
    {BGPM_ENOT_INIT, "the calling thread is not initialised"},
    {BGPM_ERESERVED, "the counter unit is in use"},
    {BGPM_ESIGRESERVED, "no signal is left between the event and a counter"},
    {BGPM_ECTRRESERVED, "no counter is left"},
    {BGPM_EL1PMODERESERVED, "the prefetcher counts in another mode"},
    {BGPM_ETHRDCORE_MISMATCH, "hardware thread and core do not belong together"},
    {BGPM_ESYSCALL_DATASIZE, "wrong size of the data of a kernel call"},
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
    {BGPM_EINITED, "the thread is initialised already: call Bgpm_Init() once for each thread"},
    {BGPM_EHWINITED, "the counters of the node are initialised already"},
    {BGPM_ECONF_MODE, "the node runs in another mode: all its threads have to name the same"},
    {BGPM_ENOMEM, "no memory"},
    {BGPM_EINV_SET_HANDLE, "no such event set"},
    {BGPM_EEVT_SET_UNASSIGNED, "the event set has no events"},
    {BGPM_ECONF_UNIT, "the event belongs to another unit than the event set"},
    {BGPM_EXHAUSTED, "no counter is left"},
    {BGPM_EINV_ATTRIB, "invalid attribute"},
    {BGPM_EINV_ATTRIB_VAL, "invalid value of an attribute"},
    {BGPM_EUNSUP_ATTRIB, "the event or event set does not have this attribute"},
    {BGPM_EUNSUP_OVERFLOW, "no overflow in this mode or for this event"},
    {BGPM_ENO_OVERFLOW, "the event has no overflow period"},
    {BGPM_EARRAY_TOO_SMALL, "the array is too small: its length argument now holds the size that is needed"},
    {BGPM_ENOT_MUXED, "the event set is not multiplexed"},
    {BGPM_ECONF_L2_COMBINE, "the L2 counters of the node count slices, or combined, and the event needs the other"},
    {BGPM_ENO_CONFIG, "the event set is not configured"},
    {BGPM_ENOT_MASK_EVENT, "the event has no mask"},
    {BGPM_ENOT_QFPU_INST_EVENT, "the event does not count instructions of the floating-point unit"},
    {BGPM_ENOT_EMPTY, "the event set has events already"},
    {BGPM_EUNREC_EVTID, "unknown event number"},
    {BGPM_EINV_OP, "the unit of the event set does not have this operation in this mode"},
    {BGPM_ESHM_OPEN_ERR, "the memory that the processes of the node share cannot be opened"},
    {BGPM_ESWTHD_MOVED, "the thread has moved to another hardware thread"},
    {BGPM_ENOT_APPLIED, "the event set is not applied: call Bgpm_Apply() first"},
    {BGPM_EINV_L2_SLICE, "invalid slice of the L2 cache (0 to 15)"},
    {BGPM_ETHD_COUNTS_RSV, "the counters of the hardware thread are in use"},
    {BGPM_EINV_SUBNODE, "the job has less than 16 cores of a node"},
    {BGPM_EPRERSV_EXISTS, "counters are reserved already"},
    {BGPM_ECTX_MISMATCH, "another event set of the core counts in another context"},
    {BGPM_EEVT_CTX_MISMATCH, "the event cannot be restricted to a context: see Bgpm_AllowMixedContext()"},
    {BGPM_EES_FROZEN, "the event set is applied or attached and cannot be changed any more"},
    {BGPM_EQFPU_RSV_MISMATCH, "another event set of the core matches other floating-point instructions"},
    {BGPM_EXU_RSV_MISMATCH, "another event set of the core matches other instructions"},
    {BGPM_ESQRT_SCALE_MISMATCH, "another event set of the core scales square roots otherwise"},
    {BGPM_EDIV_SCALE_MISMATCH, "another event set of the core scales divisions otherwise"},
    {BGPM_ETHRES_MISMATCH, "another event set of the node has another overflow period"},
    {BGPM_ENOT_CONTROL_THREAD, "only the thread that has created the event set may do this"},
    {BGPM_EUPDATE_DISALLOWED, "the event set runs: stop it first"},
    {BGPM_EMAX_EVTSETS, "no more event sets: BGPM_SETS_PER_THREAD sets how many there are"},
    {BGPM_ECTRS_IN_USE, "another event set is attached to the hardware thread"},
    {BGPM_ELINK_CTRS_INCOMPAT, "another event set counts other virtual channels on the link"},
    {BGPM_ELONGDESC_CORRUPT, "the file of event descriptions is damaged"},
    {BGPM_EINV_WRT2OVF, "an event with an overflow period cannot be written"},
    {BGPM_WALREADY_ATTACHED, "another event set is attached"},
    {BGPM_WNOT_ATTACHED, "the event set is not attached"},
    {BGPM_WALREADY_STARTED, "the event set runs already"},
    {BGPM_WALREADY_STOPPED, "the event set does not run"},
    {BGPM_WEVTSET_STILL_USED, "the event set is still in use"},
    {BGPM_WNOT_LINK_CTL, "the event set controls no link"},
};
/* clang-format on */

static void switches_init(void)
{
    if (bgpm_self.has_switches)
        return;
    bgpm_self.has_switches = true;
    bgpm_self.print = getenv("BGPM_NO_PRINT_ON_ERR") == NULL;
    bgpm_self.exit = getenv("BGPM_NO_EXIT_ON_ERR") == NULL;
    bgpm_self.dump = getenv("BGPM_DUMP_ON_ERR") != NULL;
}

static unsigned short switch_set(unsigned short *which, unsigned short value)
{
    switches_init();
    unsigned short former = *which;
    *which = value != 0;
    return former;
}

unsigned short Bgpm_PrintOnError(unsigned short val)
{
    return switch_set(&bgpm_self.print, val);
}

unsigned short Bgpm_ExitOnError(unsigned short val)
{
    return switch_set(&bgpm_self.exit, val);
}

unsigned short Bgpm_DumpOnError(unsigned short val)
{
    return switch_set(&bgpm_self.dump, val);
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
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (texts[i].errNum == errnum)
            return texts[i].desc;
    if (errnum < 0 && errnum > -1000)
        snprintf(bgpm_self.text, sizeof bgpm_self.text, "%s", strerror(-errnum));
    else
        snprintf(bgpm_self.text, sizeof bgpm_self.text, "unknown code %d", errnum);
    return bgpm_self.text;
}

/* The node and hardware thread of the caller, as in the messages of the machine. */
static void location(char *text, size_t bytes)
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
    switches_init();
    if (bgpm_self.print) {
        char where[EMUQ_UCI_LENGTH + 8];
        const char *slash = strrchr(file, '/');
        location(where, sizeof where);
        fprintf(stderr, "%s(%s) Error at %s:%d: err=%d; %s.\n", function, where,
                slash != NULL ? slash + 1 : file, line, code, Bgpm_ErrStrg(code));
    }
    if (bgpm_self.dump)
        abort();
    if (bgpm_self.exit)
        exit(code);
    return code;
}
