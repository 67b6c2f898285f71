/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/mu/site.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <hwi/include/bqc/MU_Addressing.h>
#include <hwi/include/common/emuq_wait.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>

#include "msglayer/mu/combiner.h"
#include "msglayer/settings.h"

#define APP_SUBGROUPS 64u /* of a node, shared by its processes */
#define WAKE_SLOTS    16u
#define ALIGNMENT     64u

/* Table entries of a process, counted from the upper end. The last two mean something by being taken: the
 * process's FIFOs are ready; all processes' are (taken by the first process of the node). */
enum { BAT_ZERO, BAT_SINK, BAT_READY, BAT_GO };

/* The sites of this Linux process: one for each rank that is a thread of it. */
static pthread_mutex_t sites_lock = PTHREAD_MUTEX_INITIALIZER;
static emuq_pami_site_t *sites;

static uint32_t per_process(const emuq_pami_site_t *s, uint32_t per_subgroup)
{
    return APP_SUBGROUPS / s->ppn * per_subgroup;
}

static uint32_t inj_per_context(const emuq_pami_site_t *s)
{
    return 1 + s->send_fifos + 1; /* remote gets, messages, puts and gets */
}

uint32_t emuq_pami_rec_id(const emuq_pami_site_t *site, uint32_t t, uint32_t context)
{
    return (t + 1) * per_process(site, BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP) - 1 - context;
}

/* Number 0 is the wake FIFO, then come those of the contexts. */
static uint32_t inj_id(const emuq_pami_site_t *site, uint32_t t, uint32_t number)
{
    return (t + 1) * per_process(site, BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP) - 1 - number;
}

uint32_t emuq_pami_rget_id(const emuq_pami_site_t *site, uint32_t t, uint32_t context)
{
    return inj_id(site, t, 1 + context * inj_per_context(site));
}

static uint32_t bat_id(const emuq_pami_site_t *site, uint32_t t, uint32_t entry)
{
    return (t + 1) * per_process(site, BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP) - 1 - entry;
}

uint32_t emuq_pami_zero_bat(const emuq_pami_site_t *site, uint32_t t)
{
    return bat_id(site, t, BAT_ZERO);
}

uint32_t emuq_pami_sink_bat(const emuq_pami_site_t *site, uint32_t t)
{
    return bat_id(site, t, BAT_SINK);
}

static bool allocate_inj(uint32_t global, bool remote_get, emuq_pami_inj_resource_t *inj)
{
    Kernel_InjFifoAttributes_t attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.RemoteGet = remote_get;
    inj->global = global;
    inj->id = global % BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP;
    return Kernel_AllocateInjFifos(global / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, &inj->group, 1, &inj->id,
                                   &attributes) == 0;
}

bool emuq_pami_inj_allocate(const emuq_pami_site_t *site, uint32_t context, uint32_t index, bool remote_get,
                            emuq_pami_inj_resource_t *inj)
{
    return allocate_inj(inj_id(site, site->t, 1 + context * inj_per_context(site) + index), remote_get, inj);
}

bool emuq_pami_inj_allocate_last(const emuq_pami_site_t *site, emuq_pami_inj_resource_t *inj)
{
    uint64_t number = 1 + (uint64_t)site->contexts * inj_per_context(site);
    return number + emuq_pami_setting(EMUQ_PAMI_RESERVE_INJ) <
               per_process(site, BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP) &&
           allocate_inj(inj_id(site, site->t, (uint32_t)number), false, inj);
}

void emuq_pami_inj_start(emuq_pami_inj_resource_t *inj, Kernel_MemoryRegion_t *region, void *va,
                         uint64_t bytes)
{
    MUSPI_InjFifo_t *fifo = &inj->group._injfifos[inj->id];
    Kernel_InjFifoInit(&inj->group, inj->id, region, (uint64_t)((char *)va - (char *)region->BaseVa),
                       bytes - 1);
    /* The hardware's count goes on from the FIFO's last user. */
    fifo->descCount = fifo->numInjected = MUSPI_getHwDescCount(fifo);
    Kernel_InjFifoActivate(&inj->group, 1, &inj->id, KERNEL_INJ_FIFO_ACTIVATE);
}

void emuq_pami_wake(emuq_pami_site_t *site, MUHWI_Descriptor_t *packet)
{
    unsigned turns = 0;
    /* Acquire: pairs with the release below, by the last user of the FIFO. */
    while (__atomic_exchange_n(&site->wake_lock, 1, __ATOMIC_ACQUIRE) != 0)
        emuq_relax(&turns);
    /* A full FIFO holds packets that have not arrived yet, and one is enough. */
    MUSPI_InjFifoInject(&site->wake.group._injfifos[site->wake.id], packet);
    __atomic_store_n(&site->wake_lock, 0, __ATOMIC_RELEASE);
}

/* ---- making a site ---- */

/* Where all tasks are. */
static bool find_places(emuq_pami_site_t *s)
{
    BG_JobCoords_t job;
    uint64_t tasks = 0;
    if (Kernel_JobCoords(&job) != 0)
        return false;
    size_t slots =
        (size_t)job.shape.a * job.shape.b * job.shape.c * job.shape.d * job.shape.e * Kernel_ProcessCount();
    BG_CoordinateMapping_t *map = malloc(slots * sizeof *map);
    bool found = map != NULL && Kernel_RanksToCoords(slots * sizeof *map, map, &tasks) == 0;
    if (found)
        s->place = calloc(tasks, sizeof *s->place);
    found = found && s->place != NULL;
    for (uint64_t i = 0; i < tasks && found; i++) {
        MUSPI_SetUpDestination(&s->place[i].node, map[i].a + job.corner.a, map[i].b + job.corner.b,
                               map[i].c + job.corner.c, map[i].d + job.corner.d, map[i].e + job.corner.e);
        s->place[i].t = map[i].t;
    }
    free(map);
    s->tasks = (uint32_t)tasks;
    return found;
}

/* How many contexts the FIFOs of a process are enough for. */
static uint32_t count_contexts(const emuq_pami_site_t *s)
{
    uint64_t inj = per_process(s, BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP);
    uint64_t rec = per_process(s, BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP);
    uint64_t spare_inj = emuq_pami_setting(EMUQ_PAMI_RESERVE_INJ),
             spare_rec = emuq_pami_setting(EMUQ_PAMI_RESERVE_REC);
    inj = inj > spare_inj + 1 ? (inj - spare_inj - 1) / inj_per_context(s) : 0;
    rec = rec > spare_rec ? rec - spare_rec : 0;
    uint64_t most = emuq_pami_setting(EMUQ_PAMI_CONTEXTS);
    uint64_t least = inj < rec ? inj : rec;
    return (uint32_t)(least < most ? least : most);
}

static bool take_bat(emuq_pami_site_t *s, uint32_t entry)
{
    uint32_t global = bat_id(s, s->t, entry), id = global % BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP;
    uint8_t permissions = s->bat.permissions;
    bool taken = Kernel_AllocateBaseAddressTable(global / BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP, &s->bat, 1,
                                                 &id, 0) == 0;
    s->bat.permissions |= permissions;
    return taken;
}

static void set_bat(emuq_pami_site_t *s, uint32_t entry, uint64_t base)
{
    MUSPI_SetBaseAddress(&s->bat, (uint8_t)(bat_id(s, s->t, entry) % BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP),
                         base);
}

static bool bat_is_taken(const emuq_pami_site_t *s, uint32_t t, uint32_t entry)
{
    uint32_t global = bat_id(s, t, entry), free_ids[BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP], n = 0;
    Kernel_QueryBaseAddressTable(global / BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP, &n, free_ids);
    for (uint32_t i = 0; i < n; i++)
        if (free_ids[i] == global % BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP)
            return false;
    return true;
}

static bool start_rec(emuq_pami_site_t *s, uint32_t context, Kernel_MemoryRegion_t *region, char *va,
                      uint64_t bytes)
{
    emuq_pami_rec_resource_t *rec = &s->rec[context];
    uint32_t global = emuq_pami_rec_id(s, s->t, context), sg = global / BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP;
    Kernel_RecFifoAttributes_t attributes;
    memset(&attributes, 0, sizeof attributes);
    rec->id = global % BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP;
    if (Kernel_AllocateRecFifos(sg, &rec->group, 1, &rec->id, &attributes) != 0)
        return false;
    Kernel_RecFifoInit(&rec->group, rec->id, region, (uint64_t)(va - (char *)region->BaseVa), bytes - 1);
    Kernel_RecFifoEnable(sg / 4, UINT64_C(1) << (15 - global % 16));
    return true;
}

static size_t multiple(uint64_t bytes, size_t of)
{
    return (size_t)(bytes + of - 1) / of * of;
}

/* Everything that others send to: reception and remote-get FIFOs of all contexts, table entries. */
static bool open_resources(emuq_pami_site_t *s)
{
    size_t rec = multiple(emuq_pami_setting(EMUQ_PAMI_RECFIFO), ALIGNMENT);
    size_t rget = multiple(emuq_pami_setting(EMUQ_PAMI_RGETFIFO), ALIGNMENT);
    size_t wake = WAKE_SLOTS * sizeof(MUHWI_Descriptor_t);
    size_t bytes = s->contexts * (rec + rget) + wake + ALIGNMENT;
    Kernel_MemoryRegion_t region;
    s->rec = aligned_alloc(ALIGNMENT, multiple(s->contexts * sizeof *s->rec, ALIGNMENT));
    s->rget = calloc(s->contexts, sizeof *s->rget);
    if (s->rec == NULL || s->rget == NULL || posix_memalign(&s->memory, ALIGNMENT, bytes) != 0 ||
        Kernel_CreateMemoryRegion(&region, s->memory, bytes) != 0)
        return false;
    char *p = s->memory;
    for (uint32_t k = 0; k < s->contexts; k++, p += rec + rget) {
        if (!start_rec(s, k, &region, p, rec) || !emuq_pami_inj_allocate(s, k, 0, true, &s->rget[k]))
            return false;
        emuq_pami_inj_start(&s->rget[k], &region, p + rec, rget);
    }
    if (!allocate_inj(inj_id(s, s->t, 0), false, &s->wake))
        return false;
    emuq_pami_inj_start(&s->wake, &region, p, wake);
    s->sink = (uint64_t *)(void *)(p + wake);
    *s->sink = 0;
    uint64_t sink_pa =
        (uint64_t)(uintptr_t)region.BasePa + (uint64_t)((char *)s->sink - (char *)region.BaseVa);
    if (!take_bat(s, BAT_ZERO) || !take_bat(s, BAT_SINK))
        return false;
    set_bat(s, BAT_ZERO, 0);
    set_bat(s, BAT_SINK, MUSPI_GetAtomicAddress(sink_pa, MUHWI_ATOMIC_OPCODE_STORE_ADD));
    return true;
}

/* The first process of the node waits for the others on the node, then for all nodes. */
static void meet(emuq_pami_site_t *s)
{
    uint32_t here = s->place[s->task].node.Destination.Destination, leader = s->t;
    unsigned turns = 0;
    take_bat(s, BAT_READY);
    for (uint32_t i = 0; i < s->tasks; i++)
        if (s->place[i].node.Destination.Destination == here && s->place[i].t < leader)
            leader = s->place[i].t;
    if (leader != s->t) {
        while (!bat_is_taken(s, leader, BAT_GO))
            emuq_relax(&turns);
        return;
    }
    for (uint32_t i = 0; i < s->tasks; i++)
        if (s->place[i].node.Destination.Destination == here)
            while (!bat_is_taken(s, s->place[i].t, BAT_READY))
                emuq_relax(&turns);
    MUSPI_GIBarrier_t barrier;
    MUSPI_GIBarrierInit(&barrier, 0);
    MUSPI_GIBarrierEnterAndWait(&barrier);
    take_bat(s, BAT_GO);
}

static void free_site(emuq_pami_site_t *s)
{
    for (uint32_t k = 0; k < EMUQ_PAMI_CONTEXTS_MAX; k++)
        emuq_pami_device_free(s->device[k]);
    emuq_pami_combiner_free(s->combiner);
    free(s->rec);
    free(s->rget);
    free(s->memory);
    free(s->place);
    free(s);
}

static emuq_pami_site_t *make_site(void)
{
    emuq_pami_site_t *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->job = Kernel_GetJobID();
    s->task = Kernel_GetRank();
    s->t = Kernel_MyTcoord();
    s->ppn = Kernel_ProcessCount();
    s->send_fifos = s->ppn <= 16 ? 4 : s->ppn <= 32 ? 2 : 1;
    if (find_places(s)) {
        s->contexts = count_contexts(s);
        if (s->contexts != 0 && open_resources(s))
            return s;
    }
    /* What has been allocated stays so, and its memory too: the Message Unit has its address. */
    return NULL;
}

/* Sites of jobs that have ended; sites' lock. */
static void forget_old(uint64_t job)
{
    for (emuq_pami_site_t **at = &sites; *at != NULL;) {
        emuq_pami_site_t *s = *at;
        if (s->job != job) {
            *at = s->next;
            free_site(s);
        } else {
            at = &s->next;
        }
    }
}

emuq_pami_site_t *emuq_pami_site_take(void)
{
    uint64_t job = Kernel_GetJobID();
    uint32_t task = Kernel_GetRank();
    pthread_mutex_lock(&sites_lock);
    forget_old(job);
    emuq_pami_site_t *s = sites;
    while (s != NULL && s->task != task)
        s = s->next;
    bool known = s != NULL;
    if (known)
        s = s->busy ? NULL : s;
    else
        s = make_site();
    if (s != NULL) {
        s->busy = true;
        s->clients++;
        if (!known) {
            s->next = sites;
            sites = s;
        }
    }
    pthread_mutex_unlock(&sites_lock);
    if (s != NULL && !known)
        meet(s);
    return s;
}

emuq_pami_site_t *emuq_pami_site_find(void)
{
    uint64_t job = Kernel_GetJobID();
    uint32_t task = Kernel_GetRank();
    pthread_mutex_lock(&sites_lock);
    emuq_pami_site_t *s = sites;
    while (s != NULL && (s->job != job || s->task != task))
        s = s->next;
    pthread_mutex_unlock(&sites_lock);
    return s;
}

void emuq_pami_site_release(emuq_pami_site_t *site)
{
    pthread_mutex_lock(&sites_lock);
    site->busy = false;
    site->client = NULL;
    pthread_mutex_unlock(&sites_lock);
}
