/* SPDX-License-Identifier: BSD-3-Clause */
/* Fault injection: delayed messages, slow injection FIFOs, rank death, link errors and failures. */
#include "backends/emulator/fault/fault.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "backends/emulator/collective/collective.h"
#include "backends/emulator/core/deliver.h"
#include "backends/emulator/core/remote_ops.h"
#include "backends/emulator/trace/record.h"
#include "base/host_calls.h"
#include "base/process.h"
#include "network/rules.h"

/* A message that crosses links. Random choices depend on node, FIFO and number. */
typedef struct crossing {
    emuq_machine_t *machine; /* has a fault plan */
    uint32_t node, fifo;     /* injection FIFO; of a collective: of one participant */
    uint64_t number;         /* descriptor number, from 1 */
    const MUHWI_PacketHeader_t *header;
    uint64_t reports; /* packets on the failing link of a remote node */
} crossing_t;

#define RESEND_NS 2000u /* link.timeout of network/parameters.def */

/* Number of the random choice whether transmission @p again of a packet is damaged. */
static uint64_t link_choice(uint32_t node, uint32_t link, uint64_t packet, uint64_t again)
{
    return ((uint64_t)node * 16 + link + 1) << 40 | packet << 8 | (again & 0xff);
}

/* Reports packets on the failing link to the host of its node. @param waits waits until the packets are
 * counted; the caller holds no lock that receive() needs @return false: the job is over */
static bool link_report(emuq_mu_node_t *node, uint64_t packets, bool waits)
{
    struct emuq_update *update =
        emuq_remote_ops->update_send(node, EMUQ_UPDATE_LINK_PACKETS, 0, packets, waits);
    if (update != NULL && waits)
        emuq_remote_ops->update_wait(update);
    return !emuq_remote_ops->is_over(node->machine);
}

static void fault_link_packets(emuq_machine_t *m, uint64_t packets)
{
    const emuq_fault_plan_t *plan = &m->faults->plan;
    unsigned long long packet = plan->down_packet;
    char what[160];
    if (packet == 0 || AO_fetch_and_add(&m->faults->crossed, packets) + packets < packet)
        return;
    snprintf(what, sizeof what,
             "link %c%c is down: no acknowledgement of packet %llu after all retransmissions",
             "ABCDE"[plan->down_link / 2], "-+"[plan->down_link % 2], packet);
    emuq_the_kernel.failed(emuq_the_kernel.context, plan->down_node, what, "EMUQ_FAULTS has planned it");
}

static void link_count_down(crossing_t *c, uint32_t node, uint32_t link, uint64_t packets)
{
    const emuq_fault_plan_t *plan = &c->machine->faults->plan;
    if (plan->down_packet == 0 || plan->down_node != node || plan->down_link != link)
        return;
    if (c->machine->node[node].is_here)
        fault_link_packets(c->machine, packets);
    else
        c->reports += packets;
}

/* Sends bytes [begin, end) over a link. @return number of retransmissions */
static uint64_t link_cross(crossing_t *c, uint32_t node, uint32_t link, uint64_t begin, uint64_t end)
{
    const emuq_faults_t *faults = c->machine->faults;
    uint64_t limit = emuq_packet_limit(c->header), resent = 0, packets = 0;
    if (limit == 0)
        limit = (EMUQ_FAULTS_MOST_CHUNKS - 1) * EMUQ_CHUNK;
    for (uint64_t at = begin; at < end || packets == 0; at += limit, packets++) {
        uint64_t bytes = end - at < limit ? end - at : limit, again = 0;
        uint64_t damage = faults->damage[1 + (bytes + EMUQ_CHUNK - 1) / EMUQ_CHUNK];
        while (emuq_fault_plan_draw(&faults->plan, c->node, c->fifo, c->number,
                                    link_choice(node, link, at / limit, again), UINT64_MAX) < damage)
            again++;
        resent += again;
    }
    if (resent != 0)
        (void)AO_fetch_and_add(&c->machine->node[node].resent[link], resent);
    link_count_down(c, node, link, packets);
    return resent;
}

/* Sends bytes [begin, end) over a path. Does not return if a link fails. @return delay in ns */
static uint64_t link_delay(crossing_t *c, uint32_t target, uint64_t begin, uint64_t end)
{
    emuq_path_t way = emuq_path(&c->machine->geometry, c->node, target, emuq_hints(c->header));
    uint64_t resent = 0;
    while (emuq_path_next(&way))
        resent += link_cross(c, way.from, way.link, begin, end);
    return resent * RESEND_NS;
}

/* Sends a collective over all links of its tree. Does not return if a link fails. */
static void link_collective(crossing_t *c, const emuq_tree_t *t, uint64_t length)
{
    bool goes_up = emuq_collective_kind(c->header) != EMUQ_BROADCAST;
    for (uint32_t i = 0; i < t->nodes; i++)
        for (uint32_t link = 0; link < EMUQ_LINKS; link++) {
            uint32_t bit = emuq_link_bit(link);
            if ((t->word[i] & bit && goes_up) || t->word[i] >> 16 & bit)
                (void)link_cross(c, t->node[i], link, 0, length);
        }
}

#define PUT_SEGMENTS     64u /* segments of a direct put: programs cannot observe more */
#define SLOW_DESCRIPTORS 4u  /* one in this many descriptors completes with a delay */
#define LOCAL_FIFOS      (MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0 | MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL1)

/* Choices of a message; packets start at FIRST_PACKET. */
enum { IS_COMPLETION_DELAYED, COMPLETION_DELAY, FIRST_PACKET };

static struct {
    pthread_t thread; /* delivers due messages */
    bool runs;
} delivery;

static uint64_t fault_draw(const emuq_delayed_t *msg, uint64_t choice, uint64_t limit)
{
    const emuq_mu_node_t *n = msg->inj->node;
    return emuq_fault_plan_draw(&n->machine->faults->plan, n->number, msg->inj->id, msg->number, choice,
                                limit);
}

static crossing_t fault_crossing(const emuq_inj_t *f, uint64_t number, const MUHWI_Descriptor_t *d)
{
    return (crossing_t){.machine = f->node->machine,
                        .node = f->node->number,
                        .fifo = f->id,
                        .number = number,
                        .header = &d->PacketHeader};
}

/* A segment is one packet, because programs can observe packet boundaries, or more for a long direct put. */
static uint64_t fault_segment_bytes(const MUHWI_Descriptor_t *d, uint64_t length)
{
    uint64_t packet = emuq_packet_limit(&d->PacketHeader);
    if (packet == 0 || length <= packet)
        return length != 0 ? length : 1;
    if (emuq_packet_type(&d->PacketHeader) != EMUQ_TYPE_PUT)
        return packet;
    uint64_t packets = (length + packet - 1) / packet;
    return packet * ((packets + PUT_SEGMENTS - 1) / PUT_SEGMENTS);
}

/* True for deterministic routing with at most one usable network FIFO. */
static bool fault_is_ordered(const MUHWI_Descriptor_t *d, bool is_local)
{
    const MUHWI_Pt2PtNetworkHeader_t *net = &d->PacketHeader.NetworkHeader.pt2pt;
    uint64_t map = is_local ? d->Torus_FIFO_Map & LOCAL_FIFOS : d->Torus_FIFO_Map & ~LOCAL_FIFOS;
    return !net->Byte2.Dynamic && (map & (map - 1)) == 0;
}

static int fault_by_due(const void *a, const void *b)
{
    const emuq_delayed_segment_t *x = a, *y = b;
    if (x->due != y->due)
        return x->due < y->due ? -1 : 1;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* Draws delays relative to the injection. Ordered segments stay in order. */
static void fault_plan_segments(emuq_delayed_t *msg, uint64_t bytes, uint64_t length)
{
    crossing_t c = fault_crossing(msg->inj, msg->number, &msg->descriptor);
    uint64_t late_ns = msg->inj->node->machine->faults->plan.late_ns, latest = 0;
    for (uint32_t i = 0; i < msg->segments; i++) {
        uint64_t begin = i * bytes, end = begin + bytes < length ? begin + bytes : length;
        uint64_t due = fault_draw(msg, FIRST_PACKET + i, late_ns) + link_delay(&c, msg->target, begin, end);
        latest = due > latest ? due : latest;
        msg->at[i] = (emuq_delayed_segment_t){msg->is_ordered ? latest : due, begin, end};
    }
    msg->reports = c.reports;
    if (!msg->is_ordered)
        qsort(msg->at, msg->segments, sizeof msg->at[0], fault_by_due);
}

/* ns until the descriptor is complete. */
static uint64_t fault_injection_time(const emuq_delayed_t *msg)
{
    const emuq_mu_node_t *n = msg->inj->node;
    const emuq_fault_plan_t *plan = &n->machine->faults->plan;
    uint64_t ns = emuq_fault_plan_slow(plan, n->number, msg->inj->id);
    if (plan->late_ns != 0 && fault_draw(msg, IS_COMPLETION_DELAYED, SLOW_DESCRIPTORS) == 0)
        ns += fault_draw(msg, COMPLETION_DELAY, plan->late_ns);
    return ns;
}

/* @return NULL: out of memory */
static emuq_delayed_t *fault_create(emuq_inj_t *f, uint32_t target, uint32_t copies)
{
    const emuq_current_t *b = &f->current;
    const MUHWI_Descriptor_t *d = &b->descriptor;
    uint64_t length = d->Message_Length & EMUQ_PA_MASK, each = fault_segment_bytes(d, length);
    uint64_t segments = length != 0 ? (length + each - 1) / each : 1;
    emuq_delayed_t *msg;
    size_t bytes = sizeof *msg + segments * sizeof msg->at[0] + length;
    msg = segments <= UINT32_MAX ? emuq_arena_alloc_uncleared(f->node->machine->arena, bytes, 64) : NULL;
    if (msg == NULL)
        return NULL;
    const emuq_address_space_t *space = b->owner.space;
    *msg = (emuq_delayed_t){.waiter = {.is_delayed = true},
                            .inj = f,
                            .number = b->count + 1,
                            .home = space != NULL ? space->member : emuq_my_member,
                            .target = target,
                            .copies = copies,
                            .is_ordered = fault_is_ordered(d, target == f->node->number),
                            .order_key = (uint64_t)target << 32 | d->Torus_FIFO_Map << 16 | f->id << 4 |
                                         emuq_virtual_channel(&d->PacketHeader),
                            .descriptor = *d,
                            .bytes = bytes,
                            .segments = (uint32_t)segments};
    msg->payload = (char *)&msg->at[segments];
    msg->injection_ns = fault_injection_time(msg);
    fault_plan_segments(msg, each, length);
    return msg;
}

static void fault_discard(emuq_delayed_t *msg)
{
    emuq_arena_t *arena = msg->inj->node->machine->arena;
    if (msg->waiter.request != NULL)
        emuq_arena_free(arena, msg->waiter.request, sizeof *msg->waiter.request);
    emuq_arena_free_uncleared(arena, msg, msg->bytes);
}

/* ---- injection ---- */

/* Copies the payload. If it is no longer mapped, reports a program error and sends zeros. */
static void fault_read_payload(emuq_work_t *work, emuq_delayed_t *msg)
{
    const char *payload;
    uint64_t length = msg->descriptor.Message_Length & EMUQ_PA_MASK;
    msg->has_payload = true;
    if (length == 0)
        return;
    if (emuq_inj_payload(work, msg->inj, &payload) == EMUQ_DONE) {
        memcpy(msg->payload, payload, length);
    } else {
        memset(msg->payload, 0, length);
        emuq_rejected_by(work, msg->inj, &msg->descriptor);
    }
}

static void fault_die_if_due(const emuq_delayed_t *msg)
{
    emuq_faults_t *faults = msg->inj->node->machine->faults;
    const emuq_fault_plan_t *plan = &faults->plan;
    if (plan->last_packet == 0 || emuq_owner_of(&msg->inj->owner).rank != (int32_t)plan->dying_rank)
        return;
    uint64_t packets = emuq_tally(&msg->descriptor).packets;
    if (AO_fetch_and_add(&faults->packets, packets) + packets < plan->last_packet)
        return;
    fprintf(stderr, "emuq: EMUQ_FAULTS: rank %u dies with its packet %llu\n", plan->dying_rank,
            (unsigned long long)plan->last_packet);
    kill(getpid(), SIGKILL);
}

static void fault_launch(emuq_delayed_t *msg)
{
    uint64_t now = emuq_host_now_ns();
    fault_die_if_due(msg);
    msg->sent = msg->at[0].begin;
    for (uint32_t i = 0; i < msg->segments; i++)
        msg->at[i].due += now;
    emuq_delay_queue_launch(msg);
}

static emuq_outcome_t fault_post(emuq_work_t *work, emuq_inj_t *f, uint32_t target, uint32_t copies)
{
    emuq_delayed_t *msg = fault_create(f, target, copies);
    if (msg == NULL)
        return emuq_reject(work, "keep fewer or shorter messages in flight, or unset EMUQ_FAULTS",
                           "no memory for a delayed message");
    if (msg->home != emuq_my_member) { /* that process keeps its messages in order */
        fault_read_payload(work, msg);
        if (emuq_request_send(f->node->machine, msg->home, &msg->waiter))
            return EMUQ_PARKED;
        msg->home = emuq_my_member; /* the process has ended */
    }
    if (msg->injection_ns == 0 && msg->reports == 0 && !emuq_delay_queue_is_full(f)) {
        emuq_tally_t tally = emuq_tally(&msg->descriptor);
        if (!msg->has_payload)
            fault_read_payload(work, msg);
        fault_launch(msg);
        emuq_count(f, &tally);
        return EMUQ_DONE;
    }
    emuq_delay_queue_put(msg, emuq_host_now_ns() + msg->injection_ns);
    return EMUQ_PARKED;
}

static void fault_cross_tree(emuq_inj_t *f, emuq_tree_t *t)
{
    const MUHWI_Descriptor_t *d = &f->current.descriptor;
    crossing_t c = fault_crossing(f, f->current.count + 1, d);
    if (!emuq_tree_lock(t, f->node, d->PacketHeader.NetworkHeader.collective.Byte2.Class_Route, false))
        return; /* the tree has been retired */
    link_collective(&c, t, d->Message_Length & EMUQ_PA_MASK);
    emuq_unlock(&t->lock);
    if (c.reports != 0)
        (void)link_report(f->node, c.reports, false); /* the caller holds a claim */
}

/* Contributions are not delayed, but cross links. The root's contribution, or the broadcast, represents the
 * collective. */
static emuq_outcome_t fault_contribute(emuq_work_t *work, emuq_inj_t *f, emuq_tree_t *t)
{
    const emuq_current_t *b = &f->current;
    const MUHWI_Descriptor_t *d = &b->descriptor;
    uint64_t length = d->Message_Length & EMUQ_PA_MASK;
    bool stands = f->node->number == t->root || emuq_collective_kind(&d->PacketHeader) == EMUQ_BROADCAST;
    bool was_counted = b->sent != 0;
    const char *payload = NULL;
    if (length != 0 && emuq_inj_payload(work, f, &payload) != EMUQ_DONE)
        return EMUQ_FAILED;
    emuq_outcome_t outcome = emuq_contribute(work, f, t, d, payload, length);
    bool is_in = outcome == EMUQ_DONE || b->sent != 0;
    if (stands && is_in && !was_counted)
        fault_cross_tree(f, t);
    return outcome;
}

/* Injects a message after its injection time. It departs before the next one of the FIFO. */
static void fault_inject(emuq_delayed_t *msg)
{
    emuq_inj_t *f = msg->inj;
    emuq_work_t work;
    emuq_work_begin(&work);
    if (!msg->has_payload)
        fault_read_payload(&work, msg);
    /* The engine cannot reply to itself. */
    bool waits = emuq_acting_member(f->node->machine) != f->node->machine->engine;
    if (msg->reports != 0 && !link_report(f->node, msg->reports, waits))
        return; /* the process is about to be killed */
    fault_launch(msg);
    uint64_t before = AO_load(&f->regs->desc_count);
    emuq_inj_sent(&work, f);
    if (emuq_the_recording != NULL)
        emuq_record_run(emuq_record_ring(), f, before);
    emuq_work_run(&work);
}

/* ---- arrival ---- */

static emuq_mu_node_t *fault_next_node(const emuq_delayed_t *msg)
{
    const emuq_mu_node_t *from = msg->inj->node;
    const char *wrong = NULL;
    uint32_t node = msg->target, count;
    if (msg->copies > 1)
        node = emuq_line_node(&from->machine->geometry, from->number, msg->target,
                              emuq_hints(&msg->descriptor.PacketHeader), msg->hop, &count, &wrong);
    return &from->machine->node[node];
}

/* @return EMUQ_PARKED: owned by the resuming thread */
static emuq_outcome_t fault_deliver_segment(emuq_work_t *work, emuq_delayed_t *msg)
{
    const emuq_delayed_segment_t *segment = &msg->at[msg->segment];
    const MUHWI_Descriptor_t *d = &msg->descriptor;
    emuq_mu_node_t *to = fault_next_node(msg);
    emuq_space_queue_t *waited = msg->waiter.awaited;
    emuq_message_t m = {.header = &d->PacketHeader,
                        .payload = msg->payload,
                        .length = d->Message_Length & EMUQ_PA_MASK,
                        .sent = &msg->sent,
                        .waiter = &msg->waiter,
                        .work = work,
                        .interrupt = d->Half_Word1.Interrupt,
                        .system = emuq_virtual_channel(&d->PacketHeader) == 3};
    msg->waiter.awaited = NULL;
    emuq_outcome_t outcome = emuq_deliver(to, &m, segment->end);
    if (outcome == EMUQ_PARKED)
        return outcome;
    if (outcome == EMUQ_FAILED) {
        emuq_rejected_by(work, msg->inj, d);
        work->error.number = msg->number;
    }
    if (waited != NULL && emuq_has_waiters(waited)) /* space may be left for the next waiter */
        emuq_unpark(work, to, waited);
    return outcome;
}

static void fault_advance(emuq_delayed_t *msg)
{
    emuq_work_t work;
    emuq_work_begin(&work);
    emuq_outcome_t outcome = fault_deliver_segment(&work, msg);
    if (outcome != EMUQ_PARKED) {
        msg->waiter.last_awaited = NULL;
        if (outcome == EMUQ_FAILED) {
            /* undo the counts of the complete descriptor */
            const emuq_tally_t tally = emuq_tally(&msg->descriptor);
            emuq_count_direct(msg->inj->node->machine, msg->inj->node->number, &tally, -1);
            msg->segment = msg->segments;
        } else if (++msg->hop == msg->copies) {
            msg->hop = 0;
            msg->segment++;
        }
        if (msg->segment < msg->segments) {
            msg->sent = msg->at[msg->segment].begin;
            emuq_delay_queue_put(msg, msg->at[msg->segment].due);
        } else {
            emuq_delay_queue_arrived(msg);
            fault_discard(msg);
        }
    }
    emuq_work_run(&work);
}

static void *fault_thread(void *nothing)
{
    for (emuq_delayed_t *msg; (msg = emuq_delay_queue_take()) != NULL;) {
        if (msg->is_injected)
            fault_advance(msg);
        else
            fault_inject(msg);
    }
    return nothing;
}

/* ---- life ---- */

static const emuq_network_hooks_t hooks = {.post = fault_post, .contribute = fault_contribute};

static int fault_job_plan(emuq_machine_t *m)
{
    if (!emuq_fault_plan_has_messages(&emuq_planned_faults))
        return 0;
    m->faults = emuq_arena_alloc(m->arena, sizeof *m->faults, 64);
    if (m->faults == NULL)
        return -ENOMEM;
    m->faults->plan = emuq_planned_faults;
    for (uint32_t chunks = 0; chunks <= EMUQ_FAULTS_MOST_CHUNKS; chunks++)
        m->faults->damage[chunks] = emuq_net_damage(emuq_planned_faults.bit_errors,
                                                    EMUQ_NET_CHUNK_BITS * chunks + EMUQ_NET_CHECK_BITS);
    m->inline_bytes = UINT64_MAX; /* engines move no messages */
    return 0;
}

static int fault_job_begin(emuq_machine_t *m)
{
    (void)m;
    emuq_delay_queue_open();
    int rc = emuq_internal_thread(&delivery.thread, fault_thread, NULL);
    delivery.runs = rc == 0;
    if (rc == 0)
        emuq_the_network = &hooks;
    return -rc;
}

static void fault_job_drain(const emuq_machine_t *m, uint64_t end)
{
    (void)m;
    while (emuq_delay_queue_count() != 0 && emuq_host_now_ns() < end)
        usleep(100);
}

static void fault_job_end(emuq_machine_t *m)
{
    (void)m;
    if (!delivery.runs)
        return;
    emuq_delay_queue_drain();
    pthread_join(delivery.thread, NULL);
    delivery.runs = false;
    emuq_the_network = NULL;
}

const emuq_fault_ops_t emuq_faults_ops = {
    .plan = fault_job_plan,
    .begin = fault_job_begin,
    .drain = fault_job_drain,
    .end = fault_job_end,
    .resume = emuq_delay_queue_resume,
    .link_packets = fault_link_packets,
};
