/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/engine_queue.h"

#include "backends/emulator/core/delegate.h"
#include "base/host_calls.h"

static struct {
    pthread_mutex_t lock;     /* guards the members below */
    emuq_inj_t *first, *last; /* `scheduled` of each is 1 */
    bool open;                /* written under the lock; read without it as a hint */
    /* Hints among senders and engines: an outdated value costs time, nothing else. */
    uint64_t polling;    /* 1: an engine has a core to itself and polls; written by it */
    uint64_t wanted;     /* 1: a sender would like an engine to poll; set by senders, taken by an engine */
    uint64_t next_probe; /* ns; written by an engine */
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER};

bool emuq_engine_queue(emuq_inj_t *f)
{
    if (!__atomic_load_n(&queue.open, __ATOMIC_RELAXED))
        return false;
    if (!emuq_queued_set(&f->scheduled))
        return true;
    uint32_t bit = 31 - f->id % 32;
    bool urgent =
        __atomic_load_n(emuq_reg(f->node, f->id / 8, EMUQ_REG_PRIORITY), __ATOMIC_RELAXED) >> bit & 1;
    emuq_host_mutex_lock(&queue.lock);
    bool open = queue.open;
    if (!open) {
        emuq_queued_clear(&f->scheduled); /* the caller runs it */
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
    if (open && !emuq_serves_hosts) /* who serves looks at the queue again */
        emuq_ring(&f->node->machine->member[emuq_my_member]);
    return open;
}

bool emuq_engine_offer(emuq_inj_t *f)
{
    if (!__atomic_load_n(&queue.open, __ATOMIC_RELAXED))
        return false;
    if (__atomic_load_n(&queue.polling, __ATOMIC_RELAXED) != 0)
        return emuq_engine_queue(f);
    if (__atomic_load_n(&queue.wanted, __ATOMIC_RELAXED) == 0 &&
        emuq_host_now_ns() >= __atomic_load_n(&queue.next_probe, __ATOMIC_RELAXED)) {
        __atomic_store_n(&queue.wanted, 1, __ATOMIC_RELEASE); /* pairs with the exchange in take_probe */
        emuq_ring(&f->node->machine->member[emuq_my_member]);
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

static void set_open(bool open)
{
    emuq_host_mutex_lock(&queue.lock);
    __atomic_store_n(&queue.open, open, __ATOMIC_RELAXED);
    emuq_host_mutex_unlock(&queue.lock);
}

void emuq_engine_queue_open(void)
{
    set_open(true);
}

void emuq_engine_queue_close(void)
{
    set_open(false);
}

void emuq_engine_set_polling(bool polling)
{
    __atomic_store_n(&queue.polling, polling, __ATOMIC_RELAXED);
}

bool emuq_engine_is_wanted(void)
{
    return __atomic_load_n(&queue.wanted, __ATOMIC_RELAXED) != 0;
}

bool emuq_engine_take_probe(void)
{
    return emuq_engine_is_wanted() && __atomic_exchange_n(&queue.wanted, 0, __ATOMIC_ACQUIRE) != 0;
}

void emuq_engine_next_probe(uint64_t ns)
{
    __atomic_store_n(&queue.next_probe, ns, __ATOMIC_RELAXED);
}
