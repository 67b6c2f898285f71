/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/work.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/host_calls.h"

/* Errors of this process that were found while another one waited to be reported. */
static struct {
    pthread_mutex_t lock;
    emuq_refusal_t *first, **end; /* lock */
    uint64_t number;              /* of them; written under the lock, read without it as a hint */
    uint64_t lost;                /* errors for which there was no memory; lock */
} left = {.lock = PTHREAD_MUTEX_INITIALIZER};

void emuq_work_schedule(emuq_work_t *w, emuq_inj_t *f)
{
    if (!emuq_queued_set(&f->scheduled))
        return;
    f->next_scheduled = NULL;
    if (w->scheduled == NULL)
        w->scheduled = f;
    else
        w->scheduled_last->next_scheduled = f;
    w->scheduled_last = f;
}

void emuq_work_resume(emuq_work_t *w, emuq_waiter_t *waiter)
{
    waiter->next = NULL;
    if (w->resumed == NULL)
        w->resumed = waiter;
    else
        w->resumed_last->next = waiter;
    w->resumed_last = waiter;
}

static void tell(const emuq_interrupt_t *i)
{
    const emuq_kernel_callbacks_t *k = &emuq_the_kernel;
    if (i->gi && k->gi_interrupt != NULL)
        k->gi_interrupt(k->context, i->node->number, i->unit, (uint32_t)i->bits);
    else if (!i->gi && k->interrupt != NULL)
        k->interrupt(k->context, i->node->number, i->unit, i->bits);
}

void emuq_work_interrupt(emuq_work_t *w, emuq_mu_node_t *n, bool gi, uint32_t unit, uint64_t bits)
{
    for (uint32_t i = 0; i < w->interrupts; i++) {
        emuq_interrupt_t *old = &w->interrupt[i];
        if (old->node == n && old->gi == gi && old->unit == unit) {
            old->bits |= bits;
            return;
        }
    }
    if (w->interrupts ==
        EMUQ_WORK_INTERRUPTS) { /* the kernel tells threads, which takes no claim: see backend.h */
        tell(&w->interrupt[0]);
        w->interrupt[0] = w->interrupt[--w->interrupts];
    }
    w->interrupt[w->interrupts++] = (emuq_interrupt_t){n, gi, unit, bits};
}

/* The recorded error is complete and another one is found: keeps the first for later. */
static void leave(const emuq_refusal_t *r)
{
    emuq_refusal_t *copy = malloc(sizeof *copy);
    emuq_host_mutex_lock(&left.lock);
    if (copy != NULL) {
        *copy = *r;
        copy->next = NULL;
        if (left.first == NULL)
            left.end = &left.first;
        *left.end = copy;
        left.end = &copy->next;
        __atomic_store_n(&left.number, left.number + 1, __ATOMIC_RELAXED);
    } else {
        left.lost++;
    }
    emuq_host_mutex_unlock(&left.lock);
}

static void begin_refusal(emuq_work_t *w)
{
    w->refused = true;
    w->refusal_is_whole = false;
    w->refusal.has_descriptor = false;
    w->refusal.node = emuq_my_node == UINT32_MAX ? 0 : emuq_my_node;
    w->refusal.rank = -1;
    w->refusal.inj_fifo = -1;
    w->refusal.number = w->refusal.reg = 0;
}

emuq_outcome_t emuq_refuse(emuq_work_t *w, const char *advice, const char *format, ...)
{
    if (w->refused && !w->refusal_is_whole)
        return EMUQ_REFUSED;
    if (w->refused)
        leave(&w->refusal);
    begin_refusal(w);
    va_list list;
    va_start(list, format);
    vsnprintf(w->refusal.what, sizeof w->refusal.what, format, list);
    va_end(list);
    snprintf(w->refusal.advice, sizeof w->refusal.advice, "%s", advice);
    return EMUQ_REFUSED;
}

void emuq_refused_by(emuq_work_t *w, const emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    emuq_refusal_t *r = &w->refusal;
    w->refusal_is_whole = true;
    r->node = f->node->number;
    r->rank = emuq_owner_of(&f->owner).rank;
    r->inj_fifo = (int)f->id;
    r->number = __atomic_load_n(&f->regs->desc_count, __ATOMIC_RELAXED) + 1;
    r->has_descriptor = d != NULL;
    if (d != NULL)
        memcpy(&r->descriptor, d, sizeof *d);
}

void emuq_refuse_register(emuq_work_t *w, emuq_mu_node_t *n, const volatile void *reg, int32_t rank,
                          const char *what, const char *advice)
{
    if (w->refused)
        leave(&w->refusal);
    begin_refusal(w);
    w->refusal_is_whole = true;
    w->refusal.node = n->number;
    w->refusal.rank = rank;
    w->refusal.reg = emuq_register_address(n, reg);
    snprintf(w->refusal.what, sizeof w->refusal.what, "%s", what);
    snprintf(w->refusal.advice, sizeof w->refusal.advice, "%s", advice);
}

void emuq_unrefuse(emuq_work_t *w, char *what, size_t what_bytes, char *advice, size_t advice_bytes)
{
    snprintf(what, what_bytes, "%s", w->refusal.what);
    snprintf(advice, advice_bytes, "%s", w->refusal.advice);
    w->refused = w->refusal_is_whole = false;
}

static void report(const emuq_refusal_t *r)
{
    emuq_mu_error_t error = {.node = r->node,
                             .rank = r->rank,
                             .what = r->what,
                             .advice = r->advice,
                             .inj_fifo = r->inj_fifo,
                             .descriptor_number = r->number,
                             .descriptor = r->has_descriptor ? &r->descriptor : NULL,
                             .reg = r->reg};
    const emuq_kernel_callbacks_t *k = &emuq_the_kernel;
    if (k->error != NULL)
        k->error(k->context, &error);
}

void emuq_report_left(void)
{
    while (__atomic_load_n(&left.number, __ATOMIC_RELAXED) != 0) {
        emuq_refusal_t copy;
        emuq_host_mutex_lock(&left.lock);
        emuq_refusal_t *r = left.first;
        if (r != NULL) {
            copy = *r;
            left.first = r->next;
            __atomic_store_n(&left.number, left.number - 1, __ATOMIC_RELAXED);
            if (left.lost != 0) {
                size_t length = strlen(copy.what);
                snprintf(copy.what + length, sizeof copy.what - length, " (and %llu more errors)",
                         (unsigned long long)left.lost);
                left.lost = 0;
            }
        }
        emuq_host_mutex_unlock(&left.lock);
        free(r);
        if (r == NULL)
            return;
        report(&copy);
    }
}

void emuq_work_report(emuq_work_t *w)
{
    for (uint32_t i = 0; i < w->interrupts; i++)
        tell(&w->interrupt[i]);
    w->interrupts = 0;
    if (w->refused) {
        w->refused = w->refusal_is_whole = false; /* before the callback, which may not return */
        report(&w->refusal);
    }
    emuq_report_left();
    if (emuq_has_asked_engine && emuq_critical_depth == 0) {
        emuq_has_asked_engine = false;
        (void)emuq_the_kernel.serve_hosts(emuq_the_kernel.context, EMUQ_HOSTS_SEND);
    }
}
