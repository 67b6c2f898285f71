/* SPDX-License-Identifier: BSD-3-Clause */
/* Rank 0 kills rank 1 in a job with EMUQ_ON_PEER_DEATH=report. Messages to rank 1 fail with -EHOSTDOWN, later
 * messages to rank 2 arrive. Usage: emuq-run ... apenet_survivors. At least three ranks. */
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
#define TIMES   5
#define WAIT_MS 20000

enum { TAG_SEND = 1, TAG_PUT, TAG_GET, TAG_LAST };

typedef struct note {
    int64_t process;
    uint64_t target;
} note_t;

static _Alignas(4096) char source[BYTES], target[BYTES];
static _Alignas(64) note_t inbox[2];
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
    must(apenet_rdma_put(card, to, source, 64, there, 9, 0) == -EHOSTDOWN, "short put");
    must(apenet_rdma_put(card, to, source, 64, there, 9, APENET_SILENT) == -EHOSTDOWN, "silent put");
    must(apenet_rdma_put(card, to, source, BYTES, there, 9, 0) == -EHOSTDOWN, "long put");
    must(apenet_rdma_send(card, to, source, 64, 9, APENET_NOWAIT) == -EHOSTDOWN, "send");
    must(apenet_rdma_get(card, to, target, 64, there, 9, 0) == -EHOSTDOWN, "get");
    apenet_event_t e;
    must(apenet_wait_event(card, APENET_ANY, 0, &e) == -ETIMEDOUT, "an unexpected event");
}

static void kill_and_continue(int is_packet)
{
    note_t note[3];
    for (int i = 0; i < 2; i++) {
        apenet_event_t e = next_event(APENET_KIND(APENET_EVENT_RECEIVED));
        unsigned from = e.peer.x * size.y * size.z + e.peer.y * size.z + e.peer.z;
        from = from * size.pid + e.peer.pid;
        must(from == 1 || from == 2, "a note of another rank");
        memcpy(&note[from], e.address, sizeof note[from]);
    }
    apenet_address_t dead = address_of(1), alive = address_of(2);
    memset(source, 1, sizeof source);
    for (int i = 0; i < TIMES; i++) /* the last ones are on the fastest path */
        put_once(dead, note[1].target, 64);
    /* The send waits for a streaming buffer, which rank 1 does not have. */
    must(apenet_rdma_send(card, dead, source, 64, TAG_SEND, 0) == 0, "apenet_rdma_send");
    must(apenet_rdma_put(card, dead, source, BYTES, note[1].target, TAG_PUT, 0) == 0, "apenet_rdma_put");
    must(apenet_rdma_get(card, dead, target, 64, note[1].target, TAG_GET, 0) == 0, "apenet_rdma_get");
    must(kill((pid_t)note[1].process, SIGKILL) == 0, "kill");
    expect_events(is_packet);
    expect_errors(dead, note[1].target);
    memset(source, 2, sizeof source);
    put_once(alive, note[2].target, BYTES);
    puts("rank 0 has survived");
}

static void send_note(void)
{
    static note_t note;
    note.process = getpid();
    note.target = (uintptr_t)target;
    must(apenet_rdma_send(card, address_of(0), &note, sizeof note, 0, APENET_SILENT) == 0,
         "apenet_rdma_send");
}

int main(int argc, char **argv)
{
    apenet_address_t me;
    apenet_buffer_t buffer;
    unsigned rank = Kernel_GetRank();
    (void)argv;
    must(apenet_default_card(&card) == 0 && apenet_whoami(card, &me, &size) == 0, "apenet_default_card");
    must(apenet_register_buffer(card, source, BYTES, 0, 0, &buffer) == 0 &&
             apenet_register_buffer(card, target, BYTES, APENET_GET, 0, &buffer) == 0,
         "apenet_register_buffer");
    for (int i = 0; i < 2 && rank == 0; i++)
        must(apenet_register_buffer(card, &inbox[i], sizeof inbox[i], APENET_STREAMING, 0, &buffer) == 0,
             "apenet_register_buffer");
    MUSPI_GIBarrierInit(&barrier, 0);
    MUSPI_GIBarrierEnterAndWait(&barrier);
    if (rank == 0) {
        kill_and_continue(argc > 1);
    } else if (rank <= 2) {
        send_note();
        if (rank == 1)
            for (;;)
                pause();
        must(next_event(APENET_KIND(APENET_EVENT_RECEIVED)).bytes == BYTES, "a put has another length");
        for (unsigned i = 0; i < BYTES; i++)
            must(target[i] == 2, "a put has other bytes");
        puts("rank 2 has the right bytes");
    }
    return 0;
}
