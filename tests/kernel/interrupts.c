/* SPDX-License-Identifier: BSD-3-Clause */
/* Interrupts: communication threads, wakeups and eventfds. */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "emuq/partition.h"
#include "emuq_test.h"
#include "fake.h"
#include "kernel-shim/partition/interrupts.h"
#include "hwi/include/bqc/A2_inlines.h"
#include "spi/include/kernel/MU.h"
#include "spi/include/kernel/gi.h"
#include "spi/include/kernel/memory.h"
#include "spi/include/kernel/thread.h"
#include "spi/include/wu/wait.h"

static emuq_partition_t *p;

static void begin(void)
{
    static const uint32_t one[5] = {1, 1, 1, 1, 1};
    p = fake_open(one, 1, 0);
    fake_enter(&p->process[0]);
}

static void end(void)
{
    fake_leave();
    fake_close(p);
}

/** Status bit of packet arrival in reception FIFO 0 of a subgroup of the group. */
static uint64_t arrival(uint32_t s)
{
    return UINT64_C(1) << (15 - 4 * s);
}

/** Enables the arrival interrupt of FIFO 0 of a subgroup. */
static void enable_arrival(uint32_t sg)
{
    MUSPI_RecFifoSubGroup_t group;
    uint32_t id = 0;
    Kernel_RecFifoAttributes_t attributes = {0};
    Kernel_RecFifoInterrupts_t on = {0, 1};
    CU_ASSERT_EQUAL_FATAL(Kernel_AllocateRecFifos(sg, &group, 1, &id, &attributes), 0);
    CU_ASSERT_EQUAL_FATAL(Kernel_ConfigureRecFifoInterrupts(&group, 1, &id, &on), 0);
}

static void nap(void)
{
    nanosleep(&(struct timespec){0, 2000000}, NULL);
}

/** Waits, with a limit, until a counter has a value. */
static bool becomes(const unsigned *counter, unsigned value)
{
    for (int i = 0; i < 5000; i++) {
        if (__atomic_load_n(counter, __ATOMIC_ACQUIRE) == value)
            return true;
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    return false;
}

static void add_one(unsigned *counter)
{
    __atomic_fetch_add(counter, 1, __ATOMIC_ACQ_REL);
}

/* Handled interrupts. */
static unsigned ready, handled_line[KERNEL_COMM_NUM_INTS], deepest;
static uintptr_t stack_of_first;
static uint32_t processor;

/** Clears the interrupt of the line's subgroup, counts, and goes back to sleep. */
static void handler(uint64_t line, uint64_t group, uint64_t status, uint64_t magic)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    CU_ASSERT_EQUAL(magic, 0x1234567890abcdef);
    if (stack_of_first == 0)
        stack_of_first = here;
    else if (here != stack_of_first)
        add_one(&deepest);
    fake_clear_interrupt(p, 0, (uint32_t)group, status);
    add_one(&handled_line[line]);
    Kernel_CommThreadPoof();
}

/** A handler that returns. */
static void handler_returns(uint64_t line, uint64_t group, uint64_t status, uint64_t unused)
{
    (void)unused;
    fake_clear_interrupt(p, 0, (uint32_t)group, status);
    add_one(&handled_line[line]);
}

/** A communication thread for lines 0 and 2 of its core. */
static void *comm_thread(void *unused)
{
    (void)unused;
    processor = Kernel_ProcessorID();
    uint32_t group = processor / 4;
    Kernel_CommThreadInstallHandler(KERNEL_COMM_INT0, handler, 0, group, arrival(0), 0x1234567890abcdef);
    Kernel_CommThreadInstallHandler(KERNEL_COMM_INT2, handler_returns, 2, group, arrival(2), 0);
    add_one(&ready);
    Kernel_CommThreadPoof();
    return (void *)1; /* not reached */
}

static pthread_t start(void *(*function)(void *))
{
    pthread_t thread;
    ready = deepest = 0;
    stack_of_first = 0;
    memset(handled_line, 0, sizeof(handled_line));
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, function, NULL), 0);
    CU_ASSERT_TRUE(becomes(&ready, 1));
    return thread;
}

/** main() has ended: its communication threads end. */
static void finish(pthread_t thread)
{
    void *value = (void *)1;
    __atomic_store_n(&p->process[0].ended, true, __ATOMIC_RELEASE);
    pthread_join(thread, &value);
    CU_ASSERT_PTR_NULL(value);
}

static void a_handler_runs(void)
{
    begin();
    pthread_t thread = start(comm_thread);
    uint32_t group = processor / 4;
    for (uint32_t s = 0; s < 4; s++)
        enable_arrival(group * 4 + s);
    for (unsigned i = 1; i <= 100; i++) {
        fake_interrupt(p, 0, group, arrival(0));
        CU_ASSERT_TRUE_FATAL(becomes(&handled_line[0], i));
    }
    CU_ASSERT_EQUAL(deepest, 0); /* always on the stack of the first Poof */
    fake_interrupt(p, 0, group, arrival(2));
    CU_ASSERT_TRUE(becomes(&handled_line[2], 1));
    /* No handler for line 1; a foreign group; a disabled source. */
    fake_interrupt(p, 0, group, arrival(1));
    fake_interrupt(p, 0, (group + 1) % 17, arrival(0));
    fake_interrupt(p, 0, group, UINT64_C(1) << 63);
    nap();
    CU_ASSERT_EQUAL(handled_line[0], 100);
    CU_ASSERT_EQUAL(handled_line[2], 1);
    fake_interrupt(p, 0, group, arrival(0) | arrival(2));
    CU_ASSERT_TRUE(becomes(&handled_line[0], 101));
    CU_ASSERT_TRUE(becomes(&handled_line[2], 2));
    finish(thread);
    end();
}

/* The condition exists before the thread sleeps. */
static void an_interrupt_that_came_first(void)
{
    begin();
    enable_arrival(0);
    for (uint32_t g = 0; g < 17; g++)
        fake_interrupt(p, 0, g, arrival(0));
    for (uint32_t sg = 4; sg < 68; sg += 4)
        enable_arrival(sg);
    pthread_t thread = start(comm_thread);
    CU_ASSERT_TRUE(becomes(&handled_line[0], 1));
    finish(thread);
    end();
}

static void *gea_thread(void *unused)
{
    (void)unused;
    processor = Kernel_ProcessorID();
    /* The interrupts come from group 9; this thread is on another core. */
    Kernel_CommThreadInstallHandler(KERNEL_COMM_INT_GEA, handler, KERNEL_COMM_INT_GEA, 9, arrival(3),
                                    0x1234567890abcdef);
    add_one(&ready);
    Kernel_CommThreadPoof();
    return (void *)1;
}

static void the_aggregator(void)
{
    begin();
    enable_arrival(39);
    pthread_t thread = start(gea_thread);
    CU_ASSERT_NOT_EQUAL(processor / 4, 9);
    fake_interrupt(p, 0, 9, arrival(3));
    nap();
    CU_ASSERT_EQUAL(handled_line[KERNEL_COMM_INT_GEA], 0);
    fake_clear_interrupt(p, 0, 9, arrival(3));
    CU_ASSERT_EQUAL(Kernel_Configure_MU_GEA(39, KERNEL_SUBGROUP_INTERRUPTS_GO_TO_GEA), 0);
    fake_interrupt(p, 0, 9, arrival(3));
    CU_ASSERT_TRUE(becomes(&handled_line[KERNEL_COMM_INT_GEA], 1));
    finish(thread);
    end();
}

static volatile uint64_t *gi_status;

static void gi_handler(uint64_t line, uint64_t unused1, uint64_t unused2, uint64_t unused3)
{
    (void)unused1, (void)unused2, (void)unused3;
    __atomic_store_n(gi_status, 0, __ATOMIC_RELEASE);
    add_one(&handled_line[line]);
    Kernel_CommThreadPoof();
}

static void *gi_thread(void *unused)
{
    (void)unused;
    Kernel_CommThreadInstallHandler(KERNEL_COMM_INT_GEA, gi_handler, KERNEL_COMM_INT_GEA, 0, 0, 0);
    add_one(&ready);
    Kernel_CommThreadPoof();
    return (void *)1;
}

static void global_interrupts(void)
{
    begin();
    gi_status = fake_register(p, 0, BGQ_MU_GI_STATUS_OFFSET(0, 3));
    pthread_t thread = start(gi_thread);
    /* A signal set before its interrupt is enabled, and a signal set later. */
    __atomic_store_n(gi_status, 2, __ATOMIC_RELEASE);
    CU_ASSERT_EQUAL(Kernel_ConfigureGIInterrupts(3, 1, KERNEL_GI_INTERRUPT_FLAG_ENABLE), 0);
    CU_ASSERT_TRUE(becomes(&handled_line[KERNEL_COMM_INT_GEA], 1));
    __atomic_store_n(gi_status, 2, __ATOMIC_RELEASE);
    emuq_kernel_gi_interrupt(p, 0, 3, 2);
    CU_ASSERT_TRUE(becomes(&handled_line[KERNEL_COMM_INT_GEA], 2));
    finish(thread);
    end();
}

static void comm_thread_calls(void)
{
    begin();
    CU_ASSERT_EQUAL(Kernel_CommThreadInstallHandler(-1, handler, 0, 0, 0, 0), EINVAL);
    CU_ASSERT_EQUAL(Kernel_CommThreadInstallHandler(KERNEL_COMM_NUM_INTS, handler, 0, 0, 0, 0), EINVAL);
    CU_ASSERT_EQUAL(Kernel_CommThreadInstallHandler(1, NULL, 0, 0, 0, 0), 0);
    CU_ASSERT_EQUAL(Kernel_CommThreadDisableInterrupts(), 0);
    CU_ASSERT_EQUAL(Kernel_CommThreadEnableInterrupts(), 0);
    end();
}

static bool readable(int fd)
{
    struct pollfd poll_fd = {fd, POLLIN, 0};
    return poll(&poll_fd, 1, 0) == 1;
}

static void eventfds(void)
{
    uint64_t count;
    begin();
    CU_ASSERT_EQUAL(emuq_interrupt_fd(68), -EINVAL);
    CU_ASSERT_EQUAL(emuq_gi_interrupt_fd(16), -EINVAL);
    int fd = emuq_interrupt_fd(7), other = emuq_interrupt_fd(6), gi = emuq_gi_interrupt_fd(2);
    CU_ASSERT(fd >= 0 && other >= 0 && gi >= 0 && fd != other);
    CU_ASSERT_EQUAL(emuq_interrupt_fd(7), fd);
    CU_ASSERT_FALSE(readable(fd));
    enable_arrival(7);
    fake_interrupt(p, 0, 1, arrival(3));
    fake_interrupt(p, 0, 1, arrival(3));
    CU_ASSERT_TRUE(readable(fd));
    CU_ASSERT_FALSE(readable(other));
    CU_ASSERT_EQUAL(read(fd, &count, sizeof(count)), sizeof(count));
    CU_ASSERT_EQUAL(count, 2);
    emuq_kernel_gi_interrupt(p, 0, 2, 4);
    CU_ASSERT_TRUE(readable(gi));
    CU_ASSERT_FALSE(readable(fd));
    /* The condition came first. */
    enable_arrival(11);
    fake_interrupt(p, 0, 2, arrival(3));
    CU_ASSERT_TRUE(readable(emuq_interrupt_fd(11)));
    end();
}

/* Every status bit belongs to one subgroup of the group. */
static void status_bits(void)
{
    uint64_t count;
    int fd[4];
    begin();
    for (uint32_t s = 0; s < 4; s++)
        fd[s] = emuq_interrupt_fd(64 + s);
    for (int bit = 0; bit < 64; bit++) {
        /* From the top: 32 injection FIFOs, 16 reception FIFOs for the threshold, and 16 for arrivals. */
        int n = 63 - bit, owner = n < 32 ? n / 8 : n % 16 / 4;
        fake_interrupt(p, 0, 16, UINT64_C(1) << bit);
        for (int s = 0; s < 4; s++) {
            CU_ASSERT_EQUAL(readable(fd[s]), s == owner);
            while (read(fd[s], &count, sizeof(count)) > 0)
                ;
        }
    }
    end();
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void wakeups(void)
{
    begin();
    uint32_t core = Kernel_ProcessorCoreID();
    double before = seconds();
    ppc_wait(); /* nothing armed: about a millisecond */
    CU_ASSERT(seconds() - before < 1);
    WU_ArmMU(8 | 1);
    /* An event between arming and waiting is not lost; unarmed events do not count. */
    fake_interrupt(p, 0, core, arrival(3));
    before = seconds();
    for (int i = 0; i < 1000; i++) {
        fake_interrupt(p, 0, core, arrival(0));
        ppc_wait();
    }
    CU_ASSERT(seconds() - before < 0.9); /* a lost event costs a millisecond */
    WU_DisarmMU(8);
    fake_interrupt(p, 0, core, arrival(0));
    WU_ArmMU_system(2);
    WU_ArmWithAddress(0x1000, ~UINT64_C(63));
    before = seconds();
    ppc_wait();
    CU_ASSERT(seconds() - before < 1);
    end();
    ppc_wait(); /* also outside any job */
}

static uint64_t longest_sleep; /* ns */

static void record_sleep(const volatile uint64_t *reg, uint64_t ticket, uint64_t ns)
{
    (void)reg;
    (void)ticket;
    longest_sleep = ns > longest_sleep ? ns : longest_sleep;
}

/** Where ranks share a core, the sleeps of a wait for a line grow to 10 ms. */
static void sleeps_grow_to_a_limit(void)
{
    static uint64_t line[8] __attribute__((aligned(64)));
    Kernel_MemoryRegion_t region;
    begin();
    p->processors = 1;
    p->sharers = 2;
    emuq_mmio.wait.sleep = record_sleep;
    CU_ASSERT_EQUAL_FATAL(Kernel_CreateMemoryRegion(&region, line, sizeof(line)), 0);
    WU_DisarmMU(15);
    longest_sleep = 0;
    for (int i = 0; i < 12; i++) {
        WU_ArmWithAddress((uint64_t)region.BasePa + (uintptr_t)line - (uintptr_t)region.BaseVa,
                          ~UINT64_C(63));
        ppc_wait();
    }
    CU_ASSERT_EQUAL(longest_sleep, 10000000);
    emuq_mmio.wait.sleep = NULL;
    end();
}

/** A thread waiting in a loop. */
static void *waiter(void *unused)
{
    (void)unused;
    WU_ArmMU(15);
    add_one(&ready);
    for (;;)
        ppc_wait();
    return NULL;
}

static void a_waiter_ends_with_its_process(void)
{
    begin();
    finish(start(waiter));
    end();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a handler runs", a_handler_runs},
        {"an interrupt that came first", an_interrupt_that_came_first},
        {"the aggregator", the_aggregator},
        {"global interrupts", global_interrupts},
        {"communication thread calls", comm_thread_calls},
        {"eventfds", eventfds},
        {"status bits", status_bits},
        {"wakeups", wakeups},
        {"sleeps grow to a limit", sleeps_grow_to_a_limit},
        {"a waiter ends with its process", a_waiter_ends_with_its_process},
        {NULL, NULL},
    };
    return emuq_test_main("interrupts", tests);
}
