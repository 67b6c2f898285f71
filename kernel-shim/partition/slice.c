/* SPDX-License-Identifier: BSD-3-Clause */
/* The system call has no wrapper in older C libraries: the structure is that of sched_setattr(2). */
#define _GNU_SOURCE
#include "kernel-shim/partition/slice.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backends/settings.h"

enum { AUTO, OFF }; /* words of EMUQ_SLICE */

#define AUTO_NS  UINT64_C(500000) /* below the tick of most kernels, which end a slice at a tick */
#define NS_OF_US UINT64_C(1000)

/* First version of struct sched_attr. */
typedef struct attributes {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime; /* nanoseconds; under SCHED_OTHER and SCHED_BATCH the time slice */
    uint64_t deadline;
    uint64_t period;
} attributes_t;

_Static_assert(sizeof(attributes_t) == 48, "SCHED_ATTR_SIZE_VER0");

uint64_t emuq_slice_wanted(uint32_t ranks, uint32_t processors)
{
    uint64_t word = emuq_setting_number(EMUQ_SETTING_SLICE), us = 0;
    if (word == OFF || ranks <= 1 || ranks <= processors)
        return 0;
    if (word == AUTO)
        return AUTO_NS;
    for (const char *digit = emuq_setting_text(EMUQ_SETTING_SLICE); *digit != '\0'; digit++)
        us = 10 * us + (uint64_t)(*digit - '0');
    return us * NS_OF_US;
}

static int get(attributes_t *a)
{
    *a = (attributes_t){0};
    return syscall(SYS_sched_getattr, 0, a, sizeof(*a), 0) == 0 ? 0 : -errno;
}

int emuq_slice_shorten(uint64_t ns)
{
    attributes_t a;
    int rc = get(&a);
    if (rc != 0)
        return rc;
    /* A kernel without slices of threads reports none, and ignores what is set. */
    if ((a.policy != SCHED_OTHER && a.policy != SCHED_BATCH) || a.runtime == 0)
        return -ENOTSUP;
    if (a.runtime <= ns)
        return 0;
    a.size = sizeof(a);
    a.runtime = ns;
    if (syscall(SYS_sched_setattr, 0, &a, 0) != 0)
        return -errno;
    rc = get(&a);
    return rc != 0 ? rc : a.runtime <= ns ? 0 : -ENOTSUP;
}
