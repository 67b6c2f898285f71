/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/fault/fault.h"

#include "base/host_calls.h"

#define BUCKETS 256u

/* Guarded by the lock, a leaf lock. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* the first due message or is_draining changes */
    emuq_delayed_t *heap;   /* leftist heap: the path along heap[1] is the shortest */
    emuq_delayed_t *order_head[BUCKETS];
    emuq_delayed_t *held; /* oldest first */
    uint64_t order;       /* sequence number of the next message */
    uint64_t count;
    bool is_draining;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER};

void emuq_delay_queue_open(void)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&queue.changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    queue.heap = queue.held = NULL;
    memset(queue.order_head, 0, sizeof queue.order_head);
    queue.order = queue.count = 0;
    queue.is_draining = false;
}

void emuq_delay_queue_drain(void)
{
    emuq_host_mutex_lock(&queue.lock);
    queue.is_draining = true;
    emuq_host_cond_signal(&queue.changed);
    emuq_host_mutex_unlock(&queue.lock);
}

static uint32_t queue_rank_of(const emuq_delayed_t *h)
{
    return h != NULL ? h->rank : 0;
}

/* The recursion is logarithmic in a leftist heap. */
static emuq_delayed_t *queue_meld(emuq_delayed_t *a, emuq_delayed_t *b)
{
    if (a == NULL || b == NULL)
        return a != NULL ? a : b;
    if (b->due != a->due ? b->due < a->due : b->order < a->order) {
        emuq_delayed_t *swap = a;
        a = b;
        b = swap;
    }
    a->heap[1] = queue_meld(a->heap[1], b);
    if (queue_rank_of(a->heap[0]) < queue_rank_of(a->heap[1])) {
        emuq_delayed_t *swap = a->heap[0];
        a->heap[0] = a->heap[1];
        a->heap[1] = swap;
    }
    a->rank = queue_rank_of(a->heap[1]) + 1;
    return a;
}

static void queue_push(emuq_delayed_t *msg, uint64_t due)
{
    msg->due = due;
    msg->order = queue.order++;
    msg->heap[0] = msg->heap[1] = NULL;
    msg->rank = 1;
    queue.heap = queue_meld(queue.heap, msg);
    if (queue.heap == msg)
        emuq_host_cond_signal(&queue.changed);
}

/* Link to the first message of an order, or to the end of the bucket. */
static emuq_delayed_t **queue_find_order(const emuq_delayed_t *msg)
{
    emuq_delayed_t **at = &queue.order_head[(msg->order_key * UINT64_C(0x9e3779b97f4a7c15) >> 32) % BUCKETS];
    while (*at != NULL && ((*at)->order_key != msg->order_key || (*at)->inj != msg->inj))
        at = &(*at)->next;
    return at;
}

/* Appends the message to its order. @return whether the message is the first */
static bool queue_enter_order(emuq_delayed_t *msg)
{
    emuq_delayed_t **first = queue_find_order(msg);
    msg->next = msg->followers = NULL;
    if (*first == NULL) {
        *first = msg;
        return true;
    }
    if ((*first)->followers == NULL)
        (*first)->followers = msg;
    else
        (*first)->last->next = msg;
    (*first)->last = msg;
    return false;
}

static void queue_leave_order(emuq_delayed_t *msg)
{
    emuq_delayed_t **first = queue_find_order(msg), *follower = msg->followers;
    if (follower == NULL) {
        *first = msg->next;
        return;
    }
    follower->followers = follower->next;
    follower->last = msg->last;
    follower->next = msg->next;
    *first = follower;
    queue_push(follower, follower->at[0].due);
}

bool emuq_delay_queue_is_full(const emuq_inj_t *f)
{
    emuq_host_mutex_lock(&queue.lock);
    bool is_full = f->late >= EMUQ_DELAYED_MAX;
    emuq_host_mutex_unlock(&queue.lock);
    return is_full;
}

static void queue_count_in(emuq_delayed_t *msg)
{
    queue.count += !msg->is_counted;
    msg->is_counted = true;
}

void emuq_delay_queue_put(emuq_delayed_t *msg, uint64_t due)
{
    emuq_host_mutex_lock(&queue.lock);
    queue_count_in(msg);
    if (msg->is_injected || msg->inj->late < EMUQ_DELAYED_MAX) {
        queue_push(msg, due);
    } else {
        emuq_delayed_t **end = &queue.held;
        while (*end != NULL)
            end = &(*end)->next;
        msg->next = NULL;
        *end = msg;
    }
    emuq_host_mutex_unlock(&queue.lock);
}

void emuq_delay_queue_launch(emuq_delayed_t *msg)
{
    emuq_host_mutex_lock(&queue.lock);
    queue_count_in(msg);
    msg->is_injected = true;
    msg->inj->late++;
    if (!msg->is_ordered || queue_enter_order(msg))
        queue_push(msg, msg->at[0].due);
    emuq_host_mutex_unlock(&queue.lock);
}

static void queue_release_held(const emuq_inj_t *f)
{
    for (emuq_delayed_t **at = &queue.held; *at != NULL; at = &(*at)->next)
        if ((*at)->inj == f) {
            emuq_delayed_t *msg = *at;
            *at = msg->next;
            queue_push(msg, 0);
            return;
        }
}

void emuq_delay_queue_arrived(emuq_delayed_t *msg)
{
    emuq_host_mutex_lock(&queue.lock);
    if (msg->is_ordered)
        queue_leave_order(msg);
    if (--msg->inj->late < EMUQ_DELAYED_MAX / 2)
        queue_release_held(msg->inj);
    queue.count--;
    emuq_host_mutex_unlock(&queue.lock);
}

uint64_t emuq_delay_queue_count(void)
{
    emuq_host_mutex_lock(&queue.lock);
    uint64_t count = queue.count;
    emuq_host_mutex_unlock(&queue.lock);
    return count;
}

emuq_delayed_t *emuq_delay_queue_take(void)
{
    emuq_delayed_t *msg;
    emuq_host_mutex_lock(&queue.lock);
    for (;;) {
        msg = queue.heap;
        if (queue.is_draining || (msg != NULL && msg->due <= emuq_host_now_ns()))
            break;
        if (msg == NULL) {
            emuq_host_cond_wait(&queue.changed, &queue.lock);
        } else {
            struct timespec until = emuq_timespec(msg->due);
            emuq_host_cond_timedwait(&queue.changed, &queue.lock, &until);
        }
    }
    if (msg != NULL)
        queue.heap = queue_meld(msg->heap[0], msg->heap[1]);
    emuq_host_mutex_unlock(&queue.lock);
    return msg;
}

void emuq_delay_queue_resume(emuq_waiter_t *w)
{
    emuq_delayed_t *msg = EMUQ_LINKED(w, emuq_delayed_t, waiter);
    if (msg->home == emuq_my_member)
        emuq_delay_queue_put(msg, msg->is_injected ? 0 : emuq_host_now_ns() + msg->injection_ns);
    else /* fails only if the process has ended */
        (void)emuq_request_send(msg->inj->node->machine, msg->home, w);
}
