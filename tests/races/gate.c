/* SPDX-License-Identifier: BSD-3-Clause */
#include "gate.h"

#include <time.h>

#include "base/atomic.h"
#include "mu_support.h"

enum { GATES = 4, STEP = MU_BOARD_WORDS - 1 /* word of the board */ };

/* All accesses are relaxed: a gate orders nothing. */
static struct gate {
    const char *point; /* written only while no gate exists */
    uint64_t arrived, allowed;
} gates[GATES];

static unsigned in_force;
static void (*stop)(const char *name); /* handler of points.h, if linked into the program */

static void rest(void)
{
    nanosleep(&(struct timespec){0, 200000}, NULL);
}

static void reached(const char *name)
{
    unsigned count = __atomic_load_n(&in_force, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < count; i++) {
        struct gate *g = &gates[i];
        if (strcmp(__atomic_load_n(&g->point, __ATOMIC_RELAXED), name) != 0)
            continue;
        uint64_t number = __atomic_add_fetch(&g->arrived, 1, __ATOMIC_RELAXED);
        while (number > __atomic_load_n(&g->allowed, __ATOMIC_RELAXED))
            rest();
    }
    if (stop != NULL)
        stop(name);
}

/* Runs after the constructor of points.c and before any thread starts. */
__attribute__((constructor(102))) static void install(void)
{
    stop = emuq_test_point_reached;
    emuq_test_point_reached = reached;
}

unsigned gate_open(const char *point)
{
    unsigned i = __atomic_load_n(&in_force, __ATOMIC_RELAXED);
    if (i == GATES)
        abort();
    __atomic_store_n(&gates[i].point, point, __ATOMIC_RELAXED);
    __atomic_store_n(&gates[i].arrived, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&gates[i].allowed, GATE_OPEN, __ATOMIC_RELAXED);
    __atomic_store_n(&in_force, i + 1, __ATOMIC_RELAXED);
    return i;
}

void gate_allow(unsigned gate, uint64_t arrivals)
{
    __atomic_store_n(&gates[gate].allowed, arrivals, __ATOMIC_RELAXED);
}

uint64_t gate_count(unsigned gate)
{
    return __atomic_load_n(&gates[gate].arrived, __ATOMIC_RELAXED);
}

void gate_wait(unsigned gate, uint64_t arrival)
{
    MU_WAIT(gate_count(gate) >= arrival);
}

void gate_clear(void)
{
    for (unsigned i = 0; i < GATES; i++)
        gate_allow(i, GATE_OPEN);
    __atomic_store_n(&in_force, 0, __ATOMIC_RELAXED);
}

void step_done(uint64_t step)
{
    __atomic_store_n(&mu_board[STEP], step, __ATOMIC_RELEASE);
}

void step_wait(uint64_t step)
{
    MU_WAIT(__atomic_load_n(&mu_board[STEP], __ATOMIC_ACQUIRE) >= step);
}

bool becomes_set(const unsigned *flag, unsigned milliseconds)
{
    uint64_t end = mu_microseconds() + milliseconds * UINT64_C(1000);
    while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) == 0 && mu_microseconds() < end)
        rest();
    return __atomic_load_n(flag, __ATOMIC_ACQUIRE) != 0;
}
