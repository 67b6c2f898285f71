/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "transport/probe.h"

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

bool emuq_probe_can(const char *provider)
{
    return strncmp(provider, "tcp", 3) == 0 || strncmp(provider, "net", 3) == 0;
}

int emuq_probe_begin(const void *address, size_t bytes)
{
    struct sockaddr_storage to = {0};
    if (bytes > sizeof to || bytes < sizeof(struct sockaddr_in))
        return -1;
    memcpy(&to, address, bytes);
    if (to.ss_family != AF_INET && to.ss_family != AF_INET6)
        return -1;
    int fd = socket(to.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    /* Refused at once: the socket keeps the error only if the answer comes later. */
    if (fd >= 0 && connect(fd, (struct sockaddr *)&to, (socklen_t)bytes) != 0 && errno != EINPROGRESS) {
        int refused = errno == ECONNREFUSED;
        close(fd);
        return refused ? EMUQ_PROBE_REFUSED : -1;
    }
    return fd;
}

int emuq_probe_look(int probe)
{
    struct pollfd fd = {probe, POLLOUT, 0};
    int error = 0;
    socklen_t bytes = sizeof error;
    if (probe == EMUQ_PROBE_REFUSED)
        return -ECONNREFUSED;
    if (poll(&fd, 1, 0) == 0)
        return 0;
    getsockopt(probe, SOL_SOCKET, SO_ERROR, &error, &bytes);
    close(probe);
    return error == 0 ? 1 : error == ECONNREFUSED ? -ECONNREFUSED : -EHOSTUNREACH;
}

void emuq_probe_end(int probe)
{
    if (probe >= 0)
        close(probe);
}
