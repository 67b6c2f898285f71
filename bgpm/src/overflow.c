/* SPDX-License-Identifier: BSD-3-Clause */
/* Overflow (bgpm 7). Clock events overflow by a timer of the counting thread, host events by sampling. Both
 * send the signal, whose handler compares counts with the next overflow. Nothing overflows in modelled time.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "base/lock.h"
#include "bgpm/src/private.h"

enum {
    VECTOR_BITS = 64,
    RETRY_NS = 1000000 /* between signals of a timer, if a handler could not take the lock */
};

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static const uint64_t longest_period = (uint64_t)1 << 63;

static int overflow_period_store(bgpm_set_t *set, bgpm_event_t *event, uint64_t period)
{
    if (set->unit == BGPMUnitType_PUNIT) {
        if (bgpm_node()->mode != BGPM_MODE_SWDISTRIB)
            return BGPM_EUNSUP_OVERFLOW;
        if (set->frozen)
            return BGPM_EES_FROZEN;
    } else if (!bgpm_is_shared_unit(set) || bgpm_unit_is_sliced(event->record)) {
        return BGPM_EINV_OP;
    }
    if (period == 0 || period > longest_period)
        return BGPM_EINV_OVF;
    if (bgpm_is_shared_unit(set)) {
        uint64_t *of_node = bgpm_unit_period(event);
        if (*of_node != 0 && *of_node != period && bgpm_unit_shares_period(event))
            return BGPM_ETHRES_MISMATCH;
        *of_node = period;
    }
    event->period = event->next = period;
    return 0;
}

int Bgpm_SetOverflow(unsigned hEvtSet, unsigned evtIdx, uint64_t period)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, BGPM_CONTROL | BGPM_UNIT);
    if (call.rc == 0)
        call.rc = overflow_period_store(call.set, call.event, period);
    return BGPM_LEAVE(call);
}

int Bgpm_SetOverflowHandler(unsigned hEvtSet, Bgpm_OverflowHandler_t handler)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL | BGPM_UNIT);
    if (bgpm_check(&call, call.set->unit == BGPMUnitType_PUNIT || bgpm_is_shared_unit(call.set),
                   BGPM_EINV_OP)) {
        call.set->handler = handler;
        if (call.set->runs && call.set->unit == BGPMUnitType_PUNIT)
            bgpm_overflow_arm(call.set);
    }
    return BGPM_LEAVE(call);
}

int Bgpm_GetOverflow(unsigned hEvtSet, unsigned evtIdx, uint64_t *pPeriod, Bgpm_OverflowHandler_t *pHandler)
{
    bgpm_call_t call = bgpm_enter_event(hEvtSet, evtIdx, BGPM_UNIT);
    if (bgpm_check(&call, pPeriod != NULL && pHandler != NULL, BGPM_EINV_PARM)) {
        *pPeriod = call.event->period;
        *pHandler = call.set->handler;
    }
    return BGPM_LEAVE(call);
}

int Bgpm_GetOverflowEventIndices(unsigned hEvtSet, uint64_t ovfVector, unsigned *pIndicies, unsigned *pLen)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_UNIT);
    if (!bgpm_check(&call, pIndicies != NULL && pLen != NULL, BGPM_EINV_PARM))
        return BGPM_LEAVE(call);
    unsigned space = *pLen, count = (unsigned)__builtin_popcountll(ovfVector), n = 0;
    *pLen = count;
    bgpm_check(&call, space >= count, BGPM_EARRAY_TOO_SMALL);
    for (unsigned i = 0; call.rc == 0 && i < VECTOR_BITS; i++)
        if (ovfVector >> i & 1)
            pIndicies[n++] = i;
    return BGPM_LEAVE(call);
}

/* Ticks until an event of the clock overflows; 0: no event does. */
static uint64_t overflow_ticks_left(const bgpm_set_t *set)
{
    uint64_t least = 0;
    for (unsigned i = 0; i < set->events; i++) {
        const bgpm_event_t *event = &set->event[i];
        if (event->period == 0 || event->record->emulation != EMUQ_EVENT_CLOCK ||
            !bgpm_counter_of(set, 0, i)->tally.runs)
            continue;
        uint64_t value = bgpm_punit_value(set, i);
        uint64_t left = event->next > value ? event->next - value : 1;
        least = least == 0 || left < least ? left : least;
    }
    return least;
}

static void overflow_timer_make(bgpm_set_t *set)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = bgpm_signal()};
    event.sigev_notify_thread_id = set->tid;
    set->has_timer = timer_create(CLOCK_MONOTONIC, &event, &set->timer) == 0;
}

void bgpm_overflow_arm(bgpm_set_t *set)
{
    uint64_t ticks = set->handler != NULL && emuq_mmio.time.timebase == NULL ? overflow_ticks_left(set) : 0;
    if (ticks == 0) {
        bgpm_overflow_disarm(set);
        return;
    }
    if (!set->has_timer)
        overflow_timer_make(set);
    uint64_t ns = ticks / 8 * 5 + ticks % 8 * 5 / 8 + 1; /* 1.6 ticks each */
    struct itimerspec time = {.it_interval = {.tv_nsec = RETRY_NS},
                              .it_value = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)}};
    if (set->has_timer)
        (void)timer_settime(set->timer, 0, &time, NULL);
}

void bgpm_overflow_disarm(bgpm_set_t *set)
{
    if (set->has_timer)
        (void)timer_delete(set->timer);
    set->has_timer = false;
}

void bgpm_overflow_reset(bgpm_set_t *set)
{
    for (unsigned i = 0; i < set->events; i++)
        set->event[i].next = set->event[i].period;
}

/* Collects overflowed events. @param fd sampling descriptor of an event, or -1 */
static uint64_t overflow_take(bgpm_set_t *set, int fd)
{
    uint64_t vector = 0;
    for (unsigned i = 0; i < set->events && i < VECTOR_BITS; i++) {
        bgpm_event_t *event = &set->event[i];
        if (event->period == 0)
            continue;
        uint64_t value = bgpm_punit_value(set, i);
        bool sampled = fd >= 0 && event->record->emulation >= EMUQ_EVENT_PERF_INSTR &&
                       set->counter[i].source.fd[0] == fd;
        if (value < event->next && !sampled)
            continue;
        vector |= (uint64_t)1 << i;
        uint64_t missed = value >= event->next ? (value - event->next) / event->period : 0;
        event->next += (missed + 1) * event->period;
    }
    return vector;
}

static uint64_t overflow_address_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (uint64_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return context->uc_mcontext.pc;
#else
    (void)context;
    return 0;
#endif
}

/* Calls the handler of a set with stopped counters. Caller holds the lock, released during the call. */
static void overflow_deliver_set(bgpm_set_t *set, uint64_t vector, const ucontext_t *context)
{
    unsigned handle = set->handle;
    Bgpm_OverflowHandler_t handler = set->handler;
    bgpm_process_t *process = bgpm_self.process;
    uint64_t running = bgpm_punit_running(set);
    set->in_handler = true;
    bgpm_punit_count(set, UINT64_MAX, false);
    bgpm_unlock();
    handler((int)handle, overflow_address_of(context), vector, context);
    bgpm_lock();
    if (bgpm_self.process != process || process->set[handle] != set)
        return; /* deleted by the handler */
    set->in_handler = false;
    if (set->runs)
        bgpm_punit_count(set, running, true);
}

static void overflow_deliver(int fd, const ucontext_t *context)
{
    bool delivered = false;
    bgpm_lock();
    for (unsigned i = 0; bgpm_is_initialised() && i < bgpm_self.process->capacity; i++) {
        bgpm_set_t *set = bgpm_self.process->set[i];
        if (set == NULL || set->owner != &bgpm_self || set->unit != BGPMUnitType_PUNIT || !set->runs ||
            set->in_handler || set->handler == NULL)
            continue;
        uint64_t vector = overflow_take(set, fd);
        if (vector != 0) {
            delivered = true;
            bgpm_self.debug.numFastOvfs++;
            overflow_deliver_set(set, vector, context);
            if (bgpm_self.process == NULL || bgpm_self.process->set[i] != set)
                continue;
        }
        if (set->runs)
            bgpm_overflow_arm(set);
    }
    bgpm_self.debug.numPmSigsWOInt += !delivered;
    bgpm_unlock();
}

static void overflow_handler(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    int error = errno;
    bgpm_self.debug.numPmSignals++;
    if (bgpm_self.depth != 0)
        bgpm_self.postponed = true;
    else if (bgpm_self.process != NULL && emuq_thread_self.process != NULL && emuq_critical_depth == 0 &&
             emuq_mmio.time.timebase == NULL)
        overflow_deliver(info->si_code == POLL_IN ? info->si_fd : -1, context);
    errno = error;
}

void bgpm_overflow_init(void)
{
    struct sigaction action = {.sa_sigaction = overflow_handler, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigset_t mine;
    sigemptyset(&action.sa_mask);
    (void)sigaction(bgpm_signal(), &action, NULL);
    sigemptyset(&mine);
    sigaddset(&mine, bgpm_signal());
    pthread_sigmask(SIG_UNBLOCK, &mine, NULL);
}

const BgpmDebugThreadVars_t *Bgpm_DebugGetThreadVars(void)
{
    return &bgpm_self.debug;
}

void BgpmDebugPrintThreadVars(void)
{
    const BgpmDebugThreadVars_t *v = &bgpm_self.debug;
    fprintf(stderr,
            "BGPM: overflow signals %s: %llu signals, %llu overflows delivered, %llu signals without one\n",
            v->ovfEnabled ? "enabled" : "disabled", (unsigned long long)v->numPmSignals,
            (unsigned long long)v->numFastOvfs, (unsigned long long)v->numPmSigsWOInt);
}
