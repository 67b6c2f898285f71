/* SPDX-License-Identifier: BSD-3-Clause */
/* Byte ring: no packet is lost, overwritten or reordered under any delay of the senders and the receiver. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "sync/byte_ring.h"
#include "validate.h"

enum { MOST_SENDERS = 15, MOST_BYTES = 4096, PACKET = 544, START = 0x10000 };

typedef struct shared {
    emuq_byte_ring_t ring;
    uint64_t head, tail; /* the registers: addresses from START on */
    uint64_t size;
    unsigned senders, packets; /* packets of each sender */
    uint64_t memory[MOST_BYTES / 8];
} shared_t;

/* Contents of a packet: word 0 holds sender, number and length, each further word its index. */
static uint64_t word_of(unsigned sender, unsigned number, unsigned i)
{
    return (uint64_t)sender << 48 | (uint64_t)number << 16 | i;
}

static void write_packet(shared_t *s, const emuq_span_t *span, unsigned sender, unsigned number,
                         uint64_t bytes)
{
    uint64_t at = emuq_byte_ring_offset(span->begin);
    for (unsigned i = 0; i < bytes / 8; i++) {
        s->memory[at / 8] = i == 0 ? word_of(sender, number, (unsigned)bytes) : word_of(sender, number, i);
        at = at + 8 == s->size ? 0 : at + 8;
    }
    VALIDATE(at == emuq_byte_ring_offset(span->end));
}

/* Sends a packet, waiting for space. @param rounds spin state of the sender; NULL: fails at once without
 * space */
static bool send(shared_t *s, unsigned sender, unsigned number, uint64_t bytes, bool exact, unsigned *rounds)
{
    emuq_span_t span;
    for (;;) {
        uint64_t begin = emuq_byte_ring_begin(&s->ring);
        uint64_t room = emuq_byte_ring_space(&s->ring, begin, START, s->size, &s->head,
                                             exact ? EMUQ_BYTE_RING_ALL : bytes);
        VALIDATE(room % 32 == 0 && room < s->size);
        if (room >= bytes &&
            emuq_byte_ring_reserve(&s->ring, begin, emuq_byte_ring_behind(begin, bytes, s->size), &span))
            break;
        if (rounds == NULL)
            return false;
        emuq_spin(rounds);
    }
    write_packet(s, &span, sender, number, bytes);
    emuq_byte_ring_publish(&s->ring, &span, START, &s->tail);
    return true;
}

/* Checks the packet at @p at. @return the offset behind the packet */
static uint64_t read_packet(const shared_t *s, uint64_t at, unsigned next[])
{
    uint64_t first = s->memory[at / 8], bytes = first & 0xffff;
    unsigned sender = (unsigned)(first >> 48), number = (unsigned)(first >> 16);
    if (!VALIDATE(sender <= MOST_SENDERS && bytes >= 32 && bytes <= PACKET && bytes % 32 == 0))
        _Exit(1);
    VALIDATE(number == next[sender]);
    next[sender] = number + 1;
    for (unsigned i = 0; i < bytes / 8; i++) {
        VALIDATE(i == 0 || s->memory[at / 8] == word_of(sender, number, i));
        at = at + 8 == s->size ? 0 : at + 8;
    }
    return at;
}

static void receive_all(shared_t *s)
{
    unsigned next[MOST_SENDERS + 1] = {0}, done = 0, rounds = 0;
    uint64_t at = 0, chance = 99;
    while (done < s->senders * s->packets) {
        /* Acquire: pairs with the release in emuq_byte_ring_publish(). */
        uint64_t tail = __atomic_load_n(&s->tail, __ATOMIC_ACQUIRE) - START;
        EMUQ_TEST_POINT(byte_ring_receiver);
        if (at == tail) {
            emuq_spin(&rounds);
            continue;
        }
        for (uint64_t most = 1 + validate_random(&chance, 8); at != tail && most > 0; most--, done++)
            at = read_packet(s, at, next);
        __atomic_store_n(&s->head, START + at, __ATOMIC_RELEASE);
    }
    for (unsigned i = 0; i < s->senders; i++)
        VALIDATE(next[i] == s->packets);
}

static void work(void *shared, unsigned number)
{
    shared_t *s = shared;
    uint64_t chance = number + 1;
    unsigned rounds = 0;
    if (number == s->senders) {
        receive_all(s);
        return;
    }
    for (unsigned i = 0; i < s->packets; i++) {
        uint64_t bytes = 32 + 32 * validate_random(&chance, PACKET / 32);
        send(s, number, i, bytes, number % 3 == 0, &rounds);
    }
}

static void run(bool processes, unsigned senders, uint64_t size)
{
    shared_t *s = validate_shared(sizeof *s);
    s->size = size;
    s->senders = senders;
    s->packets = 3000 / senders;
    s->head = s->tail = START;
    validate_run(processes, senders + 1, work, s);
    VALIDATE(s->tail == s->head && emuq_byte_ring_is_quiet(&s->ring)); /* commit follows the tail */
    validate_end(s, sizeof *s);
}

static void threads(void)
{
    run(false, 1, 576);
    run(false, 3, 576);
    run(false, 7, 1120);
    run(false, MOST_SENDERS, MOST_BYTES);
}

static void processes(void)
{
    run(true, 3, 576);
    run(true, 7, 2080);
}

static shared_t *new_ring(uint64_t size)
{
    shared_t *s = validate_shared(sizeof *s);
    s->size = size;
    s->head = s->tail = START;
    return s;
}

static void *look_for_room(void *shared)
{
    shared_t *s = shared;
    uint64_t begin = emuq_byte_ring_begin(&s->ring);
    CU_ASSERT_EQUAL(emuq_byte_ring_space(&s->ring, begin, START, s->size, &s->head, 32), 0);
    return NULL;
}

/* The ring is full. A sender is stopped after loading the head. The receiver takes a packet, and a second
 * sender uses the freed space. Then the first sender continues and stores the old head. */
static void an_old_head_is_not_taken_for_a_new_one(void)
{
    shared_t *s = new_ring(576);
    pthread_t slow;
    unsigned next[MOST_SENDERS + 1] = {0}, number = 0;
    while (send(s, 1, number, 32, false, NULL))
        number++;
    CU_ASSERT_EQUAL(number, 17);
    points_stop("byte_ring_head_loaded", 1);
    pthread_create(&slow, NULL, look_for_room, s);
    points_wait("byte_ring_head_loaded");
    s->head = START + read_packet(s, 0, next);
    CU_ASSERT_TRUE(send(s, 1, number++, 32, false, NULL));
    points_release("byte_ring_head_loaded");
    pthread_join(slow, NULL);
    CU_ASSERT_FALSE(send(s, 1, number, 32, false, NULL));
    uint64_t at = s->head - START;
    for (int i = 0; i < 17; i++)
        at = read_packet(s, at, next);
    CU_ASSERT_EQUAL(at, s->tail - START);
    points_clear();
    validate_end(s, sizeof *s);
}

static void *send_late(void *shared)
{
    emuq_span_t span;
    shared_t *s = shared;
    uint64_t begin = emuq_byte_ring_begin(&s->ring);
    uint64_t room = emuq_byte_ring_space(&s->ring, begin, START, 1120, &s->head, EMUQ_BYTE_RING_ALL);
    CU_ASSERT_EQUAL(room, 1120 - 32);
    CU_ASSERT_FALSE(emuq_byte_ring_reserve(&s->ring, begin, begin + 32, &span));
    return NULL;
}

/* A client moves its registers while a sender is about to reserve: the reservation fails and the sender
 * starts again. */
static void a_reset_turns_senders_back(void)
{
    shared_t *s = new_ring(1120);
    pthread_t late;
    points_stop("byte_ring_head_loaded", 1);
    pthread_create(&late, NULL, send_late, s);
    points_wait("byte_ring_head_loaded");
    s->size = 576;
    s->head = s->tail = START;
    CU_ASSERT_TRUE(emuq_byte_ring_reset(&s->ring, START, s->size, &s->tail));
    points_release("byte_ring_head_loaded");
    pthread_join(late, NULL);
    unsigned number = 0;
    while (send(s, 1, number, 32, false, NULL))
        number++;
    CU_ASSERT_EQUAL(number, 17);
    CU_ASSERT_EQUAL(s->tail, START + 17 * 32);
    points_clear();
    validate_end(s, sizeof *s);
}

static void a_reset_begins_at_the_tail(void)
{
    static const uint64_t offset[] = {0, 32, 288, 544};
    for (unsigned i = 0; i < 4; i++) {
        shared_t *s = new_ring(576);
        unsigned next[MOST_SENDERS + 1] = {0}, number = 0;
        s->head = s->tail = START + offset[i];
        CU_ASSERT_TRUE(emuq_byte_ring_reset(&s->ring, START, s->size, &s->tail));
        while (send(s, 1, number, 96, false, NULL))
            number++;
        CU_ASSERT_EQUAL(number, 5);
        uint64_t at = offset[i];
        while (at != s->tail - START)
            at = read_packet(s, at, next);
        CU_ASSERT_EQUAL(next[1], 5);
        s->tail = START + 576; /* outside the ring: rejected */
        CU_ASSERT_FALSE(emuq_byte_ring_reset(&s->ring, START, s->size, &s->tail));
        validate_end(s, sizeof *s);
    }
}

static void a_reset_while_a_sender_writes_does_nothing(void)
{
    shared_t *s = new_ring(576);
    emuq_span_t span;
    CU_ASSERT_TRUE(emuq_byte_ring_reserve(&s->ring, 0, 64, &span));
    CU_ASSERT_FALSE(emuq_byte_ring_is_quiet(&s->ring));
    CU_ASSERT_FALSE(emuq_byte_ring_reset(&s->ring, START, s->size, &s->tail));
    emuq_byte_ring_publish(&s->ring, &span, START, &s->tail);
    CU_ASSERT_TRUE(emuq_byte_ring_is_quiet(&s->ring));
    CU_ASSERT_TRUE(emuq_byte_ring_reset(&s->ring, START, s->size, &s->tail));
    validate_end(s, sizeof *s);
}

/* Positions up to 4 GiB, at the first and the last lap. */
static void large_rings_and_old_laps(void)
{
    uint64_t size = EMUQ_BYTE_RING_LAP, end = size - 32;
    CU_ASSERT_EQUAL(emuq_byte_ring_free(end, 0, size), 0);
    CU_ASSERT_EQUAL(emuq_byte_ring_free(emuq_byte_ring_behind(end, 64, size), 32, size), 32 - 32);
    CU_ASSERT_EQUAL(emuq_byte_ring_free(emuq_byte_ring_behind(end, 64, size), 96, size), 32);
    CU_ASSERT_EQUAL(emuq_byte_ring_behind(end, 32, size), EMUQ_BYTE_RING_LAP);
    uint64_t last = UINT64_C(0xffffffff) << 32;
    CU_ASSERT_EQUAL(emuq_byte_ring_behind(last + 544, 32, 576), 0);
    CU_ASSERT_EQUAL(emuq_byte_ring_free(0, last + 544, 576), 576 - 64);
    for (uint64_t lap = 0; lap < 5; lap++)
        for (uint64_t o = 0; o < 576; o += 32) {
            uint64_t head = (lap << 32) + o, begin = (UINT64_C(2) << 32) + 64;
            bool fits = (lap == 2 && o <= 64) || (lap == 1 && o > 64);
            uint64_t used = lap == 2 ? 64 - o : 576 + 64 - o;
            CU_ASSERT_EQUAL(emuq_byte_ring_free(begin, head, 576), fits ? 544 - used : 0);
        }
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"an old head is not taken for a new one", an_old_head_is_not_taken_for_a_new_one},
        {"a reset turns senders back", a_reset_turns_senders_back},
        {"a reset begins at the tail", a_reset_begins_at_the_tail},
        {"a reset while a sender writes does nothing", a_reset_while_a_sender_writes_does_nothing},
        {"large rings and old laps", large_rings_and_old_laps},
        {"threads", threads},
        {"processes", processes},
        {NULL, NULL}};
    return emuq_test_main("byte ring", tests);
}
