/* SPDX-License-Identifier: BSD-3-Clause */
/* Texts exchanged by the hosts at the start of a job: a text is rejected, or printing the parsed text gives
 * the same text. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "transport/fabric.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    emuq_host_parts_t parts, again;
    emuq_host_text_t printed;
    if (emuq_host_text_parse(text, &parts) == 0) {
        FUZZ_CHECK(parts.address_bytes <= sizeof parts.address);
        FUZZ_CHECK(memchr(parts.name, '\0', sizeof parts.name) != NULL);
        FUZZ_CHECK(memchr(parts.provider, '\0', sizeof parts.provider) != NULL);
        if (emuq_host_text_print(&printed, parts.name, parts.provider, parts.address, parts.address_bytes) ==
            0) {
            FUZZ_CHECK(emuq_host_text_parse(printed.text, &again) == 0);
            FUZZ_CHECK(again.address_bytes == parts.address_bytes);
            FUZZ_CHECK(memcmp(again.address, parts.address, parts.address_bytes) == 0);
            FUZZ_CHECK(strcmp(again.provider, parts.provider) == 0);
        }
    }
    free(text);
    return 0;
}
