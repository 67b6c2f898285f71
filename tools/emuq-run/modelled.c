/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/modelled.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/host_calls.h"
#include "base/process.h"
#include "tools/emuq-run/say.h"

#define PERIOD_NS    EMUQ_NS_PER_S
#define TICKS_PER_US 8000. /* of 125 ps */
#define PATH_BYTES   32

int emuq_modelled_open(emuq_modelled_t *m, bool watch, bool stops)
{
    char path[PATH_BYTES];
    *m = (emuq_modelled_t){.file = memfd_create("emuq-progress", 0), .begun_ns = emuq_now_ns()};
    int rc = m->file < 0 ? -errno : emuq_file_resize(m->file, sizeof *m->shown);
    if (rc != 0)
        return rc;
    void *shown = mmap(NULL, sizeof *m->shown, PROT_READ | PROT_WRITE, MAP_SHARED, m->file, 0);
    if (shown == MAP_FAILED)
        return -errno;
    m->shown = shown;
    m->shown->stops = stops;
    m->shown->launcher = (int32_t)getpid();
    m->next_ns = watch ? m->begun_ns + PERIOD_NS : UINT64_MAX;
    snprintf(path, sizeof path, "/proc/self/fd/%d", m->file);
    return setenv(emuq_setting_info(EMUQ_SETTING_TIME_PROGRESS)->name, path, 1) == 0 ? 0 : -errno;
}

void emuq_modelled_close(emuq_modelled_t *m)
{
    if (m->shown == NULL)
        return;
    munmap(m->shown, sizeof *m->shown);
    close(m->file);
    m->shown = NULL;
}

void emuq_modelled_say(emuq_modelled_t *m, uint64_t now_ns)
{
    const emuq_progress_t *p = m->shown;
    if (now_ns < m->next_ns)
        return;
    uint64_t seconds = (now_ns - m->begun_ns) / PERIOD_NS;
    m->next_ns = m->begun_ns + (seconds + 1) * PERIOD_NS;
    /* Acquire: pairs with the release of the program when its clocks begin. */
    if (__atomic_load_n(&p->has_begun, __ATOMIC_ACQUIRE) == 0) {
        emuq_say("%" PRIu64 " s: the ranks have not all begun", seconds);
        return;
    }
    uint64_t tick = __atomic_load_n(&p->tick, __ATOMIC_RELAXED);
    emuq_say("%" PRIu64 " s: modelled time %.3f us, %.3f us more; %" PRIu64 " packets, %" PRIu64
             " hand-overs; rank %" PRId32 " runs",
             seconds, (double)tick / TICKS_PER_US, (double)(tick - m->tick) / TICKS_PER_US,
             __atomic_load_n(&p->packets, __ATOMIC_RELAXED),
             __atomic_load_n(&p->hand_overs, __ATOMIC_RELAXED), __atomic_load_n(&p->rank, __ATOMIC_RELAXED));
    m->tick = tick;
}

bool emuq_modelled_has_stopped(const emuq_modelled_t *m)
{
    /* Acquire: pairs with the release of the program before it stops. */
    return m->shown != NULL && __atomic_exchange_n(&m->shown->has_stopped, 0, __ATOMIC_ACQUIRE) != 0;
}
