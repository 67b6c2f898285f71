/* SPDX-License-Identifier: BSD-3-Clause */
/* Two tables of settings: the strict table owns all names with its prefix, the open table only the names of
 * its rows. */
#include "base/settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emuq_test.h"

static const emuq_setting_info_t strict_rows[] = {
    {"STRICT_COUNT", EMUQ_SETTING_TYPE_COUNT, "3", "1..9", "a number"},
    {"STRICT_WORD", EMUQ_SETTING_TYPE_CHOICE, "auto", "auto|0..4", "a word"},
    {"STRICT_PRICE", EMUQ_SETTING_TYPE_CHOICE, "none", "none|each:0.5..20|all", "a word with a number"},
};
static const emuq_setting_info_t open_rows[] = {
    {"OPEN_SIZE", EMUQ_SETTING_TYPE_SIZE, "4K", "512..1M", "bytes"},
    {"STRICT_GUEST", EMUQ_SETTING_TYPE_TEXT, "", "text", "a name with the prefix of another table"},
};
static emuq_setting_value_t strict_values[3], open_values[2];
static emuq_settings_t strict = EMUQ_SETTINGS_TABLE("test-strict", "STRICT_", strict_rows, strict_values);
static emuq_settings_t open_table = EMUQ_SETTINGS_TABLE("test-open", NULL, open_rows, open_values);

__attribute__((constructor(EMUQ_SETTINGS_PRIORITY))) static void declare(void)
{
    emuq_settings_register(&strict);
    emuq_settings_register(&open_table);
}

/* Reads a table; stores the messages on standard error in @p said. */
static int read_quietly(emuq_settings_t *table, char *said, size_t bytes)
{
    FILE *file = tmpfile();
    int kept = dup(STDERR_FILENO);
    fflush(stderr);
    dup2(fileno(file), STDERR_FILENO);
    int rc = emuq_settings_read(table);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(file);
    said[fread(said, 1, bytes - 1, file)] = '\0';
    fclose(file);
    return rc;
}

static void tables_are_found_in_the_order_of_their_names(void)
{
    emuq_settings_t *t = emuq_settings_next(NULL);
    while (t != NULL && t != &open_table)
        t = emuq_settings_next(t);
    CU_ASSERT_PTR_EQUAL_FATAL(t, &open_table);
    CU_ASSERT_PTR_EQUAL(emuq_settings_next(t), &strict);
}

static void each_table_has_its_values(void)
{
    char said[400];
    setenv("STRICT_COUNT", "7", 1);
    setenv("OPEN_SIZE", "64k", 1);
    setenv("STRICT_GUEST", "x", 1);
    CU_ASSERT_EQUAL(read_quietly(&strict, said, sizeof said), 0);
    CU_ASSERT_EQUAL(read_quietly(&open_table, said, sizeof said), 0);
    CU_ASSERT_EQUAL(emuq_settings_value(&strict, 0)->number, 7);
    CU_ASSERT_TRUE(emuq_settings_value(&strict, 0)->is_set);
    CU_ASSERT_EQUAL(emuq_settings_value(&strict, 1)->number, 0);
    CU_ASSERT_FALSE(emuq_settings_value(&strict, 1)->is_set);
    CU_ASSERT_EQUAL(emuq_settings_value(&open_table, 0)->number, 65536);
    CU_ASSERT_STRING_EQUAL(emuq_settings_value(&open_table, 1)->text, "x");
}

static void an_unknown_name_counts_where_the_prefix_is_owned(void)
{
    char said[400];
    setenv("STRICT_COUNY", "7", 1);
    setenv("OPEN_SIZES", "7", 1);
    CU_ASSERT_EQUAL(read_quietly(&strict, said, sizeof said), -EINVAL);
    CU_ASSERT_STRING_EQUAL(said,
                           "test-strict: there is no setting STRICT_COUNY; did you mean STRICT_COUNT?\n");
    CU_ASSERT_EQUAL(read_quietly(&open_table, said, sizeof said), 0);
    CU_ASSERT_STRING_EQUAL(said, "");
    unsetenv("STRICT_COUNY");
    unsetenv("OPEN_SIZES");
}

static void a_bad_value_changes_nothing(void)
{
    char said[400];
    setenv("OPEN_SIZE", "2M", 1);
    setenv("STRICT_GUEST", "y", 1);
    CU_ASSERT_EQUAL(read_quietly(&open_table, said, sizeof said), -EINVAL);
    CU_ASSERT_STRING_EQUAL(
        said, "test-open: OPEN_SIZE=2M is not a value of this setting; it takes 512..1M (bytes)\n");
    CU_ASSERT_EQUAL(emuq_settings_value(&open_table, 0)->number, 65536);
    CU_ASSERT_STRING_EQUAL(emuq_settings_value(&open_table, 1)->text, "x");
}

static void a_word_may_have_a_number(void)
{
    static const struct {
        const char *text;
        int rc;
        uint64_t index;
    } value[] = {{"none", 0, 0},
                 {"each:1", 0, 1},
                 {"each:2.125", 0, 1},
                 {"each:0.5", 0, 1},
                 {"each:20", 0, 1},
                 {"all", 0, 2},
                 {"each", -EINVAL, 0},
                 {"each:", -EINVAL, 0},
                 {"each:0.499", -EINVAL, 0},
                 {"each:20.001", -EINVAL, 0},
                 {"each:1.", -EINVAL, 0},
                 {"each:.5", -EINVAL, 0},
                 {"each:1.0001", -EINVAL, 0},
                 {"none:1", -EINVAL, 0},
                 {"each:0.5..20", -EINVAL, 0},
                 {"each:1|all", -EINVAL, 0},
                 {"each:-1", -EINVAL, 0}};
    for (unsigned i = 0; i < sizeof value / sizeof *value; i++) {
        uint64_t index = 0;
        int rc = emuq_setting_info_parse(&strict_rows[2], value[i].text, &index);
        if (rc != value[i].rc || index != value[i].index)
            printf("\"%s\" gives %d\n", value[i].text, rc);
        CU_ASSERT_EQUAL(rc, value[i].rc);
        CU_ASSERT_EQUAL(index, value[i].index);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"tables are found in the order of their names", tables_are_found_in_the_order_of_their_names},
        {"each table has its values", each_table_has_its_values},
        {"an unknown name counts where the prefix is owned",
         an_unknown_name_counts_where_the_prefix_is_owned},
        {"a bad value changes nothing", a_bad_value_changes_nothing},
        {"a word may have a number", a_word_may_have_a_number},
        {NULL, NULL}};
    return emuq_test_main("settings", tests);
}
