/* SPDX-License-Identifier: BSD-3-Clause */
/* Processes of a user on one host find a partition by name. An abstract socket with the name belongs to the
 * process that makes the partition: bind() elects it, listen() publishes the partition, and the credentials
 * of the listening socket name its process, of which /proc shows the arena. The socket vanishes with the
 * process, so no name outlives its partition's maker. Connections are never
 * accepted. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "backends/arena.h"
#include "base/host_calls.h"
#include "base/text.h"
#include "kernel-shim/bootstrap/bootstrap.h"

#define RETRY_NS 1000000

typedef struct rendezvous_address {
    struct sockaddr_un socket;
    socklen_t bytes;
} rendezvous_address_t;

static int rendezvous_address(const char *name, rendezvous_address_t *a)
{
    char *path = a->socket.sun_path;
    a->socket = (struct sockaddr_un){.sun_family = AF_UNIX};
    /* The first byte, zero, makes the name abstract. */
    int length = snprintf(path + 1, sizeof a->socket.sun_path - 1, "emuq/%ld/%s", (long)getuid(), name);
    if (length >= (int)sizeof a->socket.sun_path - 1)
        return -ENAMETOOLONG;
    a->bytes = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
    return 0;
}

/* Finds the arena among the open files of a process. @return 0; -ENOENT: none; or a negative errno */
static int rendezvous_find_arena(pid_t pid, char *path, size_t bytes)
{
    static const char kind[] = "/memfd:" EMUQ_ARENA_NAME;
    char folder[32], link[PATH_MAX];
    snprintf(folder, sizeof folder, "/proc/%ld/fd", (long)pid);
    DIR *files = opendir(folder);
    if (files == NULL)
        return -errno;
    int rc = -ENOENT;
    for (const struct dirent *d; rc != 0 && (d = readdir(files)) != NULL;) {
        ssize_t length = readlinkat(dirfd(files), d->d_name, link, sizeof link - 1);
        if (length < (ssize_t)sizeof kind - 1 || memcmp(link, kind, sizeof kind - 1) != 0)
            continue;
        rc = snprintf(path, bytes, "%s/%s", folder, d->d_name) < (int)bytes ? 0 : -ENAMETOOLONG;
    }
    closedir(files);
    return rc;
}

/* @return 0 and the path; -EAGAIN: the maker is not ready, or has ended; or a negative errno */
static int rendezvous_connect(const rendezvous_address_t *a, char *path, size_t bytes)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -errno;
    int rc = connect(fd, (const struct sockaddr *)&a->socket, a->bytes) == 0 ? 0 : -errno;
    if (rc == 0)
        rc = getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? 0 : -errno;
    if (rc == 0 && peer.uid != getuid())
        rc = -EACCES;
    close(fd);
    if (rc == 0)
        rc = rendezvous_find_arena(peer.pid, path, bytes);
    return rc == -ECONNREFUSED || rc == -ENOENT ? -EAGAIN : rc;
}

static int maker = -1; /* socket of the maker */

void emuq_rendezvous_end(void)
{
    if (maker >= 0)
        close(maker);
    maker = -1;
}

/* @return 1: this process is the maker; 0: it has the path; -EAGAIN: repeat; or a negative errno */
static int rendezvous_try(const rendezvous_address_t *a, emuq_rendezvous_make_t make, void *argument,
                          char *path, size_t bytes)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -errno;
    if (bind(fd, (const struct sockaddr *)&a->socket, a->bytes) != 0) {
        int rc = -errno;
        close(fd);
        return rc == -EADDRINUSE ? rendezvous_connect(a, path, bytes) : rc;
    }
    int rc = make(argument);
    if (rc == 0 && listen(fd, SOMAXCONN) != 0)
        rc = -errno;
    if (rc != 0)
        close(fd);
    else
        maker = fd; /* open until the process ends */
    return rc == 0 ? 1 : rc;
}

int emuq_rendezvous(const char *name, emuq_rendezvous_make_t make, void *argument, char *path, size_t bytes)
{
    rendezvous_address_t a;
    uint64_t end = emuq_host_now_ns() + emuq_bootstrap_seconds * EMUQ_NS_PER_S;
    int rc = rendezvous_address(name, &a);
    if (rc != 0) {
        emuq_log("partition '%s': the name is too long (at most %zu characters)", name,
                 sizeof a.socket.sun_path - 32);
        return rc;
    }
    while ((rc = rendezvous_try(&a, make, argument, path, bytes)) == -EAGAIN && emuq_host_now_ns() < end)
        nanosleep(&(struct timespec){.tv_nsec = RETRY_NS}, NULL);
    if (rc == -EAGAIN)
        emuq_log("partition '%s': the process that makes it is not ready after %u s; end it and start again",
                 name, emuq_bootstrap_seconds);
    else if (rc < 0 && rc != -ECANCELED)
        emuq_log(
            "partition '%s': cannot find its memory: %s; all processes must run for one user and see each "
            "other in /proc",
            name, strerror(-rc));
    return rc == -EAGAIN ? -ETIMEDOUT : rc;
}
