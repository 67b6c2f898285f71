/* SPDX-License-Identifier: BSD-3-Clause */
/* Command lines of emuq-net: one word per line. */
#include "fuzz.h"
#include "tools/emuq-net/net.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    traffic_options_t options;
    fuzz_words_t words;
    fuzz_words_open(&words, "emuq-net", data, size);
    int status = traffic_options_read(&options, words.count, words.word);
    FUZZ_CHECK(status >= -1 && status <= TRAFFIC_STATUS_USAGE);
    if (status < 0)
        traffic_options_free(&options);
    fuzz_words_close(&words);
    return 0;
}
