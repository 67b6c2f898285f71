/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives on lines, planes and boxes of nodes, on several class routes concurrently. */
#include "refusals.h"
#include "sync/or_tree.h"

enum { WORDS = 150, BYTES = WORDS * 8, PLACE = 2048, ROUTES = 12 };

/* A family of disjoint boxes with a common route id, described by the dimensions of a box. */
typedef struct family {
    uint32_t id;
    uint32_t spans; /* bit (1 << d) */
} family_t;

static mu_box_t box_of(const mu_rank_t *me, const family_t *f)
{
    mu_box_t box = mu_world(me);
    for (int d = 0; d < 5; d++)
        if (!(f->spans >> d & 1))
            box.low[d] = box.high[d] = me->at[d];
    return box;
}

/* Sum of (node number + 1) over the caller's box. */
static uint64_t box_sum(const mu_rank_t *me, const mu_box_t *box)
{
    uint64_t sum = 0;
    for (uint32_t node = 0; node < me->nodes; node++) {
        uint32_t c[5], inside = 1;
        mu_coordinates(me, node, c);
        for (int d = 0; d < 5; d++)
            inside &= c[d] >= box->low[d] && c[d] <= box->high[d];
        sum += inside ? node + 1 : 0;
    }
    return sum;
}

static uint32_t corner(const mu_rank_t *me, const mu_box_t *box)
{
    return mu_node_at(me, box->high);
}

static void contribute(mu_rank_t *me, mu_kit_t *kit, mu_inj_t *inj, const family_t *f, uint32_t round)
{
    mu_box_t box = box_of(me, f);
    uint64_t *source = (uint64_t *)(kit->source.va + f->id * PLACE);
    for (uint64_t i = 0; i < WORDS; i++)
        source[i] = (me->node + 1) * (i + round);
    mu_message_t m = mu_put(me, kit, corner(me, &box), f->id * PLACE, f->id * PLACE, BYTES, f->id);
    m.word = 8;
    m.op = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
    m.route = (uint8_t)f->id;
    m.collective = round % 3 == 2 ? MUHWI_COLLECTIVE_TYPE_REDUCE : MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
    mu_send(me, inj, m);
}

static void check_sum(mu_rank_t *me, mu_kit_t *kit, const family_t *f, uint32_t round)
{
    mu_box_t box = box_of(me, f);
    if (round % 3 == 2 && me->node != corner(me, &box))
        return;
    uint64_t sum = box_sum(me, &box), *landed = (uint64_t *)(kit->window.va + f->id * PLACE);
    mu_wait_counter(&kit->counter[f->id], -(uint64_t)BYTES);
    for (uint64_t i = 0; i < WORDS; i++)
        if (!CHECK_EQUAL(landed[i], sum * (i + round)))
            break;
}

/* All families concurrently: each node contributes to all its boxes, then checks all results. */
static void families(mu_rank_t *me, const family_t *f, uint32_t count, uint32_t rounds)
{
    mu_kit_t kit = mu_kit(me, 4096, 16 * PLACE);
    mu_inj_t *inj[ROUTES];
    for (uint32_t i = 0; i < count; i++) {
        mu_box_t box = box_of(me, &f[i]);
        mu_collective_route(me, f[i].id, &box);
        inj[i] = mu_inj(me, 16, 0);
    }
    mu_barrier(me);
    for (uint32_t round = 0; round < rounds; round++) {
        memset(kit.window.va, 0, kit.window.bytes);
        memset(kit.counters.va, 0, kit.counters.bytes);
        mu_barrier(me);
        for (uint32_t i = 0; i < count; i++)
            contribute(me, &kit, inj[round % 2 ? i : count - 1 - i], &f[round % 2 ? i : count - 1 - i],
                       round);
        for (uint32_t i = 0; i < count; i++)
            check_sum(me, &kit, &f[i], round);
        mu_barrier(me);
        for (uint32_t i = 0; i < count; i++) {
            mu_box_t box = box_of(me, &f[i]);
            if (round % 3 == 2 && me->node != corner(me, &box))
                CHECK_EQUAL(in64((uint64_t *)kit.counters.va + f[i].id), 0);
        }
        mu_barrier(me);
    }
    for (uint32_t i = 0; i < count; i++)
        CHECK_EQUAL(Kernel_DeallocateCollectiveClassRoute(f[i].id), 0);
}

static void lines_body(mu_rank_t *me)
{
    static const family_t lines[] = {{1, 1}, {2, 2}, {3, 4}, {4, 8}, {5, 16}};
    families(me, lines, 5, MU_ROUNDS(30));
}

static void lines_in_every_dimension(void)
{
    mu_run(MU_NODES(4, 2, 3, 1, 2), lines_body);
}

static void planes_body(mu_rank_t *me)
{
    static const family_t mixed[] = {{1, 3}, {2, 5}, {3, 6}, {4, 7}, {5, 17}, {6, 31}, {7, 0}, {12, 18}};
    families(me, mixed, 8, MU_ROUNDS(30));
}

static void planes_and_cubes_at_once(void)
{
    mu_run(MU_NODES(3, 2, 3, 1, 2), planes_body);
}

/* Overlapping boxes inside the partition; nodes outside are not affected. */
static void inner_body(mu_rank_t *me)
{
    static const mu_box_t boxes[] = {{{1, 1, 0, 0, 0}, {2, 2, 0, 0, 0}},
                                     {{0, 0, 0, 0, 0}, {1, 3, 0, 0, 0}},
                                     {{2, 0, 0, 0, 0}, {3, 0, 0, 0, 0}},
                                     {{3, 3, 0, 0, 0}, {3, 3, 0, 0, 0}}};
    enum { BOXES = 4 };
    mu_kit_t kit = mu_kit(me, 4096, 16 * PLACE);
    mu_inj_t *inj[BOXES];
    for (uint32_t b = 0; b < BOXES; b++) {
        inj[b] = mu_inj(me, 16, 0);
        if (mu_inside(me, &boxes[b]))
            mu_collective_route(me, 1 + b, &boxes[b]);
    }
    mu_barrier(me);
    for (uint32_t round = 0; round < 10; round++) {
        memset(kit.counters.va, 0, kit.counters.bytes);
        mu_barrier(me);
        for (uint32_t b = 0; b < BOXES; b++) {
            if (!mu_inside(me, &boxes[b]))
                continue;
            uint64_t *source = (uint64_t *)(kit.source.va + b * PLACE);
            source[0] = me->node + 1;
            mu_message_t m = mu_put(me, &kit, 0, b * PLACE, b * PLACE, 8, b);
            m.word = 8;
            m.op = MUHWI_COLLECTIVE_OP_CODE_SIGNED_ADD;
            m.route = (uint8_t)(1 + b);
            m.collective = MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
            mu_send(me, inj[b], m);
        }
        for (uint32_t b = 0; b < BOXES; b++) {
            if (!mu_inside(me, &boxes[b]))
                continue;
            mu_wait_counter(&kit.counter[b], -(uint64_t)8);
            CHECK_EQUAL(*(uint64_t *)(kit.window.va + b * PLACE), box_sum(me, &boxes[b]));
        }
        mu_barrier(me);
        for (uint32_t b = 0; b < BOXES; b++)
            CHECK_EQUAL(in64((uint64_t *)kit.counters.va + b), mu_inside(me, &boxes[b]) ? -(uint64_t)8 : 0);
        mu_barrier(me);
    }
}

static void boxes_inside_the_world(void)
{
    mu_run(MU_NODES(4, 4, 1, 1, 1), inner_body);
}

/* A route programmed again over different boxes serves the new boxes. */
static void again_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 16 * PLACE);
    for (uint32_t round = 0; round < 12; round++) {
        family_t f = {1, 1u << round % 3 | 1u << (round + round / 3) % 3};
        mu_box_t box = box_of(me, &f);
        memset(kit.counters.va, 0, kit.counters.bytes);
        mu_collective_route(me, f.id, &box);
        mu_barrier(me);
        contribute(me, &kit, kit.inj, &f, 3 * round);
        check_sum(me, &kit, &f, 3 * round);
        mu_barrier(me);
        CHECK_EQUAL(Kernel_DeallocateCollectiveClassRoute(f.id), 0);
        mu_barrier(me);
    }
}

static void a_route_is_used_again(void)
{
    mu_run(MU_NODES(2, 3, 2, 1, 1), again_body);
}

/* Two halves of a line use one route id each. The lower half reprograms its route during a collective of
 * the upper half. */
static void neighbours_body(mu_rank_t *me)
{
    enum { ID = 1, SHORT = 8, LONG = PLACE };
    bool upper = me->at[0] >= 2, first = me->at[0] == 2;
    mu_box_t box = mu_world(me);
    box.low[0] = upper ? 2 : 0;
    box.high[0] = upper ? 3 : 1;
    mu_kit_t kit = mu_kit(me, 4096, 16 * PLACE);
    mu_collective_route(me, ID, &box);
    for (uint64_t i = 0; i < LONG / 8; i++)
        ((uint64_t *)kit.source.va)[i] = me->node + 1;
    mu_barrier(me);
    for (uint32_t round = 0; round < 4; round++) {
        uint32_t bytes = round % 2 ? LONG : SHORT;
        mu_message_t m = mu_put(me, &kit, 3, 0, round * PLACE, bytes, round);
        m.word = 8;
        m.op = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
        m.route = ID;
        m.collective = MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
        if (first)
            mu_send(me, kit.inj, m);
        mu_barrier(me);
        if (!upper) {
            CHECK_EQUAL(Kernel_DeallocateCollectiveClassRoute(ID), 0);
            mu_collective_route(me, ID, &box);
        }
        mu_barrier(me);
        if (!upper)
            continue;
        if (!first)
            mu_send(me, kit.inj, m);
        mu_wait_counter(&kit.counter[round], -(uint64_t)bytes);
        for (uint32_t i = 0; i < bytes / 8; i++)
            CHECK_EQUAL(((uint64_t *)(kit.window.va + round * PLACE))[i], 3 + 4);
    }
}

static void a_neighbour_changes_its_route(void)
{
    mu_run(MU_NODES(4, 1, 1, 1, 1), neighbours_body);
}

/* A node deallocates its route with the result in hand, before peers may have received theirs. */
static void soon_body(mu_rank_t *me)
{
    enum { ID = 3, SHORT = 8, LONG = PLACE };
    mu_kit_t kit = mu_kit(me, 4096, PLACE);
    mu_box_t box = mu_world(me);
    for (uint32_t round = 0; round < 24; round++) {
        bool broadcasts = round % 2 != 0;
        uint32_t bytes = round % 4 < 2 ? SHORT : LONG, from = round / 4 % me->nodes;
        mu_message_t m = mu_put(me, &kit, 0, 0, 0, bytes, 1);
        m.word = 8;
        m.op = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
        m.route = ID;
        m.collective = broadcasts ? MUHWI_COLLECTIVE_TYPE_BROADCAST : MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
        for (uint64_t i = 0; i < LONG / 8; i++)
            ((uint64_t *)kit.source.va)[i] = round + i;
        kit.counter[1] = bytes;
        mu_collective_route(me, ID, &box);
        mu_barrier(me);
        if (!broadcasts || me->node == from)
            mu_wait_sent(kit.inj, mu_send(me, kit.inj, m));
        mu_wait_counter(&kit.counter[1], 0);
        mu_node_lock(me);
        CHECK_EQUAL(Kernel_DeallocateCollectiveClassRoute(ID), 0);
        mu_node_unlock(me);
        for (uint64_t i = 0; i < bytes / 8; i++)
            CHECK_EQUAL(((uint64_t *)kit.window.va)[i], (round + i) * (broadcasts ? 1 : me->nodes));
        mu_barrier(me);
    }
}

static void a_route_ends_with_the_result(void)
{
    mu_run(MU_NODES(4, 2, 1, 1, 1), soon_body);
}

/* Contributions go up a tree of hosts, results down: hosts that are not adjacent in the tree exchange no
 * frames, for any number of nodes. */
static void frames_body(mu_rank_t *me)
{
    enum { SUMS = 50, MOST_HOSTS = 16 };
    uint32_t hosts = mu_host_of(me->nodes - 1) + 1, mine = mu_host_of(me->node);
    uint64_t before[MOST_HOSTS];
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_message_t m = mu_put(me, &kit, 0, 0, 0, 8, 1);
    m.word = 8;
    m.op = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
    m.collective = MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
    kit.counter[1] = 8 * SUMS;
    *(uint64_t *)kit.source.va = me->node + 1;
    mu_barrier(me);
    for (uint32_t h = 0; h < hosts; h++)
        before[h] = mu_frames_to(h);
    for (uint32_t i = 0; i < SUMS; i++) {
        mu_wait_sent(kit.inj, mu_send(me, kit.inj, m));
        mu_wait_counter(&kit.counter[1], 8 * (SUMS - 1 - i));
        CHECK_EQUAL(*(uint64_t *)kit.window.va, (uint64_t)me->nodes * (me->nodes + 1) / 2);
    }
    for (uint32_t h = 0; h < hosts; h++) {
        uint64_t frames = mu_frames_to(h) - before[h];
        uint32_t low = h < mine ? h : mine, high = h < mine ? mine : h;
        if (h != mine && emuq_or_parent(high) == low)
            CHECK(frames >= SUMS - 1);
        else
            CHECK_EQUAL(frames, 0);
    }
    mu_barrier(me);
}

static void frames_between_hosts(void)
{
    mu_run(MU_NODES(4, 2, 1, 1, 1), frames_body);
}

/* Only the nodes of the last host contribute. A node then changes the route: values between hosts can
 * never be combined, which is an error without waiting messages. */
enum { CHANGED = 3, CHANGES = 4 };

static void changed_body(mu_rank_t *me)
{
    enum { MOST = 3 << 20 };
    static const uint32_t bytes[CHANGES] = {PLACE, MOST, PLACE, MOST}, changer[CHANGES] = {0, 0, 1, 1};
    uint32_t last = mu_host_of(me->nodes - 1);
    bool contributes = mu_host_of(me->node) == last;
    mu_kit_t kit = mu_kit(me, 4096, MOST);
    mu_box_t box = mu_world(me);
    for (uint32_t i = 0; i < CHANGES; i++) {
        uint64_t number = 0;
        mu_message_t m = mu_put(me, &kit, 0, 0, 0, bytes[i], 1);
        m.word = 8;
        m.op = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
        m.route = CHANGED;
        m.collective = MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
        mu_collective_route(me, CHANGED, &box);
        mu_barrier(me);
        if (contributes)
            number = mu_send(me, kit.inj, m);
        mu_barrier(me);
        if (me->node == changer[i])
            CHECK_EQUAL(Kernel_DeallocateCollectiveClassRoute(CHANGED), 0);
        if (contributes) {
            mu_wait_sent(kit.inj, number);
            CHECK(refusals_are(i + 1));
        }
        mu_barrier(me);
        if (me->node != changer[i])
            CHECK_EQUAL(Kernel_DeallocateCollectiveClassRoute(CHANGED), 0);
        CHECK_EQUAL(in64((uint64_t *)kit.counters.va + 1), 0);
        mu_barrier(me);
    }
}

static void a_route_changes_under_a_value(void)
{
    if (mu_hosts() > 1)
        mu_run_refused(MU_NODES(4, 1, 1, 1, 1), changed_body, CHANGES,
                       "class route 3 has been changed while");
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"lines in every dimension", lines_in_every_dimension},
        {"planes and cubes at once", planes_and_cubes_at_once},
        {"boxes inside the world", boxes_inside_the_world},
        {"a route is used again", a_route_is_used_again},
        {"a neighbour changes its route", a_neighbour_changes_its_route},
        {"a route ends with the result", a_route_ends_with_the_result},
        {"frames between hosts", frames_between_hosts},
        {"a route changes under a value", a_route_changes_under_a_value},
        {NULL, NULL},
    };
    return emuq_test_main("collective class routes", tests);
}
