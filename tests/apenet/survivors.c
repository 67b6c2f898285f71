/* SPDX-License-Identifier: BSD-3-Clause */
/* Rank 0 kills rank 1 in a job with EMUQ_ON_PEER_DEATH=report. Messages to rank 1 fail with -EHOSTDOWN, later
 * messages to rank 2 arrive. At least three ranks. Usage: emuq-run ... apenet_survivors [packets|busy]. With
 * packets, the job is in packet mode. With busy, rank 0 kills all ranks except 2 while they put to rank 2:
 * they probably have locks of its card. */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apenet/rdma_names.h"
#include "spi/include/kernel/location.h"
#include "spi/include/mu/GIBarrier.h"

#define BYTES   40000u
#define SHORT   64u
#define TIMES   5
#define WAIT_MS 60000
#define RANKS   8u /* maximum */

enum { TAG_SEND = 1, TAG_PUT, TAG_GET, TAG_LAST };

typedef struct note {
    int64_t process;
    uint64_t target;
} note_t;

static _Alignas(4096) char source[BYTES], target[BYTES];
static _Alignas(64) note_t inbox[RANKS];
static MUSPI_GIBarrier_t barrier;
static apenet_card_t *card;
static apenet_address_t size;

static void must(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "apenet_survivors: rank %u: %s\n", (unsigned)Kernel_GetRank(), what);
    exit(3);
}

static apenet_address_t address_of(unsigned rank)
{
    unsigned node = rank / size.pid;
    return (apenet_address_t){(uint8_t)(node / size.z / size.y), (uint8_t)(node / size.z % size.y),
                              (uint8_t)(node % size.z), (uint8_t)(rank % size.pid)};
}

static apenet_event_t next_event(unsigned kinds)
{
    apenet_event_t e;
    must(apenet_wait_event(card, kinds, WAIT_MS, &e) == 0, "no event");
    return e;
}

static void put_once(apenet_address_t to, uint64_t there, size_t bytes)
{
    must(apenet_rdma_put(card, to, source, bytes, there, TAG_LAST, 0) == 0, "apenet_rdma_put");
    must(next_event(APENET_KIND(APENET_EVENT_SENT)).status == 0, "a put is an error");
}

/* Expects an event of each message in the ring, with the status of a dead process. In packet mode the first
 * packets may have left the card, and node 1 handles them. */
static void expect_events(int is_packet)
{
    unsigned seen = 0;
    for (int i = 0; i < 3; i++) {
        apenet_event_t e = next_event(APENET_ANY);
        must(e.status == -EHOSTDOWN || (is_packet && e.status == 0), "an event has another status");
        must((e.kind == APENET_EVENT_GET_DONE) == (e.tag == TAG_GET), "an event has another kind");
        seen |= 1u << e.tag;
    }
    must(seen == (1u << TAG_SEND | 1u << TAG_PUT | 1u << TAG_GET), "an event is missing");
}

static void expect_errors(apenet_address_t to, uint64_t there)
{
    must(apenet_rdma_put(card, to, source, SHORT, there, 9, 0) == -EHOSTDOWN, "short put");
    must(apenet_rdma_put(card, to, source, SHORT, there, 9, APENET_SILENT) == -EHOSTDOWN, "silent put");
    must(apenet_rdma_put(card, to, source, BYTES, there, 9, 0) == -EHOSTDOWN, "long put");
    must(apenet_rdma_send(card, to, source, SHORT, 9, APENET_NOWAIT) == -EHOSTDOWN, "send");
    must(apenet_rdma_get(card, to, target, SHORT, there, 9, 0) == -EHOSTDOWN, "get");
    apenet_event_t e;
    must(apenet_wait_event(card, APENET_ANY, 0, &e) == -ETIMEDOUT, "an unexpected event");
}

static void receive_notes(note_t *note, unsigned notes)
{
    for (unsigned i = 0; i < notes; i++) {
        apenet_event_t e = next_event(APENET_KIND(APENET_EVENT_RECEIVED));
        unsigned from = e.peer.x * size.y * size.z + e.peer.y * size.z + e.peer.z;
        from = from * size.pid + e.peer.pid;
        must(from != 0 && from < RANKS, "a note of another rank");
        memcpy(&note[from], e.address, sizeof note[from]);
    }
}

static void kill_rank(const note_t *note)
{
    must(kill((pid_t)note->process, SIGKILL) == 0, "kill");
}

static void put_to_survivor(const note_t *note)
{
    memset(source, 2, sizeof source);
    put_once(address_of(2), note->target, BYTES);
    puts("rank 0 has survived");
}

static void kill_and_continue(int is_packet)
{
    note_t note[RANKS];
    receive_notes(note, 2);
    apenet_address_t dead = address_of(1);
    memset(source, 1, sizeof source);
    for (int i = 0; i < TIMES; i++) /* the last ones are on the fastest path */
        put_once(dead, note[1].target, SHORT);
    /* The send waits for a streaming buffer, which rank 1 does not have. */
    must(apenet_rdma_send(card, dead, source, SHORT, TAG_SEND, 0) == 0, "apenet_rdma_send");
    must(apenet_rdma_put(card, dead, source, BYTES, note[1].target, TAG_PUT, 0) == 0, "apenet_rdma_put");
    must(apenet_rdma_get(card, dead, target, SHORT, note[1].target, TAG_GET, 0) == 0, "apenet_rdma_get");
    kill_rank(&note[1]);
    expect_events(is_packet);
    expect_errors(dead, note[1].target);
    put_to_survivor(&note[2]);
}

static void await_death(unsigned rank, const note_t *note)
{
    int rc;
    while ((rc = apenet_rdma_put(card, address_of(rank), source, SHORT, note->target, 0, APENET_SILENT)) == 0)
        usleep(1000);
    must(rc == -EHOSTDOWN, "a put has another error");
}

static void kill_busy_ranks(unsigned ranks)
{
    note_t note[RANKS];
    receive_notes(note, ranks - 1);
    for (int i = 0; i < 20; i++) {
        put_once(address_of(2), note[2].target, SHORT);
        usleep(1000);
    }
    for (unsigned i = 1; i < ranks; i++)
        if (i != 2)
            kill_rank(&note[i]);
    for (unsigned i = 1; i < ranks; i++)
        if (i != 2)
            await_death(i, &note[i]);
    put_to_survivor(&note[2]);
}

static void send_note(unsigned to)
{
    static note_t note;
    note.process = getpid();
    note.target = (uintptr_t)target;
    must(apenet_rdma_send(card, address_of(to), &note, sizeof note, 0, APENET_SILENT) == 0,
         "apenet_rdma_send");
}

static void put_until_killed(void)
{
    note_t note[RANKS];
    receive_notes(note, 1);
    for (;;)
        must(apenet_rdma_put(card, address_of(2), source, SHORT, note[2].target, 0, APENET_SILENT) == 0,
             "put");
}

/* Ignores the messages of dying ranks. Their cards may send messages later that were in their rings: these
 * change the first bytes. */
static void await_bytes(int is_busy)
{
    while (next_event(APENET_KIND(APENET_EVENT_RECEIVED)).bytes != BYTES)
        continue;
    for (unsigned i = is_busy ? SHORT : 0; i < BYTES; i++)
        must(target[i] == 2, "a put has other bytes");
    puts("rank 2 has the right bytes");
}

static void run_peer(unsigned rank, unsigned ranks, int is_busy)
{
    send_note(0);
    for (unsigned i = 1; i < ranks && rank == 2 && is_busy; i++)
        if (i != 2)
            send_note(i);
    if (rank == 2)
        await_bytes(is_busy);
    else if (is_busy)
        put_until_killed();
    else
        for (;;)
            pause();
}

int main(int argc, char **argv)
{
    apenet_address_t me;
    apenet_buffer_t buffer;
    unsigned rank = Kernel_GetRank();
    int is_busy = argc > 1 && strcmp(argv[1], "busy") == 0, is_packet = argc > 1 && !is_busy;
    must(apenet_default_card(&card) == 0 && apenet_whoami(card, &me, &size) == 0, "apenet_default_card");
    must(apenet_register_buffer(card, source, BYTES, 0, 0, &buffer) == 0 &&
             apenet_register_buffer(card, target, BYTES, APENET_GET, 0, &buffer) == 0,
         "apenet_register_buffer");
    for (unsigned i = 0; i < RANKS && (rank == 0 || is_busy); i++)
        must(apenet_register_buffer(card, &inbox[i], sizeof inbox[i], APENET_STREAMING, 0, &buffer) == 0,
             "apenet_register_buffer");
    MUSPI_GIBarrierInit(&barrier, 0);
    MUSPI_GIBarrierEnterAndWait(&barrier);
    unsigned ranks = (unsigned)size.x * size.y * size.z * size.pid;
    must(ranks <= RANKS, "too many ranks");
    if (rank == 0 && is_busy)
        kill_busy_ranks(ranks);
    else if (rank == 0)
        kill_and_continue(is_packet);
    else if (rank <= 2 || is_busy)
        run_peer(rank, ranks, is_busy);
    return 0;
}
