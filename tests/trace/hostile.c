/* SPDX-License-Identifier: BSD-3-Clause */
/* Invalid recordings: emuq-trace rejects them or prints results, without accesses outside the data. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "backends/emulator/core/header.h"
#include "emuq_test.h"
#include "tools/emuq-trace/trace.h"

#define RECORDS 17
#define SPOILED 3000 /* files with random changes */

/* A file of two nodes and one thread. */
static struct {
    emuq_record_file_t job;
    uint32_t place[2];
    emuq_record_thread_t thread;
    emuq_record_t record[RECORDS];
} good, f;

/* Further segments without records, appended to the file. */
static emuq_record_thread_t more[2];
static unsigned mores;

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

/* A record of message 7 from node 0 to node 0. */
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

/* Prints the file in all formats. */
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

#define NAME "/tmp/emuq-trace-XXXXXX"

/* Writes a file with the first @p bytes bytes of @p data. */
static void write_file(char name[sizeof NAME], const void *data, size_t bytes)
{
    strcpy(name, NAME);
    int fd = mkstemp(name);
    bool is_written = fd >= 0 && write(fd, data, bytes) == (ssize_t)bytes &&
                      write(fd, more, mores * sizeof *more) == (ssize_t)(mores * sizeof *more);
    CU_ASSERT_FATAL(is_written);
    close(fd);
}

static bool read_start_of(trace_file_t *file, size_t bytes)
{
    char name[sizeof NAME], *paths[] = {name};
    write_file(name, &f, bytes);
    bool is_read = trace_file_read(paths, 1, file) == 0;
    unlink(name);
    return is_read;
}

static bool read_of(trace_file_t *file)
{
    return read_start_of(file, sizeof f);
}

/* Reads the valid file and the file in `f`. */
static bool read_both(trace_file_t *file)
{
    char name[sizeof NAME], second[sizeof NAME], *paths[] = {name, second};
    write_file(name, &good, sizeof good);
    write_file(second, &f, sizeof f);
    bool is_read = trace_file_read(paths, 2, file) == 0;
    unlink(name);
    unlink(second);
    return is_read;
}

/* @return true if emuq-trace accepts the file */
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
    f.job.pieces = 2; /* a missing file */
    CU_ASSERT(!is_taken());
    f = good;
    f.job.threads = UINT32_MAX;
    CU_ASSERT(!is_taken());
    f = good;
    f.job.threads = EMUQ_RECORD_THREADS + 1;
    CU_ASSERT(!is_taken());
    f = good;
    f.job.threads = EMUQ_RECORD_THREADS;
    CU_ASSERT(is_taken());
    f = good;
    f.job.magic[7]++;
    CU_ASSERT(!is_taken());
    f = good;
    f.job.record_bytes++;
    CU_ASSERT(!is_taken());
    f = good;
    f.job.np = UINT32_MAX;
    CU_ASSERT(!is_taken());
    f = good;
    f.job.np = 3; /* of two nodes */
    f.job.pieces = 0;
    f.thread.kept = 0; /* slot of rank 2 */
    CU_ASSERT(!is_taken());
    f.job.ppn = 2;
    CU_ASSERT(is_taken());
    f = good;
    f.job.ppn = 65;
    CU_ASSERT(!is_taken());
    f.job.ppn = 64;
    CU_ASSERT(is_taken());
    f = good;
    f.job.ppn = 0;
    CU_ASSERT(!is_taken());
    f.job.np = f.job.threads = 0;
    f.job.pieces = 0;
    CU_ASSERT(!is_taken());
    f.job.ppn = 1;
    CU_ASSERT(is_taken());
    f.job.size[0] = 0;
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

/* More ranks than bytes in the file: must not be allocated. */
static void many_ranks(void)
{
    f = good;
    for (int d = 0; d < 4; d++)
        f.job.size[d] = 64;
    f.job.ppn = 64;
    f.job.np = UINT32_C(1) << 30;
    CU_ASSERT(!is_taken());
}

/* Files that end inside required data. */
static void short_files(void)
{
    trace_file_t file;
    f = good;
    f.job.np = f.job.threads = 0;
    f.job.pieces = 0;
    CU_ASSERT(!read_start_of(&file, sizeof f.job - 1));
    bool is_read = read_start_of(&file, sizeof f.job);
    CU_ASSERT(is_read);
    if (is_read)
        trace_file_free(&file);
    f = good;
    CU_ASSERT(!read_start_of(&file, offsetof(__typeof__(f), thread) - 1));
    CU_ASSERT(!read_start_of(&file, offsetof(__typeof__(f), record) - 1));
    CU_ASSERT(!read_start_of(&file, sizeof f - 1));
}

/* The previous layout has no description of the job. Strings without an end are cut. */
static void descriptions(void)
{
    char name[sizeof NAME], *paths[] = {name};
    static char old[sizeof f];
    trace_file_t file;
    f = good;
    memset((char *)&f.job + EMUQ_RECORD_HEAD_2_BYTES, 'p', sizeof f.job - EMUQ_RECORD_HEAD_2_BYTES);
    CU_ASSERT(is_taken());
    CU_ASSERT_FATAL(read_of(&file));
    CU_ASSERT_EQUAL(strlen(file.job.program), sizeof file.job.program - 1);
    CU_ASSERT_EQUAL(strlen(file.job.command), sizeof file.job.command - 1);
    trace_file_free(&file);
    CU_ASSERT(!read_start_of(&file, EMUQ_RECORD_HEAD_2_BYTES - 1));
    CU_ASSERT(!read_start_of(&file, EMUQ_RECORD_HEAD_2_BYTES));

    size_t rest = sizeof f - sizeof f.job;
    memcpy(f.job.magic, EMUQ_RECORD_MAGIC_2, sizeof f.job.magic);
    memcpy(old, &f.job, EMUQ_RECORD_HEAD_2_BYTES);
    memcpy(old + EMUQ_RECORD_HEAD_2_BYTES, f.place, rest);
    write_file(name, old, EMUQ_RECORD_HEAD_2_BYTES + rest);
    CU_ASSERT_EQUAL_FATAL(trace_file_read(paths, 1, &file), 0);
    unlink(name);
    CU_ASSERT_EQUAL(file.thread[0].records, RECORDS + 1);
    CU_ASSERT_STRING_EQUAL(file.job.program, "");
    CU_ASSERT_STRING_EQUAL(file.job.command, "");
    trace_file_free(&file);
}

/* The limit of records covers all segments. */
static void many_records(void)
{
    uint64_t before = trace_records_most;
    f = good;
    trace_records_most = RECORDS;
    CU_ASSERT(is_taken());
    trace_records_most = RECORDS - 1;
    CU_ASSERT(!is_taken());
    f.thread.kept = 1;
    trace_records_most = 0;
    CU_ASSERT(!is_taken());
    trace_records_most = before;
}

/* Threads without a segment, and an invalid wait at the end. */
static void threads(void)
{
    trace_file_t file;
    f = good;
    f.job.threads = 3;
    f.thread.number = 1;
    CU_ASSERT_FATAL(read_of(&file));
    CU_ASSERT_EQUAL(file.threads, 1);
    CU_ASSERT_EQUAL(file.thread[0].records, RECORDS + 1);
    trace_file_free(&file);
    f.job.pieces = 2;
    more[0] = (emuq_record_thread_t){.number = 2, .process = 1, .thread = 2};
    mores = 1;
    CU_ASSERT_FATAL(read_of(&file));
    CU_ASSERT_EQUAL(file.threads, 2);
    trace_file_free(&file);
    more[0].waiting = record_of(EMUQ_RECORD_WAIT, 900, 950);
    more[0].waiting.node = 2;
    CU_ASSERT(!is_taken());
    mores = 0;
}

static void last_waits(void)
{
    trace_file_t file;
    f = good;
    f.thread.waiting.kind = EMUQ_RECORD_SEND;
    CU_ASSERT_FATAL(read_of(&file));
    CU_ASSERT_EQUAL(file.thread[0].records, RECORDS);
    trace_file_free(&file);
    f = good;
    f.thread.waiting.position = f.job.ended_ticks + 1;
    CU_ASSERT_FATAL(read_of(&file));
    CU_ASSERT_EQUAL(file.thread[0].record[RECORDS].position, f.job.ended_ns);
    trace_file_free(&file);
}

/* Invalid thread headers. */
static void pieces(void)
{
    trace_file_t file;
    f = good;
    CU_ASSERT_FATAL(read_of(&file));
    CU_ASSERT(!file.is_modelled);
    CU_ASSERT_EQUAL(file.thread[0].is.node, 0);
    trace_file_free(&file);
    f.thread.node = 2;
    f.thread.is_modelled = 1;
    CU_ASSERT_FATAL(read_of(&file));
    CU_ASSERT(file.is_modelled);
    CU_ASSERT_EQUAL(file.thread[0].is.node, EMUQ_RECORD_NO_NODE);
    trace_file_free(&file);
    f.thread.is_modelled = 2;
    CU_ASSERT_FATAL(read_of(&file));
    CU_ASSERT(!file.is_modelled);
    trace_file_free(&file);
    f.record[4].node = EMUQ_RECORD_NO_NODE;
    CU_ASSERT(is_taken());
}

/* A second file must belong to the same job. */
static void two_files(void)
{
    trace_file_t file;
    f = good;
    f.job.ended_ns = 2000;
    CU_ASSERT_FATAL(read_both(&file));
    CU_ASSERT_EQUAL(file.threads, 2);
    CU_ASSERT_EQUAL(file.job.ended_ns, 2000);
    trace_file_free(&file);
    f.job.ended_ns = 500;
    CU_ASSERT_FATAL(read_both(&file));
    CU_ASSERT_EQUAL(file.job.ended_ns, 1000);
    trace_file_free(&file);
    f = good, f.job.size[0] = 1, f.job.size[1] = 2;
    CU_ASSERT(!read_both(&file));
    f = good, f.job.np = 1, f.job.pieces = 0;
    CU_ASSERT(!read_both(&file));
    f = good, f.job.ppn = 2;
    CU_ASSERT(!read_both(&file));
    f = good, f.job.job_id++;
    CU_ASSERT(!read_both(&file));
}

/* Size of the capture file of a recording whose first message has this length. */
static size_t capture_of(uint64_t bytes)
{
    char *text = NULL;
    size_t length = 0;
    trace_file_t file;
    trace_events_t e;
    f = good;
    f.record[0].bytes = bytes;
    CU_ASSERT_FATAL(read_of(&file));
    trace_events_make(&file, &e);
    FILE *out = open_memstream(&text, &length);
    trace_pcapng(&e, out);
    fclose(out);
    free(text);
    trace_events_free(&e);
    trace_file_free(&file);
    return length;
}

/* A message too large for a capture file: only its first packets are written. */
static void long_messages(void)
{
    const uint64_t most = (uint64_t)TRACE_PCAPNG_PACKETS * 512;
    size_t limit = capture_of(most);
    CU_ASSERT_EQUAL(limit - capture_of(most - 512), capture_of(2048) - capture_of(1536)); /* one packet */
    CU_ASSERT_EQUAL(capture_of(most + 512), limit);
    CU_ASSERT_EQUAL(capture_of((UINT64_C(1) << 40) - 1), limit);
}

static void nodes(void)
{
    f = good;
    f.job.size[0] = 0;
    CU_ASSERT(!is_taken());
    f = good;
    f.job.size[4] = 3; /* dimension E has at most two nodes */
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

/* A payload record with an invalid length: later payload is ignored, as its position is unknown. */
static void payload(void)
{
    static const uint64_t wrong[] = {EMUQ_RECORD_DATA_BYTES + 1, UINT64_C(1) << 30, (UINT64_C(1) << 40) - 1};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        f = good;
        f.record[1].bytes = wrong[i];
        CU_ASSERT(is_taken());
    }
}

/* Times beyond 64 bits, and waits that end before their start. */
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

/* Texts of marks are printed without terminal control sequences. */
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

/* Changes random bytes of the thread header and records. Message lengths stay unchanged, as long messages
 * only take time. */
static void spoiled(void)
{
    unsigned taken = 0;
    srand(1);
    CU_ASSERT_PTR_NOT_NULL(freopen("/dev/null", "w", stderr)); /* suppresses 3000 messages */
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
        {"more ranks than bytes", many_ranks},
        {"files that are cut off", short_files},
        {"descriptions of the job", descriptions},
        {"too many records", many_records},
        {"threads without pieces", threads},
        {"last waits", last_waits},
        {"what pieces tell", pieces},
        {"two files", two_files},
        {"messages that fill a disk", long_messages},
        {"nodes and ranks that the job has not", nodes},
        {"payload longer than a record", payload},
        {"times out of any range", times},
        {"control characters in the text of a mark", text},
        {"wrong bytes", spoiled},
        {NULL, NULL},
    };
    make_good();
#if !defined(__SANITIZE_ADDRESS__) &&                                                                        \
    !defined(__SANITIZE_THREAD__) /* an excessive allocation fails the test */
    setrlimit(RLIMIT_AS, &(struct rlimit){UINT64_C(1) << 30, UINT64_C(1) << 30});
#endif
    return emuq_test_main("trace_hostile", tests);
}
