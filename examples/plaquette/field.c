/* SPDX-License-Identifier: BSD-3-Clause */
#include "field.h"

#include <stdlib.h>

#include "philox.h"

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

/* A pair of independent normal numbers (Box and Muller). */
static complex_t gaussian(random_stream_t *r)
{
    double radius = sqrt(-2 * log(random_uniform(r))), angle = 2 * M_PI * random_uniform(r);
    complex_t c = {radius * cos(angle), radius * sin(angle)};
    return c;
}

void field_randomise(field_t *f, uint64_t seed)
{
    FIELD_FOR_EACH_SITE(f->lat, x, y, z, t)
    for (int mu = 0; mu < 4; mu++) {
        random_stream_t r = random_stream(seed, lattice_global_index(f->lat, x, y, z, t), mu, 0);
        su3_t *u = field_link(f, lattice_site(f->lat, x, y, z, t), mu);
        for (int i = 0; i < 9; i++)
            u->e[i / 3][i % 3] = gaussian(&r);
        su3_unitarise(u); /* of a Gaussian matrix: the Haar measure */
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
                su3_t there, back; /* the two ways from x to x + mu + nu */
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
    *a = (su3_t){{{{0, 0}}}};
    for (int nu = 0; nu < 4; nu++) {
        if (nu == mu)
            continue;
        size_t to_nu = f->lat->stride[nu];
        su3_t way;
        /* above: U_nu(x+mu) [U_nu(x) U_mu(x+nu)]^dagger */
        su3_mul(&way, field_link(f, s, nu), field_link(f, s + to_nu, mu));
        su3_add_mul_dagger(a, field_link(f, s + to_mu, nu), &way);
        /* below: [U_mu(x-nu) U_nu(x-nu+mu)]^dagger U_nu(x-nu) */
        su3_mul(&way, field_link(f, s - to_nu, mu), field_link(f, s - to_nu + to_mu, nu));
        su3_add_dagger_mul(a, &way, field_link(f, s - to_nu, nu));
    }
}
