/* SPDX-License-Identifier: BSD-3-Clause */
/* Time, and what the last error was. */
#include "msglayer/core/context.h"

#include <stdio.h>

#include <hwi/include/bqc/A2_inlines.h>

#define TICKS_PER_SECOND 1.6e9

static __thread pami_result_t last_error __attribute__((tls_model("initial-exec")));

pami_result_t emuq_pami_result(pami_result_t result)
{
    if (__builtin_expect(result != PAMI_SUCCESS, 0))
        last_error = result;
    return result;
}

static const char *describe(pami_result_t result)
{
    switch (result) {
    case PAMI_SUCCESS:
        return "success";
    case PAMI_INVAL:
        return "a bad argument or an unknown attribute";
    case PAMI_UNIMPL:
        return "not implemented";
    case PAMI_EAGAIN:
        return "not possible now; try again later";
    case PAMI_ENOMEM:
        return "no memory";
    case PAMI_SHUTDOWN:
        return "the task has shut down";
    case PAMI_CHECK_ERRNO:
        return "an error of the operating system; see errno";
    default:
        return "an error";
    }
}

size_t PAMI_Error_text(char *string, size_t length)
{
    if (string == NULL || length == 0)
        return 0;
    int n = snprintf(string, length, "PAMI: %s (%d)", describe(last_error), (int)last_error);
    return n < 0 ? 0 : (size_t)n < length ? (size_t)n : length - 1;
}

double PAMI_Wtime(pami_client_t client)
{
    (void)client;
    return (double)GetTimeBase() / TICKS_PER_SECOND;
}

unsigned long long PAMI_Wtimebase(pami_client_t client)
{
    (void)client;
    return GetTimeBase();
}
