/* SPDX-License-Identifier: BSD-3-Clause */
/* Processes of a job: FIFOs and their division among clients (PAMI_CLIENTS), wire-up, resource sets. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hwi/include/bqc/MU_Addressing.h>
#include <hwi/include/common/emuq_wait.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>

#include "base/memory.h"
#include "base/text.h"
#include "msglayer/core/device.h"
#include "msglayer/core/resources.h"

/* ---- reception FIFOs ---- */

static bool resources_rec_start(const emuq_pami_resources_t *resources, uint32_t context,
                                Kernel_MemoryRegion_t *region, void *va, uint64_t bytes)
{
    emuq_pami_rec_resource_t *rec = &resources->rec[context];
    uint32_t global = emuq_pami_rec_id(resources, resources->t, context),
             sg = global / BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP;
    Kernel_RecFifoAttributes_t attributes;
    memset(&attributes, 0, sizeof attributes);
    rec->id = global % BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP;
    rec->is_taken = Kernel_AllocateRecFifos(sg, &rec->group, 1, &rec->id, &attributes) == 0;
    if (!rec->is_taken)
        return false;
    Kernel_RecFifoInit(&rec->group, rec->id, region, (uint64_t)((char *)va - (char *)region->BaseVa),
                       bytes - 1);
    Kernel_RecFifoEnable(sg / 4, UINT64_C(1) << (15 - global % 16));
    return true;
}

static void resources_rec_free(emuq_pami_rec_resource_t *rec)
{
    if (rec->is_taken)
        Kernel_DeallocateRecFifos(&rec->group, 1, &rec->id);
    rec->is_taken = false;
}

/* Up to this number of processes on a node, the sets after the first leave the lower FIFOs to the program. */
#define MANY_FIFOS_PPN 16u

/* From this total of contexts on, the second client gets at least two. */
#define ENOUGH_FOR_TWO 6u

#define MOST_WEIGHT 1000u

uint64_t emuq_pami_hash(const void *data, size_t bytes)
{
    const unsigned char *byte = data;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3u;
    return hash;
}

/* Share of a resource set. */
typedef struct share {
    uint32_t contexts;
    bool has_name; /* reserved for one client name */
    uint64_t name;
} share_t;

typedef struct share_supply {
    uint32_t rec, inj;
    uint64_t reserved_rec, reserved_inj; /* FIFOs reserved for the program */
    uint32_t each;                       /* injection FIFOs per context */
    uint32_t most;                       /* maximum contexts of a client */
} share_supply_t;

static uint32_t share_min(uint32_t a, uint64_t b)
{
    return a < b ? a : (uint32_t)b;
}

/* Contexts that @p fifos FIFOs allow besides @p used. */
static uint32_t share_contexts(uint32_t fifos, uint64_t used, uint32_t each)
{
    return fifos > used ? (uint32_t)((fifos - used) / each) : 0;
}

/* Contexts available besides @p contexts contexts and @p further injection FIFOs. */
static uint32_t share_available(const share_supply_t *s, uint32_t contexts, uint32_t further)
{
    uint32_t rec = share_contexts(share_min(s->rec, EMUQ_PAMI_CONTEXTS_MAX + s->reserved_rec),
                                  s->reserved_rec + contexts, 1);
    return share_min(rec, share_contexts(s->inj, s->reserved_inj + contexts * s->each + further, s->each));
}

static share_supply_t share_reserve_subgroup(share_supply_t s)
{
    if (s.reserved_inj < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP)
        s.reserved_inj = BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP;
    s.reserved_rec += BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP;
    return s;
}

/* The first client gets all contexts but a small share for the second; each further client gets half of the
 * rest. */
static void share_by_rule(const share_supply_t *all, uint32_t ppn, share_t *share)
{
    share_supply_t s = ppn <= MANY_FIFOS_PPN ? share_reserve_subgroup(*all) : *all;
    uint32_t total = share_available(all, 0, 1), used = share_min(total, all->most);
    uint32_t second = total >= ENOUGH_FOR_TWO ? 2 : total >= 2 ? 1 : 0;
    second = share_min(second, all->most);
    if (total - used < second)
        used = total - second;
    share[0].contexts = used;
    for (uint32_t i = 1; i < EMUQ_PAMI_RESOURCE_SETS; i++) {
        uint32_t half = share_min((share_available(&s, used, 1) + 1) / 2, all->most);
        if (i == 1 && half < second)
            half = share_min(second, share_available(all, used, 1)); /* also uses the reserved FIFOs */
        share[i].contexts = half;
        used += half;
    }
}

/* ---- PAMI_CLIENTS ---- */

/* Parses an element [name][:repeat][/weight]. @return the character after it; NULL: invalid */
static const char *share_parse_element(const char *text, share_t *element, uint64_t *repeat, uint64_t *weight)
{
    size_t bytes = strcspn(text, ":/,");
    element->has_name = bytes != 0;
    element->name = emuq_pami_hash(text, bytes);
    text += bytes;
    *repeat = *weight = 1;
    if (*text == ':' && (emuq_number_scan(text + 1, EMUQ_NUMBER_COUNT, repeat, &text) != 0 || *repeat == 0))
        return NULL;
    if (*text == '/' && (emuq_number_scan(text + 1, EMUQ_NUMBER_COUNT, weight, &text) != 0 || *weight == 0 ||
                         *weight > MOST_WEIGHT))
        return NULL;
    return *text == ',' || *text == '\0' ? text : NULL;
}

/* Parses PAMI_CLIENTS. @return the number of clients; 0: invalid */
static uint32_t share_parse(const char *text, share_t *share, uint64_t *weight)
{
    uint32_t n = 0;
    for (;; text++) {
        share_t element = {0};
        uint64_t repeat, each;
        text = share_parse_element(text, &element, &repeat, &each);
        if (text == NULL || repeat > EMUQ_PAMI_RESOURCE_SETS - n)
            return 0;
        for (; repeat != 0; repeat--, n++) {
            share[n] = element;
            weight[n] = each;
        }
        if (*text == '\0')
            return n;
    }
}

/* Divides by weight, rounded down, at least one each; the first clients get the remainder. */
static void share_by_weight(const share_supply_t *all, share_t *share, const uint64_t *weight, uint32_t n)
{
    uint32_t total = share_available(all, 0, 1), left = total;
    uint64_t weights = 0;
    for (uint32_t i = 0; i < n; i++)
        weights += weight[i];
    for (uint32_t i = 0; i < n; i++) {
        uint32_t others = n - 1 - i, mine = (uint32_t)(total * weight[i] / weights);
        uint32_t most = left > others ? left - others : left != 0;
        share[i].contexts = share_min(share_min(mine != 0 ? mine : 1, most), all->most);
        left -= share[i].contexts;
    }
    for (uint32_t i = 0; i < n; i++)
        for (; left != 0 && share[i].contexts < all->most && share[i].contexts * weights < total * weight[i];
             left--)
            share[i].contexts++;
}

/* Divides the FIFOs of a process among clients, with the same result in all processes. @param each injection
 * FIFOs per context
 * @return 0; -EINVAL: PAMI_CLIENTS is invalid, reported on standard error */
static int share_out(uint32_t ppn, uint32_t each, share_t share[EMUQ_PAMI_RESOURCE_SETS])
{
    share_supply_t all = {.rec = emuq_pami_fifos(ppn, BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP),
                          .inj = emuq_pami_fifos(ppn, BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP),
                          .reserved_rec = emuq_pami_setting(EMUQ_PAMI_RESERVE_REC),
                          .reserved_inj = emuq_pami_setting(EMUQ_PAMI_RESERVE_INJ),
                          .each = each,
                          .most = (uint32_t)emuq_pami_setting(EMUQ_PAMI_CONTEXTS)};
    const char *clients = emuq_pami_setting_value(EMUQ_PAMI_CLIENTS)->text;
    uint64_t weight[EMUQ_PAMI_RESOURCE_SETS];
    memset(share, 0, EMUQ_PAMI_RESOURCE_SETS * sizeof *share);
    if (*clients == '\0') {
        share_by_rule(&all, ppn, share);
        return 0;
    }
    uint32_t n = share_parse(clients, share, weight);
    if (n == 0) {
        fprintf(
            stderr,
            "pami: PAMI_CLIENTS: invalid value \"%s\" (expected [name][:repeat][/weight],... for at most %u "
            "clients, weights 1 to %u)\n",
            clients, EMUQ_PAMI_RESOURCE_SETS, MOST_WEIGHT);
        return -EINVAL;
    }
    share_by_weight(&all, share, weight, n);
    return 0;
}

/* ---- processes ---- */

#define ALIGNMENT 64u

/* The ranks of this Linux process (ranks may be threads). */
static pthread_mutex_t processes_lock = PTHREAD_MUTEX_INITIALIZER;
static emuq_pami_process_t *processes;

/* Finds the locations of all tasks. @return their number; 0: out of memory */
static uint32_t process_locate_tasks(emuq_pami_process_t *p)
{
    BG_JobCoords_t job;
    uint64_t tasks = 0;
    if (Kernel_JobCoords(&job) != 0)
        return 0;
    size_t slots =
        (size_t)job.shape.a * job.shape.b * job.shape.c * job.shape.d * job.shape.e * Kernel_ProcessCount();
    BG_CoordinateMapping_t *map = emuq_malloc(slots * sizeof *map);
    if (map != NULL && Kernel_RanksToCoords(slots * sizeof *map, map, &tasks) == 0)
        p->location = emuq_calloc(tasks, sizeof *p->location);
    for (uint64_t i = 0; i < tasks && p->location != NULL; i++) {
        MUSPI_SetUpDestination(&p->location[i].node, map[i].a + job.corner.a, map[i].b + job.corner.b,
                               map[i].c + job.corner.c, map[i].d + job.corner.d, map[i].e + job.corner.e);
        p->location[i].t = map[i].t;
    }
    free(map);
    return p->location != NULL ? (uint32_t)tasks : 0;
}

/* Assigns contexts and injection FIFOs to the sets. @return as emuq_pami_resources_acquire() */
static int process_share_out(emuq_pami_process_t *p)
{
    share_t share[EMUQ_PAMI_RESOURCE_SETS];
    uint32_t ppn = p->set[0].ppn, each = emuq_pami_inj_per_context(&p->set[0]), first_inj = 0;
    uint32_t inj = emuq_pami_fifos(ppn, BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP);
    int rc = share_out(ppn, each, share);
    if (rc != 0)
        return rc;
    uint64_t reserved = emuq_pami_setting(EMUQ_PAMI_RESERVE_INJ);
    for (uint32_t i = 0; i < EMUQ_PAMI_RESOURCE_SETS; i++) {
        emuq_pami_resources_t *resources = &p->set[i];
        resources->first_context = p->contexts;
        resources->first_inj = first_inj;
        resources->contexts = share[i].contexts;
        resources->is_named = share[i].has_name;
        resources->name = share[i].has_name ? share[i].name : 0;
        p->contexts += resources->contexts;
        first_inj += resources->contexts * each;
        resources->has_network = i == 0 && first_inj + reserved < inj;
        first_inj += resources->has_network; /* reserved for the collective network */
    }
    p->set[0].next_inj = first_inj;
    p->set[0].end_inj = reserved < inj ? inj - (uint32_t)reserved : 0;
    return 0;
}

/* ---- table entries ---- */

static bool process_take_bat(emuq_pami_process_t *p, emuq_pami_bat_t entry)
{
    const emuq_pami_resources_t *s = &p->set[0];
    uint32_t global = emuq_pami_bat_id(s, s->t, entry), id = global % BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP;
    uint8_t permissions = p->bat.permissions;
    bool taken = Kernel_AllocateBaseAddressTable(global / BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP, &p->bat, 1,
                                                 &id, 0) == 0;
    p->bat.permissions = taken ? p->bat.permissions | permissions : permissions;
    return taken;
}

static void process_set_bat(emuq_pami_process_t *p, emuq_pami_bat_t entry, uint64_t base)
{
    const emuq_pami_resources_t *s = &p->set[0];
    MUSPI_SetBaseAddress(
        &p->bat, (uint8_t)(emuq_pami_bat_id(s, s->t, entry) % BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP), base);
}

static bool process_bat_is_taken(const emuq_pami_resources_t *s, uint32_t t, emuq_pami_bat_t entry)
{
    uint32_t global = emuq_pami_bat_id(s, t, entry), n = 0;
    uint32_t free_ids[BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP];
    Kernel_QueryBaseAddressTable(global / BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP, &n, free_ids);
    for (uint32_t i = 0; i < n; i++)
        if (free_ids[i] == global % BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP)
            return false;
    return true;
}

/* ---- creating a process ---- */

static size_t process_round_up(uint64_t bytes, size_t of)
{
    return (size_t)(bytes + of - 1) / of * of;
}

typedef struct process_sizes {
    size_t rec, rget, all;
} process_sizes_t;

static process_sizes_t process_sizes(const emuq_pami_process_t *p)
{
    process_sizes_t s = {.rec = process_round_up(emuq_pami_setting(EMUQ_PAMI_RECFIFO), ALIGNMENT),
                         .rget = process_round_up(emuq_pami_setting(EMUQ_PAMI_RGETFIFO), ALIGNMENT)};
    s.all = p->contexts * (s.rec + s.rget) + sizeof(emuq_pami_put_area_t);
    return s;
}

static bool process_allocate(emuq_pami_process_t *p, size_t bytes, Kernel_MemoryRegion_t *region)
{
    p->rec = emuq_pami_alloc(p->contexts * sizeof *p->rec);
    p->rget = emuq_calloc(p->contexts, sizeof *p->rget);
    if (p->rec == NULL || p->rget == NULL)
        return false;
    for (uint32_t i = 0; i < EMUQ_PAMI_RESOURCE_SETS; i++)
        p->set[i].rec = p->rec + p->set[i].first_context;
    return emuq_posix_memalign(&p->memory, ALIGNMENT, bytes) == 0 &&
           Kernel_CreateMemoryRegion(region, p->memory, bytes) == 0;
}

static bool process_open_set(emuq_pami_resources_t *s, Kernel_MemoryRegion_t *region,
                             const process_sizes_t *sizes)
{
    char *va = (char *)s->process->memory + s->first_context * (sizes->rec + sizes->rget);
    for (uint32_t k = 0; k < s->contexts; k++, va += sizes->rec + sizes->rget) {
        emuq_pami_inj_resource_t *rget = &s->process->rget[s->first_context + k];
        if (!resources_rec_start(s, k, region, va, sizes->rec) ||
            !emuq_pami_inj_allocate(s, k, 0, true, rget))
            return false;
        emuq_pami_inj_start(rget, region, va + sizes->rec, sizes->rget);
    }
    return true;
}

static bool process_open_shared(emuq_pami_process_t *p, const Kernel_MemoryRegion_t *region,
                                const process_sizes_t *sizes)
{
    char *va = (char *)p->memory + p->contexts * (sizes->rec + sizes->rget);
    p->area = memset(va, 0, sizeof *p->area);
    if (!process_take_bat(p, EMUQ_PAMI_BAT_ZERO) || !process_take_bat(p, EMUQ_PAMI_BAT_AREA))
        return false;
    process_set_bat(p, EMUQ_PAMI_BAT_ZERO, 0);
    process_set_bat(p, EMUQ_PAMI_BAT_AREA,
                    (uint64_t)(uintptr_t)region->BasePa + (uint64_t)(va - (char *)region->BaseVa));
    return true;
}

/* Opens all resources that remote tasks use. @return as emuq_pami_resources_acquire() */
static int process_open_resources(emuq_pami_process_t *p)
{
    Kernel_MemoryRegion_t region;
    process_sizes_t sizes = process_sizes(p);
    if (p->set[0].contexts == 0)
        return -EAGAIN;
    if (!process_allocate(p, sizes.all, &region))
        return -ENOMEM;
    for (uint32_t i = 0; i < EMUQ_PAMI_RESOURCE_SETS; i++)
        if (!process_open_set(&p->set[i], &region, &sizes))
            return -EAGAIN;
    return process_open_shared(p, &region, &sizes) ? 0 : -EAGAIN;
}

static void process_close_resources(emuq_pami_process_t *p)
{
    for (uint32_t k = 0; k < p->contexts && p->rec != NULL && p->rget != NULL; k++) {
        resources_rec_free(&p->rec[k]);
        emuq_pami_inj_free(&p->rget[k]);
    }
    for (uint32_t id = 0; id < BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP; id++)
        if (p->bat.permissions & 0x80 >> id)
            Kernel_DeallocateBaseAddressTable(&p->bat, 1, &id);
}

/* Waits for all processes of the job: a node's first process waits for the node's other processes, enters a
 * global barrier, and releases them. */
static void process_wire_up(emuq_pami_process_t *p)
{
    const emuq_pami_resources_t *s = &p->set[0];
    uint32_t here = s->location[s->task].node.Destination.Destination, leader = s->t;
    unsigned spins = 0;
    process_take_bat(p, EMUQ_PAMI_BAT_READY);
    for (uint32_t i = 0; i < s->tasks; i++)
        if (s->location[i].node.Destination.Destination == here && s->location[i].t < leader)
            leader = s->location[i].t;
    if (leader != s->t) {
        while (!process_bat_is_taken(s, leader, EMUQ_PAMI_BAT_GO))
            emuq_relax(&spins);
        return;
    }
    for (uint32_t i = 0; i < s->tasks; i++)
        if (s->location[i].node.Destination.Destination == here)
            while (!process_bat_is_taken(s, s->location[i].t, EMUQ_PAMI_BAT_READY))
                emuq_relax(&spins);
    MUSPI_GIBarrier_t barrier;
    MUSPI_GIBarrierInit(&barrier, 0);
    MUSPI_GIBarrierEnterAndWait(&barrier);
    process_take_bat(p, EMUQ_PAMI_BAT_GO);
}

static void process_free(emuq_pami_process_t *p)
{
    for (uint32_t i = 0; i < EMUQ_PAMI_RESOURCE_SETS; i++) {
        for (uint32_t k = 0; k < p->set[i].contexts; k++)
            emuq_pami_device_free(p->set[i].device[k]);
        emuq_pami_coll_fifos_free(&p->set[i]);
    }
    free(p->rec);
    free(p->rget);
    free(p->memory);
    free(p->location);
    free(p);
}

static int process_make(emuq_pami_process_t **process)
{
    emuq_pami_process_t *p = emuq_pami_alloc(sizeof *p);
    if (p == NULL)
        return -ENOMEM;
    p->job = Kernel_GetJobID();
    uint32_t tasks = process_locate_tasks(p), ppn = Kernel_ProcessCount();
    for (uint32_t i = 0; i < EMUQ_PAMI_RESOURCE_SETS; i++)
        p->set[i] = (emuq_pami_resources_t){.process = p,
                                            .task = Kernel_GetRank(),
                                            .tasks = tasks,
                                            .t = Kernel_MyTcoord(),
                                            .ppn = ppn,
                                            .send_fifos = ppn <= 16   ? 4
                                                          : ppn <= 32 ? 2
                                                                      : 1,
                                            .location = p->location};
    int rc = process_share_out(p);
    if (rc == 0)
        rc = tasks != 0 ? process_open_resources(p) : -ENOMEM;
    if (rc != 0) {
        process_close_resources(p);
        process_free(p);
        return rc;
    }
    *process = p;
    return 0;
}

/* Frees processes of ended jobs. Caller holds processes_lock. */
static void process_free_old_jobs(uint64_t job)
{
    for (emuq_pami_process_t **at = &processes; *at != NULL;) {
        emuq_pami_process_t *p = *at;
        if (p->job != job) {
            *at = p->next;
            process_free(p);
        } else {
            at = &p->next;
        }
    }
}

/* Finds the calling process or NULL. Caller holds processes_lock. */
static emuq_pami_process_t *process_lookup(uint64_t job)
{
    uint32_t task = Kernel_GetRank();
    emuq_pami_process_t *p = processes;
    while (p != NULL && (p->job != job || p->set[0].task != task))
        p = p->next;
    return p;
}

emuq_pami_process_t *emuq_pami_process_find(void)
{
    pthread_mutex_lock(&processes_lock);
    emuq_pami_process_t *p = process_lookup(Kernel_GetJobID());
    pthread_mutex_unlock(&processes_lock);
    return p;
}

/* ---- resource sets of clients ---- */

/*
 * Chooses a free set for a name: preferably one used by the name before, then one reserved for the name.
 * Caller holds processes_lock.
 * @return NULL: none
 */
static emuq_pami_resources_t *process_choose_set(emuq_pami_process_t *p, uint64_t name)
{
    emuq_pami_resources_t *chosen = NULL;
    for (uint32_t i = EMUQ_PAMI_RESOURCE_SETS; i-- > 0;) {
        emuq_pami_resources_t *s = &p->set[i];
        if (s->busy || s->contexts == 0 || (s->is_named && s->name != name))
            continue;
        if (s->clients != 0 && s->name == name)
            return s;
        if (chosen == NULL || !chosen->is_named || s->is_named)
            chosen = s;
    }
    return chosen;
}

int emuq_pami_resources_acquire(const char *name, emuq_pami_resources_t **resources)
{
    uint64_t job = Kernel_GetJobID();
    int rc = emuq_pami_settings_load();
    if (rc != 0)
        return rc;
    pthread_mutex_lock(&processes_lock);
    process_free_old_jobs(job);
    emuq_pami_process_t *p = process_lookup(job);
    bool known = p != NULL;
    if (!known && (rc = process_make(&p)) == 0) {
        p->next = processes;
        processes = p;
    }
    uint64_t hash = emuq_pami_hash(name, strlen(name));
    emuq_pami_resources_t *s = rc == 0 ? process_choose_set(p, hash) : NULL;
    if (s != NULL) {
        s->busy = true;
        s->name = hash;
        s->clients++;
        *resources = s;
    } else if (rc == 0) {
        rc = -EBUSY;
    }
    pthread_mutex_unlock(&processes_lock);
    if (rc == 0 && !known)
        process_wire_up(p);
    return rc;
}

void emuq_pami_resources_release(emuq_pami_resources_t *resources)
{
    pthread_mutex_lock(&processes_lock);
    resources->busy = false;
    emuq_pointer_store_release(&resources->client, NULL); /* pairs with the acquire of the exit handler */
    pthread_mutex_unlock(&processes_lock);
}

void emuq_pami_resources_return(emuq_pami_resources_t *resources)
{
    pthread_mutex_lock(&processes_lock);
    resources->clients--;
    pthread_mutex_unlock(&processes_lock);
    emuq_pami_resources_release(resources);
}
