/* SPDX-License-Identifier: BSD-3-Clause */
/* An MPI program that bootstraps before main(). Each rank prints a line.
 *   mpi_program mpi           bootstrap, MPI_Init, MPI_Finalize: results must agree
 *   mpi_program spi           MPI is never initialised; rank 0 ends early
 *   mpi_program empty         like spi, with an empty text
 *   mpi_program absent        the last rank never gathers; all ranks must report this and end
 *   mpi_program unfinished    MPI_Init, and exit() without MPI_Finalize, with status rank + 3
 */
#include <errno.h>
#include <mpi.h>
#include <mpix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel-shim/bootstrap/bootstrap.h"

/* Text of rank 0, with special characters. */
static const char *place = "/proc/12/fd/5 a=b \"c\" \\ \xc3\xa4";

static const emuq_bootstrap_t *way;
static uint32_t rank, ranks;
static int error;
static char text[64] = "nothing yet";

/* Every rank sends its number; all are on one host. */
static int gather_numbers(void)
{
    uint32_t giver[16], host[16], hosts = 0;
    char number[16][8] = {""};
    const emuq_gather_t all = {ranks, giver, number[0], sizeof(number[0]), 0, ranks, false};
    for (uint32_t i = 0; i < ranks; i++)
        giver[i] = i;
    snprintf(number[rank], sizeof(number[rank]), "%u", rank);
    int rc = way->gather(&all);
    for (uint32_t i = 0; i < ranks && rc == 0; i++)
        rc = strtoul(number[i], NULL, 10) == i ? 0 : -EPROTO;
    if (rc == 0)
        rc = emuq_bootstrap_hosts(way, rank, ranks, host, &hosts);
    return rc == 0 && hosts != 1 ? -EPROTO : rc;
}

/* Rank 0 sends its text, then each rank sends its number. */
static int gather(const char *mode)
{
    if (strcmp(mode, "absent") == 0) {
        if (rank == ranks - 1) {
            sleep(3);
            return -ETIMEDOUT;
        }
        emuq_bootstrap_seconds = 1;
    }
    if (strcmp(mode, "empty") == 0)
        place = "";
    if (rank == 0)
        strcpy(text, place);
    const uint32_t first = 0;
    const emuq_gather_t place_of_all = {1, &first, text, sizeof(text), 0, 1, false};
    int rc = way->gather(&place_of_all);
    return rc == 0 ? gather_numbers() : rc;
}

/* At exit(), after the exit functions of MPI. */
static void after_main(void)
{
    if (way->close != NULL)
        way->close();
}

__attribute__((constructor(200))) static void before_main(int argc, char **argv)
{
    way = emuq_bootstrap_find();
    error = way->open(&rank, &ranks);
    if (error != 0)
        _exit(99);
    error = gather(argc > 1 ? argv[1] : "");
    atexit(after_main);
}

/* Ranks in a communicator of reversed order. */
static int check_global_ranks(int size)
{
    MPI_Comm reversed;
    int good = 1, global = -7;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -(int)rank, &reversed);
    for (int i = 0; i < size; i++)
        good &= MPIX_Comm_rank2global(reversed, i, &global) == MPI_SUCCESS && global == size - 1 - i;
    good &= MPIX_Comm_rank2global(reversed, size, &global) == MPI_ERR_RANK;
    good &= MPIX_Comm_rank2global(reversed, -1, &global) == MPI_ERR_RANK;
    good &= MPIX_Comm_rank2global(MPI_COMM_NULL, 0, &global) == MPI_ERR_COMM;
    good &= MPIX_Comm_rank2global(reversed, 0, NULL) == MPI_ERR_ARG && global == 0;
    MPI_Comm_free(&reversed);
    return good;
}

static int check_mpi(void)
{
    int mpi_rank = -1, mpi_ranks = -1, sum = -1;
    const int one = 1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &mpi_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &mpi_ranks);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return mpi_rank == (int)rank && mpi_ranks == (int)ranks && sum == mpi_ranks &&
           check_global_ranks(mpi_ranks);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    const int is_absent = strcmp(mode, "absent") == 0;
    int is_good = is_absent ? error == -ETIMEDOUT : error == 0 && strcmp(text, place) == 0;
    if (strcmp(mode, "mpi") == 0 || strcmp(mode, "unfinished") == 0)
        is_good &= check_mpi();
    else if (rank != 0)
        sleep(1);
    printf("%s %u of %u by %s\n", is_good ? "good" : "bad", rank, ranks, way->name);
    fflush(stdout);
    if (strcmp(mode, "unfinished") == 0)
        exit((int)rank + 3);
    if (strcmp(mode, "mpi") == 0)
        MPI_Finalize();
    return is_good ? 0 : 1;
}
