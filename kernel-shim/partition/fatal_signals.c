/* SPDX-License-Identifier: BSD-3-Clause */
/* Reports: location of a rank, possible senders of a packet, and fatal signals of ranks */
#define _GNU_SOURCE
#include "kernel-shim/partition/report.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "backends/backend.h"
#include "hwi/include/bqc/MU_Descriptor.h"
#include "hwi/include/common/emuq_mmio.h"
#include "kernel-shim/partition/registers.h"
#include "kernel-shim/partition/state.h"

#define LINES_MOST 4u
#define SLOT_BYTES sizeof(MUHWI_Descriptor_t)

enum { FIFO_START, FIFO_SIZE_1 }; /* registers of a FIFO */

void emuq_report_location(emuq_text_t *text, const emuq_node_t *node, int32_t rank)
{
    const uint32_t *c = node->coordinates;
    if (rank >= 0)
        emuq_text_add(text, "rank %" PRId32 ", ", rank);
    emuq_text_add(text, "node %" PRIu32 " at (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")",
                  node->number, c[0], c[1], c[2], c[3], c[4]);
}

void emuq_write_report(const emuq_text_t *text)
{
    const char *at = text->buffer;
    size_t left = text->length;
    while (left > 0) {
        ssize_t written = write(STDERR_FILENO, at, left);
        if (written < 0 && errno != EINTR)
            return;
        if (written > 0) {
            at += written;
            left -= (size_t)written;
        }
    }
}

/* A packet whose sender is searched */
typedef struct packet {
    const uint32_t *to; /* coordinates of the receiver */
    uint8_t function;
} packet_t;

static bool sender_is_to(const MUHWI_Destination_t *d, const uint32_t *to)
{
    return d->Destination.A_Destination == to[0] && d->Destination.B_Destination == to[1] &&
           d->Destination.C_Destination == to[2] && d->Destination.D_Destination == to[3] &&
           d->Destination.E_Destination == to[4];
}

static bool sender_matches(const MUHWI_Descriptor_t *d, const packet_t *packet)
{
    const MUHWI_Pt2PtNetworkHeader_t *h = &d->PacketHeader.NetworkHeader.pt2pt;
    bool passes = sender_is_to(&h->Destination, packet->to) || (h->Byte2.Byte2 & MUHWI_PACKET_DEPOSIT) != 0;
    return h->Data_Packet_Type == MUHWI_PT2PT_DATA_PACKET_TYPE && passes &&
           h->Byte8.Packet_Type == MUHWI_PACKET_TYPE_FIFO &&
           d->PacketHeader.messageUnitHeader.Packet_Types.Memory_FIFO.Unused2[0] == packet->function;
}

/* Whether a FIFO contains a descriptor of the packet. Skips inaccessible memory. */
static bool sender_has_sent(const emuq_memory_t *memory, const volatile uint64_t *fifo,
                            const packet_t *packet)
{
    uint64_t start = emuq_mmio_load(&fifo[FIFO_START]), bytes = emuq_mmio_load(&fifo[FIFO_SIZE_1]) + 1;
    for (uint64_t at = 0; start != 0 && at < bytes; at += SLOT_BYTES) {
        const void *slot = emuq_translate(memory, start + at, SLOT_BYTES);
        MUHWI_Descriptor_t d;
        if (slot == NULL)
            return false;
        memcpy(&d, slot, sizeof(d));
        if (sender_matches(&d, packet))
            return true;
    }
    return false;
}

static uint32_t sender_report_fifos(emuq_text_t *text, const emuq_node_t *node, const packet_t *packet,
                                    uint32_t most)
{
    const emuq_partition_t *p = node->partition;
    const emuq_process_t *processes = &p->process[node->number * p->job.ppn];
    const emuq_memory_t *memory = processes[0].space->memory;
    uint32_t found = 0;
    for (uint32_t sg = 0; sg < EMUQ_APP_THREADS; sg++) {
        for (uint32_t id = 0; id < emuq_inj_fifos.per_subgroup && found < most; id++) {
            if (!sender_has_sent(memory, emuq_resource_register(node, &emuq_inj_fifos, sg, id), packet))
                continue;
            const emuq_process_t *owner = &processes[sg * p->job.ppn / EMUQ_APP_THREADS];
            emuq_text_add(text, "  possible sender: ");
            emuq_report_location(text, node, (int32_t)owner->rank);
            emuq_text_add(text, ", injection FIFO %" PRIu32 " of subgroup %" PRIu32 "\n", id, sg);
            found++;
        }
    }
    return found;
}

void emuq_report_senders(emuq_text_t *text, const emuq_process_t *receiver, uint8_t function)
{
    const emuq_partition_t *p = receiver->node->partition;
    const packet_t packet = {receiver->node->coordinates, function};
    uint32_t left = LINES_MOST;
    for (uint32_t node = 0; node < p->nodes && left != 0; node++)
        if (emuq_node_is_here(p, node))
            left -= sender_report_fifos(text, &p->node[node], &packet, left);
}

#define STACK_BYTES  ((size_t)256 << 10) /* includes processor registers, and the reader of symbols */
#define REPORT_MS    12000               /* more than the time limit of the stack */
#define POLL_MS      50
#define REPORT_BYTES 8192u

static pid_t owner; /* process with handlers; 0: none; forked children have no handlers */
static __thread void *stack;

static void *fatal_instruction(const ucontext_t *u)
{
#if defined(__x86_64__)
    return (void *)u->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (void *)u->uc_mcontext.pc;
#else
    (void)u;
    return NULL;
#endif
}

static unsigned written; /* atomic; orders nothing: the report is complete */

/* Whether the calling thread is the first to die. Later threads wait for its report, since their default
 * action would end the process. */
static bool fatal_is_first(void)
{
    static unsigned reported; /* atomic; orders nothing */
    static __thread bool reported_here;
    if (emuq_int_exchange(&reported, 1) != 0) {
        for (int ms = 0; !reported_here && ms < REPORT_MS && AO_int_load(&written) == 0; ms += POLL_MS)
            (void)poll(NULL, 0, POLL_MS);
        if (!reported_here)
            (void)poll(NULL, 0, 1000); /* the first thread ends the process much earlier */
        return false;
    }
    reported_here = true;
    return true;
}

/* Whether the cause is a fault of the calling thread, or this process. The kernel chooses the thread of an
 * external signal. */
static bool fatal_is_local(int signal, const siginfo_t *info)
{
    if (info->si_code <= 0)
        return info->si_pid == getpid() && info->si_code != SI_TIMER;
    return signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE ||
           signal == SIGTRAP || signal == SIGSYS;
}

/* Async-signal-safe as far as snprintf() with numbers is */
static void fatal_report(int signal, const siginfo_t *info, const ucontext_t *u)
{
    static char buffer[REPORT_BYTES];
    const emuq_process_t *process = emuq_thread_self.process;
    if (emuq_joined_process != NULL && !fatal_is_local(signal, info))
        return; /* the launcher reports the end */
    if (!fatal_is_first())
        return;
    emuq_text_t text = emuq_text(buffer, sizeof buffer);
    emuq_text_add(&text, "emuq: ");
    if (!fatal_is_local(signal, info))
        emuq_text_add(&text, "all ranks");
    else if (process != NULL)
        emuq_report_location(&text, process->node, (int32_t)process->rank);
    else
        emuq_text_add(&text, "a thread of no rank");
    emuq_text_add(&text, ": ended by SIG%s (%s)", sigabbrev_np(signal), sigdescr_np(signal));
    if (info->si_code > 0 && (signal == SIGSEGV || signal == SIGBUS))
        emuq_text_add(&text, " at address %p", info->si_addr);
    if (fatal_is_local(signal, info))
        emuq_text_add(&text, ", instruction %p", fatal_instruction(u));
    else if (info->si_code == SI_USER || info->si_code == SI_QUEUE || info->si_code == SI_TKILL)
        emuq_text_add(&text, ", sent by process %d", (int)info->si_pid);
    bool goes_on = emuq_joined_process != NULL && emuq_joined_process->node->partition->reports_deaths;
    emuq_text_add(&text, goes_on ? "\n" : "; the job ends\n");
    if (fatal_is_local(signal, info))
        emuq_crash_stack_add(&text, fatal_instruction(u), u);
    emuq_write_report(&text);
    AO_int_store(&written, 1);
}

/* Stops the process of a rank once, until SIGCONT: the launcher prints its stacks meanwhile. */
static void fatal_stop(void)
{
    emuq_process_t *process = emuq_joined_process;
    if (process == NULL || !process->node->partition->stop_on_fatal_signal)
        return;
    /* Release: pairs with the acquire in emuq_launch_is_dying(). */
    if (!emuq_flag_exchange(&process->is_dying, true))
        raise(SIGSTOP);
}

/* A fault repeats when the handler returns, now with the default action. Sent signals and breakpoints do not
 * repeat: raised again, they stay pending until the handler returns. */
static void fatal_handler(int signal, siginfo_t *info, void *context)
{
    int error = errno;
    if (emuq_crash_stack_fails())
        emuq_crash_stack_escape();
    if (getpid() == owner) {
        fatal_report(signal, info, context);
        if (fatal_is_local(signal, info) && emuq_backend != NULL && emuq_backend->machine->failing != NULL)
            emuq_backend->machine->failing();
        fatal_stop();
    }
    (void)sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
    if (info->si_code <= 0 || signal == SIGTRAP || signal == SIGSYS || !fatal_is_local(signal, info))
        raise(signal);
    errno = error;
}

bool emuq_fatal_signals_is_ours(const struct sigaction *action)
{
    return (action->sa_flags & SA_SIGINFO) != 0 && action->sa_sigaction == fatal_handler;
}

void emuq_fatal_signals_install(bool all)
{
    /* Signals with a fatal default action, except SIGKILL and real-time signals, which EMUQ uses. Faults of
     * the program come first. */
    static const int deaths[] = {SIGSEGV, SIGBUS,  SIGILL,  SIGFPE,    SIGABRT, SIGTRAP,  SIGSYS, SIGHUP,
                                 SIGINT,  SIGQUIT, SIGTERM, SIGUSR1,   SIGUSR2, SIGPIPE,  SIGIO,  SIGALRM,
                                 SIGPROF, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPWR,  SIGSTKFLT};
    const size_t faults = 7, count = sizeof deaths / sizeof deaths[0];
    struct sigaction now, action = {.sa_sigaction = fatal_handler, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    if (owner == getpid())
        return;
    owner = getpid();
    emuq_crash_stack_prepare();
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < (all ? count : faults); i++)
        if (sigaction(deaths[i], NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) == 0 &&
            now.sa_handler == SIG_DFL)
            (void)sigaction(deaths[i], &action, NULL);
}

void emuq_fatal_signals_enter(void)
{
    stack_t now;
    if (owner == 0 || sigaltstack(NULL, &now) != 0 || (now.ss_flags & SS_DISABLE) == 0)
        return;
    void *area =
        mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (area == MAP_FAILED)
        return;
    if (sigaltstack(&(stack_t){.ss_sp = area, .ss_size = STACK_BYTES}, NULL) == 0)
        stack = area;
    else
        munmap(area, STACK_BYTES);
}

void emuq_fatal_signals_leave(void)
{
    stack_t now = {0};
    if (stack == NULL)
        return;
    if (sigaltstack(NULL, &now) == 0 && (now.ss_flags & SS_ONSTACK) != 0) /* pthread_exit() in a handler */
        return;
    if (now.ss_sp == stack)
        (void)sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    munmap(stack, STACK_BYTES);
    stack = NULL;
}
