/* SPDX-License-Identifier: BSD-3-Clause */
/* Debug output (bgpm 10). */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bgpm/src/private.h"

enum { FEEDBACK_NONE, FEEDBACK_NODE, FEEDBACK_PROCESS, FEEDBACK_ALWAYS };

int Bgpm_SetPreReserved(unsigned hEvtSet);

/* Appends to a text of limited size. */
__attribute__((format(printf, 3, 4))) static void append(char *text, size_t bytes, const char *format, ...)
{
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    if (length < bytes)
        vsnprintf(text + length, bytes - length, format, arguments);
    va_end(arguments);
}

static void describe(const bgpm_set_t *set, unsigned indent, char *text, size_t bytes)
{
    static const char *const units[] = {"no unit", "core", "L2", "I/O", "network", "kernel"};
    append(text, bytes, "%*sevent set %u: %s, %u events, %s\n", (int)indent, "", set->handle,
           units[set->unit], set->events,
           set->runs                        ? "runs"
           : set->frozen || set->links != 0 ? "ready"
                                            : "not applied");
    for (unsigned i = 0; i < set->events; i++)
        append(text, bytes, "%*s%3u: %s\n", (int)indent + 2, "", i, set->event[i].record->label);
}

/* Prints without the stream's lock: the thread may hold the node's lock. */
static void print(const char *text)
{
    ssize_t rc = write(STDERR_FILENO, text, strlen(text));
    (void)rc;
}

static void print_set(const bgpm_set_t *set, unsigned indent)
{
    char text[BGPM_FEEDBACK_BUFSIZE] = "";
    describe(set, indent, text, sizeof text);
    print(text);
}

/* Whether a failure is reported: always, or the first of the node or of the process. */
static bool is_reported(void)
{
    const char *variable = getenv("BGPM_EVT_FEEDBACK");
    int level = variable != NULL ? atoi(variable) : FEEDBACK_NODE;
    bool *before = level == FEEDBACK_PROCESS ? &bgpm_self.process->reported : &bgpm_node()->reported;
    if (level == FEEDBACK_NONE || (level != FEEDBACK_ALWAYS && *before))
        return false;
    *before = true;
    return true;
}

void bgpm_feedback(const bgpm_set_t *set, unsigned event, int error)
{
    if ((error != BGPM_ECTRRESERVED && error != BGPM_ESIGRESERVED && error != BGPM_EXHAUSTED) ||
        !is_reported())
        return;
    char text[BGPM_FEEDBACK_BUFSIZE] = "";
    append(text, sizeof text, "BGPM: no counter for %s in\n", Upci_GetEventLabel(event));
    describe(set, 2, text, sizeof text);
    if (bgpm_self.feedback != NULL && bgpm_self.feedback_bytes > 0)
        snprintf(bgpm_self.feedback, (size_t)bgpm_self.feedback_bytes, "%s", text);
    else
        print(text);
}

int Bgpm_SetThreadFeedbackBuffer(unsigned level, char *pBuff, int size)
{
    (void)level;
    bgpm_call_t call = {.rc = pBuff == NULL || size > 0 ? 0 : BGPM_EINV_PARM};
    if (call.rc == 0) {
        bgpm_self.feedback = pBuff;
        bgpm_self.feedback_bytes = size;
        if (pBuff != NULL)
            pBuff[0] = '\0';
    }
    return BGPM_LEAVE(call);
}

int Bgpm_PrintFeedbackBuffer(const char *pBuff, int size)
{
    bgpm_call_t call = {.rc = pBuff != NULL && size >= 0 ? 0 : BGPM_EINV_PARM};
    if (call.rc == 0)
        fprintf(stderr, "%.*s", size, pBuff);
    return BGPM_LEAVE(call);
}

int Bgpm_PrintCurrentPunitReservations(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_UNIT | BGPM_PUNIT);
    if (call.rc == 0)
        print_set(call.set, 0);
    return BGPM_LEAVE(call);
}

int Bgpm_DumpEvtSet(unsigned hEvtSet, unsigned indentLvl)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, 0);
    if (call.rc == 0)
        print_set(call.set, 2 * indentLvl);
    return BGPM_LEAVE(call);
}

int Bgpm_DumpEvtSetList(unsigned indentLvl)
{
    bgpm_call_t call = bgpm_enter();
    for (unsigned i = 0; call.rc == 0 && i < bgpm_self.process->capacity; i++)
        if (bgpm_self.process->set[i] != NULL)
            print_set(bgpm_self.process->set[i], 2 * indentLvl);
    return BGPM_LEAVE(call);
}

int Bgpm_SetPreReserved(unsigned hEvtSet)
{
    bgpm_call_t call = bgpm_enter_set(hEvtSet, BGPM_CONTROL);
    return BGPM_LEAVE(call);
}

void Bgpm_DebugDumpShrMem(void)
{
    char text[BGPM_FEEDBACK_BUFSIZE] = "";
    bgpm_lock();
    const bgpm_node_t *node = bgpm_node();
    append(text, sizeof text, "BGPM: %u processes of the node, mode %d\n", node != NULL ? node->users : 0,
           node != NULL ? (int)node->mode : 0);
    for (unsigned i = 0; node != NULL && i < UPC_NW_NUM_LINKS; i++)
        append(text, sizeof text, "  link %u: %s\n", i, node->link[i].owner != NULL ? "controlled" : "free");
    bgpm_unlock();
    print(text);
}

void Bgpm_DumpUPCPState(void) {}

void Bgpm_EnableTracePrint(void)
{
    bgpm_self.traces = true;
}

void Bgpm_DisableTracePrint(void)
{
    bgpm_self.traces = false;
}
