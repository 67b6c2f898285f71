/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file serial.h
 * @brief Common part of the serial tests of the example `plaquette`: one rank owns the whole lattice; its
 * halo is filled by copying.
 */
#ifndef PLAQUETTE_TEST_SERIAL_H
#define PLAQUETTE_TEST_SERIAL_H

#include <stdlib.h>

#include "examples/plaquette/lattice.h"

static inline void serial_lattice(lattice_t *lat, int x, int y, int z, int t)
{
    static const uint32_t machine[MACHINE_DIMS] = {1, 1, 1, 1, 1, 1}, corner[MACHINE_DIMS];
    const int global[LATTICE_DIMS] = {x, y, z, t};
    if (lattice_distribute(lat, global, machine) != 0)
        abort();
    lattice_set_position(lat, corner);
}

/* Fills the halo without messages, layer by layer as the exchange does: the layers are tested too. */
static inline void serial_halo(void *context, field_t *f, int mu, int parity)
{
    (void)context;
    size_t *from = malloc(f->lat->padded * sizeof *from), *to = malloc(f->lat->padded * sizeof *to);
    if (from == NULL || to == NULL)
        abort();
    for (int d = 0; d < LATTICE_DIMS; d++)
        for (int side = 0; side < 2; side++)
            for (int p = 0; p < 2; p++) {
                if (parity != FIELD_BOTH_PARITIES && p != parity)
                    continue;
                int end = f->lat->local[d];
                size_t n = lattice_layer(f->lat, d, side ? end - 1 : 0, p, from);
                if (lattice_layer(f->lat, d, side ? -1 : end, p, to) != n)
                    abort();
                for (size_t i = 0; i < n; i++)
                    for (int m = 0; m < 4; m++)
                        if (mu == FIELD_ALL_DIRECTIONS || m == mu)
                            *field_link(f, to[i], m) = *field_link(f, from[i], m);
            }
    free(from);
    free(to);
}

static inline double serial_plaquette(const field_t *f)
{
    return field_plaquette_sum(f) / (6.0 * (double)f->lat->volume);
}

#endif /* PLAQUETTE_TEST_SERIAL_H */
