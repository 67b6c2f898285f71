/* SPDX-License-Identifier: BSD-3-Clause */
/* Distribution of a lattice over a partition in the example `plaquette`. */
#include <string.h>

#include "emuq_test.h"
#include "examples/plaquette/lattice.h"

typedef struct geometry_case {
    int global[LATTICE_DIMS];
    uint32_t machine[MACHINE_DIMS];
    int fits;
} geometry_case_t;

static const geometry_case_t cases[] = {
    {{4, 4, 4, 8}, {1, 1, 1, 1, 1, 1}, 1},   {{4, 4, 4, 8}, {2, 1, 1, 1, 1, 1}, 1},
    {{4, 4, 4, 8}, {2, 2, 2, 2, 1, 1}, 1},   {{4, 4, 4, 8}, {2, 2, 2, 2, 2, 1}, 1},
    {{4, 4, 4, 8}, {4, 4, 4, 2, 2, 1}, 1},   {{4, 4, 4, 8}, {4, 4, 4, 4, 2, 1}, 1},
    {{4, 4, 4, 8}, {4, 4, 4, 2, 1, 4}, 1},   {{4, 4, 4, 8}, {1, 1, 1, 1, 1, 64}, 1},
    {{4, 4, 4, 8}, {3, 1, 1, 1, 1, 1}, 0},   {{4, 4, 4, 8}, {4, 4, 4, 4, 2, 2}, 0},
    {{8, 8, 8, 64}, {1, 1, 1, 1, 1, 64}, 1}, {{6, 10, 4, 9}, {3, 5, 3, 2, 2, 1}, 1},
    {{4, 4, 4, 8}, {64, 1, 1, 1, 1, 1}, 0},  {{5, 5, 5, 5}, {1, 1, 1, 1, 1, 1}, 1},
    {{5, 5, 5, 5}, {1, 1, 1, 1, 2, 1}, 0},   {{4, 4, 4, 8}, {4, 2, 2, 1, 2, 16}, 1},
    {{4, 4, 4, 8}, {4, 4, 1, 1, 1, 64}, 0},
};

#define CASES (sizeof cases / sizeof cases[0])

static uint32_t machine_size(const uint32_t machine[MACHINE_DIMS])
{
    uint32_t size = 1;
    for (int m = 0; m < MACHINE_DIMS; m++)
        size *= machine[m];
    return size;
}

static void coordinates_of(const uint32_t machine[MACHINE_DIMS], uint32_t rank, uint32_t at[MACHINE_DIMS])
{
    for (int m = MACHINE_DIMS - 1; m >= 0; m--, rank /= machine[m + 1])
        at[m] = rank % machine[m];
}

/* Each rank owns a distinct sublattice, and the two numberings are mutually inverse. */
static void every_site_has_one_owner(void)
{
    for (size_t i = 0; i < CASES; i++) {
        lattice_t lat;
        const geometry_case_t *c = &cases[i];
        CU_ASSERT_EQUAL_FATAL(lattice_distribute(&lat, c->global, c->machine), c->fits ? 0 : -1);
        if (!c->fits)
            continue;
        unsigned char taken[4096] = {0};
        uint32_t ranks = machine_size(c->machine);
        CU_ASSERT_FATAL(ranks <= sizeof taken);
        for (uint32_t rank = 0; rank < ranks; rank++) {
            uint32_t at[MACHINE_DIMS], back[MACHINE_DIMS];
            coordinates_of(c->machine, rank, at);
            lattice_set_position(&lat, at);
            uint32_t number = 0;
            for (int mu = 0; mu < LATTICE_DIMS; mu++) {
                CU_ASSERT(lat.place[mu] >= 0 && lat.place[mu] < lat.ranks[mu]);
                CU_ASSERT_EQUAL(lat.origin[mu], lat.place[mu] * lat.local[mu]);
                number = number * (uint32_t)lat.ranks[mu] + (uint32_t)lat.place[mu];
            }
            CU_ASSERT_EQUAL(taken[number]++, 0);
            lattice_machine_coordinates(&lat, lat.place, back);
            CU_ASSERT_EQUAL(memcmp(at, back, sizeof at), 0);
        }
        CU_ASSERT_EQUAL(lat.volume * ranks, lattice_global_volume(&lat));
    }
}

/* The next rank along a lattice dimension is on the same node, or one step away in one torus dimension. */
static void neighbours_are_neighbours(void)
{
    for (size_t i = 0; i < CASES; i++) {
        lattice_t lat;
        if (!cases[i].fits)
            continue;
        lattice_distribute(&lat, cases[i].global, cases[i].machine);
        for (int mu = 0; mu < LATTICE_DIMS; mu++) {
            int place[LATTICE_DIMS] = {0};
            for (place[mu] = 0; place[mu] + 1 < lat.ranks[mu]; place[mu]++) {
                uint32_t here[MACHINE_DIMS], there[MACHINE_DIMS], steps = 0;
                int next[LATTICE_DIMS];
                memcpy(next, place, sizeof next);
                next[mu]++;
                lattice_machine_coordinates(&lat, place, here);
                lattice_machine_coordinates(&lat, next, there);
                for (int m = 0; m < TORUS_DIMS; m++)
                    steps += here[m] > there[m] ? here[m] - there[m] : there[m] - here[m];
                CU_ASSERT(steps <= 1);
                if (steps == 1) /* the process with the same T coordinate */
                    CU_ASSERT_EQUAL(here[MACHINE_DIMS - 1], there[MACHINE_DIMS - 1]);
            }
        }
    }
}

static void assignments_follow_the_rule(void)
{
    static const struct {
        int global[LATTICE_DIMS];
        uint32_t machine[MACHINE_DIMS];
        const char *rule;
    } expected[] = {
        {{4, 4, 4, 8}, {1, 1, 1, 1, 1, 1}, ""},
        {{4, 4, 4, 8}, {2, 1, 1, 1, 1, 1}, "A->t"},
        {{8, 8, 8, 8}, {2, 2, 2, 2, 1, 1}, "A->x B->y C->z D->t"},
        {{8, 8, 8, 8}, {2, 2, 1, 1, 1, 2}, "A->x B->y T->z*2"},
        {{4, 4, 4, 8}, {4, 4, 4, 4, 2, 1}, "A->x B->y C->z D->t E->t"},
        {{4, 4, 4, 8}, {1, 1, 1, 1, 1, 64}, "T->x*4,y*4,t*4"},
        {{4, 4, 4, 8}, {4, 1, 1, 1, 1, 8}, "A->t T->x*2,y*2,z*2"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        lattice_t lat;
        char text[64];
        CU_ASSERT_EQUAL(lattice_distribute(&lat, expected[i].global, expected[i].machine), 0);
        lattice_describe(&lat, text, sizeof text);
        CU_ASSERT_STRING_EQUAL(text, expected[i].rule);
    }
}

/* In the order of the dimensions, the layers fill the whole halo, each site once. A layer sent by a rank
 * matches the layer received by its neighbour. */
static void layers_fill_the_halo(void)
{
    static const int global[LATTICE_DIMS] = {6, 4, 2, 12};
    static const uint32_t machine[MACHINE_DIMS] = {3, 2, 2, 1, 2, 1};
    lattice_t lat;
    CU_ASSERT_EQUAL_FATAL(lattice_distribute(&lat, global, machine), 0);
    uint32_t at[MACHINE_DIMS] = {1, 1, 0, 0, 1, 0};
    lattice_set_position(&lat, at);
    unsigned char seen[4096] = {0};
    size_t list[4096], total = 0;
    CU_ASSERT_FATAL(lat.padded <= 4096);
    for (int d = 0; d < LATTICE_DIMS; d++)
        for (int side = 0; side < 2; side++) {
            int place[LATTICE_DIMS];
            memcpy(place, lat.place, sizeof place);
            place[d] += side ? 1 : -1;
            lattice_t neighbour = lat;
            uint32_t there[MACHINE_DIMS];
            lattice_machine_coordinates(&lat, place, there);
            lattice_set_position(&neighbour, there);
            for (int parity = 0; parity < 2; parity++) {
                size_t n = lattice_layer(&lat, d, side ? lat.local[d] : -1, parity, list);
                CU_ASSERT_EQUAL(n, lattice_layer(&neighbour, d, side ? 0 : lat.local[d] - 1, parity, NULL));
                for (size_t k = 0; k < n; k++)
                    CU_ASSERT_EQUAL(seen[list[k]]++, 0);
                total += n;
            }
        }
    CU_ASSERT_EQUAL(total + lat.volume, lat.padded);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"every site has one owner", every_site_has_one_owner},
        {"neighbours are neighbours", neighbours_are_neighbours},
        {"assignments follow the rule", assignments_follow_the_rule},
        {"layers fill the halo", layers_fill_the_halo},
        {NULL, NULL},
    };
    return emuq_test_main("plaquette geometry", tests);
}
