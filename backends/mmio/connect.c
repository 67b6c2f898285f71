/* SPDX-License-Identifier: BSD-3-Clause */
/* Connection to a device process (emuq-device): requests over its socket. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "backends/mmio/mmio.h"
#include "base/text.h"

#define MAX_FILES 3

/* One for a partition of processes, one for a partition of threads. */
static struct owner {
    int socket; /* 0: none */
    int memory;
} owners[2];
static struct {
    int socket, event; /* 0: none */
} member;

int emuq_mmio_error(int rc, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    emuq_log_line("emuq", format, arguments);
    va_end(arguments);
    return rc;
}

static bool connect_is_closed_socket(int socket)
{
    struct pollfd p = {.fd = socket, .events = POLLIN};
    return socket != 0 && poll(&p, 1, 0) > 0 && (p.revents & (POLLHUP | POLLERR)) != 0;
}

static int connect_open_socket(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length >= sizeof(address.sun_path))
        return emuq_mmio_error(-ENAMETOOLONG, "the path of the device, %s, is too long for a socket", path);
    memcpy(address.sun_path, path, length);
    if (path[0] == '@')
        address.sun_path[0] = '\0';
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return emuq_mmio_error(-errno, "cannot create a socket for the device: %s", strerror(errno));
    if (connect(fd, (struct sockaddr *)&address,
                (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length)) == 0)
        return fd;
    int rc = -errno;
    close(fd);
    return emuq_mmio_error(rc, "cannot reach the device at %s: %s; is emuq-device running?", path,
                           strerror(-rc));
}

static void connect_close_files(const int *file, int files)
{
    for (int i = 0; i < files; i++)
        close(file[i]);
}

/* @return the number of files, or a negative errno */
static int connect_receive(int socket, emuq_device_reply_t *reply, int file[MAX_FILES])
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(MAX_FILES * sizeof(int))];
    } control;
    struct iovec data = {reply, sizeof(*reply)};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof(control)};
    ssize_t got;
    do
        got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return -errno;
    if (got == 0)
        return -ECONNRESET;
    int files = 0;
    const struct cmsghdr *c = CMSG_FIRSTHDR(&message);
    if (c != NULL && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS) {
        files = (int)((c->cmsg_len - CMSG_LEN(0)) / sizeof(int));
        memcpy(file, CMSG_DATA(c), (size_t)files * sizeof(int));
    }
    if ((size_t)got == sizeof(*reply) && reply->version == EMUQ_DEVICE_VERSION)
        return files;
    connect_close_files(file, files);
    return -EPROTO;
}

/* @return 0, or a negative errno after printing an error */
static int connect_request(int socket, const char *path, emuq_device_request_t *request,
                           emuq_device_reply_t *reply, int wanted, int file[MAX_FILES])
{
    request->version = EMUQ_DEVICE_VERSION;
    ssize_t sent = send(socket, request, sizeof(*request), MSG_NOSIGNAL);
    int files = sent == (ssize_t)sizeof(*request) ? connect_receive(socket, reply, file) : -errno;
    if (files == -EPROTO)
        return emuq_mmio_error(
            files, "the device at %s replies in another protocol version; use both from one build of EMUQ",
            path);
    if (files < 0)
        return emuq_mmio_error(files, "the device at %s does not reply: %s", path, strerror(-files));
    if (reply->status == 0 && files == wanted)
        return 0;
    connect_close_files(file, files);
    if (reply->status == 0)
        return emuq_mmio_error(-EPROTO, "the device at %s has sent %d files, expected %d", path, files,
                               wanted);
    reply->reason[sizeof(reply->reason) - 1] = '\0';
    return emuq_mmio_error(reply->status, "the device at %s reports: %s", path, reply->reason);
}

int emuq_connect_memory(const emuq_mmio_location_t *location, bool threads, uint64_t bytes,
                        emuq_backing_t *backing)
{
    struct owner *owner = &owners[threads];
    emuq_device_request_t request = {.what = EMUQ_DEVICE_MEMORY, .bytes = bytes};
    emuq_device_reply_t reply;
    int file[MAX_FILES];
    int fd = connect_open_socket(location->path);
    if (fd < 0)
        return fd;
    int rc = connect_request(fd, location->path, &request, &reply, 1, file);
    if (rc != 0) {
        close(fd);
        return rc;
    }
    *owner = (struct owner){fd, file[0]};
    snprintf(backing->path, sizeof(backing->path), "/proc/%ld/fd/%d", (long)getpid(), file[0]);
    return 0;
}

int emuq_connect_open(emuq_machine_t *m, const emuq_backing_t *backing)
{
    uint32_t windows = backing->ppn != 0 ? backing->ppn : 1;
    emuq_device_request_t request = {.what = EMUQ_DEVICE_OPEN,
                                     .torus = m->geometry.torus,
                                     .ppn = backing->ppn,
                                     .aperture_bytes = windows * backing->window_bytes,
                                     .aperture_stride = backing->stride,
                                     .aperture_pa = backing->pa};
    emuq_device_reply_t reply;
    int file[MAX_FILES];
    memcpy(request.size, m->geometry.size, sizeof(request.size));
    int rc = connect_request(owners[!m->is_shared].socket, m->location.path, &request, &reply, 1, file);
    m->partition = reply.partition;
    return rc == 0 ? file[0] : rc;
}

void emuq_connect_close(emuq_machine_t *m)
{
    struct owner *owner = &owners[!m->is_shared];
    emuq_device_request_t request = {.what = EMUQ_DEVICE_CLOSE, .partition = m->partition};
    emuq_device_reply_t reply;
    int file[MAX_FILES];
    if (m->partition != 0 && !connect_is_closed_socket(owner->socket))
        connect_request(owner->socket, m->location.path, &request, &reply, 0, file);
    if (!m->is_shared)
        return; /* the memory outlives the partition */
    close(owner->socket);
    close(owner->memory);
    *owner = (struct owner){0, 0};
}

int emuq_connect_join(emuq_machine_t *m, uint32_t node)
{
    emuq_device_request_t request = {.what = EMUQ_DEVICE_JOIN,
                                     .partition = m->partition,
                                     .member = emuq_my_member,
                                     .node = node,
                                     .pid = (uint32_t)getpid()};
    emuq_device_reply_t reply;
    int file[MAX_FILES];
    int fd = connect_open_socket(m->location.path);
    if (fd < 0)
        return fd;
    int rc = connect_request(fd, m->location.path, &request, &reply, 3, file);
    if (rc != 0) {
        close(fd);
        return rc;
    }
    close(file[1]);
    member.socket = fd;
    member.event = file[2];
    return file[0];
}

void emuq_connect_leave(void)
{
    emuq_device_request_t request = {.what = EMUQ_DEVICE_LEAVE};
    emuq_device_reply_t reply;
    int file[MAX_FILES];
    if (member.socket == 0)
        return;
    if (!connect_is_closed_socket(member.socket))
        connect_request(member.socket, "EMUQ_DEVICE", &request, &reply, 0, file);
    close(member.socket);
    close(member.event);
    member.socket = member.event = 0;
}

void emuq_connect_fds(int *event, int *socket)
{
    *event = member.event != 0 ? member.event : -1;
    *socket = member.socket != 0 ? member.socket : -1;
}

bool emuq_connect_is_closed(void)
{
    return connect_is_closed_socket(member.socket) || connect_is_closed_socket(owners[0].socket) ||
           connect_is_closed_socket(owners[1].socket);
}
