/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An MPI program over the provider: what test suites of MPI libraries check beyond mpi.c. Random messages by
 * a plan, truncated messages, messages to self, many communicators, fork(), receives after the sender's
 * MPI_Finalize(). 2 or more ranks; prints "N passed, N failed" on rank 0.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mpi_check.h"

/* Around the limits of the paths of messages: inject, packet, staged. */
static const int sizes[] = {0,   1,   8,    480,  496,  504,   505,   512,   513,
                            520, 521, 1000, 4096, 5000, 16384, 16385, 50000, 300000};
enum { SIZES = sizeof sizes / sizeof sizes[0], MOST = 300000 };

static char byte_of(int seed, int at)
{
    return (char)(seed * 7 + at);
}

static void fill(char *data, int bytes, int seed)
{
    for (int i = 0; i < bytes; i++)
        data[i] = byte_of(seed, i);
}

static int is_filled(const char *data, int bytes, int seed)
{
    for (int i = 0; i < bytes; i++)
        if (data[i] != byte_of(seed, i))
            return 0;
    return 1;
}

/* ---- random messages ---- */

typedef struct {
    int from, to, tag, bytes, is_synchronous;
} message_t;

enum { MESSAGES = 200, ROUNDS = 12, TAGS = 5 };

static unsigned long long state;

static unsigned draw(unsigned limit)
{
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(state >> 33) % limit;
}

static void plan_make(message_t *m, int round)
{
    state = (unsigned long long)round * 7919 + 5; /* equal in all ranks */
    for (int i = 0; i < MESSAGES; i++) {
        m[i].from = (int)draw((unsigned)ranks);
        m[i].to = (int)draw((unsigned)ranks);
        m[i].tag = (int)draw(TAGS);
        m[i].bytes = sizes[draw(SIZES)];
        m[i].is_synchronous = draw(3) == 0;
    }
    state ^= (unsigned long long)(rank + 1) * 0x1234567; /* the order of calls differs */
}

static void plan_send(const message_t *m, int number, char *data, MPI_Request *r)
{
    fill(data, m->bytes, number);
    if (m->is_synchronous)
        MPI_Issend(data, m->bytes, MPI_BYTE, m->to, m->tag, MPI_COMM_WORLD, r);
    else
        MPI_Isend(data, m->bytes, MPI_BYTE, m->to, m->tag, MPI_COMM_WORLD, r);
}

/* Receives, or probes first. A matched probe of a synchronous message never completes the send with Open
 * MPI 4.1 over any libfabric provider, so it is left out. */
static void plan_receive(const message_t *m, char *data, MPI_Request *r)
{
    MPI_Message message;
    MPI_Status s;
    int is_found = 0, bytes;
    if (!m->is_synchronous && draw(4) == 0)
        MPI_Improbe(m->from, m->tag, MPI_COMM_WORLD, &is_found, &message, &s);
    if (!is_found) {
        MPI_Irecv(data, m->bytes, MPI_BYTE, m->from, m->tag, MPI_COMM_WORLD, r);
        return;
    }
    MPI_Get_count(&s, MPI_BYTE, &bytes);
    CHECK(bytes == m->bytes);
    MPI_Imrecv(data, m->bytes, MPI_BYTE, &message, r);
}

static int plan_next(const message_t *m, int at, int is_send)
{
    while (at < MESSAGES && (is_send ? m[at].from : m[at].to) != rank)
        at++;
    return at;
}

static void plan_run(int round)
{
    static message_t m[MESSAGES];
    static MPI_Request r[2 * MESSAGES];
    static char *data[2 * MESSAGES];
    static int number[2 * MESSAGES]; /* of a receive; -1: a send */
    int n = 0, sent = 0, received = 0;
    plan_make(m, round);
    while (sent < MESSAGES || received < MESSAGES) {
        int is_send = draw(2) != 0, *at = is_send ? &sent : &received;
        *at = plan_next(m, *at, is_send);
        if (*at == MESSAGES)
            continue;
        data[n] = malloc((size_t)m[*at].bytes + 1);
        number[n] = is_send ? -1 : *at;
        if (is_send)
            plan_send(&m[*at], *at, data[n], &r[n]);
        else
            plan_receive(&m[*at], data[n], &r[n]);
        n++;
        ++*at;
    }
    MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
    int good = 1;
    for (int i = 0; i < n; i++) {
        good &= number[i] < 0 || is_filled(data[i], m[number[i]].bytes, number[i]);
        free(data[i]);
    }
    CHECK(good);
}

/* ---- truncation, messages to self ---- */

static int error_class(int error)
{
    int class;
    MPI_Error_class(error, &class);
    return class;
}

static void truncated(void)
{
    static char data[MOST];
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int i = 1; i < SIZES; i++) {
        int bytes = sizes[i];
        if (rank == 0) {
            fill(data, bytes, 1);
            MPI_Send(data, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
            MPI_Send(data, bytes, MPI_BYTE, 1, 2, MPI_COMM_WORLD);
        } else if (rank == 1) {
            memset(data, 0, MOST);
            int rc = MPI_Recv(data, bytes / 2, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(error_class(rc) == MPI_ERR_TRUNCATE && data[bytes / 2] == 0);
            rc = MPI_Recv(data, bytes, MPI_BYTE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(rc == MPI_SUCCESS && is_filled(data, bytes, 1));
        }
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static void to_self(void)
{
    static char in[MOST], out[MOST];
    for (int i = 0; i < SIZES; i++) {
        MPI_Request r[2];
        MPI_Status s;
        int bytes;
        fill(out, sizes[i], i);
        MPI_Issend(out, sizes[i], MPI_BYTE, rank, 4, MPI_COMM_WORLD, &r[0]);
        MPI_Probe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &s);
        MPI_Get_count(&s, MPI_BYTE, &bytes);
        CHECK(bytes == sizes[i] && s.MPI_SOURCE == rank);
        MPI_Irecv(in, sizes[i], MPI_BYTE, rank, 4, MPI_COMM_WORLD, &r[1]);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        CHECK(is_filled(in, sizes[i], i));
    }
}

/* ---- communicators, fork() ---- */

static void shift(const char *out, char *in, int bytes, MPI_Comm comm)
{
    MPI_Sendrecv(out, bytes, MPI_BYTE, next(), 0, in, bytes, MPI_BYTE, previous(), 0, comm,
                 MPI_STATUS_IGNORE);
}

static void communicators(void)
{
    enum { COMMUNICATORS = 100 };
    static MPI_Comm comm[COMMUNICATORS];
    for (int i = 0; i < COMMUNICATORS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm[i]);
    int good = 1;
    for (int i = COMMUNICATORS; i-- > 0;) {
        char out = (char)i, in;
        shift(&out, &in, 1, comm[i]);
        good &= in == (char)i;
        MPI_Comm_free(&comm[i]);
    }
    CHECK(good);
}

/* Children write to copies of the buffers while messages are in progress. */
static void forks(void)
{
    static char in[MOST], out[MOST];
    for (int i = 0; i < 4; i++) {
        MPI_Request r[2];
        int status;
        fill(out, MOST, i);
        MPI_Irecv(in, MOST, MPI_BYTE, previous(), 9, MPI_COMM_WORLD, &r[0]);
        MPI_Isend(out, MOST, MPI_BYTE, next(), 9, MPI_COMM_WORLD, &r[1]);
        pid_t child = fork();
        if (child == 0) {
            if (i % 2 == 0)
                execl("/bin/true", "true", (char *)NULL);
            memset(in, 99, MOST);
            memset(out, 99, MOST);
            _exit(0);
        }
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        CHECK(waitpid(child, &status, 0) == child && status == 0);
        CHECK(is_filled(in, MOST, i));
    }
}

/* ---- receives after the sender's MPI_Finalize() ---- */

static void late(void)
{
    static char data[16384];
    static const int bytes[] = {0, 8, 496, 600, 16384};
    for (int to = 1; rank == 0 && to < ranks; to++)
        for (int i = 0; i < 5; i++) {
            fill(data, bytes[i], i);
            MPI_Send(data, bytes[i], MPI_BYTE, to, i, MPI_COMM_WORLD);
        }
    if (rank == 0)
        return;
    usleep(200000); /* with Open MPI rank 0 is in MPI_Finalize(), in most cases */
    for (int i = 0; i < 5; i++) {
        MPI_Recv(data, bytes[i], MPI_BYTE, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (!is_filled(data, bytes[i], i)) {
            printf("rank %d: late message %d is wrong\n", rank, i);
            failed++;
        }
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    mpi_check_open();
    for (int round = 0; round < ROUNDS; round++)
        plan_run(round);
    truncated();
    to_self();
    communicators();
    forks();
    mpi_check_report();
    late();
    MPI_Finalize();
    return failed != 0;
}
