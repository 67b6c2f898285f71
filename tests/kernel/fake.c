/* SPDX-License-Identifier: BSD-3-Clause */
#include "fake.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hwi/include/bqc/MU_Fifo.h"
#include "hwi/include/bqc/mu_dcr.h"
#include "kernel-shim/partition/interrupts.h"
#include "kernel-shim/partition/registers.h"
#include "kernel-shim/partition/threads.h"
#include "spi/include/kernel/cnk/emuq_process_data.h"

#define MU_DCRS   0x100u /* from 0xE0D00 */
#define ND_DCRS   0x080u /* from 0x194000 */
#define RESOURCES 544u   /* maximum per kind */

typedef struct fake_node {
    uint64_t mu[MU_DCRS], nd[ND_DCRS];
    fake_owner_t owner[3][RESOURCES];
} fake_node_t;

struct emuq_machine {
    emuq_partition_t *partition;
    uint32_t nodes;
    uint64_t *registers;
    fake_node_t *node;
};

static unsigned doorbells;
static fake_resumes_t resumes;

static void *allocate(size_t count, size_t bytes)
{
    void *memory = calloc(count, bytes);
    if (memory == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static volatile uint64_t *machine_reg(emuq_machine_t *m, uint32_t node, uint64_t offset)
{
    return m->registers + (node * EMUQ_REGISTER_FILE_BYTES + offset) / sizeof(uint64_t);
}

static uint64_t *find_dcr(emuq_machine_t *m, uint32_t node, uint32_t dcr)
{
    if (dcr - 0xE0D00 < MU_DCRS)
        return &m->node[node].mu[dcr - 0xE0D00];
    if (dcr - 0x194000 < ND_DCRS)
        return &m->node[node].nd[dcr - 0x194000];
    return NULL;
}

static int dcr_read(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t *value)
{
    const uint64_t *word = find_dcr(m, node, dcr);
    if (word == NULL)
        return -ENXIO;
    *value = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    return 0;
}

static int dcr_write(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t value)
{
    uint64_t *word = find_dcr(m, node, dcr);
    if (word == NULL)
        return -ENXIO;
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
    resumes.changes++;
    return 0;
}

static void assign(emuq_machine_t *m, uint32_t node, emuq_resource_t kind, uint32_t id,
                   const emuq_address_space_t *space, int32_t rank)
{
    fake_owner_t *owner = &m->node[node].owner[kind][id];
    owner->space = space;
    owner->rank = rank;
    owner->assigned++;
    resumes.changes++;
}

static int count(emuq_machine_t *m, uint32_t node, emuq_count_t event, uint32_t link, uint32_t vc,
                 uint64_t *value)
{
    (void)m, (void)node, (void)event, (void)link, (void)vc, (void)value;
    return -EINVAL;
}

static void enter(emuq_machine_t *m, uint32_t node)
{
    (void)m, (void)node;
}

static void resume(emuq_machine_t *m)
{
    resumes.calls++;
    resumes.changes = 0;
    for (uint32_t i = 0; i < m->nodes; i++) {
        pthread_mutex_t *lock = &m->partition->node[i].lock;
        if (pthread_mutex_trylock(lock) == 0)
            pthread_mutex_unlock(lock);
        else
            resumes.locked++;
    }
}

static const emuq_backend_machine_ops_t fake_machine = {
    .enter = enter,
};

static const emuq_backend_unit_ops_t fake_unit = {
    .reg = machine_reg,
    .dcr_read = dcr_read,
    .dcr_write = dcr_write,
    .assign = assign,
    .resume = resume,
};

static const emuq_backend_stats_ops_t fake_stats = {
    .count = count,
};

static const emuq_backend_t fake_backend = {
    .name = "fake",
    .help = "stores what it is told",
    .machine = &fake_machine,
    .unit = &fake_unit,
    .stats = &fake_stats,
};

static void reset_registers(volatile uint64_t *registers)
{
    for (uint32_t s = 0; s < BGQ_MU_NUM_FIFO_SUBGROUPS_PER_NODE; s++) {
        volatile uint64_t *page = registers + (s / 4 * 0x10000 + s % 4 * 0x1000) / sizeof(*registers);
        for (int i = 0; i < 8; i++)
            page[i * 8 + 1] = 0x3f;
        for (int i = 0; i < 4; i++)
            page[0x200 / 8 + i * 8 + 1] = 0x1f;
        for (int i = 0; i < 8; i++)
            page[0x400 / 8 + i] = UINT64_C(0x1fffffffff);
    }
}

static void reset_dcrs(fake_node_t *node)
{
    for (int g = 0; g < BGQ_MU_NUM_FIFO_GROUPS; g++) {
        node->mu[0x11 + g] = UINT32_MAX;
        node->mu[0x68 + g] = UINT16_MAX;
    }
    node->mu[0x7A] = UINT64_MAX;
    node->mu[0x7B] = UINT64_C(0xf) << 60;
    node->mu[0x7C] = UINT16_MAX;
}

/* The free-space register follows from the remaining ones: the only function of this hardware. */
static void doorbell(volatile uint64_t *reg, uint64_t value)
{
    uintptr_t in_page = (uintptr_t)reg & 0xfff;
    (void)value;
    doorbells++;
    if (in_page < 0x200 && in_page % 64 <= 24) {
        MUHWI_Fifo_t *fifo = (MUHWI_Fifo_t *)((uintptr_t)reg & ~(uintptr_t)63);
        MUHWI_InjFifo_t *inj = (MUHWI_InjFifo_t *)(fifo + 1);
        uint64_t slots = (fifo->size_1 + 1) / 64;
        inj->freeSpace = slots - 1 - (fifo->pa_tail - fifo->pa_head) / 64 % slots;
    }
}

static void open_machine(emuq_partition_t *p)
{
    emuq_machine_t *m = allocate(1, sizeof(*m));
    m->partition = p;
    m->nodes = p->nodes;
    /* Registers of a page are contiguous. */
    m->registers = aligned_alloc(0x10000, p->nodes * EMUQ_REGISTER_FILE_BYTES);
    if (m->registers == NULL)
        exit(1);
    m->node = allocate(p->nodes, sizeof(*m->node));
    for (uint32_t i = 0; i < p->nodes; i++) {
        memset((void *)machine_reg(m, i, 0), 0, BGQ_MU_NUM_FIFO_GROUPS * 0x10000);
        reset_registers(machine_reg(m, i, 0));
        reset_dcrs(&m->node[i]);
    }
    p->machine = m;
    emuq_backend = &fake_backend;
    doorbells = 0;
    resumes = (fake_resumes_t){0};
    emuq_mmio.access.doorbell = doorbell;
}

emuq_partition_t *fake_open(const uint32_t shape[5], uint32_t ppn, uint32_t np)
{
    emuq_partition_t *p = allocate(1, sizeof(*p));
    memcpy(p->job.shape, shape, sizeof(p->job.shape));
    memcpy(p->geometry.size, shape, sizeof(p->geometry.size));
    p->nodes = emuq_geometry_nodes(&p->geometry);
    p->job.ppn = ppn;
    p->job.np = np != 0 ? np : p->nodes * ppn;
    p->job.mapping = "ABCDET";
    if (emuq_arena_create(0, NULL, 1, 0, &p->arena) != 0)
        exit(1);
    open_machine(p);
    p->node = allocate(p->nodes, sizeof(*p->node));
    p->process = allocate(p->nodes * ppn, sizeof(*p->process));
    emuq_address_space_t *space = emuq_address_space_new();
    for (uint32_t i = 0; i < p->nodes; i++) {
        emuq_node_t *node = &p->node[i];
        node->partition = p;
        node->number = i;
        emuq_geometry_coordinates(&p->geometry, i, node->coordinates);
        node->personality.DDR_Config.DDRSizeMB = 16384;
        pthread_mutex_init(&node->lock, NULL);
        pthread_mutex_init(&node->thread_lock, NULL);
        if (emuq_interrupts_open(node) != 0)
            exit(1);
        for (uint32_t t = 0; t < ppn; t++) {
            uint32_t rank = i * ppn + t;
            p->process[rank] = (emuq_process_t){.node = node,
                                                .t = t,
                                                .rank = rank < p->job.np ? rank : UINT32_MAX,
                                                .space = space,
                                                .spi_data = emuq_process_data_new()};
        }
    }
    return p;
}

void fake_close(emuq_partition_t *p)
{
    emuq_mmio.access.doorbell = NULL;
    emuq_address_space_free(p->process[0].space);
    for (uint32_t i = 0; i < p->nodes * p->job.ppn; i++)
        emuq_process_data_free(p->process[i].spi_data);
    for (uint32_t i = 0; i < p->nodes; i++) {
        emuq_interrupts_close(&p->node[i]);
        pthread_mutex_destroy(&p->node[i].thread_lock);
        pthread_mutex_destroy(&p->node[i].lock);
    }
    emuq_arena_close(p->arena);
    free(p->machine->registers);
    free(p->machine->node);
    free(p->machine);
    free(p->process);
    free(p->node);
    free(p);
}

void fake_enter(emuq_process_t *process)
{
    emuq_thread_enter(process, emuq_thread_assign_processor(process), true);
}

void fake_leave(void)
{
    emuq_thread_leave();
}

const fake_owner_t *fake_owner(emuq_partition_t *p, emuq_resource_t kind, uint32_t id)
{
    return &p->machine->node[0].owner[kind][id];
}

volatile uint64_t *fake_register(emuq_partition_t *p, uint32_t node, uint64_t address)
{
    return machine_reg(p->machine, node, address - (uint64_t)_BGQ_BASE_DMA);
}

unsigned fake_doorbells(void)
{
    return doorbells;
}

fake_resumes_t fake_resumes(void)
{
    fake_resumes_t now = resumes;
    resumes = (fake_resumes_t){0};
    return now;
}

uint64_t fake_dcr(emuq_partition_t *p, uint32_t node, uint32_t dcr)
{
    const uint64_t *word = find_dcr(p->machine, node, dcr);
    return word != NULL ? __atomic_load_n(word, __ATOMIC_ACQUIRE) : 0;
}

void fake_interrupt(emuq_partition_t *p, uint32_t node, uint32_t group, uint64_t status)
{
    for (uint64_t s = 0; s < 4; s++)
        __atomic_fetch_or(fake_register(p, node, BGQ_MU_READ_INT_STATUS_REGISTER_OFFSET((uint64_t)group, s)),
                          status, __ATOMIC_SEQ_CST);
    emuq_kernel_interrupt(p, node, group, status);
}

void fake_clear_interrupt(emuq_partition_t *p, uint32_t node, uint32_t group, uint64_t status)
{
    for (uint64_t s = 0; s < 4; s++)
        __atomic_fetch_and(fake_register(p, node, BGQ_MU_READ_INT_STATUS_REGISTER_OFFSET((uint64_t)group, s)),
                           ~status, __ATOMIC_SEQ_CST);
}
