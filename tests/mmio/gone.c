/* SPDX-License-Identifier: BSD-3-Clause */
/* Loss of the device. The detecting thread may hold a kernel lock that the error handler needs: a thread
 * without locks reports the loss, once. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/backend.h"
#include "backends/settings.h"
#include "emuq_test.h"
#include "raw.h"

static raw_device_t device;
static emuq_arena_t *arena;
static emuq_machine_t *machine;

/* Simulated kernel. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_locked;             /* __atomic; held by the thread of main() */
static unsigned reports, in_calls; /* __atomic; in_calls: reports in the thread of main() under the lock */
static pthread_t caller;
static sem_t is_notified, go_on;

static void error(void *context, const emuq_mu_error_t *e)
{
    (void)context;
    CU_ASSERT_PTR_NOT_NULL(strstr(e->what, "the device of the partition is gone"));
    __atomic_fetch_add(&reports, 1, __ATOMIC_ACQ_REL);
    if (pthread_equal(pthread_self(), caller) && __atomic_load_n(&is_locked, __ATOMIC_ACQUIRE))
        __atomic_fetch_add(&in_calls, 1, __ATOMIC_ACQ_REL);
}

/* Delays the listener, so that another thread detects the loss first. */
static void notified(void *context)
{
    (void)context;
    sem_post(&is_notified);
    sem_wait(&go_on);
}

static void attach(void)
{
    static const emuq_geometry_t one = {.size = {1, 1, 1, 1, 1}, .torus = 0x1f};
    const emuq_kernel_callbacks_t kernel = {.notified = notified, .error = error};
    emuq_backing_t backing;
    CU_ASSERT_EQUAL_FATAL(emuq_backend_mmio.machine->memory(&(emuq_memory_plan_t){0, 0}, &backing), 0);
    CU_ASSERT_EQUAL_FATAL(emuq_arena_create(0, &backing, 1, emuq_backend_mmio.layout, &arena), 0);
    CU_ASSERT_EQUAL_FATAL(emuq_backend_mmio.machine->open(&one, arena, 1, &machine), 0);
    CU_ASSERT_EQUAL_FATAL(emuq_backend_mmio.machine->attach(machine, &kernel, UINT32_MAX), 0);
    sem_init(&is_notified, 0, 0);
    sem_init(&go_on, 0, 0);
    caller = pthread_self();
}

static void end_device(void)
{
    kill(device.pid, SIGKILL);
    CU_ASSERT_EQUAL(waitpid(device.pid, NULL, 0), device.pid);
}

static void detach(void)
{
    emuq_backend_mmio.machine->detach(machine);
    emuq_backend_mmio.machine->close(machine);
    emuq_arena_close(arena);
}

static void found_under_a_lock(void)
{
    uint64_t value;
    attach();
    emuq_backend_mmio.unit->notify(machine, 0);
    sem_wait(&is_notified);
    end_device();
    pthread_mutex_lock(&lock);
    __atomic_store_n(&is_locked, true, __ATOMIC_RELEASE);
    CU_ASSERT_EQUAL(emuq_backend_mmio.unit->dcr_read(machine, 0, MU_DCR(IMFIFO_RGET), &value), -ENODEV);
    emuq_backend_mmio.unit->flush(machine, 0);
    CU_ASSERT_EQUAL(__atomic_load_n(&reports, __ATOMIC_ACQUIRE), 0);
    __atomic_store_n(&is_locked, false, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    CU_ASSERT_PTR_NOT_NULL_FATAL(emuq_backend_mmio.unit->resume);
    emuq_backend_mmio.unit->resume(machine);
    CU_ASSERT_EQUAL(__atomic_load_n(&reports, __ATOMIC_ACQUIRE), 1);
    sem_post(&go_on);
    detach(); /* the listener has ended */
    CU_ASSERT_EQUAL(reports, 1);
    CU_ASSERT_EQUAL(in_calls, 0);
}

/* No later call reports the loss. */
static void reported_by_the_listener(void)
{
    uint64_t value;
    reports = in_calls = 0;
    device = raw_start(NULL, NULL);
    close(raw_connect(device.where));
    CU_ASSERT_EQUAL_FATAL(setenv("EMUQ_DEVICE", device.where, 1), 0);
    emuq_settings_load();
    attach();
    emuq_backend_mmio.unit->notify(machine, 0);
    sem_wait(&is_notified);
    end_device();
    CU_ASSERT_EQUAL(emuq_backend_mmio.unit->dcr_read(machine, 0, MU_DCR(IMFIFO_RGET), &value), -ENODEV);
    sem_post(&go_on);
    detach();
    CU_ASSERT_EQUAL(reports, 1);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"found under a lock", found_under_a_lock},
        {"reported by the listener", reported_by_the_listener},
        {NULL, NULL},
    };
    device = raw_start(NULL, NULL);
    close(raw_connect(device.where));
    if (setenv("EMUQ_DEVICE", device.where, 1) != 0)
        return EXIT_FAILURE;
    return emuq_test_main("mmio_gone", tests);
}
