/* SPDX-License-Identifier: BSD-3-Clause */
/* Instead of ctf.c where there is no libbabeltrace2. */
#include "tools/emuq-trace/ctf.h"

int trace_ctf(const trace_events_t *events, const char *directory)
{
    (void)events;
    trace_say("cannot write %s: emuq-trace has been built without libbabeltrace2; install libbabeltrace2-dev "
              "and build again",
              directory);
    return -1;
}
