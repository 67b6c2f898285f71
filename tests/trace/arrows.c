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
    free(text);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"puts arrive", puts_arrive},
        {"puts end waits", puts_end_waits},
        {"remote gets", remote_gets},
        {"global interrupts", interrupts},
        {"collectives", collectives},
        {"nodes of two ranks", nodes_of_two_ranks},
        {NULL, NULL},
    };
    return emuq_test_main("trace_arrows", tests);
}
