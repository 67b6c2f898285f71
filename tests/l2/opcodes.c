/* SPDX-License-Identifier: BSD-3-Clause */
/* Every L2 operation against a table of words before and after, and the alias addresses. */
#include <stddef.h>
#include <string.h>

#include "emuq_test.h"
#include "spi/include/l2/atomic.h"
#include "spi/include/l2/barrier.h"
#include "spi/include/l2/lock.h"

#define MAX     UINT64_MAX
#define SIGN    (UINT64_C(1) << 63)
#define REFUSED UINT64_C(0x8000000000000000)

/* One aligned 32-byte block; the operation addresses the second word. */
typedef struct {
    uint64_t word[4] __attribute__((aligned(32)));
} block_t;

typedef struct {
    unsigned op;
    uint64_t before[3]; /* p[-1], p[0], p[1] */
    uint64_t after;
    uint64_t result;
} load_case_t;

static const load_case_t load_cases[] = {
    {L2_ATOMIC_OPCODE_LOAD, {1, 7, 2}, 7, 7},
    {L2_ATOMIC_OPCODE_LOAD_CLEAR, {1, 7, 2}, 0, 7},
    {L2_ATOMIC_OPCODE_LOAD_INCREMENT, {1, 7, 7}, 8, 7},
    {L2_ATOMIC_OPCODE_LOAD_INCREMENT, {1, MAX, 2}, 0, MAX},
    {L2_ATOMIC_OPCODE_LOAD_DECREMENT, {7, 7, 2}, 6, 7},
    {L2_ATOMIC_OPCODE_LOAD_DECREMENT, {1, 0, 2}, MAX, 0},
    {L2_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED, {7, 7, 8}, 8, 7},
    {L2_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED, {1, 8, 8}, 8, REFUSED},
    {L2_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED, {1, 9, 8}, 10, 9}, /* beyond the bound: increments */
    {L2_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED, {1, MAX, 0}, 0, MAX},
    {L2_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED, {6, 7, 7}, 6, 7},
    {L2_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED, {6, 6, 9}, 6, REFUSED},
    {L2_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED, {6, 5, 9}, 4, 5},
    {L2_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED, {6, 0, 9}, MAX, 0},
    {L2_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL, {1, 7, 7}, 8, 7},
    {L2_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL, {7, 7, 8}, 7, REFUSED},
    {L2_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL, {1, MAX, MAX}, 0, MAX},
};

typedef struct {
    unsigned op;
    uint64_t before[2]; /* p[0], p[1] */
    uint64_t value;
    uint64_t after[2];
} store_case_t;

static const store_case_t store_cases[] = {
    {L2_ATOMIC_OPCODE_STORE, {7, 2}, 5, {5, 2}},
    {L2_ATOMIC_OPCODE_STORE_TWIN, {7, 7}, 5, {5, 5}},
    {L2_ATOMIC_OPCODE_STORE_TWIN, {7, 8}, 5, {7, 8}},
    {L2_ATOMIC_OPCODE_STORE_TWIN, {7, 7}, 7, {7, 7}},
    {L2_ATOMIC_OPCODE_STORE_ADD, {7, 2}, 5, {12, 2}},
    {L2_ATOMIC_OPCODE_STORE_ADD, {7, 2}, MAX, {6, 2}},
    {L2_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO, {7, 2}, (uint64_t)-7, {0, 2}},
    {L2_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO, {7, 2}, 1, {8, 2}},
    {L2_ATOMIC_OPCODE_STORE_OR, {0x5, 2}, 0x3, {0x7, 2}},
    {L2_ATOMIC_OPCODE_STORE_XOR, {0x5, 2}, 0x3, {0x6, 2}},
    {L2_ATOMIC_OPCODE_STORE_MAX, {7, 2}, 8, {8, 2}},
    {L2_ATOMIC_OPCODE_STORE_MAX, {8, 2}, 7, {8, 2}},
    {L2_ATOMIC_OPCODE_STORE_MAX, {7, 2}, SIGN, {SIGN, 2}},
    {L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE, {7, 2}, 8, {8, 2}},
    {L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE, {7, 2}, SIGN | 8, {7, 2}},
    {L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE, {SIGN | 8, 2}, SIGN | 7, {SIGN | 7, 2}}, /* -8, then -7 */
    {L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE, {SIGN | 7, 2}, SIGN | 8, {SIGN | 7, 2}},
    {L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE, {SIGN | 7, 2}, 0, {0, 2}},
    {L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE, {MAX, 2}, SIGN | 1, {SIGN | 1, 2}},
};

static uint64_t call_load(unsigned op, volatile uint64_t *p)
{
    switch (op) {
    case 0:
        return L2_AtomicLoad(p);
    case 1:
        return L2_AtomicLoadClear(p);
    case 2:
        return L2_AtomicLoadIncrement(p);
    case 3:
        return L2_AtomicLoadDecrement(p);
    case 4:
        return L2_AtomicLoadIncrementBounded(p);
    case 5:
        return L2_AtomicLoadDecrementBounded(p);
    default:
        return L2_AtomicLoadIncrementIfEqual(p);
    }
}

static void call_store(unsigned op, volatile uint64_t *p, uint64_t v)
{
    static void (*const call[8])(volatile uint64_t *, uint64_t) = {
        L2_AtomicStore,   L2_AtomicStoreTwin, L2_AtomicStoreAdd, L2_AtomicStoreAddCoherenceOnZero,
        L2_AtomicStoreOr, L2_AtomicStoreXor,  L2_AtomicStoreMax, L2_AtomicStoreMaxSignValue};
    call[op](p, v);
}

/* Runs the operation by its number, as the Message Unit does, and by its name. */
static void loads(void)
{
    for (size_t i = 0; i < sizeof load_cases / sizeof load_cases[0]; i++) {
        const load_case_t *c = &load_cases[i];
        for (int by_name = 0; by_name < 2; by_name++) {
            block_t b = {{c->before[0], c->before[1], c->before[2], 99}};
            uint64_t result = by_name ? call_load(c->op, &b.word[1]) : emuq_atomic_load_op(&b.word[1], c->op);
            CU_ASSERT_EQUAL(result, c->result);
            CU_ASSERT_EQUAL(b.word[1], c->after);
            CU_ASSERT(b.word[0] == c->before[0] && b.word[2] == c->before[2] && b.word[3] == 99);
        }
    }
}

static void stores(void)
{
    for (size_t i = 0; i < sizeof store_cases / sizeof store_cases[0]; i++) {
        const store_case_t *c = &store_cases[i];
        for (int by_name = 0; by_name < 2; by_name++) {
            block_t b = {{98, c->before[0], c->before[1], 99}};
            if (by_name)
                call_store(c->op, &b.word[1], c->value);
            else
                emuq_atomic_store_op(&b.word[1], c->op, c->value);
            CU_ASSERT(b.word[1] == c->after[0] && b.word[2] == c->after[1]);
            CU_ASSERT(b.word[0] == 98 && b.word[3] == 99);
        }
    }
}

static uint64_t bits(double x)
{
    uint64_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

static void maximum_orders_doubles(void)
{
    static const double ascending[] = {-1e300, -2.5, -1e-300, 0.0, 1e-300, 1.0, 2.5, 1e300};
    for (size_t i = 0; i < 8; i++) {
        for (size_t j = 0; j < 8; j++) {
            uint64_t w = bits(ascending[i]);
            L2_AtomicStoreMaxSignValue(&w, bits(ascending[j]));
            CU_ASSERT_EQUAL(w, bits(ascending[i > j ? i : j]));
        }
    }
}

/* Reference values: address of the word, opcode, thread, address of the alias. */
static const struct {
    uint64_t word;
    uint64_t op;
    uint32_t tid;
    uint64_t alias;
} aliases[] = {
    {UINT64_C(0x300ad8638), 0x2, 1, UINT64_C(0x4006015b0c750)},
    {UINT64_C(0x48fa08de8), 0x3, 0, UINT64_C(0x40091f411bd18)},
    {UINT64_C(0x7c9ede850), 0x2, 1, UINT64_C(0x400f93dbd0a50)},
    {UINT64_C(0x71f5a46a8), 0x5, 1, UINT64_C(0x400e3eb48d568)},
    {UINT64_C(0x792960510), 0x3, 0, UINT64_C(0x400f252c0a218)},
    {UINT64_C(0x2dffd0960), 0x7, 0, UINT64_C(0x4005bffa12c38)},
    {UINT64_C(0x6c69bbd0), 0x5, 1, UINT64_C(0x4000d8d377a68)},
    {UINT64_C(0x6aafc6c70), 0x7, 1, UINT64_C(0x400d55f8d8e78)},
    {UINT64_C(0x6ee340320), 0x1, 3, UINT64_C(0x400ddc68064c8)},
    {UINT64_C(0x273c65ae8), 0x7, 2, UINT64_C(0x4004e78cb5db8)},
    {UINT64_C(0x362536500), 0x4, 2, UINT64_C(0x4006c4a6ca0a0)},
    {UINT64_C(0x65a32b010), 0x2, 0, UINT64_C(0x400cb46560210)},
    {UINT64_C(0x1c8cb4e90), 0x1, 3, UINT64_C(0x400391969d2c8)},
    {UINT64_C(0x2c2700a90), 0x2, 0, UINT64_C(0x400584e015210)},
    {UINT64_C(0x5ee697a08), 0x4, 3, UINT64_C(0x400bdcd2f41e0)},
    {UINT64_C(0x52c5e71e0), 0x5, 0, UINT64_C(0x400a58bce3c28)},
};

static void alias_addresses(void)
{
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        volatile uint64_t *p = (volatile uint64_t *)(uintptr_t)aliases[i].word;
        uint64_t op = aliases[i].op;
        uint32_t tid = aliases[i].tid;
        CU_ASSERT_EQUAL((uintptr_t)__l2_op_tid_ptr(p, op, tid), aliases[i].alias);
        CU_ASSERT_EQUAL((uintptr_t)L2_AtomicOpTidPointer(p, op + 8, tid + 4), aliases[i].alias);
        p = (volatile uint64_t *)(uintptr_t)(aliases[i].word + 5);
        CU_ASSERT_EQUAL((uintptr_t)L2_AtomicOpTidPointer(p, op, tid), aliases[i].alias);
    }
    volatile uint64_t *p = (volatile uint64_t *)(uintptr_t)64;
    CU_ASSERT_PTR_EQUAL(__l2_op_ptr(p, 3), __l2_op_tid_ptr(p, 3, Kernel_ProcessorThreadID()));
}

static void layouts(void)
{
    CU_ASSERT_EQUAL(sizeof(L2_Lock_t), 16);
    CU_ASSERT_EQUAL(__alignof__(L2_Lock_t), 32);
    CU_ASSERT_EQUAL(offsetof(L2_Lock_t, ticket), 0);
    CU_ASSERT_EQUAL(offsetof(L2_Lock_t, serving), 8);
    CU_ASSERT_EQUAL(sizeof(L2_Barrier_t), 128);
    CU_ASSERT_EQUAL(__alignof__(L2_Barrier_t), 64);
    CU_ASSERT_EQUAL(offsetof(L2_Barrier_t, start), 0);
    CU_ASSERT_EQUAL(offsetof(L2_Barrier_t, count), 64);
}

static void lock_by_one_thread(void)
{
    L2_Lock_t lock;
    memset((void *)&lock, 0xff, sizeof lock);
    L2_LockInit(&lock);
    CU_ASSERT(lock.ticket == 0 && lock.serving == 0);
    CU_ASSERT(L2_LockIsBusy(&lock) == 0 && L2_LockThreadsInLine(&lock) == 0);
    L2_LockAcquire(&lock);
    CU_ASSERT(lock.ticket == 1 && lock.serving == 0);
    CU_ASSERT(L2_LockIsBusy(&lock) == 1 && L2_LockThreadsInLine(&lock) == 1);
    CU_ASSERT_EQUAL(L2_LockTryAcquire(&lock), 0);
    CU_ASSERT_EQUAL(L2_LockTryAcquireNoSync(&lock), 0);
    CU_ASSERT_EQUAL(lock.ticket, 1);
    L2_LockRelease(&lock);
    CU_ASSERT(lock.ticket == 1 && lock.serving == 1);
    CU_ASSERT_EQUAL(L2_LockTryAcquire(&lock), 1);
    L2_LockReleaseNoSync(&lock);
    L2_LockAcquireNoSync(&lock);
    CU_ASSERT(lock.ticket == 3 && lock.serving == 2);
}

static void lock_wraps(void)
{
    L2_Lock_t lock = {MAX, MAX};
    L2_LockAcquire(&lock);
    CU_ASSERT(lock.ticket == 0 && L2_LockThreadsInLine(&lock) == 1);
    L2_LockRelease(&lock);
    CU_ASSERT_EQUAL(L2_LockIsBusy(&lock), 0);
}

static void barrier_by_one_thread(void)
{
    L2_Barrier_t b = L2_BARRIER_INITIALIZER;
    for (uint64_t round = 1; round <= 3; round++) {
        CU_ASSERT_EQUAL(L2_BarrierWithTicket(&b, 1), 0);
        CU_ASSERT(b.start == round && b.count == round);
    }
    L2_Barrier(&b, 1);
    CU_ASSERT_EQUAL(b.start, 4);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"load operations", loads},
        {"store operations", stores},
        {"maximum orders doubles", maximum_orders_doubles},
        {"alias addresses", alias_addresses},
        {"layouts", layouts},
        {"a lock and one thread", lock_by_one_thread},
        {"a lock whose numbers wrap", lock_wraps},
        {"a barrier of one thread", barrier_by_one_thread},
        {NULL, NULL},
    };
    return emuq_test_main("L2 operations", tests);
}
