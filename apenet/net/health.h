/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file health.h
 * @brief LO|FA|MO: the health of a node and of its neighbours (apenet 8.6).
 *
 * A pure state machine: no clocks, threads or allocation. A *watch* observes a counter that must change. A
 * node sends its health to its neighbours in CREDITs; a neighbour behind a link that is down or silent is
 * shown with card *failed*.
 *
 * A counter has failed after two steps without a change, at least 7/4 periods after the step that has seen
 * the last one: neither late nor frequent steps are a failure of the counter. Steps of one period find a
 * stopped counter within three periods.
 */
#ifndef APENET_NET_HEALTH_H
#define APENET_NET_HEALTH_H

#include <stdbool.h>
#include <stdint.h>

#include "apenet/link.h"
#include "apenet/registers.h"

/** States of host and card in a health word. */
enum { APENET_HEALTH_NORMAL = 0, APENET_HEALTH_SICK = 1, APENET_HEALTH_ALARM = 2, APENET_HEALTH_FAILED = 3 };

#define APENET_HEALTH_OWN   APENET_PORTS        /**< index of the node's word; the neighbours are before it */
#define APENET_HEALTH_WORDS (APENET_PORTS + 1u) /**< words of a node */

/** Health without a failure. */
#define APENET_HEALTH_GOOD apenet_bits(APENET_HEALTH_VALID, 1)

/** Observer of a counter. Zeros: the counter has not changed yet, and cannot fail. */
typedef struct apenet_watch {
    uint64_t changed_ms; /**< time of the step with the last change */
    uint32_t count;      /**< last value */
    uint8_t steps;       /**< without a change, at most 2 */
    bool has_changed;    /**< since the creation */
} apenet_watch_t;

/** State of a node. Initially zeros: no health is known. */
typedef struct apenet_health {
    apenet_watch_t host;                    /**< register HOST_WD */
    apenet_watch_t link[APENET_PORTS];      /**< words from each neighbour */
    uint32_t word[APENET_HEALTH_WORDS];     /**< neighbours by port, then this node; 0: not known */
    uint32_t reported[APENET_HEALTH_WORDS]; /**< last words that were known; 0: ::APENET_HEALTH_GOOD */
} apenet_health_t;

/** What the card knows of a port. */
typedef struct apenet_health_port {
    bool exists;               /**< there is a link */
    apenet_link_state_t state; /**< of this end */
    uint32_t received;         /**< words received, modulo 2^32 */
    uint32_t health;           /**< last health that the neighbour has sent; 0: none */
} apenet_health_port_t;

/** Input of a step. */
typedef struct apenet_health_input {
    uint64_t now_ms;    /**< monotonic */
    uint32_t period_ms; /**< of the watchdogs; 0: off, all health becomes unknown */
    uint32_t host_wd;   /**< register HOST_WD */
    apenet_health_port_t port[APENET_PORTS];
} apenet_health_input_t;

/** Observes a counter.
 * @return whether it has failed */
bool apenet_watch_step(apenet_watch_t *w, uint32_t count, uint64_t now_ms, uint32_t period_ms);

/** Determines the health words from the state of host and links. The card is normal: it executes the step.
 * A silent link of a neighbour whose health was known counts as down.
 * @return set of changed words, bit by index, see apenet_health_is_change() */
uint32_t apenet_health_step(apenet_health_t *h, const apenet_health_input_t *in);

/** Whether a word differs from the last reported one. Unknown health is no change.
 * @param reported initially ::APENET_HEALTH_GOOD */
static inline bool apenet_health_is_change(uint32_t reported, uint32_t word)
{
    return apenet_get(&word, APENET_HEALTH_VALID) != 0 && word != reported;
}

/** State of a link in a health word. */
static inline apenet_link_state_t apenet_health_link(uint32_t word, unsigned port)
{
    return (apenet_link_state_t)(apenet_get(&word, APENET_HEALTH_LINKS) >> 2 * port & 3);
}

#endif /* APENET_NET_HEALTH_H */
