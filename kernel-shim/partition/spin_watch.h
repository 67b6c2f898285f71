/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file watch.h
 * @brief Private to the kernel shim: a signal to a thread now and then while it uses the processor.
 *
 * A timer of the thread's processor time. Other than an alarm (alarm.h) it costs nothing when the thread
 * gives up its core or gets it back, but it is coarse: the kernel looks at it at the ticks of its clock.
 * Linux from 5.9 on sends the signal when the thread returns to the program, so it interrupts no system call.
 */
#ifndef EMUQ_SPIN_WATCH_H
#define EMUQ_SPIN_WATCH_H

#include <pthread.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/** Makes a watch of a thread of this Linux process, which does not run yet. Thread-safe.
 *  @param number  the thread's Linux number
 *  @param signal  sent to the thread, with si_code SI_TIMER
 *  @return 0, or a negative errno: -EAGAIN where the limit of pending signals (ulimit -i) is reached */
int emuq_watch_open(timer_t *watch, pthread_t thread, pid_t number, int signal);

/** Lets it send its signal after each @p ns nanoseconds of processor time, or never if that is 0.
 *  Async-signal-safe. */
void emuq_watch_set(timer_t watch, uint64_t ns);

#endif /* EMUQ_SPIN_WATCH_H */
