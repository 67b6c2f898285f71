/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/collect.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/host_calls.h"
#include "tools/emuq-net/error.h"

#define ROUTE  0 /* class route of all trees */
#define PHASES 3 /* bits that barriers use in turn */

/* A member. Its node's calls alone change it. */
typedef struct member {
    uint64_t begun, done; /* collectives */
    uint32_t packets;     /* of the result that it waits for */
} member_t;

/* A run under way. */
typedef struct collect {
    const traffic_setup_t *setup;
    const traffic_pattern_t *pattern;
    traffic_result_t *result;
    emuq_net_t *net;
    member_t *member;
    uint64_t
        *begin; /* tick of the begin of collective n of a member, at member * outstanding + n % outstanding */
    uint64_t members;
    uint64_t quiet;   /* tick at which barriers begin */
    uint32_t packets; /* of a message */
    int error;        /* of traffic_error_note() */
} collect_t;

static uint64_t *begin_of(const collect_t *c, uint32_t rank, uint64_t number)
{
    uint32_t w = c->setup->workload.outstanding;
    return &c->begin[(uint64_t)rank * w + number % w];
}

/* ---- one collective ---- */

/* Bits of a node that has entered @p entered barriers. Entering clears the bit of this barrier, which is over
 * when nobody has it set, and sets that of the next one. The third bit keeps those apart who have seen the
 * end of a barrier, and are one ahead, from those who have not. */
static uint8_t barrier_bits(uint64_t entered)
{
    return (uint8_t)(1U << entered % PHASES);
}

/* One tree of all nodes, or several, or a part of the machine. */
static uint8_t channel(const traffic_pattern_t *p)
{
    bool world =
        p->region.extent == (1U << p->shape.dimensions) - 1 && traffic_region_members(&p->region) == p->nodes;
    return world ? EMUQ_NET_VC_WORLD : EMUQ_NET_VC_SUBGROUP;
}

static int send_packets(collect_t *c, uint32_t node, uint64_t tick)
{
    const traffic_workload_t *w = &c->setup->workload;
    bool broadcast = c->pattern->collective == TRAFFIC_BROADCAST;
    emuq_net_message_t message = {.source = node,
                                  .bytes = w->bytes_min,
                                  .map = 1U << EMUQ_NET_C0,
                                  .vc = channel(c->pattern),
                                  .flags = broadcast ? EMUQ_NET_BROADCAST : 0,
                                  .tree = ROUTE,
                                  .tag = tick};
    return emuq_net_send(c->net, tick, &message);
}

/* A member begins the next collective. */
static int begin_next(collect_t *c, uint32_t rank, uint64_t tick)
{
    uint32_t node = traffic_region_node(&c->pattern->region, rank);
    member_t *m = &c->member[rank];
    *begin_of(c, rank, m->begun++) = tick;
    if (c->pattern->collective == TRAFFIC_BARRIER)
        return emuq_net_interrupt(c->net, tick, node, ROUTE, barrier_bits(m->begun));
    bool silent = c->pattern->collective == TRAFFIC_BROADCAST &&
                  traffic_region_first(&c->pattern->region, node) != node;
    return silent ? 0 : send_packets(c, node, tick);
}

/* A member has a result. */
static void finish(collect_t *c, uint32_t rank, uint64_t tick)
{
    member_t *m = &c->member[rank];
    m->done++;
    int rc = m->begun < c->setup->workload.messages ? begin_next(c, rank, tick) : 0;
    if (rc != 0)
        traffic_error_note(&c->error, rc);
}

/* ---- calls of the network ---- */

static bool arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    collect_t *c = context;
    uint32_t rank = traffic_region_rank(&c->pattern->region, node);
    uint32_t busy = emuq_net_occupancy(&c->setup->parameters->value, emuq_net_chunks(packet->bytes));
    member_t *m = &c->member[rank];
    uint64_t begin = c->pattern->collective == TRAFFIC_BROADCAST ? packet->tag : *begin_of(c, rank, m->done);
    traffic_measure_packet(&c->result->measure, rank, packet, begin, busy, tick);
    if (++m->packets == c->packets) {
        m->packets = 0;
        finish(c, rank, tick);
    }
    return true;
}

static void interrupted(void *context, uint32_t node, uint32_t tree, uint32_t bits, uint64_t tick)
{
    (void)tree;
    collect_t *c = context;
    uint32_t rank = traffic_region_rank(&c->pattern->region, node);
    member_t *m = &c->member[rank];
    if (m->begun == m->done || bits & barrier_bits(m->done))
        return;
    traffic_measure_event(&c->result->measure, rank, *begin_of(c, rank, m->done), tick);
    finish(c, rank, tick);
}

/* ---- a run ---- */

static int plant(collect_t *c)
{
    int rc = 0;
    bool barrier = c->pattern->collective == TRAFFIC_BARRIER;
    for (uint32_t rank = 0; rank < c->members && rc == 0; rank++) {
        uint32_t node = traffic_region_node(&c->pattern->region, rank);
        emuq_net_tree_t tree = traffic_region_tree(&c->pattern->region, node, channel(c->pattern));
        rc = barrier ? emuq_net_set_interrupt_tree(c->net, node, ROUTE, &tree)
                     : emuq_net_set_tree(c->net, node, ROUTE, &tree);
        if (rc == 0 && barrier)
            rc = emuq_net_interrupt(c->net, 0, node, ROUTE, barrier_bits(0));
    }
    for (uint64_t next; rc == 0 && barrier && (next = emuq_net_next(c->net)) != UINT64_MAX; c->quiet = next)
        emuq_net_run(c->net, next);
    return rc;
}

/* Results that members have got. */
static uint64_t results(const collect_t *c)
{
    uint64_t done = 0;
    for (uint32_t rank = 0; rank < c->members; rank++)
        done += c->member[rank].done;
    return done;
}

static uint32_t share(const void *run)
{
    const collect_t *c = run;
    return (uint32_t)(1000 * results(c) / (c->members * c->setup->workload.messages));
}

/* Begins, and goes on until nothing happens any more. */
static int go(collect_t *c)
{
    const traffic_workload_t *w = &c->setup->workload;
    int rc = 0;
    for (uint32_t rank = 0; rank < c->members; rank++)
        for (uint32_t i = 0; i < w->outstanding && i < w->messages && rc == 0; i++)
            rc = begin_next(c, rank, c->quiet);
    return rc == 0 ? traffic_run_out(c->setup, c->net, &c->error, share, c) : rc;
}

static int open_run(collect_t *c)
{
    const traffic_setup_t *setup = c->setup;
    const traffic_workload_t *w = &setup->workload;
    const emuq_net_parameters_t *p = &setup->parameters->value;
    emuq_net_client_t client = {.context = c, .arrived = arrived, .interrupted = interrupted};
    c->packets = traffic_packets(setup->parameters, w->bytes_min);
    c->member = calloc(c->members, sizeof *c->member);
    c->begin = calloc(c->members * w->outstanding, sizeof *c->begin);
    int rc = c->member != NULL && c->begin != NULL ? 0 : -ENOMEM;
    if (rc == 0)
        rc = traffic_measure_open(&c->result->measure, (uint32_t)c->members, p->clock.cycle);
    if (rc == 0)
        rc = emuq_net_open(p, &c->pattern->shape, setup->seed, setup->threads, &client, &c->net);
    return rc == 0 ? plant(c) : rc;
}

static int measure(collect_t *c)
{
    traffic_result_t *r = c->result;
    const traffic_workload_t *w = &c->setup->workload;
    traffic_measure_window(&r->measure, 0, UINT64_MAX);
    int rc = go(c);
    r->offered = w->bytes_min * w->messages * c->members;
    r->missing = (c->members * w->messages - results(c)) * (w->bytes_min > 0 ? w->bytes_min : 1);
    return rc == 0 ? traffic_result_whole(r, c->setup, c->net, c->quiet) : rc;
}

int traffic_collect(const traffic_setup_t *setup, traffic_result_t *result, emuq_text_t *why)
{
    const traffic_pattern_t *pattern = &setup->workload.pattern;
    collect_t c = {.setup = setup, .pattern = pattern, .result = result};
    uint64_t begin = emuq_now_ns();
    memset(result, 0, sizeof *result);
    result->settled = true;
    result->nodes = c.members = traffic_region_members(&pattern->region);
    int rc = open_run(&c);
    rc = rc == 0 ? measure(&c) : rc;
    emuq_net_close(c.net);
    free(c.member);
    free(c.begin);
    return traffic_result_end(result, begin, rc, why);
}
