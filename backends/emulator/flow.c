/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The short cut. Programs send many messages of a kind; a message like one that was found good and delivered
 * is neither checked nor routed again, and its way is short: a direct put whose memory every process sees,
 * one packet for a reception FIFO with room, a contribution of one packet to a collective. Everything else,
 * and everything unusual, is left to the general way, which begins from the same registers as if nobody had
 * looked.
 *
 * What is known belongs to the injection FIFO and is read and written under its claim. It is void when the
 * `settings` of the receiving node (of a collective: of the sending one) have advanced; see put.h.
 */
#include "backends/emulator/put.h"
#include "backends/emulator/tree.h"

/* Where the parts of a descriptor are, in 8-byte words (hwi-descriptor section 1). */
enum { FLAGS = 0, PAYLOAD = 1, LENGTH = 2, FIFO_MAP = 3, HEADER = 4 };
#define NO_FLAGS UINT64_C(0x0000000100000001) /* neither prefetch-only nor interrupt on arrival */
#define ID_BITS                                                                                              \
    UINT64_C(0x0000ffc0ffffffff) /* end of the network header; FIFO, or table entry of the target */

_Static_assert(offsetof(MUHWI_Descriptor_t, Pa_Payload) == 8 * PAYLOAD &&
                   offsetof(MUHWI_Descriptor_t, Message_Length) == 8 * LENGTH &&
                   offsetof(MUHWI_Descriptor_t, Torus_FIFO_Map) == 8 * FIFO_MAP &&
                   offsetof(MUHWI_Descriptor_t, PacketHeader) == 8 * HEADER,
               "words of a descriptor");

static uint32_t packet_type(const MUHWI_Descriptor_t *d)
{
    return d->PacketHeader.NetworkHeader.pt2pt.Byte8.Packet_Type;
}

static uint64_t packet_bytes(const MUHWI_Descriptor_t *d)
{
    return d->PacketHeader.NetworkHeader.pt2pt.Byte8.Size * UINT64_C(32);
}

static uint32_t place_of(uint64_t network, uint64_t ids)
{
    return (uint32_t)((network ^ ids) * UINT64_C(0x9e3779b97f4a7c15) >> 61);
}

_Static_assert(EMUQ_FLOWS == 8, "place_of() gives three bits");

static bool describe_packet(const MUHWI_Descriptor_t *d, emuq_flow_t *flow)
{
    uint32_t id = d->PacketHeader.messageUnitHeader.Packet_Types.Memory_FIFO.Rec_FIFO_Id;
    if (id >= EMUQ_REC_FIFOS || flow->to->rec[id].regs == NULL || emuq_has_rec_threshold(flow->to, id))
        return false;
    emuq_rec_t *r = &flow->to->rec[id];
    const emuq_address_space_t *space = r->space;
    if (space == NULL)
        return false; /* deallocated: it will be refused */
    uint64_t start = AO_load(&r->regs->start), end = start + AO_load(&r->regs->size_1) + 1;
    emuq_range_t range = emuq_range_around(space, start);
    flow->way.packet.rec = r;
    flow->way.packet.memory = (emuq_range_t){start, end, (uintptr_t)emuq_range_at(&range, start)};
    flow->most = (uint32_t)packet_bytes(d);
    return emuq_range_holds(&range, start, end - start);
}

static bool describe(const emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_tree_t *tree, emuq_flow_t *flow)
{
    uint64_t inline_bytes = f->node->machine->inline_bytes;
    if (tree != NULL) {
        flow->what = EMUQ_FLOW_CONTRIBUTION;
        flow->most = MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES;
        flow->way.tree = tree;
        flow->polled = &tree->lock;
        return true;
    }
    if (packet_type(d) == 0) {
        flow->what = EMUQ_FLOW_PACKET;
        return describe_packet(d, flow);
    }
    flow->what = EMUQ_FLOW_PUT;
    flow->most = inline_bytes < UINT32_MAX ? (uint32_t)inline_bytes : UINT32_MAX;
    if (packet_type(d) != 1 || !emuq_put_find_way(&flow->way.put, flow->to, &d->PacketHeader))
        return false;
    flow->polled = flow->way.put.counter;
    return true;
}

void emuq_flow_describe(const emuq_inj_t *f, const MUHWI_Descriptor_t *d, emuq_mu_node_t *to,
                        emuq_tree_t *tree, emuq_flow_t *flow)
{
    *flow = (emuq_flow_t){.to = to, .settings = AO_load_acquire(&to->settings)};
    if ((AO_load(&f->attributes) & EMUQ_INJ_SYSTEM) || !describe(f, d, tree, flow)) {
        flow->what = EMUQ_UNKNOWN;
        return;
    }
    flow->kind[0] = emuq_word(d, FIFO_MAP);
    flow->kind[1] = emuq_word(&d->PacketHeader, EMUQ_WORD_NETWORK);
    flow->kind[2] = emuq_word(&d->PacketHeader, EMUQ_WORD_IDS) & ID_BITS;
    flow->source = emuq_range_around(f->space, d->Pa_Payload & EMUQ_PA_MASK);
    flow->traffic.key = emuq_tally(d).key;
}

void emuq_flow_learn(emuq_inj_t *f, const emuq_flow_t *flow)
{
    if (flow->what == EMUQ_UNKNOWN)
        return;
    emuq_flow_t *place = &f->flow[place_of(flow->kind[1], flow->kind[2])];
    emuq_traffic_flush(f->node->machine, f->node->number, &place->traffic);
    *place = *flow;
}

/* Sends a packet or a contribution. @return whether it has been done. */
static inline bool hand_over(emuq_inj_t *f, const emuq_flow_t *flow, const MUHWI_Descriptor_t *d,
                             const char *payload, uint64_t bytes)
{
    if (AO_load_acquire(&flow->to->settings) != flow->settings)
        return false;
    if (flow->what == EMUQ_FLOW_CONTRIBUTION)
        return emuq_contribute_short(f, flow->way.tree, d, payload, bytes);
    const void *h = &d->PacketHeader;
    uint64_t header[4] = {emuq_word(h, 0), emuq_word(h, 1), emuq_word(h, 2), emuq_word(h, 3)};
    if (!emuq_memory_fifo_packet(flow->way.packet.rec, &flow->way.packet.memory, header, payload, bytes))
        return false;
    emuq_wake(flow->to);
    return true;
}

static inline bool send(emuq_inj_t *f, const MUHWI_Descriptor_t *d, bool *others)
{
    const void *header = &d->PacketHeader;
    uint64_t network = emuq_word(header, EMUQ_WORD_NETWORK), ids = emuq_word(header, EMUQ_WORD_IDS) & ID_BITS;
    emuq_flow_t *flow = &f->flow[place_of(network, ids)];
    uint64_t different = (emuq_word(d, FLAGS) & NO_FLAGS) | (emuq_word(d, FIFO_MAP) ^ flow->kind[0]) |
                         (network ^ flow->kind[1]) | (ids ^ flow->kind[2]);
    if (different != 0 || flow->what == EMUQ_UNKNOWN)
        return false;
    emuq_stamp(EMUQ_STAMP_DECODED);
    /* This line usually is with somebody else: ask for it at once. */
    if (flow->polled != NULL)
        emuq_prefetch_for_write(flow->polled);
    uint64_t bytes = emuq_word(d, LENGTH) & EMUQ_PA_MASK, pa = emuq_word(d, PAYLOAD) & EMUQ_PA_MASK;
    uint64_t packets = 1, chunks = 1 + (bytes + 31) / 32;
    if (bytes > flow->most || (bytes != 0 && !emuq_range_holds(&flow->source, pa, bytes)))
        return false;
    if (bytes > packet_bytes(d))
        packets = emuq_packets(&d->PacketHeader, bytes, &chunks);
    const char *payload = emuq_range_at(&flow->source, pa);
    if (flow->what == EMUQ_FLOW_PUT) {
        if (bytes == 0 || !emuq_put_is_known(&flow->way.put, header) ||
            !emuq_put_along(&flow->way.put, header, payload, 0, bytes))
            return false;
    } else if (!hand_over(f, flow, d, payload, bytes)) {
        return false;
    }
    *others |= flow->what == EMUQ_FLOW_CONTRIBUTION;
    flow->traffic.messages++;
    flow->traffic.packets += packets;
    flow->traffic.chunks += chunks;
    return true;
}

bool emuq_flow_send(emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    bool others = false; /* the general way looks in any case */
    return send(f, d, &others);
}

bool emuq_flow_run(emuq_inj_t *f, bool *others)
{
    emuq_inj_regs_t *r = f->regs;
    uint64_t start = f->start, size_1 = f->size_1;
    AO_t head = AO_load(&r->head) - start;
    /* Registers that are not as they were, or in disorder, are the general way's business. */
    if (f->memory == NULL || AO_load(&r->start) != start || AO_load(&r->size_1) != size_1 ||
        AO_load(&r->free_space) != size_1 / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES ||
        emuq_has_inj_threshold(f->node, f->id))
        return false;
    for (;;) {
        /* Acquire: pairs with the release store of the tail; the descriptors behind it are visible. */
        AO_t tail = AO_load_acquire(&r->tail) - start;
        if (tail == head)
            break;
        if (AO_load_acquire(&f->attributes) != EMUQ_INJ_ENABLED || AO_load_acquire(f->disable) != 0 ||
            ((head | tail) & 63) != 0 || head > size_1 || tail > size_1 ||
            !send(f, (const MUHWI_Descriptor_t *)(f->memory + head), others))
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
