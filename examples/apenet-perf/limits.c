/* SPDX-License-Identifier: BSD-3-Clause */
#include "limits.h"

#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/driver/driver.h" /* for memory that all ranks see */

#define SPINS 1000 /* looks before a thread gives up its core: both may be on one */

/* A line of memory that goes to and fro. */
struct limits_line {
    _Alignas(64) uint64_t turn; /* __atomic: even: the first rank's */
    uint64_t words[7];          /* the rest of the 64 bytes */
};

static int make_nothing(void *object, void *argument)
{
    (void)object;
    (void)argument;
    return 0;
}

limits_line_t *limits_line(const apenet_world_t *world)
{
    void *line = NULL;
    emuq_arena_t *arena = world->card->host->device->machine->arena;
    int rc = emuq_arena_object(arena, "apenet-perf", sizeof(limits_line_t), make_nothing, NULL, &line);
    apenet_world_must(world, rc == 0, "no memory for all ranks");
    return line;
}

/* Waits for a turn, changes the line, and gives it to the other. */
static void pass(limits_line_t *line, uint64_t turn)
{
    /* Acquire: pairs with the release below, in the other rank. */
    for (unsigned looks = 1; __atomic_load_n(&line->turn, __ATOMIC_ACQUIRE) != turn; looks++)
        if (looks % SPINS == 0)
            sched_yield();
    for (unsigned i = 0; i < 7; i++)
        line->words[i]++;
    __atomic_store_n(&line->turn, turn + 1, __ATOMIC_RELEASE);
}

double limits_hand_off(limits_line_t *line, uint64_t *turn, bool is_first, unsigned rounds)
{
    double start = 0;
    *turn += is_first ? 0 : 1;
    for (unsigned n = 0; n < rounds; n++, *turn += 2) {
        if (n == 2) /* the other rank is there: its turn has come back */
            start = apenet_world_seconds();
        pass(line, *turn);
    }
    *turn -= is_first ? 0 : 1;
    return (apenet_world_seconds() - start) / (2.0 * (rounds - 2));
}

double limits_copy(size_t bytes, unsigned rounds)
{
    char *from = malloc(bytes), *to = malloc(bytes);
    if (from == NULL || to == NULL)
        abort();
    memset(from, 1, bytes);
    memset(to, 2, bytes);
    double begin = apenet_world_seconds();
    for (unsigned n = 0; n < rounds; n++) {
        from[n % bytes]++;
        memcpy(to, from, bytes);
        __asm__ volatile("" : : "r"(to) : "memory"); /* the copy is made */
    }
    double time = apenet_world_seconds() - begin;
    free(from);
    free(to);
    return time / rounds;
}
