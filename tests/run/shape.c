/* SPDX-License-Identifier: BSD-3-Clause */
/* Default shapes of partitions. */
#include <errno.h>
#include <string.h>

#include "emuq_test.h"
#include "kernel-shim/partition/job.h"

static void check(uint64_t nodes, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e)
{
    uint32_t shape[5] = {0}, wanted[5] = {a, b, c, d, e};
    CU_ASSERT_EQUAL(emuq_default_shape(nodes, shape), 0);
    CU_ASSERT_EQUAL(memcmp(shape, wanted, sizeof(shape)), 0);
}

static void powers_of_two(void)
{
    check(1, 1, 1, 1, 1, 1);
    check(2, 1, 1, 1, 1, 2);
    check(4, 2, 1, 1, 1, 2);
    check(32, 2, 2, 2, 2, 2);
    check(512, 4, 4, 4, 4, 2);
    check(1024, 8, 4, 4, 4, 2);
    check(33554432, 64, 64, 64, 64, 2);
}

static void other_sizes(void)
{
    check(3, 3, 1, 1, 1, 1);
    check(6, 3, 1, 1, 1, 2);
    check(24, 3, 2, 2, 1, 2);
    check(61, 61, 1, 1, 1, 1);
    check(162, 3, 3, 3, 3, 2);
    check(900, 6, 5, 5, 3, 2);
}

static void sizes_that_do_not_fit(void)
{
    check(67, 17, 2, 1, 1, 2);          /* 68 */
    check(127, 4, 4, 2, 2, 2);          /* 128 */
    check(33554431, 64, 64, 64, 64, 2); /* no smaller shape fits */
}

static void every_size_up_to_a_rack(void)
{
    for (uint64_t nodes = 1; nodes <= 1024; nodes++) {
        uint32_t shape[5];
        if (emuq_default_shape(nodes, shape) != 0) {
            CU_FAIL("no shape");
            return;
        }
        uint64_t product = 1;
        for (int d = 0; d < 5; d++) {
            CU_ASSERT(shape[d] >= 1 && shape[d] <= (d < 4 ? 64u : 2u));
            CU_ASSERT(d == 0 || d == 4 || shape[d] <= shape[d - 1]);
            product *= shape[d];
        }
        CU_ASSERT(product >= nodes && product < nodes + 8);
    }
}

static void impossible_sizes(void)
{
    uint32_t shape[5];
    CU_ASSERT_EQUAL(emuq_default_shape(0, shape), -ERANGE);
    CU_ASSERT_EQUAL(emuq_default_shape(33554433, shape), -ERANGE);
    CU_ASSERT_EQUAL(emuq_default_shape(UINT64_MAX, shape), -ERANGE);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"powers of two", powers_of_two},
                                        {"other sizes", other_sizes},
                                        {"sizes that do not fit", sizes_that_do_not_fit},
                                        {"every size up to a rack", every_size_up_to_a_rack},
                                        {"impossible sizes", impossible_sizes},
                                        {NULL, NULL}};
    return emuq_test_main("default shape", tests);
}
