/* SPDX-License-Identifier: BSD-3-Clause */
/* The EMUQ_* environment variables: read once, checked strictly, reported in one line each. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "backends/settings.h"
#include "capture.h"
#include "emuq_test.h"

static void forget_all(void)
{
    for (int i = 0; i < EMUQ_SETTINGS; i++)
        unsetenv(emuq_setting_info((emuq_setting_t)i)->name);
}

/* Loads settings with one variable. @return the result of emuq_settings_load() */
static int load_with(const char *name, const char *value, capture_t *c)
{
    setenv(name, value, 1);
    capture_begin(c);
    int rc = emuq_settings_load();
    capture_end(c);
    unsetenv(name);
    return rc;
}

static void defaults_are_values(void)
{
    forget_all();
    CU_ASSERT_EQUAL(emuq_settings_load(), 0);
    for (int i = 0; i < EMUQ_SETTINGS; i++) {
        const emuq_setting_info_t *info = emuq_setting_info((emuq_setting_t)i);
        CU_ASSERT_EQUAL(emuq_setting_parse((emuq_setting_t)i, info->def, NULL), 0);
        CU_ASSERT_STRING_EQUAL(emuq_setting_text((emuq_setting_t)i), info->def);
        CU_ASSERT_FALSE(emuq_setting_is_set((emuq_setting_t)i));
        CU_ASSERT_EQUAL(strncmp(info->name, "EMUQ_", 5), 0);
        CU_ASSERT_TRUE(strlen(info->help) > 10);
    }
    CU_ASSERT_EQUAL(emuq_setting_number(EMUQ_SETTING_PPN), 1);
    CU_ASSERT_EQUAL(emuq_setting_number(EMUQ_SETTING_STACK_SIZE), 8u << 20);
    CU_ASSERT_EQUAL(emuq_setting_number(EMUQ_SETTING_WAIT), 0);
}

static void good_values_are_taken(void)
{
    static const struct {
        const char *name, *text;
        emuq_setting_t id;
        uint64_t number;
    } good[] = {
        {"EMUQ_PPN", "64", EMUQ_SETTING_PPN, 64},
        {"EMUQ_NP", "1073741824", EMUQ_SETTING_NP, 1u << 30},
        {"EMUQ_NP", "007", EMUQ_SETTING_NP, 7},
        {"EMUQ_INLINE_BYTES", "0", EMUQ_SETTING_INLINE_BYTES, 0},
        {"EMUQ_INLINE_BYTES", "1000", EMUQ_SETTING_INLINE_BYTES, 1000},
        {"EMUQ_INLINE_BYTES", "3K", EMUQ_SETTING_INLINE_BYTES, 3 << 10},
        {"EMUQ_INLINE_BYTES", "2M", EMUQ_SETTING_INLINE_BYTES, 2 << 20},
        {"EMUQ_INLINE_BYTES", "1G", EMUQ_SETTING_INLINE_BYTES, 1 << 30},
        {"EMUQ_STACK_SIZE", "64K", EMUQ_SETTING_STACK_SIZE, 64 << 10},
        {"EMUQ_WAIT", "spin", EMUQ_SETTING_WAIT, 1},
        {"EMUQ_WAIT", "sleep", EMUQ_SETTING_WAIT, 3},
        {"EMUQ_ENGINES", "auto", EMUQ_SETTING_ENGINES, 0},
        {"EMUQ_ENGINES", "64", EMUQ_SETTING_ENGINES, 1},
        {"EMUQ_MAPPING", "TABCDE", EMUQ_SETTING_MAPPING, 0},
        {"EMUQ_MESH", "", EMUQ_SETTING_MESH, 0},
    };
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        capture_t c;
        CU_ASSERT_EQUAL(load_with(good[i].name, good[i].text, &c), 0);
        CU_ASSERT_STRING_EQUAL(c.text, "");
        CU_ASSERT_EQUAL(emuq_setting_number(good[i].id), good[i].number);
        CU_ASSERT_STRING_EQUAL(emuq_setting_text(good[i].id), good[i].text);
        CU_ASSERT_TRUE(emuq_setting_is_set(good[i].id));
    }
    CU_ASSERT_EQUAL(emuq_settings_load(), 0);
    CU_ASSERT_FALSE(emuq_setting_is_set(EMUQ_SETTING_MESH));
}

static void bad_values_are_reported(void)
{
    static const struct {
        const char *name, *text;
    } bad[] = {
        {"EMUQ_PPN", "0"},
        {"EMUQ_PPN", "65"},
        {"EMUQ_PPN", ""},
        {"EMUQ_PPN", "4x"},
        {"EMUQ_PPN", " 4"},
        {"EMUQ_PPN", "+4"},
        {"EMUQ_PPN", "-4"},
        {"EMUQ_PPN", "1K"},
        {"EMUQ_NP", "18446744073709551617"},
        {"EMUQ_INLINE_BYTES", "2G"},
        {"EMUQ_INLINE_BYTES", "1KB"},
        {"EMUQ_INLINE_BYTES", "1T"},
        {"EMUQ_INLINE_BYTES", "17179869184G"},
        {"EMUQ_STACK_SIZE", "63K"},
        {"EMUQ_WAIT", "sle"},
        {"EMUQ_WAIT", "sleepy"},
        {"EMUQ_WAIT", "spin|yield"},
        {"EMUQ_WAIT", ""},
        {"EMUQ_ENGINES", "65"},
        {"EMUQ_ENGINES", "some"},
    };
    setenv("EMUQ_PPN", "2", 1);
    CU_ASSERT_EQUAL(emuq_settings_load(), 0);
    unsetenv("EMUQ_PPN");
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        capture_t c;
        CU_ASSERT_EQUAL(load_with(bad[i].name, bad[i].text, &c), -EINVAL);
        CU_ASSERT_EQUAL(capture_lines(&c), 1);
        CU_ASSERT_EQUAL(strncmp(c.text, "emuq: ", 6), 0);
        CU_ASSERT_PTR_NOT_NULL(strstr(c.text, bad[i].name));
        CU_ASSERT_PTR_NOT_NULL(strstr(c.text, bad[i].text));
        CU_ASSERT_EQUAL(emuq_setting_number(EMUQ_SETTING_PPN), 2);
        CU_ASSERT_TRUE(emuq_setting_is_set(EMUQ_SETTING_PPN));
    }
    CU_ASSERT_EQUAL(emuq_settings_load(), 0);
    CU_ASSERT_EQUAL(emuq_setting_number(EMUQ_SETTING_PPN), 1);
}

static void unknown_names_are_reported(void)
{
    capture_t c;
    CU_ASSERT_EQUAL(load_with("EMUQ_SHAEP", "2x2", &c), -EINVAL);
    CU_ASSERT_EQUAL(capture_lines(&c), 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(c.text, "EMUQ_SHAEP"));
    CU_ASSERT_PTR_NOT_NULL(strstr(c.text, "EMUQ_SHAPE?"));
    CU_ASSERT_EQUAL(load_with("EMUQ_STACKSIZE", "1M", &c), -EINVAL);
    CU_ASSERT_PTR_NOT_NULL(strstr(c.text, "EMUQ_STACK_SIZE?"));
    CU_ASSERT_EQUAL(load_with("EMUQ_PPN2", "1", &c), -EINVAL);
    CU_ASSERT_PTR_NOT_NULL(strstr(c.text, "EMUQ_PPN?"));
    CU_ASSERT_EQUAL(load_with("EMUQ_SOMETHING_COMPLETELY_DIFFERENT", "1", &c), -EINVAL);
    CU_ASSERT_EQUAL(capture_lines(&c), 1);
    CU_ASSERT_PTR_NULL(strchr(c.text, '?'));
    CU_ASSERT_EQUAL(
        load_with("EMUQ_A_NAME_THAT_IS_LONGER_THAN_ANY_OTHER_NAME_THAT_ONE_WOULD_COMPARE_IT_WITH", "1", &c),
        -EINVAL);
    CU_ASSERT_EQUAL(capture_lines(&c), 1);
    CU_ASSERT_EQUAL(load_with("EMUQX", "1", &c), 0);
    CU_ASSERT_EQUAL(load_with("emuq_shape", "1", &c), 0);
}

static void every_problem_has_a_line(void)
{
    capture_t c;
    setenv("EMUQ_PPM", "1", 1);
    setenv("EMUQ_WAIT", "long", 1);
    CU_ASSERT_EQUAL(load_with("EMUQ_NP", "many", &c), -EINVAL);
    CU_ASSERT_EQUAL(capture_lines(&c), 3);
    unsetenv("EMUQ_PPM");
    unsetenv("EMUQ_WAIT");
}

int main(void)
{
    static const emuq_test_t tests[] = {{"defaults are values", defaults_are_values},
                                        {"good values are taken", good_values_are_taken},
                                        {"bad values are reported", bad_values_are_reported},
                                        {"unknown names are reported", unknown_names_are_reported},
                                        {"every problem has a line", every_problem_has_a_line},
                                        {NULL, NULL}};
    return emuq_test_main("settings", tests);
}
