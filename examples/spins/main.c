/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * spins: the Heisenberg model in three dimensions by over-relaxation, on a torus of APEnet+ cards. A step
 * turns each spin by half a turn about the sum of its neighbours, first the even sites, then the odd ones: so
 * the energy stays as it is. Each site's arithmetic has a fixed order, so the spins do not depend on how many
 * ranks there are.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "box.h"
#include "examples/plaquette/philox.h"
#include "options.h"

#define SEED      2012
#define TOLERANCE 1e-11 /* of the energy of a bond */

static double dot(const spin_t *a, const spin_t *b)
{
    return a->s[0] * b->s[0] + a->s[1] * b->s[1] + a->s[2] * b->s[2];
}

/* Uniform on the sphere, the same whichever rank has the site. */
static spin_t random_spin(uint64_t site)
{
    random_stream_t r = random_stream(SEED, site, 0, 0);
    double z = 2 * random_uniform(&r) - 1, angle = 2 * M_PI * random_uniform(&r), radius = sqrt(1 - z * z);
    return (spin_t){{radius * cos(angle), radius * sin(angle), z}};
}

static void begin(box_t *b)
{
    BOX_FOR_EACH_SITE(b, x, y, z)
    b->spin[box_site(b, x, y, z)] = random_spin(box_global_index(b, x, y, z));
    box_exchange(b);
}

static spin_t sum_of_neighbours(const box_t *b, size_t site)
{
    spin_t sum = {{0, 0, 0}};
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < 3; i++)
            sum.s[i] += b->spin[site - b->stride[d]].s[i] + b->spin[site + b->stride[d]].s[i];
    return sum;
}

static void relax(spin_t *spin, const spin_t *field)
{
    double length = dot(field, field);
    if (length == 0)
        return;
    double along = 2 * dot(spin, field) / length;
    for (int i = 0; i < 3; i++)
        spin->s[i] = along * field->s[i] - spin->s[i];
}

static void step(box_t *b)
{
    for (int parity = 0; parity < 2; parity++) {
        BOX_FOR_EACH_SITE(b, x, y, z)
        {
            size_t site = box_site(b, x, y, z);
            if ((b->origin[0] + b->origin[1] + b->origin[2] + x + y + z) % 2 != parity)
                continue;
            spin_t field = sum_of_neighbours(b, site);
            relax(&b->spin[site], &field);
        }
        box_exchange(b);
    }
}

/* Mean energy of a bond. */
static double energy(const box_t *b)
{
    double sum = 0;
    BOX_FOR_EACH_SITE(b, x, y, z)
    {
        size_t site = box_site(b, x, y, z);
        for (int d = 0; d < 3; d++)
            sum -= dot(&b->spin[site], &b->spin[site + b->stride[d]]);
    }
    apenet_world_sum(b->world, &sum, 1);
    return sum / (3.0 * b->global[0] * b->global[1] * b->global[2]);
}

/* Of all bits of all spins, and of where they are. */
static uint64_t checksum(const box_t *b)
{
    uint64_t sum = 0;
    BOX_FOR_EACH_SITE(b, x, y, z)
    {
        uint64_t word[3], hash = box_global_index(b, x, y, z);
        memcpy(word, b->spin[box_site(b, x, y, z)].s, sizeof word);
        for (int i = 0; i < 3; i++)
            hash = (hash ^ word[i]) * UINT64_C(0x9e3779b97f4a7c15), hash ^= hash >> 29;
        sum ^= hash;
    }
    apenet_world_xor(b->world, &sum, 1);
    return sum;
}

/* @return the exit status */
static int run(box_t *b, unsigned long steps)
{
    begin(b);
    double before = energy(b);
    for (unsigned long n = 0; n < steps; n++)
        step(b);
    double after = energy(b);
    uint64_t sum = checksum(b);
    bool is_constant = fabs(after - before) < TOLERANCE;
    if (b->world->rank == 0) {
        printf("lattice     %dx%dx%d, %dx%dx%d sites on each of %u ranks\n", b->global[0], b->global[1],
               b->global[2], b->local[0], b->local[1], b->local[2], b->world->ranks);
        printf("energy      %.9f of a bond, %.1e more after %lu steps: %s\n", before, after - before, steps,
               is_constant ? "constant" : "NOT CONSTANT");
        printf("checksum    %016llx\n", (unsigned long long)sum);
    }
    return !is_constant;
}

int main(int argc, char **argv)
{
    unsigned long steps = 100, edge = 16;
    const example_option_t options[] = {
        {"--iterations", &steps, 1, 1000000, "steps"},
        {"--edge", &edge, 2, 512, "sites along each dimension, an even number"},
        {NULL, NULL, 0, 0, NULL},
    };
    int status =
        example_options(argc, argv, "The Heisenberg model by over-relaxation, on APEnet+ cards.", options);
    if (status >= 0)
        return status;
    apenet_world_t world;
    box_t box;
    apenet_world_open(&world);
    const int global[3] = {(int)edge, (int)edge, (int)edge};
    if (edge % 2 != 0 || box_open(&box, &world, global) != 0) {
        if (world.rank == 0)
            fprintf(stderr, "spins: an edge of %lu sites is odd, or no multiple of the ranks along it\n",
                    edge);
        status = 2;
    } else {
        status = run(&box, steps);
        box_close(&box);
    }
    apenet_world_close(&world);
    return status;
}
