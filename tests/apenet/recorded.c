/* SPDX-License-Identifier: BSD-3-Clause */
/* Known traffic of two ranks, for a recording: rank 1 sends its addresses, rank 0 puts 5 times 100 bytes and
 * once 40000 bytes to rank 1; then rank 1 gets 128 bytes and sends 8 bytes. Two puts are rejected: to a
 * missing node, and without bytes.
 *
 *   apenet_recorded FILE    the traffic; each rank begins to send when its peer sleeps in a wait. The ranks
 * exchange their thread ids in FILE. apenet_recorded polls   rank 0 polls a barrier without success, polls
 * until the barrier is over, then waits for a message without a sender apenet_recorded kernel  rank 0 puts
 * zeros, by the ring of a kernel, to the slot of that purpose apenet_recorded all  each node of any shape
 * sends 8 bytes to each other node */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "apenet/gpu_ring.h"
#include "apenet/rdma_names.h"
#include "spi/include/mu/GIBarrier.h"

#define SMALL 5

static _Alignas(4096) char source[40000], target[40000], inbox[2][64];

static void must(int holds)
{
    if (!holds)
        exit(3);
}

static void await(unsigned kind, apenet_event_t *e)
{
    must(wait_event(APENET_KIND(kind), -1, e) == 0);
}

/* ---- sleep states ---- */

static _Thread_local int file = -1; /* Linux thread ids, by rank */

/* From here on the calling rank sleeps only in its next wait. */
static void show(int rank)
{
    pid_t self = (pid_t)syscall(SYS_gettid);
    must(pwrite(file, &self, sizeof self, rank * (off_t)sizeof self) == sizeof self);
}

static int is_asleep(pid_t thread)
{
    char path[64], state = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)thread);
    FILE *in = fopen(path, "r");
    must(in != NULL && fscanf(in, "%*d (%*[^)]) %c", &state) == 1);
    fclose(in);
    return state == 'S';
}

static void await_asleep(int rank)
{
    pid_t thread = 0;
    while (pread(file, &thread, sizeof thread, rank * (off_t)sizeof thread) != sizeof thread || thread == 0 ||
           !is_asleep(thread))
        usleep(1000);
}

/* ---- known traffic ---- */

static void put_all(apenet_card_t *card, apenet_address_t other)
{
    apenet_event_t e;
    show(0);
    await(APENET_EVENT_RECEIVED, &e);
    await_asleep(1);
    const uint64_t theirs = *(const uint64_t *)e.address, mine = (uintptr_t)source;
    memcpy(source, &mine, sizeof mine);
    for (uint64_t i = 0; i < SMALL; i++) {
        must(rdma_put(other, source, 100, theirs, 1000 + i, i % 2 != 0 ? APENET_SILENT : 0) == 0);
        if (i % 2 == 0)
            await(APENET_EVENT_SENT, &e);
    }
    must(rdma_put(other, source, sizeof source, theirs, 2000, 0) == 0);
    await(APENET_EVENT_SENT, &e);
    apenet_address_t nowhere = {31, 0, 0, 0};
    must(rdma_put(nowhere, source, 100, theirs, 0, 0) == -ENXIO);
    must(apenet_rdma_put(card, other, source, 0, theirs, 0, 0) == -EINVAL);
    await(APENET_EVENT_RECEIVED, &e); /* rank 1 is done */
}

static void take_all(apenet_address_t other)
{
    apenet_event_t e;
    const uint64_t mine[2] = {(uintptr_t)target, 0};
    uint64_t theirs;
    await_asleep(0);
    must(rdma_send(other, mine, sizeof mine, 0, APENET_SILENT) == 0);
    show(1);
    for (int i = 0; i < SMALL + 1; i++)
        await(APENET_EVENT_RECEIVED, &e);
    must(e.bytes == sizeof source);
    memcpy(&theirs, target, sizeof theirs);
    must(rdma_get(other, inbox, 128, theirs, 3000, 0) == 0);
    await(APENET_EVENT_GET_DONE, &e);
    must(e.bytes == 128);
    must(rdma_send(other, mine, 8, 4000, 0) == 0);
    await(APENET_EVENT_SENT, &e);
}

static void known_traffic(const char *path, apenet_card_t *card, int is_first, apenet_address_t other)
{
    file = open(path, O_RDWR | O_CREAT, 0600);
    must(file >= 0);
    if (is_first)
        put_all(card, other);
    else
        take_all(other);
}

/* ---- other jobs ---- */

/* Rank 1 enters the barrier after a message of rank 0, so the first poll of rank 0 is unsuccessful. */
static void poll_and_wait(int is_first, apenet_address_t other)
{
    static const char word[8];
    MUSPI_GIBarrier_t barrier;
    apenet_event_t e;
    must(MUSPI_GIBarrierInit(&barrier, 0) == 0);
    if (is_first) {
        MUSPI_GIBarrierEnter(&barrier);
        must(MUSPI_GIBarrierPoll(&barrier) != 0);
        must(rdma_send(other, word, sizeof word, 0, APENET_SILENT) == 0);
        while (MUSPI_GIBarrierPoll(&barrier) != 0)
            ;
        must(wait_event(APENET_KIND(APENET_EVENT_RECEIVED), 1, &e) == -ETIMEDOUT);
    } else {
        await(APENET_EVENT_RECEIVED, &e);
        MUSPI_GIBarrierEnterAndWait(&barrier);
    }
}

/* The slot of a kernel is reused after its put. */
static void put_of_a_kernel(apenet_card_t *card, apenet_address_t me)
{
    apenet_gpu_ring_t *ring;
    apenet_descriptor_t *slot;
    apenet_buffer_t buffer;
    apenet_event_t e;
    must(apenet_gpu_ring_open(card, &ring) == 0);
    slot = &ring->slot[0];
    must(register_buffer(slot, sizeof *slot, 0, 0, &buffer) == 0);
    must(apenet_gpu_prepare_put(card, me, source, sizeof *slot, (uintptr_t)slot, 5000, 0, slot) == 0);
    __atomic_store_n(&ring->next, 1, __ATOMIC_RELEASE);
    await(APENET_EVENT_SENT, &e);
    must(e.tag == 5000 && apenet_get64(slot->cmd1) == 0);
    await(APENET_EVENT_RECEIVED, &e);
}

static void all_to_all(apenet_card_t *card, apenet_address_t me)
{
    static char box[APENET_NODES_MOST][64];
    apenet_address_t size;
    apenet_buffer_t buffer;
    apenet_event_t e;
    int others = -1;
    must(apenet_whoami(card, &me, &size) == 0 && size.x * size.y * size.z <= (int)APENET_NODES_MOST);
    for (unsigned i = 0; i < APENET_NODES_MOST; i++)
        must(register_buffer(box[i], sizeof box[i], APENET_STREAMING, 0, &buffer) == 0);
    MUSPI_GIBarrier_t barrier;
    must(MUSPI_GIBarrierInit(&barrier, 0) == 0);
    MUSPI_GIBarrierEnterAndWait(&barrier);
    for (apenet_address_t to = {0, 0, 0, 0}; to.x < size.x; to.x++)
        for (to.y = 0; to.y < size.y; to.y++)
            for (to.z = 0; to.z < size.z; to.z++, others++)
                if (to.x != me.x || to.y != me.y || to.z != me.z)
                    must(rdma_send(to, source, 8, 0, APENET_SILENT) == 0);
    for (int i = 0; i < others; i++)
        await(APENET_EVENT_RECEIVED, &e);
}

int main(int argc, char **argv)
{
    apenet_card_t *card;
    apenet_address_t me;
    apenet_buffer_t buffer;
    must(apenet_default_card(&card) == 0 && apenet_whoami(card, &me, NULL) == 0);
    must(argc == 2);
    if (strcmp(argv[1], "all") == 0) {
        all_to_all(card, me);
        return 0;
    }
    int is_polls = strcmp(argv[1], "polls") == 0, is_kernel = strcmp(argv[1], "kernel") == 0;
    if (me.x == 0 || is_polls) {
        for (int i = 0; i < 2; i++)
            must(register_buffer(inbox[i], sizeof inbox[i], APENET_STREAMING, 0, &buffer) == 0);
        must(register_buffer(source, sizeof source, APENET_GET, 0, &buffer) == 0);
    } else {
        must(register_buffer(target, sizeof target, 0, 0, &buffer) == 0);
    }
    apenet_address_t other = {(uint8_t)(1 - me.x), 0, 0, 0};
    if (is_polls)
        poll_and_wait(me.x == 0, other);
    else if (is_kernel)
        put_of_a_kernel(card, me);
    else
        known_traffic(argv[1], card, me.x == 0, other);
    return 0;
}
