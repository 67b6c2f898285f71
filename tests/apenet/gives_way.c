/* SPDX-License-Identifier: BSD-3-Clause */
/* Long runs of packets while threads wait for the receiving card: the run yields the card, and stops writing
 * to memory unregistered meanwhile. */
#include <pthread.h>
#include <string.h>

#include "apenet/card/packets.h"
#include "bench.h"
#include "emuq_test.h"

#define PAGE   4096u
#define PAGES  100u
#define PIECE  32u /* packets between two checks for waiting threads */
#define ROUNDS 300u
#define MOST   (100u * ROUNDS) /* rounds, if the other thread gets no core */

static _Alignas(PAGE) unsigned char memory[2 * PAGES * PAGE]; /* the second half is the target */
static bench_t bench;

static unsigned char *target(unsigned page)
{
    return memory + (PAGES + page) * PAGE;
}

static void set_up(uint32_t tlb_entries)
{
    bench_open(&bench, &(bench_plan_t){.size = {2, 1, 1}, .ring = 256, .tlb_entries = tlb_entries});
    for (uint32_t i = 0; i < PAGES * PAGE; i++)
        memory[i] = (unsigned char)(i ^ i >> 8 ^ i >> 13);
    memset(target(0), 0, PAGES * PAGE);
    CU_ASSERT_EQUAL_FATAL(bench_register(&bench, 1, 0, target(0), PAGES * PAGE, 0, 1), APENET_STATUS_OK);
}

/* The first packet of a put of all pages. */
static apenet_descriptor_t first_packet(void)
{
    apenet_descriptor_t d =
        bench_descriptor(&bench, 0, 1, 0, APENET_CMD_PUT, memory, PAGE, (uintptr_t)target(0));
    apenet_set(d.header.w, APENET_HEADER_LAST_FRAG, 0);
    apenet_set(d.cmd1, APENET_CMD1_TAG, APENET_COMP_NONE);
    return d;
}

/* ---- waiting threads ---- */

/* Packets from a page on to a locked card. @return number of received packets */
static uint32_t receive(unsigned page, unsigned packets)
{
    apenet_batch_t train;
    apenet_descriptor_t d = first_packet();
    memset(&train, 0, sizeof train);
    apenet_set64(&d.header.w[2], (uintptr_t)target(page));
    apenet_packet_t packet = {.header = d.header,
                              .source = apenet_location_of(memory + page * PAGE),
                              .bytes = PAGE,
                              .batch = &train};
    uint32_t n = apenet_receive_run(&bench.machine->device[1], &packet, packets);
    apenet_copy_end(&train.copy);
    return n;
}

/* Sends all pages. @param awaited whether a thread always waits for the card @return number of restarts of
 * the run */
static unsigned receive_all(bool awaited)
{
    emuq_light_mutex_t *lock = &bench.machine->device[1].lock;
    unsigned runs = 0;
    for (uint32_t page = 0, n; page < PAGES; page += n, runs++) {
        *lock = EMUQ_LIGHT_OWNER | (awaited ? EMUQ_LIGHT_CONTENDED : 0);
        n = receive(page, PAGES - page);
        *lock = 0;
        CU_ASSERT_EQUAL_FATAL(n, awaited && PAGES - page > PIECE ? PIECE : PAGES - page);
        CU_ASSERT_EQUAL(memcmp(target(page), memory + page * PAGE, n * PAGE), 0);
    }
    return runs;
}

/* State of a card after two messages: counters and LRU order of pages. */
typedef struct outcome {
    apenet_counters_t counters;
    uint64_t key[2 * PAGES];
} outcome_t;

static outcome_t two_messages(uint32_t tlb_entries, bool awaited)
{
    outcome_t o;
    memset(&o, 0, sizeof o);
    set_up(tlb_entries);
    for (unsigned n = 0; n < 2; n++) {
        CU_ASSERT_EQUAL(receive_all(awaited), awaited ? (PAGES + PIECE - 1) / PIECE : 1);
        if (n == 0)
            (void)receive(PAGES / 2, 1); /* changes the LRU order */
    }
    apenet_device_counters(&bench.machine->device[1], &o.counters);
    const apenet_tlb_t *tlb = &bench.machine->device[1].tlb;
    unsigned n = 0;
    for (uint16_t i = tlb->entry[0].older; i != 0; i = tlb->entry[i].older)
        o.key[n++] = tlb->entry[i].key;
    bench_close(&bench);
    return o;
}

static void the_card_is_given_back_when_it_is_awaited(void)
{
    static const uint32_t entries[] = {1, 40, 64, 2 * PAGES - 1};
    for (unsigned i = 0; i < sizeof entries / sizeof *entries; i++) {
        outcome_t alone = two_messages(entries[i], false), awaited = two_messages(entries[i], true);
        CU_ASSERT_EQUAL(memcmp(&alone, &awaited, sizeof alone), 0);
        CU_ASSERT_EQUAL(alone.counters.packets_received, 2 * PAGES + 1);
    }
}

/* ---- unregistering ---- */

static unsigned ends; /* __atomic */

/* Sends a message: a run, and the rest from the ring. */
static uint64_t put_all(void)
{
    apenet_descriptor_t d = first_packet();
    uint64_t at_once = apenet_transmit_run(&bench.machine->device[0], &d, (PAGES - 1) * PAGE, NULL);
    for (uint32_t page = (uint32_t)(at_once / PAGE); page < PAGES; page++) {
        d = bench_descriptor(&bench, 0, 1, 0, APENET_CMD_PUT, memory + page * PAGE, PAGE,
                             (uintptr_t)target(page));
        apenet_set(d.header.w, APENET_HEADER_LAST_FRAG, page + 1 == PAGES);
        apenet_set(d.cmd1, APENET_CMD1_TAG, APENET_COMP_NONE);
        (void)bench_post(&bench, 0, &d);
    }
    bench_ring(&bench, 0);
    (void)bench_next(&bench, 1);
    return at_once;
}

/* @param bytes __atomic; gets the number of bytes sent directly */
static void *put_always(void *bytes)
{
    while (__atomic_load_n(&ends, __ATOMIC_ACQUIRE) == 0)
        __atomic_fetch_add((uint64_t *)bytes, put_all(), __ATOMIC_RELAXED);
    return NULL;
}

static void page_command(apenet_op_t op, unsigned page)
{
    uint32_t word3[4] = {0, 0, 0, 0};
    if (op == APENET_OP_PAGE_ADD)
        apenet_set64(word3, bench_bus(&bench, target(page)));
    CU_ASSERT_EQUAL(bench_command(&bench, 1, op, 0, (uintptr_t)target(page), word3), APENET_STATUS_OK);
}

static void buffer_command(apenet_op_t op)
{
    uint32_t word3[4] = {PAGES * PAGE, 0, 0, 0};
    apenet_set64(&word3[2], 1);
    CU_ASSERT_EQUAL(bench_command(&bench, 1, op, 0, (uintptr_t)target(0), word3), APENET_STATUS_OK);
}

/* Only this thread writes to a page that the card has unregistered. */
static void use_page(unsigned page)
{
    memset(target(page), 0xa5, PAGE);
    for (unsigned n = 0; n < 100; n++)
        sched_yield();
    CU_ASSERT_TRUE(target(page)[0] == 0xa5 && memcmp(target(page), target(page) + 1, PAGE - 1) == 0);
}

static void what_is_taken_away_is_not_written_to(void)
{
    pthread_t thread;
    uint64_t bytes = 0;
    set_up(256);
    __atomic_store_n(&ends, 0, __ATOMIC_RELAXED);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, put_always, &bytes), 0);
    const uint64_t wanted = 10 * PAGES * PAGE;
    for (unsigned n = 0; n < ROUNDS || (__atomic_load_n(&bytes, __ATOMIC_RELAXED) < wanted && n < MOST);
         n++) {
        unsigned page = n * 37 % PAGES;
        if (n % 3 == 2)
            buffer_command(APENET_OP_BUFFER_REMOVE);
        else
            page_command(APENET_OP_PAGE_REMOVE, page);
        use_page(page);
        if (n % 3 == 2)
            buffer_command(APENET_OP_BUFFER_ADD);
        else
            page_command(APENET_OP_PAGE_ADD, page);
    }
    __atomic_store_n(&ends, 1, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
    CU_ASSERT(bytes >= wanted);
    bench_close(&bench);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"the card is given back when it is awaited", the_card_is_given_back_when_it_is_awaited},
        {"what is taken away is not written to", what_is_taken_away_is_not_written_to},
        {NULL, NULL}};
    return emuq_test_main("runs of packets that give way", tests);
}
