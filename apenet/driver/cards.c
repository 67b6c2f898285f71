/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/driver/cards.h"

#include <errno.h>

#include "backends/settings.h"
#include "base/text.h"
#include "base/log.h"
#include "kernel-shim/partition/partition.h"

/* The object of the arena. */
typedef struct apenet_driver {
    int refusal; /* 0, or the negative errno of a partition that has no cards; then nothing else is there */
    apenet_machine_t machine;
    apenet_host_t *host; /* [devices] */
} apenet_driver_t;

static emuq_memory_t *memory_of(void *partition, uint32_t node)
{
    const emuq_partition_t *p = partition;
    return p->node[p->is_shared ? node : 0].memory;
}

/* The sizes of a torus of so many nodes whose dimensions differ least, the largest first. @return whether
 * there is one */
static bool torus_of(uint64_t nodes, uint32_t size[3])
{
    uint32_t best = UINT32_MAX;
    for (uint32_t a = 1; a <= APENET_NODES_MOST; a++)
        for (uint32_t b = 1; b <= a && nodes % a == 0; b++) {
            uint64_t c = nodes / a / b;
            if (nodes / a % b != 0 || c > b || a + b + c >= best)
                continue;
            best = a + b + (uint32_t)c;
            size[0] = a;
            size[1] = b;
            size[2] = (uint32_t)c;
        }
    return best != UINT32_MAX;
}

/* Says why a shape is none of APEnet+, and with which one the job has as many ranks. */
static void refuse_shape(const emuq_job_t *job)
{
    char advice[96] = "give it another --shape or --ppn";
    const uint32_t *shape = job->shape;
    uint64_t ranks = job->ppn;
    uint32_t size[3], ppn = job->ppn > APENET_PIDS ? APENET_PIDS : job->ppn;
    for (int d = 0; d < 5; d++)
        ranks *= shape[d];
    if (torus_of(ranks / ppn, size)) {
        emuq_text_t t = emuq_text(advice, sizeof advice);
        emuq_text_add(&t, "start it with --shape %ux%ux%u", size[0], size[1], size[2]);
        if (ppn != 1)
            emuq_text_add(&t, " --ppn %u", ppn);
    }
    emuq_log(
        "APEnet+ needs a shape AxBxC of at most %u nodes in each dimension, and 1, 2 or 4 processes per "
        "node; this job has %ux%ux%ux%ux%u, and %u; %s",
        APENET_NODES_MOST, shape[0], shape[1], shape[2], shape[3], shape[4], job->ppn, advice);
}

/* Whether the partition is a torus of APEnet+ cards. @return 0, or a negative errno after a message */
static int check(const emuq_partition_t *p)
{
    const uint32_t *shape = p->job.shape;
    if (emuq_backend != &emuq_backend_emulator) {
        emuq_log("APEnet+ cards are there with the backend emulator alone, and this job has the backend "
                     "%s: start it without EMUQ_BACKEND, and without --timed",
                     emuq_backend->name);
        return -ENOTSUP;
    }
    if (p->placement.hosts > 1) {
        emuq_log("APEnet+ cards of several hosts are not connected: start the job on one");
        return -ENOTSUP;
    }
    if (shape[0] > APENET_NODES_MOST || shape[1] > APENET_NODES_MOST || shape[2] > APENET_NODES_MOST ||
        shape[3] != 1 || shape[4] != 1 || p->job.ppn > APENET_PIDS) {
        refuse_shape(&p->job);
        return -EINVAL;
    }
    return 0;
}

/* Tells the card where ring and queue are. */
static void set_registers(const apenet_host_t *h)
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

/* What is the same in word 1 of all headers of a process. */
static uint32_t source_of(const apenet_device_t *d, uint32_t pid)
{
    apenet_header_t header;
    apenet_address_t me = d->address;
    me.pid = (uint8_t)pid;
    apenet_header_make(&header, (apenet_rdma_cmd_t)0, me, me, 0, APENET_WORD_BYTES);
    return header.w[1];
}

static int make_client(apenet_host_t *h, uint32_t pid)
{
    emuq_arena_t *arena = h->device->machine->arena;
    apenet_card_t *card = emuq_arena_alloc(arena, sizeof *card, 64);
    if (card == NULL)
        return -ENOMEM;
    card->host = h;
    card->is_recorded = h->device->machine->is_recorded;
    card->short_most = card->is_recorded ? 0 : 1;
    card->pid = pid;
    card->source = source_of(h->device, pid);
    emuq_arena_mutex_init(arena, &card->kernel_lock);
    emuq_arena_mutex_init(arena, &card->fd_lock);
    h->client[pid] = card;
    return 0;
}

static int make_host(apenet_driver_t *driver, uint32_t number)
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
        rc = make_client(h, pid);
    set_registers(h);
    return rc;
}

/* What cards count can be seen from outside (emuq-run --counters). */
static int publish(const apenet_device_t *d, emuq_partition_t *p)
{
    const apenet_counters_t *c = &d->counters;
    const struct {
        const char *name, *rate;
        const uint64_t *count, *more;
    } all[] = {{"APENET_PACKETS_SENT", "card packets", &c->packets_sent, &c->replies},
               {"APENET_BYTES_SENT", "card bytes", &c->bytes_sent, &c->reply_bytes},
               {"APENET_REFUSED", "", &c->refused, NULL},
               {"APENET_PARKED", "", &c->parked, NULL},
               {"APENET_PACKETS_RECEIVED", "", &c->packets_received, NULL},
               {"APENET_BYTES_RECEIVED", "", &c->bytes_received, NULL},
               {"APENET_DROPPED", "", &c->dropped, NULL},
               {"APENET_EVENTS", "card events", &c->events, NULL},
               {"APENET_PAGES_ADDED", "", &c->pages_added, NULL},
               {"APENET_PAGES_REMOVED", "", &c->pages_removed, NULL},
               {"APENET_TLB_HITS", "", &d->tlb.hits, NULL},
               {"APENET_TLB_MISSES", "TLB misses", &d->tlb.misses, NULL}};
    int rc = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all && rc == 0; i++)
        rc = emuq_component_counter_publish(p, all[i].name, all[i].rate, all[i].count, all[i].more, sizeof *d);
    return rc;
}

static int make_hosts(apenet_driver_t *driver, emuq_partition_t *p)
{
    apenet_plan_t plan = {.size = {p->job.shape[0], p->job.shape[1], p->job.shape[2]},
                          .pids = p->job.ppn,
                          .is_shared = p->is_shared,
                          .drops = emuq_setting_number(EMUQ_SETTING_APENET_NOBUF) != 0,
                          .is_recorded = p->recording != NULL,
                          .tlb_entries = (uint32_t)emuq_setting_number(EMUQ_SETTING_APENET_TLB),
                          .gpus = (uint32_t)emuq_setting_number(EMUQ_SETTING_APENET_GPUS),
                          .gpu_bytes = emuq_setting_number(EMUQ_SETTING_APENET_GPU_MEMORY) &
                                       ~(uint64_t)(APENET_GPU_PAGE_BYTES - 1),
                          .memory = memory_of,
                          .argument = p};
    int rc = apenet_machine_make(&driver->machine, p->arena, &plan);
    driver->host = emuq_arena_alloc(p->arena, p->nodes * sizeof *driver->host, 64);
    if (driver->host == NULL)
        rc = -ENOMEM;
    for (uint32_t i = 0; i < p->nodes && rc == 0; i++)
        rc = make_host(driver, i);
    return rc == 0 ? publish(driver->machine.device, p) : rc;
}

/* The first process that opens its card says why there is none; the others find the errno. */
static int make(void *object, void *partition)
{
    apenet_driver_t *driver = object;
    driver->refusal = check(partition);
    return driver->refusal == 0 ? make_hosts(driver, partition) : 0;
}

int apenet_card_find(apenet_card_t **out)
{
    emuq_process_t *self = emuq_process_self();
    emuq_partition_t *p = self->node->partition;
    void *object = NULL;
    int rc = emuq_arena_object(p->arena, "apenet", sizeof(apenet_driver_t), make, p, &object);
    const apenet_driver_t *driver = object;
    if (rc == 0)
        rc = driver->refusal;
    if (rc == 0)
        *out = driver->host[self->node->number].client[self->t];
    return rc;
}
