/* SPDX-License-Identifier: BSD-3-Clause */
#include "lattice.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct cost {
    uint64_t boundary; /* sites towards other ranks */
    uint64_t face;     /* the largest face */
} cost_t;

/* Sets what the torus carries and the grid in a node, and the extents that follow. False if the lattice
 * cannot be divided like that. */
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

/* The next assignment in order, E changing fastest. False after the last one. */
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

/* The next grid of @p processes in order, beginning with everything in x. False after the last one. */
static bool next_grid(uint32_t grid[LATTICE_DIMS], uint32_t processes)
{
    for (int mu = LATTICE_DIMS - 2; mu >= 0; mu--) {
        uint32_t before = 1; /* processes that the earlier dimensions take */
        for (int nu = 0; nu < mu; nu++)
            before *= grid[nu];
        uint32_t rest = processes / before;
        for (uint32_t n = grid[mu] - 1; n >= 1; n--)
            if (rest % n == 0) { /* fewer here; the dimensions behind take the rest, as early as possible */
                grid[mu] = n;
                for (int nu = mu + 1; nu < LATTICE_DIMS; nu++)
                    grid[nu] = nu == mu + 1 ? rest / n : 1;
                return true;
            }
    }
    return false;
}

int lattice_spread(lattice_t *lat, const int global[LATTICE_DIMS], const uint32_t machine[MACHINE_DIMS])
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

/* In a reflected Gray code a digit runs backwards whenever the number that the slower digits form is odd. */
static uint32_t reflect(int slower, uint32_t digit, uint32_t radix)
{
    return slower % 2 != 0 ? radix - 1 - digit : digit;
}

void lattice_place(lattice_t *lat, const uint32_t coordinates[MACHINE_DIMS])
{
    uint32_t t = coordinates[MACHINE_DIMS - 1];
    for (int mu = 0; mu < LATTICE_DIMS; mu++) {
        int place = 0;
        for (int m = 0; m < TORUS_DIMS; m++) /* A, the slowest, first */
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
    uint32_t unit = 1; /* of T: processes in the dimensions before */
    memset(coordinates, 0, MACHINE_DIMS * sizeof coordinates[0]);
    for (int mu = 0; mu < LATTICE_DIMS; mu++) {
        uint32_t ranks = (uint32_t)lat->ranks[mu], n = lat->in_node[mu];
        uint32_t rest = (uint32_t)(place[mu] + lat->ranks[mu]) % ranks;
        coordinates[MACHINE_DIMS - 1] += unit * reflect((int)(rest / n), rest % n, n);
        unit *= n;
        rest /= n;
        for (int m = TORUS_DIMS - 1; m >= 0; m--) /* E, the fastest, first */
            if (lat->carries[m] == mu) {
                uint32_t digit = rest % lat->machine[m];
                rest /= lat->machine[m];
                coordinates[m] = reflect((int)rest, digit, lat->machine[m]);
            }
    }
}

/* Appends to a text as long as there is room. */
static void append(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void append(char *text, size_t size, const char *format, ...)
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
    int first = 1;
    for (int mu = 0; mu < LATTICE_DIMS; mu++)
        if (lat->in_node[mu] > 1) {
            append(text, size, "%s", !first ? "," : text[0] != '\0' ? " T->" : "T->");
            append(text, size, "%c*%u", "xyzt"[mu], lat -> in_node[mu]);
            first = 0;
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
