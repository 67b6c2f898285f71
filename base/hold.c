/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/hold.h"

#include <signal.h>
#include <stddef.h>

#include "base/futex.h"

__thread unsigned emuq_holds __attribute__((tls_model("initial-exec")));
unsigned emuq_stops;

void emuq_hold_stop(void)
{
    if (__atomic_load_n(&emuq_holds, __ATOMIC_RELAXED) != 0)
        return;
    unsigned stops;
    while ((stops = __atomic_load_n(&emuq_stops, __ATOMIC_ACQUIRE)) != 0)
        emuq_futex_wait(&emuq_stops, stops, EMUQ_FUTEX_FOREVER);
}

void emuq_hold_stop_late(void)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (sigismember(&before, (int)__atomic_load_n(&emuq_stops, __ATOMIC_ACQUIRE)) != 1)
        emuq_hold_stop();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
