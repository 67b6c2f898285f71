/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file host_names.h
 * @brief Included before every file of libemuq: its own locks are the host's (host_calls.h).
 */
#ifndef EMUQ_BASE_HOST_NAMES_H
#define EMUQ_BASE_HOST_NAMES_H

#define pthread_mutex_lock     emuq_host_pthread_mutex_lock
#define pthread_mutex_trylock  emuq_host_pthread_mutex_trylock
#define pthread_mutex_unlock   emuq_host_pthread_mutex_unlock
#define pthread_cond_wait      emuq_host_pthread_cond_wait
#define pthread_cond_timedwait emuq_host_pthread_cond_timedwait
#define pthread_cond_signal    emuq_host_pthread_cond_signal
#define pthread_cond_broadcast emuq_host_pthread_cond_broadcast
#define pthread_once           emuq_host_pthread_once

#endif /* EMUQ_BASE_HOST_NAMES_H */
