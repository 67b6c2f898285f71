/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/lock.h"

#include <signal.h>

#include "base/process.h"

#define LIGHT_POLLS  (2 * EMUQ_BACKOFF_SPINS) /* polls before a sleep; half of them yield */
#define LIGHT_CHECKS 512u                     /* polls per check of the owner's process */

_Static_assert(AO_TS_CLEAR == 0 && sizeof(emuq_lock_t) == 1, "zeroed memory is a free lock of one byte");

__thread unsigned emuq_critical_depth __attribute__((tls_model("initial-exec")));
unsigned emuq_suspend_signal;

void emuq_suspend(void)
{
    if (AO_int_load(&emuq_critical_depth) != 0)
        return;
    unsigned signal;
    while ((signal = AO_int_load_acquire(&emuq_suspend_signal)) != 0)
        emuq_futex_wait(&emuq_suspend_signal, signal, EMUQ_FUTEX_FOREVER);
}

void emuq_suspend_deferred(void)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (sigismember(&before, (int)AO_int_load_acquire(&emuq_suspend_signal)) != 1)
        emuq_suspend();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Takes over the mutex of an exited process. */
static bool light_replace(emuq_light_mutex_t *mutex, unsigned word, unsigned owner, unsigned polls)
{
    int kept = errno;
    unsigned holder = word & ~EMUQ_LIGHT_CONTENDED;
    bool exited = word != 0 && polls % LIGHT_CHECKS == 0 && holder != EMUQ_LIGHT_OWNER &&
                  emuq_process_has_exited((pid_t)holder);
    errno = kept;
    return exited && AO_int_compare_and_swap_acquire(mutex, word, owner);
}

/* Sets the contended bit. @return the new word; 0: changed by another thread */
static unsigned light_mark(emuq_light_mutex_t *mutex, unsigned word)
{
    unsigned contended = word | EMUQ_LIGHT_CONTENDED;
    return word == contended || AO_int_compare_and_swap(mutex, word, contended) ? contended : 0;
}

int emuq_light_wait(emuq_light_mutex_t *mutex, unsigned owner)
{
    for (unsigned polls = 1, rounds = 0;; polls++) {
        unsigned word = AO_int_load(mutex);
        if (word == 0 && emuq_light_acquire(mutex, owner))
            return 0;
        if (word != 0)
            word = light_mark(mutex, word);
        if (light_replace(mutex, word, owner, polls))
            return EOWNERDEAD;
        if (rounds < LIGHT_POLLS)
            emuq_spin(&rounds);
        else if (word != 0) /* an unlock wakes no thread */
            (void)emuq_futex_wait(mutex, word, EMUQ_BACKOFF_RECHECK_NS);
    }
}

int emuq_light_take_over(emuq_light_mutex_t *mutex, unsigned owner)
{
    static _Thread_local unsigned polls;
    unsigned word = AO_int_load(mutex);
    return light_replace(mutex, word, owner, ++polls) ? EOWNERDEAD : EBUSY;
}

/* Wakes a sleeping waiter, as its sleep may exceed the caller's wait. */
void emuq_light_yield(emuq_light_mutex_t *mutex)
{
    (void)emuq_futex_wake(mutex, 1);
    for (unsigned rounds = 0; rounds < LIGHT_POLLS && AO_int_load(mutex) == 0;)
        emuq_spin(&rounds);
}
