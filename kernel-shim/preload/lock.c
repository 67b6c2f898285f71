/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/preload/lock.h"

#include <errno.h>

static bool take(emuq_wait_t *wait)
{
    emuq_lock_wait_t *self = (emuq_lock_wait_t *)wait;
    self->rc = self->attempt(self->lock);
    return self->rc != EBUSY;
}

emuq_lock_wait_t emuq_lock_wait(void *lock, const char *what, int (*attempt)(void *lock))
{
    return (emuq_lock_wait_t){
        .wait = {.where = lock, .what = what, .take = take, .bytes = sizeof(emuq_lock_wait_t)},
        .attempt = attempt,
        .lock = lock,
        .rc = EBUSY};
}

int emuq_lock_await(emuq_lock_wait_t *wait, uint64_t limit)
{
    return emuq_waits->wait(&wait->wait, limit) ? wait->rc : ETIMEDOUT;
}
