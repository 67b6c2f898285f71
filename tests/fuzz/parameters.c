/* SPDX-License-Identifier: BSD-3-Clause */
/* Parameter files of emuq-net: accepted constants are within their ranges. */
#include <stdlib.h>

#include "fuzz.h"
#include "network/files/files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    emuq_net_constants_t p;
    char reason[512], *text = fuzz_text(data, size);
    emuq_text_t why = emuq_text(reason, sizeof reason);
    FUZZ_CHECK(emuq_net_constants_open(&p) == 0);
    int rc = emuq_net_constants_parse(&p, text, "fuzz.toml", &why);
    FUZZ_CHECK(rc == 0 || reason[0] != '\0');
    if (rc == 0 && emuq_net_constants_check(&p, &why) == 0)
        for (uint32_t i = 0; i < emuq_net_parameter_count; i++) {
            const emuq_net_parameter_t *row = &emuq_net_parameter[i];
            uint32_t value = *emuq_net_value(&p.value, row);
            FUZZ_CHECK(value >= row->low && value <= row->high);
        }
    emuq_net_constants_free(&p);
    free(text);
    return 0;
}
