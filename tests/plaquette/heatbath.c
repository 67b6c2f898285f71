/* SPDX-License-Identifier: BSD-3-Clause */
/* The Markov chain of the example `plaquette`, on one rank and without a Message Unit. */
#include "examples/plaquette/lattice.h"

#include <string.h>

#include "emuq_test.h"
#include "serial.h"

/* Mean of b for the density sqrt(1 - b^2) exp(alpha b), by Simpson's rule in the angle: I_2(alpha) /
 * I_1(alpha). */
static double expected_mean(double alpha)
{
    const int steps = 2000;
    double weight = 0, mean = 0;
    for (int i = 0; i <= steps; i++) {
        double angle = M_PI * i / steps, b = cos(angle), s = sin(angle);
        double w = (i == 0 || i == steps ? 1 : i % 2 ? 4 : 2) * s * s * exp(alpha * (b - 1));
        weight += w;
        mean += w * b;
    }
    return mean / weight;
}

static void draws_have_the_right_mean(void)
{
    static const double alphas[] = {0, 1e-3, 0.5, 1.9, 2.1, 8, 40, 300};
    for (size_t i = 0; i < sizeof alphas / sizeof alphas[0]; i++) {
        const int n = 40000;
        double sum = 0, squares = 0;
        for (int k = 0; k < n; k++) {
            random_stream_t r = random_stream(99, (uint64_t)k, (int)i, 0);
            double b = heatbath_draw(alphas[i], &r);
            CU_ASSERT_FATAL(b >= -1 && b <= 1);
            sum += b;
            squares += b * b;
        }
        double mean = sum / n, error = sqrt((squares / n - mean * mean) / n);
        CU_ASSERT_DOUBLE_EQUAL(mean, expected_mean(alphas[i]), 4.5 * error);
    }
}

static void open_field(field_t *f, lattice_t *lat, int x, int y, int z, int t, int hot)
{
    serial_lattice(lat, x, y, z, t);
    CU_ASSERT_EQUAL_FATAL(field_open(f, lat), 0);
    if (hot)
        field_randomise(f, 5);
    serial_halo(NULL, f, FIELD_ALL_DIRECTIONS, FIELD_BOTH_PARITIES);
}

static void overrelaxation_keeps_the_action(void)
{
    lattice_t lat;
    field_t f;
    open_field(&f, &lat, 4, 4, 2, 6, 1);
    heatbath_t h = {.beta = 5.5, .seed = 3, .halo = serial_halo};
    for (int i = 0; i < 3; i++)
        heatbath_sweep(&h, &f);
    double before = serial_plaquette(&f);
    su3_t link = *field_link(&f, lattice_site(&lat, 1, 2, 0, 3), 2);
    for (int i = 0; i < 10; i++)
        heatbath_overrelax(&h, &f);
    CU_ASSERT_DOUBLE_EQUAL(serial_plaquette(&f), before, 1e-12);
    CU_ASSERT(field_deviation(&f) < 1e-13);
    CU_ASSERT_NOT_EQUAL(memcmp(&link, field_link(&f, lattice_site(&lat, 1, 2, 0, 3), 2), sizeof link), 0);
    field_close(&f);
}

static void halo_stays_a_copy(void)
{
    lattice_t lat;
    field_t f, copy;
    open_field(&f, &lat, 4, 4, 4, 4, 1);
    CU_ASSERT_EQUAL_FATAL(field_open(&copy, &lat), 0);
    heatbath_t h = {.beta = 6, .seed = 3, .halo = serial_halo};
    heatbath_sweep(&h, &f);
    memcpy(copy.link, f.link, 4 * lat.padded * sizeof(su3_t));
    serial_halo(NULL, &f, FIELD_ALL_DIRECTIONS, FIELD_BOTH_PARITIES);
    CU_ASSERT_EQUAL(memcmp(copy.link, f.link, 4 * lat.padded * sizeof(su3_t)), 0);
    field_close(&copy);
    field_close(&f);
}

/* Average plaquettes from an ordered and from a random start; both converge to the same value. Strong
 * coupling: beta/18 (1 + beta/12) + higher orders, so 0.0602 at beta = 1. At beta = 6 a large lattice has
 * 0.5937, a 4^4 lattice 0.596. */
static void equilibrium_is_reached(void)
{
    static const struct {
        double beta, plaquette, tolerance;
        int thermal, sweeps;
    } cases[] = {{0, 0, 0.006, 1, 20}, {1, 0.0602, 0.006, 5, 20}, {6, 0.596, 0.008, 30, 60}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int hot = 0; hot < 2; hot++) {
            lattice_t lat;
            field_t f;
            open_field(&f, &lat, 4, 4, 4, 4, hot);
            heatbath_t h = {.beta = cases[i].beta, .seed = 17 + (unsigned)hot, .halo = serial_halo};
            double sum = 0;
            for (int n = -cases[i].thermal; n < cases[i].sweeps; n++) {
                heatbath_sweep(&h, &f);
                heatbath_overrelax(&h, &f);
                sum += n < 0 ? 0 : serial_plaquette(&f);
            }
            CU_ASSERT_DOUBLE_EQUAL(sum / cases[i].sweeps, cases[i].plaquette, cases[i].tolerance);
            CU_ASSERT(field_deviation(&f) < 1e-13);
            field_close(&f);
        }
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"draws have the right mean", draws_have_the_right_mean},
        {"over-relaxation keeps the action", overrelaxation_keeps_the_action},
        {"halo stays a copy", halo_stays_a_copy},
        {"equilibrium is reached from both sides", equilibrium_is_reached},
        {NULL, NULL},
    };
    return emuq_test_main("plaquette heat bath", tests);
}
