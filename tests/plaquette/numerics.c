/* SPDX-License-Identifier: BSD-3-Clause */
/* SU(3) and SU(2) arithmetic and the random numbers of the example `plaquette`. */
#include <string.h>

#include "emuq_test.h"
#include "examples/plaquette/lattice.h"
#include "serial.h"

static su3_t random_matrix(uint64_t n)
{
    random_stream_t r = random_stream(4711, n, 0, 0);
    su3_t u;
    for (int i = 0; i < 9; i++) {
        double re = 2 * random_uniform(&r) - 1, im = 2 * random_uniform(&r) - 1;
        u.e[i / 3][i % 3] = complex_of(re, im);
    }
    return u;
}

static su3_t random_su3(uint64_t n)
{
    su3_t u = random_matrix(n);
    su3_unitarise(&u);
    return u;
}

static double distance(const su3_t *a, const su3_t *b)
{
    double worst = 0;
    for (int i = 0; i < 9; i++)
        worst = fmax(worst, cabs(a->e[i / 3][i % 3] - b->e[i / 3][i % 3]));
    return worst;
}

/* Test vectors published with the algorithm. */
static void philox_gives_the_published_answers(void)
{
    static const struct {
        uint32_t counter[4], key[2], answer[4];
    } known[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint32_t c[4];
        memcpy(c, known[i].counter, sizeof c);
        philox4x32(c, known[i].key);
        CU_ASSERT_EQUAL(memcmp(c, known[i].answer, sizeof c), 0);
    }
}

static void streams_are_uniform_and_different(void)
{
    double sum = 0, squares = 0, low = 1, high = 0;
    const int n = 100000;
    random_stream_t r = random_stream(1, 2, 3, 4);
    for (int i = 0; i < n; i++) {
        double u = random_uniform(&r);
        sum += u;
        squares += u * u;
        low = fmin(low, u);
        high = fmax(high, u);
    }
    CU_ASSERT(low > 0 && high < 1);
    CU_ASSERT_DOUBLE_EQUAL(sum / n, 0.5, 5 * sqrt(1.0 / 12 / n));
    CU_ASSERT_DOUBLE_EQUAL(squares / n, 1.0 / 3, 5 * sqrt(4.0 / 45 / n));

    random_stream_t same = random_stream(1, 2, 3, 4), again = random_stream(1, 2, 3, 4);
    random_stream_t seed = random_stream(2, 2, 3, 4), site = random_stream(1, 3, 3, 4);
    random_stream_t mu = random_stream(1, 2, 2, 4), event = random_stream(1, 2, 3, 5);
    double u = random_uniform(&same);
    CU_ASSERT_EQUAL(u, random_uniform(&again));
    CU_ASSERT_NOT_EQUAL(u, random_uniform(&seed));
    CU_ASSERT_NOT_EQUAL(u, random_uniform(&site));
    CU_ASSERT_NOT_EQUAL(u, random_uniform(&mu));
    CU_ASSERT_NOT_EQUAL(u, random_uniform(&event));
}

static void products_agree_with_each_other(void)
{
    su3_t a = random_matrix(1), b = random_matrix(2), b_dagger, a_dagger, one = su3_identity();
    for (int i = 0; i < 9; i++) {
        a_dagger.e[i / 3][i % 3] = conj(a.e[i % 3][i / 3]);
        b_dagger.e[i / 3][i % 3] = conj(b.e[i % 3][i / 3]);
    }
    su3_t plain, other;
    su3_mul(&plain, &a, &one);
    CU_ASSERT(distance(&plain, &a) == 0);
    memset(&other, 0, sizeof other);
    su3_add_mul_dagger(&other, &a, &b);
    su3_mul(&plain, &a, &b_dagger);
    CU_ASSERT(distance(&plain, &other) < 1e-14);
    double trace = creal(plain.e[0][0] + plain.e[1][1] + plain.e[2][2]);
    CU_ASSERT_DOUBLE_EQUAL(su3_re_trace_dagger(&a, &b), trace, 1e-14);
    memset(&other, 0, sizeof other);
    su3_add_dagger_mul(&other, &a, &b);
    su3_mul(&plain, &a_dagger, &b);
    CU_ASSERT(distance(&plain, &other) < 1e-14);
}

static void unitarise_projects_onto_the_group(void)
{
    for (uint64_t n = 0; n < 100; n++) {
        su3_t u = random_matrix(n), v, w;
        CU_ASSERT(su3_deviation(&u) > 1e-3);
        su3_unitarise(&u);
        CU_ASSERT(su3_deviation(&u) < 1e-14);
        v = u;
        su3_unitarise(&v); /* already unitary: no change */
        CU_ASSERT(distance(&u, &v) < 1e-15);
        v.e[1][2] += 1e-6; /* a small error is removed, not amplified */
        su3_unitarise(&v);
        CU_ASSERT(distance(&u, &v) < 3e-6);
        su3_t other = random_su3(n + 1000);
        su3_mul(&w, &u, &other); /* the product is in the group */
        CU_ASSERT(su3_deviation(&w) < 1e-14);
    }
    su3_t nothing = su3_identity();
    nothing.e[2][0] = complex_of(0, NAN);
    CU_ASSERT(isinf(su3_deviation(&nothing)));
}

static void subgroups_act_as_matrices(void)
{
    static const int pair[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    for (int g = 0; g < 3; g++) {
        int i = pair[g][0], j = pair[g][1];
        su3_t m = random_matrix(10 + (uint64_t)g), w = random_matrix(20 + (uint64_t)g);
        su2_t a = su2_part(&m, i, j), b = su2_part(&w, i, j);
        double norm = su2_norm(a);
        for (int n = 0; n < 4; n++)
            a.q[n] /= norm;
        su3_t embedded = su3_identity(), product;
        su2_act(a, i, j, &embedded);
        CU_ASSERT(su3_deviation(&embedded) < 1e-14);
        su3_mul(&product, &embedded, &w);
        su3_t acted = w;
        su2_act(a, i, j, &acted);
        CU_ASSERT(distance(&product, &acted) < 1e-14);
        /* (a b^dagger) is the product of the matrices; its trace determines the weight */
        su2_t b_dagger = {{b.q[0], -b.q[1], -b.q[2], -b.q[3]}}, ab = su2_mul_dagger(a, b_dagger);
        su2_t part = su2_part(&acted, i, j);
        for (int n = 0; n < 4; n++)
            CU_ASSERT_DOUBLE_EQUAL(part.q[n], ab.q[n], 1e-14);
    }
}

static void plaquette_of_known_fields(void)
{
    lattice_t lat;
    field_t f;
    serial_lattice(&lat, 4, 2, 6, 4);
    CU_ASSERT_EQUAL_FATAL(field_open(&f, &lat), 0);
    CU_ASSERT_DOUBLE_EQUAL(serial_plaquette(&f), 1, 1e-15); /* all links are unit matrices */
    field_randomise(&f, 7);
    serial_halo(NULL, &f, FIELD_ALL_DIRECTIONS, FIELD_BOTH_PARITIES);
    CU_ASSERT(field_deviation(&f) < 1e-14);
    double random = serial_plaquette(&f);
    CU_ASSERT(fabs(random) < 0.02); /* strong disorder */

    /* A gauge transformation changes every link but no plaquette. */
    FIELD_FOR_EACH_SITE(&lat, x, y, z, t)
    for (int mu = 0; mu < 4; mu++) {
        int c[4] = {x, y, z, t};
        su3_t here = random_su3(lattice_global_index(&lat, x, y, z, t)), there, left, right = {{{0}}};
        c[mu] = (c[mu] + 1) % lat.global[mu];
        there = random_su3(lattice_global_index(&lat, c[0], c[1], c[2], c[3]));
        su3_t *u = field_link(&f, lattice_site(&lat, x, y, z, t), mu);
        su3_mul(&left, &here, u);
        su3_add_mul_dagger(&right, &left, &there);
        *u = right;
    }
    serial_halo(NULL, &f, FIELD_ALL_DIRECTIONS, FIELD_BOTH_PARITIES);
    CU_ASSERT_DOUBLE_EQUAL(serial_plaquette(&f), random, 1e-13);

    /* Each plaquette is in the staples of its four links. */
    double links = 0;
    FIELD_FOR_EACH_SITE(&lat, x, y, z, t)
    for (int mu = 0; mu < 4; mu++) {
        su3_t a, w;
        size_t s = lattice_site(&lat, x, y, z, t);
        field_staples(&f, s, mu, &a);
        su3_mul(&w, field_link(&f, s, mu), &a);
        links += creal(w.e[0][0] + w.e[1][1] + w.e[2][2]);
    }
    CU_ASSERT_DOUBLE_EQUAL(links / 3 / 4 / (6.0 * (double)lat.volume), random, 1e-13);
    field_close(&f);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"Philox gives the published answers", philox_gives_the_published_answers},
        {"streams are uniform and different", streams_are_uniform_and_different},
        {"products agree with each other", products_agree_with_each_other},
        {"unitarise projects onto the group", unitarise_projects_onto_the_group},
        {"subgroups act as matrices", subgroups_act_as_matrices},
        {"plaquette of known fields", plaquette_of_known_fields},
        {NULL, NULL},
    };
    return emuq_test_main("plaquette numerics", tests);
}
