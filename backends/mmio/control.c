/* SPDX-License-Identifier: BSD-3-Clause */
/* Commands to a device, its events, and loss of the device. Any thread may detect the loss, even with a lock
 * held, so detection only sets a flag. A thread without locks reports the loss later. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "backends/mmio/mmio.h"
#include "backends/settings.h"
#include "base/host_calls.h"
#include "base/process.h"
#include "hwi/include/bqc/mu_dcr.h"
#include "hwi/include/common/emuq_wait.h"

#define COMMAND_SPINS    200u /* polls before the thread yields */
#define COMMAND_YIELDS   2000u
#define COMMAND_PAUSE_NS 100000
#define TIMEOUT_S        30u /* maximum wait for a device without a socket */
#define POLL_MS          4   /* time between polls of a device without interrupts */
#define GRACE_MS         500 /* delay of a report, so that the launcher reports the cause of a death first */

emuq_machine_t *emuq_mmio_machine;
emuq_kernel_callbacks_t emuq_mmio_kernel;

/* relaxed: flags without associated data */
static bool is_noted, is_reported;

void emuq_mmio_lost_reset(void)
{
    emuq_flag_store(&is_noted, false);
    emuq_flag_store(&is_reported, false);
}

bool emuq_mmio_is_lost(void)
{
    return emuq_flag_load(&is_noted);
}

/* Records the loss of the device. The caller may hold locks. */
static void control_set_lost(const emuq_machine_t *m, const char *why)
{
    if (!emuq_flag_exchange(&is_noted, true))
        emuq_mmio_error(0, "the device at %s %s", m->location.path, why);
}

void emuq_mmio_report_lost(emuq_machine_t *m)
{
    if (!emuq_mmio_is_lost() || m != emuq_mmio_machine || emuq_flag_exchange(&is_reported, true))
        return;
    const emuq_mmio_member_t *self = &m->member[emuq_my_member];
    emuq_mmio_kernel.error(emuq_mmio_kernel.context,
                           &(emuq_mu_error_t){.node = self->node != UINT32_MAX ? self->node : 0,
                                              .rank = m->is_shared ? self->rank : -1,
                                              .what = "the device of the partition is gone",
                                              .advice = "see the output of emuq-device, then start it again",
                                              .inj_fifo = -1});
}

void emuq_mmio_wake_device(const emuq_machine_t *m, uint32_t node)
{
    emuq_device_info_t *info = emuq_mmio_info(m, node);
    if ((m->info.features & EMUQ_DEVICE_HAS_DOORBELL) != 0)
        emuq_event_notify(&info->bell, EMUQ_EVENT_ALL);
}

/* @return false: no reply will come */
static bool control_wait(const emuq_machine_t *m, uint32_t node, unsigned polls, uint64_t *since)
{
    if (polls < COMMAND_SPINS) {
        emuq_relax_core();
        return true;
    }
    if (polls % 64 == COMMAND_SPINS % 64)
        emuq_mmio_wake_device(m, node);
    if (polls < COMMAND_SPINS + COMMAND_YIELDS) {
        sched_yield();
        return true;
    }
    if (*since == 0)
        *since = emuq_host_now_ns();
    if (emuq_connect_is_closed())
        return false;
    nanosleep(&(struct timespec){0, COMMAND_PAUSE_NS}, NULL);
    return m->location.kind == EMUQ_MMIO_SOCKET ||
           emuq_host_now_ns() - *since < TIMEOUT_S * UINT64_C(1000000000);
}

static bool control_await_reply(const emuq_machine_t *m, uint32_t node, const emuq_device_control_t *c)
{
    uint64_t since = 0;
    for (unsigned polls = 0; AO_load_acquire(&c->answer) != c->request; polls++)
        if (!control_wait(m, node, polls, &since))
            return false;
    emuq_mmio_after_load();
    return true;
}

static int control_perform(const emuq_machine_t *m, uint32_t node, emuq_device_control_t *c,
                           emuq_device_command_t command, const uint64_t argument[4], uint64_t *value)
{
    c->command = command;
    memcpy(c->argument, argument, sizeof(c->argument));
    emuq_mmio_before_store();
    /* Release: the device loads `request` with acquire, then reads the command. */
    AO_store_release(&c->request, c->request + 1);
    emuq_mmio_wake_device(m, node);
    if (!control_await_reply(m, node, c))
        return -ENODEV;
    if (value != NULL && c->status == 0)
        *value = c->value;
    return (int)c->status;
}

int emuq_mmio_command(emuq_machine_t *m, uint32_t node, emuq_device_command_t command,
                      const uint64_t argument[4], uint64_t *value)
{
    emuq_device_control_t *c = emuq_mmio_control(m, node);
    pthread_mutex_t *lock = &m->node[node].lock;
    int rc = -ENODEV, cancel;
    if (emuq_mmio_is_lost())
        return rc;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    int locked = emuq_host_mutex_lock(lock);
    if (locked == EOWNERDEAD) /* the previous owner died: its command completes first */
        pthread_mutex_consistent(lock);
    if (control_await_reply(m, node, c))
        rc = control_perform(m, node, c, command, argument, value);
    emuq_host_mutex_unlock(lock);
    if (rc == -ENODEV)
        control_set_lost(m, emuq_connect_is_closed() ? "has ended" : "does not answer");
    pthread_setcancelstate(cancel, NULL);
    return rc;
}

void emuq_mmio_flush_node(emuq_machine_t *m, uint32_t node)
{
    emuq_mmio_command(m, node, EMUQ_DEVICE_FLUSH, (const uint64_t[4]){0}, NULL);
}

static __thread struct {
    const volatile uint64_t *reg;
    uint64_t seen;
    emuq_backoff_t backoff;
    uint64_t last_ns;
} wait;

void emuq_mmio_wait_policy(emuq_machine_t *m, uint32_t threads)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    bool is_shared = threads + 1 > (uint32_t)(cores > 0 ? cores : 1); /* the device needs a core, too */
    m->wait = emuq_backoff_policy(is_shared ? EMUQ_BACKOFF_DEVICE_SHARED : EMUQ_BACKOFF_DEVICE,
                                  (emuq_backoff_mode_t)emuq_setting_number(EMUQ_SETTING_WAIT));
}

/* Threads poll several registers in rotation: another register alone is no new wait. */
static bool control_is_new_wait(const volatile uint64_t *reg, uint64_t seen, uint64_t now)
{
    bool is_new = now - wait.last_ns > EMUQ_BACKOFF_WAKE_NS || (reg == wait.reg && seen != wait.seen);
    wait.reg = reg;
    wait.seen = seen;
    wait.last_ns = now;
    return is_new;
}

void emuq_mmio_wait(const volatile uint64_t *reg, uint64_t seen)
{
    const emuq_machine_t *m = emuq_mmio_machine;
    uint64_t now = emuq_host_now_ns();
    if (control_is_new_wait(reg, seen, now)) {
        wait.backoff.spins = m->wait.spins_max;
        emuq_backoff_begin(&wait.backoff, &m->wait);
        uint32_t node = emuq_mmio_node_of(m, reg);
        emuq_mmio_wake_device(m, node != UINT32_MAX ? node : 0);
        return;
    }
    if (emuq_backoff_spins(&wait.backoff)) {
        emuq_relax_core();
        return;
    }
    if (emuq_backoff_step(&wait.backoff, &m->wait, NULL, now) == EMUQ_STEP_YIELD) {
        wait.last_ns = emuq_backoff_yield(&wait.backoff, &m->wait, NULL, now);
        return;
    }
    const struct timespec limit = emuq_timespec(wait.backoff.sleep_ns);
    nanosleep(&limit, NULL);
    emuq_backoff_slept(&wait.backoff, &m->wait, true);
    wait.last_ns = emuq_host_now_ns();
}

static struct {
    pthread_t thread;
    bool runs;
    int stop[2]; /* ends the listener */
    int uio;     /* descriptor; -1: none */
} listener = {.uio = -1};

typedef struct control_lost {
    int32_t member, pid;
} control_lost_t;

static void control_report_lost(emuq_machine_t *m, control_lost_t lost)
{
    char what[96];
    int32_t member = lost.member, pid = lost.pid;
    int32_t rank = member >= 0 && (uint32_t)member < m->members
                       ? (int32_t)AO_int_load((const unsigned *)&m->member[member].rank)
                       : -1;
    const emuq_mmio_member_t *self = &m->member[emuq_my_member];
    nanosleep(&(struct timespec){0, GRACE_MS * 1000000l}, NULL);
    snprintf(what, sizeof(what),
             rank >= 0 ? "rank %d (process %d) has died" : "a rank (number unknown: %d, process %d) has died",
             rank >= 0 ? rank : member, pid);
    emuq_mmio_kernel.error(emuq_mmio_kernel.context,
                           &(emuq_mu_error_t){.node = self->node != UINT32_MAX ? self->node : 0,
                                              .rank = -1,
                                              .what = what,
                                              .advice = "see the output of that rank; its messages end here",
                                              .inj_fifo = -1});
}

/* Marks a lost member, and claims its report. @return false: not claimed */
static bool control_find_lost(emuq_machine_t *m, const emuq_device_control_t *c, control_lost_t *lost)
{
    emuq_take_t take;
    if (!emuq_take_begin(&c->lost, &m->lost, &take))
        return false;
    /* One load: the next member may be lost now. */
    uint64_t last = AO_load(&c->lost_last);
    *lost = (control_lost_t){(int32_t)last, (int32_t)(last >> 32)};
    if (lost->member >= 0 && (uint32_t)lost->member < m->members)
        emuq_flag_store_release(&m->member[lost->member].is_live, false);
    return emuq_take_end(&m->lost, &take);
}

/* An error of a rank is reported by its process, else by the first live process of the node. */
static bool control_is_reporter(const emuq_machine_t *m, uint32_t node, int32_t rank)
{
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < m->members; i++) {
        const emuq_mmio_member_t *member = &m->member[i];
        if (!emuq_flag_load_acquire(&member->is_live))
            continue;
        if (m->is_shared && rank >= 0 && (int32_t)AO_int_load((const unsigned *)&member->rank) == rank)
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
        emuq_device_error_t e = c->error; /* consistent if emuq_take_end() succeeds */
        if (!control_is_reporter(m, node, e.rank) || !emuq_take_end(&m->node[node].errors, &take))
            return;
        /* Release: pairs with the acquire of the device before the next error is written. */
        AO_store_release(&c->errors_taken, take.to);
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

static uint64_t control_dcr_value(emuq_machine_t *m, uint32_t node, uint32_t number)
{
    uint64_t value = 0;
    emuq_mmio_command(m, node, EMUQ_DEVICE_DCR_READ, (const uint64_t[4]){number}, &value);
    return value;
}

/* Claims new interrupts. @return whether this process passes the interrupts to the kernel */
static bool control_claim(uint64_t *taken, const uint64_t *made)
{
    emuq_take_t t;
    return emuq_take_begin(made, taken, &t) && emuq_take_end(taken, &t);
}

static void control_pass_interrupt(emuq_machine_t *m, uint32_t node, uint32_t group)
{
    const volatile uint64_t *status =
        (const volatile uint64_t *)(emuq_mmio_registers(m, node) + group * BGQ_MU_GROUP_SIZE +
                                    BGQ_MU_STATUS_CONTROL_STARTING_OFFSET +
                                    offsetof(MUHWI_InjFifoStatus_t, interruptStatus));
    uint64_t enabled = control_dcr_value(m, node, MU_DCR(IMFIFO_THOLD_INT_EN) + group) << 32 |
                       control_dcr_value(m, node, MU_DCR(RMFIFO_THOLD_INT_EN) + group) << 16 |
                       control_dcr_value(m, node, MU_DCR(RMFIFO_PACKET_INT_EN) + group);
    uint64_t bits = emuq_mmio_load(status) & enabled;
    if (bits != 0)
        emuq_mmio_kernel.interrupt(emuq_mmio_kernel.context, node, group, bits);
}

static void control_pass_gi_interrupt(emuq_machine_t *m, uint32_t node, uint32_t route)
{
    const volatile uint64_t *status =
        (const volatile uint64_t *)(emuq_mmio_registers(m, node) + BGQ_MU_GI_STATUS_STARTING_OFFSET +
                                    route * 8);
    uint64_t bits =
        emuq_mmio_load(status) & control_dcr_value(m, node, MU_DCR(BARRIER_INT_EN)) >> (60 - 4 * route) & 7;
    if (bits != 0)
        emuq_mmio_kernel.gi_interrupt(emuq_mmio_kernel.context, node, route, (uint32_t)bits);
}

static void control_poll_node(emuq_machine_t *m, uint32_t node)
{
    emuq_device_control_t *c = emuq_mmio_control(m, node);
    control_lost_t lost = {0};
    /* Before errors are polled: another process then reports errors of the lost rank. */
    bool is_lost = control_find_lost(m, c, &lost);
    for (uint32_t g = 0; g < BGQ_MU_NUM_FIFO_GROUPS; g++)
        if (control_claim(&m->node[node].raised[g], &c->raised[g]))
            control_pass_interrupt(m, node, g);
    for (uint32_t r = 0; r < BGQ_MU_NUM_GI_CLASSES; r++)
        if (control_claim(&m->node[node].gi_raised[r], &c->gi_raised[r]))
            control_pass_gi_interrupt(m, node, r);
    emuq_mmio_poll_errors(m, node);
    if (is_lost)
        control_report_lost(m, lost);
}

static void control_poll_events(emuq_machine_t *m)
{
    emuq_mmio_member_t *self = &m->member[emuq_my_member];
    uint32_t first = self->node != UINT32_MAX ? self->node : 0,
             count = self->node != UINT32_MAX ? 1 : m->nodes;
    /* Acquire: pairs with the release in mmio_notify(). */
    if (emuq_flag_exchange(&self->is_notified, false))
        emuq_mmio_kernel.notified(emuq_mmio_kernel.context);
    for (uint32_t i = first; i < first + count; i++)
        control_poll_node(m, i);
}

/* @return false: the file is unusable */
static bool control_drain_events(int fd)
{
    char events[512]; /* reads many events at once */
    return read(fd, events, sizeof(events)) > 0 || errno == EAGAIN || errno == EINTR;
}

/* Many drivers mask the interrupt until 1 is written; the rest reject the write. @return false: unusable */
static bool control_drain_uio(int fd)
{
    uint32_t events, on = 1;
    bool open = read(fd, &events, sizeof(events)) > 0 || errno == EAGAIN || errno == EINTR;
    return open && (write(fd, &on, sizeof(on)) > 0 || errno == ENOSYS || errno == EIO);
}

static void *control_listener(void *argument)
{
    emuq_machine_t *m = argument;
    bool is_uio = listener.uio >= 0;
    struct pollfd p[3] = {{.fd = listener.stop[0], .events = POLLIN}, {.events = POLLIN}, {.events = 0}};
    emuq_connect_fds(&p[1].fd, &p[2].fd);
    if (is_uio)
        p[1].fd = listener.uio;
    int wait_ms = m->location.kind == EMUQ_MMIO_SOCKET ? -1 : POLL_MS;
    for (;;) {
        if (poll(p, 3, wait_ms) < 0 && errno != EINTR)
            return NULL;
        if (p[0].revents != 0)
            break;
        if (p[1].revents != 0 && !(is_uio ? control_drain_uio : control_drain_events)(p[1].fd))
            p[1].fd = -1; /* fall back to polling */
        control_poll_events(m);
        if ((p[2].revents & (POLLHUP | POLLERR)) != 0) {
            control_set_lost(m, "has ended");
            p[2].fd = -1;
        }
        emuq_mmio_report_lost(m);
    }
    emuq_mmio_report_lost(m);
    return NULL;
}

static void control_close_all(void)
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
    listener.uio = emuq_mmio_open_uio(&m->location);
    int rc = emuq_internal_thread(&listener.thread, control_listener, m);
    listener.runs = rc == 0;
    if (rc == 0)
        return 0;
    control_close_all();
    return -rc;
}

void emuq_mmio_stop_listening(void)
{
    if (!listener.runs)
        return;
    if (write(listener.stop[1], "", 1) == 1)
        pthread_join(listener.thread, NULL);
    control_close_all();
    listener.runs = false;
}
