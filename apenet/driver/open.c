/* SPDX-License-Identifier: BSD-3-Clause */
/* The cards of a partition are made when a process first opens one. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "apenet/driver/events.h"
#include "apenet/rdma_names.h"
#include "backends/settings.h"
#include "kernel-shim/errors/report.h"
#include "kernel-shim/start/current.h"

/* The object of the arena. */
typedef struct apenet_driver {
    apenet_machine_t machine;
    apenet_host_t *host; /* [devices] */
} apenet_driver_t;

static emuq_memory_t *memory_of(void *partition, uint32_t node)
{
    const emuq_partition_t *p = partition;
    return p->node[p->is_shared ? node : 0].memory;
}

/* Whether the partition is a torus of APEnet+ cards. One process says why it is none. */
static int check(const emuq_process_t *self)
{
    const emuq_partition_t *p = self->node->partition;
    const uint32_t *shape = p->job.shape;
    bool speaks = self->node->number == 0 && self->t == 0;
    if (p->placement.hosts > 1) {
        if (speaks)
            fprintf(stderr, "emuq: APEnet+ cards of several hosts are not connected: start the job on one\n");
        return -ENOTSUP;
    }
    if (shape[0] > APENET_NODES_MOST || shape[1] > APENET_NODES_MOST || shape[2] > APENET_NODES_MOST ||
        shape[3] != 1 || shape[4] != 1 || p->job.ppn > APENET_PIDS) {
        if (speaks)
            fprintf(stderr,
                    "emuq: APEnet+ needs a shape AxBxC of at most %u nodes in each dimension, and 1, 2 or 4 "
                    "processes per node; this job has %ux%ux%ux%ux%u, and %u\n",
                    APENET_NODES_MOST, shape[0], shape[1], shape[2], shape[3], shape[4], p->job.ppn);
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

static int make_client(apenet_host_t *h, uint32_t pid)
{
    emuq_arena_t *arena = h->device->machine->arena;
    apenet_card_t *card = emuq_arena_alloc(arena, sizeof *card, 64);
    if (card == NULL)
        return -ENOMEM;
    card->host = h;
    card->pid = pid;
    emuq_arena_mutex_init(arena, &card->lock);
    emuq_arena_mutex_init(arena, &card->pins.lock);
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
    h->phase = 1;
    h->pin_limit = (uint32_t)emuq_setting_number(EMUQ_SETTING_APENET_PIN_CACHE);
    emuq_arena_mutex_init(arena, &h->ring_lock);
    emuq_arena_mutex_init(arena, &h->queue_lock);
    emuq_arena_mutex_init(arena, &h->command_lock);
    int rc = 0;
    for (uint32_t pid = 0; pid < driver->machine.pids && rc == 0; pid++)
        rc = make_client(h, pid);
    set_registers(h);
    return rc;
}

static int make(void *object, void *partition)
{
    const emuq_partition_t *p = partition;
    apenet_driver_t *driver = object;
    apenet_plan_t plan = {.size = {p->job.shape[0], p->job.shape[1], p->job.shape[2]},
                          .pids = p->job.ppn,
                          .is_shared = p->is_shared,
                          .drops = emuq_setting_number(EMUQ_SETTING_APENET_NOBUF) != 0,
                          .tlb_entries = (uint32_t)emuq_setting_number(EMUQ_SETTING_APENET_TLB),
                          .memory = memory_of,
                          .argument = partition};
    int rc = apenet_machine_make(&driver->machine, p->arena, &plan);
    driver->host = emuq_arena_alloc(p->arena, p->nodes * sizeof *driver->host, 64);
    if (driver->host == NULL)
        rc = -ENOMEM;
    for (uint32_t i = 0; i < p->nodes && rc == 0; i++)
        rc = make_host(driver, i);
    return rc;
}

/* The card as the calling process uses it, open or not. */
static int find(apenet_card_t **out)
{
    emuq_process_t *self = emuq_process_self();
    emuq_partition_t *p = self->node->partition;
    void *object;
    int rc = check(self);
    if (rc == 0)
        rc = emuq_arena_object(p->arena, "apenet", sizeof(apenet_driver_t), make, p, &object);
    if (rc == 0)
        *out = ((apenet_driver_t *)object)->host[self->node->number].client[self->t];
    return rc;
}

/* The card has refused a descriptor, which the calls fill never wrong: the program has its own driver. */
static void refused(const char *report)
{
    char buffer[1024];
    emuq_text_t text = emuq_text(buffer, sizeof buffer);
    emuq_text_add(&text, "%s", report);
    emuq_violation(&text, 0);
}

/* The caller has the card's lock. */
static void open_once_more(apenet_card_t *card)
{
    emuq_process_t *self = emuq_process_self();
    const apenet_machine_t *m = card->host->device->machine;
    if (card->opens++ != 0)
        return;
    __atomic_store_n(&apenet_refusal_hook, refused, __ATOMIC_RELAXED);
    card->process = self;
    if (!m->is_shared)
        return;
    /* Other processes read and write memory of this one, where the kernel asks whether they may. */
    (void)prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    /* Release: pairs with the acquire of cards that find memory of the process. */
    __atomic_store_n(&m->pid[emuq_member_number(self)], getpid(), __ATOMIC_RELEASE);
}

int apenet_open(unsigned number, apenet_card_t **out)
{
    apenet_card_t *card;
    int rc = number == 0 ? find(&card) : -ENXIO;
    if (rc != 0)
        return rc;
    pthread_mutex_lock(&card->lock);
    open_once_more(card);
    pthread_mutex_unlock(&card->lock);
    *out = card;
    return 0;
}

int apenet_default_card(apenet_card_t **out)
{
    int rc = find(out);
    if (rc != 0)
        return rc;
    pthread_mutex_lock(&(*out)->lock);
    if (!(*out)->has_default)
        open_once_more(*out);
    (*out)->has_default = true;
    pthread_mutex_unlock(&(*out)->lock);
    return 0;
}

/* Buffers that a program has left. */
static void unregister_all(apenet_card_t *card)
{
    for (uint32_t i = 0; i < APENET_BUFFERS_MOST; i++) {
        apenet_buffer_t buffer = {apenet_magic(card->record[i].generation, card->pid, i)};
        while (apenet_unregister_buffer(card, buffer) == 0)
            ;
    }
}

int apenet_close(apenet_card_t *card)
{
    apenet_drain(card->host);
    pthread_mutex_lock(&card->lock);
    bool is_last = card->opens == 1;
    int rc = card->opens == 0 ? -EINVAL : 0;
    if (is_last && __atomic_load_n(&card->open_operations, __ATOMIC_RELAXED) != 0)
        rc = -EBUSY;
    if (rc == 0 && !is_last)
        card->opens--; /* under the same lock: of threads that close at a time, one is the last */
    pthread_mutex_unlock(&card->lock);
    if (rc != 0 || !is_last)
        return rc;
    unregister_all(card);
    pthread_mutex_lock(&card->lock);
    card->opens--;
    apenet_drop_events(card);
    pthread_mutex_unlock(&card->lock);
    return 0;
}

int apenet_whoami(apenet_card_t *card, apenet_address_t *me, apenet_address_t *lattice)
{
    const apenet_device_t *d = card->host->device;
    const apenet_machine_t *m = d->machine;
    if (me != NULL) {
        *me = d->address;
        me->pid = (uint8_t)card->pid;
    }
    if (lattice != NULL)
        *lattice = (apenet_address_t){(uint8_t)m->size[0], (uint8_t)m->size[1], (uint8_t)m->size[2],
                                      (uint8_t)m->pids};
    return 0;
}
