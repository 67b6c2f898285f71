/* SPDX-License-Identifier: BSD-3-Clause */
#include "heatbath.h"

/* Below this the generator of Kennedy and Pendleton rejects too often. */
#define WEAK_FIELD 2.0

/* The three SU(2) subgroups that generate SU(3). */
static const int subgroup[3][2] = {{0, 1}, {0, 2}, {1, 2}};

double heatbath_draw(double alpha, random_stream_t *r)
{
    if (alpha < 1e-8) /* b is uniform but for the square root */
        alpha = 1e-8;
    for (;;) {
        if (alpha < WEAK_FIELD) { /* M. Creutz (1980): the exponential exactly, the root by rejection */
            double b = 1 + log1p(random_uniform(r) * expm1(-2 * alpha)) / alpha;
            double trial = random_uniform(r);
            if (trial * trial <= 1 - b * b)
                return b;
        } else { /* Kennedy and Pendleton: sqrt(1 - b) exp(alpha b) exactly, sqrt(1 + b) by rejection */
            double c = cos(2 * M_PI * random_uniform(r));
            double delta = -(log(random_uniform(r)) * c * c + log(random_uniform(r))) / alpha;
            double trial = random_uniform(r);
            if (trial * trial <= 1 - 0.5 * delta)
                return 1 - delta;
        }
    }
}

/* A random element of SU(2) whose real part is b. */
static su2_t with_real_part(double b, random_stream_t *r)
{
    double length = sqrt(b * b < 1 ? 1 - b * b : 0);
    double height = 2 * random_uniform(r) - 1, angle = 2 * M_PI * random_uniform(r);
    double radius = sqrt(1 - height * height);
    su2_t a = {{b, length * radius * cos(angle), length * radius * sin(angle), length * height}};
    return a;
}

/* For each subgroup: the weight of a in U -> a U is exp(2 beta k / 3 * real part of (a v)), with k v the
 * SU(2) part of U A. Heat bath: draw b = a v. */
static void draw_link(su3_t *u, const su3_t *staples, double beta, random_stream_t *r)
{
    su3_t w;
    su3_mul(&w, u, staples);
    for (int g = 0; g < 3; g++) {
        int i = subgroup[g][0], j = subgroup[g][1];
        su2_t v = su2_part(&w, i, j);
        double k = su2_norm(v);
        su2_t a = with_real_part(heatbath_draw(2 * beta * k / 3, r), r);
        if (k > 0) {
            for (int n = 0; n < 4; n++)
                v.q[n] /= k;
            a = su2_mul_dagger(a, v);
        }
        su2_act(a, i, j, u);
        su2_act(a, i, j, &w);
    }
    su3_unitarise(u);
}

/* Over-relaxation: a = (v^dagger)^2 takes v to v^dagger, whose real part is the same. */
static void reflect_link(su3_t *u, const su3_t *staples)
{
    su3_t w;
    su3_mul(&w, u, staples);
    for (int g = 0; g < 3; g++) {
        int i = subgroup[g][0], j = subgroup[g][1];
        su2_t v = su2_part(&w, i, j);
        double k = su2_norm(v);
        if (k <= 0)
            continue;
        su2_t back = {{v.q[0] / k, -v.q[1] / k, -v.q[2] / k, -v.q[3] / k}};
        su2_t forth = {{v.q[0] / k, v.q[1] / k, v.q[2] / k, v.q[3] / k}};
        su2_t a = su2_mul_dagger(back, forth);
        su2_act(a, i, j, u);
        su2_act(a, i, j, &w);
    }
    su3_unitarise(u);
}

/* One parity of one direction: changes links that do not see each other. */
static void half(const heatbath_t *h, field_t *f, int mu, int parity, int random)
{
    const lattice_t *lat = f->lat;
    int origin = lat->origin[0] + lat->origin[1] + lat->origin[2] + lat->origin[3];
    FIELD_FOR_EACH_SITE(lat, x, y, z, t)
    {
        if ((origin + x + y + z + t) % 2 != parity)
            continue;
        size_t s = lattice_site(lat, x, y, z, t);
        su3_t staples;
        field_staples(f, s, mu, &staples);
        if (random) {
            uint64_t site = lattice_global_index(lat, x, y, z, t);
            random_stream_t r = random_stream(h->seed, site, mu, h->sweeps);
            draw_link(field_link(f, s, mu), &staples, h->beta, &r);
        } else {
            reflect_link(field_link(f, s, mu), &staples);
        }
    }
}

static void sweep(heatbath_t *h, field_t *f, int random)
{
    h->sweeps++; /* event 0 is the random start */
    for (int mu = 0; mu < 4; mu++)
        for (int parity = 0; parity < 2; parity++) {
            half(h, f, mu, parity, random);
            h->halo(h->context, f, mu, parity);
        }
}

void heatbath_sweep(heatbath_t *h, field_t *f)
{
    sweep(h, f, 1);
}

void heatbath_overrelax(heatbath_t *h, field_t *f)
{
    sweep(h, f, 0);
}
