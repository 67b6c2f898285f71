/* SPDX-License-Identifier: BSD-3-Clause */
/* Command lines of emuq-perf: one word per line. */
#include <string.h>

#include "fuzz.h"
#include "tools/emuq-perf/perf.h"

static void check_list(const perf_list_t *list, uint64_t most)
{
    FUZZ_CHECK(list->count <= PERF_MAX_LIST);
    for (size_t i = 0; i < list->count; i++)
        FUZZ_CHECK(list->value[i] <= most);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    perf_options_t options;
    fuzz_words_t words;
    fuzz_words_open(&words, "emuq-perf", data, size);
    int status = perf_options_read(&options, words.count, words.word, true);
    FUZZ_CHECK(status >= -1 && status <= PERF_STATUS_USAGE);
    if (status < 0) {
        check_list(&options.sizes, PERF_MAX_BYTES);
        check_list(&options.hops, UINT32_MAX);
        FUZZ_CHECK(options.pairs >= 1 && options.pairs <= PERF_MAX_PAIRS);
        FUZZ_CHECK(options.seconds > 0 && options.seconds < 1e9); /* false for NaN */
        FUZZ_CHECK(options.modes != 0 && options.modes < 2 * PERF_MODE_HOSTS);
    }
    fuzz_words_close(&words);
    return 0;
}
