/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The short cut. Programs send many messages of a kind; a message like one that was found good and delivered
 * is neither checked nor routed again, and its way is short: a direct put whose memory this process sees, or
 * one packet for a reception FIFO with room. Everything else, and everything unusual, is left to the general
 * way, which begins from the same registers as if nobody had looked.
 *
 * What is known belongs to the injection FIFO and is read and written under its claim. It is void when the
 * receiving node's `settings` have advanced: DCRs and owners of resources change before that (release), and
 * the count is loaded (acquire) before what they say is used. Base-address registers are read each time.
 */
#include "backends/emulator/emulator.h"

#include <string.h>

/* Where the parts of a descriptor are that decide about its kind, in 8-byte words (hwi-descriptor section 1).
 */
enum { FLAGS = 0, PAYLOAD = 1, LENGTH = 2, FIFO_MAP = 3, NETWORK = 4, IDS = 5, COUNTER_ID = 6, COUNTER = 7 };
#define NO_FLAGS   UINT64_C(0x0000000100000001) /* neither prefetch-only nor interrupt on arrival */
#define ID_BITS    UINT64_C(0x0000ffc0ffffffff) /* end of the network header; FIFO, or entry of the payload */
#define ENTRY_BITS UINT64_C(0x0000000003ff0000) /* entry of the counter */

_Static_assert(offsetof(MUHWI_Descriptor_t, Pa_Payload) == 8 * PAYLOAD &&
                   offsetof(MUHWI_Descriptor_t, Message_Length) == 8 * LENGTH &&
                   offsetof(MUHWI_Descriptor_t, Torus_FIFO_Map) == 8 * FIFO_MAP &&
                   offsetof(MUHWI_Descriptor_t, PacketHeader) == 8 * NETWORK,
               "words of a descriptor");

static uint64_t word_of(const MUHWI_Descriptor_t *d, unsigned word)
{
    uint64_t value;
    memcpy(&value, (const char *)d + 8 * word, sizeof value);
    return value;
}

static uint32_t packet_type(const MUHWI_Descriptor_t *d)
{
    return d->PacketHeader.NetworkHeader.pt2pt.Byte8.Packet_Type;
}

static uint64_t packet_bytes(const MUHWI_Descriptor_t *d)
{
    return d->PacketHeader.NetworkHeader.pt2pt.Byte8.Size * UINT64_C(32);
}

/* Of a direct put. It lies across two words, and whole words are what the core still has from the program's
 * stores. */
static uint64_t put_offset(const MUHWI_Descriptor_t *d)
{
    return (word_of(d, IDS) & UINT64_C(0x1f00000000)) | word_of(d, IDS) >> 48 |
           (word_of(d, COUNTER_ID) & UINT64_C(0xffff)) << 16;
}

static uint32_t place_of(uint64_t network, uint64_t ids)
{
    return (uint32_t)((network ^ ids) * UINT64_C(0x9e3779b97f4a7c15) >> 61);
}

_Static_assert(EMUQ_FLOWS == 8, "place_of() gives three bits");

static void kind_of(const MUHWI_Descriptor_t *d, uint64_t kind[4])
{
    kind[0] = word_of(d, FIFO_MAP);
    kind[1] = word_of(d, NETWORK);
    kind[2] = word_of(d, IDS) & ID_BITS;
    kind[3] = packet_type(d) == 1 ? word_of(d, COUNTER_ID) & ENTRY_BITS : 0;
}

/* Fills in where puts of the kind go. @return false if there is no short way. */
static bool describe_put(const emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_flow_t *flow)
{
    const MUHWI_MessageUnitHeader_t *h = &d->PacketHeader.messageUnitHeader;
    uint32_t id[2] = {h->Packet_Types.Direct_Put.Rec_Payload_Base_Address_Id,
                      h->Packet_Types.Direct_Put.Rec_Counter_Base_Address_Id};
    for (int i = 0; i < 2; i++) {
        if (id[i] >= EMUQ_BATS || flow->to->bat[id[i]].space == NULL)
            return false;
        flow->base[i] = emuq_reg(flow->to, id[i] / 8, EMUQ_REG_BAT + (id[i] & 7) * 8);
    }
    flow->most = f->node->machine->inline_bytes;
    flow->target = emuq_range_around(flow->to->bat[id[0]].space,
                                     (AO_load_acquire(flow->base[0]) & EMUQ_PA_MASK) + put_offset(d));
    flow->counter_base = AO_load_acquire(flow->base[1]);
    flow->counter_offset = word_of(d, COUNTER);
    uint64_t sum = (flow->counter_base & EMUQ_PA_MASK) + (flow->counter_offset & EMUQ_PA_MASK);
    uint64_t pa = sum & ~(EMUQ_ATOMIC | UINT64_C(7));
    emuq_range_t range = emuq_range_around(flow->to->bat[id[1]].space, pa);
    if (!emuq_range_holds(&range, pa, sizeof *flow->counter))
        return false;
    flow->counter = emuq_range_at(&range, pa); /* the sum is a counter's: the message will be checked so */
    return true;
}

static bool describe_packet(const MUHWI_Descriptor_t *d, emuq_flow_t *flow)
{
    uint32_t id = d->PacketHeader.messageUnitHeader.Packet_Types.Memory_FIFO.Rec_FIFO_Id;
    if (id >= EMUQ_REC_FIFOS || flow->to->rec[id].regs == NULL || emuq_has_rec_threshold(flow->to, id))
        return false;
    flow->rec = &flow->to->rec[id];
    flow->most = packet_bytes(d);
    uint64_t start = AO_load(&flow->rec->regs->start), end = start + AO_load(&flow->rec->regs->size_1) + 1;
    emuq_range_t range = emuq_range_around(flow->rec->space, start);
    if (!emuq_range_holds(&range, start, end - start))
        return false;
    flow->target = (emuq_range_t){start, end, (uintptr_t)emuq_range_at(&range, start)};
    return true;
}

void emuq_flow_describe(const emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_mu_node_t *to,
                        emuq_flow_t *flow)
{
    *flow = (emuq_flow_t){.to = to, .settings = AO_load_acquire(&to->settings)};
    bool system = (AO_load(&f->attributes) & EMUQ_INJ_SYSTEM) != 0;
    bool is_short = !system && ((packet_type(d) == 0 && describe_packet(d, flow)) ||
                                (packet_type(d) == 1 && describe_put(f, d, flow)));
    if (!is_short) {
        flow->to = NULL;
        return;
    }
    kind_of(d, flow->kind);
    flow->source = emuq_range_around(f->space, d->Pa_Payload & EMUQ_PA_MASK);
    flow->traffic.key = emuq_tally(d).key;
}

void emuq_flow_learn(emuq_inj_t *f, const emuq_flow_t *flow)
{
    if (flow->to == NULL)
        return;
    emuq_flow_t *place = &f->flow[place_of(flow->kind[1], flow->kind[2])];
    emuq_traffic_flush(f->node->machine, f->node->number, &place->traffic);
    *place = *flow;
}

/* @return whether it has been done. */
static inline bool put(const emuq_flow_t *flow, const MUHWI_Descriptor_t *d, const char *payload,
                       uint64_t bytes)
{
    /* Acquire: pairs with the release store of MUSPI_SetBaseAddress. */
    uint64_t pa = (AO_load_acquire(flow->base[0]) & EMUQ_PA_MASK) + put_offset(d);
    if (!emuq_range_holds(&flow->target, pa, bytes) || AO_load_acquire(flow->base[1]) != flow->counter_base ||
        word_of(d, COUNTER) != flow->counter_offset)
        return false;
    char *target = emuq_range_at(&flow->target, pa);
    volatile AO_t *counter = flow->counter;
    /* Both lines usually are in the receiver's cache: ask for them at once. */
    emuq_prefetch_for_write(counter);
    emuq_stamp(EMUQ_STAMP_TRANSLATED);
    if (bytes == sizeof(uint64_t))
        memcpy(target, payload, sizeof(uint64_t));
    else
        memmove(target, payload, bytes);
    emuq_stamp(EMUQ_STAMP_COPIED);
    /* Release: pairs with the load with which the receiver polls its counter, as in put.c. */
    AO_fetch_and_add_release(counter, (AO_t)0 - bytes);
    emuq_stamp(EMUQ_STAMP_COUNTED);
    return true;
}

static inline bool send(emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    uint64_t network = word_of(d, NETWORK), ids = word_of(d, IDS) & ID_BITS, packets = 1;
    emuq_flow_t *flow = &f->flow[place_of(network, ids)];
    uint64_t different = (word_of(d, FLAGS) & NO_FLAGS) | (word_of(d, FIFO_MAP) ^ flow->kind[0]) |
                         (network ^ flow->kind[1]) | (ids ^ flow->kind[2]);
    if (different != 0 || flow->to == NULL || AO_load_acquire(&flow->to->settings) != flow->settings)
        return false;
    emuq_stamp(EMUQ_STAMP_DECODED);
    uint64_t bytes = word_of(d, LENGTH) & EMUQ_PA_MASK, pa = word_of(d, PAYLOAD) & EMUQ_PA_MASK;
    uint64_t chunks = 1 + (bytes + 31) / 32;
    if (bytes > flow->most || (bytes != 0 && !emuq_range_holds(&flow->source, pa, bytes)))
        return false;
    const char *payload = emuq_range_at(&flow->source, pa);
    if (flow->rec != NULL) {
        uint64_t header[4] = {network, word_of(d, IDS), word_of(d, COUNTER_ID), word_of(d, COUNTER)};
        if (!emuq_memory_fifo_packet(flow->rec, &flow->target, header, payload, bytes))
            return false;
    } else {
        if (bytes > packet_bytes(d))
            packets = emuq_packets(&d->PacketHeader, bytes, &chunks);
        if (bytes == 0 || (word_of(d, COUNTER_ID) & ENTRY_BITS) != flow->kind[3] ||
            !put(flow, d, payload, bytes))
            return false;
    }
    flow->traffic.messages++;
    flow->traffic.packets += packets;
    flow->traffic.chunks += chunks;
    emuq_wake(flow->to);
    return true;
}

bool emuq_flow_send(emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    return send(f, d);
}

bool emuq_flow_run(emuq_inj_t *f)
{
    emuq_inj_regs_t *r = f->regs;
    uint64_t start = f->start, size_1 = f->size_1;
    AO_t head = AO_load(&r->head) - start;
    /* Registers that are not as they were, or in disorder, are the general way's business. */
    if (f->memory == NULL || AO_load(&r->start) != start || AO_load(&r->size_1) != size_1 ||
        AO_load(&r->free_space) != size_1 / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES)
        return false;
    for (;;) {
        /* Acquire: pairs with the release store of the tail; the descriptors behind it are visible. */
        AO_t tail = AO_load_acquire(&r->tail) - start;
        if (tail == head)
            break;
        if (AO_load_acquire(&f->attributes) != EMUQ_INJ_ENABLED || AO_load_acquire(f->disable) != 0 ||
            ((head | tail) & 63) != 0 || head > size_1 || tail > size_1 ||
            !send(f, (const MUHWI_Descriptor_t *)(f->memory + head)))
            return false;
        head += BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES;
        if (head > size_1)
            head = 0;
        /* Head first, count last, as in complete() in inject.c. The free space stays what it is: all. */
        AO_store_release(&r->head, start + head);
        AO_store_release(&r->desc_count, AO_load(&r->desc_count) + 1);
    }
    emuq_wake(f->node);
    return true;
}
