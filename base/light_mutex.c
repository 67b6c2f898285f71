/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/light_mutex.h"

#include "base/gone.h"
#include "base/lock.h"

#define LOOKS    100u      /* before a thread sleeps; behind EMUQ_SPIN_PAUSES of them it yields */
#define SLEEP_NS 100000000 /* after which the owner is looked for */
#define TRIES    64u       /* in vain, of which one looks for the owner */

static bool is_gone(unsigned owner)
{
    int kept = errno;
    bool gone = owner != EMUQ_LIGHT_OWNER && emuq_process_is_gone((pid_t)owner);
    errno = kept;
    return gone;
}

/* Whether the mutex could be taken, while none sleeps or the caller looks. */
static bool look(emuq_light_mutex_t *mutex, unsigned owner)
{
    for (unsigned rounds = 0; rounds < LOOKS; emuq_spin(&rounds))
        if (__atomic_load_n(mutex, __ATOMIC_RELAXED) == 0 && emuq_light_take(mutex, owner))
            return true;
    return false;
}

/* A thread that has slept does not know whether others do, so it takes the mutex as if they did. */
int emuq_light_wait(emuq_light_mutex_t *mutex, unsigned owner)
{
    if (look(mutex, owner))
        return 0;
    for (int slept = 0;;) {
        unsigned now = __atomic_load_n(mutex, __ATOMIC_RELAXED);
        bool is_free = now == 0, is_taken = !is_free && slept == -ETIMEDOUT && is_gone(now >> 1);
        unsigned next = is_free || is_taken ? owner << 1 | 1 : now | 1;
        /* Relaxed where nothing is taken: the word alone says that a thread sleeps. */
        if (next != now &&
            !__atomic_compare_exchange_n(mutex, &now, next, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            continue;
        if (is_free || is_taken)
            return is_taken ? EOWNERDEAD : 0;
        slept = emuq_futex_wait(mutex, next, SLEEP_NS);
    }
}

int emuq_light_inherit(emuq_light_mutex_t *mutex, unsigned owner)
{
    static _Thread_local unsigned tries;
    unsigned now = __atomic_load_n(mutex, __ATOMIC_RELAXED);
    if (now == 0 || ++tries % TRIES != 0 || !is_gone(now >> 1))
        return EBUSY;
    /* Acquire: as by who waits. */
    return __atomic_compare_exchange_n(mutex, &now, owner << 1 | 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)
               ? EOWNERDEAD
               : EBUSY;
}
