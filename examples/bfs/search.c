/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Level-synchronous breadth-first search, top down, and the validator of its result.
 */
#include "bfs.h"

/* ---- search ---- */

void search_open(search_t *s, graph_t *g)
{
    const apenet_world_t *w = g->exchange->world;
    memset(s, 0, sizeof *s);
    s->graph = g;
    s->parent = apenet_world_alloc(w, ((size_t)g->local + 1) * sizeof *s->parent);
    s->level = apenet_world_alloc(w, ((size_t)g->local + 1) * sizeof *s->level);
    s->queue = apenet_world_alloc(w, ((size_t)g->local + 1) * sizeof *s->queue);
    s->known = apenet_world_alloc(w, ((size_t)g->vertices / 64 + 1) * sizeof *s->known);
}

void search_close(search_t *s)
{
    free(s->parent);
    free(s->level);
    free(s->queue);
    free(s->known);
    free(s->histogram);
}

/* Sets the bit of a vertex. @return true if it was set */
static bool search_know(search_t *s, uint32_t vertex)
{
    uint64_t *word = &s->known[vertex / 64], bit = UINT64_C(1) << vertex % 64;
    bool was_known = (*word & bit) != 0;
    *word |= bit;
    return was_known;
}

/* Makes a local vertex a part of the tree. */
static void search_append(search_t *s, uint32_t vertex, uint32_t parent)
{
    uint32_t v = graph_local(s->graph, vertex);
    s->parent[v] = parent;
    s->level[v] = s->depth;
    s->queue[s->queued++] = v;
}

static void search_visit(void *context, uint32_t vertex, uint32_t parent)
{
    search_t *s = context;
    if (!search_know(s, vertex))
        search_append(s, vertex, parent);
}

/* Finds the next level from queue[first..end). */
static void search_expand(search_t *s, uint32_t first, uint32_t end)
{
    const graph_t *g = s->graph;
    exchange_begin(g->exchange, search_visit, s);
    for (uint32_t q = first; q < end; q++) {
        uint32_t v = s->queue[q], vertex = graph_vertex(g, v);
        for (uint64_t i = g->first[v]; i < g->first[v + 1]; i++) {
            uint32_t neighbour = g->adjacent[i];
            if (graph_is_local(g, neighbour))
                search_visit(s, neighbour, vertex);
            else if (!search_know(s, neighbour))
                exchange_add(g->exchange, neighbour, vertex);
        }
    }
    exchange_end(g->exchange);
}

/* Appends a level to the histogram. @param found vertices on this rank @return vertices on all ranks */
static uint64_t search_count(search_t *s, uint64_t found)
{
    apenet_world_t *w = s->graph->exchange->world;
    apenet_world_sum_words(w, &found, 1);
    if (found == 0)
        return 0;
    if (s->levels == s->levels_max) {
        s->levels_max = 2 * s->levels_max + 16;
        s->histogram = realloc(s->histogram, s->levels_max * sizeof *s->histogram);
        apenet_world_require(w, s->histogram != NULL, "out of memory for the histogram");
    }
    s->histogram[s->levels++] = found;
    s->reached += found;
    return found;
}

static void search_clear(search_t *s)
{
    const graph_t *g = s->graph;
    memset(s->parent, 0xff, g->local * sizeof *s->parent); /* BFS_NONE */
    memset(s->level, 0xff, g->local * sizeof *s->level);
    memset(s->known, 0, ((size_t)g->vertices / 64 + 1) * sizeof *s->known);
    s->queued = s->depth = s->levels = 0;
    s->reached = 0;
}

/* Computes the results of the finished search. */
static void search_summarise(search_t *s)
{
    const graph_t *g = s->graph;
    uint64_t ends = 0, hash = 0;
    for (uint32_t q = 0; q < s->queued; q++) {
        uint32_t v = s->queue[q];
        ends += g->first[v + 1] - g->first[v];
        hash ^= bfs_hash(graph_vertex(g, v), s->level[v]);
    }
    apenet_world_sum_words(g->exchange->world, &ends, 1);
    apenet_world_xor(g->exchange->world, &hash, 1);
    s->edges = ends / 2;
    s->hash = hash;
}

void search_run(search_t *s, uint32_t root)
{
    apenet_world_sum(s->graph->exchange->world, NULL, 0);
    double start = apenet_world_seconds();
    search_clear(s);
    search_know(s, root);
    if (graph_is_local(s->graph, root))
        search_append(s, root, root);
    uint32_t first = 0, end = s->queued;
    while (search_count(s, end - first) > 0) {
        s->depth++;
        search_expand(s, first, end);
        first = end;
        end = s->queued;
    }
    s->seconds = apenet_world_seconds() - start;
    search_summarise(s);
}

/* ---- validator ----
 *
 * Levels that decrease by one from vertex to parent, with the root as the only vertex of level 0, make the
 * parents a tree. The validator uses parents, levels and rows, and no further state of the search. */

typedef struct validate {
    const search_t *search;
    uint64_t *broken;
} validate_t;

static bool validate_is_adjacent(const graph_t *g, uint32_t v, uint32_t vertex)
{
    for (uint64_t i = g->first[v]; i < g->first[v + 1]; i++)
        if (g->adjacent[i] == vertex)
            return true;
    return false;
}

/* The owner of a parent gets the level of a child. */
static void validate_child(void *context, uint32_t parent, uint32_t level)
{
    const validate_t *c = context;
    uint32_t mine = c->search->level[graph_local(c->search->graph, parent)];
    c->broken[VALIDATE_LEVEL] += mine == BFS_NONE || level != mine + 1;
}

/* The owner of one end of an edge gets the level of the second end. */
static void validate_neighbour(void *context, uint32_t vertex, uint32_t level)
{
    const validate_t *c = context;
    uint32_t mine = c->search->level[graph_local(c->search->graph, vertex)];
    if (mine == BFS_NONE || level == BFS_NONE)
        c->broken[VALIDATE_CLOSED] += mine != level;
    else
        c->broken[VALIDATE_SPAN] += mine > level ? mine - level > 1 : level - mine > 1;
}

static bool validate_is_root_right(const search_t *s, uint32_t v, uint32_t root)
{
    uint32_t vertex = graph_vertex(s->graph, v), parent = s->parent[v], level = s->level[v];
    if ((parent == BFS_NONE) != (level == BFS_NONE))
        return false;
    return vertex == root ? parent == root && level == 0 : parent != vertex && level != 0;
}

static void validate_parents(validate_t *c, uint32_t root)
{
    const search_t *s = c->search;
    const graph_t *g = s->graph;
    exchange_begin(g->exchange, validate_child, c);
    for (uint32_t v = 0; v < g->local; v++) {
        uint32_t parent = s->parent[v];
        c->broken[VALIDATE_ROOT] += !validate_is_root_right(s, v, root);
        if (parent == BFS_NONE || graph_vertex(g, v) == root)
            continue;
        c->broken[VALIDATE_EDGE] += !validate_is_adjacent(g, v, parent);
        if (parent < g->vertices)
            exchange_add(g->exchange, parent, s->level[v]);
    }
    exchange_end(g->exchange);
}

/* Each edge is checked once, by the owner of the larger end. */
static void validate_edges(validate_t *c)
{
    const search_t *s = c->search;
    const graph_t *g = s->graph;
    exchange_begin(g->exchange, validate_neighbour, c);
    for (uint32_t v = 0; v < g->local; v++)
        for (uint64_t i = g->first[v]; i < g->first[v + 1]; i++)
            if (graph_vertex(g, v) < g->adjacent[i])
                exchange_add(g->exchange, g->adjacent[i], s->level[v]);
    exchange_end(g->exchange);
}

bool validate_tree(const search_t *s, uint32_t root, uint64_t broken[VALIDATE_RULES])
{
    uint64_t total = 0;
    validate_t c = {s, broken};
    for (unsigned rule = 0; rule < VALIDATE_RULES; rule++)
        broken[rule] = 0;
    validate_parents(&c, root);
    validate_edges(&c);
    apenet_world_sum_words(s->graph->exchange->world, broken, VALIDATE_RULES);
    for (unsigned rule = 0; rule < VALIDATE_RULES; rule++)
        total += broken[rule];
    return total == 0;
}

/* ---- damages, of local vertices ---- */

/* Finds a vertex on a level, with an edge to @p v or without. */
static uint32_t validate_find(const search_t *s, uint32_t v, uint32_t level, bool is_adjacent)
{
    const graph_t *g = s->graph;
    for (uint32_t w = 0; w < g->local; w++)
        if (w != v && s->level[w] == level && validate_is_adjacent(g, w, graph_vertex(g, v)) == is_adjacent)
            return w;
    return BFS_NONE;
}

/* Whether no local vertex has this parent. */
static bool validate_is_leaf(const search_t *s, uint32_t v)
{
    for (uint32_t w = 0; w < s->graph->local; w++)
        if (s->parent[w] == graph_vertex(s->graph, v))
            return false;
    return true;
}

/* @return false if the vertex is not suitable */
static bool validate_damage_at(search_t *s, uint32_t v, validate_rule_t rule)
{
    uint32_t level = s->level[v], w;
    if (level == BFS_NONE || level == 0)
        return false;
    if ((rule == VALIDATE_CLOSED || rule == VALIDATE_SPAN) && !validate_is_leaf(s, v))
        return false;
    if (rule == VALIDATE_CLOSED) {
        s->parent[v] = s->level[v] = BFS_NONE;
        return true;
    }
    if (rule == VALIDATE_EDGE)
        w = validate_find(s, v, level - 1, false);
    else /* a parent on the level of the vertex; VALIDATE_SPAN moves the vertex one level down */
        w = validate_find(s, v, level, true);
    if (w == BFS_NONE)
        return false;
    s->parent[v] = graph_vertex(s->graph, w);
    s->level[v] = level + (rule == VALIDATE_SPAN);
    return true;
}

uint64_t validate_damage(search_t *s, uint32_t root, validate_rule_t rule)
{
    const graph_t *g = s->graph;
    uint64_t changed = 0;
    if (rule != VALIDATE_ROOT) {
        for (uint32_t v = 0; changed == 0 && v < g->local; v++)
            changed += validate_damage_at(s, v, rule);
    } else if (graph_is_local(g, root)) {
        s->parent[graph_local(g, root)] = BFS_NONE;
        changed = 1;
    }
    apenet_world_sum_words(g->exchange->world, &changed, 1);
    return changed;
}
