/* SPDX-License-Identifier: BSD-3-Clause */
/* Interfaces at the edge of messaging (kernel-misc): mostly the answer "no such service". */
#include <errno.h>
#include <inttypes.h>

#include "kernel-shim/kernel/pointer.h"
#include "kernel-shim/partition/report.h"
#include "kernel-shim/partition/current.h"
#include "kernel-shim/partition/call.h"
#include "spi/include/kernel/debug.h"
#include "spi/include/kernel/rdma.h"
#include "spi/include/kernel/sendx.h"
#include "spi/include/kernel/spec.h"
#include "spi/include/kernel/trace.h"

/** Begins an event record: "emuq: event 0x00012345 from rank 3, node ...: ". */
static void begin_event(emuq_text_t *text, uint32_t message_id)
{
    const emuq_process_t *self = emuq_process_self();
    emuq_text_add(text, "emuq: event 0x%08" PRIx32 " from ", message_id);
    emuq_say_where(text, self->node, (int32_t)self->rank);
    emuq_text_add(text, ":");
}

/* Longer records are cut. */
#define MOST_EVENT_WORDS 40u
#define MOST_EVENT_TEXT  800

int Kernel_InjectRAWRAS(uint32_t message_id, size_t raslength, const uint64_t *rasdata)
{
    if (raslength != 0 && !emuq_is_mapped(rasdata, raslength))
        return EFAULT;
    char buffer[1024];
    emuq_text_t text = emuq_text(buffer, sizeof(buffer));
    begin_event(&text, message_id);
    for (size_t i = 0; i < raslength / sizeof(*rasdata) && i < MOST_EVENT_WORDS; i++)
        emuq_text_add(&text, " %016" PRIx64, rasdata[i]);
    emuq_text_add(&text, "\n");
    emuq_write_report(&text);
    return 0;
}

int Kernel_InjectASCIIRAS(uint32_t message_id, const uint8_t *text)
{
    if (emuq_bad(text))
        return EFAULT;
    char buffer[1024];
    emuq_text_t line = emuq_text(buffer, sizeof(buffer));
    begin_event(&line, message_id);
    emuq_text_add(&line, " %.*s\n", MOST_EVENT_TEXT, (const char *)text);
    emuq_write_report(&line);
    return 0;
}

int32_t Kernel_GetDebugReg(enum Kernel_Debug_Register reg, uint64_t *value_ptr)
{
    (void)reg, (void)value_ptr;
    return ENOSYS;
}

int32_t Kernel_SetDebugReg(enum Kernel_Debug_Register reg, uint64_t value)
{
    (void)reg, (void)value;
    return ENOSYS;
}

int Kernel_GetFlightLog(size_t bufferSize, char *buffer)
{
    (void)bufferSize, (void)buffer;
    return ENOSYS;
}

int Kernel_Sendx(struct MsgInputs *mInputs)
{
    (void)mInputs;
    return ENOSYS;
}

/* Speculation. */

uint32_t Kernel_SetSpecState(size_t specStateSize, const SpecState_t *specStatePtr)
{
    (void)specStateSize, (void)specStatePtr;
    return ENOSYS;
}

uint32_t Kernel_EnterSpecJailMode(int isLongRunningSpeculation)
{
    (void)isLongRunningSpeculation;
    return ENOSYS;
}

uint32_t Kernel_ExitSpecJailMode(void)
{
    return ENOSYS;
}

uint32_t Kernel_AllocateSpecDomain(unsigned int *domain)
{
    EMUQ_KERNEL_CALL();
    (void)domain;
    return ENOSYS;
}

uint32_t Kernel_SetNumSpecDomains(uint32_t new_domain_count)
{
    (void)new_domain_count;
    return ENOSYS;
}

uint32_t Kernel_GetNumSpecDomains(uint32_t *current_domain_count)
{
    (void)current_domain_count;
    return ENOSYS;
}

uint32_t Kernel_GetNumKernelSpecDomains(uint32_t *kernel_domain_usage)
{
    (void)kernel_domain_usage;
    return ENOSYS;
}

uint32_t Kernel_SetSpecDomainMode(unsigned int domain, uint64_t domainmode)
{
    (void)domain, (void)domainmode;
    return ENOSYS;
}

uint32_t Kernel_SetL2SpecScrubRate(uint64_t scrub_rate)
{
    (void)scrub_rate;
    return ENOSYS;
}

uint32_t Kernel_GetSpecConflictInfo(size_t specConflictSize, SpecConflictInfo_t *info)
{
    (void)specConflictSize, (void)info;
    return ENOSYS;
}

uint32_t Kernel_ClearSpecConflictInfo(uint32_t l2slice)
{
    (void)l2slice;
    return ENOSYS;
}

uint32_t Kernel_EnableFastSpeculationPaths(void)
{
    return ENOSYS;
}

uint32_t Kernel_GetSpeculationIDSelf(uint64_t *specid)
{
    (void)specid;
    return ENOSYS;
}

/* Connections to the I/O node. */

int Kernel_RDMAOpen(int *socket)
{
    (void)socket;
    return ENOSYS;
}

int Kernel_RDMAConnect(int RDMA_fd, int destination_port)
{
    (void)RDMA_fd, (void)destination_port;
    return ENOSYS;
}

int Kernel_RDMASend(int RDMA_fd, const void *buf, size_t len, uint32_t lkey)
{
    (void)RDMA_fd, (void)buf, (void)len, (void)lkey;
    return ENOSYS;
}

int Kernel_RDMARecv(int RDMA_fd, const void *buf, size_t len, uint32_t key)
{
    (void)RDMA_fd, (void)buf, (void)len, (void)key;
    return ENOSYS;
}

int Kernel_RDMAPollCQ(int RDMA_fd, int *num_entries, Kernel_RDMAWorkCompletion_t *WorkCompletionList)
{
    (void)RDMA_fd, (void)num_entries, (void)WorkCompletionList;
    return ENOSYS;
}

int Kernel_RDMARegisterMem(int RDMA_fd, Kernel_RDMARegion_t *usingRegion4RDMA)
{
    (void)RDMA_fd, (void)usingRegion4RDMA;
    return ENOSYS;
}

int Kernel_RDMADeregisterMem(int RDMA_fd, Kernel_RDMARegion_t *usingRegion4RDMA)
{
    (void)RDMA_fd, (void)usingRegion4RDMA;
    return ENOSYS;
}
