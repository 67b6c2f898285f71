/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Event counts. A message is counted in its injection FIFO, under the claim; the FIFO keeps sums for a few
 * kinds of messages and adds them to the nodes on the way when another kind takes the place, or somebody
 * reads a counter. So counting costs a message of a known kind three additions.
 */
#include "backends/emulator/tree.h"

#include <errno.h>

uint64_t emuq_packets(const MUHWI_PacketHeader_t *h, uint64_t length, uint64_t *chunks)
{
    uint64_t size = h->NetworkHeader.pt2pt.Byte8.Size, packets = 1;
    if (length > 512 || length > size * 32)
        packets = size == 16 ? (length + 511) >> 9 : (length + size * 32 - 1) / (size * 32);
    *chunks = packets + (length + 31) / 32;
    return packets;
}

/* Byte 1..3 and the destination decide the path, byte 0 and 8 the kind. */
static uint64_t key_of(const MUHWI_Descriptor_t *d)
{
    const MUHWI_Pt2PtNetworkHeader_t *h = &d->PacketHeader.NetworkHeader.pt2pt;
    return (uint64_t)h->Destination.Destination.Destination << 32 | (uint32_t)h->Hints << 24 |
           (uint32_t)(h->Byte2.Byte2 & 0xc2) << 16 | (uint32_t)h->Byte3.Virtual_channel << 8 |
           (uint32_t)h->Byte8.Packet_Type << 4 |
           (h->Data_Packet_Type == MUHWI_COLLECTIVE_DATA_PACKET_TYPE ? 1u : 0u);
}

static emuq_count_t received_event(uint32_t type)
{
    return type == 0   ? EMUQ_COUNT_MU_FIFO_PACKETS_RECEIVED
           : type == 1 ? EMUQ_COUNT_MU_PUT_PACKETS_RECEIVED
                       : EMUQ_COUNT_MU_RGET_PACKETS_RECEIVED;
}

/* The way of deterministic packets: dimension by dimension. */
static void count_path(emuq_machine_t *m, uint32_t from, uint32_t to, uint64_t key, const emuq_traffic_t *t)
{
    uint32_t hints = (uint32_t)(key >> 16) & 0xffc0, vc = (uint32_t)(key >> 8) & 0xff;
    bool deposit = (key >> 16 & 2) != 0;
    emuq_count_t event = received_event((uint32_t)(key >> 4) & 3);
    const char *ignore = NULL;
    for (int d = 0; d < 5; d++) {
        int sign = emuq_direction(&m->geometry, from, to, d, hints, &ignore);
        uint32_t link = (uint32_t)d * 2 + (sign > 0 ? 1 : 0);
        while (emuq_direction(&m->geometry, from, to, d, hints, &ignore) != 0) {
            uint32_t next = emuq_neighbour(&m->geometry, from, link);
            if (next == UINT32_MAX)
                return;
            AO_fetch_and_add(&m->node[from].chunks_sent[link][vc], t->chunks);
            AO_fetch_and_add(&m->node[next].packets_received[link ^ 1][vc], t->packets);
            if (deposit && next != to)
                AO_fetch_and_add(&m->node[next].count[event], t->packets);
            from = next;
        }
    }
    AO_fetch_and_add(&m->node[to].count[event], t->packets);
}

void emuq_traffic_flush(emuq_machine_t *m, uint32_t from, emuq_traffic_t *t)
{
    if (t->messages == 0)
        return;
    AO_fetch_and_add(&m->node[from].count[EMUQ_COUNT_MU_MESSAGES_INJECTED], t->messages);
    AO_fetch_and_add(&m->node[from].count[EMUQ_COUNT_MU_PACKETS_INJECTED], t->packets);
    if (!(t->key & 1)) {
        uint32_t word = (uint32_t)(t->key >> 32);
        uint32_t c[5] = {word >> 24 & 63, word >> 18 & 63, word >> 12 & 63, word >> 6 & 63, word & 63};
        count_path(m, from, emuq_geometry_node(&m->geometry, c), t->key, t);
    }
    t->messages = t->packets = t->chunks = 0;
}

void emuq_count_flush(emuq_inj_t *f)
{
    emuq_traffic_flush(f->node->machine, f->node->number, &f->traffic);
    for (uint32_t i = 0; i < EMUQ_FLOWS; i++)
        emuq_traffic_flush(f->node->machine, f->node->number, &f->flow[i].traffic);
}

emuq_tally_t emuq_tally(const MUHWI_Descriptor_t *d)
{
    emuq_tally_t t = {.key = key_of(d)};
    t.packets = emuq_packets(&d->PacketHeader, d->Message_Length & EMUQ_PA_MASK, &t.chunks);
    return t;
}

void emuq_count(emuq_inj_t *f, const emuq_tally_t *tally)
{
    if (tally->key != f->traffic.key)
        emuq_traffic_flush(f->node->machine, f->node->number, &f->traffic);
    f->traffic.key = tally->key;
    f->traffic.messages++;
    f->traffic.packets += tally->packets;
    f->traffic.chunks += tally->chunks;
}

void emuq_count_received(emuq_mu_node_t *n, const MUHWI_PacketHeader_t *h, uint64_t bytes)
{
    uint64_t chunks;
    AO_fetch_and_add(&n->count[received_event(h->NetworkHeader.pt2pt.Byte8.Packet_Type)],
                     emuq_packets(h, bytes, &chunks));
}

static void flush_node(emuq_mu_node_t *n)
{
    for (uint32_t s = 0; s < EMUQ_SUBGROUPS; s++) {
        if (!(AO_load_acquire(&n->used[s / 64]) >> (s % 64) & 1))
            continue;
        for (uint32_t i = 0; i < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP; i++) {
            emuq_inj_t *f = &n->inj[s * 8 + i];
            if (!(AO_load_acquire(&f->attributes) & EMUQ_INJ_ENABLED))
                continue; /* counted when it was disabled */
            emuq_claim(f);
            if (!(AO_load(&f->hold) & EMUQ_HOLD_BUSY))
                emuq_count_flush(f);
            emuq_unclaim(f);
        }
    }
}

/* What collectives have sent and received over a link of a node. */
static uint64_t count_trees(const emuq_mu_node_t *n, uint32_t link, uint32_t vc, bool sent)
{
    emuq_machine_t *m = n->machine;
    uint64_t sum = 0;
    pthread_mutex_lock(&m->tree_lock);
    for (emuq_tree_t *t = m->trees; t != NULL; t = t->next_tree) {
        uint32_t word = emuq_route_word(n, t->route, false), bit = emuq_link_bit(link);
        bool member = false;
        for (uint32_t i = 0; i < t->nodes && !t->gi && t->complete && !member; i++)
            member = t->node[i] == n->number;
        if (!member)
            continue;
        emuq_lock(&t->lock);
        if (word & bit)
            sum += sent ? t->up_chunks[vc] : t->down_packets[vc];
        if (word >> 16 & bit)
            sum += sent ? t->down_chunks[vc] : t->up_packets[vc];
        emuq_unlock(&t->lock);
    }
    pthread_mutex_unlock(&m->tree_lock);
    return sum;
}

/* What collectives have brought to a node; of reduces, its own counters know. */
static uint64_t count_received(const emuq_mu_node_t *n, uint32_t type)
{
    emuq_machine_t *m = n->machine;
    uint64_t sum = 0;
    pthread_mutex_lock(&m->tree_lock);
    for (emuq_tree_t *t = m->trees; t != NULL; t = t->next_tree) {
        bool member = false;
        for (uint32_t i = 0; i < t->participants && !t->gi && t->complete && !member; i++)
            member = t->participant[i] == n->number;
        if (!member)
            continue;
        emuq_lock(&t->lock);
        sum += t->received[type];
        emuq_unlock(&t->lock);
    }
    pthread_mutex_unlock(&m->tree_lock);
    return sum;
}

int emuq_count_read(emuq_machine_t *m, uint32_t node, emuq_count_t event, uint32_t link, uint32_t vc,
                    uint64_t *value)
{
    if (node >= m->nodes || link > EMUQ_LINKS || vc >= EMUQ_VCS || event > EMUQ_COUNT_LINK_PACKETS_RECEIVED)
        return -EINVAL;
    for (uint32_t i = 0; i < m->nodes; i++)
        flush_node(&m->node[i]);
    emuq_mu_node_t *n = &m->node[node];
    if (event == received_event(0) || event == received_event(1) || event == received_event(2))
        *value = AO_load(&n->count[event]) + count_received(n, event == received_event(0)   ? 0
                                                               : event == received_event(1) ? 1
                                                                                            : 2);
    else if (event <= EMUQ_COUNT_MU_PUT_PACKETS_RECEIVED)
        *value = AO_load(&n->count[event]);
    else if (link == EMUQ_LINKS)
        *value = 0; /* no I/O link */
    else if (event == EMUQ_COUNT_LINK_CHUNKS_SENT)
        *value = AO_load(&n->chunks_sent[link][vc]) + count_trees(n, link, vc, true);
    else
        *value = AO_load(&n->packets_received[link][vc]) + count_trees(n, link, vc, false);
    return 0;
}
