/* SPDX-License-Identifier: BSD-3-Clause */
/* Buffers and arbiter of a router. FIFO f has position f / 2 of the crossbar and VC f % 2. */
#include "apenet/net/crossbar.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#define SMALLEST APENET_ENVELOPE_WORDS /* words of a packet without payload */

_Static_assert(APENET_CROSSBAR_FIFOS < 32, "sets of FIFOs have 32 bits");

static apenet_space_t space_add(apenet_space_t a, apenet_space_t b)
{
    return (apenet_space_t){a.data + b.data, a.header + b.header};
}

static apenet_space_t space_subtract(apenet_space_t a, apenet_space_t b)
{
    return (apenet_space_t){a.data - b.data, a.header - b.header};
}

/** Slots per FIFO. */
static uint32_t crossbar_fifo_slots(const apenet_crossbar_config_t *config)
{
    return (config->has_header_fifos ? config->depth.header : config->depth.data) / SMALLEST;
}

uint32_t apenet_crossbar_slots(const apenet_crossbar_config_t *config)
{
    return APENET_CROSSBAR_FIFOS * crossbar_fifo_slots(config);
}

int apenet_crossbar_init(apenet_crossbar_t *c, const apenet_crossbar_config_t *config,
                         apenet_crossbar_packet_t *slots)
{
    if (!apenet_space_fits(config->depth, apenet_crossbar_cost(config, APENET_PAYLOAD_WORDS)))
        return -EINVAL;
    memset(c, 0, sizeof *c);
    c->config = *config;
    if (!config->has_header_fifos)
        c->config.depth.header = 0;
    c->slot = slots;
    c->slots = crossbar_fifo_slots(config);
    return 0;
}

static apenet_space_t fifo_space(const apenet_crossbar_t *c, unsigned f)
{
    return space_subtract(c->config.depth, c->fifo[f].used);
}

static apenet_crossbar_packet_t *fifo_slot(const apenet_crossbar_t *c, unsigned f, uint32_t i)
{
    uint32_t slot = c->fifo[f].first + i; /* i: at most the number of slots */
    return &c->slot[f * c->slots + (slot < c->slots ? slot : slot - c->slots)];
}

static const apenet_crossbar_packet_t *fifo_first(const apenet_crossbar_t *c, unsigned f)
{
    return fifo_slot(c, f, 0);
}

/** Enters the request of the first packet. */
static void fifo_request(apenet_crossbar_t *c, unsigned f)
{
    if (c->fifo[f].count != 0)
        c->output[apenet_crossbar_position(fifo_first(c, f)->output)].requests |= 1u << f;
}

/** Removes the first packet, which has no request. */
static apenet_grant_t fifo_pop(apenet_crossbar_t *c, unsigned f)
{
    apenet_crossbar_fifo_t *fifo = &c->fifo[f];
    apenet_grant_t g = {*fifo_first(c, f), apenet_crossbar_port(f / APENET_VCS), (uint8_t)(f % APENET_VCS)};
    fifo->used = space_subtract(fifo->used, apenet_crossbar_cost(&c->config, g.packet.payload));
    fifo->count--;
    fifo->first = fifo->count == 0 || fifo->first + 1 == c->slots ? 0 : fifo->first + 1;
    c->packets--;
    fifo_request(c, f);
    return g;
}

int apenet_crossbar_push(apenet_crossbar_t *c, unsigned input, unsigned vc,
                         const apenet_crossbar_packet_t *packet)
{
    unsigned position = apenet_crossbar_position(input), f = position * APENET_VCS + vc;
    if (position == APENET_CROSSBAR_PORTS || vc >= APENET_VCS ||
        apenet_crossbar_position(packet->output) == APENET_CROSSBAR_PORTS || packet->vc >= APENET_VCS ||
        packet->payload > APENET_PAYLOAD_WORDS)
        return -EINVAL;
    apenet_space_t cost = apenet_crossbar_cost(&c->config, packet->payload);
    if (!apenet_space_fits(fifo_space(c, f), cost))
        return -ENOSPC;
    apenet_crossbar_fifo_t *fifo = &c->fifo[f];
    *fifo_slot(c, f, fifo->count++) = *packet;
    fifo->used = space_add(fifo->used, cost);
    c->packets++;
    if (fifo->count == 1)
        fifo_request(c, f);
    return 0;
}

/** First member of a non-empty set from @p from on, cyclically. */
static unsigned set_first(uint32_t set, unsigned from)
{
    uint32_t above = set & ~((1u << from) - 1);
    return (unsigned)__builtin_ctz(above != 0 ? above : set);
}

/** Requests for an output, by their VC behind it. */
typedef struct crossbar_requests {
    uint32_t all[APENET_VCS];
    uint32_t fits[APENET_VCS]; /**< requests with credit */
} crossbar_requests_t;

static crossbar_requests_t crossbar_sort(const apenet_crossbar_t *c, const apenet_crossbar_output_t *out)
{
    crossbar_requests_t r = {{0, 0}, {0, 0}};
    for (uint32_t rest = out->requests; rest != 0; rest &= rest - 1) {
        unsigned f = (unsigned)__builtin_ctz(rest);
        const apenet_crossbar_packet_t *p = fifo_first(c, f);
        r.all[p->vc] |= 1u << f;
        if (apenet_space_fits(out->credit[p->vc], apenet_crossbar_cost(&c->config, p->payload)))
            r.fits[p->vc] |= 1u << f;
    }
    return r;
}

/** Counts a grant to @p winner for the watched request of the VC. Watches all requests in cyclic order, so
 * each one waits for at most APENET_CROSSBAR_FIFOS watches. */
static void output_count(apenet_crossbar_output_t *out, unsigned vc, uint32_t all, unsigned winner)
{
    if (out->watched[vc] == winner + 1)
        out->watched[vc] = 0;
    all &= ~(1u << winner);
    if (out->watched[vc] == 0 && all != 0) {
        unsigned f = set_first(all, out->watched_next[vc]);
        out->watched[vc] = (uint8_t)(f + 1);
        out->watched_next[vc] = (uint8_t)((f + 1) % APENET_CROSSBAR_FIFOS);
        out->passes[vc] = 0;
    }
    out->passes[vc]++;
}

/** Set of requests that take part in round robin. */
static uint32_t output_candidates(const apenet_crossbar_t *c, const apenet_crossbar_output_t *out,
                                  const crossbar_requests_t *r)
{
    uint32_t set = 0;
    for (unsigned vc = 0; vc < APENET_VCS; vc++) {
        bool is_reserved =
            c->config.pass_limit != 0 && out->watched[vc] != 0 && out->passes[vc] >= c->config.pass_limit;
        set |= is_reserved ? r->fits[vc] & 1u << (out->watched[vc] - 1) : r->fits[vc];
    }
    return set;
}

bool apenet_crossbar_grant(apenet_crossbar_t *c, unsigned output, apenet_grant_t *grant)
{
    unsigned position = apenet_crossbar_position(output);
    if (position == APENET_CROSSBAR_PORTS || c->output[position].sender != 0)
        return false;
    apenet_crossbar_output_t *out = &c->output[position];
    bool is_fixed = c->config.arbitration == APENET_FIXED_PRIORITY;
    crossbar_requests_t r = crossbar_sort(c, out);
    uint32_t set = is_fixed ? r.fits[0] | r.fits[1] : output_candidates(c, out, &r);
    if (set == 0)
        return false;
    unsigned f = set_first(set, is_fixed ? 0 : out->next);
    const apenet_crossbar_packet_t *p = fifo_first(c, f);
    output_count(out, p->vc, r.all[p->vc], f);
    out->next = (uint8_t)((f + 1) % APENET_CROSSBAR_FIFOS);
    out->credit[p->vc] = space_subtract(out->credit[p->vc], apenet_crossbar_cost(&c->config, p->payload));
    out->requests &= ~(1u << f);
    out->sender = (uint8_t)(f + 1);
    *grant = (apenet_grant_t){*p, apenet_crossbar_port(f / APENET_VCS), (uint8_t)(f % APENET_VCS)};
    return true;
}

bool apenet_crossbar_complete(apenet_crossbar_t *c, unsigned output, apenet_grant_t *grant)
{
    unsigned position = apenet_crossbar_position(output);
    if (position == APENET_CROSSBAR_PORTS || c->output[position].sender == 0)
        return false;
    unsigned f = c->output[position].sender - 1u;
    c->output[position].sender = 0;
    *grant = fifo_pop(c, f);
    return true;
}

bool apenet_crossbar_drop(apenet_crossbar_t *c, unsigned output, apenet_grant_t *grant)
{
    unsigned position = apenet_crossbar_position(output);
    if (position == APENET_CROSSBAR_PORTS || c->output[position].requests == 0)
        return false;
    apenet_crossbar_output_t *out = &c->output[position];
    unsigned f = (unsigned)__builtin_ctz(out->requests), vc = fifo_first(c, f)->vc;
    out->requests &= ~(1u << f);
    if (out->watched[vc] == f + 1)
        out->watched[vc] = 0;
    *grant = fifo_pop(c, f);
    return true;
}

/** Credit of an output; NULL for an invalid port or VC. */
static apenet_space_t *crossbar_credit(apenet_crossbar_t *c, unsigned output, unsigned vc)
{
    unsigned position = apenet_crossbar_position(output);
    return position == APENET_CROSSBAR_PORTS || vc >= APENET_VCS ? NULL : &c->output[position].credit[vc];
}

int apenet_crossbar_set_credit(apenet_crossbar_t *c, unsigned output, unsigned vc, apenet_space_t space)
{
    apenet_space_t *credit = crossbar_credit(c, output, vc);
    if (credit == NULL)
        return -EINVAL;
    *credit = space;
    return 0;
}

int apenet_crossbar_credit(apenet_crossbar_t *c, unsigned output, unsigned vc, apenet_space_t space)
{
    apenet_space_t *credit = crossbar_credit(c, output, vc);
    if (credit == NULL || space.data > UINT32_MAX - credit->data ||
        space.header > UINT32_MAX - credit->header)
        return -EINVAL;
    *credit = space_add(*credit, space);
    return 0;
}

apenet_space_t apenet_crossbar_space(const apenet_crossbar_t *c, unsigned input, unsigned vc)
{
    unsigned position = apenet_crossbar_position(input);
    if (position == APENET_CROSSBAR_PORTS || vc >= APENET_VCS)
        return (apenet_space_t){0, 0};
    return fifo_space(c, position * APENET_VCS + vc);
}
