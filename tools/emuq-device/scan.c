/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The thread that plays the hardware: it scans every register that programs may have stored to, for as
 * long as something happens and a little longer; then it yields between two scans; then it sleeps,
 * and programs that wait for it ring the bell.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <time.h>

#include "backends/backend.h"
#include "base/clock.h"
#include "base/lock.h"
#include "tools/emuq-device/device.h"

#define SPIN_NS      100000  /* after something has happened */
#define YIELD_NS     1000000 /* the same, with yields */
#define SLEEP_MIN_NS 1000000
#define SLEEP_MAX_NS 4000000

static bool scan_all(emuq_device_t *d)
{
    bool found = false;
    for (uint32_t i = 0; i < d->nodes; i++) {
        found |= emuq_command(d, i);
        if (__atomic_load_n(&d->stop, __ATOMIC_ACQUIRE))
            return true; /* a command can end everything */
        found |= emuq_emulator_poll(d->machine, i);
        emuq_event_errors(d, i);
    }
    return found;
}

void emuq_scan_wake(emuq_device_t *d)
{
    emuq_event_notify(&emuq_region_info(&d->region[0])->bell, EMUQ_EVENT_ALL);
}

/* Sleeps until the bell is rung (device.h). @return whether there was something to do instead. */
static bool sleep_on_bell(emuq_device_t *d, uint64_t ns)
{
    emuq_event_count_t *bell = &emuq_region_info(&d->region[0])->bell;
    if (!(d->region[0].layout.features & EMUQ_DEVICE_HAS_BELL)) {
        nanosleep(&(struct timespec){0, (long)ns}, NULL);
        return false;
    }
    emuq_ticket_t ticket = emuq_event_prepare(bell);
    bool found = scan_all(d);
    if (!found && !__atomic_load_n(&d->stop, __ATOMIC_ACQUIRE))
        emuq_event_wait(bell, ticket, ns);
    return found;
}

void *emuq_scan_thread(void *device)
{
    emuq_device_t *d = device;
    uint64_t last = emuq_now_ns(), sleep_ns = SLEEP_MIN_NS;
    while (!__atomic_load_n(&d->stop, __ATOMIC_ACQUIRE)) {
        if (scan_all(d)) {
            last = emuq_now_ns();
            sleep_ns = SLEEP_MIN_NS;
            continue;
        }
        uint64_t idle = emuq_now_ns() - last;
        if (idle < SPIN_NS) {
            emuq_pause();
        } else if (idle < YIELD_NS) {
            sched_yield();
        } else if (sleep_on_bell(d, sleep_ns)) {
            last = emuq_now_ns();
            sleep_ns = SLEEP_MIN_NS;
        } else if (sleep_ns < SLEEP_MAX_NS) {
            sleep_ns *= 2;
        }
    }
    return NULL;
}
