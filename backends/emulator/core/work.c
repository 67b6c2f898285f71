/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/emulator/core/work.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "backends/emulator/core/deliver.h"
#include "backends/emulator/trace/record.h"
#include "base/host_calls.h"

/* Errors found while an earlier error waited for its report. */
static struct {
    pthread_mutex_t lock;
    emuq_rejection_t *first, **end;
    uint64_t number; /* number of queued errors; guarded by lock, a hint without the lock */
    uint64_t lost;   /* dropped for lack of memory */
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

static void work_raise(const emuq_interrupt_t *i)
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
    if (w->interrupts == EMUQ_WORK_INTERRUPTS) { /* the kernel only signals threads */
        work_raise(&w->interrupt[0]);
        w->interrupt[0] = w->interrupt[--w->interrupts];
    }
    w->interrupt[w->interrupts++] = (emuq_interrupt_t){n, gi, unit, bits};
}

static void work_defer_error(const emuq_rejection_t *r)
{
    emuq_rejection_t *copy = malloc(sizeof *copy);
    emuq_host_mutex_lock(&left.lock);
    if (copy != NULL) {
        *copy = *r;
        copy->next = NULL;
        if (left.first == NULL)
            left.end = &left.first;
        *left.end = copy;
        left.end = &copy->next;
        AO_store(&left.number, left.number + 1);
    } else {
        left.lost++;
    }
    emuq_host_mutex_unlock(&left.lock);
}

emuq_outcome_t emuq_reject(emuq_work_t *w, const char *advice, const char *format, ...)
{
    if (w->has_error && !w->error_is_complete)
        return EMUQ_FAILED;
    if (w->has_error)
        work_defer_error(&w->error);
    w->has_error = true;
    w->error_is_complete = w->error.has_descriptor = false;
    w->error.node = emuq_my_node == UINT32_MAX ? 0 : emuq_my_node;
    w->error.rank = w->error.inj_fifo = -1;
    w->error.number = w->error.reg = 0;
    va_list list;
    va_start(list, format);
    vsnprintf(w->error.what, sizeof w->error.what, format, list);
    va_end(list);
    snprintf(w->error.advice, sizeof w->error.advice, "%s", advice);
    return EMUQ_FAILED;
}

void emuq_rejected_by(emuq_work_t *w, const emuq_inj_t *f, const MUHWI_Descriptor_t *d)
{
    emuq_rejection_t *r = &w->error;
    w->error_is_complete = true;
    r->node = f->node->number;
    r->rank = emuq_owner_of(&f->owner).rank;
    r->inj_fifo = (int)f->id;
    r->number = AO_load(&f->regs->desc_count) + 1;
    r->has_descriptor = d != NULL;
    if (d != NULL)
        memcpy(&r->descriptor, d, sizeof *d);
}

void emuq_reject_register(emuq_work_t *w, emuq_mu_node_t *n, const volatile void *reg, int32_t rank,
                          const char *what, const char *advice)
{
    w->error_is_complete = true;
    (void)emuq_reject(w, advice, "%s", what);
    w->error_is_complete = true;
    w->error.node = n->number;
    w->error.rank = rank;
    w->error.reg = (uint64_t)PHYMAP_MINADDR_MU +
                   (uint64_t)((const volatile char *)reg - n->registers); /* address in the user view */
}

void emuq_take_rejection(emuq_work_t *w, char *what, size_t what_bytes, char *advice, size_t advice_bytes)
{
    snprintf(what, what_bytes, "%s", w->error.what);
    snprintf(advice, advice_bytes, "%s", w->error.advice);
    w->has_error = w->error_is_complete = false;
}

static void work_report_error(const emuq_rejection_t *r)
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

void emuq_report_deferred(void)
{
    while (AO_load(&left.number) != 0) {
        emuq_rejection_t copy;
        emuq_host_mutex_lock(&left.lock);
        emuq_rejection_t *r = left.first;
        if (r != NULL) {
            copy = *r;
            left.first = r->next;
            AO_store(&left.number, left.number - 1);
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
        work_report_error(&copy);
    }
}

void emuq_work_report(emuq_work_t *w)
{
    for (uint32_t i = 0; i < w->interrupts; i++)
        work_raise(&w->interrupt[i]);
    w->interrupts = 0;
    if (w->has_error) {
        w->has_error = w->error_is_complete = false; /* cleared before the callback, which may not return */
        work_report_error(&w->error);
    }
    emuq_report_deferred();
    emuq_run_pending_engine();
}

uint64_t emuq_rget_space(const emuq_inj_t *f)
{
    return emuq_free_slots(f->regs, AO_load_acquire(&f->regs->head), AO_load_acquire(&f->regs->tail));
}

/* Free bytes or slots; unlimited if waiting is useless (emuq_queue_has_space()). */
static uint64_t work_space_of(const emuq_space_queue_t *queue)
{
    emuq_rec_t *r = queue->rec;
    const emuq_address_space_t *space = emuq_owner_of(r != NULL ? &r->owner : &queue->inj->owner).space;
    if (space == NULL || emuq_flag_load_acquire(&space->ended))
        return UINT64_MAX;
    if (r == NULL)
        return emuq_rget_space(queue->inj);
    if (emuq_is_retired(r) || AO_load_acquire(&r->enabled) == 0)
        return UINT64_MAX;
    /* Before the loads of the registers: sync/byte_ring.h, step 1. */
    uint64_t begin = emuq_byte_ring_begin(&r->ring);
    uint64_t start = AO_load(&r->regs->start), size = AO_load(&r->regs->size_1) + 1;
    return emuq_byte_ring_space(&r->ring, begin, start, size, &r->regs->head, EMUQ_BYTE_RING_ALL);
}

bool emuq_queue_has_space(const emuq_space_queue_t *queue, uint64_t need)
{
    return work_space_of(queue) >= need;
}

void emuq_unpark(emuq_work_t *work, emuq_mu_node_t *to, emuq_space_queue_t *b)
{
    uint64_t taken = 0;
    for (emuq_waiting_t *at = emuq_wait_list_take(&b->list, work_space_of(b)), *next; at != NULL; at = next) {
        emuq_waiter_t *w = EMUQ_LINKED(at, emuq_waiter_t, waiting);
        next = at->next;
        taken++;
        w->last_awaited = b;
        EMUQ_TEST_POINT(park_resumed);
        emuq_work_resume(work, w);
    }
    if (taken == 0)
        return;
    (void)AO_fetch_and_add(&to->parked_now, -taken);
    (void)AO_fetch_and_add(&to->machine->parked_now, -taken);
}

void emuq_park(emuq_work_t *work, emuq_mu_node_t *to, emuq_waiter_t *w, emuq_space_queue_t *b, uint64_t need)
{
    if (w->request != NULL)
        emuq_request_keep(w->request);
    (void)AO_fetch_and_add1(&to->parked_now);
    (void)AO_fetch_and_add1(&to->machine->parked_now);
    w->awaited = b;
    w->waiting.need = need;
    if (emuq_the_recording != NULL)
        emuq_record_parked(EMUQ_RECORD_PARK, w->inj, b);
    /* Cannot fail: space queues are never closed. */
    if (w->last_awaited == b)
        (void)emuq_wait_list_put_back(&b->list, &w->waiting);
    else
        (void)emuq_wait_list_put(&b->list, &w->waiting);
    emuq_lock(&to->park_lock);
    if (!b->is_listed) {
        b->is_listed = true;
        b->next = to->blocked;
        to->blocked = b;
    }
    emuq_unlock(&to->park_lock);
    emuq_unpark(work, to, b);
}

void emuq_unpark_all(emuq_work_t *work, emuq_mu_node_t *to)
{
    emuq_lock(&to->park_lock);
    for (emuq_space_queue_t **link = &to->blocked; *link != NULL;) {
        emuq_space_queue_t *b = *link;
        emuq_unpark(work, to, b);
        /* A later waiter lists the FIFO again, under the lock. */
        if (emuq_has_waiters(b)) {
            link = &b->next;
        } else {
            *link = b->next;
            b->is_listed = false;
        }
    }
    emuq_unlock(&to->park_lock);
}

/* The lock keeps the four copies of the status equal. */
static void work_change_status(emuq_mu_node_t *n, uint32_t group, uint64_t set, uint64_t clear)
{
    emuq_lock(&n->control_lock);
    uint64_t status = *emuq_reg(n, group * 4, EMUQ_REG_INT_STATUS);
    status = (status | set) & ~clear;
    for (uint32_t s = 0; s < 4; s++) {
        EMUQ_TEST_POINT(interrupt_status_copy);
        AO_store_release(emuq_reg(n, group * 4 + s, EMUQ_REG_INT_STATUS), status);
    }
    emuq_unlock(&n->control_lock);
}

static void work_raise_bits(emuq_work_t *w, emuq_mu_node_t *n, uint32_t group, uint64_t bits)
{
    work_change_status(n, group, bits, 0);
    emuq_work_interrupt(w, n, false, group, bits);
    emuq_event_notify_light(&n->event, EMUQ_EVENT_ALL);
}

void emuq_interrupts_clear(emuq_mu_node_t *n, uint32_t group, uint64_t bits)
{
    work_change_status(n, group, 0, bits);
}

void emuq_raise_arrival(emuq_work_t *w, emuq_mu_node_t *n, uint32_t rec_id)
{
    uint32_t group = rec_id / 16;
    uint64_t bit = UINT64_C(1) << (15 - rec_id % 16);
    if (AO_load(&n->dcr.rec_arrival_enable[group]) & bit)
        work_raise_bits(w, n, group, bit);
}

void emuq_rec_threshold(emuq_work_t *w, emuq_mu_node_t *n, uint32_t rec_id, uint64_t before, uint64_t after)
{
    uint64_t threshold = AO_load(&n->dcr.rec_threshold) * 32;
    if (before >= threshold && after < threshold)
        work_raise_bits(w, n, rec_id / 16, UINT64_C(1) << (31 - rec_id % 16));
}

void emuq_inj_threshold(emuq_work_t *w, emuq_mu_node_t *n, uint32_t inj_id, bool rget, uint64_t before,
                        uint64_t after)
{
    if (__builtin_expect(!emuq_has_inj_threshold(n, inj_id), 1))
        return;
    uint64_t threshold = AO_load(rget ? &n->dcr.rget_threshold : &n->dcr.inj_threshold);
    bool crossed = rget ? before >= threshold && after < threshold : before <= threshold && after > threshold;
    if (crossed)
        work_raise_bits(w, n, inj_id / 32, UINT64_C(1) << (63 - inj_id % 32));
}

static struct {
    pthread_mutex_t lock;
    emuq_inj_t *first, *last;
    bool open; /* guarded by lock, a hint without the lock */
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER};

emuq_engine_hints_t emuq_engine_hints;

bool emuq_engine_queue(emuq_inj_t *f)
{
    if (!emuq_flag_load(&queue.open))
        return false;
    if (!emuq_queued_set(&f->scheduled))
        return true;
    uint32_t bit = 31 - f->id % 32;
    bool urgent = AO_load(emuq_reg(f->node, f->id / 8, EMUQ_REG_PRIORITY)) >> bit & 1;
    emuq_host_mutex_lock(&queue.lock);
    bool open = queue.open;
    if (!open) {
        emuq_queued_clear(&f->scheduled); /* the caller runs the FIFO */
    } else if (urgent || queue.first == NULL) {
        f->next_scheduled = queue.first;
        if (queue.first == NULL)
            queue.last = f;
        queue.first = f;
    } else {
        f->next_scheduled = NULL;
        queue.last->next_scheduled = f;
        queue.last = f;
    }
    emuq_host_mutex_unlock(&queue.lock);
    if (open && !emuq_serves_hosts) /* the host engine polls the queue */
        emuq_wake_engine(&f->node->machine->member[emuq_my_member]);
    return open;
}

bool emuq_engine_offer(emuq_inj_t *f)
{
    if (!emuq_flag_load(&queue.open) || emuq_the_kernel.moves_inline)
        return false;
    if (AO_load(&emuq_engine_hints.polling) != 0)
        return emuq_engine_queue(f);
    if (AO_load(&emuq_engine_hints.wanted) == 0 &&
        emuq_host_now_ns() >= AO_load(&emuq_engine_hints.next_probe)) {
        AO_store_release(&emuq_engine_hints.wanted, 1); /* pairs with the exchange in engine_main() */
        emuq_wake_engine(&f->node->machine->member[emuq_my_member]);
    }
    return false;
}

emuq_inj_t *emuq_engine_take(void)
{
    emuq_host_mutex_lock(&queue.lock);
    emuq_inj_t *f = queue.first;
    if (f != NULL)
        queue.first = f->next_scheduled;
    emuq_host_mutex_unlock(&queue.lock);
    return f;
}

void emuq_engine_queue_open(bool open)
{
    emuq_host_mutex_lock(&queue.lock);
    emuq_flag_store(&queue.open, open);
    emuq_host_mutex_unlock(&queue.lock);
}

emuq_outcome_t emuq_reach_failed(emuq_work_t *w, const emuq_owner_t *owner, uint64_t pa, uint32_t *remote)
{
    const emuq_address_space_t *space = owner->space;
    if (space == NULL)
        return emuq_reject(w, "allocate the resource, and keep it until all messages to it have arrived",
                           owner->rank == EMUQ_RANK_DEALLOCATED
                               ? "a message needs a resource that has been deallocated"
                               : "a message needs a resource that no process has allocated");
    if (emuq_has_left(owner))
        return EMUQ_DROPPED;
    if (emuq_flag_load_acquire(&space->ended))
        return emuq_reject(w, "send to running ranks only: call a barrier before a rank ends",
                           "rank %d has ended, and its memory is gone", owner->rank);
    const emuq_address_space_t *elsewhere = emuq_exclusive_owner(space->memory, pa);
    if (elsewhere == NULL)
        return EMUQ_OUTSIDE;
    *remote = elsewhere->member;
    return EMUQ_REMOTE;
}

void emuq_wake_engine(emuq_member_t *member)
{
    const emuq_machine_t *m = emuq_the_machine;
    if (emuq_the_kernel.hosts.progress != NULL && !emuq_serves_hosts && member == &m->member[m->engine])
        emuq_engine_pending = true;
    if (!emuq_event_is_announced(&member->wakeup))
        return;
    /* The announcement orders process and thread. A process that has ended is not affected: the signal is
     * ignored by default. */
    if (member->thread == 0)
        emuq_event_wake(&member->wakeup, 1);
    else if (emuq_event_take(&member->wakeup))
        (void)tgkill(member->process, member->thread, EMUQ_SERVE_SIGNAL);
}

bool emuq_request_send(emuq_machine_t *m, uint32_t number, emuq_waiter_t *w)
{
    emuq_member_t *member = &m->member[number];
    if (emuq_mailbox_put(&member->mailbox, &w->link) != 0)
        return false;
    emuq_wake_engine(member);
    return true;
}

emuq_waiter_t *emuq_request_take(emuq_member_t *member)
{
    emuq_link_t *link = emuq_mailbox_take(&member->mailbox);
    return link != NULL ? EMUQ_LINKED(link, emuq_waiter_t, link) : NULL;
}

emuq_outcome_t emuq_delegate(emuq_work_t *w, emuq_inj_t *f, const emuq_owner_t *owner, uint32_t member)
{
    if (emuq_request_send(f->node->machine, member, &f->waiter))
        return EMUQ_PARKED;
    if (emuq_has_left(owner)) /* set before the mailbox is closed */
        return EMUQ_DROPPED;
    return emuq_reject(w, "let a rank end only after its messages are complete",
                       "rank %d has ended, and the source of its message is gone", owner->rank);
}

void emuq_request_reject(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_request_t *r = w->request;
    emuq_take_rejection(work, r->what, sizeof r->what, r->advice, sizeof r->advice);
    emuq_waiter_set(w, EMUQ_REJECTED);
    emuq_work_resume(work, w);
}

void emuq_request_done(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_request_t *r = w->request;
    if (r->completes && r->to->is_here) { /* without the claim, so not in the sums of the FIFO */
        emuq_traffic_t t = {r->tally.key, 1, r->tally.packets, r->tally.chunks};
        emuq_traffic_flush(r->to->machine, w->inj->node->number, &t);
    }
    *r->progress = r->end;
    emuq_waiter_set(w, r->completes ? EMUQ_LOCAL : EMUQ_COMPLETED);
    w->completed = r->completes;
    emuq_work_resume(work, w);
}
