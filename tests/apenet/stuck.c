/* SPDX-License-Identifier: BSD-3-Clause */
/* Jobs that hang or lose a rank (ranks are processes); a script checks the reports.
 *   apenet_stuck wait    rank 0 waits for a message without a sender, rank 1 for a streaming buffer
 *   apenet_stuck behind  rank 0 waits as above, rank 1 for the event of a put that is behind a message in its
 *                        card's ring, which waits for a streaming buffer
 *   apenet_stuck talk    both put long messages to each other forever
 *   apenet_stuck die     rank 1 kills itself while both put long messages to each other
 *   apenet_stuck leave   of two ranks on node 0, one calls exit() while its thread holds the ring
 *                        and waits for space; the second rank can still send its message to node 1
 *   apenet_stuck vanish  the same with _exit() */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apenet/rdma_names.h"

#define BYTES (8u << 20)

static char target[BYTES], source[BYTES];

static void must(int holds)
{
    if (!holds)
        exit(3);
}

/* Sends more packets than the ring has slots. */
static void wait_for_a_buffer(apenet_address_t to)
{
    for (unsigned i = 0; i < 2000; i++)
        must(rdma_send(to, source, 8, 0, APENET_SILENT) == 0);
}

/* A put to an invalid node, not reached. */
static void wait_behind_a_message(apenet_address_t to)
{
    apenet_event_t e;
    must(rdma_send(to, source, 8, 0, APENET_SILENT) == 0);
    must(rdma_put(to, source, 8, (uintptr_t)target, 0, 0) == 0);
    (void)wait_event(APENET_KIND(APENET_EVENT_SENT), -1, &e);
}

static void *kill_later(void *argument)
{
    usleep(200000);
    kill(getpid(), SIGKILL);
    return argument;
}

/* All ranks have the program at the same address: static data. */
static void put_for_ever(apenet_address_t to, int dies)
{
    apenet_buffer_t buffer;
    apenet_event_t e;
    pthread_t killer;
    must(register_buffer(target, BYTES, 0, 0, &buffer) == 0);
    must(!dies || pthread_create(&killer, NULL, kill_later, NULL) == 0);
    for (;;) {
        must(rdma_put(to, source, BYTES, (uintptr_t)target, 0, 0) == 0);
        must(wait_event(APENET_KIND(APENET_EVENT_SENT), -1, &e) == 0);
        while (wait_event(APENET_ANY, 0, &e) == 0) /* received, or an error if the peer is slow */
            ;
    }
}

/* Sends more packets than the ring has slots; the last call holds the ring lock until node 1 takes packets.
 */
static void *fill_ring(void *to)
{
    for (unsigned i = 0; i < 1100; i++)
        must(rdma_send(*(const apenet_address_t *)to, source, 8, 0, APENET_SILENT) == 0);
    return NULL;
}

static void leave_thread(apenet_address_t to, int vanishes)
{
    static apenet_address_t there; /* the thread continues after main() */
    pthread_t thread;
    there = to;
    must(pthread_create(&thread, NULL, fill_ring, &there) == 0);
    usleep(300000);
    if (vanishes)
        _exit(0);
}

/* Receives messages until one of a different length arrives, but starts only after the peer has ended. */
static void take_until_long(void)
{
    apenet_buffer_t buffer;
    apenet_card_t *card;
    apenet_event_t e;
    usleep(900000);
    must(apenet_default_card(&card) == 0);
    must(register_buffer(target, 16, APENET_STREAMING, 0, &buffer) == 0);
    do {
        must(wait_event(APENET_KIND(APENET_EVENT_RECEIVED), -1, &e) == 0);
        must(apenet_rearm_buffer(card, buffer) == 0);
    } while (e.bytes != 16);
}

static void leave(apenet_address_t me, int vanishes)
{
    apenet_address_t there = {1, 0, 0, 0};
    if (me.x == 1 && me.pid == 0)
        take_until_long();
    else if (me.x == 0 && me.pid == 1)
        leave_thread(there, vanishes);
    else if (me.x == 0) {
        usleep(600000); /* the peer has ended */
        must(rdma_send(there, source, 16, 0, 0) == 0);
        must(wait_event(APENET_KIND(APENET_EVENT_SENT), -1, &(apenet_event_t){0}) == 0);
    }
}

int main(int argc, char **argv)
{
    apenet_card_t *card;
    apenet_address_t me = {0, 0, 0, 0}, other;
    apenet_event_t e;
    must(argc == 2 && apenet_default_card(&card) == 0 && apenet_whoami(card, &me, NULL) == 0);
    other = me;
    other.x = 1 - me.x;
    if (strcmp(argv[1], "die") == 0)
        put_for_ever(other, me.x == 1);
    else if (strcmp(argv[1], "talk") == 0)
        put_for_ever(other, 0);
    else if (strcmp(argv[1], "leave") == 0 || strcmp(argv[1], "vanish") == 0)
        leave(me, argv[1][0] == 'v');
    else if (me.x == 1 && strcmp(argv[1], "behind") == 0)
        wait_behind_a_message(other);
    else if (me.x == 1)
        wait_for_a_buffer(other);
    else
        (void)wait_event(APENET_KIND(APENET_EVENT_RECEIVED) | APENET_KIND(APENET_EVENT_ERROR), -1, &e);
    return 0;
}
