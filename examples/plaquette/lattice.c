/* SPDX-License-Identifier: BSD-3-Clause */
/* Distribution of the lattice, gauge fields, Markov chain. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lattice.h"

typedef struct cost {
    uint64_t boundary; /* sites next to other ranks */
    uint64_t face;     /* largest face */
} cost_t;

/* Sets the assignment of torus dimensions, the grid in a node, and the resulting extents. @return false if
 * the lattice is not divisible */
static bool divide(lattice_t *lat, const int carries[TORUS_DIMS], const uint32_t in_node[LATTICE_DIMS])
{
    for (int mu = 0; mu < LATTICE_DIMS; mu++) {
        uint64_t ranks = in_node[mu];
        for (int m = 0; m < TORUS_DIMS; m++)
            if (carries[m] == mu)
                ranks *= lat->machine[m];
        if ((uint64_t)lat->global[mu] % ranks != 0)
            return false;
        lat->ranks[mu] = (int)ranks;
        lat->local[mu] = lat->global[mu] / lat->ranks[mu];
    }
    memmove(lat->carries, carries, sizeof lat->carries);
    memmove(lat->in_node, in_node, sizeof lat->in_node);
    return true;
}

static cost_t cost_of(const lattice_t *lat)
{
    uint64_t volume = 1;
    for (int mu = 0; mu < LATTICE_DIMS; mu++)
        volume *= (uint64_t)lat->local[mu];
    cost_t cost = {0, 0};
    for (int mu = 0; mu < LATTICE_DIMS; mu++)
        if (lat->ranks[mu] > 1) {
            uint64_t face = volume / (uint64_t)lat->local[mu];
            cost.boundary += 2 * face;
            cost.face = face > cost.face ? face : cost.face;
        }
    return cost;
}

/* Advances to the next assignment, E changing fastest. @return false after the last one */
static bool next_assignment(int carries[TORUS_DIMS])
{
    for (int m = TORUS_DIMS - 1; m >= 0; m--) {
        if (carries[m] == LATTICE_NOTHING)
            continue;
        if (++carries[m] < LATTICE_DIMS)
            return true;
        carries[m] = 0;
    }
    return false;
}

/* Advances to the next grid of @p processes, starting with all in x. @return false after the last one */
static bool next_grid(uint32_t grid[LATTICE_DIMS], uint32_t processes)
{
    for (int mu = LATTICE_DIMS - 2; mu >= 0; mu--) {
        uint32_t before = 1; /* processes along the earlier dimensions */
        for (int nu = 0; nu < mu; nu++)
            before *= grid[nu];
        uint32_t rest = processes / before;
        for (uint32_t n = grid[mu] - 1; n >= 1; n--)
            if (rest % n == 0) { /* the remaining processes go to the next dimension */
                grid[mu] = n;
                for (int nu = mu + 1; nu < LATTICE_DIMS; nu++)
                    grid[nu] = nu == mu + 1 ? rest / n : 1;
                return true;
            }
    }
    return false;
}

int lattice_distribute(lattice_t *lat, const int global[LATTICE_DIMS], const uint32_t machine[MACHINE_DIMS])
{
    memset(lat, 0, sizeof *lat);
    memcpy(lat->global, global, sizeof lat->global);
    memcpy(lat->machine, machine, sizeof lat->machine);

    uint32_t processes = machine[MACHINE_DIMS - 1];
    int carries[TORUS_DIMS];
    for (int m = 0; m < TORUS_DIMS; m++)
        carries[m] = machine[m] > 1 ? 0 : LATTICE_NOTHING;
    lattice_t best = *lat;
    cost_t least = {UINT64_MAX, UINT64_MAX};
    do {
        uint32_t grid[LATTICE_DIMS] = {processes, 1, 1, 1};
        do {
            if (!divide(lat, carries, grid))
                continue;
            cost_t cost = cost_of(lat);
            if (cost.boundary < least.boundary ||
                (cost.boundary == least.boundary && cost.face < least.face)) {
                least = cost;
                best = *lat;
            }
        } while (next_grid(grid, processes));
    } while (next_assignment(carries));
    if (least.boundary == UINT64_MAX)
        return -1;
    *lat = best;

    lat->volume = lat->padded = 1;
    for (int mu = 0; mu < LATTICE_DIMS; mu++) {
        lat->stride[mu] = lat->padded;
        lat->padded *= (size_t)lat->local[mu] + 2;
        lat->volume *= (size_t)lat->local[mu];
    }
    return 0;
}

/* In a reflected Gray code, a digit runs backwards if the number formed by the slower digits is odd. */
static uint32_t reflect(int slower, uint32_t digit, uint32_t radix)
{
    return slower % 2 != 0 ? radix - 1 - digit : digit;
}

void lattice_set_position(lattice_t *lat, const uint32_t coordinates[MACHINE_DIMS])
{
    uint32_t t = coordinates[MACHINE_DIMS - 1];
    for (int mu = 0; mu < LATTICE_DIMS; mu++) {
        int place = 0;
        for (int m = 0; m < TORUS_DIMS; m++) /* from A, the slowest */
            if (lat->carries[m] == mu)
                place = place * (int)lat->machine[m] + (int)reflect(place, coordinates[m], lat->machine[m]);
        uint32_t n = lat->in_node[mu];
        place = place * (int)n + (int)reflect(place, t % n, n);
        t /= n;
        lat->place[mu] = place;
        lat->origin[mu] = place * lat->local[mu];
    }
}

void lattice_machine_coordinates(const lattice_t *lat, const int place[LATTICE_DIMS],
                                 uint32_t coordinates[MACHINE_DIMS])
{
    uint32_t unit = 1; /* stride of T: processes along the earlier dimensions */
    memset(coordinates, 0, MACHINE_DIMS * sizeof coordinates[0]);
    for (int mu = 0; mu < LATTICE_DIMS; mu++) {
        uint32_t ranks = (uint32_t)lat->ranks[mu], n = lat->in_node[mu];
        uint32_t rest = (uint32_t)(place[mu] + lat->ranks[mu]) % ranks;
        coordinates[MACHINE_DIMS - 1] += unit * reflect((int)(rest / n), rest % n, n);
        unit *= n;
        rest /= n;
        for (int m = TORUS_DIMS - 1; m >= 0; m--) /* from E, the fastest */
            if (lat->carries[m] == mu) {
                uint32_t digit = rest % lat->machine[m];
                rest /= lat->machine[m];
                coordinates[m] = reflect((int)rest, digit, lat->machine[m]);
            }
    }
}

/* Appends to a string, truncated at its size. */
__attribute__((format(printf, 3, 4))) static void append(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

void lattice_describe(const lattice_t *lat, char *text, size_t size)
{
    text[0] = '\0';
    for (int m = 0; m < TORUS_DIMS; m++)
        if (lat->carries[m] != LATTICE_NOTHING)
            append(text, size, "%s%c->%c", text[0] != '\0' ? " " : "", "ABCDE"[m], "xyzt"[lat->carries[m]]);
    const char *before = text[0] != '\0' ? " T->" : "T->";
    for (int mu = 0; mu < LATTICE_DIMS; mu++)
        if (lat->in_node[mu] > 1) {
            append(text, size, "%s%c*%u", before, "xyzt"[mu], lat -> in_node[mu]);
            before = ",";
        }
}

size_t lattice_layer(const lattice_t *lat, int d, int layer, int parity, size_t *list)
{
    int low[LATTICE_DIMS], high[LATTICE_DIMS], c[LATTICE_DIMS];
    for (int mu = 0; mu < LATTICE_DIMS; mu++) {
        low[mu] = mu < d ? -1 : mu == d ? layer : 0;
        high[mu] = mu < d ? lat->local[mu] : mu == d ? layer : lat->local[mu] - 1;
    }
    size_t count = 0;
    for (c[3] = low[3]; c[3] <= high[3]; c[3]++)
        for (c[2] = low[2]; c[2] <= high[2]; c[2]++)
            for (c[1] = low[1]; c[1] <= high[1]; c[1]++)
                for (c[0] = low[0]; c[0] <= high[0]; c[0]++) {
                    int sum = 0;
                    for (int mu = 0; mu < LATTICE_DIMS; mu++)
                        sum += (lat->origin[mu] + c[mu] + lat->global[mu]) % lat->global[mu];
                    if (sum % 2 != parity)
                        continue;
                    if (list != NULL)
                        list[count] = lattice_site(lat, c[0], c[1], c[2], c[3]);
                    count++;
                }
    return count;
}

int field_open(field_t *f, const lattice_t *lat)
{
    void *memory;
    if (posix_memalign(&memory, 64, 4 * lat->padded * sizeof(su3_t)) != 0)
        return -1;
    f->lat = lat;
    f->link = memory;
    for (size_t i = 0; i < 4 * lat->padded; i++)
        f->link[i] = su3_identity();
    return 0;
}

void field_close(field_t *f)
{
    free(f->link);
    f->link = NULL;
}

/* A pair of independent normal random numbers (Box and Muller). */
static complex_t gaussian(random_stream_t *r)
{
    double radius = sqrt(-2 * log(random_uniform(r))), angle = 2 * M_PI * random_uniform(r);
    return complex_of(radius * cos(angle), radius * sin(angle));
}

void field_randomise(field_t *f, uint64_t seed)
{
    FIELD_FOR_EACH_SITE(f->lat, x, y, z, t)
    for (int mu = 0; mu < 4; mu++) {
        random_stream_t r = random_stream(seed, lattice_global_index(f->lat, x, y, z, t), mu, 0);
        su3_t *u = field_link(f, lattice_site(f->lat, x, y, z, t), mu);
        for (int i = 0; i < 9; i++)
            u->e[i / 3][i % 3] = gaussian(&r);
        su3_unitarise(u); /* a Gaussian matrix gives the Haar measure */
    }
}

double field_plaquette_sum(const field_t *f)
{
    double sum = 0;
    FIELD_FOR_EACH_SITE(f->lat, x, y, z, t)
    {
        size_t s = lattice_site(f->lat, x, y, z, t);
        for (int mu = 0; mu < 3; mu++)
            for (int nu = mu + 1; nu < 4; nu++) {
                su3_t there, back; /* the two paths from x to x + mu + nu */
                su3_mul(&there, field_link(f, s, mu), field_link(f, s + f->lat->stride[mu], nu));
                su3_mul(&back, field_link(f, s, nu), field_link(f, s + f->lat->stride[nu], mu));
                sum += su3_re_trace_dagger(&there, &back);
            }
    }
    return sum / 3;
}

double field_deviation(const field_t *f)
{
    double worst = 0;
    FIELD_FOR_EACH_SITE(f->lat, x, y, z, t)
    for (int mu = 0; mu < 4; mu++) {
        double d = su3_deviation(field_link(f, lattice_site(f->lat, x, y, z, t), mu));
        worst = d > worst ? d : worst;
    }
    return worst;
}

void field_staples(const field_t *f, size_t s, int mu, su3_t *a)
{
    size_t to_mu = f->lat->stride[mu];
    *a = (su3_t){{{0}}};
    for (int nu = 0; nu < 4; nu++) {
        if (nu == mu)
            continue;
        size_t to_nu = f->lat->stride[nu];
        su3_t path;
        /* above: U_nu(x+mu) [U_nu(x) U_mu(x+nu)]^dagger */
        su3_mul(&path, field_link(f, s, nu), field_link(f, s + to_nu, mu));
        su3_add_mul_dagger(a, field_link(f, s + to_mu, nu), &path);
        /* below: [U_mu(x-nu) U_nu(x-nu+mu)]^dagger U_nu(x-nu) */
        su3_mul(&path, field_link(f, s - to_nu, mu), field_link(f, s - to_nu + to_mu, nu));
        su3_add_dagger_mul(a, &path, field_link(f, s - to_nu, nu));
    }
}

/* Below this value the generator of Kennedy and Pendleton rejects too often. */
#define WEAK_FIELD 2.0

/* The three SU(2) subgroups that generate SU(3). */
static const int subgroup[3][2] = {{0, 1}, {0, 2}, {1, 2}};

double heatbath_draw(double alpha, random_stream_t *r)
{
    if (alpha < 1e-8) /* avoids the division by 0; b is uniform except for the square root */
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

/* A random element of SU(2) with real part b. */
static su2_t with_real_part(double b, random_stream_t *r)
{
    double length = sqrt(b * b < 1 ? 1 - b * b : 0);
    double height = 2 * random_uniform(r) - 1, angle = 2 * M_PI * random_uniform(r);
    double radius = sqrt(1 - height * height);
    su2_t a = {{b, length * radius * cos(angle), length * radius * sin(angle), length * height}};
    return a;
}

/* Heat bath: the weight of a in U -> a U is exp(2 beta k / 3 * real part of (a v)), with k v the SU(2) part
 * of U A. Draws b = a v. */
static su2_t drawn(su2_t v, double k, double beta, random_stream_t *r)
{
    su2_t a = with_real_part(heatbath_draw(2 * beta * k / 3, r), r);
    if (k <= 0)
        return a;
    for (int n = 0; n < 4; n++)
        v.q[n] /= k;
    return su2_mul_dagger(a, v);
}

/* Over-relaxation: a = (v^dagger)^2 maps v to v^dagger, which has the same real part. */
static su2_t reflected(su2_t v, double k)
{
    if (k <= 0)
        return (su2_t){{1, 0, 0, 0}};
    su2_t back = {{v.q[0] / k, -v.q[1] / k, -v.q[2] / k, -v.q[3] / k}};
    su2_t forth = {{v.q[0] / k, v.q[1] / k, v.q[2] / k, v.q[3] / k}};
    return su2_mul_dagger(back, forth);
}

/* Updates a link by each subgroup. @param r random numbers of the heat bath; NULL: over-relaxation */
static void update_link(su3_t *u, const su3_t *staples, double beta, random_stream_t *r)
{
    su3_t w;
    su3_mul(&w, u, staples);
    for (int g = 0; g < 3; g++) {
        int i = subgroup[g][0], j = subgroup[g][1];
        su2_t v = su2_part(&w, i, j);
        double k = su2_norm(v);
        su2_t a = r != NULL ? drawn(v, k, beta, r) : reflected(v, k);
        su2_act(a, i, j, u);
        su2_act(a, i, j, &w);
    }
    su3_unitarise(u);
}

/* Updates the links of one direction on sites of one parity, which do not interact. */
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
        random_stream_t r = random_stream(h->seed, lattice_global_index(lat, x, y, z, t), mu, h->sweeps);
        update_link(field_link(f, s, mu), &staples, h->beta, random ? &r : NULL);
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
