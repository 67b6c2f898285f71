/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks are processes, one per card. Rank 0 stops each rank in turn, and continues the rank. Each card must
 * show the state of its neighbours. Usage: apenet_stopped, in a job with EMUQ_APENET_NET=packet
 *
 * A thread may have the claim of a card when its process stops: this node then makes no progress. Rank 0
 * therefore repeats the stop. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "apenet/driver/driver.h"
#include "apenet/link.h"
#include "apenet/net/network.h"

#define RANKS   8u
#define LIMIT_S 80
#define TRY_S   2

typedef struct note {
    uint32_t rank, process;
} note_t;

static note_t incoming[RANKS];
static char done;
static apenet_card_t *card;
static uint32_t process_of[RANKS];

static void must(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "apenet_stopped: %s\n", what);
    exit(1);
}

static uint64_t seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec;
}

static uint32_t reg(uint32_t node, unsigned n)
{
    return apenet_reg_load(card->host->all[node].device->reg, n);
}

static unsigned field(uint32_t word, unsigned of)
{
    return apenet_get(&word, of);
}

/* Whether the registers of all cards show a single stopped host. @param stopped its node; UINT32_MAX: none */
static int is_shown(uint32_t stopped)
{
    const apenet_machine_t *m = card->host->device->machine;
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < m->devices; i++) {
        uint32_t own = reg(i, APENET_REG_HEALTH);
        wrong += field(own, APENET_HEALTH_VALID) == 0 || field(own, APENET_HEALTH_CARD) != 0;
        wrong += field(own, APENET_HEALTH_HOST) != (i == stopped ? 3u : 0u);
        for (unsigned p = 0; p < APENET_PORTS; p++) {
            if ((reg(i, APENET_REG_CARD_STATUS) >> (8 + p) & 1) == 0)
                continue;
            uint32_t word = reg(i, APENET_REG_HEALTH_PORT + p);
            bool is_next = apenet_network_next(m->network, i, p) == stopped;
            wrong += field(word, APENET_HEALTH_VALID) == 0 || field(word, APENET_HEALTH_CARD) != 0;
            wrong += field(word, APENET_HEALTH_HOST) != (is_next ? 3u : 0u);
        }
    }
    return wrong == 0;
}

static int await_shown(uint32_t stopped, unsigned limit_s)
{
    uint64_t end = seconds() + limit_s;
    while (!is_shown(stopped) && seconds() < end)
        usleep(1000);
    return is_shown(stopped);
}

static void stop_and_continue(uint32_t rank)
{
    int is_seen = 0;
    for (unsigned i = 0; !is_seen && i < LIMIT_S / TRY_S; i++) {
        must(kill((pid_t)process_of[rank], SIGSTOP) == 0, "cannot stop a rank");
        is_seen = await_shown(rank, TRY_S);
        uint32_t card_wd = reg(rank, APENET_REG_CARD_WD), host_wd = reg(rank, APENET_REG_HOST_WD);
        uint64_t end = seconds() + TRY_S;
        while (is_seen && reg(rank, APENET_REG_CARD_WD) == card_wd && seconds() < end)
            usleep(1000); /* the card of the stopped rank works */
        is_seen = is_seen && reg(rank, APENET_REG_CARD_WD) != card_wd;
        must(!is_seen || reg(rank, APENET_REG_HOST_WD) == host_wd, "the watchdog of a stopped host counts");
        kill((pid_t)process_of[rank], SIGCONT);
    }
    must(is_seen, "the neighbours do not show a stopped host");
    must(await_shown(UINT32_MAX, LIMIT_S), "a host that continues is shown as failed");
}

/* Rank 0 sleeps until a neighbour stops. */
static void await_event(uint32_t neighbour)
{
    int is_seen = 0;
    for (unsigned i = 0; !is_seen && i < LIMIT_S / TRY_S; i++) {
        apenet_event_t e;
        must(kill((pid_t)process_of[neighbour], SIGSTOP) == 0, "cannot stop a rank");
        while (!is_seen && apenet_wait_event(card, APENET_KIND(APENET_EVENT_HEALTH), TRY_S * 1000, &e) == 0)
            is_seen = e.kind == APENET_EVENT_HEALTH && e.status == -EHOSTDOWN &&
                      e.peer.x == card->host->all[neighbour].device->address.x &&
                      e.peer.y == card->host->all[neighbour].device->address.y;
        kill((pid_t)process_of[neighbour], SIGCONT);
    }
    must(is_seen, "no HEALTH event of a stopped neighbour");
}

static apenet_address_t address_of(uint32_t rank)
{
    return card->host->all[rank].device->address;
}

/* Rank 0 learns the process of each rank. */
static void collect(uint32_t ranks)
{
    apenet_event_t e;
    for (uint32_t i = 1; i < ranks; i++) {
        must(apenet_wait_event(card, APENET_KIND(APENET_EVENT_RECEIVED), LIMIT_S * 1000, &e) == 0, "no note");
        const note_t *note = e.address;
        must(note->rank < ranks, "a wrong note");
        process_of[note->rank] = note->process;
    }
}

int main(void)
{
    apenet_address_t me, lattice;
    apenet_buffer_t buffer;
    apenet_event_t e;
    must(apenet_open(0, &card) == 0 && apenet_whoami(card, &me, &lattice) == 0, "no card");
    uint32_t ranks = (uint32_t)lattice.x * lattice.y * lattice.z, self = card->host->device->number;
    must(ranks <= RANKS && lattice.pid == 1, "too many ranks");
    for (uint32_t i = 0; i < ranks; i++)
        must(apenet_register_buffer(card, self == 0 ? (void *)&incoming[i] : &done,
                                    self == 0 ? sizeof *incoming : 1, APENET_STREAMING, i, &buffer) == 0,
             "a buffer is rejected");
    note_t note = {self, (uint32_t)getpid()};
    if (self != 0) {
        must(apenet_rdma_send(card, address_of(0), &note, sizeof note, 0, 0) == 0, "no note is sent");
        must(apenet_wait_event(card, APENET_KIND(APENET_EVENT_RECEIVED), -1, &e) == 0, "no end");
        return 0;
    }
    collect(ranks);
    must(await_shown(UINT32_MAX, LIMIT_S), "health is not good");
    for (uint32_t i = 1; i < ranks; i++)
        stop_and_continue(i);
    await_event(1); /* at (1,0,0) or (0,1,0) */
    for (uint32_t i = 1; i < ranks; i++)
        must(apenet_rdma_send(card, address_of(i), &done, 1, 0, 0) == 0, "no end is sent");
    for (uint32_t i = 1; i < ranks; i++)
        must(apenet_wait_event(card, APENET_KIND(APENET_EVENT_SENT), LIMIT_S * 1000, &e) == 0,
             "an end is not sent");
    return 0;
}
