/* SPDX-License-Identifier: BSD-3-Clause */
/* Life of a partition of emulated Message Units, and the backend table. */
#define _GNU_SOURCE
#include "backends/emulator/core/machine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "backends/emulator/core/count.h"
#include "backends/emulator/core/count_read.h"
#include "backends/emulator/core/dcr.h"
#include "backends/emulator/core/delegate.h"
#include "backends/emulator/core/delivery.h"
#include "backends/emulator/core/describe.h"
#include "backends/emulator/core/doorbell.h"
#include "backends/emulator/core/engine.h"
#include "backends/emulator/remote/remote.h"
#include "backends/emulator/core/fast_path.h"
#include "backends/emulator/core/fifo_space.h"
#include "backends/emulator/core/idle_wait.h"
#include "backends/emulator/core/fetch.h"
#include "backends/emulator/core/glance.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/fault/fault.h"
#include "backends/emulator/trace/recorded.h"
#include "backends/emulator/core/run.h"
#include "backends/emulator/core/scan.h"
#include "backends/emulator/collective/tree.h"
#include "backends/fault_plan.h"
#include "backends/settings.h"
#include "base/cores.h"
#include "base/resize.h"
#include "base/turns.h"
#include "base/clock.h"

#define DRAIN_NS     1000000000u /* for the messages of a process that ends */
#define MU_USER_BASE ((uint64_t)PHYMAP_MINADDR_MU)

/* Writes the reset state of one subgroup's page (hwi-registers section 4). */
static void reset_page(char *page)
{
    uint64_t *word = (uint64_t *)page;
    for (int i = 0; i < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP; i++)
        word[(EMUQ_REG_INJ + i * 0x40) / 8 + 1] = 0x3f;
    for (int i = 0; i < BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP; i++)
        word[(EMUQ_REG_REC + i * 0x40) / 8 + 1] = 0x1f;
    for (int i = 0; i < BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP; i++)
        word[EMUQ_REG_BAT / 8 + i] = EMUQ_PA_MASK;
}

void emuq_reset_registers(char *file)
{
    for (uint32_t s = 0; s < EMUQ_SUBGROUPS; s++)
        reset_page(file + (s >> 2) * BGQ_MU_GROUP_SIZE + (s & 3) * BGQ_MU_SUBGROUP_SIZE);
}

/* Register files that one process uses are private mappings of one image of the reset state: a node costs
 * memory only for the subgroups that are used. */
static int map_private_registers(emuq_machine_t *m)
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
    emuq_reset_registers(image);
    munmap(image, EMUQ_REGISTER_FILE_BYTES);

    m->bytes = m->nodes * EMUQ_REGISTER_FILE_BYTES;
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

/* Those that several processes use lie in the arena. A subgroup's page is written when it is first
 * looked up: until then it costs no memory. */
static int make_shared_registers(emuq_machine_t *m)
{
    m->bytes = m->nodes * EMUQ_REGISTER_FILE_BYTES;
    m->base = (uintptr_t)emuq_arena_alloc(m->arena, m->bytes, BGQ_MU_SUBGROUP_SIZE);
    return m->base != 0 ? 0 : -ENOMEM;
}

static void init_node(emuq_machine_t *m, uint32_t number)
{
    emuq_mu_node_t *n = &m->node[number];
    n->machine = m;
    n->number = number;
    n->is_here = true;
    n->registers = (char *)m->base + number * EMUQ_REGISTER_FILE_BYTES;
    emuq_dcr_reset(n);
}

/* The longest sleep of an idle rank where @p share ranks share a core. Each idle rank wakes up again and
 * again, and a wakeup costs about 12 microseconds where many processes share the caches: one for each
 * GENTLE_NS and rank leaves nine tenths of the core to ranks that compute, one for each FULL_NS two thirds.
 * Sleeps of up to POLLED_NS are short enough for programs that look at flags and clocks of their own between
 * two polls. */
static uint64_t longest_sleep_ns(uint32_t share)
{
    enum { GENTLE_NS = 125000, FULL_NS = 39000, LEAST_NS = 1000000, POLLED_NS = 10000000 };
    uint64_t ns = (uint64_t)share * GENTLE_NS, full = (uint64_t)share * FULL_NS;
    if (ns > POLLED_NS)
        ns = full > POLLED_NS ? full : POLLED_NS;
    return ns > LEAST_NS ? ns : LEAST_NS;
}

/* What a fruitless poll may cost, by the setting and by how crowded the machine is. */
static void machine_share(emuq_machine_t *m, uint32_t ranks, uint32_t cores)
{
    enum { AUTO, SPIN, YIELD, SLEEP };
    uint64_t wait = emuq_setting_number(EMUQ_SETTING_WAIT);
    uint32_t share = m->share = ranks / cores;
    m->is_crowded = ranks > cores || wait == SLEEP;
    m->sleep_ns = longest_sleep_ns(share);
    m->spins = share > 1 ? 20 : 1000;
    m->yields = share > 1 ? 400 / share + 2 : 50; /* a look for what was missed comes with the second */
    m->may_sleep = wait == AUTO || wait == SLEEP;
    if (wait == SPIN)
        m->spins = UINT32_MAX;
    if (wait == SLEEP)
        m->spins = m->yields = 9;
}

/* Brings a page of shared registers into its reset state. Acquire pairs with the release: who finds the bit
 * set finds the page written. */
static void make_ready(emuq_mu_node_t *n, uint32_t subgroup)
{
    uint64_t *word = &n->ready[subgroup / 64];
    uint64_t bit = (uint64_t)1 << (subgroup % 64);
    if (__atomic_load_n(word, __ATOMIC_ACQUIRE) & bit)
        return;
    emuq_lock(&n->control_lock);
    if (!(__atomic_load_n(word, __ATOMIC_RELAXED) & bit)) {
        reset_page((char *)emuq_reg(n, subgroup, 0));
        __atomic_fetch_or(word, bit, __ATOMIC_RELEASE);
    }
    emuq_unlock(&n->control_lock);
}

volatile uint64_t *emuq_machine_reg(emuq_machine_t *m, uint32_t node, uint64_t offset)
{
    emuq_mu_node_t *n = &m->node[node];
    uint32_t subgroup = (uint32_t)(offset >> 16) * 4 + (uint32_t)(offset >> 12 & 3);
    if (m->is_shared && subgroup < EMUQ_SUBGROUPS)
        make_ready(n, subgroup);
    return (volatile uint64_t *)(n->registers + offset);
}

static volatile uint64_t *map_register(uint64_t physical)
{
    if (emuq_my_node == UINT32_MAX || physical - MU_USER_BASE >= EMUQ_REGISTER_FILE_BYTES)
        return NULL;
    uint64_t offset = physical - MU_USER_BASE;
    /* The GI registers are one set per node, mirrored in every subgroup: the first copy is the real one. */
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

/* Everything but the registers. */
static emuq_machine_t *new_machine(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members)
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
        .turns = emuq_arena_alloc(arena, EMUQ_TURNS_CORES * sizeof *m->turns, 64),
        .placement = {.hosts = 1},
        .template_fd = -1,
    };
    bool is_whole =
        m->member != NULL && m->node != NULL && m->mark != NULL && m->found != NULL && m->turns != NULL;
    return is_whole ? m : NULL;
}

/* The register files belong to the caller: those of a device. */
static int use_registers(emuq_machine_t *m, char *registers)
{
    m->bytes = m->nodes * EMUQ_REGISTER_FILE_BYTES;
    m->base = (uintptr_t)registers;
    m->is_device = true;
    m->levels_watched = EMUQ_WATCHED_ALWAYS;
    return 0;
}

int emuq_machine_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members, char *registers,
                      emuq_machine_t **machine)
{
    emuq_machine_t *m = new_machine(geometry, arena, members);
    if (m == NULL)
        return -ENOMEM;
    emuq_arena_mutex_init(arena, &m->tree_lock);
    m->inline_bytes = emuq_setting_number(EMUQ_SETTING_INLINE_BYTES);
    machine_share(m, m->nodes, emuq_allowed_cores());
    int rc = registers != NULL ? use_registers(m, registers)
             : m->is_shared    ? make_shared_registers(m)
                               : map_private_registers(m);
    if (rc != 0) {
        emuq_machine_close(m);
        return rc;
    }
    for (uint32_t i = 0; i < m->nodes; i++)
        init_node(m, i);
    *machine = m;
    return 0;
}

static int machine_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members,
                        emuq_machine_t **machine)
{
    int rc = emuq_machine_open(geometry, arena, members, NULL, machine);
    if (rc == 0 && (rc = emuq_faults_plan(*machine)) != 0)
        emuq_machine_close(*machine);
    return rc;
}

/* ---- children of fork() ---- */

/* The child's FIFOs and payloads are copies, which no Message Unit reads. */
static void refuse_child(volatile uint64_t *reg, uint64_t value)
{
    (void)reg, (void)value;
    fprintf(stderr,
            "emuq: process %ld, a child of a rank by fork(), has used the Message Unit of node %u: it has "
            "none; send "
            "from the rank, or let the child call exec(). The child ends\n",
            (long)getpid(), emuq_my_node);
    _exit(EXIT_FAILURE);
}

/* Puts a private copy over the registers of the node, so that the rank's do not change. */
static void leave_in_child(void)
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
    emuq_mmio.doorbell = refuse_child;
}

static int watch_forks(void)
{
    static bool is_watched; /* once for the process; partitions begin one after the other */
    if (!is_watched && pthread_atfork(NULL, NULL, leave_in_child) != 0)
        return -ENOMEM;
    is_watched = true;
    return 0;
}

int emuq_machine_attach(emuq_machine_t *m, const emuq_kernel_callbacks_t *kernel, uint32_t node)
{
    if (emuq_the_machine != NULL)
        return -EBUSY;
    emuq_the_machine = m;
    emuq_machine_number++;
    emuq_the_kernel = *kernel;
    emuq_idle_open(m);
    uint32_t others = m->is_shared ? 0 : m->nodes; /* the host engine looks after no node */
    int rc = m->is_shared ? watch_forks() : 0;
    if (rc == 0)
        rc = emuq_faults_begin(m);
    if (rc == 0)
        rc = emuq_engines_start(m, node != UINT32_MAX ? node : 0, node != UINT32_MAX ? 1 : others);
    if (rc != 0) {
        emuq_faults_end(m);
        emuq_the_machine = NULL;
        return rc;
    }
    emuq_mmio.doorbell = emuq_doorbell;
    emuq_mmio.idle = kernel->serve_hosts != NULL ? emuq_idle_looking : emuq_idle;
    emuq_mmio.wake = emuq_idle_wake;
    emuq_mmio.announce = emuq_idle_announce;
    emuq_mmio.sleep = emuq_idle_sleep;
    emuq_mmio.map = map_register;
    emuq_mmio.look = kernel->serve_hosts != NULL ? emuq_idle_look : NULL;
    if (emuq_the_recording != NULL)
        emuq_recorded_hooks(&emuq_mmio);
    return 0;
}

/* Whether an injection FIFO holds messages of this process that can go on. */
static bool has_messages(const emuq_inj_t *f)
{
    const emuq_address_space_t *space = emuq_owner_of(&f->owner).space;
    return f->regs != NULL && space != NULL && space->member == emuq_my_member &&
           (__atomic_load_n(&f->attributes, __ATOMIC_RELAXED) & EMUQ_INJ_ENABLED) &&
           !(__atomic_load_n(&f->hold, __ATOMIC_RELAXED) & EMUQ_HOLD_STOPPED) &&
           emuq_load(&f->regs->head) != emuq_load(&f->regs->tail);
}

static bool process_has_messages(const emuq_machine_t *m)
{
    for (uint32_t i = 0; i < m->nodes; i++)
        for (uint32_t s = 0; s < EMUQ_SUBGROUPS; s++)
            for (uint32_t k = 0; k < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP && emuq_is_used(&m->node[i], s); k++)
                if (has_messages(&m->node[i].inj[s * BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP + k]))
                    return true;
    return false;
}

static void machine_drain(emuq_machine_t *m, uint32_t node)
{
    uint64_t end = emuq_host_now_ns() + DRAIN_NS;
    while (process_has_messages(m) && emuq_host_now_ns() < end)
        usleep(100);
    emuq_faults_drain(m, end);
    /* The other hosts hear that a rank has ended no earlier than they have what it has sent. */
    if (emuq_is_distributed(m))
        emuq_remote_drain(m, node, end);
}

void emuq_machine_retire(emuq_machine_t *m, uint32_t node, int32_t rank)
{
    emuq_mu_node_t *n = &m->node[node];
    for (uint32_t id = 0; id < EMUQ_REC_FIFOS; id++) {
        emuq_rec_t *r = &n->rec[id];
        if (emuq_is_used(n, id / BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP) &&
            emuq_owner_of(&r->owner).space != NULL && emuq_owner_of(&r->owner).rank == rank)
            __atomic_store_n(&r->retired, 1, __ATOMIC_RELEASE);
    }
    emuq_settings_changed(n);
    emuq_work_t work;
    emuq_work_begin(&work);
    emuq_node_resume(&work, n);
    emuq_work_run(&work);
}

uint64_t emuq_machine_dropped(const emuq_machine_t *m)
{
    uint64_t packets = 0;
    for (uint32_t i = 0; i < m->nodes; i++)
        packets += __atomic_load_n(&m->node[i].dropped, __ATOMIC_RELAXED);
    return packets;
}

void emuq_machine_resume(emuq_machine_t *m)
{
    emuq_work_t work;
    emuq_work_begin(&work);
    emuq_routes_resume(&work, m);
    /* Hint: a waiter that comes now looks for itself. */
    for (uint32_t i = 0; i < m->nodes && __atomic_load_n(&m->parked_now, __ATOMIC_RELAXED) != 0; i++)
        emuq_node_resume(&work, &m->node[i]);
    emuq_work_run(&work);
}

/* The host engine, which this process has run, has ended: who waits for an answer finds that (its box is
 * closed). */
static void end_engine(emuq_machine_t *m)
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
    if (emuq_the_kernel.serve_hosts != NULL)
        end_engine(m); /* before threads are stopped that may wait for it */
    emuq_faults_end(m);
    emuq_engines_stop(m);
    emuq_work_begin(&work);
    emuq_requests_end(&work, m, emuq_my_member);
    for (uint32_t i = 0; i < m->nodes; i++) {
        emuq_settings_changed(&m->node[i]); /* nothing leads to its memory any more */
        if (m->is_shared)
            emuq_node_resume(&work, &m->node[i]); /* who waits for room in its FIFOs finds out */
    }
    emuq_work_run(&work);
    if (m->is_shared)
        return; /* threads of the process may still be in a hook: it ends anyway */
    memset(&emuq_mmio, 0, sizeof emuq_mmio);
    emuq_the_machine = NULL;
}

void emuq_machine_poke(emuq_machine_t *m, uint32_t member)
{
    __atomic_exchange_n(&m->member[member].poked, 1, __ATOMIC_ACQ_REL); /* pairs with that of answer_poke() */
    emuq_ring(&m->member[member]);
}

/* The kernel serialises allocation per node. First use of a FIFO fills in what never changes: scans may look
 * at a FIFO that has been used before. */
static void assign_inj(emuq_mu_node_t *n, uint32_t id, const emuq_address_space_t *space, int32_t rank)
{
    emuq_inj_t *f = &n->inj[id];
    if (f->regs == NULL) {
        f->node = n;
        f->id = id;
        f->waiter.inj = f;
        f->blocker.inj = f;
        f->regs = (emuq_inj_regs_t *)emuq_reg(n, id / 8, EMUQ_REG_INJ + (id & 7) * 0x40);
        f->disable = emuq_reg(n, id / 8, EMUQ_REG_DISABLE);
    }
    emuq_hold_begin();
    emuq_inj_claim_idle(f); /* what is known of messages leads to the former owner's memory */
    emuq_fetch_disturb(f, true);
    emuq_count_flush(f);
    emuq_fast_forget(f);
    emuq_owner_set(&f->owner, space, rank);
    f->memory = NULL;
    emuq_claim_leave(
        &f->claim); /* the kernel holds a lock: nothing is run here. A scan finds what was asked for. */
    emuq_hold_end();
    if (__atomic_load_n(&n->dcr.inj_system[id / 32], __ATOMIC_RELAXED) >> (31 - id % 32) & 1)
        __atomic_fetch_or(&f->attributes, EMUQ_INJ_SYSTEM, __ATOMIC_SEQ_CST);
}

static void assign_rec(emuq_mu_node_t *n, uint32_t id, const emuq_address_space_t *space, int32_t rank)
{
    emuq_rec_t *r = &n->rec[id];
    if (r->regs == NULL) {
        r->node = n;
        r->id = id;
        r->blocker.rec = r;
        r->regs = (emuq_rec_regs_t *)emuq_reg(n, id / BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP,
                                              EMUQ_REG_REC + (id & 3) * 0x40);
    }
    __atomic_store_n(&r->retired, 0, __ATOMIC_RELAXED);
    emuq_owner_set(&r->owner, space, rank);
    __atomic_store_n(&r->system,
                     __atomic_load_n(&n->dcr.rec_system[id / 16], __ATOMIC_RELAXED) >> (15 - id % 16) & 1,
                     __ATOMIC_RELAXED);
}

void emuq_machine_assign(emuq_machine_t *m, uint32_t node, emuq_resource_t kind, uint32_t id,
                         const emuq_address_space_t *space, int32_t rank)
{
    emuq_mu_node_t *n = &m->node[node];
    uint32_t subgroup = kind == EMUQ_RESOURCE_REC_FIFO ? id / BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP : id / 8;
    if (kind == EMUQ_RESOURCE_INJ_FIFO)
        assign_inj(n, id, space, rank);
    else if (kind == EMUQ_RESOURCE_REC_FIFO)
        assign_rec(n, id, space, rank);
    else
        emuq_owner_set(&n->bat[id], space, rank);
    emuq_settings_changed(n);
    /* Release: pairs with the acquire in emuq_scan_node(), which then looks at the FIFO. */
    if (space != NULL)
        __atomic_fetch_or(&n->used[subgroup / 64], UINT64_C(1) << (subgroup % 64), __ATOMIC_RELEASE);
}

void emuq_machine_remapped(emuq_machine_t *m, uint32_t node, const emuq_address_space_t *space)
{
    emuq_mu_node_t *n = &m->node[node];
    for (uint32_t i = 0; i < m->nodes; i++)
        emuq_settings_changed(&m->node[i]);
    for (uint32_t id = 0; id < EMUQ_INJ_FIFOS; id++) {
        emuq_inj_t *f = &n->inj[id];
        if (f->regs == NULL || emuq_owner_of(&f->owner).space != space)
            continue;
        emuq_hold_begin();
        emuq_inj_claim_idle(f);
        f->memory = NULL; /* found again by the next message (fetch.c) */
        emuq_claim_leave(&f->claim);
        emuq_hold_end();
    }
}

void emuq_machine_enter(emuq_machine_t *m, uint32_t node)
{
    (void)m;
    emuq_my_node = node;
}

const emuq_backend_t emuq_backend_emulator = {
    .name = "emulator",
    .help = "Message Units emulated in shared memory, driven by the threads that use them",
    .layout = EMUQ_EMULATED_LAYOUT,
    .faults = EMUQ_FAULTS_ALL,
    .open = machine_open,
    .place = emuq_remote_place,
    .share = machine_share,
    .close = emuq_machine_close,
    .attach = emuq_machine_attach,
    .detach = emuq_machine_detach,
    .arrived = emuq_remote_arrived,
    .serve = emuq_engine_serve,
    .poke = emuq_machine_poke,
    .drain = machine_drain,
    .retire = emuq_machine_retire,
    .dropped = emuq_machine_dropped,
    .describe = emuq_describe,
    .reg = emuq_machine_reg,
    .dcr_read = emuq_dcr_read,
    .dcr_write = emuq_dcr_write,
    .assign = emuq_machine_assign,
    .remapped = emuq_machine_remapped,
    .resume = emuq_machine_resume,
    .count = emuq_count_read,
    .settle = emuq_count_settle,
    .glance = emuq_glance,
    .fullest = emuq_fullest,
    .enter = emuq_machine_enter,
    .polls = emuq_idle_polls,
    .moves = emuq_count_moves,
    .prepare = emuq_idle_prepare,
    .await = emuq_idle_await,
};
