/* SPDX-License-Identifier: BSD-3-Clause */
/* Events, absent services (kernel-misc), the absent communication agent (internal-headers 3), power
 * (envmon-power 1, 5) and marks in the recording of a job */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "agents/include/comm/commagent.h"
#include "agents/include/comm/fence.h"
#include "agents/include/comm/rgetpacing.h"
#include "backends/settings.h"
#include "emuq/trace.h"
#include "emuq/trace_pami.h"
#include "kernel-shim/kernel/calls.h"
#include "kernel-shim/partition/report.h"
#include "spi/include/kernel/debug.h"
#include "spi/include/kernel/rdma.h"
#include "spi/include/kernel/sendx.h"
#include "spi/include/kernel/spec.h"
#include "spi/include/kernel/trace.h"

/** Begins a report: "emuq: event 0x00012345 from rank 3, node ...:". */
static void ras_begin_event(emuq_text_t *text, uint32_t message_id)
{
    const emuq_process_t *self = emuq_process_self();
    emuq_text_add(text, "emuq: event 0x%08" PRIx32 " from ", message_id);
    emuq_report_location(text, self->node, (int32_t)self->rank);
    emuq_text_add(text, ":");
}

/* Longer records are truncated. */
#define MOST_EVENT_WORDS 40u
#define MOST_EVENT_TEXT  800

int Kernel_InjectRAWRAS(uint32_t message_id, size_t raslength, const uint64_t *rasdata)
{
    if (raslength != 0 && !emuq_is_mapped(rasdata, raslength))
        return EFAULT;
    char buffer[1024];
    emuq_text_t text = emuq_text(buffer, sizeof(buffer));
    ras_begin_event(&text, message_id);
    for (size_t i = 0; i < raslength / sizeof(*rasdata) && i < MOST_EVENT_WORDS; i++)
        emuq_text_add(&text, " %016" PRIx64, rasdata[i]);
    emuq_text_add(&text, "\n");
    emuq_write_report(&text);
    return 0;
}

int Kernel_InjectASCIIRAS(uint32_t message_id, const uint8_t *text)
{
    if (emuq_is_bad_pointer(text))
        return EFAULT;
    char buffer[1024];
    emuq_text_t line = emuq_text(buffer, sizeof(buffer));
    ras_begin_event(&line, message_id);
    emuq_text_add(&line, " %.*s\n", MOST_EVENT_TEXT, (const char *)text);
    emuq_write_report(&line);
    return 0;
}

/* ---- absent services, which ignore their arguments ---- */

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

#define CONSTANT(type, name, parameters, value)                                                              \
    type name parameters                                                                                     \
    {                                                                                                        \
        return value;                                                                                        \
    }
#define ABSENT(type, name, parameters) CONSTANT(type, name, parameters, ENOSYS)

ABSENT(int32_t, Kernel_GetDebugReg, (enum Kernel_Debug_Register reg, uint64_t *value_ptr))
ABSENT(int32_t, Kernel_SetDebugReg, (enum Kernel_Debug_Register reg, uint64_t value))
ABSENT(int, Kernel_GetFlightLog, (size_t bufferSize, char *buffer))
ABSENT(int, Kernel_Sendx, (struct MsgInputs * mInputs))

ABSENT(uint32_t, Kernel_SetSpecState, (size_t specStateSize, const SpecState_t *specStatePtr))
ABSENT(uint32_t, Kernel_EnterSpecJailMode, (int isLongRunningSpeculation))
ABSENT(uint32_t, Kernel_ExitSpecJailMode, (void))

uint32_t Kernel_AllocateSpecDomain(unsigned int *domain)
{
    EMUQ_KERNEL_CALL();
    return ENOSYS;
}

ABSENT(uint32_t, Kernel_SetNumSpecDomains, (uint32_t new_domain_count))
ABSENT(uint32_t, Kernel_GetNumSpecDomains, (uint32_t * current_domain_count))
ABSENT(uint32_t, Kernel_GetNumKernelSpecDomains, (uint32_t * kernel_domain_usage))
ABSENT(uint32_t, Kernel_SetSpecDomainMode, (unsigned int domain, uint64_t domainmode))
ABSENT(uint32_t, Kernel_SetL2SpecScrubRate, (uint64_t scrub_rate))
ABSENT(uint32_t, Kernel_GetSpecConflictInfo, (size_t specConflictSize, SpecConflictInfo_t *info))
ABSENT(uint32_t, Kernel_ClearSpecConflictInfo, (uint32_t l2slice))
ABSENT(uint32_t, Kernel_EnableFastSpeculationPaths, (void))
ABSENT(uint32_t, Kernel_GetSpeculationIDSelf, (uint64_t * specid))

ABSENT(int, Kernel_RDMAOpen, (int *socket))
ABSENT(int, Kernel_RDMAConnect, (int RDMA_fd, int destination_port))
ABSENT(int, Kernel_RDMASend, (int RDMA_fd, const void *buf, size_t len, uint32_t lkey))
ABSENT(int, Kernel_RDMARecv, (int RDMA_fd, const void *buf, size_t len, uint32_t key))
ABSENT(int, Kernel_RDMAPollCQ,
       (int RDMA_fd, int *num_entries, Kernel_RDMAWorkCompletion_t *WorkCompletionList))
ABSENT(int, Kernel_RDMARegisterMem, (int RDMA_fd, Kernel_RDMARegion_t *usingRegion4RDMA))
ABSENT(int, Kernel_RDMADeregisterMem, (int RDMA_fd, Kernel_RDMARegion_t *usingRegion4RDMA))

int CommAgent_Init(CommAgent_Control_t *controlPtr)
{
    controlPtr->pOpaqueObject = NULL;
    return ENOENT;
}

int CommAgent_AllocateWorkRequest(CommAgent_Control_t control, CommAgent_WorkRequest_t **workRequestPtr,
                                  uint64_t *uniqueID)
{
    *workRequestPtr = NULL;
    *uniqueID = 0;
    return ENOENT;
}

CONSTANT(uint32_t, CommAgent_GetRecFifoId, (CommAgent_Control_t control), 0)
CONSTANT(CommAgent_State_t, CommAgent_GetVersion, (CommAgent_Control_t control),
         COMM_AGENT_STATE_UNINITIALIZED)
CONSTANT(int, CommAgent_Fence_Init, (CommAgent_Control_t control), ENOENT)
CONSTANT(uint8_t, CommAgent_Fence_GetRecFifoDispatchId, (void), COMM_AGENT_FENCE_DISPATCH_ID)
CONSTANT(int, CommAgent_RemoteGetPacing_Init,
         (CommAgent_Control_t control, CommAgent_RemoteGetPacing_SharedMemoryInfo_t *info), ENOENT)
CONSTANT(int, CommAgent_RemoteGetPacing_SubmitWorkRequest,
         (CommAgent_Control_t control, int handle, CommAgent_RemoteGetPacing_WorkRequest_t *workRequest),
         ENOENT)

#pragma GCC diagnostic pop
#undef ABSENT
#undef CONSTANT

/* ---- marks in the recording ---- */

_Static_assert(EMUQ_TRACE_TEXT + 1 == EMUQ_RECORD_HEADER_BYTES, "the text of a mark must fit into a record");

_Static_assert((int)EMUQ_TRACE_PAMI_OPERATION == (int)EMUQ_RECORD_PAMI_OPERATION, "same values");

static void trace_add(emuq_record_mark_t what, const char *text, uint64_t value)
{
    emuq_record_ring_t *ring = emuq_record_ring_for(EMUQ_RECORD_MARK);
    if (ring == NULL)
        return;
    emuq_record_t *r = emuq_record_next(ring);
    *r = (emuq_record_t){.ticks = emuq_record_clock_after(),
                         .kind = EMUQ_RECORD_MARK,
                         .detail = (uint8_t)what,
                         .node = ring->node,
                         .position = value};
    memcpy(r->text, text, strnlen(text, EMUQ_TRACE_TEXT));
    emuq_record_add(ring);
}

void emuq_trace_mark(const char *text, uint64_t value)
{
    trace_add(EMUQ_RECORD_MARK_POINT, text, value);
}

void emuq_trace_begin(const char *text, uint64_t value)
{
    trace_add(EMUQ_RECORD_MARK_BEGIN, text, value);
}

void emuq_trace_end(void)
{
    trace_add(EMUQ_RECORD_MARK_END, "", 0);
}

uint64_t emuq_trace_clock(void)
{
    return emuq_the_recording != NULL ? emuq_record_clock() : 0;
}

void emuq_trace_pami(emuq_trace_pami_t what, const char *name, uint32_t id, size_t bytes, uint64_t begun)
{
    emuq_record_call(EMUQ_RECORD_PAMI, name, begun,
                     (emuq_record_t){.detail = (uint8_t)what, .fifo = (uint16_t)id, .bytes = bytes});
}

/* Weak: a program may define the variables of the header itself. */
#pragma weak fpga_version
#pragma weak emon_mode
#pragma weak domain_info
#define EMON_DEFINE_GLOBALS
#include "spi/include/emon/emon.h"

#define SUPPLIES   2u
#define BUS_RATIO  (52 / 2.1) /* bus voltage per measured volt */
#define IDLES_MOST 126u

enum { POWER_FIXED, POWER_ABSENT }; /* values of EMUQ_POWER */

/* Figures of each domain: readings of each supply, and the factor from reading to domain current */
static const struct {
    unsigned millivolts, milliamperes, factor;
} domains[EMON_DCA_N_DOMAINS] = {{800, 17000, 40}, {1400, 4500, 32}, {2500, 750, 16}, {3300, 380, 12},
                                 {1500, 1040, 32}, {1000, 750, 40},  {900, 1390, 32}};

/* The bus in front of the regulators carries the domain's power at the measured current. */
static uint64_t power_raw_voltage(unsigned domain, int mode)
{
    if ((mode & EMON_DCA_USE_VOINTBUS) == 0)
        return domains[domain].millivolts;
    return (uint64_t)lrint(domains[domain].millivolts * domains[domain].factor / BUS_RATIO);
}

uint64_t Kernel_GetRawEnvmonPowerData(int mode, uint8_t *fpga_version_p, uint64_t raw_v_data[14],
                                      uint64_t raw_a_data[14])
{
    if ((fpga_version_p != NULL && emuq_is_bad_pointer(fpga_version_p)) ||
        (raw_v_data != NULL && emuq_is_bad_pointer(raw_v_data)) ||
        (raw_a_data != NULL && emuq_is_bad_pointer(raw_a_data)))
        return EFAULT;
    if (emuq_setting_number(EMUQ_SETTING_POWER) == POWER_ABSENT)
        return ENODEV;
    if (fpga_version_p != NULL)
        *fpga_version_p = EMON_DCA_FV_LONG;
    for (unsigned i = 0; i < SUPPLIES * EMON_DCA_N_DOMAINS; i++) {
        if (raw_v_data != NULL)
            raw_v_data[i] = power_raw_voltage(i / SUPPLIES, mode);
        if (raw_a_data != NULL)
            raw_a_data[i] = domains[i / SUPPLIES].milliamperes;
    }
    return 0;
}

uint64_t Kernel_SetPowerConsumptionParam(uint64_t param, uint64_t value)
{
    return param == DDR_IDLES_PER_ACCESS && value <= IDLES_MOST ? 0 : EINVAL;
}

uint64_t Kernel_ExecEnvmon2Command(uint64_t command)
{
    (void)command;
    return EIO;
}
