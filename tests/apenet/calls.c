/* SPDX-License-Identifier: BSD-3-Clause */
/* Guarantees of <apenet/rdma.h>, with ranks that are threads. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "apenet/rdma_names.h"
#include "emuq_test.h"
#include "users.h"

/* ---- one put, by the published names ---- */

static int published(int argc, char **argv)
{
    static char target[100], source[100];
    apenet_card_t *card;
    apenet_address_t me, lattice;
    apenet_event_t e;
    apenet_buffer_t buffer;
    (void)argc;
    (void)argv;
    CU_ASSERT_EQUAL_FATAL(apenet_default_card(&card), 0);
    CU_ASSERT_EQUAL(apenet_whoami(card, &me, &lattice), 0);
    CU_ASSERT_TRUE(lattice.x == 2 && lattice.y == 1 && lattice.z == 1 && lattice.pid == 1);
    if (me.x == 1)
        CU_ASSERT_EQUAL(register_buffer(target, sizeof target, 0, 77, &buffer), 0);
    users_meet();
    apenet_address_t to = {1, 0, 0, 0};
    if (me.x == 0) {
        memset(source, 'x', sizeof source);
        CU_ASSERT_EQUAL(rdma_put(to, source, sizeof source, (uintptr_t)target, 5, 0), 0);
        CU_ASSERT_EQUAL(wait_event(APENET_KIND(APENET_EVENT_SENT), -1, &e), 0);
        CU_ASSERT_TRUE(e.tag == 5 && e.bytes == sizeof source && e.status == 0 && e.peer.x == 1);
    } else {
        CU_ASSERT_EQUAL(wait_event(APENET_KIND(APENET_EVENT_RECEIVED), -1, &e), 0);
        CU_ASSERT_TRUE(e.address == target && e.bytes == sizeof target && e.context == 77 && e.peer.x == 0);
        CU_ASSERT_TRUE(e.buffer.id == buffer.id && e.status == 0);
        CU_ASSERT_TRUE(target[0] == 'x' && target[sizeof target - 1] == 'x');
        CU_ASSERT_EQUAL(unregister_buffer(buffer), 0);
        CU_ASSERT_EQUAL(unregister_buffer(buffer), -ENOENT);
    }
    users_meet();
    return 0;
}

static void names(void)
{
    users_run_program(published, 2, 1);
}

/* ---- messages of many pages ---- */

static const struct {
    uint32_t source, bytes, target;
} piece[] = {{0, 1, 0},
             {5, 4096, 0},
             {4095, 2, 4095},
             {4080, 4096, 16},
             {0, 8192, 2048},
             {256, 10000, 0},
             {3, 100001, 77},
             {4096, 200000, 8192 + 1},
             {1, USERS_BYTES - 5000, 4095},
             {17, 16, 0},
             {8191, 65537, 12287}};
#define PIECES (sizeof piece / sizeof *piece)

static char pattern(uint32_t i)
{
    return (char)(i * 7 + (i >> 8) + 1);
}

static void check_target(const char *target, uint32_t number)
{
    uint32_t from = piece[number].target, bytes = piece[number].bytes, wrong = 0;
    for (uint32_t i = 0; i < bytes; i++)
        wrong += target[from + i] != pattern(piece[number].source + i);
    for (uint32_t i = 0; i < 64; i++)
        wrong += (i < from && target[from - 1 - i] != '-') ||
                 (from + bytes + i < USERS_BYTES && target[from + bytes + i] != '-');
    CU_ASSERT_EQUAL(wrong, 0);
}

/* Rank 0 puts, or rank 1 gets. */
static void transfer(apenet_card_t *card, unsigned me, uint32_t number, bool is_get)
{
    apenet_address_t there = {(uint8_t)(1 - me), 0, 0, 0};
    char *from = users_area[0] + piece[number].source, *to = users_area[1] + piece[number].target;
    uint32_t bytes = piece[number].bytes;
    if (me == 1)
        memset(users_area[1], '-', USERS_BYTES);
    users_meet();
    if (me == 0 && !is_get) {
        CU_ASSERT_EQUAL(apenet_rdma_put(card, there, from, bytes, (uintptr_t)to, number, 0), 0);
        apenet_event_t e = users_next(card, APENET_EVENT_SENT);
        CU_ASSERT_TRUE(e.tag == number && e.bytes == bytes);
    }
    if (me == 1) {
        if (is_get)
            CU_ASSERT_EQUAL(apenet_rdma_get(card, there, to, bytes, (uintptr_t)from, number, 0), 0);
        apenet_event_t e = users_next(card, is_get ? APENET_EVENT_GET_DONE : APENET_EVENT_RECEIVED);
        CU_ASSERT_TRUE(e.status == 0 && e.bytes == bytes && e.address == to);
        check_target(users_area[1], number);
    }
    users_meet();
}

static void fragments_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    for (uint32_t i = 0; me.x == 0 && i < USERS_BYTES; i++)
        users_area[0][i] = pattern(i);
    CU_ASSERT_EQUAL(
        apenet_register_buffer(card, users_area[me.x], USERS_BYTES, me.x == 0 ? APENET_GET : 0, 0, &buffer),
        0);
    for (uint32_t i = 0; i < PIECES; i++) {
        transfer(card, me.x, i, false);
        transfer(card, me.x, i, true);
    }
}

static void fragments(void)
{
    users_run(fragments_program, 2, 1);
}

/* ---- short messages at all offsets of a word and around the end of a page ---- */

static const uint32_t place_bytes[] = {1, 15, 16, 17, 4095, 4096, 4097};
#define PLACES 48u /* last 32 bytes of a page and first 16 of the next */
#define AROUND (4096u - 32)

/* Puts within the card and checks the whole area of the target. */
static void put_between(apenet_card_t *card, apenet_address_t me, uint32_t source, uint32_t target,
                        uint32_t bytes)
{
    static char expected[4 * 4096];
    char *from = users_area[0] + AROUND + source, *to = users_area[1] + AROUND + target;
    memset(users_area[1], '-', sizeof expected);
    memset(expected, '-', sizeof expected);
    memcpy(expected + AROUND + target, from, bytes);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, from, bytes, (uintptr_t)to, 0, APENET_SILENT), 0);
    apenet_event_t e = users_next(card, APENET_EVENT_RECEIVED);
    CU_ASSERT_TRUE(e.status == 0 && e.bytes == bytes && e.address == to);
    CU_ASSERT_EQUAL(memcmp(users_area[1], expected, sizeof expected), 0);
}

static void places_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    for (uint32_t i = 0; i < USERS_BYTES; i++)
        users_area[0][i] = pattern(i);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[1], USERS_BYTES, 0, 0, &buffer), 0);
    for (uint32_t i = 0; i < sizeof place_bytes / sizeof *place_bytes; i++)
        for (uint32_t at = 0; at < PLACES * PLACES; at++)
            put_between(card, me, at / PLACES, at % PLACES, place_bytes[i]);
}

static void places(void)
{
    users_run(places_program, 1, 1);
}

/* ---- a full buffer table ---- */

#define TABLE_SIZE 1024u /* buffers */

static void table_program(apenet_card_t *card, apenet_address_t me)
{
    static apenet_buffer_t buffer[TABLE_SIZE];
    apenet_buffer_t other = {0};
    for (uint32_t i = 0; i < TABLE_SIZE; i++)
        CU_ASSERT_EQUAL_FATAL(apenet_register_buffer(card, users_area[0] + i * 8, 8, 0, i, &buffer[i]), 0);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[1], 8, 0, 0, &other), -ENOSPC);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, users_area[0], 8, (uintptr_t)users_area[1], 0, APENET_SILENT),
                    0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_ERROR).status, -ENOENT);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer[7]), 0);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[1], 8, 0, 0, &other), 0);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, users_area[0], 8, (uintptr_t)users_area[1], 0, APENET_SILENT),
                    0);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).buffer.id, other.id);
}

static void table(void)
{
    users_run(table_program, 1, 1);
}

/* ---- a rejected get ---- */

static void refused_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_address_t there = {0, 0, 0, 0};
    apenet_buffer_t buffer;
    memset(users_area[me.x], 'a' + me.x, 100);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[me.x], 100, 0, 0, &buffer), 0);
    users_meet();
    if (me.x == 1) {
        CU_ASSERT_EQUAL(apenet_rdma_get(card, there, users_area[1], 100, (uintptr_t)users_area[0], 9, 0), 0);
        apenet_event_t e = users_next(card, APENET_EVENT_GET_DONE);
        CU_ASSERT_TRUE(e.status == -EACCES && e.tag == 9 && e.bytes == 0 && users_area[1][0] == 'b');
        CU_ASSERT_EQUAL(apenet_rdma_put(card, there, users_area[1], 50, (uintptr_t)users_area[0] + 70, 1, 0),
                        0);
        CU_ASSERT_EQUAL(apenet_rdma_put(card, there, users_area[1], 50, (uintptr_t)users_area[0] + 200, 2, 0),
                        0);
        CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).tag, 1);
        CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).tag, 2);
    } else {
        apenet_event_t e = users_next(card, APENET_EVENT_ERROR);
        CU_ASSERT_TRUE(e.status == -EMSGSIZE && e.bytes == 30 && e.peer.x == 1 && e.buffer.id == buffer.id);
        CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_ERROR).status, -ENOENT);
        CU_ASSERT_TRUE(users_area[0][69] == 'a' && users_area[0][70] == 'b' && users_area[0][99] == 'b');
    }
    users_meet();
}

static void refused(void)
{
    users_run(refused_program, 2, 1);
}

/* ---- sends ---- */

#define STREAMS 3u

static void receive_sends(apenet_card_t *card, unsigned messages)
{
    apenet_buffer_t buffer[STREAMS];
    for (unsigned i = 0; i < STREAMS; i++)
        CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[1] + i * 5000, i == 0 ? 8 : 4096,
                                               APENET_STREAMING, i, &buffer[i]),
                        0);
    for (unsigned n = 0; n < messages; n++) {
        apenet_event_t e = users_next(card, APENET_EVENT_RECEIVED);
        CU_ASSERT_EQUAL(e.bytes, n % 2 == 0 ? 8 : 4096);
        CU_ASSERT_TRUE(memcmp(e.address, users_area[0] + n % 5000, e.bytes) == 0);
        CU_ASSERT_TRUE(e.address == users_area[1] + e.context * 5000 && e.buffer.id == buffer[e.context].id);
        CU_ASSERT_EQUAL(apenet_rearm_buffer(card, e.buffer), 0);
    }
    for (unsigned i = 0; i < STREAMS; i++)
        CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer[i]), 0);
}

static void sends_program(apenet_card_t *card, apenet_address_t me)
{
    enum { MESSAGES = 3000 };
    apenet_address_t there = {1, 0, 0, 0};
    for (uint32_t i = 0; me.x == 0 && i < USERS_BYTES; i++)
        users_area[0][i] = pattern(i);
    users_meet();
    if (me.x == 1)
        receive_sends(card, MESSAGES);
    else
        for (unsigned n = 0; n < MESSAGES; n++)
            CU_ASSERT_EQUAL(
                apenet_rdma_send(card, there, users_area[0] + n % 5000, n % 2 == 0 ? 8 : 4096, n, 0), 0);
    for (unsigned n = 0; me.x == 0 && n < MESSAGES; n++)
        CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).tag, n);
    users_meet();
}

static void sends(void)
{
    users_run(sends_program, 2, 1);
}

/* ---- a dropped send without a buffer ---- */

static void dropped_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_address_t there = {1, 0, 0, 0};
    apenet_buffer_t buffer;
    memset(users_area[me.x], 'a' + me.x, 8);
    if (me.x == 0) {
        CU_ASSERT_EQUAL(apenet_rdma_send(card, there, users_area[0], 8, 1, 0), 0);
        CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).status, 0); /* not reported to the sender */
    } else {
        apenet_event_t e = users_next(card, APENET_EVENT_ERROR);
        CU_ASSERT_TRUE(e.status == -ENOENT && e.bytes == 0 && e.peer.x == 0 && e.buffer.id == 0);
        CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[1], 8, APENET_STREAMING, 7, &buffer), 0);
    }
    users_meet();
    if (me.x == 0) {
        CU_ASSERT_EQUAL(apenet_rdma_send(card, there, users_area[0], 8, 2, APENET_SILENT), 0);
    } else {
        CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).context, 7);
    }
    users_meet();
    CU_ASSERT_EQUAL(users_area[1][0], 'a');
}

static void dropped(void)
{
    setenv("EMUQ_APENET_NOBUF", "drop", 1);
    users_run(dropped_program, 2, 1);
    unsetenv("EMUQ_APENET_NOBUF");
}

/* ---- puts to physical addresses ---- */

static void physical_program(apenet_card_t *card, apenet_address_t me)
{
    enum { FROM = 100, TO = 3 * 4096 + 100, BYTES = 10000 };
    apenet_address_t other = {(uint8_t)(1 - me.x), 0, 0, 0};
    char *area = users_area[me.x], *to = area + TO;
    uint64_t va = (uintptr_t)to;
    unsigned wrong = 0;
    memset(area, '-', USERS_BYTES);
    for (uint32_t i = 0; i < BYTES; i++)
        area[FROM + i] = pattern(i);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, other, area + FROM, BYTES, va, 1, APENET_PHYS), -ENXIO);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, area + FROM, BYTES, va + 1, 1, APENET_PHYS), -EINVAL);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, area + FROM, BYTES, 4096 + FROM, 1, APENET_PHYS), -EFAULT);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, area + FROM, BYTES, va, 2, APENET_PHYS), 0);
    apenet_event_t e = users_next(card, APENET_EVENT_RECEIVED);
    CU_ASSERT_TRUE(e.status == 0 && e.bytes == BYTES && e.buffer.id == 0 && e.peer.x == me.x);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).tag, 2);
    for (uint32_t i = 0; i < BYTES; i++)
        wrong += to[i] != pattern(i);
    CU_ASSERT_TRUE(wrong == 0 && to[-1] == '-' && to[BYTES] == '-');
}

static void physical(void)
{
    users_run(physical_program, 2, 1);
}

/* ---- processes of one node, and order; more messages than slots and queue entries ---- */

static unsigned me_of(apenet_address_t a, uint32_t ppn)
{
    return a.x * ppn + a.pid;
}

static void order_program(apenet_card_t *card, apenet_address_t me)
{
    enum { MESSAGES = 8000 };
    apenet_buffer_t buffer;
    apenet_address_t sibling = {me.x, 0, 0, (uint8_t)(1 - me.pid)};
    unsigned self = me_of(me, 2), received = 0, seen[USERS] = {0};
    uint32_t source[USERS];
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[self], 4096, 0, self, &buffer), 0);
    CU_ASSERT_EQUAL(
        apenet_rdma_put(card, sibling, users_area[self], 8, (uintptr_t)users_area[self], 0, APENET_PHYS),
        -ENXIO);
    users_meet();
    for (uint32_t n = 0; n < MESSAGES; n++) {
        unsigned to = n % USERS;
        apenet_address_t there = {(uint8_t)(to / 2), 0, 0, (uint8_t)(to % 2)};
        source[to] = n;
        CU_ASSERT_EQUAL(
            apenet_rdma_put(card, there, &source[to], 4, (uintptr_t)users_area[to] + self * 8, n, 0), 0);
        CU_ASSERT_EQUAL_FATAL(
            apenet_wait_event(card, APENET_KIND(APENET_EVENT_SENT), 20000, &(apenet_event_t){0}), 0);
    }
    for (; received < MESSAGES; received++) {
        apenet_event_t e = users_next(card, APENET_EVENT_RECEIVED);
        unsigned from = me_of(e.peer, 2);
        CU_ASSERT_TRUE(e.context == self && e.address == users_area[self] + from * 8);
        seen[from]++;
    }
    for (unsigned from = 0; from < USERS; from++)
        CU_ASSERT_EQUAL(seen[from], MESSAGES / USERS);
    users_meet();
    for (unsigned from = 0; from < USERS; from++)
        CU_ASSERT_EQUAL(*(uint32_t *)(users_area[self] + from * 8), MESSAGES - USERS + self);
}

static void order(void)
{
    users_run(order_program, 2, 2);
}

/* ---- a full ring ---- */

static void full_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_address_t there = {1, 0, 0, 0};
    apenet_buffer_t buffer;
    unsigned sent = 0;
    if (me.x == 0) {
        CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], 8, 0, 0, &buffer), 0);
        for (; sent < 1022; sent++)
            CU_ASSERT_EQUAL(apenet_rdma_send(card, there, users_area[0], 8, sent, APENET_NOWAIT), 0);
        /* One free slot and a message of two packets: nothing is sent. */
        CU_ASSERT_EQUAL(apenet_rdma_put(card, there, users_area[0] + 4000, 200, 4096, 0, APENET_NOWAIT),
                        -EAGAIN);
        /* A send across a page boundary is one packet. */
        CU_ASSERT_EQUAL(apenet_rdma_send(card, there, users_area[0] + 4092, 8, sent++, APENET_NOWAIT), 0);
        CU_ASSERT_EQUAL(sent, 1023);
        CU_ASSERT_EQUAL(apenet_rdma_send(card, there, users_area[0], 8, 0, APENET_NOWAIT), -EAGAIN);
        CU_ASSERT_EQUAL(apenet_close(card), -EBUSY);
        CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), -EBUSY);
        CU_ASSERT_EQUAL(apenet_wait_event(card, APENET_ANY, 10, &(apenet_event_t){0}), -ETIMEDOUT);
    }
    users_meet();
    for (unsigned n = 0; me.x == 1 && n < 1023; n++) {
        CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[1], 8, APENET_STREAMING, n, &buffer), 0);
        CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).context, n);
        CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
    }
    for (; sent > 0; sent--)
        CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_SENT).status, 0);
    if (me.x == 0)
        CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
    users_meet();
}

static void full(void)
{
    users_run(full_program, 2, 1);
}

/* ---- unregistering under a stream of puts; several threads at each end ---- */

#define THREADS 3u
static int is_over; /* __atomic */

/* Threads of a rank put; each takes as many events as it has sent messages, of any thread. */
static void *put_stream(void *card)
{
    apenet_address_t there = {1, 0, 0, 0};
    apenet_event_t e;
    static const char source[64] = {1};
    while (!__atomic_load_n(&is_over, __ATOMIC_RELAXED)) {
        CU_ASSERT_EQUAL(apenet_rdma_put(card, there, source, sizeof source, (uintptr_t)users_area[1], 0, 0),
                        0);
        CU_ASSERT_EQUAL(apenet_wait_event(card, APENET_KIND(APENET_EVENT_SENT), 20000, &e), 0);
    }
    return NULL;
}

/* @return number of unexpected bytes in the area */
static unsigned changes(char set)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < 64; i++)
        wrong += users_area[1][i] != set;
    return wrong;
}

static void unregister_often(apenet_card_t *card)
{
    apenet_buffer_t buffer;
    apenet_event_t e;
    for (unsigned n = 0; n < 200; n++) {
        CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[1], 64, 0, 0, &buffer), 0);
        do { /* puts between two buffers report errors */
            CU_ASSERT_EQUAL_FATAL(apenet_wait_event(card, APENET_ANY, 20000, &e), 0);
        } while (e.kind != APENET_EVENT_RECEIVED || e.buffer.id != buffer.id);
        CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
        memset(users_area[1], 2, 64);
        sched_yield();
        CU_ASSERT_EQUAL(changes(2), 0);
    }
}

static void stream_program(apenet_card_t *card, apenet_address_t me)
{
    pthread_t thread[THREADS];
    for (unsigned i = 0; me.x == 0 && i < THREADS; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&thread[i], NULL, put_stream, card), 0);
    if (me.x == 1) {
        unregister_often(card);
        __atomic_store_n(&is_over, 1, __ATOMIC_RELAXED);
    }
    for (unsigned i = 0; me.x == 0 && i < THREADS; i++)
        pthread_join(thread[i], NULL);
    users_meet();
    CU_ASSERT_EQUAL(apenet_wait_event(card, APENET_KIND(APENET_EVENT_SENT), 0, &(apenet_event_t){0}),
                    -ETIMEDOUT);
}

static void stream(void)
{
    is_over = 0;
    users_run(stream_program, 2, 1);
}

/* ---- rejected calls ---- */

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* Whether the kernel supports the check of writability. */
static bool populates(void)
{
    return madvise((void *)((uintptr_t)users_area[0] & ~(uintptr_t)4095), 4096, MADV_POPULATE_WRITE) == 0;
}

/* Memory that is not writable, or no longer. */
static void refuse_constants(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    char *memory = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (unsigned n = 0; n < 2; n++) {
        CU_ASSERT_EQUAL(apenet_register_buffer(card, memory, 8192, APENET_GET, 0, &buffer), -EFAULT);
        CU_ASSERT_EQUAL(apenet_rdma_get(card, me, memory + 4000, 200, 1, 0, 0), -EFAULT);
        CU_ASSERT_EQUAL(mprotect(memory, 8192, PROT_READ | PROT_WRITE), 0);
        CU_ASSERT_EQUAL(apenet_register_buffer(card, memory, 8192, APENET_GET, 0, &buffer), 0);
        CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
        CU_ASSERT_EQUAL(mprotect(memory, 8192, PROT_READ), 0);
    }
    CU_ASSERT_EQUAL(munmap(memory, 8192), 0);
}

static int errors_program(int argc, char **argv)
{
    apenet_address_t me, none = {2, 0, 0, 0}, no_pid = {0, 0, 0, 1}, here = {0, 0, 0, 0};
    apenet_card_t *card, *again;
    apenet_buffer_t buffer = {0}, same, other;
    (void)argc;
    (void)argv;
    CU_ASSERT_EQUAL(apenet_open(1, &card), -ENXIO);
    card = users_open(&me);
    CU_ASSERT_EQUAL(apenet_open(0, &again), 0);
    CU_ASSERT_PTR_EQUAL(again, card);
    char *hole = (char *)4096; /* a reserved range that no other thread can map */
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], 0, 0, 0, &buffer), -EINVAL);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], ((size_t)1 << 32) + 8, 0, 0, &buffer),
                    -EINVAL);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, here, users_area[0], ((size_t)1 << 32) + 8, 1, 0, 0), -EINVAL);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], 8, 64, 0, &buffer), -EINVAL);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, hole, 8, 0, 0, &buffer), -EFAULT);
    if (populates())
        refuse_constants(card, here);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, here, users_area[0], 0, 1, 0, 0), -EINVAL);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, here, users_area[0], 8, 1, 0, 64), -EINVAL);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, here, hole, 8, 1, 0, 0), -EFAULT);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, here, users_area[0], 8, 0, 0, 0), -EINVAL);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, here, users_area[0], 8192, (uint64_t)-4096, 0, 0), -EINVAL);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, none, users_area[0], 8, 1, 0, 0), -ENXIO);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, no_pid, users_area[0], 8, 1, 0, 0), -ENXIO);
    CU_ASSERT_EQUAL(apenet_rdma_get(card, here, hole, 8, 1, 0, 0), -EFAULT);
    CU_ASSERT_EQUAL(apenet_rdma_get(card, here, users_area[0], 8, 0, 0, 0), -EINVAL);
    CU_ASSERT_EQUAL(apenet_rdma_get(card, here, users_area[0], 8192, (uint64_t)-4096, 0, 0), -EINVAL);
    CU_ASSERT_EQUAL(apenet_rdma_send(card, here, users_area[0], 4097, 0, 0), -EMSGSIZE);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), -ENOENT);
    CU_ASSERT_EQUAL(apenet_rearm_buffer(card, buffer), -ENOENT);
    CU_ASSERT_EQUAL(apenet_wait_event(card, 0, 0, &(apenet_event_t){0}), -EINVAL);
    CU_ASSERT_EQUAL(apenet_wait_event(card, APENET_ANY, 0, &(apenet_event_t){0}), -ETIMEDOUT);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], 8, 0, 1, &buffer), 0);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], 8, 0, 1, &same), 0);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], 8, 0, 2, &other), 0);
    CU_ASSERT_TRUE(buffer.id == same.id && buffer.id != other.id);
    CU_ASSERT_EQUAL(apenet_rearm_buffer(card, buffer), -EINVAL);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), -ENOENT);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], 8, 0, 1, &same), 0);
    CU_ASSERT_NOT_EQUAL(buffer.id, same.id); /* a delayed event of the old buffer must find no record */
    CU_ASSERT_EQUAL(apenet_close(card), 0);
    CU_ASSERT_EQUAL(apenet_close(card), 0); /* unregisters the rest */
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, other), -ENOENT);
    CU_ASSERT_EQUAL(apenet_close(card), -EINVAL);
    return 0;
}

static void errors(void)
{
    users_run_program(errors_program, 2, 1);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"the published names", names},
                                        {"puts and gets of all alignments", fragments},
                                        {"puts between all places of a word", places},
                                        {"as many buffers as a table has", table},
                                        {"what the other end does not allow", refused},
                                        {"sends", sends},
                                        {"sends that are dropped", dropped},
                                        {"puts to physical addresses", physical},
                                        {"order, with two processes on a node", order},
                                        {"a ring that is full", full},
                                        {"unregistered under a stream of puts", stream},
                                        {"calls that are refused", errors},
                                        {NULL, NULL}};
    return emuq_test_main("calls of APEnet+", tests);
}
