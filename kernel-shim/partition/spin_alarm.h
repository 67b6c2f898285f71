/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file alarm.h
 * @brief Private to the kernel shim: a signal to a thread that has used the processor for some time in code
 * of the program's own.
 *
 * Only a performance event of the thread can do that: it counts the thread's processor time, rings
 * only while the thread executes user code, and so never interrupts a system call. A timer of processor time
 * does, and rings at the tick of the scheduler only.
 */
#ifndef EMUQ_SPIN_ALARM_H
#define EMUQ_SPIN_ALARM_H

#include <stdint.h>
#include <sys/types.h>

/** Opens an alarm of a thread, which rings after each @p ns nanoseconds of its processor time.
 *  @param thread  its Linux number, in this Linux process; 0: the calling thread
 *  @param signal  sent to the thread, and to no other
 *  @return a file descriptor, or a negative errno: -EACCES, -EPERM and -ENOSYS where the host allows none. */
int emuq_alarm_open(pid_t thread, int signal, uint64_t ns);

/** Rings after each @p ns nanoseconds from now on. Async-signal-safe. */
void emuq_alarm_set(int alarm, uint64_t ns);

/** Ends it. A descriptor that the program has closed, and perhaps opened again, is left alone. */
void emuq_alarm_close(int alarm, int signal);

#endif /* EMUQ_SPIN_ALARM_H */
