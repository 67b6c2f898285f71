/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations of all nodes or all ranks. */
#include <time.h>

#include "tools/emuq-perf/rank.h"

/* ---- collectives of all nodes on class route 0 ---- */

double perf_gi_barrier(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++)
        MUSPI_GIBarrierEnterAndWait(&r->process.gi);
    return (perf_now() - begin) / (double)rounds;
}

void perf_collective_descriptor(const perf_rank_t *r, MUHWI_Descriptor_t *d, size_t size, uint8_t type)
{
    MUSPI_CollectiveDirectPutDescriptorInfo_t info;
    memset(&info, 0, sizeof info);
    info.Base.Payload_Address = r->window.physical + spi_payload_offset(&r->window, r->source);
    info.Base.Message_Length = size;
    info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER;
    info.Collective.Op_Code = type == MUHWI_COLLECTIVE_TYPE_ALLREDUCE
                                  ? MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD
                                  : MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
    info.Collective.Word_Length = sizeof(double);
    info.Collective.Class_Route = 0;
    info.Collective.Misc = (uint8_t)(MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM | type);
    uint16_t id = spi_window_id(&r->process, &r->window, 0);
    info.DirectPut.Rec_Payload_Base_Address_Id = info.DirectPut.Rec_Counter_Base_Address_Id = id;
    info.DirectPut.Rec_Payload_Offset = spi_payload_offset(&r->window, r->target);
    info.DirectPut.Rec_Counter_Offset = spi_counter_offset(&r->process, &r->window, r->counter[PERF_DATA]);
    MUSPI_CreateCollectiveDirectPutDescriptor(d, &info);
}

void perf_check_sum(perf_rank_t *r, size_t size, uint32_t members)
{
    const double *source = (const double *)r->source, *sum = (const double *)r->target;
    for (size_t i = 0; i < size / sizeof *sum; i += size / sizeof *sum / 2 + 1)
        r->wrong += sum[i] != source[i] * members;
}

double perf_allreduce(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    perf_collective_descriptor(r, &d, size, MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        perf_inject(r, fifo, &d);
        perf_await(r, PERF_DATA, size);
    }
    double seconds = (perf_now() - begin) / (double)rounds;
    perf_check_sum(r, size, r->process.ranks / r->process.extent[SPI_T]);
    return seconds;
}

/* The first and the last node alternate. Each sends after it received the previous broadcast. */
double perf_broadcast(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    perf_collective_descriptor(r, &d, size, MUHWI_COLLECTIVE_TYPE_BROADCAST);
    double begin = perf_now();
    for (uint64_t i = 0; i < 2 * rounds; i++) {
        if (r->role == (i % 2 == 0 ? PERF_FIRST : PERF_SECOND))
            perf_inject(r, fifo, &d);
        perf_await(r, PERF_DATA, size);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

/* ---- incast ---- */

/* All ranks send to the first rank at full rate. @return on the first rank: seconds per message */
double perf_incast(perf_rank_t *r, size_t size, uint64_t rounds)
{
    uint64_t messages = rounds * (r->active - 1);
    if (r->role == PERF_FIRST) {
        double begin = perf_now();
        perf_await_packets(r, messages * perf_packets(size));
        return (perf_now() - begin) / (double)messages;
    }
    MUHWI_Descriptor_t d;
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    perf_fifo_descriptor(r, &d, size, r->count_packet); /* all senders have the first rank as partner */
    for (uint64_t i = 0; i < rounds; i++)
        perf_inject(r, fifo, &d);
    return 0;
}

/* One sender only, which alternates with the receiver on the same core. */
double perf_one_core_pair(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    double begin, seconds = 0;
    if (r->role == PERF_BYSTANDER) {
        perf_sleep(r);
        return 0;
    }
    perf_bind(r, r->pair);
    if (r->role == PERF_FIRST) {
        begin = perf_now();
        perf_await_packets(r, rounds * perf_packets(size));
        seconds = (perf_now() - begin) / (double)rounds;
        perf_end_sleep(r);
    } else {
        perf_fifo_descriptor(r, &d, size, r->count_packet);
        for (uint64_t i = 0; i < rounds; i++)
            perf_inject(r, fifo, &d);
    }
    perf_rank_restore(r);
    return seconds;
}

/* ---- exchange in a ring ---- */

/* One counter for each neighbour, since a neighbour may be a round ahead. */
static const int counter_of[2] = {PERF_DATA, PERF_REPLY};

/* Puts a word to the next rank (side 0 of the receiver) or to the previous rank (side 1). Two words
 * alternate: the neighbour has consumed round n - 2 when its message of round n - 1 arrives. */
static void many_put_word(perf_rank_t *r, uint32_t side, uint64_t round)
{
    uint32_t ranks = r->process.ranks, me = r->process.rank;
    const BG_CoordinateMapping_t *m = &r->map[(side == 0 ? me + 1 : me + ranks - 1) % ranks];
    const uint32_t to[SPI_DIMS] = {m->a, m->b, m->c, m->d, m->e, m->t};
    uint64_t *word = (uint64_t *)r->source + round % 2;
    MUHWI_Descriptor_t d;
    spi_put_descriptor(&r->process, &d, to, 1, &r->window, word, sizeof *word, (uint64_t *)r->target + side,
                       r->counter[counter_of[side]]);
    perf_inject(r, perf_injection(r), &d);
}

/* Polls the counter without any call, like a program that expects a core per rank. */
static void many_spin(perf_rank_t *r, uint32_t side, uint64_t round)
{
    const uint64_t *counter = r->counter[counter_of[side]];
    uint64_t expected = r->expected[counter_of[side]] += sizeof(uint64_t);
    /* Acquire: pairs with the release of the Message Unit's counter update, after it stored the data. */
    while ((int64_t)(AO_load_acquire(counter) + expected) > 0) {
    }
    uint64_t word = AO_load((uint64_t *)r->target + side);
    r->wrong += word != round && word != round + 1; /* this round or the next one */
}

/* Exchanges of a round. Rank 0 can finish the first ones before distant ranks have got a core. */
#define MANY_EXCHANGES 16

double perf_spin_exchange(perf_rank_t *r, size_t size, uint64_t rounds)
{
    uint64_t exchanges = rounds * MANY_EXCHANGES;
    (void)size;
    double begin = perf_now();
    for (uint64_t i = 0; i < exchanges; i++) {
        ((uint64_t *)r->source)[i % 2] = i;
        for (uint32_t side = 0; side < 2; side++)
            many_put_word(r, side, i);
        for (uint32_t side = 0; side < 2; side++)
            many_spin(r, side, i);
    }
    return (perf_now() - begin) / (double)exchanges;
}

/* ---- computing while other ranks poll memory ---- */

#define MANY_COMPUTING 1.0 /* seconds per round */

/* Processor time of the calling thread, in seconds. */
static double many_cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Rank 0 computes. Waiting ranks poll a word without any call, and EMUQ reduces their share of the core. */
double perf_spin_computing(perf_rank_t *r, size_t size, uint64_t rounds)
{
    perf_word_t *computed = &r->shared->computed;
    uint64_t batch = ++r->computed;
    (void)size;
    if (r->role != PERF_FIRST) {
        while (AO_load_acquire(&computed->value) != batch) {
        }
        return 0;
    }
    double begin = perf_now(), used_before = many_cpu_seconds(), elapsed;
    do
        elapsed = perf_now() - begin;
    while (elapsed < MANY_COMPUTING * (double)rounds);
    double part = (many_cpu_seconds() - used_before) / elapsed;
    /* pairs with the load acquire above */
    AO_store_release(&computed->value, batch);
    return part;
}

/* ---- halo exchange of a lattice code ----
 *
 * For each dimension, a rank sends a face to both neighbours and receives their faces, by direct puts or by
 * copies into shared memory. Each message starts with its number.
 *
 * Each direction has two buffers, used alternately. A rank sends exchange n + 2 after receiving exchange n +
 * 1 of the same neighbour, which has then read n: no buffer is overwritten before it is read. */

/* Direction 2 d is down in dimension d, 2 d + 1 up. */
static void halo_coordinates(const perf_rank_t *r, uint32_t direction, uint32_t to[SPI_DIMS])
{
    uint32_t d = direction / 2, extent = r->process.extent[d];
    memcpy(to, r->process.at, SPI_DIMS * sizeof *to);
    to[d] = (to[d] + (direction % 2 == 1 ? 1 : extent - 1)) % extent;
}

static uint32_t halo_rank_at(const perf_rank_t *r, const uint32_t at[SPI_DIMS])
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
    for (uint32_t direction = 0; direction < PERF_DIRECTIONS; direction++) {
        halo_coordinates(r, direction, to);
        r->neighbour[direction] = halo_rank_at(r, to);
    }
    perf_fill(r, size);
    for (int which = 0; which < 2; which++)
        memcpy(r->face_source[which], r->source, size);
}

/* Checks a face. The neighbour may be one exchange ahead, but in the second buffer. */
static void halo_check(perf_rank_t *r, const char *face, size_t size, uint64_t number)
{
    r->wrong += perf_read(face, size) != r->tail_sum + number;
}

/* Sends or awaits the face of exchange @p number. */
typedef void halo_step_t(perf_rank_t *r, uint32_t direction, size_t size, uint64_t number);

/* @param exchanges exchanges of this kind so far */
static inline double halo_run(perf_rank_t *r, size_t size, uint64_t rounds, uint64_t *exchanges,
                              halo_step_t *send, halo_step_t *await)
{
    uint32_t directions = r->parameter;
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        uint64_t number = ++*exchanges;
        *(uint64_t *)r->face_source[number % 2] = number;
        for (uint32_t direction = 0; direction < directions; direction += 2) {
            send(r, direction, size, number);
            send(r, direction + 1, size, number);
            await(r, direction, size, number);
            await(r, direction + 1, size, number);
        }
    }
    return (perf_now() - begin) / (double)rounds;
}

/* ---- by direct puts ---- */

static void halo_put_face(perf_rank_t *r, uint32_t direction, size_t size, uint64_t number)
{
    MUHWI_Descriptor_t d;
    uint32_t to[SPI_DIMS];
    halo_coordinates(r, direction, to);
    spi_put_descriptor(&r->process, &d, to, direction % 2 == 1 ? 1 : -1, &r->window,
                       r->face_source[number % 2], size, r->face[direction][number % 2],
                       r->face_counter[direction]);
    perf_inject(r, perf_injection(r), &d);
}

static void halo_await_face(perf_rank_t *r, uint32_t direction, size_t size, uint64_t number)
{
    uint64_t spins = 0, expected = r->face_expected[direction] += size;
    /* Acquire: pairs with the release of the Message Unit's counter update, after it stored the data. */
    while ((int64_t)(AO_load_acquire(r->face_counter[direction]) + expected) > 0)
        perf_relax(&spins, r->spin_limit);
    halo_check(r, r->face[direction][number % 2], size, number);
}

double perf_halo(perf_rank_t *r, size_t size, uint64_t rounds)
{
    return halo_run(r, size, rounds, &r->exchanges, halo_put_face, halo_await_face);
}

/* ---- by copies ---- */

static void halo_copy_face(perf_rank_t *r, uint32_t direction, size_t size, uint64_t number)
{
    uint32_t to = r->neighbour[direction];
    memcpy(perf_face(r->shared, to, direction, number % 2), r->face_source[number % 2], size);
    /* pairs with halo_await_copy() */
    AO_store_release(&perf_face_flag(r->shared, to, direction)->value, number);
}

static void halo_await_copy(perf_rank_t *r, uint32_t direction, size_t size, uint64_t number)
{
    uint32_t me = r->process.rank;
    const uint64_t *flag = &perf_face_flag(r->shared, me, direction)->value;
    uint64_t spins = 0;
    while (AO_load_acquire(flag) < number)
        perf_relax(&spins, r->spin_limit);
    halo_check(r, perf_face(r->shared, me, direction, number % 2), size, number);
}

double perf_exchange(perf_rank_t *r, size_t size, uint64_t rounds)
{
    return halo_run(r, size, rounds, &r->plain_exchanges, halo_copy_face, halo_await_copy);
}
