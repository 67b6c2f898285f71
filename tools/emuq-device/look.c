/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The thread that plays the hardware: it looks at every register that programs may have stored to, for as
 * long as something happens and a little longer; then it lets others run between two looks; then it sleeps,
 * and programs that wait for it ring the bell.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "backends/emulator/device.h"
#include "base/lock.h"
#include "tools/emuq-device/device.h"

#define SPIN_NS      100000  /* after something has happened */
#define YIELD_NS     1000000 /* the same, with yields */
#define SLEEP_MIN_NS 1000000
#define SLEEP_MAX_NS 4000000

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static bool look_at_all(emuq_device_t *d)
{
    bool found = false;
    for (uint32_t i = 0; i < d->nodes; i++) {
        found |= emuq_command(d, i);
        if (atomic_load(&d->stop))
            return true; /* a command can end everything */
        found |= emuq_emulator_look(d->machine, i);
        emuq_event_errors(d, i);
    }
    return found;
}

static void futex(const uint32_t *word, int operation, uint32_t value, const struct timespec *limit)
{
    syscall(SYS_futex, word, operation, value, limit, NULL, 0);
}

void emuq_look_wake(emuq_device_t *d)
{
    emuq_device_info_t *info = emuq_region_info(&d->region[0]);
    __atomic_fetch_add(&info->bell, 1, __ATOMIC_SEQ_CST);
    futex(&info->bell, FUTEX_WAKE, INT_MAX, NULL);
}

/* Sleeps until the bell is rung. Whoever rings stores first and then looks at `asleep`; we do it the other
 * way round. @return whether there was something to do instead. */
static bool sleep_on_bell(emuq_device_t *d, uint64_t ns)
{
    emuq_device_info_t *info = emuq_region_info(&d->region[0]);
    struct timespec limit = {0, (long)ns};
    if (!(d->region[0].layout.features & EMUQ_DEVICE_HAS_BELL)) {
        nanosleep(&limit, NULL);
        return false;
    }
    uint32_t bell = __atomic_load_n(&info->bell, __ATOMIC_SEQ_CST);
    __atomic_exchange_n(&info->asleep, 1, __ATOMIC_SEQ_CST); /* nothing below is looked at before */
    bool found = look_at_all(d);
    if (!found && !atomic_load(&d->stop))
        futex(&info->bell, FUTEX_WAIT, bell, &limit);
    __atomic_store_n(&info->asleep, 0, __ATOMIC_SEQ_CST);
    return found;
}

void *emuq_look(void *device)
{
    emuq_device_t *d = device;
    uint64_t last = now_ns(), sleep_ns = SLEEP_MIN_NS;
    while (!atomic_load(&d->stop)) {
        if (look_at_all(d)) {
            last = now_ns();
            sleep_ns = SLEEP_MIN_NS;
            continue;
        }
        uint64_t idle = now_ns() - last;
        if (idle < SPIN_NS) {
            emuq_pause();
        } else if (idle < YIELD_NS) {
            sched_yield();
        } else if (sleep_on_bell(d, sleep_ns)) {
            last = now_ns();
            sleep_ns = SLEEP_MIN_NS;
        } else if (sleep_ns < SLEEP_MAX_NS) {
            sleep_ns *= 2;
        }
    }
    return NULL;
}
