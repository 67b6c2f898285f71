/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The end of a device. Any thread may find it, also one that holds a lock of the kernel, or the turn of a
 * node: it notes the end. A thread that holds none reports it: the next that comes back from a kernel call or
 * a flush, or the listener (events.c).
 */
#include "backends/mmio/mmio.h"

emuq_machine_t *emuq_mmio_machine;
emuq_kernel_callbacks_t emuq_mmio_kernel;

/* __atomic, relaxed: of each only one thread changes the value, and nothing else is read with them. */
static bool is_gone, is_reported;

void emuq_gone_forget(void)
{
    __atomic_store_n(&is_gone, false, __ATOMIC_RELAXED);
    __atomic_store_n(&is_reported, false, __ATOMIC_RELAXED);
}

bool emuq_gone(void)
{
    return __atomic_load_n(&is_gone, __ATOMIC_RELAXED);
}

void emuq_gone_note(const emuq_machine_t *m, const char *why)
{
    if (!__atomic_exchange_n(&is_gone, true, __ATOMIC_RELAXED))
        emuq_mmio_say(0, "the device at %s %s", m->place.path, why);
}

void emuq_gone_report(emuq_machine_t *m)
{
    if (!emuq_gone() || m != emuq_mmio_machine || __atomic_exchange_n(&is_reported, true, __ATOMIC_RELAXED))
        return;
    const emuq_mmio_member_t *self = &m->member[emuq_my_member];
    emuq_mmio_kernel.error(emuq_mmio_kernel.context,
                           &(emuq_mu_error_t){.node = self->node != UINT32_MAX ? self->node : 0,
                                              .rank = m->is_shared ? self->rank : -1,
                                              .what = "the device of the partition is gone",
                                              .advice = "look for what emuq-device has said; start it again",
                                              .inj_fifo = -1});
}
