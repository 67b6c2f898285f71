/* SPDX-License-Identifier: BSD-3-Clause */
/* The server of a device in this process: access by (simulated) users, and requests without address space or
 * descriptors. */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "backends/mmio/device.h"
#include "emuq_test.h"
#include "tools/emuq-device/device.h"

enum { MOST = 8 };

/* Credentials that getsockopt() returns for the next clients. */
static struct {
    uid_t user[MOST];
    int error[MOST]; /* errno of getsockopt(), or 0 */
    unsigned count, next;
} told;

int __real_getsockopt(int fd, int level, int option, void *value, socklen_t *bytes);
int __wrap_getsockopt(int fd, int level, int option, void *value, socklen_t *bytes);

int __wrap_getsockopt(int fd, int level, int option, void *value, socklen_t *bytes)
{
    int rc = __real_getsockopt(fd, level, option, value, bytes);
    if (option != SO_PEERCRED || told.next >= told.count)
        return rc;
    unsigned i = told.next++;
    ((struct ucred *)value)->uid = told.user[i];
    errno = told.error[i];
    return told.error[i] != 0 ? -1 : rc;
}

static char where[64];
static emuq_server_t *server;

static int connect_client(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(where);
    memcpy(address.sun_path + 1, where + 1, length - 1);
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    CU_ASSERT_EQUAL_FATAL(connect(fd, (const struct sockaddr *)&address,
                                  (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length)),
                          0);
    return fd;
}

static void expect(uid_t user, int error)
{
    told.user[told.count] = user;
    told.error[told.count++] = error;
}

/* True if the device replies to a request of a client. */
static bool is_served(int fd)
{
    const emuq_device_request_t q = {.what = EMUQ_DEVICE_LEAVE, .version = EMUQ_DEVICE_VERSION};
    emuq_device_reply_t reply;
    if (send(fd, &q, sizeof q, MSG_NOSIGNAL) != (ssize_t)sizeof q)
        return false;
    emuq_server_poll(server);
    return recv(fd, &reply, sizeof reply, 0) == (ssize_t)sizeof reply;
}

static void open_server(void)
{
    const emuq_device_offer_t offer = {.ppn = 0};
    memset(&told, 0, sizeof told);
    snprintf(where, sizeof where, "@emuq-peers-%ld", (long)getpid());
    CU_ASSERT_EQUAL_FATAL(emuq_server_open(where, &offer, &server), 0);
}

static void users(void)
{
    static const struct {
        const char *name;
        int64_t user; /* a user different from the user of the device; -1: root */
        int error;
        bool is_served;
    } rows[] = {{"the user of the device", 0, 0, true},
                {"another user", 1, 0, false},
                {"root", -1, 0, true},
                {"a user that the system does not tell", 0, ENOTSUP, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        open_server();
        expect(rows[i].user < 0 ? 0 : (uid_t)(geteuid() + rows[i].user), rows[i].error);
        int fd = connect_client();
        emuq_server_poll(server);
        bool served = is_served(fd);
        if (served != rows[i].is_served)
            printf("    %s\n", rows[i].name);
        CU_ASSERT_EQUAL(served, rows[i].is_served);
        close(fd);
        emuq_server_close(server);
    }
}

/* A device of root rejects different users; the device of a user accepts root. */
static void root(void)
{
    uid_t self = geteuid();
    if (self == 0 && seteuid(65534) != 0)
        return;
    open_server();
    expect(0, 0);
    expect(geteuid(), 0);
    expect(geteuid() + 1, 0);
    int fd[3];
    for (int i = 0; i < 3; i++)
        fd[i] = connect_client();
    emuq_server_poll(server);
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(is_served(fd[i]), i < 2);
        close(fd[i]);
    }
    emuq_server_close(server);
    CU_ASSERT_EQUAL(seteuid(self), 0);
}

/* Rejected clients do not delay clients of the device's user. */
static void behind_strangers(void)
{
    int fd[MOST];
    open_server();
    for (int i = 0; i < MOST; i++)
        expect(i < MOST - 1 ? geteuid() + 1 : geteuid(), 0);
    for (int i = 0; i < MOST; i++)
        fd[i] = connect_client();
    emuq_server_poll(server); /* a single poll serves the last client */
    CU_ASSERT(is_served(fd[MOST - 1]));
    for (int i = 0; i < MOST; i++)
        close(fd[i]);
    emuq_server_close(server);
}

/* Sends a request, and closes the files of the reply. @return status of the reply; 1: no reply */
static int ask(int fd, const emuq_device_request_t *q, const char *reason)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(3 * sizeof(int))];
    } control;
    emuq_device_reply_t reply;
    struct iovec data = {&reply, sizeof reply};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    CU_ASSERT_EQUAL(send(fd, q, sizeof *q, MSG_NOSIGNAL), (ssize_t)sizeof *q);
    emuq_server_poll(server);
    if (recvmsg(fd, &message, MSG_CMSG_CLOEXEC) != (ssize_t)sizeof reply)
        return 1;
    const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    for (size_t at = CMSG_LEN(0); header != NULL && at < header->cmsg_len; at += sizeof(int)) {
        int file;
        memcpy(&file, (const char *)header + at, sizeof file);
        close(file);
    }
    CU_ASSERT_PTR_NOT_NULL(strstr(reply.reason, reason));
    return reply.status;
}

static int open_files(void)
{
    int count = 0;
    for (int fd = 0; fd < 200; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

/* The number of the next descriptor. */
static rlim_t next_file(void)
{
    int fd = dup(emuq_server_fd(server));
    CU_ASSERT_FATAL(fd >= 0);
    close(fd);
    return (rlim_t)fd;
}

/* Lowers a resource limit. @return the limit before */
static struct rlimit lower(int resource, rlim_t most)
{
    struct rlimit before, now;
    CU_ASSERT_EQUAL(getrlimit(resource, &before), 0);
    now = (struct rlimit){most, before.rlim_max};
    CU_ASSERT_EQUAL(setrlimit(resource, &now), 0);
    return before;
}

/* Without address space or descriptors a request fails, and the next one succeeds. */
static void limits(void)
{
    const uint64_t size = UINT64_C(64) << 20;
    emuq_device_request_t q = {.what = EMUQ_DEVICE_MEMORY,
                               .version = EMUQ_DEVICE_VERSION,
                               .size = {1, 1, 1, 1, 1},
                               .ppn = 1,
                               .bytes = size,
                               .aperture_bytes = size,
                               .aperture_pa = UINT64_C(1) << 35};
    struct rlimit before;
    open_server();
    int fd = connect_client();
    emuq_server_poll(server);
    int files = open_files();
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    before = lower(RLIMIT_AS, (rlim_t)1 << 30);
    CU_ASSERT_EQUAL(ask(fd, &q, "cannot create the memory"), -ENOMEM);
    CU_ASSERT_EQUAL(setrlimit(RLIMIT_AS, &before), 0);
    CU_ASSERT_EQUAL(open_files(), files);
#endif
    before = lower(RLIMIT_NOFILE, next_file());
    CU_ASSERT_EQUAL(ask(fd, &q, "cannot create the memory"), -EMFILE);
    CU_ASSERT_EQUAL(setrlimit(RLIMIT_NOFILE, &before), 0);
    CU_ASSERT_EQUAL(ask(fd, &q, ""), 0);
    files = open_files();
    q.what = EMUQ_DEVICE_OPEN;
    before = lower(RLIMIT_NOFILE, next_file());
    CU_ASSERT_EQUAL(ask(fd, &q, "cannot create the partition"), -EMFILE);
    CU_ASSERT_EQUAL(setrlimit(RLIMIT_NOFILE, &before), 0);
    CU_ASSERT_EQUAL(open_files(), files);
    CU_ASSERT_EQUAL(ask(fd, &q, ""), 0);
    close(fd);
    emuq_server_close(server);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"users", users},
                                        {"root", root},
                                        {"behind strangers", behind_strangers},
                                        {"limits", limits},
                                        {NULL, NULL}};
    return emuq_test_main("device_peers", tests);
}
