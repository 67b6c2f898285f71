/* SPDX-License-Identifier: BSD-3-Clause */
/* Analysis by emuq-trace: order, causes, lost records. The records are written by this test. */
#include <stdlib.h>
#include <string.h>

#include "backends/emulator/core/header.h"
#include "emuq_test.h"
#include "sync/byte_ring.h"
#include "tests/trace/records.h"
#include "tools/emuq-trace/trace.h"

/* Adds a message to node 1: a packet for reception FIFO 5. */
static emuq_record_t *add_packet(emuq_record_kind_t kind, uint64_t ticks, uint64_t position)
{
    MUHWI_PacketHeader_t h = {0};
    emuq_record_t *r = add(0, kind, ticks, position);
    h.NetworkHeader.pt2pt.Data_Packet_Type = MUHWI_PT2PT_DATA_PACKET_TYPE;
    h.NetworkHeader.pt2pt.Destination.Destination.A_Destination = 1;
    h.NetworkHeader.pt2pt.Byte8.Size = 16;
    h.messageUnitHeader.Packet_Types.Memory_FIFO.Rec_FIFO_Id = 5;
    memcpy(r->header, &h, sizeof h);
    r->bytes = 8;
    return r;
}

static void receives(void)
{
    trace_events_t e;
    begin();
    add_packet(EMUQ_RECORD_SEND, 100, 64)->lasted = 10;
    add_packet(EMUQ_RECORD_SEND, 200, 128)->lasted = 20;
    add(1, EMUQ_RECORD_RECEIVE, 90, 64)->fifo = 5; /* a clock that is behind */
    add(1, EMUQ_RECORD_RECEIVE, 500, 128)->fifo = 5;
    trace_events_make(&file, &e);
    CU_ASSERT_EQUAL(e.messages, 2);
    CU_ASSERT_EQUAL(e.message[0].type, TRACE_FIFO);
    CU_ASSERT_EQUAL(e.message[0].to, 1);
    CU_ASSERT_EQUAL(e.message[0].delivered, 110);
    CU_ASSERT_EQUAL(e.message[0].received, 101);
    CU_ASSERT_EQUAL(e.message[1].received, 500);
    CU_ASSERT_EQUAL(e.message[1].receiver, 1);
    CU_ASSERT_EQUAL(e.event[1].record->kind, EMUQ_RECORD_RECEIVE); /* after its send */
    CU_ASSERT_EQUAL(e.event[1].ns, 101);
    trace_events_free(&e);
}

static void receives_around_the_end(void)
{
    trace_events_t e;
    begin();
    add_packet(EMUQ_RECORD_SEND, 100, EMUQ_BYTE_RING_LAP);
    add_packet(EMUQ_RECORD_SEND, 110, EMUQ_BYTE_RING_LAP + 64);
    add(1, EMUQ_RECORD_RECEIVE, 200, EMUQ_BYTE_RING_LAP)->fifo = 5; /* end of the first message */
    trace_events_make(&file, &e);
    CU_ASSERT_EQUAL(e.message[0].received, 200);
    CU_ASSERT_EQUAL(e.message[1].received, TRACE_NEVER);
    trace_events_free(&e);
}

static void receives_packet_by_packet(void)
{
    trace_events_t e;
    begin();
    add_packet(EMUQ_RECORD_INJECT, 100, 1);
    emuq_record_t *r = add(0, EMUQ_RECORD_DELIVER, 110, 3 * 544);
    r->node = 1;
    r->fifo = 5;
    r->origin = (emuq_record_origin_t){1, 0, 0};
    for (uint64_t packet = 1; packet <= 3; packet++)
        add(1, EMUQ_RECORD_RECEIVE, 100 * packet + 50, packet * 544)->fifo = 5;
    trace_events_make(&file, &e);
    CU_ASSERT_EQUAL(e.message[0].received, 350); /* reception of the last packet */
    for (uint64_t i = 2; i < e.events; i++)
        CU_ASSERT_EQUAL(e.event[i].message, 0);
    trace_events_free(&e);
}

static void completes(void)
{
    trace_events_t e;
    begin();
    for (uint64_t number = 7; number <= 9; number++)
        add_packet(EMUQ_RECORD_INJECT, 10 * number, number);
    emuq_record_t *r = add(0, EMUQ_RECORD_DELIVER, 120, 0);
    r->node = 1;
    r->fifo = 5;
    r->lasted = 4;
    r->origin = (emuq_record_origin_t){7, 0, 0};
    add(0, EMUQ_RECORD_COMPLETE, 130, 8);
    trace_events_make(&file, &e);
    CU_ASSERT_EQUAL(e.messages, 3);
    CU_ASSERT_EQUAL(e.message[0].delivered, 124);
    CU_ASSERT_EQUAL(e.message[0].completed, 130);
    CU_ASSERT_EQUAL(e.message[1].completed, 130);
    CU_ASSERT_EQUAL(e.message[1].delivered, 130); /* upper bound: the completion */
    CU_ASSERT_EQUAL(e.message[2].completed, TRACE_NEVER);
    trace_events_free(&e);
}

static void another_thread_was_faster(void)
{
    trace_events_t e;
    begin();
    add_packet(EMUQ_RECORD_INJECT, 100, 3);
    emuq_record_t *r = add(1, EMUQ_RECORD_DELIVER, 90, 0);
    r->fifo = 5;
    r->lasted = 4;
    r->origin = (emuq_record_origin_t){3, 0, 0};
    r = add(1, EMUQ_RECORD_COMPLETE, 95, 3);
    r->node = 0;
    trace_events_make(&file, &e);
    CU_ASSERT_EQUAL(e.message[0].injected, 89);
    CU_ASSERT_EQUAL(e.message[0].delivered, 94);
    CU_ASSERT_EQUAL(e.message[0].completed, 95);
    CU_ASSERT_EQUAL(e.event[0].record->kind, EMUQ_RECORD_INJECT);
    trace_events_free(&e);
}

static void receives_what_is_lost(void)
{
    trace_events_t e;
    begin();
    file.lost = 3;
    add(1, EMUQ_RECORD_RECEIVE, 50, 64)->fifo = 5;
    trace_events_make(&file, &e);
    CU_ASSERT_EQUAL(e.event[0].message, TRACE_NONE);
    trace_events_free(&e);
}

static void adds_up(void)
{
    trace_events_t e;
    trace_stats_t s;
    begin();
    add(1, EMUQ_RECORD_WAIT, 10, 150)->fifo = 5; /* for packets */
    add_packet(EMUQ_RECORD_SEND, 100, 64)->lasted = 10;
    add(1, EMUQ_RECORD_RECEIVE, 160, 64)->fifo = 5;
    add(0, EMUQ_RECORD_INTERRUPT, 300, 1)->fifo = 2;
    add(1, EMUQ_RECORD_INTERRUPT, 350, 1)->fifo = 2;
    trace_events_make(&file, &e);
    trace_stats_make(&e, &s);
    CU_ASSERT_EQUAL(s.traffics, 1);
    CU_ASSERT_EQUAL(s.traffic[0].bytes, 8);
    CU_ASSERT_EQUAL(s.link[1].bytes + s.link[0].bytes, 8); /* of node 0 in dimension A */
    CU_ASSERT_EQUAL(s.sizes.bar[4], 1);                    /* values 8 to 15 */
    CU_ASSERT_EQUAL(s.delivery.sum, 10);
    CU_ASSERT_EQUAL(s.reception.sum, 60);
    CU_ASSERT_EQUAL(s.waits[1].ns[EMUQ_RECORD_WAIT_PACKETS], 140);
    CU_ASSERT_EQUAL(s.culprits, 1);
    CU_ASSERT_EQUAL(s.culprit[0].node, 0);
    CU_ASSERT_EQUAL(s.culprit[0].ns, 140);
    CU_ASSERT_EQUAL(s.operations, 1);
    CU_ASSERT_EQUAL(s.operation[0].last - s.operation[0].first, 50);
    CU_ASSERT_EQUAL(s.operation[0].last_node, 1);
    trace_stats_free(&s);
    trace_events_free(&e);
}

static void draws_phases(void)
{
    trace_events_t e;
    trace_timeline_t line;
    begin();
    strcpy(add(0, EMUQ_RECORD_MARK, 100, 0)->text, "outer");
    record[0][0].detail = EMUQ_RECORD_MARK_BEGIN;
    strcpy(add(0, EMUQ_RECORD_MARK, 200, 0)->text, "inner");
    record[0][1].detail = EMUQ_RECORD_MARK_BEGIN;
    add(0, EMUQ_RECORD_MARK, 300, 0)->detail = EMUQ_RECORD_MARK_END;
    add(1, EMUQ_RECORD_WAIT, 100, 500);
    trace_events_make(&file, &e);
    trace_timeline_make(&e, &line);
    CU_ASSERT_EQUAL(line.phases, 2);
    CU_ASSERT_EQUAL(line.phase[0].end, 500); /* wait without end */
    CU_ASSERT_EQUAL(line.phase[1].depth, 1);
    CU_ASSERT_EQUAL(line.phase[1].end, 300);
    uint64_t waited = 0;
    for (uint32_t bin = 0; bin < TRACE_BINS; bin++)
        waited += line.waited[TRACE_BINS + bin];
    CU_ASSERT_EQUAL(waited, 400);
    trace_timeline_free(&line);
    trace_events_free(&e);
}

/* Adds a wait of @p rank, in nanoseconds. */
static void add_wait(uint32_t rank, emuq_record_wait_t what, uint16_t fifo, uint64_t from, uint64_t to)
{
    emuq_record_t *r = add(rank, EMUQ_RECORD_WAIT, from, to);
    r->detail = (uint8_t)what;
    r->fifo = fifo;
}

static bool is_part(const trace_path_part_t *p, trace_path_kind_t kind, int32_t rank, uint64_t from,
                    uint64_t to)
{
    return p->kind == kind && p->rank == rank && p->begin == from && p->end == to;
}

/* Rank 0 works from 20 to 100 and sends. Rank 1 waits for the message and works to 400. Rank 0 waits for the
 * barrier and works to 1000. */
static void finds_the_path(void)
{
    trace_events_t e;
    trace_sums_t s;
    begin();
    add(0, EMUQ_RECORD_MARK, 20, 0);
    add_packet(EMUQ_RECORD_SEND, 100, 64);
    add(0, EMUQ_RECORD_INTERRUPT, 200, 1)->fifo = 2;
    add_wait(0, EMUQ_RECORD_WAIT_INTERRUPT, 2, 210,
             399); /* the last unsuccessful poll was just before the store */
    add(0, EMUQ_RECORD_MARK, 1000, 0);
    add_wait(1, EMUQ_RECORD_WAIT_PACKETS, 5, 10, 150);
    add(1, EMUQ_RECORD_RECEIVE, 160, 64)->fifo = 5;
    add(1, EMUQ_RECORD_INTERRUPT, 400, 1)->fifo = 2;
    add_wait(1, EMUQ_RECORD_WAIT_OTHER, 0, 410, 500);
    trace_events_make(&file, &e);
    trace_sums_make(&e, &s);
    const trace_path_t *p = &s.path;
    CU_ASSERT_EQUAL_FATAL(p->parts, 4);
    CU_ASSERT(is_part(&p->part[0], TRACE_PATH_WORK, 0, 20, 100));
    CU_ASSERT(is_part(&p->part[1], TRACE_PATH_TRANSFER, 1, 100, 150) && p->part[1].from == 0);
    CU_ASSERT(is_part(&p->part[2], TRACE_PATH_WORK, 1, 150, 399));
    CU_ASSERT(is_part(&p->part[3], TRACE_PATH_WORK, 0, 399, 1000));
    CU_ASSERT_EQUAL(p->of_rank[0][TRACE_PATH_WORK], 681);
    CU_ASSERT_EQUAL(p->of_rank[1][TRACE_PATH_TRANSFER], 50);
    CU_ASSERT_EQUAL(s.stats.culprits, 2);
    CU_ASSERT(s.stats.culprit[0].rank == 0 && s.stats.culprit[0].node == 1 && s.stats.culprit[0].ns == 189);
    trace_sums_free(&s);
    trace_events_free(&e);
}

/* With lost records, barriers are numbered from the end. */
static void counts_from_the_end(void)
{
    trace_events_t e;
    trace_stats_t s;
    begin();
    file.lost = 1;
    for (uint64_t i = 0; i < 3; i++)
        add(0, EMUQ_RECORD_INTERRUPT, 100 * (i + 1), 1);
    for (uint64_t i = 1; i < 3; i++)
        add(1, EMUQ_RECORD_INTERRUPT, 100 * (i + 1) + 50, 1);
    trace_events_make(&file, &e);
    trace_stats_make(&e, &s);
    CU_ASSERT_EQUAL_FATAL(s.operations, 2);
    CU_ASSERT(s.operation[1].first == 300 && s.operation[1].last == 350 && s.operation[1].last_node == 1);
    trace_stats_free(&s);
    trace_events_free(&e);
    thread[0].is.waiting = (emuq_record_t){.kind = EMUQ_RECORD_WAIT, .detail = EMUQ_RECORD_WAIT_INTERRUPT};
    trace_events_make(&file, &e);
    trace_stats_make(&e, &s);
    CU_ASSERT_EQUAL(s.operations, 0);
    trace_stats_free(&s);
    trace_events_free(&e);
}

/* Two packets of 64 bytes with headers; the first is consumed. */
static void knows_what_is_in_fifos(void)
{
    trace_events_t e;
    trace_sums_t s;
    begin();
    add_packet(EMUQ_RECORD_SEND, 100, 64)->lasted = 10;
    add_packet(EMUQ_RECORD_SEND, 200, 128)->lasted = 10;
    add_packet(EMUQ_RECORD_INJECT, 300, 3);
    add(0, EMUQ_RECORD_COMPLETE, 400, 3);
    add(1, EMUQ_RECORD_RECEIVE, 500, 64)->fifo = 5;
    add(1, EMUQ_RECORD_MARK, 1100, 0);
    trace_events_make(&file, &e);
    trace_sums_make(&e, &s);
    CU_ASSERT_EQUAL_FATAL(s.fills.fifos, 2);
    const trace_fill_t *f = &s.fills.fifo[1];
    CU_ASSERT(!s.fills.fifo[0].is_reception && s.fills.fifo[0].most == 1 && s.fills.fifo[0].most_ns == 100);
    CU_ASSERT(f->is_reception && f->node == 1 && f->fifo == 5);
    CU_ASSERT_EQUAL(f->most, 128);
    CU_ASSERT_EQUAL(f->most_ns, 210);
    CU_ASSERT_EQUAL(f->bin[0], 0);
    CU_ASSERT_EQUAL(f->bin[100], 128);
    CU_ASSERT_EQUAL(f->bin[TRACE_BINS - 1], 64);
    trace_sums_free(&s);
    trace_events_free(&e);
}

/* A packet enters a FIFO at the time at which the only packet before it is consumed. */
static void removes_before_it_adds(void)
{
    trace_events_t e;
    trace_sums_t s;
    begin();
    add_packet(EMUQ_RECORD_SEND, 100, 64)->lasted = 10;
    add_packet(EMUQ_RECORD_SEND, 490, 128)->lasted = 10;
    add_packet(EMUQ_RECORD_INJECT, 495, 3);
    add(1, EMUQ_RECORD_RECEIVE, 500, 64)->fifo = 5;
    trace_events_make(&file, &e);
    trace_sums_make(&e, &s);
    CU_ASSERT_EQUAL_FATAL(s.fills.fifos, 2);
    CU_ASSERT(s.fills.fifo[1].is_reception);
    CU_ASSERT_EQUAL(s.fills.fifo[1].most, 64);
    CU_ASSERT_EQUAL(s.fills.fifo[1].most_ns, 110);
    trace_sums_free(&s);
    trace_events_free(&e);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a receive is behind what it has received", receives},
        {"a receive up to the end of the memory takes no packet of the next lap", receives_around_the_end},
        {"a message is received with its last packet", receives_packet_by_packet},
        {"descriptors are complete up to a number", completes},
        {"a message is injected before another thread moves it", another_thread_was_faster},
        {"a receive of what is lost", receives_what_is_lost},
        {"sums", adds_up},
        {"phases and waits of the time line", draws_phases},
        {"the critical path", finds_the_path},
        {"barriers of which the first ones are lost", counts_from_the_end},
        {"what is in FIFOs", knows_what_is_in_fifos},
        {"a FIFO loses a packet and gets one at the same time", removes_before_it_adds},
        {NULL, NULL},
    };
    return emuq_test_main("trace_order", tests);
}
