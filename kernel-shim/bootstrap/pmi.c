/* SPDX-License-Identifier: BSD-3-Clause */
/* PMI-1, as MPICH's mpirun (hydra) and its relatives offer it: lines of text "cmd=(word) name=value ..." over
 * a socket that the launcher has left open. Each request gets one line. The connection is shared with the MPI
 * library, which comes later and begins with an "init" of its own: nothing may be read ahead, and it is MPI
 * that says "finalize", unless there is none. */
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "kernel-shim/bootstrap/method.h"

#define KEY        "emuq-partition"
#define LINE_BYTES 4096 /* more than any server's longest line of those that are asked for */
#define NAME_BYTES 256

/* The connection. */
static struct {
    int fd;
    uint32_t rank;
    struct stat
        identity; /* of the socket: MPI may have closed it, and the program have opened another file */
    char space[NAME_BYTES]; /* name of the job's key-value space */
    size_t value_max;       /* bytes of a value, with the terminating zero */
    bool is_broken;
} pmi;

/* If the program is one of MPI; NULL if not. */
extern int MPI_Initialized(int *flag) __attribute__((weak));

static bool pmi_present(void)
{
    return getenv("PMI_FD") != NULL || getenv("PMI_PORT") != NULL;
}

static int64_t now_ms(void)
{
    return (int64_t)(emuq_now_ns() / 1000000);
}

/* Says what went wrong with the connection, and that it is of no use any more. */
static int broken(int error, const char *doing, const char *what)
{
    pmi.is_broken = true;
    emuq_bootstrap_say(
        "rank %u: PMI: %s: %s; check that the launcher and all ranks run and start the job again", pmi.rank,
        doing, what);
    return -error;
}

static int send_line(const char *doing, const char *line)
{
    size_t length = strlen(line);
    while (length > 0) {
        ssize_t sent = send(pmi.fd, line, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return broken(errno, doing, strerror(errno));
        line += sent;
        length -= (size_t)sent;
    }
    return 0;
}

/* Waits for a byte. @return 0 or a negative errno, after a message. */
static int await(const char *doing, int64_t limit_ms)
{
    for (;;) {
        int64_t left = limit_ms - now_ms();
        struct pollfd wait = {.fd = pmi.fd, .events = POLLIN};
        int ready = poll(&wait, 1, left > 0 ? (int)left : 0);
        if (ready > 0)
            return 0;
        if (ready < 0 && errno != EINTR)
            return broken(errno, doing, strerror(errno));
        if (ready == 0 && left <= 0)
            return broken(ETIMEDOUT, doing, "no answer in time");
    }
}

/* Reads one line, without its newline and not a byte more. */
static int receive_line(const char *doing, char line[LINE_BYTES])
{
    const int64_t limit_ms = now_ms() + emuq_bootstrap_seconds * INT64_C(1000);
    for (size_t length = 0; length < LINE_BYTES; length++) {
        int error = await(doing, limit_ms);
        if (error != 0)
            return error;
        ssize_t got;
        do
            got = recv(pmi.fd, &line[length], 1, 0);
        while (got < 0 && errno == EINTR);
        if (got < 0)
            return broken(errno, doing, strerror(errno));
        if (got == 0)
            return broken(EPIPE, doing, "the launcher has closed the connection");
        if (line[length] == '\n') {
            line[length] = '\0';
            return 0;
        }
    }
    return broken(EPROTO, doing, "the launcher's answer is too long");
}

/* Finds "name=value" in a line. @return whether it is there and fits. */
static bool field(const char *line, const char *name, char *value, size_t bytes)
{
    const size_t name_length = strlen(name);
    for (const char *word = line; *word != '\0'; word += strcspn(word, " ")) {
        word += strspn(word, " ");
        if (strncmp(word, name, name_length) != 0 || word[name_length] != '=')
            continue;
        word += name_length + 1;
        size_t length = strcspn(word, " ");
        if (length >= bytes)
            return false;
        memcpy(value, word, length);
        value[length] = '\0';
        return true;
    }
    return false;
}

/* Asks, and checks that the answer is the one to this question, and good. */
static int ask(const char *doing, const char *answer, char line[LINE_BYTES], const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static int ask(const char *doing, const char *answer, char line[LINE_BYTES], const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(line, LINE_BYTES, format, list);
    va_end(list);
    int error = send_line(doing, line);
    if (error == 0)
        error = receive_line(doing, line);
    if (error != 0)
        return error;
    char word[NAME_BYTES];
    if (!field(line, "cmd", word, sizeof(word)) || strcmp(word, answer) != 0 ||
        (field(line, "rc", word, sizeof(word)) && strcmp(word, "0") != 0)) {
        char what[NAME_BYTES];
        snprintf(what, sizeof(what), "the launcher answered \"%.200s\"", line);
        return broken(EPROTO, doing, what);
    }
    return 0;
}

static int get_limits(void)
{
    char line[LINE_BYTES], number[16];
    int error = ask("asking for limits", "maxes", line, "cmd=get_maxes\n");
    if (error != 0)
        return error;
    pmi.value_max = field(line, "vallen_max", number, sizeof(number)) ? strtoul(number, NULL, 10) : 0;
    if (pmi.value_max == 0)
        return broken(EPROTO, "asking for limits", "the launcher does not tell the length of values");
    return 0;
}

static int get_space(void)
{
    static const char doing[] = "asking for the job's name";
    char line[LINE_BYTES];
    int error = ask(doing, "my_kvsname", line, "cmd=get_my_kvsname\n");
    if (error != 0)
        return error;
    if (!field(line, "kvsname", pmi.space, sizeof(pmi.space)))
        return broken(EPROTO, doing, "the launcher does not tell it");
    return 0;
}

static int read_environment(uint32_t *rank, uint32_t *ranks)
{
    if (getenv("PMI_FD") == NULL) {
        emuq_bootstrap_say(
            "PMI_PORT is in the environment: EMUQ needs a launcher that gives a descriptor, PMI_FD; "
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
        emuq_bootstrap_say("PMI_RANK=%u is not below PMI_SIZE=%u; start the program by mpirun", *rank,
                           *ranks);
        return -EINVAL;
    }
    pmi.fd = (int)fd;
    pmi.rank = *rank;
    return 0;
}

static int pmi_open(uint32_t *rank, uint32_t *ranks)
{
    static const char doing[] = "connecting to the launcher";
    int error = read_environment(rank, ranks);
    if (error != 0)
        return error;
    pmi.is_broken = false;
    if (fstat(pmi.fd, &pmi.identity) != 0 || !S_ISSOCK(pmi.identity.st_mode)) {
        emuq_bootstrap_say(
            "rank %u: descriptor PMI_FD=%d is no connection to a launcher; unset PMI_FD, which may "
            "come from another program, or start the program by mpirun",
            pmi.rank, pmi.fd);
        return -EBADF;
    }
    char line[LINE_BYTES];
    error = ask(doing, "response_to_init", line, "cmd=init pmi_version=1 pmi_subversion=1\n");
    if (error == 0)
        error = get_limits();
    return error == 0 ? get_space() : error;
}

/* Values have no blanks and no '=', and are not empty: the text is sent as an x and hexadecimal digits. */
static int publish(const char *text)
{
    static const char doing[] = "publishing where the partition is";
    char value[LINE_BYTES / 2], line[LINE_BYTES];
    const size_t length = 1 + 2 * strlen(text);
    if (length >= pmi.value_max || length >= sizeof(value))
        return broken(EMSGSIZE, doing, "the text is too long for the launcher");
    strcpy(value, "x");
    for (size_t i = 1; i < length; i += 2)
        snprintf(value + i, 3, "%02x", (unsigned char)text[i / 2]);
    return ask(doing, "put_result", line, "cmd=put kvsname=%s key=%s value=%s\n", pmi.space, KEY, value);
}

static int receive(char *text, size_t bytes)
{
    static const char doing[] = "asking rank 0 where the partition is";
    char value[LINE_BYTES], line[LINE_BYTES];
    int error = ask(doing, "get_result", line, "cmd=get kvsname=%s key=%s\n", pmi.space, KEY);
    if (error != 0)
        return error;
    if (!field(line, "value", value, sizeof(value)))
        return broken(EPROTO, doing, "the answer has no value");
    const char *digits = value + 1;
    if (value[0] != 'x' || digits[strspn(digits, "0123456789abcdef")] != '\0' || strlen(digits) % 2 != 0)
        return broken(EPROTO, doing, "the answer is not what rank 0 has sent");
    const size_t length = strlen(digits) / 2;
    if (length >= bytes)
        return broken(EMSGSIZE, doing, "the answer is too long");
    for (size_t i = 0; i < length; i++) {
        const char byte[] = {digits[2 * i], digits[2 * i + 1], '\0'};
        text[i] = (char)strtoul(byte, NULL, 16);
    }
    text[length] = '\0';
    return 0;
}

static int barrier(const char *doing)
{
    char line[LINE_BYTES];
    return ask(doing, "barrier_out", line, "cmd=barrier_in\n");
}

static int pmi_share(char *text, size_t bytes)
{
    int error = pmi.rank == 0 ? publish(text) : 0;
    if (error == 0)
        error = barrier("waiting for all ranks to come");
    if (error == 0 && pmi.rank != 0)
        error = receive(text, bytes);
    return error == 0 ? barrier("waiting for all ranks to learn where the partition is") : error;
}

/* Whether the connection is still there: MPI may have closed it. */
static bool is_open(void)
{
    struct stat status;
    return !pmi.is_broken && fstat(pmi.fd, &status) == 0 && status.st_dev == pmi.identity.st_dev &&
           status.st_ino == pmi.identity.st_ino;
}

/* There is no answer. The launcher ends the job at once, and with it the forwarding of what ranks have
 * printed: it gets some time for that. */
static void pmi_abort(int status)
{
    const struct timespec forwarding = {.tv_nsec = 200 * 1000000L};
    char line[64];
    int length = snprintf(line, sizeof(line), "cmd=abort exitcode=%d\n", status);
    if (!is_open())
        return;
    nanosleep(&forwarding, NULL);
    (void)!send(pmi.fd, line, (size_t)length, MSG_NOSIGNAL);
}

/* The launcher takes a process that has said "init" and ends without "finalize" for one that died. A program
 * with MPI says it itself; if it does not, it shall look like that. */
static void pmi_close(void)
{
    int is_initialized = 0;
    if (MPI_Initialized != NULL)
        MPI_Initialized(&is_initialized);
    if (is_initialized || !is_open())
        return;
    char line[LINE_BYTES];
    (void)ask("leaving the job", "finalize_ack", line, "cmd=finalize\n");
}

const emuq_bootstrap_t emuq_bootstrap_pmi = {
    .name = "pmi",
    .help =
        "PMI_FD, PMI_RANK and PMI_SIZE are set: started by mpirun of MPICH, or another launcher with PMI-1",
    .present = pmi_present,
    .open = pmi_open,
    .share = pmi_share,
    .abort = pmi_abort,
    .close = pmi_close,
};
