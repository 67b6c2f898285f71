/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/bootstrap/pmi_common.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "base/host_calls.h"

/* NULL unless the program is linked with MPI */
extern int MPI_Initialized(int *flag) __attribute__((weak));

static int64_t pmi_now_ms(void)
{
    return (int64_t)(emuq_now_ns() / 1000000);
}

int64_t emuq_pmi_deadline(void)
{
    return pmi_now_ms() + emuq_bootstrap_seconds * INT64_C(1000);
}

int emuq_pmi_fail(emuq_pmi_socket_t *wire, int error, const char *doing, const char *what)
{
    wire->is_broken = true;
    emuq_log("rank %u: %s: %s: %s; check that the launcher and all ranks run and start the job again",
             wire->rank, wire->protocol, doing, what);
    return -error;
}

int emuq_pmi_fail_reply(emuq_pmi_socket_t *wire, const char *doing, const char *answer)
{
    char what[EMUQ_PMI_NAME];
    snprintf(what, sizeof(what), "unexpected reply \"%.200s\" of the launcher", answer);
    return emuq_pmi_fail(wire, EPROTO, doing, what);
}

static int pmi_read_environment(emuq_pmi_socket_t *wire, uint32_t *rank, uint32_t *ranks)
{
    if (getenv("PMI_FD") == NULL) {
        emuq_log("PMI_PORT is set, but EMUQ needs a launcher that passes a descriptor, PMI_FD; "
                 "start mpirun without -pmi-port, or use emuq-run");
        return -ENOTSUP;
    }
    uint32_t fd;
    int error = emuq_bootstrap_number("PMI_FD", &fd);
    if (error == 0)
        error = emuq_bootstrap_number("PMI_RANK", rank);
    if (error == 0)
        error = emuq_bootstrap_number("PMI_SIZE", ranks);
    if (error != 0)
        return error;
    if (*rank >= *ranks) {
        emuq_log("PMI_RANK=%u is not below PMI_SIZE=%u; start the program by mpirun", *rank, *ranks);
        return -EINVAL;
    }
    wire->fd = (int)fd;
    wire->rank = *rank;
    return 0;
}

int emuq_pmi_open(emuq_pmi_socket_t *wire, uint32_t *rank, uint32_t *ranks)
{
    int error = pmi_read_environment(wire, rank, ranks);
    if (error != 0)
        return error;
    wire->is_broken = false;
    if (fstat(wire->fd, &wire->identity) != 0 || !S_ISSOCK(wire->identity.st_mode)) {
        emuq_log("rank %u: descriptor PMI_FD=%d is not a socket of a launcher; unset PMI_FD, which may "
                 "be left from another program, or start the program by mpirun",
                 wire->rank, wire->fd);
        return -EBADF;
    }
    char byte;
    if (recv(wire->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) {
        wire->is_broken = true;
        emuq_log(
            "rank %u: %s: the launcher has closed the connection. A launcher serves one program per process: "
            "start each program of a script by a separate mpirun or srun",
            wire->rank, wire->protocol);
        return -EPIPE;
    }
    return 0;
}

bool emuq_pmi_is_open(const emuq_pmi_socket_t *wire)
{
    struct stat status;
    return !wire->is_broken && fstat(wire->fd, &status) == 0 && status.st_dev == wire->identity.st_dev &&
           status.st_ino == wire->identity.st_ino;
}

int emuq_pmi_send(emuq_pmi_socket_t *wire, const char *doing, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(wire->fd, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return emuq_pmi_fail(wire, errno, doing, strerror(errno));
        bytes += sent;
        length -= (size_t)sent;
    }
    return 0;
}

/* Waits for a byte. @return 0 or a negative errno */
static int pmi_await(emuq_pmi_socket_t *wire, const char *doing, int64_t limit_ms)
{
    for (;;) {
        int64_t left = limit_ms - pmi_now_ms();
        struct pollfd wait = {.fd = wire->fd, .events = POLLIN};
        int ready = poll(&wait, 1, left > 0 ? (int)left : 0);
        if (ready > 0)
            return 0;
        if (ready < 0 && errno != EINTR)
            return emuq_pmi_fail(wire, errno, doing, strerror(errno));
        if (ready == 0 && left <= 0)
            return emuq_pmi_fail(wire, ETIMEDOUT, doing, "timeout");
    }
}

/* Receives at least one byte; with MSG_PEEK the bytes stay in the socket. @return the number of bytes, or a
 * negative errno */
static ssize_t pmi_receive_some(emuq_pmi_socket_t *wire, const char *doing, char *bytes, size_t length,
                                int flags, int64_t limit_ms)
{
    for (;;) {
        int error = pmi_await(wire, doing, limit_ms);
        if (error != 0)
            return error;
        ssize_t got = recv(wire->fd, bytes, length, flags);
        if (got > 0)
            return got;
        if (got == 0)
            return emuq_pmi_fail(wire, EPIPE, doing, "the launcher has closed the connection");
        if (errno != EINTR)
            return emuq_pmi_fail(wire, errno, doing, strerror(errno));
    }
}

int emuq_pmi_receive(emuq_pmi_socket_t *wire, const char *doing, char *bytes, size_t length, int64_t limit_ms)
{
    while (length > 0) {
        ssize_t got = pmi_receive_some(wire, doing, bytes, length, 0, limit_ms);
        if (got < 0)
            return (int)got;
        bytes += got;
        length -= (size_t)got;
    }
    return 0;
}

/* Peeks, then takes the bytes up to the newline: later bytes belong to another reader. */
int emuq_pmi_receive_line(emuq_pmi_socket_t *wire, const char *doing, char *line, size_t bytes)
{
    const int64_t limit_ms = emuq_pmi_deadline();
    for (size_t length = 0; length < bytes;) {
        char *at = line + length;
        ssize_t got = pmi_receive_some(wire, doing, at, bytes - length, MSG_PEEK, limit_ms);
        if (got < 0)
            return (int)got;
        char *newline = memchr(at, '\n', (size_t)got);
        size_t count = newline != NULL ? (size_t)(newline - at) + 1 : (size_t)got;
        int error = emuq_pmi_receive(wire, doing, at, count, limit_ms);
        if (error != 0)
            return error;
        length += count;
        if (newline != NULL) {
            *newline = '\0';
            return 0;
        }
    }
    return emuq_pmi_fail(wire, EPROTO, doing, "the reply of the launcher is too long");
}

void emuq_pmi_send_last(const emuq_pmi_socket_t *wire, const char *bytes, size_t length)
{
    const struct timespec forwarding = {.tv_nsec = 200 * 1000000L};
    if (!emuq_pmi_is_open(wire))
        return;
    nanosleep(&forwarding, NULL);
    (void)!send(wire->fd, bytes, length, MSG_NOSIGNAL);
}

bool emuq_pmi_has_mpi(void)
{
    return MPI_Initialized != NULL;
}

bool emuq_pmi_mpi_is_initialized(void)
{
    int is_initialized = 0;
    if (MPI_Initialized != NULL)
        MPI_Initialized(&is_initialized);
    return is_initialized != 0;
}

bool emuq_pmi_field(const char *words, char end, const char *name, char *value, size_t bytes)
{
    const char ends[] = {end, '\0'};
    const size_t name_length = strlen(name);
    for (const char *word = words; *word != '\0'; word += strcspn(word, ends)) {
        word += strspn(word, ends);
        if (strncmp(word, name, name_length) != 0 || word[name_length] != '=')
            continue;
        word += name_length + 1;
        size_t length = strcspn(word, ends);
        if (length >= bytes)
            return false;
        memcpy(value, word, length);
        value[length] = '\0';
        return true;
    }
    return false;
}

/* ---- encodings ---- */

static const char pmi_hex[] = "0123456789abcdef";

static bool pmi_is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("-._:/+@,", c) != NULL);
}

int emuq_pmi_encode(const char *text, char *value, size_t bytes)
{
    size_t length = 0;
    if (bytes < 2)
        return -EMSGSIZE;
    value[length++] = 'x';
    for (; *text != '\0'; text++) {
        if (length + (pmi_is_plain(*text) ? 1 : 3) >= bytes)
            return -EMSGSIZE;
        if (pmi_is_plain(*text)) {
            value[length++] = *text;
        } else {
            value[length++] = '%';
            value[length++] = pmi_hex[(unsigned char)*text >> 4];
            value[length++] = pmi_hex[*text & 0xf];
        }
    }
    value[length] = '\0';
    return 0;
}

int emuq_pmi_decode(const char *value, char *text, size_t bytes)
{
    size_t length = 0;
    if (*value++ != 'x')
        return -EPROTO;
    while (*value != '\0') {
        char c = *value++;
        if (c == '%') {
            if (strspn(value, pmi_hex) < 2)
                return -EPROTO;
            c = (char)strtoul((const char[]){value[0], value[1], '\0'}, NULL, 16);
            value += 2;
        } else if (!pmi_is_plain(c)) {
            return -EPROTO;
        }
        if (length + 1 >= bytes)
            return -EMSGSIZE;
        text[length++] = c;
    }
    text[length] = '\0';
    return 0;
}

#define BEGIN "(vector"

/* Parses all groups once and places ranks from @p rank on. @return the next rank, or a negative errno */
static int64_t pmi_place_ranks(const char *groups, uint32_t ranks, int64_t rank, uint32_t *node)
{
    const char *text = groups;
    while (*text == ',') {
        unsigned first, nodes, each;
        int length = 0;
        if (sscanf(text, ",(%9u,%9u,%9u)%n", &first, &nodes, &each, &length) != 3 || length == 0)
            return -EINVAL;
        text += length;
        for (uint64_t i = 0; each != 0 && i < (uint64_t)nodes * each && rank < ranks; i++)
            node[rank++] = (uint32_t)(first + i / each);
    }
    return strcmp(text, ")") == 0 ? rank : -EINVAL;
}

int emuq_pmi_mapping_nodes(const char *mapping, uint32_t ranks, uint32_t *node)
{
    if (strncmp(mapping, BEGIN, strlen(BEGIN)) != 0)
        return -EINVAL;
    int64_t rank = 0, next;
    do {
        next = pmi_place_ranks(mapping + strlen(BEGIN), ranks, rank, node);
        if (next < 0 || next == rank)
            return -EINVAL;
        rank = next;
    } while (rank < ranks);
    return 0;
}

/* ---- key-value space ---- */

static void pmi_key(char key[EMUQ_PMI_KEY], unsigned number, uint32_t giver)
{
    snprintf(key, EMUQ_PMI_KEY, "emuq-%u-%u", number, giver);
}

static int pmi_publish(emuq_pmi_socket_t *wire, const emuq_pmi_kvs_t *space, size_t value_bytes,
                       const char *key, const char *text)
{
    static const char doing[] = "publishing the location of the partition";
    char value[EMUQ_PMI_VALUE / 2]; /* fits into a line together with a key */
    if (emuq_pmi_encode(text, value, value_bytes < sizeof(value) ? value_bytes : sizeof(value)) != 0)
        return emuq_pmi_fail(wire, EMSGSIZE, doing, "the text is too long for the launcher");
    int error = space->put(doing, key, value);
    explicit_bzero(value, sizeof(value)); /* may contain the job's key */
    return error;
}

static int pmi_receive_text(emuq_pmi_socket_t *wire, const emuq_pmi_kvs_t *space, uint32_t giver,
                            const char *key, char *text, size_t bytes)
{
    char value[EMUQ_PMI_VALUE], doing[80];
    snprintf(doing, sizeof(doing), "requesting the location of the partition from rank %u", giver);
    int error = space->get(doing, key, value);
    if (error != 0)
        return error;
    error = emuq_pmi_decode(value, text, bytes);
    explicit_bzero(value, sizeof(value));
    if (error == -EMSGSIZE)
        return emuq_pmi_fail(wire, EMSGSIZE, doing, "the text is too long");
    return error == 0 ? 0 : emuq_pmi_fail(wire, EPROTO, doing, "the text is damaged");
}

int emuq_pmi_gather(emuq_pmi_socket_t *wire, const emuq_pmi_kvs_t *space, size_t value_bytes, unsigned number,
                    const emuq_gather_t *what)
{
    char key[EMUQ_PMI_KEY];
    int error = 0;
    for (uint32_t i = 0; i < what->givers && error == 0; i++) {
        if (what->giver[i] != wire->rank)
            continue;
        pmi_key(key, number, i);
        error = pmi_publish(wire, space, value_bytes, key, emuq_gather_text(what, i));
    }
    if (error == 0)
        error = space->barrier("waiting for all ranks to start");
    for (uint32_t i = what->first; i < what->end && error == 0; i++) {
        if (what->giver[i] == wire->rank)
            continue;
        pmi_key(key, number, i);
        error = pmi_receive_text(wire, space, what->giver[i], key, emuq_gather_text(what, i), what->bytes);
    }
    if (error != 0 || what->goes_on)
        return error;
    return space->barrier("waiting for all ranks to receive the location of the partition");
}
