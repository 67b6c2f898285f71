/* SPDX-License-Identifier: BSD-3-Clause */
/* apenet-link: encodes packets to words of APElink, damages words, decodes them, and
 * exchanges packets over UDP.
 *
 * Reading order: wire.h, options.c, stream.c, line.c, packets.c, encode.c, words.c and capture.c, inject.c,
 * describe.c, decode.c, talk.c. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "tools/apenet-link/wire.h"
#include "tools/common/options.h"

/* Reads the input of a command and changes it. */
static bool main_read(const wire_options_t *o, wire_streams_t *streams)
{
    if (o->command == WIRE_ENCODE)
        return wire_encode(o, wire_add_stream(streams));
    if (!wire_read(o, streams))
        return false;
    if (o->command != WIRE_INJECT)
        return true;
    for (size_t i = 0; i < streams->count; i++)
        if (!wire_inject(o, &streams->stream[i]))
            return false;
    return true;
}

/* @return exit status */
static int main_run(const wire_options_t *o, const wire_streams_t *streams)
{
    bool is_plain = o->format == WIRE_HEX || o->format == WIRE_PCAPNG;
    if (o->format == WIRE_HEX && streams->count > 1)
        return wire_error("%s: the capture has %zu streams (expected one): select one with --stream N",
                          o->input, streams->count),
               WIRE_STATUS_USAGE;
    FILE *out = o->output != NULL ? fopen(o->output, "we") : stdout;
    if (out == NULL)
        return wire_error("cannot write '%s': %s", o->output, strerror(errno)), WIRE_STATUS_DAMAGED;
    bool is_good = is_plain ? wire_write(o, streams, out) : wire_decode(o, streams, out);
    int rc = out != stdout ? emuq_file_close(out) : 0; /* stdout: emuq_stdout_guard() */
    if (rc != 0)
        is_good = wire_error("cannot write '%s': %s", o->output, strerror(-rc));
    return is_good ? EXIT_SUCCESS : WIRE_STATUS_DAMAGED;
}

int main(int argc, char **argv)
{
    wire_options_t options;
    wire_streams_t streams = {.count = 0};
    emuq_stdout_guard("apenet-link");
    int status = wire_options_read(&options, argc, argv);
    if (status < 0 && options.command == WIRE_TALK)
        status = wire_talk(&options);
    else if (status < 0)
        status = main_read(&options, &streams) ? main_run(&options, &streams) : WIRE_STATUS_USAGE;
    wire_streams_free(&streams);
    wire_options_free(&options);
    return status;
}
