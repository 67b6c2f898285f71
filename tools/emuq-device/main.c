/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq-device: emulates a memory-mapped Message Unit for programs.
 *
 * Reading order: backends/mmio/device.h (interface of programs), device.h, options.c, region.c (mapped
 * files), unit.c (Message Units), device.c (partitions), server.c or files.c (access of programs), main.c. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/process.h"
#include "kernel-shim/partition/launch.h"
#include "tools/common/options.h"
#include "tools/emuq-device/device.h"

#define RUN_NOT_EXECUTABLE 126 /* exit status as in a shell */
#define RUN_NOT_FOUND      127

/* Executes the command in the child process. Never returns; writes an error to @p report. */
static void run_exec(char **command, const char *where, int report)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* the command depends on the device */
    int error = ENOMEM;
    if (setenv("EMUQ_BACKEND", "mmio", 1) == 0 && setenv("EMUQ_DEVICE", where, 1) == 0) {
        execvp(command[0], command);
        error = errno;
    }
    ssize_t written = write(report, &error, sizeof error);
    _exit(written == (ssize_t)sizeof error ? RUN_NOT_FOUND : RUN_NOT_EXECUTABLE);
}

static pid_t run_start(char **command, const char *where)
{
    int report[2], error = 0;
    if (pipe2(report, O_CLOEXEC) != 0) {
        emuq_device_message("cannot start %s: %s", command[0], strerror(errno));
        return -EMUQ_DEVICE_FAILED;
    }
    pid_t child = fork();
    if (child == 0)
        run_exec(command, where, report[1]);
    close(report[1]);
    if (child < 0 || read(report[0], &error, sizeof error) == (ssize_t)sizeof error) {
        int status = child < 0 ? EMUQ_DEVICE_FAILED : error == ENOENT ? RUN_NOT_FOUND : RUN_NOT_EXECUTABLE;
        emuq_device_message("cannot start %s: %s", command[0], strerror(child < 0 ? errno : error));
        if (child > 0)
            (void)emuq_child_kill(child, NULL);
        child = -status;
    }
    close(report[0]);
    return child;
}

static bool run_has_ended(const char *name, pid_t command, int sent, int *status)
{
    char end[EMUQ_PEER_NAME];
    int how;
    if (waitpid(command, &how, WNOHANG) != command)
        return false;
    if (WIFSIGNALED(how) && WTERMSIG(how) != sent)
        emuq_device_message("%s (process %d) %s (%s)%s", name, (int)command, emuq_peer_status(how, end),
                            strsignal(WTERMSIG(how)), WCOREDUMP(how) ? ", core dumped" : "");
    *status = WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how);
    return true;
}

/* ---- main ---- */

/* A rank may start the device. */
EMUQ_IS_NO_RANK;

/* The offered device and its command. */
typedef struct main_offering {
    const emuq_device_options_t *options;
    char name[64];     /* generated name, used without --socket and --file */
    const char *where; /* path or name of the device */
    emuq_server_t *server;
    emuq_files_t *files;
    int signals;
    pid_t command; /* process id; 0: none */
    int sent;      /* last signal forwarded to the command; 0: none */
} main_offering_t;

/* Blocks the handled signals and opens a descriptor for them. */
static int main_open_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    int fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return fd >= 0 ? fd : -errno;
}

static int main_open_offering(main_offering_t *o)
{
    const emuq_device_options_t *options = o->options;
    emuq_device_offer_t offer = {.has_shape = options->has_shape, .ppn = options->ppn};
    memcpy(offer.size, options->size, sizeof offer.size);
    uint64_t random = 0;
    if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
        random = (uintptr_t)o;
    snprintf(o->name, sizeof o->name, "@emuq-device-%ld-%016llx", (long)getpid(), (unsigned long long)random);
    o->where = options->file != NULL ? options->file : options->socket != NULL ? options->socket : o->name;
    if (options->file != NULL)
        return emuq_files_open(options, &o->files);
    return emuq_server_open(o->where, &offer, &o->server);
}

static void main_print_offer(const main_offering_t *o)
{
    const emuq_device_options_t *options = o->options;
    const uint32_t *n = options->size;
    printf("emuq-device: %s, ", o->where);
    if (options->has_shape)
        printf("%ux%ux%ux%ux%u nodes", n[0], n[1], n[2], n[3], n[4]);
    else
        printf("shape chosen by programs");
    if (options->file != NULL)
        printf(", %llu MiB of memory",
               (unsigned long long)(options->memory != 0 ? options->memory : UINT64_C(1) << 30) >> 20);
    printf("\n");
    fflush(stdout);
}

/* Handles signals. @return -1, or the exit status if the device ends */
static int main_read_signals(main_offering_t *o)
{
    struct signalfd_siginfo info;
    int status = -1;
    while (read(o->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        if (info.ssi_signo != SIGCHLD && o->command != 0)
            kill(o->command, o->sent = (int)info.ssi_signo); /* the device ends with the command */
        else if (info.ssi_signo != SIGCHLD)
            return 0;
    }
    if (o->command != 0 && run_has_ended(o->options->command[0], o->command, o->sent, &status))
        return status;
    return -1;
}

static int main_play(main_offering_t *o)
{
    for (;;) {
        struct pollfd files[2] = {
            {.fd = o->signals, .events = POLLIN},
            {.fd = o->server != NULL ? emuq_server_fd(o->server) : -1, .events = POLLIN}};
        if (poll(files, 2, -1) < 0 && errno != EINTR)
            return EMUQ_DEVICE_FAILED;
        if (files[1].revents != 0)
            emuq_server_poll(o->server);
        int status = files[0].revents != 0 ? main_read_signals(o) : -1;
        if (status >= 0)
            return status;
    }
}

/* Raises the limit of descriptors, as each member needs several. */
static void main_raise_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static int main_offer(const emuq_device_options_t *options)
{
    main_offering_t o = {.options = options, .signals = main_open_signals()};
    int status = EMUQ_DEVICE_FAILED;
    int rc = o.signals < 0 ? o.signals : main_open_offering(&o);
    if (rc != 0)
        status = rc == -EINVAL ? EMUQ_DEVICE_USAGE : EMUQ_DEVICE_FAILED;
    else if (options->command == NULL)
        main_print_offer(&o);
    else if ((o.command = run_start(options->command, o.where)) < 0)
        status = -o.command;
    main_raise_limit(); /* after the start of the command, which keeps the original limit */
    if (rc == 0 && o.command >= 0)
        status = main_play(&o);
    emuq_server_close(o.server);
    emuq_files_close(o.files);
    if (o.signals >= 0)
        close(o.signals);
    return status;
}

int main(int argc, char **argv)
{
    emuq_stdout_guard("emuq-device");
    emuq_device_options_t options;
    int rc = emuq_device_options(argc, argv, &options);
    if (rc != 0)
        return rc < 0 ? EMUQ_DEVICE_USAGE : 0;
    return emuq_settings_load() == 0 ? main_offer(&options) : EMUQ_DEVICE_USAGE;
}
