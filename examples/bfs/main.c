/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * bfs: breadth-first search on a Kronecker graph, as kernel 2 of Graph500, on a torus of APEnet+ cards.
 * Edges and frontiers are exchanged by rdma_put in aggregated messages, sums by rdma_send. Graph, reached
 * vertices and levels do not depend on the number of ranks; parents do.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bfs.h"
#include "options.h"

#define MAIN_DAMAGE_ROW (VALIDATE_RULES + 1) /* of option --damage; smaller values are rules, plus 1 */

static const char *const main_rules[VALIDATE_RULES] = {"root", "level", "edge", "span", "closed"};

typedef struct main_options {
    unsigned long scale, edge_factor, seed, roots, buffer, validate, damage;
} main_options_t;

typedef struct main_job {
    const main_options_t *options;
    apenet_world_t world;
    exchange_t exchange;
    graph_t graph;
    search_t search;
    uint32_t *root;
    double inverse, least, most; /* sum of 1/TEPS, extremes of TEPS */
    unsigned long wrong;         /* invalid trees */
} main_job_t;

static void main_print_graph(const main_job_t *j, double seconds, const uint64_t size[2])
{
    const graph_t *g = &j->graph;
    printf("graph       scale %u, edge factor %lu, seed %lu: %" PRIu32 " vertices, %" PRIu64 " edges\n",
           g->scale, j->options->edge_factor, j->options->seed, g->vertices, g->edges);
    printf("built       on %u ranks in %.3f s, %" PRIu64 " pairs in %" PRIu64 " messages\n", g->ranks,
           seconds, size[1], size[0]);
}

/* Reports a search. Lines without times are equal for every number of ranks. */
static void main_print_search(const main_job_t *j, uint32_t root, double rate)
{
    const search_t *s = &j->search;
    printf("root        %" PRIu32 ": %" PRIu64 " vertices, %" PRIu64 " edges, %" PRIu32
           " levels, hash %016" PRIx64 "\n",
           root, s->reached, s->edges, s->levels, s->hash);
    printf("histogram   %" PRIu32 ":", root);
    for (uint32_t level = 0; level < s->levels; level++)
        printf(" %" PRIu64, s->histogram[level]);
    printf("\ntime        %" PRIu32 ": %.6f s, %.3e TEPS\n", root, s->seconds, rate);
}

static void main_print_broken(uint32_t root, const uint64_t broken[VALIDATE_RULES])
{
    printf("INVALID     %" PRIu32 ": broken rules:", root);
    for (unsigned rule = 0; rule < VALIDATE_RULES; rule++)
        if (broken[rule] != 0)
            printf(" %s %" PRIu64, main_rules[rule], broken[rule]);
    printf("\n");
}

static void main_validate(main_job_t *j, uint32_t root)
{
    uint64_t broken[VALIDATE_RULES];
    if (j->options->damage != 0 && j->options->damage != MAIN_DAMAGE_ROW) {
        validate_rule_t rule = (validate_rule_t)(j->options->damage - 1);
        apenet_world_require(&j->world, validate_damage(&j->search, root, rule) != 0,
                             "--damage: no rank has a vertex to break this rule");
    }
    if (validate_tree(&j->search, root, broken))
        return;
    j->wrong++;
    if (j->world.rank == 0)
        main_print_broken(root, broken);
}

static void main_search(main_job_t *j, uint32_t root)
{
    search_run(&j->search, root);
    double rate = (double)j->search.edges / j->search.seconds;
    j->inverse += 1 / rate;
    j->least = j->least == 0 || rate < j->least ? rate : j->least;
    j->most = rate > j->most ? rate : j->most;
    if (j->world.rank == 0)
        main_print_search(j, root, rate);
    if (j->options->validate)
        main_validate(j, root);
}

/* Collective: builds and checks the graph. */
static void main_build(main_job_t *j)
{
    const main_options_t *o = j->options;
    double start = apenet_world_seconds();
    graph_open(&j->graph, &j->exchange, (unsigned)o->scale, o->edge_factor, o->seed);
    uint64_t size[2] = {j->exchange.messages, j->exchange.pairs};
    apenet_world_sum_words(&j->world, size, 2);
    if (j->world.rank == 0)
        main_print_graph(j, apenet_world_seconds() - start, size);
    if (o->damage == MAIN_DAMAGE_ROW)
        graph_damage(&j->graph);
    if (o->validate)
        apenet_world_require(&j->world, graph_is_complete(&j->graph),
                             "the rows of the graph differ from the generated edges");
}

static void main_summarise(main_job_t *j)
{
    uint64_t size[2] = {j->exchange.messages, j->exchange.pairs};
    apenet_world_sum_words(&j->world, size, 2);
    if (j->world.rank != 0)
        return;
    printf("exchange    %" PRIu64 " pairs in %" PRIu64 " messages in all\n", size[1], size[0]);
    if (j->options->validate)
        printf("valid       %lu of %lu trees\n", j->options->roots - j->wrong, j->options->roots);
    printf("TEPS        %.3e harmonic mean, %.3e least, %.3e most\n", (double)j->options->roots / j->inverse,
           j->least, j->most);
}

/* @return the exit status */
static int main_run(main_job_t *j, char **argv)
{
    const main_options_t *o = j->options;
    main_build(j);
    j->root = apenet_world_alloc(&j->world, o->roots * sizeof *j->root);
    unsigned long found = graph_roots(&j->graph, j->root, o->roots);
    if (found < o->roots)
        return example_error(argv, "--roots: invalid value '%lu' (the graph has %lu vertices with edges)",
                             o->roots, found);
    search_open(&j->search, &j->graph);
    for (unsigned long i = 0; i < o->roots; i++)
        main_search(j, j->root[i]);
    main_summarise(j);
    search_close(&j->search);
    return j->wrong != 0;
}

int main(int argc, char **argv)
{
    main_options_t o = {.scale = 14, .edge_factor = 16, .seed = 1, .roots = 8, .buffer = 4096, .validate = 1};
    const example_option_t options[] = {
        {"--scale", &o.scale, 1, BFS_SCALE_MAX, "base-2 logarithm of the number of vertices"},
        {"--edge-factor", &o.edge_factor, 1, 1024, "edges per vertex"},
        {"--seed", &o.seed, 0, ULONG_MAX, "selects a graph"},
        {"--roots", &o.roots, 1, 65536, "searches, from different vertices"},
        {"--buffer", &o.buffer, 1, 65536, "pairs of vertices per message at most"},
        {"--validate", &o.validate, 0, 1, "1: check the graph and each tree"},
        {"--damage", &o.damage, 0, MAIN_DAMAGE_ROW,
         "tests the checks: breaks 1 root, 2 level, 3 edge, 4 span, 5 closed set, 6 row of the graph"},
        {NULL, NULL, 0, 0, NULL},
    };
    int status = example_options(argc, argv, "Breadth-first search (Graph500), on APEnet+ cards.", options);
    if (status >= 0)
        return status;
    if (o.damage != 0 && !o.validate)
        return example_error(argv, "--damage needs --validate 1");
    main_job_t j;
    memset(&j, 0, sizeof j);
    j.options = &o;
    apenet_world_open(&j.world);
    exchange_open(&j.exchange, &j.world, (unsigned)o.buffer);
    status = main_run(&j, argv);
    free(j.root);
    graph_close(&j.graph);
    exchange_close(&j.exchange);
    apenet_world_close(&j.world);
    return status;
}
