/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq_json_string() prints valid JSON for arbitrary bytes. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"
#include "tools/common/options.h"

/* Prints a text as JSON and parses the output. */
static void check(const char *text, const char *wanted)
{
    char *printed = NULL;
    size_t length;
    FILE *out = open_memstream(&printed, &length);
    emuq_json_string(out, text);
    fclose(out);
    json_t *read = json_loads(printed, JSON_DECODE_ANY, NULL);
    CU_ASSERT_TRUE_FATAL(json_is_string(read));
    CU_ASSERT_STRING_EQUAL(json_string_value(read), wanted);
    json_decref(read);
    free(printed);
}

static void text_means_itself(void)
{
    static const char *const text[] = {"", "plain", "a \"word\" and a \\", "tab\tand\nline\x01",
                                       "h\xc3\xb6he \xe2\x82\xac \xf0\x9f\x98\x80"};
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++)
        check(text[i], text[i]);
}

static void bytes_that_are_no_utf8_are_latin_1(void)
{
    check("h\xf6he", "h\xc3\xb6he");
    check("\xc3", "\xc3\x83");
    check("\xc0\x80", "\xc3\x80\xc2\x80");
    check("\xed\xa0\x80", "\xc3\xad\xc2\xa0\xc2\x80");
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"text means itself", text_means_itself},
        {"bytes that are no UTF-8 are Latin-1", bytes_that_are_no_utf8_are_latin_1},
        {NULL, NULL}};
    return emuq_test_main("json", tests);
}
