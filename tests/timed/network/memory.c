/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file memory.c Arrays of the network: alignment, zeros, contents after growth, and bounds under
 *   AddressSanitizer.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "emuq_test.h"
#include "network/calendar.h"

#ifdef EMUQ_NET_SANITIZED
#include <sanitizer/asan_interface.h>
#endif

static bool aligned(const void *array)
{
    return (uintptr_t)array % EMUQ_NET_LINE == 0;
}

static void mapped(void)
{
    static const size_t counts[] = {1, 7, 64, 100, (3 << 20) + 1};
    emuq_net_unmap(NULL);
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        unsigned char *array = emuq_net_map(counts[i], 1);
        CU_ASSERT_PTR_NOT_NULL_FATAL(array);
        CU_ASSERT(aligned(array));
        size_t zeros = 0;
        for (size_t k = 0; k < counts[i]; k++)
            zeros += array[k] == 0;
        CU_ASSERT_EQUAL(zeros, counts[i]);
        array[counts[i] - 1] = 1;
#ifdef EMUQ_NET_SANITIZED
        CU_ASSERT(__asan_address_is_poisoned(array + counts[i]));
#endif
        emuq_net_unmap(array);
    }
}

/** Growth beyond the size of a huge page. */
static void grown(void)
{
    enum { WORDS = 3 << 18 };
    uint64_t *array = NULL;
    uint32_t room = 0, wrong = 0, moves = 0;
    for (uint32_t i = 0; i < WORDS; i++) {
        uint32_t before = room;
        array = emuq_net_grow(array, i, &room, sizeof(*array));
        moves += room != before;
        wrong += room <= i || !aligned(array);
        array[i] = i;
    }
    for (uint32_t i = 0; i < WORDS; i++)
        wrong += array[i] != i;
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(moves, 17); /* 16 elements, doubled each time */
    free(array);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"mapped arrays", mapped}, {"arrays that grow", grown}, {NULL, NULL}};
    return emuq_test_main("network memory", tests);
}
