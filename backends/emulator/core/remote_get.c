/* SPDX-License-Identifier: BSD-3-Clause */
/* Remote get: the payload is descriptors for an injection FIFO of the destination (hwi-packet-headers 8.3).
 * Arrivals are ordered by the FIFO's `arrive` lock, which also covers its free-space register. */
#include "backends/emulator/core/remote_get.h"

#include "backends/emulator/core/delegate.h"
#include "backends/emulator/core/fifo_space.h"
#include "backends/emulator/core/interrupt.h"
#include "backends/emulator/core/message.h"
#include "backends/emulator/core/park.h"

#define SLOT BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES

static emuq_outcome_t check_target(emuq_work_t *w, const emuq_mu_node_t *to, uint32_t id, bool system)
{
    if (id >= EMUQ_INJ_FIFOS)
        return emuq_refuse(w, "injection FIFO ids are subgroup*8 + fifo, 0..543",
                           "the remote-get injection FIFO %u does not exist", id);
    const emuq_inj_t *f = &to->inj[id];
    uint64_t attributes = __atomic_load_n(&f->attributes, __ATOMIC_ACQUIRE);
    if (f->regs == NULL || !(attributes & EMUQ_INJ_ENABLED))
        return emuq_refuse(w, "activate it before a message gets from this node; the packet is dropped",
                           "the remote-get injection FIFO %u of node %u is not enabled", id, to->number);
    if (!(attributes & EMUQ_INJ_RGET))
        return emuq_refuse(w, "allocate it with the attribute RemoteGet = 1",
                           "injection FIFO %u of node %u is not a remote-get FIFO", id, to->number);
    if ((attributes & EMUQ_INJ_SYSTEM) && !system)
        return emuq_refuse(w, "name a FIFO that a user program has allocated",
                           "a user packet names the system injection FIFO %u of node %u", id, to->number);
    return EMUQ_DONE;
}

/* Appends up to @p count descriptors, and not fewer than @p least, at the tail of the FIFO of @p size bytes
 * whose memory is @p fifo. @return how many fitted, or UINT64_MAX: the tail is not in the FIFO. */
static uint64_t append(emuq_work_t *w, emuq_inj_t *f, uint64_t start, uint64_t size, char *fifo,
                       const char *descriptors, uint64_t count, uint64_t least)
{
    emuq_inj_regs_t *r = f->regs;
    emuq_lock(&f->arrive);
    uint64_t before = emuq_rget_room(f), tail = emuq_load(&r->tail);
    uint64_t n = before < count ? before : count;
    if (((tail - start) | size) % SLOT != 0 || tail - start >= size) {
        emuq_unlock(&f->arrive);
        return UINT64_MAX;
    }
    if (n < least)
        n = 0;
    for (uint64_t i = 0; i < n; i++) {
        memmove(fifo + (tail - start), descriptors + i * SLOT, SLOT); /* they may lie in the FIFO */
        tail += SLOT;
        if (tail == start + size)
            tail = start;
    }
    /* Release: pairs with the acquire of the tail in run_claimed(). */
    __atomic_store_n(&r->tail, tail, __ATOMIC_RELEASE);
    __atomic_store_n(&r->free_space, before - n, __ATOMIC_RELEASE);
    emuq_unlock(&f->arrive);
    emuq_inj_threshold(w, f->node, f->id, true, before, before - n);
    return n;
}

emuq_outcome_t emuq_remote_get(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end)
{
    uint32_t id = emuq_rget_fifo_id(m->header);
    if (check_target(m->work, to, id, m->system) != EMUQ_DONE)
        return EMUQ_REFUSED;
    emuq_inj_t *f = &to->inj[id];
    emuq_owner_t owner = emuq_owner_of(&f->owner);
    uint64_t start = emuq_load(&f->regs->start), size = emuq_load(&f->regs->size_1) + 1;
    if (size < BGQ_MU_MIN_INJFIFO_SIZE_IN_BYTES)
        return emuq_refuse(m->work, "call Kernel_InjFifoInit before the FIFO is activated",
                           "the remote-get FIFO %u of node %u has no memory yet", id, to->number);
    void *fifo;
    emuq_outcome_t outcome = emuq_reach(m->work, &owner, start, size, &fifo, &m->remote);
    if (outcome == EMUQ_OUTSIDE)
        return emuq_refuse(m->work, "initialise the FIFO with a memory region of its own memory",
                           "the memory of remote-get FIFO %u of node %u is outside the windows of rank %d",
                           id, to->number, owner.rank);
    if (outcome != EMUQ_DONE)
        return outcome;
    uint64_t n =
        append(m->work, f, start, size, fifo, m->payload + (*m->sent - m->base), (end - *m->sent) / SLOT, 1);
    if (n == UINT64_MAX)
        return emuq_refuse(
            m->work, "start, head and tail are multiples of 64 inside the FIFO; size_1 is its size minus 1",
            "registers of the remote-get FIFO %u of node %u: start 0x%llx, size_1 0x%llx, tail 0x%llx", id,
            to->number, (unsigned long long)start, (unsigned long long)size - 1,
            (unsigned long long)emuq_load(&f->regs->tail));
    *m->sent += n * SLOT;
    bool all = *m->sent == end; /* a parked message belongs to who resumes it */
    if (n != 0)
        emuq_work_schedule(m->work, f);
    if (!all)
        emuq_park(m->work, to, m->waiter, &f->blocker, 1);
    return all ? EMUQ_DONE : EMUQ_PARKED;
}

bool emuq_remote_get_describe(emuq_inj_t *f, emuq_range_t *memory)
{
    const emuq_address_space_t *space = emuq_owner_of(&f->owner).space;
    uint64_t start = emuq_load(&f->regs->start), size = emuq_load(&f->regs->size_1) + 1;
    if (space == NULL || size < BGQ_MU_MIN_INJFIFO_SIZE_IN_BYTES)
        return false;
    emuq_range_t range = emuq_range_around(space->memory, start);
    *memory = (emuq_range_t){start, start + size, (uintptr_t)emuq_range_at(&range, start)};
    return emuq_range_holds(&range, start, size);
}

bool emuq_remote_get_send(emuq_work_t *work, emuq_inj_t *f, const emuq_range_t *memory,
                          const char *descriptors, uint64_t bytes)
{
    uint64_t start = memory->pa, size = memory->end - start;
    uint64_t attributes = __atomic_load_n(&f->attributes, __ATOMIC_ACQUIRE);
    if ((attributes & (EMUQ_INJ_ENABLED | EMUQ_INJ_RGET | EMUQ_INJ_SYSTEM)) !=
            (EMUQ_INJ_ENABLED | EMUQ_INJ_RGET) ||
        bytes == 0 || bytes % SLOT != 0 || emuq_load(&f->regs->start) != start ||
        emuq_load(&f->regs->size_1) + 1 != size)
        return false;
    char *fifo = emuq_range_at(memory, start);
    if (append(work, f, start, size, fifo, descriptors, bytes / SLOT, bytes / SLOT) != bytes / SLOT)
        return false;
    emuq_work_schedule(work, f);
    return true;
}
