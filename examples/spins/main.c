/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * spins: simulates the Heisenberg model in three dimensions by over-relaxation, on a torus of APEnet+ cards.
 * A step rotates each spin by half a turn about its field, the sum of its neighbours times the couplings of
 * the bonds, first on even sites, then on odd sites, which conserves the energy. All couplings are 1, or, in
 * a spin glass, Gaussian random numbers. The order of the arithmetic is fixed for each site, so results do
 * not depend on the number of ranks.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/plaquette/lattice.h"
#include "opencl.h"
#include "options.h"
#include "spins.h"

size_t box_face_sites(const box_t *b, int d)
{
    return (size_t)b->local[(d + 1) % 3] * (size_t)b->local[(d + 2) % 3];
}

/* Copies a layer of sites perpendicular to d to a message or from a message. */
static void copy_layer(const box_t *b, int d, int layer, spin_t *message, bool is_out)
{
    int c[3], u = (d + 1) % 3, v = (d + 2) % 3;
    c[d] = layer;
    for (c[u] = 0; c[u] < b->local[u]; c[u]++)
        for (c[v] = 0; c[v] < b->local[v]; c[v]++, message++) {
            spin_t *site = &b->spin[box_site(b, c[0], c[1], c[2])];
            *(is_out ? message : site) = *(is_out ? site : message);
        }
}

unsigned box_neighbour(const box_t *b, int d, int step)
{
    int at[3] = {b->at[0], b->at[1], b->at[2]}, pids = b->world->size.pid;
    at[d] = (at[d] + step + b->ranks[d]) % b->ranks[d];
    apenet_address_t a = {(uint8_t)at[0], (uint8_t)at[1], (uint8_t)(at[2] / pids), (uint8_t)(at[2] % pids)};
    return apenet_world_rank(b->world, a);
}

static int divide(box_t *b)
{
    const apenet_address_t size = b->world->size, me = apenet_world_address(b->world, b->world->rank);
    const int ranks[3] = {size.x, size.y, size.z * size.pid}, at[3] = {me.x, me.y, me.z * size.pid + me.pid};
    size_t stride = 1;
    for (int d = 2; d >= 0; d--) {
        if (b->global[d] % ranks[d] != 0)
            return -1;
        b->ranks[d] = ranks[d];
        b->at[d] = at[d];
        b->local[d] = b->global[d] / ranks[d];
        b->origin[d] = at[d] * b->local[d];
        b->stride[d] = stride;
        stride *= (size_t)b->local[d] + 2;
    }
    b->spin = calloc(stride, sizeof *b->spin);
    b->bonds = calloc(stride, sizeof *b->bonds);
    apenet_world_require(b->world, b->spin != NULL && b->bonds != NULL, "out of memory for the spins");
    return 0;
}

size_t box_port_bytes(const box_t *b)
{
    size_t most = 0;
    for (int d = 0; d < 3; d++)
        most = box_face_sites(b, d) > most ? box_face_sites(b, d) : most;
    return most * sizeof(spin_t);
}

/* Collective: divides a lattice among the ranks. The grid of ranks is the grid of nodes, with the processes
 * of a node along z. @return 0, or -1 if the lattice is not divisible */
static int box_open(box_t *b, apenet_world_t *world, const int global[3])
{
    memset(b, 0, sizeof *b);
    b->world = world;
    memcpy(b->global, global, sizeof b->global);
    return divide(b);
}

/* Collective: opens the window on the host. */
static void box_open_window(box_t *b)
{
    for (int k = 0; k < BOX_DIRECTIONS; k++) {
        b->source[k] = malloc(box_port_bytes(b));
        apenet_world_require(b->world, b->source[k] != NULL, "out of memory for messages");
    }
    apenet_world_window(b->world, BOX_PORTS, box_port_bytes(b));
}

static void box_close(box_t *b)
{
    apenet_world_sent(b->world);
    for (int k = 0; k < BOX_DIRECTIONS; k++)
        free(b->source[k]);
    free(b->spin);
    free(b->bonds);
}

static void box_exchange(box_t *b)
{
    unsigned half = b->exchanges++ % 2;
    apenet_world_sent(b->world); /* waits: the next messages overwrite the sources */
    for (int k = 0; k < BOX_DIRECTIONS; k++) {
        int d = k / 2, up = k % 2;
        copy_layer(b, d, up ? b->local[d] - 1 : 0, b->source[k], true);
        apenet_world_put(b->world, box_neighbour(b, d, up ? 1 : -1), 2 * (unsigned)k + half, b->source[k],
                         box_face_sites(b, d) * sizeof(spin_t));
    }
    for (int k = 0; k < BOX_DIRECTIONS; k++) {
        int d = k / 2, up = k % 2;
        unsigned port = 2 * (unsigned)k + half;
        apenet_world_receive(b->world, port);
        copy_layer(b, d, up ? -1 : b->local[d], (spin_t *)(void *)apenet_world_port(b->world, port), false);
    }
}

/* ---- the model ---- */

#define TOLERANCE       1e-11 /* tolerance of the energy per bond */
#define TOLERANCE_GLASS 1e-11 /* tolerance relative to the energy, which is small with random couplings */

/** Events of random_stream(). */
enum { EVENT_SPIN, EVENT_COUPLING };

typedef struct model {
    unsigned long seed, steps, is_glass;
    unsigned long gpu; /* MODEL_ */
} model_t;

enum { MODEL_HOST, MODEL_STAGED, MODEL_DIRECT };

static double dot(const spin_t *a, const spin_t *b)
{
    return a->s[0] * b->s[0] + a->s[1] * b->s[1] + a->s[2] * b->s[2];
}

/* Uniform on the sphere; a function of the site. */
static spin_t random_spin(uint64_t seed, uint64_t site)
{
    random_stream_t r = random_stream(seed, site, 0, EVENT_SPIN);
    double z = 2 * random_uniform(&r) - 1, angle = 2 * M_PI * random_uniform(&r), radius = sqrt(1 - z * z);
    return (spin_t){{radius * cos(angle), radius * sin(angle), z}};
}

/* Normal, of mean 0 and variance 1 (Box and Muller); a function of the bond from a site towards higher d. */
static double random_coupling(uint64_t seed, uint64_t site, int d)
{
    random_stream_t r = random_stream(seed, site, d, EVENT_COUPLING);
    double radius = sqrt(-2 * log(random_uniform(&r)));
    return radius * cos(2 * M_PI * random_uniform(&r));
}

/* A rank computes the couplings of all its bonds: ranks on both sides of a bond find the same number. */
static void begin_bonds(const box_t *b, const model_t *m)
{
    for (int x = -1; x < b->local[0]; x++)
        for (int y = -1; y < b->local[1]; y++)
            for (int z = -1; z < b->local[2]; z++)
                for (int d = 0; d < 3; d++)
                    b->bonds[box_site(b, x, y, z)].j[d] =
                        m->is_glass ? random_coupling(m->seed, box_global_index(b, x, y, z), d) : 1;
}

/* @return 0, or -1 if OpenCL is missing */
static int begin(box_t *b, const model_t *m)
{
    begin_bonds(b, m);
    BOX_FOR_EACH_SITE(b, x, y, z)
    b->spin[box_site(b, x, y, z)] = random_spin(m->seed, box_global_index(b, x, y, z));
    if (m->gpu != MODEL_HOST)
        return box_gpu_open(b, m->gpu == MODEL_DIRECT);
    box_open_window(b);
    box_exchange(b);
    return 0;
}

static spin_t local_field(const box_t *b, size_t site)
{
    spin_t sum = {{0, 0, 0}};
    for (int d = 0; d < 3; d++) {
        size_t down = site - b->stride[d], up = site + b->stride[d];
        for (int i = 0; i < 3; i++)
            sum.s[i] += b->bonds[down].j[d] * b->spin[down].s[i] + b->bonds[site].j[d] * b->spin[up].s[i];
    }
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
            spin_t field = local_field(b, site);
            relax(&b->spin[site], &field);
        }
        box_exchange(b);
    }
}

/* @return seconds of the steps */
static double do_steps(box_t *b, unsigned long steps)
{
    if (b->gpu != NULL)
        return box_gpu_steps(b, steps);
    double start = apenet_world_seconds();
    for (unsigned long n = 0; n < steps; n++)
        step(b);
    return apenet_world_seconds() - start;
}

static double bonds(const box_t *b)
{
    return 3.0 * b->global[0] * b->global[1] * b->global[2];
}

static double energy(const box_t *b)
{
    double sum = 0;
    BOX_FOR_EACH_SITE(b, x, y, z)
    {
        size_t site = box_site(b, x, y, z);
        for (int d = 0; d < 3; d++)
            sum -= b->bonds[site].j[d] * dot(&b->spin[site], &b->spin[site + b->stride[d]]);
    }
    apenet_world_sum(b->world, &sum, 1);
    return sum / bonds(b);
}

/* Prints mean and mean square of the couplings. */
static void print_couplings(const box_t *b)
{
    double sum[2] = {0, 0};
    BOX_FOR_EACH_SITE(b, x, y, z)
    for (int d = 0; d < 3; d++) {
        double j = b->bonds[box_site(b, x, y, z)].j[d];
        sum[0] += j;
        sum[1] += j * j;
    }
    apenet_world_sum(b->world, sum, 2);
    if (b->world->rank == 0)
        printf("couplings   mean %.4f, mean square %.4f\n", sum[0] / bonds(b), sum[1] / bonds(b));
}

/* Checksum of the bits and positions of all spins. */
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

/* @return true if the energy is constant */
static bool print_energy(const box_t *b, const model_t *m, double before, double after)
{
    double more = after - before;
    bool is_constant = m->is_glass ? fabs(more) < TOLERANCE_GLASS * fabs(before) : fabs(more) < TOLERANCE;
    const char *verdict = is_constant ? "constant" : "NOT CONSTANT";
    if (b->world->rank == 0 && m->is_glass)
        printf("energy      %.9f of a bond, relative change %.1e after %lu steps: %s\n", before,
               more / before, m->steps, verdict);
    else if (b->world->rank == 0)
        printf("energy      %.9f of a bond, %.1e more after %lu steps: %s\n", before, more, m->steps,
               verdict);
    return is_constant;
}

static int run(box_t *b, const model_t *m)
{
    if (begin(b, m) != 0)
        return OPENCL_SKIPPED;
    double before = energy(b);
    double seconds = do_steps(b, m->steps);
    double after = energy(b);
    uint64_t sum = checksum(b);
    if (b->world->rank == 0)
        printf("lattice     %dx%dx%d, %dx%dx%d sites on each of %u ranks\n", b->global[0], b->global[1],
               b->global[2], b->local[0], b->local[1], b->local[2], b->world->ranks);
    if (m->is_glass)
        print_couplings(b);
    bool is_constant = print_energy(b, m, before, after);
    if (b->world->rank == 0) {
        printf("checksum    %016llx\n", (unsigned long long)sum);
        if (m->gpu != MODEL_HOST)
            printf("time        %.1f us for a step, %s\n", 1e6 * seconds / (double)m->steps,
                   m->gpu == MODEL_DIRECT ? "direct" : "staged");
    }
    if (b->gpu != NULL)
        box_gpu_close(b);
    return !is_constant;
}

int main(int argc, char **argv)
{
    model_t model = {.seed = 2012, .steps = 100};
    unsigned long edge = 16;
    const example_option_t options[] = {
        {"--iterations", &model.steps, 1, 1000000, "steps"},
        {"--edge", &edge, 2, 512, "sites along each dimension, an even number"},
        {"--glass", &model.is_glass, EXAMPLE_FLAG, "a spin glass: Gaussian random couplings"},
        {"--gpu", &model.gpu, EXAMPLE_WORDS,
         "staged|direct: spins in memory of a GPU, kernels in OpenCL (exit status 77 without)"},
        {"--seed", &model.seed, 0, UINT32_MAX, "of the random spins and couplings"},
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
        status = run(&box, &model);
        box_close(&box);
    }
    apenet_world_close(&world);
    return status;
}
