/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPI: ends of a program, and its child processes. ends MODE: rank 1 does what MODE says, with the rest in a
 * barrier; "fine" on standard output of rank 0 means that messages are right before and after.
 */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LONG 200000

static int rank, ranks;
static char out[LONG], in[LONG];

/* @return whether messages of all sizes around the ring are right */
static int messages(void)
{
    static const int bytes[] = {1, 8, 600, 20000, LONG};
    int wrong = 0;
    for (unsigned i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        memset(out, rank + (int)i, (size_t)bytes[i]);
        MPI_Sendrecv(out, bytes[i], MPI_CHAR, (rank + 1) % ranks, 1, in, LONG, MPI_CHAR,
                     (rank + ranks - 1) % ranks, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int k = 0; k < bytes[i]; k++)
            wrong += in[k] != (char)((rank + ranks - 1) % ranks + (int)i);
    }
    int all = 0;
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return all == 0;
}

static void check_child(pid_t child)
{
    int status = -1;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
        printf("rank %d: the child ends with 0x%x\n", rank, (unsigned)status);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
}

/* A child that ends by exit(), which runs the handlers of all libraries, and that uses its memory before. */
static void fork_exit(void)
{
    pid_t child = fork();
    if (child == 0) {
        memset(out, 0, sizeof out);
        exit(0);
    }
    check_child(child);
}

static void fork_exec(void)
{
    pid_t child = fork();
    if (child == 0) {
        execlp("true", "true", (char *)NULL);
        _exit(1);
    }
    check_child(child);
    if (system("exit 0") != 0)
        MPI_Abort(MPI_COMM_WORLD, 2);
}

static void end(const char *mode)
{
    if (strcmp(mode, "exit") == 0)
        exit(4);
    if (strcmp(mode, "_exit") == 0)
        _exit(3);
    if (strcmp(mode, "segv") == 0)
        raise(SIGSEGV);
    if (strcmp(mode, "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 9);
    if (strcmp(mode, "sleep") == 0) {
        puts("begun");
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    int provided;
    MPI_Init_thread(&argc, &argv, strcmp(mode, "multiple") == 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE,
                    &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (strcmp(mode, "silent") == 0) {
        MPI_Finalize();
        if (rank == 0)
            puts("fine");
        return 0;
    }
    int fine = messages();
    if (strcmp(mode, "fork") == 0) {
        fork_exit();
        fork_exec();
    }
    if (rank == 1)
        end(mode);
    if (strcmp(mode, "sleep") == 0)
        while (1)
            MPI_Barrier(MPI_COMM_WORLD);
    fine = messages() && fine;
    MPI_Finalize();
    if (rank == 0 && fine)
        puts("fine");
}
