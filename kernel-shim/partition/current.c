/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which partition there is. A machine has one at a time: that of a job, or the *default partition* of one
 * node for threads outside any job, made when the first of them calls the kernel. A partition whose threads
 * have not all ended with the job stays until they have.
 */
#include "kernel-shim/partition/current.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "hwi/include/common/emuq_mmio.h"
#include "base/log.h"
#include "kernel-shim/partition/member.h"
#include "kernel-shim/partition/recording.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/threads.h"

/* Guards the four below, and the membership of the default partition. */
static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static emuq_partition_t *default_partition;
static emuq_partition_t *left_partition; /* its job is over, some of its threads are not */
static bool job_runs, job_has_run;

/* Closes the partition of a former job if its threads have gone. @return 0 or -EBUSY. */
static int close_left(void)
{
    if (left_partition == NULL)
        return 0;
    if (emuq_partition_threads(left_partition) != 0)
        return -EBUSY;
    emuq_partition_close(left_partition);
    left_partition = NULL;
    return 0;
}

/* @return 0 or a negative errno */
static int open_default(void)
{
    if (default_partition != NULL)
        return 0;
    emuq_job_recording_keep(job_has_run);
    int rc = emuq_partition_open(NULL, &default_partition);
    emuq_job_recording_keep(false);
    return rc;
}

/* Why a thread outside any job cannot have the default partition, or NULL. */
static const char *make_default(void)
{
    if (emuq_joined_process != NULL)
        return NULL;
    if (job_runs)
        return "a thread that belongs to no rank used the kernel while a job runs; create it in a rank";
    if (close_left() != 0)
        return "threads of a former job are still in its partition; end them before main() ends";
    if (open_default() != 0)
        return "the one-node partition of a program outside any job cannot be made";
    return NULL;
}

/* Out of line, and no part of a rank's own start: emuq_process_self() is called by every kernel call. */
static __attribute__((noinline)) void join_default(void)
{
    emuq_host_mutex_lock(&state_lock);
    const char *problem = make_default();
    if (problem == NULL) {
        emuq_process_t *process = emuq_joined_process;
        if (process == NULL)
            process = default_partition->process;
        emuq_thread_enter(process, emuq_thread_place(process), false);
    }
    emuq_host_mutex_unlock(&state_lock);
    if (problem != NULL) {
        emuq_log("%s", problem);
        exit(EXIT_FAILURE);
    }
}

emuq_process_t *emuq_process_self(void)
{
    if (__builtin_expect(emuq_thread_self.process == NULL, 0))
        join_default();
    return emuq_thread_self.process;
}

/* AddressSanitizer has its shadow at the registers' addresses. */
extern void __asan_init(void) __attribute__((weak));

/* Hook of emuq_mmio while there is no partition: inline functions of the SPI may come to a register before
 * the program's first kernel call. Makes the one-node partition and asks its backend. NULL if the program has
 * mapped memory at that address: then that is the register. */
static volatile uint64_t *first_register(uint64_t physical_address)
{
    if (__asan_init == NULL && emuq_is_mapped((const void *)(uintptr_t)physical_address, sizeof(uint64_t)))
        return NULL; /* the program has put registers there by itself */
    (void)emuq_process_self();
    return emuq_mmio.map != first_register ? emuq_mmio.map(physical_address) : NULL;
}

/* Ends the default partition, if the caller is its only member or it has none. */
static int retire_default(void)
{
    if (default_partition == NULL)
        return 0;
    bool is_member = emuq_thread_self.process == default_partition->process;
    uint64_t users = emuq_partition_threads(default_partition) - is_member;
    if (users != 0) {
        emuq_log("cannot run ranks: %llu other threads use the kernel outside any job; end them first",
                     (unsigned long long)users);
        return -EBUSY;
    }
    emuq_thread_leave();
    emuq_partition_close(default_partition);
    default_partition = NULL;
    return 0;
}

int emuq_job_begin(void)
{
    if (emuq_joined_process != NULL) {
        emuq_log("this process is rank %u of a job already: it cannot run ranks as threads",
                     emuq_joined_process->rank);
        return -EBUSY;
    }
    emuq_host_mutex_lock(&state_lock);
    int rc = job_runs ? -EBUSY : close_left();
    if (rc != 0 && !job_runs)
        emuq_log("cannot run ranks: threads of the job before are still running");
    if (rc == 0)
        rc = retire_default();
    if (rc == 0)
        job_runs = job_has_run = true;
    emuq_host_mutex_unlock(&state_lock);
    return rc;
}

void emuq_job_end(emuq_partition_t *partition)
{
    emuq_host_mutex_lock(&state_lock);
    if (partition != NULL) {
        left_partition = partition;
        close_left();
    }
    job_runs = false;
    emuq_host_mutex_unlock(&state_lock);
}

/* Early: before the constructors of the program's own objects, which may use what is shared. */
__attribute__((constructor(200))) static void before_main(void)
{
    int rc = emuq_member_before_main();
    if (rc < 0)
        _exit(EXIT_FAILURE);
    if (rc == 0)
        emuq_mmio.map = first_register;
}
