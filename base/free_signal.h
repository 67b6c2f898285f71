/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file free_signal.h
 * @brief Takes a real-time signal that the program does not use.
 */
#ifndef EMUQ_BASE_FREE_SIGNAL_H
#define EMUQ_BASE_FREE_SIGNAL_H

#include <signal.h>
#include <stddef.h>

/** Installs @p action for the highest real-time signal, @p highest or lower, that has no handler.
 *  @return the signal, or 0: all of them have one. Not thread-safe. */
static inline int emuq_free_signal_take(int highest, const struct sigaction *action)
{
    struct sigaction now;
    for (int number = highest; number >= SIGRTMIN; number--)
        if (sigaction(number, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL &&
            sigaction(number, action, NULL) == 0)
            return number;
    return 0;
}

#endif /* EMUQ_BASE_FREE_SIGNAL_H */
