/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The graph on all ranks: exchange of pairs with the owners of vertices; generator and rows of the Kronecker
 * graph of Graph500 (R-MAT: D. Chakrabarti, Y. Zhan, C. Faloutsos, 2004).
 */
#include "bfs.h"

#include "examples/plaquette/lattice.h" /* Philox */

/* ---- exchange of pairs in aggregated puts ----
 *
 * Each rank has two ports per remote rank, used alternately, and a port for credits. Message n + 2 follows
 * the credit for message n. Only the arrival of a credit counts. A rank that waits for a credit handles
 * messages, and handlers send nothing: ranks cannot wait in a cycle. */

#define EXCHANGE_PORTS 2u

static unsigned exchange_port(unsigned from, unsigned message)
{
    return EXCHANGE_PORTS * from + message % EXCHANGE_PORTS;
}

static unsigned exchange_credit_port(const exchange_t *x, unsigned from)
{
    return EXCHANGE_PORTS * x->world->ranks + from;
}

static size_t exchange_bytes(size_t pairs)
{
    return offsetof(exchange_message_t, pair) + pairs * sizeof(exchange_pair_t);
}

void exchange_open(exchange_t *x, apenet_world_t *w, unsigned capacity)
{
    memset(x, 0, sizeof *x);
    x->world = w;
    x->capacity = capacity;
    x->peer = apenet_world_alloc(w, w->ranks * sizeof *x->peer);
    for (unsigned rank = 0; rank < w->ranks; rank++)
        if (rank != w->rank)
            x->peer[rank].out = apenet_world_alloc(w, exchange_bytes(capacity));
    apenet_world_window(w, (EXCHANGE_PORTS + 1) * w->ranks, exchange_bytes(capacity));
}

void exchange_begin(exchange_t *x, exchange_handler_t *handler, void *context)
{
    x->handler = handler;
    x->context = context;
    x->unfinished = x->world->ranks - 1;
    for (unsigned rank = 0; rank < x->world->ranks; rank++)
        x->peer[rank].is_finished = rank == x->world->rank;
}

/* Handles a message of a rank, and returns the credit. */
static void exchange_consume(exchange_t *x, unsigned rank)
{
    static const uint64_t credit = 0;
    apenet_world_t *w = x->world;
    exchange_peer_t *peer = &x->peer[rank];
    unsigned port = exchange_port(rank, peer->consumed++);
    const exchange_message_t *message = (const void *)apenet_world_port(w, port);
    apenet_world_receive(w, port);
    apenet_world_require(w, message->count <= x->capacity, "invalid number of pairs in a message");
    for (uint32_t i = 0; i < message->count; i++)
        x->handler(x->context, message->pair[i].to, message->pair[i].value);
    if (message->is_last) {
        peer->is_finished = true;
        x->unfinished--;
    }
    apenet_world_put(w, rank, exchange_credit_port(x, w->rank), &credit, sizeof credit);
}

/* Handles arrived credits, and messages of this phase. @return true if there were any */
static bool exchange_poll(exchange_t *x)
{
    apenet_world_t *w = x->world;
    bool has_any = false;
    for (unsigned rank = 0; rank < w->ranks; rank++) {
        exchange_peer_t *peer = &x->peer[rank];
        for (; w->arrived[exchange_credit_port(x, rank)] > 0; has_any = true) {
            apenet_world_receive(w, exchange_credit_port(x, rank));
            peer->credits++;
        }
        if (!peer->is_finished && w->arrived[exchange_port(rank, peer->consumed)] > 0) {
            exchange_consume(x, rank);
            has_any = true;
        }
    }
    return has_any;
}

static void exchange_progress(exchange_t *x)
{
    if (!exchange_poll(x))
        apenet_world_progress(x->world);
}

void exchange_sent(exchange_t *x)
{
    apenet_world_sent(x->world);
    for (unsigned rank = 0; rank < x->world->ranks; rank++)
        x->peer[rank].is_sending = false;
}

void exchange_flush(exchange_t *x, unsigned rank, bool is_last)
{
    exchange_peer_t *peer = &x->peer[rank];
    while (peer->sent - peer->credits == EXCHANGE_PORTS)
        exchange_progress(x);
    if (peer->is_sending)
        exchange_sent(x);
    peer->out->count = peer->count;
    peer->out->is_last = is_last;
    apenet_world_put(x->world, rank, exchange_port(x->world->rank, peer->sent), peer->out,
                     exchange_bytes(peer->count));
    x->messages++;
    x->pairs += peer->count;
    peer->sent++;
    peer->count = 0;
    peer->is_sending = true;
}

void exchange_end(exchange_t *x)
{
    for (unsigned i = 1; i < x->world->ranks; i++)
        exchange_flush(x, (x->world->rank + i) % x->world->ranks, true);
    while (x->unfinished > 0)
        exchange_progress(x);
}

void exchange_close(exchange_t *x)
{
    for (unsigned rank = 0; rank < x->world->ranks; rank++)
        while (x->peer[rank].sent != x->peer[rank].credits)
            exchange_progress(x);
    exchange_sent(x);
    for (unsigned rank = 0; rank < x->world->ranks; rank++)
        free(x->peer[rank].out);
    free(x->peer);
}

/* ---- generator ---- */

/* Probabilities of the quadrants of the adjacency matrix (row, column): (0,0), (0,1), (1,0). */
#define GRAPH_A 0.57
#define GRAPH_B 0.19
#define GRAPH_C 0.19

#define GRAPH_BOUND(p) ((uint32_t)((p)*4294967296.0)) /* a random word is below with probability p */

#define GRAPH_SHUFFLE_ROUNDS 4u
#define GRAPH_ROOTS          UINT64_C(0x526f6f7473) /* changes the seed for the order of roots */

/* Permutes the numbers of `scale` bits. */
static uint32_t graph_shuffle(unsigned scale, uint64_t key, uint32_t vertex)
{
    const uint64_t mask = (UINT64_C(1) << scale) - 1;
    uint64_t v = vertex;
    for (unsigned round = 0; round < GRAPH_SHUFFLE_ROUNDS; round++) {
        v = (v * UINT64_C(0x9e3779b97f4a7c15) + bfs_mix(key + round)) & mask;
        v ^= v >> (scale + 1) / 2;
    }
    return (uint32_t)v;
}

/* Generates edge number @p e: a random word selects a bit of both ends, from the highest. */
static exchange_pair_t graph_edge(const graph_t *g, uint64_t e)
{
    const uint32_t key[2] = {(uint32_t)g->seed, (uint32_t)(g->seed >> 32)};
    uint32_t u = 0, v = 0, word[4];
    for (unsigned level = 0; level < g->scale; level++) {
        if (level % 4 == 0) {
            word[0] = level / 4;
            word[1] = 0;
            word[2] = (uint32_t)e;
            word[3] = (uint32_t)(e >> 32);
            philox4x32(word, key);
        }
        uint32_t random = word[level % 4];
        bool is_low = random >= GRAPH_BOUND(GRAPH_A + GRAPH_B);
        bool is_right =
            is_low ? random >= GRAPH_BOUND(GRAPH_A + GRAPH_B + GRAPH_C) : random >= GRAPH_BOUND(GRAPH_A);
        u = 2 * u + is_low;
        v = 2 * v + is_right;
    }
    return (exchange_pair_t){graph_shuffle(g->scale, g->seed, u), graph_shuffle(g->scale, g->seed, v)};
}

/* First edge that a rank generates. */
static uint64_t graph_slice(const graph_t *g, unsigned rank)
{
    return g->edges / g->ranks * rank + g->edges % g->ranks * rank / g->ranks;
}

/* ---- construction ---- */

/* Received edges; `to` is a local number. */
typedef struct graph_list {
    const graph_t *graph;
    exchange_pair_t *edge;
    uint64_t count, most;
} graph_list_t;

static void graph_store(void *context, uint32_t to, uint32_t value)
{
    graph_list_t *list = context;
    if (list->count == list->most) {
        list->most = list->most + list->most / 2 + 1024;
        list->edge = realloc(list->edge, list->most * sizeof *list->edge);
        apenet_world_require(list->graph->exchange->world, list->edge != NULL, "out of memory for edges");
    }
    list->edge[list->count++] = (exchange_pair_t){graph_local(list->graph, to), value};
}

/* Sends each edge to the owners of both ends. */
static void graph_distribute(graph_t *g, graph_list_t *list)
{
    exchange_begin(g->exchange, graph_store, list);
    for (uint64_t e = graph_slice(g, g->rank); e < graph_slice(g, g->rank + 1); e++) {
        exchange_pair_t edge = graph_edge(g, e);
        exchange_add(g->exchange, edge.to, edge.value);
        exchange_add(g->exchange, edge.value, edge.to);
    }
    exchange_end(g->exchange);
}

/* Sorts edges into rows by counting. */
static void graph_compress(graph_t *g, const graph_list_t *list)
{
    const apenet_world_t *w = g->exchange->world;
    g->first = apenet_world_alloc(w, ((size_t)g->local + 2) * sizeof *g->first);
    g->adjacent = apenet_world_alloc(w, (list->count + 1) * sizeof *g->adjacent);
    /* first[v + 2] counts the neighbours of v, then first[v + 1] is the next free element of row v. */
    for (uint64_t i = 0; i < list->count; i++)
        g->first[list->edge[i].to + 2]++;
    for (uint32_t v = 0; v < g->local; v++)
        g->first[v + 2] += g->first[v + 1];
    for (uint64_t i = 0; i < list->count; i++)
        g->adjacent[g->first[list->edge[i].to + 1]++] = list->edge[i].value;
}

void graph_open(graph_t *g, exchange_t *x, unsigned scale, uint64_t edge_factor, uint64_t seed)
{
    memset(g, 0, sizeof *g);
    g->exchange = x;
    g->scale = scale;
    g->seed = seed;
    g->vertices = UINT32_C(1) << scale;
    g->edges = edge_factor << scale;
    g->ranks = x->world->ranks;
    g->rank = x->world->rank;
    g->local = g->vertices / g->ranks + (g->rank < g->vertices % g->ranks);
    graph_list_t list = {.graph = g};
    graph_distribute(g, &list);
    graph_compress(g, &list);
    free(list.edge);
}

void graph_close(graph_t *g)
{
    free(g->first);
    free(g->adjacent);
}

/* ---- properties ---- */

bool graph_is_complete(graph_t *g)
{
    uint64_t sum[2] = {0, 0}; /* as generated, in rows */
    for (uint64_t e = graph_slice(g, g->rank); e < graph_slice(g, g->rank + 1); e++) {
        exchange_pair_t edge = graph_edge(g, e);
        sum[0] += bfs_hash(edge.to, edge.value) + bfs_hash(edge.value, edge.to);
    }
    for (uint32_t v = 0; v < g->local; v++)
        for (uint64_t i = g->first[v]; i < g->first[v + 1]; i++)
            sum[1] += bfs_hash(graph_vertex(g, v), g->adjacent[i]);
    apenet_world_sum_words(g->exchange->world, sum, 2);
    return sum[0] == sum[1];
}

void graph_damage(graph_t *g)
{
    if (g->first[g->local] > 0)
        g->adjacent[0] ^= 1;
}

/* Whether a local vertex has an edge to a different vertex. */
static bool graph_has_neighbour(const graph_t *g, uint32_t vertex)
{
    uint32_t v = graph_local(g, vertex);
    for (uint64_t i = g->first[v]; i < g->first[v + 1]; i++)
        if (g->adjacent[i] != vertex)
            return true;
    return false;
}

unsigned long graph_roots(graph_t *g, uint32_t *root, unsigned long n)
{
    unsigned long found = 0;
    for (uint32_t next = 0; next < g->vertices && found < n; next += APENET_WORLD_VALUES) {
        uint64_t is_root[APENET_WORLD_VALUES] = {0};
        uint32_t vertex[APENET_WORLD_VALUES], most = g->vertices - next;
        if (most > APENET_WORLD_VALUES)
            most = APENET_WORLD_VALUES;
        for (uint32_t i = 0; i < most; i++) {
            vertex[i] = graph_shuffle(g->scale, g->seed ^ GRAPH_ROOTS, next + i);
            is_root[i] = graph_is_local(g, vertex[i]) && graph_has_neighbour(g, vertex[i]);
        }
        apenet_world_sum_words(g->exchange->world, is_root, most);
        for (uint32_t i = 0; i < most && found < n; i++)
            if (is_root[i])
                root[found++] = vertex[i];
    }
    return found;
}
