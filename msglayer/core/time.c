/* SPDX-License-Identifier: BSD-3-Clause */
/* Time, and what the last error was. */
#include "msglayer/core/context.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>

#define TICKS_PER_SECOND 1.6e9

/* The calling thread's last error. */
static __thread struct {
    pami_result_t result;
    char function[40]; /* empty: not known */
    char reason[200];  /* empty: not known */
    bool has_reason;   /* of the call that fails now */
} last __attribute__((tls_model("initial-exec")));

pami_result_t emuq_pami_invalid(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last.reason, sizeof last.reason, format, arguments);
    va_end(arguments);
    last.has_reason = true;
    return PAMI_INVAL;
}

pami_result_t emuq_pami_failed(const char *function, pami_result_t result)
{
    if (!last.has_reason)
        last.reason[0] = '\0';
    last.has_reason = false;
    last.result = result;
    bool is_public = strncmp(function, "PAMI_", 5) == 0;
    snprintf(last.function, sizeof last.function, "%s", is_public ? function : "");
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
    bool has_reason = last.reason[0] != '\0', has_function = last.function[0] != '\0';
    int n = snprintf(string, length, "%s%s: %s (%d)", has_function ? last.function : "PAMI",
                     has_function ? "()" : "", has_reason ? last.reason : describe(last.result),
                     (int)last.result);
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
