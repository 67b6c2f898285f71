/* SPDX-License-Identifier: BSD-3-Clause */
/* Rings: a search of all states of a sender and a receiver, with the functions of fabric/ring.h. */
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"
#include "fabric/ring.h"

enum { MESSAGES = 34, RETURNS = 4, TABLE = 1 << 20, SIZES = 3 };

static const uint16_t sizes[SIZES] = {EMUQ_FI_RING_WORD, EMUQ_FI_RING_PAGE / 2 + EMUQ_FI_RING_WORD,
                                      EMUQ_FI_RING_PAGE};
static emuq_fi_ring_shape_t shape;

/* A state. Positions are relative to `seen`, rounded down to a multiple of the ring. */
typedef struct state {
    uint32_t sent, seen;         /* of the sender */
    uint32_t consumed, returned; /* of the receiver */
    uint32_t reading;            /* position plus 1 */
    uint32_t due[RETURNS];       /* returned positions on their path */
    uint16_t bytes[MESSAGES];    /* of messages on their path */
    uint16_t read;               /* bytes of the message at `reading` */
    uint8_t messages, returns;
} state_t;

static state_t *table; /* [TABLE], hash table; sent == UINT32_MAX: free */
static state_t *stack;
static uint32_t stacked, states;
static const char *failure;

static void fail(const char *what)
{
    if (failure == NULL)
        failure = what;
}

/* Adds a state to be searched, unless it is known. */
static void visit(state_t s)
{
    uint32_t base = s.seen & ~(shape.bytes - 1);
    s.sent -= base;
    s.seen -= base;
    s.consumed -= base;
    s.returned -= base;
    s.reading -= s.reading != 0 ? base : 0;
    for (unsigned i = 0; i < s.returns; i++)
        s.due[i] -= base;
    uint64_t hash = 1469598103934665603u;
    for (size_t i = 0; i < sizeof s; i++)
        hash = (hash ^ ((const unsigned char *)&s)[i]) * 1099511628211u;
    uint32_t at = (uint32_t)(hash >> 32) % TABLE;
    for (; table[at].sent != UINT32_MAX; at = (at + 1) % TABLE)
        if (memcmp(&table[at], &s, sizeof s) == 0)
            return;
    if (++states > TABLE / 2) {
        fail("too many states");
        return;
    }
    table[at] = s;
    stack[stacked++] = s;
}

static bool overlaps(uint64_t position, size_t bytes, uint64_t unread, size_t unread_bytes)
{
    uint64_t distance = (position - unread) & (shape.bytes - 1);
    return distance < unread_bytes || shape.bytes - distance < bytes;
}

/* Checks that a message overwrites no unread one. */
static void check_write(const state_t *s, uint64_t position, size_t bytes)
{
    uint64_t at = s->consumed;
    if (position % EMUQ_FI_RING_PAGE + bytes > EMUQ_FI_RING_PAGE)
        fail("a message crosses a page");
    if (position % shape.step != 0)
        fail("a message is no multiple of the step");
    for (unsigned i = 0; i < s->messages; i++) {
        at = emuq_fi_ring_position(at, s->bytes[i]);
        if (overlaps(position, bytes, at, s->bytes[i]))
            fail("a message overwrites one on its path");
        at = emuq_fi_ring_end(shape, at, s->bytes[i]);
    }
    if (s->reading != 0 && overlaps(position, bytes, s->reading - 1, s->read))
        fail("a message overwrites one during its read");
    if (emuq_fi_ring_position(at, bytes) != position)
        fail("the receiver expects another position");
}

/* @return whether there is space */
static bool send(state_t s, uint16_t bytes)
{
    uint64_t at = emuq_fi_ring_position(s.sent, bytes), end = emuq_fi_ring_end(shape, at, bytes);
    if (!emuq_fi_ring_has_space(shape, end, s.seen))
        return false;
    check_write(&s, at, bytes);
    if (s.messages == MESSAGES) {
        fail("more messages than a ring holds");
        return true;
    }
    s.bytes[s.messages++] = bytes;
    s.sent = (uint32_t)end;
    visit(s);
    return true;
}

static void give_back(state_t *s)
{
    if (!emuq_fi_ring_is_due(shape, s->consumed, s->returned))
        return;
    uint32_t end = (uint32_t)emuq_fi_ring_read(s->consumed, s->reading);
    if (end == s->returned)
        return; /* repeats the value */
    if (s->returns == RETURNS) {
        fail("more returns than a ring needs");
        return;
    }
    s->due[s->returns++] = s->returned = end;
}

/* Takes a message. @param is_read another thread may take the next one before it is read */
static void receive(state_t s, bool is_read)
{
    uint16_t bytes = s.bytes[0];
    uint32_t at = (uint32_t)emuq_fi_ring_position(s.consumed, bytes);
    s.messages--;
    memmove(s.bytes, s.bytes + 1, s.messages * sizeof *s.bytes);
    s.bytes[s.messages] = 0;
    s.consumed = (uint32_t)emuq_fi_ring_end(shape, at, bytes);
    if (is_read) {
        s.reading = at + 1;
        s.read = bytes;
    }
    give_back(&s);
    visit(s);
}

static void end_read(state_t s)
{
    s.reading = s.read = 0;
    give_back(&s);
    visit(s);
}

static void return_arrives(state_t s)
{
    s.seen = s.due[0];
    s.returns--;
    memmove(s.due, s.due + 1, s.returns * sizeof *s.due);
    s.due[s.returns] = 0;
    visit(s);
}

static void search(void)
{
    state_t first;
    memset(&first, 0, sizeof first);
    memset(table, 0xff, TABLE * sizeof *table);
    stacked = states = 0;
    failure = NULL;
    visit(first);
    while (stacked != 0 && failure == NULL) {
        const state_t s = stack[--stacked];
        bool is_quiet = s.messages == 0 && s.reading == 0 && s.returns == 0;
        for (unsigned i = 0; i < SIZES; i++)
            if (!send(s, sizes[i]) && is_quiet)
                fail("a sender waits forever");
        if (s.messages != 0)
            receive(s, false);
        if (s.messages != 0 && s.reading == 0)
            receive(s, true);
        if (s.reading != 0)
            end_read(s);
        if (s.returns != 0)
            return_arrives(s);
    }
    if (failure != NULL)
        printf("  ring of %u, step %u: %s\n", shape.bytes, shape.step, failure);
    CU_ASSERT_PTR_NULL(failure);
    CU_ASSERT(states > 2 * shape.bytes / shape.step);
}

/* @param rings such that the step is as expected */
static void search_shape(uint32_t pages, uint32_t rings, uint32_t step)
{
    shape = emuq_fi_ring_choose(pages, rings, 1);
    CU_ASSERT_EQUAL(shape.bytes, pages * EMUQ_FI_RING_PAGE);
    CU_ASSERT_EQUAL_FATAL(shape.step, step);
    search();
}

static void one_page(void)
{
    search_shape(1, 1, 4096);
}

static void two_pages(void)
{
    search_shape(2, 1, 4096);
}

static void four_pages(void)
{
    search_shape(4, 640, 4096);
    search_shape(4, 380, 2048);
    search_shape(4, 190, 1024);
}

static void eight_pages(void)
{
    search_shape(8, 200, 4096);
}

/* The event queue of a card has space for full rings, unless each message takes a page. */
static void shapes(void)
{
    for (uint32_t pages = 1; pages <= 16; pages *= 2)
        for (uint32_t rings = 1; rings < 5000; rings = rings * 3 / 2 + 1)
            for (uint32_t processes = 1; processes <= 4; processes *= 2) {
                const emuq_fi_ring_shape_t s = emuq_fi_ring_choose(pages, rings, processes);
                CU_ASSERT(s.step >= EMUQ_FI_RING_STEP && s.step <= EMUQ_FI_RING_PAGE);
                CU_ASSERT((s.step & (s.step - 1)) == 0);
                CU_ASSERT(s.step == EMUQ_FI_RING_PAGE ||
                          (uint64_t)rings * processes * s.bytes / s.step <= EMUQ_FI_RING_QUEUED);
            }
    CU_ASSERT_EQUAL(emuq_fi_ring_choose(4, 2, 1).step, EMUQ_FI_RING_STEP);
    CU_ASSERT_EQUAL(emuq_fi_ring_round(1), 16);
    CU_ASSERT_EQUAL(emuq_fi_ring_round(4096), 4096);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"shapes", shapes},           {"one page", one_page},
                                        {"two pages", two_pages},     {"four pages", four_pages},
                                        {"eight pages", eight_pages}, {NULL, NULL}};
    table = malloc(TABLE * sizeof *table);
    stack = malloc(TABLE * sizeof *stack);
    if (table == NULL || stack == NULL)
        return 1;
    return emuq_test_main("ring", tests);
}
