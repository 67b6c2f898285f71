/* SPDX-License-Identifier: BSD-3-Clause */
/* join_pmi MODE: processes of MPICH's launcher join a partition by PMI. MODE "alone"; or "shared": between
 * the requests of an MPI library, which uses the same connection before and after. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <spi/include/kernel/location.h>

#include "emuq/join.h"
#include "kernel-shim/partition/launch.h"

EMUQ_IS_NO_RANK;

static int launcher = -1, rank;

static void must(int is_true, const char *what)
{
    if (is_true)
        return;
    fprintf(stderr, "join_pmi: rank %d: failed: %s\n", rank, what);
    exit(1);
}

/* As an MPI library does. */
static void request(const char *line, const char *reply)
{
    char text[200] = "";
    size_t length = 0;
    must(send(launcher, line, strlen(line), 0) == (ssize_t)strlen(line), line);
    while (length == 0 || text[length - 1] != '\n') {
        must(length < sizeof text - 1 && read(launcher, text + length, 1) == 1, "a reply");
        length++;
    }
    must(strncmp(text, reply, strlen(reply)) == 0, text);
}

static void join(void)
{
    must(emuq_join(NULL) == 0, "emuq_join()");
    must(emuq_joined_rank() == rank && emuq_joined_ranks() == (uint32_t)atoi(getenv("PMI_SIZE")),
         "the rank and the size of the launcher");
    must(Kernel_GetRank() == (uint32_t)rank, "the rank of the kernel");
}

static void join_between_requests(void)
{
    launcher = atoi(getenv("PMI_FD"));
    request("cmd=init pmi_version=1 pmi_subversion=1\n", "cmd=response_to_init");
    request("cmd=barrier_in\n", "cmd=barrier_out");
    join();
    request("cmd=barrier_in\n", "cmd=barrier_out");
    must(emuq_leave() == 0, "emuq_leave()");
    request("cmd=barrier_in\n", "cmd=barrier_out"); /* the connection is still open */
    request("cmd=finalize\n", "cmd=finalize_ack");
    close(launcher);
}

int main(int argc, char **argv)
{
    must(argc == 2 && getenv("PMI_RANK") != NULL && getenv("PMI_SIZE") != NULL && getenv("PMI_FD") != NULL,
         "a mode, and variables of PMI");
    rank = atoi(getenv("PMI_RANK"));
    if (strcmp(argv[1], "shared") == 0)
        join_between_requests();
    else
        join(); /* the exit handler leaves, and finalizes PMI */
    printf("rank %d\n", rank);
    return 0;
}
