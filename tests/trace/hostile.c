/* SPDX-License-Identifier: BSD-3-Clause */
/* Files that no job has written: emuq-trace refuses them, or says something of them, and stays inside of
 * them. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/emulator/header_view.h"
#include "emuq_test.h"
#include "tools/emuq-trace/dump.h"
#include "tools/emuq-trace/pcapng.h"
#include "tools/emuq-trace/perfetto.h"
#include "tools/emuq-trace/report.h"
#include "tools/emuq-trace/stats_print.h"

#define RECORDS 17
#define SPOILED 3000 /* files with some wrong bytes */

/* A file of two nodes with one thread. */
static struct {
    emuq_record_file_t job;
    uint32_t place[2];
    emuq_record_thread_t thread;
    emuq_record_t record[RECORDS];
} good, f;

static emuq_record_t record_of(emuq_record_kind_t kind, uint64_t ticks, uint64_t position)
{
    emuq_record_t r = {.ticks = ticks, .kind = (uint8_t)kind, .position = position, .bytes = 100};
    return r;
}

/* A put of 100 bytes from node 0 to node 1. */
static emuq_record_t message_of(emuq_record_kind_t kind, uint64_t ticks, uint64_t position)
{
    emuq_record_t r = record_of(kind, ticks, position);
    MUHWI_PacketHeader_t h = {0};
    h.NetworkHeader.pt2pt.Data_Packet_Type = MUHWI_PT2PT_DATA_PACKET_TYPE;
    h.NetworkHeader.pt2pt.Destination.Destination.A_Destination = 1;
    h.NetworkHeader.pt2pt.Byte8.Packet_Type = EMUQ_TYPE_PUT;
    h.NetworkHeader.pt2pt.Byte8.Size = 16;
    memcpy(r.header, &h, sizeof h);
    return r;
}

/* Of message 7 of node 0 to itself. */
static emuq_record_t card_of(emuq_record_kind_t kind, uint64_t ticks, uint64_t position)
{
    emuq_record_t r = record_of(kind, ticks, position);
    r.card = (emuq_record_card_t){.message = 7, .operation = 8};
    return r;
}

static void make_good(void)
{
    memset(&good, 0, sizeof good);
    good.job = (emuq_record_file_t){.record_bytes = sizeof(emuq_record_t),
                                    .threads = 1,
                                    .pieces = 1,
                                    .size = {2, 1, 1, 1, 1},
                                    .torus = 0x1f,
                                    .ppn = 1,
                                    .np = 2,
                                    .hosts = 1,
                                    .payload = 80,
                                    .ended_ticks = 1000,
                                    .ended_ns = 1000};
    memcpy(good.job.magic, EMUQ_RECORD_MAGIC, sizeof good.job.magic);
    good.place[1] = 1;
    good.thread = (emuq_record_thread_t){.kept = RECORDS, .process = 1, .thread = 1};
    good.thread.waiting = record_of(EMUQ_RECORD_WAIT, 900, 950);
    emuq_record_t *r = good.record;
    *r++ = message_of(EMUQ_RECORD_SEND, 100, 0);
    for (int i = 0; i < 2; i++) {
        *r = record_of(EMUQ_RECORD_PAYLOAD, 0, 0);
        r++->bytes = EMUQ_RECORD_DATA_BYTES;
    }
    *r++ = message_of(EMUQ_RECORD_INJECT, 200, 2);
    *r++ = record_of(EMUQ_RECORD_DELIVER, 250, 544);
    *r++ = record_of(EMUQ_RECORD_COMPLETE, 300, 2);
    *r++ = record_of(EMUQ_RECORD_RECEIVE, 400, 544);
    *r++ = record_of(EMUQ_RECORD_WAIT, 500, 600);
    *r++ = record_of(EMUQ_RECORD_INTERRUPT, 610, 1);
    *r++ = record_of(EMUQ_RECORD_PARK, 620, 1 << 16);
    *r++ = card_of(EMUQ_RECORD_CARD_START, 630, 0x1000);
    *r++ = card_of(EMUQ_RECORD_CARD_EVENT, 640, 1);
    *r++ = card_of(EMUQ_RECORD_CARD_TAKE, 650, 1);
    *r++ = card_of(EMUQ_RECORD_CARD_MISS, 660, 0x1000);
    *r++ = card_of(EMUQ_RECORD_CARD_REFUSE, 670, 1);
    *r = record_of(EMUQ_RECORD_MARK, 700, 0);
    r++->detail = EMUQ_RECORD_MARK_BEGIN;
    *r = record_of(EMUQ_RECORD_MARK, 800, 0);
    r->detail = EMUQ_RECORD_MARK_END;
}

/* Everything that emuq-trace prints. */
static void print(const trace_file_t *file, FILE *out)
{
    const trace_filter_t all = {-1, -1, UINT32_MAX};
    trace_events_t e;
    trace_sums_t s;
    trace_events_make(file, &e);
    trace_dump(&e, &all, out);
    trace_perfetto(&e, out);
    trace_pcapng(&e, out);
    trace_sums_make(&e, &s);
    trace_stats_text(&e, &s, out);
    trace_report(&e, &s, out);
    trace_sums_free(&s);
    trace_events_free(&e);
}

static bool read_of(trace_file_t *file)
{
    char name[] = "/tmp/emuq-trace-XXXXXX", *paths[] = {name};
    int fd = mkstemp(name);
    bool is_written = fd >= 0 && write(fd, &f, sizeof f) == sizeof f;
    CU_ASSERT_FATAL(is_written);
    close(fd);
    bool is_read = trace_file_read(paths, 1, file) == 0;
    unlink(name);
    return is_read;
}

/* @return whether the file is taken for a recording */
static bool is_printed(FILE *out)
{
    trace_file_t file;
    if (!read_of(&file))
        return false;
    print(&file, out);
    trace_file_free(&file);
    return true;
}

static bool is_taken(void)
{
    FILE *out = fopen("/dev/null", "w");
    bool is = is_printed(out);
    fclose(out);
    return is;
}

static void takes_good(void)
{
    f = good;
    CU_ASSERT(is_taken());
}

static void sizes(void)
{
    f = good;
    f.job.pieces = 2; /* one is not there */
    CU_ASSERT(!is_taken());
    f = good;
    f.job.threads = UINT32_MAX;
    CU_ASSERT(!is_taken());
    f = good;
    f.job.np = UINT32_MAX;
    CU_ASSERT(!is_taken());
    f = good;
    f.job.ppn = 0;
    CU_ASSERT(!is_taken());
    f = good;
    f.thread.kept = UINT64_MAX / sizeof(emuq_record_t);
    CU_ASSERT(!is_taken());
    f = good;
    f.thread.number = 1;
    CU_ASSERT(!is_taken());
    f = good;
    f.thread.kept = RECORDS + 1;
    CU_ASSERT(!is_taken());
}

static void nodes(void)
{
    f = good;
    f.job.size[0] = 0;
    CU_ASSERT(!is_taken());
    f = good;
    f.job.size[4] = 3; /* dimension E has two */
    CU_ASSERT(!is_taken());
    f = good;
    f.place[1] = 2;
    CU_ASSERT(!is_taken());
    f = good;
    f.thread.rank = 2;
    CU_ASSERT(!is_taken());
    f = good;
    f.record[4].node = 2;
    CU_ASSERT(!is_taken());
    f = good;
    f.record[4].kind = EMUQ_RECORD_KINDS;
    CU_ASSERT(!is_taken());
}

/* A record of payload that has more bytes than a record: those behind it are not at a place that is known. */
static void payload(void)
{
    static const uint64_t wrong[] = {EMUQ_RECORD_DATA_BYTES + 1, UINT64_C(1) << 30, (UINT64_C(1) << 40) - 1};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        f = good;
        f.record[1].bytes = wrong[i];
        CU_ASSERT(is_taken());
    }
}

/* Times: later than 64 bits tell, and waits that end before they begin. */
static void times(void)
{
    trace_file_t file;
    f = good;
    f.job.ended_ns = UINT64_MAX;
    f.job.ended_ticks = 1;
    for (int i = 0; i < RECORDS; i++)
        f.record[i].ticks = INT64_MAX - (uint64_t)i;
    CU_ASSERT_FATAL(read_of(&file));
    for (uint64_t i = 0; i < file.thread[0].records; i++)
        CU_ASSERT(file.thread[0].record[i].ticks <= INT64_MAX);
    trace_file_free(&file);
    CU_ASSERT(is_taken());
    f = good;
    f.record[7].position = 400;
    CU_ASSERT_FATAL(read_of(&file));
    CU_ASSERT_EQUAL(file.thread[0].record[7].position, file.thread[0].record[7].ticks);
    trace_file_free(&file);
}

/* A terminal shows the text of a mark, and does nothing that it says. */
static void text(void)
{
    char *said = NULL;
    size_t bytes;
    f = good;
    strcpy(f.record[RECORDS - 2].text, "\033[2Jred\r");
    trace_file_t file;
    trace_events_t e;
    const trace_filter_t all = {-1, -1, UINT32_MAX};
    CU_ASSERT_FATAL(read_of(&file));
    trace_events_make(&file, &e);
    FILE *out = open_memstream(&said, &bytes);
    trace_dump(&e, &all, out);
    fclose(out);
    CU_ASSERT_PTR_NOT_NULL(strstr(said, "?[2Jred?"));
    CU_ASSERT_PTR_NULL(strchr(said, '\033'));
    free(said);
    trace_events_free(&e);
    trace_file_free(&file);
}

/* Bytes of the thread and its records, here and there; messages of any length are left out, they only take
 * long. */
static void spoiled(void)
{
    unsigned taken = 0;
    srand(1);
    CU_ASSERT_PTR_NOT_NULL(freopen("/dev/null", "w", stderr)); /* it would be said 3000 times */
    for (int i = 0; i < SPOILED; i++) {
        f = good;
        for (int n = rand() % 4 + 1; n > 0; n--) {
            char *at = (char *)&f.thread + (size_t)rand() % (sizeof f - offsetof(__typeof__(f), thread));
            *at = (char)(rand() % 3 == 0 ? rand() : *at ^ 1 << rand() % 8);
        }
        for (int k = 0; k < RECORDS; k++)
            if (f.record[k].kind != EMUQ_RECORD_PAYLOAD)
                f.record[k].bytes %= 100000;
        taken += is_taken();
    }
    CU_ASSERT(taken > SPOILED / 4 && taken < SPOILED);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a file as a job writes it", takes_good},
        {"numbers of things that are not there", sizes},
        {"nodes and ranks that the job has not", nodes},
        {"payload longer than a record", payload},
        {"times out of any range", times},
        {"control characters in the text of a mark", text},
        {"wrong bytes", spoiled},
        {NULL, NULL},
    };
    make_good();
    return emuq_test_main("trace_hostile", tests);
}
