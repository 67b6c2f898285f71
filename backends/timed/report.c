/* SPDX-License-Identifier: BSD-3-Clause */
/* Output of a job in modelled time: progress, counters, message trace, and final report. */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backends/emulator/core/machine.h"
#include "backends/rank_memory.h"
#include "backends/settings.h"
#include "backends/timed/scheduler.h"
#include "base/host_calls.h"
#include "base/process.h"

#define NAME_BYTES 16 /* maximum thread name of Linux */

/* Used by signal handlers. */
static emuq_progress_t *shown;

int emuq_timed_progress_open(emuq_timed_t *t)
{
    const char *path = emuq_setting_text(EMUQ_SETTING_TIME_PROGRESS), *reason = NULL;
    struct stat status;
    if (*path == '\0')
        return 0;
    int file = open(path, O_RDWR | O_CLOEXEC), rc = file < 0 || fstat(file, &status) != 0 ? -errno : 0;
    if (rc == 0 && status.st_size != sizeof(emuq_progress_t)) {
        rc = -EPROTO;
        reason = "emuq-run is of a different EMUQ version (link the program again)";
    }
    if (rc == 0) {
        void *mapped = mmap(NULL, sizeof(emuq_progress_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (mapped != MAP_FAILED)
            shown = t->progressed = mapped;
        else
            rc = -errno;
    }
    if (file >= 0)
        close(file);
    if (rc != 0)
        fprintf(stderr, "emuq: cannot use %s (EMUQ_TIME_PROGRESS): %s\n", path,
                reason != NULL ? reason : strerror(-rc));
    return rc;
}

void emuq_timed_progress_close(emuq_timed_t *t)
{
    if (t->progressed == NULL)
        return;
    shown = NULL;
    munmap(t->progressed, sizeof *t->progressed);
    t->progressed = NULL;
}

void emuq_timed_progress_leave(void)
{
    shown = NULL;
}

void emuq_timed_progress_enter(const emuq_timed_t *t, emuq_actor_t *a)
{
    char name[NAME_BYTES];
    if (t->progressed == NULL)
        return;
    /* Release: pairs with the acquire of the launcher, which then reads the rank. */
    AO_int_store((unsigned *)&t->progressed->rank, (unsigned)a->rank);
    AO_int_store_release(&t->progressed->has_begun, 1);
    if (t->progressed->stops == 0 || a->is_named)
        return;
    a->is_named = true; /* shown by debuggers */
    snprintf(name, sizeof name, "rank %" PRId32, a->rank);
    pthread_setname_np(pthread_self(), name);
}

void emuq_timed_progress_stop(void)
{
    if (shown == NULL || shown->stops == 0 || getppid() != shown->launcher)
        return;
    AO_int_store_release(&shown->has_stopped, 1); /* Pairs with the acquire of the launcher. */
    raise(SIGSTOP);
}

void emuq_timed_count_links(const emuq_timed_t *t)
{
    if (t->parameters.link.errors == 0)
        return;
    for (uint32_t node = 0; node < t->machine->nodes; node++)
        for (uint32_t link = 0; link < EMUQ_LINKS; link++)
            AO_store(&t->machine->node[node].resent[link], emuq_net_counts(t->network, node, link).resent);
}

void emuq_timed_totals(emuq_machine_t *m, emuq_node_counts_t *counts)
{
    emuq_timed_count_links(m->timed);
    emuq_count_totals(m, counts);
}

/* Writes EMUQ_TIME_COUNTS for emuq-run: the five sizes (uint32_t), then emuq_node_counts_t by node. */
static void counts_write(const emuq_timed_t *t)
{
    const char *path = emuq_setting_text(EMUQ_SETTING_TIME_COUNTS);
    const emuq_machine_t *m = t->machine;
    if (*path == '\0')
        return;
    emuq_node_counts_t *counts = calloc(m->nodes, sizeof *counts);
    FILE *out = counts != NULL ? fopen(path, "we") : NULL;
    int rc = counts == NULL ? -ENOMEM : out == NULL ? -errno : 0;
    if (rc == 0) {
        emuq_timed_totals(t->machine, counts);
        fwrite(m->geometry.size, sizeof m->geometry.size, 1, out);
        fwrite(counts, sizeof *counts, m->nodes, out);
        rc = emuq_file_close(out);
    }
    if (rc != 0)
        emuq_file_failed(path, "EMUQ_TIME_COUNTS", rc);
    free(counts);
}

#define TICKS_PER_NS (1000 / EMUQ_NET_TICK_PS)
#define PS_PER_NS    1000

int emuq_timed_trace_open(emuq_timed_t *t)
{
    const char *path = emuq_setting_text(EMUQ_SETTING_TIME_TRACE);
    const uint32_t *k = t->machine->geometry.size;
    if (*path == '\0')
        return 0;
    t->trace = fopen(path, "we");
    if (t->trace == NULL) {
        emuq_file_failed(path, "EMUQ_TIME_TRACE", -errno);
        return -EINVAL;
    }
    fprintf(t->trace,
            "# time_ns source destination bytes vc zone [hints]; in the order in which messages have been "
            "injected\n"
            "# emuq-net --shape %" PRIu32 "x%" PRIu32 "x%" PRIu32 "x%" PRIu32 "x%" PRIu32
            " --pattern trace:%s\n",
            k[0], k[1], k[2], k[3], k[4], path);
    return 0;
}

static void trace_write_time(emuq_timed_t *t)
{
    uint64_t tick = t->now - t->begin;
    fprintf(t->trace, "%" PRIu64 ".%03" PRIu64, tick / TICKS_PER_NS,
            tick % TICKS_PER_NS * (PS_PER_NS / TICKS_PER_NS));
}

void emuq_timed_trace_message(emuq_timed_t *t, const emuq_net_message_t *m)
{
    if (t->trace == NULL)
        return;
    trace_write_time(t);
    fprintf(t->trace, " %" PRIu32 " %" PRIu32 " %" PRIu32 " %u %u%s", m->source, m->destination, m->bytes,
            m->vc, m->zone, m->hints != 0 ? " hints=" : "");
    for (uint32_t direction = 0; direction < 2 * EMUQ_NET_DIMENSIONS; direction++)
        if (m->hints >> direction & 1)
            fprintf(t->trace, "%c%c", (char)('A' + direction / 2), direction % 2 != 0 ? '+' : '-');
    putc('\n', t->trace);
}

void emuq_timed_trace_contribution(emuq_timed_t *t, const emuq_net_message_t *m)
{
    if (t->trace == NULL)
        return;
    fputs("# ", t->trace);
    trace_write_time(t);
    fprintf(t->trace, " %" PRIu32 " @%u %s %" PRIu32 "\n", m->source, m->tree,
            m->flags & EMUQ_NET_BROADCAST ? "broadcast"
            : m->flags & EMUQ_NET_REDUCE  ? "reduce"
                                          : "allreduce",
            m->bytes);
}

void emuq_timed_trace_close(emuq_timed_t *t)
{
    if (t->trace == NULL)
        return;
    emuq_file_finish(t->trace, emuq_setting_text(EMUQ_SETTING_TIME_TRACE), "EMUQ_TIME_TRACE");
    t->trace = NULL;
}

#define TICKS_PER_US (1e6 / EMUQ_NET_TICK_PS)
#define MOST_THREADS 64u
#define TEXT_BYTES   2048

double emuq_timed_us(const emuq_timed_t *t, uint64_t tick)
{
    return (double)(tick - t->begin) / TICKS_PER_US;
}

static uint64_t report_end(const emuq_timed_t *t)
{
    uint64_t end = t->begin;
    for (uint32_t i = 0; i < t->actors; i++)
        if (t->actor[i]->clock > end)
            end = t->actor[i]->clock;
    return end;
}

static void report_times(const emuq_timed_t *t)
{
    fprintf(stderr,
            "emuq: modelled time %.3f us, host time %.3f s, %" PRIu64 " packets, %" PRIu64
            " hand-overs; %s\n",
            emuq_timed_us(t, report_end(t)), (double)(emuq_host_now_ns() - t->start_ns) / 1e9, t->packets,
            t->hand_overs,
            emuq_cores_are_reproducible(t) ? "reproducible"
                                           : "not reproducible: EMUQ_TIME=host measures this host");
}

static const char *report_kind(const emuq_actor_t *a)
{
    return a->is_main ? "rank" : "thread";
}

static void report_wait(const emuq_timed_t *t, const emuq_wait_t *wait)
{
    int32_t tid = wait->holder != NULL ? wait->holder(wait) : 0;
    fprintf(stderr, "emuq:   for %s at %p", wait->what, (const void *)wait->where);
    for (uint32_t i = 0; i < t->actors && tid != 0; i++)
        if (t->actor[i]->tid == (uint32_t)tid)
            fprintf(stderr, ", held by %s %" PRIu32 "%s", report_kind(t->actor[i]), i,
                    t->actor[i]->state == EMUQ_ACTOR_ENDED ? ", which has ended" : "");
    fputc('\n', stderr);
}

static void report_join(const emuq_timed_t *t, const emuq_wait_key_t *last)
{
    for (uint32_t i = 0; i < t->actors; i++)
        if (last->where == t->actor[i])
            fprintf(stderr, "emuq:   for the end of thread %" PRIu32 "\n", i);
}

static void report_poll(const emuq_timed_t *t, const emuq_actor_t *a)
{
    emuq_machine_t *m = t->machine;
    const emuq_wait_key_t *last = &a->key[(a->keys + EMUQ_WAIT_KEYS - 1) % EMUQ_WAIT_KEYS];
    uint64_t offset = (uintptr_t)last->where - m->base;
    char text[TEXT_BYTES] = "";
    if (a->wait != NULL) {
        report_wait(t, a->wait);
        return;
    }
    if (a->spin_pc != 0) {
        fprintf(stderr, "emuq:   in a loop without calls that polls memory, at 0x%" PRIxPTR "\n", a->spin_pc);
        return;
    }
    report_join(t, last);
    m->member[0].polled = offset < m->bytes ? offset + 1 : 0;
    m->member[0].polled_ns = emuq_host_now_ns();
    (void)emuq_describe(m, a->node, 0, a->is_main ? (int32_t)a->number : -1, text, sizeof(text));
    for (char *rest = text, *line; (line = strsep(&rest, "\n")) != NULL;)
        if (*line != '\0')
            fprintf(stderr, "emuq:   %s\n", line);
}

void emuq_timed_report_no_progress(emuq_timed_t *t)
{
    if (AO_int_load(&t->no_progress) == 0)
        return;
    AO_int_store(&t->no_progress, 0);
    fprintf(
        stderr,
        "emuq: for %u seconds no message has arrived and no thread has stored to memory or registers; only "
        "modelled time advances. These threads compute or wait in loops. If they wait for each other, end "
        "the "
        "job and use SPI calls in the loops:\n",
        EMUQ_TIMED_WARN_SECONDS);
    for (uint32_t i = 0; i < t->actors; i++)
        if (t->actor[i]->state == EMUQ_ACTOR_READY)
            fprintf(stderr, "emuq:   %s %" PRIu32 " on node %" PRIu32 "\n", report_kind(t->actor[i]),
                    t->actor[i]->number, t->actor[i]->node);
}

static void report_deadlock(const emuq_timed_t *t, uint32_t ranks)
{
    uint32_t threads = 0;
    fprintf(stderr,
            "emuq: deadlock at %.3f us of modelled time: %" PRIu32
            " ranks wait, and no event can end their waits; the job ends\n",
            emuq_timed_us(t, report_end(t)), ranks);
    if (emuq_net_present(t->network) != 0)
        fprintf(stderr, "emuq: %" PRIu64 " packets are stuck in the network\n", emuq_net_present(t->network));
    for (uint32_t i = 0; i < t->actors; i++) {
        const emuq_actor_t *a = t->actor[i];
        if (a->state != EMUQ_ACTOR_PARKED || ++threads > MOST_THREADS)
            continue;
        fprintf(stderr, "emuq: %s %" PRIu32 " on node %" PRIu32 " waits since %.3f us\n", report_kind(a),
                a->number, a->node, emuq_timed_us(t, a->since));
        emuq_rank_data_enter((uint32_t)a->rank); /* the description reads these data */
        report_poll(t, a);
    }
    if (threads > MOST_THREADS)
        fprintf(stderr, "emuq: %" PRIu32 " more threads wait\n", threads - MOST_THREADS);
}

/* Main threads by rank, then the remaining threads in order of creation. */
static void report_write(const emuq_timed_t *t, const char *path)
{
    FILE *out = fopen(path, "w");
    if (out == NULL) {
        emuq_file_failed(path, "EMUQ_TIME_REPORT", -errno);
        return;
    }
    fprintf(out, "rank,node,thread,modelled_us,parked_us,parked\n");
    for (uint32_t i = 0; i < t->actors; i++) {
        const emuq_actor_t *a = t->actor[i];
        fprintf(out, "%" PRId32 ",%" PRIu32 ",%" PRIu32 ",%.6f,%.6f,%" PRIu64 "\n", a->rank, a->node,
                a->number, emuq_timed_us(t, a->clock), (double)a->waited / TICKS_PER_US, a->waits);
    }
    emuq_file_finish(out, path, "EMUQ_TIME_REPORT");
}

void emuq_timed_finish(emuq_timed_t *t)
{
    emuq_timed_trace_close(t);
    counts_write(t);
    uint32_t ranks = emuq_waiting_ranks(t);
    if (ranks == 0) {
        const char *path = emuq_setting_text(EMUQ_SETTING_TIME_REPORT);
        report_times(t);
        if (*path != '\0')
            report_write(t, path);
        return;
    }
    fflush(stdout);
    report_deadlock(t, ranks);
    if (emuq_the_kernel.ending != NULL)
        emuq_the_kernel.ending(emuq_the_kernel.context); /* ends a recording */
    emuq_timed_progress_stop();
    _exit(EMUQ_TIMED_DEADLOCK);
}

void emuq_timed_fail(const char *why)
{
    fflush(stdout);
    fprintf(stderr, "emuq: timed backend: %s\n", why);
    emuq_timed_progress_stop();
    _exit(EXIT_FAILURE);
}
