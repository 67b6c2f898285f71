/* SPDX-License-Identifier: BSD-3-Clause */
/* Text buffer: text is truncated at the end of the buffer, always ends with a zero byte and never overflows.
 */
#include "base/text.h"

#include <string.h>

#include "emuq_test.h"

static void parts_follow_one_another(void)
{
    char buffer[32];
    emuq_text_t text = emuq_text(buffer, sizeof buffer);
    CU_ASSERT_STRING_EQUAL(buffer, "");
    emuq_text_add(&text, "rank %d", 7);
    emuq_text_add(&text, ": %s", "ready");
    CU_ASSERT_STRING_EQUAL(buffer, "rank 7: ready");
    CU_ASSERT_EQUAL(text.length, strlen(buffer));
}

static void what_does_not_fit_is_cut_off(void)
{
    char buffer[9];
    memset(buffer, '#', sizeof buffer);
    emuq_text_t text = emuq_text(buffer, 8);
    emuq_text_add(&text, "1234");
    emuq_text_add(&text, "567");
    CU_ASSERT_EQUAL(text.length, 7);
    emuq_text_add(&text, "8");
    emuq_text_add(&text, "9");
    CU_ASSERT_STRING_EQUAL(buffer, "1234567");
    CU_ASSERT_EQUAL(text.length, 7);
    CU_ASSERT_EQUAL(buffer[8], '#');
}

static void one_byte_holds_the_empty_text(void)
{
    char buffer[2] = "##";
    emuq_text_t text = emuq_text(buffer, 1);
    emuq_text_add(&text, "long");
    CU_ASSERT_STRING_EQUAL(buffer, "");
    CU_ASSERT_EQUAL(text.length, 0);
    CU_ASSERT_EQUAL(buffer[1], '#');
}

static void a_terminal_gets_no_commands(void)
{
    char text[] = "a\033[31mb\177\302\233\n\tc\303\244", line[] = "a\nb";
    CU_ASSERT_STRING_EQUAL(emuq_printable(text, true), "a?[31mb???\n\tc\303\244");
    CU_ASSERT_STRING_EQUAL(emuq_printable(line, false), "a?b");
}

int main(void)
{
    static const emuq_test_t tests[] = {{"parts follow one another", parts_follow_one_another},
                                        {"what does not fit is cut off", what_does_not_fit_is_cut_off},
                                        {"one byte holds the empty text", one_byte_holds_the_empty_text},
                                        {"a terminal gets no commands", a_terminal_gets_no_commands},
                                        {NULL, NULL}};
    return emuq_test_main("text", tests);
}
