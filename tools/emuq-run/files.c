/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-run/files.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "tools/emuq-run/say.h"
#include "tools/emuq-run/member.h"

int emuq_files_raise(uint64_t count, const char *what, unsigned each, struct rlimit *before)
{
    uint64_t needed = count * each + EMUQ_FILES_OWN;
    if (getrlimit(RLIMIT_NOFILE, before) != 0) {
        int error = errno;
        emuq_say("cannot find out the limit of open files: %s", strerror(error));
        return -error;
    }
    struct rlimit most = {before->rlim_max, before->rlim_max};
    if (most.rlim_max != RLIM_INFINITY && most.rlim_max < needed) {
        emuq_say("%llu %s%s need %llu open files; the limit is %llu (ulimit -Hn)", (unsigned long long)count,
                 what, emuq_member_where(), (unsigned long long)needed, (unsigned long long)most.rlim_max);
        return -EMFILE;
    }
    if (setrlimit(RLIMIT_NOFILE, &most) != 0)
        emuq_say("cannot raise the limit of open files: %s", strerror(errno));
    return 0;
}

void emuq_shut(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}
