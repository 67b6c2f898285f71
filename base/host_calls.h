/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file host_calls.h
 * @brief The C library's functions that wait or read a clock, as emuq_host_NAME(); pthread_ is left out of NAME.
 *
 * The program of a rank gets the functions of the same symbols in kernel-shim/preload/, which wait in modelled
 * time. EMUQ's own locks and clocks are the host's: a thread that holds one may be in the middle of a Message
 * Unit's work. Interceptors of a sanitizer precede the C library.
 */
#ifndef EMUQ_BASE_HOST_CALLS_H
#define EMUQ_BASE_HOST_CALLS_H

#include <pthread.h>
#include <semaphore.h>
#include <sys/time.h>
#include <time.h>

/** Declares a function. */
#define EMUQ_HOST_CALL(type, name, symbol, parameters, arguments) type emuq_host_##name parameters;
#include "base/host_calls.def"
#undef EMUQ_HOST_CALL

#endif /* EMUQ_BASE_HOST_CALLS_H */
