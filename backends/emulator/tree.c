/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds the trees that class-route words describe. All of it under the machine's tree lock. */
#include "backends/emulator/tree.h"

static volatile AO_t *tree_slot(emuq_mu_node_t *n, uint32_t route, bool gi)
{
    return gi ? &n->gi_tree[route] : &n->coll_tree[route];
}

/* Node at the other end of a link that both ends use, the one as output and the other as input. */
static uint32_t agreed(const emuq_mu_node_t *n, uint32_t route, bool gi, uint32_t link, bool *is_child)
{
    const emuq_machine_t *m = n->machine;
    uint32_t word = emuq_route_word(n, route, gi), bit = emuq_link_bit(link);
    if (!((word | word >> 16) & bit))
        return UINT32_MAX;
    uint32_t other = emuq_neighbour(&m->geometry, n->number, link);
    if (other == UINT32_MAX)
        return UINT32_MAX;
    uint32_t theirs = emuq_route_word(&m->node[other], route, gi), opposite = emuq_link_bit(link ^ 1);
    *is_child = (word >> 16 & bit) != 0;
    return (*is_child ? theirs : theirs >> 16) & opposite ? other : UINT32_MAX;
}

/* Breadth-first search from a node. @return number of nodes, their numbers in list. */
static uint32_t search(emuq_mu_node_t *from, uint32_t route, bool gi, uint32_t *list, bool *complete,
                       uint32_t *root)
{
    emuq_machine_t *m = from->machine;
    uint32_t count = 0, roots = 0;
    m->epoch++;
    *complete = true;
    m->mark[from->number] = m->epoch;
    list[count++] = from->number;
    for (uint32_t i = 0; i < count; i++) {
        emuq_mu_node_t *n = &m->node[list[i]];
        uint32_t word = emuq_route_word(n, route, gi);
        if ((word & 0xffff) == 0) {
            roots++;
            *root = n->number;
        } else if (__builtin_popcount(word & 0xffff) > 1) {
            *complete = false; /* two ways to the root: there could be a circle */
        }
        for (uint32_t link = 0; link < EMUQ_LINKS; link++) {
            bool is_child;
            uint32_t other = agreed(n, route, gi, link, &is_child);
            if (other == UINT32_MAX) {
                if ((word | word >> 16) & emuq_link_bit(link))
                    *complete = false;
            } else if (m->mark[other] != m->epoch) {
                m->mark[other] = m->epoch;
                list[count++] = other;
            }
        }
    }
    if (roots != 1)
        *complete = false;
    return count;
}

typedef struct program {
    emuq_tree_t *tree;
    uint32_t level;
} program_t;

static void emit(program_t *p, int what, uint32_t participant)
{
    emuq_tree_t *t = p->tree;
    t->step[t->steps].what = what;
    t->step[t->steps++].participant = participant;
    if (what == EMUQ_PUSH && ++p->level > t->depth)
        t->depth = p->level;
    if (what == EMUQ_MERGE)
        p->level--;
}

/* Combining order below a node: children by link number, the node itself last.
 * @return whether anything was contributed. */
static bool emit_subtree(program_t *p, emuq_mu_node_t *n)
{
    emuq_tree_t *t = p->tree;
    bool any = false;
    for (uint32_t link = 0; link < EMUQ_LINKS; link++) {
        bool is_child = false;
        uint32_t other = agreed(n, t->route, t->gi, link, &is_child);
        if (other == UINT32_MAX || !is_child || !emit_subtree(p, &n->machine->node[other]))
            continue;
        if (any)
            emit(p, EMUQ_MERGE, 0);
        any = true;
    }
    if (emuq_is_participant(emuq_route_word(n, t->route, t->gi))) {
        uint32_t index = t->participants++;
        t->participant[index] = n->number;
        emit(p, any ? EMUQ_COMBINE_LOCAL : EMUQ_PUSH, index);
        any = true;
    }
    return any;
}

/* A complete collective tree gets its combining program and its queues. */
static bool plan_collective(emuq_tree_t *t, uint32_t root)
{
    emuq_arena_t *arena = t->machine->arena;
    t->step = emuq_arena_alloc(arena, 2 * (size_t)t->nodes * sizeof *t->step, 64);
    if (t->step == NULL)
        return false;
    program_t p = {.tree = t};
    emit_subtree(&p, &t->machine->node[root]);
    uint32_t slots = t->participants > 0 ? t->participants : 1;
    t->queue = emuq_arena_alloc(arena, slots * sizeof *t->queue, 64);
    t->broadcast = emuq_arena_alloc(arena, slots * sizeof *t->broadcast, 64);
    t->stack = emuq_arena_alloc(arena, (t->depth > 0 ? t->depth : 1) * (size_t)EMUQ_PIECE, 64);
    t->way = emuq_arena_alloc(arena, slots * sizeof *t->way, 64);
    return t->queue != NULL && t->way != NULL && t->broadcast != NULL && t->stack != NULL;
}

static emuq_tree_t *make(emuq_mu_node_t *n, uint32_t route, bool gi)
{
    emuq_machine_t *m = n->machine;
    emuq_tree_t *t = emuq_arena_alloc(m->arena, sizeof *t, 64);
    if (t == NULL)
        return NULL;
    t->machine = m;
    t->gi = gi;
    t->route = route;
    t->waiter.tree = t;
    t->status = UINT32_MAX; /* the registers show some other tree's status: write them at the first count */
    t->node = emuq_arena_alloc(m->arena, m->nodes * sizeof *t->node, 64);
    t->participant = emuq_arena_alloc(m->arena, m->nodes * sizeof *t->participant, 64);
    uint32_t root = UINT32_MAX;
    bool ok = t->node != NULL && t->participant != NULL;
    if (ok) {
        t->nodes = search(n, route, gi, t->node, &t->complete, &root);
        if (gi) {
            for (uint32_t i = 0; i < t->nodes; i++)
                if (emuq_is_participant(emuq_route_word(&m->node[t->node[i]], route, gi)))
                    t->participant[t->participants++] = t->node[i];
        } else if (t->complete) {
            ok = plan_collective(t, root);
        }
    }
    if (!ok)
        return NULL;
    t->next_tree = m->trees;
    m->trees = t;
    return t;
}

static void give_up(emuq_machine_t *m, emuq_tree_t *t)
{
    emuq_lock(&t->lock);
    t->dead = true;
    emuq_unlock(&t->lock);
    for (uint32_t i = 0; i < t->nodes; i++) {
        emuq_mu_node_t *n = &m->node[t->node[i]];
        if (t->gi) /* no control word looks like this: the next scan finds the new tree */
            AO_store(&n->gi_contribution[t->route], UINT32_MAX);
        AO_store_release(tree_slot(n, t->route, t->gi), 0);
    }
}

/* Makes a tree the one of all its nodes, under the tree lock. First no other tree may count any of them any
 * more, then each starts from nothing, and only then may anybody find the tree: an update counts all nodes.
 */
static void publish(emuq_tree_t *t)
{
    emuq_machine_t *m = t->machine;
    for (uint32_t i = 0; i < t->nodes; i++) {
        emuq_tree_t *old = (emuq_tree_t *)AO_load(tree_slot(&m->node[t->node[i]], t->route, t->gi));
        if (old != NULL) /* a word has changed and its change has not been announced yet */
            give_up(m, old);
    }
    if (t->gi)
        for (uint32_t i = 0; i < t->nodes; i++)
            AO_store(&m->node[t->node[i]].gi_contribution[t->route], 0);
    else
        for (uint32_t i = 0; i < t->participants; i++)
            m->node[t->participant[i]].coll_index[t->route] = i;
    for (uint32_t i = 0; i < t->nodes; i++) /* release: pairs with the acquire in emuq_tree_find() */
        AO_store_release(tree_slot(&m->node[t->node[i]], t->route, t->gi), (AO_t)t);
}

emuq_tree_t *emuq_tree_find(emuq_mu_node_t *n, uint32_t route, bool gi)
{
    /* Acquire: pairs with the release in publish(). */
    emuq_tree_t *t = (emuq_tree_t *)AO_load_acquire(tree_slot(n, route, gi));
    if (t != NULL)
        return t;
    emuq_machine_t *m = n->machine;
    pthread_mutex_lock(&m->tree_lock);
    t = (emuq_tree_t *)AO_load_acquire(tree_slot(n, route, gi));
    if (t == NULL && (t = make(n, route, gi)) != NULL)
        publish(t);
    pthread_mutex_unlock(&m->tree_lock);
    return t;
}

static void give_up_at(emuq_machine_t *m, uint32_t node, uint32_t route, bool gi)
{
    emuq_tree_t *t = (emuq_tree_t *)AO_load(tree_slot(&m->node[node], route, gi));
    if (t != NULL)
        give_up(m, t);
}

/* The trees that may be others now: the node's own, and those whose words name a link to it. Other trees of
 * the same id next to it go on: what has been contributed to them must not be lost. */
void emuq_tree_route_changed(emuq_mu_node_t *n, uint32_t route, bool gi)
{
    emuq_machine_t *m = n->machine;
    pthread_mutex_lock(&m->tree_lock);
    give_up_at(m, n->number, route, gi);
    for (uint32_t link = 0; link < EMUQ_LINKS; link++) {
        uint32_t other = emuq_neighbour(&m->geometry, n->number, link);
        uint32_t word = other != UINT32_MAX ? emuq_route_word(&m->node[other], route, gi) : 0;
        if ((word | word >> 16) & emuq_link_bit(link ^ 1))
            give_up_at(m, other, route, gi);
    }
    emuq_waiter_t *w = gi ? NULL : m->treeless;
    if (!gi)
        m->treeless = NULL;
    pthread_mutex_unlock(&m->tree_lock);
    while (w != NULL) {
        emuq_waiter_t *next = w->next;
        emuq_resume_later(w);
        w = next;
    }
}
