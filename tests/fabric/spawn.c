/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Dynamic processes: MPI_Comm_spawn(), messages of all paths between parents and children.
 *   spawn   2 or more ranks; 2 children each time; prints "N passed, N failed" on rank 0
 */
#include <stdlib.h>
#include <string.h>

#include "mpi_check.h"

enum { CHILDREN = 2, TIMES = 2, MOST = 300000 };

static const int sizes[] = {0, 8, 512, 1000, 16384, MOST};
static char out[MOST], in[MOST];

/* Rank r of the parents sends to child r modulo the children, which returns the message. */
static void exchange(MPI_Comm children, int is_parent, int parents)
{
    MPI_Status status;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        if (is_parent) {
            memset(out, rank + 1, sizeof out);
            memset(in, 0, sizeof in);
            MPI_Sendrecv(out, sizes[i], MPI_CHAR, rank % CHILDREN, 1, in, MOST, MPI_CHAR, rank % CHILDREN, 2,
                         children, &status);
            CHECK(memcmp(in, out, (size_t)sizes[i]) == 0);
            continue;
        }
        for (int parent = rank; parent < parents; parent += CHILDREN) {
            MPI_Recv(in, MOST, MPI_CHAR, parent, 1, children, &status);
            MPI_Send(in, sizes[i], MPI_CHAR, parent, 2, children);
        }
    }
}

static void child(MPI_Comm parent)
{
    MPI_Comm all;
    int parents, sum, size;
    MPI_Comm_remote_size(parent, &parents);
    exchange(parent, 0, parents);
    MPI_Intercomm_merge(parent, 1, &all);
    MPI_Comm_size(all, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, all);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&parent);
}

static void spawn(char *program)
{
    MPI_Comm children, all;
    int sum, size;
    MPI_Comm_spawn(program, MPI_ARGV_NULL, CHILDREN, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                   MPI_ERRCODES_IGNORE);
    MPI_Comm_remote_size(children, &size);
    CHECK(size == CHILDREN);
    exchange(children, 1, ranks);
    MPI_Intercomm_merge(children, 0, &all);
    MPI_Comm_size(all, &size);
    CHECK(size == ranks + CHILDREN);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, all);
    CHECK(sum == ranks * (ranks - 1) / 2 + CHILDREN * (CHILDREN - 1) / 2);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&children);
}

int main(int argc, char **argv)
{
    MPI_Comm parent;
    MPI_Init(&argc, &argv);
    mpi_check_open();
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        child(parent);
    } else {
        for (int i = 0; i < TIMES; i++)
            spawn(argv[0]);
        mpi_check_report();
    }
    MPI_Finalize();
    return failed != 0;
}
