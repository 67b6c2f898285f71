/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file or_tree.h
 * @brief The OR of what several places say, shown at all of them: up a tree of places, and down again.
 *
 * Places send each other messages, which arrive in order between two of them. Each place says up to eight
 * bits, and changes them at any time. The places form a binomial tree: the parent of place p is p without its
 * lowest 1 bit, place 0 is the root. A place tells its parent the OR of its subtree; the OR of the root is
 * the *status*, which goes down to all. So a change is at all places after at most 2 log2(places) messages,
 * one after the other, and a status costs places - 1.
 *
 *  - emuq_or_begin(): a place takes part; other places may begin later. It then *asks* its children.
 *  - emuq_or_own(): its own bits are these now. emuq_or_below(): a child has told it these.
 *  - emuq_or_step() says what to do then. TELL: send `told` to the parent; the root: to its children.
 *    OWES: bits have been raised and none dropped; call emuq_or_step() again with `at_once` before long. If
 *    bits are dropped before that, one message tells both.
 *  - emuq_or_down(): the parent has told the status, which is to be shown, and sent to the children.
 *  - A place that is asked sends `told` to its parent again, if it has told anything.
 *
 * A message to a place that has not begun may be lost: a parent that begins late asks its children, and a
 * child tells when it begins. Nothing is told before all children have told something; so there is no status
 * before all places have begun, and the root sends none to a place that has not.
 *
 * What holds: all places see the same statuses in the same order, though not each of them. In each, each
 * place counts with something that it has said, later ones in later statuses; of two bits that a place
 * exchanges in one change, one is always there. When no place owes anything and no message is on its way, the
 * status is the OR of what the places say.
 *
 * The tree belongs to one thread at a time; no word of it is atomic.
 */
#ifndef EMUQ_SYNC_OR_TREE_H
#define EMUQ_SYNC_OR_TREE_H

#include <stdbool.h>
#include <stdint.h>

#define EMUQ_OR_CHILDREN 16 /**< of one place, at most: there are up to 65536 places */

/** What a place knows. */
typedef struct emuq_or_tree {
    uint32_t place, places, children;
    uint32_t heard;                  /**< bit k: child k has told something */
    uint8_t own;                     /**< what this place says */
    uint8_t below[EMUQ_OR_CHILDREN]; /**< what its children have told */
    uint8_t told;                    /**< to the parent, last */
    bool has_told;
    uint8_t status; /**< if is_known */
    bool is_known;  /**< there is a status; then all places have begun */
} emuq_or_tree_t;

/** What to do after a change. */
typedef enum emuq_or_step { EMUQ_OR_NOTHING, EMUQ_OR_OWES, EMUQ_OR_TELL } emuq_or_step_t;

/** The parent of a place that is not the root. */
static inline uint32_t emuq_or_parent(uint32_t place)
{
    return place & (place - 1);
}

/** Child @p k of a place, from 0. */
static inline uint32_t emuq_or_child(const emuq_or_tree_t *t, uint32_t k)
{
    return t->place + (UINT32_C(1) << k);
}

/** A place takes part. @param places 1 to 65536 @param place its number, from 0 */
static inline void emuq_or_begin(emuq_or_tree_t *t, uint32_t place, uint32_t places)
{
    uint32_t most = place != 0 ? (uint32_t)__builtin_ctz(place) : EMUQ_OR_CHILDREN;
    *t = (emuq_or_tree_t){.place = place, .places = places};
    while (t->children < most && emuq_or_child(t, t->children) < places)
        t->children++;
}

/** The bits of this place. */
static inline void emuq_or_own(emuq_or_tree_t *t, uint8_t bits)
{
    t->own = bits;
}

/** What child @p k has told. */
static inline void emuq_or_below(emuq_or_tree_t *t, uint32_t k, uint8_t bits)
{
    t->below[k] = bits;
    t->heard |= UINT32_C(1) << k;
}

/** The status that the parent, or the root itself, has told. */
static inline void emuq_or_down(emuq_or_tree_t *t, uint8_t bits)
{
    t->status = bits;
    t->is_known = true;
}

/** What is to be done after a change. @param at_once tell all, however little it is */
static inline emuq_or_step_t emuq_or_step(emuq_or_tree_t *t, bool at_once)
{
    uint8_t bits = t->own;
    if (t->heard != (UINT32_C(1) << t->children) - 1)
        return EMUQ_OR_NOTHING;
    for (uint32_t k = 0; k < t->children; k++)
        bits |= t->below[k];
    if (t->has_told && bits == t->told)
        return EMUQ_OR_NOTHING;
    if (t->has_told && !at_once && (t->told & ~bits) == 0)
        return EMUQ_OR_OWES;
    t->told = bits;
    t->has_told = true;
    if (t->place == 0)
        emuq_or_down(t, bits);
    return EMUQ_OR_TELL;
}

#endif /* EMUQ_SYNC_OR_TREE_H */
