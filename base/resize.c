/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/resize.h"

#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

uint64_t emuq_soft_limit(int resource)
{
    struct rlimit limit;
    if (getrlimit((__rlimit_resource_t)resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return UINT64_MAX;
    return limit.rlim_cur;
}

int emuq_file_resize(int fd, uint64_t bytes)
{
    if (bytes > emuq_soft_limit(RLIMIT_FSIZE))
        return -EFBIG;
    return ftruncate(fd, (off_t)bytes) == 0 ? 0 : -errno;
}
