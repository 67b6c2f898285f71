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

#include <stdint.h>
#include <sys/types.h>

/** Makes a watch of a thread, which does not run yet. Thread-safe.
 *  @param thread  its Linux number, in this Linux process
 *  @param signal  sent to the thread, with si_code SI_TIMER
 *  @return its number, or a negative errno */
int emuq_watch_open(pid_t thread, int signal);

/** Lets it send its signal after each @p ns nanoseconds of processor time, or never if that is 0.
 *  Async-signal-safe. */
void emuq_watch_set(int watch, uint64_t ns);

/** Ends it. */
void emuq_watch_close(int watch);

#endif /* EMUQ_SPIN_WATCH_H */
