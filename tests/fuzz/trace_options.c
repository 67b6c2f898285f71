/* SPDX-License-Identifier: BSD-3-Clause */
/* Command lines of emuq-trace: one word per line. */
#include "fuzz.h"
#include "tools/emuq-trace/trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    trace_command_t command;
    fuzz_words_t words;
    fuzz_words_open(&words, "emuq-trace", data, size);
    if (trace_command_read(&command, words.count, words.word) < 0) {
        FUZZ_CHECK(command.count != 0 && command.count < (uint32_t)words.count);
        for (uint32_t i = 0; i < command.count; i++)
            FUZZ_CHECK(command.files[i] != NULL && command.files[i][0] != '-');
    }
    fuzz_words_close(&words);
    return 0;
}
