/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file bfs.h
 * @brief The parts of the example bfs: exchange of pairs, distributed graph, search, validator.
 *
 * Vertex v belongs to rank v % ranks, with local number v / ranks. Errors end the program. No part is
 * thread-safe; ranks may be threads.
 */
#ifndef EXAMPLES_BFS_H
#define EXAMPLES_BFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "apenet_world.h"

#define BFS_NONE      UINT32_MAX /**< no vertex, no level */
#define BFS_SCALE_MAX 30u        /**< of graphs of 2^scale vertices */

/** Finaliser of SplitMix64, a bijection. */
static inline uint64_t bfs_mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static inline uint64_t bfs_hash(uint32_t a, uint32_t b)
{
    return bfs_mix(((uint64_t)a << 32 | b) + UINT64_C(0x9e3779b97f4a7c15));
}

/* ---- exchange of pairs (graph.c) ---- */

/** A number for the owner of a vertex. */
typedef struct exchange_pair {
    uint32_t to; /**< vertex */
    uint32_t value;
} exchange_pair_t;

/** Content of a put. */
typedef struct exchange_message {
    uint32_t count;
    uint32_t is_last; /**< of the sender in this phase */
    exchange_pair_t pair[];
} exchange_message_t;

/** Called for each pair at the owner. Adds no pairs. @param context argument of exchange_begin() */
typedef void exchange_handler_t(void *context, uint32_t to, uint32_t value);

typedef struct exchange_peer {
    exchange_message_t *out;
    uint32_t count;         /**< pairs in `out` */
    bool is_sending;        /**< the card may still read `out` */
    unsigned sent, credits; /**< messages to the rank, and credits for them */
    unsigned consumed;      /**< messages from the rank */
    bool is_finished;       /**< its last message of this phase is consumed */
} exchange_peer_t;

typedef struct exchange {
    apenet_world_t *world;
    unsigned capacity;     /**< pairs per message */
    exchange_peer_t *peer; /**< [ranks] */
    unsigned unfinished;   /**< remote ranks */
    exchange_handler_t *handler;
    void *context;
    uint64_t messages, pairs; /**< sent by this rank */
} exchange_t;

/** Collective: opens the window of the world. @param capacity pairs per message, equal on all ranks */
void exchange_open(exchange_t *x, apenet_world_t *w, unsigned capacity);

/** Collective: frees the buffers when all puts are complete. */
void exchange_close(exchange_t *x);

/** Starts a phase. Handlers get a pair in the phase of its addition, even if the sender is ahead. */
void exchange_begin(exchange_t *x, exchange_handler_t *handler, void *context);

/** Puts the message for a rank; handles arriving pairs while no port is free. */
void exchange_flush(exchange_t *x, unsigned rank, bool is_last);

/** Waits until all sources may be overwritten. */
void exchange_sent(exchange_t *x);

/** Ends the phase, after the last pair from any rank. */
void exchange_end(exchange_t *x);

/** Adds a pair. May call the handler. */
static inline void exchange_add(exchange_t *x, uint32_t to, uint32_t value)
{
    unsigned rank = to % x->world->ranks;
    exchange_peer_t *peer = &x->peer[rank];
    if (rank == x->world->rank) {
        x->handler(x->context, to, value);
        return;
    }
    if (peer->is_sending)
        exchange_sent(x);
    peer->out->pair[peer->count++] = (exchange_pair_t){to, value};
    if (peer->count == x->capacity)
        exchange_flush(x, rank, false);
}

/* ---- the Kronecker graph in compressed sparse rows (graph.c) ---- */

typedef struct graph {
    exchange_t *exchange;
    unsigned scale;
    uint64_t seed;
    uint32_t vertices;
    uint64_t edges; /**< undirected, including loops and duplicates */
    unsigned ranks, rank;
    uint32_t local;     /**< vertices of this rank */
    uint64_t *first;    /**< [local + 1] index of the first neighbour */
    uint32_t *adjacent; /**< neighbours; a loop is twice in the row */
} graph_t;

static inline uint32_t graph_local(const graph_t *g, uint32_t vertex)
{
    return vertex / g->ranks;
}

static inline uint32_t graph_vertex(const graph_t *g, uint32_t local)
{
    return local * g->ranks + g->rank;
}

static inline bool graph_is_local(const graph_t *g, uint32_t vertex)
{
    return vertex % g->ranks == g->rank;
}

/** Collective: generates and distributes edge_factor * 2^scale edges, equal for every number of ranks. */
void graph_open(graph_t *g, exchange_t *x, unsigned scale, uint64_t edge_factor, uint64_t seed);
void graph_close(graph_t *g);

/** Collective: compares hashes of the generated edges and of the rows. */
bool graph_is_complete(graph_t *g);

/** For tests: changes a neighbour in a row. */
void graph_damage(graph_t *g);

/** Collective: selects @p n different vertices with neighbours, equal for every number of ranks.
 *  @return number of vertices found: less than @p n if the graph has no more */
unsigned long graph_roots(graph_t *g, uint32_t *root, unsigned long n);

/* ---- search and validator (search.c) ---- */

typedef struct search {
    graph_t *graph;
    uint32_t *parent, *level; /**< [local] BFS_NONE: not reached */
    uint64_t *known;          /**< bitmap of all vertices: reached, or sent to the owner */
    uint32_t *queue;          /**< [local] reached vertices (local numbers) by level */
    uint32_t queued;
    uint32_t depth; /**< level of the vertices being found */
    uint32_t levels, levels_max;
    uint64_t *histogram; /**< [levels] vertices per level, on all ranks */
    uint64_t reached;    /**< vertices, on all ranks */
    uint64_t edges;      /**< between reached vertices, as generated */
    uint64_t hash;       /**< of all levels */
    double seconds;
} search_t;

void search_open(search_t *s, graph_t *g);
void search_close(search_t *s);

/** Collective: searches from @p root, which becomes its own parent. */
void search_run(search_t *s, uint32_t root);

/** Rules of the result, as in Graph500. */
typedef enum validate_rule {
    VALIDATE_ROOT,   /**< only the root is its parent and has level 0; parent and level exist together */
    VALIDATE_LEVEL,  /**< a vertex is one level below its parent: no cycles */
    VALIDATE_EDGE,   /**< vertex and parent are neighbours */
    VALIDATE_SPAN,   /**< levels differ by one at most along an edge */
    VALIDATE_CLOSED, /**< an edge has both ends in the tree or none */
    VALIDATE_RULES
} validate_rule_t;

/** Collective: checks the result of a search. @param broken receives the violations on all ranks
 *  @return true if the tree is valid */
bool validate_tree(const search_t *s, uint32_t root, uint64_t broken[VALIDATE_RULES]);

/** Collective, for tests: breaks a rule at one vertex of each rank if possible. With one rank, breaks no
 * second rule. @return number of changed vertices */
uint64_t validate_damage(search_t *s, uint32_t root, validate_rule_t rule);

#endif /* EXAMPLES_BFS_H */
