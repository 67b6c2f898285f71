/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Requests of programs to emuq-device through several connections. Each request gets a reply with its files,
 * and no file stays open. An input is a sequence of steps: open or close a connection, send a request with
 * some modified fields, or send arbitrary bytes.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "backends/mmio/device.h"
#include "fuzz.h"
#include "tools/emuq-device/device.h"

enum { CONNECTIONS = 6, STEPS = 40, FILES_LOOKED_AT = 200 };

#define MIB64 (UINT64_C(64) << 20)

static char where[64];
static emuq_server_t *server;
static int program[CONNECTIONS]; /* -1: none */
static bool is_member[CONNECTIONS];
static int owner; /* the connection with the memory; -1: none */

static int open_files(void)
{
    int count = 0;
    for (int fd = 0; fd < FILES_LOOKED_AT; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

static void turn(void)
{
    for (int i = 0; i < 3; i++) /* later polls process the effects of closed connections */
        emuq_server_poll(server);
}

static void make_connection(int k)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(where);
    if (program[k] >= 0)
        return;
    memcpy(address.sun_path, where, length);
    address.sun_path[0] = '\0';
    program[k] = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    FUZZ_CHECK(program[k] >= 0);
    FUZZ_CHECK(connect(program[k], (struct sockaddr *)&address,
                       (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length)) == 0);
    turn();
}

static void end_connection(int k)
{
    if (program[k] < 0)
        return;
    close(program[k]);
    program[k] = -1;
    is_member[k] = false;
    owner = owner == k ? -1 : owner;
    turn();
}

/* Receives a reply and closes its files. @return bytes, 0: the device has closed the connection */
static ssize_t take_answer(int k, emuq_device_reply_t *reply, int *files, uint64_t *first_bytes)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(4 * sizeof(int))];
    } control;
    struct iovec data = {reply, sizeof *reply};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    struct stat status;
    *files = 0;
    ssize_t bytes = recvmsg(program[k], &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    const struct cmsghdr *header = bytes > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header == NULL)
        return bytes;
    *files = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    for (int i = 0; i < *files; i++) {
        int fd;
        memcpy(&fd, CMSG_DATA(header) + (size_t)i * sizeof fd, sizeof fd);
        FUZZ_CHECK(fstat(fd, &status) == 0);
        if (i == 0)
            *first_bytes = (uint64_t)status.st_size;
        close(fd);
    }
    return bytes;
}

static void check_success(int k, const emuq_device_request_t *q, const emuq_device_reply_t *reply, int files,
                          uint64_t bytes)
{
    FUZZ_CHECK(q->version == EMUQ_DEVICE_VERSION);
    switch (q->what) {
    case EMUQ_DEVICE_MEMORY:
        FUZZ_CHECK(owner < 0 && files == 1 && bytes == q->bytes);
        owner = k;
        break;
    case EMUQ_DEVICE_OPEN:
        FUZZ_CHECK(owner == k && files == 1 && bytes >= EMUQ_DEVICE_REGISTER_BYTES && reply->partition != 0);
        break;
    case EMUQ_DEVICE_CLOSE:
        FUZZ_CHECK(owner == k && files == 0);
        break;
    case EMUQ_DEVICE_JOIN:
        FUZZ_CHECK(owner >= 0 && !is_member[k] && files == 3 && reply->partition == q->partition);
        is_member[k] = true;
        break;
    default:
        FUZZ_CHECK(q->what == EMUQ_DEVICE_LEAVE && is_member[k] && files == 0);
        is_member[k] = false;
    }
}

/* Sends a request and checks the reply. Closes a connection closed by the device at the end of its partition.
 */
static void ask(int k, const void *request, size_t bytes)
{
    emuq_device_reply_t reply;
    emuq_device_request_t q = {0};
    uint64_t file_bytes = 0;
    int files;
    if (program[k] < 0)
        return;
    if (send(program[k], request, bytes, MSG_NOSIGNAL) != (ssize_t)bytes) {
        end_connection(k);
        return;
    }
    turn();
    ssize_t got = take_answer(k, &reply, &files, &file_bytes);
    if (got == 0 || (got < 0 && errno == ECONNRESET)) {
        end_connection(k);
        return;
    }
    FUZZ_CHECK(got == sizeof reply && reply.version == EMUQ_DEVICE_VERSION && reply.status <= 0);
    memcpy(&q, request, bytes < sizeof q ? bytes : sizeof q);
    if (reply.status == 0) {
        FUZZ_CHECK(bytes == sizeof q);
        check_success(k, &q, &reply, files, file_bytes);
    } else {
        FUZZ_CHECK(files == 0 && reply.reason[0] != '\0');
        FUZZ_CHECK(memchr(reply.reason, '\0', sizeof reply.reason) != NULL);
    }
}

/* A valid request, except for the fields modified by the input. */
static emuq_device_request_t request_of(fuzz_input_t *input)
{
    emuq_device_request_t q = {.what = fuzz_byte(input) % 7,
                               .version = EMUQ_DEVICE_VERSION,
                               .bytes = 4 * MIB64,
                               .torus = 0x1f,
                               .node = UINT32_MAX,
                               .aperture_bytes = MIB64,
                               .aperture_pa = UINT64_C(1) << 35};
    uint8_t size = fuzz_byte(input);
    for (int d = 0; d < 5; d++)
        q.size[d] = 1 + (size >> d & 1);
    q.aperture_stride = size >> 5 != 0 ? MIB64 : 0;
    q.member = fuzz_byte(input);
    q.partition = fuzz_byte(input);
    for (uint8_t changes = fuzz_byte(input) % 4; changes > 0; changes--) {
        uint8_t at = fuzz_byte(input);
        uint64_t number = fuzz_number(input);
        memcpy((char *)&q + at % (sizeof q / 4) * 4, &number, 4);
    }
    return q;
}

static void step(fuzz_input_t *input)
{
    uint8_t what = fuzz_byte(input), raw[2 * sizeof(emuq_device_request_t)];
    int k = what / 8 % CONNECTIONS;
    emuq_device_request_t q;
    switch (what % 8) {
    case 0:
        end_connection(k);
        break;
    case 1:
        ask(k, raw, fuzz_take(input, raw, fuzz_byte(input) % sizeof raw));
        break;
    default:
        make_connection(k);
        q = request_of(input);
        ask(k, &q, sizeof q);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input_t input = {data, size};
    const emuq_device_offer_t offer = {
        .has_shape = fuzz_byte(&input) % 8 == 7, .size = {2, 1, 1, 1, 1}, .ppn = 1};
    int before = open_files();
    fuzz_one_engine();
    if (where[0] == '\0')
        snprintf(where, sizeof where, "@emuq-fuzz-%ld", (long)getpid());
    FUZZ_CHECK(emuq_server_open(where, &offer, &server) == 0);
    owner = -1;
    for (int k = 0; k < CONNECTIONS; k++) {
        program[k] = -1;
        is_member[k] = false;
    }
    for (int i = 0; i < STEPS && input.size != 0; i++)
        step(&input);
    emuq_server_close(server);
    for (int k = 0; k < CONNECTIONS; k++)
        if (program[k] >= 0)
            close(program[k]);
    FUZZ_CHECK(open_files() == before);
    return 0;
}
