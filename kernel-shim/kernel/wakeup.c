/* SPDX-License-Identifier: BSD-3-Clause */
/* The wakeup unit (l2-atomics-wakeup-l1p section 6). */
#include "spi/include/wu/wait.h"

#include <string.h>
#include <time.h>

#include "base/host_calls.h"
#include "backends/address_space.h"
#include "kernel-shim/partition/interrupts.h"
#include "kernel-shim/partition/current.h"

#define WAIT 1000000l /* nanoseconds; longest wait without an address */

/* A wait for an address ends when the Message Unit has changed anything on the node; a plain store notifies
 * nothing, so the thread looks for itself: soon at first, and less and less often where ranks share cores. */
#define FIRST_NS   UINT64_C(200000)
#define LONGEST_NS UINT64_C(8000000)

/* A thread that waits for many messages would be woken by each of them. Where ranks share cores it lets some
 * time pass first, and twice as much after each message that was not the last, until the wake-ups of all
 * ranks of a core take a tenth of its time. Both for each rank of a core: */
#define PAUSE_NS      UINT64_C(2000)
#define RANK_PAUSE_NS UINT64_C(250000)

#define LINE      UINT64_C(64) /* resolution of the comparators */
#define MU_EVENTS 0xfu

/* The thread's address comparator. */
static __thread struct {
    bool is_armed;
    uint64_t physical, mask;
    const volatile uint64_t *line;          /* NULL: the comparator does not watch one line of this process */
    uint64_t seen[LINE / sizeof(uint64_t)]; /* its contents when the comparator was armed */
    uint64_t limit_ns;                      /* of the next wait */
    uint64_t pause_ns;                      /* before it */
    bool arms_events;                       /* WU_ArmMU() as well */
} comparator;

/* A word of the armed line, which may lie beside the program's object. Acquire: the program loads what the
 * store released that changed the word. */
__attribute__((no_sanitize("address"), noinline)) static uint64_t word_of_line(uint32_t i)
{
    return __atomic_load_n(&comparator.line[i], __ATOMIC_ACQUIRE);
}

/* Whether there was a store to the armed line, as far as its contents show. */
static bool is_changed(void)
{
    for (uint32_t i = 0; comparator.line != NULL && i < LINE / sizeof(uint64_t); i++)
        if (word_of_line(i) != comparator.seen[i])
            return true;
    return false;
}

/* Ranks that take turns on a core. */
static uint32_t ranks_per_core(const emuq_process_t *process)
{
    const emuq_partition_t *p = process->node->partition;
    return p->processors != 0 ? (p->sharers + p->processors - 1) / p->processors : 1;
}

/* How long the next wait is to be: the program waits for another line than before, or goes on waiting. */
static void choose_times(const emuq_process_t *process, bool goes_on)
{
    uint64_t share = process != NULL ? ranks_per_core(process) : 1;
    if (!goes_on) {
        comparator.limit_ns = FIRST_NS;
        comparator.pause_ns = share > 1 ? share * PAUSE_NS : 0;
    } else if (share > 1 && !is_changed()) {
        comparator.limit_ns = comparator.limit_ns < LONGEST_NS ? 2 * comparator.limit_ns : LONGEST_NS;
    } else if (comparator.pause_ns < share * RANK_PAUSE_NS) {
        comparator.pause_ns *= 2;
    }
}

void WU_ArmWithAddress(uint64_t physical_address, uint64_t mask)
{
    const emuq_process_t *process = emuq_thread_self.process;
    choose_times(process,
                 comparator.is_armed && comparator.physical == physical_address && comparator.mask == mask);
    comparator.is_armed = true;
    comparator.physical = physical_address;
    comparator.mask = mask;
    comparator.line = NULL;
    if (process != NULL && (~mask & ~(LINE - 1)) == 0)
        comparator.line = emuq_translate(process->space->memory, physical_address & ~(LINE - 1), LINE);
    for (uint32_t i = 0; comparator.line != NULL && i < LINE / sizeof(uint64_t); i++)
        comparator.seen[i] = word_of_line(i);
}

/** Changes the caller's armed events. An event that is armed anew has not occurred yet. */
static void arm(uint32_t add, uint32_t remove)
{
    emuq_node_t *node = emuq_process_self()->node;
    emuq_core_t *core = emuq_core_of(node, emuq_thread_self.processor);
    if (core == NULL)
        return; /* waits are bounded without it too */
    emuq_hw_thread_t *self = &core->thread[emuq_thread_self.processor % EMUQ_CORE_THREADS];
    emuq_host_mutex_lock(&core->lock);
    self->armed = (self->armed | add) & ~remove;
    comparator.arms_events = self->armed != 0;
    emuq_host_mutex_unlock(&core->lock);
}

void WU_ArmMU(uint64_t bits)
{
    arm((uint32_t)bits & MU_EVENTS, 0);
}

void WU_ArmMU_system(uint64_t bits)
{
    WU_ArmMU(bits);
}

void WU_DisarmMU(uint64_t bits)
{
    arm(0, (uint32_t)bits & MU_EVENTS);
}

/* Waits for the armed line alone. @return false if that is not possible. */
static bool wait_for_line(const emuq_process_t *process)
{
    if (!comparator.is_armed || comparator.line == NULL || comparator.arms_events)
        return false;
    const emuq_node_t *node = process->node;
    const volatile uint64_t *reg = emuq_backend->reg(node->partition->machine, node->number, 0);
    if (comparator.pause_ns != 0 && !is_changed())
        nanosleep(&(struct timespec){0, (long)comparator.pause_ns}, NULL);
    if (is_changed())
        return true;
    uint64_t ticket = emuq_mmio_announce(reg);
    return is_changed() || emuq_mmio_sleep(reg, ticket, comparator.limit_ns);
}

/* Waits for an event, or for a while. */
static void wait_for_event(const emuq_process_t *process)
{
    long longest = comparator.is_armed ? (long)FIRST_NS : WAIT;
    emuq_core_t *core = process != NULL ? emuq_core_of(process->node, emuq_thread_self.processor) : NULL;
    if (core == NULL) {
        nanosleep(&(struct timespec){0, longest}, NULL);
        return;
    }
    emuq_hw_thread_t *self = &core->thread[emuq_thread_self.processor % EMUQ_CORE_THREADS];
    emuq_host_mutex_lock(&core->lock);
    if (!self->pending)
        emuq_core_wait(core, longest);
    self->pending = false;
    emuq_host_mutex_unlock(&core->lock);
}

void emuq_wakeup_wait(void)
{
    const emuq_process_t *process = emuq_thread_self.process;
    if (emuq_mmio.relax != NULL && emuq_mmio.relax(__builtin_return_address(0), 0, 0))
        return;
    if (process == NULL || !wait_for_line(process))
        wait_for_event(process);
    emuq_end_with_process();
}
