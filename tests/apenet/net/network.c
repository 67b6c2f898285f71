/* SPDX-License-Identifier: BSD-3-Clause */
/* The torus in packet mode: threads inject packets at their nodes, and any thread moves them. All packets
 * arrive once, in order for each pair of nodes, with their payload, also if a node does not take packets for
 * a while. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apenet/card/packets.h"
#include "apenet/net/node.h"
#include "emuq_test.h"

#define NODES_MOST 64u
#define REJECTIONS 3u /* a node rejects every third packet once */

typedef struct receiver {
    uint64_t taken; /* atomic */
    uint32_t expected[NODES_MOST];
    uint32_t calls;
    uint32_t wrong;
} receiver_t;

static struct {
    apenet_lattice_t lattice;
    apenet_network_t *network;
    uint32_t nodes, packets;
    bool refuses, has_faults;
    uint64_t lost;                   /* atomic: segments that found no space */
    uint64_t flagged;                /* atomic: packets with PAYLOAD_ERR */
    receiver_t receiver[NODES_MOST]; /* guarded by the claim of the node */
    uint64_t total;                  /* atomic */
    uint64_t refused[NODES_MOST];    /* atomic: the node has refused a packet */
} job;

static uint32_t mix(uint32_t x)
{
    x = (x ^ x >> 16) * UINT32_C(0x7feb352d);
    x = (x ^ x >> 15) * UINT32_C(0x846ca68b);
    return x ^ x >> 16;
}

static apenet_address_t address_of(uint32_t node)
{
    uint32_t y = job.lattice.size[1], z = job.lattice.size[2];
    return (apenet_address_t){(uint8_t)(node / z / y), (uint8_t)(node / z % y), (uint8_t)(node % z), 0};
}

static uint32_t node_of(apenet_address_t a)
{
    return ((uint32_t)a.x * job.lattice.size[1] + a.y) * job.lattice.size[2] + a.z;
}

/* Packet `serial` of a pair of nodes: its words. */
static uint32_t words_of(uint32_t from, uint32_t to, uint32_t serial)
{
    uint32_t x = mix(from * 1000003u + to * 1009u + serial);
    return x % 4 != 0 ? 1 + x / 4 % 6 : 1 + x / 4 % APENET_PAYLOAD_WORDS;
}

static uint32_t word_of(uint32_t from, uint32_t to, uint32_t serial, uint32_t i)
{
    return mix(from << 24 ^ to << 16 ^ serial << 9 ^ i);
}

/* ---- hooks ---- */

static bool deliver(void *argument, uint32_t node, const apenet_network_packet_t *p)
{
    (void)argument;
    receiver_t *r = &job.receiver[node];
    apenet_header_t h;
    if (job.refuses && r->calls++ % REJECTIONS == 0) {
        AO_store_release(&job.refused[node], 1);
        return false;
    }
    memcpy(&h, &p->header, sizeof h);
    uint32_t from = node_of(apenet_source(&h)), to = node_of(apenet_destination(&h));
    uint32_t serial = r->expected[from]++;
    bool is_flagged = apenet_get(p->footer.w, APENET_FOOTER_PAYLOAD_ERR) != 0;
    r->wrong += to != node || p->words != words_of(from, to, serial) || apenet_header_address(&h) != serial ||
                (is_flagged && !job.has_faults);
    for (uint32_t i = 0; i < p->words && !is_flagged; i++)
        r->wrong += p->payload[i].w[0] != word_of(from, to, serial, i) || p->payload[i].w[1] != 1 ||
                    p->payload[i].w[2] != 2 || p->payload[i].w[3] != i;
    (void)AO_fetch_and_add(&job.flagged, is_flagged);
    (void)AO_fetch_and_add1(&r->taken);
    (void)AO_fetch_and_add1(&job.total);
    return true;
}

static void reply(void *argument, uint32_t node)
{
    (void)argument;
    (void)node;
}

static void refill(void *argument, uint32_t node)
{
    (void)argument;
    (void)node; /* the sender polls */
}

/* An external wire without delay. */
static bool send_segment(void *argument, uint32_t node, unsigned port, uint64_t number,
                         const apenet_word_t *word, uint32_t words)
{
    (void)argument;
    uint32_t next = apenet_network_next(job.network, node, port);
    if (apenet_network_arrive(job.network, next, apenet_port_opposite(port), (uint32_t)number, word, words) ==
        -EAGAIN)
        (void)AO_fetch_and_add1(&job.lost);
    return true;
}

static void move(void)
{
    static const apenet_network_hooks_t hooks = {deliver, reply, refill, send_segment};
    for (uint32_t i = 0; i < job.nodes && job.refuses; i++)
        if (AO_load_acquire(&job.refused[i]) != 0 && emuq_exchange(&job.refused[i], 0) != 0)
            apenet_network_mark(job.network, i); /* it takes packets again */
    if (job.has_faults)
        (void)apenet_network_tick(job.network, 255, emuq_host_now_ns());
    apenet_network_run(job.network, &hooks, NULL);
}

/* ---- senders ---- */

static void fill(apenet_word_t *at, uint32_t from, uint32_t to, uint32_t serial)
{
    uint32_t words = words_of(from, to, serial);
    apenet_header_t h;
    apenet_header_make(&h, APENET_CMD_PUT, address_of(to), address_of(from), serial,
                       words * APENET_WORD_BYTES);
    memcpy(at, &h, sizeof h);
    for (uint32_t i = 0; i < words; i++)
        at[1 + i] = (apenet_word_t){{word_of(from, to, serial, i), 1, 2, i}};
    apenet_word_t *footer = &at[1 + words];
    memset(footer, 0, sizeof *footer);
    apenet_set(footer->w, APENET_FOOTER_CRC, apenet_crc32(&at[1], words * sizeof *at, 0));
    apenet_set(footer->w, APENET_FOOTER_ENVELOPE, apenet_crc32(footer->w, 12, 0));
}

static void *send_all(void *argument)
{
    uint32_t from = (uint32_t)(uintptr_t)argument, serial[NODES_MOST] = {0};
    for (uint32_t i = 0; i < job.packets; i++) {
        uint32_t to = mix(from * 7919u + i) % job.nodes;
        apenet_word_t *at;
        while ((at = apenet_network_reserve(job.network, from, APENET_INJECT_MESSAGES)) == NULL)
            move();
        fill(at, from, to, serial[to]++);
        apenet_network_commit(job.network, from, APENET_INJECT_MESSAGES);
        if (i % 3 == 0)
            move();
    }
    while (AO_load_acquire(&job.total) != (uint64_t)job.nodes * job.packets)
        move();
    return NULL;
}

/* ---- runs ---- */

static void open_network_on(uint32_t x, uint32_t y, uint32_t z, uint32_t mesh, const char *faults,
                            bool is_external)
{
    apenet_network_plan_t plan;
    char what[160];
    memset(&job, 0, sizeof job);
    memset(&plan, 0, sizeof plan);
    plan.is_external = is_external;
    CU_ASSERT_EQUAL(apenet_fault_plan_parse(faults, &plan.faults, what, sizeof what), 0);
    job.has_faults = plan.faults.is_on || is_external; /* a full ring loses segments */
    CU_ASSERT_EQUAL(apenet_lattice_init(&job.lattice, (const uint32_t[]){x, y, z}, mesh), 0);
    plan.lattice = job.lattice;
    apenet_link_defaults(&plan.link, APENET_DIALECT_APENET);
    job.nodes = x * y * z;
    size_t bytes = apenet_network_bytes(&plan);
    void *memory = aligned_alloc(64, bytes);
    memset(memory, 0, bytes);
    job.network = apenet_network_init(memory, &plan);
    CU_ASSERT_PTR_NOT_NULL_FATAL(job.network);
}

static void open_network_with(uint32_t x, uint32_t y, uint32_t z, uint32_t mesh, const char *faults)
{
    open_network_on(x, y, z, mesh, faults, false);
}

static void open_network(uint32_t x, uint32_t y, uint32_t z, uint32_t mesh)
{
    open_network_with(x, y, z, mesh, "");
}

/* Nothing is lost, but the thread that would send a CREDIT may be preempted until the sender repeats. */
static uint64_t count_resends(void)
{
    uint64_t resends = 0;
    for (uint32_t i = 0; i < job.nodes; i++)
        for (unsigned port = 0; port < APENET_PORTS; port++) {
            const apenet_link_counters_t *c = apenet_network_counters(job.network, i, port);
            resends += c != NULL ? c->resends : 0;
        }
    return resends;
}

static void run(uint32_t packets, bool refuses)
{
    pthread_t thread[NODES_MOST];
    job.packets = packets;
    job.refuses = refuses;
    for (uint32_t i = 0; i < job.nodes; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&thread[i], NULL, send_all, (void *)(uintptr_t)i), 0);
    for (uint32_t i = 0; i < job.nodes; i++)
        pthread_join(thread[i], NULL);
    CU_ASSERT_EQUAL(job.total, (uint64_t)job.nodes * packets);
    for (uint32_t i = 0; i < job.nodes; i++) {
        CU_ASSERT_EQUAL(job.receiver[i].wrong, 0);
        CU_ASSERT_EQUAL(apenet_network_dropped(job.network, i), 0);
    }
    if (!apenet_network_is_external(job.network, 0, 0))
        CU_ASSERT(job.has_faults ? count_resends() != 0 : count_resends() * 20 <= job.total);
    free(job.network);
}

static void packets_arrive(void)
{
    static const uint32_t shapes[][4] = {{1, 1, 1, 0}, {2, 1, 1, 0},    {3, 1, 1, 0},   {2, 2, 2, 0},
                                         {5, 3, 1, 0}, {4, 1, 1, 0x10}, {3, 2, 2, 0x1c}};
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        open_network(shapes[i][0], shapes[i][1], shapes[i][2], shapes[i][3]);
        run(400, false);
    }
}

static void nodes_refuse_packets(void)
{
    open_network(3, 2, 1, 0);
    run(400, true);
    open_network(2, 2, 2, 0);
    run(200, true);
}

/* Envelopes are repaired, so all packets arrive in order; a damaged payload is flagged. */
static void links_damage_words(void)
{
    static const char *const faults[] = {"seed:1,ber:1e-5", "seed:2,header:0.05", "seed:3,ber:2e-6,burst:500",
                                         "seed:4,ber:1e-4,header:0.1"};
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
        open_network_with(3, 2, 1, 0, faults[i]);
        run(400, false);
        CU_ASSERT_EQUAL(job.flagged != 0, i != 1); /* the second one damages headers only */
        open_network_with(2, 2, 2, 0, faults[i]);
        run(200, true);
    }
}

/* External wires lose, repeat and reorder segments of words: every envelope arrives once and in order. */
static void wires_are_external(void)
{
    static const char *const faults[] = {"", "seed:1,lose:0.01,double:0.01,reorder:0.01", "seed:2,lose:0.2",
                                         "seed:3,reorder:0.3,double:0.3", "seed:4,lose:0.05,ber:1e-5"};
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
        open_network_on(3, 2, 1, 0, faults[i], true);
        run(150, i % 2 != 0);
        CU_ASSERT_EQUAL(job.flagged != 0, i != 0 || job.lost != 0);
        open_network_on(2, 2, 2, 0, faults[i], true);
        run(200, true);
    }
}

/* A link that is cut in an external wire goes down at both ends. */
static void an_external_link_is_cut(void)
{
    open_network_on(2, 1, 1, 0x10, "link:0.0.0.0@3", true);
    uint32_t serial = 0;
    apenet_header_t there, back;
    apenet_header_make(&there, APENET_CMD_PUT, address_of(1), address_of(0), 0, 16);
    apenet_header_make(&back, APENET_CMD_PUT, address_of(0), address_of(1), 0, 16);
    while (apenet_network_is_reachable(job.network, 0, &there)) {
        apenet_word_t *at = apenet_network_reserve(job.network, 0, APENET_INJECT_MESSAGES);
        if (at != NULL && serial < 20) {
            fill(at, 0, 1, serial++);
            apenet_network_commit(job.network, 0, APENET_INJECT_MESSAGES);
        }
        move();
    }
    CU_ASSERT_EQUAL(job.total, 2);
    CU_ASSERT_EQUAL(job.receiver[1].wrong, 0);
    free(job.network);
}

static bool loses_words; /* of node 0 */

static bool send_or_lose(void *argument, uint32_t node, unsigned port, uint64_t number,
                         const apenet_word_t *word, uint32_t words)
{
    return (node == 0 && loses_words) || send_segment(argument, node, port, number, word, words);
}

/* The peer takes no words for 5 s, while its CREDITs arrive: the link stays up. */
static void a_peer_is_stopped(void)
{
    static const apenet_network_hooks_t hooks = {deliver, reply, refill, send_or_lose};
    const uint64_t ms = UINT64_C(1000000);
    open_network_on(2, 1, 1, 0x10, "", true);
    apenet_word_t *at = apenet_network_reserve(job.network, 0, APENET_INJECT_MESSAGES);
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    fill(at, 0, 1, 0);
    apenet_network_commit(job.network, 0, APENET_INJECT_MESSAGES);
    uint64_t now = 1;
    for (; now < 15000 * ms && job.total == 0; now += ms) {
        loses_words = now < 5000 * ms;
        if (now / ms % 100 == 0) {
            CU_ASSERT_TRUE_FATAL(apenet_network_claim(job.network, 1));
            apenet_network_set_health(job.network, 1, (uint32_t)(now / ms));
            apenet_network_release(job.network, 1);
        }
        (void)apenet_network_tick(job.network, 255, now);
        apenet_network_run(job.network, &hooks, NULL);
    }
    CU_ASSERT_EQUAL(apenet_network_down(job.network, 0), 0);
    CU_ASSERT_EQUAL(job.total, 1);
    CU_ASSERT_EQUAL(job.receiver[1].wrong, 0);
    free(job.network);
}

/* The numbers of words decide what is new, old, or behind a gap. */
static void words_are_numbered(void)
{
    static const apenet_word_t word[APENET_SEGMENT_WORDS];
    open_network_on(2, 1, 1, 0x10, "", true);
    CU_ASSERT_EQUAL(apenet_network_arrive(job.network, 1, 3, 0, word, 10), 0);
    CU_ASSERT_EQUAL(apenet_network_arrive(job.network, 1, 3, 0, word, 10), -EALREADY);
    CU_ASSERT_EQUAL(apenet_network_arrive(job.network, 1, 3, 5, word, 5), -EALREADY);
    CU_ASSERT_EQUAL(apenet_network_arrive(job.network, 1, 3, 5, word, 10), 0); /* 5 of them are new */
    CU_ASSERT_EQUAL(apenet_network_arrive(job.network, 1, 3, 40, word, 1), 0); /* a gap */
    CU_ASSERT_EQUAL(apenet_network_arrive(job.network, 1, 3, 15, word, 20), -EALREADY);
    move();
    CU_ASSERT_EQUAL(apenet_network_counters(job.network, 1, 3)->words_received_low, 16);
    unsigned i = 0;
    while (apenet_network_arrive(job.network, 1, 3, 41 + i, word, 1) == 0)
        i++;
    CU_ASSERT_EQUAL(i, 16); /* the ring is full */
    CU_ASSERT_EQUAL(apenet_network_arrive(job.network, 1, 3, 41 + i, word, 1), -EAGAIN);
    move();
    CU_ASSERT_EQUAL(apenet_network_arrive(job.network, 1, 3, 41 + i, word, 1), 0);
    /* Numbers wrap. */
    CU_ASSERT_EQUAL(apenet_network_arrive(job.network, 1, 3, 0x7ffffff0, word, 88), 0);
    CU_ASSERT_EQUAL(apenet_network_arrive(job.network, 1, 3, 0xfffffff0, word, 88), 0);
    CU_ASSERT_EQUAL(apenet_network_arrive(job.network, 1, 3, 72, word, 1), 0);
    CU_ASSERT_EQUAL(apenet_network_arrive(job.network, 1, 3, 0xfffffff0, word, 88), -EALREADY);
    free(job.network);
}

/* The length of a datagram is checked before anything is taken. */
static void datagrams_have_whole_words(void)
{
    uint32_t datagram[APENET_DATAGRAM_BYTES / 4 + 4] = {3};
    open_network_on(2, 1, 1, 0x10, "", true);
    static const uint64_t wrong[] = {
        0, 3, 4, 5, 19, 21, 35, APENET_DATAGRAM_BYTES + 16, UINT64_C(1) << 32 | 20};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CU_ASSERT_EQUAL(apenet_network_arrive_datagram(job.network, 1, 3, datagram, wrong[i]), -EBADMSG);
    CU_ASSERT_EQUAL(apenet_network_arrive_datagram(job.network, 1, 3, datagram, 20), 0); /* word 3 */
    CU_ASSERT_EQUAL(apenet_network_arrive_datagram(job.network, 1, 3, datagram, 20), -EALREADY);
    datagram[0] = 4;
    CU_ASSERT_EQUAL(apenet_network_arrive_datagram(job.network, 1, 3, datagram, APENET_DATAGRAM_BYTES), 0);
    datagram[0] = 91;
    CU_ASSERT_EQUAL(apenet_network_arrive_datagram(job.network, 1, 3, datagram, 20), -EALREADY);
    datagram[0] = 92;
    CU_ASSERT_EQUAL(apenet_network_arrive_datagram(job.network, 1, 3, datagram, 20), 0);
    move();
    CU_ASSERT_EQUAL(apenet_network_counters(job.network, 1, 3)->words_received_low, 90);
    free(job.network);
}

/* CREDITs get lost, among them the last one before the sender has no credit left, and acknowledgements of the
 * last packet. One thread: the same words for each seed. */
static void credits_are_lost(void)
{
    for (uint32_t seed = 1; seed <= 40; seed++) {
        char faults[64];
        snprintf(faults, sizeof faults, "seed:%u,ber:3e-4", seed);
        open_network_with(2, 1, 1, 0, faults);
        job.refuses = true; /* packets are removed late: no data of the peer follows their CREDIT */
        uint32_t sent = 0, moves = 0;
        while (job.total < 60 && moves++ < 20000) {
            apenet_word_t *at =
                sent < 60 ? apenet_network_reserve(job.network, 0, APENET_INJECT_MESSAGES) : NULL;
            if (at != NULL) {
                fill(at, 0, 1, sent++);
                apenet_network_commit(job.network, 0, APENET_INJECT_MESSAGES);
            }
            move();
        }
        CU_ASSERT_EQUAL(job.total, 60);
        CU_ASSERT_EQUAL(job.receiver[1].wrong, 0);
        free(job.network);
    }
}

/* A cut link goes down; the packets of other pairs arrive. */
static void a_link_is_cut(void)
{
    open_network_with(4, 1, 1, 0, "link:1.0.0.0@5");
    uint32_t serial = 0;
    apenet_header_t h;
    apenet_header_make(&h, APENET_CMD_PUT, address_of(2), address_of(1), 0, 16);
    while (apenet_network_is_reachable(job.network, 1, &h)) {
        apenet_word_t *at = apenet_network_reserve(job.network, 1, APENET_INJECT_MESSAGES);
        if (at != NULL && serial < 20) {
            fill(at, 1, 2, serial++);
            apenet_network_commit(job.network, 1, APENET_INJECT_MESSAGES);
        }
        move();
    }
    CU_ASSERT_EQUAL(job.total, 4);
    CU_ASSERT(apenet_network_dropped(job.network, 1) + job.total <= serial);
    apenet_header_make(&h, APENET_CMD_PUT, address_of(0), address_of(1), 0, 16);
    CU_ASSERT(apenet_network_is_reachable(job.network, 1, &h));
    apenet_header_make(&h, APENET_CMD_PUT, address_of(2), address_of(0), 0, 16);
    CU_ASSERT_FALSE(apenet_network_is_reachable(job.network, 0, &h)); /* by node 1 */
    job.total = 0;
    for (uint32_t from = 0; from < 4; from++) {
        static const uint32_t neighbour[] = {1, 0, 3, 2};
        apenet_word_t *at = apenet_network_reserve(job.network, from, APENET_INJECT_MESSAGES);
        CU_ASSERT_PTR_NOT_NULL_FATAL(at);
        fill(at, from, neighbour[from], 0);
        apenet_network_commit(job.network, from, APENET_INJECT_MESSAGES);
    }
    while (AO_load(&job.total) != 4)
        move();
    for (uint32_t i = 0; i < job.nodes; i++)
        CU_ASSERT_EQUAL(job.receiver[i].wrong, 0);
    free(job.network);
}

/* ---- stopped nodes ---- */

static void inject(uint32_t from, uint32_t to, uint32_t serial)
{
    apenet_word_t *at = apenet_network_reserve(job.network, from, APENET_INJECT_MESSAGES);
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    fill(at, from, to, serial);
    apenet_network_commit(job.network, from, APENET_INJECT_MESSAGES);
}

static bool is_reachable(uint32_t from, uint32_t to)
{
    apenet_header_t h;
    apenet_header_make(&h, APENET_CMD_PUT, address_of(to), address_of(from), 0, 16);
    return apenet_network_is_reachable(job.network, from, &h);
}

/* Claims a node as a process that then ends. */
static void claim_and_die(uint32_t node)
{
    pid_t child = fork();
    if (child == 0) {
        apenet_lock_owner = (uint64_t)getpid();
        (void)apenet_network_claim(job.network, node);
        _exit(0);
    }
    CU_ASSERT_TRUE_FATAL(child > 0);
    CU_ASSERT_EQUAL(waitpid(child, NULL, 0), child);
}

static apenet_link_state_t state_of(uint32_t node, unsigned port)
{
    apenet_network_port_t ports[APENET_PORTS];
    CU_ASSERT_TRUE_FATAL(apenet_network_claim(job.network, node));
    apenet_network_ports(job.network, node, ports);
    apenet_network_release(job.network, node);
    return ports[port].state;
}

/* Node 1 of 4 in a row is stopped: packets between the nodes 2 and 3 arrive. */
static void check_row(void)
{
    static const uint32_t down[] = {1u << APENET_PORT_X_PLUS,
                                    1u << APENET_PORT_X_PLUS | 1u << APENET_PORT_X_MINUS |
                                        APENET_NETWORK_STOPPED,
                                    1u << APENET_PORT_X_MINUS, 0};
    for (uint32_t i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(apenet_network_down(job.network, i), down[i]);
    for (uint32_t from = 0; from < 4; from++)
        for (uint32_t to = 0; to < 4; to++)
            CU_ASSERT_EQUAL(is_reachable(from, to), (from == 0 && to == 0) || (from >= 2 && to >= 2));
    move();
    CU_ASSERT_EQUAL(state_of(0, APENET_PORT_X_PLUS), APENET_LINK_DOWN);
    CU_ASSERT_EQUAL(state_of(2, APENET_PORT_X_MINUS), APENET_LINK_DOWN);
    CU_ASSERT_EQUAL(state_of(2, APENET_PORT_X_PLUS), APENET_LINK_UP);
    move();
    uint64_t total = job.total, dropped = apenet_network_dropped(job.network, 0);
    for (uint32_t i = 0; i < 100; i++) {
        inject(0, 3, 100 + i); /* a sender without a check */
        inject(2, 0, 100 + i);
        inject(2, 3, i);
        move();
    }
    CU_ASSERT_EQUAL(job.total, total + 100);
    CU_ASSERT_EQUAL(job.receiver[3].wrong, 0);
    CU_ASSERT_EQUAL(apenet_network_dropped(job.network, 0), dropped + 100);
    CU_ASSERT_FALSE(apenet_network_claim(job.network, 1));
}

static void *map_network(uint64_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CU_ASSERT_FATAL(p != MAP_FAILED);
    return p;
}

/* Opens a row of 4 nodes that a child process shares. @param kind of its wires */
static void open_row_as(const apenet_network_plan_t *kind)
{
    apenet_network_plan_t plan = *kind;
    memset(&job, 0, sizeof job);
    CU_ASSERT_EQUAL(apenet_lattice_init(&job.lattice, (const uint32_t[]){4, 1, 1}, 0x10), 0);
    plan.lattice = job.lattice;
    apenet_link_defaults(&plan.link, APENET_DIALECT_APENET);
    job.nodes = 4;
    job.network = apenet_network_init(map_network(apenet_network_bytes(&plan)), &plan);
    CU_ASSERT_PTR_NOT_NULL_FATAL(job.network);
}

static void open_row(bool is_external)
{
    open_row_as(&(apenet_network_plan_t){.is_external = is_external});
}

static void a_process_dies_with_a_claim(void)
{
    apenet_lock_owner = (uint64_t)getpid();
    for (unsigned is_external = 0; is_external < 2; is_external++) {
        open_row(is_external != 0);
        CU_ASSERT_FALSE(apenet_network_repair(job.network, 1)); /* free */
        CU_ASSERT_TRUE(apenet_network_claim(job.network, 1));
        CU_ASSERT_FALSE(apenet_network_repair(job.network, 1)); /* held by a live process */
        apenet_network_release(job.network, 1);
        claim_and_die(1);
        for (uint32_t i = 0; i < 8; i++)
            inject(0, i % 2 != 0 ? 3 : 1, i);
        move();
        CU_ASSERT_TRUE(is_reachable(0, 3)); /* not known yet */
        CU_ASSERT_TRUE(apenet_network_repair(job.network, 1));
        CU_ASSERT_TRUE(apenet_network_repair(job.network, 1));
        CU_ASSERT_FALSE(apenet_network_repair(job.network, 0));
        /* The death of this process does not stop the node again. */
        CU_ASSERT_EQUAL(emuq_claim_holder(&job.network->node[1].claim), 0);
        check_row();
    }
    apenet_lock_owner = EMUQ_LIGHT_OWNER;
}

/* The neighbour of a stopped node belongs to another host, which ends the link itself. */
static void a_neighbour_is_remote(void)
{
    static const uint16_t host_of[] = {0, 0, 1, 1};
    apenet_lock_owner = (uint64_t)getpid();
    open_row_as(&(apenet_network_plan_t){.host_of = host_of});
    claim_and_die(1);
    CU_ASSERT_TRUE(apenet_network_repair(job.network, 1));
    CU_ASSERT_EQUAL(apenet_network_down(job.network, 0), 1u << APENET_PORT_X_PLUS);
    CU_ASSERT_EQUAL(apenet_network_down(job.network, 2), 0);
    apenet_lock_owner = EMUQ_LIGHT_OWNER;
}

/* Another host has reported the node. */
static void a_remote_node_is_stopped(void)
{
    open_row(true);
    CU_ASSERT_TRUE(apenet_network_claim(job.network, 1));
    apenet_network_set_down(job.network, 1,
                            1u << APENET_PORT_X_PLUS | 1u << APENET_PORT_X_MINUS | APENET_NETWORK_STOPPED);
    check_row();
}

/* A receiver of words does not wait for a stopped node. */
static void words_for_a_stopped_node_are_dropped(void)
{
    static const apenet_word_t word[1];
    open_row(true);
    claim_and_die(1);
    uint32_t i = 0;
    while (apenet_network_arrive(job.network, 1, APENET_PORT_X_MINUS, i, word, 1) == 0)
        i++;
    CU_ASSERT_EQUAL(apenet_network_arrive_space(job.network, 1, APENET_PORT_X_MINUS), 0);
    CU_ASSERT_TRUE(apenet_network_repair(job.network, 1));
    for (unsigned more = 0; more < 40; more++, i++) {
        CU_ASSERT(apenet_network_arrive_space(job.network, 1, APENET_PORT_X_MINUS) > 1);
        CU_ASSERT_EQUAL(apenet_network_arrive(job.network, 1, APENET_PORT_X_MINUS, i, word, 1), -EALREADY);
    }
}

/* One thread moves the packets of all nodes. */
static void one_thread_moves_all(void)
{
    open_network(4, 4, 4, 0);
    job.packets = 1;
    uint32_t sent = 0;
    for (uint32_t from = 0; from < job.nodes; from++)
        for (uint32_t to = 0; to < job.nodes; to++, sent++) {
            apenet_word_t *at;
            while ((at = apenet_network_reserve(job.network, from, APENET_INJECT_MESSAGES)) == NULL)
                move();
            fill(at, from, to, 0);
            apenet_network_commit(job.network, from, APENET_INJECT_MESSAGES);
        }
    move();
    CU_ASSERT_EQUAL(job.total, sent);
    uint64_t hops = 0, headers = 0;
    for (uint32_t from = 0; from < job.nodes; from++) {
        CU_ASSERT_EQUAL(job.receiver[from].wrong, 0);
        for (uint32_t to = 0; to < job.nodes; to++) {
            apenet_address_t a = address_of(from), b = address_of(to);
            hops += apenet_lattice_distance(&job.lattice, (apenet_node_t){{a.x, a.y, a.z}},
                                            (apenet_node_t){{b.x, b.y, b.z}});
        }
        for (unsigned port = 0; port < APENET_PORTS; port++)
            headers += apenet_network_counters(job.network, from, port)->headers_sent;
    }
    CU_ASSERT_EQUAL(headers, hops); /* each packet took a shortest path */
    free(job.network);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"packets arrive", packets_arrive},
        {"nodes refuse packets", nodes_refuse_packets},
        {"links damage words", links_damage_words},
        {"credits are lost", credits_are_lost},
        {"a link is cut", a_link_is_cut},
        {"a process dies with a claim", a_process_dies_with_a_claim},
        {"a neighbour is remote", a_neighbour_is_remote},
        {"a remote node is stopped", a_remote_node_is_stopped},
        {"words for a stopped node are dropped", words_for_a_stopped_node_are_dropped},
        {"wires are external", wires_are_external},
        {"an external link is cut", an_external_link_is_cut},
        {"a peer is stopped", a_peer_is_stopped},
        {"words are numbered", words_are_numbered},
        {"datagrams have whole words", datagrams_have_whole_words},
        {"one thread moves all", one_thread_moves_all},
        {NULL, NULL}};
    return emuq_test_main("apenet_network", tests);
}
