/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * apenet-pingpong: the first and the last process of a torus of APEnet+ cards put a message to and fro, and
 * the first prints half the time of a round trip for each size. Each sends the other the address of its
 * buffer first, into a streaming buffer. Every message carries the number of its round; the whole contents
 * are checked in an extra round.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "apenet/rdma_names.h"
#include "options.h"

/* One of the two players. */
typedef struct player {
    apenet_address_t other;
    bool is_first;
    char *source, *landing;
    uint64_t target; /* landing of the other */
    uint64_t wrong;
} player_t;

static void must(int rc, const char *call)
{
    if (rc == 0)
        return;
    fprintf(stderr, "apenet-pingpong: %s: %s\n", call, strerror(-rc));
    exit(1);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Waits for an event of a kind, which must be a success. */
static void await(apenet_event_kind_t kind, apenet_event_t *event)
{
    must(wait_event(APENET_KIND(kind) | APENET_KIND(APENET_EVENT_ERROR), -1, event), "wait_event");
    must(event->status, "an event");
}

/* Tells the other where to put, and learns the same. */
static void exchange(player_t *p)
{
    uint64_t mine = (uintptr_t)p->landing;
    apenet_buffer_t stream;
    apenet_event_t event;
    must(register_buffer(&p->target, sizeof p->target, APENET_STREAMING, 0, &stream), "register_buffer");
    must(rdma_send(p->other, &mine, sizeof mine, 0, 0), "rdma_send");
    await(APENET_EVENT_RECEIVED, &event);
    await(APENET_EVENT_SENT, &event);
    must(unregister_buffer(stream), "unregister_buffer");
}

static char pattern(uint64_t round, size_t i)
{
    return (char)(round * 37 + i * 11 + (i >> 8));
}

static void put(player_t *p, uint64_t round, size_t bytes)
{
    apenet_event_t event;
    for (size_t i = sizeof round; round == 0 && i < bytes; i++)
        p->source[i] = pattern(bytes, i);
    memcpy(p->source, &round, sizeof round);
    must(rdma_put(p->other, p->source, bytes, p->target, round, 0), "rdma_put");
    await(APENET_EVENT_SENT, &event);
}

static void receive(player_t *p, uint64_t round, size_t bytes)
{
    apenet_event_t event;
    await(APENET_EVENT_RECEIVED, &event);
    p->wrong += event.bytes != bytes || event.address != p->landing;
    p->wrong += memcmp(p->landing, &round, sizeof round) != 0;
    for (size_t i = sizeof round; round == 0 && i < bytes; i++)
        p->wrong += p->landing[i] != pattern(bytes, i);
}

/* Rounds of one size, and one that is not measured. @return seconds of one way */
static double play(player_t *p, size_t bytes, unsigned long rounds)
{
    double begin = 0;
    for (uint64_t round = 0; round <= rounds; round++) {
        if (round == 1)
            begin = seconds();
        if (p->is_first)
            put(p, round, bytes);
        receive(p, round, bytes);
        if (!p->is_first)
            put(p, round, bytes);
    }
    return (seconds() - begin) / (2.0 * (double)rounds);
}

static void play_all(player_t *p, size_t longest, unsigned long rounds)
{
    apenet_buffer_t buffer;
    p->source = malloc(longest);
    p->landing = malloc(longest);
    if (p->source == NULL || p->landing == NULL)
        must(-ENOMEM, "malloc");
    must(register_buffer(p->landing, longest, 0, 0, &buffer), "register_buffer");
    exchange(p);
    if (p->is_first)
        printf("%10s %12s %10s\n", "bytes", "one way, us", "MB/s");
    for (size_t bytes = 32; bytes <= longest; bytes *= 2) {
        double time = play(p, bytes, rounds);
        if (p->is_first)
            printf("%10zu %12.2f %10.1f\n", bytes, 1e6 * time, 1e-6 * (double)bytes / time);
    }
    must(unregister_buffer(buffer), "unregister_buffer");
    free(p->source);
    free(p->landing);
}

int main(int argc, char **argv)
{
    unsigned long rounds = 1000, longest = 4 << 20;
    const example_option_t options[] = {
        {"--iterations", &rounds, 1, 1000000000, "round trips of each size"},
        {"--bytes", &longest, 32, 1ul << 30, "longest message"},
        {NULL, NULL, 0, 0, NULL},
    };
    int status =
        example_options(argc, argv, "Times puts between two processes that use APEnet+ cards.", options);
    if (status >= 0)
        return status;

    apenet_card_t *card;
    apenet_address_t me, size;
    must(apenet_default_card(&card), "opening the card");
    must(apenet_whoami(card, &me, &size), "apenet_whoami");
    const apenet_address_t first = {0, 0, 0, 0}, last = {(uint8_t)(size.x - 1), (uint8_t)(size.y - 1),
                                                         (uint8_t)(size.z - 1), (uint8_t)(size.pid - 1)};
    bool is_first = memcmp(&me, &first, sizeof me) == 0, is_last = memcmp(&me, &last, sizeof me) == 0;
    if (is_first && is_last) {
        fprintf(stderr, "apenet-pingpong: two processes have to play\n");
        return 2;
    }
    if (!is_first && !is_last)
        return 0;
    player_t p = {.other = is_first ? last : first, .is_first = is_first};
    play_all(&p, longest, rounds);
    if (p.wrong != 0)
        fprintf(stderr, "apenet-pingpong: %llu messages were wrong\n", (unsigned long long)p.wrong);
    return p.wrong != 0;
}
