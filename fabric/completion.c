/* SPDX-License-Identifier: BSD-3-Clause */
/* Completion queues and counters. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include <hwi/include/common/emuq_mmio.h>

#include "base/atomic.h"
#include "base/host_calls.h"
#include "emuq/join.h"
#include "fabric/objects.h"
#include "fabric/port.h"

#define RING_LEAST 256u

void emuq_fi_lock_init(emuq_fi_lock_t *l, enum fi_threading threading)
{
    pthread_mutex_init(&l->mutex, NULL);
    l->is_used = threading != FI_THREAD_DOMAIN && threading != FI_THREAD_COMPLETION;
}

/* ---- endpoints of a queue or counter ---- */

static bool bound_has(const emuq_fi_bound_t *bound, const emuq_fi_endpoint_t *endpoint)
{
    const emuq_fi_binding_t *b = bound->first;
    while (b != NULL && b->endpoint != endpoint)
        b = b->next;
    return b != NULL;
}

int emuq_fi_bound_add(emuq_fi_bound_t *bound, emuq_fi_endpoint_t *endpoint)
{
    int rc = 0;
    emuq_fi_lock(&bound->lock);
    if (!bound_has(bound, endpoint)) {
        emuq_fi_binding_t *b = malloc(sizeof *b);
        rc = b != NULL ? 0 : -FI_ENOMEM;
        if (rc == 0) {
            *b = (emuq_fi_binding_t){endpoint, bound->first};
            bound->first = b;
        }
    }
    emuq_fi_unlock(&bound->lock);
    return rc;
}

void emuq_fi_bound_remove(emuq_fi_bound_t *bound, const emuq_fi_endpoint_t *endpoint)
{
    emuq_fi_lock(&bound->lock);
    emuq_fi_binding_t **at = &bound->first, *b;
    while ((b = *at) != NULL && b->endpoint != endpoint)
        at = &b->next;
    if (b != NULL)
        *at = b->next;
    emuq_fi_unlock(&bound->lock);
    free(b);
}

/* An empty poll. */
typedef struct bound_poll {
    volatile uint64_t *tail; /* register that changes with the next packet; NULL: not known */
    uint64_t value;
} bound_poll_t;

/* Caller holds the endpoint's lock. The memory of the register remains when the endpoint is closed. */
static bound_poll_t bound_poll(emuq_fi_endpoint_t *ep)
{
    if (ep->mu == NULL || emuq_fi_is_busy(ep))
        return (bound_poll_t){0};
    MUSPI_Fifo_t *f = &ep->mu->receive->_fifo;
    return (bound_poll_t){&f->hwfifo->pa_tail, f->pa_start + emuq_fifo_offset(f, f->va_tail)};
}

/* @param poll set, for a wait; NULL: the call does not wait */
static void bound_progress(emuq_fi_bound_t *bound, bound_poll_t *poll)
{
    if (poll != NULL)
        *poll = (bound_poll_t){0};
    emuq_fi_lock(&bound->lock);
    for (const emuq_fi_binding_t *b = bound->first; b != NULL; b = b->next) {
        emuq_fi_endpoint_t *ep = b->endpoint;
        emuq_fi_lock(&ep->lock);
        if (ep->is_open)
            emuq_fi_progress(ep);
        if (ep->is_open && poll != NULL)
            *poll = bound_poll(ep);
        emuq_fi_unlock(&ep->lock);
    }
    if (poll != NULL && bound->first != NULL && bound->first->next != NULL)
        poll->tail = NULL; /* packets of several endpoints */
    emuq_fi_unlock(&bound->lock);
}

/* Empty polls before a yield: longer than a reply takes, if the peer runs. */
#define SPINS 200u

/* Several threads poll: the caller may hold a lock of the program, and the rest would spin for this lock. */
#define SPINS_THREADS 100000u

/* Time of empty polls before a description of the wait, and between two. */
#define DESCRIBE_NS UINT64_C(200000000)

/* Cards search themselves. */
static void bound_find_deaths(emuq_fi_bound_t *bound)
{
    emuq_fi_lock(&bound->lock);
    bool has_mu = bound->first != NULL && bound->first->endpoint->mu != NULL;
    emuq_fi_unlock(&bound->lock);
    if (has_mu)
        emuq_find_deaths();
}

/* In a series of empty polls, after some of them. */
static __attribute__((noinline)) void bound_describe(emuq_fi_bound_t *bound)
{
    uint64_t now = emuq_host_now_ns(), since = AO_load(&bound->waiting);
    bound_find_deaths(bound);
    if (since != 0 && now - since < DESCRIBE_NS)
        return;
    if (since != 0) {
        AO_int_store(&bound->is_described, 1);
        emuq_fi_waits_describe(bound);
    }
    AO_store(&bound->waiting, now);
}

static __attribute__((noinline)) void bound_end_wait(emuq_fi_bound_t *bound)
{
    AO_store(&bound->waiting, 0);
    if (AO_int_load(&bound->is_described) != 0)
        (void)emuq_describe_wait(NULL);
    AO_int_store(&bound->is_described, 0);
}

/* After an empty poll. The caller may compute between polls, so the thread does not sleep. Relaxed: hints. */
static void bound_yield(emuq_fi_bound_t *bound)
{
    AO_t self = (AO_t)pthread_self(), poller = AO_load(&bound->poller); /* cheaper than thread-local data */
    if (__builtin_expect(poller != self, 0)) {
        AO_store(&bound->poller, self);
        AO_store(&bound->spins, poller != 0 ? SPINS_THREADS : SPINS);
    }
    AO_t spins = AO_load(&bound->spins);
    if (__builtin_expect(spins == 0, 0)) {
        bound_describe(bound);
        sched_yield();
    }
    AO_store(&bound->spins, spins != 0 ? spins - 1 : SPINS);
}

/* After a poll that was not empty: the peer runs. */
static inline void bound_found(emuq_fi_bound_t *bound)
{
    if (AO_load(&bound->spins) < SPINS)
        AO_store(&bound->spins, SPINS);
    if (__builtin_expect(AO_load(&bound->waiting) != 0, 0))
        bound_end_wait(bound);
}

/* After an empty poll of a call that waits: gives up a shared core, for some milliseconds at most. */
static void bound_wait(emuq_fi_bound_t *bound, const bound_poll_t *poll)
{
    if (poll->tail == NULL) {
        bound_yield(bound);
        return;
    }
    emuq_mmio_idle(poll->tail, poll->value);
    bound_describe(bound);
}

/* Makes progress in step 1 of a wait object. @return whether packets remain */
static bool bound_watch(emuq_fi_bound_t *bound, emuq_fi_wait_t *wait)
{
    bool remain = false;
    emuq_fi_lock(&bound->lock);
    for (const emuq_fi_binding_t *b = bound->first; b != NULL; b = b->next) {
        emuq_fi_endpoint_t *ep = b->endpoint;
        emuq_fi_lock(&ep->lock);
        if (ep->is_open) {
            int fd = emuq_fi_port_event_fd(ep); /* before the poll, a reset of the descriptor */
            emuq_fi_progress(ep);
            remain = emuq_fi_port_has_packets(ep) || remain;
            if (ep->mu != NULL) {
                MUSPI_Fifo_t *f = &ep->mu->receive->_fifo;
                emuq_fi_wait_watch(wait,
                                   &(emuq_fi_watch_t){&f->hwfifo->pa_tail,
                                                      f->pa_start + emuq_fifo_offset(f, f->va_tail), -1});
            }
            bool is_busy = emuq_fi_is_busy(ep) || !emuq_fi_port_is_posted(ep);
            if (ep->mu == NULL || is_busy)
                emuq_fi_wait_watch(wait, &(emuq_fi_watch_t){.fd = is_busy ? -1 : fd});
        }
        emuq_fi_unlock(&ep->lock);
    }
    emuq_fi_unlock(&bound->lock);
    return remain;
}

/* ---- completion queues ---- */

void emuq_fi_cq_grow(emuq_fi_cq_t *cq)
{
    size_t count = cq->tail - cq->head;
    emuq_fi_entry_t *ring = malloc(2 * cq->size * sizeof *ring);
    if (ring == NULL)
        abort();
    for (size_t i = 0; i < count; i++)
        ring[i] = cq->ring[(cq->head + i) & (cq->size - 1)];
    free(cq->ring);
    cq->ring = ring;
    cq->size *= 2;
    AO_store(&cq->head, 0);
    AO_store(&cq->tail, count);
}

void emuq_fi_cntr_count(emuq_fi_cntr_t *cntr, int error)
{
    (void)AO_fetch_and_add_full(error == 0 ? &cntr->value : &cntr->errors, 1);
    if (cntr->wait != NULL)
        emuq_fi_wait_signal(cntr->wait);
}

void emuq_fi_fail(emuq_fi_endpoint_t *ep, void *context, uint64_t entry, emuq_fi_cntr_t *cntr, int error)
{
    if (ep->send_cq != NULL) {
        *emuq_fi_cq_begin(ep->send_cq) =
            (emuq_fi_entry_t){.context = context, .flags = entry, .error = error};
        emuq_fi_cq_end(ep->send_cq);
    }
    if (cntr != NULL)
        emuq_fi_cntr_count(cntr, error);
}

/* Writes an entry in the queue's format. @return its size */
static size_t cq_write(const emuq_fi_cq_t *cq, const emuq_fi_entry_t *e, void *to)
{
    const struct fi_cq_tagged_entry all = {.op_context = e->context,
                                           .flags = e->flags,
                                           .len = e->bytes,
                                           .buf = e->buffer,
                                           .data = e->data,
                                           .tag = e->tag};
    static const size_t size[] = {[FI_CQ_FORMAT_CONTEXT] = sizeof(struct fi_cq_entry),
                                  [FI_CQ_FORMAT_MSG] = sizeof(struct fi_cq_msg_entry),
                                  [FI_CQ_FORMAT_DATA] = sizeof(struct fi_cq_data_entry),
                                  [FI_CQ_FORMAT_TAGGED] = sizeof(struct fi_cq_tagged_entry)};
    memcpy(to, &all, size[cq->format]); /* each format begins like the next */
    return size[cq->format];
}

static ssize_t cq_take(emuq_fi_cq_t *cq, void *buf, size_t count, fi_addr_t *from)
{
    size_t n = 0;
    emuq_fi_lock(&cq->lock);
    for (char *to = buf; n < count && cq->head != cq->tail; n++) {
        const emuq_fi_entry_t *e = &cq->ring[cq->head & (cq->size - 1)];
        if (e->error != 0)
            break;
        to += cq_write(cq, e, to);
        if (from != NULL)
            from[n] = e->source;
        AO_store(&cq->head, cq->head + 1);
    }
    bool is_error = cq->head != cq->tail && cq->ring[cq->head & (cq->size - 1)].error != 0;
    ssize_t rc = n != 0 || (cq->head != cq->tail && !is_error) ? (ssize_t)n
                 : is_error                                    ? -FI_EAVAIL
                                                               : -FI_EAGAIN;
    emuq_fi_unlock(&cq->lock);
    return rc;
}

/* @param poll set if the result is -FI_EAGAIN, for a wait; or NULL */
static ssize_t cq_poll(emuq_fi_cq_t *cq, void *buf, size_t count, fi_addr_t *from, bound_poll_t *poll)
{
    if (AO_load(&cq->head) == AO_load(&cq->tail) || count == 0)
        bound_progress(&cq->bound, poll);
    return cq_take(cq, buf, count, from);
}

static ssize_t cq_readfrom(struct fid_cq *fid, void *buf, size_t count, fi_addr_t *from)
{
    emuq_fi_cq_t *cq = (emuq_fi_cq_t *)fid;
    ssize_t rc = cq_poll(cq, buf, count, from, NULL);
    if (rc == -FI_EAGAIN)
        bound_yield(&cq->bound);
    else if (rc != -FI_EAVAIL) /* the error of a probe, for example, which the caller repeats */
        bound_found(&cq->bound);
    return rc;
}

static ssize_t cq_read(struct fid_cq *fid, void *buf, size_t count)
{
    return cq_readfrom(fid, buf, count, NULL);
}

static ssize_t cq_readerr(struct fid_cq *fid, struct fi_cq_err_entry *buf, uint64_t flags)
{
    emuq_fi_cq_t *cq = (emuq_fi_cq_t *)fid;
    ssize_t rc = -FI_EAGAIN;
    (void)flags;
    emuq_fi_lock(&cq->lock);
    const emuq_fi_entry_t *e = &cq->ring[cq->head & (cq->size - 1)];
    if (cq->head != cq->tail && e->error != 0) {
        buf->op_context = e->context;
        buf->flags = e->flags;
        buf->len = e->bytes;
        buf->buf = e->buffer;
        buf->data = e->data;
        buf->tag = e->tag;
        buf->olen = e->lost;
        buf->err = EMUQ_FI_ERRNO(e->error);
        buf->prov_errno = EMUQ_FI_DETAIL(e->error);
        buf->err_data = NULL;
        buf->err_data_size = 0;
        AO_store(&cq->head, cq->head + 1);
        rc = 1;
    }
    emuq_fi_unlock(&cq->lock);
    return rc;
}

static ssize_t cq_sreadfrom(struct fid_cq *fid, void *buf, size_t count, fi_addr_t *from, const void *cond,
                            int timeout)
{
    emuq_fi_cq_t *cq = (emuq_fi_cq_t *)fid;
    uint64_t end = emuq_fi_wait_deadline(timeout);
    bound_poll_t poll = {0};
    ssize_t rc;
    (void)cond;
    while ((rc = cq_poll(cq, buf, count, from, &poll)) == -FI_EAGAIN) {
        if (AO_int_load(&cq->signals) != 0 && emuq_int_exchange(&cq->signals, 0) != 0)
            return -FI_EAGAIN;
        if (emuq_host_now_ns() >= end)
            break;
        bound_wait(&cq->bound, &poll);
    }
    bound_found(&cq->bound);
    return rc;
}

static ssize_t cq_sread(struct fid_cq *fid, void *buf, size_t count, const void *cond, int timeout)
{
    return cq_sreadfrom(fid, buf, count, NULL, cond, timeout);
}

/* Ends a wait: fi_cq_sread(), or a sleep with a descriptor. The former notices within the limit of a sleep.
 */
static int cq_signal(struct fid_cq *fid)
{
    emuq_fi_cq_t *cq = (emuq_fi_cq_t *)fid;
    AO_int_store_release(&cq->signals, 1);
    if (cq->wait != NULL)
        emuq_fi_wait_signal(cq->wait);
    return 0;
}

static int cq_control(struct fid *fid, int command, void *argument)
{
    return emuq_fi_wait_get(((const emuq_fi_cq_t *)(const void *)fid)->wait, command, argument);
}

static const char *cq_strerror(struct fid_cq *fid, int error, const void *data, char *buf, size_t len)
{
    (void)fid, (void)data;
    const char *text = emuq_fi_error_text(error);
    if (text == NULL)
        text = fi_strerror(error);
    if (buf != NULL && len != 0) {
        strncpy(buf, text, len - 1);
        buf[len - 1] = '\0';
    }
    return text;
}

static int cq_close(struct fid *fid)
{
    emuq_fi_cq_t *cq = (emuq_fi_cq_t *)(void *)fid;
    if (AO_int_load_acquire(&cq->users) != 0)
        return -FI_EBUSY;
    emuq_fi_wait_leave(cq->wait, fid);
    (void)AO_int_fetch_and_add_full(&cq->domain->users, -1u);
    pthread_mutex_destroy(&cq->lock.mutex);
    pthread_mutex_destroy(&cq->bound.lock.mutex);
    free(cq->ring);
    free(cq);
    return 0;
}

int emuq_fi_cq_open(struct fid_domain *fid, struct fi_cq_attr *attr, struct fid_cq **out, void *context)
{
    static struct fi_ops fid_ops = EMUQ_FI_CONTROLLED_OPS(cq_close, emuq_fi_no_bind, cq_control);
    static struct fi_ops_cq ops = {.size = sizeof ops,
                                   .read = cq_read,
                                   .readfrom = cq_readfrom,
                                   .readerr = cq_readerr,
                                   .sread = cq_sread,
                                   .sreadfrom = cq_sreadfrom,
                                   .signal = cq_signal,
                                   .strerror = cq_strerror};
    emuq_fi_domain_t *domain = (emuq_fi_domain_t *)fid;
    enum fi_cq_format format = attr != NULL ? attr->format : FI_CQ_FORMAT_UNSPEC;
    if (format > FI_CQ_FORMAT_TAGGED)
        return -FI_EINVAL;
    emuq_fi_cq_t *cq = calloc(1, sizeof *cq);
    if (cq == NULL)
        return -FI_ENOMEM;
    cq->ring = malloc(RING_LEAST * sizeof *cq->ring);
    int rc = cq->ring == NULL ? -FI_ENOMEM
             : attr != NULL   ? emuq_fi_wait_of(attr->wait_obj, attr->wait_set, &cq->fid.fid, &cq->wait)
                              : 0;
    if (rc != 0) {
        free(cq->ring);
        free(cq);
        return rc;
    }
    cq->fid =
        (struct fid_cq){.fid = {.fclass = FI_CLASS_CQ, .context = context, .ops = &fid_ops}, .ops = &ops};
    cq->domain = domain;
    cq->size = RING_LEAST;
    cq->format = format == FI_CQ_FORMAT_UNSPEC ? FI_CQ_FORMAT_CONTEXT : format;
    emuq_fi_lock_init(&cq->lock, domain->threading);
    emuq_fi_lock_init(&cq->bound.lock, domain->threading);
    (void)AO_int_fetch_and_add_full(&domain->users, 1);
    *out = &cq->fid;
    return 0;
}

/* ---- counters ---- */

/* @param poll set, for a wait; NULL: the call does not wait */
static void cntr_progress(emuq_fi_cntr_t *c, bound_poll_t *poll)
{
    bound_progress(c->has_regions ? &c->domain->endpoints : &c->bound, poll);
}

static uint64_t cntr_read(struct fid_cntr *fid)
{
    emuq_fi_cntr_t *c = (emuq_fi_cntr_t *)fid;
    uint64_t before = AO_load(&c->value);
    cntr_progress(c, NULL);
    uint64_t value = AO_load_acquire(&c->value);
    AO_store(&c->read, value);
    if (value == before)
        bound_yield(&c->bound);
    else
        bound_found(&c->bound);
    return value;
}

static uint64_t cntr_readerr(struct fid_cntr *fid)
{
    emuq_fi_cntr_t *c = (emuq_fi_cntr_t *)fid;
    cntr_progress(c, NULL);
    uint64_t errors = AO_load_acquire(&c->errors);
    AO_store(&c->read_errors, errors);
    return errors;
}

/* The program has changed a counter. */
static int cntr_changed(emuq_fi_cntr_t *c)
{
    if (c->wait != NULL)
        emuq_fi_wait_signal(c->wait);
    return 0;
}

static int cntr_add(struct fid_cntr *fid, uint64_t value)
{
    emuq_fi_cntr_t *c = (emuq_fi_cntr_t *)fid;
    (void)AO_fetch_and_add_full(&c->value, value);
    return cntr_changed(c);
}

static int cntr_set(struct fid_cntr *fid, uint64_t value)
{
    emuq_fi_cntr_t *c = (emuq_fi_cntr_t *)fid;
    AO_store_release(&c->value, value);
    return cntr_changed(c);
}

static int cntr_adderr(struct fid_cntr *fid, uint64_t value)
{
    emuq_fi_cntr_t *c = (emuq_fi_cntr_t *)fid;
    (void)AO_fetch_and_add_full(&c->errors, value);
    return cntr_changed(c);
}

static int cntr_seterr(struct fid_cntr *fid, uint64_t value)
{
    emuq_fi_cntr_t *c = (emuq_fi_cntr_t *)fid;
    AO_store_release(&c->errors, value);
    return cntr_changed(c);
}

static int cntr_wait(struct fid_cntr *fid, uint64_t threshold, int timeout)
{
    emuq_fi_cntr_t *c = (emuq_fi_cntr_t *)fid;
    uint64_t end = emuq_fi_wait_deadline(timeout), errors = AO_load_acquire(&c->errors);
    while (true) {
        bound_poll_t poll;
        cntr_progress(c, &poll);
        if (AO_load_acquire(&c->value) >= threshold)
            break;
        if (AO_load_acquire(&c->errors) != errors)
            return -FI_EAVAIL;
        if (emuq_host_now_ns() >= end)
            return -FI_ETIMEDOUT;
        bound_wait(&c->bound, &poll);
    }
    bound_found(&c->bound);
    return 0;
}

static int cntr_control(struct fid *fid, int command, void *argument)
{
    return emuq_fi_wait_get(((const emuq_fi_cntr_t *)(const void *)fid)->wait, command, argument);
}

bool emuq_fi_object_poll(struct fid *fid, emuq_fi_wait_t *wait)
{
    if (fid->fclass == FI_CLASS_EQ)
        return emuq_fi_eq_has_events((struct fid_eq *)(void *)fid);
    if (fid->fclass == FI_CLASS_DOMAIN)
        return bound_watch(&((emuq_fi_domain_t *)(void *)fid)->endpoints, wait);
    emuq_fi_cq_t *cq = fid->fclass == FI_CLASS_CQ ? (emuq_fi_cq_t *)(void *)fid : NULL;
    emuq_fi_cntr_t *c = cq == NULL ? (emuq_fi_cntr_t *)(void *)fid : NULL;
    emuq_fi_bound_t *bound = cq != NULL ? &cq->bound : c->has_regions ? &c->domain->endpoints : &c->bound;
    bool remain = false;
    if (wait != NULL)
        remain = bound_watch(bound, wait);
    else
        bound_progress(bound, NULL);
    if (c != NULL)
        return emuq_load_ordered(&c->value) != AO_load(&c->read) ||
               emuq_load_ordered(&c->errors) != AO_load(&c->read_errors) || remain;
    return emuq_load_ordered(&cq->tail) != AO_load(&cq->head) || remain ||
           (wait != NULL && AO_int_load(&cq->signals) != 0 && emuq_int_exchange(&cq->signals, 0) != 0);
}

static int cntr_close(struct fid *fid)
{
    emuq_fi_cntr_t *c = (emuq_fi_cntr_t *)(void *)fid;
    if (AO_int_load_acquire(&c->users) != 0)
        return -FI_EBUSY;
    emuq_fi_wait_leave(c->wait, fid);
    (void)AO_int_fetch_and_add_full(&c->domain->users, -1u);
    pthread_mutex_destroy(&c->bound.lock.mutex);
    free(c);
    return 0;
}

int emuq_fi_cntr_open(struct fid_domain *fid, struct fi_cntr_attr *attr, struct fid_cntr **out, void *context)
{
    static struct fi_ops fid_ops = EMUQ_FI_CONTROLLED_OPS(cntr_close, emuq_fi_no_bind, cntr_control);
    static struct fi_ops_cntr ops = {.size = sizeof ops,
                                     .read = cntr_read,
                                     .readerr = cntr_readerr,
                                     .add = cntr_add,
                                     .set = cntr_set,
                                     .wait = cntr_wait,
                                     .adderr = cntr_adderr,
                                     .seterr = cntr_seterr};
    if (attr != NULL && attr->events != FI_CNTR_EVENTS_COMP)
        return -FI_ENOSYS;
    emuq_fi_cntr_t *c = calloc(1, sizeof *c);
    if (c == NULL)
        return -FI_ENOMEM;
    c->fid =
        (struct fid_cntr){.fid = {.fclass = FI_CLASS_CNTR, .context = context, .ops = &fid_ops}, .ops = &ops};
    c->domain = (emuq_fi_domain_t *)fid;
    int rc = attr != NULL ? emuq_fi_wait_of(attr->wait_obj, attr->wait_set, &c->fid.fid, &c->wait) : 0;
    if (rc != 0) {
        free(c);
        return rc;
    }
    emuq_fi_lock_init(&c->bound.lock, c->domain->threading);
    (void)AO_int_fetch_and_add_full(&c->domain->users, 1);
    *out = &c->fid;
    return 0;
}
