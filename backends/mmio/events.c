/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the device has to say: interrupts, software errors, members that have died. One thread of each process
 * sleeps until there is something; it does no work of the Message Unit.
 *
 * All processes of a node are told, and one of them passes an interrupt on to the kernel: the one that takes
 * it (take.h). An error is reported by the process whose rank it is.
 */
#define _GNU_SOURCE
#include "backends/mmio/mmio.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "backends/mmio/take.h"
#include "base/process.h"
#include "hwi/include/bqc/mu_dcr.h"

#define POLL_MS  4   /* between polls of a device that cannot signal */
#define GRACE_MS 500 /* in which a launcher that watches the ranks reports a death itself, with its cause */

static struct {
    pthread_t thread;
    bool runs;
    int stop[2]; /* a pipe */
    int uio;     /* the device, if its interrupts come from there; or -1 */
} listener = {.uio = -1};

/* A member that has died: its number and its process. */
typedef struct lost {
    int32_t member, pid;
} lost_t;

static void report_lost(emuq_machine_t *m, lost_t lost)
{
    char what[96];
    int32_t member = lost.member, pid = lost.pid;
    int32_t rank = member >= 0 && (uint32_t)member < m->members
                       ? __atomic_load_n(&m->member[member].rank, __ATOMIC_RELAXED)
                       : -1;
    const emuq_mmio_member_t *self = &m->member[emuq_my_member];
    nanosleep(&(struct timespec){0, GRACE_MS * 1000000l}, NULL);
    snprintf(what, sizeof(what),
             rank >= 0 ? "rank %d (process %d) has died" : "a rank (number unknown: %d, process %d) has died",
             rank >= 0 ? rank : member, pid);
    emuq_mmio_kernel.error(
        emuq_mmio_kernel.context,
        &(emuq_mu_error_t){.node = self->node != UINT32_MAX ? self->node : 0,
                           .rank = -1,
                           .what = what,
                           .advice = "look for what that rank has said; its messages stop here",
                           .inj_fifo = -1});
}

/* Notes a member that has ended without leave. @return whether this process is to report it. */
static bool find_lost(emuq_machine_t *m, const emuq_device_control_t *c, lost_t *lost)
{
    emuq_take_t take;
    if (!emuq_take_begin(&c->lost, &m->lost, &take))
        return false;
    /* One load: number and process belong together, also when the next member is lost meanwhile. */
    uint64_t last = __atomic_load_n(&c->lost_last, __ATOMIC_RELAXED);
    *lost = (lost_t){(int32_t)last, (int32_t)(last >> 32)};
    if (lost->member >= 0 && (uint32_t)lost->member < m->members)
        __atomic_store_n(&m->member[lost->member].is_live, false, __ATOMIC_RELEASE);
    return emuq_take_end(&m->lost, &take);
}

/* The process that reports an error of a rank: its own, or the first of the node that is there. */
static bool is_mine(const emuq_machine_t *m, uint32_t node, int32_t rank)
{
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < m->members; i++) {
        const emuq_mmio_member_t *member = &m->member[i];
        if (!__atomic_load_n(&member->is_live, __ATOMIC_ACQUIRE))
            continue;
        if (m->is_shared && rank >= 0 && __atomic_load_n(&member->rank, __ATOMIC_RELAXED) == rank)
            return i == emuq_my_member;
        if (first == UINT32_MAX && (member->node == node || member->node == UINT32_MAX))
            first = i;
    }
    return first == emuq_my_member;
}

void emuq_mmio_poll_errors(emuq_machine_t *m, uint32_t node)
{
    emuq_device_control_t *c = emuq_mmio_control(m, node);
    emuq_take_t take;
    while (emuq_take_begin(&c->errors, &m->node[node].errors, &take)) {
        emuq_device_error_t e = c->error; /* whole, if emuq_take_end() succeeds */
        if (!is_mine(m, node, e.rank) || !emuq_take_end(&m->node[node].errors, &take))
            return;
        /* Release: pairs with the device's acquire, after which it writes the next error. */
        __atomic_store_n(&c->errors_taken, take.to, __ATOMIC_RELEASE);
        e.what[sizeof(e.what) - 1] = e.advice[sizeof(e.advice) - 1] = '\0';
        emuq_mmio_kernel.error(emuq_mmio_kernel.context,
                               &(emuq_mu_error_t){.node = node,
                                                  .rank = e.rank,
                                                  .what = e.what,
                                                  .advice = e.advice[0] != '\0' ? e.advice : NULL,
                                                  .inj_fifo = e.inj_fifo,
                                                  .descriptor_number = e.descriptor_number,
                                                  .descriptor = e.has_descriptor != 0 ? &e.descriptor : NULL,
                                                  .reg = e.reg});
    }
}

static uint64_t dcr(emuq_machine_t *m, uint32_t node, uint32_t number)
{
    uint64_t value = 0;
    emuq_mmio_command(m, node, EMUQ_DEVICE_DCR_READ, (const uint64_t[4]){number}, &value);
    return value;
}

/* Whether there are interrupts that this process is to pass on. */
static bool take(uint64_t *taken, const uint64_t *made)
{
    emuq_take_t t;
    return emuq_take_begin(made, taken, &t) && emuq_take_end(taken, &t);
}

static void pass_interrupt(emuq_machine_t *m, uint32_t node, uint32_t group)
{
    const volatile uint64_t *status =
        (const volatile uint64_t *)(emuq_mmio_registers(m, node) + group * BGQ_MU_GROUP_SIZE +
                                    BGQ_MU_STATUS_CONTROL_STARTING_OFFSET +
                                    offsetof(MUHWI_InjFifoStatus_t, interruptStatus));
    uint64_t enabled = dcr(m, node, MU_DCR(IMFIFO_THOLD_INT_EN) + group) << 32 |
                       dcr(m, node, MU_DCR(RMFIFO_THOLD_INT_EN) + group) << 16 |
                       dcr(m, node, MU_DCR(RMFIFO_PACKET_INT_EN) + group);
    uint64_t bits = emuq_mmio_load(status) & enabled;
    if (bits != 0)
        emuq_mmio_kernel.interrupt(emuq_mmio_kernel.context, node, group, bits);
}

static void pass_gi_interrupt(emuq_machine_t *m, uint32_t node, uint32_t route)
{
    const volatile uint64_t *status =
        (const volatile uint64_t *)(emuq_mmio_registers(m, node) + BGQ_MU_GI_STATUS_STARTING_OFFSET +
                                    route * 8);
    uint64_t bits = emuq_mmio_load(status) & dcr(m, node, MU_DCR(BARRIER_INT_EN)) >> (60 - 4 * route) & 7;
    if (bits != 0)
        emuq_mmio_kernel.gi_interrupt(emuq_mmio_kernel.context, node, route, (uint32_t)bits);
}

static void poll_node(emuq_machine_t *m, uint32_t node)
{
    emuq_device_control_t *c = emuq_mmio_control(m, node);
    lost_t lost = {0};
    bool is_lost = find_lost(m, c, &lost); /* first: another process reports the errors of its rank then */
    for (uint32_t g = 0; g < BGQ_MU_NUM_FIFO_GROUPS; g++)
        if (take(&m->node[node].raised[g], &c->raised[g]))
            pass_interrupt(m, node, g);
    for (uint32_t r = 0; r < BGQ_MU_NUM_GI_CLASSES; r++)
        if (take(&m->node[node].gi_raised[r], &c->gi_raised[r]))
            pass_gi_interrupt(m, node, r);
    emuq_mmio_poll_errors(m, node);
    if (is_lost)
        report_lost(m, lost);
}

static void poll_events(emuq_machine_t *m)
{
    emuq_mmio_member_t *self = &m->member[emuq_my_member];
    uint32_t first = self->node != UINT32_MAX ? self->node : 0,
             count = self->node != UINT32_MAX ? 1 : m->nodes;
    /* Acquire: pairs with the release of the process that pokes. */
    if (__atomic_exchange_n(&self->is_poked, false, __ATOMIC_ACQUIRE))
        emuq_mmio_kernel.poked(emuq_mmio_kernel.context);
    for (uint32_t i = first; i < first + count; i++)
        poll_node(m, i);
}

/* Takes what an event file has to say. @return false: nothing will come from it any more */
static bool take_events(int fd)
{
    char events[512]; /* what has come together is taken together */
    return read(fd, events, sizeof(events)) > 0 || errno == EAGAIN || errno == EINTR;
}

/* The same of a user-space I/O device. Its driver counts interrupts in 32 bits; many switch them off until a
 * 1 is written, and the rest refuse it. */
static bool take_uio_events(int fd)
{
    uint32_t events, on = 1;
    bool open = read(fd, &events, sizeof(events)) > 0 || errno == EAGAIN || errno == EINTR;
    return open && (write(fd, &on, sizeof(on)) > 0 || errno == ENOSYS || errno == EIO);
}

static void *listen_to(void *argument)
{
    emuq_machine_t *m = argument;
    bool is_uio = listener.uio >= 0;
    struct pollfd p[3] = {{.fd = listener.stop[0], .events = POLLIN},
                          {.fd = is_uio ? listener.uio : emuq_connect_event_fd(), .events = POLLIN},
                          {.fd = emuq_connect_socket(), .events = 0}};
    int wait_ms = m->place.kind == EMUQ_PLACE_SOCKET ? -1 : POLL_MS;
    for (;;) {
        if (poll(p, 3, wait_ms) < 0 && errno != EINTR)
            return NULL;
        if (p[0].revents != 0)
            break;
        if (p[1].revents != 0 && !(is_uio ? take_uio_events : take_events)(p[1].fd))
            p[1].fd = -1; /* such a device is polled */
        poll_events(m);
        if ((p[2].revents & (POLLHUP | POLLERR)) != 0) {
            emuq_gone_note(m, "has ended");
            p[2].fd = -1;
        }
        emuq_gone_report(m);
    }
    emuq_gone_report(m); /* what the last calls of this process have found */
    return NULL;
}

static void close_all(void)
{
    close(listener.stop[0]);
    close(listener.stop[1]);
    if (listener.uio >= 0)
        close(listener.uio);
}

int emuq_mmio_listen(emuq_machine_t *m)
{
    if (pipe(listener.stop) != 0)
        return -errno;
    listener.uio = emuq_place_uio(&m->place);
    int rc = emuq_internal_thread(&listener.thread, listen_to, m);
    listener.runs = rc == 0;
    if (rc == 0)
        return 0;
    close_all();
    return -rc;
}

void emuq_mmio_listen_no_more(void)
{
    if (!listener.runs)
        return;
    if (write(listener.stop[1], "", 1) == 1)
        pthread_join(listener.thread, NULL);
    close_all();
    listener.runs = false;
}
