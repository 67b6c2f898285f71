/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file job.h
 * @brief The steps of the program, each made by all ranks together.
 */
#ifndef PLAQUETTE_JOB_H
#define PLAQUETTE_JOB_H

#include "exchange.h"
#include "field.h"
#include "ildg.h"
#include "options.h"
#include "reduce.h"

typedef struct job {
    const options_t *options;
    spi_process_t process;
    reduce_t reduce;
    lattice_t lat;
    field_t field;
    exchange_t exchange;
    bool has_field; /**< the last three are open */
} job_t;

/** @return 0, or -1 in all ranks after a message */
int job_open(job_t *job, const options_t *options);
void job_close(job_t *job);

/** The two things that the program does. @return the exit status, the same in all ranks */
int job_measure(job_t *job);
int job_generate(job_t *job);

/** Prints a line on rank 0. */
void job_print(const job_t *job, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Finds out whether any rank failed. The first that did prints @p error, which is not looked at in the
 * others.
 *  @return 0 when none did, else 1: the same in all ranks */
int job_failed(job_t *job, bool failed, const char *error);

/** Spreads a lattice over the partition, and opens the field and its exchange. @return 0, or 1 after a
 * message */
int job_open_field(job_t *job, const int global[LATTICE_DIMS]);

/** Reads a field, each rank its part, and verifies its checksum and that its links are in SU(3); opens it
 * first.
 *  @param plaquette  receives the digits recorded in the file, or an empty string
 *  @return 0, or 1 after a message */
int job_read_field(job_t *job, const char *path, char plaquette[32]);

/** Checks that a file can get this name: none has it, or an ordinary one. @return 0, or 1 after a message */
int job_check_target(job_t *job, const char *path);

/** Writes the field, each rank its part. @return 0, or 1 after a message */
int job_write_field(job_t *job, const char *path, const ildg_history_t *history);

/** The average plaquette of the lattice. The halo must be filled. */
double job_plaquette(job_t *job);

#endif /* PLAQUETTE_JOB_H */
