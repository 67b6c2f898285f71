/* SPDX-License-Identifier: BSD-3-Clause */
/* Direct put: one copy and one counter update (hwi-packet-headers section 8.2), and the choice of where a
 * message goes. */
#include "backends/emulator/put.h"

#include "hwi/include/common/emuq_atomic.h"

#define ADVICE_BAT "set the entry with MUSPI_SetBaseAddress before others put through it"

/* Sum of a BAT entry and an offset, with everything that may be wrong with the entry. */
static emuq_outcome_t resolve(const emuq_mu_node_t *to, uint32_t id, uint64_t offset, bool system,
                              const char *role, uint64_t *sum)
{
    if (id >= EMUQ_BATS)
        return emuq_refuse("base-address-table ids are subgroup*8 + entry, 0..543",
                           "the %s base-address id %u does not exist", role, id);
    uint32_t subgroup = id / 8;
    if (!system && (AO_load(&to->dcr.bat_mode[subgroup / 64]) >> (63 - subgroup % 64) & 1))
        return emuq_refuse("allocate the entry on the destination node first",
                           "the %s base-address entry %u of node %u is a system entry or not allocated", role,
                           id, to->number);
    /* Acquire: pairs with the release store of MUSPI_SetBaseAddress. */
    uint64_t base = AO_load_acquire(emuq_reg(to, subgroup, EMUQ_REG_BAT + (id & 7) * 8)) & EMUQ_PA_MASK;
    *sum = base + (offset & EMUQ_PA_MASK);
    if (*sum > EMUQ_PA_MASK || to->bat[id].space == NULL)
        return emuq_refuse(ADVICE_BAT, "%s address: entry %u (0x%llx) plus offset 0x%llx exceeds 37 bits",
                           role, id, (unsigned long long)base, (unsigned long long)offset);
    return EMUQ_DONE;
}

static emuq_outcome_t resolve_counter(const emuq_mu_node_t *to, uint32_t id, uint64_t sum,
                                      volatile AO_t **counter)
{
    uint64_t op = sum & 7;
    if (!(sum & EMUQ_ATOMIC) ||
        (op != MUHWI_ATOMIC_OPCODE_STORE_ADD && op != MUHWI_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO)) {
        return emuq_refuse("make the counter offset with MUSPI_GetAtomicOffsetFromBaseAddress and STORE_ADD",
                           "the counter address 0x%llx of node %u is not atomic with opcode STORE_ADD",
                           (unsigned long long)sum, to->number);
    }
    uint64_t pa = sum & ~EMUQ_ATOMIC & ~UINT64_C(7);
    *counter = emuq_translate(to->bat[id].space, pa, 8);
    if (*counter != NULL)
        return EMUQ_DONE;
    emuq_outcome_t outcome = emuq_elsewhere(to->bat[id].space, to->bat[id].rank);
    if (outcome != EMUQ_DONE)
        return outcome;
    return emuq_refuse("create a memory region that holds the counter on the destination",
                       "the counter at 0x%llx is outside the windows of rank %d on node %u",
                       (unsigned long long)pa, to->bat[id].rank, to->number);
}

emuq_outcome_t emuq_put(emuq_mu_node_t *to, const emuq_message_t *m, uint64_t end)
{
    const MUHWI_MessageUnitHeader_t *h = &m->header->messageUnitHeader;
    uint32_t payload_id = h->Packet_Types.Direct_Put.Rec_Payload_Base_Address_Id;
    uint32_t counter_id = h->Packet_Types.Direct_Put.Rec_Counter_Base_Address_Id;
    uint64_t offset =
        (uint64_t)h->Packet_Types.Direct_Put.Put_Offset_MSB << 32 | h->Packet_Types.Direct_Put.Put_Offset_LSB;
    uint64_t bytes = end - *m->sent, payload = 0, counter_sum = 0;

    /* All checks first: a rejected message touches nothing. */
    if (resolve(to, payload_id, offset + *m->sent, m->system, "payload", &payload) != EMUQ_DONE ||
        resolve(to, counter_id, h->Packet_Types.Direct_Put.Counter_Offset, m->system, "counter",
                &counter_sum) != EMUQ_DONE)
        return EMUQ_REFUSED;
    volatile AO_t *counter;
    emuq_outcome_t outcome = resolve_counter(to, counter_id, counter_sum, &counter);
    if (outcome != EMUQ_DONE)
        return outcome;
    /* Counter and target usually are in the receiver's cache: ask for both at once. */
    emuq_prefetch_for_write(counter);
    bool atomic = (payload & EMUQ_ATOMIC) != 0;
    if (atomic && m->length != 8)
        return emuq_refuse("an atomic put moves 8 bytes", "a put of %llu bytes to an atomic address",
                           (unsigned long long)m->length);
    if (!atomic && ((payload + bytes - 1) & EMUQ_ATOMIC))
        return emuq_refuse("keep the whole payload below 2^36",
                           "a put runs from memory into atomic address space at 0x%llx",
                           (unsigned long long)payload);
    uint64_t pa = atomic ? payload & ~EMUQ_ATOMIC & ~UINT64_C(7) : payload;
    void *target = emuq_translate(to->bat[payload_id].space, pa, bytes);
    if (target == NULL &&
        (outcome = emuq_elsewhere(to->bat[payload_id].space, to->bat[payload_id].rank)) != EMUQ_DONE)
        return outcome;
    if (target == NULL)
        return emuq_refuse("create a memory region that holds the whole target on the destination",
                           "the target 0x%llx, %llu bytes, is outside the windows of rank %d on node %u",
                           (unsigned long long)pa, (unsigned long long)bytes, to->bat[payload_id].rank,
                           to->number);

    emuq_prefetch_for_write(target);
    emuq_stamp(EMUQ_STAMP_TRANSLATED);
    if (atomic) {
        uint64_t value;
        memcpy(&value, m->payload, sizeof value);
        emuq_atomic_store_op(target, (unsigned)(payload & 7), value);
    } else {
        memmove(target, m->payload + (*m->sent - m->base), bytes);
    }
    *m->sent = end;
    emuq_stamp(EMUQ_STAMP_COPIED);
    /* Release: pairs with the load (acquire, in64) with which the receiver polls its counter, so a receiver
     * that sees the counter sees the payload. */
    AO_fetch_and_add_release(counter, (AO_t)0 - bytes);
    emuq_stamp(EMUQ_STAMP_COUNTED);
    emuq_wake(to);
    return EMUQ_DONE;
}

bool emuq_put_find_way(emuq_put_way_t *way, emuq_mu_node_t *to, const MUHWI_PacketHeader_t *header)
{
    const MUHWI_MessageUnitHeader_t *h = &header->messageUnitHeader;
    uint32_t id[2] = {h->Packet_Types.Direct_Put.Rec_Payload_Base_Address_Id,
                      h->Packet_Types.Direct_Put.Rec_Counter_Base_Address_Id};
    const emuq_address_space_t *space[2];
    *way = (emuq_put_way_t){.settings = AO_load_acquire(&to->settings)};
    for (int i = 0; i < 2; i++) {
        if (id[i] >= EMUQ_BATS || (space[i] = to->bat[id[i]].space) == NULL)
            return false;
        way->base[i] = emuq_reg(to, id[i] / 8, EMUQ_REG_BAT + (id[i] & 7) * 8);
    }
    way->entries[0] = emuq_word(header, EMUQ_WORD_IDS) & EMUQ_TARGET_ENTRY;
    way->entries[1] = emuq_word(header, EMUQ_WORD_COUNTER_ID) & EMUQ_COUNTER_ENTRY;
    way->target =
        emuq_range_around(space[0], (AO_load_acquire(way->base[0]) & EMUQ_PA_MASK) + emuq_put_offset(header));
    way->counter_base = AO_load_acquire(way->base[1]);
    way->counter_offset = emuq_word(header, EMUQ_WORD_COUNTER);
    uint64_t sum = (way->counter_base & EMUQ_PA_MASK) + (way->counter_offset & EMUQ_PA_MASK);
    uint64_t pa = sum & ~(EMUQ_ATOMIC | UINT64_C(7));
    emuq_range_t range = emuq_range_around(space[1], pa);
    if (!emuq_range_holds(&range, pa, sizeof *way->counter))
        return false;
    way->counter = emuq_range_at(&range, pa);
    way->to = to;
    return true;
}

emuq_outcome_t emuq_deliver_here(emuq_mu_node_t *to, const emuq_message_t *m, uint64_t end)
{
    switch (m->header->NetworkHeader.pt2pt.Byte8.Packet_Type) {
    case 0:
        return emuq_memory_fifo(to, m, end);
    case 1:
        return emuq_put(to, m, end);
    default:
        return emuq_remote_get(to, m, end);
    }
}
