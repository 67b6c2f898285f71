/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/collective/tree_hosts.h"

#include <errno.h>
#include <stdlib.h>

#include "backends/emulator/core/deliver.h"
#include "backends/emulator/core/header.h"

static void add(emuq_tree_t *t, uint32_t at, uint32_t node)
{
    t->node[at] = node;
    t->word[at] = emuq_route_word(&t->machine->node[node], t->route, t->gi);
}

/* The hosts of nodes, in order, each once. */
static void find_hosts(emuq_tree_t *t, const uint32_t *node, uint32_t nodes)
{
    t->hosts = 0;
    for (uint32_t i = 0; i < nodes; i++) {
        uint16_t host = t->machine->placement.of_node[node[i]];
        uint32_t at = t->hosts;
        while (at > 0 && t->host[at - 1] > host)
            at--;
        if (at > 0 && t->host[at - 1] == host)
            continue;
        memmove(&t->host[at + 1], &t->host[at], (t->hosts++ - at) * sizeof *t->host);
        t->host[at] = host;
    }
}

static uint64_t mixed(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint64_t part_of_id(const emuq_tree_t *t, uint32_t node)
{
    const emuq_mu_node_t *n = &t->machine->node[node];
    uint64_t changes = n->gi_changes[t->route];
    return mixed(mixed((uint64_t)node << 32 | emuq_route_word(n, t->route, true)) + changes);
}

/* From the words of the nodes, and of those that their words name, and from how often these have changed:
 * whatever has the tree given up makes it another one. Hosts learn the changes of a node in the same order.
 */
static uint64_t id_of(const emuq_tree_t *t)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < t->nodes; i++) {
        sum += part_of_id(t, t->node[i]);
        for (uint32_t link = 0; link < EMUQ_LINKS; link++) {
            bool is_named = ((t->word[i] | t->word[i] >> 16) & emuq_link_bit(link)) != 0;
            uint32_t other = is_named ? emuq_neighbour(&t->machine->geometry, t->node[i], link) : UINT32_MAX;
            if (other != UINT32_MAX)
                sum += mixed(part_of_id(t, other) + link);
        }
    }
    return sum;
}

static void place_gi(emuq_tree_t *t, const uint32_t *found)
{
    const emuq_machine_t *m = t->machine;
    uint32_t elsewhere = t->nodes;
    t->here = 0;
    t->lowest = UINT32_MAX;
    for (uint32_t i = 0; i < t->nodes; i++) {
        t->lowest = found[i] < t->lowest ? found[i] : t->lowest;
        if (!m->node[found[i]].is_here) {
            add(t, --elsewhere, found[i]);
            continue;
        }
        add(t, t->here++, found[i]);
        if (emuq_is_participant(t->word[t->here - 1]))
            t->participant[t->participants++] = found[i];
    }
    t->hosts = 1;
    if (m->placement.hosts > 1) {
        find_hosts(t, t->node, t->nodes);
        t->id = id_of(t);
    }
}

void emuq_tree_place(emuq_tree_t *t, const uint32_t *found)
{
    if (t->gi) {
        place_gi(t, found);
        return;
    }
    for (uint32_t i = 0; i < t->nodes; i++)
        add(t, i, found[i]);
}

/* ---- trees of collectives ---- */

#define NONE UINT32_MAX

/* What a step of the combining program gives: an operand and its second one, or one participant. And which
 * hosts have a share in it, by their places. */
typedef struct value {
    uint32_t left, right; /* of a participant: its number; NONE */
    uint32_t least, most;
} value_t;

/* Values that come from other hosts, and those that go to another one, are of the same program; so all hosts
 * count them in the same order, from its beginning to its end. */
typedef struct division {
    emuq_tree_t *t;
    emuq_branch_t *b;
    value_t *value;       /* [2 * participants]; the last one is the result */
    uint32_t *stack;      /* while the values are found */
    uint32_t *input;      /* [participants] of those of this host: their inputs */
    uint32_t values, end; /* this host and those below it have the places from its own to the end */
    uint32_t next[EMUQ_OR_CHILDREN]; /* input that the next value of a child gets */
    uint32_t level;
} division_t;

uint32_t emuq_tree_place_of(const emuq_tree_t *t, uint32_t node)
{
    uint32_t low = 0, high = t->hosts - 1;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (t->host[middle] < t->machine->placement.of_node[node])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t add_participant(division_t *d, uint32_t participant)
{
    uint32_t place = emuq_tree_place_of(d->t, d->t->participant[participant]);
    d->value[d->values] = (value_t){participant, NONE, place, place};
    return d->values++;
}

static uint32_t add_pair(division_t *d, uint32_t left, uint32_t right)
{
    const value_t *a = &d->value[left], *b = &d->value[right];
    d->value[d->values] = (value_t){left, right, a->least < b->least ? a->least : b->least,
                                    a->most > b->most ? a->most : b->most};
    return d->values++;
}

/* What the program of all participants computes. */
static void find_values(division_t *d)
{
    uint32_t *top = d->stack; /* the first free place */
    for (uint32_t i = 0; i < d->t->steps; i++) {
        const emuq_combine_step_t *s = &d->t->step[i];
        uint32_t right = s->what == EMUQ_MERGE ? *--top : add_participant(d, s->input);
        if (s->what == EMUQ_PUSH)
            *top++ = right;
        else
            top[-1] = add_pair(d, top[-1], right);
    }
}

/* The child whose hosts alone have a share in a value of this host and of those below it, or NONE. */
static uint32_t child_of(const division_t *d, const value_t *v)
{
    uint32_t place = d->b->place;
    if (v->least == place)
        return NONE;
    uint32_t k = 31 - (uint32_t)__builtin_clz(v->least - place);
    return k == 31 - (uint32_t)__builtin_clz(v->most - place) ? k : NONE;
}

/* The input that has a value, if it need not be computed here, or NONE. Once for each such value, in order.
 */
static uint32_t take_input(division_t *d, uint32_t value)
{
    const value_t *v = &d->value[value];
    uint32_t child = child_of(d, v);
    uint32_t input = child != NONE ? d->next[child]++ : v->right == NONE ? d->input[v->left] : NONE;
    if (input != NONE)
        d->t->model = input;
    return input;
}

static void add_step(division_t *d, int what, uint32_t input)
{
    emuq_tree_t *t = d->t;
    t->step[t->steps].what = what;
    t->step[t->steps++].input = input;
    d->level += what == EMUQ_PUSH;
    d->level -= what == EMUQ_MERGE;
    if (d->level > t->depth)
        t->depth = d->level;
}

/* The steps that put a value onto the stack. */
static void compute(division_t *d, uint32_t value)
{
    uint32_t input = take_input(d, value);
    if (input != NONE) {
        add_step(d, EMUQ_PUSH, input);
        return;
    }
    compute(d, d->value[value].left);
    input = take_input(d, d->value[value].right);
    if (input != NONE) {
        add_step(d, EMUQ_COMBINE_LOCAL, input);
        return;
    }
    compute(d, d->value[value].right);
    add_step(d, EMUQ_MERGE, 0);
}

/* The largest values in which nothing but places [from, to) has a share: they are computed, or only counted.
 * @return how many there are */
static uint32_t largest(division_t *d, uint32_t value, uint32_t from, uint32_t to, bool computes)
{
    const value_t *v = &d->value[value];
    if (v->least >= from && v->most < to) {
        if (computes)
            compute(d, value);
        return 1;
    }
    if (v->right == NONE || v->most < from || v->least >= to)
        return 0;
    uint32_t left = largest(d, v->left, from, to, computes);
    return left + largest(d, v->right, from, to, computes);
}

/* The participants of this host become the first ones, and others stay in order. @return how many they are */
static uint32_t sort_participants(division_t *d)
{
    emuq_tree_t *t = d->t;
    uint32_t own = 0, others = 0;
    for (uint32_t i = 0; i < t->participants; i++) {
        uint32_t node = t->participant[i];
        d->input[i] = own;
        if (t->machine->node[node].is_here)
            t->participant[own++] = node;
        else
            d->stack[others++] = node;
    }
    memcpy(&t->participant[own], d->stack, others * sizeof *d->stack);
    return own;
}

/* A participant on the host with this place. */
static uint32_t node_on(const emuq_tree_t *t, uint32_t place)
{
    uint32_t i = 0;
    while (t->machine->placement.of_node[t->participant[i]] != t->host[place])
        i++;
    return t->participant[i];
}

/* The place of this host, the hosts next to it, and where their values are found. */
static void find_branch(division_t *d)
{
    emuq_tree_t *t = d->t;
    emuq_branch_t *b = d->b;
    emuq_or_tree_t hosts;
    b->place = emuq_tree_place_of(t, t->participant[0]);
    emuq_or_begin(&hosts, b->place, t->hosts);
    b->children = hosts.children;
    d->end = b->place == 0 ? t->hosts : b->place + (b->place & -b->place);
    if (b->place != 0)
        b->parent = node_on(t, emuq_or_parent(b->place));
    b->first[0] = t->own;
    for (uint32_t k = 0; k < b->children; k++) {
        uint32_t from = emuq_or_child(&hosts, k), to = from + (UINT32_C(1) << k);
        b->child[k] = node_on(t, from);
        d->next[k] = b->first[k];
        b->first[k + 1] = b->first[k] + largest(d, d->values - 1, from, to < d->end ? to : d->end, false);
    }
    t->inputs = b->first[b->children];
}

/* The errands of this host for collectives of the tree, which have all that they need: other hosts wait for
 * them, so they must not fail later. @return 0 or -ENOMEM */
static int prepare_errands(emuq_tree_t *t)
{
    emuq_branch_t *b = &t->branch;
    b->down_errands = b->place == 0 ? b->children : b->outputs;
    for (uint32_t i = 0; i < b->down_errands + b->children; i++) {
        emuq_waiter_t *w = &b->errand[i].waiter;
        w->tree = t;
        b->errand[i].is_down = i >= b->down_errands;
        if (w->request == NULL)
            w->request = emuq_arena_alloc(t->machine->arena, sizeof *w->request, 64);
        if (w->request == NULL)
            return -ENOMEM;
    }
    return 0;
}

/* @return 0 or -ENOMEM */
static int divide(division_t *d)
{
    emuq_tree_t *t = d->t;
    find_values(d);
    t->own = sort_participants(d);
    t->inputs = t->steps = t->depth = d->b->outputs = 0;
    if (t->own == 0)
        return 0;
    find_branch(d);
    d->b->outputs = largest(d, d->values - 1, d->b->place, d->end, true);
    return prepare_errands(t);
}

static uint64_t collective_id(const emuq_tree_t *t)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < t->nodes; i++)
        sum += mixed((uint64_t)t->node[i] << 32 | t->word[i]);
    return sum;
}

int emuq_tree_divide(emuq_tree_t *t)
{
    division_t d = {.t = t, .b = &t->branch};
    t->branch.place = t->branch.children = 0;
    if (t->machine->placement.hosts == 1)
        return 0;
    find_hosts(t, t->participant, t->participants);
    if (t->hosts <= 1)
        return 0;
    t->id = collective_id(t);
    d.value = malloc(2 * (size_t)t->participants * sizeof *d.value);
    d.stack = malloc(t->participants * sizeof *d.stack);
    d.input = malloc(t->participants * sizeof *d.input);
    int rc = d.value != NULL && d.stack != NULL && d.input != NULL ? 0 : -ENOMEM;
    if (rc == 0)
        rc = divide(&d);
    free(d.value);
    free(d.stack);
    free(d.input);
    return rc;
}
