/* SPDX-License-Identifier: BSD-3-Clause */
/* Parser of numbers: decimal digits, sizes with an optional suffix; everything else is rejected. */
#include "base/text.h"

#include <errno.h>

#include "emuq_test.h"

#define COUNT EMUQ_NUMBER_COUNT
#define SIZE  EMUQ_NUMBER_SIZE

static void good_numbers_are_read(void)
{
    static const struct {
        const char *text;
        emuq_number_kind_t kind;
        uint64_t number;
    } good[] = {
        {"0", COUNT, 0},
        {"007", COUNT, 7},
        {"18446744073709551615", COUNT, UINT64_MAX},
        {"12", SIZE, 12},
        {"3K", SIZE, 3 << 10},
        {"3k", SIZE, 3 << 10},
        {"2M", SIZE, 2 << 20},
        {"2m", SIZE, 2 << 20},
        {"5G", SIZE, UINT64_C(5) << 30},
        {"17179869183g", SIZE, UINT64_C(17179869183) << 30},
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        uint64_t number = 99;
        CU_ASSERT_EQUAL(emuq_number_parse(good[i].text, good[i].kind, 0, UINT64_MAX, &number), 0);
        CU_ASSERT_EQUAL(number, good[i].number);
    }
}

static void bad_numbers_are_refused(void)
{
    static const struct {
        const char *text;
        emuq_number_kind_t kind;
        int rc;
    } bad[] = {
        {"", COUNT, -EINVAL},
        {" 4", COUNT, -EINVAL},
        {"4 ", COUNT, -EINVAL},
        {"+4", COUNT, -EINVAL},
        {"-4", COUNT, -EINVAL},
        {"4x", COUNT, -EINVAL},
        {"0x4", COUNT, -EINVAL},
        {"1K", COUNT, -EINVAL},
        {"1KB", SIZE, -EINVAL},
        {"1T", SIZE, -EINVAL},
        {"K", SIZE, -EINVAL},
        {"18446744073709551616", COUNT, -ERANGE},
        {"17179869184G", SIZE, -ERANGE},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint64_t number = 99;
        CU_ASSERT_EQUAL(emuq_number_parse(bad[i].text, bad[i].kind, 0, UINT64_MAX, &number), bad[i].rc);
        CU_ASSERT_EQUAL(number, 99);
    }
}

static void both_ends_of_a_range_are_in_it(void)
{
    uint64_t number = 0;
    CU_ASSERT_EQUAL(emuq_number_parse("3", COUNT, 3, 5, &number), 0);
    CU_ASSERT_EQUAL(emuq_number_parse("5", COUNT, 3, 5, &number), 0);
    CU_ASSERT_EQUAL(number, 5);
    CU_ASSERT_EQUAL(emuq_number_parse("2", COUNT, 3, 5, &number), -ERANGE);
    CU_ASSERT_EQUAL(emuq_number_parse("6", COUNT, 3, 5, &number), -ERANGE);
    CU_ASSERT_EQUAL(number, 5);
}

static void a_scan_stops_behind_the_number(void)
{
    uint64_t number = 0;
    const char *end = NULL, *text = "64K..16G";
    CU_ASSERT_EQUAL(emuq_number_scan(text, SIZE, &number, &end), 0);
    CU_ASSERT_EQUAL(number, 64 << 10);
    CU_ASSERT_PTR_EQUAL(end, text + 3);
    CU_ASSERT_EQUAL(emuq_number_scan(text, COUNT, &number, &end), 0);
    CU_ASSERT_EQUAL(number, 64);
    CU_ASSERT_PTR_EQUAL(end, text + 2);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"good numbers are read", good_numbers_are_read},
                                        {"bad numbers are refused", bad_numbers_are_refused},
                                        {"both ends of a range are in it", both_ends_of_a_range_are_in_it},
                                        {"a scan stops behind the number", a_scan_stops_behind_the_number},
                                        {NULL, NULL}};
    return emuq_test_main("number", tests);
}
