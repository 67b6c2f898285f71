/* SPDX-License-Identifier: BSD-3-Clause */
/* filter CALL COMMAND...: runs the command where a system call fails with EPERM, as a filter of a container
 * does. Exit status 77: there are no filters here. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static long number_of(const char *name)
{
    static const struct {
        const char *name;
        long number;
    } calls[] = {{"sched_getaffinity", SYS_sched_getaffinity},
                 {"memfd_create", SYS_memfd_create},
                 {"prlimit64", SYS_prlimit64}};
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if (strcmp(name, calls[i].name) == 0)
            return calls[i].number;
    return -1;
}

int main(int argc, char **argv)
{
    long number = argc > 2 ? number_of(argv[1]) : -1;
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof rules / sizeof rules[0], rules};
    if (number < 0)
        return 2;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
        return 77;
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    return 127;
}
