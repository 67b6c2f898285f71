/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/unit.h"

#include "backends/emulator/core/deliver.h"
#include "backends/emulator/core/remote_ops.h"

emuq_machine_t *emuq_the_machine;
uint64_t emuq_machine_number;
emuq_kernel_callbacks_t emuq_the_kernel;
const emuq_fault_ops_t *emuq_fault_ops;
const emuq_remote_ops_t *emuq_remote_ops;
__thread uint32_t emuq_my_node = UINT32_MAX;
__thread bool emuq_serves_hosts;
__thread bool emuq_engine_pending __attribute__((tls_model("initial-exec")));
const emuq_network_hooks_t *emuq_the_network;

uint64_t emuq_packets(const MUHWI_PacketHeader_t *h, uint64_t length, uint64_t *chunks)
{
    uint64_t limit = emuq_packet_limit(h), packets = 1;
    if (length > 512 || length > limit)
        packets = limit == 512 ? (length + 511) >> 9 : (length + limit - 1) / limit;
    *chunks = packets + (length + 31) / 32;
    return packets;
}

/* Key of a kind of messages: shifts and bits. */
#define KEY_DESTINATION   32
#define KEY_HINTS         16 /* bits of emuq_hints() */
#define KEY_DEPOSIT       (UINT64_C(1) << 17)
#define KEY_VC            8
#define KEY_TYPE          4
#define KEY_IS_COLLECTIVE UINT64_C(1)

static uint64_t count_key_of(const MUHWI_PacketHeader_t *h)
{
    return (uint64_t)emuq_destination(h) << KEY_DESTINATION | (uint64_t)emuq_hints(h) << KEY_HINTS |
           (emuq_is_deposit(h) ? KEY_DEPOSIT : 0) | (uint64_t)emuq_virtual_channel(h) << KEY_VC |
           (uint64_t)emuq_packet_type(h) << KEY_TYPE | (emuq_is_collective(h) ? KEY_IS_COLLECTIVE : 0);
}

emuq_count_t emuq_received_event(uint32_t type)
{
    return type == 0   ? EMUQ_COUNT_MU_FIFO_PACKETS_RECEIVED
           : type == 1 ? EMUQ_COUNT_MU_PUT_PACKETS_RECEIVED
                       : EMUQ_COUNT_MU_RGET_PACKETS_RECEIVED;
}

typedef struct count_place {
    uint64_t *mu;
    uint64_t (*sent)[EMUQ_VCS], (*received)[EMUQ_VCS];
} count_place_t;

/* @param copy NULL: counters in the machine */
static inline count_place_t count_place_of(emuq_mu_node_t *n, emuq_node_counts_t *copy)
{
    if (copy != NULL)
        return (count_place_t){copy[n->number].mu, copy[n->number].chunks_sent,
                               copy[n->number].packets_received};
    return (count_place_t){n->count, n->chunks_sent, n->packets_received};
}

static inline void count_path(emuq_machine_t *m, uint32_t source, uint32_t to, uint64_t key,
                              const emuq_traffic_t *t, emuq_node_counts_t *copy)
{
    uint32_t vc = (uint32_t)(key >> KEY_VC) & 0xff;
    bool deposit = (key & KEY_DEPOSIT) != 0;
    emuq_count_t event = emuq_received_event((uint32_t)(key >> KEY_TYPE) & 3);
    emuq_path_t path = emuq_path(&m->geometry, source, to, (uint32_t)(key >> KEY_HINTS) & 0xffc0);
    while (emuq_path_next(&path)) {
        count_place_t here = count_place_of(&m->node[path.from], copy),
                      there = count_place_of(&m->node[path.next], copy);
        (void)AO_fetch_and_add(&here.sent[path.link][vc], t->chunks);
        (void)AO_fetch_and_add(&there.received[path.link ^ 1][vc], t->packets);
        if (deposit && path.next != to)
            (void)AO_fetch_and_add(&there.mu[event], t->packets);
    }
    (void)AO_fetch_and_add(&count_place_of(&m->node[to], copy).mu[event], t->packets);
}

static inline void count_traffic(emuq_machine_t *m, uint32_t from, const emuq_traffic_t *t,
                                 emuq_node_counts_t *copy)
{
    uint64_t *mu = count_place_of(&m->node[from], copy).mu;
    (void)AO_fetch_and_add(&mu[EMUQ_COUNT_MU_MESSAGES_INJECTED], t->messages);
    (void)AO_fetch_and_add(&mu[EMUQ_COUNT_MU_PACKETS_INJECTED], t->packets);
    if (!(t->key & KEY_IS_COLLECTIVE))
        count_path(m, from, emuq_destination_node(&m->geometry, (uint32_t)(t->key >> KEY_DESTINATION)),
                   t->key, t, copy);
}

void emuq_traffic_flush(emuq_machine_t *m, uint32_t from, emuq_traffic_t *t)
{
    if (t->messages == 0)
        return;
    count_traffic(m, from, t, NULL);
    t->messages = t->packets = t->chunks = 0;
}

void emuq_traffic_snapshot(emuq_machine_t *m, uint32_t from, const emuq_traffic_t *t,
                           emuq_node_counts_t *counts)
{
    emuq_traffic_t now = {AO_load(&t->key), AO_load(&t->messages), AO_load(&t->packets), AO_load(&t->chunks)};
    if (now.messages != 0)
        count_traffic(m, from, &now, counts);
}

void emuq_count_flush(emuq_inj_t *f)
{
    emuq_traffic_flush(f->node->machine, f->node->number, &f->traffic);
    for (uint32_t i = 0; i < EMUQ_CACHED_ROUTES; i++)
        emuq_traffic_flush(f->node->machine, f->node->number, &f->route[i].traffic);
}

emuq_tally_t emuq_tally_of(const MUHWI_PacketHeader_t *h, uint64_t length)
{
    emuq_tally_t t = {.key = count_key_of(h)};
    t.packets = emuq_packets(h, length, &t.chunks);
    return t;
}

emuq_tally_t emuq_tally(const MUHWI_Descriptor_t *d)
{
    return emuq_tally_of(&d->PacketHeader, d->Message_Length & EMUQ_PA_MASK);
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

void emuq_count_direct(emuq_machine_t *m, uint32_t from, const emuq_tally_t *tally, int sign)
{
    uint64_t s = (uint64_t)(int64_t)sign;
    emuq_traffic_t t = {tally->key, s, s * tally->packets, s * tally->chunks};
    if (tally->packets != 0)
        emuq_traffic_flush(m, from, &t);
}

void emuq_count_received(emuq_mu_node_t *n, const MUHWI_PacketHeader_t *h, uint64_t bytes)
{
    uint64_t chunks;
    (void)AO_fetch_and_add(&n->count[emuq_received_event(emuq_packet_type(h))],
                           emuq_packets(h, bytes, &chunks));
}
