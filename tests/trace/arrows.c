/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrows of `emuq-trace convert --perfetto` for puts, remote gets, global interrupts and collectives. */
#include <stdlib.h>
#include <string.h>

#include "backends/emulator/core/header.h"
#include "emuq_test.h"
#include "tests/trace/records.h"
#include "tools/emuq-trace/trace.h"

/* The output for the records added so far. The caller frees it. */
static char *convert(void)
{
    char *text = NULL;
    size_t bytes;
    trace_events_t e;
    FILE *out = open_memstream(&text, &bytes);
    trace_events_make(&file, &e);
    trace_perfetto(&e, out);
    fclose(out);
    trace_events_free(&e);
    return text;
}

static unsigned count(const char *text, const char *part)
{
    unsigned n = 0;
    for (; (text = strstr(text, part)) != NULL; text++)
        n++;
    return n;
}

/* Expects @p arrows complete arrows, @p steps of them over an arrival to a wait. */
static void expect_arrows(const char *text, unsigned arrows, unsigned steps)
{
    CU_ASSERT_EQUAL(count(text, "\"ph\":\"s\""), arrows);
    CU_ASSERT_EQUAL(count(text, "\"ph\":\"f\""), arrows);
    CU_ASSERT_EQUAL(count(text, "\"ph\":\"t\""), steps);
}

/* Adds a put or remote get from node 0 to node 1. */
static emuq_record_t *add_message(emuq_record_kind_t kind, uint8_t type, uint64_t ticks)
{
    MUHWI_PacketHeader_t h = {0};
    emuq_record_t *r = add(0, kind, ticks, 0);
    h.NetworkHeader.pt2pt.Data_Packet_Type = MUHWI_PT2PT_DATA_PACKET_TYPE;
    h.NetworkHeader.pt2pt.Destination.Destination.A_Destination = 1;
    h.NetworkHeader.pt2pt.Byte8.Packet_Type = type;
    h.NetworkHeader.pt2pt.Byte8.Size = 16;
    memcpy(r->header, &h, sizeof h);
    r->bytes = 100;
    return r;
}

/* Program that only puts: each put has an arrow to its arrival at rank 1. */
static void puts_arrive(void)
{
    begin();
    add_message(EMUQ_RECORD_SEND, EMUQ_TYPE_PUT, 1000)->lasted = 500;
    add_message(EMUQ_RECORD_SEND, EMUQ_TYPE_PUT, 2000);                 /* not measured: arrives after 1 ns */
    add_message(EMUQ_RECORD_INJECT, EMUQ_TYPE_PUT, 3000)->position = 1; /* not complete */
    char *text = convert();
    expect_arrows(text, 2, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "{\"ph\":\"f\",\"pid\":1,\"tid\":40000000,\"ts\":1.500"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "{\"ph\":\"f\",\"pid\":1,\"tid\":40000000,\"ts\":2.001"));
    CU_ASSERT_EQUAL(count(text, "\"name\":\"put arrives\""), 2);
    CU_ASSERT_EQUAL(count(text, "\"args\":{\"name\":\"arrivals\"}"), 1);
    free(text);
}

static void puts_end_waits(void)
{
    begin();
    thread[1].is.thread = 77;
    add_message(EMUQ_RECORD_SEND, EMUQ_TYPE_PUT, 1000)->lasted = 500;
    add(1, EMUQ_RECORD_WAIT, 900, 1600)->detail = EMUQ_RECORD_WAIT_MEMORY;
    char *text = convert();
    expect_arrows(text, 1, 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "{\"ph\":\"t\",\"pid\":1,\"tid\":40000000,\"ts\":1.500"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "{\"ph\":\"f\",\"pid\":1,\"tid\":77,\"ts\":1.599"));
    free(text);
}

/* The arrow ends at the arrival if the wait is over by then, and at the first wait if two waits match. */
static void waits_around_arrivals(void)
{
    begin();
    add_message(EMUQ_RECORD_SEND, EMUQ_TYPE_PUT, 1000)->lasted = 500;
    add(1, EMUQ_RECORD_WAIT, 900, 1500)->detail = EMUQ_RECORD_WAIT_MEMORY;
    char *text = convert();
    expect_arrows(text, 1, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "{\"ph\":\"f\",\"pid\":1,\"tid\":40000000,\"ts\":1.500"));
    free(text);
    record[1][0].position = 1490; /* inexact */
    add(1, EMUQ_RECORD_WAIT, 1500, 1600)->detail = EMUQ_RECORD_WAIT_MEMORY;
    text = convert();
    expect_arrows(text, 1, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "{\"ph\":\"f\",\"pid\":1,\"tid\":40000000,\"ts\":1.500"));
    free(text);
}

/* A message that a receive takes has no arrival. */
static void received_messages(void)
{
    MUHWI_PacketHeader_t h;
    begin();
    emuq_record_t *r = add_message(EMUQ_RECORD_SEND, EMUQ_TYPE_FIFO, 100);
    memcpy(&h, r->header, sizeof h);
    h.messageUnitHeader.Packet_Types.Memory_FIFO.Rec_FIFO_Id = 5;
    memcpy(r->header, &h, sizeof h);
    r->position = 64;
    r->lasted = 10;
    add(1, EMUQ_RECORD_RECEIVE, 500, 64)->fifo = 5;
    char *text = convert();
    expect_arrows(text, 1, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "{\"ph\":\"f\",\"pid\":1,\"tid\":0,\"ts\":0.500"));
    CU_ASSERT_EQUAL(count(text, "arriv"), 0);
    free(text);
}

/* A span has at least 1 ns; messages have a target only if it is known. */
static void spans_of_messages(void)
{
    begin();
    add_message(EMUQ_RECORD_SEND, EMUQ_TYPE_PUT, 1000);
    add_message(EMUQ_RECORD_SEND, EMUQ_TYPE_PUT, 2000)->lasted = 500;
    add_message(EMUQ_RECORD_INJECT, EMUQ_TYPE_PUT, 3000)->position = 1;
    emuq_record_t *r = add(0, EMUQ_RECORD_SEND, 4000, 0);
    MUHWI_PacketHeader_t h = {0};
    h.NetworkHeader.pt2pt.Data_Packet_Type = MUHWI_COLLECTIVE_DATA_PACKET_TYPE;
    memcpy(r->header, &h, sizeof h);
    char *text = convert();
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"ts\":1.000,\"dur\":0.001,"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"ts\":2.000,\"dur\":0.500,"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"ts\":3.000,\"dur\":0.001,"));
    CU_ASSERT_EQUAL(count(text, "\"complete\":false"), 1);
    CU_ASSERT_EQUAL(count(text, "\"to\":1"), 3);
    CU_ASSERT_EQUAL(count(text, "\"to\":"), 3);
    CU_ASSERT_EQUAL(count(text, "\"network card\""), 0);
    free(text);
}

/* Collectives of PAMI have a track; other calls, also of the same number, have that of their thread. */
static void spans_of_calls(void)
{
    static const struct {
        emuq_record_kind_t kind;
        uint8_t detail;
        const char *track;
    } calls[] = {{EMUQ_RECORD_PAMI, EMUQ_RECORD_PAMI_OPERATION, "\"tid\":20000000,"},
                 {EMUQ_RECORD_PAMI, EMUQ_RECORD_PAMI_CALL, "\"tid\":66,"},
                 {EMUQ_RECORD_KERNEL, EMUQ_RECORD_PAMI_OPERATION, "\"tid\":66,"}};
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        char wanted[64];
        begin();
        thread[0].is.thread = 66;
        add(0, calls[i].kind, 1000, 1200)->detail = calls[i].detail;
        snprintf(wanted, sizeof wanted, "{\"ph\":\"X\",\"pid\":0,%s", calls[i].track);
        char *text = convert();
        CU_ASSERT_EQUAL(count(text, wanted), 1);
        free(text);
    }
}

/* Threads of Message Units, also of unknown nodes, are tracks of units. */
static void threads_of_units(void)
{
    begin();
    thread[0].is.rank = -1;
    thread[1].is = (emuq_record_thread_t){.rank = -1, .node = 77};
    add(0, EMUQ_RECORD_MARK, 1000, 0);
    add(1, EMUQ_RECORD_MARK, 1000, 0);
    record[1][0].node = 77;
    char *text = convert();
    CU_ASSERT_EQUAL(count(text, "\"unit of node "), 2);
    CU_ASSERT_EQUAL(count(text, "\"rank "), 0);
    CU_ASSERT_EQUAL(count(text, "{\"ph\":\"i\",\"pid\":100000000,"), 2);
    free(text);
}

static void remote_gets(void)
{
    begin();
    add_message(EMUQ_RECORD_SEND, EMUQ_TYPE_GET, 1000)->lasted = 10;
    char *text = convert();
    expect_arrows(text, 1, 0);
    CU_ASSERT_EQUAL(count(text, "\"name\":\"remote get arrives\""), 1);
    free(text);
}

/* Rank 1 is last: the arrow leads to the wait of rank 0, or to an arrival if no wait is recorded. */
static void interrupts(void)
{
    begin();
    thread[0].is.thread = 66;
    add(0, EMUQ_RECORD_INTERRUPT, 100, 1)->fifo = 2;
    add(1, EMUQ_RECORD_INTERRUPT, 200, 1)->fifo = 2;
    char *text = convert();
    expect_arrows(text, 1, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "{\"ph\":\"f\",\"pid\":0,\"tid\":40000000,\"ts\":0.201"));
    free(text);
    emuq_record_t *wait = add(0, EMUQ_RECORD_WAIT, 110, 300);
    wait->detail = EMUQ_RECORD_WAIT_INTERRUPT;
    wait->fifo = 2;
    text = convert();
    expect_arrows(text, 1, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "{\"ph\":\"f\",\"pid\":0,\"tid\":66,\"ts\":0.299"));
    free(text);
}

/* A wait matches its operation only, and only if it lasts beyond the last contribution. */
static void waits_around_interrupts(void)
{
    begin();
    thread[0].is.thread = 66;
    for (uint64_t i = 0; i < 2; i++) {
        add(0, EMUQ_RECORD_INTERRUPT, 100 + 1000 * i, 1)->fifo = 2;
        add(1, EMUQ_RECORD_INTERRUPT, 200 + 1000 * i, 1)->fifo = 2;
    }
    emuq_record_t *wait = add(0, EMUQ_RECORD_WAIT, 1110, 1300);
    wait->detail = EMUQ_RECORD_WAIT_INTERRUPT;
    wait->fifo = 2;
    char *text = convert();
    expect_arrows(text, 2, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "{\"ph\":\"f\",\"pid\":0,\"tid\":40000000,\"ts\":0.201"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "{\"ph\":\"f\",\"pid\":0,\"tid\":66,\"ts\":1.299"));
    free(text);
    wait->position = 1201;
    text = convert();
    expect_arrows(text, 2, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "{\"ph\":\"f\",\"pid\":0,\"tid\":40000000,\"ts\":1.201"));
    free(text);
}

/* Contributions of unknown nodes have no result. */
static void interrupts_of_unknown_nodes(void)
{
    begin();
    add(0, EMUQ_RECORD_INTERRUPT, 100, 1)->node = 77;
    add(1, EMUQ_RECORD_INTERRUPT, 200, 1);
    char *text = convert();
    expect_arrows(text, 0, 0);
    free(text);
}

static void collectives(void)
{
    MUHWI_PacketHeader_t h = {0};
    h.NetworkHeader.pt2pt.Data_Packet_Type = MUHWI_COLLECTIVE_DATA_PACKET_TYPE;
    begin();
    for (uint32_t rank = 0; rank < 2; rank++)
        for (uint64_t i = 0; i < 3; i++) {
            emuq_record_t *r = add(rank, EMUQ_RECORD_SEND, 100 * i + 10 * rank + 50, 0);
            memcpy(r->header, &h, sizeof h);
            r->bytes = 8;
        }
    char *text = convert();
    expect_arrows(text, 3, 0);
    CU_ASSERT_EQUAL(count(text, "\"name\":\"result of a collective\""), 3);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "{\"ph\":\"s\",\"pid\":1,\"tid\":10000000,\"ts\":0.060"));
    free(text);
}

/* With two ranks on a node, arrivals belong to its unit. */
static void nodes_of_two_ranks(void)
{
    static uint32_t places[4] = {0, 1, 2, 3};
    begin();
    file.job.ppn = 2;
    file.job.np = 4;
    file.place = places;
    add_message(EMUQ_RECORD_SEND, EMUQ_TYPE_PUT, 1000);
    char *text = convert();
    expect_arrows(text, 1, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "{\"ph\":\"f\",\"pid\":100000001,\"tid\":40000000"));
    CU_ASSERT_EQUAL(count(text, "\"unit of node "), 1);
    free(text);
}

/* So do the arrivals at a node without ranks. */
static void nodes_without_ranks(void)
{
    begin();
    file.job.np = 1;
    add_message(EMUQ_RECORD_SEND, EMUQ_TYPE_PUT, 1000);
    char *text = convert();
    expect_arrows(text, 1, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "{\"ph\":\"f\",\"pid\":100000001,\"tid\":40000000"));
    free(text);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"puts arrive", puts_arrive},
        {"puts end waits", puts_end_waits},
        {"waits around arrivals", waits_around_arrivals},
        {"received messages", received_messages},
        {"spans of messages", spans_of_messages},
        {"spans of calls", spans_of_calls},
        {"threads of units", threads_of_units},
        {"remote gets", remote_gets},
        {"global interrupts", interrupts},
        {"waits around interrupts", waits_around_interrupts},
        {"interrupts of unknown nodes", interrupts_of_unknown_nodes},
        {"collectives", collectives},
        {"nodes of two ranks", nodes_of_two_ranks},
        {"nodes without ranks", nodes_without_ranks},
        {NULL, NULL},
    };
    return emuq_test_main("trace_arrows", tests);
}
