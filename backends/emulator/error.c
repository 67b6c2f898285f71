/* SPDX-License-Identifier: BSD-3-Clause */
/* Software errors: remembered where they are found, reported when no claim or lock is held any more. */
#include "backends/emulator/emulator.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The error that this thread has found and not reported yet; the first one counts. */
static __thread struct {
    bool found;
    bool has_descriptor;
    char what[200];
    const char *advice;
    uint32_t node;
    int32_t rank;
    int inj_fifo;
    uint64_t number;
    MUHWI_Descriptor_t descriptor;
} refused;

emuq_outcome_t emuq_refuse(const char *advice, const char *format, ...)
{
    if (refused.found)
        return EMUQ_REFUSED;
    va_list list;
    va_start(list, format);
    vsnprintf(refused.what, sizeof refused.what, format, list);
    va_end(list);
    refused.found = true;
    refused.has_descriptor = false;
    refused.advice = advice;
    refused.node = emuq_my_node == UINT32_MAX ? 0 : emuq_my_node;
    refused.rank = -1;
    refused.inj_fifo = -1;
    refused.number = 0;
    return EMUQ_REFUSED;
}

void emuq_unrefuse(char *what, size_t what_bytes, char *advice, size_t advice_bytes)
{
    snprintf(what, what_bytes, "%s", refused.what);
    snprintf(advice, advice_bytes, "%s", refused.advice);
    refused.found = false;
}

void emuq_refused_by(const emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    refused.node = f->node->number;
    refused.rank = f->rank;
    refused.inj_fifo = (int)f->id;
    refused.number = AO_load(&f->regs->desc_count) + 1;
    refused.has_descriptor = d != NULL;
    if (d != NULL)
        memcpy(&refused.descriptor, d, sizeof *d);
}

void emuq_report_refused(void)
{
    if (__builtin_expect(!refused.found, 1))
        return;
    emuq_mu_error_t error = {.node = refused.node,
                             .rank = refused.rank,
                             .what = refused.what,
                             .advice = refused.advice,
                             .inj_fifo = refused.inj_fifo,
                             .descriptor_number = refused.number,
                             .descriptor = refused.has_descriptor ? &refused.descriptor : NULL};
    const emuq_kernel_callbacks_t *k = &emuq_the_kernel;
    refused.found = false; /* the callback may leave by a jump out of a signal handler */
    if (k->error != NULL)
        k->error(k->context, &error);
}

void emuq_report_register(emuq_mu_node_t *n, const volatile void *reg, int32_t rank, const char *what,
                          const char *advice)
{
    emuq_mu_error_t error = {.node = n->number,
                             .rank = rank,
                             .what = what,
                             .advice = advice,
                             .inj_fifo = -1,
                             .reg = emuq_register_address(n, reg)};
    const emuq_kernel_callbacks_t *k = &emuq_the_kernel;
    if (k->error != NULL)
        k->error(k->context, &error);
}
