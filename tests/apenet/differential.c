/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Random operations of all processes of four cards, on the emulated cards and on the reference: the same
 * events in the same order, the same memory, the same counters. Queues of four entries and rings of eight
 * slots often make senders wait. apenet_differential [SEED]
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "apenet/card/packets.h"
#include "bench.h"
#include "emuq_test.h"
#include "reference.h"

#define PAGE         APENET_PAGE_BYTES
#define OPERATIONS   250000u /* operations of a run; TEST_LONG=1: 16 times as many */
#define PROCESSES    (REF_CARDS * REF_PIDS)
#define TARGET_PAGES 6u /* target area of a process; the rest are sources */
#define SOURCE_PAGES (REF_PAGES / PROCESSES - TARGET_PAGES)
#define REQUESTS     16u /* buffers of a card; more than slots in its ring */

static _Alignas(PAGE) unsigned char area[REF_PAGES * PAGE];
static apenet_get_request_t request[REF_CARDS][REQUESTS];

/* Both machines and the state of the test. */
typedef struct pair {
    bench_t real;
    ref_t *ref;
    ref_buffer_t buffer[REF_CARDS][REF_PIDS][REF_BUFFERS]; /* registered */
    unsigned buffers[REF_CARDS][REF_PIDS];
    ref_packet_t next[REF_CARDS]; /* posted or to be posted */
    bool is_posted[REF_CARDS];
    unsigned fragments[REF_CARDS]; /* packets left of the message of a card after `next` */
    unsigned requests[REF_CARDS];
    uint64_t magic, messages;
    uint64_t wrong;
    uint64_t last[REF_CARDS][REF_PIDS]; /* target of a put */
    bool is_calm;                       /* rings do not wait for space */
    bool is_packet;                     /* packet mode; always calm: the network would keep what waits */
} pair_t;

static uint64_t state;

static uint32_t random_below(uint32_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 32) * n >> 32);
}

static unsigned char *targets_of(unsigned card, unsigned pid)
{
    return &area[(card * REF_PIDS + pid) * (TARGET_PAGES + SOURCE_PAGES) * PAGE];
}

/* Most messages are short. */
static uint32_t random_length(uint32_t most)
{
    uint32_t limit = random_below(4) == 0 ? most : 100;
    return 1 + random_below(limit < most ? limit : most);
}

static uint64_t random_target(unsigned card, unsigned pid)
{
    return (uintptr_t)targets_of(card, pid) + random_below(TARGET_PAGES * PAGE - 1);
}

/* Target of a put: often near an earlier target, as in real programs. */
static uint64_t put_target(pair_t *p, unsigned card, unsigned pid)
{
    uint64_t *last = &p->last[card][pid];
    if (*last == 0 || random_below(4) == 0)
        *last = random_target(card, pid);
    return *last + random_below(8);
}

static void expect(pair_t *p, bool holds, const char *what)
{
    if (!holds && p->wrong++ < 10)
        printf("after %llu messages: %s\n", (unsigned long long)p->messages, what);
}

/* ---- commands ---- */

static void command(pair_t *p, unsigned card, apenet_op_t op, unsigned pid, const ref_buffer_t *b)
{
    uint32_t word3[4] = {b->bytes, b->flags, (uint32_t)b->magic, (uint32_t)(b->magic >> 32)};
    if (op == APENET_OP_PAGE_ADD) {
        memset(word3, 0, sizeof word3);
        apenet_set64(word3, bench_bus(&p->real, (void *)b->va));
    }
    apenet_status_t status = bench_command(&p->real, card, op, pid, b->va, word3);
    expect(p, status == ref_command(p->ref, card, op, pid, b), "the status of a command");
}

static void change_page(pair_t *p, unsigned card, unsigned pid, apenet_op_t op)
{
    ref_buffer_t page = {.va = (uintptr_t)targets_of(card, pid) + random_below(TARGET_PAGES) * PAGE};
    command(p, card, op, pid, &page);
}

static void add_buffer(pair_t *p, unsigned card, unsigned pid)
{
    static const uint32_t flags[] = {0, APENET_BUFFER_GET, APENET_BUFFER_STREAMING};
    unsigned n = p->buffers[card][pid];
    ref_buffer_t b = {.va = random_target(card, pid), .magic = ++p->magic, .flags = flags[random_below(3)]};
    uint64_t end = (uintptr_t)targets_of(card, pid) + TARGET_PAGES * PAGE;
    b.bytes = 1 + random_below((uint32_t)(end - b.va));
    if (n == REF_BUFFERS)
        return;
    p->buffer[card][pid][n] = b;
    p->buffers[card][pid]++;
    command(p, card, APENET_OP_BUFFER_ADD, pid, &b);
}

static void remove_buffer(pair_t *p, unsigned card, unsigned pid)
{
    unsigned *n = &p->buffers[card][pid], i = random_below(*n + 1);
    ref_buffer_t none = {.va = 4096, .magic = 1}, *b = &p->buffer[card][pid][i];
    if (i == *n) {
        command(p, card, APENET_OP_BUFFER_REMOVE, pid, &none);
        return;
    }
    command(p, card, APENET_OP_BUFFER_REMOVE, pid, b);
    *b = p->buffer[card][pid][--*n];
}

static void rearm_buffer(pair_t *p, unsigned card, unsigned pid)
{
    unsigned n = p->buffers[card][pid], i = random_below(n + 1);
    if (i < n && (p->buffer[card][pid][i].flags & APENET_BUFFER_STREAMING) != 0)
        command(p, card, APENET_OP_BUFFER_ADD, pid, &p->buffer[card][pid][i]);
}

/* ---- packets ---- */

static apenet_descriptor_t descriptor_of(pair_t *p, const ref_packet_t *k)
{
    uint64_t address = k->is_physical ? bench_bus(&p->real, (void *)k->address) : k->address;
    apenet_descriptor_t d = bench_descriptor(&p->real, k->from, k->to, k->to_pid, k->command,
                                             (void *)k->source, k->bytes, address);
    apenet_set(d.header.w, APENET_HEADER_SRC_PID, k->from_pid);
    apenet_set(d.header.w, APENET_HEADER_LAST_FRAG, k->is_last);
    apenet_set(d.header.w, APENET_HEADER_IS_PHYS, k->is_physical);
    apenet_set64(d.cmd1, k->magic);
    apenet_set(d.cmd1, APENET_CMD1_TAG, k->tag);
    return d;
}

/* @return whether space was available */
static bool post(pair_t *p, const ref_packet_t *k)
{
    apenet_descriptor_t d = descriptor_of(p, k);
    bool is_posted = bench_post(&p->real, k->from, &d);
    expect(p, is_posted == ref_post(p->ref, k), "room in a ring");
    return is_posted;
}

static void ring(pair_t *p, unsigned card)
{
    bench_ring(&p->real, card);
    ref_ring(p->ref, card);
}

/* Fills in a source of random bytes and whether the message continues. */
static void choose_source(pair_t *p, ref_packet_t *k)
{
    uint64_t page =
        (uintptr_t)targets_of(k->from, k->from_pid) + (TARGET_PAGES + random_below(SOURCE_PAGES)) * PAGE;
    uint32_t offset = random_below(PAGE - 1);
    k->source = page + offset;
    k->bytes = random_length(PAGE - offset);
    k->is_last = p->fragments[k->from] == 0;
    k->tag = k->is_last && random_below(4) != 0 ? APENET_COMP_EQ : APENET_COMP_NONE;
}

static void choose_get(pair_t *p, ref_packet_t *k)
{
    apenet_get_request_t *q = &request[k->from][p->requests[k->from]++ % REQUESTS];
    memset(q, 0, sizeof *q);
    k->sink = random_target(k->from, k->from_pid);
    k->length = random_below(20) == 0 ? 0 : random_length(3 * PAGE);
    k->source = (uintptr_t)q;
    k->bytes = sizeof *q;
    k->address = random_target(k->to, k->to_pid);
    k->is_last = true;
    apenet_set64(q->sink, k->sink);
    q->bytes = k->length;
    apenet_set(&q->table, APENET_HEADER_DEST_PID, k->from_pid);
}

/* The first packet of a message of a random kind. */
static ref_packet_t first_packet(pair_t *p, unsigned card)
{
    static const apenet_rdma_cmd_t commands[] = {APENET_CMD_PUT, APENET_CMD_PUT, APENET_CMD_SEND,
                                                 APENET_CMD_GET, APENET_CMD_LOOPBACK};
    ref_packet_t k = {.command = commands[random_below(5)],
                      .from = card,
                      .from_pid = random_below(REF_PIDS),
                      .to = random_below(REF_CARDS),
                      .to_pid = random_below(REF_PIDS),
                      .magic = ++p->magic};
    p->messages++;
    if (k.command == APENET_CMD_GET && k.to == k.from && k.to_pid == k.from_pid)
        k.command = APENET_CMD_PUT; /* the source would overlap a target */
    if (k.command == APENET_CMD_LOOPBACK && random_below(10) != 0)
        k.to = card;
    if (k.command == APENET_CMD_GET) {
        choose_get(p, &k);
        return k;
    }
    if (k.command != APENET_CMD_SEND)
        k.address = put_target(p, k.to, k.to_pid);
    k.is_physical = k.command == APENET_CMD_PUT && random_below(10) == 0;
    p->fragments[card] = k.is_physical ? 0 : random_below(8) < 6 ? 0 : random_below(3);
    choose_source(p, &k);
    if (k.is_physical)
        k.address &= ~(uint64_t)(PAGE - 1); /* ends within its page */
    if (k.is_last && random_below(50) == 0)
        k.tag = 1;
    if (k.is_last && random_below(50) == 0)
        k.to_pid = APENET_PIDS - 1;
    return k;
}

static void next_packet(pair_t *p, unsigned card)
{
    ref_packet_t *k = &p->next[card];
    if (p->fragments[card] == 0) {
        *k = first_packet(p, card);
        return;
    }
    p->fragments[card]--;
    k->address += k->address != 0 ? k->bytes : 0;
    choose_source(p, k);
}

/* Whether a packet may be sent without a slot: empty ring, accepted, and space for its event, which would
 * have kept the slot. */
static bool is_short(const pair_t *p, const ref_packet_t *k)
{
    const bench_host_t *h = &p->real.host[k->from];
    uint32_t write = p->real.machine->device[k->from].queue.write;
    return k->is_last && (k->command == APENET_CMD_PUT || k->command == APENET_CMD_SEND) && k->tag != 1 &&
           k->to_pid < REF_PIDS && (!k->is_physical || k->to == k->from) &&
           h->fill == (apenet_reg_load(h->reg, APENET_REG_TX_RB_NEXT_PTR) & 0xffff) &&
           (h->read + REF_QUEUE - write - 1) % REF_QUEUE >= 2;
}

/* @return whether the packet was sent directly; the reference uses the ring */
static bool send_at_once(pair_t *p, const ref_packet_t *k)
{
    apenet_device_t *devices = p->real.machine->device;
    if (!is_short(p, k))
        return false;
    apenet_descriptor_t d = descriptor_of(p, k);
    apenet_short_t s = {.header = d.header,
                        .to = &devices[k->to],
                        .bus = apenet_get64(d.cmd0),
                        .bytes = k->bytes,
                        .has_event = k->tag == APENET_COMP_EQ,
                        .magic = apenet_get64(d.cmd1)};
    if (!apenet_transmit_short(&devices[k->from], &s))
        return false;
    expect(p, ref_post(p->ref, k), "room in an empty ring");
    ref_ring(p->ref, k->from);
    return true;
}

/* Posts a packet if space is available and usually stores the ring pointer. */
static void post_packet(pair_t *p, unsigned card)
{
    if (p->is_posted[card])
        next_packet(p, card);
    if (!p->is_packet && random_below(2) == 0 && send_at_once(p, &p->next[card])) {
        p->is_posted[card] = true;
        return;
    }
    p->is_posted[card] = post(p, &p->next[card]);
    if (random_below(4) != 0 || p->is_packet)
        ring(p, card);
}

/* ---- comparison ---- */

static void print_entry(const char *of, const apenet_entry_t *e)
{
    const uint32_t *w = (const uint32_t *)e;
    printf("%s", of);
    for (unsigned i = 0; i < sizeof *e / sizeof *w; i++)
        printf(" %x", w[i]);
    printf("\n");
}

static void take_event(pair_t *p, unsigned card)
{
    apenet_entry_t real, ref;
    memset(&real, 0, sizeof real);
    memset(&ref, 0, sizeof ref);
    bool is_there = bench_event(&p->real, card, &real);
    expect(p, is_there == ref_event(p->ref, card, &ref), "an event");
    real.phase = 0; /* already checked by bench_event() */
    bool is_same = memcmp(&real, &ref, sizeof real) == 0;
    expect(p, is_same, "an event's contents");
    if (!is_same) {
        print_entry("card:     ", &real);
        print_entry("reference:", &ref);
    }
}

static void compare(pair_t *p)
{
    expect(p, memcmp(area, p->ref->memory, sizeof area) == 0, "memory");
    for (unsigned card = 0; card < REF_CARDS; card++) {
        apenet_counters_t c;
        const apenet_counters_t *ref = &p->ref->card[card].counters;
        apenet_device_counters(&p->real.machine->device[card], &c);
        if (p->is_packet) { /* a card sends all replies, also if the requester has no page for the first */
            c.packets_sent = ref->packets_sent;
            c.bytes_sent = ref->bytes_sent;
            c.tlb_hits = ref->tlb_hits;
            c.tlb_misses = ref->tlb_misses;
        }
        expect(p, memcmp(&c, ref, sizeof c) == 0, "counters");
    }
}

/* ---- runs ---- */

static void operate(pair_t *p)
{
    unsigned card = random_below(REF_CARDS), pid = random_below(REF_PIDS), what = random_below(100);
    for (unsigned other = 0; p->is_calm && other < REF_CARDS; other++)
        for (unsigned n = 0; n < REF_QUEUE; n++)
            take_event(p, other);
    if (what < 42)
        post_packet(p, card);
    else if (what < 75)
        take_event(p, card);
    else if (what < 83)
        change_page(p, card, pid, APENET_OP_PAGE_ADD);
    else if (what < 85)
        change_page(p, card, pid, APENET_OP_PAGE_REMOVE);
    else if (what < 90)
        add_buffer(p, card, pid);
    else if (what < 93)
        remove_buffer(p, card, pid);
    else
        rearm_buffer(p, card, pid);
}

static void prepare(pair_t *p, bool drops, bool is_packet)
{
    memset(p, 0, sizeof *p);
    bench_open(&p->real, &(bench_plan_t){.size = {REF_CARDS, 1, 1},
                                         .pids = REF_PIDS,
                                         .tlb_entries = REF_TLB,
                                         .ring = REF_RING,
                                         .queue = REF_QUEUE,
                                         .drops = drops,
                                         .is_packet = is_packet});
    p->is_packet = is_packet;
    for (uint32_t i = 0; i < sizeof area; i++)
        area[i] = (unsigned char)random_below(256);
    p->ref = calloc(1, sizeof *p->ref);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p->ref);
    p->ref->base = (uintptr_t)area;
    p->ref->bus = bench_bus(&p->real, area);
    p->ref->drops = drops;
    memcpy(p->ref->memory, area, sizeof area);
    for (unsigned card = 0; card < REF_CARDS; card++) {
        p->ref->card[card].address = p->real.machine->device[card].address;
        p->is_posted[card] = true;
    }
}

static void run(bool drops, bool is_packet)
{
    static pair_t p;
    printf("seed %llu, %s%s\n", (unsigned long long)state, drops ? "sends are dropped" : "sends wait",
           is_packet ? ", packet mode" : "");
    prepare(&p, drops, is_packet);
    uint32_t operations = emuq_test_is_long() ? 16 * OPERATIONS : OPERATIONS;
    for (uint32_t i = 0; i < operations && p.wrong == 0; i++) {
        p.is_calm = is_packet || i / 50000 % 4 == 3;
        operate(&p);
        if (i % 5000 == 0)
            compare(&p);
    }
    compare(&p);
    CU_ASSERT_EQUAL(p.wrong, 0);
    const apenet_counters_t *c = &p.ref->card[0].counters;
    CU_ASSERT_TRUE(c->packets_sent > 1000 && (is_packet || c->parked > 1000) && c->rejected > 10 &&
                   c->dropped > 100 && c->bytes_received > 100000 && c->tlb_hits > 1000 &&
                   c->tlb_misses > 1000);
    uint64_t known = p.real.machine->device[0].tx.known;
    CU_ASSERT(is_packet ? known == 0 : known > operations / 25000);
    printf(
        "%llu messages, of card 0 %llu to targets that were known; card 0: %llu packets, parked %llu times\n",
        (unsigned long long)p.messages, (unsigned long long)known, (unsigned long long)c->packets_sent,
        (unsigned long long)c->parked);
    free(p.ref);
    bench_close(&p.real);
}

static void sends_wait(void)
{
    run(false, false);
}

static void sends_are_dropped(void)
{
    run(true, false);
}

static void packets_through_links(void)
{
    run(true, true);
}

int main(int argc, char **argv)
{
    static const emuq_test_t tests[] = {{"as the reference, where sends wait", sends_wait},
                                        {"as the reference, where sends are dropped", sends_are_dropped},
                                        {"as the reference, in packet mode", packets_through_links},
                                        {NULL, NULL}};
    bool has_seed = argc > 1 && isdigit((unsigned char)argv[1][0]);
    state = has_seed ? strtoull(argv[1], NULL, 10) : (uint64_t)time(NULL);
    emuq_test_skip_arguments(has_seed);
    return emuq_test_main("apenet_differential", tests);
}
