/* SPDX-License-Identifier: BSD-3-Clause */
/* Shared static data: unchanged for the program, and visible to a peer. Built with several linkers and
 * layouts. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/address_space.h"
#include "emuq_test.h"
#include "window.h"

#define LARGE ((size_t)200 << 20)

static volatile int initialised = 4711;
static volatile int zero;
static volatile char large[LARGE];
static volatile char odd[3] = {1, 2, 3}, odder[5] = {4, 5, 6, 7, 8};
static volatile char aligned[3] __attribute__((aligned(1 << 17))); /* in a separate segment */
static const char *volatile pointer = "a relocated pointer";
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int before_window;

__attribute__((constructor(200))) static void early(void)
{
    before_window = 42;
    large[LARGE / 2] = 5;
}

static void has_a_range(void)
{
    CU_ASSERT_EQUAL_FATAL(window.data_status, 0);
    CU_ASSERT(window.data.bytes > LARGE);
    CU_ASSERT_EQUAL(window.data.bytes % (size_t)sysconf(_SC_PAGESIZE), 0);
    CU_ASSERT_EQUAL((window.data.alias - window.data.va) % EMUQ_GRANULE_BYTES, 0);
    CU_ASSERT(window.data.alias >= (uintptr_t)window.base);
    CU_ASSERT(window.data.alias + window.data.bytes <= (uintptr_t)window.base + STATIC_BYTES);
    CU_ASSERT(window.data.alias < (uintptr_t)window.base + EMUQ_GRANULE_BYTES);
    const volatile void *all[] = {&initialised, &zero,  large,  large + LARGE - 1, odd, odder,
                                  &pointer,     &mutex, aligned};
    for (unsigned i = 0; i < sizeof(all) / sizeof(*all); i++)
        CU_ASSERT_PTR_NOT_NULL(peer_of(all[i]));
}

static void keeps_its_values(void)
{
    CU_ASSERT_EQUAL(initialised, 4711);
    CU_ASSERT_EQUAL(zero, 0);
    CU_ASSERT_EQUAL(before_window, 42);
    CU_ASSERT_EQUAL(large[LARGE / 2], 5);
    CU_ASSERT_EQUAL(large[LARGE - 1], 0);
    CU_ASSERT_EQUAL(odd[2] + odder[4], 11);
    CU_ASSERT_STRING_EQUAL(pointer, "a relocated pointer");
    CU_ASSERT_EQUAL(pthread_mutex_lock(&mutex), 0);
    CU_ASSERT_EQUAL(pthread_mutex_unlock(&mutex), 0);
}

static void peer_sees_stores(void)
{
    initialised = 1;
    zero = 2;
    large[LARGE - 1] = 3;
    CU_ASSERT_EQUAL(*(volatile int *)peer_of(&initialised), 1);
    CU_ASSERT_EQUAL(*(volatile int *)peer_of(&zero), 2);
    CU_ASSERT_EQUAL(*peer_of(large + LARGE - 1), 3);
    *(volatile int *)(window.data.alias + ((uintptr_t)&zero - window.data.va)) = 20;
    CU_ASSERT_EQUAL(zero, 20);
}

static void owner_sees_peers_stores(void)
{
    *(volatile int *)peer_of(&initialised) = 10;
    *peer_of(large + LARGE / 3) = 30;
    CU_ASSERT_EQUAL(initialised, 10);
    CU_ASSERT_EQUAL(large[LARGE / 3], 30);
}

static int store_from_program(const volatile void *where, int value)
{
    char command[200];
    long long at = (long long)(peer_of(where) - window.peer) + (1 << 20);
    snprintf(command, sizeof(command),
             "printf '\\%03o' | dd of=/proc/self/fd/%d bs=1 seek=%lld conv=notrunc 2>/dev/null", value,
             window.fd, at);
    return system(command);
}

static void another_program_stores(void)
{
    zero = 0;
    CU_ASSERT_EQUAL(store_from_program(&zero, 77), 0);
    CU_ASSERT_EQUAL(zero, 77);
}

static void large_zeros_cost_nothing(void)
{
    char path[64], line[200];
    long long kilobytes = -1;
    unsigned long rest = 0;
    snprintf(path, sizeof(path), "du -k -L /proc/%d/fd/%d", (int)getpid(), window.fd);
    FILE *du = popen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(du);
    if (fgets(line, sizeof(line), du) != NULL && sscanf(line, "%lld%lu", &kilobytes, &rest) < 1)
        kilobytes = -1;
    pclose(du);
    CU_ASSERT(kilobytes > 0);
    CU_ASSERT(kilobytes < (long long)(LARGE >> 10) / 2);
}

static void fails_without_room(void)
{
    emuq_shared_range_t range = {1, 1, 1};
    CU_ASSERT_EQUAL(emuq_share_static(window.fd, 0, window.base, 4096, EMUQ_GRANULE_BYTES, &range),
                    -12 /* ENOMEM */);
    CU_ASSERT_EQUAL(range.bytes, 0);
    CU_ASSERT_EQUAL(before_window, 42);
}

static void refused(void)
{
    CU_ASSERT_EQUAL(window.data_status, -95 /* ENOTSUP */);
    CU_ASSERT_EQUAL(window.data.bytes, 0);
    CU_ASSERT_EQUAL(before_window, 42);
}

int main(void)
{
    static const emuq_test_t shared[] = {{"has a range", has_a_range},
                                         {"keeps its values", keeps_its_values},
                                         {"large zeros cost nothing", large_zeros_cost_nothing},
                                         {"a peer sees stores", peer_sees_stores},
                                         {"the owner sees a peer's stores", owner_sees_peers_stores},
                                         {"another program stores", another_program_stores},
                                         {"fails without room", fails_without_room},
                                         {NULL, NULL}};
    static const emuq_test_t private[] = {{"refused", refused}, {NULL, NULL}};
    return emuq_test_main("static data", SANITIZED_DATA ? private : shared);
}
