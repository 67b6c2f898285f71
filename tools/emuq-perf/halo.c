/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The exchange of a lattice code: each rank gives its boundary to both neighbours in a dimension, takes
 * theirs, and goes on to the next dimension. By direct puts, and by plain copies into memory of the
 * neighbours.
 *
 * There are two buffers for each way, used in turn. A rank sends exchange n + 2 when it has exchange n + 1 of
 * that neighbour, which had sent it after having read exchange n: so nothing is overwritten before it has
 * been read, at the receiver nor at the source. Every message begins with its number.
 */
#include "tools/emuq-perf/batches.h"
#include "tools/emuq-perf/message.h"

/* Way 2 d is down in dimension d, 2 d + 1 up. Where there is one node, both lead to the rank itself. */
static void coordinates(const perf_rank_t *r, uint32_t way, uint32_t to[SPI_DIMS])
{
    uint32_t d = way / 2, extent = r->process.extent[d];
    memcpy(to, r->process.at, SPI_DIMS * sizeof *to);
    to[d] = (to[d] + (way % 2 == 1 ? 1 : extent - 1)) % extent;
}

static uint32_t rank_at(const perf_rank_t *r, const uint32_t at[SPI_DIMS])
{
    for (uint32_t rank = 0;; rank++) {
        const BG_CoordinateMapping_t *m = &r->map[rank];
        if (m->a == at[0] && m->b == at[1] && m->c == at[2] && m->d == at[3] && m->e == at[4] &&
            m->t == at[5])
            return rank;
    }
}

void perf_faces_prepare(perf_rank_t *r, size_t size)
{
    uint32_t to[SPI_DIMS];
    for (uint32_t way = 0; way < PERF_WAYS; way++) {
        coordinates(r, way, to);
        r->neighbour[way] = rank_at(r, to);
    }
    perf_fill(r, size);
    for (int which = 0; which < 2; which++)
        memcpy(r->face_source[which], r->source, size);
}

/* The neighbour may be an exchange ahead, but not in this buffer. */
static void take(perf_rank_t *r, const char *face, size_t size, uint64_t number)
{
    r->wrong += perf_read(face, size) != r->rest_sum + number;
}

/* ---- by direct puts ---- */

static void put_face(perf_rank_t *r, uint32_t way, size_t size, uint32_t which)
{
    MUHWI_Descriptor_t d;
    uint32_t to[SPI_DIMS];
    coordinates(r, way, to);
    spi_put_descriptor(&r->process, &d, to, way % 2 == 1 ? 1 : -1, &r->window, r->face_source[which], size,
                       r->face[way][which], r->face_counter[way]);
    perf_inject(r, perf_injection(r), &d);
}

static void await_face(perf_rank_t *r, uint32_t way, size_t size, uint64_t number)
{
    uint64_t turns = 0, expected = r->face_expected[way] += size;
    /* Acquire: pairs with the release with which the Message Unit counts the bytes that it has written. */
    while ((int64_t)(__atomic_load_n(r->face_counter[way], __ATOMIC_ACQUIRE) + expected) > 0)
        perf_relax(&turns, r->patience);
    take(r, r->face[way][number % 2], size, number);
}

static double halo(perf_rank_t *r, size_t size, uint64_t rounds, uint32_t ways)
{
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        uint64_t number = ++r->exchanges;
        *(uint64_t *)r->face_source[number % 2] = number;
        for (uint32_t way = 0; way < ways; way += 2) {
            put_face(r, way, size, number % 2);
            put_face(r, way + 1, size, number % 2);
            await_face(r, way, size, number);
            await_face(r, way + 1, size, number);
        }
    }
    return (perf_now() - begin) / (double)rounds;
}

double perf_halo_6(perf_rank_t *r, size_t size, uint64_t rounds)
{
    return halo(r, size, rounds, 6);
}

double perf_halo_10(perf_rank_t *r, size_t size, uint64_t rounds)
{
    return halo(r, size, rounds, 10);
}

/* ---- by copies ---- */

static void copy_face(perf_rank_t *r, uint32_t way, size_t size, uint64_t number)
{
    uint32_t to = r->neighbour[way];
    memcpy(perf_face(r->shared, to, way, number % 2), r->face_source[number % 2], size);
    /* Release: pairs with await_copy(). */
    __atomic_store_n(&perf_face_flag(r->shared, to, way)->value, number, __ATOMIC_RELEASE);
}

static void await_copy(perf_rank_t *r, uint32_t way, size_t size, uint64_t number)
{
    uint32_t me = r->process.rank;
    const uint64_t *flag = &perf_face_flag(r->shared, me, way)->value;
    uint64_t turns = 0;
    while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) < number)
        perf_relax(&turns, r->patience);
    take(r, perf_face(r->shared, me, way, number % 2), size, number);
}

static double exchange(perf_rank_t *r, size_t size, uint64_t rounds, uint32_t ways)
{
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        uint64_t number = ++r->plain_exchanges;
        *(uint64_t *)r->face_source[number % 2] = number;
        for (uint32_t way = 0; way < ways; way += 2) {
            copy_face(r, way, size, number);
            copy_face(r, way + 1, size, number);
            await_copy(r, way, size, number);
            await_copy(r, way + 1, size, number);
        }
    }
    return (perf_now() - begin) / (double)rounds;
}

double perf_exchange_6(perf_rank_t *r, size_t size, uint64_t rounds)
{
    return exchange(r, size, rounds, 6);
}

double perf_exchange_10(perf_rank_t *r, size_t size, uint64_t rounds)
{
    return exchange(r, size, rounds, 10);
}
