/* SPDX-License-Identifier: BSD-3-Clause */
/* Server of the device's socket: programs open partitions and receive the files to map. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "tools/emuq-device/device.h"

#define SOCKET_FILES   3
#define SOCKET_BACKLOG 128

/* @return length of the address, or a negative errno */
static int socket_address(const char *where, struct sockaddr_un *address)
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

/* Removes the socket of a dead process. */
static void socket_remove_stale(const char *where, const struct sockaddr_un *address, int length)
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

static int socket_listen(const char *where)
{
    struct sockaddr_un address;
    int length = socket_address(where, &address);
    if (length < 0)
        return length;
    socket_remove_stale(where, &address, length);
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -errno;
    /* Before bind(): the file of a UNIX socket inherits the mode of the socket, regardless of the umask. */
    if (fchmod(fd, S_IRUSR | S_IWUSR) != 0 ||
        bind(fd, (const struct sockaddr *)&address, (socklen_t)length) != 0 ||
        listen(fd, SOCKET_BACKLOG) != 0) {
        int rc = -errno;
        close(fd);
        return rc;
    }
    return fd;
}

/* Credentials of the peer. Unknown: pid 0 and uid -1. */
static struct ucred socket_peer(int fd)
{
    struct ucred peer;
    socklen_t bytes = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) != 0)
        peer = (struct ucred){.uid = (uid_t)-1};
    return peer;
}

static int socket_accept(int listener)
{
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0)
        return errno == EINTR || errno == ECONNABORTED ? -EAGAIN : -errno;
    uid_t user = socket_peer(fd).uid;
    if (user != geteuid() && user != 0) {
        close(fd);
        return -EACCES;
    }
    return fd;
}

static int socket_reply(int fd, const emuq_device_reply_t *reply, const int *files, int count)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(SOCKET_FILES * sizeof(int))];
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

#define SERVER_EVENTS 16 /* maximum events per call */

typedef struct server_connection {
    struct server_connection *next;
    int fd;
    emuq_device_member_t *member; /* NULL: not joined, or left */
    bool is_over;                 /* to be closed at the end of emuq_server_poll() */
} server_connection_t;

struct emuq_server {
    emuq_device_offer_t offer;
    const char *where;
    int listener, epoll;
    server_connection_t *connections;
    server_connection_t *owner; /* owner of memory and partition */
    int memory_file;            /* descriptor; -1: none */
    emuq_mapping_t memory;
    emuq_device_t *device; /* NULL: no partition */
    uint64_t partition;    /* number of the last partition */
};

/* The reply to a request. */
typedef struct server_reply {
    emuq_device_reply_t reply;
    int file[3], files;
} server_reply_t;

static void server_watch(emuq_server_t *s, int fd, void *data)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = data};
    epoll_ctl(s->epoll, EPOLL_CTL_ADD, fd, &event);
}

/* ---- the partition ---- */

/* Closes the partition and the connections of its members. */
static void server_end_partition(emuq_server_t *s)
{
    for (server_connection_t *c = s->connections; c != NULL; c = c->next) {
        c->is_over |= c->member != NULL;
        c->member = NULL;
    }
    emuq_device_close(s->device);
    s->device = NULL;
}

static void server_end_ownership(emuq_server_t *s)
{
    server_end_partition(s);
    emuq_memory_unmap(&s->memory);
    if (s->memory_file >= 0)
        close(s->memory_file);
    s->memory_file = -1;
    s->owner = NULL;
}

/* ---- requests: each returns the status of the reply ---- */

static int server_give_memory(emuq_server_t *s, server_connection_t *c, const emuq_device_request_t *q,
                              server_reply_t *a)
{
    if (s->owner != NULL)
        return emuq_device_reject(a->reply.reason, -EBUSY, "the device is in use by %s",
                                  s->owner == c ? "this connection" : "another program");
    if (q->bytes == 0 || q->bytes % EMUQ_GRANULE_BYTES != 0 || q->bytes > EMUQ_DEVICE_MEMORY_MOST)
        return emuq_device_reject(a->reply.reason, -EINVAL,
                                  "memory has a multiple of 64 MiB, up to 2^45 bytes");
    int file = emuq_memory_file("emuq-device-memory", q->bytes);
    int rc = file < 0 ? file : emuq_memory_map(&s->memory, file, 0, q->bytes);
    if (rc != 0) {
        if (file >= 0)
            close(file);
        return emuq_device_reject(a->reply.reason, rc, "cannot create the memory: %s",
                                  emuq_device_reason(rc));
    }
    s->memory_file = a->file[a->files++] = file;
    s->owner = c;
    return 0;
}

/* emuq_region_file_t: creates the file of a region. */
static int server_region_file(const emuq_region_t *region, void *context)
{
    (void)context;
    return emuq_memory_file("emuq-device-region", region->layout.region_bytes);
}

static int server_check_offer(const emuq_device_offer_t *o, const emuq_device_request_t *q, server_reply_t *a)
{
    const uint32_t *have = o->size;
    if (!o->has_shape)
        return 0;
    if (memcmp(have, q->size, sizeof o->size) != 0)
        return emuq_device_reject(a->reply.reason, -EINVAL,
                                  "the device has %ux%ux%ux%ux%u nodes, the program wants %ux%ux%ux%ux%u",
                                  have[0], have[1], have[2], have[3], have[4], q->size[0], q->size[1],
                                  q->size[2], q->size[3], q->size[4]);
    if (o->ppn != 0 && o->ppn != q->ppn)
        return emuq_device_reject(a->reply.reason, -EINVAL,
                                  "the device has %u processes per node, the program wants %u", o->ppn,
                                  q->ppn);
    return 0;
}

static int server_open_partition(emuq_server_t *s, const server_connection_t *c,
                                 const emuq_device_request_t *q, server_reply_t *a)
{
    emuq_device_plan_t plan = {.geometry = {.torus = q->torus},
                               .ppn = q->ppn,
                               .aperture_bytes = q->aperture_bytes,
                               .aperture_stride = q->aperture_stride,
                               .aperture_pa = q->aperture_pa};
    memcpy(plan.geometry.size, q->size, sizeof q->size);
    if (s->owner != c)
        return emuq_device_reject(a->reply.reason, -EPERM,
                                  "only the connection that requested memory can open a partition");
    if (s->device != NULL)
        return emuq_device_reject(a->reply.reason, -EBUSY, "a partition is open; close it first");
    int rc = emuq_plan_check(&plan, s->memory.bytes, a->reply.reason);
    if (rc == 0)
        rc = server_check_offer(&s->offer, q, a);
    if (rc != 0)
        return rc;
    rc = emuq_device_open(&plan, 1, &s->memory, server_region_file, NULL, &s->device);
    if (rc != 0)
        return emuq_device_reject(a->reply.reason, rc, "cannot create the partition: %s",
                                  emuq_device_reason(rc));
    a->reply.partition = ++s->partition;
    a->file[a->files++] = s->device->region[0].fd;
    return 0;
}

static int server_close_partition(emuq_server_t *s, const server_connection_t *c, server_reply_t *a)
{
    if (s->owner != c || s->device == NULL)
        return emuq_device_reject(a->reply.reason, -EPERM, "this connection has no partition open");
    server_end_partition(s);
    return 0;
}

static int server_join(emuq_server_t *s, server_connection_t *c, const emuq_device_request_t *q,
                       server_reply_t *a)
{
    if (s->device == NULL || q->partition != s->partition)
        return emuq_device_reject(a->reply.reason, -ESTALE, "no partition %llu (closed, or never opened)",
                                  (unsigned long long)q->partition);
    if (c->member != NULL)
        return emuq_device_reject(a->reply.reason, -EINVAL, "a connection can join once");
    if (q->member > INT32_MAX || (q->node != EMUQ_NO_MEMBER && q->node >= s->device->nodes))
        return emuq_device_reject(a->reply.reason, -EINVAL, "member %u or node %u does not exist", q->member,
                                  q->node);
    int32_t pid = q->pid != 0 && q->pid <= INT32_MAX ? (int32_t)q->pid : socket_peer(c->fd).pid;
    int rc;
    c->member = emuq_device_join(s->device, q->member, q->node, pid, &rc);
    if (c->member == NULL)
        return emuq_device_reject(a->reply.reason, rc, "member %u %s", q->member,
                                  rc == -EEXIST ? "has joined already" : strerror(-rc));
    a->reply.partition = s->partition;
    a->file[a->files++] = s->device->region[0].fd;
    a->file[a->files++] = s->memory_file;
    a->file[a->files++] = c->member->event;
    return 0;
}

/* Removes the member of a connection, if any. */
static void server_remove_member(emuq_server_t *s, server_connection_t *c, bool lost)
{
    if (c->member != NULL)
        emuq_device_leave(s->device, c->member, lost);
    c->member = NULL;
}

static int server_leave(emuq_server_t *s, server_connection_t *c, server_reply_t *a)
{
    if (c->member == NULL)
        return emuq_device_reject(a->reply.reason, -EPERM, "this connection has not joined");
    server_remove_member(s, c, false);
    return 0;
}

static int server_execute(emuq_server_t *s, server_connection_t *c, const emuq_device_request_t *q,
                          server_reply_t *a)
{
    switch (q->what) {
    case EMUQ_DEVICE_MEMORY:
        return server_give_memory(s, c, q, a);
    case EMUQ_DEVICE_OPEN:
        return server_open_partition(s, c, q, a);
    case EMUQ_DEVICE_CLOSE:
        return server_close_partition(s, c, a);
    case EMUQ_DEVICE_JOIN:
        return server_join(s, c, q, a);
    case EMUQ_DEVICE_LEAVE:
        return server_leave(s, c, a);
    default:
        return emuq_device_reject(a->reply.reason, -ENOSYS, "unknown request %u", q->what);
    }
}

/* Receives a request and sends the reply. */
static void server_serve_one(emuq_server_t *s, server_connection_t *c)
{
    emuq_device_request_t q = {0};
    /* Drops files sent with the request. */
    ssize_t bytes = recv(c->fd, &q, sizeof q, MSG_DONTWAIT | MSG_TRUNC);
    if (bytes < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (bytes <= 0) {
        c->is_over = true;
        return;
    }
    server_reply_t a = {.reply = {.version = EMUQ_DEVICE_VERSION}};
    if (bytes >= 8 && q.version != EMUQ_DEVICE_VERSION)
        a.reply.status = emuq_device_reject(a.reply.reason, -EPROTO,
                                            "the program has protocol version %u, the device version %u",
                                            q.version, EMUQ_DEVICE_VERSION);
    else if (bytes != (ssize_t)sizeof q)
        a.reply.status = emuq_device_reject(a.reply.reason, -EPROTO, "the request has %zd bytes, not %zu",
                                            bytes, sizeof q);
    else
        a.reply.status = server_execute(s, c, &q, &a);
    if (socket_reply(c->fd, &a.reply, a.file, a.files) != 0)
        c->is_over = true;
    if (c->member != NULL)
        emuq_device_event_sent(c->member); /* sent with this reply or an earlier one */
}

/* ---- connections ---- */

static void server_accept(emuq_server_t *s)
{
    for (;;) {
        int fd = socket_accept(s->listener);
        if (fd == -EACCES)
            continue;
        server_connection_t *c = fd >= 0 ? calloc(1, sizeof *c) : NULL;
        if (c == NULL) {
            if (fd >= 0)
                close(fd);
            else if (fd != -EAGAIN)
                usleep(1000); /* no free descriptors: connections stay in the backlog */
            return;
        }
        *c = (server_connection_t){.next = s->connections, .fd = fd};
        s->connections = c;
        server_watch(s, fd, c);
    }
}

static void server_end_connection(emuq_server_t *s, server_connection_t *c)
{
    server_remove_member(s, c, true);
    close(c->fd);
    if (s->owner == c)
        server_end_ownership(s);
    free(c);
}

/* Closes finished connections. Closing the owner may finish the connections of members. */
static void server_close_finished(emuq_server_t *s)
{
    for (server_connection_t **link = &s->connections; *link != NULL;) {
        server_connection_t *c = *link;
        if (!c->is_over) {
            link = &c->next;
            continue;
        }
        bool was_owner = s->owner == c;
        *link = c->next;
        server_end_connection(s, c);
        if (was_owner)
            link = &s->connections;
    }
}

void emuq_server_poll(emuq_server_t *s)
{
    struct epoll_event event[SERVER_EVENTS];
    int n = epoll_wait(s->epoll, event, SERVER_EVENTS, 0);
    for (int i = 0; i < n; i++) {
        if (event[i].data.ptr == s)
            server_accept(s);
        else if (!((server_connection_t *)event[i].data.ptr)->is_over)
            server_serve_one(s, event[i].data.ptr);
    }
    server_close_finished(s);
}

int emuq_server_fd(const emuq_server_t *s)
{
    return s->epoll;
}

int emuq_server_open(const char *where, const emuq_device_offer_t *offer, emuq_server_t **server)
{
    emuq_server_t *s = calloc(1, sizeof *s);
    int listener = s != NULL ? socket_listen(where) : -ENOMEM;
    int epoll = listener >= 0 ? epoll_create1(EPOLL_CLOEXEC) : -1;
    if (epoll < 0) {
        int rc = listener < 0 ? listener : -errno;
        emuq_device_message("cannot listen at %s: %s", where, strerror(-rc));
        if (listener >= 0)
            close(listener);
        free(s);
        return rc;
    }
    *s = (emuq_server_t){
        .offer = *offer, .where = where, .listener = listener, .epoll = epoll, .memory_file = -1};
    server_watch(s, listener, s);
    *server = s;
    return 0;
}

void emuq_server_close(emuq_server_t *s)
{
    if (s == NULL)
        return;
    if (s->where[0] != '@')
        unlink(s->where);
    close(s->listener);
    server_end_ownership(s);
    for (server_connection_t *c = s->connections; c != NULL; c = c->next)
        c->is_over = true;
    server_close_finished(s);
    close(s->epoll);
    free(s);
}
