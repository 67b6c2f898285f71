/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic operations of the Message Unit: progress, order. */
#include "pair.h"

#include <rdma/fi_atomic.h>

static const pair_options_t options = {.caps = FI_MSG | FI_RMA | FI_ATOMIC | FI_FENCE, .has_counters = true};
static _Alignas(64) char memory[4096];
static struct fid_mr *region;

#define KEY 1u

static void native_open(side_t *s)
{
    side_open(s, &options);
    CHECK_EQUAL(fi_mr_reg(s->domain, memory, sizeof memory, FI_REMOTE_READ | FI_REMOTE_WRITE, 0, KEY, 0,
                          &region, NULL),
                0);
    side_barrier(s);
}

static void native_close(side_t *s)
{
    side_barrier(s);
    CHECK_EQUAL(fi_close(&region->fid), 0);
    side_close(s);
}

static void side_tell(const side_t *s)
{
    CHECK(write(s->fd, "", 1) == 1);
}

static void side_hear(const side_t *s)
{
    char c;
    CHECK(read(s->fd, &c, 1) == 1);
}

/* Calls no function of libfabric between side_await_sleep() and side_tell() of the peer. */
static void side_sleep(const side_t *s)
{
    side_tell(s);
    side_hear(s);
}

#define side_await_sleep side_hear

/* Words of this process, which another thread of it changes. */
static void word_store(size_t word, uint64_t value)
{
    __atomic_store_n((uint64_t *)(void *)memory + word, value, __ATOMIC_RELEASE);
}

static uint64_t word_load(size_t word)
{
    return __atomic_load_n((uint64_t *)(void *)memory + word, __ATOMIC_ACQUIRE);
}

/* Starts an operation on a word of the peer. @param result NULL: not fetched */
static void word_start(side_t *s, size_t word, enum fi_datatype type, enum fi_op op, const void *operand,
                       uint64_t *result, void *context)
{
    if (result == NULL)
        SIDE_REPEAT(s, fi_atomic(s->ep, operand, 1, NULL, s->peer, 8 * word, KEY, type, op, context));
    else
        SIDE_REPEAT(s, fi_fetch_atomic(s->ep, operand, 1, NULL, result, NULL, s->peer, 8 * word, KEY, type,
                                       op, context));
}

/* Operations that complete without progress of the target. */
static const struct {
    enum fi_datatype type;
    enum fi_op op;
    bool fetches;
    uint64_t before, operand, after;
} word_ops[] = {{FI_UINT64, FI_ATOMIC_WRITE, false, 7, 1, 1},
                {FI_INT64, FI_ATOMIC_WRITE, false, 7, UINT64_MAX, UINT64_MAX},
                {FI_DOUBLE, FI_ATOMIC_WRITE, false, 7, UINT64_C(1) << 63, UINT64_C(1) << 63},
                {FI_UINT64, FI_SUM, false, UINT64_MAX, 2, 1},
                {FI_INT64, FI_SUM, false, 3, (uint64_t)-5, (uint64_t)-2},
                {FI_UINT64, FI_BOR, false, 5, 9, 13},
                {FI_INT64, FI_BOR, false, 5, 9, 13},
                {FI_UINT64, FI_BXOR, false, 5, 9, 12},
                {FI_INT64, FI_BXOR, false, 5, 9, 12},
                {FI_UINT64, FI_MAX, false, 5, UINT64_MAX, UINT64_MAX},
                {FI_UINT64, FI_MAX, false, 9, 5, 9},
                {FI_UINT64, FI_ATOMIC_READ, true, 5, 0, 5},
                {FI_INT64, FI_ATOMIC_READ, true, 5, 0, 5},
                {FI_DOUBLE, FI_ATOMIC_READ, true, 5, 0, 5},
                {FI_UINT64, FI_ATOMIC_WRITE, true, 5, 0, 0},
                {FI_UINT64, FI_SUM, true, UINT64_MAX, 1, 0},
                {FI_INT64, FI_SUM, true, 0, UINT64_MAX, UINT64_MAX}};
enum { WORD_OPS = sizeof word_ops / sizeof word_ops[0] };

static void sleeping_target_side(side_t *s)
{
    uint64_t got = 0;
    if (pair_has_cards())
        return;
    native_open(s);
    for (unsigned i = 0; i < WORD_OPS; i++)
        word_store(i, word_ops[i].before);
    side_barrier(s);
    if (s->number == 0) {
        side_await_sleep(s);
        for (unsigned i = 0; i < WORD_OPS; i++) {
            word_start(s, i, word_ops[i].type, word_ops[i].op, &word_ops[i].operand,
                       word_ops[i].fetches ? &got : NULL, &got);
            struct fi_cq_tagged_entry e = side_wait(s);
            CHECK(e.op_context == &got);
            CHECK_EQUAL(e.flags, FI_ATOMIC | (word_ops[i].fetches ? FI_READ : FI_WRITE));
            CHECK(!word_ops[i].fetches || got == word_ops[i].before);
        }
        CHECK_EQUAL(fi_cntr_read(s->rma), WORD_OPS);
        const struct fi_ioc operand = {&got, 1};
        const struct fi_rma_ioc target = {8 * WORD_OPS, 1, KEY};
        const struct fi_msg_atomic m = {.msg_iov = &operand,
                                        .iov_count = 1,
                                        .addr = s->peer,
                                        .rma_iov = &target,
                                        .rma_iov_count = 1,
                                        .datatype = FI_UINT64,
                                        .op = FI_ATOMIC_WRITE};
        for (got = 1; got < 100; got++) {
            SIDE_REPEAT(s, fi_inject_atomic(s->ep, &got, 1, s->peer, 8, KEY, FI_UINT64, FI_BOR));
            SIDE_REPEAT(s, fi_atomicmsg(s->ep, &m, FI_FENCE | FI_DELIVERY_COMPLETE));
            (void)side_wait(s);
        }
        side_tell(s);
    } else {
        side_sleep(s);
        for (unsigned round = 0; round < 2; round++) {
            CHECK(word_load(WORD_OPS) == 99);
            for (unsigned i = 0; i < WORD_OPS; i++)
                CHECK(word_load(i) == word_ops[i].after);
            for (unsigned i = 0; i < 1000; i++) /* takes packets, which change nothing */
                CHECK_EQUAL(fi_cq_read(s->cq, NULL, 0), -FI_EAGAIN);
        }
    }
    native_close(s);
}

/* Operations of both kinds on a word, in progress together, give the results of their order. */
static void mixed_order_side(side_t *s)
{
    enum { MANY = 5000, KINDS = 9 };
    static const struct {
        enum fi_op op;
        bool fetches;
        uint64_t operand; /* 0: random */
    } kind[KINDS] = {{FI_ATOMIC_WRITE, false, 0}, {FI_SUM, false, 0}, {FI_BXOR, false, 0},
                     {FI_ATOMIC_READ, true, 1},   {FI_SUM, true, 1},  {FI_SUM, true, UINT64_MAX},
                     {FI_ATOMIC_WRITE, true, 0},  {FI_SUM, true, 0},  {FI_PROD, false, 0}};
    static uint64_t got[MANY], expected[MANY];
    uint64_t random = (uint64_t)s->number + 1, value = 0;
    struct fi_cq_tagged_entry e;
    unsigned done = 0, started = 0;
    native_open(s);
    word_store(1, 0);
    side_barrier(s);
    for (unsigned i = 0, last = 0; i < MANY; i++, started++) { /* both sides, to each other */
        random = random * UINT64_C(6364136223846793005) + 1;
        /* Half of the operations are of the kind before. */
        unsigned k = last = random >> 63 ? last : (unsigned)(random >> 40) % KINDS;
        uint64_t operand = kind[k].operand != 0 ? kind[k].operand : random | 2;
        expected[i] = kind[k].fetches ? value : 0;
        value = kind[k].op == FI_ATOMIC_WRITE ? operand
                : kind[k].op == FI_SUM        ? value + operand
                : kind[k].op == FI_BXOR       ? value ^ operand
                : kind[k].op == FI_PROD       ? value * operand
                                              : value;
        word_start(s, 1, FI_UINT64, kind[k].op, &operand, kind[k].fetches ? &got[i] : NULL, &got[i]);
        while (fi_cq_read(s->cq, &e, 1) == 1)
            done++;
    }
    side_wait_all(s, started - done);
    CHECK_EQUAL(fi_cntr_read(s->rma), MANY);
    for (unsigned i = 0; i < MANY; i++)
        CHECK(got[i] == expected[i]);
    side_barrier(s);
    side_exchange(s, &value, &expected[0], sizeof value);
    CHECK(word_load(1) == expected[0]);
    native_close(s);
}

/* A request waits for progress of the target; operations that need none wait for it only if the endpoint has
 * an order. */
static void no_order_side(side_t *s)
{
    const uint64_t three = 3, one = 1;
    uint64_t product = 0, got = 9;
    struct fi_cq_tagged_entry e;
    if (pair_has_cards())
        return;
    native_open(s);
    CHECK_EQUAL(fi_close(&s->ep->fid), 0);
    s->info->tx_attr->msg_order = FI_ORDER_SAS;
    s->ep = side_open_endpoint(s, &options, s->cq);
    word_store(0, three);
    word_store(1, 0);
    side_barrier(s);
    if (s->number == 0) {
        side_await_sleep(s);
        word_start(s, 0, FI_UINT64, FI_PROD, &three, &product, &product);
        word_start(s, 1, FI_UINT64, FI_SUM, &one, &got, &got);
        CHECK(side_wait(s).op_context == &got);
        CHECK_EQUAL(got, 0);
        side_tell(s);
        CHECK(side_wait(s).op_context == &product);
        CHECK_EQUAL(product, 3);
        side_barrier(s);
        s->info->tx_attr->msg_order = FI_ORDER_SAS | FI_ORDER_ATOMIC_WAW;
        CHECK_EQUAL(fi_close(&s->ep->fid), 0);
        s->ep = side_open_endpoint(s, &options, s->cq);
        side_barrier(s);
        side_await_sleep(s);
        word_start(s, 0, FI_UINT64, FI_PROD, &three, &product, &product);
        word_start(s, 1, FI_UINT64, FI_SUM, &one, &got, &got);
        for (unsigned i = 0; i < 10000; i++)
            CHECK_EQUAL(fi_cq_read(s->cq, &e, 1), -FI_EAGAIN);
        side_tell(s);
        CHECK(side_wait(s).op_context == &product);
        CHECK(side_wait(s).op_context == &got);
        CHECK(product == 9 && got == 1);
    } else {
        side_sleep(s);
        side_barrier(s);
        side_barrier(s);
        side_sleep(s);
    }
    native_close(s);
}

/* Closes the endpoint and opens another one of its number. */
static void side_reopen(side_t *s)
{
    CHECK_EQUAL(fi_close(&s->ep->fid), 0);
    s->ep = side_open_endpoint(s, &options, s->cq);
}

enum { COUNT = 100 };

/* Adds 1 to a word of the peer COUNT times, one after the other. */
static void word_count(side_t *s)
{
    const uint64_t one = 1;
    uint64_t got;
    for (unsigned i = 0; i < COUNT; i++) {
        word_start(s, 0, FI_UINT64, FI_SUM, &one, i % 2 != 0 ? &got : NULL, NULL);
        (void)side_wait(s);
    }
}

/* Requests of operations that are complete arrive when the target wakes up, at the same or the next endpoint
 * of each side: all operations are executed once. */
static void late_requests_side(side_t *s)
{
    enum { ROUNDS = 4 }; /* neither, one, or both sides have another endpoint */
    const uint64_t one = 1;
    uint64_t count = 0, unknown = 0, of_peer[2];
    struct fi_cq_tagged_entry e;
    if (pair_has_cards())
        return;
    native_open(s);
    word_store(0, 0);
    side_barrier(s);
    for (unsigned round = 0; round < ROUNDS; round++) {
        if (s->number == 0) {
            side_await_sleep(s);
            word_count(s);
            word_start(s, 0, FI_UINT64, FI_SUM, &one, NULL, NULL);
            if (round % 2 != 0) {
                side_reopen(s); /* with an operation in progress: completes it, in time */
                bool is_complete = fi_cq_read(s->cq, &e, 1) == 1;
                count += is_complete;
                unknown += !is_complete;
            } else {
                (void)side_wait(s);
                count++;
            }
            word_count(s);
            side_tell(s);
            word_count(s);
            count += UINT64_C(3) * COUNT;
        } else {
            side_sleep(s);
            if (round / 2 != 0)
                side_reopen(s);
        }
        side_barrier(s);
    }
    side_exchange(s, (uint64_t[]){count, unknown}, of_peer, sizeof of_peer);
    CHECK(s->number == 0 || (word_load(0) >= of_peer[0] && word_load(0) <= of_peer[0] + of_peer[1]));
    native_close(s);
}

PAIR_TEST(sleeping_target)
PAIR_TEST(mixed_order)
PAIR_TEST(no_order)
PAIR_TEST(late_requests)

int main(void)
{
    static const emuq_test_t tests[] = {{"operations without progress of the target", sleeping_target},
                                        {"order of operations of both kinds", mixed_order},
                                        {"operations without an order", no_order},
                                        {"requests that arrive late", late_requests},
                                        {NULL, NULL}};
    return emuq_test_main("fabric native", tests);
}
