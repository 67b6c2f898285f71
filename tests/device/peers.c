/* SPDX-License-Identifier: BSD-3-Clause */
/* Who may connect to a device: processes of its user and of root. The server is in this process, and the
 * users of its clients are made up. */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "backends/mmio/device.h"
#include "emuq_test.h"
#include "tools/emuq-device/server.h"

enum { MOST = 8 };

/* What the system tells of the next clients. */
static struct {
    uid_t user[MOST];
    int error[MOST]; /* errno of the request, or 0 */
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

/* Whether the device answers a request of a client, without waiting. */
static bool is_served(int fd)
{
    const emuq_device_request_t q = {.what = EMUQ_DEVICE_LEAVE, .version = EMUQ_DEVICE_VERSION};
    emuq_device_reply_t reply;
    if (send(fd, &q, sizeof q, MSG_NOSIGNAL) != (ssize_t)sizeof q)
        return false;
    emuq_server_turn(server);
    return recv(fd, &reply, sizeof reply, 0) == (ssize_t)sizeof reply;
}

static void open_server(void)
{
    const emuq_offer_t offer = {.ppn = 0};
    memset(&told, 0, sizeof told);
    snprintf(where, sizeof where, "@emuq-peers-%ld", (long)getpid());
    CU_ASSERT_EQUAL_FATAL(emuq_server_open(where, &offer, &server), 0);
}

static void users(void)
{
    static const struct {
        const char *name;
        int64_t user; /* beside that of the device; -1: root */
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
        emuq_server_turn(server);
        bool served = is_served(fd);
        if (served != rows[i].is_served)
            printf("    %s\n", rows[i].name);
        CU_ASSERT_EQUAL(served, rows[i].is_served);
        close(fd);
        emuq_server_close(server);
    }
}

/* Root's device does not serve all, and a device of another user serves root. */
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
    emuq_server_turn(server);
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(is_served(fd[i]), i < 2);
        close(fd[i]);
    }
    emuq_server_close(server);
    CU_ASSERT_EQUAL(seteuid(self), 0);
}

/* Clients of other users do not delay those of the device's user. */
static void behind_strangers(void)
{
    int fd[MOST];
    open_server();
    for (int i = 0; i < MOST; i++)
        expect(i < MOST - 1 ? geteuid() + 1 : geteuid(), 0);
    for (int i = 0; i < MOST; i++)
        fd[i] = connect_client();
    emuq_server_turn(server); /* one */
    CU_ASSERT(is_served(fd[MOST - 1]));
    for (int i = 0; i < MOST; i++)
        close(fd[i]);
    emuq_server_close(server);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"users", users}, {"root", root}, {"behind strangers", behind_strangers}, {NULL, NULL}};
    return emuq_test_main("device_peers", tests);
}
