/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An MPI program over the provider, or the byte transfer layer: every mode of point-to-point messages,
 * collectives, probes, cancel, threads, communicators. 2 or more ranks.
 *
 *     mpi            prints "N passed, N failed" on rank 0
 *     mpi abort      rank 0 calls MPI_Abort(); the rest waits for a message
 *     mpi sleep DIR  ranks write DIR/RANK with their process id, then wait for a message
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mpi_check.h"

static void fill(int *data, int count, int seed)
{
    for (int i = 0; i < count; i++)
        data[i] = seed + i;
}

static int is_filled(const int *data, int count, int seed)
{
    for (int i = 0; i < count; i++)
        if (data[i] != seed + i)
            return 0;
    return 1;
}

/* ---- point to point ---- */

enum { STANDARD, SYNCHRONOUS, BUFFERED, READY, MODES };

static void start(int mode, int *data, int count, int to, int tag, MPI_Request *request)
{
    static int (*const call[MODES])(const void *, int, MPI_Datatype, int, int, MPI_Comm,
                                    MPI_Request *) = {MPI_Isend, MPI_Issend, MPI_Ibsend, MPI_Irsend};
    (void)call[mode](data, count, MPI_INT, to, tag, MPI_COMM_WORLD, request);
}

static void modes(void)
{
    static const int counts[] = {0, 1, 100, 125, 130, 4000, 4097, 100000, 1000000};
    int most = 1000000, *out = malloc((size_t)most * 4), *in = malloc((size_t)most * 4);
    size_t space = 3 * ((size_t)most * 4 + MPI_BSEND_OVERHEAD); /* earlier messages, too */
    void *buffer = malloc(space);
    MPI_Buffer_attach(buffer, (int)space);
    for (int mode = 0; mode < MODES; mode++)
        for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            int n = counts[i], got;
            MPI_Request r[2];
            MPI_Status status[2];
            memset(in, 0, (size_t)n * 4);
            fill(out, n, rank + 10 * (int)i);
            MPI_Irecv(in, n, MPI_INT, previous(), 5, MPI_COMM_WORLD, &r[0]);
            if (mode == READY) /* the receive is posted */
                MPI_Barrier(MPI_COMM_WORLD);
            start(mode, out, n, next(), 5, &r[1]);
            MPI_Waitall(2, r, status);
            MPI_Get_count(&status[0], MPI_INT, &got);
            CHECK(got == n && status[0].MPI_SOURCE == previous() &&
                  is_filled(in, n, previous() + 10 * (int)i));
        }
    void *detached;
    int bytes;
    MPI_Buffer_detach(&detached, &bytes);
    free(buffer);
    /* Not contiguous. */
    MPI_Datatype column;
    MPI_Type_vector(1000, 1, 3, MPI_INT, &column);
    MPI_Type_commit(&column);
    memset(in, 0, 12000);
    fill(out, 3000, rank);
    MPI_Sendrecv(out, 1, column, next(), 1, in, 1, column, previous(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    int good = 1;
    for (int i = 0; i < 2998; i++)
        good &= in[i] == (i % 3 == 0 ? previous() + i : 0);
    CHECK(good);
    MPI_Type_free(&column);
    free(out);
    free(in);
}

/* Many messages in one direction before any receive; then wildcards. */
static void unexpected(void)
{
    enum { MESSAGES = 500 };
    static int data[MESSAGES][1200];
    if (rank == 0) {
        for (int from = 1; from < ranks; from++)
            for (int i = 0; i < MESSAGES; i++) {
                MPI_Status s;
                int n, count = i % 3 == 0 ? 1 : i % 3 == 1 ? 200 : 1200;
                MPI_Recv(data[0], 1200, MPI_INT, from, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
                MPI_Get_count(&s, MPI_INT, &n);
                CHECK(s.MPI_TAG == i && n == count && is_filled(data[0], n, from + i));
            }
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 1; i < ranks; i++) {
            MPI_Status s;
            MPI_Recv(data[0], 1, MPI_INT, MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &s);
            CHECK(data[0][0] == s.MPI_SOURCE);
        }
        return;
    }
    MPI_Request r[MESSAGES];
    for (int i = 0; i < MESSAGES; i++) {
        int count = i % 3 == 0 ? 1 : i % 3 == 1 ? 200 : 1200;
        fill(data[i], count, rank + i);
        MPI_Isend(data[i], count, MPI_INT, 0, i, MPI_COMM_WORLD, &r[i]);
    }
    MPI_Waitall(MESSAGES, r, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, 0, 77, MPI_COMM_WORLD);
}

static void persistent(void)
{
    int out[300] = {0}, in[300], good = 1;
    MPI_Request r[2];
    MPI_Send_init(out, 300, MPI_INT, next(), 8, MPI_COMM_WORLD, &r[0]);
    MPI_Recv_init(in, 300, MPI_INT, previous(), 8, MPI_COMM_WORLD, &r[1]);
    for (int i = 0; i < 50; i++) {
        fill(out, 300, rank * i);
        MPI_Startall(2, r);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        good &= is_filled(in, 300, previous() * i);
    }
    CHECK(good);
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
}

static void probes(void)
{
    static const int counts[] = {0, 10, 1000, 100000};
    for (unsigned i = 0; i < 4; i++) {
        int n = counts[i], got, flag = 0, *data = malloc((size_t)n * 4 + 4);
        MPI_Request r;
        MPI_Status s;
        MPI_Message m;
        fill(data, n, rank);
        MPI_Isend(data, n, MPI_INT, next(), 20, MPI_COMM_WORLD, &r);
        int *in = malloc((size_t)n * 4 + 4);
        if (i % 2 == 0) {
            MPI_Probe(previous(), 20, MPI_COMM_WORLD, &s);
            MPI_Get_count(&s, MPI_INT, &got);
            CHECK(got == n);
            MPI_Recv(in, n, MPI_INT, s.MPI_SOURCE, s.MPI_TAG, MPI_COMM_WORLD, &s);
        } else {
            while (!flag)
                MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &m, &s);
            MPI_Get_count(&s, MPI_INT, &got);
            CHECK(got == n && s.MPI_SOURCE == previous());
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &s);
            CHECK(!flag);
            MPI_Mrecv(in, n, MPI_INT, &m, &s);
        }
        CHECK(is_filled(in, n, previous()));
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        free(data);
        free(in);
    }
}

static void cancels(void)
{
    int data = 0, is_canceled;
    MPI_Request r;
    MPI_Status s;
    MPI_Irecv(&data, 1, MPI_INT, MPI_ANY_SOURCE, 31, MPI_COMM_WORLD, &r);
    MPI_Cancel(&r);
    MPI_Wait(&r, &s);
    MPI_Test_cancelled(&s, &is_canceled);
    CHECK(is_canceled);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Sendrecv(&rank, 1, MPI_INT, next(), 31, &data, 1, MPI_INT, previous(), 31, MPI_COMM_WORLD, &s);
    CHECK(data == previous());
}

/* ---- collectives ---- */

static void collectives(MPI_Comm comm)
{
    static const int counts[] = {1, 100, 5000, 200000};
    int me, size;
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &size);
    for (unsigned i = 0; i < 4; i++) {
        int n = counts[i], good = 1;
        int *a = malloc((size_t)n * 4 * (size_t)size), *b = malloc((size_t)n * 4 * (size_t)size);
        for (int root = 0; root < size; root++) {
            if (me == root)
                fill(a, n, root + 3);
            MPI_Bcast(a, n, MPI_INT, root, comm);
            good &= is_filled(a, n, root + 3);
        }
        CHECK(good);
        fill(a, n, me);
        MPI_Allreduce(a, b, n, MPI_INT, MPI_SUM, comm);
        good = 1;
        for (int k = 0; k < n; k++)
            good &= b[k] == size * (size - 1) / 2 + size * k;
        CHECK(good);
        MPI_Reduce(a, b, n, MPI_INT, MPI_MAX, size - 1, comm);
        CHECK(me != size - 1 || is_filled(b, n, size - 1));
        MPI_Allgather(a, n, MPI_INT, b, n, MPI_INT, comm);
        good = 1;
        for (int k = 0; k < size; k++)
            good &= is_filled(b + (size_t)k * (size_t)n, n, k);
        CHECK(good);
        for (int k = 0; k < size; k++)
            fill(a + (size_t)k * (size_t)n, n, 100 * me + k);
        MPI_Alltoall(a, n, MPI_INT, b, n, MPI_INT, comm);
        good = 1;
        for (int k = 0; k < size; k++)
            good &= is_filled(b + (size_t)k * (size_t)n, n, 100 * k + me);
        CHECK(good);
        MPI_Scatter(a, n, MPI_INT, b, n, MPI_INT, 0, comm);
        CHECK(is_filled(b, n, me));
        fill(a, n, me);
        MPI_Gather(a, n, MPI_INT, b, n, MPI_INT, 0, comm);
        good = 1;
        for (int k = 0; k < size && me == 0; k++)
            good &= is_filled(b + (size_t)k * (size_t)n, n, k);
        CHECK(good);
        MPI_Scan(a, b, n, MPI_INT, MPI_SUM, comm);
        CHECK(b[0] == me * (me + 1) / 2);
        MPI_Request r;
        MPI_Iallreduce(a, b, n, MPI_INT, MPI_MIN, comm, &r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        CHECK(is_filled(b, n, 0));
        free(a);
        free(b);
    }
    for (int i = 0; i < 100; i++)
        MPI_Barrier(comm);
}

static void communicators(void)
{
    MPI_Comm half, copy;
    for (int i = 0; i < 20; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
        int in = -1;
        MPI_Sendrecv(&rank, 1, MPI_INT, next(), 0, &in, 1, MPI_INT, previous(), 0, copy, MPI_STATUS_IGNORE);
        CHECK(in == previous());
        MPI_Comm_free(&copy);
    }
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    collectives(half);
    MPI_Comm_free(&half);
}

/* ---- one-sided ---- */

static void windows(void)
{
    int memory[100] = {0}, out[100], in[100];
    MPI_Win win;
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    fill(out, 100, rank);
    MPI_Win_fence(0, win);
    MPI_Put(out, 100, MPI_INT, next(), 0, 100, MPI_INT, win);
    MPI_Win_fence(0, win);
    CHECK(is_filled(memory, 100, previous()));
    MPI_Get(in, 100, MPI_INT, next(), 0, 100, MPI_INT, win);
    MPI_Win_fence(0, win);
    CHECK(is_filled(in, 100, rank));
    MPI_Win_free(&win);
}

/* ---- threads ---- */

enum { THREADS = 4 };

static int thread_errors[THREADS];

static void *thread_run(void *argument)
{
    int number = *(int *)argument;
    static int out[THREADS][5000], in[THREADS][5000];
    for (int i = 0; i < 50; i++) {
        int n = i % 2 == 0 ? 1 : 5000;
        fill(out[number], n, rank + number * i);
        MPI_Sendrecv(out[number], n, MPI_INT, next(), 100 + number, in[number], n, MPI_INT, previous(),
                     100 + number, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        thread_errors[number] += !is_filled(in[number], n, previous() + number * i);
    }
    return NULL;
}

static void threads(void)
{
    pthread_t thread[THREADS];
    int number[THREADS];
    for (int i = 0; i < THREADS; i++) {
        number[i] = i;
        pthread_create(&thread[i], NULL, thread_run, &number[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        CHECK(thread_errors[i] == 0);
    }
}

/* ---- ends ---- */

static void wait_forever(void)
{
    int data;
    MPI_Recv(&data, 1, MPI_INT, MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void mark(const char *folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%d", folder, rank);
    FILE *f = fopen(path, "w");
    if (f == NULL)
        MPI_Abort(MPI_COMM_WORLD, 3);
    fprintf(f, "%ld\n", (long)getpid());
    fclose(f);
}

int main(int argc, char **argv)
{
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    mpi_check_open();
    if (argc == 2 && strcmp(argv[1], "abort") == 0) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            MPI_Abort(MPI_COMM_WORLD, 9);
        wait_forever();
    }
    if (argc == 3 && strcmp(argv[1], "sleep") == 0) {
        MPI_Barrier(MPI_COMM_WORLD);
        mark(argv[2]);
        wait_forever();
    }
    CHECK(level == MPI_THREAD_MULTIPLE);
    modes();
    unexpected();
    persistent();
    probes();
    cancels();
    collectives(MPI_COMM_WORLD);
    communicators();
    windows();
    threads();
    mpi_check_report();
    MPI_Finalize();
    return failed != 0;
}
