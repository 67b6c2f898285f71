/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-device/server.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tools/emuq-device/device.h"
#include "tools/emuq-device/say.h"
#include "tools/emuq-device/socket.h"

#define EVENTS 16 /* at a time */

typedef struct connection {
    struct connection *next;
    int fd;
    emuq_device_member_t *member; /* of the partition in force, or NULL */
    bool is_member;               /* has joined, and has not left */
    bool is_over;                 /* to be closed at the end of the turn */
} connection_t;

struct emuq_server {
    emuq_offer_t offer;
    char *where;
    int listener, epoll;
    connection_t *connections;
    connection_t *owner; /* of memory and partition */
    int memory_file;     /* -1: none */
    emuq_mapping_t memory;
    emuq_device_t *device; /* NULL: no partition */
    uint64_t partition;    /* number of the last one */
};

/* What is answered to a request. */
typedef struct answer {
    emuq_device_reply_t reply;
    int file[3], files;
} answer_t;

static void __attribute__((format(printf, 3, 4)))
refuse(answer_t *answer, int status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(answer->reply.reason, sizeof answer->reply.reason, format, list);
    va_end(list);
    answer->reply.status = status;
}

static void watch(emuq_server_t *s, int fd, void *data)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = data};
    epoll_ctl(s->epoll, EPOLL_CTL_ADD, fd, &event);
}

/* ---- the partition ---- */

/* Ends the partition; its members find their connections closed. */
static void end_partition(emuq_server_t *s)
{
    for (connection_t *c = s->connections; c != NULL; c = c->next) {
        c->is_over |= c->is_member;
        c->is_member = false;
        c->member = NULL;
    }
    emuq_device_close(s->device);
    s->device = NULL;
}

static void end_ownership(emuq_server_t *s)
{
    end_partition(s);
    emuq_memory_unmap(&s->memory);
    if (s->memory_file >= 0)
        close(s->memory_file);
    s->memory_file = -1;
    s->owner = NULL;
}

/* ---- requests ---- */

static void give_memory(emuq_server_t *s, connection_t *c, const emuq_device_request_t *q, answer_t *a)
{
    if (s->owner != NULL) {
        refuse(a, -EBUSY, "the device is in use by %s",
               s->owner == c ? "this connection" : "another program");
        return;
    }
    if (q->bytes == 0 || q->bytes % EMUQ_GRANULE_BYTES != 0 || q->bytes > EMUQ_DEVICE_MEMORY_MOST) {
        refuse(a, -EINVAL, "memory has a multiple of 64 MiB, up to 2^45 bytes");
        return;
    }
    int file = emuq_memory_file("emuq-device-memory", q->bytes);
    int rc = file < 0 ? file : emuq_memory_map(&s->memory, file, 0, q->bytes);
    if (rc != 0) {
        if (file >= 0)
            close(file);
        refuse(a, rc, "no memory: %s", emuq_reason(rc));
        return;
    }
    s->memory_file = a->file[a->files++] = file;
    s->owner = c;
}

/* File of the region of a partition. */
static int region_file(const emuq_region_t *region, void *context)
{
    (void)context;
    return emuq_memory_file("emuq-device-region", region->layout.region_bytes);
}

static bool is_offered(const emuq_server_t *s, const emuq_device_request_t *q, answer_t *a)
{
    const emuq_offer_t *o = &s->offer;
    if (!o->has_shape)
        return true;
    const uint32_t *have = o->size;
    if (memcmp(have, q->size, sizeof o->size) != 0) {
        refuse(a, -EINVAL, "the device has %ux%ux%ux%ux%u nodes, the program wants %ux%ux%ux%ux%u", have[0],
               have[1], have[2], have[3], have[4], q->size[0], q->size[1], q->size[2], q->size[3],
               q->size[4]);
        return false;
    }
    if (o->ppn != 0 && o->ppn != q->ppn) {
        refuse(a, -EINVAL, "the device has %u processes per node, the program wants %u", o->ppn, q->ppn);
        return false;
    }
    return true;
}

static void open_partition(emuq_server_t *s, const connection_t *c, const emuq_device_request_t *q,
                           answer_t *a)
{
    emuq_plan_t plan = {.geometry = {.torus = q->torus},
                        .ppn = q->ppn,
                        .aperture_bytes = q->aperture_bytes,
                        .aperture_stride = q->aperture_stride,
                        .aperture_pa = q->aperture_pa};
    memcpy(plan.geometry.size, q->size, sizeof q->size);
    if (s->owner != c) {
        refuse(a, -EPERM, "a partition is opened by the connection that has asked for memory");
        return;
    }
    if (s->device != NULL) {
        refuse(a, -EBUSY, "one partition at a time; close the other first");
        return;
    }
    a->reply.status = emuq_plan_check(&plan, s->memory.bytes, a->reply.reason, sizeof a->reply.reason);
    if (a->reply.status != 0 || !is_offered(s, q, a))
        return;
    int rc = emuq_device_open(&plan, 1, &s->memory, region_file, NULL, &s->device);
    if (rc != 0) {
        refuse(a, rc, "the partition cannot be made: %s", emuq_reason(rc));
        return;
    }
    a->reply.partition = ++s->partition;
    a->file[a->files++] = s->device->region[0].fd;
}

static void close_partition(emuq_server_t *s, const connection_t *c, answer_t *a)
{
    if (s->owner != c || s->device == NULL)
        refuse(a, -EPERM, "this connection has no partition open");
    else
        end_partition(s);
}

static void join(emuq_server_t *s, connection_t *c, const emuq_device_request_t *q, answer_t *a)
{
    if (s->device == NULL || q->partition != s->partition) {
        refuse(a, -ESTALE, "partition %llu has ended, or has never been", (unsigned long long)q->partition);
        return;
    }
    if (c->is_member || q->member > INT32_MAX || (q->node != EMUQ_NO_MEMBER && q->node >= s->device->nodes)) {
        refuse(a, -EINVAL,
               c->is_member ? "a connection can join once" : "member %u or node %u does not exist", q->member,
               q->node);
        return;
    }
    int32_t pid = q->pid != 0 && q->pid <= INT32_MAX ? (int32_t)q->pid : emuq_socket_peer(c->fd);
    int rc;
    c->member = emuq_device_join(s->device, q->member, q->node, pid, &rc);
    if (c->member == NULL) {
        refuse(a, rc, "member %u %s", q->member, rc == -EEXIST ? "has joined already" : strerror(-rc));
        return;
    }
    c->is_member = true;
    a->reply.partition = s->partition;
    a->file[a->files++] = s->device->region[0].fd;
    a->file[a->files++] = s->memory_file;
    a->file[a->files++] = c->member->event;
}

/* The member of a connection goes. */
static void part(emuq_server_t *s, connection_t *c, bool lost)
{
    if (c->is_member)
        emuq_device_part(s->device, c->member, lost);
    c->is_member = false;
    c->member = NULL;
}

static void leave(emuq_server_t *s, connection_t *c, answer_t *a)
{
    if (!c->is_member)
        refuse(a, -EPERM, "this connection has not joined");
    part(s, c, false);
}

static void carry_out(emuq_server_t *s, connection_t *c, const emuq_device_request_t *q, answer_t *a)
{
    switch (q->what) {
    case EMUQ_DEVICE_MEMORY:
        give_memory(s, c, q, a);
        break;
    case EMUQ_DEVICE_OPEN:
        open_partition(s, c, q, a);
        break;
    case EMUQ_DEVICE_CLOSE:
        close_partition(s, c, a);
        break;
    case EMUQ_DEVICE_JOIN:
        join(s, c, q, a);
        break;
    case EMUQ_DEVICE_LEAVE:
        leave(s, c, a);
        break;
    default:
        refuse(a, -ENOSYS, "request %u is none that exists", q->what);
    }
}

/* Reads one request and answers it. */
static void serve_one(emuq_server_t *s, connection_t *c)
{
    emuq_device_request_t q = {0};
    ssize_t bytes = recv(c->fd, &q, sizeof q, MSG_DONTWAIT | MSG_TRUNC); /* drops files that come with it */
    if (bytes < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (bytes <= 0) {
        c->is_over = true;
        return;
    }
    answer_t a = {.reply = {.version = EMUQ_DEVICE_VERSION}};
    if (bytes >= 8 && q.version != EMUQ_DEVICE_VERSION)
        refuse(&a, -EPROTO, "the program speaks version %u, the device version %u", q.version,
               EMUQ_DEVICE_VERSION);
    else if (bytes != (ssize_t)sizeof q)
        refuse(&a, -EPROTO, "the request has %zd bytes, not %zu", bytes, sizeof q);
    else
        carry_out(s, c, &q, &a);
    if (emuq_socket_answer(c->fd, &a.reply, a.file, a.files) != 0)
        c->is_over = true;
    if (c->member != NULL)
        emuq_device_event_given(c->member); /* with this answer, or with one before */
}

/* ---- connections ---- */

static void accept_all(emuq_server_t *s)
{
    for (;;) {
        int fd = emuq_socket_accept(s->listener);
        if (fd == -EACCES)
            continue;
        connection_t *c = fd >= 0 ? calloc(1, sizeof *c) : NULL;
        if (c == NULL) {
            if (fd >= 0)
                close(fd);
            else if (fd != -EAGAIN)
                usleep(1000); /* no descriptors are left: connections stay in the backlog */
            return;
        }
        *c = (connection_t){.next = s->connections, .fd = fd};
        s->connections = c;
        watch(s, fd, c);
    }
}

static void end_connection(emuq_server_t *s, connection_t *c)
{
    part(s, c, true);
    close(c->fd);
    if (s->owner == c)
        end_ownership(s);
    free(c);
}

/* Ends the connections that are over; the end of the owner's may end the members'. */
static void sweep(emuq_server_t *s)
{
    for (connection_t **link = &s->connections; *link != NULL;) {
        connection_t *c = *link;
        if (!c->is_over) {
            link = &c->next;
            continue;
        }
        bool was_owner = s->owner == c;
        *link = c->next;
        end_connection(s, c);
        if (was_owner)
            link = &s->connections;
    }
}

void emuq_server_turn(emuq_server_t *s)
{
    struct epoll_event event[EVENTS];
    int n = epoll_wait(s->epoll, event, EVENTS, 0);
    for (int i = 0; i < n; i++) {
        if (event[i].data.ptr == s)
            accept_all(s);
        else if (!((connection_t *)event[i].data.ptr)->is_over)
            serve_one(s, event[i].data.ptr);
    }
    sweep(s);
}

int emuq_server_fd(const emuq_server_t *s)
{
    return s->epoll;
}

int emuq_server_open(const char *where, const emuq_offer_t *offer, emuq_server_t **server)
{
    emuq_server_t *s = calloc(1, sizeof *s);
    char *copy = strdup(where);
    int listener = s != NULL && copy != NULL ? emuq_socket_listen(where) : -ENOMEM;
    int epoll = listener >= 0 ? epoll_create1(EPOLL_CLOEXEC) : -1;
    if (epoll < 0) {
        int rc = listener < 0 ? listener : -errno;
        emuq_say("cannot listen at %s: %s", where, strerror(-rc));
        if (listener >= 0)
            close(listener);
        free(copy);
        free(s);
        return rc;
    }
    *s = (emuq_server_t){
        .offer = *offer, .where = copy, .listener = listener, .epoll = epoll, .memory_file = -1};
    watch(s, listener, s);
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
    end_ownership(s);
    for (connection_t *c = s->connections; c != NULL; c = c->next)
        c->is_over = true;
    sweep(s);
    close(s->epoll);
    free(s->where);
    free(s);
}
