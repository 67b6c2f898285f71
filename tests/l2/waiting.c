/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops over rejected L2 operations yield the core; successful operations do not. */
#include "emuq_test.h"
#include "spi/include/l2/atomic.h"

enum { TURNS = 4096 };

static struct {
    uint64_t before __attribute__((aligned(32)));
    uint64_t word;
    uint64_t bound;
    uint64_t other __attribute__((aligned(32))); /* in a different block */
} counter;

static unsigned yields;

/* The linker replaces sched_yield() by this function (--wrap). */
int __wrap_sched_yield(void);
int __wrap_sched_yield(void)
{
    yields++;
    return 0;
}

static void set(uint64_t before, uint64_t word, uint64_t bound)
{
    counter.before = before;
    counter.word = word;
    counter.bound = bound;
    yields = 0;
}

/* Repeats a rejected operation TURNS times: some calls yield the core, but not all. */
static void refused(uint64_t (*operation)(volatile uint64_t *))
{
    for (int i = 0; i < TURNS; i++)
        CU_ASSERT_EQUAL_FATAL(operation(&counter.word), UINT64_C(0x8000000000000000));
    CU_ASSERT(yields >= TURNS / 256 && yields <= TURNS / 16);
}

static void refused_operations_yield(void)
{
    set(0, 5, 5);
    refused(L2_AtomicLoadIncrementBounded);
    set(5, 5, 0);
    refused(L2_AtomicLoadDecrementBounded);
    set(0, 5, 6);
    refused(L2_AtomicLoadIncrementIfEqual);
}

static void same_values_yield(void)
{
    set(0, 5, 0);
    for (int i = 0; i < TURNS; i++)
        CU_ASSERT_EQUAL_FATAL(L2_AtomicLoad(&counter.word), 5);
    CU_ASSERT(yields >= TURNS / 512 && yields <= TURNS / 64);
    set(0, 0, 0);
    for (int i = 0; i < TURNS; i++)
        CU_ASSERT_EQUAL_FATAL(L2_AtomicLoadClear(&counter.word), 0);
    CU_ASSERT(yields >= TURNS / 512 && yields <= TURNS / 64);
}

static void what_succeeds_does_not(void)
{
    set(0, 0, TURNS);
    for (uint64_t i = 0; i < TURNS; i++) {
        CU_ASSERT_EQUAL_FATAL(L2_AtomicLoadIncrementBounded(&counter.word), i);
        CU_ASSERT_EQUAL_FATAL(L2_AtomicLoad(&counter.word), i + 1);
        CU_ASSERT_EQUAL_FATAL(L2_AtomicLoad(&counter.bound), TURNS);
    }
    for (uint64_t i = TURNS; i > 0; i--)
        CU_ASSERT_EQUAL_FATAL(L2_AtomicLoadDecrementBounded(&counter.word), i);
    CU_ASSERT_EQUAL(yields, 0);
}

/* Number of wake-ups of sleepers, and the register of the last wake-up. */
static unsigned wakes;
static const volatile uint64_t *woken_at;

static void count_wake(const volatile uint64_t *reg)
{
    woken_at = reg;
    wakes++;
}

/* Register of the calling thread's node. */
static volatile uint64_t node_register;

static volatile uint64_t *find_node_register(uint64_t physical)
{
    return physical >> 21 == UINT64_C(0x3fdfe000000) >> 21 ? &node_register : NULL;
}

/* Repeats a rejected operation until the thread sets its mark. */
static void be_rejected(void)
{
    for (unsigned i = 0; i < EMUQ_RELAX_SPINS; i++)
        CU_ASSERT_EQUAL_FATAL(L2_AtomicLoadIncrementBounded(&counter.word), UINT64_C(0x8000000000000000));
}

/* A thread that polls an empty queue is rejected permanently. Its rejections prevent or end only a few sleeps
 * by threads. After a store to the block, rejections count again. */
static void rejections_that_go_on_let_threads_sleep(void)
{
    enum { ROUNDS = 1000, MOST = 100 };
    unsigned sleeps = 0;
    set(0, 7, 7);
    emuq_mmio.wait.wake = count_wake;
    for (int i = 0; i < ROUNDS; i++) {
        be_rejected();
        sleeps += (unsigned)emuq_relax_before_sleep();
    }
    CU_ASSERT(sleeps >= ROUNDS - MOST && sleeps < ROUNDS);
    CU_ASSERT(wakes != 0 && wakes <= MOST);
    L2_AtomicStore(&counter.word, 7);
    be_rejected();
    CU_ASSERT_EQUAL(emuq_relax_before_sleep(), 0);
    L2_AtomicStore(&counter.word, 7);
    CU_ASSERT_EQUAL(emuq_relax_before_sleep(), 1);
    emuq_mmio.wait.wake = NULL;
}

/* A rejected thread wakes the sleepers of its node, even if a thread of another node went to sleep later.
 */
static void rejected_threads_wake_their_node(void)
{
    set(0, 7, 7);
    wakes = 0;
    emuq_mmio.wait.wake = count_wake;
    emuq_mmio.access.map = find_node_register;
    (void)emuq_relax_before_sleep();
    be_rejected();
    CU_ASSERT(wakes == 1 && woken_at == &node_register);
    L2_AtomicStore(&counter.word, 7);
    emuq_mmio.wait.wake = NULL;
    emuq_mmio.access.map = NULL;
}

/* emuq_has_rejected is 0 without marks: the fast path of operations then skips the marks. */
static void marks_are_known_to_be_there(void)
{
    set(0, 7, 7);
    CU_ASSERT_EQUAL(emuq_has_rejected, 0);
    be_rejected();
    CU_ASSERT_EQUAL(emuq_has_rejected, 1);
    CU_ASSERT_EQUAL(*emuq_rejected_mark(&counter.word), (uintptr_t)&counter.word);
    L2_AtomicStore(&counter.other, 1);
    CU_ASSERT_EQUAL(emuq_has_rejected, 1);
    L2_AtomicStore(&counter.word, 7);
    CU_ASSERT_EQUAL(emuq_has_rejected, 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"refused operations yield", refused_operations_yield},
        {"same values yield", same_values_yield},
        {"what succeeds does not", what_succeeds_does_not},
        {"rejections that go on let threads sleep", rejections_that_go_on_let_threads_sleep},
        {"rejected threads wake their node", rejected_threads_wake_their_node},
        {"marks are known to be there", marks_are_known_to_be_there},
        {NULL, NULL},
    };
    return emuq_test_main("loops over L2 operations", tests);
}
