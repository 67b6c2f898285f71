/* SPDX-License-Identifier: BSD-3-Clause */
/* Initialisation and end of BGPM for threads, processes and the node (bgpm 4). */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "bgpm/src/private.h"

enum { SETS_PER_THREAD = 10, FEWEST_SETS = 68 };

int Bgpm_LibLinked(void)
{
    return 1;
}

static unsigned life_positive_number(const char *name, unsigned otherwise)
{
    const char *text = getenv(name);
    int value = text != NULL ? atoi(text) : 0;
    return value > 0 ? (unsigned)value : otherwise;
}

static Bgpm_Modes life_mode_default(void)
{
    unsigned mode = life_positive_number("BGPM_MODE", BGPM_MODE_SWDISTRIB);
    return mode < BGPM_MAX_MODES ? (Bgpm_Modes)mode : BGPM_MODE_SWDISTRIB;
}

/* Registers the calling process with the node. @return NULL: out of memory */
static bgpm_process_t *life_process_new(bgpm_node_t *node)
{
    const emuq_process_t *self = emuq_process_self();
    unsigned threads = EMUQ_APP_THREADS / self->node->partition->job.ppn;
    unsigned sets = life_positive_number("BGPM_SETS_PER_THREAD", SETS_PER_THREAD);
    bgpm_process_t *process = bgpm_alloc(sizeof *process);
    if (process == NULL)
        return NULL;
    process->capacity = UPCI_MAX((unsigned)FEWEST_SETS, UPCI_MIN(sets, 1u << 16) * threads);
    process->set = bgpm_alloc(process->capacity * sizeof(bgpm_set_t *));
    if (process->set == NULL) {
        bgpm_free(process, sizeof *process);
        return NULL;
    }
    node->process[self->t] = process;
    node->users++;
    return process;
}

/* @return NULL: out of memory */
static bgpm_node_t *life_node_open(void)
{
    emuq_node_t *node = emuq_process_self()->node;
    if (node->bgpm == NULL)
        node->bgpm = bgpm_alloc(sizeof *node->bgpm);
    return node->bgpm;
}

static void life_node_close(void)
{
    emuq_node_t *node = emuq_process_self()->node;
    if (node->bgpm->users == 0) {
        bgpm_free(node->bgpm, sizeof *node->bgpm);
        node->bgpm = NULL;
    }
}

/* Frees sets, timers and descriptors of the calling thread. The last thread frees the state of the process,
 * the last process the state of the node. */
static void life_thread_end(void)
{
    bgpm_node_t *node = bgpm_node();
    bgpm_process_t *process = bgpm_self.process;
    for (unsigned i = 0; i < process->capacity; i++) {
        if (process->set[i] != NULL && process->set[i]->owner == &bgpm_self)
            bgpm_set_free(process->set[i]);
    }
    if (node->tid[bgpm_self.processor] == bgpm_self.tid)
        node->tid[bgpm_self.processor] = 0;
    bgpm_self.process = NULL;
    if (--process->users == 0) {
        /* Closes descriptors of threads that have ended without Bgpm_Disable(). */
        for (unsigned i = 0; i < process->capacity; i++)
            if (process->set[i] != NULL)
                bgpm_set_free(process->set[i]);
        bgpm_unit_close(process);
        bgpm_free(process->set, process->capacity * sizeof(bgpm_set_t *));
        bgpm_free(process, sizeof *process);
        node->process[emuq_process_self()->t] = NULL;
        node->users--;
        life_node_close();
    }
}

static pthread_key_t end_key;
static bool has_end_key;

/* Called at the end of an initialised thread, still a member of its process. In modelled time the thread may
 * no longer have a clock to wait for the lock, and there are no timers. A forked child does not free the
 * shared sets. */
static void life_thread_exit(void *self)
{
    (void)self;
    if (emuq_mmio.time.timebase != NULL || emuq_thread_self.process == NULL || bgpm_self.tid != gettid())
        return;
    bgpm_lock();
    if (bgpm_is_initialised())
        life_thread_end();
    bgpm_unlock();
}

static void life_end_key_create(void)
{
    has_end_key = pthread_key_create(&end_key, life_thread_exit) == 0;
}

static int life_thread_init(Bgpm_Modes mode)
{
    if (bgpm_is_initialised())
        return BGPM_EINITED;
    if (mode == BGPM_MODE_DEFAULT)
        mode = life_mode_default();
    const bgpm_node_t *now = bgpm_node();
    if (now == NULL && (mode < BGPM_MODE_LLDISTRIB || mode >= BGPM_MAX_MODES))
        return BGPM_ENOTIMPL;
    if (now != NULL && now->mode != mode)
        return BGPM_ECONF_MODE;
    bgpm_node_t *node = life_node_open();
    bgpm_process_t *process = bgpm_process_known();
    if (node != NULL && process == NULL)
        process = life_process_new(node);
    if (process == NULL) {
        if (node != NULL)
            life_node_close();
        return BGPM_ENOMEM;
    }
    node->mode = mode;
    process->users++;
    bgpm_self.process = process;
    bgpm_self.tid = gettid();
    bgpm_self.processor = Kernel_ProcessorID();
    bgpm_self.fast = NULL;
    bgpm_self.debug = (BgpmDebugThreadVars_t){.ovfEnabled = 1};
    node->tid[bgpm_self.processor] = bgpm_self.tid;
    if (has_end_key)
        (void)pthread_setspecific(end_key, &bgpm_self);
    return 0;
}

int Bgpm_Init(Bgpm_Modes mode)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    bgpm_call_t call = {.locked = true};
    const emuq_partition_t *partition = emuq_process_self()->node->partition;
    if (emuq_backend->clock != NULL) /* counts and signals belong to a single kernel thread */
        emuq_backend->clock->pin(partition->machine);
    (void)pthread_once(&once, life_end_key_create);
    bgpm_lock();
    call.rc = life_thread_init(mode);
    if (call.rc == 0)
        bgpm_overflow_init();
    return BGPM_LEAVE(call);
}

int Bgpm_Disable(void)
{
    bgpm_call_t call = bgpm_enter();
    if (call.rc == 0)
        life_thread_end();
    return BGPM_LEAVE(call);
}
