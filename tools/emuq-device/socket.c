/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-device/socket.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define FILES_MOST 3
#define BACKLOG    128

/* @return the length of the address, or a negative errno. */
static int make_address(const char *where, struct sockaddr_un *address)
{
    size_t length = strlen(where);
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (length == 0 || length >= sizeof address->sun_path)
        return -ENAMETOOLONG;
    memcpy(address->sun_path, where, length);
    if (where[0] == '@')
        address->sun_path[0] = '\0';
    return (int)(offsetof(struct sockaddr_un, sun_path) + length + (where[0] != '@'));
}

/* Removes a socket whose owner has died. */
static void remove_dead(const char *where, const struct sockaddr_un *address, int length)
{
    struct stat status;
    if (where[0] == '@' || lstat(where, &status) != 0 || !S_ISSOCK(status.st_mode))
        return;
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)address, (socklen_t)length) != 0 &&
        errno == ECONNREFUSED)
        unlink(where);
    if (fd >= 0)
        close(fd);
}

int emuq_socket_listen(const char *where)
{
    struct sockaddr_un address;
    int length = make_address(where, &address);
    if (length < 0)
        return length;
    remove_dead(where, &address, length);
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -errno;
    /* Before bind(): the file of a UNIX socket gets the mode of the socket, whatever the umask. */
    if (fchmod(fd, S_IRUSR | S_IWUSR) != 0 ||
        bind(fd, (const struct sockaddr *)&address, (socklen_t)length) != 0 || listen(fd, BACKLOG) != 0) {
        int rc = -errno;
        close(fd);
        return rc;
    }
    return fd;
}

int emuq_socket_accept(int listener)
{
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0)
        return errno == EINTR || errno == ECONNABORTED ? -EAGAIN : -errno;
    struct ucred peer;
    socklen_t bytes = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) != 0 ||
        (peer.uid != geteuid() && peer.uid != 0)) {
        close(fd);
        return -EACCES;
    }
    return fd;
}

int emuq_socket_peer(int fd)
{
    struct ucred peer;
    socklen_t bytes = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) == 0 ? peer.pid : 0;
}

int emuq_socket_answer(int fd, const emuq_device_reply_t *reply, const int *files, int count)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(FILES_MOST * sizeof(int))];
    } control = {.bytes = {0}};
    struct iovec data = {(void *)(uintptr_t)reply, sizeof *reply};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
    if (count > 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
        memcpy(CMSG_DATA(&control.header), files, (size_t)count * sizeof(int));
    }
    return sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)sizeof *reply ? 0 : -EPIPE;
}
