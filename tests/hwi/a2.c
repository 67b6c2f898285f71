/* SPDX-License-Identifier: BSD-3-Clause */
/* Behaviour of the core's inlines. */
#include "hwi/include/bqc/A2_inlines.h"

#include <pthread.h>
#include <stdalign.h>
#include <string.h>
#include <time.h>

#include "emuq_test.h"
#include "spi/include/kernel/location.h"
#include "spi/include/kernel/process.h"
#include "spi/include/kernel/thread.h"

#define THREADS 4
#define ROUNDS  20000

static void compare_and_swap(void)
{
    uint64_t word = 5, old = 4;
    CU_ASSERT_EQUAL(Compare_and_Swap(&word, &old, 9), 0);
    CU_ASSERT_EQUAL(old, 5);
    CU_ASSERT_EQUAL(word, 5);
    CU_ASSERT_EQUAL(Compare_and_Swap(&word, &old, 9), 1);
    CU_ASSERT_EQUAL(word, 9);
    uint32_t word32 = 7, old32 = 8;
    CU_ASSERT_EQUAL(Compare_and_Swap32(&word32, &old32, 1), 0);
    CU_ASSERT_EQUAL(old32, 7);
    CU_ASSERT_EQUAL(Compare_and_Swap32(&word32, &old32, 1), 1);
    CU_ASSERT_EQUAL(word32, 1);
}

static void reservation(void)
{
    uint64_t a = 1, b = 2;
    CU_ASSERT_EQUAL(StoreConditional(&a, 9), 0); /* nothing reserved */
    CU_ASSERT_EQUAL(LoadReserved(&a), 1);
    CU_ASSERT_EQUAL(StoreConditional(&b, 9), 0); /* a different word; ends the reservation */
    CU_ASSERT_EQUAL(StoreConditional(&a, 9), 0);
    CU_ASSERT_EQUAL(LoadReserved(&a), 1);
    CU_ASSERT_EQUAL(StoreConditional(&a, 10), 1);
    CU_ASSERT_EQUAL(StoreConditional(&a, 11), 0); /* used up */
    CU_ASSERT_EQUAL(a, 10);
    CU_ASSERT_EQUAL(LoadReserved(&a), 10);
    a = 12; /* simulates another thread */
    CU_ASSERT_EQUAL(StoreConditional(&a, 13), 0);
    CU_ASSERT_EQUAL(a, 12);
    uint32_t c = 3;
    CU_ASSERT_EQUAL(LoadReserved32(&c), 3);
    CU_ASSERT_EQUAL(StoreConditional32(&c, 4), 1);
    CU_ASSERT_EQUAL(StoreConditional32(&c, 5), 0);
    CU_ASSERT_EQUAL(c, 4);
}

static struct {
    uint64_t added, swapped, reserved, locked;
    uint32_t reserved32, lock;
} shared;

static void *count(void *arg)
{
    for (int i = 0; i < ROUNDS; i++) {
        (void)Fetch_and_Add(&shared.added, 3);
        uint64_t old = in64(&shared.swapped);
        while (!Compare_and_Swap(&shared.swapped, &old, old + 1))
            ;
        while (!StoreConditional(&shared.reserved, LoadReserved(&shared.reserved) + 1))
            ;
        while (!StoreConditional32(&shared.reserved32, LoadReserved32(&shared.reserved32) + 1))
            ;
        /* A lock as in programs of the machine. */
        uint32_t zero = 0;
        while (!Compare_and_Swap32(&shared.lock, &zero, 1)) {
            zero = 0;
            ppc_waitrsv();
        }
        isync();
        shared.locked++;
        ppc_msync();
        out32(&shared.lock, 0);
    }
    return arg;
}

static void run(void *(*function)(void *), void **args, int threads)
{
    pthread_t thread[THREADS];
    for (int i = 0; i < threads; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&thread[i], NULL, function, args[i]), 0);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
}

static void counting_together(void)
{
    void *args[THREADS] = {NULL};
    memset(&shared, 0, sizeof shared);
    run(count, args, THREADS);
    CU_ASSERT_EQUAL(shared.added, 3u * THREADS * ROUNDS);
    CU_ASSERT_EQUAL(shared.swapped, THREADS * ROUNDS);
    CU_ASSERT_EQUAL(shared.reserved, THREADS * ROUNDS);
    CU_ASSERT_EQUAL(shared.reserved32, THREADS * ROUNDS);
    CU_ASSERT_EQUAL(shared.locked, THREADS * ROUNDS);
    CU_ASSERT_EQUAL(Fetch_and_Add(&shared.added, 1), 3u * THREADS * ROUNDS);
}

/* Store buffering: each of two threads writes its word, then reads the peer's word. With a full barrier in
 * between, at least one thread reads the new value. */
static struct {
    alignas(128) uint64_t word[2][16];
    alignas(128) uint64_t seen[2][16];
    alignas(128) pthread_barrier_t barrier;
    unsigned both_missed;
} crossing;

static void *cross(void *arg)
{
    unsigned me = (unsigned)(uintptr_t)arg;
    for (int i = 0; i < ROUNDS / 10; i++) {
        __atomic_store_n(&crossing.word[me][0], 0, __ATOMIC_RELAXED);
        pthread_barrier_wait(&crossing.barrier);
        __atomic_store_n(&crossing.word[me][0], 1, __ATOMIC_RELAXED);
        ppc_msync();
        crossing.seen[me][0] = __atomic_load_n(&crossing.word[!me][0], __ATOMIC_RELAXED);
        pthread_barrier_wait(&crossing.barrier);
        if (me == 0 && crossing.seen[0][0] == 0 && crossing.seen[1][0] == 0)
            crossing.both_missed++;
        pthread_barrier_wait(&crossing.barrier);
    }
    return NULL;
}

static void full_barrier(void)
{
    void *args[2] = {(void *)0, (void *)1};
    pthread_barrier_init(&crossing.barrier, NULL, 2);
    crossing.both_missed = 0;
    run(cross, args, 2);
    pthread_barrier_destroy(&crossing.barrier);
    CU_ASSERT_EQUAL(crossing.both_missed, 0);
}

/* Plain data with a relaxed flag: the barriers order the accesses, also for ThreadSanitizer. */
static struct {
    uint64_t data;
    uint64_t flag;
} message;

static void *send_or_receive(void *arg)
{
    if (arg == NULL) {
        message.data = 42;
        ppc_msync();
        __atomic_store_n(&message.flag, 1, __ATOMIC_RELAXED);
        return NULL;
    }
    while (__atomic_load_n(&message.flag, __ATOMIC_RELAXED) == 0)
        ppc_waitimpl();
    ppc_msync();
    *(uint64_t *)arg = message.data;
    return NULL;
}

static void barrier_orders_data(void)
{
    uint64_t received = 0;
    void *args[2] = {NULL, &received};
    memset(&message, 0, sizeof message);
    run(send_or_receive, args, 2);
    CU_ASSERT_EQUAL(received, 42);
}

static void memory_access(void)
{
    uint64_t word = 0;
    uint32_t half = 0;
    out64(&word, UINT64_C(0x123456789abcdef0));
    CU_ASSERT_EQUAL(in64(&word), UINT64_C(0x123456789abcdef0));
    out64_sync(&word, 1);
    CU_ASSERT_EQUAL(in64_sync(&word), 1);
    out32(&half, 0xdeadbeef);
    CU_ASSERT_EQUAL(in32(&half), 0xdeadbeef);
    out32_sync(&half, 2);
    CU_ASSERT_EQUAL(in32_sync(&half), 2);
}

static void block_zero(void)
{
    alignas(64) unsigned char memory[192];
    memset(memory, 0xff, sizeof memory);
    dcache_block_zero(memory + 64 + 37);
    for (size_t i = 0; i < sizeof memory; i++)
        CU_ASSERT_EQUAL(memory[i], i / 64 == 1 ? 0 : 0xff);
    /* The remaining functions change nothing. */
    dcache_block_touch(memory);
    icache_block_touch(memory);
    dcbt_l2(memory);
    dcache_block_inval(memory);
    icache_block_inval(memory);
    DCBF_CT(memory, 0);
    DCBT_CT(memory, 0);
    DCBTST_CT(memory, 2);
    DCBTLS_CT(memory, 2);
    DCBTSTLS_CT(memory, 2);
    DCBLC_CT(memory, 2);
    ICBT_CT(memory, 0);
    ICBTLS_CT(memory, 0);
    ICBLC_CT(memory, 0);
    CU_ASSERT_EQUAL(memory[0], 0xff);
}

static uint64_t nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void time_base(void)
{
    /* The clock is read before and after, so the time base must lie between, however slow the machine. */
    uint64_t before = nanoseconds();
    uint64_t base = GetTimeBase();
    uint64_t after = nanoseconds();
    CU_ASSERT(base >= before / 5 * 8 && base <= (after / 5 + 1) * 8);

    uint64_t last = base;
    for (int i = 0; i < 1000; i++) {
        uint64_t now = GetTimeBase();
        CU_ASSERT_FATAL(now >= last);
        last = now;
    }
    before = nanoseconds();
    DelayTimeBase(16000000); /* 10 ms */
    CU_ASSERT(nanoseconds() - before >= 10000000 - 1);
    CU_ASSERT(Kernel_GetTimeBase() > last);
    Delay(1000);
    Delay_ns(1000, 1600);
}

static void *same_time(void *arg)
{
    *(uint64_t *)arg = GetTimeBase();
    return NULL;
}

/* All threads have the same time base. */
static void time_base_of_threads(void)
{
    uint64_t there = 0;
    void *args[1] = {&there};
    uint64_t before = GetTimeBase();
    run(same_time, args, 1);
    CU_ASSERT(there >= before && there <= GetTimeBase());
}

static void *read_vrsave(void *arg)
{
    *(uint64_t *)arg = mfspr(SPRN_VRSAVE);
    return NULL;
}

static void special_registers(void)
{
    uint64_t before = GetTimeBase();
    uint64_t base = mfspr(SPRN_TBRO);
    CU_ASSERT(base >= before && base <= GetTimeBase());
    CU_ASSERT(mfspr(SPRN_TBURO) - (base >> 32) <= 1);
    CU_ASSERT_EQUAL(mfspr(SPRN_XER), 0);
    mtspr(SPRN_VRSAVE, 1);
    CU_ASSERT_EQUAL(mfspr(SPRN_VRSAVE), 1);
    uint64_t elsewhere = 7;
    void *args[1] = {&elsewhere};
    run(read_vrsave, args, 1);
    CU_ASSERT_EQUAL(elsewhere, 0); /* a register belongs to its thread */
    CU_ASSERT_EQUAL(mfspr(SPRN_LR), (uintptr_t)__builtin_return_address(0));
}

/* The kernel's word about a thread agrees with the kernel's calls. */
static void word_of_thread(void)
{
    uint64_t word = mfspr(SPRN_SPRG7RO);
    CU_ASSERT_EQUAL(word & 0x7f, Kernel_ProcessorID());
    CU_ASSERT_EQUAL(word >> 8 & 0xff, Kernel_ProcessCount());
    CU_ASSERT_EQUAL(word >> 16 & 0xff, Kernel_SnoopNumThreads());
    CU_ASSERT_EQUAL(word >> 24 & 0xff, Kernel_SnoopRunnable());
    CU_ASSERT_EQUAL(word >> 32, 15);
}

static void places(void)
{
    char here;
    uint64_t stack = CurrentStackAddress();
    uint64_t distance = stack > (uintptr_t)&here ? stack - (uintptr_t)&here : (uintptr_t)&here - stack;
#if !defined(__SANITIZE_ADDRESS__) /* the sanitizer may store locals elsewhere */
    CU_ASSERT(distance < 4096);
#endif
    (void)distance;
    uint64_t code = CurrentInstAddress();
    CU_ASSERT(code > (uintptr_t)places && code - (uintptr_t)places < 65536);
    CU_ASSERT_EQUAL(CurrentTOCAddress(), 0);
    ThreadPriority_Low();
    ThreadPriority_MediumLow();
    ThreadPriority_Medium();
}

int main(void)
{
    static const emuq_test_t tests[] = {{"compare and swap", compare_and_swap},
                                        {"reservation", reservation},
                                        {"counting together", counting_together},
                                        {"full barrier", full_barrier},
                                        {"barrier orders data", barrier_orders_data},
                                        {"memory access", memory_access},
                                        {"cache blocks", block_zero},
                                        {"time base", time_base},
                                        {"one time base", time_base_of_threads},
                                        {"special registers", special_registers},
                                        {"word of a thread", word_of_thread},
                                        {"places", places},
                                        {NULL, NULL}};
    return emuq_test_main("a2", tests);
}
