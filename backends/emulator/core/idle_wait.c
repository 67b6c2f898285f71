/* SPDX-License-Identifier: BSD-3-Clause */
/* Unsuccessful polls: count, then yield, then sleep where threads share cores.
 *
 * The thread announces itself on the node's event count in one call of the hook, and sleeps in a later call
 * for the same register and value. Earlier changes are seen by the polls in between; later changes advance
 * the event count.
 *
 * Messages notify lightly (event_count.h): without the heavy fence, which interrupts all cores, a wake-up can
 * be missed. Sleeps up to EMUQ_BACKOFF_LONG_NS do without; longer sleeps follow a fence, if the kernel
 * supports fences. Plain stores wake no sleeper; their latency is the limit of a sleep. */
#define _GNU_SOURCE
#include "backends/emulator/core/machine.h"

#include <errno.h>
#include <time.h>

#include "backends/emulator/collective/tree.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/trace/record.h"
#include "base/host_calls.h"

#define ANNOUNCED_EXACT (UINT64_C(1) << 32) /* bit of a ticket: no wake-up can be lost */
#define TAG_SHIFT       33                  /* hash of the event count in such a ticket */

static __thread struct {
    const volatile uint64_t *reg;
    uint64_t seen;
    emuq_backoff_t backoff; /* polls of this register with this value */
    uint64_t given_up;      /* polls that yielded or slept */
    uint64_t last_ns;       /* end of the last such poll */
    uint64_t cpu_ns;        /* CPU time at that poll, if announced */
    uint32_t warm;          /* sleeps since the last ignored long pause */
    uint64_t helped_ns;     /* time of the last scan */
    bool moved;             /* the thread has worked since its last wait */
    bool slept;             /* the last emuq_idle_sleep() timed out */
    bool announced;         /* the thread is a sleeper on event */
    bool exact;             /* no wake-up can be lost */
    emuq_ticket_t ticket;
    emuq_event_count_t *event;
} spinner;

static emuq_fence_t fence; /* constant after attach */

void emuq_idle_open(const emuq_machine_t *m)
{
    fence = emuq_fence_open(m->is_shared);
}

/* The thread that changes a route notifies the old event count; sleepers reload the slot after their
 * announcement. */
static emuq_event_count_t *idle_event_of(emuq_mu_node_t *n, const volatile uint64_t *reg)
{
    uint64_t in_page = ((uintptr_t)reg - (uintptr_t)n->registers) % BGQ_MU_SUBGROUP_SIZE;
    if (in_page < EMUQ_REG_GI_CONTROL)
        return &n->event;
    uint32_t route = (uint32_t)(in_page - EMUQ_REG_GI_CONTROL) / 8 % EMUQ_ROUTES;
    /* Acquire: pairs with the release in tree_publish(). Trees are never freed. */
    emuq_tree_t *t = emuq_pointer_load_acquire(emuq_tree_slot(n, route, true));
    return t != NULL ? &t->gi_event : &n->gi_event;
}

/* Announces a sleeper, before any fence. GI changes notify nodes only while the flag is set. Release: pairs
 * with the acquire in gi.c. */
static emuq_ticket_t idle_prepare_on(emuq_machine_t *m, const emuq_mu_node_t *n, emuq_event_count_t *event)
{
    emuq_ticket_t ticket = emuq_event_prepare(event);
    if (event == &n->event)
        AO_int_or_full(&m->levels_watched, EMUQ_WATCHED_ASLEEP);
    return ticket;
}

/* Another thread serves remote hosts during the sleep. */
static int idle_sleep_until(emuq_event_count_t *event, emuq_ticket_t ticket, uint64_t ns)
{
    emuq_release_engine();
    return emuq_event_wait(event, ticket, ns);
}

/* One step towards a sleep: announce, or fence before a long sleep, or sleep. */
static void idle_sleep_on(emuq_machine_t *m, emuq_mu_node_t *n, const volatile uint64_t *reg, uint64_t seen,
                          uint64_t now)
{
    emuq_backoff_t *b = &spinner.backoff;
    emuq_event_count_t *event = idle_event_of(n, reg);
    if (!spinner.announced || event != spinner.event) {
        spinner.event = event;
        spinner.ticket = idle_prepare_on(m, n, event);
        spinner.announced = true;
        spinner.exact = false;
        return;
    }
    if (AO_load_acquire(reg) != seen)
        return;
    if (b->sleep_ns > EMUQ_BACKOFF_LONG_NS && !spinner.exact) {
        spinner.exact = emuq_fence_heavy(fence);
        if (spinner.exact)
            return;
        b->sleep_ns = EMUQ_BACKOFF_LONG_NS;
    }
    emuq_core_yield_begin(emuq_core_here(m->core_use), now);
    bool timed_out = idle_sleep_until(event, spinner.ticket, b->sleep_ns) == -ETIMEDOUT;
    emuq_backoff_slept(b, &m->wait, timed_out);
    spinner.announced = timed_out; /* after a wake-up, the awaited change may have occurred */
}

/* Scans the node as an engine would. Repeated sleepers scan seldom: scans cost cache misses. */
static void idle_help(emuq_mu_node_t *n, uint64_t now, uint64_t interval)
{
    if (now - spinner.helped_ns < interval)
        return;
    spinner.helped_ns = now;
    (void)emuq_serve_node(n);
    emuq_report_deferred();
}

/* @param left polls before the first yield; 0: the spin limit */
static void idle_begin(const emuq_machine_t *m, uint32_t left)
{
    emuq_backoff_begin(&spinner.backoff, &m->wait);
    if (left != 0)
        spinner.backoff.polls = spinner.backoff.spins - left;
    spinner.announced = false;
}

static uint64_t idle_cpu_ns(void)
{
    struct timespec t;
    emuq_host_clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
}

/* Whether the thread has worked since its last poll. Between sleeps, time without a core does not count. */
static bool idle_has_worked(void)
{
    if (!spinner.announced)
        return true;
    if (idle_cpu_ns() - spinner.cpu_ns <= EMUQ_BACKOFF_WAKE_NS)
        return false;
    if (spinner.warm < EMUQ_BACKOFF_REPEATS)
        return true;
    spinner.warm = 0; /* the caches may have been cold */
    return false;
}

static __attribute__((noinline)) void idle_wait_longer(emuq_machine_t *m, uint64_t offset,
                                                       const volatile uint64_t *reg, uint64_t seen)
{
    emuq_mu_node_t *n = &m->node[offset / EMUQ_REGISTER_FILE_BYTES];
    emuq_backoff_t *b = &spinner.backoff;
    uint64_t now = emuq_host_now_ns();
    spinner.given_up++;
    if (spinner.moved && AO_int_load(&n->sleeping) != 0) /* may wait for a plain store of this thread */
        emuq_event_notify(&n->event, EMUQ_EVENT_ALL);
    spinner.moved = false;
    if (now - spinner.last_ns > EMUQ_BACKOFF_WAKE_NS && (b->yields > 0 || spinner.announced) &&
        idle_has_worked()) {
        idle_begin(m, EMUQ_BACKOFF_REPEATS);
        spinner.last_ns = now;
    } else if (emuq_backoff_step(b, &m->wait, m->core_use, now) == EMUQ_STEP_SLEEP) {
        idle_help(n, now, spinner.announced ? emuq_backoff_scan_ns(m->share) : EMUQ_BACKOFF_LONG_NS);
        idle_sleep_on(m, n, reg, seen, now);
        spinner.warm++;
        spinner.last_ns = emuq_host_now_ns();
        spinner.cpu_ns = idle_cpu_ns();
    } else {
        /* Yield first: the awaited work may need this core. */
        idle_help(n, now, b->yields == 1 ? 0 : EMUQ_BACKOFF_LONG_NS);
        spinner.last_ns = emuq_backoff_yield(b, &m->wait, m->core_use, now);
    }
    emuq_member_t *member = &m->member[emuq_my_member + emuq_my_rank_thread];
    AO_store(&member->polled, offset + 1);
    AO_store(&member->polled_ns, spinner.last_ns);
}

int emuq_idle_poll_hosts(void)
{
    return emuq_the_kernel.hosts.progress(emuq_the_kernel.context, EMUQ_HOSTS_POLL);
}

void emuq_idle(const volatile uint64_t *reg, uint64_t seen)
{
    emuq_machine_t *m = emuq_the_machine;
    uint64_t offset = (uintptr_t)reg - m->base;
    if (offset >= m->bytes || m->wait.spins_max == EMUQ_BACKOFF_NEVER)
        return;
    if (spinner.reg != reg || spinner.seen != seen) {
        spinner.reg = reg;
        spinner.seen = seen;
        spinner.moved = true;
        idle_begin(m, 0);
    }
    if (!emuq_backoff_spins(&spinner.backoff))
        idle_wait_longer(m, offset, reg, seen);
    else if (spinner.backoff.polls > EMUQ_BACKOFF_SPINS)
        emuq_pause();
}

void emuq_idle_serving(const volatile uint64_t *reg, uint64_t seen)
{
    (void)emuq_idle_poll_hosts();
    emuq_idle(reg, seen);
}

void emuq_idle_recorded(const volatile uint64_t *reg, uint64_t seen)
{
    emuq_record_ring_t *ring = emuq_record_ring();
    uint64_t given_up = spinner.given_up;
    emuq_record_poll_of(ring, reg);
    (emuq_the_kernel.hosts.progress != NULL ? emuq_idle_serving : emuq_idle)(reg, seen);
    /* Reading the clock costs as much as a poll: only after polls that gave up the core, and every eighth. */
    if (ring != NULL && (++ring->polls % 8 == 0 || spinner.given_up != given_up))
        ring->waiting.position = emuq_record_clock();
}

void emuq_idle_wake(const volatile uint64_t *reg)
{
    emuq_mu_node_t *n = emuq_node_of(reg);
    if (n == NULL)
        return;
    emuq_event_notify(&n->event, EMUQ_EVENT_ALL);
    emuq_event_notify(&n->gi_event, EMUQ_EVENT_ALL);
    for (uint32_t r = 0; r < EMUQ_ROUTES; r++) {
        emuq_tree_t *t = emuq_pointer_load_acquire(emuq_tree_slot(n, r, true));
        if (t != NULL)
            emuq_event_notify(&t->gi_event, EMUQ_EVENT_ALL);
    }
}

static uint64_t idle_ticket_tag(const emuq_event_count_t *event)
{
    return (uintptr_t)event / sizeof *event << TAG_SHIFT;
}

uint64_t emuq_idle_prepare_at(const volatile uint64_t *reg)
{
    emuq_mu_node_t *n = emuq_node_of(reg);
    if (n == NULL)
        return 0;
    emuq_event_count_t *event = idle_event_of(n, reg);
    emuq_ticket_t ticket = idle_prepare_on(n->machine, n, event);
    bool exact = spinner.slept && emuq_fence_heavy(fence); /* most first sleeps are short */
    return ticket | (exact ? ANNOUNCED_EXACT : 0) | idle_ticket_tag(event);
}

void emuq_idle_sleep(const volatile uint64_t *reg, uint64_t ticket, uint64_t ns)
{
    emuq_mu_node_t *n = emuq_node_of(reg);
    if (n == NULL)
        return;
    spinner.given_up++;
    idle_help(n, emuq_host_now_ns(), emuq_backoff_scan_ns(n->machine->share));
    if (!(ticket & ANNOUNCED_EXACT) && ns > EMUQ_BACKOFF_LONG_NS)
        ns = EMUQ_BACKOFF_LONG_NS;
    emuq_event_count_t *event = idle_event_of(n, reg);
    if (idle_ticket_tag(event) == ticket >> TAG_SHIFT << TAG_SHIFT) /* otherwise the route has changed */
        spinner.slept = idle_sleep_until(event, (emuq_ticket_t)ticket, ns) == -ETIMEDOUT;
}

void emuq_idle_sleep_recorded(const volatile uint64_t *reg, uint64_t ticket, uint64_t ns)
{
    emuq_record_poll(reg);
    emuq_idle_sleep(reg, ticket, ns);
    emuq_record_polled();
}

uint64_t emuq_idle_polls(emuq_machine_t *m)
{
    (void)m;
    return spinner.given_up;
}

/* Called from signal handlers: no idle_help(), as the interrupted code may hold a claim; no fence, as the
 * sleeps are short. */
uint64_t emuq_idle_prepare(emuq_machine_t *m, uint32_t node)
{
    return idle_prepare_on(m, &m->node[node], &m->node[node].event);
}

bool emuq_idle_await(emuq_machine_t *m, uint32_t node, uint64_t ticket, uint64_t ns)
{
    emuq_mu_node_t *n = &m->node[node];
    (void)AO_int_fetch_and_add1(&n->sleeping);
    bool arrived = idle_sleep_until(&n->event, (emuq_ticket_t)ticket, ns) != -ETIMEDOUT;
    (void)AO_int_fetch_and_sub1(&n->sleeping);
    return arrived;
}
