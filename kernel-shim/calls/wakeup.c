/* SPDX-License-Identifier: BSD-3-Clause */
/* The wakeup unit (l2-atomics-wakeup-l1p section 6). */
#include "spi/include/wu/wait.h"

#include <time.h>

#include "kernel-shim/interrupts/interrupts.h"
#include "kernel-shim/job/current.h"

/* How long a wait may last. Stores to the armed line are not reported, so a thread that has armed an
 * address looks for itself, and more often. */
#define WAIT         1000000l /* nanoseconds */
#define ADDRESS_WAIT 200000l

#define MU_EVENTS 0xfu

static __thread bool address_armed;

void WU_ArmWithAddress(uint64_t physical_address, uint64_t mask)
{
    (void)physical_address, (void)mask;
    address_armed = true;
}

/** Changes the caller's armed events. An event that is armed anew has not occurred yet. */
static void arm(uint32_t add, uint32_t remove)
{
    emuq_node_t *node = emuq_process_self()->node;
    emuq_core_t *core = emuq_core_of(node, emuq_thread_self.processor);
    if (core == NULL)
        return; /* waits are bounded without it too */
    emuq_hw_thread_t *self = &core->thread[emuq_thread_self.processor % EMUQ_CORE_THREADS];
    pthread_mutex_lock(&core->lock);
    self->armed = (self->armed | add) & ~remove;
    pthread_mutex_unlock(&core->lock);
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

void emuq_wakeup_wait(void)
{
    long longest = address_armed ? ADDRESS_WAIT : WAIT;
    emuq_process_t *process = emuq_thread_self.process;
    emuq_core_t *core = process != NULL ? emuq_core_of(process->node, emuq_thread_self.processor) : NULL;
    if (core == NULL) {
        nanosleep(&(struct timespec){0, longest}, NULL);
    } else {
        emuq_hw_thread_t *self = &core->thread[emuq_thread_self.processor % EMUQ_CORE_THREADS];
        pthread_mutex_lock(&core->lock);
        if (!self->pending)
            emuq_core_wait(core, longest);
        self->pending = false;
        pthread_mutex_unlock(&core->lock);
    }
    emuq_end_with_process();
}
