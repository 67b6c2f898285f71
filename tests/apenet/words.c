/* SPDX-License-Identifier: BSD-3-Clause */
/* A driver that uses only numbers: every register, word and bit is written out, which checks the names in the
 * headers. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "emuq_test.h"

#define PAGE 4096u

static _Alignas(PAGE) unsigned char source[2 * PAGE], target[4 * PAGE];
static bench_t b;

static uint32_t load(unsigned card, unsigned n)
{
    return apenet_reg_load(b.machine->device[card].reg, n);
}

static void store(unsigned card, unsigned n, uint32_t value)
{
    apenet_reg_store(b.machine->device[card].reg, n, value);
}

/* Stores the seven words of a command. @return its status */
static uint32_t command(unsigned card, uint32_t header, uint64_t va, uint32_t w3, uint32_t w4, uint32_t w5,
                        uint32_t w6)
{
    static uint32_t serial;
    const uint32_t word[7] = {header | ++serial << 16, (uint32_t)va, (uint32_t)(va >> 32), w3, w4, w5, w6};
    for (unsigned i = 0; i < 7; i++)
        store(card, 64 + i, word[i]);
    CU_ASSERT_EQUAL(load(card, 71), (serial & 0xffff) << 16 | 64);
    CU_ASSERT_EQUAL(load(card, 72) & 0xffff, serial & 0xffff);
    return load(card, 72) >> 16;
}

/* Adds the pages of the target, and all of it as a buffer, to card 1. */
static void open_target(uint32_t flags, uint64_t magic)
{
    for (unsigned i = 0; i < 4; i++) {
        uint64_t bus = bench_bus(&b, target + i * PAGE);
        CU_ASSERT_EQUAL(
            command(1, 1, (uintptr_t)target + i * PAGE, (uint32_t)bus, (uint32_t)(bus >> 32), 0, 0), 0);
    }
    CU_ASSERT_EQUAL(
        command(1, 2, (uintptr_t)target, sizeof target, flags, (uint32_t)magic, (uint32_t)(magic >> 32)), 0);
}

/* The 32 words of a put of up to 4096 bytes from card 0 to card 1, last fragment, with an event. */
static void put_words(uint32_t w[32], const void *from, uint32_t bytes, uint64_t to)
{
    uint64_t bus = bench_bus(&b, from);
    uint32_t words = (bytes + 15) / 16;
    memset(w, 0, 32 * sizeof *w);
    w[0] = 1u << 2 | words << 19;
    w[1] = 1u | 1u << 19 | 1u << 20 | (words * 16 - bytes) << 22;
    w[2] = (uint32_t)to;
    w[3] = (uint32_t)(to >> 32);
    w[16] = (uint32_t)bus;
    w[17] = (uint32_t)(bus >> 32);
    w[18] = bytes;
    w[24] = 0x89abcdef;
    w[25] = 0x01234567;
    w[27] = 42;
}

/* Puts words into a slot. */
static void fill(unsigned slot, const uint32_t w[32])
{
    memcpy((char *)b.host[0].ring + slot * 128, w, 128);
}

/* Index of the word of an entry in the queue of a card. */
static uint32_t entry(unsigned card, unsigned number, unsigned word)
{
    const uint32_t *w = (const uint32_t *)((const char *)b.host[card].queue + number * 64);
    return word == 15 ? __atomic_load_n(&w[15], __ATOMIC_ACQUIRE) : w[word];
}

static void expect_entry(unsigned card, unsigned number, const uint32_t expected[16])
{
    for (unsigned i = 0; i < 16; i++)
        CU_ASSERT_EQUAL(entry(card, number, i), expected[i]);
}

static void every_word_of_a_put(void)
{
    uint32_t w[32];
    uint64_t to = (uintptr_t)target + 5000;
    bench_open(&b, &(bench_plan_t){.size = {2, 1, 1}});
    memset(target, 0, sizeof target);
    memcpy(source, "\x04\x31\x02\x08\x91\x62\x0c\x00\x00\x70\x56\x34\x12\x7f\x00\x00", 16);
    open_target(0, UINT64_C(0xfedcba9876543210));
    put_words(w, source, 16, to);
    fill(0, w);
    store(0, 98, 1u << 16);
    CU_ASSERT_EQUAL(load(0, 98), 0x00010001);
    CU_ASSERT_EQUAL(memcmp(target + 5000, source, 16), 0);
    CU_ASSERT_TRUE(target[4999] == 0 && target[5016] == 0);
    expect_entry(0, 0, (const uint32_t[16]){[0] = 0x89abcdef, 0x01234567, 0, 42, [12] = 1, 16, 1, 1});
    expect_entry(1, 0,
                 (const uint32_t[16]){[0] = 1u << 2 | 1u << 19,
                                      0x00180001,
                                      (uint32_t)to,
                                      (uint32_t)(to >> 32),
                                      [8] = 0xd4e6fed1,
                                      0,
                                      0x76543210,
                                      0xfedcba98,
                                      [12] = 2,
                                      16,
                                      1,
                                      1});
    CU_ASSERT_EQUAL(load(1, 102), 1);
    put_words(w, source, 17, to); /* 15 bytes of padding; packet 1 of the card; the second event */
    fill(1, w);
    store(0, 98, 2u << 16 | 0x1234); /* the lower half belongs to the card */
    CU_ASSERT_EQUAL(load(0, 98), 0x00020002);
    CU_ASSERT_EQUAL(entry(1, 1, 0), 1u << 2 | 2u << 19);
    CU_ASSERT_EQUAL(entry(1, 1, 1), 0x03d80001);
    CU_ASSERT_EQUAL(entry(1, 1, 9), 1u << 16);
    CU_ASSERT_EQUAL(entry(1, 1, 13), 17);
    CU_ASSERT_EQUAL(entry(1, 1, 14), 2);
    bench_close(&b);
}

/* Errors by number, at the source and at the destination. */
static void numbers_of_what_is_wrong(void)
{
    enum { EVERYWHERE = 4 * PAGE };
    static const struct {
        uint32_t word, bits, at, bytes, kind, status;
        unsigned card;
    } cases[] = {{26, 3, 0, 16, 5, 1, 0},              /* the tag */
                 {17, 0x10, 0, 16, 5, 2, 0},           /* the source */
                 {0, 31u << 7, 0, 16, 5, 3, 0},        /* the node */
                 {8, 1, 0, 16, 5, 1, 0},               /* a footer that is not 0 */
                 {4, 1, 0, 16, 5, 1, 0},               /* words that must be 0 */
                 {12, 1, 0, 16, 5, 1, 0},              /* */
                 {20, 1, 0, 16, 5, 1, 0},              /* */
                 {28, 1, 0, 16, 5, 1, 0},              /* */
                 {18, 1u << 13, 0, 16, 5, 1, 0},       /* bits of CMD0 */
                 {18, 1u << 15, 0, 16, 5, 1, 0},       /* */
                 {18, 1u << 21, 0, 16, 5, 1, 0},       /* */
                 {18, 1u << 31, 0, 16, 5, 1, 0},       /* */
                 {26, 4, 0, 16, 5, 1, 0},              /* bits of CMD1 */
                 {26, 1u << 31, 0, 16, 5, 1, 0},       /* */
                 {1, 1u << 27, 0, 16, 5, 1, 0},        /* bits of the header */
                 {1, 1u << 31, 0, 16, 5, 1, 0},        /* */
                 {1, 1u << 7, 0, 16, 5, 1, 0},         /* y of another card */
                 {1, 1u << 12, 0, 16, 5, 1, 0},        /* and z */
                 {19, 1, 0, 16, 5, 1, 0},              /* */
                 {0, 2, 0, 16, 5, 1, 0},               /* virtual channel */
                 {0, 1, 0, 16, 5, 1, 0},               /* damage */
                 {1, 1u << 26, 0, 16, 5, 1, 0},        /* a reply */
                 {0, 0, EVERYWHERE, 16, 5, 5, 1},      /* no buffer */
                 {0, 0, EVERYWHERE - 9, 16, 5, 8, 1},  /* beyond the end */
                 {0, 0, 3 * PAGE + 100, 16, 5, 6, 1}}; /* no such page */
    uint32_t w[32];
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench_open(&b, &(bench_plan_t){.size = {2, 1, 1}});
        open_target(0, 5);
        if (cases[i].status == 6)
            CU_ASSERT_EQUAL(command(1, 3, (uintptr_t)target + 3 * PAGE, 0, 0, 0, 0), 0);
        put_words(w, source, 16, (uintptr_t)target + cases[i].at);
        w[cases[i].word] |= cases[i].bits;
        fill(0, w);
        store(0, 98, 1u << 16);
        CU_ASSERT_EQUAL(entry(cases[i].card, 0, 12), cases[i].kind | cases[i].status << 8);
        CU_ASSERT_EQUAL(entry(cases[i].card, 0, 13), cases[i].status == 8 ? 9 : 0);
        CU_ASSERT_EQUAL(entry(cases[i].card, 0, 15), 1);
        CU_ASSERT_EQUAL(load(0, 98), 0x00010001); /* the slot is consumed */
        CU_ASSERT_EQUAL(load(cases[i].card, 6) & 2, 2);
        bench_close(&b);
    }
}

/* Get, send and loopback by number; the request of a get word by word. */
static void numbers_of_commands_of_packets(void)
{
    static _Alignas(16) uint32_t request[8];
    uint32_t w[32];
    uint64_t to = (uintptr_t)target + 64;
    bench_open(&b, &(bench_plan_t){.size = {2, 1, 1}});
    memset(target, 'g', sizeof target);
    open_target(4, 9); /* gets are allowed */
    uint64_t bus = bench_bus(&b, source + PAGE);
    CU_ASSERT_EQUAL(command(0, 1, (uintptr_t)source + PAGE, (uint32_t)bus, (uint32_t)(bus >> 32), 0, 0), 0);
    memset(request, 0, sizeof request);
    request[0] = (uint32_t)((uintptr_t)source + PAGE);
    request[1] = (uint32_t)((uint64_t)(uintptr_t)(source + PAGE) >> 32);
    request[2] = 33;
    request[4] = 7;
    put_words(w, request, 32, to);
    w[1] |= 3;
    fill(0, w);
    memset(source, 's', sizeof source);
    store(0, 98, 1u << 16);
    expect_entry(0, 0, (const uint32_t[16]){[0] = 0x89abcdef, 0x01234567, 0, 42, [12] = 3, 33, 1, 1});
    CU_ASSERT_TRUE(source[PAGE] == 'g' && source[PAGE + 32] == 'g' && source[PAGE + 33] == 's');
    CU_ASSERT_EQUAL(entry(1, 0, 15), 0); /* no event at the remote end */
    CU_ASSERT_EQUAL(command(1, 4, (uintptr_t)target, 0, 0, 9, 0), 0);
    CU_ASSERT_EQUAL(command(1, 2, (uintptr_t)target + 100, 64, 1, 77, 0), 0); /* a streaming buffer */
    put_words(w, source, 50, 0);
    w[1] += 1;
    fill(1, w);
    store(0, 98, 2u << 16);
    CU_ASSERT_EQUAL(entry(1, 0, 12), 2);
    CU_ASSERT_EQUAL(entry(1, 0, 2), (uint32_t)((uintptr_t)target + 100));
    CU_ASSERT_EQUAL(entry(1, 0, 10), 77);
    CU_ASSERT_TRUE(target[99] == 'g' && target[100] == 's' && target[149] == 's' && target[150] == 'g');
    put_words(w, request, 32, (uintptr_t)target); /* no buffer readable by gets */
    w[1] |= 3;
    fill(2, w);
    store(0, 98, 3u << 16);
    CU_ASSERT_EQUAL(entry(0, 2, 12), 3 | 9 << 8);
    put_words(w, source, 16, 1);
    w[0] = 1u << 19;
    w[1] -= 1; /* a loopback to an address without a buffer */
    fill(3, w);
    store(0, 98, 4u << 16);
    CU_ASSERT_EQUAL(entry(0, 3, 12), 5 | 5 << 8);
    CU_ASSERT_EQUAL(entry(0, 4, 12), 1);
    bench_close(&b);
}

/* Invalid get requests, by a word of the request or of the descriptor, and the process of a GPU. */
static void requests_that_are_none(void)
{
    static const struct {
        uint32_t in_request, word, bits, status;
    } cases[] = {{1, 7, 0, 9}, /* valid except its buffer */
                 {1, 2, 33, 1},
                 {1, 5, 1, 1},
                 {1, 6, 1, 1},
                 {1, 7, 1u << 31, 1},
                 {1, 3, 1, 1},
                 {1, 3, 1u << 19, 1},
                 {1, 3, 1u << 17, 3},
                 {1, 3, 1u << 29, 0},
                 {1, 3, 3u << 30 | 1u << 29, 3},
                 {0, 18, 48, 1},
                 {0, 1, 1u << 20, 1},
                 {0, 0, 1u << 29 | 1u << 17, 3},
                 {0, 0, 1u << 29 | 1u << 30, 3}};
    static _Alignas(16) uint32_t request[8];
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t w[32];
        bench_open(&b, &(bench_plan_t){.size = {2, 1, 1}, .gpus = 1});
        memset(request, 0, sizeof request);
        request[0] = 4096;
        request[2] = 33;
        put_words(w, request, 32, (uintptr_t)target);
        w[1] |= 3;
        if (cases[i].in_request)
            request[cases[i].word] ^= cases[i].bits;
        else
            w[cases[i].word] ^= cases[i].bits;
        if (w[18] == 16)
            w[0] = (w[0] & ~(3u << 19)) | 1u << 19;
        fill(0, w);
        store(0, 98, 1u << 16);
        uint32_t kind = cases[i].status == 9 || cases[i].status == 0 ? 3 : 5;
        CU_ASSERT_EQUAL(entry(0, 0, 12), kind | (kind == 3 ? 9 : cases[i].status) << 8);
        CU_ASSERT_EQUAL(entry(1, 0, 15), 0);
        bench_close(&b);
    }
}

/* ---- registers ---- */

static emuq_memory_t *memory_of(void *bench, uint32_t node)
{
    (void)node;
    return ((bench_t *)bench)->memory;
}

/* Cards after creation, without a driver. */
static void registers_at_first(void)
{
    bench_open(&b, &(bench_plan_t){.size = {1, 1, 1}});
    apenet_machine_t *m = emuq_arena_alloc(b.arena, sizeof *m, 64);
    const apenet_plan_t plan = {.size = {3, 2, 32}, .pids = 1, .memory = memory_of, .argument = &b};
    CU_ASSERT_EQUAL_FATAL(apenet_machine_make(m, b.arena, &plan), 0);
    const uint32_t *r = m->device[(2 * 2 + 1) * 32 + 31].reg;
    CU_ASSERT_EQUAL(r[0], 0x41504505);
    CU_ASSERT_EQUAL(r[1] & 3, 3);
    CU_ASSERT_EQUAL(r[2], 2 | 1 << 6 | 31 << 11);
    CU_ASSERT_EQUAL(r[3], 3 | 2 << 6 | 0 << 11); /* 32 does not fit into five bits */
    CU_ASSERT_TRUE(r[5] == 0 && r[6] == 0);
    CU_ASSERT_EQUAL(r[71], 64);
    CU_ASSERT_EQUAL(r[72], 0);
    CU_ASSERT_EQUAL(r[99], 1024);
    CU_ASSERT_EQUAL(r[103], 4096);
    CU_ASSERT_TRUE(r[97] == 0 && r[98] == 0 && r[101] == 0 && r[102] == 0);
    bench_close(&b);
}

static void registers_that_are_read_only(void)
{
    static const unsigned fixed[] = {0, 1, 2, 3, 7, 63, 71, 72, 73, 95, 104, 1023};
    bench_open(&b, &(bench_plan_t){.size = {2, 1, 1}});
    for (unsigned i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        uint32_t before = load(0, fixed[i]);
        store(0, fixed[i], ~before);
        CU_ASSERT_EQUAL(load(0, fixed[i]), before);
    }
    bench_close(&b);
}

/* Invalid rings, queues and slot numbers. */
static void sizes_and_addresses(void)
{
    static const struct {
        uint32_t size, is, offset;
        bool is_there;
    } cases[] = {{2, 2, 0, true},         {1, 2, 0, true},         {0, 2, 0, true},   {3, 3, 0, true},
                 {32768, 32768, 0, true}, {40000, 32768, 0, true}, {4, 4, 32, false}, {4, 4, 64, true}};
    bench_open(&b, &(bench_plan_t){.size = {1, 1, 1}});
    char *memory = aligned_alloc(4096, (size_t)32800 * 128);
    memset(memory, 0, (size_t)32800 * 128);
    for (unsigned i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        unsigned n = i % 2 * 4, k = i / 2; /* registers 96 to 99, or 100 to 103 */
        uint64_t bus = bench_map(&b, memory, (size_t)32800 * 128) + cases[k].offset * (n == 0 ? 2 : 1);
        store(0, 99 + n, cases[k].size);
        store(0, 98 + n, 1u << 16);
        store(0, 96 + n, (uint32_t)(bus >> 32));
        store(0, 97 + n, (uint32_t)bus);
        CU_ASSERT_EQUAL(load(0, 98 + n), 0);
        CU_ASSERT_EQUAL(load(0, 97 + n), cases[k].is_there ? (uint32_t)bus : 0);
        if (!cases[k].is_there)
            continue;
        store(0, 98 + n, cases[k].is << 16);
        CU_ASSERT_EQUAL(load(0, 98 + n), 0);
        if (n == 0) /* empty slots would be rejected one by one */
            continue;
        store(0, 98 + n, (cases[k].is - 1) << 16 | 1);
        CU_ASSERT_EQUAL(load(0, 98 + n), (cases[k].is - 1) << 16);
    }
    free(memory);
    bench_close(&b);
}

/* Many passes through rings and queues: smallest size, odd size, largest size. */
static void all_slots_of_rings_and_queues(void)
{
    static const struct {
        uint32_t ring, queue, puts;
    } cases[] = {{2, 2, 50}, {3, 7, 200}, {32768, 32768, 80000}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t w[32], read = 0, wrong = 0;
        bench_open(&b, &(bench_plan_t){.size = {2, 1, 1}, .ring = cases[i].ring, .queue = cases[i].queue});
        open_target(0, 5);
        for (uint32_t n = 0; n < cases[i].puts; n++) {
            uint32_t bytes = 1 + n % 16, next = (n + 1) % cases[i].ring;
            put_words(w, source, bytes, (uintptr_t)target + n % 1000);
            w[26] = 2; /* no event */
            fill(n % cases[i].ring, w);
            store(0, 98, next << 16);
            wrong += load(0, 98) != (next << 16 | next);
            wrong += entry(1, read, 15) != (n / cases[i].queue + 1) % 2 || entry(1, read, 14) != n + 1 ||
                     entry(1, read, 13) != bytes || entry(1, read, 9) != n << 16;
            read = (read + 1) % cases[i].queue;
            wrong += load(1, 102) % 65536 != read;
            store(1, 102, read << 16);
        }
        CU_ASSERT_EQUAL(wrong, 0);
        CU_ASSERT_EQUAL(entry(0, 0, 15), 0);
        bench_close(&b);
    }
}

/* A reinitialised queue begins with entry 0, phase 1 and event 1. */
static void a_queue_begins_anew(void)
{
    uint32_t w[32];
    bench_open(&b, &(bench_plan_t){.size = {2, 1, 1}, .queue = 2});
    open_target(0, 5);
    put_words(w, source, 16, (uintptr_t)target);
    w[26] = 2;
    for (uint32_t n = 0; n < 3; n++) {
        fill(n, w);
        store(0, 98, (n + 1) << 16);
        CU_ASSERT_EQUAL(entry(1, n % 2, 14), n + 1);
        store(1, 102, (n + 1) % 2 << 16);
    }
    memset(b.host[1].queue, 0, 128);
    uint64_t bus = bench_bus(&b, b.host[1].queue);
    store(1, 100, (uint32_t)(bus >> 32));
    store(1, 101, (uint32_t)bus);
    fill(3, w);
    store(0, 98, 4u << 16);
    CU_ASSERT_EQUAL(entry(1, 0, 14), 1);
    CU_ASSERT_EQUAL(entry(1, 0, 15), 1);
    CU_ASSERT_EQUAL(load(1, 102), 1);
    bench_close(&b);
}

/* ---- tables ---- */

static void numbers_of_commands(void)
{
    uint32_t w[32];
    uint64_t bus;
    bench_open(&b, &(bench_plan_t){.size = {2, 1, 1}, .pids = 2});
    CU_ASSERT_EQUAL(command(1, 0, 0, 0, 0, 0, 0), 0);
    CU_ASSERT_EQUAL(command(1, 7, 0, 0, 0, 0, 0), 1);
    CU_ASSERT_EQUAL(command(1, 5 | 2 << 8, 0, 0, 0, 0, 0), 3);        /* a third process */
    CU_ASSERT_EQUAL(command(1, 1 | 1 << 10, 1 << 16, 0, 0, 1, 0), 3); /* a page of a missing GPU */
    open_target(0, 5);
    bus = bench_bus(&b, target);
    CU_ASSERT_EQUAL(command(1, 1, (uintptr_t)target + 1, (uint32_t)bus, (uint32_t)(bus >> 32), 0, 0), 1);
    CU_ASSERT_EQUAL(command(1, 1, (uintptr_t)target, (uint32_t)bus + 16, (uint32_t)(bus >> 32), 0, 0), 1);
    CU_ASSERT_EQUAL(command(1, 1, (uintptr_t)target, (uint32_t)bus, (uint32_t)(bus >> 32), 2, 0), 1);
    CU_ASSERT_EQUAL(command(1, 2, (uintptr_t)target, 16, 16, 1, 0), 1); /* invalid flags */
    CU_ASSERT_EQUAL(command(1, 2, (uintptr_t)target, 0, 0, 1, 0), 1);
    CU_ASSERT_EQUAL(command(1, 2, 0, 16, 0, 1, 0), 1);
    CU_ASSERT_EQUAL(command(1, 2, ~UINT64_C(14), 16, 0, 1, 0), 1); /* would end at address 1 */
    CU_ASSERT_EQUAL(command(1, 4, (uintptr_t)target, 0, 0, 6, 0), 5);
    CU_ASSERT_EQUAL(command(1, 3, (uintptr_t)target + 8 * PAGE, 0, 0, 0, 0), 6);
    put_words(w, source, 16, (uintptr_t)target);
    w[26] = 2;
    static const struct {
        uint32_t op, refusal, arrival;
    } cases[] = {{0, 0, 2},           /* complete */
                 {6, 5 | 3 << 8, 0},  /* nothing is sent without the table */
                 {5, 0, 5 | 5 << 8}}; /* a new table has no buffer */
    uint32_t sent = 0, came = 0;
    for (unsigned i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(command(1, cases[i].op, 0, 0, 0, 0, 0), 0);
        fill(i, w);
        store(0, 98, (i + 1) << 16);
        CU_ASSERT_EQUAL(entry(0, sent, 12), cases[i].refusal);
        CU_ASSERT_EQUAL(entry(1, came, 12), cases[i].arrival);
        sent += cases[i].refusal != 0;
        came += cases[i].arrival != 0;
    }
    CU_ASSERT_EQUAL(command(1, 6, 0, 0, 0, 0, 0), 0);
    CU_ASSERT_EQUAL(command(1, 6, 0, 0, 0, 0, 0), 3);
    CU_ASSERT_EQUAL(command(1, 2, (uintptr_t)target, 16, 0, 1, 0), 3);
    CU_ASSERT_EQUAL(command(1, 5, 0, 0, 0, 0, 0), 0);
    CU_ASSERT_EQUAL(command(1, 2, (uintptr_t)target, 16, 0, 1, 0), 0);
    fill(3, w);
    store(0, 98, 4u << 16);
    CU_ASSERT_EQUAL(entry(1, came, 12), 5 | 6 << 8); /* and no page */
    bench_close(&b);
}

static void a_table_has_so_many_pages(void)
{
    const uint64_t first = UINT64_C(1) << 40, most = 1 << 20;
    uint64_t refused = 0, bus;
    bench_open(&b, &(bench_plan_t){.size = {2, 1, 1}});
    bus = bench_bus(&b, target);
    for (uint64_t n = 0; n < most; n++)
        refused += command(1, 1, first + n * PAGE, (uint32_t)bus, (uint32_t)(bus >> 32), 0, 0) != 0;
    CU_ASSERT_EQUAL(refused, 0);
    CU_ASSERT_EQUAL(command(1, 1, first + most * PAGE, (uint32_t)bus, (uint32_t)(bus >> 32), 0, 0), 10);
    CU_ASSERT_EQUAL(command(1, 1, first, (uint32_t)bus, (uint32_t)(bus >> 32), 0, 0), 0); /* present */
    CU_ASSERT_EQUAL(command(1, 3, first, 0, 0, 0, 0), 0);
    CU_ASSERT_EQUAL(command(1, 1, first + most * PAGE, (uint32_t)bus, (uint32_t)(bus >> 32), 0, 0), 0);
    CU_ASSERT_EQUAL(command(1, 1, UINT64_C(1) << 48, (uint32_t)bus, (uint32_t)(bus >> 32), 0, 0), 1);
    bench_close(&b);
}

/* The last word of a command submits it. */
static void six_words_are_no_command(void)
{
    bench_open(&b, &(bench_plan_t){.size = {1, 1, 1}});
    for (unsigned i = 0; i < 6; i++)
        store(0, 64 + i, 0xffff0007);
    CU_ASSERT_EQUAL(load(0, 71), 64);
    CU_ASSERT_EQUAL(load(0, 72), 0);
    store(0, 70, 0);
    CU_ASSERT_EQUAL(load(0, 71), 0xffff0040);
    CU_ASSERT_EQUAL(load(0, 72), 0x0001ffff);
    bench_close(&b);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"every word of a put", every_word_of_a_put},
                                        {"numbers of what is wrong", numbers_of_what_is_wrong},
                                        {"get, send and loopback", numbers_of_commands_of_packets},
                                        {"requests that are none", requests_that_are_none},
                                        {"registers at first", registers_at_first},
                                        {"registers that are read-only", registers_that_are_read_only},
                                        {"sizes and addresses", sizes_and_addresses},
                                        {"all slots of rings and queues", all_slots_of_rings_and_queues},
                                        {"a queue begins anew", a_queue_begins_anew},
                                        {"numbers of commands", numbers_of_commands},
                                        {"a table has so many pages", a_table_has_so_many_pages},
                                        {"six words are no command", six_words_are_no_command},
                                        {NULL, NULL}};
    return emuq_test_main("apenet_words", tests);
}
