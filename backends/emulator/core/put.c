/* SPDX-License-Identifier: BSD-3-Clause */
/* Direct put: one copy and one counter update (hwi-packet-headers section 8.2). */
#include "backends/emulator/core/delegate.h"
#include "backends/emulator/core/message.h"
#include "backends/emulator/core/put_route.h"
#include "hwi/include/common/emuq_atomic.h"

/* An entry of the base-address table, as it was when it was looked at. */
typedef struct entry {
    uint32_t id;
    bool is_zero; /* the entry holds 0, its value before it is set */
    uint64_t sum; /* entry + offset: the address, 37 bits */
    emuq_owner_t owner;
} entry_t;

/* An entry without an owner. */
static emuq_outcome_t refuse_free_entry(emuq_work_t *w, const emuq_mu_node_t *to, const entry_t *e,
                                        const char *role)
{
    if (e->owner.rank == EMUQ_RANK_DEALLOCATED)
        return emuq_refuse(w, "deallocate the entry only after all messages to it have arrived",
                           "the %s base-address entry %u of node %u has been deallocated", role, e->id,
                           to->number);
    return emuq_refuse(w, "allocate the entry on the destination with Kernel_AllocateBaseAddressTable first",
                       "the %s base-address entry %u of node %u is not allocated", role, e->id, to->number);
}

/* Adds an offset to a table entry, with everything that may be wrong with the entry. */
static emuq_outcome_t resolve(emuq_work_t *w, const emuq_mu_node_t *to, uint32_t id, uint64_t offset,
                              bool system, const char *role, entry_t *e)
{
    if (id >= EMUQ_BATS)
        return emuq_refuse(w, "base-address-table ids are subgroup*8 + entry, 0..543",
                           "the %s base-address id %u does not exist", role, id);
    uint32_t subgroup = id / 8;
    if (!system &&
        (__atomic_load_n(&to->dcr.bat_mode[subgroup / 64], __ATOMIC_RELAXED) >> (63 - subgroup % 64) & 1))
        return emuq_refuse(w, "allocate the entry on the destination node first",
                           "the %s base-address entry %u of node %u is a system entry or not allocated", role,
                           id, to->number);
    /* Acquire: pairs with the release store of MUSPI_SetBaseAddress. */
    uint64_t base =
        __atomic_load_n(emuq_reg(to, subgroup, EMUQ_REG_BAT + (id & 7) * 8), __ATOMIC_ACQUIRE) & EMUQ_PA_MASK;
    *e = (entry_t){.id = id,
                   .is_zero = base == 0,
                   .sum = base + (offset & EMUQ_PA_MASK),
                   .owner = emuq_owner_of(&to->bat[id])};
    EMUQ_TEST_POINT(put_entry_resolved);
    if (e->owner.space == NULL)
        return refuse_free_entry(w, to, e, role);
    if (e->sum > EMUQ_PA_MASK)
        return emuq_refuse(w, "set the entry with MUSPI_SetBaseAddress before a message is put through it",
                           "%s address: entry %u (0x%llx) plus offset 0x%llx exceeds 37 bits", role, id,
                           (unsigned long long)base, (unsigned long long)offset);
    return EMUQ_DONE;
}

/* An address outside the windows of the owner. An entry that holds 0 has most probably not been set. */
static emuq_outcome_t refuse_outside(emuq_work_t *w, const emuq_mu_node_t *to, const entry_t *e, uint64_t pa,
                                     uint64_t bytes, const char *role)
{
    if (e->is_zero)
        return emuq_refuse(w, "set the entry with MUSPI_SetBaseAddress before a message is put through it",
                           "the %s at 0x%llx, %llu bytes, is outside the windows of rank %d: base-address "
                           "entry %u of node %u still holds 0",
                           role, (unsigned long long)pa, (unsigned long long)bytes, e->owner.rank, e->id,
                           to->number);
    return emuq_refuse(w, "make a memory region on the destination that holds all of these bytes",
                       "the %s at 0x%llx, %llu bytes, is outside the windows of rank %d on node %u", role,
                       (unsigned long long)pa, (unsigned long long)bytes, e->owner.rank, to->number);
}

static emuq_outcome_t find_counter(emuq_message_t *m, const emuq_mu_node_t *to, const entry_t *e,
                                   uint64_t **counter)
{
    uint64_t op = e->sum & 7;
    if (!(e->sum & EMUQ_ATOMIC) ||
        (op != MUHWI_ATOMIC_OPCODE_STORE_ADD && op != MUHWI_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO))
        return emuq_refuse(m->work,
                           "make the counter offset with MUSPI_GetAtomicOffsetFromBaseAddress and STORE_ADD",
                           "the counter address 0x%llx of node %u is not atomic with opcode STORE_ADD",
                           (unsigned long long)e->sum, to->number);
    uint64_t pa = e->sum & ~EMUQ_ATOMIC & ~UINT64_C(7);
    emuq_outcome_t outcome = emuq_reach(m->work, &e->owner, pa, 8, (void **)counter, &m->remote);
    if (outcome == EMUQ_OUTSIDE)
        return refuse_outside(m->work, to, e, pa, 8, "counter");
    return outcome;
}

static emuq_outcome_t find_target(emuq_message_t *m, const emuq_mu_node_t *to, const entry_t *e,
                                  uint64_t bytes, void **target)
{
    bool atomic = (e->sum & EMUQ_ATOMIC) != 0;
    if (atomic && m->length != 8)
        return emuq_refuse(m->work, "an atomic put moves 8 bytes", "a put of %llu bytes to an atomic address",
                           (unsigned long long)m->length);
    if (!atomic && ((e->sum + bytes - 1) & EMUQ_ATOMIC))
        return emuq_refuse(m->work, "keep the whole payload below 2^36",
                           "a put runs from memory into atomic address space at 0x%llx",
                           (unsigned long long)e->sum);
    uint64_t pa = atomic ? e->sum & ~EMUQ_ATOMIC & ~UINT64_C(7) : e->sum;
    emuq_outcome_t outcome = emuq_reach(m->work, &e->owner, pa, bytes, target, &m->remote);
    if (outcome == EMUQ_OUTSIDE)
        return refuse_outside(m->work, to, e, pa, bytes, "target");
    return outcome;
}

emuq_outcome_t emuq_put(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end)
{
    const MUHWI_PacketHeader_t *h = m->header;
    uint64_t bytes = end - *m->sent;
    entry_t target_entry, counter_entry;
    void *target;
    uint64_t *counter;

    /* All checks first: a rejected message touches nothing. */
    if (resolve(m->work, to, emuq_target_id(h), emuq_put_offset(h) + *m->sent, m->system, "payload",
                &target_entry) != EMUQ_DONE ||
        resolve(m->work, to, emuq_counter_id(h), emuq_counter_offset(h), m->system, "counter",
                &counter_entry) != EMUQ_DONE)
        return EMUQ_REFUSED;
    emuq_outcome_t outcome = find_counter(m, to, &counter_entry, &counter);
    if (outcome != EMUQ_DONE)
        return outcome;
    /* The receiver's core normally owns the lines of counter and target. */
    emuq_prefetch_for_write(counter);
    outcome = find_target(m, to, &target_entry, bytes, &target);
    if (outcome != EMUQ_DONE)
        return outcome;
    emuq_prefetch_for_write(target);
    emuq_stamp(EMUQ_STAMP_TRANSLATED);
    if (target_entry.sum & EMUQ_ATOMIC) {
        uint64_t value;
        memcpy(&value, m->payload, sizeof value);
        emuq_atomic_store_op(target, (unsigned)(target_entry.sum & 7), value);
    } else {
        memmove(target, m->payload + (*m->sent - m->base), bytes);
    }
    *m->sent = end;
    emuq_stamp(EMUQ_STAMP_COPIED);
    /* Release: pairs with the load (acquire, in64) with which the receiver polls its counter, so a receiver
     * that sees the counter sees the payload. */
    __atomic_fetch_sub(counter, bytes, __ATOMIC_RELEASE);
    emuq_stamp(EMUQ_STAMP_COUNTED);
    emuq_wake(to);
    return EMUQ_DONE;
}

bool emuq_put_route_find(emuq_put_route_t *route, emuq_mu_node_t *to, const MUHWI_PacketHeader_t *h)
{
    uint32_t id[2] = {emuq_target_id(h), emuq_counter_id(h)};
    const emuq_memory_t *memory[2];
    *route = (emuq_put_route_t){.settings = __atomic_load_n(&to->settings, __ATOMIC_ACQUIRE)};
    for (int i = 0; i < 2; i++) {
        const emuq_address_space_t *space = id[i] < EMUQ_BATS ? emuq_owner_of(&to->bat[id[i]]).space : NULL;
        if (space == NULL)
            return false;
        memory[i] = space->memory;
        route->base[i] = emuq_reg(to, id[i] / 8, EMUQ_REG_BAT + (id[i] & 7) * 8);
    }
    route->entries[0] = emuq_word(h, EMUQ_WORD_IDS) & EMUQ_TARGET_BITS;
    route->entries[1] = emuq_word(h, EMUQ_WORD_COUNTER_ID) & EMUQ_COUNTER_BITS;
    route->target = emuq_range_around(
        memory[0], (__atomic_load_n(route->base[0], __ATOMIC_ACQUIRE) & EMUQ_PA_MASK) + emuq_put_offset(h));
    route->counter_base = __atomic_load_n(route->base[1], __ATOMIC_ACQUIRE);
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
