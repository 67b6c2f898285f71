/* SPDX-License-Identifier: BSD-3-Clause */
/* Builds, retires and counts the trees of class routes, guarded by the machine's tree_lock. */
#include "backends/emulator/collective/tree.h"

#include "backends/emulator/core/deliver.h"

/* @return the neighbour on @p link if the route words of both nodes use the link, in opposite directions;
 * otherwise UINT32_MAX. @param[out] is_child the neighbour is a child */
static uint32_t tree_link_peer(const emuq_mu_node_t *n, uint32_t route, bool gi, uint32_t link,
                               bool *is_child)
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

/* Breadth-first search. @return number of nodes in @p list */
static uint32_t tree_search(emuq_mu_node_t *from, uint32_t route, bool gi, uint32_t *list, bool *complete,
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
            *complete = false; /* two paths to the root: possibly a cycle */
        }
        for (uint32_t link = 0; link < EMUQ_LINKS; link++) {
            bool is_child;
            uint32_t other = tree_link_peer(n, route, gi, link, &is_child);
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

static void tree_emit(program_t *p, int what, uint32_t input)
{
    emuq_tree_t *t = p->tree;
    t->step[t->steps].what = what;
    t->step[t->steps++].input = input;
    if (what == EMUQ_PUSH && ++p->level > t->depth)
        t->depth = p->level;
    if (what == EMUQ_MERGE)
        p->level--;
}

/* Children by link number, then the node. @return whether there are participants */
static bool tree_emit_subtree(program_t *p, emuq_mu_node_t *n)
{
    emuq_tree_t *t = p->tree;
    bool any = false;
    for (uint32_t link = 0; link < EMUQ_LINKS; link++) {
        bool is_child = false;
        uint32_t other = tree_link_peer(n, t->route, t->gi, link, &is_child);
        if (other == UINT32_MAX || !is_child || !tree_emit_subtree(p, &n->machine->node[other]))
            continue;
        if (any)
            tree_emit(p, EMUQ_MERGE, 0);
        any = true;
    }
    if (emuq_is_participant(emuq_route_word(n, t->route, t->gi))) {
        uint32_t index = t->participants++;
        t->participant[index] = n->number;
        tree_emit(p, any ? EMUQ_COMBINE_LOCAL : EMUQ_PUSH, index);
        any = true;
    }
    return any;
}

static uint64_t tree_link_count(const emuq_tree_t *t, uint32_t word, uint32_t link, uint32_t vc, bool sent)
{
    uint32_t bit = emuq_link_bit(link);
    uint64_t sum = 0;
    if (word & bit)
        sum += sent ? t->up_chunks[vc] : t->down_packets[vc];
    if (word >> 16 & bit)
        sum += sent ? t->down_chunks[vc] : t->up_packets[vc];
    return sum;
}

static void tree_settle_carried(emuq_tree_t *t)
{
    emuq_carried_t *c = &t->carried;
    if (c->is_reduction) {
        t->up_chunks[c->vc] += c->chunks;
        t->up_packets[c->vc] += c->packets;
    }
    t->down_chunks[c->vc] += c->chunks;
    t->down_packets[c->vc] += c->packets;
    if (c->is_for_all)
        t->received[c->type] += c->packets;
    c->packets = c->chunks = 0;
}

void emuq_tree_count(emuq_tree_t *t, const MUHWI_PacketHeader_t *h, uint64_t length, bool is_reduction,
                     bool is_for_all)
{
    emuq_carried_t *c = &t->carried;
    uint8_t vc = (uint8_t)emuq_virtual_channel(h), type = (uint8_t)(emuq_packet_type(h) % 3);
    uint64_t chunks, packets = emuq_packets(h, length, &chunks);
    if (c->vc != vc || c->type != type || c->is_reduction != is_reduction || c->is_for_all != is_for_all) {
        tree_settle_carried(t);
        c->vc = vc;
        c->type = type;
        c->is_reduction = is_reduction;
        c->is_for_all = is_for_all;
    }
    c->packets += packets;
    c->chunks += chunks;
}

static void tree_fold_counts(emuq_tree_t *t)
{
    tree_settle_carried(t);
    bool counted = !t->gi && t->complete;
    for (uint32_t i = 0; i < t->nodes && counted; i++) {
        emuq_mu_node_t *n = &t->machine->node[t->node[i]];
        for (uint32_t link = 0; link < EMUQ_LINKS; link++)
            for (uint32_t vc = 0; vc < EMUQ_VCS; vc++) {
                (void)AO_fetch_and_add(&n->chunks_sent[link][vc],
                                       tree_link_count(t, t->word[i], link, vc, true));
                (void)AO_fetch_and_add(&n->packets_received[link][vc],
                                       tree_link_count(t, t->word[i], link, vc, false));
            }
    }
    for (uint32_t i = 0; i < t->participants && counted; i++)
        for (uint32_t type = 0; type < 3; type++)
            (void)AO_fetch_and_add(&t->machine->node[t->participant[i]].count[emuq_received_event(type)],
                                   t->received[type]);
    memset(t->received, 0, sizeof t->received);
    memset(t->up_chunks, 0, sizeof t->up_chunks);
    memset(t->down_chunks, 0, sizeof t->down_chunks);
    memset(t->up_packets, 0, sizeof t->up_packets);
    memset(t->down_packets, 0, sizeof t->down_packets);
}

/* Empties a retired tree for reuse. Allocated memory stays. */
static void tree_reset(emuq_tree_t *t)
{
    tree_fold_counts(t);
    for (uint32_t i = 0; i < t->local_inputs; i++)
        t->put_route[i].to = NULL;
    for (uint32_t i = 0; i < t->inputs; i++) {
        t->queue[i].first = t->queue[i].count = 0;
        t->queue[i].blocked = NULL;
    }
    t->participants = t->inputs = t->local_inputs = t->nodes = t->steps = t->depth = 0;
    t->ready = t->broadcasts = t->broadcast_first = 0;
    memset(t->raised, 0, sizeof t->raised);
    memset(&t->gi_hosts, 0, sizeof t->gi_hosts);
    t->given_up = false;
}

/* @return a retired tree without users, or NULL */
static emuq_tree_t *tree_recycle(emuq_machine_t *m, uint32_t capacity)
{
    for (emuq_tree_t **link = &m->given_up; *link != NULL; link = &(*link)->next_tree) {
        emuq_tree_t *t = *link;
        if (t->capacity != capacity)
            continue;
        emuq_lock(&t->lock);
        bool is_free = !t->running && AO_int_load_acquire(&t->users) == 0;
        if (is_free)
            tree_reset(t);
        emuq_unlock(&t->lock);
        if (is_free) {
            *link = t->next_tree;
            return t;
        }
    }
    return NULL;
}

static emuq_tree_t *tree_allocate(emuq_machine_t *m, uint32_t capacity)
{
    emuq_arena_t *arena = m->arena;
    emuq_tree_t *t = emuq_arena_alloc(arena, sizeof *t, 64);
    if (t == NULL)
        return NULL;
    t->capacity = capacity;
    t->node = emuq_arena_alloc(arena, capacity * sizeof *t->node, 64);
    t->word = emuq_arena_alloc(arena, capacity * sizeof *t->word, 64);
    t->participant = emuq_arena_alloc(arena, capacity * sizeof *t->participant, 64);
    t->host = emuq_arena_alloc(arena, capacity * sizeof *t->host, 64);
    t->step = emuq_arena_alloc(arena, 2 * (size_t)capacity * sizeof *t->step, 64);
    t->broadcast = emuq_arena_alloc(arena, capacity * sizeof *t->broadcast, 64);
    t->put_route = emuq_arena_alloc(arena, capacity * sizeof *t->put_route, 64);
    if (m->placement.hosts > 1)
        t->branch.pending =
            emuq_arena_alloc(arena, (capacity + EMUQ_OR_CHILDREN) * sizeof *t->branch.pending, 64);
    bool ok = (m->placement.hosts == 1 || t->branch.pending != NULL) && t->node != NULL && t->word != NULL &&
              t->participant != NULL && t->host != NULL && t->step != NULL && t->broadcast != NULL &&
              t->put_route != NULL;
    return ok ? t : NULL;
}

static int tree_plan_stack(emuq_tree_t *t)
{
    uint64_t depth = t->depth > 0 ? t->depth : 1, bytes = depth * EMUQ_SEGMENT;
    if (t->hosts > 1 && bytes < EMUQ_REMOTE_STACK)
        bytes = EMUQ_REMOTE_STACK;
    if (t->stack_bytes < bytes) {
        t->stack = emuq_arena_alloc(t->machine->arena, bytes, 64);
        t->stack_bytes = t->stack != NULL ? bytes : 0;
    }
    t->piece = EMUQ_SEGMENT;
    if (t->hosts > 1 && t->stack_bytes / depth > EMUQ_SEGMENT)
        t->piece = t->stack_bytes / depth / EMUQ_SEGMENT * EMUQ_SEGMENT;
    if (t->piece > EMUQ_REMOTE_RESULT)
        t->piece = EMUQ_REMOTE_RESULT;
    return t->stack != NULL ? 0 : -1;
}

static bool tree_plan_collective(emuq_tree_t *t, uint32_t root)
{
    program_t p = {.tree = t};
    tree_emit_subtree(&p, &t->machine->node[root]);
    t->local_inputs = t->inputs = t->participants;
    t->model = t->inputs - 1;
    if (emuq_tree_divide(t) != 0 || tree_plan_stack(t) != 0)
        return false;
    if (t->queue == NULL)
        t->queue = emuq_arena_alloc(t->machine->arena, t->capacity * sizeof *t->queue, 64);
    return t->queue != NULL;
}

/* The tree around a node, not published. */
static emuq_tree_t *tree_create(emuq_mu_node_t *n, uint32_t route, bool gi)
{
    emuq_machine_t *m = n->machine;
    bool complete;
    uint32_t root = UINT32_MAX, nodes = tree_search(n, route, gi, m->found, &complete, &root), capacity = 4;
    while (capacity < nodes)
        capacity *= 2;
    emuq_tree_t *t = tree_recycle(m, capacity);
    if (t == NULL && (t = tree_allocate(m, capacity)) == NULL)
        return NULL;
    t->machine = m;
    t->gi = gi;
    t->route = route;
    t->complete = complete;
    t->root = root;
    t->hosts = 1;
    t->waiter.tree = t->branch.down_waiter.tree = t;
    t->status = UINT32_MAX; /* the first count writes the registers */
    t->nodes = nodes;
    emuq_tree_place(t, m->found);
    if (!gi && complete && !tree_plan_collective(t, root)) {
        t->inputs = t->local_inputs = 0;
        t->next_tree = m->given_up;
        m->given_up = t;
        return NULL;
    }
    t->next_tree = m->trees;
    m->trees = t;
    return t;
}

static void tree_routeless_add(emuq_machine_t *m, emuq_waiter_t *w)
{
    w->next = m->routeless;
    m->routeless = w;
}

emuq_waiter_t *emuq_tree_take_waiters(emuq_tree_t *t)
{
    emuq_waiter_t *all = NULL;
    for (uint32_t p = 0; p < t->inputs; p++) {
        emuq_contributions_t *q = &t->queue[p];
        for (; q->count != 0; q->count--, q->first = (q->first + 1) % EMUQ_QUEUE_DEPTH) {
            emuq_waiter_t *w = q->ring[q->first].waiter;
            if (w != NULL) {
                w->next = all;
                all = w;
            }
        }
        while (q->blocked != NULL) {
            emuq_waiter_t *w = q->blocked;
            q->blocked = w->next;
            w->next = all;
            all = w;
        }
    }
    t->ready = t->broadcasts = 0;
    return all;
}

/* Caller holds tree_lock. Clears the slots under t->lock, so that emuq_tree_lock() detects a retired tree. */
static void tree_retire(emuq_machine_t *m, emuq_tree_t *t)
{
    emuq_waiter_t *left = NULL;
    emuq_lock(&t->lock);
    t->given_up = true;
    for (uint32_t i = 0; i < t->nodes; i++) {
        emuq_mu_node_t *n = &m->node[t->node[i]];
        if (t->gi) /* no valid control word: the next scan finds the new tree */
            AO_store(&n->gi_contribution[t->route], UINT32_MAX);
        emuq_pointer_store_release(emuq_tree_slot(n, t->route, t->gi), NULL);
    }
    if (!t->running)
        left = emuq_tree_take_waiters(t);
    emuq_unlock(&t->lock);
    if (t->gi) { /* after the slots are cleared: pollers choose a new event count */
        emuq_event_notify(&t->gi_event, EMUQ_EVENT_ALL);
        AO_int_store_release(&t->gi_hosts.given_up, 1);
        emuq_gi_hosts_signal(&t->gi_hosts);
    }
    while (left != NULL) {
        emuq_waiter_t *w = left;
        left = w->next;
        tree_routeless_add(m, w);
    }
    for (emuq_tree_t **link = &m->trees; *link != NULL; link = &(*link)->next_tree)
        if (*link == t) {
            *link = t->next_tree;
            break;
        }
    t->next_tree = m->given_up;
    m->given_up = t;
}

/* Caller holds tree_lock. Retires old trees, clears contributions, then sets the slots: an update counts all
 * nodes. */
static void tree_publish(emuq_tree_t *t)
{
    emuq_machine_t *m = t->machine;
    for (uint32_t i = 0; i < t->nodes; i++) {
        emuq_tree_t *old = emuq_pointer_load(emuq_tree_slot(&m->node[t->node[i]], t->route, t->gi));
        if (old != NULL) /* the change of the old tree is not announced yet */
            tree_retire(m, old);
    }
    emuq_lock(&t->lock);
    if (t->gi)
        for (uint32_t i = 0; i < t->nodes; i++)
            AO_store(&m->node[t->node[i]].gi_contribution[t->route], 0);
    else
        for (uint32_t i = 0; i < t->local_inputs; i++)
            m->node[t->participant[i]].coll_index[t->route] = i;
    /* release: pairs with the acquire in emuq_tree_find() and emuq_tree_lock() */
    for (uint32_t i = 0; i < t->nodes; i++)
        emuq_pointer_store_release(emuq_tree_slot(&m->node[t->node[i]], t->route, t->gi), t);
    emuq_unlock(&t->lock);
    /* After the slots are set: woken pollers find the new tree. */
    for (uint32_t i = 0; i < t->nodes && t->gi; i++)
        emuq_event_notify(&m->node[t->node[i]].gi_event, EMUQ_EVENT_ALL);
}

emuq_tree_t *emuq_tree_find(emuq_mu_node_t *n, uint32_t route, bool gi)
{
    /* Acquire: pairs with the release in tree_publish(). */
    emuq_tree_t *t = emuq_pointer_load_acquire(emuq_tree_slot(n, route, gi));
    if (t != NULL)
        return t;
    emuq_machine_t *m = n->machine;
    emuq_shared_lock(&m->tree_lock);
    t = emuq_pointer_load_acquire(emuq_tree_slot(n, route, gi));
    if (t == NULL && (t = tree_create(n, route, gi)) != NULL)
        tree_publish(t);
    emuq_shared_unlock(&m->tree_lock);
    return t;
}

static bool tree_has_id(const emuq_tree_t *t, uint32_t route, uint64_t id)
{
    return !t->gi && t->route == route && t->hosts > 1 && t->inputs != 0 && t->id == id;
}

emuq_tree_t *emuq_tree_of_id(emuq_mu_node_t *n, uint32_t route, uint64_t id)
{
    emuq_machine_t *m = n->machine;
    emuq_tree_t *lists[2], *found = emuq_tree_find(n, route, false);
    if (found != NULL && emuq_tree_lock(found, n, route, false)) {
        bool is_it = tree_has_id(found, route, id);
        if (is_it)
            emuq_tree_hold(found);
        emuq_unlock(&found->lock);
        if (is_it)
            return found;
    }
    found = NULL;
    emuq_shared_lock(&m->tree_lock); /* prevents reuse */
    lists[0] = m->trees;
    lists[1] = m->given_up;
    for (int i = 0; i < 2; i++)
        for (emuq_tree_t *t = lists[i]; t != NULL && found == NULL; t = t->next_tree)
            if (tree_has_id(t, route, id))
                found = t;
    if (found != NULL)
        emuq_tree_hold(found);
    emuq_shared_unlock(&m->tree_lock);
    return found;
}

static void tree_retire_at(emuq_machine_t *m, uint32_t node, uint32_t route, bool gi)
{
    emuq_tree_t *t = emuq_pointer_load(emuq_tree_slot(&m->node[node], route, gi));
    if (t != NULL)
        tree_retire(m, t);
}

/* Also retires trees of neighbours whose words name a link to the node; other trees keep their
 * contributions. */
void emuq_tree_route_changed(emuq_mu_node_t *n, uint32_t route, bool gi)
{
    emuq_machine_t *m = n->machine;
    emuq_shared_lock(&m->tree_lock);
    n->gi_changes[route] += gi;
    tree_retire_at(m, n->number, route, gi);
    for (uint32_t link = 0; link < EMUQ_LINKS; link++) {
        uint32_t other = emuq_neighbour(&m->geometry, n->number, link);
        uint32_t word = other != UINT32_MAX ? emuq_route_word(&m->node[other], route, gi) : 0;
        if ((word | word >> 16) & emuq_link_bit(link ^ 1))
            tree_retire_at(m, other, route, gi);
    }
    if (!gi)
        AO_store(&m->routes_changed, 1);
    emuq_shared_unlock(&m->tree_lock);
}

void emuq_routes_withdraw(emuq_machine_t *m, emuq_request_t *r)
{
    emuq_shared_lock(&m->tree_lock);
    r->is_withdrawn = true;
    AO_store(&m->routes_changed, 1);
    emuq_shared_unlock(&m->tree_lock);
}

bool emuq_routes_wait(emuq_mu_node_t *n, uint32_t route, const uint64_t *id, emuq_waiter_t *w,
                      bool *is_withdrawn)
{
    emuq_machine_t *m = n->machine;
    emuq_shared_lock(&m->tree_lock);
    /* The tree may be retired by now, and a new tree may exist: its creation resumes no waiter. */
    const emuq_tree_t *t = emuq_pointer_load_acquire(emuq_tree_slot(n, route, false));
    bool waits = t != NULL && !emuq_tree_is_for(t, id);
    if (id != NULL && w->request->is_withdrawn) {
        *is_withdrawn = waits;
        waits = false;
    }
    if (waits)
        tree_routeless_add(m, w);
    emuq_shared_unlock(&m->tree_lock);
    return waits;
}

void emuq_routes_resume(emuq_work_t *work, emuq_machine_t *m)
{
    if (AO_load(&m->routes_changed) == 0)
        return;
    emuq_shared_lock(&m->tree_lock);
    emuq_waiter_t *w = m->routeless;
    m->routeless = NULL;
    AO_store(&m->routes_changed, 0);
    emuq_shared_unlock(&m->tree_lock);
    while (w != NULL) {
        emuq_waiter_t *next = w->next;
        emuq_work_resume(work, w);
        w = next;
    }
}

/* A counter of a link, or of received packets of a type. */
typedef struct count_of {
    const emuq_mu_node_t *node;
    bool is_link, sent;
    uint32_t link, vc, type;
} count_of_t;

static uint64_t tree_count_tree(emuq_tree_t *t, const count_of_t *c)
{
    uint64_t sum = 0;
    if (t->gi || !t->complete)
        return 0;
    tree_settle_carried(t);
    for (uint32_t i = 0; i < t->nodes && c->is_link; i++)
        if (t->node[i] == c->node->number)
            sum += tree_link_count(t, t->word[i], c->link, c->vc, c->sent);
    for (uint32_t i = 0; i < t->participants && !c->is_link; i++)
        if (t->participant[i] == c->node->number)
            sum += t->received[c->type];
    return sum;
}

/* Includes retired trees, whose counts move at reuse. */
static uint64_t tree_count_trees(const count_of_t *c)
{
    emuq_machine_t *m = c->node->machine;
    emuq_tree_t *lists[2];
    uint64_t sum = 0;
    emuq_shared_lock(&m->tree_lock);
    lists[0] = m->trees;
    lists[1] = m->given_up;
    for (int i = 0; i < 2; i++)
        for (emuq_tree_t *t = lists[i]; t != NULL; t = t->next_tree) {
            emuq_lock(&t->lock);
            sum += tree_count_tree(t, c);
            emuq_unlock(&t->lock);
        }
    emuq_shared_unlock(&m->tree_lock);
    return sum;
}

uint64_t emuq_tree_count_link(const emuq_mu_node_t *n, uint32_t link, uint32_t vc, bool sent)
{
    return tree_count_trees(&(count_of_t){.node = n, .is_link = true, .sent = sent, .link = link, .vc = vc});
}

uint64_t emuq_tree_count_received(const emuq_mu_node_t *n, uint32_t type)
{
    return tree_count_trees(&(count_of_t){.node = n, .type = type});
}

void emuq_trees_settle(emuq_machine_t *m)
{
    emuq_tree_t *lists[2] = {m->trees, m->given_up};
    for (int i = 0; i < 2; i++)
        for (emuq_tree_t *t = lists[i]; t != NULL; t = t->next_tree)
            tree_fold_counts(t);
}
