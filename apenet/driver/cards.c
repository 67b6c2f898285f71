/* SPDX-License-Identifier: BSD-3-Clause */
/* The card of each node of a partition, created at the first open, and the cache of pinned memory. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "apenet/card/torus.h"
#include "apenet/driver/driver.h"
#include "apenet/net/network.h"
#include "backends/settings.h"
#include "base/text.h"
#include "kernel-shim/partition/job.h"
#include "kernel-shim/partition/partition.h"

int apenet_status_errno(uint32_t status)
{
    static const int number[] = {
        [APENET_STATUS_OK] = 0,
        [APENET_STATUS_TX_BAD_DESCRIPTOR] = -EINVAL,
        [APENET_STATUS_TX_BAD_SOURCE] = -EFAULT,
        [APENET_STATUS_NO_SUCH_NODE] = -ENXIO,
        [APENET_STATUS_LINK_DOWN] = -ENETDOWN,
        [APENET_STATUS_RX_NO_BUFFER] = -ENOENT,
        [APENET_STATUS_RX_NO_PAGE] = -EFAULT,
        [APENET_STATUS_RX_PAYLOAD_ERROR] = -EBADMSG,
        [APENET_STATUS_RX_OVERRUN] = -EMSGSIZE,
        [APENET_STATUS_GET_REFUSED] = -EACCES,
        [APENET_STATUS_TABLE_FULL] = -ENOSPC,
        [APENET_STATUS_HOST_DEAD] = -EHOSTDOWN,
    };
    return status < sizeof number / sizeof *number ? number[status] : -EIO;
}

int apenet_submit(apenet_card_t *card, apenet_op_t op, uint64_t va, const uint32_t word3[4])
{
    apenet_host_t *h = card->host;
    uint32_t gpu = apenet_gpu_of(va);
    apenet_command_t c;
    memset(&c, 0, sizeof c);
    apenet_set(&c.header, APENET_COMMAND_OP, op);
    apenet_set(&c.header, APENET_COMMAND_PID, card->pid);
    if (gpu != APENET_GPUS) {
        apenet_set(&c.header, APENET_COMMAND_IS_GPU, 1);
        apenet_set(&c.header, APENET_COMMAND_GPU_ID, gpu);
    }
    apenet_set64(c.va, va);
    memcpy(c.word3, word3, sizeof c.word3);
    emuq_shared_lock(&h->command_lock);
    apenet_set(&c.header, APENET_COMMAND_SERIAL, ++h->serial);
    for (unsigned i = 0; i < sizeof c / sizeof(uint32_t); i++)
        apenet_reg_store(h->device->reg, APENET_REG_CMD_FIFO + i, ((const uint32_t *)&c)[i]);
    uint32_t result = apenet_reg_load(h->device->reg, APENET_REG_CMD_RESULT);
    emuq_shared_unlock(&h->command_lock);
    return apenet_status_errno(result >> 16);
}

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

static int cards_gpu_address(apenet_card_t *card, uint32_t gpu, uint64_t va, uint64_t bytes, uint64_t *bus)
{
    apenet_device_t *d = card->host->device;
    if (d->gpu[gpu].bytes == 0)
        return -ENXIO;
    if (apenet_gpu_of(va) != gpu || apenet_gpu_at(d, card->pid, va, bytes) == NULL)
        return -EFAULT;
    *bus = va - APENET_GPU_VA + APENET_GPU_BUS;
    return 0;
}

int apenet_bus_address(apenet_card_t *card, uint32_t gpu, uint64_t va, uint64_t bytes, uint64_t *bus)
{
    emuq_window_t window;
    if (gpu != APENET_GPUS)
        return cards_gpu_address(card, gpu, va, bytes, bus);
    if (!emuq_is_mapped((const void *)va, bytes))
        return -EFAULT;
    int rc = emuq_address_space_map_known(card->process->space, (const void *)va, bytes, &window);
    if (rc == 0 && va + bytes - window.va > window.bytes)
        rc = -EFAULT;
    *bus = rc == 0 ? window.pa + (va - window.va) : 0;
    return rc == 0 || rc == -ENOSPC ? rc : -EFAULT;
}

/* Tests for MADV_POPULATE_WRITE: EINVAL may also mean unwritable memory. */
static bool cards_supports_populate(void)
{
    static _Alignas(APENET_PAGE_BYTES) char page[APENET_PAGE_BYTES];
    return madvise(page, sizeof page, MADV_POPULATE_WRITE) == 0;
}

/* Populates the pages. Always true before Linux 5.14. */
static bool cards_is_writable(uint64_t va, uint64_t bytes)
{
    uint64_t first = va & ~(uint64_t)(APENET_PAGE_BYTES - 1);
    return madvise((void *)first, va + bytes - first, MADV_POPULATE_WRITE) == 0 ||
           (errno != EINVAL && errno != EFAULT) || !cards_supports_populate();
}

typedef struct apenet_driver {
    int error; /* 0, or the negative errno of a partition without cards, with all else unset */
    apenet_machine_t machine;
    apenet_host_t *host; /* [devices] */
} apenet_driver_t;

enum { WIRES_MEMORY, WIRES_HOSTS, WIRES_UDP }; /* values of EMUQ_APENET_LINK */

/* Cards of several hosts have packet mode unless the user has set another one. */
static bool cards_have_packets(const emuq_partition_t *p)
{
    return emuq_setting_number(EMUQ_SETTING_APENET_NET) != 0 ||
           (p->placement.hosts > 1 && !emuq_setting_is_set(EMUQ_SETTING_APENET_NET));
}

/* @return 0, or -EINVAL after printing an error */
static int cards_check_wires(const emuq_partition_t *p)
{
    uint64_t wires = emuq_setting_number(EMUQ_SETTING_APENET_LINK);
    if (!cards_have_packets(p) && (wires != WIRES_MEMORY || p->placement.hosts > 1)) {
        emuq_log("EMUQ_APENET_NET=direct: cards %s are connected by links; set EMUQ_APENET_NET=packet",
                 p->placement.hosts > 1 ? "of several hosts" : "with EMUQ_APENET_LINK");
        return -EINVAL;
    }
    if (p->placement.hosts > 1 && wires == WIRES_MEMORY && emuq_setting_is_set(EMUQ_SETTING_APENET_LINK)) {
        emuq_log("EMUQ_APENET_LINK=memory: this job has %u hosts; set hosts or udp", p->placement.hosts);
        return -EINVAL;
    }
    return 0;
}

/* Parses EMUQ_APENET_FAULTS. @return 0, or -EINVAL after printing an error */
static int cards_plan_faults(const emuq_partition_t *p, apenet_fault_plan_t *f)
{
    char what[160];
    const char *text = emuq_setting_text(EMUQ_SETTING_APENET_FAULTS);
    if (apenet_fault_plan_parse(text, f, what, sizeof what) != 0) {
        emuq_log("EMUQ_APENET_FAULTS: %s", what);
        return -EINVAL;
    }
    if (f->is_on && !cards_have_packets(p)) {
        emuq_log("EMUQ_APENET_FAULTS=%s: only packets on links are damaged; set EMUQ_APENET_NET=packet",
                 text);
        return -EINVAL;
    }
    if (f->lost + f->doubled + f->late > 0 && emuq_setting_number(EMUQ_SETTING_APENET_LINK) != WIRES_UDP) {
        emuq_log("EMUQ_APENET_FAULTS=%s: lose, double and reorder are faults of datagrams; set "
                 "EMUQ_APENET_LINK=udp",
                 text);
        return -EINVAL;
    }
    for (unsigned i = 0; f->has_cut && i < 3; i++)
        if (f->cut_node[i] >= p->job.shape[i]) {
            emuq_log("EMUQ_APENET_FAULTS=%s: no node (%u,%u,%u) in the shape %ux%ux%u", text, f->cut_node[0],
                     f->cut_node[1], f->cut_node[2], p->job.shape[0], p->job.shape[1], p->job.shape[2]);
            return -EINVAL;
        }
    return 0;
}

static emuq_memory_t *cards_memory_of(void *partition, uint32_t node)
{
    const emuq_partition_t *p = partition;
    return p->node[p->is_shared ? node : 0].memory;
}

/* Suggests a torus of the nodes: options of the launcher, or settings of processes that join. */
static void cards_advise(emuq_text_t *t, uint64_t ranks, uint32_t ppn)
{
    uint32_t size[3];
    bool is_late = emuq_joined_late;
    if (!emuq_torus_of(ranks / ppn, size)) {
        emuq_text_add(t, "choose another %s", is_late ? "EMUQ_SHAPE or EMUQ_PPN" : "--shape or --ppn");
        return;
    }
    emuq_text_add(t, "%s%ux%ux%u", is_late ? "set EMUQ_SHAPE=" : "start the job with --shape ", size[0],
                  size[1], size[2]);
    if (ppn != 1)
        emuq_text_add(t, "%s%u", is_late ? " EMUQ_PPN=" : " --ppn ", ppn);
}

static void cards_report_shape(const emuq_job_t *job)
{
    char advice[96];
    emuq_text_t t = emuq_text(advice, sizeof advice);
    const uint32_t *shape = job->shape;
    uint64_t ranks = job->ppn;
    for (int d = 0; d < 5; d++)
        ranks *= shape[d];
    cards_advise(&t, ranks, job->ppn > APENET_PIDS ? APENET_PIDS : job->ppn);
    emuq_log("APEnet+ needs a shape AxBxC of at most %u nodes in each dimension, and 1, 2 or 4 processes per "
             "node; this job has %ux%ux%ux%ux%u, and %u; %s",
             APENET_NODES_MOST, shape[0], shape[1], shape[2], shape[3], shape[4], job->ppn, advice);
}

/* @return 0, or a negative errno after printing an error */
static int cards_check(const emuq_partition_t *p, apenet_fault_plan_t *faults)
{
    const uint32_t *shape = p->job.shape;
    if (emuq_backend != &emuq_backend_emulator) {
        emuq_log("APEnet+ requires EMUQ_BACKEND=emulator, and no --timed (this job has backend %s)",
                 emuq_backend->name);
        return -ENOTSUP;
    }
    if (shape[0] > APENET_NODES_MOST || shape[1] > APENET_NODES_MOST || shape[2] > APENET_NODES_MOST ||
        shape[3] != 1 || shape[4] != 1 || p->job.ppn > APENET_PIDS) {
        cards_report_shape(&p->job);
        return -EINVAL;
    }
    int rc = cards_check_wires(p);
    return rc == 0 ? cards_plan_faults(p, faults) : rc;
}

int apenet_check_copies(const apenet_machine_t *m)
{
    uint32_t word;
    const struct iovec here = {&word, sizeof word},
                       there = {m->pid, sizeof word}; /* same address everywhere */
    int kept = errno, rc = emuq_setting_number(EMUQ_SETTING_CROSS_MEMORY) != 0 ? -ENOTSUP : 0;
    for (uint32_t i = 0; i < m->devices * m->pids && rc == 0; i++) {
        pid_t pid = (pid_t)AO_int_load(&m->pid[i]);
        bool is_readable = pid == 0 || process_vm_readv(pid, &here, 1, &there, 1, 0) >= 0;
        rc = is_readable || (errno != EPERM && errno != ENOSYS) ? 0 : -ENOTSUP;
    }
    errno = kept;
    if (rc != 0)
        emuq_log("APEnet+ cards of a process that has joined copy its memory by process_vm_readv(), which %s",
                 emuq_setting_number(EMUQ_SETTING_CROSS_MEMORY) != 0
                     ? "EMUQ_CROSS_MEMORY=off excludes; unset it"
                     : "the kernel does not permit; permit it in /proc/sys/kernel/yama/ptrace_scope (0 or 1) "
                       "and in the container (SYS_PTRACE)");
    return rc;
}

static void cards_set_registers(const apenet_host_t *h)
{
    uint64_t ring = (uintptr_t)h->ring, queue = (uintptr_t)h->queue;
    volatile uint32_t *reg = h->device->reg;
    apenet_reg_store(reg, APENET_REG_TX_RB_SIZE, APENET_RING_DEFAULT);
    apenet_reg_store(reg, APENET_REG_TX_RB_ADDR_HI, (uint32_t)(ring >> 32));
    apenet_reg_store(reg, APENET_REG_TX_RB_ADDR_LOW, (uint32_t)ring);
    apenet_reg_store(reg, APENET_REG_EQ_SIZE, APENET_QUEUE_DEFAULT);
    apenet_reg_store(reg, APENET_REG_EQ_ADDR_HI, (uint32_t)(queue >> 32));
    apenet_reg_store(reg, APENET_REG_EQ_ADDR_LOW, (uint32_t)queue);
}

static uint32_t cards_source_of(const apenet_device_t *d, uint32_t pid)
{
    apenet_header_t header;
    apenet_address_t me = d->address;
    me.pid = (uint8_t)pid;
    apenet_header_make(&header, (apenet_rdma_cmd_t)0, me, me, 0, APENET_WORD_BYTES);
    return header.w[1];
}

static int cards_make_client(apenet_host_t *h, uint32_t pid)
{
    emuq_arena_t *arena = h->device->machine->arena;
    apenet_card_t *card = emuq_arena_alloc(arena, sizeof *card, 64);
    if (card == NULL)
        return -ENOMEM;
    card->host = h;
    card->is_recorded = h->device->machine->is_recorded;
    card->pid = pid;
    card->source = cards_source_of(h->device, pid);
    for (unsigned i = 0; i < APENET_HEALTH_WORDS; i++)
        card->health[i] = APENET_HEALTH_GOOD;
    emuq_arena_mutex_init(arena, &card->kernel_lock);
    emuq_arena_mutex_init(arena, &card->fd_lock);
    h->client[pid] = card;
    return 0;
}

static int cards_make_host(apenet_driver_t *driver, uint32_t number)
{
    const uint64_t ring = APENET_RING_DEFAULT * sizeof(apenet_descriptor_t),
                   queue = APENET_QUEUE_DEFAULT * sizeof(apenet_entry_t),
                   scratch = APENET_RING_DEFAULT * APENET_PAGE_BYTES;
    apenet_host_t *h = &driver->host[number];
    apenet_device_t *d = h->device = &driver->machine.device[number];
    emuq_arena_t *arena = driver->machine.arena;
    d->kernel_bytes = ring + queue + scratch;
    d->kernel = emuq_arena_alloc(arena, d->kernel_bytes, APENET_PAGE_BYTES);
    h->target = emuq_arena_alloc(arena, APENET_RING_DEFAULT * sizeof *h->target, 64);
    if (d->kernel == NULL || h->target == NULL)
        return -ENOMEM;
    h->all = driver->host;
    h->ring = (apenet_descriptor_t *)d->kernel;
    h->queue = (apenet_entry_t *)(d->kernel + ring);
    h->scratch = d->kernel + ring + queue;
    h->pin_limit = (uint32_t)emuq_setting_number(EMUQ_SETTING_APENET_PIN_CACHE);
    emuq_arena_mutex_init(arena, &h->command_lock);
    int rc = 0;
    for (uint32_t pid = 0; pid < driver->machine.pids && rc == 0; pid++)
        rc = cards_make_client(h, pid);
    cards_set_registers(h);
    return rc;
}

static int cards_publish_counters(const apenet_device_t *d, emuq_partition_t *p)
{
    const apenet_counters_t *c = &d->counters;
    const struct {
        const char *name, *rate;
        const uint64_t *count, *more;
    } all[] = {{"APENET_PACKETS_SENT", "card packets", &c->packets_sent, &c->replies},
               {"APENET_BYTES_SENT", "card bytes", &c->bytes_sent, &c->reply_bytes},
               {"APENET_REFUSED", "", &c->rejected, NULL},
               {"APENET_PARKED", "", &c->parked, NULL},
               {"APENET_PACKETS_RECEIVED", "", &c->packets_received, NULL},
               {"APENET_BYTES_RECEIVED", "", &c->bytes_received, NULL},
               {"APENET_DROPPED", "", &c->dropped, NULL},
               {"APENET_BAD_DATAGRAMS", "", &d->bad_datagrams, NULL},
               {"APENET_EVENTS", "card events", &c->events, NULL},
               {"APENET_PAGES_ADDED", "", &c->pages_added, NULL},
               {"APENET_PAGES_REMOVED", "", &c->pages_removed, NULL},
               {"APENET_TLB_HITS", "", &d->tlb.hits, NULL},
               {"APENET_TLB_MISSES", "TLB misses", &d->tlb.misses, NULL}};
    int rc = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all && rc == 0; i++)
        rc =
            emuq_component_counter_publish(p, all[i].name, all[i].rate, all[i].count, all[i].more, sizeof *d);
    return rc;
}

static int cards_publish_links(const apenet_machine_t *m, emuq_partition_t *p)
{
    static const struct {
        const char *name, *rate;
        apenet_total_t what;
    } all[] = {{"APENET_LINK_WORDS", "link words", APENET_TOTAL_WORDS},
               {"APENET_LINK_PACKETS", "", APENET_TOTAL_PACKETS},
               {"APENET_LINK_RESENDS", "", APENET_TOTAL_RESENDS},
               {"APENET_LINK_REPAIRED", "", APENET_TOTAL_REPAIRED},
               {"APENET_LINK_ERRORS", "", APENET_TOTAL_PAYLOAD_ERRORS},
               {"APENET_LINK_STALLS", "", APENET_TOTAL_STALLS}};
    const apenet_totals_t *totals = m->network != NULL ? apenet_network_totals(m->network) : NULL;
    int rc = 0;
    for (size_t i = 0; totals != NULL && i < sizeof all / sizeof *all && rc == 0; i++)
        rc = emuq_component_links_publish(p, all[i].name, all[i].rate, &totals->link[0].count[all[i].what],
                                          APENET_PORTS, sizeof *totals->link, sizeof *totals);
    if (totals != NULL && rc == 0)
        rc = emuq_component_counter_publish(p, "APENET_ROUTER_DROPPED", "", &totals->dropped, NULL,
                                            sizeof *totals);
    return rc;
}

static int cards_make_hosts(apenet_driver_t *driver, emuq_partition_t *p, const apenet_fault_plan_t *faults)
{
    apenet_plan_t plan = {.size = {p->job.shape[0], p->job.shape[1], p->job.shape[2]},
                          .pids = p->job.ppn,
                          .is_shared = p->is_shared,
                          .drops = emuq_setting_number(EMUQ_SETTING_APENET_NOBUF) != 0,
                          .is_recorded = p->recording != NULL,
                          .mesh = p->job.mesh,
                          .faults = faults,
                          .is_packet = cards_have_packets(p),
                          .has_datagrams = emuq_setting_number(EMUQ_SETTING_APENET_LINK) == WIRES_UDP,
                          .host_of = p->placement.hosts > 1 ? p->placement.of_node : NULL,
                          .host = p->placement.host,
                          .period_ms = (uint32_t)emuq_setting_number(EMUQ_SETTING_APENET_WATCHDOG),
                          .reports_deaths = p->is_shared && p->reports_deaths,
                          .finds_deaths = emuq_joined_late,
                          .tlb_entries = (uint32_t)emuq_setting_number(EMUQ_SETTING_APENET_TLB),
                          .gpus = (uint32_t)emuq_setting_number(EMUQ_SETTING_APENET_GPUS),
                          .gpu_bytes = emuq_setting_number(EMUQ_SETTING_APENET_GPU_MEMORY) &
                                       ~(uint64_t)(APENET_GPU_PAGE_BYTES - 1),
                          .memory = cards_memory_of,
                          .argument = p};
    int rc = apenet_machine_make(&driver->machine, p->arena, &plan);
    driver->host = emuq_arena_alloc(p->arena, p->nodes * sizeof *driver->host, 64);
    if (driver->host == NULL)
        rc = -ENOMEM;
    for (uint32_t i = 0; i < p->nodes && rc == 0; i++)
        rc = cards_make_host(driver, i);
    apenet_device_t *first = driver->machine.device;
    if (rc == 0)
        rc = emuq_component_presence_publish(p, &first->table[0].exists, sizeof *first,
                                             sizeof first->table[0], &driver->machine.deaths);
    if (rc == 0 && driver->machine.period_ms != 0)
        emuq_component_health_publish(p, &first->reg[APENET_REG_HEALTH], sizeof *first,
                                      driver->machine.devices);
    if (rc == 0)
        rc = cards_publish_counters(first, p);
    return rc == 0 ? cards_publish_links(&driver->machine, p) : rc;
}

/* Only the first process that opens a card reports a failure. */
static int cards_make(void *object, void *partition)
{
    apenet_driver_t *driver = object;
    apenet_fault_plan_t faults;
    driver->error = cards_check(partition, &faults);
    return driver->error == 0 ? cards_make_hosts(driver, partition, &faults) : 0;
}

int apenet_card_find(apenet_card_t **out)
{
    emuq_process_t *self = emuq_process_self();
    emuq_partition_t *p = self->node->partition;
    void *object = NULL;
    int rc = emuq_arena_object(p->arena, "apenet", sizeof(apenet_driver_t), cards_make, p, &object);
    const apenet_driver_t *driver = object;
    if (rc == 0)
        rc = driver->error;
    if (rc != 0)
        return rc;
    if (driver->machine.is_shared)
        AO_store(&apenet_lock_owner, (AO_t)getpid()); /* before the first lock */
    *out = driver->host[self->node->number].client[self->t];
    return 0;
}

int apenet_set_direct(apenet_card_t *card, bool is_direct)
{
    return apenet_torus_set_direct(card->host->device, is_direct);
}

static uint64_t pins_page_bytes(uint64_t va)
{
    return apenet_gpu_of(va) == APENET_GPUS ? APENET_PAGE_BYTES : APENET_GPU_PAGE_BYTES;
}

static uint64_t pins_page_of(uint64_t va)
{
    return va & ~(pins_page_bytes(va) - 1);
}

static apenet_pin_t **pins_chain_of(apenet_pins_t *p, uint64_t page)
{
    uint64_t number = page / pins_page_bytes(page);
    return p->more != NULL ? &p->more[number % p->chains] : &p->chain[number % APENET_PIN_CHAINS];
}

/* Makes chains for more pages, if there are many. Without memory the chains become longer. */
static void pins_grow(emuq_arena_t *arena, apenet_pins_t *p)
{
    uint32_t chains = p->more != NULL ? p->chains : APENET_PIN_CHAINS;
    apenet_pin_t **old = p->more != NULL ? p->more : p->chain;
    if (p->pages < 2 * chains)
        return;
    apenet_pin_t **more = emuq_arena_alloc(arena, sizeof(apenet_pin_t *) * 8 * chains, 64);
    if (more == NULL)
        return;
    apenet_pin_t **freed = p->more;
    p->more = more;
    p->chains = 8 * chains;
    for (uint32_t i = 0; i < chains; i++)
        for (apenet_pin_t *pin = old[i], *next; pin != NULL; pin = next) {
            apenet_pin_t **chain = pins_chain_of(p, pin->page);
            next = pin->next;
            pin->next = *chain;
            *chain = pin;
        }
    if (freed != NULL)
        emuq_arena_free(arena, freed, sizeof(apenet_pin_t *) * chains);
}

static apenet_pin_t *pins_find(apenet_pins_t *p, uint64_t page)
{
    apenet_pin_t *pin = *pins_chain_of(p, page);
    while (pin != NULL && pin->page != page)
        pin = pin->next;
    return pin;
}

_Static_assert(EMUQ_PA_BITS - 12 == APENET_RECENT_BITS, "physical memory of a node, in pages");

/* Caller holds pins.lock. */
static void pins_note_recent(apenet_pins_t *p, uint64_t va, uint64_t bus)
{
    uint64_t page = va / APENET_PAGE_BYTES;
    if (bus >> EMUQ_PA_BITS == 0 && page >> (64 - APENET_RECENT_BITS) == 0)
        AO_store(apenet_recent_of(p, va), page << APENET_RECENT_BITS | bus / APENET_PAGE_BYTES);
}

static bool pins_find_range(const apenet_pins_t *p, uint64_t va, uint32_t bytes, uint64_t *bus)
{
    for (unsigned i = 0; i < APENET_PIN_RANGES; i++) {
        const apenet_pin_range_t *r = &p->range[i];
        if (va >= r->va && va < r->end && bytes <= r->end - va) {
            *bus = r->bus + (pins_page_of(va) - r->va);
            return true;
        }
    }
    return false;
}

static void pins_forget_ranges(apenet_pins_t *p, uint64_t first, uint64_t end)
{
    for (unsigned i = 0; i < APENET_PIN_RANGES && first < end; i++)
        if (p->range[i].va < end && first < p->range[i].end)
            p->range[i] = (apenet_pin_range_t){0, 0, 0};
}

static void pins_leave_idle(apenet_pins_t *p, apenet_pin_t *pin)
{
    *(pin->newer != NULL ? &pin->newer->older : &p->newest) = pin->older;
    *(pin->older != NULL ? &pin->older->newer : &p->oldest) = pin->newer;
    p->idle--;
}

static void pins_become_idle(apenet_pins_t *p, apenet_pin_t *pin)
{
    AO_store(apenet_recent_of(p, pin->page), 0);
    pin->newer = NULL;
    pin->older = p->newest;
    *(p->newest != NULL ? &p->newest->newer : &p->oldest) = pin;
    p->newest = pin;
    p->idle++;
}

static void pins_evict(apenet_card_t *card, apenet_pin_t *pin)
{
    static const uint32_t none[4];
    apenet_pin_t **at = pins_chain_of(&card->pins, pin->page);
    pins_leave_idle(&card->pins, pin);
    while (*at != pin)
        at = &(*at)->next;
    *at = pin->next;
    card->pins.pages--;
    (void)apenet_submit(card, APENET_OP_PAGE_REMOVE, pin->page, none);
    emuq_arena_free(card->host->device->machine->arena, pin, sizeof *pin);
}

static int pins_add(apenet_card_t *card, uint64_t page, uint64_t bus)
{
    uint32_t word3[4] = {0, 0, 0, 0};
    emuq_arena_t *arena = card->host->device->machine->arena;
    pins_grow(arena, &card->pins);
    apenet_pin_t *pin = emuq_arena_alloc(arena, sizeof *pin, 64), **chain = pins_chain_of(&card->pins, page);
    apenet_set64(word3, bus);
    word3[2] = apenet_gpu_of(page) != APENET_GPUS ? APENET_PAGE_HUGE : 0;
    int rc = pin != NULL ? apenet_submit(card, APENET_OP_PAGE_ADD, page, word3) : -ENOMEM;
    if (rc != 0) {
        emuq_arena_free(arena, pin, sizeof *pin);
        return rc;
    }
    pin->page = page;
    pin->bus = bus;
    pin->uses = 1;
    pin->next = *chain;
    *chain = pin;
    card->pins.pages++;
    return 0;
}

static int pins_use(apenet_card_t *card, uint64_t page, uint64_t bus)
{
    apenet_pin_t *pin = pins_find(&card->pins, page);
    if (pin == NULL)
        return pins_add(card, page, bus);
    if (pin->uses++ == 0)
        pins_leave_idle(&card->pins, pin);
    return 0;
}

static void pins_release(apenet_card_t *card, uint64_t first, uint64_t end)
{
    apenet_pins_t *p = &card->pins;
    uint64_t idle = first; /* start of a series of idle pages */
    for (uint64_t page = first; page < end; page += pins_page_bytes(page)) {
        apenet_pin_t *pin = pins_find(p, page);
        if (--pin->uses == 0) {
            pins_become_idle(p, pin);
            continue;
        }
        pins_forget_ranges(p, idle, page);
        idle = page + pins_page_bytes(page);
    }
    pins_forget_ranges(p, idle, end);
    while (p->idle > card->host->pin_limit)
        pins_evict(card, p->oldest);
}

/* Tests for pages in use with consecutive bus addresses. Idle pages may be remapped by now. */
static bool pins_is_used(apenet_pins_t *p, uint64_t va, uint32_t bytes, uint64_t *bus)
{
    const uint64_t first = pins_page_of(va), end = va % APENET_PAGE_BYTES + bytes;
    if (apenet_gpu_of(va) != APENET_GPUS)
        return false;
    for (uint64_t at = 0; at < end; at += APENET_PAGE_BYTES) {
        const apenet_pin_t *pin = pins_find(p, first + at);
        if (pin == NULL || pin->uses == 0 || (at != 0 && pin->bus != *bus + at))
            return false;
        *bus = pin->bus - at;
    }
    return true;
}

static __attribute__((noinline)) bool pins_find_used(apenet_pins_t *p, uint64_t va, uint32_t bytes,
                                                     uint64_t *bus)
{
    bool is_long = va % APENET_PAGE_BYTES + bytes > APENET_PINNED_PAGES * APENET_PAGE_BYTES;
    apenet_pins_lock(p);
    bool is_found = is_long ? pins_find_range(p, va, bytes, bus) : pins_is_used(p, va, bytes, bus);
    if (is_found)
        pins_note_recent(p, va, *bus);
    emuq_light_unlock(&p->lock);
    return is_found;
}

bool apenet_pinned(apenet_card_t *card, uint64_t va, uint32_t bytes, uint64_t *bus)
{
    uint64_t offset = va % APENET_PAGE_BYTES;
    if (apenet_pinned_recently(card, va, bytes, bus))
        return true;
    bool is_found = pins_find_used(&card->pins, va, bytes, bus);
    *bus += offset;
    return is_found;
}

/* Finds the bus address of the first page and checks write permission. */
static int pins_locate(apenet_card_t *card, uint32_t gpu, uint64_t va, uint32_t bytes, uint64_t *bus)
{
    if (gpu == APENET_GPUS && pins_is_used(&card->pins, va, bytes, bus))
        return 0;
    int rc = apenet_bus_address(card, gpu, va, bytes, bus);
    *bus -= va - pins_page_of(va);
    return rc == 0 && gpu == APENET_GPUS && !cards_is_writable(va, bytes) ? -EFAULT : rc;
}

int apenet_pin(apenet_card_t *card, uint32_t gpu, uint64_t va, uint32_t bytes)
{
    uint64_t bus, first = pins_page_of(va), page = first;
    apenet_pins_lock(&card->pins);
    int rc = pins_locate(card, gpu, va, bytes, &bus);
    while (rc == 0 && page < va + bytes && (rc = pins_use(card, page, bus + (page - first))) == 0)
        page += pins_page_bytes(page);
    if (rc != 0)
        pins_release(card, first, page);
    emuq_light_unlock(&card->pins.lock);
    return rc;
}

void apenet_pins_note(apenet_card_t *card, uint64_t va, uint32_t bytes)
{
    apenet_pins_t *p = &card->pins;
    apenet_pin_range_t range = {.va = pins_page_of(va),
                                .end = pins_page_of(va + bytes - 1) + APENET_PAGE_BYTES};
    if (range.end - range.va <= APENET_PINNED_PAGES * APENET_PAGE_BYTES)
        return;
    apenet_pins_lock(p);
    if (pins_is_used(p, va, bytes, &range.bus))
        p->range[p->next_range++ % APENET_PIN_RANGES] = range;
    emuq_light_unlock(&p->lock);
}

void apenet_unpin(apenet_card_t *card, uint64_t va, uint32_t bytes)
{
    apenet_pins_lock(&card->pins);
    pins_release(card, pins_page_of(va), va + bytes);
    emuq_light_unlock(&card->pins.lock);
}

void apenet_pins_forget(apenet_card_t *card, uint64_t va, uint64_t bytes)
{
    apenet_pins_lock(&card->pins);
    for (uint64_t page = va; page < va + bytes; page += pins_page_bytes(page)) {
        apenet_pin_t *pin = pins_find(&card->pins, page);
        if (pin != NULL && pin->uses == 0)
            pins_evict(card, pin);
    }
    emuq_light_unlock(&card->pins.lock);
}
