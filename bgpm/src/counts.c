/* SPDX-License-Identifier: BSD-3-Clause */
/* Counts of the time base, the Message Unit, links and the host processor, and counters of core sets. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bgpm/src/private.h"

void bgpm_tally_stop(bgpm_tally_t *tally, uint64_t now)
{
    if (tally->runs)
        tally->sum += now - tally->from;
    tally->runs = false;
}

void bgpm_tally_start(bgpm_tally_t *tally, uint64_t now)
{
    bgpm_tally_stop(tally, now);
    tally->from = now;
    tally->runs = true;
}

void bgpm_tally_clear(bgpm_tally_t *tally, uint64_t now)
{
    tally->sum = 0;
    tally->from = now;
}

uint64_t bgpm_tally_value(const bgpm_tally_t *tally, uint64_t now)
{
    return tally->sum + (tally->runs ? now - tally->from : 0);
}

/* ---- the host's processor ---- */

#define CACHE_MISS(cache) ((cache) | PERF_COUNT_HW_CACHE_OP_READ << 8 | PERF_COUNT_HW_CACHE_RESULT_MISS << 16)

/* Events with a counterpart on the host. */
static const struct {
    unsigned event;
    uint32_t type;
    uint64_t config;
} counts_perf[] = {
    {PEVT_XU_PPC_COMMIT, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {PEVT_XU_RUN_INSTR, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {PEVT_INST_ALL, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {PEVT_XU_BR_COMMIT, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
    {PEVT_XU_BR_MISPRED_COMMIT, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    {PEVT_L2_HITS, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},
    {PEVT_L2_MISSES, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
    {PEVT_IU_IL1_MISS, PERF_TYPE_HW_CACHE, CACHE_MISS(PERF_COUNT_HW_CACHE_L1I)},
    {PEVT_LSU_COMMIT_LD_MISSES, PERF_TYPE_HW_CACHE, CACHE_MISS(PERF_COUNT_HW_CACHE_L1D)},
    {PEVT_MMU_IERAT_MISS, PERF_TYPE_HW_CACHE, CACHE_MISS(PERF_COUNT_HW_CACHE_ITLB)},
    {PEVT_MMU_DERAT_MISS, PERF_TYPE_HW_CACHE, CACHE_MISS(PERF_COUNT_HW_CACHE_DTLB)},
};

/* @return a descriptor; -1: not permitted, or no such counter */
static int counts_perf_open(unsigned event, pid_t tid, uint64_t period)
{
    struct perf_event_attr attr = {
        .size = sizeof attr, .exclude_kernel = 1, .exclude_hv = 1, .inherit = tid == 0 && period == 0};
    size_t n = 0, known = sizeof counts_perf / sizeof counts_perf[0];
    while (n < known && counts_perf[n].event != event)
        n++;
    if (n == known)
        return -1;
    attr.type = counts_perf[n].type;
    attr.config = counts_perf[n].config;
    if (period != 0) {
        attr.sample_period = period;
        attr.wakeup_events = 1;
        attr.disabled = 1;
    }
    int fd = (int)syscall(SYS_perf_event_open, &attr, tid, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (fd >= 0 && period != 0) {
        struct f_owner_ex owner = {.type = F_OWNER_TID, .pid = tid};
        if (fcntl(fd, F_SETFL, O_ASYNC) != 0 || fcntl(fd, F_SETSIG, bgpm_signal()) != 0 ||
            fcntl(fd, F_SETOWN_EX, &owner) != 0) {
            close(fd);
            fd = -1;
        }
    }
    return fd;
}

void bgpm_source_open(bgpm_source_t *source, const UPC_EvtTableRec_t *record, pid_t tid, uint64_t period)
{
    *source = (bgpm_source_t){.emulation = record->emulation, .fd = {-1, -1}};
    if (record->emulation < EMUQ_EVENT_PERF_INSTR)
        return;
    source->fd[0] = counts_perf_open(record->evtId, tid, period);
    if (record->evtId == PEVT_L2_HITS)
        source->fd[1] = counts_perf_open(PEVT_L2_MISSES, tid, 0);
}

void bgpm_source_close(bgpm_source_t *source)
{
    for (int i = 0; source->emulation >= EMUQ_EVENT_PERF_INSTR && i < 2; i++) {
        if (source->fd[i] >= 0)
            close(source->fd[i]);
    }
    *source = (bgpm_source_t){.fd = {-1, -1}};
}

void bgpm_source_enable(const bgpm_source_t *source, bool enable)
{
    if (source->emulation >= EMUQ_EVENT_PERF_INSTR && source->fd[0] >= 0)
        (void)ioctl(source->fd[0], enable ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
}

static uint64_t counts_perf_read(int fd)
{
    uint64_t value = 0;
    return fd >= 0 && read(fd, &value, sizeof value) == (ssize_t)sizeof value ? value : 0;
}

uint64_t bgpm_source_now(const bgpm_source_t *source)
{
    if (source->emulation == EMUQ_EVENT_CLOCK)
        return GetTimeBase();
    if (source->emulation < EMUQ_EVENT_PERF_INSTR)
        return 0;
    uint64_t less = counts_perf_read(source->fd[1]), all = counts_perf_read(source->fd[0]);
    return all > less ? all - less : 0;
}

/* ---- Message Unit and links ---- */

/* Counts at the caller's node. */
static uint64_t counts_backend_count(emuq_count_t event, unsigned link, unsigned vc)
{
    const emuq_node_t *node = emuq_process_self()->node;
    uint64_t value = 0;
    int rc = emuq_backend->stats->count(node->partition->machine, node->number, event, link, vc, &value);
    return rc == 0 ? value : 0;
}

uint64_t bgpm_io_now(unsigned event)
{
    if (event < PEVT_MU_PKT_INJ || event > PEVT_MU_PUT_PKT_RCV)
        return 0;
    return counts_backend_count((emuq_count_t)(EMUQ_COUNT_MU_PACKETS_INJECTED + (event - PEVT_MU_PKT_INJ)), 0,
                                0);
}

uint64_t bgpm_link_now(unsigned link, unsigned counter, unsigned channels)
{
    if (counter == BGPM_LINK_COUNTERS)
        return GetTimeBase();
    if (counter > BGPM_SEND_COUNTERS)
        return 0; /* packets do not wait in receiver FIFOs */
    emuq_count_t count =
        counter == BGPM_SEND_COUNTERS ? EMUQ_COUNT_LINK_PACKETS_RECEIVED : EMUQ_COUNT_LINK_CHUNKS_SENT;
    uint64_t sum = 0;
    for (unsigned vc = 0; UPC_NW_VC_USER_DYNAMIC >> vc != 0; vc++)
        sum += channels & (UPC_NW_VC_USER_DYNAMIC >> vc) ? counts_backend_count(count, link, vc) : 0;
    return sum;
}

/* ---- counters of core sets ---- */

bgpm_counter_t *bgpm_counter_of(const bgpm_set_t *set, unsigned target, unsigned index)
{
    return &set->counter[target * set->events + index];
}

void bgpm_punit_count(bgpm_set_t *set, uint64_t mask, bool run)
{
    for (unsigned t = 0; t < set->targets; t++) {
        for (unsigned i = 0; i < set->events; i++) {
            bgpm_counter_t *counter = bgpm_counter_of(set, t, i);
            if ((i < 64 && !(mask >> i & 1)) || counter->tally.runs == run)
                continue;
            if (set->event[i].period != 0)
                bgpm_source_enable(&counter->source, run);
            (run ? bgpm_tally_start : bgpm_tally_stop)(&counter->tally, bgpm_source_now(&counter->source));
        }
    }
    (run ? bgpm_tally_start : bgpm_tally_stop)(&set->mux.elapsed, GetTimeBase());
}

uint64_t bgpm_punit_running(const bgpm_set_t *set)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < set->events && i < 64; i++)
        mask |= (uint64_t)bgpm_counter_of(set, 0, i)->tally.runs << i;
    return mask;
}

uint64_t bgpm_counter_value(const bgpm_counter_t *counter)
{
    return bgpm_tally_value(&counter->tally, counter->tally.runs ? bgpm_source_now(&counter->source) : 0);
}

uint64_t bgpm_punit_value(const bgpm_set_t *set, unsigned index)
{
    uint64_t sum = 0;
    for (unsigned t = 0; t < set->targets; t++)
        sum += bgpm_counter_value(bgpm_counter_of(set, t, index));
    return sum;
}
