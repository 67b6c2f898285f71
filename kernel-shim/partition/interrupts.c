/* SPDX-License-Identifier: BSD-3-Clause */
/* Delivery of Message Unit interrupts to waiting threads (hwi-registers 4, 5) */
#include "kernel-shim/partition/interrupts.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "base/lock.h"
#include "kernel-shim/partition/registers.h"
#include "kernel-shim/partition/state.h"

_Static_assert(EMUQ_HW_THREADS == BGQ_MU_NUM_FIFO_SUBGROUPS_PER_NODE, "a subgroup for each hardware thread");

#define SUBGROUPS 4u /**< per group */

/** Bits of a group's interruptStatus that belong to a subgroup */
static uint64_t interrupt_status_bits(uint32_t subgroup)
{
    uint32_t s = subgroup % SUBGROUPS;
    return UINT64_C(0xff) << (56 - 8 * s) | UINT64_C(0xf) << (28 - 4 * s) | UINT64_C(0xf) << (12 - 4 * s);
}

bool emuq_subgroup_raised(const emuq_node_t *node, uint32_t subgroup)
{
    uint32_t group = subgroup / SUBGROUPS;
    uint64_t enabled = emuq_node_dcr(node, MU_DCR(IMFIFO_THOLD_INT_EN) + group) << 32 |
                       emuq_node_dcr(node, MU_DCR(RMFIFO_THOLD_INT_EN) + group) << 16 |
                       emuq_node_dcr(node, MU_DCR(RMFIFO_PACKET_INT_EN) + group);
    const volatile uint64_t *status = emuq_node_register(
        node, BGQ_MU_READ_INT_STATUS_REGISTER_OFFSET((uint64_t)group, (uint64_t)subgroup % SUBGROUPS));
    return (AO_load_acquire(status) & enabled & interrupt_status_bits(subgroup)) != 0;
}

uint32_t emuq_route_raised(const emuq_node_t *node, uint32_t route)
{
    const volatile uint64_t *status = emuq_node_register(node, BGQ_MU_GI_STATUS_OFFSET(0, (uint64_t)route));
    uint64_t enabled = emuq_node_dcr(node, MU_DCR(BARRIER_INT_EN)) >> (60 - 4 * route) & 7;
    return (uint32_t)(AO_load_acquire(status) & enabled);
}

/* Eventfds of this process in processes mode */
static emuq_event_fds_t local_fds;

static void interrupt_fds_clear(emuq_event_fds_t *fds)
{
    for (uint32_t s = 0; s < EMUQ_HW_THREADS; s++)
        fds->subgroup[s] = EMUQ_NO_EVENT_FD;
    for (uint32_t r = 0; r < EMUQ_NODE_ROUTES; r++)
        fds->route[r] = EMUQ_NO_EVENT_FD;
}

int emuq_interrupts_open(emuq_node_t *node)
{
    emuq_arena_t *arena = node->partition->arena;
    struct emuq_interrupts *i = emuq_arena_alloc(arena, sizeof(*i), 64);
    if (i == NULL)
        return -ENOMEM;
    emuq_arena_mutex_init(arena, &i->lock);
    node->interrupts = i;
    interrupt_fds_clear(&i->fds);
    return 0;
}

static void interrupt_close_all(const unsigned *fd, uint32_t count)
{
    for (uint32_t n = 0; n < count; n++)
        if ((int)fd[n] >= 0)
            close((int)fd[n]);
}

void emuq_interrupts_close(emuq_node_t *node)
{
    struct emuq_interrupts *i = node->interrupts;
    if (i == NULL)
        return;
    interrupt_close_all(i->fds.subgroup, EMUQ_HW_THREADS);
    interrupt_close_all(i->fds.route, EMUQ_NODE_ROUTES);
    node->interrupts = NULL;
}

static emuq_core_t *interrupt_new_core(emuq_arena_t *arena)
{
    emuq_core_t *core = emuq_arena_alloc(arena, sizeof(*core), 64);
    if (core == NULL)
        return NULL;
    emuq_arena_cond_init(arena, &core->event);
    emuq_arena_mutex_init(arena, &core->lock);
    return core;
}

emuq_core_t *emuq_core_of(emuq_node_t *node, uint32_t processor)
{
    struct emuq_interrupts *i = node->interrupts;
    emuq_core_t **slot = &i->core[processor / EMUQ_CORE_THREADS];
    emuq_core_t *core = emuq_pointer_load_ordered(slot);
    if (core != NULL)
        return core;
    emuq_shared_lock(&i->lock);
    core = *slot != NULL ? *slot : interrupt_new_core(node->partition->arena);
    /* A thread that makes a core then reads the status registers; the callback changes the status, then
     * loads cores. Sequential consistency: one of the two sees the store of its peer. */
    emuq_store_ordered(slot, core);
    emuq_shared_unlock(&i->lock);
    return core;
}

void emuq_core_wait(emuq_core_t *core, long nanoseconds)
{
    struct timespec until = emuq_timespec(emuq_host_now_ns() + (uint64_t)nanoseconds);
    emuq_host_cond_timedwait(&core->event, &core->lock, &until);
}

void emuq_end_with_process(void)
{
    const emuq_thread_t *self = &emuq_thread_self;
    if (self->process != NULL && !self->is_main && emuq_process_ended(self->process))
        pthread_exit(NULL);
}

static void interrupt_fd_signal(const unsigned *slot)
{
    /* Acquire: pairs with the release in interrupt_fd_open(). */
    int fd = (int)AO_int_load_acquire(slot);
    const uint64_t one = 1;
    int saved = errno; /* a sender must not see a changed errno */
    /* A full counter is readable already. */
    if (fd >= 0 && write(fd, &one, sizeof(one)) < 0)
        errno = saved;
}

static void interrupt_mark_processes(emuq_node_t *node, uint64_t *(*word)(emuq_process_t *, uint32_t),
                                     uint32_t number)
{
    const emuq_partition_t *p = node->partition;
    emuq_process_t *process = &p->process[node->number * p->job.ppn];
    for (uint32_t t = 0; t < p->job.ppn; t++, process++) {
        if (!emuq_load_ordered(&process->has_fds))
            continue;
        AO_or_release(word(process, number), UINT64_C(1) << number % 64);
        emuq_backend->unit->notify(p->machine, (uint32_t)(process - p->process));
    }
}

static uint64_t *interrupt_subgroup_word(emuq_process_t *process, uint32_t subgroup)
{
    return &process->raised_fd[subgroup / 64];
}

static uint64_t *interrupt_route_word(emuq_process_t *process, uint32_t route)
{
    (void)route;
    return &process->raised_route;
}

void (*emuq_component_notified)(void);

void emuq_kernel_notified(void *partition)
{
    /* Acquire: pairs with the release of the component. */
    void (*component)(void) = emuq_pointer_load_acquire(&emuq_component_notified);
    if (component != NULL)
        component();
    const emuq_partition_t *p = partition;
    emuq_process_t *self = &p->process[emuq_my_member];
    for (uint32_t s = 0; s < EMUQ_HW_THREADS; s += 64)
        for (uint64_t bits = emuq_exchange(interrupt_subgroup_word(self, s), 0); bits != 0; bits &= bits - 1)
            interrupt_fd_signal(&local_fds.subgroup[s + (uint32_t)__builtin_ctzll(bits)]);
    for (uint64_t bits = emuq_exchange(&self->raised_route, 0); bits != 0; bits &= bits - 1)
        interrupt_fd_signal(&local_fds.route[__builtin_ctzll(bits)]);
}

/** @param events bit 8 >> n is subgroup n of the core's group; 0: an event of the aggregator or of a GI
 * route */
static void interrupt_wake_core(emuq_core_t *core, uint32_t events)
{
    if (core == NULL)
        return;
    emuq_shared_lock(&core->lock);
    for (uint32_t t = 0; t < EMUQ_CORE_THREADS; t++)
        if ((core->thread[t].armed & events) != 0)
            core->thread[t].pending = true;
    emuq_host_cond_broadcast(&core->event);
    emuq_shared_unlock(&core->lock);
}

static void interrupt_wake_cores(struct emuq_interrupts *i)
{
    for (uint32_t c = 0; c < EMUQ_CORES; c++)
        interrupt_wake_core(emuq_pointer_load_ordered(&i->core[c]), 0);
}

void emuq_kernel_interrupt(void *partition, uint32_t node, uint32_t group, uint64_t status)
{
    const emuq_partition_t *p = partition;
    struct emuq_interrupts *i = p->node[node].interrupts;
    uint32_t events = 0;
    bool aggregated = false;
    for (uint32_t s = group * SUBGROUPS; s < (group + 1) * SUBGROUPS; s++) {
        uint64_t bit;
        if ((status & interrupt_status_bits(s)) == 0)
            continue;
        events |= 8u >> s % SUBGROUPS;
        if (p->is_shared)
            interrupt_mark_processes(&p->node[node], interrupt_subgroup_word, s);
        else
            interrupt_fd_signal(&i->fds.subgroup[s]);
        uint32_t dcr = emuq_gea_enable(s, &bit);
        aggregated |= (emuq_node_dcr(&p->node[node], dcr) & bit) != 0;
    }
    interrupt_wake_core(emuq_pointer_load_ordered(&i->core[group]), events);
    if (aggregated)
        interrupt_wake_cores(i);
}

void emuq_kernel_gi_interrupt(void *partition, uint32_t node, uint32_t route, uint32_t bits)
{
    const emuq_partition_t *p = partition;
    struct emuq_interrupts *i = p->node[node].interrupts;
    (void)bits;
    if (p->is_shared)
        interrupt_mark_processes(&p->node[node], interrupt_route_word, route);
    else
        interrupt_fd_signal(&i->fds.route[route]);
    interrupt_wake_cores(i);
}

/** Opens the eventfd if necessary. @param is_new set: opened by this call @return the eventfd, or a negative
 * errno */
static int interrupt_fd_open(struct emuq_interrupts *i, unsigned *slot, bool *is_new)
{
    emuq_shared_lock(&i->lock);
    int fd = (int)*slot;
    if (fd < 0)
        fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (fd < 0)
        fd = -errno;
    *is_new = fd >= 0 && (int)*slot < 0;
    if (*is_new)
        AO_int_store_release(slot, (unsigned)fd);
    emuq_shared_unlock(&i->lock);
    return fd;
}

/** @return the eventfds of the caller, initialised */
static emuq_event_fds_t *interrupt_fds_prepare(emuq_process_t *process)
{
    emuq_event_fds_t *fds =
        process->node->partition->is_shared ? &local_fds : &process->node->interrupts->fds;
    emuq_shared_lock(&process->node->interrupts->lock);
    if (process->node->partition->is_shared && !process->has_fds) {
        interrupt_fds_clear(fds);
        emuq_store_ordered(&process->has_fds, true);
    }
    emuq_shared_unlock(&process->node->interrupts->lock);
    return fds;
}

int emuq_process_interrupt_fd(emuq_process_t *self, uint32_t subgroup)
{
    if (subgroup >= EMUQ_HW_THREADS)
        return -EINVAL;
    unsigned *slot = &interrupt_fds_prepare(self)->subgroup[subgroup];
    bool is_new;
    int fd = interrupt_fd_open(self->node->interrupts, slot, &is_new);
    if (is_new && emuq_subgroup_raised(self->node, subgroup))
        interrupt_fd_signal(slot);
    return fd;
}

int emuq_process_gi_interrupt_fd(emuq_process_t *self, uint32_t route)
{
    if (route >= EMUQ_NODE_ROUTES)
        return -EINVAL;
    unsigned *slot = &interrupt_fds_prepare(self)->route[route];
    bool is_new;
    int fd = interrupt_fd_open(self->node->interrupts, slot, &is_new);
    if (is_new && emuq_route_raised(self->node, route) != 0)
        interrupt_fd_signal(slot);
    return fd;
}
