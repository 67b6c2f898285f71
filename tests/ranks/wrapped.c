/* SPDX-License-Identifier: BSD-3-Clause */
/* An ordinary main(), linked with emuq_main, runs on every rank. The last rank reports. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "in_ranks.h"
#include "spi/include/kernel/location.h"

#define RANKS 8
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) /* sanitizers have a separate allocator */
#define CHECKS 5
#else
#define CHECKS 9
#endif

/* Memory is aligned as on Blue Gene/Q, and keeps its contents when it grows. */
static void check_malloc(void)
{
#if CHECKS > 5
    char *a = malloc(10), *b = calloc(3, 7);
    CHECK((uintptr_t)a % 64 == 0 && (uintptr_t)b % 64 == 0);
    CHECK(b[0] == 0 && memcmp(b, b + 1, 20) == 0);
    memcpy(a, "descriptor", 10);
    a = realloc(a, 100000);
    CHECK((uintptr_t)a % 64 == 0 && memcmp(a, "descriptor", 10) == 0);
    a = realloc(a, 5);
    CHECK(memcmp(a, "descr", 5) == 0);
    free(a);
    free(b);
#endif
}

int main(int argc, char **argv, char **envp)
{
    static int ranks, seen[RANKS]; /* __atomic */
    uint32_t rank = Kernel_GetRank();
    CHECK(rank < RANKS && __atomic_fetch_add(&seen[rank % RANKS], 1, __ATOMIC_RELAXED) == 0);
    CHECK(Kernel_ProcessCount() == 2);
    CHECK(argc == 4 && strcmp(argv[1], "word") == 0 && strcmp(argv[2], "--") == 0 &&
          strcmp(argv[3], "--ppn") == 0);
    CHECK(argv[4] == NULL);
    CHECK(envp != NULL);
    check_malloc();
    /* Acquire and release: the last rank sees all failures. */
    if (__atomic_add_fetch(&ranks, 1, __ATOMIC_ACQ_REL) < RANKS) {
        if (rank % 3 == 1)
            _exit(0);
        if (rank % 3 == 2)
            quick_exit(0);
        exit(0);
    }
    int failures = take_failures();
    printf("%d passed, %d failed\n", RANKS * CHECKS - failures, failures);
    return failures != 0;
}
