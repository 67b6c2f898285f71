/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps of the watchdogs, and registers of links and router. */
#include "apenet/card/monitor.h"

#include <string.h>

#include "apenet/card/packets.h"
#include "apenet/net/network.h"
#include "base/text.h"

#define NS_OF_MS  UINT64_C(1000000)
#define CHECK_NS  (1000 * NS_OF_MS) /* a changed period is noticed after this time */
#define EARLY     8u                /* steps may be early by this part of a period: cards get the same time */
#define FAILED_IN 3u                /* periods since the last step */
#define ORDER     0x3fu             /* bits of ROUTE_ORDER */

static void monitor_set(apenet_device_t *d, unsigned n, uint32_t value)
{
    AO_int_store_release(&d->reg[n], value);
}

static uint32_t monitor_load(const apenet_device_t *d, unsigned n)
{
    return AO_int_load_acquire(&d->reg[n]);
}

/* Raises the interrupt of changed health and wakes waiters, unless a thread holds the card lock: it may be
 * stopped. A later call raises it. */
static void monitor_raise(apenet_device_t *d)
{
    if (!emuq_flag_load(&d->monitor.has_change) || !apenet_card_try_lock(d))
        return;
    if (emuq_flag_exchange(&d->monitor.has_change, false)) {
        apenet_interrupt_raise(d, APENET_IRQ_HEALTH);
        emuq_event_notify_light(&d->wakeup, EMUQ_EVENT_ALL);
    }
    emuq_light_unlock(&d->lock);
}

/* ---- a step; the caller holds the claim of the node ---- */

static uint32_t monitor_links_up(const apenet_health_t *h, const apenet_network_port_t *port)
{
    uint32_t up = 0;
    for (unsigned p = 0; p < APENET_PORTS; p++) {
        bool is_lost = apenet_get(&h->word[p], APENET_HEALTH_CARD) == APENET_HEALTH_FAILED;
        up |= (uint32_t)(port[p].exists && port[p].state != APENET_LINK_DOWN && !is_lost) << p;
    }
    return up;
}

static void monitor_show_links(apenet_device_t *d, uint32_t up)
{
    uint32_t now, next;
    do {
        next = now = monitor_load(d, APENET_REG_CARD_STATUS);
        apenet_set(&next, APENET_CARD_STATUS_LINKS, up);
    } while (!AO_int_compare_and_swap_full(&d->reg[APENET_REG_CARD_STATUS], now, next));
}

static void monitor_show_counters(apenet_device_t *d, const apenet_network_port_t *port)
{
    uint32_t count[APENET_PORT_REGISTERS];
    _Static_assert(sizeof count == sizeof port->counters, "counters are in the order of the registers");
    for (unsigned p = 0; p < APENET_PORTS; p++) {
        memcpy(count, &port[p].counters, sizeof count);
        for (unsigned i = 0; i < APENET_PORT_REGISTERS; i++)
            monitor_set(d, APENET_REG_COUNTERS + APENET_PORT_REGISTERS * p + i, count[i]);
    }
}

static void monitor_show_health(apenet_device_t *d, uint32_t changes)
{
    const apenet_health_t *h = &d->monitor.health;
    uint32_t shown = monitor_load(d, APENET_REG_HEALTH); /* card failed: after monitor_fail() */
    bool has_change = changes != 0 || apenet_get(&shown, APENET_HEALTH_CARD) == APENET_HEALTH_FAILED;
    monitor_set(d, APENET_REG_HEALTH, h->word[APENET_HEALTH_OWN]);
    for (unsigned p = 0; p < APENET_PORTS; p++)
        monitor_set(d, APENET_REG_HEALTH_PORT + p, h->word[p]);
    if (has_change)
        emuq_flag_store(&d->monitor.has_change, true);
}

static void monitor_step(apenet_device_t *d, uint64_t now_ns, uint32_t period_ms)
{
    struct apenet_network *n = d->machine->network;
    apenet_health_t *h = &d->monitor.health;
    apenet_network_port_t port[APENET_PORTS];
    apenet_health_input_t in = {
        .now_ms = now_ns / NS_OF_MS, .period_ms = period_ms, .host_wd = monitor_load(d, APENET_REG_HOST_WD)};
    apenet_network_ports(n, d->number, port);
    for (unsigned p = 0; p < APENET_PORTS; p++)
        in.port[p] = (apenet_health_port_t){port[p].exists, port[p].state,
                                            port[p].counters.words_received_low, port[p].health};
    monitor_set(d, APENET_REG_CARD_WD, monitor_load(d, APENET_REG_CARD_WD) + 1);
    monitor_show_health(d, apenet_health_step(h, &in));
    monitor_show_links(d, monitor_links_up(h, port));
    monitor_show_counters(d, port);
    apenet_network_set_health(n, d->number, h->word[APENET_HEALTH_OWN]);
}

/* ---- steps of all cards ---- */

/* The card has made no step for too long: its host reports that in its place. */
static void monitor_fail(apenet_device_t *d)
{
    uint32_t now, next;
    do {
        next = now = monitor_load(d, APENET_REG_HEALTH);
        apenet_set(&next, APENET_HEALTH_CARD, APENET_HEALTH_FAILED);
        if (next == now || apenet_get(&now, APENET_HEALTH_VALID) == 0)
            return;
    } while (!AO_int_compare_and_swap_full(&d->reg[APENET_REG_HEALTH], now, next));
    emuq_flag_store(&d->monitor.has_change, true);
}

/* The node is stopped: card failed, all links down. */
static void monitor_stop(apenet_device_t *d)
{
    uint32_t now, next, down = 0;
    apenet_network_port_t port[APENET_PORTS];
    apenet_network_ports(d->machine->network, d->number, port);
    for (unsigned p = 0; p < APENET_PORTS; p++)
        down |= port[p].exists ? (uint32_t)APENET_LINK_DOWN << 2 * p : 0;
    monitor_show_links(d, 0);
    do {
        next = now = monitor_load(d, APENET_REG_HEALTH);
        apenet_set(&next, APENET_HEALTH_CARD, APENET_HEALTH_FAILED);
        apenet_set(&next, APENET_HEALTH_LINKS, apenet_get(&next, APENET_HEALTH_LINKS) | down);
        if (next == now || apenet_get(&now, APENET_HEALTH_VALID) == 0)
            return;
    } while (!AO_int_compare_and_swap_full(&d->reg[APENET_REG_HEALTH], now, next));
    emuq_flag_store(&d->monitor.has_change, true);
}

/* Executes the step of a card if it is due. @param has_claimed set if the network must run @return time of
 * the next call, ns */
static uint64_t monitor_run_card(apenet_device_t *d, uint64_t now_ns, bool *has_claimed)
{
    uint32_t period_ms = monitor_load(d, APENET_REG_WD_PERIOD_MS);
    uint64_t period = period_ms != 0 ? period_ms * NS_OF_MS : CHECK_NS, last = AO_load(&d->monitor.stepped);
    if (last != 0 && now_ns + period / EARLY < last + period)
        return last + period;
    if (!apenet_network_claim(d->machine->network, d->number)) {
        if (last != 0 && now_ns > last + FAILED_IN * period)
            monitor_fail(d);
        return now_ns + period / EARLY;
    }
    /* Stores hold the claim: a second thread may have executed the step. */
    if (AO_load(&d->monitor.stepped) == last) {
        AO_store(&d->monitor.stepped, now_ns);
        monitor_step(d, now_ns, period_ms);
    }
    apenet_network_release(d->machine->network, d->number);
    *has_claimed = true;
    return now_ns + period;
}

uint64_t apenet_monitor_run(apenet_machine_t *m, uint64_t now_ns)
{
    uint64_t next = now_ns + CHECK_NS;
    bool has_claimed = false;
    emuq_critical_begin();
    apenet_repair(m);
    for (uint32_t i = 0; i < m->devices; i++) {
        if (apenet_is_remote(m, i))
            continue;
        uint64_t due = next;
        if ((apenet_network_down(m->network, i) & APENET_NETWORK_STOPPED) != 0)
            monitor_stop(&m->device[i]);
        else
            due = monitor_run_card(&m->device[i], now_ns, &has_claimed);
        next = due < next ? due : next;
        monitor_raise(&m->device[i]);
    }
    if (has_claimed)
        apenet_run_network(m);
    emuq_critical_end();
    return next;
}

/* ---- stores ---- */

static void monitor_report(const apenet_device_t *d, const char *what, uint32_t value, const char *why)
{
    emuq_log("APEnet+ card (%u,%u,%u): %s stays unchanged, not set to 0x%x: %s", d->address.x, d->address.y,
             d->address.z, what, value, why);
}

static bool monitor_has_gets(const apenet_machine_t *m)
{
    bool has_gets = false;
    for (uint32_t i = 0; i < m->devices && !has_gets; i++) {
        apenet_device_t *d = &m->device[i];
        apenet_card_lock(d);
        has_gets = d->get.is_open;
        emuq_light_unlock(&d->lock);
    }
    return has_gets;
}

static void monitor_store_order(apenet_device_t *d, uint32_t value)
{
    bool is_permutation;
    value &= ORDER;
    if (monitor_has_gets(d->machine) ||
        apenet_network_set_order(d->machine->network, d->number, value, &is_permutation) != 0) {
        monitor_report(d, "ROUTE_ORDER", value, "packets are in the network; wait until all have arrived");
        return;
    }
    monitor_set(d, APENET_REG_ROUTE_ORDER, value);
    if (is_permutation)
        AO_int_and_full(&d->reg[APENET_REG_CARD_STATUS], ~(unsigned)APENET_CARD_STATUS_ROUTE_ORDER);
    else
        AO_int_or_full(&d->reg[APENET_REG_CARD_STATUS], APENET_CARD_STATUS_ROUTE_ORDER);
    apenet_run_network(d->machine);
}

static void monitor_store_period(apenet_device_t *d, uint32_t value)
{
    if (d->machine->period_ms == 0) {
        monitor_report(d, "WD_PERIOD_MS", value, "the job has no watchdogs; set EMUQ_APENET_WATCHDOG");
        return;
    }
    if (value > APENET_PERIOD_MOST) {
        monitor_report(d, "WD_PERIOD_MS", value, "the longest period is 60000 ms");
        return;
    }
    monitor_set(d, APENET_REG_WD_PERIOD_MS, value);
}

void apenet_monitor_store(apenet_device_t *d, unsigned n, uint32_t value)
{
    if (n == APENET_REG_ROUTE_ORDER)
        monitor_store_order(d, value);
    else if (n == APENET_REG_WD_PERIOD_MS)
        monitor_store_period(d, value);
    else if (n == APENET_REG_HOST_WD)
        monitor_set(d, n, value);
}

void apenet_monitor_make(apenet_machine_t *m, uint32_t period_ms)
{
    m->period_ms = period_ms;
    m->has_service |= period_ms != 0;
    for (uint32_t i = 0; i < m->devices; i++) {
        apenet_device_t *d = &m->device[i];
        apenet_network_port_t port[APENET_PORTS];
        apenet_network_ports(m->network, i, port);
        monitor_show_links(d, monitor_links_up(&d->monitor.health, port));
        monitor_set(d, APENET_REG_ROUTE_ORDER, APENET_ROUTE_ORDER_RESET);
        monitor_set(d, APENET_REG_WD_PERIOD_MS, period_ms);
    }
}
