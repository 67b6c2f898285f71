/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/bootstrap/wire.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "base/clock.h"
#include "kernel-shim/bootstrap/method.h"

/* If the program is one of MPI; NULL if not. */
extern int MPI_Initialized(int *flag) __attribute__((weak));

static int64_t now_ms(void)
{
    return (int64_t)(emuq_now_ns() / 1000000);
}

int64_t emuq_wire_limit(void)
{
    return now_ms() + emuq_bootstrap_seconds * INT64_C(1000);
}

int emuq_wire_broken(emuq_wire_t *wire, int error, const char *doing, const char *what)
{
    wire->is_broken = true;
    emuq_log("rank %u: %s: %s: %s; check that the launcher and all ranks run and start the job again",
                 wire->rank, wire->protocol, doing, what);
    return -error;
}

int emuq_wire_wrong(emuq_wire_t *wire, const char *doing, const char *answer)
{
    char what[EMUQ_WIRE_NAME];
    snprintf(what, sizeof(what), "the launcher answered \"%.200s\"", answer);
    return emuq_wire_broken(wire, EPROTO, doing, what);
}

static int read_environment(emuq_wire_t *wire, uint32_t *rank, uint32_t *ranks)
{
    if (getenv("PMI_FD") == NULL) {
        emuq_log("PMI_PORT is in the environment: EMUQ needs a launcher that gives a descriptor, PMI_FD; "
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

int emuq_wire_open(emuq_wire_t *wire, uint32_t *rank, uint32_t *ranks)
{
    int error = read_environment(wire, rank, ranks);
    if (error != 0)
        return error;
    wire->is_broken = false;
    if (fstat(wire->fd, &wire->identity) != 0 || !S_ISSOCK(wire->identity.st_mode)) {
        emuq_log("rank %u: descriptor PMI_FD=%d is no connection to a launcher; unset PMI_FD, which may "
                     "come from another program, or start the program by mpirun",
                     wire->rank, wire->fd);
        return -EBADF;
    }
    char byte;
    if (recv(wire->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) {
        wire->is_broken = true;
        emuq_log(
            "rank %u: %s: the launcher has ended the connection; if the launcher runs, a program before this "
            "one has used it: it serves one program in a process, so start each of a script by an mpirun or "
            "srun of its own",
            wire->rank, wire->protocol);
        return -EPIPE;
    }
    return 0;
}

bool emuq_wire_is_open(const emuq_wire_t *wire)
{
    struct stat status;
    return !wire->is_broken && fstat(wire->fd, &status) == 0 && status.st_dev == wire->identity.st_dev &&
           status.st_ino == wire->identity.st_ino;
}

int emuq_wire_send(emuq_wire_t *wire, const char *doing, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(wire->fd, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return emuq_wire_broken(wire, errno, doing, strerror(errno));
        bytes += sent;
        length -= (size_t)sent;
    }
    return 0;
}

/* Waits for a byte. @return 0 or a negative errno, after a message. */
static int await(emuq_wire_t *wire, const char *doing, int64_t limit_ms)
{
    for (;;) {
        int64_t left = limit_ms - now_ms();
        struct pollfd wait = {.fd = wire->fd, .events = POLLIN};
        int ready = poll(&wait, 1, left > 0 ? (int)left : 0);
        if (ready > 0)
            return 0;
        if (ready < 0 && errno != EINTR)
            return emuq_wire_broken(wire, errno, doing, strerror(errno));
        if (ready == 0 && left <= 0)
            return emuq_wire_broken(wire, ETIMEDOUT, doing, "no answer in time");
    }
}

/* Waits for bytes. @param flags MSG_PEEK: they stay. @return how many have come, or a negative errno after a
 * message */
static ssize_t receive_some(emuq_wire_t *wire, const char *doing, char *bytes, size_t length, int flags,
                            int64_t limit_ms)
{
    for (;;) {
        int error = await(wire, doing, limit_ms);
        if (error != 0)
            return error;
        ssize_t got = recv(wire->fd, bytes, length, flags);
        if (got > 0)
            return got;
        if (got == 0)
            return emuq_wire_broken(wire, EPIPE, doing, "the launcher has closed the connection");
        if (errno != EINTR)
            return emuq_wire_broken(wire, errno, doing, strerror(errno));
    }
}

int emuq_wire_receive(emuq_wire_t *wire, const char *doing, char *bytes, size_t length, int64_t limit_ms)
{
    while (length > 0) {
        ssize_t got = receive_some(wire, doing, bytes, length, 0, limit_ms);
        if (got < 0)
            return (int)got;
        bytes += got;
        length -= (size_t)got;
    }
    return 0;
}

/* What has come is looked at where it is, and taken up to the newline: what follows is not ours. */
int emuq_wire_line(emuq_wire_t *wire, const char *doing, char *line, size_t bytes)
{
    const int64_t limit_ms = emuq_wire_limit();
    for (size_t length = 0; length < bytes;) {
        char *at = line + length;
        ssize_t got = receive_some(wire, doing, at, bytes - length, MSG_PEEK, limit_ms);
        if (got < 0)
            return (int)got;
        char *newline = memchr(at, '\n', (size_t)got);
        size_t count = newline != NULL ? (size_t)(newline - at) + 1 : (size_t)got;
        int error = emuq_wire_receive(wire, doing, at, count, limit_ms);
        if (error != 0)
            return error;
        length += count;
        if (newline != NULL) {
            *newline = '\0';
            return 0;
        }
    }
    return emuq_wire_broken(wire, EPROTO, doing, "the launcher's answer is too long");
}

void emuq_wire_last(const emuq_wire_t *wire, const char *bytes, size_t length)
{
    const struct timespec forwarding = {.tv_nsec = 200 * 1000000L};
    if (!emuq_wire_is_open(wire))
        return;
    nanosleep(&forwarding, NULL);
    (void)!send(wire->fd, bytes, length, MSG_NOSIGNAL);
}

bool emuq_wire_has_mpi(void)
{
    return MPI_Initialized != NULL;
}

bool emuq_wire_is_of_mpi(void)
{
    int is_initialized = 0;
    if (MPI_Initialized != NULL)
        MPI_Initialized(&is_initialized);
    return is_initialized != 0;
}

bool emuq_wire_field(const char *words, char end, const char *name, char *value, size_t bytes)
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
