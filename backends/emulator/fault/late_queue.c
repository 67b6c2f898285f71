/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/fault/late_queue.h"

#include "backends/emulator/core/work.h"
#include "base/clock.h"
#include "base/host_calls.h"

#define BUCKETS 256u

/* The lock is a leaf lock and guards the rest. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* what is due next, or hurries */
    emuq_late_t *heap;      /* leftist: the way along heap[1] is the shortest */
    emuq_late_t *lane[BUCKETS];
    emuq_late_t *held; /* oldest first */
    uint64_t order;    /* of the next message that is put */
    uint64_t count;
    bool hurries;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER};

void emuq_late_open(void)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&queue.changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    queue.heap = queue.held = NULL;
    for (uint32_t i = 0; i < BUCKETS; i++)
        queue.lane[i] = NULL;
    queue.order = queue.count = 0;
    queue.hurries = false;
}

void emuq_late_hurry(void)
{
    emuq_host_mutex_lock(&queue.lock);
    queue.hurries = true;
    emuq_host_cond_signal(&queue.changed);
    emuq_host_mutex_unlock(&queue.lock);
}

/* ---- the heap ---- */

static bool is_before(const emuq_late_t *a, const emuq_late_t *b)
{
    return a->due != b->due ? a->due < b->due : a->order < b->order;
}

static uint32_t rank_of(const emuq_late_t *h)
{
    return h != NULL ? h->rank : 0;
}

/* The depth of the recursion is logarithmic, because the heap is leftist. */
static emuq_late_t *meld(emuq_late_t *a, emuq_late_t *b)
{
    if (a == NULL || b == NULL)
        return a != NULL ? a : b;
    if (is_before(b, a)) {
        emuq_late_t *swap = a;
        a = b;
        b = swap;
    }
    a->heap[1] = meld(a->heap[1], b);
    if (rank_of(a->heap[0]) < rank_of(a->heap[1])) {
        emuq_late_t *swap = a->heap[0];
        a->heap[0] = a->heap[1];
        a->heap[1] = swap;
    }
    a->rank = rank_of(a->heap[1]) + 1;
    return a;
}

static void push(emuq_late_t *late, uint64_t due)
{
    late->due = due;
    late->order = queue.order++;
    late->heap[0] = late->heap[1] = NULL;
    late->rank = 1;
    queue.heap = meld(queue.heap, late);
    if (queue.heap == late)
        emuq_host_cond_signal(&queue.changed);
}

/* ---- lanes ---- */

/* Where the first message of a lane is, or would be. */
static emuq_late_t **find_lane(const emuq_late_t *late)
{
    emuq_late_t **at = &queue.lane[(late->lane * UINT64_C(0x9e3779b97f4a7c15) >> 32) % BUCKETS];
    while (*at != NULL && ((*at)->lane != late->lane || (*at)->inj != late->inj))
        at = &(*at)->next;
    return at;
}

/* @return whether the message is the first one of its lane */
static bool enter_lane(emuq_late_t *late)
{
    emuq_late_t **first = find_lane(late);
    late->next = late->followers = NULL;
    if (*first == NULL) {
        *first = late;
        return true;
    }
    if ((*first)->followers == NULL)
        (*first)->followers = late;
    else
        (*first)->last->next = late;
    (*first)->last = late;
    return false;
}

static void leave_lane(emuq_late_t *late)
{
    emuq_late_t **first = find_lane(late), *follower = late->followers;
    if (follower == NULL) {
        *first = late->next;
        return;
    }
    follower->followers = follower->next;
    follower->last = late->last;
    follower->next = late->next;
    *first = follower;
    push(follower, follower->at[0].due);
}

/* ---- the way of a message ---- */

bool emuq_late_is_full(const emuq_inj_t *f)
{
    emuq_host_mutex_lock(&queue.lock);
    bool is_full = f->late >= EMUQ_LATE_MOST;
    emuq_host_mutex_unlock(&queue.lock);
    return is_full;
}

/* A message counts from the first call for it on. */
static void count_in(emuq_late_t *late)
{
    queue.count += !late->is_counted;
    late->is_counted = true;
}

void emuq_late_put(emuq_late_t *late, uint64_t due)
{
    emuq_host_mutex_lock(&queue.lock);
    count_in(late);
    if (late->is_injected || late->inj->late < EMUQ_LATE_MOST) {
        push(late, due);
    } else {
        emuq_late_t **end = &queue.held;
        while (*end != NULL)
            end = &(*end)->next;
        late->next = NULL;
        *end = late;
    }
    emuq_host_mutex_unlock(&queue.lock);
}

void emuq_late_launch(emuq_late_t *late)
{
    emuq_host_mutex_lock(&queue.lock);
    count_in(late);
    late->is_injected = true;
    late->inj->late++;
    if (!late->is_ordered || enter_lane(late))
        push(late, late->at[0].due);
    emuq_host_mutex_unlock(&queue.lock);
}

/* A message of the FIFO has arrived: one that was held back is injected. */
static void release_held(const emuq_inj_t *f)
{
    for (emuq_late_t **at = &queue.held; *at != NULL; at = &(*at)->next)
        if ((*at)->inj == f) {
            emuq_late_t *late = *at;
            *at = late->next;
            push(late, 0);
            return;
        }
}

void emuq_late_landed(emuq_late_t *late)
{
    emuq_host_mutex_lock(&queue.lock);
    if (late->is_ordered)
        leave_lane(late);
    if (--late->inj->late < EMUQ_LATE_MOST / 2)
        release_held(late->inj);
    queue.count--;
    emuq_host_mutex_unlock(&queue.lock);
}

uint64_t emuq_late_count(void)
{
    emuq_host_mutex_lock(&queue.lock);
    uint64_t count = queue.count;
    emuq_host_mutex_unlock(&queue.lock);
    return count;
}

emuq_late_t *emuq_late_take(void)
{
    emuq_late_t *late;
    emuq_host_mutex_lock(&queue.lock);
    for (;;) {
        late = queue.heap;
        if (queue.hurries || (late != NULL && late->due <= emuq_host_now_ns()))
            break;
        if (late == NULL) {
            emuq_host_cond_wait(&queue.changed, &queue.lock);
        } else {
            struct timespec until = emuq_timespec(late->due);
            emuq_host_cond_timedwait(&queue.changed, &queue.lock, &until);
        }
    }
    if (late != NULL)
        queue.heap = meld(late->heap[0], late->heap[1]);
    emuq_host_mutex_unlock(&queue.lock);
    return late;
}

void emuq_late_resume(emuq_waiter_t *w)
{
    emuq_late_t *late = EMUQ_LINKED(w, emuq_late_t, waiter);
    if (late->home == emuq_my_member)
        emuq_late_put(late, late->is_injected ? 0 : emuq_host_now_ns() + late->takes);
    else /* a process that has ended has no use for it */
        (void)emuq_request_send(late->inj->node->machine, late->home, w);
}
