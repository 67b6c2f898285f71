/* SPDX-License-Identifier: BSD-3-Clause */
/* Map files: a job is rejected, or each rank has a distinct process. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "kernel-shim/partition/job.h"

enum { NODES = 8, PPN = 2, NP = 11 };

/* The part of a partition needed to map ranks. */
typedef struct small {
    emuq_process_t process[NODES * PPN];
    BG_CoordinateMapping_t map[NP];
    uint32_t process_of_rank[NP];
} small_t;

static void check(const emuq_partition_t *p)
{
    for (uint32_t rank = 0; rank < NP; rank++) {
        FUZZ_CHECK(p->process_of_rank[rank] < NODES * PPN);
        FUZZ_CHECK(p->process[p->process_of_rank[rank]].rank == rank);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    small_t *small = calloc(1, sizeof *small);
    FUZZ_CHECK(small != NULL);
    emuq_partition_t p = {
        .job = {.shape = {2, 2, 1, 1, 2}, .ppn = PPN, .np = NP, .mapping = fuzz_file(data, size)},
        .geometry = {.size = {2, 2, 1, 1, 2}},
        .nodes = NODES,
        .process = small->process,
        .map = small->map,
        .process_of_rank = small->process_of_rank};
    for (int i = 0; i < NODES * PPN; i++)
        small->process[i].rank = UINT32_MAX;
    if (emuq_mapping_load(&p) == 0)
        check(&p);
    free(small);
    return 0;
}
