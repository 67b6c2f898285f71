/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/fault/late.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "backends/emulator/fault/bad_links.h"
#include "backends/emulator/core/header.h"
#include "backends/emulator/collective/collective.h"
#include "backends/emulator/core/unit.h"
#include "backends/emulator/core/work.h"
#include "backends/emulator/core/deliver.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/fault/late_queue.h"
#include "backends/emulator/trace/record.h"
#include "base/clock.h"
#include "base/quiet.h"

#define PUT_PIECES  64u /* of a direct put: nobody sees more of them */
#define LATE_ENDS   4u  /* one descriptor in so many is complete late */
#define LOCAL_FIFOS (MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0 | MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL1)

/* Numbers of choices for a message; packets have those from FIRST_PACKET on. */
enum { WHETHER_IT_ENDS_LATE, HOW_LATE_IT_ENDS, FIRST_PACKET };

static struct {
    pthread_t thread; /* delivers what is due */
    bool runs;
} carrier;

/* ---- a new message ---- */

static uint64_t draw(const emuq_late_t *late, uint64_t choice, uint64_t limit)
{
    const emuq_mu_node_t *n = late->inj->node;
    return emuq_fault_plan_draw(&n->machine->faults->plan, n->number, late->inj->id, late->number, choice,
                                limit);
}

static emuq_crossing_t crossing(const emuq_inj_t *f, uint64_t number, const MUHWI_Descriptor_t *d)
{
    return (emuq_crossing_t){.machine = f->node->machine,
                             .node = f->node->number,
                             .fifo = f->id,
                             .number = number,
                             .header = &d->PacketHeader};
}

/* Bytes of a piece: packets of their own where a program sees them. */
static uint64_t piece_bytes(const MUHWI_Descriptor_t *d, uint64_t length)
{
    uint64_t packet = emuq_packet_limit(&d->PacketHeader);
    if (packet == 0 || length <= packet)
        return length != 0 ? length : 1;
    if (emuq_packet_type(&d->PacketHeader) != EMUQ_TYPE_PUT)
        return packet;
    uint64_t packets = (length + packet - 1) / packet;
    return packet * ((packets + PUT_PIECES - 1) / PUT_PIECES);
}

/* Whether the machine keeps the packets in order: over one network FIFO, by deterministic routing. Of a map
 * that names no FIFO for such a message nothing is known: they stay in order. */
static bool is_ordered(const MUHWI_Descriptor_t *d, bool is_local)
{
    const MUHWI_Pt2PtNetworkHeader_t *net = &d->PacketHeader.NetworkHeader.pt2pt;
    uint64_t map = is_local ? d->Torus_FIFO_Map & LOCAL_FIFOS : d->Torus_FIFO_Map & ~LOCAL_FIFOS;
    return !net->Byte2.Dynamic && (map & (map - 1)) == 0;
}

static int by_due(const void *a, const void *b)
{
    const emuq_late_piece_t *x = a, *y = b;
    if (x->due != y->due)
        return x->due < y->due ? -1 : 1;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* Cuts the message, and says how late each piece is: times that begin with its injection. Those of an ordered
 * message are sorted alone. */
static void plan_pieces(emuq_late_t *late, uint64_t bytes, uint64_t length)
{
    emuq_crossing_t c = crossing(late->inj, late->number, &late->descriptor);
    uint64_t late_ns = late->inj->node->machine->faults->plan.late_ns, latest = 0;
    for (uint32_t i = 0; i < late->pieces; i++) {
        uint64_t begin = i * bytes, end = begin + bytes < length ? begin + bytes : length;
        uint64_t due =
            draw(late, FIRST_PACKET + i, late_ns) + emuq_bad_links_delay(&c, late->target, begin, end);
        latest = due > latest ? due : latest;
        late->at[i] = (emuq_late_piece_t){late->is_ordered ? latest : due, begin, end};
    }
    late->asks = c.asks;
    if (!late->is_ordered)
        qsort(late->at, late->pieces, sizeof late->at[0], by_due);
}

/* Nanoseconds from now until the descriptor is complete. */
static uint64_t injection_time(const emuq_late_t *late)
{
    const emuq_mu_node_t *n = late->inj->node;
    const emuq_fault_plan_t *plan = &n->machine->faults->plan;
    uint64_t ns = emuq_fault_plan_slow(plan, n->number, late->inj->id);
    if (plan->late_ns != 0 && draw(late, WHETHER_IT_ENDS_LATE, LATE_ENDS) == 0)
        ns += draw(late, HOW_LATE_IT_ENDS, plan->late_ns);
    return ns;
}

/* Makes what carries the message that f->current describes. @return NULL without memory */
static emuq_late_t *make(emuq_inj_t *f, uint32_t target, uint32_t copies)
{
    const emuq_current_t *b = &f->current;
    const MUHWI_Descriptor_t *d = &b->descriptor;
    uint64_t length = d->Message_Length & EMUQ_PA_MASK, each = piece_bytes(d, length);
    uint64_t pieces = length != 0 ? (length + each - 1) / each : 1;
    emuq_late_t *late;
    size_t bytes = sizeof *late + pieces * sizeof late->at[0] + length;
    late = pieces <= UINT32_MAX ? emuq_arena_alloc_uncleared(f->node->machine->arena, bytes, 64) : NULL;
    if (late == NULL)
        return NULL;
    const emuq_address_space_t *space = b->owner.space;
    *late = (emuq_late_t){.waiter = {.is_delayed = true},
                          .inj = f,
                          .number = b->count + 1,
                          .home = space != NULL ? space->member : emuq_my_member,
                          .target = target,
                          .copies = copies,
                          .is_ordered = is_ordered(d, target == f->node->number),
                          .lane = (uint64_t)target << 32 | d->Torus_FIFO_Map << 16 | f->id << 4 |
                                  emuq_virtual_channel(&d->PacketHeader),
                          .descriptor = *d,
                          .bytes = bytes,
                          .pieces = (uint32_t)pieces};
    late->payload = (char *)&late->at[pieces];
    late->takes = injection_time(late);
    plan_pieces(late, each, length);
    return late;
}

static void discard(emuq_late_t *late)
{
    emuq_arena_t *arena = late->inj->node->machine->arena;
    if (late->waiter.request != NULL)
        emuq_arena_free(arena, late->waiter.request, sizeof *late->waiter.request);
    emuq_arena_free_uncleared(arena, late, late->bytes);
}

/* ---- injection ---- */

/* Reads the payload of the FIFO's message. One that is not there any more is an error of the program; packets
 * with zeros are on their way all the same. */
static void read_payload(emuq_work_t *work, emuq_late_t *late)
{
    const char *payload;
    uint64_t length = late->descriptor.Message_Length & EMUQ_PA_MASK;
    late->has_payload = true;
    if (length == 0)
        return;
    if (emuq_inj_payload(work, late->inj, &payload) == EMUQ_DONE) {
        memcpy(late->payload, payload, length);
    } else {
        memset(late->payload, 0, length);
        emuq_rejected_by(work, late->inj, &late->descriptor);
    }
}

/* Counts the packets of the rank that is to die; with the one that is its last, it does. */
static void die_if_due(const emuq_late_t *late)
{
    emuq_faults_t *faults = late->inj->node->machine->faults;
    const emuq_fault_plan_t *plan = &faults->plan;
    if (plan->last_packet == 0 || emuq_owner_of(&late->inj->owner).rank != (int32_t)plan->dying_rank)
        return;
    uint64_t packets = emuq_tally(&late->descriptor).packets;
    if (__atomic_add_fetch(&faults->packets, packets, __ATOMIC_RELAXED) < plan->last_packet)
        return;
    fprintf(stderr, "emuq: EMUQ_FAULTS: rank %u dies with its packet %llu\n", plan->dying_rank,
            (unsigned long long)plan->last_packet);
    kill(getpid(), SIGKILL);
}

/* The descriptor is complete now: the message is on its way. */
static void launch(emuq_late_t *late)
{
    uint64_t now = emuq_host_now_ns();
    die_if_due(late);
    late->sent = late->at[0].begin;
    for (uint32_t i = 0; i < late->pieces; i++)
        late->at[i].due += now;
    emuq_late_launch(late);
}

static emuq_outcome_t post(emuq_work_t *work, emuq_inj_t *f, uint32_t target, uint32_t copies)
{
    emuq_late_t *late = make(f, target, copies);
    if (late == NULL)
        return emuq_reject(work, "have fewer or shorter messages on their way, or set no EMUQ_FAULTS",
                           "no memory for a message that is late on purpose");
    if (late->home != emuq_my_member) { /* its process keeps its messages in order */
        read_payload(work, late);
        if (emuq_request_send(f->node->machine, late->home, &late->waiter))
            return EMUQ_PARKED;
        late->home = emuq_my_member; /* it has ended */
    }
    if (late->takes == 0 && late->asks == 0 && !emuq_late_is_full(f)) {
        emuq_tally_t tally = emuq_tally(&late->descriptor);
        if (!late->has_payload)
            read_payload(work, late);
        launch(late);
        emuq_count(f, &tally);
        return EMUQ_DONE;
    }
    emuq_late_put(late, emuq_host_now_ns() + late->takes);
    return EMUQ_PARKED;
}

/* The collective that f->current contributes to goes over the links of its tree. */
static void cross_tree(emuq_inj_t *f, emuq_tree_t *t)
{
    const MUHWI_Descriptor_t *d = &f->current.descriptor;
    emuq_crossing_t c = crossing(f, f->current.count + 1, d);
    if (!emuq_tree_lock(t, f->node, d->PacketHeader.NetworkHeader.collective.Byte2.Class_Route, false))
        return; /* it has been given up meanwhile, and may be another one */
    emuq_bad_links_collective(&c, t, d->Message_Length & EMUQ_PA_MASK);
    emuq_unlock(&t->lock);
    if (c.asks != 0)
        (void)emuq_bad_links_ask(f->node, c.asks, false); /* a claim is held */
}

/* Contributions are not late; but links damage the packets of collectives, and go down with them. The root's
 * contribution, or a broadcast, stands for the collective. */
static emuq_outcome_t contribute(emuq_work_t *work, emuq_inj_t *f, emuq_tree_t *t)
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
        cross_tree(f, t);
    return outcome;
}

/* The time of the injection is over. The message begins its way before the next one of its FIFO. */
static void inject(emuq_late_t *late)
{
    emuq_inj_t *f = late->inj;
    emuq_work_t work;
    emuq_work_begin(&work);
    if (!late->has_payload)
        read_payload(&work, late);
    bool waits = emuq_acting_member(f->node->machine) !=
                 f->node->machine->engine; /* the engine could not answer itself */
    if (late->asks != 0 && !emuq_bad_links_ask(f->node, late->asks, waits))
        return; /* it does not get through, and the process is about to be ended */
    launch(late);
    uint64_t before = emuq_load(&f->regs->desc_count);
    emuq_inj_sent(&work, f);
    if (emuq_the_recording != NULL)
        emuq_record_run(emuq_record_ring(), f, before);
    emuq_work_run(&work);
}

/* ---- arrival ---- */

/* The node that gets the piece next. */
static emuq_mu_node_t *next_node(const emuq_late_t *late)
{
    const emuq_mu_node_t *from = late->inj->node;
    const char *wrong = NULL;
    uint32_t node = late->target, count;
    if (late->copies > 1)
        node = emuq_line_node(&from->machine->geometry, from->number, late->target,
                              emuq_hints(&late->descriptor.PacketHeader), late->hop, &count, &wrong);
    return &from->machine->node[node];
}

/* Delivers what is left of the piece to the next node. @return EMUQ_PARKED: it is another thread's */
static emuq_outcome_t deliver(emuq_work_t *work, emuq_late_t *late)
{
    const emuq_late_piece_t *piece = &late->at[late->piece];
    const MUHWI_Descriptor_t *d = &late->descriptor;
    emuq_mu_node_t *to = next_node(late);
    emuq_space_queue_t *waited = late->waiter.awaited;
    emuq_message_t m = {.header = &d->PacketHeader,
                        .payload = late->payload,
                        .length = d->Message_Length & EMUQ_PA_MASK,
                        .sent = &late->sent,
                        .waiter = &late->waiter,
                        .work = work,
                        .interrupt = d->Half_Word1.Interrupt,
                        .system = emuq_virtual_channel(&d->PacketHeader) == 3};
    late->waiter.awaited = NULL;
    emuq_outcome_t outcome = emuq_deliver(to, &m, piece->end);
    if (outcome == EMUQ_PARKED)
        return outcome;
    if (outcome == EMUQ_FAILED) {
        emuq_rejected_by(work, late->inj, d);
        work->error.number = late->number;
    }
    if (waited != NULL && emuq_has_waiters(waited)) /* it may have left room for the next one */
        emuq_unpark(work, to, waited);
    return outcome;
}

/* The receiver has refused the message, whose descriptor is complete: it is lost, and not counted after all.
 */
static void lose(emuq_late_t *late)
{
    const emuq_mu_node_t *from = late->inj->node;
    const emuq_tally_t tally = emuq_tally(&late->descriptor);
    emuq_count_direct(from->machine, from->number, &tally, -1);
    late->piece = late->pieces;
}

/* One step of the way of a message, which is due. */
static void move(emuq_late_t *late)
{
    emuq_work_t work;
    emuq_work_begin(&work);
    emuq_outcome_t outcome = deliver(&work, late);
    if (outcome != EMUQ_PARKED) {
        late->waiter.last_awaited = NULL;
        if (outcome == EMUQ_FAILED) {
            lose(late);
        } else if (++late->hop == late->copies) {
            late->hop = 0;
            late->piece++;
        }
        if (late->piece < late->pieces) {
            late->sent = late->at[late->piece].begin;
            emuq_late_put(late, late->at[late->piece].due);
        } else {
            emuq_late_landed(late);
            discard(late);
        }
    }
    emuq_work_run(&work);
}

static void *carry(void *nothing)
{
    for (emuq_late_t *late; (late = emuq_late_take()) != NULL;) {
        if (late->is_injected)
            move(late);
        else
            inject(late);
    }
    return nothing;
}

/* ---- life ---- */

static const emuq_network_hooks_t hooks = {.post = post, .contribute = contribute};

int emuq_late_plan(emuq_machine_t *m)
{
    if (!emuq_fault_plan_has_messages(&emuq_planned_faults))
        return 0;
    m->faults = emuq_arena_alloc(m->arena, sizeof *m->faults, 64);
    if (m->faults == NULL)
        return -ENOMEM;
    m->faults->plan = emuq_planned_faults;
    emuq_bad_links_plan(m->faults);
    m->inline_bytes = UINT64_MAX; /* no engine moves messages */
    return 0;
}

int emuq_late_begin(emuq_machine_t *m)
{
    if (m->faults == NULL)
        return 0;
    emuq_late_open();
    int rc = emuq_quiet_thread(&carrier.thread, carry, NULL);
    carrier.runs = rc == 0;
    if (rc == 0)
        emuq_the_network = &hooks;
    return -rc;
}

void emuq_late_drain(const emuq_machine_t *m, uint64_t end)
{
    while (m->faults != NULL && emuq_late_count() != 0 && emuq_host_now_ns() < end)
        usleep(100);
}

void emuq_late_end(emuq_machine_t *m)
{
    if (m->faults == NULL || !carrier.runs)
        return;
    emuq_late_hurry();
    pthread_join(carrier.thread, NULL);
    carrier.runs = false;
    emuq_the_network = NULL;
}
