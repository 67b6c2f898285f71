/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ranks on several hosts that poll without waiting: their polls read messages of other hosts, besides the
 * thread of the process for such messages.
 *
 *     polled ROUNDS
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spi/include/kernel/location.h>

#include "apenet/rdma.h"
#include "backends/backend.h"
#include "base/atomic.h"
#include "kernel-shim/partition/partition.h"

static emuq_backend_t backend;
static emuq_backend_remote_ops_t remote;
static pthread_t self;
static const emuq_backend_remote_ops_t *real;
static unsigned reads; /* messages that polls have read */

static void must(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "polled: %s\n", what);
    exit(3);
}

static struct emuq_channel_message *counted_next(struct emuq_channel *channel)
{
    struct emuq_channel_message *message = real->channel_next(channel);
    reads += message != NULL && pthread_equal(pthread_self(), self);
    return message;
}

/* Counts the messages that the calling thread reads from now on. */
static const emuq_backend_t *count_reads(void)
{
    const emuq_backend_t *former = emuq_backend;
    self = pthread_self();
    backend = *former;
    remote = *former->remote;
    real = former->remote;
    remote.channel_next = counted_next;
    backend.remote = &remote;
    emuq_pointer_store(&emuq_backend, (const emuq_backend_t *)&backend);
    return former;
}

static apenet_event_t poll_for(apenet_card_t *card, int kind)
{
    apenet_event_t e;
    int rc;
    while ((rc = apenet_wait_event(card, APENET_KIND((unsigned)kind), 0, &e)) == -ETIMEDOUT)
        ;
    must(rc == 0 && e.status == 0, "an event");
    return e;
}

int main(int argc, char **argv)
{
    static uint64_t in[512], out;
    apenet_card_t *card;
    apenet_address_t me, size;
    apenet_buffer_t buffer;
    uint64_t rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
    must(apenet_open(0, &card) == 0 && apenet_whoami(card, &me, &size) == 0, "apenet_open");
    must(apenet_register_buffer(card, in, sizeof in, APENET_STREAMING, 0, &buffer) == 0, "a buffer");
    const apenet_address_t to = {(uint8_t)((me.x + 1) % size.x), 0, 0, 0};
    const emuq_backend_t *former = count_reads();
    for (uint64_t round = 1; round <= rounds; round++) {
        out = round;
        must(apenet_rdma_send(card, to, &out, sizeof out, round, 0) == 0, "apenet_rdma_send");
        (void)poll_for(card, APENET_EVENT_RECEIVED);
        must(in[0] == round, "the number of the round");
        must(apenet_rearm_buffer(card, buffer) == 0, "apenet_rearm_buffer");
        (void)poll_for(card, APENET_EVENT_SENT);
    }
    emuq_pointer_store(&emuq_backend, former);
    must(reads != 0, "polls have read no message");
    printf("rank %u: %u rounds\n", Kernel_GetRank(), (unsigned)rounds);
    return 0;
}
