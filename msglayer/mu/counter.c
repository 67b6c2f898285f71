/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/mu/counter.h"

#include <stdlib.h>

#include <hwi/include/bqc/MU_Addressing.h>
#include <spi/include/mu/Addressing_inlines.h>

#define ALIGNMENT 64u

/* Counters stay until the job ends: a put for one that is used no more finds its memory. */
typedef struct emuq_pami_counters {
    struct emuq_pami_counters *next;
    emuq_pami_counter_t counter[64];
} counters_t;

static bool add_block(emuq_pami_device_t *device)
{
    void *memory;
    uint64_t pa;
    if (posix_memalign(&memory, ALIGNMENT, sizeof(counters_t)) != 0)
        return false;
    counters_t *block = memset(memory, 0, sizeof *block);
    if (!emuq_pami_pa(device, block, sizeof *block, &pa)) {
        free(block);
        return false;
    }
    for (size_t i = sizeof block->counter / sizeof block->counter[0]; i-- > 0;) {
        emuq_pami_counter_t *c = &block->counter[i];
        uint64_t at = pa + (uint64_t)((char *)&c->value - (char *)block);
        c->offset = MUSPI_GetAtomicAddress(at, MUHWI_ATOMIC_OPCODE_STORE_ADD);
        c->next = device->free_counters;
        device->free_counters = c;
    }
    block->next = device->counters;
    device->counters = block;
    return true;
}

emuq_pami_counter_t *emuq_pami_counter_take(emuq_pami_device_t *device)
{
    if (device->free_counters == NULL && !add_block(device))
        return NULL;
    emuq_pami_counter_t *c = device->free_counters;
    device->free_counters = c->next;
    return c;
}

void emuq_pami_counter_give(emuq_pami_device_t *device, emuq_pami_counter_t *c)
{
    if (emuq_pami_counter_arrived(c) != c->asked)
        return;
    c->next = device->free_counters;
    device->free_counters = c;
}

void emuq_pami_counters_free(emuq_pami_device_t *device)
{
    while (device != NULL && device->counters != NULL) {
        counters_t *block = device->counters;
        device->counters = block->next;
        free(block);
    }
}
