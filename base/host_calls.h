/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file host_calls.h
 * @brief The C library's own functions by which threads wait or ask for the time, as emuq_host_NAME().
 *
 * Programs find functions of the same names in kernel-shim/waits/, in front of those of the C library: there
 * a thread waits in modelled time, if it has one. EMUQ's own locks are the host's, as who holds one of them
 * may be in the middle of a Message Unit; host_names.h makes the plain names mean the functions here.
 *
 * A sanitizer's interceptors come before the C library's functions.
 */
#ifndef EMUQ_BASE_HOST_CALLS_H
#define EMUQ_BASE_HOST_CALLS_H

#ifndef _GNU_SOURCE
#error "define _GNU_SOURCE"
#endif
/* Who includes this file means both by their names. */
#undef pthread_mutex_lock
#undef pthread_mutex_trylock
#undef pthread_mutex_unlock
#undef pthread_cond_wait
#undef pthread_cond_timedwait
#undef pthread_cond_signal
#undef pthread_cond_broadcast
#undef pthread_once
#undef clock_gettime
#undef clock_nanosleep

#include <pthread.h>
#include <semaphore.h>
#include <sys/time.h>
#include <time.h>

/** Declares a function. */
#define EMUQ_HOST_CALL(type, name, parameters, arguments) type emuq_host_##name parameters;
#include "base/host_calls.def"
#undef EMUQ_HOST_CALL

#endif /* EMUQ_BASE_HOST_CALLS_H */
