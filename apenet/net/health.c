/* SPDX-License-Identifier: BSD-3-Clause */
/* LO|FA|MO: from the counters of the watchdogs and the state of the links to health words. */
#include "apenet/net/health.h"

#include <stddef.h>
#include <string.h>

#define STEPS 2u /* without a change */

bool apenet_watch_step(apenet_watch_t *w, uint32_t count, uint64_t now_ms, uint32_t period_ms)
{
    if (count != w->count) {
        *w = (apenet_watch_t){.changed_ms = now_ms, .count = count, .has_changed = true};
        return false;
    }
    w->steps = (uint8_t)(w->steps < STEPS ? w->steps + 1u : STEPS);
    uint64_t limit = STEPS * (uint64_t)period_ms - period_ms / 4;
    return w->has_changed && w->steps == STEPS && now_ms - w->changed_ms >= limit;
}

static uint32_t health_with(uint32_t word, unsigned field, uint32_t value)
{
    apenet_set(&word, field, value);
    return word;
}

/* Health of a neighbour. @param is_lost its link is down or silent */
static uint32_t health_of_neighbour(const apenet_health_port_t *p, bool is_lost)
{
    if (!p->exists || (!is_lost && apenet_get(&p->health, APENET_HEALTH_VALID) == 0))
        return 0;
    uint32_t word = health_with(p->health, APENET_HEALTH_VALID, 1);
    return is_lost ? health_with(word, APENET_HEALTH_CARD, APENET_HEALTH_FAILED) : word;
}

/* Determines the words of the neighbours. @return states of the links */
static uint32_t health_step_ports(apenet_health_t *h, const apenet_health_input_t *in,
                                  uint32_t word[APENET_HEALTH_WORDS])
{
    uint32_t links = 0;
    for (unsigned port = 0; port < APENET_PORTS; port++) {
        const apenet_health_port_t *p = &in->port[port];
        if (!p->exists)
            continue;
        bool has_stopped = apenet_watch_step(&h->link[port], p->received, in->now_ms, in->period_ms);
        bool is_silent = has_stopped && apenet_get(&p->health, APENET_HEALTH_VALID) != 0;
        apenet_link_state_t state = is_silent ? APENET_LINK_DOWN : p->state;
        word[port] = health_of_neighbour(p, state == APENET_LINK_DOWN);
        links |= (uint32_t)state << 2 * port;
    }
    return links;
}

uint32_t apenet_health_step(apenet_health_t *h, const apenet_health_input_t *in)
{
    uint32_t word[APENET_HEALTH_WORDS] = {0}, changes = 0;
    if (in->period_ms == 0) {
        memset(h, 0, offsetof(apenet_health_t, reported));
        return 0;
    }
    bool has_failed = apenet_watch_step(&h->host, in->host_wd, in->now_ms, in->period_ms);
    uint32_t links = health_step_ports(h, in, word), own = APENET_HEALTH_GOOD;
    own = health_with(own, APENET_HEALTH_HOST, has_failed ? APENET_HEALTH_FAILED : APENET_HEALTH_NORMAL);
    own = health_with(own, APENET_HEALTH_LINKS, links);
    word[APENET_HEALTH_OWN] = h->host.has_changed ? own : 0; /* no host has opened the card yet */
    for (unsigned i = 0; i < APENET_HEALTH_WORDS; i++) {
        uint32_t before = h->reported[i] != 0 ? h->reported[i] : APENET_HEALTH_GOOD;
        changes |= (uint32_t)apenet_health_is_change(before, word[i]) << i;
        h->reported[i] = word[i] != 0 ? word[i] : before;
        h->word[i] = word[i];
    }
    return changes;
}
