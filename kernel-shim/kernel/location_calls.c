/* SPDX-License-Identifier: BSD-3-Clause */
/* Location, ranks, processes, personality and registers of a core (kernel-location-process-memory 2 to 6) */
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "backends/backend.h"
#include "base/text.h"
#include "base/lock.h"
#include "firmware/include/personality.h"
#include "firmware/include/personality_v7.h"
#include "hwi/include/bqc/A2_core.h"
#include "hwi/include/bqc/A2_inlines.h"
#include "kernel-shim/kernel/calls.h"
#include "kernel-shim/partition/job.h"
#include "spi/include/kernel/cnk/emuq_rank.h"
#include "spi/include/kernel/location.h"
#include "spi/include/kernel/process.h"
#include "spi/include/kernel/thread.h"

#define SNOOP_MAX 15u /* field of 4 bits */

uint32_t Kernel_ProcessorID(void)
{
    (void)emuq_process_self();
    return emuq_thread_self.processor;
}

uint32_t Kernel_ProcessorCoreID(void)
{
    return Kernel_ProcessorID() / EMUQ_CORE_THREADS;
}

uint32_t Kernel_ProcessorThreadID(void)
{
    return Kernel_ProcessorID() % EMUQ_CORE_THREADS;
}

uint32_t Kernel_PhysicalProcessorID(void)
{
    return Kernel_ProcessorCoreID();
}

uint32_t Kernel_PhysicalHWThreadID(void)
{
    return Kernel_ProcessorThreadID();
}

uint32_t Kernel_PhysicalHWThreadIndex(void)
{
    return Kernel_ProcessorID();
}

uint32_t Kernel_MyTcoord(void)
{
    return Kernel_ProcessorID() / Kernel_ProcessorCount();
}

uint64_t Kernel_IsGuestThread(void)
{
    return Kernel_MyTcoord() != emuq_process_self()->t;
}

uint32_t Kernel_GetRank(void)
{
    return emuq_process_self()->rank;
}

uint32_t Kernel_RanksToCoords(size_t mapsize, BG_CoordinateMapping_t *map, uint64_t *numentries)
{
    const emuq_partition_t *p = emuq_process_self()->node->partition;
    size_t bytes = p->job.np * sizeof(*map);
    if (mapsize < bytes)
        return EINVAL;
    if (emuq_is_bad_pointer(map) || emuq_is_bad_pointer(numentries))
        return EFAULT;
    memcpy(map, p->map, bytes);
    *numentries = p->job.np;
    return 0;
}

uint32_t Kernel_JobCoords(BG_JobCoords_t *sblock)
{
    if (emuq_is_bad_pointer(sblock))
        return EFAULT;
    *sblock = emuq_job_coordinates(emuq_process_self()->node->partition);
    return 0;
}

uint32_t Kernel_GetMapping(size_t maporderlen, char *maporder, uint32_t *isFile)
{
    if (emuq_is_bad_pointer(maporder) || emuq_is_bad_pointer(isFile))
        return EFAULT;
    const char *mapping = emuq_process_self()->node->partition->job.mapping;
    size_t bytes = strlen(mapping) + 1;
    memcpy(maporder, mapping, bytes < maporderlen ? bytes : maporderlen);
    *isFile = emuq_mapping_is_file(mapping);
    return 0;
}

uint32_t Kernel_GetPVR(uint32_t *pvr)
{
    if (emuq_is_bad_pointer(pvr))
        return EFAULT;
    *pvr = SPRN_PVR_DD2;
    return 0;
}

uint32_t Kernel_BlockThreadId(void)
{
    return emuq_process_self()->node->number * EMUQ_HW_THREADS + Kernel_ProcessorID();
}

uint32_t Kernel_SnoopNumThreads(void)
{
    emuq_node_t *node = emuq_process_self()->node;
    emuq_shared_lock(&node->thread_lock);
    uint64_t threads = node->hw_thread_load[emuq_thread_self.processor];
    emuq_shared_unlock(&node->thread_lock);
    return threads < SNOOP_MAX ? (uint32_t)threads : SNOOP_MAX;
}

uint32_t Kernel_SnoopRunnable(void)
{
    return Kernel_SnoopNumThreads();
}

uint32_t Kernel_ProcessCount(void)
{
    return emuq_process_self()->node->partition->job.ppn;
}

uint32_t Kernel_ProcessorCount(void)
{
    return EMUQ_APP_THREADS / Kernel_ProcessCount();
}

uint64_t Kernel_ThreadMask(uint32_t t)
{
    uint32_t threads = Kernel_ProcessorCount();
    return t < Kernel_ProcessCount() ? UINT64_MAX << (64 - threads) >> (t * threads) : 0;
}

uint64_t Kernel_GetJobID(void)
{
    return emuq_process_self()->node->partition->job_id;
}

int emuq_rank_has_ended(uint32_t rank)
{
    const emuq_partition_t *p = emuq_process_self()->node->partition;
    if (rank >= p->job.np)
        return 0;
    const emuq_process_t *process = &p->process[p->process_of_rank[rank]];
    /* Acquire: pairs with the releases in run.c and rank_exit.c; messages sent before have arrived. */
    return emuq_process_ended(process) || AO_int_load_acquire(&process->state) >= EMUQ_RANK_ENDED;
}

int emuq_memory_is_local(const void *address)
{
    return emuq_address_space_shares(emuq_process_self()->space, address);
}

int emuq_rank_is_local(uint32_t rank)
{
    const emuq_partition_t *p = emuq_process_self()->node->partition;
    return emuq_backend == &emuq_backend_emulator && rank < p->job.np &&
           emuq_node_is_here(p, p->process[p->process_of_rank[rank]].node->number);
}

/* Up to the class routes, both versions have the same members in the same order. */
static void personality_convert_to_v7(const Personality_t *p, Personality_v7_t *v7)
{
    const Personality_Networks_t *net = &p->Network_Config;
    memset(v7, 0, sizeof(*v7));
    v7->Version = 7;
    v7->PersonalitySizeWords = (fw_uint8_t)(sizeof(*v7) / 4);
    v7->Kernel_Config = p->Kernel_Config;
    v7->DDR_Config.DDRFlags = p->DDR_Config.DDRFlags;
    v7->DDR_Config.DDRSizeMB = p->DDR_Config.DDRSizeMB;
    Personality_v7_Networks_t *to = &v7->Network_Config;
    memcpy(to, net, offsetof(Personality_Networks_t, PrimordialClassRoute));
    to->ClassRoute[0] = net->PrimordialClassRoute;
    memcpy(to->ZoneRoutingMasks, net->ZoneRoutingMasks, sizeof(net->ZoneRoutingMasks));
    to->MuFlags = net->MuFlags;
    to->cnBridge_A = net->cnBridge_A;
    to->cnBridge_B = net->cnBridge_B;
    to->cnBridge_C = net->cnBridge_C;
    to->cnBridge_D = net->cnBridge_D;
    to->cnBridge_E = net->cnBridge_E;
    to->latencyFromRoot = net->latencyFromRoot;
    const size_t first = offsetof(Personality_v7_t, Version);
    v7->CRC = emuq_personality_checksum((const char *)v7 + first, sizeof(*v7) - first);
}

_Static_assert(offsetof(Personality_v7_Networks_t, ClassRoute) ==
                   offsetof(Personality_Networks_t, PrimordialClassRoute),
               "same members before the class routes");
int Kernel_GetPersonality(Personality_t *personality, size_t size)
{
    if (size != sizeof(Personality_t) && size != sizeof(Personality_v7_t))
        return EINVAL;
    if (emuq_is_bad_pointer(personality))
        return EFAULT;
    const Personality_t *local = &emuq_process_self()->node->personality;
    if (size == sizeof(*local))
        *personality = *local;
    else
        personality_convert_to_v7(local, (Personality_v7_t *)(void *)personality);
    return 0;
}

/* With more processes per node, several share a core and its AXUCR0. */
#define CORES_OF_PROCESSES 16u

static uint64_t axucr0_mask(void)
{
    if (Kernel_ProcessCount() > CORES_OF_PROCESSES)
        return AXUCR0_ENAB_IND(Kernel_ProcessorThreadID(), UINT64_MAX);
    return AXUCR0_LFSR_RESET | AXUCR0_SR_ENABLE | AXUCR0_ENAB_IND_ALL(UINT64_MAX);
}

uint64_t Kernel_GetAXUCR0(void)
{
    emuq_node_t *node = emuq_process_self()->node;
    emuq_shared_lock(&node->thread_lock);
    uint64_t value = node->axucr0[Kernel_ProcessorCoreID()];
    emuq_shared_unlock(&node->thread_lock);
    return value & axucr0_mask();
}

uint64_t Kernel_SetAXUCR0(uint64_t value)
{
    emuq_node_t *node = emuq_process_self()->node;
    uint64_t mask = axucr0_mask();
    if ((value & ~mask) != 0)
        return EINVAL;
    uint64_t *axucr0 = &node->axucr0[Kernel_ProcessorCoreID()];
    emuq_shared_lock(&node->thread_lock);
    *axucr0 = (*axucr0 & ~mask) | value;
    emuq_shared_unlock(&node->thread_lock);
    return 0;
}

/* Shifts of the fields of SPRN_SPRG7RO */
enum {
    SPRG7_PROCESSES = 8,
    SPRG7_THREADS = 16,
    SPRG7_RUNNABLE = 24,
    SPRG7_LAST_CORE = 32,
};
#define LAST_CORE UINT64_C(15) /* a job's last core on a node */

enum { XER, CTR, VRSAVE, WRITABLE };
static __thread uint64_t writable[WRITABLE];

static uint64_t *special_register_writable(unsigned number)
{
    switch (number) {
    case SPRN_XER:
        return &writable[XER];
    case SPRN_CTR:
        return &writable[CTR];
    case SPRN_VRSAVE:
        return &writable[VRSAVE];
    default:
        return NULL;
    }
}

/* Reports a register once per process and number (modulo 64). */
static void special_register_report(const char *macro, unsigned number, const char *effect)
{
    static uint64_t reported;
    uint64_t bit = UINT64_C(1) << (number & 63);
    /* Orders nothing; the first thread prints. */
    if ((emuq_or(&reported, bit) & bit) == 0)
        emuq_log("rank %" PRIu32
                 ": %s(0x%x): this special purpose register is not emulated: %s. Use the Kernel_ call "
                 "that returns what you need.",
                 Kernel_GetRank(), macro, number, effect);
}

uint64_t emuq_special_register(unsigned number)
{
    const uint64_t *reg = special_register_writable(number);
    if (reg != NULL)
        return *reg;
    if (number == SPRN_AXUCR0)
        return Kernel_GetAXUCR0();
    if (number == SPRN_SPRG7RO)
        return Kernel_ProcessorID() | (uint64_t)Kernel_ProcessCount() << SPRG7_PROCESSES |
               (uint64_t)Kernel_SnoopNumThreads() << SPRG7_THREADS |
               (uint64_t)Kernel_SnoopRunnable() << SPRG7_RUNNABLE | LAST_CORE << SPRG7_LAST_CORE;
    special_register_report("mfspr", number, "it reads as 0");
    return 0;
}

void emuq_set_special_register(unsigned number, uint64_t value)
{
    uint64_t *reg = special_register_writable(number);
    if (reg != NULL)
        *reg = value;
    else
        special_register_report("mtspr", number, "the store has no effect");
}
