/* SPDX-License-Identifier: BSD-3-Clause */
/* The host's part of LO|FA|MO (apenet 8.6): a thread of each Linux process increments HOST_WD of its nodes
 * and executes the steps of all cards that are due; waits for HEALTH events read the health registers. */
#include <errno.h>
#include <string.h>
#include <sys/prctl.h>

#include "apenet/card/monitor.h"
#include "apenet/driver/driver.h"
#include "apenet/net/network.h"
#include "base/text.h"
#include "kernel-shim/partition/partition.h"

/* Guarded by `lock` while no thread runs; then constant, except `stop`. */
static struct {
    pthread_mutex_t lock;
    bool is_running;
    apenet_machine_t *machine;
    apenet_host_t *host; /* [hosts] nodes with processes in this Linux process */
    uint32_t hosts;
    unsigned stop; /* atomic, futex: 1: the thread returns */
} watchdog = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void watchdog_move_hosts(void)
{
    for (uint32_t i = 0; i < watchdog.hosts; i++) {
        apenet_host_t *h = &watchdog.host[i];
        if (emuq_flag_load(&h->is_watched))
            apenet_reg_store(h->device->reg, APENET_REG_HOST_WD,
                             apenet_reg_load(h->device->reg, APENET_REG_HOST_WD) + 1);
    }
}

static void *watchdog_main(void *nothing)
{
    prctl(PR_SET_NAME, "emuq-watchdog");
    /* Relaxed: the thread is joined. */
    while (AO_int_load(&watchdog.stop) == 0) {
        watchdog_move_hosts();
        uint64_t next = apenet_monitor_run(watchdog.machine, emuq_host_now_ns()), now = emuq_host_now_ns();
        if (next > now)
            (void)emuq_futex_wait(&watchdog.stop, 0, next - now);
    }
    return nothing;
}

/* Called before the partition is detached. */
static void watchdog_stop(void)
{
    emuq_futex_store_wake(&watchdog.stop, 1);
    emuq_host_mutex_lock(&watchdog.lock);
    watchdog.is_running = false;
    emuq_host_mutex_unlock(&watchdog.lock);
}

void apenet_watchdog_open(apenet_card_t *card)
{
    apenet_host_t *h = card->host;
    apenet_machine_t *m = h->device->machine;
    int rc = 0;
    if (m->period_ms == 0)
        return;
    emuq_flag_store(&h->is_watched, true);
    emuq_host_mutex_lock(&watchdog.lock);
    if (!watchdog.is_running) {
        watchdog.machine = m;
        watchdog.host = m->is_shared ? h : h->all;
        watchdog.hosts = m->is_shared ? 1 : m->devices;
        AO_int_store(&watchdog.stop, 0);
        rc = emuq_component_thread(watchdog_main, NULL, watchdog_stop);
        watchdog.is_running = rc == 0;
    }
    emuq_host_mutex_unlock(&watchdog.lock);
    if (rc != 0)
        emuq_log(
            "no watchdog thread for the APEnet+ card of node %u: %s; its neighbours cannot notice that this "
            "process stops",
            h->device->number, strerror(-rc));
}

void apenet_find_deaths(void)
{
    /* At once: the cards of live processes run the ring of a dead one, whose sources are gone. */
    emuq_partition_find_deaths(apenet_partition(), 0);
}

/* ---- HEALTH events ---- */

static unsigned health_register(unsigned i)
{
    return i == APENET_HEALTH_OWN ? APENET_REG_HEALTH : APENET_REG_HEALTH_PORT + i;
}

static int health_status(uint32_t word)
{
    if (apenet_get(&word, APENET_HEALTH_CARD) == APENET_HEALTH_FAILED)
        return -ENETDOWN;
    return apenet_get(&word, APENET_HEALTH_HOST) == APENET_HEALTH_FAILED ? -EHOSTDOWN : 0;
}

static apenet_address_t health_node(const apenet_device_t *d, unsigned i)
{
    const apenet_machine_t *m = d->machine;
    return i == APENET_HEALTH_OWN ? d->address
                                  : m->device[apenet_network_next(m->network, d->number, i)].address;
}

/* Takes a change that the process has not reported. Each register is compared with the last word: no state is
 * lost, and none accumulates. */
static bool health_take(apenet_card_t *card, apenet_event_t *out)
{
    const apenet_device_t *d = card->host->device;
    uint32_t word = 0;
    unsigned i = 0;
    apenet_client_lock(card);
    for (; i < APENET_HEALTH_WORDS; i++) {
        word = apenet_reg_load(d->reg, health_register(i));
        if (apenet_health_is_change(card->health[i], word))
            break;
    }
    if (i < APENET_HEALTH_WORDS)
        card->health[i] = word;
    emuq_light_unlock(&card->lock);
    if (i == APENET_HEALTH_WORDS)
        return false;
    memset(out, 0, sizeof *out);
    out->kind = APENET_EVENT_HEALTH;
    out->status = health_status(word);
    out->peer = health_node(d, i);
    out->tag = word;
    out->context = i;
    return true;
}

bool apenet_serve(apenet_card_t *card, uint32_t kinds, apenet_event_t *out)
{
    apenet_pass_time(card->host);
    return (kinds & APENET_KIND(APENET_EVENT_HEALTH)) != 0 && health_take(card, out);
}
