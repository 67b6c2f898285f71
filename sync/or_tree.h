/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file or_tree.h
 * @brief Distributed OR: every node of a tree sees the OR of the bits of all nodes (docs/protocols.md).
 *
 * Messages between two nodes arrive in order. In the binomial tree the parent of node p is p without its
 * lowest 1 bit; node 0 is the root. A change reaches every node after at most 2 log2(nodes) messages.
 *
 *  - emuq_or_begin(): a node joins, then requests reports from its children.
 *  - emuq_or_step(): the caller sends `told` to the parent (the root: to its children) on SEND. On DEFER it
 *    calls again with `at_once` after a short delay: one message then also carries dropped bits.
 *  - emuq_or_status(): the caller then publishes the status and sends it to the children.
 *  - A node that receives a request sends `told` to its parent again, if it has sent it before.
 *
 * Messages to a node that has not joined may be lost. There is no status before all nodes have joined. All
 * nodes see the same sequence of statuses, though a node may miss some. If a change replaces one bit by
 * another, every status has at least one of the two.
 *
 * The tree belongs to a single thread at a time; no word is atomic.
 */
#ifndef EMUQ_SYNC_OR_TREE_H
#define EMUQ_SYNC_OR_TREE_H

#include <stdbool.h>
#include <stdint.h>

#define EMUQ_OR_CHILDREN 16 /**< limits a tree to 65536 nodes */

typedef struct emuq_or_tree {
    uint32_t place;
    uint32_t places;
    uint32_t children;
    uint32_t reported; /**< bit k: child k has reported */
    uint8_t own;
    uint8_t below[EMUQ_OR_CHILDREN];
    uint8_t told; /**< last value sent to the parent */
    bool has_told;
    uint8_t status; /**< valid if is_known */
    bool is_known;  /**< all nodes have joined */
} emuq_or_tree_t;

typedef enum emuq_or_step {
    EMUQ_OR_NOTHING,
    EMUQ_OR_DEFER, /**< only raised bits: send later */
    EMUQ_OR_SEND
} emuq_or_step_t;

static inline uint32_t emuq_or_parent(uint32_t place)
{
    return place & (place - 1);
}

static inline uint32_t emuq_or_child(const emuq_or_tree_t *t, uint32_t k)
{
    return t->place + (UINT32_C(1) << k);
}

/** @param places 1 to 65536 */
static inline void emuq_or_begin(emuq_or_tree_t *t, uint32_t place, uint32_t places)
{
    uint32_t most = place != 0 ? (uint32_t)__builtin_ctz(place) : EMUQ_OR_CHILDREN;
    *t = (emuq_or_tree_t){.place = place, .places = places};
    while (t->children < most && emuq_or_child(t, t->children) < places)
        t->children++;
}

static inline void emuq_or_set(emuq_or_tree_t *t, uint8_t bits)
{
    t->own = bits;
}

static inline void emuq_or_report(emuq_or_tree_t *t, uint32_t k, uint8_t bits)
{
    t->below[k] = bits;
    t->reported |= UINT32_C(1) << k;
}

static inline void emuq_or_status(emuq_or_tree_t *t, uint8_t bits)
{
    t->status = bits;
    t->is_known = true;
}

/** @param at_once true: never defer */
static inline emuq_or_step_t emuq_or_step(emuq_or_tree_t *t, bool at_once)
{
    uint8_t bits = t->own;
    if (t->reported != (UINT32_C(1) << t->children) - 1)
        return EMUQ_OR_NOTHING;
    for (uint32_t k = 0; k < t->children; k++)
        bits |= t->below[k];
    if (t->has_told && bits == t->told)
        return EMUQ_OR_NOTHING;
    if (t->has_told && !at_once && (t->told & ~bits) == 0)
        return EMUQ_OR_DEFER;
    t->told = bits;
    t->has_told = true;
    if (t->place == 0)
        emuq_or_status(t, bits);
    return EMUQ_OR_SEND;
}

#endif /* EMUQ_SYNC_OR_TREE_H */
