/* SPDX-License-Identifier: BSD-3-Clause */
/* The deposit bit: a message along a line leaves a copy at every node on the path. */
#include "refusals.h"

enum { BYTES = 1300, PLACE = 2048 };

static const uint8_t hints_abcd[5][2] = {
    {MUHWI_PACKET_HINT_AM, MUHWI_PACKET_HINT_AP},
    {MUHWI_PACKET_HINT_BM, MUHWI_PACKET_HINT_BP},
    {MUHWI_PACKET_HINT_CM, MUHWI_PACKET_HINT_CP},
    {MUHWI_PACKET_HINT_DM, MUHWI_PACKET_HINT_DP},
    {0, 0},
};
static const uint8_t hints_e[2] = {MUHWI_PACKET_HINT_EM, MUHWI_PACKET_HINT_EP};

/* A line from a node: dimension, direction (0 minus, 1 plus), hops. */
typedef struct line {
    int dim, plus;
    uint32_t hops;
} line_t;

/* @return the node @p hops further along the line, or UINT32_MAX: off the mesh. */
static uint32_t along(const mu_rank_t *me, uint32_t node, const line_t *l, uint32_t hops)
{
    uint32_t c[5], n = me->size[l->dim];
    mu_coordinates(me, node, c);
    uint32_t moved = l->plus ? c[l->dim] + hops : c[l->dim] + n - hops;
    bool inside = l->plus ? moved < n : moved >= n;
    if (!inside && !(me->torus & 0x10u >> l->dim))
        return UINT32_MAX;
    c[l->dim] = moved % n;
    return mu_node_at(me, c);
}

/* Hops from @p from to the caller along the line, or 0: not on the line. */
static uint32_t distance(const mu_rank_t *me, uint32_t from, const line_t *l)
{
    for (uint32_t h = 1; h <= l->hops; h++)
        if (along(me, from, l, h) == me->node)
            return h;
    return 0;
}

static void hint(mu_message_t *m, const line_t *l)
{
    m->hints = hints_abcd[l->dim][l->plus];
    m->misc1 = (uint8_t)(MUHWI_PACKET_DEPOSIT | (l->dim == 4 ? hints_e[l->plus] : 0));
}

/* Every node sends along the same kind of line; target and counter depend on the sender. */
static void put_line(mu_rank_t *me, mu_kit_t *kit, const line_t *l, bool hinted)
{
    uint64_t seed = (uint64_t)l->dim * 10 + (uint64_t)l->plus * 5 + l->hops;
    memset(kit->window.va, 0, kit->window.bytes);
    memset(kit->counters.va, 0, kit->counters.bytes);
    mu_fill(kit->source.va, BYTES, seed, me->node);
    mu_barrier(me);
    uint32_t to = along(me, me->node, l, l->hops);
    if (to != UINT32_MAX) {
        mu_message_t m = mu_put(me, kit, to, 0, me->node * PLACE + 3, BYTES, me->node);
        hint(&m, l);
        if (!hinted) {
            m.hints = 0;
            m.misc1 = MUHWI_PACKET_DEPOSIT;
        }
        mu_wait_sent(kit->inj, mu_send(me, kit->inj, m));
    }
    for (uint32_t from = 0; from < me->nodes; from++)
        if (along(me, from, l, l->hops) != UINT32_MAX && distance(me, from, l) != 0)
            mu_wait_counter(&kit->counter[from], -(uint64_t)BYTES);
    mu_barrier(me);
    for (uint32_t from = 0; from < me->nodes; from++) {
        bool here = along(me, from, l, l->hops) != UINT32_MAX && distance(me, from, l) != 0;
        char *place = kit->window.va + from * PLACE;
        CHECK_EQUAL(in64((uint64_t *)kit->counters.va + from), here ? -(uint64_t)BYTES : 0);
        if (here)
            CHECK_EQUAL(mu_same(place + 3, BYTES, seed, from), BYTES);
        else
            CHECK(mu_all(place, PLACE, 0));
    }
    mu_barrier(me);
}

static void each_line(mu_rank_t *me, mu_kit_t *kit,
                      void (*send)(mu_rank_t *, mu_kit_t *, const line_t *, bool))
{
    for (int d = 0; d < 5; d++)
        for (int plus = 0; plus < 2; plus++)
            for (uint32_t hops = 1; hops < me->size[d]; hops++) {
                line_t l = {d, plus, hops};
                send(me, kit, &l, true);
                /* Without hints the unit finds the direction if the shortest one is unique. */
                if (me->torus & 0x10u >> d ? 2 * hops < me->size[d] : true)
                    send(me, kit, &l, false);
            }
}

static void put_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, me->nodes * PLACE);
    each_line(me, &kit, put_line);
}

static void puts_on_a_torus(void)
{
    mu_run(MU_NODES(5, 1, 2, 1, 2), put_body);
    mu_run(MU_NODES(1, 4, 1, 3, 1), put_body);
}

static void puts_on_a_mesh(void)
{
    emuq_job_t job = MU_NODES(4, 1, 1, 1, 2);
    job.mesh = 0x1f;
    mu_run(job, put_body);
    job = MU_NODES(1, 3, 3, 1, 1);
    job.mesh = 0x08; /* B only */
    mu_run(job, put_body);
}

/* ---- Memory FIFO ---- */

typedef struct arrivals {
    uint64_t seed;
    uint64_t bytes[64]; /* by sender */
} arrivals_t;

static void arrival(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    arrivals_t *a = argument;
    uint32_t from = mu_software_word(h, 4);
    uint64_t offset = mu_put_offset(h), valid = BYTES - offset < 512 ? BYTES - offset : 512;
    CHECK_EQUAL(bytes, 32 + (valid + 31) / 32 * 32);
    if (!CHECK(from < 64))
        return;
    CHECK_EQUAL(offset, a->bytes[from]);
    CHECK_EQUAL(mu_same(h + 1, valid, a->seed, from + offset), valid);
    a->bytes[from] += valid;
}

static void fifo_line(mu_rank_t *me, mu_kit_t *kit, const line_t *l, bool hinted)
{
    arrivals_t a = {.seed = (uint64_t)l->dim * 10 + (uint64_t)l->plus * 5 + l->hops};
    uint32_t to = along(me, me->node, l, l->hops);
    uint64_t packets = 0;
    if (to != UINT32_MAX && hinted) {
        mu_fill(kit->source.va, BYTES, a.seed, me->node);
        mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                          .to = to,
                          .pa = kit->source.pa,
                          .bytes = BYTES,
                          .rec_fifo = mu_rec_id(me, 0, 0)};
        mu_set_software_word(&m, 4, me->node);
        hint(&m, l);
        mu_send(me, kit->inj, m);
    }
    for (uint32_t from = 0; hinted && from < me->nodes; from++)
        if (along(me, from, l, l->hops) != UINT32_MAX && distance(me, from, l) != 0)
            packets += (BYTES + 511) / 512;
    mu_receive(kit->rec, packets, arrival, &a);
    mu_wait_sent(kit->inj, MUSPI_getNumInjected(kit->inj->fifo));
    mu_barrier(me);
    CHECK_EQUAL(mu_poll(kit->rec, arrival, &a), 0);
    mu_barrier(me);
}

static void fifo_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 2048, 65536); /* slow receivers delay senders */
    each_line(me, &kit, fifo_line);
}

static void memory_fifo_messages(void)
{
    mu_run(MU_NODES(4, 1, 3, 1, 1), fifo_body);
    emuq_job_t job = MU_NODES(1, 3, 1, 4, 1);
    job.mesh = 0x1f;
    mu_run(job, fifo_body);
}

static void weigh(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    (void)h;
    *(uint64_t *)argument += bytes;
}

/* Overlapping lines: all nodes of a ring send around in both directions, into small FIFOs. */
static void rings_body(mu_rank_t *me)
{
    enum { ROUNDS = 10 };
    mu_kit_t kit = mu_kit(me, 1088, 65536);
    mu_inj_t *other = mu_inj(me, 64, 0);
    const line_t l[2] = {{0, 0, me->nodes - 1}, {0, 1, me->nodes - 1}};
    mu_fill(kit.source.va, BYTES, 5, me->node);
    mu_barrier(me);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        for (int plus = 0; plus < 2; plus++) {
            mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                              .to = along(me, me->node, &l[plus], l[plus].hops),
                              .pa = kit.source.pa,
                              .bytes = BYTES,
                              .rec_fifo = mu_rec_id(me, 0, 0)};
            hint(&m, &l[plus]);
            mu_send(me, plus ? other : kit.inj, m);
        }
    }
    /* Rounds are not distinguished; only the amount is checked. */
    uint64_t packets = 2 * ROUNDS * (me->nodes - 1) * ((BYTES + 511) / 512), bytes = 0;
    mu_receive(kit.rec, packets, weigh, &bytes);
    CHECK_EQUAL(bytes, 2 * ROUNDS * (me->nodes - 1) * (544 + 544 + 320));
}

static void rings_of_lines(void)
{
    mu_run(MU_NODES(6, 1, 1, 1, 1), rings_body);
}

/* Node 1 of a mesh of three sends to node 0 or 2, with hints in the opposite direction, off the edge. */
enum { OFF_THE_EDGE = 4 };

static void edge_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_barrier(me);
    if (me->node == 1) {
        for (uint32_t i = 0; i < OFF_THE_EDGE; i++) {
            bool plus = i % 2 != 0;
            mu_inj_t *inj = mu_inj(me, 16, 0); /* a rejected descriptor stops its FIFO */
            mu_message_t m = mu_put(me, &kit, plus ? 0 : 2, 0, 0, 64, 0);
            m.hints = hints_abcd[0][plus];
            m.misc1 = i < 2 ? 0 : MUHWI_PACKET_DEPOSIT;
            mu_send(me, inj, m);
            CHECK(refusals_are(i + 1));
            CHECK_EQUAL(MUSPI_getHwDescCount(inj->fifo), 0);
        }
    }
    mu_barrier(me);
    CHECK_EQUAL(in64((uint64_t *)kit.counters.va), 0);
    CHECK(mu_all(kit.window.va, 4096, 0));
}

static void hints_off_the_edge_of_a_mesh(void)
{
    emuq_job_t job = MU_NODES(3, 1, 1, 1, 1);
    job.mesh = 0x10; /* A */
    mu_run_refused(job, edge_body, OFF_THE_EDGE,
                   "the hint bits lead off the edge of a dimension that does not wrap around");
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"puts on a torus", puts_on_a_torus},
        {"puts on a mesh", puts_on_a_mesh},
        {"memory FIFO messages", memory_fifo_messages},
        {"rings of lines", rings_of_lines},
        {"hints off the edge of a mesh", hints_off_the_edge_of_a_mesh},
        {NULL, NULL},
    };
    return emuq_test_main("the deposit bit", tests);
}
