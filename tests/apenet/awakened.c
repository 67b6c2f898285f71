/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ranks that sleep in poll() on an eventfd. Each rank sends numbers to all other ranks, the next one after
 * the reply; a lost notification causes a timeout.
 *
 *     awakened [job options] ROUNDS
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/rdma.h"

#define RANKS_MOST 16u
#define ROOM       4u /* streaming buffers per rank */

typedef struct numbers {
    uint64_t rank, round;
} numbers_t;

static void must(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "awakened: %s\n", what);
    exit(3);
}

static unsigned rank_of(apenet_address_t a, apenet_address_t size)
{
    return (((unsigned)a.x * size.y + a.y) * size.z + a.z) * size.pid + a.pid;
}

static apenet_address_t address_of(unsigned rank, apenet_address_t size)
{
    unsigned node = rank / size.pid;
    apenet_address_t a = {(uint8_t)(node / size.z / size.y), (uint8_t)(node / size.z % size.y),
                          (uint8_t)(node % size.z), (uint8_t)(rank % size.pid)};
    return a;
}

/* Takes all events. */
static void take_all(apenet_card_t *card, uint64_t *last)
{
    apenet_event_t e;
    int rc;
    while ((rc = apenet_wait_event(card, APENET_KIND(APENET_EVENT_RECEIVED), 0, &e)) == 0) {
        numbers_t n;
        memcpy(&n, e.address, sizeof n);
        must(n.rank < RANKS_MOST && n.round == last[n.rank] + 1, "a message is none, or comes twice");
        last[n.rank] = n.round;
        must(apenet_rearm_buffer(card, e.buffer) == 0, "apenet_rearm_buffer");
    }
    must(rc == -ETIMEDOUT, "apenet_wait_event");
}

/* Whether the message of a round has arrived from each peer. Some ranks are a round ahead. */
static int have_all(const uint64_t *last, unsigned ranks, unsigned rank, uint64_t round)
{
    for (unsigned other = 0; other < ranks; other++)
        if (other != rank && last[other] < round)
            return 0;
    return 1;
}

int main(int argc, char **argv)
{
    apenet_card_t *card;
    apenet_address_t me, size;
    apenet_buffer_t buffer;
    uint64_t last[RANKS_MOST] = {0}, rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 10;
    must(apenet_open(0, &card) == 0, "apenet_open");
    must(apenet_whoami(card, &me, &size) == 0, "apenet_whoami");
    unsigned ranks = (unsigned)size.x * size.y * size.z * size.pid, rank = rank_of(me, size);
    must(ranks <= RANKS_MOST, "too many ranks");
    numbers_t *in = calloc(ROOM * ranks, sizeof *in), out = {rank, 0};
    for (unsigned i = 0; i < ROOM * ranks; i++)
        must(apenet_register_buffer(card, &in[i], sizeof in[i], APENET_STREAMING, 0, &buffer) == 0,
             "apenet_register_buffer");
    int fd = apenet_event_fd(card);
    must(fd >= 0 && apenet_event_fd(card) == fd, "apenet_event_fd");
    while (out.round < rounds) {
        out.round++;
        for (unsigned other = 0; other < ranks; other++)
            must(other == rank ||
                     apenet_rdma_send(card, address_of(other, size), &out, sizeof out, 0, APENET_SILENT) == 0,
                 "apenet_rdma_send");
        take_all(card, last); /* enables the next signal */
        while (!have_all(last, ranks, rank, out.round)) {
            struct pollfd p = {.fd = fd, .events = POLLIN};
            must(poll(&p, 1, 20000) == 1, "no interrupt has come");
            take_all(card, last);
        }
    }
    must(apenet_close(card) == 0, "apenet_close");
    free(in);
    return 0;
}
