/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs of collectives on the modelled network: combining trees and global interrupts. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/host_calls.h"
#include "tools/emuq-net/net.h"

#define ROUTE  0 /* class route of all trees */
#define PHASES 3 /* bits that barriers alternate between */

/* A member, changed by callbacks of its node only. */
typedef struct member {
    uint64_t started, done; /* number of collectives */
    uint32_t packets;       /* received packets of the current result */
} member_t;

typedef struct collect {
    const traffic_setup_t *setup;
    const traffic_pattern_t *pattern;
    traffic_result_t *result;
    emuq_net_t *net;
    member_t *member;
    uint64_t *begin; /* start of collective n of a member, at member * outstanding + n % outstanding */
    uint64_t members;
    uint64_t quiet;   /* tick at which barriers start */
    uint32_t packets; /* packets per message */
    unsigned error;   /* error recorded by traffic_error_note() */
} collect_t;

static uint64_t *collect_begin(const collect_t *c, uint32_t rank, uint64_t number)
{
    uint32_t w = c->setup->workload.outstanding;
    return &c->begin[(uint64_t)rank * w + number % w];
}

/* Bits of a node that has entered @p entered barriers. Entry clears the bit of this barrier, which ends
 * when all bits are clear, and sets the bit of the next barrier. The third bit separates nodes that are a
 * barrier ahead from nodes that have not seen the end. */
static uint8_t collect_barrier_bits(uint64_t entered)
{
    return (uint8_t)(1U << entered % PHASES);
}

/* Virtual channel: WORLD for one tree of all nodes, else SUBGROUP. */
static uint8_t collect_channel(const traffic_pattern_t *p)
{
    bool world =
        p->region.extent == (1U << p->shape.dimensions) - 1 && traffic_region_members(&p->region) == p->nodes;
    return world ? EMUQ_NET_VC_WORLD : EMUQ_NET_VC_SUBGROUP;
}

static int collect_send_packets(collect_t *c, uint32_t node, uint64_t tick)
{
    const traffic_workload_t *w = &c->setup->workload;
    bool broadcast = c->pattern->collective == TRAFFIC_BROADCAST;
    emuq_net_message_t message = {.source = node,
                                  .bytes = w->bytes_min,
                                  .map = 1U << EMUQ_NET_C0,
                                  .vc = collect_channel(c->pattern),
                                  .flags = broadcast ? EMUQ_NET_BROADCAST : 0,
                                  .tree = ROUTE,
                                  .tag = tick};
    return emuq_net_send(c->net, tick, &message);
}

static int collect_start_next(collect_t *c, uint32_t rank, uint64_t tick)
{
    uint32_t node = traffic_region_node(&c->pattern->region, rank);
    member_t *m = &c->member[rank];
    *collect_begin(c, rank, m->started++) = tick;
    if (c->pattern->collective == TRAFFIC_BARRIER)
        return emuq_net_interrupt(c->net, tick, node, ROUTE, collect_barrier_bits(m->started));
    bool silent = c->pattern->collective == TRAFFIC_BROADCAST &&
                  traffic_region_first(&c->pattern->region, node) != node;
    return silent ? 0 : collect_send_packets(c, node, tick);
}

static void collect_finish(collect_t *c, uint32_t rank, uint64_t tick)
{
    member_t *m = &c->member[rank];
    m->done++;
    int rc = m->started < c->setup->workload.messages ? collect_start_next(c, rank, tick) : 0;
    if (rc != 0)
        traffic_error_note(&c->error, rc);
}

static bool collect_arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    collect_t *c = context;
    uint32_t rank = traffic_region_rank(&c->pattern->region, node);
    member_t *m = &c->member[rank];
    uint64_t begin =
        c->pattern->collective == TRAFFIC_BROADCAST ? packet->tag : *collect_begin(c, rank, m->done);
    traffic_run_measure(c->setup, c->result, rank, packet, begin, tick);
    if (++m->packets == c->packets) {
        m->packets = 0;
        collect_finish(c, rank, tick);
    }
    return true;
}

static void collect_interrupted(void *context, uint32_t node, uint32_t tree, uint32_t bits, uint64_t tick)
{
    (void)tree;
    collect_t *c = context;
    uint32_t rank = traffic_region_rank(&c->pattern->region, node);
    member_t *m = &c->member[rank];
    if (m->started == m->done || bits & collect_barrier_bits(m->done))
        return;
    traffic_measure_event(&c->result->measure, rank, *collect_begin(c, rank, m->done), tick);
    collect_finish(c, rank, tick);
}

static int collect_set_trees(collect_t *c)
{
    int rc = 0;
    bool barrier = c->pattern->collective == TRAFFIC_BARRIER;
    for (uint32_t rank = 0; rank < c->members && rc == 0; rank++) {
        uint32_t node = traffic_region_node(&c->pattern->region, rank);
        emuq_net_tree_t tree = traffic_region_tree(&c->pattern->region, node, collect_channel(c->pattern));
        rc = barrier ? emuq_net_set_interrupt_tree(c->net, node, ROUTE, &tree)
                     : emuq_net_set_tree(c->net, node, ROUTE, &tree);
        if (rc == 0 && barrier)
            rc = emuq_net_interrupt(c->net, 0, node, ROUTE, collect_barrier_bits(0));
    }
    for (uint64_t next; rc == 0 && barrier && (next = emuq_net_next(c->net)) != UINT64_MAX; c->quiet = next)
        emuq_net_run(c->net, next);
    return rc;
}

/* Number of results that members have received. */
static uint64_t collect_results(const collect_t *c)
{
    uint64_t done = 0;
    for (uint32_t rank = 0; rank < c->members; rank++)
        done += c->member[rank].done;
    return done;
}

static uint32_t collect_share(const void *run)
{
    const collect_t *c = run;
    return (uint32_t)(1000 * collect_results(c) / (c->members * c->setup->workload.messages));
}

static int collect_open(collect_t *c)
{
    const traffic_workload_t *w = &c->setup->workload;
    emuq_net_client_t client = {.context = c, .arrived = collect_arrived, .interrupted = collect_interrupted};
    int rc = traffic_run_open(c->setup, c->result, c->members, &client, &c->net);
    c->packets = traffic_packets(c->setup->parameters, w->bytes_min);
    c->member = calloc(c->members, sizeof *c->member);
    c->begin = calloc(c->members * w->outstanding, sizeof *c->begin);
    if (rc == 0 && (c->member == NULL || c->begin == NULL))
        rc = -ENOMEM;
    c->result->settled = true;
    return rc == 0 ? collect_set_trees(c) : rc;
}

static int collect_measure(collect_t *c)
{
    traffic_result_t *r = c->result;
    const traffic_workload_t *w = &c->setup->workload;
    traffic_measure_window(&r->measure, 0, UINT64_MAX);
    int rc = 0;
    uint32_t cycle = c->setup->parameters->value.clock.cycle;
    r->measure.series.now.begin = (c->quiet + cycle - 1) / cycle;
    for (uint32_t rank = 0; rank < c->members; rank++)
        for (uint32_t i = 0; i < w->outstanding && i < w->messages && rc == 0; i++)
            rc = collect_start_next(c, rank, c->quiet);
    rc = rc == 0 ? traffic_run_out(c->setup, r, c->net, &c->error, collect_share, c) : rc;
    r->offered = w->bytes_min * w->messages * c->members;
    if (!r->partial)
        r->missing = (c->members * w->messages - collect_results(c)) * (w->bytes_min > 0 ? w->bytes_min : 1);
    return rc == 0 ? traffic_result_whole(r, c->setup, c->net, c->quiet) : rc;
}

int traffic_collect(const traffic_setup_t *setup, traffic_result_t *result, emuq_text_t *why)
{
    const traffic_pattern_t *pattern = &setup->workload.pattern;
    collect_t c = {.setup = setup,
                   .pattern = pattern,
                   .result = result,
                   .members = traffic_region_members(&pattern->region)};
    uint64_t begin = emuq_now_ns();
    int rc = collect_open(&c);
    rc = rc == 0 ? collect_measure(&c) : rc;
    emuq_net_close(c.net);
    free(c.member);
    free(c.begin);
    return traffic_result_end(result, begin, rc, why);
}
