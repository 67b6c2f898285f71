/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/light_mutex.h"

#include "base/futex.h"
#include "base/gone.h"
#include "base/lock.h"

#define LOOKS    128u /* before a thread naps; behind EMUQ_SPIN_PAUSES of them it yields */
#define NAP_NS   50000
#define ABSENCES 512u /* looks in vain, of which one asks whether the owner is there */

/* Whether the owner that a thread has found in vain so often has vanished. */
static bool is_gone(unsigned now, unsigned times)
{
    int kept = errno;
    unsigned owner = now & ~EMUQ_LIGHT_AWAITED;
    bool gone = times % ABSENCES == 0 && owner != EMUQ_LIGHT_OWNER && emuq_process_is_gone((pid_t)owner);
    errno = kept;
    return gone;
}

/* Takes the mutex from an owner that has vanished. Acquire: pairs with what that one has released. */
static bool inherit(emuq_light_mutex_t *mutex, unsigned from, unsigned owner)
{
    return __atomic_compare_exchange_n(mutex, &from, owner, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* Tells the holder that a thread waits. Relaxed: it is a hint; @return what the mutex is then, or 0 if that
 * has changed meanwhile */
static unsigned mark(emuq_light_mutex_t *mutex, unsigned now)
{
    unsigned awaited = now | EMUQ_LIGHT_AWAITED;
    bool is_marked = now == awaited || __atomic_compare_exchange_n(mutex, &now, awaited, false,
                                                                   __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return is_marked ? awaited : 0;
}

int emuq_light_wait(emuq_light_mutex_t *mutex, unsigned owner)
{
    for (unsigned times = 1, rounds = 0;; times++) {
        unsigned now = __atomic_load_n(mutex, __ATOMIC_RELAXED);
        if (now == 0 && emuq_light_take(mutex, owner))
            return 0;
        if (now != 0)
            now = mark(mutex, now);
        if (now != 0 && is_gone(now, times) && inherit(mutex, now, owner))
            return EOWNERDEAD;
        if (rounds < LOOKS)
            emuq_spin(&rounds);
        else if (now != 0) /* no thread wakes it */
            (void)emuq_futex_wait(mutex, now, NAP_NS);
    }
}

int emuq_light_inherit(emuq_light_mutex_t *mutex, unsigned owner)
{
    static _Thread_local unsigned times;
    unsigned now = __atomic_load_n(mutex, __ATOMIC_RELAXED);
    return now != 0 && is_gone(now, ++times) && inherit(mutex, now, owner) ? EOWNERDEAD : EBUSY;
}

/* A thread that naps is woken: its nap may be longer than what the caller waits. */
void emuq_light_give_way(emuq_light_mutex_t *mutex)
{
    (void)emuq_futex_wake(mutex, 1);
    for (unsigned rounds = 0; rounds < LOOKS && __atomic_load_n(mutex, __ATOMIC_RELAXED) == 0;)
        emuq_spin(&rounds);
}
