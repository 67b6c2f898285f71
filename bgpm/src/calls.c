/* SPDX-License-Identifier: BSD-3-Clause */
/* Begin and end of public functions. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/lock.h"
#include "bgpm/src/private.h"

void bgpm_lock(void)
{
    bgpm_self.depth++;
    __atomic_signal_fence(__ATOMIC_ACQ_REL);
    emuq_shared_lock(&emuq_process_self()->node->bgpm_lock);
}

int bgpm_signal(void)
{
    const char *text = getenv("BGPM_SIGNAL");
    int number = text != NULL ? atoi(text) : 0;
    return number > 0 && number <= SIGRTMAX ? number : UPCI_DEFAULT_PM_SIGNAL;
}

/* Sends the signal postponed by the lock. */
static void postponed_send(void)
{
    bgpm_self.postponed = false;
    (void)syscall(SYS_tgkill, getpid(), bgpm_self.tid, bgpm_signal());
}

void bgpm_unlock(void)
{
    emuq_shared_unlock(&emuq_process_self()->node->bgpm_lock);
    __atomic_signal_fence(__ATOMIC_ACQ_REL);
    bgpm_self.depth--;
    __atomic_signal_fence(__ATOMIC_ACQ_REL);
    if (__builtin_expect(bgpm_self.postponed, 0) && bgpm_self.depth == 0)
        postponed_send();
}

bgpm_node_t *bgpm_node(void)
{
    return emuq_process_self()->node->bgpm;
}

void *bgpm_alloc(size_t bytes)
{
    return emuq_arena_alloc(emuq_process_self()->node->partition->arena, bytes, 64);
}

void bgpm_free(void *memory, size_t bytes)
{
    emuq_arena_free(emuq_process_self()->node->partition->arena, memory, bytes);
}

bgpm_process_t *bgpm_process_known(void)
{
    const bgpm_node_t *node = bgpm_node();
    return node != NULL ? node->process[emuq_process_self()->t] : NULL;
}

bool bgpm_is_initialised(void)
{
    return bgpm_self.process != NULL && bgpm_self.process == bgpm_process_known();
}

bgpm_call_t bgpm_enter(void)
{
    bgpm_call_t call = {.locked = true};
    bgpm_lock();
    if (!bgpm_is_initialised())
        call.rc = BGPM_ENOT_INIT;
    return call;
}

bool bgpm_check(bgpm_call_t *call, bool condition, int error)
{
    if (call->rc == 0 && !condition)
        call->rc = error;
    return call->rc == 0;
}

bgpm_call_t bgpm_enter_set(unsigned handle, unsigned needs)
{
    bgpm_call_t call = bgpm_enter();
    if (call.rc != 0)
        return call;
    call.set = handle < bgpm_self.process->capacity ? bgpm_self.process->set[handle] : NULL;
    if (!bgpm_check(&call, call.set != NULL, BGPM_EINV_SET_HANDLE))
        return call;
    const bgpm_set_t *set = call.set;
    bgpm_check(&call, !(needs & BGPM_CONTROL) || set->owner == &bgpm_self, BGPM_ENOT_CONTROL_THREAD);
    bgpm_check(&call, !(needs & BGPM_UNIT) || set->unit != BGPMUnitType_UNDEF, BGPM_EEVT_SET_UNASSIGNED);
    bgpm_check(&call, !(needs & BGPM_PUNIT) || set->unit == BGPMUnitType_PUNIT, BGPM_EUNSUP_ATTRIB);
    bgpm_check(&call, !(needs & BGPM_CHANGE) || !set->frozen, BGPM_EES_FROZEN);
    return call;
}

bgpm_call_t bgpm_enter_event(unsigned handle, unsigned index, unsigned needs)
{
    bgpm_call_t call = bgpm_enter_set(handle, needs & ~(unsigned)BGPM_CHANGE);
    if (bgpm_check(&call, call.rc == 0 && index < call.set->events, BGPM_EINV_EVT_IDX))
        call.event = &call.set->event[index];
    if (call.rc == 0)
        bgpm_check(&call, !(needs & BGPM_CHANGE) || !call.set->frozen, BGPM_EES_FROZEN);
    return call;
}

int bgpm_leave(bgpm_call_t *call, const char *function, const char *file, int line)
{
    if (call->locked)
        bgpm_unlock();
    call->locked = false;
    if (__builtin_expect(bgpm_self.traces, 0))
        fprintf(stderr, "BGPM: rank %u: %s() = %d\n", (unsigned)Kernel_GetRank(), function, call->rc);
    return bgpm_report(call->rc, function, file, line);
}
