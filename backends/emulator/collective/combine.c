/* SPDX-License-Identifier: BSD-3-Clause */
/* Arithmetic of collectives (spi-classroute-collectives 2), and delivery of segments. Operands above
 * 8 bytes consist of 64-bit limbs, least significant first. Additions wrap. */
#include "backends/emulator/collective/collective.h"

#include "backends/emulator/core/deliver.h"

#define STANDARD_NAN UINT64_C(0x7ff4000000000000) /* signalling */

enum {
    AND,
    OR,
    XOR,
    UNSIGNED_ADD = 4,
    UNSIGNED_MIN,
    UNSIGNED_MAX,
    SIGNED_ADD = 8,
    SIGNED_MIN,
    SIGNED_MAX,
    FLOAT_ADD = 12,
    FLOAT_MIN,
    FLOAT_MAX
};

static void combine_bitwise(unsigned op, uint8_t *dst, const uint8_t *src, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i += 4) {
        uint32_t a, b;
        memcpy(&a, dst + i, 4);
        memcpy(&b, src + i, 4);
        a = op == AND ? a & b : op == OR ? a | b : a ^ b;
        memcpy(dst + i, &a, 4);
    }
}

#define INTEGERS(name, type, signed_type)                                                                    \
    static void name(unsigned op, uint8_t *dst, const uint8_t *src, uint64_t bytes)                          \
    {                                                                                                        \
        for (uint64_t i = 0; i < bytes; i += sizeof(type)) {                                                 \
            type a, b;                                                                                       \
            memcpy(&a, dst + i, sizeof a);                                                                   \
            memcpy(&b, src + i, sizeof b);                                                                   \
            switch (op) {                                                                                    \
            case UNSIGNED_MIN:                                                                               \
                a = b < a ? b : a;                                                                           \
                break;                                                                                       \
            case UNSIGNED_MAX:                                                                               \
                a = b > a ? b : a;                                                                           \
                break;                                                                                       \
            case SIGNED_MIN:                                                                                 \
                a = (signed_type)b < (signed_type)a ? b : a;                                                 \
                break;                                                                                       \
            case SIGNED_MAX:                                                                                 \
                a = (signed_type)b > (signed_type)a ? b : a;                                                 \
                break;                                                                                       \
            default:                                                                                         \
                a = (type)(a + b);                                                                           \
            }                                                                                                \
            memcpy(dst + i, &a, sizeof a);                                                                   \
        }                                                                                                    \
    }

INTEGERS(combine_integers32, uint32_t, int32_t)
INTEGERS(combine_integers64, uint64_t, int64_t)

static int combine_compare_long(const uint64_t *a, const uint64_t *b, uint32_t limbs, bool is_signed)
{
    uint64_t top_a = a[limbs - 1], top_b = b[limbs - 1];
    if (is_signed && (top_a ^ top_b) >> 63)
        return top_a >> 63 ? -1 : 1;
    for (uint32_t i = limbs; i-- > 0;)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static void combine_long_integers(unsigned op, uint32_t word, uint8_t *dst, const uint8_t *src,
                                  uint64_t bytes)
{
    uint64_t a[64], b[64];
    uint32_t limbs = word / 8;
    for (uint64_t at = 0; at < bytes; at += word) {
        memcpy(a, dst + at, word);
        memcpy(b, src + at, word);
        if (op == UNSIGNED_ADD || op == SIGNED_ADD) {
            unsigned carry = 0;
            for (uint32_t i = 0; i < limbs; i++) {
                unsigned __int128 sum = (unsigned __int128)a[i] + b[i] + carry;
                a[i] = (uint64_t)sum;
                carry = (unsigned)(sum >> 64);
            }
        } else {
            int order = combine_compare_long(b, a, limbs, op == SIGNED_MIN || op == SIGNED_MAX);
            bool take = op == UNSIGNED_MIN || op == SIGNED_MIN ? order < 0 : order > 0;
            if (take)
                memcpy(a, b, word);
        }
        memcpy(dst + at, a, word);
    }
}

typedef double doubles_t __attribute__((vector_size(16), aligned(1), may_alias));
typedef int64_t answers_t __attribute__((vector_size(16)));

#define AT_ONCE 8 /* pairs of doubles between checks for NaN */

/* A NaN result becomes the standard NaN. */
static void combine_add_doubles(uint8_t *dst, const uint8_t *src, uint64_t bytes)
{
    uint64_t i = 0;
    for (; i + AT_ONCE * sizeof(doubles_t) <= bytes; i += AT_ONCE * sizeof(doubles_t)) {
        doubles_t *to = (doubles_t *)(void *)(dst + i);
        const doubles_t *from = (const doubles_t *)(const void *)(src + i);
        answers_t nan = {0, 0};
        for (int k = 0; k < AT_ONCE; k++) {
            doubles_t sum = to[k] + from[k];
            nan |= (answers_t)(sum != sum);
            to[k] = sum;
        }
        if (__builtin_expect((nan[0] | nan[1]) != 0, 0))
            emuq_normalise(dst + i, AT_ONCE * sizeof(doubles_t));
    }
    for (; i < bytes; i += sizeof(double)) {
        double a, b;
        memcpy(&a, dst + i, sizeof a);
        memcpy(&b, src + i, sizeof b);
        a += b;
        memcpy(dst + i, &a, sizeof a);
        if (__builtin_expect(a != a, 0))
            emuq_normalise(dst + i, sizeof a);
    }
}

static void combine_extreme_doubles(bool want_min, uint8_t *dst, const uint8_t *src, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i += 8) {
        double a, b;
        memcpy(&a, dst + i, 8);
        memcpy(&b, src + i, 8);
        if (a != a || b != b) {
            uint64_t nan = STANDARD_NAN;
            memcpy(dst + i, &nan, 8);
        } else if (want_min ? b < a : b > a) {
            memcpy(dst + i, &b, 8);
        }
    }
}

void emuq_normalise(void *data, uint64_t bytes)
{
    uint8_t *p = data;
    for (uint64_t i = 0; i + 8 <= bytes; i += 8) {
        double a;
        uint64_t nan = STANDARD_NAN;
        memcpy(&a, p + i, 8);
        if (a != a)
            memcpy(p + i, &nan, 8);
    }
}

void emuq_combine(uint8_t op, uint32_t word, void *dst, const void *src, uint64_t bytes)
{
    if (op <= XOR)
        combine_bitwise(op, dst, src, bytes);
    else if (op == FLOAT_ADD)
        combine_add_doubles(dst, src, bytes);
    else if (op > FLOAT_ADD)
        combine_extreme_doubles(op == FLOAT_MIN, dst, src, bytes);
    else if (word == 4)
        combine_integers32(op, dst, src, bytes);
    else if (word == 8)
        combine_integers64(op, dst, src, bytes);
    else
        combine_long_integers(op, word, dst, src, bytes);
}

/* ---- segments ---- */

static const char *segment_of(const emuq_tree_t *t, uint32_t p, const void *at)
{
    return emuq_collective_oldest(t, p)->payload + *(const uint64_t *)at;
}

void emuq_segment_prepare(emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    const MUHWI_CollectiveNetworkHeader_t *h = &run->header.NetworkHeader.collective;
    uint64_t packet = emuq_packet_limit(&run->header);
    uint64_t most = packet != 0 ? t->piece / packet * packet : t->piece;
    run->bytes = run->length - run->at < most ? run->length - run->at : most;
    run->sent = run->at;
    run->has_segment = true;
    run->segment = NULL;
    if (run->bytes == 0)
        return;
    if (run->source == UINT32_MAX) {
        run->segment =
            emuq_tree_combine(t, t->stack, t->piece, &run->header, run->bytes, segment_of, &run->at);
    } else {
        run->segment = emuq_collective_oldest(t, run->source)->payload + run->at;
        if (h->Byte1.OpCode >= 12) {
            memcpy(t->stack, run->segment, run->bytes);
            emuq_normalise(t->stack, run->bytes);
            run->segment = t->stack;
        }
    }
}

static inline emuq_outcome_t segment_deliver_to_receiver(emuq_work_t *work, emuq_tree_t *t,
                                                         emuq_collective_run_t *run, emuq_waiter_t *waiter)
{
    emuq_put_route_t *route = &t->put_route[run->receiver];
    /* A replica (the only receiver of a reduce) has no cached target. */
    bool is_put = emuq_packet_type(&run->header) == EMUQ_TYPE_PUT && run->receiver < t->local_inputs;
    if (is_put && run->bytes != 0 && run->sent == run->at && waiter->state == EMUQ_LOCAL &&
        emuq_put_route_matches(route, &run->header) &&
        emuq_put_route_put(route, &run->header, run->segment, run->at, run->bytes))
        return EMUQ_DONE;
    emuq_mu_node_t *to = &t->machine->node[t->participant[run->receiver]];
    emuq_message_t m = {.header = &run->header,
                        .payload = run->segment,
                        .base = run->at,
                        .length = run->length,
                        .sent = &run->sent,
                        .waiter = waiter,
                        .work = work,
                        .interrupt = run->interrupt};
    emuq_put_route_t found = {.to = NULL};
    if (is_put)
        emuq_put_route_find(&found, to, &run->header);
    emuq_outcome_t outcome = emuq_deliver(to, &m, run->at + run->bytes);
    if (outcome == EMUQ_DONE && is_put)
        *route = found;
    return outcome;
}

bool emuq_segment_deliver(emuq_work_t *work, emuq_tree_t *t, emuq_collective_run_t *run,
                          emuq_waiter_t *waiter)
{
    uint32_t last = run->only != UINT32_MAX ? run->only + 1 : t->local_inputs;
    while (run->receiver < last) {
        if (segment_deliver_to_receiver(work, t, run, waiter) == EMUQ_PARKED)
            return false;
        run->sent = run->at;
        run->receiver++;
    }
    return true;
}

void emuq_segment_next(emuq_collective_run_t *run)
{
    run->at += run->bytes;
    run->receiver = run->only != UINT32_MAX ? run->only : 0;
    run->has_segment = run->is_done_here = false;
}

bool emuq_segments_deliver(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    do {
        if (!run->has_segment)
            emuq_segment_prepare(t);
        if (!emuq_segment_deliver(work, t, run, &t->waiter))
            return false;
        emuq_segment_next(run);
    } while (run->at < run->length);
    return true;
}
