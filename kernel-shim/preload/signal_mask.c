/* SPDX-License-Identifier: BSD-3-Clause */
/* pthread_sigmask() and sigprocmask(): the signal of EMUQ's timers stays unblocked. */
#define _GNU_SOURCE
#include "kernel-shim/preload/preload.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>

#include "base/atomic.h"

typedef int (*mask_function)(int, const sigset_t *, sigset_t *);

/* Defined by a sanitizer runtime that is linked into the program */
extern int __interceptor_pthread_sigmask(int, const sigset_t *, sigset_t *) __attribute__((weak));

static unsigned mask_open_signal; /* atomic; 0: none */

void emuq_mask_keep_open(int signal)
{
    AO_int_store(&mask_open_signal, (unsigned)signal);
}

static mask_function mask_next(void)
{
    static mask_function found; /* atomic; all threads store the same value */
    mask_function mask = emuq_pointer_load(&found);
    if (mask != NULL)
        return mask;
    mask = __interceptor_pthread_sigmask;
    if (mask == NULL)
        *(void **)&mask = dlsym(RTLD_NEXT, "pthread_sigmask");
    emuq_pointer_store(&found, mask);
    return mask;
}

void emuq_mask_open_here(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, (int)AO_int_load(&mask_open_signal));
    mask_next()(SIG_UNBLOCK, &set, NULL);
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
    int kept = (int)AO_int_load(&mask_open_signal);
    sigset_t without;
    if (set != NULL && kept != 0 && how != SIG_UNBLOCK) {
        without = *set;
        sigdelset(&without, kept);
        set = &without;
    }
    mask_function mask = mask_next();
    return mask != NULL ? mask(how, set, before) : ENOSYS;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict before)
{
    int rc = pthread_sigmask(how, set, before);
    if (rc == 0)
        return 0;
    errno = rc;
    return -1;
}
