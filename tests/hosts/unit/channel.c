/* SPDX-License-Identifier: BSD-3-Clause */
/* A job whose ranks post messages of random sizes in a channel to every remote host. The lowest rank of each
 * host reads, and checks order and contents. Reading starts after a post to a full window, so windows of the
 * job are full. Usage: MESSAGES [ended]. MESSAGES of each rank to each host; ended: rank 0 only reads, after
 * its end. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/channel.h"
#include "base/mix.h"
#include "base/process.h"
#include "kernel-shim/partition/partition.h"

enum { RANKS = 64, CHANNEL = 1, SMALL = 400, LARGE_EVERY = 64, PAUSE_EVERY = 1000 };

/* Head of a message. */
typedef struct mark {
    uint32_t rank, host; /* sender, receiver */
    uint64_t number;     /* of the messages of the rank to the host */
} mark_t;

static const emuq_partition_t *partition;
static const emuq_backend_remote_ops_t *ops;
static emuq_channel_t *channel;
static uint64_t messages;
static unsigned reader_starts; /* 1: a window was full, or all is posted */

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "hosts_channel: %s\n", what);
    exit(1);
}

static uint32_t host_of(uint32_t rank)
{
    return emuq_node_host(partition, partition->process[partition->process_of_rank[rank]].node->number);
}

static uint32_t lowest_rank(uint32_t host)
{
    uint32_t rank = 0;
    while (host_of(rank) != host)
        rank++;
    return rank;
}

/* Bytes behind the head, and the first number of their contents. */
static uint32_t bytes_of(const mark_t *mark, uint64_t *contents)
{
    *contents = emuq_mix(mark->number * RANKS * RANKS + mark->rank * RANKS + mark->host);
    uint32_t most = *contents % LARGE_EVERY == 0 ? EMUQ_CHANNEL_BYTES - sizeof *mark : SMALL;
    return (uint32_t)(*contents >> 32) % (most + 1);
}

static void fill(char *data, uint32_t bytes, uint64_t contents)
{
    for (uint32_t i = 0; i < bytes; i++)
        data[i] = (char)(contents + i * 29);
}

/* Every second message is posted in a critical section, as with a lock. @return as channel_post() */
static int post_once(const mark_t *mark, const struct iovec parts[2])
{
    bool is_critical = mark->number % 2 != 0;
    if (is_critical)
        emuq_critical_begin();
    int rc = ops->channel_post(channel, mark->host, parts, 2);
    if (is_critical)
        emuq_critical_end();
    return rc;
}

/* @return number of full windows */
static uint64_t post(mark_t mark)
{
    static char data[EMUQ_CHANNEL_BYTES];
    uint64_t contents, full = 0;
    uint32_t bytes = bytes_of(&mark, &contents);
    const struct iovec parts[] = {{&mark, sizeof mark}, {data, bytes}};
    fill(data, bytes, contents);
    for (int rc; (rc = post_once(&mark, parts)) != 0; full++) {
        must(rc == -EAGAIN, "a message is not posted");
        emuq_futex_store_wake(&reader_starts, 1);
        emuq_ticket_t ticket = emuq_event_prepare(&channel->event);
        rc = post_once(&mark, parts);
        if (rc == 0)
            break;
        must(rc == -EAGAIN, "a message is not posted after the announcement of a sleep");
        (void)ops->channel_wait(channel, ticket, EMUQ_FUTEX_FOREVER);
    }
    return full;
}

static void check(const emuq_channel_message_t *m, uint64_t next[RANKS])
{
    static char data[EMUQ_CHANNEL_BYTES];
    mark_t mark;
    uint64_t contents;
    must(m->bytes >= sizeof mark, "a message is cut");
    memcpy(&mark, m->data, sizeof mark);
    must(mark.rank < partition->job.np && m->host == host_of(mark.rank), "a message is of a wrong host");
    must(mark.host == partition->placement.host, "a message is for a different host");
    must(mark.number == next[mark.rank]++, "a message is out of order");
    uint32_t bytes = bytes_of(&mark, &contents);
    must(m->bytes == sizeof mark + bytes, "a message has a wrong length");
    fill(data, bytes, contents);
    must(memcmp(m->data + sizeof mark, data, bytes) == 0, "a message has wrong contents");
}

/* Reads all messages for this host. */
static void *read_all(void *argument)
{
    static uint64_t next[RANKS];
    uint64_t left = 0;
    (void)argument;
    for (uint32_t rank = 0; rank < partition->job.np; rank++)
        left += host_of(rank) != partition->placement.host ? messages : 0;
    (void)emuq_futex_await(&reader_starts, 0, EMUQ_FUTEX_FOREVER / 2);
    while (left != 0) {
        emuq_ticket_t ticket = emuq_event_prepare(&channel->event);
        emuq_channel_message_t *m = ops->channel_next(channel);
        if (m == NULL) {
            (void)ops->channel_wait(channel, ticket, EMUQ_FUTEX_FOREVER);
            continue;
        }
        check(m, next);
        ops->channel_done(channel, m);
        if (--left % PAUSE_EVERY == 0)
            sched_yield();
    }
    must(ops->channel_next(channel) == NULL, "there are too many messages");
    return NULL;
}

/* Rank 0 ends, and an internal thread reads: a window holds few of the messages of the remaining ranks. */
static void end_early(void)
{
    pthread_t thread;
    emuq_futex_store_wake(&reader_starts, 1);
    must(emuq_internal_thread(&thread, read_all, NULL) == 0 && pthread_detach(thread) == 0,
         "no internal thread");
    exit(0);
}

int main(int argc, char **argv)
{
    const emuq_process_t *self = emuq_process_self();
    pthread_t reader;
    uint64_t full = 0;
    partition = self->node->partition;
    ops = emuq_backend->remote;
    messages = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
    const uint32_t hosts = partition->placement.hosts, host = partition->placement.host;
    must(partition->job.np <= RANKS && ops->channel_open(partition->machine, CHANNEL, &channel) == 0,
         "no channel");
    bool reads_after_end = argc > 2 && strcmp(argv[2], "ended") == 0;
    if (reads_after_end && self->rank == 0)
        end_early();
    bool reads = !reads_after_end && lowest_rank(host) == self->rank;
    must(!reads || pthread_create(&reader, NULL, read_all, NULL) == 0, "no thread");
    for (uint64_t i = 0; i < messages; i++)
        for (uint32_t to = 0; to < hosts; to++)
            if (to != host && (!reads_after_end || to == host_of(0)))
                full += post((mark_t){self->rank, to, i});
    emuq_futex_store_wake(&reader_starts, 1);
    must(!reads || pthread_join(reader, NULL) == 0, "no end of the reader");
    if (reads || reads_after_end)
        printf("host %u of %u: %s windows\n", host, hosts, full != 0 ? "full" : "no full");
    return 0;
}
