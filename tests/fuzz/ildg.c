/* SPDX-License-Identifier: BSD-3-Clause */
/* Gauge fields of the example `plaquette`: LIME records, ILDG and SciDAC. */
#include "examples/plaquette/ildg.h"

#include <string.h>

#include "fuzz.h"

#define MOST_SITES 4096u

/* Reads a field as a job of one rank. */
static void read_field(ildg_file_t *file)
{
    static const uint32_t machine[MACHINE_DIMS] = {1, 1, 1, 1, 1, 1}, corner[MACHINE_DIMS];
    lattice_t lattice;
    field_t field;
    checksum_t part;
    uint64_t sites = 1;
    for (int mu = 0; mu < LATTICE_DIMS; mu++)
        sites *= (uint64_t)file->global[mu];
    if (sites > MOST_SITES || lattice_distribute(&lattice, file->global, machine) != 0)
        return;
    lattice_set_position(&lattice, corner);
    FUZZ_CHECK(field_open(&field, &lattice) == 0);
    FUZZ_CHECK(ildg_read_field(file, &field, &part) == 0); /* the size was checked before */
    field_close(&field);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ildg_file_t file;
    char *name = fuzz_file(data, size);
    if (ildg_open(&file, name) == 0) {
        read_field(&file);
        ildg_agrees(0.5, file.plaquette);
        ildg_close(&file);
    } else {
        FUZZ_CHECK(file.lime.error[0] != '\0');
    }
    return 0;
}
