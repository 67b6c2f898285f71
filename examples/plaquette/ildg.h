/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file ildg.h
 * @brief Gauge fields in the format of the International Lattice Data Grid, read and written in parts.
 *
 * Records: xlf-info (text, with "plaquette = ..."), ildg-format (XML: precision and extents),
 * ildg-binary-data (big-endian; x fastest, then y, z, t; per site the links in x, y, z, t direction,
 * row-major), scidac-checksum (XML). Only ildg-format and ildg-binary-data have to be there.
 */
#ifndef PLAQUETTE_ILDG_H
#define PLAQUETTE_ILDG_H

#include <stdbool.h>

#include "checksum.h"
#include "field.h"
#include "lime.h"

typedef struct ildg_file {
    lime_file_t lime; /**< lime.error explains a failure */
    int global[LATTICE_DIMS];
    int precision;     /**< bits of a number: 32 or 64 */
    uint64_t data;     /**< where the field begins */
    uint64_t data_end; /**< where the record behind it belongs (writing) */
    bool has_checksum;
    checksum_t checksum; /**< as recorded */
    char plaquette[32];  /**< as recorded, its own digits; empty if not recorded */
} ildg_file_t;

/** Opens a field for reading: reads everything but the field. @return 0 or -1 */
int ildg_open(ildg_file_t *file, const char *path);

/** Reads the rank's part of the field into its own sites, and the part's contribution to the checksum.
 *  The lattice of @p f must have the extents of the file. @return 0 or -1 */
int ildg_read_field(ildg_file_t *file, field_t *f, checksum_t *part);

/** What a new file says about its field. */
typedef struct ildg_history {
    double plaquette;
    double beta;
    uint64_t seed;
    unsigned sweeps;
} ildg_history_t;

/** Makes a file and writes what comes before the field; one rank does this. @return 0 or -1 */
int ildg_create(ildg_file_t *file, const char *path, const lattice_t *lat, int precision,
                const ildg_history_t *history);

/** Opens a file that another rank has created, to write a part of the field.
 *  @param data  where the field begins, as the creator knows. @return 0 or -1 */
int ildg_join(ildg_file_t *file, const char *path, const lattice_t *lat, int precision, uint64_t data);

/** Writes the rank's part of the field, and computes its contribution to the checksum. @return 0 or -1 */
int ildg_write_field(ildg_file_t *file, const field_t *f, checksum_t *part);

/** Writes what comes behind the field; the rank that created the file, when all have written. @return 0 or -1
 */
int ildg_finish(ildg_file_t *file, checksum_t whole);

/** @return 0 or -1 */
int ildg_close(ildg_file_t *file);

/** Whether @p plaquette agrees with the recorded @p digits to one unit of their last place. */
bool ildg_agrees(double plaquette, const char *digits);

#endif /* PLAQUETTE_ILDG_H */
