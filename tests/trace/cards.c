/* SPDX-License-Identifier: BSD-3-Clause */
/* Analysis of card records by emuq-trace; the records are written by this test. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/emulator/core/header.h"
#include "emuq_test.h"
#include "tests/trace/records.h"
#include "tools/emuq-trace/trace.h"

/* Adds a record of a rank, about the card of its node. */
static emuq_record_t *add_card(uint32_t rank, emuq_record_kind_t kind, unsigned detail, uint64_t ticks,
                               uint64_t position)
{
    emuq_record_t *r = add(rank, kind, ticks, position);
    r->detail = (uint8_t)detail;
    return r;
}

/* Adds a message of rank 0 to node 1. */
static void start(emuq_record_start_t what, uint64_t ticks, uint64_t message, uint64_t operation,
                  uint64_t bytes)
{
    emuq_record_t *r = add_card(0, EMUQ_RECORD_CARD_START, what, ticks, 0x1000);
    r->bytes = bytes;
    r->lasted = 50;
    r->card = (emuq_record_card_t){.peer = 1, .message = message, .operation = operation};
}

/* Adds its event at node 1, written by the thread of rank 0. */
static void arrive(uint64_t ticks, uint64_t number, uint64_t message, uint64_t bytes)
{
    emuq_record_t *r = add_card(0, EMUQ_RECORD_CARD_EVENT, EMUQ_RECORD_EVENT_RECEIVED, ticks, number);
    r->node = 1;
    r->bytes = bytes;
    r->card = (emuq_record_card_t){.peer = 0, .message = message};
}

static void complete(uint64_t ticks, uint64_t number, uint64_t operation)
{
    add_card(0, EMUQ_RECORD_CARD_EVENT, EMUQ_RECORD_EVENT_COMPLETED, ticks, number)->card =
        (emuq_record_card_t){.peer = EMUQ_RECORD_NO_NODE, .operation = operation};
}

static void fail(uint64_t ticks, uint64_t number, uint64_t operation)
{
    complete(ticks, number, operation);
    record[0][thread[0].records - 1].detail = EMUQ_RECORD_EVENT_FAILED;
}

static void take(uint32_t rank, uint64_t ticks, uint64_t number)
{
    add_card(rank, EMUQ_RECORD_CARD_TAKE, EMUQ_RECORD_EVENT_RECEIVED, ticks, number);
}

static uint64_t time_of(uint32_t rank, emuq_record_kind_t kind)
{
    for (uint64_t i = 0; i < events.events; i++)
        if (events.event[i].thread == rank && events.event[i].record->kind == kind)
            return events.event[i].ns;
    return TRACE_NEVER;
}

static void a_put(void)
{
    begin();
    start(EMUQ_RECORD_START_PUT, 100, 7, 0x111, 40);
    arrive(130, 1, 7, 40);
    complete(140, 9, 0x111);
    take(1, 500, 1);
    take(0, 600, 9);
    make();
    const trace_message_t *m = events.message;
    CU_ASSERT_EQUAL_FATAL(events.messages, 1);
    CU_ASSERT_EQUAL(m->type, TRACE_CARD_PUT);
    CU_ASSERT(m->from == 0 && m->to == 1 && m->bytes == 40);
    CU_ASSERT(m->injected == 100 && m->delivered == 130 && m->completed == 140);
    CU_ASSERT(m->received == 500 && m->receiver == 1);
    for (uint64_t i = 0; i < events.events; i++)
        CU_ASSERT_EQUAL(events.event[i].message, 0);
    end();
}

static void in_order_of_cause(void)
{
    begin();
    start(EMUQ_RECORD_START_PUT, 100, 7, 0, 40);
    arrive(130, 1, 7, 40); /* recorded after the receiver saw the event */
    take(1, 120, 1);
    make();
    CU_ASSERT_EQUAL(time_of(0, EMUQ_RECORD_CARD_EVENT), 119);
    CU_ASSERT_EQUAL(time_of(1, EMUQ_RECORD_CARD_TAKE), 120);
    CU_ASSERT(events.message[0].delivered == 119 && events.message[0].received == 120);
    end();
    begin();
    start(EMUQ_RECORD_START_PUT, 100, 7, 0, 40);
    arrive(130, 1, 7, 40);
    take(1, 90, 1); /* a clock that is behind */
    make();
    CU_ASSERT_EQUAL(time_of(0, EMUQ_RECORD_CARD_EVENT), 101);
    CU_ASSERT_EQUAL(time_of(1, EMUQ_RECORD_CARD_TAKE), 102);
    end();
}

static void numbers_come_again(void)
{
    begin();
    start(EMUQ_RECORD_START_SEND, 100, 7, 0, 1);
    start(EMUQ_RECORD_START_SEND, 300, 7, 0, 2);
    arrive(150, 1, 7, 1);
    arrive(350, 2, 7, 2);
    make();
    CU_ASSERT_EQUAL_FATAL(events.messages, 2);
    CU_ASSERT(events.message[0].delivered == 150 && events.message[1].delivered == 350);
    CU_ASSERT(events.message[0].completed == 150); /* has no event */
    end();
}

static void what_is_not_known(void)
{
    begin();
    arrive(150, 1, 7, 40); /* event of a lost message */
    take(1, 160, 1);
    take(1, 170, 2); /* consumption of a lost event */
    complete(180, 3, 5);
    emuq_record_t *r = add_card(0, EMUQ_RECORD_CARD_START, 200, 190, 0);
    r->card.peer = 77; /* node outside the job */
    make();
    CU_ASSERT_EQUAL_FATAL(events.messages, 1);
    CU_ASSERT_EQUAL(events.message[0].type, TRACE_UNKNOWN);
    CU_ASSERT_EQUAL(events.message[0].to, EMUQ_RECORD_NO_NODE);
    end();
}

/* The data of a get flow from the peer to the local card. */
static void a_get(void)
{
    begin();
    start(EMUQ_RECORD_START_GET, 100, 7, 0x111, 4097);
    complete(140, 1, 0x111);
    make();
    const trace_message_t *m = events.message;
    CU_ASSERT(m->type == TRACE_CARD_GET && m->from == 1 && m->to == 0);
    CU_ASSERT(m->delivered == 140 && m->completed == 140);
    CU_ASSERT_EQUAL_FATAL(sums.stats.traffics, 1);
    CU_ASSERT(sums.stats.traffic[0].from == 1 && sums.stats.traffic[0].to == 0);
    CU_ASSERT_EQUAL(sums.stats.traffic[0].packets, 2);
    end();
}

/* Number of Perfetto events with a text. */
static unsigned in_perfetto(const char *wanted)
{
    char *text = NULL;
    size_t length = 0;
    unsigned n = 0;
    FILE *out = open_memstream(&text, &length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    trace_perfetto(&events, out);
    fclose(out);
    for (const char *at = text; (at = strstr(at, wanted)) != NULL; at++)
        n++;
    free(text);
    return n;
}

/* The card rejected a put and a get: both are complete and not delivered. */
static void what_has_failed(void)
{
    begin();
    start(EMUQ_RECORD_START_PUT, 100, 7, 0x111, 40);
    fail(140, 1, 0x111);
    start(EMUQ_RECORD_START_GET, 200, 8, 0x222, 40);
    fail(240, 2, 0x222);
    make();
    CU_ASSERT_EQUAL_FATAL(events.messages, 2);
    CU_ASSERT(events.message[0].completed == 140 && events.message[0].delivered == TRACE_NEVER);
    CU_ASSERT(events.message[1].completed == 240 && events.message[1].delivered == TRACE_NEVER);
    CU_ASSERT_EQUAL(sums.stats.delivery.count, 0);
    CU_ASSERT(in_perfetto("\"ph\":\"s\"") == 0 && in_perfetto("\"ph\":\"f\"") == 0);
    end();
}

/* Completion does not imply delivery: the arrival record is lost. */
static void an_arrow_has_two_ends(void)
{
    begin();
    start(EMUQ_RECORD_START_PUT, 100, 7, 0x111, 40);
    complete(140, 1, 0x111);
    start(EMUQ_RECORD_START_PUT, 200, 8, 0x222, 40);
    complete(240, 2, 0x222);
    arrive(230, 1, 8, 40);
    make();
    CU_ASSERT(events.message[0].delivered == TRACE_NEVER && events.message[1].delivered == 230);
    CU_ASSERT(in_perfetto("\"ph\":\"s\"") == 1 && in_perfetto("\"ph\":\"f\"") == 1);
    end();
}

/* Both events of a put are consumed in the same nanosecond: the arrow ends at the arrival. */
static void one_of_two_takes(void)
{
    begin();
    start(EMUQ_RECORD_START_PUT, 100, 7, 0x111, 40);
    arrive(130, 1, 7, 40);
    complete(140, 9, 0x111);
    take(1, 500, 1);
    take(0, 500, 9);
    record[0][thread[0].records - 1].detail = EMUQ_RECORD_EVENT_COMPLETED;
    make();
    CU_ASSERT(in_perfetto("\"ph\":\"s\"") == 1 && in_perfetto("\"ph\":\"f\"") == 1);
    end();
}

/* The arrow of a message passes its delivery only, and ends at the take of its arrival only. */
static void one_of_two_events(void)
{
    begin();
    start(EMUQ_RECORD_START_PUT, 100, 7, 0x111, 40);
    arrive(130, 1, 7, 40);
    complete(130, 9, 0x111);
    make();
    CU_ASSERT(in_perfetto("\"ph\":\"s\"") == 1 && in_perfetto("\"ph\":\"f\"") == 1);
    CU_ASSERT_EQUAL(in_perfetto("\"network card\""), 2); /* of two nodes */
    end();
    begin();
    start(EMUQ_RECORD_START_PUT, 100, 7, 0, 40);
    arrive(130, 1, 7, 40);
    arrive(150, 2, 7, 40); /* a second event of one message */
    take(1, 500, 1);
    take(1, 600, 2);
    make();
    CU_ASSERT(in_perfetto("\"ph\":\"s\"") == 1 && in_perfetto("\"ph\":\"t\"") == 1);
    CU_ASSERT_EQUAL(in_perfetto("\"ph\":\"f\""), 1);
    CU_ASSERT_EQUAL(in_perfetto("\"network card\""), 1); /* named once */
    end();
}

/* A card of an unknown node has no name. */
static void cards_of_unknown_nodes(void)
{
    begin();
    add_card(0, EMUQ_RECORD_CARD_EVENT, EMUQ_RECORD_EVENT_RECEIVED, 100, 1)->node = 77;
    make();
    CU_ASSERT_EQUAL(in_perfetto("\"network card\""), 0);
    CU_ASSERT_EQUAL(in_perfetto("\"pid\":100000000,"), 1);
    end();
}

/* Process 0 on a card and injection FIFO 0 of one thread have separate tracks. */
static void names_of_tracks(void)
{
    begin();
    add_card(0, EMUQ_RECORD_INJECT, 0, 50, 1);
    start(EMUQ_RECORD_START_PUT, 100, 7, 0, 40);
    start(EMUQ_RECORD_START_PUT, 200, 8, 0, 40);
    make();
    CU_ASSERT_EQUAL(in_perfetto("\"injection FIFO 0\""), 1);
    CU_ASSERT_EQUAL(in_perfetto("\"network card, process 0\""), 1);
    end();
}

static uint64_t packets_of_links(void)
{
    uint64_t packets = 0;
    for (uint32_t i = 0; i < file.nodes * TRACE_LINKS; i++)
        packets += sums.stats.link[i].packets;
    return packets;
}

/* Adds a put of a Message Unit from node 0 to node 1. */
static void put_of_a_unit(uint64_t ticks, uint64_t bytes)
{
    MUHWI_PacketHeader_t h;
    memset(&h, 0, sizeof h);
    h.NetworkHeader.pt2pt.Destination.Destination.A_Destination = 1;
    h.NetworkHeader.pt2pt.Byte8.Packet_Type = EMUQ_TYPE_PUT;
    h.NetworkHeader.pt2pt.Byte8.Size = 4; /* 128 bytes */
    emuq_record_t *r = add_card(0, EMUQ_RECORD_INJECT, 0, ticks, 1);
    r->bytes = bytes;
    memcpy(r->header, &h, sizeof h);
}

/* Card messages count as traffic between nodes, but not on links of the five-dimensional torus. */
static void links_are_of_units(void)
{
    begin();
    start(EMUQ_RECORD_START_PUT, 100, 7, 0, 40);
    make();
    CU_ASSERT_EQUAL(packets_of_links(), 0);
    CU_ASSERT(sums.stats.traffics == 1 && sums.stats.traffic[0].bytes == 40);
    end();
    begin();
    start(EMUQ_RECORD_START_PUT, 100, 7, 0, 40);
    put_of_a_unit(200, 100);
    make();
    CU_ASSERT_EQUAL(packets_of_links(), 1);
    CU_ASSERT_EQUAL_FATAL(sums.stats.traffics, 1);
    CU_ASSERT(sums.stats.traffic[0].bytes == 140 && sums.stats.traffic[0].messages == 2);
    CU_ASSERT(sums.stats.card_link[0].bytes == 40 && sums.stats.card_link[0].packets == 1); /* X+ */
    end();
}

static void sums_of_cards(void)
{
    begin();
    start(EMUQ_RECORD_START_PUT, 100, 7, 0, 40);
    start(EMUQ_RECORD_START_PUT, 200, 8, 0, 60);
    start(EMUQ_RECORD_START_GET, 300, 9, 3, 5);
    arrive(150, 1, 7, 40);
    arrive(250, 2, 8, 60);
    complete(350, 1, 3);
    add_card(1, EMUQ_RECORD_CARD_MISS, 1, 120, 0x5000);
    add_card(1, EMUQ_RECORD_CARD_REFUSE, EMUQ_RECORD_REFUSED_BY_CALL, 130, 22);
    make();
    const trace_card_t *c = sums.stats.card;
    CU_ASSERT(c[0].started[EMUQ_RECORD_START_PUT] == 2 && c[0].bytes[EMUQ_RECORD_START_PUT] == 100);
    CU_ASSERT(c[0].started[EMUQ_RECORD_START_GET] == 1 && c[0].bytes[EMUQ_RECORD_START_GET] == 5);
    CU_ASSERT(c[0].events[EMUQ_RECORD_EVENT_COMPLETED] == 1 && c[0].received == 0);
    CU_ASSERT(c[1].events[EMUQ_RECORD_EVENT_RECEIVED] == 2 && c[1].received == 100);
    CU_ASSERT(c[1].misses == 1 && c[1].rejected == 1 && c[0].misses == 0);
    end();
}

/* The cause of a wait for an event is the sender of the message. */
static void who_was_waited_for(void)
{
    begin();
    add_card(1, EMUQ_RECORD_WAIT, EMUQ_RECORD_WAIT_EVENT, 50, 520);
    start(EMUQ_RECORD_START_PUT, 100, 7, 3, 40);
    arrive(130, 1, 7, 40);
    complete(140, 9, 3);
    take(1, 500, 1);
    add_card(0, EMUQ_RECORD_WAIT, EMUQ_RECORD_WAIT_EVENT, 550, 610);
    take(0, 600, 9); /* event of a local message: no cause */
    make();
    CU_ASSERT_EQUAL_FATAL(sums.stats.culprits, 1);
    CU_ASSERT(sums.stats.culprit[0].rank == 1 && sums.stats.culprit[0].node == 0);
    CU_ASSERT_EQUAL(sums.stats.waits[1].ns[EMUQ_RECORD_WAIT_EVENT], 470);
    end();
}

int main(void)
{
    static const emuq_test_t tests[] = {{"a put", a_put},
                                        {"in order of cause", in_order_of_cause},
                                        {"numbers come again", numbers_come_again},
                                        {"what is not known", what_is_not_known},
                                        {"a get", a_get},
                                        {"what has failed", what_has_failed},
                                        {"an arrow has two ends", an_arrow_has_two_ends},
                                        {"one of two takes", one_of_two_takes},
                                        {"one of two events", one_of_two_events},
                                        {"cards of unknown nodes", cards_of_unknown_nodes},
                                        {"names of tracks", names_of_tracks},
                                        {"links are of units", links_are_of_units},
                                        {"sums of cards", sums_of_cards},
                                        {"who was waited for", who_was_waited_for},
                                        {NULL, NULL}};
    return emuq_test_main("trace_cards", tests);
}
