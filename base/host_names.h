/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file host_names.h
 * @brief Included before every file of libemuq: its own locks and clocks are the host's (host_calls.h).
 */
#ifndef EMUQ_BASE_HOST_NAMES_H
#define EMUQ_BASE_HOST_NAMES_H

/** @name Functions of the C library, as host_calls.h has them. */
/**@{*/
#define pthread_mutex_lock     emuq_host_pthread_mutex_lock     /**< The host's. */
#define pthread_mutex_trylock  emuq_host_pthread_mutex_trylock  /**< The host's. */
#define pthread_mutex_unlock   emuq_host_pthread_mutex_unlock   /**< The host's. */
#define pthread_cond_wait      emuq_host_pthread_cond_wait      /**< The host's. */
#define pthread_cond_timedwait emuq_host_pthread_cond_timedwait /**< The host's. */
#define pthread_cond_signal    emuq_host_pthread_cond_signal    /**< The host's. */
#define pthread_cond_broadcast emuq_host_pthread_cond_broadcast /**< The host's. */
#define pthread_once           emuq_host_pthread_once           /**< The host's. */
#define clock_gettime          emuq_host_clock_gettime          /**< The host's. */
#define clock_nanosleep        emuq_host_clock_nanosleep        /**< The host's. */
/**@}*/

#endif /* EMUQ_BASE_HOST_NAMES_H */
