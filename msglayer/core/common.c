/* SPDX-License-Identifier: BSD-3-Clause */
/* Settings, errors, time, endpoints, null handles, and tracing of calls. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <pami.h>

#include "base/memory.h"
#include "msglayer/core/context.h"
#include "msglayer/core/resources.h"

#undef PAMI_ENDPOINT_NULL

pami_client_t PAMI_CLIENT_NULL = NULL;
pami_context_t PAMI_CONTEXT_NULL = NULL;
pami_geometry_t PAMI_GEOMETRY_NULL = NULL;
pami_algorithm_t PAMI_ALGORITHM_NULL = 0;
pami_endpoint_t PAMI_ENDPOINT_NULL = (pami_endpoint_t)-1;
size_t PAMI_ALL_CONTEXTS = (size_t)-1;

#undef PAMI_Endpoint_create
#undef PAMI_Endpoint_query

pami_result_t PAMI_Endpoint_create(pami_client_t client, pami_task_t task, size_t offset,
                                   pami_endpoint_t *endpoint)
{
    (void)client;
    if (endpoint == NULL)
        return emuq_pami_result(emuq_pami_invalid("endpoint is null"));
    if (task > EMUQ_PAMI_TASK_MASK)
        return emuq_pami_result(
            emuq_pami_invalid("task %u is out of range (0 to %u)", task, (unsigned)EMUQ_PAMI_TASK_MASK));
    if (offset > EMUQ_PAMI_OFFSET_MASK)
        return emuq_pami_result(emuq_pami_invalid("context offset %zu is out of range (0 to %u)", offset,
                                                  (unsigned)EMUQ_PAMI_OFFSET_MASK));
    *endpoint = emuq_pami_endpoint(task, (uint32_t)offset);
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Endpoint_query(pami_endpoint_t endpoint, pami_task_t *task, size_t *offset)
{
    if (task == NULL || offset == NULL)
        return emuq_pami_result(emuq_pami_invalid("%s is null", task == NULL ? "task" : "offset"));
    *task = emuq_pami_task(endpoint);
    *offset = emuq_pami_offset(endpoint);
    return PAMI_SUCCESS;
}

/* ---- errors and time ---- */

#define TICKS_PER_SECOND 1.6e9

static __thread struct {
    pami_result_t result;
    char function[40]; /* empty: unknown */
    char reason[200];  /* empty: unknown */
    bool has_reason;   /* `reason` was set since the last failed call */
} last_error __attribute__((tls_model("initial-exec")));

pami_result_t emuq_pami_invalid(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last_error.reason, sizeof last_error.reason, format, arguments);
    va_end(arguments);
    last_error.has_reason = true;
    return PAMI_INVAL;
}

pami_result_t emuq_pami_null(const void *context)
{
    return emuq_pami_invalid("%s null", context == NULL ? "context is" : "the parameters are");
}

pami_result_t emuq_pami_failed(const char *function, pami_result_t result)
{
    if (!last_error.has_reason)
        last_error.reason[0] = '\0';
    last_error.has_reason = false;
    last_error.result = result;
    bool is_public = strncmp(function, "PAMI_", 5) == 0;
    snprintf(last_error.function, sizeof last_error.function, "%s", is_public ? function : "");
    return result;
}

static const char *error_describe(pami_result_t result)
{
    static const char *const text[] = {[PAMI_SUCCESS] = "success",
                                       [PAMI_INVAL] = "invalid argument or unknown attribute",
                                       [PAMI_UNIMPL] = "not implemented",
                                       [PAMI_EAGAIN] = "not possible now; retry",
                                       [PAMI_ENOMEM] = "no memory",
                                       [PAMI_SHUTDOWN] = "the task has shut down",
                                       [PAMI_CHECK_ERRNO] = "operating system error; see errno"};
    bool is_known = result >= 0 && (size_t)result < sizeof text / sizeof text[0] && text[result] != NULL;
    return is_known ? text[result] : "an error";
}

size_t PAMI_Error_text(char *string, size_t length)
{
    if (string == NULL || length == 0)
        return 0;
    bool has_reason = last_error.reason[0] != '\0', has_function = last_error.function[0] != '\0';
    int n =
        snprintf(string, length, "%s%s: %s (%d)", has_function ? last_error.function : "PAMI",
                 has_function ? "()" : "", has_reason ? last_error.reason : error_describe(last_error.result),
                 (int)last_error.result);
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

/* ---- tracing ---- */
typedef struct recorded_dispatch {
    pami_dispatch_p2p_function fn;
    void *cookie;
    uint32_t id;
} recorded_dispatch_t;

static void record_dispatch(pami_context_t context, void *cookie, const void *header, size_t header_size,
                            const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    const recorded_dispatch_t *d = cookie;
    uint64_t start = emuq_trace_clock();
    d->fn(context, d->cookie, header, header_size, data, data_size, origin, recv);
    emuq_trace_pami(EMUQ_TRACE_PAMI_CALLBACK, "dispatch function", d->id, data_size, start);
}

void emuq_pami_record_dispatch(emuq_pami_dispatch_t *d, uint32_t id)
{
    recorded_dispatch_t *r = emuq_trace_clock() != 0 ? emuq_malloc(sizeof *r) : NULL;
    if (r == NULL)
        return;
    *r = (recorded_dispatch_t){d->fn, d->cookie, id};
    d->cookie = r;
    d->fn = record_dispatch;
}

void emuq_pami_record_end(emuq_pami_dispatch_t *d)
{
    if (d->fn != record_dispatch)
        return;
    free(d->cookie);
    d->fn = NULL;
}

/* Replaces the done function of a collective. */
typedef struct recorded_operation {
    pami_event_function fn;
    void *cookie;
    const char *name;
    uint64_t start;
} recorded_operation_t;

static void record_done(pami_context_t context, void *cookie, pami_result_t result)
{
    recorded_operation_t r = *(recorded_operation_t *)cookie;
    free(cookie);
    emuq_trace_pami(EMUQ_TRACE_PAMI_OPERATION, r.name, 0, 0, r.start);
    if (r.fn != NULL)
        r.fn(context, r.cookie, result);
}

void emuq_pami_record_operation(const char *name, pami_event_function *fn, void **cookie)
{
    uint64_t start = emuq_trace_clock();
    recorded_operation_t *r = start != 0 ? emuq_malloc(sizeof *r) : NULL;
    if (r == NULL)
        return;
    *r = (recorded_operation_t){*fn, *cookie, name, start};
    *fn = record_done;
    *cookie = r;
}

void emuq_pami_record_rejected(pami_event_function fn, void *cookie)
{
    if (fn == record_done)
        free(cookie);
}

/* ---- settings ---- */

static const emuq_setting_info_t settings_rows[EMUQ_PAMI_SETTINGS] = {
#define EMUQ_PAMI_SETTING(id, name, type, def, settings_values, help)                                        \
    {name, EMUQ_SETTING_TYPE_##type, def, settings_values, help},
#include "msglayer/settings.def"
#undef EMUQ_PAMI_SETTING
};

static emuq_setting_value_t settings_values[EMUQ_PAMI_SETTINGS];

/* Unknown PAMI_ variables are ignored: programs and libraries use the prefix, too. */
static emuq_settings_t settings_table = EMUQ_SETTINGS_TABLE("pami", NULL, settings_rows, settings_values);

static pthread_once_t settings_once = PTHREAD_ONCE_INIT;
static int settings_result;

__attribute__((constructor(EMUQ_SETTINGS_PRIORITY))) static void settings_declare(void)
{
    emuq_settings_register(&settings_table);
}

static void settings_load(void)
{
    settings_result = emuq_settings_read(&settings_table);
}

int emuq_pami_settings_load(void)
{
    pthread_once(&settings_once, settings_load);
    return settings_result;
}

uint64_t emuq_pami_setting(emuq_pami_setting_t id)
{
    return emuq_settings_value(&settings_table, id)->number;
}

const emuq_setting_value_t *emuq_pami_setting_value(emuq_pami_setting_t id)
{
    return emuq_settings_value(&settings_table, id);
}
