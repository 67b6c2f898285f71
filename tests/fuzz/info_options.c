/* SPDX-License-Identifier: BSD-3-Clause */
/* Command lines and settings of emuq-info: its argument on the first line, then one variable per line. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

int emuq_info_main(int argc, char **argv); /* main() of emuq-info.c */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_words_t words;
    char name[] = "emuq-info";
    fuzz_clear_environment();
    fuzz_words_open(&words, name, data, size);
    int given = words.count > 1 && words.word[1][0] != '\0';
    for (int i = 2; i < words.count; i++) {
        char *value = strchr(words.word[i], '=');
        if (value == NULL || value == words.word[i])
            continue;
        *value++ = '\0';
        FUZZ_CHECK(setenv(words.word[i], value, 1) == 0);
    }
    /* The values for several hosts depend on the machine, not on the input; a picture is a file. */
    bool is_skipped = given && (strcmp(words.word[1], "--hosts") == 0 ||
                                strncmp(words.word[1], "--picture", strlen("--picture")) == 0);
    if (!is_skipped) {
        int status = emuq_info_main(1 + given, (char *[]){name, given ? words.word[1] : NULL, NULL});
        FUZZ_CHECK(status == 0 || status == 2);
    }
    fuzz_clear_environment();
    fuzz_words_close(&words);
    return 0;
}
