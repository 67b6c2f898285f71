/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/emulator/core/machine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "backends/emulator/collective/tree.h"
#include "backends/emulator/core/deliver.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/core/remote_ops.h"
#include "backends/settings.h"
#include "base/host_calls.h"
#include "base/process.h"
#include "hwi/include/bqc/mu_dcr.h"

/* Life of a partition, and the functions of a device. */

#define DRAIN_NS     1000000000u /* maximum wait for the messages of an ending process */
#define MU_USER_BASE ((uint64_t)PHYMAP_MINADDR_MU)

/* Writes the reset state of a page (hwi-registers 4). */
static void machine_reset_page(char *page)
{
    uint64_t *word = (uint64_t *)page;
    for (int i = 0; i < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP; i++)
        word[(EMUQ_REG_INJ + i * 0x40) / 8 + 1] = 0x3f;
    for (int i = 0; i < BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP; i++)
        word[(EMUQ_REG_REC + i * 0x40) / 8 + 1] = 0x1f;
    for (int i = 0; i < BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP; i++)
        word[EMUQ_REG_BAT / 8 + i] = EMUQ_PA_MASK;
}

static void machine_reset_registers(char *file)
{
    for (uint32_t s = 0; s < EMUQ_SUBGROUPS; s++)
        machine_reset_page(file + (s >> 2) * BGQ_MU_GROUP_SIZE + (s & 3) * BGQ_MU_SUBGROUP_SIZE);
}

/* Register files of a single process: private mappings of one reset image, so that unused subgroups take no
 * memory. */
static int machine_map_private_registers(emuq_machine_t *m)
{
    m->template_fd = memfd_create("emuq-registers", MFD_CLOEXEC);
    if (m->template_fd < 0)
        return -errno;
    int rc = emuq_file_resize(m->template_fd, EMUQ_REGISTER_FILE_BYTES);
    if (rc != 0)
        return rc;
    char *image = mmap(NULL, EMUQ_REGISTER_FILE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, m->template_fd, 0);
    if (image == MAP_FAILED)
        return -errno;
    machine_reset_registers(image);
    munmap(image, EMUQ_REGISTER_FILE_BYTES);

    void *base = mmap(NULL, m->bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return -errno;
    m->base = (uintptr_t)base;
    for (uint32_t i = 0; i < m->nodes; i++)
        if (mmap((char *)base + i * EMUQ_REGISTER_FILE_BYTES, EMUQ_REGISTER_FILE_BYTES,
                 PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, m->template_fd,
                 0) == MAP_FAILED)
            return -errno;
    return 0;
}

static void machine_init_node(emuq_machine_t *m, uint32_t number)
{
    emuq_mu_node_t *n = &m->node[number];
    n->machine = m;
    n->number = number;
    n->is_here = true;
    n->registers = (char *)m->base + number * EMUQ_REGISTER_FILE_BYTES;
    emuq_dcr_reset(n);
}

void emuq_machine_share(emuq_machine_t *m, uint32_t ranks, uint32_t cores)
{
    m->share = ranks / cores;
    m->wait = emuq_backoff_rank((emuq_backoff_mode_t)emuq_setting_number(EMUQ_SETTING_WAIT), ranks, cores);
}

/* Resets a shared page once. Acquire: pairs with the release; if the bit is set, the page is complete. */
static void machine_prepare_page(emuq_mu_node_t *n, uint32_t subgroup)
{
    uint64_t *word = &n->ready[subgroup / 64];
    uint64_t bit = (uint64_t)1 << (subgroup % 64);
    if (AO_load_acquire(word) & bit)
        return;
    emuq_lock(&n->control_lock);
    if (!(AO_load(word) & bit)) {
        machine_reset_page((char *)emuq_reg(n, subgroup, 0));
        AO_or_release(word, bit);
    }
    emuq_unlock(&n->control_lock);
}

volatile uint64_t *emuq_machine_reg(emuq_machine_t *m, uint32_t node, uint64_t offset)
{
    emuq_mu_node_t *n = &m->node[node];
    uint32_t subgroup = (uint32_t)(offset >> 16) * 4 + (uint32_t)(offset >> 12 & 3);
    if (m->is_shared && subgroup < EMUQ_SUBGROUPS)
        machine_prepare_page(n, subgroup);
    return (volatile uint64_t *)(n->registers + offset);
}

static volatile uint64_t *machine_map_register(uint64_t physical)
{
    if (emuq_my_node == UINT32_MAX || physical - MU_USER_BASE >= EMUQ_REGISTER_FILE_BYTES)
        return NULL;
    uint64_t offset = physical - MU_USER_BASE;
    /* GI registers exist once per node; the copies in other subgroups stand for the first. */
    if ((offset & 0xfff) >= EMUQ_REG_GI_CONTROL && (offset & 0xfff) < 0x600)
        offset &= 0xfff;
    return emuq_machine_reg(emuq_the_machine, emuq_my_node, offset);
}

void emuq_machine_close(emuq_machine_t *m)
{
    if (!m->is_shared && !m->is_device && m->base != 0)
        munmap((void *)m->base, m->bytes);
    if (m->template_fd >= 0)
        close(m->template_fd);
    pthread_mutex_destroy(&m->tree_lock);
}

static emuq_machine_t *machine_new_machine(const emuq_geometry_t *geometry, emuq_arena_t *arena,
                                           uint32_t members)
{
    uint32_t nodes = emuq_geometry_nodes(geometry);
    emuq_machine_t *m = emuq_arena_alloc(arena, sizeof *m, 64);
    if (m == NULL)
        return NULL;
    *m = (emuq_machine_t){
        .geometry = *geometry,
        .nodes = nodes,
        .arena = arena,
        .is_shared = emuq_arena_is_shared(arena),
        .members = members,
        .member = emuq_arena_alloc(arena, members * sizeof *m->member, 64),
        .node = emuq_arena_alloc(arena, nodes * sizeof *m->node, 64),
        .mark = emuq_arena_alloc(arena, nodes * sizeof *m->mark, 64),
        .found = emuq_arena_alloc(arena, nodes * sizeof *m->found, 64),
        .core_use = emuq_arena_alloc(arena, EMUQ_CORE_SLOTS * sizeof *m->core_use, 64),
        .placement = {.hosts = 1},
        .template_fd = -1,
    };
    bool is_whole =
        m->member != NULL && m->node != NULL && m->mark != NULL && m->found != NULL && m->core_use != NULL;
    return is_whole ? m : NULL;
}

static int machine_set_registers(emuq_machine_t *m, char *registers)
{
    m->bytes = m->nodes * EMUQ_REGISTER_FILE_BYTES;
    if (registers == NULL && !m->is_shared)
        return machine_map_private_registers(m);
    m->is_device = registers != NULL;
    if (m->is_device)
        m->levels_watched = EMUQ_WATCHED_ALWAYS;
    else
        registers = emuq_arena_alloc(m->arena, m->bytes, BGQ_MU_SUBGROUP_SIZE);
    m->base = (uintptr_t)registers;
    return registers != NULL ? 0 : -ENOMEM;
}

int emuq_machine_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members, char *registers,
                      emuq_machine_t **machine)
{
    emuq_machine_t *m = machine_new_machine(geometry, arena, members);
    if (m == NULL)
        return -ENOMEM;
    emuq_arena_mutex_init(arena, &m->tree_lock);
    m->inline_bytes = emuq_setting_number(EMUQ_SETTING_INLINE_BYTES);
    emuq_machine_share(m, m->nodes, emuq_allowed_cores());
    int rc = machine_set_registers(m, registers);
    if (rc != 0) {
        emuq_machine_close(m);
        return rc;
    }
    for (uint32_t i = 0; i < m->nodes; i++)
        machine_init_node(m, i);
    *machine = m;
    return 0;
}

/* ---- Children by fork() ---- */

/* FIFOs and payloads of a child are copies, which no Message Unit reads. */
static void machine_reject_child(volatile uint64_t *reg, uint64_t value)
{
    (void)reg, (void)value;
    fprintf(stderr,
            "emuq: process %ld, a child of a rank by fork(), has used the Message Unit of node %u: it has "
            "none; send "
            "from the rank, or let the child call exec(). The child ends\n",
            (long)getpid(), emuq_my_node);
    _exit(EXIT_FAILURE);
}

/* In the child: replaces the rank's registers by a private copy. */
static void machine_after_fork(void)
{
    const emuq_machine_t *m = emuq_the_machine;
    if (m == NULL || !m->is_shared || emuq_my_node == UINT32_MAX)
        return;
    char *registers = m->node[emuq_my_node].registers;
    void *copy =
        mmap(NULL, EMUQ_REGISTER_FILE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copy != MAP_FAILED) {
        memcpy(copy, registers, EMUQ_REGISTER_FILE_BYTES);
        (void)mremap(copy, EMUQ_REGISTER_FILE_BYTES, EMUQ_REGISTER_FILE_BYTES, MREMAP_MAYMOVE | MREMAP_FIXED,
                     registers);
    }
    emuq_mmio.access.doorbell = machine_reject_child;
}

static int machine_watch_forks(void)
{
    static bool is_watched; /* partitions start sequentially */
    if (!is_watched && pthread_atfork(NULL, NULL, machine_after_fork) != 0)
        return -ENOMEM;
    is_watched = true;
    return 0;
}

static void machine_end_faults(emuq_machine_t *m)
{
    if (m->faults != NULL)
        emuq_fault_ops->end(m);
}

int emuq_machine_attach(emuq_machine_t *m, const emuq_kernel_callbacks_t *kernel, uint32_t node)
{
    if (emuq_the_machine != NULL)
        return -EBUSY;
    emuq_the_machine = m;
    emuq_machine_number++;
    emuq_the_kernel = *kernel;
    emuq_idle_open(m);
    uint32_t nodes = m->is_shared ? 0 : m->nodes; /* the host engine serves no node */
    int rc = m->is_shared ? machine_watch_forks() : 0;
    if (rc == 0 && m->faults != NULL)
        rc = emuq_fault_ops->begin(m);
    if (rc == 0)
        rc = emuq_engines_start(m, node != UINT32_MAX ? node : 0, node != UINT32_MAX ? 1 : nodes);
    if (rc != 0) {
        machine_end_faults(m);
        emuq_the_machine = NULL;
        return rc;
    }
    bool is_recorded = emuq_the_recording != NULL;
    emuq_mmio.access.doorbell = is_recorded ? emuq_doorbell_recorded : emuq_doorbell;
    emuq_mmio.wait.idle = is_recorded                      ? emuq_idle_recorded
                          : kernel->hosts.progress != NULL ? emuq_idle_serving
                                                           : emuq_idle;
    emuq_mmio.wait.wake = emuq_idle_wake;
    emuq_mmio.wait.prepare = emuq_idle_prepare_at;
    emuq_mmio.wait.sleep = is_recorded ? emuq_idle_sleep_recorded : emuq_idle_sleep;
    emuq_mmio.access.map = machine_map_register;
    emuq_mmio.wait.poll = kernel->hosts.progress != NULL ? emuq_idle_poll_hosts : NULL;
    return 0;
}

static bool machine_has_messages(const emuq_machine_t *m)
{
    const emuq_inj_t *f;
    for (uint32_t i = 0; i < m->nodes; i++)
        for (uint32_t id = 0; (f = emuq_next_enabled(&m->node[i], &id)) != NULL;) {
            const emuq_address_space_t *space = emuq_owner_of(&f->owner).space;
            if (space != NULL && space->member == emuq_my_member &&
                !(AO_load(&f->state) & EMUQ_FIFO_STOPPED) &&
                AO_load(&f->regs->head) != AO_load(&f->regs->tail))
                return true;
        }
    return false;
}

void emuq_machine_drain(emuq_machine_t *m, uint32_t node)
{
    uint64_t end = emuq_host_now_ns() + DRAIN_NS;
    while (machine_has_messages(m) && emuq_host_now_ns() < end)
        usleep(100);
    if (m->faults != NULL)
        emuq_fault_ops->drain(m, end);
    /* Remote hosts learn of the end of a rank after its last message. */
    if (emuq_is_distributed(m))
        emuq_remote_ops->drain(m, node, end);
}

/* Applies a change of `retired`, also to waiting senders. */
static void machine_resume_node(emuq_mu_node_t *n)
{
    emuq_settings_changed(n);
    emuq_work_t work;
    emuq_work_begin(&work);
    emuq_waiters_resume(&work, n);
    emuq_work_run(&work);
}

void emuq_machine_retire(emuq_machine_t *m, uint32_t node, int32_t rank)
{
    emuq_mu_node_t *n = &m->node[node];
    for (uint32_t id = 0; id < EMUQ_REC_FIFOS; id++) {
        emuq_rec_t *r = &n->rec[id];
        if (emuq_is_used(n, id / BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP) &&
            emuq_owner_of(&r->owner).space != NULL && emuq_owner_of(&r->owner).rank == rank)
            AO_int_store_release(&r->retired, 1);
    }
    machine_resume_node(n);
}

/* Cached routes to memory of a process become invalid, and waiters for its FIFOs go on. */
static void machine_forget_memory(emuq_work_t *work, emuq_machine_t *m)
{
    for (uint32_t i = 0; i < m->nodes; i++) {
        emuq_settings_changed(&m->node[i]);
        if (m->is_shared)
            emuq_waiters_resume(work, &m->node[i]);
    }
}

void emuq_machine_bury(emuq_machine_t *m, uint32_t node, int32_t rank, uint32_t member)
{
    emuq_work_t work;
    emuq_machine_retire(m, node, rank);
    emuq_work_begin(&work);
    emuq_requests_abandon(&work, m, member);
    machine_forget_memory(&work, m);
    emuq_work_run(&work);
}

void emuq_machine_drop(emuq_machine_t *m, uint32_t node, uint32_t id, bool drops)
{
    AO_int_store_release(&m->node[node].rec[id].retired, drops ? 1 : 0);
    machine_resume_node(&m->node[node]);
}

uint64_t emuq_machine_dropped(const emuq_machine_t *m)
{
    uint64_t packets = 0;
    for (uint32_t i = 0; i < m->nodes; i++)
        packets += AO_load(&m->node[i].dropped);
    return packets;
}

void emuq_machine_resume(emuq_machine_t *m)
{
    emuq_work_t work;
    emuq_work_begin(&work);
    emuq_routes_resume(&work, m);
    /* Hint: a new waiter checks for space itself. */
    for (uint32_t i = 0; i < m->nodes && AO_load(&m->parked_now) != 0; i++)
        emuq_waiters_resume(&work, &m->node[i]);
    emuq_work_run(&work);
}

/* Ends requests to the host engine of this process; later requesters find its mailbox closed. */
static void machine_end_engine(emuq_machine_t *m)
{
    emuq_work_t work;
    bool before = emuq_serve_hosts(true);
    emuq_work_begin(&work);
    emuq_requests_end(&work, m, m->engine);
    emuq_work_run(&work);
    (void)emuq_serve_hosts(before);
}

void emuq_machine_detach(emuq_machine_t *m)
{
    emuq_work_t work;
    if (emuq_the_kernel.hosts.progress != NULL)
        machine_end_engine(m); /* first: engines may wait for the host engine */
    machine_end_faults(m);
    emuq_engines_stop(m);
    emuq_work_begin(&work);
    emuq_requests_end(&work, m, emuq_my_member);
    machine_forget_memory(&work, m); /* waiters for FIFOs of this process fail, or are dropped */
    emuq_work_run(&work);
    if (m->is_shared)
        return; /* threads may still be inside a hook */
    memset(&emuq_mmio, 0, sizeof emuq_mmio);
    emuq_the_machine = NULL;
}

void emuq_machine_notify(emuq_machine_t *m, uint32_t member)
{
    (void)emuq_exchange(&m->member[member].kernel_requested, 1); /* pairs with engine_call_kernel() */
    emuq_wake_engine(&m->member[member]);
}

/* The kernel serialises allocation per node. The first allocation sets constant members, before scans see the
 * FIFO. */
static void machine_assign_inj(emuq_mu_node_t *n, uint32_t id, const emuq_address_space_t *space,
                               int32_t rank)
{
    emuq_inj_t *f = &n->inj[id];
    if (f->regs == NULL) {
        f->node = n;
        f->id = id;
        f->waiter.inj = f;
        f->space_queue.inj = f;
        f->disable = emuq_reg(n, id / 8, EMUQ_REG_DISABLE);
        /* Release: pairs with emuq_next_inj(). */
        emuq_pointer_store_release(&f->regs,
                                   (emuq_inj_regs_t *)emuq_reg(n, id / 8, EMUQ_REG_INJ + (id & 7) * 0x40));
    }
    emuq_critical_begin();
    emuq_inj_claim_idle(f); /* cached routes lead to memory of the former owner */
    emuq_inj_detach(f, true);
    emuq_count_flush(f);
    emuq_fast_forget(f);
    emuq_owner_set(&f->owner, space, rank);
    f->memory = NULL;
    /* Does not run the FIFO: the kernel holds a lock. A scan finds pending requests. */
    emuq_claim_leave(&f->claim);
    emuq_critical_end();
    if (AO_load(&n->dcr.inj_system[id / 32]) >> (31 - id % 32) & 1)
        AO_or_full(&f->attributes, EMUQ_INJ_SYSTEM);
}

static void machine_assign_rec(emuq_mu_node_t *n, uint32_t id, const emuq_address_space_t *space,
                               int32_t rank)
{
    emuq_rec_t *r = &n->rec[id];
    if (r->regs == NULL) {
        r->node = n;
        r->id = id;
        r->space_queue.rec = r;
        /* Release: pairs with emuq_fullest(). */
        emuq_pointer_store_release(&r->regs,
                                   (emuq_rec_regs_t *)emuq_reg(n, id / BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP,
                                                               EMUQ_REG_REC + (id & 3) * 0x40));
    }
    AO_int_store(&r->retired, 0);
    emuq_owner_set(&r->owner, space, rank);
    AO_store(&r->system, AO_load(&n->dcr.rec_system[id / 16]) >> (15 - id % 16) & 1);
}

void emuq_machine_assign(emuq_machine_t *m, uint32_t node, emuq_resource_t kind, uint32_t id,
                         const emuq_address_space_t *space, int32_t rank)
{
    emuq_mu_node_t *n = &m->node[node];
    uint32_t subgroup = kind == EMUQ_RESOURCE_REC_FIFO ? id / BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP : id / 8;
    if (kind == EMUQ_RESOURCE_INJ_FIFO)
        machine_assign_inj(n, id, space, rank);
    else if (kind == EMUQ_RESOURCE_REC_FIFO)
        machine_assign_rec(n, id, space, rank);
    else
        emuq_owner_set(&n->bat[id], space, rank);
    emuq_settings_changed(n);
    /* Release: pairs with the acquire in emuq_scan_node(). */
    if (space != NULL)
        AO_or_release(&n->used[subgroup / 64], UINT64_C(1) << (subgroup % 64));
}

void emuq_machine_remapped(emuq_machine_t *m, uint32_t node, const emuq_address_space_t *space)
{
    emuq_inj_t *f;
    for (uint32_t i = 0; i < m->nodes; i++)
        emuq_settings_changed(&m->node[i]);
    for (uint32_t id = 0; (f = emuq_next_inj(&m->node[node], &id)) != NULL;) {
        if (emuq_owner_of(&f->owner).space != space)
            continue;
        emuq_critical_begin();
        emuq_inj_claim_idle(f);
        f->memory = NULL;
        f->fast_settings = 0;
        emuq_claim_leave(&f->claim);
        emuq_critical_end();
    }
}

void emuq_machine_enter(emuq_machine_t *m, uint32_t node)
{
    (void)m;
    emuq_my_node = node;
}

int emuq_emulator_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, char *registers,
                       emuq_machine_t **machine)
{
    for (uint64_t i = 0; i < emuq_geometry_nodes(geometry); i++) {
        char *file = registers + i * EMUQ_REGISTER_FILE_BYTES;
        for (uint32_t s = 0; s < EMUQ_SUBGROUPS; s++)
            memset(file + (s >> 2) * BGQ_MU_GROUP_SIZE + (s & 3) * BGQ_MU_SUBGROUP_SIZE, 0,
                   BGQ_MU_SUBGROUP_SIZE);
        machine_reset_registers(file);
    }
    return emuq_machine_open(geometry, arena, 1, registers, machine);
}

bool emuq_emulator_poll(emuq_machine_t *machine, uint32_t node)
{
    emuq_mu_node_t *n = &machine->node[node];
    emuq_work_t work;
    emuq_work_begin(&work);
    bool found = emuq_scan_node(&work, n);
    uint64_t parked = AO_load(&n->parked_now);
    if (emuq_waiters_resume(&work, n))
        found |= AO_load(&n->parked_now) != parked;
    emuq_work_run(&work);
    return found;
}

void emuq_emulator_flush(emuq_machine_t *machine, uint32_t node)
{
    emuq_mu_node_t *n = &machine->node[node];
    emuq_emulator_poll(machine, node);
    for (uint32_t s = 0; s < EMUQ_SUBGROUPS; s++) {
        emuq_work_t work;
        emuq_work_begin(&work);
        emuq_control_flush(&work, n, s);
        emuq_work_run(&work);
    }
}

void emuq_emulator_halt(emuq_machine_t *machine)
{
    /* Before attributes are cleared: pairs with the load in register_enable_fifo(). */
    emuq_store_ordered(&machine->is_halted, 1);
    for (uint32_t i = 0; i < machine->nodes; i++)
        for (uint32_t f = 0; f < EMUQ_INJ_FIFOS; f++)
            AO_and_full(&machine->node[i].inj[f].attributes, ~(uint64_t)EMUQ_INJ_ENABLED);
}

void emuq_emulator_settle(emuq_machine_t *machine)
{
    emuq_work_t work;
    emuq_inj_t *f;
    emuq_work_begin(&work);
    EMUQ_TEST_POINT(device_settle);
    for (uint32_t i = 0; i < machine->nodes; i++)
        for (uint32_t id = 0; (f = emuq_next_inj(&machine->node[i], &id)) != NULL;) {
            /* Waits for a run in progress, which may use old owners; later runs load the new owners. */
            emuq_inj_claim_idle(f);
            emuq_inj_release(&work, f);
        }
    emuq_work_run(&work);
}

void emuq_emulator_revoke(emuq_machine_t *machine, uint32_t node, emuq_resource_t kind, uint32_t id,
                          const emuq_address_space_t *nobody)
{
    emuq_mu_node_t *n = &machine->node[node];
    emuq_work_t work;
    emuq_space_queue_t *blocker = NULL;
    emuq_work_begin(&work);
    if (kind == EMUQ_RESOURCE_INJ_FIFO) {
        /* Ends a run in progress; emuq_control_enable() clears the bit again. */
        AO_and_full(&n->inj[id].attributes, ~(uint64_t)EMUQ_INJ_ENABLED);
        emuq_control_enable(&work, n, id / 32, UINT64_C(1) << (31 - id % 32), false);
        blocker = &n->inj[id].space_queue;
    } else if (kind == EMUQ_RESOURCE_REC_FIFO) {
        uint32_t dcr = MU_DCR(RMFIFO_EN) + id / 16;
        uint64_t enabled = 0;
        emuq_dcr_read(machine, node, dcr, &enabled);
        emuq_dcr_write(machine, node, dcr, enabled & ~(UINT64_C(1) << (15 - id % 16)));
        blocker = &n->rec[id].space_queue;
    } else {
        AO_store_release(emuq_reg(n, id / 8, EMUQ_REG_BAT + (id & 7) * 8), EMUQ_PA_MASK);
    }
    emuq_machine_assign(machine, node, kind, id, nobody, -1);
    if (blocker != NULL && emuq_has_waiters(blocker))
        emuq_unpark(&work, n, blocker);
    emuq_work_run(&work);
}
