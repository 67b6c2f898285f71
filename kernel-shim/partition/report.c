/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Software errors that the Message Unit has found: the report, and what follows (design, errors). The report
 * is written with one write(), so that those of many ranks stay apart.
 */
#include "kernel-shim/partition/report.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "backends/settings.h"
#include "hwi/include/bqc/MU_Macros.h"
#include "kernel-shim/partition/deaths.h"
#include "kernel-shim/partition/descriptor_dump.h"
#include "kernel-shim/partition/thread.h"
#include "base/host_calls.h"
#include "base/lock.h"
#include "base/text.h"
#include "spi/include/kernel/MU.h"
#include "spi/include/mu/RecFifo.h"

#define TELL_NS (EMUQ_NS_PER_S / 5) /* the other hosts are told in less, if they are there */

enum { FATAL, REPORT }; /* words of EMUQ_ON_ERROR */

/** What the program has printed so far comes out; a stream that another thread is busy with is left alone. */
static void flush(FILE *stream)
{
    if (ftrylockfile(stream) == 0) {
        fflush(stream);
        funlockfile(stream);
    }
}

/** Raises @p signal if the program handles it; it cannot be masked. @return whether it is handled. */
static bool handled(int signal)
{
    struct sigaction action;
    if (sigaction(signal, NULL, &action) != 0)
        return false;
    bool handler = (action.sa_flags & SA_SIGINFO) != 0
                       ? action.sa_sigaction != NULL
                       : action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
    handler = handler && !emuq_deaths_is_ours(&action);
    if (handler) {
        sigset_t set, before;
        sigemptyset(&set);
        sigaddset(&set, signal);
        pthread_sigmask(SIG_UNBLOCK, &set, &before);
        raise(signal);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    return handler;
}

/** The job is over for a reason that has been said. */
static void fail(emuq_partition_t *partition)
{
    /* Release: pairs with the acquire in emuq_launch_failed(), and in the host engine. */
    __atomic_store_n(&partition->failed, EMUQ_VIOLATION_STATUS, __ATOMIC_RELEASE);
}

void emuq_fail_job(emuq_partition_t *partition)
{
    fail(partition);
    /* They hear it before they find that ranks or engines are gone. Its acquire pairs with the release of
     * tell_failure() in the host engine. */
    if (partition->is_shared && partition->placement.hosts > 1)
        (void)emuq_futex_await(&partition->failure_told, 0, TELL_NS);
}

/** Ends the process; the launcher ends the job. As soon as the host engine is told it may end every process
 * of the host: what this one keeps until its end comes out before. */
static void end_job(emuq_partition_t *partition) __attribute__((noreturn));
static void end_job(emuq_partition_t *partition)
{
    flush(stdout);
    flush(stderr);
    if (emuq_before_end != NULL)
        emuq_before_end();
    if (partition != NULL)
        emuq_fail_job(partition);
    if (emuq_backend != NULL && emuq_backend->failing != NULL)
        emuq_backend->failing();
    _exit(EMUQ_VIOLATION_STATUS);
}

void emuq_violation(const emuq_text_t *report, int signal)
{
    emuq_write_report(report);
    if (emuq_setting_number(EMUQ_SETTING_ON_ERROR) != REPORT && !handled(signal))
        end_job(emuq_joined_process != NULL ? emuq_joined_process->node->partition : NULL);
}

/** Names the register at a user-view address (hwi-registers section 3). */
static void say_register(emuq_text_t *text, uint64_t address)
{
    static const char *const fifo[] = {"start",      "size",   "head",  "tail", "descriptor count",
                                       "free space", "hole 1", "hole 2"};
    static const char *const control[] = {"isEnabled", "enable",          "disable",
                                          "priority",  "interruptStatus", "clearInterruptStatus"};
    uint64_t offset = address - PHYMAP_MINADDR_MU, in_page = offset % BGQ_MU_SUBGROUP_SIZE;
    unsigned subgroup = (unsigned)(offset / BGQ_MU_GROUP_SIZE * 4 + offset / BGQ_MU_SUBGROUP_SIZE % 16);
    emuq_text_add(text, "  register: 0x%" PRIx64 ", subgroup %u, ", address, subgroup);
    if (in_page < BGQ_MU_rDMA_STARTING_OFFSET)
        emuq_text_add(text, "injection FIFO %u, %s\n", (unsigned)(in_page / 64), fifo[in_page % 64 / 8]);
    else if (in_page < BGQ_MU_STATUS_CONTROL_STARTING_OFFSET)
        emuq_text_add(text, "reception FIFO %u, %s\n", (unsigned)(in_page % 256 / 64),
                      fifo[in_page % 64 / 8]);
    else if (in_page < BGQ_MU_STATUS_CONTROL_STARTING_OFFSET + sizeof(MUHWI_InjFifoStatus_t))
        emuq_text_add(text, "%s\n", control[in_page % 256 / 8]);
    else if (in_page - BGQ_MU_DATA_COUNTER_BASE_ADDRESS_STARTING_OFFSET < BGQ_MU_COUNTER_REGS_SIZE)
        emuq_text_add(text, "base address table entry %u\n", (unsigned)(in_page % 64 / 8));
    else if (in_page - BGQ_MU_GI_CONTROL_STARTING_OFFSET < 0x80)
        emuq_text_add(text, "control of global-interrupt route %u\n", (unsigned)(in_page % 128 / 8));
    else if (in_page - BGQ_MU_GI_STATUS_STARTING_OFFSET < 0x80)
        emuq_text_add(text, "status of global-interrupt route %u\n", (unsigned)(in_page % 128 / 8));
    else
        emuq_text_add(text, "none that exists\n");
}

/** The report of hardware that has failed. */
static void say_failed(const emuq_partition_t *p, uint32_t node, const char *what, const char *advice)
{
    char buffer[1024];
    emuq_text_t text = emuq_text(buffer, sizeof(buffer));
    emuq_text_add(&text, "emuq: fatal RAS event: %s\n  where: ", what);
    emuq_say_where(&text, &p->node[node], -1);
    emuq_text_add(&text, "\n  what follows: the job ends, as on the machine; %s\n", advice);
    emuq_write_report(&text);
}

void emuq_kernel_failed(void *partition, uint32_t node, const char *what, const char *advice)
{
    say_failed(partition, node, what, advice);
    end_job(partition);
}

void emuq_engine_failed(emuq_partition_t *partition, uint32_t node, const char *what, const char *advice)
{
    say_failed(partition, node, what, advice);
    fail(partition);
}

/** The report of a software error. @return false: there is none, since all ranks have ended */
static bool say_error(emuq_text_t *text, const emuq_partition_t *p, const emuq_mu_error_t *error)
{
    if (emuq_is_left_over(p))
        return false;
    emuq_text_add(text, "emuq: software error of the Message Unit: %s\n  where: ", error->what);
    emuq_say_where(text, &p->node[error->node], error->rank);
    emuq_text_add(text, "\n");
    if (error->inj_fifo >= 0)
        emuq_text_add(
            text, "  injection FIFO: %d of the node, FIFO %d of subgroup %d, descriptor number %" PRIu64 "\n",
            error->inj_fifo, error->inj_fifo % BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP,
            error->inj_fifo / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, error->descriptor_number);
    if (error->reg != 0)
        say_register(text, error->reg);
    if (error->advice != NULL)
        emuq_text_add(text, "  what to do: %s\n", error->advice);
    if (error->descriptor != NULL) {
        emuq_text_add(text, "  descriptor:\n");
        emuq_descriptor_dump(text, error->descriptor);
    }
    return true;
}

void emuq_kernel_error(void *partition, const emuq_mu_error_t *error)
{
    char buffer[4096];
    emuq_text_t text = emuq_text(buffer, sizeof(buffer));
    if (say_error(&text, partition, error))
        emuq_violation(&text, SIGMUNDFATAL);
}

void emuq_engine_error(emuq_partition_t *partition, const emuq_mu_error_t *error)
{
    char buffer[4096];
    emuq_text_t text = emuq_text(buffer, sizeof(buffer));
    if (!say_error(&text, partition, error))
        return;
    emuq_write_report(&text);
    if (emuq_setting_number(EMUQ_SETTING_ON_ERROR) != REPORT)
        fail(partition);
}

/* Begins the report of a wrong call. @return the process of the calling thread, or NULL */
static const emuq_process_t *say_misuse(emuq_text_t *text, const char *function, const char *what)
{
    const emuq_process_t *process = emuq_thread_self.process;
    emuq_text_add(text, "emuq: software error in a call of %s(): %s\n", function, what);
    if (process != NULL) {
        emuq_text_add(text, "  where: ");
        emuq_say_where(text, process->node, (int32_t)process->rank);
        emuq_text_add(text, "\n");
    }
    return process;
}

/* Ends the process as assert() would. */
static void abort_with(emuq_text_t *text, const char *advice) __attribute__((noreturn));
static void abort_with(emuq_text_t *text, const char *advice)
{
    emuq_text_add(text, "  what to do: %s\n", advice);
    flush(stdout);
    emuq_write_report(text);
    abort();
}

void emuq_spi_misuse(const char *function, const char *advice, const char *format, ...)
{
    char buffer[1024], what[256];
    emuq_text_t text = emuq_text(buffer, sizeof(buffer));
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof(what), format, arguments);
    va_end(arguments);
    say_misuse(&text, function, what);
    abort_with(&text, advice);
}

void emuq_no_receive_function(uint32_t id)
{
    char buffer[1024], what[128];
    emuq_text_t text = emuq_text(buffer, sizeof(buffer));
    snprintf(what, sizeof(what), "a packet names the receive function %" PRIu32 ", which is not registered",
             id);
    const emuq_process_t *process = say_misuse(&text, "MUSPI_RecFifoPoll", what);
    if (process != NULL)
        emuq_say_senders(&text, process, (uint8_t)id);
    abort_with(&text,
               "register the function with MUSPI_RegisterReceiveFunction before a sender puts its id into "
               "software byte 0");
}
