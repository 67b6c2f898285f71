/* SPDX-License-Identifier: BSD-3-Clause */
/* Event queues: events of the program, and of address vectors with FI_EVENT. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/host_calls.h"
#include "fabric/objects.h"

typedef struct eq_event {
    struct eq_event *next;
    uint32_t event;
    bool is_error; /**< the data are a struct fi_eq_err_entry */
    size_t bytes;
    char data[];
} eq_event_t;

typedef struct event_queue {
    struct fid_eq fid;
    emuq_fi_fabric_t *fabric;
    emuq_fi_wait_t *wait;   /**< NULL: no descriptor */
    bool takes_events;      /**< FI_WRITE: of the program */
    unsigned users;         /**< atomic: address vectors */
    pthread_mutex_t lock;   /**< of the following; after the lock of the wait object */
    pthread_cond_t arrived; /**< of events */
    eq_event_t *first, **end;
} event_queue_t;

/* Adds an event. @return 0 or -FI_ENOMEM */
static int eq_add(event_queue_t *eq, uint32_t event, bool is_error, const void *data, size_t bytes)
{
    eq_event_t *e = malloc(sizeof *e + bytes);
    if (e == NULL)
        return -FI_ENOMEM;
    *e = (eq_event_t){.event = event, .is_error = is_error, .bytes = bytes};
    if (bytes != 0)
        memcpy(e->data, data, bytes);
    pthread_mutex_lock(&eq->lock);
    *eq->end = e;
    eq->end = &e->next;
    pthread_cond_broadcast(&eq->arrived);
    pthread_mutex_unlock(&eq->lock);
    if (eq->wait != NULL)
        emuq_fi_wait_signal(eq->wait);
    return 0;
}

int emuq_fi_eq_add(struct fid_eq *eq, uint32_t event, const void *data, size_t bytes)
{
    return eq_add((event_queue_t *)eq, event, false, data, bytes);
}

int emuq_fi_eq_add_error(struct fid_eq *eq, const struct fi_eq_err_entry *error)
{
    return eq_add((event_queue_t *)eq, 0, true, error, sizeof *error);
}

unsigned *emuq_fi_eq_users(struct fid_eq *eq)
{
    return &((event_queue_t *)eq)->users;
}

emuq_fi_wait_t *emuq_fi_eq_wait(struct fid_eq *eq)
{
    return ((event_queue_t *)eq)->wait;
}

bool emuq_fi_eq_has_events(struct fid_eq *fid)
{
    event_queue_t *eq = (event_queue_t *)fid;
    pthread_mutex_lock(&eq->lock);
    bool has_events = eq->first != NULL;
    pthread_mutex_unlock(&eq->lock);
    return has_events;
}

/* Removes the first event. Caller holds the lock. */
static void eq_drop(event_queue_t *eq)
{
    eq_event_t *e = eq->first;
    eq->first = e->next;
    if (eq->first == NULL)
        eq->end = &eq->first;
    free(e);
}

/* fi_eq_read(). Caller holds the lock. */
static ssize_t eq_take(event_queue_t *eq, uint32_t *event, void *buf, size_t len, uint64_t flags)
{
    const eq_event_t *e = eq->first;
    if (e == NULL)
        return -FI_EAGAIN;
    if (e->is_error)
        return -FI_EAVAIL;
    if (len < e->bytes)
        return -FI_ETOOSMALL;
    ssize_t bytes = (ssize_t)e->bytes;
    *event = e->event;
    if (e->bytes != 0)
        memcpy(buf, e->data, e->bytes);
    if ((flags & FI_PEEK) == 0)
        eq_drop(eq);
    return bytes;
}

static ssize_t eq_read(struct fid_eq *fid, uint32_t *event, void *buf, size_t len, uint64_t flags)
{
    event_queue_t *eq = (event_queue_t *)fid;
    pthread_mutex_lock(&eq->lock);
    ssize_t rc = eq_take(eq, event, buf, len, flags);
    pthread_mutex_unlock(&eq->lock);
    return rc;
}

static ssize_t eq_readerr(struct fid_eq *fid, struct fi_eq_err_entry *buf, uint64_t flags)
{
    event_queue_t *eq = (event_queue_t *)fid;
    ssize_t rc = -FI_EAGAIN;
    pthread_mutex_lock(&eq->lock);
    if (eq->first != NULL && eq->first->is_error) {
        memcpy(buf, eq->first->data, sizeof *buf);
        rc = sizeof *buf;
        if ((flags & FI_PEEK) == 0)
            eq_drop(eq);
    }
    pthread_mutex_unlock(&eq->lock);
    return rc;
}

static ssize_t eq_write(struct fid_eq *fid, uint32_t event, const void *buf, size_t len, uint64_t flags)
{
    event_queue_t *eq = (event_queue_t *)fid;
    if (!eq->takes_events || flags != 0)
        return -FI_EINVAL;
    int rc = eq_add(eq, event, false, buf, len);
    return rc == 0 ? (ssize_t)len : rc;
}

static ssize_t eq_sread(struct fid_eq *fid, uint32_t *event, void *buf, size_t len, int timeout,
                        uint64_t flags)
{
    event_queue_t *eq = (event_queue_t *)fid;
    uint64_t end = timeout < 0 ? UINT64_MAX : emuq_fi_wait_deadline(timeout);
    const struct timespec at = {.tv_sec = (time_t)(end / 1000000000), .tv_nsec = (long)(end % 1000000000)};
    ssize_t rc;
    int over = 0;
    pthread_mutex_lock(&eq->lock);
    while ((rc = eq_take(eq, event, buf, len, flags)) == -FI_EAGAIN && over == 0)
        over = timeout < 0 ? pthread_cond_wait(&eq->arrived, &eq->lock)
                           : pthread_cond_timedwait(&eq->arrived, &eq->lock, &at);
    pthread_mutex_unlock(&eq->lock);
    return rc;
}

static const char *eq_strerror(struct fid_eq *eq, int error, const void *data, char *buf, size_t len)
{
    const char *text = fi_strerror(error);
    (void)eq, (void)data;
    if (buf != NULL && len != 0) {
        strncpy(buf, text, len - 1);
        buf[len - 1] = '\0';
    }
    return text;
}

static int eq_control(struct fid *fid, int command, void *argument)
{
    return emuq_fi_wait_get(((const event_queue_t *)(const void *)fid)->wait, command, argument);
}

static int eq_close(struct fid *fid)
{
    event_queue_t *eq = (event_queue_t *)(void *)fid;
    if (AO_int_load_acquire(&eq->users) != 0)
        return -FI_EBUSY;
    emuq_fi_wait_leave(eq->wait, fid);
    (void)AO_int_fetch_and_add_full(&eq->fabric->users, -1u);
    while (eq->first != NULL)
        eq_drop(eq);
    pthread_cond_destroy(&eq->arrived);
    pthread_mutex_destroy(&eq->lock);
    free(eq);
    return 0;
}

/* Waits end at times of the clock of emuq_fi_wait_deadline(). */
static void eq_init_wait(event_queue_t *eq)
{
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&eq->arrived, &attr);
    pthread_condattr_destroy(&attr);
    pthread_mutex_init(&eq->lock, NULL);
}

int emuq_fi_eq_open(struct fid_fabric *fabric, struct fi_eq_attr *attr, struct fid_eq **out, void *context)
{
    static struct fi_ops fid_ops = EMUQ_FI_CONTROLLED_OPS(eq_close, emuq_fi_no_bind, eq_control);
    static struct fi_ops_eq ops = {.size = sizeof ops,
                                   .read = eq_read,
                                   .readerr = eq_readerr,
                                   .write = eq_write,
                                   .sread = eq_sread,
                                   .strerror = eq_strerror};
    event_queue_t *eq = calloc(1, sizeof *eq);
    if (eq == NULL)
        return -FI_ENOMEM;
    eq->fid =
        (struct fid_eq){.fid = {.fclass = FI_CLASS_EQ, .context = context, .ops = &fid_ops}, .ops = &ops};
    eq->fabric = (emuq_fi_fabric_t *)fabric;
    eq->end = &eq->first;
    eq->takes_events = attr != NULL && (attr->flags & FI_WRITE) != 0;
    eq_init_wait(eq);
    int rc = attr != NULL ? emuq_fi_wait_of(attr->wait_obj, attr->wait_set, &eq->fid.fid, &eq->wait) : 0;
    if (rc != 0) {
        pthread_cond_destroy(&eq->arrived);
        pthread_mutex_destroy(&eq->lock);
        free(eq);
        return rc;
    }
    (void)AO_int_fetch_and_add_full(&eq->fabric->users, 1);
    *out = &eq->fid;
    return 0;
}
