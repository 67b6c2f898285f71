/* SPDX-License-Identifier: BSD-3-Clause */
/* Ids and allocation of FIFOs, and their division among clients (PAMI_CLIENTS). */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <hwi/include/bqc/MU_Addressing.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>

#include "base/text.h"
#include "msglayer/core/resources.h"
#include "msglayer/core/settings.h"

#define APP_SUBGROUPS 64u /* subgroups of a node */

uint32_t emuq_pami_fifos(uint32_t ppn, uint32_t per_subgroup)
{
    return APP_SUBGROUPS / ppn * per_subgroup;
}

/* Node-wide id of resource @p number, from the upper end of the process's range. */
static uint32_t resources_id(const emuq_pami_resources_t *resources, uint32_t t, uint32_t per_subgroup,
                             uint32_t number)
{
    return (t + 1) * emuq_pami_fifos(resources->ppn, per_subgroup) - 1 - number;
}

uint32_t emuq_pami_rec_id(const emuq_pami_resources_t *resources, uint32_t t, uint32_t context)
{
    return resources_id(resources, t, BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP, resources->first_context + context);
}

static uint32_t resources_inj_number(const emuq_pami_resources_t *resources, uint32_t context, uint32_t index)
{
    return resources->first_inj + context * emuq_pami_inj_per_context(resources) + index;
}

uint32_t emuq_pami_rget_id(const emuq_pami_resources_t *resources, uint32_t t, uint32_t context)
{
    return resources_id(resources, t, BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP,
                        resources_inj_number(resources, context, 0));
}

uint32_t emuq_pami_bat_id(const emuq_pami_resources_t *resources, uint32_t t, emuq_pami_bat_t entry)
{
    return resources_id(resources, t, BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP, entry);
}

/* ---- injection FIFOs ---- */

static bool resources_allocate_inj(const emuq_pami_resources_t *resources, uint32_t number, bool remote_get,
                                   emuq_pami_inj_resource_t *inj)
{
    uint32_t global = resources_id(resources, resources->t, BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, number);
    Kernel_InjFifoAttributes_t attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.RemoteGet = remote_get;
    inj->id = global % BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP;
    inj->is_taken = Kernel_AllocateInjFifos(global / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, &inj->group, 1,
                                            &inj->id, &attributes) == 0;
    return inj->is_taken;
}

bool emuq_pami_inj_allocate(const emuq_pami_resources_t *resources, uint32_t context, uint32_t index,
                            bool remote_get, emuq_pami_inj_resource_t *inj)
{
    return resources_allocate_inj(resources, resources_inj_number(resources, context, index), remote_get,
                                  inj);
}

bool emuq_pami_inj_allocate_last(const emuq_pami_resources_t *resources, emuq_pami_inj_resource_t *inj)
{
    return resources->has_network &&
           resources_allocate_inj(resources, resources_inj_number(resources, resources->contexts, 0), false,
                                  inj);
}

bool emuq_pami_inj_allocate_unused(emuq_pami_resources_t *resources, emuq_pami_inj_resource_t *inj)
{
    /* The program may have allocated some in spite of MUSPI_NUMINJFIFOS. */
    while (resources->has_network && resources->next_inj < resources->end_inj)
        if (resources_allocate_inj(resources, resources->next_inj++, false, inj))
            return true;
    return false;
}

void emuq_pami_inj_start(emuq_pami_inj_resource_t *inj, Kernel_MemoryRegion_t *region, void *va,
                         uint64_t bytes)
{
    MUSPI_InjFifo_t *fifo = &inj->group._injfifos[inj->id];
    Kernel_InjFifoInit(&inj->group, inj->id, region, (uint64_t)((char *)va - (char *)region->BaseVa),
                       bytes - 1);
    /* The hardware count continues from the FIFO's previous user. */
    fifo->descCount = fifo->numInjected = MUSPI_getHwDescCount(fifo);
    Kernel_InjFifoActivate(&inj->group, 1, &inj->id, KERNEL_INJ_FIFO_ACTIVATE);
}

void emuq_pami_inj_free(emuq_pami_inj_resource_t *inj)
{
    if (!inj->is_taken)
        return;
    Kernel_InjFifoActivate(&inj->group, 1, &inj->id, KERNEL_INJ_FIFO_DEACTIVATE);
    Kernel_DeallocateInjFifos(&inj->group, 1, &inj->id);
    inj->is_taken = false;
}

/* ---- reception FIFOs ---- */

bool emuq_pami_rec_start(const emuq_pami_resources_t *resources, uint32_t context,
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

void emuq_pami_rec_free(emuq_pami_rec_resource_t *rec)
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

typedef struct share_supply {
    uint32_t rec, inj;
    uint64_t reserved_rec, reserved_inj; /* reserved for the program */
    uint32_t each;                       /* injection FIFOs of a context */
    uint32_t most;                       /* most contexts of a client */
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

/* Reserves the first subgroup for the program. */
static share_supply_t share_reserve_subgroup(share_supply_t s)
{
    if (s.reserved_inj < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP)
        s.reserved_inj = BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP;
    s.reserved_rec += BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP;
    return s;
}

/* The first client gets all contexts but a small share for the second; each further client gets half of the
 * rest. */
static void share_by_rule(const share_supply_t *all, uint32_t ppn, emuq_pami_share_t *share)
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
            half = share_min(second, share_available(all, used, 1)); /* takes from the reserve */
        share[i].contexts = half;
        used += half;
    }
}

/* ---- PAMI_CLIENTS ---- */

/* Parses an element [name][:repeat][/weight]. @return the character after it; NULL: invalid */
static const char *share_parse_element(const char *text, emuq_pami_share_t *element, uint64_t *repeat,
                                       uint64_t *weight)
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
static uint32_t share_parse(const char *text, emuq_pami_share_t *share, uint64_t *weight)
{
    uint32_t n = 0;
    for (;; text++) {
        emuq_pami_share_t element = {0};
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
static void share_by_weight(const share_supply_t *all, emuq_pami_share_t *share, const uint64_t *weight,
                            uint32_t n)
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

int emuq_pami_share_out(uint32_t ppn, uint32_t each, emuq_pami_share_t share[EMUQ_PAMI_RESOURCE_SETS])
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
