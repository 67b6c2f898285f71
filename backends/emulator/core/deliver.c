/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/deliver.h"

#include "backends/emulator/core/remote_ops.h"
#include "hwi/include/common/emuq_atomic.h"

/* ---- Direct put (hwi-packet-headers 8.2) ---- */

/* An entry of the base-address table, when checked. */
typedef struct put_entry {
    uint32_t id;
    bool is_zero; /* base 0: the entry was never stored to */
    uint64_t sum; /* entry + offset, 37 bits */
    emuq_owner_t owner;
} put_entry_t;

static emuq_outcome_t put_reject_unallocated(emuq_work_t *w, const emuq_mu_node_t *to, const put_entry_t *e,
                                             const char *role)
{
    if (e->owner.rank == EMUQ_RANK_DEALLOCATED)
        return emuq_reject(w, "deallocate the entry only after all messages to it have arrived",
                           "the %s base-address entry %u of node %u has been deallocated", role, e->id,
                           to->number);
    return emuq_reject(w, "allocate the entry on the destination with Kernel_AllocateBaseAddressTable first",
                       "the %s base-address entry %u of node %u is not allocated", role, e->id, to->number);
}

static emuq_outcome_t put_resolve(emuq_work_t *w, const emuq_mu_node_t *to, uint32_t id, uint64_t offset,
                                  bool system, const char *role, put_entry_t *e)
{
    if (id >= EMUQ_BATS)
        return emuq_reject(w, "base-address-table ids are subgroup*8 + entry, 0..543",
                           "the %s base-address id %u does not exist", role, id);
    uint32_t subgroup = id / 8;
    if (!system && (AO_load(&to->dcr.bat_mode[subgroup / 64]) >> (63 - subgroup % 64) & 1)) {
        *e = (put_entry_t){.id = id, .owner = emuq_owner_of(&to->bat[id])};
        return e->owner.space == NULL && subgroup < EMUQ_USER_SUBGROUPS
                   ? put_reject_unallocated(w, to, e, role)
                   : emuq_reject(w, "name an entry that a user program has allocated",
                                 "the %s base-address entry %u of node %u is a system entry", role, id,
                                 to->number);
    }
    /* Acquire: pairs with the release store of MUSPI_SetBaseAddress. */
    uint64_t base = AO_load_acquire(emuq_reg(to, subgroup, EMUQ_REG_BAT + (id & 7) * 8)) & EMUQ_PA_MASK;
    *e = (put_entry_t){.id = id,
                       .is_zero = base == 0,
                       .sum = base + (offset & EMUQ_PA_MASK),
                       .owner = emuq_owner_of(&to->bat[id])};
    EMUQ_TEST_POINT(put_entry_resolved);
    if (e->owner.space == NULL)
        return put_reject_unallocated(w, to, e, role);
    if (e->sum > EMUQ_PA_MASK)
        return emuq_reject(w, "set the entry with MUSPI_SetBaseAddress before a message is put through it",
                           "%s address: entry %u (0x%llx) plus offset 0x%llx exceeds 37 bits", role, id,
                           (unsigned long long)base, (unsigned long long)offset);
    return EMUQ_DONE;
}

/* Rejects a put outside the owner's memory. An entry of 0 was probably never set. */
static emuq_outcome_t put_reject_outside(emuq_work_t *w, const emuq_mu_node_t *to, const put_entry_t *e,
                                         uint64_t pa, uint64_t bytes, const char *role)
{
    if (e->is_zero)
        return emuq_reject(w, "set the entry with MUSPI_SetBaseAddress before a message is put through it",
                           "the %s at 0x%llx, %llu bytes, is outside the windows of rank %d: base-address "
                           "entry %u of node %u still holds 0",
                           role, (unsigned long long)pa, (unsigned long long)bytes, e->owner.rank, e->id,
                           to->number);
    return emuq_reject(w, "make a memory region on the destination that holds all of these bytes",
                       "the %s at 0x%llx, %llu bytes, is outside the windows of rank %d on node %u", role,
                       (unsigned long long)pa, (unsigned long long)bytes, e->owner.rank, to->number);
}

static emuq_outcome_t put_find_counter(emuq_message_t *m, const emuq_mu_node_t *to, const put_entry_t *e,
                                       uint64_t **counter)
{
    uint64_t op = e->sum & 7;
    if (!(e->sum & EMUQ_ATOMIC) ||
        (op != MUHWI_ATOMIC_OPCODE_STORE_ADD && op != MUHWI_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO))
        return emuq_reject(m->work,
                           "make the counter offset with MUSPI_GetAtomicOffsetFromBaseAddress and STORE_ADD",
                           "the counter address 0x%llx of node %u is not atomic with opcode STORE_ADD",
                           (unsigned long long)e->sum, to->number);
    uint64_t pa = e->sum & ~EMUQ_ATOMIC & ~UINT64_C(7);
    emuq_outcome_t outcome = emuq_reach(m->work, &e->owner, pa, 8, (void **)counter, &m->remote);
    if (outcome == EMUQ_OUTSIDE)
        return put_reject_outside(m->work, to, e, pa, 8, "counter");
    return outcome;
}

static emuq_outcome_t put_find_target(emuq_message_t *m, const emuq_mu_node_t *to, const put_entry_t *e,
                                      uint64_t bytes, void **target)
{
    bool atomic = (e->sum & EMUQ_ATOMIC) != 0;
    if (atomic && m->length != 8)
        return emuq_reject(m->work, "an atomic put moves 8 bytes", "a put of %llu bytes to an atomic address",
                           (unsigned long long)m->length);
    if (!atomic && ((e->sum + bytes - 1) & EMUQ_ATOMIC))
        return emuq_reject(m->work, "keep the whole payload below 2^36",
                           "a put runs from memory into atomic address space at 0x%llx",
                           (unsigned long long)e->sum);
    uint64_t pa = atomic ? e->sum & ~EMUQ_ATOMIC & ~UINT64_C(7) : e->sum;
    emuq_outcome_t outcome = emuq_reach(m->work, &e->owner, pa, bytes, target, &m->remote);
    if (outcome == EMUQ_OUTSIDE)
        return put_reject_outside(m->work, to, e, pa, bytes, "target");
    return outcome;
}

/* Copies bytes of a put. @return false: another process must act */
static bool put_copy(const emuq_message_t *m, void *target, const emuq_elsewhere_t *target_elsewhere,
                     uint64_t bytes)
{
    if (__builtin_expect(m->elsewhere != NULL, 0)) /* no payload here */
        return emuq_elsewhere_read(target, m->elsewhere, *m->sent, bytes);
    const char *from = m->payload + (*m->sent - m->base);
    if (__builtin_expect(target_elsewhere != NULL, 0))
        return emuq_elsewhere_write(target_elsewhere, 0, from, bytes);
    memmove(target, from, bytes);
    return true;
}

/* Finds a target in memory of another process. The payload has to be in memory of this process. */
static bool put_find_elsewhere(const emuq_message_t *m, const put_entry_t *e, uint64_t bytes,
                               emuq_elsewhere_t *to)
{
    return (e->sum & EMUQ_ATOMIC) == 0 && m->elsewhere == NULL &&
           emuq_elsewhere_find(e->owner.space->memory, e->sum, bytes, to);
}

/* Ends a delivery whose memory is not reached. Messages to a process that has left are dropped. */
static emuq_outcome_t deliver_unreached(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end,
                                        emuq_outcome_t outcome)
{
    return outcome == EMUQ_DROPPED ? emuq_packet_drop(to, m, end) : outcome;
}

static emuq_outcome_t put_deliver(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end)
{
    const MUHWI_PacketHeader_t *h = m->header;
    uint64_t bytes = end - *m->sent;
    put_entry_t target_entry, counter_entry;
    void *target;
    uint64_t *counter;
    emuq_elsewhere_t there;
    const emuq_elsewhere_t *elsewhere = NULL;

    /* All checks first: a rejected message changes nothing. */
    if (put_resolve(m->work, to, emuq_target_id(h), emuq_put_offset(h) + *m->sent, m->system, "payload",
                    &target_entry) != EMUQ_DONE ||
        put_resolve(m->work, to, emuq_counter_id(h), emuq_counter_offset(h), m->system, "counter",
                    &counter_entry) != EMUQ_DONE)
        return EMUQ_FAILED;
    emuq_outcome_t outcome = put_find_counter(m, to, &counter_entry, &counter);
    if (outcome != EMUQ_DONE)
        return deliver_unreached(to, m, end, outcome);
    /* The receiver's core normally owns the lines of counter and target. */
    emuq_prefetch_for_write(counter);
    outcome = put_find_target(m, to, &target_entry, bytes, &target);
    if (__builtin_expect(outcome == EMUQ_REMOTE, 0) && put_find_elsewhere(m, &target_entry, bytes, &there))
        elsewhere = &there;
    else if (outcome != EMUQ_DONE)
        return deliver_unreached(to, m, end, outcome);
    else
        emuq_prefetch_for_write(target);
    emuq_stamp(EMUQ_STAMP_TRANSLATED);
    if (target_entry.sum & EMUQ_ATOMIC) {
        uint64_t value;
        memcpy(&value, m->payload, sizeof value);
        emuq_atomic_store_op(target, (unsigned)(target_entry.sum & 7), value);
    } else if (!put_copy(m, target, elsewhere, bytes)) {
        return EMUQ_REMOTE;
    }
    *m->sent = end;
    emuq_stamp(EMUQ_STAMP_COPIED);
    /* Release: pairs with the acquire load of the receiver's poll: the payload is visible with the
     * counter. */
    (void)AO_fetch_and_add_release(counter, -bytes);
    emuq_stamp(EMUQ_STAMP_COUNTED);
    emuq_event_notify_light(&to->event, EMUQ_EVENT_ALL);
    return EMUQ_DONE;
}

bool emuq_put_route_find(emuq_put_route_t *route, emuq_mu_node_t *to, const MUHWI_PacketHeader_t *h)
{
    uint32_t id[2] = {emuq_target_id(h), emuq_counter_id(h)};
    const emuq_memory_t *memory[2];
    *route = (emuq_put_route_t){.settings = AO_load_acquire(&to->settings)};
    for (int i = 0; i < 2; i++) {
        const emuq_address_space_t *space = id[i] < EMUQ_BATS ? emuq_owner_of(&to->bat[id[i]]).space : NULL;
        if (space == NULL)
            return false;
        memory[i] = space->memory;
        route->base[i] = emuq_reg(to, id[i] / 8, EMUQ_REG_BAT + (id[i] & 7) * 8);
    }
    route->entries[0] = emuq_word(h, EMUQ_WORD_IDS) & EMUQ_TARGET_BITS;
    route->entries[1] = emuq_word(h, EMUQ_WORD_COUNTER_ID) & EMUQ_COUNTER_BITS;
    route->target =
        emuq_range_around(memory[0], (AO_load_acquire(route->base[0]) & EMUQ_PA_MASK) + emuq_put_offset(h));
    route->counter_base = AO_load_acquire(route->base[1]);
    route->counter_offset = emuq_word(h, EMUQ_WORD_COUNTER);
    uint64_t sum = (route->counter_base & EMUQ_PA_MASK) + (route->counter_offset & EMUQ_PA_MASK);
    uint64_t pa = sum & ~(EMUQ_ATOMIC | UINT64_C(7));
    emuq_range_t range = emuq_range_around(memory[1], pa);
    if (!emuq_range_holds(&range, pa, sizeof *route->counter))
        return false;
    route->counter = emuq_range_at(&range, pa);
    route->to = to;
    return true;
}

/* ---- Remote get (hwi-packet-headers 8.3) ---- */

#define RGET_SLOT BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES

/* Deallocation clears attributes, so it is checked first. */
static emuq_outcome_t rget_reject(emuq_work_t *w, const emuq_mu_node_t *to, uint32_t id, uint64_t attributes)
{
    const emuq_inj_t *f = &to->inj[id];
    if (emuq_is_deallocated(&f->owner, (attributes & EMUQ_INJ_ENABLED) != 0))
        return emuq_reject(w, "deallocate the FIFO only after all remote gets that name it have been served",
                           "the remote-get injection FIFO %u of node %u has been deallocated", id,
                           to->number);
    if (f->regs == NULL || !(attributes & EMUQ_INJ_ENABLED))
        return emuq_reject(w, "activate it before a message gets from this node; the packet is dropped",
                           "the remote-get injection FIFO %u of node %u is not enabled", id, to->number);
    if (!(attributes & EMUQ_INJ_RGET))
        return emuq_reject(w, "allocate it with the attribute RemoteGet = 1",
                           "injection FIFO %u of node %u is not a remote-get FIFO", id, to->number);
    return emuq_reject(w, "name a FIFO that a user program has allocated",
                       "a user packet names the system injection FIFO %u of node %u", id, to->number);
}

static emuq_outcome_t rget_check(emuq_work_t *w, const emuq_mu_node_t *to, uint32_t id, bool system)
{
    const uint64_t needed = EMUQ_INJ_ENABLED | EMUQ_INJ_RGET;
    if (id >= EMUQ_INJ_FIFOS)
        return emuq_reject(w, "injection FIFO ids are subgroup*8 + fifo, 0..543",
                           "the remote-get injection FIFO %u does not exist", id);
    const emuq_inj_t *f = &to->inj[id];
    uint64_t attributes = AO_load_acquire(&f->attributes);
    bool is_open =
        (attributes & needed) == needed && f->regs != NULL && (system || !(attributes & EMUQ_INJ_SYSTEM));
    return is_open ? EMUQ_DONE : rget_reject(w, to, id, attributes);
}

/* Appends @p least to @p count descriptors. The arrival lock also guards the free-space register. @return
 * number of descriptors; UINT64_MAX: the tail register is invalid */
static uint64_t rget_append(emuq_work_t *w, emuq_inj_t *f, uint64_t start, uint64_t size, char *fifo,
                            const char *descriptors, uint64_t count, uint64_t least)
{
    emuq_inj_regs_t *r = f->regs;
    emuq_lock(&f->arrival_lock);
    uint64_t before = emuq_rget_space(f), tail = AO_load(&r->tail);
    uint64_t n = before < count ? before : count;
    if (((tail - start) | size) % RGET_SLOT != 0 || tail - start >= size) {
        emuq_unlock(&f->arrival_lock);
        return UINT64_MAX;
    }
    if (n < least)
        n = 0;
    for (uint64_t i = 0; i < n; i++) {
        memmove(fifo + (tail - start), descriptors + i * RGET_SLOT, RGET_SLOT); /* may overlap */
        tail += RGET_SLOT;
        if (tail == start + size)
            tail = start;
    }
    /* Release: pairs with the acquire of the tail in inject_run_claimed(). */
    AO_store_release(&r->tail, tail);
    AO_store_release(&r->free_space, before - n);
    emuq_unlock(&f->arrival_lock);
    emuq_inj_threshold(w, f->node, f->id, true, before, before - n);
    return n;
}

static emuq_outcome_t rget_deliver(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end)
{
    uint32_t id = emuq_rget_fifo_id(m->header);
    if (rget_check(m->work, to, id, m->system) != EMUQ_DONE)
        return EMUQ_FAILED;
    emuq_inj_t *f = &to->inj[id];
    emuq_owner_t owner = emuq_owner_of(&f->owner);
    if (__builtin_expect(emuq_has_left(&owner), 0))
        return emuq_packet_drop(to, m,
                                end); /* its memory may still be reachable, but no process runs the FIFO */
    uint64_t start = AO_load(&f->regs->start), size = AO_load(&f->regs->size_1) + 1;
    if (size < BGQ_MU_MIN_INJFIFO_SIZE_IN_BYTES)
        return emuq_reject(m->work, "call Kernel_InjFifoInit before the FIFO is activated",
                           "the remote-get FIFO %u of node %u has no memory yet", id, to->number);
    void *fifo;
    emuq_outcome_t outcome = emuq_reach(m->work, &owner, start, size, &fifo, &m->remote);
    if (outcome == EMUQ_OUTSIDE)
        return emuq_reject(m->work, "initialise the FIFO with a memory region of its own memory",
                           "the memory of remote-get FIFO %u of node %u is outside the windows of rank %d",
                           id, to->number, owner.rank);
    if (outcome != EMUQ_DONE)
        return deliver_unreached(to, m, end, outcome);
    uint64_t n = rget_append(m->work, f, start, size, fifo, m->payload + (*m->sent - m->base),
                             (end - *m->sent) / RGET_SLOT, 1);
    if (n == UINT64_MAX)
        return emuq_reject(
            m->work, "start, head and tail are multiples of 64 inside the FIFO; size_1 is its size minus 1",
            "registers of the remote-get FIFO %u of node %u: start 0x%llx, size_1 0x%llx, tail 0x%llx", id,
            to->number, (unsigned long long)start, (unsigned long long)size - 1,
            (unsigned long long)AO_load(&f->regs->tail));
    *m->sent += n * RGET_SLOT;
    bool all = *m->sent == end; /* read before the waiter passes to another thread */
    if (n != 0)
        emuq_work_schedule(m->work, f);
    if (!all)
        emuq_park(m->work, to, m->waiter, &f->space_queue, 1);
    return all ? EMUQ_DONE : EMUQ_PARKED;
}

bool emuq_remote_get_describe(emuq_inj_t *f, emuq_range_t *memory)
{
    const emuq_address_space_t *space = emuq_owner_of(&f->owner).space;
    uint64_t start = AO_load(&f->regs->start), size = AO_load(&f->regs->size_1) + 1;
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
    uint64_t attributes = AO_load_acquire(&f->attributes);
    if ((attributes & (EMUQ_INJ_ENABLED | EMUQ_INJ_RGET | EMUQ_INJ_SYSTEM)) !=
            (EMUQ_INJ_ENABLED | EMUQ_INJ_RGET) ||
        bytes == 0 || bytes % RGET_SLOT != 0 || AO_load(&f->regs->start) != start ||
        AO_load(&f->regs->size_1) + 1 != size)
        return false;
    char *fifo = emuq_range_at(memory, start);
    if (rget_append(work, f, start, size, fifo, descriptors, bytes / RGET_SLOT, bytes / RGET_SLOT) !=
        bytes / RGET_SLOT)
        return false;
    emuq_work_schedule(work, f);
    return true;
}

/* ---- Any target ---- */

#define STAGING_LEAST  UINT64_C(4096)
#define FRAGMENT_BYTES EMUQ_REMOTE_SEGMENT /* maximum bytes per request */

static emuq_request_t *deliver_request_of(emuq_machine_t *m, emuq_waiter_t *w)
{
    if (w->request == NULL)
        w->request = emuq_arena_alloc(m->arena, sizeof *w->request, 64);
    return w->request;
}

const char *emuq_stage(emuq_machine_t *m, emuq_waiter_t *w, const char *data, uint64_t bytes)
{
    if (emuq_arena_reached_by_all(m->arena, data, bytes))
        return data;
    emuq_request_t *r = deliver_request_of(m, w);
    if (r == NULL)
        return NULL;
    if (r->staging_bytes < bytes) {
        uint64_t size = STAGING_LEAST;
        while (size < bytes)
            size *= 2;
        char *staging = emuq_arena_alloc(m->arena, size, 64);
        if (staging == NULL)
            return NULL;
        r->staging = staging;
        r->staging_bytes = size;
    }
    return memcpy(r->staging, data, bytes);
}

/* Fragments end at packet boundaries. */
static uint64_t deliver_fragment_bytes(const emuq_mu_node_t *to, const emuq_message_t *m, const char *payload,
                                       uint64_t bytes)
{
    uint64_t limit = to->is_here ? FRAGMENT_BYTES : EMUQ_REMOTE_REQUEST_MAX;
    if (bytes <= limit || (to->is_here && emuq_arena_reached_by_all(to->machine->arena, payload, bytes)))
        return bytes;
    uint64_t packet = emuq_packet_limit(m->header);
    return packet != 0 ? limit / packet * packet : limit;
}

static emuq_outcome_t deliver_by_request(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end)
{
    emuq_machine_t *machine = to->machine;
    emuq_request_t *r = deliver_request_of(machine, m->waiter);
    const char *payload = m->payload + (*m->sent - m->base);
    uint64_t bytes = deliver_fragment_bytes(to, m, payload, end - *m->sent);
    if (r != NULL)
        payload = bytes != 0 ? emuq_stage(machine, m->waiter, payload, bytes) : NULL;
    if (r == NULL || (payload == NULL && bytes != 0))
        return emuq_reject(m->work, "share the memory of the ranks, or use fewer FIFOs",
                           "no memory to pass a message of %llu bytes to another process",
                           (unsigned long long)m->length);
    r->request_kind = EMUQ_FOR_NODE;
    r->to = to;
    r->origin = m->waiter->inj != NULL ? m->waiter->inj->node->number : to->number;
    r->fifo = m->waiter->inj != NULL ? (uint16_t)m->waiter->inj->id : 0;
    r->member = m->remote;
    r->header = *m->header;
    r->payload = payload;
    r->length = m->length;
    r->begin = r->sent = *m->sent;
    r->end = *m->sent + bytes;
    r->progress = m->sent;
    r->interrupt = m->interrupt;
    r->system = m->system;
    r->completes = m->descriptor != NULL && r->end == m->length;
    if (r->completes)
        r->tally = emuq_tally(m->descriptor);
    m->waiter->awaited = NULL;
    emuq_waiter_set(m->waiter, EMUQ_REQUESTED);
    if (emuq_request_send(machine, m->remote, m->waiter))
        return EMUQ_PARKED;
    emuq_waiter_set(m->waiter, EMUQ_LOCAL);
    if (to->is_here && emuq_deliver_packet(to, m, end) == EMUQ_DONE)
        return EMUQ_DONE; /* dropped: the rank has left meanwhile */
    return emuq_reject(m->work, "send to running ranks only: call a barrier before a rank ends",
                       "the rank that a message is for has ended");
}

emuq_outcome_t emuq_deliver_packet(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end)
{
    switch (emuq_packet_type(m->header)) {
    case EMUQ_TYPE_FIFO:
        return emuq_packet_fifo(to, m, end);
    case EMUQ_TYPE_PUT:
        return put_deliver(to, m, end);
    default:
        return rget_deliver(to, m, end);
    }
}

bool emuq_has_space(emuq_mu_node_t *to, const MUHWI_PacketHeader_t *h, uint64_t bytes)
{
    uint32_t type = emuq_packet_type(h),
             id = type == EMUQ_TYPE_FIFO ? emuq_rec_fifo_id(h) : emuq_rget_fifo_id(h);
    uint64_t chunks;
    if (type == EMUQ_TYPE_FIFO && id < EMUQ_REC_FIFOS && to->rec[id].regs != NULL) {
        emuq_packets(h, bytes, &chunks);
        return emuq_queue_has_space(&to->rec[id].space_queue, chunks * EMUQ_CHUNK);
    }
    if (type == EMUQ_TYPE_GET && id < EMUQ_INJ_FIFOS && to->inj[id].regs != NULL)
        return emuq_queue_has_space(&to->inj[id].space_queue, bytes / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES);
    return true;
}

static int32_t deliver_rank_of(const emuq_owner_t *shared)
{
    emuq_owner_t owner = emuq_owner_of(shared);
    return owner.space != NULL ? owner.rank : -1;
}

int32_t emuq_receiving_rank(const emuq_mu_node_t *to, const MUHWI_PacketHeader_t *h)
{
    uint32_t type = emuq_packet_type(h);
    if (type == EMUQ_TYPE_FIFO)
        return emuq_rec_fifo_id(h) < EMUQ_REC_FIFOS ? deliver_rank_of(&to->rec[emuq_rec_fifo_id(h)].owner)
                                                    : -1;
    if (type == EMUQ_TYPE_PUT)
        return emuq_counter_id(h) < EMUQ_BATS ? deliver_rank_of(&to->bat[emuq_counter_id(h)]) : -1;
    return emuq_rget_fifo_id(h) < EMUQ_INJ_FIFOS ? deliver_rank_of(&to->inj[emuq_rget_fifo_id(h)].owner) : -1;
}

emuq_outcome_t emuq_deliver(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end)
{
    emuq_waiter_t *w = m->waiter;
    if (__builtin_expect(w->state != EMUQ_LOCAL, 0)) {
        bool rejected = w->state == EMUQ_REJECTED;
        emuq_waiter_set(w, EMUQ_LOCAL);
        if (rejected)
            return emuq_reject(m->work, w->request->advice, "%s", w->request->what);
        if (*m->sent >= end)
            return EMUQ_DONE;
    }
    if (__builtin_expect(!to->is_here, 0)) {
        if (w->inj != NULL)
            return emuq_remote_ops->post(to, m, end);
        m->remote = to->machine->engine;
        return deliver_by_request(to, m, end);
    }
    emuq_outcome_t outcome = emuq_deliver_packet(to, m, end);
    if (__builtin_expect(outcome == EMUQ_REMOTE, 0) && m->elsewhere == NULL)
        return deliver_by_request(to, m, end);
    return outcome;
}

static emuq_outcome_t deliver_fragment(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_request_t *r = w->request;
    emuq_message_t m = {.header = &r->header,
                        .payload = r->payload,
                        .base = r->begin,
                        .length = r->length,
                        .sent = &r->sent,
                        .waiter = w,
                        .work = work,
                        .interrupt = r->interrupt,
                        .system = r->system};
    emuq_outcome_t outcome = emuq_deliver_packet(r->to, &m, r->end);
    if (outcome == EMUQ_REMOTE)
        r->member = m.remote;
    return outcome;
}

static void deliver_forward(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_request_keep(w->request);
    if (emuq_request_send(w->request->to->machine, w->request->member, w))
        return;
    emuq_reject(work, "send to running ranks only: call a barrier before a rank ends",
                "the rank that a message is for has ended");
    emuq_request_reject(work, w);
}

static void deliver_request(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_request_t *r = w->request;
    bool from_host =
        w->inj == NULL && w->tree == NULL && emuq_acting_member(r->to->machine) == r->to->machine->engine;
    switch (deliver_fragment(work, w)) {
    case EMUQ_DONE:
        emuq_request_done(work, w);
        return;
    case EMUQ_PARKED:
        return;
    case EMUQ_REMOTE:
        if (from_host) { /* the first process on this host may forward once */
            deliver_forward(work, w);
            return;
        }
        emuq_reject(work, "keep a put's counter and its target in memory of one rank, or in shared memory",
                    "a put has its target and its counter in the private memory of two ranks");
        break;
    default:
        break;
    }
    emuq_request_reject(work, w);
}

void emuq_request_handle(emuq_work_t *work, emuq_waiter_t *w)
{
    if (w->state != EMUQ_REQUESTED)
        emuq_work_resume(work, w);
    else if (w->request->member != emuq_acting_member(w->request->to->machine))
        deliver_forward(work, w);
    else if (w->request->to->is_here)
        deliver_request(work, w);
    else
        emuq_remote_ops->request(work, w);
}

void emuq_requests_abandon(emuq_work_t *work, emuq_machine_t *m, uint32_t member)
{
    for (emuq_link_t *link = emuq_mailbox_close(&m->member[member].mailbox), *next; link != NULL;
         link = next) {
        next = link->next;
        emuq_waiter_t *w = EMUQ_LINKED(link, emuq_waiter_t, link);
        if (w->state == EMUQ_REQUESTED && !emuq_is_for_tree(w->request))
            emuq_waiter_set(w, EMUQ_LOCAL); /* delivered again, and dropped */
        emuq_work_resume(work, w);
    }
}

void emuq_requests_end(emuq_work_t *work, emuq_machine_t *m, uint32_t member)
{
    for (emuq_link_t *link = emuq_mailbox_close(&m->member[member].mailbox), *next; link != NULL;
         link = next) {
        next = link->next;
        emuq_waiter_t *w = EMUQ_LINKED(link, emuq_waiter_t, link);
        /* The ending process still has its memory. It delivers its requests, or rejects a request that only
         * another process can deliver. */
        if (w->state == EMUQ_REQUESTED && emuq_is_for_tree(w->request))
            emuq_work_resume(work, w);
        else
            emuq_request_handle(work, w);
    }
}
