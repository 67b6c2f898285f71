/* SPDX-License-Identifier: BSD-3-Clause */
/* Packets as text, words as digits, and captures: apenet-link rejects a file, or encodes and decodes it. The
 * first byte selects dialect (LSB 0), command (LSB 1) and output (LSB 2). Encoded packets are decoded without
 * damage, unless the text has raw words or sets error flags. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "tools/apenet-link/wire.h"

static FILE *out;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    out = fopen("/dev/null", "we");
    FUZZ_CHECK(out != NULL);
    return 0;
}

static void decode(wire_options_t *o, const wire_streams_t *streams, bool is_good)
{
    bool found = wire_decode(o, streams, out);
    FUZZ_CHECK(found || !is_good);
    o->format = WIRE_PCAPNG;
    FUZZ_CHECK(wire_write(o, streams, out));
    o->format = WIRE_HEX;
    FUZZ_CHECK(streams->count != 1 || wire_write(o, streams, out));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned choice = size != 0 ? data[0] : 0;
    wire_options_t o = {.dialect = (choice & 1) != 0 ? APENET_DIALECT_EXANET : APENET_DIALECT_APENET,
                        .format = (choice & 4) != 0 ? WIRE_PACKETS : WIRE_TEXT,
                        .period = 255,
                        .ports = {WIRE_PORT, WIRE_PORT}};
    wire_streams_t streams = {.count = 0};
    o.input = fuzz_file(data + (size != 0), size - (size != 0));
    if ((choice & 2) != 0) {
        char *text = fuzz_text(data, size);
        bool is_good = strstr(text, "word") == NULL && strstr(text, "err") == NULL;
        free(text);
        if (wire_encode(&o, wire_add_stream(&streams)))
            decode(&o, &streams, is_good);
    } else if (wire_read(&o, &streams)) {
        decode(&o, &streams, false);
    }
    wire_streams_free(&streams);
    return 0;
}
