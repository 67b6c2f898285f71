/* SPDX-License-Identifier: BSD-3-Clause */
/* What the machine does without a Message Unit, in memory that the ranks share. */
#include "tools/emuq-perf/batches.h"
#include "tools/emuq-perf/message.h"

#define PUBLISH_EVERY 16  /* slots of the ring, pieces of the pipe: so often one side tells the other */
#define PIECE         512 /* bytes of the pipe that are copied at a time, as the payload of a packet */
#define PIPE_PIECES   (PERF_PIPE_BYTES / PIECE)
#define FALL_ASLEEP   50e-6 /* seconds that a rank has to fall asleep in */

/* ---- to and fro between two cores ---- */

/* A flag only grows, also from one batch to the next: each rank begins with its own. */
static uint64_t last_flag(const perf_rank_t *r)
{
    return __atomic_load_n(&perf_mine(r)->flag[r->role].value, __ATOMIC_RELAXED);
}

static void raise_flag(perf_rank_t *r, uint64_t number)
{
    /* Release: pairs with the acquire of await_flag(). */
    __atomic_store_n(&perf_mine(r)->flag[r->role].value, number, __ATOMIC_RELEASE);
}

static void await_flag(perf_rank_t *r, uint64_t number)
{
    const uint64_t *flag = &perf_mine(r)->flag[1 - r->role].value;
    uint64_t turns = 0;
    while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) != number)
        perf_relax(&turns, r->patience);
}

double perf_handoff(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    if (r->role == PERF_BYSTANDER)
        return 0;
    uint64_t flag = last_flag(r);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        flag++;
        if (r->role == PERF_FIRST)
            raise_flag(r, flag);
        await_flag(r, flag);
        if (r->role == PERF_SECOND)
            raise_flag(r, flag);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

static void give_line(perf_rank_t *r, uint64_t number)
{
    uint64_t *payload = perf_mine(r)->payload[r->role];
    for (uint64_t i = 0; i < 8; i++)
        payload[i] = number + i;
    raise_flag(r, number);
}

static void take_line(perf_rank_t *r, uint64_t number)
{
    await_flag(r, number);
    r->wrong += perf_read(perf_mine(r)->payload[1 - r->role], PERF_LINE) != 8 * number + 28;
}

double perf_handoff64(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    if (r->role == PERF_BYSTANDER)
        return 0;
    uint64_t flag = last_flag(r);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        flag++;
        if (r->role == PERF_FIRST)
            give_line(r, flag);
        take_line(r, flag);
        if (r->role == PERF_SECOND)
            give_line(r, flag);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

static void give_block(perf_rank_t *r, size_t size, uint64_t round, uint64_t flag)
{
    *(uint64_t *)r->source = round;
    memcpy(perf_block(r->shared, r->pair, r->role), r->source, size);
    raise_flag(r, flag);
}

double perf_copy_read(perf_rank_t *r, size_t size, uint64_t rounds)
{
    if (r->role == PERF_BYSTANDER)
        return 0;
    const char *block = perf_block(r->shared, r->pair, 1 - r->role);
    uint64_t flag = last_flag(r);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        flag++;
        if (r->role == PERF_FIRST)
            give_block(r, size, i, flag);
        await_flag(r, flag);
        r->wrong += perf_read(block, size) != r->rest_sum + i;
        if (r->role == PERF_SECOND)
            give_block(r, size, i, flag);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

/* From the call that wakes the second rank until it has said that it runs. */
static double wake(perf_rank_t *r, uint32_t *futex, uint64_t flag)
{
    double begin = perf_now();
    while (perf_now() - begin < FALL_ASLEEP) {
    }
    begin = perf_now();
    __atomic_store_n(futex, (uint32_t)flag, __ATOMIC_RELEASE); /* pairs with sleep_until() */
    perf_futex_wake(futex);
    await_flag(r, flag);
    return perf_now() - begin;
}

static void sleep_until(uint32_t *futex, uint32_t value)
{
    for (uint32_t seen; (seen = __atomic_load_n(futex, __ATOMIC_ACQUIRE)) != value;)
        perf_futex_wait(futex, seen);
}

double perf_futex_wake_hop(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    uint32_t *futex = &perf_mine(r)->futex;
    uint64_t flag = last_flag(r);
    double seconds = 0;
    for (uint64_t i = 1; i <= rounds; i++) {
        if (r->role == PERF_FIRST) {
            seconds += wake(r, futex, flag + i);
            raise_flag(r, flag + i); /* the next one may fall asleep */
        } else {
            sleep_until(futex, (uint32_t)(flag + i));
            raise_flag(r, flag + i);
            await_flag(r, flag + i);
        }
    }
    return seconds / (double)rounds;
}

/* ---- one core ---- */

/* The same place again and again, as a stream of puts does it. */
double perf_memcpy(perf_rank_t *r, size_t size, uint64_t rounds)
{
    if (r->role != PERF_FIRST)
        return 0;
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        memcpy(r->landing, r->source, size);
        __asm__ volatile("" : : "r"(r->landing) : "memory"); /* every copy has to be made */
    }
    return (perf_now() - begin) / (double)rounds;
}

double perf_sum_and_copies(perf_rank_t *r, size_t size, uint64_t rounds)
{
    if (r->role != PERF_FIRST)
        return 0;
    char *block[2] = {perf_block(r->shared, r->pair, 0), perf_block(r->shared, r->pair, 1)};
    const double *a = (const double *)r->source, *b = (const double *)block[0];
    double *sum = (double *)r->landing;
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

/* ---- a ring ---- */

/* The number in a slot tells the reader that it is new; the reader tells what it has taken now and then. */
static void write_ring(perf_pair_t *p, uint64_t from, uint64_t slots, uint64_t patience)
{
    uint64_t taken = from;
    for (uint64_t n = from + 1; n <= from + slots; n++) {
        perf_slot_t *slot = &p->ring[n % PERF_RING_SLOTS];
        for (uint64_t turns = 0; n - taken > PERF_RING_SLOTS; perf_relax(&turns, patience))
            taken = __atomic_load_n(&p->taken.value, __ATOMIC_ACQUIRE); /* pairs with read_ring() */
        for (uint64_t i = 0; i < 7; i++)
            slot->payload[i] = n + i;
        __atomic_store_n(&slot->number, n, __ATOMIC_RELEASE); /* pairs with read_ring() */
    }
    for (uint64_t turns = 0; taken != from + slots; perf_relax(&turns, patience))
        taken = __atomic_load_n(&p->taken.value, __ATOMIC_ACQUIRE);
}

static uint64_t read_ring(perf_pair_t *p, uint64_t from, uint64_t slots, uint64_t patience)
{
    uint64_t wrong = 0;
    for (uint64_t n = from + 1; n <= from + slots; n++) {
        const perf_slot_t *slot = &p->ring[n % PERF_RING_SLOTS];
        uint64_t turns = 0;
        while (__atomic_load_n(&slot->number, __ATOMIC_ACQUIRE) != n)
            perf_relax(&turns, patience);
        wrong += slot->payload[0] != n || slot->payload[6] != n + 6;
        if (n % PUBLISH_EVERY == 0 || n == from + slots)
            __atomic_store_n(&p->taken.value, n, __ATOMIC_RELEASE);
    }
    return wrong;
}

double perf_ring(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    perf_pair_t *p = perf_mine(r);
    uint64_t from = __atomic_load_n(&p->taken.value, __ATOMIC_RELAXED); /* of the last batch */
    double begin = perf_now();
    if (r->role == PERF_SECOND)
        r->wrong += read_ring(p, from, rounds, r->patience);
    else
        write_ring(p, from, rounds, r->patience);
    return (perf_now() - begin) / (double)rounds;
}

/* ---- a pipe: memory that one copies into and the other out of ---- */

/* Bytes of the piece that begins at byte @p at of a message. */
static size_t piece_bytes(size_t size, size_t at)
{
    return size - at < PIECE ? size - at : PIECE;
}

/* @param from,end  numbers of pieces */
static void fill_pipe(perf_rank_t *r, perf_pair_t *p, size_t size, uint64_t from, uint64_t end)
{
    uint64_t taken = from, turns;
    size_t at = 0;
    for (uint64_t n = from; n < end; n++) {
        for (turns = 0; n - taken == PIPE_PIECES; perf_relax(&turns, r->patience))
            taken = __atomic_load_n(&p->piped[1].value, __ATOMIC_ACQUIRE); /* pairs with drain_pipe() */
        memcpy(p->pipe + n % PIPE_PIECES * PIECE, r->source + at, piece_bytes(size, at));
        if ((n + 1) % PUBLISH_EVERY == 0 || n + 1 == end)
            __atomic_store_n(&p->piped[0].value, n + 1, __ATOMIC_RELEASE); /* pairs with drain_pipe() */
        at = at + PIECE < size ? at + PIECE : 0;
    }
    for (turns = 0; taken != end; perf_relax(&turns, r->patience))
        taken = __atomic_load_n(&p->piped[1].value, __ATOMIC_ACQUIRE);
}

static void drain_pipe(perf_rank_t *r, perf_pair_t *p, size_t size, uint64_t from, uint64_t end)
{
    uint64_t filled = from;
    size_t at = 0;
    for (uint64_t n = from; n < end; n++) {
        for (uint64_t turns = 0; n == filled; perf_relax(&turns, r->patience))
            filled = __atomic_load_n(&p->piped[0].value, __ATOMIC_ACQUIRE);
        memcpy(r->landing + at, p->pipe + n % PIPE_PIECES * PIECE, piece_bytes(size, at));
        __atomic_store_n(&p->piped[1].value, n + 1, __ATOMIC_RELEASE);
        at = at + PIECE < size ? at + PIECE : 0;
    }
}

double perf_pipe(perf_rank_t *r, size_t size, uint64_t rounds)
{
    perf_pair_t *p = perf_mine(r);
    uint64_t from = __atomic_load_n(&p->piped[1].value, __ATOMIC_RELAXED); /* of the last batch */
    uint64_t end = from + (size + PIECE - 1) / PIECE * rounds;
    double begin = perf_now();
    if (r->role == PERF_SECOND)
        drain_pipe(r, p, size, from, end);
    else
        fill_pipe(r, p, size, from, end);
    return (perf_now() - begin) / (double)rounds;
}

/* ---- barriers ---- */

static double barriers(perf_rank_t *r, uint64_t rounds, uint64_t patience)
{
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++)
        perf_barrier(&r->shared->measured, r->players, patience);
    return (perf_now() - begin) / (double)rounds;
}

double perf_spin_barrier(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    return barriers(r, rounds, r->patience);
}

double perf_yield_barrier(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    return barriers(r, rounds, 0);
}
