/* SPDX-License-Identifier: BSD-3-Clause */
/* Puts sent without the ring lock: rejected calls, changes of source and target memory, and concurrent
 * threads. */
#include "apenet/driver/driver.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include "emuq_test.h"
#include "users.h"

#define PAGE    4096u
#define PUTS    1500u /* per thread; two threads exceed the number of records */
#define THREADS 2u
#define BYTES   32u

static const apenet_address_t there = {1, 0, 0, 0};

/* Messages of a card with a known target at the receiver. */
static uint64_t known(const apenet_card_t *card)
{
    return card->host->device->tx.known;
}

static uint64_t packets(const apenet_card_t *card)
{
    apenet_counters_t c;
    apenet_device_counters(card->host->device, &c);
    return c.packets_sent;
}

static int put(apenet_card_t *card, apenet_address_t to, const void *source, size_t bytes, unsigned flags)
{
    return apenet_rdma_put(card, to, source, bytes, (uintptr_t)users_area[1], 7, flags);
}

/* Both ranks register a page of their area. */
static apenet_buffer_t begin(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    CU_ASSERT_EQUAL_FATAL(apenet_register_buffer(card, users_area[me.x], PAGE, 0, 5, &buffer), 0);
    users_meet();
    return buffer;
}

/* The second rank takes the events of messages in order. */
static void take(apenet_card_t *card, unsigned messages)
{
    for (unsigned i = 0; i < messages; i++) {
        apenet_event_t e = users_next(card, APENET_EVENT_RECEIVED);
        CU_ASSERT(e.bytes == BYTES && e.status == 0 && e.context == 5 && e.address == users_area[1]);
    }
}

/* ---- rejected calls ---- */

static void check_refusals(apenet_card_t *card)
{
    const char *source = users_area[0];
    uint64_t before = packets(card);
    CU_ASSERT_EQUAL(put(card, (apenet_address_t){2, 0, 0, 0}, source, BYTES, 0), -ENXIO);
    CU_ASSERT_EQUAL(put(card, (apenet_address_t){1, 0, 0, 1}, source, BYTES, 0), -ENXIO);
    CU_ASSERT_EQUAL(put(card, there, source, 0, 0), -EINVAL);
    CU_ASSERT_EQUAL(put(card, there, source, BYTES, 8), -EINVAL);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, there, source, BYTES, 0, 0, 0), -EINVAL);
    CU_ASSERT_EQUAL(apenet_rdma_put(card, there, source, BYTES, UINT64_MAX - 8, 0, 0), -EINVAL);
    CU_ASSERT_EQUAL(packets(card), before);
    CU_ASSERT_EQUAL(card->open_operations, 0);
}

static void refused_program(apenet_card_t *card, apenet_address_t me)
{
    (void)begin(card, me);
    for (unsigned i = 0; me.x == 0 && i < 10; i++) {
        memset(users_area[0], (int)i, BYTES);
        CU_ASSERT_EQUAL(put(card, there, users_area[0], BYTES, APENET_SILENT), 0);
        CU_ASSERT_EQUAL(known(card), i); /* except the first */
        check_refusals(card);
    }
    if (me.x == 1)
        take(card, 10);
    users_meet();
    CU_ASSERT_EQUAL(memcmp(users_area[1], users_area[0], BYTES), 0);
}

static void what_is_wrong_is_refused(void)
{
    users_run(refused_program, 2, 1);
}

/* ---- memory that changes ---- */

/* A source that is registered, then unregistered, then unmapped. */
static void put_from_mapping(apenet_card_t *card)
{
    apenet_buffer_t buffer;
    char *m = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CU_ASSERT_PTR_NOT_EQUAL_FATAL(m, MAP_FAILED);
    memset(m, 3, PAGE);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, m, PAGE, 0, 0, &buffer), 0);
    for (unsigned i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(put(card, there, m + 8, BYTES, APENET_SILENT), 0);
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
    CU_ASSERT_EQUAL(put(card, there, m + 8, BYTES, APENET_SILENT), 0);
    CU_ASSERT_EQUAL(munmap(m, PAGE), 0);
    CU_ASSERT_EQUAL(put(card, there, m + 8, BYTES, APENET_SILENT), -EFAULT);
}

/* A target registered with another context, then unregistered. */
static void changes_program(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer = begin(card, me);
    if (me.x == 0)
        put_from_mapping(card);
    else
        take(card, 4);
    users_meet();
    if (me.x == 1) {
        CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
        CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[1], BYTES - 8, 0, 6, &buffer), 0);
    }
    users_meet();
    for (unsigned i = 0; me.x == 0 && i < 2; i++)
        CU_ASSERT_EQUAL(put(card, there, users_area[0], BYTES, APENET_SILENT), 0);
    for (unsigned i = 0; me.x == 1 && i < 2; i++) {
        apenet_event_t e = users_next(card, APENET_EVENT_ERROR);
        CU_ASSERT(e.bytes == BYTES - 8 && e.context == 6 && e.buffer.id == buffer.id);
    }
    users_meet();
    if (me.x == 1)
        CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
    users_meet();
    if (me.x == 0) {
        CU_ASSERT_EQUAL(put(card, there, users_area[0], BYTES, APENET_SILENT), 0);
    } else {
        CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_ERROR).bytes, 0);
    }
    users_meet();
}

static void memory_changes(void)
{
    users_run(changes_program, 2, 1);
}

/* ---- threads ---- */

typedef struct worker {
    apenet_card_t *card;
    unsigned number;
} worker_t;

/* Puts without taking events: operations exceed records, so some puts wait until a poll delivers events. */
static void *put_many(void *argument)
{
    const worker_t *w = argument;
    for (unsigned i = 0; i < PUTS; i++)
        CU_ASSERT_EQUAL_FATAL(apenet_rdma_put(w->card, there, users_area[0], BYTES, (uintptr_t)users_area[1],
                                              w->number * PUTS + i, 0),
                              0);
    return NULL;
}

static void put_by_threads(apenet_card_t *card)
{
    static unsigned char seen[THREADS * PUTS];
    pthread_t thread[THREADS];
    worker_t w[THREADS];
    uint64_t last[THREADS] = {0, 0};
    memset(seen, 0, sizeof seen);
    for (unsigned i = 0; i < THREADS; i++) {
        w[i] = (worker_t){card, i};
        CU_ASSERT_EQUAL_FATAL(pthread_create(&thread[i], NULL, put_many, &w[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (unsigned i = 0; i < THREADS * PUTS; i++) {
        apenet_event_t e = users_next(card, APENET_EVENT_SENT);
        CU_ASSERT_FATAL(e.tag < THREADS * PUTS && e.status == 0 && e.bytes == BYTES);
        CU_ASSERT(seen[e.tag]++ == 0 && e.tag >= last[e.tag / PUTS]); /* in call order */
        last[e.tag / PUTS] = e.tag;
    }
    CU_ASSERT_EQUAL(packets(card), THREADS * PUTS);
    CU_ASSERT_EQUAL(card->open_operations, 0);
    CU_ASSERT(known(card) > PUTS / 4);
}

static void threads_program(apenet_card_t *card, apenet_address_t me)
{
    (void)begin(card, me);
    if (me.x == 0)
        put_by_threads(card);
    else
        take(card, THREADS * PUTS);
    users_meet();
    CU_ASSERT_EQUAL(apenet_wait_event(card, APENET_ANY, 0, &(apenet_event_t){0}), -ETIMEDOUT);
}

static void threads_put_at_once(void)
{
    users_run(threads_program, 2, 1);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"what is wrong is refused", what_is_wrong_is_refused},
                                        {"memory changes", memory_changes},
                                        {"threads put at once", threads_put_at_once},
                                        {NULL, NULL}};
    return emuq_test_main("apenet_at_once", tests);
}
