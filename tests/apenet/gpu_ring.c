/* SPDX-License-Identifier: BSD-3-Clause */
/* Puts posted by kernels through their ring; threads simulate the kernels. */
#include "apenet/gpu_ring.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"
#include "tests/ranks/capture.h"
#include "users.h"

#define PUTS 1000u /* many passes through the ring */

/* Arguments of a kernel. */
typedef struct kernel {
    apenet_gpu_ring_t *ring;
    apenet_descriptor_t put; /* 8 bytes each, to the first of PUTS slots */
    uint64_t *source;        /* GPU memory */
} kernel_t;

/* Waits for a free slot, fills it and stores the doorbell. Loads and stores only, as on a GPU. */
static void post(const kernel_t *k, const apenet_descriptor_t *d)
{
    uint32_t slot = __atomic_load_n(&k->ring->next, __ATOMIC_RELAXED), behind = (slot + 1) % APENET_GPU_SLOTS;
    while (__atomic_load_n(&k->ring->read, __ATOMIC_ACQUIRE) == behind)
        sched_yield();
    k->ring->slot[slot] = *d;
    __atomic_store_n(&k->ring->next, behind, __ATOMIC_RELEASE);
}

/* Puts numbers between separate locations. */
static void *count(void *kernel)
{
    kernel_t *k = kernel;
    apenet_descriptor_t d = k->put;
    for (uint64_t n = 0; n < PUTS; n++) {
        k->source[n] = n + 1;
        apenet_set64(&d.header.w[2], apenet_get64(&k->put.header.w[2]) + n * 8);
        apenet_set64(d.cmd0, apenet_get64(k->put.cmd0) + n * 8);
        apenet_set64(d.cmd1, n);
        post(k, &d);
    }
    return NULL;
}

static void *target_of[2]; /* by process */

static void take_target(apenet_card_t *card, unsigned pid)
{
    apenet_buffer_t buffer;
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc(card, 1, PUTS * 8, &target_of[pid]), 0);
    CU_ASSERT_EQUAL(apenet_register_buffer(card, target_of[pid], PUTS * 8, APENET_GPU(1), pid, &buffer), 0);
}

static void prepare(apenet_card_t *card, apenet_address_t to, const void *target, kernel_t *k)
{
    void *source, *at;
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc(card, 0, PUTS * 8, &source), 0);
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_kernel_address(source, PUTS * 8, &at), 0);
    CU_ASSERT_EQUAL_FATAL(apenet_gpu_ring_open(card, &k->ring), 0);
    CU_ASSERT_EQUAL(apenet_gpu_prepare_put(card, to, source, 8, (uintptr_t)target, 0,
                                           APENET_LOCAL_GPU(0) | APENET_REMOTE_GPU(1), &k->put),
                    0);
    k->source = at;
}

static void puts_program(apenet_card_t *card, apenet_address_t me)
{
    pthread_t thread;
    kernel_t k;
    if (me.x == 1)
        take_target(card, 0);
    users_meet();
    if (me.x == 0) {
        apenet_address_t there = {1, 0, 0, 0};
        prepare(card, there, target_of[0], &k);
        CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, count, &k), 0);
        for (uint64_t n = 0; n < PUTS; n++) {
            apenet_event_t e = users_next(card, APENET_EVENT_SENT);
            CU_ASSERT_TRUE(e.tag == n && e.bytes == 8 && e.peer.x == 1);
        }
        pthread_join(thread, NULL);
        CU_ASSERT_EQUAL(apenet_gpu_ring_close(card), 0);
        CU_ASSERT_EQUAL(apenet_gpu_ring_close(card), -ENOENT);
    } else {
        uint64_t numbers[PUTS], wrong = 0;
        for (uint64_t n = 0; n < PUTS; n++) {
            apenet_event_t e = users_next(card, APENET_EVENT_RECEIVED);
            CU_ASSERT_EQUAL(e.address, (char *)target_of[0] + n * 8);
        }
        CU_ASSERT_EQUAL(apenet_gpu_copy(numbers, target_of[0], sizeof numbers), 0);
        for (uint64_t n = 0; n < PUTS; n++)
            wrong += numbers[n] != n + 1;
        CU_ASSERT_EQUAL(wrong, 0);
    }
    users_meet();
}

static void puts_of_a_kernel(void)
{
    users_run(puts_program, 2, 1);
}

/* ---- a kernel that ends before its doorbell store ---- */

/* Waits for an event of a kind; events of both processes have no order. */
static apenet_event_t next_of(apenet_card_t *card, int kind)
{
    apenet_event_t e = {0};
    CU_ASSERT_EQUAL(apenet_wait_event(card, APENET_KIND(kind), 20000, &e), 0);
    return e;
}

/* The other process may be sending now. */
static void close_ring(apenet_card_t *card)
{
    int rc;
    while ((rc = apenet_gpu_ring_close(card)) == -EAGAIN)
        sched_yield();
    CU_ASSERT_EQUAL(rc, 0);
}

static void unfinished_program(apenet_card_t *card, apenet_address_t me)
{
    kernel_t k;
    apenet_address_t other = {0, 0, 0, (uint8_t)(1 - me.pid)};
    take_target(card, me.pid);
    prepare(card, other, target_of[me.pid], &k);
    users_meet();
    k.ring->slot[0] = k.put;
    apenet_set64(k.ring->slot[0].header.w + 2, (uintptr_t)target_of[other.pid]);
    /* Neither process of the card waits for the slot. */
    uint64_t theirs = (uintptr_t)target_of[other.pid];
    CU_ASSERT_EQUAL(apenet_rdma_put(card, other, users_area[me.pid], 16, theirs, 5, APENET_REMOTE_GPU(1)), 0);
    CU_ASSERT_EQUAL(next_of(card, APENET_EVENT_RECEIVED).bytes, 16);
    CU_ASSERT_EQUAL(next_of(card, APENET_EVENT_SENT).tag, 5);
    __atomic_store_n(&k.ring->next, APENET_GPU_SLOTS, __ATOMIC_RELEASE); /* invalid slot number */
    CU_ASSERT_EQUAL(apenet_wait_event(card, APENET_ANY, 2, &(apenet_event_t){0}), -ETIMEDOUT);
    CU_ASSERT_EQUAL(k.ring->read, 0);
    users_meet();
    __atomic_store_n(&k.ring->next, 1, __ATOMIC_RELEASE); /* another kernel continues */
    close_ring(card);
    CU_ASSERT_EQUAL(next_of(card, APENET_EVENT_RECEIVED).bytes, 8);
    CU_ASSERT_EQUAL(next_of(card, APENET_EVENT_SENT).bytes, 8);
    users_meet();
}

static void an_unfinished_slot_holds_nobody_up(void)
{
    users_run(unfinished_program, 1, 2);
}

/* ---- rejected calls ---- */

static void refused_program(apenet_card_t *card, apenet_address_t me)
{
    kernel_t k;
    apenet_gpu_ring_t *again;
    apenet_descriptor_t d;
    apenet_address_t none = {7, 0, 0, 0};
    char *host = users_area[0];
    uint64_t va;
    take_target(card, 0);
    va = (uintptr_t)target_of[0];
    prepare(card, me, target_of[0], &k);
    CU_ASSERT_EQUAL(apenet_gpu_ring_open(card, &again), -EBUSY);
    CU_ASSERT_EQUAL(apenet_gpu_prepare_put(card, me, host, 4097, va, 0, 0, &d), -EMSGSIZE);
    CU_ASSERT_EQUAL(apenet_gpu_prepare_put(card, me, host + 4095, 2, va, 0, 0, &d), -EMSGSIZE);
    CU_ASSERT_EQUAL(apenet_gpu_prepare_put(card, me, host, 0, va, 0, 0, &d), -EINVAL);
    CU_ASSERT_EQUAL(apenet_gpu_prepare_put(card, me, host, 8, 0, 0, 0, &d), -EINVAL);
    CU_ASSERT_EQUAL(apenet_gpu_prepare_put(card, me, host, 8, va, 0, APENET_NOWAIT, &d), -EINVAL);
    CU_ASSERT_EQUAL(apenet_gpu_prepare_put(card, me, host, 8, va, 0, APENET_LOCAL_GPU(0), &d), -EFAULT);
    CU_ASSERT_EQUAL(apenet_gpu_prepare_put(card, none, host, 8, va, 0, 0, &d), -ENXIO);
    /* The card rejects invalid descriptors of a kernel. */
    d = k.put;
    apenet_set(d.header.w, APENET_HEADER_DEST_X, 7);
    apenet_set64(d.cmd1, 11);
    post(&k, &d);
    apenet_event_t e = users_next(card, APENET_EVENT_ERROR);
    CU_ASSERT_TRUE(e.status == -ENXIO && e.tag == 11);
    post(&k, &k.put);
    CU_ASSERT_EQUAL(users_next(card, APENET_EVENT_RECEIVED).bytes, 8);
}

static void what_is_refused(void)
{
    static capture_t c;
    setenv("EMUQ_ON_ERROR", "report", 1);
    capture_begin(&c);
    users_run(refused_program, 1, 1);
    capture_end(&c);
    unsetenv("EMUQ_ON_ERROR");
    CU_ASSERT_PTR_NOT_NULL(strstr(c.text, "the destination is outside the lattice"));
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"puts of a kernel", puts_of_a_kernel},
        {"an unfinished slot holds nobody up", an_unfinished_slot_holds_nobody_up},
        {"what is refused", what_is_refused},
        {NULL, NULL}};
    return emuq_test_main("rings of kernels of APEnet+", tests);
}
