/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * apenet-pingpong: ping-pong by puts between the first and the last process of a torus of APEnet+ cards. The
 * first process prints half of the round-trip time for each size. Both first exchange the addresses of their
 * buffers through a streaming buffer. Every message carries the number of its round; complete contents are
 * checked in an extra round.
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

typedef struct player {
    apenet_address_t other;
    bool is_first;
    char *source, *target;
    uint64_t remote_target; /* target of the partner */
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

/* Waits for a successful event of a kind. */
static void await(apenet_event_kind_t kind, apenet_event_t *event)
{
    must(wait_event(APENET_KIND(kind) | APENET_KIND(APENET_EVENT_ERROR), -1, event), "wait_event");
    must(event->status, "an event");
}

/* Exchanges the addresses of the targets. */
static void exchange(player_t *p)
{
    uint64_t address = (uintptr_t)p->target;
    apenet_buffer_t stream;
    apenet_event_t event;
    must(register_buffer(&p->remote_target, sizeof p->remote_target, APENET_STREAMING, 0, &stream),
         "register_buffer");
    must(rdma_send(p->other, &address, sizeof address, 0, 0), "rdma_send");
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
    must(rdma_put(p->other, p->source, bytes, p->remote_target, round, 0), "rdma_put");
    await(APENET_EVENT_SENT, &event);
}

static void receive(player_t *p, uint64_t round, size_t bytes)
{
    apenet_event_t event;
    await(APENET_EVENT_RECEIVED, &event);
    p->wrong += event.bytes != bytes || event.address != p->target;
    p->wrong += memcmp(p->target, &round, sizeof round) != 0;
    for (size_t i = sizeof round; round == 0 && i < bytes; i++)
        p->wrong += p->target[i] != pattern(bytes, i);
}

/* Measures a size, after a round that is not measured. @return seconds per direction */
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
    p->target = malloc(longest);
    if (p->source == NULL || p->target == NULL)
        must(-ENOMEM, "malloc");
    must(register_buffer(p->target, longest, 0, 0, &buffer), "register_buffer");
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
    free(p->target);
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
