/* SPDX-License-Identifier: BSD-3-Clause */
/* Descriptor streams: the Message Unit and the reference model behave alike. The first eight bytes are a seed
 * for the choices left open by the rest: the shape, the FIFOs, and each descriptor. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "against.h"
#include "fuzz.h"

enum { MESSAGES = 60 };

static uint64_t executed;
static int report = -1; /* duplicate of standard error, closed by libFuzzer at exit */

static void say(void)
{
    dprintf(report, "counted: %" PRIu64 " descriptors without a difference\n", executed);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    fuzz_one_engine();
    report = dup(STDERR_FILENO);
    return atexit(say);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input_t input = {data, size};
    against_t done;
    uint64_t seed = fuzz_number(&input);
    FUZZ_CHECK(against_run(seed, MESSAGES, input.data, input.size, &done));
    executed += done.descriptors;
    return 0;
}
