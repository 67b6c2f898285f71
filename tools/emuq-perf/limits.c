/* SPDX-License-Identifier: BSD-3-Clause */
/* Limits of the machine without a Message Unit, in memory that the ranks share. */
#include "tools/emuq-perf/rank.h"

#define LIMITS_PUBLISH_EVERY  16  /* ring slots or pipe fragments between two updates of a position */
#define LIMITS_FRAGMENT       512 /* bytes per copy, the payload of a packet */
#define LIMITS_PIPE_FRAGMENTS (PERF_PIPE_BYTES / LIMITS_FRAGMENT)
#define LIMITS_FALL_ASLEEP    50e-6 /* seconds for a rank to fall asleep */

/* ---- ping-pong between two cores ---- */

/* Flags increase across batches: each rank continues with its last value. */
static uint64_t limits_last_flag(const perf_rank_t *r)
{
    return AO_load(&perf_pair(r)->flag[r->role].value);
}

static void limits_raise_flag(perf_rank_t *r, uint64_t number)
{
    /* pairs with limits_await_flag() */
    AO_store_release(&perf_pair(r)->flag[r->role].value, number);
}

static void limits_await_flag(perf_rank_t *r, uint64_t number)
{
    const uint64_t *flag = &perf_pair(r)->flag[1 - r->role].value;
    uint64_t spins = 0;
    while (AO_load_acquire(flag) != number)
        perf_relax(&spins, r->spin_limit);
}

double perf_handoff(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    if (r->role == PERF_BYSTANDER)
        return 0;
    uint64_t flag = limits_last_flag(r);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        flag++;
        if (r->role == PERF_FIRST)
            limits_raise_flag(r, flag);
        limits_await_flag(r, flag);
        if (r->role == PERF_SECOND)
            limits_raise_flag(r, flag);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

static void limits_give_line(perf_rank_t *r, uint64_t number)
{
    uint64_t *payload = perf_pair(r)->payload[r->role];
    for (uint64_t i = 0; i < 8; i++)
        payload[i] = number + i;
    limits_raise_flag(r, number);
}

double perf_handoff64(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    if (r->role == PERF_BYSTANDER)
        return 0;
    uint64_t flag = limits_last_flag(r);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        flag++;
        if (r->role == PERF_FIRST)
            limits_give_line(r, flag);
        limits_await_flag(r, flag);
        r->wrong += perf_read(perf_pair(r)->payload[1 - r->role], PERF_LINE) != 8 * flag + 28;
        if (r->role == PERF_SECOND)
            limits_give_line(r, flag);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

static void limits_give_block(perf_rank_t *r, size_t size, uint64_t round, uint64_t flag)
{
    *(uint64_t *)r->source = round;
    memcpy(perf_block(r->shared, r->pair, r->role), r->source, size);
    limits_raise_flag(r, flag);
}

double perf_copy_read(perf_rank_t *r, size_t size, uint64_t rounds)
{
    if (r->role == PERF_BYSTANDER)
        return 0;
    const char *block = perf_block(r->shared, r->pair, 1 - r->role);
    uint64_t flag = limits_last_flag(r);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        flag++;
        if (r->role == PERF_FIRST)
            limits_give_block(r, size, i, flag);
        limits_await_flag(r, flag);
        r->wrong += perf_read(block, size) != r->tail_sum + i;
        if (r->role == PERF_SECOND)
            limits_give_block(r, size, i, flag);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

/* Wakes the second rank. @return seconds until its confirmation */
static double limits_wake(perf_rank_t *r, uint32_t *futex, uint64_t flag)
{
    double begin = perf_now();
    while (perf_now() - begin < LIMITS_FALL_ASLEEP) {
    }
    begin = perf_now();
    perf_futex_set(futex, (uint32_t)flag);
    limits_await_flag(r, flag);
    return perf_now() - begin;
}

double perf_futex_wake_hop(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    uint32_t *futex = &perf_pair(r)->futex;
    uint64_t flag = limits_last_flag(r);
    double seconds = 0;
    for (uint64_t i = 1; i <= rounds; i++) {
        if (r->role == PERF_FIRST) {
            seconds += limits_wake(r, futex, flag + i);
            limits_raise_flag(r, flag + i); /* the second rank may sleep again */
        } else {
            perf_futex_wait(futex, (uint32_t)(flag + i));
            limits_raise_flag(r, flag + i);
            limits_await_flag(r, flag + i);
        }
    }
    return seconds / (double)rounds;
}

/* ---- one core ---- */

/* Copies to the same address each time, as a stream of puts does. */
double perf_memcpy(perf_rank_t *r, size_t size, uint64_t rounds)
{
    if (r->role != PERF_FIRST)
        return 0;
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        memcpy(r->target, r->source, size);
        __asm__ volatile("" : : "r"(r->target) : "memory"); /* prevents the removal of copies */
    }
    return (perf_now() - begin) / (double)rounds;
}

double perf_sum_and_copies(perf_rank_t *r, size_t size, uint64_t rounds)
{
    if (r->role != PERF_FIRST)
        return 0;
    char *block[2] = {perf_block(r->shared, r->pair, 0), perf_block(r->shared, r->pair, 1)};
    const double *a = (const double *)r->source, *b = (const double *)block[0];
    double *sum = (double *)r->target;
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        for (size_t k = 0; k < size / sizeof *sum; k++)
            sum[k] = a[k] + b[k];
        for (int copy = 0; copy < 2; copy++) {
            memcpy(block[copy], sum, size);
            __asm__ volatile("" : : "r"(block[copy]) : "memory");
        }
    }
    return (perf_now() - begin) / (double)rounds;
}

/* ---- ring ---- */

/* The number in a slot publishes it to the reader. The reader publishes its position at intervals. */
static void limits_write_ring(perf_pair_t *p, uint64_t from, uint64_t slots, uint64_t spin_limit)
{
    uint64_t consumed = from;
    for (uint64_t n = from + 1; n <= from + slots; n++) {
        perf_slot_t *slot = &p->ring[n % PERF_RING_SLOTS];
        for (uint64_t spins = 0; n - consumed > PERF_RING_SLOTS; perf_relax(&spins, spin_limit))
            consumed = AO_load_acquire(&p->consumed.value); /* pairs with limits_read_ring() */
        for (uint64_t i = 0; i < 7; i++)
            slot->payload[i] = n + i;
        AO_store_release(&slot->number, n); /* pairs with limits_read_ring() */
    }
    for (uint64_t spins = 0; consumed != from + slots; perf_relax(&spins, spin_limit))
        consumed = AO_load_acquire(&p->consumed.value);
}

static uint64_t limits_read_ring(perf_pair_t *p, uint64_t from, uint64_t slots, uint64_t spin_limit)
{
    uint64_t wrong = 0;
    for (uint64_t n = from + 1; n <= from + slots; n++) {
        const perf_slot_t *slot = &p->ring[n % PERF_RING_SLOTS];
        uint64_t spins = 0;
        while (AO_load_acquire(&slot->number) != n)
            perf_relax(&spins, spin_limit);
        wrong += slot->payload[0] != n || slot->payload[6] != n + 6;
        if (n % LIMITS_PUBLISH_EVERY == 0 || n == from + slots)
            AO_store_release(&p->consumed.value, n); /* pairs with limits_write_ring() */
    }
    return wrong;
}

double perf_ring(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    perf_pair_t *p = perf_pair(r);
    uint64_t from = AO_load(&p->consumed.value); /* position after the last batch */
    double begin = perf_now();
    if (r->role == PERF_SECOND)
        r->wrong += limits_read_ring(p, from, rounds, r->spin_limit);
    else
        limits_write_ring(p, from, rounds, r->spin_limit);
    return (perf_now() - begin) / (double)rounds;
}

/* ---- pipe: one rank copies in, the second rank copies out ---- */

/* Size of the fragment at offset @p at of a message. */
static size_t limits_fragment_bytes(size_t size, size_t at)
{
    return size - at < LIMITS_FRAGMENT ? size - at : LIMITS_FRAGMENT;
}

/* @param from,end range of fragment numbers */
static void limits_fill_pipe(perf_rank_t *r, perf_pair_t *p, size_t size, uint64_t from, uint64_t end)
{
    uint64_t consumed = from, spins;
    size_t at = 0;
    for (uint64_t n = from; n < end; n++) {
        for (spins = 0; n - consumed == LIMITS_PIPE_FRAGMENTS; perf_relax(&spins, r->spin_limit))
            consumed = AO_load_acquire(&p->pipe_position[1].value); /* pairs with limits_drain_pipe() */
        memcpy(p->pipe + n % LIMITS_PIPE_FRAGMENTS * LIMITS_FRAGMENT, r->source + at,
               limits_fragment_bytes(size, at));
        if ((n + 1) % LIMITS_PUBLISH_EVERY == 0 || n + 1 == end)
            AO_store_release(&p->pipe_position[0].value, n + 1); /* pairs with limits_drain_pipe() */
        at = at + LIMITS_FRAGMENT < size ? at + LIMITS_FRAGMENT : 0;
    }
    for (spins = 0; consumed != end; perf_relax(&spins, r->spin_limit))
        consumed = AO_load_acquire(&p->pipe_position[1].value);
}

static void limits_drain_pipe(perf_rank_t *r, perf_pair_t *p, size_t size, uint64_t from, uint64_t end)
{
    uint64_t filled = from;
    size_t at = 0;
    for (uint64_t n = from; n < end; n++) {
        for (uint64_t spins = 0; n == filled; perf_relax(&spins, r->spin_limit))
            filled = AO_load_acquire(&p->pipe_position[0].value);
        memcpy(r->target + at, p->pipe + n % LIMITS_PIPE_FRAGMENTS * LIMITS_FRAGMENT,
               limits_fragment_bytes(size, at));
        AO_store_release(&p->pipe_position[1].value, n + 1); /* pairs with limits_fill_pipe() */
        at = at + LIMITS_FRAGMENT < size ? at + LIMITS_FRAGMENT : 0;
    }
}

double perf_pipe(perf_rank_t *r, size_t size, uint64_t rounds)
{
    perf_pair_t *p = perf_pair(r);
    uint64_t from = AO_load(&p->pipe_position[1].value); /* position after the last batch */
    uint64_t end = from + (size + LIMITS_FRAGMENT - 1) / LIMITS_FRAGMENT * rounds;
    double begin = perf_now();
    if (r->role == PERF_SECOND)
        limits_drain_pipe(r, p, size, from, end);
    else
        limits_fill_pipe(r, p, size, from, end);
    return (perf_now() - begin) / (double)rounds;
}

/* ---- barriers ---- */

double perf_central_barrier(perf_rank_t *r, size_t size, uint64_t rounds)
{
    uint64_t spin_limit = r->parameter == 0 ? r->spin_limit : 0;
    (void)size;
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++)
        perf_barrier(&r->shared->measured, r->active, spin_limit);
    return (perf_now() - begin) / (double)rounds;
}
