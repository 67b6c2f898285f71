/* SPDX-License-Identifier: BSD-3-Clause */
/* Command lines of emuq-device: one word per line. */
#define _GNU_SOURCE
#include <getopt.h>

#include "fuzz.h"
#include "tools/emuq-device/device.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    emuq_device_options_t options;
    fuzz_words_t words;
    optind = 0; /* restarts getopt_long() */
    fuzz_words_open(&words, "emuq-device", data, size);
    if (emuq_device_options(words.count, words.word, &options) == 0) {
        FUZZ_CHECK(options.socket != NULL || options.file != NULL || options.command != NULL);
        FUZZ_CHECK(options.socket == NULL || options.file == NULL);
        FUZZ_CHECK(options.command == NULL || options.command[0] != NULL);
        FUZZ_CHECK(options.mesh <= 0x1f && options.ppn <= 64);
        for (int d = 0; d < 5; d++)
            FUZZ_CHECK(options.size[d] != 0);
    }
    fuzz_words_close(&words);
    return 0;
}
