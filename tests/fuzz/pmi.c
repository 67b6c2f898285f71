/* SPDX-License-Identifier: BSD-3-Clause */
/* Fuzzes the PMI-1 and PMI-2 clients: rank 0 or 1 of 2 receives arbitrary launcher output. The first byte
 * selects the protocol and the rank; the rest is the complete output of the launcher. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fuzz.h"
#include "kernel-shim/bootstrap/bootstrap.h"

enum { RANKS = 2, BYTES = 64, ANSWERS = 1 << 16 };

extern const emuq_bootstrap_t emuq_bootstrap_pmi, emuq_bootstrap_pmi2;

static void set_number(const char *name, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    setenv(name, text, 1);
}

/* Gathers the texts of both ranks; the text of the calling rank stays unchanged. */
static void gather(const emuq_bootstrap_t *method, uint32_t rank)
{
    static const uint32_t giver[RANKS] = {0, 1};
    char *text = calloc(RANKS, BYTES);
    FUZZ_CHECK(text != NULL);
    const emuq_gather_t what = {RANKS, giver, text, BYTES, 0, RANKS, false};
    strcpy(emuq_gather_text(&what, rank), "host/tcp/00ff a b=c");
    if (method->gather(&what) == 0)
        for (uint32_t i = 0; i < RANKS; i++)
            FUZZ_CHECK(memchr(emuq_gather_text(&what, i), '\0', BYTES) != NULL);
    FUZZ_CHECK(strcmp(emuq_gather_text(&what, rank), "host/tcp/00ff a b=c") == 0);
    free(text);
}

static void talk(const emuq_bootstrap_t *method)
{
    uint32_t rank = UINT32_MAX, ranks = 0, node[RANKS];
    if (method->open(&rank, &ranks) != 0)
        return;
    FUZZ_CHECK(rank < RANKS && ranks == RANKS);
    method->nodes(ranks, node);
    gather(method, rank);
    gather(method, rank);
    method->close();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int fd[2];
    if (size == 0 || size > ANSWERS)
        return 0;
    FUZZ_CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd) == 0);
    fuzz_clear_environment();
    set_number("PMI_FD", fd[0]);
    set_number("PMI_RANK", data[0] & 1);
    set_number("PMI_SIZE", RANKS);
    setenv("PMI_JOBID", "7.0", 1);
    FUZZ_CHECK(write(fd[1], data + 1, size - 1) == (ssize_t)size - 1 && shutdown(fd[1], SHUT_WR) == 0);
    talk((data[0] & 2) != 0 ? &emuq_bootstrap_pmi2 : &emuq_bootstrap_pmi);
    close(fd[0]);
    close(fd[1]);
    return 0;
}
