/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the ranks of a job are (rank-mapping 2 to 5). The launcher's checks are made here: coordinates inside
 * the job, and no two ranks in one place. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/memory.h"
#include "kernel-shim/partition/job.h"
#include "spi/include/mu/RankMap.h"

#define FILE_BUFFER 65536
#define T           5 /* index of the T dimension */

BG_JobCoords_t emuq_job_coordinates(const emuq_partition_t *partition)
{
    const uint32_t *size = partition->geometry.size;
    BG_JobCoords_t coordinates = {
        .corner = {0},
        .shape = {(uint8_t)size[0], (uint8_t)size[1], (uint8_t)size[2], (uint8_t)size[3], (uint8_t)size[4],
                  EMUQ_APP_THREADS / EMUQ_CORE_THREADS},
        .isSubBlock = 0,
    };
    return coordinates;
}

bool emuq_mapping_is_file(const char *mapping)
{
    const uint32_t size[NUMDIMENSION] = {1, 1, 1, 1, 1, 1};
    uint32_t stride[NUMDIMENSION];
    return MUSPI_PreCalculateMapOffsets(mapping, size, stride) != 0;
}

/* Checks the next rank of a map file. @return 1, 0 when the file goes on with a permutation, or -EINVAL after
 * a message. */
static int check_rank(emuq_map_file_t *file, const char *name, uint32_t rank,
                      const uint32_t size[NUMDIMENSION])
{
    uint32_t stride[NUMDIMENSION], at[NUMDIMENSION], mpmd = 0;
    int rc = emuq_map_file_next_rank(file, size, stride, at, &mpmd);
    if (mpmd != 0) {
        emuq_log("map file %s: #mpmd sections are not supported; all ranks of a job run one program",
                     name);
        return -EINVAL;
    }
    if (rc < 0) {
        emuq_log(
            "map file %s: no valid line for rank %u; there must be one line \"A B C D E T\" for every rank, "
            "inside the job",
            name, rank);
        return -EINVAL;
    }
    for (int y = 0; y < NUMDIMENSION && rc > 0; y++) {
        if (at[y] < size[y])
            continue;
        emuq_log("map file %s: rank %u has the %c coordinate %u; the job has %u", name, rank, "ABCDET"[y],
                     at[y], size[y]);
        return -EINVAL;
    }
    return rc;
}

/* Checks a map file as far as it is read. */
static int check_file(const emuq_partition_t *p, const uint32_t size[NUMDIMENSION], void *buffer)
{
    const char *name = p->job.mapping;
    emuq_map_file_t file;
    if (emuq_map_file_open(&file, name, FILE_BUFFER, buffer) != 0) {
        emuq_log(
            "mapping %s: neither a permutation of ABCDET nor a map file: %s; a map file has to be on "
            "every host of a job",
            name, strerror(errno));
        return -EINVAL;
    }
    int rc = 1;
    for (uint32_t rank = 0; rank < p->job.np && rc > 0; rank++)
        rc = check_rank(&file, name, rank, size);
    close(file.fd);
    return rc < 0 ? rc : 0;
}

/* Finds the process of every rank. */
static int place_ranks(emuq_partition_t *p)
{
    for (uint32_t rank = 0; rank < p->job.np; rank++) {
        BG_CoordinateMapping_t at = p->map[rank];
        const uint32_t coordinates[5] = {at.a, at.b, at.c, at.d, at.e};
        uint32_t index = emuq_geometry_node(&p->geometry, coordinates) * p->job.ppn + at.t;
        emuq_process_t *process = &p->process[index];
        if (process->rank != UINT32_MAX) {
            emuq_log("map file %s: ranks %u and %u are both at %u %u %u %u %u %u", p->job.mapping,
                         process->rank, rank, at.a, at.b, at.c, at.d, at.e, at.t);
            return -EINVAL;
        }
        process->rank = rank;
        p->process_of_rank[rank] = index;
    }
    return 0;
}

int emuq_mapping_load(emuq_partition_t *partition)
{
    const emuq_job_t *job = &partition->job;
    uint32_t size[NUMDIMENSION];
    memcpy(size, partition->geometry.size, sizeof(partition->geometry.size));
    size[T] = job->ppn;
    BG_JobCoords_t coordinates = emuq_job_coordinates(partition);
    void *buffer = emuq_calloc(1, FILE_BUFFER);
    if (buffer == NULL)
        return -ENOMEM;
    int rc = emuq_mapping_is_file(job->mapping) ? check_file(partition, size, buffer) : 0;
    if (rc == 0 && MUSPI_GenerateCoordinates(job->mapping, &coordinates, NULL, job->ppn, job->np, FILE_BUFFER,
                                             buffer, partition->map, NULL, NULL) != 0) {
        emuq_log("map file %s changes while it is read", job->mapping);
        rc = -EINVAL;
    }
    free(buffer);
    return rc == 0 ? place_ranks(partition) : rc;
}
