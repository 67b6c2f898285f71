/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/collective/tree.h"

#include <errno.h>
#include <stdlib.h>

#include "backends/emulator/core/deliver.h"

static void tree_add_node(emuq_tree_t *t, uint32_t at, uint32_t node)
{
    t->node[at] = node;
    t->word[at] = emuq_route_word(&t->machine->node[node], t->route, t->gi);
}

static void tree_find_hosts(emuq_tree_t *t, const uint32_t *node, uint32_t nodes)
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

static uint64_t tree_mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint64_t tree_id_part(const emuq_tree_t *t, uint32_t node)
{
    const emuq_mu_node_t *n = &t->machine->node[node];
    uint64_t changes = n->gi_changes[t->route];
    return tree_mix(tree_mix((uint64_t)node << 32 | emuq_route_word(n, t->route, true)) + changes);
}

/* Made from the words of the nodes and of their named neighbours, and the number of their changes: every
 * change that retires the tree changes the id. All hosts see the changes of a node in the same order. */
static uint64_t tree_gi_id(const emuq_tree_t *t)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < t->nodes; i++) {
        sum += tree_id_part(t, t->node[i]);
        for (uint32_t link = 0; link < EMUQ_LINKS; link++) {
            bool is_named = ((t->word[i] | t->word[i] >> 16) & emuq_link_bit(link)) != 0;
            uint32_t other = is_named ? emuq_neighbour(&t->machine->geometry, t->node[i], link) : UINT32_MAX;
            if (other != UINT32_MAX)
                sum += tree_mix(tree_id_part(t, other) + link);
        }
    }
    return sum;
}

static void tree_place_gi(emuq_tree_t *t, const uint32_t *found)
{
    const emuq_machine_t *m = t->machine;
    uint32_t elsewhere = t->nodes;
    t->here = 0;
    t->lowest = UINT32_MAX;
    for (uint32_t i = 0; i < t->nodes; i++) {
        t->lowest = found[i] < t->lowest ? found[i] : t->lowest;
        if (!m->node[found[i]].is_here) {
            tree_add_node(t, --elsewhere, found[i]);
            continue;
        }
        tree_add_node(t, t->here++, found[i]);
        if (emuq_is_participant(t->word[t->here - 1]))
            t->participant[t->participants++] = found[i];
    }
    t->hosts = 1;
    if (m->placement.hosts > 1) {
        tree_find_hosts(t, t->node, t->nodes);
        t->id = tree_gi_id(t);
    }
}

void emuq_tree_place(emuq_tree_t *t, const uint32_t *found)
{
    if (t->gi) {
        tree_place_gi(t, found);
        return;
    }
    for (uint32_t i = 0; i < t->nodes; i++)
        tree_add_node(t, i, found[i]);
}

/* ---- division of combining programs ---- */

#define NONE UINT32_MAX

/* A subexpression, and the range of contributing host places. */
typedef struct value {
    uint32_t left, right; /* operands; for a single participant, its number and NONE */
    uint32_t least, most;
} value_t;

/* All hosts process the program from front to back, so they number values alike. */
typedef struct division {
    emuq_tree_t *t;
    emuq_branch_t *b;
    value_t *value; /* [2 * participants]; the last value is the result */
    uint32_t *stack;
    uint32_t *input;                 /* [participants] input of a local participant */
    uint32_t values, end;            /* this host and the hosts below are places [place, end) */
    uint32_t next[EMUQ_OR_CHILDREN]; /* input of the next value of each child */
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

static uint32_t tree_add_participant(division_t *d, uint32_t participant)
{
    uint32_t place = emuq_tree_place_of(d->t, d->t->participant[participant]);
    d->value[d->values] = (value_t){participant, NONE, place, place};
    return d->values++;
}

static uint32_t tree_add_pair(division_t *d, uint32_t left, uint32_t right)
{
    const value_t *a = &d->value[left], *b = &d->value[right];
    d->value[d->values] = (value_t){left, right, a->least < b->least ? a->least : b->least,
                                    a->most > b->most ? a->most : b->most};
    return d->values++;
}

static void tree_find_values(division_t *d)
{
    uint32_t *top = d->stack;
    for (uint32_t i = 0; i < d->t->steps; i++) {
        const emuq_combine_step_t *s = &d->t->step[i];
        uint32_t right = s->what == EMUQ_MERGE ? *--top : tree_add_participant(d, s->input);
        if (s->what == EMUQ_PUSH)
            *top++ = right;
        else
            top[-1] = tree_add_pair(d, top[-1], right);
    }
}

/* The child whose subtree alone contributes to a value, or NONE. */
static uint32_t tree_child_of(const division_t *d, const value_t *v)
{
    uint32_t place = d->b->place;
    if (v->least == place)
        return NONE;
    uint32_t k = 31 - (uint32_t)__builtin_clz(v->least - place);
    return k == 31 - (uint32_t)__builtin_clz(v->most - place) ? k : NONE;
}

/* The input that holds a value; NONE: to be computed. Called once per such value, in order. */
static uint32_t tree_take_input(division_t *d, uint32_t value)
{
    const value_t *v = &d->value[value];
    uint32_t child = tree_child_of(d, v);
    uint32_t input = child != NONE ? d->next[child]++ : v->right == NONE ? d->input[v->left] : NONE;
    if (input != NONE)
        d->t->model = input;
    return input;
}

static void tree_add_step(division_t *d, int what, uint32_t input)
{
    emuq_tree_t *t = d->t;
    t->step[t->steps].what = what;
    t->step[t->steps++].input = input;
    d->level += what == EMUQ_PUSH;
    d->level -= what == EMUQ_MERGE;
    if (d->level > t->depth)
        t->depth = d->level;
}

static void tree_compute(division_t *d, uint32_t value)
{
    uint32_t input = tree_take_input(d, value);
    if (input != NONE) {
        tree_add_step(d, EMUQ_PUSH, input);
        return;
    }
    tree_compute(d, d->value[value].left);
    input = tree_take_input(d, d->value[value].right);
    if (input != NONE) {
        tree_add_step(d, EMUQ_COMBINE_LOCAL, input);
        return;
    }
    tree_compute(d, d->value[value].right);
    tree_add_step(d, EMUQ_MERGE, 0);
}

/* Finds the largest values of places [from, to). @param computes emit their steps @return their number */
static uint32_t tree_largest_values(division_t *d, uint32_t value, uint32_t from, uint32_t to, bool computes)
{
    const value_t *v = &d->value[value];
    if (v->least >= from && v->most < to) {
        if (computes)
            tree_compute(d, value);
        return 1;
    }
    if (v->right == NONE || v->most < from || v->least >= to)
        return 0;
    uint32_t left = tree_largest_values(d, v->left, from, to, computes);
    return left + tree_largest_values(d, v->right, from, to, computes);
}

/* Sorts local participants to the front. @return their number */
static uint32_t tree_sort_participants(division_t *d)
{
    emuq_tree_t *t = d->t;
    uint32_t local = 0, remote = 0;
    for (uint32_t i = 0; i < t->participants; i++) {
        uint32_t node = t->participant[i];
        d->input[i] = local;
        if (t->machine->node[node].is_here)
            t->participant[local++] = node;
        else
            d->stack[remote++] = node;
    }
    memcpy(&t->participant[local], d->stack, remote * sizeof *d->stack);
    return local;
}

static uint32_t tree_node_on(const emuq_tree_t *t, uint32_t place)
{
    uint32_t i = 0;
    while (t->machine->placement.of_node[t->participant[i]] != t->host[place])
        i++;
    return t->participant[i];
}

static void tree_find_branch(division_t *d)
{
    emuq_tree_t *t = d->t;
    emuq_branch_t *b = d->b;
    emuq_or_tree_t hosts;
    b->place = emuq_tree_place_of(t, t->participant[0]);
    emuq_or_begin(&hosts, b->place, t->hosts);
    b->children = hosts.children;
    d->end = b->place == 0 ? t->hosts : b->place + (b->place & -b->place);
    if (b->place != 0)
        b->parent = tree_node_on(t, emuq_or_parent(b->place));
    b->first[0] = t->local_inputs;
    for (uint32_t k = 0; k < b->children; k++) {
        uint32_t from = emuq_or_child(&hosts, k), to = from + (UINT32_C(1) << k);
        b->child[k] = tree_node_on(t, from);
        d->next[k] = b->first[k];
        b->first[k + 1] =
            b->first[k] + tree_largest_values(d, d->values - 1, from, to < d->end ? to : d->end, false);
    }
    t->inputs = b->first[b->children];
}

/* Allocates all requests: remote hosts wait for them, so they must not fail later. @return 0 or -ENOMEM */
static int tree_prepare_pending(emuq_tree_t *t)
{
    emuq_branch_t *b = &t->branch;
    b->down_pending = b->place == 0 ? b->children : b->outputs;
    for (uint32_t i = 0; i < b->down_pending + b->children; i++) {
        emuq_waiter_t *w = &b->pending[i].waiter;
        w->tree = t;
        b->pending[i].is_down = i >= b->down_pending;
        if (w->request == NULL)
            w->request = emuq_arena_alloc(t->machine->arena, sizeof *w->request, 64);
        if (w->request == NULL)
            return -ENOMEM;
    }
    return 0;
}

static int tree_divide_program(division_t *d)
{
    emuq_tree_t *t = d->t;
    tree_find_values(d);
    t->local_inputs = tree_sort_participants(d);
    t->inputs = t->steps = t->depth = d->b->outputs = 0;
    if (t->local_inputs == 0)
        return 0;
    tree_find_branch(d);
    d->b->outputs = tree_largest_values(d, d->values - 1, d->b->place, d->end, true);
    return tree_prepare_pending(t);
}

int emuq_tree_divide(emuq_tree_t *t)
{
    division_t d = {.t = t, .b = &t->branch};
    t->branch.place = t->branch.children = 0;
    if (t->machine->placement.hosts == 1)
        return 0;
    tree_find_hosts(t, t->participant, t->participants);
    if (t->hosts <= 1)
        return 0;
    t->id = 0;
    for (uint32_t i = 0; i < t->nodes; i++)
        t->id += tree_mix((uint64_t)t->node[i] << 32 | t->word[i]);
    d.value = malloc(2 * (size_t)t->participants * sizeof *d.value);
    d.stack = malloc(t->participants * sizeof *d.stack);
    d.input = malloc(t->participants * sizeof *d.input);
    int rc = d.value != NULL && d.stack != NULL && d.input != NULL ? 0 : -ENOMEM;
    if (rc == 0)
        rc = tree_divide_program(&d);
    free(d.value);
    free(d.stack);
    free(d.input);
    return rc;
}
