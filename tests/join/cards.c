/* SPDX-License-Identifier: BSD-3-Clause */
/* APEnet+ cards of processes that join: puts, gets and sends between memory that is not shared. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <spi/include/kernel/location.h>

#include "apenet/rdma.h"
#include "emuq_test.h"
#include "team.h"

#define BYTES  300001u
#define ROUNDS 20u
#define SENDS  40u
#define LETTER 2000u

static apenet_card_t *card;
static apenet_address_t self, lattice;
static char in_static[BYTES];
static char source_static[BYTES];

/* What each process shows to the team. */
typedef struct board {
    uint64_t memory[2]; /* target of puts: static, of malloc() */
    uint64_t readable;
    apenet_address_t address;
} board_t;

static board_t *board; /* [team->size] in team->text */

static char pattern(uint32_t from, uint32_t to, uint32_t round, uint32_t i)
{
    return (char)(from * 31 + to * 7 + round * 13 + i + i / 251);
}

static void fill(char *at, uint32_t to, uint32_t round)
{
    for (uint32_t i = 0; i < BYTES; i++)
        at[i] = pattern(team_self, to, round, i);
}

static void check(const char *at, uint32_t from, uint32_t to, uint32_t round)
{
    for (uint32_t i = 0; i < BYTES; i++)
        TEAM_CHECK(at[i] == pattern(from, to, round, i));
}

static int team_join_torus(void)
{
    return emuq_join(
        &(emuq_join_t){.rank = team_self, .ranks = team->size, .name = team->name, .dimensions = 3});
}

static void open_card(void)
{
    TEAM_CHECK(team_join_torus() == 0);
    TEAM_CHECK(apenet_open(0, &card) == 0);
    TEAM_CHECK(apenet_whoami(card, &self, &lattice) == 0);
    TEAM_CHECK(lattice.x * lattice.y * lattice.z * lattice.pid == (int)team->size);
    board = (board_t *)(void *)team->text;
    board[team_self].address = self;
    team_meet();
    for (uint32_t i = 0; i < team->size; i++)
        TEAM_CHECK(i == team_self || memcmp(&board[i].address, &self, sizeof self) != 0);
}

/* Memory that stays until the process ends: cards use it. */
static char *allocate(size_t bytes)
{
    static void *kept[4];
    static unsigned count;
    TEAM_CHECK(count < sizeof kept / sizeof kept[0]);
    kept[count] = calloc(1, bytes);
    return kept[count++];
}

static apenet_event_t event_of(unsigned kind)
{
    apenet_event_t e;
    memset(&e, 0, sizeof e);
    TEAM_CHECK(apenet_wait_event(card, APENET_KIND(kind), -1, &e) == 0);
    return e;
}

static void no_event(void)
{
    apenet_event_t e;
    TEAM_CHECK(apenet_wait_event(card, APENET_ANY, 0, &e) == -ETIMEDOUT);
}

/* Each process puts to its successor, from and to memory of both kinds. */
static void puts_between(void)
{
    open_card();
    uint32_t next = (team_self + 1) % team->size, previous = (team_self + team->size - 1) % team->size;
    char *target[2] = {in_static, allocate(BYTES)}, *source[2] = {source_static, allocate(BYTES)};
    apenet_buffer_t buffer[2];
    TEAM_CHECK(target[1] != NULL && source[1] != NULL);
    for (unsigned i = 0; i < 2; i++) {
        TEAM_CHECK(apenet_register_buffer(card, target[i], BYTES, 0, 100 + i, &buffer[i]) == 0);
        board[team_self].memory[i] = (uintptr_t)target[i];
    }
    team_meet();
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned kind = round % 2, of = round / 2 % 2;
        fill(source[of], next, round);
        TEAM_CHECK(apenet_rdma_put(card, board[next].address, source[of], BYTES, board[next].memory[kind],
                                   round, 0) == 0);
        apenet_event_t e = event_of(APENET_EVENT_SENT);
        TEAM_CHECK(e.status == 0 && e.tag == round);
        memset(source[of], 0, BYTES);
        e = event_of(APENET_EVENT_RECEIVED);
        TEAM_CHECK(e.status == 0 && e.bytes == BYTES && e.context == 100 + kind && e.address == target[kind]);
        check(target[kind], previous, team_self, round);
        team_meet();
    }
    no_event();
    TEAM_CHECK(apenet_unregister_buffer(card, buffer[0]) == 0);
    team_meet();
    TEAM_CHECK(apenet_rdma_put(card, board[next].address, source[0], 64, board[next].memory[0], 7, 0) == 0);
    TEAM_CHECK(event_of(APENET_EVENT_SENT).tag == 7);
    apenet_event_t e = event_of(APENET_EVENT_ERROR);
    TEAM_CHECK(e.status == -ENOENT);
    check(target[0], previous, team_self, ROUNDS - 2);
    TEAM_CHECK(apenet_close(card) == 0);
    team_meet();
}

static void gets_between(void)
{
    open_card();
    char *memory = allocate(BYTES);
    apenet_buffer_t buffer[2];
    uint32_t next = (team_self + 1) % team->size;
    TEAM_CHECK(memory != NULL);
    fill(memory, 0, 1);
    fill(source_static, 0, 2);
    TEAM_CHECK(apenet_register_buffer(card, memory, BYTES, APENET_GET, 0, &buffer[0]) == 0);
    TEAM_CHECK(apenet_register_buffer(card, source_static, BYTES, APENET_GET, 0, &buffer[1]) == 0);
    board[team_self].readable = (uintptr_t)memory;
    board[team_self].memory[0] = (uintptr_t)source_static;
    team_meet();
    char *sink[2] = {in_static, allocate(BYTES)};
    for (unsigned round = 0; round < ROUNDS; round++) {
        bool is_static = round / 2 % 2 != 0;
        uint64_t from = is_static ? board[next].memory[0] : board[next].readable;
        char *to = sink[round % 2];
        memset(to, 0, BYTES);
        TEAM_CHECK(apenet_rdma_get(card, board[next].address, to, BYTES, from, round, 0) == 0);
        apenet_event_t e = event_of(APENET_EVENT_GET_DONE);
        TEAM_CHECK(e.status == 0 && e.tag == round && e.bytes == BYTES);
        check(to, next, 0, is_static ? 2 : 1);
    }
    no_event();
    team_meet();
}

/* A letter of one sender to one receiver. */
static char letter_byte(uint32_t from, uint32_t number)
{
    return (char)(from * 16 + number % 16);
}

typedef struct mail {
    char letter[4][LETTER]; /* streaming buffers, fewer than letters */
    apenet_buffer_t buffer[4];
    uint32_t sent, arrived, received[TEAM_MOST];
} mail_t;

static uint32_t sender_of(const apenet_event_t *e)
{
    uint32_t from = 0;
    while (from < team->size && memcmp(&board[from].address, &e->peer, sizeof e->peer) != 0)
        from++;
    TEAM_CHECK(from < team->size);
    return from;
}

static void take_letters(mail_t *m)
{
    apenet_event_t e;
    while (apenet_wait_event(card, APENET_ANY, 0, &e) == 0) {
        TEAM_CHECK(e.status == 0);
        if (e.kind == APENET_EVENT_SENT) {
            m->sent++;
            continue;
        }
        TEAM_CHECK(e.kind == APENET_EVENT_RECEIVED && e.bytes == LETTER && e.context < 4);
        uint32_t from = sender_of(&e), number = m->received[from]++;
        for (unsigned i = 0; i < LETTER; i++)
            TEAM_CHECK(m->letter[e.context][i] == letter_byte(from, number));
        m->arrived++;
        TEAM_CHECK(apenet_rearm_buffer(card, m->buffer[e.context]) == 0);
    }
}

/* Each process sends to all processes more letters than there are buffers. */
static void sends_between(void)
{
    open_card();
    const uint32_t all = SENDS * team->size;
    mail_t *m = (mail_t *)(void *)allocate(sizeof *m);
    char *text = allocate((size_t)all * LETTER);
    TEAM_CHECK(m != NULL && text != NULL);
    for (unsigned i = 0; i < 4; i++)
        TEAM_CHECK(apenet_register_buffer(card, m->letter[i], LETTER, APENET_STREAMING, i, &m->buffer[i]) ==
                   0);
    team_meet();
    for (uint32_t n = 0; m->arrived < all || m->sent < all;) {
        if (n < all) {
            char *at = text + (size_t)n * LETTER;
            memset(at, letter_byte(team_self, n / team->size), LETTER);
            int rc = apenet_rdma_send(card, board[n % team->size].address, at, LETTER, n, APENET_NOWAIT);
            TEAM_CHECK(rc == 0 || rc == -EAGAIN);
            n += rc == 0;
        }
        take_letters(m);
    }
    team_meet();
    no_event();
    team_meet();
}

/* Process 1 is killed while all processes put to all, and send to process 1, which has no buffers. Each
 * message of the remaining processes ends once; later messages are rejected. */
static void killed(void)
{
    open_card();
    char *target = allocate(BYTES);
    apenet_buffer_t buffer;
    uint32_t posted = 0, ended = 0;
    TEAM_CHECK(target != NULL && apenet_register_buffer(card, target, BYTES, 0, 0, &buffer) == 0);
    board[team_self].memory[0] = (uintptr_t)target;
    team_meet();
    bool is_rejected = false;
    while (!is_rejected || ended < posted) {
        if (!is_rejected && posted - ended < 20) {
            uint32_t to = posted % team->size;
            bool is_send = to == 1 && posted / team->size % 2 != 0;
            int rc = is_send
                         ? apenet_rdma_send(card, board[1].address, source_static, LETTER, 0, APENET_NOWAIT)
                         : apenet_rdma_put(card, board[to].address, source_static, BYTES, board[to].memory[0],
                                           0, APENET_NOWAIT);
            /* Process 1, or a process that has found its death earlier and has left. */
            TEAM_CHECK(rc == 0 || rc == -EAGAIN || (rc == -EHOSTDOWN && to != team_self));
            is_rejected = rc == -EHOSTDOWN;
            posted += rc == 0;
        }
        if (team_self == 1 && posted >= 10)
            kill(getpid(), SIGKILL);
        apenet_event_t e;
        while (apenet_wait_event(card, APENET_ANY, 1, &e) == 0) {
            bool is_mine = e.kind == APENET_EVENT_SENT || e.status == -EHOSTDOWN;
            TEAM_CHECK(is_mine || e.kind == APENET_EVENT_RECEIVED || e.kind == APENET_EVENT_ERROR);
            ended += is_mine;
        }
    }
    TEAM_CHECK(ended == posted);
    TEAM_CHECK(apenet_rdma_get(card, board[1].address, target, 64, board[1].memory[0], 0, 0) == -EHOSTDOWN);
}

/* Polls without time limit find the death of process 1: a send that waits for a buffer ends. */
static void killed_polls(void)
{
    open_card();
    if (team_self != 1)
        TEAM_CHECK(apenet_rdma_send(card, board[1].address, source_static, LETTER, 6, APENET_NOWAIT) == 0);
    team_meet();
    if (team_self == 1)
        kill(getpid(), SIGKILL);
    apenet_event_t e;
    int rc;
    while ((rc = apenet_wait_event(card, APENET_ANY, 0, &e)) == -ETIMEDOUT)
        ;
    TEAM_CHECK(rc == 0 && e.kind == APENET_EVENT_ERROR && e.status == -EHOSTDOWN && e.tag == 6);
}

#define MAPPED ((size_t)1 << 20)

/* The source of a get loses its second half: gets of the first half succeed, and the rest fails. */
static void unmapped(void)
{
    open_card();
    char *at = mmap(NULL, MAPPED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    apenet_buffer_t buffer;
    TEAM_CHECK(at != MAP_FAILED);
    memset(at, 1 + (int)team_self, MAPPED);
    TEAM_CHECK(apenet_register_buffer(card, at, MAPPED, APENET_GET, 0, &buffer) == 0);
    board[team_self].readable = (uintptr_t)at;
    team_meet();
    if (team_self == 1)
        TEAM_CHECK(munmap(at + MAPPED / 2, MAPPED / 2) == 0);
    team_meet();
    for (unsigned whole = 0; whole < 2 && team_self == 0; whole++) {
        size_t bytes = MAPPED >> !whole;
        TEAM_CHECK(apenet_rdma_get(card, board[1].address, at, bytes, board[1].readable, 5, 0) == 0);
        apenet_event_t e = event_of(APENET_EVENT_GET_DONE);
        TEAM_CHECK(e.tag == 5 && e.status == (whole ? -EFAULT : 0));
        TEAM_CHECK(whole ? e.bytes >= MAPPED / 2 - 128 * 1024 && e.bytes <= MAPPED / 2 : e.bytes == bytes);
        TEAM_CHECK(at[0] == 2 && at[MAPPED / 2 - 1] == 2 && at[MAPPED / 2] == 1 && at[MAPPED - 1] == 1);
    }
    team_meet();
}

/* A process that has left rejects messages, too. */
static void left(void)
{
    open_card();
    team_meet();
    if (team_self == 0) {
        TEAM_CHECK(apenet_close(card) == 0 && emuq_leave() == 0);
    }
    team_meet();
    if (team_self != 0)
        TEAM_CHECK(apenet_rdma_send(card, board[0].address, source_static, 64, 0, 0) == -EHOSTDOWN);
    team_meet();
}

/* The Message Unit's default shape has five dimensions, which cards do not support. */
static void five_dimensions(void)
{
    TEAM_CHECK(team_join(team_self, team->size) == 0);
    TEAM_CHECK(apenet_open(0, &card) == -EINVAL);
    team_meet();
}

static void no_copies(void)
{
    setenv("EMUQ_CROSS_MEMORY", "off", 1);
    TEAM_CHECK(team_join_torus() == 0);
    TEAM_CHECK(apenet_open(0, &card) == -ENOTSUP);
    team_meet();
}

static void dimensions(void)
{
    const emuq_join_t wrong = {.rank = 0, .ranks = 2, .name = team->name, .dimensions = 4};
    TEAM_CHECK(emuq_join(&wrong) == -EINVAL);
    setenv("EMUQ_PPN", "2", 1);
    open_card(); /* 3 nodes */
    TEAM_CHECK(lattice.x == 3 && lattice.y == 1 && lattice.z == 1 && lattice.pid == 2);
    team_meet();
}

#define TEAM(name, size, status)                                                                             \
    static void test_##name(void)                                                                            \
    {                                                                                                        \
        CU_ASSERT_EQUAL(team_run(size, name), status);                                                       \
    }

TEAM(puts_between, 4, 0)
TEAM(gets_between, 4, 0)
TEAM(sends_between, 4, 0)
TEAM(killed, 4, 1)
TEAM(killed_polls, 4, 1)
TEAM(left, 4, 0)
TEAM(unmapped, 2, 0)
TEAM(dimensions, 6, 0)
TEAM(five_dimensions, 4, 0)
TEAM(no_copies, 2, 0)

static void test_packets(void)
{
    setenv("EMUQ_APENET_NET", "packet", 1);
    CU_ASSERT_EQUAL(team_run(4, puts_between), 0);
    CU_ASSERT_EQUAL(team_run(4, gets_between), 0);
    CU_ASSERT_EQUAL(team_run(4, sends_between), 0);
    CU_ASSERT_EQUAL(team_run(4, killed), 1);
    unsetenv("EMUQ_APENET_NET");
}

int main(void)
{
    static const emuq_test_t tests[] = {{"puts", test_puts_between},
                                        {"gets", test_gets_between},
                                        {"sends", test_sends_between},
                                        {"a killed process", test_killed},
                                        {"polls find a killed process", test_killed_polls},
                                        {"a process leaves", test_left},
                                        {"memory that is unmapped", test_unmapped},
                                        {"dimensions", test_dimensions},
                                        {"five dimensions", test_five_dimensions},
                                        {"no copies between processes", test_no_copies},
                                        {"packets", test_packets},
                                        {NULL, NULL}};
    return emuq_test_main("cards of processes that join", tests);
}
