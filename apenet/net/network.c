/* SPDX-License-Identifier: BSD-3-Clause */
/* The torus in packet mode. A node takes words from its wires, moves packets from inputs to outputs, and
 * writes words to its wires, until nothing moves. Packets are forwarded whole: a router needs space for the
 * whole packet anyway (apenet 7.3). */
#include <errno.h>
#include <string.h>

#include "apenet/net/node.h"
#include "base/text.h"

uint64_t apenet_lock_owner = EMUQ_LIGHT_OWNER;

_Static_assert(EMUQ_LIGHT_OWNER == EMUQ_CLAIM_OWNER, "locks and claims have the same owner");

/* ---- creation ---- */

static size_t network_align(size_t bytes)
{
    return (bytes + LINE - 1) / LINE * LINE;
}

static uint32_t network_nodes(const apenet_lattice_t *l)
{
    return (uint32_t)l->size[0] * l->size[1] * l->size[2];
}

static apenet_crossbar_config_t network_crossbar(void)
{
    /* The FIFOs of the links have the packets: the crossbar knows the first one of each. */
    return (apenet_crossbar_config_t){.arbitration = APENET_ROUND_ROBIN,
                                      .depth = {APENET_PAYLOAD_WORDS + APENET_ENVELOPE_WORDS, 0},
                                      .pass_limit = PASS_LIMIT};
}

static size_t network_slots_bytes(void)
{
    apenet_crossbar_config_t config = network_crossbar();
    return network_align(apenet_crossbar_slots(&config) * sizeof(apenet_crossbar_packet_t));
}

static size_t network_links(const apenet_lattice_t *l)
{
    size_t links = 0;
    for (uint32_t i = 0; i < network_nodes(l); i++)
        links += (size_t)__builtin_popcount(apenet_lattice_links(l, apenet_lattice_node(l, i)));
    return links;
}

static bool network_is_remote(const apenet_network_plan_t *plan, uint32_t node)
{
    return plan->host_of != NULL && plan->host_of[node] != plan->host;
}

static bool network_is_external(const apenet_network_plan_t *plan, uint32_t from, uint32_t to)
{
    return plan->is_external || (plan->host_of != NULL && plan->host_of[from] != plan->host_of[to]);
}

/* Size of the larger kind of wires in use. */
static size_t network_wire_bytes(const apenet_network_plan_t *plan)
{
    return plan->is_external || plan->host_of != NULL ? sizeof(network_line_t) : sizeof(network_wire_t);
}

size_t apenet_network_bytes(const apenet_network_plan_t *plan)
{
    size_t nodes = network_nodes(&plan->lattice);
    return network_align(sizeof(apenet_network_t)) + network_align((nodes + 63) / 64 * sizeof(uint64_t)) +
           nodes * (sizeof(network_node_t) + sizeof(apenet_totals_t) + network_slots_bytes()) +
           network_links(&plan->lattice) *
               (network_align(apenet_link_bytes(&plan->link)) + network_wire_bytes(plan));
}

static void *network_take(char **memory, size_t bytes)
{
    void *p = *memory;
    *memory += network_align(bytes);
    return p;
}

static bool network_is_cut(const apenet_network_plan_t *plan, uint32_t from, unsigned port)
{
    const apenet_fault_plan_t *f = &plan->faults;
    apenet_node_t place = apenet_lattice_node(&plan->lattice, from);
    return f->has_cut && port == f->cut_port && memcmp(place.at, f->cut_node, sizeof f->cut_node) == 0;
}

static void network_make_faults(apenet_fault_line_t *line, const apenet_network_plan_t *plan, uint32_t from,
                                unsigned port)
{
    if (plan->faults.is_on)
        apenet_fault_line_init(line, &plan->faults, from, port, network_is_cut(plan, from, port));
}

/* A line that is cut, without damage: its sender knows as soon as its receiver. */
static void network_make_cut(apenet_fault_line_t *line, const apenet_network_plan_t *plan, uint32_t from,
                             unsigned port)
{
    apenet_fault_plan_t only = {.is_on = true, .burst = 1, .cut_packet = plan->faults.cut_packet};
    apenet_fault_line_init(line, &only, from, port, network_is_cut(plan, from, port));
}

/* Makes a link and the wires of its outgoing words, or both directions of an external wire. */
static int network_make_link(apenet_network_t *n, network_node_t *at, unsigned port,
                             const apenet_network_plan_t *plan, char **memory)
{
    uint32_t next = apenet_lattice_number(
        &n->lattice, apenet_lattice_next(&n->lattice, at->router.node, (apenet_port_t)port));
    unsigned opposite = apenet_port_opposite(port);
    apenet_link_config_t config = plan->link;
    if (network_is_external(plan, at->number, next)) {
        config.timeout = LINE_TIMEOUT;
        at->line[port] = network_take(memory, sizeof(network_line_t));
        network_make_faults(&at->line[port]->faults, plan, next, opposite);
        network_make_cut(&at->line[port]->outgoing, plan, at->number, port);
    } else {
        at->out[port] = network_take(memory, sizeof(network_wire_t));
        n->node[next].in[opposite] = at->out[port];
        network_make_faults(&at->out[port]->faults, plan, at->number, port);
    }
    at->next[port] = next;
    at->ports |= 1u << port;
    at->lines |= (uint32_t)(at->line[port] != NULL) << port;
    size_t bytes = apenet_link_bytes(&config);
    at->link[port] = apenet_link_init(network_take(memory, bytes), bytes, &config);
    return at->link[port] != NULL ? 0 : -EINVAL;
}

static int network_make_node(apenet_network_t *n, uint32_t number, const apenet_network_plan_t *plan,
                             char **memory)
{
    network_node_t *at = &n->node[number];
    apenet_crossbar_config_t config = network_crossbar();
    at->number = number;
    at->totals = &n->totals[number];
    at->is_remote = network_is_remote(plan, number);
    int rc = apenet_router_init(&at->router, &n->lattice, apenet_lattice_node(&n->lattice, number),
                                APENET_LINKS_ALL);
    if (rc == 0)
        rc = apenet_crossbar_init(&at->crossbar, &config, network_take(memory, network_slots_bytes()));
    for (unsigned port = 0; port < APENET_PORTS && rc == 0; port++)
        if ((at->router.links >> port & 1) != 0)
            rc = network_make_link(n, at, port, plan, memory);
    return rc;
}

apenet_network_t *apenet_network_init(void *memory, const apenet_network_plan_t *plan)
{
    char *at = memory;
    apenet_network_t *n = network_take(&at, sizeof *n);
    if (apenet_link_bytes(&plan->link) == 0)
        return NULL;
    n->lattice = plan->lattice;
    n->nodes = network_nodes(&plan->lattice);
    n->has_faults = plan->faults.is_on;
    n->can_lose = plan->faults.is_on || plan->is_external;
    n->faults = plan->faults;
    n->marked = network_take(&at, (n->nodes + 63) / 64 * sizeof *n->marked);
    n->node = network_take(&at, n->nodes * sizeof *n->node);
    n->totals = network_take(&at, n->nodes * sizeof *n->totals);
    for (uint32_t i = 0; i < n->nodes; i++)
        if (network_make_node(n, i, plan, &at) != 0)
            return NULL;
    return n;
}

/* ---- injection ---- */

void apenet_network_mark(apenet_network_t *n, uint32_t node)
{
    network_mark(n, node);
}

void apenet_network_wake(apenet_network_t *n, uint32_t node)
{
    emuq_store_ordered(&n->node[node].queue[APENET_INJECT_MESSAGES].starved, true);
    apenet_network_mark(n, node);
}

static bool queue_has_space(const network_queue_t *q)
{
    /* Acquire: pairs with queue_pop(); the slot is no longer read. */
    return AO_load(&q->tail) - emuq_load_ordered(&q->head) < QUEUE_SLOTS;
}

apenet_word_t *apenet_network_reserve(apenet_network_t *n, uint32_t node, unsigned queue)
{
    network_queue_t *q = &n->node[node].queue[queue];
    if (!queue_has_space(q)) {
        /* Full: the flag is set before the head is loaded again. */
        emuq_store_ordered(&q->starved, true);
        if (!queue_has_space(q))
            return NULL;
    }
    return q->slot[q->tail % QUEUE_SLOTS].word;
}

void apenet_network_commit(apenet_network_t *n, uint32_t node, unsigned queue)
{
    network_queue_t *q = &n->node[node].queue[queue];
    /* Release: pairs with queue_first(); the packet is written. */
    AO_store_release(&q->tail, q->tail + 1);
    apenet_network_mark(n, node);
}

uint64_t apenet_network_injected(const apenet_network_t *n, uint32_t node)
{
    return AO_load(&n->node[node].queue[APENET_INJECT_MESSAGES].tail);
}

static const network_slot_t *queue_first(const network_queue_t *q)
{
    /* Acquire: pairs with apenet_network_commit(). */
    return AO_load_acquire(&q->tail) != q->head ? &q->slot[q->head % QUEUE_SLOTS] : NULL;
}

static void queue_pop(network_queue_t *q)
{
    emuq_store_ordered(&q->head, q->head + 1); /* before the flag in node_run() */
}

/* ---- from inputs to outputs ---- */

/* Relaxed: statistics. */
static void router_count_dropped(network_node_t *n)
{
    AO_store(&n->totals->dropped, n->totals->dropped + 1);
}

static void router_count_dropped_at(network_node_t *n, unsigned port)
{
    apenet_link_count_dropped(n->link[port]);
    router_count_dropped(n);
}

/* Copies the payload of a packet whose end is missing. */
static const apenet_word_t *router_scratch(network_node_t *n, unsigned port, unsigned vc, uint32_t all)
{
    uint32_t words;
    for (uint32_t at = 0; at < all; at += words) {
        const apenet_word_t *from = apenet_link_payload(n->link[port], vc, at, &words);
        memcpy(&n->scratch[at], from, words * sizeof *from);
    }
    return n->scratch;
}

/* First packet of an input. @return false: none */
static bool router_front(network_node_t *n, unsigned position, unsigned vc, apenet_network_packet_t *p)
{
    if (position < APENET_CROSSBAR_INTERNAL) {
        const network_slot_t *s = vc == 0 ? queue_first(&n->queue[position]) : NULL;
        if (s == NULL)
            return false;
        p->header = s->word[0];
        p->words = apenet_get(p->header.w, APENET_HEADER_SIZE);
        p->payload = &s->word[1];
        p->footer = s->word[1 + p->words];
        return true;
    }
    unsigned port = position - APENET_CROSSBAR_INTERNAL;
    apenet_arrival_t a;
    if (!apenet_link_front(n->link[port], vc, &a) || !a.is_complete)
        return false;
    p->header = a.header;
    p->footer = a.footer;
    p->words = a.words;
    p->payload = a.got == a.words ? a.payload : router_scratch(n, port, vc, a.words);
    return true;
}

/* @return whether the input may have another packet */
static bool router_remove(network_node_t *n, unsigned position, unsigned vc)
{
    uint32_t fronts = 1;
    if (position < APENET_CROSSBAR_INTERNAL) {
        queue_pop(&n->queue[position]);
    } else {
        unsigned port = position - APENET_CROSSBAR_INTERNAL;
        n->active |= 1u << port; /* a CREDIT may become due */
        (void)apenet_link_remove(n->link[port], vc);
        fronts = apenet_link_fronts(n->link[port]);
        n->fresh |= fronts << position * APENET_VCS;
    }
    n->requested &= ~(1u << (position * APENET_VCS + vc));
    return (fronts >> vc & 1) != 0;
}

/* Moves a packet past the crossbar if nothing waits for its output. @return false: not now */
static bool router_pass(const network_context_t *c, network_node_t *n, const apenet_hop_t *hop,
                        apenet_network_packet_t *p)
{
    if (!apenet_crossbar_is_free(&n->crossbar, hop->port))
        return false;
    if (hop->port >= APENET_PORTS)
        return c->hooks->deliver(c->argument, n->number, p);
    apenet_set(p->header.w, APENET_HEADER_VC, hop->vc);
    return apenet_wires_send(n, hop->port, hop->vc, p);
}

/* Enters a packet into the crossbar, or drops it without a path or a valid size. @return false: dropped */
static bool router_enter(network_node_t *n, unsigned port, unsigned vc, const apenet_hop_t *hop,
                         uint32_t words)
{
    apenet_crossbar_packet_t request = {0, (uint16_t)words, hop->port,
                                        hop->port < APENET_PORTS ? hop->vc : 0};
    if ((hop->port >= APENET_PORTS || n->link[hop->port] != NULL) &&
        apenet_crossbar_push(&n->crossbar, port, vc, &request) == 0)
        return true;
    router_count_dropped(n);
    return false;
}

/* Moves the first packets of an input past the crossbar, up to one that enters the crossbar. @param again as
 * in router_serve() @return whether packets have moved */
static bool router_request(const network_context_t *c, network_node_t *n, unsigned position, unsigned vc,
                           bool *again)
{
    uint32_t bit = 1u << (position * APENET_VCS + vc);
    unsigned port = apenet_crossbar_port(position);
    apenet_network_packet_t p;
    bool has_moved = false, has_more = (n->requested & bit) == 0;
    while (has_more && router_front(n, position, vc, &p)) {
        apenet_header_t header;
        memcpy(&header, &p.header, sizeof header);
        apenet_hop_t hop = apenet_route(&n->router, port, apenet_header_target(&header), vc);
        if (!router_pass(c, n, &hop, &p) && router_enter(n, port, vc, &hop, p.words)) {
            n->requested |= bit;
            break;
        }
        has_more = router_remove(n, position, vc);
        *again |= position == APENET_INJECT_REPLIES;
        has_moved = true;
    }
    n->fresh &= ~bit;
    return has_moved;
}

static bool router_request_all(const network_context_t *c, network_node_t *n, bool *again)
{
    bool has_moved = false;
    for (unsigned queue = 0; queue < APENET_INJECT_QUEUES; queue++)
        if (queue_first(&n->queue[queue]) != NULL)
            n->fresh |= 1u << queue * APENET_VCS;
    for (uint32_t rest; (rest = n->fresh & ~n->requested) != 0;) {
        unsigned i = (unsigned)__builtin_ctz(rest);
        has_moved |= router_request(c, n, i / APENET_VCS, i % APENET_VCS, again);
    }
    return has_moved;
}

/* Credit of an output by the state of its link. */
static void router_set_credit(network_node_t *n, unsigned port)
{
    for (unsigned vc = 0; vc < APENET_VCS; vc++) {
        int32_t words = port < APENET_PORTS ? apenet_link_space(n->link[port], vc) : (int32_t)ENOUGH;
        apenet_space_t space = {words < 0 ? 0 : (uint32_t)words + APENET_ENVELOPE_WORDS, 0};
        (void)apenet_crossbar_set_credit(&n->crossbar, port, vc, space);
    }
}

/* Moves the granted packet. @return false: not now */
static bool router_send(network_context_t *c, network_node_t *n, unsigned port, const apenet_grant_t *g)
{
    apenet_network_packet_t p;
    if (!router_front(n, apenet_crossbar_position(g->input), g->vc, &p))
        return true; /* not possible: the packet is in the crossbar */
    if (port >= APENET_PORTS)
        return c->hooks->deliver(c->argument, n->number, &p);
    apenet_set(p.header.w, APENET_HEADER_VC, g->packet.vc);
    n->active |= 1u << port;
    int rc = apenet_link_offer(n->link[port], g->packet.vc, &p.header, p.payload, p.words, &p.footer);
    if (rc != 0 && rc != -EAGAIN)
        router_count_dropped_at(n, port);
    return rc != -EAGAIN;
}

/* Counts the first packet for an output that waits for credit. */
static void router_count_stall(network_node_t *n, unsigned position)
{
    unsigned port = apenet_crossbar_port(position);
    if (port >= APENET_PORTS || (n->stalled >> position & 1) != 0 ||
        !apenet_crossbar_is_requested(&n->crossbar, port))
        return;
    n->stalled |= 1u << position;
    n->counted |= 1u << port;
    apenet_link_count_stall(n->link[port]);
}

/* Transfers packets to one output. @param again set if there is space for replies */
static bool router_serve(network_context_t *c, network_node_t *n, unsigned position, bool *again)
{
    unsigned port = apenet_crossbar_port(position);
    apenet_grant_t *g = &n->grant[position], done;
    bool has_moved = false;
    if (port < APENET_PORTS && n->link[port] == NULL)
        return false;
    while (n->crossbar.packets != 0) {
        if ((n->sending >> position & 1) == 0) {
            if (!apenet_crossbar_is_requested(&n->crossbar, port))
                break;
            router_set_credit(n, port);
            if (!apenet_crossbar_grant(&n->crossbar, port, g)) {
                router_count_stall(n, position);
                break;
            }
            n->stalled &= ~(1u << position);
            n->sending |= 1u << position;
        }
        if (!router_send(c, n, port, g))
            break;
        (void)apenet_crossbar_complete(&n->crossbar, port, &done);
        n->sending &= ~(1u << position);
        (void)router_remove(n, apenet_crossbar_position(g->input), g->vc);
        *again |= apenet_crossbar_position(g->input) == APENET_INJECT_REPLIES;
        (void)router_request(c, n, apenet_crossbar_position(g->input), g->vc, again);
        has_moved = true;
    }
    return has_moved;
}

static void router_report_down(const network_node_t *n, unsigned port)
{
    const apenet_link_counters_t *c = apenet_link_get_counters(n->link[port]);
    const uint8_t *at = n->router.node.at;
    emuq_log("link %s of the APEnet+ card (%u,%u,%u) is down: its neighbour has not acknowledged %u resends "
             "in a row; later packets to it end with -ENETDOWN (words sent %u, received %u; resends %u)",
             apenet_port_name(port), at[0], at[1], at[2], APENET_LINK_TRIES, c->words_sent_low,
             c->words_received_low, c->resends);
}

/* Discards the packets for links that are down. @return whether there were packets */
static bool router_drop(const network_context_t *c, network_node_t *n)
{
    apenet_grant_t g;
    bool has_dropped = false, again = false;
    for (unsigned port = 0; port < APENET_PORTS; port++) {
        if (n->link[port] == NULL)
            continue;
        bool is_known = AO_int_load(&n->is_down[port]) != 0;
        if (is_known)
            apenet_link_end(n->link[port]); /* the neighbour is stopped */
        if (apenet_link_state(n->link[port]) != APENET_LINK_DOWN)
            continue;
        if (!is_known)
            router_report_down(n, port);
        AO_int_store(&n->is_down[port], true);
        network_publish_down(c->network);
        while (apenet_crossbar_drop(&n->crossbar, port, &g)) {
            router_count_dropped_at(n, port);
            (void)router_remove(n, apenet_crossbar_position(g.input), g.vc);
            (void)router_request(c, n, apenet_crossbar_position(g.input), g.vc, &again);
            has_dropped = true;
        }
    }
    return has_dropped;
}

/* ---- processing of nodes ---- */

/* Rounds between updates of totals: far fewer than 2^32 words move meanwhile. */
#define COUNT_ROUNDS 4096u

static void node_count(network_node_t *n)
{
    for (uint32_t rest = n->counted; rest != 0; rest &= rest - 1) {
        unsigned port = (unsigned)__builtin_ctz(rest);
        apenet_totals_update(n->totals, port, apenet_link_get_counters(n->link[port]));
    }
    n->counted = 0;
}

/* Caller holds the claim. No further round checks for words and packets that were added meanwhile: the node
 * is marked again. */
static void node_process(network_context_t *c, network_node_t *n)
{
    bool has_moved, again;
    uint32_t rounds = 0;
    do {
        again = false;
        has_moved = apenet_wires_receive(c, n);
        c->hooks->reply(c->argument, n->number);
        has_moved |= router_request_all(c, n, &again);
        for (unsigned position = 0; n->crossbar.packets != 0 && position < APENET_CROSSBAR_PORTS; position++)
            has_moved |= router_serve(c, n, position, &again);
        /* Acquire: pairs with network_publish_down(). */
        if ((c->network->can_lose || AO_int_load_acquire(&c->network->has_down) != 0) && router_drop(c, n))
            has_moved = again = true; /* also space for replies */
        has_moved |= apenet_wires_transmit(c, n, &again);
        if (++rounds % COUNT_ROUNDS == 0)
            node_count(n);
        again |= n->crossbar.packets != 0; /* a packet waits for space */
    } while (again && has_moved);
    node_count(n);
}

static void node_run(network_context_t *c, network_node_t *n)
{
    const uint64_t owner = AO_load(&apenet_lock_owner);
    if (!emuq_claim_try_for(&n->claim, owner))
        return;
    do
        node_process(c, n);
    while (!emuq_claim_release_for(&n->claim, owner));
    network_queue_t *q = &n->queue[APENET_INJECT_MESSAGES];
    /* After the stores of the head; apenet_network_reserve() stores the flag, then loads the head. */
    if (emuq_load_ordered(&q->starved) != 0 && queue_has_space(q) &&
        emuq_int_exchange(&q->starved, false) != 0)
        c->hooks->refill(c->argument, n->number);
}

static _Thread_local bool network_is_running;

void apenet_network_run(apenet_network_t *n, const apenet_network_hooks_t *hooks, void *argument)
{
    network_context_t c = {n, hooks, argument};
    uint32_t words = (n->nodes + 63) / 64, idle = 0;
    if (network_is_running)
        return;
    network_is_running = true;
    for (uint32_t i = 0; idle < words; i = i + 1 < words ? i + 1 : 0) {
        /* Acquire: pairs with apenet_network_mark(); what was stored before the mark is visible. */
        uint64_t set = AO_load(&n->marked[i]) != 0 ? emuq_exchange(&n->marked[i], 0) : 0;
        idle = set == 0 ? idle + 1 : 0;
        for (; set != 0; set &= set - 1)
            node_run(&c, &n->node[i * 64 + (uint32_t)__builtin_ctzll(set)]);
    }
    network_is_running = false;
}

bool apenet_network_claim(apenet_network_t *n, uint32_t node)
{
    return emuq_claim_acquire_for(&n->node[node].claim, AO_load(&apenet_lock_owner));
}

/* Ends a claim without processing the node. */
static void node_leave(apenet_network_t *n, network_node_t *at)
{
    if (!emuq_claim_release_for(&at->claim, AO_load(&apenet_lock_owner))) {
        emuq_claim_leave(&at->claim);
        apenet_network_mark(n, at->number); /* for all threads that set FLAG before */
    }
}

bool apenet_network_tick(apenet_network_t *n, uint32_t words, uint64_t now_ns)
{
    bool waits = false;
    for (uint32_t i = 0; i < n->nodes; i++) {
        network_node_t *at = &n->node[i];
        /* Not emuq_claim_try_for(): a holder moves words, so time passes without this thread. */
        if (at->is_remote || !apenet_network_claim(n, i))
            continue;
        if (apenet_wires_tick(n, at, words, now_ns, &waits))
            apenet_network_mark(n, i);
        node_leave(n, at);
    }
    return waits;
}

const apenet_link_counters_t *apenet_network_counters(const apenet_network_t *n, uint32_t node, unsigned port)
{
    const apenet_link_t *l = port < APENET_PORTS ? n->node[node].link[port] : NULL;
    return l != NULL ? apenet_link_get_counters(l) : NULL;
}

uint64_t apenet_network_dropped(const apenet_network_t *n, uint32_t node)
{
    return AO_load(&n->totals[node].dropped);
}

const apenet_totals_t *apenet_network_totals(const apenet_network_t *n)
{
    return n->totals;
}

bool apenet_network_is_external(const apenet_network_t *n, uint32_t node, unsigned port)
{
    return n->node[node].line[port] != NULL;
}

/* ---- health, registers of links, and order of dimensions ---- */

#define EXPIRY_WORDS (65 * 255u) /* a link forgets an error */
#define ORDER_SPINS  10000u

void apenet_network_release(apenet_network_t *n, uint32_t node)
{
    node_leave(n, &n->node[node]);
    apenet_network_mark(n, node);
}

void apenet_network_ports(const apenet_network_t *n, uint32_t node, apenet_network_port_t *out)
{
    const network_node_t *at = &n->node[node];
    memset(out, 0, APENET_PORTS * sizeof *out);
    for (unsigned port = 0; port < APENET_PORTS; port++) {
        const apenet_link_t *l = at->link[port];
        if (l != NULL)
            out[port] = (apenet_network_port_t){.exists = true,
                                                .state = apenet_link_state(l),
                                                .health = apenet_link_health(l),
                                                .counters = *apenet_link_get_counters(l)};
    }
}

void apenet_network_set_health(apenet_network_t *n, uint32_t node, uint32_t health)
{
    network_node_t *at = &n->node[node];
    for (unsigned port = 0; port < APENET_PORTS; port++) {
        apenet_link_t *l = at->link[port];
        if (l == NULL)
            continue;
        apenet_link_set_health(l, health);
        apenet_link_send_credit(l);
        at->active |= 1u << port;
        /* Real time has passed on an idle line, too: the errors of the last period expire. */
        if (apenet_wires_are_empty(at, port) && apenet_link_is_settled(l))
            apenet_link_tick(l, EXPIRY_WORDS);
    }
}

/* The remote end of a link; NULL: not in this memory. */
static const apenet_link_t *node_peer(const apenet_network_t *n, const network_node_t *at, unsigned port)
{
    return at->in[port] != NULL ? n->node[at->next[port]].link[apenet_port_opposite(port)] : NULL;
}

/* Caller holds all claims. */
static bool node_has_packets(const apenet_network_t *n, const network_node_t *at)
{
    bool has_packets = at->crossbar.packets != 0;
    for (unsigned i = 0; i < APENET_INJECT_QUEUES; i++)
        has_packets |= queue_first(&at->queue[i]) != NULL;
    for (unsigned port = 0; port < APENET_PORTS && !has_packets; port++)
        if (at->link[port] != NULL)
            has_packets = apenet_link_has_packets(at->link[port], node_peer(n, at, port));
    return has_packets;
}

/* Claims the nodes in ascending order. A thread that holds a claim waits for a claim in this order only.
 * @return number of claimed nodes: all, unless a claim is held for long */
static uint32_t network_claim_all(apenet_network_t *n)
{
    uint32_t claimed = 0;
    for (unsigned rounds = 0; claimed < n->nodes && rounds < ORDER_SPINS;) {
        if (apenet_network_claim(n, claimed))
            claimed++;
        else
            emuq_spin(&rounds);
    }
    return claimed;
}

int apenet_network_set_order(apenet_network_t *n, uint32_t node, uint32_t value, bool *is_permutation)
{
    uint32_t claimed = network_claim_all(n);
    int rc = claimed == n->nodes ? 0 : -EBUSY;
    for (uint32_t i = 0; i < n->nodes && rc == 0; i++)
        rc = node_has_packets(n, &n->node[i]) ? -EBUSY : 0;
    if (rc == 0)
        *is_permutation = apenet_router_set_order(&n->node[node].router, value);
    while (claimed-- != 0)
        apenet_network_release(n, claimed);
    return rc;
}

uint32_t apenet_network_next(const apenet_network_t *n, uint32_t node, unsigned port)
{
    return n->node[node].next[port];
}
