/* SPDX-License-Identifier: BSD-3-Clause */
/* All ranks put to all ranks at full rate. Rank 0 kills rank 1, which probably has the claim of a ring or of
 * a node. Each message of the surviving ranks completes or ends with an error, once, and all of these ranks
 * end. At least three ranks. Usage: EMUQ_ON_PEER_DEATH=report emuq-run ... apenet_dying FILE MESSAGES KILL
 * FILE is the start of the name of a file that the ranks share; KILL is the message of rank 0 before the
 * signal. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "apenet/rdma_names.h"
#include "spi/include/kernel/location.h"

#define RANKS    32u
#define MOST     100000u /* messages of a rank */
#define WINDOW   24u     /* incomplete messages of a rank */
#define VICTIM   1u
#define BYTES    10000u /* three packets */
#define SLICE_MS 2

typedef struct board {
    uint64_t target[RANKS];
    int64_t process[RANKS];
    unsigned ready;
    unsigned done; /* surviving ranks without incomplete messages */
} board_t;

static _Alignas(4096) char source[BYTES], target[BYTES];
static uint8_t has_ended[MOST];
static apenet_card_t *card;
static apenet_address_t size;
static board_t *board;
static unsigned rank, ranks;
static uint32_t posted, ended, errors;

static void must(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "apenet_dying: rank %u: %s: posted %u, ended %u\n", rank, what, posted, ended);
    exit(3);
}

static apenet_address_t address_of(unsigned r)
{
    unsigned node = r / size.pid;
    return (apenet_address_t){(uint8_t)(node / size.z / size.y), (uint8_t)(node / size.z % size.y),
                              (uint8_t)(node % size.z), (uint8_t)(r % size.pid)};
}

static void open_board(const char *path)
{
    char name[512];
    snprintf(name, sizeof name, "%s.%d", path, (int)getppid()); /* the launcher */
    int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    must(file >= 0 && ftruncate(file, sizeof *board) == 0, "the file");
    board = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    must(board != MAP_FAILED, "mmap");
    board->target[rank] = (uintptr_t)target;
    board->process[rank] = getpid();
    (void)__atomic_fetch_add(&board->ready, 1, __ATOMIC_ACQ_REL);
    while (__atomic_load_n(&board->ready, __ATOMIC_ACQUIRE) != ranks)
        usleep(1000);
    if (rank == 0)
        must(unlink(name) == 0, "unlink");
}

static void end_message(uint64_t tag, int status)
{
    must(tag < posted, "an event of an unknown message");
    must(!has_ended[tag], "a second event of a message");
    must(status == 0 || status == -EHOSTDOWN || status == -ENETDOWN, "an event has another status");
    has_ended[tag] = 1;
    errors += status != 0;
    ended++;
}

/* Errors of received messages have other statuses; the messages are incomplete. */
static void take_events(int timeout_ms)
{
    apenet_event_t e;
    for (; apenet_wait_event(card, APENET_ANY, timeout_ms, &e) == 0; timeout_ms = 0)
        if (e.kind == APENET_EVENT_SENT ||
            (e.kind == APENET_EVENT_ERROR && (e.status == -EHOSTDOWN || e.status == -ENETDOWN)))
            end_message(e.tag, e.status);
}

/* @return false: no space */
static int post(unsigned to)
{
    size_t bytes = posted % 4 == 0 ? BYTES : 64;
    int rc = apenet_rdma_put(card, address_of(to), source, bytes, board->target[to], posted, APENET_NOWAIT);
    if (rc == -EAGAIN)
        return 0;
    must(rc == 0 || rc == -EHOSTDOWN, "apenet_rdma_put");
    posted++;
    if (rc != 0)
        end_message(posted - 1, rc);
    return 1;
}

static void put_messages(uint32_t messages, uint32_t killed)
{
    while (ended < messages) {
        unsigned to = (unsigned)rand() % ranks;
        int has_space = posted < messages && posted - ended < WINDOW && post(to);
        take_events(has_space ? 0 : SLICE_MS);
        if (rank == 0 && posted == killed && board->process[VICTIM] != 0) {
            must(kill((pid_t)board->process[VICTIM], SIGKILL) == 0, "kill");
            board->process[VICTIM] = 0;
        }
    }
}

int main(int argc, char **argv)
{
    apenet_buffer_t buffer;
    apenet_address_t me;
    rank = Kernel_GetRank();
    must(argc == 4, "three arguments");
    must(apenet_default_card(&card) == 0 && apenet_whoami(card, &me, &size) == 0, "apenet_default_card");
    must(apenet_register_buffer(card, source, BYTES, 0, 0, &buffer) == 0 &&
             apenet_register_buffer(card, target, BYTES, 0, 0, &buffer) == 0,
         "apenet_register_buffer");
    ranks = (unsigned)size.x * size.y * size.z * size.pid;
    must(ranks >= 3 && ranks <= RANKS, "number of ranks");
    open_board(argv[1]);
    srand(rank + (unsigned)atoi(argv[3]));
    put_messages(rank == VICTIM ? MOST : (uint32_t)atoi(argv[2]), (uint32_t)atoi(argv[3]));
    (void)__atomic_fetch_add(&board->done, 1, __ATOMIC_ACQ_REL);
    while (__atomic_load_n(&board->done, __ATOMIC_ACQUIRE) != ranks - 1) /* other ranks need free entries */
        take_events(SLICE_MS);
    if (rank == 0)
        printf("all messages have ended, %u of rank 0 with an error\n", errors);
    return 0;
}
