/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq-device: a process that plays a memory-mapped Message Unit, with the emulator inside.
 *
 * Reading order: backends/mmio/device.h (what programs see), options.c (what is wanted), device.c (a
 * partition that is played), scan.c, command.c, owners.c, unit.c and events.c (how), region.c and memory.c
 * (what is mapped), server.c with socket.c, or files.c (how programs come to it), run.c. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "backends/settings.h"
#include "kernel-shim/launch/launch.h"
#include "tools/common/output.h"
#include "tools/emuq-device/files.h"
#include "tools/emuq-device/run.h"
#include "tools/emuq-device/say.h"
#include "tools/emuq-device/server.h"

/* The device may have been started by a rank. */
EMUQ_IS_NO_RANK;

/* Everything that is offered. */
typedef struct offering {
    const emuq_device_options_t *options;
    char where[64]; /* a name of its own, if none is given */
    emuq_server_t *server;
    emuq_files_t *files;
    int signals;
    pid_t command; /* 0: none */
    int sent;      /* the last signal that was passed on to it; 0: none */
} offering_t;

static const char *where(const offering_t *o)
{
    const emuq_device_options_t *options = o->options;
    return options->file != NULL ? options->file : options->socket != NULL ? options->socket : o->where;
}

/* The signals that matter, as a file. */
static int open_signals(void)
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

/* A unique name. */
static void make_name(offering_t *o)
{
    uint64_t random = 0;
    if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
        random = (uintptr_t)o;
    snprintf(o->where, sizeof o->where, "@emuq-device-%ld-%016llx", (long)getpid(),
             (unsigned long long)random);
}

static int open_offering(offering_t *o)
{
    const emuq_device_options_t *options = o->options;
    emuq_offer_t offer = {.has_shape = options->has_shape, .ppn = options->ppn};
    memcpy(offer.size, options->size, sizeof offer.size);
    make_name(o);
    if (options->file != NULL)
        return emuq_files_open(options, &o->files);
    return emuq_server_open(where(o), &offer, &o->server);
}

static void say_what(const offering_t *o)
{
    const emuq_device_options_t *options = o->options;
    const uint32_t *n = options->size;
    printf("emuq-device: %s, ", where(o));
    if (options->has_shape)
        printf("%ux%ux%ux%ux%u nodes", n[0], n[1], n[2], n[3], n[4]);
    else
        printf("as many nodes as programs ask for");
    if (options->file != NULL)
        printf(", %llu MiB of memory",
               (unsigned long long)(options->memory != 0 ? options->memory : UINT64_C(1) << 30) >> 20);
    printf("\n");
    fflush(stdout);
}

/* Signals: @return -1, or the exit status: the device ends. */
static int take_signals(offering_t *o)
{
    struct signalfd_siginfo info;
    int status = -1;
    while (read(o->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        if (info.ssi_signo != SIGCHLD && o->command != 0)
            kill(o->command, o->sent = (int)info.ssi_signo); /* with its end comes ours */
        else if (info.ssi_signo != SIGCHLD)
            return 0;
    }
    if (o->command != 0 && emuq_run_ended(o->options->command[0], o->command, o->sent, &status))
        return status;
    return -1;
}

static int play(offering_t *o)
{
    for (;;) {
        struct pollfd files[2] = {
            {.fd = o->signals, .events = POLLIN},
            {.fd = o->server != NULL ? emuq_server_fd(o->server) : -1, .events = POLLIN}};
        if (poll(files, 2, -1) < 0 && errno != EINTR)
            return EMUQ_STATUS_FAILED;
        if (files[1].revents != 0)
            emuq_server_turn(o->server);
        int status = files[0].revents != 0 ? take_signals(o) : -1;
        if (status >= 0)
            return status;
    }
}

/* Each member of a partition takes a few descriptors. */
static void raise_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static int offer(const emuq_device_options_t *options)
{
    offering_t o = {.options = options, .signals = open_signals()};
    int status = EMUQ_STATUS_FAILED;
    int rc = o.signals < 0 ? o.signals : open_offering(&o);
    if (rc != 0)
        status = rc == -EINVAL ? EMUQ_STATUS_USAGE : EMUQ_STATUS_FAILED;
    else if (options->command == NULL)
        say_what(&o);
    else if ((o.command = emuq_run_start(options->command, where(&o))) < 0)
        status = -o.command;
    raise_limit(); /* the command has the limit that it was started with */
    if (rc == 0 && o.command >= 0)
        status = play(&o);
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
        return rc < 0 ? EMUQ_STATUS_USAGE : 0;
    return emuq_settings_load() == 0 ? offer(&options) : EMUQ_STATUS_USAGE;
}
