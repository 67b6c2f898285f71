/* SPDX-License-Identifier: BSD-3-Clause */
/* Wait objects with descriptors, wait sets, poll sets. */
#include "fabric/wait.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include <hwi/include/common/emuq_mmio.h>

#include "base/atomic.h"
#include "base/host_calls.h"
#include "emuq/join.h"
#include "fabric/objects.h"

#define SLEEP_NS UINT64_C(100000000) /* of the thread, without a packet */
#define BUSY_NS  UINT64_C(100000)    /* until a program makes progress on a transfer */
#define CARD_MS  10                  /* of the thread, without an event of a card: polls pass its time */
#define AUTO_NS                                                                                              \
    UINT64_C(5000000) /* SLEEP_NS of a thread that makes progress: transfers complete without packets */

struct emuq_fi_wait {
    struct fid_wait fid; /**< of a wait set */
    emuq_fi_fabric_t *fabric;
    int fd;
    unsigned armed; /**< atomic */
    unsigned left;  /**< emuq_ranks_left() before the latest step 1 */
    bool has_card;  /**< is in the list of cards */
    struct emuq_fi_wait *next_card;
    unsigned users;       /**< atomic: queues and counters of a wait set */
    pthread_mutex_t lock; /**< of the following; before locks of queues and endpoints */
    pthread_cond_t change;
    pthread_t thread;
    bool has_thread, is_over;
    bool makes_progress; /**< FI_PROGRESS_AUTO: the thread polls the endpoints of the domain, its only fid */
    struct fid **fids;   /**< [count] queues and counters */
    size_t count;
    emuq_fi_watch_t *watch; /**< [watches], of the latest step 1 */
    size_t watches, most_watches;
};

uint64_t emuq_fi_wait_deadline(int milliseconds)
{
    return milliseconds < 0 ? UINT64_MAX : emuq_host_now_ns() + (uint64_t)milliseconds * 1000000;
}

void emuq_fi_wait_signal(emuq_fi_wait_t *w)
{
    const uint64_t one = 1;
    int saved = errno;
    /* Release and acquire, of two exchanges: this one finds the flag of wait_arm(), or wait_arm() finds the
     * entry. A full eventfd is readable. */
    if (emuq_int_exchange(&w->armed, 0) != 0 && write(w->fd, &one, sizeof one) < 0)
        errno = saved;
}

/* ---- wait objects of cards ---- */

static pthread_mutex_t cards_lock = PTHREAD_MUTEX_INITIALIZER; /* a leaf; guards the list */
static emuq_fi_wait_t *cards_first;

void emuq_fi_wait_signal_cards(void)
{
    pthread_mutex_lock(&cards_lock);
    for (emuq_fi_wait_t *w = cards_first; w != NULL; w = w->next_card)
        emuq_fi_wait_signal(w);
    pthread_mutex_unlock(&cards_lock);
}

static void cards_add(emuq_fi_wait_t *w)
{
    if (w->has_card)
        return;
    w->has_card = true;
    pthread_mutex_lock(&cards_lock);
    w->next_card = cards_first;
    cards_first = w;
    pthread_mutex_unlock(&cards_lock);
}

static void cards_remove(const emuq_fi_wait_t *w)
{
    if (!w->has_card)
        return;
    pthread_mutex_lock(&cards_lock);
    emuq_fi_wait_t **at = &cards_first;
    while (*at != w)
        at = &(*at)->next_card;
    *at = w->next_card;
    pthread_mutex_unlock(&cards_lock);
}

/* ---- the thread of a wait object ---- */

/* @param busy set: progress is due without a packet @return whether packets have arrived, or ranks left */
static bool wait_has_changed(const emuq_fi_wait_t *w, bool *busy)
{
    bool has_changed = AO_int_load_acquire(emuq_ranks_left()) != w->left;
    *busy = false;
    for (size_t i = 0; i < w->watches; i++) {
        const emuq_fi_watch_t *watch = &w->watch[i];
        if (watch->tail == NULL)
            *busy = true;
        else if (emuq_mmio_load(watch->tail) != watch->seen)
            has_changed = true;
    }
    return has_changed;
}

/* @return a register of the node; NULL: no endpoint */
static volatile uint64_t *wait_register(const emuq_fi_wait_t *w)
{
    for (size_t i = 0; i < w->watches; i++)
        if (w->watch[i].tail != NULL)
            return w->watch[i].tail;
    return NULL;
}

static void wait_pause(uint64_t ns)
{
    const struct timespec t = {.tv_nsec = (long)ns};
    nanosleep(&t, NULL);
}

/* @return the descriptor of the card; -1: there are endpoints of Message Units, or progress is due */
static int wait_card(const emuq_fi_wait_t *w)
{
    int fd = w->watches != 0 ? w->watch[0].fd : -1;
    for (size_t i = 0; i < w->watches; i++)
        if (w->watch[i].tail != NULL || w->watch[i].fd < 0)
            fd = -1;
    return fd;
}

/* Step 3 for a card. Caller holds the lock, which is released meanwhile. */
static void wait_step_of_card(emuq_fi_wait_t *w, int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    pthread_mutex_unlock(&w->lock);
    (void)poll(&p, 1, CARD_MS);
    pthread_mutex_lock(&w->lock);
    emuq_fi_wait_signal(w);
}

/* Step 3. Caller holds the lock, which is released meanwhile. @param most of a sleep */
static void wait_step(emuq_fi_wait_t *w, uint64_t most)
{
    volatile uint64_t *reg = wait_register(w);
    int card = wait_card(w);
    bool busy;
    if (card >= 0) {
        wait_step_of_card(w, card);
        return;
    }
    uint64_t ticket = reg != NULL ? emuq_mmio_prepare(reg) : 0;
    bool has_changed = wait_has_changed(w, &busy);
    if (!has_changed) {
        pthread_mutex_unlock(&w->lock);
        if (busy || reg == NULL || !emuq_mmio_sleep(reg, ticket, most))
            wait_pause(BUSY_NS);
        if (reg != NULL)
            emuq_find_deaths();
        pthread_mutex_lock(&w->lock);
    }
    if (has_changed || busy)
        emuq_fi_wait_signal(w);
}

static void *wait_run(void *argument)
{
    emuq_fi_wait_t *w = argument;
    pthread_mutex_lock(&w->lock);
    while (!w->is_over) {
        if (w->makes_progress) {
            w->watches = 0;
            w->left = AO_int_load_acquire(emuq_ranks_left());
            if (emuq_fi_object_poll(w->fids[0], w))
                continue;
        }
        if (w->watches == 0 || (!w->makes_progress && AO_int_load(&w->armed) == 0))
            pthread_cond_wait(&w->change, &w->lock);
        else
            wait_step(w, w->makes_progress ? AUTO_NS : SLEEP_NS);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* Signals of the program are for its threads. Caller holds the lock. */
static int wait_start(emuq_fi_wait_t *w)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int rc = pthread_create(&w->thread, NULL, wait_run, w);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    w->has_thread = rc == 0;
    return -rc;
}

/* ---- arming ---- */

void emuq_fi_wait_watch(emuq_fi_wait_t *w, const emuq_fi_watch_t *watch)
{
    if (w->watches == w->most_watches) {
        size_t more = w->most_watches != 0 ? 2 * w->most_watches : 16;
        emuq_fi_watch_t *all = realloc(w->watch, more * sizeof *all);
        if (all == NULL)
            abort();
        w->watch = all;
        w->most_watches = more;
    }
    w->watch[w->watches++] = *watch;
    if (watch->fd >= 0)
        cards_add(w);
}

/* Step 1. @return 0; -FI_EAGAIN: there are completions; another negative error */
static int wait_arm(emuq_fi_wait_t *w)
{
    uint64_t count;
    bool is_pending = false;
    pthread_mutex_lock(&w->lock);
    if (read(w->fd, &count, sizeof count) < 0)
        count = 0;                         /* not signaled */
    (void)emuq_int_exchange(&w->armed, 1); /* pairs with emuq_fi_wait_signal() */
    w->watches = 0;
    w->left = AO_int_load_acquire(emuq_ranks_left());
    for (size_t i = 0; i < w->count; i++)
        is_pending = emuq_fi_object_poll(w->fids[i], w) || is_pending;
    /* Event queues need no thread. */
    int rc = w->has_thread || w->watches == 0 ? 0 : wait_start(w);
    if (is_pending)
        emuq_fi_wait_signal(w); /* for another thread that sleeps */
    if (rc == 0 && is_pending)
        rc = -FI_EAGAIN;
    pthread_cond_signal(&w->change);
    pthread_mutex_unlock(&w->lock);
    return rc;
}

/* @return NULL: no descriptor */
static emuq_fi_wait_t *wait_of_fid(struct fid *fid)
{
    switch (fid->fclass) {
    case FI_CLASS_CQ:
        return ((emuq_fi_cq_t *)(void *)fid)->wait;
    case FI_CLASS_CNTR:
        return ((emuq_fi_cntr_t *)(void *)fid)->wait;
    case FI_CLASS_EQ:
        return emuq_fi_eq_wait((struct fid_eq *)(void *)fid);
    case FI_CLASS_WAIT:
        return (emuq_fi_wait_t *)(void *)fid;
    default:
        return NULL;
    }
}

int emuq_fi_trywait(struct fid_fabric *fabric, struct fid **fids, int count)
{
    int rc = 0;
    (void)fabric;
    for (int i = 0; i < count && rc == 0; i++) {
        emuq_fi_wait_t *w = wait_of_fid(fids[i]);
        rc = w != NULL ? wait_arm(w) : -FI_EINVAL;
    }
    return rc;
}

/* ---- objects ---- */

/* Its thread starts when it is armed first. */
static int wait_new(emuq_fi_wait_t **out)
{
    emuq_fi_wait_t *w = calloc(1, sizeof *w);
    if (w == NULL)
        return -FI_ENOMEM;
    w->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (w->fd < 0) {
        int rc = -errno;
        free(w);
        return rc;
    }
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->change, NULL);
    *out = w;
    return 0;
}

static void wait_free(emuq_fi_wait_t *w)
{
    cards_remove(w);
    pthread_mutex_lock(&w->lock);
    w->is_over = true;
    pthread_cond_signal(&w->change);
    volatile uint64_t *reg = wait_register(w);
    pthread_mutex_unlock(&w->lock);
    if (reg != NULL)
        emuq_mmio_wake(reg);
    if (w->has_thread)
        pthread_join(w->thread, NULL);
    close(w->fd);
    pthread_cond_destroy(&w->change);
    pthread_mutex_destroy(&w->lock);
    free(w->fids);
    free(w->watch);
    free(w);
}

static int wait_add(emuq_fi_wait_t *w, struct fid *fid)
{
    pthread_mutex_lock(&w->lock);
    struct fid **more = realloc(w->fids, (w->count + 1) * sizeof(struct fid *));
    if (more != NULL) {
        w->fids = more;
        w->fids[w->count++] = fid;
    }
    pthread_mutex_unlock(&w->lock);
    (void)AO_int_fetch_and_add_full(&w->users, more != NULL ? 1 : 0);
    return more != NULL ? 0 : -FI_ENOMEM;
}

int emuq_fi_wait_of(enum fi_wait_obj object, struct fid_wait *set, struct fid *fid, emuq_fi_wait_t **out)
{
    emuq_fi_wait_t *w = (emuq_fi_wait_t *)set;
    int rc = 0;
    *out = NULL;
    switch (object) {
    case FI_WAIT_NONE:
    case FI_WAIT_UNSPEC:
    case FI_WAIT_YIELD:
        return 0;
    case FI_WAIT_FD:
        rc = wait_new(&w);
        break;
    case FI_WAIT_SET:
        rc = set != NULL ? 0 : -FI_EINVAL;
        break;
    default:
        return -FI_ENOSYS;
    }
    if (rc == 0) {
        rc = wait_add(w, fid);
        if (rc == 0)
            *out = w;
        else if (object == FI_WAIT_FD)
            wait_free(w);
    }
    return rc;
}

void emuq_fi_wait_leave(emuq_fi_wait_t *w, struct fid *fid)
{
    if (w == NULL)
        return;
    pthread_mutex_lock(&w->lock);
    for (size_t i = 0; i < w->count; i++)
        if (w->fids[i] == fid)
            w->fids[i--] = w->fids[--w->count];
    pthread_mutex_unlock(&w->lock);
    bool is_set = w->fabric != NULL;
    (void)AO_int_fetch_and_add_full(&w->users, -1u);
    if (!is_set)
        wait_free(w);
}

int emuq_fi_progress_start(struct fid *domain, emuq_fi_wait_t **out)
{
    emuq_fi_wait_t *w;
    int rc = wait_new(&w);
    if (rc != 0)
        return rc;
    w->makes_progress = true;
    rc = wait_add(w, domain);
    if (rc == 0)
        rc = wait_start(w);
    if (rc != 0)
        wait_free(w);
    else
        *out = w;
    return rc;
}

void emuq_fi_progress_changed(emuq_fi_wait_t *w)
{
    pthread_mutex_lock(&w->lock);
    pthread_cond_signal(&w->change);
    volatile uint64_t *reg = wait_register(w);
    pthread_mutex_unlock(&w->lock);
    if (reg != NULL)
        emuq_mmio_wake(reg);
}

int emuq_fi_wait_get(const emuq_fi_wait_t *w, int command, void *argument)
{
    if (command == FI_GETWAIT && w != NULL)
        *(int *)argument = w->fd;
    else if (command == FI_GETWAITOBJ && w != NULL)
        *(enum fi_wait_obj *)argument = w->fabric != NULL ? FI_WAIT_SET : FI_WAIT_FD;
    else
        return -FI_ENOSYS;
    return 0;
}

/* ---- wait sets ---- */

static int set_wait(struct fid_wait *fid, int timeout)
{
    emuq_fi_wait_t *w = (emuq_fi_wait_t *)fid;
    uint64_t end = emuq_fi_wait_deadline(timeout);
    while (true) {
        int rc = wait_arm(w);
        if (rc != 0)
            return rc == -FI_EAGAIN ? 0 : rc;
        uint64_t now = emuq_host_now_ns();
        if (now >= end)
            return -FI_ETIMEDOUT;
        struct pollfd p = {.fd = w->fd, .events = POLLIN};
        uint64_t ms = (end - now) / 1000000 + 1;
        if (poll(&p, 1, ms < 10000 ? (int)ms : 10000) < 0 && errno != EINTR)
            return -errno;
    }
}

static int set_close(struct fid *fid)
{
    emuq_fi_wait_t *w = (emuq_fi_wait_t *)(void *)fid;
    if (AO_int_load_acquire(&w->users) != 0)
        return -FI_EBUSY;
    (void)AO_int_fetch_and_add_full(&w->fabric->users, -1u);
    wait_free(w);
    return 0;
}

static int set_control(struct fid *fid, int command, void *argument)
{
    const emuq_fi_wait_t *w = (const emuq_fi_wait_t *)(const void *)fid;
    if (command != FI_GETWAITOBJ)
        return emuq_fi_wait_get(w, command, argument);
    *(enum fi_wait_obj *)argument = FI_WAIT_FD;
    return 0;
}

int emuq_fi_wait_open(struct fid_fabric *fabric, struct fi_wait_attr *attr, struct fid_wait **out)
{
    static struct fi_ops fid_ops = EMUQ_FI_CONTROLLED_OPS(set_close, emuq_fi_no_bind, set_control);
    static struct fi_ops_wait ops = {.size = sizeof ops, .wait = set_wait};
    emuq_fi_wait_t *w;
    if (attr != NULL && attr->flags != 0)
        return -FI_EINVAL;
    if (attr != NULL && attr->wait_obj != FI_WAIT_UNSPEC && attr->wait_obj != FI_WAIT_FD)
        return -FI_ENOSYS;
    int rc = wait_new(&w);
    if (rc != 0)
        return rc;
    w->fid = (struct fid_wait){.fid = {.fclass = FI_CLASS_WAIT, .ops = &fid_ops}, .ops = &ops};
    w->fabric = (emuq_fi_fabric_t *)fabric;
    (void)AO_int_fetch_and_add_full(&w->fabric->users, 1);
    *out = &w->fid;
    return 0;
}

/* ---- poll sets ---- */

typedef struct poll_set {
    struct fid_poll fid;
    emuq_fi_domain_t *domain;
    pthread_mutex_t lock; /**< of the following */
    struct fid **fids;
    size_t count;
} poll_set_t;

static unsigned *poll_set_users(struct fid *fid)
{
    return fid->fclass == FI_CLASS_CQ ? &((emuq_fi_cq_t *)(void *)fid)->users
                                      : &((emuq_fi_cntr_t *)(void *)fid)->users;
}

static int poll_set_poll(struct fid_poll *fid, void **context, int count)
{
    poll_set_t *set = (poll_set_t *)fid;
    int n = 0;
    pthread_mutex_lock(&set->lock);
    for (size_t i = 0; i < set->count && n < count; i++)
        if (emuq_fi_object_poll(set->fids[i], NULL))
            context[n++] = set->fids[i]->context;
    pthread_mutex_unlock(&set->lock);
    return n;
}

/* @return the index of a fid; count: none. Caller holds the lock. */
static size_t poll_set_find(const poll_set_t *set, const struct fid *fid)
{
    size_t i = 0;
    while (i < set->count && set->fids[i] != fid)
        i++;
    return i;
}

static int poll_set_add(struct fid_poll *fid, struct fid *event_fid, uint64_t flags)
{
    poll_set_t *set = (poll_set_t *)fid;
    if (flags != 0 || (event_fid->fclass != FI_CLASS_CQ && event_fid->fclass != FI_CLASS_CNTR))
        return -FI_EINVAL;
    pthread_mutex_lock(&set->lock);
    int rc = poll_set_find(set, event_fid) == set->count ? 0 : -FI_EALREADY;
    struct fid **more = rc == 0 ? realloc(set->fids, (set->count + 1) * sizeof(struct fid *)) : NULL;
    if (more != NULL) {
        set->fids = more;
        set->fids[set->count++] = event_fid;
        (void)AO_int_fetch_and_add_full(poll_set_users(event_fid), 1);
    } else if (rc == 0) {
        rc = -FI_ENOMEM;
    }
    pthread_mutex_unlock(&set->lock);
    return rc;
}

static int poll_set_del(struct fid_poll *fid, struct fid *event_fid, uint64_t flags)
{
    poll_set_t *set = (poll_set_t *)fid;
    if (flags != 0)
        return -FI_EINVAL;
    pthread_mutex_lock(&set->lock);
    size_t at = poll_set_find(set, event_fid);
    int rc = at < set->count ? 0 : -FI_EINVAL;
    if (rc == 0) {
        (void)AO_int_fetch_and_add_full(poll_set_users(event_fid), -1u);
        set->fids[at] = set->fids[--set->count];
    }
    pthread_mutex_unlock(&set->lock);
    return rc;
}

static int poll_set_close(struct fid *fid)
{
    poll_set_t *set = (poll_set_t *)(void *)fid;
    for (size_t i = 0; i < set->count; i++)
        (void)AO_int_fetch_and_add_full(poll_set_users(set->fids[i]), -1u);
    (void)AO_int_fetch_and_add_full(&set->domain->users, -1u);
    pthread_mutex_destroy(&set->lock);
    free(set->fids);
    free(set);
    return 0;
}

int emuq_fi_poll_open(struct fid_domain *domain, struct fi_poll_attr *attr, struct fid_poll **out)
{
    static struct fi_ops fid_ops = EMUQ_FI_FID_OPS(poll_set_close, emuq_fi_no_bind);
    static struct fi_ops_poll ops = {
        .size = sizeof ops, .poll = poll_set_poll, .poll_add = poll_set_add, .poll_del = poll_set_del};
    if (attr != NULL && attr->flags != 0)
        return -FI_EINVAL;
    poll_set_t *set = calloc(1, sizeof *set);
    if (set == NULL)
        return -FI_ENOMEM;
    set->fid = (struct fid_poll){.fid = {.fclass = FI_CLASS_POLL, .ops = &fid_ops}, .ops = &ops};
    set->domain = (emuq_fi_domain_t *)domain;
    pthread_mutex_init(&set->lock, NULL);
    (void)AO_int_fetch_and_add_full(&set->domain->users, 1);
    *out = &set->fid;
    return 0;
}
