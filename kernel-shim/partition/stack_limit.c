/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/partition/stack_limit.h"

#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>

#include "backends/settings.h"

#define THREAD_BYTES ((size_t)8 << 20)
#define USUAL_MOST   ((rlim_t)64 << 20) /* a greater soft limit is not meant for threads */

int emuq_stack_limit_raise(void)
{
    struct rlimit stack;
    int rc = 0;
    if (getrlimit(RLIMIT_STACK, &stack) != 0)
        return -errno;
    stack.rlim_cur = stack.rlim_max;
    if (emuq_setting_is_set(EMUQ_SETTING_STACK_SIZE)) {
        rlim_t wanted = (rlim_t)emuq_setting_number(EMUQ_SETTING_STACK_SIZE);
        if (stack.rlim_max == RLIM_INFINITY || wanted <= stack.rlim_max)
            stack.rlim_cur = wanted;
        else
            rc = -ERANGE;
    }
    return setrlimit(RLIMIT_STACK, &stack) == 0 ? rc : -errno;
}

void emuq_stack_limit_threads(void)
{
    struct rlimit stack;
    pthread_attr_t attributes;
    if (getrlimit(RLIMIT_STACK, &stack) != 0 ||
        (stack.rlim_cur != RLIM_INFINITY && stack.rlim_cur <= USUAL_MOST) ||
        pthread_attr_init(&attributes) != 0)
        return;
    if (pthread_attr_setstacksize(&attributes, THREAD_BYTES) == 0)
        pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
}
